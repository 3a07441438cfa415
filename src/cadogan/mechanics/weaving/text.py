"""Wording for weaving: names, refusals, and clauses for the rules page."""

from __future__ import annotations

from cadogan.i18n import msgid, translate
from cadogan.i18n.grammar import rank, ranks
from cadogan.rules.definition import ranks_dealt
from cadogan.state.codes import Lift
from cadogan.state.compiled import CompiledGame


def explain_woven_deal(rules: CompiledGame) -> str:
    """Explain the deal of a game with weaving."""
    R = rules.compiled_rules
    dealt = ranks_dealt(rules.definition)
    one, two, last = (rank(dealt[i]) for i in (0, 1, -1))
    return translate(
        "one card to each tableau pile in turn, face up, round after round, until all cards are"
        " dealt. Each pile belongs to a rank: the first to the {one}, the second to the {two} and"
        " so on, pile {n} to the {last}. A card that falls on the pile of its own rank becomes an"
        " *exile*. It is laid aside face down on the reserve, and the next card is dealt to the"
        " same pile",
        one=one,
        two=two,
        n=R.tableau_end - R.tableau_first,
        last=last,
    )


def weaving_clauses(rules: CompiledGame) -> list[str]:
    """Explain weaving."""
    R = rules.compiled_rules
    if not R.weaving.used:
        return []
    clauses = [
        translate(
            "when no card can go to a foundation, the player may *weave*. The top exile is turned"
            " up, and if it fits a foundation, it waits in the cell until it is played to the"
            " foundation"
        ),
        translate(
            "if not, it is laid under the pile of its rank. The top card of that pile is then"
            " taken up and laid under the pile of its own rank, and so on. This ends when the"
            " card in hand, or one that was uncovered, can go to a foundation"
        ),
        translate(
            "the card in hand then goes to the cell if it fits a foundation; otherwise it is"
            " laid under the pile of its own rank"
        ),
    ]
    stay = [
        r
        for r in ranks_dealt(rules.definition)
        if R.lift.take[R.group[R.weaving.home[r - 1]]] == Lift.ANYWHERE
    ]
    if stay:
        text = msgid(
            "a {rank} is laid on the pile of the {ranks}, where any card may be played. No card"
            " is taken up there: another exile is turned up instead"
        )
        clauses.append(translate(text, rank=rank(stay[-1]), ranks=ranks(stay[-1])))
    clauses.append(translate("weaving also ends at a pile whose cards are all of its own rank"))
    return clauses
