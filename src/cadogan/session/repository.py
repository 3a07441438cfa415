"""Repository of the user's plays and settings in an SQLite file (:mod:`cadogan.session.database`).

Every step is one row, committed immediately. A stored play consists of its deal and its steps, and
loading it replays them. The repository skips unreadable plays and leaves them unchanged.
:attr:`Repository.notice` is a message for the user about the file.

Several programs may use one file. A program that saves a play must have read the version in the
file; otherwise the repository raises :class:`StalePlayError`. After a failed write the data stays
in memory, and the next write includes it. If another program has continued that play in the
meantime, the unsaved version becomes a new play, so that nothing is lost.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from cadogan.core.errors import CadoganError, InvalidOptionError, UnknownGameError
from cadogan.i18n import translate
from cadogan.rules.catalogue import canonical, combinations, find
from cadogan.rules.options import check_options
from cadogan.session.database import (
    Opened,
    do_with_room,
    in_memory,
    open_file,
    recovered,
    reopened,
    trouble,
)
from cadogan.session.models import AT, COLUMNS, Kept, Lent, Mark, Record, Result

_DAY = 86400.0
_RENAMED = {"tongue": "language"}  # settings that had another name in earlier versions
_T = TypeVar("_T")
_Listed = TypeVar("_Listed", Kept, Result)
_Named = Callable[[str, dict[str, str]], tuple[str, dict[str, str]]]

_PLAY = """
INSERT INTO plays VALUES
    (:play, :game, :options, :deal, :rules, :started, :updated, :seconds, :done, :revision,
     :state, :ended, :won_steps, :won_seconds)
ON CONFLICT (play) DO UPDATE SET
    updated = :updated, seconds = :seconds, done = :done, revision = :revision, state = :state,
    ended = :ended, won_steps = :won_steps, won_seconds = :won_seconds
"""
_KEPT = """
SELECT play, game, options, deal, state, done, seconds, updated, ended IS NOT NULL, won_steps,
    deal LIKE 'at:%' OR EXISTS (SELECT 1 FROM lent WHERE lent.play = plays.play)
