"""The command ``cadogan``.

Every command answers on standard output, and says in one sentence on standard error what was
wrong. Exit statuses: 0 fine; 1 the answer is no; 2 wrong use, or input that cannot be read; 130
interrupted. Little is imported here, so that help comes at once.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shutil
import sys
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn
from urllib.parse import quote, urlencode

import click

from cadogan import __version__
from cadogan.errors import BadPosition, BadRecord, CadoganError, UnknownGame

if TYPE_CHECKING:
    from cadogan.game import Definition
    from cadogan.notation import Move
    from cadogan.position import Game, Position

__all__ = ["cli", "main"]

_MOST_BYTES = 10_000_000  # no position, record or definition is as long
_MOST_RANDOM = 1_000_000  # a number that one can say
_MOST_WIDTH = 88
_NO, _WRONG, _STOPPED = 1, 2, 130


class _WrongError(click.ClickException):
    """Wrong use, or input that cannot be read."""

    exit_code = _WRONG


class _NoError(click.ClickException):
    """The answer is no."""

    exit_code = _NO


# --- what goes wrong -----------------------------------------------------------------------------


def _sentence(error: click.ClickException) -> str:
    """Return a click error in one line, with the way to the help where the use was wrong.

    >>> _sentence(click.UsageError("Missing argument 'GAME'."))
    "missing argument 'GAME'; see 'cadogan --help'"
    """
    text = " ".join(error.format_message().split())
    if not isinstance(error, click.UsageError):
        return text
    if isinstance(error, click.NoSuchOption) and re.match(r"-\d", error.option_name):
        text = "a negative number will not do"
    path = error.ctx.command_path if error.ctx else "cadogan"
    text = text[:1].lower() + text[1:].rstrip(".")
    return f"{text}{' S' if text.endswith('?') else '; s'}ee '{path} --help'"


def _say(text: str, status: int) -> int:
    try:
        click.echo(f"cadogan: {text}", err=True)
    except OSError:  # there is no one left to tell
        _drop(sys.stderr)
    return status


def _drop(stream: Any) -> None:
    """Send what is still to be written nowhere, so that it fails no second time at exit."""
    with contextlib.suppress(OSError, ValueError, AttributeError):  # no file of the system
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


class _Command(click.Command):
    """A command whose help ends with an example."""

    def __init__(self, *args: Any, example: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.example = example

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the example."""
        with formatter.section("Example"):
            formatter.write_text(f"{ctx.find_root().command_path} {self.example}")


