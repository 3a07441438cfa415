"""Forced games, whose only moves take top cards to foundations or turn the stock."""

from __future__ import annotations

from cadogan.state.codes import Lift
from cadogan.state.compiled import CompiledRules
from cadogan.state.records import flattened
from cadogan.state.special_moves import upsetting

# If one of these rules is in use, the fast loop in cadogan.players.kernel.forced would miss moves.
_NOT_THERE = """
    routes.phase_conditions refill.piles fill.ways deal.when last_deal.cards overlap.used
    whole_runs.used mechanics.forgets rows.closing rows.length removal.used paired_start.used
    exchange.used weaving.used round_robin.piles round_robin.redeal_by_pile round_robin.deal_times
    single_discard.used round_robin.batch shuttles.chances counting.way score.target deal.counted
"""
_NO_PILE_HAS = ("accept.then_when", "accept.marks", "exchange.begins", "face.sinks")


def is_forced(R: CompiledRules) -> bool:
    """Return whether a game has only turns, redeals and moves of top cards to foundations.

    >>> from cadogan.model.position import game
    >>> games = ("birthday", "clock-patience", "klondike")
    >>> [is_forced(game(name).compiled_rules) for name in games]
    [True, True, False]
    """
    fields = dict(flattened(R))
    if (
        upsetting(R)
        or any(fields[name] for name in _NOT_THERE.split())
        or any(any(fields[name]) for name in _NO_PILE_HAS)
        or any(n >= 0 for n in (*R.accept.above, *R.accept.indicator))
        or R.redeal.times < 0
        or (R.deal.cards and (R.deal.first != R.stock.waste or R.face.hidden[R.stock.waste]))
    ):
        return False
    ways = [
        (a, b)
        for a in range(R.piles)
        for b in range(R.piles)
        if R.routes.ways[R.group[a] * R.groups + R.group[b]]
    ]
    return all(a >= R.foundations > b and R.lift.take[R.group[a]] == Lift.CARD for a, b in ways)


def knows_each_other(R: CompiledRules) -> bool:
    """Return whether the cards that a foundation takes depend on other piles or the base card.

    >>> from cadogan.model.position import game
    >>> games = ("birthday", "the-clock", "quadrille")
    >>> [knows_each_other(game(name).compiled_rules) for name in games]
    [False, True, True]
    """
    return bool(R.accept.base_by_play) or any(
        n >= 0 for n in (*R.accept.twins, *R.accept.same_suits, *R.accept.line)
    )
