"""Input and output of a worker process: lines of text in, lines of JSON out.

A thread of the worker waits for lines on standard input. If the thread read from ``sys.stdin``, it
would hold the lock of that stream. Because of the lock, Python would abort the process when the
main thread ends. So this module reads from the file descriptor, which has no lock.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

import msgspec

_INPUT = 0  # file descriptor
_AT_ONCE = 1 << 16  # number of bytes in one read


def read_lines(descriptor: int = _INPUT) -> Iterator[bytes]:
    r"""Yield the lines of standard input, including their line ends.

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
    """Write an answer to standard output as one line of JSON."""
    sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
    sys.stdout.buffer.flush()


def leave() -> None:
    """End the process immediately.

    The function ``sys.exit`` would wait for other threads, which may be running a search or the
    compiler. A worker has nothing to clean up.
    """
    os._exit(0)
