"""Results file: each result saved once, never mixed or overwritten; and merged files."""

from __future__ import annotations

import errno
import math
import sqlite3
import sys
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

import cadogan
from cadogan.core.errors import ContradictionError, InvalidLimitError, InvalidStudyError
from cadogan.odds import Limits, Result, Results, Study, combine
from cadogan.odds.report import opened
from cadogan.odds.store import FILE
from tests.cases.messages import refused
from tests.odds_worker import found

STUDY = Study.of(cadogan.game("klondike"), Limits(nodes=1000))
WON = Result(1, "won", 537, 0.25, 103, "", "quick search")
LOST = Result(1, "lost", 20, 0.5, None, "", "exhaustive search")
UNKNOWN = Result(1, "unknown", 1000, 0.5, None, "nodes", "beam of width 8")

DAMAGED = r"^'[^\n]*/a' is damaged \([^\n*]*\); use a copy[^\n]*$"


def written(path: Path, *results: Result, study: Study = STUDY) -> Path:
    """Write a results file."""
    with Results.open(path) as file:
        file.begin(study)
        for result in results:
            file.add(study, result)
    return path


def read(path: Path, study: Study = STUDY) -> list[Result]:
    """Return the results of a study in a file."""
    with Results.read(path) as file:
        return file.results(study)


