"""Comparison of the solver with Freecell Solver, on equal terms.

    python -m bench rival [--deals 1-100] [--seconds 10] [--games freecell,eight-off]
        [--mode toons-for-twenty-somethings] [--program fc-solve]

Freecell Solver must be installed. Both programs get the same deals and the same limits on CPU
seconds and memory, and use one core. Freecell Solver's seconds are those of its process from start
to end; for easy deals, most of them go into the start-up. Cadogan's seconds are those of a call to
``cadogan.solve``, including the work before and after the search.

A mode is a value of Freecell Solver's option ``-l``; ``plain`` omits the option. Some modes omit
moves, so "could not solve" does not prove a loss. If Freecell Solver prints this for a deal that
Cadogan's replayed line wins, its answer counts as wrong. If it solves a deal that Cadogan calls
lost, the exit status is 1.
"""

from __future__ import annotations

import argparse
import math
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import cadogan
from bench.arguments import check_games, read_deals, read_seconds
from cadogan.core.errors import CadoganError
from cadogan.model.formats import write_board
from cadogan.odds_data import percentile
from cadogan.solver.portfolio import solve

__all__ = ["GAMES", "Answer", "ask", "main", "verdict_in"]

GAMES = {  # the games that both programs play, with their names in Freecell Solver
    "freecell": "freecell",
    "bakers-game": "bakers_game",
    "eight-off": "eight_off",
    "seahaven-towers": "seahaven_towers",
    "fore-cell": "forecell",
    "beleaguered-castle": "beleaguered_castle",
    "streets-and-alleys": "streets_and_alleys",
    "simple-simon": "simple_simon",
    "bakers-dozen": "bakers_dozen",
    "good-measure": "good_measure",
}
_MODES = (
    "toons-for-twenty-somethings",
    "cookie-monster",
)  # the most reliable mode of Freecell Solver, and a fast one
_MEMORY = 1 << 30  # the memory limit for each program, in bytes
_SAYS = {
    "This game is solveable.": "won",
    "I could not solve this game.": "lost",
    "Iterations count exceeded.": "unknown",
}
_HEAD = (
    f"{'':52}{'CPU seconds':^27}\n"
    f"{'game':20}{'by':32}{'won':>5}{'lost':>5}{'unknown':>8}{'wrong':>6}{'median':>9}{'mean':>9}"
)


class Answer(NamedTuple):
    """A verdict on a deal, and the CPU seconds that it took."""

    result: str
    seconds: float


class UnableError(Exception):
    """Error for a failure of Freecell Solver; its text gives the reason."""


def verdict_in(output: str) -> str | None:
    r"""Return the verdict in Freecell Solver's output, or None.

    >>> verdict_in("-=-=-=-\nThis game is solveable.\nTotal number of states checked is 7.\n")
    'won'
    """
    return next((_SAYS[line] for line in output.splitlines() if line in _SAYS), None)


def ask(program: str, mode: str, game: str, board: str, seconds: float) -> Answer:
    """Solve a board with Freecell Solver.

    Args:
        program: the command that starts Freecell Solver.
        mode: a value of the option ``-l``, or ``plain``.
        game: the name of the game in Freecell Solver.
        board: the position in Freecell Solver's format.
        seconds: the limit in CPU seconds, after which the result is ``unknown``.

    Raises:
        UnableError: if Freecell Solver ended without a verdict.
    """

    def limits() -> None:
        most = math.ceil(seconds)
        resource.setrlimit(resource.RLIMIT_CPU, (most, most + 1))
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))

    preset = () if mode == "plain" else ("-l", mode)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "board.txt"
        file.write_text(board, encoding="utf-8")
        said = Path(folder) / "said.txt"
        with said.open("wb") as out:
            process = subprocess.Popen(  # noqa: S603  # the program that the user named
                [program, "-g", game, *preset, file],
                stdout=out,
                stderr=subprocess.STDOUT,
                preexec_fn=limits,  # noqa: PLW1509  # this process has no other thread
            )
            _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output = said.read_text(encoding="utf-8", errors="replace")
    spent = usage.ru_utime + usage.ru_stime
    found = verdict_in(output)
    if spent > seconds or process.returncode < 0:  # the process has hit one of its limits
        return Answer("unknown", min(spent, seconds))
    if found is None:
        raise UnableError(" ".join(output.split())[:200] or f"status {process.returncode}")
    return Answer(found, spent)


