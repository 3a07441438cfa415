"""The rules that books dispute: relatives of Klondike, Canfield, St Helena and Sir Tommy.

Positions made by hand, results by the rule text; see ``rules/test_rules.py``.
"""

from __future__ import annotations

import pytest

import cadogan
from cadogan.core.errors import InvalidDefinitionError
from cadogan.model.position import Game
from cadogan.rules.loading import load_text
from tests.hand import actions, between, down, lay, up


def turned_out(p: cadogan.Position) -> cadogan.Position:
    """Turn the stock to the waste."""
    while "s-w" in p.move_texts():
        p = p.play("s-w")
    return p


# --- Klondike's relatives ------------------------------------------------------------------------


def test_batsford_keeps_one_king_in_reserve() -> None:
    p = lay("batsford", "s", t1="KD", t2="QD", w="KH", t4="8D")
    assert between(p, "t w", "r") == {"t1-r", "w-r"}
    full = p.play("w-r")
    assert between(full, "t w", "r") == set()
    assert full.why_not("t1-r") == "The reserve cannot hold more cards."


def test_batsford_may_keep_three_kings_in_reserve() -> None:
    game = cadogan.game("batsford-three-kings")
    p = lay(game, "s", r="KC KH", t1="KD", t2="QD", t3="9S KS", w="KH", t4="8D")
    assert between(p, "t w", "r") == {"t1-r", "t3-r", "w-r"}
    full = p.play("w-r")
    assert between(full, "t w", "r") == set()
    assert full.why_not("t1-r") == "The reserve cannot hold more cards."
    assert p.why_not("t2-r") is not None
    assert between(full, "r", "t") == {f"r-t{i}" for i in range(5, 11)}
    ready = lay(game, "s", r="KC", f1=up("AC", "QC"))
    assert between(ready, "r", "f") == {"r-f1"}


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
    # thirty-one cards are four rounds of seven and three
    assert [len(p.piles[f"t{i}"]) for i in range(1, 8)] == [8, 8, 8, 7, 7, 7, 7]
    w = cadogan.game("westcliff").deal(1)
    assert [(len(w.piles[f"t{i}"]), w.down[f"t{i}"]) for i in range(1, 8)] == [(3, 2)] * 7
    assert len(w.piles["s"]) == 31
    assert "redeal" not in turned_out(w).move_texts()
    american = cadogan.game("westcliff-american").deal(1)
    assert (len(american.piles["s"]), american.down["t10"]) == (22, 2)


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


def test_a_card_in_the_waste_is_not_in_the_tableau() -> None:
    assert not lay("westcliff-strict", "", **{**RUNS, "t7": ""}, w=RUNS["t7"]).won


BOTH_WAYS = """
name = "Both Ways"
family = "Small"
decks = 1
ranks = "A 2 3 4"
win = "tableau in built runs"
[tableau]
piles = 4
deal = 4
build = "up or down any suit"
take = "run"
space = "none"
"""


def test_a_run_of_all_the_ranks_has_no_rank_twice() -> None:
    game = Game(load_text(BOTH_WAYS, "both-ways.toml")["both-ways"])
    straight = {"t1": "AC 2C 3C 4C", "t2": "4D 3D 2D AD", "t3": "AH 2S 3H 4S", "t4": "AS 2H 3S 4H"}
    assert lay(game, "", **straight).won
    again = {"t1": "AC 2C AD 2D", "t2": "AH 2H AS 2S", "t3": "3C 4C 3D 4D", "t4": "3H 4H 3S 4S"}
    assert not lay(game, "", **again).won
    text = BOTH_WAYS.replace("[tableau]", "[foundation]").partition("deal")[0]
    with pytest.raises(InvalidDefinitionError, match=r"win: this needs a \[tableau\]"):
        load_text(text + 'start = "A"\nbuild = "up in suit"\n[stock]\nturned = true\n', "no.toml")


JUBILEE = "K A J 2 T 3 9 4 8 5 7 6 Q"

# --- Sir Tommy's relatives -----------------------------------------------------------------------


