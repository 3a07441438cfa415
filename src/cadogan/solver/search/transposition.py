"""Transposition table of the positions already seen, and the hashes that identify them."""

from __future__ import annotations

from cadogan.solver.codes import BESIDE, GROWING, KEYED, MOST_TURNED, Noted
from cadogan.solver.facts import Analysis
from cadogan.solver.search.run_symmetry import hung_hash, note_wound
from cadogan.solver.search.slide_symmetry import firm
from cadogan.solver.search.stock_moves import laid_pile
from cadogan.solver.search.tail_symmetry import tailed_hash
from cadogan.state.codes import Num
from cadogan.state.compiled import CompiledRules
from cadogan.state.state import MASK, SALT, State, mix, times

_TURNING = 0x0A4093822299F31D
_LAID = 0x13198A2E03707345
_BOTH = 0x2B992DDFA23249D7


def _turned_hash(R: CompiledRules, S: State, A: Analysis) -> int:
    """Return the result of ``_turned``, from the cache if it is there."""
    both = (times(S.part[R.stock.pile], _BOTH) + S.part[R.stock.waste]) & MASK
    k = both & MOST_TURNED - 1
    if A.work.turned_of[k] != both:
        A.work.turned_of[k] = both
        A.work.turned[k] = _turned(R, S)
    return A.work.turned[k]


def _turned(R: CompiledRules, S: State) -> int:
    """Return a hash of stock and waste that does not change when the player goes round the stock.

    Two states of stock and waste have the same hash if turning and redealing can lead from either
    to the other. If the waste can never return to its current height once it is turned over, the
    hash includes the height.
    """
    rolled = 0
    n = S.height[R.stock.waste]
    at = R.stock.waste * R.room
    for i in range(n):
        rolled = times(rolled + S.cards[at + i] + 1, 0x1851F42D4C957F2D)
    at = R.stock.pile * R.room
    left = S.height[R.stock.pile]
    for i in range(left - 1, -1, -1):
        rolled = times(rolled + S.cards[at + i] + 1, 0x1851F42D4C957F2D)
    where = 0 if left == 0 or n % R.deal.cards == 0 else n
    return mix(rolled ^ times(where + 1, _TURNING))


def _firm_part(R: CompiledRules, S: State, A: Analysis, p: int) -> int:
    """Return the hash of a pile's firm cards, which must agree with ``seal``."""
    rolled = S.roll[p * (R.room + 1) + A.work.firm[p]]
    rest = R.klass[p] | S.down[p] << 8 | S.mark[p] << 16
    return mix(rolled ^ times(rest, 0x3C6EF372FE94F82B))


def know(R: CompiledRules, S: State, A: Analysis, i: int) -> int:
    """Compute a position's key and check; store both in ``A.work`` at index ``i``; return the key.

    The key determines the bucket in the table, and the check is the number stored there; it is
    never 0.
    """
    key = S.num[Num.HASH]
    check = S.num[Num.CHECK]
    if A.dominance.round:
        turned = _turned_hash(R, S, A)
        key = (key - S.part[R.stock.pile] - S.part[R.stock.waste] + turned) & MASK
        check = (check - S.part2[R.stock.pile] - S.part2[R.stock.waste] + mix(turned ^ SALT)) & MASK
    if A.dominance.slides:
        firm(R, S, A)
        for p in range(R.foundations, R.piles):
            if A.work.firm[p] < S.height[p]:
                part = _firm_part(R, S, A, p)
                key += part - S.part[p]
                check += mix(part ^ SALT) - S.part2[p]
        key &= MASK
        check &= MASK
    if A.dominance.tails:
        key = (key + tailed_hash(R, S, A)) & MASK
        check = (check + A.work.sets[Noted.CHANGE]) & MASK
    if A.dominance.runs:
        key = (key + hung_hash(R, S, A)) & MASK
        check = (check + A.work.sets[Noted.CHANGE]) & MASK
    if A.dominance.girth and A.dominance.runs == 0:
        note_wound(R, S, A)
    if A.work.sets[Noted.LAID] and laid_pile(S, A) >= 0:
        b = laid_pile(S, A)
        card = S.cards[b * R.room + S.height[b] - 1]
        laid = mix(times(card + 1, _LAID))
        key = (key + laid) & MASK
        check = (check + mix(laid ^ SALT)) & MASK
    A.work.keys[i] = key
    A.work.checks[i] = check | 1 << 62
    return key


def fetch(table: list[int], at: int) -> None:
    """Prefetch a bucket of the table; an interpreter ignores the call."""


def place(buckets: int, key: int, check: int) -> int:
    """Return the index of the bucket for a position.

    The check selects one of several adjacent buckets. If the table can grow, the key gives KEYED
    bits of the index, and the check gives the others. So the function ``spread`` can find the
    bucket in a larger table without the key.
    """
    key ^= key >> 31
    if buckets < GROWING:
        return (key & buckets // BESIDE - 1) * BESIDE + (check & BESIDE - 1)
    each = buckets >> KEYED
    return (key & (1 << KEYED) - 1) * each + (check & each - 1)


def probe(table: list[int], buckets: int, key: int, check: int) -> int:
    """Put a position into a table; return 1 if it is new, 0 if not, -1 if there is no room.

    A bucket holds eight entries, which fill one line of the processor's cache; ``buckets`` is a
    power of two. The bucket and the check identify a position, and the function compares the check
    with at most 64 entries.
    """
    return put(table, place(buckets, key, check), check)


def put(table: list[int], at: int, check: int) -> int:
    """Put a position into its bucket or an adjacent one; return the same values as ``probe``."""
    for side in range(BESIDE):
        first = (at ^ side) * 8
        for i in range(first, first + 8):
            if table[i] == check:
                return 0
            if table[i] == 0:
                table[i] = check
                return 1
    return -1


def spread(old: list[int], before: int, table: list[int], buckets: int) -> bool:
    """Copy all entries of a table to a larger empty one; return whether there was room.

    The old table must have ``before`` buckets, at least GROWING.
    """
    each = buckets >> KEYED
    for i in range(before * 8):
        check = old[i]
        if check:
            at = (i >> 3) // (before >> KEYED) * each + (check & each - 1)
            if put(table, at, check) < 0:
                return False
    return True


def gathered_before(R: CompiledRules, S: State, table: list[int], buckets: int) -> bool:
    """Record a redeal; return whether an equal one, with equal other piles, was made before."""
    key = S.num[Num.HASH]
    check = S.num[Num.CHECK]
    for p in range(R.redeal.first, R.redeal.end):
        key -= S.part[p]
        check -= S.part2[p]
    key = mix(key & MASK ^ SALT)
    return probe(table, buckets, key, mix(check & MASK ^ SALT) | 1 << 62) == 0
