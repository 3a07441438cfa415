"""Manifest of a build: the entries of each kernel, the layout of records, the sources' digest.

``built/kernels.json`` is written by the build and read by every host, also one that is not Python.
"""

from __future__ import annotations

import functools
import hashlib
import io
import tokenize
from collections.abc import Callable
from pathlib import Path

import msgspec

BUILT = Path(__file__).parent / "built"
"""The folder of the package that the kernels for all platforms lie in."""

_PACKAGE = Path(__file__).parents[1]
_SOURCES = (
    "core/sizes.py",
    "engine/apply.py",
    "engine/legal.py",
    "engine/winning.py",
    "kernel_build/build.py",
    "kernel_build/compiler.py",
    "kernel_build/emit.py",
    "kernel_build/entries.py",
    "kernel_build/layout.py",
    "kernel_build/lean.py",
    "kernel_build/modules.py",
    "kernel_build/objects.py",
    "kernel_build/returning.py",
    "kernel_build/sources.py",
    "lint/random_play.py",
    "mechanics/moves.py",
    "mechanics/*/compile.py",
    "mechanics/*/moves.py",
    "players/kernel/*.py",
    "players/player.py",
    "solver/codes.py",
    "solver/facts.py",
    "solver/prunings/*.py",
    "solver/safe_cards.py",
    "solver/search/*.py",
    "state/*.py",
)


class Field(msgspec.Struct, frozen=True, array_like=True):
    """Where a field of a record lies.

    Attributes:
        name: of the field, dotted where it lies within another: ``redeal.times``.
        at: bytes before it.
        room: the integers, of eight bytes each, that there is room for.
        scalar: whether it is one integer, not a list.
    """

    name: str
    at: int
    room: int
    scalar: bool


class Layout(msgspec.Struct, frozen=True, dict=True):
    """Layout of one kind of record in memory.

    Attributes:
        meaning: the module whose comments explain the fields.
        size: bytes of a record.
        fields: where each of them lies, in order.
    """

    meaning: str
    size: int
    fields: tuple[Field, ...]

    @functools.cached_property
    def by_name(self) -> dict[str, Field]:
        """Return the fields by their names."""
        return {field.name: field for field in self.fields}

    @functools.cached_property
    def prefixes(self) -> frozenset[str]:
        """Return what precedes the names of fields within fields, such as ``redeal.``."""
        return frozenset(f.name[: at + 1] for f in self.fields if (at := f.name.find(".")) > 0)


class Entry(msgspec.Struct, frozen=True):
    """A function of a kernel that is called from outside.

    Attributes:
        name: of the function, also in the library.
        arguments: of each its kind: the name of a record, ``int``, or for an array the type of its
            integers, as a letter of :mod:`array`, and how many dimensions it has. The function
            takes an address, where there are integers of eight bytes: the address of a record,
            the integer, or the address and the shape of an array.
        result: ``int``, ``bool`` or ``None``.
    """

    name: str
    arguments: tuple[str, ...]
    result: str

    @property
    def words(self) -> int:
        """Return how many integers lie at the address that the function takes."""
        return sum(1 + int(kind[1:]) if kind[1:].isdigit() else 1 for kind in self.arguments)


class Kernels(msgspec.Struct, frozen=True):
    """Manifest of a build.

    Attributes:
        stamp: the digest of the sources (:func:`digest_of_sources`).
        code: the digest of their code alone (:func:`digest_of_code`).
        made_with: the versions of what built it.
        entries: of each kernel, what is called from outside.
        records: how each kind of record lies in memory.
        files: the SHA-256 of each file of kernels.
        digest: the SHA-256 of all the rest: a wrong offset would make wrong verdicts.
    """

    stamp: str
    code: str
    made_with: dict[str, str]
    entries: dict[str, tuple[Entry, ...]]
    records: dict[str, Layout]
    files: dict[str, str]
    digest: str = ""

    def sealed(self) -> Kernels:
        """Return the same with its digest."""
        rest = msgspec.structs.replace(self, digest="")
        digest = hashlib.sha256(msgspec.json.encode(rest)).hexdigest()
        return msgspec.structs.replace(self, digest=digest)


def manifest_in(folder: Path) -> Kernels:
    """Return what was built into a folder.

    Raises:
        OSError: when nothing was.
        msgspec.DecodeError: when the manifest is damaged or of another form.
    """
    built = msgspec.json.decode((folder / "kernels.json").read_bytes(), type=Kernels)
    if built.sealed() != built:
        raise msgspec.DecodeError("kernels.json is damaged")
    return built


def checked(path: Path, built: Kernels) -> bytes:
    """Return the content of a file of kernels, which is as it was built.

    Raises:
        OSError: when it is missing or damaged: to run it would end the process, or worse.
    """
    content = path.read_bytes()
    if hashlib.sha256(content).hexdigest() != built.files.get(path.name):
        raise OSError(f"{path} is damaged")
    return content


@functools.cache
def digest_of_sources() -> str:
    """Return the digest of the sources from which kernels are built.

    It is empty where the package has no sources, as in a bundle of compiled modules.
    """
    return _digest(str)


@functools.cache
def digest_of_code() -> str:
    """Return the digest of the same sources without comments, docstrings and blank lines.

    A build serves as long as this digest stays the same. It takes much longer than
    :func:`digest_of_sources`, so only sources that differ from those of the build need it.
    """
    return _digest(code_of)


def _digest(part: Callable[[str], str]) -> str:
    digest = hashlib.sha256()
    for pattern in _SOURCES:
        found = sorted(_PACKAGE.glob(pattern))
        if not found:
            return ""
        for path in found:
            digest.update(path.relative_to(_PACKAGE).as_posix().encode() + b"\0")
            digest.update(part(path.read_text("utf-8")).encode() + b"\0")
    return digest.hexdigest()


_LAYOUT = (tokenize.INDENT, tokenize.DEDENT, tokenize.NL, tokenize.COMMENT, tokenize.ENCODING)


def code_of(source: str) -> str:
    r"""Return the source of a module without comments, docstrings and blank lines.

    >>> print(code_of("def twice(x):  # not thrice\n    'Double it.'\n\n    return 2 * x\n"))
    def twice(x):
        return 2 * x
    """
    lines = source.split("\n")
    tokens = [*tokenize.generate_tokens(io.StringIO(source).readline)]
    words = [token for token in tokens if token.type not in _LAYOUT]
    ends = (tokenize.NEWLINE, tokenize.ENDMARKER)
    dropped = [token for token in tokens if token.type == tokenize.COMMENT]
    # a string that is a whole statement
    dropped += [
        token
        for at, token in enumerate(words)
        if token.type == tokenize.STRING
        and (at == 0 or words[at - 1].type == tokenize.NEWLINE)
        and words[at + 1].type in ends
    ]
    for token in dropped:
        (first, start), (last, end) = token.start, token.end
        rest = lines[last - 1][end:]
        lines[first - 1] = lines[first - 1][:start]
        for line in range(first, last):
            lines[line] = ""
        lines[last - 1] += rest
    return "\n".join(line.rstrip() for line in lines if line.strip())
