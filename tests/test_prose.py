"""The rules page: complete, correct, English."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

import cadogan
from cadogan import Game, words
from cadogan.game import GROUP_KEYS, Definition, Group, Merci, Option, Redeal, Shift, load_text
from cadogan.prose import rules_page
from cadogan.tables import compile_rules

WRONG = re.compile(
    r"\ba (?:ace|eight|eleven|eighteen|e[dm])\b|\ban (?!ace|eight|eleven|empt|ascending)\w+"
    r"|\b(\w+) \1\b|  |\(\)| [,.;:]|,[,.;]|\.\.|;\.|\bone (?:card|pile|cell|foundation|deal|pack)s\b|\bNone\b|[{}\[\]_]|\bis are\b"
)
MARKDOWN = re.compile(r"# .+|## .+|(?:- .+\n?)+|[^#\-\n].*")


def page(text: str, file: str = "trial.toml", **options: object) -> str:
    """Return the rules page of a definition."""
    return Game(next(iter(load_text(text, file).values())), options).rules()


def section(text: str, title: str) -> str:
    """Return one section of a page."""
    return text.split(f"\n## {title}\n")[1].split("\n## ")[0].strip()


# --- every game of the catalogue -----------------------------------------------------------------


@pytest.mark.parametrize("game_id", cadogan.games())
def test_page_is_markdown_of_few_means(game_id: str) -> None:
    """A page has one title, its sections in order, each once, and nothing but the agreed marks."""
    game = cadogan.game(game_id)
    text = game.rules()
    blocks = text.strip().split("\n\n")
    assert blocks[0] == f"# {game.name}"
    assert all(MARKDOWN.fullmatch(block) for block in blocks)
    titles = [block for block in blocks if block.startswith("## ")]
    assert len(titles) == len(set(titles))
    assert {"## The cards", "## The layout", "## The object"} <= set(titles)
    assert "## The foundations" in titles or not game.definition.of_kind("foundation")
    assert not any(a.startswith("#") and b.startswith("#") for a, b in zip(blocks[1:], blocks[2:]))


@pytest.mark.parametrize("game_id", cadogan.games())
def test_page_is_english(game_id: str) -> None:
    """Sentences begin and end as they should, and no small slip of grammar is in them."""
    text = cadogan.game(game_id).rules()
    own = text.split("\n## Variants")[0].split("\n## Notes")[0].split("\n## Odds")[0]
    assert not WRONG.search(own), WRONG.search(own)
    for line in own.splitlines()[1:]:
        if line and not line.startswith(("#", "*")):
            assert line.endswith((".", ":")), line
            assert line.startswith("- ") or line[0].isupper(), line


@pytest.mark.parametrize("game_id", cadogan.games())
def test_page_counts_the_cards(game_id: str) -> None:
    """The page says how many cards there are and how many are left for the stock, as dealt."""
    game = cadogan.game(game_id)
    text = game.rules()
    assert f"{game.tables.total} cards" in text
    if "s" in game.pile_names:
        left = len(game.deal(1).piles["s"])
        assert re.search(rf"\*Stock\*: .*\b{words.count_word(left)} cards", text)


def test_pages_differ() -> None:
    """No two games of the catalogue have the same rules but for their names and sources."""
    seen: dict[str, str] = {}
    for game_id in cadogan.games():
        text = cadogan.game(game_id).rules()
        rules = text[text.index("## The cards") :].split("\n## The object")[0]
        assert rules not in seen, f"{game_id} and {seen[rules]} have the same rules"
        seen[rules] = game_id


def test_options_are_put_in() -> None:
    """The page of a game with options is written for those chosen."""
    text = cadogan.game("birthday", target="1888", suits="CDHS").rules()
    assert "Foundation 2: from the nine of diamonds to the eight of diamonds" in text
    assert "This page is written for 1888." in text


def test_a_game_that_is_not_in_the_catalogue() -> None:
    """A definition of one's own has a page; it names no variants and no parent."""
    own = load_text(SMALL + '[variants.x]\nname = "X"\n', "klondike.toml")
    for definition in own.values():
        text = rules_page(compile_rules(definition, {}))
        assert "ariant" not in text


# --- what the founding games must say ------------------------------------------------------------

