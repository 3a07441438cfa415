"""Mistakes in handling a study that would lose its results or misreport them."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

import cadogan
from cadogan.cli.odds import Row, print_studies
from cadogan.cli.params import read_memory
from cadogan.core.errors import InvalidLimitError, InvalidStudyError, MeasurementError
from cadogan.odds import (
    Limits,
    ProcessWorkers,
    Result,
    Results,
    Study,
    Tally,
    combine,
    measure,
    sharded,
)
from cadogan.odds.experiment import NO_LIMITS
from cadogan.odds.jobs import Task
from cadogan.odds.report import row_in, row_of
from cadogan.odds_data import in_short
from tests.cases.messages import refused
from tests.odds_worker import FakeWorkers, found, saved
from tests.test_cli import answer, complaint, here, run
from tests.test_odds import fake, processes

__all__ = ["fake", "here", "processes"]  # fixtures

GOLF = cadogan.game("golf")
LIMITS = Limits(nodes=1000)
STUDY = Study.of(GOLF, LIMITS)
POSIX = pytest.mark.skipif(os.name == "nt", reason="a file that is open stays where it is there")


# --- missing files --------------------------------------------------------------------------------


def replaced(path: Path) -> None:
    """Replace a file with the file of another run."""
    saved("other", STUDY, found(77, 1000))
    Path("other").rename(path)


WAYS: dict[str, Callable[[Path], object]] = {
    "deleted": Path.unlink,
    "moved": lambda path: path.rename("elsewhere"),
    "replaced": replaced,
}


@POSIX
@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_the_results_of_a_missing_file_are_put_aside(
    way: Callable[[Path], object], here: Path
) -> None:
    path, aside = Path("a.sqlite3"), f"a.sqlite3.{os.getpid()}"
    with Results.open(path) as results:
        results.begin(STUDY)
        results.add_all(STUDY, [found(deal, 1000) for deal in range(1, 10)])
        way(path)
        said = f"^'a.sqlite3' was deleted, moved or .* are in '{aside}': continue with that"
        with pytest.raises(InvalidStudyError, match=said):
            results.add(STUDY, found(10, 1000))
    with Results.open(aside) as results:
        assert results.results(STUDY) == [found(deal, 1000) for deal in range(1, 11)]
    assert not [*Path().glob("*-wal")]
    # SQLite must not apply the old file's log to the new file
    assert path.exists() == (way is replaced)
    with Results.open(path) as results:
        assert [one.deal for one in results.results(STUDY)] == ([77] if way is replaced else [])


def other_database(path: Path) -> None:
    """Overwrite a file with an unrelated database."""
    with closing(sqlite3.connect("other")) as other:
        other.execute("CREATE TABLE cards (name)")
        other.commit()
    path.write_bytes(Path("other").read_bytes())


OVER: dict[str, Callable[[Path], object]] = {
    "emptied": lambda path: path.write_bytes(b""),
    "text": lambda path: path.write_text("no database"),
    "database": other_database,
}


@POSIX
@pytest.mark.parametrize("way", OVER.values(), ids=OVER)
@pytest.mark.parametrize("in_log", [True, False])
def test_an_overwritten_file(way: Callable[[Path], object], here: Path, *, in_log: bool) -> None:
    """The run saves the results from the log in a separate file and keeps the overwritten file."""
    path, aside = Path("a.sqlite3"), Path(f"a.sqlite3.{os.getpid()}")
    some = [found(deal, 1000) for deal in range(1, 2000)]
    if not in_log:
        saved(path, STUDY, *some)
    with Results.open(path) as results:
        results.begin(STUDY)
        results.add_all(STUDY, some)
        way(path)
        over = path.read_bytes()
        said = "'a.sqlite3' was overwritten while Cadogan was writing to it; its contents and"
        said += " .* are in 'a" if in_log else " .* are lost.*: start again, and"
        with pytest.raises(InvalidStudyError, match=said):
            results.check()
    assert path.read_bytes() == over
    assert not [*Path().glob("*-wal")]
    assert aside.exists() == in_log
    if in_log:
        with Results.read(aside) as results:
            assert results.results(STUDY) == some


def test_results_that_were_removed_meanwhile(here: Path) -> None:
    class Careless(FakeWorkers):
        def results(self, task: Task, deals: Iterator[int]) -> Iterator[list[Result]]:
            for some in super().results(task, deals):
                yield some
                with closing(sqlite3.connect("a")) as other:
                    other.execute("DELETE FROM results WHERE deal = 3")
                    other.commit()

    with Results.open("a") as results:
        said = "^'a' has only 8 of 9 results, because another program has changed it: repeat"
        with pytest.raises(InvalidStudyError, match=said):
            measure(GOLF, range(1, 10), results, limits=LIMITS, workers=Careless())
        assert measure(GOLF, range(1, 10), results, limits=LIMITS, workers=FakeWorkers()).count == 9
        assert FakeWorkers.solved == [3]


@POSIX
@pytest.mark.parametrize("look", [Results.check, lambda _results: Results.read("a").close()])
def test_reading_a_file_keeps_its_locks(look: Callable[[Results], None], here: Path) -> None:
    """Reading keeps SQLite's locks: closing a second handle on the file would drop them all."""
    other = "from cadogan.odds import Results; Results.open('a').close()"
    with Results.open("a") as results:
        results.begin(STUDY)
        for deal in (1, 2, 3):
            look(results)
            subprocess.run([sys.executable, "-c", other], check=True)
            assert Path("a-wal").exists(), "the other took itself for the last one"
            results.add(STUDY, found(deal, 1000))
    with Results.read("a") as results:
        assert results.tally(STUDY).count == 3


