"""Standard input and output of a worker process: lines in, lines of JSON out.

A worker has a thread that waits for input. When the main thread ends meanwhile, Python locks the
buffer of ``sys.stdin`` and aborts the process, because the waiting thread holds that lock. So the
descriptor itself is read here, which holds no lock.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

import msgspec

_INPUT = 0  # the descriptor
_AT_ONCE = 1 << 16  # bytes


def read_lines(descriptor: int = _INPUT) -> Iterator[bytes]:
    r"""Yield the lines of standard input, each with its end, until the input ends.

    >>> there, here = os.pipe()
    >>> os.write(here, b"one\ntwo"), os.close(here)
    (7, None)
    >>> list(read_lines(there)), os.close(there)
    ([b'one\n', b'two'], None)
    """
    parts: list[bytes] = []
    while data := os.read(descriptor, _AT_ONCE):
        *lines, rest = data.split(b"\n")
        for line in lines:
            yield b"".join([*parts, line, b"\n"])
            parts = []
        parts.append(rest)
    if last := b"".join(parts):
        yield last


def write_line(answer: object) -> None:
    """Write an answer to standard output, in JSON on a line of its own."""
    sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
    sys.stdout.buffer.flush()


def leave() -> None:
    """End the process at once.

    Not by ``sys.exit``: a search or the compiler may be running in another thread, and there is
    nothing to put in order.
    """
    os._exit(0)
