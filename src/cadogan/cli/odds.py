"""Commands that measure the odds of games."""

from __future__ import annotations

import csv
import io
import os
import re
import shutil
import signal
import sys
import textwrap
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from cadogan.cli import params
from cadogan.cli.base import STOPPED, Command, NoError, WrongError, cli, echo, short
from cadogan.cli.output import print_json, several, table, width
from cadogan.cli.progress import busy, progress, share_texts
from cadogan.cli.study_names import apart, is_of_now, limits_text, study_name, today, unchanged
from cadogan.core.errors import InvalidOptionError, SolverMissingError

if TYPE_CHECKING:
    from cadogan.model.position import Game
    from cadogan.odds import Results, Study, Tally, Workers
    from cadogan.odds.plot import Curves
    from cadogan.odds_data import Measured, Published

# the maximum number of deals in one run; a larger number is probably a typo
_MOST_DEALS = 10_000_000
_MOST_WORKERS = 1024
_KEPT = "\N{NO-BREAK SPACE}"  # a no-break space, which keeps a number and its unit on one line
_KNOWN = (
    "The solver sees all cards. The share counts only deals proved to be winnable. The 95%"
    " interval counts unknown deals as lost at its low end and as won at its high end."
)
_SEEN = (
    "A policy sees only the cards that a player sees. The share counts the deals that the policy"
    " won. A deal that the policy did not win counts as lost, even if it could be won."
)
_OTHER = {
    "rules": "other rules",
    "solver": "another solver",
    "limits": "other limits",
    "seed": "another seed",
}


class Row(NamedTuple):
    """A row of the table: a study and its counts."""

    study: Study
    tally: Tally
    measured: Measured | None = None  # for reports
    curves: Curves | None = None  # for plots

    @property
    def shares(self) -> tuple[int, int, int]:
        """The numbers of deals: won, unknown, and in total."""
        return self.tally.won, self.tally.unknown, self.tally.count


# --- arguments -----------------------------------------------------------------------------------


def _read_deals(value: str) -> range:
    from cadogan.model.deal_numbers import MOST_DEALS

    found = re.fullmatch(r"([0-9]{1,40})(?:-([0-9]{1,40}))?", value)
    if not found:
        raise click.BadParameter(f"{short(value)!r} is not a range of deals, such as 1-1000")
    first, last = int(found[1]), int(found[2] or found[1])
    if not 1 <= first <= last <= MOST_DEALS:
        raise click.BadParameter(
            f"{value!r} is not a range within 1 to {MOST_DEALS:,}; write the lower number first"
        )
    if last - first >= _MOST_DEALS:
        raise click.BadParameter(
            f"{value!r} has {last - first + 1:,} deals; the maximum for one run is {_MOST_DEALS:,}"
        )
    return range(first, last + 1)


def _read_shard(value: str) -> tuple[int, int]:
    found = re.fullmatch(r"([0-9]{1,6})/([0-9]{1,6})", value)
    if not found or not 1 <= int(found[1]) <= int(found[2]):
        raise click.BadParameter(
            f"{short(value)!r} is not a part of the deals; write, for example, 1/4 to 4/4 for"
            " four parts"
        )
    return int(found[1]), int(found[2])


def _check_policy(ctx: click.Context, policy: str) -> None:
    """Reject an unknown policy, and search limits together with a policy."""
    from cadogan.players import version_of

    version_of(policy)
    for name in ("seconds", "nodes", "memory"):
        if ctx.get_parameter_source(name) == click.core.ParameterSource.COMMANDLINE:
            raise click.UsageError(f"--{name} does not apply to --policy: a policy does not search")


def _memory(chosen: Sequence[Game], dask: str | None) -> int:
    """Return a search's default memory limit in bytes, which depends on the kernel.

    Without a kernel, return the default on most machines, so that the command finds their results.
    """
    from cadogan.odds import Limits
    from cadogan.solver.host import allowed_memory

    most = Limits.memory
    if dask is not None:  # the cluster's machines solve the deals
        return most
    with suppress(SolverMissingError):
        return min(allowed_memory(game, most) for game in chosen)
    return most


