"""Send Ctrl-C to commands at random moments, and count how they end.

    python -m bench interrupts [--times 200] [--seed 1] [--from 0.03] [--python]

A command must end with status 130, or with its own if it was done before, and without a traceback.
Moments are random, from the start of the process to a little after the time that the command takes
by itself. The first milliseconds are Python's: what it does before it
reads the first line of Cadogan's is counted apart, and is not ours to mend. With ``--python`` the
commands are run as ``python -m cadogan``. The exit status is 1 when one ended wrongly. Not on
Windows, where Ctrl-C goes to a group of processes.
"""

from __future__ import annotations

import argparse
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

__all__ = ["main"]

# each with the time after which it is done or at its main work, and the statuses it may end with
_COMMANDS = (
    ("solve bakers-dozen 1", 1.6, (0, 130)),
    ("solve klondike 5 --seconds 30", 2.5, (0, 1, 130)),
    ("rules big-ben", 0.4, (0, 130)),
    ("list", 0.4, (0, 130)),
    ("play --no-browser", 1.5, (0, 130)),  # 0 once there is a page
)
_PATIENCE = 60.0  # seconds


class _Ended(NamedTuple):
    status: int
    said: str


def _run(command: Sequence[str], after: float) -> _Ended:
    """Start a command, send it Ctrl-C after so many seconds, and wait for its end."""
    with tempfile.TemporaryFile() as printed, tempfile.TemporaryFile() as said:
        process = subprocess.Popen(command, stdout=printed, stderr=said)  # noqa: S603
        time.sleep(after)
        process.send_signal(signal.SIGINT)
        try:
            status = process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            return _Ended(-1, f"it did not end within {_PATIENCE:g} seconds")
        said.seek(0)
        return _Ended(status, said.read().decode())


def _how(ended: _Ended, fine: Sequence[int]) -> str:
    if ended.status in fine and "Traceback" not in ended.said:
        return "fine"
    ours = str(Path("src") / "cadogan"), str(Path("site-packages") / "cadogan")
    early = "KeyboardInterrupt" in ended.said or (ended.status == -signal.SIGINT and not ended.said)
    return "early" if early and not any(place in ended.said for place in ours) else "wrong"


def main(arguments: Sequence[str]) -> int:
    """Print how the commands ended."""
    parser = argparse.ArgumentParser(
        prog="python -m bench interrupts", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("--times", type=int, default=200, help="in all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--from", dest="first", type=float, default=0.03, help="seconds")
    parser.add_argument("--python", action="store_true", help="run python -m cadogan")
    args = parser.parse_args(arguments)
    script = Path(sys.executable).with_name("cadogan")
    command = [sys.executable, "-m", "cadogan"] if args.python else [str(script)]
    rng = random.Random(args.seed)
    counts: Counter[tuple[str, str]] = Counter()
    latest = 0.0
    for turn in range(args.times):
        words, long, fine = _COMMANDS[turn % len(_COMMANDS)]
        after = rng.uniform(args.first, long)
        ended = _run([*command, *words.split()], after)
        how = _how(ended, fine)
        counts[words, str(ended.status) if how == "fine" else how] += 1
        if how == "early":
            latest = max(latest, after)
        if how == "wrong":
            print(f"{words}, after {after:.3f} s: status {ended.status}\n{ended.said}")
    for (words, how), count in sorted(counts.items()):
        told = {"early": "in Python's own start", "wrong": "WRONG"}.get(how, f"status {how}")
        print(f"{words:32}{told:24}{count:5}")
    if latest:
        print(f"the latest in Python's own start came {latest:.3f} s after the process began")
    return 1 if any(how == "wrong" for _, how in counts) else 0
