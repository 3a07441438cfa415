"""Moves for the row of the last deal: the deal itself and the reversal directly after it."""

from __future__ import annotations

from cadogan.state.codes import MoveKind, Num
from cadogan.state.compiled import CompiledRules
from cadogan.state.state import State, carry, change, keep_board, push, reseal


def deal_row(R: CompiledRules, S: State) -> None:
    """Deal one card to each pile; after the last deal, set COUNT to the length of the row."""
    n = 0
    for p in range(R.deal.first, R.deal.end):
        if S.height[R.stock.pile]:
            carry(R, S, R.stock.pile, p, 1, 1)
            n += 1
    if S.height[R.stock.pile] == 0:
        change(S, Num.COUNT, n)


def may_reverse(R: CompiledRules, S: State) -> bool:
    """Return whether the last deal of the stock has just made a row of two or more cards."""
    return R.reversal.used > 0 and S.num[Num.COUNT] > 1


def reverse_row(R: CompiledRules, S: State) -> None:
    """Reverse the row: the first card changes places with the last, and so on."""
    first = R.deal.first
    last = first + S.num[Num.COUNT] - 1
    keep_board(R, S)
    while first < last:
        at = S.height[first] - 1
        there = S.height[last] - 1
        card = S.cards[first * R.room + at]
        other = S.cards[last * R.room + there]
        S.height[first] = at
        S.height[last] = there
        push(R, S, first, other)
        push(R, S, last, card)
        reseal(R, S, first)
        reseal(R, S, last)
        first += 1
        last -= 1


def no_longer(S: State, kind: int) -> None:
    """Record that a move other than a deal has followed."""
    if kind != MoveKind.DEAL and S.num[Num.COUNT]:
        change(S, Num.COUNT, 0)
