"""Conditions in the search's tests for lost positions, each with a position that needs it.

In each of these minimal games, the test without the condition would call a winnable position lost.
"""

from __future__ import annotations

import random
from collections.abc import Collection
from typing import Any

import pytest

from cadogan.model.position import Game
from cadogan.solver.analysis import analysis
from cadogan.solver.codes import Noted
from cadogan.solver.prunings import (
    components,
    grid_placement,
    hole_order,
    matching,
    relaxation,
    row_order,
)
from cadogan.solver.search import transposition
from cadogan.state.snapshot import new_state, thaw
from tests.covering import few
from tests.plays import Test, compare, random_play, searched
from tests.relaxed import apart_slowly, dead_slowly
from tests.tiny import load, made

Changes = dict[str, Any]

TWO_PACKS: Changes = {"ranks": "A 2 Q K", "decks": 2, "foundation": {"piles": 8}}
NO_SPACE: Changes = {"piles": 3, "deal": 4, "face": "up", "take": "top card", "space": "none"}
PLAYED: dict[str, tuple[str, Changes]] = {
    "again": (
        "la-belle-lucie",
        {"ranks": "A 2 3", "tableau": {"piles": 4, "deal": 3}, "redeal": {"times": "unlimited"}},
    ),
    "blocks of two packs": (
        "yukon",
        TWO_PACKS | {"tableau": {"piles": 4, "deal": 8, "face": [4, 4, 4, 4]}},
    ),
    "runs of two packs": (
        "spanish-patience-runs",
        TWO_PACKS | {"tableau": {"piles": 4, "deal": 8}},
    ),
    "runs out of order": (
        "spanish-patience-runs",
        {
            "ranks": "A 2 3 4 5 Q K",
            "tableau": {"piles": 4, "deal": 7, "build": "down in alternating colours"},
        },
    ),
    "cards given back": (
        "bakers-dozen-worrying-back",
        {"ranks": "A 2 3 Q K", "tableau": {"piles": 4, "deal": 5}},
    ),
    "columns that others fill alone": (
        "bear-river",
        {
            "ranks": "A 2 3 4 5",
            "foundation": {"deal": 0, "start": "A", "build": "up in suit"},
            "tableau": {
                "left": {"piles": 2, "deal": 1, "build": "none", "to": ["foundation"], "most": 0}
                | {"space": "any card"},
                "right": {"piles": 4, "deal": [5, 5, 4, 4], "build": "down any suit", "most": 0}
                | {"space": "none"},
            },
        },
    ),
    "a reserve of which any card is taken": (
        "klondike",
        {
            "ranks": "A 2 3 4 5",
            "tableau": NO_SPACE | {"build": "down any suit"},
            "reserve": {"piles": 1, "deal": 4, "take": "any card", "space": "any card"}
            | {"from": ["tableau"], "to": ["foundation"]},
            "redeal": {"times": 0},
        },
    ),
    "a reserve on the way from the waste": (
        "klondike-no-worrying-back",
        {
            "ranks": "A 2 3 4 5",
            "tableau": NO_SPACE | {"build": "down in suit"},
            "reserve": {"piles": 1, "deal": 1, "take": "top card", "space": "none"}
            | {"build": "up or down any suit", "from": ["waste"], "to": ["foundation", "tableau"]},
            "waste": {"to": ["foundation", "reserve"]},
        },
    ),
    "a stock of two packs": (
        "klondike-one-pass",
        TWO_PACKS | {"tableau": {"piles": 3, "deal": [7, 8, 7], "face": [3, 4, 3]}},
    ),
}
JOINED: dict[str, tuple[str, Changes]] = {
    "most face down": (
        "scorpion",
        {"ranks": "J Q K", "tableau": {"piles": 3, "deal": [4, 3, 3], "face": [2, 2, 2]}},
    ),
    "no kings": (
        "scorpion",
        {
            "ranks": "A 2 3",
            "tableau": {"piles": 3, "deal": [4, 3, 3], "face": [1, 1, 1], "space": "3"},
        },
    ),
}
# one tiny game for each way of lifting cards and filling piles
TINY = (
    "bakers-dozen", "batsford", "big-ben", "casket", "freecell-two-cells", "gargantua",
    "klondike-draw-3-three-passes", "osmosis", "quadrille", "round-with-merci",
    "round-with-shift", "scorpion", "scorpion-of-three-piles", "spanish-patience-runs",
    "the-plot", "three-shuffles-and-a-draw", "trefoil", "wasp", "westcliff", "yukon",
)  # fmt: skip

