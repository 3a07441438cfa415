"""A person's plays and settings, kept in one SQLite file (:mod:`cadogan.session.database`).

Every step is one row, committed as it happens; a play is its deal and its steps, and is brought
back by playing them again. A play that cannot be read is passed over and left as it is. What the
person should be told about the file is always in :attr:`Repository.notice`.

Several programs may use one file. Whatever one of them writes of a play must follow what is in the
file: else another program was faster, and :class:`StalePlayError` is raised. What cannot be written
now is held in memory and written with the next write that succeeds; if another program went on with
that play meanwhile, it becomes a play of its own, so that nothing is lost.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from cadogan.core.errors import CadoganError, InvalidOptionError, UnknownGameError
from cadogan.i18n import translate
from cadogan.rules.catalogue import canonical, combinations, find
from cadogan.rules.options import check_options
from cadogan.session.database import Database, trouble
from cadogan.session.models import COLUMNS, Kept, Lent, Mark, Record, Result, Unfinished

_DAY = 86400.0
_T = TypeVar("_T")

_PLAY = """
INSERT INTO plays VALUES
    (:play, :game, :options, :deal, :rules, :started, :updated, :seconds, :done, :revision,
     :state, :ended, :won_steps, :won_seconds)
ON CONFLICT (play) DO UPDATE SET
    updated = :updated, seconds = :seconds, done = :done, revision = :revision, state = :state,
    ended = :ended, won_steps = :won_steps, won_seconds = :won_seconds
