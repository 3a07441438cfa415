"""The rules page: complete, correct and in good English."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import msgspec
import pytest

import cadogan
from cadogan import Game
from cadogan.compiler import compile_rules
from cadogan.i18n.grammar import count_word
from cadogan.rules import vocabulary
from cadogan.rules.builds import BUILDS
from cadogan.rules.catalogue import built_in
from cadogan.rules.definition import ACTION_TABLES, Definition, Merci, Option, Redeal, Shift
from cadogan.rules.group import GROUP_KEYS, Group, Then
from cadogan.rules.loading import load_text
from cadogan.text.rules_page import rules_page
from tests.covering import each, few

# grammatical slips and traces of fragments joined badly
WRONG = re.compile(
    r"\ba (?:ace|eight|eleven|eighteen|em)\b|\ban (?!ace|eight|eleven|empt|ascending|older)\w+"
    r"|\b(\w+) \1\b|  |\(\)| [,.;:]|,[,.;]|\.\.|;\."
    r"|\bone (?:card|pile|cell|foundation|deal|pack)s\b|\bNone\b|[{}\[\]_]|\bis are\b"
)
# archaic words that a page would have to explain, and synonyms for "pile" and "empty"
STRANGE = re.compile(
    r"\b(columns?|depots?|flanks?|heaps?|packets?|vacanc(y|ies)|packed|spaces?)\b", re.IGNORECASE
)
QUOTED = {"algerian": "which our original notes call depots, "}
MARKDOWN = re.compile(r"# .+|## .+|(?:- .+\n?)+|[^#\-\n].*")


def page(text: str, file: str = "trial.toml", **options: object) -> str:
    """Return the rules page of a definition."""
    return Game(next(iter(load_text(text, file).values())), options).rules()


# --- every game of the catalogue -----------------------------------------------------------------


@pytest.mark.parametrize("game_id", each(cadogan.games()))
def test_the_page_of_a_game(game_id: str) -> None:
    game = cadogan.game(game_id)
    text = game.rules()
    _check_markdown(game, text)
    _check_english(text)
    _check_words(game_id, text)
    _check_cards(game, text)
    sources = [line for line in _section(text, "Sources").split("\n") if line.startswith("- ")]
    assert len(sources) == len({*sources}), "each source once"
    changes = [line.partition("*: ")[2] for line in _section(text, "Variants").strip().splitlines()]
    assert all(changes), "the page states what each variant changes"
    assert len(changes) == len({*changes})


def _section(text: str, title: str) -> str:
    return text.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def _check_markdown(game: Game, text: str) -> None:
    """A page has a title, each section once and in order, and only the agreed markup."""
    blocks = text.strip().split("\n\n")
    assert blocks[0] == f"# {game.name}"
    assert all(MARKDOWN.fullmatch(block) for block in blocks)
    titles = [block for block in blocks if block.startswith("## ")]
    assert len(titles) == len(set(titles))
    assert {"## The cards", "## The layout", "## The object"} <= set(titles)
    assert "## The foundations" in titles or not game.definition.of_kind("foundation")
    assert not any(a.startswith("#") and b.startswith("#") for a, b in pairwise(blocks[1:]))


def _check_english(text: str) -> None:
    """Sentences on a page begin and end properly and have no small grammatical slips."""
    own = (
        text.split("\n## Variants", maxsplit=1)[0]
        .split("\n## Notes", maxsplit=1)[0]
        .split("\n## Odds", maxsplit=1)[0]
    )
    assert not WRONG.search(own), WRONG.search(own)
    for line in own.splitlines()[1:]:
        if line and not line.startswith(("#", "*")):
            assert line.endswith((".", ":")), line
            assert line.startswith("- ") or line[0].isupper(), line


def _check_words(game_id: str, text: str) -> None:
    """A page uses only the words "pile" and "empty", except in titles."""
    own = re.sub(r"(?m)^\*This game is also called .*$", "", text.partition("\n## Sources")[0])
    assert not (found := STRANGE.search(own.replace(QUOTED.get(game_id, "-"), ""))), found


def _check_cards(game: Game, text: str) -> None:
    """A page states how many cards there are, and how many the deal leaves for the stock."""
    jokers = game.definition.jokers
    told = f" and {count_word(jokers)} joker{'s' if jokers > 1 else ''}" if jokers else ""
    assert f"{game.compiled_rules.total - jokers} cards{told}" in text
    # if the deal discards cards that are met, the number dealt varies from deal to deal
    if "s" in game.pile_names and not any(g.met_in_dealing for g in game.definition.groups):
        left = len(game.deal(1).piles["s"])
        assert re.search(rf"\*Stock\*: .*\b{count_word(left)} cards", text)


def test_pages_differ() -> None:
    seen: dict[str, str] = {}
    for game_id in built_in():
        text = cadogan.game(game_id).rules()
        before, _, won = text[text.index("## The cards") :].partition("\n## The object")
        rules = before + won.split("\n## ")[0]
        assert rules not in seen, f"{game_id} and {seen[rules]} have the same rules"
        seen[rules] = game_id


def test_options_are_written_into_the_page() -> None:
    text = cadogan.game("birthday", target="1888", suits="CDHS").rules()
    assert "Foundation 2: from the nine of diamonds to the eight of diamonds" in text
    assert "This page assumes 1888." in text


def test_a_game_that_is_not_in_the_catalogue() -> None:
    """A user's definition gets a page without variants and without a parent."""
    own = load_text(SMALL + '[variants.x]\nname = "X"\n', "klondike.toml")
    for definition in own.values():
        text = rules_page(compile_rules(definition, {}))
        assert "ariant" not in text


