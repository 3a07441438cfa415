"""Translation: English texts, and their translations into other languages.

English texts stand in the code, where their meaning is, and are the message ids of gettext
catalogues. A language is a folder of ``locales`` with such catalogues, one for each domain:

==========  ==================================================================
domain      texts
==========  ==================================================================
messages    of the server, the terminal, the rules pages and the refusals
games       of the definitions of games: a few words there answer a question
names       of games and of sources, where a language has others
page        of the page's scripts
==========  ==================================================================

No function hands the language on: :func:`in_language` sets it for a while, for this thread or task
alone. What is kept, compared or written to files (moves, records, digests, errors in a definition)
is the same in all languages.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from cadogan.i18n import catalogs
from cadogan.i18n.catalogs import Catalog

__all__ = [
    "LANGUAGES",
    "catalog",
    "game_catalog",
    "in_language",
    "language",
    "msgid",
    "page_catalog",
    "page_stamp",
    "preferred_language",
    "translate",
]

LANGUAGES = {"en": "English", "de": "Deutsch"}
_LOCALES = Path(__file__).parent / "locales"
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


def _read(code: str, domain: str) -> Catalog:
    return catalogs.NONE if code == "en" else catalogs.read(_LOCALES / code, domain)


@functools.cache
def catalog(code: str) -> Mapping[str, str]:
    """Return translations by the English texts, without those of games; English has none.

    >>> dict(catalog("en"))
    {}
    """
    return _read(code, "messages").texts


@functools.cache
def game_catalog(code: str) -> Mapping[str, str]:
    """Return translations of the definitions of games by the English texts.

    >>> game_catalog("de")["Birthday"]
    'Der Geburtstag'
    """
    return {**_read(code, "names").texts, **_read(code, "games").texts}


def page_stamp(code: str) -> tuple[int, int] | None:
    """Return when the catalogue of the page's scripts changed, and its size, or None without one.

    >>> page_stamp("en") is None
    True
    """
    return None if code == "en" else catalogs.stamp(_LOCALES / code, "page")


def page_catalog(code: str) -> Catalog:
    """Return translations of the page's scripts, as its file is now.

    >>> page_catalog("de").texts["Lost"]
    'Verloren'
    """
    return _read(code, "page")


def msgid(english: str) -> str:
    """Return an English text that :func:`translate` gets elsewhere, so that it is extracted.

    >>> msgid("Deal")
    'Deal'
    """
    return english


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
