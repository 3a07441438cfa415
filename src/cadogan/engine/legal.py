"""Legal moves, and the reasons for refusing all other moves.

The module :mod:`cadogan.state.state` explains how integers encode positions and moves. The package
:mod:`cadogan.solver.search` explains R, S, p, h and other names.
"""

from __future__ import annotations

from cadogan.mechanics.moves import forced, may_redeal, more_moves, refuse_more
from cadogan.mechanics.round_robin.moves import falls_right, pile_to_redeal
from cadogan.mechanics.rows.moves import in_reach
from cadogan.mechanics.skipping.moves import may_now, passed_over
from cadogan.mechanics.weaving.moves import may_weave
from cadogan.mechanics.whole_runs.moves import leaves, refuse_whole
from cadogan.state.codes import Lift, MoveKind, Num, Refusal
from cadogan.state.compiled import CompiledRules
from cadogan.state.queries import (
    carried_singly,
    covered,
    deals_last,
    frees,
    gaps,
    holds,
    is_twin,
    liftable,
    no_deal_left,
    phase,
    run_length,
    wants,
)
from cadogan.state.state import MECHANICS, State, encode, source_of, target_of


def generate(R: CompiledRules, S: State, out: list[int]) -> int:
    """Write the legal moves to ``out``, sorted by source, target and count; return their number.

    Automatic changes are not moves of their own: they belong to the move that causes them.
    """
    bits = phase(R, S)
    n = 0 * bits  # Numba would compile another version of a function for a literal
    if MECHANICS and R.single_discard.must and forced(R, S):
        return more_moves(R, S, out, n)
    mercy = R.merci.times > S.num[Num.MERCIES] and holds(R, S, R.merci.when)
    wanted = _note_wants(R, S)
    for a in range(R.piles):
        n = _generate_from(R, S, out, n, a, bits, mercy, wanted)
    if MECHANICS and R.mechanics.needed:
        n = more_moves(R, S, out, n)
    return generate_actions(R, S, out, n)


def _generate_from(
    R: CompiledRules,
    S: State,
    out: list[int],
    n: int,
    a: int,
    bits: int,
    mercy: bool,
    wanted: int,
) -> int:
    """Write the moves of a pile's cards to ``out`` from index ``n`` on; return the new end.

    ``bits`` is the phase, and ``wanted`` is the set of the cards that some pile takes. ``mercy`` is
    true if a buried card may be drawn now.
    """
    g = R.group[a]
    if R.lift.take[g] == Lift.NONE or S.height[a] == 0 or not R.routes.gives[bits * R.groups + g]:
        return n
    loose = liftable(R, S, a)
    if loose <= 0:
        return n
    most = _most_lifted(R, S, a, loose)
    buried = R.merci.piles[a] and mercy
    top = a * R.room + S.height[a]
    first = 1 << S.cards[top - 1]  # set of the face-up cards that may leave the pile
    for k in range(2, (loose if buried else most) + 1):
        first |= 1 << S.cards[top - k]
    if wanted & first == 0 and not buried:
        return n
    row = (bits * R.groups + g) * R.groups
    for b in range(R.piles):
        if MECHANICS and R.whole_runs.way[b]:
            if R.routes.ways[row + R.group[b]] & 2 and b != a and leaves(R, S, a, b, loose):
                out[n] = encode(MoveKind.MOVE, a, b, R.accept.full[b])
                n += 1
        elif S.want[b] & first and b != a and _reaches(R, S, a, b, row):
            n = _generate_between(R, S, out, n, a, b, loose, most)
            if buried and not (MECHANICS and R.lift.take[g] == Lift.BY_TOP):
                n = _generate_draws(R, S, out, n, a, b, loose)
    return _to_front(R, S, out, n, a, loose) if buried else n


