"""Deals in which each king begins a pile, and weaving when one rank is out of the tableau."""

from __future__ import annotations

from typing import Any

import pytest

import cadogan
from cadogan.core.errors import InvalidDefinitionError
from tests.hand import order_for
from tests.small import small_game


def test_every_king_begins_a_pile() -> None:
    line = ["AS", "2S", "KC", "KD", "3S", "4S", "KH", "5S"]
    order = order_for([*enumerate(line)], decks=2)
    piles = cadogan.game("snake").deal_from(order).piles
    assert piles["t1"] == ("AS", "2S")
    assert piles["t2"] == ("KC",)
    assert piles["t3"] == ("KD", "3S", "4S")
    assert piles["t4"][:2] == ("KH", "5S")
    assert [piles[f"t{i}"][0][0] for i in range(2, 10)] == ["K"] * 8
    assert sum(len(piles[f"t{i}"]) for i in range(1, 10)) == 104


LINE = """
[foundation]
[tableau]
piles = 5
deal = 0
order = "a king begins each"
space = "any card"
"""


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        (
            {"tableau": {"piles": 6}},
            "tableau.piles: each of the 4 kings begins a pile: write 4, or 5",
        ),
        ({"tableau": {"deal": 1}}, "tableau.deal: this must be 0, because the order"),
        ({"tableau": {"most": 13}}, "tableau.most: the number of cards dealt to each pile"),
        ({"tableau": {"face": [1] * 5}}, "tableau.face: the number of cards dealt to each pile"),
        (
            {"tableau": {"space": "2", "wrong": "may leave"}},
            "tableau.wrong: this group may have at most one card",
        ),
        ({"ranks": "A 2 3"}, "tableau.order: no kings are left to deal"),
        (
            {"foundation": {"start": "K", "placed": True}},
            "tableau.order: no kings are left to deal",
        ),
    ],
)
def test_contradictions_to_dealing_king_by_king(changes: dict[str, Any], told: str) -> None:
    small_game(LINE)
    with pytest.raises(InvalidDefinitionError, match=told):
        small_game(LINE, **changes)


def test_no_group_is_dealt_before_the_kings() -> None:
    with pytest.raises(InvalidDefinitionError, match=r"remaining cards, but \[reserve\]"):
        small_game(f"reserve = {{ piles = 1, deal = 2 }}\n{LINE}")


def test_weaving_needs_a_pile_for_each_rank_dealt() -> None:
    rules = """
    foundation = { start = "K", placed = true, build = "down in suit" }
    tableau = { deal = 0, build = "none" }
    reserve = { piles = 1, deal = 0, face = "down", take = "none" }
    cell = { piles = 1, from = [] }
    weave = {}
    """
    with pytest.raises(InvalidDefinitionError, match="12 piles, one for each rank dealt"):
        small_game(rules, tableau={"piles": 13})
    small_game(rules, tableau={"piles": 12})