class _Commands(click.Group):
    """The commands: errors are said in one sentence, and never with a traceback."""

    command_class = _Command

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run, and leave with the exit status."""
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):  # a terminal may not know all letters
                stream.reconfigure(errors="backslashreplace")
        try:
            status = super().main(*args, **{**kwargs, "standalone_mode": False})
            if sys.stdout is not None:
                sys.stdout.flush()
        except click.ClickException as error:
            status = _say(_sentence(error), error.exit_code)
        except CadoganError as error:
            status = _say(str(error), _WRONG)
        except click.Abort:
            status = _say("interrupted", _STOPPED)
        except BrokenPipeError:  # the reader has seen enough: nothing to say
            _drop(sys.stdout)
            status = _NO
        except OSError as error:
            _drop(sys.stdout)
            where = f"{error.filename}: " if error.filename else ""
            status = _say(f"cannot go on: {where}{error.strerror or error}", _WRONG)
        sys.exit(status if isinstance(status, int) else 0)


# --- what commands take --------------------------------------------------------------------------


def _file_name(path: str) -> str:
    return "standard input" if path == "-" else path


def _read(path: str) -> str:
    """Return the text of a file, or of standard input for ``-``."""
    name = _file_name(path)
    data: bytes
    try:
        if path == "-":
            data = sys.stdin.buffer.read(_MOST_BYTES + 1)
        else:
            with Path(path).open("rb") as file:
                data = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise _WrongError(f"{name} cannot be read: {error.strerror or error}") from None
    except (ValueError, AttributeError):  # a zero byte in the name; no standard input at all
        raise _WrongError(f"{name!r} cannot be read: there is no such file") from None
    if len(data) > _MOST_BYTES:
        most = _MOST_BYTES // 1_000_000
        raise _WrongError(f"{name} is longer than {most} MB, and nothing that is read here is")
    if b"\0" in data:
        raise _WrongError(f"{name} is a binary file, and text is wanted")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _WrongError(f"{name} is not text in UTF-8: byte {error.start + 1} is wrong") from None


def _plain(text: str) -> str:
    """Return a name without case, accents, apostrophes and blanks.

    >>> _plain("Baker's Dozen"), _plain("Maréchal Saxe")
    ('bakers-dozen', 'marechal-saxe')
    """
    word = unicodedata.normalize("NFKD", text).lower()
    word = "".join(c for c in word if not unicodedata.combining(c) and c not in "'`\u2018\u2019")
    return re.sub(r"[^a-z0-9]+", "-", word).strip("-")


def _names(d: Definition) -> list[str]:
    return [d.id, d.name, *d.aliases]


def _definition(text: str) -> Definition:
    """Return a definition by its id, a name or alias that only one game has, or its file."""
    from cadogan.game import catalogue, find

    if text.lower().endswith(".toml"):
        from cadogan.layout import load_whole

        return next(iter(load_whole(_read(text), text).values()))
    if text in (known := catalogue()):
        return known[text]
    word = _plain(text)
    same = [d for d in known.values() if word and word in map(_plain, _names(d))]
    if len(same) > 1:
        ids = ", ".join(d.id for d in same)
        raise _WrongError(f"{text!r} can mean several games: give one of the ids {ids}")
    if same:
        return same[0]
    try:
        return find(text)
    except UnknownGame as error:
        if str(error).endswith("?"):
            raise
        raise _WrongError(f"there is no game {text!r}; 'cadogan list' lists the games") from None


def _game(text: str, options: Sequence[str]) -> Game:
    from cadogan.game import catalogue, check_options
    from cadogan.position import Game, game

    definition = _definition(text)
    given: dict[str, str] = {}
    for option in options:
        name, sign, value = (part.strip() for part in option.partition("="))
        if not sign:
            raise _WrongError(f"{option!r} is not an option: write it as NAME=VALUE")
        if name in given:
            raise _WrongError(f"the option {name!r} is given twice")
        given[name] = value
    chosen = check_options(definition, given)
    if catalogue().get(definition.id) is definition:
        return game(definition.id, **chosen)
    return Game(definition, chosen)


def _start(game: str, options: Sequence[str], number: str | None, path: str | None) -> Position:
    """Return the position that a command is to begin with: a deal, or one that is read."""
    chosen = _game(game, options)
    if number is not None and path is not None:
        raise click.UsageError("a deal number and a position are given; give one")
    if path is not None:
        try:
            return chosen.read(_read(path))
        except BadPosition as error:
            raise _WrongError(f"{_file_name(path)}: {error}") from None
    if number is None:
        raise click.UsageError("nothing to begin with: give a deal number or --position")
    return chosen.deal(number)


def _whole(least: int, most: int) -> Callable[[click.Context, click.Parameter, str], int]:
    """Return a callback that reads a whole number."""

    def read(_ctx: click.Context, _param: click.Parameter, value: str) -> int:
        if not re.fullmatch(r"[0-9]{1,9}", value) or not least <= int(value) <= most:
            raise click.BadParameter(f"{value!r} is not a whole number from {least} to {most}")
        return int(value)

    return read


_game_argument = click.argument("game", metavar="GAME")
_number_argument = click.argument("number", metavar="[N]", required=False)
_choice = "A choice that the game leaves before the deal; may be given several times."
_options = click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help=_choice)
_as_json = click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
_instead = "Begin with the position in this file (- for standard input) and not with a deal."
_position_option = click.option("--position", "path", metavar="FILE", help=_instead)


def _beginning(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the arguments of :func:`_start`."""
    return _game_argument(_number_argument(_position_option(_options(command))))


