"""One file of plays shared by two programs, and a file that is damaged or deleted in use."""

from __future__ import annotations

import shutil
import sqlite3
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from cadogan.session.database import FILE
from cadogan.session.models import Mark, Record
from cadogan.session.play import Play
from cadogan.session.repository import Repository, StalePlayError
from cadogan.session.service import PlayService, UnknownPlayError
from tests.stored_plays import change, moved, rows

Open = Callable[[], PlayService]
posix = pytest.mark.skipif(
    sys.platform == "win32", reason="Windows lets nobody move a file that another has open"
)


@pytest.fixture
def another(tmp_path: Path) -> Iterator[Open]:
    """Return a function that starts another program, with its own service, on the same file."""
    opened: list[Repository] = []

    def open_() -> PlayService:
        opened.append(Repository.open(tmp_path))
        return PlayService(opened[-1])

    yield open_
    for store in opened:
        store.close()


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let programs wait a long time for the file."""
    monkeypatch.setattr("cadogan.session.database._WAIT", 20.0)


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let programs stop waiting for the file after a short time."""
    monkeypatch.setattr("cadogan.session.database._WAIT", 0.02)


# --- two programs --------------------------------------------------------------------------------


@pytest.mark.usefixtures("patient")
def test_moves_that_two_programs_acknowledge_are_saved(another: Open, tmp_path: Path) -> None:
    shelves = [another(), another()]
    key = shelves[0].start("klondike", {}, "47").record.play
    acknowledged: list[list[tuple[int, str]]] = [[], []]
    refused = [0, 0]
    together = threading.Barrier(2, timeout=300)

    def hammer(me: int) -> None:
        for _ in range(25):
            play = shelves[me].get(key)
            move = play.position.move_texts()[-1]
            revision = play.revision
            together.wait()
            try:
                with shelves[me].changing(key, revision) as play:
                    play.move(move, auto="off")
            except StalePlayError:
                refused[me] += 1
            else:
                acknowledged[me].append((play.revision, move))

    threads = [threading.Thread(target=hammer, args=(me,)) for me in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    all_told = sorted(acknowledged[0] + acknowledged[1])
    assert len(all_told) + sum(refused) == 50
    assert sum(refused) > 0  # the two programs did conflict with each other
    assert [revision for revision, _ in all_told] == list(range(1, len(all_told) + 1))
    kept = another().get(key)
    assert kept.revision == kept.record.done == len(all_told)
    assert kept.record.steps == [move for _, move in all_told]
    assert kept.position == max((s.get(key) for s in shelves), key=lambda p: p.revision).position
    assert [u.steps for u in another().unfinished()] == [len(all_told)]


def test_an_overtaken_program_is_refused_and_sees_the_newer_play(another: Open) -> None:
    one, two = another(), another()
    key = moved(one, "s-w")

    def overtaken() -> None:
        with one.changing(key) as play:
            # The other program moves after this one has read the play and before it saves.
            moved(two, "s-w", key=key)
            play.undo()

    with pytest.raises(StalePlayError):
        overtaken()
    assert one.get(key).record.steps == ["s-w", "s-w"]
    assert one.store.notice is None
    moved(one, "s-w", key=key)
    assert two.get(key).record.done == 3


@pytest.mark.parametrize(
    ("known", "filed", "overtaken"),
    [
        ((3, "open"), None, False),
        ((3, "open"), (3, "open"), False),
        ((3, "open"), (3, "left"), True),
        ((3, "open"), (4, "open"), True),
        ((3, "open"), (2, "open"), False),
        (None, (1, "open"), True),
        (None, None, False),
    ],
)
def test_a_row_with_the_same_or_a_later_revision_overtakes_a_play(
    known: tuple[int, str] | None, filed: tuple[int, str] | None, *, overtaken: bool
) -> None:
    record = Record("p", "golf", {}, "1", "", 0.0, 0.0, filed=known)
    assert record.is_overtaken(filed) == overtaken


def test_a_pause_writes_only_the_time(another: Open, tmp_path: Path) -> None:
    one, two = another(), another()
    key = moved(one, "s-w")
    with one.changing(key) as play:
        two.leave(key)
        play.record.seconds = 50.0
    assert rows(tmp_path, "SELECT state, seconds FROM plays") == [("left", 50.0)]
    with one.changing(key) as play:
        moved(two, "s-w", key=key)
        play.record.seconds = 60.0
    assert rows(tmp_path, "SELECT state, done FROM plays") == [("open", 2)]
    assert another().get(key).seconds < 60


def test_giving_up_a_play_keeps_moves_made_meanwhile(another: Open) -> None:
    one, two = another(), another()
    key = moved(one, "s-w")
    save = one.store.save

    def overtaken(record: Record) -> None:
        one.store.save = save  # type: ignore[method-assign]
        moved(two, "s-w", key=key)
        save(record)

    one.store.save = overtaken  # type: ignore[method-assign]
    one.leave(key)
    assert one.get(key).record.state == "left"
    assert one.get(key).record.done == 2
    assert [u.play for u in two.unfinished()] == []
    assert len(two.store.results("klondike")) == 1


@pytest.mark.usefixtures("hasty")
def test_unsaved_moves_become_a_separate_play(another: Open, tmp_path: Path) -> None:
    for go_on in ("by a move", "by looking", "by another play"):
        one, two = another(), another()
        key = moved(one, "s-w")
        with closing(sqlite3.connect(tmp_path / FILE)) as other:
            other.execute("BEGIN IMMEDIATE")
            moved(one, *["s-w"] * 3, key=key)
        assert one.get(key).record.done == 4
        assert [u.steps for u in one.unfinished() if u.play == key] == [4]
        assert "could not be saved" in str(one.store.notice)
        moved(two, "s-w", key=key)
        if go_on == "by a move":
            with pytest.raises(StalePlayError), one.changing(key, 4) as play:
                play.move("s-w", auto="off")
        elif go_on == "by looking":
            assert one.get(key).record.done == 2
        else:
            moved(one, "s-w")
        assert one.store.notice is None
        assert two.get(key).record.done == one.get(key).record.done == 2
        (apart,) = [u for u in two.unfinished() if u.steps == 4]
        assert two.get(apart.play).position == another().get(apart.play).position
        for each in one.unfinished():
            one.leave(each.play)


# --- damage --------------------------------------------------------------------------------------


def aside(tmp_path: Path) -> list[str]:
    """Return the names of the files that were moved aside, without their logs."""
    names = [path.name for path in tmp_path.iterdir() if "corrupt" in path.name]
    return [name for name in names if not name.endswith(("-wal", "-shm"))]


@posix
@pytest.mark.parametrize("table", ["steps", "plays", "settings"])
def test_a_file_without_one_of_its_tables_is_moved_aside(
    another: Open, tmp_path: Path, table: str
) -> None:
    moved(another(), "s-w")
    change(tmp_path, f"ALTER TABLE {table} RENAME TO others")
    shelf = another()
    assert "was damaged. Cadogan moved it to" in str(shelf.store.notice)
    (name,) = aside(tmp_path)
    assert name in str(shelf.store.notice)
    left = {"plays": [], "steps": [0], "settings": [1]}  # recovered steps of the play
    assert [u.steps for u in shelf.unfinished()] == left[table]
    assert len(moved(shelf, "s-w")) == 16
    with closing(sqlite3.connect(tmp_path / name)) as old:
        assert old.execute("SELECT count(*) FROM others").fetchone()[0] == (table != "settings")


@pytest.mark.parametrize("table", ["steps", "plays"])
def test_damage_to_a_file_in_use_loses_no_moves(another: Open, tmp_path: Path, table: str) -> None:
    shelf = another()
    key = moved(shelf, *["s-w"] * 3)
    change(tmp_path, f"DROP TABLE {table}")
    moved(shelf, "s-w", key=key)
    assert "was damaged. Cadogan moved it" in str(shelf.store.notice)
    assert len(aside(tmp_path)) == 1
    assert rows(tmp_path, "SELECT count(*) FROM steps") == [(4,)]
    assert another().get(key).position == shelf.get(key).position


@posix
def test_two_programs_do_not_move_each_other_s_new_file_aside(
    another: Open, tmp_path: Path
) -> None:
    one, two = another(), another()
    keys = moved(one, "s-w"), moved(two, "s-w")
    change(tmp_path, "DROP TABLE steps")
    moved(one, "s-w", key=keys[0])
    moved(two, "s-w", key=keys[1])
    assert len(aside(tmp_path)) == 1
    assert "was moved or replaced" in str(two.store.notice)
    assert sorted(u.play for u in another().unfinished()) == sorted(keys)


@posix
def test_a_deleted_file_is_created_again_with_the_open_play(another: Open, tmp_path: Path) -> None:
    shelf = another()
    key = moved(shelf, *["s-w"] * 2)
    for path in tmp_path.iterdir():
        path.unlink()
    moved(shelf, "s-w", key=key)
    assert rows(tmp_path, "SELECT done FROM plays") == [(3,)]
    assert another().get(key).position == shelf.get(key).position
    assert str(shelf.store.notice).startswith("The file of your plays was moved or replaced")


@posix
def test_the_log_is_moved_with_the_damaged_file(another: Open, tmp_path: Path) -> None:
    moved(another(), "s-w")
    home = tmp_path / "after a crash"
    home.mkdir()
    for ending in ("", "-wal"):
        shutil.copy(tmp_path / f"{FILE}{ending}", home / f"{FILE}{ending}")
    log = (home / f"{FILE}-wal").read_bytes()
    assert log
    (home / FILE).write_bytes(b"no database at all " * 300)
    with closing(Repository.open(home)) as store:
        assert "damaged" in str(store.notice)
        kept = [
            path for path in home.iterdir() if path.name.endswith("-wal") and "corrupt" in path.name
        ]
        assert [path.read_bytes() for path in kept] == [log]
        assert PlayService(store).unfinished() == []


def test_files_moved_aside_do_not_replace_each_other(tmp_path: Path) -> None:
    for n in range(3):
        (tmp_path / FILE).write_bytes(b"%d is no database" % n * 100)
        Repository.open(tmp_path).close()
    assert len(aside(tmp_path)) == 3


WRONG = [
    "UPDATE plays SET done = 'three'",
    "UPDATE plays SET done = 99",
    "UPDATE plays SET done = -1",
    "UPDATE plays SET revision = 'x'",
    "UPDATE plays SET revision = x'00'",
    "UPDATE plays SET seconds = 'long'",
    "UPDATE plays SET started = 'then'",
    "UPDATE plays SET options = '[]'",
    "UPDATE plays SET deal = x'07'",
    "UPDATE plays SET game = x'07'",
    "UPDATE plays SET won_steps = 'few'",
    "UPDATE steps SET moves = x'07' WHERE number = 2",
    "UPDATE steps SET moves = ' ' WHERE number = 2",
    "DELETE FROM steps WHERE number = 2",
    "UPDATE steps SET number = 'two' WHERE number = 2",
]


@pytest.mark.parametrize("statement", WRONG)
@pytest.mark.parametrize("running", [False, True])
def test_an_unreadable_play_is_skipped_and_left(
    another: Open, tmp_path: Path, statement: str, running: bool
) -> None:
    shelf = another()
    key = moved(shelf, *["s-w"] * 3)
    change(tmp_path, f"{statement} {'AND' if 'WHERE' in statement else 'WHERE'} play = '{key}'")
    tables = ("plays", "steps")
    before = [rows(tmp_path, f"SELECT * FROM {table}") for table in tables]
    if not running:
        shelf = another()
        with pytest.raises(UnknownPlayError):
            shelf.get(key)
        with pytest.raises(UnknownPlayError):
            shelf.leave(key)
        shelf.start("klondike", {}, "47", leaving=key)
        change(tmp_path, "DELETE FROM plays WHERE state = 'new'")
        assert [rows(tmp_path, f"SELECT * FROM {table}") for table in tables] == before
    good = moved(shelf, "s-w")
    assert good in [u.play for u in shelf.unfinished()]
    assert shelf.store.results("klondike") == []
    assert shelf.store.notice is None
    assert aside(tmp_path) == []


def test_unreadable_results_are_skipped(another: Open, tmp_path: Path) -> None:
    shelf = another()
    shelf.leave(moved(shelf, "s-w"))
    shelf.leave(moved(shelf, "s-w"))
    assert len(shelf.store.results()) == 2
    change(
        tmp_path, "UPDATE plays SET won_seconds = 'x' WHERE play = (SELECT min(play) FROM plays)"
    )
    assert len(shelf.store.results()) == 1


# --- contents of the file ------------------------------------------------------------------------


def test_undone_steps_are_removed_from_the_file_after_a_new_move(
    another: Open, tmp_path: Path
) -> None:
    shelf = another()
    key = moved(shelf, *["s-w"] * 4)
    for _ in range(3):
        with shelf.changing(key) as play:
            play.undo()
    assert rows(tmp_path, "SELECT count(*) FROM steps") == [(4,)]
    with shelf.changing(key) as play:
        play.move("t3-f1", auto="off")
    assert rows(tmp_path, "SELECT count(*) FROM steps") == [(2,)]
    back = another().get(key)
    assert (back.record.steps, back.can_redo) == (["s-w", "t3-f1"], False)
    assert isinstance(back, Play)
    # the play keeps them as another line
    assert back.record.marks == (Mark(1, ("s-w",) * 4, gone=True),)


def test_bookmarks_are_in_the_file(another: Open, tmp_path: Path) -> None:
    shelf = another()
    key = moved(shelf, *["s-w"] * 2)
    with shelf.changing(key) as play:
        play.bookmark()
    other = another()
    assert other.get(key).record.marks == (Mark(1, ("s-w", "s-w")),)
    # one program removes the bookmark, so the other must read the play again
    with other.changing(key) as play:
        play.forget(1)
    assert rows(tmp_path, "SELECT count(*) FROM marks") == [(0,)]
    assert shelf.get(key).record.marks == ()


def test_an_unsaved_play_keeps_its_bookmarks(
    another: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cadogan.session.database._WAIT", 0.02)
    shelf = another()
    key = moved(shelf, *["s-w"] * 2)
    with closing(sqlite3.connect(tmp_path / FILE, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with shelf.changing(key) as play:
            play.bookmark()
        assert "could not be saved" in str(shelf.store.notice)
    moved(shelf, "s-w", key=key)
    assert shelf.store.notice is None
    assert another().get(key).record.marks == (Mark(1, ("s-w", "s-w")),)


def test_a_file_from_before_bookmarks_still_works(another: Open, tmp_path: Path) -> None:
    shelf = another()
    key = moved(shelf, *["s-w"] * 2)
    shelf.store.close()
    change(tmp_path, "DROP TABLE marks")
    change(tmp_path, "DROP TABLE lent")
    shelf = another()
    assert shelf.store.notice is None
    with shelf.changing(key) as play:
        assert play.record.done == 2
        play.bookmark()
    assert len(another().get(key).record.marks) == 1
