"""Positions made by hand for the rules of newer games that could be misread.

Results by the rule texts that the definitions name; the referee plays most of them as a whole.
"""

from __future__ import annotations

import cadogan
from cadogan.solver.portfolio import solve
from tests.hand import between, lay, up

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


# --- Builders ------------------------------------------------------------------------------------


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
