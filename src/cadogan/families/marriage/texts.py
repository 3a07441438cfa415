"""What marriages are called, why they are refused, and their clause of the rules page."""

from __future__ import annotations

from collections.abc import Sequence

from cadogan.cards import RANK_NAMES, card_name, rank_of
from cadogan.language.definition import Group
from cadogan.language.words import an
from cadogan.state import FULL, NO_WAY, NOT_YET, NOTHING, SAME_PILE, TOO_MANY
from cadogan.tables import Rules

__all__ = ["marriage_clause", "told_alone", "told_marriage"]


def _pair(rules: Rules, group: Group) -> str:
    """Name the two cards that begin the foundations of a group."""
    T, p = rules.tables, rules.first[group.name]
    at = p * (T.room + 1)
    begin = [c for c in range(52) if T.accept[T.rule_at[at] * 53 + NOTHING] >> c & 1]
    row = T.rule_at[at + 1] * 53
    after = {rank_of(d) for c in begin for d in range(52) if T.accept[row + c] >> d & 1}
    ranks = {rank_of(c) for c in begin}
    if len(ranks) > 1 or len(after) > 1 or not after:
        return "a card that begins it and one that goes on that"
    one, two = RANK_NAMES[ranks.pop() - 1], RANK_NAMES[after.pop() - 1]
    if rules.builds[p].suits == "in suit":
        return f"the {one} and the {two} of a suit"
    return f"{an(one)} and {an(two)}"


def _pairs(rules: Rules) -> str:
    groups = [group for group in rules.groups if group.paired]
    return " or ".join(dict.fromkeys(_pair(rules, group) for group in groups))


def marriage_clause(rules: Rules, group: Group) -> str:
    """Say that foundations of a group begin with two cards together, or ""."""
    if not group.paired:
        return ""
    return (
        f"the first two cards, {_pair(rules, group)}, go there together, as soon as the player"
        " likes when both may be taken; neither goes alone"
    )


def told_alone(rules: Rules, group: Group) -> str:
    """Say that no single card begins a foundation of a group."""
    return f"Two cards begin such a foundation together: {_pair(rules, group)}."


def told_marriage(rules: Rules, cards: Sequence[int], code: int) -> str:
    """Say why two cards do not begin a foundation together."""
    if code == TOO_MANY:
        return "Two cards begin a foundation together, not more."
    if code == SAME_PILE:
        return "Each of the two cards must lie on a pile of its own."
    if code == NOT_YET:
        return "These two cards may not go to the foundations yet."
    if code == NO_WAY:
        return "No foundation is begun with two cards that lie on these piles."
    names = " and ".join(f"the {card_name(card)}" for card in cards)
    names = f"{names[0].upper()}{names[1:]}"
    if code == FULL:
        return f"The foundation that {names[0].lower()}{names[1:]} would begin is begun already."
    return f"{names} do not begin a foundation together: {_pairs(rules)} do."
