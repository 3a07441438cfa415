"""Counting: ranks are called one after another, and a card that is called leaves play."""

from __future__ import annotations

from cadogan.mechanics.counting.compile import check_counting, counting_fields
from cadogan.mechanics.counting.text import counting_clauses, counting_counters
from cadogan.mechanics.mechanic import Mechanic, Setting


def _placed(setting: Setting) -> set[int]:
    count = setting.definition.count
    return setting.piles("tableau") if count and count.of == "tableau" else set()


MECHANIC = Mechanic(
    checks=(("count", check_counting),),
    compile=lambda setting: counting_fields(setting.definition, setting.kinds),
    needs=("counting.way",),
    placed=_placed,
    clauses=counting_clauses,
    counters=counting_counters,
)
