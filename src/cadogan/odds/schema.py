"""Schema of a results file, and checks that a file conforms to it."""

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

_OURS = 0x0CAD06A9  # the application id in the header of an SQLite file
VERSION = 1
# in bytes; the program does not check a larger file completely when it opens it
_CHECKED = 64 << 20
COLUMNS = "study, game, name, options, rules, solver, nodes, seconds, memory, seed, version"
_SCHEMA = """
CREATE TABLE studies (
    study TEXT PRIMARY KEY,     -- a digest of the columns that define a study
    game TEXT NOT NULL,
    name TEXT NOT NULL,
    options TEXT NOT NULL,      -- JSON, keys sorted
    rules TEXT NOT NULL,        -- a digest
    solver TEXT NOT NULL,       -- a digest (for plays after the policy's name and version)
    nodes INTEGER,              -- limits of each search
    seconds REAL,
    memory INTEGER NOT NULL,
    seed INTEGER NOT NULL,
    version TEXT NOT NULL       -- of Cadogan when the study began
) WITHOUT ROWID;
CREATE TABLE results (
    study TEXT NOT NULL REFERENCES studies,
    deal INTEGER NOT NULL,
    result TEXT NOT NULL CHECK (result IN ('won', 'lost', 'unknown')),
    nodes INTEGER NOT NULL,
    seconds REAL NOT NULL,      -- of CPU time
    moves INTEGER,              -- of the winning line
    reached TEXT NOT NULL,      -- the limit that an unknown result reached
    method TEXT NOT NULL,
    measured TEXT NOT NULL,     -- the study in which it was found
    PRIMARY KEY (study, deal)
) WITHOUT ROWID;
"""
# Conditions on the values in each column, which SQLite itself does not check.
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
    """Create the tables of a new file, unless another process has just done so."""
    connection.execute("BEGIN IMMEDIATE")
    if not connection.execute("SELECT 1 FROM sqlite_master").fetchone():
        for statement in _SCHEMA.split(";"):
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {_OURS}")
        connection.execute(f"PRAGMA user_version = {VERSION}")
    connection.commit()


def is_ours(name: str) -> bool:
    """Return whether a file is a results file; ignore any write-ahead log beside it.

    The function queries SQLite instead of opening the file itself. A process that closes a file
    loses all its locks on that file, even those of other connections.
    """
    uri = f"{Path(name).resolve().as_uri()}?mode=ro&immutable=1"
    try:
        with closing(sqlite3.connect(uri, uri=True)) as alone:
            (ours,) = alone.execute("PRAGMA application_id").fetchone()
    except sqlite3.Error as error:
        return error.sqlite_errorname != "SQLITE_NOTADB"  # other errors leave the question open
    return bool(ours == _OURS)


def check(connection: sqlite3.Connection, name: str) -> None:
    """Raise an error for another program's file, or for one with altered tables."""
    (ours,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if ours != _OURS:
        empty = not connection.execute("SELECT 1 FROM sqlite_master").fetchone()
        other = "it is empty" if empty else "it is another program's database"
        raise InvalidStudyError(f"{name!r} is not a results file: {other}")
    if version > VERSION:
        raise InvalidStudyError(f"a newer version of Cadogan wrote {name!r}; use that version")
    (pages,), (size,) = (
        connection.execute(f"PRAGMA {what}").fetchone() for what in ("page_count", "page_size")
    )
    result = "ok"
    if pages * size <= _CHECKED:
        (result,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if result != "ok":
        # the lines before the last only state where the damage is
        raise broken(name, result.splitlines()[-1])
    with closing(sqlite3.connect(":memory:")) as model:
        make(model)
        for table in ("studies", "results"):
            columns = "SELECT name FROM pragma_table_info(?)"
            existing = connection.execute(columns, (table,)).fetchall()
            if existing != model.execute(columns, (table,)).fetchall():
                raise InvalidStudyError(
                    f"{name!r} is damaged: its table {table} has the wrong columns"
                )
    _check_values(connection, name)


def _check_values(connection: sqlite3.Connection, name: str) -> None:
    """Raise an error for a file with impossible values."""
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
            raise _damaged(name, "studies", f"{short(key)} does not match its study")
    (lone,) = connection.execute(
        "SELECT count(*) FROM results WHERE study NOT IN (SELECT study FROM studies)"
    ).fetchone()
    if lone:
        raise _damaged(name, "results", f"{lone:,} of them belong to no study in the file")


def broken(name: str, why: str) -> InvalidStudyError:
    """Return the error for a file that SQLite cannot read."""
    return InvalidStudyError(f"{name!r} is damaged ({why}); use a copy, or start a new file")


def _damaged(name: str, table: str, why: str) -> InvalidStudyError:
    return InvalidStudyError(f"{name!r} is damaged: table {table}: {why}")


def studies_in(connection: sqlite3.Connection, name: str) -> Iterator[tuple[str, Study]]:
    """Yield the studies of a file with their keys, sorted by game, options and limits."""
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