# --- what commands give --------------------------------------------------------------------------


def _print_json(value: object) -> None:
    click.echo(json.dumps(value))


def _told_game(chosen: Game, deal: str | None) -> dict[str, Any]:
    options = dict(chosen.options)
    return {"game": chosen.id, "name": chosen.name, "options": options, "deal": deal}


def _told_position(position: Position) -> dict[str, Any]:
    return {"position": position.line, "won": position.won, "over": position.over}


def _cards(position: Position, move: Move) -> list[str]:
    """Return the cards that a move takes, bottom to top; of the stock's turn, none."""
    if move.kind != "move":
        return []
    pile = position.piles[move.source]
    lowest = len(pile) - max(move.count, move.depth)
    return list(pile[lowest : lowest + move.count])


def _told_parts(position: Position, move: Move) -> dict[str, Any]:
    parts = {key: getattr(move, key) for key in ("kind", "source", "target", "count")}
    return {"move": move.text} | parts | {"cards": _cards(position, move)}


_ACTIONS = {
    "deal": "deal from the stock",
    "refill": "fill the gaps from the stock",
    "redeal": "use the cards again",
    "shift": "put the bottom card of every pile on its top",
}
_SPACES = {"f": "to an empty foundation", "c": "to a free cell"}


def _told_move(position: Position, move: Move) -> str:
    """Say what a move does: ``QH JS on KC``."""
    if move.kind != "move":
        turned = "turn a card" if move.count == 1 else f"turn {move.count} cards"
        return f"{turned} of the stock" if move.source else _ACTIONS[move.kind]
    cards, target = _cards(position, move), position.piles[move.target]
    what = " ".join(cards) if len(cards) <= 4 else f"{len(cards)} cards, {cards[0]} to {cards[-1]},"
    where = f"on {target[-1]}" if target else _SPACES.get(move.target[0], "to a space")
    return f"{what} {where}"


def _table(rows: Iterable[Sequence[str]], align: str) -> str:
    """Return rows of cells as text; ``align`` has ``<`` or ``>`` for each column.

    >>> print(_table([("t1-t2", "9H on TS"), ("deal", "")], "<<"))
    t1-t2  9H on TS
    deal
    """
    some = list(rows)
    widths = [max(map(len, column)) for column in zip(*some, strict=True)]
    shape = "  ".join(f"{{:{side}{width}}}" for side, width in zip(align, widths, strict=True))
    return "\n".join(shape.format(*row).rstrip() for row in some)


def _ending(position: Position) -> str:
    if position.won:
        return "the game is won"
    return "no move is left and the game is lost" if position.over else "the game is not over"


# --- the commands --------------------------------------------------------------------------------


@click.group(
    name="cadogan",
    cls=_Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="cadogan", message="%(prog)s %(version)s")
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Play patience games, and look into them.

    GAME is the id of a game or one of its names; 'cadogan list' lists them. For rules, deal, moves
    and walk it may also be the .toml file of a definition of your own. N is the number of a deal:
    the same number gives the same cards for ever.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help(), err=True)
        ctx.exit(_WRONG)


@cli.command("list", example="list --search algerian")
@click.option("--search", metavar="TEXT", help="Only games with this in a name or their family.")
@_as_json
def list_command(search: str | None, as_json: bool) -> None:
    """List the games, by family.

    The first word of a line is the id. Variants stand under the game that they are variants of.
    The exit status is 1 when a search finds nothing.
    """
    from cadogan.game import catalogue

    found = list(catalogue().values())
    if search is not None:
        word = _plain(search) or "?"  # what has no letters is in no name
        found = [d for d in found if word in " ".join(map(_plain, (d.family, *_names(d))))]
    if as_json:
        _print_json([_told_definition(d) for d in found])
    elif found:
        click.echo(_families(found))
    if not found:
        raise _NoError(f"no game has {search!r} in a name or its family")


def _told_definition(d: Definition) -> dict[str, Any]:
    told = {key: getattr(d, key) for key in ("id", "name", "family", "decks", "aliases", "about")}
    options = [
        {"name": name, "about": o.about, "default": o.default, "pattern": o.pattern}
        for name, o in d.options.items()
    ]
    return told | {"parent": None if d.parent == d.id else d.parent, "options": options}