FROM plays
"""


class StalePlayError(CadoganError):
    """Error for an action based on an earlier state of the play."""

    def __init__(self) -> None:
        super().__init__(
            translate(
                "This play has changed in the meantime, perhaps in another window. Check it before"
                " you move."
            )
        )


class UnreadableFileError(CadoganError):
    """Error for a file that currently cannot be read."""


def new_key() -> str:
    """Return a new unique key for a play."""
    return secrets.token_hex(8)


class Repository:
    """Plays and settings of one user.

    >>> store = Repository.in_memory()
    >>> store.save_settings({"auto": "off"})
    >>> store.settings()
    {'auto': 'off'}
    >>> store.close()
    """

    def __init__(self, file: Opened) -> None:
        self._hold(file)
        self._failure: Exception | None = None  # the error of the last failed write, or None
        self._unsaved: dict[str, Record] = {}
        self._unsaved_settings: dict[str, object] = {}
        # the settings from the last successful read
        self._settings: dict[str, object] | None = None
        # a message about the place that holds the file, if it may not last
        self.warning: Callable[[], str] | None = None

    def _hold(self, file: Opened) -> None:
        self._file, self._identity = file, _identity(file.path)

    @classmethod
    def in_memory(cls) -> Repository:
        """Return an in-memory repository; its plays are lost when the program ends."""
        return cls(in_memory())

    @classmethod
    def open(cls, directory: Path | str | None = None) -> Repository:
        """Open the plays in a directory; ``notice`` reports problems."""
        return cls(open_file(directory))

    def close(self) -> None:
        """Close the file."""
        self._file.db.close()

    @property
    def notice(self) -> str | None:
        """A message about the file for the user, or None."""
        if self._file.notice:
            return self._file.notice()
        if self.warning:
            return self.warning()
        if self._unsaved or self._unsaved_settings:
            return translate(
                "Your play could not be saved ({why}). It continues in memory, and Cadogan saves it"
                " as soon as possible.",
                why=trouble(self._failure),
            )
        if self._file.reserve and self._file.reserve.wanting:
            return translate(
                "The disk is almost full. Cadogan can still save your plays; please free some space"
                " soon."
            )
        return None

    @property
    def lasts(self) -> bool:
        """True if plays are saved in a file, not only in memory."""
        return self._file.path is not None

    @property
    def unread(self) -> bool:
        """True if there may be a file of plays that could not be read at all."""
        return self._file.unread

    @property
    def unsaved(self) -> list[Record]:
        """The plays that could not be saved in full."""
        return [*self._unsaved.values()]

    # -- reading and writing ---------------------------------------------------------------------

    def _do(self, work: Callable[[sqlite3.Connection], _T]) -> _T:
        """Run a function on the file at its path, or on the file that has replaced it.

        Raises:
            sqlite3.DatabaseError: if the function fails.
        """
        if _identity(self._file.path) != self._identity:
            self._hold(reopened(self._file))
        file = self._file
        if file.reserve and file.reserve.wanting:
            file.reserve.lay_by()
        try:
            return do_with_room(file, work)
        except sqlite3.DatabaseError as error:
            other = recovered(file, error)
            if not other:
                raise
        self._hold(other)  # set this first, because the function may fail
        return do_with_room(other, work)

    def _reading(self, work: Callable[[sqlite3.Connection], _T]) -> _T:
        try:
            return self._do(work)
        except sqlite3.DatabaseError as error:
            why = trouble(error)
        raise UnreadableFileError(
            translate(
                "The file of your plays cannot be read at the moment ({why}). Try again.", why=why
            )
        )

    def _read(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        return self._reading(lambda db: db.execute(query, values).fetchall())

    def _write(self, work: Callable[[sqlite3.Connection], object]) -> bool:
        """Run a function in one transaction; return whether it succeeded."""

        def transaction(db: sqlite3.Connection) -> None:
            with db:
                db.execute("BEGIN IMMEDIATE")
                work(db)

        try:
            self._do(transaction)
        except sqlite3.DatabaseError as error:
            self._failure = error
            return False
        return True

    def _make_up(self) -> None:
        """Retry failed writes, as far as possible."""
        if self._unsaved_settings:
            rows = [(name, json.dumps(value)) for name, value in self._unsaved_settings.items()]
            if not self._write(
                lambda db: db.executemany("INSERT OR REPLACE INTO settings VALUES (?, ?)", rows)
            ):
                return
            self._unsaved_settings.clear()
        for record in list(self._unsaved.values()):
            try:
                if not self._save(record):
                    return
            except StalePlayError:
                self._keep_apart(record)

    def look(self, work: Callable[[sqlite3.Connection], _T]) -> _T:
        """Run a query for the caller.

        Raises:
            UnreadableFileError: if the file cannot be read now.
        """
        self._make_up()
        return self._reading(work)

    def change(self, work: Callable[[sqlite3.Connection], object]) -> None:
        """Make a change for the caller in one transaction.

        Raises:
            UnreadableFileError: if the file cannot be written now; then nothing has changed.
        """
        self._make_up()
        self._write_now(work)

    def _write_now(self, work: Callable[[sqlite3.Connection], object]) -> None:
        if not self._write(work):
            why = trouble(self._failure)
            raise UnreadableFileError(
                translate(
                    "The file of your plays cannot be written at the moment ({why}).", why=why
                )
            )

    # -- settings --------------------------------------------------------------------------------

    def settings(self) -> dict[str, object]:
        """Return the user's settings.

        If the file cannot be read now, return the settings from the last successful read.

        Raises:
            UnreadableFileError: if no read has succeeded before.
        """
        try:
            rows = self._read("SELECT name, value FROM settings ORDER BY name")
        except UnreadableFileError:
            if self._settings is None:
                raise
        else:
            values = {name: _value(value) for name, value in rows}
            for old, new in _RENAMED.items():
                if old in values:
                    values.setdefault(new, values.pop(old))
            self._settings = {name: some for name, some in values.items() if some is not None}
        return self._settings | self._unsaved_settings

    def save_settings(self, change: Mapping[str, object]) -> None:
        """Save some settings; leave the others unchanged."""
        self._unsaved_settings.update(change)
        self._make_up()

    # -- plays -----------------------------------------------------------------------------------

    def save(self, record: Record) -> None:
        """Save a play and its new steps in one transaction.

        If the write fails, the next save of any play repeats it.

        Raises:
            StalePlayError: if another program has saved the play in the meantime; then the file is
                unchanged.
        """
        try:
            done = self._save(record)
        except StalePlayError:
            if record.play in self._unsaved:
                self._keep_apart(record)
            raise
        if done:
            self._make_up()

    def _save(self, record: Record) -> bool:
        columns = {name: getattr(record, name) for name in COLUMNS}
        columns["options"] = json.dumps(record.options, sort_keys=True)

        def write(db: sqlite3.Connection) -> None:
            found = db.execute("SELECT revision, state FROM plays WHERE play = ?", (record.play,))
            filed = found.fetchone()
            if record.is_overtaken(filed):
                raise StalePlayError
            # A recovered file may lack the play, or some of its steps.
            same = filed is not None and filed == record.filed
            saved = record.saved if same else 0
            steps = enumerate(record.steps[saved:], saved + 1)
            db.execute(_PLAY, columns)
            db.execute("DELETE FROM steps WHERE play = ? AND number > ?", (record.play, saved))
            db.executemany(
                "INSERT INTO steps VALUES (?, ?, ?)", [(record.play, *step) for step in steps]
            )
            for table, rows in record.parts.items():
                if not same or getattr(record, table) != getattr(record, f"{table}_filed"):
                    db.execute(f"DELETE FROM {table} WHERE play = ?", (record.play,))  # noqa: S608
                    values = [(record.play, *row) for row in rows]
                    db.executemany(f"INSERT INTO {table} VALUES (?, ?, ?, ?)", values)  # noqa: S608

        done = self._write(write)
        if done:
            record.saved = len(record.steps)
            record.filed = record.revision, record.state
            record.marks_filed, record.lent_filed = record.marks, record.lent
            self._unsaved.pop(record.play, None)
        else:
            self._unsaved[record.play] = record
        return done

    def _keep_apart(self, record: Record) -> None:
        """Give an unsaved version its own key, because another program has continued the play."""
        self._unsaved.pop(record.play, None)
        if record.filed != (record.revision, record.state):
            steps = list(record.steps)
            apart = replace(record, play=new_key(), steps=steps, saved=0, filed=None)
            apart.marks_filed = apart.lent_filed = None
            self._save(apart)

    def save_time(self, record: Record) -> None:
        """Save only the time played, unless another program has continued the play."""
        if record.play not in self._unsaved:
            time_played = (record.seconds, record.play, record.revision)
            if self._write(
                lambda db: db.execute(
                    "UPDATE plays SET seconds = ? WHERE play = ? AND revision = ?", time_played
                )
            ):
                return
            self._unsaved[record.play] = record
        self._make_up()

    def filed(self, play: str) -> tuple[int, str] | None:
        """Return the revision and the state of a play in the file, or None if it is missing.

        Raises:
            UnreadableFileError: if the file cannot be read now.
        """
        for revision, state in self._read("SELECT revision, state FROM plays WHERE play = ?", play):
            return revision, state
        return None

    def load(self, play: str) -> Record | None:
        """Return a play, or None if it is missing or damaged.

        Raises:
            UnreadableFileError: if the file cannot be read now.
        """
        unsaved = self._unsaved.get(play)
        if unsaved is not None:
            if not unsaved.is_overtaken(self.filed(play)):
                return unsaved
            self._keep_apart(unsaved)
        rows = self._read("SELECT * FROM plays WHERE play = ?", play)
        steps = self._read("SELECT number, moves FROM steps WHERE play = ? ORDER BY number", play)
        if not rows or [number for number, _ in steps] != [*range(1, len(steps) + 1)]:
            return None
        record = _plain(Record, [*COLUMNS, "steps"], [*rows[0], [moves for _, moves in steps]])
        if record is None or not all(map(str.split, record.steps)):
            return None
        if not 0 <= record.done <= len(steps):
            return None
        record.game, record.options = _said(record.game, record.options)
        record.saved, record.filed = len(steps), (record.revision, record.state)
        record.marks = record.marks_filed = self._lines(Mark, "marks", "gone", play)
        record.lent = record.lent_filed = self._lines(Lent, "lent", "after", play)
        return record

    def _lines(self, kind: type[_T], table: str, column: str, play: str) -> tuple[_T, ...]:
        """Return the lines of a play from one table; skip damaged lines."""
        query = f"SELECT number, {column}, steps FROM {table} WHERE play = ? ORDER BY number"  # noqa: S608
        lines = [
            _plain(kind, ["number", column, "steps"], (number, value, steps.splitlines()))
            for number, value, steps in self._read(query, play)
            if isinstance(steps, str)
        ]
        return tuple(line for line in lines if line)

    def history(self, game: str, limit: int = 200) -> list[Kept]:
        """Return the plays of a game with at least one move, newest first.

        Raises:
            UnreadableFileError: if the file cannot be read now.
        """
        known = "state != 'new' AND game IN (SELECT value FROM json_each(?))"
        plays = self._kept(known, limit, json.dumps(_ids_of(game)))
        return [k for k in plays if k.game == game and k.state != "new"][:limit]

    def unfinished(self, limit: int = 100) -> list[Kept]:
        """Return the plays that can be continued, even stuck ones, newest first.

        Raises:
            UnreadableFileError: if the file cannot be read now.
        """
        known = "state IN ('open', 'over') AND (ended IS NULL OR won_steps IS NOT NULL)"
        return [play for play in self._kept(known, limit) if play.unfinished][:limit]

    def _kept(self, known: str, limit: int, *values: object) -> list[Kept]:
        """Return the plays in the file that satisfy a condition, and all unsaved plays."""
        query = f"{_KEPT} WHERE {known} ORDER BY updated DESC, play LIMIT ?"
        rows = self._read(query, *values, limit)
        found = [play for play in _sound(Kept, rows, _said) if play.play not in self._unsaved]
        found += [
            Kept(
                *(r.play, r.game, r.options, r.deal, r.state, r.done, r.seconds, r.updated),
                ended=r.ended is not None,
                won_steps=r.won_steps,
                lent=r.deal.startswith(AT) or bool(r.lent),
            )
            for r in self._unsaved.values()
        ]
        return sorted(found, key=lambda play: (-play.updated, play.play))

    def results(self, game: str | None = None) -> list[Result]:
        """Return the results of ended plays, for one game or for all, earliest first.

        Exclude practice (:meth:`Record.is_practice`).

        Raises:
            UnreadableFileError: if the file cannot be read now.
        """
        rows = self._read(
            "SELECT game, options, won_steps IS NOT NULL, won_steps, won_seconds, play, deal, ended"
            " FROM plays WHERE ended IS NOT NULL AND deal NOT LIKE 'at:%' AND"
            " (?1 IS NULL OR game IN (SELECT value FROM json_each(?1))) ORDER BY ended, play",
            None if game is None else json.dumps(_ids_of(game)),
        )
        return [one for one in _sound(Result, rows, _full) if game in (None, one.game)]

    def rename(self, old: str, new: str) -> None:
        """Assign all plays of one game to another game.

        Raises:
            UnreadableFileError: if the file cannot be written; then nothing has changed.
        """
        self._write_now(
            lambda db: db.execute("UPDATE plays SET game = ? WHERE game = ?", (new, old))
        )
        for record in self._unsaved.values():
            if record.game == old:
                record.game = new

    def last_played(self) -> dict[str, float]:
        """Return the time of the last move in each game, in seconds since 1970.

        Raises:
            UnreadableFileError: if the file cannot be read now.
        """
        rows = self._read("SELECT game, max(updated) FROM plays WHERE state != 'new' GROUP BY game")
        found: dict[str, float] = {}
        for game, updated in rows:
            if isinstance(game, str) and isinstance(updated, (int, float)):
                known, _ = _said(game, {})
                found[known] = max(updated, found.get(known, 0.0))
        return found

    def forget_untouched(self, now: float) -> None:
        """Delete plays without a move that are more than a day old."""
        self._write(
            lambda db: db.execute(
                "DELETE FROM plays WHERE state = 'new' AND updated < ?", (now - _DAY,)
            )
        )


def _identity(path: Path | None) -> tuple[int, int] | None:
    """Return the device and inode of a file, or None if it does not exist."""
    try:
        found = path.stat() if path else None
    except OSError:
        return None
    return found and (found.st_dev, found.st_ino)


def _plain(kind: type[_T], names: Iterable[str], row: Iterable[object]) -> _T | None:
    """Convert a row to an instance of ``kind``, or return None if its types are wrong."""
    values = dict(zip(names, row, strict=True))
    if "options" in values:
        values["options"] = _read_options(values["options"])
    try:
        return msgspec.convert(values, kind, strict=False)  # SQLite has no Boolean type
    except msgspec.ValidationError:
        return None


def _sound(kind: type[_Listed], rows: Iterable[Sequence[object]], named: _Named) -> list[_Listed]:
    """Convert rows to instances of ``kind``, with its fields in order; skip damaged rows.

    Args:
        kind: the type of each row.
        rows: the rows from the file.
        named: function that returns the canonical form of a game and its options.
    """
    found = [_plain(kind, kind.__dataclass_fields__, row) for row in rows]
    return [
        replace(one, game=game, options=options)
        for one in found
        if one
        for game, options in [named(one.game, one.options)]
    ]


def _said(game: str, options: dict[str, str]) -> tuple[str, dict[str, str]]:
    """Return the canonical form of a game and its options, which may be stored in an older form.

    Leave a game or an option unchanged if the current version of Cadogan does not know it.
    """
    try:
        return canonical(game, options)
    except (UnknownGameError, InvalidOptionError):
        return game, options


def _full(game: str, options: dict[str, str]) -> tuple[str, dict[str, str]]:
    """Return a game and all its options, as :func:`_said` does."""
    try:
        definition = find(game)
        return definition.id, check_options(definition, options)
    except (UnknownGameError, InvalidOptionError):
        return game, options


def _ids_of(game: str) -> list[str]:
    """Return all ids under which the file may store a game's plays."""
    return [game, *(name for name, parent in combinations().items() if parent == game)]


def _value(text: object) -> object:
    """Decode JSON; return None for damaged JSON, so that other rows stay readable."""
    try:
        return json.loads(text) if isinstance(text, str) else None
    except ValueError:
        return None


def _read_options(text: object) -> dict[str, str] | None:
    read = _value(text)
    return {str(k): str(v) for k, v in read.items()} if isinstance(read, dict) else None
