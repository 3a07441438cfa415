"""House rules and relatives that the catalogue took in late: positions made by hand."""

from __future__ import annotations

import cadogan
from tests.hand import actions, between, down, lay, order_for


def test_the_pyramid_alone_may_be_the_object() -> None:
    piles = {"t1": "KC", "w": "2D"}
    assert lay(cadogan.game("pyramid", object="pyramid"), "d", **piles).play("t1-d").won
    assert not lay("pyramid", "d", **piles).play("t1-d").won


def test_a_stock_that_is_turned_first_pairs_from_the_waste_alone() -> None:
    p = lay("pyramid", "d", t1="KC", w="6D", s="[2H] 7H")
    assert "w+s" in p.move_texts()
    p = lay(cadogan.game("pyramid", stock="no"), "d", t1="KC", w="6D", s="[2H 7H]")
    assert p.move_texts() == ["t1-d", "s-w"]
    assert p.play("s-w").piles["w"] == ("6D", "7H")


def test_a_closed_pyramid_is_turned_up_as_it_is_laid_bare() -> None:
    p = lay(cadogan.game("pyramid", faces="down"), "d", t1="[9C]", t2="KD", t3="KC")
    assert "t1 [9C]" in str(p.play("t2-d")).splitlines()
    assert "t1 9C" in str(p.play("t2-d").play("t3-d")).splitlines()


def test_aces_leave_the_piles_of_thirty_six_as_they_are_dealt() -> None:
    order = order_for([(0, "AS"), (7, "2S")])
    lie, out, replaced = (
        cadogan.game("thirty-six", aces=some).deal_from(order)
        for some in ("lie", "out", "replaced")
    )
    assert lie.piles["t1"][0] == "AS"
    assert "AS" not in out.piles["t1"]
    assert len(out.piles["t1"]) < 6
    assert len(out.piles["s"]) == 16
    assert "2S" in [c for k in range(1, 7) for c in out.piles[f"t{k}"]], "only aces go out"
    assert all(len(replaced.piles[f"t{k}"]) == 6 for k in range(1, 7))
    aces = sum(len(replaced.piles[f"f{k}"]) for k in (1, 2, 3, 4))
    assert len(replaced.piles["s"]) == 16 - aces


def test_a_suit_in_order_may_leave_scorpion() -> None:
    piles = {"t1": f"2H 3H {down('KC', 'AC')}"}
    assert not between(lay("scorpion", "t7", **piles), "t1", "f1 f2 f3 f4")
    p = lay(cadogan.game("scorpion", complete="leaves"), "t7", **piles)
    moves = between(p, "t1", "f1 f2 f3 f4")
    after = p.play(moves.pop())
    assert after.piles["t1"] == ("2H", "3H")
    assert len(after.piles["f1"]) == 13


def test_four_cards_at_a_time_go_to_the_piles_of_old_patience() -> None:
    p = cadogan.game("sir-tommy", dealt="four").deal_from(order_for([(0, "AS"), (1, "2D")]))
    for target in ("t1", "t2", "t3"):
        p = p.play("s-w").play(f"w-{target}")
        assert not between(p, "t1 t2 t3 t4 w", "f1 f2 f3 f4"), "the batch is open"
    p = p.play("s-w").play("w-t4")
    assert between(p, "t1", "f1"), "all four are placed"


def test_the_base_of_selective_canfield_is_chosen_from_the_tableau() -> None:
    p = cadogan.game("selective-canfield").deal(3)
    assert {(m.source[0], m.target[0]) for m in p.legal_moves} == {("t", "f")}
    after = p.play("t2-f1") if "t2-f1" in p.move_texts() else p.play(p.move_texts()[0])
    assert len(after.piles["r"]) == 12, "the reserve fills the place at once"
    assert "s-wx3" in after.move_texts()


def test_the_foundations_of_sundial_end_where_the_next_of_their_suit_begins() -> None:
    game = cadogan.game("sundial")
    starts = ["AC", "2D", "3H", "4S", "5C", "6D", "7H", "8S", "9C", "TD", "JH", "QS"]
    bases = {f"f{i}": card for i, card in enumerate(starts, 1)}
    p = lay(game, "s", **{**bases, "f1": "AC 2C 3C 4C 5C 6C 7C 8C", "t1": "2H 2S 9C"})
    assert not between(p, "t1", "f1"), "the nine of clubs has a foundation of its own"
    p = lay(game, "s", **bases, t1="3D 4D 9H", t2="5D 6S TS")
    assert "t1-t2" in between(p, "t1", "t2"), "whatever the suit"


def test_alternate_goes_twice_round() -> None:
    once = "AC 2D 3C 4D 5C 6D 7C 8D 9C TD JC QD KC"
    p = lay("alternate", "t4", f1=once, f2="KD", t1="AH", t2="QS", t3="QH")
    assert between(p, "t1 t2 t3", "f1 f2") == {"t1-f1", "t2-f2"}


def test_the_waste_fills_the_places_of_patriarchs_at_once() -> None:
    bases = {f"f{i}": f"{r}{s}" for i, (r, s) in enumerate(
        [(r, s) for r in "AK" for s in "CDHS"], 1)}  # fmt: skip
    p = lay("patriarchs", "s", **bases, r1="2C", w="9H 4D")
    assert p.play("r1-f1").piles["r1"] == ("4D",)


def test_a_buried_card_may_be_drawn_before_the_last_redeal() -> None:
    usual, free = (
        cadogan.game("three-shuffles-and-a-draw", drawn=some).deal(1) for some in ("last", "any")
    )
    assert not [m for m in usual.move_texts() if "@" in m]
    assert "t1@2-t1" in free.move_texts()


def test_spaces_below_the_base_and_around_st_helena() -> None:
    agnes = cadogan.game("agnes-bernauer", emptied="below-base")
    p = lay(agnes, "s", "base 5C", f1="5C", t1="4D 3S", t2="9D", r1="4H")
    assert between(p, "t1 t2 r1", "t3") == {"t1-t3x2", "r1-t3"}
    helena = cadogan.game("st-helena", emptied="any")
    assert actions(helena.deal(1)) == {"redeal"}


def test_aces_of_strategy_may_go_out_as_they_are_turned() -> None:
    game = cadogan.game("strategy", aces="turned")
    p = game.deal_from(order_for([(0, "AS"), (1, "2S")]))
    p = p.play("s-f4")
    assert not between(p, "s", "f1 f2 f3 f4"), "the two waits until the stock is empty"


def test_thirty_in_six_piles_moves_runs_of_one_suit() -> None:
    piles = {"t1": "9C 8C", "t2": "TH", "t3": "9D 8S", "t4": "TS"}
    five = lay("thirty", "t5", **{k: v for k, v in piles.items() if k != "t4"}, t4="TS")
    six = lay(cadogan.game("thirty", piles="six"), "t5", **piles)
    assert {"t1-t2x2", "t3-t4x2"} <= set(five.move_texts())
    assert "t1-t2x2" in six.move_texts()
    assert "t3-t4x2" not in six.move_texts()


def test_single_cards_are_moved_in_the_other_duchess() -> None:
    piles = {"f1": "5C", "t1": "9C 8D", "t2": "TH", "t3": "9S"}
    assert "t1-t2x2" in lay("duchess", "s", "base 5C", **piles).move_texts()
    p = lay(cadogan.game("duchess", moves="single"), "s", "base 5C", **piles)
    assert "t1-t2x2" not in p.move_texts()
    assert "t1-t3" in p.move_texts()