def _processors() -> int:
    """Return the number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):  # this function is not available on every system
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def _first_interrupt() -> Iterator[Callable[[], bool]]:
    """Yield a function that reports whether Ctrl-C was pressed; a second one interrupts the run."""
    seen = threading.Event()
    before = signal.getsignal(signal.SIGINT)

    def note(_number: int, _frame: object) -> None:
        seen.set()
        signal.signal(signal.SIGINT, before)

    # if the process ignores Ctrl-C, as under nohup, leave it that way
    if before is signal.default_int_handler:
        signal.signal(signal.SIGINT, note)
    try:
        yield seen.is_set
    finally:
        signal.signal(signal.SIGINT, before)


def _workers(dask: str | None, count: int | None) -> Workers:
    """Return the workers: processes on this machine, or those of a cluster."""
    from cadogan.odds import DaskWorkers, ProcessWorkers

    return ProcessWorkers(count or _processors()) if dask is None else DaskWorkers(dask, say)


def _opened(path: str | None) -> Results:
    from cadogan.odds import Results

    with busy(f"Checking {'the results file' if path is None else path}."):
        return Results.open(path)


def _chosen_games(words: Sequence[str], options: Sequence[str]) -> list[Game]:
    """Return the games that the user named, without duplicates."""
    from cadogan.rules.digest import rules_digest

    chosen: dict[tuple[str, str], Game] = {}
    for word in words:
        try:
            game = params.chosen_game(word, options)
        except InvalidOptionError as error:
            if not options or len(words) == 1:
                raise
            hint = "put an option for one game after its name, in quotes: 'klondike turn=three'"
            raise WrongError(f"{error}; {hint}") from None
        key = (
            game.text,
            rules_digest(game.definition),
        )  # the file may define a game that is in the catalogue
        if key in chosen:
            raise WrongError(f"{short(word)!r} is given twice")
        chosen[key] = game
    return [*chosen.values()]


csv_option = click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")


# --- output --------------------------------------------------------------------------------------


def _books(study: Study) -> list[str]:
    """Return odds from books and papers if the study used the catalogue's rules."""
    return list(found.odds) if (found := unchanged(study)) else []


# the CSV columns and JSON keys, each with the function for its value
_COLUMNS: dict[str, Callable[[Row], Any]] = {
    "game": attrgetter("study.game"),
    "name": attrgetter("study.name"),
    "options": attrgetter("study.options"),
    "deals": attrgetter("tally.count"),
    "won": attrgetter("tally.won"),
    "lost": attrgetter("tally.lost"),
    "unknown": attrgetter("tally.unknown"),
    "share": attrgetter("tally.share"),
    "low": lambda row: row.tally.interval[0],
    "high": lambda row: row.tally.interval[1],
    "nodes": attrgetter("tally.nodes"),
    "seconds": lambda row: round(row.tally.seconds, 6),
    "limit_nodes": attrgetter("study.limits.nodes"),
    "limit_seconds": attrgetter("study.limits.seconds"),
    "limit_memory": attrgetter("study.limits.memory"),
    "seed": attrgetter("study.seed"),
    "version": attrgetter("study.version"),
    "rules": attrgetter("study.rules"),
    "solver": attrgetter("study.solver"),
    "policy": lambda row: row.study.policy or None,
    "cards": lambda row: "seen by a player" if row.study.policy else "all known",
}
# the additional columns of a report: CPU times and published figures
_MORE: dict[str, Callable[[Row], Any]] = {
    "mean": lambda row: row.measured and row.measured.mean,
    "median": lambda row: row.measured and row.measured.median,
    "published": lambda row: (theirs := published_for(row.study)) and theirs.share,
    "published_pm": lambda row: (theirs := published_for(row.study)) and theirs.pm,
    "fits": lambda row: (theirs := published_for(row.study)) and theirs.fits(*row.tally.interval),
    "books": lambda row: _books(row.study),
}


def _flat(value: Any) -> Any:
    """Convert a value to a CSV cell."""
    if isinstance(value, dict):
        return " ".join(f"{name}={each}" for name, each in value.items())
    return " ".join(value) if isinstance(value, list) else value


def print_table(rows: Sequence[Row], *, more: bool) -> None:
    """Print studies as a table; ``more`` adds CPU times and published figures."""
    from cadogan.odds.report import compared, spent

    head = ["game", "deals", "won", "lost", "unknown", "share", "95% interval"]
    lines = []
    studies = [row.study for row in rows]
    names = apart(studies, [study_name(study) for study in studies])
    for name, (study, tally, measured, _) in zip(names, rows, strict=True):
        counts = [f"{n:,}" for n in (tally.count, tally.won, tally.lost, tally.unknown)]
        line = [name, *counts, *share_texts(tally)]
        if measured:
            line += [compared(measured, published_for(study)), spent(measured.median)]
            line += [spent(measured.mean), limits_text(study.limits), _now(study)]
            line.append(" ".join(_books(study)))
        lines.append(line)
    align = "<>>>>>>"
    if more:
        head += ["published", "median", "mean", "limits", "measured", "in books"]
        align += "<>><<<"
    whole = table([head, *lines], align)
    if sys.stdout is not None and sys.stdout.isatty():
        # the table keeps as many columns as fit
        for beside in (head.index("95% interval") + 1, 1):
            if max(map(len, whole.splitlines())) > shutil.get_terminal_size().columns:
                whole = _folded(head, lines, align, beside)
    echo(whole)
    for policies, text in ((False, _KNOWN), (True, _SEEN)):
        if any(bool(row.study.policy) == policies for row in rows):
            echo(f"\n{textwrap.fill(text, width())}")


