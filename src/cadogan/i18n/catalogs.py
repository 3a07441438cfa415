r"""Message catalogues of gettext: reading them, and finding a translation.

A language has one folder, and in it a catalogue for each domain, ``LC_MESSAGES/messages.po``.
What is installed carries the same compiled, as ``messages.mo``, and no ``.po``. Where there is
a ``.po`` it counts, so that a checkout needs no build and never shows an old translation.

>>> read_po('msgid "Deal"\nmsgstr "Geben"\n').texts
{'Deal': 'Geben'}
"""

from __future__ import annotations

import gettext
import itertools
import re
import struct
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

_MO = 0x950412DE  # the first number of a compiled catalogue
_HEAD = struct.Struct("<7I")
_ESCAPE = re.compile(r"\\(.)")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}
_KEYWORD = re.compile(r'(msgid|msgid_plural|msgstr(?:\[[0-9]\])?)\s+"(.*)"')
_PLURAL = re.compile(r"plural=([n0-9\s()?:!=<>&|%+*/-]+)")
_GERMANIC = "(n != 1)"  # the plural of English and of a catalogue that gives none


class Catalog(NamedTuple):
    """The translations of one domain into one language.

    Attributes:
        texts: translations by English texts, where there is one.
        plurals: the forms of texts that are counted, by the English singular.
        header: the fields of the catalogue's first entry.
    """

    texts: Mapping[str, str]
    plurals: Mapping[str, tuple[str, ...]]
    header: Mapping[str, str]

    @property
    def plural(self) -> str:
        """The expression in ``n`` that gives the place of a plural form, as C and JavaScript."""
        found = _PLURAL.search(self.header.get("Plural-Forms", ""))
        return found[1].strip() if found else _GERMANIC

    def form(self, n: int) -> int:
        """Return the place of the plural form for a number.

        >>> NONE.form(1), NONE.form(2)
        (0, 1)
        """
        chosen: Callable[[int], int] = gettext.c2py(self.plural)
        return chosen(n)


NONE = Catalog({}, {}, {})
"""The catalogue of English."""


def read(folder: Path, domain: str) -> Catalog:
    """Return the catalogue of a domain from the folder of a language, empty if there is none.

    Raises:
        ValueError: naming the file and, of a ``.po``, the line that cannot be read.
    """
    path = folder / "LC_MESSAGES" / f"{domain}.po"
    try:
        return read_po(path.read_text("utf-8"))
    except FileNotFoundError:
        pass
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
    """Return the header of a catalogue, without reading the rest; empty if there is none."""
    path = folder / "LC_MESSAGES" / f"{domain}.po"
    try:
        with path.open(encoding="utf-8") as file:
            return read_po("".join(itertools.takewhile(str.strip, file))).header
    except FileNotFoundError:
        return read(folder, domain).header


def stamp(folder: Path, domain: str) -> tuple[int, int] | None:
    """Return the time of change, in nanoseconds, and the size of a catalogue; None without one."""
    for ending in ("po", "mo"):
        try:
            found = (folder / "LC_MESSAGES" / f"{domain}.{ending}").stat()
        except FileNotFoundError:
            continue
        return found.st_mtime_ns, found.st_size
    return None


class _Entry:
    """One entry of a ``.po`` while its lines are read."""

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
    r"""Read a catalogue as translators write it.

    Entries without a translation, and those marked as fuzzy, are left out, as by ``msgfmt``.

    Raises:
        ValueError: naming the line that cannot be read.

    >>> read_po('msgid "one"\nmsgid_plural "many"\nmsgstr[0] "1"\nmsgstr[1] "2"\n').plurals
    {'one': ('1', '2')}
    """
    return _catalog(_entries(content))


def compiled(content: str) -> bytes:
    r"""Compile a catalogue as translators write it, the same bytes for the same texts.

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
                raise ValueError(f"line {number}: expected a text in quotation marks")
            entry.lines.append(line[1:-1])
        elif line[:1] == "#":
            fuzzy = fuzzy or (line.startswith("#,") and "fuzzy" in line)
        elif line.strip():
            found = _KEYWORD.fullmatch(line.rstrip())
            if not found:
                raise ValueError(f"line {number}: expected msgid or msgstr and a text")
            keyword, text = found.groups()
            if keyword == "msgid":
                entries += _texts(entry)
                entry = _Entry(fuzzy=fuzzy)
                fuzzy = False
            entry.begin(keyword, text)
    return entries + _texts(entry)


def _texts(entry: _Entry) -> list[tuple[str, str]]:
    """Return an entry as a compiled catalogue has it, or nothing where it is not to be used."""
    english = entry["msgid"]
    if entry.fuzzy and english:  # tools mark the header so, too
        return []
    if "msgid_plural" not in entry.parts:
        return [(english, entry["msgstr"])] if entry["msgstr"] else []
    forms = [entry[keyword] for keyword in entry.parts if keyword.startswith("msgstr[")]
    return [(f"{english}\0{entry['msgid_plural']}", "\0".join(forms))] if all(forms) else []


def read_mo(content: bytes) -> Catalog:
    """Read a compiled catalogue.

    Raises:
        ValueError: if it is none.
    """
    if len(content) < _HEAD.size or int.from_bytes(content[:4], "little") != _MO:
        raise ValueError("this is no compiled catalogue")
    _, _, count, ids, texts, _, _ = _HEAD.unpack_from(content)

    def text(table: int, n: int) -> str:
        length, at = struct.unpack_from("<2I", content, table + 8 * n)
        if at + length > len(content):
            raise struct.error
        return content[at : at + length].decode("utf-8")

    try:
        return _catalog([(text(ids, n), text(texts, n)) for n in range(count)])
    except struct.error:
        raise ValueError("this compiled catalogue is cut off") from None


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
