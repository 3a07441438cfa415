"""Host of the policies: it loads their kernel and plays many deals."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any, NamedTuple

from cadogan.kernels import kernel
from cadogan.model.deal_numbers import read_number
from cadogan.model.position import Game, Position, game
from cadogan.players import version_of
from cadogan.players.player import GOING, PACE, POLICIES, new_player, row_size
from cadogan.state.snapshot import MOST_MOVES, new_state
from cadogan.state.special_moves import COUNTERS
from cadogan.state.state import NUMBERS, mix

_AT_ONCE = 256  # number of deals that the interpreted engine lays out together
_PACE = 4  # number of moves between two calls to ``stop``: one move of careful can take 50 ms


class Play(NamedTuple):
    """Outcome of one play by a policy.

    Attributes:
        won: whether the policy won the play.
        moves: number of moves in the play.
        forced: number of moves without an alternative; 0 if the fast loop for forced games was
            used.
    """

    won: bool
    moves: int
    forced: int


class _Room(threading.local):
    """Working memory for plays; each thread has its own."""

    def __init__(self) -> None:
        code = kernel("players")
        self.state: Any = code.record(new_state(game("birthday").compiled_rules, 0))
        self.out: Any = code.array(MOST_MOVES)
        self.records = functools.lru_cache(maxsize=8)(_records)


@functools.cache
def _room() -> _Room:
    return _Room()


def _records(chosen: Game, policy: str) -> tuple[Any, Any]:
    """Return the rules of a game and a player as records for the kernel."""
    record = kernel("players").record
    return record(chosen.compiled_rules), record(new_player(chosen.compiled, POLICIES[policy]))


def _row(position: Position) -> list[int]:
    """Return a position in the format of ``determinize.save``."""
    snapshot = position.snapshot
    numbers = [0] * NUMBERS
    for counter in COUNTERS:
        numbers[counter.slot] = getattr(snapshot, counter.name)
    piles = zip(map(len, snapshot.piles), snapshot.down, snapshot.mark, strict=True)
    return [*chain.from_iterable(piles), *numbers, *chain.from_iterable(snapshot.piles)]


def play(
    chosen: Game,
    deals: Sequence[int],
    policy: str,
    seed: int = 0,
    stop: Callable[[], bool] | None = None,
) -> list[Play]:
    """Play some deals with a policy; return the outcomes.

    The same deals, policy and seed produce the same plays on every machine. The seed determines
    which moves ``random`` makes, and how the other policies choose between equally good moves. The
    function calls ``stop`` every few moves; if the result is True, it leaves out all unfinished
    plays.

    Raises:
        InvalidDealError: if a deal number is invalid.
        InvalidPolicyError: if the policy does not exist.
        SolverMissingError: if there is no solver for this machine.

    >>> play(game("accordion"), [], "random")
    []
    """
    version_of(policy)
    for number in (min(deals), max(deals)) if deals else ():
        read_number(number)
    room = _room()
    tables, player = room.records(chosen, policy)
    salt = mix(mix(seed + 1) + POLICIES[policy])
    size = row_size(chosen.compiled)
    step = 1 if stop else len(deals) if player.plain else _AT_ONCE
    player.going[PACE] = _PACE if stop else 0
    code = kernel("players")
    rows = code.array(0 if player.plain else _AT_ONCE * size)
    plays: list[Play] = []
    for at in range(0, len(deals), step or 1):
        batch = deals[at : at + step]
        numbers, results, forced = (code.array(len(batch)) for _ in range(3))
        numbers[:] = batch
        if not player.plain:
            for i, number in enumerate(batch):
                row = _row(chosen.deal(number))
                rows[i * size : i * size + len(row)] = row
        args = (tables, room.state, player, room.out, numbers, rows, size, salt, results, forced)
        code.runs(*args)
        while stop and results[0] < 0:
            if stop():
                player.going[GOING] = 0
                return plays
            code.runs(*args)
        plays += [Play(bool(n & 1), n >> 1, f) for n, f in zip(results[:], forced[:], strict=True)]
    return plays
