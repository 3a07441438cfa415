"""Suit symmetry: if suits never matter, cards that all rules treat alike count as one card.

The section *suits* in docs/explanation/prunings.md gives the argument.
"""

from __future__ import annotations

from collections import Counter

from cadogan.compiler.features import Proof
from cadogan.core.cards import CARDS, set_of
from cadogan.model.position import Game
from cadogan.solver.codes import Weight
from cadogan.solver.facts import Analysis
from cadogan.state.compiled import STRIDE, CompiledRules

# If all rules treat two cards alike, exchanging them changes no legal move.
PROOF = Proof.of(
    """
    two packs, lifts a card, lifts any card, keeps bottom cards, cells, gives back,
    plays from the stock, phases, waits: empty, fills, deals to waste, deals to piles,
    redeals the waste, redeals the tableau, redealing waits, won: on foundations
    """
)


def suits_are_alike(game: Game, A: Analysis) -> Analysis:
    """Return an analysis that treats interchangeable cards as one card, if that is sound.

    If that is not sound, return the analysis unchanged. The treatment is sound only in games where
    no other pruning of single cards is on. The prunings of safe, sliding and settling cards need
    foundations built in suit, which make each card unique. The proof of this pruning does not cover
    games with runs, blocks or shuffles.

    >>> from cadogan.model.position import game
    >>> from cadogan.solver.analysis.analysis import analyse
    >>> {*analyse(game("lady-of-the-manor")).same} == {*range(13), 52, 53}
    True
    """
    R = game.compiled_rules
    # Treating suits alike would be sound in these cases, too. But *rest* saves more there, and the
    # look-ahead depends on suits.
    if any(A.dominance.rests) or A.heuristic.weight[Weight.STUCK]:
        return A
    same = [*range(STRIDE)]
    for card in range(13, CARDS):
        for other in range(card % 13, card, 13):
            if _alike(R, card, other):
                same[card] = same[other]
    cards = Counter(same[card] for card in game.compiled.cards)
    if len(cards) == len({*game.compiled.cards}):
        return A
    return A._replace(
        same=same,
        missing=set_of({*range(CARDS)} - cards.keys()),
        safe=A.safe._replace(decks=max(cards.values())),
    )


def _alike(R: CompiledRules, a: int, b: int) -> bool:
    """Return whether all rules treat two cards alike, and allow the same cards on both."""
    rows = range(0, len(R.accept.sets), STRIDE)
    taken = all(accepted >> a & 1 == accepted >> b & 1 for accepted in R.accept.sets)
    return taken and all(R.accept.sets[row + a] == R.accept.sets[row + b] for row in rows)
