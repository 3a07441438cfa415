"""Catalogue of games: built-in games and the user's own, found by id or by name.

The module also finds the canonical form of a game id with answers.
"""

from __future__ import annotations

import difflib
import functools
import re
import threading
from collections.abc import Callable, Collection, Mapping
from importlib import resources
from pathlib import Path
from typing import NamedTuple

from cadogan.core.errors import InvalidDefinitionError, UnknownGameError, did_you_mean
from cadogan.i18n import in_language, translate
from cadogan.rules.definition import Definition
from cadogan.rules.loading import load_games, read_toml, resolve
from cadogan.rules.localize import names_in_all
from cadogan.rules.options import check_options, said_options
from cadogan.rules.search import bare, fold, joined, one_slip, spelled
from cadogan.rules.source_map import with_line
from cadogan.rules.user_games import Edition, edition, read_own, text_of, user_games_folder

_OFFERED = 4  # the maximum number of games that an error suggests for a misspelt name
_LONGEST = 60  # an error message compares and repeats at most this many letters of a name


# Former ids of combinations, in old records. Their answers are now the game's defaults.
_FORMER = {
    "castles-in-spain-kings-sink": "castles-in-spain",
    "portuguese-solitaire-kings-sink": "portuguese-solitaire",
}

# the heading of a variant or combination in the file of its main game
_BESIDE = re.compile(r"^\[(?:variants|combinations)\.([a-z0-9-]+)[].]", re.MULTILINE)
_reading = threading.Lock()


@functools.cache
def _texts() -> Mapping[str, str]:
    """Return the text of each built-in definition file, by the id of the file's main game."""
    entries = resources.files("cadogan").joinpath("games").iterdir()
    return {
        entry.name.removesuffix(".toml"): entry.read_text("utf-8")
        for entry in sorted(entries, key=lambda entry: entry.name)
        if entry.name.endswith(".toml")
    }


@functools.cache
def _files() -> Mapping[str, str]:
    """Return the main game of each built-in game and combination, by id."""
    return {key: file for file, text in _texts().items() for key in [file, *_BESIDE.findall(text)]}


@functools.cache
def _parsed(file: str) -> Mapping[str, Definition]:
    name = f"games/{file}.toml"
    return load_games(read_toml(_texts()[file], name), name)


def _games_of(file: str) -> Mapping[str, Definition]:
    """Return the games of one definition file, without reading other files."""
    with _reading:  # one thread parses the file while the others wait
        return _parsed(file)


def at_hand() -> Collection[str]:
    """Return the ids of all built-in games and combinations, without parsing their files.

    >>> "klondike-draw-3" in at_hand()
    True
    """
    return _files().keys()


@functools.cache
def built_in() -> Mapping[str, Definition]:
    """Return all built-in games with their default answers, keyed and sorted by id.

    >>> built_in()["spanish-patience"].parent
    'bakers-dozen'
    """
    found: dict[str, Definition] = {}
    for file in _texts():
        for game_id, definition in _games_of(file).items():
            if game_id in found:
                raise InvalidDefinitionError(f"games/{file}.toml: the id {game_id!r} is used twice")
            found[game_id] = definition
    return dict(sorted(found.items()))


class _Own(NamedTuple):
    games: Mapping[str, Definition]
    combinations: Mapping[str, str]
    faults: Mapping[str, str]
    edition: Edition


def _own() -> _Own:
    folder = user_games_folder()
    return _own_in(folder, edition(folder))


@functools.lru_cache(maxsize=8)
def _own_in(folder: Path, look: Edition) -> _Own:
    """Return the user's own games in the current edition of a folder."""
    with in_language("en"):  # so that all cached errors are in one language
        own = read_own(folder, at_hand())
    return _Own(own.games, _combinations(own.games), own.faults, look)


class _Known(NamedTuple):
    games: Mapping[str, Definition]
    combinations: Mapping[str, str]
    ids: tuple[str, ...]  # the ids of games and combinations


def _known() -> _Known:
    folder = user_games_folder()
    return _known_with(folder, edition(folder))


@functools.lru_cache(maxsize=8)
def _known_with(folder: Path, look: Edition) -> _Known:
    """Return all games, including the user's own from one edition of a folder."""
    known, own = built_in(), _own_in(folder, look)
    games = dict(sorted({**known, **own.games}.items()))
    named = dict(sorted({**_combinations(known), **own.combinations}.items()))
    return _Known(games, named, tuple(sorted([*games, *named])))


