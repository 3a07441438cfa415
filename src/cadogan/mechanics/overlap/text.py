"""Wording for overlapping piles."""

from __future__ import annotations

from functools import reduce

from cadogan.i18n import msgid, translate
from cadogan.i18n.grammar import group_noun, the
from cadogan.rules.group import Group
from cadogan.rules.vocabulary import COVERS


def cover_clauses(group: Group) -> list[str]:
    """Return the clauses of the rules page that describe how the piles of a group overlap."""
    by = group.covered_by
    if not by:
        return []
    turned = isinstance(group.face, list) and any(group.face)
    if isinstance(by, str) and by not in COVERS:
        what = the(group_noun(by))
        free = (
            msgid(
                "their cards may be taken only when {piles} is empty; face-down cards are then"
                " turned up"
            )
            if turned
            else msgid("their cards may be taken only when {piles} is empty")
        )
        return [translate("{piles} lies on these piles", piles=what), translate(free, piles=what)]
    free = translate(
        msgid(
            "a card may be taken only when no card lies on it; a face-down card is then turned up"
        )
        if turned
        else msgid("a card may be taken only when no card lies on it")
    )
    if isinstance(by, str):
        return [translate("the piles lie in {shape}", shape=translate(COVERS[by])), free]
    clauses = [
        translate(
            msgid("piles {others} lie on pile {n}")
            if some[1:]
            else msgid("pile {others} lies on pile {n}"),
            n=at,
            others=reduce(_both, map(str, some)),
        )
        for at, some in enumerate(by, 1)
        if some
    ]
    return [*clauses, free]


def _both(one: str, two: str) -> str:
    return translate("{one} and {two}", one=one, two=two)
