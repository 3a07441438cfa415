"""Processes with limits: how a peer's program is started and measured.

The limits are set from outside, just after the program has started. So Python need not fork, and
the program's CPU seconds contain only its own. Nothing is subtracted from them.
"""

from __future__ import annotations

import contextlib
import math
import os
import resource
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

__all__ = ["Run", "limits_missing", "run"]


class Run(NamedTuple):
    """A finished process.

    Attributes:
        output: what it wrote to its standard output and standard error.
        status: its exit status; a negative number is the signal that ended it.
        seconds: its CPU seconds, from start to end, in user and kernel mode.
    """

    output: str
    status: int
    seconds: float


def limits_missing() -> str | None:
    """Return why this system cannot limit a process from outside, or None if it can."""
    if hasattr(resource, "prlimit"):
        return None
    return (
        "this system has no prlimit, so another program cannot be limited from outside; run the"
        " comparison on Linux"
    )


def run(command: Sequence[str | Path], *, seconds: float, memory: int | None) -> Run:
    r"""Run a program until it ends or reaches a limit.

    Args:
        command: the program and its arguments.
        seconds: the limit in CPU seconds. The system counts whole seconds, so the limit is rounded
            up; the caller must compare :attr:`Run.seconds` with its own limit.
        memory: the limit of the address space in bytes, or None for no limit.

    >>> run(["echo", "seven"], seconds=1, memory=1 << 30).output
    'seven\n'
    """
    with tempfile.TemporaryFile() as out:
        # without preexec_fn and with standard input closed, CPython starts it with vfork
        process = subprocess.Popen(  # noqa: S603  # a program that the user named
            command, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT
        )
        try:
            _limit(process.pid, math.ceil(seconds), memory)
            _, status, usage = os.wait4(process.pid, 0)
        except BaseException:
            process.kill()
            process.wait()
            raise
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        output = out.read().decode(errors="replace")
    return Run(output, process.returncode, usage.ru_utime + usage.ru_stime)


def _limit(pid: int, seconds: int, memory: int | None) -> None:
    limits = [(resource.RLIMIT_CPU, (seconds, seconds + 1))]
    if memory is not None:
        limits.append((resource.RLIMIT_AS, (memory, memory)))
    with contextlib.suppress(ProcessLookupError):  # the process may have ended already
        for kind, pair in limits:
            resource.prlimit(pid, kind, pair)
