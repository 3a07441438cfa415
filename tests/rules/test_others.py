"""The rules that books dispute: clocks, cells, Klondike and Canfield, fans, planners.

Positions made by hand, results by the rule text; see ``rules/test_rules.py``.
"""

from __future__ import annotations

import pytest

import cadogan
from cadogan.session.move_order import best_first
from tests.hand import actions, between, down, lay, up

# --- Grandfather's Clock -------------------------------------------------------------------------

BASES = "TH JS QD KC 2H 3S 4D 5C 6H 7S 8D 9C"
ENDS = "AH 2S 3D 4C 5H 6S 7D 8C 9H TS JD QC"
HOURS = {f"f{i}": card for i, card in enumerate(BASES.split(), 1)}


def test_grandfathers_clock_builds_down_whatever_the_suit_and_any_card_fills() -> None:
    p = lay("grandfathers-clock", "t8", **HOURS, t1="9H", t2="8C", t3="8H", t4="AC", t5="KS", t6="")
    assert between(p, "t2 t3 t4 t5", "t1 t4 t5 t6") == {
        "t2-t1", "t3-t1", "t2-t6", "t3-t6", "t4-t6", "t5-t6",
    }  # fmt: skip


def test_grandfathers_clock_goes_round_to_its_hours() -> None:
    start = {**HOURS, "f1": up("TH", "KH")}
    p = lay("grandfathers-clock", "t8", **start, t1="AH", t2="JD", t3="3H")
    assert between(p, "t1", "f") == {"t1-f1"}, "an ace of hearts on the king: one o'clock"
    assert between(p, "t3", "f") == {"t3-f5"}
    ends = {
        name: up(first, last)
        for (name, first), last in zip(HOURS.items(), ENDS.split(), strict=True)
    }
    assert lay("grandfathers-clock", "t1", **ends).won
    spades = cadogan.game("grandfathers-clock-spades").deal(1)
    assert [spades.piles[f"f{i}"][0] for i in (5, 6, 7, 8, 12)] == ["2S", "3H", "4C", "5D", "9D"]


# --- FreeCell ------------------------------------------------------------------------------------


RUN = "8S 7D 6S 5D 4S 3D 2S AD"
TAKES = "2C 3H 4C 5H 6C 7H 8C 9H"  # the card on which the last one, two, ... eight of the run fit


@pytest.mark.parametrize(
    ("free", "spaces", "onto_card", "onto_space"),
    [
        (0, 0, 1, 0),
        (1, 0, 2, 0),
        (4, 0, 5, 0),
        (0, 1, 2, 1),  # a space that is the target does not count
        (1, 1, 4, 2),
        (3, 1, 8, 4),
        (0, 2, 4, 2),
        (1, 2, 8, 4),
        (2, 2, 8, 6),  # twelve could be carried on to a card, but the run has eight
    ],
)
def test_freecell_moves_as_many_as_single_cards_could(
    free: int, spaces: int, onto_card: int, onto_space: int
) -> None:
    held = ["KC", "KH", "QC", "QH"][free:]
    cells = {f"c{i}": card for i, card in enumerate(held, 1)}
    rest = " ".join(f"t{i}" for i in range(3, 9 - spaces))
    for count, target in enumerate(TAKES.split(), 1):
        p = lay("freecell", rest, **cells, t1=RUN, t2=f"QS {target}", t3="KD")
        carried = {m.count for m in p.legal_moves if (m.source, m.target) == ("t1", "t2")}
        assert carried == ({count} if count <= onto_card else set())
        into_space = {m.count for m in p.legal_moves if (m.source, m.target) == ("t1", "t8")}
        assert not spaces or into_space == set(range(1, onto_space + 1))


def test_freecell_single_moves_one_card() -> None:
    p = lay("freecell-single", "t3 t4", t1="8S 7D", t2="8C", t5="9D")
    assert {m.count for m in p.legal_moves} == {1}
    assert between(p, "t1", "t2") == {"t1-t2"}
    assert between(p, "t1", "c") == {"t1-c1", "t1-c2", "t1-c3", "t1-c4"}


# --- Klondike ------------------------------------------------------------------------------------


def test_klondike_columns_runs_and_spaces() -> None:
    p = lay("klondike", "s", t1="9S 8H 7S", t2="9C", t3="[2C] KD QS", t4="KS", t5="8D", t6="6H")
    assert between(p, "t", "t1 t2 t3 t4 t5") == {"t1-t2x2", "t1-t5", "t5-t2", "t6-t1"}
    assert between(p, "t", "t7") == {"t3-t7x2", "t4-t7"}, "a king, with all that lies on it"
    q = p.play("t3-t7x2")
    assert (q.piles["t3"], q.down["t3"]) == (("2C",), 0), "the uncovered card is turned up"


