"""Random plays and winning plays, and observations from them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from cadogan.core.sizes import MOST_PILES
from cadogan.kernels import kernel
from cadogan.model.position import Game
from cadogan.state.codes import Num
from cadogan.state.compiled import STRIDE
from cadogan.state.snapshot import MOST_MOVES, Snapshot, new_state, thaw

LONGEST = 400  # the maximum number of moves in a random play
_NEAR = 200  # a play is shut in if it can reach fewer positions than this, and no end
_LOOK = 25  # the number of moves between checks of which cards have moved
_LEAN = 8  # in a lean play, this many moves out of ten go to a foundation if possible


@dataclass(frozen=True, slots=True)
class Played:
    """A play: its deal, its moves, and how it ended.

    Attributes:
        circle: whether the play goes round in circles without ever offering a choice.
        again: whether the play was cut off after a position had recurred.
        near: the number of positions within reach at the cut-off, if they are few and none of them
            ends the play; otherwise 0.
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
    """Piles and cards that were used in some plays.

    Attributes:
        reached: the piles that got a card.
        left: the piles that lost a card, or whose top card changed.
        moved: the cards that moved to another pile.
        elsewhere: the cards that some deal did not put on a foundation or out of play.
    """

    reached: set[int] = field(default_factory=set)
    left: set[int] = field(default_factory=set)
    moved: set[int] = field(default_factory=set)
    elsewhere: set[int] = field(default_factory=set)


class Table:
    """A game in a kernel, with a current position.

    A game with a mechanic uses the kernel with all mechanics; if ``special`` is true, every game
    does.
    """

    def __init__(self, game: Game, *, special: bool = False) -> None:
        self.game, self.T = game, game.compiled_rules
        self.code = kernel("special" if special or self.T.mechanics.needed else "plain")
        self.tables = self.code.record(self.T)
        self._slow = new_state(self.T)
        self.state: Any = self.code.record(self._slow)
        self.out = self.code.array(MOST_MOVES)
        kinds = [group.kind for group in game.compiled.of]
        self._apart = {p for p, kind in enumerate(kinds) if kind in {"foundation", "discard"}}
        self._old = self.code.array(2 * MOST_PILES)
        self._reached, self._left = (self.code.array(MOST_PILES) for _ in range(2))
        self._made = self.code.array(_LOOK)

    def lay_out(self, snapshot: Snapshot) -> None:
        """Set the working state to a position."""
        thaw(self.T, self._slow, snapshot)
        for name, value in zip(self._slow._fields, self._slow, strict=True):
            if name != "log":  # a position that was set directly has no undo log
                getattr(self.state, name)[: len(value)] = value

    def moves(self) -> list[int]:
        """Return the legal moves."""
        found: list[int] = self.out[: self.code.generate(self.tables, self.state, self.out)]
        return found

    def won(self) -> bool:
        """Return whether the game is won."""
        return bool(self.code.won(self.tables, self.state))

    def where(self) -> list[list[int]]:
        """Return, for each card, the piles that hold its copies."""
        where: list[list[int]] = [[] for _ in range(STRIDE)]
        R, cards = self.T, self.state.cards[: self.T.piles * self.T.room]
        for p, height in enumerate(self.state.height[: R.piles]):
            for card in cards[p * R.room : p * R.room + height]:
                where[card].append(p)
        return where

    def follow(
        self, seen: Seen, most: int, *, key: int = 0, lean: int = 0, moves: Sequence[int] = ()
    ) -> list[int]:
        """Make up to ``most`` moves, record the observations, and return the moves.

        If ``moves`` is not empty, make these moves. Otherwise draw moves with ``key``; in ``lean``
        cases out of ten, prefer a move to a foundation.
        """
        start = self.where()
        for card, piles in enumerate(start):
            if any(p not in self._apart for p in piles):
                seen.elsewhere.add(card)
        made: list[int] = []
        while len(made) < most:
            n = min(_LOOK, most - len(made))
            if moves:
                self._made[:n] = moves[len(made) : len(made) + n]
            more = self.code.wander(
                *(self.tables, self.state, self.out, self._made, int(bool(moves)), n),
                *(key + len(made), lean, self._reached, self._left, self._old),
            )
            here = self.where()
            seen.moved.update(card for card in range(STRIDE) if start[card] != here[card])
            made += self._made[:more]
            if more < n:
                break
        for noted, flags in ((seen.reached, self._reached), (seen.left, self._left)):
            noted.update(p for p, flag in enumerate(flags[: self.T.piles]) if flag)
            flags.zero()
        return made


def play_at_random(table: Table, deals: Iterable[int], seen: Seen) -> list[Played]:
    """Play each deal at random; every second play prefers foundations."""
    return [_play(table, deal, seen) for deal in deals]


def _play(table: Table, deal: int, seen: Seen) -> Played:
    position = table.game.deal(deal)
    table.lay_out(position.snapshot)
    made = table.follow(seen, LONGEST, key=deal << 20, lean=_LEAN * (deal % 2))
    over = len(made) < LONGEST
    won = over and table.won()
    circle = not over and _goes_round(table, position.snapshot)
    again, near = (False, 0) if over or circle else _cut_off(table, position.snapshot, made)
    return Played(deal, tuple(made), won, over, circle, again, near)


def _cut_off(table: Table, start: Snapshot, made: Sequence[int]) -> tuple[bool, int]:
    """Return whether a position recurred, and the number of positions within reach, if small."""
    table.lay_out(start)
    code = table.code
    moves, known, at = (code.array(size) for size in (LONGEST, LONGEST, _NEAR))
    moves[:] = made
    again = code.comes_again(table.tables, table.state, moves, LONGEST, known)
    near = code.shut_in(table.tables, table.state, table.out, known, at, _NEAR)
    return again, near


def _goes_round(table: Table, start: Snapshot) -> bool:
    """Return whether the play offers no choice from the start and returns to a position."""
    table.lay_out(start)
    known = set()
    for _ in range(2 * LONGEST):
        known.add(table.state.num[Num.HASH])
        legal = table.moves()
        if len(legal) != 1:
            return False
        table.code.make(table.tables, table.state, legal[0])
        if table.state.num[Num.HASH] in known:
            return True
    return False


def replay(table: Table, played: Sequence[Played], seen: Seen) -> None:
    """Replay given moves, and record the observations."""
    for play in played:
        table.lay_out(table.game.deal(play.deal).snapshot)
        if play.moves:
            table.follow(seen, len(play.moves), moves=play.moves)


def alike(one: Table, two: Table, played: Sequence[Played]) -> bool:
    """Return whether plays of one game are also plays of another, move by move."""
    if any(getattr(one.T, n) != getattr(two.T, n) for n in ("piles", "total", "foundations")):
        return False
    if one.code is not two.code:
        one, two = (Table(table.game, special=True) for table in (one, two))
    for play in played:
        starts = [table.game.deal(play.deal).snapshot for table in (one, two)]
        if starts[0] != starts[1]:
            return False
        for table in (one, two):
            table.lay_out(starts[0])
        made = one.code.array(len(play.moves))
        made[:] = play.moves
        sides = (one.tables, one.state, one.out, two.tables, two.state, two.out)
        if not one.code.same(*sides, made, len(made)):
            return False
    return True
