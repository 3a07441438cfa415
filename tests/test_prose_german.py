"""What the program says of games in German: complete, and without a word of English."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import permutations
from pathlib import Path

import pytest

import cadogan
from cadogan.i18n import catalog, in_language, translate
from cadogan.mechanics.removal.compile import SETS
from cadogan.mechanics.removal.text import TOUCHING
from cadogan.mechanics.round_robin.text import MOVED_UP
from cadogan.rules import vocabulary
from cadogan.rules.catalogue import catalogue
from cadogan.state.special_moves import ACTIONS, COUNTERS
from tests.hand import lay, up
from tests.sampling import each

SOURCE = Path(__file__).resolve().parents[1] / "src" / "cadogan"
MODULES = [
    *sorted((SOURCE / "text" / "rules_page").glob("*.py")),
    *sorted((SOURCE / "mechanics").glob("**/text.py")),
    *(
        SOURCE / f"{name}.py"
        for name in (
            *("rules/build_names", "i18n/grammar", "text/names", "text/refusals"),
            *("text/run_refusals", "model/position"),
        )
    ),
    SOURCE / "odds_data" / "__init__.py",
]
# Words that no German sentence has.
ENGLISH = re.compile(
    r"\b(?:the|of|and|or|to|with|cards?|piles?|is|are|may|be|not|on|each|suits?|ranks?|it|its|from"
    r"|stock|waste|foundations?|empty|king|queen|jack|ace)\b"
)
SLIPS = re.compile(
    r"  |\(\)| [,.;:]|,[,.;]|\.\.|;\.|[{}\[\]_]|\b(an|auf|wird|werden|der|die|das|von|zu) \1\b"
    r"|\bNone\b|\bein(?:er|em|en)? Karten\b|\bzu dem\b|\bzu der\b|\bin dem\b"
)


# --- every text is there -------------------------------------------------------------------------


def _constants(node: ast.AST) -> Iterator[str]:
    """Yield the texts that an expression may be, as far as it is written out."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _constants(node.body)
        yield from _constants(node.orelse)


def _assigned(scope: ast.AST) -> dict[str, list[str]]:
    """Return the texts that each name of a scope may be."""
    names: dict[str, list[str]] = {}
    for part in ast.walk(scope):
        if isinstance(part, ast.Assign):
            target, value = part.targets[0], part.value
            pairs = [(target, value)]
            if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
                pairs = [*zip(target.elts, value.elts, strict=True)]
            for name, text in pairs:
                if isinstance(name, ast.Name):
                    names.setdefault(name.id, []).extend(_constants(text))
    return names


def _written(path: Path) -> Iterator[str]:
    """Yield the texts that a module says, written out where it says them or just above."""
    tree = ast.parse(path.read_text("utf-8"))
    names = _assigned(tree)
    for scope in ast.walk(tree):
        if not isinstance(scope, ast.FunctionDef | ast.Lambda):
            continue
        own = _assigned(scope)
        for call in ast.walk(scope):
            if (
                isinstance(call, ast.Call)
                and isinstance(call.func, ast.Name)
                and call.func.id in {"translate", "phrase"}
                and call.args
            ):
                text = call.args[0]
                yield from _constants(text)
                if isinstance(text, ast.Name):
                    yield from own.get(text.id, names.get(text.id, []))


def _vocabulary() -> Iterator[str]:
    """Yield what is said of the phrases of the rules language."""
    for take in vocabulary.TAKES.values():
        yield take.replace("of a pile", "of {pile}")
        yield take.replace("of a pile", "of {pile}").replace(" or a cell", "")
    for face in vocabulary.FACES.values():
        yield face.removeprefix("all ")
        yield face.removeprefix("all ").partition(";")[0]
    for name, order in vocabulary.ORDERS.items():
        if name != "rows across groups":
            yield order
            yield order.partition(";")[0]
    yield from (vocabulary.SINKS[way] for way in ("keeping order", "reversed"))
    yield from vocabulary.MET_IN_DEALING.values()
    yield vocabulary.MUST_HOLD_WAYS["dealt again"]
    yield from (vocabulary.REDEAL_ORDERS[order] for order in ("turned", "shuffled"))
    not_said = {"all on foundations", "score", "N cards left"}
    yield from (text for win, text in vocabulary.WINS.items() if win not in not_said)
    yield from vocabulary.BETWEEN.values()
    yield vocabulary.STARTS["one above {target} in {suits}"]
    yield from vocabulary.COVERS.values()
    yield from (text for hands, text in vocabulary.HANDS.items() if hands != "none")
    yield from vocabulary.WHOLES.values()
    yield from (text for name, text in SETS.items() if name.islower())
    for told in vocabulary.CONDITIONS.values():
        yield from (told.holds.replace("{once}", once) for once in ("once", "when"))
        yield told.waits
    yield from (TOUCHING, MOVED_UP, *vocabulary.SKIPS.values())


def _actions() -> Iterator[str]:
    """Yield the texts of actions and counters."""
    for act in ACTIONS:
        yield from (act.said, act.told, act.label, act.absent)
    for counter in COUNTERS:
        if counter.many:
            yield from (counter.left, f"All {{n}} {counter.many} have been used.")
            yield f"Both {counter.many} have been used."
            yield f"The only {counter.one} has been used."
        if counter.clause:
            yield counter.clause


