"""JSON Schema of a definition, for completion and validation in editors.

The schema and the loader share their sources: :data:`cadogan.rules.group.GROUP_KEYS`, the
annotations of keys, and the phrases in :mod:`cadogan.rules.vocabulary`. Core keys come before
advanced keys, which have the title of their part as a ``$comment``. The loader checks more: a
schema cannot count piles, for example.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from cadogan.core.cards import RANKS
from cadogan.rules import vocabulary
from cadogan.rules.builds import BUILDS
from cadogan.rules.definition import (
    ACTION_TABLES,
    OVER,
    TOP,
    Answer,
    Combination,
    Definition,
    Option,
    Spot,
)
from cadogan.rules.group import GROUP_KEYS, USES, Group, Then, keys_of, then_keys
from cadogan.rules.parts import Part
from cadogan.rules.types import CARD_PATTERN, GROUP_PATTERN, ID_PATTERN, SEQUENCE_PATTERN, one_of

_PARTS = {key: part.title for part in Part for key in part.tables}
TABLE_PARTS = {key: "" for key in ACTION_TABLES if key not in _PARTS} | _PARTS
"""The tables of special moves with the titles of their parts, core tables first."""

_EACH = f"each {GROUP_PATTERN}( and {GROUP_PATTERN})?"  # a deal to all piles of one or two groups


def _list(item: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "array", "items": item, **more}


def _condition() -> dict[str, Any]:
    meanings = "; ".join(
        f"{name}: {condition.meaning}" for name, condition in vocabulary.CONDITIONS.items()
    )
    known = [
        word.replace(
            "GROUP",
            rf"{GROUP_PATTERN}( and {GROUP_PATTERN})?" if word == "GROUP empty" else GROUP_PATTERN,
        )
        for word in vocabulary.CONDITIONS
    ]
    return {
        "type": "string",
        "pattern": rf"^(not )?({'|'.join(known)})?$",
        "description": f"A condition, or 'not' and a condition. {meanings}.",
    }


def _start() -> dict[str, Any]:
    free = [s for s in vocabulary.STARTS if "{" not in s]
    return {
        "anyOf": [
            {"enum": [*RANKS, *free]},
            {"pattern": f"^{CARD_PATTERN}$"},
            {"pattern": r"^one above \{\w+\} in \{\w+\}$"},
        ]
    }


def _properties(kind: type[msgspec.Struct]) -> dict[str, dict[str, Any]]:
    """Return the schema of every key of a table, made from its annotations."""
    _, parts = msgspec.json.schema_components([kind], ref_template="#/$defs/{name}")
    return {key: _written(value) for key, value in parts[kind.__name__]["properties"].items()}


def _written(value: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a key without null, which does not exist in TOML."""
    value = {key: entry for key, entry in value.items() if key != "default"}
    some = [part for part in value.pop("anyOf", []) if part != {"type": "null"}]
    return {**value, **(some[0] if len(some) == 1 else {"anyOf": some} if some else {})}


def _table(
    properties: dict[str, Any], needed: Iterable[str], partial: bool, about: str = ""
) -> dict[str, Any]:
    table: dict[str, Any] = {
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
    }
    if about:
        table["description"] = about
    if not partial and (required := list(needed)):
        table["required"] = required
    return table


def _comment(part: str) -> dict[str, str]:
    return {"$comment": f"advanced: {part}"} if part else {}


def _group(kind: str, partial: bool) -> dict[str, Any]:
    values, then = _properties(Group), _properties(Then)
    *numbers, phrase = values["deal"].pop("anyOf")
    values["deal"] |= (
        phrase
        if kind == "stock"
        else {"enum": ["the rest", 0]}
        if kind == "discard"
        else {"anyOf": numbers}
    )
    schema = {
        key: {**then[key], "description": values[key]["description"]} for key in then_keys(kind)
    }
    changes = _table({"when": then["when"], **schema}, ["when"], partial=False)
    values["then"] = {
        "description": values["then"]["description"],
        "anyOf": [changes, _list(changes)],
    }
    own = {key: values[key] | _comment(USES[key].part) for key in keys_of(kind)}
    return _table(own, GROUP_KEYS[kind][0], partial, vocabulary.KINDS[kind])


def _group_or_groups(kind: str, partial: bool) -> dict[str, Any]:
    """Return the schema of a kind's table, which has the keys of one group, or named groups."""
    table = {"$ref": f"#/$defs/{kind}{'-change' if partial else ''}"}
    named = {
        "type": "object",
        "additionalProperties": table,
        "propertyNames": {"pattern": f"^{ID_PATTERN}$"},
        "minProperties": 1,
        "description": f"several groups of {kind}s, each with a name",
    }
    return {"anyOf": [table, named]}


