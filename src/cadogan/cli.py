"""The command ``cadogan``.

Every command answers on standard output, and says on standard error in one sentence what was wrong.
Exit statuses: 0 fine; 1 the answer is no; 2 wrong use, or input that cannot be read; 130
interrupted.
This module imports little, so that help comes at once: what a command needs it imports itself.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import secrets
import shutil
import sys
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

import click

from cadogan import __version__
from cadogan.errors import BadPosition, BadRecord, CadoganError, UnknownGame

if TYPE_CHECKING:
    from cadogan.game import Definition
    from cadogan.notation import Move
    from cadogan.position import Game, Position
    from cadogan.record import Fault, Record

__all__ = ["cli", "main"]

_MOST_BYTES = 10_000_000  # no position, record or definition is as long
_MOST_RANDOM = 1_000_000  # a number that one can say
_NO, _WRONG, _STOPPED = 1, 2, 130


class _Wrong(click.ClickException):
    """Wrong use, or input that cannot be read."""

    exit_code = _WRONG


class _No(click.ClickException):
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
    if isinstance(error, click.NoSuchOption) and re.fullmatch(r"-\d", error.option_name[:2]):
        text = "a negative number will not do"
    path = error.ctx.command_path if error.ctx else "cadogan"
    text = text[:1].lower() + text[1:].rstrip(".")
    return f"{text}{' S' if text.endswith('?') else '; s'}ee '{path} --help'"


class _Commands(click.Group):
    """The group of commands: says errors in one sentence, and never shows a traceback for them."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run, and leave with the exit status."""
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):  # a terminal may not know all letters
                stream.reconfigure(errors="backslashreplace")
        try:
            status = super().main(*args, **{**kwargs, "standalone_mode": False})
            if sys.stdout is not None:
                sys.stdout.flush()
        except click.exceptions.NoArgsIsHelpError as error:
            error.show()
            status = _WRONG
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
            status = _say(f"cannot go on: {_why(error)}", _WRONG)
        sys.exit(status if isinstance(status, int) else 0)


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


def _why(error: OSError) -> str:
    text = error.strerror or str(error)
    return f"{error.filename}: {text}" if error.filename else text


# --- what commands take --------------------------------------------------------------------------


def _read(path: str) -> str:
    """Return the text of a file, or of standard input for ``-``."""
    name = "standard input" if path == "-" else path
    data: bytes
    try:
        if path == "-":
            if sys.stdin is None:
                raise _Wrong("there is no standard input to read")
            data = sys.stdin.buffer.read(_MOST_BYTES + 1)
        else:
            with open(path, "rb") as file:
                data = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise _Wrong(f"{name} cannot be read: {error.strerror or error}") from None
    except ValueError:  # a zero byte in the path
        raise _Wrong(f"{path!r} is not the name of a file") from None
    if len(data) > _MOST_BYTES:
        raise _Wrong(f"{name} is longer than {_MOST_BYTES // 1_000_000} MB: that is no such text")
    if b"\0" in data:
        raise _Wrong(f"{name} is a binary file, and text is wanted")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _Wrong(f"{name} is not text in UTF-8: byte {error.start + 1} is wrong") from None


def _plain(text: str) -> str:
    """Return a name without case, accents, apostrophes and blanks.

    >>> _plain("Baker's Dozen"), _plain("Maréchal Saxe")
    ('bakers-dozen', 'marechal-saxe')
    """
    word = unicodedata.normalize("NFKD", text).lower()
    word = "".join(c for c in word if not unicodedata.combining(c) and c not in "'`\u2018\u2019")
    return re.sub(r"[^a-z0-9]+", "-", word).strip("-")


def _definition(text: str) -> Definition:
    """Return a definition by its id, a name or alias that only one game has, or its file."""
    from cadogan.game import catalogue, find, load_text

    if text.lower().endswith(".toml"):
        return next(iter(load_text(_read(text), text).values()))
    known = catalogue()
    if text in known:
        return known[text]
    word = _plain(text)
    same = [
        game_id
        for game_id, d in known.items()
        if word and word in map(_plain, [game_id, d.name, *d.aliases])
    ]
    if len(same) > 1:
        raise _Wrong(f"{text!r} can mean several games: give one of the ids {', '.join(same)}")
    if same:
        return known[same[0]]
    try:
        return find(text)
    except UnknownGame as error:
        if str(error).endswith("?"):
            raise
        raise _Wrong(f"there is no game {text!r}; 'cadogan list' lists the games") from None


