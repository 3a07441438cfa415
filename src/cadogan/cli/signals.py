"""Ctrl-C, minded from the first import to the end of a command.

Python makes an exception of it, wherever the program happens to be: in an import, where nobody can
catch it yet, or in a callback, where it is swallowed. A command is ended at once instead, with one
line and status 130. That loses nothing, since whatever is written to disk comes into its place as a
whole; where there is something to lose, :mod:`cadogan.cli.handler` lets Ctrl-C do something else.

The package imports this before anything else, so it imports next to nothing. It acts by itself only
where the process is the command; who imports the library keeps their own Ctrl-C.
"""

import os
import signal
import sys

__all__ = ["STATUS", "end", "end_at_once", "ignore"]

STATUS = 130


def end(_number: int, _frame: object) -> None:
    """End the process: what handles the signal."""
    try:  # noqa: SIM105  # contextlib would take longer to import than all this
        os.write(2, b"cadogan: interrupted\n")
    except OSError:  # there is nobody to tell
        pass
    os._exit(STATUS)  # without cleaning up, in which the next Ctrl-C would be an exception


def end_at_once() -> None:
    """Let Ctrl-C end the process, unless it was settled otherwise, as by ``nohup``."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, end)


def ignore() -> None:
    """Let Ctrl-C do nothing any more: all is done, and the process is about to end."""
    if signal.getsignal(signal.SIGINT) is end:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def _is_command() -> bool:
    """Say whether this process is the command, when only its name can tell.

    It is run by that name, or as ``python -m cadogan``; then the first argument is ``-m`` as long
    as the package is imported.
    """
    name, asked = sys.argv[0] if sys.argv else "", sys.orig_argv
    if name == "-m":
        after = asked[asked.index("-m") + 1 :] if "-m" in asked else []
        return after[:1] != [] and after[0].split(".")[0] == "cadogan"
    return os.path.basename(name).lower() in ("cadogan", "cadogan.exe")  # noqa: PTH119  # quick


if _is_command():
    end_at_once()
