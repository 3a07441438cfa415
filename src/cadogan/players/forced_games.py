"""Which games are nothing but errands: top cards go to foundations, the stock is turned."""

from __future__ import annotations

from cadogan.state.compiled import Tables
from cadogan.state.special_moves import upsetting
from cadogan.state.state import CARD

__all__ = ["knows_each_other", "runs_errands"]

# Whatever would make the short way of cadogan.players.kernel.forced miss something.
_NOT_THERE = (
    *("phase_conditions", "refill_piles", "fill_ways", "deal_when"),
    *("last_count", "covers", "wholes", "forgets", "closing", "row", "removal"),
    *("marriage", "swaps", "weave", "deal_next", "redeal_by_pile", "deal_times", "discards"),
    *("batch", "chances", "counting", "score_target", "deals_counted"),
)
_NO_PILE_HAS = ("then_when", "marks", "begins", "sinks")


def runs_errands(T: Tables) -> bool:
    """Say whether a game's only moves are of top cards to foundations, turns and redeals.

    >>> from cadogan.model.position import game
    >>> [runs_errands(game(name).tables) for name in ("birthday", "clock-patience", "klondike")]
    [True, True, False]
    """
    if upsetting(T) or any(getattr(T, name) for name in _NOT_THERE):
        return False
    if any(any(getattr(T, name)) for name in _NO_PILE_HAS):
        return False
    if any(n >= 0 for some in (T.above, T.indicator) for n in some) or T.redeal_times < 0:
        return False
    if T.deal_count and (T.deal_first != T.waste or T.hidden[T.waste]):
        return False
    ways = [
        (a, b)
        for a in range(T.piles)
        for b in range(T.piles)
        if T.route[T.group[a] * T.groups + T.group[b]]
    ]
    return all(a >= T.foundations > b and T.take[T.group[a]] == CARD for a, b in ways)


def knows_each_other(T: Tables) -> bool:
    """Say whether what a foundation takes depends on other foundations, or on the base card.

    >>> from cadogan.model.position import game
    >>> [knows_each_other(game(name).tables) for name in ("birthday", "the-clock", "quadrille")]
    [False, True, True]
    """
    return bool(T.base_by_play) or any(n >= 0 for n in (*T.twins, *T.same_suits, *T.line))
