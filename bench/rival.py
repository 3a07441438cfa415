"""Comparison of the solver with other programs, on equal terms.

    python -m bench rival [--deals 1-100] [--seconds 10] [--games freecell,eight-off]
        [--costs call,batch] [--peers fc-solve,solvitaire,klondike-solver]
        [--program solvitaire=PATH] [--library PATH] [--mode lg]

The peers are in ``bench/peers``. A line names each one that is not installed. All programs get the
same deals, one core, and the same limits on CPU seconds and memory. A peer's memory limit holds for
its process, Cadogan's for the tables of its search. A peer runs with its fastest and with its
surest setting for the game; ``--mode`` names other presets of Freecell Solver. The costs are:

- ``call``: a peer's process from start to end, or one call of ``cadogan.solve`` in a process that
  has solved before. The call shortens the winning line and returns its moves as text.
- ``batch``: the seconds for each deal if one process solves all of them. Of the peers, only
  Freecell Solver's library can do this. Cadogan counts the moves of the line, as in a study.
- ``process``: ``python -m cadogan solve`` from start to end; only measured if ``--costs`` names it,
  because it loads Python and the solver for each deal.

A setting that omits moves proves no loss, so "could not solve" counts as undecided. In the table,
``differ`` counts the deals that are decided otherwise than by Cadogan, and ``wrong`` those whose
verdict is refuted: a loss, by a winning line that Cadogan's interpreted engine has replayed. If a
peer wins a deal that Cadogan calls lost, one of them has a bug, and the exit status is 1.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

import cadogan
from bench.arguments import check_games, read_deals, read_seconds
from bench.peers import PEERS
from bench.peers.freecell_solver import FreecellSolver
from bench.peers.peer import Answer, Limits, Peer, Setting, UnableError, answer_of, limited
from bench.peers.process import limits_missing, run
from cadogan.core.errors import CadoganError
from cadogan.odds_data import percentile
from cadogan.solver.portfolio import solve

__all__ = ["COSTS", "Judge", "main", "measure", "row"]

COSTS = ("call", "batch", "process")
_MEMORY = 1 << 30  # the memory limit for each program, in bytes
_LINES = {"call": "shortened", "batch": "counted"}
_WARM = 100  # positions of a search that loads the solver before the first measurement
_HEAD = (
    f"{'':96}{'CPU seconds':^27}\n"
    f"{'game':32}{'by':26}{'cost':8}{'won':>5}{'lost':>5}{'undecided':>10}{'differ':>7}{'wrong':>6}"
    f"{'median':>10}{'mean':>9}{'p95':>9}"
)


def row(game: str, by: str, cost: str, answers: Sequence[Answer], differ: int, wrong: int) -> str:
    """Return a row of the table."""
    counts = Counter(answer.result for answer in answers)
    seconds = [answer.seconds for answer in answers]
    return (
        f"{game:32}{by:26}{cost:8}{counts['won']:>5}{counts['lost']:>5}{counts['unknown']:>10}"
        f"{differ:>7}{wrong:>6}{percentile(seconds, 0.5):>10.5f}"
        f"{sum(seconds) / len(seconds):>9.4f}{percentile(seconds, 0.95):>9.4f}"
    )


def _called(game: cadogan.Game, deal: int, limits: Limits, line: str) -> Answer:
    """Solve a deal in this process."""
    position = game.deal(deal)
    begin = time.process_time()
    verdict = solve(position, seconds=limits.seconds, memory=limits.memory, line=line)
    spent = time.process_time() - begin
    if verdict.limit == "stopped":
        raise KeyboardInterrupt
    return limited(Answer(verdict.result, spent), limits)


def _commanded(name: str, deal: int, limits: Limits) -> Answer:
    """Solve a deal with the command line."""
    command = [sys.executable, "-m", "cadogan", "solve", name, str(deal), "--json"]
    command += ["--seconds", f"{limits.seconds:g}", "--memory", f"{limits.memory >> 20}M"]
    # the command limits its own memory; its address space is larger than the memory in use
    done = run(command, seconds=limits.seconds + 1, memory=None)
    try:
        result = json.loads(done.output)["result"]
    except ValueError:
        result = None
    return answer_of(done, result, limits)


def measure(name: str, deals: range, limits: Limits, cost: str) -> list[Answer]:
    """Solve the deals with Cadogan and return the answers."""
    if cost == "process":
        return [_commanded(name, deal, limits) for deal in deals]
    game, line = cadogan.game(name), _LINES[cost]
    solve(game.deal(deals[0]), nodes=_WARM, memory=limits.memory, line=line)
    return [_called(game, deal, limits, line) for deal in deals]


class Judge:
    """Comparer of verdicts on the deals of a game.

    Attributes:
        refuted: the deals that Cadogan calls lost and that a peer's legal line wins.
        open: the deals that Cadogan calls lost and that a peer won, with a line that cannot be
            replayed.
    """

    def __init__(self, game: str, deals: range, mine: Mapping[str, Sequence[Answer]]) -> None:
        """Take Cadogan's answers for each cost; any decided one counts."""
        self.game = game
        self.deals = deals
        self.mine = dict.fromkeys(deals, "unknown")
        for answers in mine.values():
            for deal, answer in zip(deals, answers, strict=True):
                if answer.result != "unknown":
                    self.mine[deal] = answer.result
        self.refuted: set[int] = set()
        self.open: set[int] = set()

    def compare(
        self, by: str, answers: Sequence[Answer], holds: Callable[[int], bool]
    ) -> tuple[int, int]:
        """Return how many of a peer's verdicts differ from Cadogan's, and how many are wrong.

        Args:
            by: the peer's name, for messages.
            answers: the peer's answers.
            holds: a function that replays the peer's line for a deal, and returns whether it wins.
        """
        differ = wrong = 0
        for deal, answer in zip(self.deals, answers, strict=True):
            pair = self.mine[deal], answer.result
            if pair == ("won", "lost"):
                differ += 1
                wrong += 1
            elif pair == ("lost", "won"):
                differ += 1
                said = f"{by} wins {self.game} deal {deal}, which Cadogan calls lost"
                if holds(deal):
                    self.refuted.add(deal)
                    print(f"{said}: its line is legal, so Cadogan has a bug", flush=True)
                else:
                    self.open.add(deal)
                    print(f"{said}: one of them has a bug", flush=True)
        return differ, wrong

    def wrong(self, answers: Sequence[Answer]) -> int:
        """Return how many of Cadogan's answers are refuted."""
        return sum(
            answer.result == "lost" and deal in self.refuted
            for deal, answer in zip(self.deals, answers, strict=True)
        )


