"""Command that verifies the proof of a verdict."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cadogan.cli import params
from cadogan.cli.base import NoError, WrongError, cli, echo
from cadogan.cli.output import ending, game_values, print_json, several
from cadogan.cli.status import StatusLine
from cadogan.core.errors import (
    FlawedCertificateError,
    InvalidCertificateError,
    InvalidPositionError,
    InvalidRecordError,
)

if TYPE_CHECKING:
    from cadogan.model.position import Position

__all__: list[str] = []

_COMPRESSED = b"\x1f\x8b"  # the first bytes of a compressed file


@cli.command(example="verify proof.gz")
@click.argument("path", metavar="FILE")
@params.json_option
def verify(path: str, as_json: bool) -> None:
    """Verify a proof that a deal can or cannot be won.

    FILE comes from 'cadogan solve --certificate'. If the deal cannot be won, FILE is a certificate,
    which lists every position that matters. The command tries all moves from each of them, and
    shares no code with the search. If the deal can be won, FILE is a record, and the command
    replays it.

    The exit status is 1 if the proof is wrong, and 2 if the file cannot be read.
    """
    values, sentence = _certificate(path) if _is_compressed(path) else _record(path)
    if as_json:
        print_json(values)
    else:
        echo(sentence)


def _is_compressed(path: str) -> bool:
    """Return whether a file begins as a certificate does; `read_text` reports unreadable files."""
    with contextlib.suppress(OSError, ValueError):
        if path and path != "-" and Path(path).is_file():
            with Path(path).open("rb") as file:
                return file.read(len(_COMPRESSED)) == _COMPRESSED
    return False


def _certificate(path: str) -> tuple[dict[str, Any], str]:
    """Return what a certificate proves, as values and as a sentence."""
    from cadogan.certificate.checker import check

    line = StatusLine()

    def show(number: int, total: int) -> None:
        line.write(f"{number:,} of {several(total, 'position')}")

    try:
        with Path(path).open("rb") as file:
            found = check(file, show)
    except FlawedCertificateError as error:
        raise NoError(f"{params.file_name(path)} proves nothing: {error}") from None
    except InvalidCertificateError as error:
        raise WrongError(f"{params.file_name(path)}: {error}") from None
    except OSError as error:
        why = error.strerror or error
        raise WrongError(f"{params.file_name(path)} cannot be read: {why}") from None
    finally:
        line.erase()
    start = found.start
    many = several(found.positions, "position")
    values = game_values(start.game, start.deal_number) | {"position": start.to_line()}
    values |= {"result": "lost", "positions": found.positions}
    return values, f"Proved: {_subject(start)} cannot be won ({many})."


def _record(path: str) -> tuple[dict[str, Any], str]:
    """Return what a record proves, as values and as a sentence."""
    from cadogan.model.record import first_fault, read_record
    from cadogan.model.record import verify as replay

    text = params.read_text(path)
    try:
        record = read_record(text)
    except (InvalidRecordError, InvalidPositionError) as error:
        raise WrongError(f"{params.file_name(path)}: {error}") from None
    if fault := first_fault(record):
        raise NoError(f"{params.file_name(path)} proves nothing: {fault}")
    if not (end := replay(record)).won:
        raise NoError(f"{params.file_name(path)} proves nothing: at its end {ending(end)}")
    many = several(len(record.moves), "move")
    values = game_values(record.game, record.deal) | {"position": record.start.to_line()}
    values |= {"result": "won", "moves": len(record.moves)}
    return values, f"Proved: {_subject(record.start)} can be won in {many}."


def _subject(start: Position) -> str:
    text = start.game.name
    if start.game.said:
        text += f" ({start.game.text.partition(' ')[2]})"
    return f"{text}, deal {start.deal_number}," if start.deal_number else f"{text} from a position"
