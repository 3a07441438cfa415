"""Games that are played for a score: cards on foundations that are paid for, hands on a grid."""

from __future__ import annotations

from cadogan.mechanics.mechanic import Mechanic, Setting
from cadogan.mechanics.score.compile import check_score, score_fields
from cadogan.rules.phrases import Hands


def _placed(setting: Setting) -> set[int]:
    score = setting.definition.score
    return setting.piles("tableau") if score and score.hands != Hands.NONE else set()


MECHANIC = Mechanic(
    checks=(("score", check_score),),
    compile=lambda setting: score_fields(setting.definition),
    placed=_placed,
)