def test_klondike_foundation_tops_may_come_back() -> None:
    piles = {"f1": up("AC", "5C"), "t1": "6D", "t2": "6H", "t3": "6S"}
    p = lay("klondike", "s", **piles)
    assert between(p, "f", "t") == {"f1-t1", "f1-t2"}
    assert between(lay("klondike-no-worrying-back", "s", **piles), "f", "t") == set()


def test_klondike_stock_is_turned_over_without_limit() -> None:
    p = cadogan.game("klondike").deal(1)
    order = p.piles["s"]
    for _ in range(4):
        for left in range(24, 0, -1):
            assert (len(p.piles["s"]), "redeal" in p.move_texts()) == (left, False)
            p = p.play("s-w")
        p = p.play("redeal")
        assert p.piles["s"] == order
    once = cadogan.game("klondike-one-pass").deal(1)
    while len(once.piles["s"]):
        once = once.play("s-w")
    assert once.why_not("redeal") == "There is no redeal in Klondike, one pass."


def test_klondike_draw_three_turns_the_packet_over_card_by_card() -> None:
    p = lay("klondike-draw-3", "t7", s="2C 3C 4C 5C")
    assert actions(p) == {"s-wx3"}
    q = p.play("s-wx3")
    assert q.piles["w"] == ("5C", "4C", "3C"), "the last one turned lies on top"
    assert actions(q) == {"s-w"}, "what is left is turned"
    assert p.play("deal") == q == p.play("s-w")
    r = q.play("s-w").play("redeal")
    assert r.piles["s"] == p.piles["s"]


def test_klondike_three_passes() -> None:
    p = cadogan.game("klondike-draw-3-three-passes").deal(1)
    for _ in range(2):
        while len(p.piles["s"]):
            p = p.play("deal")
        p = p.play("redeal")
    while len(p.piles["s"]):
        p = p.play("deal")
    assert p.why_not("redeal") == "Both redeals have been used."


# --- Canfield ------------------------------------------------------------------------------------


def canfield(game_id: str = "canfield", rest: str = "s", **piles: str) -> cadogan.Position:
    return lay(game_id, rest, **piles)


def test_canfield_deals_the_base_to_the_foundation_of_its_suit() -> None:
    p = cadogan.game("canfield").deal(1)
    bases = [(n, c) for n, c in p.piles.items() if n[0] == "f" and c]
    assert len(bases) == 1
    name, (base,) = bases[0]
    assert name == "f" + str("CDHS".index(base[1]) + 1)
    assert (len(p.piles["r"]), p.down["r"], len(p.piles["s"])) == (13, 12, 34)


def test_canfield_fills_a_space_from_the_reserve_at_once() -> None:
    p = canfield(f1="5C", r="[2H 9D] KC", t1="6C", t2="8S", t3="9H", t4="2S", w="JC")
    q = p.play("t1-f1")
    assert q.piles["t1"] == ("KC",)
    assert (q.piles["r"], q.down["r"]) == (("2H", "9D"), 1)


def test_canfield_fills_from_the_waste_only_when_the_reserve_is_out() -> None:
    p = canfield(f1="5C", t1="6C", t2="8S", t3="9H 8C", t4="2S", w="JC QD")
    q = p.play("t1-f1")
    assert q.piles["t1"] == ()
    assert between(q, "w t f s", "t1") == {"w-t1"}
    assert q.why_not("t2-t1") is not None


def test_canfield_builds_round_in_alternating_colours_and_starts_at_the_base() -> None:
    p = canfield(f1="5C", r="5D", t1="AC", t2="KD", t3="2H AS", t4="5H", w="KH")
    assert between(p, "w t r", "t1 t2 t3") == {"t2-t1", "t2-t3", "w-t1", "w-t3"}
    assert between(p, "t4 r", "f") == {"t4-f3", "r-f2"}
    round_the_corner = canfield(f1=up("5C", "KC"), t1="AC", t2="4C")
    assert between(round_the_corner, "t1 t2", "f") == {"t1-f1"}


