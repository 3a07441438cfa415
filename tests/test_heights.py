"""Piles that define the runs on them by their own build, and piles with a card limit."""

from __future__ import annotations

import random

import pytest

from cadogan.model.position import Game
from cadogan.rules.loading import load_text
from cadogan.solver.portfolio import solve
from cadogan.solver.safe_moves import safe_moves
from tests.covering import few
from tests.test_contract import check_moves, check_refusals, check_texts, check_undo, played
from tests.test_engine_compiled import check_play

TEXT = """
name = "High"
family = "Tests"
decks = 1
[foundation]
piles = 4
start = "A"
build = "up in suit"
[tableau]
piles = 8
take = "run"
space = "any card"
{tableau}
[reserve]
piles = 2
deal = 4
{reserve}
[stock]
{stock}
{more}
"""


def high(tableau: str = "", reserve: str = "", stock: str = "", more: str = "") -> Game:
    usual = {"deal": "3", "build": '"down any suit"'}
    keys = {**usual, **dict(line.split(" = ", 1) for line in tableau.splitlines())}
    tableau = "\n".join(f"{key} = {value}" for key, value in keys.items())
    stock = stock or 'deal = "1 to each tableau"'
    text = TEXT.format(tableau=tableau, reserve=reserve, stock=stock, more=more)
    return Game(load_text(text, "high.toml")["high"])


TWO_WAYS = f"build = {['down in suit'] * 4 + ['up any suit'] * 4}".replace("'", '"')
THEN = 'then = { when = "stock empty", build = "up in suit" }'
GATHERED = '[redeal]\ntimes = 3\nfrom = "tableau"\norder = "first pile first"'
GAMES = {
    "two ways": {"tableau": TWO_WAYS},
    "then": {"tableau": THEN},
    "apart": {"tableau": 'apart = "base rank"'},
    "most": {"tableau": "most = 4"},
    "most in rows": {
        "tableau": "most = 5",
        "stock": 'deal = "2 to each tableau"\norder = "rows"',
    },
    "last": {
        "tableau": "most = 4",
        "reserve": "most = 5",
        "stock": 'deal = "1 to each tableau"\nlast = "3 to each reserve"\nlast_at = 12',
    },
    "gathered": {"tableau": "most = 6", "more": GATHERED},
}


@pytest.mark.parametrize("name", few(GAMES, 3))
def test_the_contract_holds(name: str) -> None:
    game, rng = high(**GAMES[name]), random.Random(name)
    check_undo(game, 1, 40, 20)
    for position in played(game, 2, 60):
        check_texts(position)
        safe_moves(position)
    check_moves(position)
    check_refusals(position, rng, thorough=False)
    check_play(game, 1, 60)
    assert solve(game.deal(1), nodes=5000).result in {"won", "lost", "unknown"}
