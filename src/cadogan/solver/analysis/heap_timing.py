"""Where heaps are left for foundations alone: which cards must be up before which others can go.

docs/solver.md gives the argument, under the name of the switch.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from cadogan.compiler.features import Proof
from cadogan.core.cards import CARDS
from cadogan.model.position import Game
from cadogan.solver.safe_moves import may_go

# Cards leave piles one by one, from the top, and come to piles from the stock alone.
PROOF = Proof.of(
    """
    two packs, lifts a card, deals to waste, deals several to waste, deals to piles,
    redeals the waste, won: on foundations
    """
)


def timing_fields(
    game: Game, starts: int, followers: list[int], without: Collection[str] = ()
) -> dict[str, Any]:
    """Return the fields of ``Analysis`` that say what goes up after what.

    Args:
        game: the game.
        starts: what may begin a foundation.
        followers: [card] what may follow it on a foundation.
        without: the switches that are off.

    >>> from cadogan.model.position import game
    >>> from cadogan.solver.analysis.analysis import analyse
    >>> heaps = analyse(game("auld-lang-syne")).heaps
    >>> heaps.used, heaps.rungs, heaps.rung_under[:3]
    (1, 13, [-1, 0, 1])
    >>> heaps.rung[13]  # the ace of diamonds, as all aces
    0
    >>> analyse(game("klondike")).heaps.used
    0
    """
    fields: dict[str, Any] = {
        "heaps.used": 0,
        "heaps.rungs": 0,
        "heaps.rung": [0] * CARDS,
        "heaps.rung_under": [0],
    }
    if "timely" not in without and _fit(game):
        fields |= _rungs(game, starts, followers)
    some = max(fields["heaps.rungs"], 1)
    room = game.compiled_rules.total + 1
    fields |= {name: [0] * some for name in ("work.rung_up", "work.rung_gone")}
    return fields | {name: [0] * room for name in ("work.heap_rung", "work.heap_below")}


def _rungs(game: Game, starts: int, followers: list[int]) -> dict[str, Any]:
    """Return the rungs: sets of cards that follow the same cards; none where that is not plain.

    A rung begins foundations or follows cards of one other rung alone. No card does neither: the
    loader refuses games whose foundations do not take all cards. Cards that begin foundations form
    one rung only if the same cards follow them. The numbers go up along each chain of rungs,
    without a gap.
    """
    pack = sum(1 << card for card in {*game.compiled.cards})
    after = {
        card: sum(1 << c for c in range(CARDS) if pack >> c & followers[c] >> card & 1)
        for card in range(CARDS)
        if pack >> card & 1
    }
    sets: dict[tuple[int, int], int] = {}
    for card, some in after.items():
        first = starts >> card & 1
        if some and first:
            return {}
        key = (some, 0 if some else -1 - followers[card])
        sets[key] = sets.get(key, 0) | 1 << card
    under: list[int] = []
    found: list[int] = []

    def add(cards: int, below: int) -> None:
        found.append(cards)
        under.append(below)
        here = len(found) - 1
        for (some, first), others in sets.items():
            if not first and not some & ~cards:
                add(others, here)

    for (_, first), cards in sets.items():
        if first:
            add(cards, -1)
    if len(found) != len(sets):
        return {}
    rung = [0] * CARDS
    for number, cards in enumerate(found):
        for card in range(CARDS):
            if cards >> card & 1:
                rung[card] = number
    return {
        "heaps.used": 1,
        "heaps.rungs": len(found),
        "heaps.rung": rung,
        "heaps.rung_under": under,
    }


def _fit(game: Game) -> bool:
    """Say whether cards leave piles one by one, for foundations that keep them, and no other way.

    And whether nothing comes to piles but from the stock, in an order that is known. The features
    of the proof say the rest: every stock deals, never on itself or on foundations, and what is
    used again is the waste, to which all is dealt then, unshuffled.
    """
    R = game.compiled_rules
    others = {R.group[p] for p in range(R.foundations, R.piles)}
    dealt = range(R.deal.first, R.deal.end)
    return (
        not any(may_go(R, a, b) for a in range(R.groups) for b in others)
        and (
            R.stock.waste not in dealt or len(dealt) == 1
        )  # of several wastes the first takes all cards
        and all(R.accept.full[p] >= R.total for p in dealt)
        and (R.redeal.times == 0 or R.deal.cards == 1)
    )
