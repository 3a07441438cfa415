"""Compilation of the key ``covered_by``."""

from __future__ import annotations

from itertools import accumulate, pairwise, product

from cadogan.core.errors import InvalidKeyError, miscounted
from cadogan.core.sizes import MOST_PILES
from cadogan.i18n.grammar import count_word
from cadogan.mechanics.piles import Piles
from cadogan.rules.definition import Definition
from cadogan.rules.group import Group
from cadogan.rules.phrases import Cover
from cadogan.rules.vocabulary import COVERS, phrase
from cadogan.state.compiled import OverlapRules

_MOST = 4 * MOST_PILES  # limit that the search's arrays impose (cadogan.kernel_build.layout)


def covered_by(group: Group) -> list[list[int]]:
    """Return, for each pile of a group, the piles that cover it, numbered from 0 within the group.

    Raises:
        ValueError: if the number of piles does not fit the shape of the overlap.

    >>> covered_by(Group(kind="tableau", name="tableau", piles=3, covered_by="pyramid"))
    [[1, 2], [], []]
    """
    n, by = group.piles, group.covered_by
    if isinstance(by, list):
        return [[at - 1 for at in some] for some in by]
    if by == "pyramid":
        rows = next(r for r in range(1, n + 1) if r * (r + 1) // 2 >= n)
        if rows * (rows + 1) // 2 != n:
            raise ValueError(
                f"{n} piles do not make a pyramid: one with {count_word(rows)} rows has"
                f" {rows * (rows + 1) // 2}"
            )
        places = [row for row in range(rows) for _ in range(row + 1)]
        found = [[at + row + 1, at + row + 2] for at, row in enumerate(places)]
        return [some if some[-1] < n else [] for some in found]
    if by == Cover.THREE_PEAKS:
        if n != 28:
            raise ValueError(f"three peaks need 28 piles, not {n}")
        tops = [[3 + 2 * i, 4 + 2 * i] for i in range(3)]
        middle = [[9 + i + i // 2, 10 + i + i // 2] for i in range(6)]
        return [*tops, *middle, *([18 + i, 19 + i] for i in range(9)), *([] for _ in range(10))]
    return [[] for _ in range(n)]


def check_covers(definition: Definition) -> None:
    """Check the key ``covered_by`` of all groups."""
    others = [g.name for g in definition.groups if g.kind in ("tableau", "reserve")]
    covering: dict[str, str] = {}
    for group in definition.groups:
        key, by = f"{group.name}.covered_by", group.covered_by
        if isinstance(by, list):
            _check_list(key, by, group.piles)
        elif by in others and by != group.name:
            covering[group.name] = by
        elif by:
            try:
                phrase(by, [*COVERS, *(name for name in others if name != group.name)])
                covered_by(group)
            except ValueError as error:
                raise InvalidKeyError(key, str(error)) from None
    for start in covering.values():
        seen, name = [start], start
        while name in covering:
            name = covering[name]
            if name in seen:
                raise InvalidKeyError(
                    f"{name}.covered_by", "these groups cover each other in a circle"
                )
            seen.append(name)
    if len(_pairs(Piles.lay(definition, {}))) > _MOST:
        raise InvalidKeyError("covered_by", f"more than {_MOST} piles cover others")


def _check_list(key: str, by: list[list[int]], piles: int) -> None:
    if len(by) != piles:
        raise InvalidKeyError(key, miscounted(len(by), piles))
    for at, some in enumerate(by, 1):
        for number in some:
            if not at < number <= piles:
                raise InvalidKeyError(
                    key,
                    f"pile {at} can be covered only by later piles, {at + 1} to {piles}, not"
                    f" by {number}",
                )


def _pairs(piles: Piles) -> list[tuple[int, int]]:
    """Return, for each pile of the game, the piles that cover it."""
    found: list[tuple[int, int]] = []
    for group in piles.groups:
        own = piles.own(group)
        if isinstance(group.covered_by, str) and group.covered_by in piles.first:
            found += product(own, piles.named(group.covered_by))
        else:
            found += [(own[i], own[j]) for i, some in enumerate(covered_by(group)) for j in some]
    return found


def overlap_rules(piles: Piles) -> OverlapRules:
    """Return, for each pile of the game, the piles that it covers."""
    pairs = _pairs(piles)
    over = [[q for p, q in pairs if p == pile] for pile in range(len(piles.of))]
    return OverlapRules(
        used=int(bool(pairs)),
        starts=[*accumulate(map(len, over), initial=0)],
        above=[q for some in over for q in some] or [0],
    )


def overlap_classes(rules: OverlapRules) -> list[tuple[object, ...]]:
    """Return, for each pile of the game, the piles that it covers and the piles that cover it."""
    above = [tuple(rules.above[at:end]) for at, end in pairwise(rules.starts)]
    return [
        (mine, tuple(q for q, others in enumerate(above) if p in others))
        for p, mine in enumerate(above)
    ]
