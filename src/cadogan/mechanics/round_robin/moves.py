"""Dealing in rotation: the next card to the next pile, and a redeal of one pile over the others.

Letters and other habits of these files: :mod:`cadogan.solver.search`.
"""

from __future__ import annotations

from cadogan.state.compiled import Tables
from cadogan.state.state import (
    COUNT,
    LIFTS,
    REDEALS,
    TURN,
    State,
    carry,
    change,
    keep_board,
    kind_of,
    push,
    reseal,
    source_of,
    target_of,
)

__all__ = [
    "begin_rotation",
    "deal_next",
    "falls_right",
    "go_on_with_batch",
    "pile_to_redeal",
    "place_of",
    "redeal_pile",
]


def place_of(T: Tables, counted: int) -> int:
    """Return on which of the piles that are dealt to in turn the next card falls, from 0."""
    place = counted + T.deal_from
    return place - T.deal_next if place >= T.deal_next else place


def falls_right(T: Tables, S: State, p: int) -> bool:
    """Say whether the stock's open card, where it would fall now, may go on a pile's cards."""
    return S.height[p] == 0 or T.falls_on[p] >> place_of(T, S.num[COUNT]) & 1 > 0


def deal_next(T: Tables, S: State) -> None:
    """Deal from the stock to the pile whose turn it is."""
    n = min(T.deal_count, S.height[T.stock])
    if T.next_at:
        for _ in range(n):
            _deal_on(T, S)
        return
    carry(T, S, T.stock, T.deal_first + place_of(T, S.num[COUNT]), n, 1)
    change(S, COUNT, (S.num[COUNT] + 1) % T.deal_next)


def _deal_on(T: Tables, S: State) -> None:
    """Deal a card to the pile that was dealt to last, or if it is of that rank to the next one."""
    card = S.cards[T.stock * T.room + S.height[T.stock] - 1]
    p = T.deal_first + S.num[COUNT]
    if T.next_at >> card & 1 and S.height[p] and S.num[COUNT] + 1 < T.deal_next:
        p += 1
        change(S, COUNT, S.num[COUNT] + 1)
    carry(T, S, T.stock, p, 1, 1)


def begin_rotation(S: State) -> None:
    """Let the first pile be the next one: the stock is empty, or new."""
    if S.num[COUNT]:
        change(S, COUNT, 0)


def go_on_with_batch(T: Tables, S: State, move: int) -> None:
    """Begin a batch with the first card that is turned, and count the cards that are placed."""
    kind = kind_of(move)
    fresh = S.num[COUNT] == 0 or S.num[COUNT] > T.batch
    if kind == TURN and fresh:
        change(S, COUNT, 1)
    elif kind <= LIFTS and source_of(move) == T.waste and target_of(move) >= T.foundations:
        change(S, COUNT, 2 if fresh else S.num[COUNT] + 1)


def pile_to_redeal(T: Tables, S: State) -> int:
    """Return the pile that the next redeal takes up, or -1.

    Redeals go from the last pile to the first, and pass empty ones over. Where cards move up it is
    the first place that is filled.
    """
    if T.redeal_up:
        return _place_to_fill(T, S)
    p = T.redeal_end - 1 - S.num[REDEALS]
    while p >= T.redeal_end - T.redeal_times:
        if S.height[p]:
            return p
        p -= 1
    return -1


def redeal_pile(T: Tables, S: State) -> None:
    """Take up a pile, turn it over and deal it one card a pile, beginning where it lay.

    The engine counts one redeal; this counts those of the empty piles that are passed over.
    """
    if T.redeal_up:
        _move_up(T, S)
        return
    keep_board(T, S)
    p = pile_to_redeal(T, S)
    h = S.height[p]
    for i in range(h):
        S.scratch[i] = S.cards[p * T.room + i]
    S.height[p] = 0
    S.down[p] = 0
    S.mark[p] = 0
    q = p
    for i in range(h):
        while S.height[q] >= T.full[q]:  # there is room: as many cards came from these piles
            q = q + 1 if q + 1 < T.redeal_end else T.redeal_first
        if T.marks[q] and S.mark[q] == S.height[q]:
            S.mark[q] += 1  # what is dealt is not packed
        push(T, S, q, S.scratch[i])
        q = q + 1 if q + 1 < T.redeal_end else T.redeal_first
    for q in range(T.redeal_first, T.redeal_end):
        reseal(T, S, q)
    passed = T.redeal_end - 1 - p
    if passed > S.num[REDEALS]:
        change(S, REDEALS, passed)


def _place_to_fill(T: Tables, S: State) -> int:
    """Return the first empty place that a card below it or the stock would fill, or -1."""
    for p in range(T.redeal_first, T.redeal_end):
        if S.height[p] == 0 and (S.height[T.stock] or _below(T, S, p) >= 0):
            return p
    return -1


def _below(T: Tables, S: State, p: int) -> int:
    """Return the nearest place straight below that holds a card, or -1."""
    q = p + T.redeal_up
    while q < T.redeal_end:
        if S.height[q]:
            return q
        q += T.redeal_up
    return -1


def _move_up(T: Tables, S: State) -> None:
    """Move what lies in rows straight up, and fill the places that are left from the stock."""
    for p in range(T.redeal_first, T.redeal_end):
        if S.height[p] == 0:
            q = _below(T, S, p)
            if q >= 0:
                carry(T, S, q, p, S.height[q], 0)
    for p in range(T.redeal_first, T.redeal_end):
        if S.height[p] == 0 and S.height[T.stock]:
            carry(T, S, T.stock, p, 1, 1)
