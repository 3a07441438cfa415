"""Benchmark of the policies: the number of deals that one core plays per second.

    python -m bench policies [--games birthday,clock-patience,klondike] [--seconds 2]

The time includes dealing, playing and ending each play, but not storing the results. Along with the
rate, it prints the share of plays won and the mean number of moves. Times are CPU seconds of one
core.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence

import cadogan
from cadogan.players import POLICIES
from cadogan.players.host import play

_GAMES = "birthday,clock-patience,the-clock,quadrille,klondike,freecell"
_MOST = 1_000_000


def measure(game_id: str, policy: str, seconds: float) -> tuple[float, float, float]:
    """Return the deals per second, the share won and the mean number of moves."""
    game = cadogan.game(game_id)
    play(game, [1], policy)  # the first call is not counted, because it loads the kernel
    done, won, moves, spent, chunk = 0, 0, 0, 0.0, 1
    while spent < seconds and done < _MOST:
        begin = time.process_time()
        plays = play(game, range(done + 1, done + chunk + 1), policy)
        took = time.process_time() - begin
        spent += took
        done += chunk
        won += sum(one.won for one in plays)
        moves += sum(one.moves for one in plays)
        if took < seconds / 10:
            chunk *= 2
    return done / spent, won / done, moves / done


def main(arguments: Sequence[str]) -> int:
    """Run the benchmark and print its table."""
    parser = argparse.ArgumentParser(prog="python -m bench policies", description=__doc__)
    parser.add_argument("--games", default=_GAMES, help="ids, separated by commas")
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU seconds for each rate")
    chosen = parser.parse_args(arguments)
    print(f"{'game':30}{'policy':10}{'deals/s':>10}{'won':>10}{'moves':>8}")
    for game_id in chosen.games.split(","):
        for policy in POLICIES:
            rate, won, moves = measure(game_id, policy, chosen.seconds)
            print(f"{game_id:30}{policy:10}{rate:10,.0f}{won:10.2%}{moves:8.0f}", flush=True)
    return 0
