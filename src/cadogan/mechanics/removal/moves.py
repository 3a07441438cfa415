"""Moves that take the top cards of several piles out of play together."""

from __future__ import annotations

from cadogan.state.automatic import rotate, settle
from cadogan.state.codes import Lift, MoveKind, Refusal
from cadogan.state.compiled import CompiledRules
from cadogan.state.queries import begun, liftable
from cadogan.state.state import (
    MOST_BEYOND,
    State,
    beyond_of,
    count_of,
    encode,
    fourth_of,
    keep_board,
    put_in_order,
    set_mark,
    source_of,
    target_of,
    third_of,
)


def _top(R: CompiledRules, S: State, p: int) -> int:
    """Return the top card of a pile if it may leave play, or -1."""
    if R.removal.piles[p] == 0 or liftable(R, S, p) <= 0:
        return -1
    return S.cards[p * R.room + S.height[p] - 1]


def _bottom(R: CompiledRules, S: State, p: int) -> int:
    """Return the bottom card of a pile if it may leave play as well, or -1."""
    h = S.height[p]
    if (
        R.removal.piles[p] == 0
        or R.lift.take[R.group[p]] != Lift.ENDS
        or h < 2
        or liftable(R, S, p) < h
    ):
        return -1
    return S.cards[p * R.room]


def _deep(depth_a: int, depth_b: int) -> int:
    """Return the depths of two cards as part of the move's count; 0 means the top card."""
    return depth_a << 12 | depth_b << 20


def _from_below(R: CompiledRules, S: State, out: list[int], n: int, a: int) -> int:
    """Write the removals of bottom cards: from pile ``a``, alone or with a card of a later pile."""
    below = _bottom(R, S, a)
    first = S.scratch[a]
    deep = S.height[a]
    if below >= 0 and R.removal.alone >> below & 1:
        out[n] = encode(MoveKind.REMOVE, a, a, _deep(deep, 0))
        n += 1
    if below >= 0 and _agree(R, a, a, first, below):
        out[n] = encode(MoveKind.REMOVE, a, a, _deep(0, deep))
        n += 1
    for b in range(a + 1, R.piles):
        second = S.scratch[b]
        other = _bottom(R, S, b)
        if below >= 0 and second >= 0 and _agree(R, a, b, below, second):
            out[n] = encode(MoveKind.REMOVE, a, b, _deep(deep, 0))
            n += 1
        if other >= 0 and first >= 0 and _agree(R, a, b, first, other):
            out[n] = encode(MoveKind.REMOVE, a, b, _deep(0, S.height[b]))
            n += 1
        if below >= 0 and other >= 0 and _agree(R, a, b, below, other):
            out[n] = encode(MoveKind.REMOVE, a, b, _deep(deep, S.height[b]))
            n += 1
    return n


def removals(R: CompiledRules, S: State, out: list[int], n: int) -> int:
    """Write the removals to ``out`` from index ``n`` on; return the new end."""
    for p in range(R.piles):
        S.scratch[p] = _top(R, S, p)
    if R.removal.between_most:
        n = _from_between(R, S, out, n)
        if R.removal.set_most == 0:
            return n
    for a in range(R.piles):
        first = S.scratch[a]
        if first < 0:
            if R.removal.covering:
                n = _with_its_cover(R, S, out, n, a)
            continue
        if R.removal.alone >> first & 1:
            out[n] = encode(MoveKind.REMOVE, a, a, 0)
            n += 1
        for b in range(a + 1, R.piles):
            second = S.scratch[b]
            if second < 0:
                continue
            if _agree(R, a, b, first, second):
                out[n] = encode(MoveKind.REMOVE, a, b, 0)
                n += 1
            if R.removal.set_most > 2:
                n = _larger(R, S, out, n, a, b)
        if R.removal.ends_leave:
            n = _from_below(R, S, out, n, a)
    if R.removal.adds_to:
        n = _many(R, S, out, n)
    return n


def _from_between(R: CompiledRules, S: State, out: list[int], n: int) -> int:
    """Write the removals of adjacent cards that lie between two matching cards.

    Leave out cards that also form a set, because :func:`removals` writes that removal.
    """
    for a in range(1, R.piles):
        for k in range(1, R.removal.between_most + 1):
            if a + k >= R.piles or S.scratch[a + k - 1] < 0:
                break
            if _between(R, S, a, k) and not (R.removal.set_most and _is_own_set(R, S, a, k)):
                out[n] = _side_by_side(a, k)
                n += 1
    return n