def _combinations(known: Mapping[str, Definition]) -> dict[str, str]:
    found: dict[str, str] = {}
    for game_id, definition in known.items():
        for name in definition.combinations:
            if name in known or name in found:
                raise InvalidDefinitionError(
                    f"games/{definition.parent}.toml: combinations.{name}: this id is used twice"
                )
            found[name] = game_id
    return found


def catalogue() -> Mapping[str, Definition]:
    """Return all games with their default answers, keyed and sorted by id.

    The result includes the user's own games, in the current state of their files.

    >>> catalogue()["spanish-patience"] is built_in()["spanish-patience"]
    True
    """
    return _known().games


def own_games() -> Mapping[str, Definition]:
    """Return the user's own games by id, in the current state of their files.

    >>> own_games()
    {}
    """
    return _own().games


def relatives(game_id: str) -> Mapping[str, Definition]:
    """Return the games in the same file as this game, keyed and sorted by id.

    >>> list(relatives("bakers-dozen"))
    ['bakers-dozen', 'castles-in-spain', 'good-measure', 'portuguese-solitaire', 'spanish-patience']
    """
    if game_id in at_hand():
        return dict(sorted(_games_of(_files()[game_id]).items()))
    games, named = own_games(), _own().combinations
    one = games.get(named.get(game_id, game_id))
    return {key: d for key, d in sorted(games.items()) if one and d.parent == one.parent}


def faults() -> Mapping[str, str]:
    """Return the errors in the user's own invalid files, by file name."""
    return _own().faults


def is_known(game_id: str) -> bool:
    """Return whether a game or a named combination has this id.

    >>> is_known("klondike-draw-3"), is_known("whist")
    (True, False)
    """
    game_id = _FORMER.get(game_id, game_id)
    return game_id in at_hand() or is_own(game_id) or game_id in _own().combinations


def is_own(game_id: str) -> bool:
    """Return whether the user has defined this game.

    >>> is_own("klondike")
    False
    """
    return game_id not in at_hand() and game_id in own_games()


def edition_of(game_id: str) -> Edition:
    """Return a value that changes whenever the definition of the user's own game changes.

    For built-in games the value is always empty.

    >>> edition_of("klondike")
    ()
    """
    return _own().edition if is_own(game_id) else ()


def written(definition: Definition) -> str:
    """Return the text of the file that defines a game.

    >>> written(find("klondike-vegas")).splitlines()[0]
    'name = "Klondike"'
    """
    if is_own(definition.id):
        return text_of(Path(definition.file))
    return _texts()[definition.parent]


def in_line(definition: Definition, error: InvalidDefinitionError) -> InvalidDefinitionError:
    """Add the line number to an error in one of the user's games; return other errors unchanged.

    >>> print(in_line(find("klondike"), InvalidDefinitionError("games/klondike.toml: name: no")))
    games/klondike.toml: name: no
    """
    own = own_games().get(definition.id)
    if own is None or own.file != definition.file:
        return error
    return with_line(written(definition), definition.file, error)


def combinations() -> Mapping[str, str]:
    """Return the game of each named combination of answers, by the combination's id.

    >>> combinations()["klondike-draw-3"]
    'klondike'
    """
    return _known().combinations


def games(*, own: bool = True) -> tuple[str, ...]:
    """Return the sorted ids of all games and named combinations, with or without the user's own."""
    known = _known()
    if own:
        return known.ids
    return tuple(key for key in known.ids if not is_own(known.combinations.get(key, key)))


def names_of(definition: Definition) -> Mapping[str, list[str]]:
    """Return all names of a game and of each of its combinations, by their ids.

    The result includes the names in every language, and forms with spelt-out umlauts.

    >>> names_of(find("bakers-dozen"))["bakers-dozen"][:2]
    ['bakers-dozen', "Baker's Dozen"]
    """
    own = spelled([*names_in_all(definition.name), *definition.aliases])
    named = {definition.id: [definition.id, *own]}
    for key, some in definition.combinations.items():
        named[key] = [key, *spelled([*names_in_all(some.name), *some.aliases])]
    return named


def meant(text: str) -> list[str]:
    """Return the sorted ids of the games that a name can mean.

    An id stands for its game. Any other text is compared with the names of games: first as written,
    then without spaces, then without articles.

    >>> meant("Klondike"), meant("The Free Cell"), meant("whist")
    (['klondike'], ['freecell'], [])
    """
    if is_known(text):
        return [text]
    named = {key: some for d in catalogue().values() for key, some in names_of(d).items()}
    for form in (fold, joined, bare):
        if not (word := form(text)):
            return []
        if same := [key for key, some in named.items() if word in map(form, some)]:
            return sorted(same)
    return []


