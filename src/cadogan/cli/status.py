"""A line on standard error about what takes long."""

from __future__ import annotations

import shutil
import sys

import click

_KEYS = len("^C")  # what a terminal writes behind the line when one stops it


class StatusLine:
    """A line that each text overwrites, where standard error is a terminal; else nothing."""

    def __init__(self) -> None:
        self._seen = sys.stderr is not None and sys.stderr.isatty()
        self._shown = 0

    def write(self, text: str) -> None:
        """Write the line, over what was there before."""
        if not self._seen:
            return
        text = text[: max(1, shutil.get_terminal_size().columns - 1)]
        click.echo("\r" + text.ljust(self._shown), nl=False, err=True)  # noqa: TID251  (a "\r")
        self._shown = len(text)

    def erase(self) -> None:
        """Leave nothing of it."""
        if self._shown:
            click.echo(f"\r{' ' * (self._shown + _KEYS)}\r", nl=False, err=True)  # noqa: TID251
        self._shown = 0
