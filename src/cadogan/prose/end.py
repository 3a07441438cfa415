"""The sections on special moves and on the end of the game."""

from __future__ import annotations

from cadogan.families.texts import family_clauses, score_clauses, score_object, weaving_clauses
from cadogan.language import words
from cadogan.language.definition import references
from cadogan.prose.english import join, listed, ordinal, times
from cadogan.prose.speaker import Speaker

__all__ = ["object_of_play", "score", "special_moves"]


def special_moves(say: Speaker) -> list[str]:
    """Write the section on what may be done a few times in the game."""
    told = []
    merci, shift = say.definition.merci, say.definition.shift
    if merci and merci.times:
        when = f", {say.clause(merci.when)}," if merci.when else ""
        told.append(
            f"{times(merci.times)} in the game{when} one buried card of the tableau that lies face"
            " up may be drawn out from under the others and played where it fits, or laid on top of"
            " its own pile"
        )
    if shift and shift.times:
        told.append(
            f"{times(shift.times)} in the game the player may shift {say.the(shift.group)}: the"
            " bottom card of every pile goes to its top"
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
        text = f"the game is won when {words.WINS[say.definition.win]}"
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
            number = say.rules.options[name]
            if option.kind == "digits" and "".join(map(str, ends)) == number:
                told.append(
                    f"the top cards of the foundations, from the first to the {ordinal(len(ends))},"
                    f" then read {number}, the player's number"
                )
    return told
