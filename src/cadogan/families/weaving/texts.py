"""What weaving is called, why it is refused, and its clauses of the rules page."""

from __future__ import annotations

from cadogan.cards import RANK_NAMES
from cadogan.state import ANYWHERE
from cadogan.tables import Rules

__all__ = ["told_woven_deal", "weaving_clauses"]

_TURNED = (
    "when no card can go to a foundation, the player may *weave*:",
    "the top exile is turned up, and if a foundation takes it, it lies in the cell until it is",
    "played there",
)
_WOVEN = (
    "if not, it is laid under the pile of its rank, and the top card of that pile is taken in hand",
    "and laid under the pile of its own rank in turn, and so on, until the card in hand, or one",
    "that was uncovered, can go to a foundation",
)


def told_woven_deal(rules: Rules) -> str:
    """Say how the cards are dealt."""
    T = rules.tables
    ranks = [RANK_NAMES[rank - 1] for rank in rules.ranks]
    return (
        "one card to each pile of the tableau in turn, face up, round after round, until all are"
        f" dealt. Each pile belongs to a rank: the first to the {ranks[0]}, the second to the"
        f" {ranks[1]} and so on, pile {T.tableau_end - T.tableau_first} to the {ranks[-1]}. A card"
        " that falls on the pile of its own rank becomes an *exile*: it is laid aside face down on"
        " the reserve, and the next card is dealt to the same pile"
    )


def weaving_clauses(rules: Rules) -> list[str]:
    """Say what weaving is."""
    T = rules.tables
    if not T.weave:
        return []
    told = [
        " ".join(_TURNED),
        " ".join(_WOVEN),
        "the card in hand then stays in the cell if it fits, else it is laid under its own pile",
    ]
    stay = [rank for rank in rules.ranks if T.take[T.group[T.home[rank - 1]]] == ANYWHERE]
    if stay:
        name = RANK_NAMES[stay[-1] - 1]
        told.append(
            f"a {name} is laid on the pile of the {name}s, of which every card may be played, and"
            " no card is taken there: another exile is turned up instead"
        )
    told.append("weaving ends, too, at a pile that holds no card but of its own rank")
    return told
