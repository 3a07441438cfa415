"""JavaScript modules with translations of the page's text, built from the catalogues."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from cadogan.i18n.languages import languages, read_catalog, stamp_of

_FOLDER, _ENDING = "locales/", ".js"
_made: dict[
    str, tuple[tuple[int, int], str]
] = {}  # the modules by language, each with the stamp of its catalogue


def address(code: str) -> str:
    """Return the path of a language's module among the static files.

    >>> address("de")
    'locales/de.js'
    """
    return f"{_FOLDER}{code}{_ENDING}"


def stamps() -> Iterator[tuple[str, int, int]]:
    """Yield the path of each module, and the modification time and size of its catalogue."""
    for code in languages():
        if stamp := stamp_of(code, "page"):
            yield (address(code), *stamp)


def module(path: str) -> str | None:
    """Return the module at a path among the static files, or None if there is none.

    >>> module("locales/en.js") is module("app.js") is None
    True
    """
    code = path.removeprefix(_FOLDER).removesuffix(_ENDING)
    stamp = stamp_of(code, "page") if code in languages() and path == address(code) else None
    if stamp is None:
        return None
    made = _made.get(code)
    if made is None or made[0] != stamp:
        made = _made[code] = (stamp, _module(code))
    return made[1]


def _module(code: str) -> str:
    catalog = read_catalog(code, "page")
    # sorted, so that a compiled catalogue gives the same module
    found = dict(sorted({**catalog.texts, **catalog.plurals}.items()))
    texts = msgspec.json.encode(found).decode()
    return (
        f"export const plural = (n) => Number({catalog.plural});\nexport const texts = {texts};\n"
    )
