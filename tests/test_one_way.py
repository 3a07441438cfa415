"""One-way building: what sets the direction of a pile, what keeps it, and what clears it."""

from __future__ import annotations

import random

import pytest

from cadogan.solver.safe_moves import safe_moves
from tests.covering import few
from tests.hand import between, lay
from tests.small import small_game
from tests.test_contract import check_moves, check_refusals, check_texts, check_undo, played
from tests.test_engine_compiled import check_play

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
GATHERED = {"times": 2, "from": "tableau", "order": "shuffled"}
GAMES: dict[str, dict[str, dict[str, object]]] = {
    "any card": {},
    "drawn": {"tableau": {"take": "run"}, "merci": {"times": 3}},
    "then": {"tableau": {"take": "top card", "then": THEN}},
    "then one way": {
        "tableau": {"take": "block", "build": "up or down in suit", "then": ONE_WAY_THEN},
    },
    "apart": {"tableau": {"take": "top card", "apart": "base rank"}},
    "half-way": {"tableau": {"build": "up or down by 6 any suit, wrapping, one way"}},
    "sunk": {"tableau": {"take": "run", "sink": "K", "sink_way": "as exposed"}},
    "gathered": {"tableau": {"take": "run"}, "redeal": GATHERED},
    "shifted": {"shift": {"times": 2}},
}


@pytest.mark.parametrize("name", few(GAMES, 3))
def test_the_contract_holds(name: str) -> None:
    some, rng = small_game(ONE_WAY, **GAMES[name]), random.Random(name)
    check_undo(some, 1, 40, 20)
    for position in played(some, 2, 60):
        check_texts(position)
        safe_moves(position)
    check_moves(position)
    check_refusals(position, rng, thorough=False)
    check_play(some, 1, 40)


def test_two_groups_may_have_reversed_orders() -> None:
    group = {"deal": 5, "build": "up or down any suit, one way"}
    order = "A 2 3 4 5 6 7 8 9 T J Q K"
    tableau = {"a": group | {"sequence": order}, "b": group | {"sequence": order[::-1]}}
    some = small_game('[foundation]\n[stock]\ndeal = "1 to each tableau"', tableau=tableau)
    position = lay(some, "s", t1="5C | 6D", t2="7H", t5="5H | 6S", t6="7C", t7="5D")
    assert between(position, "t2 t6 t7", "t1 t5") == {"t2-t1", "t2-t5", "t6-t1", "t6-t5"}
    safe_moves(position)
