"""Deals with published verdicts."""

from __future__ import annotations

import pytest

import cadogan
from cadogan.solver.portfolio import solve

# Of Microsoft's first million deals only these cannot be won; -1 is one of its two special deals.
IMPOSSIBLE = (11982, 146692, 186216, 455889, 495505, 512118, 517776, 781948, -1)


@pytest.mark.parametrize("number", IMPOSSIBLE)
def test_impossible_deals_of_freecell(number: int) -> None:
    assert solve(cadogan.game("freecell").deal(f"ms:{number}")).result == "lost"


@pytest.mark.slow
def test_the_other_special_deal_of_freecell() -> None:
    """The proof that deal -2 cannot be won takes 19 million positions."""
    assert solve(cadogan.game("freecell").deal("ms:-2")).result == "lost"


@pytest.mark.parametrize("number", [1, 617, 1941, 31465, 1_000_000])
def test_hard_deals_of_freecell_that_can_be_won(number: int) -> None:
    verdict = solve(cadogan.game("freecell").deal(f"ms:{number}"))
    assert verdict.result == "won"
