"""Shrinking of a fault: the smallest definition found that still shows it.

The search is greedy: whole tables first, then keys, simpler values, fewer ranks and piles, and last
fewer moves. A smaller definition must show a fault of the same part and kind, on the same deal or
on one of a few others.
"""

from __future__ import annotations

import copy
import time
from collections.abc import Iterator
from typing import Any

from cadogan.rules import vocabulary
from tests.fuzz.draw import Table
from tests.fuzz.runner import Fault, look, refusal_of
from tests.fuzz.toml import write

__all__ = ["shrink"]

_DEALS = 6
_NEEDED = ("name", "family", "decks")
_PLAIN: dict[str, Any] = {
    "win": "foundations complete", "build": "any card", "take": "top card", "space": "any card",
    "face": "down", "order": "piles", "start": "A", "run": "down any suit",
}  # fmt: skip


def shrink(fault: Fault, seconds: float = 20, steps: int = 14) -> tuple[Fault, int]:
    """Return a fault of the same kind in the smallest definition found, and the steps it needs."""
    end = time.process_time() + seconds
    best = fault
    for fewer in (0, 1, 2, 4, 8):
        if fewer < steps and (found := _shows(best, best.table, fewer)):
            best, steps = found, fewer
            break
    again = True
    while again:
        again = False
        for table in _smaller(best.table):
            if _size(table) >= _size(best.table):
                continue  # else it could go round for ever
            if time.process_time() > end:
                return best, steps
            if found := _shows(best, table, steps):
                best, again = found, True
                break
    for fewer in range(steps):
        if found := _shows(best, best.table, fewer):
            return found, fewer
    return best, steps


def _size(table: Table) -> tuple[int, str]:
    text = write(table)
    return len(text), text


def _of_a_rank(table: Table) -> int:
    return int(table["decks"]) * len(table.get("suits", "C D H S").split())


def _holds_all(table: Table) -> bool:
    """Return whether a definition asks of its foundations no more than they can hold.

    What is contradictory may be refused one day; a finding should not be such a definition.
    """
    ranks = len(table.get("ranks", "A 2 3 4 5 6 7 8 9 T J Q K").split())
    some = table.get("foundation", {})
    parts = [v for v in some.values() if isinstance(v, dict)] or [some]
    piles = sum(part.get("piles", 0) for part in parts)
    return "win" in table or piles * ranks >= _of_a_rank(table) * ranks


def _shows(fault: Fault, table: Table, steps: int) -> Fault | None:
    if not _holds_all(table) or refusal_of(table):
        return None
    for deal in dict.fromkeys([fault.deal, *range(1, _DEALS + 1)]):
        found = look(table, fault.part, deal, steps)
        if found and (found.part, found.kind) == (fault.part, fault.kind):
            return found
    return None


def _smaller(table: Table) -> Iterator[Table]:
    """Yield definitions that say a little less."""
    for path in _paths(table):
        if path[0] not in _NEEDED and (len(path) > 1 or path[0] not in ("ranks",)):
            yield _dropped(table, path)
    for kind in vocabulary.KINDS:
        some = table.get(kind)
        if some and len(some) == 1 and isinstance(next(iter(some.values())), dict):
            one = copy.deepcopy(table)
            text = repr(one).replace(f"{kind}.{next(iter(some))}", kind)
            if "then" not in some:
                plain = _parsed(text)
                plain[kind] = next(iter(plain[kind].values()))
                yield plain
    if table["decks"] > 1:
        yield _changed(table, ("decks",), 1)
    for at in range(len(ranks := table.get("ranks", "A 2 3 4 5 6 7 8 9 T J Q K").split())):
        if len(ranks) > 2:
            fewer = _changed(table, ("ranks",), " ".join(r for i, r in enumerate(ranks) if i != at))
            yield fewer
            yield from _dealt_less(fewer)
    for path in _paths(table):
        value = _at(table, path)
        yield from (_changed(table, path, other) for other in _simpler(path[-1], value))
    yield from _dealt_less(table)


def _parsed(text: str) -> Table:
    import ast  # noqa: PLC0415

    found: Table = ast.literal_eval(text)
    return found


def _dealt_less(table: Table) -> Iterator[Table]:
    """Deal nothing, and leave the cards to the stock; or deal all to one pile."""
    count = _of_a_rank(table) * len(table.get("ranks", "A 2 3 4 5 6 7 8 9 T J Q K").split())
    for path in _paths(table):
        if path[-1] == "deal" and path[0] != "stock" and len(path) > 1:
            piles = _at(table, path[:-1]).get("piles", 1)
            less = copy.deepcopy(table)
            for other in _paths(table):
                if other[-1] == "deal" and other[0] not in ("stock", "foundation"):
                    _at(less, other[:-1])["deal"] = 0
            yield less
            if _at(table, path) != [count, *[0] * (piles - 1)]:
                yield _changed(less, path, [count, *[0] * (piles - 1)])


def _paths(table: Table, before: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    for key, value in table.items():
        yield (*before, key)
        if isinstance(value, dict):
            yield from _paths(value, (*before, key))


def _at(table: Table, path: tuple[str, ...]) -> Any:
    value: Any = table
    for key in path:
        value = value[key]
    return value


def _dropped(table: Table, path: tuple[str, ...]) -> Table:
    """Return a definition without a key, and without those that say nothing without it."""
    other = copy.deepcopy(table)
    some = _at(other, path[:-1])
    for key in [key for key in some if key == path[-1] or key.startswith(f"{path[-1]}_")]:
        del some[key]
    return other


def _changed(table: Table, path: tuple[str, ...], value: Any) -> Table:
    other = copy.deepcopy(table)
    _at(other, path[:-1])[path[-1]] = value
    return other


def _simpler(key: str, value: Any) -> Iterator[Any]:
    if isinstance(value, bool) or key in ("name", "family", "decks", "ranks"):
        return
    if isinstance(value, int):
        yield from (n for n in sorted({0, 1, value - 1}) if 0 <= n < value)
    elif isinstance(value, list) and value:
        yield value[0]
        if len(value) > 1:
            yield from ([x for i, x in enumerate(value) if i != at] for at in range(len(value)))
        if all(isinstance(n, int) for n in value) and sum(value[1:]):
            yield [sum(value), *[0] * (len(value) - 1)]
    elif isinstance(value, str):
        if value.startswith("not "):
            yield value.removeprefix("not ")
        plain = _PLAIN.get(key, value)
        if value != plain and (len(value) > len(plain) or value.endswith(" empty")):
            yield plain
        for more in (", one way", ", wrapping", " by 2", " by 3"):
            if more in value:
                yield value.replace(more, "")
        if " and " in value:
            yield f"{value.split(' and ')[0]} empty"