def altered(path: Path, statement: str, *values: object) -> Path:
    """Change a results file without the program's knowledge."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement, values)
    return path


# --- one file ------------------------------------------------------------------------------------


def test_results_are_read_back(tmp_path: Path) -> None:
    (tmp_path / "some").mkdir()
    path = written(tmp_path / "some" / "where.sqlite3", WON, replace_deal(UNKNOWN, 2))
    with Results.open(path) as results:
        assert results.studies() == [STUDY]
        assert results.results(STUDY) == [WON, replace_deal(UNKNOWN, 2)]
        assert results.missing(STUDY, range(1, 5)) == [3, 4]
        tally = results.tally(STUDY)
        assert (tally.won, tally.lost, tally.unknown) == (1, 0, 1)
        assert (tally.nodes, tally.seconds) == (1537, 0.75)
    assert sorted(path.parent.iterdir()) == [path]  # the log has been removed


def replace_deal(result: Result, deal: int) -> Result:
    """Return the same result for another deal."""
    return Result(deal, *(getattr(result, name) for name in Result.__struct_fields__[1:]))


def test_many_results_at_a_time(tmp_path: Path) -> None:
    some = [found(deal, 1000) for deal in range(1, 1235)]
    with Results.open(tmp_path / "a") as results:
        results.begin(STUDY)
        results.add_all(STUDY, some[100:700])
        results.add_all(STUDY, some)
        results.add_all(STUDY, [])
    assert read(tmp_path / "a") == some


def test_a_deal_is_counted_once(tmp_path: Path) -> None:
    path = written(tmp_path / "a", WON)
    written(path, LOST, UNKNOWN)
    assert read(path) == [WON]


def test_only_requested_deals(tmp_path: Path) -> None:
    path = written(tmp_path / "a", *(found(deal, 1000) for deal in range(1, 41)))
    with Results.read(path) as results:
        assert results.tally(STUDY).count == 40
        assert results.tally(STUDY, range(1, 11)).won == 7
        assert results.tally(STUDY, range(9, 41, 10)).unknown == 4
        assert results.tally(STUDY, range(5, 5)).count == 0
        assert results.tally(replace(STUDY, seed=1)).count == 0


@pytest.mark.parametrize(
    "change",
    [
        {"game": "yukon"},
        {"options": {"suits": "CDHS"}},
        {"rules": "0123456789abcdef"},
        {"solver": "0123456789abcdef"},
        {"limits": Limits(nodes=1001)},
        {"limits": Limits(nodes=1000, seconds=60.0)},
        {"limits": Limits(nodes=1000, memory=1 << 30)},
        {"seed": 1},
    ],
    ids=str,
)
def test_changes_that_make_another_study(change: dict[str, object]) -> None:
    other = replace(STUDY, **change)  # type: ignore[arg-type]
    assert other.key != STUDY.key
    assert other.differs(STUDY) == list(change)


def test_changes_that_keep_the_study(tmp_path: Path) -> None:
    whole = replace(STUDY, limits=Limits(seconds=5))
    assert whole.key == replace(STUDY, limits=Limits(seconds=5.0)).key
    with Results.open(written(tmp_path / "a", WON, study=whole)) as results:
        assert [study.key for study in results.studies()] == [whole.key]
    assert replace(STUDY, version="9.9", name="Patience").key == STUDY.key


@pytest.mark.parametrize(
    ("result", "old", "new", "taken"),
    [
        (WON, {}, {"nodes": 5000}, True),
        (WON, {}, {"nodes": 537}, True),
        (WON, {}, {"nodes": 536}, False),
        (WON, {}, {"nodes": None, "seconds": 0.25}, True),
        (WON, {}, {"nodes": None, "seconds": 0.2}, False),
        (LOST, {}, {"nodes": 5000}, True),
        (UNKNOWN, {}, {"nodes": 5000}, False),
        (WON, {}, {"nodes": 5000, "memory": 1 << 30}, True),
        (WON, {}, {"nodes": 5000, "memory": 1 << 28}, False),
        (Result(1, "unknown", 900, 1, None, "memory", ""), {}, {"nodes": 5000}, True),
        (Result(1, "unknown", 900, 1, None, "memory", ""), {}, {"memory": 1 << 30}, False),
        (WON, {"seed": 1}, {"nodes": 5000}, False),
        (WON, {"solver": "0"}, {"nodes": 5000}, False),
        (WON, {"rules": "0"}, {"nodes": 5000}, False),
    ],
)
def test_results_of_other_limits(
    result: Result, old: dict[str, object], new: dict[str, object], *, taken: bool, tmp_path: Path
) -> None:
    """A search with higher limits finds whatever a search with lower limits finds."""
    path = written(tmp_path / "a", result, study=replace(STUDY, **old))  # type: ignore[arg-type]
    limits = replace(STUDY.limits, **new)  # type: ignore[arg-type]
    wider = replace(STUDY, limits=limits)
    with Results.open(path) as results:
        results.begin(wider)
        assert [some for some, _ in results.within(wider).values()] == [result] * taken
        assert results.tally(wider).count == 0


def test_only_the_requested_deals_are_read() -> None:
    """The store looks up deals by number, because a results file may hold millions of deals."""
    steps = []
    with Results.open(":memory:") as results:
        for study in (STUDY, replace(STUDY, limits=Limits(nodes=5000))):
            results.begin(study)
            results.add_all(study, [found(deal, 1000) for deal in range(1, 20_001)])
        results._db.set_progress_handler(lambda: steps.append(1), 100)
        assert [*results.within(STUDY, range(501, 504))] == [501, 502, 503]
        assert results.missing(STUDY, range(501, 504)) == []
        assert results.tally(STUDY, range(501, 504)).count == 3
    assert len(steps) < 100, "SQLite took more than 10,000 steps"


def test_two_at_a_time(tmp_path: Path) -> None:
    with Results.open(tmp_path / "a") as one, Results.open(tmp_path / "a") as other:
        for results in (one, other):
            results.begin(STUDY)
            results.add(STUDY, WON)
        other.add(STUDY, replace_deal(WON, 2))
        one.close()
        assert [result.deal for result in other.results(STUDY)] == [1, 2]
        other.add(STUDY, replace_deal(WON, 3))
    assert [result.deal for result in read(tmp_path / "a")] == [1, 2, 3]
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


# --- files that cannot be used -------------------------------------------------------------------


def test_an_unrelated_file(tmp_path: Path) -> None:
    text, database = tmp_path / "text", tmp_path / "database"
    text.write_text("no database at all " * 100, encoding="utf-8")
    altered(database, "CREATE TABLE cards (name)")
    for path, said in (
        (text, f"'{text}' is not a results file: it is not an SQLite database"),
        (database, f"'{database}' is not a results file: it is another program's database"),
    ):
        before = path.read_bytes()
        with pytest.raises(InvalidStudyError) as error:
            Results.open(path)
        assert str(error.value) == said
        assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("PRAGMA user_version = 2", "a newer version of Cadogan wrote .*; use that version"),
        ("DROP TABLE results", "is damaged: its table results has the wrong columns"),
        ("ALTER TABLE studies RENAME seed TO seeds", "its table studies has the wrong columns"),
    ],
)
def test_a_file_with_another_structure(statement: str, said: str, tmp_path: Path) -> None:
    path = altered(written(tmp_path / "a", WON), statement)
    for way in (Results.open, Results.read):
        with pytest.raises(InvalidStudyError, match=said):
            way(path)


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("UPDATE studies SET options = '{bad'", "table studies: options is '{bad'"),
        ("UPDATE studies SET options = '[]'", "table studies: options is '[]'"),
        ("UPDATE studies SET seed = 'x'", "table studies: seed is 'x'"),
        ("UPDATE studies SET memory = -1", "table studies: memory is -1"),
        ("UPDATE studies SET seed = 9", "table studies: '{key}' does not match its study"),
        ("UPDATE results SET seconds = 'x'", "table results: seconds is 'x'"),
        ("UPDATE results SET seconds = -1", "table results: seconds is -1.0"),
        ("UPDATE results SET deal = -4", "table results: deal is -4"),
        ("UPDATE results SET nodes = 1.5", "table results: nodes is 1.5"),
        ("UPDATE results SET moves = 'x'", "table results: moves is 'x'"),
        ("UPDATE results SET method = x'00'", "table results: method is b'\\x00'"),
        ("DELETE FROM studies", "table results: 1 of them belong to no study in the file"),
    ],
)
def test_impossible_values(statement: str, said: str, tmp_path: Path) -> None:
    path = altered(written(tmp_path / "a", WON), statement)
    before = path.read_bytes()
    for way in (Results.open, Results.read, lambda path: combine([path], tmp_path / "all")):
        with pytest.raises(InvalidStudyError, match="is damaged: table") as error:
            way(path)
        told = said.replace("{key}", STUDY.key)
        assert str(error.value).startswith(f"'{path}' is damaged: {told}")
    assert path.read_bytes() == before
    assert [*tmp_path.iterdir()] == [path]


@pytest.mark.parametrize(
    ("column", "length", "key"),
    [
        *((column, 100_000, "damaged-text-longer") for column in ("name", "options", "version")),
        ("seed", 10_000, "table-studies-seed"),
    ],
)
def test_a_message_repeats_no_long_text(column: str, length: int, key: str, tmp_path: Path) -> None:
    path = written(tmp_path / "a", WON)
    altered(path, f"UPDATE studies SET {column} = ?", "x" * length)
    for way in (Results.open, Results.read):
        with refused(InvalidStudyError, f"results.{key}"):
            way(path)


HARM: dict[str, Callable[[bytes], bytes]] = {
    "no header of a page": lambda data: data[:8193] + bytes(7) + data[8200:],
    "no page": lambda data: data[:8192] + b"\xff" * 4096 + data[12288:],
    "100 bytes": lambda data: data[:100],
    "5000 bytes": lambda data: data[:5000],
    "9000 bytes": lambda data: data[:9000],
}


@pytest.mark.parametrize("harm", HARM.values(), ids=HARM)
def test_a_damaged_file_is_reported_in_one_line_and_left_alone(
    harm: Callable[[bytes], bytes], tmp_path: Path
) -> None:
    path = written(tmp_path / "a", *(found(deal, 1000) for deal in range(1, 500)))
    damaged = harm(path.read_bytes())
    path.write_bytes(damaged)
    for way in (Results.open, Results.read):
        with pytest.raises(InvalidStudyError, match=DAMAGED):
            way(path)
    assert path.read_bytes() == damaged


def test_an_empty_name(tmp_path: Path) -> None:
    for way in (Results.open, Results.read, lambda path: combine([path], tmp_path / "all")):
        with refused(InvalidStudyError, "results.file-name-empty"):
            way("")


def test_a_copy_in_a_folder_that_takes_no_log(tmp_path: Path) -> None:
    """The error explains that SQLite needs a log beside the results file, even for reading."""
    with Results.open(tmp_path / "a") as results:
        results.begin(STUDY)
        (tmp_path / "b").write_bytes((tmp_path / "a").read_bytes())
    (tmp_path / "b-wal").mkdir()  # a folder in place of the log
    with refused(InvalidStudyError, "results.cannot-read-copied"):
        Results.read(tmp_path / "b")


def test_an_empty_file(tmp_path: Path) -> None:
    path = tmp_path / "empty.sqlite3"
    path.touch()
    with refused(InvalidStudyError, "results.results-file-empty"):
        Results.read(path)


def test_a_full_disk(tmp_path: Path) -> None:
    """On a full disk the run reports the error and keeps the earlier results."""
    path = tmp_path / "a.sqlite3"
    study = Study.of(cadogan.game("golf"), Limits(nodes=1000))
    with Results.open(path) as results:
        results.begin(study)
        results.add(study, found(1, 1000))
        results._db.execute("PRAGMA max_page_count = 1")  # keep the file from growing
        with refused(InvalidStudyError, "results.disk-full-perhaps"):
            results.add_all(study, [found(deal, 1000) for deal in range(2, 5000)])
    with Results.read(path) as results:
        assert results.tally(study).count == 1


def test_a_missing_file(tmp_path: Path) -> None:
    with refused(InvalidStudyError, "results.cannot-read-such"):
        Results.read(tmp_path / "a")
    (tmp_path / "b").touch()
    with refused(InvalidStudyError, "results.cannot-written-folder-2"):
        Results.open(tmp_path / "b" / "c")


@pytest.mark.skipif(sys.platform == "win32", reason="links are made otherwise there")
def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    """The error explains the cause, because SQLite's own message does not."""
    (tmp_path / "a").symlink_to(tmp_path / "no" / "a")
    with refused(InvalidStudyError, "results.cannot-written-perhaps"):
        Results.open(tmp_path / "a")


