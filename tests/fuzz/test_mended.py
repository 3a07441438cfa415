"""Faults that sparring found, each with the few lines that showed it: none shows again."""

from __future__ import annotations

import tomllib
from typing import NamedTuple

import pytest

from tests.covering import few
from tests.fuzz.spar import look, refusal_of


class Mended(NamedTuple):
    """A fault that was mended: the check that showed it, and what of the definition matters."""

    told: str
    part: str
    toml: str


MENDED = [
    Mended(
        "a stock that deals to the tableau, asked to turn to the waste, waited for nothing",
        "moves",
        """
        ranks = "A 3"
        foundation = { piles = 4, start = "A", build = "up in suit" }
        tableau = { piles = 1, deal = 0, build = "any card", take = "block", space = "any card" }
        waste.from = ["tableau"]
        stock.deal = "2 to each tableau"
        """,
    ),
    Mended(
        "where any card may be taken, a buried one was listed a second time as drawn by favour",
        "moves",
        """
        ranks = "A 2"
        merci.times = 1
        [foundation]
        piles = 4
        start = "A"
        build = "up in suit"
        [tableau]
        piles = 1
        deal = 8
        build = "any card"
        take = "any card"
        space = "any card"
        """,
    ),
    Mended(
        "a card that stays where it is right was said not to leave play for its suit",
        "refusals",
        """
        ranks = "A 3"
        foundation = { piles = 4, start = "A", build = "any card" }
        waste = {}
        stock.deal = "1 to waste"
        discard.leaves = "S"
        [tableau]
        piles = 1
        deal = 0
        build = "any card"
        take = "top card"
        space = "3"
        wrong = "may leave"
        """,
    ),
    Mended(
        "of several cards that stay below only the lowest was named",
        "refusals",
        """
        ranks = "T J Q"
        win = "foundations complete"
        [foundation]
        piles = 4
        start = "T"
        build = "up in suit"
        placed = true
        [tableau]
        piles = 2
        deal = 4
        build = "any card"
        take = "any card"
        space = "any card"
        keep = 2
        """,
    ),
    Mended(
        "a row under an empty one was said to begin with the rank that was refused",
        "refusals",
        """
        ranks = "A 3"
        win = "foundations complete"
        [foundation]
        piles = 2
        start = "A"
        build = "any card"
        limited_by = "the row above"
        [tableau]
        piles = 1
        deal = 8
        build = "any card"
        take = "top card"
        space = "any card"
        """,
    ),
    Mended(
        "a refusal named the card on top that lies face down",
        "refusals",
        """
        ranks = "4 5"
        [foundation]
        piles = 4
        start = "base rank"
        build = "up in suit, wrapping"
        [tableau]
        piles = 1
        deal = 2
        build = "down in alternating colours"
        take = "run"
        space = "any card"
        face = "down but the last"
        [reserve]
        piles = 3
        deal = [3, 2, 1]
        """,
    ),
    Mended(
        "cards that go only into spaces were said never to go there",
        "refusals",
        """
        ranks = "9 T"
        [foundation]
        piles = 4
        start = "base rank"
        build = "up in suit, wrapping"
        [tableau]
        piles = 1
        deal = 1
        take = "top card"
        space_from = ["stock"]
        build = "any card"
        space = "any card"
        [stock]
        """,
    ),
    Mended(
        "what is true of one group was said of all of the kind",
        "refusals",
        """
        ranks = "2 3"
        [foundation]
        piles = 4
        start = "base rank"
        build = "up in suit, wrapping"
        [reserve.left]
        piles = 1
        deal = 0
        space = "any card"
        space_from = ["stock"]
        [reserve.right]
        piles = 1
        deal = 0
        [stock]
        """,
    ),
    Mended(
        "a space filled of itself was said to be filled from where the card came",
        "refusals",
        """
        ranks = "3 4"
        [stock]
        [cell]
        piles = 1
        fill = ["tableau"]
        [tableau]
        piles = 1
        deal = 1
        build = "any card"
        take = "top card"
        space = "none"
        fill = ["cell"]
        from = ["cell", "stock"]
        [foundation]
        piles = 4
        start = "base rank"
        build = "up in suit, wrapping"
        """,
    ),
    Mended(
        "cards that lie face up and are kept were said to lie face down",
        "refusals",
        """
        ranks = "A 2"
        win = "foundations complete"
        [foundation]
        piles = 1
        build = "any card"
        start = "A"
        [tableau]
        piles = 1
        deal = 0
        build = "any card"
        take = "any card"
        space = "any card"
        [reserve]
        piles = 1
        deal = 2
        face = "top up"
        keep = 2
        [stock]
        deal = "1 to each tableau"
        """,
    ),
    Mended(
        "the rules page of piles dealt by rank broke where each had its number face down",
        "page",
        """
        ranks = "A 2 3"
        win = "foundations complete"
        [foundation]
        piles = 1
        start = "A"
        build = "any card"
        [tableau]
        piles = 3
        deal = 0
        build = "any card"
        take = "top card"
        space = "3"
        order = "by rank"
        face = [3, 3, 3]
        """,
    ),
    Mended(
        "the rules page said nothing of cards that sink in a pile that is dealt none at first",
        "page",
        """
        ranks = "7 8"
        foundation = { piles = 4, build = "up in suit", start = "7" }
        reserve = { piles = 1, deal = 0, sink = "8", sink_way = "as exposed" }
        stock.deal = "1 to each reserve"
        """,
    ),
    Mended(
        "a card of the suit and of a rank that the row above shows was refused for these",
        "refusals",
        """
        ranks = "2 3 6 9 K"
        win = "foundations complete"
        [foundation]
        piles = 4
        start = "base rank"
        build = "up in suit"
        deal = 1
        limited_by = "the row above"
        [tableau]
        piles = 2
        deal = [7, 6]
        build = "up or down in suit rotation"
        take = "any card"
        space = "any card"
        [reserve]
        piles = 1
        deal = 6
        """,
    ),
    Mended(
        "of a pack with two suits the base card lay on the foundation of another suit",
        "texts",
        """
        ranks = "2 3"
        suits = "H H S S"
        foundation = { piles = 4, start = "base rank", build = "up in suit", deal = 1 }
        win = "foundations complete"
        reserve = { piles = 1, deal = 0 }
        stock.deal = "1 to each reserve"
        """,
    ),
    Mended(
        "one pile won by the engine, and not by the search, where no row closes up",
        "both speeds",
        """
        ranks = "A 2"
        win = "one pile"
        stock.deal = "2 to each tableau"
        tableau = { piles = 1, deal = 0, build = "any card", take = "top card", space = "any card" }
        """,
    ),
    Mended(
        "piles that go by their top cards later on were no family's for the search",
        "both speeds",
        """
        ranks = "2 3"
        foundation = { piles = 4, build = "any card", start = "base rank" }
        [tableau]
        piles = 3
        deal = [8, 0, 0]
        build = "any card"
        take = "none"
        then = { when = "foundation empty", take = "whole pile by its top card" }
        space = "any card"
        """,
    ),
    Mended(
        "the rules page was silent on the lowest cards that stay in piles whose others leave play",
        "page",
        """
        ranks = "A 2"
        win = "all out of play but 2"
        foundation = { piles = 4, start = "A", build = "up in suit" }
        remove.sets = ["same rank"]
        discard = {}
        [tableau]
        piles = 4
        deal = 2
        build = "none"
        take = "none"
        space = "none"
        keep = 1
        """,
    ),
    Mended(
        "a foundation from amid whose cards one went to another was not read back",
        "texts",
        """
        ranks = "2 3"
        stock.deal = "1 to waste"
        waste = {}
        [foundation]
        piles = 4
        start = "2C"
        build = "any card"
        take = "any card"
        to = ["foundation"]
        """,
    ),
    Mended(
        "a group could not be dealt where cards had gone to the foundations in dealing another",
        "texts",
        """
        decks = 2
        ranks = "A 9 Q"
        foundation = { piles = 8, start = "A", build = "any card" }
        reserve = { piles = 1, deal = 6, met_in_dealing = "what begins is replaced" }
        [tableau]
        piles = 3
        deal = 6
        build = "any card"
        take = "run"
        space = "any card"
        """,
    ),
    Mended(
        "a card that was laid on a foundation in dealing did not fix the base rank",
        "texts",
        """
        ranks = "A 2 3 4"
        foundation = { piles = 4, start = "base rank", build = "up in suit, wrapping" }
        [tableau]
        piles = 4
        deal = 4
        build = "any card"
        take = "top card"
        space = "any card"
        met_in_dealing = "what fits goes out"
        """,
    ),
    Mended(
        "more sets of cards could leave play at a time than there was room for",
        "undo",
        """
        suits = "S S S S"
        ranks = "A 2 3 4 5 6"
        win = "all out of play"
        remove.sets = ["agreeing"]
        discard = {}
        tableau = { piles = 17, deal = 1, build = "none", take = "top card", space = "none" }
        stock.deal = "1 to each tableau"
        """,
    ),
    Mended(
        "a card that stays in its pile did not beat those of its suit, though it shows",
        "refusals",
        """
        suits = "S"
        ranks = "A 2 3 4"
        win = "all out of play but 4"
        [tableau]
        piles = 2
        deal = [1, 3]
        build = "none"
        take = "top card"
        space = "none"
        keep = 1
        [discard]
        leaves = "lower in suit"
        """,
    ),
]


