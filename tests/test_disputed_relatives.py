"""The rules that books dispute: relatives of Klondike, Canfield, St Helena and Sir Tommy.

Positions made by hand, results by the rule text; see ``test_disputed_rules.py``.
"""

from __future__ import annotations

import pytest

import cadogan
from tests.hand import between, down, lay, up

# --- Klondike's relatives ------------------------------------------------------------------------


def test_batsford_puts_up_to_three_kings_aside() -> None:
    p = lay("batsford", "t10", t1="9C KH", t2="KS QD", t3="9D QC", w="KD")
    assert between(p, "t1 t2 t3 w", "r") == {"t1-r", "w-r"}, "a king that is free, and nothing else"
    two = lay("batsford", "t10", r="KC KS", t1="9C KH", t2="9D QC")
    assert between(two, "t1 t2", "r") == {"t1-r"}
    full = lay("batsford", "t10", r="KC KS KD", t1="9C KH", t2="9D")
    assert not between(full, "t1 t2", "r")
    assert "r-t3" in full.moves(), "its top king goes to a space"
    assert "redeal" in lay("batsford-again", "w", t1="9C").moves()
    assert "redeal" not in lay("batsford", "w", t1="9C").moves()


def test_gargantua_has_one_redeal_and_double_klondike_any_number() -> None:
    left = [cadogan.game(g).definition.redeal for g in ("gargantua", "double-klondike")]
    assert [r.times for r in left if r] == [1, "unlimited"]
    p = lay("gargantua", "w", t1="9C KH QS", t2="9D QC", t3="")
    assert between(p, "t1 t2", "t3") == {"t1-t3x2"}, "a king with its queen, no queen"


@pytest.mark.parametrize(
    ("game_id", "filling"),
    [
        ("westcliff", {"t1-t3", "t1-t3x2", "t2-t3"}),
        ("westcliff-american", {"t1-t3", "t1-t3x2", "t2-t3"}),
        ("easthaven", {"t2-t3"}),
        ("easthaven-any-card", {"t1-t3", "t1-t3x2", "t2-t3"}),
        ("australian-patience", {"t2-t3"}),
    ],
)
def test_what_fills_a_space_among_klondikes_relatives(game_id: str, filling: set[str]) -> None:
    p = lay(game_id, "t7", t1="9C 7H 6S", t2="9D KC", t3="")
    assert between(p, "t1 t2", "t3") == filling


def test_easthaven_deals_on_spaces_too_and_last_on_three_piles() -> None:
    p = lay("easthaven", "t7", t1="9C", t2="", s="2C 3C 4C 5C 6C 7C 8C")
    assert p.play("deal").piles["t2"] == ("7C",)
    last = lay("easthaven", "t7", t1="9C", t2="", s="2C 3C 4C").play("deal")
    assert [last.piles[f"t{i}"][-1] for i in (1, 2, 3)] == ["4C", "3C", "2C"]


def test_australian_patience_moves_what_lies_on_a_card_in_order_or_not() -> None:
    p = lay("australian-patience", "t7", t1="9C 7H 2S KD", t2="8H", t3="9D 8D")
    assert between(p, "t1", "t2 t3") == {"t1-t2x3"}
    assert len(cadogan.game("australian-patience").deal(1).piles["s"]) == 24
    assert len(cadogan.game("australian-patience", dealt="three").deal(1).piles["s"]) == 31


def test_napoleons_square_moves_runs_or_single_cards() -> None:
    cards = {"t1": "9C 7H 6H", "t2": "9D 8H", "t3": "2C 7H"}
    p = lay("napoleons-square", "t12", **cards)
    assert between(p, "t1", "t2 t3") == {"t1-t2x2", "t1-t3"}
    assert between(lay("napoleons-square-single", "t12", **cards), "t1", "t2 t3") == {"t1-t3"}


# --- Sir Tommy's relatives -----------------------------------------------------------------------


def test_colorado_takes_cards_of_the_stock_alone_and_fills_heaps_at_once() -> None:
    rest = " ".join(f"t{i}" for i in range(3, 21))
    p = lay("colorado", rest, t1="AC", t2="5H", s="9D KS 7C")
    assert between(p, "t2", "t") == set(), "no card goes from heap to heap"
    assert {"s-t1", "s-t2"} <= {*p.moves()}
    after = p.play("t1-f1")
    assert (after.piles["f1"], after.piles["t1"]) == (("AC",), ("7C",))
    assert after.piles["s"][-1] == "KS"
    bases = cadogan.game("colorado-placed").deal(1).piles
    assert [bases[f"f{i}"] for i in (1, 4, 5, 8)] == [("AC",), ("AS",), ("KC",), ("KS",)]


def test_jubilee_builds_by_turns_from_below_and_above() -> None:
    order = ["K", "A", "J", "2", "T", "3", "9", "4", "8", "5", "7", "6", "Q"]
    suit = " ".join(rank + "C" for rank in order)
    kings = {f"f{i}": "K" + "CDHS"[(i - 1) % 4] for i in range(1, 9)}
    p = lay("jubilee-1", "t1", **{**kings, "f1": suit[: suit.index("JC")].strip()}, s="JC")
    assert between(p, "s", "f") == {"s-f1"}
    done = {f"f{i}": suit.replace("C", "CDHS"[(i - 1) % 4]) for i in range(1, 9)}
    assert lay("jubilee-1", "t1", **done).won


