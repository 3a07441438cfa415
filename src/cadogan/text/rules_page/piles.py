"""Rules page: the sections on the tableau, the reserve and the cells."""

from __future__ import annotations

from collections.abc import Sequence

from cadogan.core.cards import RANKS
from cadogan.i18n import msgid, translate
from cadogan.i18n.grammar import (
    a,
    available_card,
    cards,
    each,
    first,
    join,
    listed,
    noun_phrase,
    number,
    ordinal,
    phrase,
    rank_of_letter,
    the,
)
from cadogan.i18n.phrase import Phrase
from cadogan.mechanics.exchange.text import exchange_clauses
from cadogan.mechanics.overlap.text import cover_clauses
from cadogan.mechanics.rows.text import grid_rules, row_rules
from cadogan.rules.build_names import how, space_cards
from cadogan.rules.builds import parse_build
from cadogan.rules.group import Group, ever, group_now, laid_out
from cadogan.rules.phases import filling, taken
from cadogan.rules.phrases import Direction, Face, Space, Start, Take
from cadogan.rules.vocabulary import MOVED_RUNS, space_ranks
from cadogan.state.codes import Route
from cadogan.text.rules_page.writer import RulesWriter

_NEVER_FILLED = msgid("{empty} is never filled")
_BUILT_FREELY = {
    Direction.NONE: msgid("there is no building on {piles}"),
    Direction.ANY_CARD: msgid(
        "on {piles} any card may be laid on any other, regardless of rank or suit"
    ),
    Direction.ANY_ORDER: msgid("a pile in {piles} takes the cards of one suit, in any order"),
}
_THEN_BUILT_FREELY = {
    Direction.NONE: msgid("no card may be laid on another card in {piles}"),
    Direction.ANY_CARD: msgid("on {piles} any card may be laid on any other"),
    Direction.ANY_ORDER: msgid("on {piles} the cards of one suit, in any order"),
}


def piles(say: RulesWriter, kind: str) -> list[str]:
    """Write the section on one kind of pile; name each group if there are several."""
    groups, paragraphs = say.of_kind(kind), []
    tell = {"tableau": _tableau, "reserve": _reserve, "cell": _cell}[kind]
    for group in groups:
        texts = [text for text in tell(say, group) if text]
        if len(groups) > 1:
            texts[0] = f"{say.title(group)}. {texts[0]}"
        paragraphs += texts
    return paragraphs


def _tableau(say: RulesWriter, group: Group) -> list[str]:
    if group.row:  # another sentence states that a place holds one card
        limits = _limits(say, group, most=False)
        clauses = grid_rules(group) + row_rules(group) + limits + say.coming(group)
        return [join(cover_clauses(group)), join(clauses), join(taking(say, group))]
    lie = group.exchange and {*ever(group, "take")} == {Take.NONE}  # said below
    return [
        join(cover_clauses(group)),
        join(building(say, group) + _limits(say, group) + say.coming(group)),
        "" if lie else join(taking(say, group)),
        join(exchange_clauses(group)),
        join(row_rules(group)),
        "" if group.closes or lie else join(_spaces(say, group)),
        join(_refilling(say, group)),
        join(_then(say, group)),
    ]


def _reserve(say: RulesWriter, group: Group) -> list[str]:
    directions = {say.rules.builds[p].direction for p in say.piles(group)}
    built = [translate("{piles} is not built on", piles=say.the(group))]
    if directions != {"none"} and group.most != 1:
        built = building(say, group)
    return [
        join(cover_clauses(group)),
        join(taking(say, group) + built + _limits(say, group) + say.coming(group)),
        join(_spaces(say, group)),
        join(_then(say, group)),
    ]


def building(say: RulesWriter, group: Group) -> list[str]:
    """Explain which cards may be put on a group's piles."""
    builds = [say.rules.builds[p] for p in say.piles(group)]
    piles, sequence = say.the(group), say.sequence(group)
    if len(set(builds)) > 1 and isinstance(group.build, list):
        ways = []
        for i, (build, text) in enumerate(zip(builds, group.build, strict=True), 1):
            named = msgid("the {nth} is built {how}")
            named = translate(named, nth=ordinal(i), how=how(text, suits=False))
            ways.append(say.built(named, build, sequence))
        return [translate("the piles of {piles} differ: {each}", piles=piles, each="; ".join(ways))]
    build = builds[0]
    if free := _BUILT_FREELY.get(Direction(build.direction)):
        return [translate(free, piles=piles)]
    text = group.build if isinstance(group.build, str) else group.build[0]
    # A pile for cards of one rank may allow a single rank; if so, the example uses that rank.
    named = space_ranks(group.space)
    alone = build.direction == Direction.SAME_RANK and named and not laid_out(group)
    wished = RANKS.index(named[0]) + 1 if alone else 10
    ways = [say.built(_is_built(piles, text), build, sequence, wished)]
    if build.one_way:
        ways.append(
            translate(
                "the first card that the player lays on a pile fixes the pile's direction, up or"
                " down, until no such card is left on it. Cards that were dealt do not fix a"
                " direction"
            )
        )
    return ways


