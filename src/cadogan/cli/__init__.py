"""Command line interface, the command ``cadogan``.

Every command prints its answer to standard output, and an error as one sentence to standard error.
The module imports little, so that the help appears quickly. Exit statuses:

- 0: success;
- 1: the answer is no;
- 2: incorrect use, unreadable input, or an internal error;
- 3: no answer within the limits, or no solver;
- 130: interrupted.
"""

from __future__ import annotations

import sys
from types import TracebackType
from typing import NoReturn

from cadogan.cli import authoring, backup, commands, odds, results, site, solve, verify  # noqa: F401
from cadogan.cli.base import STOPPED, WRONG, cli

__all__ = ["cli", "main"]


def main() -> NoReturn:
    """Run the command line; entry point of the console script.

    >>> import subprocess
    >>> command = [sys.executable, "-c", "from cadogan.cli import main; main()", "--version"]
    >>> subprocess.run(command, capture_output=True, check=False).returncode
    0
    """
    sys.excepthook = _failed
    try:
        cli.main(prog_name="cadogan")
    except KeyboardInterrupt:  # a second Ctrl-C may arrive while the program handles the first
        sys.exit(STOPPED)
    raise AssertionError("the command line always exits with a status")


def _failed(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> NoReturn:
    """Exit with a traceback and status 2; Python's own status 1 would mean "no"."""
    sys.__excepthook__(kind, error, trace)
    raise SystemExit(WRONG)
