"""Export and import of backups: one file with the user's plays, settings and definitions.

The file is JSON with a digest of its content, so an import can detect and reject a damaged file.
An import merges plays:

- it adds only the plays that do not exist yet;
- if a play was continued only in the backup or only here, it keeps the longer version;
- if a play was continued in both places, it keeps both versions as two plays.
"""

from __future__ import annotations

import json
import os
import re
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import msgspec

from cadogan.core import input_limits
from cadogan.core.errors import CadoganError
from cadogan.core.input_limits import DEFINITION, json_excess, read_bounded, size_excess
from cadogan.core.user_folder import make_private, private_opener
from cadogan.i18n import translate
from cadogan.rules.types import ID_PATTERN
from cadogan.rules.user_games import is_device
from cadogan.session.models import COLUMNS, Record
from cadogan.session.repository import Repository

FORMAT = "cadogan plays"
VERSION = 1
MOST_BYTES = input_limits.BACKUP
_DEFINITION = re.compile(rf"(?:{ID_PATTERN})\.toml")
# The setting that is a list, so that an import merges it; all others are single values.
_JOINED = "favourites"

Cell = str | int | float | None
Outcome = Literal["added", "updated", "known"]  # of the import of a play
Count = Annotated[int, msgspec.Meta(ge=0, lt=1 << 53)]
Seconds = Annotated[float, msgspec.Meta(ge=0, lt=1e12)]
Name = Annotated[str, msgspec.Meta(max_length=200)]
Key = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_-]{1,64}$")]


class InvalidBackupError(CadoganError):
    """Error for an invalid backup; the text explains the reason."""


class Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A play in a backup, with the fields of :class:`cadogan.session.models.Record`.

    Attributes:
        parts: the rows of the play in other tables, by table name and without the play's key.
    """

    play: Key
    game: Name
    options: dict[Name, Name]
    deal: Annotated[str, msgspec.Meta(max_length=input_limits.POSITION)]
    rules: Name
    started: Seconds
    updated: Seconds
    seconds: Seconds
    done: Count
    revision: Count
    state: Literal["new", "open", "over", "left", "again", "won"]
    ended: Seconds | None
    won_steps: Count | None
    won_seconds: Seconds | None
    steps: list[str]
    parts: dict[str, list[list[Cell]]] = {}

    def holds(self, other: Kept) -> bool:
        """Return whether another record is of the same play, in the same or an earlier state."""
        return (
            (self.revision, self.updated) >= (other.revision, other.updated)
            and self.steps[: other.done] == other.steps[: other.done]
            and (other.ended is None or self.ended is not None)
            and (other.won_steps is None or self.won_steps == other.won_steps)
            and all(row in self.parts.get(name, []) for name, rows in other.parts.items()
                    for row in rows)
        )  # fmt: skip


class Content(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of a backup; ``games`` holds the definitions by file name."""

    settings: dict[str, Any]
    plays: list[Kept]
    games: dict[str, str] = {}


class TakenIn(NamedTuple):
    """The result of an import: how many plays it added or continued, and how many already existed.

    ``games`` lists the added definitions. ``differing`` lists definitions that already exist with a
    different text; an import keeps the existing text. ``refused`` lists definitions whose names
    Windows reserves for devices.
    """

    added: int
    updated: int
    known: int
    games: tuple[str, ...] = ()
    differing: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()


# --- writing -------------------------------------------------------------------------------------


def written(store: Repository, games: Path) -> bytes:
    """Return a backup with all plays and settings, and the definitions of a folder.

    Raises:
        UnreadableFileError: the file of plays currently cannot be read.

    >>> store = Repository.in_memory()
    >>> store.save_settings({"auto": "off"})
    >>> read(written(store, Path("nowhere"))).settings
    {'auto': 'off'}
    >>> store.close()
    """
    plays = {**store.look(_plays), **{record.play: kept(record) for record in store.unsaved}}
    # a backup omits plays without a move
    made = [play for play in plays.values() if play.state != "new"]
    content = Content(settings=store.settings(), plays=made, games=dict(_definitions(games)))
    body = _canonical(msgspec.to_builtins(content))
    head = f'{{"format": "{FORMAT}", "version": {VERSION}, "digest": "{_digest(body)}",'
    return f'{head}\n"content": {body}}}\n'.encode()


