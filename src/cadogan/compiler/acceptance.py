"""Acceptance: which cards each pile takes, and which cards form runs, as numbered rules.

The rule book (:mod:`cadogan.compiler.rulebook`) gives equal rules the same number. The numbers are
final once all rules are in the book; until then they are provisional. The function :func:`taking`
closes the book.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from cadogan.compiler.conditions import Conditions
from cadogan.compiler.rulebook import RuleBook
from cadogan.core.cards import RANKS, parse_card, suit_of
from cadogan.mechanics.piles import Piles, per_pile
from cadogan.mechanics.rows.compile import left_place
from cadogan.rules.builds import Build, parse_build
from cadogan.rules.group import Group
from cadogan.rules.phases import Sides, runs, two_sides
from cadogan.rules.phrases import Direction, Start, SuitRule
from cadogan.state.compiled import MOST_RULES, STRIDE, AcceptRules

_Rows = list[list[int]]  # [pile][height] provisional number of a rule


class Taking(NamedTuple):
    """Cards that each pile takes, and cards that may be lifted together."""

    builds: tuple[Build, ...]  # [pile] the build of the pile
    owner: tuple[int, ...]  # [pile] the suit to which a foundation belongs, or -1
    placed: Mapping[int, int]  # the card that lies on a foundation before the deal, by pile
    rules: AcceptRules
    links: Mapping[str, list[int]]  # the fields of LiftRules that hold the rules of runs
    ahead: list[int]  # [pile] the field of this name in RowRules


class _Heights(NamedTuple):
    """Provisional rules for the cards that each pile takes at each height."""

    rows: _Rows
    then_rows: _Rows  # rules that replace ``rows`` while the condition of "then" is true
    full: list[int]  # [pile] maximum number of cards
    owner: list[int]  # [pile] the field of this name in Taking
    placed: dict[int, int]


def taking(piles: Piles, conditions: Conditions, beyond: Sequence[int]) -> Taking:
    """Return the rules for taking and lifting cards; ``beyond`` is the field of ``RowRules``.

    Raises:
        InvalidDefinitionError: if starts, goals and placed cards contradict each other, or if there
            are more rules than the search has room for.
    """
    book = RuleBook(piles)
    sides = {g.name: two_sides(g) for g in piles.groups}
    builds = _builds(piles.groups)
    later = _builds(sides[g.name][1] for g in piles.groups)
    heights = _heights(piles, sides, (builds, later), book)
    link, link_then = (_links(piles, some, book) for some in (builds, later))
    link_or = _other_links(piles, book)
    # rule for the card before the right neighbour, for each gap in which that neighbour matters
    ahead = [
        book.before(group, builds[right]) if right >= 0 else 0
        for group, right in zip(piles.of, beyond, strict=True)
    ]
    locks = [_locks(piles, some, book) for some in (builds, later)]
    sets, based = book.close()
    if len(sets) > MOST_RULES * STRIDE:
        raise piles.definition.error(
            "",
            f"its piles follow {len(sets) // 53} different rules, counting one for every"
            f" base card; at most {MOST_RULES} are possible",
        )
    lock, lock_then = ([book.pair(k) if k >= 0 else 0 for k in some] for some in locks)
    of, first = piles.of, piles.first
    rules = AcceptRules(
        rule_at=[book.number(rule) for row in heights.rows for rule in row],
        sets=sets,
        based=based,
        then_when=[conditions.number(sides[g.name].when, f"{g.name}.then.when") for g in of],
        rule_then=[book.number(rule) for row in heights.then_rows for rule in row],
        full=heights.full,
        least=[g.least for g in of],
        above=[p - 1 if g.limited_by and p > first[g.name] else -1 for p, g in enumerate(of)],
        indicator=_indicator(piles),
        twins=[],
        base_by_play=int(any(map(_is_based_by_play, piles.groups))),
        lock=lock,
        lock_then=lock_then,
        marks=[int(a > 0 or b > 0) for a, b in zip(lock, lock_then, strict=True)],
        same_way=[first[g.name] if g.same_way else -1 for g in of],
        same_suits=[first[g.name] if g.same_suits else -1 for g in of],
        line=[p - first[g.name] if g.in_lines else -1 for p, g in enumerate(of)],
    )
    links = {
        "link": [book.number(rule) for rule in link],
        "link_then": [book.number(rule) for rule in link_then],
        "link_or": [book.number(max(rule, 0)) for rule in link_or],
    }
    ahead = [book.number(rule) for rule in ahead]
    return Taking(tuple(builds), tuple(heights.owner), heights.placed, rules, links, ahead)


def _builds(groups: Iterable[Group]) -> list[Build]:
    """Return the build of each pile."""
    return [parse_build(text) for g in groups for text in per_pile(g.build, g.piles)]


def _indicator(piles: Piles) -> list[int]:
    """Return, for each pile, the pile whose card stands in for it while it is empty, or -1."""
    indicator = [-1] * len(piles.of)
    reserve = piles.named("reserve")
    for group in piles.groups:
        own = piles.own(group)
        if group.start == Start.ABOVE_RESERVE:
            for p, q in zip(own, reserve, strict=False):
                indicator[p] = q
        for i, p in enumerate(own):
            if group.awaits:
                indicator[p] = piles.first[group.awaits] + i
            if (left := left_place(group, i)) >= 0:
                indicator[p] = own.start + left
    return indicator


def _is_based_by_play(group: Group) -> bool:
    """Return whether the first card played to a foundation of the group becomes the base card."""
    return (
        group.kind == "foundation"
        and group.start in (Start.BASE_RANK, Start.BASE_SUIT)
        and not (group.deal or isinstance(group.placed, str))
    )


# --- height by height ----------------------------------------------------------------------------


def _heights(
    piles: Piles,
    sides: Mapping[str, Sides],
    builds: tuple[Sequence[Build], Sequence[Build]],
    book: RuleBook,
) -> _Heights:
    found = _Heights([], [], [], [-1] * len(piles.of), {})
    suits = piles.definition.suits.split()
    copies = Counter(piles.definition.pack)
    for group in piles.groups:
        own = piles.own(group)
        mine, later = (some[own.start : own.stop] for some in builds)
        if group.kind == "foundation":
            starts = _starts(piles, group)
            owners = _owners(group, starts, mine, suits)
            try:
                rows, full = book.foundation(group, starts, owners, mine)
            except ValueError as error:
                raise piles.error(group, "goal", str(error)) from None
            found.owner[own.start : own.stop] = owners
            found.placed.update(_placed(piles, group, starts, owners))
            _check_copies(piles, group, "placed", found.placed, copies)
            then_rows = rows
        else:
            rows, full = book.other(sides[group.name].before, mine)
            then_rows, _ = book.other(sides[group.name].after, later)
            held = {own[number - 1]: parse_card(text) for number, text in group.held.items()}
            found.placed.update(held)
            _check_copies(piles, group, "holds", found.placed, copies)
        found.rows.extend(rows)
        found.then_rows.extend(then_rows)
        found.full.extend(full)
    _check_first_dealt(piles, found.owner)
    return found


def _check_copies(
    piles: Piles, group: Group, key: str, placed: Mapping[int, int], copies: Counter[int]
) -> None:
    """Check that the pack contains all cards placed before the deal."""
    if Counter(placed.values()) - copies:
        raise piles.error(group, key, "the pack has too few copies of a card")


def _check_first_dealt(piles: Piles, owner: Sequence[int]) -> None:
    """Reject two groups whose first cards could be the same cards from the deal.

    Each group takes its first cards from all the cards dealt, so two groups might take the same
    card.
    """
    taken: dict[tuple[str, int], str] = {}
    for group in piles.groups:
        if group.kind != "foundation" or not isinstance(group.placed, str):
            continue
        own = piles.own(group)
        suits = {owner[p] for p in own}
        ranks = RANKS if group.start == Start.BASE_RANK else str(group.start)
        cards = [(rank, suit) for rank in ranks for suit in range(4) if {suit, -1} & suits]
        if other := next((taken[card] for card in cards if card in taken), ""):
            problem = (
                f"the deal may give [{other}] the same first cards: let one group begin with them"
                " all, or list the cards"
            )
            raise piles.error(group, "placed", problem)
        taken |= dict.fromkeys(cards, group.name)


def _starts(piles: Piles, group: Group) -> list[str]:
    """Return the cards that begin each foundation of a group, using the values of options."""
    starts = per_pile(group.start, group.piles)
    if isinstance(group.start, str) and "{" in group.start:
        names = re.findall(r"\{(\w+)\}", group.start)
        digits, suits = (piles.options[name] for name in names)
        if not len(digits) == len(suits) == group.piles:
            raise piles.error(
                group,
                "start",
                f"there are {len(digits)} digits and {len(suits)} suits for {group.piles} piles:"
                " these three numbers must be equal",
            )
        starts = [RANKS[int(d)] + s for d, s in zip(digits, suits, strict=True)]
    return starts


def _owners(
    group: Group, starts: Sequence[str], builds: Sequence[Build], suits: Sequence[str]
) -> list[int]:
    """Return the suit to which each foundation of a group belongs, or -1.

    A foundation belongs to a suit if its start names the suit, or if the rules treat all
    foundations of the group alike.
    """
    if (
        group.in_lines
        or group.whole
        or not all(
            b.suits == SuitRule.IN_SUIT and b.direction != Direction.ANY_ORDER and not b.equals
            for b in builds
        )
    ):
        return [-1] * group.piles
    one_rank = isinstance(group.start, str) and (
        group.start in RANKS or group.start == Start.BASE_RANK
    )
    if one_rank and group.piles % len(suits) == 0 and not group.limited_by:
        return ["CDHS".index(suits[i % len(suits)]) for i in range(group.piles)]
    return [
        suit_of(parse_card(start)) if len(start) == 2 and start[1] in "CDHS" else -1
        for start in starts
    ]


def _placed(
    piles: Piles, group: Group, starts: Sequence[str], owners: Sequence[int]
) -> dict[int, int]:
    """Return the card on each foundation of a group before the deal, by pile."""
    begins = list(zip(piles.own(group), starts, owners, strict=True))
    found: dict[int, int] = {}
    for p, start, owner in begins if group.placed is True else []:
        named = start + ("CDHS"[owner] if owner >= 0 and len(start) == 1 else "")
        if len(named) != 2:
            raise piles.error(group, "placed", "'start' does not determine the cards: list them")
        found[p] = parse_card(named)
    for text in group.placed if isinstance(group.placed, list) else []:
        card = parse_card(text)
        for p, start, owner in begins:
            if p not in found and start in (text, text[0]) and owner in (-1, suit_of(card)):
                found[p] = card
                break
        else:
            raise piles.error(group, "placed", f"{text} does not begin any of these foundations")
    return found


# --- runs and one-way building -------------------------------------------------------------------


def _links(piles: Piles, builds: Sequence[Build], book: RuleBook) -> list[int]:
    """Return the rule for the runs of each pile; it is empty if the build allows no runs."""
    return [
        book.run(group, parse_build(ways[0]) if (ways := runs(group)) else build)
        for group, build in zip(piles.of, builds, strict=True)
    ]


def _other_links(piles: Piles, book: RuleBook) -> list[int]:
    """Return the second rule for the runs of each pile, or 0 if the pile has only one."""
    return [
        book.run(group, parse_build(ways[1])) if len(ways := runs(group)) > 1 else 0
        for group in piles.of
    ]


def _locks(piles: Piles, builds: Sequence[Build], book: RuleBook) -> list[int]:
    """Return the index of each pile's pair of one-way rules, or -1 if the pile has none."""
    return [
        book.one_way(group, build) if build.one_way else -1
        for group, build in zip(piles.of, builds, strict=True)
    ]
