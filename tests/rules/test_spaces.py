"""The rules that books dispute: builders of one and two packs, most of all what fills a space.

Positions made by hand, results by the rule text; see ``rules/test_rules.py``.
"""

from __future__ import annotations

import pytest

import cadogan
from tests.hand import actions, between, lay, order_for, up

# --- Corona, Lucas, Busy Aces, Deuces ------------------------------------------------------------


@pytest.mark.parametrize(("emptied", "comes"), [("stock", "3C"), ("waste", "9D")])
def test_corona_fills_a_space_at_once(emptied: str, comes: str) -> None:
    game = cadogan.game("corona", emptied=emptied)
    p = lay(game, "t12", t1="4C", t2="5C", t3="KH", w="8H 9D", s="3C")
    assert p.play("t1-t2").piles["t1"] == (comes,)
    only = lay(game, "t12", t1="4C", t2="5C", t3="KH", w="9D")
    filled = only.play("t1-t2").piles["t1"]
    assert filled == (("9D",) if emptied == "waste" else ())
    out = lay(game, "t12", t1="", t2="5C", t3="6C", t4="KH")
    assert {"t2-t1", "t4-t1"} <= between(out, "t", "t1"), "with nothing left any card fills it"


def test_corona_of_the_other_book_builds_both_ways() -> None:
    bases = {f"f{i}": rank + suit for i, (rank, suit) in enumerate(
        [(r, s) for r in "AK" for s in "CDHS"], 1)}  # fmt: skip
    p = lay(
        "corona-aces-and-kings", "t12", **bases, t1="4C", t2="5C", t3="6C", t4="2D", t5="QS",
        t6="", w="9H", s="8H",
    )  # fmt: skip
    assert between(p, "t1 t2 t3", "t1 t2 t3") == {"t1-t2", "t3-t2", "t2-t1", "t2-t3"}
    assert between(p, "t4 t5", "f") == {"t4-f2", "t5-f8"}
    assert {"t1-t6", "w-t6", "s-t6"} <= between(p, "t w s", "t6")
    fresh = lay("corona-aces-and-kings", "s", t1="AD", t2="KD")
    assert between(fresh, "t", "f") == {"t1-f2", "t2-f6"}, "a suit goes up once and down once"


def test_lucas_deals_its_aces_out_or_with_the_pack() -> None:
    books, program = cadogan.game("lucas").deal(1), cadogan.game("lucas", aces="dealt").deal(1)
    assert [len(books.piles[f"t{i}"]) for i in (1, 13)] == [3, 3]
    assert (len(books.piles["s"]), books.piles["f1"]) == (57, ("AC",))
    assert [len(program.piles[f"t{i}"]) for i in (1, 13)] == [4, 4]
    assert (len(program.piles["s"]), program.piles["f1"]) == (52, ())
    cards = {"t1": "7C 6C", "t2": "8C", "t3": "7C"}
    aces = {f"f{i}": "A" + "CDHSCDHS"[i - 1] for i in range(1, 9)}
    single = lay(books.game, "t13", **aces, **cards)
    assert between(single, "t1", "t2 t3") == {"t1-t3"}
    run = lay(program.game, "t13", **cards)
    assert between(run, "t1", "t2 t3") == {"t1-t2x2", "t1-t3"}


def test_busy_aces_may_look_into_the_stock() -> None:
    cards = {"t1": "", "t2": "9C", "w": "4D", "s": "KS"}
    for emptied, more in (("piles-and-waste", set()), ("stock-too", {"s-t1"})):
        p = lay(cadogan.game("busy-aces", emptied=emptied), "t12", **cards)
        assert between(p, "t2 w s", "t1") == {"t2-t1", "w-t1", *more}


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, {"t1-t2x2", "w-t4", "s-t4"}),
        ({"moves": "single"}, {"w-t4", "s-t4"}),
        ({"moves": "as-single"}, {"t1-t2x2", "t1-t4", "t2-t4", "w-t4"}),
        ({"emptied": "any"}, {"t1-t2x2", "t1-t4", "t1-t4x2", "t2-t4", "w-t4"}),
    ],
)
def test_deuces_runs_and_spaces(options: dict[str, str], expected: set[str]) -> None:
    twos = {f"f{i}": "2" + "CDHSCDHS"[i - 1] for i in range(1, 9)}
    full = {"t3": "9S", "t5": "7S", "t6": "5S", "t7": "3S", "t8": "JD", "t9": "9H"}
    cards = {**twos, **full, "t1": "KC QC", "t2": "AC", "t4": "", "w": "9D", "s": "4H"}
    p = lay(cadogan.game("deuces", **options), "t10", **cards)
    assert between(p, "t1 t2 w s", "t2 t4") == expected


