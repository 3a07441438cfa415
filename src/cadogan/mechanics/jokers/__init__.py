"""Jokers: cards without rank or suit, which go on every card and take every card."""

from __future__ import annotations

from cadogan.mechanics.jokers.compile import check_jokers
from cadogan.mechanics.mechanic import Mechanic

MECHANIC = Mechanic(
    checks=(("", check_jokers),),
)
