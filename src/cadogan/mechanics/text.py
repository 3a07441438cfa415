"""Wording for mechanics: names, refusals of moves, and clauses for the rules page."""

from __future__ import annotations

from cadogan.i18n import msgid, translate
from cadogan.mechanics.counting.moves import may_turn_again
from cadogan.mechanics.moves import forced
from cadogan.mechanics.removal import text as removal
from cadogan.mechanics.removal.text import removal_section
from cadogan.mechanics.reversal.text import explain_no_row
from cadogan.mechanics.shuttles.text import explain_stuck
from cadogan.mechanics.single_discard.text import explain_must_leave, explain_not_leaving
from cadogan.rules.definition import Definition
from cadogan.state.codes import Counting
from cadogan.state.compiled import CompiledGame
from cadogan.state.snapshot import Snapshot, new_state, thaw


def explain_forced(rules: CompiledGame, snapshot: Snapshot) -> str:
    """State which move must come first: a card leaves play, or cards change places."""
    if rules.compiled_rules.shuttles.chances:
        return explain_stuck(rules, snapshot)
    return explain_must_leave()


def explain_no_match(rules: CompiledGame, piles: list[int], cards: list[int]) -> str:
    """State that cards cannot leave play, or cannot leave together."""
    R = rules.compiled_rules
    if rules.definition.remove is None:
        return explain_not_leaving(rules.definition, cards)
    if len(piles) == 2 and R.removal.mates[cards[0]] >> cards[1] & 1:
        return removal.explain_apart(cards)
    if not rules.definition.remove.sets:
        return removal.explain_not_between(rules.definition, piles, cards)
    return removal.explain_no_match(rules.definition, cards)


def explain_mechanic(rules: CompiledGame, snapshot: Snapshot, action: str) -> str:
    """Return why a mechanic prevents a special move now, or "" if none does."""
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
            msgid("All deals until the next redeal have been made.")
            if rules.definition.redeal
            else msgid("All deals have been made.")
        )
    if action == "reverse":
        return explain_no_row()
    if action == "redeal" and R.counting.way == Counting.AS_TURNED and not may_turn_again(R, S):
        return translate("There are no more passes: too many in a row had no hit.")
    return ""


def mechanic_sections(definition: Definition) -> list[tuple[str, list[str]]]:
    """Return the sections about mechanics for the rules page, as titles and paragraphs."""
    return [("Leaving play", removal_section(definition))]
