"""What removals are called, why they are refused, and their section of the rules page."""

from __future__ import annotations

from collections.abc import Iterable

from cadogan.cards import RANK_NAMES, card_name
from cadogan.families.removal.tables import SETS, parse_set, shown_by
from cadogan.language.builds import parse_sequence
from cadogan.language.definition import Definition, references
from cadogan.language.words import an, count_word, parse_stock_deal

__all__ = ["removal_section", "told_no_match"]

TOUCHING = "side by side, one below the other or cornerwise"
_COUNTS = {1: "one", 11: "eleven", 12: "twelve", 13: "thirteen"}


def _listed(items: Iterable[str], joint: str) -> str:
    some = list(items)
    return f"{', '.join(some[:-1])} {joint} {some[-1]}" if some[1:] else "".join(some)


def _set(text: str) -> str:
    """Say one phrase of ``sets``.

    >>> _set("13"), _set("K"), _set("J Q K")
    ('two cards that add up to thirteen', 'a king by itself', 'a jack, a queen and a king')
    """
    some = parse_set(text)
    suit = " of one suit" if some.in_suit else ""
    if some.total:
        return f"two cards{suit} that add up to {count_word(some.total)}"
    if len(some.ranks) == 1:
        return f"{an(RANK_NAMES[some.ranks[0] - 1])} by itself"
    if some.ranks:
        if len(set(some.ranks)) == 1:
            name = RANK_NAMES[some.ranks[0] - 1]
            many = f"{name}es" if name == "six" else f"{name}s"
            return f"{count_word(len(some.ranks))} {many}{suit}"
        return f"{_listed((an(RANK_NAMES[rank - 1]) for rank in some.ranks), 'and')}{suit}"
    return SETS[some.word]


def _counted(definition: Definition) -> str:
    """Say what aces and court cards count where they add up with others."""
    ranks = parse_sequence(definition.ranks)
    sets = [parse_set(text) for text in definition.remove.sets] if definition.remove else []
    told = [
        f"{an(RANK_NAMES[rank - 1])}{' counts' if i == 0 else ''} {_COUNTS[rank]}"
        for i, rank in enumerate(
            rank
            for rank in _COUNTS
            if rank in ranks and any(some.total - rank in ranks for some in sets)
        )
    ]
    return _listed(told, "and")


def _group(definition: Definition, ref: str) -> str:
    kind, _, name = ref.partition(".")
    many = sum(g.piles for g in definition.of_kind(kind)) > 1
    told = f"{kind}s" if kind == "cell" and many else kind
    return f"the *{name.replace('-', ' ')}* {told}" if name else f"the {told}"


def removal_section(definition: Definition) -> list[str]:
    """Return the paragraphs of the rules page on cards that leave play, or none."""
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
        to = parse_stock_deal(str(stock.deal), known).group if stock.deal else ""
        piled = piled or any(to in (g.name, g.kind) and g.most != 1 for g in groups)
    top = "The top cards" if piled else "Cards"
    told = f"{top} of {_listed((_group(definition, ref) for ref in remove.from_), 'and')}"
    sets = [_set(text) for text in remove.sets]
    counted = _counted(definition)
    after = [f"{counted[0].upper()}{counted[1:]}."] if counted else []
    if remove.touching:
        rows = f"They lie in rows of {count_word(remove.touching)}"
        after.append(f"{rows}, and two leave together only where they touch: {TOUCHING}.")
    if len(sets) == 1:
        return [" ".join([f"{told} leave play as follows: {sets[0]}.", *after])]
    items = [f"- {each[0].upper()}{each[1:]}." for each in sets]
    return [f"{told} leave play as follows:", "\n".join(items), *after]


def told_apart(cards: list[int]) -> str:
    """Say that two cards which could leave play together do not touch.

    >>> told_apart([0, 13])
    'The ace of clubs and the ace of diamonds do not touch: two leave play together only where \
they lie side by side, one below the other or cornerwise.'
    """
    told = _listed([f"the {card_name(card)}" for card in cards], "and")
    return (
        f"{told[0].upper()}{told[1:]} do not touch: two leave play together only where they lie"
        f" {TOUCHING}."
    )


def told_no_match(definition: Definition, cards: list[int]) -> str:
    """Say that cards do not leave play together."""
    sets = [_set(text) for text in definition.remove.sets] if definition.remove else []
    names = [f"the {card_name(card)}" for card in cards]
    told, by = _listed(names, "and"), "do not leave play together"
    if len(cards) == 1:
        by = "does not leave play by itself"
    return f"{told[0].upper()}{told[1:]} {by}: {_listed(sets, 'or')} may."
