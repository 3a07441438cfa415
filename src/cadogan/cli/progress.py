"""Progress display for a run that measures odds, and the format of its figures."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from cadogan.cli.base import echo
from cadogan.odds_data import percent

if TYPE_CHECKING:
    from cadogan.odds import Tally

_MOMENT = 1.0  # the seconds of work before a message appears
_WIDE = 80  # the minimum number of columns for the interval
_ROOM_FOR_A_BAR = 60  # the minimum number of columns for the bar, so that the figures fit beside it


def share_texts(tally: Tally) -> tuple[str, str]:
    """Format the share of wins and its interval."""
    if tally.share is None:
        return "", ""
    low, high = tally.interval
    ends = f"{percent(low, tally.count)}..{percent(high, tally.count)}%"
    return f"{percent(tally.share, tally.count)}%", ends


@contextmanager
def busy(text: str) -> Iterator[None]:
    """Print a message if work takes a long time, on standard error if that is a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield
        return
    timer = threading.Timer(_MOMENT, echo, (text,), {"err": True})
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


@contextmanager
def progress(name: str, total: int) -> Iterator[Callable[[Tally], object]]:
    """Yield a function that shows counts, on standard error if that is a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda _tally: None
        return
    from rich import progress as bar
    from rich.console import Console
    from rich.table import Column

    console = Console(stderr=True, highlight=False)
    columns: list[bar.ProgressColumn] = [
        bar.TextColumn("{task.description}", markup=False),
        bar.BarColumn(None, table_column=Column(ratio=1)),
        bar.MofNCompleteColumn(),
        bar.TextColumn("{task.fields[won]}"),
        bar.TextColumn("{task.fields[speed]}"),
        bar.TimeRemainingColumn(compact=True),
    ]
    if console.width < _ROOM_FOR_A_BAR:
        del columns[1]
    for column in columns:
        column.get_table_column().no_wrap = True
    shown = bar.Progress(
        *columns, console=console, transient=True, expand=True, redirect_stdout=False
    )

    def update(tally: Tally) -> None:
        share, ends = share_texts(tally)
        won = f"won {share} ({ends})" if console.width >= _WIDE else f"won {share}"
        if not shown.task_ids:  # results from earlier runs do not count towards the speed
            shown.add_task(
                name[: console.width // 3], completed=tally.count, total=total, won="", speed=""
            )
        (task,) = shown.tasks
        speed = f"{task.speed:{',.0f' if task.speed >= 10 else '.2g'}}/s" if task.speed else ""
        shown.update(task.id, completed=tally.count, won=share and won, speed=speed)

    with shown:
        console.show_cursor(True)  # an earlier run that was killed may have left the cursor hidden
        yield update
