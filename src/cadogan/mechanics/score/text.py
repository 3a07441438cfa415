"""Wording for the score."""

from __future__ import annotations

from cadogan.i18n import msgid, translate
from cadogan.i18n.grammar import listed, some
from cadogan.i18n.phrase import Phrase
from cadogan.mechanics.score.compile import PAYMENTS
from cadogan.rules.definition import Definition
from cadogan.rules.phrases import Hands
from cadogan.rules.vocabulary import HANDS

_POKER = (
    msgid("a pair"),
    msgid("two pairs"),
    msgid("three of a kind"),
    msgid("a straight"),
    msgid("a flush"),
    msgid("a full house"),
    msgid("four of a kind"),
    msgid("a straight flush"),
    msgid("a royal flush"),
)


def _points(number: int) -> Phrase:
    return some(number, "point")


def score_clauses(definition: Definition) -> list[str]:
    """Return the clauses about scoring for the rules page."""
    score = definition.score
    if score is None:
        return []
    ways = []
    if score.start:
        text = msgid("the game begins with {points}")
        if score.start < 0:
            text = msgid("the game costs {points}")
        ways.append(translate(text, points=_points(abs(score.start))))
    if score.hands == Hands.NONE:
        text = msgid("each card on a foundation scores {points}")
        ways.append(translate(text, points=_points(score.card)))
        return [
            ways[0] if len(ways) == 1 else translate("{one}, and {two}", one=ways[0], two=ways[1])
        ]
    ways.append(translate(HANDS[score.hands]))
    if score.diagonals:
        ways.append(translate("the two diagonals also count as lines"))
    if pays := PAYMENTS.get(score.hands):
        lead = translate("{hand} scores {n}", hand=translate(_POKER[0]), n=pays[0])
        more = [f"{translate(name)} {pay}" for name, pay in zip(_POKER[1:], pays[1:], strict=True)]
        ways.append(listed([lead, *more]))
    return ways


def score_object(definition: Definition) -> str:
    """Explain when the game is won, as the end of a sentence."""
    score = definition.score
    if score is None:
        return ""
    points = _points(score.target) if score.target else translate("0 points")
    text = msgid("the game is won when the square is full and the score is {points} or more")
    if score.hands == Hands.NONE:
        text = msgid("the game is won when the score is {points} or more")
    return translate(text, points=points)
