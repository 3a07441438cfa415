"""Agreement: foundations that share a direction, a suit at each height, or a set of lines."""

from __future__ import annotations

from cadogan.mechanics.agreement.compile import check_lines, check_same_suits, check_same_way
from cadogan.mechanics.mechanic import Feature, Mechanic
from cadogan.mechanics.piles import Piles


def _placed(piles: Piles) -> set[int]:
    in_lines = any(group.in_lines for group in piles.definition.of_kind("foundation"))
    return {*piles.named("foundation")} if in_lines else set()


MECHANIC = Mechanic(
    checks=(
        ("foundation", check_same_way),
        ("foundation", check_same_suits),
        ("foundation", check_lines),
    ),
    features={
        "accept.same_way": Feature("same way", "several piles share one direction", -1),
        "accept.same_suits": Feature(
            "same suits", "at each height several foundations show the same suit", -1
        ),
        "accept.line": Feature(
            "lines of suits", "play fixes the suits of foundations, line by line", -1
        ),
    },
    placed=_placed,
)
