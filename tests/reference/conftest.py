"""Keep the deep walks out of the everyday run: ask for them with `-m slow`."""

import pytest


def pytest_configure(config: pytest.Config) -> None:
    """Make the marker known wherever these tests are run from."""
    config.addinivalue_line("markers", "slow: takes many seconds; run with -m slow")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip slow tests unless the marker expression speaks of them."""
    if "slow" in config.option.markexpr:
        return
    for item in items:
        if "referee" in item.path.parts and item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.skip(reason="slow; run with -m slow"))
