"""Klondike solver that uses no code from Cadogan and searches every reachable position.

It has its own cards, moves and hash table, written for this one game. Positions that differ only in
the order of the tableau piles count as one. The search turns the stock only to play a card from it
next. Turns have no effect on the tableau, so any other move can come before them. One pass without
a card played is enough, because the next pass shows the same cards. Positions with more passes left
come first. The search skips an equal position with fewer, because more passes never hurt.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit, uint64

__all__ = ["FULL", "LOST", "WON", "decide"]

LOST, WON, FULL = 0, 1, 2

_ROOM = 20  # cards in a pile
# Layout of a position: the piles, their heights, their face-down cards and the highest rank on each
# foundation. Then come the cards in the waste and the stock, the waste's height, the height of
# both, and the passes left.
_HEIGHT, _DOWN, _FOUND = 7 * _ROOM, 7 * _ROOM + 7, 7 * _ROOM + 14
_TALON, _WASTE, _LEFT, _PASSES = _FOUND + 4, _FOUND + 28, _FOUND + 29, _FOUND + 30
_SIZE = _FOUND + 31


@njit(inline="always", cache=True)
def _mixed(x: Any) -> Any:
    x = (x ^ (x >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> uint64(27))) * uint64(0x94D049BB133111EB)
    return x ^ (x >> uint64(31))


@njit(cache=True)
def _key(s: Any, salt: Any) -> Any:
    piles = uint64(0)
    for p in range(7):
        h = _mixed(uint64(s[_DOWN + p]) + salt)
        for i in range(s[_HEIGHT + p]):
            h = _mixed(h * uint64(64) + uint64(s[_ROOM * p + i] + 1) + salt)
        piles += h
    h = _mixed(piles + uint64(s[_WASTE]) * uint64(1000003) + salt)
    for i in range(s[_LEFT]):
        h = _mixed(h * uint64(64) + uint64(s[_TALON + i] + 1))
    for f in range(4):
        h = _mixed(h * uint64(16) + uint64(s[_FOUND + f] + 1))
    return h


@njit(cache=True)
def _known(s: Any, one: Any, two: Any, keep: bool = True) -> bool:
    """Return whether a position was seen before, by 128 bits of hash; add it if ``keep`` is set."""
    a, b = _key(s, uint64(12345)), _key(s, uint64(987654321)) | uint64(1)
    at = a & uint64(len(one) - 1)
    while two[at]:
        if one[at] == a and two[at] == b:
            return True
        at = (at + uint64(1)) & uint64(len(one) - 1)
    if keep:
        one[at], two[at] = a, b
    return False


@njit(cache=True)
def _fits(s: Any, card: int, p: int) -> bool:
    n = s[_HEIGHT + p]
    if n == 0:
        return card // 4 == 12
    top = s[_ROOM * p + n - 1]
    return top // 4 == card // 4 + 1 and (top % 4 in (1, 2)) != (card % 4 in (1, 2))


@njit(cache=True)
def _lay(t: Any, p: int, card: int) -> None:
    t[_ROOM * p + t[_HEIGHT + p]] = card
    t[_HEIGHT + p] += 1


@njit(cache=True)
def _lift(t: Any, p: int, count: int) -> None:
    t[_HEIGHT + p] -= count
    if t[_HEIGHT + p] and t[_DOWN + p] == t[_HEIGHT + p]:
        t[_DOWN + p] -= 1


@njit(cache=True)
def _take_waste(t: Any) -> None:
    for i in range(t[_WASTE] - 1, t[_LEFT] - 1):
        t[_TALON + i] = t[_TALON + i + 1]
    t[_WASTE] -= 1
    t[_LEFT] -= 1


@njit(cache=True)
def _not_needed(s: Any) -> int:
    """Return a pile whose top card can safely go to its foundation, or -1.

    Let S be all lower cards of the other colour and of the card's own suit. Also add the cards of
    the other suit of its colour that are lower by two or more. All of S lies on the foundations.
    Only cards of this set can lie on the card, or on other cards of the set. Take a winning line,
    leave out all moves of cards in S, and play the card up first. The remaining moves are legal: no
    other card lies on these cards, goes up after them or is under them.
    """
    for p in range(7):
        if s[_HEIGHT + p]:
            c = s[_ROOM * p + s[_HEIGHT + p] - 1]
            rank, suit = c // 4, c % 4
            safe = s[_FOUND + suit] == rank
            for f in range(4):
                if (f in (1, 2)) != (suit in (1, 2)):
                    safe &= s[_FOUND + f] >= rank
                elif f != suit:
                    safe &= s[_FOUND + f] >= rank - 1
            if safe:
                return p
    return -1


@njit(cache=True)
def _push(t: Any, stack: Any, top: int, one: Any, two: Any) -> int:
    """Push a position unless it was seen before; return the stack's new height."""
    if _known(t, one, two):
        return top
    stack[top] = t
    return top + 1


@njit(cache=True)
def _down_again(s: Any, t: Any, stack: Any, top: int, one: Any, two: Any) -> int:
    """Push the positions after playing a foundation's top card to a pile."""
    for f in range(4):
        if s[_FOUND + f]:
            for q in range(7):
                c = (s[_FOUND + f] - 1) * 4 + f
                if _fits(s, c, q):
                    t[:] = s
                    t[_FOUND + f] -= 1
                    _lay(t, q, c)
                    top = _push(t, stack, top, one, two)
    return top


