"""Benchmark of the engine on every game, interpreted and as a kernel.

    python -m bench moves [--games bakers-dozen,klondike] [--seconds 0.3] [--json]

It makes and unmakes all sequences of moves from deal 1, with one more move each time, until the
measurement is long enough. It prints positions per second for both engines. Each position takes one
call to ``generate``, one to ``make`` and one to ``unmake``. Times are CPU seconds of one core. The
last column is the ratio of the two rates, the only figure to compare between machines.
``CADOGAN_KERNELS`` selects the kernel.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from typing import Any

import cadogan
from cadogan.kernel_build.interpreted import InterpretedKernel
from cadogan.kernels import Kernel, which
from cadogan.model.position import Position
from cadogan.rules.catalogue import games
from cadogan.solver.host import search_kernel
from cadogan.state.snapshot import MOST_MOVES, new_state, thaw

_DEEPEST = 200  # the maximum length of a sequence, if few moves are legal
_ROOM = 1 << 18  # the number of moves along a single sequence


def rate(code: Kernel, position: Position, seconds: float) -> float:
    """Return how many positions per second a kernel examines."""
    R = position.game.compiled_rules
    slow = new_state(R, 1 << 16)
    thaw(R, slow, position.snapshot)
    tables, state = code.record(R), code.record(slow)
    out, moves, ends = code.array(MOST_MOVES), code.array(_ROOM), code.array(_DEEPEST + 2)
    seen, best = 0, 0.0
    for depth in range(1, _DEEPEST + 1):
        begin = time.process_time()
        count = code.perft(tables, state, out, moves, ends, depth)
        spent = time.process_time() - begin
        if count <= 0:  # no sequence of moves continues
            break
        seen += count
        best = seen / max(spent, 1e-6)
        if spent > seconds:
            break
    return best


def measure(game_id: str, seconds: float) -> dict[str, Any]:
    """Return the rates of both engines for one game."""
    position = cadogan.game(game_id).deal(1)
    special = bool(position.game.compiled_rules.mechanics.needed)
    slow = rate(InterpretedKernel("special" if special else "plain"), position, seconds)
    fast = rate(search_kernel(position.game.compiled_rules), position, seconds)
    return {
        "game": game_id,
        "interpreted": round(slow),
        "kernel": round(fast),
        "ratio": round(fast / max(slow, 1), 1),
    }


def main(arguments: Sequence[str]) -> int:
    """Run the benchmark and print its table."""
    parser = argparse.ArgumentParser(
        prog="python -m bench moves", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("--games", default="", help="ids, separated by commas; by default all")
    parser.add_argument("--seconds", type=float, default=0.3, help="CPU seconds for each rate")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args(arguments)
    ids = [i for i in args.games.split(",") if i] or games(own=False)
    rows: list[dict[str, Any]] = []
    if not args.json:
        print(f"{'positions/s':38}{'interpreted':>14}{which():>14}  ratio")
    for game_id in ids:
        row = measure(game_id, args.seconds)
        rows.append(row)
        if not args.json:
            plain, fast = row["interpreted"], row["kernel"]
            print(f"{game_id:38}{plain:>14,}{fast:>14,}{row['ratio']:>7}")
    if args.json:
        print(json.dumps(rows, indent=1))
    return 0
