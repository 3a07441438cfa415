"""Refused moves: the exact reasons, in the words of each game."""

from __future__ import annotations

import re

import pytest

from tests.hand import lay

# Each case lists the game, the piles that hold the other cards, some piles and a move,
# then the reason for the refusal.
OTHER_GAMES = """
bakers-dozen | t13 | t1, t2 9D | t2-t1
    An empty pile of the tableau is never filled.
bakers-dozen | t13 | f1 AC, t2 2D | f1-t2
    Cards on foundations stay there.
bakers-dozen | t13 | t1 9D 8D, t2 TC | t1-t2x2
    Cards are moved one at a time from the tableau.
algerian | s | t1 9D, r1 | t1-r1
    Cards from the tableau may not go to reserve pile 1 before the stock is empty.
algerian | s | t1 9D, r1 8D | t1-r1
    There is no building on the reserve.
algerian | s | f2 AD, f6 KD | f2-f6
    The bottom card of foundation 2 stays there.
algerian-closed | t1 | t2 9D, r1 | t2-r1
    Cards from the tableau may not go to the reserve.
british-square | s | t1, t2 9D | t2-t1
    An empty tableau pile may be filled only from the waste or the stock.
tournament | s | c1 AD, t1 9D | c1-t1
    There is no building on the tableau.
strategy | s | f1 AC, f2 AD, f3 AH, f4 AS, t1 2D | t1-f2
    Cards from the tableau may not go to foundation 2 before the stock is empty.
canfield | s | f1 5C, t1 9D | t1-f2
    The nine of diamonds may not begin foundation 2: each foundation begins with a five.
canfield-whole-pile | s | f1 5C, t1 9D 8S, t2 9H | t1-t2
    Only the whole pile may be taken from tableau pile 1.
osmosis | s | f1 5C 9C, f2 5D, w 8D | w-f2
    The eight of diamonds may not go to foundation 2, which takes only its own suit and ranks
    that the row above shows.
nestor | t8 | t1 9D 8D, t2 TC 9C | t1-t2x2
    Cards from tableau pile 1 do not go to other piles: they only leave play.
osmosis | s | f1 5C 9C, w 8D | w-f2
    The eight of diamonds may not begin foundation 2: each foundation begins with a five.
osmosis | s | f1 5C, w 5D | w-f3
    Rows must be begun in order, and the row above is still empty.
sir-tommy | s | t1 AC | t1-f2
    Foundation 2 is equivalent to an earlier pile: use the earlier one first.
la-belle-lucie | t18 | t1 9D 8S, t2 TD | t1@2-t2
    You cannot draw a buried card from tableau pile 1.
"""


@pytest.mark.parametrize(
    "case", re.split(r"\n(?=\S)", OTHER_GAMES.strip()), ids=lambda case: case.splitlines()[0]
)
def test_other_games(case: str) -> None:
    position, *reason = case.splitlines()
    game_id, rest, listed, move = position.split(" | ")
    piles = {name: cards for name, _, cards in (pile.partition(" ") for pile in listed.split(", "))}
    assert lay(game_id, rest, **piles).why_not(move) == " ".join(map(str.strip, reason))