def _is_built(piles: Phrase, text: str) -> str:
    return translate("{piles} is built {how}", piles=piles, how=how(text, suits=False))


def _limits(say: RulesWriter, group: Group, *, most: bool = True) -> list[str]:
    """Explain the other limits on building; with ``most``, also how many cards a pile holds."""
    limits = [say.order(group)]
    if group.least:
        text = msgid("a pile with fewer than {cards} may not be built on")
        limits.append(translate(text, cards=cards(group.least)))
    if group.most and most:
        pile = a(noun_phrase("pile")) if group.piles > 1 else say.the(group)
        limits.append(translate("{pile} holds {cards} at most", pile=pile, cards=cards(group.most)))
    if group.ends:
        base = group.ends == Start.BASE_RANK
        what = space_cards("base rank") if base else a(rank_of_letter(group.ends))
        limits.append(translate("but nothing may be laid on {card}", card=what))
    if group.apart:
        limits.append(
            translate(
                "cards of the base rank are kept apart: they are not laid on other cards here,"
                " and no card is laid on them"
            )
        )
    return limits


def _single(say: RulesWriter, group: Group) -> bool:
    """Return whether no pile of a tableau ever holds more than one card."""
    if group.kind != "tableau" or group.opens or group.keep:
        return False
    if group.most == 1:
        return True
    grows = any(build != "none" for build in ever(group, "build")) or group.fill_cards > 1
    dealt = {ref for text in say.stock_deals() for ref in say.stock_deal(text).groups}
    more = grows or group.refill or say.tables.weaving.used or say.laid_out_again(group)
    return not more and not {group.name, group.kind} & dealt and max(say.counts(group)) == 1


def taking(say: RulesWriter, group: Group) -> list[str]:
    """Explain which cards may be lifted from a group, and where they may go."""
    where, way = say.destinations(group), taken(group)
    if way == Take.NONE or not where:
        return _staying(say, group)
    clauses = [*_played(say, group, way, where), *_turned_up(say, group)]
    if group.squared:
        text = msgid(
            "the piles are squared up, so only their top cards are visible. But the player may"
            " look at as many cards under each top card as there are empty places in {there}"
        )
        clauses.append(translate(text, there=say.the(group.squared)))
    return clauses + say.leaving(group)


def _staying(say: RulesWriter, group: Group) -> list[str]:
    """Explain what happens to cards that cannot be played to another pile."""
    piles = say.the(group)
    if any(say.tables.removal.piles[p] for p in say.piles(group)):
        return say.staying(group)  # the cards only leave play, and another section explains how
    if say.tables.weaving.used and group.kind == "reserve":
        return [translate("the exiles leave {piles} only by weaving", piles=piles)]
    if say.definition.count:
        return say.staying(group)  # they only leave play, as the section on special moves explains
    names = {group.name, group.kind}
    filled = [g for g in say.groups if any(names & {*(refs or [])} for refs in ever(g, "fill"))]
    if filled:
        text = msgid("the cards in {piles} are used only to fill {others}")
        return [translate(text, piles=piles, others=say.these(filled, "and"))]
    return [translate("the cards in {piles} stay where they are", piles=piles)]


def _played(say: RulesWriter, group: Group, way: str, where: str) -> list[str]:
    """State which cards of a group may be played to the given places."""
    piles = say.the(group)
    if way != Take.TOP_CARD:
        text = msgid("cards from {pile} may be played {there}")
        return [_lifted(say, group, way), translate(text, pile=piles, there=where)]
    if _single(say, group):
        return [translate("the cards in {piles} may be played {there}", piles=piles, there=where)]
    if group.kind == "tableau":
        text = msgid("{how}; it may be played {there}")
        return [translate(text, how=_lifted(say, group, way), there=where)]
    text = msgid("the top card of {pile} may be played {there}")
    if group.face == Face.DOWN_BUT_THE_LAST:
        text = msgid("only the last card of {pile} may be played {there}, once it is turned up")
    if group.piles > 1:
        piles = each(say.pile(group) if group.kind == "waste" else noun_phrase("pile"))
    return [translate(text, pile=piles, there=where)]