@pytest.mark.parametrize(
    ("game_id", "counts"),
    [
        ("canfield", {1, 2, 3}),
        ("canfield-whole-pile", {3}),
        ("canfield-card-or-pile", {1, 3}),
    ],
)
def test_canfield_what_is_moved(game_id: str, counts: set[int]) -> None:
    targets = {1: "8C", 2: "9H", 3: "TC"}
    met = set()
    for count, target in targets.items():
        p = canfield(game_id, f1="5C", t1="9D 8S 7D", t2=target, t3="2S", t4="2C", r="[3H] 3C")
        met |= {m.count for m in p.legal_moves if (m.source, m.target) == ("t1", "t2")} & {count}
    assert met == counts


def test_canfield_with_the_base_lowest_ends_columns_at_the_base() -> None:
    piles = {"f3": "5H", "t1": "6H 5S", "t2": "4H", "t3": "AD", "t4": "KS QH", "w": "4D"}
    p = canfield("canfield-base-lowest", r="3S", **piles)
    assert between(p, "t w r", "t") == {"t4-t3x2", "r-t2"}
    refusal = "The four of hearts may not go on the five of spades: nothing is laid on a five here."
    assert p.why_not("t2-t1") == refusal
    assert "w-t1" in canfield(r="3S", **piles).move_texts()  # as most play it, the four goes there


def test_canfield_with_the_base_lowest_fills_late_spaces_with_any_card_or_run() -> None:
    p = canfield("canfield-base-lowest", f3="5H", t1="9H 8S 7D", t2="4H", t3="5S 4D", w="2C")
    # four on five is no run: it cannot come about, but it can be laid out
    assert between(p, "t w", "t4") == {"t1-t4", "t1-t4x2", "t1-t4x3", "t2-t4", "t3-t4", "w-t4"}


# --- Forty Thieves, Yukon, Scorpion --------------------------------------------------------------


def test_forty_thieves_single_cards_and_josephine_runs() -> None:
    piles = {"t1": "9S 8S 7S", "t2": "9S", "t3": "8S", "t4": "6S", "t6": "9H"}
    p = lay("forty-thieves", "s", **piles, w="6S")
    assert between(p, "t1 t2 t3 t4 t6", "t1 t2 t3 t4 t6") == {"t1-t3", "t3-t2", "t4-t1"}
    assert between(p, "w t1", "t5") == {"w-t5", "t1-t5"}
    runs = between(lay("josephine", "s", **piles), "t1", "t2 t3 t5")
    assert runs == {"t1-t2x2", "t1-t3", "t1-t5", "t1-t5x2", "t1-t5x3"}


def test_yukon_blocks_in_any_order() -> None:
    p = lay("yukon", "t7", t1="9C", t2="[2C] 8D KS 3C", t3="KH 4D", t4="[3D] 8S TC", t5="[AS] JD")
    assert between(p, "t2 t3 t4 t5", "t1 t2 t5") == {"t2-t1x3", "t4-t5"}
    assert between(p, "t2 t3", "t6") == {"t2-t6x2", "t3-t6x2"}
    q = p.play("t2-t1x3")
    assert q.piles["t1"] == ("9C", "8D", "KS", "3C")
    assert (q.piles["t2"], q.down["t2"]) == (("2C",), 0)


KINGS_DOWN = {f"t{i + 1}": down("K" + s, "A" + s) for i, s in enumerate("CDHS")}


def test_scorpion_is_won_by_four_suits_in_order() -> None:
    assert lay("scorpion", "t7", **KINGS_DOWN).won
    moved = {**KINGS_DOWN, "t7": KINGS_DOWN["t1"], "t1": ""}
    assert lay("scorpion", "t6", **moved).won, "it does not matter where"
    broken = {**KINGS_DOWN, "t1": down("KC", "2C"), "t5": "AC"}
    p = lay("scorpion", "t7", **broken)
    assert not p.won, "a suit in two piles is not done"
    assert p.play("t5-t1").won
    crossed = {**KINGS_DOWN, "t1": down("KC", "3C") + " 2D AD", "t2": down("KD", "3D") + " 2C AC"}
    assert not lay("scorpion", "t7", **crossed).won


def test_scorpion_deals_its_three_cards_at_any_time_once() -> None:
    p = cadogan.game("scorpion").deal(1)
    assert [p.down[f"t{i}"] for i in range(1, 8)] == [3, 3, 3, 3, 0, 0, 0]
    coming = p.piles["s"][::-1]
    q = p.play("deal")
    assert [q.piles[f"t{i}"][-1] for i in (1, 2, 3)] == list(coming)
    assert [len(q.piles[f"t{i}"]) for i in range(1, 8)] == [8, 8, 8, 7, 7, 7, 7]
    assert "deal" not in q.move_texts()
    assert "deal" in p.play(p.move_texts()[0]).move_texts()


