"""Score: points for cards on foundations, or for hands of cards in a grid."""

from __future__ import annotations

from cadogan.mechanics.mechanic import Feature, Mechanic
from cadogan.mechanics.piles import Piles
from cadogan.mechanics.score.compile import check_score, score_rules
from cadogan.rules.phrases import Hands

_SCORES = Feature("scores", "cards on foundations or in lines score points")


def _placed(piles: Piles) -> set[int]:
    score = piles.definition.score
    return {*piles.named("tableau")} if score and score.hands != Hands.NONE else set()


MECHANIC = Mechanic(
    checks=(("score", check_score),),
    compile=score_rules,
    features={"score.target": _SCORES, "score.hands": _SCORES},
    shape=("start", "card", "diagonals", "side", "pay"),
    placed=_placed,
)
