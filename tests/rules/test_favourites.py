"""Tests of the rules of popular games, including rules on which books disagree.

The positions are made by hand; the expected results come from the texts of the rules.
"""

from __future__ import annotations

import pytest

import cadogan
from tests.hand import between, lay

# --- dealing and gathering -----------------------------------------------------------------------


def test_cruel_is_dealt_out_in_fours_from_the_first_pile() -> None:
    aces = {f"f{i}": f"A{s}" for i, s in enumerate("CDHS", 1)}
    p = lay("cruel", "t12", **aces, t1="9C 8D", t2="", t3="5H 4S 3D", t12="KD")
    rest = p.piles["t12"]
    after = p.play("redeal")
    assert after.piles["t1"] == ("9C", "8D", "5H", "4S")
    assert after.piles["t2"] == ("3D", *rest[:3])
    assert "redeal" in after.move_texts()
    q = lay("perseverance", "t12", "redeals 2", **aces, t1="9C 8C", t2="TC")
    assert q.why_not("redeal") == "Both redeals have been used."
    assert "t1-t2x2" in q.move_texts()
    assert "t1-t2x2" not in lay("cruel", "t12", **aces, t1="9C 8C", t2="TC").move_texts()


def test_grandfathers_cards_may_wait_on_a_waste() -> None:
    p = cadogan.game("grandfather", waste="kept").deal(3)
    assert between(p, "s", "t") == set()
    waiting = p.play("s-w").play("s-w")
    assert len(waiting.piles["w"]) == 2
    assert between(waiting, "w", "t") == {f"w-t{i}" for i in range(1, 21)}
    assert "redeal" not in waiting.move_texts()
    for _ in range(82):
        waiting = waiting.play("s-w")
    cards = waiting.piles["w"]
    again = waiting.play("redeal")
    assert again.piles["t1"] == p.piles["t1"], "the tableau does not change"
    assert again.piles["s"] == cards[::-1]
    for _ in range(84):
        again = again.play("s-w")
    assert again.why_not("redeal") is not None


# --- empty piles, cells and foundations ----------------------------------------------------------


def test_a_second_ace_begins_the_other_foundation_and_a_third_stays() -> None:
    """Play a position whose stock runs out before the fan is complete."""
    p = lay("intelligence", "t18", t1="2C", t2="3C", s="[AD AD]").play("t1-t2")
    assert p.piles["t1"] == ()
    assert [*p.piles.values()].count(("AD",)) == 2


@pytest.mark.parametrize("deal", range(1, 6))
def test_aces_met_in_a_redeal_leave_intelligence(deal: int) -> None:
    p = cadogan.game("intelligence").deal(deal).play("redeal")
    tableau = [p.piles[f"t{i}"] for i in range(1, 19)]
    assert all(len(pile) == 3 and not any(c[0] == "A" for c in pile) for pile in tableau)
    assert sum(map(len, p.piles.values())) == 104
