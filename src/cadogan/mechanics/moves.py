"""What the engine asks the families for: their moves, why others are refused, how they are made.

The engine calls these only where a game has a family (``CompiledRules.families``), and is compiled
without them for the games that have none.
"""

from __future__ import annotations

import sys

from cadogan.mechanics.counting import moves as counting
from cadogan.mechanics.counting.moves import (
    count_on,
    count_turned,
    counted_anew,
    counts_on,
    may_turn_again,
)
from cadogan.mechanics.exchange import moves as exchange
from cadogan.mechanics.exchange.moves import exchanges, make_exchange, refuse_exchange
from cadogan.mechanics.paired_start import moves as marriage
from cadogan.mechanics.paired_start.moves import (
    make_paired_start,
    paired_starts,
    refuse_paired_start,
)
from cadogan.mechanics.removal import moves as removal
from cadogan.mechanics.removal.moves import make_removal, refuse_removal, removals
from cadogan.mechanics.reversal import moves as reversal
from cadogan.mechanics.reversal.moves import deal_row, may_reverse, no_longer, reverse_row
from cadogan.mechanics.round_robin import moves as rotation
from cadogan.mechanics.round_robin.moves import deal_next, go_on_with_batch
from cadogan.mechanics.rows import moves as rows
from cadogan.mechanics.rows.moves import close_up, far_from_rows, in_order, one_pile
from cadogan.mechanics.score import moves as scoring
from cadogan.mechanics.score.moves import far_from_score, score_reached
from cadogan.mechanics.shuttles import moves as shuttles
from cadogan.mechanics.shuttles.moves import chances, make_chance, open_next, refuse_chance, stuck
from cadogan.mechanics.single_discard import moves as leaving
from cadogan.mechanics.single_discard.moves import (
    all_but_some_out,
    discards,
    few_left,
    make_discard,
    must_leave,
    one_of_suits_left,
    refuse_discard,
)
from cadogan.mechanics.skipping import moves as skipping
from cadogan.mechanics.weaving import moves as weaving
from cadogan.mechanics.weaving.moves import weave
from cadogan.mechanics.whole_runs import moves as whole
from cadogan.mechanics.whole_runs.moves import collect, in_built_runs
from cadogan.state.codes import Counting, MoveKind, Num, Refusal, Win
from cadogan.state.compiled import CompiledRules
from cadogan.state.state import LIFTS, State, change, encode, kind_of, target_of


def forced(R: CompiledRules, S: State) -> bool:
    """Say whether something must be done before anything else, where a game has such a rule."""
    if R.shuttles.chances:
        return stuck(R, S) >= 0
    return must_leave(R, S)


def deal_otherwise(R: CompiledRules, S: State) -> None:
    """Deal to the next pile, or a row of which it is kept how long it is."""
    if R.round_robin.piles:
        deal_next(R, S)
    else:
        deal_row(R, S)


def may_redeal(R: CompiledRules, S: State) -> bool:
    """Say whether the families of a game let the cards be used again."""
    return R.counting.way != Counting.AS_TURNED or may_turn_again(R, S)


def more_moves(R: CompiledRules, S: State, out: list[int], n: int) -> int:
    """Write the moves of the families to ``out``, from ``n`` on; return where they end."""
    if R.removal.used:
        n = removals(R, S, out, n)
    if R.paired_start.used:
        n = paired_starts(R, S, out, n)
    if R.exchange.used:
        n = exchanges(R, S, out, n)
    if R.shuttles.chances:
        n = chances(R, S, out, n)
    if R.single_discard.used:
        n = discards(R, S, out, n)
    if R.counting.way == Counting.IN_ROWS:
        n = counts_on(R, S, out, n)
    if may_reverse(R, S):
        out[n] = encode(MoveKind.REVERSE, 0, 0, 0)
        n += 1
    return n


