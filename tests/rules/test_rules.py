"""Tests of rules on which books disagree: Big Ben, Algerian and Birthday.

The positions are made by hand; the expected results come from the texts of the rules, never from
the engine. Each test names the rule that it checks.
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


def big_ben(game_id: str = "big-ben", rest: str = "s", **piles: str) -> cadogan.Position:
    """Return a position of Big Ben; unnamed outer piles hold three cards that fit nowhere."""
    # every filler pile shows a king or a queen, and these fit neither circle
    spare = ["KC", "KC", "KH", "KH", "KS", "KS", "QC", "QC", "QH", "QH", "QD", "QD"]
    under = ["9C", "9C", "JC", "JC", "7C", "7C", "8H", "8H", "TH", "TH", "QS", "5S"]
    lower = ["5C", "5C", "3C", "3C", "8C", "8C", "2H", "2H", "4H", "4H", "6H", "6H"]
    full = {}
    for i in range(1, 13):
        if f"t{i}" not in piles:
            full[f"t{i}"] = f"{lower[i - 1]} {under[i - 1]} {spare[i - 1]}"
    return lay(game_id, rest, **HOURS, **{**full, **piles})


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
    """Return the position after turning the whole stock to the waste."""
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
def test_algerian_layouts_use_up_the_stock(
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
def test_which_cards_fill_empty_reserves(game_id: str, *, before: bool, after: bool) -> None:
    p = cadogan.game(game_id).deal(1)
    bases = {n: c[0] for n, c in p.piles.items() if n[0] == "f" and c}
    for rest, expected in (("s", before), ("t8", after)):
        q = lay(game_id, rest, **bases, t1="9C 4D", r1="", r2="QS 7H", r3="2C")
        assert between(q, "t1 r2 r3", "r1") == ({"t1-r1", "r2-r1", "r3-r1"} if expected else set())
        assert between(q, "t1", "r2") == set(), "a reserve that holds a card is not built on"
        if expected:
            assert between(q.play("t1-r1"), "t r", "r1") == set(), "a filled reserve holds one card"


# --- Birthday ------------------------------------------------------------------------------------


def test_birthday_founds_one_above_each_digit() -> None:
    p = cadogan.game("birthday", target="1956", suits="SHCD").deal(1)
    assert [p.piles[f"f{i}"] for i in range(1, 5)] == [("2S",), ("TH",), ("6C",), ("7D",)]
    assert len(p.piles["s"]) == 48
    assert p.piles == cadogan.game("birthday").deal(1).piles, "1956 in S H C D is the default"


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


def test_birthday_has_four_passes_with_shuffles_between() -> None:
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


def test_birthday_redeal_always_shuffles_the_same_way() -> None:
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
    # the shuffle depends on the deal and the redeal, so the next redeal has another order
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
def test_invalid_birthday_options_are_refused(options: dict[str, str], words: str) -> None:
    with pytest.raises(cadogan.InvalidOptionError) as refused:
        cadogan.game("birthday", **options)
    assert words in str(refused.value)


def test_other_games_have_no_options() -> None:
    with pytest.raises(cadogan.InvalidOptionError, match="Klondike has no option 'target'"):
        cadogan.game("klondike", target="1956")
