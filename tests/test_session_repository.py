"""A person's file of plays and the service that uses it: saving, restoring, bad files."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from cadogan.core.errors import (
    IllegalMoveError,
    InvalidDealError,
    InvalidOptionError,
    UnknownGameError,
)
from cadogan.core.user_folder import home
from cadogan.session.database import FILE, Opened
from cadogan.session.models import Record
from cadogan.session.repository import Repository
from cadogan.session.service import PlayService, UnknownPlayError
from tests.cases.messages import refused
from tests.stored_plays import NEARLY_WON, change, moved, rows


class Time:
    """Clock that the test advances."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(autouse=True)
def _all_closed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Close every store that a test opened."""
    opened: list[Repository] = []
    begin = Repository.__init__

    def noted(store: Repository, file: Opened) -> None:
        begin(store, file)
        opened.append(store)

    monkeypatch.setattr(Repository, "__init__", noted)
    yield
    for store in opened:
        store.close()


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def shelf(tmp_path: Path, time: Time) -> PlayService:
    return PlayService(Repository.open(tmp_path), time, time)


def again(shelf: PlayService, tmp_path: Path, time: Time) -> PlayService:
    """Return the service of a program that starts after this one has ended."""
    shelf.store.close()
    return PlayService(Repository.open(tmp_path), time, time)


def test_every_step_is_saved_at_once(shelf: PlayService, tmp_path: Path) -> None:
    key = moved(shelf, "s-w", "s-w", "s-w")
    assert len(rows(tmp_path, "SELECT * FROM steps")) == 3
    with shelf.changing(key) as play:
        play.undo()
    assert rows(tmp_path, "SELECT done, revision, state FROM plays") == [(2, 4, "open")]
    assert len(rows(tmp_path, "SELECT * FROM steps")) == 3
    with shelf.changing(key) as play:
        play.move(play.position.move_texts()[0])
    kept = rows(tmp_path, "SELECT moves FROM steps ORDER BY number")
    assert [step for (step,) in kept] == play.record.steps
    assert rows(tmp_path, "PRAGMA journal_mode") == [("wal",)]


def test_a_play_comes_back_with_its_undone_steps(
    shelf: PlayService, tmp_path: Path, time: Time
) -> None:
    key = shelf.start("birthday", {"target": 1888}, "12").record.play
    for _ in range(2):
        moved(shelf, "s-w", key=key)
        time.now += 7
    with shelf.changing(key) as play:
        play.undo()
    back = again(shelf, tmp_path, time).get(key)
    assert back.position == play.position
    assert back.game.options["target"] == "1888"
    assert back.can_redo
    assert back.seconds == 14
    assert back.revision == 3
    back.redo()
    assert back.record.steps == ["s-w", "s-w"]


def test_unfinished_plays_are_those_with_a_move(shelf: PlayService, time: Time) -> None:
    shelf.start("klondike", {}, "1")
    moved(shelf, "t1-c1", game="freecell", deal="2")
    time.now += 1
    moved(shelf, "s-w", deal="3")
    assert [(u.game, u.deal, u.steps) for u in shelf.unfinished()] == [
        ("klondike", "3", 1),
        ("freecell", "2", 1),
    ]


def results(shelf: PlayService, game: str) -> list[bool]:
    return [result.won for result in shelf.store.results(game)]


def stuck(shelf: PlayService) -> str:
    """Play until no move is left, and return the play's key."""
    key = shelf.start("calculation", {}, "1").record.play
    with shelf.changing(key) as play:
        while not play.position.over:
            play.move(play.position.move_texts()[-1])
    assert play.last.sentence.endswith(". No move is left.")
    return key


def win(shelf: PlayService, key: str) -> None:
    """Set up a position before the last move, and make that move."""
    with shelf.changing(key) as play:
        play._path[-1] = play.game.parse(NEARLY_WON)
        play.move("t1-f12")


def test_plays_are_not_ended_without_a_request(shelf: PlayService, time: Time) -> None:
    first = moved(shelf, "s-w", deal="1")
    for deal in ("1", None, "2"):
        time.now += 1
        moved(shelf, "s-w", deal=deal)
    shelf.start("klondike", {}, "1")
    assert results(shelf, "klondike") == []
    assert [u.deal for u in shelf.unfinished()].count("1") == 2
    assert len(shelf.unfinished()) == 4
    assert shelf.unfinished()[-1].play == first


def test_a_play_left_for_another_deal_is_lost_but_only_after_a_move(shelf: PlayService) -> None:
    looked = shelf.start("klondike", {}, None).record.play
    shelf.start("klondike", {}, "3", leaving=looked)
    shelf.start("klondike", {}, "3", leaving="nope")
    assert results(shelf, "klondike") == []
    assert shelf.get(looked).record.state == "new"
    first = moved(shelf, "s-w")
    shelf.start("freecell", {}, None, leaving=first)
    assert results(shelf, "klondike") == [False]
    assert shelf.unfinished() == []
    # a play that is resumed no longer counts as lost
    moved(shelf, "s-w", key=first)
    assert results(shelf, "klondike") == []
    assert [u.play for u in shelf.unfinished()] == [first]


