"""Wording for removals: names, refusals, and a section for the rules page."""

from __future__ import annotations

from cadogan.i18n import msgid, translate
from cadogan.i18n.grammar import (
    a,
    bullets,
    card_name,
    group_noun,
    listed,
    number,
    phrase,
    rank,
    ranks,
    sentence,
    the,
)
from cadogan.i18n.phrase import Phrase
from cadogan.mechanics.removal.compile import parse_set, shown_by
from cadogan.mechanics.rows.compile import ENDS
from cadogan.rules.builds import parse_sequence
from cadogan.rules.definition import Definition
from cadogan.rules.group import references
from cadogan.rules.phases import taken
from cadogan.rules.vocabulary import BETWEEN, parse_stock_deal

TOUCHING = msgid("side by side, one below the other or diagonally")
_COUNTING = (1, 11, 12, 13)  # ranks whose value is not printed as a number
_SETS = {
    "same rank": msgid("two cards of the same rank"),
    "same suit": msgid("two cards of the same suit"),
    "four of a rank": msgid("all four cards of the same rank"),
    "four different ranks": msgid("four cards of different ranks"),
    "four different suits": msgid("four cards, one of each suit"),
    "agreeing": msgid("two, three or four cards that each match another in suit or rank"),
}
# sentences by the number of cards that may leave (3 means three or more), and by whether they lie
# in piles
_BETWEEN = {
    (1, False): msgid("A card from {piles} may leave play when it lies between {two}."),
    (1, True): msgid(
        "The top card of a pile in {piles} may leave play when it lies between {two}."
    ),
    (2, False): msgid(
        "One card from {piles}, or two cards side by side, may leave play when they lie between"
        " {two}."
    ),
    (2, True): msgid(
        "The top card of one pile in {piles}, or those of two piles side by side, may leave play"
        " when they lie between {two}."
    ),
    (3, False): msgid(
        "Up to {n} cards from {piles} may leave play together when they lie side by side between"
        " {two}."
    ),
    (3, True): msgid(
        "The top cards of up to {n} piles in {piles} may leave play together when they lie side by"
        " side between {two}."
    ),
}


def _set(text: str) -> Phrase:
    """Return the meaning of one phrase of ``sets`` in words.

    >>> print(_set("13"), _set("K"), _set("J Q K"), sep="; ")
    two cards that add up to thirteen; a king by itself; a jack, a queen and a king
    """
    some = parse_set(text)
    if some.total:
        counted = number(some.total)
        text = msgid("two cards that add up to {n}")
        if some.many:
            text = msgid("two or more cards that add up to {n}")
        if some.in_suit:
            text = msgid("two cards of the same suit that add up to {n}")
        return Phrase(translate(text, n=counted))
    if len(some.ranks) == 1:
        return phrase("{rank} by itself", rank=a(rank(some.ranks[0])))
    if not some.ranks:
        return Phrase(translate(_SETS[some.word]))
    if len(set(some.ranks)) == 1:
        text = msgid("{n} {ranks} of one suit") if some.in_suit else msgid("{n} {ranks}")
        return Phrase(translate(text, n=number(len(some.ranks)), ranks=ranks(some.ranks[0])))
    named = listed(a(rank(place)) for place in some.ranks)
    return phrase("{ranks} of one suit", ranks=named) if some.in_suit else named


def _counted(definition: Definition) -> str:
    """Explain the values of aces and court cards in games that add up ranks."""
    order = parse_sequence(definition.ranks)
    sets = [parse_set(text) for text in definition.remove.sets] if definition.remove else []
    parts: list[str] = []
    for place in _COUNTING:
        if place in order and any(
            some.total - place in order or (some.many and place < some.total) for some in sets
        ):
            text = msgid("{rank} {n}") if parts else msgid("{rank} counts {n}")
            parts.append(translate(text, rank=a(rank(place)), n=number(place)))
    return listed(parts)


def _group(definition: Definition, ref: str) -> Phrase:
    many = ref.startswith("cell") and sum(g.piles for g in definition.of_kind("cell")) > 1
    return the(group_noun(ref, plural=many))


