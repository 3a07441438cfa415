"""The JSON Schema of a definition, with which an editor completes keys and phrases.

It is made from what loading is made from: the keys of each kind from
:data:`cadogan.language.definition.GROUP_KEYS`, their meaning from the docstrings, the phrases from
:mod:`cadogan.language.words`. Loading stays the judge: a schema cannot count piles.
"""

from __future__ import annotations

import re
import typing
from collections.abc import Iterable
from typing import Any

import msgspec

from cadogan.cards import RANKS
from cadogan.families.covers.tables import COVERS
from cadogan.families.score.tables import HANDS
from cadogan.language import words
from cadogan.language.choices import KINDS
from cadogan.language.definition import (
    ACTION_TABLES,
    GROUP_KEYS,
    MOST_OF_A_GROUP,
    OVER,
    REDEALT_FROM,
    Answer,
    Combination,
    Definition,
    Group,
    Option,
    Spot,
    then_keys,
)

__all__ = ["json_schema", "key_meanings"]

_CARD = {"type": "string", "pattern": f"^[{RANKS}][CDHS]$"}
_RANK = {"type": "string", "enum": list(RANKS)}
_NUMBER = {"type": "integer", "minimum": 0}
_KINDS = "|".join(words.KINDS)
_WORD = "[a-z0-9]+(-[a-z0-9]+)*"
_GROUP = rf"({_KINDS})(\.{_WORD})?"
_ID = f"^{_WORD}$"
_BUT = f"^all out of play but [{RANKS}CDHS]( [{RANKS}CDHS])*$"


def key_meanings(table: type[msgspec.Struct]) -> dict[str, str]:
    """Return the meaning of each key of a table, from the docstring of its class.

    >>> key_meanings(Group)["most"]
    'a pile holds no more cards, whether played or dealt.'
    """
    text = re.sub(r"\s+", " ", (table.__doc__ or "").partition("Attributes:")[2])
    names = {f.name: f.encode_name for f in msgspec.structs.fields(table)}
    # "a: ...", or "a, b: ..." for keys that are explained together
    starts = list(re.finditer(r"(?:^|(?<=[.;)`] )|(?<= ))((?:\w+, )*\w+): ", text))
    starts = [s for s in starts if all(n in names for n in s[1].split(", "))]
    meanings = {}
    for start, end in zip(starts, [*(s.start() for s in starts[1:]), len(text)], strict=True):
        for name in start[1].split(", "):
            meanings[names[name]] = text[start.end() : end].strip()
    return meanings


def _enum(known: Iterable[str]) -> dict[str, Any]:
    return {"type": "string", "enum": list(known)}


def _explained(known: typing.Mapping[str, str]) -> dict[str, Any]:
    return {
        "type": "string",
        "oneOf": [{"const": word, "description": text} for word, text in known.items()],
    }


def _list(item: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "array", "items": item, **more}


def _or_list(item: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [item, _list(item, minItems=1)]}


def _condition() -> dict[str, Any]:
    told = "; ".join(f"{name}: {told.meaning}" for name, told in words.CONDITIONS.items())
    known = [
        word.replace("GROUP", rf"{_GROUP}( and {_GROUP})?" if word == "GROUP empty" else _GROUP)
        for word in words.CONDITIONS
    ]
    return {
        "type": "string",
        "pattern": rf"^(not )?({'|'.join(known)})?$",
        "description": f"A condition, or 'not' and a condition. {told}.",
    }


def _start() -> dict[str, Any]:
    free = [s for s in words.STARTS if "{" not in s]
    return {
        "anyOf": [
            _enum([*RANKS, *free]),
            _CARD,
            {"type": "string", "pattern": r"^one above \{\w+\} in \{\w+\}$"},
        ]
    }


