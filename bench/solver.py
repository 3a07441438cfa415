"""Benchmark of the solver: deals decided in each game, time and memory.

    python -m bench solver [--deals 1-100] [--seconds 10] [--games klondike,yukon] [--json FILE]

Each game runs in its own process, to measure its peak memory. A row appears as soon as its game is
finished. Seconds are CPU seconds of one core, as in ``Verdict.seconds``. Seconds spent on unknown
deals count as well. Games with published odds have two more columns:

- the published mean CPU seconds, divided by Cadogan's. (The study's machines were slower;
  Cadogan stops at the limit.)
- whether the published share of winnable deals is within the 95% interval for the solved deals.
  Unknown deals widen the interval on both sides.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import platform
import re
import resource
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

import cadogan
from bench.arguments import check_games, read_deals, read_seconds
from bench.signature import GAMES
from cadogan.odds_data import percentile, published
from cadogan.odds_data.interval import interval
from cadogan.solver.portfolio import solve

__all__ = ["main", "measure", "peak_bytes"]

Row = dict[str, Any]

_HEAD = (
    f"{'':33}{'':18}{'':10}{'CPU seconds':^36}\n"
    f"{'game':33}{'won':>5}{'lost':>5}{'unknown':>8}{'decided':>10}"
    f"{'median':>9}{'p95':>9}{'p99':>9}{'mean':>9}{'nodes/s':>11}{'mean nodes':>12}{'MiB':>6}"
    f"  published"
)


def peak_bytes() -> int:
    """Return the peak memory of this process.

    On Linux the function reads ``/proc``, because ``ru_maxrss`` includes the parent process.
    """
    status = Path("/proc/self/status")
    if status.exists():
        found = re.search(
            r"^VmHWM:\s+([0-9]+) kB", status.read_text(encoding="ascii"), re.MULTILINE
        )
        if found:
            return int(found[1]) * 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def measure(game_id: str, deals: Sequence[int], seconds: float) -> Row:
    """Solve deals of a game and return its row of the table."""
    game = cadogan.game(game_id)
    found = []
    for deal in deals:
        verdict = solve(game.deal(deal), seconds=seconds)
        if verdict.limit == "stopped":
            raise KeyboardInterrupt
        found.append((deal, verdict.result, verdict.nodes, round(verdict.seconds, 6)))
    results = Counter(result for _, result, _, _ in found)
    spent = [s for _, _, _, s in found]
    nodes = [n for _, _, n, _ in found]
    row: Row = {
        "game": game_id,
        "won": results["won"],
        "lost": results["lost"],
        "unknown": results["unknown"],
        "decided": 1 - results["unknown"] / len(found),
        "median": percentile(spent, 0.5),
        "p95": percentile(spent, 0.95),
        "p99": percentile(spent, 0.99),
        "mean": sum(spent) / len(spent),
        "nodes_per_second": round(sum(nodes) / max(sum(spent), 1e-9)),
        "mean_nodes": round(sum(nodes) / len(nodes)),
        "peak_bytes": peak_bytes(),
    }
    theirs = published().get(game_id)
    if theirs:
        low, high = interval(results["won"], results["unknown"], len(found))
        row["published"] = {
            "theirs": theirs.theirs,
            "winnable": theirs.share,
            "pm": theirs.pm,
            "mean": theirs.mean,
            "ratio": theirs.mean and theirs.mean / max(row["mean"], 1e-6),
            "interval": [low, high],
            "fits": theirs.fits(low, high),
        }
    row["deals"] = found
    return row


def _line(row: Row) -> str:
    theirs = row.get("published")
    compared = ""
    if theirs:
        low, high = theirs["interval"]
        compared = " "
        if theirs["mean"] is not None:
            compared += f" mean {theirs['mean']:g} s, {theirs['ratio']:.3g} times ours;"
        compared += (
            f" {theirs['winnable']:.2%} {'in' if theirs['fits'] else 'NOT IN'}"
            f" {low:.1%}..{high:.1%}"
        ).replace("%", " %")
    return (
        f"{row['game']:33}{row['won']:>5}{row['lost']:>5}{row['unknown']:>8}"
        f"{row['decided'] * 100:>8.1f} %"
        f"{row['median']:>9.4f}{row['p95']:>9.4f}{row['p99']:>9.4f}{row['mean']:>9.4f}"
        f"{row['nodes_per_second']:>11,}{row['mean_nodes']:>12,}{row['peak_bytes'] >> 20:>6}"
        f"{compared}"
    )


def main(arguments: Sequence[str]) -> int:
    """Run the benchmark and print its table."""
    parser = argparse.ArgumentParser(
        prog="python -m bench solver", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("--deals", type=read_deals, default="1-100", metavar="FIRST-LAST")
    parser.add_argument(
        "--seconds", type=read_seconds, default="10", help="CPU seconds for each deal"
    )
    parser.add_argument(
        "--games", default="", help="ids, separated by commas; by default a fixed list"
    )
    parser.add_argument(
        "--jobs", type=int, default=1, help="the number of games to measure at the same time"
    )
    parser.add_argument(
        "--json", type=Path, metavar="FILE", help="also write the output to this file"
    )
    args = parser.parse_args(arguments)
    ids = [i for i in args.games.split(",") if i] or list(GAMES)
    check_games(parser, ids)
    if args.jobs < 1:
        parser.error(f"--jobs must be at least 1, not {args.jobs}")
    print(
        f"deals {args.deals[0]} to {args.deals[-1]}, at most {args.seconds:g} CPU seconds each,"
        f" on {platform.machine()}, Python {platform.python_version()}\n{_HEAD}",
        flush=True,
    )
    rows: list[Row] = []
    spawn = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(args.jobs, spawn, max_tasks_per_child=1)
    try:
        futures = [pool.submit(measure, i, args.deals, args.seconds) for i in ids]
        for future in as_completed(futures):
            rows.append(future.result())
            print(_line(rows[-1]), flush=True)
            if args.json:
                whole = {"seconds": args.seconds, "rows": rows}
                args.json.write_text(json.dumps(whole, indent=1) + "\n", encoding="utf-8")
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130
    finally:
        pool.shutdown(cancel_futures=True)
    return 0