def test_colorado_heaps() -> None:
    game = cadogan.game("colorado")
    p = lay(game, "t20", f1="AC", t1="2C", t2="9D", t3="KH", t4="QH", s="3S 5S")
    assert between(p, "t1 t2 t3 t4", "f t") == {"t1-f1", "t3-f7"}
    assert len(between(p, "s", "t")) == 20 - sum(not p.piles[f"t{i}"] for i in range(1, 21))
    assert p.play("t1-f1").piles["t1"] == ("5S",)


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


def test_auld_lang_syne_and_its_relatives_deal_a_card_a_pile() -> None:
    starts = [cadogan.game(g).deal(1) for g in ("auld-lang-syne", "old-fashioned", "tam-o-shanter")]
    assert [len(p.piles["s"]) for p in starts] == [44, 42, 48]
    p = lay("auld-lang-syne", "t4", f1="AC", f2="AD", f3="AH", f4="AS", t1="3C 2S", t2="5H", s="9C")
    assert between(p, "t1 t2", "t f") == {"t1-f1", "t1-f2", "t1-f3", "t1-f4"}


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


def test_interregnum_is_won_with_the_indicators_left() -> None:
    game = cadogan.game("interregnum")
    suits = "CDHS" * 2
    lines = []
    for i, suit in enumerate(suits):
        lines.append(f"f{i + 1} " + " ".join(f"{r}{suit}" for r in "23456789TJQK"))
    lines += [f"r{i + 1} A{suit}" for i, suit in enumerate(suits)]
    assert game.parse("\n".join(lines)).won
    assert not game.deal(1).won


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


def test_lady_of_the_manor_sorts_the_ranks_that_are_left() -> None:
    p = cadogan.game("lady-of-the-manor").deal(1)
    for i, rank in enumerate("23456789TJQK", 1):
        assert {card[0] for card in p.piles[f"r{i}"]} == {rank}
    aces = {f"f{i}": "A" + "CDHS"[(i - 1) % 4] for i in range(1, 9)}
    q = lay("lady-of-the-manor", "t4", **aces, t1="2D", t2="", t3="3H", r1="2S")
    assert between(q, "t1 t3 r1", "f1 f2 t") == {"t1-f1", "t1-f2", "r1-f1", "r1-f2"}


# --- Canfield's, Forty Thieves' and St Helena's relatives ----------------------------------------


def test_american_toad_fills_from_the_reserve_and_then_by_hand_from_the_waste() -> None:
    game = cadogan.game("american-toad")
    p = lay(game, "s", f2="9D", r="3C KH", t1="TD", t2="8H 7H", t3="9H", w="5S", t4="AS", t5="KS")
    assert between(p, "t", "t") == {"t2-t3x2", "t5-t4"}, "top card or whole pile"
    assert p.play("t1-f2").piles["t1"] == ("KH",)
    q = lay(game, "s", f2="9D", t1="TD", t2="8H 7H", t3="9H", w="5S").play("t1-f2")
    assert q.piles["t1"] == ()
    assert between(q, "t w s", "t1") == {"w-t1"}
    with_top = lay(game, "s", f2="9D", r="3C", t1="9S 8S 7S", t2="8S", t3="TS")
    assert between(with_top, "t1", "t2 t3") == {"t1-t2", "t1-t3x3"}


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


def test_backbone_frees_its_columns_when_the_coccyx_is_gone() -> None:
    game = cadogan.game("backbone")
    p = lay(game, "s", f1="AC", r1="5D 2C", r2="5H 9D", r3="8S", t1="TD", t2="9S", t3="KH")
    assert between(p, "r", "f t") == {"r3-t2"} | {f"r3-t{i}" for i in range(4, 9)}
    assert p.why_not("r1-f1") == "Cards of other piles lie on reserve pile 1."
    q = p.play("r3-t2")
    assert {"r1-f1", "r2-t1", "r1-t4"} <= set(q.move_texts())


