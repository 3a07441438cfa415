"""Tests of rules on which books disagree: relatives of Klondike and Sir Tommy, and Archway.

The positions are made by hand; the expected results come from the texts of the rules.
"""

from __future__ import annotations

import pytest

import cadogan
from cadogan.core.errors import InvalidDefinitionError
from tests.hand import actions, between, lay, up
from tests.small import small_game


def turned_out(p: cadogan.Position) -> cadogan.Position:
    """Return the position after turning the whole stock to the waste."""
    while "s-w" in p.move_texts():
        p = p.play("s-w")
    return p


# --- Klondike's relatives ------------------------------------------------------------------------


def test_gargantua_is_klondike_doubled_with_one_redeal() -> None:
    p = cadogan.game("gargantua").deal(1)
    assert len(p.piles["s"]) == 59
    order = p.piles["s"]
    p = turned_out(p).play("redeal")
    assert p.piles["s"] == order
    assert turned_out(p).why_not("redeal") == "The only redeal has been used."
    q = lay(cadogan.game("gargantua"), "s", t1="9C 8D 7S", t2="9S", t3="KH QS", t4="")
    assert between(q, "t", "t1 t2 t4") == {"t1-t2x2", "t3-t4x2"}


def test_easthaven_and_westcliff_deals() -> None:
    p = cadogan.game("easthaven").deal(1)
    assert [(len(p.piles[f"t{i}"]), p.down[f"t{i}"]) for i in range(1, 8)] == [(3, 2)] * 7
    for _ in range(5):
        p = p.play("deal")
    # thirty-one cards make four rounds of seven, and three cards are left
    assert [len(p.piles[f"t{i}"]) for i in range(1, 8)] == [8, 8, 8, 7, 7, 7, 7]
    w = cadogan.game("westcliff").deal(1)
    assert [(len(w.piles[f"t{i}"]), w.down[f"t{i}"]) for i in range(1, 8)] == [(3, 2)] * 7
    assert len(w.piles["s"]) == 31
    assert "redeal" not in turned_out(w).move_texts()
    american = cadogan.game("westcliff-american").deal(1)
    assert (len(american.piles["s"]), american.down["t10"]) == (22, 2)


RUNS = {
    "t1": "KC QD JC TD 9C 8D 7C 6D 5C 4D 3C 2D AC",
    "t2": "KD QC JD TC 9D 8C 7D 6C 5D 4C 3D 2C AD",
    "t5": "KH QS JH TS 9H 8S 7H 6S 5H 4S 3H 2S AH",
    "t7": "KS QH JS TH 9S 8H 7S 6H 5S 4H 3S 2H AS",
}


@pytest.mark.parametrize("game_id", ["westcliff-strict", "yukon-kings"])
def test_four_piles_from_king_to_ace_win_without_foundations(game_id: str) -> None:
    assert lay(game_id, "", **RUNS).won
    two = {**RUNS, "t1": RUNS["t1"][:-3], "t3": "AC"}
    apart = lay(game_id, "", **two)
    assert not apart.won
    assert apart.play("t3-t1").won
    wrong = {**RUNS, "t1": RUNS["t1"][:-2] + "AD", "t2": RUNS["t2"][:-2] + "AC"}
    assert not lay(game_id, "", **wrong).won, "a red ace on a red two"
    down = {**RUNS, "t1": f"[{RUNS['t1'][:-3]}] AC"}
    assert not lay(game_id, "", **down).won, "cards lie face down"


def test_a_run_of_all_the_ranks_has_no_rank_twice() -> None:
    rules = """
    ranks = "A 2 3 4"
    win = "tableau in built runs"
    [tableau]
    deal = 4
    build = "up or down any suit"
    take = "run"
    """
    game = small_game(rules)
    straight = {"t1": "AC 2C 3C 4C", "t2": "4D 3D 2D AD", "t3": "AH 2S 3H 4S", "t4": "AS 2H 3S 4H"}
    assert lay(game, "", **straight).won
    again = {"t1": "AC 2C AD 2D", "t2": "AH 2H AS 2S", "t3": "3C 4C 3D 4D", "t4": "3H 4H 3S 4S"}
    assert not lay(game, "", **again).won
    with pytest.raises(InvalidDefinitionError, match=r"win: this needs a \[tableau\]"):
        small_game("[foundation]\n[stock]\nturned = true", win="tableau in built runs")


