"""Localised definitions, with their texts in the current language.

Definitions are written in English. Translations are for display only: keys, ids and answers are
the same in all languages, and the compiler reads the original.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from cadogan.i18n import language, languages
from cadogan.i18n.languages import definitions_of
from cadogan.rules.definition import Answer, Combination, Definition, Option
from cadogan.rules.house_rules import differing, label, texts

_WORD = 4  # in letters; a shorter label of a pile is a rank or suit, which is not translated


def localized(definition: Definition) -> Definition:
    """Return a definition with its texts translated into the current language.

    The result is for display only: its rules equal those of the original, but its digest differs.

    >>> from cadogan.rules.catalogue import find
    >>> from cadogan.i18n import in_language
    >>> with in_language("de"):
    ...     german = localized(find("birthday"))
    >>> german.name, german.aliases
    ('Der Geburtstag', ['Birthday', 'Geburtstag'])
    """
    code = language()
    if code == "en":
        return definition
    known = definitions_of(code)
    return translated(definition, lambda text: known.get(text, text))


def translated(definition: Definition, into: Callable[[str], str]) -> Definition:
    """Return a definition with ``into`` applied to every text that the program displays.

    >>> from cadogan.rules.catalogue import find
    >>> translated(find("birthday"), str.upper).name
    'BIRTHDAY'
    """
    own: dict[str, Any] = {"name": into(definition.name), "about": _text(definition.about, into)}
    own |= {key: _every(getattr(definition, key), into) for key in ("notes", "odds", "sources")}
    own |= {"aliases": _aliases(definition.name, definition.aliases, own["name"])}
    options = {name: _option(name, some, into) for name, some in definition.options.items()}
    named = {key: _combination(some, into) for key, some in definition.combinations.items()}
    written = definition.written
    if written:
        written = {**written, "name": into(written["name"])}
        written |= {"about": _text(written.get("about", ""), into)}
        written |= {"sources": _every(written.get("sources", []), into)}
    if chosen := differing(options, definition.answers):
        own = texts(written, options, chosen, named.values(), into)
    return msgspec.structs.replace(
        definition,
        family=into(definition.family),
        options=options,
        combinations=named,
        written=written,
        layout=_layout(definition.layout, into),
        **own,
    )


def names_in_all(name: str) -> list[str]:
    """Return the distinct names of a game or a family in all languages, English first.

    >>> names_in_all("Birthday")
    ['Birthday', 'Der Geburtstag']
    """
    return [*dict.fromkeys([name, *(definitions_of(code).get(name, name) for code in languages())])]


def _text(text: str, into: Callable[[str], str]) -> str:
    return into(text) if text else ""


def _every(some: list[str], into: Callable[[str], str]) -> list[str]:
    return [into(text) for text in some]


def _aliases(name: str, aliases: list[str], now: str) -> list[str]:
    """Return the names of a game other than the displayed one, including those in English."""
    return [other for other in dict.fromkeys([name, *aliases]) if other != now]


def _option(name: str, option: Option, into: Callable[[str], str]) -> Option:
    into(label(name))  # the name that the program shows for a combination without a name
    about = into(option.about)
    answers = {key: _answer(answer, into) for key, answer in option.answers.items()}
    return msgspec.structs.replace(option, about=about, answers=answers)


def _answer(answer: Answer, into: Callable[[str], str]) -> Answer:
    over = answer.over
    if "layout" in over:
        over = {**over, "layout": _layout(over["layout"], into)}
    return msgspec.structs.replace(
        answer,
        name=into(answer.name),
        about=_text(answer.about, into),
        sources=_every(answer.sources, into),
        notes=_every(answer.notes, into),
        over=over,
    )


def _combination(some: Combination, into: Callable[[str], str]) -> Combination:
    name = into(some.name)
    about = _text(some.about, into)
    texts = {key: _every(getattr(some, key), into) for key in ("notes", "odds", "sources")}
    aliases = _aliases(some.name, some.aliases, name)
    return msgspec.structs.replace(some, name=name, about=about, aliases=aliases, **texts)


def _layout(layout: Mapping[str, Any], into: Callable[[str], str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in layout.items():
        if key == "labels":
            found[key] = [into(text) if len(text) >= _WORD else text for text in value]
        else:
            found[key] = _layout(value, into) if isinstance(value, dict) else value
    return found
