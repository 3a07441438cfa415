"""Positions made by hand for the rules of newer games that could be misread.

Results by the rule texts that the definitions name; the referee plays most of them as a whole.
"""

from __future__ import annotations

import pytest

import cadogan
from cadogan.solver.portfolio import solve
from tests.hand import actions, between, down, lay, up

# --- Foundations that go their own way -----------------------------------------------------------


def test_mount_olympus_is_built_by_twos_up_and_down() -> None:
    game = cadogan.game("mount-olympus")
    start = game.deal(1)
    assert [start.piles[f"f{i}"][0][0] for i in range(1, 17)] == ["A"] * 8 + ["2"] * 8
    assert (len(start.piles["s"]), len(start.piles["t9"])) == (79, 1)
    out = {f"f{i}": ("A2"[i > 8]) + "CDHS"[(i - 1) % 4] for i in range(1, 17)}
    p = lay(game, "s", **out, t1="9H 7H 5H", t2="JH", t3="8H", t4="3H", t5="QH TH", t6="4H")
    assert between(p, "t", "t1 t2 t3 t4 t5 t6") == {"t1-t2x3", "t4-t1", "t3-t5"}, (
        "the eight does not go on the nine"
    )
    assert between(p, "t", "f") == {"t4-f3", "t6-f11"}, "the three to an ace, the four to a two"
    assert p.why_not("t3-t1") is not None


def test_mount_olympus_fills_from_the_stock_and_then_with_any_run() -> None:
    out = {f"f{i}": ("A2"[i > 8]) + "CDHS"[(i - 1) % 4] for i in range(1, 17)}
    p = lay("mount-olympus", "s", **out, t1="3H", t2="5C", t3="KC JC")
    first = p.piles["s"][-1]
    after = p.play("t1-f3")
    assert after.piles["t1"] == (first,)
    late = lay("mount-olympus", "t9", **out, t1="KC JC", t2="3H")
    assert "t1-t3x2" in late.move_texts()
    shut = lay(cadogan.game("mount-olympus", emptied="none"), "t9", **out, t1="KC JC", t2="3H")
    assert between(shut, "t1", "t3") == set()


def test_lady_cadogan_moves_single_cards_up_mount_olympus() -> None:
    out = {f"f{i}": ("A2"[i > 8]) + "CDHS"[(i - 1) % 4] for i in range(1, 17)}
    p = lay("mount-olympus-cadogan", "s", **out, t1="9H 7H", t2="JH", t3="3C", w="KD 5S")
    assert between(p, "t", "t") == set(), "the seven fits nothing, and the nine lies under it"
    assert p.play("t3-f1").piles["t3"] == ("5S",), "the waste fills the emptied pile"
    assert "deal" not in actions(p)


def test_contradance_goes_from_the_ace_to_the_king() -> None:
    out = {f"f{i}": ("56"[i > 8]) + "CDHS"[(i - 1) % 4] for i in range(1, 17)}
    p = lay("contradance", "s", **{**out, "f1": "5C 4C 3C 2C AC", "f9": up("6C", "JC")}, w="QC KC")
    assert between(p, "w", "f") == {"w-f1"}
    full = p.play("w-f1")
    assert between(full, "w", "f") == {"w-f9"}, "queens end the other way"
    assert len(cadogan.game("contradance").deal(3).piles["s"]) == 88


def test_sixes_and_sevens_fill_a_place_when_one_likes() -> None:
    out = {f"f{i}": ("67"[i > 8]) + "CDHS"[(i - 1) % 4] for i in range(1, 17)}
    p = lay("sixes-and-sevens", "s", **out, r1="5C", r2="8D", r3="KH", w="2S")
    assert between(p, "r", "f") == {"r1-f1", "r2-f10"}
    assert between(p, "r", "r") == set()
    after = p.play("r1-f1")
    assert after.piles["r1"] == ()
    assert "w-r1" in after.move_texts()
    assert "s-w" in after.move_texts(), "nothing must be filled"


