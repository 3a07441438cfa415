"""What is said of foundations that take whole runs."""

from __future__ import annotations

from cadogan.language.builds import parse_build
from cadogan.language.definition import Group
from cadogan.language.words import WHOLES, count_word, rank_word

__all__ = ["told_not_whole", "whole_rule"]


def _set(group: Group, count: int) -> str:
    """Name what such foundations take.

    >>> _set(Group(kind="foundation", name="f", start="K", build="down in suit"), 13)
    'a whole run of thirteen cards, built down in suit from the king'
    >>> _set(Group(kind="foundation", name="f", start="any card", build="same rank any suit"), 4)
    'a whole set of four cards of one rank'
    """
    build = str(group.build)
    if parse_build(build).wrap:
        ends = "ace to king" if build.startswith("down") else "king to ace"
        build = f"{build.removesuffix(', wrapping')} (going on from {ends})"
    if parse_build(str(group.build)).direction == "same rank":
        suits = build.removeprefix("same rank").removesuffix(" any suit")
        return f"a whole set of {count_word(count)} cards of one rank{suits}"
    first = "" if group.start == "any card" else f" from the {rank_word(str(group.start)[0])}"
    return f"a whole run of {count_word(count)} cards, built {build}{first}"


def whole_rule(group: Group, count: int) -> list[str]:
    """Return the clauses of the rules page on what such foundations take.

    Args:
        group: the foundations.
        count: how many cards complete each.
    """
    where = "all its cards together, from the top of a tableau pile, whatever lies under it"
    return [f"each takes {_set(group, count)}, {where}", WHOLES[group.whole]]


def told_not_whole(group: Group, count: int) -> str:
    """Say that only whole runs go to a foundation."""
    return f"A foundation takes only {_set(group, count)}."
