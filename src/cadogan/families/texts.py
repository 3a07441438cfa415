"""What the families are called, why their moves are refused, their clauses of the rules page."""

from __future__ import annotations

from cadogan.board import Snapshot, new_state, thaw
from cadogan.families.code import forced
from cadogan.families.counting.code import TURNED, may_turn_again
from cadogan.families.counting.texts import called, counting_clauses, told_no_hit
from cadogan.families.covers.texts import cover_clauses
from cadogan.families.discards.texts import (
    discard_clauses,
    told_must_leave,
    told_not_leaving,
    told_some_cards,
)
from cadogan.families.exchange.texts import (
    exchange_clauses,
    told_exchange,
    told_right,
    told_wrong,
)
from cadogan.families.jokers.texts import joker_clause
from cadogan.families.marriage.texts import marriage_clause, told_alone, told_marriage
from cadogan.families.removal import texts as removal
from cadogan.families.removal.texts import removal_section
from cadogan.families.reversal.texts import reversal_clauses, told_no_row
from cadogan.families.rotation.code import place_of
from cadogan.families.rotation.texts import (
    MOVED_UP,
    batch_clause,
    next_at_clause,
    next_pile,
    reach_clauses,
    told_no_reach,
    told_rotation,
)
from cadogan.families.rows.texts import (
    grid_rules,
    row_rules,
    told_fixed,
    told_gap,
    told_kept,
    told_reach,
)
from cadogan.families.score.texts import score_clauses, score_object
from cadogan.families.shuttles.texts import shuttle_clauses, told_no_chance, told_stuck
from cadogan.families.skipping.texts import FIRST_EMPTY, skip_clauses, told_skipped
from cadogan.families.weaving.texts import told_woven_deal, weaving_clauses
from cadogan.families.whole.texts import told_not_whole, whole_rule
from cadogan.language.definition import Definition
from cadogan.tables import Rules
from cadogan.tongues import said

__all__ = [
    "FIRST_EMPTY",
    "MOVED_UP",
    "batch_clause",
    "cover_clauses",
    "exchange_clauses",
    "family_clauses",
    "family_counters",
    "family_sections",
    "grid_rules",
    "joker_clause",
    "marriage_clause",
    "next_at_clause",
    "reach_clauses",
    "reversal_clauses",
    "row_rules",
    "score_clauses",
    "score_object",
    "skip_clauses",
    "told_alone",
    "told_exchange",
    "told_fixed",
    "told_forced",
    "told_gap",
    "told_kept",
    "told_marriage",
    "told_no_chance",
    "told_no_hit",
    "told_no_match",
    "told_no_reach",
    "told_not_whole",
    "told_of_family",
    "told_reach",
    "told_right",
    "told_rotation",
    "told_skipped",
    "told_some_cards",
    "told_woven_deal",
    "told_wrong",
    "weaving_clauses",
    "whole_rule",
]


def family_clauses(definition: Definition) -> list[str]:
    """Return what the rules page says of a game's families, clause by clause."""
    return [
        *discard_clauses(definition),
        *counting_clauses(definition),
        *shuttle_clauses(definition),
    ]


def family_counters(rules: Rules, snapshot: Snapshot) -> list[tuple[str, str]]:
    """Return what a player must know besides the cards: a label and what it says."""
    T = rules.tables
    found = [(said("Next called"), called(rules.definition, snapshot))] if T.counting else []
    if T.chances:
        found.append((said("Exchanges left"), str(T.chances - snapshot.counted)))
    if T.batch and (snapshot.piles[T.stock] or snapshot.piles[T.waste]):
        placed = snapshot.counted - 1 if 0 < snapshot.counted <= T.batch else 0
        found.append((said("Of the batch"), said("{n} of {all}", n=placed, all=T.batch)))
    if T.deal_next and snapshot.piles[T.stock]:
        p = T.deal_first + place_of(T, snapshot.counted)
        found.append((next_pile(T), rules.names[p][1:]))
    return found


def told_forced(rules: Rules, snapshot: Snapshot) -> str:
    """Say what must be done first: a card leaves play, or changes places."""
    if rules.tables.chances:
        return told_stuck(rules, snapshot)
    return told_must_leave()


def told_no_match(rules: Rules, piles: list[int], cards: list[int]) -> str:
    """Say that cards do not leave play, or not together."""
    T = rules.tables
    if rules.definition.remove is None:
        return told_not_leaving(rules.definition, cards)
    if len(piles) == 2 and T.mates[cards[0]] >> cards[1] & 1:
        return removal.told_apart(cards)
    if not rules.definition.remove.sets:
        return removal.told_not_between(rules.definition, piles, cards)
    return removal.told_no_match(rules.definition, cards)


def told_of_family(rules: Rules, snapshot: Snapshot, action: str) -> str:
    """Return why a family does not allow an action here, or "" where it is not the reason."""
    T, S = rules.tables, new_state(rules.tables, 0)
    thaw(T, S, snapshot)
    if T.must and forced(T, S):
        return told_forced(rules, snapshot)
    if action == "deal" and T.deal_times and snapshot.counted >= T.deal_times:
        return said(
            "All deals until the next redeal have been made."
            if rules.definition.redeal
            else "All deals have been made."
        )
    if action == "reverse":
        return told_no_row()
    if action == "redeal" and T.counting == TURNED and not may_turn_again(T, S):
        return said("There are no more passes: too many in a row were without a hit.")
    return ""


def family_sections(definition: Definition) -> list[tuple[str, list[str]]]:
    """Return the sections of the rules page that families write: titles and paragraphs."""
    return [("Leaving play", removal_section(definition))]
