"""The rules in action: legal moves, make, unmake, won.

This is the one home of the rules. Every function here is plain Python over flat arrays of integers
and the tables of a game (:mod:`cadogan.state.compiled`), inside the subset that Numba compiles: a
process either interprets this file, over lists, or calls what was compiled of it ahead of time
(:mod:`cadogan.kernels`). Hashes are kept to 62 bits, so both give the same
moves in the same order and the same hashes; ``tests/test_engine_compiled.py`` holds them together.

How a position and a move are kept in integers stands in :mod:`cadogan.state.state`; what the
letters T, S, p, h, ... mean is said in :mod:`cadogan.solver.search`, once for all that is compiled.
"""

from __future__ import annotations

from cadogan.mechanics.moves import (
    begin_rotation,
    deal_otherwise,
    deal_skipping,
    deal_woven,
    falls_right,
    follow,
    forced,
    in_reach,
    leaves,
    make_more,
    may_now,
    may_redeal,
    may_weave,
    more_moves,
    passed_over,
    pile_to_redeal,
    redeal_loose,
    redeal_pile,
    refuse_more,
    refuse_whole,
    won_otherwise,
)
from cadogan.state.codes import Lift, Log, MoveKind, Num, Refusal
from cadogan.state.compiled import CompiledRules
from cadogan.state.queries import (
    begun_by,
    carried_singly,
    covered,
    deals_last,
    fill_all,
    frees,
    gaps,
    holds,
    is_twin,
    liftable,
    no_deal_left,
    phase,
    rotate,
    run_length,
    settle,
    settle_all,
    wants,
)
from cadogan.state.state import (
    LOG_ROOM,
    MASK,
    MECHANIC_WINS,
    MECHANICS,
    State,
    carry,
    change,
    count_of,
    encode,
    keep_board,
    kind_of,
    mix,
    note,
    push,
    reorder,
    reseal,
    restore_board,
    set_mark,
    source_of,
    take_back,
    target_of,
)

__all__ = [
    "deep_kind",
    "generate",
    "generate_actions",
    "make",
    "refusal",
    "unmake",
    "won",
]


