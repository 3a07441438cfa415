"""Checker of certificates, the proofs that a deal cannot be won.

A certificate lists positions (docs/reference/certificates.md). The start is among them, and none of
them is won. Every legal move from one of them leads to another one or to a dead position. So no
line of moves reaches a win. The checker makes every move with the interpreted engine. It shares no
code with the search, and takes nothing from a certificate but the start and the list.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Iterable, Iterator
from typing import IO, NamedTuple

import msgspec

from cadogan import engine
from cadogan.certificate.arguments import Arguments
from cadogan.core.errors import CadoganError, FlawedCertificateError, InvalidCertificateError
from cadogan.core.input_limits import POSITION
from cadogan.model.position import Position, game
from cadogan.rules.digest import rules_digest
from cadogan.state.snapshot import freeze, most_moves, new_state, thaw
from cadogan.state.state import LOG_ROOM
from cadogan.text.notation import describe

FORMAT, VERSION = "cadogan certificate", 1
_LONGEST = POSITION  # bytes in one line


class Header(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """First line of a certificate; either ``deal`` or ``position`` gives the start."""

    format: str
    version: int
    game: str
    options: dict[str, str]
    rules: str  # digest of the rules
    positions: int
    deal: str = ""
    position: str = ""


class Proved(NamedTuple):
    """Result of a check: the start, which cannot be won, and the number of positions listed."""

    start: Position
    positions: int


# -- reading and checking --------------------------------------------------------------------------


def _lines(file: IO[bytes]) -> Iterator[str]:
    """Yield the lines of a compressed file."""
    with gzip.open(file) as text:
        try:
            while line := text.readline(_LONGEST):
                if not line.endswith(b"\n"):
                    raise InvalidCertificateError("a line is too long or cut off")
                yield line[:-1].decode("ascii")
        except (gzip.BadGzipFile, UnicodeDecodeError):
            raise InvalidCertificateError("this is not a certificate") from None
        except (EOFError, zlib.error):
            raise InvalidCertificateError("the file is damaged or cut off") from None


def _read_header(line: str) -> tuple[Header, Position]:
    try:
        raw = msgspec.json.decode(line)
        if not isinstance(raw, dict) or raw.get("format") != FORMAT:
            raise InvalidCertificateError("this is not a certificate")
        if raw.get("version") != VERSION:
            had = str(raw.get("version"))[:20]
            raise InvalidCertificateError(f"this program checks version {VERSION}, not {had}")
        header = msgspec.convert(raw, Header)
        chosen = game(header.game, **header.options)
        if header.rules != rules_digest(chosen.definition):
            raise InvalidCertificateError(f"it is about other rules of {chosen.name} than today's")
        if bool(header.deal) == bool(header.position):
            raise InvalidCertificateError("it must have either a deal or a position")
        return header, chosen.deal(header.deal) if header.deal else chosen.parse(header.position)
    except InvalidCertificateError:
        raise
    except (msgspec.MsgspecError, CadoganError, RecursionError) as error:
        raise InvalidCertificateError(f"line 1: {error}") from None


def check(file: IO[bytes], report: Callable[[int, int], object] | None = None) -> Proved:
    """Check a certificate, and return what it proves.

    Args:
        file: the certificate, open for reading bytes.
        report: function that the check calls regularly with the number of positions checked and
            their total.

    Raises:
        InvalidCertificateError: if the file is damaged, not a certificate, or about other rules.
        FlawedCertificateError: if the certificate does not prove that its start is lost.
    """
    lines = _lines(file)
    header, start = _read_header(next(lines, ""))
    check_positions(start, header.positions, lines, report)
    return Proved(start, header.positions)


def check_positions(
    start: Position,
    count: int,
    lines: Iterable[str],
    report: Callable[[int, int], object] | None = None,
) -> None:
    """Check that a list of ``count`` positions proves that ``start`` cannot be won.

    Raises:
        InvalidCertificateError: if a line is not a position, or the number of lines differs.
        FlawedCertificateError: if the list does not prove it.
    """
    chosen = start.game
    R, arguments = chosen.compiled_rules, Arguments(chosen)
    S, moves = new_state(R, 2 * LOG_ROOM, hashed=False), [0] * most_moves(R)
    listed: set[bytes] = set()
    dead: set[bytes] = set()
    owed: dict[bytes, tuple[int, int]] = {}  # the position and the move that lead to a position
    number = 0
    for number, line in enumerate(lines, 1):
        if number > count:
            raise InvalidCertificateError(f"it has more than its {count} positions")
        try:
            position = chosen.parse(line)
        except CadoganError as error:
            raise InvalidCertificateError(f"position {number}: {error}") from None
        if position.won:
            raise FlawedCertificateError(f"position {number} is won: {line}")
        key = arguments.key(position.snapshot)
        if key in listed:
            raise InvalidCertificateError(f"position {number} is in the list twice: {line}")
        listed.add(key)
        owed.pop(key, None)
        thaw(R, S, position.snapshot)
        some = moves[: engine.generate(R, S, moves)]
        only = arguments.only(position.snapshot, some)
        for move in some if only is None else [only]:
            engine.make(R, S, move)
            after, won = freeze(R, S), engine.won(R, S)
            engine.unmake(R, S)
            if won:
                text = describe(chosen.compiled, move).text
                raise FlawedCertificateError(f"position {number}: the move {text} wins: {line}")
            key = arguments.key(after)
            if key in listed or key in dead or key in owed:
                continue
            if arguments.dead(after):
                dead.add(key)
            else:
                owed[key] = number, move
        if report and number % 100 == 0:
            report(number, count)
    if number < count:
        raise InvalidCertificateError(f"it has only {number} of its {count} positions")
    if arguments.key(start.snapshot) not in listed:
        raise FlawedCertificateError("the start is not among its positions")
    if owed:
        number, move = min(owed.values())
        text = describe(chosen.compiled, move).text
        raise FlawedCertificateError(
            f"position {number}: the move {text} leads to a position that is neither listed nor"
            " dead"
        )
