"""Facts for the pruning *timely*: which cards must be up before others can go up from heaps.

The section *timely* in docs/explanation/prunings.md gives the argument.
"""

from __future__ import annotations

from collections.abc import Collection

from cadogan.compiler.features import Proof
from cadogan.core.cards import CARDS, cards_in, set_of
from cadogan.model.position import Game
from cadogan.solver.facts import HeapFacts
from cadogan.solver.reach import any_goes, groups_of, in_play

# Cards leave piles one by one from the top, and only the stock brings cards to piles.
PROOF = Proof.of(
    """
    two packs, lifts a card, deals to waste, deals several to waste, deals to piles,
    redeals the waste, won: on foundations
    """
)


def heap_facts(
    game: Game, starts: int, followers: list[int], without: Collection[str] = ()
) -> HeapFacts:
    """Return the rungs of a game, which are sets of cards that go up after the same cards.

    >>> from cadogan.model.position import game
    >>> from cadogan.solver.analysis.analysis import analyse
    >>> heaps = analyse(game("auld-lang-syne")).heaps
    >>> heaps.used, heaps.rungs, heaps.rung_under[:3]
    (1, 13, [-1, 0, 1])
    >>> heaps.rung[13]  # the ace of diamonds, like all aces
    0
    >>> analyse(game("klondike")).heaps.used
    0
    """
    facts = None
    if "timely" not in without and _applies(game):
        facts = _rungs(game, starts, followers)
    return facts or HeapFacts(used=0, rungs=0, rung=[0] * CARDS, rung_under=[0])


def _rungs(game: Game, starts: int, followers: list[int]) -> HeapFacts | None:
    """Return the rungs, sets of cards that follow the same cards, or None if there are none.

    A rung either begins foundations or follows the cards of exactly one other rung. Every card
    belongs to a rung: the loader rejects games whose foundations do not take all cards. The cards
    that begin foundations form one rung if the same cards follow each of them. The rungs of a chain
    have consecutive numbers.
    """
    pack = cards_in(set_of(game.compiled.cards))
    sets: dict[tuple[int, int], int] = {}
    for card in pack:
        followed = set_of(c for c in pack if followers[c] >> card & 1)
        if followed and starts >> card & 1:
            return None
        key = (followed, 0 if followed else -1 - followers[card])
        sets[key] = sets.get(key, 0) | 1 << card
    under: list[int] = []
    members: list[int] = []

    def add(cards: int, below: int) -> None:
        members.append(cards)
        under.append(below)
        index = len(members) - 1
        for (followed, first), others in sets.items():
            if not first and not followed & ~cards:
                add(others, index)

    for (_, first), cards in sets.items():
        if first:
            add(cards, -1)
    if len(members) != len(sets):
        return None
    rung = [0] * CARDS
    for number, cards in enumerate(members):
        for card in cards_in(cards):
            rung[card] = number
    return HeapFacts(used=1, rungs=len(members), rung=rung, rung_under=under)


def _applies(game: Game) -> bool:
    """Return whether cards leave piles only one at a time, for foundations that keep them.

    In addition, only the stock may bring cards to piles, in a known order. The features of the
    proof ensure the other conditions: every stock deals, but never to itself or to foundations. A
    redeal takes only the waste, keeps its order, and is possible only if all cards go to the waste.
    """
    R = game.compiled_rules
    dealt = range(R.deal.first, R.deal.end)
    return (
        not any_goes(R, range(R.groups), groups_of(R, in_play(R)))
        # a move from the stock puts all cards on the first of several wastes
        and (R.stock.waste not in dealt or len(dealt) == 1)
        and all(R.accept.full[p] >= R.total for p in dealt)
        and (R.redeal.times == 0 or R.deal.cards == 1)
    )
