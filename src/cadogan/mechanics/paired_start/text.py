"""Wording for marriages: names, refusals, and a clause for the rules page."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from cadogan.core.cards import rank_of
from cadogan.i18n import msgid, translate
from cadogan.i18n.grammar import a, card_name, listed, noun_phrase, phrase, rank, the
from cadogan.i18n.phrase import Phrase
from cadogan.rules.group import Group
from cadogan.rules.phrases import SuitRule
from cadogan.state.codes import Refusal
from cadogan.state.compiled import STRIDE, CompiledGame
from cadogan.state.state import NOTHING


def _pair(rules: CompiledGame, group: Group) -> Phrase:
    """Name the two cards that begin the foundations of a group."""
    R, p = rules.compiled_rules, rules.first[group.name]
    at = p * (R.room + 1)
    begin = [
        c for c in range(52) if R.accept.sets[R.accept.rule_at[at] * STRIDE + NOTHING] >> c & 1
    ]
    row = R.accept.rule_at[at + 1] * STRIDE
    after = {rank_of(d) for c in begin for d in range(52) if R.accept.sets[row + c] >> d & 1}
    ranks = {rank_of(c) for c in begin}
    if len(ranks) > 1 or len(after) > 1 or not after:
        return phrase(
            "{card} that begins it and one that goes on that card", card=a(noun_phrase("card"))
        )
    one, two = rank(ranks.pop()), rank(after.pop())
    if rules.builds[p].suits == SuitRule.IN_SUIT:
        return phrase("{one} and {two} of a suit", one=the(one), two=the(two))
    return listed([a(one), a(two)])


def _pairs(rules: CompiledGame) -> Phrase:
    groups = [group for group in rules.groups if group.paired]
    pairs = dict.fromkeys(_pair(rules, group) for group in groups)
    return reduce(lambda one, two: phrase("{one} or {two}", one=one, two=two), pairs)


def paired_start_clause(rules: CompiledGame, group: Group) -> str:
    """State that a group's foundations begin with two cards together; return "" if they do not."""
    if not group.paired:
        return ""
    return translate(
        "the first two cards, {pair}, go there together when both may be taken; neither goes alone",
        pair=_pair(rules, group),
    )


def explain_alone(rules: CompiledGame, group: Group) -> str:
    """State that no single card can begin a foundation of this group."""
    return translate("Two cards begin this foundation together: {pair}.", pair=_pair(rules, group))


def explain_paired_start(rules: CompiledGame, cards: Sequence[int], code: int) -> str:
    """Explain why two cards cannot begin a foundation together."""
    if code == Refusal.TOO_MANY:
        return translate("Exactly two cards must begin a foundation together.")
    if code == Refusal.SAME_PILE:
        return translate("Each of the two cards must lie on a pile of its own.")
    if code == Refusal.NOT_YET:
        return translate("These two cards may not go to the foundations yet.")
    if code == Refusal.NO_WAY:
        return translate("No foundation begins with two cards from these piles.")
    names = listed(the(card_name(card)) for card in cards)
    if code == Refusal.FULL:
        return translate("The foundation that {cards} would begin already has cards.", cards=names)
    text = msgid("{cards} do not begin a foundation together: {pairs} do.")
    return translate(text, cards=names, pairs=_pairs(rules))