def test_the_same_deal_again_is_no_loss(shelf: PlayService) -> None:
    first = moved(shelf, "s-w", deal="1")
    shelf.start("klondike", {}, "1", leaving=first)
    assert results(shelf, "klondike") == []
    assert shelf.unfinished() == []


def test_a_stuck_play_is_unfinished_until_it_is_left_and_lost(
    shelf: PlayService, tmp_path: Path, time: Time
) -> None:
    key = stuck(shelf)
    assert rows(tmp_path, "SELECT state, ended FROM plays") == [("over", None)]
    shelf = again(shelf, tmp_path, time)
    assert [(u.play, u.over) for u in shelf.unfinished()] == [(key, True)]
    with shelf.changing(key) as play:
        play.undo()
    assert [(u.play, u.over) for u in shelf.unfinished()] == [(key, False)]
    with shelf.changing(key) as play:
        play.redo()
    assert results(shelf, "calculation") == []
    shelf.leave(key)
    assert results(shelf, "calculation") == [False]
    assert shelf.unfinished() == []


def test_plays_that_ended_by_being_stuck_stay_lost(
    shelf: PlayService, tmp_path: Path, time: Time
) -> None:
    key = stuck(shelf)
    change(tmp_path, "UPDATE plays SET ended = updated")  # as an older version did
    shelf = again(shelf, tmp_path, time)
    assert results(shelf, "calculation") == [False]
    assert shelf.unfinished() == []
    with refused(IllegalMoveError, "plays.given-up-before"):
        shelf.leave(key)
    with shelf.changing(key) as play:
        play.undo()
    assert results(shelf, "calculation") == []
    assert [u.play for u in shelf.unfinished()] == [key]


def test_only_an_unfinished_play_can_be_given_up(
    shelf: PlayService, tmp_path: Path, time: Time
) -> None:
    key = shelf.start("grandfathers-clock", {}, "1").record.play
    with refused(IllegalMoveError, "plays.move-made-play"):
        shelf.leave(key)
    with pytest.raises(UnknownPlayError):
        shelf.leave("nope")
    lost = moved(shelf, "s-w")
    shelf.leave(lost)
    with refused(IllegalMoveError, "plays.play-given-up"):
        shelf.leave(lost)
    assert results(shelf, "klondike") == [False]
    win(shelf, key)
    for _ in range(2):  # first from memory, then from the file
        with refused(IllegalMoveError, "plays.play-won-cannot"):
            shelf.leave(key)
        shelf.start("grandfathers-clock", {}, "1", leaving=key)
        shelf.start("klondike", {}, None, leaving=key)
        assert results(shelf, "grandfathers-clock") == [True]
        assert rows(tmp_path, f"SELECT state FROM plays WHERE play = '{key}'") == [("won",)]
        shelf = again(shelf, tmp_path, time)


def test_invalid_new_plays(shelf: PlayService) -> None:
    with pytest.raises(UnknownGameError):
        shelf.start("klondyke", {}, None)
    with pytest.raises(InvalidOptionError):
        shelf.start("klondike", {"game_id": "x"}, None)
    with pytest.raises(InvalidDealError):
        shelf.start("klondike", {}, "-1")
    with refused(UnknownPlayError, "plays.play-nope"):
        shelf.get("nope")


def test_many_plays_are_not_all_held(shelf: PlayService) -> None:
    keys = [shelf.start("klondike", {}, str(n)).record.play for n in range(1, 41)]
    assert len(shelf._open) < 40
    assert shelf.get(keys[0]).record.deal == "1"


def test_untouched_plays_are_deleted_after_a_day(
    shelf: PlayService, tmp_path: Path, time: Time
) -> None:
    looked = shelf.start("klondike", {}, "1").record.play
    played = moved(shelf, "s-w", deal="2")
    time.now += 2 * 86400
    shelf = again(shelf, tmp_path, time)
    assert shelf.get(played).record.done == 1
    with pytest.raises(UnknownPlayError):
        shelf.get(looked)


def test_settings_are_kept(tmp_path: Path) -> None:
    store = Repository.open(tmp_path)
    store.save_settings({"auto": "off", "keys": True})
    store.save_settings({"keys": False})
    store.close()
    assert Repository.open(tmp_path).settings() == {"auto": "off", "keys": False}


# --- files that cannot be used -------------------------------------------------------------------


def works(store: Repository) -> bool:
    shelf = PlayService(store)
    key = moved(shelf, "s-w")
    return [u.play for u in shelf.unfinished()][:1] == [key]


