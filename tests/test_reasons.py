"""Why a move is refused: the exact sentences, in the words of each game."""

from __future__ import annotations

import re

import pytest

import cadogan
from cadogan.position import Position
from tests.hand import lay, up

HOURS = "6C 7H 8S 9D TC JH QS KD 2C 3H 4S 5D"
BIG_BEN = {f"f{i}": card for i, card in enumerate(HOURS.split(), 1)}


def klondike() -> Position:
    piles = {"t1": "[QC 2S] 9H", "t2": "8S 7H", "t3": "TS", "t4": "JS TC", "w": "5H"}
    return lay("klondike", "s", f1=up("AC", "3C"), f2=up("AD", "KD"), **piles)


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        (
            "t2-t3",
            (
                "The seven of hearts may not go on the ten of spades: the tableau is built down"
                " in alternating colours."
            ),
        ),
        ("t1-t5", "The nine of hearts may not fill the space: only a king may."),
        ("t5-t1", "There is no card on tableau pile 5."),
        ("w-f3", "The five of hearts may not begin foundation 3: it begins with an ace."),
        ("w-f4", "Foundation 4 is that of the spades."),
        (
            "w-f1",
            (
                "The five of hearts may not go on the three of clubs: the foundations are built up"
                " in suit."
            ),
        ),
        ("t1-f2", "Foundation 2 is complete."),
        ("t3-t3", "The ten of spades already lies on tableau pile 3."),
        (
            "t2-t3x2",
            (
                "The eight of spades may not go on the ten of spades: the tableau is built down in"
                " alternating colours."
            ),
        ),
        ("t2-t3x5", "There are only two cards on tableau pile 2."),
        ("t3-t4x2", "There is only one card on tableau pile 3."),
        (
            "t1-t3x2",
            "Only one of the cards on tableau pile 1 may be taken; the rest lie face down.",
        ),
        ("t2-f4x2", "Cards go to the foundations one at a time."),
        (
            "t4-t5x2",
            (
                "The top two cards of tableau pile 4 are not a run built down in alternating"
                " colours."
            ),
        ),
        ("t1-w", "Cards of the tableau may not go to the waste."),
        ("t1-s", "No card goes back to the stock by hand."),
        ("w-t3x2", "There is only one card on the waste."),
        ("redeal", "The stock is not empty."),
        ("refill", "There is no refilling in Klondike."),
        ("shift", "There is no shift in Klondike."),
        ("s-wx2", "The stock turns 1 card at a time."),
    ],
)
def test_klondike(move: str, reason: str) -> None:
    assert klondike().why_not(move) == reason


def big_ben() -> Position:
    return lay("big-ben", "s", **BIG_BEN, t1="2S 9D", t2="AS 8D", t3="", w="8D")


def test_a_run_that_does_not_fit_is_named_whole() -> None:
    """The lowest of several cards decides; the sentence must not name only one of them."""
    p = lay("klondike", "s", t2="8S 7H", t3="TS")
    told = p.why_not("t2-t3x2")
    assert told is not None
    assert "eight of spades" in told or "two cards" in told


def cells_full() -> Position:
    held = {"c1": "KC", "c2": "KD", "c3": "KH", "c4": "KS"}
    return lay("freecell", "t4 t5 t6 t7 t8", **held, t1="9H 8S 7D", t2="9D", t3="QS JD")


@pytest.mark.parametrize(
    ("position", "move", "reason"),
    [
        (
            big_ben,
            "t2-t1",
            ("A pile with fewer than three cards may not be built on; tableau pile 1 has two."),
        ),
        (big_ben, "w-t3", "Gaps in the tableau are filled only by a refill from the stock."),
        (big_ben, "s-w", "The stock may not be dealt from while there are gaps."),
        (big_ben, "redeal", "There is no redeal in Big Ben."),
        (cells_full, "t1-c1", "Cell 1 is taken."),
        (cells_full, "t1-t2x2", "There are not enough free cells and spaces to carry two cards."),
        (cells_full, "f1-t1", "There is no card on foundation 1."),
        (cells_full, "deal", "There is no dealing from a stock in FreeCell."),
    ],
)
def test_big_ben_and_freecell(position: object, move: str, reason: str) -> None:
    assert callable(position)
    assert position().why_not(move) == reason


