"""Runs and sets that go to a foundation whole, by choice or at once.

Letters and other habits of these files: :mod:`cadogan.solver.search`.
"""

from __future__ import annotations

from cadogan.state.compiled import STRIDE, Tables
from cadogan.state.queries import is_twin, liftable, phase, run_length, settle
from cadogan.state.state import BASE, FACE_DOWN, FULL, KEPT, NOT_WHOLE, TOO_MANY, TWIN, State, carry

__all__ = ["collect", "in_built_runs", "leaves", "refuse_whole"]

AT_ONCE = 2  # a value of Tables.whole


def _is_whole(T: Tables, S: State, a: int, b: int) -> bool:
    """Say whether the top cards of ``a`` are a whole run of those that foundation ``b`` takes."""
    k = T.full[b]
    at = a * T.room + S.height[a] - k
    rule = T.rule_at[b * (T.room + 1)]
    if rule >= T.based:
        rule += S.num[BASE]
    if S.height[a] < k or not T.accept[rule * STRIDE + 52] >> S.cards[at] & 1:
        return False
    for i in range(1, k):
        rule = T.rule_at[b * (T.room + 1) + i]
        if rule >= T.based:
            rule += S.num[BASE]
        if not T.accept[rule * STRIDE + S.cards[at + i - 1]] >> S.cards[at + i] & 1:
            return False
    return True


def in_built_runs(T: Tables, S: State) -> bool:
    """Say whether all cards lie in the tableau, in runs of all the ranks."""
    n = 0
    for p in range(T.tableau_first, T.tableau_end):
        h = S.height[p]
        if h == 0:
            continue
        if h != T.win_runs or S.down[p] or run_length(T, S, p, h) < h:
            return False
        seen = 0
        for i in range(h):
            seen |= 1 << S.cards[p * T.room + i] % 13
        for rank in range(13):  # a build that goes both ways may have come back to a rank
            h -= seen >> rank & 1
        if h:
            return False
        n += S.height[p]
    return n == T.total


def leaves(T: Tables, S: State, a: int, b: int, loose: int) -> bool:
    """Say whether a whole run of the ``loose`` cards of ``a`` may go to the foundation ``b``."""
    if S.height[b] or loose < T.full[b] or not _is_whole(T, S, a, b):
        return False
    return T.twins[b] < 0 or not is_twin(T, S, b)


def refuse_whole(T: Tables, S: State, a: int, b: int, k: int) -> int:
    """Return why ``k`` cards of a pile that may go there do not go to the foundation, or 0."""
    if k > S.height[a]:
        return TOO_MANY
    if S.height[b]:
        return FULL
    if k != T.full[b] or not _is_whole(T, S, a, b):
        return NOT_WHOLE
    if k > liftable(T, S, a):
        return KEPT if k <= S.height[a] - S.down[a] else FACE_DOWN
    return TWIN if T.twins[b] >= 0 and is_twin(T, S, b) else 0


def collect(T: Tables, S: State) -> None:
    """Put the whole runs that leave at once on their foundations."""
    bits = phase(T, S)
    found = True
    while found:
        found = False
        for b in range(T.foundations):
            if T.whole[b] != AT_ONCE or S.height[b]:
                continue
            for a in range(T.foundations, T.piles):
                row = (bits * T.groups + T.group[a]) * T.groups
                if (
                    T.take[T.group[a]]
                    and T.route[row + T.group[b]] & 2
                    and S.height[b] == 0
                    and leaves(T, S, a, b, liftable(T, S, a))
                ):
                    carry(T, S, a, b, T.full[b], 0)
                    settle(T, S, a)
                    found = True
