"""The section on the foundations: what begins them, how they grow, whether cards may leave them."""

from __future__ import annotations

from collections.abc import Sequence

from cadogan.cards import RANKS, SUIT_NAMES, card_name, rank_of, suit_of
from cadogan.families.tables import deals_to_foundations
from cadogan.families.texts import marriage_clause, whole_rule
from cadogan.language import words
from cadogan.language.builds import Build
from cadogan.language.changes import taken
from cadogan.language.definition import Group, ever
from cadogan.language.words import count_word
from cadogan.prose.english import a, bullets, cards, join, ranks
from cadogan.prose.speaker import Speaker, built_up, english, rank_name

__all__ = ["foundations"]

_SINGLE = ("none", "top card", "any card", "top or bottom card")  # ways to take one card at a time
_OPTION_START = "one above {target} in {suits}"


def foundations(say: Speaker) -> list[str]:
    """Write the section on the foundations."""
    groups = say.of_kind("foundation")
    if not groups:
        return []
    paragraphs = [text for group in groups for text in _foundation(say, group)]
    runs = [g for g in say.of_kind("tableau") if g.take not in _SINGLE]
    single = any(say.way(g, f) for g in runs for f in groups if not f.whole)
    told = ["cards go to the foundations one at a time"] if single else []
    return [*paragraphs, join(told + _returning(say, groups))]


def _foundation(say: Speaker, group: Group) -> list[str]:
    """Write about one group of foundations."""
    piles = say.piles(group)
    builds = {say.rules.builds[p] for p in piles}
    verb = "is one" if group.piles == 1 else f"are {count_word(group.piles)}"
    opening = f"there {verb} {say.pile(group, group.piles)}"
    after = [_ending(group), _dealt_on(say, group), _row_above(group), _awaiting(say, group)]
    after += [marriage_clause(say.rules, group), *say.coming(group)]
    if group.whole:
        rule = whole_rule(group, say.tables.full[piles[0]])
        return [join([opening, say.order(group), *rule, *after])]
    alike = isinstance(group.start, str) and "{" not in group.start and len(group.start) != 2
    if alike and len(builds) == 1 and not group.goal:
        if len({say.rules.owner[p] for p in piles}) == 4:
            opening += f", {count_word(group.piles // 4)} for each suit"
        return [join([opening, say.order(group), *_one_rule(say, group), *after])]
    if say.on_a_clock(group):
        opening += ", in a circle like the hours of a clock"
    told = [opening, say.order(group), _lying_out(say, group)]
    if len(builds) == 1 and say.rules.builds[piles[0]].direction == "none":
        told.append("they take no other card" if group.piles > 1 else "it takes no other card")
    elif len(builds) == 1:
        text = group.build if isinstance(group.build, str) else group.build[0]
        each = "each is" if group.piles > 1 else "it is"
        build = say.rules.builds[piles[0]]
        told.append(f"{each} {say.built(build, say.sequence(group), text)}")
        if build.one_way:
            told.append("the second card fixes the direction")
    items = [_one_foundation(say, group, i, len(builds) > 1) for i in range(group.piles)]
    return [join(told), *bullets(items), join(after)]


def _lying_out(say: Speaker, group: Group) -> str:
    """Say of foundations that begin differently what begins them, or that it lies out."""
    out = all(p in say.rules.placed for p in say.piles(group))
    if "{" in str(group.start):
        begin = f"{words.STARTS[_OPTION_START]} begin them"
        return f"{begin} and lie out from the start" if out else begin
    if not out:
        return ""
    first = "their first cards lie" if group.piles > 1 else "its first card lies"
    return f"{first} out from the start"


def _one_rule(say: Speaker, group: Group) -> list[str]:
    """Say what begins the foundations of a group and how they grow, alike for all."""
    each = "each" if group.piles > 1 else "it"
    begins, more = _beginning(say, group)
    return [f"{each} begins with {begins} and {_growing(say, group)}", more]


