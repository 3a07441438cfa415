"""Wording for foundations that take whole runs."""

from __future__ import annotations

from cadogan.i18n import msgid, translate
from cadogan.i18n.grammar import number, rank, rank_of_letter
from cadogan.rules.build_names import as_told, suits_of_set
from cadogan.rules.builds import parse_build
from cadogan.rules.group import Group
from cadogan.rules.phrases import Direction, Start
from cadogan.rules.vocabulary import WHOLES


def _set(group: Group, count: int) -> str:
    """Name the runs or sets that these foundations take.

    >>> _set(Group(kind="foundation", name="f", start="K", build="down in suit"), 13)
    'a whole run of thirteen cards, built down in suit from the king'
    >>> _set(Group(kind="foundation", name="f", start="any card", build="same rank any suit"), 4)
    'a whole set of four cards of the same rank'
    """
    build, n = str(group.build), number(count)
    if parse_build(build).direction == Direction.SAME_RANK:
        return translate(
            "a whole set of {n} cards of the same rank{suits}", n=n, suits=suits_of_set(build)
        )
    built = as_told(build.removesuffix(", wrapping"))
    if parse_build(build).wrap:
        first, last = (1, 13) if build.startswith("down") else (13, 1)
        text = msgid("{how} (continuing from {first} to {last})")
        built = translate(text, how=built, first=rank(first), last=rank(last))
    if group.start == Start.ANY_CARD:
        return translate("a whole run of {n} cards, built {how}", n=n, how=built)
    text = msgid("a whole run of {n} cards, built {how} from the {rank}")
    return translate(text, n=n, how=built, rank=rank_of_letter(str(group.start)[0]))


def whole_rule(group: Group, count: int) -> list[str]:
    """Return the rules page's clauses about foundations that are complete with ``count`` cards."""
    text = msgid(
        "each takes {cards}, in one move, from the top of a tableau pile, whatever lies under it"
    )
    return [translate(text, cards=_set(group, count)), translate(WHOLES[group.whole])]


def explain_not_whole(group: Group, count: int) -> str:
    """State that only whole runs can go to a foundation."""
    return translate("A foundation takes only {cards}.", cards=_set(group, count))
