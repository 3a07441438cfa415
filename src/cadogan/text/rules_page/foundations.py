"""Rules page: the section on the foundations, from their first card to cards that leave them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cadogan.core.cards import RANKS, rank_of, suit_of
from cadogan.i18n import msgid, translate
from cadogan.i18n.grammar import (
    a,
    any_card,
    bullets,
    card_name,
    cards,
    join,
    noun_phrase,
    number,
    phrase,
    rank,
    rank_of_letter,
    ranks,
    the,
)
from cadogan.mechanics.paired_start.text import paired_start_clause
from cadogan.mechanics.registry import deals_to_foundations
from cadogan.mechanics.whole_runs.text import whole_rule
from cadogan.rules.build_names import beyond, ends, explained, how, of_suits
from cadogan.rules.group import Group, ever
from cadogan.rules.phases import taken
from cadogan.rules.phrases import Direction, Start, SuitRule, Take
from cadogan.text.rules_page.writer import RulesWriter

# the values of 'take' that lift one card at a time
_SINGLE = ("none", "top card", "any card", "top or bottom card")


def foundations(say: RulesWriter) -> list[str]:
    """Write the section on the foundations."""
    groups = say.of_kind("foundation")
    if not groups:
        return []
    paragraphs = [text for group in groups for text in _foundation(say, group)]
    runs = [g for g in say.of_kind("tableau") if g.take not in _SINGLE]
    clauses = []
    if any(say.way(g, f) for g in runs for f in groups if not f.whole):
        text = msgid("cards go to the foundations one at a time")
        if any(f.whole for f in groups):
            text = msgid("apart from such whole runs, cards go to the foundations one at a time")
        clauses = [translate(text)]
    return [*paragraphs, join(clauses + _returning(say, groups))]


def _foundation(say: RulesWriter, group: Group) -> list[str]:
    """Write the paragraphs on one group of foundations."""
    piles = say.piles(group)
    builds = {say.rules.builds[p] for p in piles}
    opening = translate("there {piles:is/are} {piles}", piles=say.counted(group, group.piles))
    after = [*_provisos(say, group), paired_start_clause(say.rules, group), *say.coming(group)]
    if group.whole:
        rule = whole_rule(group, say.tables.accept.full[piles[0]])
        return [join([opening, say.order(group), *rule, *after])]
    alike = isinstance(group.start, str) and "{" not in group.start and len(group.start) != 2
    if alike and len(builds) == 1 and not group.goal:
        if len({say.rules.owner[p] for p in piles}) == 4:
            opening += translate(", {n} for each suit", n=number(group.piles // 4))
        return [join([opening, say.order(group), *_one_rule(say, group), *after])]
    if say.on_a_clock(group):
        opening += translate(", in a circle like the hours of a clock")
    several = group.piles > 1
    if only := _only_card(say, group):
        return [join([opening, say.order(group), only]), join(after)]
    clauses = [opening, say.order(group), _lying_out(say, group)]
    if len(builds) == 1 and say.rules.builds[piles[0]].direction == Direction.NONE:
        text = msgid("they take no other card") if several else msgid("it takes no other card")
        if not _lying_out(say, group):
            text = msgid("each takes only one card") if several else msgid("it takes only one card")
        clauses.append(translate(text))
    elif len(builds) == 1:
        text = group.build if isinstance(group.build, str) else group.build[0]
        build = say.rules.builds[piles[0]]
        named = translate(
            msgid("each is built {how}") if several else msgid("it is built {how}"),
            how=how(text, suits=False),
        )
        clauses.append(say.built(named, build, say.sequence(group)))
        if build.one_way:
            clauses.append(translate("the second card fixes the direction"))
    if not several and (course := _only_foundation(say, group)):
        return [join([*clauses, course]), join(after)]
    items = [_one_foundation(say, group, i, len(builds) > 1) for i in range(group.piles)]
    return [join(clauses), *bullets(items), join(after)]


def _only_card(say: RulesWriter, group: Group) -> str:
    """Return a clause on a single foundation that takes one given card, or "" for all others."""
    p = say.piles(group)[0]
    begin = say.beginning(group, p)
    if group.piles > 1 or len(begin) != 1 or say.rules.builds[p].direction != Direction.NONE:
        return ""
    text = msgid("its only card is {card}")
    if _lying_out(say, group):
        text = msgid("its only card, {card}, is in place from the start")
    return translate(text, card=the(card_name(begin[0])))


def _only_foundation(say: RulesWriter, group: Group) -> str:
    """Return a clause on where a single foundation begins and ends, or "" if it needs more."""
    p = say.piles(group)[0]
    begin, build = say.beginning(group, p), say.rules.builds[p]
    many = cards(say.tables.accept.full[p])
    if len(begin) != 1:
        return ""
    first, course = the(card_name(begin[0])), say.course(group, p, rank_of(begin[0]))
    if not course or len({*course}) == 1:
        return translate("it begins with {first} and takes {cards} in all", first=first, cards=many)
    last = rank(course[-1])
    if build.suits == SuitRule.IN_SUIT:
        last = card_name(suit_of(begin[0]) * 13 + course[-1] - 1)
    text = msgid("it goes from {first} to {last}, {cards} in all")
    return translate(text, first=first, last=the(last), cards=many)


def _lying_out(say: RulesWriter, group: Group) -> str:
    """State which cards begin foundations that start differently, or are already in place there."""
    out = all(p in say.rules.placed for p in say.piles(group))
    if "{" in str(group.start):
        first = translate(msgid("the cards one rank above the digits of the player's number"))
        return translate(
            msgid("{cards} begin them and are in place from the start")
            if out
            else msgid("{cards} begin them"),
            cards=first,
        )
    if not out:
        return ""
    return translate(
        msgid("their first cards are in place from the start")
        if group.piles > 1
        else msgid("its first card is in place from the start")
    )


def _one_rule(say: RulesWriter, group: Group) -> list[str]:
    """Explain how foundations begin and grow, if all foundations of a group follow one rule."""
    begins, more = _beginning(say, group)
    text = msgid("each begins with {begins} and {grows}")
    if group.piles == 1:
        text = msgid("it begins with {begins} and {grows}")
    build, what = say.rules.builds[say.piles(group)[0]], ""
    if build.direction == Direction.NONE and not _lying_out(say, group) and not group.deal:
        text = msgid("each takes {begins} and nothing else")
        if group.piles == 1:
            text = msgid("it takes {begins} and nothing else")
    if build.direction == Direction.UP_OR_DOWN and not build.one_way:
        what = translate("up or down means: {means}", means=explained(build))
        if not build.wrap:
            what = f"{what}; {ends(build, say.sequence(group))}"
    return [translate(text, begins=begins, grows=_growing(say, group)), what, more]


def _out_already(many: int) -> str:
    """State that some foundations already hold their first card."""
    text = (
        msgid("{n} of the foundations are begun before play starts")
        if many > 1
        else msgid("one of the foundations is begun before play starts")
    )
    return translate(text, n=number(many))


def _beginning(say: RulesWriter, group: Group) -> tuple[str, str]:
    """Name the card that begins each foundation of a group, and return a sentence on it, or ""."""
    start, piles = str(group.start), say.piles(group)
    own = say.rules.owner[piles[0]] >= 0
    if start == Start.BASE_RANK:
        fixed = translate(
            "the rank of the first card put on a foundation is the *base rank* of the game"
        )
        dealt = any(g.deal for g in say.of_kind("foundation"))
        if early := say.early(group):
            fixed = _out_already(early)
        return translate("a card of the base rank"), "" if dealt else fixed
    if start == Start.BASE_SUIT:
        one, two = (a(rank(r)) for r in say.rules.ranks[:2])
        return translate("a card of the base suit"), translate(
            "the first foundation begins with {one}, the second with {two} and so on. The suit of"
            " the first card put on a foundation is the *base suit* of the game",
            one=one,
            two=two,
        )
    if start == Start.ABOVE_RESERVE:
        low, high = a(rank(say.rules.ranks[0])), a(rank(say.rules.ranks[-1]))
        return translate(
            "a card, of any suit, one rank higher than the top card of the reserve pile in the same"
            " place ({low} for {high})",
            low=low,
            high=high,
        ), ""
    if start == Start.ANY_CARD and group.deal:
        return translate("the card that is dealt to it"), ""
    if start == Start.ANY_CARD:
        return translate(
            msgid("{card} of its suit") if own else msgid("{card}"), card=any_card()
        ), ""
    out = sum(p in say.rules.placed for p in piles)
    return _beginning_rank(say, group, own=own, out=out)


def _beginning_rank(say: RulesWriter, group: Group, *, own: bool, out: int) -> tuple[str, str]:
    """Name the card of a rank that begins foundations, and return a sentence on it, or "".

    With ``own``, each foundation has its own suit. ``out`` of them hold a card before the deal.
    """
    single = own and say.definition.decks == 1
    name = rank_of_letter(str(group.start))
    first = the(name) if single else a(name)
    if own:
        first = phrase("{rank} of its suit", rank=first)
    if out == group.piles:
        return translate("{first}, which is in place from the start,", first=first), ""
    out = out or say.early(group)
    if out == group.piles:
        return translate("{first}, which is put there during the deal,", first=first), ""
    text = (
        msgid("{first}, as it becomes available,")
        if single
        else msgid("{first}, as one becomes available,")
    )
    return translate(text, first=first), _out_already(out) if out else ""


def _growing(say: RulesWriter, group: Group) -> str:
    """Explain how a foundation grows and when it is complete."""
    p, sequence = say.piles(group)[0], say.sequence(group)
    build, cap = say.rules.builds[p], say.tables.accept.full[p]
    built = how(group.build if isinstance(group.build, str) else group.build[0])
    until = translate("until it holds {cards}", cards=cards(cap))
    if build.direction == Direction.ANY_ORDER:
        return translate("takes the other cards of its suit in any order, {until}", until=until)
    if build.direction == Direction.ANY_CARD:
        return translate("takes any card, {until}", until=until)
    if build.direction == Direction.NONE:
        return translate("takes no other card")
    if build.direction == Direction.UP_THEN_DOWN:
        return translate(
            "is built {how}: from the {low} to the {high}, then with another {high} down to"
            " another {low}, {until}",
            how=built,
            low=rank(sequence[0]),
            high=rank(sequence[-1]),
            until=until,
        )
    start = str(group.start)
    course = say.course(group, p, RANKS.index(start) + 1) if start in RANKS else []
    if len({*course}) == 1:
        return translate("takes the other {ranks}, {until}", ranks=ranks(course[0]), until=until)
    lap = [*dict.fromkeys(course)]
    if len(lap) < len(course):
        text = msgid("is built {how}: {course}, and round again, {until}")
        return translate(text, how=built, course=_course_text(lap, build.step), until=until)
    if course:
        rule = _course_text(course, build.step) + of_suits(build)
        return translate("is built {how}: {course}", how=built, course=rule)
    more = beyond(build, sequence) + of_suits(build)
    rule = translate("is built {how}{more}", how=built, more=more)
    if cap >= say.tables.total:  # the foundation takes all cards, so it has no other end
        return rule
    return translate(
        msgid("{told}, {until}") if "," in more else msgid("{told} {until}"), told=rule, until=until
    )


def _course_text(course: Sequence[int], step: int) -> str:
    """Name the ranks of a foundation; list them all unless they are in the usual order.

    >>> _course_text([1, 2, 3, 4, 5], 1), _course_text([2, 4, 6, 8, 10], 2)
    ('ace, two, three and so on to the five', 'two, four, six, eight, ten')
    """
    names = [rank(r) for r in course]
    if step == 1 and len(names) > 4:
        some = ", ".join(names[:3])
        return translate("{ranks} and so on to the {last}", ranks=some, last=names[-1])
    return ", ".join(names)


def _place(say: RulesWriter, group: Group, i: int) -> str:
    """Name a foundation by its number and, on a clock, by its hour."""
    place = say.rules.names[say.piles(group)[i]][1:]
    if say.on_a_clock(group):
        return translate("Foundation {n} ({hour} o'clock)", n=place, hour=number(i + 1))
    return translate("Foundation {n}", n=place) if place else translate("The foundation")


def _one_foundation(say: RulesWriter, group: Group, i: int, own_build: bool) -> str:
    """Return a list item on one foundation: its first card, how it is built, and its last card."""
    R, p = say.tables, say.piles(group)[i]
    begin = say.beginning(group, p)
    build, where, many = say.rules.builds[p], _place(say, group, i), cards(R.accept.full[p])
    built = how(group.build if isinstance(group.build, str) else group.build[i])
    if len({rank_of(c) for c in begin}) > 1:
        begins = _beginning(say, group)[0]
        if not own_build:
            text = msgid("{place}: from {begins}, {cards}.")
            return translate(text, place=where, begins=begins, cards=many)
        more = beyond(build, say.sequence(group))
        text = msgid("{place}: from {begins}, {how}{more}, {cards}.")
        return translate(text, place=where, begins=begins, how=built, more=more, cards=many)
    course, named = say.course(group, p, rank_of(begin[0])), len(begin) == 1
    first = the(card_name(begin[0])) if named else a(rank(rank_of(begin[0])))
    if own_build and course:
        rule = _course_text(course, build.step) + of_suits(build)
        text = msgid("{place}: from {first}, {how}: {course}.")
        return translate(text, place=where, first=first, how=built, course=rule)
    if own_build:
        more = beyond(build, say.sequence(group))
        text = msgid("{place}: from {first}, {how}{more}, {cards}.")
        return translate(text, place=where, first=first, how=built, more=more, cards=many)
    if (R.accept.full[p] == 1 or build.direction == Direction.NONE) and named:
        return translate("{place}: the {card}.", place=where, card=card_name(begin[0]))
    if len({*course}) == 1:
        text = msgid("{place}: the {ranks}, {cards}.")
        return translate(text, place=where, ranks=ranks(course[0]), cards=many)
    if course:
        last = rank(course[-1])
        if named and build.suits == SuitRule.IN_SUIT:
            last = card_name(suit_of(begin[0]) * 13 + course[-1] - 1)
        text = msgid("{place}: from {first} to {last}, {cards}.")
        return translate(text, place=where, first=first, last=the(last), cards=many)
    return translate("{place}: from {first}, {cards}.", place=where, first=first, cards=many)


def _provisos(say: RulesWriter, group: Group) -> Iterator[str]:
    """Yield the other limits on the foundations of a group."""
    if group.ends == Start.BASE_RANK:
        yield translate("but no card may follow a card of the base rank")
    elif group.ends:
        yield translate("but no card may follow {rank}", rank=a(rank_of_letter(group.ends)))
    if {group.name, group.kind} & {*deals_to_foundations(say.definition)}:
        text = msgid("a card that the stock deals to {piles} stays there whatever its rank")
        yield translate(text, piles=say.the(group))
    if group.limited_by:
        yield translate(
            "but a foundation after the first takes only ranks that the foundation before it, the"
            " row above, already shows. So the foundations are begun in order"
        )
    if group.awaits:
        text = msgid("each may be begun only once the {pile} in the same place holds a card")
        if group.piles == 1:
            text = msgid("it may be begun only once the first {pile} holds a card")
        yield translate(text, pile=say.pile(say.named(group.awaits)[0]))
    if group.same_way:
        yield translate(
            "all of them go in the same direction, which is fixed by the first foundation to"
            " receive a second card"
        )
    if group.same_suits:
        yield translate(
            "at any given height, all of them hold cards of the same suit; the first card played"
            " at that height fixes the suit"
        )
    if group.in_lines:
        yield _lines(say, group)


def _lines(say: RulesWriter, group: Group) -> str:
    """Explain how foundations get their suits, if these are not fixed from the start."""
    others = [g for g in say.of_kind("foundation") if g.in_lines]
    if group is not others[0]:
        return translate("these foundations take the suits of their lines")
    text = msgid(
        "the foundations have no suits at the start. The first card played begins the first one,"
        " and the first card of each new suit begins the next one"
    )
    if len(others) > 1:
        text = msgid(
            "the foundations have no suits at the start. The first of each kind form the first"
            " line, the second of each the second line and so on. The first card of a line fixes"
            " the suit of the whole line, and the lines are begun in order"
        )
    return translate(text)


def _returning(say: RulesWriter, groups: Sequence[Group]) -> list[str]:
    """State whether cards may leave the foundations."""
    leaving = [g for g in groups if any(ever(g, "to")) and say.destinations(g)]
    if not leaving:
        return [translate("cards on a foundation stay there")]
    thens = {g.name: [(t.when, t.take, t.to) for t in g.then if t.take or t.to] for g in groups}
    rules = {str((g.to, g.take, g.run, g.keep, thens[g.name])) for g in groups}
    same, passes = len(rules) == 1, False
    parts: list[str] = []
    for group in leaving[:1] if same else leaving:
        which, way = a(noun_phrase("foundation") if same else say.pile(group)), taken(group)
        there = say.destinations(group)
        text = msgid("cards from {pile} may be played {there}")
        if way == Take.TOP_CARD:
            text = msgid("the top card of {pile} may be played {there}")
        passes = passes or (
            not parts and translate("to another foundation on which it fits") in there
        )
        parts.append(translate(text, pile=which, there=there))
        if way != Take.TOP_CARD:
            parts.append(translate("of these, {how}", how=say.lifting(way, a(noun_phrase("pile")))))
        parts += say.leaving(group, every=same)
    text = msgid("cards on {piles} stay there")
    parts += [translate(text, piles=say.the(g)) for g in groups if g not in leaving]
    builds = [say.rules.builds[p] for g in groups for p in say.piles(g)]
    opposite = {b.direction for b in builds} == {Direction.UP, Direction.DOWN}
    if opposite and {b.suits for b in builds} == {SuitRule.IN_SUIT} and passes:
        parts.append(
            translate(
                "so cards may pass one by one, in either direction, between the two foundations"
                " of a suit when their top cards are neighbours in rank"
            )
        )
    return parts
