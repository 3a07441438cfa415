"""Mechanisms, each by positions made by hand in a game that has it."""

from __future__ import annotations

import pytest

import cadogan
from cadogan.core.cards import parse_card
from cadogan.core.errors import InvalidDefinitionError
from cadogan.i18n.grammar import card_name
from cadogan.model.position import Game
from cadogan.rules.loading import load_text
from tests.hand import between, lay, up

# --- orders of ranks, relations of suits ---------------------------------------------------------


def test_quadrille_builds_five_to_king_downwards_and_six_to_jack() -> None:
    game = cadogan.game("quadrille")
    p = lay(game, "s", f1="5C 4C 3C 2C AC", f5="6C 7C", w="KC")
    assert between(p, "w", "f") == {"w-f1"}, "the king follows the ace"
    for card, targets in {"8C": {"w-f5"}, "4D": set(), "QD": {"w-f9"}, "5D": {"w-f2"}}.items():
        assert between(lay(game, "s", f1="5C", f5="6C 7C", w=card), "w", "f") == targets
    ends = {f"f{i + 1}": " ".join(r + s for r in "5432AK") for i, s in enumerate("CDHS")}
    ends |= {f"f{i + 5}": " ".join(r + s for r in "6789TJ") for i, s in enumerate("CDHS")}
    ends |= {f"f{i + 9}": "Q" + s for i, s in enumerate("CDHS")}
    assert lay(game, "s", **ends).won
    assert lay(game, "s", f9="QC", w="KC").why_not("w-f9") == "Foundation 9 is complete."


def test_following_rotates_the_suits() -> None:
    game = cadogan.game("following")
    p = lay(game, "s", f1="AH", t1="9H", t2="8C", t3="8D", t4="7D", t5="2C", t6="2H", w="2D")
    assert between(p, "t w", "t f") == {"t2-t1", "t4-t2", "t5-f1"}
    runs = lay(game, "s", t1="QS 8C 7D 6S", t2="9H", t3="TS", t4="", t5="5C", t6="TD", w="4S")
    assert between(runs, "t1", "t2 t3 t4") == {"t1-t2x3", "t1-t4", "t1-t4x2", "t1-t4x3"}
    assert between(runs, "w s", "t4") == {"w-t4", "s-t4"}
    whole = " ".join(r + s for r, s in zip("A23456789TJQK", "HCDSHCDSHCDSH", strict=True))
    assert whole.split()[-1] == "KH", "a king has the suit of its ace"
    assert lay(game, "s", f1=whole).piles["f1"] == tuple(whole.split())


def test_deuces_puts_the_king_on_the_ace() -> None:
    game = cadogan.game("deuces")
    twos = {f"f{i}": "2" + "CDHSCDHS"[i - 1] for i in range(1, 9)}
    twos["f1"] = up("2C", "KC")
    p = lay(game, "s", **twos, t1="AS", t2="KS", t3="AC", t4="3H", t5="AH", t6="QS", t7="", w="4D")
    assert between(p, "t1 t2 t3 t4 t5 t6", "t") == {"t2-t1", "t6-t2"}
    assert between(p, "t", "f") == {"t3-f1", "t4-f3"}
    assert between(p, "w s t", "t7") == {"w-t7", "s-t7"}
    run = p.play("t6-t2")
    assert between(run, "t2", "t") == {"t2-t1x2"}


# --- the base ------------------------------------------------------------------------------------


def test_duchess_begins_with_a_card_chosen_from_the_reserve() -> None:
    p = cadogan.game("duchess").deal(1)
    assert {m.source[0] + "-" + m.target[0] for m in p.legal_moves} == {"r-f"}
    assert len(p.legal_moves) == 4
    assert (
        p.why_not("s-w") == "No cards may be dealt from the stock before the base card is chosen."
    )
    chosen = p.move_texts()[2]
    base = p.piles["r3"][-1]
    q = p.play(chosen)
    assert q.piles["f" + str("CDHS".index(base[1]) + 1)] == (base,)
    assert "s-w" in q.move_texts()
    game = cadogan.game("duchess")
    mid = lay(game, "s", f1="9C", t1="9D", t2="TS", t3="AH", t4="KC", r1="9H", r2="KS", w="9S")
    assert between(mid, "t r w", "f") == {"t1-f2", "r1-f3", "w-f4"}
    assert between(mid, "t r", "t") == {"t1-t2", "r1-t2", "t4-t3", "r2-t3"}
    space = lay(game, "s", f1="9C", t1="", t2="TS", t3="AH", t4="KC", r1="9H", r2="KS", w="9S")
    assert between(space, "r", "t1") == {"r1-t1", "r2-t1"}
    assert between(space, "t", "t1") == set()