def one_sentence(text: str | None) -> bool:
    return bool(text) and str(text).endswith(".") and "\n" not in str(text)


def test_the_environment_sets_the_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CADOGAN_HOME", "/some/where")
    assert home() == Path("/some/where")
    monkeypatch.delenv("CADOGAN_HOME")
    assert "cadogan" in str(home())


def test_the_directory_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for directory in tmp_path / "file", tmp_path / "file" / "below":
        store = Repository.open(directory)
        assert one_sentence(store.notice)
        begins = (
            f"Your plays cannot be saved in {directory} (it is not a folder; technical message: "
        )
        assert str(store.notice).startswith(begins)
        assert works(store)


@pytest.mark.skipif(os.name == "nt", reason="Windows has neither pipes in folders nor links")
@pytest.mark.parametrize(
    ("lay", "why"),
    [
        (Path.mkdir, "it is not a regular file"),
        # Windows does not have this kind of file
        (getattr(os, "mkfifo", None), "it is not a regular file"),
        (lambda path: path.symlink_to("/dev/full"), "it is not a regular file"),
        (lambda path: path.symlink_to(path.name), "it cannot be opened"),
        (lambda path: path.symlink_to("nowhere/at/all"), "it cannot be opened"),
    ],
    ids=["folder", "pipe", "device", "loop", "link to nowhere"],
)
def test_a_directory_or_device_in_place_of_the_file_is_left_alone(
    tmp_path: Path, lay: Callable[[Path], object], why: str
) -> None:
    lay(tmp_path / FILE)
    store = Repository.open(tmp_path)
    assert f"plays cannot be saved in {tmp_path / FILE} ({why}" in str(store.notice)
    assert works(store)


def test_a_damaged_file_is_moved_aside(tmp_path: Path) -> None:
    path = tmp_path / FILE
    path.write_bytes(b"this is no database at all" * 100)
    store = Repository.open(tmp_path)
    (aside,) = [p for p in tmp_path.iterdir() if "corrupt" in p.name]
    assert aside.read_bytes().startswith(b"this is no database")
    assert one_sentence(store.notice)
    assert str(aside) in str(store.notice)
    assert works(store)
    store.close()
    second = Repository.open(tmp_path)
    assert second.notice is None
    assert works(second)


@pytest.mark.parametrize("written", [False, True], ids=["nothing in the log", "much in the log"])
def test_empty_logs_are_not_left_beside_a_damaged_file(tmp_path: Path, *, written: bool) -> None:
    with closing(sqlite3.connect(tmp_path / FILE)) as held:
        store = Repository.open(tmp_path)
        works(store)
        # an open reader keeps the log from being removed
        held.execute("SELECT * FROM plays").fetchall()
        if not written:
            held.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        store.change(lambda db: db.execute("SELECT 1"))
        (tmp_path / FILE).write_bytes(b"this is no database at all" * 100)
        store.close()
        log = Path(f"{tmp_path / FILE}-wal")
        assert (log.stat().st_size > 0) == written
        Repository.open(tmp_path).close()
    aside = {p.name.partition("corrupt")[2][-4:] for p in tmp_path.iterdir() if "corrupt" in p.name}
    assert "-shm" not in aside
    assert ("-wal" in aside) == written


def test_a_file_with_damaged_pages_is_moved_aside(tmp_path: Path) -> None:
    store = Repository.open(tmp_path)
    works(store)
    store.close()
    path = tmp_path / FILE
    data = bytearray(path.read_bytes())
    data[4096:] = os.urandom(len(data) - 4096)
    path.write_bytes(data)
    store = Repository.open(tmp_path)
    assert "damaged" in str(store.notice)
    assert works(store)


@pytest.mark.parametrize("movable", [True, False])
def test_the_new_file_is_open_when_the_work_fails_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, movable: bool
) -> None:
    """The program reports damage found in mid-play, and continues in the new file."""
    store = Repository.open(tmp_path)
    moved(PlayService(store), "s-w")
    change(tmp_path, "DROP TABLE marks")

    def work(db: sqlite3.Connection) -> None:
        db.execute("SELECT count(*) FROM marks").fetchall()
        raise ValueError("not in the new file either")

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patched:
        if not movable:
            patched.setattr(Path, "rename", refuse)
        with refused(ValueError, "plays.new-file-either"):
            store.change(work)
    assert store.lasts == movable
    told = "damaged. Cadogan moved it" if movable else "damaged and cannot be moved aside"
    assert told in str(store.notice)
    assert len(store.unfinished()) == movable
    assert works(store)


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        ("PRAGMA user_version = 99", "it was written by a newer version of Cadogan"),
        ("CREATE TABLE other (x)", "it is another program's database"),
    ],
)
def test_a_foreign_file_is_left_alone(tmp_path: Path, statement: str, why: str) -> None:
    change(tmp_path, statement)
    before = (tmp_path / FILE).read_bytes()
    store = Repository.open(tmp_path)
    assert f"({why})" in str(store.notice)
    assert works(store)
    assert (tmp_path / FILE).read_bytes() == before


