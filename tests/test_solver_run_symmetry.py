"""Run symmetry: runs that lie on any of several equal cards, compared with all moves."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable

import pytest

import cadogan
from cadogan.core.errors import InvalidDefinitionError
from cadogan.model.position import Game, Position
from cadogan.solver.analysis.analysis import SWITCHES, analyse
from cadogan.solver.codes import Noted
from cadogan.solver.portfolio import solve
from cadogan.solver.search import transposition
from cadogan.state.snapshot import new_state, thaw
from tests.brute import decide, winnable
from tests.classes import compare, count_classes
from tests.covering import few
from tests.test_solver_random import runs
from tests.tiny import made

PACK = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]


def sorted_out(position: Position, most: int) -> dict[tuple[int, int], list[bool]]:
    """Return for each class of reachable positions whether each position can be won.

    The result is empty if a run could wrap round to its own start or brute force gives up at
    ``most``.
    """
    R = position.game.compiled_rules
    A = analyse(position.game, without={*SWITCHES} - {"runs"})
    S = new_state(R)
    found = defaultdict(list)
    for snapshot, can_be in winnable(position, most).items():
        thaw(R, S, snapshot)
        transposition.know(R, S, A, 0)
        if A.work.sets[Noted.WOUND]:
            return {}
        found[A.work.keys[0], A.work.checks[0]].append(can_be)
    return found


@pytest.mark.parametrize(
    ("seeds", "most"),
    # the first seeds give neither too many nor too few positions
    few(
        [((211, 219, 287, 291), 400), *((range(400 + part, 4000, 4), 4000) for part in range(4))], 1
    ),
)
def test_all_positions_of_a_class_are_won_or_none(seeds: Iterable[int], most: int) -> None:
    classes = positions = 0
    met = set()
    for seed in seeds:
        rng = random.Random(f"runs {seed}")
        try:
            game = Game(made("drawn", *runs(rng)))
        except InvalidDefinitionError:
            continue
        if analyse(game).dominance.runs:
            position = game.deal(rng.randint(1, 10**6))
            found = sorted_out(position, most)
            for some in found.values():
                assert len({*some}) == 1, position.to_line()
                met |= {*some}
            if found:
                compare(position, "runs", most, together=False)
            classes += len(found)
            positions += sum(map(len, found.values()))
    assert met == {False, True}
    assert positions > 1.15 * classes > 0


def test_two_runs_on_equal_cards_may_be_exchanged() -> None:
    """Two positions are alike only if both cards are covered or both open, with equal roots."""
    game = cadogan.game("saratoga")

    def classes(*tableaux: str) -> int:
        stocks = ["".join(c for c in PACK if c not in tableau) for tableau in tableaux]
        boards = [
            f"- - - - {tableau} - {stock}" for tableau, stock in zip(tableaux, stocks, strict=True)
        ]
        return count_classes(game, *boards)

    rest = "KD 9S KC8S -"
    covered = f"8D7C6H5C4D 8H7S6D5S4H TS {rest}"
    assert classes(covered, f"8D7C6D5S4H 8H7S6H5C4D TS {rest}") == 1
    assert classes(covered, f"8D7S6H5C4D 8H7C6D5S4H TS {rest}") == 1
    assert classes(covered, f"8D7C6D5C4D 8H7S6H5S4H TS {rest}") == 1
    assert classes(f"8D7C6H5C 8H7S TS {rest}", f"8D7C6H5C 8H TS {rest[:-1]}7S") == 2
    assert classes(covered, f"8D7C6H5C4D2C 8H7S6D5S4H TS {rest}") == 2
    covered = f"8D7C6H5C4D2C 8H7S6D5S4H TS {rest}"
    assert classes(covered, f"8D7C6D5S4H2C 8H7S6H5C4D TS {rest}") == 2
    assert classes(f"8D7C6H5C 8H7S TS {rest}", f"8D7C 8H7S6H5C TS {rest}") == 1


def test_wrapping_runs_are_not_exchanged() -> None:
    """In a short pack in which aces take kings, a run may end in a card that takes its root."""
    game = Game(
        made(
            "round",
            "klondike",
            {
                "ranks": "A 2 3 K",
                "tableau": {
                    "piles": 2,
                    "deal": [6, 6],
                    "face": [3, 0],
                    "build": "down in alternating colours, wrapping",
                },
                "redeal": {"times": 0},
            },
        )
    )
    start = game.deal(51949)
    assert analyse(game).dominance.girth == 4
    for without in ((), ("runs",), ("parents",), ("runs", "parents")):
        assert solve(start, nodes=100_000, without=without, line="counted").result == "won"


def test_a_proof_needs_about_half_the_positions() -> None:
    start = cadogan.game("klondike-draw-3").deal(3)
    proofs = [
        solve(start, nodes=10**6, methods=("proof",), without=without)
        for without in ((), ("runs",))
    ]
    assert [proof.result for proof in proofs] == ["lost", "lost"]
    assert proofs[0].nodes < 0.6 * proofs[1].nodes


def test_run_symmetry_needs_cards_with_equal_followers() -> None:
    games = {name: cadogan.game(name) for name in STANDING}
    bases = {name: game.deal(1).snapshot.base for name, game in games.items()}
    assert {name: analyse(games[name], bases[name]).dominance.runs for name in STANDING} == STANDING


def test_run_symmetry_is_off_while_suits_are_unknown() -> None:
    """The other prunings that hold in such games change no verdict."""
    tableau = {"piles": 2, "deal": [5, 4], "space": "3"}
    short = {"ranks": "A 2 3", "redeal": {"times": 0}, "tableau": tableau}
    plain = Game(made("plain", "klondike", short))
    game = Game(made("late", "klondike", {**short, "foundation": {"in_lines": True}}))
    A = analyse(game)
    assert analyse(plain).dominance.runs + any(analyse(plain).dominance.parents) == 2
    assert (
        A.dominance.runs
        + any(A.dominance.parents)
        + A.dominance.slides
        + A.dominance.tails
        + A.dominance.settles
        + A.safe.used
        == 0
    )
    told = set()
    for number in range(1, 13):
        deal = game.deal(number)
        won = decide(deal)
        assert won is not None
        told.add(won)
        for without in ((), ("symmetry",), tuple(SWITCHES)):
            verdict = solve(deal, nodes=200_000, without=without, line="counted")
            assert verdict.result == ("won" if won else "lost"), (number, without)
    assert told == {True, False}


STANDING = {
    "klondike": 1,
    "klondike-no-worrying-back": 1,
    "canfield": 1,
    "canfield-base-lowest": 1,
    "klondike-whole-runs": 0,  # a part of a run cannot always be moved
    "forty-thieves": 0,  # only single cards can be moved
    "yukon": 0,  # blocks include cards out of sequence
    "selective-canfield": 0,  # a rule waits for the base card
    "trigon": 0,  # no two cards take the same cards
}
