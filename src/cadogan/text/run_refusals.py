"""Refusals for removals, exchanges and moves that begin a foundation with two cards.

:mod:`cadogan.text.refusals` has the refusals for all other moves.
"""

from __future__ import annotations

from collections.abc import Sequence

from cadogan.i18n import msgid, translate
from cadogan.i18n.grammar import cards
from cadogan.i18n.phrase import Phrase
from cadogan.mechanics.exchange.text import explain_no_exchange, explain_right
from cadogan.mechanics.paired_start.text import explain_paired_start
from cadogan.mechanics.shuttles.text import explain_no_chance
from cadogan.mechanics.text import explain_no_match
from cadogan.rules.phases import taken
from cadogan.rules.phrases import Take
from cadogan.state.codes import Lift, Refusal
from cadogan.state.compiled import CompiledGame, CompiledRules
from cadogan.state.snapshot import Snapshot
from cadogan.text.names import pile_title


def explain_kept_cards(keep: int, here: Phrase) -> str:
    """Return a sentence stating that a pile's bottom cards stay there."""
    if keep == 1:
        return translate("The bottom card of {pile} stays there.", pile=here)
    return translate("The bottom {cards} of {pile} stay there.", cards=cards(keep), pile=here)


def explain_removal(
    rules: CompiledGame, snapshot: Snapshot, piles: Sequence[int], code: int, depths: Sequence[int]
) -> str:
    """Return why some cards, given by pile and depth (1 = top), cannot leave play together."""
    R = rules.compiled_rules
    spots: dict[int, int] = {}
    for p, depth in zip(piles, depths, strict=False):
        spots[p] = max(depth, spots.get(p, 1))
    for p, depth in spots.items() if R.paired_start.used or R.mechanics.discard_pile >= 0 else ():
        if depth > 1 and (reason := _not_so_deep(rules, snapshot, p, depth)):
            return reason
    if R.paired_start.used:
        return _explain_marriage(rules, snapshot, piles, code)
    if R.mechanics.discard_pile < 0:
        return translate("No cards leave play in {game}.", game=translate(rules.definition.name))
    for p in piles:
        if not snapshot.piles[p]:
            return translate("There is no card on {pile}.", pile=pile_title(rules, p))
    if code == Refusal.SAME_PILE:
        return translate("Each card must be on a different pile.")
    for p in piles:
        if reason := _stays(rules, snapshot, p, spots[p], piles):
            return reason
    apart = dict.fromkeys(zip(piles, depths, strict=False))
    return explain_no_match(
        rules, [p for p, _ in apart], [snapshot.piles[p][-depth] for p, depth in apart]
    )


def _stays(
    rules: CompiledGame, snapshot: Snapshot, p: int, depth: int, piles: Sequence[int]
) -> str:
    """Return why a card at a certain depth cannot leave play with others, or "" if it can."""
    R, pile, here = rules.compiled_rules, snapshot.piles[p], pile_title(rules, p)
    if not R.removal.piles[p]:
        return translate("No card leaves play from {pile}.", pile=here)
    over = _lying_over(R, snapshot, p)
    pair = R.removal.covering and len(piles) == 2 and over == [q for q in piles if q != p]
    if over and not (pair and len(snapshot.piles[over[0]]) == 1):
        return translate("Cards from other piles lie on {pile}.", pile=here)
    if snapshot.down[p] == len(pile):
        return translate("The cards on {pile} lie face down.", pile=here)
    keep = rules.of[p].keep
    if keep >= len(pile) or (keep and depth > 1):
        return explain_kept_cards(keep, here)
    if R.exchange.begins[p] >> pile[0] & 1:
        return explain_right(rules.of[p], here)
    if depth > 1 and snapshot.down[p]:
        return translate("The bottom card of {pile} lies face down.", pile=here)
    return ""


def _lying_over(R: CompiledRules, snapshot: Snapshot, p: int) -> list[int]:
    """Return the piles whose cards cover a pile."""
    above = R.overlap.above[R.overlap.starts[p] : R.overlap.starts[p + 1]]
    return [q for q in above if snapshot.piles[q]]


def _not_so_deep(rules: CompiledGame, snapshot: Snapshot, p: int, depth: int) -> str:
    """Return why the card at a certain depth may not leave play or change places, or ""."""
    here, height = pile_title(rules, p), len(snapshot.piles[p])
    if not height:
        return translate("There is no card on {pile}.", pile=here)
    if depth > height:
        text = msgid("There {cards:is/are} only {cards} on {pile}.")
        return translate(text, cards=cards(height), pile=here)
    if not (rules.compiled_rules.removal.used and taken(rules.of[p]) == Take.TOP_OR_BOTTOM_CARD):
        return translate("Only the top card of {pile} may leave play.", pile=here)
    if depth < height:
        return translate("Only the top card and the bottom card of {pile} may be taken.", pile=here)
    return ""


def explain_exchange(
    rules: CompiledGame, snapshot: Snapshot, piles: Sequence[int], code: int
) -> str:
    """Return why cards from two piles cannot change places."""
    R = rules.compiled_rules
    if not (R.exchange.used or R.shuttles.chances):
        return translate("No cards change places in {game}.", game=translate(rules.definition.name))
    at = next((p for p in piles if _stands_in_the_way(R, snapshot, p, code)), piles[0])
    here = pile_title(rules, at)
    if code == Refusal.SAME_PILE:
        return translate("Two cards that change places must be on different piles.")
    if code == Refusal.NO_CARD:
        return translate("There is no card on {pile}.", pile=here)
    if code == Refusal.NO_WAY:
        return translate("No card on {pile} changes places with another.", pile=here)
    if R.shuttles.chances:
        return explain_no_chance(rules, snapshot, code)
    tops = [snapshot.piles[p][-1] for p in piles if snapshot.piles[p]]
    return explain_no_exchange(here, rules.of[at], tops, code)


def _stands_in_the_way(R: CompiledRules, snapshot: Snapshot, p: int, code: int) -> bool:
    """Return whether a pile is the reason for a refused exchange."""
    pile = snapshot.piles[p]
    may = bool(R.exchange.swapped[p]) or (p >= R.foundations and bool(R.shuttles.chanced[p]))
    if code == Refusal.NO_WAY:
        return not may
    if code == Refusal.NO_CARD:
        return may and not pile
    if code == Refusal.KEPT:
        return bool(pile) and R.exchange.begins[p] >> pile[0] & 1 > 0
    return may and len(pile) > (code == Refusal.TOO_MANY)


def _explain_marriage(
    rules: CompiledGame, snapshot: Snapshot, piles: Sequence[int], code: int
) -> str:
    """Return why the top cards of two piles cannot begin a foundation together."""
    R = rules.compiled_rules
    for p in piles if code in (Refusal.NO_CARD, Refusal.NOT_TAKEN) else ():
        here, group = pile_title(rules, p), R.group[p]
        if not snapshot.piles[p]:
            return translate("There is no card on {pile}.", pile=here)
        if snapshot.down[p] == len(snapshot.piles[p]) and not R.face.blind[p]:
            return translate("The cards on {pile} lie face down.", pile=here)
        if _lying_over(R, snapshot, p):
            return translate("The card on {pile} is covered.", pile=here)
        if R.lift.take[group] == Lift.NONE or len(snapshot.piles[p]) <= R.lift.keep[group]:
            return translate("Nothing may be taken from {pile}.", pile=here)
    tops = [snapshot.piles[p][-1] for p in dict.fromkeys(piles) if snapshot.piles[p]]
    return explain_paired_start(rules, tops, code)
