"""Facts for the prunings *lone* and *pairs*: which cards leave play in pairs or alone.

The sections *lone* and *pairs* in docs/explanation/prunings.md give the arguments.
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

_MOST_PILES = 62  # number of bits in a set
# Cards leave play only alone or in pairs, from any pile. Only deals and moves of the player change
# the piles.
PROOF = Proof.of(
    """
    removal, leave alone, leave from both ends, leave with cover, discard pile, covers,
    lifts nothing, lifts a card, lifts from both ends, cells, plays from the stock,
    deals to waste, deals to piles, other suits, redeals the waste, won: out of play,
    won: piles empty
    """
)


def matching_facts(game: Game, without: Collection[str] = ()) -> MatchingFacts:
    """Return the facts about which cards leave play with which.

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
        # the test is rarely worth the time here
        or not any(a and b for a, b in zip(lasting, leaving, strict=True))
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
    """Return whether a move from group a to group b turns over the top card of the stock."""
    return [a, b] == [R.group[p] for p in (R.stock.pile, R.stock.waste) if p >= 0]


def _undisturbed(R: CompiledRules) -> bool:
    """Return whether removing a card affects only the card under it.

    The result is true only if the player cannot lay one card on another. If the stock deals, a
    missing card must not change the deal. So no pile may be too full to take a card, and no card
    may leave the stock except by a deal.
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
    """Return, for each card, the number of its kin (its mates, their mates and so on), or -1."""
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
    """Return, for each pile, whether all its cards must leave play before the game is won.

    The search does not read the value for the discard pile.
    """
    cleared = [R.win.kind == Win.ALL_OUT or R.win.empty[p] > 0 for p in range(R.piles)]
    everywhere = all(cleared[p] for p in range(R.piles) if p != R.mechanics.discard_pile)
    return [int(cleared[p] and (everywhere or lasts > 0)) for p, lasts in enumerate(_lasting(R))]


def _parted(R: CompiledRules) -> list[int]:
    """Return, for each pile, the piles whose cards never leave play together with its own."""
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
        parted[p] |= 1 << p  # if two cards are in the same pile, one of them covers the other
    if _in_turn(R) and not (R.stock.pile >= 0 and R.removal.piles[R.stock.pile]):
        hand = [p for p in (R.stock.pile, R.stock.waste) if p >= 0]
        for p in hand:
            parted[p] |= sum(1 << q for q in hand)
    return parted


def _in_turn(R: CompiledRules) -> bool:
    """Return whether stock and waste only ever offer their top cards.

    In a game without a waste, the result has no meaning.
    """
    if R.group.count(R.group[R.stock.waste]) != 1 or R.removal.ends_leave:
        return False
    if R.deal.cards and (R.deal.first, R.deal.end) != (R.stock.waste, R.stock.waste + 1):
        return False
    hand = groups_of(R, (p for p in (R.stock.pile, R.stock.waste) if p >= 0))
    return not any(may_go(R, a, b) and not _turns(R, a, b) for a in hand for b in range(R.groups))
