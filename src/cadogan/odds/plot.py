"""Plots of measured odds: intervals, times to a verdict, and certainty by number of deals.

Matplotlib (the extra ``plots``) draws the plots. Colour-blind readers can tell the colours apart,
and no information depends on colour alone.
"""

from __future__ import annotations

import importlib
import math
import textwrap
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from cadogan.core.errors import MeasurementError, no_folder
from cadogan.odds_data import Published
from cadogan.odds_data.interval import interval

_INK, _SOFT, _GRID = "#1f2933", "#66727f", "#dfe4ea"
_BLUE, _ORANGE = "#1f6fb2", "#c8501e"
_COLOURS = (_BLUE, _ORANGE, "#2f8f5b", "#8a5bb5", "#a37b00", "#5b6470")
_MARKS = ("o", "s", "^", "D", "v", "P")
_LINES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (1, 3)))
# the maximum number of studies in a picture
_MOST = {"intervals": 1000, "times": len(_COLOURS), "certainty": 12}
_LEAST_SECONDS = 1e-5  # a shorter time is drawn as this time
_POINTS = 200  # the number of points in a curve over deals
_STEPS = 2000  # the number of steps in a curve over times
_TALL = 30  # with more rows than this, the picture has a second scale at the top


class Curves(NamedTuple):
    """Curves for a study's deals, reduced to as many points as a reader can see.

    Attributes:
        shares: the numbers of won, unknown and counted deals, as more deals are counted.
        times: pairs of a time in seconds and the number of deals decided within it, both
            increasing.
        span: the shortest and the longest time that a deal took, in seconds.
    """

    shares: Sequence[tuple[int, int, int]] = ()
    times: Sequence[tuple[float, int]] = ()
    span: tuple[float, float] = (0.0, 0.0)


def curves(
    found: Iterable[str],
    decided: Iterable[float],
    span: tuple[float, float],
    counted: tuple[int, int, int],
) -> Curves:
    """Return the curves for some deals; read each result once, and store none.

    Args:
        found: the results, in the order of the deals.
        decided: the seconds of the decided deals, in increasing order.
        span: the shortest and the longest time that a deal took, in seconds.
        counted: the numbers of won, unknown and all deals.

    >>> curves(["won", "unknown"], [0.5], (0.5, 2.0), (1, 1, 2)).shares
    [(1, 0, 1), (1, 1, 2)]
    """
    wanted = {*_counts(counted[2])}
    shares, won, unknown = [], 0, 0
    for count, one in enumerate(found, 1):
        won, unknown = won + (one == "won"), unknown + (one == "unknown")
        if count in wanted:
            shares.append((won, unknown, count))
    most = max(counted[2] - counted[1], 1)
    steps = min(most, _STEPS)
    times = [
        (seconds, number)
        for number, seconds in enumerate(decided, 1)
        if number * steps // most > (number - 1) * steps // most
    ]
    return Curves(shares, times, span)


class Series(NamedTuple):
    """Data for the pictures of a study.

    Attributes:
        shares: the numbers of won, unknown and all deals.
        published: the published figure.
        played: whether a policy played the deals.
        curves: the curves, which all kinds of pictures except ``intervals`` need.
    """

    name: str
    shares: tuple[int, int, int]
    published: Published | None = None
    played: bool = False
    curves: Curves = Curves()


def draw(series: Sequence[Series], kind: str, path: Path | str) -> None:
    """Draw a picture of a kind in ``KINDS``, and write it to a .svg or .png file.

    Raises:
        MeasurementError: if Matplotlib is missing, there is nothing or too much to draw, or the
            file cannot be written.
    """
    file = Path(path)
    if file.suffix.lower() not in {".svg", ".png"}:
        raise MeasurementError(
            f"{str(path)!r} is not a valid picture name: it must end with .svg or .png"
        )
    if why := no_folder(file):
        raise MeasurementError(f"{str(path)!r} cannot be written: {why}")
    if not series:
        raise MeasurementError("there is nothing to draw: no measurements match")
    most = _MOST[kind]
    if len(series) > most:
        raise MeasurementError(
            f"{len(series)} studies are too many for a picture of {kind}, which can show at most"
            f" {most}: choose fewer games"
        )
    try:
        matplotlib: Any = importlib.import_module("matplotlib")
        figures: Any = importlib.import_module("matplotlib.figure")
    except ImportError:
        raise MeasurementError(
            "pictures need Matplotlib, which is not installed: install Cadogan with its 'plots'"
            " extra, as in pip install '.[plots]' in the cloned directory"
        ) from None
    style = {
        "font.size": 10,
        "font.family": ["DejaVu Sans"],  # a library that Matplotlib installs
        "text.color": _INK,
        "axes.labelcolor": _INK,
        "axes.edgecolor": _SOFT,
        "xtick.color": _SOFT,
        "xtick.labelcolor": _INK,
        "ytick.color": _SOFT,
        "ytick.labelcolor": _INK,
        "svg.fonttype": "path",
        "svg.hashsalt": "cadogan",  # so that identical pictures produce identical files
    }
    with matplotlib.rc_context(style):
        figure = KINDS[kind](series, figures.Figure)
        metadata = {"Date": None} if file.suffix.lower() == ".svg" else {}
        try:
            figure.savefig(file, dpi=160, metadata=metadata)
        except OSError as error:
            reason = error.strerror or error
            raise MeasurementError(f"{str(path)!r} cannot be written: {reason}") from None


