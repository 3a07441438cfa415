"""A person's plays and settings, kept in one SQLite file.

Every step is one row, committed as it happens; a play is its deal and its steps, and is brought
back by playing them again. The file lies in the user's data directory (``CADOGAN_HOME`` or an
argument says another). A file that cannot be used never stops the program and is never overwritten:
a corrupt one is moved aside, one that is locked, foreign or cannot be written is left alone, and
the person is told, in :attr:`Store.notice`.
"""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import platformdirs

__all__ = ["Record", "Result", "Store", "Unfinished", "home"]

FILE = "plays.sqlite3"
_VERSION = 1
_WAIT = 0.1  # seconds; a write that must wait longer is made up for by the next
_CHECKED = 8 << 20  # a larger file is not read through at the start
_DAY = 86400.0
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
    rules TEXT NOT NULL,            -- a digest of the rules it was played by
    started REAL NOT NULL,          -- seconds since 1970
    updated REAL NOT NULL,
    seconds REAL NOT NULL,          -- time played
    done INTEGER NOT NULL,          -- steps standing; later ones can be redone
    revision INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('new', 'open', 'over', 'left', 'again', 'won')),
    ended REAL,
    won_steps INTEGER,              -- when it was first won
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
_PLAY = """
INSERT INTO plays VALUES
    (:play, :game, :options, :deal, :rules, :started, :updated, :seconds, :done, :revision,
     :state, :ended, :won_steps, :won_seconds)
ON CONFLICT (play) DO UPDATE SET
    updated = :updated, seconds = :seconds, done = :done, revision = :revision, state = :state,
    ended = :ended, won_steps = :won_steps, won_seconds = :won_seconds
"""


