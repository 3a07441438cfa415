"""A definition compiled to integer tables: what may go on what, what may be lifted, when, by whom.

After this step no phrase is left: the engine reads only what stands in :class:`Tables`. Two ideas
carry it. What a pile takes depends on nothing but its height, its top card and (in some games) the
base card, so every build, start, space, cap and minimum is one look-up
``accept[rule_at[pile][height]][top]`` giving a set of cards. And which group may play to which
depends on a handful of conditions, so every "from", "to" and "when" is one look-up
``route[phase][source][target]``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from cadogan.cards import RANKS, card_name, card_text, pack, parse_card, suit_of
from cadogan.errors import BadDefinition
from cadogan.families.tables import family_fields
from cadogan.language import words
from cadogan.language.definition import Definition, Group, changed
from cadogan.language.words import Build, Condition, parse_build, parse_condition
from cadogan.rulebook import RuleBook, of_rank

__all__ = ["MOST_RULES", "Rules", "Tables", "compile_rules"]

MOST_RULES = 1024  # the search has room for so many (cadogan.compiled)
_MOST_CONDITIONS = 6

_STACK, _SPACE = 1, 2


class Tables(NamedTuple):
    """The rules of one game in integers. ``[pile]`` and ``[group]`` say how a list is indexed.

    Attributes:
        piles, groups, foundations, total: how many; foundations are the first piles; ``total`` is
            the number of cards. room: the greatest height of a pile.
        group: [pile] its group. klass: [pile] interchangeable piles have the same class.
        rule_at: [pile * (room + 1) + height] the rule by which a pile takes cards.
        then_when: [pile] the condition under which rule_then holds instead, or 0.
        accept: [rule * 53 + top card, 52 for none] the set of cards taken.
        based: rules from here on are families of 53, indexed by base card + 1.
        full: [pile] it holds no more. least: [pile] with fewer it may not be built on.
        lock, lock_then: [pile] rule "up only" (and the next, "down only") of one-way building, or
            0; and the same while rule_then holds. marks: [pile] whether it has either.
        above: [pile] the pile whose ranks limit this one, or -1. indicator: [pile] the pile whose
            top card stands in for this one's while it is empty, or -1.
        single: [pile] takes one card at a time.
        twins: [pile] of a foundation, the first earlier one that may become its twin, or -1.
        is_cell, any_space: [pile] counted when single cards carry a run.
        hidden: [pile] arriving cards lie face down.
        turns: [pile] 1 an uncovered card is turned up, 2 only the last one is.
        blind: [pile] its top card is played unseen.
        take: [group] what may be lifted. link, link_then: [pile] the rule of its runs, and the
            same while rule_then holds. keep: [group].
        route: [(phase * groups + source) * groups + target] 1 onto cards, 2 into a space.
        gives: [phase * groups + source] whether it may play to any group at all.
        cond_kind, cond_first, cond_end: [condition] its kind and range of piles; the first
            ``phase_conditions`` make the phase.
        fill_*: filling at once. refill_*, deal_*, last_*, redeal_*, shift_*, merci_*: the actions.
    """

    piles: int
    groups: int
    foundations: int
    total: int
    room: int
    group: list[int]
    klass: list[int]
    rule_at: list[int]
    then_when: list[int]
    rule_then: list[int]
    accept: list[int]
    based: int
    full: list[int]
    least: list[int]
    lock: list[int]
    lock_then: list[int]
    marks: list[int]
    above: list[int]
    indicator: list[int]
    single: list[int]
    twins: list[int]
    is_cell: list[int]
    any_space: list[int]
    hidden: list[int]
    turns: list[int]
    blind: list[int]
    sinks: list[int]
    take: list[int]
    link: list[int]
    link_then: list[int]
    keep: list[int]
    route: list[int]
    gives: list[int]
    cond_kind: list[int]
    cond_first: list[int]
    cond_end: list[int]
    phase_conditions: int
    fill_ways: int
    fill_from: list[int]
    fill_cards: list[int]
    fill_when: list[int]
    refill_piles: int
    refill_order: list[int]
    refill_to: list[int]
    refill_below: list[int]
    refill_rows: int
    stock: int
    waste: int
    deal_count: int
    deal_first: int
    deal_end: int
    deal_rows: int
    deal_when: int
    last_count: int
    last_first: int
    last_end: int
    last_rows: int
    last_at: int
    deals_counted: int
    redeal_times: int
    redeal_counted: int
    redeal_waste: int
    redeal_shuffled: int
    redeal_last_first: int
    redeal_first: int
    redeal_end: int
    redeal_rounds: int
    redeal_rows: int
    redeal_deal: list[int]
    redeal_when: int
    shift_times: int
    shift_first: int
    shift_end: int
    merci_times: int
    merci_when: int
    mercied: list[int]
    base_by_play: int
    tableau_first: int
    tableau_end: int
    win_runs: int
    win_full: int
    win: int  # how the game is won: a place in cadogan.language.words.WINS
    families: int  # whether the game has a family of those below
    discard: int  # the pile of the cards that are out of play, or -1
    counts: int  # how far COUNT may come
    covers: int  # whether piles lie on piles: the cards of a pyramid
    cover_at: list[int]  # [pile] where its piles in cover begin, and end with the next pile's
    cover: list[int]  # piles that lie on a pile
    removal: int  # whether cards leave play together
    removes: list[int]  # [pile] whether its top card may
    alone: int  # the cards that leave play by themselves
    mates: list[int]  # [card] the cards that it makes a pair with
    touching: list[int]  # [pile * piles + pile] whether cards there may make a pair
    linked: int  # sets of three or more: 1 where each agrees with another of them, 2 with all
    set_least: int  # the cards of the smallest set but for single ones
    set_most: int  # ... of the largest one
    trios: int  # how many threes of ranks leave play together
    trio: list[int]  # [trio * 3 + 0 to 2] the sets of cards that make them, one of each
    deal_next: int  # how many piles the stock deals to in turn, or 0: COUNT is the next one
    reach: list[int]  # [pile] on which of them a card must be about to fall to go on its cards
    redeal_by_pile: int  # whether each redeal takes up one pile and deals it over the others


@dataclass(frozen=True)
class Rules:
    """A definition with its options, compiled.

    Attributes:
        groups: the groups in canonical order (by kind, then as written).
        names: the piles' names in canonical order. of: the group of each pile.
        first: the first pile of each group, by its name. owner: the suit that owns a foundation.
        starts: the set of cards that may begin each foundation (0 for other piles).
        placed: the card that lies on each foundation before the deal.
        builds: the build of each pile.
        tables: the integers.
    """

    definition: Definition
    options: Mapping[str, str]
    groups: tuple[Group, ...]
    names: tuple[str, ...]
    of: tuple[Group, ...]
    first: Mapping[str, int]
    owner: tuple[int, ...]
    placed: Mapping[int, int]
    builds: tuple[Build, ...]
    ranks: tuple[int, ...]
    conditions: tuple[Condition, ...]
    tables: Tables

    @property
    def cards(self) -> list[int]:
        """All cards of the game, unshuffled."""
        return pack(self.definition.decks, self.ranks)


def _per_pile(value: object, piles: int) -> list[str]:
    return [str(v) for v in value] if isinstance(value, list) else [str(value)] * piles


class _Compiler:
    """Works out the tables of one definition, step by step."""

    def __init__(self, definition: Definition, options: Mapping[str, str]) -> None:
        self.definition, self.options = definition, options
        self.ranks = words.parse_sequence(definition.ranks)
        self.groups = tuple(g for kind in words.KINDS for g in definition.of_kind(kind))
        self.names: list[str] = []
        self.of: list[Group] = []
        self.first: dict[str, int] = {}
        for kind in words.KINDS:
            several = sum(g.piles for g in self.groups if g.kind == kind) > 1
            index = 0
            for group in self.groups:
                if group.kind == kind:
                    self.first[group.name] = len(self.names)
                    letter = words.LETTERS[kind]
                    for _ in range(group.piles):
                        index += 1
                        self.names.append(f"{letter}{index}" if several else letter)
                        self.of.append(group)
        self.room = definition.decks * len(self.ranks) * 4
        self.book = RuleBook(self.ranks, self.room)
        self.conditions: list[Condition] = []
        self.owner = [-1] * len(self.names)
        self.placed: dict[int, int] = {}

    def where(self, group: Group, key: str, text: str) -> BadDefinition:
        return BadDefinition(f"{self.definition.id}: {group.name}.{key}: {text}")

    # -- names -----------------------------------------------------------------------------------

    def piles_of(self, ref: str) -> range:
        """Return the piles of a kind or of a group, which lie side by side."""
        found = [p for p, g in enumerate(self.of) if ref in (g.name, g.kind)]
        return range(found[0], found[-1] + 1) if found else range(0)

    def piles_of_both(self, refs: str) -> range:
        """Return the piles of a group, or of two that lie side by side."""
        parts = sorted((self.piles_of(ref) for ref in refs.split(" and ")), key=lambda r: r.start)
        if any(a.stop != b.start for a, b in pairwise(parts)):
            raise BadDefinition(
                f"{self.definition.id}: '{refs} empty' needs groups that are written side by side"
            )
        return range(parts[0].start, parts[-1].stop)

    @staticmethod
    def turns(group: Group) -> int:
        if group.kind == "stock":
            return int(group.turned)
        return {"down": 0, "down but the last": 2}.get(str(group.face), 1)

    def condition(self, text: str) -> int:
        """Return the 1-based number of a condition, negative when negated, 0 for none."""
        if not text:
            return 0
        wanted = parse_condition(text, [g.name for g in self.groups])
        known = [(c.kind, c.group) for c in self.conditions]
        if (wanted.kind, wanted.group) not in known:
            known.append((wanted.kind, wanted.group))
            self.conditions.append(wanted)
        number = known.index((wanted.kind, wanted.group)) + 1
        return -number if wanted.negated else number

    # -- what goes on what -----------------------------------------------------------------------

    def builds(self) -> list[Build]:
        return [parse_build(t) for g in self.groups for t in _per_pile(g.build, g.piles)]

    def start_cards(self, group: Group) -> list[str]:
        """Return the start of each pile, options put in."""
        starts = _per_pile(group.start, group.piles)
        if isinstance(group.start, str) and "{" in group.start:
            names = re.findall(r"\{(\w+)\}", group.start)
            digits, suits = (self.options[name] for name in names)
            starts = [RANKS[int(d)] + s for d, s in zip(digits, suits, strict=True)]
            if len(starts) != group.piles:
                raise self.where(
                    group, "piles", f"there must be one for each of {len(starts)} digits"
                )
        return starts

    def owners(self, group: Group, builds: list[Build]) -> None:
        """Settle which suit owns each foundation where the rules do not tell them apart."""
        first = self.first[group.name]
        alike = isinstance(group.start, str) and (
            group.start in RANKS or group.start == "base rank"
        )
        in_suit = all(b.suits == "in suit" and b.direction != "any order" for b in builds)
        for i, start in enumerate(self.start_cards(group)):
            if alike and in_suit and group.piles % 4 == 0 and not group.limited_by:
                self.owner[first + i] = i % 4
            elif len(start) == 2 and start[1] in "CDHS" and in_suit:
                self.owner[first + i] = suit_of(parse_card(start))

    # -- who plays to whom -----------------------------------------------------------------------

    def default_from(self, group: Group) -> set[str]:
        turned = {"stock"} if any(g.turned for g in self.groups) else set()
        if group.kind == "waste":
            return turned if self.deal_group() != "waste" else set()
        kinds = {"tableau", "reserve", "cell", "waste"}
        if group.kind == "cell":
            return kinds - {"cell"}
        if group.kind == "reserve":
            return kinds
        return kinds | turned | {"foundation"} if group.kind != "stock" else set()

    def deal_group(self) -> str:
        for group in self.groups:
            if group.kind == "stock" and group.deal:
                return words.parse_stock_deal(str(group.deal), self.references()).group
        return ""

    def references(self) -> list[str]:
        return [*dict.fromkeys([g.name for g in self.groups] + [g.kind for g in self.groups])]

    def routes(self) -> tuple[list[int], int]:
        for g in self.groups:
            for text in (
                g.when if g.kind != "stock" else "",
                g.take_when,
                g.space_when,
                g.from_until,
            ):
                self.condition(text)
            if g.then:
                self.condition(g.then.when)
            for ref in g.space_from[:-1] if g.space_in_turn else []:
                self.condition(f"{ref} empty")
        count = len(self.conditions)
        if count > _MOST_CONDITIONS:
            raise BadDefinition(
                f"{self.definition.id}: when: its groups wait for {count} different conditions;"
                f" {words.count_word(_MOST_CONDITIONS)} will do"
            )
        flat = [
            self.route(phase, source, target)
            for phase in range(1 << count)
            for source in self.groups
            for target in self.groups
        ]
        return flat, count

    def is_now(self, phase: int, text: str) -> bool:
        number = self.condition(text)
        return number == 0 or bool(phase >> abs(number) - 1 & 1) == (number > 0)

    def route(self, phase: int, source: Group, target: Group) -> int:
        if target.then and self.is_now(phase, target.then.when):
            target = changed(target)
        names = {source.name, source.kind}
        if target.kind == "stock" or (source.kind == "stock" and target.kind == "stock"):
            return 0
        if source.to is not None and not {target.name, target.kind} & set(source.to):
            return 0
        if source.take_when and not self.is_now(phase, source.take_when):
            return 0
        if target.kind != "stock" and target.when and not self.is_now(phase, target.when):
            return 0
        lifted = bool(target.from_until) and self.is_now(phase, target.from_until)
        allowed = self.default_from(target)
        explicit = set(target.from_ or [])
        if target.from_ is not None and not lifted:
            allowed = explicit
        if source.kind == "foundation" and not source.to:
            return 0
        flags = 0
        if names & allowed:
            flags |= _STACK | _SPACE
        if target.space_from:
            flags &= ~_SPACE
            for ref in target.space_from:
                if ref in names:
                    flags |= _SPACE
                    break
                if target.space_in_turn and not self.is_now(phase, f"{ref} empty"):
                    break
        if target.space_when and not self.is_now(phase, target.space_when):
            flags &= ~_SPACE
        no_build = target.kind != "waste" and {*_per_pile(target.build, target.piles)} == {"none"}
        if target.kind == "cell" or no_build:
            flags &= ~_STACK
        if target.kind not in ("foundation", "waste") and target.space == "none":
            flags &= ~_SPACE
        return flags

    # -- putting it together ---------------------------------------------------------------------

    def classes(self, rows: list[list[int]], ordered: set[int], lock: list[int]) -> list[int]:
        """Give interchangeable piles of a group the same class.

        Piles are not interchangeable when a deal, a refill or a gathering goes through them in
        order, or when another pile refers to them.
        """
        first = any(c.kind == "first foundation complete" for c in self.conditions)
        known: dict[tuple[object, ...], int] = {}
        found = []
        for p, group in enumerate(self.of):
            alone = p in ordered or group.limited_by or group.start == "above the reserve"
            alone = alone or (first and p == 0)
            key = (group.name, tuple(rows[p]), lock[p], self.owner[p], p if alone else -1)
            found.append(known.setdefault(key, p + 1))
        return found

    def compile(self) -> Rules:
        definition, groups, of = self.definition, self.groups, self.of
        n = len(of)
        builds = self.builds()
        rows: list[list[int]] = []
        then_rows: list[list[int]] = []
        full: list[int] = []
        for group in groups:
            p = self.first[group.name]
            mine = builds[p : p + group.piles]
            if group.kind == "foundation":
                self.owners(group, mine)
                owners = self.owner[p : p + group.piles]
                starts = self.start_cards(group)
                try:
                    more, caps = self.book.foundation(group, starts, owners, mine)
                except ValueError as error:
                    raise self.where(group, "goal", str(error)) from None
                self.place(group)
            else:
                more, caps = self.book.other(group, mine)
            rows += more
            later = changed(group)
            builds_later = [parse_build(t) for t in _per_pile(later.build, later.piles)]
            then_rows += self.book.other(later, builds_later)[0] if group.then else more
            full += caps
        link, link_then = [], []
        for group, build in zip(of, builds, strict=True):
            then = group.then.build if group.then else None
            run = parse_build(group.run) if group.run else build
            link.append(self.book.run(group, run))
            run_then = parse_build(then) if then and not group.run else run
            link_then.append(self.book.run(group, run_then))
        locks = [[-1] * n, [-1] * n]
        for p, (group, build) in enumerate(zip(of, builds, strict=True)):
            then = group.then.build if group.then else None
            for lock, one in zip(locks, (build, parse_build(then) if then else build), strict=True):
                if one.one_way:
                    lock[p] = self.book.one_way(group, one)
        route, phase_conditions = self.routes()
        takes = list(words.TAKES)

        stock = self.piles_of("stock")
        waste = self.piles_of("waste")
        stock_group = next((g for g in groups if g.kind == "stock"), None)
        deal = last = None
        if stock_group:
            if stock_group.deal:
                deal = words.parse_stock_deal(str(stock_group.deal), self.references())
            if stock_group.last:
                last = words.parse_stock_deal(stock_group.last, self.references())
        deal_piles = self.piles_of(deal.group) if deal else range(0)
        last_piles = self.piles_of(last.group) if last else range(0)
        refill = [g for g in groups if g.refill]
        if len(refill) > 1:
            raise self.where(refill[1], "refill", "only one group can be refilled")
        refill_order: list[int] = []
        for group in refill:
            at = self.first[group.name]
            order = [at + (group.refill_first - 1 + i) % group.piles for i in range(group.piles)]
            refill_order += order
        redeal = definition.redeal
        redeal_piles = self.piles_of(redeal.from_) if redeal else range(0)
        times = 0 if redeal is None else -1 if isinstance(redeal.times, str) else redeal.times
        fill_when = [self.condition(g.fill_when) if g.fill else 0 for g in of]
        deal_when = self.condition(stock_group.when) if stock_group else 0
        redeal_when = self.condition(redeal.when) if redeal else 0
        merci = definition.merci
        merci_when = self.condition(merci.when) if merci else 0
        kinds = list(words.CONDITIONS)
        ranges = [self.piles_of_both(c.group) if c.group else range(0) for c in self.conditions]
        redealt = any(c.kind == "redealt" for c in self.conditions)
        shuffled = bool(redeal) and redeal is not None and redeal.order == "shuffled"
        counted = times if times >= 0 else 10**9 if shuffled else int(redealt)
        fills = [[*dict.fromkeys(q for ref in g.fill for q in self.piles_of(ref))] for g in of]
        ways = max(map(len, fills), default=0)
        ordered = {*deal_piles, *last_piles, *refill_order} - {*waste}
        if redeal and redeal.from_ == "tableau":
            ordered |= {*redeal_piles}
        reserve = self.piles_of("reserve")
        indicator = [-1] * n
        for p, group in enumerate(of):
            if group.start == "above the reserve":
                indicator[p] = reserve[p - self.first[group.name]]
        if any(q >= 0 for q in indicator):
            ordered |= {*reserve}
        ordered |= {p for p, group in enumerate(of) if group.reach}
        tableau = self.piles_of("tableau")
        dealt = [self.dealt_to(p) for p in range(n)]
        foundations = sum(g.kind == "foundation" for g in of)
        klass = self.classes(rows, ordered, locks[0])
        accept, based = self.book.close()
        lock, lock_then = ([self.book.pair(k) if k >= 0 else 0 for k in some] for some in locks)
        if len(accept) > MOST_RULES * 53:
            raise BadDefinition(
                f"{definition.id}: build: its piles follow {len(accept) // 53} different rules, one"
                f" more for every base card counted; {MOST_RULES} will do"
            )
        tables = Tables(
            piles=n,
            groups=len(groups),
            foundations=foundations,
            total=len(self.ranks) * 4 * definition.decks,
            room=self.room,
            group=[groups.index(g) for g in of],
            klass=klass,
            rule_at=[self.book.number(rule) for row in rows for rule in row],
            then_when=[self.condition(g.then.when) if g.then else 0 for g in of],
            rule_then=[self.book.number(rule) for row in then_rows for rule in row],
            accept=accept,
            based=based,
            full=full,
            least=[g.least for g in of],
            lock=lock,
            lock_then=lock_then,
            marks=[int(a > 0 or b > 0) for a, b in zip(lock, lock_then, strict=True)],
            above=[
                p - 1 if g.limited_by and p > self.first[g.name] else -1 for p, g in enumerate(of)
            ],
            indicator=indicator,
            single=[int(g.kind in ("foundation", "cell", "waste", "reserve")) for g in of],
            twins=[
                klass.index(k) if g.kind == "foundation" and klass.index(k) < p else -1
                for p, (g, k) in enumerate(zip(of, klass, strict=True))
            ],
            is_cell=[int(g.kind == "cell") for g in of],
            any_space=[
                int(g.kind == "tableau" and g.space == "any card" and not g.space_from) for g in of
            ],
            hidden=[int(g.kind == "stock") for g in of],
            turns=[self.turns(g) for g in of],
            blind=[int(g.kind == "stock" and not g.turned) for g in of],
            sinks=[
                of_rank(RANKS.index(g.sink) + 1) if g.sink_way == "as exposed" and g.sink else 0
                for g in of
            ],
            take=[takes.index(g.take) for g in groups],
            link=[self.book.number(rule) for rule in link],
            link_then=[self.book.number(rule) for rule in link_then],
            keep=[g.keep for g in groups],
            route=route,
            gives=[
                int(any(route[at : at + len(groups)])) for at in range(0, len(route), len(groups))
            ],
            cond_kind=[kinds.index(c.kind) for c in self.conditions] or [0],
            cond_first=[r.start for r in ranges] or [0],
            cond_end=[r.stop for r in ranges] or [0],
            phase_conditions=phase_conditions,
            fill_ways=ways,
            fill_from=[q for f in fills for q in (f + [-1] * ways)[:ways]] or [-1],
            fill_cards=[g.fill_cards if g.fill else 0 for g in of],
            fill_when=fill_when,
            refill_piles=len(refill_order),
            refill_order=refill_order or [0],
            refill_to=[g.refill for g in of],
            refill_below=[g.refill_below or g.refill for g in of],
            refill_rows=int(all(g.refill_order == "rows" for g in refill)),
            stock=stock[0] if stock else -1,
            waste=waste[0] if waste else -1,
            deal_count=deal.count if deal else 0,
            deal_first=deal_piles.start,
            deal_end=deal_piles.stop,
            deal_rows=int(stock_group is not None and stock_group.order.startswith("rows")),
            deal_when=deal_when,
            last_count=last.count if last else 0,
            last_first=last_piles.start,
            last_end=last_piles.stop,
            last_rows=int(stock_group is not None and stock_group.order.startswith("rows")),
            last_at=stock_group.last_at if stock_group else 0,
            deals_counted=int(any(c.kind == "dealt" for c in self.conditions)),
            redeal_times=times,
            redeal_counted=counted,
            redeal_waste=int(redeal is not None and redeal.from_ == "waste"),
            redeal_shuffled=int(shuffled),
            redeal_last_first=int(redeal is not None and redeal.order == "last pile first"),
            redeal_first=redeal_piles.start,
            redeal_end=redeal_piles.stop,
            redeal_rounds=max((dealt[p] for p in redeal_piles), default=0),
            redeal_rows=int(any(of[p].order.startswith("rows") for p in redeal_piles)),
            redeal_deal=dealt,
            redeal_when=redeal_when,
            shift_times=definition.shift.times if definition.shift else 0,
            shift_first=self.piles_of(definition.shift.group).start if definition.shift else 0,
            shift_end=self.piles_of(definition.shift.group).stop if definition.shift else 0,
            merci_times=merci.times if merci else 0,
            merci_when=merci_when,
            mercied=[int(g.kind == "tableau" and g.take != "any card") for g in of],
            base_by_play=int(any(
                g.kind == "foundation" and g.start in ("base rank", "base suit") and not g.deal
                for g in groups
            )),
            tableau_first=tableau.start,
            tableau_end=tableau.stop,
            win_runs=len(self.ranks) if definition.win == "tableau in runs" else 0,
            win_full=int(definition.win == "foundations complete"),
            win=[*words.WINS].index(definition.win),
            **family_fields(
                definition, tuple(g.name for g in of), tuple(g.kind for g in of)
            ),
        )  # fmt: skip
        if definition.win == "all on foundations":
            self.check_reach(tables)
        return Rules(
            definition=definition,
            options=dict(self.options),
            groups=groups,
            names=tuple(self.names),
            of=tuple(of),
            first=self.first,
            owner=tuple(self.owner),
            placed=self.placed,
            builds=tuple(builds),
            ranks=self.ranks,
            conditions=tuple(self.conditions),
            tables=tables,
        )

    def check_reach(self, T: Tables) -> None:
        """Check that all the cards can come to lie on the foundations.

        Raises:
            BadDefinition: naming a card that cannot, or how many.
        """
        where = f"{self.definition.id}: foundation"
        if sum(T.full[: T.foundations]) < T.total:
            raise BadDefinition(
                f"{where}.piles: the foundations hold {sum(T.full[: T.foundations])} cards in all,"
                f" but all {T.total} cards are to go there"
            )
        waits = any(rule >= T.based for rule in T.rule_at[: T.foundations * (T.room + 1)])
        for base in self.ranks if waits else [0]:
            taken = [0] * 52
            for f in range(T.foundations):
                for cards in _taken(T, f, base):
                    for card in range(52):
                        taken[card] += cards >> card & 1
            for card in sorted({*pack(1, self.ranks)}):
                if taken[card] < self.definition.decks:
                    raise BadDefinition(
                        f"{where}.build: of the card {card_text(card)} the foundations take"
                        f" {taken[card]}, but all {self.definition.decks} are to go there"
                        if taken[card]
                        else f"{where}.build: no foundation ever takes the {card_name(card)}, but"
                        " all cards are to go there"
                    )

    def dealt_to(self, p: int) -> int:
        group = self.of[p]
        if isinstance(group.deal, str):
            return 0
        if isinstance(group.deal, int):
            return group.deal
        return group.deal[p - self.first[group.name]]

    def place(self, group: Group) -> None:
        """Settle the cards that lie on foundations before the deal."""
        first = self.first[group.name]
        starts = self.start_cards(group)
        if group.placed is True:
            for p, start in enumerate(starts, first):
                suit = "CDHS"[self.owner[p]] if self.owner[p] >= 0 and len(start) == 1 else ""
                if len(start + suit) != 2:
                    raise self.where(
                        group, "placed", "the start does not say which cards; name them"
                    )
                self.placed[p] = parse_card(start + suit)
        elif isinstance(group.placed, list):
            for text in group.placed:
                card = parse_card(text)
                for i, start in enumerate(starts):
                    p = first + i
                    fits = start in (text, text[0]) and self.owner[p] in (-1, suit_of(card))
                    if fits and p not in self.placed:
                        self.placed[p] = card
                        break
                else:
                    raise self.where(group, "placed", f"{text} begins none of these foundations")


def _taken(T: Tables, f: int, base: int) -> Iterator[int]:
    """Yield for each height of a foundation the cards that it could take there.

    ``base`` is the base card + 1, or 0 where nothing depends on it.
    """
    tops = {52} if T.indicator[f] < 0 else {*range(52)}
    for rule in T.rule_at[f * (T.room + 1) :][: T.full[f]]:
        at = 0
        for top in tops:
            at |= T.accept[(rule + base if rule >= T.based else rule) * 53 + top]
        yield at
        tops = {card for card in range(52) if at >> card & 1}


def compile_rules(definition: Definition, options: Mapping[str, str]) -> Rules:
    """Compile a definition, with a value for each of its options, to tables.

    Raises:
        BadDefinition: when its parts contradict each other.

    >>> from cadogan.language.catalogue import find
    >>> rules = compile_rules(find("bakers-dozen"), {})
    >>> rules.names[:5], rules.tables.piles
    (('f1', 'f2', 'f3', 'f4', 't1'), 17)
    """
    return _Compiler(definition, options).compile()
