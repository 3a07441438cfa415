"""Reports: tables that show measured odds beside published odds."""

from __future__ import annotations

import math
import statistics
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

from cadogan.core.errors import ContradictionError, InvalidOptionError, UnknownGameError
from cadogan.odds.experiment import Result, Study, Tally
from cadogan.odds.store import Results
from cadogan.odds_data import Measured, Published, option_text, percent, percentile, published_of
from cadogan.rules.catalogue import find

_HEAD = (
    *("game", "deals", "won", "lost", "unknown", "can be won", "95% interval", "published"),
    *("median", "mean", "limit"),
)
_HEAD_BESIDE = ("their mean", "times")
_TEXTS = {"published", "limit"}  # the columns that are aligned to the left
_HEAD_OF_PLAYS = ("game", "deals", "won", "share", "95% interval", "mean")


def opened(paths: Collection[Path | str]) -> Results:
    """Return the combined contents of several results files; the caller closes the result.

    Raises:
        InvalidStudyError: if a file cannot be read.
        ContradictionError: if the same solver found a deal both won and lost.
    """
    if len(paths) == 1:
        one = Results.read(*paths)
        if bug := one.contradiction():
            one.close()
            raise ContradictionError(f"{one.path}: {bug}")
        return one
    whole = Results.temporary()
    try:
        for path in paths:
            whole.take_all(path, same_solver=True)
    except BaseException:
        whole.close()
        raise
    return whole


def row_of(study: Study, results: Sequence[Result]) -> Measured:
    """Return a study's row, given at least one of its results, sorted by deal."""
    seconds = [r.seconds for r in results]
    spread = (results[0].deal, results[-1].deal, percentile(seconds, 0.5))
    return _row(study, Tally().add(*results), statistics.fmean(seconds), spread)


def row_in(results: Results, study: Study) -> Measured:
    """Return the row of a study with results in a file.

    >>> from cadogan import game
    >>> from cadogan.odds.experiment import Limits
    >>> study = Study.of(game("klondike", turn="three"), Limits(nodes=1000))
    >>> with Results.open(":memory:") as results:
    ...     results.begin(study)
    ...     results.add(study, Result(7, "won", 537, 0.01, 103, "", "quick search"))
    ...     row_in(results, study) == row_of(study, results.results(study))
    True
    """
    tally = results.tally(study)
    return _row(study, tally, tally.seconds / tally.count, results.spread(study))


def _row(study: Study, tally: Tally, mean: float, spread: tuple[int, int, float]) -> Measured:
    first, last, median = spread
    return Measured(
        game=study.game,
        options=option_text(study.options),
        first=first,
        last=last,
        won=tally.won,
        lost=tally.lost,
        unknown=tally.unknown,
        mean=float(f"{mean:.3g}"),
        median=float(f"{median:.3g}"),
        limit_seconds=study.limits.seconds,
        limit_nodes=study.limits.nodes,
        memory=study.limits.memory,
        rules=study.rules,
        solver=study.solver,
        version=study.version,
    )


def spent(seconds: float) -> str:
    """Return a computing time as text.

    >>> spent(0.0000123), spent(0.0123), spent(0.9996), spent(75.3), spent(0)
    ('0.012 ms', '12 ms', '1 s', '75 s', '0 ms')
    """
    value, unit = (seconds, "s") if seconds >= 0.9995 else (seconds * 1000, "ms")
    return f"{value:.0f} {unit}" if value >= 10 else f"{value:.2g} {unit}"


def named(row: Measured) -> str:
    """Return the name of a row, with the options that the name does not imply.

    >>> from cadogan.odds_data import all_measured
    >>> named(all_measured()["birthday", "suits=SHCD target=1956"])
    'Birthday'
    """
    options = row.chosen
    try:
        named = find(row.game, options)
        plain = find(row.game)
    except (UnknownGameError, InvalidOptionError):
        return f"{row.game} {row.options}".rstrip()
    left = {
        name: value
        for name, value in options.items()
        if name not in plain.options or value != plain.options[name].default
        # the name implies the other options
        if named.name == plain.name or name not in named.answers
    }
    return f"{named.name} ({option_text(left).replace(' ', ', ')})" if left else named.name


def by_name(rows: Iterable[Measured]) -> list[Measured]:
    """Return rows sorted by name."""
    return sorted(rows, key=lambda row: (named(row).lower(), row.options))


