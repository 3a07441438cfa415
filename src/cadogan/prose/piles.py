"""The sections on the tableau, the reserve and the cells."""

from __future__ import annotations

from collections.abc import Callable

from cadogan.families.texts import cover_clauses, exchange_clauses, grid_rules, row_rules
from cadogan.language import words
from cadogan.language.builds import parse_build
from cadogan.language.changes import filling, taken
from cadogan.language.definition import Group, group_now
from cadogan.language.words import count_word
from cadogan.prose.english import a, cards, join, listed, ordinal
from cadogan.prose.speaker import Speaker
from cadogan.tables import INTO

__all__ = ["cells", "reserves", "tableaus", "taking"]


def tableaus(say: Speaker) -> list[str]:
    """Write the section on the tableau."""
    return _each(say, "tableau", _tableau)


def reserves(say: Speaker) -> list[str]:
    """Write the section on the reserve."""
    return _each(say, "reserve", _reserve)


def cells(say: Speaker) -> list[str]:
    """Write the section on the cells."""
    return _each(say, "cell", _cell)


def _each(say: Speaker, kind: str, tell: Callable[[Speaker, Group], list[str]]) -> list[str]:
    """Write about each group of a kind, naming it where there are several."""
    groups, paragraphs = say.of_kind(kind), []
    for group in groups:
        told = [text for text in tell(say, group) if text]
        if len(groups) > 1:
            told[0] = f"{say.title(group)}. {told[0]}"
        paragraphs += told
    return paragraphs


def _tableau(say: Speaker, group: Group) -> list[str]:
    if group.row:
        told = grid_rules(group) + row_rules(group) + _limits(say, group) + say.coming(group)
        return [join(told), join(taking(say, group))]
    return [
        join(cover_clauses(group)),
        join(_building(say, group) + _limits(say, group) + say.coming(group)),
        join(taking(say, group)),
        join(exchange_clauses(group)),
        join(row_rules(group)),
        "" if group.closes else join(_spaces(say, group)),
        join(_refilling(say, group)),
        join(_then(say, group)),
    ]


def _reserve(say: Speaker, group: Group) -> list[str]:
    directions = {say.rules.builds[p].direction for p in say.piles(group)}
    built = [f"{say.the(group)} is not built on"]
    if directions != {"none"}:
        built = _building(say, group)
    return [
        join(cover_clauses(group)),
        join(taking(say, group) + built + _limits(say, group) + say.coming(group)),
        join(_spaces(say, group)),
        join(_then(say, group)),
    ]


def _building(say: Speaker, group: Group) -> list[str]:
    """Say what may be put on the piles of a group."""
    builds = [say.rules.builds[p] for p in say.piles(group)]
    the, sequence = say.the(group), say.sequence(group)
    if len(set(builds)) > 1 and isinstance(group.build, list):
        each = "; ".join(
            f"the {ordinal(i + 1)} is {say.built(build, sequence, text)}"
            for i, (build, text) in enumerate(zip(builds, group.build, strict=True))
        )
        return [f"the piles of {the} differ: {each}"]
    build = builds[0]
    if build.direction == "none":
        return [f"there is no building on {the}"]
    if build.direction == "any card":
        return [f"on {the} any card may be put on any other, whatever its rank and suit"]
    if build.direction == "any order":
        return [f"a pile of {the} takes the cards of one suit, in any order"]
    text = group.build if isinstance(group.build, str) else group.build[0]
    told = [f"{the} is {say.built(build, sequence, text)}"]
    if build.one_way:
        told.append(
            "the first card laid on a pile in play fixes whether that pile goes up or down, for as"
            " long as a card laid in play is there; cards that were dealt fix nothing"
        )
    return told


def _limits(say: Speaker, group: Group) -> list[str]:
    """Say what else limits building."""
    told = [say.order(group)]
    if group.least:
        told.append(f"a pile with fewer than {cards(group.least)} may not be built on")
    if group.most:
        pile = "a pile" if group.piles > 1 else say.the(group)
        told.append(f"{pile} holds {cards(group.most)} at most")
    if group.ends:
        base = group.ends == "base rank"
        what = "a card of the base rank" if base else a(words.rank_word(group.ends))
        told.append(f"but nothing is laid on {what}")
    if group.apart:
        told.append(
            "cards of the base rank stand apart: they are not put on other cards here, and no card"
            " is put on them"
        )
    return told


