"""Cards in sequence slide among their equals: what is looked at stands for all that can be done."""

from __future__ import annotations

import pytest

import cadogan
from cadogan import engine
from cadogan.board import MOST_MOVES, freeze, new_state, thaw
from cadogan.position import Game, Position
from cadogan.solver.guide import SWITCHES, guide, searched_tables
from cadogan.solver.kernel import known, steps
from cadogan.state import LOG
from tests.tiny import NAMES, load

SLIDING = [name for name in NAMES if guide(load(name)).slides]
WITHOUT = tuple({*SWITCHES} - {"slide", "symmetry"})


def every(position: Position, most: int) -> tuple[set[int], int] | None:
    """Return the classes of all positions within reach, and how many these are."""
    game = position.game
    T, G = searched_tables(game.tables), guide(game, without=WITHOUT)
    S = new_state(T)
    seen = {position.snapshot}
    todo = [position.snapshot]
    classes = set()
    while todo:
        snapshot = todo.pop()
        thaw(T, S, snapshot)
        classes.add(known.know(T, S, G, 0))
        out = [0] * MOST_MOVES
        for move in out[: engine.generate(T, S, out)]:
            S.num[LOG] = 0
            engine.make(T, S, move)
            after = freeze(T, S)
            if after not in seen:
                seen.add(after)
                todo.append(after)
            steps.retreat(T, S, 0)
        if len(seen) > most:
            return None
    return classes, len(seen)


def stepped(position: Position) -> set[int]:
    """Return the classes that steps lead to, each looked at once."""
    game: Game = position.game
    T, G = searched_tables(game.tables), guide(game, without=WITHOUT)
    S = new_state(T)
    thaw(T, S, position.snapshot)
    seen = {known.know(T, S, G, 0)}
    todo = [position.snapshot]
    while todo:
        snapshot = todo.pop()
        thaw(T, S, snapshot)
        out = [0] * MOST_MOVES
        for step in out[: steps.steps(T, S, G, out)]:
            S.num[LOG] = 0
            steps.advance(T, S, G, step)
            key = known.know(T, S, G, 0)
            if key not in seen:
                seen.add(key)
                todo.append(freeze(T, S))
            steps.retreat(T, S, 0)
    return seen


@pytest.mark.parametrize("name", SLIDING)
def test_steps_lead_to_every_class_of_positions_and_to_no_other(name: str) -> None:
    """From one position of each class, held to all positions that moves lead to."""
    game = load(name)
    looked = positions = 0
    for deal in range(1, 40):
        found = every(game.deal(deal), 600)
        if found is None:
            continue
        classes, count = found
        assert stepped(game.deal(deal)) == classes, f"{name}, deal {deal}"
        looked += len(classes)
        positions += count
        if looked > 400:
            break
    assert positions > looked > 50


def test_it_is_the_same_on_which_of_two_cards_a_loose_one_lies() -> None:
    """... while one of them is open; with none open it is not."""
    game = cadogan.game("good-measure")
    T, G = game.tables, guide(game)
    S = new_state(T)

    up = [f"A{suit}2{suit}3{suit}4{suit}5{suit}" for suit in "CDHS"]
    rest = "QC8C", "QH9H8H", "QS9S8S", "JCJDTC", "JHJSTDTHTS"

    def classes(*boards: str) -> int:
        seen = set()
        for board in boards:
            position = game.read("/".join([*up, *board.split(), *rest]))
            thaw(T, S, position.snapshot)
            known.know(T, S, G, 0)
            seen.add((G.keys[0], G.checks[0]))
        return len(seen)

    one = "KC7C6C KD7D KH9C7H6D KS9D7S6H QD8D6S"
    slid = "KC7C KD7D6C KH9C7H6D KS9D7S6H QD8D6S"
    turned = "KC7C KD7D6H KH9C7H6C KS9D7S6D QD8D6S"
    assert classes(one, slid, turned) == 1
    assert classes(one, "KC7C6C KD7D KH9D7H6D KS9C7S6H QD8D6S") == 2
    assert (
        classes("KC7C6C KD7D6S KH9C7H6D KS9D7S6H QD8D", "KC7C6S KD7D6C KH9C7H6D KS9D7S6H QD8D") == 2
    )


def test_cards_slide_where_one_class_lies_on_the_next() -> None:
    slides = {name: guide(cadogan.game(name)).slides for name in STANDING}
    assert slides == STANDING


STANDING = {
    "good-measure": 1,
    "bakers-dozen": 1,
    "good-measure-worrying-back": 0,  # foundations give cards back
    "bakers-dozen-closed": 0,  # cards lie face down
    "portuguese-solitaire": 0,  # kings go into spaces
    "la-belle-lucie": 0,  # one card alone lies on another
    "bisley": 0,  # up or down: a card lies on two that do not take the same
    "freecell": 0,  # there are cells
    "klondike": 0,  # runs are moved
}
