"""Invalid limits of the solver in Python."""

from __future__ import annotations

from typing import Any

import pytest

import cadogan
from cadogan.core.errors import InvalidLimitError
from cadogan.solver.portfolio import solve


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({"nodes": "5"}, "nodes must be a whole number, not '5'"),
        ({"nodes": 2.5}, "nodes must be a whole number, not 2.5"),
        ({"nodes": 0}, "invalid limit of 0 positions; it must be at least 1"),
        ({"memory": 1e9}, "memory must be a whole number, not 1000000000.0"),
        ({"memory": 1000}, "1,000 bytes of memory are too few; the minimum is 16 MiB"),
        ({"memory": "1G"}, "memory must be a whole number, not '1G'"),
        ({"seed": "a"}, "seed must be a whole number, not 'a'"),
        ({"seconds": "1"}, "seconds must be a number, not '1'"),
        ({"seconds": float("nan")}, "invalid limit of nan seconds; it must be more than 0"),
        ({"without": "dead"}, "without must be a collection of names, such as ('dead',)"),
        ({"methods": "beam"}, "methods must be a collection of names, such as ('beam',)"),
        (
            {"without": ["death"]},
            (
                "there is no pruning 'death'; choose from safe, symmetry, dead, follow, lone,"
                " pairs, apart, places, timely, late, parents, runs, stock, bear, rest, settle,"
                " slide, tails, redeal, suits"
            ),
        ),
    ],
)
def test_invalid_limits(limits: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidLimitError) as caught:
        solve(cadogan.game("klondike").deal(1), **limits)
    assert str(caught.value) == message