# Of each case the game, the piles under which the rest of the pack lies, some piles and a move;
# then why it is refused.
OTHER_GAMES = """
bakers-dozen | t13 | t1, t2 9D | t2-t1
    An emptied pile of the tableau is never filled.
bakers-dozen | t13 | f1 AC, t2 2D | f1-t2
    Foundations keep their cards.
bakers-dozen | t13 | t1 9D 8D, t2 TC | t1-t2x2
    Cards are moved one at a time from the tableau.
algerian | s | t1 9D, r1 | t1-r1
    Cards of the tableau may not go to reserve pile 1 before the stock is empty.
algerian | s | t1 9D, r1 8D | t1-r1
    There is no building on the reserve.
algerian | s | f2 AD, f6 KD | f2-f6
    The lowest card of foundation 2 stays there.
algerian-closed | t1 | t2 9D, r1 | t2-r1
    Cards of the tableau may not go to the reserve.
british-square | s | t1, t2 9D | t2-t1
    A space in the tableau may be filled from the waste or the stock only.
tournament | s | c1 AD, t1 9D | c1-t1
    There is no building on the tableau.
strategy | s | f1 AC, f2 AD, f3 AH, f4 AS, t1 2D | t1-f2
    Cards of the tableau may not go to foundation 2 before the stock is empty.
canfield | s | f1 5C, t1 9D | t1-f2
    The nine of diamonds may not begin foundation 2: each foundation begins with a five.
canfield-whole-pile | s | f1 5C, t1 9D 8S, t2 9H | t1-t2
    Only the whole pile may be taken from tableau pile 1.
osmosis | s | f1 5C 9C, f2 5D, w 8D | w-f2
    The eight of diamonds may not go to foundation 2: it takes its own suit, and only ranks that
    the row above shows.
osmosis | s | f1 5C, w 5D | w-f3
    The rows are begun in order: the row above is still empty.
sir-tommy | s | t1 AC | t1-f2
    Foundation 2 is like one before it: the card goes there first.
la-belle-lucie | t18 | t1 9D 8S, t2 TD | t1@2-t2
    A buried card may not be drawn from tableau pile 1.
"""


@pytest.mark.parametrize(
    "case", re.split(r"\n(?=\S)", OTHER_GAMES.strip()), ids=lambda case: case.splitlines()[0]
)
def test_other_games(case: str) -> None:
    position, *reason = case.splitlines()
    game_id, rest, listed, move = position.split(" | ")
    piles = {name: cards for name, _, cards in (pile.partition(" ") for pile in listed.split(", "))}
    assert lay(game_id, rest, **piles).why_not(move) == " ".join(map(str.strip, reason))


def test_a_space_of_canfield_when_the_reserve_is_out() -> None:
    """It would be wrong to say that it is filled from the reserve only."""
    p = lay("canfield", "s", f1="5C", t1="", t2="9D", t3="2S", t4="2C", w="9S")
    assert "w-t1" in p.moves()
    told = p.why_not("t2-t1")
    assert told is not None
    assert "waste" in told


def test_all_redeals_used() -> None:
    p = lay("klondike-draw-3-three-passes", "w", "redeals 2")
    assert p.why_not("redeal") == "All two redeals are used."
    assert p.why_not("deal") == "The stock is empty."


def test_what_is_listed_has_no_reason_against_it() -> None:
    p = klondike()
    assert p.moves()
    assert all(p.why_not(text) is None for text in p.moves())
    with pytest.raises(cadogan.IllegalMove, match="already lies"):
        p.play("t3-t3")