def test_deuces_may_be_dealt_again() -> None:
    twos = {f"f{i}": "2" + "CDHSCDHS"[i - 1] for i in range(1, 9)}
    for redeals, times in (("none", 0), ("one", 1), ("two", 2)):
        game = cadogan.game("deuces", redeals=redeals)
        p = lay(game, "t10", **twos, w="9D 4H")
        for _ in range(times):
            p = p.play("redeal").play("s-w").play("s-w")
        assert "redeal" not in actions(p)


def test_square_and_courtyard_shuffle_the_first_cards_in() -> None:
    for game_id, first, top, laid in (("square", "2", "A", "K"), ("courtyard", "A", "K", "Q")):
        start = cadogan.game(game_id).deal(1)
        assert (len(start.piles["s"]), start.piles["f1"]) == (92, ())
        p = lay(game_id, "s", t1=first + "D", t2=top + "C", t3=laid + "C")
        assert between(p, "t", "f") == {"t1-f2"}
        assert between(p, "t", "t") == {"t3-t2"}


# --- Eagle Wing, Queen of Italy, Duchess, The Plot -----------------------------------------------


def test_eagle_wing_may_be_built_on() -> None:
    inert = {f"t{i}": card for i, card in enumerate(["KH", "2H", "TS", "QD", "6S"], 4)}
    cards = {"f1": "5C", "r": "[9D 7D]", **inert}
    piles = {"t1": "9H 8H", "t2": "AC", "t3": "JD"}
    assert between(lay("eagle-wing", "s", **cards, **piles, w="7H"), "t w", "t") == set()
    game = cadogan.game("eagle-wing", build="three")
    p = lay(game, "s", **cards, **piles, w="7H")
    assert between(p, "t w", "t") == {"w-t1", "t3-t7"}
    full = lay(game, "s", **cards, **{**piles, "t1": "TH 9H 8H"}, w="7H")
    assert between(full, "w", "t") == set(), "three cards are the most"
    corner = lay(game, "s", **cards, **piles, w="KC")
    assert between(corner, "w", "t") == {"w-t2"}, "a king goes on an ace"
    gone = {"f1": "5C", "t1": "", "t2": "9D", "w": "TC", "s": "JC"}
    assert between(lay("eagle-wing", "s", **gone), "t w s", "t1") == {"w-t1", "s-t1"}
    assert between(lay(game, "s", **gone), "t w s", "t1") == {"w-t1", "t2-t1"}


def test_queen_of_italy_chooses_one_of_four_and_then_deals_five() -> None:
    p = cadogan.game("queen-of-italy").deal(1)
    assert p.move_texts() == [f"t{i}-f1" for i in (1, 2, 3, 4)]
    assert (
        p.why_not("s-w") == "No cards may be dealt from the stock before the base card is chosen."
    )
    after = p.play("t3-f1")
    stock = p.piles["s"][::-1]
    assert [after.piles[f"t{i}"] for i in (3, 5, 6, 7, 8, 9)] == [(c,) for c in stock[:6]]
    free = cadogan.game("queen-of-italy", emptied="free").deal(1)
    assert [m for m in free.move_texts() if "-f" in m] == [f"t{i}-f1" for i in (1, 2, 3, 4)]
    assert free.play("t3-f1").piles["t3"] == ()


def test_queen_of_italy_fills_its_gaps_at_once_or_by_hand() -> None:
    full = {f"t{i}": card for i, card in enumerate(["KC", "KD", "KS", "KH", "JD", "JH", "JS"], 3)}
    cards = {"f1": "5C", "r": "9C TD", "t1": "6D", "t2": "TC", **full}
    p = lay("queen-of-italy", "s", **cards, w="2H 3H")
    assert p.play("t1-f1").piles["t1"] == ("3H",)
    q = lay(cadogan.game("queen-of-italy", emptied="free"), "s", **cards, w="2H 3H").play("t1-f1")
    assert q.piles["t1"] == ()
    assert {"w-t1", "t2-t1"} <= between(q, "w t r", "t1")
    assert between(q, "r", "t") == set(), "the terrace plays to the foundations alone"