def test_backbone_fills_a_rib_with_its_own_cards_or_not() -> None:
    piles = {"r1": "9C", "r2": "9D", "t1": "", "t2": "4H", "w": "5S"}
    assert between(lay("backbone", "t8", **piles), "r t2 w", "t1") == {
        "r1-t1", "r2-t1", "t2-t1", "w-t1",
    }  # fmt: skip
    closed = cadogan.game("backbone", emptied="no")
    assert between(lay(closed, "t8", **piles), "r t2 w", "t1") == {"t2-t1", "w-t1"}
    deals = [cadogan.game("backbone", spine=n).deal(1) for n in ("eleven", "ten", "nine")]
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


def test_casket_lid_is_filled_by_the_jewels_and_three_wastes_by_choice() -> None:
    game = cadogan.game("casket")
    kings = {f"t{i}": "K" + "HHSSCC"[i - 3] for i in range(3, 9)}
    p = lay(
        game, "s", f1="AC", r1="2C", r2="9D", r6="[KD QD]", t1="TD", t2="3S", **kings, w1="5S",
        s="8D 8D",
    )  # fmt: skip
    assert between(p, "s", "w") == {"s-w1", "s-w2", "s-w3"}
    q = p.play("r1-f1")
    assert q.piles["r1"] == ("QD",)
    assert q.down["r1"] == 0
    assert between(p, "r", "t") == {"r2-t1"}
    assert between(p, "r6", "t f r") == set()
    assert between(p, "t w s", "r") == set()
    placed = p.play("s-w2")
    assert placed.piles["w2"] == ("8D",)
    empty = lay(game, "s", f1="AC", r1="", r2="9D", t1="TD", t2="3C", w2="5S", s="JH")
    assert between(empty, "t1 t2 w", "r1") == {"t1-r1", "t2-r1", "w2-r1"}
    packed = lay(game, "s", r6="[KD]", t1="TD", t2="9D", **kings, s="JH")
    assert packed.play("t2-t1").piles["t2"] == ("JH",), "the casket is filled from the stock"


def test_any_card_but_of_the_lid_may_fill_an_emptied_pile_of_the_casket() -> None:
    kings = {f"t{i}": "K" + "HHSSCC"[i - 3] for i in range(3, 9)}
    piles = {"r1": "2C", "r6": "[KD]", "t1": "TD", **kings, "w1": "5S", "s": "JH"}
    game = cadogan.game("casket", emptied="any")
    assert between(lay(game, "w2", **piles), "t1 r w1 s", "t2") == {"t1-t2", "w1-t2", "s-t2"}


def test_in_harp_runs_go_into_spaces_alone() -> None:
    p = lay("harp", "s", t1="KC QD JS", t2="KH", t3="QC", t4="QH", t5="")
    assert between(p, "t1", "t4 t3") == {"t1-t4"}, "the jack of spades alone"
    assert between(p, "t1", "t5") == {"t1-t5x3"}
    assert between(p, "t3", "t2 t5") == {"t3-t2"}
    runs = lay("harp", "s", t1="QD JS", t2="KC", t3="9H 8S", t5="")
    assert runs.why_not("t1-t2x2") == (
        "Cards go on others one at a time here; only an empty pile takes a run."
    )
    assert runs.why_not("t1-t5x2") == (
        "The queen of diamonds may not fill the empty pile: only a king may."
    )
    assert between(lay("gargantua", "s", t1="QD JS", t2="KC"), "t1", "t2") == {"t1-t2x2"}


def test_a_part_of_a_run_is_moved_only_to_free_a_card() -> None:
    column = {"t1": "[KS] 9H 8C 7D", "t2": "8S", "t3": "TC"}
    p = lay("klondike-whole-runs", "s", f2=up("AD", "6D"), **column)
    assert between(p, "t1", "t f") == {"t1-t3x3", "t1-f2"}, (
        "the top card may go up, or the whole run"
    )
    assert p.why_not("t1-t2") == (
        "Only the whole run may be moved from tableau pile 1: the eight of clubs under it could"
        " not go up."
    )
    free = lay("klondike-whole-runs", "s", f1=up("AC", "7C"), **column)
    assert between(free, "t1", "t") == {"t1-t2", "t1-t3x3"}, "the eight of clubs can then go up"
    assert "t1-t2" in lay("klondike", "s", f2=up("AD", "6D"), **column).move_texts()
