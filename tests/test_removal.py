"""Cards that leave play together: which sets do, their notation, and why others do not."""

from __future__ import annotations

import pytest

import cadogan
from tests.hand import lay
from tests.small import small_game

RULES = """
win = "tableau empty"
[foundation]
piles = 1
start = "AS"
[tableau]
piles = 6
deal = 4
build = "none"
take = "none"
[stock]
deal = "1 to each tableau"
[discard]
"""


def removals(sets: list[str], tops: str, decks: int = 1) -> list[str]:
    """Return the removals when these cards lie on the tableau and all others in the stock."""
    game = small_game(RULES, decks=decks, remove={"sets": sets})
    position = lay(game, "s", **{f"t{i}": card for i, card in enumerate(tops.split(), 1)})
    found = [move.text for move in position.legal_moves if move.kind == "remove"]
    for text in found:
        after = position.play(text)
        assert len(after.piles["d"]) == text.count("+") + 1
        assert list(after.piles["d"]) == sorted(
            after.piles["d"], key=lambda c: ("CDHS".index(c[1]), "A23456789TJQK".index(c[0]))
        )
        again = "+".join(reversed(text.split("+")))
        assert position.parse_move(again).text == text
        assert game.parse(str(after)) == after
    return found


@pytest.mark.parametrize(
    ("sets", "tops", "found"),
    [
        (["13"], "AC QD KH 6S 7C", ["t1+t2", "t4+t5"]),
        (["13", "K"], "AC QD KH KS", ["t1+t2", "t3-d", "t4-d"]),
        (["14"], "7C 7D AC KD", ["t1+t2", "t3+t4"]),
        (["13 in suit"], "AC QC QD", ["t1+t2"]),
        (["J Q K"], "JC QD KH QS JD", ["t1+t2+t3", "t1+t3+t4", "t2+t3+t5", "t3+t4+t5"]),
        (["J Q K in suit"], "JC QC KC KS", ["t1+t2+t3"]),
        (["J J Q"], "JC QD QH JS", ["t1+t2+t4", "t1+t3+t4"]),
        (["K K K"], "KC KD KH QS", ["t1+t2+t3"]),
        (["K Q"], "KC QC KD JH", ["t1+t2", "t2+t3"]),
        (["K Q in suit"], "KC QC KD", ["t1+t2"]),
        (["J J"], "JC QC JD", ["t1+t3"]),
        (["same rank"], "5C 5D 5H 6S", ["t1+t2", "t1+t3", "t2+t3"]),
        (["same suit"], "5C 6C 7D", ["t1+t2"]),
        (["four of a rank"], "5C 5D 5H 6S 5S", ["t1+t2+t3+t5"]),
        (["four of a rank", "13"], "5C 5D 5H 8S 5S", [
            "t1+t4", "t1+t2+t3+t5", "t2+t4", "t3+t4", "t4+t5",
        ]),
        (["agreeing"], "5C 5D 6C 9S", ["t1+t2", "t1+t2+t3", "t1+t3"]),
        (["agreeing"], "5C 5D 9S 9H", ["t1+t2", "t1+t2+t3+t4", "t3+t4"]),
        (["agreeing"], "5C 5D 7D 7S", [
            "t1+t2", "t1+t2+t3", "t1+t2+t3+t4", "t2+t3", "t2+t3+t4", "t3+t4",
        ]),
    ],
)  # fmt: skip
def test_cards_that_leave_together(sets: list[str], tops: str, found: list[str]) -> None:
    assert sorted(removals(sets, tops)) == sorted(found)


def test_equal_cards_of_two_packs_are_different() -> None:
    assert removals(["K K K"], "KC KC KD", decks=2) == ["t1+t2+t3"]
    assert removals(["J J Q"], "JC QD QD", decks=2) == []
    assert removals(["same suit"], "5C 5C", decks=2) == ["t1+t2"]


def test_refusals_name_the_cards_and_what_may_leave() -> None:
    p = cadogan.game("good-thirteen").deal(1)
    assert p.piles["t1"] == ("5C",)
    assert p.why_not("t1+t2") == (
        "The five of clubs and the nine of diamonds cannot leave play together; two cards that add"
        " up to thirteen or a king by itself can."
    )
    assert p.why_not("t1-t2") == p.why_not("t2+t1") == p.why_not("t1+t2")
    assert p.why_not("t1-d") == (
        "The five of clubs cannot leave play by itself; two cards that add up to thirteen or a"
        " king by itself can."
    )
    with pytest.raises(cadogan.InvalidMoveError, match="each card must be on a different pile"):
        p.parse_move("t1+t1")
    assert p.why_not("s+t1") == "No card leaves play from the stock."
    assert p.parse_move("t2-t6") == p.parse_move("t6+t2")
    assert cadogan.game("klondike").deal(1).why_not("t1+t2") == "No cards leave play in Klondike."
