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
from cadogan.state.compiled import Tables
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
    ANYWHERE,
    BASE,
    BY_TOP,
    CARD,
    CARD_OR_WHOLE,
    CHECK,
    COVERED,
    COVERED_THERE,
    DEAL,
    DEALS,
    ENDS,
    EQUAL_BESIDE,
    FACE_DOWN,
    FAMILIES,
    FAMILY_WINS,
    FREEING,
    FULL,
    HASH,
    KEPT,
    KEY,
    LOG,
    LOG_DOWN,
    LOG_FILED,
    LOG_FRAME,
    LOG_MARK,
    LOG_MOVED,
    LOG_NUMBER,
    LOG_PART,
    LOG_PICKED,
    LOG_ROOM,
    LOG_SUNK,
    LOG_TURNED,
    MASK,
    MERCI,
    MERCIES,
    MOVE,
    MUST_LEAVE,
    NO_CARD,
    NO_ROOM_TO_CARRY,
    NO_SPACE,
    NO_WAY,
    NONE,
    NOT_A_RUN,
    NOT_HERE,
    NOT_TAKEN,
    NOT_YET,
    NOT_YET_TAKEN,
    PART_OF_RUN,
    PICK,
    REDEAL,
    REDEALS,
    REFILL,
    REMOVE,
    RUN,
    SAME_PILE,
    SHIFT,
    SHIFTS,
    SINGLE_ONLY,
    SINGLY,
    TO_SPACES,
    TOO_FAR,
    TOO_MANY,
    TOO_SHORT,
    TURN,
    TWIN,
    WEAVE,
    WHOLE,
    WHOLE_ONLY,
    WRONG_CARD,
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


def generate(T: Tables, S: State, out: list[int]) -> int:
    """Write the legal moves to ``out``, sorted by source, target and count, and return how many.

    Automatic consequences are no moves of their own: they belong to the move that causes them. It
    is one long function because it is the hottest: what it finds of a pile serves all its targets.
    """
    bits = phase(T, S)
    n = 0 * bits  # no literal: the compiler would make a function for it
    if FAMILIES and T.must and forced(T, S):
        return more_moves(T, S, out, n)
    mercy = T.merci_times > S.num[MERCIES] and holds(T, S, T.merci_when)
    wanted = 0
    for p in range(T.piles):
        S.want[p] = wants(T, S, p)
        if S.want[p] and T.twins[p] >= 0 and is_twin(T, S, p):
            S.want[p] = 0
        wanted |= S.want[p]
    if FAMILIES and T.wholes:
        wanted = (1 << 52) - 1  # a foundation asks for more than the top card
    for a in range(T.piles):
        g = T.group[a]
        take = T.take[g]
        if take == NONE or S.height[a] == 0 or T.gives[bits * T.groups + g] == 0:
            continue
        loose = liftable(T, S, a)
        if loose <= 0:
            continue
        if take == CARD:
            most = 1
        elif take == RUN or take == SINGLY or (FAMILIES and take >= TO_SPACES):
            most = run_length(T, S, a, loose)
        else:
            most = loose
        top = a * T.room + S.height[a]
        card = S.cards[top - 1]
        buried = T.mercied[a] and mercy
        first = 1 << card  # the cards that may come to lie on another pile
        for k in range(2, (loose if buried else most) + 1):
            first |= 1 << S.cards[top - k]
        if wanted & first == 0 and not buried:
            continue
        row = (bits * T.groups + g) * T.groups
        for b in range(T.piles):
            mask = S.want[b]
            if FAMILIES and T.whole[b]:
                way = T.route[row + T.group[b]] & 2
                if way and b != a and leaves(T, S, a, b, loose):
                    out[n] = encode(MOVE, a, b, T.full[b])
                    n += 1
                continue
            if mask & first == 0 or b == a:
                continue
            if not T.route[row + T.group[b]] & (1 if S.height[b] else 2):
                continue
            if FAMILIES and T.deal_next and a == T.stock and not falls_right(T, S, b):
                continue
            if FAMILIES and not in_reach(T, S, a, b):
                continue
            limit = most
            if take != ANYWHERE and not (FAMILIES and take == ENDS):
                limit = 1 if T.single[b] else min(limit, T.full[b] - S.height[b])
                if FAMILIES and take == TO_SPACES and S.height[b]:
                    limit = min(limit, 1)
                if take == SINGLY and limit > 1:
                    limit = min(limit, carried_singly(T, S, b))
            if FAMILIES and take == BY_TOP:
                if limit == loose and mask >> card & 1:
                    out[n] = encode(MOVE, a, b, loose)
                    n += 1
                continue
            for k in range(1, limit + 1):
                if not mask >> S.cards[top - k] & 1:
                    continue
                if FAMILIES and take == FREEING and k < most and not T.single[b]:
                    if not frees(T, S, a, k):
                        continue
                if (take == WHOLE and k != loose and not T.single[b]) or (
                    take == CARD_OR_WHOLE and 1 < k < loose
                ):
                    continue
                kind = PICK if take == ANYWHERE and k > 1 else MOVE
                if FAMILIES and take == ENDS and k > 1:
                    if k < S.height[a]:
                        continue
                    kind = PICK
                if kind == PICK and _equal_beside(T, S, a, k):
                    continue  # its equal beside it has been listed
                out[n] = encode(kind, a, b, k)
                n += 1
            for k in range(2, loose + 1 if buried else 2):
                if mask >> S.cards[top - k] & 1 and S.cards[top - k] != S.cards[top - k + 1]:
                    out[n] = encode(MERCI, a, b, k)
                    n += 1
        if buried:
            n = _to_front(T, S, out, n, a, loose)
    if FAMILIES and T.families:
        n = more_moves(T, S, out, n)
    return generate_actions(T, S, out, n)


