"""Deals with the moves that win them, and the search that found them.

``python -m tests.e2e.lines bakers-dozen 150`` searches 150 seconds for a shorter line.
"""

from __future__ import annotations

import heapq
import random
import sys
import time
from dataclasses import dataclass

import cadogan
from cadogan.core.cards import RANKS
from cadogan.core.errors import IllegalMoveError, InvalidMoveError
from cadogan.model.position import Position
from cadogan.text.notation import Move

MOST_POSITIONS = 700  # of a deal, before the next one is tried


@dataclass(frozen=True)
class Line:
    """A deal and the moves that win it, all made by hand."""

    game: str
    deal: str
    moves: list[str]


def line(game: str, deal: str, moves: str) -> Line:
    """Write a line down.

    >>> line("klondike", "1", "s-w s-w").moves
    ['s-w', 's-w']
    """
    return Line(game, deal, moves.split())


GRANDFATHERS_CLOCK = line(
    "grandfathers-clock",
    "6710",
    """
    t6-f4 t1-f6 t1-f3 t1-f11 t8-f9 t8-f2 t3-t1 t3-f9 t3-f10 t4-f10 t4-f6 t7-f6 t7-f12 t7-f7
    t1-f7 t2-f7 t2-f9 t2-f5 t4-f5 t4-f3 t4-f5 t3-t7 t5-t6 t6-t8 t6-t3 t6-f11 t8-f11 t6-f4 t6-f10
    t7-f4 t7-f4 t7-f8 t1-f8 t1-f12 t8-f12 t8-f2 t2-f2 t8-f1 t3-f1 t3-f1 t2-f3 t5-f3 t5-f8 t5-f1
    t5-f2
    """,
)
BAKERS_DOZEN = line(
    "bakers-dozen",
    "6399",
    """
    t8-f3 t10-f2 t11-t10 t11-t7 t12-t7 t12-f2 t11-t10 t5-t11 t5-f2 t12-t11 t6-t11 t6-t12 t6-f4
    t3-t11 t3-f1 t3-f1 t2-f1 t9-t11 t9-f2 t2-t9 t8-t3 t8-f3 t8-f4 t10-f4 t5-f4 t5-f4 t10-f1
    t2-t6 t2-f3 t12-f3 t10-f3 t7-f3 t7-f3 t10-f4 t12-f2 t4-f2 t4-f1 t1-f1 t1-f1 t11-f1 t11-f1
    t13-f3 t9-f3 t9-f3 t7-t9 t7-f4 t9-f4 t9-f4 t11-f4 t6-f4 t3-f4 t11-f3 t6-f3 t13-t10 t1-t11
    t1-f2 t4-f2 t4-f1 t7-f2 t7-f4 t11-f1 t13-f2 t10-f2 t10-f1 t3-f1 t11-f2 t11-f3 t13-f2
    """,
)
KLONDIKE = line(
    "klondike",
    "9925",
    """
    t4-f2 t2-t6 s-w w-f4 s-w s-w s-w s-w s-w s-w w-f1 s-w s-w s-w s-w s-w s-w s-w s-w s-w w-f2
    s-w w-f3 w-t6 s-w s-w s-w w-f4 s-w s-w s-w w-f3 w-t3 t4-t3 t4-t6 t4-f2 t1-f2 s-w w-t1 w-t1
    w-t4 t6-t4x4 redeal s-w s-w s-w w-f3 s-w s-w w-f2 s-w s-w s-w s-w s-w s-w s-w w-t2 t3-t2x3
    w-t1 t7-t1 t7-f4 t2-f4 t7-t1 t6-t1 t7-t1 t7-t4 s-w w-f4 t5-t7 t5-f3 t2-f3 t2-f4 t7-t3x2
    t7-f1 w-f1 t6-f1 t6-f4 t4-f4 t6-t7 redeal s-w s-w s-w s-w s-w w-f1 s-w w-f3 t2-f3 s-w w-f3
    t6-f3 t3-f3 w-t6 t3-t6x2 t3-f1 t1-f1 t2-f1 w-t7 t5-t7 t5-f2 t5-f1 w-t7 w-f2 t1-f2 t1-f4
    t4-f2 t1-f2 t4-f1 t1-f1 t4-f3 t4-f1 t7-f4 t6-f4 t6-f3 t6-f1 t7-f2 t1-f2 t4-f2 t7-f4 t1-f4
    t7-f3
    """,
)
LINES = [GRANDFATHERS_CLOCK, BAKERS_DOZEN, KLONDIKE]


def promising(position: Position) -> list[Move]:
    """Return the moves worth trying: up if any goes up, else those that change something."""
    ups = [m for m in position.legal_moves if m.target[:1] == "f" and m.source[:1] != "f"]
    if ups:
        return ups[:1]
    piles, down = position.piles, position.down
    found = []
    for move in position.legal_moves:
        if move.source[:1] == "f":
            continue
        if move.source[:1] == "t" and any(down.values()):
            covered = down[move.source]
            all_open = move.count == len(piles[move.source]) - covered
            if not all_open or (not covered and not piles[move.target]):
                continue
        found.append(move)
    return found


def guess(position: Position) -> float:
    """Guess how far a position is from the win: cards not up, cards that lie on lower ones."""
    far = 3.0 * sum(position.down.values())
    for name, cards in position.piles.items():
        if name[0] == "f":
            far -= 4 * len(cards)
        elif name[0] == "t":
            lowest = len(RANKS)
            for card in cards:
                rank = RANKS.index(card[0])
                far += 1.5 * (rank > lowest)
                lowest = min(lowest, rank)
    return far


def search(start: Position, rng: random.Random) -> list[str] | None:
    """Look for a line that wins, the most promising position first."""
    heap: list[tuple[float, float, Position, list[str]]] = [(guess(start), 0.0, start, [])]
    seen = {start}
    while heap and len(seen) < MOST_POSITIONS:
        _, _, position, moves = heapq.heappop(heap)
        for move in promising(position):
            after = position.play(move.text)
            if after in seen:
                continue
            seen.add(after)
            longer = [*moves, move.text]
            if after.won:
                return longer
            rank = guess(after) + 0.25 * len(longer)
            heapq.heappush(heap, (rank, rng.random(), after, longer))
    return None


def wins(start: Position, moves: list[str]) -> bool:
    """Tell whether moves can be made one after the other and win."""
    position = start
    for text in moves:
        try:
            position = position.play(text)
        except (InvalidMoveError, IllegalMoveError):
            return False
    return position.won


def shorten(start: Position, moves: list[str]) -> list[str]:
    """Leave out moves, up to four neighbours at once, as long as the rest still wins."""
    while True:
        for size in (4, 3, 2, 1):
            parts = ([*moves[:i], *moves[i + size :]] for i in range(len(moves) - size + 1))
            better = next((part for part in parts if wins(start, part)), None)
            if better is not None:
                moves = better
                break
        else:
            return moves


def main(game: str, seconds: float) -> None:
    """Print ever shorter lines of random deals."""
    rng = random.Random(time.time_ns())
    end = time.monotonic() + seconds
    best: list[str] | None = None
    while time.monotonic() < end:
        deal = str(rng.randint(1, 9999))
        start = cadogan.game(game).deal(deal)
        found = search(start, rng)
        if found and (best is None or len(shorten(start, found)) < len(best)):
            best = shorten(start, found)
            print(game, deal, len(best), *best, flush=True)


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
