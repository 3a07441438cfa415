"""Benchmark of workers: how much faster several workers finish a study than one does.

    python -m bench workers [--games bakers-dozen,seahaven-towers] [--deals 1-20000] [--times 3]

It measures the wall-clock time of the whole command `cadogan odds run`. It alternates runs with one
worker and runs with several, because a machine's speed varies. Each deal must have the same
verdict, method, positions and line length in all runs; otherwise the exit status is 1. Limits
are in positions, so every run does the same work.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from bench.arguments import check_games, read_deals
from cadogan.odds import Results

_Found = list[tuple[int, str, int, int | None, str]]


def _run(game_id: str, deals: str, nodes: int, workers: int) -> tuple[float, _Found]:
    """Return how many seconds a study took, and the part of each result that must not vary."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "study.sqlite3")
        command = [
            *(sys.executable, "-m", "cadogan", "odds", "run", game_id, "--deals", deals, "--csv"),
            *("--nodes", str(nodes), "--workers", str(workers), "--db", str(out)),
        ]
        begin = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)  # noqa: S603  # our own program
        took = time.perf_counter() - begin
        with Results.read(out) as results:
            (study,) = results.studies()
            found = results.results(study)
    return took, [(one.deal, one.result, one.nodes, one.moves, one.method) for one in found]


def main(arguments: Sequence[str]) -> int:
    """Run the benchmark; print the seconds of each run and their ratios."""
    parser = argparse.ArgumentParser(prog="python -m bench workers", description=__doc__)
    parser.add_argument(
        "--games", default="bakers-dozen,seahaven-towers", help="ids, separated by commas"
    )
    parser.add_argument("--deals", type=read_deals, default="1-20000", metavar="A-B")
    parser.add_argument(
        "--nodes", type=int, default=20_000, help="limit of positions for each deal"
    )
    parser.add_argument("--workers", type=int, default=2, help="beside one")
    parser.add_argument("--times", type=int, default=3)
    chosen = parser.parse_args(arguments)
    ids = chosen.games.split(",")
    check_games(parser, ids)
    deals = f"{chosen.deals[0]}-{chosen.deals[-1]}"
    same = True
    for game_id in ids:
        ratios = []
        for _ in range(chosen.times):
            alone, first = _run(game_id, deals, chosen.nodes, 1)
            together, second = _run(game_id, deals, chosen.nodes, chosen.workers)
            ratios.append(alone / together)
            same = same and first == second
            print(
                f"{game_id}: one worker {alone:.1f} s, {chosen.workers} {together:.1f} s,"
                f" {ratios[-1]:.2f} times as fast; {'the same' if first == second else 'OTHER'}"
                " results",
                flush=True,
            )
        print(f"{game_id}: median {median(ratios):.2f} times as fast as fast")
    return 0 if same else 1