def _to_front(T: Tables, S: State, out: list[int], n: int, a: int, loose: int) -> int:
    """Put the draws of a pile's cards to its own front in their place among its other moves."""
    top = a * T.room + S.height[a]
    for k in range(2, loose + 1):
        if S.cards[top - k] == S.cards[top - k + 1]:
            continue
        at = n
        while at > 0 and source_of(out[at - 1]) == a and target_of(out[at - 1]) > a:
            out[at] = out[at - 1]
            at -= 1
        out[at] = encode(MERCI, a, a, k)
        n += 1
    return n


def _equal_beside(T: Tables, S: State, a: int, k: int) -> bool:
    """Say whether the card ``k`` deep in a pile is equal to the one on it, which is at hand too."""
    top = a * T.room + S.height[a]
    if FAMILIES and T.take[T.group[a]] == ENDS and k > 2:
        return False
    return S.cards[top - k] == S.cards[top - k + 1]


def deep_kind(T: Tables, p: int) -> int:
    """Return the kind of the moves that take a card from deep in a pile, where there are any."""
    return MERCI if T.mercied[p] and T.merci_times else PICK


def generate_actions(T: Tables, S: State, out: list[int], n: int) -> int:
    """Write the legal moves that name no pile to ``out``, from ``n`` on; return where they end."""
    left = S.height[T.stock] if T.stock >= 0 else 0
    if left and T.deal_count and holds(T, S, T.deal_when) and _may_deal(T, S):
        last = deals_last(T, S)
        if (T.last_first if last else T.deal_first) == T.waste:
            count = T.last_count if last else T.deal_count
            out[n] = encode(TURN, T.stock, T.waste, min(count, left))
        else:
            out[n] = encode(DEAL, T.stock, 0, 0)
        n += 1
    if left and T.refill_piles and gaps(T, S):
        out[n] = encode(REFILL, 0, 0, 0)
        n += 1
    if _may_redeal(T, S):
        out[n] = encode(REDEAL, 0, 0, 0)
        n += 1
    if T.shift_times > S.num[SHIFTS]:
        out[n] = encode(SHIFT, 0, 0, 0)
        n += 1
    if FAMILIES and T.weave and may_weave(T, S):
        out[n] = encode(WEAVE, 0, 0, 0)
        n += 1
    return n


def _may_deal(T: Tables, S: State) -> bool:
    """Say whether a pile that the stock deals to has room, and nothing else bars a deal."""
    if FAMILIES and not may_now(T, S, T.deal_when):
        return False
    if FAMILIES and T.deal_times and no_deal_left(T, S):
        return False
    first, end, which = T.deal_first, T.deal_end, 1
    if deals_last(T, S):
        first, end, which = T.last_first, T.last_end, 2
    for p in range(first, end):
        if T.misses[p] & which:
            continue
        if FAMILIES and T.deal_skips and passed_over(T, S, p, first, end):
            continue
        if S.height[p] < T.full[p]:
            return True
    return False