@dataclass
class Record:
    """One play as it is kept.

    Attributes:
        play: its key. game, options, deal: where it began. rules: a digest of the rules.
        steps: each the player's move and the automatic ones, separated by spaces.
        done: how many of the steps stand; later ones can be redone.
        state: ``new`` (no move yet), ``open``, ``over`` (stuck: no move left), ``left`` (given up),
            ``again`` (the same deal was begun again) or ``won``; a play that was won once stays
            won.
        seconds: time played. started, updated, ended: seconds since 1970. Once a play that was
            stuck ended by that; now it ends when it is left.
        won_steps, won_seconds: when it was first won.
        kept: how many of the steps are in the file just as they are here.
    """

    play: str
    game: str
    options: dict[str, str]
    deal: str
    rules: str
    started: float
    updated: float
    seconds: float = 0.0
    done: int = 0
    revision: int = 0
    state: str = "new"
    ended: float | None = None
    won_steps: int | None = None
    won_seconds: float | None = None
    steps: list[str] = field(default_factory=list)
    kept: int = 0

    @property
    def unfinished(self) -> bool:
        """Whether a move was made and the play has not ended; it may be stuck."""
        return self.state in {"open", "over"} and self.ended is None


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A play that has not ended; ``over`` says that it is stuck: only undoing helps."""

    play: str
    game: str
    options: dict[str, str]
    deal: str
    steps: int
    updated: float
    over: bool


@dataclass(frozen=True, slots=True)
class Result:
    """How a play ended: won (in so many steps and seconds) or lost."""

    game: str
    options: dict[str, str]
    won: bool
    steps: int | None
    seconds: float | None


def home() -> Path:
    """Return the directory in which plays are kept.

    >>> home().name != ""
    True
    """
    chosen = os.environ.get("CADOGAN_HOME")
    return Path(chosen) if chosen else Path(platformdirs.user_data_dir("cadogan", appauthor=False))


class _UnusableError(Exception):
    """The file cannot be used; the text says why."""


class Store:
    """Plays and settings of one person.

    >>> with closing(Store.in_memory()) as store:
    ...     store.save_settings({"auto": "off"})
    ...     store.settings()
    {'auto': 'off'}
    """

    def __init__(self, connection: sqlite3.Connection, notice: str | None = None) -> None:
        self._db = connection
        self._notice = notice
        self._failure = ""  # of the last write that failed
        self._unsaved: dict[str, Record] = {}
        self._unsaved_settings: dict[str, object] = {}

    @property
    def notice(self) -> str | None:
        """What the person should be told about the file now, one sentence, or None."""
        if self._notice is None and (self._unsaved or self._unsaved_settings):
            return (
                f"Your play could not be saved ({self._failure}); it goes on in memory and is"
                " saved as soon as that is possible again."
            )
        return self._notice

    @classmethod
    def in_memory(cls, notice: str | None = None) -> Store:
        """Return a store that forgets everything when the program ends."""
        connection = _connect(":memory:")
        _prepare(connection)
        return cls(connection, notice)

    @classmethod
    def open(cls, directory: Path | str | None = None) -> Store:
        """Open the file of a directory (default: :func:`home`), making both where need be.

        Never fails: where the file cannot be used the store is in memory, holding a copy of the
        plays as far as they can be read, and ``notice`` says so.
        """
        path = (Path(directory) if directory is not None else home()) / FILE
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            return cls.in_memory(_unkept(path.parent, error.strerror or str(error)))
        try:
            return cls(_open_file(path))
        except _UnusableError as error:
            return cls.in_memory(_unkept(path, str(error)))
        except sqlite3.OperationalError as error:
            return cls._beside(path, str(error))
        except sqlite3.DatabaseError:
            return cls._anew(path)

    @classmethod
    def _beside(cls, path: Path, why: str) -> Store:
        """Play from memory with a copy of what can be read; the file is left alone."""
        notice = _unkept(path, why)
        copy = _connect(":memory:")
        try:
            # immutable: a file that cannot be written has no room for a lock either
            uri = f"{path.resolve().as_uri()}?mode=ro&immutable=1"
            with closing(sqlite3.connect(uri, uri=True)) as source:
                source.backup(copy)
            _prepare(copy)
        except (sqlite3.Error, _UnusableError):
            copy.close()
            return cls.in_memory(notice)  # nothing can be read; the notice says enough
        return cls(copy, notice)

    @classmethod
    def _anew(cls, path: Path) -> Store:
        """Move a corrupt file aside and begin a new one."""
        aside = path.with_name(f"{path.name}.corrupt-{time.strftime('%Y%m%d-%H%M%S')}")
        try:
            for ending in ("-wal", "-shm", ""):
                part = Path(f"{path}{ending}")
                if part.exists():
                    part.rename(f"{aside}{ending}")
            connection = _open_file(path)
        except (OSError, sqlite3.Error) as error:
            return cls.in_memory(_unkept(path, f"it is damaged, and {error}"))
        return cls(
            connection,
            f"The file of your plays was damaged and has been moved aside to {aside};"
            " a new one has been begun.",
        )

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def _write(
        self, *work: tuple[str, Sequence[Mapping[str, object] | tuple[object, ...]]]
    ) -> bool:
        """Run statements, each with its rows, in one transaction; say whether it is done."""
        try:
            with self._db:
                for statement, rows in work:
                    self._db.executemany(statement, rows)
        except sqlite3.DatabaseError as error:
            self._failure = str(error)
            return False
        return True

    # -- settings --------------------------------------------------------------------------------

    def settings(self) -> dict[str, object]:
        """Return the person's settings as they were saved."""
        rows = self._db.execute("SELECT name, value FROM settings ORDER BY name")
        read = {name: _value(value) for name, value in rows}
        read = {name: value for name, value in read.items() if value is not None}
        return read | self._unsaved_settings

    def save_settings(self, change: Mapping[str, object]) -> None:
        """Keep some settings; the others stay."""
        self._unsaved_settings.update(change)
        self._make_up()

    def _make_up(self) -> None:
        """Write what could not be written before, as far as that is possible now."""
        rows = [(name, json.dumps(value)) for name, value in self._unsaved_settings.items()]
        if self._write(("INSERT OR REPLACE INTO settings VALUES (?, ?)", rows)):
            self._unsaved_settings.clear()
            while self._unsaved and self._save(next(iter(self._unsaved.values()))):
                pass

    # -- plays -----------------------------------------------------------------------------------

    def save(self, record: Record) -> None:
        """Write a play and those of its steps that are not in the file yet, in one transaction.

        A failed write is made up for by the next, of whichever play.
        """
        if self._save(record) and (self._unsaved or self._unsaved_settings):
            self._make_up()

    def _save(self, record: Record) -> bool:
        columns = {
            name: getattr(record, name)
            for name in Record.__dataclass_fields__
            if name not in {"options", "steps", "kept"}
        }
        steps = [
            (record.play, number, moves)
            for number, moves in enumerate(record.steps[record.kept :], record.kept + 1)
        ]
        done = self._write(
            (_PLAY, [{**columns, "options": _options(record.options)}]),
            ("DELETE FROM steps WHERE play = ? AND number > ?", [(record.play, record.kept)]),
            ("INSERT OR REPLACE INTO steps VALUES (?, ?, ?)", steps),
        )
        if done:
            record.kept = len(record.steps)
            self._unsaved.pop(record.play, None)
        else:
            self._unsaved[record.play] = record
        return done

    def revision(self, play: str) -> int | None:
        """Return the revision of a play in the file, or None when it is not there."""
        row = self._db.execute("SELECT revision FROM plays WHERE play = ?", (play,)).fetchone()
        return None if row is None else int(row[0])

    def load(self, play: str) -> Record | None:
        """Return a play, or None when there is none of that key."""
        cursor = self._db.execute("SELECT * FROM plays WHERE play = ?", (play,))
        row = cursor.fetchone()
        if row is None:
            return None
        values = dict(zip((column[0] for column in cursor.description), row, strict=True))
        values["options"] = _read_options(values["options"])
        if values["options"] is None or not all(
            isinstance(values[name], int | float) for name in ("seconds", "updated")
        ):
            return None
        steps = [
            str(moves)
            for (moves,) in self._db.execute(
                "SELECT moves FROM steps WHERE play = ? ORDER BY number", (play,)
            )
        ]
        return Record(**values, steps=steps, kept=len(steps))

    def unfinished(self, limit: int = 100) -> list[Unfinished]:
        """Return the plays that have not ended, stuck ones too, the newest first."""
        rows = self._db.execute(
            "SELECT play, game, options, deal, done, updated, state = 'over' FROM plays"
            " WHERE state IN ('open', 'over') AND ended IS NULL"
            " ORDER BY updated DESC, play LIMIT ?",
            (limit,),
        )
        return [
            Unfinished(play, game, chosen, deal, done, updated, bool(over))
            for play, game, options, deal, done, updated, over in rows
            if (chosen := _read_options(options)) is not None
        ]

    def results(self, game: str | None = None) -> list[Result]:
        """Return how the ended plays (of one game) ended, the earliest first."""
        rows = self._db.execute(
            "SELECT game, options, state, won_steps, won_seconds FROM plays"
            " WHERE ended IS NOT NULL AND (?1 IS NULL OR game = ?1) ORDER BY ended, play",
            (game,),
        )
        return [
            Result(name, chosen, state == "won", steps, seconds)
            for name, options, state, steps, seconds in rows
            if (chosen := _read_options(options)) is not None
        ]

    def forget_untouched(self, now: float) -> None:
        """Drop the deals that were looked at more than a day ago and never played."""
        self._write(("DELETE FROM plays WHERE state = 'new' AND updated < ?", [(now - _DAY,)]))


