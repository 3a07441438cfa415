"""Bugs found by random definitions, which are now refused or explained on the rules page."""

from __future__ import annotations

import pytest

from cadogan.core.errors import InvalidDefinitionError
from cadogan.text.rules_page import rules_page
from tests.small import small_game


def test_a_deal_to_foundations_for_whole_runs_is_refused() -> None:
    rules = """
    [foundation.runs]
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
    """
    small_game(rules, stock={"deal": "1 to each tableau"})
    for group in ("foundation", "foundation.runs"):
        with pytest.raises(InvalidDefinitionError) as error:
            small_game(rules, stock={"deal": f"1 to each {group}"})
        told = "stock.deal: cards cannot be dealt to foundations that take whole runs"
        assert str(error.value) == f"small.toml: {told}"


def test_a_grid_under_other_piles_needs_a_build() -> None:
    rules = """
    ranks = "A 4"
    [tableau]
    piles = 12
    deal = 0
    most = 1
    row_start = "4"
    space = "left neighbour"
    row = 2
    covered_by = "reserve"
    [foundation]
    build = "any card"
    [reserve]
    piles = 2
    deal = [0, 2]
    [stock]
    deal = "1 to each tableau"
    """
    game = small_game(rules, tableau={"build": "up in suit"})
    assert "The reserve lies on these piles." in rules_page(game.compiled)
    with pytest.raises(
        InvalidDefinitionError, match="'build' must say how the cards in a row follow each other"
    ):
        small_game(rules, tableau={"build": "none"})
