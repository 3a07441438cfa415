r"""Readers and compiler of gettext message catalogues.

A language has one folder with a catalogue for each domain, ``LC_MESSAGES/messages.po``. An
installed package contains the compiled catalogues, ``messages.mo``, instead. If both exist, the
``.po`` takes precedence, so a checkout needs no build and never shows an old translation. The build
of the package runs this file without the package, so the file imports only the standard library.

>>> read_po('msgid "Deal"\nmsgstr "Geben"\n').texts
{'Deal': 'Geben'}
"""

from __future__ import annotations

import functools
import gettext
import itertools
import re
import struct
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

_MO = 0x950412DE  # the magic number of a compiled catalogue
_HEAD = struct.Struct("<7I")
_ESCAPE = re.compile(r"\\(.)")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}
_KEYWORD = re.compile(r'(msgid|msgid_plural|msgstr(?:\[[0-9]\])?)\s+"(.*)"')
_PLURAL = re.compile(r"\bplural=([^;]*)")
_NUMBER_OF_FORMS = re.compile(r"nplurals=([0-9]+)")
_TRIED = 200  # the numbers used to test a plural rule
_GERMANIC = "(n != 1)"  # the English plural rule, and the default for a catalogue


class Catalog(NamedTuple):
    """The translations of one domain in one language.

    Attributes:
        texts: the translation of each English text.
        plurals: the plural forms for each English singular.
        header: the fields in the catalogue's first entry.
    """

    texts: Mapping[str, str]
    plurals: Mapping[str, tuple[str, ...]]
    header: Mapping[str, str]

    @property
    def plural(self) -> str:
        """A C expression in ``n`` for the index of the plural form; it is also valid JavaScript."""
        found = _PLURAL.search(self.header.get("Plural-Forms", ""))
        return found[1].strip() if found else _GERMANIC

    def form(self, n: int) -> int:
        """Return the index of the plural form for a number.

        >>> NONE.form(1), NONE.form(2)
        (0, 1)
        """
        return _rule(self.plural)(n)


@functools.cache
def _rule(plural: str) -> Callable[[int], int]:
    """Return the function for a C expression in ``n``."""
    chosen: Callable[[int], int] = gettext.c2py(plural)
    return chosen


NONE = Catalog({}, {}, {})
"""A catalogue without translations, as for English."""


def read(folder: Path, domain: str) -> Catalog:
    """Return a domain's catalogue from a language's folder, or an empty one if there is no file.

    Raises:
        ValueError: the file is invalid; the message gives its path and, for a ``.po``, the line.
    """
    path = folder / "LC_MESSAGES" / f"{domain}.po"
    try:
        return read_po(path.read_text("utf-8"))
    except FileNotFoundError:
        pass
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise ValueError(f"{path}: line {line}: this is not UTF-8 text") from None
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    path = path.with_suffix(".mo")
    try:
        return read_mo(path.read_bytes())
    except FileNotFoundError:
        return NONE
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def header(folder: Path, domain: str) -> Mapping[str, str]:
    """Return a catalogue's header without reading the rest, or {} if there is no catalogue.

    Raises:
        ValueError: the header is invalid; the message gives its path and line.
    """
    path = folder / "LC_MESSAGES" / f"{domain}.po"
    try:
        with path.open(encoding="utf-8") as file:
            return read_po("".join(itertools.takewhile(str.strip, file))).header
    # the function ``read`` adds the path to an error message
    except (FileNotFoundError, ValueError):
        return read(folder, domain).header


def stamp(folder: Path, domain: str) -> tuple[int, int] | None:
    """Return the modification time in nanoseconds and the size of a catalogue, or None."""
    for ending in ("po", "mo"):
        try:
            found = (folder / "LC_MESSAGES" / f"{domain}.{ending}").stat()
        except FileNotFoundError:
            continue
        return found.st_mtime_ns, found.st_size
    return None


class _Entry:
    """An entry of a ``.po`` file during parsing."""

    def __init__(self, *, fuzzy: bool = False) -> None:
        self.parts: dict[str, list[str]] = {}
        self.lines: list[str] = []
        self.fuzzy = fuzzy

    def begin(self, keyword: str, text: str) -> None:
        self.lines = self.parts[keyword] = [text]

    def __getitem__(self, keyword: str) -> str:
        text = "".join(self.parts.get(keyword, ()))
        if "\\" not in text:
            return text
        return _ESCAPE.sub(lambda found: _ESCAPES.get(found[1], found[1]), text)


