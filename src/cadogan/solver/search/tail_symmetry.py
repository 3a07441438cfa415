"""Tail symmetry: positions that differ only in which of two equal cards a block lies on.

The section *tails* in docs/explanation/prunings.md gives the argument. Suppose that one of two
equal cards is a top card, and that a card in sequence lies on the other. That card, with all cards
on it, is a *tail*: it can move to the equal top card and back. The tails cut a pile into *pieces*:
the tails themselves and the rest of the pile, its *stump*. Moves can rearrange the tails of a
position in every possible way, so its pieces identify it. A step is a move from any of these
arrangements, together with all moves that prepare it.

In a step, bits 0 to 5 hold the card, and the bits from KIND on hold the kind of move: ONTO, INTO or
UP. The bits from PLACE on hold the target card for ONTO and the pile for INTO.

The variable k is the number of a piece in this module.
"""

from __future__ import annotations

from cadogan.solver.codes import Noted
from cadogan.solver.facts import Analysis
from cadogan.solver.search.dominance import takeable
from cadogan.solver.search.slide_symmetry import move_on, note_places, shown
from cadogan.state.compiled import CompiledRules
from cadogan.state.queries import wants
from cadogan.state.state import MASK, SALT, State, lowest, mix, times

KIND = 6
PLACE = 8
ONTO = 0  # the card, with all cards on it, goes to another card
INTO = 1  # the card, with all cards on it, goes to an empty pile
UP = 2  # the card goes to a foundation, without other cards
_LOOSE = 0x2545F4914F6CDD1D


def _hangs(A: Analysis, open_cards: int, below: int, card: int) -> bool:
    """Return whether a card is in sequence on a card whose equal is a top card."""
    return (A.dominance.over[below] >> card & 1) > 0 and A.dominance.equal[below] & ~(
        1 << below
    ) & open_cards > 0


def tailed_hash(R: CompiledRules, S: State, A: Analysis) -> int:
    """Return the number to add to a position's hash so that the hash depends only on the pieces.

    This function also writes the number to add to the check to ``A.work.sets[CHANGE]``.
    """
    open_cards = shown(R, S)
    change = 0 * open_cards
    change2 = 0 * open_cards
    for p in range(R.foundations, R.piles):
        at = p * R.room
        end = S.height[p]
        for i in range(end - 1, S.down[p], -1):
            if _hangs(A, open_cards, S.cards[at + i - 1], S.cards[at + i]):
                rolled = 0 * open_cards
                for j in range(i, end):
                    rolled = times(rolled + S.cards[at + j] + 1, 0x1851F42D4C957F2D)
                part = mix(rolled ^ _LOOSE)
                change += part
                change2 += mix(part ^ SALT)
                end = i
        if end < S.height[p]:
            rolled = S.roll[p * (R.room + 1) + end]
            rest = R.klass[p] | S.down[p] << 8 | S.mark[p] << 16
            part = mix(rolled ^ times(rest, 0x3C6EF372FE94F82B))  # must agree with ``seal``
            change += part - S.part[p]
            change2 += mix(part ^ SALT) - S.part2[p]
    A.work.sets[Noted.CHANGE] = change2 & MASK
    return change & MASK


def cut(R: CompiledRules, S: State, A: Analysis) -> int:
    """Cut the piles at their tails; return the number of pieces.

    For each piece this function records the pile, the index of the first card and the last card.
    The function also records the piece below (-1 for a stump) and the other piece on which a tail
    could lie. The pieces of a pile are adjacent.
    """
    open_cards = shown(R, S)
    A.work.sets[Noted.OPEN] = open_cards
    n = 0 * open_cards
    for p in range(R.foundations, R.piles):
        at = p * R.room
        for i in range(S.height[p]):
            card = S.cards[at + i]
            if i == 0:
                A.work.piece_on[n] = -1
            elif i > S.down[p] and _hangs(A, open_cards, S.cards[at + i - 1], card):
                A.work.piece_on[n] = n - 1
            else:
                A.work.piece_end[n - 1] = card
                continue
            A.work.piece_in[n] = p
            A.work.piece_at[n] = at + i
            A.work.piece_end[n] = card
            n += 1
    for k in range(n):
        A.work.piece_else[k] = -1
        if A.work.piece_on[k] >= 0:
            A.work.piece_else[k] = _piece_under(
                A, n, _equal(A, A.work.piece_end[A.work.piece_on[k]])
            )
    return n