@pytest.mark.parametrize(
    ("emptied", "late"), [("waste", {"w-t1"}), ("any", {"w-t1", "t2-t1", "t2-t1x2"})]
)
def test_duchess_spaces_when_the_reserve_is_empty(emptied: str, late: set[str]) -> None:
    game = cadogan.game("duchess", emptied=emptied)
    cards = {"f1": "9C", "t1": "", "t2": "TS 9H", "t3": "AH", "t4": "3C", "w": "5D"}
    assert between(lay(game, "s", **cards), "t2 w", "t1") == late
    early = lay(game, "s", **cards, r3="4S")
    assert between(early, "t w r", "t1") == {"r3-t1"}


def test_the_plot_fills_spaces_from_the_waste_and_perhaps_the_stock() -> None:
    cards = {"f1": "6C", "t1": "", "w": "6D", "s": "6S"}
    for emptied, moves in (("waste-or-stock", {"w-t1", "s-t1"}), ("waste", {"w-t1"})):
        p = lay(cadogan.game("the-plot", emptied=emptied), "s", **cards)
        assert between(p, "w s t", "t1") == moves


# --- Four Seasons and its kin --------------------------------------------------------------------


def test_four_seasons_lays_nothing_on_the_base_rank() -> None:
    p = lay("four-seasons", "s", f1="AC", t1="AD", t2="KH", t3="2S", t4="AS", t5="QC", w="JD")
    assert between(p, "t w", "t") == {"t1-t3", "t4-t3", "t5-t2", "w-t5"}
    q = lay("four-seasons", "s", f1="5C", t1="AD", t2="KH", t3="5S", t4="4S", t5="6C", w="JD")
    assert between(q, "t", "t") == {"t2-t1", "t3-t5"}


def test_four_seasons_and_its_kin_fill_their_spaces() -> None:
    cards = {"f1": "5C", "t1": "6C", "t2": "KH", "t3": "", "t4": "4S", "t5": "8C"}
    p = lay("four-seasons", "s", **cards, w="JD", s="2C")
    assert between(p, "t2 w s", "t3") == {"t2-t3", "w-t3", "s-t3"}
    czarina = lay("czarina", "s", **{**cards, "t3": "9D"}, w="JD", s="2C")
    assert czarina.play("t1-f1").piles["t1"] == ("2C",)
    corners = lay("corners", "s", **{**cards, "t3": "9D"}, w="3D")
    assert between(corners, "t w", "t") == set(), "the cross is not built on"
    turned = lay("corners", "", **{f"t{i}": "" for i in range(1, 6)}, w=" ".join(
        r + s for r in "A23456789TJQK" for s in "CDHS"))  # fmt: skip
    for _ in range(2):
        turned = turned.play("redeal")
        while turned.piles["s"]:
            turned = turned.play("s-w")
    assert "redeal" not in turned.move_texts()
    start = cadogan.game("corner-patience").deal(1)
    assert {len(start.piles[f"t{i}"]) for i in range(1, 6)} == {0}
    assert sum(len(start.piles[f"f{i}"]) for i in range(1, 5)) == 1


def test_simplicity_alternates_colours() -> None:
    p = lay("simplicity", "s", f1="5C", t1="9D", t2="8S", t3="8H", t4="AS", t5="KH", t6="KC")
    assert between(p, "t", "t1 t4") >= {"t2-t1", "t5-t4"}
    assert not between(p, "t3 t6", "t1 t4")


# --- British Constitution, Crescent, Bristol -----------------------------------------------------


def rows_of_tens(**cards: str) -> dict[str, str]:
    """Return aces on the foundations, and rows of twos and tens in which some cards are others."""
    aces = {f"f{i}": "A" + "CDHSCDHS"[i - 1] for i in range(1, 9)}
    tens = [r + s for r in "2T" for _ in range(2) for s in "CDHS"]
    fill = dict(zip([f"t{i}" for i in (*range(4, 9), *range(11, 17), *range(27, 32))], tens,
                    strict=True))  # fmt: skip
    return {**aces, **fill, **cards}


def test_british_constitution_builds_on_one_row_or_on_all() -> None:
    cards = rows_of_tens(t1="9H", t2="8C", t9="8S", t10="7D", t17="7H", t25="6S")
    one = lay("british-constitution", "s", **cards)
    assert between(one, "t1 t2 t9 t17 t25", "t1 t9 t17") == {"t2-t1", "t9-t1"}
    game = cadogan.game("british-constitution", rows="all")
    every = lay(game, "s", **cards, w="5H")
    assert between(every, "t1 t2 t9 t17 t25 w", "t1 t9 t17 t25") == {
        "t9-t1", "t17-t9", "t25-t17", "w-t25",
    }  # fmt: skip
    spaces = lay(game, "s", **{**cards, "t25": "", "t17": ""}, w="JD", t26="9C")
    assert between(spaces, "w t26", "t17 t25") == {"t26-t17"}, "the waste fills the lowest row"
    new = lay("new-british-constitution", "s", **{**cards, "t17": "", "t26": "JD", "t27": "9C"})
    assert between(new, "t26 t27", "t17") == {"t26-t17"}, "only jacks fill spaces"