def test_scorpion_blocks_and_kings_and_wasp() -> None:
    piles = {"t1": "9C", "t2": "[2C] 8C KS 3D", "t3": "5D QH", "t4": "8D"}
    p = lay("scorpion", "t7", **piles, t7="AH")
    assert between(p, "t2 t3 t4", "t1 t2 t3") == {"t2-t1x3"}
    assert between(p, "t1 t2 t3 t4", "t5") == {"t2-t5x2"}
    q = lay("wasp", "t7", **piles, t7="AH")
    assert between(q, "t1 t3 t4", "t5") == {"t1-t5", "t3-t5", "t3-t5x2", "t4-t5"}


# --- La Belle Lucie ------------------------------------------------------------------------------


def test_la_belle_lucie_fans() -> None:
    p = cadogan.game("la-belle-lucie").deal(1)
    assert [len(p.piles[f"t{i}"]) for i in range(1, 19)] == [3] * 17 + [1]
    q = lay(
        "la-belle-lucie", "t18", f1="AC", t1="9D", t2="KS 8D", t3="8C", t4="", t5="2C", t18="KH"
    )
    assert between(q, "t1 t2 t3 t5", "t f") == {"t2-t1", "t5-f1"}
    fan = lay("the-fan", "t18", t1="9D KH", t2="8D", t4="", t18="KS")
    assert between(fan, "t1 t2", "t4") == {"t1-t4"}
    assert "redeal" not in fan.move_texts()


def test_la_belle_lucie_is_dealt_again_in_threes_twice() -> None:
    p = lay("la-belle-lucie", "t3", f1=up("AC", "KC"), f2=up("AD", "4D"), t1="2H", t2="3S 4S 5S 6S")
    before = sorted(c for n, cards in p.piles.items() if n[0] == "t" for c in cards)
    assert len(before) == 35
    q = p.play("redeal")
    assert [len(q.piles[f"t{i}"]) for i in range(1, 19)] == [3] * 11 + [2] + [0] * 6
    assert sorted(c for n, cards in q.piles.items() if n[0] == "t" for c in cards) == before
    r = q.play("redeal")
    assert r.why_not("redeal") == "Both redeals have been used."
    assert p.play("redeal") == q, "the shuffle cannot be rolled again"
    assert r.piles != q.piles


def test_a_buried_card_may_be_drawn_once_after_the_last_redeal() -> None:
    piles = {"f1": "AC", "t1": "9D", "t2": "2C 8D KS", "t3": "KH"}
    for redeals, expected in ((0, False), (1, False), (2, True)):
        told = f"redeals {redeals}"
        played = lay("three-shuffles-and-a-draw", "t18", told, **piles, t18="KD")
        drawn = {text for text in played.move_texts() if text.startswith("t2@")}
        front = {"t2@2-t2", "t2@3-t2"}  # to the front of its own fan
        assert drawn == ({"t2@2-t1", "t2@3-f1", *front} if expected else set())
    p = lay("three-shuffles-and-a-draw", "t18", "redeals 2", **piles, t18="KD")
    q = p.play("t2@3-f1")
    assert (q.piles["f1"], q.piles["t2"]) == (("AC", "2C"), ("8D", "KS"))
    assert q.counters["mercies"] == 1
    assert not [text for text in q.move_texts() if "@" in text]
    first = p.play("t2@3-t2")
    assert first.piles["t2"] == ("8D", "KS", "2C")
    assert first.counters["mercies"] == 1
    assert first.play("t2-f1").piles["f1"] == ("AC", "2C")
    assert first.why_not("t2@2-t2") == "The only draw has been used."
    offered = [m.text for m in best_first(p) if m.text.startswith("t2@")]
    assert offered == ["t2@3-f1", "t2@2-t1", "t2@2-t2", "t2@3-t2"], "where it fits before that"
    assert p.why_not("t2-t2") == "The king of spades already lies on tableau pile 2."
    assert p.why_not("t2@4-t2") == "There are only three cards on tableau pile 2."
    assert "@" not in "".join(
        lay("la-belle-lucie", "t18", "redeals 2", **piles, t18="KD").move_texts()
    )


