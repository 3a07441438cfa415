"""Heap timing, for cards that cannot go up in time: the fast test, a plain one, and brute force."""

from __future__ import annotations

from typing import Any

import pytest

import cadogan
from cadogan.core.cards import SUITS, of_rank
from cadogan.core.errors import InvalidDefinitionError
from cadogan.model.position import Game, Position
from cadogan.solver.analysis import analysis
from cadogan.solver.analysis import heap_timing as conditions
from cadogan.solver.facts import Analysis
from cadogan.solver.prunings import heap_timing
from cadogan.state.compiled import CompiledRules
from cadogan.state.snapshot import freeze
from cadogan.state.state import State
from tests.covering import few
from tests.plays import compare, lost_though_won
from tests.small import small_game
from tests.tiny import made

Changes = dict[str, Any]

WHOLE = ("auld-lang-syne", "old-fashioned", "tam-o-shanter", "contradance", "quadrille")
# the rank that follows each rank; in games with a waste, the suit must match as well
FOLLOWS = {
    "auld-lang-syne": {rank: rank + 1 for rank in range(12)},
    "contradance": {4: 3, 3: 2, 2: 1, 1: 0, 0: 12, **{rank: rank + 1 for rank in range(5, 11)}},
}
FOLLOWS["quadrille"] = {a: b for a, b in FOLLOWS["contradance"].items() if b != 11}