def test_crescent_faces_and_shifts() -> None:
    assert cadogan.game("crescent").deal(1).down["t1"] == 5
    assert cadogan.game("crescent", faces="all").deal(1).down["t1"] == 0
    for shifts, times in (("three", 3), ("four", 4)):
        p = cadogan.game("crescent", shifts=shifts).deal(1)
        for _ in range(times):
            p = p.play("shift")
        assert "shift" not in p.move_texts()


def test_crescent_wraps_and_passes_cards_between_foundations() -> None:
    bases = {f"f{i + 1}": "K" + s for i, s in enumerate("CDHS")}
    bases |= {f"f{i + 5}": "A" + s for i, s in enumerate("CDHS")}
    bases |= {"f1": "KC QC JC TC", "f5": up("AC", "9C")}
    p = lay("crescent", "t16", **bases, t1="KD", t2="AD", t3="2D", t4="QH", t5="")
    assert between(p, "t1 t2 t3 t4", "t") == {"t1-t2", "t2-t1", "t2-t3", "t3-t2"}
    assert between(p, "f", "f") == {"f1-f5", "f5-f1"}
    low = lay("crescent", "t16", **{**bases, "f1": "KC", "f5": up("AC", "QC")})
    assert between(low, "f", "f") == {"f5-f1"}, "a king that is a base stays"


def test_belvedere_takes_one_ace_out_or_all() -> None:
    order = order_for([(0, "9H"), (1, "AD"), (2, "8S")])
    p = cadogan.game("belvedere").deal_from(order)
    assert [p.piles[f"f{i}"] for i in (1, 2, 3, 4)].count(("AD",)) == 1
    assert "8S" in p.piles["t2"], "the next card takes the place of the ace"
    four = cadogan.game("belvedere", aces="four").deal(1)
    assert {four.piles[f"f{i}"][0][0] for i in (1, 2, 3, 4)} == {"A"}
    assert len(four.piles["s"]) == 21
    assert not any(cadogan.game("bristol").deal(1).piles[f"f{i}"] for i in (1, 2, 3, 4))


# --- Storehouse, Rainbow, Superior ---------------------------------------------------------------


def test_storehouse_moves_whole_piles_and_ends_with_the_ace() -> None:
    twos = {f"f{i + 1}": "2" + s for i, s in enumerate("CDHS")}
    twos["f1"] = up("2C", "KC")
    p = lay("storehouse", "s", **twos, t1="8H 7H", t2="9H", t3="KD", t4="AD", w="AC",
            r="5S")  # fmt: skip
    assert between(p, "t", "t") == {"t1-t2x2", "t3-t4"}
    assert between(p, "w", "f") == {"w-f1"}


def test_storehouse_fills_spaces_at_once_or_by_hand() -> None:
    twos = {f"f{i + 1}": "2" + s for i, s in enumerate("CDHS")}
    cards = {**twos, "t1": "3C", "t2": "9H", "t3": "KD", "t4": "JS", "w": "QC", "r": "4S 5S"}
    assert lay("storehouse", "s", **cards).play("t1-f1").piles["t1"] == ("5S",)
    q = lay(cadogan.game("storehouse", emptied="open"), "s", **cards).play("t1-f1")
    assert between(q, "t w r", "t1") == {"w-t1", "r-t1"}
    out = lay("storehouse", "s", **{**cards, "t1": "", "r": ""})
    assert between(out, "t w s", "t1") == {"w-t1"}


def test_rainbow_and_superior() -> None:
    cards = {"f1": "5C", "t1": "9D", "t2": "8H", "t3": "", "t4": "KS", "r": "3S 2S", "w": "JD"}
    assert "t2-t1" in between(lay("rainbow", "s", **{**cards, "t3": "7C"}), "t", "t")
    superior = lay("superior", "s", **cards)
    assert between(superior, "t2 r w", "t3") == {"t2-t3", "r-t3", "w-t3"}
    assert "t2-t1" not in superior.move_texts()
    assert cadogan.game("superior").deal(1).down["r"] == 0
