"""Translation: English texts, and what they are in other languages.

English texts stand in the code, where their meaning is. Another language has a folder of TOML
files, ``locales/de`` for German: each line is an English text and its translation. The texts of
games' definitions stand apart, in the folder ``games``, a file for each: there a few words may
answer a question, and mean something else.

No function hands the language on: :func:`in_language` sets it for a while, for this thread or task
alone. What is kept, compared or written to files (moves, records, digests, errors in a definition)
is the same in all languages.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from importlib import resources
from importlib.resources.abc import Traversable

__all__ = [
    "LANGUAGES",
    "catalog",
    "game_catalog",
    "in_language",
    "language",
    "preferred_language",
    "translate",
]

LANGUAGES = {"en": "English", "de": "Deutsch"}
_GAMES = "games"
_now: ContextVar[str] = ContextVar("language", default="en")


def language() -> str:
    """Return the code of the current language, ``en`` unless another was set.

    >>> language()
    'en'
    """
    return _now.get()


@contextmanager
def in_language(code: str) -> Iterator[None]:
    """Switch to a language for a while.

    Raises:
        KeyError: for a language without translations.

    >>> with in_language("de"):
    ...     language()
    'de'
    """
    LANGUAGES[code]
    before = _now.set(code)
    try:
        yield
    finally:
        _now.reset(before)


@functools.cache
def catalog(code: str) -> Mapping[str, str]:
    """Return translations by the English texts, without those of games; English has none.

    Raises:
        ValueError: when two files put one text differently.

    >>> dict(catalog("en"))
    {}
    """
    return {} if code == "en" else _read(resources.files(__name__) / "locales" / code)


@functools.cache
def game_catalog(code: str) -> Mapping[str, str]:
    """Return translations of the definitions of games by the English texts.

    Raises:
        ValueError: when two files put one text differently.

    >>> game_catalog("de")["Birthday"]
    'Der Geburtstag'
    """
    return {} if code == "en" else _read(resources.files(__name__) / "locales" / code / _GAMES)


def _read(folder: Traversable) -> dict[str, str]:
    found: dict[str, str] = {}
    for file in _files(folder):
        for english, text in tomllib.loads(file.read_text("utf-8")).items():
            if found.setdefault(english, text) != text:
                raise ValueError(f"{english!r} is put differently in {file.name}")
    return found


def _files(folder: Traversable) -> Iterator[Traversable]:
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        if item.is_dir() and item.name != _GAMES:
            yield from _files(item)
        elif item.name.endswith(".toml"):
            yield item


def translate(english: str, /, **values: object) -> str:
    """Translate an English text, and put values into the places of its ``{names}``.

    A text without a translation stays English, such as a sentence about a person's own game.
    For the texts of a definition see :func:`cadogan.rules.localize.localized`.

    >>> translate("{n} of {all}", n=3, all=5)
    '3 of 5'
    """
    code = _now.get()
    text = catalog(code).get(english) or game_catalog(code).get(english, english)
    return text.format(**values) if values else text


def preferred_language(header: str) -> str:
    """Return the language that a browser prefers, by its header ``Accept-Language``.

    >>> headers = ("de-AT,de;q=0.9,en;q=0.8", "fr, en-GB;q=0.5", "")
    >>> [preferred_language(header) for header in headers]
    ['de', 'en', 'en']
    """
    liked = [(0.0, "en")]
    for item in header.split(","):
        name, _, rest = item.strip().partition(";")
        try:
            weight = float(rest.strip().removeprefix("q=")) if rest else 1.0
        except ValueError:
            continue
        if (code := name.partition("-")[0].lower()) in LANGUAGES:
            liked.append((weight, code))
    return max(liked, key=lambda pair: pair[0])[1]
