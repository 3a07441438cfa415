"""The SQLite file of plays: opening it, checking it and recovering it from damage.

The file is in the user's data directory, unless ``CADOGAN_HOME`` or an argument names another
directory. The program starts even if the file is unusable, and never overwrites such a file. If the
file is damaged, now or later, the program moves it aside and copies the readable plays into a new
file. If the file is locked or read-only, or belongs to another program, it stays unchanged and
plays stay in memory. If the disk is full, the program uses the spare space
(:mod:`cadogan.session.spare_space`).
"""

from __future__ import annotations

import errno
import os
import sqlite3
import sys
import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TypeVar

from cadogan.core.user_folder import home, make_private, tighten, touch_private
from cadogan.i18n import msgid, translate
from cadogan.session.recovery import salvage
from cadogan.session.spare_space import NO_ROOM, SpareSpace

FILE = "plays.sqlite3"
_RESERVE = "plays.reserve"
_VERSION = 1
# seconds to wait for a lock on the file; the next write then saves what this one could not
_WAIT = 0.1
_CHECKED = 8 << 20  # bytes; the program does not check a larger file fully at the start
_SCHEMA = """
CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL             -- JSON
) WITHOUT ROWID;
CREATE TABLE plays (
    play TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    options TEXT NOT NULL,          -- JSON, keys sorted
    deal TEXT NOT NULL,
    rules TEXT NOT NULL,            -- digest of the rules
    started REAL NOT NULL,          -- seconds since 1970
    updated REAL NOT NULL,
    seconds REAL NOT NULL,          -- time played
    done INTEGER NOT NULL,          -- steps in force; later ones can be redone
    revision INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('new', 'open', 'over', 'left', 'again', 'won')),
    ended REAL,
    won_steps INTEGER,              -- steps at the first win
    won_seconds REAL
) WITHOUT ROWID;
CREATE INDEX plays_by_game ON plays (game, ended);
CREATE INDEX plays_by_time ON plays (updated);
CREATE TABLE steps (
    play TEXT NOT NULL REFERENCES plays ON DELETE CASCADE,
    number INTEGER NOT NULL,        -- from 1
    moves TEXT NOT NULL,            -- the player's move, then the automatic ones
    PRIMARY KEY (play, number)
) WITHOUT ROWID;
"""
# Tables that older files lack; the program adds them when it opens such a file.
_LATER = """
CREATE TABLE IF NOT EXISTS marks (
    play TEXT NOT NULL REFERENCES plays ON DELETE CASCADE,
    number INTEGER NOT NULL,        -- from 1, in the order of creation
    gone INTEGER NOT NULL,          -- 1: an abandoned line, 0: a bookmark
    steps TEXT NOT NULL,            -- from the deal, one per line of text
    PRIMARY KEY (play, number)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS lent (
    play TEXT NOT NULL REFERENCES plays ON DELETE CASCADE,
    number INTEGER NOT NULL,        -- from 1, in the order of adoption
    after INTEGER NOT NULL,         -- number of first steps that were the player's own
    steps TEXT NOT NULL,            -- from the deal, one per line of text
    PRIMARY KEY (play, number)
) WITHOUT ROWID;
"""
_T = TypeVar("_T")


class _DamagedError(sqlite3.DatabaseError):
    """Error for damage in a file that SQLite can still read; the text describes the damage."""


class _UnusableError(Exception):
    """Error for an unusable file; ``why()`` returns the reason in the current language."""

    def __init__(self, why: Callable[[], str]) -> None:
        super().__init__(why())
        self.why = why


@dataclass
class Opened:
    """An open database with Cadogan's tables, in a file or in memory.

    Attributes:
        db: the connection.
        notice: function that returns a message for the user; None if there is nothing to report.
        path: the path of the file; None for an in-memory database.
        reserve: its spare space.
        unread: whether there is, or was at the start, a file that is completely unreadable.
    """

    db: sqlite3.Connection
    notice: Callable[[], str] | None = None
    path: Path | None = None
    unread: bool = False
    reserve: SpareSpace | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        if self.path and sys.platform != "emscripten":  # a browser has no disk that could be full
            self.reserve = SpareSpace(self.path.with_name(_RESERVE))
            self.reserve.lay_by()


