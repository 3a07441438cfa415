"""Phases: changes in a group's rules while conditions hold, within limits of the compiled rules.

The compiler works out routes between groups for every phase. So ``from``, ``to`` and ``space_from``
may change in any way. A group may also begin or cease to take or give cards. The rule for which
cards a group's piles take may depend on one condition. A condition may switch off lifting or the
filling of empty piles, but it may not replace one such rule with another.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any, NamedTuple

import msgspec

from cadogan.rules.group import Group, ever, group_now
from cadogan.rules.phrases import Space, Take

MOST_CONDITIONS = 6


class Change(NamedTuple):
    """A value ``before`` and ``after`` a condition becomes true; without one, ``when`` is ""."""

    before: Any
    after: Any
    when: str


def change(group: Group, value: Callable[[Group], Any]) -> Change:
    """Return the one condition on which a value of a group depends; ignore the value None.

    Raises:
        ValueError: if it depends on several conditions.
    """
    phrases = list(dict.fromkeys(then.when.removeprefix("not ") for then in group.then))
    found = {}
    for bits in product((False, True), repeat=len(phrases)):
        true = {phrase for phrase, bit in zip(phrases, bits, strict=True) if bit}

        def holds(text: str, true: set[str] = true) -> bool:
            return (text.removeprefix("not ") in true) != text.startswith("not ")

        if (seen := value(group_now(group, holds))) is not None:
            found[bits] = seen
    if len({*found.values()}) <= 1:
        one = next(iter(found.values()), None)
        return Change(one, one, "")
    for then in group.then:
        at = phrases.index(then.when.removeprefix("not "))
        negated = then.when.startswith("not ")
        before, after = (
            {seen for bits, seen in found.items() if (bits[at] != negated) == side}
            for side in (False, True)
        )
        if len(before) == len(after) == 1:
            return Change(before.pop(), after.pop(), then.when)
    raise ValueError("this would depend on more than one condition")


class Sides(NamedTuple):
    """A group ``before`` and ``after`` a condition becomes true; without one, ``when`` is ""."""

    before: Group
    after: Group
    when: str


def two_sides(group: Group) -> Sides:
    """Return the group before and after its rules for taking cards change, and the condition.

    Raises:
        ValueError: if several conditions change which cards the group's piles take.
    """
    builds = change(
        group, lambda g: (g.build if isinstance(g.build, str) else (*g.build,), g.apart)
    )
    # while no group may fill an empty pile, it does not matter which cards could
    spaces = change(group, lambda g: None if g.space == Space.NONE else g.space)
    if builds.when and spaces.when and builds.when != spaces.when:
        raise ValueError(
            "the cards that its piles take may depend on one condition, not on"
            f" {builds.when!r} and {spaces.when!r}"
        )
    before, after = (
        msgspec.structs.replace(
            group,
            build=build if isinstance(build, str) else [*build],
            apart=apart,
            space=space or "none",
        )
        for (build, apart), space in zip(builds[:2], spaces[:2], strict=True)
    )
    return Sides(before, after, builds.when or spaces.when)


def taken(group: Group) -> str:
    """Return the one way in which cards can be lifted from a group.

    Raises:
        ValueError: if cards are lifted in different ways under different conditions.
    """
    ways = list(dict.fromkeys(take for take in ever(group, "take") if take != Take.NONE))
    if len(ways) > 1:
        raise ValueError(
            f"cards must be lifted in one way or not at all, not first as {ways[0]!r} and"
            f" then as {ways[1]!r}"
        )
    return ways[0] if ways else "none"


def runs(group: Group) -> list[str]:
    """Return the builds of a group's runs, if they differ from the build of its piles."""
    return [*group.run] if isinstance(group.run, list) else [group.run] * bool(group.run)


def filling(group: Group) -> tuple[list[str], str]:
    """Return the groups that fill empty piles automatically, and the condition for this.

    Raises:
        ValueError: if several conditions decide this, or if a condition changes the groups.
    """
    ways = [fill for fill in ever(group, "fill") if fill]
    if any(fill != ways[0] for fill in ways):
        raise ValueError("empty piles must be filled from the same groups or not at all")
    when = change(group, lambda g: bool(g.fill))
    return (ways[0] if ways else []), when.when if when.after else _not(when.when)


def singles(group: Group) -> tuple[bool, str]:
    """Return whether a run may move card by card via empty piles, and under which condition.

    Raises:
        ValueError: if several conditions decide this.
    """
    free = change(group, lambda g: g.space == Space.ANY_CARD and not g.space_from)
    return free.before or free.after, free.when if free.after else _not(free.when)


def _not(text: str) -> str:
    if not text:
        return ""
    return text.removeprefix("not ") if text.startswith("not ") else f"not {text}"
