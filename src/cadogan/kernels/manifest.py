"""Manifest of a build: the entries of each kernel, the layouts of records, and digests of sources.

The build writes the manifest to ``built/kernels.json``. Every host reads the manifest, including
hosts written in other programming languages.
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
"""The package's folder of kernels for all platforms."""

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
    """Place of a field in a record.

    Attributes:
        name: name of the field, with dots if it is in a nested record: ``redeal.times``.
        at: offset of the field in bytes.
        room: capacity of the field, in eight-byte integers.
        scalar: whether the field is a single integer instead of a list.
    """

    name: str
    at: int
    room: int
    scalar: bool


class Layout(msgspec.Struct, frozen=True, dict=True):
    """Layout of one kind of record in memory.

    Attributes:
        meaning: module whose comments explain the fields.
        size: size of a record in bytes.
        fields: fields of the record, in order.
    """

    meaning: str
    size: int
    fields: tuple[Field, ...]

    @functools.cached_property
    def by_name(self) -> dict[str, Field]:
        """Return the fields of the record by name."""
        return {field.name: field for field in self.fields}

    @functools.cached_property
    def prefixes(self) -> frozenset[str]:
        """Return the prefixes in the names of nested records' fields, such as ``redeal.``."""
        return frozenset(f.name[: at + 1] for f in self.fields if (at := f.name.find(".")) > 0)


class Entry(msgspec.Struct, frozen=True):
    """Function that a kernel exports.

    Attributes:
        name: name of the function in Python and in the library.
        arguments: kind of each argument: the name of a record, ``int``, or an array. An array is
            described by the type of its integers, as a letter of :mod:`array`, and its number of
            dimensions. The exported function takes the address of a list of eight-byte integers.
            For each argument, the list holds the address of a record, an integer, or the address
            and the shape of an array.
        result: ``int``, ``bool`` or ``None``.
    """

    name: str
    arguments: tuple[str, ...]
    result: str

    @property
    def words(self) -> int:
        """Return the length of the list whose address the exported function takes."""
        return sum(1 + int(kind[1:]) if kind[1:].isdigit() else 1 for kind in self.arguments)


class Kernels(msgspec.Struct, frozen=True):
    """Manifest of a build.

    Attributes:
        stamp: digest of the sources (:func:`digest_of_sources`).
        code: digest of the sources without comments (:func:`digest_of_code`).
        made_with: versions of the build tools.
        entries: exported functions of each kernel.
        records: layout of each kind of record.
        files: SHA-256 digest of each kernel file.
        digest: SHA-256 digest of all other fields, since a wrong offset would cause wrong verdicts.
    """

    stamp: str
    code: str
    made_with: dict[str, str]
    entries: dict[str, tuple[Entry, ...]]
    records: dict[str, Layout]
    files: dict[str, str]
    digest: str = ""

    def sealed(self) -> Kernels:
        """Return a copy of the manifest with its digest."""
        rest = msgspec.structs.replace(self, digest="")
        digest = hashlib.sha256(msgspec.json.encode(rest)).hexdigest()
        return msgspec.structs.replace(self, digest=digest)


def manifest_in(folder: Path) -> Kernels:
    """Return the manifest of the kernels in a folder.

    Raises:
        OSError: if the folder has no manifest.
        msgspec.DecodeError: if the manifest is damaged or has an unknown format.
    """
    built = msgspec.json.decode((folder / "kernels.json").read_bytes(), type=Kernels)
    if built.sealed() != built:
        raise msgspec.DecodeError("kernels.json is damaged")
    return built


def checked(path: Path, built: Kernels) -> bytes:
    """Return the content of a kernel file after verifying its digest.

    Raises:
        OSError: if the file is missing or damaged; code from a damaged file could crash the
            process.
    """
    content = path.read_bytes()
    if hashlib.sha256(content).hexdigest() != built.files.get(path.name):
        raise OSError(f"{path} is damaged")
    return content


@functools.cache
def digest_of_sources() -> str:
    """Return the digest of the kernels' sources.

    The result is empty if the package has no sources, as in a bundle of compiled modules.
    """
    return _digest(str)


@functools.cache
def digest_of_code() -> str:
    """Return the digest of the kernels' sources without comments, docstrings or blank lines.

    A build remains valid as long as this digest does not change. Computing this digest takes much
    longer than :func:`digest_of_sources`, so it is computed only if the sources differ from those
    of the build.
    """
    return _digest(code_of)


def _digest(part: Callable[[str], str]) -> str:
    digest = hashlib.sha256()
    for pattern in _SOURCES:
        paths = sorted(_PACKAGE.glob(pattern))
        if not paths:
            return ""
        for path in paths:
            digest.update(path.relative_to(_PACKAGE).as_posix().encode() + b"\0")
            digest.update(part(path.read_text("utf-8")).encode() + b"\0")
    return digest.hexdigest()


_LAYOUT = (tokenize.INDENT, tokenize.DEDENT, tokenize.NL, tokenize.COMMENT, tokenize.ENCODING)


def code_of(source: str) -> str:
    r"""Return the source of a module without comments, docstrings or blank lines.

    >>> print(code_of("def twice(x):  # not thrice\n    'Double it.'\n\n    return 2 * x\n"))
    def twice(x):
        return 2 * x
    """
    lines = source.split("\n")
    tokens = [*tokenize.generate_tokens(io.StringIO(source).readline)]
    words = [token for token in tokens if token.type not in _LAYOUT]
    ends = (tokenize.NEWLINE, tokenize.ENDMARKER)
    dropped = [token for token in tokens if token.type == tokenize.COMMENT]
    # string expressions that are statements, such as docstrings
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