def _folded(head: list[str], lines: list[list[str]], align: str, beside: int) -> str:
    """Return a table with as many columns as fit, and the other values below each line."""
    top, *begun = table([row[:beside] for row in (head, *lines)], align[:beside]).splitlines()
    found = [top] if beside > 1 else []  # if only the column of games fits, it needs no header
    for short_line, line in zip(begun, lines, strict=True):
        pairs = zip(head[beside:], line[beside:], strict=True)
        rest = "; ".join(" ".join(pair) for pair in pairs if pair[1])
        rest = re.sub(r"(?<=[0-9]) (?=m?s\b)", _KEPT, rest)
        found.append(textwrap.fill(short_line, width()) if beside == 1 else short_line)
        if rest:
            found.append(textwrap.indent(textwrap.fill(rest, width() - 2), "  "))
    return "\n".join(found).replace(_KEPT, " ")


def _now(study: Study) -> str:
    """Return the version and seed of a study, and how it differs from the current program."""
    from cadogan.players import POLICIES

    old = []
    if today(study) and not unchanged(study):
        old.append("rules differ from the catalogue's")
    if study.policy and study.policy not in POLICIES:
        old.append("the policy no longer exists")
    elif not is_of_now(study):
        old.append(f"another {'version of the policy' if study.policy else 'solver'}")
    seed = [f"seed {study.seed}"] if study.seed else []
    return ", ".join([f"by {study.version}", *seed, *old])


def say(text: str) -> None:
    """Print a remark on standard error."""
    echo(text, err=True)


# --- the commands --------------------------------------------------------------------------------


def _unlike(study: Study, other: Study) -> tuple[str, str]:
    """Return the noun for another study's results, and a phrase for how that study differs."""
    from cadogan.i18n.grammar import listed

    if other.policy != study.policy:
        return "deal", f"played by {other.policy!r}" if other.policy else "solved, not played,"
    parts = [_OTHER[part] for part in study.differs(other)]
    if study.policy:
        parts = ["another version of the policy" if p == _OTHER["solver"] else p for p in parts]
    return "result", f"with {listed(parts)}"


def _say_what_is_there(study: Study, deals: range, results: Results) -> None:
    """Print which results of a game are already in the file, and which do not count in this run."""
    known = results.tally(study, deals).count
    if known:
        clause = f"{known:,} of {len(deals):,} deals {'is' if known == 1 else 'are'}"
        if known == len(deals):
            clause = "the deal is" if known == 1 else f"all {known:,} deals are"
        say(f"{study_name(study)}: {clause} already in {results.path}.")
    others: Counter[tuple[str, str]] = Counter()
    for other in results.studies():
        if (other.game, other.options) == (study.game, study.options) and other.key != study.key:
            others[_unlike(study, other)] += results.tally(other).count
    for (what, how), count in others.items():
        if not count:
            continue
        stay, do = ("stays", "does") if count == 1 else ("stay", "do")
        text = f"{study_name(study)}: {several(count, what)} {how} {stay} in the"
        if how == f"with {_OTHER['limits']}":
            text += " file; those decided within the current limits also count in this run."
        else:
            text += f" file and {do} not count in this run."
        say(text)


def say_other_solvers(results: Results, study: Study | None = None) -> None:
    """Print a deal on which another solver, perhaps an older one, disagrees."""
    if old := results.contradiction(study, same_solver=False):
        say(f"{old} (the two studies were made with different solvers).")


def print_studies(rows: Sequence[Row], *, as_json: bool, as_csv: bool, more: bool = False) -> None:
    """Print studies as a table, or in JSON or CSV."""
    if not as_json and not as_csv:
        print_table(rows, more=more)
        return
    columns = _COLUMNS | (_MORE if more else {})
    records = [{name: value(row) for name, value in columns.items()} for row in rows]
    if as_json:
        print_json(records)
        return
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerows([columns, *(map(_flat, row.values()) for row in records)])
    echo(text.getvalue(), nl=False)


def published_for(study: Study) -> Published | None:
    """Return the published figure, if the study measured the catalogue's game."""
    from cadogan.odds_data import published_of
    from cadogan.rules.catalogue import canonical

    if study.policy or not unchanged(study):
        return None
    return published_of(*canonical(study.game, study.options))


@cli.group(no_args_is_help=False)
def odds() -> None:
    """Measure how often games can be won."""


