"""Deals to piles with given numbers, and a redeal from the top of the piles."""

from __future__ import annotations

import pytest

from cadogan.model.position import Game
from cadogan.solver.portfolio import solve
from cadogan.solver.safe_moves import safe_moves
from tests.small import small_game
from tests.test_contract import check_texts, check_undo, played

RULES = """
[foundation]
[tableau]
piles = 6
deal = 2
build = "down in suit"
space = "any card"
"""


def dealing(**stock: object) -> Game:
    """Return a small game with the given stock keys."""
    stock = {"deal": "1 to each tableau"} | stock
    return small_game(RULES, reserve={"piles": 3, "deal": 0, "space": "any card"}, stock=stock)


def gathering(order: str) -> Game:
    """Return a small game whose four piles can be gathered and dealt again."""
    tableau = {"piles": 4, "deal": 13, "order": "piles"}
    redeal = {"times": "unlimited", "from": "tableau", "order": order}
    return small_game(RULES, tableau=tableau, redeal=redeal)


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ({"deal_to": [2, 3, 4]}, "one card to each tableau pile from number 2 to number 4"),
        ({"deal_to": [2, 5]}, "one card to each tableau pile with the number 2 or 5"),
        (
            {"deal": "2 to each tableau", "order": "rows", "deal_to": [1, 3]},
            "to each tableau pile with the number 1 or 3, one to each in turn, round after round",
        ),
        (
            {"deal": "2 to each tableau", "deal_to": [6]},
            "two cards to the tableau pile number 6",
        ),
    ],
)
def test_the_page_names_the_piles(keys: dict[str, object], told: str) -> None:
    assert told in " ".join(dealing(**keys).rules().split())


def test_a_redeal_of_untouched_piles_changes_nothing() -> None:
    for order in ("first pile first, from the top", "first pile first"):
        position = gathering(order).deal(3)
        assert position.play("redeal").piles == position.piles


@pytest.mark.parametrize(
    "game",
    [
        dealing(deal_to=[2, 4]),
        dealing(last="2 to each reserve", last_at=9, last_to=[1]),
        gathering("first pile first, from the top"),
    ],
    ids=["deal_to", "last_to", "from the top"],
)
def test_the_contract_holds_and_no_proof_covers_the_keys(game: Game) -> None:
    assert game.features & {"deals miss", "redeals from the top"}
    check_undo(game, 1, 40, 20)
    for position in played(game, 2, 60):
        check_texts(position)
        assert safe_moves(position) == []
    assert solve(game.deal(1), nodes=5000).result in {"won", "lost", "unknown"}
