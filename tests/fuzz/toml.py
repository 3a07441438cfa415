"""A definition written as TOML, short enough to become a test."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

__all__ = ["write"]


def write(table: Mapping[str, Any]) -> str:
    """Write a table as TOML, its groups as tables and what lies deeper in one line.

    >>> print(write({"decks": 1, "stock": {"turned": True}, "tableau": {"left": {"piles": 2}}}))
    decks = 1
    [stock]
    turned = true
    [tableau.left]
    piles = 2
    """
    return "\n".join(_lines(table, ""))


def _lines(table: Mapping[str, Any], name: str) -> list[str]:
    inner = {
        key: value for key, value in table.items() if isinstance(value, dict) and key != "then"
    }
    lines = [f"{_key(key)} = {_value(value)}" for key, value in table.items() if key not in inner]
    if name and (lines or not inner):
        lines = [f"[{name}]", *lines]
    for key, value in inner.items():
        lines += _lines(value, f"{name}.{_key(key)}" if name else _key(key))
    return lines


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else json.dumps(key)


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(k)} = {_value(v)}" for k, v in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    return json.dumps(value)  # texts, numbers, true and false are written alike
