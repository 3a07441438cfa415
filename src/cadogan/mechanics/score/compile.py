"""Compilation of the table ``[score]``."""

from __future__ import annotations

import math

from cadogan.core.errors import InvalidKeyError
from cadogan.mechanics.piles import Piles
from cadogan.rules.builds import parse_sequence
from cadogan.rules.definition import Definition, Score
from cadogan.rules.group import laid_out
from cadogan.rules.phrases import Hands, WinWay
from cadogan.rules.vocabulary import HANDS
from cadogan.state.compiled import ScoreRules

# Points for each poker hand: pair, two pairs, three of a kind, straight, flush, full house, four of
# a kind, straight flush, royal flush.
PAYMENTS = {
    "poker, American": (2, 5, 10, 15, 20, 25, 50, 75, 100),
    "poker, English": (1, 3, 6, 12, 5, 10, 16, 30, 30),
}


def check_score(definition: Definition) -> None:
    """Check the table ``[score]`` of a definition."""
    some = definition.score
    if some is None:
        if definition.win == WinWay.SCORE:
            raise ValueError("the game is won by its score: [score] is missing")
        return
    if definition.win != WinWay.SCORE:
        raise InvalidKeyError("target", "this has no effect without win = 'score'")
    cards = definition.of_a_rank * len(parse_sequence(definition.ranks))
    if some.diagonals and some.hands == Hands.NONE:
        raise InvalidKeyError(
            "diagonals", "this needs hands: write, for example, hands = 'cribbage'"
        )
    if some.hands == Hands.NONE:
        foundations = definition.of_kind("foundation")
        if not some.card or not foundations:
            raise InvalidKeyError(
                "card", "nothing scores: write the points for a card on a foundation"
            )
        if some.start + some.card * sum(map(laid_out, foundations)) >= some.target:
            raise InvalidKeyError("target", f"{some.target} would be reached before the first move")
        if some.start + some.card * cards < some.target:
            raise InvalidKeyError(
                "target", f"{some.target} is more than all the cards score together"
            )
        return
    if some.card:
        raise InvalidKeyError("card", "this cannot be combined with 'hands'")
    piles = sum(g.piles for g in definition.of_kind("tableau"))
    side = 4 if some.hands == Hands.CRIBBAGE else 5
    if piles != side * side or any(g.most != 1 for g in definition.of_kind("tableau")):
        raise InvalidKeyError(
            "hands", f"these need a [tableau] of {side * side} piles with most = 1, one card each"
        )
    if some.hands == Hands.CRIBBAGE and not any(g.turned for g in definition.of_kind("stock")):
        raise InvalidKeyError(
            "hands", "the starter is the stock's next card: write turned = true in [stock]"
        )
    if some.hands == Hands.CRIBBAGE and cards <= piles:
        raise InvalidKeyError(
            "hands", f"the pack has {cards} cards, which leaves none for the starter"
        )
    if cards < piles:
        raise InvalidKeyError(
            "hands", f"the pack has {cards} cards, but the square has {piles} places"
        )
    if some.start >= some.target:
        raise InvalidKeyError("target", f"{some.target} would be reached whatever the hands")


def score_rules(piles: Piles) -> ScoreRules:
    """Return the compiled rules for scoring."""
    some = piles.definition.score or Score()
    hands = [*HANDS].index(some.hands)
    return ScoreRules(
        target=some.target,
        start=some.start,
        card=some.card,
        hands=hands,
        diagonals=int(some.diagonals),
        side=math.isqrt(len(piles.named("tableau"))) if hands else 0,
        pay=[*PAYMENTS.get(some.hands, (0,) * 9)],
    )