def _may_redeal(T: Tables, S: State) -> bool:
    if T.redeal_times >= 0 and S.num[REDEALS] >= T.redeal_times:
        return False
    if T.redeal_times == 0 or not holds(T, S, T.redeal_when):
        return False
    if T.redeal_waste and T.stock >= 0 and S.height[T.stock]:
        return False
    if FAMILIES and T.families and not may_redeal(T, S):
        return False
    if FAMILIES and T.redeal_by_pile:
        return pile_to_redeal(T, S) >= 0
    for p in range(T.redeal_first, T.redeal_end):
        if S.height[p]:
            return True
    if FAMILIES and T.redeal_stock:
        return S.height[T.stock] > 0
    return False


def refusal(T: Tables, S: State, kind: int, a: int, b: int, k: int) -> int:
    """Return why moving ``k`` cards from pile ``a`` to ``b`` is not legal, or 0 if it is.

    Agrees with :func:`generate` on every triple: the contract test plays both against each other.
    It is one long function because of the order: of several reasons the first is told.
    """
    if FAMILIES and kind >= REMOVE:
        return refuse_more(T, S, kind, a, b, k)
    if FAMILIES and T.must and forced(T, S):
        return MUST_LEAVE
    if a == b and (kind != MERCI or k < 2):
        return SAME_PILE
    if S.height[a] == 0:
        return NO_CARD
    g = T.group[a]
    take = T.take[g]
    if take == NONE:
        return NOT_TAKEN
    bits = phase(T, S)
    if a == b:
        return _refused_front(T, S, a, k, T.gives[bits * T.groups + g])
    always = 0
    now = T.route[(bits * T.groups + g) * T.groups + T.group[b]]
    for other in range(1 << T.phase_conditions):
        always |= T.route[(other * T.groups + g) * T.groups + T.group[b]]
    side = 1 if S.height[b] else 2
    if always == 0:
        return NO_WAY
    if not always & side:
        return NO_SPACE if side == 2 else NO_WAY
    if not now & side:
        return NOT_YET
    if FAMILIES and T.covers:
        if covered(T, S, a):
            return COVERED
        if covered(T, S, b):
            return COVERED_THERE
    if FAMILIES and T.whole[b]:
        return refuse_whole(T, S, a, b, k)
    if FAMILIES and not in_reach(T, S, a, b):
        return TOO_FAR
    loose = liftable(T, S, a)
    if k > S.height[a]:
        return TOO_MANY
    if k > loose:
        return KEPT if k <= S.height[a] - S.down[a] else FACE_DOWN
    if kind == MERCI and not (T.merci_times > S.num[MERCIES] and holds(T, S, T.merci_when)):
        return NOT_YET_TAKEN
    if kind == MERCI and not (T.mercied[a] and k > 1):
        return NOT_TAKEN
    if kind == PICK and not (take == ANYWHERE and k > 1):
        if not (FAMILIES and take == ENDS and k > 1 and k == S.height[a]):
            return NOT_TAKEN
    if kind == MOVE and k > 1:
        if take == ANYWHERE or take == CARD or (FAMILIES and take == ENDS):
            return TOO_MANY
        if T.single[b]:
            return SINGLE_ONLY
        if FAMILIES and take == TO_SPACES and S.height[b]:
            return SINGLE_ONLY
        runs = take == RUN or take == SINGLY or (FAMILIES and take >= TO_SPACES)
        if runs and run_length(T, S, a, k) < k:
            return NOT_A_RUN
        if take == CARD_OR_WHOLE and k < loose:
            return WHOLE_ONLY
    if kind == MOVE and take == WHOLE and k < loose and not T.single[b]:
        return WHOLE_ONLY
    if FAMILIES and kind == MOVE and take == FREEING and not T.single[b]:
        if k < run_length(T, S, a, loose) and not frees(T, S, a, k):
            return PART_OF_RUN
    if S.height[b] >= T.full[b] or (kind == MOVE and S.height[b] + k > T.full[b]):
        return FULL
    card = S.cards[a * T.room + S.height[a] - k]
    if FAMILIES and take == BY_TOP:
        if k < loose:
            return WHOLE_ONLY
        card = S.cards[a * T.room + S.height[a] - 1]
    mask = wants(T, S, b)
    if not mask >> card & 1:
        return TOO_SHORT if 0 < S.height[b] < T.least[b] else WRONG_CARD
    if T.twins[b] >= 0 and is_twin(T, S, b):
        return TWIN
    if FAMILIES and T.deal_next and a == T.stock and not falls_right(T, S, b):
        return NOT_HERE
    if kind != MOVE and _equal_beside(T, S, a, k):
        return EQUAL_BESIDE
    if kind == MOVE and take == SINGLY and k > 1 and k > carried_singly(T, S, b):
        return NO_ROOM_TO_CARRY
    return 0


