"""Rows that the player sorts by exchanging wrong cards before building on them."""

from __future__ import annotations

import cadogan
from cadogan import engine
from cadogan.cli.output import move_words
from cadogan.model.position import Position
from cadogan.session.announce import describe_move
from cadogan.session.move_order import best_first
from cadogan.state.snapshot import freeze, new_state, thaw
from tests.hand import lay
from tests.small import small_game

PARADE = cadogan.game("royal-parade")
ROWS = (
    # t1 to t8: only the first card is in the right row
    *("2C", "3D", "3H", "KS", "QC", "JS", "TD", "9H"),
    # t9 to t16: only the card on t10 is in the right row
    *("2D", "3C", "4S", "6C", "7H", "8S", "TC", "JD"),
    # t17 to t24: the first two cards are in the right row
    *("4C", "4D", "2H", "3S", "KD", "QH", "JC", "5S"),
)


def parade() -> Position:
    return lay(PARADE, "s", **{f"t{i}": card for i, card in enumerate(ROWS, 1)})


def test_two_wrong_cards_change_places_when_both_are_then_right() -> None:
    position = parade()
    swaps = [move.text for move in position.legal_moves if move.kind == "swap"]
    # twos belong in the first row, threes in the second, fours in the third
    assert swaps == ["t2=t9", "t3=t9", "t11=t20"]
    after = position.play("t9=t2")
    assert (after.piles["t2"], after.piles["t9"]) == (("2D",), ("3D",))
    assert PARADE.parse(str(after)) == after
    assert [move.text for move in after.legal_moves if move.kind == "swap"] == ["t11=t20"]
    assert describe_move(position, position.parse_move("t2=t9")) == (
        "Three of diamonds and two of diamonds change places"
    )
    assert move_words(position, position.parse_move(" T9=t2 ")) == "3D and 2D change places"
    assert best_first(position)[0].kind == "swap"


def test_an_exchange_is_taken_back_exactly() -> None:
    position = parade()
    R = PARADE.compiled_rules
    S = new_state(R)
    thaw(R, S, position.snapshot)
    numbers, parts = list(S.num), list(S.part)
    for move in position.legal_moves:
        engine.make(R, S, move.code)
        assert freeze(R, S) == position.play(move.text).snapshot
        engine.unmake(R, S)
        assert (freeze(R, S), S.num[:1], S.part) == (position.snapshot, numbers[:1], parts)


def test_wrong_cards_may_only_leave() -> None:
    rules = """
    win = "stock empty"
    [tableau]
    deal = 1
    build = "up in suit"
    space = "2"
    wrong = "may leave"
    [stock]
    deal = "1 to each tableau"
    """
    game = small_game(rules)
    position = lay(game, "s", t1="2C", t2="KD", t3="3C", t4="4C")
    assert position.move_texts() == ["t3-t1", "deal"]
    assert "places" not in game.rules()


def test_cards_change_places_freely_in_a_game_without_another_special_rule() -> None:
    rules = """
    [foundation]
    [tableau]
    piles = 13
    deal = 1
    most = 1
    exchange = true
    build = "none"
    [stock]
    [waste]
    """
    game = small_game(rules)
    swaps = [move for move in game.deal(1).legal_moves if move.kind == "swap"]
    assert len(swaps) == 13 * 12 / 2