def _reaches(R: CompiledRules, S: State, a: int, b: int, row: int) -> bool:
    """Return whether cards from pile ``a`` may go to ``b`` now; ``row`` is a row of the routes."""
    if not R.routes.ways[row + R.group[b]] & (1 if S.height[b] else 2):
        return False
    if MECHANICS and R.round_robin.piles and a == R.stock.pile and not falls_right(R, S, b):
        return False
    # a separate statement, which kernels without mechanics leave out
    if MECHANICS and not in_reach(R, S, a, b):
        return False
    return True


def _note_wants(R: CompiledRules, S: State) -> int:
    """Write to ``S.want`` the set of cards that each pile takes; return the union of the sets."""
    wanted = 0 * S.num[0]
    for p in range(R.piles):
        S.want[p] = wants(R, S, p)
        if S.want[p] and R.accept.twins[p] >= 0 and is_twin(R, S, p):
            S.want[p] = 0
        wanted |= S.want[p]
    if MECHANICS and R.whole_runs.used:
        return (1 << 52) - 1  # whole runs go to foundations that take no single cards
    return wanted


def _lifts_runs(take: int) -> bool:
    """Return whether built runs may leave a pile with this code."""
    return take == Lift.RUN or take == Lift.SINGLY or (MECHANICS and take >= Lift.TO_SPACES)


def _lifts_one(take: int) -> bool:
    """Return whether a pile with this code gives only single cards, but from any depth."""
    return take == Lift.CARD or take == Lift.ANYWHERE or (MECHANICS and take == Lift.ENDS)


def _most_lifted(R: CompiledRules, S: State, a: int, loose: int) -> int:
    """Return the depth down to which cards can be lifted; ``loose`` cards may leave the pile."""
    take = R.lift.take[R.group[a]]
    if take == Lift.CARD:
        return 1
    return run_length(R, S, a, loose) if _lifts_runs(take) else loose


def _most_to(R: CompiledRules, S: State, a: int, b: int, most: int) -> int:
    """Return how many of the ``most`` cards that can be lifted may go to a pile together."""
    take = R.lift.take[R.group[a]]
    limit = 1 if R.lift.single[b] else min(most, R.accept.full[b] - S.height[b])
    if MECHANICS and take == Lift.TO_SPACES and S.height[b]:
        limit = min(limit, 1)
    if take == Lift.SINGLY and limit > 1:
        limit = min(limit, carried_singly(R, S, b))
    return limit


def _generate_between(
    R: CompiledRules, S: State, out: list[int], n: int, a: int, b: int, loose: int, most: int
) -> int:
    """Write to ``out`` the moves from pile ``a`` to ``b``, from index ``n`` on; return the end."""
    take = R.lift.take[R.group[a]]
    top = a * R.room + S.height[a]
    if MECHANICS and take == Lift.BY_TOP:
        if most == _most_to(R, S, a, b, most) and S.want[b] >> S.cards[top - 1] & 1:
            out[n] = encode(MoveKind.MOVE, a, b, loose)
            n += 1
        return n
    if take == Lift.ANYWHERE or (MECHANICS and take == Lift.ENDS):
        for k in range(1, most + 1):
            if not S.want[b] >> S.cards[top - k] & 1 or not _may_pick(S, take, a, k):
                continue
            if k > 1 and _equal_beside(R, S, a, k):
                continue  # the list already contains the move of the equal card next to this one
            out[n] = encode(MoveKind.PICK if k > 1 else MoveKind.MOVE, a, b, k)
            n += 1
        return n
    for k in range(1, _most_to(R, S, a, b, most) + 1):
        if S.want[b] >> S.cards[top - k] & 1 and not _refused_lift(R, S, a, b, k, loose, most):
            out[n] = encode(MoveKind.MOVE, a, b, k)
            n += 1
    return n


