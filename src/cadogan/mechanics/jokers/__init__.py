"""Jokers: cards without rank and suit, which fit everything."""

from __future__ import annotations

from cadogan.mechanics.jokers.compile import check_jokers
from cadogan.mechanics.mechanic import Mechanic

MECHANIC = Mechanic(
    checks=(("", check_jokers),),
)
