"""Wrong definitions: each slip is answered with one sentence that names the file and the key."""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Iterator
from importlib import resources
from typing import Any

import pytest

from cadogan.core.errors import InvalidDefinitionError
from cadogan.model.position import Game
from cadogan.rules import catalogue, vocabulary
from cadogan.rules.catalogue import built_in
from cadogan.rules.group import GROUP_KEYS
from cadogan.rules.loading import load_table, load_text
from tests.covering import covering_files, each, few
from tests.written import is_name

FILES = {
    entry.name: tomllib.loads(entry.read_text("utf-8"))
    for entry in resources.files("cadogan").joinpath("games").iterdir()
    if entry.name.endswith(".toml")
}
EVERY_FILE = each(sorted(FILES), covering_files())
# What the loader does not look into: places on the page, which cadogan.layout judges.
FREE = {"layout"}

SOUND = """
name = "Small"
family = "Tests"
decks = 1
[foundation]
piles = 4
start = "A"
build = "up in suit"
[tableau]
piles = 13
deal = 4
build = "down any suit"
take = "top card"
space = "none"
"""


def _keys(table: dict[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield the path of every key of a definition, tables included."""
    for key, value in table.items():
        if key in FREE:
            continue
        yield (*path, key)
        if isinstance(value, dict):
            yield from _keys(value, (*path, key))


def _changed(
    table: dict[str, Any], path: tuple[str, ...], key: str | None, value: Any
) -> dict[str, Any]:
    """Return a copy with the key at ``path`` renamed (and its value replaced), or removed."""
    new = copy.deepcopy(table)
    at = new
    for part in path[:-1]:
        at = at[part]
    del at[path[-1]]
    if key is not None:
        at[key] = value
    return new


def _value(table: dict[str, Any], path: tuple[str, ...]) -> Any:
    for part in path:
        table = table[part]
    return table


def _load_and_compile(table: dict[str, Any], name: str) -> None:
    for definition in load_table(table, name).values():
        Game(definition)


def _sentence(table: dict[str, Any], name: str) -> str:
    with pytest.raises(InvalidDefinitionError) as error:
        _load_and_compile(table, name)
    told = str(error.value)
    assert told.startswith(f"{name}: "), told
    assert "\n" not in told
    assert 20 < len(told) < 400, told
    return told


def _slips(word: str) -> list[str]:
    """Return a word with a letter too many, too few, or wrong."""
    middle = len(word) // 2
    middle -= word[middle].isdigit()  # a letter for a number may mean any other as well
    return [word + "x", word[0] + word, word[:-1], word[:middle] + "z" + word[middle + 1 :]]


@pytest.mark.parametrize("name", few(EVERY_FILE, 3))
def test_every_key_misspelt(name: str) -> None:
    table = FILES[name]
    for i, path in enumerate(_keys(table)):
        if is_name(path):
            continue
        key = path[-1]
        slips = _slips(key) if len(key) > 2 else _slips(key)[:3]
        slip = slips[i % len(slips)]
        told = _sentence(_changed(table, path, slip, _value(table, path)), name)
        place = ".".join((*path[:-1], slip))
        assert told == f"{name}: {place}: there is no such key; did you mean {key!r}?"


# keys whose value is one phrase of the vocabulary, or a list of names of groups
PHRASED = {"build", "run", "take", "space", "order", "face", "sink_way", "must_hold_way", "win"}
PHRASED |= {"when", "limited_by", "apart"}
PHRASED |= {"ends", "from", "to", "fill", "space_from", "refill_order"}


@pytest.mark.parametrize("name", few(EVERY_FILE, 3))
def test_every_phrase_misspelt(name: str) -> None:
    table = FILES[name]
    for path in _keys(table):
        old = _value(table, path)
        phrases = old if isinstance(old, list) else [old]
        if path[-1] not in PHRASED or not all(isinstance(phrase, str) for phrase in phrases):
            continue
        for i, phrase in enumerate(phrases):
            for slip in _slips(phrase) if len(phrase) > 2 else []:
                wrong = [*phrases[:i], slip, *phrases[i + 1 :]]
                cards = slip.removeprefix(vocabulary.BUT)
                if cards != slip and {*cards.split()} < {*phrase.split()}:  # fewer cards will do
                    continue
                if vocabulary.cards_left(slip):  # another number will do
                    continue
                new = _changed(table, path, path[-1], wrong if isinstance(old, list) else slip)
                place = ".".join(path)
                told = _sentence(new, name)
                if cards != slip:  # ranks and suits are no phrase
                    assert told.startswith(f"{name}: {place}: {cards!r} names no cards;")
                    continue
                meant = f"{vocabulary.BUT}A" if phrase.startswith(vocabulary.BUT) else phrase
                assert told.startswith(
                    f"{name}: {place}: {slip!r} is not a phrase of the rules language;"
                    f" did you mean {meant!r}?"
                )


@pytest.mark.parametrize("name", few(EVERY_FILE, 3))
def test_every_key_of_the_wrong_kind(name: str) -> None:
    table = FILES[name]
    for i, path in enumerate(_keys(table)):
        if is_name(path):
            continue
        old = _value(table, path)
        wrongs: list[Any] = [7.5, ["x", 1], {"x": 1}, "xyzzy", 10**6]
        if isinstance(old, bool) or path[-1] == "placed":
            wrongs = [7.5, {"x": 1}, "xyzzy"]
        elif isinstance(old, str) and path[-1] in ("name", "about", "family"):
            wrongs = [7.5, ["x", 1], {"x": 1}]
        elif path[-1] == "times":
            wrongs.remove(10**6)  # anyone may redeal that often
        for wrong in (wrongs[i % len(wrongs)], wrongs[(i + 1) % len(wrongs)]):
            told = _sentence(_changed(table, path, path[-1], wrong), name)
            named = (path[-1], "must be", "cards are laid out")
            assert any(word in told for word in named), (path, wrong, told)


@pytest.mark.parametrize("name", EVERY_FILE)
def test_every_needed_key_missing(name: str) -> None:
    table = FILES[name]
    for key in ("name", "family", "decks"):
        told = _sentence(_changed(table, (key,), None, None), name)
        assert told == f"{name}: the key {key!r} is missing"
    for path in _keys(table):
        kind = path[0]
        if (
            kind in GROUP_KEYS
            and "then" not in path
            and path[-1] in GROUP_KEYS[kind][0]
            and not is_name(path)
        ):
            told = _sentence(_changed(table, path, None, None), name)
            place = ".".join(path[:-1])
            assert told == f"{name}: {place}: the key {path[-1]!r} is missing"


def test_the_sound_one_is_sound() -> None:
    assert list(load_text(SOUND, "small.toml")) == ["small"]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            "[tableau]",
            "[tabelau]",
            "small.toml: tabelau: there is no such key; did you mean 'tableau'?",
        ),
        (
            "piles = 13",
            "pile = 13",
            "small.toml: tableau.pile: there is no such key; did you mean 'piles'?",
        ),
        (
            '"down any suit"',
            '"down any siut"',
            (
                "small.toml: tableau.build: 'down any siut' is not a phrase of the rules language;"
                " did you mean 'down any suit'?"
            ),
        ),
        (
            '"top card"',
            '"top crad"',
            (
                "small.toml: tableau.take: 'top crad' is not a phrase of the rules language;"
                " did you mean 'top card'?"
            ),
        ),
        (
            "piles = 13",
            'piles = "13"',
            (
                "small.toml: tableau.piles: this must be a whole number, not a text: write 13,"
                " without quotes"
            ),
        ),
        (
            'take = "top card"',
            'take = "top card"\nfrom = "stock"',
            'small.toml: tableau.from: this must be a list, not a text: write ["stock"]',
        ),
        (
            'take = "top card"',
            'take = "top card"\nto = [3]',
            "small.toml: tableau.to: each entry must be a text, not a whole number",
        ),
        (
            "deal = 4",
            "deal = [4, 4]",
            "small.toml: tableau.deal: 2 entries for 13 piles",
        ),
        (
            "deal = 4",
            "deal = 5",
            "small.toml: tableau.deal: with these 65 cards are laid out, but the pack has only 52",
        ),
        (
            "deal = 4",
            "deal = 3",
            "small.toml: 39 of the 52 cards are laid out: a [stock] is missing for the rest",
        ),
        (
            'space = "none"',
            'space = "none"\n[stock]\ndeal = "1 to each tableau"',
            "small.toml: stock: all the cards are laid out before: none is left for it",
        ),
        (
            'start = "A"',
            'start = "X"',
            (
                "small.toml: foundation.start: 'X' is not a rank, a card or a phrase;"
                " it is one of: any card, base rank, base suit, one above {target} in {suits},"
                " above the reserve, A, 2, 3, 4, 5, 6, 7, 8, 9, T, J, Q, K, 2C"
            ),
        ),
        (
            "decks = 1",
            "decks = 9",
            "small.toml: decks: this must be 1 to 4, not 9",
        ),
        (
            'space = "none"',
            'space = "none"\nfrom = ["tableua"]',
            (
                "small.toml: tableau.from: 'tableua' is not a phrase of the rules language;"
                " did you mean 'tableau'?"
            ),
        ),
        (
            'space = "none"',
            'space = "none"\nthen = { when = "stock is empty", space = "any card" }',
            (
                "small.toml: tableau.then.when: 'stock is empty' is not a phrase of the rules"
                " language; it is one of: GROUP empty, no gaps, first foundation complete, redealt,"
                " dealt, base chosen, no redeal left, GROUP has a space, no deal left,"
                " kings at the bottom, batch open, GROUP can be filled,"
                " GROUP face down"
            ),
        ),
        (
            'space = "none"',
            'space = "none"\n[stock]',
            "small.toml: stock: nothing ever leaves the stock: the key 'deal' is missing",
        ),
        (
            'space = "none"',
            'space = "none"\n[stock]\ndeal = "lots to tableau"',
            (
                "small.toml: stock.deal: 'lots to tableau' is not a deal;"
                " write it as '1 to waste' or '2 to each reserve'"
            ),
        ),
        (
            'space = "none"',
            'space = "none"\n[stock]\ndeal = "two cards to the tableau"',
            (
                "small.toml: stock.deal: 'two cards to the tableau' is not a deal;"
                " did you mean '2 to each tableau'?"
            ),
        ),
        (
            'space = "none"',
            'space = "none"\n[stock]\ndeal = "1 to waste"',
            "small.toml: stock.deal: there is no [waste]",
        ),
        (
            'space = "none"',
            'space = "none"\nfill = "stock"\n[stock]',
            'small.toml: tableau.fill: this must be a list, not a text: write ["stock"]',
        ),
        (
            'space = "none"',
            'space = "none"\nfill = "sto\\nck"\n[stock]',
            "small.toml: tableau.fill: this must be a list, not a text",
        ),
        (
            "piles = 13",
            f"piles = {'9' * 5000}",
            "small.toml: this is not TOML: a number has too many digits",
        ),
        (
            '"down any suit"',
            '"alternating colors down"',
            (
                "small.toml: tableau.build: 'alternating colors down' is not a phrase of the rules"
                " language; did you mean 'down in alternating colours'?"
            ),
        ),
        (
            '"down any suit"',
            '"down by suit"',
            (
                "small.toml: tableau.build: 'down by suit' is not a phrase of the rules language;"
                " did you mean 'down in suit'?"
            ),
        ),
        (
            '"down any suit"',
            '"down"',
            (
                "small.toml: tableau.build: 'down' is not a phrase of the rules language; say in"
                " which suits, too: 'down in suit', 'down in alternating colours' or 'down any"
                " suit'"
            ),
        ),
        (
            'space = "none"',
            'space = "none"\n[redeal]\ntimes = 2',
            "small.toml: redeal.from: there is no [waste]",
        ),
        (
            'start = "A"',
            'start = "one above {year} in {suits}"',
            "small.toml: foundation.start: there is no option 'year'; there is none",
        ),
        (
            'name = "Small"',
            'name = "Small',
            "small.toml: this is not TOML: illegal character '\\n' (at line 2, column 14)",
        ),
        (
            'space = "none"',
            'space = "none"\n[variants.Small-B]\nname = "B"',
            (
                "small.toml: variants.Small-B: an id is written in small letters, digits and"
                " hyphens, 60 at most"
            ),
        ),
        (
            'space = "none"',
            'space = "none"\n[variants.small-b]\ntableau.space = "K"',
            "small.toml: variants.small-b: the key 'name' is missing",
        ),
        (
            'space = "none"',
            'space = "none"\n[variants.small-b]\nname = "B"\ntableau.spaces = "K"',
            (
                "small.toml: variants.small-b.tableau.spaces: there is no such key;"
                " did you mean 'space'?"
            ),
        ),
        (
            "name = ",
            'ranks = "A"\nname = ',
            "small.toml: ranks: 'A' is not an order of ranks: it has two ranks at least",
        ),
        (
            'space = "none"',
            'space = "none"\nkeep = 1.0',
            "small.toml: tableau.keep: this must be a whole number, not a decimal number",
        ),
        (
            'start = "A"',
            'start = "base rnk"\ndeal = 1',
            (
                "small.toml: foundation.start: 'base rnk' is not a rank, a card or a phrase;"
                " did you mean 'base rank'?"
            ),
        ),
        (
            'start = "A"',
            'start = ["A", "A"]',
            "small.toml: foundation.start: 2 entries for 4 piles",
        ),
        (
            'start = "A"',
            'start = "A"\ngoal = ["KC", "KD"]',
            "small.toml: foundation.goal: 2 entries for 4 piles",
        ),
        (
            'start = "A"',
            'start = "A"\nplaced = "first two dealt"',
            (
                "small.toml: foundation.placed: 'first two dealt' will not do;"
                " write true, a list of cards, or 'first 2 dealt'"
            ),
        ),
        (
            'start = "A"',
            'start = "A"\nplaced = "first 5 dealt"',
            "small.toml: foundation.placed: there are 4 foundations for these cards",
        ),
        (
            'start = "A"',
            'start = "any card"\nplaced = "first 2 dealt"',
            "small.toml: foundation.placed: the first cards dealt begin foundations of one rank",
        ),
        (
            'start = "A"',
            'start = "A"\nplaced = ["AC", "1D"]',
            (
                "small.toml: foundation.placed: '1D' is not a card:"
                " write its rank (A 2 ... 9 T J Q K) and its suit (C D H S), as TH"
            ),
        ),
        (
            'piles = 4\nstart = "A"',
            'piles = 8\nstart = "A"\nplaced = true',
            "small.toml: foundation.placed: the pack has only 4 cards of a rank",
        ),
        (
            'start = "A"',
            'start = "above the reserve"',
            "small.toml: foundation.start: 4 foundations need as many reserve piles",
        ),
        (
            "decks = 1",
            'decks = 1\nranks = "7 8 9 T J Q K"',
            "small.toml: foundation.start: the pack has no ace",
        ),
        (
            'space = "none"',
            'space = "none"\nsink = "k"',
            (
                "small.toml: tableau.sink: 'k' is not a phrase of the rules language;"
                " did you mean 'K'?"
            ),
        ),
        (
            'space = "none"',
            'space = "none"\norder = "by rank"',
            "small.toml: tableau.deal: where all the cards left are dealt this must be 0",
        ),
        (
            "piles = 13\ndeal = 4",
            'piles = 12\norder = "by rank"\ndeal = 0',
            "small.toml: tableau.piles: dealt by rank there must be 13 piles",
        ),
        (
            'space = "none"',
            'space = "none"\nface = [1, 2]',
            (
                "small.toml: tableau.face: 2 entries for 13 piles: give each pile the number of its"
                " cards face down"
            ),
        ),
        (
            "piles = 13",
            "piles = 65",
            "small.toml: tableau.piles: this must be 1 to 64, not 65",
        ),
        (
            'space = "none"',
            'space = "none"\n[cell]\npiles = 1\ndeal = 2',
            "small.toml: cell.deal: a cell holds one card",
        ),
        (
            'space = "none"',
            'space = "none"\n[cell]\npiles = 1\nmust_hold = ["A"]',
            "small.toml: cell.must_hold: no card is dealt to this group",
        ),
        (
            'space = "none"',
            'space = "none"\n[discard]\n[stock]\ndeal = "1 to each discard"',
            (
                "small.toml: stock.deal: a deal goes to the waste, a tableau, a reserve or a"
                " foundation"
            ),
        ),
        (
            'space = "none"',
            'space = "none"\n[waste]\n[stock]\nturned = true\ndeal = "1 to each tableau"',
            (
                "small.toml: stock.deal: a stock that deals is not also turned to the waste by"
                " hand: leave out one of them"
            ),
        ),
        (
            'space = "none"',
            'space = "none"\n[redeal]\ntimes = "often"\nfrom = "tableau"',
            (
                "small.toml: redeal.times: 'often' is not a phrase of the rules language;"
                " it is 0 to 1000, or 'unlimited'"
            ),
        ),
        (
            'space = "none"',
            'space = "none"\n[redeal]\ntimes = 1\nfrom = "tableau"',
            "small.toml: redeal.order: a tableau is gathered: 'first pile first', ...",
        ),
        (
            'space = "none"',
            'space = "none"\n[shift]\ntimes = 1\ngroup = "reserve"',
            "small.toml: shift.group: there is no [reserve]",
        ),
        (
            'take = "top card"',
            'take = "none"\nthen = { when = "stock and waste empty", take = "top card" }',
            "small.toml: tableau.then.when: there is no [stock]",
        ),
        (
            'space = "none"',
            'space = "none"\nfrom = ["cell"]',
            "small.toml: tableau.from: there is no [cell]",
        ),
        (
            'name = "Small"',
            'name = "Small"\nwin = "waste empty"',
            "small.toml: win: there is no [waste]",
        ),
        (
            'name = "Small"',
            'name = " "',
            "small.toml: name: this must be a text in one line",
        ),
        (
            'name = "Small"',
            'name = "Small\\nPatience"',
            "small.toml: name: this must be a text in one line",
        ),
        (
            'space = "none"',
            'space = "none"\n[waste]',
            "small.toml: waste: no card ever comes to the waste",
        ),
        (
            'space = "none"',
            'space = "none"\n[options.year]\nkind = "digits"\ndefault = "190"\nabout = "Year?"',
            (
                "small.toml: options.year.default: year '190' will not do: it must be four digits"
                " from 1 to 9, and it has 3 characters"
            ),
        ),
        (
            'space = "none"',
            'space = "none"\ntake = "run"',
            "small.toml: this is not TOML: this is written twice (at line 15, column 13)",
        ),
        (
            'space = "none"',
            'space = "none"\n[variants]\nsmall-b = 1',
            "small.toml: variants.small-b: this must be a table",
        ),
        (
            'space = "none"',
            'space = "none"\n[variants.small-b]\nname = "B"\n[variants.small-b.variants.c]',
            "small.toml: variants.small-b.variants: a variant has no variants of its own",
        ),
        (
            'space = "none"',
            'space = "none"\n[variants.small]\nname = "B"',
            "small.toml: variants.small: the main game has this id already",
        ),
    ],
)
def test_exact_messages(old: str, new: str, told: str) -> None:
    assert old in SOUND
    with pytest.raises(InvalidDefinitionError) as error:
        load_text(SOUND.replace(old, new, 1), "small.toml")
    assert str(error.value) == told


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('space = "none"', 'space = "king"', "did you mean 'K'?"),
        ('space = "none"', 'space = "Kings"', "did you mean 'K'?"),
        ('space = "none"', 'space = "10"', "did you mean 'T'?"),
        ('space = "none"', "space = 10", 'not a whole number: write "T", in quotes'),
        ('start = "A"', 'start = "ace"', "did you mean 'A'?"),
        ('start = "A"', 'start = "10"', "did you mean 'T'?"),
        ('start = "A"', 'start = "1"', "did you mean 'A'?"),
        ("decks = 1", 'decks = 1\nranks = "Ace 2 3"', "'ACE' is not a rank; did you mean A?"),
        ("decks = 1", 'decks = "one"', "not a text: write 1, without quotes"),
        (
            '"down any suit"',
            '"wrapping down any suit"',
            "did you mean 'down any suit, wrapping'? 'wrapping' stands last, behind a comma",
        ),
        (
            '"down any suit"',
            '"up or down one way in suit"',
            "did you mean 'up or down in suit, one way'? 'one way' stands last, behind a comma",
        ),
        ('start = "A"', "start = A", 'invalid value; a text stands in quotes: "A" (at line '),
        ('"top card"', "top card", 'invalid value; a text stands in quotes: "top card" (at line '),
        ('start = "A"', "start = 2C", 'a text stands in quotes: "2C" (at line '),
        ('start = "A"', 'start = ["A", K]', 'a text stands in quotes: "K" (at line '),
        ('start = "A"', "start = \u201cA\u201d", 'a text stands in quotes: "A" (at line '),
        ('start = "A"', "start = True", "invalid value; write true (at line "),
        (
            'space = "none"',
            'space = "none"\nface = "1 down"',
            "did you mean 'down'? a list such as [0, 1, 2] says how many lie face down in each",
        ),
        (
            'space = "none"',
            'space = "none"\nface = [1, 2]',
            "2 entries for 13 piles: give each pile the number of its cards face down",
        ),
    ],
)
def test_advice(old: str, new: str, said: str) -> None:
    assert old in SOUND
    with pytest.raises(InvalidDefinitionError) as error:
        load_text(SOUND.replace(old, new, 1), "small.toml")
    assert said in str(error.value)


@pytest.mark.parametrize("line", ["start = 1.", "start = [1, 2", 'start = "A', "start = ^"])
def test_no_quotes_are_advised_elsewhere(line: str) -> None:
    with pytest.raises(InvalidDefinitionError, match="this is not TOML") as error:
        load_text(SOUND.replace('start = "A"', line), "small.toml")
    assert "quotes" not in str(error.value)


def test_a_file_needs_a_name_that_is_an_id() -> None:
    with pytest.raises(InvalidDefinitionError, match="small letters, digits and hyphens"):
        load_text(SOUND, "My Game.toml")


def test_keys_beside_named_groups() -> None:
    text = SOUND.replace("[foundation]", '[foundation.kings]\npiles = 4\nstart = "K"\n')
    with pytest.raises(InvalidDefinitionError) as error:
        load_text(text + "\n[foundation]\npiles = 4\n", "small.toml")
    assert str(error.value).startswith("small.toml: ")


@pytest.mark.parametrize("name", EVERY_FILE)
def test_every_game_names_its_sources(name: str) -> None:
    for definition in load_table(FILES[name], name).values():
        assert definition.sources, definition.id
        assert definition.about, definition.id


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "[tableau]\n[tableau]\n",
            (
                "small.toml: this is not TOML: [tableau] is written twice; two groups have names,"
                " as [tableau.left] (at line 2, column 9)"
            ),
        ),
        (
            "a=[1]\n[[a]]\n",
            "small.toml: this is not TOML: this is written twice (at line 2, column 4)",
        ),
        ("name=" + "[" * 50_000, "small.toml: brackets stand at most 12 deep in each other"),
        ("name=" + "[" * 100_000, "small.toml: this is 98 kB long; a definition has at most 64"),
        ("decks=" + "9" * 6000, "small.toml: this is not TOML: "),
    ],
)
def test_text_that_cannot_be_toml(text: str, told: str) -> None:
    with pytest.raises(InvalidDefinitionError) as error:
        load_text(text, "small.toml")
    assert str(error.value).startswith(told)


def test_an_id_is_used_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two files of the catalogue may not give the same id to a game and a variant."""
    variant = '[variants.small]\nname = "B"\n'
    monkeypatch.setattr(catalogue, "_texts", lambda: {"little": SOUND + variant, "small": SOUND})
    monkeypatch.setattr(catalogue, "_parsed", catalogue._parsed.__wrapped__)  # nothing is kept
    with pytest.raises(InvalidDefinitionError) as error:
        built_in.__wrapped__()
    assert str(error.value) == "games/small.toml: the id 'small' is used twice"