def _generate_draws(
    R: CompiledRules, S: State, out: list[int], n: int, a: int, b: int, loose: int
) -> int:
    """Write to ``out`` the draws of buried cards to ``b``, from index ``n`` on; return the end."""
    top = a * R.room + S.height[a]
    for k in range(2, loose + 1):
        if S.want[b] >> S.cards[top - k] & 1 and S.cards[top - k] != S.cards[top - k + 1]:
            out[n] = encode(MoveKind.MERCI, a, b, k)
            n += 1
    return n


def _may_pick(S: State, take: int, a: int, k: int) -> bool:
    """Return whether the card at depth ``k`` may be taken alone: any card, or one at either end."""
    return k == 1 or take == Lift.ANYWHERE or (MECHANICS and k == S.height[a])


def _refused_lift(R: CompiledRules, S: State, a: int, b: int, k: int, loose: int, most: int) -> int:
    """Return why ``k`` cards of a pile cannot move together to another pile, or 0 if they can.

    The functions :func:`generate` and :func:`refusal` both call this function. The top ``loose``
    cards of the pile may leave it. If runs may leave the pile, the run at the top has ``most``
    cards.
    """
    take = R.lift.take[R.group[a]]
    single = R.lift.single[b]
    if k > 1:
        if _lifts_one(take):
            return Refusal.TOO_MANY
        if single or (MECHANICS and take == Lift.TO_SPACES and S.height[b]):
            return Refusal.SINGLE_ONLY
        if _lifts_runs(take) and k > most:
            return Refusal.NOT_A_RUN
        if take == Lift.CARD_OR_WHOLE and k < loose:
            return Refusal.WHOLE_ONLY
    if take == Lift.WHOLE and k < loose and not single:
        return Refusal.WHOLE_ONLY
    if MECHANICS and take == Lift.FREEING and k < most and not single and not frees(R, S, a, k):
        return Refusal.PART_OF_RUN
    return 0


def _to_front(R: CompiledRules, S: State, out: list[int], n: int, a: int, loose: int) -> int:
    """Insert the draws of cards to the top of their own pile into the sorted list of moves."""
    top = a * R.room + S.height[a]
    for k in range(2, loose + 1):
        if S.cards[top - k] == S.cards[top - k + 1]:
            continue
        at = n
        while at > 0 and source_of(out[at - 1]) == a and target_of(out[at - 1]) > a:
            out[at] = out[at - 1]
            at -= 1
        out[at] = encode(MoveKind.MERCI, a, a, k)
        n += 1
    return n


def _equal_beside(R: CompiledRules, S: State, a: int, k: int) -> bool:
    """Return whether the card above the one at depth ``k`` is equal and could be taken instead."""
    top = a * R.room + S.height[a]
    if MECHANICS and R.lift.take[R.group[a]] == Lift.ENDS and k > 2:
        return False
    return S.cards[top - k] == S.cards[top - k + 1]


def deep_kind(R: CompiledRules, p: int) -> int:
    """Return the kind of move that takes a buried card from a pile."""
    return MoveKind.MERCI if R.merci.piles[p] and R.merci.times else MoveKind.PICK


def generate_actions(R: CompiledRules, S: State, out: list[int], n: int) -> int:
    """Write the legal moves that name no card to ``out`` from index ``n`` on; return the end."""
    left = S.height[R.stock.pile] if R.stock.pile >= 0 else 0
    if left and R.deal.cards and holds(R, S, R.deal.when) and _may_deal(R, S):
        last = deals_last(R, S)
        if (R.last_deal.first if last else R.deal.first) == R.stock.waste:
            count = R.last_deal.cards if last else R.deal.cards
            out[n] = encode(MoveKind.TURN, R.stock.pile, R.stock.waste, min(count, left))
        else:
            out[n] = encode(MoveKind.DEAL, R.stock.pile, 0, 0)
        n += 1
    if left and R.refill.piles and gaps(R, S):
        out[n] = encode(MoveKind.REFILL, 0, 0, 0)
        n += 1
    if _may_redeal(R, S):
        out[n] = encode(MoveKind.REDEAL, 0, 0, 0)
        n += 1
    if R.shift.times > S.num[Num.SHIFTS]:
        out[n] = encode(MoveKind.SHIFT, 0, 0, 0)
        n += 1
    if MECHANICS and R.weaving.used and may_weave(R, S):
        out[n] = encode(MoveKind.WEAVE, 0, 0, 0)
        n += 1
    return n


