"""The sections before play: the pack, the choices, the layout."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cadogan.cards import SUIT_NAMES, SUITS, card_name, rank_of
from cadogan.families.texts import told_woven_deal
from cadogan.language import words
from cadogan.language.definition import Group
from cadogan.language.words import count_word
from cadogan.prose.english import a, bullets, by_pile, cards, join, listed, ranks, runs, some
from cadogan.prose.speaker import Speaker, rank_name

__all__ = ["choices", "layout", "pack_of_cards"]

_MOST_PARTS = 3  # more than so many unlike parts of a row are told one by one
_MOST_NAMED = 4


def pack_of_cards(say: Speaker) -> list[str]:
    """Say which cards are used and how they rank."""
    order = say.rules.ranks
    pack = say.tables.total // say.definition.decks
    text = f"{some(say.definition.decks, 'pack')} of {pack} cards"
    if say.definition.decks > 1:
        text += f", shuffled together: {say.tables.total} cards in all"
    if (suits := say.definition.suits.split()) != [*SUITS]:
        sets = Counter(suits * say.definition.decks)
        told = [f"{some(n, 'full set')} of {SUIT_NAMES[SUITS.index(s)]}" for s, n in sets.items()]
        many = sum(sets.values()) > 1
        text += f"; of the suits there are {listed(told)}" if many else ""
        text += f", all of them {SUIT_NAMES[SUITS.index(suits[0])]}" * (not many)
    if order == tuple(range(1, 14)):
        return [join([text, "in each suit the ace is low and the king high"])]
    names = listed(map(rank_name, order))
    return [join([text, f"the cards of each suit, from the lowest to the highest, are {names}"])]


def choices(say: Speaker) -> list[str]:
    """Say what the player chooses before the deal, but for house rules."""
    items = []
    for name, option in say.definition.options.items():
        if option.kind == "choice":
            continue
        now = say.rules.options[name]
        if option.kind == "digits":
            what = f"{some(option.length, 'digit')}, each from 1 to 9"
        else:
            what = (
                "the letters C for clubs, D for diamonds, H for hearts and S for spades, each once"
            )
            now += f", which is {listed(SUIT_NAMES[SUITS.index(letter)] for letter in now)}"
        items.append(f"*{name}*: {option.about} ({what}). This page is written for {now}.")
    return ["The player chooses:", *bullets(items)] if items else []


def layout(say: Speaker) -> list[str]:
    """Say how the cards are laid out, in the order in which they are dealt."""
    items: list[str] = []
    for group in say.definition.groups:
        if group.kind == "foundation":
            items += _base_dealt(say, group)
        elif group.kind in ("tableau", "reserve", "cell"):
            items += _dealt(say, group)
    if any(g.deal == "the rest" for g in say.of_kind("discard")):
        items.append(f"*Out of play*: the rest, {cards(say.left)}; they have no part in the game.")
    for stock in say.of_kind("stock"):
        rest = f"the rest, {cards(say.left)}" if say.dealt_out else f"all {cards(say.left)}"
        if any(g.met_in_dealing.endswith("replaced") for g in say.groups):
            rest += " less those that are laid out in dealing"
        face = "its top card face up" if stock.turned else "face down"
        items.append(f"*Stock*: {rest}, {face}.")
    if say.tables.weave:
        items.append(f"Deal {told_woven_deal(say.rules)}.")
    return [_placed(say), *bullets(items), _room(say)]


def _placed(say: Speaker) -> str:
    """Say which cards are taken out of the pack before the shuffle."""
    placed = list(say.rules.placed.values())
    if not placed:
        return ""
    named = _named_cards(placed, say.definition.decks)
    pack = "packs" if say.definition.decks > 1 else "pack"
    if len(named) > _MOST_NAMED:
        single = len(set(placed)) == len(placed)
        one = ", one copy of each," if say.definition.decks > 1 and single else ""

        clock = any(map(say.on_a_clock, say.of_kind("foundation")))
        circle = " in a circle like the hours of a clock" if clock else ""
        what = f"the {cards(len(placed))} that begin foundations out of the {pack}{one}"
        return join(
            [f"before shuffling, take {what} and lay them out{circle}: they are listed below"]
        )
    them, begin = ("it", "it begins") if len(placed) == 1 else ("them", "they begin")
    begun = "a foundation" if len(placed) == 1 else "foundations"
    if len(placed) == sum(g.piles for g in say.of_kind("foundation")) > 1:
        begun = "the foundations"
    text = f"before shuffling, take {listed(named)} out of the {pack} and lay {them} out"
    return join([f"{text}: {begin} {begun}"])


def _named_cards(placed: Sequence[int], decks: int) -> list[str]:
    """Name cards, those of one rank together where all suits are there."""
    told = []
    for rank in dict.fromkeys(map(rank_of, placed)):
        same = [c for c in placed if rank_of(c) == rank]
        name = rank_name(rank)
        if len(same) == 4 * decks:
            told.append(f"the {count_word(len(same))} {ranks(name)}")
        elif len(same) == len(set(same)) == 4:
            told.append(f"{a(name)} of each suit")
        else:
            told += [f"the {card_name(c)}" if decks == 1 else a(card_name(c)) for c in same]
    return told


def _base_dealt(say: Speaker, group: Group) -> list[str]:
    """Say which cards go to foundations in the course of the deal."""
    title = say.title(group)
    if (early := say.early(group)) and group.start == "base rank":
        base = "the first card dealt stays where it falls; its rank is the *base rank* of the game"
        go = "card of this rank goes to the foundation of its suit, and the next takes its place"
        if early > 1:
            go = "cards of this rank go to the foundations of their suits, and others replace them"
        count = "" if early == 1 else f" {count_word(early)}"
        return [f"{title}: {base}. In dealing the next{count} {go}."]
    if early:
        name = words.rank_word(str(group.start))
        these = f"first {name}" if early == 1 else f"first {count_word(early)} {ranks(name)}"
        if early == 1 and str(group.start) in "23456789T":  # "the first two" would be two cards
            these = f"first card of rank {name}"
        go = "goes to a foundation" if early == 1 else "go to foundations"
        return [f"{title}: the {these} met in the deal {go}; the next card takes the place."]
    if not group.deal:
        return []
    if group.start == "any card" and group.piles > 1:
        return [f"{title}: one card each, face up, which begins it."]
    owned = say.rules.owner[say.piles(group)[0]] >= 0
    first = say.the(group) if group.piles == 1 else f"the first {say.pile(group)}"
    where = "the foundation of its suit" if owned else first
    base = "; its rank is the *base rank* of the game" if group.start == "base rank" else ""
    return [f"{title}: one card, face up, which begins {where}{base}."]


def _dealt(say: Speaker, group: Group) -> list[str]:
    """Say what is dealt to a group."""
    counts = say.counts(group)
    if group.order == "by rank":
        face = _face(group, [say.definition.of_a_rank] * group.piles)
        text = f"{some(group.piles, 'pile')}, {face}. Deal {words.ORDERS[group.order]}"
        return [f"{say.title(group)}: {text}. {join([_sinking(group)])}".strip()]
    if not any(counts):
        late = group.sink and group.sink_way == "as exposed"
        return [f"{say.title(group)}: {join(['empty at first', _sinking(group)])}"] if late else []
    text = some(len(counts), "cell" if group.kind == "cell" else "pile")
    if group.kind == "cell" and set(counts) == {1}:
        text = "one card in " + ("the cell" if len(counts) == 1 else f"each of the {text}")
    elif len(set(counts)) == 1:
        text += f" of {cards(counts[0])}"
    elif len(runs(counts)) <= _MOST_PARTS:
        text += f", {by_pile(counts, lambda n: f'of {cards(n)}')}"
    else:
        noun = "card" if counts[-1] == 1 else "cards"
        text += f" of {listed(map(count_word, counts))} {noun}"
    face = _face(group, counts) + _around(say, group)
    order = ""
    if max(counts) > 1 and len(counts) > 1:
        order = f"deal {words.ORDERS[group.order]}".replace(
            "groups of the kind", f"groups of the {group.kind}"
        )
        if len(set(counts)) == 1:
            order = order.partition(";")[0]
    after = join([order, _sinking(group), _lacking(say, group), _must_hold(group)])
    return [f"{say.title(group)}: {text}, {face}. {after}".strip()]


def _around(say: Speaker, group: Group) -> str:
    """Say that the piles of a group lie like the hours of a clock, and around what."""
    if not say.on_a_clock(group):
        return ""
    pile = say.pile(group)
    inner = [g for g in say.of_kind("foundation") if say.on_a_clock(g)]
    if inner:
        return (
            f", in a second circle around the foundations: {pile} 1 outside the foundation at one"
            f" o'clock and so on to {pile} 12 outside that at twelve"
        )
    return f", in a circle like the hours of a clock, {pile} 1 at one o'clock"


def _face(group: Group, counts: Sequence[int]) -> str:
    """Say how the cards of a group lie."""
    if isinstance(group.face, str):
        if group.face == "top up" and max(counts) == 1:
            return "face up"
        face = words.FACES[group.face].removeprefix("all ")
        return face.partition(";")[0] if max(counts) == 1 else face
    down = [min(face, count) for face, count in zip(group.face, counts, strict=True)]
    if not any(down):
        return "face up"
    if len(runs(down)) == 1:
        each = " of each" if len(down) > 1 else ""
        return f"the lowest {cards(down[0])}{each} face down"
    if len(runs(down)) <= _MOST_PARTS and max(counts) == 1:
        return by_pile(down, lambda n: f"face {'down' if n else 'up'}")
    if len(runs(down)) <= _MOST_PARTS:
        told = by_pile(down, lambda n: f"with {cards(n)} face down" if n else "all face up")
        return f"{told} (the lowest cards are those face down)"
    numbers = listed(count_word(n) if n else "none" for n in down)
    return f"of which {numbers}, the lowest of each, lie face down"


def _sinking(group: Group) -> str:
    """Say which cards sink, and how."""
    if not group.sink:
        return ""
    name = words.rank_word(group.sink)
    if group.sink_way == "as exposed":
        return (
            f"as soon as {a(name)} lies exposed, in the deal or later, it goes to the bottom of its"
            " pile (face down where cards lie face down there), and the card under it is turned up"
        )
    if group.sink_way == "out of play":
        return f"before play the {ranks(name)} are taken out, and their places are left empty"
    if group.sink_way == "swapped":
        return (
            f"before play every {name} changes places with the lowest card under it that is not"
            f" {a(name)}"
        )
    if group.sink_way == "exposed or own suit":
        return (
            f"before play {a(name)} that is exposed goes to the bottom of its pile, and a buried"
            f" {name} goes under the lowest card of its own suit that it covers"
        )
    return (
        f"before play every {name} goes to the bottom of its pile; where a pile has several,"
        f" {words.SINKS[group.sink_way]}"
    )


def _lacking(say: Speaker, group: Group) -> str:
    """Say which cards are passed over in dealing."""
    if group.met_in_dealing:
        short = group.met_in_dealing.endswith("replaced") and not say.of_kind("stock")
        told = words.MET_IN_DEALING[group.met_in_dealing]
        return told + (", so that the last piles may be shorter" if short else "")
    if group.unlike:
        return (
            "a card that would come to lie in one pile with another of its rank goes under the"
            " pack, and the next card takes its place"
        )
    if not group.lacks:
        return ""
    names = listed((a(words.rank_word(r)) for r in group.lacks), "or")
    return f"{names} that is met goes under the pack, and the next card takes its place"


def _must_hold(group: Group) -> str:
    """Say which deals do not stand."""
    if not group.must_hold:
        return ""
    names = listed((a(words.rank_word(r)) for r in group.must_hold), "or")
    do = words.MUST_HOLD_WAYS[group.must_hold_way]
    if group.must_hold_way == "swapped in":
        do = "the first such card of the rest of the pack changes places with the last of them"
    return f"unless {names} is among these cards, {do}"


def _room(say: Speaker) -> str:
    """Name the piles that are empty at first."""
    told, piles = [], 0
    for group in say.groups:
        empty = sum(_starts_empty(say, group, p) for p in say.piles(group))
        if group.kind in ("stock", "discard") or not empty:
            continue
        noun = say.pile(group, empty)
        if group.piles == 1:
            noun = say.the(group).removeprefix("the ")
        rest = "other " if empty < group.piles else ""
        told.append(f"the {rest}{count_word(empty) + ' ' if empty > 1 else ''}{noun}")
        piles += empty
    if not told:
        return ""
    verb = "are" if piles > 1 else "is"
    return f"Leave room for {listed(told)}, which {verb} empty at first."


def _starts_empty(say: Speaker, group: Group, p: int) -> bool:
    if group.order == "by rank" or (say.tables.weave and group.kind == "tableau"):
        return False
    if group.kind != "foundation":
        return say.dealt[p] == 0
    if group.deal and group.start == "any card":
        return False
    if group.deal or say.early(group):
        return p - say.piles(group)[0] >= max(1, say.early(group))
    return p not in say.rules.placed
