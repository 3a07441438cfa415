"""Bugs found by random definitions, which are now refused or explained on the rules page."""

from __future__ import annotations

import pytest

from cadogan.core.errors import InvalidDefinitionError
from cadogan.model.position import Game
from cadogan.rules.loading import load_text
from cadogan.text.rules_page import rules_page


def test_a_deal_to_foundations_for_whole_runs_is_refused() -> None:
    text = """
    name = "Small"
    family = "Tests"
    decks = 1
    [foundation.runs]
    piles = 4
    start = "K"
    build = "down in suit"
    whole = "at once"
    [tableau]
    piles = 8
    deal = 3
    build = "down in suit"
    take = "run"
    space = "any card"
    [stock]
    deal = "1 to each {}"
    """
    load_text(text.format("tableau"), "small.toml")
    for group in ("foundation", "foundation.runs"):
        with pytest.raises(InvalidDefinitionError) as error:
            load_text(text.format(group), "small.toml")
        told = "stock.deal: cards cannot be dealt to foundations that take whole runs"
        assert str(error.value) == f"small.toml: {told}"


def test_a_grid_under_other_piles_needs_a_build() -> None:
    text = """
    name = "Small"
    family = "Tests"
    decks = 1
    ranks = "A 4"
    [tableau]
    piles = 12
    deal = 0
    build = "{}"
    most = 1
    row_start = "4"
    take = "top card"
    space = "left neighbour"
    row = 2
    covered_by = "reserve"
    [foundation]
    piles = 4
    build = "any card"
    start = "A"
    [reserve]
    piles = 2
    deal = [0, 2]
    [stock]
    deal = "1 to each tableau"
    """
    game = Game(load_text(text.format("up in suit"), "small.toml")["small"])
    assert "The reserve lies on these piles." in rules_page(game.compiled)
    with pytest.raises(
        InvalidDefinitionError, match="'build' must say how the cards of a row follow"
    ):
        load_text(text.format("none"), "small.toml")
