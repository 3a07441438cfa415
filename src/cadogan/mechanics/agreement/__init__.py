"""Agreement: foundations that all go one way, show one suit at a height, or share lines."""

from __future__ import annotations

from cadogan.mechanics.agreement.compile import check_lines, check_same_suits, check_same_way
from cadogan.mechanics.mechanic import Mechanic
from cadogan.mechanics.piles import Piles
from cadogan.state.compiled import CompiledRules


def _used(R: CompiledRules) -> bool:
    return max(*R.accept.same_way, *R.accept.same_suits, *R.accept.line) >= 0


def _placed(piles: Piles) -> set[int]:
    in_lines = any(group.in_lines for group in piles.definition.of_kind("foundation"))
    return {*piles.named("foundation")} if in_lines else set()


MECHANIC = Mechanic(
    checks=(
        ("foundation", check_same_way),
        ("foundation", check_same_suits),
        ("foundation", check_lines),
    ),
    needs=_used,
    placed=_placed,
)