def _refused_front(T: Tables, S: State, a: int, k: int, gives: int) -> int:
    """Return why a buried card may not be drawn to the front of its own pile, or 0."""
    if T.mercied[a] == 0:
        return NOT_TAKEN
    if gives == 0:
        return NOT_YET
    if FAMILIES and T.covers and covered(T, S, a):
        return COVERED
    if k > S.height[a]:
        return TOO_MANY
    if k > liftable(T, S, a):
        return KEPT if k <= S.height[a] - S.down[a] else FACE_DOWN
    if not (T.merci_times > S.num[MERCIES] and holds(T, S, T.merci_when)):
        return NOT_YET_TAKEN
    top = a * T.room + S.height[a]
    return EQUAL_BESIDE if S.cards[top - k] == S.cards[top - k + 1] else 0


def won(T: Tables, S: State) -> bool:
    """Say whether the game is won here."""
    if FAMILIES and T.win >= FAMILY_WINS:
        return won_otherwise(T, S)
    if FAMILIES and T.win_clear:
        for p in range(T.piles):
            if T.win_empty[p] and S.height[p]:
                return False
        return True
    if T.win_runs:
        for p in range(T.tableau_first, T.tableau_end):
            h = S.height[p]
            if h == 0:
                continue
            if h != T.win_runs or S.down[p] or _full_run(T, S, p) == 0:
                return False
        return T.stock < 0 or S.height[T.stock] == 0
    n = 0
    for p in range(T.foundations):
        if T.win_full and S.height[p] < T.full[p]:
            return False
        n += S.height[p]
    return n == T.total or T.win_full > 0


def _full_run(T: Tables, S: State, p: int) -> int:
    base = p * T.room
    for i in range(1, S.height[p]):
        if (
            S.cards[base + i] != S.cards[base + i - 1] - 1
            or S.cards[base + i] // 13 != S.cards[base] // 13
        ):
            return 0
    return 1


# --- making and unmaking -------------------------------------------------------------------------


def _pick(T: Tables, S: State, a: int, b: int, depth: int) -> None:
    """Take the card that lies ``depth`` deep (1 = top) out of ``a`` and put it on ``b``.

    ``b`` may be ``a``: the card comes to the front.
    """
    base = a * T.room
    at = S.height[a] - depth
    card = S.cards[base + at]
    h = S.height[a]
    for i in range(at + 1, h):
        S.scratch[i] = S.cards[base + i]
    S.height[a] = at
    for i in range(at + 1, h):
        push(T, S, a, S.scratch[i])
    empty = S.height[b] == 0
    push(T, S, b, card)
    note(S, LOG_PICKED, a, b, depth)
    if T.marks[a]:
        # a direction stays as long as two neighbours that were packed so are left to show it
        mark = S.mark[a]
        if at < mark - 1:
            mark -= 1
        elif at == mark:
            mark += 1
        set_mark(S, a, h if a == b else min(mark, h - 1))
    if T.marks[b] and empty:
        set_mark(S, b, 1)
    reseal(T, S, a)
    reseal(T, S, b)


def _unpick(T: Tables, S: State, a: int, b: int, depth: int) -> None:
    base = a * T.room
    card = S.cards[b * T.room + S.height[b] - 1]
    S.height[b] -= 1
    h = S.height[a] + 1
    at = h - depth
    for i in range(at, h - 1):
        S.scratch[i] = S.cards[base + i]
    S.height[a] = at
    push(T, S, a, card)
    for i in range(at, h - 1):
        push(T, S, a, S.scratch[i])


