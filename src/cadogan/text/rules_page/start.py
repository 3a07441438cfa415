"""Rules page: the sections on the pack, the player's choices and the layout."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cadogan.core.cards import RANKS, SUITS, rank_of
from cadogan.i18n import msgid, translate
from cadogan.i18n.grammar import (
    a,
    bullets,
    by_pile,
    card_name,
    cards,
    group_noun,
    join,
    listed,
    noun_phrase,
    number,
    phrase,
    rank,
    rank_of_letter,
    ranks,
    runs,
    some,
    suit,
    the,
)
from cadogan.mechanics.jokers.text import joker_clause
from cadogan.mechanics.weaving.text import explain_woven_deal
from cadogan.rules import vocabulary
from cadogan.rules.definition import dealt_of
from cadogan.rules.group import Group
from cadogan.rules.localize import localized
from cadogan.rules.phrases import DealOrder, Face, MustHold, SinkWay, Start
from cadogan.text.names import pile_title
from cadogan.text.rules_page.writer import RulesWriter

_MOST_PARTS = 3  # if the piles of a row differ more, list them one by one
_MOST_NAMED = 4
_IN_ROWS = msgid("one card to each pile in turn, row after row")
_ORDERS = {
    DealOrder.ROWS: DealOrder.ROWS.meaning,
    DealOrder.ROWS_FULL_PILES_FIRST: DealOrder.ROWS_FULL_PILES_FIRST.meaning,
    DealOrder.PILES: DealOrder.PILES.meaning,
    DealOrder.BY_RANK: DealOrder.BY_RANK.meaning,
    DealOrder.A_KING_BEGINS_EACH: DealOrder.A_KING_BEGINS_EACH.meaning,
}
_FACES = {
    Face.UP: msgid("face up"),
    Face.DOWN: msgid("face down"),
    Face.TOP_UP: msgid("face down except the top card"),
    Face.DOWN_BUT_THE_LAST: msgid("face down; the last card left is turned up"),
    Face.DOWN_UNTIL_THE_STOCK_IS_EMPTY: msgid(
        "face down; all are turned up when the stock is empty"
    ),
}
_SUNK_TO_THE_BOTTOM = msgid(
    "before play, every {name} goes to the bottom of its pile; if a pile has several, {way}"
)
_SUNK = {
    SinkWay.AS_EXPOSED: msgid(
        "as soon as {rank} is exposed, even during the deal, it goes to the bottom of its pile,"
        " face down if the cards there are. The card that was under it is turned up"
    ),
    SinkWay.OUT_OF_PLAY: msgid(
        "before play, the {ranks} are removed, and their places are left empty"
    ),
    SinkWay.SWAPPED: msgid(
        "before play, every {name} changes places with the bottommost card under it that is not"
        " {rank}"
    ),
    SinkWay.EXPOSED_OR_OWN_SUIT: msgid(
        "before play, {rank} that is exposed goes to the bottom of its pile. A buried {name} goes"
        " under the bottommost card of its own suit that it covers"
    ),
}


def pack_of_cards(say: RulesWriter) -> list[str]:
    """State which cards are used and how they rank."""
    order, decks, jokers = say.rules.ranks, say.definition.decks, say.definition.jokers
    each = (say.tables.total - jokers) // decks
    text = translate("{packs} of {n} cards", packs=some(decks, "pack"), n=each)
    if jokers:
        text += translate(" and {jokers}", jokers=some(jokers, "joker"))
    if decks > 1:
        text += translate(", shuffled together: {n} cards in all", n=say.tables.total)
    if (suits := say.definition.suits.split()) != [*SUITS]:
        sets = listed(
            translate("{sets} of {suit}", sets=some(n, "full set"), suit=suit(SUITS.index(s)))
            for s, n in Counter(suits * decks).items()
        )
        if len(suits) * decks > 1:
            text += translate(", made up of {sets}", sets=sets)
        else:
            text += translate(", all of them {suit}", suit=suit(SUITS.index(suits[0])))
    ranked = translate("in each suit the ace is the lowest card and the king the highest")
    if order != tuple(range(1, 14)):
        ordered = msgid("the cards of each suit, from the lowest to the highest, are {names}")
        ranked = translate(ordered, names=listed(map(rank, order)))
    return [join([text, ranked, joker_clause(say.definition)])]


def choices(say: RulesWriter) -> list[str]:
    """Explain what the player chooses before the deal, apart from house rules."""
    items = []
    for name, option in localized(say.definition).options.items():
        if option.kind == "choice":
            continue
        now = say.rules.options[name]
        text = msgid(
            "the letters C for clubs, D for diamonds, H for hearts and S for spades, each used once"
        )
        if option.kind == "digits":
            text = msgid("{digits}, each from 1 to 9")
        else:
            suits = listed(suit(SUITS.index(letter)) for letter in now)
            now = translate("{letters}, which is {suits}", letters=now, suits=suits)
        what = translate(text, digits=some(option.length, "digit"))
        written = translate("This page assumes {answer}.", answer=now)
        items.append(f"*{name}*: {option.about} ({what}). {written}")
    return [translate("The player chooses:"), *bullets(items)] if items else []


def layout(say: RulesWriter) -> list[str]:
    """Explain how the cards are laid out, in dealing order."""
    items: list[str] = []
    for group in say.definition.groups:
        if group.kind == "foundation":
            items += _base_dealt(say, group)
        elif group.kind in ("tableau", "reserve", "cell"):
            items += _dealt(say, group)
    left = cards(say.left)
    if any(g.deal == "the rest" for g in say.of_kind("discard")):
        text = msgid("*Out of play*: the rest, {cards}; they play no part in the game.")
        items.append(translate(text, cards=left))
    for stock in say.of_kind("stock"):
        rest = translate(
            msgid("the rest, {cards}") if say.dealt_out else msgid("all {cards}"), cards=left
        )
        if any(g.met_in_dealing.endswith("replaced") for g in say.groups):
            rest += translate(" minus those that go to foundations during the deal")
        face = translate(msgid("its top card face up") if stock.turned else msgid("face down"))
        items.append(translate("*Stock*: {cards}, {face}.", cards=rest, face=face))
    if say.tables.weaving.used:
        items.append(translate("Deal {how}.", how=explain_woven_deal(say.rules)))
        if len(say.of_kind("tableau")) > 1:
            items += [_numbered(say, group) for group in say.of_kind("tableau")]
    return [_placed(say), _held(say), *bullets(items), _room(say)]


def _held(say: RulesWriter) -> str:
    """State which cards some piles begin with in every deal."""
    held = {p: c for p, c in say.rules.placed.items() if p >= say.tables.foundations}
    if not held:
        return ""
    items = [
        phrase("the {card} on {pile}", card=card_name(card), pile=pile_title(say.rules, p))
        for p, card in held.items()
    ]
    pack = the(noun_phrase("pack", plural=say.definition.decks > 1))
    text = msgid("before shuffling, take these cards out of {pack} and lay them out: {cards}")
    if len(items) == 1:
        text = msgid("before shuffling, take this card out of {pack} and lay it out: {cards}")
    return join([translate(text, pack=pack, cards=listed(items))])


def _placed(say: RulesWriter) -> str:
    """State which cards are taken out of the pack for the foundations before the shuffle."""
    placed = [card for p, card in say.rules.placed.items() if p < say.tables.foundations]
    if not placed:
        return ""
    named = _named_cards(placed, say.definition.decks)
    pack = the(noun_phrase("pack", plural=say.definition.decks > 1))
    if len(named) > _MOST_NAMED:
        single = len(set(placed)) == len(placed)
        one = translate(", one copy of each,") if say.definition.decks > 1 and single else ""
        clock = any(map(say.on_a_clock, say.of_kind("foundation")))
        text = (
            msgid(
                "before shuffling, take the {cards} that begin foundations out of {pack}{one} and"
                " lay them out like a clock face: they are listed below"
            )
            if clock
            else msgid(
                "before shuffling, take the {cards} that begin foundations out of {pack}{one} and"
                " lay them out: they are listed below"
            )
        )
        return join([translate(text, cards=cards(len(placed)), pack=pack, one=one)])
    text = msgid(
        "before shuffling, take {cards} out of {pack} and lay them out: they begin foundations"
    )
    if len(placed) == 1:
        text = msgid(
            "before shuffling, take {cards} out of {pack} and lay it out: it begins a foundation"
        )
    elif len(placed) == sum(g.piles for g in say.of_kind("foundation")):
        text = msgid(
            "before shuffling, take {cards} out of {pack} and lay them out: they begin the"
            " foundations"
        )
    return join([translate(text, cards=listed(named), pack=pack)])


def _named_cards(placed: Sequence[int], decks: int) -> list[str]:
    """Name some cards; if they include every suit of a rank, name the rank only once."""
    names: list[str] = []
    for place in dict.fromkeys(map(rank_of, placed)):
        same = [c for c in placed if rank_of(c) == place]
        if len(same) == 4 * decks:
            names.append(translate("the {n} {ranks}", n=number(len(same)), ranks=ranks(place)))
        elif len(same) == len(set(same)) == 4:
            names.append(phrase("{rank} of each suit", rank=a(rank(place))))
        else:
            article = the if decks == 1 else a
            names += [article(card_name(c)) for c in same]
    return names


def _base_dealt(say: RulesWriter, group: Group) -> list[str]:
    """State which cards go to foundations during the deal."""
    title, early = say.title(group), say.early(group)
    if not early:
        rule = f"{_base_text(say, group)} {join([_lacking(say, group)])}".strip()
        return [rule] if group.deal else []
    if group.start == Start.BASE_RANK:
        text = msgid(
            "{title}: the first card dealt stays where it falls; its rank is the *base rank* of"
            " the game. During the deal, the next {n} cards of this rank go to the foundations of"
            " their suits, and the cards after them take their places."
        )
        if early == 1:
            text = msgid(
                "{title}: the first card dealt stays where it falls; its rank is the *base rank*"
                " of the game. During the deal, the next card of this rank goes to the foundation"
                " of its suit, and the card after it takes its place."
            )
        return [translate(text, title=title, n=number(early))]
    start = str(group.start)
    text = msgid(
        "{title}: the first {rank} that comes up in the deal goes to a foundation; the next card"
        " takes its place."
    )
    if early > 1:
        text = msgid(
            "{title}: the first {n} {ranks} that come up in the deal go to foundations; the next"
            " cards take their places."
        )
    elif start in "23456789T":  # because "the first two" would mean two cards
        text = msgid(
            "{title}: the first card of rank {rank} that comes up in the deal goes to a"
            " foundation; the next card takes its place."
        )
    name, names = rank_of_letter(start), ranks(RANKS.index(start) + 1)
    return [translate(text, title=title, n=number(early), rank=name, ranks=names)]


def _base_text(say: RulesWriter, group: Group) -> str:
    """State that base cards are dealt to foundations."""
    title = say.title(group)
    if group.start == Start.ANY_CARD and group.piles > 1:
        return translate("{title}: one card each, face up, to begin them.", title=title)
    base = ""
    if group.start == Start.BASE_RANK:
        base = translate("; its rank is the *base rank* of the game")
    text = msgid("{title}: one card, face up, which begins the {pile}{base}.")
    if say.rules.owner[say.piles(group)[0]] >= 0:
        text = msgid("{title}: one card, face up, which begins the foundation of its suit{base}.")
    elif group.piles > 1:
        text = msgid("{title}: one card, face up, which begins the first {pile}{base}.")
    return translate(text, title=title, pile=say.pile(group), base=base)


def _numbered(say: RulesWriter, group: Group) -> str:
    """State which piles of the tableau belong to a group."""
    first = say.piles(group)[0] - say.tables.tableau_first + 1
    text, last = msgid("{title}: piles {n} to {last}."), first + group.piles - 1
    if group.piles == 1:
        text = msgid("{title}: pile {n}.")
    return translate(text, title=say.title(group), n=first, last=last)


def _dealt(say: RulesWriter, group: Group) -> list[str]:
    """Explain the deal to a group."""
    counts, title = say.counts(group), say.title(group)
    if group.order in vocabulary.DEALT_OUT:
        face = _face(group, [say.definition.of_a_rank] * group.piles)
        text = translate(
            "{title}: {piles}, {face}. Deal {order}.",
            title=title,
            piles=some(group.piles, "pile"),
            face=face,
            order=translate(_ORDERS[DealOrder(group.order)]),
        )
        before = ""
        if group.order == DealOrder.A_KING_BEGINS_EACH:
            before = translate("the cards before the first king are dealt last")
            if group.piles > dealt_of(say.definition, 13):
                before = translate("the cards before the first king form the first pile")
        return [f"{text} {join([before, _sinking(group)])}".strip()]
    if not any(counts):
        late = group.sink and group.sink_way == SinkWay.AS_EXPOSED
        empty_first = translate("empty at first")
        return [f"{title}: {join([empty_first, _sinking(group)])}"] if late else []
    face = _face(group, counts) + _around(say, group)
    order = ""
    if max(counts) > 1 and len(counts) > 1:
        order = translate("deal {order}", order=_order(group, alike=len(set(counts)) == 1))
    after = join([order, _sinking(group), _lacking(say, group), _must_hold(group, sum(counts))])
    return [f"{title}: {_piles_dealt(group, counts)}, {face}. {after}".strip()]


def _order(group: Group, *, alike: bool) -> str:
    """State the order in which the piles of a group receive cards."""
    if group.order == DealOrder.ROWS_ACROSS_GROUPS:
        text = msgid("one card to each pile of the whole {kind} in turn")
        return translate(text, kind=noun_phrase(group.kind))
    text = _ORDERS[DealOrder(group.order)]
    if alike and group.order in (DealOrder.ROWS, DealOrder.ROWS_FULL_PILES_FIRST):
        text = _IN_ROWS
    return translate(text)


def _piles_dealt(group: Group, counts: Sequence[int]) -> str:
    """State how many piles there are, and how many cards each pile gets."""
    noun = "cell" if group.kind == "cell" else "pile"
    piles = some(len(counts), noun)
    if group.kind == "cell" and set(counts) == {1}:
        text = (
            msgid("one card in each of the {cells}")
            if counts[1:]
            else msgid("one card in the cell")
        )
        return translate(text, cells=piles)
    if group.kind == "cell" and set(counts) == {0, 1}:
        filled = [str(i + 1) for i, n in enumerate(counts) if n]
        text = msgid("one card in each of {n} of the {cells}, numbers {places}")
        if len(filled) == 1:
            text = msgid("one card in one of the {cells}, number {places}")
        return translate(text, n=number(len(filled)), cells=piles, places=listed(filled))
    if len(set(counts)) == 1:
        return translate("{piles} of {cards}", piles=piles, cards=cards(counts[0]))
    if len(runs(counts)) <= _MOST_PARTS:
        parts = by_pile(
            counts,
            lambda n: translate("of {cards}", cards=cards(n)) if n else translate("empty"),
            noun,
        )
        return f"{piles}, {parts}"
    bare = [i + 1 for i, n in enumerate(counts) if n == 0]
    if len(set(counts)) == 2 and 0 < len(bare) <= _MOST_NAMED:
        text = msgid("{piles} of {cards}, of which number {places} is empty")
        if len(bare) > 1:
            text = msgid("{piles} of {cards}, of which numbers {places} are empty")
        return translate(text, piles=piles, cards=cards(max(counts)), places=listed(map(str, bare)))
    text = (
        msgid("{piles} of {numbers} card")
        if counts[-1] == 1
        else msgid("{piles} of {numbers} cards")
    )
    return translate(text, piles=piles, numbers=listed(map(number, counts)))


def _around(say: RulesWriter, group: Group) -> str:
    """State that the piles of a group lie in a circle like the hours of a clock."""
    if not say.on_a_clock(group):
        return ""
    text = msgid(", in a circle like the hours of a clock, {pile} 1 at one o'clock")
    if any(map(say.on_a_clock, say.of_kind("foundation"))):
        text = msgid(
            ", in a second circle around the foundations, from {pile} 1 outside the foundation"
            " at one o'clock to {pile} 12 outside the one at twelve"
        )
    return translate(text, pile=say.pile(group))


def _face(group: Group, counts: Sequence[int]) -> str:
    """Explain how the cards in a group lie."""
    if isinstance(group.face, str):
        if group.face == Face.TOP_UP and max(counts) == 1:
            return translate("face up")
        if group.face != Face.UP and max(counts) == 1:
            return translate("face down")
        return translate(_FACES[Face(group.face)])
    down = [min(face, count) for face, count in zip(group.face, counts, strict=True)]
    if not any(down):
        return translate("face up")
    if len(runs(down)) == 1:
        text = (
            msgid("the bottom card face down")
            if down[0] == 1
            else msgid("the bottom {cards} face down")
        )
        if len(down) > 1:
            text = msgid("the bottom {cards} of each face down")
            if down[0] == 1:
                text = msgid("the bottom card of each face down")
        return translate(text, cards=cards(down[0]))
    if len(runs(down)) <= _MOST_PARTS and max(counts) == 1:
        return by_pile(down, lambda n: translate(msgid("face down") if n else msgid("face up")))
    if len(runs(down)) <= _MOST_PARTS:
        return by_pile(down, _with_down)
    numbers = listed(number(n) if n else translate("none") for n in down)
    return translate("with these numbers of bottom cards face down: {numbers}", numbers=numbers)


def _with_down(n: int) -> str:
    """State that the bottom cards of a pile lie face down."""
    text = (
        msgid("with the bottom card face down")
        if n == 1
        else msgid("with the bottom {cards} face down")
    )
    return translate(text, cards=cards(n)) if n else translate("all face up")


def _sinking(group: Group) -> str:
    """State which cards sink to the bottom of their pile, and how."""
    if not group.sink:
        return ""
    name, way = rank_of_letter(group.sink), vocabulary.SINKS[group.sink_way]
    return translate(
        _SUNK.get(SinkWay(group.sink_way), _SUNK_TO_THE_BOTTOM),
        name=name,
        rank=a(name),
        ranks=ranks(RANKS.index(group.sink) + 1),
        way=translate(way),
    )


def _lacking(say: RulesWriter, group: Group) -> str:
    """State which cards the deal skips."""
    if group.met_in_dealing:
        short = group.met_in_dealing.endswith("replaced") and not say.of_kind("stock")
        rule = translate(vocabulary.MET_IN_DEALING[group.met_in_dealing])
        return rule + (translate(", so that the last piles may be shorter") if short else "")
    if group.unlike:
        text = msgid(
            "a card that would share a pile with another of its rank goes under the pack, and the"
            " next card takes its place"
        )
        if group.kind == "foundation":
            text = msgid(
                "a card of a suit that has begun a foundation goes under the pack, and the next"
                " card takes its place"
            )
        return translate(text)
    if group.laid_aside:
        return _laid_aside(say, group)
    if not group.lacks:
        return ""
    return translate(
        "{ranks} that comes up in the deal goes under the pack, and the next card takes its place",
        ranks=listed((a(rank_of_letter(r)) for r in group.lacks), "or"),
    )


def _laid_aside(say: RulesWriter, group: Group) -> str:
    """State which cards the deal lays aside."""
    text = msgid(
        "each pile belongs to a rank, the first to the {first} and the last to the {last}. A"
        " card that would fall on the pile of its own rank is laid on the {reserve} instead,"
        " leaving its pile one card short"
    )
    if group.laid_aside_from > 1:
        text = msgid(
            "each pile belongs to a rank, the first to the {first} and the last to the {last}."
            " From row {n} on, a card that would fall on the pile of its own rank goes to the"
            " {reserve}. Its pile is then one card short"
        )
    return translate(
        text,
        first=ranks(say.rules.ranks[0]),
        last=ranks(say.rules.ranks[-1]),
        n=group.laid_aside_from,
        reserve=group_noun(group.laid_aside),
    )


def _must_hold(group: Group, many: int) -> str:
    """State how the deal ensures that ``many`` cards of a group include certain ranks."""
    if not group.must_hold:
        return ""
    names = listed((a(rank_of_letter(r)) for r in group.must_hold), "or")
    do = vocabulary.MUST_HOLD_WAYS[group.must_hold_way]
    if group.must_hold_way == MustHold.SWAPPED_IN:
        do = msgid(
            "the last of them changes places with the first such card in the rest of the pack"
        )
    if many > 1:
        return translate("if none of these cards is {ranks}, {do}", ranks=names, do=translate(do))
    if group.must_hold_way == MustHold.SWAPPED_IN:
        do = msgid("it changes places with the first such card in the rest of the pack")
        if len(group.must_hold) == 1:
            do = msgid("it changes places with the first {rank} in the rest of the pack")
    first_rank = rank_of_letter(group.must_hold[0])
    return translate(
        "if this card is not {ranks}, {do}", ranks=names, do=translate(do, rank=first_rank)
    )


def _room(say: RulesWriter) -> str:
    """Name the piles that are empty at first."""
    names, piles = [], 0
    for group in say.groups:
        empty = sum(_starts_empty(say, group, p) for p in say.piles(group))
        if group.kind in ("stock", "discard") or not empty:
            continue
        if empty < group.piles and group.kind != "foundation":
            continue  # the sentence on the group's deal already names the empty piles
        noun = say.named_pile(group, empty)
        if group.piles == 1 and group.kind != "foundation":
            noun = say.bare(group)
        text = msgid("the other {n} {piles}") if empty < group.piles else msgid("the {n} {piles}")
        if empty == 1:
            text = msgid("the other {piles}") if empty < group.piles else msgid("the {piles}")
        names.append(translate(text, n=number(empty), piles=noun))
        piles += empty
    if not names:
        return ""
    text = msgid("Leave room for {piles}, which is empty at first.")
    if piles > 1:
        text = msgid("Leave room for {piles}, which are empty at first.")
    return translate(text, piles=listed(names))


def _starts_empty(say: RulesWriter, group: Group, p: int) -> bool:
    if group.order in vocabulary.DEALT_OUT or (say.tables.weaving.used and group.kind == "tableau"):
        return False
    if any(g.laid_aside == group.name for g in say.groups):
        return False  # the deal decides which piles are empty
    if group.kind != "foundation":
        return say.dealt[p] == 0
    if group.deal and group.start == Start.ANY_CARD:
        return False
    if group.deal or say.early(group):
        return p - say.piles(group)[0] >= max(1, say.early(group))
    return p not in say.rules.placed