def _may_deal(R: CompiledRules, S: State) -> bool:
    """Return whether the stock can deal: some pile has room, and no rule prevents the deal."""
    if MECHANICS and not may_now(R, S, R.deal.when):
        return False
    if MECHANICS and R.round_robin.deal_times and no_deal_left(R, S):
        return False
    first, end, which = R.deal.first, R.deal.end, 1
    if deals_last(R, S):
        first, end, which = R.last_deal.first, R.last_deal.end, 2
    for p in range(first, end):
        if R.deal.misses[p] & which:
            continue
        if MECHANICS and R.skipping.way and passed_over(R, S, p, first, end):
            continue
        if S.height[p] < R.accept.full[p]:
            return True
    return False


def _may_redeal(R: CompiledRules, S: State) -> bool:
    if R.redeal.times >= 0 and S.num[Num.REDEALS] >= R.redeal.times:
        return False
    if R.redeal.times == 0 or not holds(R, S, R.redeal.when):
        return False
    if R.redeal.waste and R.stock.pile >= 0 and S.height[R.stock.pile]:
        return False
    if MECHANICS and R.mechanics.needed and not may_redeal(R, S):
        return False
    if MECHANICS and R.round_robin.redeal_by_pile:
        return pile_to_redeal(R, S) >= 0
    for p in range(R.redeal.first, R.redeal.end):
        if S.height[p]:
            return True
    if MECHANICS and R.round_robin.redeal_stock:
        return S.height[R.stock.pile] > 0
    return False


def refusal(R: CompiledRules, S: State, kind: int, a: int, b: int, k: int) -> int:
    """Return why moving ``k`` cards from pile ``a`` to ``b`` is illegal, or 0 if it is legal.

    This function must agree with :func:`generate` on all arguments; the contract test compares
    them. If several reasons apply, the result is the first in the order of the tests below.
    """
    if MECHANICS and kind >= MoveKind.REMOVE:
        return refuse_more(R, S, kind, a, b, k)
    if MECHANICS and R.single_discard.must and forced(R, S):
        return Refusal.MUST_LEAVE
    if a == b and (kind != MoveKind.MERCI or k < 2):
        return Refusal.SAME_PILE
    if S.height[a] == 0:
        return Refusal.NO_CARD
    g = R.group[a]
    if R.lift.take[g] == Lift.NONE:
        return Refusal.NOT_TAKEN
    bits = phase(R, S)
    if a == b:
        return _refused_front(R, S, a, k, R.routes.gives[bits * R.groups + g])
    why = _refused_way(R, S, a, b, bits)
    if why:
        return why
    if MECHANICS and R.whole_runs.way[b]:
        return refuse_whole(R, S, a, b, k)
    if MECHANICS and not in_reach(R, S, a, b):
        return Refusal.TOO_FAR
    loose = liftable(R, S, a)
    why = _refused_depth(S, a, k, loose)
    if why:
        return why
    if kind == MoveKind.MERCI:
        why = _refused_draw(R, S, a, k)
    elif kind == MoveKind.PICK:
        take = R.lift.take[g]
        picked = take == Lift.ANYWHERE or (MECHANICS and take == Lift.ENDS)
        why = 0 if picked and k > 1 and _may_pick(S, take, a, k) else Refusal.NOT_TAKEN
    else:
        most = run_length(R, S, a, loose) if _lifts_runs(R.lift.take[g]) else loose
        why = _refused_lift(R, S, a, b, k, loose, most)
    return why if why else _refused_there(R, S, kind, a, b, k, loose)