@odds.command(
    "run", cls=Command, example="odds run freecell bakers-dozen --deals 1-1000 --seconds 5"
)
@click.argument("games", metavar="GAME...", nargs=-1, required=True)
@click.option(
    "--deals",
    type=_read_deals,
    default="1-1000",
    show_default=True,
    metavar="A-B",
    help="Deal numbers.",
)
@params.options_option
@params.seconds_option
@params.nodes_option
@click.option(
    "--memory",
    type=params.read_memory,
    metavar="SIZE",
    help="Memory limit for the search of each worker; the transposition table uses half."
    " [default: 512M, or 64M in WebAssembly or interpreted]",
)
@click.option(
    "--policy",
    metavar="NAME",
    help="Play the deals with a policy (random, greedy or careful) instead of solving them; --seed"
    " changes the plays.",
)
@params.seed_option
@click.option(
    "--workers",
    type=params.whole(1, _MOST_WORKERS),
    metavar="W",
    help="Number of deals to solve at the same time; by default the number of processors.",
)
@click.option(
    "--dask",
    metavar="ADDRESS",
    help="Solve or play on the Dask cluster with this scheduler, such as tcp://first:8786.",
)
@click.option(
    "--shard",
    type=_read_shard,
    metavar="I/N",
    help="Measure one of several parts of the deals, such as 2/4; 'cadogan odds merge' merges the"
    " results.",
)
@click.option(
    "--db",
    callback=params.results_file,
    metavar="FILE",
    help="Store the results in this file instead of the one in your data directory.",
)
@params.json_option
@csv_option
@click.pass_context
def run(
    ctx: click.Context,
    /,
    games: tuple[str, ...],
    deals: range,
    options: tuple[str, ...],
    seconds: float | None,
    nodes: int | None,
    memory: int | None,
    policy: str | None,
    seed: int,
    workers: int | None,
    dask: str | None,
    shard: tuple[int, int] | None,
    db: str | None,
    as_json: bool,
    as_csv: bool,
) -> None:
    """Measure how often games can be won.

    The command solves each deal like 'cadogan solve', with all cards known. It counts the deals
    that can be won, the deals that cannot, and the unknown deals. The 95% interval allows for
    either result of the unknown deals.

    With --policy it instead plays each deal, seeing only the visible cards. 'random' makes any
    legal move. 'greedy' makes the first move in a fixed order of preferences. 'careful' simulates
    each move with several guesses at the hidden cards. In games without choices all policies play
    alike.

    GAME is an id, a name or the file of a definition. --option applies to all games. An option for
    a single game follows its name, both in quotes: 'klondike turn=three'.

    The command saves each result immediately. If you repeat the command, it continues where it
    stopped. With more deals it solves only the new deals, and with higher limits only the unknown
    deals. Results for other rules, options or solvers stay in the file, but do not count.

    Ctrl-C stops the run and prints the results so far. The exit status is 0 if all deals were
    measured, 1 if results contradict each other, 2 after an error, and 130 after a stop.
    """
    from cadogan.odds import NO_LIMITS, Limits, Study, measure, sharded

    params.only_one({"--json": as_json, "--csv": as_csv})
    if db == "":
        raise WrongError("--db: the name of the file is empty")
    params.only_one({"--dask": dask is not None, "--workers": workers is not None})
    chosen = _chosen_games(games, options)
    if policy is not None:
        _check_policy(ctx, policy)
        limits = NO_LIMITS
    else:
        limits = Limits(nodes, seconds, memory or _memory(chosen, dask))
    if shard:
        whole, deals = deals, sharded(deals, *shard)
        if not deals:
            say(f"Part {shard[0]} of {shard[1]} contains none of the {len(whole):,} deals.")
    rows = []
    with (
        _first_interrupt() as stopped,
        _opened(db) as results,
        _workers(dask, workers) as pool,
    ):
        for game in chosen:
            study = Study.of(game, limits, seed, policy or "")
            with busy(f"Reading the results for {study_name(study)} in {results.path}."):
                _say_what_is_there(study, deals, results)
            with progress(game.name, len(deals)) as report:
                tally = measure(
                    game,
                    deals,
                    results,
                    limits=limits,
                    seed=seed,
                    policy=study.policy,
                    workers=pool,
                    report=report,
                    stop=stopped,
                )
            rows.append(Row(study, tally))
            if stopped():
                break
        with busy(f"Checking {results.path} for contradictions."):
            bug = next(filter(None, (results.contradiction(row.study) for row in rows)), "")
            for row in rows:
                say_other_solvers(results, row.study)
    print_studies(rows, as_json=as_json, as_csv=as_csv)
    if bug:
        raise NoError(bug)
    if stopped():
        wanted = len(deals) * len(chosen)
        done = sum(row.tally.count for row in rows)
        say(f"Stopped after {done:,} of {wanted:,} deals; the same command continues from here.")
        ctx.exit(STOPPED)
