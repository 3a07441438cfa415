"""Conversion of a winning line that decides late which cards leave play to ordinary moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cadogan.solver.search.late_discards import (
    CARD,
    CARRY,
    DEAL,
    FIELD,
    PILE,
    TARGET,
    change,
    doubt,
    drop,
    first_row,
    note_later,
)
from cadogan.state.codes import MoveKind
from cadogan.state.compiled import CompiledRules
from cadogan.state.snapshot import Snapshot, new_state, thaw
from cadogan.state.state import encode

MOST_STEPS = 1 << 9  # maximum number of steps in a line


def row_size(R: CompiledRules, snapshot: Snapshot) -> int:
    """Return the number of integers in a row of the search, for plays from a position.

    A pile grows only by deals, because a card moves only to an empty pile.
    """
    piles = R.tableau_end - R.tableau_first
    highest = max(len(pile) for pile in snapshot.piles[R.tableau_first : R.tableau_end])
    deals = -(-len(snapshot.piles[R.stock.pile]) // piles)
    return piles + 1 + piles * (max(highest, 1) + deals)


def moves_of(R: CompiledRules, snapshot: Snapshot, steps: Iterable[int]) -> list[int]:
    """Return the moves of a winning line of steps.

    A card that becomes doubtful leaves play at once, unless a later step decides that it stays.
    """
    S = new_state(R, 0, hashed=False)
    thaw(R, S, snapshot)
    row = [0] * row_size(R, snapshot)
    later = [0] * (R.total + 1)
    first_row(R, S, row)
    note_later(R, S, later)
    first, piles = R.tableau_first, R.tableau_end - R.tableau_first
    room = (len(row) - piles - 1) // piles
    moves: list[int | None] = []
    leaving: dict[int, int] = {}  # index in ``moves`` of the move with which a doubtful card left

    def entries() -> Iterator[tuple[int, int]]:
        for p in range(piles):
            for i in reversed(range(row[p])):
                yield p, row[piles + 1 + p * room + i]

    def mark() -> None:
        dropped = True
        while dropped:
            doubt(R, row)
            for p, entry in entries():
                if entry > CARD and entry & CARD not in leaving:
                    leaving[entry & CARD] = len(moves)
                    moves.append(encode(MoveKind.REMOVE, first + p, first + p, 0))
            dropped = drop(R, row, later)

    mark()
    for step in steps:
        change(R, S, row, step)
        for _, entry in entries():
            if entry in leaving:  # the card is certain again, so it has not left
                moves[leaving.pop(entry)] = None
        kind, p, q = step & (1 << PILE) - 1, step >> PILE & FIELD, step >> TARGET & FIELD
        if kind == DEAL:
            moves.append(encode(MoveKind.DEAL, R.stock.pile, 0, 0))
        if kind == CARRY:
            moves.append(encode(MoveKind.MOVE, first + p, first + q, 1))
        mark()
    return [move for move in moves if move is not None]
