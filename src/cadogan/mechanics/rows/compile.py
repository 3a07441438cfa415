"""Compilation of the keys for rows."""

from __future__ import annotations

import re

from cadogan.core.errors import InvalidKeyError
from cadogan.mechanics.piles import Piles
from cadogan.rules.definition import ACTION_TABLES, Definition
from cadogan.rules.group import Group, ever
from cadogan.rules.phases import taken
from cadogan.rules.phrases import Face, Space, Take, WinWay
from cadogan.rules.vocabulary import NEIGHBOURS, REDEAL_ORDERS
from cadogan.state.compiled import RowRules

BY_TOP = "whole pile by its top card"
ENDS = "top or bottom card"
TO_SPACES = "top card, runs to spaces"
FREEING = "run, whole or freeing a card"


_KEPT = [order for order in REDEAL_ORDERS if "those in order stay" in order]


def keeps_order(definition: Definition) -> bool:
    """Return whether cards of a grid that are in order stay in place during a redeal."""
    return bool(definition.redeal and definition.redeal.order in _KEPT)


def check_redeal(definition: Definition) -> None:
    """Check a redeal during which the cards in order stay in place."""
    tableau = definition.of_kind("tableau")
    others = len(tableau) > 1 or bool(definition.of_kind("stock"))
    if keeps_order(definition) and (others or not tableau[0].row):
        raise ValueError("this needs a game with one grid and no stock")


def check_drawing(definition: Definition) -> None:
    """Check that a game with moves of whole piles or whole runs does not draw buried cards."""
    for take in (BY_TOP, ENDS):
        if definition.merci and any(taken(g) == take for g in definition.of_kind("tableau")):
            raise InvalidKeyError(
                "merci", f"buried cards cannot be drawn from piles with take = {take!r}"
            )
    if definition.merci and any(g.whole for g in definition.of_kind("foundation")):
        raise InvalidKeyError(
            "merci", "buried cards cannot be drawn if foundations take whole runs"
        )


def check_in_order(definition: Definition) -> None:
    """Check that a game won by rows in order has a grid."""
    if definition.win == WinWay.ROWS_IN_ORDER and not any(group.row for group in definition.groups):
        raise ValueError("this needs a grid, a [tableau] with 'row'")


def check_reach(definition: Definition) -> None:
    """Check the distances that the cards of a row may move."""
    for group in definition.of_kind("tableau"):
        if any(not 1 <= step < group.piles for step in group.reach):
            raise ValueError(f"each distance must be from 1 to {group.piles - 1}")


def check_leftmost(definition: Definition) -> None:
    """Check a group in which a card must go to the leftmost pile that takes it."""
    if not any(group.leftmost for group in definition.groups):
        return
    for group in definition.of_kind("tableau"):
        if group.leftmost and ({*ever(group, "space")} != {Space.NONE} or group.bare):
            raise ValueError("piles of such a group must stay empty: write space = 'none'")
        if group.reach or group.closes or group.row or group.wrong:
            raise ValueError(
                "'leftmost' cannot be combined with 'reach', 'closes', 'row' or 'wrong'"
            )
    if any({*ever(g, "take")} - {"none", "top card"} for g in definition.groups):
        raise ValueError("cards must move one by one: write take = 'top card' in all groups")
    if definition.merci is not None:
        raise ValueError("this cannot be combined with [merci]")


def check_closes(definition: Definition) -> None:
    """Check the rows that close up."""
    for group in definition.of_kind("tableau"):
        if group.closes and (group.face != Face.UP or group.row or group.space != Space.NONE):
            raise ValueError(
                "such a row must lie face up and cannot be filled: write space = 'none'"
            )


def check_grid(definition: Definition) -> None:
    """Check the grid of a definition."""
    grids = [g for g in definition.of_kind("tableau") if g.row or g.space in NEIGHBOURS]
    if len(grids) > 1:
        raise ValueError("only one group may be a grid")
    for group in grids:
        if not 2 <= group.row <= group.piles or group.piles % group.row:
            raise ValueError(f"{group.piles} piles do not make rows of {group.row}")
        if group.most != 1 or group.space not in NEIGHBOURS or group.take != Take.TOP_CARD:
            raise ValueError(
                "places of a grid hold one card: write most = 1, take = 'top card' and"
                " space = 'left neighbour' or 'either neighbour'"
            )
        if group.space != NEIGHBOURS[0] and len([*ever(group, "space"), *ever(group, "build")]) > 2:
            raise ValueError(
                "gaps between two neighbours cannot change during a game: leave out 'then'"
            )
        if "none" in ever(group, "build"):
            raise ValueError(
                "'build' must say how the cards in a row follow each other, such as 'up in suit'"
            )
        if group.face != Face.UP:
            raise ValueError("the cards of a grid must lie face up")
        if group.apart or group.ends:
            raise ValueError("'apart' and 'ends' have no effect in a grid")
        if group.refill or any(ever(group, "fill")):
            raise ValueError("the gaps of a grid cannot be filled: leave out 'refill' and 'fill'")
        if group.ring:
            _check_ring(definition, group)
        if group.fixed and (definition.remove or any(g.leaves for g in definition.groups)):
            raise ValueError("fixed cards could not leave play: leave out 'fixed'")
        if group.fixed and group.keep:
            raise ValueError("with 'keep' no card can be moved: leave out 'fixed'")
        _check_starts(group)


