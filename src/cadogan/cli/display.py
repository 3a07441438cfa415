"""The progress of a run that measures odds, and how its figures are written."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from cadogan.figures import percent

if TYPE_CHECKING:
    from cadogan.odds import Tally

__all__ = ["Display", "told_shares"]


def told_shares(tally: Tally) -> tuple[str, str]:
    """Return the share that is won and its interval, for people."""
    if tally.share is None:
        return "", ""
    low, high = tally.interval
    ends = f"{percent(low, tally.count)}..{percent(high, tally.count)} %"
    return f"{percent(tally.share, tally.count)} %", ends


class Display:
    """How far a run is, on standard error where that is a terminal; nothing elsewhere."""

    def __init__(self) -> None:
        self._update: Callable[[Tally], object] = lambda _tally: None
        self._say: Callable[[str], object] = lambda text: click.echo(text, err=True)

    def update(self, tally: Tally) -> None:
        """Take the counts of now."""
        self._update(tally)

    def say(self, text: str) -> None:
        """Say a sentence, above the line of progress if there is one."""
        self._say(text)

    @contextmanager
    def shown(self, name: str, total: int) -> Iterator[None]:
        """Show how far a game is for a while."""
        if sys.stderr is None or not sys.stderr.isatty():
            yield
            return
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            ProgressColumn,
            Task,
            TextColumn,
            TimeRemainingColumn,
        )
        from rich.text import Text

        class Estimate(ProgressColumn):
            """The share that is won up to now, and the speed."""

            max_refresh = 0.5

            def render(self, task: Task) -> Text:
                """Return the column."""
                share, ends = told_shares(task.fields["tally"])
                speed = f", {task.speed:.3g} a second" if task.speed else ""
                return Text(f"won {share} ({ends}){speed}" if share else "")

        console = Console(stderr=True, highlight=False, markup=False)
        progress = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=16),
            MofNCompleteColumn(),
            Estimate(),
            TimeRemainingColumn(compact=True),
            console=console,
            transient=True,
            refresh_per_second=4,
            redirect_stdout=False,
            redirect_stderr=False,
        )

        def update(tally: Tally) -> None:
            if not progress.task_ids:  # what was known before is no measure of the speed
                progress.add_task(name, total=total, completed=tally.count, tally=tally)
            progress.update(progress.task_ids[0], completed=tally.count, tally=tally)

        before = self._update, self._say
        self._update, self._say = update, console.print
        try:
            with progress:
                console.show_cursor(True)  # what is killed cannot show it again
                yield
        finally:
            self._update, self._say = before