def untimely_slowly(position: Position) -> bool:
    """Return whether a position of a whole game is lost, working directly from the rules.

    Suits do not matter in games without a waste. Piles are lists. Cards of a rank and suit that
    have gone up are counted again each time.
    """
    game = position.game
    R = game.compiled_rules
    in_suit = R.stock.waste >= 0
    follows = FOLLOWS[game.definition.id if in_suit else "auld-lang-syne"]
    under = {b: a for a, b in follows.items()}
    piles = [[*pile] for pile in position.snapshot.piles]
    up = [c for f in range(R.foundations) for c in piles[f]]
    went: list[int] = []

    def count(some: list[int], rank: int, suit: int) -> int:
        return sum(c % 13 == rank and (not in_suit or c // 13 == suit) for c in some)

    def most(rank: int, suit: int) -> int:
        now = count(up, rank, suit) + count(went, rank, suit)
        return min(now, most(under[rank], suit)) if rank in under else now

    passes = R.redeal.times - position.snapshot.redeals
    columns = [p for p in range(R.foundations, R.piles) if p != R.stock.pile]
    while True:
        for p in columns * 60:
            while piles[p]:
                rank, suit = piles[p][-1] % 13, piles[p][-1] // 13
                if rank in under and most(under[rank], suit) <= count(up, rank, suit):
                    break
                went.append(piles[p].pop())
        if piles[R.stock.pile]:
            for p in range(R.deal.first, R.deal.end):
                piles[p] += [piles[R.stock.pile].pop()] if piles[R.stock.pile] else []
        elif passes and R.stock.waste >= 0 and piles[R.stock.waste]:
            passes -= 1
            piles[R.stock.pile], piles[R.stock.waste] = piles[R.stock.waste][::-1], []
        else:
            break
    short = any(
        most(rank, suit) < count(up, rank, suit) + count(went, rank, suit)
        for rank in range(13)
        for suit in range(len(SUITS))
    )
    return short or any(piles[p] for p in columns)


@pytest.mark.parametrize("game_id", few(WHOLE, 2))
@pytest.mark.parametrize("deals", few([range(1, 7), range(1, 50)], 1), ids=str)
def test_the_fast_test_agrees_with_the_plain_one(game_id: str, deals: range) -> None:
    game = cadogan.game(game_id)
    assert analysis.analyse(game).heaps.used

    def slow(R: CompiledRules, S: State, _: Analysis) -> bool:
        return untimely_slowly(Position(game, freeze(R, S)))

    answers = compare(game, heap_timing.cannot_go_in_time, slow, deals, every=9)
    assert {*answers} == {True, False}


SOME: tuple[tuple[str, Changes], ...] = (
    ("tam-o-shanter", {"tableau": {"space": "any card"}}),
    ("tam-o-shanter", {"tableau": {"build": "down any suit"}}),
    ("tam-o-shanter", {"tableau": {"take": "any card"}}),
    ("tam-o-shanter", {"foundation": {"build": "up or down any suit"}}),
    ("tam-o-shanter", {"cell": {"piles": 1}}),
    ("contradance", {"redeal": {"order": "shuffled"}}),
    ("contradance", {"stock": {"deal": "2 to waste"}}),
    ("tam-o-shanter", {"stock": {"deal": "1 to waste"}, "waste": {"piles": 2}}),
)


@pytest.mark.parametrize(("of", "changes"), SOME)
def test_it_is_off_for_other_ways_to_play_cards(of: str, changes: Changes) -> None:
    assert analysis.analyse(Game(made("near", of, {}))).heaps.used
    assert not analysis.analyse(Game(made("near", of, changes))).heaps.used


FOUR: Changes = {"ranks": "A 2 3 4", "foundation": {"build": "up in suit"}}
# Changes to Tam o' Shanter that break the argument, each with a winnable position in which the
# fast test would call cards late.
NEEDED: dict[str, tuple[Changes, str]] = {
    "cards are laid on others by hand": (
        FOUR | {"tableau": {"piles": 3, "build": "down any suit"}},
        "-/-/-/-/-/4C/3S2S/[3C4H2D4S4D3HAHACAS2C3DAD2H]",
    ),
    "cards go into empty piles": (
        FOUR | {"tableau": {"piles": 3, "space": "any card"}},
        "-/-/-/-/2S2H/4CAD/3S3D/[3C4H2D4S4D3HAHACAS2C]",
    ),
    "a full pile is dealt nothing": (
        {"ranks": "A 2 3", "tableau": {"piles": 2, "most": 2}},
        "AH2S3H/AS2H3D/-/-/2D2C/-/[3CACAD3S]",
    ),
    "of two wastes the first takes all": (
        FOUR | {"tableau": {"piles": 2}, "stock": {"deal": "1 to waste"}, "waste": {"piles": 2}},
        "-/-/-/-/2H/4C/-/-/[ASAH3CAC2C3H3D2D2S3S4S4HAD4D]",
    ),
    "what is turned next depends on what went up": (
        FOUR
        | {
            "tableau": {"piles": 2},
            "stock": {"deal": "2 to waste"},
            "waste": {},
            "redeal": {"times": 1},
        },
        "-/-/-/AS/AH/AC/4H3S4C3C4DAD2S2D3H/[4S2C2H3D]",
    ),
}


@pytest.mark.parametrize("why", NEEDED)
def test_without_a_condition_winnable_positions_would_be_lost(
    why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    changes, line = NEEDED[why]
    game = Game(made("near", "tam-o-shanter", changes))
    assert conditions.PROOF.covers(game.features), "else the condition would not be needed"
    assert not analysis.analyse(game).heaps.used
    monkeypatch.setattr(conditions, "_applies", lambda _: True)
    assert analysis.analyse(game).heaps.used
    assert lost_though_won(game.parse(line), heap_timing.cannot_go_in_time)


def two_ladders(low: str, high: str) -> Game:
    rules = f"""
    ranks = "A 2 3 4"
    [foundation.low]
    sequence = "{low}"
    [foundation.high]
    start = "{high[0]}"
    sequence = "{high}"
    [tableau]
    piles = 3
    deal = 2
    build = "none"
    [stock]
    deal = "1 to each tableau"
    """
    return small_game(rules)


def test_it_is_off_where_a_card_has_two_ways_up() -> None:
    """A three may begin a foundation; if it could only follow a two, it would seem late."""
    game = two_ladders("A 2 3", "3 4")
    A = analysis.analyse(game)
    assert conditions.PROOF.covers(game.features)
    assert not A.heaps.used
    starts, followers = A.relaxation.starts & ~of_rank(3), A.relaxation.followers
    heaps = conditions.heap_facts(game, starts, followers)
    work = analysis.working_room(game.compiled_rules, heaps.rungs)
    without = A._replace(heaps=heaps, work=work)
    line = "-/AD/-/-/-/-/-/-/2S2H/4C/3S3D/[3C4H2D4S4D3HAHACAS2C]"
    assert lost_though_won(game.parse(line), heap_timing.cannot_go_in_time, without)


def test_it_is_off_where_a_card_follows_two_ranks() -> None:
    """Threes follow both twos and fours, so that no single order of rungs exists."""
    game = two_ladders("A 2 3", "4 3")
    assert conditions.PROOF.covers(game.features)
    assert not analysis.analyse(game).heaps.used
    assert analysis.analyse(two_ladders("A 2", "4 3")).heaps.used


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"foundation": {"build": "up by 2 in suit"}}, "no foundation ever takes"),
        ({"stock": {"deal": ""}}, "nothing ever leaves the stock"),
        ({"stock": {"deal": "1 to stock"}}, "is not a deal"),
        ({"waste": {}, "redeal": {"times": 1, "from": "waste"}}, "no card ever reaches the waste"),
    ],
)
def test_definitions_that_cannot_occur(changes: Changes, message: str) -> None:
    """Each card has a rung, each stock deals, and each redealt waste gets cards."""
    with pytest.raises(InvalidDefinitionError, match=message):
        Game(made("near", "tam-o-shanter", changes))
