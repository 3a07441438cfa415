"""What the families are called, why their moves are refused, their clauses of the rules page."""

from __future__ import annotations

from cadogan.i18n import translate
from cadogan.mechanics.counting.moves import may_turn_again
from cadogan.mechanics.counting.text import called, counting_clauses, explain_no_hit
from cadogan.mechanics.exchange.text import (
    exchange_clauses,
    explain_no_exchange,
    explain_right,
    explain_wrong,
)
from cadogan.mechanics.jokers.text import joker_clause
from cadogan.mechanics.moves import forced
from cadogan.mechanics.overlap.text import cover_clauses
from cadogan.mechanics.paired_start.text import (
    explain_alone,
    explain_paired_start,
    paired_start_clause,
)
from cadogan.mechanics.removal import text as removal
from cadogan.mechanics.removal.text import removal_section
from cadogan.mechanics.reversal.text import explain_no_row, reversal_clauses
from cadogan.mechanics.round_robin.moves import place_of
from cadogan.mechanics.round_robin.text import (
    MOVED_UP,
    batch_clause,
    explain_no_reach,
    explain_round_robin,
    next_at_clause,
    next_pile,
    reach_clauses,
)
from cadogan.mechanics.rows.text import (
    explain_fixed,
    explain_gap,
    explain_kept,
    explain_reach,
    grid_rules,
    row_rules,
)
from cadogan.mechanics.score.text import score_clauses, score_object
from cadogan.mechanics.shuttles.text import explain_no_chance, explain_stuck, shuttle_clauses
from cadogan.mechanics.single_discard.text import (
    discard_clauses,
    explain_must_leave,
    explain_not_leaving,
    explain_some_cards,
)
from cadogan.mechanics.skipping.text import FIRST_EMPTY, explain_skipped, skip_clauses
from cadogan.mechanics.weaving.text import explain_woven_deal, weaving_clauses
from cadogan.mechanics.whole_runs.text import explain_not_whole, whole_rule
from cadogan.rules.definition import Definition
from cadogan.state.codes import Counting
from cadogan.state.compiled import CompiledGame
from cadogan.state.snapshot import Snapshot, new_state, thaw

__all__ = [
    "FIRST_EMPTY",
    "MOVED_UP",
    "batch_clause",
    "cover_clauses",
    "exchange_clauses",
    "explain_alone",
    "explain_fixed",
    "explain_forced",
    "explain_gap",
    "explain_kept",
    "explain_mechanic",
    "explain_no_chance",
    "explain_no_exchange",
    "explain_no_hit",
    "explain_no_match",
    "explain_no_reach",
    "explain_not_whole",
    "explain_paired_start",
    "explain_reach",
    "explain_right",
    "explain_round_robin",
    "explain_skipped",
    "explain_some_cards",
    "explain_woven_deal",
    "explain_wrong",
    "grid_rules",
    "joker_clause",
    "mechanic_clauses",
    "mechanic_counters",
    "mechanic_sections",
    "next_at_clause",
    "paired_start_clause",
    "reach_clauses",
    "reversal_clauses",
    "row_rules",
    "score_clauses",
    "score_object",
    "skip_clauses",
    "weaving_clauses",
    "whole_rule",
]


def mechanic_clauses(definition: Definition) -> list[str]:
    """Return what the rules page says of a game's families, clause by clause."""
    return [
        *discard_clauses(definition),
        *counting_clauses(definition),
        *shuttle_clauses(definition),
    ]


def mechanic_counters(rules: CompiledGame, snapshot: Snapshot) -> list[tuple[str, str]]:
    """Return what a player must know besides the cards: a label and what it says."""
    R = rules.compiled_rules
    found = (
        [(translate("Next called"), called(rules.definition, snapshot))] if R.counting.way else []
    )
    if R.shuttles.chances:
        found.append((translate("Exchanges left"), str(R.shuttles.chances - snapshot.counted)))
    if R.round_robin.batch and (snapshot.piles[R.stock.pile] or snapshot.piles[R.stock.waste]):
        placed = snapshot.counted - 1 if 0 < snapshot.counted <= R.round_robin.batch else 0
        found.append(
            (
                translate("Of the batch"),
                translate("{n} of {all}", n=placed, all=R.round_robin.batch),
            )
        )
    if R.round_robin.piles and snapshot.piles[R.stock.pile]:
        p = R.deal.first + place_of(R, snapshot.counted)
        found.append((next_pile(R), rules.names[p][1:]))
    return found


def explain_forced(rules: CompiledGame, snapshot: Snapshot) -> str:
    """Say what must be done first: a card leaves play, or changes places."""
    if rules.compiled_rules.shuttles.chances:
        return explain_stuck(rules, snapshot)
    return explain_must_leave()


def explain_no_match(rules: CompiledGame, piles: list[int], cards: list[int]) -> str:
    """Say that cards do not leave play, or not together."""
    R = rules.compiled_rules
    if rules.definition.remove is None:
        return explain_not_leaving(rules.definition, cards)
    if len(piles) == 2 and R.removal.mates[cards[0]] >> cards[1] & 1:
        return removal.explain_apart(cards)
    if not rules.definition.remove.sets:
        return removal.explain_not_between(rules.definition, piles, cards)
    return removal.explain_no_match(rules.definition, cards)


def explain_mechanic(rules: CompiledGame, snapshot: Snapshot, action: str) -> str:
    """Return why a family does not allow an action here, or "" where it is not the reason."""
    R, S = rules.compiled_rules, new_state(rules.compiled_rules, 0)
    thaw(R, S, snapshot)
    if R.single_discard.must and forced(R, S):
        return explain_forced(rules, snapshot)
    if (
        action == "deal"
        and R.round_robin.deal_times
        and snapshot.counted >= R.round_robin.deal_times
    ):
        return translate(
            "All deals until the next redeal have been made."
            if rules.definition.redeal
            else "All deals have been made."
        )
    if action == "reverse":
        return explain_no_row()
    if action == "redeal" and R.counting.way == Counting.AS_TURNED and not may_turn_again(R, S):
        return translate("There are no more passes: too many in a row were without a hit.")
    return ""


def mechanic_sections(definition: Definition) -> list[tuple[str, list[str]]]:
    """Return the sections of the rules page that families write: titles and paragraphs."""
    return [("Leaving play", removal_section(definition))]