def _values() -> dict[str, dict[str, Any]]:
    """Return the schema of the value of every key that a group may have."""
    build = {"$ref": "#/$defs/build"}
    group = {"type": "string", "pattern": rf"^{_GROUP}$"}
    usual = {"type": "string", "pattern": rf"^({_GROUP}|usual)$"}
    deal = {"type": "string", "pattern": rf"^[1-9][0-9]? to (waste|(each|the next) {_GROUP})$"}
    condition = {"$ref": "#/$defs/condition"}
    return {
        "piles": {"type": "integer", "minimum": 1, "maximum": MOST_OF_A_GROUP},
        "deal": _or_list(_NUMBER),
        "order": _explained(words.ORDERS),
        "face": {"anyOf": [_explained(words.FACES), _list(_NUMBER)]},
        "start": _or_list(_start()),
        "placed": {
            "anyOf": [
                {"type": "boolean"},
                _list(_CARD),
                {"type": "string", "pattern": r"^first \d+ dealt$"},
            ]
        },
        "goal": _list(_CARD),
        "build": _or_list(build),
        "run": build,
        "sequence": {"$ref": "#/$defs/sequence"},
        "limited_by": _enum(["the row above", ""]),
        "falls_on": _list(_list({"type": "integer", "minimum": 1})),
        "whole": _explained({"": "cards go there one by one", **words.WHOLES}),
        "reach": _list({"type": "integer", "minimum": 1}),
        "closes": {"type": "boolean"},
        "row": _NUMBER,
        "row_start": _or_list({"anyOf": [_enum([*RANKS, ""]), _CARD]}),
        "take": _explained(words.TAKES),
        "space": _explained(words.SPACES),
        "space_from": _list(group),
        "from": _list(usual),
        "to": _list(usual),
        "fill": _list(group),
        "refill_order": _enum(["rows", "piles"]),
        "sink": _enum([*RANKS, ""]),
        "sink_way": _explained(words.SINKS),
        "must_hold": _list(_RANK),
        "must_hold_way": _explained(words.MUST_HOLD_WAYS),
        "apart": _enum(["base rank", ""]),
        "ends": _enum(["base rank", *RANKS, ""]),
        "last": deal,
        "covered_by": {
            "anyOf": [
                _explained(COVERS),
                {"type": "string", "pattern": rf"^({_GROUP})?$"},
                _list(_list({"type": "integer", "minimum": 2})),
            ]
        },
        "turned": {"type": "boolean"},
        "paired": {"type": "boolean"},
        "opens": group,
        "leaves": {"type": "string"},
        "must": {"type": "boolean"},
        "replaced": {"type": "boolean"},
        "times": _NUMBER,
        "space_in_turn": {"type": "boolean"},
        "when": condition,
        **dict.fromkeys(
            (
                "cards",
                "keep",
                "fill_cards",
                "refill",
                "refill_below",
                "refill_first",
                "least",
                "most",
                "last_at",
            ),
            _NUMBER,
        ),
        "stock deal": deal,
        "discard deal": {"enum": ["the rest", 0]},
    }


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


def _described(values: dict[str, dict[str, Any]], meanings: dict[str, str]) -> dict[str, Any]:
    return {
        key: {**value, "description": meanings[key]} if key in meanings else value
        for key, value in values.items()
    }


def _group(kind: str, partial: bool) -> dict[str, Any]:
    """Return the schema of the keys of one group."""
    needed, optional = GROUP_KEYS[kind]
    values = _values()
    own = {
        key: values[f"{kind} deal" if key == "deal" and kind in ("stock", "discard") else key]
        for key in [*needed, *optional]
        if key != "then"
    }
    if "then" in optional:
        then = {**{key: values[key] for key in then_keys(kind)}, "when": values["when"]}
        if "build" in then:
            then["build"] = values["run"]  # one phrase
        meanings = {key: told for key, told in key_meanings(Group).items() if key != "when"}
        table = _table(_described(then, meanings), ["when"], partial=False)
        own["then"] = {"anyOf": [table, _list(table)]}
    return _table(_described(own, key_meanings(Group)), needed, partial, words.KINDS[kind])


def _group_or_groups(kind: str, partial: bool) -> dict[str, Any]:
    """Return the schema of a kind's table: the keys of a group, or groups with names."""
    table = {"$ref": f"#/$defs/{kind}{'-change' if partial else ''}"}
    named = {
        "type": "object",
        "additionalProperties": table,
        "propertyNames": {"pattern": _ID},
        "minProperties": 1,
        "description": f"several groups of {kind}s, each with a name",
    }
    return {"anyOf": [table, named]}


def _others(partial: bool) -> dict[str, dict[str, Any]]:
    group = {"type": "string", "pattern": f"^{_GROUP}$"}
    # what a key holds, unless its table says so itself
    usual: dict[str, Any] = {
        "times": _NUMBER,
        "when": {"$ref": "#/$defs/condition"},
        "group": group,
    }
    own: dict[str, dict[str, Any]] = {
        "redeal": {
            "times": {"anyOf": [_NUMBER, _enum(["unlimited"])]},
            "from": _enum(REDEALT_FROM),
            "order": _explained(words.REDEAL_ORDERS),
        },
        "remove": {"sets": _list({"type": "string"}, minItems=1), "from": _list(group)},
        "weave": {"exiles": group, "hand": group},
        "count": {
            "of": _enum(["waste", "tableau"]),
            "ranks": {"$ref": "#/$defs/sequence"},
            "passes": _NUMBER,
            "again": {"type": "boolean"},
        },
        "score": {
            "target": {"type": "integer"},
            "start": {"type": "integer"},
            "card": {"type": "integer"},
            "hands": _enum(HANDS),
        },
    }
    tables = {}
    for name, kind in ACTION_TABLES.items():
        keys = msgspec.structs.fields(kind)
        holds = usual | own.get(name, {})
        about = (kind.__doc__ or "").strip()
        told = "Attributes:" in about
        tables[name] = _table(
            _described(
                {k.encode_name: holds[k.encode_name] for k in keys},
                key_meanings(kind) if told else {},
            ),
            [k.encode_name for k in keys if k.required],
            partial,
            "" if told else about,
        )
    return {
        **tables,
        "options": _options(partial),
    }