def _turned_up(say: RulesWriter, group: Group) -> list[str]:
    """Explain when the face-down cards of a group may be taken."""
    hidden = group.face == Face.TOP_UP and max(say.counts(group)) > 1
    if any(g.opens == group.name for g in say.groups):
        return [translate("only a card that has been turned up may be taken")]
    if hidden or (isinstance(group.face, list) and any(group.face) and not group.covered_by):
        return [translate("a face-down card that is uncovered is turned up at once")]
    if group.face == Face.DOWN_UNTIL_THE_STOCK_IS_EMPTY:
        text = msgid(
            "until the stock is empty, the cards here lie face down and may not be taken; then"
            " all are turned up"
        )
        return [translate(text)]
    if group.face in (Face.DOWN, Face.DOWN_BUT_THE_LAST) and group.kind != "waste":
        return [translate("cards that lie face down may not be taken")]
    return []


def _lifted(say: RulesWriter, group: Group, way: str) -> str:
    """Explain which cards may be lifted from a group."""
    if way == Take.RUN_AS_SINGLE_CARDS:
        return _carrying(say)
    return say.lifting(way, say.the(group) if group.piles == 1 else a(noun_phrase("pile")))


def _carrying(say: RulesWriter) -> str:
    """Explain how long a run may be if its cards move one at a time."""
    free, spaces = any(say.tables.lift.is_cell), any(say.tables.lift.any_space)
    if free and spaces:
        return translate(
            "cards are moved one at a time. But a built run may be moved as a unit if its cards"
            " could be moved one by one through free cells and empty piles. Such a run has at"
            " most one card more than there are free cells; each empty pile, except the one"
            " moved to, doubles this number"
        )
    if free:
        return translate(
            "cards are moved one at a time. But a built run may be moved as a unit if its cards"
            " could be moved one by one through free cells. Such a run has at most one card more"
            " than there are free cells"
        )
    if spaces:
        return translate(
            "cards are moved one at a time. But a built run may be moved as a unit if its cards"
            " could be moved one by one through empty piles. Such a run has at most one card;"
            " each empty pile, except the one moved to, doubles this number"
        )
    return translate("cards are moved one at a time")


def _source(say: RulesWriter, ref: str) -> Phrase:
    """Name the pile in a group that fills a space automatically."""
    groups = say.named(ref)
    if sum(g.piles for g in groups) == 1:
        return say.the(ref)
    return phrase("{pile} that has cards", pile=first(say.pile(groups[0])))


def _filling(say: RulesWriter, group: Group) -> list[str]:
    """Explain which cards automatically fill an emptied pile."""
    refs, wait = filling(group)
    if not refs:
        return []
    here, *more = (_source(say, ref) for ref in refs)
    then = "".join(translate(" or, if there is none, of {pile}", pile=source) for source in more)
    values = {"empty": say.emptied(group), "pile": here, "then": then}
    text = msgid(
        "{empty} is immediately filled with the top {cards} of {pile}{then} (or as many as are"
        " left)"
    )
    if group.fill_cards == 1:
        text = msgid("{empty} is immediately filled with the top card of {pile}{then}")
    rule = translate(text, **values, cards=cards(group.fill_cards))
    return [translate("{when}, {what}", when=say.clause(wait), what=rule)] if wait else [rule]


def _stays_full(say: RulesWriter, group: Group) -> bool:
    """Return whether piles that receive cards at the start are known never to lose any."""
    still = {*ever(group, "take")} == {Take.NONE} and all(say.counts(group))
    leaves = any(say.tables.removal.piles[p] for p in say.piles(group)) or say.of_kind("discard")
    woven = say.tables.weaving.used and group.kind == "reserve"
    return bool(woven) or (still and not leaves and not say.definition.count)


def _exhausted(say: RulesWriter, group: Group) -> str:
    """Return a clause such as "when the stock is empty", after which no cards fill empty piles."""
    piles = say.these(filling(group)[0], "and")
    return translate("when {piles} {piles:is/are} empty", piles=piles)


def _in_turn(say: RulesWriter, refs: Sequence[str | Group]) -> Phrase:
    """Name the groups that supply cards, each only when the groups before it are empty."""
    here, *more = map(say.the, refs)
    for other in more:
        text = msgid("{one} or, when {one:that is/those are} empty, {other}")
        here = phrase(text, one=here, other=other)
    return here


