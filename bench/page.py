"""Benchmark of the page's server: its first answer, and its answer to a move.

    python -m bench page [--games klondike,algerian] [--moves 100]

It starts the server twice, the second time with the files that the first start left on disk. It
plays deal 7 of each game at random, with one request per move. Times are wall-clock times, so other
programs that run at the same time affect them.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.e2e.site import Program, Site

from .arguments import check_games

GAMES = ("algerian", "forty-thieves", "freecell", "klondike")


def first_answer(home: Path) -> float:
    """Return the seconds from the start of the server process to its first answer."""
    begun = time.perf_counter()
    with Program(home):
        return time.perf_counter() - begun


def moves(site: Site, game_id: str, most: int, *, solving: bool = False) -> list[float]:
    """Play a game at random and return how many seconds each move took.

    With `solving` it requests a verdict before each move, so that the solver works during the move.
    """
    rng = random.Random(game_id)
    view = site.start(game_id, "7")
    took: list[float] = []
    while view["moves"] and len(took) < most:
        move = rng.choice(view["moves"])["move"]
        if solving:
            site.get(f"api/plays/{view['play']}/verdict?revision={view['revision']}")
        begun = time.perf_counter()
        view = site.move(view, move)
        took.append(time.perf_counter() - begun)
    return took


def main(arguments: Sequence[str]) -> int:
    """Run the benchmark and print its table."""
    parser = argparse.ArgumentParser(
        prog="python -m bench page", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("--games", default=",".join(GAMES), help="ids, separated by commas")
    parser.add_argument(
        "--moves", type=int, default=100, help="the maximum number of moves in each game"
    )
    args = parser.parse_args(arguments)
    ids = args.games.split(",")
    check_games(parser, ids)
    if args.moves < 2:
        parser.error(f"--moves must be at least 2, not {args.moves}")
    with TemporaryDirectory() as folder:
        home = Path(folder)
        first, again = first_answer(home), first_answer(home)
        print(f"{first:.2f} s from the start to the first answer; {again:.2f} s in a second run")
        print(f"{'a move, in ms':38}{'moves':>6}{'median':>8}{'p95':>8}{'most':>8}")
        with Program(home) as site:
            for game_id in ids:
                took = [1000 * seconds for seconds in moves(site, game_id, args.moves)]
                p95 = statistics.quantiles(took, n=20)[-1]
                print(
                    f"{game_id:38}{len(took):>6}{statistics.median(took):>8.1f}{p95:>8.1f}"
                    f"{max(took):>8.1f}"
                )
    return 0
