"""The commands for what was measured: tables, pictures, files put together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from cadogan.cli.frame import Command, NoError, WrongError, short
from cadogan.cli.given import json_option
from cadogan.cli.handler import noted
from cadogan.cli.odds import (
    Odds,
    Row,
    chosen_games,
    csv_option,
    form,
    print_studies,
    print_table,
    published_for,
    say,
    say_other_solvers,
)
from cadogan.cli.told import several

if TYPE_CHECKING:
    from cadogan.odds import Result, Results, Study, Tally

__all__: list[str] = []

_NAMED = 10  # games that a message names
_KINDS = ("intervals", "times", "certainty")

_files = click.argument("paths", metavar="[FILE]...", nargs=-1)
_only = click.option(
    "--game", "games", multiple=True, metavar="GAME", help="Only this game; may be given again."
)


def _opened(paths: Sequence[str]) -> Results:
    """Return some files of results as one, or the user's own, which may not be there yet."""
    from cadogan.errors import Contradiction
    from cadogan.home import home
    from cadogan.odds.file import FILE, Results
    from cadogan.odds.table import opened

    if not paths and not (home() / FILE).exists():
        return Results.open(":memory:")
    try:
        return opened(paths or [home() / FILE])
    except Contradiction as error:
        raise NoError(str(error)) from None


def _studies(
    paths: Sequence[str], games: Sequence[str] = ()
) -> Iterator[tuple[Study, Tally, list[Result]]]:
    """Yield the studies of some files that have results, and these.

    Args:
        paths: of the files, counted together; none for the user's own.
        games: what people call the games that are wanted; all if none is named.
    """
    from cadogan.figures import option_text

    wanted = {(game.id, option_text(game.said)): game.name for game in chosen_games(games, ())}
    there: dict[tuple[str, str], str] = {}
    with _opened(paths) as results:
        say_other_solvers(results)
        for study in results.studies():
            key = study.game, option_text(study.options)
            tally = results.tally(study)
            if tally.count:
                there[key] = form(study)
                if not wanted or key in wanted:
                    yield study, tally, results.results(study)
    if missing := [name for key, name in wanted.items() if key not in there]:
        text = _of_others(paths, missing, [*there.values()])
        if len(missing) == len(wanted):
            raise WrongError(text)
        say(f"{text[:1].upper()}{text[1:]}.")


def _of_others(paths: Sequence[str], missing: Sequence[str], there: Sequence[str]) -> str:
    """Say which games some files have no results of, and which they have."""
    where = ", ".join(map(short, paths)) or "your data directory"
    if not there:
        return f"no results in {where} yet"
    some = "; ".join(there[:_NAMED])
    if len(there) > _NAMED:
        some += f"; and {several(len(there) - _NAMED, 'other')}"
    return f"no results of {' or '.join(missing)} in {where}, only of {some}"


def _rows(paths: Sequence[str], games: Sequence[str] = ()) -> list[Row]:
    """Return what a table says of the studies of some files."""
    from cadogan.odds.table import row_of

    return [
        Row(study, tally, row_of(study, found)) for study, tally, found in _studies(paths, games)
    ]


@click.command("table", cls=Command, example="odds table one.sqlite3 two.sqlite3 --markdown")
@_files
@_only
@json_option
@csv_option
@click.option("--markdown", "as_markdown", is_flag=True, help="Answer in Markdown.")
def table_command(
    paths: tuple[str, ...],
    games: tuple[str, ...],
    as_json: bool,
    as_csv: bool,
    as_markdown: bool,
) -> None:
    """Show what was measured, beside published figures and what books say.

    FILE is one that 'cadogan odds' or 'cadogan odds combine' has written; the one in your data
    directory when it is left out. Several are counted together. A line is a study: a game with its
    options, rules, solver and limits, or policy. Median and mean are CPU seconds of the search of a
    deal. The solver takes all cards as known; a policy sees what a player sees.
    """
    from cadogan.odds.table import by_name, markdown

    forms = {"--json": as_json, "--csv": as_csv, "--markdown": as_markdown}
    given = [name for name, asked in forms.items() if asked]
    if len(given) > 1:
        raise click.UsageError(f"{' and '.join(given)} are given; give one")
    rows = _rows(paths, games)
    if as_markdown:
        click.echo(markdown(by_name(row.measured for row in rows if row.measured)))
    elif rows or as_json or as_csv:
        print_studies(rows, as_json=as_json, as_csv=as_csv, more=True)
    else:
        click.echo("Nothing has been measured yet; 'cadogan odds GAME' does.")


@click.command(
    "combine", cls=Command, example="odds combine one.sqlite3 two.sqlite3 --out all.sqlite3"
)
@click.argument("paths", metavar="FILE...", nargs=-1, required=True)
@click.option(
    "--out", required=True, metavar="FILE", help="The new file; it must not be there yet."
)
def combine_command(paths: tuple[str, ...], out: str) -> None:
    """Put what was measured in several files together in a new one.

    It says the same as one run of all the deals would. Deals that are in several files are counted
    once; when one can be won in a study and cannot in another, of one file or of two, that is a bug
    of Cadogan's: nothing is written then, and the exit status is 1.
    """
    from cadogan.errors import Contradiction
    from cadogan.odds import combine

    try:
        with noted():
            both = combine(paths, out)
    except Contradiction as error:
        raise NoError(str(error)) from None
    rows = _rows([out])
    count = sum(row.tally.count for row in rows)
    twice = f"{several(both, 'result')} {'was' if both == 1 else 'were'} there twice"
    click.echo(f"{short(out)}: {several(count, 'result')}; {twice}.\n")
    print_table(rows, more=True)


@click.command("plot", cls=Command, example="odds plot --game klondike --kind times --out a.svg")
@_files
@_only
@click.option(
    "--kind",
    type=click.Choice(_KINDS),
    default=_KINDS[0],
    show_default=True,
    help="Which picture.",
)
@click.option("--out", required=True, metavar="FILE", help="The picture: an .svg or a .png.")
def plot_command(paths: tuple[str, ...], games: tuple[str, ...], kind: str, out: str) -> None:
    """Draw what was measured.

    'intervals' shows how many deals of each game can be won, and what is published; 'times' within
    which time deals were decided; 'certainty' how the interval narrows with the deals counted. FILE
    is as for 'cadogan odds table'. It needs Matplotlib, Cadogan's extra 'plots'.
    """
    from cadogan.odds.plot import Series, draw
    from cadogan.odds.table import named, row_of

    found = [
        Series(named(row_of(study, results)), results, published_for(study))
        for study, _, results in _studies(paths, games)
    ]
    draw(found, kind, out)
    click.echo(f"{short(out)}: {several(len(found), 'game')}.")


Odds.others |= {"table": table_command, "plot": plot_command, "combine": combine_command}
