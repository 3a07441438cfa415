"""The command ``cadogan``.

Every command answers on standard output, and says in one sentence on standard error what was
wrong. Exit statuses: 0 fine; 1 the answer is no; 2 wrong use, input that cannot be read, or a
failure of Cadogan's own; 3 no answer was found within the limits, or without a solver; 130
interrupted. Little is imported here, so that help comes at once.
"""

from __future__ import annotations

import sys
from types import TracebackType
from typing import NoReturn

from cadogan.cli import authoring, backup, commands, odds, results, solve  # noqa: F401  # commands
from cadogan.cli.base import STOPPED, WRONG, cli

__all__ = ["cli", "main"]


def main() -> NoReturn:
    """Run the command line: the console entry.

    >>> import subprocess
    >>> command = [sys.executable, "-c", "from cadogan.cli import main; main()", "--version"]
    >>> subprocess.run(command, capture_output=True, check=False).returncode
    0
    """
    sys.excepthook = _failed
    try:
        cli.main(prog_name="cadogan")
    except KeyboardInterrupt:  # another one, while the first is handled
        sys.exit(STOPPED)
    raise AssertionError("the command line always leaves with a status")


def _failed(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> NoReturn:
    """Leave with a traceback and status 2: Python's is 1, which is an answer here."""
    sys.__excepthook__(kind, error, trace)
    raise SystemExit(WRONG)
