"""Measurements on a Dask cluster: a scheduler and two workers on this machine."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

import cadogan
from cadogan.core.errors import MeasurementError
from cadogan.odds import NO_LIMITS, DaskWorkers, Limits, Results, Study, Tally, executor, measure
from tests.odds_worker import FakeWorkers, found
from tests.test_cli import SOURCE, answer, complaint, here
from tests.test_odds import about, expected, wait_until

__all__ = ["here"]  # a fixture

pytestmark = pytest.mark.xdist_group("cluster")  # one worker runs the tests one after another

GAME = cadogan.game("klondike")
LOW = Limits(nodes=1000)
HERE = ("--host", "127.0.0.1")
LACKING = """
import sys
sys.modules["cadogan"] = None
from distributed.cli.dask_worker import main
main()
"""
WORKER = Path(__file__).with_name("cluster_worker.py")


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give a scheduler on a busy machine time to answer."""
    monkeypatch.setattr(executor, "_TIMEOUT", 120)


class Cluster(NamedTuple):
    """Scheduler and workers, each worker with a folder of notes."""

    address: str
    scheduler: subprocess.Popen[bytes]
    workers: dict[Path, subprocess.Popen[bytes]]


def started(
    folder: Path, stack: ExitStack, worker: tuple[str | Path, ...] = (WORKER,), **more: str
) -> Cluster:
    """Start a scheduler and two workers with these settings, and stop them with the stack."""
    told = folder / "scheduler.json"
    settings = os.environ | {"PYTHONPATH": f"{SOURCE}{os.pathsep}{Path(SOURCE).parent}"}
    settings |= more
    quiet: Any = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}

    def start(*words: str | Path, notes: Path = folder) -> subprocess.Popen[bytes]:
        notes.mkdir(exist_ok=True)
        process = subprocess.Popen(
            [sys.executable, *words], env=settings | {"CADOGAN_NOTES": str(notes)}, **quiet
        )
        stack.callback(process.wait)
        stack.callback(process.kill)
        return process

    scheduler = start(
        *("-m", "distributed.cli.dask_scheduler", *HERE, "--port", "0", "--no-dashboard"),
        *("--scheduler-file", told),
    )
    wait_until(told.exists)
    address = json.loads(told.read_text(encoding="utf-8"))["address"]
    workers = {
        notes: start(
            *(*worker, address, *HERE, "--nthreads", "1", "--no-nanny", "--no-dashboard"),
            *("--local-directory", notes),
            notes=notes,
        )
        for notes in (folder / "one", folder / "two")
    }
    return Cluster(address, scheduler, workers)


def met(address: str) -> DaskWorkers:
    """Return the cluster's workers after both have connected."""
    workers = DaskWorkers(address)
    wait_until(lambda: workers.count() == 2)
    return workers


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with ExitStack() as stack:
        both = started(tmp_path_factory.mktemp("cluster"), stack)
        met(both.address).close()
        yield both


@pytest.mark.slow
def test_a_killed_worker(tmp_path: Path) -> None:
    """After the loss of a worker, the cluster still returns the same results as one machine."""
    deals = range(1, 1001)
    counts: list[int] = []
    with ExitStack() as stack:
        some = started(tmp_path, stack)
        for notes in some.workers:  # both workers hang on a deal
            (notes / "hang").write_text(" ".join(map(str, range(50, 1001))), encoding="utf-8")
        workers = stack.enter_context(met(some.address))
        killed: list[int] = []

        def kill() -> bool:
            if not killed and all([*notes.glob("at *")] for notes in some.workers):
                (one, process), (other, _) = some.workers.items()
                process.kill()
                process.wait()
                killed.extend(int(path.name.split()[1]) for path in one.glob("at *"))
                (other / "hang").unlink()
            return False

        with Results.open(":memory:") as results:
            tally = measure(
                GAME, deals, results, limits=LOW, workers=workers, stop=kill,
                report=lambda tally: counts.append(tally.count),
            )  # fmt: skip
            kept = results.results(Study.of(GAME, LOW))
            assert workers.count() == 1
    assert killed
    assert about(tally) == about(expected(deals, LOW))
    assert counts == sorted(counts)
    assert counts[-1] == len(deals)
    assert kept == [found(deal, LOW.nodes) for deal in deals]
    with Results.open(":memory:") as results:
        alone = measure(GAME, deals, results, limits=LOW, workers=FakeWorkers())
        assert kept == results.results(Study.of(GAME, LOW))
    assert about(tally) == about(alone)


