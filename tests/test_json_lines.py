"""Clean exit of worker processes, even if their input stays open."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from cadogan.rules.user_games import template

_, SOUND = template("Mine")
ENDS = (
    "from cadogan.solver.worker import Worker, main\n"
    "work = Worker.work\n"
    "Worker.work = lambda worker: work(worker, requests=1)\n"
    "main()\n"
)
BREAKS = "from cadogan.solver.worker import Worker, main\nWorker.work = lambda _: 1 / 0\nmain()\n"


def asked(ask: str, text: str) -> bytes:
    question = {"ask": ask, "text": text, "file": "mine.toml", "game": "mine"}
    return json.dumps(question).encode() + b"\n"


def ended(command: list[str], question: bytes) -> tuple[int, bytes, bytes]:
    """Return the exit status and the output of a process whose input stays open."""
    with subprocess.Popen(
        [sys.executable, *command],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(question)
        process.stdin.flush()
        told, errors = process.stdout.read(), process.stderr.read()
        status = process.wait()
    return status, told, errors


@pytest.mark.parametrize("time", range(3))
def test_a_job_from_the_desk_ends_while_its_input_stays_open(time: int) -> None:
    """An invalid definition gets an answer before the solver starts."""
    question = asked("check", SOUND.replace("\npiles", "\npils", 1) + " " * time)
    status, told, errors = ended(["-m", "cadogan.web.job_process"], question)
    assert (status, errors) == (0, b"")
    assert b"there is no such key" in told


def test_a_worker_ends_while_its_input_stays_open() -> None:
    status, told, errors = ended(["-c", ENDS], b'{"ask": "verdict", "game": "klondyke"}\n')
    assert (status, errors) == (0, b"")
    assert b'"error"' in told


def test_a_failing_worker_prints_a_traceback() -> None:
    """A bug in a worker prints a traceback, and the worker exits with status 1."""
    status, _, errors = ended(["-c", BREAKS], b"")
    assert status == 1
    assert b"ZeroDivisionError" in errors
    assert b"Fatal Python error" not in errors


def test_a_job_ends_with_its_input(tmp_path: Path) -> None:
    """A job does not outlive the server, even if it is still computing."""
    script = (
        "import threading\n"
        "from cadogan.web import job_process\n"
        "job_process.answer = lambda *_: threading.Event().wait()\n"
        "job_process.main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        input=asked("check", SOUND),
        capture_output=True,
        check=False,
        timeout=120,
        cwd=tmp_path,
    )
    assert (done.returncode, done.stdout) == (0, b"")
