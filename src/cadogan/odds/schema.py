"""The form of a file of results: its tables, and whether a file is as it was made."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from reprlib import repr as short

import msgspec

from cadogan.core.errors import InvalidStudyError
from cadogan.model.deal_numbers import MOST_DEALS
from cadogan.odds.experiment import MOST_SECONDS, Limits, Study

_OURS = 0x0CAD06A9  # says whose file it is
VERSION = 1
_CHECKED = 64 << 20  # a larger file is not read through at the start
COLUMNS = "study, game, name, options, rules, solver, nodes, seconds, memory, seed, version"
_SCHEMA = """
CREATE TABLE studies (
    study TEXT PRIMARY KEY,     -- a digest of what must be the same
    game TEXT NOT NULL,
    name TEXT NOT NULL,
    options TEXT NOT NULL,      -- JSON, keys sorted
    rules TEXT NOT NULL,        -- a digest
    solver TEXT NOT NULL,       -- a digest (of plays behind the policy's name and version)
    nodes INTEGER,              -- limits of each search
    seconds REAL,
    memory INTEGER NOT NULL,
    seed INTEGER NOT NULL,
    version TEXT NOT NULL       -- of the Cadogan that began it
) WITHOUT ROWID;
CREATE TABLE results (
    study TEXT NOT NULL REFERENCES studies,
    deal INTEGER NOT NULL,
    result TEXT NOT NULL CHECK (result IN ('won', 'lost', 'unknown')),
    nodes INTEGER NOT NULL,
    seconds REAL NOT NULL,      -- of computing
    moves INTEGER,              -- of the line that wins
    reached TEXT NOT NULL,      -- the limit, of an unknown one
    method TEXT NOT NULL,
    measured TEXT NOT NULL,     -- the study in which it was found
    PRIMARY KEY (study, deal)
) WITHOUT ROWID;
"""
# What the values of a column must be, which SQLite does not see to.
_TEXT, _WHOLE = "typeof({0}) = 'text'", "typeof({0}) = 'integer'"
_COUNT = f"{_WHOLE} AND {{0}} >= 0"
_TIME = f"typeof({{0}}) = 'real' AND {{0}} BETWEEN 0 AND {MOST_SECONDS}"
_SOUND = {
    "studies": {
        **dict.fromkeys(("study", "game", "name", "options", "rules", "solver", "version"), _TEXT),
        "nodes": f"{{0}} IS NULL OR {_COUNT}",
        "seconds": f"{{0}} IS NULL OR {_TIME}",
        "memory": _COUNT,
        "seed": _WHOLE,
    },
    "results": {
        **dict.fromkeys(("study", "reached", "method", "measured"), _TEXT),
        "deal": f"{_WHOLE} AND {{0}} BETWEEN 1 AND {MOST_DEALS}",
        "result": "{0} IN ('won', 'lost', 'unknown')",
        "nodes": _COUNT,
        "seconds": _TIME,
        "moves": f"{{0}} IS NULL OR {_COUNT}",
    },
}


def make(connection: sqlite3.Connection) -> None:
    """Make the tables of a new file, unless another process has just done so."""
    connection.execute("BEGIN IMMEDIATE")
    if not connection.execute("SELECT 1 FROM sqlite_master").fetchone():
        for statement in _SCHEMA.split(";"):
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {_OURS}")
        connection.execute(f"PRAGMA user_version = {VERSION}")
    connection.commit()


def is_ours(name: str) -> bool:
    """Return whether a file is one of results, whatever a log beside it holds.

    SQLite answers, and the file is not opened beside it: when a process closes a file all its locks
    on it are gone, also those of others in it.
    """
    uri = f"{Path(name).resolve().as_uri()}?mode=ro&immutable=1"
    try:
        with closing(sqlite3.connect(uri, uri=True)) as alone:
            (ours,) = alone.execute("PRAGMA application_id").fetchone()
    except sqlite3.Error as error:
        return error.sqlite_errorname != "SQLITE_NOTADB"  # else nobody knows now
    return bool(ours == _OURS)


def check(connection: sqlite3.Connection, name: str) -> None:
    """Refuse a file that is not ours, or not as it was made."""
    (ours,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if ours != _OURS:
        empty = not connection.execute("SELECT 1 FROM sqlite_master").fetchone()
        other = "it is empty" if empty else "it is a database of something else"
        raise InvalidStudyError(f"{name!r} is no file of results: {other}")
    if version > VERSION:
        raise InvalidStudyError(f"{name!r} was written by a newer Cadogan; use that one")
    (pages,), (size,) = (
        connection.execute(f"PRAGMA {what}").fetchone() for what in ("page_count", "page_size")
    )
    result = "ok"
    if pages * size <= _CHECKED:
        (result,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if result != "ok":
        raise broken(name, result.splitlines()[-1])  # where in the file stands before it
    with closing(sqlite3.connect(":memory:")) as model:
        make(model)
        for table in ("studies", "results"):
            columns = "SELECT name FROM pragma_table_info(?)"
            found = connection.execute(columns, (table,)).fetchall()
            if found != model.execute(columns, (table,)).fetchall():
                raise InvalidStudyError(
                    f"{name!r} is damaged: its table {table} is not as it was made"
                )
    _check_values(connection, name)


def _check_values(connection: sqlite3.Connection, name: str) -> None:
    """Refuse a file with values that nobody has measured."""
    for table, columns in _SOUND.items():
        wrong = {column: f"NOT ({sound.format(column)})" for column, sound in columns.items()}
        any_of_them = " OR ".join(wrong.values())
        row = connection.execute(
            f"SELECT {', '.join((*wrong, *wrong.values()))} FROM {table}"  # noqa: S608  # ours
            f" WHERE {any_of_them} LIMIT 1"
        ).fetchone()
        if row:
            at = row.index(1, len(wrong)) - len(wrong)
            raise _damaged(name, table, f"{[*wrong][at]} is {short(row[at])}")
    for key, study in studies_in(connection, name):
        if key != study.key:
            raise _damaged(name, "studies", f"{short(key)} does not match the study that it names")
    (lone,) = connection.execute(
        "SELECT count(*) FROM results WHERE study NOT IN (SELECT study FROM studies)"
    ).fetchone()
    if lone:
        raise _damaged(name, "results", f"{lone:,} of them belong to no study of its table studies")


def broken(name: str, why: str) -> InvalidStudyError:
    """Return what is raised for a file in which SQLite does not find its way."""
    return InvalidStudyError(f"{name!r} is damaged ({why}); use a copy of it, or begin a new file")


def _damaged(name: str, table: str, why: str) -> InvalidStudyError:
    return InvalidStudyError(f"{name!r} is damaged, in its table {table}: {why}")


def studies_in(connection: sqlite3.Connection, name: str) -> Iterator[tuple[str, Study]]:
    """Yield the studies of a file and what they are found by, by game, options and limits."""
    rows = connection.execute(
        f"SELECT {COLUMNS} FROM studies"  # noqa: S608  # only names of columns
        " ORDER BY game, options <> '{}', options, rules, solver, seed, nodes, seconds, memory"
    ).fetchall()
    for key, game, title, options, rules, solver, *limits, seed, version in rows:
        try:
            chosen = msgspec.json.decode(options, type=dict[str, str])
        except msgspec.MsgspecError:
            raise _damaged(name, "studies", f"options is {short(options)}") from None
        yield key, Study(game, title, chosen, rules, solver, Limits(*limits), seed, version)
