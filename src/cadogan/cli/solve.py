"""Command that solves a deal or a position."""

from __future__ import annotations

import os
import sys
import textwrap
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from cadogan.cli import params
from cadogan.cli.base import NO, STOPPED, UNKNOWN, WrongError, cli, echo, short
from cadogan.cli.output import game_values, memory_text, print_json, several, width
from cadogan.cli.status import StatusLine
from cadogan.core.errors import did_you_mean, no_folder

if TYPE_CHECKING:
    from cadogan.model.position import Position
    from cadogan.solver.result import Progress, Verdict

__all__: list[str] = []

_USUAL_SECONDS = 60.0
_QUIET = 0.5  # the seconds before the first progress report


class _Limits(NamedTuple):
    """The limits of a search; None means no limit."""

    nodes: int | None
    seconds: float | None
    memory: int


def _seconds(seconds: float) -> str:
    """Format a time.

    >>> _seconds(0.00123), _seconds(1), _seconds(61.27)
    ('0.001 seconds', '1.0 seconds', '61 seconds')
    """
    places = 3 if seconds < 0.1 else 1 if seconds < 10 else 0
    return f"{seconds:,.{places}f} seconds"


def _stopped_by(verdict: Verdict, limits: _Limits) -> str:
    if verdict.limit == "nodes" and limits.nodes is not None:
        return f"stopped at the limit of {several(limits.nodes, 'position')}"
    if verdict.limit == "seconds" and limits.seconds is not None:
        return f"stopped at the limit of {limits.seconds:g} seconds"
    if verdict.limit == "memory":
        return f"stopped at the memory limit of {memory_text(limits.memory)}"
    return "stopped"


def _sentence(position: Position, verdict: Verdict, limits: _Limits) -> str:
    """Return the verdict in one sentence."""
    number = position.deal_number
    subject = f"{position.game.name}, {f'deal {number}' if number else 'from a position'}"
    if verdict.result == "won" and not verdict.line:
        return f"{subject}: the game is already won."
    if verdict.result == "won":
        found = f"can be won in {several(len(verdict.line), 'move')}"
    elif verdict.result == "lost":
        found = "proved to be unwinnable"
    else:
        found = f"unknown whether it can be won, {_stopped_by(verdict, limits)}"
    effort = f"{several(verdict.nodes, 'position')} in {_seconds(verdict.seconds)}"
    method = f"{verdict.method}, " if verdict.method else ""
    return f"{subject}: {found} ({method}{effort}; the solver sees all cards)."


def _search(position: Position, limits: _Limits, seed: int, without: tuple[str, ...]) -> Verdict:
    """Run the solver with a progress line until the search ends or the user stops it."""
    from cadogan.solver import portfolio
    from cadogan.solver.analysis.analysis import SWITCHES
    from cadogan.solver.result import Verdict

    for name in without:
        if name not in SWITCHES:  # report an unknown pruning before the search
            if {*name.split(",")} <= {*SWITCHES}:
                hint = "write " + " ".join(f"--disable-pruning {one}" for one in name.split(","))
            else:
                hint = did_you_mean(name, SWITCHES)
            raise WrongError(f"--disable-pruning: unknown pruning {short(name)!r}; {hint}")
    line = StatusLine()

    def show(progress: Progress) -> None:
        if progress.seconds >= _QUIET:
            many, took = f"{progress.nodes:,} positions", _seconds(progress.seconds)
            line.write(f"{many} in {took}: {progress.method}")

    try:
        verdict = portfolio.solve(
            position, **limits._asdict(), seed=seed, without=without, report=show
        )
    except KeyboardInterrupt:  # Ctrl-C came before the search, which handles Ctrl-C itself
        return Verdict("unknown", (), 0, 0.0, "stopped", "")
    finally:
        line.erase()
    # Ctrl-C came after the search, perhaps during the check of the line
    if verdict.limit == "stopped":
        return replace(verdict, result="unknown")
    return verdict


