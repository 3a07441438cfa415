"""Faults that the fuzzer found: fixed ones, and definitions that are now invalid.

Each entry has a line of text and a definition. ``_table`` adds missing keys.
"""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from tests.covering import few
from tests.fuzz.draw import refusal
from tests.fuzz.runner import look

_TABLEAU = {"build": "any card", "take": "top card", "space": "any card"}

# the check that showed the fault, and the fault
MENDED = """
# page: piles that take the usual cards and others only after a while had no sentence
ranks = "A 2 3"
tableau.piles = 3
tableau.deal = 2
tableau.from = []
tableau.then = { when = "stock empty", from = ["usual", "stock"] }
reserve = { piles = 1, deal = 1 }
stock.deal = "1 to each reserve"

# moves: a stock that deals to the tableau gave no condition for a deal to the waste
ranks = "A 3"
tableau = { piles = 1, deal = 0, take = "block" }
waste.from = ["tableau"]
stock.deal = "2 to each tableau"

# moves: a buried card that may be taken was listed a second time as a draw
ranks = "A 2"
merci.times = 1
tableau = { piles = 1, deal = 8, take = "any card" }

# refusals: a wrong reason kept the right first card of a pile from leaving play
ranks = "A 3"
foundation = { piles = 4, start = "A", build = "any card" }
waste = {}
stock.deal = "1 to waste"
discard.leaves = "S"
tableau = { piles = 1, deal = 0, space = "3", wrong = "may leave" }

# refusals: only the bottom one of several cards that stay was named
ranks = "T J Q"
win = "foundations complete"
foundation = { piles = 4, start = "T", build = "up in suit", placed = true }
tableau = { piles = 2, deal = 4, take = "any card", keep = 2 }

# refusals: a row below an empty one began with the rank that the refusal named
ranks = "A 3"
win = "foundations complete"
foundation = { piles = 2, start = "A", build = "any card", limited_by = "the row above" }
tableau = { piles = 1, deal = 8 }

# refusals: a refusal named a top card that lies face down
ranks = "4 5"
foundation = { piles = 4, start = "base rank", build = "up in suit, wrapping" }
tableau.piles = 1
tableau.deal = 2
tableau.build = "down in alternating colours"
tableau.take = "run"
tableau.face = "down but the last"
reserve = { piles = 3, deal = [3, 2, 1] }

# refusals: a refusal denied that cards go into empty piles
ranks = "9 T"
foundation = { piles = 4, start = "base rank", build = "up in suit, wrapping" }
tableau = { piles = 1, deal = 1, space_from = ["stock"] }
stock = {}

# refusals: a refusal of one group spoke of its whole kind
ranks = "2 3"
foundation = { piles = 4, start = "base rank", build = "up in suit, wrapping" }
reserve.left = { piles = 1, deal = 0, space = "any card", space_from = ["stock"] }
reserve.right = { piles = 1, deal = 0 }
stock = {}

# refusals: a refusal named a group that fills an empty pile at once
ranks = "3 4"
stock = {}
cell = { piles = 1, fill = ["tableau"] }
tableau = { piles = 1, deal = 1, space = "none", fill = ["cell"], from = ["cell", "stock"] }
foundation = { piles = 4, start = "base rank", build = "up in suit, wrapping" }

# refusals: a refusal took cards that are kept for cards that lie face down
ranks = "A 2"
win = "foundations complete"
foundation = { piles = 1, build = "any card", start = "A" }
tableau = { piles = 1, deal = 0, take = "any card" }
reserve = { piles = 1, deal = 2, face = "top up", keep = 2 }
stock.deal = "1 to each tableau"

# page: the rules page failed for piles dealt by rank with a list of cards face down
ranks = "A 2 3"
win = "foundations complete"
foundation = { piles = 1, start = "A", build = "any card" }
tableau = { piles = 3, deal = 0, space = "3", order = "by rank", face = [3, 3, 3] }

# page: the rules page left out cards that sink in piles that are empty at first
ranks = "7 8"
reserve = { piles = 1, deal = 0, sink = "8", sink_way = "as exposed" }
stock.deal = "1 to each reserve"

# refusals: a refusal denied the suit and the rank of a card that has both
ranks = "2 3 6 9 K"
win = "foundations complete"
foundation.piles = 4
foundation.start = "base rank"
foundation.build = "up in suit"
foundation.deal = 1
foundation.limited_by = "the row above"
tableau = { piles = 2, deal = [7, 6], build = "up or down in suit rotation", take = "any card" }
reserve = { piles = 1, deal = 6 }

# texts: the base card of a pack with two suits lay on the foundation of another suit
ranks = "2 3"
suits = "H H S S"
win = "foundations complete"
foundation = { piles = 4, start = "base rank", build = "up in suit", deal = 1 }
reserve = { piles = 1, deal = 0 }
stock.deal = "1 to each reserve"

# both speeds: only the engine, not the search, counted one pile as a win
ranks = "A 2"
win = "one pile"
stock.deal = "2 to each tableau"
tableau = { piles = 1, deal = 0 }

# both speeds: the search overlooked piles that move by their top cards only later
ranks = "2 3"
foundation = { piles = 4, build = "any card", start = "base rank" }
tableau.piles = 3
tableau.deal = [8, 0, 0]
tableau.take = "none"
tableau.then = { when = "foundation empty", take = "whole pile by its top card" }

# page: the rules page left out bottom cards that never leave play
ranks = "A 2"
win = "all out of play but 2"
remove.sets = ["same rank"]
discard = {}
tableau = { piles = 4, deal = 2, build = "none", take = "none", space = "none", keep = 1 }

# texts: a foundation could not be read after a card from its middle moved to another
ranks = "2 3"
stock.deal = "1 to waste"
waste = {}
foundation = { piles = 4, start = "2C", build = "any card", take = "any card", to = ["foundation"] }

# texts: a group could not be dealt after cards of another had gone to foundations
decks = 2
ranks = "A 9 Q"
foundation = { piles = 8, start = "A", build = "any card" }
reserve = { piles = 1, deal = 6, met_in_dealing = "what begins is replaced" }
tableau = { piles = 3, deal = 6, take = "run" }

# texts: a card laid on a foundation during the deal did not fix the base rank
ranks = "A 2 3 4"
foundation = { piles = 4, start = "base rank", build = "up in suit, wrapping" }
tableau = { piles = 4, deal = 4, met_in_dealing = "what fits goes out" }

# undo: the move list had too little room for sets of cards that leave play
suits = "S S S S"
ranks = "A 2 3 4 5 6"
win = "all out of play"
remove.sets = ["agreeing"]
discard = {}
tableau = { piles = 17, deal = 1, build = "none", space = "none" }
stock.deal = "1 to each tableau"

# refusals: a card that must stay in its pile did not count as a higher card of its suit
suits = "S"
ranks = "A 2 3 4"
win = "all out of play but 4"
tableau = { piles = 2, deal = [1, 3], build = "none", space = "none", keep = 1 }
discard.leaves = "lower in suit"

# refusals: a refusal spoke of a run that is "built not at all"
ranks = "A 5"
foundation = { piles = 4, start = "A", build = "any card" }
tableau = { piles = 1, deal = 3 }
waste = { take = "run", from = ["tableau"] }
stock.deal = "1 to each tableau"
"""

