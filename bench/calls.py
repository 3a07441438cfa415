"""Benchmark of solver calls: what a call costs besides its search, alone and in a large study.

    python -m bench calls [--games spanish-patience,freecell,bakers-dozen] [--deals 1-200]

It solves every deal three times: with a shortened winning line, with the line as found, and without
a line. It prints mean and median CPU milliseconds per deal for dealing, the search alone and the
three calls. It also prints how many deals per second one core solves without lines. By default it
uses games whose deals are decided quickly, because the other costs matter most in these games.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Sequence
from itertools import pairwise

import cadogan
from cadogan.solver.portfolio import LINES, solve

_GAMES = "spanish-patience,freecell,bakers-dozen"


def measure(game_id: str, deals: range, seconds: float) -> list[list[float]]:
    """Return the milliseconds of each deal: dealing, the search, and each kind of call."""
    game = cadogan.game(game_id)
    # the first call loads modules, so it is not counted
    solve(game.deal(deals[0]), seconds=seconds)
    took: list[list[float]] = [[] for _ in range(2 + len(LINES))]
    for deal in deals:
        begin = time.process_time()
        position = game.deal(deal)
        ends, searched = [begin, time.process_time()], 0.0
        for line in LINES:
            searched = solve(position, seconds=seconds, line=line).seconds
            ends.append(time.process_time())
        took[1].append(1000 * searched)
        for kind, (before, after) in zip((0, 2, 3, 4), pairwise(ends), strict=True):
            took[kind].append(1000 * (after - before))
    return took


def main(arguments: Sequence[str]) -> int:
    """Run the benchmark and print its table."""
    parser = argparse.ArgumentParser(prog="python -m bench calls", description=__doc__)
    parser.add_argument("--games", default=_GAMES, help="ids, separated by commas")
    parser.add_argument("--deals", default="1-200", help="A-B")
    parser.add_argument("--seconds", type=float, default=5.0, help="CPU seconds of each search")
    chosen = parser.parse_args(arguments)
    first, _, last = chosen.deals.partition("-")
    deals = range(int(first), int(last or first) + 1)
    heads = ("deal", "search", *LINES)
    print(f"{'game':20}{'':7}" + "".join(f"{head:>11}" for head in heads) + f"{'counted/s':>11}")
    for game_id in chosen.games.split(","):
        took = measure(game_id, deals, chosen.seconds)
        means = [*map(statistics.fmean, took)]
        rate = f"{1000 / (means[0] + means[-1]):11.0f}"
        for name, row, end in (("mean", means, rate), ("median", map(statistics.median, took), "")):
            print(f"{game_id:20}{name:7}" + "".join(f"{ms:11.2f}" for ms in row) + end)
    return 0
