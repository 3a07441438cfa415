"""Tests of columns that kings or queens begin as the stock is dealt, with hand-made positions."""

from __future__ import annotations

import pytest

import cadogan
from cadogan.core.cards import parse_card
from cadogan.i18n.grammar import card_name
from tests.test_rotation import laid


def test_a_dealt_king_begins_the_next_pile_and_other_cards_go_on_the_newest() -> None:
    game = cadogan.game("salic-law")
    p = laid(game, "s", t1="KC 3C", s="5H KH 4D")
    after = p.play("deal")
    assert after.piles["t1"] == ("KC", "3C", "4D")
    after = after.play("deal")
    assert after.piles["t2"] == ("KH",)
    assert after.counters["counted"] == 1
    assert after.play("deal").piles["t2"] == ("KH", "5H")


def test_the_last_pile_takes_all_that_is_left() -> None:
    kings = {f"t{i}": f"K{suit}" for i, suit in enumerate("CDHSCDH", 1)}
    p = laid(cadogan.game("salic-law"), "s", "counted 7", **kings, t8="2C", s="KS")
    assert p.play("deal").piles["t8"] == ("2C", "KS")


@pytest.mark.parametrize(("room", "open_"), [("king", {"f1"}), ("free", {"f1"})])
def test_an_ace_waits_for_its_king(room: str, open_: set[str]) -> None:
    game = cadogan.game("salic-law", room=room)
    p = laid(game, "s", t1="KC AC")
    assert {m.partition("-")[2] for m in p.move_texts() if "-f" in m} == open_
    more = laid(game, "s", f1="AD", t1="KC AC")
    assert ("t1-f2" in more.move_texts()) == (room == "free")
    if room == "king":
        assert more.why_not("t1-f2") == (
            "You cannot begin foundation 2 while tableau pile 2 is empty."
        )
        assert "t1-f2" in laid(game, "s", "counted 1", f1="AD", t1="KC AC", t2="KD").move_texts()


def test_a_bare_king_takes_any_one_card_once_the_stock_is_out() -> None:
    game = cadogan.game("salic-law")
    kings = {f"t{i}": f"K{suit}" for i, suit in enumerate("CDHSCD", 2)}
    p = laid(game, "t8", t1="KH 9C", **kings)
    assert "t1-t2" in p.move_texts()
    after = p.play("t1-t2")
    assert after.piles["t2"] == ("KC", "9C")
    assert "t8-t2" not in after.move_texts()
    assert after.why_not("t8-t2") == (
        f"The {card_name(parse_card(p.piles['t8'][-1]))} may not go on the nine of clubs:"
        " the tableau takes no cards by building."
    )
    assert after.why_not("t1-t3") == "The bottom card of tableau pile 1 stays there."
    early = laid(game, "s", "counted 7", t1="KH 9C", **kings, t8="KS")
    assert early.why_not("t1-t2") == (
        "Cards from the tableau may not go to tableau pile 2 before the stock is empty."
    )


def test_faerie_queen_builds_columns_down_once_the_stock_is_empty() -> None:
    kings = {f"t{i}": f"K{suit}" for i, suit in enumerate("DHSCDH", 3)}
    p = laid(cadogan.game("faerie-queen"), "t2", t1="KC 9C", **kings, t2="TH")
    assert "t1-t2" in p.move_texts()
    assert "t2-t1" not in p.move_texts()


def test_fives_go_down_past_the_ace_to_the_king() -> None:
    p = laid(cadogan.game("intrigue"), "s", f9="5C 4D 3H 2S AC", t1="QC KD")
    assert "t1-f9" in p.move_texts()
