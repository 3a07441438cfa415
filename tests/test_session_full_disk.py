"""Full disk: the program uses its spare space and shows a notice in time."""

from __future__ import annotations

import json
import shutil
import sqlite3
import subprocess
import sys
from collections import namedtuple
from contextlib import closing
from pathlib import Path

import pytest

from cadogan.i18n import in_language
from cadogan.session.repository import Repository
from cadogan.session.service import PlayService
from cadogan.session.spare_space import SIZE

from . import full_disk

RESERVE = "plays.reserve"
HARDLY = "The disk is almost full. Cadogan can still save your plays; please free some space soon."
MOUNTED = 'mount -t tmpfs -o size=16m tmpfs "$1" || exit 77; exec "$2" -m tests.full_disk "$1"'


def test_a_process_killed_on_a_full_disk_loses_no_moves(tmp_path: Path) -> None:
    unshare = shutil.which("unshare")
    if unshare is None:
        pytest.skip("this system has no places apart in which a disk may be mounted")
    apart = [unshare, "--map-root-user", "--mount", "sh", "-c", MOUNTED]
    command = [*apart, "sh", str(tmp_path), sys.executable]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode == 77 or "unshare" in done.stderr:
        pytest.skip("no disk may be mounted here")
    assert done.returncode == 0, done.stderr
    killed, freed = map(json.loads, done.stdout.splitlines())
    assert killed == {"made": full_disk.MOVES, "kept": full_disk.MOVES, "notice": HARDLY}
    assert freed == {"notice": None}, "there is room again, and some is kept back anew"


class Disk:
    """File that can grow only when the spare space has been given up or the disk has room."""

    def __init__(self, store: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
        self.db, self.free = store._file.db, 1 << 40
        usage = namedtuple("usage", "free")
        monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(self.free))

    def fills(self) -> None:
        self.free = 0
        (pages,) = self.db.execute("PRAGMA page_count").fetchone()
        self.db.execute(f"PRAGMA max_page_count = {pages}")

    def has_room(self, free: int = 1 << 40) -> None:
        self.free = free
        self.db.execute("PRAGMA max_page_count = 1000000")


def move_often(shelf: PlayService, key: str, moves: int) -> None:
    """Make moves whose rows need more room than the pages of a new file have."""
    for _ in range(moves):
        with shelf.changing(key) as play:
            play.record.steps.append("s-w" + " " * 4000)
            play.record.done += 1
            play.record.revision += 1


def test_the_spare_space_is_given_up_and_reserved_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(Repository.open(tmp_path)) as store:
        disk, shelf = Disk(store, monkeypatch), PlayService(store)
        reserve = tmp_path / RESERVE
        assert reserve.stat().st_size == SIZE
        assert not store.notice
        unlink = Path.unlink

        def spend(path: Path, missing_ok: bool = False) -> None:
            unlink(path, missing_ok)
            disk.has_room(0)

        monkeypatch.setattr(Path, "unlink", spend)
        disk.fills()
        key = shelf.start("klondike", {}, "47").record.play
        move_often(shelf, key, 8)
        assert not reserve.exists()
        assert store.notice == HARDLY
        with in_language("de"):
            assert str(store.notice).startswith("Auf dem Datenträger ist kaum noch Platz.")
        with closing(sqlite3.connect(tmp_path / "plays.sqlite3")) as other:
            assert other.execute("SELECT count(*) FROM steps").fetchone() == (8,)

        # Now the disk is really full: the play continues in memory, and the notice changes.
        disk.fills()
        move_often(shelf, key, 8)
        assert "could not be saved (the disk is full;" in str(store.notice)
        disk.has_room()
        move_often(shelf, key, 1)
        assert not store.notice
        assert reserve.stat().st_size == SIZE


def test_no_spare_space_is_reserved_on_a_nearly_full_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = namedtuple("usage", "free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(4 * SIZE))
    with closing(Repository.open(tmp_path)) as store:
        assert store.notice == HARDLY
        assert not (tmp_path / RESERVE).exists()


def test_the_spare_space_lets_a_file_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Repository.open(tmp_path).close()
    reserve = tmp_path / RESERVE
    connect = sqlite3.connect

    def full(*arguments: object, **more: object) -> sqlite3.Connection:
        if reserve.exists():
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorcode = sqlite3.SQLITE_IOERR
            raise error
        return connect(*arguments, **more)  # type: ignore[call-overload, no-any-return]

    monkeypatch.setattr(sqlite3, "connect", full)
    with closing(Repository.open(tmp_path)) as store:
        store.save_settings({"auto": "off"})
    assert not str(store.notice).startswith("Your plays cannot be saved")
    with closing(connect(tmp_path / "plays.sqlite3")) as other:
        assert other.execute("SELECT value FROM settings").fetchall() == [('"off"',)]
