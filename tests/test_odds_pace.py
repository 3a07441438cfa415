"""Overhead and progress of a measurement."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

import cadogan
from cadogan.cli import progress
from cadogan.odds import Limits, ProcessWorkers, Result, Results, Study, Tally, Workers, measure
from cadogan.odds.jobs import Answer, Task, run_batch, solve_batch
from cadogan.rules.digest import digest
from tests.odds_worker import FakeWorkers, found
from tests.test_cli import here, on_a_terminal
from tests.test_odds import POSIX, processes, started, wait_until

__all__ = ["here", "processes"]  # fixtures

GAME = cadogan.game("klondike")
LOW = Limits(nodes=1000)


def test_a_worker_solves_on_while_its_results_are_saved(processes: Path) -> None:
    given: list[int] = []

    def deals() -> Iterator[int]:
        for deal in range(1, 1001):
            given.append(deal)
            yield deal

    with ProcessWorkers(1) as one:
        for results in one.results(Task.of(GAME, Study.of(GAME, LOW)), deals()):
            if results and results[-1].deal < 1000:
                assert given[-1] > results[-1].deal


def test_deals_left_over_from_a_batch_are_sent_again() -> None:
    sent: list[list[int]] = []

    class One(Executor):
        """Executor that solves only the first deal of each batch."""

        def submit(self, call: Any, /, *arguments: Any, **_: Any) -> Future[Any]:
            _task, deals, _seconds = arguments
            sent.append(deals)
            future: Future[Any] = Future()
            future.set_result(msgspec.json.encode(Answer([found(deals[0], 1000)], 1e-9)))
            return future

    class Alone(Workers):
        def count(self) -> int:
            return 1

    deals = range(1, 51)
    task = Task.of(GAME, Study.of(GAME, LOW))
    results = [one for some in Alone(One(), 0.1).results(task, iter(deals)) for one in some]
    assert sorted(one.deal for one in results) == [*deals]
    assert any(len(batch) > 1 for batch in sent)


def test_a_batch_ends_when_its_time_is_up() -> None:
    task = Task.of(GAME, Study.of(GAME, Limits(nodes=50)))
    assert [one.deal for one in solve_batch(GAME, task, [3, 4, 5], seconds=0)] == [3]
    assert [one.deal for one in solve_batch(GAME, task, [3, 4, 5], seconds=600)] == [3, 4, 5]


def test_a_worker_refuses_a_task_of_another_cadogan() -> None:
    task = Task.of(GAME, replace(Study.of(GAME, LOW), solver="0"))
    answer = msgspec.json.decode(run_batch(msgspec.json.encode(task), [1], 1), type=Answer)
    assert answer.error == f"the worker process {os.getpid()} has another solver"
    answer = msgspec.json.decode(run_batch(b"{}", [1], 1), type=Answer)
    assert answer.error.startswith(f"the worker process {os.getpid()} cannot read the task: ")


def test_the_digest_of_a_study_is_computed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The program computes the digest that assigns results to their study only once."""
    made: list[object] = []

    def noted(value: object) -> str:
        made.append(value)
        return digest(value)

    monkeypatch.setattr("cadogan.odds.experiment.digest", noted)
    study = Study.of(GAME, LOW)
    with Results.open(":memory:") as results:
        results.begin(study)
        results.add_all(study, [found(deal, 1000) for deal in range(1, 1001)])
        assert results.tally(study).count == 1000
    assert len(made) == 1


def test_results_are_counted_together() -> None:
    some = [found(deal, 1000) for deal in range(1, 11)]
    tally = Tally(won=1, lost=2, unknown=3, nodes=4, seconds=5.0).add(*some)
    assert (tally.won, tally.lost, tally.unknown) == (8, 4, 4)
    assert tally.nodes == 4 + sum(result.nodes for result in some)
    assert tally.seconds == pytest.approx(5 + sum(result.seconds for result in some))
    assert tally.add() == tally


def test_results_of_another_study_are_saved_in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """A deal that must be solved does not wait for the known deals after it."""
    deals, told, kept = range(1, 2501), list[int](), list[int]()
    with Results.open(":memory:") as results:
        low = Study.of(GAME, LOW)
        results.begin(low)
        won = found(1, 1000)
        others = [msgspec.structs.replace(won, deal=deal) for deal in deals if deal != 7]
        results.add_all(low, others)
        add_all = results.add_all

        def counted(study: Study, some: list[Result], measured: str | None = None) -> None:
            kept.append(len(some))
            add_all(study, some, measured)

        monkeypatch.setattr(results, "add_all", counted)
        measure(
            GAME, deals, results, limits=Limits(nodes=9000), workers=FakeWorkers(),
            report=lambda tally: told.append(tally.count),
        )  # fmt: skip
    assert FakeWorkers.solved == [7]
    assert kept == [6, 1, 1000, 1000, 493]
    assert told == [0, 6, 7, 1007, 2007, 2500]


@pytest.mark.parametrize("terminal", [True, False])
def test_slow_work_is_reported_at_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *, terminal: bool
) -> None:
    told: list[str] = []
    monkeypatch.setattr(progress, "_MOMENT", 0)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal)
    threads = threading.active_count()
    with progress.busy("Putting 2 files together."):
        wait_until(lambda: threading.active_count() == threads)
        told.append(capsys.readouterr().err)
    assert told == ["Putting 2 files together.\n" * terminal]
    monkeypatch.setattr(progress, "_MOMENT", 3600)
    with progress.busy("Putting 2 files together."):
        pass
    wait_until(lambda: threading.active_count() == threads)
    assert not capsys.readouterr().err


@POSIX
@pytest.mark.parametrize("columns", [80, 50])
def test_progress_is_one_line(
    columns: int, processes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    words = ("bakers-dozen", "--deals", "1-400", "--nodes", "9000", "--workers", "1", "--db", "a")
    with on_a_terminal(
        lambda terminal: started(*words, stdout=subprocess.DEVNULL, stderr=terminal)
    ) as (_, read):
        shown = read()
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown.decode())
    lines = [line.rstrip() for line in re.split(r"[\r\n]+", text) if line.strip()]
    assert lines, sys.platform
    assert all(line.startswith("Baker's Dozen ") for line in lines), lines
    assert max(map(len, lines)) <= columns
    said = [line for line in lines if "won " in line]
    assert said
    assert all(re.search(r" [0-9]+/400 +won [0-9.]+%", line) for line in said), said
    assert any(re.search(r"%.* [0-9,.]+/s ", line) for line in said), said
    assert columns < 80 or all(re.search(r"\([0-9.]+\.\.[0-9.]+%\)", line) for line in said)
