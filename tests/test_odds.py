"""Measurements of odds: which deals are solved, which are already known, and `cadogan odds`."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import cadogan
from cadogan import odds
from cadogan.core.errors import MeasurementError
from cadogan.kernels import kernel, manifest
from cadogan.odds import (
    Limits,
    ProcessWorkers,
    Result,
    Results,
    Study,
    Tally,
    executor,
    measure,
    sharded,
)
from cadogan.odds import experiment as study
from cadogan.players.host import play
from tests import odds_worker
from tests.cases.messages import refused
from tests.lacking import LACK, no_solver
from tests.odds_worker import FakeWorkers, found, saved
from tests.test_cli import DEFINITION, PIPES, SOURCE, answer, complaint, here, on_a_terminal, run

__all__ = ["here", "no_solver"]  # fixtures

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="processes are ended otherwise there")
GAME = cadogan.game("klondike")
LOW, HIGH = Limits(nodes=1000), Limits(nodes=9000)
HEAD = ["game", "deals", "won", "lost", "unknown", "share"]


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch, here: Path) -> Path:
    """Measure without a solver, in a temporary folder."""
    monkeypatch.setenv("CADOGAN_HOME", str(here / "home"))
    monkeypatch.setattr(odds, "ProcessWorkers", FakeWorkers)
    return here


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch, here: Path) -> Path:
    """Measure with real processes, but without a solver."""
    settings = {"PYTHONPATH": f"{SOURCE}{os.pathsep}{Path(SOURCE).parent}"}
    for name, value in {**settings, "CADOGAN_NOTES": str(here)}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(executor, "_begin_worker", odds_worker.begin_worker)
    return here


def expected(deals: range, limits: Limits) -> Tally:
    """Return the expected counts for some deals."""
    tally = Tally()
    for deal in deals:
        tally = tally.add(found(deal, limits.nodes))
    return tally


def about(tally: Tally) -> Tally:
    """Return counts with rounded seconds, because their last digits depend on the order."""
    return Tally(tally.won, tally.lost, tally.unknown, tally.nodes, round(tally.seconds, 9))


# --- the library ---------------------------------------------------------------------------------


def test_only_new_deals_are_solved() -> None:
    some = FakeWorkers()
    with Results.open(":memory:") as results:
        for deals, solved in (
            (range(1, 11), [*range(1, 11)]),
            (range(1, 11), []),
            (range(6, 16), [*range(11, 16)]),
        ):
            some.solved.clear()
            tally = measure(GAME, deals, results, limits=LOW, workers=some)
            assert about(tally) == about(expected(deals, LOW))
            assert some.solved == solved
        assert results.tally(Study.of(GAME, LOW)).count == 15


@pytest.mark.parametrize(("first", "then"), [(LOW, HIGH), (HIGH, LOW)], ids=["higher", "lower"])
def test_other_limits_give_the_result_of_a_fresh_run(first: Limits, then: Limits) -> None:
    """A run re-solves only the deals that different limits might decide differently."""
    some, deals = FakeWorkers(), range(1, 41)
    with Results.open(":memory:") as results:
        measure(GAME, deals, results, limits=first, workers=some)
        some.solved.clear()
        tally = measure(GAME, deals, results, limits=then, workers=some)
        assert some.solved == [9, 19, 29, 39]
        assert about(tally) == about(expected(deals, then))


def test_known_results_are_counted_in_order() -> None:
    """A run counts its deals in order, so that a stopped run has no surplus of easy deals."""
    some, deals = FakeWorkers(), range(1, 41)
    with Results.open(":memory:") as results:
        measure(GAME, deals, results, limits=LOW, workers=some)
        tally = measure(
            GAME, deals, results, limits=HIGH, workers=some, stop=lambda: len(some.solved) > 41
        )
        assert some.solved[40:] == [9, 19]
        assert about(tally) == about(expected(range(1, 20), HIGH))


def test_a_stopped_run_continues() -> None:
    some, deals = FakeWorkers(), range(1, 31)
    seen: list[int] = []
    with Results.open(":memory:") as results:
        tally = measure(
            GAME, deals, results, limits=LOW, workers=some,
            report=lambda tally: seen.append(tally.count), stop=lambda: len(some.solved) == 12,
        )  # fmt: skip
        assert about(tally) == about(expected(range(1, 13), LOW))
        assert seen == [*range(13)]
        assert about(measure(GAME, deals, results, limits=LOW, workers=some)) == about(
            expected(deals, LOW)
        )
        assert sorted(some.solved) == [*deals]


def test_shards_add_up_to_the_whole() -> None:
    deals = range(5, 105)
    with Results.open(":memory:") as results:
        for i in (1, 2, 3):
            part = sharded(deals, i, 3)
            assert all((deal - 5) % 3 == i - 1 for deal in part)
            assert measure(GAME, part, results, limits=LOW, workers=FakeWorkers()).count == len(
                part
            )
        tally = results.tally(Study.of(GAME, LOW))
    assert about(tally) == about(expected(deals, LOW))


# --- worker processes ----------------------------------------------------------------------------


def alive(folder: Path) -> list[int]:
    """Return the worker processes that left a note and are still running."""
    running = []
    for path in folder.glob("process *"):
        number = int(path.name.split()[1])
        try:
            os.kill(number, 0)
        except ProcessLookupError:
            continue
        running.append(number)
    return running


def wait_until(what: Callable[[], object]) -> None:
    """Wait until a condition holds, for a few minutes at most."""
    for _ in range(3000):
        if what():
            return
        time.sleep(0.05)
    raise AssertionError("it does not come about")


def test_several_processes(processes: Path) -> None:
    with Results.open(":memory:") as results, ProcessWorkers(2) as two:
        tally = measure(GAME, range(1, 101), results, limits=LOW, workers=two)
        assert about(tally) == about(expected(range(1, 101), LOW))
        yukon = cadogan.game("yukon")  # the worker processes of the first game also solve this one
        assert measure(yukon, range(1, 11), results, limits=HIGH, workers=two).won == 8
    assert not alive(processes)


@POSIX
def test_a_lost_worker(processes: Path) -> None:
    (processes / "hang").write_text("4", encoding="utf-8")

    def kill() -> bool:
        if (processes / "at 4").exists():
            for number in alive(processes):
                os.kill(number, signal.SIGKILL)
        return False

    with Results.open(":memory:") as results:
        with pytest.raises(MeasurementError) as error:
            measure(GAME, range(1, 11), results, limits=LOW, stop=kill)
        assert str(error.value).startswith(
            "a worker process ended (it was killed, or memory ran out); deals "
        )
        assert "all earlier results are kept, and the same command continues" in str(error.value)
        assert 0 < results.tally(Study.of(GAME, LOW)).count < 4
        (processes / "hang").unlink()
        assert measure(GAME, range(1, 11), results, limits=LOW).count == 10


def test_a_deal_that_cannot_be_solved(processes: Path) -> None:
    with (
        Results.open(":memory:") as results,
        refused(MeasurementError, "measuring.klondike-deal-deal"),
    ):
        measure(GAME, range(10**12, 10**12 + 2), results, limits=LOW)


def test_no_process_can_start(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError("no more processes")

    monkeypatch.setattr("multiprocessing.context.SpawnProcess.start", refuse)
    with Results.open(":memory:") as results:
        with refused(MeasurementError, "measuring.worker-process-cannot"):
            measure(GAME, range(1, 3), results)
        with refused(MeasurementError, "measuring.workers-too-few"):
            measure(GAME, range(1, 3), results, workers=0)


def started(*words: str, **files: Any) -> subprocess.Popen[bytes]:
    """Start the command with worker processes that have no solver."""
    script = (
        "from cadogan.odds import executor\nfrom tests.odds_worker import begin_worker\n"
        "executor._begin_worker = begin_worker\n"
        "from cadogan.cli import main\nmain()"
    )
    return subprocess.Popen(
        [sys.executable, "-c", script, "odds", "run", *words], **(files or PIPES)
    )


ASKED = ("klondike", "--deals", "1-40", "--nodes", "1000", "--workers", "2", "--db", "a.sqlite3")


def kept() -> list[Result]:
    """Return the results that the command saved in its file."""
    with Results.read("a.sqlite3") as results:
        return results.results(Study.of(GAME, LOW))


@POSIX
def test_a_killed_run_continues(processes: Path) -> None:
    (processes / "hang").write_text(" ".join(map(str, range(21, 41))), encoding="utf-8")
    with started(*ASKED) as process:  # all its workers hang on their deals
        wait_until(lambda: len([*processes.glob("at *")]) == 2)
        wait_until(lambda: len(kept()) >= 4)  # results of the earlier batches
        process.kill()
    wait_until(lambda: not alive(processes))  # no process is left running
    shutil.copy("a.sqlite3", "copy.sqlite3")
    shutil.copy("a.sqlite3-wal", "copy.sqlite3-wal")
    study = Study.of(GAME, LOW)
    with Results.read("copy.sqlite3") as results:
        before = results.results(study)
    assert before == [found(result.deal, 1000) for result in before]
    assert 4 <= len(before) <= 20
    (processes / "hang").unlink()
    with started(*ASKED) as process:
        printed, said = process.communicate()
    assert process.returncode == 0
    assert said.decode() == f"Klondike: {len(before)} of 40 deals are already in a.sqlite3.\n"
    assert b"Klondike     40   28     8        4  70.00%" in printed
    assert kept() == [found(deal, 1000) for deal in range(1, 41)]


@POSIX
def test_a_run_on_a_terminal_is_stopped_by_hand(processes: Path) -> None:
    """Send Ctrl-C to all processes, as a terminal does; only the command reacts to it."""
    (processes / "hang").write_text(" ".join(map(str, range(21, 41))), encoding="utf-8")
    with on_a_terminal(
        lambda terminal: started(*ASKED, stdout=subprocess.PIPE, stderr=terminal)
    ) as (process, read):
        # the colour code ends in "m", so the number does not start at a word boundary
        shown = read(rb"(?<![0-9])([4-9]|1[0-9]|20)/40")
        for number in [*alive(processes), process.pid]:
            os.kill(number, signal.SIGINT)
        shown += read()
        assert process.stdout
        printed = process.stdout.read()
    assert process.returncode == 130
    assert not alive(processes)
    assert re.search(rb"won [0-9.]+% \([0-9.]+\.\.[0-9.]+%\)", shown), shown
    count = len(kept())
    stopped = f"Stopped after {count} of 40 deals; the same command continues from here."
    assert stopped in " ".join(shown.decode().split())
    assert shown.rindex(b"\x1b[?25h") > shown.rindex(b"\x1b[?25l")  # the cursor is visible again
    assert b"\x1b" not in printed
    assert re.search(rf"Klondike +{count} ", printed.decode())


def test_the_real_solver(tmp_path: Path) -> None:
    """Check that two workers, one worker and the solver itself give the same results."""
    from cadogan.solver.portfolio import solve  # noqa: PLC0415  # it imports the compiler

    limits = Limits(nodes=300)
    with Results.open(":memory:") as results:
        measure(GAME, range(97, 103), results, limits=limits, workers=2)
        kept = results.results(Study.of(GAME, limits))
    for result in kept:
        verdict = solve(GAME.deal(result.deal), nodes=300, memory=limits.memory, line="found")
        assert (result.result, result.nodes) == (verdict.result, verdict.nodes)
        assert result.moves == (len(verdict.line) or None)
        assert (result.limit, result.method) == (verdict.limit, verdict.method)
        # a study relies on this when it takes over results from another study
        wider = solve(GAME.deal(result.deal), nodes=9000, memory=limits.memory, line="found")
        if result.result != "unknown":
            assert (wider.result, wider.nodes, wider.line) == (
                verdict.result, verdict.nodes, verdict.line,
            )  # fmt: skip
    assert {result.result for result in kept} == {"won", "unknown"}


# --- the command ---------------------------------------------------------------------------------


def test_printed_results(fake: Path) -> None:
    words = ["odds", "run", "klondike", "Baker's Dozen", "--deals", "1-100", "--nodes", "1000"]
    lines = answer(*words).splitlines()
    assert lines[0].split() == [*HEAD, "95%", "interval"]
    assert lines[1] == "Klondike         100   70    20       10  70.00%  60.02..87.33%"
    assert lines[2].startswith("Baker's Dozen    100   70    20       10  70.00%  ")
    assert " ".join(lines[4:]).startswith("The solver sees all cards. The share counts")
    assert (fake / "home" / "studies.sqlite3").is_file()
    result = run(*words)
    assert result.stdout.splitlines() == lines
    assert result.stderr.splitlines()[0] == (
        f"Klondike: all 100 deals are already in {fake / 'home' / 'studies.sqlite3'}."
    )


def test_in_json_and_csv(fake: Path) -> None:
    words = ["odds", "run", "birthday", "--deals", "1-10", "--nodes", "1000", "--seed", "5"]
    words += ["--option", "target=1956", "--memory", "64M"]
    [told] = json.loads(answer(*words, "--json"))
    counts = [told[key] for key in ("deals", "won", "lost", "unknown", "share")]
    assert counts == [10, 7, 2, 1, 0.7]
    assert [round(told["low"], 4), round(told["high"], 4)] == [0.3475, 0.9748]
    assert (told["game"], told["options"]["target"], told["seed"]) == ("birthday", "1956", 5)
    limits = [told[f"limit_{what}"] for what in ("nodes", "seconds", "memory")]
    assert limits == [1000, None, 64 << 20]
    assert told["cards"] == "all known"
    assert (told["version"], len(told["rules"]), len(told["solver"])) == (
        cadogan.__version__,
        16,
        16,
    )
    [row] = csv.DictReader(io.StringIO(run(*words, "--csv").stdout))
    assert list(row) == list(told)
    assert row["won"] == "7"
    assert row["options"] == "suits=SHCD target=1956"


@pytest.mark.parametrize(("host", "most"), [(1 << 30, 512 << 20), (1 << 26, 64 << 20)])
def test_the_memory_suits_the_host(
    host: int, most: int, fake: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(kernel("plain")), "default_memory", host)
    [told] = json.loads(
        answer("odds", "run", "klondike", "--deals", "1-2", "--nodes", "9", "--json")
    )
    assert told["limit_memory"] == most


@pytest.mark.usefixtures("no_solver")
def test_without_a_solver_known_results_are_reported(here: Path) -> None:
    klondike, limits = cadogan.game("klondike"), Limits(nodes=9)
    study = Study.of(klondike, limits)
    saved("a", study, found(1, 9))
    words = ["odds", "run", "klondike", "--nodes", "9", "--db", "a"]
    assert run(*words, "--deals", "1").stdout.splitlines()[1].split()[:2] == ["Klondike", "1"]
    assert complaint(*words, "--deals", "2-3") == LACK
    assert complaint("odds", "run", "klondike", "--policy", "greedy", "--db", "b") == LACK


def test_results_of_other_limits_are_not_mixed(fake: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["odds", "run", "klondike", "--deals", "1-20", "--nodes", "1000"]
    answer(*words)
    result = run(*words, "--nodes", "9000")
    assert result.stderr == (
        "Klondike: 20 results with other limits stay in the file;"
        " those decided within the current limits also count in this run.\n"
    )
    assert "Klondike     20   16     4        0" in result.stdout
    assert FakeWorkers.solved == [9, 19]
    result = run(*words, "--seed", "1")
    assert result.stderr.splitlines()[0] == (
        "Klondike: 20 results with another seed stay in the file and do not count in this run."
    )
    assert FakeWorkers.solved == [*range(1, 21)]
    for name, what in (("rules_digest", "other rules"), ("solver_digest", "another solver")):
        with monkeypatch.context() as changed:
            changed.setattr(f"cadogan.odds.experiment.{name}", lambda *_: "0123456789abcdef")
            result = run(*words)
            assert f"Klondike: 20 results with {what} stay in the file and do" in result.stderr
            assert "Klondike     20   14     4        2" in result.stdout
            assert FakeWorkers.solved == [*range(1, 21)]


def test_the_solver_digest_covers_all_that_decides() -> None:
    """The digest covers the sources of the kernels and of the compiled rules."""
    package = Path(cadogan.__file__).parent
    read = {path for pattern in study._SOURCES for path in package.glob(pattern)}
    searched = (each for each in manifest._SOURCES if not each.startswith("players"))
    for pattern in (*searched, "compiler/*.py", "solver/*.py"):
        assert read >= {*package.glob(pattern)}, pattern
    assert all(list(package.glob(pattern)) for pattern in study._SOURCES)


def test_other_options_are_not_mixed(fake: Path) -> None:
    words = ["odds", "run", "birthday", "--deals", "1-20", "--nodes", "1000", "--option"]
    answer(*words, "target=1956")
    result = run(*words, "target=2345")
    assert result.stderr == "", "this is another form, not the same one measured otherwise"
    assert FakeWorkers.solved == [*range(1, 21)]


def test_shards_combined(fake: Path) -> None:
    words = ["odds", "run", "klondike", "yukon", "--deals", "1-50", "--nodes", "1000", "--json"]
    for i in (1, 2, 3):
        answer(*words, "--shard", f"{i}/3", "--db", f"{i}.sqlite3")
    whole = json.loads(answer(*words))
    printed = answer("odds", "merge", "1.sqlite3", "2.sqlite3", "3.sqlite3", "--out", "all")
    assert printed.startswith(
        "all: 100 results; 0 results appeared in more than one file.\n\ngame "
    )
    told = json.loads(answer("odds", "report", "all", "--json"))
    for row in told:
        assert row.pop("books") == list(cadogan.game(row["game"]).definition.odds)
        assert row.pop("fits") is (row["game"] == "yukon" and None)
        for more in ("mean", "median", "published", "published_pm"):
            del row[more]
    for row in (*told, *whole):
        row["seconds"] = round(row["seconds"], 5)
    assert told == whole


def test_contradictions(fake: Path) -> None:
    study = Study.of(GAME, LOW)
    for name, verdict in (("a", "won"), ("b", "lost")):
        saved(name, study, Result(7, verdict, 1, 0.1, None, "", ""))
    said = complaint("odds", "merge", "a", "b", "--out", "c", status=1)
    told = "deal 7 of Klondike can be won in one study, but not in another"
    assert said.startswith(f"b and the files before it: {told}")
    assert not Path("c").exists()
    result = run(
        "odds", "run", "klondike", "--deals", "8", "--nodes", "1000", "--db", "b", "--seed", "2"
    )
    assert result.exit_code == 0
    saved("b", Study.of(GAME, LOW, seed=2), Result(7, "won", 1, 0.1, None, "", ""))
    result = run("odds", "run", "klondike", "--deals", "8", "--nodes", "1000", "--db", "b")
    assert result.exit_code == 1
    assert "cadogan: deal 7 of Klondike can be won in one study" in result.stderr
    saved("a", replace(study, solver="0"), Result(7, "lost", 1, 0.1, None, "", ""))
    result = run("odds", "run", "klondike", "--deals", "8", "--nodes", "1000", "--db", "a")
    assert result.exit_code == 0
    assert result.stderr.endswith("(the two studies were made with different solvers).\n")


def test_the_table(fake: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert (
        answer("odds", "report")
        == "There are no results yet; measure a game with 'cadogan odds run GAME'.\n"
    )
    assert answer("odds", "report", "--json") == "[]\n"
    words = ["odds", "run", "klondike", "freecell", "--deals", "1-10"]
    answer(*words, "--nodes", "1000", "--seconds", "5")
    lines = answer("odds", "report").splitlines()
    assert lines[0].split("  ")[-1] == "in books"
    books = " ".join(cadogan.game("freecell").definition.odds)
    assert f"5 s, 1,000 positions, 512M  by {cadogan.__version__}  {books}"[:70] in lines[1]
    assert lines[1].split()[0] == "FreeCell"
    assert "90.48% of deals can be won with all cards known" in lines[2]
    assert " ".join(lines[4:]).startswith("The solver sees all cards.")
    rows = list(csv.DictReader(io.StringIO(answer("odds", "report", "--csv"))))
    assert [row["game"] for row in rows] == ["freecell", "klondike"]
    assert rows[0]["books"] == books
    monkeypatch.setattr("cadogan.odds.experiment.solver_digest", lambda: "0")
    monkeypatch.setattr("cadogan.rules.digest.rules_digest", lambda _: "0")
    told = answer("odds", "report").splitlines()[1]
    assert f"by {cadogan.__version__}, rules differ from the catalogue's, another solver" in told
    assert books[:20] not in told, "these are not the odds of such rules"


def test_a_user_definition(processes: Path) -> None:
    Path("short-tommy.toml").write_text(DEFINITION, encoding="utf-8")
    printed = answer(
        "odds", "run", "short-tommy.toml", "--deals", "1-10", "--nodes", "1000", "--workers", "1",
        "--db", "a",
    )  # fmt: skip
    assert "Short Tommy     10    7     2        1" in printed
    assert "Short Tommy     10    7     2        1" in answer("odds", "report", "a")


def test_the_help() -> None:
    text = answer("odds", "run", "--help")
    assert text.startswith("Usage: cadogan odds run [OPTIONS] GAME...\n")
    for name in ("run", "report", "merge", "plot"):
        assert f"  {name}  " in answer("odds", "--help")
        assert answer("odds", name, "--help").startswith(f"Usage: cadogan odds {name} ")
    assert "with all cards known" in text


# --- plays by a policy ---------------------------------------------------------------------------


def test_plays_are_studies_of_their_own() -> None:
    solved = Study.of(GAME, LOW)
    played = {name: Study.of(GAME, odds.NO_LIMITS, policy=name) for name in ("random", "greedy")}
    assert len({solved.key, *(one.key for one in played.values())}) == 3
    assert Study.of(GAME, odds.NO_LIMITS, 7, "greedy").key != played["greedy"].key
    assert played["greedy"].solver.startswith("greedy 1 ")
    assert (solved.policy, played["greedy"].policy) == ("", "greedy")
    with Results.open(":memory:") as results:
        for study, result in ((solved, "won"), (played["greedy"], "lost")):
            results.begin(study)
            results.add(study, Result(7, result, 9, 0.1, None, "", "test"))
        assert {one.key for one in results.studies()} == {solved.key, played["greedy"].key}
        for study in (solved, played["greedy"]):  # a deal that was not won is not a loss
            assert not results.contradiction(study, same_solver=False)
        results.begin(played["random"])
        results.add(played["random"], Result(8, "won", 9, 0.1, 9, "", "random"))
        results.add(solved, Result(8, "lost", 9, 0.1, None, "", "test"))
        assert "deal 8" in results.contradiction(solved, same_solver=False)


def test_plays_by_several_processes() -> None:
    game = cadogan.game("clock-patience")
    deals = range(1, 3001)
    with Results.open(":memory:") as results:
        tally = measure(game, deals, results, policy="random", workers=2)
        study = Study.of(game, odds.NO_LIMITS, policy="random")
        found = [(one.deal, one.result == "won", one.nodes) for one in results.results(study)]
    plays = play(game, deals, "random")
    assert found == [(d, one.won, one.moves) for d, one in zip(deals, plays, strict=True)]
    assert (tally.won, tally.unknown) == (sum(one.won for one in plays), 0)