# --- every key and every phrase has a text -------------------------------------------------------

SMALL = """
name = "Trial"
family = "Trials"
decks = 1
win = "foundations complete"
[foundation]
piles = 4
start = "A"
build = "up in suit"
[tableau]
piles = 4
deal = 3
build = "down in suit"
take = "run"
space = "any card"
[reserve]
piles = 2
deal = 2
space = "any card"
[cell]
piles = 2
[waste]
[stock]
deal = "1 to waste"
[discard]
leaves = "S"
"""

_GRID = {"most": 1, "deal": 1, "take": "top card", "space": "left neighbour", "row": 2}
# Some keys have an effect only together with others, so both definitions have those too.
BESIDE: dict[str, dict[str, Any]] = {
    "space_from": {"space": "any card"},
    "space_in_turn": {"space": "any card", "space_from": ["waste", "reserve"]},
    "refill_below": {"refill": 3},
    "fill_cards": {"fill": ["stock"]},
    "refill_first": {"refill": 3},
    "refill_order": {"refill": 3},
    "sink_way": {"sink": "K"},
    "must_hold_way": {"must_hold": ["A"]},
    "last_at": {"deal": "1 to each tableau", "last": "2 to each tableau", "last_at": 4},
    "last": {"deal": "1 to each tableau", "last": "2 to each tableau", "last_at": 4},
    "last_when": {
        "deal": "1 to each tableau",
        "last": "2 to each tableau",
        "last_when": "not reserve empty",
    },
    "take": {"to": ["tableau"]},
    "keep": {"to": ["tableau"]},
    "bare": {"keep": 1},
    "leftmost": {"space": "none", "take": "top card"},
    "next_at": {"deal": "1 to the next tableau"},
    "skips": {"deal": "1 to each tableau"},
    "run": {"to": ["tableau"]},
    "must": {"leaves": "C"},
    "replaced": {"leaves": "C"},
    "reach": {"space": "none", "closes": True},
    "wrong": {"space": "2", "deal": 1, "face": "up"},
    "closes": {"space": "none", "face": "up"},
    "row": {"most": 1, "deal": 1, "take": "top card"},
    "row_start": {**_GRID, "row_start": "A"},
    "ring": {**_GRID, "row_start": "A"},
    "exchange": {"most": 1, "deal": 1, "build": "none", "take": "none", "space": "none"},
    "same_way": {"build": "up or down in suit, wrapping, one way"},
    "same_suits": {"build": "up any suit"},
    "in_lines": {"piles": 4, "start": "A", "build": "up in suit"},
    "fixed": {**_GRID, "row_start": "A"},
    "last_reversed": {"deal": "1 to each tableau"},
    "chances": {"opens": "tableau"},
    "begins_at": {"deal": "1 to the next tableau"},
    "deal_to": {"deal": "1 to each tableau"},
    "last_to": {"deal": "1 to each tableau", "last": "1 to each tableau", "last_at": 3},
    "squared": {"face": "up"},
    "laid_aside": {"piles": 13, "deal": 2},
    "laid_aside_from": {"piles": 13, "deal": 2, "laid_aside": "reserve"},
}
CHANGED: dict[str, Any] = {
    "piles": 8,
    "deal": 1,
    "order": "piles",
    "face": "top up",
    "start": "K",
    "placed": True,
    "goal": ["5C", "5D", "5H", "5S"],
    "cards": 7,
    "whole": "by choice",
    "build": "up or down in alternating colours",
    "sequence": "A 3 5 7 9 J K 2 4 6 8 T Q",
    "limited_by": "the row above",
    "falls_on": [[1], [2], [3], [4]],
    "paired": True,
    "awaits": "tableau",
    "bare": True,
    "batch": 3,
    "leftmost": True,
    "next_at": "K",
    "skips": "empty piles",
    "take": "top card or whole pile",
    "run": "down any suit",
    "keep": 2,
    "space": "K",
    "space_from": ["waste"],
    "space_in_turn": True,
    "from": ["reserve"],
    "when": "waste empty",
    "to": ["foundation"],
    "fill": ["stock"],
    "fill_cards": 3,
    "refill": 3,
    "refill_below": 2,
    "refill_first": 2,
    "refill_order": "piles",
    "least": 2,
    "most": 9,
    "sink": "Q",
    "sink_way": "swapped",
    "must_hold": ["A"],
    "must_hold_way": "swapped in",
    "lacks": ["A"],
    "holds": ["QH on 1"],
    "unlike": True,
    "met_in_dealing": "what fits goes out",
    "laid_aside": "reserve",
    "laid_aside_from": 2,
    "apart": "base rank",
    "ends": "base rank",
    "reach": [1, 2],
    "closes": True,
    "row": 2,
    "row_start": "2",
    "ring": True,
    "exchange": True,
    "same_way": True,
    "same_suits": True,
    "in_lines": True,
    "fixed": True,
    "last_reversed": True,
    "covered_by": "reserve",
    "then": {"when": "stock empty", "from": ["reserve"]},
    "last": "3 to each tableau",
    "last_at": 8,
    "last_when": "reserve empty",
    "turned": True,
    "opens": "tableau",
    "chances": 2,
    "begins_at": 2,
    "deal_to": [2],
    "last_to": [1],
    "squared": "tableau",
    "times": 2,
    "leaves": "lower in suit",
    "must": True,
    "replaced": True,
    "wrong": "may leave",
}
# Keys that do not affect play in groups of this kind, so the page does not mention them.
IDLE = {
    ("discard", "deal"): "here all that is not dealt is the stock",
    ("cell", "order"): "a cell gets one card at most",
    ("cell", "sink"): "nothing lies under the one card of a cell",
    ("cell", "sink_way"): "nothing lies under the one card of a cell",
}


