"""The command ``cadogan``.

Every command answers on standard output, and says in one sentence on standard error what was
wrong. Exit statuses: 0 fine; 1 the answer is no; 2 wrong use, or input that cannot be read; 3 no
answer was found within the limits; 130 interrupted. Little is imported here, so that help comes at
once.
"""

from __future__ import annotations

from typing import NoReturn

from cadogan.cli import commands as _commands  # noqa: F401  # what is imported is a command
from cadogan.cli import solve as _solve  # noqa: F401
from cadogan.cli.frame import cli

__all__ = ["cli", "main"]


def main() -> NoReturn:
    """Run the command line: the console entry.

    >>> from unittest import mock
    >>> with mock.patch("sys.argv", ["cadogan", "--version"]):
    ...     main()
    Traceback (most recent call last):
    ...
    SystemExit: 0
    """
    cli.main(prog_name="cadogan")
    raise AssertionError("the command line always leaves with a status")
