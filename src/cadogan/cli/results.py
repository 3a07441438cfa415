"""Commands that tabulate, plot and merge results."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from cadogan.cli import params
from cadogan.cli.base import Command, NoError, WrongError, echo, short
from cadogan.cli.odds import (
    Row,
    csv_option,
    odds,
    print_studies,
    print_table,
    published_for,
    say,
    say_other_solvers,
)
from cadogan.cli.output import several
from cadogan.cli.progress import busy
from cadogan.cli.study_names import apart, form, study_name, today
from cadogan.core.errors import UnknownGameError, nearest

if TYPE_CHECKING:
    from cadogan.odds import Results, Study
    from cadogan.odds.plot import Curves

__all__: list[str] = []

_NAMED = 10  # a message names at most this many games
_KINDS = ("intervals", "times", "certainty")

_files = click.argument("paths", metavar="[FILE]...", nargs=-1)
_only = click.option(
    "--game", "games", multiple=True, metavar="GAME", help="Use only this game; may be repeated."
)


def _opened(paths: Sequence[str]) -> Results:
    """Open several results files as one, or the user's own file, which may not exist yet."""
    from cadogan.core.errors import ContradictionError, InvalidStudyError
    from cadogan.core.user_folder import home
    from cadogan.odds.report import opened
    from cadogan.odds.store import FILE, Results
    from cadogan.rules.catalogue import meant

    if not paths and not (home() / FILE).exists():
        return Results.open(":memory:")
    try:
        return opened(paths or [home() / FILE])
    except ContradictionError as error:
        raise NoError(str(error)) from None
    except InvalidStudyError as error:
        games = [path for path in paths if str(error).startswith(repr(path)) and meant(path)]
        if not games:
            raise
        raise WrongError(f"{error}; did you mean --game {shlex.quote(games[0])}?") from None


def _rows(paths: Sequence[str], games: Sequence[str] = (), *, each: bool = False) -> list[Row]:
    """Return the studies that have results in the given files.

    Args:
        paths: the files to combine; without files, the user's own file.
        games: the names of the games; by default all games.
        each: whether to read the data for plots as well.
    """
    from cadogan.odds.plot import curves
    from cadogan.odds.report import row_in

    def drawn(row: Row) -> Curves:
        found, decided = results.found(row.study), results.decided(row.study)
        return curves(found, decided, results.span(row.study), row.shares)

    with busy(f"Reading {_where(paths)}."), _opened(paths) as results:
        say_other_solvers(results)
        there = [(study, results.tally(study)) for study in results.studies()]
        there = [(study, tally) for study, tally in there if tally.count]
        wanted = _wanted(paths, games, [study for study, _ in there])
        rows = [
            Row(study, tally, row_in(results, study)) for study, tally in there if study in wanted
        ]
        return [row._replace(curves=drawn(row)) for row in rows] if each else rows


def _wanted(paths: Sequence[str], games: Sequence[str], there: list[Study]) -> list[Study]:
    """Return the studies of the named games, or all studies."""
    if not games:
        return there
    found: list[Study] = []
    missing: list[str] = []
    for word in games:
        name, some = _meant(paths, word, there)
        if any(study in found for study in some) or name in missing:
            raise WrongError(f"{short(word)!r} is given twice")
        found += some
        missing += [] if some else [name]
    if missing:
        text = f"no results for {' or '.join(missing)} {_only_of(paths, there)}"
        if not there:
            text = f"no results in {_where(paths)} yet"
        if not found:
            raise WrongError(text)
        say(f"{text[:1].upper()}{text[1:]}.")
    return found


def _meant(paths: Sequence[str], word: str, there: Sequence[Study]) -> tuple[str, list[Study]]:
    """Return the name of the game that the user means, and the studies of that game.

    The game may be in the catalogue, in a file, or only in the results.
    """
    from cadogan.rules.catalogue import faults, meant
    from cadogan.rules.search import joined

    name, options = params.parted(word)
    own = [
        study
        for study in there
        if joined(name) in (joined(study.game), *map(joined, _names_of(study)))
        and today(study) is None
    ]
    mine = [
        study
        for study in own
        if {*options} <= {f"{key}={value}" for key, value in study.options.items()}
    ]
    try:
        game = params.chosen_game(word, ())
    except (UnknownGameError, WrongError):
        if own:
            plain = _names_of(own[0])[-1]
            return f"{plain} ({', '.join(options)})" if options else plain, mine
        if not there or params.is_file(word) or meant(name) or name in faults():
            raise
        hint = f"there are results {_only_of(paths, there)}"
        known = {text.lower() for s in there for text in (s.game, *_names_of(s))}
        if near := nearest(name.lower(), known):
            hint = f"did you mean {near!r}?"
        raise WrongError(f"there is no game {short(name)!r}; {hint}") from None
    same = [study for study in there if (study.game, study.options) == (game.id, {**game.said})]
    return game.name, same or mine


def _names_of(study: Study) -> tuple[str, str]:
    """Return the name of a study's game, once with its options and once without."""
    from cadogan.odds.experiment import plain_name

    return study.name, plain_name(study.name, study.options)