def removal_section(definition: Definition) -> list[str]:
    """Return the paragraphs about cards that leave play for the rules page, if there are any."""
    remove = definition.remove
    if not remove:
        return []
    groups = shown_by(definition, remove)
    deals = [n for g in groups for n in (g.deal if isinstance(g.deal, list) else [g.deal])]
    piled = any(isinstance(n, int) and n > 1 for n in deals) or any(
        g.kind == "waste" or g.build != "none" for g in groups
    )
    known = references(definition.groups)
    for stock in definition.of_kind("stock"):
        to = parse_stock_deal(str(stock.deal), known).groups if stock.deal else []
        piled = piled or any({g.name, g.kind} & {*to} and g.most != 1 for g in groups)
    piles = listed(_group(definition, ref) for ref in remove.from_)
    sets = [_set(text) for text in remove.sets]
    if not sets:
        stay = translate(
            "The cards at the ends of the row are not between two others, so they stay in play."
        )
        return [f"{_between_clause(definition, piled=piled)} {stay}"]
    after = [sentence(counted)] if (counted := _counted(definition)) else []
    if remove.touching:
        text = msgid(
            "The cards lie in rows of {n}, and two cards leave play together only if they touch:"
            " {touching}."
        )
        after.append(translate(text, n=number(remove.touching), touching=translate(TOUCHING)))
    text = msgid("The bottom card of {piles} may be removed, like the top card.")
    ends = [g.name for g in groups if taken(g) == ENDS]
    after += [translate(text, piles=_group(definition, name)) for name in ends]
    if remove.covering:
        text = msgid("A card may leave play together with the only card still lying on it.")
        after.append(translate(text))
    if remove.between:
        after.append(_between_clause(definition, piled=piled))
    if len(sets) == 1:
        text = msgid("These cards from {piles} may be removed together: {set}.")
        if piled:
            text = msgid("These top cards of {piles} may be removed together: {set}.")
        return [" ".join([translate(text, piles=piles, set=sets[0]), *after])]
    text = msgid("These cards from {piles} may leave play:")
    if piled:
        text = msgid("These top cards from {piles} may leave play:")
    return [translate(text, piles=piles), *bullets(map(sentence, sets)), *after]


def _between_clause(definition: Definition, *, piled: bool) -> str:
    """State which cards leave play because of their neighbours; ``piled`` if they lie in piles."""
    remove = definition.remove
    if remove is None:
        return ""
    rows = [g for g in shown_by(definition, remove) if g.closes]
    piles, most = listed(_group(definition, g.name) for g in rows), remove.between_most
    two = translate(BETWEEN[remove.between])
    text = _BETWEEN[min(most, 3), piled]
    return translate(text, n=number(most), piles=piles, two=two)


def explain_apart(cards: list[int]) -> str:
    """State that two cards cannot leave play because they do not touch.

    >>> explain_apart([0, 13])
    'the ace of clubs and the ace of diamonds do not touch: two cards leave play together only if \
they lie side by side, one below the other or diagonally.'
    """
    names = listed(the(card_name(card)) for card in cards)
    text = msgid("{cards} do not touch: two cards leave play together only if they lie {touching}.")
    return translate(text, cards=names, touching=translate(TOUCHING))


def explain_not_between(definition: Definition, piles: list[int], cards: list[int]) -> str:
    """State that cards cannot leave play because they do not lie between two matching cards."""
    remove = definition.remove
    if remove is None:
        return ""
    if len(cards) > remove.between_most:
        text = msgid("At most {n} cards leave play at a time.")
        if remove.between_most == 1:
            text = msgid("Cards leave play one at a time.")
        return translate(text, n=number(remove.between_most))
    if piles != [*range(piles[0], piles[0] + len(piles))]:
        return translate("Only cards side by side leave play together.")
    two = translate(BETWEEN[remove.between])
    names = listed(the(card_name(card)) for card in cards)
    text = msgid("{cards} do not lie between {two}.")
    if len(cards) == 1:
        text = msgid("{cards} does not lie between {two}.")
    return translate(text, cards=names, two=two)


def explain_no_match(definition: Definition, cards: list[int]) -> str:
    """State that some cards cannot leave play together."""
    sets = [_set(text) for text in definition.remove.sets] if definition.remove else []
    if definition.remove and definition.remove.between:
        two = translate(BETWEEN[definition.remove.between])
        sets.append(phrase("cards between {two}", two=Phrase(two)))
    names = listed(the(card_name(card)) for card in cards)
    text = msgid("{cards} cannot leave play together; {sets} can.")
    if len(cards) == 1:
        text = msgid("{cards} cannot leave play by itself; {sets} can.")
    return translate(text, cards=names, sets=listed(sets, "or"))