def toml(value: object) -> str:
    """Write a value as TOML."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {toml(item)}' for key, item in value.items())} }}"
    return f'"{value}"' if isinstance(value, str) else str(value)


def definition_with(kind: str, keys: dict[str, Any]) -> str:
    """Return the small definition with some group keys set; drop the waste if it gets no cards."""
    lines, here = [], ""
    to_tableau = kind == "stock" and "tableau" in keys.get("deal", "")
    for line in SMALL.splitlines():
        here = line.strip("[]") if line.startswith("[") else here
        if here == "waste" and to_tableau:
            continue
        if not (here == kind and line.split(" =")[0] in keys):
            lines.append(line)
        if line == f"[{kind}]":
            lines += [f"{key} = {toml(value)}" for key, value in keys.items()]
    return "\n".join(lines)


def dealt_open(text: str) -> str:
    """Return the small definition with a stock that deals in turn and shows its next card."""
    text = text.replace("[waste]", '[waste]\nfrom = ["tableau"]')
    return text.replace('"1 to waste"', '"1 to the next tableau"\nturned = true')


def group_keys() -> list[tuple[str, str]]:
    """Return each kind of group paired with each key that it may have."""
    return [
        (kind, key)
        for kind, (needed, optional) in GROUP_KEYS.items()
        for key in dict.fromkeys(needed + optional)
    ]


def test_every_key_is_tried() -> None:
    fields = {f.encode_name for f in msgspec.structs.fields(Group)} - {"kind", "name"}
    assert fields == set(CHANGED)
    assert {key for _, key in group_keys()} == fields


# groups whose keys need other keys beside them, or another value
BESIDE_IN: dict[tuple[str, str], dict[str, Any]] = {
    ("foundation", "goal"): {"start": ["AC", "AD", "AH", "AS"]},
    ("foundation", "limited_by"): {"start": "base rank", "deal": 1},
    ("foundation", "deal"): {"start": "base rank"},
    ("foundation", "lacks"): {"start": "base rank", "deal": 1},
    ("foundation", "unlike"): {"start": "any card", "deal": 1},
    ("waste", "build"): {"from": ["tableau"]},
    ("waste", "sequence"): {"from": ["tableau"], "build": "down in suit"},
    **{("cell", key): {"deal": 1} for key in ("face", "must_hold", "must_hold_way", "lacks")},
    ("stock", "order"): {"deal": "2 to each tableau"},
    ("stock", "to"): {"turned": True, "deal": ""},
}
CHANGED_IN: dict[tuple[str, str], Any] = {
    ("reserve", "covered_by"): "tableau",
    ("discard", "deal"): 0,
    ("cell", "face"): "down",
    ("stock", "deal"): "3 to waste",
    ("stock", "order"): "rows",
    ("waste", "piles"): 3,
    ("cell", "piles"): 1,
    ("reserve", "piles"): 1,
}
CHANGED_WITH = {"turned": {"deal": ""}, "row": {"space": "left neighbour", "row_start": "A"}}
# functions that adapt the rest of the small definition, before and after the change
REWRITTEN: dict[str, Callable[[str], str]] = {
    "falls_on": dealt_open,
    "fixed": lambda text: text.replace('[discard]\nleaves = "S"', ""),
    **dict.fromkeys(
        ("opens", "chances"), lambda text: text.replace("[tableau]", '[tableau]\nface = "top up"')
    ),
    **dict.fromkeys(
        ("laid_aside", "laid_aside_from"),
        lambda text: text.replace(
            "[reserve]\npiles = 2\ndeal = 2", "[reserve]\npiles = 1\ndeal = 0"
        ),
    ),
}


@pytest.mark.parametrize(("kind", "key"), few(group_keys(), 50))
def test_every_group_key_changes_the_page(kind: str, key: str) -> None:
    needed, optional = GROUP_KEYS[kind]
    beside = {k: v for k, v in BESIDE.get(key, {}).items() if k in {*needed, *optional}}
    beside |= BESIDE_IN.get((kind, key), {})
    value = CHANGED_IN.get((kind, key), CHANGED[key])
    rewritten = REWRITTEN.get(key, str)
    before = definition_with(kind, beside)
    after = definition_with(kind, {**beside, key: value, **CHANGED_WITH.get(key, {})})
    same = page(rewritten(before)) == page(rewritten(after))
    assert same == ((kind, key) in IDLE)


TOP = {
    "name": 'name = "Other"',
    "decks": "decks = 2",
    "aliases": 'aliases = ["Attempt", "Essay"]',
    "about": 'about = "A trial of every key."',
    "ranks": 'ranks = "7 8 9 T J Q K A"',
    "suits": 'suits = "H H S S"',
    "sources": 'sources = ["A book"]',
    "odds": 'odds = ["About 1 in 2, all cards known"]',
    "notes": 'notes = ["A note"]',
    "win": 'win = "tableau in runs"',
}
# fields that the page does not mention
NOT_TOLD = {"id", "parent", "file", "family", "groups", "layout", "written"}
ELSEWHERE = {"jokers"}  # few games allow jokers; tests/test_jokers.py tests them


@pytest.mark.parametrize("key", [k for k in TOP if k not in NOT_TOLD])
def test_every_top_level_key_changes_the_page(key: str) -> None:
    before = SMALL.replace('start = "A"', 'start = "7"')
    lines = [line for line in before.splitlines() if not line.startswith(f"{key} =")]
    assert page("\n".join([TOP[key], *lines])) != page(before)


def test_every_key_of_the_game_is_tried() -> None:
    tables = {*ACTION_TABLES, "options", "answers", "combinations"}
    assert {f.name for f in msgspec.structs.fields(Definition)} == {
        *TOP,
        *NOT_TOLD,
        *ELSEWHERE,
        *tables,
    }


TABLES: list[tuple[type[msgspec.Struct], str, dict[str, str]]] = [
    (Redeal, "redeal", {
        "times": "1", "from": '"tableau"', "order": '"shuffled"', "when": '"reserve empty"',
    }),
    (Shift, "shift", {"times": "1", "group": '"reserve"'}),
    (Merci, "merci", {"times": "1", "when": '"stock empty"'}),
    (Option, "options.number", {
        "kind": '"suits"', "about": '"Another question"', "default": '"7777"', "length": "",
        "answers": "",
    }),
]  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "table", "key"),
    [(kind, table, key) for kind, table, keys in TABLES for key in keys if keys[key]],
)
def test_every_key_of_the_other_tables_changes_the_page(
    kind: type[msgspec.Struct], table: str, key: str
) -> None:
    keys = next(keys for _, name, keys in TABLES if name == table)
    assert {f.encode_name for f in msgspec.structs.fields(kind)} == set(keys)
    usual = {
        "redeal": {"times": "2"},
        "shift": {"times": "2"},
        "merci": {"times": "2"},
        "options.number": {
            "kind": '"digits"',
            "about": '"A question"',
            "default": '"5555"',
            "length": "4",
        },
    }[table]
    change = {key: keys[key]}
    if (table, key) == ("redeal", "from"):
        usual["order"] = '"shuffled"'
    if (table, key) == ("options.number", "kind"):
        change["default"] = '"CDHS"'

    def text(values: dict[str, str]) -> str:
        small = SMALL
        if table == "options.number":  # a number option needs another key that uses it
            asked = "{number} in {other}", 'kind = "suits"\ndefault = "SHCD"'
            if values["kind"] == '"suits"':
                asked = "{other} in {number}", 'kind = "digits"\ndefault = "2222"'
            small = small.replace('start = "A"', f'start = "one above {asked[0]}"')
            small += f'[options.other]\nabout = "Another"\n{asked[1]}\n'
            small += "length = 4\n" if values["kind"] == '"suits"' else ""
        return page(small + f"[{table}]\n" + "\n".join(f"{k} = {v}" for k, v in values.items()))

    assert text(usual) != text({**usual, **change})


PHRASES: list[tuple[str, str, list[str], dict[str, Any]]] = [
    ("tableau", "take", list(vocabulary.TAKES), {}),
    (
        *("tableau", "space"),
        [s for s in vocabulary.SPACES if not s.endswith(" neighbour") and s != "its own rank"],
        {},
    ),
    (
        *("tableau", "order"),
        [o for o in vocabulary.ORDERS if o not in vocabulary.DEALT_OUT],
        {"deal": [1, 2, 3, 4]},
    ),
    ("tableau", "face", [f for f in vocabulary.FACES if "stock" not in f], {}),
    ("tableau", "sink_way", [s for s in vocabulary.SINKS if s != "out of play"], {"sink": "K"}),
    ("tableau", "must_hold_way", list(vocabulary.MUST_HOLD_WAYS), {"must_hold": ["A"]}),
    ("tableau", "build", list(BUILDS), {}),
    ("reserve", "build", list(BUILDS), {}),
    ("tableau", "run", [b for b in BUILDS if not b.endswith("one way")], {}),
    ("foundation", "build", list(BUILDS), {"start": "base rank", "deal": 1}),
    ("foundation", "build", list(BUILDS), {"start": ["AC", "2D", "3H", "4S"]}),
    ("foundation", "start", ["any card", "base rank", "base suit", *"A23456789TJQK", "2C"], {}),
    ("foundation", "then.when", [
        f"{no}{c.replace('GROUP', group)}"
        for c in vocabulary.CONDITIONS
        if c != "GROUP can be filled"  # this condition is only for deals from the stock
        for group in {"GROUP empty": ["reserve", "waste and stock"]}.get(c, ["reserve"])
        for no in ("", "not ")
    ], {"start": "base rank", "to": ["tableau"], "then": {"take": "none"}}),
]  # fmt: skip


@pytest.mark.parametrize("step", [10, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("kind", "key", "phrases", "beside"), PHRASES)
def test_every_phrase_changes_the_page(
    kind: str, key: str, phrases: list[str], beside: dict[str, Any], step: int
) -> None:
    """Each phrase of the vocabulary has its own English text; by default try some of the builds."""
    seen: dict[str, str] = {}
    for phrase in phrases[:: step if len(phrases) > 50 else 1]:
        keys = {**beside, key: phrase}
        if key == "then.when":
            keys = {**beside, "then": {"when": phrase, **beside["then"]}}
        written = definition_with(kind, keys)
        if key == "then.when":  # a game in which every condition can become true
            written = written.replace("[tableau]\n", "[tableau]\nrefill = 1\n")
            written = written.replace('"1 to waste"\n', '"1 to waste"\nbatch = 2\n')
            written += "\n[redeal]\ntimes = 1\n"
        text = page(written)
        assert text not in seen, f"{phrase!r} reads like {seen[text]!r}"
        assert not WRONG.search(text), (phrase, WRONG.search(text))
        seen[text] = phrase


THEN: dict[str, object] = {
    "when": "waste empty",
    "build": "none",
    "apart": "base rank",
    "take": "none",
    "from": ["reserve"],
    "to": ["foundation"],
    "space": "K",
    "space_from": ["waste"],
    "fill": ["stock"],
}


@pytest.mark.parametrize(("key", "value"), THEN.items())
def test_every_key_of_then_is_on_the_page(key: str, value: object) -> None:
    assert {field.encode_name for field in msgspec.structs.fields(Then)} == THEN.keys()
    usual = {"when": "stock empty", "build": "up in suit"}
    before = page(definition_with("tableau", {"then": usual}))
    assert page(definition_with("tableau", {"then": {**usual, key: value}})) != before


def test_several_groups_of_a_kind() -> None:
    text = page("""
