"""Facts for the pruning *follow*: which cards may follow which into a hole.

The section *follow* in docs/explanation/prunings.md gives the argument.
"""

from __future__ import annotations

from collections.abc import Collection

from cadogan.compiler.features import Proof
from cadogan.core.cards import CARDS, cards_in, of_rank
from cadogan.model.position import Game
from cadogan.rules.phrases import WinWay
from cadogan.solver.facts import HoleFacts
from cadogan.solver.reach import any_goes, groups_of
from cadogan.state.compiled import CompiledRules

_RANKS = 13
# Cards enter the hole only by a move of a top card or by a deal. The features named here ensure
# that no card comes back from the hole. These features also ensure that cards are lifted only from
# the top, and that a redeal gathers only the waste. No rule allows moves of cards to the stock. The
# proof does not depend on which card lies on which, or which pile covers which. Nor does the proof
# depend on the order in which cards leave cells, waste and stock.
PROOF = Proof.of(
    """
    two packs, other suits, hole, lifts a card, cells, covers, deals to waste,
    deals to foundations, redeals the waste, won: on foundations, won: piles empty
    """
)


def hole_facts(game: Game, followers: list[int], without: Collection[str] = ()) -> HoleFacts:
    """Return the ranks that may follow each other into the hole.

    >>> from cadogan.model.position import game
    >>> from cadogan.solver.analysis.analysis import analyse
    >>> golf, books, klondike = (
    ...     analyse(game(name)).holes for name in ("golf", "golf-dead-kings", "klondike")
    ... )
    >>> golf.way, golf.needy, golf.after_lower[11:], golf.after_higher[11:]
    (2, [0, 1, 1, 1, 1, 1, 1, 1, 0], [1, 1], [1, 0])
    >>> books.after_higher[11], books.way, klondike.way
    (0, 1, 0)
    """
    R = game.compiled_rules
    off = [0] * R.piles
    none = HoleFacts(way=0, needy=off, orderly=off, after_lower=[0], after_higher=[0])
    needy = _needy(game)
    lower, higher = [0] * _RANKS, [0] * _RANKS
    if "follow" in without or not any(needy):
        return none
    for card, mask in enumerate(followers[:CARDS]):
        ranks = {c % _RANKS for c in cards_in(mask)}
        rank = card % _RANKS
        up, down = (rank + 1) % _RANKS, (rank - 1) % _RANKS
        if (
            mask != sum(of_rank(r + 1) for r in ranks)
            or ranks - {up, down}
            or mask != followers[rank]
        ):
            return none  # the cards that may follow depend on more than the rank
        lower[up] |= int(up in ranks)
        higher[down] |= int(down in ranks)
    both_ways = all(lower[(r + 1) % _RANKS] == higher[r] for r in range(_RANKS))
    return HoleFacts(
        way=1 + both_ways,
        needy=needy,
        orderly=_orderly(R, needy),
        after_lower=lower,
        after_higher=higher,
    )


def _needy(game: Game) -> list[int]:
    """Return, for each pile, whether each of its cards enters the hole only after another card.

    The result is false if the game can be won before these cards are in the hole.
    """
    R = game.compiled_rules
    win = game.definition.win
    to_hole = R.stock.pile >= 0 and R.deal.cards > 0 and R.deal.first == 0
    none = [0] * R.piles
    if R.foundations != 1 or not R.mechanics.holes[0]:
        return none
    if win == WinWay.ALL_ON_FOUNDATIONS:
        if not to_hole:
            return [int(p > 0) for p in range(R.piles)]
        if R.redeal.times == 0:
            return [int(p not in {0, R.stock.pile}) for p in range(R.piles)]
    if win == "tableau empty" and R.redeal.times == 0:
        piles = [p for p in range(1, R.piles) if R.win.empty[p]]
        others = {*range(R.groups)} - {R.group[0]}
        leads = any_goes(R, groups_of(R, piles), others)
        if not leads and R.stock.pile not in piles and R.stock.waste not in piles:
            return [int(p in piles) for p in range(R.piles)]
    return none


def _orderly(R: CompiledRules, needy: list[int]) -> list[int]:
    """Return, for each pile, whether its cards leave it only for the hole, top card first.

    The result is false for the stock, which deals cards, and for all piles if there is a redeal.
    """
    if R.redeal.times:
        return [0] * R.piles
    others = {*range(R.groups)} - {R.group[0]}
    alone = {a for a in range(R.groups) if not any_goes(R, [a], others)}
    return [int(f and R.group[p] in alone and p != R.stock.pile) for p, f in enumerate(needy)]