def taking(say: Speaker, group: Group) -> list[str]:
    """Say what may be lifted from a group, and where it may go."""
    where, the = say.destinations(group), say.the(group)
    way = taken(group)
    stays = way == "none" or not where
    if stays and any(say.tables.removes[p] for p in say.piles(group)):
        return say.kept(group)  # they only leave play, which has a section of its own
    if stays:
        return [f"the cards of {the} stay where they are"]
    take = words.TAKES[way]
    if not say.of_kind("cell"):
        take = take.replace(" or a cell", "")
    if group.piles == 1:
        take = take.replace("a pile", the)
    if way == "top card" and group.kind == "tableau":
        told = [f"{take}; it may be played {where}"]
    elif way == "top card":
        each = f"each {say.pile(group)}" if group.kind == "waste" else "each pile"
        pile = each if group.piles > 1 else the
        told = [f"the top card of {pile} may be played {where}"]
        if group.face == "down but the last":
            told = [f"only the last card of {pile}, when it is turned up, may be played {where}"]
    elif way == "run as single cards":
        told = [_carrying(say), f"cards of {the} may be played {where}"]
    else:
        told = [take, f"cards of {the} may be played {where}"]
    hidden = group.face == "top up" and max(say.counts(group)) > 1
    if any(g.opens == group.name for g in say.groups):
        told.append("only a card that has been turned up may be taken")
    elif hidden or (isinstance(group.face, list) and any(group.face) and not group.covered_by):
        told.append("a face-down card that is uncovered is turned up at once")
    elif group.face in ("down", "down but the last") and group.kind != "waste":
        told.append("cards that lie face down may not be taken")
    return told + say.leaving(group)


def _carrying(say: Speaker) -> str:
    """Say how long a run may be that is moved as single cards."""
    free, spaces = any(say.tables.is_cell), any(say.tables.any_space)
    if not (free or spaces):
        return "cards are moved singly"
    helped = listed(["free cells"] * free + ["empty piles"] * spaces)
    many = "one card more than there are free cells" if free else "one card"
    if spaces:
        many += ", doubled for each empty pile besides the one moved to"
    return (
        f"cards are moved singly, but a built run may be moved at once as far as {helped} would let"
        f" its cards go one by one: {many}"
    )


def _source(say: Speaker, ref: str) -> str:
    """Name the pile of a group from which a space is filled at once."""
    groups = say.named(ref)
    if sum(g.piles for g in groups) == 1:
        return say.the(ref)
    return f"the first {say.pile(groups[0])} that has cards"


def _filling(say: Speaker, group: Group) -> list[str]:
    """Say what fills an emptied pile at once."""
    refs, wait = filling(group)
    if not refs:
        return []
    first, *more = (_source(say, ref) for ref in refs)
    what, fewer = "the top card", ""
    if group.fill_cards > 1:
        what, fewer = f"the top {cards(group.fill_cards)}", " (or as many as are left)"
    then = "".join(f" or, when that is empty, of {source}" for source in more)
    when = f", {say.clause(wait)}," if wait else ""
    return [f"{say.emptied(group)} is{when} filled at once with {what} of {first}{then}{fewer}"]


def _spaces(say: Speaker, group: Group) -> list[str]:
    """Say what becomes of an emptied pile."""
    told, empty = _filling(say, group), say.emptied(group)
    if group.bare:
        one = "the lowest card is" if group.keep == 1 else f"the lowest {cards(group.keep)} are"
        told.append(f"a pile is bare when it is empty or only {one} left")
    apart = ["a deal from the stock"] * say.stock_reaches(group) + ["a refill"] * bool(group.refill)
    when = say.space_when(group)
    if group.space == "none" and not when:
        if filling(group)[1] and apart:
            return [*told, f"after that it is filled only by {listed(apart, 'or')}"]
        if filling(group)[0]:
            return [*told, "when nothing is left for that, it stays empty"]
        if apart:
            return [f"{empty} is not filled except by {listed(apart, 'or')}"]
        return [words.SPACES["none"].replace("an emptied pile", empty)]
    rule = _space_rule(say, group_now(group, when.__eq__))
    if when:
        rule = f"{say.clause(when)}, {rule}, but not before"
    elif filling(group)[0]:
        rule = f"when nothing is left for that, {rule}"
    told.append(rule)
    if apart:
        told.append(f"{listed(apart)} fills {empty} as well")
    return told


