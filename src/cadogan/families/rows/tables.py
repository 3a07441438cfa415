"""What the keys of rows mean in integers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from cadogan.language.definition import Definition, Group
from cadogan.rulebook import starts_of_rows

__all__ = ["BY_TOP", "check_rows", "row_fields"]


BY_TOP = "whole pile by its top card"


def check_rows(definition: Definition) -> None:
    """Check the keys of rows.

    Raises:
        ValueError: saying what would be right.
    """
    for group in definition.of_kind("tableau"):
        if group.row:
            _check_grid(group)
        elif group.space == "left neighbour":
            raise ValueError(
                "tableau.space: 'left neighbour' says nothing where 'row' is not given"
            )
        if any(not 1 <= step < group.piles for step in group.reach):
            raise ValueError(f"tableau.reach: there are 1 to {group.piles - 1} places to the left")
        if group.closes and (group.face != "up" or group.row or group.space != "none"):
            raise ValueError("tableau.closes: such a row lies face up, with space = 'none'")
    grids = [g for g in definition.of_kind("tableau") if g.row]
    if len(grids) > 1:
        raise ValueError("tableau.row: only one group can be a grid")
    if definition.win == "rows in order" and not grids:
        raise ValueError("win: 'rows in order' needs a grid, a group with 'row'")
    others = len(definition.of_kind("tableau")) > 1 or bool(definition.of_kind("stock"))
    if keeps_order(definition) and (not grids or others):
        raise ValueError("redeal.order: this is of games of one grid, and no stock")


def keeps_order(definition: Definition) -> bool:
    """Say whether a redeal leaves the cards of a grid that are in order."""
    return bool(definition.redeal and definition.redeal.order.endswith("stay"))


def _check_grid(group: Group) -> None:
    if not 2 <= group.row <= group.piles or group.piles % group.row:
        raise ValueError(f"tableau.row: {group.piles} places are not made of rows of {group.row}")
    if group.most != 1 or group.space != "left neighbour" or group.take != "top card":
        raise ValueError(
            "tableau.row: a place of a grid holds one card: write most = 1, take = 'top card' and"
            " space = 'left neighbour'"
        )
    if group.face != "up":
        raise ValueError("tableau.row: the cards of a grid lie face up")
    starts = starts_of_rows(group)
    if len(starts) != group.piles // group.row:
        raise ValueError(
            f"tableau.row_start: {len(starts)} entries for {group.piles // group.row} rows"
        )
    for start in starts:
        if not re.fullmatch(r"[A2-9TJQK][CDHS]?", start):
            raise ValueError(f"tableau.row_start: {start!r} is no rank or card such as '2C'")


def _only_tops_matter(definition: Definition, group: Group) -> bool:
    """Say whether the cards under the top ones of a group can never play a part again."""
    return (
        definition.win == "one pile"
        and group.kind == "tableau"
        and group.closes
        and group.take == BY_TOP
        and len(definition.of_kind("tableau")) == 1
        and {g.kind for g in definition.groups} <= {"tableau", "discard"}
        and not (definition.redeal or definition.shift or definition.merci or definition.remove)
        and not (group.most or group.least or group.keep or group.then)
        and isinstance(group.build, str)
        and "one way" not in group.build
    )


def row_fields(definition: Definition, of: Sequence[str]) -> Mapping[str, Any]:
    """Return the fields of :class:`~cadogan.tables.Tables` that say what stands in rows.

    Args:
        definition: the game's.
        of: the name of each pile's group.
    """
    groups = {group.name: group for group in definition.groups}
    grid = [p for p, name in enumerate(of) if groups[name].row]
    closes = [int(groups[name].closes) for name in of]
    return {
        "reach": [sum(1 << step for step in groups[name].reach) for name in of],
        "closing": int(any(closes)),
        "closes": closes,
        "topped": [int(_only_tops_matter(definition, groups[name])) for name in of],
        "row": groups[of[grid[0]]].row if grid else 0,
        "grid_first": grid[0] if grid else 0,
        "grid_end": grid[-1] + 1 if grid else 0,
        "redeal_kept": int(keeps_order(definition)),
    }
