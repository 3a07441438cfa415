"""Writer of certificates."""

from __future__ import annotations

import gzip
import io
import time
from array import array
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from cadogan.certificate.arguments import Arguments
from cadogan.certificate.checker import FORMAT, VERSION, Header
from cadogan.core.errors import FlawedCertificateError
from cadogan.model.position import Position
from cadogan.rules.digest import rules_digest
from cadogan.solver.host import borrowed, packed, search_kernel
from cadogan.state.codes import Num
from cadogan.state.snapshot import Snapshot
from cadogan.state.special_moves import COUNTERS
from cadogan.state.state import COUNTED
from cadogan.text.notation import write_line

_BYTES = 200  # bytes of memory for a position that has been met, besides its line
_REPORT_EVERY = 0.1  # seconds


class Certificate(NamedTuple):
    """Certificate, or the limit that kept it from being finished.

    Attributes:
        data: contents of the file, empty if it was not finished.
        positions: number of positions listed so far.
        limit: "" or one of "nodes", "seconds", "memory" and "stopped".
    """

    data: bytes
    positions: int
    limit: str


class _Explorer:
    """Positions after the moves from a position, made with the compiled engine."""

    def __init__(self, position: Position, memory: Any) -> None:
        self._rules = position.game.compiled_rules
        self._memory, self._code = memory, memory.code
        self._R = self._code.record(self._rules)
        self._row = packed(self._rules, position.snapshot)
        self._base = position.snapshot
        memory.start(self._R, position.snapshot, self._row)

    def go_to(self, row: bytes) -> Snapshot:
        """Set the engine to a packed position."""
        self._row[:] = array("h", row)
        self._code.unpack(self._R, self._memory.state, self._row)
        return self._snapshot(self._row[:])

    def moves(self) -> list[int]:
        """Return the legal moves."""
        out = self._memory.out
        found: list[int] = out[: self._code.generate(self._R, self._memory.state, out)]
        return found

    def after(self, move: int) -> tuple[Snapshot, bytes, bool]:
        """Return the position after a move, the same packed, and whether it is won."""
        R, S = self._R, self._memory.state
        self._code.make(R, S, move)
        self._row.zero()
        self._code.pack(R, S, self._row)
        won = bool(self._code.won(R, S))
        self._code.unmake(R, S)
        row = self._row[:]
        return self._snapshot(row), array("h", row).tobytes(), won

    def _snapshot(self, row: list[int]) -> Snapshot:
        n = self._rules.piles
        at = 3 * n + COUNTED
        piles = []
        for height in row[:n]:
            piles.append(tuple(row[at : at + height]))
            at += height
        numbers = {
            each.name: row[3 * n + each.slot - Num.BASE]
            for each in COUNTERS
            if each.slot != Num.KEY
        }
        down, mark = tuple(row[n : 2 * n]), tuple(row[2 * n : 3 * n])
        return Snapshot(tuple(piles), down, mark, **numbers, key=self._base.key)


def certify(
    position: Position,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    memory: int = 1 << 30,
    report: Callable[[int], object] | None = None,
) -> Certificate:
    """Write a certificate for a position that cannot be won.

    Args:
        position: the position.
        nodes: limit on the number of positions listed.
        seconds: limit in seconds of CPU time.
        memory: limit in bytes of memory.
        report: function that is called regularly with the number of positions listed.

    Raises:
        FlawedCertificateError: if the position can be won.
        SolverMissingError: if there is no solver for this machine.

    >>> from cadogan.model.position import game
    >>> some = certify(game("bisley").deal(3))
    >>> some.limit, some.data == certify(game("bisley").deal(3)).data
    ('', True)
    """
    limits = nodes or 1 << 62, seconds or 1e18, memory
    with borrowed(search_kernel(position.game.compiled_rules)) as lent:
        try:
            return _certify(position, lent, limits, report)
        except KeyboardInterrupt:
            return Certificate(b"", 0, "stopped")
        except MemoryError:
            return Certificate(b"", 0, "memory")


def _certify(
    position: Position,
    lent: Any,
    limits: tuple[int, float, int],
    report: Callable[[int], object] | None,
) -> Certificate:
    rules, arguments = position.game.compiled, Arguments(position.game)
    explorer = _Explorer(position, lent)
    most_nodes, most_seconds, most_memory = limits
    end = time.process_time() + most_seconds
    reported = time.process_time()
    start = array("h", packed(rules.compiled_rules, position.snapshot)[:]).tobytes()
    met = {arguments.key(position.snapshot)}
    waiting = [start]
    body = io.BytesIO()
    count = 0
    with gzip.GzipFile("", "wb", 9, body, mtime=0) as text:
        while waiting:
            used = _BYTES * len(met) + (len(start) + 40) * len(waiting) + 2 * body.tell()
            now = time.process_time()
            limit = "nodes" * (count >= most_nodes) or "seconds" * (now > end)
            limit = limit or "memory" * (used > most_memory)
            if limit:
                return Certificate(b"", count, limit)
            if report and now - reported >= _REPORT_EVERY:
                reported = now
                report(count)
            s = explorer.go_to(waiting.pop())
            count += 1
            text.write(f"{write_line(rules, s)}\n".encode("ascii"))
            moves = explorer.moves()
            only = arguments.only(s, moves)
            for move in moves if only is None else [only]:
                after, row, won = explorer.after(move)
                if won:
                    raise FlawedCertificateError(f"{position!r} can be won")
                key = arguments.key(after)
                if key not in met:
                    met.add(key)
                    if not arguments.dead(after):
                        waiting.append(row)
    number = position.deal_number or ""
    if number and position.game.deal(number) != position:
        number = ""
    header = Header(
        format=FORMAT,
        version=VERSION,
        game=position.game.id,
        options=dict(position.game.said),
        rules=rules_digest(position.game.definition),
        positions=count,
        deal=number,
        position="" if number else position.to_line(),
    )
    head = gzip.compress(msgspec.json.encode(header) + b"\n", mtime=0)
    return Certificate(head + body.getvalue(), count, "")
