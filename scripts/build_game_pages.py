"""Pages for the games, each with the rules, a drawing of the start, and drawings of moves.

``scripts/site_pages.py`` adds them to the site. To see the pages of a few games:

python scripts/build_game_pages.py klondike spider  # writes them to build/games
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

import cadogan
from cadogan.model.rule_examples import examples
from cadogan.odds_data import measured
from cadogan.rules.catalogue import built_in, canonical
from cadogan.rules.definition import Definition
from cadogan.site.drawings import moves_drawing, start_drawing
from cadogan.site.game_pages import move_sentences

PLACE = Path(__file__).resolve().parents[1] / "build" / "games"
INDEX = "index.md"


def members(main: Definition) -> list[Definition]:
    """Return a main game and its variants."""
    return [main, *(d for d in built_in().values() if d.parent == main.id != d.id)]


def mains() -> list[Definition]:
    """Return the main games, sorted by name."""
    return sorted((d for d in built_in().values() if d.id == d.parent), key=lambda d: d.name)


def _untitled(svg: str) -> str:
    return svg.partition("</title>")[2]


def files_of(main: Definition) -> dict[str, str]:
    """Return the page and the drawings of one game, by file name."""
    game = cadogan.game(main.id)
    drawings = {f"{main.id}.svg": start_drawing(game)}
    title, _, rules = game.rules().partition("\n")
    packs = "one pack" if main.decks == 1 else f"{main.decks} packs"
    parts: list[str] = [
        title,
        f"`cadogan play {main.id}` · {main.family} · {packs} · [all games]({INDEX})",
        f"![The start of {main.name}]({main.id}.svg)",
        rules.strip(),
    ]
    if found := examples(game):
        drawings[f"{main.id}-moves.svg"] = moves_drawing(found, main.name)
        parts += [
            "## Moves",
            f"![Moves in {main.name}]({main.id}-moves.svg)",
            move_sentences(found),
        ]
    for variant in members(main)[1:]:
        start: str = start_drawing(cadogan.game(variant.id))
        parts += [f"## {variant.name}", f"`cadogan play {variant.id}`"]
        if variant.aliases:
            parts.append(f"*Also called {', '.join(variant.aliases)}.*")
        if _untitled(start) not in map(_untitled, drawings.values()):
            drawings[f"{variant.id}.svg"] = start
            parts.append(f"![The start of {variant.name}]({variant.id}.svg)")
        odds = measured(variant)
        figures = [odds.told] if odds else []
        parts += filter(None, (variant.about, *variant.notes, *variant.odds, *figures))
        if variant.sources:
            parts.append(f"Sources: {'; '.join(variant.sources)}.")
    return {f"{main.id}.md": "\n\n".join(parts) + "\n", **drawings}


# --- the index ------------------------------------------------------------------------------------


def _any(kind: str, key: str) -> Callable[[Definition], bool]:
    return lambda d: any(getattr(g, key) not in ("", 0, [], False) for g in d.of_kind(kind))


# the headings of the list, each with a test for the games under it
MECHANISMS: dict[str, Callable[[Definition], bool]] = {
    "Free cells": lambda d: bool(d.of_kind("cell")),
    "A reserve": lambda d: bool(d.of_kind("reserve")),
    "A stock turned to a waste": lambda d: bool(d.of_kind("waste")),
    "A stock dealt to the piles": lambda d: any(
        g.deal and "waste" not in str(g.deal) for g in d.of_kind("stock")
    ),
    "Redeals": lambda d: d.redeal is not None,
    "Whole runs go to the foundations": _any("foundation", "whole"),
    "Cards leave play in pairs or sets": lambda d: d.remove is not None,
    "Neighbours in rank go to the foundations": lambda d: any(
        str(g.build).startswith("up or down") for g in d.of_kind("foundation")
    ),
    "Overlapping piles": lambda d: any(g.covered_by for g in d.groups),
    "Rows that close up": _any("tableau", "closes"),
    "Cards change places": _any("tableau", "wrong"),
    "Bottom cards come to the top": lambda d: d.shift is not None,
    "A buried card may be drawn": lambda d: d.merci is not None,
    "A card opens the next pile": _any("foundation", "opens"),
    "Cards are woven under piles": lambda d: d.weave is not None,
    "Counting": lambda d: d.count is not None,
    "Played for a score": lambda d: d.score is not None,
}


def _builds() -> dict[str, Callable[[Definition], bool]]:
    """Return a heading for each tableau build, with a test for games that have that build."""
    found = {
        str(group.build).partition(",")[0]
        for d in built_in().values()
        for group in d.of_kind("tableau")
        if group.build not in {"", "none"}
    }
    return {
        f"Built {build}": lambda d, build=build: any(  # type: ignore[misc]
            str(g.build).partition(",")[0] == build for g in d.of_kind("tableau")
        )
        for build in sorted(found)
    }


_ABOUT = """\
Each page has the rules, a drawing of the start, the choices and variants, the sources, and the
[odds](../../explanation/odds.md). A script builds these pages from the definitions, so they give
the rules that the program plays."""


def index() -> str:
    """Return the page that lists all games by name, family, number of packs and mechanism."""
    games = mains()
    parts = [
        "# The games",
        _ABOUT,
        "## By family",
        *_sections({d.family: [] for d in games}, lambda d: [d.family]),
        "## By packs",
        *_sections(
            {"One pack": [], "Two packs": [], "Three packs and more": []},
            lambda d: [["One pack", "Two packs", "Three packs and more"][min(d.decks, 3) - 1]],
        ),
        "## By mechanism",
    ]
    ways = {**_builds(), **MECHANISMS}
    parts += _sections(
        {name: [] for name in ways}, lambda d: [n for n, has in ways.items() if has(d)]
    )
    return "\n\n".join(parts) + "\n"


def _sections(
    empty: Mapping[str, list[str]], of: Callable[[Definition], Iterable[str]]
) -> Iterator[str]:
    """Yield the games under each heading, even those with just a variant that passes it."""
    found: dict[str, list[str]] = {name: [] for name in empty}
    for main in mains():
        for name in dict.fromkeys(name for d in members(main) for name in of(d)):
            found.setdefault(name, []).append(f"[{main.name}]({main.id}.md)")
    order = found if "One pack" in found else sorted(found, key=str.lower)
    for name in order:
        if found[name]:
            yield f"**{name}**: {', '.join(found[name])}."


def pages() -> Iterator[tuple[str, str]]:
    """Yield the names and texts of all pages and drawings."""
    yield INDEX, index()
    for main in mains():
        yield from files_of(main).items()


def main(arguments: list[str]) -> int:
    """Write the pages of the named games to a folder outside version control."""
    PLACE.mkdir(parents=True, exist_ok=True)
    for name in arguments:
        parent = built_in()[canonical(name, {})[0]].parent
        for file, text in files_of(built_in()[parent]).items():
            (PLACE / file).write_text(text, encoding="utf-8")
            print(PLACE / file)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
