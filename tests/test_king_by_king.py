"""Piles that the kings begin in the deal, and weaving where a rank is all out."""

from __future__ import annotations

import pytest

import cadogan
from cadogan.core.errors import InvalidDefinitionError
from cadogan.rules.loading import load_text
from tests.hand import actions, between, lay, order_for


def test_the_line_bends_at_every_king() -> None:
    line = ["AS", "2S", "KC", "KD", "3S", "4S", "KH", "5S"]
    order = order_for([*enumerate(line)], decks=2)
    piles = cadogan.game("snake").deal_from(order).piles
    assert piles["t1"] == ("AS", "2S")
    assert piles["t2"] == ("KC",)
    assert piles["t3"] == ("KD", "3S", "4S")
    assert piles["t4"][:2] == ("KH", "5S")
    assert [piles[f"t{i}"][0][0] for i in range(2, 10)] == ["K"] * 8
    assert sum(len(piles[f"t{i}"]) for i in range(1, 10)) == 104


def test_a_king_in_front_leaves_the_last_pile_empty_for_good() -> None:
    p = cadogan.game("snake").deal_from(order_for([(0, "KC"), (1, "QC")], decks=2))
    assert p.piles["t1"][:2] == ("KC", "QC")
    assert p.piles["t9"] == ()
    assert not between(p, "t", "t9")


def test_what_comes_before_the_first_king_of_kings_is_dealt_last() -> None:
    order = order_for([(0, "AS"), (1, "2S"), (2, "KC"), (3, "QD"), (4, "KD")], decks=2)
    piles = cadogan.game("kings").deal_from(order).piles
    assert piles["t1"] == ("KC", "QD")
    assert piles["t8"][-2:] == ("AS", "2S")
    assert [piles[f"t{i}"][0][0] for i in range(1, 9)] == ["K"] * 8


def test_all_the_cards_may_lie_in_one_pile() -> None:
    kings = ["KC", "KD", "KH", "KS"] * 2
    p = cadogan.game("snake").deal_from(order_for([*enumerate(kings, 96)], decks=2))
    assert len(p.piles["t1"]) == 96
    p = cadogan.game("snake").deal_from(order_for([*enumerate(kings)], decks=2))
    assert len(p.piles["t8"]) == 97


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
        ("deal = 0", "deal = 1", "tableau.deal: where all the cards left are dealt this must be 0"),
        ("deal = 0", "deal = 0\nmost = 13", "tableau.most: how many cards each of these piles"),
        ("deal = 0", "deal = 0\nface = [1, 1, 1, 1, 1]", "tableau.face: how many cards each"),
        ("any card", '2"\nwrong = "may leave', "tableau.wrong: such a pile is dealt one card"),
        ("[tableau]", "[reserve]\npiles = 1\ndeal = 2\n[tableau]", r"dealt then, but \[reserve\]"),
        ("decks = 1", 'decks = 1\nranks = "A 2 3"', "tableau.order: no king is dealt"),
        ('start = "A"', 'start = "K"\nplaced = true', "tableau.order: no king is dealt"),
    ],
)
def test_what_contradicts_dealing_king_by_king_is_said(old: str, new: str, told: str) -> None:
    assert load_text(LINE, "t.toml")
    with pytest.raises(InvalidDefinitionError, match=told):
        load_text(LINE.replace(old, new, 1), "t.toml")


def test_kings_that_are_out_have_no_pile_to_be_woven_under() -> None:
    p = cadogan.game("weavers").deal(1)
    assert len([n for n in p.piles if n[0] == "t"]) == 12
    assert not any(c[0] == "K" for n, cards in p.piles.items() if n[0] in "tr" for c in cards)
    kings = {f"f{i}": f"K{s}" for i, s in enumerate("CDHSCDHS", 1)}
    p = lay("weavers", "t12", **kings, t5="2C 4D", t4="3C", r="[5H]")
    after = p.play("weave")
    assert after.piles["t5"] == ("5H", "2C")
    assert after.piles["t4"][0] == "4D"
    assert actions(after) >= set()


def test_weaving_wants_a_pile_for_each_rank_dealt() -> None:
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
