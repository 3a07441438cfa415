"""Runs that lie on one of several equal cards: on which of them is no difference.

docs/solver.md gives the argument, under *runs*. The run that ends a pile begins with its *root*;
the cards on it *hang*. Wherever each hangs, what can be done is the same, so a position is known by
what its piles hold up to their roots: which cards hang is known from where the others are.
"""

from __future__ import annotations

from cadogan.solver.codes import MOST_HUNG, Noted
from cadogan.solver.facts import Analysis
from cadogan.state.compiled import STRIDE, CompiledRules
from cadogan.state.state import MASK, SALT, State, many, mix, times


def _hung(R: CompiledRules, S: State, A: Analysis, p: int) -> int:
    """Return how many cards of a pile hang: those on the root of its last run."""
    h = S.height[p]
    at = p * R.room + h - 1
    row = A.dominance.run_rule * STRIDE
    while h > S.down[p] + 1 and R.accept.sets[row + S.cards[at - 1]] >> S.cards[at] & 1:
        h -= 1
        at -= 1
    return S.height[p] - h


def _note(R: CompiledRules, S: State, A: Analysis, p: int) -> int:
    """Note what hangs in a pile, and return where; what is known of it belongs to its hash."""
    k = S.part[p] & MOST_HUNG - 1
    if A.work.hung_of[k] == S.part[p]:
        return k
    n = _hung(R, S, A, p)
    end = p * R.room + S.height[p]
    kinds = 0 * S.num[0]
    for at in range(end - n if A.dominance.girth else end, end):
        alike = A.dominance.alike[S.cards[at]]
        kinds |= alike & -alike
    rolled = S.roll[p * (R.room + 1) + S.height[p] - n]
    rest = R.klass[p] | S.down[p] << 8 | S.mark[p] << 16
    firm = mix(rolled ^ times(rest, 0x3C6EF372FE94F82B))  # as seal makes it
    A.work.hung_of[k] = S.part[p]
    A.work.hung[k] = kinds
    A.work.hung_part[k] = firm
    A.work.hung_part2[k] = mix(firm ^ SALT)
    return k


def hung_hash(R: CompiledRules, S: State, A: Analysis) -> int:
    """Return what is to be added to a position's hash to make it that of what does not hang.

    What is to be added to the check is written to ``A.sets[CHANGE]``, and to ``A.sets[WOUND]``
    what ``note_wound`` does.
    """
    change = 0 * S.num[0]
    change2 = 0 * change
    kinds = 0 * change
    for p in range(A.dominance.run_first, A.dominance.run_end):
        k = _note(R, S, A, p)
        change += A.work.hung_part[k] - S.part[p]
        change2 += A.work.hung_part2[k] - S.part2[p]
        kinds |= A.work.hung[k]
    A.work.sets[Noted.CHANGE] = change2 & MASK
    A.work.sets[Noted.WOUND] = A.dominance.girth > 0 and many(kinds) + 1 >= A.dominance.girth
    return change & MASK


def note_wound(R: CompiledRules, S: State, A: Analysis) -> None:
    """Note whether enough cards hang for a run of them to come round to where it began.

    Cards that may lie on the same count once, for the shortest such run has no two of them.
    """
    kinds = 0 * S.num[0]
    for p in range(A.dominance.run_first, A.dominance.run_end):
        kinds |= A.work.hung[_note(R, S, A, p)]
    A.work.sets[Noted.WOUND] = many(kinds) + 1 >= A.dominance.girth