def test_a_file_locked_by_another_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path / "a", WON)
    monkeypatch.setattr("cadogan.odds.store._WAIT", 0)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        for way, what in ((Results.open, "written"), (Results.read, "read")):
            with refused(InvalidStudyError, "results.locked", what=what):
                way(path)


def test_a_file_without_read_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command reports a file without read permission; only root can still read it."""

    def refuse(*_args: object, **_named: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    path = written(tmp_path / "a", WON)
    with monkeypatch.context() as locked:
        locked.setattr("cadogan.odds.store.os.access", lambda *_: False)
        with refused(InvalidStudyError, "results.cannot-read-you"):
            Results.read(path)
    with monkeypatch.context() as locked:
        locked.setattr(Path, "is_file", refuse)
        locked.setattr(Path, "is_dir", refuse)
        with refused(InvalidStudyError, "results.cannot-read-permission"):
            Results.read(path)
    with monkeypatch.context() as locked:
        locked.setattr(Path, "is_dir", refuse)
        locked.setattr("cadogan.odds.store.no_folder", lambda _path: "")
        locked.setattr("cadogan.odds.store.sqlite3.connect", lambda *_a, **_n: _unopened())
        with refused(InvalidStudyError, "results.cannot-written-unable"):
            Results.open(path)


def _unopened() -> None:
    raise sqlite3.OperationalError("unable to open")


def test_what_a_file_is_called_in_messages(tmp_path: Path) -> None:
    """Messages name the final file, although a merged file first has a temporary name."""
    with Results.open(tmp_path / "a", label="b") as results:
        results.begin(STUDY)
        results._db.execute("PRAGMA max_page_count = 1")
        with refused(InvalidStudyError, "results.cannot-written-disk"):
            results.add_all(STUDY, [found(deal, 1000) for deal in range(1, 5000)])


def test_only_the_users_own_folder_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program creates only the default folder: a mistyped path must not create one."""
    monkeypatch.chdir(tmp_path)
    whole = written(tmp_path / "a", WON)
    for way in (Results.open, lambda path: combine([whole], path)):
        with refused(InvalidStudyError, "results.typed-folder"):
            way("some/where/b")
    assert [*tmp_path.iterdir()] == [whole]
    monkeypatch.setenv("CADOGAN_HOME", str(tmp_path / "my" / "own"))
    with Results.open() as results:
        assert results.studies() == []
    assert (tmp_path / "my" / "own" / FILE).is_file()