"""


class StalePlayError(CadoganError):
    """Say that an action was meant for an earlier state of the play."""

    def __init__(self) -> None:
        super().__init__(
            translate(
                "This play has gone on since then, perhaps in another window: look at it again"
                " before you move."
            )
        )


class UnreadableFileError(CadoganError):
    """Say that the file cannot be read now."""


def new_key() -> str:
    """Return a key that no other play has."""
    return secrets.token_hex(8)


class Repository:
    """Plays and settings of one person.

    >>> store = Repository.in_memory()
    >>> store.save_settings({"auto": "off"})
    >>> store.settings()
    {'auto': 'off'}
    >>> store.close()
    """

    def __init__(self, file: Database) -> None:
        self._file = file
        self._failure: Exception | None = None  # of the last write that failed
        self._unsaved: dict[str, Record] = {}
        self._unsaved_settings: dict[str, object] = {}
        self._settings: dict[str, object] | None = None  # as last read

    @classmethod
    def in_memory(cls) -> Repository:
        """Return a store that forgets everything when the program ends."""
        return cls(Database.in_memory())

    @classmethod
    def open(cls, directory: Path | str | None = None) -> Repository:
        """Open the plays of a directory; :meth:`Database.open` reports what is wrong."""
        return cls(Database.open(directory))

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    @property
    def notice(self) -> str | None:
        """What the person should be told about the file now, one sentence, or None."""
        if self._file.notice is None and (self._unsaved or self._unsaved_settings):
            return translate(
                "Your play could not be saved ({why}); it goes on in memory and is saved as soon"
                " as that is possible again.",
                why=trouble(self._failure),
            )
        if self._file.notice is None and self._file.full:
            return translate(
                "Hardly any room is left on the disk. Your plays are still saved; make room on it"
                " soon."
            )
        return self._file.notice

    @property
    def lasts(self) -> bool:
        """Whether plays are kept in a file, and not in memory alone."""
        return self._file.lasts

    @property
    def unread(self) -> bool:
        """Whether there may be a file of which nothing could be read."""
        return self._file.unread

    @property
    def unsaved(self) -> list[Record]:
        """The plays that could not be saved, or not all of them."""
        return [*self._unsaved.values()]

    # -- reading and writing ---------------------------------------------------------------------

    def _read(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        try:
            return self._file.do(lambda db: db.execute(query, values).fetchall())
        except sqlite3.DatabaseError as error:
            raise _unreadable(error) from None

    def _write(self, work: Callable[[sqlite3.Connection], object]) -> bool:
        """Do something in one transaction; say whether it is done."""

        def transaction(db: sqlite3.Connection) -> None:
            with db:
                db.execute("BEGIN IMMEDIATE")
                work(db)

        try:
            self._file.do(transaction)
        except sqlite3.DatabaseError as error:
            self._failure = error
            return False
        return True

    def _make_up(self) -> None:
        """Write what could not be written before, as far as that is possible now."""
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
        """Read what no other method reads.

        Raises:
            UnreadableFileError: when the file cannot be read now.
        """
        self._make_up()
        try:
            return self._file.do(work)
        except sqlite3.DatabaseError as error:
            raise _unreadable(error) from None

    def change(self, work: Callable[[sqlite3.Connection], object]) -> None:
        """Change what no other method changes, in one transaction.

        Raises:
            UnreadableFileError: when it cannot be written now; nothing is changed then.
        """
        self._make_up()
        if not self._write(work):
            raise self._unwritable()

    def _unwritable(self) -> UnreadableFileError:
        """Return what is raised when a write has just failed."""
        why = trouble(self._failure)
        return UnreadableFileError(
            translate("The file of your plays cannot be written now ({why}).", why=why)
        )

    # -- settings --------------------------------------------------------------------------------

    def settings(self) -> dict[str, object]:
        """Return the person's settings as they were saved.

        Where they cannot be read now they are as they were last: the play goes on.

        Raises:
            UnreadableFileError: when they were never read before.
        """
        try:
            rows = self._read("SELECT name, value FROM settings ORDER BY name")
        except UnreadableFileError:
            if self._settings is None:
                raise
        else:
            values = {name: _value(value) for name, value in rows}
            self._settings = {name: some for name, some in values.items() if some is not None}
        return self._settings | self._unsaved_settings

    def save_settings(self, change: Mapping[str, object]) -> None:
        """Keep some settings; the others stay."""
        self._unsaved_settings.update(change)
        self._make_up()

    # -- plays -----------------------------------------------------------------------------------

    def save(self, record: Record) -> None:
        """Write a play and those of its steps that are not in the file yet, in one transaction.

        A failed write is made up for by the next, of whichever play.

        Raises:
            StalePlayError: when another program was faster; nothing of this one is written.
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
        columns["options"] = _options(record.options)

        def write(db: sqlite3.Connection) -> None:
            found = db.execute("SELECT revision, state FROM plays WHERE play = ?", (record.play,))
            filed = found.fetchone()
            if record.is_overtaken(filed):
                raise StalePlayError
            # It may be another file now, with less of the play, or nothing.
            same = filed is not None and filed == record.filed
            kept = record.kept if same else 0
            steps = [
                (record.play, number, moves)
                for number, moves in enumerate(record.steps[kept:], kept + 1)
            ]
            db.execute(_PLAY, columns)
            db.execute("DELETE FROM steps WHERE play = ? AND number > ?", (record.play, kept))
            db.executemany("INSERT INTO steps VALUES (?, ?, ?)", steps)
            if not same or record.marks != record.marks_filed:
                db.execute("DELETE FROM marks WHERE play = ?", (record.play,))
                rows = [(record.play, *row) for row in record.parts["marks"]]
                db.executemany("INSERT INTO marks VALUES (?, ?, ?, ?)", rows)
            if not same or record.lent != record.lent_filed:
                db.execute("DELETE FROM lent WHERE play = ?", (record.play,))
                rows = [(record.play, *row) for row in record.parts["lent"]]
                db.executemany("INSERT INTO lent VALUES (?, ?, ?, ?)", rows)

        done = self._write(write)
        if done:
            record.kept = len(record.steps)
            record.filed = record.revision, record.state
            record.marks_filed, record.lent_filed = record.marks, record.lent
            self._unsaved.pop(record.play, None)
        else:
            self._unsaved[record.play] = record
        return done

    def _keep_apart(self, record: Record) -> None:
        """Make what could not be saved a play of its own, as another program went on with it."""
        self._unsaved.pop(record.play, None)
        if record.filed != (record.revision, record.state):
            steps = list(record.steps)
            apart = replace(record, play=new_key(), steps=steps, kept=0, filed=None)
            apart.marks_filed = apart.lent_filed = None
            self._save(apart)

    def save_time(self, record: Record) -> None:
        """Write the time played, if nobody has gone on with the play; nothing else changes."""
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
        """Return the revision and the state of a play in the file, or None when it is not there.

        Raises:
            UnreadableFileError: when it cannot be read now.
        """
        for revision, state in self._read("SELECT revision, state FROM plays WHERE play = ?", play):
            return revision, state
        return None

    def load(self, play: str) -> Record | None:
        """Return a play, or None when there is none of that key that can be read.

        Raises:
            UnreadableFileError: when the file cannot be read now.
        """
        unsaved = self._unsaved.get(play)
        if unsaved is not None:
            if not unsaved.is_overtaken(self.filed(play)):
                return unsaved
            self._keep_apart(unsaved)
        rows = self._read("SELECT * FROM plays WHERE play = ?", play)
        if not rows:
            return None
        values = dict(zip(COLUMNS, rows[0], strict=True))
        values["options"] = _read_options(values["options"])
        if isinstance(values["options"], dict):
            values["game"], values["options"] = _said(values["game"], values["options"])
        steps = self._read("SELECT number, moves FROM steps WHERE play = ? ORDER BY number", play)
        record = Record(
            **values,
            steps=[moves for _, moves in steps],
            kept=len(steps),
            filed=(values["revision"], values["state"]),
            marks=(marks := self._marks(play)),
            marks_filed=marks,
            lent=(lent := self._lent(play)),
            lent_filed=lent,
        )
        whole = [number for number, _ in steps] == list(range(1, len(steps) + 1))
        return record if whole and _is_sound(record) else None

    def _marks(self, play: str) -> tuple[Mark, ...]:
        rows = self._read(
            "SELECT number, gone, steps FROM marks WHERE play = ? ORDER BY number", play
        )
        return tuple(
            Mark(number, tuple(steps.splitlines()), bool(gone))
            for number, gone, steps in rows
            if _all((number, gone), int) and _all((steps,), str)
        )

    def _lent(self, play: str) -> tuple[Lent, ...]:
        rows = self._read(
            "SELECT number, after, steps FROM lent WHERE play = ? ORDER BY number", play
        )
        return tuple(
            Lent(number, after, tuple(steps.splitlines()))
            for number, after, steps in rows
            if _all((number, after), int) and _all((steps,), str)
        )

    def history(self, game: str, limit: int = 200) -> list[Kept]:
        """Return the plays of a game in which a move was made, the newest first.

        Raises:
            UnreadableFileError: when they cannot be read now.
        """
        rows = self._read(
            "SELECT play, game, options, deal, state, done, seconds, updated, ended, won_steps"
            " FROM plays WHERE state != 'new' AND game IN (SELECT value FROM json_each(?))"
            " ORDER BY updated DESC, play LIMIT ?",
            json.dumps(_ids_of(game)),
            limit,
        )
        found = [
            Kept(
                play, *_said(name, chosen), deal, state, done, seconds, updated, bool(ended), steps
            )
            for play, name, options, deal, state, done, seconds, updated, ended, steps in rows
            if (chosen := _read_options(options)) is not None
            and _all((play, name, deal, state), str)
            and _all((done,), int)
            and _all((seconds, updated), int, float)
            and _all((steps,), int, type(None))
            and play not in self._unsaved
        ]
        found += [
            Kept(
                r.play,
                *_said(r.game, r.options),
                r.deal,
                r.state,
                r.done,
                r.seconds,
                r.updated,
                r.ended is not None,
                r.won_steps,
            )
            for r in self._unsaved.values()
            if r.state != "new"
        ]
        mine = [kept for kept in found if kept.game == game]
        return sorted(mine, key=lambda kept: (-kept.updated, kept.play))[:limit]

    def unfinished(self, limit: int = 100) -> list[Unfinished]:
        """Return the plays that can be gone on with, stuck ones too, the newest first.

        Raises:
            UnreadableFileError: when they cannot be read now.
        """
        rows = self._read(
            "SELECT play, game, options, deal, done, updated, state = 'over', deal LIKE 'at:%'"
            " OR EXISTS (SELECT 1 FROM lent WHERE lent.play = plays.play), won_steps IS NOT NULL"
            " FROM plays WHERE state IN ('open', 'over')"
            " AND (ended IS NULL OR won_steps IS NOT NULL)"
            " ORDER BY updated DESC, play LIMIT ?",
            limit,
        )
        found = [
            Unfinished(play, *_said(game, chosen), deal, done, updated, *map(bool, flags))
            for play, game, options, deal, done, updated, *flags in rows
            if (chosen := _read_options(options)) is not None
            and _all((play, game, deal), str)
            and _all((done,), int)
            and _all((updated,), int, float)
            and play not in self._unsaved
        ]
        found += [
            Unfinished(
                *(r.play, r.game, r.options, r.deal, r.done, r.updated, r.state == "over"),
                practice=r.deal.startswith("at:") or bool(r.lent),
                was_won=r.was_won,
            )
            for r in self._unsaved.values()
            if r.unfinished
        ]
        return sorted(found, key=lambda u: (-u.updated, u.play))[:limit]

    def results(self, game: str | None = None) -> list[Result]:
        """Return how the ended plays (of one game) ended, the earliest first.

        Practice (:mod:`cadogan.session.assisted`) is not among them.

        Raises:
            UnreadableFileError: when they cannot be read now.
        """
        rows = self._read(
            "SELECT game, options, won_steps, won_seconds, play, deal, ended FROM plays"
            " WHERE ended IS NOT NULL AND deal NOT LIKE 'at:%' AND"
            " (?1 IS NULL OR game IN (SELECT value FROM json_each(?1))) ORDER BY ended, play",
            None if game is None else json.dumps(_ids_of(game)),
        )
        found = [
            Result(*_full(name, chosen), steps is not None, steps, seconds, play, deal, ended)
            for name, options, steps, seconds, play, deal, ended in rows
            if (chosen := _read_options(options)) is not None
            and _all((name, play, deal), str)
            and _all((ended,), int, float)
            and _all((steps,), int, type(None))
            and _all((seconds,), int, float, type(None))
        ]
        return [result for result in found if game in (None, result.game)]

    def rename(self, old: str, new: str) -> None:
        """Make all plays of a game plays of another one.

        Raises:
            UnreadableFileError: when that cannot be written; nothing is changed.
        """
        if not self._write(
            lambda db: db.execute("UPDATE plays SET game = ? WHERE game = ?", (new, old))
        ):
            raise self._unwritable()
        for record in self._unsaved.values():
            if record.game == old:
                record.game = new

    def last_played(self) -> dict[str, float]:
        """Return when a move was last made in each game, in seconds since 1970.

        Raises:
            UnreadableFileError: when it cannot be read now.
        """
        rows = self._read("SELECT game, max(updated) FROM plays WHERE state != 'new' GROUP BY game")
        found: dict[str, float] = {}
        for game, updated in rows:
            if isinstance(game, str) and isinstance(updated, (int, float)):
                known, _ = _said(game, {})
                found[known] = max(updated, found.get(known, 0.0))
        return found

    def forget_untouched(self, now: float) -> None:
        """Drop the deals that were looked at more than a day ago and never played."""
        self._write(
            lambda db: db.execute(
                "DELETE FROM plays WHERE state = 'new' AND updated < ?", (now - _DAY,)
            )
        )


