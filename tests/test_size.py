"""Size limits: the loader refuses games that are too large, and all others can be played."""

from __future__ import annotations

from itertools import pairwise

import pytest

from cadogan import engine
from cadogan.core.errors import InvalidDefinitionError
from cadogan.kernels import kernel
from cadogan.model.position import Game
from cadogan.rules.loading import load_text
from cadogan.solver.analysis.analysis import analyse
from cadogan.solver.portfolio import solve
from cadogan.solver.search.steps import steps
from cadogan.state.codes import MoveKind, Num
from cadogan.state.snapshot import MOST_MOVES, most_moves, new_state, thaw
from cadogan.state.state import encode
from tests.test_engine_compiled import check_play

HEAD = 'name = "Large"\nfamily = "Tests"\n'
FOUNDATION = """
[foundation]
piles = {piles}
start = "A"
build = "up in suit"
"""
ANY_CARD = f"""{HEAD}decks = 4
{FOUNDATION.format(piles=16)}
[tableau]
piles = 40
deal = 5
build = "any card"
take = "any card"
space = "any card"
[stock]
deal = "1 to each tableau"
"""
ROUND = f"""{HEAD}decks = 3
{FOUNDATION.format(piles=12)}
[tableau]
piles = 40
deal = 0
build = "none"
take = "top card"
space = "any card"
[waste]
[stock]
deal = "1 to waste"
[redeal]
times = "unlimited"
"""
MERCY = f"""{HEAD}decks = 3
{FOUNDATION.format(piles=12)}
[tableau]
piles = 39
deal = 4
build = "any card"
take = "block"
space = "any card"
[merci]
times = 3
"""
FED = f"""{HEAD}decks = 2
{FOUNDATION.format(piles=8)}
[tableau]
piles = 8
deal = 1
build = "down in suit"
take = "top card"
space = "none"
fill = ["reserve"]
[reserve]
piles = 20
deal = 4
[waste]
[stock]
deal = "1 to waste"
"""
ROWS = f"""{HEAD}decks = 4
{FOUNDATION.format(piles=16)}
[tableau]
piles = 40
deal = 0
build = "up or down any suit, one way"
take = "top card"
space = "none"
[stock]
deal = "6 to each tableau"
order = "rows"
"""


def large(text: str) -> Game:
    return Game(load_text(text, "large.toml")["large"])


def test_the_game_with_the_most_moves() -> None:
    position = large(ANY_CARD).deal(1)
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
    game = large(text)
    assert most_moves(game.compiled_rules) <= MOST_MOVES
    check_play(game, 1, 12)


def test_every_stock_card_can_go_into_every_space() -> None:
    game = large(ROUND)
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
    assert solve(large(text).deal(1), nodes=30_000).result in {"won", "unknown"}


def test_the_log_has_room_for_a_deal_of_four_packs() -> None:
    game = large(ROWS)
    R = game.compiled_rules
    S = new_state(R)
    thaw(R, S, game.deal(1).snapshot)
    engine.make(R, S, encode(MoveKind.DEAL, R.stock.pile, 0, 0))
    assert S.num[Num.LOG] <= 8192
    assert sum(S.height[R.tableau_first : R.tableau_end]) == 208


def test_a_pile_is_filled_from_the_last_of_twenty_reserves() -> None:
    game = large(FED)
    kernel("special").record(game.compiled_rules)
    lines = [f"r{i} -" for i in range(1, 20)] + ["r20 5C", "t1 AC"]
    rest = [c for c in sorted(game.compiled.cards) if c not in (0, 4)] + [0, 4]
    text = " ".join("A23456789TJQK"[c % 13] + "CDHS"[c // 13] for c in rest)
    position = game.parse("\n".join([*lines, f"s [{text}]"]))
    assert position.play("t1-f1").piles["t1"] == ("5C",)


GROUP = """
[reserve.{name}]
piles = {piles}
deal = 1
build = "none"
"""


def named(*piles: int) -> str:
    groups = [GROUP.format(name=f"g{i}", piles=n) for i, n in enumerate(piles)]
    return f"{HEAD}decks = 2\n{FOUNDATION.format(piles=8)}{''.join(groups)}[stock]\nturned = true\n"


def test_the_loader_limits_piles_and_groups() -> None:
    for sizes in ((40, 15), [1] * 14):
        kernel("special").record(large(named(*sizes)).compiled_rules)
    with pytest.raises(InvalidDefinitionError) as refused:
        large(named(40, 32))
    assert (
        str(refused.value)
        == "large.toml: reserve.g0: 81 piles in all are too many; a game may have 64"
    )
    with pytest.raises(InvalidDefinitionError) as refused:
        large(named(*[1] * 15))
    assert str(refused.value) == "large.toml: 17 groups are too many; a game may have 16"
