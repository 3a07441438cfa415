"""Tests of free exchanges of cards, foundations with two directions, and reversed rows."""

from __future__ import annotations

import random

import cadogan
from cadogan import engine
from cadogan.core.cards import card_text
from cadogan.model.position import Position
from cadogan.session.announce import describe_move
from cadogan.state.snapshot import freeze, new_state, thaw
from tests.small import small_game

# --- Poker Shuffle -------------------------------------------------------------------------------

FLUSHES = [f"{r}{s}" for s in "CDHS" for r in "A2345"] + ["6C", "7C", "8C", "9C", "TC"]


def square(cards: list[str]) -> Position:
    """Return a position of Poker Shuffle with these cards, row by row."""
    left = sorted({*map(card_text, range(52))} - {*cards})
    lines = [f"t{i} {card}" for i, card in enumerate(cards, 1)]
    return cadogan.game("poker-shuffle").parse("\n".join([*lines, f"d {' '.join(left)}"]))


def test_any_two_cards_change_places_and_two_hundred_points_win() -> None:
    # five rows of straight flushes, with two pairs of cards exchanged between rows
    cards = [*FLUSHES]
    for one, two in ((4, 24), (9, 14)):
        cards[one], cards[two] = cards[two], cards[one]
    start = square(cards)
    assert len(start.legal_moves) == 25 * 24 // 2
    assert {move.kind for move in start.legal_moves} == {"swap"}
    assert (
        describe_move(start, start.parse_move("t25=t5"))
        == "Ten of clubs and five of clubs change places"
    )
    assert start.won, "three straight flushes alone are 225"
    poor = square(random.Random(1).sample(FLUSHES, 25))
    assert not poor.won
    assert poor.play("t1=t2").piles["t1"] == poor.piles["t2"]


SWAPPED = """
decks = 2
win = "stock empty"
[tableau]
deal = 1
build = "none"
take = "none"
space = "any card"
from = ["stock"]
most = 1
exchange = true
[stock]
turned = true
to = ["tableau", "foundation"]
[foundation]
piles = 1
start = "any card"
build = "any card"
cards = 104
"""


def test_equal_cards_do_not_change_places() -> None:
    game = small_game(SWAPPED)
    rest = [card_text(c) for c in game.compiled.cards]
    for card in ("2C", "2C", "KD"):
        rest.remove(card)
    position = game.parse(f"t1 2C\nt2 2C\nt3 KD\nt4 -\ns [{' '.join(rest[1:])}] {rest[0]}")
    assert [m.text for m in position.legal_moves if m.kind == "swap"] == ["t1=t3", "t2=t3"]
    why = "It would make no difference: both cards are the two of clubs."
    assert position.why_not("t1=t2") == why
    assert position.why_not("t1=t4") == "There is no card on tableau pile 4."


# --- Windmill ------------------------------------------------------------------------------------


def test_a_king_in_the_middle_goes_down_and_the_aces_at_the_corners_up() -> None:
    game = cadogan.game("windmill-king")
    start = game.deal(1)
    assert start.piles["f1"] == ("KS",)
    order = [card_text(c) for c in game.compiled.cards]
    assert game.compiled.compiled_rules.accept.full[:5] == [52, 13, 13, 13, 13]
    order.remove("KS")
    wanted = ["QD", "AC", "2H", "JD"]
    for card in wanted:
        order.remove(card)
    p = game.deal_from(["KS", *wanted, *order])
    assert {m for m in p.move_texts() if "-f" in m} == {"r1-f1", "r2-f2"}
    p = p.play("r1-f1").play("r2-f2")
    assert {"r3-f2", "r4-f1"} <= {*p.move_texts()}


# --- Royal Parade, the last row reversed ----------------------------------------------------------


def test_a_reversal_is_taken_back_exactly() -> None:
    game = cadogan.game("royal-parade-reversed")
    p = game.deal(2)
    for _ in range(9):
        p = p.play("deal")
    R = game.compiled_rules
    S = new_state(R)
    thaw(R, S, p.snapshot)
    numbers, parts = list(S.num), list(S.part)
    engine.make(R, S, p.parse_move("reverse").code)
    assert freeze(R, S) == p.play("reverse").snapshot
    engine.unmake(R, S)
    assert (freeze(R, S), S.num[:1], S.part) == (p.snapshot, numbers[:1], parts)
