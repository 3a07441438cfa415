"""Reduction of a fault to the smallest definition that still shows it.

The search is greedy: whole tables first, then keys, fewer ranks, simpler values, and finally fewer
moves. A smaller definition must show a fault of the same part and kind, on the same deal or on one
of a few others.
"""

from __future__ import annotations

import copy
import json
import re
import time
from collections.abc import Iterator
from typing import Any

from cadogan.core.cards import RANKS
from cadogan.rules import vocabulary
from cadogan.rules.to_toml import toml_text
from tests.fuzz.draw import Table, language, refusal
from tests.fuzz.language import groups_of
from tests.fuzz.runner import Fault, look

__all__ = ["shrink"]

_DEALS = 6
_NEEDED = ("name", "family", "decks")
Path = tuple[str, ...]


def shrink(fault: Fault, seconds: float = 20, steps: int = 14) -> tuple[Fault, int]:
    """Return a fault of the same kind in the smallest definition found, and the steps it needs."""
    end = time.process_time() + seconds
    best, again = fault, True
    for fewer in (0, 1, 2, 4, 8):
        if fewer < steps and (found := _shows(best, best.table, fewer)):
            best, steps = found, fewer
            break
    while again:
        again = False
        for table in _smaller(best.table):
            if time.process_time() > end:
                return best, steps
            # accepting definitions that are not smaller could make the search endless
            if _size(table) < _size(best.table) and (found := _shows(best, table, steps)):
                best, again = found, True
                break
    for fewer in range(steps):
        if found := _shows(best, best.table, fewer):
            return found, fewer
    return best, steps


def _size(table: Table) -> tuple[int, str]:
    text = toml_text(table)
    return len(text), text


def _ranks(table: Table) -> list[str]:
    return list(table.get("ranks", " ".join(RANKS)).split())


def _shows(fault: Fault, table: Table, steps: int) -> Fault | None:
    """Return the fault in a valid definition whose foundations have room for all cards, or None."""
    homes = [g for name, g in groups_of(table).items() if name.startswith("foundation")]
    suits = table.get("suits", "C D H S").split()
    if "win" not in table and sum(g.get("piles", 0) for g in homes) < table["decks"] * len(suits):
        return None
    if refusal(table):
        return None
    for deal in dict.fromkeys([fault.deal, *range(1, _DEALS + 1)]):
        found = look(table, fault.part, deal, steps)
        if found and (found.part, found.kind) == (fault.part, fault.kind):
            return found
    return None


def _smaller(table: Table) -> Iterator[Table]:
    """Yield simpler definitions, some of them invalid."""
    yield from (_with(table, path) for path in _paths(table) if path[0] not in _NEEDED)
    for kind in vocabulary.KINDS:
        names = [name for name in groups_of({kind: table.get(kind, {})}) if name != kind]
        if len(names) == 1:  # a single group does not need a name
            plain: Table = json.loads(json.dumps(table).replace(names[0], kind))
            yield plain | {kind: next(iter(plain[kind].values()))}
    if table["decks"] > 1:
        yield table | {"decks": 1}
    for rank in ranks if len(ranks := _ranks(table)) > 2 else ():
        fewer = table | {"ranks": " ".join(other for other in ranks if other != rank)}
        yield from (fewer, *_dealt_less(fewer))
    for path in _paths(table):
        for value in _simpler(path, _at(table, path)):
            yield _with(table, path, value)
    yield from _dealt_less(table)


def _dealt_less(table: Table) -> Iterator[Table]:
    """Yield definitions that leave all cards in the stock, or deal all of them to one pile."""
    count = table["decks"] * len(table.get("suits", "C D H S").split()) * len(_ranks(table))
    dealt = [path for path in _paths(table) if path[-1] == "deal" and len(path) > 1]
    dealt = [path for path in dealt if path[0] not in ("stock", "foundation", "discard")]
    none = table
    for path in dealt:
        none = _with(none, path, 0)
    yield none
    for path in dealt:
        piles = _at(table, path[:-1]).get("piles", 1)
        yield _with(none, path, [count, *[0] * (piles - 1)])


def _paths(table: Table, before: Path = ()) -> Iterator[Path]:
    for key, value in table.items():
        yield (*before, key)
        if isinstance(value, dict):
            yield from _paths(value, (*before, key))


def _at(table: Table, path: Path) -> Any:
    value: Any = table
    for key in path:
        value = value[key]
    return value


def _with(table: Table, path: Path, value: Any = None) -> Table:
    """Return a definition with a new value for a key, or without it and the keys that need it."""
    other = copy.deepcopy(table)
    place = _at(other, path[:-1])
    for key in [key for key in place if key.startswith(f"{path[-1]}_") and value is None]:
        del place[key]
    if value is None:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return other


def _simpler(path: Path, value: Any) -> Iterator[Any]:
    """Yield simpler values of a key: smaller numbers, shorter lists, shorter phrases."""
    if path[-1] in (*_NEEDED, "ranks") or isinstance(value, (bool, dict)):
        return
    if isinstance(value, int):
        yield from (n for n in sorted({0, 1, value - 1}) if 0 <= n < value)
    elif isinstance(value, list) and value:
        yield value[0]
        yield from ([x for i, x in enumerate(value) if i != at] for at in range(len(value)))
        if all(isinstance(n, int) for n in value) and sum(value[1:]):
            yield [sum(value), *[0] * (len(value) - 1)]
    elif isinstance(value, str):
        yield from (re.sub(cut, "", value) for cut in ("^not ", ", [^,]+$", r" by \d", r" and \S+"))
        phrases = language().phrases(".".join((path[0], *path[1:][-1:])))
        yield from (phrase for phrase in phrases if 0 < len(phrase) < len(value))