def generate(R: CompiledRules, S: State, out: list[int]) -> int:
    """Write the legal moves to ``out``, sorted by source, target and count, and return how many.

    Automatic consequences are no moves of their own: they belong to the move that causes them. It
    is one long function because it is the hottest: what it finds of a pile serves all its targets.
    """
    bits = phase(R, S)
    n = 0 * bits  # no literal: the compiler would make a function for it
    if MECHANICS and R.single_discard.must and forced(R, S):
        return more_moves(R, S, out, n)
    mercy = R.merci.times > S.num[Num.MERCIES] and holds(R, S, R.merci.when)
    wanted = 0
    for p in range(R.piles):
        S.want[p] = wants(R, S, p)
        if S.want[p] and R.accept.twins[p] >= 0 and is_twin(R, S, p):
            S.want[p] = 0
        wanted |= S.want[p]
    if MECHANICS and R.whole_runs.used:
        wanted = (1 << 52) - 1  # a foundation asks for more than the top card
    for a in range(R.piles):
        g = R.group[a]
        take = R.lift.take[g]
        if take == Lift.NONE or S.height[a] == 0 or R.routes.gives[bits * R.groups + g] == 0:
            continue
        loose = liftable(R, S, a)
        if loose <= 0:
            continue
        if take == Lift.CARD:
            most = 1
        elif take == Lift.RUN or take == Lift.SINGLY or (MECHANICS and take >= Lift.TO_SPACES):
            most = run_length(R, S, a, loose)
        else:
            most = loose
        top = a * R.room + S.height[a]
        card = S.cards[top - 1]
        buried = R.merci.piles[a] and mercy
        first = 1 << card  # the cards that may come to lie on another pile
        for k in range(2, (loose if buried else most) + 1):
            first |= 1 << S.cards[top - k]
        if wanted & first == 0 and not buried:
            continue
        row = (bits * R.groups + g) * R.groups
        for b in range(R.piles):
            mask = S.want[b]
            if MECHANICS and R.whole_runs.way[b]:
                way = R.routes.ways[row + R.group[b]] & 2
                if way and b != a and leaves(R, S, a, b, loose):
                    out[n] = encode(MoveKind.MOVE, a, b, R.accept.full[b])
                    n += 1
                continue
            if mask & first == 0 or b == a:
                continue
            if not R.routes.ways[row + R.group[b]] & (1 if S.height[b] else 2):
                continue
            if MECHANICS and R.round_robin.piles and a == R.stock.pile and not falls_right(R, S, b):
                continue
            if MECHANICS and not in_reach(R, S, a, b):
                continue
            limit = most
            if take != Lift.ANYWHERE and not (MECHANICS and take == Lift.ENDS):
                limit = 1 if R.lift.single[b] else min(limit, R.accept.full[b] - S.height[b])
                if MECHANICS and take == Lift.TO_SPACES and S.height[b]:
                    limit = min(limit, 1)
                if take == Lift.SINGLY and limit > 1:
                    limit = min(limit, carried_singly(R, S, b))
            if MECHANICS and take == Lift.BY_TOP:
                if limit == loose and mask >> card & 1:
                    out[n] = encode(MoveKind.MOVE, a, b, loose)
                    n += 1
                continue
            for k in range(1, limit + 1):
                if not mask >> S.cards[top - k] & 1:
                    continue
                if MECHANICS and take == Lift.FREEING and k < most and not R.lift.single[b]:
                    if not frees(R, S, a, k):
                        continue
                if (take == Lift.WHOLE and k != loose and not R.lift.single[b]) or (
                    take == Lift.CARD_OR_WHOLE and 1 < k < loose
                ):
                    continue
                kind = MoveKind.PICK if take == Lift.ANYWHERE and k > 1 else MoveKind.MOVE
                if MECHANICS and take == Lift.ENDS and k > 1:
                    if k < S.height[a]:
                        continue
                    kind = MoveKind.PICK
                if kind == MoveKind.PICK and _equal_beside(R, S, a, k):
                    continue  # its equal beside it has been listed
                out[n] = encode(kind, a, b, k)
                n += 1
            for k in range(2, loose + 1 if buried else 2):
                if mask >> S.cards[top - k] & 1 and S.cards[top - k] != S.cards[top - k + 1]:
                    out[n] = encode(MoveKind.MERCI, a, b, k)
                    n += 1
        if buried:
            n = _to_front(R, S, out, n, a, loose)
    if MECHANICS and R.mechanics.needed:
        n = more_moves(R, S, out, n)
    return generate_actions(R, S, out, n)


def _to_front(R: CompiledRules, S: State, out: list[int], n: int, a: int, loose: int) -> int:
    """Put the draws of a pile's cards to its own front in their place among its other moves."""
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
    """Say whether the card ``k`` deep in a pile is equal to the one on it, which is at hand too."""
    top = a * R.room + S.height[a]
    if MECHANICS and R.lift.take[R.group[a]] == Lift.ENDS and k > 2:
        return False
    return S.cards[top - k] == S.cards[top - k + 1]


def deep_kind(R: CompiledRules, p: int) -> int:
    """Return the kind of the moves that take a card from deep in a pile, where there are any."""
    return MoveKind.MERCI if R.merci.piles[p] and R.merci.times else MoveKind.PICK


