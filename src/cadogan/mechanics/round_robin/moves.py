"""Moves for dealing pile by pile: a deal to the next pile, and a redeal that takes up one pile."""

from __future__ import annotations

from cadogan.state.codes import MoveKind, Num
from cadogan.state.compiled import CompiledRules
from cadogan.state.state import (
    LIFTS,
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


def place_of(R: CompiledRules, counted: int) -> int:
    """Return the index, among the piles dealt to in turn, of the pile that gets the next card."""
    place = counted + R.round_robin.begin
    return place - R.round_robin.piles if place >= R.round_robin.piles else place


def falls_right(R: CompiledRules, S: State, p: int) -> bool:
    """Return whether the stock's next card may go to pile ``p`` from its place in the deal."""
    return S.height[p] == 0 or R.round_robin.falls_on[p] >> place_of(R, S.num[Num.COUNT]) & 1 > 0


def deal_next(R: CompiledRules, S: State) -> None:
    """Deal from the stock to the pile whose turn it is."""
    n = min(R.deal.cards, S.height[R.stock.pile])
    if R.round_robin.next_at:
        for _ in range(n):
            _deal_on(R, S)
        return
    carry(R, S, R.stock.pile, R.deal.first + place_of(R, S.num[Num.COUNT]), n, 1)
    change(S, Num.COUNT, (S.num[Num.COUNT] + 1) % R.round_robin.piles)


def _deal_on(R: CompiledRules, S: State) -> None:
    """Deal a card to the pile that got the last one, or to the next if it has the special rank."""
    card = S.cards[R.stock.pile * R.room + S.height[R.stock.pile] - 1]
    p = R.deal.first + S.num[Num.COUNT]
    if (
        R.round_robin.next_at >> card & 1
        and S.height[p]
        and S.num[Num.COUNT] + 1 < R.round_robin.piles
    ):
        p += 1
        change(S, Num.COUNT, S.num[Num.COUNT] + 1)
    carry(R, S, R.stock.pile, p, 1, 1)


def begin_rotation(S: State) -> None:
    """Make the first pile the next one, because the stock is empty or new."""
    if S.num[Num.COUNT]:
        change(S, Num.COUNT, 0)


def go_on_with_batch(R: CompiledRules, S: State, move: int) -> None:
    """Begin a batch when its first card is turned; count the waste cards that are placed."""
    kind = kind_of(move)
    fresh = S.num[Num.COUNT] == 0 or S.num[Num.COUNT] > R.round_robin.batch
    if kind == MoveKind.TURN and fresh:
        change(S, Num.COUNT, 1)
    elif kind <= LIFTS and source_of(move) == R.stock.waste and target_of(move) >= R.foundations:
        change(S, Num.COUNT, 2 if fresh else S.num[Num.COUNT] + 1)


def pile_to_redeal(R: CompiledRules, S: State) -> int:
    """Return the pile that the next redeal takes up, or -1.

    Redeals take up the piles from the last to the first, and skip empty piles. In games where a
    redeal moves cards up, this is the first place that the redeal fills.
    """
    if R.round_robin.redeal_up:
        return _place_to_fill(R, S)
    p = R.redeal.end - 1 - S.num[Num.REDEALS]
    while p >= R.redeal.end - R.redeal.times:
        if S.height[p]:
            return p
        p -= 1
    return -1


def redeal_pile(R: CompiledRules, S: State) -> None:
    """Take up a pile, turn it over and deal one card to each pile, beginning at its own place.

    The engine counts this redeal; the function also counts one redeal for each empty pile that it
    skips.
    """
    if R.round_robin.redeal_up:
        _move_up(R, S)
        return
    keep_board(R, S)
    p = pile_to_redeal(R, S)
    h = S.height[p]
    for i in range(h):
        S.scratch[i] = S.cards[p * R.room + i]
    S.height[p] = 0
    S.down[p] = 0
    S.mark[p] = 0
    q = p
    for i in range(h):
        # the piles held at least as many cards before, so there is room
        while S.height[q] >= R.accept.full[q]:
            q = q + 1 if q + 1 < R.redeal.end else R.redeal.first
        if R.accept.marks[q] and S.mark[q] == S.height[q]:
            S.mark[q] += 1  # dealt cards need not follow the build
        push(R, S, q, S.scratch[i])
        q = q + 1 if q + 1 < R.redeal.end else R.redeal.first
    for q in range(R.redeal.first, R.redeal.end):
        reseal(R, S, q)
    passed = R.redeal.end - 1 - p
    if passed > S.num[Num.REDEALS]:
        change(S, Num.REDEALS, passed)


def _place_to_fill(R: CompiledRules, S: State) -> int:
    """Return the first empty place that a redeal fills from below or from the stock, or -1."""
    for p in range(R.redeal.first, R.redeal.end):
        if S.height[p] == 0 and (S.height[R.stock.pile] or _below(R, S, p) >= 0):
            return p
    return -1


def _below(R: CompiledRules, S: State, p: int) -> int:
    """Return the nearest place straight below ``p`` that holds a card, or -1."""
    q = p + R.round_robin.redeal_up
    while q < R.redeal.end:
        if S.height[q]:
            return q
        q += R.round_robin.redeal_up
    return -1


def _move_up(R: CompiledRules, S: State) -> None:
    """Move the cards of all rows straight up, and fill the remaining places from the stock."""
    for p in range(R.redeal.first, R.redeal.end):
        if S.height[p] == 0:
            q = _below(R, S, p)
            if q >= 0:
                carry(R, S, q, p, S.height[q], 0)
    for p in range(R.redeal.first, R.redeal.end):
        if S.height[p] == 0 and S.height[R.stock.pile]:
            carry(R, S, R.stock.pile, p, 1, 1)
