"""The rules of the games that people look for first, and those that books dispute among them.

Positions made by hand, results by the rule text; see ``rules/test_rules.py``.
"""

from __future__ import annotations

import pytest

import cadogan
from tests.hand import between, down, lay, order_for, up

# --- dealing and gathering -----------------------------------------------------------------------


def test_penguin_begins_with_the_rank_of_its_beak() -> None:
    p = cadogan.game("penguin").deal_from(order_for([(0, "7D"), (1, "7S"), (20, "7C"), (51, "7H")]))
    assert p.piles["t1"][0] == "7D"
    assert [p.piles[f"f{i}"] for i in range(1, 5)] == [("7C",), (), ("7H",), ("7S",)]
    assert [len(p.piles[f"t{i}"]) for i in range(1, 8)] == [7] * 7


def test_only_what_is_one_below_the_beak_fills_a_space_of_penguin() -> None:
    p = lay("penguin", "t7", "base 7C", f1="7C", t1="6D", t2="8H 7H 6H", t3="AS KS", t4="", c1="6S")
    assert between(p, "t1 t2 t3 c1", "t4") == {"t1-t4", "t2-t4", "c1-t4"}
    assert p.why_not("t3-t4") == (
        "The king of spades may not fill the empty pile: only a card one rank below the base rank"
        " may."
    )
    low = lay("penguin", "t7", "base AC", f1="AC", t1="KD", t2="2D", t3="AD KS", t4="")
    assert between(low, "t1 t2 t3", "t4") == {"t1-t4", "t3-t4"}, "below the ace is the king"
    round_ = lay("penguin", "t7", "base 7C", f1="7C", t1="AS", t2="KS QS JS")
    assert "t2-t1x3" in round_.move_texts()
    assert lay("tuxedo", "t7", t1="2S", t4="").why_not("t1-t4") is None


def test_an_ace_or_a_king_fills_a_space_of_clover_leaf() -> None:
    p = lay("clover-leaf", "t16", f1="AC", f2="KD", f3="KH", f4="AS",
            t1="AD", t2="KC", t3="QC", t4="")  # fmt: skip
    assert between(p, "t1 t2 t3", "t4") == {"t1-t4", "t2-t4"}
    assert between(p, "t3", "t2") == {"t3-t2"}
    assert p.why_not("t3-t4") == (
        "The queen of clubs may not fill the empty pile: only an ace or a king may."
    )


def test_cruel_is_dealt_out_in_fours_from_the_first_pile() -> None:
    aces = {f"f{i}": f"A{s}" for i, s in enumerate("CDHS", 1)}
    p = lay("cruel", "t12", **aces, t1="9C 8D", t2="", t3="5H 4S 3D", t12="KD")
    rest = p.piles["t12"]
    after = p.play("redeal")
    assert after.piles["t1"] == ("9C", "8D", "5H", "4S")
    assert after.piles["t2"] == ("3D", *rest[:3])
    assert "redeal" in after.move_texts()
    q = lay("perseverance", "t12", "redeals 2", **aces, t1="9C 8C", t2="TC")
    assert q.why_not("redeal") == "Both redeals have been used."
    assert "t1-t2x2" in q.move_texts()
    assert "t1-t2x2" not in lay("cruel", "t12", **aces, t1="9C 8C", t2="TC").move_texts()


def test_grandfathers_piles_hold_two_cards_and_are_filled_at_once() -> None:
    p = cadogan.game("grandfather").deal(3)
    assert between(p, "s", "t") == {f"s-t{i}" for i in range(1, 21)}
    after = p.play("s-t1")
    assert len(after.piles["t1"]) == 2
    assert after.why_not("s-t1") == "Tableau pile 1 cannot hold more cards."
    full = lay("grandfather", "s", t1="AC", t2="9H 8D")
    gone = full.play("t1-f1")
    assert gone.piles["t1"] == (full.piles["s"][-1],)
    kings = lay("grandfather", "s", f5=down("KC", "3C"), t1="2C", t2="3C")
    assert between(kings, "t1 t2", "f5") == {"t1-f5"}


