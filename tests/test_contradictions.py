"""Definitions with keys that contradict each other or have no effect; errors name the key."""

from __future__ import annotations

import pytest

import cadogan
from cadogan.core.errors import InvalidDealError, InvalidDefinitionError
from cadogan.model.position import Game
from cadogan.rules.loading import load_text

HEAD = """
name = "Small"
family = "Tests"
decks = 1
"""
FOUNDATION = """
[foundation]
piles = 4
start = "A"
build = "up in suit"
"""
TABLEAU = """
[tableau]
piles = 8
deal = 3
build = "down any suit"
take = "top card"
space = "none"
"""
STOCK = """
[waste]
[stock]
deal = "1 to waste"
"""
SOUND = HEAD + FOUNDATION + TABLEAU + STOCK


def small(text: str) -> Game:
    """Load and compile a definition."""
    return Game(load_text(text, "small.toml")["small"])


def refused(text: str) -> str:
    """Return the error message for a definition, without the file's name."""
    with pytest.raises(InvalidDefinitionError) as error:
        small(text)
    return str(error.value).removeprefix("small.toml: ")


def test_the_sound_definition_is_accepted() -> None:
    assert small(SOUND).deal(1).move_texts() is not None


# --- the base card and the cards that a group must hold ------------------------------------------

BASE = SOUND.replace('start = "A"', 'start = "base rank"\ndeal = 1').replace(
    "up in suit", "up in suit, wrapping"
)


def test_the_base_card_is_dealt() -> None:
    position = small(BASE).deal(1)
    assert sum(map(len, position.snapshot.piles[:4])) == 1
    assert len(position.piles["s"]) == 52 - 24 - 1


def test_a_card_that_was_dealt_before_is_swapped_in() -> None:
    cells = '[cell]\npiles = 4\ndeal = 1\nmust_hold = ["A"]\nmust_hold_way = "swapped in"\n'
    game = small(SOUND + cells)
    order = "AC AD AH AS " + " ".join(r + s for s in "CDHS" for r in "KQJT98765432")
    position = game.deal_from(order)
    assert position.piles["t1"][0] == "2D", "the card that the ace replaced"
    assert position.piles["c4"] == ("AC",)


def test_ranks_that_a_base_card_lacks_go_under_the_pack() -> None:
    """Doublets avoids a king as base card in this way, because no card could be laid on it."""
    text = SOUND.replace('start = "A"', 'start = "base rank"\ndeal = 1\nlacks = ["K", "Q"]')
    text = text.replace('build = "up in suit"', 'build = "up in suit, wrapping"')
    game = small(text)
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
    text = f"{HEAD}suits = 'C D'\nranks = 'A 2 3'\n[reserve]\npiles = 1\ndeal = 2\n"
    text += (
        "[foundation]\npiles = 2\nstart = 'any card'\nbuild = 'up in suit, wrapping'\ndeal = 1\n"
    )
    game = small(
        f"{text}unlike = true\n{TABLEAU.replace('8', '2').replace('deal = 3', 'deal = 1')}"
    )
    for number in range(1, 30):
        piles = game.deal(number).piles
        assert piles["f1"][0][1] != piles["f2"][0][1]


def test_a_deal_in_which_equal_ranks_must_meet_is_dealt_again() -> None:
    tableau = TABLEAU.replace("8", "6").replace("deal = 3", 'deal = 2\norder = "piles"')
    game = small(f'{HEAD}ranks = "A 2 3"\n{FOUNDATION}{tableau}unlike = true\n')
    for number in range(1, 30):
        piles = [game.deal(number).piles[f"t{i}"] for i in range(1, 7)]
        assert all(one[0] != two[0] for one, two in piles)
    order = ["AC", "2C", "AD", "2D", "AH", "2H", "AS", "2S", "3C", "3D", "3H", "3S"]
    with pytest.raises(InvalidDealError, match="some pile would get two cards of one rank"):
        game.deal_from(order)
    assert game.deal_from([*order[::2], *order[1::2]]).piles["t1"] == ("AC", "3C")


def test_the_base_card_is_not_one_that_a_group_must_hold() -> None:
    text = BASE.replace("[tableau]", '[cell]\npiles = 1\ndeal = 1\nmust_hold = ["A"]\n[tableau]')
    game = small(text)
    for number in range(1, 20):
        assert game.deal(number).piles["c"][0][0] == "A"


# --- names ---------------------------------------------------------------------------------------


def test_the_stock_deals_to_a_group_with_a_digit() -> None:
    text = SOUND.replace("[tableau]", "[tableau.row-1]").replace("[waste]\n", "")
    game = small(text.replace("1 to waste", "2 to each tableau.row-1"))
    assert len(game.deal(1).play("deal").piles["t1"]) == 5
    told = refused(text.replace("1 to waste", "2 to each stock"))
    assert (
        told
        == "stock.deal: cards can be dealt only to the waste, a tableau, a reserve or a foundation"
    )


# --- nonsense ------------------------------------------------------------------------------------


def test_foundations_need_not_hold_all_cards() -> None:
    few = SOUND.replace('start = "A"\n', 'start = "A"\ncards = 7\n')
    small(few.replace("decks = 1", 'decks = 1\nwin = "foundations complete"'))
    fed = SOUND.replace("[waste]\n", '[waste]\ntake = "none"\n')
    small(fed.replace('space = "none"', 'space = "none"\nfill = ["waste"]'))


def test_a_variant_may_remove_what_another_key_needs() -> None:
    fed = SOUND.replace('space = "none"\n', 'space = "none"\nfill = ["waste"]\nfill_cards = 2\n')
    variant = '[variants.other]\nname = "Other"\ntableau.fill = []\ntableau.space = "any card"\n'
    assert load_text(fed + variant, "small.toml")["other"].groups[1].fill_cards == 2


# --- play that leads nowhere ---------------------------------------------------------------------


MET = SOUND.replace("[tableau]", "[tableau]\nmet_in_dealing = 'what begins is always replaced'")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            MET,
            ("no 'fill' and no redeal deals to the group again: write 'what begins is replaced'"),
        ),
        (
            MET.replace('start = "A"', 'start = "base rank"\ndeal = 1')
            .replace("up in suit", "up in suit, wrapping")
            .replace("[tableau]", "[tableau]\nfill = ['stock']"),
            "with start = 'base rank', write 'what begins is replaced'",
        ),
        (
            MET + "[redeal]\ntimes = 1\nfrom = 'tableau'\n"
            "order = 'first pile first, from the top'\n",
            "this cannot be combined with the redeal 'first pile first, from the top'",
        ),
    ],
)
def test_met_in_dealing_needs_a_later_deal(text: str, told: str) -> None:
    assert refused(text) == f"tableau.met_in_dealing: {told}"
