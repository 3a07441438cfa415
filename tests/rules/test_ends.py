"""Tests of special rules: deals that skip piles, dealing to the end of a row, fewer suits.

The positions are made by hand; the expected results come from the texts of the rules.
"""

from __future__ import annotations

import pytest

import cadogan
from cadogan.core.errors import InvalidDefinitionError
from tests.hand import between, down, lay
from tests.small import small_game

# --- deals that skip piles -----------------------------------------------------------------------


def test_russian_aces_deals_only_to_empty_piles_if_there_are_any() -> None:
    p = lay("russian-aces", "s", t1="2C", t2="", t3="3D 4H", t4="")
    coming = p.piles["s"][::-1]
    q = p.play("deal")
    assert [q.piles[f"t{i}"] for i in range(1, 5)] == [
        ("2C",),
        (coming[0],),
        ("3D", "4H"),
        (coming[1],),
    ]
    r = q.play("deal")
    assert [r.piles[f"t{i}"][-1] for i in range(1, 5)] == list(coming[2:6])


def test_accordion_may_be_dealt_card_by_card_to_the_right_end() -> None:
    p = lay("accordion-one-by-one", "s", t1="2C", t2="3D")
    coming = p.piles["s"][::-1]
    q = p.play("deal").play("deal")
    assert [q.piles[f"t{i}"] for i in range(1, 6)] == [
        ("2C",), ("3D",), (coming[0],), (coming[1],), (),
    ]  # fmt: skip
    moved = lay("accordion-one-by-one", "s", t1="2C", t2="3C").play("t2-t1")
    assert moved.piles["t2"] == ()
    assert not moved.won, "not all cards are dealt"
    assert moved.play("deal").piles["t2"] == (moved.piles["s"][-1],)


# --- any lower card, and packs of fewer suits ----------------------------------------------------


def test_tower_of_hanoy_is_won_with_one_pile_in_order() -> None:
    assert len(cadogan.game("tower-of-hanoy").compiled.cards) == 9
    assert lay("tower-of-hanoy", "t1", t2=down("9S", "AS")).won
    assert not lay("tower-of-hanoy", "t1", t2="8S 9S " + down("7S", "AS")).won
    p = lay("tower-of-hanoy", "t1", t2=down("9S", "2S"), t3="AS")
    assert not p.won
    assert p.play("t3-t2").won


def test_a_pack_may_have_fewer_suits_but_not_none() -> None:
    rules = """
    suits = "H S"
    [foundation]
    piles = 2
    [tableau]
    piles = 2
    deal = 1
    build = "none"
    [stock]
    deal = "1 to each tableau"
    """
    game = small_game(rules)
    assert len(game.compiled.cards) == 26
    p = lay(game, "s", t1="AH", t2="AS")
    assert between(p, "t", "f") == {"t1-f1", "t2-f2"}
    with pytest.raises(InvalidDefinitionError, match="expected one to four of C D H S"):
        small_game(rules, suits="")
