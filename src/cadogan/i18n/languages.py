"""Registry of languages: their codes, names, catalogues and grammars.

Cadogan's own languages are in ``locales``. The environment variable ``CADOGAN_LOCALES`` adds a
folder with other languages, such as an unfinished translation. The folder of a language is named
after its code, such as ``de`` or ``pt_BR``. The header ``X-Language-Name`` in its ``messages.po``
gives the language's own name.
"""

from __future__ import annotations

import functools
import importlib.util
import logging
import os
import sys
from collections.abc import Mapping
from pathlib import Path

from cadogan.core.errors import CadoganError
from cadogan.i18n import catalogs
from cadogan.i18n.catalogs import NONE, Catalog
from cadogan.i18n.locale import Locale

SOURCE = "en"
"""The language code of the source texts."""
FURTHER = "CADOGAN_LOCALES"
_OWN = Path(__file__).parent / "locales"
_DOMAINS = ("messages", "grammar", "games", "names", "page")
_log = logging.getLogger("cadogan.i18n")


@functools.cache
def languages() -> Mapping[str, str]:
    """Return the languages' own names by code; English comes first.

    If the header is invalid, the code stands in for the name.

    >>> dict(languages())
    {'en': 'English', 'de': 'Deutsch'}
    """
    return {SOURCE: "English", **{code: _name(code, folder) for code, folder in _folders().items()}}


def _name(code: str, folder: Path) -> str:
    try:
        return catalogs.header(folder, "messages").get("X-Language-Name", code)
    except ValueError:  # the program reports the error when the language is first used
        return code


def check_further() -> None:
    """Check the folder in ``CADOGAN_LOCALES``; other functions ignore a folder that is missing.

    Raises:
        CadoganError: the folder does not exist.
    """
    place = os.environ.get(FURTHER, "")
    if place and not Path(place).is_dir():
        raise CadoganError(f"{FURTHER} is {place!r}, but there is no such folder")


@functools.cache
def _folders() -> Mapping[str, Path]:
    places = [_OWN, *(Path(place) for place in [os.environ.get(FURTHER, "")] if place)]
    found = {
        folder.name.replace("_", "-"): folder
        for place in places
        if place.is_dir()
        for folder in sorted(place.iterdir())
        if (folder / "LC_MESSAGES").is_dir()
    }
    return {code: folder for code, folder in found.items() if code != SOURCE}


def read_catalog(code: str, domain: str) -> Catalog:
    """Read the translations for a domain from its file; English has none.

    Raises:
        KeyError: the language has no folder.
        CadoganError: the file is invalid; the message gives its path.

    >>> read_catalog("de", "page").texts["Lost"]
    'Verloren'
    """
    try:
        return NONE if code == SOURCE else catalogs.read(_folders()[code], domain)
    except ValueError as error:
        raise CadoganError(str(error)) from None


@functools.cache
def catalog_of(code: str, domain: str) -> Catalog:
    """Return the translations for a domain, cached after their first use."""
    return read_catalog(code, domain)


@functools.cache
def fault_of(code: str) -> str:
    """Return the first error in the catalogues of a language; "" if they are valid.

    >>> fault_of("de")
    ''
    """
    try:
        for domain in _DOMAINS:
            catalog_of(code, domain)
    except CadoganError as error:
        return str(error)
    return ""


def usable(code: str) -> str:
    """Return a language's code, or that of English if one of the language's catalogues is invalid.

    >>> usable("de")
    'de'
    """
    fault = fault_of(code)
    if fault:
        _warn(fault)
    return SOURCE if fault else code


@functools.cache
def _warn(fault: str) -> None:
    """Log an error, but only once."""
    _log.warning("%s", fault)


@functools.cache
def definitions_of(code: str) -> Mapping[str, str]:
    """Return the translations of texts in game definitions, including names and sources.

    If a catalogue is invalid, log a warning and return none.

    >>> definitions_of("de")["Birthday"]
    'Der Geburtstag'
    """
    try:
        return {**catalog_of(code, "names").texts, **catalog_of(code, "games").texts}
    except CadoganError as error:
        _warn(str(error))
        return {}


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
    # the static site has only compiled modules
    paths = [_folders()[code] / f"grammar.{kind}" for kind in ("py", "pyc")]
    path = next(filter(Path.is_file, paths), None)
    if path is None:
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
    for kept in (languages, _folders, catalog_of, fault_of, _warn, definitions_of, grammar_of):
        kept.cache_clear()
