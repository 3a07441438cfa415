"""Recovery of plays from a damaged file into a new one.

Damage usually affects individual pages of a file, and therefore only some plays or steps. When
SQLite stops at a damaged page, recovery reads from the other end, and then play by play. A play
that has lost its last steps keeps its first steps.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from cadogan.session.models import COLUMNS

_LONGEST = 256 << 20  # bytes; the program does not recover a larger file
# The queries contain only question marks and the names of known tables and columns (S608).
_PLAY = f"SELECT {', '.join(COLUMNS)} FROM plays WHERE play = ?"  # noqa: S608
_KEYS = [
    f"SELECT play FROM plays {where} ORDER BY {order} {way}"  # noqa: S608
    for where, order in (
        ("NOT INDEXED", "play"),
        ("INDEXED BY plays_by_time", "updated"),
        ("INDEXED BY plays_by_game", "game"),
    )
    for way in ("ASC", "DESC")
]
_SETTINGS = [f"SELECT name, value FROM settings ORDER BY name {way}" for way in ("ASC", "DESC")]  # noqa: S608
_PARTS = {
    table: f"SELECT play, number, {columns} FROM {table} WHERE play = ? ORDER BY number"  # noqa: S608
    for table, columns in (("steps", "moves"), ("marks", "gone, steps"), ("lent", "after, steps"))
}


def salvage(damaged: Path, into: sqlite3.Connection) -> int:
    """Copy all readable plays in one transaction; return how many of them have a move.

    Raises:
        sqlite3.Error: if the new file cannot be written.
    """
    count = 0
    with into:
        into.execute("BEGIN IMMEDIATE")
        for opened in (_as_it_is, _at_full_length):
            with closing(opened(damaged)) as source:
                count = _take_all(source, into)
            if count:
                break
    return count


def _as_it_is(damaged: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{damaged.absolute().as_uri()}?mode=ro", uri=True)


def _at_full_length(damaged: Path) -> sqlite3.Connection:
    """Add empty pages to a truncated file, since SQLite refuses short files; then open it."""
    data = bytearray(damaged.read_bytes())
    size, pages = int.from_bytes(data[16:18], "big"), int.from_bytes(data[28:32], "big")
    data[18:20] = b"\1\1"  # an in-memory database does not support a write-ahead log
    source = sqlite3.connect(":memory:")
    if size * pages <= _LONGEST:
        source.deserialize(bytes(data.ljust(size * pages, b"\0")))
    return source


def _take_all(source: sqlite3.Connection, into: sqlite3.Connection) -> int:
    for query in _SETTINGS:
        into.executemany("INSERT OR IGNORE INTO settings VALUES (?, ?)", _read(source, query))
    keys = {key: None for query in _KEYS for (key,) in _read(source, query)}
    return sum(
        _take_over(source, into, key, dict(zip(COLUMNS, row, strict=True)))
        for key in keys
        for row in _read(source, _PLAY, key)
    )


def _take_over(source: sqlite3.Connection, into: sqlite3.Connection, key: Any, play: Any) -> bool:
    """Copy a play; return whether that succeeded and the play has a move."""
    parts = {table: list(_read(source, query, key)) for table, query in _PARTS.items()}
    steps = parts["steps"]
    while steps and steps[-1][1] != len(steps):  # stop at a gap and drop the later steps
        steps.pop()
    if isinstance(play["done"], int) and play["done"] > len(steps):
        play["done"] = len(steps)
        if play["state"] == "over":  # a play without its last moves is no longer stuck
            play["state"] = "open"
    if isinstance(play["revision"], int):
        # The lower revision lets a program that still has the whole play in memory write it again.
        play["revision"] = max(0, play["revision"] - 1)
    marks = ", ".join("?" * len(COLUMNS))
    insert = f"INSERT OR IGNORE INTO plays VALUES ({marks})"  # noqa: S608
    if not into.execute(insert, [*play.values()]).rowcount:
        return False
    for table, rows in parts.items():
        for row in rows:
            marks = ", ".join("?" * len(row))
            into.execute(f"INSERT OR IGNORE INTO {table} VALUES ({marks})", row)  # noqa: S608
    return bool(play["state"] != "new")


def _read(source: sqlite3.Connection, query: str, *values: object) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a query until the first error."""
    with suppress(sqlite3.Error):
        yield from source.execute(query, values)
