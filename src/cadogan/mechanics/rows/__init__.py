"""Piles that stand in rows: rows that pack leftwards (Accordion), grids with gaps (Gaps)."""

from __future__ import annotations

from cadogan.mechanics.mechanic import Mechanic
from cadogan.mechanics.rows.compile import (
    check_closes,
    check_drawing,
    check_grid,
    check_in_order,
    check_leftmost,
    check_reach,
    check_redeal,
    row_fields,
    row_piles,
)

MECHANIC = Mechanic(
    checks=(
        ("", check_drawing),
        ("tableau.row", check_grid),
        ("tableau.reach", check_reach),
        ("tableau.closes", check_closes),
        ("tableau.leftmost", check_leftmost),
        ("redeal.order", check_redeal),
        ("win", check_in_order),
    ),
    compile=lambda setting: row_fields(setting.definition, setting.of),
    needs=("rows.closing", "rows.length", "rows.reach", "rows.leftmost"),
    placed=lambda setting: row_piles(setting.definition, setting.of),
)
