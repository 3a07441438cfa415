"""Runs and sets that go to a foundation as a whole, by a player's move or automatically."""

from __future__ import annotations

from cadogan.state.automatic import settle
from cadogan.state.codes import Num, Refusal
from cadogan.state.compiled import STRIDE, CompiledRules
from cadogan.state.queries import is_twin, liftable, phase, run_length
from cadogan.state.state import State, carry

AT_ONCE = 2  # value of CompiledRules.whole


def _is_whole(R: CompiledRules, S: State, a: int, b: int) -> bool:
    """Return whether the top cards of pile ``a`` are a whole run that foundation ``b`` takes."""
    k = R.accept.full[b]
    at = a * R.room + S.height[a] - k
    rule = R.accept.rule_at[b * (R.room + 1)]
    if rule >= R.accept.based:
        rule += S.num[Num.BASE]
    if S.height[a] < k or not R.accept.sets[rule * STRIDE + 52] >> S.cards[at] & 1:
        return False
    for i in range(1, k):
        rule = R.accept.rule_at[b * (R.room + 1) + i]
        if rule >= R.accept.based:
            rule += S.num[Num.BASE]
        if not R.accept.sets[rule * STRIDE + S.cards[at + i - 1]] >> S.cards[at + i] & 1:
            return False
    return True


def in_built_runs(R: CompiledRules, S: State) -> bool:
    """Return whether all cards are in the tableau, in complete runs."""
    n = 0
    for p in range(R.tableau_first, R.tableau_end):
        h = S.height[p]
        if h == 0:
            continue
        if h != R.win.runs or S.down[p] or run_length(R, S, p, h) < h:
            return False
        seen = 0
        for i in range(h):
            seen |= 1 << S.cards[p * R.room + i] % 13
        for rank in range(13):  # a build in both directions may return to an earlier rank
            h -= seen >> rank & 1
        if h:
            return False
        n += S.height[p]
    return n == R.total


def leaves(R: CompiledRules, S: State, a: int, b: int, loose: int) -> bool:
    """Return whether the ``loose`` cards of pile ``a`` end with a whole run that ``b`` takes."""
    if S.height[b] or loose < R.accept.full[b] or not _is_whole(R, S, a, b):
        return False
    return R.accept.twins[b] < 0 or not is_twin(R, S, b)


def refuse_whole(R: CompiledRules, S: State, a: int, b: int, k: int) -> int:
    """Return why the top ``k`` cards of a pile cannot go to the foundation, or 0 if they can."""
    if k > S.height[a]:
        return Refusal.TOO_MANY
    if S.height[b]:
        return Refusal.FULL
    if k != R.accept.full[b] or not _is_whole(R, S, a, b):
        return Refusal.NOT_WHOLE
    if k > liftable(R, S, a):
        return Refusal.KEPT if k <= S.height[a] - S.down[a] else Refusal.FACE_DOWN
    return Refusal.TWIN if R.accept.twins[b] >= 0 and is_twin(R, S, b) else 0


def collect(R: CompiledRules, S: State) -> None:
    """Move to their foundations the whole runs that leave the tableau automatically."""
    bits = phase(R, S)
    found = True
    while found:
        found = False
        for b in range(R.foundations):
            if R.whole_runs.way[b] != AT_ONCE or S.height[b]:
                continue
            for a in range(R.foundations, R.piles):
                row = (bits * R.groups + R.group[a]) * R.groups
                if (
                    R.lift.take[R.group[a]]
                    and R.routes.ways[row + R.group[b]] & 2
                    and S.height[b] == 0
                    and leaves(R, S, a, b, liftable(R, S, a))
                ):
                    carry(R, S, a, b, R.accept.full[b], 0)
                    settle(R, S, a)
                    found = True
