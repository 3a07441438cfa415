"""Jobs that a worker runs: batches of deals to solve or play.

Tasks and answers are JSON, so that a worker with another version of Cadogan can refuse an
unreadable task.
"""

from __future__ import annotations

import functools
import os
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import asdict

import msgspec

from cadogan.core.errors import CadoganError
from cadogan.model.position import Game
from cadogan.odds.experiment import Limits, Result, Study, decided_by
from cadogan.odds_data import policy_in
from cadogan.rules.definition import Definition

_CHECKED = 100  # the interpreted engine replays the line of every hundredth deal
_lock = threading.Lock()


class Task(msgspec.Struct, frozen=True):
    """A task for a worker: the game, the limits, and the solver or policy."""

    definition: Definition
    options: dict[str, str]
    limits: Limits
    seed: int
    solver: str  # the digest of the solver or the policy, which must equal the worker's

    @classmethod
    def of(cls, game: Game, study: Study) -> Task:
        """Return the task of a study."""
        return cls(game.definition, dict(game.options), study.limits, study.seed, study.solver)

    @property
    def policy(self) -> str:
        """The policy that plays the deals, or "" if the solver solves them."""
        return policy_in(self.solver)


class Answer(msgspec.Struct, frozen=True):
    """A worker's answer: the results of at least one deal, or an error.

    ``seconds`` is the wall-clock time that the deals took.
    """

    results: list[Result] = []
    seconds: float = 0.0
    error: str = ""


def run_batch(task: bytes, deals: Sequence[int], seconds: float) -> bytes:
    """Solve or play deals in a worker, and return an :class:`Answer` as JSON.

    Args:
        task: a :class:`Task` as JSON.
        deals: the deal numbers.
        seconds: the time after which the worker begins no further deal; the caller sends the
            remaining deals again.

    >>> from cadogan import game
    >>> from cadogan.odds.experiment import Limits
    >>> klondike = game("klondike")
    >>> task = Task.of(klondike, Study.of(klondike, Limits(nodes=100, memory=1 << 24)))
    >>> [result] = msgspec.json.decode(
    ...     run_batch(msgspec.json.encode(task), [7], seconds=1), type=Answer
    ... ).results
    >>> result.deal, result.result, result.limit
    (7, 'unknown', 'nodes')
    """
    try:
        chosen, game = _prepared(task)
        if chosen.solver != decided_by(chosen.policy):
            other = f"form of the policy {chosen.policy}" if chosen.policy else "solver"
            return _error(f"{_worker()} has another {other}")
    except (CadoganError, msgspec.ValidationError) as error:
        return _error(f"{_worker()} cannot read the task: {error}")
    try:
        from cadogan.kernels import kernel  # noqa: PLC0415  # needed only in workers

        kernel("players" if chosen.policy else "plain")
    except CadoganError as error:
        return _error(str(error))
    with _lock:  # run one search at a time, because a search measures the CPU time of its process
        begin = time.monotonic()
        try:
            if chosen.policy:
                results = play_batch(game, chosen, deals)
            else:
                results = solve_batch(game, chosen, deals, seconds)
        except CadoganError as error:
            return _error(f"{game.name}, {error}")
        return msgspec.json.encode(Answer(results, time.monotonic() - begin))


def solve_batch(game: Game, task: Task, deals: Sequence[int], seconds: float) -> list[Result]:
    """Solve deals, and return the results of all deals begun in time.

    The compiled engine replays each winning line, which is not shortened. The interpreted engine
    also replays the line of every hundredth deal.

    Raises:
        CadoganError: if a deal cannot be solved; the message begins with its number.
    """
    from cadogan.solver.portfolio import solve  # noqa: PLC0415  # only needed to solve deals

    results: list[Result] = []
    end = time.monotonic() + seconds
    for deal in deals:
        if results and time.monotonic() > end:
            break
        try:
            verdict = solve(
                game.deal(deal),
                **asdict(task.limits),
                seed=task.seed,
                line="counted" if deal % _CHECKED else "found",
            )
        except CadoganError as error:
            raise CadoganError(f"deal {deal}: {error}") from error
        moves = verdict.moves if verdict.result == "won" else None
        how = verdict.limit, verdict.method
        results.append(Result(deal, verdict.result, verdict.nodes, verdict.seconds, moves, *how))
    return results


def play_batch(game: Game, task: Task, deals: Sequence[int]) -> list[Result]:
    """Play deals with a policy; each result gets an equal share of the CPU time.

    Raises:
        CadoganError: if a deal cannot be played; the message begins with the deal numbers.
    """
    from cadogan.players.host import play  # noqa: PLC0415  # only needed to play deals

    begin = time.process_time()
    try:
        plays = play(game, deals, task.policy, task.seed)
    except CadoganError as error:
        raise CadoganError(f"deals {deals[0]} to {deals[-1]}: {error}") from error
    seconds = (time.process_time() - begin) / len(deals)
    results = []
    for deal, one in zip(deals, plays, strict=True):
        result, moves = ("won", one.moves) if one.won else ("lost", None)
        results.append(Result(deal, result, one.moves, seconds, moves, "", task.policy))
    return results


@functools.lru_cache(maxsize=4)
def _prepared(task: bytes) -> tuple[Task, Game]:
    chosen = msgspec.json.decode(task, type=Task)
    return chosen, Game(chosen.definition, chosen.options)


def _error(sentence: str) -> bytes:
    return msgspec.json.encode(Answer(error=sentence))


def _worker() -> str:
    """Return the name of this process for messages."""
    if distributed := sys.modules.get("distributed"):
        try:
            return f"the Dask worker at {distributed.get_worker().address}"
        except ValueError:  # Dask is loaded, but this process is not a Dask worker
            pass
    return f"the worker process {os.getpid()}"
