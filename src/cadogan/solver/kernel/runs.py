"""Runs that lie on one of several equal cards: on which of them is no difference.

docs/solver.md gives the argument, under *runs*. The run that ends a pile begins with its *root*;
the cards on it *hang*. Wherever each hangs, what can be done is the same, so a position is known by
what its piles hold up to their roots: which cards hang is known from where the others are.

Letters and other habits of these files: :mod:`cadogan.solver.kernel`.
"""

from __future__ import annotations

from cadogan.solver.guide import Guide
from cadogan.solver.kernel.names import CHANGE, WOUND
from cadogan.state import MASK, SALT, State, mix, times
from cadogan.tables import STRIDE, Tables

__all__ = ["hung_hash", "note_wound"]


def _hung(T: Tables, S: State, G: Guide, p: int) -> int:
    """Return how many cards of a pile hang: those on the root of its last run."""
    h = S.height[p]
    at = p * T.room + h - 1
    row = G.run_rule * STRIDE
    while h > S.down[p] + 1 and T.accept[row + S.cards[at - 1]] >> S.cards[at] & 1:
        h -= 1
        at -= 1
    return S.height[p] - h


def hung_hash(T: Tables, S: State, G: Guide) -> int:
    """Return what is to be added to a position's hash to make it that of what does not hang.

    What is to be added to the check is written to ``G.sets[CHANGE]``, and to ``G.sets[WOUND]``
    whether so many cards hang that ``note_wound`` is to be asked.
    """
    change = 0 * S.num[0]
    change2 = 0 * change
    count = 0 * change
    for p in range(G.run_first, G.run_end):
        part = S.part[p]
        if G.hung_of[p] != part:  # what is known of a pile holds while its hash is the same
            n = _hung(T, S, G, p)
            rolled = S.roll[p * (T.room + 1) + S.height[p] - n]
            rest = T.klass[p] | S.down[p] << 8 | S.mark[p] << 16
            firm = mix(rolled ^ times(rest, 0x3C6EF372FE94F82B))  # as seal makes it
            G.hung_of[p] = part
            G.hung[p] = n
            G.hung_part[p] = firm
            G.hung_part2[p] = mix(firm ^ SALT)
        change += G.hung_part[p] - part
        change2 += G.hung_part2[p] - S.part2[p]
        count += G.hung[p]
    G.sets[CHANGE] = change2 & MASK
    G.sets[WOUND] = G.girth > 0 and count + 1 >= G.girth
    return change & MASK


def note_wound(T: Tables, S: State, G: Guide) -> None:
    """Note whether so many cards hang that a run of them could come round to where it began.

    Cards that may lie on the same count once, for the shortest such run has no two of them.
    """
    some = 0 * S.num[0]
    for p in range(G.run_first, G.run_end):
        end = p * T.room + S.height[p]
        for at in range(end - _hung(T, S, G, p), end):
            some |= 1 << S.cards[at]
    n = 0 * some
    while some:
        some &= ~G.alike[G.place[(some & -some) % 67]]
        n += 1
    G.sets[WOUND] = n + 1 >= G.girth
