"""WebAssembly modules in which all indirect calls of one type share one instruction.

Chromium (since version 137) inlines the usual target of an indirect call, and compiles the calling
function again when another target appears. Python's interpreter loop is large and has 116 indirect
calls, so each start compiled it ten times. An instruction that many callers share has many targets
from the beginning, and Chromium inlines none of them.

The binary format is that of the WebAssembly specification, version 3.0.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

_TYPES, _IMPORTS, _FUNCTIONS, _CODE = 1, 2, 3, 10  # the numbers of sections
_MAGIC = b"\0asm\1\0\0\0"
_I32 = b"\x7f"
_FUNCTION_TYPE = 0x60
_CALL, _CALL_INDIRECT, _LOCAL_GET, _END = 0x10, 0x11, 0x20, 0x0B
_OWN_TYPES = (0x63, 0x64)  # these bytes begin a reference to a type that the module defines
_HAS_MAXIMUM = 1  # a bit in the limits of a table or memory
_OTHER_MEMORY = 64  # a bit in the alignment of a load or store

_IMPORTED = ("function", "table", "memory", "global", "exception")
# The operands of each instruction, a letter each:
# - "n": a number of variable length
# - "t": a type
# - "b", "4", "8", "w": 1, 4, 8 or 16 bytes
# - "m": a place in memory
# - "v", "s", "c": a vector of numbers, of types or of catch clauses
_OPERANDS: dict[int, str] = {
    **dict.fromkeys((0x00, 0x01, 0x05, 0x0A, 0x0B, 0x0F, 0x19, 0x1A, 0x1B, 0xD1), ""),
    **dict.fromkeys((0x02, 0x03, 0x04, 0x06), "t"),
    **dict.fromkeys((0x07, 0x08, 0x09, 0x0C, 0x0D, 0x10, 0x12, 0x18, 0xD0, 0xD2), "n"),
    **dict.fromkeys((0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x3F, 0x40, 0x41, 0x42), "n"),
    **dict.fromkeys(range(0x28, 0x3F), "m"),
    **dict.fromkeys(range(0x45, 0xC5), ""),
    0x0E: "vn",
    0x13: "nn",
    0x1C: "s",
    0x1F: "tc",
    0x43: "4",
    0x44: "8",
}
# the same for the two-part instructions, by the byte of the first part
_LONGER: dict[int, dict[int, str]] = {
    0xFC: {
        **dict.fromkeys(range(8), ""),
        8: "nn",
        9: "n",
        10: "nn",
        11: "n",
        12: "nn",
        13: "n",
        14: "nn",
        **dict.fromkeys((15, 16, 17), "n"),
    },
    0xFD: {
        **dict.fromkeys(range(276), ""),
        **dict.fromkeys((*range(12), 92, 93), "m"),
        **dict.fromkeys((12, 13), "w"),
        **dict.fromkeys(range(21, 35), "b"),
        **dict.fromkeys(range(84, 92), "mb"),
    },
}
_WIDTHS = {"b": 1, "4": 4, "8": 8, "w": 16}


class UnknownModuleError(ValueError):
    """The module has something that this version cannot read; the message says where."""


class _Call(NamedTuple):
    """An indirect call: its first byte, the byte behind it, its type and its table."""

    start: int
    end: int
    type: int
    table: int


class _Reader:
    """A place in the bytes of a module, or of one of its sections."""

    def __init__(self, data: bytes, at: int = 0) -> None:
        self.data, self.at = data, at

    def number(self) -> int:
        """Read an unsigned number in LEB128."""
        value = shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 127) << shift
            if byte < 128:  # the highest bit says that more bytes follow
                return value
            shift += 7

    def take(self, count: int) -> bytes:
        """Read bytes."""
        self.at += count
        return self.data[self.at - count : self.at]

    def rest(self) -> bytes:
        """Return all bytes from here on."""
        return self.data[self.at :]

    def type(self) -> None:
        """Skip a type of values or blocks."""
        if self.number() in _OWN_TYPES:
            raise UnknownModuleError(f"byte {self.at} has a reference to a type of the module")

    def limits(self) -> None:
        """Skip the size limits of a table or memory."""
        flags = self.number()
        for _ in range(1 + (flags & _HAS_MAXIMUM)):
            self.number()

    def operands(self, kinds: str) -> None:
        """Skip the operands of an instruction."""
        for kind in kinds:
            if kind == "n":
                self.number()
            elif kind == "m":
                if self.number() & _OTHER_MEMORY:
                    self.number()
                self.number()
            elif kind == "t":
                self.type()
            elif kind in _WIDTHS:
                self.at += _WIDTHS[kind]
            else:
                for _ in range(self.number()):
                    # A catch clause for every exception names no exception.
                    if kind == "c" and self.take(1)[0] < 2:
                        self.number()
                    if kind == "s":
                        self.type()
                    else:
                        self.number()

    def calls(self, end: int) -> Iterator[_Call]:
        """Read the instructions of a function, and yield its indirect calls."""
        while self.at < end:
            start = self.at
            code = self.take(1)[0]
            if code == _CALL_INDIRECT:
                of_type, table = self.number(), self.number()
                yield _Call(start, self.at, of_type, table)
                continue
            if code in _LONGER:
                second = self.number()
                kinds = _LONGER[code].get(second)
            else:
                kinds = _OPERANDS.get(code)
            if kinds is None:
                raise UnknownModuleError(
                    f"byte {start} of the code has the unknown instruction {code:#x}"
                )
            self.operands(kinds)
        if self.at != end:
            raise UnknownModuleError(f"the function that ends at byte {end} ends elsewhere")


def share_calls(module: bytes) -> bytes:
    """Return a module with the same behaviour, in which all indirect calls of a type share one.

    Each type and table gets a function that makes the indirect call; all others call this function.

    Args:
        module: the bytes of a module.

    Raises:
        UnknownModuleError: if the module has something that this version cannot read.
    """
    sections = list(_sections(module))
    by_number = dict(sections)
    if _CODE not in by_number:
        return module
    types = _types(by_number[_TYPES])
    functions = _Reader(by_number[_FUNCTIONS])
    count = functions.number()
    first = _imported(by_number.get(_IMPORTS, b"\0")) + count
    shared: dict[tuple[int, int], int] = {}  # the function for each type and table
    bodies = [_changed(*body, first, shared) for body in _bodies(by_number[_CODE])]
    added = []
    for of_type, table in shared:
        parameters, results = types[of_type]
        with_index = (parameters + _I32, results)
        if with_index not in types:
            types.append(with_index)
        added.append(_leb(types.index(with_index)))
        gets = b"".join(bytes([_LOCAL_GET]) + _leb(i) for i in range(len(parameters) + 1))
        bodies.append(b"\0%b%c%b%b%c" % (gets, _CALL_INDIRECT, _leb(of_type), _leb(table), _END))
    described = [
        b"%c%b%b" % (_FUNCTION_TYPE, _sized(parameters), _sized(results))
        for parameters, results in types
    ]
    changed = {
        _TYPES: _leb(len(types)) + b"".join(described),
        _FUNCTIONS: _leb(count + len(added)) + functions.rest() + b"".join(added),
        _CODE: _leb(len(bodies)) + b"".join(map(_sized, bodies)),
    }
    contents = [(number, changed.get(number, content)) for number, content in sections]
    return _MAGIC + b"".join(b"%c%b" % (number, _sized(content)) for number, content in contents)


def _leb(value: int) -> bytes:
    """Return an unsigned number in LEB128.

    >>> _leb(300).hex()
    'ac02'
    """
    written = bytearray()
    while value > 127:  # seven bits a byte
        written.append(value & 127 | 128)
        value >>= 7
    written.append(value)
    return bytes(written)


def _sized(content: bytes) -> bytes:
    """Return bytes after their number."""
    return _leb(len(content)) + content


def _sections(module: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the number and the content of each section."""
    reader = _Reader(module)
    if reader.take(len(_MAGIC)) != _MAGIC:
        raise UnknownModuleError("this is not a WebAssembly module of version 1")
    while reader.at < len(module):
        number = reader.take(1)[0]
        yield number, reader.take(reader.number())


