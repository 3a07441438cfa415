"""Arguments of commands: files, games, positions and numbers."""

from __future__ import annotations

import codecs
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cadogan.cli.base import OPTION, WrongError, short
from cadogan.cli.output import UNITS
from cadogan.core.errors import InvalidPositionError, InvalidRecordError, UnknownGameError

if TYPE_CHECKING:
    from cadogan.model.position import Game, Position
    from cadogan.rules.definition import Definition

_MOST_BYTES = 10_000_000  # in bytes; no position, record or definition needs so many
_MOST_NODES = 10**15
_LEAST_MEMORY = 1 << 24  # a copy of the solver's value, because the solver is slow to import
_MOST_SEED = 2**63 - 1


def file_name(path: str) -> str:
    """Return the name of a file for use in a message."""
    return "standard input" if path == "-" else short(path)


def read_text(path: str) -> str:
    """Read the text of a file, or of standard input for ``-``.

    The encoding is UTF-8, or UTF-16 with a byte order mark, as from ``>`` in PowerShell 5.
    """
    from cadogan.model.formats.unsupported import unread

    name = file_name(path)
    if not path:
        raise WrongError("the file name is empty; give a file, or - for standard input")
    try:
        if path == "-":
            data = sys.stdin.buffer.read(_MOST_BYTES + 1)
        else:
            with Path(path).open("rb") as file:
                data = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise WrongError(f"{name} cannot be read: {error.strerror or error}") from None
    # the name contains a null byte, or standard input is closed
    except (ValueError, AttributeError):
        raise WrongError(f"{name!r} cannot be read: there is no such file") from None
    if len(data) > _MOST_BYTES:
        most = _MOST_BYTES // 1_000_000
        raise WrongError(f"{name} is too large: the maximum is {most} MB")
    wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    form = "UTF-16" if wide else "UTF-8"
    if data.startswith(b"\x80") and (why := unread(data[:400].decode("latin-1"))):
        raise WrongError(f"{name}: {why}")
    try:
        text = data.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise WrongError(f"{name} is not {form} text: byte {error.start + 1} is invalid") from None
    if "\0" in text:
        raise WrongError(f"{name} is a binary file, not text")
    return text


def is_file(text: str) -> bool:
    """Return whether the name of a game denotes a definition file."""
    return text.lower().endswith(".toml")


def definition(text: str) -> Definition:
    """Return a definition by its id, its name, an unambiguous alias, or its file."""
    from cadogan.rules.catalogue import faults, find, identify

    if is_file(text):
        from cadogan.core.errors import InvalidDefinitionError
        from cadogan.layout import load_whole
        from cadogan.rules.source_map import with_line

        source = read_text(text)
        try:
            return next(iter(load_whole(source, text).values()))
        except InvalidDefinitionError as error:
            raise with_line(source, text, error) from None
    try:
        return find(identify(text))
    except UnknownGameError as error:
        if str(error).endswith("?") or "several games" in str(error) or text in faults():
            raise
        raise WrongError(
            f"there is no game {short(text)!r}; 'cadogan list' lists the games"
        ) from None


def parted(text: str) -> tuple[str, list[str]]:
    """Split typed text into the name of a game and its options.

    >>> parted("klondike turn=three"), parted("my game.toml")
    (('klondike', ['turn=three']), ('my game.toml', []))
    """
    behind = None if is_file(text) else re.fullmatch(rf"(.*?\S)((?:\s+{OPTION})+)\s*", text)
    return (behind[1], behind[2].split()) if behind else (text, [])


def chosen_game(text: str, options: Sequence[str]) -> Game:
    """Return the game for a typed name, which may include options, with further options added."""
    from cadogan.model.position import Game, game
    from cadogan.rules.options import check_options

    text, more = parted(text)
    wanted = definition(text)
    values: dict[str, str] = {}
    for option in (*more, *options):
        name, sign, value = (part.strip() for part in option.partition("="))
        if not sign:
            raise WrongError(f"{short(option)!r} is not an option: write NAME=VALUE")
        if name in values:
            raise WrongError(f"the option {short(name)!r} is given twice")
        values[name] = value
    chosen = check_options(wanted, values)
    return Game(wanted, chosen) if is_file(text) else game(wanted.id, **chosen)


