"""Pruning *apart*: positions whose piles fall into parts that never come together."""

from __future__ import annotations

from cadogan.solver.codes import MOST_ROWED
from cadogan.solver.facts import Analysis
from cadogan.state.compiled import CompiledRules
from cadogan.state.state import State, lowest


def never_joined(R: CompiledRules, S: State, A: Analysis) -> bool:
    """Return whether the piles fall into two parts that can never be laid on each other.

    If piles move only to the left, a pile can in addition be covered only by piles that may get to
    its right. The reference version is in tests/test_solver_components.py.
    """
    if not A.components.used or (R.stock.pile >= 0 and S.height[R.stock.pile]):
        return False
    left = 0 * A.components.used
    for p in range(R.tableau_first, R.tableau_end):
        if S.height[p]:
            left |= 1 << S.cards[p * R.room + S.height[p] - 1]
    met = left & -left
    left ^= met
    while met:
        bit = met & -met
        near = A.components.partners[lowest(met)] & left
        left ^= near
        met ^= bit | near
    return left != 0 or (A.components.leftwards > 0 and _left_over(R, S, A))


def _left_over(R: CompiledRules, S: State, A: Analysis) -> bool:
    """Return whether piles that move only to the left can never end up under one top card.

    A pile covers only piles to its left. Pile x gets to the right of pile y only if y jumps over x,
    by covering a third pile to the left of both. The function repeats this rule until no pile gets
    a new place to its right.
    """
    n = _list_tops(R, S, A)
    if n > MOST_ROWED:
        return False
    _find_coverers(A, n)
    changed = True
    while changed:
        changed = False
        for x in range(n):
            if _grow_behind(A, x):
                changed = True
    every = (1 << n) - 1
    last = every  # the places whose cards may end on top of all others
    for x in range(n):
        A.work.coverers[x] &= A.work.behind[x]  # the places that may ever cover place x
        if A.work.coverers[x] == 0:
            # this case only saves time: a card that can never be covered must be the last
            last &= 1 << x
    while last:
        covered = _covered_under(A, n, last & -last)
        if covered == every:
            return False
        last &= ~covered  # a search from any of these places would find nothing new
    return True


def _list_tops(R: CompiledRules, S: State, A: Analysis) -> int:
    """List the top cards of a row's piles; return their number, at most MOST_ROWED + 1."""
    n = 0 * A.components.used
    for p in range(R.tableau_first, R.tableau_end):
        if S.height[p] and n <= MOST_ROWED:
            A.work.rowed[n] = S.cards[p * R.room + S.height[p] - 1]
            n += 1
    return n


def _find_coverers(A: Analysis, n: int) -> None:
    """Record, for each place, which cards fit on or under its card, and which are to its right."""
    for x in range(n):
        fits = 0 * n
        partners = A.components.partners[A.work.rowed[x]]
        for y in range(n):
            fits |= (partners >> A.work.rowed[y] & 1) << y
        A.work.coverers[x] = fits & ~(1 << x)
        A.work.behind[x] = (1 << n) - 1 >> (x + 1) << (x + 1)


def _grow_behind(A: Analysis, x: int) -> bool:
    """Add the places to the right of ``x`` after each of its jumps; return whether any is new."""
    behind = A.work.behind[x]
    jumps = A.work.coverers[x]
    while jumps:
        z = lowest(jumps)
        jumps &= jumps - 1
        if A.work.behind[z] >> x & 1:
            behind |= A.work.behind[z] & ~(1 << x)
    changed = behind != A.work.behind[x]
    A.work.behind[x] = behind
    return changed


def _covered_under(A: Analysis, n: int, top: int) -> int:
    """Return ``top`` and all places whose cards may ever lie under the card at ``top``."""
    covered = top
    new = covered
    while new:
        new = 0 * n
        for x in range(n):
            if A.work.coverers[x] & covered:
                new |= 1 << x
        new &= ~covered
        covered |= new
    return covered