def compare(
    name: str,
    deals: range,
    limits: Limits,
    costs: Sequence[str],
    peers: Sequence[tuple[Peer, Sequence[Setting]]],
) -> bool:
    """Print the rows of a game; return whether Cadogan may have called a winnable deal lost."""
    mine = {cost: measure(name, deals, limits, cost) for cost in costs}
    judge = Judge(name, deals, mine)
    for peer, named in peers:
        if name in peer.games:
            for setting in named or peer.settings(name):
                try:
                    _peer_rows(judge, peer, setting, limits, costs)
                except (CadoganError, UnableError) as error:
                    print(f"{name:32}{peer.short} {setting.name} cannot: {error}", flush=True)
    for cost, answers in mine.items():
        print(row(name, "cadogan", cost, answers, 0, judge.wrong(answers)), flush=True)
    return bool(judge.refuted or judge.open)


def _peer_rows(
    judge: Judge, peer: Peer, setting: Setting, limits: Limits, costs: Sequence[str]
) -> None:
    """Print the rows of a peer's setting."""
    game, by = cadogan.game(judge.game), f"{peer.short} {setting.name}"
    boards = [peer.board(game.deal(deal)) for deal in judge.deals]

    def holds(deal: int) -> bool:
        return peer.holds(setting, judge.game, game.deal(deal), limits)

    for cost in costs:
        if cost == "call":
            theirs = [peer.solve(setting, judge.game, board, limits) for board in boards]
        elif cost == "batch" and peer.batches:
            theirs = peer.batch(setting, judge.game, boards, limits)
        else:
            continue
        differ, wrong = judge.compare(by, theirs, holds)
        print(row(judge.game, by, cost, theirs, differ, wrong), flush=True)


