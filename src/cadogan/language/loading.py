"""The strict loading of a file of definitions: a game and its variants.

Unknown, missing and mistyped keys, and phrases outside the vocabulary of
:mod:`cadogan.language.words`, are refused with one sentence that names the file and the key.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from cadogan.language import words
from cadogan.language.checks import check_alone, check_definition
from cadogan.language.definition import (
    ACTION_TABLES,
    DEFAULTS,
    GROUP_KEYS,
    ID,
    OWN,
    TABLES,
    TOP,
    Definition,
    Group,
    Option,
    then_keys,
)
from cadogan.language.where import Where, convert, known_keys

__all__ = ["define", "load_table", "load_text", "merge"]


# keys with a condition of their own, which are written with ``then``
_WRITTEN_NOW = {
    "take_when": "take = 'none' and then = {{ when = {}, take = 'top card' }}",
    "space_when": "space = 'none' and then = {{ when = {}, space = 'any card' }}",
    "fill_when": "fill = [] and then = {{ when = {}, fill = [...] }}",
    "from_until": "then = {{ when = {}, from = ['usual'] }}",
    "when": "from = [] and then = {{ when = {}, from = ['usual'] }}",
}


def _groups(raw: Mapping[str, Any], where: Where) -> Iterator[Group]:
    for kind, table in raw.items():
        if kind not in words.KINDS:
            continue
        if not isinstance(table, dict):
            raise where.at(kind).error(f"this must be a table, written [{kind}]")
        known = {*GROUP_KEYS[kind][0], *GROUP_KEYS[kind][1]}
        named = [
            key
            for key, value in table.items()
            if isinstance(value, dict)
            and key not in known
            and (kind == "stock" or "when" not in value)
        ]
        if named and len(named) < len(table):
            stray = next(key for key in table if key not in named)
            raise (
                where.at(kind)
                .at(stray)
                .error(f"[{kind}] has named groups, so each key must stand in one of them")
            )
        parts = {f"{kind}.{key}": table[key] for key in named} if named else {kind: table}
        for key in named:
            if not re.fullmatch(ID, key):
                raise where.at(kind).error(
                    f"{key!r} will not do for the name of a group: it is written in small letters,"
                    " digits and hyphens"
                )
        for name, keys in parts.items():
            there = where.at(name)
            needed, optional = GROUP_KEYS[kind]
            for key, now in _WRITTEN_NOW.items():
                if key in keys and key not in needed + optional:
                    raise there.at(key).error(f"write {now.format(repr(keys[key]))} instead")
            known_keys(keys, needed + optional, there)
            for key in needed:
                if key not in keys:
                    raise there.error(f"the key {key!r} is missing")
            whole = {**DEFAULTS.get(kind, {}), **keys, "kind": kind, "name": name}
            if "then" in keys:
                whole["then"] = _thens(keys["then"], kind, there.at("then"))
            yield convert(whole, Group, there)


def _thens(written: Any, kind: str, where: Where) -> list[Any]:
    """Return the tables of a ``then``, of which one needs no list."""
    tables = written if isinstance(written, list) else [written]
    known = ["when", *then_keys(kind)]
    for table in tables:
        if not isinstance(table, dict):
            raise where.error('this must be a table such as { when = "stock empty", ... }')
        for key in table:
            if key not in known and key in {*GROUP_KEYS[kind][0], *GROUP_KEYS[kind][1]}:
                raise where.at(key).error(
                    f"this holds for the whole game; what may change is {', '.join(known[1:])}"
                )
        known_keys(table, known, where)
        if "when" not in table:
            raise where.error("the key 'when' is missing")
        if len(table) == 1:
            raise where.error(f"nothing is said to change; it may be {', '.join(known[1:])}")
    return tables


def merge(base: Mapping[str, Any], change: Mapping[str, Any]) -> dict[str, Any]:
    """Return a table with the keys of another laid over it, table by table.

    >>> merge({"tableau": {"piles": 7, "deal": 1}}, {"tableau": {"piles": 8}})
    {'tableau': {'piles': 8, 'deal': 1}}
    """
    merged = dict(base)
    for key, value in change.items():
        old = merged.get(key)
        merged[key] = (
            merge(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
        )
    return merged


def define(raw: Mapping[str, Any], game_id: str, parent: str, where: Where) -> Definition:
    """Return the definition of one game, its variant's changes merged, once it is checked.

    Raises:
        BadDefinition: naming the file, the key and what would be right.
    """
    known_keys(raw, [*TOP, *(t for t in TABLES if t != "variants")], where)
    for key in ("name", "family", "decks"):
        if key not in raw:
            raise where.error(f"the key {key!r} is missing")
    table: dict[str, Any] = {k: v for k, v in raw.items() if k not in words.KINDS}
    for key, kind in ACTION_TABLES.items():
        if key in table:
            if not isinstance(table[key], dict):
                raise where.at(key).error(f"this must be a table, written [{key}]")
            fields = [f.encode_name for f in msgspec.structs.fields(kind)]
            known_keys(table[key], fields, where.at(key))
            table[key] = convert(table[key], kind, where.at(key))
    if not isinstance(table.get("options", {}), dict):
        raise where.at("options").error("this must be tables, each written [options.NAME]")
    for name, option in table.get("options", {}).items():
        if not isinstance(option, dict):
            raise where.at("options").at(name).error("this must be a table")
        known_keys(
            option, [f.name for f in msgspec.structs.fields(Option)], where.at("options").at(name)
        )
    if not isinstance(table.get("layout", {}), dict):
        raise where.at("layout").error("this must be a table, written [layout]")
    groups = tuple(_groups(raw, where))
    definition: Definition = convert(
        {**table, "id": game_id, "parent": parent, "file": where.file, "groups": groups},
        Definition,
        where,
    )
    check_definition(definition, where)
    return definition


def load_text(text: str, file: str) -> dict[str, Definition]:
    """Load the definitions (main game and variants) of one file's text.

    Args:
        text: TOML.
        file: the file's name, for messages; its stem is the id of the main game.

    Raises:
        BadDefinition: naming the file, the key and what would be right.
    """
    try:
        raw = tomllib.loads(text)
    except RecursionError:
        raise Where(file).error(
            "this is not TOML that can be read: it is nested too deep"
        ) from None
    except ValueError as error:  # TOMLDecodeError, or a number of too many digits
        told = f"{str(error)[:1].lower()}{str(error)[1:]}"
        raise Where(file).error(f"this is not TOML: {told}") from None
    return load_table(raw, file)


def load_table(raw: Mapping[str, Any], file: str) -> dict[str, Definition]:
    """Load the definitions of one file, already read as TOML; see :func:`load_text`."""
    where = Where(file)
    stem = re.sub(r"\.toml$", "", file.replace("\\", "/").rsplit("/", 1)[-1])
    if not re.fullmatch(ID, stem):
        raise where.error("the file must be named in small letters, digits and hyphens")
    known_keys(raw, [*TOP, *TABLES], where)
    raw = dict(raw)
    variants = raw.pop("variants", {})
    if not isinstance(variants, dict):
        raise where.at("variants").error("this must be tables, each written [variants.ID]")
    found = {stem: define(raw, stem, stem, where)}
    check_alone(raw, found[stem], where)
    base = {k: v for k, v in raw.items() if k not in OWN}
    for game_id, change in variants.items():
        there = where.at(f"variants.{game_id}")
        if not re.fullmatch(ID, game_id):
            raise there.error("an id is written in small letters, digits and hyphens")
        if game_id in found:
            raise there.error("the main game has this id already")
        if not isinstance(change, dict):
            raise there.error("this must be a table")
        if "variants" in change:
            raise there.at("variants").error("a variant has no variants of its own")
        known_keys(change, [*TOP, *(t for t in TABLES if t != "variants")], there)
        if "name" not in change:
            raise there.error("the key 'name' is missing")
        found[game_id] = define(merge(base, change), game_id, stem, there)
        check_alone(change, found[game_id], there)
    return found
