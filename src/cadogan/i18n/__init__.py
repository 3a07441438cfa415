"""The language in which a person is spoken to: English, and what has been put into other tongues.

English texts stand in the code, where their meaning is. Another tongue has a folder beside this
file, ``de`` for German, of TOML files: each line an English text and what it is in that tongue. A
text that is built by grammar (a section of the rules page, say) is built by functions of that
tongue instead, in :mod:`cadogan.text.rules_page`. What the definitions of games say stands apart,
in the folder ``games``, a file for each: there a few words may answer a question, and mean
something else.

A person's tongue holds for all that is said on their behalf, so it is not handed from function to
function: :func:`speaking` sets it for a while, for this thread or task alone. What is kept,
compared or written to files (moves, records, digests, errors in a definition) is the same in all
tongues.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterable, Iterator, Mapping
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
_now: ContextVar[str] = ContextVar("tongue", default="en")


def language() -> str:
    """Return the code of the tongue that is spoken, ``en`` unless another was set.

    >>> language()
    'en'
    """
    return _now.get()


@contextmanager
def in_language(code: str) -> Iterator[None]:
    """Speak a tongue for a while.

    Raises:
        KeyError: for a tongue that Cadogan does not speak.

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
    """Return the texts of a tongue by the English ones, without those of games; English has none.

    Raises:
        ValueError: when two files put one text differently.

    >>> dict(catalog("en"))
    {}
    """
    return {} if code == "en" else _read(_files(resources.files(__name__) / "locales" / code))


@functools.cache
def game_catalog(code: str) -> Mapping[str, str]:
    """Return what the definitions of games say in a tongue by the English texts.

    Raises:
        ValueError: when two files put one text differently.

    >>> game_catalog("de")["Birthday"]
    'Der Geburtstag'
    """
    return (
        {} if code == "en" else _read(_files(resources.files(__name__) / "locales" / code / _GAMES))
    )


def _read(files: Iterable[Traversable]) -> dict[str, str]:
    found: dict[str, str] = {}
    for file in files:
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
    """Say an English text in the tongue that is spoken.

    What has not been put into it stays English: a sentence that somebody wrote about a game of
    their own. ``tests/test_i18n.py`` sees to it that all texts of Cadogan's own are there. What
    a definition says is best had of :func:`cadogan.rules.localize.localized`.

    Args:
        english: the text, with ``{names}`` for what changes.
        values: what stands in their places.

    >>> translate("{n} of {all}", n=3, all=5)
    '3 of 5'
    """
    code = _now.get()
    text = catalog(code).get(english) or game_catalog(code).get(english, english)
    return text.format(**values) if values else text


def preferred_language(header: str) -> str:
    """Return the tongue that a browser likes best, by its header ``Accept-Language``.

    >>> headers = ("de-AT,de;q=0.9,en;q=0.8", "fr, en-GB;q=0.5", "")
    >>> [preferred_language(header) for header in headers]
    ['de', 'en', 'en']
    """
    liked: list[tuple[float, str]] = []
    for item in header.split(","):
        name, _, rest = item.strip().partition(";")
        try:
            weight = float(rest.strip().removeprefix("q=")) if rest else 1.0
        except ValueError:
            continue
        liked.append((weight, name.partition("-")[0].lower()))
    best = max((weight for weight, name in liked if name in LANGUAGES), default=0.0)
    return next((name for weight, name in liked if name in LANGUAGES and weight == best > 0), "en")