# On a loaded machine the cluster may stop responding for a while before it loses all its workers.
ENDED = r"several workers of the cluster were lost with the|cannot continue"


@pytest.mark.slow
def test_deals_that_kill_their_workers(tmp_path: Path) -> None:
    """The run ends after repeated losses of workers; in this test, after the first loss."""
    with ExitStack() as stack:
        some = started(tmp_path, stack, DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES="0")
        for notes in some.workers:
            (notes / "hang").write_text(" ".join(map(str, range(50, 201))), encoding="utf-8")
        workers = stack.enter_context(met(some.address))

        def kill() -> bool:
            for notes, process in some.workers.items():
                if [*notes.glob("at *")]:
                    process.kill()
            return False

        results = stack.enter_context(Results.open(":memory:"))
        with pytest.raises(MeasurementError, match=ENDED):
            measure(GAME, range(1, 201), results, limits=LOW, workers=workers, stop=kill)
        assert 0 < results.tally(Study.of(GAME, LOW)).count < 200


@pytest.mark.slow
def test_a_lost_scheduler(tmp_path: Path) -> None:
    """Losing the scheduler keeps the results, so that another run can continue with them."""
    deals = range(1, 201)
    with Results.open(":memory:") as results:
        with ExitStack() as stack:
            some = started(tmp_path, stack)
            for notes in some.workers:
                (notes / "hang").write_text(" ".join(map(str, range(50, 201))), encoding="utf-8")
            workers = stack.enter_context(met(some.address))

            def kill() -> bool:
                if all([*notes.glob("at *")] for notes in some.workers):
                    some.scheduler.kill()
                return False

            with pytest.raises(
                MeasurementError, match=r"cannot continue \(.+\); all earlier results"
            ):
                measure(GAME, deals, results, limits=LOW, workers=workers, stop=kill)
        before = results.tally(Study.of(GAME, LOW)).count
        assert 0 < before < 200
        some_more = FakeWorkers()
        tally = measure(GAME, deals, results, limits=LOW, workers=some_more)
        assert len(some_more.solved) == 200 - before
    assert about(tally) == about(expected(deals, LOW))


def test_a_stopped_run_on_a_cluster(two: Cluster) -> None:
    deals = range(1, 2001)
    with Results.open(":memory:") as results:
        with met(two.address) as workers:
            seen: list[Tally] = []
            tally = measure(
                GAME, deals, results, limits=LOW, workers=workers,
                report=seen.append, stop=lambda: bool(seen) and seen[-1].count > 20,
            )  # fmt: skip
        assert 20 < tally.count < 2000
        with met(two.address) as workers:
            assert about(measure(GAME, deals, results, limits=LOW, workers=workers)) == about(
                expected(deals, LOW)
            )


def test_the_command_on_a_cluster(two: Cluster, here: Path) -> None:
    words = ("odds", "run", "klondike", "--deals", "1-100", "--nodes", "1000")
    answer(*words, "--dask", two.address, "--db", "there.sqlite3")
    told = json.loads(answer("odds", "report", "there.sqlite3", "--json"))
    assert [(row["deals"], row["won"], row["unknown"]) for row in told] == [(100, 70, 10)]