# --- several files -------------------------------------------------------------------------------


def shards(folder: Path, deals: Iterable[int], count: int) -> list[Path]:
    """Write results to several files in turn."""
    results = [found(deal, 1000) for deal in deals]
    return [written(folder / str(i), *results[i::count]) for i in range(count)]


def test_combined_shards_equal_one_file(tmp_path: Path) -> None:
    whole = written(tmp_path / "whole", *(found(deal, 1000) for deal in range(1, 51)))
    assert combine(shards(tmp_path, range(1, 51), 3), tmp_path / "all") == 0
    assert read(tmp_path / "all") == read(whole)
    assert combine([whole, tmp_path / "all"], tmp_path / "again") == 50
    assert read(tmp_path / "again") == read(whole)
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]


@pytest.mark.parametrize(
    ("change", "theirs"),
    [({"solver": "0123456789abcdef"}, WON), ({"rules": "0123456789abcdef"}, LOST)],
    ids=["solver", "rules"],
)
def test_other_studies_are_kept_apart(
    change: dict[str, str], theirs: Result, tmp_path: Path
) -> None:
    other = replace(STUDY, **change)  # type: ignore[arg-type]
    paths = [written(tmp_path / "a", WON), written(tmp_path / "b", theirs, study=other)]
    assert combine(paths, tmp_path / "all") == 0
    assert read(tmp_path / "all") == [WON]
    assert read(tmp_path / "all", other) == [theirs]