@pytest.mark.parametrize(("kings", "allowed"), [("jack", {"w-f5"}), ("apart", {"w-f13"})])
def test_the_second_king_of_royal_rendezvous(kings: str, allowed: set[str]) -> None:
    out = {f"f{i}": ("AA2"[(i - 1) // 4]) + "CDHS"[(i - 1) % 4] for i in range(1, 13)}
    game = cadogan.game("royal-rendezvous", kings=kings)
    p = lay(game, "s", **{**out, "f5": "AC 3C 5C 7C 9C JC"}, r1="4D", r2="2D", w="KC")
    assert between(p, "w", "f") == allowed
    assert between(p, "r", "f") == {"r1-f10", "r2-f2"}
    assert p.play("r1-f10").piles["r1"] == ("KC",), "the waste fills it at once"


# --- Builders ------------------------------------------------------------------------------------


def test_blockade_moves_runs_of_a_suit_or_single_cards() -> None:
    piles = {"t1": "9H 8H", "t2": "TH", "t3": "7H", "t4": "8C"}
    p = lay("blockade", "s", **piles)
    assert between(p, "t", "t1 t2 t3 t4") == {"t1-t2x2", "t3-t1"}
    assert between(lay("blockade-single", "s", **piles), "t", "t1 t2 t3 t4") == {"t3-t1"}
    top = p.piles["s"][-1]
    assert p.play("t1-t2x2").piles["t1"] == (top,), "the stock fills the emptied pile"
    dealt = p.play("deal")
    assert all(dealt.piles[f"t{i}"] for i in range(1, 13)), "a deal goes to every pile"


def test_lanes_moves_single_cards_and_goes_round_twice() -> None:
    out = {f"f{i}": "A" + "CDHS"[i - 1] for i in range(1, 5)}
    p = lay("lanes", "s", **out, t1="9S 8H", t2="TH", t3="7C", w="QD")
    assert between(p, "t", "t1 t2 t3") == {"t3-t1"}
    assert {"t1-t4", "w-t4"} <= set(p.move_texts()), "any card fills an emptied pile"
    turned = lay("lanes", "w", **out)
    assert "redeal" in turned.move_texts()
    assert "redeal" not in lay("lanes-once", "w", **out).move_texts()


def test_whitehorse_fills_from_the_waste_before_the_stock() -> None:
    p = lay("whitehorse", "s", t1="AH", t2="5C", w="KD 9S")
    assert p.play("t1-f3").piles["t1"] == ("9S",)
    bare = lay("whitehorse", "s", t1="AH", t2="5C")
    assert bare.play("t1-f3").piles["t1"] == (bare.piles["s"][-1],)
    assert "s-wx3" in p.move_texts()
    late = lay("whitehorse", "t7", t1="AH", t2="5C", t3="KC QH")
    assert between(late.play("t1-f3"), "t2 t3", "t1") == {"t3-t1x2"}, "then only kings"


def test_gold_mine_begins_on_an_empty_table() -> None:
    start = cadogan.game("gold-mine").deal(1)
    assert start.move_texts() == ["s-wx3"]
    p = lay("gold-mine", "w", t1="9S 8H", t2="TH", f3="AH 2H", t3="3S")
    assert {"t1-t2x2", "t1-t4x2", "f3-t3"} <= set(p.move_texts())
    assert "redeal" not in p.move_texts()


def test_blind_alleys_hide_two_cards_and_let_any_run_in() -> None:
    start = cadogan.game("blind-alleys").deal(1)
    assert [start.down[f"t{i}"] for i in range(1, 7)] == [2] * 6
    out = {"f1": "AC", "f2": "AD", "f4": "AS"}
    p = lay("blind-alleys", "s", **out, t1="9S 8H", t2="TH", f3="AH 2H", t3="3S")
    assert {"t1-t2x2", "t1-t4x2", "f3-t3"} <= set(p.move_texts())
    assert "redeal" in lay("blind-alleys", "w", **out, f3="AH").move_texts()
    assert "redeal" not in lay("pas-seul", "w").move_texts()


def test_thieves_of_egypt_stand_like_a_pyramid() -> None:
    start = cadogan.game("thieves-of-egypt").deal(1)
    assert [len(start.piles[f"t{i}"]) for i in range(1, 11)] == [1, 3, 5, 7, 9, 10, 8, 6, 4, 2]
    assert not any(start.down[f"t{i}"] for i in range(1, 11))
    p = lay("thieves-of-egypt", "s", t1="KS QH", t2="JC", t3="9D")
    assert between(p, "t", "t4") == {"t1-t4x2"}, "only kings"
    assert between(p, "t", "t1") == {"t2-t1"}


def test_acme_fills_from_the_reserve_and_then_with_any_card() -> None:
    out = {f"f{i}": "A" + "CDHS"[i - 1] for i in range(1, 5)}
    p = lay("acme", "s", **out, r="[KS] 4D", t1="2C", t2="9H 8H", t3="TH", t4="7C")
    assert p.play("t1-f1").piles["t1"] == ("4D",)
    assert between(p, "t", "t") == set(), "single cards in suit: the eight and nine stay"
    late = lay("acme", "s", **out, t1="", t2="9H 8H", t3="TH", t4="7C", w="5D")
    assert between(late, "t w", "t1") == {"t2-t1", "t3-t1", "t4-t1", "w-t1"}


def test_double_canfield_and_what_moves_in_it() -> None:
    piles = {"f1": "5C", "r": "[2S] JS", "t1": "9S 8H 7C", "t2": "TH", "t3": "8D", "w": "AS"}
    p = lay("double-canfield", "s", **piles)
    assert between(p, "t", "t2 t3") == {"t1-t2x3", "t1-t3"}
    whole = lay(cadogan.game("double-canfield", moves="whole-pile"), "s", **piles)
    assert between(whole, "t", "t2 t3") == {"t1-t2x3"}
    assert between(lay("double-canfield", "s", f1="5C", t1="AH", w="KS"), "w", "t1") == {"w-t1"}
    plain = {f"f{i}": "A" + "CDHS"[(i - 1) % 4] for i in range(1, 9)}
    variegated = lay("variegated-canfield", "s", **plain, t1="2H", w="KS")
    assert between(variegated, "w", "t1") == set(), "no king on a low card there"
    assert cadogan.game("variegated-canfield").deal(1).down["r"] == 0


def test_brigade_and_phoenix_keep_their_reserves_at_hand() -> None:
    out = {f"f{i}": "A" + "CDHS"[i - 1] for i in range(1, 5)}
    p = lay(
        "brigade", "t7", **{**out, "f3": "AH 2H"}, r1="9C", r2="2C", t1="TC", t2="3H", t3="9H 8H"
    )
    assert {"r1-t1", "r2-f1", "r2-t2", "f3-t2", "t3-t4"} <= set(p.move_texts())
    assert between(p, "t", "r") == set()
    assert "t3-t1x2" not in p.move_texts(), "single cards"
    shut = lay(cadogan.game("brigade", worrying="no"), "t7", **{**out, "f3": "AH 2H"}, t2="3H")
    assert between(shut, "f", "t") == set()
    q = lay("phoenix", "t6", t1="9S 8H", t2="TH", t3="TC", r1="7C", r16="9D")
    assert {"t1-t2x2", "r1-t1", "r16-t3"} <= set(q.move_texts())
    assert "t1-t3x2" not in q.move_texts(), "alternating colours"
    assert "t1-t3x2" in lay("arizona", "t6", t1="9S 8H", t3="TC").move_texts()


def test_double_freecell_goes_round_twice_on_each_foundation() -> None:
    p = lay(
        "double-freecell", "t9 t10", f1=up("AC", "KC"), f2="AD", f3="AH", f4="AS", t1="AC", t2="2C"
    )
    assert between(p, "t1 t2", "f") == {"t1-f1"}
    assert between(p.play("t1-f1"), "t2", "f") == {"t2-f1"}
    both = f"{up('AC', 'KC')} {up('AC', 'QC')}"
    last = lay(
        "double-freecell",
        "t10",
        f1=both,
        f2=both.replace("C", "D"),
        f3=both.replace("C", "H"),
        f4=both.replace("C", "S"),
    )
    assert solve(last).result == "won", "the four kings that are left go out"
    plain = cadogan.game("double-freecell-traditional").deal(1)
    assert [len(plain.piles[f"t{i}"]) for i in range(1, 11)] == [11] * 4 + [10] * 6
    assert {f"f{i}" for i in range(1, 9)} <= set(plain.piles)


# --- Fans ----------------------------------------------------------------------------------------


def test_bear_river_fans_hold_three_and_three_take_new_cards() -> None:
    whole = {"f1": up("5C", "4C"), "f2": up("5D", "4D")}
    rest = "t7 t8 t9 t10 t11 t12"
    some = {"t1": "9H 8H", "t2": "TH", "t3": "7H", "t4": "2S 3S 4S", "t5": "5S"}
    p = lay("bear-river", rest, **whole, **some)
    assert {"t1-t3", "t3-t1", "t4-t5", "t5-f4"} <= set(p.move_texts())
    assert "t5-t4" not in p.move_texts(), "three cards are the most"
    assert "t1-t2" not in p.move_texts(), "the eight does not go on the ten"
    assert "t1-t16" in p.move_texts(), "the last three fans may be filled"
    assert "t1-t6" not in p.move_texts(), "the others may not"
    corner = lay("bear-river", f"{rest} t13 t14", **whole, t1="KH", t2="AH")
    assert {"t1-t2", "t2-t1"} <= set(corner.move_texts()), "king and ace are neighbours"


def test_lucky_thirteen_and_its_kin() -> None:
    piles = {"t1": "9H", "t2": "TH", "t3": "8C 7D", "t4": "KS"}
    p = lay("lucky-thirteen", "t13", **piles)
    assert between(p, "t1 t2 t3 t4", "t1 t2 t3 t4 t5") == {"t1-t2"}
    q = lay("lucky-piles", "t13", **piles)
    assert between(q, "t1 t2 t3 t4", "t1 t2 t3 t4 t5") == {"t1-t2", "t2-t1", "t4-t5"}
    r = lay("lucky-thirteen-moss", "t13", **piles)
    assert between(r, "t1 t2 t3 t4", "t1 t2 t3 t4 t5") == {"t3-t1x2", "t4-t5"}


# --- Pairs ---------------------------------------------------------------------------------------


def test_gay_gordons_pairs() -> None:
    p = lay("gay-gordons", "t10", t1="AC", t2="TD", t3="QH", t4="KH", t5="JC", t6="JD", r="6S 5H")
    assert {"t1+t2", "t3+t4", "t5+t6"} <= set(p.move_texts())
    assert not {"t3+t3", "t5+t1", "t4+t4"} & set(p.move_texts())
    q = lay("gay-gordons", "t10", t1="6C", t2="KC", r="QS 5H")
    assert "t1+r" in q.move_texts()
    assert "t2+r" not in q.move_texts(), "the queen lies under the five"
    assert "t2+r" in q.play("t1+r").move_texts()


def test_the_wish_takes_pairs_of_a_rank_of_thirty_two_cards() -> None:
    start = cadogan.game("the-wish").deal(1)
    assert [(len(start.piles[f"t{i}"]), start.down[f"t{i}"]) for i in range(1, 9)] == [(4, 3)] * 8
    assert sum(len(pile) for pile in start.piles.values()) == 32
    p = lay("the-wish", "t8", t1="7C", t2="7D", t3="7H", t4="AC")
    assert {"t1+t2", "t1+t3", "t2+t3"} <= set(p.move_texts())
    assert "t1+t4" not in p.move_texts()
    whole = cadogan.game("isabel").deal(1)
    assert sum(len(pile) for pile in whole.piles.values()) == 52
    assert not any(cadogan.game("the-wish-open").deal(1).down.values())


# --- Kin of Yukon --------------------------------------------------------------------------------


def test_ten_across_moves_blocks_and_cells_may_be_used_again() -> None:
    p = lay("ten-across", "t10", t1="9H 2C 5D", t2="TH", t3="KS 4C", t4="3S", c1="8H")
    assert {"t1-t2x3", "t3-t5x2", "t4-c2"} <= set(p.move_texts())
    assert "t1-t5x3" not in p.move_texts(), "only kings fill an emptied pile"
    assert "c1-t1" not in p.move_texts()
    once = lay(
        cadogan.game("ten-across", cells="once"), "t10", t1="9H 2C 5D", t2="TH", t4="3S", c1="8H"
    )
    assert between(once, "t", "c") == set()


def test_suits_of_ten_across_stay_leave_or_are_built_up() -> None:
    suits = {"t1": down("KC", "AC"), "t2": down("KD", "AD"), "t3": down("KH", "AH")}
    assert lay("ten-across", "t4", **suits, t4=down("KS", "AS")).won
    assert not lay("ten-across", "t4", **suits, t4=down("KS", "2S"), t5="AS").won
    leaves = lay(cadogan.game("ten-across", complete="leaves"), "t4", **suits, t4=down("KS", "AS"))
    assert not leaves.won
    assert "t1-f1x13" in leaves.move_texts()
    built = lay(cadogan.game("ten-across", complete="built-up"), "t4", **suits, t4=down("KS", "AS"))
    assert "t1-f1" in built.move_texts()


def test_chinese_discipline_deals_three_cards() -> None:
    start = cadogan.game("chinese-discipline").deal(1)
    assert [start.down[f"t{i}"] for i in range(1, 8)] == [0, 0, 0, 3, 4, 5, 6]
    after = start.play("deal")
    assert [len(after.piles[f"t{i}"]) for i in range(1, 8)] == [8, 8, 8, 7, 7, 7, 7]
    assert after.why_not("deal") is not None
    piles = {"t1": "9S 2C", "t2": "TH", "t4": "KS 3D"}
    p = lay("chinese-discipline", "t7", **piles)
    assert {"t1-t2x2", "t4-t3x2"} <= set(p.move_texts())
    assert between(p, "t1 t2", "t3") == set()
    assert "t1-t3x2" in lay("chinese-solitaire", "t7", **piles).move_texts()
