"""Agreement: foundations that all go one way, show one suit at a height, or share lines."""

from __future__ import annotations

from cadogan.mechanics.agreement.compile import check_lines, check_same_suits, check_same_way
from cadogan.mechanics.mechanic import Mechanic, Setting


def _placed(setting: Setting) -> set[int]:
    in_lines = any(group.in_lines for group in setting.definition.of_kind("foundation"))
    return setting.piles("foundation") if in_lines else set()


MECHANIC = Mechanic(
    checks=(
        ("foundation", check_same_way),
        ("foundation", check_same_suits),
        ("foundation", check_lines),
    ),
    placed=_placed,
)
