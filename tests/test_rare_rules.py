"""Rare rules of piles, in small games that keep the contract of the games in the catalogue."""

from __future__ import annotations

import random

import pytest

from cadogan.solver.portfolio import solve
from cadogan.solver.safe_moves import safe_moves
from tests.covering import few
from tests.hand import between, lay
from tests.small import small_game
from tests.test_contract import check_moves, check_refusals, check_texts, check_undo, played
from tests.test_engine_compiled import check_play

Changes = dict[str, dict[str, object]]

# piles that define the runs on them by their own build, and piles with a card limit
HIGH = """
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
HIGH_GAMES: dict[str, Changes] = {
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
# what sets the direction of a pile, what keeps it, and what clears it
ONE_WAY = """
[foundation]
[tableau]
piles = 10
deal = 4
build = "up or down any suit, one way"
take = "any card"
space = "any card"
[stock]
deal = "1 to each tableau"
"""
THEN = {"when": "stock empty", "build": "down any suit"}
ONE_WAY_THEN = {"when": "stock empty", "build": "up or down in suit, one way"}
ONE_WAY_GAMES: dict[str, Changes] = {
    "any card": {},
    "drawn": {"tableau": {"take": "run"}, "merci": {"times": 3}},
    "then": {"tableau": {"take": "top card", "then": THEN}},
    "then one way": {
        "tableau": {"take": "block", "build": "up or down in suit", "then": ONE_WAY_THEN},
    },
    "apart": {"tableau": {"take": "top card", "apart": "base rank"}},
    "half-way": {"tableau": {"build": "up or down by 6 any suit, wrapping, one way"}},
    "sunk": {"tableau": {"take": "run", "sink": "K", "sink_way": "as exposed"}},
    "gathered": {"tableau": {"take": "run"}, "redeal": GATHERED | {"order": "shuffled"}},
    "shifted": {"shift": {"times": 2}},
}


GAMES = {f"high, {name}": (HIGH, changes) for name, changes in HIGH_GAMES.items()}
GAMES |= {f"one way, {name}": (ONE_WAY, changes) for name, changes in ONE_WAY_GAMES.items()}


@pytest.mark.parametrize("name", few(GAMES, 6))
def test_the_contract_holds(name: str) -> None:
    rules, changes = GAMES[name]
    game, rng = small_game(rules, **changes), random.Random(name)
    check_undo(game, 1, 40, 20)
    for position in played(game, 2, 60):
        check_texts(position)
        safe_moves(position)
    check_moves(position)
    check_refusals(position, rng, thorough=False)
    check_play(game, 1, 60)
    assert solve(game.deal(1), nodes=5000).result in {"won", "lost", "unknown"}


def test_two_groups_may_have_reversed_orders() -> None:
    group = {"deal": 5, "build": "up or down any suit, one way"}
    order = "A 2 3 4 5 6 7 8 9 T J Q K"
    tableau = {"a": group | {"sequence": order}, "b": group | {"sequence": order[::-1]}}
    some = small_game('[foundation]\n[stock]\ndeal = "1 to each tableau"', tableau=tableau)
    position = lay(some, "s", t1="5C | 6D", t2="7H", t5="5H | 6S", t6="7C", t7="5D")
    assert between(position, "t2 t6 t7", "t1 t5") == {"t2-t1", "t2-t5", "t6-t1", "t6-t5"}
    safe_moves(position)
