"""List the catalogue's texts that lack a translation, and translations that nothing uses.

    python scripts/extract_messages.py          # list them; status 1 if there are any
    python scripts/extract_messages.py --write  # first write each missing text, as ""

A game's texts stand in ``i18n/locales/CODE/games/GAME.toml``, those of several games in
``shared.toml``. Names of games and sources need a translation only where it differs.
"""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from cadogan.i18n import LANGUAGES
from cadogan.rules.catalogue import built_in
from cadogan.rules.localize import translated

TEXTS = Path(__file__).resolve().parents[1] / "src" / "cadogan" / "i18n" / "locales"
SHARED = "shared"


class Wanted(NamedTuple):
    """Texts of the catalogue, and the names of the files that they belong into."""

    files: Mapping[str, str]
    must: frozenset[str]


def wanted() -> Wanted:
    """Return the texts of the catalogue for people, and those that every language needs."""
    games: dict[str, set[str]] = defaultdict(set)
    may: set[str] = set()
    for definition in built_in().values():

        def note(text: str, game: str = definition.parent) -> str:
            games[text].add(game)
            return text

        translated(definition, note)
        may |= {definition.name, *definition.sources}
        for option in definition.options.values():
            may.update(*(answer.sources for answer in option.answers.values()))
        may.update(*(some.sources for some in definition.combinations.values()))
    files = {text: min(some) if len(some) == 1 else SHARED for text, some in games.items()}
    return Wanted(files, frozenset(files) - may)


def there(code: str) -> dict[str, dict[str, str]]:
    """Return the translations into a language, by the names of the files."""
    return {
        path.stem: tomllib.loads(path.read_text("utf-8"))
        for path in sorted((TEXTS / code / "games").glob("*.toml"))
    }


def faults(code: str) -> Iterator[str]:
    """Yield translations that a language lacks, never uses, or has in the wrong file."""
    want = wanted()
    found = there(code)
    known = {text for texts in found.values() for text, new in texts.items() if new}
    for text, file in want.files.items():
        if text in want.must and text not in known:
            yield f"{code}/games/{file}.toml: missing: {text}"
    for name, texts in found.items():
        for text in texts:
            if text not in want.files:
                yield f"{code}/games/{name}.toml: no game says this: {text}"
            elif want.files[text] != name:
                yield f"{code}/games/{name}.toml: this belongs into {want.files[text]}.toml: {text}"


def _line(english: str, text: str) -> str:
    one, other = (json.dumps(some, ensure_ascii=False) for some in (english, text))
    return f"{one} = {other}\n"


def write(code: str) -> None:
    """Write a language's files anew: in the order of the games, each text in its file."""
    want = wanted()
    known = {text: new for texts in there(code).values() for text, new in texts.items()}
    files: dict[str, list[str]] = {name: [] for name in there(code)}
    for text, file in want.files.items():
        if text in want.must or text in known:
            files.setdefault(file, []).append(_line(text, known.get(text, "")))
    for file, lines in files.items():
        path = TEXTS / code / "games" / f"{file}.toml"
        if lines:
            path.write_text("".join(lines), "utf-8")
        else:
            path.unlink()


def main() -> int:
    """Name what is missing and what is of no use."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--write", action="store_true", help="first put every text into its file")
    args = parser.parse_args()
    others = [code for code in LANGUAGES if code != "en"]
    if args.write:
        for code in others:
            write(code)
    found = [fault for code in others for fault in faults(code)]
    for fault in found:
        print(fault)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