name = "Trial"
family = "Trials"
decks = 1
win = "foundations complete"
[foundation]
piles = 1
start = "AC"
build = "up in suit"
cards = 13
[tableau.left]
piles = 3
deal = 5
build = "down in suit"
take = "top card"
space = "none"
[tableau.far-right]
piles = 1
deal = 37
build = "none"
take = "top card"
space = "any card"
from = ["tableau.left"]
""")
    assert "*Left tableau*. The *left* tableau is built down in suit" in text
    assert "into the empty *far right* tableau" in text
    assert "There is one foundation." in text
    assert "Only cards from the *left* tableau may be played to the *far right* tableau." in text
    assert not WRONG.search(text)


def test_dealt_by_rank() -> None:
    keys = {"piles": 13, "deal": 0, "order": "by rank", "face": "down but the last"}
    text = definition_with("tableau", keys).replace("piles = 2\ndeal = 2", "piles = 2\ndeal = 0")
    text = page(text.partition("[waste]")[0])
    assert "thirteen piles, face down; the last card left is turned up. Deal all the" in text


def test_whole_runs_are_excepted_from_single_cards() -> None:
    told = cadogan.game("rouge-et-noir").rules()
    assert "\n\nApart from such whole runs, cards go to the foundations one at a time." in told
    assert "\n\nCards go to the foundations one at a time." in cadogan.game("gypsy").rules()