def times(row: Measured, theirs: Published | None) -> str:
    """Return the ratio of a published study's CPU time per deal to ours, or "" if unknown.

    If a limit ended some of our searches, the ratio is an upper bound.

    >>> import msgspec
    >>> row = Measured("golf", "", 1, 100, 45, 55, 0, 0.1, 0.1, 1.0, None, 1 << 29, "", "", "")
    >>> study = Published("golf", "Golf", 0.45109, 0.00032, 1.6)
    >>> times(row, study), times(msgspec.structs.replace(row, lost=54, unknown=1), study)
    ('16', 'at most 16')
    """
    if theirs is None or theirs.mean is None:
        return ""
    ratio = theirs.mean / row.mean
    return f"{'at most ' * bool(row.unknown)}{ratio:,.{0 if ratio >= 10 else 1}f}"


def ends(row: Measured) -> str:
    """Return the interval of a row in per cent.

    >>> ends(Measured("golf", "", 1, 100, 45, 55, 0, 0.1, 0.1, 1.0, None, 1 << 29, "", "", ""))
    '35.0 to 55.3%'
    """
    low, high = (percent(end, row.count, 1) for end in row.interval)
    return f"{low} to {high}%"


def markdown(
    rows: Iterable[Measured],
    *,
    beside: bool = False,
    names: Sequence[str] | None = None,
    published: Sequence[Published | None] | None = None,
) -> str:
    """Return a Markdown table of rows, in the given order; plays by a policy get their own table.

    Args:
        rows: measured or played.
        beside: whether to show the published study's time beside ours.
        names: the names of the rows; the default is :func:`named`.
        published: the figure for each row; the default is that of the catalogue.

    >>> print(markdown([]))
    | game | deals | won | lost | unknown | can be won | 95% interval | published | median | mean \
| limit |
    |---|---:|---:|---:|---:|---:|---:|---|---:|---:|---|
    """
    every = list(rows)
    names = names or [named(row) for row in every]
    published = published or [published_of(row.game, row.chosen) for row in every]
    solved: list[list[str]] = []
    played: list[list[str]] = []
    for row, name, theirs in zip(every, names, published, strict=True):
        table = played if row.policy else solved
        table.append([name, *_cells(row, theirs, beside=beside)])
    tables = []
    if solved or not played:
        tables.append(_lines((*_HEAD, *_HEAD_BESIDE * beside), solved))
    if played:
        tables.append(_lines(_HEAD_OF_PLAYS, played))
    return "\n\n".join(tables)


def _lines(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    rule = "|---|" + "".join("---|" if text in _TEXTS else "---:|" for text in head[1:])
    first, *others = (f"| {' | '.join(row)} |" for row in (head, *rows))
    return "\n".join([first, rule, *others])


def _cells(row: Measured, theirs: Published | None, *, beside: bool) -> list[str]:
    shares = [f"{percent(row.share, row.count, 1)}%", ends(row)]
    if row.policy:
        return [f"{row.count:,}", f"{row.won:,}", *shares, spent(row.mean)]
    limit = f"{row.limit_seconds:g} s" if row.limit_seconds is not None else ""
    nodes = f"{row.limit_nodes:,} positions" if row.limit_nodes is not None else ""
    cells = [f"{n:,}" for n in (row.count, row.won, row.lost, row.unknown)]
    cells += [*shares, compared(row, theirs)]
    cells += [spent(row.median), spent(row.mean), ", ".join(filter(None, (limit, nodes)))]
    if beside:
        their_mean = theirs.mean if theirs else None
        cells += ["" if their_mean is None else spent(their_mean), times(row, theirs)]
    return cells


def compared(row: Measured, theirs: Published | None) -> str:
    """Return a published figure, with a mark if it contradicts the row.

    >>> row = Measured("golf", "", 1, 100, 45, 55, 0, 0.1, 0.1, 1.0, None, 1 << 29, "", "", "")
    >>> compared(row, Published("golf", "Golf", 0.45109, 0.00032, 1.6))
    '45.109 ± 0.032%'
    >>> compared(row, Published("golf", "Golf", 0.75, 0.001, 1.6))
    '75.00 ± 0.1%, outside'
    """
    if theirs is None:
        return ""
    digits = max(2, 1 - math.floor(math.log10(theirs.pm * 100)))
    text = f"{theirs.share * 100:.{digits}f} ± {theirs.pm * 100:.2g}%"
    return text if theirs.fits(*row.interval) else f"{text}, outside"
