"""Hand-made positions: dealing in rotation, marriages, weaving."""

from __future__ import annotations

import re

import pytest

import cadogan
from cadogan.core.cards import card_text
from cadogan.core.errors import InvalidDefinitionError
from cadogan.model.position import Game, Position
from cadogan.rules.loading import load_text


def laid(game: Game, rest: str, counters: str = "", **piles: str) -> Position:
    """Return a position: the piles named, all other cards on the pile ``rest``, in order."""
    left = [card_text(card) for card in game.compiled.cards]
    for text in piles.values():
        for card in text.split():
            left.remove(card)
    under = " ".join([*left, *piles.get(rest, "").split()])
    if rest == "s" and game.definition.of_kind("stock")[0].turned:
        *hidden, top = under.split()
        under = f"[{' '.join(hidden)}] {top}"
    lines = [f"{name} {text or '-'}" for name, text in {**piles, rest: under}.items()]
    return game.parse("\n".join([*lines, *([counters] if counters else [])]))


BEGINNINGS = {
    "top-left": "t1",
    "top-right": "t7",
    "bottom-left": "t6",
    "bottom-right": "t12",
    **{f"left-{n}": f"t{n}" for n in range(2, 6)},
    **{f"right-{n}": f"t{n + 6}" for n in range(2, 6)},
}


def test_a_card_in_being_dealt_goes_to_its_own_line_or_from_a_corner_anywhere() -> None:
    game = cadogan.game("four-corners")
    for place, allowed in ((0, True), (1, True), (2, False), (5, True), (7, True), (8, False)):
        counted = f"counted {place}" if place else ""
        p = laid(game, "s", counted, f1="AC", s="2C")
        assert ("s-f1" in p.move_texts()) == allowed, place
    p = laid(game, "s", "counted 2", f1="AC", s="2C")
    assert p.why_not("s-f1") == (
        "The two of clubs would fall on tableau pile 3, and from there it may go only to"
        " foundation 2 or 6."
    )
    assert p.why_not("s-t3") == ("Cards of the stock come to tableau pile 3 only by a deal.")
    assert "s-f5" in laid(game, "s", "counted 2", s="KD").move_texts(), "a base goes from any place"


def test_lines_get_their_suits_in_play_and_are_begun_in_order() -> None:
    game = cadogan.game("four-corners")
    p = laid(game, "s", s="AH")
    assert [m for m in p.move_texts() if m != "deal"] == ["s-f1"]
    assert p.why_not("s-f2") == "The lines are begun in order: one before this is still empty."
    assert "begins with a king" in (p.why_not("s-f5") or "")
    p = laid(game, "s", f1="AH", f6="KS", s="KH")
    assert [m for m in p.move_texts() if m != "deal"] == ["s-f5"]
    assert p.why_not("s-f7") == (
        "The king of hearts goes to the line of its suit, foundation 1 or foundation 5."
    )
    p = laid(game, "s", f1="AH", f6="KS", s="AC")
    assert [m for m in p.move_texts() if m != "deal"] == ["s-f3"], "the second line has its king"
    assert p.why_not("s-f2") == "Foundation 2 lies in the line of the spades."
    assert p.why_not("s-f4") == "The lines are begun in order: one before this is still empty."


LINES = """
name = "T"
family = "T"
decks = 2
[foundation.aces]
piles = 4
start = "A"
build = "up in suit"
in_lines = true
[foundation.kings]
piles = 4
start = "K"
build = "down in suit"
in_lines = true
[tableau]
piles = 8
deal = 12
build = "none"
take = "top card"
space = "none"
[waste]
[stock]
deal = "1 to waste"
"""


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('start = "A"', 'start = ["AC", "AD", "AH", "AS"]', "all begin with one rank"),
        ('"up in suit"', '"up any suit"', "built in suit, all alike"),
        ('start = "K"', 'start = "K"\nplaced = ["KC"]', "need not come in order"),
        ('start = "K"', 'start = "K"\nlimited_by = "the row above"', "agree with 'limited_by'"),
        ('4\nstart = "K"', '8\nstart = "K"', "8 piles for 4 suits"),
        ("piles = 4", "piles = 8", "each suit has one line: 8 piles for 4 suits"),
    ],
)
def test_what_contradicts_lines_is_refused(old: str, new: str, told: str) -> None:
    assert load_text(LINES, "games/t.toml")
    with pytest.raises(InvalidDefinitionError, match=re.escape(told)):
        load_text(LINES.replace(old, new), "games/t.toml")


