"""Tests of rules on which books disagree: Birthday.

The positions are made by hand; the expected results come from the texts of the rules, never from
the engine. Each test names the rule that it checks.
"""

from __future__ import annotations

import pytest

import cadogan
from tests.hand import down, lay, up


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
    # the shuffle depends on the deal and the redeal, so the next redeal gives another order
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
        ({"target": "1905"}, "no card stands for a zero"),
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
