"""Short digests, which show whether a value has changed."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Collection, Mapping
from typing import Any

import msgspec

from cadogan.rules.definition import Definition

_ABOUT = {"name", "aliases", "about", "sources", "odds", "notes", "layout", "family", "file"}
# Left out, because the other fields already contain the changes that answers make.
_CHOICES = {"options", "answers", "combinations", "written"}


def digest(value: object) -> str:
    """Return a digest of a JSON value; the order of keys does not matter.

    >>> digest({"a": 1, "b": 2}) == digest({"b": 2, "a": 1})
    True
    """
    return hashlib.sha256(msgspec.json.encode(value, order="sorted")).hexdigest()[:16]


def rules_digest(definition: Definition) -> str:
    """Return a digest of a game's rules, independent of names, texts and layout.

    An answer to a choice affects the digest only if it changes the rules. The digest leaves out
    keys with their default value. So a new key in the language does not change the digests of older
    games.

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
    """Return the defaults of the optional fields of a table."""
    found = {}
    for field in msgspec.structs.fields(kind):
        if not field.required:
            made = field.default_factory
            found[field.name] = field.default if made is msgspec.NODEFAULT else made()
    return found


def _said(value: Any, leave_out: Collection[str] = ()) -> Any:
    """Return a definition's value without the fields that have their default."""
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
    return type(one) is type(other) and one == other  # because True == 1 in Python