def _spaces(say: RulesWriter, group: Group) -> list[str]:
    """Explain what happens to an emptied pile."""
    clauses, empty = _filling(say, group), say.emptied(group)
    if group.bare and group.keep == 1:
        clauses.append(translate("a pile is bare when it is empty or only the bottom card is left"))
    elif group.bare:
        text = msgid("a pile is bare when it is empty or only the bottom {cards} are left")
        clauses.append(translate(text, cards=cards(group.keep)))
    apart, when = _filled_apart(say, group), say.space_when(group)
    if group.space == Space.NONE and not when:
        return _not_by_hand(say, group, clauses, apart)
    rule = _space_rule(say, group_now(group, when.__eq__))
    if when:
        rule = translate("{when}, {rule}, but not before", when=say.clause(when), rule=rule)
    elif filling(group)[1]:
        text = msgid("otherwise, or {gone}, {rule}")
        rule = translate(text, gone=_exhausted(say, group), rule=rule)
    elif filling(group)[0]:
        rule = translate("{gone}, {rule}", gone=_exhausted(say, group), rule=rule)
    clauses.append(rule)
    if apart:
        clauses.append(translate("{ways} also fills {empty}", ways=listed(apart), empty=empty))
    return clauses


def _filled_apart(say: RulesWriter, group: Group) -> list[Phrase]:
    """Name the special moves that fill an emptied pile."""
    ways = []
    if say.stock_reaches(group):
        ways.append(phrase("{deal} from the stock", deal=a(noun_phrase("deal"))))
    if group.refill:
        ways.append(a(noun_phrase("refill")))
    if group.kind == "tableau" and any(g.replaced for g in say.of_kind("discard")):
        place = msgid("{card} that replaces one leaving play")
        ways.append(phrase(place, card=a(noun_phrase("card"))))
    if group.space == Space.NONE and say.laid_out_again(group):
        ways.append(a(noun_phrase("redeal")))
    if say.tables.weaving.used and group.kind == "tableau":
        ways.append(noun_phrase("weaving"))
    return ways


def _not_by_hand(say: RulesWriter, group: Group, fill: list[str], apart: list[Phrase]) -> list[str]:
    """Explain what happens to an emptied pile that the player may not fill."""
    (refs, wait), empty = filling(group), say.emptied(group)
    if wait and apart:
        text = msgid("after that, an empty pile is filled only by {ways}")
        return [*fill, translate(text, ways=listed(apart, "or"))]
    if refs:
        text = msgid("{gone}, {empty} stays empty")
        return [*fill, translate(text, gone=_exhausted(say, group), empty=empty)]
    if apart:
        text = msgid("{empty} is filled only by {ways}")
        if say.closes_up():
            text = msgid("{empty} stays empty until the player closes up the gaps")
        return [translate(text, empty=empty, ways=listed(apart, "or"))]
    if _stays_full(say, group):
        return []
    if say.refilled_by_redeal(group):
        return [translate("{empty} stays empty until the next redeal", empty=empty)]
    return [translate(_NEVER_FILLED, empty=empty)]


def _space_rule(say: RulesWriter, group: Group) -> str:
    """State which cards the player may move into an emptied pile."""
    empty = say.emptied(group)
    if not any(say.way(g, group) & Route.INTO for g in say.groups):
        return translate("no card may be moved into {empty}", empty=empty)
    # because only a tableau takes several cards at a time
    movers = {g.take for g in say.of_kind("tableau") if say.way(g, group) & Route.INTO}
    movers = movers if group.kind == "tableau" else set()
    more = ""
    if "block" in movers:
        more = translate(" (together with all the cards on it)")
    elif movers & {*MOVED_RUNS}:
        free = group.space == Space.ANY_CARD
        more = translate(msgid(" or run") if free else msgid(" or a run that begins with one"))
    refs = group.space_from or group.from_ or []
    if refs and "usual" not in refs:
        in_turn = group.space_in_turn and len(group.space_from) > 1
        more += translate(
            " from {piles}", piles=_in_turn(say, refs) if in_turn else say.these(refs)
        )
    if group.space == Space.ANY_CARD:
        if refs == ["stock"] and any(g.turned for g in say.of_kind("stock")):
            return translate("{empty} may be filled with the top card of the stock", empty=empty)
        text = msgid("{empty} may be filled with {card}{more}")
        return translate(text, empty=empty, card=available_card(), more=more)
    text = msgid("{empty} may be filled only with {card}{more}")
    return translate(text, empty=empty, card=space_cards(group.space), more=more)


