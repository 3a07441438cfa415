"""Deals to piles by their numbers, and a redeal from the top of the piles."""

from __future__ import annotations

import pytest

from cadogan.core.errors import InvalidDefinitionError
from cadogan.model.position import Game
from cadogan.rules.loading import load_text
from cadogan.solver.portfolio import solve
from cadogan.solver.safe_moves import safe_moves
from tests.hand import lay
from tests.test_contract import check_texts, check_undo, played

HEAD = 'name = "Small"\nfamily = "Tests"\ndecks = 1\n'
FOUNDATION = '[foundation]\npiles = 4\nstart = "A"\nbuild = "up in suit"\n'
BUILT = 'build = "down in suit"\ntake = "top card"\nspace = "any card"\n'
TABLEAU = f"[tableau]\npiles = 6\ndeal = 2\n{BUILT}"
EACH = 'deal = "1 to each tableau"'
CELLS = '[reserve]\npiles = 3\ndeal = 0\nspace = "any card"\n'


def dealing(stock: str, tableau: str = "", more: str = "") -> Game:
    """Return a small game whose stock deals so."""
    text = f"{HEAD}{FOUNDATION}{TABLEAU}{tableau}\n{CELLS}[stock]\n{stock}\n{more}"
    return Game(load_text(text, "small.toml")["small"])


def gathering(order: str) -> Game:
    """Return a small game of four piles that are gathered and dealt again."""
    tableau = TABLEAU.replace("piles = 6\ndeal = 2", 'piles = 4\ndeal = 13\norder = "piles"')
    redeal = f'[redeal]\ntimes = "unlimited"\nfrom = "tableau"\norder = "{order}"\n'
    return Game(load_text(HEAD + FOUNDATION + tableau + redeal, "small.toml")["small"])


@pytest.mark.parametrize(
    ("stock", "first", "last"),
    [
        ('deal = "1 to each tableau"\ndeal_to = [2, 4]', [0, 1, 0, 1, 0, 0], [0, 1, 0, 1, 0, 0]),
        (
            'deal = "2 to each tableau"\norder = "rows"\ndeal_to = [1, 6]',
            [2, 0, 0, 0, 0, 2],
            [2, 0, 0, 0, 0, 1],
        ),
        (
            'deal = "1 to each tableau"\nlast = "1 to each tableau"\nlast_at = 4\nlast_to = [3]',
            [1] * 6,
            [0, 0, 1, 0, 0, 0],
        ),
    ],
)
def test_a_deal_goes_to_the_piles_with_the_numbers(
    stock: str, first: list[int], last: list[int]
) -> None:
    game = dealing(stock)
    names = [f"t{i}" for i in range(1, 7)]
    full = lay(game, "s", **dict.fromkeys(names, ""))
    dealt = full.play("deal")
    assert [len(dealt.piles[name]) for name in names] == first
    few = lay(game, "t1", s="KS QS JS")
    more = few.play("deal")
    grown = [len(more.piles[name]) - len(few.piles[name]) for name in names]
    assert grown == last


def test_no_deal_is_made_where_the_piles_with_the_numbers_are_full() -> None:
    game = dealing('deal = "1 to each tableau"\ndeal_to = [2]', tableau="most = 3")
    position = lay(game, "s", t2="9C 9D 9H", t1="2C")
    assert "deal" not in position.move_texts()
    assert "deal" in lay(game, "s", t2="9C 9D", t1="2C 3C 4C").move_texts()


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ("deal_to = [2, 3, 4]", "one card to each tableau pile from number 2 to number 4"),
        ("deal_to = [2, 5]", "one card to each tableau pile with the number 2 or 5"),
        (
            'deal = "2 to each tableau"\norder = "rows"\ndeal_to = [1, 3]',
            "to each tableau pile with the number 1 or 3, one to each in turn, round after round",
        ),
        (
            'deal = "2 to each tableau"\ndeal_to = [6]',
            "two cards to the tableau pile number 6",
        ),
    ],
)
def test_the_page_names_the_piles(keys: str, told: str) -> None:
    stock = keys if keys.startswith("deal =") else f'deal = "1 to each tableau"\n{keys}'
    assert told in " ".join(dealing(stock).rules().split())


