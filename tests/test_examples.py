"""Example moves on the rules page, each legal or illegal as the page states."""

from __future__ import annotations

import pytest

import cadogan
from cadogan.i18n import in_language
from cadogan.i18n.languages import catalog_of
from cadogan.model.rule_examples import Example, Picture, examples

from .covering import each

# Games without examples: the player never chooses a target, or there is only one kind of move.
WITHOUT = {
    *("counting-patience", "counting-patience-mit-pfiff", "hit-or-miss", "interregnum"),
    *("faerie-queen", "intrigue", "laggard-lady", "salic-law"),
}


def shown(game_id: str) -> dict[str, Example]:
    return {example.title: example for example in examples(cadogan.game(game_id))}


def seen(picture: Picture | None) -> tuple[str, ...]:
    assert picture is not None
    return (*picture.cards, "on", *picture.on)


@pytest.mark.parametrize("game_id", each(cadogan.games(), most=20))
def test_the_examples_are_correct(game_id: str) -> None:
    game = cadogan.game(game_id)
    found = examples(game)
    assert found or game_id in WITHOUT
    for example in found:
        if example.allowed:
            position = game.parse(example.allowed.at)
            assert position.why_not(example.allowed.move) is None
        if example.refused:
            position = game.parse(example.refused.at)
            assert position.why_not(example.refused.move) == example.refused.told
        for picture in filter(None, (example.allowed, example.refused)):
            position = game.parse(picture.at)
            named = position.piles.values()
            assert all(any(card in pile for pile in named) for card in picture.cards)


def test_examples_use_typical_cards() -> None:
    found = shown("klondike")
    built = found["Building on the tableau"]
    assert seen(built.allowed) == ("8S", "on", "9H")
    assert seen(built.refused) == ("8D", "on", "9H")
    run = found["Several cards together"]
    assert (seen(run.allowed), seen(run.refused)) == (
        ("8S", "7D", "on", "9H"),
        ("8S", "7S", "on", "9H"),
    )
    space = found["On an empty pile"]
    assert (seen(space.allowed), seen(space.refused)) == (("KS", "on"), ("QS", "on"))


def test_an_empty_pile_that_is_filled_at_once_has_no_example() -> None:
    assert "On an empty pile" not in shown("canfield")
    assert shown("agnes-sorel")["On an empty pile"].allowed is None


def test_examples_of_mechanics() -> None:
    pair = shown("pyramid")["Out of play"]
    assert pair.allowed is not None
    assert (pair.section, pair.allowed.how) == ("Leaving play", "with")
    gap = shown("gaps")["Into a gap"]
    assert gap.allowed is not None
    assert (gap.allowed.beside, gap.allowed.cards) == (("9H",), ("TH",))
    out = shown("aces-up")["Out of play"]
    assert out.allowed is not None
    assert (out.allowed.how, len(out.allowed.beside)) == ("out", 3)
    assert shown("royal-parade")["Changing places"].refused is not None


def test_the_base_card_is_chosen_before_an_example() -> None:
    assert "Building on the tableau" in shown("duchess")


def test_examples_are_in_the_current_language() -> None:
    with in_language("de"):
        titles = {example.title for example in examples(cadogan.game("spider"))}
    assert "Mehrere Karten zugleich" in titles
    assert titles <= {*catalog_of("de", "messages").texts.values()}
