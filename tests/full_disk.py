"""Program that plays on a full disk; its folder must be on a small disk of its own.

A child process begins a play, fills the disk, makes more moves and kills itself. The parent then
prints, as JSON, the moves that were made and saved, and the notices.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path

from cadogan.session.repository import Repository
from cadogan.session.service import PlayService

MOVES = 60


def fill(folder: Path) -> None:
    """Fill the disk to the last byte."""
    with (folder / "fill").open("ab", buffering=0) as file:
        for size in (1 << 16, 1 << 9, 1):
            with suppress(OSError):
                while True:
                    file.write(bytes(size))


def play(folder: Path, told: int) -> None:
    """Make all moves, report them, and kill this process."""
    shelf = PlayService(Repository.open(folder))
    going = shelf.start("klondike", {}, "47")
    key = going.record.play
    for made in range(MOVES):
        if made == 5:
            fill(folder)
        with shelf.changing(key) as going:
            going.move(going.position.move_texts()[-1], auto="off")
    os.write(told, json.dumps([key, going.record.done, shelf.store.notice]).encode())
    os.kill(os.getpid(), signal.SIGKILL)


def main(folder: Path) -> None:
    """Play in a child process that kills itself, then print what was saved."""
    hears, tells = os.pipe()
    if not os.fork():
        play(folder, tells)
    os.wait()
    key, made, notice = json.loads(os.read(hears, 1 << 16))
    store = Repository.open(folder)
    kept = store.load(key)
    print(json.dumps({"made": made, "kept": kept and kept.done, "notice": notice}))
    (folder / "fill").unlink()
    store.settings()
    print(json.dumps({"notice": store.notice}))
    store.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
