"""Measure how many deals of a game can be won."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator

from cadogan.core.errors import InvalidStudyError, MeasurementError
from cadogan.model.position import Game
from cadogan.odds.executor import ProcessWorkers, Workers
from cadogan.odds.experiment import NO_LIMITS, Limits, Result, Study, Tally
from cadogan.odds.jobs import Task
from cadogan.odds.store import Results

_AT_ONCE = 10_000  # deals of which it is looked at once what is known: memory is bounded by them
_TAKEN = 1000  # results of other studies that are kept at once, which is quicker than one by one


def sharded(deals: range, shard: int, shards: int) -> range:
    """Return one of several parts of some deals, evenly spaced; together they are all the deals.

    Raises:
        MeasurementError: when there is no such part.

    >>> sharded(range(5, 12), 1, 3), sharded(range(5, 12), 3, 3)
    (range(5, 12, 3), range(7, 12, 3))
    """
    if not 1 <= shard <= shards:
        raise MeasurementError(f"there is no part {shard} of {shards}; they are counted from 1")
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
    """Solve those of some deals that have no result yet, and return the counts of them all.

    All cards are taken as known, but for a policy: it sees what a player sees.

    Args:
        game: any game.
        deals: numbers of deals.
        results: keeps new results, and has the earlier ones.
        limits: limits for each deal; 60 seconds if left out.
        seed: seed of the searches, or of a policy's draws.
        policy: plays the deals, one of :data:`~cadogan.players.POLICIES`; else they are solved.
        workers: the workers, or how many processes to start; a program that starts some needs
            ``if __name__ == "__main__":``. When the run stops or fails they are closed.
        report: called with the counts, at the start and whenever results have come.
        stop: called several times a second, to end the run; what was found until then is kept.

    Raises:
        InvalidStudyError: when the file cannot be read or written, was moved, or lacks in the end
            what was found.
        InvalidLimitError: for a seed that a file does not keep.
        InvalidPolicyError: when there is no such policy.
        MeasurementError: when a deal cannot be solved, or a worker process is lost.

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
            workers.close()  # nobody wants what they are at
    tally = results.tally(study, deals)  # with what others found meanwhile
    if tally.count < len(deals) and not stop():
        raise InvalidStudyError(
            f"{results.path!r} has only {tally.count:,} of {len(deals):,} results, though all were"
            " found: something else changed it meanwhile; the same command measures those that are"
            " missing"
        )
    return tally


class _Run:
    """A run over some deals: what is found is kept and counted as it comes."""

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
        """Keep some results; no study is in the file before its first one."""
        if not self._begun:
            self.results.begin(self.study)
            self._begun = True
        self.results.add_all(self.study, found, measured)
        self.tally = self.tally.add(*found)

    def waiting(self) -> Iterator[int]:
        """Yield the deals to be solved; those found elsewhere come in their turn.

        Were they all taken first, a run that is stopped would have more than its share of deals
        that are soon decided.
        """
        for at in range(0, len(self.deals), _AT_ONCE):
            some = self.deals[at : at + _AT_ONCE]
            elsewhere = self.results.within(self.study, some)
            ready: list[tuple[Result, str]] = []
            for deal in self.results.missing(self.study, some):
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
        """Keep what other studies say, and leave the list empty."""
        by_study: defaultdict[str, list[Result]] = defaultdict(list)
        for result, measured in elsewhere:
            by_study[measured].append(result)
        for measured, some in by_study.items():
            self.keep(some, measured)
        if elsewhere:
            self.report(self.tally)
        elsewhere.clear()
