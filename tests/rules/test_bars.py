"""Deals that are barred, cards that stay, suits in layers, piles of a rank, a pass of two cards.

Positions made by hand, results by the rule text; see ``rules/test_rules.py``.
"""

from __future__ import annotations

import pytest

import cadogan
from cadogan.core.errors import InvalidDefinitionError
from cadogan.model.position import Game
from cadogan.rules.catalogue import find
from cadogan.rules.loading import load_text
from tests.hand import lay

# --- Easthaven -----------------------------------------------------------------------------------


def test_no_deal_while_a_king_could_fill_a_pile() -> None:
    piles = {"t1": "5D KH QS", "t2": "9C", "t3": "7C", "t4": "5C", "t5": "3C", "t6": "JC", "t7": ""}
    p = lay("easthaven-barred", "s", **piles)
    assert p.why_not("deal") == (
        "No cards may be dealt from the stock while an empty pile of the tableau could be filled."
    )
    assert "deal" in lay("easthaven", "s", **piles).move_texts()
    filled = p.play("t1-t7x2")
    assert "deal" in filled.move_texts()


@pytest.mark.parametrize(
    "first",
    ["KH QS", "5D [KH QS]", "5D KH JC", "5D"],
    ids=["a king that lies lowest", "one face down", "one with a card out of order", "none"],
)
def test_a_deal_where_no_king_could_be_moved(first: str) -> None:
    first = first.replace("[KH QS]", "QH") if "[" in first else first
    p = lay("easthaven-barred", "s", t1=first, t2="9C", t3="7C", t4="5C", t5="3C", t6="8C", t7="")
    assert "deal" in p.move_texts()


def test_where_any_card_fills_a_pile_most_deals_are_barred() -> None:
    game = cadogan.game("easthaven", emptied="any", deals="barred")
    singles = {"t2": "9C", "t3": "7C", "t4": "5C", "t5": "3C", "t6": "JC", "t7": ""}
    assert "deal" not in lay(game, "s", t1="5D 2H", **singles).move_texts()
    assert "deal" in lay(game, "s", t1="2H", **singles).move_texts(), (
        "only whole piles could go there"
    )


def test_only_deals_wait_for_what_can_be_filled() -> None:
    text = """
name = "T"
family = "T"
decks = 1
[foundation]
piles = 4
start = "A"
build = "up in suit"
[tableau]
piles = 4
deal = 13
build = "none"
take = "top card"
space = "any card"
then = { when = "tableau can be filled", take = "none" }
"""
    with pytest.raises(
        InvalidDefinitionError, match="only deals from the stock, by its 'when', wait for"
    ):
        Game(load_text(text, "t.toml")["t"])


# --- Archway -------------------------------------------------------------------------------------


def test_in_archway_cards_may_go_to_the_pile_of_their_rank() -> None:
    bases = {f"f{i + 1}": f"A{s}" for i, s in enumerate("CDHS")}
    bases |= {f"f{i + 5}": f"K{s}" for i, s in enumerate("CDHS")}
    q = lay("archway-open-arch", "t4", **bases, t1="9C", t2="3H", t3="4D", r3="3S", r4="")
    assert {"t2-r3", "t3-r4", "t1-r9"} <= {*q.move_texts()}
    assert q.why_not("t1-r4") == "The nine of clubs may not fill the empty pile: only a four may."
    assert "may not go on" in (q.why_not("t1-r3") or "")
    assert q.why_not("r3-r4")
    assert q.play("t2-r3").piles["r3"] == ("3S", "3H")
    assert not [
        m for m in lay("archway", "t4", **bases, t1="9C", t2="3H").move_texts() if "-r" in m
    ]


def test_a_rank_of_its_own_needs_piles_by_rank() -> None:
    text = """
name = "T"
family = "T"
decks = 1
[foundation]
piles = 4
start = "A"
build = "up in suit"
[tableau]
piles = 4
deal = 13
build = "none"
take = "top card"
space = "its own rank"
"""
    with pytest.raises(
        InvalidDefinitionError, match="a pile has a rank of its own where order = 'by rank'"
    ):
        load_text(text, "t.toml")


# --- The Clock -----------------------------------------------------------------------------------


