"""The sections on special moves and on the end of the game."""

from __future__ import annotations

from cadogan.actions import COUNTERS
from cadogan.families.texts import (
    family_clauses,
    score_clauses,
    score_object,
    told_some_cards,
    weaving_clauses,
)
from cadogan.language import words
from cadogan.language.definition import references
from cadogan.prose.english import join, listed, ordinal, times
from cadogan.prose.speaker import Speaker

__all__ = ["object_of_play", "score", "special_moves"]


def special_moves(say: Speaker) -> list[str]:
    """Write the section on what may be done a few times in the game."""
    told = []
    for counted in COUNTERS:
        allowed = getattr(say.definition, counted.table) if counted.clause else None
        if allowed and allowed.times:
            when, group = getattr(allowed, "when", ""), getattr(allowed, "group", "")
            told.append(
                counted.clause.format(
                    times=times(allowed.times),
                    when=f", {say.clause(when)}," if when else "",
                    group=say.the(group) if group else "",
                )
            )
    return [join([*told, *family_clauses(say.definition), *weaving_clauses(say.rules)])]


def score(say: Speaker) -> list[str]:
    """Say what is counted, where the game is played for a score."""
    return [join(score_clauses(say.definition))]


def object_of_play(say: Speaker) -> list[str]:
    """Say when the game is won."""
    text = f"the game is won when all {say.tables.total} cards lie on the foundations"
    if cleared := words.parse_win(say.definition.win, references(say.groups)):
        names = [say.the(ref) for ref in cleared]
        several = len(names) > 1 or names[0].endswith("s")
        text = f"the game is won when {listed(names)} {'are' if several else 'is'} empty"
    elif say.definition.win != "all on foundations":
        kind, _, some = say.definition.win.partition(" but ")
        text = f"the game is won when {words.WINS[kind]}"
        if some:
            text += f" but the {told_some_cards(some)}"
        if say.definition.win == "score":
            text = score_object(say.definition)
        if say.definition.win == "tableau in runs" and say.of_kind("stock"):
            text += ", and the stock is empty"
    return [join([text, *_shown(say), "if no move is left before that, it is lost"])]


def _shown(say: Speaker) -> list[str]:
    """Say what the complete foundations show, where that is a number or the hours."""
    told = []
    for group in say.of_kind("foundation"):
        ends = say.ends(group)
        if say.on_a_clock(group) and ends == [*range(1, 13)]:
            told.append(
                "each foundation then shows its hour; the ace counts one, the jack eleven and the"
                " queen twelve"
            )
        for name, option in say.definition.options.items():
            if option.kind != "digits":
                continue
            number = say.rules.options[name]
            if "".join(map(str, ends)) == number:
                told.append(
                    f"the top cards of the foundations, from the first to the {ordinal(len(ends))},"
                    f" then read {number}, the player's number"
                )
    return told
