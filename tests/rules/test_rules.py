"""The rules that books dispute, as we play them: Big Ben, Algerian, Birthday.

Positions are made by hand, results come from the rule text.

No expected value here was read off the engine. Each test names the rule it speaks of.
"""

from __future__ import annotations

import pytest

import cadogan
from tests.hand import actions, between, down, lay, up

# --- Big Ben -------------------------------------------------------------------------------------

HOURS = dict(
    zip(
        (f"f{i}" for i in range(1, 13)),
        ["6C", "7H", "8S", "9D", "TC", "JH", "QS", "KD", "2C", "3H", "4S", "5D"],
        strict=True,
    )
)
ENDS = ["AC", "2H", "3S", "4D", "5C", "6H", "7S", "8D", "9C", "TH", "JS", "QD"]


def big_ben(game_id: str = "big-ben", rest: str = "s", **piles: str) -> cadogan.Position:
    """A circle in which piles that are not named are full (three cards that fit nowhere)."""
    # kings of one colour under each other never fit: every filler pile shows a queen or a king
    spare = ["KC", "KC", "KH", "KH", "KS", "KS", "QC", "QC", "QH", "QH", "QD", "QD"]
    under = ["9C", "9C", "JC", "JC", "7C", "7C", "8H", "8H", "TH", "TH", "QS", "5S"]
    lower = ["5C", "5C", "3C", "3C", "8C", "8C", "2H", "2H", "4H", "4H", "6H", "6H"]
    full = {}
    for i in range(1, 13):
        if f"t{i}" not in piles:
            full[f"t{i}"] = f"{lower[i - 1]} {under[i - 1]} {spare[i - 1]}"
    return lay(game_id, rest, **HOURS, **{**full, **piles})


def test_big_ben_lays_twelve_hours_and_a_stock_of_56() -> None:
    p = cadogan.game("big-ben").deal(1)
    assert {n: " ".join(c) for n, c in p.piles.items() if n[0] == "f"} == HOURS
    assert [len(p.piles[f"t{i}"]) for i in range(1, 13)] == [3] * 12
    assert len(p.piles["s"]) == 56


@pytest.mark.parametrize(
    ("game_id", "cards", "legal"),
    [
        ("big-ben", "4S 6S 9D", True),
        ("big-ben", "6S 9D", False),
        ("big-ben", "9D", False),
        ("big-ben", "", False),
        ("big-ben-relaxed", "6S 9D", True),
        ("big-ben-relaxed", "9D", True),
        ("big-ben-relaxed", "", False),
    ],
)
def test_big_ben_short_piles_are_not_built_on(game_id: str, cards: str, *, legal: bool) -> None:
    p = big_ben(game_id, t1=cards, t2="2S AS 8D")
    assert (between(p, "t2", "t1") == {"t2-t1"}) is legal


def test_big_ben_builds_down_in_suit_and_round() -> None:
    p = lay("big-ben", "s", **HOURS, t1="2S 6S AS", t2="7S 9S KS", t3="TS JS QS", t4="5S 7D QD")
    # a king follows an ace downwards; a queen of spades goes on the king, the king not on the queen
    assert between(p, "t1 t2 t3 t4", "t1 t2 t3 t4") == {"t2-t1", "t3-t2"}


NEXT = [
    "2D",
    "3D",
    "4D",
    "6D",
    "7D",
    "8D",
    "TD",
    "JD",
    "3S",
]  # the stock's next nine cards, the first dealt first


def refilled(game_id: str, count: int) -> dict[str, list[str]]:
    """Refill a circle with nine gaps (three, one, two and three) from a stock of some cards."""
    stock = " ".join(reversed(NEXT[:count]))
    p = big_ben(game_id, rest="w", t12="", t1="2S AS", t3="7S", t5="", s=stock)
    q = p.play("refill")
    assert len(q.piles["s"]) == 0
    assert "refill" not in q.move_texts()
    return {
        name: list(q.piles[name])[had:]
        for name, had in (("t12", 0), ("t1", 2), ("t3", 1), ("t5", 0))
    }


def test_big_ben_refills_a_card_a_pile_a_round_clockwise_from_twelve() -> None:
    assert refilled("big-ben", 9) == {
        "t12": ["2D", "7D", "JD"],
        "t1": ["3D"],
        "t3": ["4D", "8D"],
        "t5": ["6D", "TD", "3S"],
    }


def test_big_ben_refill_stops_when_the_stock_runs_out() -> None:
    assert refilled("big-ben", 5) == {"t12": ["2D", "7D"], "t1": ["3D"], "t3": ["4D"], "t5": ["6D"]}


