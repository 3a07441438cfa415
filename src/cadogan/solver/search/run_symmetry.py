"""Run symmetry: positions that differ only in which of several equal cards a run lies on.

The section *runs* in docs/explanation/prunings.md gives the argument. The last run of a pile begins
with its *root*, and the cards on the root *hang*. The hanging cards allow the same moves wherever
they hang. So the contents of the piles up to their roots are enough to identify a position.
"""

from __future__ import annotations

from cadogan.solver.codes import MOST_HUNG, Noted
from cadogan.solver.facts import Analysis
from cadogan.state.compiled import STRIDE, CompiledRules
from cadogan.state.state import MASK, SALT, State, many, mix, times


def _hung(R: CompiledRules, S: State, A: Analysis, p: int) -> int:
    """Return how many cards of a pile hang, that is, lie on the root of its last run."""
    h = S.height[p]
    at = p * R.room + h - 1
    row = A.dominance.run_rule * STRIDE
    while h > S.down[p] + 1 and R.accept.sets[row + S.cards[at - 1]] >> S.cards[at] & 1:
        h -= 1
        at -= 1
    return S.height[p] - h


def _note(R: CompiledRules, S: State, A: Analysis, p: int) -> int:
    """Cache the hanging cards of a pile by the hash of the pile; return the index in the cache."""
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
    firm = mix(rolled ^ times(rest, 0x3C6EF372FE94F82B))  # must agree with ``seal``
    A.work.hung_of[k] = S.part[p]
    A.work.hung[k] = kinds
    A.work.hung_part[k] = firm
    A.work.hung_part2[k] = mix(firm ^ SALT)
    return k


def hung_hash(R: CompiledRules, S: State, A: Analysis) -> int:
    """Return the number to add to a position's hash so that it ignores the hanging cards.

    This function also writes the number to add to the check to ``A.work.sets[CHANGE]``, and sets
    ``A.work.sets[WOUND]`` as ``note_wound`` does.
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
    """Record whether enough cards hang for a run of them to wrap around to its start.

    Cards that go on the same cards count once, because the shortest run that wraps around contains
    no two of them.
    """
    kinds = 0 * S.num[0]
    for p in range(A.dominance.run_first, A.dominance.run_end):
        kinds |= A.work.hung[_note(R, S, A, p)]
    A.work.sets[Noted.WOUND] = many(kinds) + 1 >= A.dominance.girth