def _game(text: str, options: Sequence[str]) -> Game:
    from cadogan.game import catalogue, check_options
    from cadogan.position import Game, game

    definition = _definition(text)
    chosen: dict[str, str] = {}
    for option in options:
        name, sign, value = option.partition("=")
        name = name.strip()
        if not sign:
            raise _Wrong(f"{option!r} is not an option: write it as NAME=VALUE")
        if name in chosen:
            raise _Wrong(f"the option {name!r} is given twice")
        chosen[name] = value.strip()
    chosen = check_options(definition, chosen)
    if catalogue().get(definition.id) is definition:
        return game(definition.id, **chosen)
    return Game(definition, chosen)


def _start(chosen: Game, number: str | None, path: str | None) -> Position:
    """Return the position that a command is to begin with: a deal, or one that is read."""
    if number is not None and path is not None:
        raise click.UsageError(f"a deal number {number!r} and a position are given; give one")
    if path is not None:
        try:
            return chosen.read(_read(path))
        except BadPosition as error:
            raise _Wrong(f"{'standard input' if path == '-' else path}: {error}") from None
    if number is None:
        raise click.UsageError("nothing to begin with: give a deal number or --position")
    return chosen.deal(number)


class _Depth(click.ParamType[int]):
    """A number of moves."""

    name = "depth"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        """Read the number."""
        if not re.fullmatch(r"0*[1-9][0-9]{0,2}", value):
            self.fail(f"{value!r} is not a whole number from 1 to 999", param, ctx)
        return int(value)


_game_argument = click.argument("game", metavar="GAME")
_number_argument = click.argument("number", metavar="[N]", required=False)
_options = click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="A choice that the game leaves before the deal; may be given several times.",
)
_as_json = click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
_position_option = click.option(
    "--position",
    "path",
    metavar="FILE",
    help="Begin with the position in this file (- for standard input) and not with a deal.",
)


# --- what commands give --------------------------------------------------------------------------


def _print_json(value: object) -> None:
    click.echo(json.dumps(value))


def _head(chosen: Game, deal: str | None) -> dict[str, Any]:
    return {
        "game": chosen.id,
        "name": chosen.name,
        "options": dict(chosen.options),
        "deal": deal,
    }


def _state(position: Position) -> dict[str, Any]:
    return {"position": position.line, "won": position.won, "over": position.over}


def _cards(position: Position, move: Move) -> list[str]:
    """Return the cards that a move takes, bottom to top; of the stock's turn, none."""
    if move.kind != "move":
        return []
    pile = position.piles[move.source]
    deep = max(move.count, move.depth)
    return list(pile[len(pile) - deep : len(pile) - deep + move.count])


_ACTIONS = {
    "deal": "deal from the stock",
    "refill": "fill the gaps from the stock",
    "redeal": "use the cards again",
    "shift": "every pile's bottom card to its top",
}


def _told(position: Position, move: Move) -> str:
    """Say what a move does: ``QH JS on KC``."""
    if move.kind != "move":
        if move.source:
            n = move.count
            return "turn a card of the stock" if n == 1 else f"turn {n} cards of the stock"
        return _ACTIONS[move.kind]
    cards, target = _cards(position, move), position.piles[move.target]
    what = " ".join(cards) if len(cards) <= 4 else f"{len(cards)} cards, {cards[0]} to {cards[-1]},"
    where = {"f": "to an empty foundation", "c": "to a free cell"}.get(move.target[0], "to a space")
    return f"{what} on {target[-1]}" if target else f"{what} {where}"


def _columns(rows: Iterable[tuple[str, str]]) -> str:
    """Return two columns as text.

    >>> print(_columns([("t1-t2", "9H on TS"), ("deal", "")]))
    t1-t2  9H on TS
    deal
    """
    some = list(rows)
    width = max(len(first) for first, _ in some)
    return "\n".join(f"{first:{width}}  {second}".rstrip() for first, second in some)


def _ending(position: Position) -> str:
    if position.won:
        return "the game is won"
    return "no move is left and the game is lost" if position.over else "the game is not over"


def _many(n: int, noun: str) -> str:
    """Return a number with its noun.

    >>> _many(1, "move"), _many(7, "move")
    ('1 move', '7 moves')
    """
    return f"{n} {noun}{'' if n == 1 else 's'}"


# --- the commands --------------------------------------------------------------------------------

_SETTINGS: dict[str, Any] = {
    "help_option_names": ["-h", "--help"],
    "max_content_width": 100,
}


