"""Arguments that keep certificates short; the checker verifies each of them by this code.

Each argument holds for games with certain features: ``key`` ignores the order of interchangeable
piles, ``dead`` recognizes lost positions, and ``only`` finds a move that makes the other moves
unnecessary. The proofs are in docs/reference/certificates.md. Cards are integers and sets of cards
are bits of an integer, as in :mod:`cadogan.core.cards`.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterable
from typing import NamedTuple

from cadogan.core.cards import CARDS, EVERY_CARD, JOKER, cards_in, set_of
from cadogan.model.position import Game
from cadogan.state.codes import Lift, MoveKind, Route, When
from cadogan.state.compiled import STRIDE
from cadogan.state.records import flattened
from cadogan.state.snapshot import Snapshot
from cadogan.state.state import NOTHING, kind_of, source_of, target_of

# The features of games for which each argument holds (cadogan.compiler.features).
_SAFE = {
    *("lifts nothing", "lifts a card", "lifts a run", "lifts a run card by card", "lifts a block"),
    *("cells", "won: on foundations"),
}
_SINGLY = {"lifts nothing", "lifts a card", "won: on foundations"}
_RELAXED = _SAFE | {
    *("two packs", "base card", "changing rules", "least height", "limited by another", "one way"),
    *("lifts a pile", "lifts a card or a pile", "keeps bottom cards", "carrying waits"),
    *("turned up last", "never turned up", "gives back", "plays from the stock", "phases"),
    *("waits: empty", "waits: no gaps", "waits: complete", "waits: redealt", "waits: chosen"),
    *("waits: no redeal", "waits: an empty pile", "fills", "filling waits", "refills"),
    *("deals to waste", "deals several to waste", "deals to piles", "dealing waits", "last deal"),
    *("redeals the waste", "redeals the tableau", "redeals shuffled", "redealing waits"),
}
_JOINED = {"lifts nothing", "lifts a block", "deals to piles", "won: runs"}
_HOLES = {
    *("hole", "lifts nothing", "lifts a card", "deals to foundations", "deals to waste"),
    *("won: on foundations", "won: piles empty"),
}


class _Places(NamedTuple):
    """Places that cards could ever reach; a card belongs to the group in which it lies first."""

    onto: list[list[tuple[int, list[int]]]]  # [a] (group c, [card] cards of c on which it may go)
    into: list[list[tuple[int, int, bool]]]  # [a] (group, cards that empty piles take, singly)
    unit: list[list[int]]  # [a][card] cards that may lie on it when several cards are lifted
    starts: int  # cards that may begin a foundation
    follow: list[int]  # [card] cards that foundations take on it


class _Pile(NamedTuple):
    """Pile that is taken apart."""

    group: int
    cards: tuple[int, ...]
    down: int  # number of face-down cards
    gone: list[bool]  # [i] whether a move may ever take the card from the card below it


class Arguments:
    """Arguments by which a certificate may leave out positions and moves of a game."""

    def __init__(self, chosen: Game) -> None:
        self.R = R = chosen.compiled_rules
        has, self._pack = chosen.features, set_of(chosen.compiled.cards)
        self._ups, self._plays = range(R.foundations), range(R.foundations, R.piles)
        self._waiting = {R.group[p] for p in (R.stock.pile, R.stock.waste) if p >= 0}
        self._ways = [[0] * R.groups for _ in range(R.groups)]  # [source][target], in any phase
        for at, ways in enumerate(R.routes.ways):
            self._ways[at // R.groups % R.groups][at % R.groups] |= ways
        self._fills = {
            (R.group[q], R.group[p])
            for p in range(R.piles) if R.fill.cards[p]
            for q in R.fill.sources[p * R.fill.ways : (p + 1) * R.fill.ways] if q >= 0
        }  # fmt: skip
        singly = all(R.lift.single[p] for p in self._ups)
        self._joined = has <= _JOINED and not R.foundations
        self._joined &= len({card % 13 for card in cards_in(self._pack)}) == R.win.runs
        self._relaxes = self._joined or (has <= _RELAXED and singly)
        self._relaxes &= all(take <= Lift.CARD_OR_WHOLE for take in R.lift.take)
        self._relaxes &= all(count <= 1 for count in R.fill.cards)
        laid = {
            b
            for a, row in enumerate(self._ways)
            if a not in self._waiting
            for b in range(R.groups)
            if row[b]
        }
        self._relaxes &= not self._waiting & {*laid, *(b for _, b in self._fills)}
        gathers = R.redeal.times if not R.redeal.waste else 0
        self._redeals = gathers if gathers >= 0 else 1 << 62
        self._places = functools.cache(self._find_places)
        self._holes = R.mechanics.holes if has <= _HOLES else [0] * R.piles
        self._alike = self._classes() if not R.mechanics.needed or any(self._holes) else []
        self._forces = has <= _SAFE and singly
        self._blocks = any(take > Lift.SINGLY for take in R.lift.take)
        self._wanters = self._takes(self._plays, 0)[0]  # [card] cards that may lie on it
        for unit in self._places(0).unit if self._forces and not self._blocks else []:
            self._wanters = [some | more for some, more in zip(self._wanters, unit, strict=True)]
        self._follow = self._takes(self._ups, 0)[0]
        self._begins = [self._takes([p], 0)[1] for p in self._ups]
        self._needed = [self._needs(card) for card in range(CARDS)]
        self._chained = self._forces and has <= _SINGLY and self._in_chains()

    # -- interchangeable piles ---------------------------------------------------------------------

    def _classes(self) -> list[list[int]]:
        """Return the sets of piles that no rule tells apart."""
        R, width = self.R, self.R.room + 1
        ranges = [(r.first, r.end) for r in (R.deal, R.last_deal) if r.cards]
        ranges += [(r.first, r.end) for r in (R.redeal, R.shift) if r.times]
        alone = {p for first, end in ranges for p in range(first, end)}
        alone |= {*R.refill.order[: R.refill.piles], R.stock.pile, R.stock.waste}
        alone |= {*R.accept.above, *R.accept.indicator, *R.fill.sources}
        alone |= {0} if When.COMPLETE in R.conditions.kind else set()
        spans = [*zip(R.conditions.first, R.conditions.end, strict=True)]
        lists = [some for name, some in flattened(R) if name not in {"klass", "accept.twins"}]
        known: dict[object, list[int]] = {}
        for p in range(R.piles):
            key: list[object] = [p if p in alone else -1, *(a <= p < end for a, end in spans)]
            for some in lists:
                if not isinstance(some, int) and len(some) in (R.piles, R.piles * width):
                    each = len(some) // R.piles
                    key.append(tuple(some[p * each : (p + 1) * each]))
            known.setdefault(tuple(key), []).append(p)
        return [piles for piles in known.values() if len(piles) > 1]

    def key(self, s: Snapshot) -> bytes:
        """Return the same for positions that differ only in the order of interchangeable piles."""
        parts = []
        for p, cards in enumerate(s.piles):
            # only the top card of a hole matters; the other piles determine its other cards
            some = cards[-1:] if self._holes[p] else cards
            parts.append(bytes((len(cards), s.down[p], s.mark[p], *some)))
        for piles in self._alike:
            for p, part in zip(piles, sorted([parts[p] for p in piles]), strict=True):
                parts[p] = part
        return hashlib.blake2b(b"".join(parts) + repr(s[3:]).encode(), digest_size=16).digest()

    # -- moves that make others unnecessary --------------------------------------------------------

    def only(self, s: Snapshot, moves: Iterable[int]) -> int | None:
        """Return a move that makes the others unnecessary, or None.

        The move takes a card up to the one place where it fits. Every card that could be laid on it
        is up already, or could go up instead of being laid on it.
        """
        if not self._forces:
            return None
        up, released = set_of(card for p in self._ups for card in s.piles[p]), -1
        for move in moves:
            a, f = source_of(move), target_of(move)
            if kind_of(move) != MoveKind.MOVE or f >= self.R.foundations or a < self.R.foundations:
                continue
            if self._chained:
                return move
            if released < 0:
                released = self._released(up)
            card = s.piles[a][-1]
            if not (self._needed[card] & ~up or self._wanters[card] & ~released):
                return move
        return None

    def _released(self, up: int) -> int:
        """Return the cards that are up, or could go up instead of being laid on another card."""
        released, before = up, -1
        while released != before and not self._blocks:
            before = released
            for card in cards_in(self._pack & ~released):
                if not (self._needed[card] & ~up or self._wanters[card] & ~released):
                    released |= 1 << card
        return released

    def _in_chains(self) -> bool:
        """Return whether cards lie only on neighbours in suit, and foundations are one-way chains.

        A foundation begins with the lowest card of a suit and goes up, or with the highest and goes
        down. No two foundations begin alike.
        """
        for card in cards_in(self._pack):
            near = [y for y in (card - 1, card + 1) if y // 13 == card // 13]
            if self._wanters[card] & self._pack & ~set_of(near):
                return False
        for p, begins in enumerate(self._begins):
            onto, first = self._takes([p], 0)[0], cards_in(begins & self._pack)
            suit = [card for card in cards_in(self._pack) if first and card // 13 == first[0] // 13]
            step = 1 if first == suit[:1] else -1
            if len(first) != 1 or first[0] not in (suit[0], suit[-1]):
                return False
            if self._begins.count(begins) > 1 or suit != [*range(suit[0], suit[-1] + 1)]:
                return False
            if any(onto[y] & self._pack & ~(1 << max(y + step, 0)) for y in suit):
                return False
        return True

    def _needs(self, card: int) -> int:
        """Return what must be up before a card fits the one place that takes it, else a joker.

        A card may also begin any of several foundations that are alike, if no card lacks one.
        """
        below = [y for y in range(CARDS) if self._follow[y] >> card & 1]
        first = [p for p in self._ups if self._begins[p] >> card & 1]
        if not first and len(below) == 1 and self._follow[below[0]] == 1 << card:
            return 1 << below[0]
        rivals = functools.reduce(int.__or__, [self._begins[p] for p in first], 0) & self._pack
        alike = any({*first} <= {*piles} for piles in [first[:1], *self._alike])
        return 0 if not below and alike and len(first) >= rivals.bit_count() > 0 else 1 << JOKER

    # -- dead positions ----------------------------------------------------------------------------

    def _allowed(self, rules: Iterable[int], base: int) -> list[int]:
        """Return the cards that some of the rules allow on each card, and in an empty pile."""
        found = [0] * STRIDE
        for rule in {*rules} - {0}:
            some = [rule]
            if rule >= self.R.accept.based:
                some = [rule + base] if base else [*range(rule, rule + CARDS + 1)]
            for at in some:
                for top in range(STRIDE):
                    found[top] |= self.R.accept.sets[at * STRIDE + top]
        return found

    def _takes(self, piles: Iterable[int], base: int) -> tuple[list[int], int]:
        """Return the cards that piles ever take on each card, and those they take when empty."""
        width, accept = self.R.room + 1, self.R.accept
        both = accept.rule_at, accept.rule_then
        rows = [rules[p * width : (p + 1) * width] for p in piles for rules in both]
        onto = self._allowed((rule for row in rows for rule in row[1:]), base)
        return onto, self._allowed((row[0] for row in rows), base)[NOTHING]

    def _find_places(self, base: int) -> _Places:
        R, ways, groups = self.R, self._ways, range(self.R.groups)
        follow, starts = self._takes(self._ups, base)
        of = [[p for p in self._plays if R.group[p] == g] for g in groups]
        played = [g for g in groups if of[g]]
        # the groups in which the cards of each group may ever lie
        reach = [{*played} if a in self._waiting else {a} for a in groups]
        for _ in groups:
            for a in groups:
                reach[a] |= {
                    b for c in reach[a] for b in played if ways[c][b] or (c, b) in self._fills
                }
        takes = [self._takes(of[g], base) for g in groups]
        onto, into, unit = [], [], []
        for a in groups:
            flags = [functools.reduce(int.__or__, [ways[c][b] for c in reach[a]]) for b in groups]
            rows = []
            for c in groups:
                some = [takes[b][0] for b in played if flags[b] & Route.ONTO and b in reach[c]]
                row = [
                    set_of(y for y in range(CARDS) if any(o[y] >> x & 1 for o in some))
                    for x in range(CARDS)
                ]
                rows += [(c, row)] if any(row) else []
            onto.append(rows)
            spaces = [b for b in played if flags[b] & Route.INTO]
            into.append([(b, takes[b][1], all(R.lift.single[p] for p in of[b])) for b in spaces])
            into[a] += [(b, EVERY_CARD, True) for c, b in self._fills if c in reach[a]]
            runs = [link[p] for p in of[a] for link in (R.lift.link, R.lift.link_then)]
            take = R.lift.take[a]
            linked = self._allowed(runs if take in (Lift.RUN, Lift.SINGLY) else [], base)
            unit.append([EVERY_CARD] * STRIDE if take >= Lift.BLOCK else linked)
        return _Places(onto, into, unit, starts, follow)

    def dead(self, s: Snapshot) -> bool:
        """Return whether a position is lost even if no move ever takes a possibility away.

        A card stays on the card below it until a move takes it from there, with the cards on it.
        If that is ever possible, the card is gone, and the card below is bare for good. The
        position is dead if a card that must go for a win is never gone.
        """
        if not self._relaxes or s.redeals < self._redeals:
            return False
        t = self._places(s.base)
        free = [0] * self.R.groups  # [group] bare cards
        empty = {*self._waiting}  # groups in which a pile is ever empty
        piles = []
        for p in self._plays:
            g, cards = self.R.group[p], s.piles[p]
            if g in self._waiting:
                free[g] |= set_of(cards)
            elif cards:
                free[g] |= 1 << cards[-1]
                piles.append(_Pile(g, cards, s.down[p], [False] * len(cards)))
            else:
                empty.add(g)
        up, more, wanted = 0, set_of(card for p in self._ups for card in s.piles[p]), t.starts
        changed = True
        while changed:
            changed = more > 0
            while more:
                up |= more
                for card in cards_in(more):
                    wanted |= t.follow[card]
                for p in self._ups:
                    free[self.R.group[p]] = up
                more = functools.reduce(int.__or__, free) & wanted & ~up
            for pile in piles:
                if not all(pile.gone) and _take_apart(t, pile, up, free, empty):
                    changed = True
            more = functools.reduce(int.__or__, free) & wanted & ~up
            changed |= more > 0
        if self._joined:
            return any(self._never_joins(t, pile, free) for pile in piles)
        return self._pack & ~up > 0 or not all(all(pile.gone[1:]) for pile in piles)

    def _never_joins(self, t: _Places, pile: _Pile, free: list[int]) -> bool:
        """Return whether some card of a pile never lies where a win by whole runs needs it."""
        for i, card in enumerate(pile.cards):
            if card % 13 == 12 or not self._pack >> card + 1 & 1:  # its place is at the bottom
                if i and not pile.gone[i]:
                    return True
            elif i == 0 or pile.cards[i - 1] != card + 1:
                above = any(row[card] & free[c] & 2 << card for c, row in t.onto[pile.group])
                if not pile.gone[i] or not above:
                    return True
        return False


def _take_apart(t: _Places, pile: _Pile, up: int, free: list[int], empty: set[int]) -> bool:
    """Find further cards of a pile that are ever gone; return whether there are any."""
    g, cards, down, gone = pile
    found, lifted = False, True
    for i in range(len(cards) - 1, -1, -1):
        card, bare = cards[i], i == len(cards) - 1 or gone[i + 1]
        lifted = bare or (lifted and i >= down and t.unit[g][card] >> cards[i + 1] & 1 > 0)
        if gone[i] or not lifted:
            continue
        goes = bare and up >> card & 1 > 0
        for c, row in t.onto[g]:
            goes = goes or row[card] & free[c] > 0
        for b, some, single in t.into[g]:
            goes = goes or (b in empty and some >> card & 1 > 0 and (bare or not single))
        if goes:
            gone[i] = found = True
            if i:
                free[g] |= 1 << cards[i - 1]
            else:
                empty.add(g)
    return found
