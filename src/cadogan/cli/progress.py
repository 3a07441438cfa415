"""The progress of a run that measures odds, and how its figures are written."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from cadogan.cli.base import echo
from cadogan.odds_data import percent

if TYPE_CHECKING:
    from cadogan.odds import Tally

__all__ = ["Display", "busy", "fitted", "told_shares"]

_MOMENT = 1.0  # seconds that nothing need be said of
_BAR = 16  # letters that the bar takes
_LEFT_OUT = ("bar", "speed", "time", "ends", "share")  # in this order, where there is no room


def told_shares(tally: Tally) -> tuple[str, str]:
    """Return the share that is won and its interval, for people."""
    if tally.share is None:
        return "", ""
    low, high = tally.interval
    ends = f"{percent(low, tally.count)}..{percent(high, tally.count)} %"
    return f"{percent(tally.share, tally.count)} %", ends


def fitted(parts: Mapping[str, str], width: int) -> dict[str, str]:
    """Return those parts of a line that it has room for, with a blank between any two.

    >>> fitted({"name": "Golf", "bar": "=" * 16, "count": "7/10", "speed": ""}, 12)
    {'name': 'Golf', 'count': '7/10'}
    >>> fitted({"name": "Fortune's Favor", "count": "7/10"}, 12)
    {'name': 'Fortun…', 'count': '7/10'}
    """
    left = {key: text for key, text in parts.items() if text}
    for key in _LEFT_OUT:
        if len(" ".join(left.values())) > width:
            left.pop(key, None)
    over = len(" ".join(left.values())) - width
    return left | {"name": f"{left['name'][: -over - 1]}…"} if over > 0 else left


@contextmanager
def busy(text: str) -> Iterator[None]:
    """Say what takes more than a moment, on standard error where that is a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield
        return
    told = threading.Timer(_MOMENT, echo, (text,), {"err": True})
    told.daemon = True
    told.start()
    try:
        yield
    finally:
        told.cancel()


class Display:
    """How far a run is, on standard error where that is a terminal; nothing elsewhere."""

    def __init__(self) -> None:
        self._update: Callable[[Tally], object] = lambda _tally: None
        self._say: Callable[[str], object] = lambda text: echo(text, err=True)

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
        from rich.progress import Progress, ProgressColumn, Task, TimeRemainingColumn
        from rich.table import Column
        from rich.text import Text

        console = Console(stderr=True, highlight=False, markup=False)
        remaining = TimeRemainingColumn(compact=True)

        class Line(ProgressColumn):
            """How far it is, the share that is won up to now, and the speed."""

            max_refresh = 0.5

            def render(self, task: Task) -> Text:
                """Return the column, the only one."""
                tally: Tally = task.fields["tally"]
                share, ends = told_shares(tally)
                speed = task.speed or 0
                parts = {
                    "name": name,
                    "bar": ("-" if console.options.ascii_only else "━") * _BAR,
                    "count": f"{tally.count}/{total}",
                    "share": share and f"won {share}",
                    "ends": ends and f"({ends})",
                    "speed": f"at {speed:{',.0f' if speed >= 10 else '.2g'}} a second"
                    * (speed > 0),
                    "time": remaining.render(task).plain,
                }
                line, done = Text(), _BAR * tally.count // max(total, 1)
                for key, text in fitted(parts, console.width).items():
                    line.append(" " if line else "")
                    if key == "bar":
                        line.append(text[:done], "bar.complete").append(text[done:], "bar.back")
                    else:
                        line.append(text)
                return line

        progress = Progress(
            Line(Column(no_wrap=True)),
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