def _equal(A: Analysis, card: int) -> int:
    """Return the other card that takes the same cards, or -1 if there is none."""
    other = A.dominance.equal[card] & ~(1 << card)
    return lowest(other) if other else -1 + 0 * card


def _piece_under(A: Analysis, n: int, card: int) -> int:
    """Return the piece whose last card is ``card``, or -1."""
    for k in range(n):
        if A.work.piece_end[k] == card:
            return k
    return -1 + 0 * n


def _tail_on(A: Analysis, n: int, k: int) -> int:
    """Return the tail that lies on piece ``k``, or -1."""
    for i in range(n):
        if A.work.piece_on[i] == k:
            return i
    return -1 + 0 * n


def _hung(A: Analysis, k: int, block: int, held: int, on: int, other: int) -> bool:
    """Hang a tail on its current or alternative piece; return whether that is possible.

    The piece must already hang; ``other`` selects the alternative piece. No tail may hang on piece
    ``block``, and the tail ``held`` may hang only on piece ``on``.
    """
    to = A.work.piece_else[k] if other else A.work.piece_on[k]
    if to == block or A.work.piece_to[to] == -2 or (k == held and to != on):
        return False
    A.work.piece_to[k] = to
    return True


def _hang_all(A: Analysis, n: int, done: int, stop: int, block: int, held: int, on: int) -> int:
    """Hang tails until no other can hang, or ``stop`` hangs; return the number that hang.

    The function moves as few tails as possible to their alternative pieces. The function writes the
    order in which it hangs the tails to ``A.work.piece_order``.
    """
    other = 0 * n
    while other < 2 and (stop < 0 or A.work.piece_to[stop] == -2):
        found = False
        for k in range(n):
            if A.work.piece_to[k] == -2 and _hung(A, k, block, held, on, other):
                A.work.piece_order[done] = k
                done += 1
                found = True
                if other:
                    break
        other = 0 * n if found else other + 1
    return done


def _arrange(A: Analysis, n: int, card: int, a: int) -> int:
    """Arrange the tails so that a card is open and does not move along with piece ``a``.

    This function writes the new piece below each tail to ``A.work.piece_to``, and records the order
    in which the tails must hang. Return the number of tails, or -1 if no such arrangement exists.
    If ``a`` is -1, no piece moves.
    """
    k = _piece_under(A, n, card)
    held = _tail_on(A, n, k)
    on = -1 + 0 * n
    if held >= 0:
        on = A.work.piece_else[held]
    else:
        other = _piece_under(A, n, _equal(A, card)) if A.dominance.over[card] else on
        if other >= 0:
            held = _tail_on(A, n, other)
            on = other
    tails = 0 * n
    for i in range(n):
        A.work.piece_to[i] = -1
        if A.work.piece_on[i] >= 0:
            A.work.piece_to[i] = -2
            tails += 1
    done = 0 * n
    if a >= 0:
        done = _hang_all(A, n, done, k, a, held, on)
        if k == a or A.work.piece_to[k] == -2:
            return -1 + 0 * n
        if A.work.piece_to[a] == -2:
            done = _hang_all(A, n, done, a, a, held, on)
            if A.work.piece_to[a] == -2:
                return -1 + 0 * n
    done = _hang_all(A, n, done, -1, -1, held, on)
    return tails if done == tails else -1 + 0 * n


