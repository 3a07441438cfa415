"""Translation of English texts into other languages.

The code contains the English texts, which are the message ids of gettext catalogues. A language is
a folder in ``locales`` with such catalogues, one for each domain:

==========  ==================================================================
domain      texts
==========  ==================================================================
messages    the server, the terminal, the rules pages and the refusals
games       the definitions of games, such as descriptions and house rules
names       games and sources whose names differ in the language
page        the page's scripts
==========  ==================================================================

Functions have no parameter for the language: the context manager :func:`in_language` sets the
language of a thread or task. Texts that are stored, compared or written to files are always in
English: for example moves, records and errors in a definition.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from cadogan.i18n.languages import SOURCE, catalog_of, definitions_of, languages, usable

__all__ = [
    "in_language",
    "language",
    "languages",
    "msgid",
    "preferred_language",
    "translate",
]

_now: ContextVar[str] = ContextVar("language", default=SOURCE)


def language() -> str:
    """Return the code of the current language; the default is ``en``.

    >>> language()
    'en'
    """
    return _now.get()


@contextmanager
def in_language(code: str) -> Iterator[None]:
    """Switch to a language inside a ``with`` block.

    If a catalogue of the language is invalid, log a warning once and switch to English.

    Raises:
        KeyError: the language has no translations.

    >>> with in_language("de"):
    ...     language()
    'de'
    """
    languages()[code]
    before = _now.set(usable(code))
    try:
        yield
    finally:
        _now.reset(before)


def msgid(english: str) -> str:
    """Mark an English text for extraction; other code passes the text to :func:`translate`.

    >>> msgid("Deal")
    'Deal'
    """
    return english


def translate(english: str, /, **values: object) -> str:
    """Translate an English text and insert values for its ``{names}``.

    Text without a translation, such as that of a user's own game, stays English. For texts in a
    definition, see :func:`cadogan.rules.localize.localized`.

    >>> translate("{n} of {all}", n=3, all=5)
    '3 of 5'
    """
    code, text = _now.get(), english
    if code != SOURCE:
        known = catalog_of(code, "messages").texts
        text = known.get(english) or definitions_of(code).get(english, english)
    return text.format(**values) if values else text


def preferred_language(header: str) -> str:
    """Return the preferred language of a browser, from its ``Accept-Language`` header.

    >>> headers = ("de-AT,de;q=0.9,en;q=0.8", "fr, en-GB;q=0.5", "")
    >>> [preferred_language(header) for header in headers]
    ['de', 'en', 'en']
    """
    known = {code.lower(): code for code in languages()}
    liked = [(0.0, SOURCE)]
    for item in header.split(","):
        name, _, rest = item.strip().lower().partition(";")
        try:
            weight = float(rest.strip().removeprefix("q=")) if rest else 1.0
        except ValueError:
            continue
        if code := known.get(name) or known.get(name.partition("-")[0]):
            liked.append((weight, code))
    return max(liked, key=lambda pair: pair[0])[1]
