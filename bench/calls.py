"""Measure what a solved deal costs besides its search, and what a study of many pays for one.

    python -m bench calls [--games spanish-patience,freecell,bakers-dozen] [--deals 1-200]

Every deal is solved three times: with its line shortened, as for people; as it was found; and
counted only, as studies do. Reported are CPU milliseconds a deal, on average: dealing, the search
alone, the three calls, and how many deals a second one core gets through when it only counts. The
games that are measured are those whose deals are soon decided, for which all this weighs most.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence

import cadogan
from cadogan.solver.search import LINES, Verdict, prepare, solve

_GAMES = "spanish-patience,freecell,bakers-dozen"


def measure(game_id: str, deals: range, seconds: float) -> list[float]:
    """Return the milliseconds of dealing, searching, and each kind of call."""
    game = cadogan.game(game_id)
    prepare(bool(game.tables.families))
    solve(game.deal(deals[0]), seconds=seconds)  # what is loaded at the first call
    begin = time.process_time()
    positions = [game.deal(deal) for deal in deals]
    spent = [time.process_time() - begin]
    verdicts: list[Verdict] = []
    for line in LINES:
        begin = time.process_time()
        verdicts = [solve(position, seconds=seconds, line=line) for position in positions]
        spent.append(time.process_time() - begin)
    spent.insert(1, sum(verdict.seconds for verdict in verdicts))
    return [1000 * time / len(deals) for time in spent]


def main(arguments: Sequence[str]) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m bench calls", description=__doc__)
    parser.add_argument("--games", default=_GAMES, help="ids, with commas between")
    parser.add_argument("--deals", default="1-200", help="A-B")
    parser.add_argument("--seconds", type=float, default=5.0, help="CPU seconds of each search")
    chosen = parser.parse_args(arguments)
    first, _, last = chosen.deals.partition("-")
    deals = range(int(first), int(last or first) + 1)
    heads = ("deal", "search", *LINES)
    print(f"{'game':20}" + "".join(f"{head:>11}" for head in heads) + f"{'counted/s':>11}")
    for game_id in chosen.games.split(","):
        spent = measure(game_id, deals, chosen.seconds)
        rate = 1000 / (spent[0] + spent[-1])
        print(f"{game_id:20}" + "".join(f"{ms:11.2f}" for ms in spent) + f"{rate:11.0f}")
    return 0