def test_the_plot_keeps_base_cards_apart_in_its_first_phase() -> None:
    game = cadogan.game("the-plot")
    p = lay(game, "s", f1="6C", t1="6H", t2="5D", t3="7S", t4="8D", t5="", w="6D", r="[2C] 7H")
    # a six is neither packed nor packed upon, begins no other foundation and alone fills a space
    assert between(p, "t1 t2 t3 t4", "t f") == {"t3-f1", "t3-t4"}
    assert between(p, "w", "t1 t2 t3 t4 t5 f") == {"w-t5"}
    assert between(p, "r", "t f") == {"r-f1"}
    other = lay(game, "s", f1="6C", t1="6H", t2="", t3="7S", t4="8D", t5="9C", w="9D", s="6S")
    assert between(other, "w t", "t2") == set()
    assert between(other, "s", "t2") == {"s-t2"}
    complete = "6C 7C 8D 9H TH JS QS KD AD 2C 3C 4S 5H"
    later = lay(game, "s", f1=complete, t1="6H", t2="7D", w="6D")
    assert between(later, "t1 w", "f") == {"t1-f2", "w-f2"}


ENDING = """
name = "Ending"
family = "Small"
decks = 1
[foundation]
piles = 4
start = "A"
build = "up in suit"
[reserve]
piles = 2
deal = 1
build = "up or down any suit, wrapping"
ends = "3"
[tableau]
piles = 5
deal = 10
build = "down any suit"
take = "run"
space = "none"
ends = "9"
"""


def test_building_ends_with_cards_of_a_rank() -> None:
    """Nothing is laid on them, no run goes across them; they themselves are laid on others."""
    game = Game(load_text(ENDING, "ending.toml")["ending"])
    p = lay(game, "t5", r1="3C", r2="4C", t1="TD", t2="9D", t3="8D", t4="TC 9C 8C 7C")
    assert between(p, "t1 t2 t3 t4", "t1 t2 t3 t4") == {"t2-t1", "t4-t3"}
    assert p.why_not("t3-t2") == (
        "The eight of diamonds may not go on the nine of diamonds: nothing is laid on a nine here."
    )
    q = lay(game, "t5", r1="3C", r2="2H", t1="2C", t2="9D", t3="4H", t4="9C 8C 7C")
    assert between(q, "t1 t2 t3 t4", "r1") == set()
    assert between(q, "r", "r") == {"r1-r2"}
    assert "Nothing is laid on a nine." in game.rules().replace("But n", "N")
    way = ENDING.replace('down any suit"', 'up or down any suit, one way"')
    with pytest.raises(
        InvalidDefinitionError, match=r"tableau\.ends: piles that are built one way have"
    ):
        load_text(way, "ending.toml")


def test_the_clock_takes_its_base_suit_from_the_first_card() -> None:
    game = cadogan.game("the-clock")
    p = lay(game, "s", w="7H")
    assert between(p, "w", "f") == {"w-f7"}
    q = p.play("w-f7")
    assert game.parse(str(q)) == q
    for card, targets in {"7C": {"w-f7"}, "7D": set(), "9H": {"w-f9"}, "9C": set()}.items():
        assert between(lay(game, "s", f7="7H", w=card), "w", "f") == targets
    ends = {f"f{i + 1}": f"{r}H {r}C {r}D {r}S" for i, r in enumerate("A23456789TJQK")}
    assert lay(game, "s", **ends).won


# --- spaces --------------------------------------------------------------------------------------