def _between(R: CompiledRules, S: State, a: int, k: int) -> bool:
    """Return whether the top cards of ``k`` piles, from ``a`` on, lie between two that match."""
    before = a - 1
    after = a + k
    if before < 0 or after >= R.piles or R.rows.closes[a] == 0:
        return False
    if R.group[before] != R.group[a] or R.group[after] != R.group[a]:
        return False
    if S.height[before] == 0 or S.height[after] == 0:
        return False
    one = S.cards[before * R.room + S.height[before] - 1]
    other = S.cards[after * R.room + S.height[after] - 1]
    return R.removal.between[one] >> other & 1 > 0


def _is_own_set(R: CompiledRules, S: State, a: int, k: int) -> bool:
    """Return whether the top cards of ``k`` piles, from ``a`` on, form a set that leaves play."""
    if k == 1:
        return R.removal.alone >> S.scratch[a] & 1 > 0
    if k == 2:
        return _agree(R, a, a + 1, S.scratch[a], S.scratch[a + 1])
    if k < 5:
        return k <= R.removal.set_most and _is_set(R, S, a, a + 1, a + 2, a + k - 1)
    total = 0 * a
    for p in range(a, a + k):
        total += _rank(S, p)
    return R.removal.adds_to > 0 and total == R.removal.adds_to


def _side_by_side(a: int, k: int) -> int:
    """Return the move that takes the top cards of ``k`` adjacent piles, from ``a`` on."""
    if k == 1:
        return encode(MoveKind.REMOVE, a, a, 0)
    count = 0 * a
    if k == 3:
        count = a + 3
    elif k == 4:
        count = a + 3 | a + 4 << 6
    elif k > 4:
        count = 1 | (1 << k - 2) - 1 << 1 | 1 << 27
    return encode(MoveKind.REMOVE, a, a + 1, count)


def _in_a_row(a: int, b: int, k: int) -> int:
    """Return the number of adjacent piles in a move that :func:`_side_by_side` encodes, or 0."""
    if a == b and k == 0:
        return 1
    if b != a + 1 or (k >> 12 and beyond_of(k << 20) == 0):
        return 0 * k
    many = 2 + 0 * k
    if beyond_of(k << 20):
        while beyond_of(k << 20) >> many - 2 & 1:
            many += 1
    elif third_of(k << 20) >= 0:
        many = 3 if fourth_of(k << 20) < 0 else 4
    return many if _side_by_side(a, many) == encode(MoveKind.REMOVE, a, b, k) else 0 * k


def _rank(S: State, p: int) -> int:
    """Return the rank of the top card of a pile, from 1 to 13."""
    return S.scratch[p] % 13 + 1


def _many(R: CompiledRules, S: State, out: list[int], n: int) -> int:
    """Write the removals of five or more cards whose ranks add up to the total.

    ``chosen`` is the set of the piles chosen so far. The function first tries the sets with a
    pile's card, then those without it.
    """
    chosen = 0 * n
    left = R.removal.adds_to
    size = 0 * n
    p = 0 * n
    while True:
        if p < R.piles and left > 0:
            if S.scratch[p] >= 0 and _rank(S, p) <= left:
                chosen |= 1 << p
                left -= _rank(S, p)
                size += 1
                if left == 0 and size > 4:
                    out[n] = _of_piles(R, chosen)
                    n += 1
            p += 1
        elif size:
            p -= 1
            while chosen >> p & 1 == 0:
                p -= 1
            chosen ^= 1 << p
            left += _rank(S, p)
            size -= 1
            p += 1
        else:
            return n


def _of_piles(R: CompiledRules, chosen: int) -> int:
    """Return the move that takes the top cards of five or more piles."""
    a = 0 * R.piles
    while chosen >> a & 1 == 0:
        a += 1
    b = a + 1
    while chosen >> b & 1 == 0:
        b += 1
    return encode(MoveKind.REMOVE, a, b, 1 | chosen >> b + 1 << 1 | 1 << 27)


def _with_its_cover(R: CompiledRules, S: State, out: list[int], n: int, a: int) -> int:
    """Write the removal of a covered card together with the only card that still covers it."""
    b = _only_cover(R, S, a)
    if b >= 0 and S.scratch[b] >= 0 and _agree(R, a, b, _under(R, S, a), S.scratch[b]):
        out[n] = encode(MoveKind.REMOVE, min(a, b), max(a, b), 0)
        n += 1
    return n


def _one_on_other(R: CompiledRules, S: State, a: int, b: int) -> bool:
    """Return whether a card forms a pair with the only card that still covers it."""
    for p, q in ((a, b), (b, a)):
        if _only_cover(R, S, p) == q and S.scratch[q] >= 0:
            return _agree(R, p, q, _under(R, S, p), S.scratch[q])
    return False


def _under(R: CompiledRules, S: State, p: int) -> int:
    """Return the top card of a covered pile."""
    return S.cards[p * R.room + S.height[p] - 1]


