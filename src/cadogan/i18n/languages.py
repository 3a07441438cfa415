"""Registry of languages: their codes, names, catalogues and grammars.

Cadogan's own languages are in ``locales``. The environment variable ``CADOGAN_LOCALES`` adds a
folder with others, such as an unfinished translation. A language's folder has its code as its name,
``de`` or ``pt_BR``. The header ``X-Language-Name`` in its ``messages.po`` gives the language's own
name.
"""

from __future__ import annotations

import functools
import importlib.util
import os
import sys
from collections.abc import Mapping
from pathlib import Path

from cadogan.i18n import catalogs
from cadogan.i18n.catalogs import NONE, Catalog
from cadogan.i18n.locale import Locale

SOURCE = "en"
"""Code of the language of the source texts."""
FURTHER = "CADOGAN_LOCALES"
_OWN = Path(__file__).parent / "locales"


@functools.cache
def languages() -> Mapping[str, str]:
    """Return the languages' own names by code; English comes first.

    >>> dict(languages())
    {'en': 'English', 'de': 'Deutsch'}
    """
    found = {code: catalogs.header(folder, "messages") for code, folder in _folders().items()}
    names = {code: header.get("X-Language-Name", code) for code, header in found.items()}
    return {SOURCE: "English", **names}


@functools.cache
def _folders() -> Mapping[str, Path]:
    places = [_OWN, *(Path(place) for place in [os.environ.get(FURTHER, "")] if place)]
    found = {
        folder.name.replace("_", "-"): folder
        for place in places
        for folder in sorted(place.iterdir())
        if (folder / "LC_MESSAGES").is_dir()
    }
    return {code: folder for code, folder in found.items() if code != SOURCE}


def read_catalog(code: str, domain: str) -> Catalog:
    """Read the translations for a domain from its file; English has none.

    Raises:
        KeyError: the language has no folder.
        ValueError: the file is invalid; the message gives its path.

    >>> read_catalog("de", "page").texts["Lost"]
    'Verloren'
    """
    return NONE if code == SOURCE else catalogs.read(_folders()[code], domain)


@functools.cache
def catalog_of(code: str, domain: str) -> Catalog:
    """Return the translations for a domain, cached after their first use."""
    return read_catalog(code, domain)


@functools.cache
def definitions_of(code: str) -> Mapping[str, str]:
    """Return the translations of texts in game definitions, including names and sources.

    >>> definitions_of("de")["Birthday"]
    'Der Geburtstag'
    """
    return {**catalog_of(code, "names").texts, **catalog_of(code, "games").texts}


def stamp_of(code: str, domain: str) -> tuple[int, int] | None:
    """Return the modification time and the size of a catalogue; None if there is no catalogue.

    >>> stamp_of("en", "page") is None
    True
    """
    return None if code == SOURCE else catalogs.stamp(_folders()[code], domain)


@functools.cache
def grammar_of(code: str) -> Locale:
    """Return the grammar of a language: its own, or the English one with translated words.

    Raises:
        KeyError: the language has no folder.
        ImportError: the module with its grammar cannot be imported.

    >>> print(grammar_of("de").times(3))
    dreimal
    """
    if code == SOURCE:
        return Locale()
    path = _folders()[code] / "grammar.py"
    if not path.is_file():
        return Locale(catalog_of(code, "grammar"))
    name = f"cadogan.i18n.locales.{path.parent.name}.grammar"
    module = sys.modules.get(name)
    if module is None or module.__file__ != str(path):
        spec = importlib.util.spec_from_file_location(name, path)
        if spec is None or spec.loader is None:
            raise ImportError(f"{path} cannot be imported")
        module = sys.modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    grammar: Locale = module.GRAMMAR()
    return grammar


def forget() -> None:
    """Clear the caches of folders and catalogues."""
    for kept in (languages, _folders, catalog_of, definitions_of, grammar_of):
        kept.cache_clear()