# game, section, sentences of it; each says one thing that the fact sheet says of the game
FACTS: list[tuple[str, str, list[str]]] = [
    ("birthday", "The layout", [
        "take the two of spades, the ten of hearts, the six of clubs and the seven of diamonds out",
        "*Stock*: the rest, 48 cards, face down.",
    ]),
    ("birthday", "The foundations", [
        "The cards one rank above the digits of the player's number begin them and lie out",
        "an ace goes on a king",
        "Foundation 1: from the two of spades to the ace of spades, thirteen cards.",
        "Cards that lie on a foundation stay there.",
    ]),
    ("birthday", "The stock and the waste", [
        "one at a time", "The top card of the waste may be played to the foundations.",
    ]),
    ("birthday", "Redeals", ["the waste may be shuffled", "gone through four times in all"]),
    ("birthday-unshuffled", "Redeals", ["turned over, so that the card that was first is first"]),
    ("birthday-five-passes", "Redeals", ["gone through five times in all"]),
    ("algerian", "The layout", [
        "*Reserve*: six piles of four cards, face up.", "*Stock*: the rest, 80 cards",
        "the eight tableau piles, which are empty at first",
    ]),
    ("algerian", "The foundations", [
        "four ace foundations, one for each suit", "built up in suit: ace, two, three and so on to",
        "four king foundations, one for each suit", "built down in suit: king, queen, jack and so",
        "The top card of a foundation may be played to another foundation on which it fits.",
        "The lowest card of a foundation may not be taken.",
    ]),
    ("algerian", "The tableau", [
        "built up or down in suit", "an ace and a king are neighbours",
        "Only the top card of a pile may be taken",
        "An empty pile may be filled with any available card.",
    ]),
    ("algerian", "The reserve", [
        "The reserve is not built on.", "played to the foundations, to the tableau or",
        "Once the stock is empty, an emptied pile may be filled with any available card of the"
        " tableau or the reserve, but not before.",
    ]),
    ("algerian", "The stock", [
        "two cards to each reserve pile", "When eight cards or fewer are left, the deal is one card"
        " to each tableau pile instead.", "six deals of twelve cards and a last one of eight",
    ]),
    ("algerian-closed", "The reserve", ["not filled except by a deal from the stock"]),
    ("algerian-tarbart", "The layout", ["an ace of each suit and a king of each suit"]),
    ("algerian-tarbart", "The stock", ["four deals of twelve cards and a last one of eight"]),
    ("algerian-tarbart-eight", "The stock", ["a last one of four, to the first four piles"]),
    ("algerian-kings", "The reserve", [
        "An emptied pile may be filled with any available card of the tableau or the reserve."
    ]),
    ("algerian-doubled", "The layout", ["the first four of two cards and the last four of one"]),
    ("carthage", "The foundations", ["eight foundations, two for each suit"]),
    ("carthage", "The tableau", ["The tableau is built down in suit"]),
    ("carthage", "The stock", ["That makes five deals of twelve cards."]),
    ("tournament", "The layout", [
        "one card in each of the eight cells, face up. Unless an ace or a king is among these",
        "*Tableau*: six piles of four cards, face up. Deal pile after pile.", "72 cards",
    ]),
    ("tournament", "The tableau", [
        "There is no building on the tableau.", "to the foundations or into a free cell",
        "filled at once with the top four cards of the stock (or as many as are left)",
    ]),
    ("tournament", "The cells", ["From there it may be played to the foundations."]),
    ("tournament", "The stock", ["four cards to each tableau pile, pile after pile"]),
    ("tournament", "Redeals", [
        "When the stock is empty", "without shuffling so that the first pile is dealt again first",
        "six piles of four cards", "This may be done twice.", "cells stay where they are",
    ]),
    ("la-nivernaise", "Redeals", ["This may be done once."]),
    ("la-nivernaise", "The cells", ["A card of the tableau or the stock may be put into a free"]),
    ("bakers-dozen", "The layout", [
        "thirteen piles of four cards, face up. Deal one card to each pile in turn",
        "every king goes to the bottom of its pile; where a pile has several, they keep their order",
    ]),
    ("bakers-dozen", "The tableau", [
        "The tableau is built down: each card one rank lower than the card it is laid on, whatever",
        "An emptied pile is never filled.",
    ]),
    ("spanish-patience", "The tableau", ["An emptied pile may be filled with any available card."]),
    ("castles-in-spain", "The tableau", ["built down in alternating colours", "any available card"]),
    ("portuguese-solitaire", "The tableau", ["An emptied pile may be filled only with a king."]),
    ("good-measure", "The layout", [
        "take the ace of spades and the ace of hearts out of the pack", "ten piles of five cards"
    ]),
    ("bisley", "The layout", ["the first four of three cards and the last nine of four cards"]),
    ("bisley", "The tableau", ["up or down in suit", "an ace and a king are not neighbours"]),
    ("bisley", "The foundations", ["Each begins with its ace, which lies out from the start"]),
    ("big-ben", "The foundations", [
        "Foundation 9 (nine o'clock): from the two of clubs to the nine of clubs, eight cards.",
        "Foundation 12 (twelve o'clock): from the five of diamonds to the queen of diamonds",
        "Foundation 8 (eight o'clock): from the king of diamonds to the eight of diamonds, nine",
    ]),
    ("big-ben", "The tableau", [
        "built down in suit", "a king goes on an ace",
        "A pile with fewer than three cards may not be built on.",
        "one card to each short pile in turn, beginning with the twelfth pile and then from the"
        " first on, round after round", "No other play is made until that is done",
        "not filled except by a refill",
    ]),
    ("big-ben", "The stock and the waste", [
        "one at a time, but only when there are no gaps", "to the foundations or to the tableau"
    ]),
    ("grandfathers-clock", "The foundations", [
        "Foundation 5 (five o'clock): from the two of hearts to the five of hearts, four cards."
    ]),
    ("grandfathers-clock", "The tableau", ["whatever the suit", "with any available card."]),
    ("klondike", "The tableau", ["only with a king or a run that begins with one"]),
    ("canfield", "The tableau", [
        "filled at once with the top card of the reserve. When nothing is left for that, an emptied"
        " pile may be filled with any available card of the waste."
    ]),
    ("calculation", "The foundations", [
        "Foundation 3: from the three of clubs, up by threes regardless of suit: three, six, nine,"
        " queen, two, five, eight, jack, ace, four, seven, ten, king."
    ]),
    ("osmosis", "The foundations", ["only ranks that the foundation before it, the row above"]),
    ("scorpion", "The object", ["every pile of the tableau is empty or holds a full suit in order"]),
    ("freecell", "The tableau", [
        "one card more than there are free cells, doubled for each empty pile besides the one moved"
    ]),
]  # fmt: skip


