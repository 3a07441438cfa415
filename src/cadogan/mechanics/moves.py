"""What the engine asks the families for: their moves, why others are refused, how they are made.

The engine calls these only where a game has a family (``Tables.families``), and is compiled
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
from cadogan.mechanics.paired_start.moves import make_marriage, marriages, refuse_marriage
from cadogan.mechanics.removal import moves as removal
from cadogan.mechanics.removal.moves import make_removal, refuse_removal, removals
from cadogan.mechanics.reversal import moves as reversal
from cadogan.mechanics.reversal.moves import deal_row, may_reverse, no_longer, reverse_row
from cadogan.mechanics.round_robin import moves as rotation
from cadogan.mechanics.round_robin.moves import (
    begin_rotation,
    deal_next,
    falls_right,
    go_on_with_batch,
    pile_to_redeal,
    redeal_pile,
)
from cadogan.mechanics.rows import moves as rows
from cadogan.mechanics.rows.moves import (
    close_up,
    far_from_rows,
    in_order,
    in_reach,
    one_pile,
    redeal_loose,
)
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
from cadogan.mechanics.skipping.moves import deal_skipping, may_now, passed_over
from cadogan.mechanics.weaving import moves as weaving
from cadogan.mechanics.weaving.moves import deal_woven, may_weave, playable, weave
from cadogan.mechanics.whole_runs import moves as whole
from cadogan.mechanics.whole_runs.moves import collect, in_built_runs, leaves, refuse_whole
from cadogan.state.compiled import COUNTED_AS_TURNED, COUNTED_IN_ROWS, Tables
from cadogan.state.state import (
    ALL_OUT,
    CARDS_LEFT,
    COUNT,
    COUNT_ON,
    DEAL,
    IN_BUILT_RUNS,
    LIFTS,
    MARRY,
    NO_WAY,
    ONE_OF_SUITS,
    ONE_PILE,
    REDEAL,
    REMOVE,
    REVERSE,
    ROWS_IN_ORDER,
    SCORED,
    SWAP,
    TURN,
    WEAVE,
    State,
    change,
    encode,
    kind_of,
    target_of,
)

__all__ = [
    "CODE",
    "begin_rotation",
    "deal_otherwise",
    "deal_skipping",
    "deal_woven",
    "falls_right",
    "far",
    "follow",
    "forced",
    "in_reach",
    "leaves",
    "make_more",
    "may_now",
    "may_redeal",
    "may_weave",
    "more_moves",
    "of_itself",
    "passed_over",
    "pile_to_redeal",
    "playable",
    "redeal_loose",
    "redeal_pile",
    "refuse_more",
    "refuse_whole",
    "won_otherwise",
]


def forced(T: Tables, S: State) -> bool:
    """Say whether something must be done before anything else, where a game has such a rule."""
    if T.chances:
        return stuck(T, S) >= 0
    return must_leave(T, S)


def deal_otherwise(T: Tables, S: State) -> None:
    """Deal to the next pile, or a row of which it is kept how long it is."""
    if T.deal_next:
        deal_next(T, S)
    else:
        deal_row(T, S)


def may_redeal(T: Tables, S: State) -> bool:
    """Say whether the families of a game let the cards be used again."""
    return T.counting != COUNTED_AS_TURNED or may_turn_again(T, S)


def more_moves(T: Tables, S: State, out: list[int], n: int) -> int:
    """Write the moves of the families to ``out``, from ``n`` on; return where they end."""
    if T.removal:
        n = removals(T, S, out, n)
    if T.marriage:
        n = marriages(T, S, out, n)
    if T.swaps:
        n = exchanges(T, S, out, n)
    if T.chances:
        n = chances(T, S, out, n)
    if T.discards:
        n = discards(T, S, out, n)
    if T.counting == COUNTED_IN_ROWS:
        n = counts_on(T, S, out, n)
    if may_reverse(T, S):
        out[n] = encode(REVERSE, 0, 0, 0)
        n += 1
    return n


def make_more(T: Tables, S: State, move: int) -> None:
    """Make a move of a family."""
    kind = kind_of(move)
    if kind == REMOVE and T.discards:
        make_discard(T, S, move)
    elif kind == REMOVE:
        make_removal(T, S, move)
    elif kind == MARRY:
        make_marriage(T, S, move)
    elif kind == SWAP and T.chances:
        make_chance(T, S, move)
    elif kind == SWAP:
        make_exchange(T, S, move)
    elif kind == WEAVE:
        weave(T, S)
    elif kind == COUNT_ON:
        count_on(T, S)
    elif kind == REVERSE:
        reverse_row(T, S)


def follow(T: Tables, S: State, move: int) -> None:
    """Do what a move of any kind brings with it in the games of a family."""
    if T.shuttles and kind_of(move) <= LIFTS:
        open_next(T, S, target_of(move))
    if T.counting == COUNTED_AS_TURNED:
        if kind_of(move) == TURN:
            count_turned(T, S)
        elif kind_of(move) == REDEAL:
            counted_anew(T, S)
    if T.deal_times:
        if kind_of(move) == DEAL or kind_of(move) == TURN:
            change(S, COUNT, S.num[COUNT] + 1)
        elif kind_of(move) == REDEAL:
            change(S, COUNT, 0)
    if T.reverses:
        no_longer(S, kind_of(move))
    if T.batch:
        go_on_with_batch(T, S, move)
    of_itself(T, S)


def of_itself(T: Tables, S: State) -> None:
    """Do what follows of itself in families, after the deal and after every move."""
    if T.wholes:
        collect(T, S)
    if T.closing:
        close_up(T, S)


def far(T: Tables, S: State) -> int:
    """Return how far a position is from being won, for the order in which steps are tried."""
    total = far_from_rows(T, S)
    if T.win == SCORED and T.score_hands:
        total += far_from_score(T, S)
    return total


def refuse_more(T: Tables, S: State, kind: int, a: int, b: int, k: int) -> int:
    """Return why a move of a family is not legal, or 0 if it is."""
    if kind == REMOVE and T.removal:
        return refuse_removal(T, S, a, b, k)
    if kind == MARRY and T.marriage:
        return refuse_marriage(T, S, a, b, k)
    if kind == SWAP and T.swaps:
        return refuse_exchange(T, S, a, b, k)
    if kind == SWAP and T.chances:
        return refuse_chance(T, S, a, b, k)
    if kind == REMOVE and T.discards:
        return refuse_discard(T, S, a, b, k)
    return NO_WAY


def won_otherwise(T: Tables, S: State) -> bool:
    """Say whether the game is won here, where it is won as a family's games are."""
    if T.win == ALL_OUT:
        return all_but_some_out(T, S)
    if T.win == ONE_PILE:
        return one_pile(T, S)
    if T.win == ROWS_IN_ORDER:
        return in_order(T, S)
    if T.win == IN_BUILT_RUNS:
        return in_built_runs(T, S)
    if T.win == ONE_OF_SUITS:
        return one_of_suits_left(T, S)
    if T.win == CARDS_LEFT:
        return few_left(T, S)
    if T.win == SCORED:
        return score_reached(T, S)
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
