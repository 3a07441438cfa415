"""Cards that leave play one by one: of a suit or rank, or beaten by another top card."""

from __future__ import annotations

from cadogan.mechanics.mechanic import Mechanic
from cadogan.mechanics.single_discard.compile import check_discards, check_stay, discard_fields
from cadogan.mechanics.single_discard.text import discard_clauses

MECHANIC = Mechanic(
    checks=(("discard", check_discards), ("", check_stay)),
    compile=lambda setting: discard_fields(setting.definition, setting.kinds),
    needs=("single_discard.used",),
    clauses=discard_clauses,
)
