"""Piles that lie on piles: pyramids and peaks, whose cards are free when nothing lies on them.

What it means in a game stands in :func:`cadogan.state.queries.covered`: nothing is taken from a
covered pile and nothing is put there, and a card face down is turned up when its pile is uncovered.
"""

from __future__ import annotations

from cadogan.mechanics.mechanic import Mechanic
from cadogan.mechanics.overlap.compile import check_covers, cover_fields

MECHANIC = Mechanic(
    checks=(("", check_covers),),
    compile=lambda setting: cover_fields(setting.definition, setting.of),
    needs=("overlap.used",),
)
