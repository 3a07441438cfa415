"""Which games are nothing but errands: top cards go to foundations, the stock is turned."""

from __future__ import annotations

from cadogan.state.codes import Lift
from cadogan.state.compiled import CompiledRules
from cadogan.state.special_moves import upsetting

# Whatever would make the short way of cadogan.players.kernel.forced miss something.
_NOT_THERE = (
    *("phase_conditions", "refill_piles", "fill_ways", "deal_when"),
    *("last_count", "covers", "wholes", "forgets", "closing", "row", "removal"),
    *("marriage", "swaps", "weave", "deal_next", "redeal_by_pile", "deal_times", "discards"),
    *("batch", "chances", "counting", "score_target", "deals_counted"),
)
_NO_PILE_HAS = ("then_when", "marks", "begins", "sinks")


def is_forced(R: CompiledRules) -> bool:
    """Say whether a game's only moves are of top cards to foundations, turns and redeals.

    >>> from cadogan.model.position import game
    >>> games = ("birthday", "clock-patience", "klondike")
    >>> [is_forced(game(name).compiled_rules) for name in games]
    [True, True, False]
    """
    if upsetting(R) or any(getattr(R, name) for name in _NOT_THERE):
        return False
    if any(any(getattr(R, name)) for name in _NO_PILE_HAS):
        return False
    if (
        any(n >= 0 for some in (R.accept.above, R.accept.indicator) for n in some)
        or R.redeal.times < 0
    ):
        return False
    if R.deal.cards and (R.deal.first != R.stock.waste or R.face.hidden[R.stock.waste]):
        return False
    ways = [
        (a, b)
        for a in range(R.piles)
        for b in range(R.piles)
        if R.routes.ways[R.group[a] * R.groups + R.group[b]]
    ]
    return all(a >= R.foundations > b and R.lift.take[R.group[a]] == Lift.CARD for a, b in ways)


def knows_each_other(R: CompiledRules) -> bool:
    """Say whether what a foundation takes depends on other foundations, or on the base card.

    >>> from cadogan.model.position import game
    >>> games = ("birthday", "the-clock", "quadrille")
    >>> [knows_each_other(game(name).compiled_rules) for name in games]
    [False, True, True]
    """
    return bool(R.accept.base_by_play) or any(
        n >= 0 for n in (*R.accept.twins, *R.accept.same_suits, *R.accept.line)
    )
