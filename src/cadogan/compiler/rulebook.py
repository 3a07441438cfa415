"""Rule book: the rules by which piles take cards, as rows of one array.

A rule is a row of 54 sets of cards. The sets hold the cards that go on each card, into an empty
pile, and on a joker. The build, the start, the maximum and the other keys of a pile become one rule
for each of its heights. A rule that depends on the base card is a block of 53 rows: one for an
unknown base card, then one for each card. Games with jokers have no rules that depend on the base
card.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cadogan.core.cards import (
    EVERY_CARD,
    JOKER,
    RANKS,
    of_rank,
    of_suit,
    parse_card,
    rank_of,
    set_of,
    suit_of,
)
from cadogan.mechanics.piles import Piles
from cadogan.mechanics.rows.compile import left_place, starts_of_rows
from cadogan.rules.builds import Build, build_mask, parse_sequence
from cadogan.rules.definition import ranks_dealt
from cadogan.rules.group import Group
from cadogan.rules.phrases import Direction, Space, Start
from cadogan.rules.vocabulary import NEIGHBOURS, space_ranks
from cadogan.state.compiled import STRIDE

_NOTHING = 0  # number of the rule for a pile that takes no card


def _start_mask(start: str) -> int:
    """Return the cards that may begin a row of a grid.

    >>> _start_mask("2") == of_rank(2), _start_mask("2C")
    (True, 2)
    """
    if len(start) == 2:
        return 1 << parse_card(start)
    return of_rank(RANKS.index(start) + 1)


def _space_mask(space: str) -> int:
    """Return the cards that may go to an empty pile, if the rule depends on no other card.

    >>> _space_mask("A or K") == of_rank(1) | of_rank(13)
    True
    """
    if space == Space.ANY_CARD:
        return EVERY_CARD
    return sum(of_rank(RANKS.index(letter) + 1) for letter in space_ranks(space))


class RuleBook:
    """Collector of a game's rules, which stores equal rows once; rule 0 takes no card."""

    def __init__(self, piles: Piles) -> None:
        self.ranks, self.room = piles.ranks, piles.total
        # the ranks of piles in groups where the deal assigns each pile a rank
        self.dealt = ranks_dealt(piles.definition)
        # the set with the joker, which goes on every card, or 0
        self._joker = 1 << JOKER if piles.definition.jokers else 0
        self._rows: dict[tuple[int, ...], int] = {(0,) * STRIDE: _NOTHING}
        self._pairs: dict[tuple[tuple[int, ...], ...], int] = {}
        self._blocks: dict[tuple[tuple[int, ...], ...], int] = {}
        # The rules of builds, keyed by everything that they depend on. Most piles have the same
        # build as the pile before them.
        self._built: dict[tuple[Build, str, str, str], int] = {}

    # -- rows --------------------------------------------------------------------------------------

    def _row(self, row: Iterable[int], on_joker: int = 0) -> int:
        """Return the number of the rule with these sets of cards."""
        return self._rows.setdefault((*row, on_joker), len(self._rows))

    def _empty(self, mask: int) -> int:
        return self._row([0] * 52 + [mask | self._joker * (mask == EVERY_CARD)])

    def _block(self, rows: Iterable[Iterable[int]]) -> int:
        """Return the number of a block, which is negative until ``number`` turns it into a row."""
        key = tuple((*row, 0) for row in rows)
        return -1 - self._blocks.setdefault(key, len(self._blocks))

    def close(self) -> tuple[list[int], int]:
        """Return all rows in one list, and the number of the first row that belongs to a block."""
        flat = [mask for row in self._rows for mask in row]
        for some in (self._pairs, self._blocks):
            flat.extend(mask for rows in some for row in rows for mask in row)
        return flat, self.pair(len(self._pairs))

    def number(self, rule: int) -> int:
        """Return the row of a rule; call this once all rules are in the book."""
        return rule if rule >= 0 else self.pair(len(self._pairs)) + (-1 - rule) * 53

    def pair(self, place: int) -> int:
        """Return the first row of a pair; call this once all rules are in the book."""
        return len(self._rows) + 2 * place

    def sequence(self, group: Group) -> tuple[int, ...]:
        """Return the order of ranks in which a group is built."""
        return parse_sequence(group.sequence) if group.sequence else self.ranks

    # -- builds ------------------------------------------------------------------------------------

    def _masks(self, group: Group, build: Build) -> list[int]:
        """Return the cards that a build allows on each card; on the rank that ends it, none."""
        sequence = self.sequence(group)
        row = [build_mask(build, top, sequence) for top in range(52)] + [0]
        if group.ends in RANKS and group.ends:
            last = of_rank(RANKS.index(group.ends) + 1)
            row = [0 if last >> top & 1 else mask for top, mask in enumerate(row)]
        return row

    def _with_base(self, row: list[int], *, apart: bool) -> int:
        """Return a rule with no card on the base rank and, with ``apart``, no card of that rank."""
        block = [row]
        for base in range(52):
            of_base = of_rank(rank_of(base))
            never = of_base if apart else 0
            block.append([0 if of_base >> top & 1 else m & ~never for top, m in enumerate(row)])
        return self._block(block)

    def run(self, group: Group, build: Build) -> int:
        """Return the rule for runs that are lifted together, which ignores ``apart``."""
        return self._rule(group, build, "")

    def build(self, group: Group, build: Build) -> int:
        """Return the rule of a build."""
        return self._rule(group, build, group.apart)

    def _rule(self, group: Group, build: Build, apart: str) -> int:
        key = (build, group.sequence, group.ends, apart)
        if key not in self._built:
            row = self._masks(group, build)
            of_base = apart or group.ends == Start.BASE_RANK
            # a joker goes on every card, and every card goes on a joker
            if self._joker and build.direction != Direction.NONE:
                on_each = [mask | self._joker for mask in row[:52]]
                self._built[key] = self._row([*on_each, 0], EVERY_CARD | self._joker)
            else:
                self._built[key] = (
                    self._with_base(row, apart=bool(apart)) if of_base else self._row(row)
                )
        return self._built[key]

    def one_way(self, group: Group, build: Build) -> int:
        """Return the index of the pair of rules "up only" and "down only" for a one-way build.

        The two rows must be adjacent, so a pair shares no row with other rules. A row may mean
        "down" in one order of ranks and "up" in another, or both in the same order.
        """
        sequence = self.sequence(group)
        pair = []
        for direction in ("up", "down"):
            one = Build(direction, "any suit", build.step, build.wrap)
            pair.append((*(build_mask(one, top, sequence) for top in range(52)), 0, 0))
        return self._pairs.setdefault(tuple(pair), len(self._pairs))

    def before(self, group: Group, build: Build) -> int:
        """Return the inverse rule: for each card, the cards on which it may go."""
        masks = self._masks(group, build)
        below = [set_of(c for c in range(52) if masks[c] >> top & 1) for top in range(52)]
        return self._row([*below, 0])

    def _behind(self, group: Group, build: Build, starts: int) -> int:
        """Return the rule of a build that starts again after its last cards."""
        return self._row([mask or starts for mask in self._masks(group, build)[:52]] + [0])

    # -- foundations -------------------------------------------------------------------------------

    def _start(self, i: int, start: str, owner: int, *, waits: bool) -> int:
        """Return the rule for the first card of the ``i``-th foundation of a group.

        If the foundation ``waits`` for another pile, the rule takes cards once that pile shows a
        card.
        """
        own, mask = of_suit(owner), 0
        if start in RANKS and len(start) == 1:
            mask = of_rank(RANKS.index(start) + 1) & own
        elif len(start) == 2 and start[0] in RANKS:
            mask = 1 << parse_card(start)
        elif start == Start.ANY_CARD:
            mask = own
        if mask:
            return self._row([mask] * 52 + [0]) if waits else self._empty(mask)
        if start == Start.ABOVE_RESERVE:
            rising = Build("up", wrap=True)
            return self._row([build_mask(rising, c, self.ranks) for c in range(52)] + [0])
        if start == Start.BASE_RANK:
            masks = [own, *(of_rank(rank_of(c)) & own for c in range(52))]
        else:  # foundations begin with the base suit, each with its own rank
            rank = of_rank(self.ranks[i])
            masks = [rank, *(rank & of_suit(suit_of(c)) for c in range(52))]
        return self._block([[0] * 52 + [mask] for mask in masks])

    def _cap(self, group: Group, i: int, start: str, build: Build) -> int:
        """Return the number of cards that complete the ``i``-th foundation of a group."""
        if not group.goal:
            ways = 2 if build.direction == Direction.UP_THEN_DOWN else 1
            return group.cards or len(self.sequence(group)) * ways
        if len(start) != 2:
            raise ValueError("'start' must name cards, since 'goal' does")
        goal, top, n = parse_card(group.goal[i]), parse_card(start), 1
        while top != goal:
            after = build_mask(build, top, self.sequence(group))
            if after.bit_count() != 1 or n > 13:
                raise ValueError(f"{group.goal[i]} is never reached from {start}")
            top, n = after.bit_length() - 1, n + 1
        return n

    def foundation(
        self, group: Group, starts: Sequence[str], owners: Sequence[int], builds: Sequence[Build]
    ) -> tuple[list[list[int]], list[int]]:
        """Return the rules of foundations at each height, and how many cards complete each.

        Raises:
            ValueError: if the build never reaches a goal.
        """
        rows, full = [], []
        for i, (start, owner, build) in enumerate(zip(starts, owners, builds, strict=True)):
            cap = self._cap(group, i, start, build)
            at = [self._start(i, start, owner, waits=bool(group.awaits))]
            rule = self.build(group, build)
            if build.direction == Direction.UP_THEN_DOWN:
                half = len(self.sequence(group))
                at += [rule] * (half - 1)
                at += [self.build(group, Build("same rank", build.suits))]
                at += [self.build(group, Build("down", build.suits))] * (half - 1)
            else:
                at += [rule] * (cap - 1)
            rows.append((at[:cap] + [_NOTHING] * (self.room + 1))[: self.room + 1])
            full.append(cap)
        return rows, full

    # -- the other groups --------------------------------------------------------------------------

    def _space(self, group: Group, i: int) -> int:
        if group.space == Space.ITS_OWN_RANK:
            return self._empty(of_rank(self.dealt[i]))
        if group.kind == "waste" or group.space in (Space.ANY_CARD, *NEIGHBOURS):
            return self._empty(EVERY_CARD)
        if group.space == Space.NONE:
            return _NOTHING
        if group.space == Space.BASE_RANK:
            masks = [0, *(of_rank(rank_of(c)) for c in range(52))]
            return self._block([[0] * 52 + [mask] for mask in masks])
        if group.space == Space.ONE_BELOW_THE_BASE_RANK:
            below = Build("down", wrap=True)
            masks = [0, *(build_mask(below, c, self.ranks) for c in range(52))]
            return self._block([[0] * 52 + [mask] for mask in masks])
        return self._empty(_space_mask(group.space))

    def other(self, group: Group, builds: Sequence[Build]) -> tuple[list[list[int]], list[int]]:
        """Return the rules of other piles at each height, and the maximum size of each."""
        full = 1 if group.kind == "cell" else group.most or self.room
        rows = []
        masks = [_start_mask(start) for start in starts_of_rows(group)] if group.row else []
        for i, build in enumerate(builds):
            anything = group.kind == "waste" and build.direction == Direction.NONE
            rule = self.build(group, Build("any card") if anything else build)
            at = [_NOTHING] * (self.room + 1)
            at[0] = self._space(group, i)
            if group.row:
                at[0] = rule if left_place(group, i) >= 0 else self._empty(masks[i // group.row])
            if group.ring:
                at[0] = self._behind(group, build, masks[0])
            for height in range(max(1, group.least), full):
                at[height] = rule
            if group.bare and group.space != Space.NONE and group.keep < full:
                at[group.keep] = self._row([_space_mask(group.space)] * 52 + [0])
            rows.append(at)
        return rows, [full] * group.piles