def _machine() -> str:
    """Return the processor's name."""
    info = Path("/proc/cpuinfo")
    if info.exists():
        found = re.search(r"^model name\s*: (.+)$", info.read_text(), re.MULTILINE)
        if found:
            return found[1].strip()
    return platform.processor() or platform.machine()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bench rival", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("--deals", type=read_deals, default="1-100", metavar="FIRST-LAST")
    parser.add_argument("--seconds", type=read_seconds, default="10", help="CPU seconds for a deal")
    parser.add_argument(
        "--games", default="", help="ids, separated by commas; by default all that a peer plays"
    )
    parser.add_argument(
        "--costs", default="call,batch", help="which costs to measure: call, batch, process"
    )
    names = ",".join(peer.short for peer in PEERS)
    parser.add_argument("--peers", default=names, help="by default all that are installed")
    parser.add_argument(
        "--program",
        action="append",
        default=[],
        metavar="PEER=PATH",
        help="where a peer's program is; may be repeated",
    )
    parser.add_argument("--library", metavar="PATH", help="Freecell Solver's library")
    parser.add_argument(
        "--mode",
        action="append",
        default=[],
        help="preset of Freecell Solver (its option -l), or plain; may be repeated",
    )
    return parser


def _chosen(parser: argparse.ArgumentParser, text: str, known: Sequence[str]) -> list[str]:
    """Return the names in a list with commas; exit if one is unknown."""
    names = [name for name in text.split(",") if name]
    if strange := [name for name in names if name not in known]:
        parser.error(f"there is no {', '.join(strange)}; choose from {', '.join(known)}")
    return names


def _peers(
    parser: argparse.ArgumentParser, args: argparse.Namespace
) -> list[tuple[Peer, list[Setting]]]:
    """Return the installed peers with the settings that the user named; report the others."""
    shorts = [peer.short for peer in PEERS]
    programs = dict(text.partition("=")[::2] for text in args.program)
    _chosen(parser, ",".join(programs), shorts)
    found: list[tuple[Peer, list[Setting]]] = []
    for short in _chosen(parser, args.peers, shorts):
        kind = PEERS[shorts.index(short)]
        try:
            if kind is FreecellSolver:
                solver = FreecellSolver(programs.get(short), args.library)
                found.append((solver, [solver.setting(mode) for mode in args.mode]))
            else:
                found.append((kind(programs.get(short)), []))
        except UnableError as error:
            print(error, flush=True)
    return found


def main(arguments: Sequence[str]) -> int:
    """Run the comparison and print its table."""
    parser = _parser()
    args = parser.parse_args(arguments)
    if reason := limits_missing():
        parser.error(reason)
    costs = _chosen(parser, args.costs, COSTS)
    if not costs:
        parser.error(f"--costs needs at least one of {', '.join(COSTS)}")
    peers = _peers(parser, args)
    if not peers:
        parser.error("no program to compare with is installed")
    playable = list(dict.fromkeys(name for peer, _ in peers for name in peer.games))
    ids = [name for name in args.games.split(",") if name] or playable
    check_games(parser, ids)
    if strange := [name for name in ids if name not in playable]:
        parser.error(
            f"{', '.join(strange)} is not a game that both programs play: {', '.join(playable)}"
        )
    versions = "; ".join(peer.version() for peer, _ in peers)
    load = " ".join(f"{one:.1f}" for one in os.getloadavg())
    print(
        f"Cadogan {cadogan.__version__}, Python {platform.python_version()}; {versions}\n"
        f"{datetime.now(UTC):%Y-%m-%d}, {_machine()}, load {load}\n"
        f"deals {args.deals[0]} to {args.deals[-1]}, at most {args.seconds:g} CPU seconds and 1 GiB"
        f" each\n{_HEAD}",
        flush=True,
    )
    limits = Limits(args.seconds, _MEMORY)
    doubts = [compare(name, args.deals, limits, costs, peers) for name in ids]
    return int(any(doubts))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