@click.group(cls=_Commands, context_settings=_SETTINGS)
@click.version_option(__version__, prog_name="cadogan", message="%(prog)s %(version)s")
def cli() -> None:
    """Play patience games, and look into them.

    GAME is the id of a game, its name or another name of it; for rules, deal, moves and walk also
    the .toml file of a definition of your own. N is the number of a deal: the same number gives the
    same cards for ever.

    \b
    Example:
      cadogan list --search klondike
    """


@cli.command("list", short_help="List the games.")
@click.option("--search", metavar="TEXT", help="Only games with this in a name or their family.")
@_as_json
def list_command(search: str | None, as_json: bool) -> None:
    """List the games, by family.

    Variants stand under the game that they are a variant of. The first word of a line is the id.
    The exit status is 1 when a search finds nothing.

    \b
    Example:
      cadogan list --search algerian
    """
    from cadogan.game import catalogue

    found = dict(catalogue())
    if search is not None:
        word = _plain(search)
        found = {
            game_id: d
            for game_id, d in found.items()
            if any(word in _plain(name) for name in (game_id, d.name, d.family, *d.aliases))
        }
    if as_json:
        _print_json([_entry(d) for d in found.values()])
    elif found:
        click.echo(_families(found))
    if not found:
        raise _No(f"no game has {search!r} in a name or its family")


def _entry(d: Definition) -> dict[str, Any]:
    return {
        "id": d.id,
        "name": d.name,
        "family": d.family,
        "decks": d.decks,
        "aliases": d.aliases,
        "about": d.about,
        "parent": None if d.parent == d.id else d.parent,
        "options": [
            {"name": name, "about": o.about, "default": o.default, "pattern": o.pattern}
            for name, o in d.options.items()
        ],
    }


def _families(found: Mapping[str, Definition]) -> str:
    """Return the list for people: families, their games, and the games' variants."""
    width = max(len(game_id) + 4 for game_id in found)
    parts = []
    for family in sorted({d.family for d in found.values()}, key=str.lower):
        lines = [click.style(family, bold=True)]
        members = [d for d in found.values() if d.family == family]
        for d in sorted(members, key=lambda d: (d.parent, d.id != d.parent, d.id)):
            indent = "  " if d.id == d.parent else "    "
            also = f" (also {', '.join(d.aliases)})" if d.aliases else ""
            packs = f", {d.decks} packs" if d.decks > 1 and d.id == d.parent else ""
            lines.append(f"{indent + d.id:{width}}  {d.name}{packs}{also}")
        parts.append("\n".join(lines))
    return "\n\n".join(parts)


@cli.command(short_help="Print the rules of a game.")
@_game_argument
@_options
def rules(game: str, options: tuple[str, ...]) -> None:
    """Print the rules of a game, in Markdown when it is not printed on a terminal.

    \b
    Example:
      cadogan rules bakers-dozen
    """
    text = _game(game, options).rules()
    if sys.stdout is not None and sys.stdout.isatty():
        from rich.console import Console
        from rich.markdown import Markdown

        width = min(88, shutil.get_terminal_size().columns)
        Console(width=width).print(Markdown(text, hyperlinks=False))
    else:
        click.echo(text.rstrip("\n"))


@cli.command(short_help="Deal the cards.")
@_game_argument
@_number_argument
@_options
@click.option("--line", is_flag=True, help="Print the position in one line.")
@_as_json
def deal(
    game: str, number: str | None, options: tuple[str, ...], line: bool, as_json: bool
) -> None:
    """Print deal N of a game, or a random one, one pile a line.

    Of a random deal the number is said on standard error. The last card of a pile is its top; cards
    in brackets lie face down.

    \b
    Example:
      cadogan deal klondike 7
    """
    if line and as_json:
        raise click.UsageError("--line and --json are given; give one")
    chosen = _game(game, options)
    if number is None:
        number = str(secrets.randbelow(_MOST_RANDOM) + 1)
        click.echo(f"{chosen.name}, deal {number}", err=True)
    position = chosen.deal(number)
    if as_json:
        _print_json(
            _head(chosen, position.deal_number)
            | _state(position)
            | {
                "piles": {name: list(cards) for name, cards in position.piles.items()},
                "down": dict(position.down),
                "counters": dict(position.counters),
                "moves": position.moves(),
            }
        )
    else:
        click.echo(position.line if line else str(position))


