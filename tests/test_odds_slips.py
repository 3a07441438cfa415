"""Slips around a study that would lose its results, or tell of them what is not so."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest

import cadogan
from cadogan.cli.frame import cli
from cadogan.cli.given import read_memory
from cadogan.errors import BadLimit, BadStudy
from cadogan.figures import in_short
from cadogan.odds import Limits, Result, Results, Study, measure
from cadogan.odds.crew import Task
from cadogan.odds.study import NO_LIMITS
from cadogan.odds.table import row_of
from tests.odds_worker import FakeCrew, found
from tests.test_cli import answer, complaint, here, run
from tests.test_odds import fake

__all__ = ["fake", "here"]  # fixtures

GOLF = cadogan.game("golf")
LIMITS = Limits(nodes=1000)
STUDY = Study.of(GOLF, LIMITS)
POSIX = pytest.mark.skipif(os.name == "nt", reason="a file that is open stays where it is there")


# --- a file that is gone --------------------------------------------------------------------------


def replaced(path: Path) -> None:
    """Put the file of another run in the place of a file."""
    with Results.open("other") as other:
        other.begin(STUDY)
        other.add(STUDY, found(77, 1000))
    Path("other").rename(path)


WAYS: dict[str, Callable[[Path], object]] = {
    "deleted": Path.unlink,
    "moved": lambda path: path.rename("elsewhere"),
    "replaced": replaced,
}


@POSIX
@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_what_a_file_held_that_is_gone_is_put_aside(
    way: Callable[[Path], object], here: Path
) -> None:
    path, aside = Path("a.sqlite3"), f"a.sqlite3.{os.getpid()}"
    with Results.open(path) as results:
        results.begin(STUDY)
        results.add_all(STUDY, [found(deal, 1000) for deal in range(1, 10)])
        way(path)
        said = f"^'a.sqlite3' was deleted, moved or .* is in '{aside}': go on with that"
        with pytest.raises(BadStudy, match=said):
            results.add(STUDY, found(10, 1000))
    with Results.open(aside) as results:
        assert results.results(STUDY) == [found(deal, 1000) for deal in range(1, 11)]
    assert not [*Path().glob("*-wal")]
    # nothing of the old file is read with a new one
    assert path.exists() == (way is replaced)
    with Results.open(path) as results:
        assert [one.deal for one in results.results(STUDY)] == ([77] if way is replaced else [])


@POSIX
def test_another_run_in_the_place_of_a_file_keeps_its_log(here: Path) -> None:
    first = Results.open("a")
    first.begin(STUDY)
    for name in ("a", "a-wal", "a-shm"):
        Path(name).unlink()
    with Results.open("a") as second:
        second.begin(STUDY)
        with pytest.raises(BadStudy, match="was deleted"):
            first.check()
        first.close()
        second.add(STUDY, found(1, 1000))
        with Results.read("a") as reader:
            assert reader.results(STUDY) == [found(1, 1000)]


@POSIX
def test_a_folder_that_is_gone(here: Path) -> None:
    Path("b").mkdir()
    with Results.open("b/a") as results:
        results.begin(STUDY)
        for file in Path("b").iterdir():
            file.unlink()
        Path("b").rmdir()
        with pytest.raises(BadStudy, match=r"until now, since 'b/a.* cannot be written"):
            results.check()


@POSIX
def test_it_is_noticed_while_nothing_is_found(here: Path) -> None:
    """A deal may take minutes."""

    class Slow(FakeCrew):
        def results(self, task: Task | None, deals: Iterator[int]) -> Iterator[list[Result]]:
            next(deals)
            yield []
            Path("a").unlink()
            yield []
            pytest.fail("it was not noticed")

    with Results.open("a") as results, pytest.raises(BadStudy, match="was deleted"):
        measure(GOLF, range(1, 9), results, limits=LIMITS, crew=Slow())


@POSIX
def test_the_command_says_so(fake: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def lose(self: FakeCrew, _task: object, deals: object) -> object:
        Path("a").unlink()
        yield [found(1, 1000)]

    monkeypatch.setattr(FakeCrew, "results", lose)
    said = complaint("odds", "golf", "--deals", "1-9", "--nodes", "1000", "--out", "a")
    assert said.startswith("'a' was deleted, moved or replaced while it was written to; all that")


# --- names, memory --------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [["golf"], ["combine", "a"]])
def test_a_file_that_would_keep_nothing(words: list[str], fake: Path) -> None:
    said = complaint("odds", *words, "--out", ":memory:")
    assert said.startswith("--out: ':memory:' is no file, and what SQLite keeps there is lost")


@pytest.mark.parametrize("command", ["table", "plot", "combine"])
def test_nothing_is_read_from_memory(command: str, fake: Path) -> None:
    more = [] if command == "table" else ["--out", "b.svg"]
    said = complaint("odds", command, ":memory:", *more)
    assert said == "':memory:' cannot be read: there is no such file"


@pytest.mark.skipif(os.name == "nt", reason="it is no name of a file there")
def test_a_file_of_that_name_is_a_file(here: Path) -> None:
    with Results.open("./:memory:") as results:
        results.begin(STUDY)
        results.add(STUDY, found(1, 1000))
    with Results.read(":memory:") as results:
        assert results.results(STUDY) == [found(1, 1000)]


def test_too_little_memory_is_refused_at_once(fake: Path) -> None:
    said = complaint("odds", "golf", "--memory", "1M", "--out", "a")
    assert said == "1,048,576 bytes of memory are too few; 16 MiB is the least"
    assert not Path("a").exists()


def test_the_least_memory_is_what_the_solver_says() -> None:
    least = read_memory(click.Context(cli), click.Option(["--memory"]), "16M")
    deal = GOLF.deal(1)
    cadogan.solve(deal, nodes=1, memory=least)
    with pytest.raises(BadLimit, match=r"too few; 16 MiB is the least$"):
        cadogan.solve(deal, nodes=1, memory=least - 1)


def test_more_memory_than_a_file_can_tell(fake: Path) -> None:
    said = complaint("odds", "golf", "--memory", "999999999T", "--out", "a")
    assert said.endswith(" bytes will not do; 9,223,372,036,854,775,807 is the most")
    with pytest.raises(BadLimit, match=r"9,223,372,036,854,775,808 positions will not do"):
        Limits(nodes=2**63)
    assert not Path("a").exists()


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
        (1817, 163, 20, "89 to 93 %"),  # 89.5 to 93.0 % where more is told
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


def test_no_folder_is_made_for_a_new_game(here: Path) -> None:
    said = complaint("new", "My Game", "--folder", "my/gamse")
    assert said == "nothing is written: there is no folder 'my'"
    Path("my").mkdir()
    said = complaint("new", "My Game", "--folder", "my/gamse")
    assert said == f"nothing is written: there is no folder {str(Path('my/gamse'))!r}"
    assert not Path("my/gamse").exists()
    assert run("new", "My Game", "--folder", "my").exit_code == 0