def _tables() -> Iterator[str]:
    """Yield texts that stand in small tables beside the functions that say them."""
    for path in MODULES:
        for part in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(part, ast.Assign | ast.AnnAssign) or not part.value:
                continue
            name = part.target if isinstance(part, ast.AnnAssign) else part.targets[0]
            if getattr(name, "id", "") in {
                "_BETWEEN",
                "_BUILT_FREELY",
                "_EXAMPLES",
                "_EXAMPLES_OF_ONE_RANK",
                "_LEFT",
                "_PLACES",
                "_POKER",
                "_SUNK",
                "_SUNK_TO_THE_BOTTOM",
                "_THEN_BUILT_FREELY",
            }:
                for value in ast.walk(part.value):
                    yield from _constants(value) if isinstance(value, ast.Constant) else ()
    tree = ast.parse((SOURCE / "text" / "rules_page" / "__init__.py").read_text("utf-8"))
    for part in ast.walk(tree):  # the titles of the sections
        if isinstance(part, ast.Assign) and getattr(part.targets[0], "id", "") == "sections":
            assert isinstance(part.value, ast.Tuple)
            for section in part.value.elts:
                if isinstance(section, ast.Tuple):
                    yield from filter(None, _constants(section.elts[0]))
    yield "Leaving play"  # of a family


@cache
def wanted() -> frozenset[str]:
    """Return every text of English that is to be had in German."""
    found = {text for path in MODULES for text in _written(path)}
    found |= {*_vocabulary(), *_actions(), *_tables()}
    for definition in catalogue().values():
        for group in definition.groups:
            if name := group.name.partition(".")[2]:
                found.add(f"*{name.replace('-', ' ')}*")
    return frozenset(found)


def _theirs() -> set[str]:
    """Return the texts that are kept for these sentences."""
    folder = SOURCE / "i18n" / "locales" / "de" / "rules_page"
    return {
        text for file in folder.glob("*.toml") for text in tomllib.loads(file.read_text("utf-8"))
    }


def test_every_text_is_there() -> None:
    assert wanted() - catalog("de").keys() == set()


def test_no_text_is_of_no_use() -> None:
    assert _theirs() - wanted() == set()


# --- what is said --------------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", each(cadogan.games()))
def test_a_page_is_german(game_id: str) -> None:
    """No word of the generator's own is English, and no slip of joining is in it."""
    with in_language("de"):
        page = cadogan.game(game_id).rules()
    own = "## Die Karten" + page.partition("## Die Karten")[2]
    for title in ("Was gewählt werden kann", "Zusammenstellungen mit Namen", "Varianten"):
        own = own.split(f"\n## {title}")[0]
    own = own.split("\n## Anmerkungen")[0].split("\n## Aussichten")[0].split("\n## Quellen")[0]
    # what a definition asks of its player is its own text
    own = "\n".join(line for line in own.splitlines() if not re.match(r"- \*[a-z]+\*:", line))
    assert not ENGLISH.search(own), ENGLISH.search(own)
    assert not SLIPS.search(own), SLIPS.search(own)
    for line in own.splitlines():
        assert not line or line.startswith(("#", "- ")) or line[0].isupper() or line[0] == "*", line
        assert not line or line.startswith("#") or line.endswith((".", ":")), line


@pytest.mark.parametrize("game_id", each(cadogan.games()))
def test_refusals_are_german(game_id: str) -> None:
    """Whatever is refused at the start is refused in German."""
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
    assert re.search(r"Demnach sind \d\d,\d bis \d\d,\d % aller Blätter zu gewinnen", page)


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        (
            "t2-t3",
            (
                "Die Herz-Sieben darf nicht auf die Pik-Zehn: im Tableau wird abwechselnd rot und"
                " schwarz abwärts gebaut."
            ),
        ),
        ("t1-t5", "Die Herz-Neun darf nicht auf den leeren Stapel: das darf nur ein König."),
        ("t5-t1", "Auf Tableaustapel 5 liegt keine Karte."),
        ("w-f3", "Die Herz-Fünf darf Fundament 3 nicht beginnen: es beginnt mit einem Ass."),
        (
            "t4-f1",
            (
                "Die Kreuz-Zehn darf nicht auf die Kreuz-Drei: auf den Fundamenten wird in der"
                " Farbe aufwärts gebaut."
            ),
        ),
        ("t1-f2", "Fundament 2 ist vollständig."),
        ("t2-t3x5", "Auf Tableaustapel 2 liegen nur zwei Karten."),
        ("t3-t4x2", "Auf Tableaustapel 3 liegt nur eine Karte."),
        ("w-t3x2", "Auf der Ablage liegt nur eine Karte."),
        ("redeal", "Der Talon ist nicht leer."),
        ("shift", "In Klondike wird nicht umgelegt."),
    ],
)
def test_a_refusal_in_german(move: str, reason: str) -> None:
    piles = {"t1": "[QC 2S] 9H", "t2": "8S 7H", "t3": "TS", "t4": "JS TC", "w": "5H"}
    position = lay("klondike", "s", f1=up("AC", "3C"), f2=up("AD", "KD"), **piles)
    with in_language("de"):
        told = position.why_not(move)
    assert told == reason