def read_po(content: str) -> Catalog:
    r"""Parse a ``.po`` catalogue.

    Like ``msgfmt``, omit fuzzy entries and entries without a translation.

    Raises:
        ValueError: a line is invalid; the message gives its number.

    >>> read_po('msgid "one"\nmsgid_plural "many"\nmsgstr[0] "1"\nmsgstr[1] "2"\n').plurals
    {'one': ('1', '2')}
    """
    catalog = _catalog(_entries(content))
    if problem := _plural_problem(catalog):
        before, _, _ = content.partition("Plural-Forms")
        line = before.count("\n") + 1
        raise ValueError(f"line {line}: {problem}")
    return catalog


def compiled(content: str) -> bytes:
    r"""Compile a ``.po`` catalogue to the bytes of a ``.mo`` file, reproducibly.

    >>> read_mo(compiled('msgid "Deal"\nmsgstr "Geben"\n')).texts
    {'Deal': 'Geben'}
    """
    entries = sorted((one.encode(), text.encode()) for one, text in _entries(content))
    ids, texts = zip(*entries, strict=True) if entries else ((), ())
    tables, data, at = b"", b"", _HEAD.size + 16 * len(entries)
    for each in (*ids, *texts):
        tables += struct.pack("<2I", len(each), at + len(data))
        data += each + b"\0"
    second = _HEAD.size + 8 * len(entries)
    return _HEAD.pack(_MO, 0, len(entries), _HEAD.size, second, 0, at) + tables + data


def _entries(content: str) -> list[tuple[str, str]]:
    entries: list[tuple[str, str]] = []
    entry = _Entry()
    fuzzy = False
    for number, line in enumerate(content.split("\n"), 1):
        if line[:1] == '"':
            if line[-1:] != '"' or len(line) < 2 or not entry.parts:
                raise ValueError(f"line {number}: expected text in double quotes")
            entry.lines.append(line[1:-1])
        elif line[:1] == "#":
            fuzzy = fuzzy or (line.startswith("#,") and "fuzzy" in line)
        elif line.strip():
            found = _KEYWORD.fullmatch(line.rstrip())
            if not found:
                raise ValueError(f"line {number}: expected msgid or msgstr, followed by text")
            keyword, text = found.groups()
            if keyword == "msgid":
                entries += _texts(entry)
                entry = _Entry(fuzzy=fuzzy)
                fuzzy = False
            entry.begin(keyword, text)
    return entries + _texts(entry)


def _texts(entry: _Entry) -> list[tuple[str, str]]:
    """Return the key and value of an entry for a ``.mo`` file; empty if the entry is unused."""
    english = entry["msgid"]
    if entry.fuzzy and english:  # keep the header even if it is marked as fuzzy
        return []
    if "msgid_plural" not in entry.parts:
        return [(english, entry["msgstr"])] if entry["msgstr"] else []
    forms = [entry[keyword] for keyword in entry.parts if keyword.startswith("msgstr[")]
    return [(f"{english}\0{entry['msgid_plural']}", "\0".join(forms))] if all(forms) else []


def read_mo(content: bytes) -> Catalog:
    """Read a compiled catalogue.

    Raises:
        ValueError: the content is not a complete and valid compiled catalogue.
    """
    if len(content) < _HEAD.size or int.from_bytes(content[:4], "little") != _MO:
        raise ValueError("this is not a compiled catalogue")
    _, _, count, ids, texts, _, _ = _HEAD.unpack_from(content)

    def text(table: int, n: int) -> str:
        length, at = struct.unpack_from("<2I", content, table + 8 * n)
        if at + length > len(content):
            raise struct.error
        return content[at : at + length].decode("utf-8")

    try:
        catalog = _catalog([(text(ids, n), text(texts, n)) for n in range(count)])
    except struct.error:
        raise ValueError("this compiled catalogue is truncated") from None
    if problem := _plural_problem(catalog):
        raise ValueError(problem)
    return catalog


def _plural_problem(catalog: Catalog) -> str:
    """Return the error in the plural rule of a catalogue's header; "" if the rule is valid."""
    field = catalog.header.get("Plural-Forms", "")
    if not field:
        return ""
    count = _NUMBER_OF_FORMS.search(field)
    try:
        last = max(map(catalog.form, range(_TRIED)))
    except (ValueError, ArithmeticError):
        return f"the plural rule {catalog.plural!r} in Plural-Forms is invalid"
    if count and last >= int(count[1]):
        return f"the plural rule {catalog.plural!r} does not agree with nplurals={count[1]}"
    return ""


def _catalog(entries: list[tuple[str, str]]) -> Catalog:
    texts: dict[str, str] = {}
    plurals: dict[str, tuple[str, ...]] = {}
    header: dict[str, str] = {}
    for english, text in entries:
        one, counted, _ = english.partition("\0")
        if counted:
            plurals[one] = tuple(text.split("\0"))
        elif english:
            texts[english] = text
        else:
            lines = (line.partition(":") for line in text.split("\n"))
            header |= {name.strip(): value.strip() for name, _, value in lines if name}
    return Catalog(texts, plurals, header)