def generate_actions(R: CompiledRules, S: State, out: list[int], n: int) -> int:
    """Write the legal moves that name no pile to ``out``, from ``n`` on; return where they end."""
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
    """Say whether a pile that the stock deals to has room, and nothing else bars a deal."""
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
    """Return why moving ``k`` cards from pile ``a`` to ``b`` is not legal, or 0 if it is.

    Agrees with :func:`generate` on every triple: the contract test plays both against each other.
    It is one long function because of the order: of several reasons the first is told.
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
    take = R.lift.take[g]
    if take == Lift.NONE:
        return Refusal.NOT_TAKEN
    bits = phase(R, S)
    if a == b:
        return _refused_front(R, S, a, k, R.routes.gives[bits * R.groups + g])
    always = 0
    now = R.routes.ways[(bits * R.groups + g) * R.groups + R.group[b]]
    for other in range(1 << R.routes.phase_conditions):
        always |= R.routes.ways[(other * R.groups + g) * R.groups + R.group[b]]
    side = 1 if S.height[b] else 2
    if always == 0:
        return Refusal.NO_WAY
    if not always & side:
        return Refusal.NO_SPACE if side == 2 else Refusal.NO_WAY
    if not now & side:
        return Refusal.NOT_YET
    if MECHANICS and R.overlap.used:
        if covered(R, S, a):
            return Refusal.COVERED
        if covered(R, S, b):
            return Refusal.COVERED_THERE
    if MECHANICS and R.whole_runs.way[b]:
        return refuse_whole(R, S, a, b, k)
    if MECHANICS and not in_reach(R, S, a, b):
        return Refusal.TOO_FAR
    loose = liftable(R, S, a)
    if k > S.height[a]:
        return Refusal.TOO_MANY
    if k > loose:
        return Refusal.KEPT if k <= S.height[a] - S.down[a] else Refusal.FACE_DOWN
    if kind == MoveKind.MERCI and not (
        R.merci.times > S.num[Num.MERCIES] and holds(R, S, R.merci.when)
    ):
        return Refusal.NOT_YET_TAKEN
    if kind == MoveKind.MERCI and not (R.merci.piles[a] and k > 1):
        return Refusal.NOT_TAKEN
    if kind == MoveKind.PICK and not (take == Lift.ANYWHERE and k > 1):
        if not (MECHANICS and take == Lift.ENDS and k > 1 and k == S.height[a]):
            return Refusal.NOT_TAKEN
    if kind == MoveKind.MOVE and k > 1:
        if take == Lift.ANYWHERE or take == Lift.CARD or (MECHANICS and take == Lift.ENDS):
            return Refusal.TOO_MANY
        if R.lift.single[b]:
            return Refusal.SINGLE_ONLY
        if MECHANICS and take == Lift.TO_SPACES and S.height[b]:
            return Refusal.SINGLE_ONLY
        runs = take == Lift.RUN or take == Lift.SINGLY or (MECHANICS and take >= Lift.TO_SPACES)
        if runs and run_length(R, S, a, k) < k:
            return Refusal.NOT_A_RUN
        if take == Lift.CARD_OR_WHOLE and k < loose:
            return Refusal.WHOLE_ONLY
    if kind == MoveKind.MOVE and take == Lift.WHOLE and k < loose and not R.lift.single[b]:
        return Refusal.WHOLE_ONLY
    if MECHANICS and kind == MoveKind.MOVE and take == Lift.FREEING and not R.lift.single[b]:
        if k < run_length(R, S, a, loose) and not frees(R, S, a, k):
            return Refusal.PART_OF_RUN
    if S.height[b] >= R.accept.full[b] or (
        kind == MoveKind.MOVE and S.height[b] + k > R.accept.full[b]
    ):
        return Refusal.FULL
    card = S.cards[a * R.room + S.height[a] - k]
    if MECHANICS and take == Lift.BY_TOP:
        if k < loose:
            return Refusal.WHOLE_ONLY
        card = S.cards[a * R.room + S.height[a] - 1]
    mask = wants(R, S, b)
    if not mask >> card & 1:
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
    """Return why a buried card may not be drawn to the front of its own pile, or 0."""
    if R.merci.piles[a] == 0:
        return Refusal.NOT_TAKEN
    if gives == 0:
        return Refusal.NOT_YET
    if MECHANICS and R.overlap.used and covered(R, S, a):
        return Refusal.COVERED
    if k > S.height[a]:
        return Refusal.TOO_MANY
    if k > liftable(R, S, a):
        return Refusal.KEPT if k <= S.height[a] - S.down[a] else Refusal.FACE_DOWN
    if not (R.merci.times > S.num[Num.MERCIES] and holds(R, S, R.merci.when)):
        return Refusal.NOT_YET_TAKEN
    top = a * R.room + S.height[a]
    return Refusal.EQUAL_BESIDE if S.cards[top - k] == S.cards[top - k + 1] else 0


def won(R: CompiledRules, S: State) -> bool:
    """Say whether the game is won here."""
    if MECHANICS and R.win.kind >= MECHANIC_WINS:
        return won_otherwise(R, S)
    if MECHANICS and R.win.clear:
        for p in range(R.piles):
            if R.win.empty[p] and S.height[p]:
                return False
        return True
    if R.win.runs:
        for p in range(R.tableau_first, R.tableau_end):
            h = S.height[p]
            if h == 0:
                continue
            if h != R.win.runs or S.down[p] or _full_run(R, S, p) == 0:
                return False
        return R.stock.pile < 0 or S.height[R.stock.pile] == 0
    n = 0
    for p in range(R.foundations):
        if R.win.full and S.height[p] < R.accept.full[p]:
            return False
        n += S.height[p]
    return n == R.total or R.win.full > 0


def _full_run(R: CompiledRules, S: State, p: int) -> int:
    base = p * R.room
    for i in range(1, S.height[p]):
        if (
            S.cards[base + i] != S.cards[base + i - 1] - 1
            or S.cards[base + i] // 13 != S.cards[base] // 13
        ):
            return 0
    return 1


# --- making and unmaking -------------------------------------------------------------------------


def _pick(R: CompiledRules, S: State, a: int, b: int, depth: int) -> None:
    """Take the card that lies ``depth`` deep (1 = top) out of ``a`` and put it on ``b``.

    ``b`` may be ``a``: the card comes to the front.
    """
    base = a * R.room
    at = S.height[a] - depth
    card = S.cards[base + at]
    h = S.height[a]
    for i in range(at + 1, h):
        S.scratch[i] = S.cards[base + i]
    S.height[a] = at
    for i in range(at + 1, h):
        push(R, S, a, S.scratch[i])
    empty = S.height[b] == 0
    push(R, S, b, card)
    note(S, Log.PICKED, a, b, depth)
    if R.accept.marks[a]:
        # a direction stays as long as two neighbours that were packed so are left to show it
        mark = S.mark[a]
        if at < mark - 1:
            mark -= 1
        elif at == mark:
            mark += 1
        set_mark(S, a, h if a == b else min(mark, h - 1))
    if R.accept.marks[b] and empty:
        set_mark(S, b, 1)
    reseal(R, S, a)
    reseal(R, S, b)


def _unpick(R: CompiledRules, S: State, a: int, b: int, depth: int) -> None:
    base = a * R.room
    card = S.cards[b * R.room + S.height[b] - 1]
    S.height[b] -= 1
    h = S.height[a] + 1
    at = h - depth
    for i in range(at, h - 1):
        S.scratch[i] = S.cards[base + i]
    S.height[a] = at
    push(R, S, a, card)
    for i in range(at, h - 1):
        push(R, S, a, S.scratch[i])


def _deal(R: CompiledRules, S: State) -> None:
    if MECHANICS and (R.round_robin.piles or R.reversal.used):
        deal_otherwise(R, S)
        return
    first, end, count, rows = R.deal.first, R.deal.end, R.deal.cards, R.deal.rows
    which = 1
    if deals_last(R, S):
        first, end, count, rows = (
            R.last_deal.first,
            R.last_deal.end,
            R.last_deal.cards,
            R.last_deal.rows,
        )
        which = 2
    if MECHANICS and R.skipping.way:
        deal_skipping(R, S, first, end, count, rows)
        return
    for _ in range(count if rows else 1):
        for p in range(first, end):
            if R.deal.misses[p] & which:
                continue
            n = min(1 if rows else count, S.height[R.stock.pile], R.accept.full[p] - S.height[p])
            if n > 0:
                carry(R, S, R.stock.pile, p, n, 1)


def _refill(R: CompiledRules, S: State) -> None:
    for p in range(R.piles):
        S.scratch[p] = 1 if S.height[p] < R.refill.below[p] else 0
    short = True
    while S.height[R.stock.pile] and short:
        short = False
        for i in range(R.refill.piles):
            p = R.refill.order[i]
            if S.scratch[p] == 0:
                continue
            n = min(R.refill.height[p] - S.height[p], S.height[R.stock.pile])
            if n > 0:
                carry(R, S, R.stock.pile, p, 1 if R.refill.rows else n, 1)
                short = True


def _lay_met(R: CompiledRules, S: State, p: int, some: int, used: int, n: int) -> int:
    """Deal ``some`` cards of the scratch, from ``used`` on to ``n``, to a pile; say how many went.

    Those that begin a foundation go there, and the pile gets others instead.
    """
    first = used
    while some > 0 and used < n:
        card = S.scratch[used]
        used += 1
        f = begun_by(R, S, card)
        if f < 0:
            push(R, S, p, card)
            some -= 1
        else:
            push(R, S, f, card)
            S.mark[f] = 1 if R.accept.marks[f] else 0
            reseal(R, S, f)
    return used - first


def _redeal(R: CompiledRules, S: State) -> None:
    if MECHANICS and R.round_robin.redeal_by_pile:
        redeal_pile(R, S)
        return
    if R.redeal.waste and not R.redeal.shuffled:
        for p in range(R.redeal.first, R.redeal.end):
            if S.height[p]:
                carry(R, S, p, R.stock.pile, S.height[p], 1)
        return
    keep_board(R, S)
    if MECHANICS and R.rows.redeal_kept:
        redeal_loose(R, S)
        for p in range(R.redeal.first, R.redeal.end):
            reseal(R, S, p)
        return
    n = 0
    for i in range(R.redeal.end - R.redeal.first):
        p = R.redeal.first + i
        if R.redeal.last_first and p < R.redeal.under:
            p = R.redeal.first + R.redeal.under - 1 - p
        elif R.redeal.last_first:
            p = R.redeal.under + R.redeal.end - 1 - p
        for j in range(S.height[p]):
            at = S.height[p] - 1 - j if R.redeal.from_top else j
            S.scratch[n] = S.cards[p * R.room + at]
            n += 1
        S.height[p] = 0
        S.down[p] = 0
        S.mark[p] = 0
    if MECHANICS and R.round_robin.redeal_stock:
        for j in range(S.height[R.stock.pile] - 1, -1, -1):
            S.scratch[n] = S.cards[R.stock.pile * R.room + j]
            n += 1
        S.height[R.stock.pile] = 0
    if R.redeal.shuffled:
        reorder(S.scratch, n, mix((S.num[Num.KEY] + mix(S.num[Num.REDEALS] + 1)) & MASK))
    used = 0
    if MECHANICS and R.weaving.used:
        deal_woven(R, S, n)
        used = n
    if not R.redeal.waste:
        rounds = R.redeal.rounds
        for turn in range(rounds if R.redeal.rows else 1):
            for p in range(R.redeal.first, R.redeal.end):
                want = R.redeal.dealt[p]
                some = (1 if turn < want else 0) if R.redeal.rows else want
                some = min(some, n - used)
                if MECHANICS and R.fill.met[p]:
                    used += _lay_met(R, S, p, some, used, n)
                    some = 0
                for i in range(some):
                    # what is gathered from the top keeps its order: the topmost card comes last
                    push(R, S, p, S.scratch[used + (some - 1 - i if R.redeal.from_top else i)])
                used += some
    if R.stock.pile < 0:  # cards that joined since the deal go round once more
        p = R.redeal.end
        for i in range(used, n):  # they came from these piles, so there is room
            p = p + 1 if p + 1 < R.redeal.end else R.redeal.first
            while S.height[p] >= R.accept.full[p]:
                p = p + 1 if p + 1 < R.redeal.end else R.redeal.first
            push(R, S, p, S.scratch[i])
    else:
        for i in range(n - 1, used - 1, -1):
            push(R, S, R.stock.pile, S.scratch[i])
        S.down[R.stock.pile] = S.height[R.stock.pile]
        reseal(R, S, R.stock.pile)
    for p in range(R.redeal.first, R.redeal.end):
        S.mark[p] = S.height[p] if R.accept.marks[p] else 0
        reseal(R, S, p)


def make(R: CompiledRules, S: State, move: int) -> None:
    """Make a legal move, with all that follows of itself, so that ``unmake`` can take it back."""
    if S.num[Num.LOG] + LOG_ROOM > len(S.log):
        raise IndexError("the undo log is full")
    note(S, Log.FRAME, S.num[Num.HASH], S.num[Num.CHECK], 0)
    kind = kind_of(move)
    a = source_of(move)
    b = target_of(move)
    if kind <= MoveKind.MERCI:
        card = S.cards[a * R.room + S.height[a] - count_of(move)]
        if kind == MoveKind.MOVE:
            carry(R, S, a, b, count_of(move), 0)
        else:
            _pick(R, S, a, b, count_of(move))
            if kind == MoveKind.MERCI:
                change(S, Num.MERCIES, S.num[Num.MERCIES] + 1)
        if R.accept.base_by_play and b < R.foundations and S.num[Num.BASE] == 0:
            change(S, Num.BASE, card + 1)
        if R.face.turns[a] or R.face.sinks[a]:
            settle(R, S, a)
        if R.face.sinks[b]:
            settle(R, S, b)
    elif kind == MoveKind.TURN:
        carry(R, S, a, b, count_of(move), 1)
    elif kind == MoveKind.DEAL:
        _deal(R, S)
    elif kind == MoveKind.REFILL:
        _refill(R, S)
    elif kind == MoveKind.REDEAL:
        _redeal(R, S)
        if S.num[Num.REDEALS] < R.redeal.counted:
            change(S, Num.REDEALS, S.num[Num.REDEALS] + 1)
    elif kind == MoveKind.SHIFT:
        keep_board(R, S)
        for p in range(R.shift.first, R.shift.end):
            if S.height[p]:
                rotate(R, S, p, 0)
                S.mark[p] = S.height[p] if R.accept.marks[p] else 0
                reseal(R, S, p)
        change(S, Num.SHIFTS, S.num[Num.SHIFTS] + 1)
    elif MECHANICS:
        make_more(R, S, move)
    if MECHANICS and R.mechanics.needed:
        follow(R, S, move)
    if (kind == MoveKind.DEAL or kind == MoveKind.TURN) and S.num[Num.DEALS] < R.deal.counted:
        change(S, Num.DEALS, 1)
    turned = kind == MoveKind.TURN or R.fill.ways > 0
    if kind > MoveKind.TURN or (
        MECHANICS and (R.overlap.used or R.face.late or (R.mechanics.needed and turned))
    ):
        settle_all(R, S)
    elif turned:  # all other piles are as they were
        fill_all(R, S)
        settle(R, S, a)
        settle(R, S, b)
    if (
        MECHANICS
        and R.round_robin.piles
        and (kind == MoveKind.REDEAL or S.height[R.stock.pile] == 0)
    ):
        begin_rotation(S)


def unmake(R: CompiledRules, S: State) -> None:
    """Take the last move back, exactly."""
    while True:
        S.num[Num.LOG] -= 4
        at = S.num[Num.LOG]
        what = S.log[at]
        a = S.log[at + 1]
        b = S.log[at + 2]
        c = S.log[at + 3]
        if what == Log.FRAME:
            S.num[Num.HASH] = a
            S.num[Num.CHECK] = b
            return
        if what == Log.PART:
            S.part[a] = b
            S.part2[a] = c
            continue
        if what == Log.MOVED or what == Log.TURNED:
            top = b * R.room + S.height[b]
            for i in range(c):
                push(R, S, a, S.cards[top - 1 - i] if what == Log.TURNED else S.cards[top - c + i])
            S.height[b] -= c
        elif what == Log.DOWN:
            S.down[a] = b
        elif what == Log.MARK:
            S.mark[a] = b
        elif what == Log.NUMBER:
            S.num[a] = b
        elif what == Log.PICKED:
            _unpick(R, S, a, b, c)
        elif MECHANICS and what == Log.FILED:
            take_back(R, S, a, b, c)
        elif what == Log.SUNK:
            rotate(R, S, a, 0)
            S.down[a] = b
        else:
            restore_board(R, S, a)
