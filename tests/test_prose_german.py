"""Rules pages and refusals in German: no English words, and no badly joined fragments."""

from __future__ import annotations

import re
from itertools import permutations

import pytest

import cadogan
from cadogan.i18n import in_language, translate
from cadogan.state.special_moves import ACTIONS
from tests.cases.messages import check_sentence
from tests.covering import each
from tests.hand import lay, up

# words that never occur in German
ENGLISH = re.compile(
    r"\b(?:the|of|and|or|to|with|cards?|piles?|is|are|may|be|not|on|each|suits?|ranks?|it|its|from"
    r"|stock|waste|foundations?|empty|king|queen|jack|ace)\b"
)
SLIPS = re.compile(
    r"  |\(\)| [,.;:]|,[,.;]|\.\.|;\.|[{}\[\]_]|\b(an|auf|wird|werden|der|die|das|von|zu) \1\b"
    r"|\bNone\b|\bein(?:er|em|en)? Karten\b|\bzu dem\b|\bzu der\b|\bin dem\b"
)


@pytest.mark.parametrize("game_id", each(cadogan.games()))
def test_a_page_is_german(game_id: str) -> None:
    with in_language("de"):
        page = cadogan.game(game_id).rules()
    own = "## Die Karten" + page.partition("## Die Karten")[2]
    for title in ("Hausregeln", "Benannte Kombinationen", "Varianten"):
        own = own.split(f"\n## {title}")[0]
    own = own.split("\n## Anmerkungen")[0].split("\n## Aussichten")[0].split("\n## Quellen")[0]
    # the definition's own text for the player
    own = "\n".join(line for line in own.splitlines() if not re.match(r"- \*[a-z]+\*:", line))
    assert not ENGLISH.search(own), ENGLISH.search(own)
    assert not SLIPS.search(own), SLIPS.search(own)
    for line in own.splitlines():
        assert not line or line.startswith(("#", "- ")) or line[0].isupper() or line[0] == "*", line
        assert not line or line.startswith("#") or line.endswith((".", ":")), line


@pytest.mark.parametrize("game_id", each(cadogan.games()))
def test_refusals_are_german(game_id: str) -> None:
    position = cadogan.game(game_id).deal(1)
    piles = [name for name in position.piles if name != "d"]
    some = piles[:3] + piles[-3:]
    with in_language("de"):
        tried = [f"{a}-{b}" for a, b in permutations(dict.fromkeys(some), 2)]
        for move in [*tried, *(f"{move}x2" for move in tried), *(act.word for act in ACTIONS)]:
            try:
                told = position.why_not(move)
            except cadogan.InvalidMoveError:
                continue
            if told:
                own = told.replace(translate(position.game.name), "Spiel")
                assert not ENGLISH.search(own), told
                assert not SLIPS.search(own), told
                assert told[0].isupper(), told
                assert told.endswith("."), told


def test_a_page_in_german() -> None:
    with in_language("de"):
        page = cadogan.game("klondike").rules()
    assert (
        "Im Tableau wird abwechselnd rot und schwarz abwärts gebaut: jede Karte einen Rang"
        " niedriger als die, auf die sie gelegt wird, rot auf schwarz und schwarz auf rot (eine"
        " schwarze Neun auf eine rote Zehn)."
    ) in page
    assert "Jedes beginnt mit dem Ass seiner Farbe, sobald es ins Spiel kommt," in page
    assert "Ein leerer Stapel darf nur mit einem König" in page
    assert re.search(r"Mit 95 % Sicherheit sind \d\d,\d bis \d\d,\d % aller Blätter", page)


@pytest.mark.parametrize(
    "move",
    "t2-t3 t1-t5 t5-t1 w-f3 t4-f1 t1-f2 t2-t3x5 t3-t4x2 w-t3x2 redeal shift".split(),  # noqa: SIM905
)
def test_a_refusal_in_german(move: str) -> None:
    piles = {"t1": "[QC 2S] 9H", "t2": "8S 7H", "t3": "TS", "t4": "JS TC", "w": "5H"}
    position = lay("klondike", "s", f1=up("AC", "3C"), f2=up("AD", "KD"), **piles)
    with in_language("de"):
        check_sentence(f"german.{move}", str(position.why_not(move)))
