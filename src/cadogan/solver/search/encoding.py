"""Encoding of positions as arrays, so that a search can store many of them."""

from __future__ import annotations

from cadogan.state.codes import Num
from cadogan.state.compiled import CompiledRules
from cadogan.state.state import COUNTED, State, push, seal, set_number


def pack(R: CompiledRules, S: State, out: list[int]) -> None:
    """Write a position to ``out`` as heights, cards face down, marks, counters and cards."""
    n = R.piles
    at = 3 * n + COUNTED
    for p in range(n):
        h = S.height[p]
        out[p] = h
        out[n + p] = S.down[p]
        out[2 * n + p] = S.mark[p]
        for i in range(h):
            out[at + i] = S.cards[p * R.room + i]
        at += h
    for i in range(COUNTED):
        out[3 * n + i] = S.num[Num.BASE + i]  # BASE and the counters are adjacent in ``S.num``


def reset(R: CompiledRules, S: State) -> None:
    """Clear a working state that may have held a position of any game."""
    for i in range(len(S.num)):
        S.num[i] = 0
    for p in range(R.piles):
        S.height[p] = 0
        S.down[p] = 0
        S.mark[p] = 0
        S.part[p] = 0
        S.part2[p] = 0
        S.roll[p * (R.room + 1)] = 0
        seal(R, S, p)


def unpack(R: CompiledRules, S: State, packed: list[int]) -> None:
    """Set a working state to a packed position, changing only what differs."""
    n = R.piles
    at = 3 * n + COUNTED
    for p in range(n):
        h = packed[p]
        same = 0
        most = min(h, S.height[p])
        while same < most and S.cards[p * R.room + same] == packed[at + same]:
            same += 1
        down = packed[n + p]
        mark = packed[2 * n + p]
        if same < h or S.height[p] != h or S.down[p] != down or S.mark[p] != mark:
            S.height[p] = same
            for i in range(same, h):
                push(R, S, p, 0 + packed[at + i])  # ``0 +`` widens the number to 64 bits
            S.down[p] = down
            S.mark[p] = mark
            seal(R, S, p)
        at += h
    for i in range(COUNTED):
        which = Num.BASE + i
        if S.num[which] != packed[3 * n + i]:
            set_number(S, which, packed[3 * n + i])
    S.num[Num.LOG] = 0