def _types(section: bytes) -> list[tuple[bytes, bytes]]:
    """Return the parameters and the results of each function type; each is a byte."""
    reader = _Reader(section)
    types = []
    for _ in range(reader.number()):
        if reader.take(1)[0] != _FUNCTION_TYPE:
            raise UnknownModuleError("the module has types other than those of functions")
        values = []
        for _of in ("parameters", "results"):
            start = reader.at + 1
            for _value in range(reader.number()):
                reader.type()
            values.append(section[start : reader.at])
        types.append((values[0], values[1]))
    return types


def _imported(section: bytes) -> int:
    """Return the number of functions that the module imports."""
    reader = _Reader(section)
    functions = 0
    for _ in range(reader.number()):
        for _name in ("module", "name"):
            reader.take(reader.number())
        kind = _IMPORTED[reader.take(1)[0]]
        functions += kind == "function"
        if kind in ("table", "global"):
            reader.type()
        if kind in ("table", "memory"):
            reader.limits()
        else:
            reader.number()
        if kind == "exception":
            reader.number()
    return functions


def _bodies(section: bytes) -> Iterator[tuple[bytes, int, int]]:
    """Yield the section with the first byte of each function and the byte behind it."""
    reader = _Reader(section)
    for _ in range(reader.number()):
        size = reader.number()
        yield section, reader.at, reader.at + size
        reader.take(size)


def _changed(
    section: bytes, start: int, end: int, first: int, shared: dict[tuple[int, int], int]
) -> bytes:
    """Return a function in which calls of shared functions replace the indirect calls.

    Args:
        section: the code of all functions.
        start: the first byte of the function.
        end: the byte behind it.
        first: the number of the first shared function.
        shared: the shared functions' numbers; the function adds those that it needs.
    """
    reader = _Reader(section, start)
    for _ in range(reader.number()):
        reader.number()
        reader.type()
    parts = []
    for call in reader.calls(end):
        number = shared.setdefault((call.type, call.table), first + len(shared))
        parts += [section[start : call.start], bytes([_CALL]), _leb(number)]
        start = call.end
    return b"".join([*parts, section[start:end]])