def hang(R: CompiledRules, S: State, A: Analysis, out: list[int]) -> int:
    """Write the steps from all arrangements of a position's tails; return the number of steps."""
    n = cut(R, S, A)
    A.work.sets[Noted.OVER] = 0
    open_cards = A.work.sets[Noted.OPEN]
    up = takeable(R, S, A)
    found = 0 * n
    ends = 0 * open_cards
    for k in range(n):
        ends |= 1 << A.work.piece_end[k]
    for k in range(n):
        card = A.work.piece_end[k]
        if up >> card & 1 and (open_cards >> card & 1 or _arrange(A, n, card, -1) >= 0):
            out[found] = card | UP << KIND
            found += 1
    spaces = 0 * n
    for p in range(R.foundations, R.piles):
        spaces += S.height[p] == 0
    for k in range(n):
        p = A.work.piece_in[k]
        first = A.work.piece_at[k]
        last = p * R.room + S.height[p]
        if k + 1 < n and A.work.piece_in[k + 1] == p:
            last = A.work.piece_at[k + 1]
        for at in range(max(first, p * R.room + S.down[p]), last):
            card = S.cards[at]
            if at > first or A.work.piece_on[k] < 0:
                found = _onto(A, out, found, n, k, card, ends)
            if spaces:
                found = _into(R, S, out, found, p, at, card)
    return found


def _onto(A: Analysis, out: list[int], found: int, n: int, a: int, card: int, ends: int) -> int:
    """Write the steps that take a card of piece ``a``, with all cards on it, to other cards."""
    some = A.dominance.under[card] & ends
    both = A.dominance.under[card] & A.work.sets[Noted.OPEN]
    while some:
        to = lowest(some)
        some &= some - 1
        k = _piece_under(A, n, to)
        apart = A.work.piece_in[k] != A.work.piece_in[a]
        if (apart and both >> to & 1 > 0) or _arrange(A, n, to, a) >= 0:
            out[found] = card | ONTO << KIND | to << PLACE
            found += 1
            if both & both - 1:
                return found  # both equal cards are open, and a step to either has the same effect
    return found


def _into(
    R: CompiledRules, S: State, out: list[int], found: int, p: int, at: int, card: int
) -> int:
    """Write the steps that take a card, with all cards on it, to empty piles."""
    for b in range(R.foundations, R.piles):
        if S.height[b] or not wants(R, S, b) >> card & 1:
            continue
        again = at == p * R.room and R.klass[b] == R.klass[p]
        for q in range(R.foundations, b):
            again = again or (S.height[q] == 0 and R.klass[q] == R.klass[b])
        if not again:
            out[found] = card | INTO << KIND | b << PLACE
            found += 1
    return found


def _move(R: CompiledRules, S: State, A: Analysis, card: int, b: int) -> None:
    """Move a card, with all cards on it, to pile ``b``."""
    a = A.work.lies_in[card]
    move_on(R, S, A, a, b, a * R.room + S.height[a] - A.work.lies_at[card])


def leave(R: CompiledRules, S: State, A: Analysis, step: int) -> None:
    """Make a step after the moves of tails that it needs; write all to ``A.work.made``."""
    note_places(R, S, A)
    card = step & 63
    kind = step >> KIND & 3
    b = step >> PLACE
    if kind != INTO:
        to = card if kind == UP else b
        b = A.work.lies_in[to]
        if S.cards[b * R.room + S.height[b] - 1] != to or (
            kind == ONTO and b == A.work.lies_in[card]
        ):
            _rehang(R, S, A, to, A.work.lies_at[card] if kind == ONTO else -1 + 0 * step)
            b = A.work.lies_in[to]
        if kind == UP:
            b = 0 * b
            while b < R.foundations and not wants(R, S, b) >> card & 1:
                b += 1
    _move(R, S, A, card, b)


def _rehang(R: CompiledRules, S: State, A: Analysis, to: int, at: int) -> None:
    """Move tails so that a card is open and does not move along with the card at index ``at``."""
    n = cut(R, S, A)
    a = -1 + 0 * n
    if at >= 0:
        p = A.work.lies_in[S.cards[at]]
        for k in range(n):
            if A.work.piece_in[k] == p and at >= A.work.piece_at[k]:
                a = k
    tails = _arrange(A, n, to, a)
    for k in range(n):
        # store the card itself, because the indices change
        A.work.piece_at[k] = S.cards[A.work.piece_at[k]]
    for i in range(tails):
        k = A.work.piece_order[i]
        if A.work.piece_to[k] != A.work.piece_on[k]:
            _move(R, S, A, A.work.piece_at[k], A.work.lies_in[A.work.piece_end[A.work.piece_to[k]]])
