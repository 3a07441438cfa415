"""Wording for counting."""

from __future__ import annotations

from cadogan.core.cards import RANKS
from cadogan.i18n import msgid, translate
from cadogan.i18n.grammar import number, rank
from cadogan.mechanics.counting.compile import called_in
from cadogan.rules.definition import Definition
from cadogan.state.compiled import CompiledGame
from cadogan.state.snapshot import Snapshot


def counting_clauses(definition: Definition) -> list[str]:
    """Return the clauses about counting for the rules page."""
    count = definition.count
    if count is None:
        return []
    names = [rank(place) for place in called_in(definition)]
    order = translate(
        "{ranks} and so on to {last}, then again from {first}",
        ranks=", ".join(names[:3]),
        last=names[-1],
        first=names[0],
    )
    if count.of == "tableau":
        along = translate(
            "the cards are counted one by one along the rows, starting again after the last, and"
            " the next rank is called for each: {order}",
            order=order,
        )
        return [
            along,
            translate(
                "a card whose own rank is called, whatever its suit, leaves play, and its place"
                " is skipped from then on"
            ),
            translate("counting goes on as long as a card can still leave play"),
        ]
    clauses = [
        translate("as each card is turned, the next rank is called: {order}", order=order),
        translate("a card whose own rank is called, whatever its suit, leaves play at once"),
        translate(
            msgid("the count starts again with each pass")
            if count.again
            else msgid("the next pass continues the count from where the last one stopped")
        ),
    ]
    if count.passes:
        text = msgid(
            "a hit is a card that leaves play; after {n} passes in a row without a hit there are"
            " no more passes"
        )
        if count.passes == 1:
            text = msgid(
                "a hit is a card that leaves play; after a pass without a hit there are no more"
                " passes"
            )
        clauses.append(translate(text, n=number(count.passes)))
    return clauses


def explain_no_hit() -> str:
    """Explain why the player cannot continue to count."""
    return translate("However long counting goes on, no card will leave play.")


def called_rank(definition: Definition, snapshot: Snapshot) -> str:
    """Return the rank that the player calls next, as the page shows it.

    >>> from cadogan import game
    >>> hit = game("hit-or-miss")
    >>> called_rank(hit.definition, hit.deal(1).play("s-w").snapshot)
    '2'
    """
    order = called_in(definition)
    letter = RANKS[order[snapshot.counted % len(order)] - 1]
    return "10" if letter == "T" else letter


def counting_counters(rules: CompiledGame, snapshot: Snapshot) -> list[tuple[str, str]]:
    """Return the rank that the player calls next."""
    counted = rules.compiled_rules.counting.way
    return [(translate("Next called"), called_rank(rules.definition, snapshot))] if counted else []