def _texts(meanings: dict[str, str]) -> dict[str, dict[str, Any]]:
    """Return the schema of what is said of an answer or a combination of answers."""
    text, texts = {"type": "string"}, _list({"type": "string"})
    values: dict[str, dict[str, Any]] = {"name": text, "about": text, "of": text}
    values |= dict.fromkeys(("aliases", "sources", "odds", "notes"), texts)
    return _described({key: values[key] for key in meanings if key in values}, meanings)


def _options(partial: bool) -> dict[str, Any]:
    """Return the schema of the options; a variant may answer a choice in their place."""
    meanings = key_meanings(Answer)
    over = {"$ref": "#/$defs/over", "description": meanings["over"]}
    answer = _table({**_texts(meanings), "over": over}, ["name"], partial)
    option = {
        "kind": _enum(KINDS),
        "about": {"type": "string"},
        "default": {"type": "string"},
        "length": {"type": "integer", "minimum": 1, "maximum": 20},
        "answers": {
            "type": "object",
            "propertyNames": {"pattern": _ID},
            "additionalProperties": answer,
        },
    }
    needed = ["kind", "about", "default"]
    table = _table(_described(option, key_meanings(Option)), needed, partial)
    if partial:
        fixed = {"type": "string", "description": "the answer that a choice has here for good"}
        table = {"anyOf": [table, fixed]}
    return {"type": "object", "additionalProperties": table}


def _over() -> dict[str, Any]:
    """Return the schema of what an answer lays over the definition."""
    properties = {key: value for key, value in _top(partial=True).items() if key in OVER}
    return _table(properties, [], partial=True)


def _combination() -> dict[str, Any]:
    meanings = key_meanings(Combination)
    options = {"type": "object", "additionalProperties": {"type": "string"}, "minProperties": 1}
    values = {**_texts(meanings), **_described({"options": options}, meanings)}
    return _table(values, ["name", "options"], partial=False)


def _top(partial: bool) -> dict[str, Any]:
    texts = _list({"type": "string"})
    values: dict[str, dict[str, Any]] = {
        "name": {"type": "string", "description": "the name for people"},
        "family": {"type": "string", "description": "the family under which the game is listed"},
        "decks": {"type": "integer", "minimum": 1, "maximum": 4},
        "aliases": {**texts, "description": "other names"},
        "about": {"type": "string", "description": "one or two sentences on the game"},
        "ranks": {"$ref": "#/$defs/sequence"},
        "suits": {
            "type": "string",
            "pattern": "^[CDHS]( [CDHS]){3}$",
            "description": "the four suits of a pack; one that stands there twice makes up for"
            " another, as in 'H H S S'",
        },
        "sources": {**texts, "description": "where the rules are from"},
        "odds": {**texts, "description": "what books and papers say of its odds"},
        "notes": {**texts, "description": "what was unclear, and how it is read here"},
        "win": {
            "anyOf": [
                _explained(words.WINS),
                {"type": "string", "pattern": _BUT},
                {"type": "string", "pattern": rf"^{_GROUP}((, {_GROUP})* and {_GROUP})? empty$"},
            ]
        },
    }
    groups = {kind: _group_or_groups(kind, partial) for kind in words.KINDS}
    layout = {
        "type": "object",
        "properties": {"portrait": {"type": "object", "additionalProperties": True}},
        "description": "where the piles lie on the page",
        "additionalProperties": {"$ref": "#/$defs/spots"},
    }
    return {
        **_described(values, key_meanings(Definition)),
        **groups,
        **_others(partial),
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
    place["description"] = "where the piles of a group lie; see the documentation of layouts"
    for key, meaning in key_meanings(Spot).items():
        place["properties"][key]["description"] = meaning
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A patience game, as Cadogan reads it",
        "type": "object",
        "properties": {
            **_top(partial=False),
            "variants": {
                "type": "object",
                "description": "games of their own that change a few keys, by id",
                "propertyNames": {"pattern": _ID},
                "additionalProperties": {
                    "type": "object",
                    "properties": _top(partial=True),
                    "required": ["name"],
                    "additionalProperties": False,
                },
            },
            "combinations": {
                "type": "object",
                "description": "answers to choices that have a name together, by id",
                "propertyNames": {"pattern": _ID},
                "additionalProperties": _combination(),
            },
        },
        "required": ["name", "family", "decks"],
        "additionalProperties": False,
        "$defs": {
            "over": _over(),
            **{kind: _group(kind, partial=False) for kind in words.KINDS},
            **{f"{kind}-change": _group(kind, partial=True) for kind in words.KINDS},
            "build": _enum(words.BUILDS),
            "condition": _condition(),
            "sequence": {
                "type": "string",
                "pattern": f"^([{RANKS}]|10)( ([{RANKS}]|10))+$|^$",
                "description": "an order of ranks, lowest first, as in 'A 2 3 4 5 6 7 8 9 T J Q K'",
            },
            "spots": {
                "anyOf": [place, {"type": "object", "additionalProperties": place}],
            },
        },
    }
