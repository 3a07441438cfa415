"""The JSON Schema agrees with the loader on the catalogue and on slips."""

from __future__ import annotations

import copy
import tomllib
from importlib import resources
from typing import Any

import jsonschema
import msgspec
import pytest

from cadogan import words
from cadogan.game import GROUP_KEYS, Group
from cadogan.schema import json_schema, key_meanings

SCHEMA = json_schema()
JUDGE = jsonschema.Draft202012Validator(SCHEMA)
FILES = {
    entry.name: tomllib.loads(entry.read_text("utf-8"))
    for entry in resources.files("cadogan").joinpath("games").iterdir()
    if entry.name.endswith(".toml")
}


def test_it_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("name", sorted(FILES))
def test_every_definition_is_valid(name: str) -> None:
    assert [error.message for error in JUDGE.iter_errors(FILES[name])] == []


def _slips(definition: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the definition with each key of its groups misspelt in turn, and each phrase."""
    found = []
    for kind in set(definition) & set(words.KINDS):
        for key, value in definition[kind].items():
            slip = copy.deepcopy(definition)
            del slip[kind][key]
            slip[kind][key + "z"] = value
            found.append(slip)
            if isinstance(value, str):
                slip = copy.deepcopy(definition)
                slip[kind][key] = value + " z"
                found.append(slip)
    return found


@pytest.mark.parametrize("name", ["bakers-dozen.toml", "big-ben.toml", "canfield.toml"])
def test_slips_are_not_valid(name: str) -> None:
    slips = _slips(FILES[name])
    assert len(slips) > 5
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


def test_every_key_has_its_meaning() -> None:
    names = {field.encode_name for field in msgspec.structs.fields(Group)}
    meanings = key_meanings(Group)
    assert set(meanings) == names
    assert all(meaning.endswith(".") and len(meaning) > 8 for meaning in meanings.values())