def kept(record: Record) -> Kept:
    """Convert a play in memory to its form in a backup."""
    return Kept(
        **{name: getattr(record, name) for name in COLUMNS},
        steps=record.steps,
        parts={name: [[*row] for row in rows] for name, rows in record.parts.items() if rows},
    )


def left_out(folder: Path) -> list[str]:
    """Return the names of the definitions in a folder that an export must leave out.

    >>> left_out(Path("nowhere"))
    []
    """
    there = {path.name for path in folder.glob("*.toml")} if folder.is_dir() else set()
    return sorted(there - dict(_definitions(folder)).keys())


def _definitions(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the definitions in a folder, except files that are too long or not text."""
    for path in sorted(folder.glob("*.toml")) if folder.is_dir() else []:
        if _DEFINITION.fullmatch(path.name):
            with suppress(UnicodeDecodeError, OSError):
                yield path.name, read_bounded(path, DEFINITION).decode()


def _canonical(content: object) -> str:
    return json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _digest(body: str) -> str:
    return blake2b(body.encode(), digest_size=16).hexdigest()


def _plays(db: sqlite3.Connection, only: Sequence[str] | None = None) -> Mapping[str, Kept]:
    """Return the plays in the file, by key; skip damaged plays."""
    some = "" if only is None else " WHERE play IN (SELECT value FROM json_each(?))"
    values = () if only is None else (json.dumps(only),)
    tables: dict[str, dict[str, list[list[Cell]]]] = {}
    for table, columns in _parts(db).items():
        rows = tables.setdefault(table, {})
        names = ", ".join(columns)
        query = f"SELECT play, {names} FROM {table}{some} ORDER BY play, number"  # noqa: S608
        for play, *rest in db.execute(query, values):
            rows.setdefault(play, []).append(rest)
    steps = tables.pop("steps")
    found = {}
    names = ", ".join(COLUMNS)
    for row in db.execute(f"SELECT {names} FROM plays{some} ORDER BY play", values):  # noqa: S608
        fields: dict[str, Any] = dict(zip(COLUMNS, row, strict=True))
        key = fields["play"]
        try:
            fields["options"] = json.loads(fields["options"])
            fields["steps"] = [moves for _, moves in steps.get(key, [])]
            fields["parts"] = {name: rows[key] for name, rows in tables.items() if key in rows}
            found[key] = msgspec.convert(fields, Kept)
        except (msgspec.ValidationError, TypeError, ValueError):
            continue
    return found


def _parts(db: sqlite3.Connection) -> dict[str, list[str]]:
    """Return the tables whose rows belong to plays, with their columns after the play's key."""
    names = db.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    found = {}
    for (name,) in names.fetchall():
        info = db.execute("SELECT name FROM pragma_table_info(?) ORDER BY cid", (name,)).fetchall()
        columns = [column for (column,) in info]
        if columns[:2] == ["play", "number"]:
            found[name] = columns[1:]
    return found


# --- reading -------------------------------------------------------------------------------------


def read(data: bytes) -> Content:
    """Read a backup.

    Raises:
        InvalidBackupError: the file is not a backup, or it is damaged.

    >>> read(b'{"format": "notes"}')
    Traceback (most recent call last):
    ...
    cadogan.session.export.InvalidBackupError: this is not a file from 'cadogan export'
    """
    if data.count(b"[") + data.count(b"{") > input_limits.BACKUP_BRACKETS:
        raise InvalidBackupError(
            translate(
                "the file is too large: the maximum is {most} lists and objects",
                most=f"{input_limits.BACKUP_BRACKETS:,}",
            )
        )
    try:
        text = data.decode("utf-8-sig")
        # In a browser, the parser ends the program if the text is nested too deep.
        if json_excess(text):
            raise ValueError
        backup = json.loads(text, parse_constant=_refused)
    except ValueError:
        raise InvalidBackupError(
            translate(
                "this is not a file from 'cadogan export', or it is damaged: it is not valid JSON"
            )
        ) from None
    if not isinstance(backup, dict) or backup.get("format") != FORMAT:
        raise InvalidBackupError(translate("this is not a file from 'cadogan export'"))
    if backup.get("version") != VERSION:
        raise InvalidBackupError(
            translate("a newer version of Cadogan wrote this file; import it with that version")
        )
    try:
        sound = _digest(_canonical(backup.get("content"))) == backup.get("digest")
    except UnicodeEncodeError:  # the text contains a lone surrogate, which UTF-8 cannot encode
        sound = False
    if not sound:
        raise InvalidBackupError(_damaged(translate("its content has changed")))
    try:
        content = msgspec.convert(backup.get("content"), Content)
    except (msgspec.ValidationError, UnicodeEncodeError) as error:  # a lone surrogate
        raise InvalidBackupError(_damaged(error)) from None
    return _checked(content)


def _damaged(why: object) -> str:
    return translate("the file is damaged and was not imported: {why}", why=why)


def _refused(constant: str) -> object:
    raise ValueError(constant)


def _checked(content: Content) -> Content:
    """Reject content that no export would write."""
    keys = [play.play for play in content.plays]
    if len(set(keys)) < len(keys):
        raise InvalidBackupError(_damaged(translate("a play appears twice")))
    if excess := size_excess(_canonical(content.settings), input_limits.SETTINGS, "settings"):
        raise InvalidBackupError(_damaged(excess))
    for play in content.plays:
        if (many := len(play.steps)) < play.done:
            problem = translate(
                "play {play} has only {many} steps, but {done} are in effect",
                play=play.play,
                many=many,
                done=play.done,
            )
            raise InvalidBackupError(_damaged(problem))
    for name, text in content.games.items():
        if not _DEFINITION.fullmatch(name) or size_excess(text, DEFINITION, ""):
            problem = translate(
                "{name} is not a valid file name, or the file is too long", name=repr(name[:40])
            )
            raise InvalidBackupError(_damaged(problem))
    return content


# --- importing -----------------------------------------------------------------------------------


def take_in(store: Repository, content: Content, games: Path) -> TakenIn:
    """Merge a backup into the existing data; merge either all of its plays or none.

    Existing settings take precedence.

    Raises:
        CadoganError: the data currently cannot be written; nothing has changed.
    """
    found: Counter[Outcome] = Counter()

    def work(db: sqlite3.Connection) -> None:
        # a retry, perhaps with a new file, runs this function again from the beginning
        found.clear()
        parts = _parts(db)
        here = _plays(db, [play.play for play in content.plays])
        found.update(_merge(db, play, here.get(play.play), parts)[1] for play in content.plays)

    store.change(work)
    _take_settings(store, content.settings)
    counts = found["added"], found["updated"], found["known"]
    return TakenIn(*counts, *_take_games(content.games, games))


def take_in_one(store: Repository, play: Kept) -> str:
    """Merge one play into the existing data; return the key under which it is here.

    Raises:
        CadoganError: the data currently cannot be written; nothing has changed.
    """
    key = ""

    def work(db: sqlite3.Connection) -> None:
        nonlocal key
        key, _ = _merge(db, play, _plays(db, [play.play]).get(play.play), _parts(db))

    store.change(work)
    return key


def _merge(
    db: sqlite3.Connection, play: Kept, mine: Kept | None, parts: Mapping[str, list[str]]
) -> tuple[str, Outcome]:
    """Write a play unless it already exists; return its key here and what has happened."""
    if mine is not None and mine.holds(play):
        return play.play, "known"
    if mine is None or play.holds(mine):
        _write(db, play, parts)
        return play.play, "added" if mine is None else "updated"
    # Derive the key from the content, so that a second import does not duplicate the play.
    key = _digest(_canonical(msgspec.to_builtins(play)))[:16]
    if _plays(db, [key]):
        return key, "known"
    _write(db, msgspec.structs.replace(play, play=key), parts)
    return key, "added"


def _write(db: sqlite3.Connection, play: Kept, parts: Mapping[str, list[str]]) -> None:
    """Write a play; replace an existing play with the same key."""
    rows: dict[str, Iterable[Sequence[Cell]]] = {**play.parts, "steps": enumerate(play.steps, 1)}
    if newer := set(rows) - set(parts):
        has = repr(sorted(newer)[0])
        raise InvalidBackupError(
            translate("a newer version of Cadogan wrote this file: it has {what}", what=has)
        )
    db.execute("DELETE FROM plays WHERE play = ?", (play.play,))
    for table in parts:
        db.execute(f"DELETE FROM {table} WHERE play = ?", (play.play,))  # noqa: S608
    values = {**msgspec.to_builtins(play), "options": json.dumps(play.options, sort_keys=True)}
    marks = ", ".join("?" * len(COLUMNS))
    db.execute(f"INSERT INTO plays VALUES ({marks})", [values[name] for name in COLUMNS])  # noqa: S608
    for table, some in rows.items():
        marks = ", ".join("?" * (1 + len(parts[table])))
        try:
            db.executemany(
                f"INSERT INTO {table} VALUES ({marks})",  # noqa: S608
                [(play.play, *row) for row in some],
            )
        except (sqlite3.ProgrammingError, sqlite3.IntegrityError, OverflowError) as error:
            why = translate("{table} of play {play}: {why}", table=table, play=play.play, why=error)
            raise InvalidBackupError(_damaged(why)) from None


def _take_settings(store: Repository, settings: Mapping[str, Any]) -> None:
    mine = store.settings()
    change = {name: value for name, value in settings.items() if name not in mine}
    ours, theirs = mine.get(_JOINED), settings.get(_JOINED)
    if isinstance(ours, list) and isinstance(theirs, list):
        change[_JOINED] = [*ours, *(one for one in theirs if one not in ours)]
    store.save_settings(change)


def _take_games(
    games: Mapping[str, str], folder: Path
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Write the definitions that do not exist yet.

    Returns:
        The names of three kinds of definitions: the names of new definitions, of definitions with a
            different text, and of rejected ones.
    """
    added, differing, refused = [], [], []
    for name, text in games.items():
        path = folder / name
        if is_device(name):
            refused.append(name)
            continue
        try:
            make_private(folder)
            with open(path, "x", encoding="utf-8", newline="", opener=private_opener) as file:
                file.write(text)
            added.append(name)
        except FileExistsError:
            with suppress(OSError):  # a folder may have this name
                if read_bounded(path, DEFINITION) == text.encode():
                    continue
            differing.append(name)
        except OSError as error:
            with suppress(OSError):
                # remove it, because a partly written file would look complete
                path.unlink(missing_ok=True)
            why = error.strerror or os.strerror(error.errno or 0)
            raise InvalidBackupError(
                translate(
                    "your plays were imported, but {path} cannot be written: {why}",
                    path=path,
                    why=why,
                )
            ) from None
    return tuple(added), tuple(differing), tuple(refused)


def summary(taken: TakenIn) -> str:
    """Describe the result of an import.

    >>> summary(TakenIn(3, 1, 20))
    '3 plays were added, 1 was continued, 20 already existed.'
    >>> summary(TakenIn(0, 0, 0, differing=("mine.toml",)))
    'It contains no plays. Your own mine.toml differs and was kept.'
    """
    counts = [
        (taken.added, translate("was added"), translate("were added")),
        (taken.updated, translate("was continued"), translate("were continued")),
        (taken.known, translate("already existed"), translate("already existed")),
    ]
    parts: list[str] = []
    for count, one, many in counts:
        if count:
            noun = translate("play") if count == 1 else translate("plays")
            parts.append(f"{count}{'' if parts else f' {noun}'} {one if count == 1 else many}")
    words = [f"{', '.join(parts)}." if parts else translate("It contains no plays.")]
    if taken.games:
        words.append(translate("Added to your own games: {names}.", names=", ".join(taken.games)))
    if taken.differing:
        names = ", ".join(taken.differing)
        words.append(
            translate("Your own {names} differs and was kept.", names=names)
            if len(taken.differing) == 1
            else translate("Your own {names} differ and were kept.", names=names)
        )
    if taken.refused:
        names = ", ".join(taken.refused)
        words.append(
            translate("Skipped, because Windows reserves these names: {names}.", names=names)
        )
    return " ".join(words)
