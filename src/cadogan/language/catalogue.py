"""The definitions that come with the program, and the one form of a combination of answers."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from importlib import resources

from cadogan.errors import BadDefinition, UnknownGame, did_you_mean
from cadogan.language.definition import Definition
from cadogan.language.loading import load_games, read_toml, resolve
from cadogan.language.options import check_options, said_options

__all__ = ["canonical", "catalogue", "combinations", "find", "games"]


@functools.cache
def catalogue() -> Mapping[str, Definition]:
    """Return every game of the catalogue by id, sorted, each with the default answers.

    >>> catalogue()["spanish-patience"].parent
    'bakers-dozen'
    """
    found: dict[str, Definition] = {}
    for entry in sorted(
        resources.files("cadogan").joinpath("games").iterdir(), key=lambda e: e.name
    ):
        if entry.name.endswith(".toml"):
            file = f"games/{entry.name}"
            for game_id, definition in load_games(
                read_toml(entry.read_text("utf-8"), file), file
            ).items():
                if game_id in found:
                    raise BadDefinition(f"{file}: the id {game_id!r} is used twice")
                found[game_id] = definition
    return dict(sorted(found.items()))


@functools.cache
def combinations() -> Mapping[str, str]:
    """Return the game of every combination of answers that has a name, by its id, sorted.

    >>> combinations()["klondike-draw-3"]
    'klondike'
    """
    known = catalogue()
    found: dict[str, str] = {}
    for game_id, definition in known.items():
        for name in definition.combinations:
            if name in known or name in found:
                raise BadDefinition(
                    f"games/{definition.parent}.toml: combinations.{name}: this id is used twice"
                )
            found[name] = game_id
    return dict(sorted(found.items()))


@functools.cache
def games() -> tuple[str, ...]:
    """Return the ids of all games and of the combinations that have a name, sorted."""
    return tuple(sorted([*catalogue(), *combinations()]))


@functools.lru_cache(maxsize=512)
def _resolved(game_id: str, answers: tuple[tuple[str, str], ...]) -> Definition:
    return resolve(catalogue()[game_id], dict(answers))


def find(game_id: str, answers: Mapping[str, str] | None = None) -> Definition:
    """Return the definition with this id.

    Args:
        game_id: of a game, or of a combination of answers.
        answers: to choices of the game, where they are not those that come with the id; other
            options say nothing here.

    Raises:
        UnknownGame: naming the nearest id, also by a game's name or alias.
        BadOption: for answers that contradict each other.

    >>> find("klondike-draw-3") is find("klondike", {"turn": "three"})
    True
    """
    known = catalogue()
    if not isinstance(game_id, str):
        raise UnknownGame(f"a game's id is a text such as 'klondike', not {type(game_id).__name__}")
    if game_id in combinations():
        parent = combinations()[game_id]
        answers = {**known[parent].combinations[game_id].options, **(answers or {})}
        return find(parent, answers)
    if game_id in known:
        definition = known[game_id]
        usual = definition.answers
        given = {k: v for k, v in (answers or {}).items() if k in usual and usual[k] != v}
        return _resolved(game_id, tuple(sorted(given.items()))) if given else definition
    names = {alias.lower(): key for key, d in known.items() for alias in [*d.aliases, d.name]}
    names |= {
        alias.lower(): key
        for d in known.values()
        for key, some in d.combinations.items()
        for alias in [*some.aliases, some.name]
    }
    if game_id.lower() in names:
        hint = f"did you mean {names[game_id.lower()]!r}?"
    else:
        hint = did_you_mean(game_id, games())
    raise UnknownGame(f"there is no game {game_id!r}; {hint}")


def canonical(game_id: str, options: Mapping[str, object]) -> tuple[str, dict[str, str]]:
    """Return a game of the catalogue and its options in the one form that they are kept in.

    Two ways to the same combination have the same form.

    Raises:
        UnknownGame: for an id that is not known.
        BadOption: for an option that does not exist or a value that will not do.

    >>> canonical("algerian-tarbart", {"reserves": "stock-gone"})
    ('algerian', {'layout': 'tarbart'})
    """
    definition = find(game_id)
    return definition.id, said_options(definition, check_options(definition, options))