def test_grandfathers_cards_may_wait_on_a_waste() -> None:
    p = cadogan.game("grandfather", waste="kept").deal(3)
    assert between(p, "s", "t") == set()
    waiting = p.play("s-w").play("s-w")
    assert len(waiting.piles["w"]) == 2
    assert between(waiting, "w", "t") == {f"w-t{i}" for i in range(1, 21)}
    assert "redeal" not in waiting.move_texts()
    for _ in range(82):
        waiting = waiting.play("s-w")
    cards = waiting.piles["w"]
    again = waiting.play("redeal")
    assert again.piles["t1"] == p.piles["t1"], "the tableau stays as it is"
    assert again.piles["s"] == cards[::-1]
    for _ in range(84):
        again = again.play("s-w")
    assert again.why_not("redeal") is not None


# --- what is built on what -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "may"),
    [
        ("yukon", {"t2-t1x3"}),
        ("russian-solitaire", {"t3-t1x2"}),
        ("alaska", {"t3-t1x2", "t4-t1x2"}),
        ("moosehide", {"t2-t1x3", "t5-t1"}),
        ("rushdike", {"t3-t1x2"}),
    ],
)
def test_how_yukons_relatives_build(game: str, may: set[str]) -> None:
    p = lay(game, "t7", t1="9H", t2="8S KD 2C", t3="8H 4C", t4="TH 4D", t5="8D", t6="6C", **(
        {"s": ""} if game == "rushdike" else {}))  # fmt: skip
    assert between(p, "t2 t3 t4 t5 t6", "t1") == may
    assert between(lay(game, "t7", t1="AH", t2="KH", t3="KS"), "t2 t3", "t1") == set()


@pytest.mark.parametrize(
    ("game", "runs"),
    [
        ("emperor", {"t3-t1"}),
        ("rank-and-file", {"t2-t1x2", "t3-t1"}),
        ("indian", {"t3-t1", "t4-t1"}),
        ("forty-thieves", {"t5-t1"}),
        ("napoleons-exile", {"t3-t1", "t4-t1", "t5-t1"}),
        ("diplomat", {"t3-t1", "t4-t1", "t5-t1"}),
        ("lady-palk", {"t2-t1x2", "t3-t1", "t4-t1", "t5-t1"}),
    ],
)
def test_what_goes_on_a_red_nine_among_the_forty_thieves(game: str, runs: set[str]) -> None:
    p = lay(game, "s", t1="9H", t2="8C 7D", t3="8S", t4="8D", t5="8H", t6="KS", t7="QS", t8="JS")
    assert between(p, "t2 t3 t4 t5", "t1") == runs


@pytest.mark.parametrize(
    ("options", "runs"),
    [({}, {"t2-t1x2", "t3-t1x2", "t5-t6x2"}), ({"runs": "suit"}, {"t5-t6x2"})],
)
def test_agnes_sorel_moves_runs_of_a_colour_or_of_a_suit(
    options: dict[str, str], runs: set[str]
) -> None:
    game = cadogan.game("agnes-sorel", **options)
    p = lay(game, "s", "base 4C", f1="4C", t1="9H", t2="8D 7H", t3="8H 7D", t4="9D", t5="8S 7S",
            t6="9C", t7="")  # fmt: skip
    assert between(p, "t2 t3 t5", "t1 t6") == runs
    assert between(p, "t", "t7") == set(), "only the next deal fills a space"


