"""Brute force: whether a position can be won, by looking at everything that can be reached.

Nothing is pruned, nothing is called the same but equal positions, and no hash decides anything.
"""

from __future__ import annotations

from cadogan import engine
from cadogan.model.position import Position
from cadogan.state.codes import MoveKind, Num
from cadogan.state.compiled import CompiledRules
from cadogan.state.snapshot import MOST_MOVES, new_state, thaw
from cadogan.state.state import State, kind_of, target_of

__all__ = ["decide", "search"]

_ENTRIES = 10_000  # of the undo log: more than one move writes


def decide(position: Position, most: int = 200_000) -> bool | None:
    """Say whether a position can be won, or None when more than ``most`` can be reached.

    >>> from tests.tiny import load
    >>> decide(load("klondike").deal(1)), decide(load("klondike").deal(1), most=3)
    (True, None)
    """
    return search(position, most)[0]


def search(position: Position, most: int = 200_000) -> tuple[bool | None, int]:
    """Return what ``decide`` says, and the number of positions looked at."""
    R = position.game.compiled_rules
    S = new_state(R, 2 * _ENTRIES)
    out = [0] * MOST_MOVES
    thaw(R, S, position.snapshot)
    seen = {_key(R, S)}
    if engine.won(R, S):
        return True, 1
    stack = [_moves(R, S, out)]
    while stack:
        if not stack[-1]:
            stack.pop()
            if stack:
                engine.unmake(R, S)
            continue
        if S.num[Num.LOG] + _ENTRIES > len(S.log):
            S.log.extend([0] * len(S.log))
        engine.make(R, S, stack[-1].pop())
        key = _key(R, S)
        if key in seen:
            engine.unmake(R, S)
            continue
        seen.add(key)
        if engine.won(R, S):
            return True, len(seen)
        if len(seen) > most:
            return None, len(seen)
        stack.append(_moves(R, S, out))
    return False, len(seen)


def _key(R: CompiledRules, S: State) -> tuple[object, ...]:
    """Return all that a position is; the key of the shuffles never changes in a play."""
    piles = [tuple(S.cards[p * R.room : p * R.room + height]) for p, height in enumerate(S.height)]
    return (*piles, *S.down, *S.mark, *S.num[Num.BASE : Num.KEY])


def _moves(R: CompiledRules, S: State, out: list[int]) -> list[int]:
    """Return the legal moves, those to a foundation last: they are tried first."""
    moves = out[: engine.generate(R, S, out)]
    moves.reverse()
    moves.sort(key=lambda m: kind_of(m) <= MoveKind.MERCI and target_of(m) < R.foundations)
    return moves
