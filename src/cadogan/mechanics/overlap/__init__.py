"""Overlapping piles, such as pyramids and peaks: a card is free when no other card covers it.

The function :func:`cadogan.state.queries.covered` decides whether a pile is covered. No card leaves
or enters a covered pile. A face-down card is turned up once its pile is uncovered.
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