def entitled(text: str, ids: list[str]) -> list[str]:
    """Return the one id whose game has this main name, or all ids if none or several have it.

    >>> meant("Canfield"), entitled("Canfield", meant("Canfield"))
    (['canfield', 'klondike'], ['canfield'])
    >>> entitled("Strategy+", meant("Strategy+"))
    ['strategy-plus']
    """
    known, named = catalogue(), combinations()
    names = {
        key: known[named[key]].combinations[key].name if key in named else known[key].name
        for key in ids
    }
    forms: tuple[Callable[[str], str], ...] = (lambda name: "".join(name.split()).casefold(), fold)
    for form in forms:
        own = [key for key in ids if form(text) in map(form, names_in_all(names[key]))]
        if len(own) == 1:
            return own
    return ids


def identify(text: str) -> str:
    """Return the id of the game with this id, name or alias; if there is none, the text itself.

    Raises:
        UnknownGameError: if several games have the name.

    >>> identify("Baker's Dozen"), identify("Canfield"), identify("whist")
    ('bakers-dozen', 'canfield', 'whist')
    """
    same = meant(text) if isinstance(text, str) else []  # type: ignore[redundant-expr]
    if len(same) > 1:
        same = entitled(text, same)
    if len(same) > 1:
        raise UnknownGameError(
            f"{text[:100]!r} can mean several games: use one of the ids {', '.join(same)}"
        )
    return same[0] if same else text


@functools.lru_cache(maxsize=2048)  # more than there are rows in the odds tables
def _resolved(game_id: str, answers: tuple[tuple[str, str], ...], _edition: Edition) -> Definition:
    return resolve(find(game_id), dict(answers))


def find(game_id: str, answers: Mapping[str, str] | None = None) -> Definition:
    """Return the definition with this id.

    Args:
        game_id: the id of a game or of a combination of answers.
        answers: answers to the game's choices, which replace those of the id. Other options have no
            effect on the definition.

    Raises:
        UnknownGameError: if no game has this id; the message suggests similar ids and names.
        InvalidOptionError: if answers contradict each other.

    >>> find("klondike-draw-3") is find("klondike", {"turn": "three"})
    True
    """
    if not isinstance(game_id, str):
        raise UnknownGameError(
            f"a game's id must be a string such as 'klondike', not {type(game_id).__name__}"
        )
    game_id = _FORMER.get(game_id, game_id)
    if game_id in at_hand():
        known = _games_of(_files()[game_id])
        named: Mapping[str, str] = _combinations(known)
    else:
        known, named, *_ = _own()
    if game_id in named:
        parent = named[game_id]
        answers = {**known[parent].combinations[game_id].options, **(answers or {})}
        return find(parent, answers)
    if game_id in known:
        definition = known[game_id]
        usual = definition.answers
        chosen = {k: v for k, v in (answers or {}).items() if k in usual and usual[k] != v}
        some = tuple(sorted(chosen.items()))
        return _resolved(game_id, some, edition_of(game_id)) if some else definition
    wanted = game_id[:_LONGEST]
    raise UnknownGameError(
        translate("there is no game {name}; {hint}", name=repr(wanted), hint=_hint(wanted))
    )


def _hint(text: str) -> str:
    if fault := faults().get(text):
        return translate("its file is invalid: {fault}", fault=fault)
    if not (same := meant(text)):
        typed, named = bare(text), _named()
        near = [name for name in named if one_slip(typed, name)]
        near = near or difflib.get_close_matches(typed, named, n=1, cutoff=0.75)
        same = sorted({game_id for name in near for game_id in named[name]})[:_OFFERED]
    if same:
        return translate("did you mean {name}?", name=translate(" or ").join(map(repr, same)))
    return did_you_mean(text, games(), translate)


def _named() -> dict[str, list[str]]:
    """Return the ids of the games, keyed by name without spaces or articles."""
    named: dict[str, list[str]] = {}
    for definition in catalogue().values():
        for game_id, names in names_of(definition).items():
            for name in {form(name) for form in (bare, joined) for name in names}:
                named.setdefault(name, []).append(game_id)
    return named


def canonical(game_id: str, options: Mapping[str, object]) -> tuple[str, dict[str, str]]:
    """Return the canonical form of a game id with options.

    All ways of writing the same combination have the same canonical form.

    Raises:
        UnknownGameError: if no game has this id.
        InvalidOptionError: if an option does not exist or its value is invalid.

    >>> canonical("algerian-tarbart", {"reserves": "stock-gone"})
    ('algerian', {'layout': 'tarbart'})
    """
    definition = find(game_id)
    return definition.id, said_options(definition, check_options(definition, options))