def in_memory(notice: Callable[[], str] | None = None) -> Opened:
    """Open an in-memory database; its contents are lost when the program ends.

    >>> with closing(in_memory().db) as db:
    ...     db.execute("SELECT count(*) FROM plays").fetchone()
    (0,)
    """
    connection = _connect()
    _prepare(connection)
    return Opened(connection, notice, unread=notice is not None)


def open_file(directory: Path | str | None = None) -> Opened:
    """Open the file in a directory (default: :func:`home`); create both if necessary.

    The function never fails. If the file is unusable, it returns an in-memory database with a copy
    of all readable plays; ``notice`` reports the problem.
    """
    path = (Path(directory) if directory is not None else home()) / FILE
    try:
        make_private(path.parent)
        _tighten_all(path.parent)
    except OSError as error:
        return in_memory(_unkept(path.parent, partial(trouble, error)))
    connection = None
    try:
        if path.exists() and not path.is_file():  # reading from a pipe might never end
            raise _UnusableError(partial(translate, msgid("it is not a regular file")))
        connection = _connect(path)
        _make_ready(connection, path)
        return Opened(connection, None, path)
    except _UnusableError as error:
        _close(connection)
        return in_memory(_unkept(path, error.why))
    except sqlite3.DatabaseError as error:
        if connection and _is_damage(error):
            return _anew(path, connection)
        _close(connection)
        if _may_be_full(error) and SpareSpace(path.with_name(_RESERVE)).spend():
            return open_file(directory)
        return _beside(path, partial(trouble, error))


def _beside(path: Path, why: Callable[[], str]) -> Opened:
    """Open an in-memory database with a copy of all readable plays; do not touch the file."""
    notice = _unkept(path, why)
    # If the disk has no room for a lock file, open the file without a lock. SQLite then ignores the
    # write-ahead log.
    for way in ("mode=ro", "mode=ro&immutable=1"):
        copy = _connect()
        try:
            uri = f"{path.absolute().as_uri()}?{way}"
            with closing(sqlite3.connect(uri, uri=True, timeout=_WAIT)) as source:
                source.backup(copy)
            _prepare(copy)
        except (sqlite3.Error, _UnusableError):
            copy.close()
        else:
            return Opened(copy, notice)
    return in_memory(notice)  # the file has no readable plays


def _anew(path: Path, damaged: sqlite3.Connection) -> Opened:
    """Move a damaged file and its log aside, and create a new one."""
    name = f"{path.name}.corrupt-{time.strftime('%Y%m%d-%H%M%S')}"
    aside, others = path.with_name(name), 0
    while aside.exists():
        others += 1
        aside = path.with_name(f"{name}-{others}")
    if os.name == "nt":
        damaged.close()  # Windows cannot rename an open file
    connection = None
    try:
        # Move the file itself last: a new file must never find the log of the old one.
        for ending in ("-wal", "-shm", ""):
            part = Path(f"{path}{ending}")
            if part.exists():
                part.rename(f"{aside}{ending}")
        # Move first, then close: SQLite removes the log of a file when it closes the file.
        damaged.close()
        connection = _connect(path)
        _make_ready(connection, path)
    except (OSError, sqlite3.Error) as error:
        _close(damaged, connection)
        why = partial(trouble, error)
        return in_memory(
            _unkept(
                path,
                lambda: translate("it is damaged and cannot be moved aside: {why}", why=why()),
            )
        )
    file = Opened(connection, None, path)
    saved = 0
    with suppress(sqlite3.Error):
        saved = do_with_room(file, partial(salvage, aside))
    _tidy(aside)
    file.notice = partial(_moved_aside, aside, saved)
    file.unread = not saved
    return file