def test_big_ben_refilled_from_one_and_pile_by_pile() -> None:
    assert refilled("big-ben-from-one", 9) == {
        "t1": ["2D"],
        "t3": ["3D", "7D"],
        "t5": ["4D", "8D", "JD"],
        "t12": ["6D", "TD", "3S"],
    }
    assert refilled("big-ben-pile-by-pile", 9) == {
        "t12": ["2D", "3D", "4D"],
        "t1": ["6D"],
        "t3": ["7D", "8D"],
        "t5": ["TD", "JD", "3S"],
    }


def test_big_ben_turns_only_when_there_are_no_gaps() -> None:
    full, gap = big_ben(), big_ben(t7="5S 7S")
    assert actions(full) == {"s-w"}
    assert actions(gap) == {"refill"}
    assert actions(big_ben("big-ben-free-turning", t7="5S 7S")) == {"s-w", "refill"}
    # a pile of more than three does not make up for a short one
    assert actions(big_ben(t6="2S 3S 5S 9S", t7="AS AS")) == {"refill"}


def test_big_ben_waste_fills_no_gap_but_plays_to_both_circles() -> None:
    p = big_ben(t1="", t2="2S 9D", t3="2S AS 9S", w="8D 8S")
    assert between(p, "w", "t") == {"w-t3"}
    assert between(big_ben(t1="", t2="2S 9D", w="8D"), "w", "t") == set()
    assert between(big_ben(w="6D"), "w", "f") == {"w-f12"}
    inner = big_ben("big-ben-inner-only", t3="2S AS 9S", w="8S")
    assert between(inner, "w", "t f") == set()
    assert between(big_ben("big-ben-inner-only", w="6D"), "w", "t f") == {"w-f12"}


def test_big_ben_foundations_stop_at_their_hour() -> None:
    game = cadogan.game("big-ben")
    done = {f"f{i}": up(HOURS[f"f{i}"], ENDS[i - 1]) for i in range(1, 13)}
    # nine o'clock shows the nine of clubs; the second ten of clubs is still in play
    nine = {**HOURS, "f9": done["f9"]}
    p = lay(game, "s", **nine, t1="2D 3D TC", t2="8D 9D TD")
    assert between(p, "t1", "f") == set()
    assert p.why_not("t1-f9") == "Foundation 9 is complete."
    # one short of it, its last card is taken
    short = {**HOURS, "f9": up("2C", "8C")}
    assert between(lay(game, "s", **short, t1="9C"), "t1", "f9") == {"t1-f9"}
    assert lay(game, "s", **done).won
    assert not lay(game, "s", **nine).won


def test_big_ben_has_a_redeal_in_one_variant_only() -> None:
    p = big_ben(rest="w")
    assert actions(p) == set()
    q = big_ben("big-ben-redeal", rest="w")
    assert actions(q) == {"redeal"}
    again = q.play("redeal")
    assert again.piles["s"] == tuple(reversed(q.piles["w"]))
    assert again.counters["redeals"] == 1
    left = game_with_nothing_left(again)
    assert "redeal" not in left.move_texts()


def game_with_nothing_left(p: cadogan.Position) -> cadogan.Position:
    """Turn the whole stock to the waste."""
    while "s-w" in p.move_texts():
        p = p.play("s-w")
    return p


# --- Algerian, Carthage --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game_id", "founded", "depots", "reserve", "deals", "last"),
    [
        ("algerian", 0, [0] * 8, 4, 6, 8),
        ("algerian-tarbart", 8, [2] * 8, 4, 4, 8),
        ("algerian-tarbart-eight", 8, [1] * 8, 4, 5, 4),
        ("algerian-kings", 4, [1] * 8, 6, 4, 8),
        ("algerian-kings-four", 4, [1] * 8, 4, 5, 8),
        ("algerian-doubled", 0, [2] * 4 + [1] * 4, 4, 5, 8),
        ("algerian-doubled-six", 0, [2] * 4 + [1] * 4, 6, 4, 8),
        ("carthage", 0, [1] * 8, 6, 5, 0),
    ],
)
def test_algerian_layouts_come_out(
    game_id: str, founded: int, depots: list[int], reserve: int, deals: int, last: int
) -> None:
    p = cadogan.game(game_id).deal(1)
    stock = 104 - founded - sum(depots) - 6 * reserve
    assert stock == 12 * deals + last
    for deal in range(deals + 1):
        assert sum(len(p.piles[f"f{i}"]) for i in range(1, 9)) == founded
        assert [len(p.piles[f"t{i}"]) for i in range(1, 9)] == depots
        assert [len(p.piles[f"r{i}"]) for i in range(1, 7)] == [reserve + 2 * deal] * 6
        assert len(p.piles["s"]) == stock - 12 * deal
        if deal < deals:
            p = p.play("deal")
    if not last:
        assert "deal" not in p.move_texts()
        return
    rest = p.piles["s"][::-1]
    q = p.play("deal")
    assert [q.piles[f"t{i}"][-1] for i in range(1, last + 1)] == list(rest)
    assert [len(q.piles[f"t{i}"]) for i in range(1, 9)] == [
        n + (i < last) for i, n in enumerate(depots)
    ]
    assert [len(q.piles[f"r{i}"]) for i in range(1, 7)] == [reserve + 2 * deals] * 6
    assert "deal" not in q.move_texts()
    assert q.why_not("deal") == "The stock is empty."