def _bare(axes: Any) -> Any:
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.tick_params(length=0)
    axes.tick_params(axis="x", pad=7)
    axes.set_axisbelow(True)
    return axes


def _write_title(figure: Any, title: str, below: str) -> None:
    """Write a picture's title at its left edge, with an explanation below."""
    high = figure.get_figheight()
    figure.text(0.02, 1 - 0.16 / high, title, size=13, weight="bold", va="top")
    figure.text(0.02, 1 - 0.46 / high, below, size=9, color=_SOFT, va="top", linespacing=1.4)


# --- intervals ------------------------------------------------------------------------------------


def _intervals(series: Sequence[Series], make: Callable[..., Any]) -> Any:
    """Draw the interval of each study, with the published figure."""
    rows = sorted(series, key=lambda one: sum(interval(*one.shares)))
    longest = max(len(one.name) for one in rows)
    left = min(0.4 + 0.078 * longest, 7.0)
    high, wide = 1.5 + 0.24 * len(rows), left + 5.2
    figure = make(figsize=(wide, high))
    axes = _bare(figure.add_subplot())
    figure.subplots_adjust(
        left=left / wide, right=1 - 0.55 / wide, top=1 - 0.95 / high, bottom=0.5 / high
    )
    for y, one in enumerate(rows):
        won, unknown, count = one.shares
        low, top = interval(won, unknown, count)
        axes.plot(
            [low * 100, top * 100], [y, y], color=_BLUE, lw=4, solid_capstyle="butt", alpha=0.4
        )
        axes.plot(
            [won / count * 100, (won + unknown) / count * 100], [y, y],
            color=_BLUE, lw=4, solid_capstyle="butt",
        )  # fmt: skip
        axes.plot(won / count * 100, y, "o", color=_BLUE, ms=5.5, clip_on=False, zorder=3)
        if one.published:
            share, pm = one.published.share * 100, one.published.pm * 100
            axes.plot([max(share - pm, 0), min(share + pm, 100)], [y, y], color=_ORANGE, lw=1.2)
            axes.plot(
                share, y, "D", mfc="none", mec=_ORANGE, mew=1.6, ms=6,
                clip_on=False, zorder=4,
            )  # fmt: skip
        axes.annotate(
            f"{count:,}", (1.0, y), xycoords=("axes fraction", "data"), xytext=(8, 0),
            textcoords="offset points", va="center", size=8, color=_SOFT,
        )  # fmt: skip
    axes.annotate(
        "deals", (1.0, 1.0), xycoords="axes fraction", xytext=(8, 2), textcoords="offset points",
        size=8, color=_SOFT,
    )  # fmt: skip
    axes.set_yticks(range(len(rows)), [one.name for one in rows])
    axes.set_ylim(-0.7, len(rows) - 0.3)
    axes.set_xlim(0, 100)
    axes.set_xticks(range(0, 101, 20), [f"{x}%" for x in range(0, 101, 20)])
    axes.grid(axis="x", color=_GRID)
    if len(rows) > _TALL:
        axes.tick_params(labeltop=True)
    theirs = any(one.published for one in rows)
    _write_title(
        figure, f"How many deals {_words(rows, 'can be won', 'were won in play')}",
        "● known to be {}; dark: the unknown deals; pale: the 95% interval"
        + ("\n◇ published (Blake and Gent 2026)" if theirs else ""),
    )  # fmt: skip
    return figure


# --- times ----------------------------------------------------------------------------------------


def _times(series: Sequence[Series], make: Callable[..., Any]) -> Any:
    """Draw, for each study, the share of deals decided within each time."""
    wide = 9.4
    figure = make(figsize=(wide, 4.8))
    axes = _bare(figure.add_subplot())
    every = [max(seconds, _LEAST_SECONDS) for one in series for seconds in one.curves.span]
    first = 10.0 ** math.floor(math.log10(min(every)))
    last = max(every) * 1.05
    longest = 0
    for number, one in enumerate(sorted(series, key=_median)):
        times = one.curves.times
        spent = [max(seconds, first) for seconds, _ in times]
        shares = [0.0, *(100 * number / one.shares[2] for _, number in times)]
        way = "played" if one.played else "decided"
        label = f"{textwrap.fill(one.name, 34)}\n{shares[-1]:.4g}% {way}"
        longest = max(longest, *map(len, label.split("\n")))
        axes.step(
            [first, *spent, last], [*shares, shares[-1]], where="post", color=_COLOURS[number],
            ls=_LINES[number], lw=1.8, label=label,
        )  # fmt: skip
    # leave just enough room for the labels beside the lines
    figure.subplots_adjust(
        left=0.075, right=1 - (0.9 + 0.073 * longest) / wide, top=0.83, bottom=0.12
    )
    axes.set_xscale("log")
    axes.set_xlim(first, last)
    axes.set_ylim(0, 101)
    powers = range(round(math.log10(first)), math.floor(math.log10(last)) + 1)
    axes.set_xticks([10.0**n for n in powers], [_span(n) for n in powers])
    axes.minorticks_off()
    axes.set_yticks(range(0, 101, 20), [f"{y}%" for y in range(0, 101, 20)])
    axes.grid(color=_GRID)
    axes.set_xlabel("computing for a deal", size=9)
    axes.legend(
        frameon=False, loc="upper left", bbox_to_anchor=(1.02, 1.03), fontsize=9, handlelength=2.6,
        labelspacing=0.9,
    )  # fmt: skip
    what = _words(series, "decided, won or lost", "played to the end")
    _write_title(
        figure, f"Time {_words(series, 'to a verdict', 'of a play')}",
        f"Share of all deals that were {what}, by then",
    )  # fmt: skip
    return figure