def _check_starts(group: Group) -> None:
    starts, rows = starts_of_rows(group), group.piles // group.row
    if len(starts) != rows:
        raise ValueError(
            f"expected {rows} entries in 'row_start', one for each row, got {len(starts)}"
        )
    for start in starts:
        if not re.fullmatch(r"[A2-9TJQK][CDHS]?", start):
            raise ValueError(
                f"{start!r} in 'row_start' is not a rank or a card, such as '2' or '2C'"
            )


def _check_ring(definition: Definition, group: Group) -> None:
    builds = [group.build] if isinstance(group.build, str) else group.build
    if isinstance(group.row_start, list):
        raise ValueError("in a ring all rows begin alike: write a single 'row_start'")
    if any(re.fullmatch(r"(up|down)( by \d)? (?!then)(?!or)[a-z ]+", b) is None for b in builds):
        raise ValueError(
            "in a ring the rows must end: write a build 'up ...' or 'down ...' without 'wrapping'"
        )
    if group.fixed:
        raise ValueError("'fixed' cannot be combined with a ring")
    if keeps_order(definition):
        raise ValueError("a redeal that keeps cards in order cannot be combined with a ring")


def starts_of_rows(group: Group) -> list[str]:
    """Return the cards or ranks that may begin each row of a grid.

    >>> starts_of_rows(Group(kind="tableau", name="t", piles=4, row=2, row_start="2"))
    ['2', '2']
    """
    if isinstance(group.row_start, list):
        return group.row_start
    return [group.row_start] * (group.piles // max(group.row, 1))


def left_place(group: Group, i: int) -> int:
    """Return the place to the left of place ``i`` of a grid, or -1.

    >>> left_place(Group(kind="tableau", name="t", piles=4, row=2, ring=True), 0)
    3
    """
    if group.ring:
        return (i - 1) % group.piles
    return i - 1 if group.row and i % group.row else -1


def right_place(group: Group, i: int) -> int:
    """Return the place to the right of place ``i`` of a grid, or -1 if that place has no effect."""
    if not group.row or group.space != Space.EITHER_NEIGHBOUR:
        return -1
    if group.ring:
        return (i + 1) % group.piles
    return i + 1 if (i + 1) % group.row else -1


def _only_tops_matter(definition: Definition, group: Group) -> bool:
    """Return whether the cards below the top cards of a group can never have an effect again."""
    return (
        definition.win == WinWay.ONE_PILE
        and group.kind == "tableau"
        and group.closes
        and group.take == BY_TOP
        and len(definition.of_kind("tableau")) == 1
        and {g.kind for g in definition.groups} <= {"tableau", "discard"}
        and all(getattr(definition, key) is None for key in ACTION_TABLES)
        and not (group.most or group.least or group.keep or group.then)
        and isinstance(group.build, str)
        and "one way" not in group.build
    )


def row_rules(piles: Piles) -> RowRules:
    """Return the rules for rows; :mod:`cadogan.compiler.acceptance` adds the preceding cards."""
    definition = piles.definition
    grid = next((group for group in piles.groups if group.row), None)
    places = piles.own(grid) if grid else range(0)
    beyond = [-1] * len(piles.of)
    for i, p in enumerate(places):
        if grid and (right := right_place(grid, i)) >= 0:
            beyond[p] = places.start + right
    redeal = keeps_order(definition) and definition.redeal
    return RowRules(
        reach=[sum(1 << step for step in g.reach) for g in piles.of],
        leftmost=[piles.first[g.name] if g.leftmost else -1 for g in piles.of],
        closing=int(any(g.closes for g in piles.groups)),
        closes=[int(g.closes) for g in piles.of],
        topped=[int(_only_tops_matter(definition, g)) for g in piles.of],
        length=grid.row if grid else 0,
        fixed=int(bool(grid and grid.fixed)),
        ring=int(bool(grid and grid.ring)),
        beyond=beyond,
        ahead=[],
        grid_first=places.start,
        grid_end=places.stop,
        redeal_kept=_KEPT.index(redeal.order) + 1 if redeal else 0,
    )
