"""Pytest hooks that skip the deep walks by default; `-m slow` runs them."""

import pytest


def pytest_configure(config: pytest.Config) -> None:
    """Register the `slow` marker."""
    config.addinivalue_line("markers", "slow: takes many seconds; run with -m slow")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip slow tests unless the marker expression names `slow`."""
    if "slow" in config.option.markexpr:
        return
    for item in items:
        if "referee" in item.path.parts and item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.skip(reason="slow; run with -m slow"))
