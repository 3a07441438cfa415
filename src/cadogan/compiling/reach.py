"""Whether the cards of a game can come to lie where they win it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from cadogan.cards import card_name, card_text, pack
from cadogan.compiling.piles import Piles
from cadogan.tables import Tables

__all__ = ["check_reach", "check_room"]


def check_reach(piles: Piles, T: Tables) -> None:
    """Check that all the cards can come to lie on the foundations.

    Raises:
        BadDefinition: naming a card that cannot, or how many.
    """
    error, definition = piles.definition.error, piles.definition
    pack_of = Counter(pack(definition.decks, piles.ranks, definition.suits.split()))
    room = sum(T.full[: T.foundations])
    if room < T.total:
        raise error(
            "foundation.piles",
            f"the foundations hold {room} cards in all, but all {T.total} cards are to go there",
        )
    waits = any(rule >= T.based for rule in T.rule_at[: T.foundations * (T.room + 1)])
    for base in piles.ranks if waits else [0]:
        taken = [0] * 52
        for f in range(T.foundations):
            for cards in _taken(T, f, base):
                for card in range(52):
                    taken[card] += cards >> card & 1
        for card, copies in sorted(pack_of.items()):
            if taken[card] < copies:
                raise error(
                    "foundation.build",
                    f"of the card {card_text(card)} the foundations take {taken[card]}, but all"
                    f" {copies} are to go there"
                    if taken[card]
                    else f"no foundation ever takes the {card_name(card)}, but all cards are to go"
                    " there",
                )


def check_room(piles: Piles, T: Tables) -> None:
    """Check that the piles which are to be empty at the end can come to be so.

    Raises:
        BadDefinition: when there is no room for the cards elsewhere, or they never leave.
    """
    error = piles.definition.error
    room = sum(T.full[p] for p in range(T.piles) if not T.win_empty[p])
    if room < T.total:
        raise error(
            "win",
            f"the other piles have room for {room} of the {T.total} cards"
            if room
            else "the cards have no other pile to go to",
        )
    cleared = {T.group[p] for p in range(T.piles) if T.win_empty[p]}
    leave = [divmod(at, T.groups) for at in _ways(T)]
    out = {*range(T.groups)} - cleared
    while more := {a for a, b in leave if b in out} - out:
        out |= more
    for g in sorted(cleared - out):
        raise error("win", f"the cards of {piles.groups[g].name!r} never leave it")


def _ways(T: Tables) -> set[int]:
    """Return the pairs of groups, source * groups + target, between which cards may ever go."""
    found = {at % T.groups**2 for at, flags in enumerate(T.route) if flags}
    pairs = [
        (T.fill_from[p * T.fill_ways + k], p) for p in range(T.piles) for k in range(T.fill_ways)
    ]
    pairs += [
        (T.stock, p) for p in [*range(T.deal_first, T.deal_end), *range(T.last_first, T.last_end)]
    ]
    pairs += [(T.stock, p) for p in T.refill_order[: T.refill_piles]]
    pairs += [(p, T.stock) for p in range(T.redeal_first, T.redeal_end)]
    pairs += [(p, T.discard) for p in range(T.piles) if T.removes[p]]
    return found | {T.group[a] * T.groups + T.group[b] for a, b in pairs if a >= 0 and b >= 0}


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