@pytest.mark.parametrize(
    ("options", "may"),
    [
        ({}, {"t2-t7x2", "r2-t7"}),
        ({"emptied": "none"}, set()),
        (
            {"emptied": "any"},
            {"t1-t7", "t1-t7x2", "t2-t7", "t2-t7x2", "r1-t7", "r2-t7"},
        ),
    ],
)
def test_what_fills_a_space_of_agnes_bernauer(options: dict[str, str], may: set[str]) -> None:
    game = cadogan.game("agnes-bernauer", **options)
    p = lay(game, "s", "base 4C", f1="4C", t1="9H 8C", t2="3H 2C", r1="KD", r2="3S",
            t7="")  # fmt: skip
    assert between(p, "t1 t2 r1 r2", "t7") == may
    wrapped = lay(game, "s", "base 4C", f1="4C", t1="AH", t2="KS")
    assert between(wrapped, "t2", "t1") == {"t2-t1"}


def test_shamrocks_have_three_leaves() -> None:
    others = " ".join(f"t{i}" for i in range(5, 19))
    p = lay("shamrocks", others, f1=up("AC", "4C"), t1="6D 9H 5S", t2="9D 5D", t3="6C", t4="4H")
    assert between(p, "t3 t4", "t1 t2") == {"t3-t2", "t4-t2"}
    assert p.why_not("t4-t1") == "Tableau pile 1 cannot hold more cards."


def test_in_thumb_and_pouch_any_suit_but_its_own() -> None:
    p = lay("thumb-and-pouch", "s", t1="9H", t2="8S", t3="8D", t4="8H", t5="4C", t6="")
    assert between(p, "t2 t3 t4", "t1") == {"t2-t1", "t3-t1"}
    assert between(p, "t5", "t6") == {"t5-t6"}
    assert between(lay("chinaman", "s", t5="4C", t6=""), "t5", "t6") == set()


# --- spaces, cells and foundations ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "moves"),
    [({}, {"t1-t9", "t1-t9x2", "t2-t9"}), ({"weaving": "single"}, {"t1-t9", "t2-t9"})],
)
def test_miss_milligan_weaves_when_the_stock_is_empty(
    options: dict[str, str], moves: set[str]
) -> None:
    game = cadogan.game("miss-milligan", **options)
    p = lay(game, "t8", t1="5C 9C 8D", t2="KS 3S", t3="", s="")
    assert between(p, "t1 t2", "t9") == moves
    assert between(lay(game, "s", t1="5C 9C 8D", t2="3S"), "t", "t9") == set()
    if options:
        return
    woven = lay(game, "t8", t1="9S", t2="TH", t9="9C 8D", s="")
    assert between(woven, "t1 t2", "t9") == set(), "it must be played before the next"
    assert "t9-t1" in woven.move_texts()
    assert "t9-t2x2" in woven.move_texts()


def test_a_gate_is_filled_from_its_posts_and_then_from_the_waste() -> None:
    p = lay("gate", "s", r1="9C 8D", r2="", t1="", t2="KS", w="QH")
    assert between(p, "r w t", "t1") == {"r1-t1"}
    assert between(lay("gate", "s", t1="", t2="KS", w="QH"), "r w t", "t1") == {"w-t1"}


def test_the_corners_of_a_windmill_give_to_the_middle() -> None:
    corner = {"f1": "AS 2C 3D", "f2": "KC QD JH TS 9C 8D 7H 6S 5C 4D", "f3": "KD"}
    p = lay("windmill", "s", **corner, r1="4H", r2="KH")
    assert between(p, "f", "f") == {"f2-f1"}
    assert between(p, "r", "f") == {"r1-f1", "r2-f4"}
    kept = lay("windmill", "s", f1="AS 2C 3D 4D 5C 6S 7H 8D 9C TS JH QD", f2="KC")
    assert between(kept, "f", "f") == set(), "the king of a corner stays"
    none = lay(cadogan.game("windmill", transfer="no"), "s", **corner)
    assert between(none, "f", "f") == set()