def _words(series: Sequence[Series], solved: str, played: str) -> str:
    """Return the words for solved deals, for played deals, or for both."""
    ways = {one.played for one in series}
    return ", or ".join([solved] * (False in ways) + [played] * (True in ways))


def _median(one: Series) -> float:
    """Return the time within which half of the deals were decided."""
    half = one.shares[2] / 2
    return next((seconds for seconds, number in one.curves.times if number >= half), math.inf)


def _span(power: int) -> str:
    """Return a power of ten in seconds as text.

    >>> [_span(n) for n in (-5, -3, -1, 0, 2)]
    ['0.01 ms', '1 ms', '100 ms', '1 s', '100 s']
    """
    return f"{10.0**power:g} s" if power >= 0 else f"{10.0 ** (power + 3):g} ms"


# --- certainty ------------------------------------------------------------------------------------


def _certainty(series: Sequence[Series], make: Callable[..., Any]) -> Any:
    """Draw how the interval of each study narrows with the number of deals counted."""
    across = 2 if len(series) == 4 else min(len(series), 3)
    down = -(-len(series) // across)
    wide, high = 1.2 + 2.7 * across, 1.3 + 2.3 * down
    figure = make(figsize=(max(wide, 4.6), high))
    panels = figure.subplots(down, across, sharex=True, sharey=True, squeeze=False).flat
    figure.subplots_adjust(
        left=0.7 / wide, right=1 - 0.2 / wide, top=1 - 1.25 / high, bottom=0.55 / high,
        wspace=0.12, hspace=0.35,
    )  # fmt: skip
    most = max(2, *(one.shares[2] for one in series))
    fine = (1, 2, 5) if most <= 100 else (1,)
    ticks = [step * 10**n for n in range(math.floor(math.log10(most)) + 1) for step in fine]
    ticks = [tick for tick in ticks if tick <= most]
    for number, axes in enumerate(panels):
        if number >= len(series):
            axes.set_visible(False)
            continue
        _bare(axes)
        _narrowing(axes, series[number])
        axes.set_xscale("log")
        axes.set_xlim(1, most)
        axes.set_xticks(ticks, [f"{tick:,}" for tick in ticks])
        axes.minorticks_off()
        axes.set_ylim(0, 101)
        axes.set_yticks(range(0, 101, 25), [f"{y}%" for y in range(0, 101, 25)])
        axes.grid(color=_GRID)
        # only the last panel in each column has labels at the bottom
        axes.tick_params(labelbottom=number + across >= len(series), labelleft=not number % across)
        if number + across >= len(series):
            axes.set_xlabel("deals counted", size=9)
    theirs = "; orange: published" if any(one.published for one in series) else ""
    what = _words(series, "can be won", "was won in play")
    title = f"95% interval of the share that {what}{theirs}"
    _write_title(figure, "How certain it is", title if across > 1 else title.replace("; ", "\n"))
    return figure


def _narrowing(axes: Any, one: Series) -> None:
    """Draw the interval of a study against the number of deals counted."""
    shares = one.curves.shares
    counts = [count for _, _, count in shares]
    ends = [interval(*each) for each in shares]
    lows, highs = ([100 * end[side] for end in ends] for side in (0, 1))
    axes.fill_between(counts, lows, highs, color=_BLUE, alpha=0.25, lw=0)
    for side in (lows, highs):
        axes.plot(counts, side, color=_BLUE, lw=1.4)
    if one.published:
        axes.axhline(100 * one.published.share, color=_ORANGE, lw=1.4, ls="--")
    name = textwrap.fill(one.name, 32)
    axes.set_title(f"{name}\n{lows[-1]:.1f} to {highs[-1]:.1f}%", size=9, loc="left")


def _counts(count: int) -> list[int]:
    """Return deal counts up to ``count``, most of them small.

    >>> _counts(5), len(_counts(1_000_000)) <= 200
    ([1, 2, 3, 4, 5], True)
    """
    if count <= _POINTS:
        return [*range(1, count + 1)]
    return sorted({round(count ** (n / (_POINTS - 1))) for n in range(_POINTS)})


KINDS = {"intervals": _intervals, "times": _times, "certainty": _certainty}