def test_odd_and_even_fills_from_the_waste_and_then_from_the_stock() -> None:
    game = cadogan.game("odd-and-even")
    p = lay(game, "s", f1="AC", r1="3C", r2="KD", w="9D TD", s="5H")
    assert p.play("r1-f1").piles["r1"] == ("TD",)
    q = lay(game, "s", f1="AC", r1="3C", r2="KD", s="5H")
    assert q.play("r1-f1").piles["r1"] == ("5H",)
    steps = lay(game, "s", f1="AC 3C 5C 7C 9C JC KC", f6="2D 4D 6D 8D TD QD", r1="2C", r2="AD")
    assert between(steps, "r1 r2", "f") == {"r1-f1", "r1-f5", "r2-f2", "r2-f6"}


def test_eagle_wing_turns_up_the_last_card_of_its_trunk() -> None:
    game = cadogan.game("eagle-wing")
    assert cadogan.game("eagle-wing").deal(1).down["r"] == 13
    wings = {f"t{i}": card for i, card in enumerate(["KC", "KD", "KH", "KS", "QC", "QD", "QH"], 2)}
    p = lay(game, "s", f1="5C", r="[9D 7D]", t1="6C", **wings, w="5S")
    q = p.play("t1-f1")
    assert (q.piles["t1"], q.piles["r"], q.down["r"]) == (("7D",), ("9D",), 0)
    hidden = lay(game, "s", f1="5C", r="[9D 6C]", t1="TD", **wings)
    assert between(hidden, "r", "f t") == set(), "a card that lies face down is not played"
    shown = lay(game, "s", f1="5C", r="6C", t1="TD", **wings)
    assert between(shown, "r", "f") == {"r-f1"}


def test_british_constitution_fills_each_row_from_the_one_below() -> None:
    game = cadogan.game("british-constitution")
    aces = {f"f{i}": "A" + "CDHSCDHS"[i - 1] for i in range(1, 9)}
    tens = {f"t{i}": "T" + "CDHSCDH"[i - 26] for i in range(26, 33)}
    p = lay(
        game, "s", **aces, **tens, t1="9C", t2="8D", t3="", t9="8H", t10="2C", t11="", t17="5S",
        t25="JD", s="4H",
    )  # fmt: skip
    assert between(p, "t2 t9 t10 t17 t25", "t1 t2") == {"t2-t1", "t9-t1"}
    assert between(p, "t9 t10 t17 t25 t1", "t3") == {"t9-t3", "t10-t3"}
    assert between(p, "t1 t9 t17 t25", "t11") == {"t17-t11"}
    assert between(p, "t10", "f") == set(), "only the first row plays to the foundations"
    two = p.play("t10-t3")
    assert between(two, "t3", "f") == {"t3-f1"}
    down_a_row = p.play("t17-t11")
    assert between(down_a_row, "t25", "t17") == {"t25-t17"}
    filled = down_a_row.play("t25-t17")
    assert filled.piles["t25"] == ("4H",)
    assert between(filled, "s", "t f") == set()


# --- phases and limits ---------------------------------------------------------------------------


def test_st_helena_limits_its_foundations_until_it_is_dealt_again() -> None:
    game = cadogan.game("st-helena")
    bases = {f"f{i + 1}": "K" + s for i, s in enumerate("CDHS")}
    bases |= {f"f{i + 5}": "A" + s for i, s in enumerate("CDHS")}
    tops = {
        "t1": "QC",
        "t2": "2D",
        "t5": "QH",
        "t6": "2S",
        "t7": "2C",
        "t8": "QD",
        "t11": "QS",
        "t12": "2H",
    }
    p = lay(game, "t3 t4", **bases, **tops)
    assert between(p, "t1 t2 t5 t6 t7 t8 t11 t12", "f") == {
        "t1-f1", "t5-f3", "t6-f8", "t7-f5", "t11-f4", "t12-f7",
    }  # fmt: skip
    free = lay(game, "t3 t4", "redeals 1", **bases, **tops)
    assert between(free, "t1 t2 t5 t6 t7 t8 t11 t12", "f") == {
        "t1-f1", "t2-f6", "t5-f3", "t6-f8", "t7-f5", "t8-f2", "t11-f4", "t12-f7",
    }  # fmt: skip
    gathered = [c for i in range(1, 13) for c in p.piles[f"t{i}"]]
    q = p.play("redeal")
    assert [q.piles[f"t{i}"][0] for i in range(1, 13)] == gathered[:12], "dealt one card at a time"
    assert q.piles["t1"][:2] == (gathered[0], gathered[12])