def recovered(file: Opened, error: sqlite3.DatabaseError) -> Opened | None:
    """Return a new database in place of a damaged file, or None if an error indicates no damage.

    The function closes the damaged file and moves it aside. Store the result before using it,
    because its notice reports which plays were saved.
    """
    if not file.path or not _shows_damage(file.db, error):
        return None
    return _anew(file.path, file.db)


def do_with_room(file: Opened, work: Callable[[sqlite3.Connection], _T]) -> _T:
    """Run an operation on a file; if the disk is full, release the spare space and try again.

    Raises:
        sqlite3.DatabaseError: if the operation still fails after the spare space has been released.
    """
    try:
        return work(file.db)
    except sqlite3.DatabaseError as error:
        if not file.reserve or not _may_be_full(error):
            raise
    file.reserve.spend()
    with suppress(sqlite3.DatabaseError):
        # The log keeps every version of a page, so restarting the log makes room.
        file.db.execute("PRAGMA wal_checkpoint(RESTART)")
    return work(file.db)


def reopened(file: Opened) -> Opened:
    """Reopen the file at the same path after the open file was moved or replaced."""
    if file.path is None:
        raise AssertionError("a database in memory has no path")
    file.db.close()
    other = open_file(file.path.parent)
    other.notice = other.notice or partial(
        translate,
        msgid(
            "The file of your plays was moved or replaced while Cadogan was running. Cadogan now"
            " saves your plays in {path}."
        ),
        path=other.path,
    )
    return other


def _shows_damage(db: sqlite3.Connection, error: sqlite3.DatabaseError) -> bool:
    """Return whether an error is due to damage, such as a missing table."""
    if _is_damage(error):
        return True
    try:
        _check_tables(db)
    except sqlite3.DatabaseError as found:
        return _is_damage(found)
    return False


def _tighten_all(folder: Path) -> None:
    """Make files private if an older version left them readable by other users."""
    patterns = ("plays.*", "studies.*", "cookie-secret", "games", "games/*.toml")
    for pattern in (*patterns, "drafts", "drafts/*.json"):
        for path in folder.glob(pattern):
            tighten(path)


def _tidy(aside: Path) -> None:
    """Remove the files beside a damaged file that hold no data: shared memory and an empty log."""
    log = Path(f"{aside}-wal")
    with suppress(OSError):
        if log.exists() and not log.stat().st_size:
            log.unlink()
        # SQLite can rebuild the shared memory from the log
        Path(f"{aside}-shm").unlink(missing_ok=True)


def _is_damage(error: sqlite3.DatabaseError) -> bool:
    """Return whether an error indicates damage, not just a temporarily unusable file."""
    damaged = _code(error) in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
    return damaged or isinstance(error, _DamagedError)


def _may_be_full(error: sqlite3.DatabaseError) -> bool:
    """Return whether an error may mean a full disk, which SQLite reports in several ways."""
    return _code(error) in {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN}