def start(
    game: str | None, options: Sequence[str], number: str | None, path: str | None
) -> Position:
    """Return the initial position for a command: a deal, or the position in a file.

    The game may be None only if the file is a record, which names its game.
    """
    chosen = chosen_game(game, options) if game is not None else None
    if number is not None and path is not None:
        raise click.UsageError("give either a deal number or --position, not both")
    if path is not None:
        if chosen is None and options:
            raise click.UsageError("options need a game")
        try:
            return _position(chosen, read_text(path))
        except (InvalidPositionError, InvalidRecordError) as error:
            raise WrongError(f"{file_name(path)}: {error}") from None
    if chosen is None or game is None:
        raise click.UsageError("missing argument 'GAME'")
    if number is None:
        raise click.UsageError("give a deal number or --position")
    return chosen.deal(number)


def _position(chosen: Game | None, text: str) -> Position:
    """Parse a position in any notation, or return the last position of a record."""
    from cadogan.model.position import Position

    if re.match(r"\ufeff?(\s*#.*\n)*\s*cadogan record ", text):
        from cadogan.model.record import read_record, verify

        record = read_record(text)
        if chosen is not None and record.game != chosen:
            raise InvalidPositionError(
                f"this is a record of {record.game.text!r}, not of {chosen.text!r}"
            )
        return Position(record.game, verify(record).snapshot)
    if chosen is None:
        raise InvalidPositionError(
            "this is not a record, so it does not name its game: give GAME before --position"
        )
    from cadogan.model.formats import read_any

    return read_any(chosen, text)


def whole(least: int, most: int) -> Callable[[str], int]:
    """Return a function that parses a whole number within limits."""

    def read(value: str) -> int:
        if not re.fullmatch(r"[0-9]{1,19}", value) or not least <= int(value) <= most:
            raise click.BadParameter(
                f"{short(value)!r} is not a whole number from {least} to {most}"
            )
        return int(value)

    return read


def read_seconds(value: str) -> float:
    """Parse a number of seconds."""
    if re.fullmatch(r"[0-9]{10,}(\.[0-9]{1,9})?", value):
        raise click.BadParameter(
            f"{short(value)!r} is too many seconds; the maximum is 999,999,999"
        )
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", value) or not float(value):
        raise click.BadParameter(f"{short(value)!r} is not a number of seconds, such as 60 or 0.5")
    return float(value)


def read_memory(value: str) -> int:
    """Parse an amount of memory; return bytes."""
    found = re.fullmatch(r"([0-9]{1,9}(?:\.[0-9]{1,3})?)([KMGT])(?:i?B)?", value, re.IGNORECASE)
    if not found:
        raise click.BadParameter(
            f"{short(value)!r} is not an amount of memory, such as 512M or 1G (the minimum is 16M)"
        )
    size = int(float(found[1]) * 1024 ** (UNITS.index(found[2].upper()) + 1))
    if size < _LEAST_MEMORY:
        least = _LEAST_MEMORY >> 20
        raise WrongError(f"{size:,} bytes of memory is too little; the minimum is {least} MiB")
    return size


def only_one(options: Mapping[str, bool]) -> None:
    """Reject the combined use of mutually exclusive options."""
    if len(names := [name for name, is_given in options.items() if is_given]) > 1:
        raise click.UsageError(f"give only one of {' and '.join(names)}")


def results_file(_ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """Validate the name of a results file, if one is given."""
    if value == ":memory:":
        raise WrongError(
            f"{param.opts[0]}: SQLite does not save ':memory:';"
            " give the name of a file, such as all.sqlite3"
        )
    return value


game_argument = click.argument("game", metavar="GAME")
number_argument = click.argument("number", metavar="[N]", required=False)
_choice = "Option of the game; may be repeated."
options_option = click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help=_choice
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
seconds_option = click.option(
    "--seconds",
    type=read_seconds,
    metavar="S",
    help="Stop a search after S CPU seconds; the default is 60, or no limit with --nodes.",
)
nodes_option = click.option(
    "--nodes",
    type=whole(1, _MOST_NODES),
    metavar="N",
    help="Stop a search after N positions.",
)
seed_option = click.option(
    "--seed",
    type=whole(0, _MOST_SEED),
    default="0",
    show_default=True,
    metavar="N",
    help="Change the search order; with only --nodes, the same seed gives the same answer.",
)
_instead = "Use the position in this file (- for standard input) instead of a deal."
position_option = click.option("--position", "path", metavar="FILE", help=_instead)


def beginning(command: Callable[..., None]) -> Callable[..., None]:
    """Add to a command the arguments that :func:`start` needs."""
    return game_argument(number_argument(position_option(options_option(command))))
