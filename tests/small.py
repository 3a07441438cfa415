"""Small games of tests: a test writes only the keys that matter to it."""

from __future__ import annotations

import tomllib
from typing import Any

from cadogan.model.position import Game
from cadogan.rules.house_rules import merge
from cadogan.rules.loading import load_table

__all__ = ["small_game", "small_table"]

USUAL: dict[str, dict[str, Any]] = {
    "foundation": {"piles": 4, "start": "A", "build": "up in suit"},
    "tableau": {"piles": 4, "build": "down any suit", "take": "top card", "space": "none"},
    "stock": {"deal": "1 to waste"},  # in a game with a waste
}
"""The keys that groups of a kind have if a test does not write others."""


def small_game(rules: str, /, **changes: object) -> Game:
    """Return the small game with the rules of :func:`small_table`."""
    return Game(load_table(small_table(rules, **changes), "small.toml")["small"])


def small_table(rules: str, /, **changes: object) -> dict[str, Any]:
    """Return the definition of a small game of one pack.

    Args:
        rules: TOML; each group in it has the usual keys of its kind unless it has others.
        changes: more keys, merged into the rules.

    >>> small_table("[foundation.left]", ranks="A 2", foundation={"left": {"piles": 2}})
    ... # doctest: +NORMALIZE_WHITESPACE
    {'name': 'Small', 'family': 'Tests', 'decks': 1,
     'foundation': {'left': {'piles': 2, 'start': 'A', 'build': 'up in suit'}}, 'ranks': 'A 2'}
    """
    table: dict[str, Any] = {"name": "Small", "family": "Tests", "decks": 1}
    table = merge(merge(table, tomllib.loads(rules)), changes)
    for kind in USUAL.keys() & table.keys():
        if kind == "stock" and "waste" not in table:
            continue
        keys = table[kind]
        named = [name for name in keys if name != "then" and isinstance(keys[name], dict)]
        table[kind] = (
            {name: USUAL[kind] | keys[name] for name in named} if named else USUAL[kind] | keys
        )
    return table