# the key, and the error
REFUSED = """
# cell.order: cells hold one card each, too few for the order 'by rank'
cell = { piles = 2, order = "by rank" }
foundation = { piles = 4, start = "A", build = "up in suit" }

# reserve.order: no cards are left to deal: all of them lie on foundations
reserve = { piles = 2, deal = 0, order = "by rank" }
foundation.piles = 8
foundation.start = ["A", "A", "A", "A", "2", "2", "2", "2"]
foundation.build = "up any suit"
foundation.placed = ["AC", "AD", "AH", "AS", "2C", "2D", "2H", "2S"]

# shift.group: cards on foundations cannot be shifted
shift = { times = 1, group = "foundation" }
stock.turned = true

# shift.group: cards out of play cannot be shifted
shift = { times = 1, group = "discard" }
discard.deal = "the rest"

# win: no card ever leaves play: add [remove], [count], or 'leaves' in [discard]
win = "all out of play"
stock.turned = true

# discard.leaves: [count] already determines which cards leave play
count.of = "tableau"
foundation = { piles = 4, start = "A", build = "any card" }
tableau = { piles = 1, deal = 8, space = "none" }
discard.leaves = "S"

# foundation.same_suits: cards dealt to foundations might differ in suit: leave out 'deal' and 'placed'
foundation.piles = 4
foundation.start = "base rank"
foundation.build = "any card"
foundation.placed = "first 3 dealt"
foundation.same_suits = true
stock.turned = true

# tableau.lacks: 4 cards are laid out up to and including this group, but only 3 have other ranks
foundation = { piles = 4, start = ["AC", "AD", "AH", "AS"], build = "any card", placed = ["AS"] }
tableau = { piles = 2, deal = 2, take = "run", lacks = ["2"] }
stock.deal = "1 to each tableau"

# merci: buried cards cannot be drawn if foundations take whole runs
merci.times = 1
foundation = { piles = 4, start = "2", build = "down in suit", whole = "by choice" }
reserve = { piles = 1, deal = 8 }

# merci: buried cards cannot be drawn from piles with take = 'whole pile by its top card'
merci.times = 1
tableau = { piles = 2, deal = 4, take = "whole pile by its top card" }

# cell.fill: cards in the foundation stay there, so they cannot fill empty piles
cell = { piles = 1, fill = ["foundation"] }
stock.turned = true

# reserve.fill: cards from the reserve cannot fill that group's own empty piles
reserve = { piles = 2, deal = 0, fill = ["reserve"] }
stock.turned = true

# cell.space: only the places of a grid, in [tableau], have neighbours
cell = { piles = 1, space = "left neighbour" }
stock.turned = true

# foundation.then.take: without 'to' foundations keep their cards: add it, or leave 'take' out
stock.turned = true
foundation.piles = 4
foundation.start = "A"
foundation.build = "up in suit"
foundation.then = { when = "stock empty", take = "none" }

# redeal.from: the waste becomes the stock, but there is no [stock]
redeal.times = 1
waste.from = ["reserve"]
reserve = { piles = 1, deal = 8 }

# reserve.met_in_dealing: [foundation] gets its base card first: move it above [reserve]
reserve = { piles = 1, deal = 7, met_in_dealing = "what begins is replaced" }
foundation = { piles = 4, start = "base rank", build = "up in suit, wrapping", deal = 1 }

# tableau.row: the gaps of a grid cannot be filled: leave out 'refill' and 'fill'
stock.turned = true
tableau.piles = 4
tableau.deal = 0
tableau.space = "left neighbour"
tableau.row = 4
tableau.row_start = "2"
tableau.most = 1
tableau.refill = 1

# redeal.order: a redeal of a single pile changes nothing: write two piles or more, or another order
tableau = { piles = 1, deal = 8 }
redeal = { times = 1, from = "tableau", order = "pile by pile" }

# foundation.start: 'base suit' is for all foundations of a group: each entry of a list must be a \
rank, a card or 'any card'
foundation = { piles = 2, start = ["A", "base suit"], build = "none" }
tableau = { piles = 1, deal = 8 }

# tableau.space: only the places of a grid, in [tableau], have neighbours
tableau.piles = 1
tableau.deal = 8
tableau.space = "none"
tableau.then = { when = "first foundation complete", space = "left neighbour" }

# stock.deal: foundations may fill up, so the stock can deal to them only 'to each foundation'
stock.deal = "5 to the next foundation"

# stock.deal: only a played card becomes the base: write when = 'base chosen', or another 'start'
foundation = { piles = 1, start = "base suit", build = "any card" }
tableau = { piles = 1, deal = 1 }
stock.deal = "1 to each foundation"
"""  # noqa: E501  # an error is one line