def _unreadable(error: sqlite3.DatabaseError) -> UnreadableFileError:
    return UnreadableFileError(
        translate(
            "The file of your plays cannot be read now ({why}): try again.", why=trouble(error)
        )
    )


def _all(values: Iterable[object], *kinds: type) -> bool:
    return all(isinstance(value, kinds) for value in values)


def _is_sound(record: Record) -> bool:
    """Tell whether all that was read of a play is of the kind that was written."""
    r = record
    return (
        _all((r.game, r.deal, r.rules, r.state, *r.steps), str)
        and _all((r.options,), dict)
        and _all((r.done, r.revision), int)
        and _all((r.started, r.updated, r.seconds), int, float)
        and _all((r.ended, r.won_seconds), int, float, type(None))
        and _all((r.won_steps,), int, type(None))
        and 0 <= r.done <= len(r.steps)
        and all(step.split() for step in r.steps)
    )


def _said(game: str, options: dict[str, str]) -> tuple[str, dict[str, str]]:
    """Return a game and its options in their one form, whatever form they were once kept in.

    What this version of the program does not know stays as it is.
    """
    try:
        return canonical(game, options)
    except (UnknownGameError, InvalidOptionError):
        return game, options


def _full(game: str, options: dict[str, str]) -> tuple[str, dict[str, str]]:
    """Return a game and all its options, as :func:`_said`."""
    try:
        definition = find(game)
        return definition.id, check_options(definition, options)
    except (UnknownGameError, InvalidOptionError):
        return game, options


def _ids_of(game: str) -> list[str]:
    """Return the ids under which plays of a game may be kept: combinations once had their own."""
    return [game, *(name for name, parent in combinations().items() if parent == game)]


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
