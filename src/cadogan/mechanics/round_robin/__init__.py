"""Dealing in rotation: a stock laid out card by card, a redeal that goes pile by pile."""

from __future__ import annotations

from cadogan.mechanics.mechanic import Mechanic, Setting
from cadogan.mechanics.round_robin.compile import (
    check_falls,
    check_kings,
    check_rotation,
    check_turns,
    rotation_fields,
)
from cadogan.mechanics.round_robin.text import round_robin_counters


def _placed(setting: Setting) -> set[int]:
    falls = any(group.falls_on for group in setting.definition.of_kind("foundation"))
    return setting.piles("foundation") if falls else set()


MECHANIC = Mechanic(
    checks=(
        ("stock", check_turns),
        ("foundation", check_falls),
        ("redeal", check_rotation),
        ("", check_kings),
    ),
    compile=lambda setting: rotation_fields(setting.definition, setting.of, setting.kinds),
    needs=(
        "round_robin.deal_times",
        "round_robin.redeal_stock",
        "round_robin.batch",
        "round_robin.piles",
        "round_robin.redeal_by_pile",
    ),
    placed=_placed,
    counters=round_robin_counters,
)
