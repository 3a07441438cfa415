"""Plays in a store: moves that tests make in them, and rows of the file."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from cadogan.session.database import FILE
from cadogan.session.service import PlayService

__all__ = ["NEARLY_WON", "change", "moved", "rows"]

# Grandfather's Clock before its last move, t1-f12
NEARLY_WON = "".join(
    [
        "f1 TH..AH\nf2 JS..2S\nf3 QD..3D\nf4 KC..4C\nf5 2H..5H\nf6 3S..6S\nf7 4D..7D\nf8 5C..8C\n",
        "f9 6H..9H\nf10 7S..TS\nf11 8D..JD\nf12 9C TC JC\nt1 QC\n",
        *(f"t{n} -\n" for n in range(2, 9)),
    ]
)


def moved(
    shelf: PlayService, *moves: str, key: str = "", game: str = "klondike", deal: str | None = "47"
) -> str:
    """Make moves, without automatic ones, in a new play or the play with a key; return the key."""
    key = key or shelf.start(game, {}, deal).record.play
    for move in moves:
        with shelf.changing(key) as play:
            play.move(move, auto="off")
    return key


def rows(folder: Path, query: str) -> list[tuple[object, ...]]:
    """Read the file of plays with a separate connection, as after a power cut."""
    with closing(sqlite3.connect(folder / FILE)) as connection:
        return connection.execute(query).fetchall()


def change(folder: Path, statement: str) -> None:
    """Change the file of plays without the program's knowledge."""
    with closing(sqlite3.connect(folder / FILE)) as connection, connection:
        connection.execute(statement)
