"""One-way building: what sets the direction of a pile, what keeps it, and what clears it."""

from __future__ import annotations

import random

import pytest

from cadogan.model.position import Game
from cadogan.rules.loading import load_text
from cadogan.solver.safe_moves import safe_moves
from tests.covering import few
from tests.hand import between, lay
from tests.test_contract import check_moves, check_refusals, check_texts, check_undo, played
from tests.test_engine_compiled import check_play


def game(tableau: str = "", more: str = "") -> Game:
    """Return a game of ten one-way piles, with other tableau keys if given."""
    keys = {
        "build": '"up or down any suit, one way"',
        "take": '"any card"',
        "space": '"any card"',
    }
    changed = dict(line.split(" = ", 1) for line in tableau.splitlines())
    text = "\n".join(f"{key} = {value}" for key, value in {**keys, **changed}.items())
    return Game(
        load_text(
            f"""
name = "One way"
family = "Tests"
decks = 1
[foundation]
piles = 4
start = "A"
build = "up in suit"
[tableau]
piles = 10
deal = 4
{text}
[stock]
deal = "1 to each tableau"
{more}
""",
            "one-way.toml",
        )["one-way"]
    )


THEN = 'then = { when = "stock empty", build = "down any suit" }'
ONE_WAY_THEN = 'then = { when = "stock empty", build = "up or down in suit, one way" }'
GAMES = {
    "any card": ("",),
    "drawn": ('take = "run"', "[merci]\ntimes = 3"),
    "then": (f'take = "top card"\n{THEN}',),
    "then one way": (f'take = "block"\nbuild = "up or down in suit"\n{ONE_WAY_THEN}',),
    "apart": ('take = "top card"\napart = "base rank"',),
    "half-way": ('build = "up or down by 6 any suit, wrapping, one way"',),
    "sunk": ('take = "run"\nsink = "K"\nsink_way = "as exposed"',),
    "gathered": ('take = "run"', '[redeal]\ntimes = 2\nfrom = "tableau"\norder = "shuffled"'),
    "shifted": ("", "[shift]\ntimes = 2"),
}


@pytest.mark.parametrize("name", few(GAMES, 3))
def test_the_contract_holds(name: str) -> None:
    some, rng = game(*GAMES[name]), random.Random(name)
    check_undo(some, 1, 40, 20)
    for position in played(some, 2, 60):
        check_texts(position)
        safe_moves(position)
    check_moves(position)
    check_refusals(position, rng, thorough=False)
    check_play(some, 1, 40)


def test_two_groups_may_have_reversed_orders() -> None:
    order = "A 2 3 4 5 6 7 8 9 T J Q K"
    group = """
[tableau.{name}]
piles = 4
deal = 5
build = "up or down any suit, one way"
sequence = "{order}"
take = "top card"
space = "none"
"""
    text = f"""
name = "Two"
family = "Tests"
decks = 1
[foundation]
piles = 4
start = "A"
build = "up in suit"
{group.format(name="a", order=order)}
{group.format(name="b", order=" ".join(reversed(order.split())))}
[stock]
deal = "1 to each tableau"
"""
    some = Game(load_text(text, "two.toml")["two"])
    position = lay(some, "s", t1="5C | 6D", t2="7H", t5="5H | 6S", t6="7C", t7="5D")
    assert between(position, "t2 t6 t7", "t1 t5") == {"t2-t1", "t2-t5", "t6-t1", "t6-t5"}
    safe_moves(position)
