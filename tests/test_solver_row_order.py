"""Rows that take a suit in any order: cards that are safe to play, and rows that stay unfilled."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

import cadogan
from cadogan.core.cards import rank_of, suit_of
from cadogan.model.position import Game, Position
from cadogan.solver.analysis import analysis
from cadogan.solver.facts import Analysis
from cadogan.solver.portfolio import solve
from cadogan.solver.prunings import row_order
from cadogan.solver.safe_moves import safe_moves
from cadogan.state.compiled import CompiledRules
from cadogan.state.snapshot import freeze
from cadogan.state.state import State
from tests.careful import safe_moves_slowly
from tests.covering import few
from tests.hand import lay
from tests.plays import compare
from tests.tiny import made


def unfilled_slowly(position: Position) -> bool:
    """Return whether no order of the suits fills all rows, with all stock and waste available."""
    piles = {name: [*pile] for name, pile in zip(
        position.game.pile_names, position.snapshot.piles, strict=True
    )}  # fmt: skip
    begun = [piles[f"f{i}"] for i in range(1, 5)]
    hand = {*piles["s"], *piles["w"]}
    base = rank_of(position.snapshot.base - 1)

    def filled(order: tuple[int, ...]) -> bool:
        shown = [{rank_of(card) for card in pile} for pile in begun]
        stacks = [[*piles[f"r{i}"]] for i in range(1, 5)]
        left = {*hand}
        while True:
            open_now = left | {stack[-1] for stack in stacks if stack}
            up = [
                (card, f)
                for card in open_now
                for f in range(4)
                if suit_of(card) == order[f]
                and (shown[f] or rank_of(card) == base)
                and (f == 0 or rank_of(card) in shown[f - 1])
            ]
            if not up:
                return not open_now
            for card, f in up:
                shown[f].add(rank_of(card))
                left.discard(card)
                stacks = [s[:-1] if s and s[-1] == card else s for s in stacks]

    return not any(
        filled(order)
        for order in permutations(range(4))
        if all(suit_of(pile[0]) == suit for pile, suit in zip(begun, order, strict=True) if pile)
    )


@pytest.mark.parametrize("game_id", few(["osmosis", "osmosis-draw-1"], 1))
def test_the_fast_test_agrees_with_the_plain_one(game_id: str) -> None:
    game = cadogan.game(game_id)

    def slow(R: CompiledRules, S: State, A: Analysis) -> bool:
        assert A.safe.rows == 2
        return unfilled_slowly(Position(game, freeze(R, S)))

    answers = compare(game, row_order.cannot_be_filled, slow, range(1, 13), every=9)
    assert min(answers[True], answers[False]) > 3


def test_a_card_goes_up_at_once_only_to_a_row_already_begun() -> None:
    p = lay("osmosis", "s", f1="5H KH 2H", f2="5S", w="KD", r1="2S", r2="5C", r3="QH", r4="KS")
    assert safe_moves(p) == ["r1-f2", "r3-f1", "r4-f2"]
    assert "r2-f3" in p.move_texts()  # the player must choose between clubs and diamonds


@pytest.mark.parametrize(
    "key",
    [
        {"deal": 0, "start": "A", "ends": "K"},
        {"deal": 0, "start": "A", "piles": 5},
        {"deal": 0, "start": "A", "awaits": "reserve"},
        {"deal": 0},  # no card is dealt, so the first card played is the base card
    ],
)
def test_other_foundations_are_not_such_rows(key: dict[str, Any]) -> None:
    assert analysis.analyse(cadogan.game("osmosis")).safe.rows == 2
    assert analysis.analyse(Game(made("rows", "osmosis", {"foundation": key}))).safe.rows == 0


def test_beginning_a_row_is_never_safe() -> None:
    """The two of spades is not safe if every row except the first begins with a two."""
    starts = ["AS", "2", "2", "2"]
    key = {"deal": 0, "start": starts, "placed": ["AS"], "limited_by": ""}
    p = lay(Game(made("rows", "osmosis", {"foundation": key})), "s", f1="AS", r1="2S", r2="3S")
    assert {"r1-f1", "r1-f2", "r2-f1"} <= {*p.move_texts()}
    assert safe_moves(p) == safe_moves_slowly(p) == ["r1-f1", "r2-f1"]


def test_waste_cards_go_up_at_once_where_cards_are_turned_singly() -> None:
    piles = {"f1": "5H KH 2H", "f2": "5S", "w": "KS", "r1": "2S"}
    assert safe_moves(lay("osmosis-draw-1", "s", **piles)) == ["r1-f2", "w-f2"]
    assert safe_moves(lay("osmosis", "s", **piles)) == ["r1-f2"]


def test_a_deal_with_rows_that_cannot_be_filled_is_lost_soon() -> None:
    deals = (cadogan.game("osmosis").deal(number) for number in range(1, 200))
    position = next(deal for deal in deals if unfilled_slowly(deal))
    verdict = solve(position, nodes=1000)
    assert (verdict.result, verdict.nodes < 100) == ("lost", True)
    assert solve(position, nodes=1000, without=("dead", "safe")).result != "won"
