"""Positions as plain tuples, and the engine's working state for them."""

from __future__ import annotations

from typing import NamedTuple

from cadogan.state.codes import Num
from cadogan.state.compiled import CompiledRules, most_sets
from cadogan.state.special_moves import COUNTERS
from cadogan.state.state import NUMBERS, State, push, seal, set_number

MOST_MOVES = 1 << 15  # room for the moves of any position in any game
_LEAST_SCRATCH = 22  # a hand of cards is counted in the scratch list, followed by its ranks


def most_moves(R: CompiledRules) -> int:
    """Return an upper bound on the number of moves in a position of a game.

    Every card may go to every other pile, and may be drawn to every pile. A search adds plays of
    cards that it reaches by dealing from the stock: one for each card, or two if the stock starts
    again. Sets of cards may also leave play together.

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
    """An entire position, as a hashable value that can be compared.

    The numbers have the order of :data:`cadogan.state.special_moves.COUNTERS`.
    """

    piles: tuple[tuple[int, ...], ...]  # cards of each pile, bottom first
    down: tuple[int, ...]  # number of face-down cards in each pile
    mark: tuple[int, ...]  # number of cards in each pile that do not fix its direction
    base: int = 0  # base card + 1, or 0
    redeals: int = 0
    deals: int = 0
    shifts: int = 0
    mercies: int = 0
    counted: int = 0
    key: int = 0  # key for shuffles during play


def new_state(R: CompiledRules, log: int = 10_000, *, hashed: bool = True) -> State:
    """Return an empty working state.

    Args:
        R: the game's rules.
        log: size of the undo log in integers.
        hashed: whether to keep the position's hash up to date, which takes half the time of a move.
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
    """Set a working state to a position, and empty its log."""
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
    """Return the position of a working state."""
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
