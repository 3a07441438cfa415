"""Wording for shuttles: clauses for the rules page, and refusals of exchanges."""

from __future__ import annotations

from cadogan.i18n import msgid, translate
from cadogan.i18n.grammar import card_name, group_noun, number, times
from cadogan.i18n.phrase import Phrase
from cadogan.mechanics.shuttles.moves import stuck
from cadogan.rules.definition import Definition
from cadogan.rules.group import Group
from cadogan.state.codes import Refusal
from cadogan.state.compiled import CompiledGame
from cadogan.state.snapshot import Snapshot, new_state, thaw


def _here(group: Group) -> Phrase:
    return group_noun(group.name, plural=group.piles > 1)


def shuttle_clauses(definition: Definition) -> list[str]:
    """Return the clauses about shuttles for the rules page."""
    groups = {g.name: g for g in definition.groups}
    clauses = []
    for group in definition.groups:
        if not group.opens:
            continue
        opened = groups[group.opens]
        there = group_noun(opened.name, f"{opened.kind} pile")
        text = msgid(
            "when a card goes to the {here}, the top card of the {there} is turned up. With real"
            " cards, push the played card face up under that pile"
        )
        if group.piles > 1:
            text = msgid(
                "when a card goes to one of the {here}, the top card of the {there} in the same"
                " place is turned up. With real cards, push the played card face up under that"
                " pile"
            )
        clauses.append(translate(text, here=_here(group), there=there))
    if clauses:
        clauses.append(
            translate("play continues with the card that was turned up; no other card is turned up")
        )
    text = msgid(
        "{times} during the game, when a card would go to the {here} without turning up another,"
        " it first changes places with a face-down card. The player chooses the top card of"
        " another pile without seeing it; the two change places, and the new card lies face up"
    )
    chances = [group for group in definition.groups if group.chances]
    clauses += [translate(text, times=times(g.chances), here=_here(g)) for g in chances]
    return clauses


def _stuck_card(rules: CompiledGame, snapshot: Snapshot) -> int:
    """Return the card that must change places now, or -1."""
    R, S = rules.compiled_rules, new_state(rules.compiled_rules, 0)
    thaw(R, S, snapshot)
    p = stuck(R, S)
    return snapshot.piles[p][-1] if p >= 0 else -1


def explain_stuck(rules: CompiledGame, snapshot: Snapshot) -> str:
    """State that a card must change places first."""
    text = msgid(
        "The {card} must first change places with a face-down card, because it would turn up no"
        " other card."
    )
    return translate(text, card=card_name(_stuck_card(rules, snapshot)))


def explain_no_chance(rules: CompiledGame, snapshot: Snapshot, code: int) -> str:
    """Explain why the cards of two piles do not change places now; the engine gives the reason."""
    R = rules.compiled_rules
    if code == Refusal.NOT_YET and snapshot.counted >= R.shuttles.chances:
        if R.shuttles.chances == 1:
            return translate("The only exchange has been used.")
        if R.shuttles.chances == 2:
            return translate("Both exchanges have been used.")
        return translate("All {n} exchanges have been used.", n=number(R.shuttles.chances))
    if code == Refusal.NOT_YET:
        return translate(
            "A card changes places only when it would go to its foundation without turning up"
            " another card."
        )
    if code == Refusal.NOT_HERE:
        text = msgid("Only the {card} may change places, because it would turn up no other card.")
        return translate(text, card=card_name(_stuck_card(rules, snapshot)))
    return translate("A card changes places only with a face-down card.")


def shuttle_counters(rules: CompiledGame, snapshot: Snapshot) -> list[tuple[str, str]]:
    """Return the number of exchanges that are left, with its label."""
    chances = rules.compiled_rules.shuttles.chances
    return [(translate("Exchanges left"), str(chances - snapshot.counted))] if chances else []
