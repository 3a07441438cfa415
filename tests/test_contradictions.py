"""Definitions with keys that contradict each other or have no effect; errors name the key."""

from __future__ import annotations

from typing import Any

import pytest

import cadogan
from cadogan.core.errors import InvalidDealError, InvalidDefinitionError
from cadogan.model.position import Game
from cadogan.rules.loading import load_table
from tests.small import small_game, small_table

RULES = """
[foundation]
[tableau]
piles = 8
deal = 3
[waste]
[stock]
"""
BASE = {"start": "base rank", "deal": 1, "build": "up in suit, wrapping"}


def small(**changes: object) -> Game:
    """Return the small game with some keys changed."""
    return small_game(RULES, **changes)


def refused(**changes: object) -> str:
    """Return the error message about a change, without the file's name."""
    with pytest.raises(InvalidDefinitionError) as error:
        small(**changes)
    return str(error.value).removeprefix("small.toml: ")


# --- the base card and the cards that a group must hold ------------------------------------------


def test_the_base_card_is_dealt() -> None:
    position = small(foundation=BASE).deal(1)
    assert sum(map(len, position.snapshot.piles[:4])) == 1
    assert len(position.piles["s"]) == 52 - 24 - 1


def test_a_card_that_was_dealt_before_is_swapped_in() -> None:
    game = small(cell={"piles": 4, "deal": 1, "must_hold": ["A"], "must_hold_way": "swapped in"})
    order = "AC AD AH AS " + " ".join(r + s for s in "CDHS" for r in "KQJT98765432")
    position = game.deal_from(order)
    assert position.piles["t1"][0] == "2D", "the card that the ace replaced"
    assert position.piles["c4"] == ("AC",)


def test_ranks_that_a_base_card_lacks_go_under_the_pack() -> None:
    """Doublets avoids a king as base card in this way, because no card could be laid on it."""
    game = small(foundation=BASE | {"lacks": ["K", "Q"]})
    order = [r + s for r in "KQA23456789TJ" for s in "CDHS"]
    position = game.deal_from(order)
    assert position.piles["f1"] == ("AC",)
    assert position.piles["s"][0] == "QS", "rejected cards are under the pack"
    for number in range(1, 100):
        assert game.deal(number).piles[f"f{'CDHS'.index(_base(game, number)[1]) + 1}"]
        assert _base(game, number)[0] not in "KQ"
    assert "A king or a queen that comes up in the deal goes under the pack" in game.rules()


def _base(game: cadogan.Game, number: int) -> str:
    piles = game.deal(number).piles
    (card,) = [piles[f"f{i}"][0] for i in (1, 2, 3, 4) if piles[f"f{i}"]]
    return card


def test_foundations_of_too_few_suits_are_dealt_again() -> None:
    rules = """
    suits = "C D"
    ranks = "A 2 3"
    [reserve]
    piles = 1
    deal = 2
    [foundation]
    piles = 2
    start = "any card"
    build = "up in suit, wrapping"
    deal = 1
    unlike = true
    [tableau]
    piles = 2
    deal = 1
    """
    game = small_game(rules)
    for number in range(1, 30):
        piles = game.deal(number).piles
        assert piles["f1"][0][1] != piles["f2"][0][1]


def test_a_deal_in_which_equal_ranks_must_meet_is_dealt_again() -> None:
    rules = """
    ranks = "A 2 3"
    [foundation]
    [tableau]
    piles = 6
    deal = 2
    order = "piles"
    unlike = true
    """
    game = small_game(rules)
    for number in range(1, 30):
        piles = [game.deal(number).piles[f"t{i}"] for i in range(1, 7)]
        assert all(one[0] != two[0] for one, two in piles)
    order = ["AC", "2C", "AD", "2D", "AH", "2H", "AS", "2S", "3C", "3D", "3H", "3S"]
    with pytest.raises(InvalidDealError, match="some pile would get two cards of the same rank"):
        game.deal_from(order)
    assert game.deal_from([*order[::2], *order[1::2]]).piles["t1"] == ("AC", "3C")


def test_the_base_card_is_not_one_that_a_group_must_hold() -> None:
    game = small(foundation=BASE, cell={"piles": 1, "deal": 1, "must_hold": ["A"]})
    for number in range(1, 20):
        assert game.deal(number).piles["c"][0][0] == "A"


# --- names ---------------------------------------------------------------------------------------


def test_the_stock_deals_to_a_group_with_a_digit() -> None:
    rules = RULES.replace("[tableau]", "[tableau.row-1]").replace("[waste]", "")
    game = small_game(rules, stock={"deal": "2 to each tableau.row-1"})
    assert len(game.deal(1).play("deal").piles["t1"]) == 5
    assert refused(stock={"deal": "2 to each stock"}) == (
        "stock.deal: cards can be dealt only to the waste, a tableau, a reserve or a foundation"
    )


# --- nonsense ------------------------------------------------------------------------------------


def test_foundations_need_not_hold_all_cards() -> None:
    small(foundation={"cards": 7}, win="foundations complete")
    small(waste={"take": "none"}, tableau={"fill": ["waste"]})


def test_a_variant_may_remove_what_another_key_needs() -> None:
    fed = {"fill": ["waste"], "fill_cards": 2}
    other = {"name": "Other", "tableau": {"fill": [], "space": "any card"}}
    table = small_table(RULES, tableau=fed, variants={"other": other})
    assert load_table(table, "small.toml")["other"].groups[1].fill_cards == 2


# --- play that leads nowhere ---------------------------------------------------------------------


GATHERED = {"times": 1, "from": "tableau", "order": "first pile first, from the top"}


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({}, "no 'fill' and no redeal deals to the group again: write 'what begins is replaced'"),
        (
            {"foundation": BASE, "tableau": {"fill": ["stock"]}},
            "with start = 'base rank', write 'what begins is replaced'",
        ),
        (
            {"redeal": GATHERED},
            "this cannot be combined with the redeal 'first pile first, from the top'",
        ),
    ],
)
def test_met_in_dealing_needs_a_later_deal(changes: dict[str, Any], told: str) -> None:
    tableau = changes.get("tableau", {}) | {"met_in_dealing": "what begins is always replaced"}
    assert refused(**changes | {"tableau": tableau}) == f"tableau.met_in_dealing: {told}"