REFUSED = {
    """
    cell = { piles = 2, order = "by rank" }
    foundation = { piles = 4, start = "A", build = "up in suit" }
    """: "spar.toml: cell.order: cells hold one card each, too few for the order 'by rank'",
    """
    reserve = { piles = 2, deal = 0, order = "by rank" }
    [foundation]
    piles = 8
    start = ["A", "A", "A", "A", "2", "2", "2", "2"]
    build = "up any suit"
    placed = ["AC", "AD", "AH", "AS", "2C", "2D", "2H", "2S"]
    """: "spar.toml: reserve.order: no cards are left to deal: all of them lie on foundations",
    """
    shift = { times = 1, group = "foundation" }
    foundation = { piles = 4, start = "A", build = "up in suit" }
    stock.turned = true
    """: "spar.toml: shift.group: cards of foundations cannot be shifted",
    """
    shift = { times = 1, group = "discard" }
    foundation = { piles = 4, start = "A", build = "up in suit" }
    discard.deal = "the rest"
    """: "spar.toml: shift.group: cards out of play cannot be shifted",
    """
    win = "all out of play"
    foundation = { piles = 4, start = "A", build = "up in suit" }
    stock.turned = true
    """: "spar.toml: win: no card ever leaves play: add [remove], [count], or 'leaves' in"
    " [discard]",
    """
    count.of = "tableau"
    foundation = { piles = 4, start = "A", build = "any card" }
    tableau = { piles = 1, deal = 8, build = "any card", take = "top card", space = "none" }
    discard.leaves = "S"
    """: "spar.toml: discard.leaves: [count] says already which cards leave play",
    """
    foundation = { piles = 4, start = "base rank", build = "any card", placed = "first 3 dealt", \
same_suits = true }
    stock.turned = true
    """: "spar.toml: foundation.same_suits: cards that are dealt to foundations need not be of one"
    " suit",
    """
    [foundation]
    piles = 4
    start = ["AC", "AD", "AH", "AS"]
    build = "any card"
    placed = ["AS"]
    [tableau]
    piles = 2
    deal = 2
    build = "any card"
    take = "run"
    space = "any card"
    lacks = ["2"]
    [stock]
    deal = "1 to each tableau"
    """: "spar.toml: tableau.lacks: 4 cards are laid out up to this group, but only 3 have other"
    " ranks",
    """
    merci.times = 1
    foundation = { piles = 4, start = "2", build = "down in suit", whole = "by choice" }
    reserve = { piles = 1, deal = 8 }
    """: "spar.toml: merci: no buried card is drawn where foundations take whole runs",
    """
    merci.times = 1
    foundation = { piles = 4, start = "A", build = "up in suit" }
    [tableau]
    piles = 2
    deal = 4
    build = "any card"
    take = "whole pile by its top card"
    space = "any card"
    """: "spar.toml: merci: no buried card is drawn from piles with take = 'whole pile by its top"
    " card'",
    """
    foundation = { piles = 4, start = "A", build = "up in suit" }
    cell = { piles = 1, fill = ["foundation"] }
    stock.turned = true
    """: "spar.toml: cell.fill: cards of the foundation stay there, so they cannot fill empty"
    " piles",
    """
    foundation = { piles = 4, start = "A", build = "up in suit" }
    reserve = { piles = 2, deal = 0, fill = ["reserve"] }
    stock.turned = true
    """: "spar.toml: reserve.fill: cards of the reserve cannot fill its own empty piles",
    """
    foundation = { piles = 4, start = "A", build = "up in suit" }
    cell = { piles = 1, space = "left neighbour" }
    stock.turned = true
    """: "spar.toml: cell.space: only the places of a grid, in [tableau], have neighbours",
    """
    stock.turned = true
    [foundation]
    piles = 4
    start = "A"
    build = "up in suit"
    then = { when = "stock empty", take = "none" }
    """: "spar.toml: foundation.then.take: foundations keep their cards without 'to': add it, or"
    " leave 'take' out",
    """
    redeal.times = 1
    foundation = { piles = 4, start = "A", build = "up in suit" }
    waste.from = ["reserve"]
    reserve = { piles = 1, deal = 8 }
    """: "spar.toml: redeal.from: the waste becomes the stock, but there is no [stock]",
    """
    reserve = { piles = 1, deal = 7, met_in_dealing = "what begins is replaced" }
    foundation = { piles = 4, start = "base rank", build = "up in suit, wrapping", deal = 1 }
    """: "spar.toml: reserve.met_in_dealing: [foundation] gets its base card first: move it above"
    " [reserve]",
    """
    foundation = { piles = 4, start = "A", build = "up in suit" }
    stock.turned = true
    [tableau]
    piles = 4
    deal = 0
    build = "any card"
    space = "left neighbour"
    row = 4
    row_start = "2"
    take = "top card"
    most = 1
    refill = 1
    """: "spar.toml: tableau.row: the gaps of a grid are not filled: leave out 'refill' and 'fill'",
}


@pytest.mark.parametrize("toml", REFUSED)
def test_what_could_not_be_played_is_refused(toml: str) -> None:
    table = tomllib.loads('name = "Spar"\nfamily = "Spar"\ndecks = 1\nranks = "A 2"\n' + toml)
    assert refusal_of(table) == REFUSED[toml]


@pytest.mark.parametrize("entry", few(MENDED, 7), ids=lambda entry: entry.told)
def test_what_was_mended_stays_mended(entry: Mended) -> None:
    head = 'name = "Spar"\nfamily = "Spar"\n' + "decks = 1\n" * ("decks" not in entry.toml)
    table = tomllib.loads(head + entry.toml)
    assert not refusal_of(table)
    for deal in range(1, 7):
        fault = look(table, entry.part, deal, 8)
        assert fault is None, str(fault)
