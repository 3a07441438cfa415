"""Shuttles: a card that comes home turns up the next one, at its own place."""

from __future__ import annotations

from cadogan.mechanics.mechanic import Mechanic, Setting
from cadogan.mechanics.shuttles.compile import check_aside, check_shuttles, shuttle_fields
from cadogan.mechanics.shuttles.text import shuttle_clauses, shuttle_counters


def _placed(setting: Setting) -> set[int]:
    opens = shuttle_fields(setting.definition, setting.of)["shuttles.opens"]
    return {p for pair in enumerate(opens) if pair[1] >= 0 for p in pair}


MECHANIC = Mechanic(
    checks=(("foundation", check_shuttles), ("foundation", check_aside)),
    compile=lambda setting: shuttle_fields(setting.definition, setting.of),
    needs=("shuttles.used",),
    placed=_placed,
    clauses=shuttle_clauses,
    counters=shuttle_counters,
)
