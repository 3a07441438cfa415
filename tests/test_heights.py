"""Piles that define the runs on them by their own build, and piles with a card limit."""

from __future__ import annotations

import random

import pytest

from cadogan.solver.portfolio import solve
from cadogan.solver.safe_moves import safe_moves
from tests.covering import few
from tests.small import small_game
from tests.test_contract import check_moves, check_refusals, check_texts, check_undo, played
from tests.test_engine_compiled import check_play

RULES = """
[foundation]
[tableau]
piles = 8
deal = 3
take = "run"
space = "any card"
[reserve]
piles = 2
deal = 4
[stock]
deal = "1 to each tableau"
"""
GATHERED = {"times": 3, "from": "tableau", "order": "first pile first"}
GAMES: dict[str, dict[str, dict[str, object]]] = {
    "two ways": {"tableau": {"build": ["down in suit"] * 4 + ["up any suit"] * 4}},
    "then": {"tableau": {"then": {"when": "stock empty", "build": "up in suit"}}},
    "apart": {"tableau": {"apart": "base rank"}},
    "most": {"tableau": {"most": 4}},
    "most in rows": {
        "tableau": {"most": 5},
        "stock": {"deal": "2 to each tableau", "order": "rows"},
    },
    "last": {
        "tableau": {"most": 4},
        "reserve": {"most": 5},
        "stock": {"last": "3 to each reserve", "last_at": 12},
    },
    "gathered": {"tableau": {"most": 6}, "redeal": GATHERED},
}


@pytest.mark.parametrize("name", few(GAMES, 3))
def test_the_contract_holds(name: str) -> None:
    game, rng = small_game(RULES, **GAMES[name]), random.Random(name)
    check_undo(game, 1, 40, 20)
    for position in played(game, 2, 60):
        check_texts(position)
        safe_moves(position)
    check_moves(position)
    check_refusals(position, rng, thorough=False)
    check_play(game, 1, 60)
    assert solve(game.deal(1), nodes=5000).result in {"won", "lost", "unknown"}