def _families(found: Sequence[Definition]) -> str:
    """Return the list for people: families, their games, and the games' variants."""
    width = max(len(d.id) for d in found) + 4
    parts = []
    for family in sorted({d.family for d in found}, key=str.lower):
        lines = [click.style(family, bold=True)]
        members = [d for d in found if d.family == family]
        for d in sorted(members, key=lambda d: (d.parent, d.id != d.parent, d.id)):
            main = d.id == d.parent
            packs = f", {d.decks} packs" if main and d.decks > 1 else ""
            also = f" (also {', '.join(d.aliases)})" if d.aliases else ""
            lines.append(f"{('  ' if main else '    ') + d.id:{width}}  {d.name}{packs}{also}")
        parts.append("\n".join(lines))
    return "\n\n".join(parts)


@cli.command(example="rules bakers-dozen")
@_game_argument
@_options
def rules(game: str, options: tuple[str, ...]) -> None:
    """Print the rules of a game.

    They are written in Markdown when they are not printed on a terminal.
    """
    text = _game(game, options).rules()
    if sys.stdout is not None and sys.stdout.isatty():
        from rich.console import Console
        from rich.markdown import Markdown

        width = min(_MOST_WIDTH, shutil.get_terminal_size().columns)
        Console(width=width).print(Markdown(text, hyperlinks=False))
    else:
        click.echo(text.rstrip("\n"))


@cli.command(example="deal klondike 7")
@_game_argument
@_number_argument
@_options
@click.option("--line", is_flag=True, help="Print the position in one line.")
@_as_json
def deal(
    game: str, number: str | None, options: tuple[str, ...], line: bool, as_json: bool
) -> None:
    """Deal the cards: deal N, or a random one.

    One pile stands on a line, its top card last; cards in brackets lie face down. The number of a
    random deal is said on standard error.
    """
    if line and as_json:
        raise click.UsageError("--line and --json are given; give one")
    chosen = _game(game, options)
    if number is None:
        import secrets

        number = str(secrets.randbelow(_MOST_RANDOM) + 1)
        click.echo(f"{chosen.name}, deal {number}", err=True)
    position = chosen.deal(number)
    if as_json:
        told = _told_game(chosen, position.deal_number) | _told_position(position)
        told["piles"] = {name: list(cards) for name, cards in position.piles.items()}
        told |= {"down": dict(position.down), "counters": dict(position.counters)}
        _print_json(told | {"moves": position.moves()})
    else:
        click.echo(position.line if line else str(position))


@cli.command(example="moves bakers-dozen 1")
@_beginning
@_as_json
def moves(as_json: bool, **beginning: Any) -> None:
    """List the legal moves of deal N or of a position."""
    position = _start(**beginning)
    if as_json:
        head = _told_game(position.game, position.deal_number) | _told_position(position)
        _print_json(head | {"moves": [_told_parts(position, move) for move in position.legal]})
    elif position.legal:
        rows = [(move.text, _told_move(position, move)) for move in position.legal]
        click.echo(_table(rows, "<<"))
    else:
        click.echo(f"There is no legal move: {_ending(position)}.", err=True)


@cli.command(example="replay record.txt")
@click.argument("path", metavar="FILE")
@_as_json
def replay(path: str, as_json: bool) -> None:
    """Replay a record, and check it.

    FILE (- for standard input) begins with the lines 'cadogan record 1', 'game klondike', 'deal 7'
    and 'moves', for instance, and has then a move on each line. When all moves are allowed the
    position in which they end is printed. When not, the first that is not is named, and why, and
    the exit status is 1.
    """
    from cadogan.record import first_fault, read_record, verify

    try:
        record = read_record(_read(path))
    except BadRecord as error:
        raise _WrongError(f"{_file_name(path)}: {error}") from None
    fault = first_fault(record)
    head = _told_game(record.game, record.deal)
    head |= {"ok": fault is None, "moves": len(record.moves)}
    if fault:
        if as_json:
            told = {key: getattr(fault, key) for key in ("line", "number", "move", "reason")}
            _print_json(head | {"fault": told | {"position": fault.before.line}})
        raise _NoError(f"{_file_name(path)}: {fault}")
    end = verify(record)
    if as_json:
        _print_json(head | _told_position(end))
        return
    start = f"deal {record.deal}" if record.deal else "from a position"
    count = f"{len(record.moves)} move{'' if len(record.moves) == 1 else 's'}"
    click.echo(f"{record.game.name}, {start}: {count}, {_ending(end)}.\n\n{end}")