JUBILEE = "K A J 2 T 3 9 4 8 5 7 6 Q"

# --- Sir Tommy's relatives -----------------------------------------------------------------------


def test_jubilee_follows_its_odd_order() -> None:
    game, ranks = cadogan.game("jubilee-1"), JUBILEE.split()
    kings = {f"f{i}": "K" + "CDHSCDHS"[i - 1] for i in range(1, 9)}
    for at in range(1, 13):
        held = " ".join(r + "C" for r in ranks[:at])
        for rank in ranks[1:]:
            p = lay(game, "t4", **{**kings, "f1": held, "f5": held[:2]}, t1=rank + "C")
            onto_second = {"t1-f5"} if rank == "A" and at > 1 else set()
            onto_first = {"t1-f1"} if rank == ranks[at] else set()
            assert between(p, "t1", "f") == onto_first | onto_second


def test_jubilee_gathers_the_last_heap_first() -> None:
    game = cadogan.game("jubilee-1")
    kings = {f"f{i}": up("KC", "KC")[:1] + "CDHSCDHS"[i - 1] for i in range(1, 9)}
    p = lay(game, "t2", **kings, t1="3C 4C", t3="", t4="5D 6D 7D")
    assert actions(p) == {"redeal"}
    q = p.play("redeal")
    assert q.piles["s"][::-1] == ("5D", "6D", "7D", *p.piles["t2"], "3C", "4C")
    assert {len(q.piles[f"t{i}"]) for i in range(1, 5)} == {0}


def test_puss_in_the_corner_builds_up_in_colour() -> None:
    p = lay("puss-in-the-corner", "t4", f1="AC", f2="AD", f3="AH", f4="AS", t1="3C 2S", t2="5H 2H")
    assert between(p, "t1 t2", "f") == {"t1-f1", "t1-f4", "t2-f2", "t2-f3"}
    again = lay("puss-in-the-corner", "t1", f1="AC", f2="AD", f3="AH", f4="AS", t2="5H 2H")
    assert "redeal" in again.move_texts()
    kept = {"f1": "AC", "f2": "AD", "f3": "AH", "f4": "AS", "t1": "3C 2S", "t4": "5H 2H"}
    stock = lay("puss-in-the-corner", "t2", **kept).play("redeal").piles["s"]
    assert stock[-2:] == ("2H", "5H"), "the last pile is dealt again first, from its bottom card"
    assert stock[:2] == ("2S", "3C")


# --- indicators, the zodiac, the arch ------------------------------------------------------------


def test_archway_every_reserve_card_is_available() -> None:
    p = cadogan.game("archway").deal(1)
    for i, rank in enumerate("A23456789TJQK", 1):
        assert {c[0] for c in p.piles[f"r{i}"]} <= {rank}
    assert sum(len(p.piles[f"r{i}"]) for i in range(1, 14)) == 48
    game = cadogan.game("archway")
    bases = {f"f{i + 1}": "A" + s for i, s in enumerate("CDHS")}
    bases |= {f"f{i + 5}": "K" + s for i, s in enumerate("CDHS")}
    q = lay(game, "t4", **bases, t1="2C", r2="2D 2H 2S", r12="QH QS", t2="")
    assert between(q, "r", "f") == {"r2-f4", "r2@2-f3", "r2@3-f2", "r12-f8", "r12@2-f7"}
    assert between(q, "t1", "f t") == {"t1-f1", "t1-t2", "t1-t3"}
    assert q.play("r2@2-f3").piles["r2"] == ("2D", "2S")