def make_more(R: CompiledRules, S: State, move: int) -> None:
    """Make a move of a family."""
    kind = kind_of(move)
    if kind == MoveKind.REMOVE and R.single_discard.used:
        make_discard(R, S, move)
    elif kind == MoveKind.REMOVE:
        make_removal(R, S, move)
    elif kind == MoveKind.MARRY:
        make_paired_start(R, S, move)
    elif kind == MoveKind.SWAP and R.shuttles.chances:
        make_chance(R, S, move)
    elif kind == MoveKind.SWAP:
        make_exchange(R, S, move)
    elif kind == MoveKind.WEAVE:
        weave(R, S)
    elif kind == MoveKind.COUNT_ON:
        count_on(R, S)
    elif kind == MoveKind.REVERSE:
        reverse_row(R, S)


def follow(R: CompiledRules, S: State, move: int) -> None:
    """Do what a move of any kind brings with it in the games of a family."""
    if R.shuttles.used and kind_of(move) <= LIFTS:
        open_next(R, S, target_of(move))
    if R.counting.way == Counting.AS_TURNED:
        if kind_of(move) == MoveKind.TURN:
            count_turned(R, S)
        elif kind_of(move) == MoveKind.REDEAL:
            counted_anew(R, S)
    if R.round_robin.deal_times:
        if kind_of(move) == MoveKind.DEAL or kind_of(move) == MoveKind.TURN:
            change(S, Num.COUNT, S.num[Num.COUNT] + 1)
        elif kind_of(move) == MoveKind.REDEAL:
            change(S, Num.COUNT, 0)
    if R.reversal.used:
        no_longer(S, kind_of(move))
    if R.round_robin.batch:
        go_on_with_batch(R, S, move)
    of_itself(R, S)


def of_itself(R: CompiledRules, S: State) -> None:
    """Do what follows of itself in families, after the deal and after every move."""
    if R.whole_runs.used:
        collect(R, S)
    if R.rows.closing:
        close_up(R, S)


def far(R: CompiledRules, S: State) -> int:
    """Return how far a position is from being won, for the order in which steps are tried."""
    total = far_from_rows(R, S)
    if R.win.kind == Win.SCORED and R.score.hands:
        total += far_from_score(R, S)
    return total


def refuse_more(R: CompiledRules, S: State, kind: int, a: int, b: int, k: int) -> int:
    """Return why a move of a family is not legal, or 0 if it is."""
    if kind == MoveKind.REMOVE and R.removal.used:
        return refuse_removal(R, S, a, b, k)
    if kind == MoveKind.MARRY and R.paired_start.used:
        return refuse_paired_start(R, S, a, b, k)
    if kind == MoveKind.SWAP and R.exchange.used:
        return refuse_exchange(R, S, a, b, k)
    if kind == MoveKind.SWAP and R.shuttles.chances:
        return refuse_chance(R, S, a, b, k)
    if kind == MoveKind.REMOVE and R.single_discard.used:
        return refuse_discard(R, S, a, b, k)
    return Refusal.NO_WAY


def won_otherwise(R: CompiledRules, S: State) -> bool:
    """Say whether the game is won here, where it is won as a family's games are."""
    if R.win.kind == Win.ALL_OUT:
        return all_but_some_out(R, S)
    if R.win.kind == Win.ONE_PILE:
        return one_pile(R, S)
    if R.win.kind == Win.ROWS_IN_ORDER:
        return in_order(R, S)
    if R.win.kind == Win.IN_BUILT_RUNS:
        return in_built_runs(R, S)
    if R.win.kind == Win.ONE_OF_SUITS:
        return one_of_suits_left(R, S)
    if R.win.kind == Win.CARDS_LEFT:
        return few_left(R, S)
    if R.win.kind == Win.SCORED:
        return score_reached(R, S)
    return False


# What is compiled, lowest first.
CODE = (
    removal,
    leaving,
    counting,
    shuttles,
    scoring,
    marriage,
    exchange,
    rotation,
    skipping,
    reversal,
    weaving,
    whole,
    rows,
    sys.modules[__name__],
)
