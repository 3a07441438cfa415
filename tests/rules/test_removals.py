"""Hand-made positions for the rules that books tell differently: pyramids, peaks and holes."""

from __future__ import annotations

import cadogan
from cadogan.core.cards import card_text, pack
from cadogan.model.position import Game, Position


def at(game_id: str | Game, last: str, **piles: str) -> Position:
    """Return a position with some piles, all other cards on the pile ``last``."""
    game = cadogan.game(game_id) if isinstance(game_id, str) else game_id
    left = [card_text(card) for card in pack(game.definition.decks, game.compiled.ranks)]
    for text in piles.values():
        for card in text.strip("[]-").split():
            left.remove(card)
    rest = " ".join(left)
    hidden = last == "s" and not game.definition.of_kind("stock")[0].turned
    lines = [f"{name} {text}" for name, text in piles.items()]
    return game.parse("\n".join([*lines, f"{last} {f'[{rest}]' if hidden else rest}"]))


def test_a_card_and_the_one_that_covers_it_stay() -> None:
    """Of two cards that add up to thirteen one lies on the other: they do not leave together."""
    position = at("pyramid", "s", t1="6C", t2="7D")
    assert position.why_not("t1+t2") == "Cards of other piles lie on tableau pile 1."
    other = at("pyramid", "s", t4="6C", t5="7D")
    assert other.parse_move("t4+t5").removed == ("t4", "t5")


def test_a_card_may_leave_with_the_only_one_on_it() -> None:
    position = at("pyramid-covered", "s", t1="6C", t2="7D")
    assert position.parse_move("t1+t2").removed == ("t1", "t2")
    both = at("pyramid-covered", "s", t1="6C", t2="7D", t3="7S")
    assert both.why_not("t1+t2") == "Cards of other piles lie on tableau pile 1."
    others = at("pyramid-covered", "s", t1="6C", t2="8D")
    assert others.why_not("t1+t2") == (
        "The six of clubs and the eight of diamonds do not leave play together: two cards that add"
        " up to thirteen or a king by itself may."
    )
    deeper = at("pyramid-covered", "s", t1="6C", t2="7D", t4="AS")
    assert deeper.why_not("t1+t2") == "Cards of other piles lie on tableau pile 2."
    closed = at(cadogan.game("pyramid", covers="yes", faces="down"), "s", t1="[6C]", t2="7D")
    assert closed.why_not("t1+t2") == "The cards on tableau pile 1 lie face down."


def test_a_card_is_laid_by_in_the_cell() -> None:
    position = at("par-pyramid", "d", t4="6C", t5="9D", w="7D KS", c="-")
    assert {"t4-c", "t5-c", "w-c", "w-d"} <= {*position.move_texts()}
    by = position.play("w-d").play("w-c")
    assert by.parse_move("t4+c").removed == ("t4", "c")
    assert by.parse_move("t4-c").text == "t4+c"
    assert by.why_not("t5-c") == (
        "The nine of diamonds and the seven of diamonds do not leave play together: two cards that"
        " add up to thirteen or a king by itself may."
    )
    assert at("par-pyramid", "d", s="6C", w="7D").why_not("s-c") == (
        "There is no card on the cell."
    )


def test_both_ends_of_the_waste_leave() -> None:
    position = at("treize", "d", t1="8H", w="5C 2C 3C KD", s="8S")
    assert {"t1+w@4", "w@4+s", "w-d"} <= {*position.move_texts()}
    assert position.play("t1+w@4").piles["w"] == ("2C", "3C", "KD")
    assert position.parse_move("w@4+t1").spots == (("t1", 1), ("w", 4))
    assert position.why_not("t1+w@3") == (
        "Only the top card and the bottom card of the waste may be taken."
    )
    assert position.why_not("t1+w@5") == "There are only four cards on the waste."
    assert position.why_not("t1@2+w") == "There is only one card on tableau pile 1."
    assert position.why_not("w@4-d") == (
        "The five of clubs does not leave play by itself: two cards that add up to thirteen or a"
        " king by itself may."
    )
    ends = at("treize", "d", w="QC KH AD")
    assert ends.play("w+w@3").piles["w"] == ("KH",)
    king = at("treize", "d", w="KC 2H 3D")
    assert king.play("w@3-d").piles["w"] == ("2H", "3D")
    assert at("pyramid", "d", t1="8H", w="5C 2C").why_not("t1+w@2") == (
        "Only the top card of the waste may leave play."
    )


def test_the_open_card_of_the_stock_leaves_with_that_of_the_waste() -> None:
    position = at("pyramid", "d", s="2C 6C", w="7D")
    assert {"s-w", "w+s"} <= {*position.move_texts()}
    assert at("pyramid", "d", s="KC", w="7D").parse_move("s-d").removed == ("s",)


def test_of_each_suit_one_card_is_left() -> None:
    p = at("suits-up", "d", t1="2C", t2="3C 4C", t3="5D")
    assert p.parse_move("t1+t2").removed == ("t1", "t2")
    assert p.why_not("t1+t3") == (
        "The two of clubs and the five of diamonds do not leave play together: two cards of one"
        " suit may."
    )
    assert not p.won
    assert p.play("t1+t2").won, "the three of clubs and the five of diamonds are left"