def test_trefoil_lays_the_aces_out() -> None:
    p = cadogan.game("trefoil").deal(1)
    assert [p.piles[f"f{i}"] for i in range(1, 5)] == [("AC",), ("AD",), ("AH",), ("AS",)]
    assert [len(p.piles[f"t{i}"]) for i in range(1, 17)] == [3] * 16


# --- Osmosis -------------------------------------------------------------------------------------


def test_osmosis_rows_follow_the_row_above() -> None:
    p = lay(
        "osmosis",
        "s",
        f1="5H KH 2H",
        f2="5S KS",
        r1="[3C] 2S",
        r2="[3D] KC",
        r3="9H",
        r4="5D",
        w="KD",
    )
    # hearts in any order; the two of spades is shown by the hearts; a third row needs its five
    assert between(p, "r w", "f") == {"r1-f2", "r3-f1", "r4-f3"}
    q = p.play("r4-f3")
    assert between(q, "w r1 r2", "f") == {"r1-f2", "w-f3"}, "the row above shows the king of spades"
    third = lay("osmosis", "s", f1="5H KH 2H", f2="5S", f3="5D", w="KD", r1="2S", r2="5C")
    assert between(third, "w r", "f") == {"r1-f2", "r2-f4"}, "the row above, not the first, counts"


def test_osmosis_deal_and_redeals() -> None:
    p = cadogan.game("osmosis").deal(1)
    assert [(len(p.piles[f"r{i}"]), p.down[f"r{i}"]) for i in range(1, 5)] == [(4, 3)] * 4
    assert (len(p.piles["f1"]), len(p.piles["s"])) == (1, 35)
    assert actions(p) == {"s-wx3"}
    peek = cadogan.game("peek").deal(1)
    assert sum(peek.down[f"r{i}"] for i in range(1, 5)) == 0
    one = cadogan.game("osmosis-draw-1").deal(1)
    for _ in range(2):
        while len(one.piles["s"]):
            one = one.play("s-w")
        one = one.play("redeal")
    while len(one.piles["s"]):
        one = one.play("s-w")
    assert "redeal" not in one.move_texts()


# --- British Square ------------------------------------------------------------------------------


def test_british_square_first_packed_card_fixes_the_direction() -> None:
    p = lay("british-square", "s", t1="2C 9H", t2="TH", t3="8H", t4="9H")
    assert between(p, "t", "t1") == {"t2-t1", "t3-t1"}, "the dealt cards fix no direction"
    rising = p.play("t2-t1")
    assert between(rising, "t4", "t1") == set(), "a pile that rises takes no nine"
    falling = p.play("t3-t1")
    assert between(falling, "t4", "t1") == set()
    higher = lay("british-square", "s", t1="9H | TH", t2="JH", t3="9H", t4="5C")
    assert between(higher, "t2 t3", "t1") == {"t2-t1"}
    lower = lay("british-square", "s", t1="JH | TH", t2="JH", t3="9H", t4="5C")
    assert between(lower, "t2 t3", "t1") == {"t3-t1"}


def test_british_square_direction_is_free_again_and_may_be_reversed() -> None:
    p = lay("british-square", "s", t1="9H | TH JH", t2="QH", t3="QH", t4="5C")
    # moved off one by one on to a queen: that pile falls where the first one rose
    q = p.play("t1-t2").play("t1-t2")
    assert (q.piles["t1"], q.piles["t2"]) == (("9H",), ("QH", "JH", "TH"))
    r = q.play("t1-t2")
    assert r.piles["t2"] == ("QH", "JH", "TH", "9H")
    free = lay("british-square", "s", t1="9H", t2="8H", t3="QH | JH TH", t4="5C")
    assert between(free, "t2 t3", "t1") == {"t2-t1", "t3-t1"}


def test_british_square_does_not_wrap_and_fills_from_stock_and_waste_only() -> None:
    p = lay("british-square", "s", t1="AH", t2="KH", t3="", t4="9C 8D", w="5S", s="4D")
    assert between(p, "t1 t2", "t1 t2") == set()
    assert between(p, "t w s", "t3") == {"w-t3", "s-t3"}


def test_british_square_foundations_turn_at_the_king() -> None:
    p = lay("british-square", "s", f1=up("AC", "KC"), t1="KC", t2="QC", t3="AC", t4="5D")
    assert between(p, "t", "f1") == {"t1-f1"}
    q = p.play("t1-f1")
    assert between(q, "t", "f1") == {"t2-f1"}
    both = {
        f"f{i + 1}": f"{up('A' + s, 'K' + s)} {down('K' + s, 'A' + s)}"
        for i, s in enumerate("CDHS")
    }
    assert lay("british-square", "s", **both).won