def _struct(kind: type[msgspec.Struct], partial: bool) -> dict[str, Any]:
    needed = [field.encode_name for field in msgspec.structs.fields(kind) if field.required]
    return _table(_properties(kind), needed, partial, kind.__doc__ or "")


def _options(partial: bool) -> dict[str, Any]:
    """Return the schema of the options; in a variant it also allows answers that fix a choice."""
    table = _struct(Option, partial)
    table["properties"]["answers"] |= {
        "propertyNames": {"pattern": f"^{ID_PATTERN}$"},
        "additionalProperties": _struct(Answer, partial),
    }
    if partial:
        fixed = {"type": "string", "description": "the answer that this variant fixes for a choice"}
        table = {"anyOf": [table, fixed]}
    return {"type": "object", "additionalProperties": table}


def _over() -> dict[str, Any]:
    properties = {key: value for key, value in _top(partial=True).items() if key in OVER}
    return _table(properties, [], partial=True)


def _top(partial: bool) -> dict[str, Any]:
    properties = _properties(Definition)
    values = {key: properties[key] for key in TOP}
    values["win"]["anyOf"] = [
        one_of({k: v for k, v in vocabulary.WINS.items() if k != "N cards left"}).extra_json_schema,
        {"pattern": f"^{vocabulary.LEFT}$"},
        {"pattern": f"^{vocabulary.BUT}[{RANKS}CDHS]( [{RANKS}CDHS])*$"},
        {"pattern": rf"^{GROUP_PATTERN}((, {GROUP_PATTERN})* and {GROUP_PATTERN})? empty$"},
    ]
    groups = {kind: _group_or_groups(kind, partial) for kind in vocabulary.KINDS}
    layout = {
        "type": "object",
        "properties": {
            name: {"type": "object", "additionalProperties": True} for name in ("portrait", "low")
        },
        "description": "where the piles lie on the page",
        "additionalProperties": {"$ref": "#/$defs/spots"},
    }
    return {
        **values,
        **groups,
        **{
            key: _struct(ACTION_TABLES[key], partial) | _comment(part)
            for key, part in TABLE_PARTS.items()
        },
        "options": _options(partial),
        "layout": layout,
    }


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a definition file.

    >>> schema = json_schema()
    >>> schema["required"]
    ['name', 'family', 'decks']
    >>> "space" in schema["$defs"]["tableau"]["properties"]
    True
    """
    _, spot = msgspec.json.schema_components([Spot])
    place = spot["Spot"]
    place["description"] = "where to place the piles of a group; see the documentation on layouts"
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A patience game, as Cadogan reads it",
        "type": "object",
        "properties": {
            **_top(partial=False),
            "variants": {
                "type": "object",
                "description": (
                    "variants, which change a few keys and are games of their own, by id"
                ),
                "propertyNames": {"pattern": f"^{ID_PATTERN}$"},
                "additionalProperties": {
                    "type": "object",
                    "properties": _top(partial=True),
                    "required": ["name"],
                    "additionalProperties": False,
                },
            },
            "combinations": {
                "type": "object",
                "description": "named combinations of answers to choices, by id",
                "propertyNames": {"pattern": f"^{ID_PATTERN}$"},
                "additionalProperties": _struct(Combination, partial=False),
            },
        },
        "required": ["name", "family", "decks"],
        "additionalProperties": False,
        "$defs": {
            "over": _over(),
            **{kind: _group(kind, partial=False) for kind in vocabulary.KINDS},
            **{f"{kind}-change": _group(kind, partial=True) for kind in vocabulary.KINDS},
            "build": {"enum": [*BUILDS]},
            "condition": _condition(),
            "group": {"pattern": f"^{GROUP_PATTERN}$"},
            "group-or-none": {"pattern": f"^({GROUP_PATTERN})?$"},
            "usual": {"pattern": f"^({GROUP_PATTERN}|usual)$"},
            "card": {"pattern": f"^{CARD_PATTERN}$"},
            "start": _start(),
            "cover": {
                "anyOf": [
                    one_of(vocabulary.COVERS).extra_json_schema,
                    {"$ref": "#/$defs/group-or-none"},
                ]
            },
            "deal": {"pattern": f"^([1-9][0-9]? to (waste|{_EACH}|the next {GROUP_PATTERN}))?$"},
            "sequence": {
                "type": "string",
                "pattern": f"^{SEQUENCE_PATTERN}$|^$",
                "description": "an order of ranks, lowest first, as in 'A 2 3 4 5 6 7 8 9 T J Q K'",
            },
            "spots": {
                "anyOf": [place, {"type": "object", "additionalProperties": place}],
            },
        },
    }
