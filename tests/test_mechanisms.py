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
    assert "Nothing is laid on a nine." in game.rules().replace("But n", "N")
    with pytest.raises(
        InvalidDefinitionError, match=r"tableau\.ends: this cannot be combined with"
    ):
        small_game(ENDING, tableau={"build": "up or down any suit, one way"})


# --- phases and limits ---------------------------------------------------------------------------


def test_st_helena_limits_its_foundations_until_it_is_dealt_again() -> None:
    game = cadogan.game("st-helena")
    bases = {f"f{i + 1}": "K" + s for i, s in enumerate("CDHS")}
    bases |= {f"f{i + 5}": "A" + s for i, s in enumerate("CDHS")}
    tops = {
        "t1": "QC",
        "t2": "2D",
        "t5": "QH",
        "t6": "2S",
        "t7": "2C",
        "t8": "QD",
        "t11": "QS",
        "t12": "2H",
    }
    p = lay(game, "t3 t4", **bases, **tops)
    assert between(p, "t1 t2 t5 t6 t7 t8 t11 t12", "f") == {
        "t1-f1", "t5-f3", "t6-f8", "t7-f5", "t11-f4", "t12-f7",
    }  # fmt: skip
    free = lay(game, "t3 t4", "redeals 1", **bases, **tops)
    assert between(free, "t1 t2 t5 t6 t7 t8 t11 t12", "f") == {
        "t1-f1", "t2-f6", "t5-f3", "t6-f8", "t7-f5", "t8-f2", "t11-f4", "t12-f7",
    }  # fmt: skip
    gathered = [c for i in range(1, 13) for c in p.piles[f"t{i}"]]
    q = p.play("redeal")
    assert [q.piles[f"t{i}"][0] for i in range(1, 13)] == gathered[:12], "dealt one card at a time"
    assert q.piles["t1"][:2] == (gathered[0], gathered[12])


def test_crescent_shifts_three_times() -> None:
    p = cadogan.game("crescent").deal(1)
    for used in range(3):
        assert "shift" in p.move_texts()
        q = p.play("shift")
        for i in range(1, 17):
            cards = p.piles[f"t{i}"]
            assert q.piles[f"t{i}"] == cards[1:] + cards[:1]
        assert q.counters == {"shifts": used + 1}
        p = q
    assert p.why_not("shift") == "All three shifts have been used."


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


def test_st_helena_is_dealt_round_all_its_groups() -> None:
    game = cadogan.game("st-helena")
    placed = [f"{r}{s}" for r in "AK" for s in "CDHS"]
    pack = [f"{r}{s}" for _ in range(2) for s in "CDHS" for r in "A23456789TJQK"]
    for card in placed:
        pack.remove(card)
    start = game.deal_from(pack)
    assert [start.piles[f"t{i}"][0] for i in range(1, 13)] == pack[:12]
    assert [start.piles[f"t{i}"][1] for i in range(1, 13)] == pack[12:24]