def _beginning(say: Speaker, group: Group) -> tuple[str, str]:
    """Return what begins each foundation of a group, and a sentence more or ""."""
    start, piles = str(group.start), say.piles(group)
    own = say.rules.owner[piles[0]] >= 0
    if start == "base rank":
        fixed = "the rank of the first card put on a foundation is the *base rank* of the game"
        dealt = any(g.deal for g in say.of_kind("foundation"))
        if early := say.early(group):
            some = "one of them is" if early == 1 else f"{count_word(early)} of them are"
            fixed = f"{some} out from the start"
        return "a card of the base rank", "" if dealt else fixed
    if start == "base suit":
        one, two = (rank_name(r) for r in say.rules.ranks[:2])
        return "a card of the base suit", (
            f"the first foundation begins with {a(one)}, the second with {a(two)} and so on; the"
            " suit of the first card put on a foundation is the *base suit* of the game"
        )
    if start == "above the reserve":
        low, high = rank_name(say.rules.ranks[0]), rank_name(say.rules.ranks[-1])
        return (
            "a card, of any suit, one rank higher than the top card of the reserve pile in the same"
            f" place ({a(low)} for {a(high)})"
        ), ""
    if start == "any card" and group.deal:
        return "the card that is dealt to it", ""
    if start == "any card":
        return ("any card of its suit" if own else "any card"), ""
    name = words.rank_word(start)
    out = sum(p in say.rules.placed for p in piles)
    first = a(name)
    if own:
        first = f"{first if say.definition.decks > 1 else f'the {name}'} of its suit"
    if out == group.piles:
        return f"{first}, which lies out from the start,", ""
    one = f"{first} as {'it' if first.startswith('the') else 'one'} comes into play"
    out = out or say.early(group)
    if out == group.piles:
        return f"{first}, which is out from the start,", ""
    if out:
        some = "one of them is" if out == 1 else f"{count_word(out)} of them are"
        return one, f"{some} out from the start"
    return one, ""


def _growing(say: Speaker, group: Group) -> str:
    """Say how a foundation grows and when it is complete."""
    p, sequence = say.piles(group)[0], say.sequence(group)
    build, cap = say.rules.builds[p], say.tables.full[p]
    phrase = group.build if isinstance(group.build, str) else group.build[0]
    text = english(phrase)
    until = f"until it holds {cards(cap)}"
    if build.direction == "any order":
        return f"takes the other cards of its suit in any order, {until}"
    if build.direction == "any card":
        return f"takes any card, {until}"
    if build.direction == "none":
        return "takes no other card"
    low, high = rank_name(sequence[0]), rank_name(sequence[-1])
    if build.direction == "up then down":
        return (
            f"is built {text}: from the {low} to the {high}, then with another {high} down to"
            f" another {low}, {until}"
        )
    start = str(group.start)
    course = say.course(group, p, RANKS.index(start) + 1) if start in RANKS else []
    if len({*course}) == 1:
        return f"takes the other {ranks(rank_name(course[0]))}, {until}"
    lap = [*dict.fromkeys(course)]
    if len(lap) < len(course):
        return f"is built {text}: {_course_text(lap, build.step)}, and round again, {until}"
    if course:
        return f"is built {text}: {_course_text(course, build.step)}{_rotation(build)}"
    told = f"is built {built_up(build, sequence, phrase)}{_rotation(build)}"
    if cap >= say.tables.total:  # it never is complete before all is
        return told
    return f"{told}{',' if ',' in told else ''} {until}"


def _rotation(build: Build) -> str:
    """Explain the rotation of suits, where a build is of that kind."""
    return " (" + build.explained.partition("(")[2] if build.suits == "in suit rotation" else ""


def _course_text(course: Sequence[int], step: int) -> str:
    """Name the ranks of a foundation, all of them where they are not simply in order.

    >>> _course_text([1, 2, 3, 4, 5], 1), _course_text([2, 4, 6, 8, 10], 2)
    ('ace, two, three and so on to the five', 'two, four, six, eight, ten')
    """
    names = [rank_name(r) for r in course]
    if step == 1 and len(names) > 4:
        return f"{', '.join(names[:3])} and so on to the {names[-1]}"
    return ", ".join(names)


