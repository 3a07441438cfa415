"""Lean engine for plays that never undo a move: it keeps no undo log and no hashes.

When the engine is compiled for plays, these functions replace those with the same names in
:mod:`cadogan.state.state` and :mod:`cadogan.state.queries`. A play needs neither the log nor the
hashes, and without them, a move takes only a third of the time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType


def note(S, what, a, b, c):  # type: ignore[no-untyped-def]
    """Do nothing, because the lean engine has no undo log."""


def seal(R, S, p):  # type: ignore[no-untyped-def]
    """Do nothing, because the lean engine has no hashes."""


def reseal(R, S, p):  # type: ignore[no-untyped-def]
    """Do nothing, because the lean engine has no hashes."""


def keep_board(R, S):  # type: ignore[no-untyped-def]
    """Do nothing, because the lean engine cannot undo a move."""


def set_number(S, which, value):  # type: ignore[no-untyped-def]
    """Set a counter of the state."""
    S.num[which] = value


def push(R, S, p, card):  # type: ignore[no-untyped-def]
    """Put a card on a pile."""
    h = S.height[p]
    S.cards[p * R.room + h] = card
    S.height[p] = h + 1


def is_twin(R, S, p):  # type: ignore[no-untyped-def]
    """Return whether an earlier foundation is identical to foundation ``p``."""
    for q in range(R.accept.twins[p], p):
        if R.klass[q] != R.klass[p] or S.height[q] != S.height[p]:
            continue
        same = True
        for i in range(S.height[p]):
            if S.cards[q * R.room + i] != S.cards[p * R.room + i]:
                same = False
        if same:
            return True
    return False


LEAN: Mapping[str, Callable[..., object]] = MappingProxyType(
    {f.__name__: f for f in (note, seal, reseal, keep_board, set_number, push, is_twin)}
    | {"change": set_number}
)
"""The replacements, by the name of the function that they replace."""
