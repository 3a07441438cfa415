"""Slips around a study that would lose its results, or tell of them what is not so."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import cadogan
from cadogan.figures import in_short
from cadogan.odds import Limits, Result, Results, Study
from cadogan.odds.study import NO_LIMITS
from cadogan.odds.table import row_of
from tests.odds_worker import found
from tests.test_cli import answer, here
from tests.test_odds import fake

__all__ = ["fake", "here"]  # fixtures

GOLF = cadogan.game("golf")
LIMITS = Limits(nodes=1000)
STUDY = Study.of(GOLF, LIMITS)
POSIX = pytest.mark.skipif(os.name == "nt", reason="a file that is open stays where it is there")


# --- what is told ---------------------------------------------------------------------------------


def test_plays_are_told_in_a_table_of_their_own(fake: Path) -> None:
    plays = Study.of(GOLF, NO_LIMITS, policy="greedy")
    with Results.open("a") as results:
        for study in (plays, STUDY):
            results.begin(study)
        results.add_all(STUDY, [found(deal, 1000) for deal in range(1, 11)])
        results.add(plays, Result(1, "won", 50, 0.1, 50, "", "greedy"))
    solved, played = answer("odds", "table", "a", "--markdown").rstrip().split("\n\n")
    assert "| can be won |" in solved
    assert [line.split(" |")[0] for line in solved.splitlines()[2:]] == ["| Golf"]
    assert played.startswith("| game | deals | won | share | 95 % interval | mean |\n")
    assert played.splitlines()[2:] == [
        "| Golf, greedy | 1 | 1 | 100.0 % | 2.5 to 100.0 % | 100 ms |"
    ]


@pytest.mark.parametrize(
    ("won", "lost", "unknown", "share"),
    [
        (30, 70, 0, "21 to 40 %"),
        (70, 0, 30, "at least 60 %"),
        (0, 100, 0, "at most 3.7 %"),
    ],
)
def test_one_share_in_two_sentences(won: int, lost: int, unknown: int, share: str) -> None:
    letters = ["won"] * won + ["lost"] * lost + ["unknown"] * unknown
    row = row_of(STUDY, [Result(n, r, 9, 0.1, None, "", "") for n, r in enumerate(letters, 1)])
    assert in_short(row, row) == (
        f"With all cards known {share} of its deals can be won. A simple program that sees no more"
        f" than you do wins {share}."
    )
