"""Why cards that are moved together are not: out of play, up on a foundation, from place to place.

Beside :mod:`cadogan.text.refusals`, which says it of all other moves.
"""

from __future__ import annotations

from collections.abc import Sequence

from cadogan.i18n import said
from cadogan.i18n.grammar import cards
from cadogan.i18n.phrase import Phrase
from cadogan.mechanics.text import (
    told_exchange,
    told_marriage,
    told_no_chance,
    told_no_match,
    told_right,
)
from cadogan.rules.phases import taken
from cadogan.state.compiled import Rules, Tables
from cadogan.state.snapshot import Snapshot
from cadogan.state.state import KEPT, NO_CARD, NO_WAY, NONE, NOT_TAKEN, SAME_PILE, TOO_MANY
from cadogan.text.names import pile_title

__all__ = ["explain_exchange", "explain_removal", "told_kept"]


def told_kept(keep: int, here: Phrase) -> str:
    """Say that the lowest cards of a pile stay there."""
    if keep == 1:
        return said("The bottom card of {pile} stays there.", pile=here)
    return said("The bottom {cards} of {pile} stay there.", cards=cards(keep), pile=here)


def explain_removal(
    rules: Rules, snapshot: Snapshot, piles: Sequence[int], code: int, depths: Sequence[int]
) -> str:
    """Return why the cards of some piles, so deep in these (1 = top), do not leave together."""
    T = rules.tables
    spots: dict[int, int] = {}
    for p, depth in zip(piles, depths, strict=False):
        spots[p] = max(depth, spots.get(p, 1))
    for p, depth in spots.items() if T.marriage or T.discard >= 0 else ():
        if depth > 1 and (told := _not_so_deep(rules, snapshot, p, depth)):
            return told
    if rules.tables.marriage:
        return _explain_marriage(rules, snapshot, piles, code)
    if rules.tables.discard < 0:
        return said("No cards leave play in {game}.", game=said(rules.definition.name))
    for p in piles:
        if not snapshot.piles[p]:
            return said("There is no card on {pile}.", pile=pile_title(rules, p))
    if code == SAME_PILE:
        return said("Each of the cards must lie on a pile of its own.")
    for p in piles:
        if not rules.tables.removes[p]:
            return said("No card leaves play from {pile}.", pile=pile_title(rules, p))
        over = [q for q in T.cover[T.cover_at[p] : T.cover_at[p + 1]] if snapshot.piles[q]]
        pair = T.covering and len(piles) == 2 and over == [q for q in piles if q != p]
        if over and not (pair and len(snapshot.piles[over[0]]) == 1):
            return said("Cards of other piles lie on {pile}.", pile=pile_title(rules, p))
        if snapshot.down[p] == len(snapshot.piles[p]):
            return said("The cards on {pile} lie face down.", pile=pile_title(rules, p))
        keep = rules.of[p].keep
        if keep >= len(snapshot.piles[p]) or (keep and spots[p] > 1):
            return told_kept(keep, pile_title(rules, p))
        if T.begins[p] >> snapshot.piles[p][0] & 1:
            return told_right(rules.of[p], pile_title(rules, p))
        if spots[p] > 1 and snapshot.down[p]:
            return said("The bottom card of {pile} lies face down.", pile=pile_title(rules, p))
    apart = dict.fromkeys(zip(piles, depths, strict=False))
    return told_no_match(
        rules, [p for p, _ in apart], [snapshot.piles[p][-depth] for p, depth in apart]
    )


def _not_so_deep(rules: Rules, snapshot: Snapshot, p: int, depth: int) -> str:
    """Return why no card so deep in a pile leaves play or changes places, or "" if one may."""
    here, height = pile_title(rules, p), len(snapshot.piles[p])
    if not height:
        return said("There is no card on {pile}.", pile=here)
    if depth > height:
        return said("There {cards:is/are} only {cards} on {pile}.", cards=cards(height), pile=here)
    if not (rules.tables.removal and taken(rules.of[p]) == "top or bottom card"):
        return said("Only the top card of {pile} may leave play.", pile=here)
    if depth < height:
        return said("Only the top card and the bottom card of {pile} may be taken.", pile=here)
    return ""


def explain_exchange(rules: Rules, snapshot: Snapshot, piles: Sequence[int], code: int) -> str:
    """Return why the cards of two piles do not change places."""
    T = rules.tables
    if not (T.swaps or T.chances):
        return said("No cards change places in {game}.", game=said(rules.definition.name))
    at = next((p for p in piles if _stands_in_the_way(T, snapshot, p, code)), piles[0])
    here = pile_title(rules, at)
    if code == SAME_PILE:
        return said("Two cards that change places lie on different piles.")
    if code == NO_CARD:
        return said("There is no card on {pile}.", pile=here)
    if code == NO_WAY:
        return said("No card of {pile} changes places with another.", pile=here)
    if T.chances:
        return told_no_chance(rules, snapshot, code)
    tops = [snapshot.piles[p][-1] for p in piles if snapshot.piles[p]]
    return told_exchange(here, rules.of[at], tops, code)


def _stands_in_the_way(T: Tables, snapshot: Snapshot, p: int, code: int) -> bool:
    """Say whether a pile is the reason why cards do not change places."""
    pile = snapshot.piles[p]
    may = bool(T.swapped[p]) or (p >= T.foundations and bool(T.chanced[p]))
    if code == NO_WAY:
        return not may
    if code == NO_CARD:
        return may and not pile
    if code == KEPT:
        return bool(pile) and T.begins[p] >> pile[0] & 1 > 0
    return may and len(pile) > (code == TOO_MANY)


def _explain_marriage(rules: Rules, snapshot: Snapshot, piles: Sequence[int], code: int) -> str:
    """Return why the top cards of two piles do not begin a foundation together."""
    for p in piles if code in (NO_CARD, NOT_TAKEN) else ():
        here, T = pile_title(rules, p), rules.tables
        if not snapshot.piles[p]:
            return said("There is no card on {pile}.", pile=here)
        if snapshot.down[p] == len(snapshot.piles[p]) and not T.blind[p]:
            return said("The cards on {pile} lie face down.", pile=here)
        if any(snapshot.piles[q] for q in T.cover[T.cover_at[p] : T.cover_at[p + 1]]):
            return said("The card on {pile} is covered.", pile=here)
        if T.take[T.group[p]] == NONE or len(snapshot.piles[p]) <= T.keep[T.group[p]]:
            return said("Nothing may be taken from {pile}.", pile=here)
    tops = [snapshot.piles[p][-1] for p in dict.fromkeys(piles) if snapshot.piles[p]]
    return told_marriage(rules, tops, code)