def _only_cover(R: CompiledRules, S: State, p: int) -> int:
    """Return the pile with the only card that keeps a pile's top card in play, or -1."""
    if R.removal.piles[p] == 0 or S.height[p] <= max(S.down[p], R.lift.keep[R.group[p]]):
        return -1
    if R.exchange.begins[p] and begun(R, S, p):
        return -1
    found = -1
    for i in range(R.overlap.starts[p], R.overlap.starts[p + 1]):
        q = R.overlap.above[i]
        if S.height[q] > 1 or (S.height[q] and found >= 0):
            return -1
        if S.height[q]:
            found = q
    return found


def _agree(R: CompiledRules, a: int, b: int, first: int, second: int) -> bool:
    """Return whether the cards of two piles form a pair that leaves play."""
    if R.removal.touching[a * R.piles + b] == 0:
        return False
    return R.removal.mates[first] >> second & 1 > 0


def _larger(R: CompiledRules, S: State, out: list[int], n: int, a: int, b: int) -> int:
    """Write the removals of three and four cards whose first two piles are ``a`` and ``b``."""
    for c in range(b + 1, R.piles):
        if S.scratch[c] < 0:
            continue
        if _is_set(R, S, a, b, c, c):
            out[n] = encode(MoveKind.REMOVE, a, b, c + 1)
            n += 1
        if R.removal.set_most > 3:
            for d in range(c + 1, R.piles):
                if S.scratch[d] >= 0 and _is_set(R, S, a, b, c, d):
                    out[n] = encode(MoveKind.REMOVE, a, b, c + 1 | d + 1 << 6)
                    n += 1
    return n


def _is_set(R: CompiledRules, S: State, a: int, b: int, c: int, d: int) -> bool:
    """Return whether the cards of four piles, or of three if ``d`` equals ``c``, leave together."""
    if (
        R.removal.adds_to
        and _rank(S, a) + _rank(S, b) + _rank(S, c) + (_rank(S, d) if d != c else 0)
        == R.removal.adds_to
    ):
        return True
    if c != d:
        for i in range(R.removal.quads):
            if _is_quad(R, S, i, a, b, c, d):
                return True
    if c == d:
        for i in range(R.removal.trios):
            if (
                _is_trio(R, S, i, a, b, c)
                or _is_trio(R, S, i, a, c, b)
                or _is_trio(R, S, i, b, a, c)
                or _is_trio(R, S, i, b, c, a)
                or _is_trio(R, S, i, c, a, b)
                or _is_trio(R, S, i, c, b, a)
            ):
                return True
    if R.removal.linked == 0 or (R.removal.linked == 2 and c == d):
        return False
    # each card must be linked with another card of the set, or with all if ``linked`` is 2
    return (
        _linked(R, S, a, b, c, d)
        and _linked(R, S, b, a, c, d)
        and _linked(R, S, c, a, b, d if d != c else a)
        and (c == d or _linked(R, S, d, a, b, c))
    )


def _is_trio(R: CompiledRules, S: State, i: int, a: int, b: int, c: int) -> bool:
    """Return whether the cards of three piles, in this order, have the ranks of a set of three."""
    return (
        R.removal.trio[3 * i] >> S.scratch[a] & 1 > 0
        and R.removal.trio[3 * i + 1] >> S.scratch[b] & 1 > 0
        and R.removal.trio[3 * i + 2] >> S.scratch[c] & 1 > 0
    )


def _is_quad(R: CompiledRules, S: State, i: int, a: int, b: int, c: int, d: int) -> bool:
    """Return whether the cards of four piles, in any order, have the ranks of a set of four."""
    cards = (S.scratch[a], S.scratch[b], S.scratch[c], S.scratch[d])
    for x in range(4):
        if R.removal.quad[4 * i] >> cards[x] & 1 == 0:
            continue
        for y in range(4):
            if y == x or R.removal.quad[4 * i + 1] >> cards[y] & 1 == 0:
                continue
            for z in range(4):
                if z in (x, y) or R.removal.quad[4 * i + 2] >> cards[z] & 1 == 0:
                    continue
                if R.removal.quad[4 * i + 3] >> cards[6 - x - y - z] & 1:
                    return True
    return False


def _linked(R: CompiledRules, S: State, p: int, a: int, b: int, c: int) -> bool:
    """Return whether the card of ``p`` is linked with one of three others, or with all three."""
    links = R.removal.links[S.scratch[p]]
    one = links >> S.scratch[a] & 1
    two = links >> S.scratch[b] & 1
    three = links >> S.scratch[c] & 1
    if R.removal.linked == 2:
        return one + two + three == 3
    return one + two + three > 0


