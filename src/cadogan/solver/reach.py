"""Reachability: between which groups cards may ever move, and which cards piles may ever take."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from operator import or_

from cadogan.core.cards import CARDS
from cadogan.state.compiled import STRIDE, CompiledRules


def groups_of(R: CompiledRules, piles: Iterable[int]) -> set[int]:
    """Return the groups that the given piles belong to."""
    return {R.group[p] for p in piles}


def in_play(R: CompiledRules) -> range:
    """Return all piles except foundations."""
    return range(R.foundations, R.piles)


def routes(R: CompiledRules, a: int, b: int) -> Iterator[int]:
    """Yield the routes from group a to group b, phase by phase."""
    for phase in range(1 << R.routes.phase_conditions):
        yield R.routes.ways[(phase * R.groups + a) * R.groups + b]


def may_go(R: CompiledRules, a: int, b: int) -> int:
    """Return the flags of all routes (ONTO, INTO) that may ever lead from group a to group b."""
    return reduce(or_, routes(R, a, b))


def any_goes(R: CompiledRules, sources: Iterable[int], targets: Iterable[int]) -> bool:
    """Return whether cards may ever go from one of the groups ``sources`` to one of ``targets``."""
    return any(may_go(R, a, b) for b in targets for a in sources)


def rules_ever(R: CompiledRules, p: int, heights: range, base: int = 0) -> Iterator[int]:
    """Yield the rules by which a pile could ever take cards at one of ``heights``.

    ``base`` is the base card + 1, or 0 if any card may be the base card.
    """
    width = R.room + 1
    rules = {R.accept.rule_at[p * width + h] for h in heights}
    rules |= {R.accept.rule_then[p * width + h] for h in heights}
    for rule in rules:
        if rule >= R.accept.based:
            yield from [rule + base] if base else range(rule, rule + CARDS + 1)
        elif rule:
            yield rule


def taken_by(R: CompiledRules, rule: int) -> list[int]:
    """Return a list with the set of cards that a rule allows on each card."""
    return R.accept.sets[rule * STRIDE : rule * STRIDE + CARDS]
