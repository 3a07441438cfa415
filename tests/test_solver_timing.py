"""Cards of heaps that cannot go up in time: the fast test, a plain one, and brute force."""

from __future__ import annotations

import random
from typing import Any

import pytest

import cadogan
from cadogan.board import new_state, thaw
from cadogan.cards import SUITS
from cadogan.position import Game, Position
from cadogan.solver import guide
from cadogan.solver.kernel import timing
from tests.test_solver_following import states
from tests.test_solver_kernel import given_up
from tests.tiny import made

Changes = dict[str, Any]

WHOLE = ("auld-lang-syne", "old-fashioned", "tam-o-shanter", "contradance", "quadrille")
HEAPS: Changes = {"ranks": "A 2 3", "tableau": {"piles": 3}}
TINY: dict[str, tuple[str, Changes]] = {
    "a deal of two each": ("tam-o-shanter", HEAPS | {"stock": {"deal": "2 to each tableau"}}),
    "two packs in suit": (
        "tam-o-shanter",
        {
            "ranks": "A 2 3",
            "decks": 2,
            "foundation": {"piles": 8, "build": "up in suit"},
            "tableau": {"piles": 4},
        },
    ),
    "three turned at a time": (
        "tam-o-shanter",
        {"ranks": "A 2 3 4", "stock": {"deal": "3 to waste"}, "waste": {}},
    ),
}
# what follows a card there, by ranks; in the waste's games in suit
FOLLOWS = {
    "auld-lang-syne": {rank: rank + 1 for rank in range(12)},
    "contradance": {4: 3, 3: 2, 2: 1, 1: 0, 0: 12, **{rank: rank + 1 for rank in range(5, 11)}},
}
FOLLOWS["quadrille"] = {a: b for a, b in FOLLOWS["contradance"].items() if b != 11}


def untimely_slowly(position: Position) -> bool:
    """Say the same of a position of a whole game, from the rules as people read them.

    Suits do not matter in the first three games. Piles are lists; that cards of a rank and suit
    go up is counted anew from its first card each time.
    """
    game = position.game
    T = game.tables
    in_suit = T.waste >= 0
    follows = FOLLOWS[game.definition.id if in_suit else "auld-lang-syne"]
    under = {b: a for a, b in follows.items()}
    piles = [[*pile] for pile in position.snapshot.piles]
    up = [c for f in range(T.foundations) for c in piles[f]]
    went: list[int] = []

    def count(some: list[int], rank: int, suit: int) -> int:
        return sum(c % 13 == rank and (not in_suit or c // 13 == suit) for c in some)

    def most(rank: int, suit: int) -> int:
        now = count(up, rank, suit) + count(went, rank, suit)
        return min(now, most(under[rank], suit)) if rank in under else now

    passes = T.redeal_times - position.snapshot.redeals
    columns = [p for p in range(T.foundations, T.piles) if p != T.stock]
    while True:
        for p in columns * 60:
            while piles[p]:
                rank, suit = piles[p][-1] % 13, piles[p][-1] // 13
                if rank in under and most(under[rank], suit) <= count(up, rank, suit):
                    break
                went.append(piles[p].pop())
        if piles[T.stock]:
            for p in range(T.deal_first, T.deal_end):
                piles[p] += [piles[T.stock].pop()] if piles[T.stock] else []
        elif passes and T.waste >= 0 and piles[T.waste]:
            passes -= 1
            piles[T.stock], piles[T.waste] = piles[T.waste][::-1], []
        else:
            break
    short = any(
        most(rank, suit) < count(up, rank, suit) + count(went, rank, suit)
        for rank in range(13)
        for suit in range(len(SUITS))
    )
    return short or any(piles[p] for p in columns)


@pytest.mark.drawn(2)
@pytest.mark.parametrize("game_id", WHOLE)
def test_the_fast_test_agrees_with_the_plain_one(game_id: str) -> None:
    game = cadogan.game(game_id)
    G = guide.guide(game)
    assert G.timely
    S = new_state(game.tables)
    rng = random.Random(game_id)
    said = set()
    for number in range(1, 13):
        for position in states(game.deal(number), rng)[::9]:
            thaw(game.tables, S, position.snapshot)
            slow = untimely_slowly(position)
            assert timing.untimely(game.tables, S, G) == slow, position.line
            said.add(slow)
    assert said == {True, False}


@pytest.mark.drawn(2)
@pytest.mark.parametrize("name", TINY)
def test_no_position_that_can_be_won_is_too_late(name: str) -> None:
    """Of every position of tiny games, against brute force."""
    of, changes = TINY[name]
    game = Game(made(name, of, changes))
    G = guide.guide(game)
    assert G.timely
    found = given_up(game, lambda S: timing.untimely(game.tables, S, G), 40, 3000, 4000)
    assert {(True, False), (False, True)} <= found


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
def test_where_cards_come_otherwise_nothing_is_looked_for(of: str, changes: Changes) -> None:
    assert guide.guide(Game(made("near", of, {}))).timely
    assert not guide.guide(Game(made("near", of, changes))).timely


@pytest.mark.parametrize("game_id", ["klondike", "accordion", "golf", "sir-tommy", "archway"])
def test_elsewhere_nothing_is_looked_for(game_id: str) -> None:
    assert not guide.guide(cadogan.game(game_id)).timely