def test_in_the_clock_one_suit_may_lie_at_a_height_everywhere() -> None:
    hours = {"f1": "AC AD", "f2": "2C", "f3": "3C"}
    p = lay("the-clock-layers", "s", **hours, w="2H")
    assert "w-f2" not in p.move_texts()
    assert p.why_not("w-f2") == (
        "The two of hearts may not go to foundation 2: at its height the others show diamonds."
    )
    assert "w-f2" in lay("the-clock-one-redeal", "s", **hours, w="2H").move_texts()
    assert "w-f2" in lay("the-clock-layers", "s", **hours, w="2D").move_texts()
    first = lay("the-clock-layers", "s", f1="AC", f2="2C", w="2H")
    assert first.play("w-f2").piles["f2"] == ("2C", "2H"), "the first at its height"


@pytest.mark.parametrize(
    ("build", "piles", "told"),
    [
        ("up in suit", 4, "foundations that are built by suit are each of another"),
        ("up any suit", 1, "this says nothing of one foundation alone"),
    ],
)
def test_where_suits_in_layers_make_no_sense(build: str, piles: int, told: str) -> None:
    text = f"""
name = "T"
family = "T"
decks = 1
win = "foundations complete"
[foundation]
piles = {piles}
start = "A"
build = "{build}"
same_suits = true
[tableau]
piles = 4
deal = 13
build = "none"
take = "top card"
space = "none"
"""
    with pytest.raises(InvalidDefinitionError, match=told):
        load_text(text, "t.toml")


# --- Gaps ----------------------------------------------------------------------------------------


def test_in_gaps_cards_in_order_may_be_kept_where_they_are() -> None:
    rows = ["2C 3C - 5C", "- 2D 3D 4C", "2H 9H - 6S", "5S 2S 3S 7D"]
    named = [card for row in rows for card in row.split() if card != "-"]
    rest = [r + s for s in "CDHS" for r in "23456789TJQK"]
    rest = [card for card in rest if card not in named]
    gaps, places = 1, []
    for row in rows:
        line = row.split()
        while len(line) < 13:
            line.append(rest.pop() if len(line) < 12 or row != rows[3] else "-")
        places += line
    gaps = places.count("-")
    assert gaps == 4
    lines = [f"t{i} {card}" for i, card in enumerate(places, 1)]
    text = "\n".join([*lines, "d AC AD AH AS"])
    free, locked = cadogan.game("gaps").parse(text), cadogan.game("gaps-locked").parse(text)
    assert {m for m in free.move_texts() if "t14" in m} == {
        "t1-t14",
        "t15-t14",
        "t27-t14",
        "t41-t14",
    }
    assert {m for m in locked.move_texts() if "t14" in m} == {"t15-t14", "t41-t14"}
    assert locked.why_not("t1-t14") == (
        "The card on tableau pile 1 is in order, with all cards at its left, and may not be moved."
    )
    assert "t17-t3" in locked.move_texts(), "the four of clubs behind the three"
    assert locked.play("t17-t3").why_not("t4-t16"), "the five of clubs is in order now"


def test_a_ring_fixes_nothing() -> None:
    maze = find("maze")
    assert not maze.groups[0].fixed


# --- Czarina -------------------------------------------------------------------------------------


def test_in_the_older_czarina_two_cards_are_at_hand_in_the_last_pass() -> None:
    p = cadogan.game("czarina-old").deal(3)
    assert p.why_not("redeal") == "The stock is not empty."
    while p.piles["s"]:
        p = p.play("s-w")
    waste = p.piles["w"]
    again = p.play("redeal")
    assert (again.piles["r1"], again.piles["r2"]) == (waste[:1], waste[1:2])
    assert again.piles["s"][-1] == waste[2]
    assert "s-w" not in again.move_texts()
    assert again.why_not("redeal")
    played = next((m for m in again.move_texts() if m.startswith("r")), "")
    if played:
        after = again.play(played)
        assert after.piles[played[:2]] == waste[2:3], "another is turned up for it"


def test_a_card_that_is_played_in_the_last_pass_is_replaced() -> None:
    piles = {"f1": "5C", "t1": "9C", "t2": "KD", "t3": "KH", "t4": "2S", "t5": "7S"}
    p = lay("czarina-old", "s", "redeals 1", **piles, r1="8D", r2="3C")
    top = p.piles["s"][-1]
    after = p.play("r1-t1")
    assert after.piles["r1"] == (top,)
    assert after.piles["t1"] == ("9C", "8D")
