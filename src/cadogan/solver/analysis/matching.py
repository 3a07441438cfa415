"""Facts for prunings *lone* and *pairs*: cards that leave play in pairs or alone.

docs/explanation/prunings.md gives the arguments, under *lone* and *pairs*.
"""

from __future__ import annotations

from collections.abc import Collection

from cadogan.compiler.features import Proof
from cadogan.core.cards import CARDS, cards_in, set_of
from cadogan.model.position import Game
from cadogan.solver.codes import MOST_KINS
from cadogan.solver.facts import MatchingFacts
from cadogan.solver.reach import any_goes, groups_of, may_go
from cadogan.state.codes import Lift, Route, Win
from cadogan.state.compiled import CompiledRules

_MOST_PILES = 62  # bits of a set
# Cards leave play only alone or in pairs, wherever they lie. Only the player's moves and deals
# change the piles.
PROOF = Proof.of(
    """
    removal, leave alone, leave from both ends, leave with cover, discard pile, covers,
    lifts nothing, lifts a card, lifts from both ends, cells, plays from the stock,
    deals to waste, deals to piles, other suits, redeals the waste, won: out of play,
    won: piles empty
    """
)


def matching_facts(game: Game, without: Collection[str] = ()) -> MatchingFacts:
    """Return the facts about which cards leave with which.

    >>> from cadogan.model.position import game
    >>> from cadogan.solver.analysis.analysis import analyse
    >>> pyramid, klondike = (analyse(game(name)).matching for name in ("pyramid", "klondike"))
    >>> pyramid.used, pyramid.kins, bin(pyramid.lone).count("1")
    (1, 6, 4)
    >>> klondike.used, klondike.lone
    (0, 0)
    """
    R = game.compiled_rules
    kin = _kin(R)
    lasting, leaving = _lasting(R), _leaving(R)
    lone = 0
    if "lone" not in without and _undisturbed(R):
        lone = set_of(c for c in cards_in(R.removal.alone) if not R.removal.mates[c])
    none = [0] * R.piles
    if (
        "pairs" in without
        or not any(a and b for a, b in zip(lasting, leaving, strict=True))  # rarely worth the time
        or R.piles > _MOST_PILES
        or max(kin) >= MOST_KINS
    ):
        return MatchingFacts(lone, 0, 0, [-1] * CARDS, none, none, none, 0)
    return MatchingFacts(
        lone=lone,
        used=1,
        kins=max(kin) + 1,
        kin=kin,
        lasting=lasting,
        leaving=leaving,
        parted=_parted(R),
        in_turn=int(_in_turn(R)),
    )


def _turns(R: CompiledRules, a: int, b: int) -> bool:
    """Return whether moving from group a to group b means turning over the stock's top card."""
    return [a, b] == [R.group[p] for p in (R.stock.pile, R.stock.waste) if p >= 0]


def _undisturbed(R: CompiledRules) -> bool:
    """Return whether removing a card has no effect except on the card under it.

    The player must not be able to lay a card on another. If the stock deals, a missing card must
    not change the deal. So no pile may be too full for it, and no card of the stock itself may
    leave.
    """
    by_hand = any(
        may_go(R, a, b) & Route.ONTO and not _turns(R, a, b)
        for a in range(R.groups)
        for b in range(R.groups)
    )
    dealt = range(R.deal.first, R.deal.end)
    missed = any(R.accept.full[p] < R.total for p in dealt)
    shifted = bool(dealt) and R.removal.piles[R.stock.pile] > 0
    return not (by_hand or missed or shifted)


def _kin(R: CompiledRules) -> list[int]:
    """Return for each card the number of its kin (its mates, and their mates), or -1."""
    numbers = [-1] * CARDS
    for card in range(CARDS):
        if numbers[card] >= 0 or not R.removal.mates[card]:
            continue
        number = max(numbers) + 1
        more = {card}
        while more:
            for c in more:
                numbers[c] = number
            more = {c for m in more for c in cards_in(R.removal.mates[m]) if numbers[c] < 0}
    return numbers


def _lasting(R: CompiledRules) -> list[int]:
    """Return, for each pile, whether its cards can only leave play, top card first."""
    ends = (R.stock.pile, R.stock.waste, R.mechanics.discard_pile)
    passing = groups_of(R, (p for p in ends if p >= 0))
    passing |= {a for a in range(R.groups) if any_goes(R, [a], range(R.groups))}
    return [int(g not in passing and R.lift.take[g] != Lift.ENDS) for g in R.group]


def _leaving(R: CompiledRules) -> list[int]:
    """Return, for each pile, whether all its cards must be out of play before the game is won.

    The value for the discard pile is never used.
    """
    cleared = [R.win.kind == Win.ALL_OUT or R.win.empty[p] > 0 for p in range(R.piles)]
    everywhere = all(cleared[p] for p in range(R.piles) if p != R.mechanics.discard_pile)
    return [int(cleared[p] and (everywhere or lasts > 0)) for p, lasts in enumerate(_lasting(R))]


def _parted(R: CompiledRules) -> list[int]:
    """Return for each pile the set of piles from which no card ever leaves with one of its own."""
    lasting = _lasting(R)
    on = [{*R.overlap.above[R.overlap.starts[p] : R.overlap.starts[p + 1]]} for p in range(R.piles)]
    parted = [0] * R.piles
    for p in range(R.piles):
        if not lasting[p]:
            continue
        above = {*on[p]}
        while more := {r for q in above for r in on[q]} - above:
            above |= more
        for q in above - (on[p] if R.removal.covering else set()):
            if lasting[q]:
                parted[p] |= 1 << q
                parted[q] |= 1 << p
        parted[p] |= 1 << p  # of two cards of one pile, one lies on the other
    if _in_turn(R) and not (R.stock.pile >= 0 and R.removal.piles[R.stock.pile]):
        hand = [p for p in (R.stock.pile, R.stock.waste) if p >= 0]
        for p in hand:
            parted[p] |= sum(1 << q for q in hand)
    return parted


def _in_turn(R: CompiledRules) -> bool:
    """Return whether only the top cards of stock and waste are ever available.

    The result has no meaning in a game without a waste.
    """
    if R.group.count(R.group[R.stock.waste]) != 1 or R.removal.ends_leave:
        return False
    if R.deal.cards and (R.deal.first, R.deal.end) != (R.stock.waste, R.stock.waste + 1):
        return False
    hand = groups_of(R, (p for p in (R.stock.pile, R.stock.waste) if p >= 0))
    return not any(may_go(R, a, b) and not _turns(R, a, b) for a in hand for b in range(R.groups))