def test_algerian_puts_two_cards_on_one_reserve_after_the_other() -> None:
    p = cadogan.game("algerian").deal(1)
    coming = p.piles["s"][::-1]
    q = p.play("deal")
    for i in range(6):
        assert q.piles[f"r{i + 1}"] == p.piles[f"r{i + 1}"] + coming[2 * i : 2 * i + 2]


def test_algerian_depots_build_both_ways_in_suit_and_round() -> None:
    p = lay("algerian", "s", t1="9C", t2="TC", t3="9C", t4="AH", t5="KH", t6="9D", t7="JS", t8="5S")
    assert between(p, "t", "t") == {"t1-t2", "t2-t1", "t2-t3", "t3-t2", "t4-t5", "t5-t4"}
    # the direction may be reversed at any point: the ten on one nine takes the other nine
    q = p.play("t2-t1").play("t3-t1")
    assert q.piles["t1"] == ("9C", "TC", "9C")


def test_algerian_empty_depots_take_any_exposed_card() -> None:
    p = lay("algerian", "s", t1="9C 4D", r1="QS 7H", r2="2C")
    assert between(p, "t1 r", "t8") == {"t1-t8", "r1-t8", "r2-t8"}
    assert between(p, "r", "r") == set()
    assert between(p, "t", "r") == set()


@pytest.mark.parametrize(
    ("game_id", "before", "after"),
    [
        ("algerian", False, True),
        ("algerian-closed", False, False),
        ("algerian-tarbart", False, True),
        ("algerian-tarbart-closed", False, False),
        ("algerian-doubled", False, True),
        ("algerian-doubled-closed", False, False),
        ("algerian-kings", True, True),
        ("algerian-kings-closed", False, False),
        ("algerian-kings-four", False, True),
        ("algerian-open", True, True),
        ("carthage", True, True),
        ("carthage-closed", False, False),
    ],
)
def test_emptied_reserves(game_id: str, *, before: bool, after: bool) -> None:
    p = cadogan.game(game_id).deal(1)
    bases = {n: c[0] for n, c in p.piles.items() if n[0] == "f" and c}
    for rest, expected in (("s", before), ("t8", after)):
        q = lay(game_id, rest, **bases, t1="9C 4D", r1="", r2="QS 7H", r3="2C")
        assert between(q, "t1 r2 r3", "r1") == ({"t1-r1", "r2-r1", "r3-r1"} if expected else set())
        assert between(q, "t1", "r2") == set(), "a reserve that holds a card is not built on"
        if expected:
            assert between(q.play("t1-r1"), "t r", "r1") == set(), "a filled one holds one card"


def test_algerian_transfer_both_ways_but_never_the_base() -> None:
    p = lay(
        "algerian", "s",
        f1=up("AC", "6C"), f5=down("KC", "7C"),
        f2="AD", f6=down("KD", "2D"),
        f3=up("AH", "QH"), f7="KH",
        f4=up("AS", "5S"), f8=down("KS", "8S"),
    )  # fmt: skip
    # clubs meet: six on seven or seven on six; the bases of the diamonds and hearts stay
    assert between(p, "f", "f") == {"f1-f5", "f5-f1", "f6-f2", "f3-f7"}
    assert p.why_not("f2-f6") == "The bottom card of foundation 2 stays there."
    q = p.play("f1-f5")
    assert (q.piles["f1"][-1], q.piles["f5"][-1]) == ("5C", "6C")
    assert between(q, "f1 f5", "f") == {"f1-f5", "f5-f1"}
    assert between(p, "f", "t r") == set()
    bare = lay("algerian-no-transfer", "s", f1=up("AC", "6C"), f5=down("KC", "7C"))
    assert between(bare, "f", "f") == set()


def test_carthage_builds_down_only_and_has_eight_ace_foundations() -> None:
    p = lay("carthage", "s", t1="9C", t2="TC", t4="AH", t5="KH", t6="AS", t7="KS", t8="AS", f1="AC")
    assert between(p, "t", "t1 t2 t4 t5 t6 t7 t8") == {"t1-t2"}
    assert between(p, "t", "f") == {"t4-f3", "t6-f4", "t8-f4"}
    second = p.play("t6-f4")
    assert between(second, "t8", "f") == {"t8-f8"}, "the second ace of spades begins the other"


