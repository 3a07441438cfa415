"""Short digests, which tell whether something is still what it was."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Collection, Mapping
from typing import Any

import msgspec

from cadogan.rules.definition import Definition

_ABOUT = {"name", "aliases", "about", "sources", "odds", "notes", "layout", "family", "file"}
# What the answers to its choices lay over is in the other fields.
_CHOICES = {"options", "answers", "combinations", "written"}


def digest(value: object) -> str:
    """Return a digest of a value that can be written in JSON, whatever the order of its keys.

    >>> digest({"a": 1, "b": 2}) == digest({"b": 2, "a": 1})
    True
    """
    return hashlib.sha256(msgspec.json.encode(value, order="sorted")).hexdigest()[:16]


def rules_digest(definition: Definition) -> str:
    """Return a digest of the rules of a game, and of nothing else that its definition says.

    The answers to its choices count by what they change: as they are in force. What a definition
    leaves out does not count, so that it stays as it was when the language learns a new word.

    >>> from cadogan.rules.catalogue import find
    >>> len(rules_digest(find("klondike")))
    16
    """
    options = {
        name: {key: getattr(option, key) for key in ("kind", "about", "default", "length")}
        for name, option in definition.options.items()
        if option.kind != "choice"
    }
    rules = _said(definition, leave_out=_ABOUT | _CHOICES)
    return digest(rules | {"options": options})


@functools.cache
def _usual(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """Return what the fields of a kind of table are when left out, for those that may be."""
    found = {}
    for field in msgspec.structs.fields(kind):
        if not field.required:
            made = field.default_factory
            found[field.name] = field.default if made is msgspec.NODEFAULT else made()
    return found


def _said(value: Any, leave_out: Collection[str] = ()) -> Any:
    """Return a value with those of its fields that are not as they are when left out."""
    if isinstance(value, msgspec.Struct):
        usual = _usual(type(value))
        found = {name: getattr(value, name) for name in value.__struct_fields__}
        return {
            name: _said(each)
            for name, each in found.items()
            if name not in leave_out and not (name in usual and _same(each, usual[name]))
        }
    if isinstance(value, Mapping):
        return {key: _said(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_said(each) for each in value]
    return value


def _same(one: object, other: object) -> bool:
    return type(one) is type(other) and one == other  # True is not 1
