"""The kernel of plays, compiled, and plays of many deals."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numba.core.errors import NumbaError

from cadogan import engine, reading, state
from cadogan.actions import COUNTERS
from cadogan.board import MOST_MOVES, new_state
from cadogan.compiled import COMPILED, compiled_module, record, state_record, tables_record
from cadogan.deal import read_number
from cadogan.errors import NoSolver
from cadogan.families.code import CODE
from cadogan.machinecode import LEAN as FORM
from cadogan.machinecode import code
from cadogan.policies import version_of
from cadogan.policies.kernel import choosing, errands, running, sight
from cadogan.policies.lean import LEAN
from cadogan.policies.player import GOING, PACE, POLICIES, new_player, row_size
from cadogan.position import Game, Position, game
from cadogan.state import NUMBERS, mix

__all__ = ["Machine", "Play", "machine", "play", "prepare", "prepared"]

_KERNEL = (sight, choosing, errands, running)
_AT_ONCE = 256  # deals laid out by the interpreted engine at a time
_PACE = 4  # moves between two questions whether to stop: careful weighs one for up to 50 ms


class Play(NamedTuple):
    """How a play by a policy went.

    Attributes:
        won: whether it was won. moves: how many there were.
        forced: at how many of them there was no other move; 0 where the short way was gone.
    """

    won: bool
    moves: int
    forced: int


class Machine(NamedTuple):
    """The compiled functions that are called from Python."""

    choose: Any
    runs: Any


@functools.cache
def machine() -> Machine:
    """Return the compiled kernel; a function is compiled, or loaded, when it is first called."""
    fixed = {**LEAN, **COMPILED, "FAMILIES": True}
    below: dict[str, Any] = {}
    for source in (state, reading, *CODE, engine, *_KERNEL):
        below[source.__name__] = compiled_module(source, fixed, Machine._fields, below, FORM)
    return Machine(below[choosing.__name__].choose, below[running.__name__].runs)


@functools.cache
def prepare() -> None:
    """Compile the kernel, or load it from the disk; takes effect once.

    Raises:
        NoSolver: when it cannot be compiled.
    """
    try:
        _play(game("birthday"), [1], "greedy", 0)
    except (NumbaError, MemoryError) as error:
        reason = str(error).partition("\n")[0] or "there is not enough memory"
        raise NoSolver(f"the policies cannot be compiled: {reason}") from error
    if not prepared():
        code().mark_ready(FORM)


def prepared() -> bool:
    """Say whether the machine code is on disk already, all of it and undamaged."""
    return code().ready(FORM)


@functools.lru_cache(maxsize=8)
def _records(chosen: Game, policy: str) -> tuple[Any, Any]:
    return tables_record(chosen.tables), record(new_player(chosen.compiled, POLICIES[policy]))


@functools.cache
def _room() -> tuple[Any, Any]:
    return state_record(new_state(game("birthday").tables, 0)), np.zeros(MOST_MOVES, np.int64)


def _row(position: Position) -> list[int]:
    """Return a position as ``sight.save`` keeps it."""
    snapshot = position.snapshot
    row = [n for three in zip(map(len, snapshot.piles), snapshot.down, snapshot.mark, strict=True)
           for n in three]  # fmt: skip
    numbers = [0] * NUMBERS
    for counter in COUNTERS:
        numbers[counter.slot] = getattr(snapshot, counter.name)
    return [*row, *numbers, *(card for pile in snapshot.piles for card in pile)]


def play(
    chosen: Game,
    deals: Sequence[int],
    policy: str,
    seed: int = 0,
    stop: Callable[[], bool] | None = None,
) -> list[Play]:
    """Play some deals by a policy, and return how they went.

    The same deals, policy and seed give the same plays on every machine.

    Args:
        chosen: any game.
        deals: their numbers.
        policy: one of :data:`POLICIES`.
        seed: of what is drawn: moves by ``random``, else one of those that are liked as well.
        stop: asked every few moves whether to give up; the plays that are not over are left out.

    Raises:
        BadDeal: when a number will not do.
        BadPolicy: when there is no such policy.
        NoSolver: when the policies cannot be compiled.

    >>> play(game("accordion"), [], "random")
    []
    """
    version_of(policy)
    prepare()
    return _play(chosen, deals, policy, seed, stop)


def _play(
    chosen: Game,
    deals: Sequence[int],
    policy: str,
    seed: int,
    stop: Callable[[], bool] | None = None,
) -> list[Play]:
    for number in (min(deals), max(deals)) if deals else ():
        read_number(number)
    tables, player = _records(chosen, policy)
    S, out = _room()
    salt = mix(mix(seed + 1) + POLICIES[policy])
    told = np.zeros(len(deals), np.int64)
    forced = np.zeros(len(deals), np.int64)
    numbers = np.array(deals, np.int64)
    size = row_size(chosen.compiled)
    step = 1 if stop else len(deals) if player.plain else _AT_ONCE
    player.going[PACE] = _PACE if stop else 0
    rows = np.zeros(0 if player.plain else _AT_ONCE * size, np.int64)
    for at in range(0, len(deals), step or 1):
        some = slice(at, at + step)
        if not player.plain:
            for i, number in enumerate(deals[some]):
                row = _row(chosen.deal(number))
                rows[i * size : i * size + len(row)] = row
        given = (numbers[some], rows, size, salt, told[some], forced[some])
        machine().runs(tables, S, player, out, *given)
        while stop and told[at] < 0:
            if stop():
                player.going[GOING] = 0
                return _plays(told[:at], forced[:at])
            machine().runs(tables, S, player, out, *given)
    return _plays(told, forced)


def _plays(told: Any, forced: Any) -> list[Play]:
    return [
        Play(bool(n & 1), n >> 1, f) for n, f in zip(told.tolist(), forced.tolist(), strict=True)
    ]
