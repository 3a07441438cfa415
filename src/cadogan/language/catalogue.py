"""The definitions that come with the program."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from importlib import resources

from cadogan.errors import BadDefinition, UnknownGame, did_you_mean
from cadogan.language.definition import Definition
from cadogan.language.loading import load_text

__all__ = ["catalogue", "find"]


@functools.cache
def catalogue() -> Mapping[str, Definition]:
    """Return every definition of the catalogue by id, sorted.

    >>> catalogue()["spanish-patience"].parent
    'bakers-dozen'
    """
    found: dict[str, Definition] = {}
    for entry in sorted(
        resources.files("cadogan").joinpath("games").iterdir(), key=lambda e: e.name
    ):
        if entry.name.endswith(".toml"):
            for game_id, definition in load_text(
                entry.read_text("utf-8"), f"games/{entry.name}"
            ).items():
                if game_id in found:
                    raise BadDefinition(f"games/{entry.name}: the id {game_id!r} is used twice")
                found[game_id] = definition
    return dict(sorted(found.items()))


def find(game_id: str) -> Definition:
    """Return the definition with this id.

    Raises:
        UnknownGame: naming the nearest id, also by a game's name or alias.
    """
    known = catalogue()
    if not isinstance(game_id, str):
        raise UnknownGame(f"a game's id is a text such as 'klondike', not {type(game_id).__name__}")
    if game_id in known:
        return known[game_id]
    names = {alias.lower(): key for key, d in known.items() for alias in [*d.aliases, d.name]}
    if game_id.lower() in names:
        hint = f"did you mean {names[game_id.lower()]!r}?"
    else:
        hint = did_you_mean(game_id, known)
    raise UnknownGame(f"there is no game {game_id!r}; {hint}")