def test_a_locked_file_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cadogan.session.database._WAIT", 0.05)
    Repository.open(tmp_path).close()
    other = sqlite3.connect(tmp_path / FILE)
    other.execute("BEGIN EXCLUSIVE")
    store = Repository.open(tmp_path)
    assert "(another program is using it; technical message: database is locked)" in str(
        store.notice
    )
    assert works(store)
    other.rollback()
    other.close()
    assert Repository.open(tmp_path).notice is None


def test_a_failed_write_is_repeated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cadogan.session.database._WAIT", 0.05)
    shelf = PlayService(Repository.open(tmp_path))
    key = shelf.start("klondike", {}, "47").record.play
    other = sqlite3.connect(tmp_path / FILE)
    other.execute("BEGIN IMMEDIATE")
    moved(shelf, "s-w", "s-w", key=key)
    assert one_sentence(shelf.store.notice)
    assert "could not be saved (another program is using it;" in str(shelf.store.notice)
    shelf.store.save_settings({"auto": "off"})
    assert shelf.store.settings() == {"auto": "off"}
    assert rows(tmp_path, "SELECT * FROM steps") == []
    other.rollback()
    other.close()
    # the next write of any kind saves it all
    moved(shelf, "t1-c1", game="freecell", deal="ms:1")
    assert shelf.store.notice is None
    assert rows(tmp_path, "SELECT name FROM settings") == [("auto",)]
    assert len(rows(tmp_path, "SELECT * FROM steps")) == 3


@contextmanager
def powerless() -> Iterator[None]:
    """Act as an ordinary user for a while, because modes do not bind root."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@contextmanager
def read_only(directory: Path, *files: Path) -> Iterator[None]:
    """Make a directory and files in it read-only."""
    for file in files:
        file.chmod(0o444)
    for parent in directory.parents:
        if "pytest-of-" in str(parent):
            parent.chmod(0o755)
    directory.chmod(0o555)
    try:
        yield
    finally:
        directory.chmod(0o755)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no modes")
def test_a_read_only_directory_is_read_and_left_alone(tmp_path: Path, time: Time) -> None:
    directory = tmp_path / "kept"
    shelf = PlayService(Repository.open(directory), time, time)
    key = moved(shelf, "s-w")
    shelf.store.close()
    before = (directory / FILE).read_bytes()
    with read_only(directory, directory / FILE):
        with powerless():
            store = Repository.open(directory)
        assert str(store.notice).startswith(f"Your plays cannot be saved in {directory}")
        shelf = PlayService(store, time, time)
        assert [(u.game, u.deal, u.steps) for u in shelf.unfinished()] == [("klondike", "47", 1)]
        moved(shelf, "s-w", key=key)
        assert shelf.get(key).record.done == 2
        assert (directory / FILE).read_bytes() == before


@pytest.mark.skipif(os.name == "nt", reason="Windows has no modes")
def test_moves_in_the_log_are_read_from_a_read_only_directory(tmp_path: Path) -> None:
    """A killed program may leave its last moves only in the log; the program reads them."""
    moved(PlayService(Repository.open(tmp_path / "played")), "s-w")
    directory = tmp_path / "kept"
    shutil.copytree(tmp_path / "played", directory)
    files = [*directory.iterdir()]
    with read_only(directory, *files), powerless():
        store = Repository.open(directory)
        assert str(store.notice).startswith(f"Your plays cannot be saved in {directory}")
        assert [u.deal for u in PlayService(store).unfinished()] == ["47"]


def test_a_result_is_written_once(tmp_path: Path) -> None:
    store = Repository.open(tmp_path)
    record = Record("p", "klondike", {}, "1", "", 0.0, 0.0, steps=["s-w"], done=1, state="open")
    store.save(record)
    assert record.saved == 1
    record.steps[0] = "changed behind its back"
    store.save(record)
    assert rows(tmp_path, "SELECT moves FROM steps") == [("s-w",)]
    kept = store.load("p")
    assert kept is not None
    assert (kept.steps, kept.saved, kept.options) == (["s-w"], 1, {})


def test_a_setting_saved_under_its_former_name_is_read(tmp_path: Path) -> None:
    with closing(Repository.open(tmp_path)) as store:
        store.save_settings({"tongue": "de", "auto": "off"})
    with closing(Repository.open(tmp_path)) as store:
        assert store.settings() == {"language": "de", "auto": "off"}
        store.save_settings({"language": "en"})
    with closing(Repository.open(tmp_path)) as store:
        assert store.settings() == {"language": "en", "auto": "off"}
