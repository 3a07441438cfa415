"""JSON Schema: it agrees with the loader on the catalogue and on typing mistakes."""

from __future__ import annotations

import copy
import functools
from collections.abc import Collection, Iterator
from typing import Any

import jsonschema
import pytest

from cadogan.rules import vocabulary
from cadogan.rules.group import GROUP_KEYS, Group
from cadogan.rules.json_schema import json_schema
from cadogan.rules.types import keys
from tests.covering import covering_files, each, few
from tests.written import FILES, is_name

EVERY_FILE = each(FILES, covering_files())


@functools.cache
def judge() -> jsonschema.Draft202012Validator:
    """Return a validator, which only the worker with these tests needs."""
    return jsonschema.Draft202012Validator(json_schema())


def test_the_schema_is_valid() -> None:
    jsonschema.Draft202012Validator.check_schema(json_schema())


@pytest.mark.parametrize("name", EVERY_FILE)
def test_every_definition_is_valid(name: str) -> None:
    assert [error.message for error in judge().iter_errors(FILES[name])] == []


PHRASED = {"build", "run", "take", "space", "order", "face", "sink_way", "must_hold_way", "win"}
PHRASED |= {"when", "limited_by", "apart"}
PHRASED |= {"ends"}


def _keys(table: dict[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    for key, value in table.items():
        if key != "layout":
            yield (*path, key)
            if isinstance(value, dict):
                yield from _keys(value, (*path, key))


def _slips(definition: dict[str, Any], sound: Collection[str] = ()) -> Iterator[dict[str, Any]]:
    """Yield the definition with one mistake: a misspelt key or phrase, or a wrong type.

    The mistake is never in a top-level key named in `sound`.
    """
    for path in _keys(definition):
        if path[0] in sound:
            continue
        changes: list[tuple[str, Any]] = []
        at = definition
        for part in path[:-1]:
            at = at[part]
        key, old = path[-1], at[path[-1]]
        if not is_name(path):
            changes += [(key + "x", old), (key, 7.5), (key, {"x": 1}), (key, ["x", 1])]
        if key in PHRASED and isinstance(old, str) and len(old) > 2:
            changes += [(key, old + "x"), (key, old[:-1]), (key, old[0] + old)]
        for new, value in changes:
            if new == "win" and vocabulary.cards_left(str(value)):
                continue  # another number is valid
            slip = copy.deepcopy(definition)
            there = slip
            for part in path[:-1]:
                there = there[part]
            del there[key]
            there[new] = value
            yield slip


@pytest.mark.parametrize("name", few(EVERY_FILE, 3))
def test_misspelt_definitions_are_not_valid(name: str) -> None:
    # Put each key beside those of the smallest valid game, which is faster.
    head = {key: FILES[name][key] for key in ("name", "family", "decks")}
    parts: list[dict[str, Any]] = []
    for key, value in FILES[name].items():
        if key in {"variants", "options"}:
            parts += ({**head, key: {one: change}} for one, change in value.items())
        elif key not in head:
            parts.append({**head, key: value})
    assert all(map(judge().is_valid, parts))
    slips = [*_slips(head), *(slip for part in parts for slip in _slips(part, head))]
    assert len(slips) > 30
    for slip in slips:
        assert not judge().is_valid(slip), slip


def test_a_missing_key_is_not_valid() -> None:
    for kind, (needed, _) in GROUP_KEYS.items():
        for key in needed:
            table = next(table for table in FILES.values() if key in table.get(kind, {}))
            part = {one: table[one] for one in ("name", "family", "decks", kind)}
            assert judge().is_valid(part), (kind, key)
            part[kind] = {one: value for one, value in part[kind].items() if one != key}
            assert not judge().is_valid(part), (kind, key)


def test_every_key_has_a_description() -> None:
    meanings = [key.meaning for key in keys(Group).values()]
    assert all(meaning.endswith(".") and len(meaning) > 8 for meaning in meanings)
