"""Moves of mechanics: the functions with which the engine generates, refuses and makes them.

The engine calls these functions only in games with a mechanic (``MechanicRules.needed``). The
kernels for other games leave them out. The functions test the flags of all mechanics in a fixed
order. If they looked functions up in a table such as the registry, the compiled code could not call
them directly.
"""

from __future__ import annotations

import sys

from cadogan.mechanics.counting import moves as counting
from cadogan.mechanics.exchange import moves as exchange
from cadogan.mechanics.paired_start import moves as paired_start
from cadogan.mechanics.removal import moves as removal
from cadogan.mechanics.reversal import moves as reversal
from cadogan.mechanics.round_robin import moves as round_robin
from cadogan.mechanics.rows import moves as rows
from cadogan.mechanics.score import moves as score
from cadogan.mechanics.shuttles import moves as shuttles
from cadogan.mechanics.single_discard import moves as single_discard
from cadogan.mechanics.skipping import moves as skipping
from cadogan.mechanics.weaving import moves as weaving
from cadogan.mechanics.whole_runs import moves as whole_runs
from cadogan.state.codes import Counting, MoveKind, Num, Refusal, Win
from cadogan.state.compiled import CompiledRules
from cadogan.state.state import LIFTS, State, change, encode, kind_of, target_of


def forced(R: CompiledRules, S: State) -> bool:
    """Return whether the rules require a special move before any other."""
    if R.shuttles.chances:
        return shuttles.stuck(R, S) >= 0
    return single_discard.must_leave(R, S)


def deal_otherwise(R: CompiledRules, S: State) -> None:
    """Deal to the next pile in turn, or deal a row and record its length."""
    if R.round_robin.piles:
        round_robin.deal_next(R, S)
    else:
        reversal.deal_row(R, S)


def may_redeal(R: CompiledRules, S: State) -> bool:
    """Return whether the mechanics of the game allow a redeal now."""
    return R.counting.way != Counting.AS_TURNED or counting.may_turn_again(R, S)


def more_moves(R: CompiledRules, S: State, out: list[int], n: int) -> int:
    """Write the moves of mechanics to ``out`` from index ``n`` on; return the new end."""
    if R.removal.used:
        n = removal.removals(R, S, out, n)
    if R.paired_start.used:
        n = paired_start.paired_starts(R, S, out, n)
    if R.exchange.used:
        n = exchange.exchanges(R, S, out, n)
    if R.shuttles.chances:
        n = shuttles.chances(R, S, out, n)
    if R.single_discard.used:
        n = single_discard.discards(R, S, out, n)
    if R.counting.way == Counting.IN_ROWS:
        n = counting.counts_on(R, S, out, n)
    if reversal.may_reverse(R, S):
        out[n] = encode(MoveKind.REVERSE, 0, 0, 0)
        n += 1
    return n


def make_more(R: CompiledRules, S: State, move: int) -> None:
    """Make a move that belongs to a mechanic."""
    kind = kind_of(move)
    if kind == MoveKind.REMOVE and R.single_discard.used:
        single_discard.make_discard(R, S, move)
    elif kind == MoveKind.REMOVE:
        removal.make_removal(R, S, move)
    elif kind == MoveKind.MARRY:
        paired_start.make_paired_start(R, S, move)
    elif kind == MoveKind.SWAP and R.shuttles.chances:
        shuttles.make_chance(R, S, move)
    elif kind == MoveKind.SWAP:
        exchange.make_exchange(R, S, move)
    elif kind == MoveKind.WEAVE:
        weaving.weave(R, S)
    elif kind == MoveKind.COUNT_ON:
        counting.count_on(R, S)
    elif kind == MoveKind.REVERSE:
        reversal.reverse_row(R, S)


def follow(R: CompiledRules, S: State, move: int) -> None:
    """Make the changes that a mechanic causes after a move of any kind."""
    if R.shuttles.used and kind_of(move) <= LIFTS:
        shuttles.open_next(R, S, target_of(move))
    if R.counting.way == Counting.AS_TURNED:
        if kind_of(move) == MoveKind.TURN:
            counting.count_turned(R, S)
        elif kind_of(move) == MoveKind.REDEAL:
            counting.counted_anew(R, S)
    if R.round_robin.deal_times:
        if kind_of(move) == MoveKind.DEAL or kind_of(move) == MoveKind.TURN:
            change(S, Num.COUNT, S.num[Num.COUNT] + 1)
        elif kind_of(move) == MoveKind.REDEAL:
            change(S, Num.COUNT, 0)
    if R.reversal.used:
        reversal.no_longer(S, kind_of(move))
    if R.round_robin.batch:
        round_robin.go_on_with_batch(R, S, move)
    of_itself(R, S)


def of_itself(R: CompiledRules, S: State) -> None:
    """Make the automatic changes of mechanics after the deal or after a move."""
    if R.whole_runs.used:
        whole_runs.collect(R, S)
    if R.rows.closing:
        rows.close_up(R, S)


def far(R: CompiledRules, S: State) -> int:
    """Return the estimated distance from a win, which the search uses to order steps."""
    total = rows.far_from_rows(R, S)
    if R.win.kind == Win.SCORED and R.score.hands:
        total += score.far_from_score(R, S)
    return total


def refuse_more(R: CompiledRules, S: State, kind: int, a: int, b: int, k: int) -> int:
    """Return why a move of a mechanic is illegal, or 0 if it is legal."""
    if kind == MoveKind.REMOVE and R.removal.used:
        return removal.refuse_removal(R, S, a, b, k)
    if kind == MoveKind.MARRY and R.paired_start.used:
        return paired_start.refuse_paired_start(R, S, a, b, k)
    if kind == MoveKind.SWAP and R.exchange.used:
        return exchange.refuse_exchange(R, S, a, b, k)
    if kind == MoveKind.SWAP and R.shuttles.chances:
        return shuttles.refuse_chance(R, S, a, b, k)
    if kind == MoveKind.REMOVE and R.single_discard.used:
        return single_discard.refuse_discard(R, S, a, b, k)
    return Refusal.NO_WAY


def won_otherwise(R: CompiledRules, S: State) -> bool:
    """Return whether a mechanic's condition for winning is true."""
    if R.win.kind == Win.ALL_OUT:
        return single_discard.all_but_some_out(R, S)
    if R.win.kind == Win.ONE_PILE:
        return rows.one_pile(R, S)
    if R.win.kind == Win.ROWS_IN_ORDER:
        return rows.in_order(R, S)
    if R.win.kind == Win.IN_BUILT_RUNS:
        return whole_runs.in_built_runs(R, S)
    if R.win.kind == Win.ONE_OF_SUITS:
        return single_discard.one_of_suits_left(R, S)
    if R.win.kind == Win.CARDS_LEFT:
        return single_discard.few_left(R, S)
    if R.win.kind == Win.SCORED:
        return score.score_reached(R, S)
    return False


# Modules to compile, each after the modules that it uses.
CODE = (
    removal,
    single_discard,
    counting,
    shuttles,
    score,
    paired_start,
    exchange,
    round_robin,
    skipping,
    reversal,
    weaving,
    whole_runs,
    rows,
    sys.modules[__name__],
)
