"""Rows of piles: rows that close up, as in Accordion, and grids with gaps, as in Gaps."""

from __future__ import annotations

from cadogan.mechanics.mechanic import Feature, Mechanic
from cadogan.mechanics.piles import Piles
from cadogan.mechanics.rows import compile as rows


def _placed(piles: Piles) -> set[int]:
    return {p for p, g in enumerate(piles.of) if g.row or g.reach or g.closes or g.leftmost}


MECHANIC = Mechanic(
    checks=(
        ("", rows.check_drawing),
        ("tableau.row", rows.check_grid),
        ("tableau.reach", rows.check_reach),
        ("tableau.closes", rows.check_closes),
        ("tableau.leftmost", rows.check_leftmost),
        ("redeal.order", rows.check_redeal),
        ("win", rows.check_in_order),
    ),
    compile=rows.row_rules,
    features={
        "rows.reach": Feature("reach", "cards in a row move only a few places to the left"),
        "rows.leftmost": Feature("leftmost", "only the leftmost pile that fits takes a card", -1),
        "rows.closing": Feature("closes up", "a row closes up"),
        "rows.topped": Feature("top cards alone", "in some piles only the top card can matter"),
        "rows.length": Feature("grid", "piles form the rows of a grid"),
        "rows.fixed": Feature("fixed rows", "cards that are in order in their row stay"),
        "rows.ring": Feature("ring", "the rows form a ring, from the last place to the first"),
        "rows.beyond": Feature(
            "right neighbours",
            "the neighbour to the right of a place determines which cards it takes",
            -1,
        ),
        "rows.redeal_kept": Feature(
            "redeals keep", "a redeal leaves cards of a grid in place if they are in order"
        ),
    },
    shape=("closes", "ahead", "grid_first", "grid_end"),
    placed=_placed,
)
