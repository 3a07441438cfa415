"""Positions as plain tuples, and the engine's working state made from them."""

from __future__ import annotations

from typing import NamedTuple

from cadogan.state.codes import Num
from cadogan.state.compiled import CompiledRules, most_sets
from cadogan.state.special_moves import COUNTERS
from cadogan.state.state import NUMBERS, State, push, seal, set_number

MOST_MOVES = 1 << 15  # room for the moves of a position, whatever the game
_LEAST_SCRATCH = 22  # a hand of cards is counted there, and its ranks behind it


def most_moves(R: CompiledRules) -> int:
    """Return a number of moves that no position of a game goes beyond.

    Every card may go to every other pile, and may be drawn to every pile as well; a search adds the
    plays of the cards that going round the stock brings up, each once, and two where it begins
    anew. Sets of cards may leave play together besides.

    >>> from cadogan.rules.catalogue import find
    >>> from cadogan.core.sizes import MOST_PILES
    >>> from cadogan.compiler import compile_rules
    >>> most_moves(compile_rules(find("klondike"), {}).compiled_rules)
    719
    >>> from cadogan.state.compiled import MOST_SETS
    >>> 2 * (208 + 3) * MOST_PILES + 4 + MOST_SETS <= MOST_MOVES
    True
    """
    return (2 if R.merci.times else 1) * (R.total + 3) * R.piles + 4 + most_sets(R)


class Snapshot(NamedTuple):
    """All that a position is, hashable and comparable.

    The numbers are in the order of :data:`cadogan.state.special_moves.COUNTERS`.
    """

    piles: tuple[tuple[int, ...], ...]  # the cards of each pile, bottom first
    down: tuple[int, ...]  # how many of each lie face down
    mark: tuple[int, ...]  # how many of each do not fix its direction
    base: int = 0  # base card + 1, or 0
    redeals: int = 0
    deals: int = 0
    shifts: int = 0
    mercies: int = 0
    counted: int = 0
    key: int = 0  # of the shuffles in mid-play


def new_state(R: CompiledRules, log: int = 10_000, *, hashed: bool = True) -> State:
    """Return an empty working state.

    Args:
        R: the game's rules.
        log: integers that there is room for in the undo log.
        hashed: whether the hash of its position is kept up to date, half of what a move costs.
    """
    shares = R.piles if hashed else 0
    return State(
        cards=[0] * (R.piles * R.room),
        height=[0] * R.piles,
        down=[0] * R.piles,
        mark=[0] * R.piles,
        roll=[0] * (R.piles * (R.room + 1)),
        part=[0] * shares,
        part2=[0] * shares,
        num=[0] * NUMBERS,
        log=[0] * log,
        want=[0] * R.piles,
        scratch=[0] * max(R.total + 1, R.piles + 1, _LEAST_SCRATCH),
    )


def thaw(R: CompiledRules, S: State, snapshot: Snapshot) -> None:
    """Set a working state to a position; its log becomes empty."""
    for which in range(NUMBERS):
        S.num[which] = 0
    for p, cards in enumerate(snapshot.piles):
        S.height[p] = 0
        if len(S.part):
            S.part[p] = S.part2[p] = 0
        for card in cards:
            push(R, S, p, card)
        S.down[p] = snapshot.down[p]
        S.mark[p] = snapshot.mark[p]
        seal(R, S, p)
    for counter in COUNTERS:
        if counter.slot != Num.KEY:
            set_number(S, counter.slot, getattr(snapshot, counter.name))
    S.num[Num.KEY] = snapshot.key


def freeze(R: CompiledRules, S: State) -> Snapshot:
    """Return the position that a working state is in."""
    num = S.num
    return Snapshot(
        tuple(
            tuple(int(c) for c in S.cards[p * R.room : p * R.room + S.height[p]])
            for p in range(R.piles)
        ),
        tuple(int(d) for d in S.down[: R.piles]),
        tuple(int(m) for m in S.mark[: R.piles]),
        *(int(num[counter.slot]) for counter in COUNTERS),
    )
