"""Piles that lie on piles: pyramids and peaks, whose cards are free when nothing lies on them.

What it means in a game stands in :func:`cadogan.state.queries.covered`: nothing is taken from a
covered pile and nothing is put there, and a card face down is turned up when its pile is uncovered.
"""

from __future__ import annotations

from cadogan.mechanics.mechanic import Feature, Mechanic
from cadogan.mechanics.overlap.compile import check_covers, overlap_rules

MECHANIC = Mechanic(
    checks=(("", check_covers),),
    compile=overlap_rules,
    features={"overlap.used": Feature("covers", "piles lie on piles")},
    shape=("starts", "above"),
)