def test_the_sultan_and_his_harem() -> None:
    p = cadogan.game("sultan").deal(1)
    assert [p.piles[f"f{i}"][0] for i in range(1, 10)] == [
        "KH", "KC", "KS", "KD", "KD", "KC", "KS", "KH", "AH"]  # fmt: skip
    harem = {f"f{i}": p.piles[f"f{i}"][0] for i in range(1, 10)}
    q = lay("sultan", "s", **harem, r1="AH", r2="2H", r3="AC", w="AS", r4="", r5="9C", r6="9D")
    assert between(q, "r w", "f") == {"r1-f8", "r2-f9", "r3-f2", "w-f3"}
    assert between(q, "r w s", "r4") == {"w-r4", "s-r4"}
    assert len(cadogan.game("sultan-plus").deal(1).piles["s"]) == 87


def test_napoleons_middle_goes_round_from_the_six() -> None:
    p = lay("napoleons-tomb", "s", f1="6C 5D 4H 3S 2C AD", f2="7H 8C", c1="6H", c2="9D", w="7D")
    assert between(p, "c w", "f") == {"c1-f1", "c2-f2", "w-f3"}
    assert between(lay("napoleons-tomb", "s", c1="6H", w="5C"), "c w", "f") == {"c1-f1"}


def test_rouge_et_noir_takes_runs_of_thirteen() -> None:
    run = "KC QD JC TD 9C 8D 7C 6D 5C 4D 3C 2D AC"
    p = lay("rouge-et-noir", "s", t1="5H " + run, t2="AD", t3="")
    assert {m for m in p.move_texts() if m.startswith("t1-f")} == {"t1-f1", "t1-f5x13"}
    after = p.play("t1-f5x13")
    assert len(after.piles["f5"]) == 13
    assert between(lay("rouge-et-noir", "s", f1="AC", t1="2D", t2="2S"), "t", "f1") == {"t1-f1"}
    assert not between(lay("rouge-et-noir", "s", f1="AC", t1="AC"), "t", "f"), "one of each suit"
    dealt = cadogan.game("rouge-et-noir").deal(1)
    assert [len(dealt.piles[f"t{i}"]) for i in range(1, 11)] == [8, 7, 6, 5, 4, 3, 2, 1, 1, 0]
    assert len(dealt.piles["s"]) == 67


def test_giants_foundations_give_back_only_when_the_stock_is_empty() -> None:
    p = lay("giant", "s", f1=up("AC", "5C"), t1="6D")
    assert between(p, "f1", "t") == set()
    assert "f1-t1" in lay("giant", "t8", f1=up("AC", "5C"), t1="6D", s="").move_texts()
    assert "f1-t1" in lay("gypsy", "s", f1=up("AC", "5C"), t1="6D").move_texts()


@pytest.mark.parametrize(("step", "may"), [("one", {"t1-f1"}), ("two", {"t2-f1"})])
def test_stalactites_go_up_by_ones_or_by_twos(step: str, may: set[str]) -> None:
    game = cadogan.game("stalactites", step=step)
    p = lay(game, "t8", f1="9C", f2="2D", f3="2H", f4="2S", t1="TD", t2="JS", t3="8H")
    assert between(p, "t1 t2 t3", "f1") == may
    dealt = game.deal(1)
    assert [len(dealt.piles[f"f{i}"]) for i in range(1, 5)] == [1] * 4


def test_royal_cotillions_left_wing_is_not_filled() -> None:
    p = lay("royal-cotillion", "s", r1="AC", r5="3C 2C", r20="9H", w="KD")
    assert between(p, "r", "f") == {"r1-f1", "r5-f5"}
    assert p.play("r1-f1").piles["r1"] == ()
    right = lay("royal-cotillion", "s", r1="4H", r5="AC", w="KD").play("r5-f1")
    assert (right.piles["r5"], right.piles["w"]) == (("KD",), ())


def test_any_number_of_cards_fills_a_space_of_fortunes() -> None:
    p = lay("fortunes", "s", t1="9C 4H KD", t2="", t3="2S", t4="3H")
    assert between(p, "t1", "t2") == {"t1-t2", "t1-t2x2", "t1-t2x3"}
    assert between(p, "t1", "t3") == set()