def _entries(text: str) -> list[tuple[str, str]]:
    """Return the first line of each entry without its marker, and the rest."""
    parts = (entry.partition("\n") for entry in text.strip().split("\n\n"))
    return [(line.removeprefix("# "), rest) for line, _, rest in parts]


def _first(text: str) -> str:
    return text.partition("\n")[0]


def _table(text: str, ranks: str) -> dict[str, Any]:
    """Return the definition of an entry, with usual foundations and tableau keys if missing."""
    given = tomllib.loads(text)
    if "piles" in given.get("tableau", {}):
        given["tableau"] = _TABLEAU | given["tableau"]
    head = {"name": "Fuzz", "family": "Fuzz", "decks": 1, "ranks": ranks, **given}
    usual = {"piles": 4, "start": head["ranks"][0], "build": "up in suit"}
    own = "foundation" in given or given.get("win") in ("one pile", "all out of play but 4")
    rest = {key: head.pop(key) for key in given if isinstance(given[key], dict)}
    return head | ({} if own else {"foundation": usual}) | rest


@pytest.mark.parametrize(("error", "toml"), _entries(REFUSED), ids=_first)
def test_an_invalid_definition_is_refused(error: str, toml: str) -> None:
    assert refusal(_table(toml, "A 2")) == f"fuzz.toml: {error}"


@pytest.mark.parametrize(("fault", "toml"), few(_entries(MENDED), 7), ids=_first)
def test_a_fixed_fault_does_not_return(fault: str, toml: str) -> None:
    table = _table(toml, "A 2 3 4 5 6 7 8 9 T J Q K")
    assert not refusal(table)
    for deal in range(1, 7):
        found = look(table, fault.partition(":")[0], deal, 8)
        assert found is None, str(found)


def test_a_pile_is_filled_where_start_cards_are_always_replaced() -> None:
    toml = """
ranks = "A 2 3"
foundation = { piles = 4, start = "A", build = "any card" }
tableau = { piles = 4, deal = 2, build = "none", take = "run", space = "none" }
reserve.piles = 2
reserve.deal = 2
reserve.met_in_dealing = "what begins is always replaced"
reserve.fill = ["tableau"]
"""
    assert look(_table(toml, "A 2 3"), "judged", 1, 0) is None
