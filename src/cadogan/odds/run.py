"""Measurement of the share of a game's deals that can be won."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator

from cadogan.core.errors import InvalidStudyError, MeasurementError
from cadogan.model.position import Game
from cadogan.odds.executor import ProcessWorkers, Workers
from cadogan.odds.experiment import NO_LIMITS, Limits, Result, Study, Tally
from cadogan.odds.jobs import Task
from cadogan.odds.store import Results

_AT_ONCE = 10_000  # the number of deals whose known results are read together, to limit memory
_TAKEN = 1000  # the number of other studies' results that are stored together, for speed


def sharded(deals: range, shard: int, shards: int) -> range:
    """Divide deals into evenly interleaved parts, and return one part.

    Raises:
        MeasurementError: if no part has this number.

    >>> sharded(range(5, 12), 1, 3), sharded(range(5, 12), 3, 3)
    (range(5, 12, 3), range(7, 12, 3))
    """
    if not 1 <= shard <= shards:
        raise MeasurementError(f"there is no part {shard} of {shards}; parts are numbered from 1")
    return deals[shard - 1 :: shards]


def measure(
    game: Game,
    deals: range,
    results: Results,
    *,
    limits: Limits | None = None,
    seed: int = 0,
    policy: str = "",
    workers: Workers | int = 1,
    report: Callable[[Tally], object] | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> Tally:
    """Solve the deals that have no result yet, and return the counts of all given deals.

    The solver knows all cards; a policy sees only what a player sees.

    Args:
        game: any game.
        deals: the deal numbers.
        results: the file with earlier results, to which new results are added.
        limits: the limits of each search; the default is 60 seconds.
        seed: the seed of the searches, or of the random numbers of a policy.
        policy: the policy that plays the deals, one of :data:`~cadogan.players.POLICIES`; without
            one, the solver solves them.
        workers: the workers, or a number of processes to start; then a program needs ``if __name__
            == "__main__":``. The function closes the workers if the run stops or fails.
        report: a function that is called with the counts, at the start and whenever there are new
            results.
        stop: a function that is called several times a second; when it returns True, the run ends
            and keeps its results.

    Raises:
        InvalidStudyError: if the file cannot be read or written, has been moved, or lacks results
            at the end.
        InvalidLimitError: if a file cannot store the seed.
        InvalidPolicyError: if no policy has this name.
        MeasurementError: if a deal cannot be solved, or a worker process is lost.

    >>> from cadogan import game
    >>> with Results.open(":memory:") as results:
    ...     measure(game("bakers-dozen"), range(1, 4), results, limits=Limits(nodes=50_000)).won
    3
    """
    if isinstance(workers, int):
        with ProcessWorkers(workers) as own:
            return measure(
                game, deals, results,
                limits=limits, seed=seed, policy=policy, workers=own, report=report, stop=stop,
            )  # fmt: skip
    study = Study.of(game, NO_LIMITS if policy else limits or Limits(), seed, policy)
    run = _Run(study, deals, results, report or (lambda _tally: None), stop)
    run.report(run.tally)
    done = False
    try:
        for found in workers.results(Task.of(game, study), run.waiting()):
            if found:
                run.keep(found)
                run.report(run.tally)
            else:
                results.check()
            if stop():
                return results.tally(study, deals)
        done = True
    finally:
        if not done:
            workers.close()  # the results of unfinished batches are no longer needed
    # the count includes results that other processes have added
    tally = results.tally(study, deals)
    if tally.count < len(deals) and not stop():
        raise InvalidStudyError(
            f"{results.path!r} has only {tally.count:,} of {len(deals):,} results, because"
            " another program has changed it: repeat the command to measure the missing deals"
        )
    return tally


class _Run:
    """A run over some deals, which stores and counts results as they come in."""

    def __init__(
        self,
        study: Study,
        deals: range,
        results: Results,
        report: Callable[[Tally], object],
        stop: Callable[[], bool],
    ) -> None:
        self.study, self.deals, self.results = study, deals, results
        self.report, self.stop = report, stop
        self.tally = results.tally(study, deals)
        self._begun = False

    def keep(self, found: list[Result], measured: str | None = None) -> None:
        """Store some results; the first call adds the study to the file."""
        if not self._begun:
            self.results.begin(self.study)
            self._begun = True
        self.results.add_all(self.study, found, measured)
        self.tally = self.tally.add(*found)

    def waiting(self) -> Iterator[int]:
        """Yield the deals to solve; take usable results from other studies in deal order.

        If the run took all usable results first, an interrupted run would contain too many easy
        deals.
        """
        for at in range(0, len(self.deals), _AT_ONCE):
            part = self.deals[at : at + _AT_ONCE]
            elsewhere = self.results.within(self.study, part)
            ready: list[tuple[Result, str]] = []
            for deal in self.results.missing(self.study, part):
                if self.stop():
                    break
                if deal in elsewhere:
                    ready.append(elsewhere[deal])
                    if len(ready) == _TAKEN:
                        self._take(ready)
                else:
                    self._take(ready)
                    yield deal
            self._take(ready)
            if self.stop():
                return

    def _take(self, elsewhere: list[tuple[Result, str]]) -> None:
        """Store the results collected from other studies, and clear the list."""
        by_study: defaultdict[str, list[Result]] = defaultdict(list)
        for result, measured in elsewhere:
            by_study[measured].append(result)
        for measured, results in by_study.items():
            self.keep(results, measured)
        if elsewhere:
            self.report(self.tally)
        elsewhere.clear()
