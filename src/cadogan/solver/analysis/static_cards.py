"""Facts for the prunings *rest*, *settle*, *slide*, *tails* and *redeal*.

These prunings leave out moves in games where empty piles stay empty, or where a redeal shuffles the
cards. Each pruning has a section with its argument in docs/explanation/prunings.md.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from cadogan.compiler.features import Proof
from cadogan.core.cards import CARDS, cards_in, set_of
from cadogan.model.position import Game
from cadogan.solver import reach
from cadogan.solver.safe_moves import safety_rules
from cadogan.state.codes import Route
from cadogan.state.compiled import STRIDE

# Cards move one by one, empty piles stay empty, and the stock deals only to other piles. Bottom
# cards that can never leave their piles are in other groups.
REST_PROOF = Proof.of(
    """
    two packs, lifts a card, keeps bottom cards, gives back, deals to piles,
    redeals the tableau, redeals shuffled, won: on foundations
    """
)
SETTLE_PROOF = Proof.of(
    """
    lifts a card, redeals the tableau, redeals shuffled, won: on foundations
    """
)
SLIDE_PROOF = Proof.of("lifts a card, won: on foundations")
TAILS_PROOF = Proof.of("lifts a block, won: on foundations")
# A shuffle draws the new place of each card independently. All other changes happen before or after
# the shuffle.
REDEAL_PROOF = Proof.of(
    """
    two packs, lifts a card, lifts a run, lifts a run card by card, lifts a block, sinks,
    gives back, plays from the stock, waits: empty, waits: no redeal, deals to waste,
    deals to piles, last deal, redeals the waste, redeals the tableau, redeals shuffled,
    redealing waits, draws buried cards, won: on foundations
    """
)


def piles_stay_empty(game: Game, g: int) -> bool:
    """Return whether the bottom card of a pile never needs to go to another pile of its group.

    The features of the proof ensure that cards are lifted singly. The function ignores foundations,
    which take one card at a time. If the bottom card of a pile can never leave, the needless move
    is impossible anyway.

    >>> from cadogan.model.position import game
    >>> [piles_stay_empty(game("la-belle-lucie"), g) for g in (0, 1)]
    [False, True]
    >>> piles_stay_empty(game("klondike"), 1)
    False
    """
    R = game.compiled_rules
    piles = [p for p in range(R.piles) if R.group[p] == g]
    rules = {rule for p in piles for rule in reach.rules_ever(R, p, range(1, R.room))}
    return (
        len(rules) == 1
        and not any(reach.may_go(R, a, g) & Route.INTO for a in range(R.groups))
        and all(R.accept.full[p] >= R.total for p in piles)
        and not any(R.lift.single[p] for p in piles)
        and not any(R.deal.first <= p < R.deal.end for p in piles)
        and (not R.redeal.times or R.redeal.shuffled > 0)
    )


def cards_settle(game: Game, starts: int, followers: Sequence[int]) -> list[int]:
    """Return, for each card, the only one ever laid on it, which goes up just before it, or -1.

    If a run of these pairs begins at the bottom of a pile, its next card can stay there until it
    goes up.
    >>> from cadogan.model.position import game
    >>> from cadogan.solver.analysis.analysis import analyse
    >>> names = ("la-belle-lucie", "bakers-dozen")
    >>> lucie, dozen = (analyse(game(name)).dominance for name in names)
    >>> lucie.rider[:4], set(dozen.rider)
    ([-1, 0, 1, 2], {-1})
    """
    R, safe = game.compiled_rules, safety_rules(game)
    riders = [-1] * STRIDE
    inner = reach.groups_of(R, reach.in_play(R))
    if not safe.used or len(inner) != 1 or not piles_stay_empty(game, *inner):
        return riders
    for card in range(CARDS):
        before = [c for c in range(CARDS) if followers[c] >> card & 1]
        if len(before) == 1 and safe.wanters[card] == 1 << before[0] and not starts >> card & 1:
            riders[card] = before[0]
    return riders


def _keeps_founded(game: Game) -> bool:
    """Return whether all cards in play are in one group, and foundations are built in suit.

    In addition, two foundations that differ must never take the same card. The features of the
    proofs ensure that there is one pack, that foundations keep their cards, and that nothing is
    gathered.
    """
    R, safe = game.compiled_rules, safety_rules(game)
    return len(reach.groups_of(R, reach.in_play(R))) == 1 and safe.used > 0 and not safe.choices


def takers(game: Game) -> list[int]:
    """Return the cards that each card takes if cards slide among equal cards, or an empty list.

    Cards slide if three conditions hold. First, if two cards take any card in common, they take all
    the same cards, and these can lie on no others. Second, cards move one at a time, between piles
    of the only group besides the foundations. Third, foundations keep their cards.
    >>> from cadogan.model.position import game
    >>> [card.bit_count() for card in takers(game("good-measure"))[:3]], takers(game("the-fan"))
    ([0, 4, 4], [])
    """
    R = game.compiled_rules
    inner = reach.groups_of(R, reach.in_play(R))
    if (
        not _keeps_founded(game)
        or not piles_stay_empty(game, *inner)
        or not all(ways & Route.ONTO for ways in reach.routes(R, *inner, *inner))
    ):
        return []
    (rule,) = {rule for p in reach.in_play(R) for rule in reach.rules_ever(R, p, range(1, R.room))}
    over = reach.taken_by(R, rule)
    return over if _in_classes(over) else []


def _in_classes(over: Sequence[int]) -> bool:
    """Return whether cards form classes of at most four and go only on cards of the next rank.

    In a build where every card goes down, each rank goes on exactly one other rank. The suits of
    the build decide whether two cards of a rank take the same cards or have none in common. If
    cards build "in another suit", all four cards of a rank take different sets.
    """
    down = all(low % 13 < c % 13 for c, cards in enumerate(over) for low in cards_in(cards))
    return down and max((over.count(taken) for taken in over if taken), default=0) > 1


def bearers(game: Game) -> list[int]:
    """Return the cards that each card takes if blocks may lie on either of two equal cards, or [].

    Blocks may lie on either if three conditions hold. First, the cards fall into pairs that take
    the same cards, and these cards can lie on no others. Second, a card moves with all cards on it,
    between piles of the only group besides the foundations. Third, foundations keep their cards.
    The features of the proof exclude games with a stock that deals.
    >>> from cadogan.model.position import game
    >>> [card.bit_count() for card in bearers(game("yukon"))[:3]], bearers(game("alaska"))
    ([0, 2, 2], [])
    """
    R = game.compiled_rules
    piles = reach.in_play(R)
    inner = reach.groups_of(R, piles)
    rules = {rule for p in piles for rule in reach.rules_ever(R, p, range(1, R.room))}
    spaces = {rule for p in piles for rule in reach.rules_ever(R, p, range(1))}
    if (
        not _keeps_founded(game)
        or len(rules) != 1
        or len(spaces) != 1
        or any(R.accept.full[p] < R.total or R.lift.single[p] for p in piles)
        or not reach.may_go(R, *inner, *inner) & Route.ONTO
    ):
        return []
    (rule,) = rules
    over = reach.taken_by(R, rule)
    pairs = all(over.count(taken) <= 2 for taken in over if taken)
    return over if pairs and _in_classes(over) else []


def slide_fields(game: Game, without: Collection[str]) -> dict[str, Any]:
    """Return the facts about cards that may lie on any of several equal cards."""
    singly = takers(game) if "slide" not in without else []
    blocks = bearers(game) if "tails" not in without else []
    over = singly or blocks
    cards = range(len(over))
    return {
        "slides": int(bool(singly)),
        "tails": int(bool(blocks)),
        "under": [set_of(y for y in cards if over[y] >> c & 1) for c in cards] or [0],
        "over": over or [0],
        "equal": [set_of(c for c in cards if over[c] == over[y]) for y in cards] or [0],
    }
