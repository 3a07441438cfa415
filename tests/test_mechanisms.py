"""Special rules, tested in positions made by hand."""

from __future__ import annotations

import pytest

import cadogan
from cadogan.core.cards import parse_card
from cadogan.core.errors import InvalidDefinitionError
from cadogan.i18n.grammar import card_name
from tests.hand import between, lay
from tests.small import small_game

ENDING = """
[foundation]
[reserve]
piles = 2
deal = 1
build = "up or down any suit, wrapping"
ends = "3"
[tableau]
piles = 5
deal = 10
take = "run"
ends = "9"
"""


def test_building_ends_with_cards_of_a_rank() -> None:
    """No card goes on a card of an `ends` rank, and no run continues past it.

    Cards of an `ends` rank may still go on others.
    """
    game = small_game(ENDING)
    p = lay(game, "t5", r1="3C", r2="4C", t1="TD", t2="9D", t3="8D", t4="TC 9C 8C 7C")
    assert between(p, "t1 t2 t3 t4", "t1 t2 t3 t4") == {"t2-t1", "t4-t3"}
    assert p.why_not("t3-t2") == (
        "The eight of diamonds may not go on the nine of diamonds: no card goes on a nine here."
    )
    q = lay(game, "t5", r1="3C", r2="2H", t1="2C", t2="9D", t3="4H", t4="9C 8C 7C")
    assert between(q, "t1 t2 t3 t4", "r1") == set()
    assert between(q, "r", "r") == {"r1-r2"}
    assert "othing may be laid on a nine." in game.rules()
    with pytest.raises(
        InvalidDefinitionError, match=r"tableau\.ends: this cannot be combined with"
    ):
        small_game(ENDING, tableau={"build": "up or down any suit, one way"})


# --- phases and limits ---------------------------------------------------------------------------


def test_the_plot_changes_when_its_first_foundation_is_complete() -> None:
    game = cadogan.game("the-plot")
    start = game.deal(1)
    base = start.piles["f1"][0]
    order = "A23456789TJQK"
    at = order.index(base[0])
    ranks = [order[(at + i) % 13] for i in range(13)]
    left = [c for name, cards in start.piles.items() if name != "f1" for c in cards]
    run = [base]
    for rank in ranks[1:]:
        card = next(c for c in left if c[0] == rank)
        left.remove(card)
        run.append(card)
    waste = next(c for c in left if c[0] != base[0])
    left.remove(waste)
    text = f"f1 {' '.join(run)}\nw {waste}\ns [{' '.join(left)}]\nbase {base}"
    assert "w-t1" in game.parse(text).move_texts()
    first = f"f1 {' '.join(run[:-1])}\nw {waste}\ns [{' '.join([*left, run[-1]])}]\nbase {base}"
    assert game.parse(first).why_not("w-t1") == (
        f"The {card_name(parse_card(waste))} may not fill the empty pile:"
        " only a card of the base rank may."
    )