# --- Aces and Kings ------------------------------------------------------------------------------


def test_aces_and_kings_foundations_of_any_suit_pass_cards() -> None:
    p = lay("aces-and-kings", "s", f1="AC 2D 3H", f5="KC QD", f2="AS", r1="4S", r2="JC", w="2H",
            t1="KD", t2="3C", t3="AD", t4="9C")  # fmt: skip
    assert between(p, "r w t", "f") == {"r1-f1", "r2-f5", "w-f2", "t1-f6", "t3-f3"}
    assert between(p, "r w t", "t") == set()
    assert between(p, "f", "f") == {"f2-f3"}, "an ace fits an empty foundation, idle as that is"
    meet = lay("aces-and-kings", "s", f1="AC 2D 3H 4C", f2="AS 2S 3S", f5=down("KC", "5C"), t1="9C")
    # the four goes on the other three or on the five; the five goes on the four
    assert between(meet, "f", "f") == {"f1-f2", "f1-f5", "f5-f1"}


def test_aces_and_kings_spaces() -> None:
    p = lay("aces-and-kings", "s", t1="AD", t2="9C", t3="9D", t4="9H", s="5D")
    assert p.play("t1-f1").piles["t1"] == ("5D",), "filled from the stock at once"
    out = lay("aces-and-kings", "r1", t1="", t2="9C", t3="9D", t4="9H", w="5D", r2="7C")
    assert between(out, "t w r", "t1") == {"w-t1", "r1-t1", "r2-t1"}
    strict = lay("aces-and-kings-strict", "r1", t1="", t2="9C", t3="9D", t4="9H", w="5D", r2="7C")
    assert between(strict, "t w r", "t1") == set()


# --- Calculation, Sir Tommy ----------------------------------------------------------------------

ROWS = {
    "f1": "A 2 3 4 5 6 7 8 9 T J Q K",
    "f2": "2 4 6 8 T Q A 3 5 7 9 J K",
    "f3": "3 6 9 Q 2 5 8 J A 4 7 T K",
    "f4": "4 8 Q 3 7 J 2 6 T A 5 9 K",
}


@pytest.mark.parametrize("name", ROWS)
def test_calculation_rows(name: str) -> None:
    ranks = ROWS[name].split()
    for at in range(12):
        # however many cards lie there, only the next rank fits, whatever the suit
        held = " ".join([ranks[0] + "C"] + [r + "D" for r in ranks[1 : at + 1]])
        bases = {"f1": "AC", "f2": "2C", "f3": "3C", "f4": "4C", name: held}
        for rank in ROWS["f1"].split():
            p = lay("calculation", "s", **bases, t1=rank + "H")
            assert (f"t1-{name}" in p.move_texts()) == (rank == ranks[at + 1]), (name, at, rank)


def test_calculation_heaps() -> None:
    p = lay("calculation", "t4", f1="AC", f2="2C", f3="3C", f4="4C", t1="9H 2D", t2="5S", s="KC 6H")
    assert between(p, "s", "t") == {"s-t1", "s-t2", "s-t3", "s-t4"}
    assert between(p, "s", "f") == {"s-f3"}
    assert between(p, "t1 t2", "t") == set(), "from heap to heap nothing goes"
    assert between(p, "t1", "f") == {"t1-f1"}
    appear = lay("calculation-as-they-appear", "t4", t1="AH", t2="3S", t3="9D", t4="4D")
    assert between(appear, "t", "f") == {"t1-f1", "t2-f3", "t4-f4"}


def test_sir_tommy_lady_betty_and_strategy() -> None:
    p = lay("sir-tommy", "t4", f1="AC", t1="2H", t2="2C", t3="AS", s="3D")
    assert between(p, "t1 t2 t3", "f t") == {"t1-f1", "t2-f1", "t3-f2"}
    q = lay("lady-betty", "t4", f1="AC", t1="2H", t2="2C", t3="AS", s="3D")
    assert between(q, "t1 t2 t3", "f t") == {"t2-f1", "t3-f4"}
    aces = {"f1": "AC", "f2": "AD", "f3": "AH", "f4": "AS"}
    waiting = lay("strategy", "t8", **aces, t1="2H", s="2C")
    assert between(waiting, "t1 s", "f") == set(), "not before the stock is out"
    done = lay("strategy", "t8", **aces, t1="2H", t2="2C")
    assert between(done, "t1 t2", "f") == {"t1-f3", "t2-f1"}