def test_plays_on_a_cluster(two: Cluster, here: Path) -> None:
    """Plays on a cluster match those on this machine; played and solved deals stay separate."""
    words = ("odds", "run", "clock-patience", "--deals", "1-3000", "--policy", "random", "--json")
    there = json.loads(answer(*words, "--dask", two.address, "--db", "there.sqlite3"))
    alone = json.loads(answer(*words, "--workers", "1", "--db", "here.sqlite3"))
    assert [row["deals"] for row in there] == [3000]
    assert 0 < there[0]["won"] < 3000
    assert [row["won"] for row in there] == [row["won"] for row in alone]
    clock = cadogan.game("clock-patience")
    study = Study.of(clock, NO_LIMITS, policy="random")
    kept = []
    for name in ("there.sqlite3", "here.sqlite3"):
        with Results.open(name) as results:
            kept.append(
                [msgspec.structs.replace(one, seconds=0.0) for one in results.results(study)]
            )
    assert kept[0] == kept[1]


def fails(two: Cluster, said: str, deals: range = range(1, 10), **how: Any) -> None:
    """Check that a measurement on the cluster ends with this error."""
    with (
        Results.open(":memory:") as results,
        met(two.address) as workers,
        pytest.raises(MeasurementError, match=said),
    ):
        measure(GAME, deals, results, workers=workers, **how)


@pytest.mark.parametrize(
    ("decides", "how", "said"),
    [
        ("greedy 1 0", {"policy": "greedy"}, "another form of the policy greedy; all machines of"),
        ("0", {"limits": LOW}, "another solver; all machines of a cluster must"),
    ],
    ids=["policy", "solver"],
)
def test_a_cluster_of_another_version(
    two: Cluster, decides: str, how: dict[str, Any], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cadogan.odds.experiment.decided_by", lambda _policy="": decides)
    fails(two, f"has {said}", **how)


@pytest.mark.slow
def test_workers_without_cadogan(tmp_path: Path) -> None:
    """The run reports that workers lack Cadogan; a worker that cannot read a task survives."""
    with ExitStack() as stack:
        some = started(tmp_path, stack, ("-c", LACKING))
        workers = stack.enter_context(met(some.address))
        results = stack.enter_context(Results.open(":memory:"))
        with pytest.raises(
            MeasurementError,
            match=r"not installed on the Dask worker at tcp://127\.0\.0\.1:\d+; all m",
        ):
            measure(GAME, range(1, 10), results, limits=LOW, workers=workers)
        met(some.address).close()  # both workers are still connected


def test_a_deal_that_a_cluster_cannot_solve(two: Cluster) -> None:
    deals = range(10**12, 10**12 + 2)
    fails(two, "Klondike, deal 1000000000001: this deal number is out", deals, limits=LOW)


def test_a_missing_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executor, "_TIMEOUT", 0.5)
    with pytest.raises(
        MeasurementError, match=r"no Dask scheduler can be reached at 'tcp://127\.0"
    ):
        DaskWorkers("tcp://127.0.0.1:9")


def test_something_else_at_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    """The client stops waiting for a server that accepts data but never answers."""
    monkeypatch.setattr(executor, "_TIMEOUT", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(MeasurementError, match=rf":{port}': no scheduler answers there"):
            DaskWorkers(f"tcp://127.0.0.1:{port}")


def test_a_worker_at_the_address(two: Cluster) -> None:
    with met(two.address) as workers:
        (address, *_) = workers._client.scheduler_info()["workers"]
    with pytest.raises(MeasurementError, match=r"a Dask Worker answers there, not a Scheduler"):
        DaskWorkers(address)


@pytest.mark.parametrize(
    "address", ["bread://x", "foo", "bread://x:8786", "tcp://x", "tcp://x:99999", "x:y", "::1:8786"]
)
def test_an_invalid_address(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command reports an invalid address before it starts a Dask client."""
    distributed = pytest.importorskip("distributed")
    monkeypatch.delattr(distributed, "Client")
    with pytest.raises(MeasurementError, match=f"can be reached at '{address}': it is not a valid"):
        DaskWorkers(address)


def test_without_dask(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    monkeypatch.setenv("CADOGAN_HOME", str(here))
    assert complaint("odds", "run", "klondike", "--dask", "tcp://127.0.0.1:8786") == (
        "a cluster needs Dask, which is not installed: install Cadogan with its 'cluster' extra,"
        " as in pip install '.[cluster]' in the cloned directory"
    )
