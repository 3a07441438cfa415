"""Deals in which each king begins a pile, and weaving when one rank is out of the tableau."""

from __future__ import annotations

import pytest

import cadogan
from cadogan.core.errors import InvalidDefinitionError
from cadogan.rules.loading import load_text
from tests.hand import order_for


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
name = "T"
family = "T"
decks = 1
[foundation]
piles = 4
start = "A"
build = "up in suit"
[tableau]
piles = 5
deal = 0
order = "a king begins each"
build = "down any suit"
take = "top card"
space = "any card"
"""


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("piles = 5", "piles = 6", "tableau.piles: each of 4 kings begins a pile: write 4, or 5"),
        ("deal = 0", "deal = 1", "tableau.deal: this must be 0, because the order"),
        ("deal = 0", "deal = 0\nmost = 13", "tableau.most: the number of cards dealt to each pile"),
        (
            "deal = 0",
            "deal = 0\nface = [1, 1, 1, 1, 1]",
            "tableau.face: the number of cards dealt to each pile",
        ),
        (
            "any card",
            '2"\nwrong = "may leave',
            "tableau.wrong: this group may have at most one card",
        ),
        (
            "[tableau]",
            "[reserve]\npiles = 1\ndeal = 2\n[tableau]",
            r"remaining cards, but \[reserve\]",
        ),
        ("decks = 1", 'decks = 1\nranks = "A 2 3"', "tableau.order: no kings are left to deal"),
        ('start = "A"', 'start = "K"\nplaced = true', "tableau.order: no kings are left to deal"),
    ],
)
def test_contradictions_to_dealing_king_by_king(old: str, new: str, told: str) -> None:
    assert load_text(LINE, "t.toml")
    with pytest.raises(InvalidDefinitionError, match=told):
        load_text(LINE.replace(old, new, 1), "t.toml")


def test_weaving_needs_a_pile_for_each_rank_dealt() -> None:
    text = cadogan.game("weavers").definition
    assert text.id == "weavers"
    source = (
        'name = "T"\nfamily = "T"\ndecks = 1\n[foundation]\npiles = 4\nstart = "K"\nplaced = true\n'
        'build = "down in suit"\n[tableau]\npiles = 13\ndeal = 0\nbuild = "none"\n'
        'take = "top card"\nspace = "none"\n[reserve]\npiles = 1\ndeal = 0\nface = "down"\n'
        'take = "none"\n[cell]\npiles = 1\nfrom = []\n[weave]\n'
    )
    with pytest.raises(InvalidDefinitionError, match="12 piles, one for each rank dealt"):
        load_text(source, "t.toml")
    assert load_text(source.replace("piles = 13", "piles = 12"), "t.toml")