@cli.command(example="solve bakers-dozen 1")
@click.argument("game", metavar="[GAME]", required=False)
@params.number_argument
@click.option(
    "--position",
    "path",
    metavar="FILE",
    help="Begin with the position in this file (- for standard input). The file contains a Cadogan"
    " position, a Freecell Solver board, a Solvitaire deal in JSON, or a record, which stands"
    " for its last position. With a record, GAME is optional.",
)
@params.options_option
@params.seconds_option
@params.nodes_option
@click.option(
    "--memory",
    type=params.read_memory,
    metavar="SIZE",
    help="Memory limit for the search, such as 512M; the transposition table uses half."
    " [default: 1G, or 64M in WebAssembly or interpreted]",
)
@params.seed_option
@click.option(
    "--disable-pruning",
    "without",
    multiple=True,
    metavar="NAME",
    help="Disable a pruning; may be repeated. The prunings are: safe, symmetry, dead, follow,"
    " lone, pairs, apart, places, timely, late, parents, runs, stock, bear, rest, settle, slide,"
    " tails, redeal, suits.",
)
@click.option(
    "--record",
    "record_path",
    metavar="FILE",
    help="Write the winning line to this file (- for standard output), as a record for"
    " 'cadogan replay'.",
)
@click.option(
    "--certificate",
    "certificate_path",
    metavar="FILE",
    help="Write a proof of the answer to this file, for 'cadogan verify'. The proof of a win is a"
    " record. The limits apply to the proof again.",
)
@params.json_option
@click.pass_context
def solve(
    ctx: click.Context,
    /,
    as_json: bool,
    record_path: str | None,
    certificate_path: str | None,
    nodes: int | None,
    seconds: float | None,
    memory: int | None,
    seed: int,
    without: tuple[str, ...],
    **where: Any,
) -> None:
    """Determine whether a deal or a position can be won, and how.

    The solver sees all cards, including those that lie face down. The answer is a winning line,
    a proof that none exists, or "unknown" if the solver reached a limit first.

    Outside a terminal the command prints a winning line as a record, which 'cadogan replay' reads:
    'cadogan solve klondike 7 | cadogan replay -'.

    Ctrl-C stops the search and prints the result so far. A second Ctrl-C, or one before or after
    the search, ends the command immediately.

    The exit status is 0 if the deal can be won, 1 if it cannot, and 3 if the answer is unknown. It
    is also 3 if a certificate would exceed the limits, 2 after an error, and 130 after a stop.
    """
    params.only_one({"--json": as_json, "--record -": record_path == "-"})
    position = params.start(**where)
    replayable = _in_catalogue(position)
    file = None if record_path == "-" else record_path
    _check_outputs(where["game"], replayable, record_path, certificate_path)
    if nodes is None and seconds is None:
        seconds = _USUAL_SECONDS
    if memory is None:
        from cadogan.solver.host import allowed_memory

        memory = allowed_memory(position.game)
    limits = _Limits(nodes, seconds, memory)
    verdict = _search(position, limits, seed, without)
    sentence = _sentence(position, verdict, limits)
    won = verdict.result == "won"
    record = ""
    if won and replayable:
        from cadogan.model.record import record_play, write_record

        record = f"# {sentence}\n{write_record(record_play(position, verdict.line))}"
    on_terminal = sys.stdout is not None and sys.stdout.isatty()
    if as_json:
        values = game_values(position.game, position.deal_number) | {"position": position.to_line()}
        parts = ("result", "line", "nodes", "seconds", "total", "limit", "method")
        print_json(values | {part: getattr(verdict, part) for part in parts})
    elif won and (record_path == "-" or (replayable and not on_terminal)):
        echo(record, nl=False)
    else:
        echo(textwrap.fill(sentence, width()) if on_terminal else sentence)
        if verdict.line:
            moves = " ".join(verdict.line)
            echo(f"\n{textwrap.fill(moves, width(), break_on_hyphens=False)}")
    if file is not None:
        _write(file, record.encode(), "there is no winning line")
    status = {"won": 0, "lost": NO}.get(verdict.result, UNKNOWN)
    if not won and verdict.limit == "stopped":
        status = STOPPED
    if certificate_path is not None:
        status = _certify(position, verdict.result, limits, certificate_path, record) or status
    ctx.exit(status)


def _in_catalogue(position: Position) -> bool:
    from cadogan.rules.catalogue import find, is_known

    definition = position.game.definition
    return is_known(definition.id) and find(definition.id, definition.answers) is definition


def _check_outputs(chosen: str, replayable: bool, record: str | None, proof: str | None) -> None:
    """Check before the search that the files can be written afterwards."""
    named = {"record": record, "certificate": proof}
    for what, path in named.items():
        if path is not None and not replayable:
            raise WrongError(
                f"--{what}: {short(chosen)} is a file, but a {what} can only name a game in the"
                " catalogue"
            )
    for what, path in named.items():
        if path is not None and (what, path) != ("record", "-"):
            _check_path(path)


def _check_path(path: str) -> None:
    """Check that a file can be written."""
    reason = no_folder(path)
    if not path:
        reason = "the name of the file is empty"
    elif Path(path).is_dir():
        reason = "Is a directory"
    if reason:
        raise WrongError(f"{short(path)!r} cannot be written: {reason}")


def _certify(position: Position, result: str, limits: _Limits, path: str, record: str) -> int:
    """Write the proof of a verdict to a file; return the exit status if there is no proof, or 0."""
    from cadogan.certificate.write import certify
    from cadogan.solver.result import Verdict

    if result != "lost":
        _write(path, record.encode(), "there is nothing to prove, because the answer is unknown")
        return 0
    line = StatusLine()

    def show(count: int) -> None:
        line.write(f"{count:,} positions: certificate")

    try:
        made = certify(position, **limits._asdict(), report=show)
    finally:
        line.erase()
    if made.limit:
        so_far = Verdict("unknown", (), made.positions, 0.0, made.limit, "")
        many = several(made.positions, "position")
        _write(path, b"", f"{_stopped_by(so_far, limits)}, with {many} in the certificate so far")
        return STOPPED if made.limit == "stopped" else UNKNOWN
    _write(path, made.data, "")
    echo(
        f"{short(path)}: {several(made.positions, 'position')}, {several(len(made.data), 'byte')};"
        " 'cadogan verify' checks this certificate.",
        err=True,
    )
    return 0


def _write(path: str, data: bytes, otherwise: str) -> None:
    """Write a file atomically; if there is nothing to write, print the reason."""
    if not data:
        echo(f"{short(path)} was not written: {otherwise}.", err=True)
        return
    file = Path(path)
    try:
        # write directly, because a device or a pipe cannot be replaced
        if file.exists() and not file.is_file():
            file.write_bytes(data)
            return
        whole = file.resolve()  # replace the target of a link, not the link itself
        beside = whole.with_name(f".{whole.name[:40]}.{os.getpid()}")
        try:
            beside.write_bytes(data)
            if whole.exists():
                beside.chmod(whole.stat().st_mode)
            beside.replace(whole)
        except BaseException:
            with suppress(OSError):
                beside.unlink()
            raise
    except (OSError, ValueError) as error:  # ValueError if the name contains a null byte
        reason = getattr(error, "strerror", None) or error
        raise WrongError(f"{short(path)!r} cannot be written: {reason}") from None