@pytest.mark.parametrize(("game_id", "title", "facts"), FACTS)
def test_facts(game_id: str, title: str, facts: list[str]) -> None:
    """The page says what the sources of the game say."""
    text = section(cadogan.game(game_id).rules(), title)
    for fact in facts:
        assert fact in text


# --- every key and every phrase tells ------------------------------------------------------------

SMALL = """
name = "Trial"
family = "Trials"
decks = 1
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
"""

# Keys that say something only beside others, which stand in both definitions.
BESIDE: dict[str, dict[str, Any]] = {
    "space_from": {"space": "any card"},
    "space_when": {"space": "any card"},
    "fill_cards": {"fill": ["stock"]},
    "fill_when": {"fill": ["stock"]},
    "from_until": {"from": ["tableau"]},
    "refill_first": {"refill": 3},
    "refill_order": {"refill": 3},
    "sink_way": {"sink": "K"},
    "must_hold_way": {"must_hold": ["A"]},
    "last_at": {"deal": "1 to each tableau", "last": "2 to each tableau", "last_at": 4},
    "last": {"deal": "1 to each tableau", "last_at": 4},
    "take": {"to": ["tableau"]},
    "keep": {"to": ["tableau"]},
    "run": {"to": ["tableau"]},
    "take_when": {"to": ["tableau"]},
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
    "build": "up or down in alternating colours",
    "sequence": "A 3 5 7 9 J K 2 4 6 8 T Q",
    "limited_by": "the row above",
    "take": "top card or whole pile",
    "run": "down any suit",
    "take_when": "stock empty",
    "keep": 2,
    "space": "K",
    "space_from": ["waste"],
    "space_when": "stock empty",
    "from": ["reserve"],
    "from_until": "stock empty",
    "when": "stock empty",
    "to": ["foundation"],
    "fill": ["stock"],
    "fill_cards": 3,
    "fill_when": "not stock empty",
    "refill": 3,
    "refill_first": 2,
    "refill_order": "piles",
    "least": 2,
    "most": 9,
    "sink": "Q",
    "sink_way": "swapped",
    "must_hold": ["A"],
    "must_hold_way": "swapped in",
    "apart": "base rank",
    "last": "3 to each tableau",
    "last_at": 8,
    "turned": True,
}
# Keys of a kind that change nothing in play there, and so nothing on the page.
IDLE = {
    ("cell", "order"): "a cell gets one card at most",
    ("cell", "sink"): "nothing lies under the one card of a cell",
    ("cell", "sink_way"): "nothing lies under the one card of a cell",
}


