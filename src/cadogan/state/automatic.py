"""Automatic changes: empty piles are filled, cards are turned up, and cards sink.

The engine makes these changes automatically after each move and after a deal. This module may
import :mod:`cadogan.state.queries`, but not the mechanics, which cause some of the changes.
"""

from __future__ import annotations

from cadogan.state.codes import Log, Turning
from cadogan.state.compiled import CompiledRules
from cadogan.state.queries import covered, holds, wants
from cadogan.state.state import MECHANICS, State, carry, note, push, reseal, set_down, set_mark


def sink_exposed(R: CompiledRules, S: State, p: int) -> None:
    """Sink exposed cards to the bottom of their pile, as in an old form of Baker's Dozen."""
    while True:
        h = S.height[p]
        if h < 2 or S.down[p] == h or not R.face.sinks[p] >> S.cards[p * R.room + h - 1] & 1:
            return
        other = 0
        for i in range(h):
            if not R.face.sinks[p] >> S.cards[p * R.room + i] & 1:
                other = 1
        if not other:
            return
        note(S, Log.ROTATED, p, S.down[p], 0)
        rotate(R, S, p, 1)
        # A card that sinks under face-down cards is turned face down. The next card, which is now
        # on top, is turned up.
        S.down[p] = min(S.down[p] + 1, h - 1) if S.down[p] else 0
        if R.accept.marks[p]:
            set_mark(S, p, min(S.mark[p] + 1, h))
        reseal(R, S, p)


def rotate(R: CompiledRules, S: State, p: int, to_bottom: int) -> None:
    """Move the top card of a pile to its bottom, or the bottom card to its top."""
    h = S.height[p]
    base = p * R.room
    for i in range(h):
        S.scratch[i] = S.cards[base + i]
    S.height[p] = 0
    for i in range(h):
        push(R, S, p, S.scratch[(i + h - 1) % h if to_bottom else (i + 1) % h])


def settle(R: CompiledRules, S: State, p: int) -> None:
    """Turn up or sink the cards on a pile that a change has exposed."""
    h = S.height[p]
    if MECHANICS and R.overlap.used and covered(R, S, p):
        return
    if h and S.down[p] == h and (R.face.turns[p] == 1 or (R.face.turns[p] == 2 and h == 1)):
        set_down(S, p, h - 1)
        reseal(R, S, p)
    if MECHANICS and R.face.turns[p] == Turning.LATE and S.down[p] and S.height[R.stock.pile] == 0:
        set_down(S, p, 0)
        reseal(R, S, p)
    if R.face.sinks[p]:
        sink_exposed(R, S, p)


def _fill(R: CompiledRules, S: State, p: int) -> None:
    for k in range(R.fill.ways):
        q = R.fill.sources[p * R.fill.ways + k]
        if q < 0:
            return
        if S.height[q] and S.height[p] == 0:
            if MECHANICS and R.fill.met[p]:
                while S.height[q] and S.height[p] < R.fill.cards[p]:
                    f = begun_by(R, S, S.cards[q * R.room + S.height[q] - 1])
                    carry(R, S, q, f if f >= 0 else p, 1, 1)
            else:
                carry(R, S, q, p, min(R.fill.cards[p], S.height[q]), 1)
            settle(R, S, q)
            settle(R, S, p)


def begun_by(R: CompiledRules, S: State, card: int) -> int:
    """Return the first empty foundation that the card can begin, or -1."""
    for p in range(R.foundations):
        if S.height[p] == 0 and wants(R, S, p) >> card & 1:
            return p
    return -1


def fill_all(R: CompiledRules, S: State) -> None:
    """Fill all empty piles that the rules fill automatically."""
    if R.fill.ways:
        for p in range(R.piles):
            if R.fill.cards[p] and S.height[p] == 0 and holds(R, S, R.fill.when[p]):
                _fill(R, S, p)


def settle_all(R: CompiledRules, S: State) -> None:
    """Make the automatic changes: fill empty piles, turn cards up, and sink cards."""
    fill_all(R, S)
    for p in range(R.piles):
        settle(R, S, p)
