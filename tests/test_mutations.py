"""Random changes to definitions: each result can be played, or leads to a one-sentence error.

The changes misspell or remove keys and phrases, copy them from other games, and insert values of
another type or out of range. The result must load, deal and play without a crash. Otherwise the
error must name the file (or the game's id) and the key.
"""

from __future__ import annotations

import copy
import random
import re
import time
from collections.abc import Iterator
from typing import Any

import pytest

from cadogan.core.errors import InvalidDefinitionError, InvalidOptionError
from cadogan.model.position import Game
from cadogan.rules import vocabulary
from cadogan.rules.builds import BUILDS
from cadogan.rules.group import GROUP_KEYS
from cadogan.rules.loading import load_table
from cadogan.solver.safe_moves import safe_moves
from tests.written import FILES

_GROUP_KEYS = sorted({key for some in GROUP_KEYS.values() for keys in some for key in keys})
_PHRASES = sorted(
    {
        *vocabulary.TAKES,
        *vocabulary.SPACES,
        *vocabulary.STARTS,
        *vocabulary.FACES,
        *vocabulary.ORDERS,
        *vocabulary.SINKS,
    }
    | {*vocabulary.REDEAL_ORDERS, *vocabulary.WINS, *vocabulary.MUST_HOLD_WAYS, *list(BUILDS)[::7]}
    | {"stock empty", "not stock empty", "no gaps", "redealt", "dealt", "base chosen"}
    | {"no redeal left", "first foundation complete", "waste and stock empty", "not redealt"}
    | {"usual", "reserve has a space", "not tableau has a space", "tableau empty"}
)
_NAMES = sorted({*vocabulary.KINDS, "foundation.aces", "tableau.left", "reserve.row-2"})
_ODD: list[Any] = [-1, 0, 1, 2, 3, 5, 13, 40, 41, 99, 10**9, 10**30, 1.5, True, False, "", "x",
                   "A", "2C", [], ["A"], [1, 2], [[]], {}, {"x": 1}, "\n", "é" * 50, "unlimited",
                   ["stock"], ["tableau", "waste"], [0] * 4, [4] * 8]  # fmt: skip


def _paths(table: dict[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield the path of every key except in the layout, which has its own checks."""
    for key, value in table.items():
        if key != "layout":
            yield (*path, key)
            if isinstance(value, dict):
                yield from _paths(value, (*path, key))


def _values() -> dict[str, list[Any]]:
    """Return, for each key, its values in all definitions."""
    found: dict[str, list[Any]] = {}
    for table in FILES.values():
        for path in _paths(table):
            value: Any = table
            for part in path:
                value = value[part]
            if not isinstance(value, dict) and value not in found.setdefault(path[-1], []):
                found[path[-1]].append(value)
    return found


VALUES = _values()


def _misspelt(rng: random.Random, word: str) -> str:
    at = rng.randrange(len(word) + 1)
    return rng.choice((word[:at] + "q" + word[at:], word[:at] + word[at + 1 :], word[::-1]))


def _changed(rng: random.Random, value: Any) -> Any:
    """Return a similar value of the same type, or a completely different value."""
    if isinstance(value, str) and rng.random() < 0.3:
        return _misspelt(rng, value)
    if isinstance(value, str):
        return rng.choice([*_PHRASES, *_NAMES])
    if isinstance(value, bool):
        return not value
    if isinstance(value, int) and rng.random() < 0.7:
        return value + rng.choice((-2, -1, 1, 2, 10))
    if isinstance(value, list) and value and rng.random() < 0.7:
        some = list(value)
        at = rng.randrange(len(some))
        some[at : at + rng.randrange(2)] = [_changed(rng, value[at])] * rng.randrange(3)
        return some
    return copy.deepcopy(rng.choice(_ODD))


def mutate(rng: random.Random, table: dict[str, Any]) -> None:
    """Change one key of a definition, or add one."""
    path = rng.choice(list(_paths(table)))
    at: Any = table
    for part in path[:-1]:
        at = at[part]
    key = path[-1]
    way = rng.choice(("removed", "misspelt", "odd", *["borrowed"] * 6, *["changed"] * 3))
    if way == "removed":
        del at[key]
    elif way == "misspelt":
        at[_misspelt(rng, key)] = at.pop(key)
    elif way == "odd":
        at[key] = copy.deepcopy(rng.choice(_ODD))
    elif way == "borrowed" and isinstance(at[key], dict):
        more = rng.choice(_GROUP_KEYS)
        at[key][more] = copy.deepcopy(rng.choice([*VALUES.get(more, []), rng.choice(_ODD)]))
    elif way == "borrowed" and key in VALUES:
        at[key] = copy.deepcopy(rng.choice(VALUES[key]))
    elif not isinstance(at[key], dict):
        at[key] = _changed(rng, at[key])
    else:
        kind = rng.choice([*vocabulary.KINDS, "redeal", "shift", "merci"])
        at[kind] = copy.deepcopy(rng.choice(list(FILES.values())).get(kind, {}))


def check(seed: int) -> str:
    """Change a definition and play it; return its error message, or ``""`` if it is valid."""
    rng = random.Random(seed)
    name = rng.choice(sorted(FILES))
    table = copy.deepcopy(FILES[name])
    for _ in range(rng.choice((1, 1, 2, 3))):
        mutate(rng, table)
    begin = time.process_time()
    ids = {name.removesuffix(".toml"), *_ids(table)}
    try:
        definitions = list(load_table(table, name).values())
        games = [Game(definition) for definition in rng.sample(definitions, 1)]
    except InvalidDefinitionError as error:
        told = str(error)
        assert told.startswith((f"{name}: ", *(f"{game_id}: " for game_id in ids))), told
        assert "\n" not in told, told
        assert 20 < len(told) < 500, told
        _, _, rest = told.partition(": ")
        assert re.match(r"\S+: .|.*the key '|.*\[\w+\]", rest), f"no key is named: {told}"
        return told
    except InvalidOptionError as error:  # a named combination has become invalid
        told = str(error)
        form = r"\w+=\S+( and \w+=\S+)* (is invalid|contradict each other) in [^:]+: .+"
        assert re.fullmatch(form, told), told
        return told
    for game in games:
        position = game.deal(1 + seed % 5)
        for _ in range(8):
            moves = position.move_texts()
            assert game.parse(str(position)) == position
            safe_moves(position)
            if not moves or position.won:
                break
            position = position.play(rng.choice(moves))
        for _ in range(10):
            a, b = rng.choice(game.pile_names), rng.choice(game.pile_names)
            told = position.why_not(f"{a}-{b}") or "It may."
            assert re.fullmatch(r"[A-Z].*\.", told), told
    assert time.process_time() - begin < 10
    return ""


def _ids(table: dict[str, Any]) -> list[str]:
    variants = table.get("variants", {})
    return list(variants) if isinstance(variants, dict) else []


@pytest.mark.parametrize("part", range(3))
def test_changed_definitions(part: int) -> None:
    told = [check(seed) for seed in range(part * 50, part * 50 + 50)]
    assert any(told)
    assert not all(told)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(50))
def test_many_changed_definitions(part: int) -> None:
    for seed in range(1000 + part * 100, 1100 + part * 100):
        check(seed)