def _ours(game: cadogan.Game, deal: int, seconds: float) -> Answer:
    verdict = solve(game.deal(deal), seconds=seconds, memory=_MEMORY)
    if verdict.limit == "stopped":
        raise KeyboardInterrupt
    return Answer(verdict.result, verdict.total)


def _row(game: str, by: str, answers: Sequence[Answer], wrong: int) -> str:
    counts = Counter(answer.result for answer in answers)
    seconds = [answer.seconds for answer in answers]
    return (
        f"{game:20}{by:32}{counts['won']:>5}{counts['lost']:>5}{counts['unknown']:>8}{wrong:>6}"
        f"{percentile(seconds, 0.5):>9.4f}{sum(seconds) / len(seconds):>9.4f}"
    )


def compare(program: str, modes: Sequence[str], name: str, deals: range, seconds: float) -> int:
    """Print the rows of a game; return the number of deals that only Freecell Solver solves."""
    game = cadogan.game(name)
    try:
        boards = [write_board(game.deal(deal)) for deal in deals]
    except CadoganError as error:
        print(f"{name:20}has no board: {error}")
        return 0
    mine = [_ours(game, deal, seconds) for deal in deals]
    print(_row(name, "cadogan", mine, 0), flush=True)
    contradicted = 0
    for mode in modes:
        try:
            theirs = [ask(program, mode, GAMES[name], board, seconds) for board in boards]
        except UnableError as error:
            print(f"{name:20}{mode:32}cannot: {error}", flush=True)
            continue
        pairs = [(a.result, b.result) for a, b in zip(mine, theirs, strict=True)]
        print(_row(name, mode, theirs, pairs.count(("won", "lost"))), flush=True)
        for deal, pair in zip(deals, pairs, strict=True):
            if pair == ("lost", "won"):
                contradicted += 1
                print(
                    f"Freecell Solver solves {name} deal {deal}, but Cadogan calls it lost: one"
                    " has a bug"
                )
    return contradicted


def main(arguments: Sequence[str]) -> int:
    """Run the comparison and print its table."""
    parser = argparse.ArgumentParser(
        prog="python -m bench rival", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("--deals", type=read_deals, default="1-100", metavar="FIRST-LAST")
    parser.add_argument("--seconds", type=read_seconds, default="10", help="CPU seconds for a deal")
    parser.add_argument(
        "--games", default="", help="ids, separated by commas; by default all games that both play"
    )
    parser.add_argument(
        "--mode", action="append", help="value for its option -l, or plain; may be repeated"
    )
    parser.add_argument("--program", default="fc-solve", help="the command of Freecell Solver")
    args = parser.parse_args(arguments)
    ids = [i for i in args.games.split(",") if i] or list(GAMES)
    check_games(parser, ids)
    if strange := [i for i in ids if i not in GAMES]:
        parser.error(
            f"{', '.join(strange)} is not a game that both programs play: {', '.join(GAMES)}"
        )
    program = shutil.which(args.program)
    if program is None:
        parser.error(
            f"the program {args.program!r} is not installed; it is in Debian's freecell-solver-bin"
        )
    version = subprocess.run(  # noqa: S603
        [program, "--version"], capture_output=True, text=True, check=False
    ).stdout.split("\n")
    print(
        f"{' '.join(filter(None, version))}; deals {args.deals[0]} to {args.deals[-1]}, at most"
        f" {args.seconds:g} CPU seconds and 1 GiB each\n{_HEAD}",
        flush=True,
    )
    modes = args.mode or _MODES
    wrong = [compare(program, modes, name, args.deals, args.seconds) for name in ids]
    return int(any(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
