"""Snapshots: positions as plain tuples, and their conversion to working states of the engine."""

from __future__ import annotations

from typing import NamedTuple

from cadogan.state.codes import Num
from cadogan.state.compiled import CompiledRules, most_sets
from cadogan.state.special_moves import COUNTERS
from cadogan.state.state import NUMBERS, State, push, seal, set_number

MOST_MOVES = 1 << 15  # limit on the number of moves in any position of any game
_LEAST_SCRATCH = 22  # the scratch list holds a hand of cards, followed by the counts of its ranks


def most_moves(R: CompiledRules) -> int:
    """Return an upper bound on the number of moves in any position of a game.

    Each card may go to every other pile, and may be drawn to every pile. A search also adds moves
    of cards that deals from the stock uncover. A card has one such move, or two if the stock can
    start again. In addition, sets of cards may leave play together.

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
    """Entire position as a hashable value that can be compared.

    The numbers are in the order of :data:`cadogan.state.special_moves.COUNTERS`.
    """

    piles: tuple[tuple[int, ...], ...]  # [pile] its cards, bottom card first
    down: tuple[int, ...]  # [pile] number of its face-down cards
    mark: tuple[int, ...]  # [pile] number of bottom cards on which its direction does not depend
    base: int = 0  # base card + 1, or 0 if the game has none yet
    redeals: int = 0
    deals: int = 0
    shifts: int = 0
    mercies: int = 0
    counted: int = 0
    key: int = 0  # key for the shuffles during play


def new_state(R: CompiledRules, log: int = 10_000, *, hashed: bool = True) -> State:
    """Return an empty working state.

    Args:
        R: rules of the game.
        log: size of the undo log in integers.
        hashed: whether the state keeps the hash of the position, which accounts for half the time
            of a move.
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
    """Set a working state to a position, and empty its undo log.

    A state without hashes keeps the piles that already hold the right cards.
    """
    hashed = len(S.part) > 0
    for which in range(NUMBERS):
        S.num[which] = 0
    for p, cards in enumerate(snapshot.piles):
        begin, height = p * R.room, len(cards)
        if hashed or S.height[p] != height or tuple(S.cards[begin : begin + height]) != cards:
            S.height[p] = 0
            for card in cards:
                push(R, S, p, card)
        S.down[p] = snapshot.down[p]
        S.mark[p] = snapshot.mark[p]
        if hashed:
            S.part[p] = S.part2[p] = 0
            seal(R, S, p)
    for counter in COUNTERS:
        value = getattr(snapshot, counter.name)
        if hashed and counter.slot != Num.KEY:
            set_number(S, counter.slot, value)
        else:
            S.num[counter.slot] = value


def freeze(R: CompiledRules, S: State) -> Snapshot:
    """Return the position that a working state holds."""
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