@pytest.mark.parametrize(
    ("stock", "told"),
    [
        ("deal_to = [2, 2]", "stock.deal_to: write each number once, the lowest first"),
        ("deal_to = [3, 2]", "stock.deal_to: write each number once, the lowest first"),
        ("deal_to = [7]", "the piles are numbered 1 to 6"),
        ("deal_to = [1, 2, 3, 4, 5, 6]", "these are all the piles: leave the key out"),
        ("deal_to = [2]\nskips = 'empty piles'", "only a deal such as '1 to each tableau'"),
        ("deal_to = [2]\nlast_reversed = true", "only a deal such as '1 to each tableau'"),
    ],
)
def test_numbers_that_are_refused(stock: str, told: str) -> None:
    with pytest.raises(InvalidDefinitionError, match=told):
        dealing(f'deal = "1 to each tableau"\n{stock}')
    with pytest.raises(InvalidDefinitionError, match="only a deal such as"):
        dealing('deal = "1 to the next tableau"\ndeal_to = [2]')
    with pytest.raises(InvalidDefinitionError, match="only a deal such as"):
        dealing('deal = "1 to each tableau and reserve"\ndeal_to = [2]')


def test_a_redeal_from_the_top_keeps_the_top_cards_and_passes_on_what_lies_under_them() -> None:
    game = gathering("first pile first, from the top")
    t1 = ["2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "TC", "JC", "QC", "KC", "2D", "3D", "4D"]
    t2 = ["5D", "6D", "7D", "8D", "9D", "TD", "JD", "QD", "KD", "2H", "3H"]
    position = lay(game, "t3 t4", f1="AC", t1=" ".join(t1), t2=" ".join(t2))
    after = position.play("redeal")
    assert [str(card) for card in after.piles["t1"]] == t1[2:]
    # under the thirteen cards that stay lie two, which come on top of the next pile
    assert [str(card) for card in after.piles["t2"]] == [*t2, *t1[:2]]


def test_a_redeal_of_untouched_piles_changes_nothing() -> None:
    for order in ("first pile first, from the top", "first pile first"):
        position = gathering(order).deal(3)
        assert position.play("redeal").piles == position.piles


def test_a_redeal_from_the_top_and_one_from_the_bottom_differ() -> None:
    rest = {"f1": "AC", "t1": "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC 2D 3D 4D"}
    piles = [
        lay(gathering(order), "t2 t3 t4", **rest).play("redeal").piles["t1"]
        for order in ("first pile first, from the top", "first pile first")
    ]
    assert [str(pile[0]) for pile in piles] == ["4C", "2C"]


def test_a_redeal_from_the_top_is_refused_where_cards_are_dealt_row_by_row() -> None:
    text = HEAD + FOUNDATION + TABLEAU.replace("piles = 6\ndeal = 2", "piles = 4\ndeal = 13")
    redeal = '[redeal]\ntimes = 1\nfrom = "tableau"\norder = "first pile first, from the top"\n'
    with pytest.raises(InvalidDefinitionError, match=r"redeal\.order: .* dealt pile after pile"):
        load_text(text + redeal, "small.toml")


@pytest.mark.parametrize(
    "game",
    [
        dealing('deal = "1 to each tableau"\ndeal_to = [2, 4]'),
        dealing(f'{EACH}\nlast = "2 to each reserve"\nlast_at = 9\nlast_to = [1]'),
        gathering("first pile first, from the top"),
    ],
    ids=["deal_to", "last_to", "from the top"],
)
def test_the_contract_holds_and_no_proof_names_the_words(game: Game) -> None:
    assert game.features & {"deals miss", "redeals from the top"}
    check_undo(game, 1, 40, 20)
    for position in played(game, 2, 60):
        check_texts(position)
        assert safe_moves(position) == []
    assert solve(game.deal(1), nodes=5000).result in {"won", "lost", "unknown"}
