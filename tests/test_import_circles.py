"""Modules of the page's server, of plays and of the terminal import each other one way only."""

from __future__ import annotations

from graphlib import TopologicalSorter

import pytest

from tests.test_imports import imported_by, module_names


@pytest.mark.parametrize("package", ["play", "terminal", "web"])
def test_no_module_imports_itself_by_a_detour(package: str) -> None:
    """Also not under TYPE_CHECKING, nor in a function."""
    names = [name for name in module_names() if name.startswith(f"{package}.")]
    assert len(names) > 5
    # names the circle when there is one
    TopologicalSorter({name: imported_by(name) & set(names) for name in names}).prepare()
