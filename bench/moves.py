"""Measure how fast the engine is, interpreted and compiled, on every game.

    python -m bench moves [--games bakers-dozen,klondike] [--seconds 0.3] [--json]

Each game is played at random from deal 1 on, with all moves generated at every position and some
moves taken back; the same loop runs interpreted and compiled. Reported for both: positions a
second (a position is one call of ``generate`` and one ``make`` or ``unmake``) and moves generated
a second. Times are CPU seconds of one core. The last column is their ratio, which is what may be
compared between machines.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

import numba
import numpy as np

import cadogan
from cadogan import engine
from cadogan.board import MOST_MOVES, new_state, thaw
from cadogan.compiled import compiled_engine, state_record, tables_record
from cadogan.language.catalogue import games

_LOG = 1 << 16


def wanderer(which: ModuleType) -> Callable[..., int]:
    """Return the loop that is measured, over one of the two engines."""
    generate, make, unmake, mix = which.generate, which.make, which.unmake, which.mix

    def wander(T: Any, S: Any, out: Any, steps: int, seed: int) -> int:
        """Take ``steps`` random steps, two in three forward, and count the moves generated."""
        generated = 0
        for _ in range(steps):
            n = generate(T, S, out)
            generated += n
            seed = mix(seed + 1)
            if S.num[1] and (n == 0 or seed % 3 == 0 or S.num[1] > 50000):
                unmake(T, S)
            elif n:
                make(T, S, out[(seed >> 8) % n])
        return generated

    return wander


def _rate(run: Any, seconds: float) -> tuple[float, float]:
    steps, spent, moves = 0, 0.0, 0
    chunk = 50
    while spent < seconds:
        begin = time.process_time()
        moves += run(chunk, steps + 1)
        spent += time.process_time() - begin
        steps += chunk
        chunk = min(chunk * 2, 200_000)
    return steps / spent, moves / spent


def measure(game_id: str, seconds: float, slow: Any, fast: Any) -> dict[str, Any]:
    """Return the four rates of one game."""
    game = cadogan.game(game_id)
    T = game.tables
    S = new_state(T, _LOG)
    thaw(T, S, game.deal(1).snapshot)
    tables, state = tables_record(T), state_record(S)
    out: list[int] = [0] * MOST_MOVES
    array = np.zeros(MOST_MOVES, np.int64)
    fast(tables, state, array, 10, 1)
    slow_positions, slow_moves = _rate(lambda n, s: slow(T, S, out, n, s), seconds)
    positions, moves = _rate(lambda n, s: fast(tables, state, array, n, s), seconds)
    return {
        "game": game_id,
        "interpreted": {"positions": round(slow_positions), "moves": round(slow_moves)},
        "compiled": {"positions": round(positions), "moves": round(moves)},
        "ratio": round(positions / slow_positions, 1),
    }


def main(arguments: Sequence[str]) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(
        prog="python -m bench moves", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("--games", default="", help="ids, with commas; all when left out")
    parser.add_argument("--seconds", type=float, default=0.3, help="for each rate")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args(arguments)
    ids = [i for i in args.games.split(",") if i] or games(own=False)
    begin = time.process_time()
    slow, fast = wanderer(engine), numba.njit(wanderer(compiled_engine()))
    rows: list[dict[str, Any]] = []
    for game_id in ids:
        row = measure(game_id, args.seconds, slow, fast)
        if not rows and not args.json:
            print(f"ready after {time.process_time() - begin:.1f} CPU s (the first run compiles)")
            print(f"{'positions/s and moves/s':38}{'interpreted':>22}{'compiled':>24}  ratio")
        rows.append(row)
        if not args.json:
            plain, quick = row["interpreted"], row["compiled"]
            print(
                f"{game_id:38}{plain['positions']:>10,}{plain['moves']:>12,}"
                f"{quick['positions']:>12,}{quick['moves']:>12,}{row['ratio']:>7}"
            )
    if args.json:
        print(json.dumps(rows, indent=1))
    return 0
