"""Tiny games for brute force, derived from games in the catalogue.

For each tiny game, ``tiny.toml`` names the original under ``of`` and lists the keys that differ.
"""

from __future__ import annotations

import functools
import tomllib
from pathlib import Path
from typing import Any

from cadogan.model.position import Game
from cadogan.rules.catalogue import find
from cadogan.rules.definition import Definition
from cadogan.rules.house_rules import lay_over, merge
from cadogan.rules.loading import define
from cadogan.rules.location import Where
from tests.written import FILES

__all__ = ["NAMES", "definition", "load", "made"]

_HERE = Path(__file__).parent
_TINY: dict[str, dict[str, Any]] = tomllib.loads((_HERE / "tiny.toml").read_text("utf-8"))
NAMES = list(_TINY)


@functools.cache
def definition(name: str) -> Definition:
    """Return a tiny game's definition."""
    changes = dict(_TINY[name])
    return made(name, changes.pop("of"), changes)


def made(name: str, of: str, changes: dict[str, Any]) -> Definition:
    """Return a catalogue game's definition with a few keys changed."""
    base = _base(of)
    table = merge(base, {"name": f"Tiny {base['name']}", **changes})
    # like a variant, the changes may remove something that an inherited key needs
    return define(table, name, name, Where(f"{name}.toml"))


@functools.cache
def load(name: str) -> Game:
    """Return a tiny game."""
    return Game(definition(name))


def _base(game_id: str) -> dict[str, Any]:
    """Return a game's definition from its file, without the keys that conflict with small packs."""
    found = find(game_id)
    if found.written:
        return _plain(lay_over(found.written, found.options, found.answers))
    table = dict(FILES[f"{found.parent}.toml"])
    change = dict(table.pop("variants", {}).get(game_id, {}))
    for name, answer in change.pop("options", {}).items():
        if isinstance(answer, str):  # the variant has a fixed answer to this choice
            change = merge(table["options"][name]["answers"][answer].get("over", {}), change)
    return _plain(merge(table, change))


def _plain(table: dict[str, Any]) -> dict[str, Any]:
    left_out = ("layout", "options", "combinations")
    return {key: value for key, value in table.items() if key not in left_out}
