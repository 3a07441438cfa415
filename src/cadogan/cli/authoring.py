"""Commands for authors of games: ``new`` and ``check``."""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cadogan.cli import params
from cadogan.cli.base import NO, UNKNOWN, WRONG, WrongError, cli, echo
from cadogan.cli.output import game_values, print_json, several, width
from cadogan.cli.status import StatusLine
from cadogan.core.errors import no_folder

if TYPE_CHECKING:
    from cadogan.lint import Report
    from cadogan.model.position import Game

__all__: list[str] = []


@cli.command(example="new 'My Game'")
@click.argument("name", metavar="NAME")
@click.option(
    "--folder",
    metavar="FOLDER",
    help="Write the file to this existing folder, not to the folder of your own games.",
)
def new(name: str, folder: str | None) -> None:
    """Create a game of your own.

    The command writes a commented, playable definition to the folder of your own games and prints
    its path. All games in that folder appear in the list and on the page, and work with all
    commands. The command never overwrites an existing file.
    """
    from cadogan.rules.catalogue import games
    from cadogan.rules.user_games import begin, user_games_folder

    if folder is None:
        file = begin(name, user_games_folder(), games())
        name_or_path = file.stem
    else:
        if why := no_folder(Path(folder) / "any"):
            raise WrongError(f"nothing was written: {why}")
        file = begin(name, Path(folder), ())
        name_or_path = str(file)
    echo(str(file))
    if sys.stderr is None or not sys.stderr.isatty():
        return
    echo(
        f"Edit this file, check it with 'cadogan check {name_or_path}', and try it with"
        f" 'cadogan {'play' if folder is None else 'rules'} {name_or_path}'.",
        err=True,
    )


@cli.command(example="check my-game.toml")
@params.game_argument
@click.option(
    "--plays", type=params.whole(1, 100_000), default="1000", show_default=True, metavar="N",
    help="Number of random plays.",
)  # fmt: skip
@click.option(
    "--deals", type=params.whole(0, 1000), default="20", show_default=True, metavar="N",
    help="Number of deals to solve.",
)  # fmt: skip
@click.option(
    "--seconds", type=params.read_seconds, default="60", show_default=True, metavar="S",
    help="Real time for each game in seconds; the command skips checks that would take longer.",
)  # fmt: skip
@params.json_option
@click.pass_context
def check(
    ctx: click.Context, game: str, plays: int, deals: int, seconds: float, as_json: bool
) -> None:
    """Look for mistakes in the rules of a game.

    GAME may also be a file. The command plays its games at random and solves some deals. It looks
    for cards that never move, piles that no card reaches, plays that never end, and rules without
    effect. It also reports games that are always or never won, and deals that are lost before the
    first move. A question mark means that a finding may be intended.

    The exit status is 1 if something is wrong. It is 2 if the definition is invalid; the command
    then reports up to eight errors, each with its line. Without a solver the command checks only
    names and openings, and the exit status is 3.
    """
    from cadogan.lint import lint_game

    raw, games = _to_check(ctx, game)
    reports = []
    line = StatusLine()
    try:
        for some in games:
            limits = {"plays": plays, "deals": deals}
            reports.append(lint_game(some, raw, **limits, seconds=seconds, report=line.write))
    finally:
        line.erase()
    if as_json:
        print_json([_in_json(report) for report in reports])
    else:
        echo("\n\n".join(map(_in_words, reports)))
    if any(finding.sure for report in reports for finding in report.findings):
        ctx.exit(NO)
    if any(report.unplayed for report in reports):
        ctx.exit(UNKNOWN)


