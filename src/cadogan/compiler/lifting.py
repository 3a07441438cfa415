"""Lifting: rules for lifting cards, for face-down cards, and for cards that sink."""

from __future__ import annotations

from collections.abc import Mapping

from cadogan.compiler.conditions import Conditions
from cadogan.core.cards import RANKS, of_rank
from cadogan.mechanics.piles import Piles
from cadogan.rules import vocabulary
from cadogan.rules.group import Group
from cadogan.rules.phases import singles, taken
from cadogan.rules.phrases import SinkWay
from cadogan.state.codes import Turning
from cadogan.state.compiled import FaceRules, LiftRules

# when a face-down card is turned up, by the value of the key "face". With any other value, a card
# is turned up as soon as it is the top card.
_TURNS = {
    "down": Turning.NEVER,
    "down but the last": Turning.LAST,
    "down until the stock is empty": Turning.LATE,
}


def lifting(piles: Piles, conditions: Conditions, links: Mapping[str, list[int]]) -> LiftRules:
    """Return the rules for lifting cards, including runs that move card by card."""
    takes = list(vocabulary.TAKES)
    free = {g.name: singles(g) for g in piles.groups if g.kind == "tableau"}
    return LiftRules(
        take=[takes.index(taken(g)) for g in piles.groups],
        keep=[g.keep for g in piles.groups],
        **links,
        single=[
            int(g.kind in ("foundation", "cell", "waste", "reserve") and not g.whole)
            for g in piles.of
        ],
        is_cell=[int(g.kind == "cell") for g in piles.of],
        any_space=[int(g.name in free and free[g.name][0]) for g in piles.of],
        any_when=[
            conditions.number(free[g.name][1], f"{g.name}.then.when") if g.name in free else 0
            for g in piles.of
        ],
    )


def lying(piles: Piles) -> FaceRules:
    """Return the rules for face-down cards, and for cards that sink."""
    opened = {g.opens for g in piles.groups}
    look = [piles.named(g.squared) for g in piles.of]
    return FaceRules(
        hidden=[int(g.kind == "stock" or _turns(g) == Turning.LATE) for g in piles.of],
        turns=[Turning.NEVER if g.name in opened else _turns(g) for g in piles.of],
        late=int(any(_turns(g) == Turning.LATE for g in piles.groups)),
        squared=int(any(look)),
        look_first=[there.start for there in look],
        look_end=[there.stop for there in look],
        blind=[int(g.kind == "stock" and not g.turned) for g in piles.of],
        sinks=[
            of_rank(RANKS.index(g.sink) + 1) if g.sink_way == SinkWay.AS_EXPOSED and g.sink else 0
            for g in piles.of
        ],
    )


def _turns(group: Group) -> int:
    if group.kind == "stock":
        return Turning.UP if group.turned else Turning.NEVER
    return _TURNS.get(str(group.face), Turning.UP)
