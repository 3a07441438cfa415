"""Absence of negative indices in kernel code, on which `cadogan.kernel_build.compiler` relies."""

from __future__ import annotations

import random
from typing import Any

import pytest

import cadogan
from cadogan import engine
from cadogan.solver import codes
from cadogan.solver.analysis.analysis import analyse
from cadogan.solver.codes import Control, Outcome
from cadogan.solver.host import packed
from cadogan.solver.search import beam, best_first, dfs, encoding, shorten, steps
from cadogan.state.codes import Num
from cadogan.state.records import changed, flattened
from cadogan.state.snapshot import MOST_MOVES, new_state, thaw
from tests.covering import each, few


class Forward(list[Any]):
    """A list that rejects negative indices."""

    def __getitem__(self, at: Any) -> Any:
        assert at >= 0, at
        return super().__getitem__(at)

    def __setitem__(self, at: Any, value: Any) -> None:
        assert at >= 0, at
        super().__setitem__(at, value)


def forward(some: Any) -> Any:
    """Return a copy of a record whose lists reject negative indices."""
    return changed(some, {k: Forward(v) for k, v in flattened(some) if isinstance(v, list)})


def test_a_forward_list_rejects_negative_indices() -> None:
    assert Forward([1, 2])[1] == 2
    with pytest.raises(AssertionError):
        Forward([1, 2])[-1]
    with pytest.raises(AssertionError):
        Forward([1, 2])[-1] = 3


@pytest.mark.parametrize("game_id", each(cadogan.games()))
@pytest.mark.parametrize("steps", few([15, 60], 1))
def test_no_index_is_negative(game_id: str, steps: int) -> None:
    game = cadogan.game(game_id)
    rng = random.Random(game_id)
    plain = game.compiled_rules
    R, S = forward(plain), forward(new_state(plain, 1 << 16))
    out = Forward([0] * MOST_MOVES)
    for deal in (1, 2):
        thaw(plain, S, game.deal(deal).snapshot)
        for _ in range(steps):
            n = engine.generate(R, S, out)
            engine.won(R, S)
            for _ in range(5):
                kind, a, b = rng.randrange(3), rng.randrange(R.piles), rng.randrange(R.piles)
                engine.refusal(R, S, kind, a, b, rng.randint(1, S.height[a] + 1))
            if not n:
                break
            engine.make(R, S, out[rng.randrange(n)])
        while S.num[Num.LOG]:
            engine.unmake(R, S)


@pytest.mark.parametrize("game_id", each(cadogan.games(), most=4))
def test_no_index_is_negative_in_a_search(game_id: str) -> None:
    game = cadogan.game(game_id)
    position = game.deal(1)
    plain = game.compiled_rules
    R, S = forward(plain), forward(new_state(plain, 1 << 17))
    A = forward(analyse(game, position.snapshot.base))
    row = packed(plain, position.snapshot)[:]

    def begin() -> Any:
        encoding.reset(R, S)
        S.num[Num.KEY] = position.snapshot.key
        encoding.unpack(R, S, Forward(row))
        C = Forward([0] * codes.CONTROLS)
        C[Control.DEPTH] = -1
        return C

    out, score, path = (Forward([0] * MOST_MOVES) for _ in range(3))
    moves, ahead, frames = (Forward([0] * (1 << 13)) for _ in range(3))
    C = begin()
    steps.trace(R, S, A, path, 0, moves)
    table = Forward([0] * (1 << 14))
    said = dfs.depth_first(R, S, A, C, table, 1 << 11, out, score, path, ahead, frames, 150)
    if said == Outcome.WON:
        begin()
        count = steps.trace(R, S, A, path, C[Control.DEPTH], moves)
        row_of = Forward([0] * (shorten.ROW * (count + 2)))
        for i in range(count):
            row_of[i * shorten.ROW] = moves[i]
        begin()
        fresh = Forward([0] * len(row_of))
        places = Forward([0] * (1 << (4 * count + 4).bit_length()))
        known = Forward([0] * (1 << 10))
        assert shorten.shorten(R, S, row_of, count, fresh, places, known, out, score, 500) <= count
    C = begin()
    C[Control.LOSSY] = C[Control.LAYER] = C[Control.LOGGED] = 1
    bank = Forward([Forward([Forward([0] * len(row)) for _ in range(2)]) for _ in range(2)])
    encoding.pack(R, S, bank[0][0])
    key, parent, step = (Forward([0] * (32 + 2 * MOST_MOVES)) for _ in range(3))
    parents, walked = (Forward([0] * 1000) for _ in range(2))
    table = Forward([0] * (1 << 14))
    beam.beam_search(
        R, S, A, C, table, 1 << 11, out, score, bank, key, parent, step, parents, walked, 2, 60
    )
    C = begin()
    C[Control.LOSSY] = C[Control.LOGGED] = C[Control.NEXT] = 1
    bank = Forward([Forward([0] * len(row)) for _ in range(60)])
    encoding.pack(R, S, bank[0])
    owner, depth = (Forward([0] * 60) for _ in range(2))
    heap, source, walked = (Forward([0] * (100 + len(out))) for _ in range(3))
    walked[0] = -1
    table = Forward([0] * (1 << 14))
    best_first.best_first(
        R, S, A, C, table, 1 << 11, out, score, bank, owner, depth, heap, source, walked, 60
    )