def _place(say: Speaker, group: Group, i: int) -> str:
    """Name a foundation of a list by its number and, on a clock, by its hour."""
    number = say.rules.names[say.piles(group)[i]][1:]
    if say.on_a_clock(group):
        return f"Foundation {number} ({count_word(i + 1)} o'clock)"
    return f"Foundation {number}" if number else "The foundation"


def _one_foundation(say: Speaker, group: Group, i: int, own_build: bool) -> str:
    """Say where one foundation of a list begins, how it is built and where it ends."""
    T, p = say.tables, say.piles(group)[i]
    begin = say.beginning(group, p)
    build = say.rules.builds[p]
    text, suit, course = f"{_place(say, group, i)}: from ", "", []
    if len({rank_of(c) for c in begin}) == 1:
        course = say.course(group, p, rank_of(begin[0]))
        named = len(begin) == 1
        text += f"the {card_name(begin[0])}" if named else a(rank_name(rank_of(begin[0])))
        if named and build.suits == "in suit":
            suit = f" of {SUIT_NAMES[suit_of(begin[0])]}"
    else:
        text += _beginning(say, group)[0]
    if own_build:
        phrase = group.build if isinstance(group.build, str) else group.build[i]
        if course:
            told = f"{text}, {english(phrase)}: {_course_text(course, build.step)}"
            return f"{told}{_rotation(build)}."
        text += f", {built_up(build, say.sequence(group), phrase)}"
    elif T.full[p] == 1 and len(begin) == 1:
        return f"{_place(say, group, i)}: the {card_name(begin[0])}."
    elif len({*course}) == 1:
        return f"{_place(say, group, i)}: the {ranks(rank_name(course[0]))}, {cards(T.full[p])}."
    elif course:
        text += f" to the {rank_name(course[-1])}{suit}"
    return f"{text}, {cards(T.full[p])}."


def _ending(group: Group) -> str:
    if not group.ends:
        return ""
    base = group.ends == "base rank"
    what = "a card of the base rank" if base else a(words.rank_word(group.ends))
    return f"but no card follows {what}"


def _dealt_on(say: Speaker, group: Group) -> str:
    if not {group.name, group.kind} & {*deals_to_foundations(say.definition)}:
        return ""
    return f"a card that the stock deals to {say.the(group)} lies there whatever its rank"


def _row_above(group: Group) -> str:
    if not group.limited_by:
        return ""
    return (
        "but a foundation after the first takes only ranks that the foundation before it, the row"
        " above, already shows; so the foundations are begun in order"
    )


def _awaiting(say: Speaker, group: Group) -> str:
    if not group.awaits:
        return ""
    there = say.pile(say.named(group.awaits)[0])
    if group.piles == 1:
        return f"it is begun only when {'the first' * (there != 'tableau')} {there} holds a card"
    return f"each is begun only when the {there} in the same place holds a card"


def _returning(say: Speaker, groups: Sequence[Group]) -> list[str]:
    """Say whether cards may leave the foundations."""
    leaving = [g for g in groups if any(ever(g, "to")) and say.destinations(g)]
    if not leaving:
        return ["cards that lie on a foundation stay there"]
    thens = {g.name: [(t.when, t.take, t.to) for t in g.then if t.take or t.to] for g in groups}
    rules = {str((g.to, g.take, g.run, g.keep, thens[g.name])) for g in groups}
    same = len(rules) == 1
    told: list[str] = []
    for group in leaving[:1] if same else leaving:
        which = "a foundation" if same else a(say.pile(group))
        way = taken(group)
        what = "the top card" if way == "top card" else "cards"
        told.append(f"{what} of {which} may be played {say.destinations(group)}")
        if way != "top card":
            told.append(f"of these, {words.TAKES[way]}")
        told += say.leaving(group, "the foundations" if same else "")
    told += [f"cards that lie on {say.the(g)} stay there" for g in groups if g not in leaving]
    builds = [say.rules.builds[p] for g in groups for p in say.piles(g)]
    opposite = {b.direction for b in builds} == {"up", "down"}
    if opposite and {b.suits for b in builds} == {"in suit"} and "another foundation" in told[0]:
        told.append(
            "thus cards may pass, one by one, between a foundation that is built up and one of the"
            " same suit that is built down, when their top cards are neighbours in rank"
        )
    return told