def _to_check(ctx: click.Context, text: str) -> tuple[dict[str, Any], list[Game]]:
    """Return the TOML of a file, and the games to check: all of them, or the one with the id."""
    from cadogan.layout import load_whole
    from cadogan.model.position import Game
    from cadogan.rules.catalogue import faults, written
    from cadogan.rules.loading import read_toml
    from cadogan.rules.user_games import user_games_folder

    own = user_games_folder() / f"{text}.toml"
    if params.is_file(text):
        source = params.read_text(text)
        _check_text(ctx, source, text)
        found = load_whole(source, text)
        return read_toml(source, text), [Game(d) for key, d in found.items() if d.id == key]
    if text in faults() and own.is_file():
        _check_text(ctx, params.read_text(str(own)), str(own))
    d = params.definition(text)
    source = written(d)
    load_whole(source, d.file)
    return read_toml(source, d.file), [Game(d)]


def _check_text(ctx: click.Context, source: str, file: str) -> None:
    """Report the errors in a definition, and exit if there are any."""
    from cadogan.layout import load_whole
    from cadogan.rules.diagnostics import diagnose

    found = diagnose(source, file, load_whole)
    for fault in found:
        line = f" line {fault.line}:" if fault.line else ""
        echo(f"cadogan: {file}:{line} {fault.said}", err=True)
    if found:
        ctx.exit(WRONG)


def _in_json(report: Report) -> dict[str, Any]:
    parts = ("plays", "ended", "won", "circling", "length", "deals", "winnable", "lost", "openings")
    values = game_values(report.game, None)
    del values["deal"]
    values |= {part: getattr(report, part) for part in (*parts, "dead", "cut", "unplayed")}
    findings = [{"kind": f.kind, "sure": f.sure, "said": f.said} for f in report.findings]
    return values | {"findings": findings}


def _in_words(report: Report) -> str:
    from cadogan.lint import LONGEST

    r = report
    if r.unplayed:
        return _with_findings(_not_played(r), r)
    head = f"{click.style(r.game.name, bold=True)}: {several(r.plays, 'random play')}, {r.ended:,}"
    head += f" ended, {r.won:,} of them won; the median length is {several(r.length, 'move')}."
    if left := r.plays - r.ended:
        head += f" {left:,} {'was' if left == 1 else 'were'} cut off after {LONGEST} moves"
        many = "all" if r.circling == left else f"{r.circling:,}"
        some = "" if left == 1 else f"{many} of them "
        head += f", {some}repeating positions." if r.circling else "."
    if r.deals:
        head += f" Of {several(r.deals, 'deal')} {r.winnable} can be won and {r.lost} cannot"
        given_up = r.deals - r.winnable - r.lost
        head += f"; {given_up} {'is' if given_up == 1 else 'are'} unknown." if given_up else "."
    if r.dead:
        head += f" {_dead_deals(report)}"
    if r.cut:
        head += f" Ran out of time for: {', '.join(r.cut)}; raise --seconds to allow more."
    if not r.findings:
        return textwrap.fill(f"{head} Nothing looks wrong.", width())
    return _with_findings(head, r)


def _dead_deals(report: Report) -> str:
    """Return a sentence on the deals that are lost before the first move."""
    clause = f"{report.dead} {'is' if report.dead == 1 else 'are'} lost before the first move"
    return f"Of the first {several(report.openings, 'deal')} {clause}."


def _not_played(report: Report) -> str:
    """Return why a game was not played, and what the other checks found."""
    head = f"{click.style(report.game.name, bold=True)} was not played: {report.unplayed}."
    if report.dead:
        head += f" {_dead_deals(report)}"
    if not report.findings:
        looked = " and of its openings" if report.openings else ""
        head += f" A check of its names{looked} found nothing wrong."
    return head


def _with_findings(head: str, report: Report) -> str:
    """Return a paragraph, followed by the list of findings."""
    lines = [textwrap.fill(head, width(), break_on_hyphens=False)]
    for finding in report.findings:
        mark = "!" if finding.sure else "?"
        lines.append(textwrap.fill(finding.said, width(), initial_indent=f"{mark} ",
                                   subsequent_indent="  "))  # fmt: skip
    return "\n".join(lines)
