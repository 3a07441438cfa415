"""Positions whose piles fall into parts that never come together."""

from __future__ import annotations

from cadogan.solver.codes import MOST_ROWED
from cadogan.solver.facts import Analysis
from cadogan.state.compiled import CompiledRules
from cadogan.state.state import State, lowest


def never_joined(R: CompiledRules, S: State, A: Analysis) -> bool:
    """Return whether some piles go on none of the others, nor these on them, whatever is moved.

    Where piles go to the left alone, what may come to lie at the right of each counts too. The
    simple twins are in tests/test_solver_components.py.
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
    """Return whether piles that go to the left alone cannot all be covered but one.

    A pile covers another only from its right, and comes to its right only if that one jumps over
    it, which it does by covering a third at the left of both. What may ever be at the right of a
    pile is a set of places, grown until nothing is new.
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
    last = every  # what may stay on top of all
    for x in range(n):
        A.work.coverers[x] &= A.work.behind[x]  # what may ever cover it
        if A.work.coverers[x] == 0:
            last &= 1 << x  # cost only: no other could be last, for nothing covers this one
    while last:
        covered = _covered_under(A, n, last & -last)
        if covered == every:
            return False
        last &= ~covered  # a pile covered in the end covers no more in its turn
    return True


def _list_tops(R: CompiledRules, S: State, A: Analysis) -> int:
    """List the top cards of a row's piles; return how many, at most one more than there is room."""
    n = 0 * A.components.used
    for p in range(R.tableau_first, R.tableau_end):
        if S.height[p] and n <= MOST_ROWED:
            A.work.rowed[n] = S.cards[p * R.room + S.height[p] - 1]
            n += 1
    return n


def _find_coverers(A: Analysis, n: int) -> None:
    """Note for each place what may lie on its card, or under it, and what lies at its right."""
    for x in range(n):
        fits = 0 * n
        partners = A.components.partners[A.work.rowed[x]]
        for y in range(n):
            fits |= (partners >> A.work.rowed[y] & 1) << y
        A.work.coverers[x] = fits & ~(1 << x)
        A.work.behind[x] = (1 << n) - 1 >> (x + 1) << (x + 1)


def _grow_behind(A: Analysis, x: int) -> bool:
    """Add what comes to the right of ``x`` when ``x`` jumps; return whether any is new."""
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
    """Return the places that may come to lie under a card, that of ``top`` among them."""
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
