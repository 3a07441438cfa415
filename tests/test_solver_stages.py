"""Beams with stages, which end with deals (`cadogan.solver.search.beam`)."""

from __future__ import annotations

import pytest

import cadogan
from cadogan.solver.analysis.analysis import analyse
from cadogan.solver.portfolio import solve
from tests.brute import decide
from tests.tiny import load

MOST = 1500  # positions for brute force
TINY = ("spiderette", "grounds-for-a-divorce", "whole-runs-at-once", "whole-runs-of-two-suits")


@pytest.mark.parametrize("name", TINY)
def test_beams_with_stages_agree_with_brute_force(name: str) -> None:
    game = load(name)
    assert analyse(game).heuristic.patience
    found = set()
    for number in range(1, 31):
        position = game.deal(number)
        won = decide(position, MOST)
        verdict = solve(position, methods=("beam",), nodes=100_000)
        if won is None or verdict.result == "unknown":
            continue
        assert verdict.result == ("won" if won else "lost"), f"deal {number}"
        found.add(verdict.result)
        for move in verdict.line:
            position = position.play(move)
        assert position.won == won
    assert found == {"won", "lost"}


@pytest.mark.parametrize(
    ("name", "options", "deal"),
    [
        ("spider", {}, 6),
        ("spider", {"suits": "two"}, 2),
        ("black-widow", {}, 1),
        ("will-o-the-wisp", {}, 3),
    ],
)
def test_a_line_through_several_stages_is_legal(
    name: str, options: dict[str, str], deal: int
) -> None:
    position = cadogan.game(name, **options).deal(deal)
    verdict = solve(position, methods=("beam",), nodes=1_000_000, line="found")
    assert verdict.result == "won"
    for move in verdict.line:
        position = position.play(move)
    assert position.won


@pytest.mark.parametrize(
    ("name", "deal", "width"),
    [("spiderette", 1, 16), ("will-o-the-wisp", 1, 32), ("scorpion", 1, 64), ("wasp", 8, 64)],
)
def test_only_games_that_deal_whole_rows_have_stages(name: str, deal: int, width: int) -> None:
    """Beams with stages grow twofold, others eightfold; Scorpion's stock is less than a row."""
    verdict = solve(cadogan.game(name).deal(deal), methods=("beam",), nodes=60_000, line="counted")
    assert (verdict.result != "unknown", verdict.method) == (True, f"beam of width {width}")


def test_a_game_without_a_stock_has_no_stages() -> None:
    assert analyse(cadogan.game("simple-simon")).heuristic.patience == 0