def test_a_faster_machine_may_know_more(tmp_path: Path) -> None:
    a, b = written(tmp_path / "a", UNKNOWN), written(tmp_path / "b", WON)
    assert combine([a, b], tmp_path / "ab") == combine([b, a], tmp_path / "ba") == 1
    assert read(tmp_path / "ab") == read(tmp_path / "ba") == [WON]


@pytest.mark.parametrize("other", [STUDY, replace(STUDY, solver="0", limits=Limits(nodes=7))])
def test_a_contradiction_is_a_bug(other: Study, tmp_path: Path) -> None:
    a, b = written(tmp_path / "a", WON), written(tmp_path / "b", LOST, study=other)
    for paths in ([a, b], [b, a]):
        with refused(ContradictionError, "results.contradiction", file=paths[1]):
            combine(paths, tmp_path / "all")
        if other is STUDY:
            with refused(ContradictionError, "results.contradiction", file=paths[1]):
                opened(paths)
    assert sorted(tmp_path.iterdir()) == [a, b]


def test_a_contradiction_within_a_file(tmp_path: Path) -> None:
    wider = replace(STUDY, limits=Limits(nodes=5000))
    path = written(tmp_path / "a", *(replace_deal(WON, deal) for deal in range(1, 9)))
    written(path, *(replace_deal(LOST, deal) for deal in range(2, 5)), study=wider)
    for way in (lambda: combine([path], tmp_path / "all"), lambda: opened([path])):
        with refused(ContradictionError, "results.contradictions"):
            way()
    assert [*tmp_path.iterdir()] == [path]
    written(path, *(replace_deal(LOST, deal) for deal in range(5, 9)), study=wider)
    with Results.read(path) as results:
        told = results.contradiction()
    assert told.startswith("7 deals (deal 2 of Klondike, ")
    assert "deal 6 of Klondike, ...) can be won" in told


def test_contradictions_are_searched_deal_by_deal(tmp_path: Path) -> None:
    """Only results for the same deal are compared, because there are millions of other pairs."""
    path = tmp_path / "a"
    steps: list[int] = []
    with Results.open(path) as results:
        for seed in (0, 1):
            study = replace(STUDY, seed=seed)
            results.begin(study)
            results.add_all(study, [found(deal, 1000) for deal in range(1, 3001)])
        results._db.set_progress_handler(lambda: steps.append(1), 1000)
        assert results.contradiction() == ""
    assert 0 < len(steps) < 1000


def test_a_contradiction_of_an_older_solver_within_a_file(tmp_path: Path) -> None:
    """A merged file leaves out a wrong loss; the old file can still be read."""
    path = written(tmp_path / "a", WON)
    written(path, LOST, study=replace(STUDY, solver="0"))
    with refused(ContradictionError, "results.deal-klondike-can"):
        combine([path], tmp_path / "all")
    other = written(tmp_path / "b", replace_deal(WON, 2))
    for paths in ([path], [path, other], [other, path]):
        with opened(paths) as results:
            assert results.contradiction() == ""
            assert results.contradiction(same_solver=False).startswith("deal 1 of Klondike can be")


@pytest.mark.parametrize("change", [{"seed": 1}, {"solver": "0"}, {"rules": "0"}], ids=str)
def test_contradictions_of_a_study(change: dict[str, object], tmp_path: Path) -> None:
    other = replace(STUDY, **change)  # type: ignore[arg-type]
    with Results.open(written(tmp_path / "a", WON, replace_deal(WON, 2))) as results:
        results.begin(other)
        results.add(other, replace_deal(WON, 2))
        assert results.contradiction(STUDY) == results.contradiction(other) == ""
        results.add(other, LOST)
        for study in (STUDY, other):
            assert bool(results.contradiction(study)) == ("seed" in change)
            assert bool(results.contradiction(study, same_solver=False)) == ("solver" in change)


def test_files_that_cannot_be_combined(tmp_path: Path) -> None:
    a = written(tmp_path / "a", WON)
    with refused(InvalidStudyError, "results.cannot-written-folder"):
        combine([a], f"{tmp_path / 'b'}/")
    with refused(InvalidStudyError, "results.already-exists-give"):
        combine([a], a)
    with refused(InvalidStudyError, "results.such-file"):
        combine([a, tmp_path / "b"], tmp_path / "all")
    assert sorted(tmp_path.iterdir()) == [a]
    assert read(a) == [WON]


@pytest.mark.parametrize("seconds", [1e13, math.inf, math.nan])
def test_a_limit_beyond_the_file_format_is_refused(seconds: float) -> None:
    with refused(InvalidLimitError, "limits.seconds", seconds=seconds):
        Limits(seconds=seconds)