def _then(say: RulesWriter, group: Group) -> list[str]:
    """Explain how a condition changes the rules for building and for spaces."""
    clauses = []
    for then in group.then:
        parts = []
        now = group_now(group, then.when.__eq__)
        if then.build is not None:
            build, there = parse_build(then.build), say.the(group)
            if text := _THEN_BUILT_FREELY.get(Direction(build.direction)):
                parts.append(translate(text, piles=there))
            else:
                named = _is_built(there, then.build)
                parts.append(say.built(named, build, say.sequence(group)))
        space_done = then.when == say.space_when(group)
        if (then.space is not None or then.space_from is not None) and not space_done:
            never = translate(_NEVER_FILLED, empty=say.emptied(group))
            parts.append(never if now.space == Space.NONE else _space_rule(say, now))
        if then.apart is not None:
            text = msgid("cards of the base rank are no longer kept apart")
            if then.apart:
                text = msgid("cards of the base rank are kept apart")
            parts.append(translate(text))
        if parts:
            clauses.append(
                translate("{when}, {what}", when=say.clause(then.when), what="; ".join(parts))
            )
    return clauses


def _refilling(say: RulesWriter, group: Group) -> list[str]:
    """Explain how short piles are refilled."""
    if not group.refill:
        return []
    at, many, below = group.refill_first, cards(group.refill), group.refill_below
    text = msgid("beginning with the {nth} pile")
    if say.on_a_clock(group):
        text = msgid("clockwise, beginning with the pile at {hour} o'clock")
    elif at > 1:
        text = msgid("beginning with the {nth} pile and continuing from the first")
    begin = translate(text, hour=number(at), nth=ordinal(at))
    text = msgid("one pile after another, {begin}, each being filled up to {cards} before the next")
    if group.refill_order == "rows":
        text = msgid(
            "one card to each short pile in turn, {begin}, round after round until no gap is left"
        )
    order = translate(text, begin=begin, cards=many)
    text = msgid("every pile should hold {cards}; a shorter pile has one gap for each missing card")
    if below == 1:
        text = msgid("only an empty pile is a gap; a refill brings it up to {cards}")
    elif below:
        text = msgid("only a pile with fewer than {few} is a gap; a refill brings it up to {cards}")
    return [
        translate(text, few=cards(below), cards=many),
        translate(
            "while there are gaps, the player may at any time refill them all from the stock:"
            " {order}",
            order=order,
        ),
        translate(
            "once begun, a refill must be completed before any other move; if the stock runs out,"
            " the remaining gaps stay"
        ),
    ]


def _cell(say: RulesWriter, group: Group) -> list[str]:
    several = group.piles > 1
    pile = say.pile(group)
    named = each(pile) if several else the(pile)
    clauses = [translate("{cell} holds one card", cell=named), *_filling(say, group)]
    sources = [g for g in say.groups if say.way(g, group) & Route.INTO]
    if sources:
        clauses.append(_into_cells(say, group, sources))
    elif say.tables.weaving.used:
        clauses.append(translate("only weaving puts a card into the cell"))
    elif not filling(group)[0]:
        clauses.append(translate("no card may be put into an empty {cell}", cell=pile))
    where = say.destinations(group)
    way = taken(group)
    if way not in (Take.TOP_CARD, Take.NONE):
        clauses.append(say.lifting(way, a(noun_phrase("pile"))))
    if way == Take.NONE or not where:
        if not any(say.tables.removal.piles[p] for p in say.piles(group)):
            text = (
                msgid("a card in a cell stays there")
                if several
                else msgid("a card in the cell stays there")
            )
            clauses.append(translate(text))
    else:
        text = msgid("a card in the cell may be played {there}")
        if several:
            text = msgid("a card in a {cell} may be played {there}")
        clauses.append(translate(text, cell=pile, there=where))
    coming = say.coming(group) if any("from_" in then.changes for then in group.then) else []
    return [join(clauses + say.leaving(group) + coming), join(_then(say, group))]


def _into_cells(say: RulesWriter, group: Group, sources: list[Group]) -> str:
    """State which cards the player may put into cells."""
    wait = say.space_when(group)
    space = group_now(group, wait.__eq__).space
    refs = group.space_from or sources
    more = translate(", but only {when}", when=say.clause(wait)) if wait else ""
    in_turn = group.space_in_turn and len(refs) > 1
    card, piles = space_cards(space), _in_turn(say, refs) if in_turn else say.these(refs)
    text = msgid("{card} from {piles} may be put into the cell while it is free{more}")
    if group.piles > 1:
        text = msgid("{card} from {piles} may be put into a free {cell}{more}")
    return translate(text, card=card, piles=piles, cell=say.pile(group), more=more)
