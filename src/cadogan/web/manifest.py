"""Web app manifest in each language; with it, browsers can install the page as an app."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from cadogan.i18n import in_language, languages, msgid, translate
from cadogan.i18n.languages import SOURCE

NAME = "manifest.webmanifest"
# the English texts of the file
_TEXTS = (
    msgid("Patience games, played by their rules."),
    msgid("Deal of the day"),
    msgid("Continue the last play"),
    msgid("FreeCell on a phone"),
    msgid("Klondike on a large screen"),
)


def address(code: str) -> str:
    """Return the path of a language's manifest among the static files.

    >>> address("en"), address("de")
    ('manifest.webmanifest', 'manifest.de.webmanifest')
    """
    return NAME if code == SOURCE else f"manifest.{code}.webmanifest"


def manifest(folder: Path, path: str, base: str = "") -> str | None:
    """Return the manifest at a path among the static files, or None if there is none.

    Args:
        folder: the folder of the page's files.
        path: the path, such as ``manifest.de.webmanifest``.
        base: the part of each address above the page's own, such as ``/cadogan``.
    """
    code = next((code for code in languages() if address(code) == path), None)
    if code is None:
        return None

    def local(value: Any, name: str = "") -> Any:
        """Translate the texts in a value, and add the base to the addresses of the page."""
        if isinstance(value, dict):
            return {name: local(inner, name) for name, inner in value.items()}
        if isinstance(value, list):
            return [local(inner) for inner in value]
        if name in {"id", "scope", "start_url", "url"}:
            return base + value
        return translate(value) if value in _TEXTS else value

    with in_language(code):
        found = local(json.loads((folder / NAME).read_text(encoding="utf-8")))
    return json.dumps({**found, "lang": code}, ensure_ascii=False)
