"""Deals to piles with given numbers, and a redeal from the top of the piles."""

from __future__ import annotations

import pytest

from cadogan.model.position import Game
from cadogan.rules.loading import load_text
from cadogan.solver.portfolio import solve
from cadogan.solver.safe_moves import safe_moves
from tests.test_contract import check_texts, check_undo, played

HEAD = 'name = "Small"\nfamily = "Tests"\ndecks = 1\n'
FOUNDATION = '[foundation]\npiles = 4\nstart = "A"\nbuild = "up in suit"\n'
BUILT = 'build = "down in suit"\ntake = "top card"\nspace = "any card"\n'
TABLEAU = f"[tableau]\npiles = 6\ndeal = 2\n{BUILT}"
EACH = 'deal = "1 to each tableau"'
CELLS = '[reserve]\npiles = 3\ndeal = 0\nspace = "any card"\n'


def dealing(stock: str, tableau: str = "", more: str = "") -> Game:
    """Return a small game with the given stock keys."""
    text = f"{HEAD}{FOUNDATION}{TABLEAU}{tableau}\n{CELLS}[stock]\n{stock}\n{more}"
    return Game(load_text(text, "small.toml")["small"])


def gathering(order: str) -> Game:
    """Return a small game whose four piles can be gathered and dealt again."""
    tableau = TABLEAU.replace("piles = 6\ndeal = 2", 'piles = 4\ndeal = 13\norder = "piles"')
    redeal = f'[redeal]\ntimes = "unlimited"\nfrom = "tableau"\norder = "{order}"\n'
    return Game(load_text(HEAD + FOUNDATION + tableau + redeal, "small.toml")["small"])


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ("deal_to = [2, 3, 4]", "one card to each tableau pile from number 2 to number 4"),
        ("deal_to = [2, 5]", "one card to each tableau pile with the number 2 or 5"),
        (
            'deal = "2 to each tableau"\norder = "rows"\ndeal_to = [1, 3]',
            "to each tableau pile with the number 1 or 3, one to each in turn, round after round",
        ),
        ('deal = "2 to each tableau"\ndeal_to = [6]', "two cards to the tableau pile number 6"),
    ],
)
def test_the_page_names_the_piles(keys: str, told: str) -> None:
    stock = keys if keys.startswith("deal =") else f'deal = "1 to each tableau"\n{keys}'
    assert told in " ".join(dealing(stock).rules().split())


def test_a_redeal_of_untouched_piles_changes_nothing() -> None:
    for order in ("first pile first, from the top", "first pile first"):
        position = gathering(order).deal(3)
        assert position.play("redeal").piles == position.piles


@pytest.mark.parametrize(
    "game",
    [
        dealing('deal = "1 to each tableau"\ndeal_to = [2, 4]'),
        dealing(f'{EACH}\nlast = "2 to each reserve"\nlast_at = 9\nlast_to = [1]'),
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
