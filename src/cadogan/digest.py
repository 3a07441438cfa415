"""Short digests, which tell whether something is still what it was."""

from __future__ import annotations

import hashlib

import msgspec

from cadogan.language.definition import Definition

__all__ = ["digest", "rules_digest"]

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

    The answers to its choices count by what they change: as they are in force.

    >>> from cadogan.language.catalogue import find
    >>> len(rules_digest(find("klondike")))
    16
    """
    names = {*definition.__struct_fields__} - _ABOUT - _CHOICES
    options = {
        name: {key: getattr(option, key) for key in ("kind", "about", "default", "length")}
        for name, option in definition.options.items()
        if option.kind != "choice"
    }
    return digest({name: getattr(definition, name) for name in names} | {"options": options})