def _code(error: Exception | None) -> int:
    """Return SQLite's code for an error, or 0 if Python raised it."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def trouble(error: Exception | None) -> str:
    """Explain why a file is currently unusable, with the message from SQLite or the system.

    >>> import sqlite3
    >>> trouble(PermissionError(13, "Permission denied"))
    'no permission to write; technical message: Permission denied'
    >>> trouble(sqlite3.OperationalError("disk I/O error"))
    'technical message: disk I/O error'
    """
    text = getattr(error, "strerror", None) or str(error)
    code = _code(error)
    number = getattr(error, "errno", 0)
    if code == sqlite3.SQLITE_FULL or number in NO_ROOM:
        words = translate("the disk is full")
    elif code in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
        words = translate("another program is using it")
    elif code in _NOT_ALLOWED or number in {errno.EACCES, errno.EPERM, errno.EROFS}:
        words = translate("no permission to write")
    elif number in {errno.EEXIST, errno.ENOTDIR}:
        words = translate("it is not a folder")
    elif code == sqlite3.SQLITE_CANTOPEN:
        words = translate("it cannot be opened")
    elif code == sqlite3.SQLITE_IOERR:
        words = translate("the disk is faulty or full")
    else:
        return translate("technical message: {text}", text=text)
    return translate("{words}; technical message: {text}", words=words, text=text)


_NOT_ALLOWED = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM}


def _moved_aside(aside: Path, saved: int) -> str:
    if not saved:
        return translate(
            "The file of your plays was damaged. Cadogan moved it to {path} and created a new"
            " file.",
            path=aside,
        )
    return translate(
        "The file of your plays was damaged. Cadogan moved it to {path} and copied all readable"
        " data ({plays}) into a new file.",
        path=aside,
        plays=f"{saved} {translate('play') if saved == 1 else translate('plays')}",
    )


def _unkept(path: Path, why: Callable[[], str]) -> Callable[[], str]:
    return lambda: translate(
        "Your plays cannot be saved in {path} ({why}). They will be lost when you quit.",
        path=path,
        why=why(),
    )


def _connect(path: Path | None = None) -> sqlite3.Connection:
    """Connect to an in-memory database, or to a file that only its owner may read."""
    if path:
        with suppress(OSError):  # SQLite reports the error if the file is not writable
            touch_private(path)
    # The server uses the connection in one thread; tests may open it in another.
    connection = sqlite3.connect(path or ":memory:", timeout=_WAIT, check_same_thread=False)
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def _close(*connections: sqlite3.Connection | None) -> None:
    for connection in connections:
        if connection:
            connection.close()


def _make_ready(connection: sqlite3.Connection, path: Path) -> None:
    """Check a file, create the tables of a new one, and configure the connection."""
    if path.stat().st_size <= _CHECKED:
        (problem,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        if problem != "ok":
            raise _DamagedError(problem)
    _prepare(connection)
    # A browser stores the file only between transactions, so the file needs no log there.
    mode = "MEMORY" if sys.platform == "emscripten" else "WAL"
    connection.execute(f"PRAGMA journal_mode = {mode}")
    connection.execute("PRAGMA synchronous = NORMAL")
    # Try to write, because a read-only file opens without an error.
    connection.execute("BEGIN IMMEDIATE")
    connection.execute(f"PRAGMA user_version = {_VERSION}")
    connection.rollback()


def _prepare(connection: sqlite3.Connection) -> None:
    """Create the tables of a new file; reject another program's file."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version == _VERSION:
        connection.executescript(_LATER)
        _check_tables(connection)
        return
    if version > _VERSION:
        raise _UnusableError(
            partial(translate, msgid("it was written by a newer version of Cadogan"))
        )
    if connection.execute("SELECT 1 FROM sqlite_master").fetchone():
        raise _UnusableError(partial(translate, msgid("it is another program's database")))
    try:
        connection.executescript(
            f"BEGIN IMMEDIATE; {_SCHEMA} {_LATER} PRAGMA user_version = {_VERSION}; COMMIT;"
        )
    except sqlite3.OperationalError:  # another program may be creating the tables at the same time
        connection.rollback()
        if connection.execute("PRAGMA user_version").fetchone() != (_VERSION,):
            raise


def _check_tables(connection: sqlite3.Connection) -> None:
    """Reject a file whose tables differ from Cadogan's."""
    with closing(_connect()) as model:
        model.executescript(_SCHEMA + _LATER)
        for table in ("settings", "plays", "steps", "marks", "lent"):
            columns = "SELECT name FROM pragma_table_info(?)"
            found = connection.execute(columns, (table,)).fetchall()
            if found != model.execute(columns, (table,)).fetchall():
                raise _DamagedError(f"the columns of its table {table} are not the expected ones")