# --- Birthday ------------------------------------------------------------------------------------


def test_birthday_founds_one_above_each_digit() -> None:
    p = cadogan.game("birthday", target="1956", suits="SHCD").deal(1)
    assert [p.piles[f"f{i}"] for i in range(1, 5)] == [("2S",), ("TH",), ("6C",), ("7D",)]
    assert len(p.piles["s"]) == 48
    assert p.piles == cadogan.game("birthday").deal(1).piles, "1956 in S H C D is the default"


def test_birthday_with_equal_digits() -> None:
    p = cadogan.game("birthday", target="9999", suits="CDHS").deal(1)
    assert [p.piles[f"f{i}"] for i in range(1, 5)] == [("TC",), ("TD",), ("TH",), ("TS",)]
    q = cadogan.game("birthday", target="1911", suits="cdhs").deal(1)
    assert [q.piles[f"f{i}"] for i in range(1, 5)] == [("2C",), ("TD",), ("2H",), ("2S",)]


def test_birthday_goes_round_and_spells_the_number() -> None:
    ends = {"f1": up("2S", "AS"), "f3": up("6C", "5C"), "f4": up("7D", "6D")}
    p = lay("birthday", "w", **ends, f2=up("TH", "KH"), w=down("9H", "AH"))
    assert p.move_texts() == ["w-f2", "redeal"], "an ace follows the king"
    while not p.won:
        p = p.play("w-f2")
    assert p.won
    assert [p.piles[f"f{i}"][-1][0] for i in range(1, 5)] == ["A", "9", "5", "6"]


def emptied(p: cadogan.Position) -> cadogan.Position:
    while "s-w" in p.move_texts():
        p = p.play("s-w")
    return p


def test_birthday_is_gone_through_four_times_shuffled_between() -> None:
    p = emptied(cadogan.game("birthday").deal(7))
    orders = [p.piles["w"]]
    for used in range(3):
        assert "redeal" in p.move_texts()
        q = p.play("redeal")
        assert q.counters == {"redeals": used + 1}
        assert sorted(q.piles["s"]) == sorted(p.piles["w"])
        assert q.piles["w"] == ()
        p = emptied(q)
        orders.append(p.piles["w"])
    assert len(set(orders)) == 4, "each pass has its own order"
    assert "redeal" not in p.move_texts()
    assert p.why_not("redeal") == "All three redeals have been used."


def test_birthday_redeal_only_when_the_stock_is_empty() -> None:
    p = cadogan.game("birthday").deal(7).play("s-w")
    assert p.why_not("redeal") == "The stock is not empty."


def test_birthday_redeal_can_never_be_rolled_again() -> None:
    game = cadogan.game("birthday")
    before = emptied(game.deal(7))
    first = before.play("redeal")
    assert before.play("redeal") == first
    assert emptied(game.deal(7)).play("redeal") == first
    read = game.parse(str(before)).play("redeal")
    assert read == first
    assert game.parse(before.to_line()).play("redeal").piles == first.piles
    other = emptied(game.deal(8)).play("redeal")
    assert other.piles["s"] != first.piles["s"]
    # the shuffle is keyed to the deal and the redeal: the same cards, another order next time
    again = emptied(first).play("redeal")
    assert again.piles["s"] != first.piles["s"]


def test_birthday_unshuffled_and_five_passes() -> None:
    p = cadogan.game("birthday-unshuffled").deal(7)
    q = emptied(p).play("redeal")
    assert q.piles["s"] == p.piles["s"], "turned over: the first card is first again"
    p = emptied(cadogan.game("birthday-five-passes").deal(7))
    for _ in range(4):
        p = emptied(p.play("redeal"))
    assert p.over
    assert p.why_not("redeal") == "All four redeals have been used."


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"target": "1905"}, "a zero has no card"),
        ({"target": "1"}, "it has 1 character;"),
        ({"target": "195"}, "it has 3 characters"),
        ({"target": "19566"}, "it has 5 characters"),
        ({"target": "19x6"}, "four digits from 1 to 9"),
        ({"suits": "SHCC"}, "each of the four suits C D H S once"),
        ({"suits": "SHC"}, "each of the four suits C D H S once"),
        ({"tarqet": "1956"}, "did you mean 'target'?"),
    ],
)
def test_birthday_options_that_will_not_do(options: dict[str, str], words: str) -> None:
    with pytest.raises(cadogan.InvalidOptionError) as refused:
        cadogan.game("birthday", **options)
    assert words in str(refused.value)


def test_other_games_have_no_options() -> None:
    with pytest.raises(cadogan.InvalidOptionError, match="Klondike has no option 'target'"):
        cadogan.game("klondike", target="1956")