def definition_with(kind: str, keys: dict[str, Any]) -> str:
    """Return the small definition with some keys of one group set."""

    def toml(value: object) -> str:
        if isinstance(value, list):
            return f"[{', '.join(map(toml, value))}]"
        return (
            {True: "true", False: "false"}[value]
            if isinstance(value, bool)
            else (f'"{value}"' if isinstance(value, str) else str(value))
        )

    lines, here = [], ""
    for line in SMALL.splitlines():
        here = line.strip("[]") if line.startswith("[") else here
        if not (here == kind and line.split(" =")[0] in keys):
            lines.append(line)
        if line == f"[{kind}]":
            lines += [f"{key} = {toml(value)}" for key, value in keys.items()]
    return "\n".join(lines)


def group_keys() -> list[tuple[str, str]]:
    """Return every kind of group with every key that it may have."""
    return [
        (kind, key)
        for kind, (needed, optional) in GROUP_KEYS.items()
        for key in dict.fromkeys(needed + optional)
    ]


def test_every_key_is_tried() -> None:
    """The table of changes knows every key of a group."""
    fields = {f.encode_name for f in msgspec.structs.fields(Group)} - {"kind", "name"}
    assert fields == set(CHANGED)
    assert {key for _, key in group_keys()} == fields


@pytest.mark.parametrize(("kind", "key"), group_keys())
def test_every_key_of_a_group_tells(kind: str, key: str) -> None:
    """A key that is not at its default changes the page."""
    beside = {k: v for k, v in BESIDE.get(key, {}).items() if k in sum(GROUP_KEYS[kind], [])}
    value = CHANGED[key]
    if key == "goal":
        beside["start"] = ["AC", "AD", "AH", "AS"]
    if (kind, key) == ("foundation", "limited_by"):
        beside["start"], beside["deal"] = "base rank", 1
    if kind == "cell" and key in ("face", "must_hold", "must_hold_way"):
        beside["deal"], value = 1, "down" if key == "face" else value
    if kind == "stock" and key in ("deal", "order", "to"):
        value = {"deal": "3 to waste", "order": "rows"}.get(key, value)
        beside |= {"order": {"deal": "2 to each tableau"}, "to": {"turned": True}}.get(key, {})
    if (kind, key) in (("waste", "piles"), ("cell", "piles"), ("reserve", "piles")):
        value = 1 if kind != "waste" else pytest.skip("a game has one waste")
    before = page(definition_with(kind, beside))
    after = page(definition_with(kind, {**beside, key: value}))
    assert (before == after) == ((kind, key) in IDLE)


TOP = {
    "name": 'name = "Other"',
    "decks": "decks = 2",
    "aliases": 'aliases = ["Attempt", "Essay"]',
    "about": 'about = "A trial of every key."',
    "ranks": 'ranks = "7 8 9 T J Q K A"',
    "sources": 'sources = ["A book"]',
    "odds": 'odds = ["About 1 in 2, all cards known"]',
    "notes": 'notes = ["A note"]',
    "win": 'win = "tableau in runs"',
}
NOT_TOLD = {"id", "parent", "family", "groups", "layout"}  # of these nothing is to be told


@pytest.mark.parametrize("key", [k for k in TOP if k not in NOT_TOLD])
def test_every_key_of_the_game_tells(key: str) -> None:
    """A key at the top of the file changes the page."""
    before = SMALL.replace('start = "A"', 'start = "7"')
    lines = [line for line in before.splitlines() if not line.startswith(f"{key} =")]
    assert page("\n".join([TOP[key], *lines])) != page(before)


def test_every_key_of_the_game_is_tried() -> None:
    """The table of changes at the top knows every key of a definition."""
    tables = {"redeal", "shift", "merci", "options"}
    assert {f.name for f in msgspec.structs.fields(Definition)} == {*TOP, *NOT_TOLD, *tables}