def _deal(T: Tables, S: State) -> None:
    if FAMILIES and (T.deal_next or T.reverses):
        deal_otherwise(T, S)
        return
    first, end, count, rows = T.deal_first, T.deal_end, T.deal_count, T.deal_rows
    which = 1
    if deals_last(T, S):
        first, end, count, rows = T.last_first, T.last_end, T.last_count, T.last_rows
        which = 2
    if FAMILIES and T.deal_skips:
        deal_skipping(T, S, first, end, count, rows)
        return
    for _ in range(count if rows else 1):
        for p in range(first, end):
            if T.misses[p] & which:
                continue
            n = min(1 if rows else count, S.height[T.stock], T.full[p] - S.height[p])
            if n > 0:
                carry(T, S, T.stock, p, n, 1)


def _refill(T: Tables, S: State) -> None:
    for p in range(T.piles):
        S.scratch[p] = 1 if S.height[p] < T.refill_below[p] else 0
    short = True
    while S.height[T.stock] and short:
        short = False
        for i in range(T.refill_piles):
            p = T.refill_order[i]
            if S.scratch[p] == 0:
                continue
            n = min(T.refill_to[p] - S.height[p], S.height[T.stock])
            if n > 0:
                carry(T, S, T.stock, p, 1 if T.refill_rows else n, 1)
                short = True


def _lay_met(T: Tables, S: State, p: int, some: int, used: int, n: int) -> int:
    """Deal ``some`` cards of the scratch, from ``used`` on to ``n``, to a pile; say how many went.

    Those that begin a foundation go there, and the pile gets others instead.
    """
    first = used
    while some > 0 and used < n:
        card = S.scratch[used]
        used += 1
        f = begun_by(T, S, card)
        if f < 0:
            push(T, S, p, card)
            some -= 1
        else:
            push(T, S, f, card)
            S.mark[f] = 1 if T.marks[f] else 0
            reseal(T, S, f)
    return used - first


def _redeal(T: Tables, S: State) -> None:
    if FAMILIES and T.redeal_by_pile:
        redeal_pile(T, S)
        return
    if T.redeal_waste and not T.redeal_shuffled:
        for p in range(T.redeal_first, T.redeal_end):
            if S.height[p]:
                carry(T, S, p, T.stock, S.height[p], 1)
        return
    keep_board(T, S)
    if FAMILIES and T.redeal_kept:
        redeal_loose(T, S)
        for p in range(T.redeal_first, T.redeal_end):
            reseal(T, S, p)
        return
    n = 0
    for i in range(T.redeal_end - T.redeal_first):
        p = T.redeal_first + i
        if T.redeal_last_first and p < T.redeal_under:
            p = T.redeal_first + T.redeal_under - 1 - p
        elif T.redeal_last_first:
            p = T.redeal_under + T.redeal_end - 1 - p
        for j in range(S.height[p]):
            at = S.height[p] - 1 - j if T.redeal_from_top else j
            S.scratch[n] = S.cards[p * T.room + at]
            n += 1
        S.height[p] = 0
        S.down[p] = 0
        S.mark[p] = 0
    if FAMILIES and T.redeal_stock:
        for j in range(S.height[T.stock] - 1, -1, -1):
            S.scratch[n] = S.cards[T.stock * T.room + j]
            n += 1
        S.height[T.stock] = 0
    if T.redeal_shuffled:
        reorder(S.scratch, n, mix((S.num[KEY] + mix(S.num[REDEALS] + 1)) & MASK))
    used = 0
    if FAMILIES and T.weave:
        deal_woven(T, S, n)
        used = n
    if not T.redeal_waste:
        rounds = T.redeal_rounds
        for turn in range(rounds if T.redeal_rows else 1):
            for p in range(T.redeal_first, T.redeal_end):
                want = T.redeal_deal[p]
                some = (1 if turn < want else 0) if T.redeal_rows else want
                some = min(some, n - used)
                if FAMILIES and T.met[p]:
                    used += _lay_met(T, S, p, some, used, n)
                    some = 0
                for i in range(some):
                    # what is gathered from the top keeps its order: the topmost card comes last
                    push(T, S, p, S.scratch[used + (some - 1 - i if T.redeal_from_top else i)])
                used += some
    if T.stock < 0:  # cards that joined since the deal go round once more
        p = T.redeal_end
        for i in range(used, n):  # they came from these piles, so there is room
            p = p + 1 if p + 1 < T.redeal_end else T.redeal_first
            while S.height[p] >= T.full[p]:
                p = p + 1 if p + 1 < T.redeal_end else T.redeal_first
            push(T, S, p, S.scratch[i])
    else:
        for i in range(n - 1, used - 1, -1):
            push(T, S, T.stock, S.scratch[i])
        S.down[T.stock] = S.height[T.stock]
        reseal(T, S, T.stock)
    for p in range(T.redeal_first, T.redeal_end):
        S.mark[p] = S.height[p] if T.marks[p] else 0
        reseal(T, S, p)


