"""Moves: functions that make a move with its automatic consequences, and undo it exactly.

The module :mod:`cadogan.state.state` explains how integers encode positions and moves. The package
:mod:`cadogan.solver.search` explains R, S, p, h and other names.
"""

from __future__ import annotations

from cadogan.mechanics.moves import deal_otherwise, follow, make_more
from cadogan.mechanics.round_robin.moves import begin_rotation, redeal_pile
from cadogan.mechanics.rows.moves import redeal_loose
from cadogan.mechanics.skipping.moves import deal_skipping
from cadogan.mechanics.weaving.moves import deal_woven
from cadogan.state.automatic import begun_by, fill_all, rotate, settle, settle_all
from cadogan.state.codes import Log, MoveKind, Num
from cadogan.state.compiled import CompiledRules
from cadogan.state.queries import deals_last
from cadogan.state.state import (
    LOG_ROOM,
    MASK,
    MECHANICS,
    State,
    carry,
    change,
    count_of,
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


def _pick(R: CompiledRules, S: State, a: int, b: int, depth: int) -> None:
    """Move the card at ``depth`` in pile ``a`` (1 = top) to the top of pile ``b``.

    If ``b`` equals ``a``, the card goes to the top of its own pile.
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
        # The direction of the pile stays fixed as long as two neighbouring cards packed in that
        # direction remain.
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
    """Deal ``some`` cards to a pile from ``S.scratch[used:n]``; return how many were used.

    A card that begins a foundation goes there, and the next card takes its place in the pile.
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
    """Make a redeal: turn the waste over, or gather the tableau and deal it again."""
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
    n = _gather(R, S)
    if R.redeal.shuffled:
        reorder(S.scratch, n, mix((S.num[Num.KEY] + mix(S.num[Num.REDEALS] + 1)) & MASK))
    used = 0 * n
    if MECHANICS and R.weaving.used:
        deal_woven(R, S, n)
        used = n
    if not R.redeal.waste:
        used = _deal_gathered(R, S, used, n)
    if R.stock.pile < 0:
        _deal_surplus(R, S, used, n)
    else:
        for i in range(n - 1, used - 1, -1):
            push(R, S, R.stock.pile, S.scratch[i])
        S.down[R.stock.pile] = S.height[R.stock.pile]
        reseal(R, S, R.stock.pile)
    for p in range(R.redeal.first, R.redeal.end):
        S.mark[p] = S.height[p] if R.accept.marks[p] else 0
        reseal(R, S, p)


def _gather(R: CompiledRules, S: State) -> int:
    """Gather the cards for a redeal in ``S.scratch``, in dealing order, and return their number."""
    n = 0 * S.num[0]
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
    return n


def _deal_gathered(R: CompiledRules, S: State, used: int, n: int) -> int:
    """Deal gathered cards to the tableau as in the first deal; return how many were used."""
    for turn in range(R.redeal.rounds if R.redeal.rows else 1):
        for p in range(R.redeal.first, R.redeal.end):
            want = R.redeal.dealt[p]
            some = (1 if turn < want else 0) if R.redeal.rows else want
            some = min(some, n - used)
            if MECHANICS and R.fill.met[p]:
                used += _lay_met(R, S, p, some, used, n)
                continue
            for i in range(some):
                # cards gathered from the top keep their order, so the top card is dealt last
                push(R, S, p, S.scratch[used + (some - 1 - i if R.redeal.from_top else i)])
            used += some
    return used


def _deal_surplus(R: CompiledRules, S: State, used: int, n: int) -> None:
    """Deal the cards that joined the tableau after the first deal, going round its piles again."""
    p = R.redeal.end
    for i in range(used, n):  # the same piles held these cards before, so there is room
        p = p + 1 if p + 1 < R.redeal.end else R.redeal.first
        while S.height[p] >= R.accept.full[p]:
            p = p + 1 if p + 1 < R.redeal.end else R.redeal.first
        push(R, S, p, S.scratch[i])


def make(R: CompiledRules, S: State, move: int) -> None:
    """Make a legal move with its automatic consequences, and log it for ``unmake``."""
    if S.num[Num.LOG] + LOG_ROOM > len(S.log):
        raise IndexError("the undo log is full")
    note(S, Log.FRAME, S.num[Num.HASH], S.num[Num.CHECK], 0)
    kind = kind_of(move)
    if kind <= MoveKind.MERCI:
        _lift(R, S, move)
    elif kind == MoveKind.TURN:
        carry(R, S, source_of(move), target_of(move), count_of(move), 1)
    elif kind == MoveKind.DEAL:
        _deal(R, S)
    elif kind == MoveKind.REFILL:
        _refill(R, S)
    elif kind == MoveKind.REDEAL:
        _redeal(R, S)
        if S.num[Num.REDEALS] < R.redeal.counted:
            change(S, Num.REDEALS, S.num[Num.REDEALS] + 1)
    elif kind == MoveKind.SHIFT:
        _shift(R, S)
    elif MECHANICS:
        make_more(R, S, move)
    _follow(R, S, move, kind)


def _lift(R: CompiledRules, S: State, move: int) -> None:
    """Move the cards of a move from one pile to another, and turn up the card that they uncover."""
    kind = kind_of(move)
    a = source_of(move)
    b = target_of(move)
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


def _shift(R: CompiledRules, S: State) -> None:
    """For every pile that shifts, move the bottom card to the top."""
    keep_board(R, S)
    for p in range(R.shift.first, R.shift.end):
        if S.height[p]:
            rotate(R, S, p, 0)
            S.mark[p] = S.height[p] if R.accept.marks[p] else 0
            reseal(R, S, p)
    change(S, Num.SHIFTS, S.num[Num.SHIFTS] + 1)


def _follow(R: CompiledRules, S: State, move: int, kind: int) -> None:
    """Make the automatic changes after a move: fill piles, turn cards up, sink cards, and so on."""
    if MECHANICS and R.mechanics.needed:
        follow(R, S, move)
    if (kind == MoveKind.DEAL or kind == MoveKind.TURN) and S.num[Num.DEALS] < R.deal.counted:
        change(S, Num.DEALS, 1)
    turned = kind == MoveKind.TURN or R.fill.ways > 0
    if kind > MoveKind.TURN or (
        MECHANICS and (R.overlap.used or R.face.late or (R.mechanics.needed and turned))
    ):
        settle_all(R, S)
    elif turned:  # only the source and the target of the move have changed
        fill_all(R, S)
        settle(R, S, source_of(move))
        settle(R, S, target_of(move))
    if MECHANICS and R.round_robin.piles:
        if kind == MoveKind.REDEAL or S.height[R.stock.pile] == 0:
            begin_rotation(S)


def unmake(R: CompiledRules, S: State) -> None:
    """Undo the last move, so that the state is exactly as before."""
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
        elif what == Log.ROTATED:
            rotate(R, S, a, 0)
            S.down[a] = b
        else:
            restore_board(R, S, a)