def _space_rule(say: Speaker, group: Group) -> str:
    """Say which cards may fill an emptied pile by hand."""
    empty = say.emptied(group)
    if not any(say.way(g, group) & INTO for g in say.groups):
        return f"no card may be moved into {empty}"
    rule = words.SPACES[group.space].replace("an emptied pile", empty)
    # only a tableau takes several cards at a time
    movers = {g.take for g in say.of_kind("tableau") if say.way(g, group) & INTO}
    movers = movers if group.kind == "tableau" else set()
    if group.space == "any card":
        rule = rule.replace("any card", "any available card")
    if "block" in movers:
        rule += " (with all that lies on it)"
    elif movers & {"run", "run as single cards"}:
        rule += " or run" if group.space == "any card" else " or a run that begins with one"
    refs = group.space_from or group.from_ or []
    if refs and "usual" not in refs:
        rule += f" from {say.these(refs)}"
    if group.space_in_turn and len(group.space_from) > 1:
        rule += ", from each only when those named before it are empty"
    return rule


def _then(say: Speaker, group: Group) -> list[str]:
    """Say what changes in building and in spaces while a condition holds."""
    told = []
    for then in group.then:
        parts = []
        now = group_now(group, then.when.__eq__)
        if then.build is not None:
            build = parse_build(then.build)
            parts.append(f"{say.the(group)} is {say.built(build, say.sequence(group), then.build)}")
            if build.direction in ("none", "any card", "any order"):
                parts = [f"on {say.the(group)} {build.explained}"]
        space_told = then.when == say.space_when(group)
        if (then.space is not None or then.space_from is not None) and not space_told:
            none = words.SPACES["none"].replace("an emptied pile", say.emptied(group))
            parts.append(none if now.space == "none" else _space_rule(say, now))
        if then.apart is not None:
            apart = "stand apart" if then.apart else "no longer stand apart"
            parts.append(f"cards of the base rank {apart}")
        if parts:
            told.append(f"{say.clause(then.when)}, {'; '.join(parts)}")
    return told


def _refilling(say: Speaker, group: Group) -> list[str]:
    """Say how short piles are refilled."""
    if not group.refill:
        return []
    first = f"beginning with the {ordinal(group.refill_first)} pile"
    if say.on_a_clock(group):
        first = f"clockwise, beginning with the pile at {count_word(group.refill_first)} o'clock"
    elif group.refill_first > 1:
        first += " and then from the first on"
    number = cards(group.refill)
    how = f"pile after pile, {first}, each up to {number} before the next"
    if group.refill_order == "rows":
        how = (
            f"one card to each short pile in turn, {first}, round after round until no gap is left"
        )
    gaps = f"every pile should hold {number}; a shorter pile has as many gaps as it lacks cards"
    if group.refill_below:
        few = f"a pile with fewer than {cards(group.refill_below)}"
        few = "an empty pile" if group.refill_below == 1 else few
        gaps = f"only {few} is a gap; it is to be filled up to {number}"
    return [
        gaps,
        f"while there are gaps, the player may at any time refill them all from the stock: {how}",
        "no other play is made until that is done; if the stock runs out, the other gaps stay",
    ]


def _cell(say: Speaker, group: Group) -> list[str]:
    several = group.piles > 1
    pile = say.pile(group)
    told = [f"{'each' if several else 'the'} {pile} holds one card", *_filling(say, group)]
    sources = [g for g in say.groups if say.way(g, group) & INTO]
    if not sources:
        told.append("" if filling(group)[0] else f"no card may be put into an emptied {pile}")
    else:
        wait = say.space_when(group)
        space = group_now(group, wait.__eq__).space
        what = words.space_cards(space)
        free = f"into a free {pile}" if several else "into it while it is free"
        when = f", but only {say.clause(wait)}" if wait else ""
        refs = group.space_from or sources
        turn = ", of each only when those named before it are empty"
        turn = turn if group.space_in_turn and len(refs) > 1 else ""
        told.append(f"{what} of {say.these(refs)} may be put {free}{turn}{when}")
    where = say.destinations(group)
    way = taken(group)
    if way not in ("top card", "none"):
        told.append(words.TAKES[way])
    stays = way == "none" or not where
    told.append("there it stays" if stays else f"from there it may be played {where}")
    coming = say.coming(group) if any("from_" in then.changes for then in group.then) else []
    return [join(told + say.leaving(group) + coming), join(_then(say, group))]