@POSIX
def test_another_run_in_the_place_of_a_file_keeps_its_log(here: Path) -> None:
    first = Results.open("a")
    first.begin(STUDY)
    for name in ("a", "a-wal", "a-shm"):
        Path(name).unlink()
    with Results.open("a") as second:
        second.begin(STUDY)
        with refused(InvalidStudyError, "results.deleted", pid=os.getpid()):
            first.check()
        first.close()
        second.add(STUDY, found(1, 1000))
        with Results.read("a") as reader:
            assert reader.results(STUDY) == [found(1, 1000)]


@POSIX
def test_a_missing_folder(here: Path) -> None:
    Path("b").mkdir()
    with Results.open("b/a") as results:
        results.begin(STUDY)
        for file in Path("b").iterdir():
            file.unlink()
        Path("b").rmdir()
        with refused(InvalidStudyError, "results.until-now-lost", pid=os.getpid()):
            results.check()


@POSIX
def test_a_deleted_file_is_noticed_between_results(here: Path) -> None:
    """The run checks its file even without new results, because a deal may take minutes."""

    class Slow(FakeWorkers):
        def results(self, task: Task, deals: Iterator[int]) -> Iterator[list[Result]]:
            next(deals)
            yield []
            Path("a").unlink()
            yield []
            pytest.fail("it was not noticed")

    with (
        Results.open("a") as results,
        refused(InvalidStudyError, "results.deleted", pid=os.getpid()),
    ):
        measure(GOLF, range(1, 9), results, limits=LIMITS, workers=Slow())