SMALL: Changes = {"ranks": "A 2 3", "tableau": {"piles": 12, "row": 3}}


@pytest.mark.parametrize(
    ("test", "of", "changes"),
    [
        (grid_placement.cannot_be_placed, "gaps-one-deal", {"cell": {"piles": 1}}),
        (components.never_joined, "freecell", {}),
        (hole_order.lacks_followers, "golf", {"win": "tableau and stock empty"}),
        (row_order.cannot_be_filled, "klondike", {}),
        (matching.lacks_mates, "klondike", {}),
        (relaxation.is_dead, "accordion", {}),
    ],
)
def test_a_test_that_is_off_finds_no_lost_position(test: Test, of: str, changes: Changes) -> None:
    game = Game(made("off", of, changes))
    for number in (1, 2):
        assert not test(*searched(game.deal(number)))


@pytest.mark.parametrize("times", [1, "unlimited"])
def test_a_grid_with_a_redeal_is_not_lost(times: int | str) -> None:
    """Without a redeal, the test for lost grids reports some of the same deals as lost."""
    games = [Game(made("again", "gaps", SMALL | {"redeal": {"times": n}})) for n in (times, 0)]
    found = {
        tuple(grid_placement.cannot_be_placed(*searched(game.deal(number))) for game in games)
        for number in range(1, 30)
    }
    assert found == {(False, False), (False, True)}


@pytest.mark.parametrize("name", [*PLAYED, *JOINED, *TINY])
@pytest.mark.parametrize("deals", few([range(1, 7), range(1, 100)], 1), ids=str)
def test_dead_positions_of_tiny_games_agree(name: str, deals: range) -> None:
    game = load(name) if name in TINY else Game(made("small", *(PLAYED | JOINED)[name]))
    A = analysis.analyse(game)
    assert A.relaxation.used
    slow = apart_slowly if A.relaxation.joined else dead_slowly
    compare(game, relaxation.is_dead, slow, deals, most=25, up=0.6)


def test_rows_without_a_limit_take_all_cards_that_fit() -> None:
    game = Game(made("free", "osmosis", {"foundation": {"limited_by": ""}}))
    at = [searched(game.deal(number)) for number in range(1, 20)]
    assert all(A.safe.rows == 2 for _, _, A in at)
    assert not all(row_order.cannot_be_filled(*some) for some in at)


def test_heights_of_the_waste_that_cannot_recur_have_their_own_keys() -> None:
    """When three cards are turned at a time, every third height and a full waste share one key.

    Each of the other heights of the waste is a separate position.
    """
    game = Game(made("turned", "klondike-draw-3", {}))
    R, S = game.compiled_rules, new_state(game.compiled_rules)
    cards = range(7)
    found = []
    for n in range(len(cards) + 1):
        S.height[R.stock.waste], S.height[R.stock.pile] = n, len(cards) - n
        for i in cards:  # the stock is in the opposite order
            at = R.stock.waste * R.room + i if i < n else R.stock.pile * R.room + len(cards) - 1 - i
            S.cards[at] = i
        found.append(transposition._turned(R, S))
    assert len({found[n] for n in (0, 3, 6, 7)}) == 1
    assert len({*found}) == 5


def known_by(game: Game, text: str, without: Collection[str] = ()) -> tuple[int, int]:
    """Return the keys of a position; the text separates piles by spaces."""
    R, A = analysis.searched_rules(game, without), analysis.analyse(game, without=without)
    S = new_state(R)
    thaw(R, S, game.parse("/".join(text.split())).snapshot)
    transposition.know(R, S, A, 0)
    return A.work.keys[0], A.work.checks[0]


ORDERS = [("2C", "7C", "3C", "7S"), ("2C", "7S", "3C", "7C")]


def test_a_run_does_not_hang_on_a_face_down_card() -> None:
    """A run on a face-down card is part of the key, because its place shows what it uncovered."""
    game = Game(made("uncovered", "klondike", {"tableau": {"piles": 2, "deal": [3, 3]}}))
    rest = "".join(rank + suit for suit in "CDHS" for rank in "A23456789TJQK")
    for card in ("2C", "8D", "7C", "3C", "8H", "7S"):
        rest = rest.replace(card, "")
    boards = (f"- - - - [{a}8D]{b} [{c}8H]{d} - [{rest}]" for a, b, c, d in ORDERS)
    assert len({known_by(game, board) for board in boards}) == len(ORDERS)


