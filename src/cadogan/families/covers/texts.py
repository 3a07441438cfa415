"""What the rules page says of piles that lie on piles."""

from __future__ import annotations

from cadogan.families.covers.tables import COVERS
from cadogan.language.definition import Group

__all__ = ["cover_clauses"]


def cover_clauses(group: Group) -> list[str]:
    """Return what the rules page says of how the piles of a group lie on each other."""
    by = group.covered_by
    if not by:
        return []
    turned = isinstance(group.face, list) and any(group.face)
    free = "a card may be taken only when no card lies on it"
    if turned:
        free += ", and one that lies face down is turned up then"
    if isinstance(by, str) and by in COVERS:
        return [f"the piles lie in {COVERS[by]}", free]
    if isinstance(by, str):
        kind, _, name = by.partition(".")
        what = f"the *{name.replace('-', ' ')}* {kind}" if name else f"the {kind}"
        return [f"{what} lies on these piles", free.replace("no card lies on it", "it is empty")]
    told = [
        f"on pile {at} {'lies pile' if len(some) == 1 else 'lie piles'}"
        f" {' and '.join(map(str, some))}"
        for at, some in enumerate(by, 1)
        if some
    ]
    return [*told, free]