def test_jubilee_gathers_its_fourth_heap_first() -> None:
    kings = {f"f{i}": "K" + "CDHS"[(i - 1) % 4] for i in range(1, 9)}
    p = lay("jubilee-1", "t1", **kings, t2="9D 8D", t4="7H 6S").play("redeal")
    assert p.piles["s"][::-1][:4] == ("7H", "6S", "9D", "8D")
    times = [cadogan.game("jubilee-1", redeals=n).definition.redeal for n in ("two", "one")]
    assert [r.times for r in times if r] == [2, 1]


def test_auld_lang_syne_and_its_relatives_deal_a_card_a_pile() -> None:
    starts = [cadogan.game(g).deal(1) for g in ("auld-lang-syne", "old-fashioned", "tam-o-shanter")]
    assert [len(p.piles["s"]) for p in starts] == [44, 42, 48]
    p = lay("auld-lang-syne", "t4", f1="AC", f2="AD", f3="AH", f4="AS", t1="3C 2S", t2="5H", s="9C")
    assert between(p, "t1 t2", "t f") == {"t1-f1", "t1-f2", "t1-f3", "t1-f4"}


def test_puss_in_the_corner_builds_up_in_colour() -> None:
    p = lay("puss-in-the-corner", "t4", f1="AC", f2="AD", f3="AH", f4="AS", t1="3C 2S", t2="5H 2H")
    assert between(p, "t1 t2", "f") == {"t1-f1", "t1-f4", "t2-f2", "t2-f3"}
    again = lay("puss-in-the-corner", "t1", f1="AC", f2="AD", f3="AH", f4="AS", t2="5H 2H")
    assert "redeal" in again.moves()


# --- indicators, the zodiac, the arch ------------------------------------------------------------


def test_interregnum_begins_one_above_each_indicator_and_ends_below_it() -> None:
    indicators = dict(
        zip(
            (f"r{i}" for i in range(1, 9)),
            ["KC", "4D", "4H", "9S", "JC", "2D", "7H", "QS"],
            strict=True,
        )
    )
    p = lay("interregnum", "t8", **indicators, t1="AD", t2="5S", t3="4C")
    assert between(p, "t1 t2 t3", "f") == {"t1-f1", "t2-f2", "t2-f3"}, "an ace above the king"
    assert not between(p, "r", "f t"), "the indicators stay"
    full = lay("interregnum", "t8", **indicators, f1=up("AC", "QC"), t1="KH")
    assert not between(full, "t1", "f1"), "its thirteenth card is the indicator"


def test_zodiac_builds_its_foundations_once_stock_and_waste_are_gone() -> None:
    first = lay("zodiac", "t24", t1="AC", t2="5H", c1="6H", c2="4H", c3="AD", w="3C")
    assert not between(first, "t c w", "f")
    assert between(first, "c w", "t1 t2") == {"c1-t2", "c2-t2"}
    assert between(first, "t", "t c") == set(), "cards of the zodiac stay"
    assert between(first, "w", "c4") == {"w-c4"}
    second = lay("zodiac", "t24", t1="AC", t2="5H", c1="6H", c2="4H", c3="AD", c4="KS")
    assert between(second, "t1 t2 c", "f") == {"t1-f1", "c3-f2", "c4-f8"}
    assert not between(second, "c", "t"), "the zodiac is closed"
    up_ = lay("zodiac-eight-up", "t24", t1="AC", c3="AD", c4="KS")
    assert between(up_, "t1 c", "f") == {"t1-f1", "c3-f2"}


def test_zodiac_does_not_pack_aces_on_kings() -> None:
    p = lay("zodiac", "t24", t1="KC", c1="AC", c2="QC", w="3C")
    assert between(p, "c", "t1") == {"c2-t1"}


BASES = {
    f"f{i}": card for i, card in enumerate(["AC", "AD", "AH", "AS", "KC", "KD", "KH", "KS"], 1)
}


def test_archway_plays_every_card_of_the_arch_and_the_tops_below() -> None:
    arch = cadogan.game("archway").deal(1)
    for i, rank in enumerate("A23456789TJQK", 1):
        assert {card[0] for card in arch.piles[f"r{i}"]} <= {rank}
    assert sum(len(arch.piles[f"r{i}"]) for i in range(1, 14)) == 48
    p = lay("archway", "t4", **BASES, t1="2D 2H", t2="", r2="2C 2S")
    assert between(p, "r2", "f") == {"r2@2-f1", "r2-f4"}, "the two below too"
    assert between(p, "t1", "f") == {"t1-f3"}
    assert between(p, "t1", "t2") == {"t1-t2"}, "any card fills a space ..."
    assert between(p, "t1", "r t4") == set(), "... but nothing is built on"
    assert between(p, "r2", "t2"), "... one of the arch too"


