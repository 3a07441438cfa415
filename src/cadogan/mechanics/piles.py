"""Piles of a game in their canonical order: their names, and the meaning of phrases for piles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import accumulate, pairwise
from typing import NamedTuple

from cadogan.core.errors import InvalidDefinitionError
from cadogan.rules import vocabulary
from cadogan.rules.builds import parse_sequence
from cadogan.rules.definition import Definition
from cadogan.rules.group import Group, references
from cadogan.rules.vocabulary import StockDeal, refs_of


class Piles(NamedTuple):
    """Groups and piles of a definition, which all compile functions read."""

    definition: Definition
    options: Mapping[str, str]  # the chosen value of each option of the definition
    ranks: tuple[int, ...]  # the ranks of the pack in order, lowest first
    groups: tuple[Group, ...]  # the groups by kind, then in the order of the definition
    names: tuple[str, ...]  # [pile] its name, such as "t3", or "s" for the only pile of a kind
    of: tuple[Group, ...]  # [pile] the group to which it belongs
    first: Mapping[str, int]  # the first pile of each group, by the name of the group

    @classmethod
    def lay(cls, definition: Definition, options: Mapping[str, str]) -> Piles:
        """Return the piles of a definition, with one value for each of its options."""
        groups = tuple(g for kind in vocabulary.KINDS for g in definition.of_kind(kind))
        of = tuple(g for g in groups for _ in range(g.piles))
        kinds = [g.kind for g in of]
        names = tuple(
            vocabulary.LETTERS[kind]
            + (f"{p - kinds.index(kind) + 1}" if kinds.count(kind) > 1 else "")
            for p, kind in enumerate(kinds)
        )
        starts = accumulate((g.piles for g in groups), initial=0)
        first = {g.name: p for g, p in zip(groups, starts, strict=False)}
        ranks = parse_sequence(definition.ranks)
        return cls(definition, options, ranks, groups, names, of, first)

    @property
    def total(self) -> int:
        """Number of cards in the game, which is also the maximum height of a pile."""
        return len(self.definition.pack)

    @property
    def references(self) -> list[str]:
        """Words that name piles: groups, and kinds, each of which stands for all its groups."""
        return references(self.groups)

    def own(self, group: Group) -> range:
        """Return the piles of a group."""
        first = self.first[group.name]
        return range(first, first + group.piles)

    def named(self, ref: str) -> range:
        """Return the piles of a kind or of a group; their numbers are consecutive."""
        found = [p for p, g in enumerate(self.of) if ref in (g.name, g.kind)]
        return range(found[0], found[-1] + 1) if found else range(0)

    def named_both(self, refs: str) -> range:
        """Return the piles of a group, or of two groups joined by ``and``.

        Raises:
            ValueError: if the two groups are not consecutive.
        """
        parts = sorted((self.named(ref) for ref in refs_of(refs)), key=lambda r: r.start)
        if any(a.stop != b.start for a, b in pairwise(parts)):
            raise ValueError(f"'{refs} empty' needs groups that are adjacent in the file")
        return range(parts[0].start, parts[-1].stop)

    def one(self, kind: str) -> Group | None:
        """Return the only group of a kind, or None if there is no such group."""
        return next((g for g in self.groups if g.kind == kind), None)

    def stock_deal(self, text: str) -> StockDeal:
        """Parse the phrase that states where the stock deals its cards."""
        return vocabulary.parse_stock_deal(text, self.references)

    def error(self, group: Group, key: str, text: str) -> InvalidDefinitionError:
        """Return an error about a key of a group."""
        return self.definition.error(f"{group.name}.{key}", text)


def groups_with(definition: Definition, kind: str, key: str) -> Iterator[tuple[Group, str]]:
    """Yield the groups of a kind that have a certain key, each with the path of that key."""
    for group in definition.of_kind(kind):
        if getattr(group, key):
            yield group, group.within(key)


def per_pile(value: object, piles: int) -> list[str]:
    """Return one string for each pile; a single value applies to all piles.

    >>> per_pile("A", 3), per_pile(["A", "2"], 2)
    (['A', 'A', 'A'], ['A', '2'])
    """
    return [str(v) for v in value] if isinstance(value, list) else [str(value)] * piles
