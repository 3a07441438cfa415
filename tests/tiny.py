"""Tiny games for brute force: games of the catalogue, made small.

``tiny.toml`` says for each which game it is made ``of`` and which keys are different.
"""

from __future__ import annotations

import functools
import tomllib
from importlib import resources
from pathlib import Path
from typing import Any

from cadogan.model.position import Game
from cadogan.rules.catalogue import find
from cadogan.rules.definition import Definition
from cadogan.rules.house_rules import lay_over, merge
from cadogan.rules.loading import define
from cadogan.rules.location import Where

__all__ = ["NAMES", "definition", "load", "made"]

_HERE = Path(__file__).parent
_TINY: dict[str, dict[str, Any]] = tomllib.loads((_HERE / "tiny.toml").read_text("utf-8"))
NAMES = list(_TINY)


@functools.cache
def definition(name: str) -> Definition:
    """Return the definition of a tiny game."""
    changes = dict(_TINY[name])
    return made(name, changes.pop("of"), changes)


def made(name: str, of: str, changes: dict[str, Any]) -> Definition:
    """Return the definition of a game made of one of the catalogue by changing a few keys."""
    base = _base(of)
    table = merge(base, {"name": f"Tiny {base['name']}", **changes})
    # like a variant it may take away what a key taken over needs
    return define(table, name, name, Where(f"{name}.toml"))


@functools.cache
def load(name: str) -> Game:
    """Return a tiny game."""
    return Game(definition(name))


def _base(game_id: str) -> dict[str, Any]:
    """Return the definition of a game as it is written, without what small packs contradict."""
    found = find(game_id)
    if found.written:
        return _plain(lay_over(found.written, found.options, found.answers))
    text = resources.files("cadogan").joinpath("games", f"{found.parent}.toml").read_text("utf-8")
    table = tomllib.loads(text)
    change = table.pop("variants", {}).get(game_id, {})
    for name, answer in change.pop("options", {}).items():
        if isinstance(answer, str):  # what the variant answers for good
            change = merge(table["options"][name]["answers"][answer].get("over", {}), change)
    return _plain(merge(table, change))


def _plain(table: dict[str, Any]) -> dict[str, Any]:
    left_out = ("layout", "options", "combinations")
    return {key: value for key, value in table.items() if key not in left_out}
