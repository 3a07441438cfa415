"""Dominant moves: the search always makes them first, because they do no harm.

:mod:`cadogan.solver.safe_moves` proves that safe moves do no harm, and
:mod:`cadogan.solver.safe_cards` checks the conditions of the proof.
"""

from __future__ import annotations

from cadogan.engine.legal import refusal
from cadogan.solver.codes import Noted
from cadogan.solver.facts import Analysis
from cadogan.solver.safe_cards import leaves, look, released, taker
from cadogan.state.codes import MoveKind, Num
from cadogan.state.compiled import CompiledRules
from cadogan.state.queries import wants
from cadogan.state.state import MASK, State, count_of, encode, kind_of, source_of, target_of


def safe_move(R: CompiledRules, S: State, A: Analysis) -> int:
    """Return a move to a foundation that can do no harm, or -1.

    The result is the first move of :func:`cadogan.solver.safe_moves.safe_moves`, which returns all
    safe moves for the page.
    """
    first = -1
    some = takeable(R, S, A) & ~A.safe.choices
    # this loop only saves work: the checks below would give the same result
    for p in range(R.foundations, R.piles):
        h = S.height[p]
        if h > S.down[p] and some >> S.cards[p * R.room + h - 1] & 1 and A.safe.barred[p] == 0:
            first = p
            break
    if first < 0:  # usually no pile qualifies
        return -1
    free = 0 * first
    gone = 0 * first
    if not A.safe.chains:
        founded, free = look(R, S, A.safe)
        gone = released(R, S, A.safe, founded, free)
    for p in range(first, R.piles):
        h = S.height[p]
        if h == 0:
            continue
        card = S.cards[p * R.room + h - 1]
        if not some >> card & 1 or not leaves(R, S, A.safe, p):
            continue
        low = 0 * first
        high = R.foundations
        if not A.safe.chains:
            low = taker(R, S, A.safe, p, free, gone)
            high = low + 1
            if low < 0:
                continue
        for f in range(low, high):
            if not A.safe.chains or wants(R, S, f) >> card & 1:
                move = encode(MoveKind.MOVE, p, f, 1)
                if refusal(R, S, kind_of(move), p, f, count_of(move)) == 0:
                    return move
    return -1


def settling_move(R: CompiledRules, S: State, A: Analysis) -> int:
    """Return a move of a card to the only card that takes it, if it can stay there; else -1.

    The card that takes the moved card must end a run that begins at the bottom of its pile. In that
    run, each card is the only one that the rules ever allow on the card below.
    """
    tops = 0 * S.height[0]
    for p in range(R.foundations, R.piles):
        h = S.height[p]
        if h > 1:  # the set ``tops`` only saves work, and so does this condition
            tops |= 1 << S.cards[p * R.room + h - 1]
    for b in range(R.foundations, R.piles):
        h = S.height[b]
        if h == 0 or S.down[b]:
            continue
        i = b * R.room + h - 1
        card = A.dominance.rider[S.cards[i]]
        if card < 0 or not tops >> card & 1:
            continue
        while i > b * R.room and A.dominance.rider[S.cards[i - 1]] == S.cards[i]:
            i -= 1
        if i > b * R.room:
            continue
        for a in range(R.foundations, R.piles):
            h = S.height[a]
            # the height test only saves work: the single card of a pile can stay there as well
            if h > 1 and S.cards[a * R.room + h - 1] == card:
                move = encode(MoveKind.MOVE, a, b, 1)
                if refusal(R, S, kind_of(move), a, b, count_of(move)) == 0:
                    return move
    return -1 + 0 * tops


def takeable(R: CompiledRules, S: State, A: Analysis) -> int:
    """Return the set of cards that some foundation takes.

    If the result depends only on the foundations, it is cached until the foundations change.
    """
    key = S.num[Num.BASE]
    if A.steady:
        for f in range(R.foundations):
            key += S.part[f]
        key &= MASK
        if key == A.work.sets[Noted.TOLD]:
            return A.work.sets[Noted.TAKEABLE]
    some = 0 * key
    for f in range(R.foundations):
        some |= wants(R, S, f)
    A.work.sets[Noted.TOLD] = key
    A.work.sets[Noted.TAKEABLE] = some
    return some


def may_be_safe(R: CompiledRules, S: State, A: Analysis, move: int) -> bool:
    """Return whether a safe move may exist after ``move``, assuming that none existed before it.

    Whether a move is safe depends on the foundations and on the top cards. So a move from pile a to
    pile b can only make the top cards of a and b safe. The test ``test_what_may_be_safe`` checks
    this claim. The result affects only the cost: the search makes an overlooked safe move later,
    and a needless check finds no move.
    """
    kind = kind_of(move)
    a = source_of(move)
    b = target_of(move)
    if (
        not A.still
        or (kind != MoveKind.MOVE and kind != MoveKind.TURN)
        or a < R.foundations
        or b < R.foundations
    ):
        return True
    some = takeable(R, S, A) & ~A.safe.choices
    h = S.height[a]
    if h and some >> S.cards[a * R.room + h - 1] & 1:
        return True
    return some >> S.cards[b * R.room + S.height[b] - 1] & 1 == 1
