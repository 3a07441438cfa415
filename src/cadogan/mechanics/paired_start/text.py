"""What marriages are called, why they are refused, and their clause of the rules page."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from cadogan.core.cards import rank_of
from cadogan.i18n import said
from cadogan.i18n.grammar import a, card_name, listed, phrase, rank, the, thing
from cadogan.i18n.phrase import Phrase
from cadogan.rules.group import Group
from cadogan.state.compiled import STRIDE, Rules
from cadogan.state.state import FULL, NO_WAY, NOT_YET, NOTHING, SAME_PILE, TOO_MANY

__all__ = ["marriage_clause", "told_alone", "told_marriage"]


def _pair(rules: Rules, group: Group) -> Phrase:
    """Name the two cards that begin the foundations of a group."""
    T, p = rules.tables, rules.first[group.name]
    at = p * (T.room + 1)
    begin = [c for c in range(52) if T.accept[T.rule_at[at] * STRIDE + NOTHING] >> c & 1]
    row = T.rule_at[at + 1] * STRIDE
    after = {rank_of(d) for c in begin for d in range(52) if T.accept[row + c] >> d & 1}
    ranks = {rank_of(c) for c in begin}
    if len(ranks) > 1 or len(after) > 1 or not after:
        return phrase("{card} that begins it and one that goes on that", card=a(thing("card")))
    one, two = rank(ranks.pop()), rank(after.pop())
    if rules.builds[p].suits == "in suit":
        return phrase("{one} and {two} of a suit", one=the(one), two=the(two))
    return listed([a(one), a(two)])


def _pairs(rules: Rules) -> Phrase:
    groups = [group for group in rules.groups if group.paired]
    pairs = dict.fromkeys(_pair(rules, group) for group in groups)
    return reduce(lambda one, two: phrase("{one} or {two}", one=one, two=two), pairs)


def marriage_clause(rules: Rules, group: Group) -> str:
    """Say that foundations of a group begin with two cards together, or ""."""
    if not group.paired:
        return ""
    return said(
        "the first two cards, {pair}, go there together when both may be taken; neither goes alone",
        pair=_pair(rules, group),
    )


def told_alone(rules: Rules, group: Group) -> str:
    """Say that no single card begins a foundation of a group."""
    return said("Two cards begin such a foundation together: {pair}.", pair=_pair(rules, group))


def told_marriage(rules: Rules, cards: Sequence[int], code: int) -> str:
    """Say why two cards do not begin a foundation together."""
    if code == TOO_MANY:
        return said("Two cards begin a foundation together, not more.")
    if code == SAME_PILE:
        return said("Each of the two cards must lie on a pile of its own.")
    if code == NOT_YET:
        return said("These two cards may not go to the foundations yet.")
    if code == NO_WAY:
        return said("No foundation is begun with two cards that lie on these piles.")
    names = listed(the(card_name(card)) for card in cards)
    if code == FULL:
        return said("The foundation that {cards} would begin is begun already.", cards=names)
    text = "{cards} do not begin a foundation together: {pairs} do."
    return said(text, cards=names, pairs=_pairs(rules))
