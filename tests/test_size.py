"""Size limits: the loader refuses games that are too large, and all others can be played."""

from __future__ import annotations

from itertools import pairwise

import pytest

from cadogan import engine
from cadogan.core.errors import InvalidDefinitionError
from cadogan.kernels import kernel
from cadogan.model.position import Game
from cadogan.solver.analysis.analysis import analyse
from cadogan.solver.portfolio import solve
from cadogan.solver.search.steps import steps
from cadogan.state.codes import MoveKind, Num
from cadogan.state.snapshot import MOST_MOVES, most_moves, new_state, thaw
from cadogan.state.state import encode
from tests.small import small_game
from tests.test_engine_compiled import check_play

ANY_CARD = """
decks = 4
[foundation]
piles = 16
[tableau]
piles = 40
deal = 5
build = "any card"
take = "any card"
space = "any card"
[stock]
deal = "1 to each tableau"
"""
ROUND = """
decks = 3
[foundation]
piles = 12
[tableau]
piles = 40
deal = 0
build = "none"
space = "any card"
[waste]
[stock]
[redeal]
times = "unlimited"
"""
MERCY = """
decks = 3
[foundation]
piles = 12
[tableau]
piles = 39
deal = 4
build = "any card"
take = "block"
space = "any card"
[merci]
times = 3
"""
FED = """
decks = 2
[foundation]
piles = 8
[tableau]
piles = 8
deal = 1
build = "down in suit"
fill = ["reserve"]
[reserve]
piles = 20
deal = 4
[waste]
[stock]
"""
ROWS = """
decks = 4
[foundation]
piles = 16
[tableau]
piles = 40
deal = 0
build = "up or down any suit, one way"
[stock]
deal = "6 to each tableau"
order = "rows"
"""


def test_the_game_with_the_most_moves() -> None:
    position = small_game(ANY_CARD).deal(1)
    equal_beside = sum(
        a == b for cards in position.snapshot.piles[16:56] for a, b in pairwise(cards)
    )
    aces = sum(c % 13 == 0 for cards in position.snapshot.piles[16:56] for c in cards)
    moves = position.move_texts()
    among = [m for m in moves if m[0] == "t" and "-t" in m]
    assert len(among) == (200 - equal_beside) * 39 > 4096
    assert len(moves) - len(among) <= 1 + 4 * aces


@pytest.mark.parametrize("text", [ANY_CARD, ROUND, MERCY, FED, ROWS])
def test_both_engines_play_large_games_alike(text: str) -> None:
    game = small_game(text)
    assert most_moves(game.compiled_rules) <= MOST_MOVES
    check_play(game, 1, 12)


def test_every_stock_card_can_go_into_every_space() -> None:
    game = small_game(ROUND)
    position = game.deal(1)
    R = game.compiled_rules
    S = new_state(R)
    thaw(R, S, position.snapshot)
    out = [0] * most_moves(R)
    n = steps(R, S, analyse(game), out)
    assert n >= 156 * 40 > 4096
    assert len({*out[:n]}) == n


@pytest.mark.parametrize("text", [ANY_CARD, ROUND, MERCY, FED])
def test_large_games_can_be_searched(text: str) -> None:
    assert solve(small_game(text).deal(1), nodes=30_000).result in {"won", "unknown"}


def test_the_log_has_room_for_a_deal_of_four_packs() -> None:
    game = small_game(ROWS)
    R = game.compiled_rules
    S = new_state(R)
    thaw(R, S, game.deal(1).snapshot)
    engine.make(R, S, encode(MoveKind.DEAL, R.stock.pile, 0, 0))
    assert S.num[Num.LOG] <= 8192
    assert sum(S.height[R.tableau_first : R.tableau_end]) == 208


def test_a_pile_is_filled_from_the_last_of_twenty_reserves() -> None:
    game = small_game(FED)
    kernel("special").record(game.compiled_rules)
    lines = [f"r{i} -" for i in range(1, 20)] + ["r20 5C", "t1 AC"]
    rest = [c for c in sorted(game.compiled.cards) if c not in (0, 4)] + [0, 4]
    text = " ".join("A23456789TJQK"[c % 13] + "CDHS"[c // 13] for c in rest)
    position = game.parse("\n".join([*lines, f"s [{text}]"]))
    assert position.play("t1-f1").piles["t1"] == ("5C",)


def named(*piles: int) -> Game:
    """Return a game with these numbers of piles in its reserves."""
    reserve = {f"g{i}": {"piles": n, "deal": 1} for i, n in enumerate(piles)}
    rules = "decks = 2\n[foundation]\npiles = 8\n[stock]\nturned = true"
    return small_game(rules, reserve=reserve)


def test_the_loader_limits_piles_and_groups() -> None:
    for sizes in ((40, 15), [1] * 14):
        kernel("special").record(named(*sizes).compiled_rules)
    with pytest.raises(InvalidDefinitionError) as refused:
        named(40, 32)
    assert (
        str(refused.value)
        == "small.toml: reserve.g0: 81 piles in all are too many; a game may have at most 64"
    )
    with pytest.raises(InvalidDefinitionError) as refused:
        named(*[1] * 15)
    assert str(refused.value) == "small.toml: 17 groups are too many; a game may have at most 16"
