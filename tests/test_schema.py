"""JSON Schema: it agrees with the loader on the catalogue and on typing mistakes."""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Iterator
from importlib import resources
from typing import Any

import jsonschema
import pytest

from cadogan.rules import vocabulary
from cadogan.rules.group import GROUP_KEYS, Group
from cadogan.rules.json_schema import json_schema
from cadogan.rules.types import keys
from tests.covering import covering_files, each, few
from tests.written import is_name

SCHEMA = json_schema()
JUDGE = jsonschema.Draft202012Validator(SCHEMA)
FILES = {
    entry.name: tomllib.loads(entry.read_text("utf-8"))
    for entry in resources.files("cadogan").joinpath("games").iterdir()
    if entry.name.endswith(".toml")
}
EVERY_FILE = each(sorted(FILES), covering_files())


def test_the_schema_is_valid() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("name", EVERY_FILE)
def test_every_definition_is_valid(name: str) -> None:
    assert [error.message for error in JUDGE.iter_errors(FILES[name])] == []


PHRASED = {"build", "run", "take", "space", "order", "face", "sink_way", "must_hold_way", "win"}
PHRASED |= {"when", "limited_by", "apart"}
PHRASED |= {"ends"}


def _keys(table: dict[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    for key, value in table.items():
        if key != "layout":
            yield (*path, key)
            if isinstance(value, dict):
                yield from _keys(value, (*path, key))


def _slips(definition: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the definition with one mistake: a misspelt key or phrase, or a wrong type."""
    for path in _keys(definition):
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
    main = {key: value for key, value in FILES[name].items() if key != "variants"}
    # put each variant beside the smallest valid game, which is faster
    head = {key: main[key] for key in ("name", "family", "decks")}
    variants = FILES[name].get("variants", {})
    parts = [main, *({**head, "variants": {key: change}} for key, change in variants.items())]
    assert all(map(JUDGE.is_valid, parts))
    slips = [slip for part in parts for slip in _slips(part)]
    assert len(slips) > 30
    for slip in slips:
        assert not JUDGE.is_valid(slip), slip


def test_a_missing_key_is_not_valid() -> None:
    for kind, (needed, _) in GROUP_KEYS.items():
        for key in needed:
            for definition in FILES.values():
                if key in definition.get(kind, {}):
                    slip = copy.deepcopy(definition)
                    del slip[kind][key]
                    assert not JUDGE.is_valid(slip), (kind, key)


def test_every_key_has_a_description() -> None:
    meanings = [key.meaning for key in keys(Group).values()]
    assert all(meaning.endswith(".") and len(meaning) > 8 for meaning in meanings)