TABLES: list[tuple[type[msgspec.Struct], str, dict[str, str]]] = [
    (Redeal, "redeal", {
        "times": "1", "from": '"tableau"', "order": '"shuffled"', "when": '"reserve empty"',
    }),
    (Shift, "shift", {"times": "1", "group": '"reserve"'}),
    (Merci, "merci", {"times": "1", "when": '"stock empty"'}),
    (Option, "options.number", {
        "kind": '"suits"', "about": '"Another question"', "default": '"77"', "length": "3",
    }),
]  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "table", "key"), [(kind, table, key) for kind, table, keys in TABLES for key in keys]
)
def test_every_key_of_the_other_tables_tells(
    kind: type[msgspec.Struct], table: str, key: str
) -> None:
    """A key of redeal, shift, merci or an option changes the page."""
    keys = next(keys for _, name, keys in TABLES if name == table)
    assert {f.encode_name for f in msgspec.structs.fields(kind)} == set(keys)
    usual = {
        "redeal": {"times": "2"},
        "shift": {"times": "2"},
        "merci": {"times": "2"},
        "options.number": {
            "kind": '"digits"',
            "about": '"A question"',
            "default": '"55"',
            "length": "2",
        },
    }[table]
    change = {key: keys[key]}
    if (table, key) == ("redeal", "from"):
        usual["order"] = '"shuffled"'
    if (table, key) == ("options.number", "kind"):
        change["default"] = '"CDHS"'
    if (table, key) == ("options.number", "length"):
        change["default"] = '"123"'

    def text(values: dict[str, str]) -> str:
        return page(SMALL + f"[{table}]\n" + "\n".join(f"{k} = {v}" for k, v in values.items()))

    assert text(usual) != text({**usual, **change})


PHRASES: list[tuple[str, str, list[str], dict[str, Any]]] = [
    ("tableau", "take", list(words.TAKES), {}),
    ("tableau", "space", list(words.SPACES), {}),
    ("tableau", "order", [o for o in words.ORDERS if o != "by rank"], {"deal": [1, 2, 3, 4]}),
    ("tableau", "face", list(words.FACES), {}),
    ("tableau", "sink_way", list(words.SINKS), {"sink": "K"}),
    ("tableau", "must_hold_way", list(words.MUST_HOLD_WAYS), {"must_hold": ["A"]}),
    ("tableau", "build", list(words.BUILDS), {}),
    ("reserve", "build", list(words.BUILDS), {}),
    ("tableau", "run", [b for b in words.BUILDS if not b.endswith("one way")], {}),
    ("foundation", "build", list(words.BUILDS), {"start": "base rank", "deal": 1}),
    ("foundation", "build", list(words.BUILDS), {"start": ["AC", "2D", "3H", "4S"]}),
    ("foundation", "start", ["any card", "base rank", "base suit", *"A23456789TJQK", "2C"], {}),
    ("foundation", "take_when", [
        f"{no}{c.replace('GROUP', group)}"
        for c in words.CONDITIONS
        for group in (["reserve", "waste and stock"] if "GROUP" in c else [""])
        for no in ("", "not ")
    ], {"to": ["tableau"]}),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "key", "phrases", "beside"), PHRASES)
def test_every_phrase_tells(
    kind: str, key: str, phrases: list[str], beside: dict[str, Any]
) -> None:
    """No two phrases of the vocabulary read the same, and each page is English."""
    seen: dict[str, str] = {}
    for phrase in phrases:
        text = page(definition_with(kind, {**beside, key: phrase}))
        assert text not in seen, f"{phrase!r} reads like {seen[text]!r}"
        assert not WRONG.search(text), (phrase, WRONG.search(text))
        seen[text] = phrase


def test_several_groups_of_a_kind() -> None:
    """Groups of a kind are told apart by name, and a group of one pile is no plural."""
    text = page("""
name = "Trial"
family = "Trials"
decks = 1
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
    assert "*Left tableau.*" in text or "*Left tableau*." in text
    assert "to the far right tableau" in text
    assert "There is one foundation." in text
    assert "Only cards of the left tableau may be played to the far right tableau." in text
    assert not WRONG.search(text)


def test_dealt_by_rank() -> None:
    """Cards dealt to the piles of their ranks are said to be."""
    keys = {"piles": 13, "deal": 0, "order": "by rank", "face": "down but the last"}
    text = page(definition_with("tableau", keys))
    assert "thirteen piles, face down; the last card left is turned up. Deal all the cards" in text
    assert "*Stock*: the rest, no cards" in text
