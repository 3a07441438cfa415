"""Jokers, which fit every card, and the rules that cannot be combined with them."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

import cadogan
from cadogan.core.cards import CARDS, JOKER, card_text, parse_card, parse_cards
from cadogan.core.errors import InvalidPositionError
from cadogan.i18n import in_language
from cadogan.i18n.grammar import card_name
from cadogan.model.formats import write_board, write_solvitaire
from cadogan.model.position import Position
from cadogan.solver.analysis.analysis import SWITCHES, analyse
from cadogan.solver.portfolio import solve
from cadogan.text.rules_page import rules_page
from tests.brute import decide
from tests.covering import few
from tests.hand import lay
from tests.small import small_game

RULES = """
jokers = 2
ranks = "A 2 3 4 5"
win = "tableau empty"
[tableau]
deal = 3
build = "none"
[foundation]
piles = 1
start = "any card"
deal = 1
build = "up or down any suit"
cards = 22
[stock]
deal = "1 to each foundation"
"""


def at(**piles: str) -> Position:
    """Return a position in Thieves with the given piles; all other cards are in the stock."""
    return lay("thieves", "s", **piles)


def test_a_joker_is_parsed_and_printed() -> None:
    assert card_text(JOKER) == "Jo"
    assert {*map(parse_card, ("Jo", "jo", "JO", "*"))} == {JOKER}
    assert parse_cards("JSJo JC") == [parse_card("JS"), JOKER, parse_card("JC")]
    assert JOKER > CARDS, "the number after the cards stands for no card"
    assert str(card_name(JOKER)) == "joker"
    with in_language("de"):
        assert f"{card_name(JOKER):den}" == "den Joker"


def test_thieves_has_two_jokers() -> None:
    cards = [card_text(c) for c in cadogan.game("thieves").compiled.cards]
    assert (len(cards), len({*cards}), cards.count("Jo")) == (54, 53, 2)


@pytest.mark.parametrize("card", ["AS", "7H", "QC", "KD", "Jo"])
def test_a_joker_fits_everything(card: str) -> None:
    assert at(f=card, t1="Jo").why_not("t1-f") is None, "a joker goes on any card"
    assert at(f="Jo", t1=card).why_not("t1-f") is None, "any card goes on a joker"


def test_a_position_with_jokers_is_copied_and_pasted() -> None:
    game = cadogan.game("thieves")
    for deal in range(1, 20):
        position = game.deal(deal)
        assert game.parse(position.to_line()) == position == game.parse(str(position))
        assert game.parse(position.to_line().replace("Jo", "*").lower()) == position
    with pytest.raises(InvalidPositionError, match=r"these cards are missing: Jo\b"):
        game.parse(re.sub(r"Jo", "", game.deal(1).to_line(), count=1))
    with pytest.raises(InvalidPositionError, match=r"too often: Jo\b"):
        cadogan.game("golf").parse(game.deal(1).to_line())


@pytest.mark.parametrize("write", [write_board, write_solvitaire])
def test_other_programs_have_no_jokers(write: Callable[[Position], str]) -> None:
    with pytest.raises(InvalidPositionError, match="has no jokers"):
        write(cadogan.game("thieves").deal(1))


def _followed(position: Position, line: tuple[str, ...]) -> Position:
    for move in line:
        position = position.play(move)
    return position


@pytest.mark.parametrize("first", few(range(1, 6), 1))
def test_the_solver_agrees_with_brute_force(first: int) -> None:
    game = small_game(RULES, foundation={"build": "up any suit"})
    results = set()
    for deal in range(first, 21, 5):
        start = game.deal(deal)
        won = decide(start)
        if won is None:
            continue  # too many positions for brute force
        for without in ((), SWITCHES):
            verdict = solve(start, without=without)
            assert verdict.result == ("won" if won else "lost"), (deal, without)
            assert not won or _followed(start, verdict.line).won
        results.add(won)
    assert results == {True, False}


def test_prunings_about_cards_are_off_with_jokers() -> None:
    for game in (cadogan.game("thieves"), small_game(RULES, win="all on foundations")):
        A = analyse(game)
        assert not any(
            (
                A.safe.used,
                A.relaxation.used,
                A.dominance.settles,
                A.dominance.gathers,
                *A.dominance.rests,
                *A.dominance.parents,
            )
        )


def test_jokers_may_be_gathered_on_foundations() -> None:
    game = small_game(RULES, win="all on foundations")
    position = game.deal(1)
    while position.move_texts():
        position = position.play(position.move_texts()[0])
    assert position.over


def test_empty_piles_and_changing_rules_without_ranks_allow_jokers() -> None:
    then = {"when": "stock empty", "build": "any card"}
    game = small_game(RULES, tableau={"space": "any card", "fill": ["stock"], "then": then})
    tableau = "t1 Jo\nt2 AC 2C 3C\nt3 4C 5C AD\nt4 2D 3D 4D\n"
    rest = "AH 2H 3H 4H 5H AS 2S 3S 4S 5S Jo"
    filled = game.parse(f"{tableau}f 5D\ns [{rest}]").play("t1-f")
    assert filled.piles["t1"] == ("Jo",), "the next card of the stock fills the space"
    assert filled.why_not("t2-t1") is not None
    assert game.parse(f"{tableau}f 5D {rest}\ns -").why_not("t2-t1") is None


def test_the_rules_page_explains_jokers() -> None:
    rules = small_game(RULES).compiled
    told = "A joker fits everything: it may be laid on any card, and any card on it."
    assert "One pack of 20 cards and two jokers. " in rules_page(rules)
    assert told in rules_page(rules)
    plain = small_game(RULES, jokers=0, foundation={"cards": 20})
    assert "joker" not in rules_page(plain.compiled)
    with in_language("de"):
        assert "Ein Spiel zu 20 Karten und zwei Joker. " in rules_page(rules)
