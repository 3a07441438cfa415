"""Invalid definitions: the error for each mistake is one sentence with the file and the key."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest

from cadogan.core.errors import InvalidDefinitionError
from cadogan.model.position import Game
from cadogan.rules import catalogue, vocabulary
from cadogan.rules.catalogue import built_in
from cadogan.rules.group import GROUP_KEYS
from cadogan.rules.loading import load_table, load_text
from tests.covering import covering_files, each, few
from tests.written import FILES, is_name

EVERY_FILE = each(sorted(FILES), covering_files())
# Keys that the loader does not check: cadogan.layout checks places on the page.
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
    """Yield the path of every key in a definition, including tables."""
    for key, value in table.items():
        if key in FREE:
            continue
        yield (*path, key)
        if isinstance(value, dict):
            yield from _keys(value, (*path, key))


def _changed(
    table: dict[str, Any], path: tuple[str, ...], key: str | None, value: Any
) -> dict[str, Any]:
    """Return a copy without the key at ``path``, or with another key and value in its place."""
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
    """Return misspellings of a word: one letter added, removed or replaced."""
    middle = len(word) // 2
    middle -= word[middle].isdigit()  # a letter in place of a digit would mean any number
    return [word + "x", word[0] + word, word[:-1], word[:middle] + "z" + word[middle + 1 :]]


@pytest.mark.parametrize("name", few(EVERY_FILE, 2))
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


# keys whose value is one phrase of the vocabulary, or a list of group names
PHRASED = {"build", "run", "take", "space", "order", "face", "sink_way", "must_hold_way", "win"}
PHRASED |= {"when", "limited_by", "apart"}
PHRASED |= {"ends", "from", "to", "fill", "space_from", "refill_order"}


@pytest.mark.parametrize("name", few(EVERY_FILE, 2))
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
                # a phrase with fewer cards is valid
                if cards != slip and {*cards.split()} < {*phrase.split()}:
                    continue
                if vocabulary.cards_left(slip):  # a phrase with another number is valid too
                    continue
                new = _changed(table, path, path[-1], wrong if isinstance(old, list) else slip)
                place = ".".join(path)
                told = _sentence(new, name)
                if cards != slip:  # ranks and suits are not phrases
                    assert told.startswith(f"{name}: {place}: {cards!r} names no cards;")
                    continue
                meant = f"{vocabulary.BUT}A" if phrase.startswith(vocabulary.BUT) else phrase
                assert told.startswith(
                    f"{name}: {place}: {slip!r} is not a phrase of the rules language;"
                    f" did you mean {meant!r}?"
                )


@pytest.mark.parametrize("name", few(EVERY_FILE, 2))
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
            wrongs.remove(10**6)  # any number of redeals is valid
        for wrong in (wrongs[i % len(wrongs)], wrongs[(i + 1) % len(wrongs)]):
            told = _sentence(_changed(table, path, path[-1], wrong), name)
            named = (path[-1], "must be", "cards are laid out")
            assert any(word in told for word in named), (path, wrong, told)


@pytest.mark.parametrize("name", EVERY_FILE)
def test_every_required_key_missing(name: str) -> None:
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


def test_the_sound_definition_loads() -> None:
    assert list(load_text(SOUND, "small.toml")) == ["small"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("start = A", 'invalid value; write text in quotes: "A" (at line '),
        ("start = top card", 'invalid value; write text in quotes: "top card" (at line '),
        ("start = 2C", 'write text in quotes: "2C" (at line '),
        ('start = ["A", K]', 'write text in quotes: "K" (at line '),
        ("start = \u201cA\u201d", 'write text in quotes: "A" (at line '),
        ("start = True", "invalid value; write true (at line "),
        (f"start = {'9' * 5000}", "this is not TOML: "),
    ],
)
def test_advice_on_values_that_are_not_toml(line: str, said: str) -> None:
    with pytest.raises(InvalidDefinitionError) as error:
        load_text(SOUND.replace('start = "A"', line), "small.toml")
    assert said in str(error.value)


@pytest.mark.parametrize("line", ["start = 1.", "start = [1, 2", 'start = "A', "start = ^"])
def test_other_errors_do_not_suggest_quotes(line: str) -> None:
    with pytest.raises(InvalidDefinitionError, match="this is not TOML") as error:
        load_text(SOUND.replace('start = "A"', line), "small.toml")
    assert "quotes" not in str(error.value)


def test_a_file_needs_a_name_that_is_an_id() -> None:
    with pytest.raises(InvalidDefinitionError, match="lower-case letters, digits and hyphens"):
        load_text(SOUND, "My Game.toml")


def test_an_unnamed_group_beside_named_groups() -> None:
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
                "small.toml: this is not TOML: [tableau] is written twice; name two groups, as in"
                " [tableau.left] (at line 2, column 9)"
            ),
        ),
        (
            "a=[1]\n[[a]]\n",
            "small.toml: this is not TOML: this is written twice (at line 2, column 4)",
        ),
        ("name=" + "[" * 50_000, "small.toml: brackets may be nested at most 12 deep"),
        ("name=" + "[" * 100_000, "small.toml: this is 98 kB long; a definition has at most 64"),
        ("decks=" + "9" * 6000, "small.toml: this is not TOML: "),
    ],
)
def test_text_that_cannot_be_toml(text: str, told: str) -> None:
    with pytest.raises(InvalidDefinitionError) as error:
        load_text(text, "small.toml")
    assert str(error.value).startswith(told)


def test_an_id_is_used_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A variant in one catalogue file may not have the same id as a game in another."""
    variant = '[variants.small]\nname = "B"\n'
    monkeypatch.setattr(catalogue, "_texts", lambda: {"little": SOUND + variant, "small": SOUND})
    # call the function without its cache
    monkeypatch.setattr(catalogue, "_parsed", catalogue._parsed.__wrapped__)
    with pytest.raises(InvalidDefinitionError) as error:
        built_in.__wrapped__()
    assert str(error.value) == "games/small.toml: the id 'small' is used twice"