def test_bristol_deals_to_three_piles_and_sinks_kings() -> None:
    game = cadogan.game("bristol")
    p = game.deal(1)
    assert [len(p.piles[f"r{i}"]) for i in (1, 2, 3)] == [1, 1, 1]
    for _ in range(8):
        p = p.play("deal")
    assert len(p.piles["s"]) == 1
    p = p.play("deal")
    assert [len(p.piles[f"r{i}"]) for i in (1, 2, 3)] == [10, 9, 9]
    for i in range(1, 9):
        ranks = [c[0] for c in p.piles[f"t{i}"]]
        assert "K" not in ranks[ranks.count("K") :]
    q = lay(game, "s", f1="AC", t1="9D", t2="8S", t3="2H", r1="8H", r2="")
    assert between(q, "t r", "f t r") == {"t2-t1", "r1-t1", "t3-f1"}


def test_crescent_shifts_three_times() -> None:
    p = cadogan.game("crescent").deal(1)
    for used in range(3):
        assert "shift" in p.move_texts()
        q = p.play("shift")
        for i in range(1, 17):
            cards = p.piles[f"t{i}"]
            assert q.piles[f"t{i}"] == cards[1:] + cards[:1]
        assert q.counters == {"shifts": used + 1}
        p = q
    assert p.why_not("shift") == "All three shifts have been used."


def test_duchess_fills_spaces_from_the_reserve_first() -> None:
    game = cadogan.game("duchess")
    play = game.deal(1)
    play = play.play(next(m for m in play.move_texts() if m.startswith("r")))
    while play.piles["t1"]:  # clear a column by hand, whatever it takes
        text = str(play).replace("t1 " + " ".join(play.piles["t1"]), "t1 -")
        text = text.replace("s [", f"s [{' '.join(play.piles['t1'])} ")
        play = game.parse(text)
    play = play.play("s-w")
    assert play.why_not("w-t1") is not None
    assert any(move in ("r1-t1", "r2-t1", "r3-t1", "r4-t1") for move in play.move_texts())
    text = str(play)
    for name in ("r1", "r2", "r3", "r4"):
        cards = " ".join(play.piles[name])
        if cards:
            text = text.replace(f"\n{name} {cards}", f"\n{name} -").replace("s [", f"s [{cards} ")
    assert "w-t1" in game.parse(text).move_texts()


def test_the_plot_changes_when_its_first_foundation_is_complete() -> None:
    game = cadogan.game("the-plot")
    start = game.deal(1)
    base = start.piles["f1"][0]
    order = "A23456789TJQK"
    at = order.index(base[0])
    ranks = [order[(at + i) % 13] for i in range(13)]
    left = [c for name, cards in start.piles.items() if name != "f1" for c in cards]
    run = [base]
    for rank in ranks[1:]:
        card = next(c for c in left if c[0] == rank)
        left.remove(card)
        run.append(card)
    waste = next(c for c in left if c[0] != base[0])
    left.remove(waste)
    text = f"f1 {' '.join(run)}\nw {waste}\ns [{' '.join(left)}]\nbase {base}"
    assert "w-t1" in game.parse(text).move_texts()
    first = f"f1 {' '.join(run[:-1])}\nw {waste}\ns [{' '.join([*left, run[-1]])}]\nbase {base}"
    assert game.parse(first).why_not("w-t1") == (
        f"The {card_name(parse_card(waste))} may not fill the empty pile:"
        " only a card of the base rank may."
    )


def test_st_helena_is_dealt_round_all_its_groups() -> None:
    game = cadogan.game("st-helena")
    placed = [f"{r}{s}" for r in "AK" for s in "CDHS"]
    pack = [f"{r}{s}" for _ in range(2) for s in "CDHS" for r in "A23456789TJQK"]
    for card in placed:
        pack.remove(card)
    start = game.deal_from(pack)
    assert [start.piles[f"t{i}"][0] for i in range(1, 13)] == pack[:12]
    assert [start.piles[f"t{i}"][1] for i in range(1, 13)] == pack[12:24]