@njit(cache=True)
def _across(s: Any, t: Any, stack: Any, top: int, one: Any, two: Any) -> int:
    """Push the positions after playing cards from pile to pile."""
    for p in range(7):
        for i in range(s[_DOWN + p], s[_HEIGHT + p]):
            for q in range(7):
                if q != p and _fits(s, s[_ROOM * p + i], q):
                    t[:] = s
                    for k in range(i, s[_HEIGHT + p]):
                        _lay(t, q, s[_ROOM * p + k])
                    _lift(t, p, s[_HEIGHT + p] - i)
                    top = _push(t, stack, top, one, two)
    return top


@njit(cache=True)
def _up(s: Any, t: Any, stack: Any, top: int, one: Any, two: Any) -> int:
    """Push the positions after playing a pile's top card to its foundation."""
    for p in range(7):
        if s[_HEIGHT + p]:
            c = s[_ROOM * p + s[_HEIGHT + p] - 1]
            if s[_FOUND + c % 4] == c // 4:
                t[:] = s
                t[_FOUND + c % 4] += 1
                _lift(t, p, 1)
                top = _push(t, stack, top, one, two)
    return top


@njit(cache=True)
def _from_waste(
    s: Any, t: Any, turned: int, stack: Any, top: int, later: Any, waiting: int, one: Any, two: Any
) -> tuple[int, int]:
    """Push the positions after playing a card from the waste, now or after turning the stock.

    Positions that need another pass wait in ``later``.
    """
    now = 1 + (s[_LEFT] - s[_WASTE] + turned - 1) // turned
    anew = (s[_LEFT] + turned - 1) // turned if s[_PASSES] else 0
    for n in range(now + anew):
        waste = s[_WASTE] + turned * n if n < now else turned * (n - now + 1)
        waste = min(waste, s[_LEFT])
        if waste == 0:
            continue
        c = s[_TALON + waste - 1]
        for q in range(8):
            if not (_fits(s, c, q) if q < 7 else s[_FOUND + c % 4] == c // 4):
                continue
            t[:] = s
            t[_WASTE] = waste
            _take_waste(t)
            if q < 7:
                _lay(t, q, c)
            else:
                t[_FOUND + c % 4] += 1
            if n < now:
                top = _push(t, stack, top, one, two)
                continue
            t[_PASSES] -= 1
            if not _known(t, one, two, False):  # fewer passes left: search it later
                later[waiting] = t
                waiting += 1
    return top, waiting


@njit(cache=True)
def _search(
    start: Any, turned: int, prune: bool, stack: Any, later: Any, one: Any, two: Any
) -> tuple[int, int]:
    stack[0] = start
    _known(start, one, two)
    top, seen, waiting, taken = 1, 0, 0, 0
    s, t = start.copy(), start.copy()
    while top or taken < waiting:
        if top:
            top -= 1
            s[:] = stack[top]
        else:
            s[:] = later[taken]
            taken += 1
            if _known(s, one, two):
                continue
        seen += 1
        if s[_FOUND] + s[_FOUND + 1] + s[_FOUND + 2] + s[_FOUND + 3] == 52:
            return WON, seen
        if seen * 10 > len(one) * 8 or top + 200 > len(stack) or waiting + 200 > len(later):
            return FULL, seen
        p = _not_needed(s) if prune else -1
        if p >= 0:
            t[:] = s
            t[_FOUND + s[_ROOM * p + s[_HEIGHT + p] - 1] % 4] += 1
            _lift(t, p, 1)
            top = _push(t, stack, top, one, two)
            continue
        # the search continues with the position pushed last, so push plays to foundations last
        top = _down_again(s, t, stack, top, one, two)
        top = _across(s, t, stack, top, one, two)
        top, waiting = _from_waste(s, t, turned, stack, top, later, waiting, one, two)
        top = _up(s, t, stack, top, one, two)
    return LOST, seen


def decide(
    digits: str, turned: int, passes: int, bits: int = 20, room: int = 1 << 18, prune: bool = False
) -> tuple[int, int]:
    """Return whether a deal of Klondike can be won, and how many positions were searched.

    Args:
        digits: the deal, three digits per card: rank from 01, then the suit from 1 in the order
            clubs, diamonds, hearts, spades. The piles come row by row, then the stock, the next
            card first.
        turned: cards turned at a time.
        passes: number of passes through the stock.
        bits: binary logarithm of the number of hash table entries, 16 bytes each.
        prune: whether a safe move to a foundation is the only move searched.
        room: capacity of each of the two lists of open positions; a position takes 185 bytes.

    Returns:
        ``WON``, ``LOST`` or, if memory runs out, ``FULL``; and the number of positions searched.
    """
    digits = digits.strip()
    cards = [
        (int(digits[i : i + 2]) - 1) * 4 + int(digits[i + 2]) - 1 for i in range(0, len(digits), 3)
    ]
    assert sorted(cards) == list(range(52))
    start = np.zeros(_SIZE, np.int8)
    dealt = iter(cards)
    for row in range(7):
        for p in range(row, 7):
            start[_ROOM * p + row] = next(dealt)
    for p in range(7):
        start[_HEIGHT + p], start[_DOWN + p] = p + 1, p
    start[_TALON : _TALON + 24] = [*dealt]
    start[_LEFT], start[_PASSES] = 24, passes - 1
    waiting = np.zeros((2, room, _SIZE), np.int8)
    places = np.zeros((2, 1 << bits), np.uint64)
    result, seen = _search(start, turned, prune, waiting[0], waiting[1], places[0], places[1])
    return int(result), int(seen)