def _where(paths: Sequence[str]) -> str:
    return ", ".join(map(short, paths)) or "your data directory"


def _only_of(paths: Sequence[str], there: Sequence[Study]) -> str:
    """Return a phrase that names the searched files and the games in them."""
    forms = [*dict.fromkeys(map(form, there))]
    some = "; ".join(forms[:_NAMED])
    if len(forms) > _NAMED:
        some += f"; and {several(len(forms) - _NAMED, 'other')}"
    return f"in {_where(paths)}, only for {some}"


def _names(rows: Sequence[Row]) -> list[str]:
    """Return short, unique names for studies."""
    from cadogan.odds.report import named

    names = [
        study_name(study, named(measured) if measured and today(study) else "")
        for study, _, measured, _ in rows
    ]
    return apart([row.study for row in rows], names)


@odds.command("report", cls=Command, example="odds report one.sqlite3 two.sqlite3 --markdown")
@_files
@_only
@params.json_option
@csv_option
@click.option("--markdown", "as_markdown", is_flag=True, help="Print Markdown.")
def report(
    paths: tuple[str, ...],
    games: tuple[str, ...],
    as_json: bool,
    as_csv: bool,
    as_markdown: bool,
) -> None:
    """Show results beside published figures.

    FILE comes from 'cadogan odds run' or 'cadogan odds merge'; the default is the one in your data
    directory. The command combines several files. Each line is a study: a game with its options,
    rules, solver and limits, or policy. Additions distinguish studies with equal names: the start
    of a digest marks old rules or an old solver. Median and mean are CPU seconds of the search for
    a deal. The solver sees all cards; a policy sees only the visible ones.
    """
    from cadogan.odds.report import markdown, named

    params.only_one({"--json": as_json, "--csv": as_csv, "--markdown": as_markdown})
    rows = _rows(paths, games)
    if as_markdown:
        pairs = [(row.measured, row) for row in rows if row.measured]
        pairs.sort(key=lambda pair: (named(pair[0]).lower(), pair[0].options))
        rows = [row for _, row in pairs]
        published = [published_for(row.study) for row in rows]
        echo(markdown([each for each, _ in pairs], names=_names(rows), published=published))
    elif rows or as_json or as_csv:
        print_studies(rows, as_json=as_json, as_csv=as_csv, more=True)
    else:
        echo("There are no results yet; measure a game with 'cadogan odds run GAME'.")


@odds.command("merge", cls=Command, example="odds merge one.sqlite3 two.sqlite3 --out all.sqlite3")
@click.argument("paths", metavar="FILE...", nargs=-1, required=True)
@click.option(
    "--out",
    callback=params.results_file,
    required=True,
    metavar="FILE",
    help="Name of the new file, which must not exist yet.",
)
def merge(paths: tuple[str, ...], out: str) -> None:
    """Merge several results files into a new one.

    The merged file equals the result of one run over all the deals. A deal in several files counts
    once. If two studies disagree about whether a deal can be won, there is a bug in Cadogan. The
    command then writes nothing, and the exit status is 1.
    """
    from cadogan.core.errors import ContradictionError
    from cadogan.odds import combine

    try:
        with busy(f"Merging {several(len(paths), 'file')} into {short(out)}."):
            both = combine(paths, out)
    except ContradictionError as error:
        raise NoError(str(error)) from None
    rows = _rows([out])
    count = sum(row.tally.count for row in rows)
    twice = f"{several(both, 'result')} appeared in more than one file"
    echo(f"{short(out)}: {several(count, 'result')}; {twice}.")
    if rows:
        echo("")
        print_table(rows, more=True)


@odds.command("plot", cls=Command, example="odds plot --game klondike --kind times --out a.svg")
@_files
@_only
@click.option(
    "--kind",
    type=click.Choice(_KINDS),
    default=_KINDS[0],
    show_default=True,
    help="Kind of plot.",
)
@click.option("--out", required=True, metavar="FILE", help="File for the plot, .svg or .png.")
def plot(paths: tuple[str, ...], games: tuple[str, ...], kind: str, out: str) -> None:
    """Plot results.

    'intervals' shows the share of winnable deals of each game, with published figures. 'times'
    shows how quickly the solver decided deals. 'certainty' shows how the interval narrows with the
    number of deals. FILE is as for 'cadogan odds report'. The command needs Matplotlib (the extra
    'plots').
    """
    from cadogan.odds.plot import Curves, Series, draw

    rows = _rows(paths, games, each=kind != "intervals")
    series = [
        Series(
            name,
            row.shares,
            published_for(row.study),
            bool(row.study.policy),
            row.curves or Curves(),
        )
        for name, row in zip(_names(rows), rows, strict=True)
    ]
    draw(series, kind, out)
    count = len({(row.study.game, form(row.study)) for row in rows})
    studies = "" if count == len(rows) else f"{len(rows):,} studies of "
    echo(f"{short(out)}: {studies}{several(count, 'game')}.")