def _refused_way(R: CompiledRules, S: State, a: int, b: int, bits: int) -> int:
    """Return why no card of pile ``a`` may go to pile ``b`` now, or 0 if some card may."""
    row = R.group[a] * R.groups + R.group[b]
    square = R.groups * R.groups
    always = 0 * row
    for other in range(1 << R.routes.phase_conditions):
        always |= R.routes.ways[other * square + row]
    side = 1 if S.height[b] else 2
    if always == 0:
        return Refusal.NO_WAY
    if not always & side:
        return Refusal.NO_SPACE if side == 2 else Refusal.NO_WAY
    if not R.routes.ways[bits * square + row] & side:
        return Refusal.NOT_YET
    if MECHANICS and R.overlap.used:
        if covered(R, S, a):
            return Refusal.COVERED
        if covered(R, S, b):
            return Refusal.COVERED_THERE
    return 0


def _refused_depth(S: State, a: int, k: int, loose: int) -> int:
    """Return why the top ``k`` cards cannot be taken if ``loose`` cards can, or 0 if they can."""
    if k > S.height[a]:
        return Refusal.TOO_MANY
    if k > loose:
        return Refusal.KEPT if k <= S.height[a] - S.down[a] else Refusal.FACE_DOWN
    return 0


def _refused_draw(R: CompiledRules, S: State, a: int, k: int) -> int:
    """Return why the card at depth ``k`` cannot be drawn, or 0 if it can."""
    if not (R.merci.times > S.num[Num.MERCIES] and holds(R, S, R.merci.when)):
        return Refusal.NOT_YET_TAKEN
    return 0 if R.merci.piles[a] and k > 1 else Refusal.NOT_TAKEN


def _refused_there(
    R: CompiledRules, S: State, kind: int, a: int, b: int, k: int, loose: int
) -> int:
    """Return why ``b`` does not take ``k`` cards, or the one at depth ``k``, from ``a``; else 0."""
    take = R.lift.take[R.group[a]]
    if S.height[b] >= R.accept.full[b] or (
        kind == MoveKind.MOVE and S.height[b] + k > R.accept.full[b]
    ):
        return Refusal.FULL
    card = S.cards[a * R.room + S.height[a] - k]
    if MECHANICS and take == Lift.BY_TOP:
        if k < loose:
            return Refusal.WHOLE_ONLY
        card = S.cards[a * R.room + S.height[a] - 1]
    if not wants(R, S, b) >> card & 1:
        return Refusal.TOO_SHORT if 0 < S.height[b] < R.accept.least[b] else Refusal.WRONG_CARD
    if R.accept.twins[b] >= 0 and is_twin(R, S, b):
        return Refusal.TWIN
    if MECHANICS and R.round_robin.piles and a == R.stock.pile and not falls_right(R, S, b):
        return Refusal.NOT_HERE
    if kind != MoveKind.MOVE and _equal_beside(R, S, a, k):
        return Refusal.EQUAL_BESIDE
    if kind == MoveKind.MOVE and take == Lift.SINGLY and k > 1 and k > carried_singly(R, S, b):
        return Refusal.NO_ROOM_TO_CARRY
    return 0


def _refused_front(R: CompiledRules, S: State, a: int, k: int, gives: int) -> int:
    """Return why a buried card cannot be drawn to the top of its own pile, or 0 if it can."""
    if R.merci.piles[a] == 0:
        return Refusal.NOT_TAKEN
    if gives == 0:
        return Refusal.NOT_YET
    if MECHANICS and R.overlap.used and covered(R, S, a):
        return Refusal.COVERED
    why = _refused_depth(S, a, k, liftable(R, S, a))
    if why:
        return why
    if not (R.merci.times > S.num[Num.MERCIES] and holds(R, S, R.merci.when)):
        return Refusal.NOT_YET_TAKEN
    top = a * R.room + S.height[a]
    return Refusal.EQUAL_BESIDE if S.cards[top - k] == S.cards[top - k + 1] else 0