def test_a_cycle_needs_enough_hanging_cards() -> None:
    """The verdict is the same with and without the pruning of runs."""
    change: Changes = {
        "ranks": "A 2 3 K",
        "tableau": {"piles": 2, "deal": 4, "build": "down in alternating colours, wrapping"},
    }
    game = Game(made("round", "klondike", change))
    R = game.compiled_rules
    S = new_state(R)
    pack = "".join(rank + suit for suit in "CDHS" for rank in "A23K")
    for run, another, wound in (
        ("3S2DASKD", "3C2H", 1),
        ("3S2DAS", "3C2HACKH", 1),
        ("3S2DAS", "3C2HAC", 0),
    ):
        rest = pack
        for some in (run, another):
            for i in range(0, len(some), 2):
                rest = rest.replace(some[i : i + 2], "")
        for without in ((), ("runs",)):
            A = analysis.analyse(game, without=without)
            assert (A.dominance.girth, A.dominance.runs) == (4, int(not without))
            thaw(R, S, game.parse(f"-/-/-/-/{run}/{another}/-/[{rest}]").snapshot)
            transposition.know(R, S, A, 0)
            assert A.work.sets[Noted.WOUND] == wound


def test_without_wrapping_there_are_no_cycles() -> None:
    game = Game(made("plain", "klondike", {}))
    R, A, S = game.compiled_rules, analysis.analyse(game), new_state(game.compiled_rules)
    thaw(R, S, game.deal(1).snapshot)
    transposition.know(R, S, A, 0)
    assert (A.dominance.runs, A.dominance.girth, A.work.sets[Noted.WOUND]) == (1, 0, 0)


def test_the_keys_of_stock_and_waste_belong_to_both() -> None:
    game = Game(made("round", "klondike", {}))
    R, S = game.compiled_rules, new_state(game.compiled_rules)
    thaw(R, S, game.deal(1).snapshot)
    found = []
    for other in (-1, 1):
        A = analysis.analyse(game)
        A.work.turned_of[:] = [other] * len(A.work.turned_of)
        transposition.know(R, S, A, 0)
        found.append((A.work.keys[0], A.work.checks[0]))
        assert A.work.checks[0] >> 62 == 1
    assert found[0] == found[1]


def test_a_card_that_must_bear_another_changes_the_keys() -> None:
    """After a safe move has taken the card that must bear another, the key is the usual one."""
    game = Game(made("bears", "klondike", {}))
    R, A, S = game.compiled_rules, analysis.analyse(game), new_state(game.compiled_rules)
    assert A.dominance.bears
    thaw(R, S, game.deal(1).snapshot)
    found = []
    for laid in (0, A.dominance.run_first + 1, A.dominance.run_first + 2):
        A.work.sets[Noted.LAID] = laid
        transposition.know(R, S, A, 0)
        found += [A.work.keys[0], A.work.checks[0]]
    assert len({*found}) == 6
    S.height[A.dominance.run_first] = 0
    found = []
    for laid in (0, A.dominance.run_first + 1):
        A.work.sets[Noted.LAID] = laid
        transposition.know(R, S, A, 0)
        found += [A.work.keys[0], A.work.checks[0]]
    assert len({*found}) == 2


@pytest.mark.parametrize("name", ["klondike", "yukon", "good-measure"])
def test_without_symmetry_swapped_piles_are_another_position(name: str) -> None:
    """Swapped piles also differ if run, tail or slide symmetry applies to cards on both piles."""
    game = load(name)
    R = analysis.searched_rules(game, without=("symmetry",))
    A = analysis.analyse(game, without=("symmetry",))
    assert A.dominance.runs + A.dominance.tails + A.dominance.slides == 1
    S, rng = new_state(R), random.Random(name)
    a = R.tableau_first
    for number in range(1, 30):
        for p in random_play(game.deal(number), rng, 5):
            found = set()
            for order in ((a, a + 1), (a + 1, a)):
                piles, down = [*p.snapshot.piles], [*p.snapshot.down]
                for at, of in zip((a, a + 1), order, strict=True):
                    piles[at], down[at] = p.snapshot.piles[of], p.snapshot.down[of]
                thaw(R, S, p.snapshot._replace(piles=tuple(piles), down=tuple(down)))
                transposition.know(R, S, A, 0)
                found.add((A.work.keys[0], A.work.checks[0]))
            assert len(found) == 2 or p.snapshot.piles[a] == p.snapshot.piles[a + 1]
