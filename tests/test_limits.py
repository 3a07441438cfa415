"""Definitions with absurd sizes, whose short error messages name the file and the key."""

from __future__ import annotations

import pytest

from cadogan.core.errors import InvalidDefinitionError
from cadogan.layout import place
from cadogan.model.position import Game
from cadogan.rules.loading import load_text

SOUND = """
name = "Small"
family = "Small"
decks = 1
[foundation]
piles = 4
start = "A"
build = "up in suit"
[tableau]
piles = 4
deal = 13
build = "down any suit"
take = "top card"
space = "any card"
"""
LONG = 30_000  # a definition has at most 64 kB


def refused(text: str) -> str:
    """Return the error message for a definition."""
    with pytest.raises(InvalidDefinitionError) as caught:
        place(Game(load_text(text, "small.toml")["small"]))
    return str(caught.value)


@pytest.mark.parametrize("word", ["x" * LONG, "x'" * LONG, "A " * LONG])
@pytest.mark.parametrize("key", ["take", "build", "fill", "sink", "then.when"])
def test_very_long_texts_are_shortened(key: str, word: str) -> None:
    shown = f'["{word}"]' if key == "fill" else f'"{word}"'
    text = SOUND.replace('take = "top card"\n', "") if key == "take" else SOUND
    text = text.replace('build = "down any suit"\n', "") if key == "build" else text
    told = refused(f"{text}{key} = {shown}\n" + "then.take = 'none'\n" * (key == "then.when"))
    assert told.startswith(f"small.toml: tableau.{key}: ")
    assert len(told) < 500
    assert "..." in told


@pytest.mark.parametrize("key", ["x" * LONG, "\\u001b[31m", "a\\nb"])
@pytest.mark.parametrize("table", ["tableau", "layout"])
def test_an_unprintable_key_is_escaped(table: str, key: str) -> None:
    told = refused(f'{SOUND}[layout]\n"{key}" = 1' if table == "layout" else f'{SOUND}"{key}" = 1')
    assert told.startswith(f"small.toml: {table}.'")
    assert told.isprintable()
    assert len(told) < 300


@pytest.mark.parametrize(
    ("more", "key"),
    [
        (f'[variants.{"v" * 61}]\nname = "V"\ntableau.take = "run"', "variants."),
        (f"[reserve.{'r' * 61}]\npiles = 1\ndeal = 0", "reserve: "),
        (f'[combinations.{"c" * 61}]\nname = "C"\noptions = {{ a = "b" }}', "combinations."),
    ],
)
def test_names_have_a_maximum_length(more: str, key: str) -> None:
    told = refused(f"{SOUND}{more}\n")
    assert told.startswith(f"small.toml: {key}")
    assert told.endswith("lower-case letters, digits and hyphens, 60 at most")


@pytest.mark.parametrize(
    ("spot", "key"),
    [
        ("row = [1e300, 0]", "row"),
        ("row = [nan, 0]", "row"),
        ("clock = [0, 0, inf]", "clock"),
        ("grid = [0, 0, 1_000_000_000]", "grid"),
        ("row = [0, 0], gap = nan", "gap"),
        ("row = [0, 0], spread = inf", "spread"),
        ("row = [0, 0], min = 1_000_000", "min"),
        ("row = [0, 0], rot = [0, 0, 0, 1e308]", "rot"),
    ],
)
def test_places_in_a_layout_are_limited(spot: str, key: str) -> None:
    told = refused(f"{SOUND}[layout]\nfoundation.row = [0, 9]\ntableau = {{ {spot} }}\n")
    assert told == f"small.toml: layout.tableau.{key}: each number must be from -1000 to 1000"


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ("keep = 1", "tableau.keep: 'keep' holds cards back, but all must reach the foundations"),
        (
            "most = 13\nleast = 20",
            (
                "tableau.least: this must be at most 13, the most cards that a pile can hold;"
                " otherwise the pile is never built on"
            ),
        ),
    ],
)
def test_limits_that_prevent_winning_or_building(more: str, told: str) -> None:
    assert refused(f"{SOUND}{more}\n") == f"small.toml: {told}"


def test_too_many_sets_are_refused_at_once() -> None:
    text = SOUND.replace("[foundation]", 'win = "all out of play"\n[foundation]')
    text = text.replace("piles = 4\ndeal = 13", "piles = 26\ndeal = 2")
    told = refused(f'{text}[discard]\n[remove]\nsets = ["agreeing"]\n')
    assert told == (
        "small.toml: remove.sets: with these piles, up to 17901 sets could leave play together;"
        " Cadogan supports at most 5000"
    )
