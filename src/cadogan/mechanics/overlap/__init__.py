"""Overlapping piles: pyramids and peaks, whose cards are free when no other card covers them.

:func:`cadogan.state.queries.covered` defines the effect. Nothing leaves or enters a covered pile,
and a face-down card is turned up once its pile is uncovered.
"""

from __future__ import annotations

from cadogan.mechanics.mechanic import Feature, Mechanic
from cadogan.mechanics.overlap.compile import check_covers, overlap_rules

MECHANIC = Mechanic(
    checks=(("", check_covers),),
    compile=overlap_rules,
    features={"overlap.used": Feature("covers", "some piles cover others")},
    shape=("starts", "above"),
)
