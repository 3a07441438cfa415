"""Status line on standard error for long-running work."""

from __future__ import annotations

import shutil
import sys

import click

_KEYS = len("^C")  # the two characters that a terminal shows on Ctrl-C


class StatusLine:
    """A line that each new message overwrites; invisible if standard error is not a terminal."""

    def __init__(self) -> None:
        self._seen = sys.stderr is not None and sys.stderr.isatty()
        self._shown = 0

    def write(self, text: str) -> None:
        """Overwrite the line."""
        if not self._seen:
            return
        text = text[: max(1, shutil.get_terminal_size().columns - 1)]
        click.echo("\r" + text.ljust(self._shown), nl=False, err=True)  # noqa: TID251  (a "\r")
        self._shown = len(text)

    def erase(self) -> None:
        """Erase the line."""
        if self._shown:
            click.echo(f"\r{' ' * (self._shown + _KEYS)}\r", nl=False, err=True)  # noqa: TID251
        self._shown = 0
