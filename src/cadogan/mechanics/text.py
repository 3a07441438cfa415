"""What the families are called, why their moves are refused, their clauses of the rules page."""

from __future__ import annotations

from cadogan.i18n import said
from cadogan.mechanics.counting.moves import may_turn_again
from cadogan.mechanics.counting.text import called, counting_clauses, told_no_hit
from cadogan.mechanics.exchange.text import exchange_clauses, told_exchange, told_right, told_wrong
from cadogan.mechanics.jokers.text import joker_clause
from cadogan.mechanics.moves import forced
from cadogan.mechanics.overlap.text import cover_clauses
from cadogan.mechanics.paired_start.text import marriage_clause, told_alone, told_marriage
from cadogan.mechanics.removal import text as removal
from cadogan.mechanics.removal.text import removal_section
from cadogan.mechanics.reversal.text import reversal_clauses, told_no_row
from cadogan.mechanics.round_robin.moves import place_of
from cadogan.mechanics.round_robin.text import (
    MOVED_UP,
    batch_clause,
    next_at_clause,
    next_pile,
    reach_clauses,
    told_no_reach,
    told_rotation,
)
from cadogan.mechanics.rows.text import (
    grid_rules,
    row_rules,
    told_fixed,
    told_gap,
    told_kept,
    told_reach,
)
from cadogan.mechanics.score.text import score_clauses, score_object
from cadogan.mechanics.shuttles.text import shuttle_clauses, told_no_chance, told_stuck
from cadogan.mechanics.single_discard.text import (
    discard_clauses,
    told_must_leave,
    told_not_leaving,
    told_some_cards,
)
from cadogan.mechanics.skipping.text import FIRST_EMPTY, skip_clauses, told_skipped
from cadogan.mechanics.weaving.text import told_woven_deal, weaving_clauses
from cadogan.mechanics.whole_runs.text import told_not_whole, whole_rule
from cadogan.rules.definition import Definition
from cadogan.state.compiled import COUNTED_AS_TURNED, Rules
from cadogan.state.snapshot import Snapshot, new_state, thaw

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
    if action == "redeal" and T.counting == COUNTED_AS_TURNED and not may_turn_again(T, S):
        return said("There are no more passes: too many in a row were without a hit.")
    return ""


def family_sections(definition: Definition) -> list[tuple[str, list[str]]]:
    """Return the sections of the rules page that families write: titles and paragraphs."""
    return [("Leaving play", removal_section(definition))]