def make(T: Tables, S: State, move: int) -> None:
    """Make a legal move, with all that follows of itself, so that ``unmake`` can take it back."""
    if S.num[LOG] + LOG_ROOM > len(S.log):
        raise IndexError("the undo log is full")
    note(S, LOG_FRAME, S.num[HASH], S.num[CHECK], 0)
    kind = kind_of(move)
    a = source_of(move)
    b = target_of(move)
    if kind <= MERCI:
        card = S.cards[a * T.room + S.height[a] - count_of(move)]
        if kind == MOVE:
            carry(T, S, a, b, count_of(move), 0)
        else:
            _pick(T, S, a, b, count_of(move))
            if kind == MERCI:
                change(S, MERCIES, S.num[MERCIES] + 1)
        if T.base_by_play and b < T.foundations and S.num[BASE] == 0:
            change(S, BASE, card + 1)
        if T.turns[a] or T.sinks[a]:
            settle(T, S, a)
        if T.sinks[b]:
            settle(T, S, b)
    elif kind == TURN:
        carry(T, S, a, b, count_of(move), 1)
    elif kind == DEAL:
        _deal(T, S)
    elif kind == REFILL:
        _refill(T, S)
    elif kind == REDEAL:
        _redeal(T, S)
        if S.num[REDEALS] < T.redeal_counted:
            change(S, REDEALS, S.num[REDEALS] + 1)
    elif kind == SHIFT:
        keep_board(T, S)
        for p in range(T.shift_first, T.shift_end):
            if S.height[p]:
                rotate(T, S, p, 0)
                S.mark[p] = S.height[p] if T.marks[p] else 0
                reseal(T, S, p)
        change(S, SHIFTS, S.num[SHIFTS] + 1)
    elif FAMILIES:
        make_more(T, S, move)
    if FAMILIES and T.families:
        follow(T, S, move)
    if (kind == DEAL or kind == TURN) and S.num[DEALS] < T.deals_counted:
        change(S, DEALS, 1)
    turned = kind == TURN or T.fill_ways > 0
    if kind > TURN or (FAMILIES and (T.covers or T.late or (T.families and turned))):
        settle_all(T, S)
    elif turned:  # all other piles are as they were
        fill_all(T, S)
        settle(T, S, a)
        settle(T, S, b)
    if FAMILIES and T.deal_next and (kind == REDEAL or S.height[T.stock] == 0):
        begin_rotation(S)


def unmake(T: Tables, S: State) -> None:
    """Take the last move back, exactly."""
    while True:
        S.num[LOG] -= 4
        at = S.num[LOG]
        what = S.log[at]
        a = S.log[at + 1]
        b = S.log[at + 2]
        c = S.log[at + 3]
        if what == LOG_FRAME:
            S.num[HASH] = a
            S.num[CHECK] = b
            return
        if what == LOG_PART:
            S.part[a] = b
            S.part2[a] = c
            continue
        if what == LOG_MOVED or what == LOG_TURNED:
            top = b * T.room + S.height[b]
            for i in range(c):
                push(T, S, a, S.cards[top - 1 - i] if what == LOG_TURNED else S.cards[top - c + i])
            S.height[b] -= c
        elif what == LOG_DOWN:
            S.down[a] = b
        elif what == LOG_MARK:
            S.mark[a] = b
        elif what == LOG_NUMBER:
            S.num[a] = b
        elif what == LOG_PICKED:
            _unpick(T, S, a, b, c)
        elif FAMILIES and what == LOG_FILED:
            take_back(T, S, a, b, c)
        elif what == LOG_SUNK:
            rotate(T, S, a, 0)
            S.down[a] = b
        else:
            restore_board(T, S, a)
