"""Random plays and plays that win, and what was seen in them."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from cadogan.board import MOST_MOVES, Snapshot, new_state, thaw
from cadogan.compiled import compiled_module, compiled_modules, state_record, tables_record
from cadogan.inspection import kernel
from cadogan.language.definition import MOST_PILES
from cadogan.machinecode import FAMILIES
from cadogan.position import Game
from cadogan.state import HASH
from cadogan.tables import STRIDE

__all__ = ["LONGEST", "Played", "Seen", "Table", "alike", "play_at_random", "replay"]

LONGEST = 400  # moves of a random play
_NEAR = 200  # positions: a play that can reach no more, and no end, is shut in
_LOOK = 25  # moves after which it is looked which cards have moved
_LEAN = 8  # of ten moves, so many to a foundation where there is one


@functools.cache
def _compiled(families: bool) -> ModuleType:
    form = FAMILIES if families else ""
    fixed = {"FAMILIES": families}
    return compiled_module(kernel, fixed, kernel.__all__, compiled_modules(families), form)


@dataclass(frozen=True, slots=True)
class Played:
    """One play: its deal, its moves, and how it ended.

    Attributes:
        circle: whether it goes round for ever, without one choice from the beginning.
        again: whether it was cut off, and some position had come again by then.
        near: how many positions could be reached from where it was cut off, when they were few and
            none of them an end; else 0.
    """

    deal: int
    moves: tuple[int, ...]
    won: bool = False
    over: bool = False
    circle: bool = False
    again: bool = False
    near: int = 0


@dataclass
class Seen:
    """What was seen in plays.

    Attributes:
        reached: piles that got a card. left: piles that a card left, or whose top card changed.
        moved: cards that changed their pile. elsewhere: cards that did not always lie on
            foundations or out of play from the start.
    """

    reached: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(MOST_PILES, np.int64))
    left: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(MOST_PILES, np.int64))
    moved: set[int] = field(default_factory=set)
    elsewhere: set[int] = field(default_factory=set)


class Table:
    """A game in machine code, and where it stands."""

    def __init__(self, game: Game) -> None:
        self.game, self.T = game, game.tables
        self.code = _compiled(bool(self.T.families))
        self.tables = tables_record(self.T)
        self._slow = new_state(self.T)
        self.state: Any = state_record(self._slow)
        self.out = np.zeros(MOST_MOVES, np.int64)
        kinds = [group.kind for group in game.compiled.of]
        self._apart = [p for p, kind in enumerate(kinds) if kind in {"foundation", "discard"}]
        self._old = np.zeros(2 * MOST_PILES, np.int64)

    def lay_out(self, snapshot: Snapshot) -> None:
        """Set the table to a position."""
        thaw(self.T, self._slow, snapshot)
        for name, value in zip(self._slow._fields, self._slow, strict=True):
            if name != "log":  # a position that is laid out has none
                self.state[name][: len(value)] = value

    def moves(self) -> list[int]:
        """Return the legal moves."""
        n = self.code.generate(self.tables, self.state, self.out)
        found: list[int] = self.out[:n].tolist()
        return found

    def won(self) -> bool:
        """Say whether the game is won."""
        return bool(self.code.won(self.tables, self.state))

    def where(self) -> npt.NDArray[np.int64]:
        """Return how often each card lies in each pile, ``[pile, card]``."""
        T, heights = self.T, self.state.height[: self.T.piles].tolist()
        cards = self.state.cards[: T.piles * T.room].reshape(T.piles, T.room)
        return np.stack(
            [np.bincount(cards[p, :h], minlength=STRIDE) for p, h in enumerate(heights)]
        )

    def follow(self, made: Any, seen: Seen, *, key: int = 0, lean: int = 0, given: int = 0) -> int:
        """Make moves, chosen or given, note what is seen, and return how many there were."""
        start = self.where()
        placed = start[self._apart].sum(axis=0)
        seen.elsewhere.update(np.flatnonzero(start.sum(axis=0) > placed).tolist())
        n = 0
        while n < len(made):
            most = min(_LOOK, len(made) - n)
            more = self.code.wander(
                *(self.tables, self.state, self.out, made[n:], given, most, key + n, lean),
                *(seen.reached, seen.left, self._old),
            )
            seen.moved.update(np.flatnonzero((start != self.where()).any(axis=0)).tolist())
            n += more
            if more < most:
                break
        return n


def play_at_random(table: Table, deals: Iterable[int], seen: Seen) -> list[Played]:
    """Play each deal at random; of every two plays one leans to the foundations."""
    return [_play(table, deal, seen) for deal in deals]


def _play(table: Table, deal: int, seen: Seen) -> Played:
    position = table.game.deal(deal)
    table.lay_out(position.snapshot)
    made = np.zeros(LONGEST, np.int64)
    n = table.follow(made, seen, key=deal << 20, lean=_LEAN * (deal % 2))
    over = n < LONGEST
    won = over and table.won()
    circle = not over and _goes_round(table, position.snapshot)
    again, near = (False, 0) if over or circle else _cut_off(table, position.snapshot, made)
    return Played(deal, tuple(made[:n].tolist()), won, over, circle, again, near)


def _cut_off(table: Table, start: Snapshot, made: Any) -> tuple[bool, int]:
    """Say whether a position came again in a play, and how few can still be reached."""
    table.lay_out(start)
    known = np.zeros(LONGEST, np.int64)
    again = table.code.comes_again(table.tables, table.state, made, LONGEST, known)
    near = table.code.shut_in(
        table.tables, table.state, table.out, known, np.zeros(_NEAR, np.int64), _NEAR
    )
    return bool(again), int(near)


def _goes_round(table: Table, start: Snapshot) -> bool:
    """Say whether there is no choice from the beginning on, and a position comes again."""
    table.lay_out(start)
    known = set()
    for _ in range(2 * LONGEST):
        known.add(int(table.state.num[HASH]))
        legal = table.moves()
        if len(legal) != 1:
            return False
        table.code.make(table.tables, table.state, legal[0])
        if int(table.state.num[HASH]) in known:
            return True
    return False


def replay(table: Table, played: Sequence[Played], seen: Seen) -> None:
    """Play again what was played elsewhere, and look at it."""
    for play in played:
        table.lay_out(table.game.deal(play.deal).snapshot)
        table.follow(np.array(play.moves, np.int64), seen, given=1)


def alike(one: Table, two: Table, played: Sequence[Played]) -> bool:
    """Say whether plays of one game are plays of another, with the same moves all the way."""
    for name in ("piles", "total", "foundations"):
        if getattr(one.T, name) != getattr(two.T, name):
            return False
    for play in played:
        starts = [table.game.deal(play.deal).snapshot for table in (one, two)]
        if starts[0] != starts[1]:
            return False
        for table in (one, two):
            table.lay_out(starts[0])
        code = _compiled(bool(one.T.families or two.T.families))
        made = np.array(play.moves, np.int64)
        sides = (one.tables, one.state, one.out, two.tables, two.state, two.out)
        if not code.same(*sides, made, len(made)):
            return False
    return True
