"""Weaving: exiles kept out of the deal, which are laid under the piles of their ranks in turn."""

from __future__ import annotations

from cadogan.mechanics.mechanic import Mechanic
from cadogan.mechanics.weaving.compile import check_weave, weaving_fields

MECHANIC = Mechanic(
    checks=(("weave", check_weave),),
    compile=lambda setting: weaving_fields(setting.definition, setting.of),
    needs=("weaving.used",),
    placed=lambda setting: setting.piles("tableau") if setting.definition.weave else set(),
)
