"""Unused rules: rules that make no difference in a set of plays."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from cadogan.core.errors import CadoganError, SolverMissingError
from cadogan.lint.sample_plays import Played, Table, alike
from cadogan.model.position import Game
from cadogan.rules import vocabulary
from cadogan.rules.definition import ACTION_TABLES, OVER
from cadogan.rules.group import keys_of
from cadogan.rules.loading import load_games, resolve

# Keys that are never left out: without them there would be no game, or a different one.
_NEEDED = {"piles", "deal", "start", "kind"}
# The replacements for rules that cannot be left out.
_INSTEAD = {"build": "none", "space": "none", "take": "top card"}


def rules_that_do_nothing(
    raw: Mapping[str, Any],
    file: str,
    game_id: str,
    played: Sequence[Played],
    late: Callable[[], bool] = lambda: False,
) -> Iterator[tuple[str, str]]:
    """Yield the rules that make no difference in any of the given plays.

    Args:
        raw: the parsed TOML file; for a variant, only its own keys are tried.
        file: the name of the file.
        game_id: a game in the file.
        played: some plays of the game.
        late: a function that is called before each rule, and returns whether the time is up.

    Yields:
        The key, and how the rule was changed: ``"left out"``, or the replacement phrase.
    """
    definition = load_games(raw, file)[game_id]
    table = Table(Game(definition))
    for path in _rules(_own(dict(raw), game_id)):
        if late():
            return
        other = copy.deepcopy(dict(raw))
        other.pop("combinations", None)
        place = _own(other, game_id)
        for key in path[:-1]:
            place = place[key]
        now, before = _INSTEAD.get(path[-1], ""), place.pop(path[-1])
        if now and before in [now, "none"]:  # the value of the key may be a list
            continue
        if now:
            place[path[-1]] = now
        changed = f"{now!r} instead" if now else "left out"
        try:
            without = load_games(other, file)[game_id]
            if without == definition:
                continue  # the key only repeats the default, for readers
            game = Game(without)
            if alike(table, Table(game), played):
                yield ".".join(path), changed
        except SolverMissingError:
            raise
        except CadoganError:
            continue  # without this key there is no game


def answers_that_do_nothing(
    game: Game, played: Sequence[Played], late: Callable[[], bool] = lambda: False
) -> Iterator[tuple[str, str]]:
    """Yield each answer to a choice that would make no difference in the given plays."""
    table, definition = Table(game), game.definition
    for name, option in definition.options.items():
        for answer in option.answers:
            if late():
                return
            if answer != definition.answers[name]:
                other = Table(Game(resolve(definition, {name: answer}), {name: answer}))
                if alike(table, other, played):
                    yield name, answer


def _own(raw: dict[str, Any], game_id: str) -> dict[str, Any]:
    """Return the table in a file that contains the rules of one of its games."""
    variants: dict[str, dict[str, Any]] = raw.get("variants", {})
    return variants.get(game_id, raw)


def _rules(table: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    """Yield the paths of the rules that the test may leave out or change."""
    for name, value in table.items():
        if name not in OVER or name in {"decks", "ranks", "suits", "layout"}:
            continue
        if not isinstance(value, dict):
            yield (name,)
        elif name in ACTION_TABLES:
            yield (name,)
            yield from ((name, key) for key in value)
        elif name in vocabulary.KINDS:
            known = keys_of(name)
            for key, inner in value.items():
                if key in known:
                    if key not in _NEEDED:
                        yield name, key
                elif isinstance(inner, dict):
                    yield from ((name, key, rule) for rule in inner if rule not in _NEEDED)