def test_the_deal_may_begin_at_any_pile() -> None:
    game = cadogan.game("four-corners-from-the-right")
    p = laid(game, "s", f1="AC", s="5H 2C")
    assert p.play("deal").piles["t7"] == ("2C",)
    assert "s-f1" in p.move_texts(), "pile 7 is a corner"
    side = laid(game, "s", "counted 2", f1="AC", s="2C")
    assert side.why_not("s-f1") == (
        "The two of clubs would fall on tableau pile 9, and from there it may go only to"
        " foundation 2 or 6."
    )
    on = laid(game, "s", "counted 6", s="5H").play("deal")
    assert on.piles["t1"] == ("5H",), "after the right side the left"
    middle = laid(cadogan.game("four-corners", begins="left-3"), "s", f1="AC", f2="AD", s="2D 2C")
    assert middle.why_not("s-f1") == (
        "The two of clubs would fall on tableau pile 3, and from there it may go only to"
        " foundation 2 or 6."
    )
    assert "s-f2" in laid(middle.game, "s", f2="AD", s="2D").move_texts(), "in its own line"
    deals = [cadogan.game("four-corners", begins=at).deal(1).play("deal") for at in BEGINNINGS]
    assert [p.piles[t] != () for p, t in zip(deals, BEGINNINGS.values(), strict=True)] == [
        True
    ] * 12


def test_a_card_that_is_played_leaves_its_place_to_the_next() -> None:
    p = laid(cadogan.game("four-corners"), "s", "counted 4", t1="3C", s="4H AH")
    after = p.play("s-f1").play("deal")
    assert after.piles["t5"] == ("4H",)
    assert after.counters["counted"] == 5


def test_a_redeal_takes_up_one_pile_and_passes_empty_ones_over() -> None:
    game = cadogan.game("matrimony")
    p = laid(game, "t2", f1="QD", f2="JD", t15="AC 2C 3C")
    after = p.play("redeal")
    assert after.counters["redeals"] == 2, "pile 16 is empty"
    assert [after.piles[t][-1:] for t in ("t15", "t16", "t1")] == [("AC",), ("2C",), ("3C",)]
    last = laid(game, "t16", "redeals 15", f1="QD", f2="JD")
    assert last.why_not("redeal") == "The piles left for redeals are empty."


def test_two_cards_begin_a_foundation_and_neither_alone() -> None:
    p = cadogan.game("queens-audience").deal(1)
    assert p.parse_move("r11+r3").text == "r3+r11"
    assert p.play("r3+r11").piles["f3"] == ("AH", "JH")
    assert p.why_not("r11-f3") == (
        "Two cards begin such a foundation together: the ace and the jack of a suit."
    )
    assert "do not begin a foundation together" in (p.why_not("r1+r2") or "")
    assert p.why_not("r1+r2+r3") == "Two cards begin a foundation together, not more."
    assert p.why_not("r1+s") == "No foundation is begun with two cards that lie on these piles."


def test_weaving_goes_on_until_a_card_fits() -> None:
    """Followed by hand: 6H, 5S, AH, 7H, 9C go under, and the 2S that 4C covered fits."""
    p = cadogan.game("leonis-own").deal(1)
    assert p.why_not("weave") == "A card of tableau pile 10 can still go to a foundation."
    for move in ("t10-f2", "t13@3-f3", "t13-f8"):
        p = p.play(move)
    after = p.play("weave")
    laid_under = {"t6": "6H", "t5": "5S", "t1": "AH", "t7": "7H", "t9": "9C", "t4": "4C"}
    assert {t: after.piles[t][0] for t in laid_under} == laid_under
    assert after.piles["t9"][-1] == "2S"
    assert after.move_texts() == ["t9-f4"]
    assert len(after.piles["r"]) == len(p.piles["r"]) - 1


def test_a_king_joins_its_pile_and_a_pile_at_home_ends_the_weaving() -> None:
    game = cadogan.game("leonis-own")
    bases = {f"f{i + 1}": f"{'AK'[i // 4]}{'CDHS'[i % 4]}" for i in range(8)}
    left = [card_text(card) for card in game.compiled.cards]
    for card in [*bases.values(), "9C", "5C", "5D", "5H", "KC"]:
        left.remove(card)
    lines = [f"{name} {card}" for name, card in bases.items()]
    p = game.parse("\n".join([*lines, "t13 9C", "t5 5C 5D", f"r [{' '.join(left)} 5H KC]"]))
    after = p.play("weave")
    assert after.piles["t13"] == ("9C", "KC"), "laid on, and another exile is drawn"
    assert after.piles["t5"] == ("5H", "5C", "5D"), "where nothing could be taken but a five"
    assert after.piles["c"] == ()


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"1 to the next tableau"', '"1 to each tableau"', "this says nothing unless the stock"),
        ("[1, 2, 6, 7, 8, 12]", "[1, 13]", "numbered 1 to 12"),
        ("turned = true", "turned = true\nlast = '1 to each tableau'\nlast_at = 3", "no other"),
    ],
)
def test_what_contradicts_dealing_in_turn_is_refused(old: str, new: str, told: str) -> None:
    text = """
name = "T"
family = "T"
decks = 2
[foundation]
piles = 8
start = "A"
build = "up in suit"
falls_on = [[1, 2, 6, 7, 8, 12], [1], [1], [1], [1], [1], [1], [1]]
[tableau]
piles = 12
deal = 0
build = "none"
take = "top card"
space = "none"
[stock]
deal = "1 to the next tableau"
turned = true
"""
    assert load_text(text, "t.toml")
    with pytest.raises(InvalidDefinitionError, match=told):
        load_text(text.replace(old, new), "t.toml")