@POSIX
def test_the_command_reports_a_deleted_file(fake: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def lose(self: FakeWorkers, _task: object, deals: object) -> object:
        Path("a").unlink()
        yield [found(1, 1000)]

    monkeypatch.setattr(FakeWorkers, "results", lose)
    said = complaint("odds", "run", "golf", "--deals", "1-9", "--nodes", "1000", "--db", "a")
    assert said.startswith("'a' was deleted, moved or replaced while Cadogan was writing to it;")


# --- many results ---------------------------------------------------------------------------------


def test_results_are_counted_without_being_held(here: Path) -> None:
    """The report counts results as it reads them; a million results would fill half a gigabyte."""
    count = 40_000
    results = [replace_seconds(found(deal, 1000), deal * 7919 % count) for deal in range(1, count)]
    with Results.open("a") as file:
        file.begin(STUDY)
        file.add_all(STUDY, results)
    tracemalloc.start()
    combine(["a"], "b")
    with Results.read("b") as file:
        row = row_in(file, STUDY)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 2_000_000
    assert row == row_of(STUDY, results)
    assert (row.first, row.last, row.median) == (1, count - 1, 20_000)
    assert row.won + row.lost + row.unknown == count - 1


def test_results_found_by_others_are_not_solved_again(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run looks up the known deals in small batches, and returns the counts in the file."""
    monkeypatch.setattr(sys.modules["cadogan.odds.run"], "_AT_ONCE", 10)
    narrow = replace(STUDY, limits=Limits(nodes=500))

    class Beside(FakeWorkers):
        def results(self, task: Task, deals: Iterator[int]) -> Iterator[list[Result]]:
            for some in super().results(task, deals):
                with Results.open("a") as other:
                    other.add_all(STUDY, [found(deal, 1000) for deal in range(15, 18)])
                yield some

    with Results.open("a") as results:
        for study in (STUDY, narrow):
            results.begin(study)
        results.add_all(narrow, [found(deal, 500) for deal in range(21, 31)])
        tally = measure(GOLF, range(1, 36), results, limits=LIMITS, workers=Beside())
        # deals 21 to 30 were solved with lower limits, which left one undecided
        assert FakeWorkers.solved == [*range(1, 15), *range(18, 21), 29, *range(31, 36)]
        assert tally.count == 35
        assert tally == results.tally(STUDY)


def replace_seconds(result: Result, seconds: float) -> Result:
    """Return a result with another duration."""
    return msgspec.structs.replace(result, seconds=float(seconds))


# --- names, memory --------------------------------------------------------------------------------


@pytest.mark.skipif(os.name == "nt", reason="it is no name of a file there")
def test_memory_can_be_the_name_of_a_file(here: Path) -> None:
    saved("./:memory:", STUDY, found(1, 1000))
    with Results.read(":memory:") as results:
        assert results.results(STUDY) == [found(1, 1000)]


def test_a_study_without_results_is_not_saved(here: Path) -> None:
    class Refusing(FakeWorkers):
        def results(self, task: Task, deals: Iterator[int]) -> Iterator[list[Result]]:
            next(deals)
            yield []
            raise MeasurementError("too little memory")

    with Results.open("a") as results:
        with pytest.raises(MeasurementError):
            measure(GOLF, range(1, 9), results, limits=Limits(memory=1 << 20), workers=Refusing())
        assert results.studies() == []
        assert measure(GOLF, range(5, 5), results, limits=LIMITS, workers=FakeWorkers()).count == 0
        assert results.studies() == []
        measure(GOLF, range(1, 9), results, limits=LIMITS, workers=FakeWorkers())
        wider = Limits(nodes=2000)
        assert measure(GOLF, range(1, 9), results, limits=wider, workers=FakeWorkers()).count == 8
        assert FakeWorkers.solved == []
        assert [study.limits for study in results.studies()] == [LIMITS, wider]


def test_the_least_memory_is_the_solver_minimum() -> None:
    least = read_memory("16M")
    deal = GOLF.deal(1)
    cadogan.solve(deal, nodes=1, memory=least)
    with refused(InvalidLimitError, "results.too-few-minimum"):
        cadogan.solve(deal, nodes=1, memory=least - 1)


def test_an_invalid_part() -> None:
    for part in (0, 4):
        with refused(MeasurementError, "limits.part", part=f"part {part}"):
            sharded(range(1, 9), part, 3)


def test_deals_in_descending_order() -> None:
    with Results.open(":memory:") as results:
        tally = measure(GOLF, range(20, 0, -2), results, limits=LIMITS, workers=FakeWorkers())
        assert FakeWorkers.solved == [*range(20, 0, -2)]
        assert tally.count == 10
        assert results.tally(Study.of(GOLF, LIMITS), range(20, 0, -4)).count == 5


def test_numbers_that_a_file_cannot_hold() -> None:
    for seed in (2**63, -(2**63)):
        with refused(InvalidLimitError, "limits.seed", seed=f"{seed:,}"):
            Study.of(GOLF, LIMITS, seed)
    with refused(InvalidLimitError, "limits.positions"):
        Limits(nodes=2**63)


# --- the solver's code ----------------------------------------------------------------------------


def test_workers_without_a_deal_are_not_started(processes: Path) -> None:
    with Results.open(":memory:") as results, ProcessWorkers(6) as six:
        for deals, most in ((range(1, 3), 2), (range(3, 4), 3), (range(4, 6), 5), (range(1, 6), 5)):
            assert measure(GOLF, deals, results, limits=LIMITS, workers=six).count == len(deals)
            assert len([*processes.glob("process *")]) <= most


# --- reports --------------------------------------------------------------------------------------


def test_plays_have_a_table_of_their_own(fake: Path) -> None:
    plays = Study.of(GOLF, NO_LIMITS, policy="greedy")
    saved("a", plays, Result(1, "won", 50, 0.1, 50, "", "greedy"))
    saved("a", STUDY, *(found(deal, 1000) for deal in range(1, 11)))
    solved, played = answer("odds", "report", "a", "--markdown").rstrip().split("\n\n")
    assert "| can be won |" in solved
    assert [line.split(" |")[0] for line in solved.splitlines()[2:]] == ["| Golf"]
    assert played.startswith("| game | deals | won | share | 95% interval | mean |\n")
    assert played.splitlines()[2:] == ["| Golf, greedy | 1 | 1 | 100.0% | 2.5 to 100.0% | 100 ms |"]


def test_uncounted_results_are_reported_by_kind(fake: Path) -> None:
    """The message names limits only for solved deals, because plays have no limits."""
    greedy, old = (Study.of(GOLF, NO_LIMITS, seed, "greedy") for seed in (0, 1))
    old = replace(old, solver=f"{old.solver} of old")
    saved("a", STUDY, found(1, 1000))
    for study in (greedy, old):
        saved("a", study, *(found(deal, 1000) for deal in range(1, 7)))
    words = ["odds", "run", "golf", "--deals", "1-1", "--db", "a"]
    stay = "stay in the file and do not"
    assert run(*words, "--nodes", "9", "--seed", "5").stderr == (
        "Golf: 1 result with other limits and another seed stays in the file and does not count"
        f" in this run.\nGolf: 12 deals played by 'greedy' {stay} count in this run.\n"
    )
    assert run(*words, "--policy", "greedy").stderr == (
        "Golf, greedy: the deal is already in a.\n"
        f"Golf, greedy: 2 deals solved, not played, {stay} count in this run.\n"
        "Golf, greedy: 6 results with another version of the policy and another seed"
        f" {stay} count in this run.\n"
    )


def test_a_run_and_a_table_use_the_same_game_name(fake: Path) -> None:
    words = ["odds", "run", "birthday", "--option", "target=1956"]
    words += ["--deals", "1-9", "--nodes", "1000"]
    name = "Birthday (suits=SHCD, target=1956) "
    for told in (answer(*words), answer("odds", "report"), run(*words).stderr):
        assert name in told.replace(":", " ")
    run_says, table_says = (run(*some, "--csv").stdout for some in (words, ["odds", "report"]))
    assert run_says.splitlines()[1] in table_says


@pytest.mark.parametrize("form", ["", "--json", "--csv"])
def test_without_standard_output(form: str, fake: Path) -> None:
    rows = [Row(STUDY, Tally(won=1))]
    with pytest.MonkeyPatch.context() as closed:
        closed.setattr(sys, "stdout", None)
        print_studies(rows, as_json=form == "--json", as_csv=form == "--csv")


def test_an_option_for_one_of_several_games(fake: Path) -> None:
    words = ["odds", "run", "klondike turn=three", "freecell", "--deals", "1-9", "--nodes", "1000"]
    _, first, second, *_ = answer(*words).splitlines()
    assert first.startswith("Klondike, draw three (turn=three)  ")
    assert second.startswith("FreeCell  ")


def test_answers_to_choices_appear_once(fake: Path) -> None:
    words = ["odds", "run", "klondike passes=one worrying=no", "--deals", "1-9", "--nodes", "1000"]
    once = "Klondike (passes=one, worrying=no)  "
    assert answer(*words).splitlines()[1].startswith(once)
    # a user's game, found by its name, is reported in the same way
    with Results.open() as results:
        [kept] = results.studies()
    assert kept.name == "Klondike (passes: once; worrying: no)"
    mine = replace(kept, game="mine", name=kept.name.replace("Klondike", "My Small Game"))
    plain = replace(mine, name="My Small Game", options={})
    for study in (mine, plain):
        saved("a", study, found(1, 1000))
    once = once.replace("Klondike", "My Small Game")
    words = ["odds", "report", "a", "--game"]
    _, first, second, *_ = answer(*words, "my small game").splitlines()
    assert first.startswith("My Small Game  "), "the plain one comes first"
    assert second.startswith(once)
    _, first, second, *_ = answer(*words, "mine passes=one").splitlines()
    assert first.startswith(once)
    assert second == ""
    assert complaint(*words, "my small game passes=two") == (
        "no results for My Small Game (passes=two) in a, only for My Small Game;"
        " My Small Game (passes=one, worrying=no)"
    )


@pytest.mark.parametrize(
    ("won", "lost", "unknown", "share"),
    [
        (30, 70, 0, "21 to 40%"),
        (1817, 163, 20, "89 to 93%"),  # 89.5 to 93.0% with a different digit
        (70, 0, 30, "at least 60%"),
        (0, 100, 0, "at most 3.7%"),
    ],
)
def test_two_sentences_round_a_share_alike(won: int, lost: int, unknown: int, share: str) -> None:
    letters = ["won"] * won + ["lost"] * lost + ["unknown"] * unknown
    row = row_of(STUDY, [Result(n, r, 9, 0.1, None, "", "") for n, r in enumerate(letters, 1)])
    assert in_short(row, row) == (
        f"With all cards known, {share} of its deals can be won. A simple program that sees no more"
        f" than you do wins {share}."
    )


def test_a_new_game_is_written_to_an_existing_folder(here: Path) -> None:
    Path("my").mkdir()
    assert run("new", "My Game", "--folder", "my").exit_code == 0