@cli.command(example="walk bakers-dozen 1 --depth 3")
@_beginning
@click.option(
    "--depth", callback=_whole(1, 999), required=True, metavar="D", help="How many moves deep."
)
@_as_json
def walk(depth: int, as_json: bool, **beginning: Any) -> None:
    """Count the paths and positions 1 to D moves away.

    A position is counted at the ply at which it is first reached. Time and memory grow with the
    number of positions.
    """
    from cadogan.walk import walk as count

    position = _start(**beginning)
    try:
        found = count(position, depth)
    except MemoryError:
        raise _WrongError(f"there is not enough memory for a walk of depth {depth}") from None
    if as_json:
        _print_json({"paths": found.paths[1:], "states": found.states[1:]})
        return
    counts = enumerate(zip(found.paths, found.states, strict=True))
    rows = [(str(ply), str(paths), str(new)) for ply, (paths, new) in counts if ply]
    click.echo(_table([("ply", "paths", "positions"), *rows], ">>>"))


@cli.command(example="play klondike 7")
@click.argument("game", metavar="[GAME]", required=False)
@_number_argument
@_options
@click.option(
    "--port",
    callback=_whole(0, 65535),
    default="0",
    metavar="PORT",
    help="0, which is usual, takes any that is free.",
)
@click.option("--no-browser", is_flag=True, help="Do not open a browser: the address is printed.")
def play(
    game: str | None, number: str | None, options: tuple[str, ...], port: int, no_browser: bool
) -> None:
    """Open the page to play on.

    It begins with deal N of GAME, when they are given, and else as you left it. It is served by
    this command, on this machine and for it alone, until you stop the command with Ctrl-C. GAME
    must be one of the catalogue.
    """
    from cadogan.web.server import serve

    path = "/"
    if game is None and options:
        raise click.UsageError("options are given, but no game")
    if game is not None:
        if game.lower().endswith(".toml"):
            raise _WrongError(f"{game}: the page knows only the games of the catalogue, no files")
        path = _page(_game(game, options), number)
        if no_browser:
            click.echo(f"The page is {path} at the address that is printed next.", err=True)
    with contextlib.suppress(KeyboardInterrupt):  # how one stops it
        serve(port, open_browser=not no_browser, path=path)


def _page(chosen: Game, number: str | None) -> str:
    """Return the path of a game's page; without a number it deals a random one.

    >>> from cadogan.position import game
    >>> _page(game("birthday"), "7")
    '/play/birthday/7?target=1956&suits=SHCD'
    """
    deal = chosen.deal(number).deal_number if number is not None else None
    tail = f"/{quote(deal, safe=':')}" if deal else ""
    query = f"?{urlencode(dict(chosen.options))}" if chosen.options else ""
    return f"/play/{chosen.id}{tail}{query}"


@cli.command(example="schema")
def schema() -> None:
    """Print the JSON Schema of definitions, for editors."""
    from cadogan.schema import json_schema

    click.echo(json.dumps(json_schema(), indent=2))


def main() -> NoReturn:
    """Run the command line: the console entry.

    >>> from unittest import mock
    >>> with mock.patch("sys.argv", ["cadogan", "--version"]):
    ...     main()
    Traceback (most recent call last):
    ...
    SystemExit: 0
    """
    cli.main(prog_name="cadogan")
    raise AssertionError("the command line always leaves with a status")


if __name__ == "__main__":
    main()
