"""Round robin: a stock dealt to one pile after another, and redeals of one pile at a time."""

from __future__ import annotations

from cadogan.mechanics.mechanic import Feature, Mechanic
from cadogan.mechanics.piles import Piles
from cadogan.mechanics.round_robin.compile import (
    check_falls,
    check_kings,
    check_rotation,
    check_turns,
    round_robin_rules,
)
from cadogan.mechanics.round_robin.text import round_robin_counters
from cadogan.state.compiled import CompiledRules


def _most(R: CompiledRules) -> int:
    own = R.round_robin
    return own.deal_times or (own.batch + 1 if own.batch else max(0, own.piles - 1))


def _placed(piles: Piles) -> set[int]:
    falls = any(group.falls_on for group in piles.definition.of_kind("foundation"))
    return {*piles.named("foundation")} if falls else set()


MECHANIC = Mechanic(
    checks=(
        ("stock", check_turns),
        ("foundation", check_falls),
        ("redeal", check_rotation),
        ("", check_kings),
    ),
    compile=round_robin_rules,
    counts=_most,
    features={
        "round_robin.piles": Feature(
            "deals in turn", "the stock deals to piles in turn, one at a time"
        ),
        "round_robin.deal_times": Feature(
            "deals limited", "the number of deals between redeals is limited"
        ),
        "round_robin.batch": Feature("batches", "cards from the waste are placed in batches"),
        "round_robin.falls_on": Feature(
            "falls on", "a foundation takes only cards about to fall on certain piles", -1
        ),
        "round_robin.redeal_stock": Feature("redeals the stock", "a redeal also gathers the stock"),
        "round_robin.redeal_by_pile": Feature(
            "redeals pile by pile", "a redeal takes up one pile and deals it over the others"
        ),
    },
    shape=("begin", "next_at", "redeal_up"),
    placed=_placed,
    counters=round_robin_counters,
)