# --- Canfield's, Forty Thieves' and St Helena's relatives ----------------------------------------


@pytest.mark.parametrize(
    ("moves", "legal"),
    [
        ("card-or-pile", {"t1-t3", "t2-t4x3"}),
        ("whole-pile", {"t2-t4x3"}),
        ("run", {"t1-t3", "t2-t4x3", "t1-t5x2"}),
    ],
)
def test_american_toad_moves_the_top_card_the_whole_pile_or_any_part(
    moves: str, legal: set[str]
) -> None:
    game = cadogan.game("american-toad", moves=moves)
    piles = {"t1": "9H 8H 7H", "t2": "6C 5C 4C", "t3": "8H", "t4": "7C", "t5": "9H"}
    p = lay(game, "t8", f4="TS", r="2D 3D", counters="base TS", **piles)
    assert between(p, "t1 t2", "t1 t2 t3 t4 t5") == legal


def test_american_toad_fills_spaces_from_the_reserve_then_from_the_waste() -> None:
    p = lay("american-toad", "t8", f4="TS", t1="JS", t2="5C", w="9C", r="2D 3D", counters="base TS")
    assert p.play("t1-f4").piles["t1"] == ("3D",)
    out = lay("american-toad", "t8", f4="TS", t1="", t2="5C", w="9C", counters="base TS")
    assert between(out, "t2 w", "t1") == {"w-t1"}


def test_backbone_holds_its_columns_until_the_last_card_is_gone() -> None:
    p = lay("backbone", "t8", r1="9C 2D", r2="9D AH", r3="AC", t1="3D", t2="2C")
    assert between(p, "r", "f t1 t2") == {"r3-t2", "r3-f1"}
    after = p.play("r3-f1")
    assert between(after, "r1 r2", "f t1 t2") == {"r1-t1", "r2-f3"}


def test_backbone_fills_a_rib_with_its_own_cards_or_not() -> None:
    piles = {"r1": "9C", "r2": "9D", "t1": "", "t2": "4H", "w": "5S"}
    assert between(lay("backbone", "t8", **piles), "r t2 w", "t1") == {
        "r1-t1", "r2-t1", "t2-t1", "w-t1",
    }  # fmt: skip
    closed = cadogan.game("backbone", spaces="no")
    assert between(lay(closed, "t8", **piles), "r t2 w", "t1") == {"t2-t1", "w-t1"}
    deals = [cadogan.game("backbone", columns=n).deal(1) for n in ("eleven", "ten", "nine")]
    assert [len(p.piles["s"]) for p in deals] == [73, 75, 77]


def test_box_kite_goes_round_the_corner_and_passes_cards_between_foundations() -> None:
    kites = {
        f"f{i}": card for i, card in enumerate(["KC", "KD", "KH", "KS", "AC", "AD", "AH", "AS"], 1)
    }
    p = lay("box-kite", "t12", **kites, t1="9C AC", t2="9D KH", t3="")
    assert between(p, "t1 t2", "t1 t2 t3") == {"t1-t2", "t2-t1"}
    straight = cadogan.game("box-kite", wrap="no")
    assert not between(lay(straight, "t12", **kites, t1="9C AC", t2="9D KH"), "t1 t2", "t1 t2")
    kites |= {"f1": down("KC", "4C"), "f5": up("AC", "3C")}
    assert between(lay("box-kite", "t12", **kites), "f", "f") == {"f1-f5", "f5-f1"}


def test_casket_brings_a_jewel_to_the_lid_and_chooses_among_three_wastes() -> None:
    lid = {"r1": "AC", "r2": "9H", "r3": "JS", "r4": "QH", "r5": "KD"}
    p = lay(
        "casket", "t3 t4 t5 t6 t7 t8", **lid, r6="[2H 3H]", w2="5D", t1="TH", t2="5C", s="8D 7D"
    )
    assert between(p, "s", "w1 w2 w3 f r t1 t2") == {"s-w1", "s-w2", "s-w3"}
    assert p.play("r1-f1").piles["r1"] == ("3H",)
    assert between(p, "r", "t1 t2") == {"r2-t1"}
    assert not between(p, "r6", "f t"), "the jewels stay within"


def test_casket_fills_its_piles_from_the_stock_and_its_lid_once_the_jewels_are_out() -> None:
    lid = {"r1": "", "r2": "9H", "r3": "JS", "r4": "QH", "r5": "KD"}
    p = lay("casket", "t3 t4 t5 t6 t7 t8", **lid, t1="8H", t2="9H", w1="KC", s="8D 7D")
    after = p.play("t1-t2")
    assert (after.piles["t1"], after.piles["s"]) == (("7D",), ("8D",))
    assert between(p, "t2 w1 s r", "r1") == {"t2-r1", "w1-r1", "s-r1"}
    free = lay(cadogan.game("casket", spaces="any"), "t8", **lid, t1="", t2="9H", w1="KC", s="8D")
    assert {"t2-t1", "w1-t1"} <= between(free, "t2 w1 r2", "t1")