def test_the_dial_is_begun_in_any_suit() -> None:
    p = lay("the-clock-dial", "s", f1="AC", w="2D")
    assert between(p, "w", "f") == {"w-f2"}
    assert between(lay("the-clock-dial", "s", f1="AC", w="AS"), "w", "f") == set()


def test_paganinis_rows_begin_with_sixes() -> None:
    p = cadogan.game("paganini").deal(1)
    assert sum(map(len, p.piles.values())) == 36
    assert sum(not p.piles[f"t{i}"] for i in range(1, 37)) == 4


ROWS = "AC AD AH AS 2C 5D 3C 9S 2D KH KD QH 4C 3D"  # the aces are taken out of the order


def test_citadel_lays_out_what_fits_while_it_is_dealt() -> None:
    rest = [c for c in order_for([]) if c not in ROWS.split()]
    p = cadogan.game("citadel").deal_from([*ROWS.split(), *rest])
    assert p.piles["f1"][:4] == ("AC", "2C", "3C", "4C")
    assert p.piles["f2"][:3] == ("AD", "2D", "3D")
    # 2C, 3C and 2D fell to piles 1, 3 and 5, which miss a card; 4C and 3D to piles 1 and 2
    assert [p.piles[f"t{i}"][:1] for i in (2, 4, 6, 7, 8)] == [
        ("5D",), ("9S",), ("KH",), ("KD",), ("QH",)]  # fmt: skip
    assert sum(map(len, p.piles.values())) == 52
    other = cadogan.game("citadel", missed="next").deal_from([*ROWS.split(), *rest])
    assert [other.piles[f"t{i}"][0] for i in (1, 2, 3, 4, 5)] == ["5D", "9S", "KH", "KD", "QH"]
    assert sum(map(len, other.piles.values())) == 52


def test_only_a_king_comes_out_of_exile() -> None:
    aces = {f"f{i}": f"A{s}" for i, s in enumerate("CDHS", 1)}
    p = lay("exiled-kings", "t8", **aces, t1="KD", t2="QC", t3="")
    assert between(p, "t1 t2", "t3") == {"t1-t3"}
    assert between(lay("citadel", "t8", **aces, t1="KD", t2="QC", t3=""), "t1 t2", "t3") == {
        "t1-t3", "t2-t3"}  # fmt: skip


def test_aces_met_in_dealing_leave_the_frogs_reserve() -> None:
    p = cadogan.game("frog").deal_from(order_for([(0, "AS"), (3, "2C"), (4, "AS")], decks=2))
    assert len(p.piles["r"]) == 13
    assert not any(card[0] == "A" for card in p.piles["r"])
    assert "2C" in p.piles["r"], "only aces go out in dealing"


def test_aces_met_in_filling_leave_intelligence() -> None:
    p = lay("intelligence", "t18", t1="2C", t2="3C", s="[KH AD 9S AH 7C]").play("t1-t2")
    assert p.piles["t1"] == ("7C", "9S", "KH")
    assert {p.piles[f"f{i}"] for i in range(1, 9)} == {(), ("AD",), ("AH",)}
    assert p.piles["s"] == ()


def test_a_second_ace_begins_the_other_foundation_and_a_third_stays() -> None:
    """The stock may run out before the fan is made."""
    p = lay("intelligence", "t18", t1="2C", t2="3C", s="[AD AD]").play("t1-t2")
    assert p.piles["t1"] == ()
    assert [*p.piles.values()].count(("AD",)) == 2


@pytest.mark.parametrize("deal", range(1, 6))
def test_aces_met_in_a_redeal_leave_intelligence(deal: int) -> None:
    p = cadogan.game("intelligence").deal(deal).play("redeal")
    tableau = [p.piles[f"t{i}"] for i in range(1, 19)]
    assert all(len(pile) == 3 and not any(c[0] == "A" for c in pile) for pile in tableau)
    assert sum(map(len, p.piles.values())) == 104