def _value(text: object) -> object:
    """Return what JSON says, or None where the file is damaged: the other rows stay readable."""
    try:
        return json.loads(text) if isinstance(text, str) else None
    except ValueError:
        return None


def _read_options(text: object) -> dict[str, str] | None:
    read = _value(text)
    return {str(k): str(v) for k, v in read.items()} if isinstance(read, dict) else None


def _options(options: Mapping[str, str]) -> str:
    return json.dumps(dict(sorted(options.items())))


def _unkept(path: Path, why: str) -> str:
    return f"Your plays cannot be kept in {path} ({why}): what you play now is lost at the end."


def _connect(name: str) -> sqlite3.Connection:
    # The server's one thread uses it; in tests that is not the thread that opened it.
    connection = sqlite3.connect(name, timeout=_WAIT, check_same_thread=False)
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def _open_file(path: Path) -> sqlite3.Connection:
    connection = _connect(str(path))
    try:
        if path.stat().st_size <= _CHECKED:
            (told,) = connection.execute("PRAGMA quick_check(1)").fetchone()
            if told != "ok":
                raise sqlite3.DatabaseError(told)
        _prepare(connection)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        # A file that cannot be written says so only when it is.
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(f"PRAGMA user_version = {_VERSION}")
        connection.rollback()
    except BaseException:
        connection.close()
        raise
    return connection


def _prepare(connection: sqlite3.Connection) -> None:
    """Make the tables of a new file; refuse a file that is not ours."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version == _VERSION:
        return
    if version > _VERSION:
        raise _UnusableError("it was written by a newer Cadogan")
    if connection.execute("SELECT 1 FROM sqlite_master").fetchone():
        raise _UnusableError("it is a database of something else")
    connection.executescript(f"BEGIN; {_SCHEMA} PRAGMA user_version = {_VERSION}; COMMIT;")