def make_removal(R: CompiledRules, S: State, move: int) -> None:
    """Take the cards of a removal out of play."""
    a = source_of(move)
    b = target_of(move)
    beyond = beyond_of(move)
    if beyond:
        _leave(R, S, a, 0)
        _leave(R, S, b, 0)
        for i in range(MOST_BEYOND):
            if beyond >> i & 1:
                _leave(R, S, b + 1 + i, 0)
        return
    deep_a = count_of(move) >> 12 & 255
    deep_b = count_of(move) >> 20
    if deep_a or deep_b:
        keep_board(R, S)
    _leave(R, S, a, deep_a)
    if b != a or deep_b:
        _leave(R, S, b, deep_b)
    if third_of(move) >= 0:
        _leave(R, S, third_of(move), 0)
    if fourth_of(move) >= 0:
        _leave(R, S, fourth_of(move), 0)


def _leave(R: CompiledRules, S: State, p: int, deep: int) -> None:
    if deep:
        rotate(R, S, p, 0)
        if R.accept.marks[p]:
            set_mark(S, p, min(max(1, S.mark[p] - 1), S.height[p] - 1))
    put_in_order(R, S, p, R.mechanics.discard_pile)
    settle(R, S, p)


def refuse_removal(R: CompiledRules, S: State, a: int, b: int, k: int) -> int:
    """Return why cards cannot leave play together, or 0 if they can.

    For the removal of a single card, ``b`` equals ``a``. ``k`` is the part of the move that encodes
    its count. The count encodes the third and the fourth pile, or all piles after the second, and
    the depths of the first two cards. A set of three or more cards must name its piles in ascending
    order.
    """
    for p in range(R.piles):
        S.scratch[p] = _top(R, S, p)
    many = _in_a_row(a, b, k) if R.removal.between_most else 0 * k
    if 0 < many <= R.removal.between_most and _between(R, S, a, many) and _all_leave(S, a, many):
        return 0
    if beyond_of(k << 20):
        return _refuse_many(R, S, a, b, beyond_of(k << 20))
    if R.removal.covering and k == 0 and a != b and _one_on_other(R, S, a, b):
        return 0
    if k >> 12:
        return _refuse_from_below(R, S, a, b, k)
    c = third_of(k << 20)
    d = fourth_of(k << 20)
    for p in (a, b, c, d):
        if p >= 0:
            if S.height[p] == 0:
                return Refusal.NO_CARD
            if S.scratch[p] < 0:
                return Refusal.NOT_TAKEN
    if (c >= 0 and (a >= b or b >= c)) or (d >= 0 and c >= d):
        return Refusal.SAME_PILE
    if c < 0:
        if a == b:
            return 0 if R.removal.alone >> S.scratch[a] & 1 else Refusal.NO_MATCH
        return 0 if _agree(R, a, b, S.scratch[a], S.scratch[b]) else Refusal.NO_MATCH
    if d < 0:
        return 0 if _is_set(R, S, a, b, c, c) else Refusal.NO_MATCH
    return 0 if _is_set(R, S, a, b, c, d) else Refusal.NO_MATCH


def _all_leave(S: State, a: int, many: int) -> bool:
    """Return whether the top cards of ``many`` adjacent piles, from ``a`` on, may leave play."""
    for p in range(a, a + many):
        if S.scratch[p] < 0:
            return False
    return True


def _refuse_many(R: CompiledRules, S: State, a: int, b: int, beyond: int) -> int:
    """Return why the cards of five or more piles cannot leave play together, or 0 if they can."""
    total = 0 * a
    for p in range(R.piles):
        if p == a or p == b or (p > b and p - b <= MOST_BEYOND and beyond >> p - b - 1 & 1):
            if S.height[p] == 0:
                return Refusal.NO_CARD
            if S.scratch[p] < 0:
                return Refusal.NOT_TAKEN
            total += _rank(S, p)
    return 0 if R.removal.adds_to and total == R.removal.adds_to else Refusal.NO_MATCH


def _refuse_from_below(R: CompiledRules, S: State, a: int, b: int, k: int) -> int:
    """Return why two cards, at least one named by depth, cannot leave play together, or 0.

    A card that leaves alone counts as the first card. If both ends of one pile leave, the bottom
    card counts as the second card.
    """
    deep_a = k >> 12 & 255
    deep_b = k >> 20
    if S.height[a] == 0 or S.height[b] == 0:
        return Refusal.NO_CARD
    if k & 4095 or (a == b and deep_a and deep_b):
        return Refusal.SAME_PILE
    first = S.scratch[a]
    if deep_a:
        first = _bottom(R, S, a) if deep_a == S.height[a] else -1
    second = S.scratch[b]
    if deep_b:
        second = _bottom(R, S, b) if deep_b == S.height[b] else -1
    if a == b and deep_a:
        second = first
    if first < 0 or second < 0:
        return Refusal.NOT_TAKEN
    if a == b and deep_a:
        return 0 if R.removal.alone >> first & 1 else Refusal.NO_MATCH
    return 0 if _agree(R, a, b, first, second) else Refusal.NO_MATCH