@cli.command(short_help="List the legal moves.")
@_game_argument
@_number_argument
@_position_option
@_options
@_as_json
def moves(
    game: str, number: str | None, path: str | None, options: tuple[str, ...], as_json: bool
) -> None:
    """List the legal moves of deal N, or of a position.

    \b
    Example:
      cadogan moves bakers-dozen 1
    """
    chosen = _game(game, options)
    position = _start(chosen, number, path)
    if as_json:
        _print_json(
            _head(chosen, position.deal_number)
            | _state(position)
            | {
                "moves": [
                    {
                        "move": move.text,
                        "kind": move.kind,
                        "source": move.source,
                        "target": move.target,
                        "count": move.count,
                        "cards": _cards(position, move),
                    }
                    for move in position.legal
                ]
            }
        )
    elif position.legal:
        click.echo(_columns((move.text, _told(position, move)) for move in position.legal))
    else:
        click.echo(f"There is no legal move: {_ending(position)}.", err=True)


@cli.command(short_help="Replay a record and check it.")
@click.argument("path", metavar="FILE")
@_as_json
def replay(path: str, as_json: bool) -> None:
    """Replay the record in FILE (- for standard input) and print the position that it ends in.

    The exit status is 1 when a move is not allowed or does not fit its check: the first such move
    is named, and why.

    \b
    Example:
      cadogan replay record.txt
    \b
    where record.txt is, for instance:
      cadogan record 1
      game klondike
      deal ms:1
      moves
      t1-t3
      t5-f3
    """
    from cadogan.record import first_fault, read_record, verify

    name = "standard input" if path == "-" else path
    try:
        record = read_record(_read(path))
    except BadRecord as error:
        raise _Wrong(f"{name}: {error}") from None
    fault = first_fault(record)
    if as_json:
        _print_json(_replayed(record, fault))
    if fault:
        raise _No(f"{name}: {fault}")
    if not as_json:
        end = verify(record)
        start = f"deal {record.deal}" if record.deal else "from a position"
        moves = f"{_many(len(record.moves), 'move')}, {_ending(end)}"
        click.echo(f"{record.game.name}, {start}: {moves}.\n\n{end}")


def _replayed(record: Record, fault: Fault | None) -> dict[str, Any]:
    from cadogan.record import verify

    head = _head(record.game, record.deal) | {"ok": fault is None, "moves": len(record.moves)}
    if fault is None:
        return head | _state(verify(record))
    return head | {
        "fault": {
            "line": fault.line,
            "number": fault.number,
            "move": fault.move,
            "reason": fault.reason,
            "position": fault.before.line,
        }
    }


@cli.command(short_help="Count paths and positions.")
@_game_argument
@_number_argument
@_position_option
@_options
@click.option(
    "--depth", type=_Depth(), required=True, metavar="D", help="How many moves deep."
)
@_as_json
def walk(
    game: str,
    number: str | None,
    path: str | None,
    options: tuple[str, ...],
    depth: int,
    as_json: bool,
) -> None:
    """Count the paths and the positions 1 to D moves from deal N, or from a position.

    A position is counted at the ply at which it is first reached. Time and memory grow with the
    number of positions.

    \b
    Example:
      cadogan walk bakers-dozen 1 --depth 3
    """
    from cadogan.walk import walk as count

    position = _start(_game(game, options), number, path)
    try:
        found = count(position, depth)
    except MemoryError:
        raise _Wrong(f"there is not enough memory for a walk of depth {depth}") from None
    if as_json:
        _print_json({"paths": found.paths[1:], "states": found.states[1:]})
        return
    rows = [("ply", "paths", "positions")]
    counts = zip(found.paths, found.states, strict=True)
    rows += [(str(ply), str(n), str(new)) for ply, (n, new) in enumerate(counts) if ply]
    widths = [max(len(row[i]) for row in rows) for i in range(3)]
    for row in rows:
        click.echo("  ".join(f"{cell:>{width}}" for cell, width in zip(row, widths, strict=True)))


@cli.command(short_help="Print the JSON Schema of definitions.")
def schema() -> None:
    """Print the JSON Schema of definitions, for editors.

    \b
    Example:
      cadogan schema
    """
    from cadogan.schema import json_schema

    click.echo(json.dumps(json_schema(), indent=2))


def main() -> NoReturn:
    """Run the command line: the console entry.

    >>> import sys
    >>> sys.argv = ["cadogan", "--version"]
    >>> main()
    Traceback (most recent call last):
    ...
    SystemExit: 0
    """
    cli.main(prog_name="cadogan")
    raise AssertionError("the command line always leaves with a status")


if __name__ == "__main__":
    main()
