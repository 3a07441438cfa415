"""Whether the cards of a game can come to lie where they win it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from cadogan.compiler.piles import Piles
from cadogan.core.cards import card_text
from cadogan.core.errors import BadDefinition
from cadogan.i18n.grammar import card_name
from cadogan.rules import vocabulary
from cadogan.rules.group import ever, laid_out
from cadogan.state.compiled import ONTO, STRIDE, Tables
from cadogan.state.special_moves import upsetting

__all__ = ["check_play", "check_reach", "check_room"]


def check_play(piles: Piles, T: Tables) -> None:
    """Check that cards can be played, and that play can lead to where the game is won.

    Raises:
        BadDefinition: naming the key that keeps the cards where they are.
    """
    win, ways = piles.definition.win, {divmod(at, T.groups) for at in _ways(T)}
    _check_dealt(piles, T, ways)
    founded = {T.group[f] for f in range(T.foundations)}
    tableau = {T.group[p] for p in range(T.tableau_first, T.tableau_end)}
    if win == "all on foundations":
        home = {*founded}
        while more := {a for a, b in ways if b in home} - home:
            home |= more
        if stay := _held(piles, T) - home:
            raise _stay(piles, stay, "never come to the foundations, where all cards are to go")
        for g in piles.groups:
            if g.keep and g.kind != "foundation" and laid_out(g):
                raise piles.error(
                    g, "keep", "the lowest cards stay there, but all are to come to the foundations"
                )
    if T.win_full or T.score_card:
        come = {b for a, b in ways if a not in founded}
        if not come & founded:
            raise _stay(piles, _held(piles, T) - founded, "never come to a foundation")
    if win in ("one pile", "tableau in runs"):
        on = any(flags & ONTO and at % T.groups in tableau for at, flags in enumerate(T.route))
        other = any((a in tableau) != (b in tableau) for a, b in ways)
        if not on and not other and not upsetting(T):
            raise piles.definition.error(
                "win", "no card is ever laid on another in the tableau, and none leaves it"
            )
    live = _held(piles, T)
    while more := {b for a, b in ways if a in live} - live:
        live |= more
    swapped = {T.group[p] for p in range(T.piles) if T.swapped[p]}
    two = sum(laid_out(piles.groups[i]) for i in swapped) > 1
    others = upsetting(T) or two or T.discards or T.counting
    if not any(a in live for a, _ in ways) and not (others and live & tableau):
        raise _stay(piles, _held(piles, T), "are never played")


def _check_dealt(piles: Piles, T: Tables, ways: set[tuple[int, int]]) -> None:
    """Check that cards are dealt, and that they do not lie for good as they were dealt."""
    held, win = _held(piles, T), piles.definition.win
    if all(piles.groups[i].kind == "discard" for i in held):
        raise piles.definition.error(
            "discard.deal", "all the cards are out of play: none is dealt to a pile"
        )
    for i in sorted(held):
        g, leave = piles.groups[i], any(a == i != b for a, b in ways)
        if g.row and laid_out(g) == g.piles and g.sink_way != "out of play" and not leave:
            raise piles.error(
                g, "deal", f"all {g.piles} places hold a card, and none leaves: there is no gap"
            )
        turned = any(T.opens[f] in piles.own(g) for f in range(T.foundations))
        turned = turned or any(at // T.groups == i for at in _of_itself(T))
        turned = bool(turned or upsetting(T) or T.counting or T.covers)
        if g.face == "down" and not turned and win == "all on foundations":
            raise piles.error(g, "face", "these cards lie face down, and nothing turns them up")


def _stay(piles: Piles, groups: set[int], told: str) -> BadDefinition:
    """Return the error for cards that stay where they are: of the first of some groups."""
    group = piles.groups[min(groups)]
    key = "take" if {*ever(group, "take")} == {"none"} else "to"
    says = key == "take" or any(refs is not None for refs in ever(group, "to"))
    where = f"{group.name}.{key}" if says and group.kind != "discard" else group.name
    return piles.definition.error(where, f"the cards of {group.name!r} {told}")


def _held(piles: Piles, T: Tables) -> set[int]:
    """Return the groups that hold cards in every game, but for what is put out of play."""
    definition = piles.definition
    return {
        i
        for i, g in enumerate(piles.groups)
        if laid_out(g)
        or g.order in vocabulary.DEALT_OUT
        or (g.kind == "stock" and sum(map(laid_out, piles.groups)) < T.total)
        or (g.kind == "discard" and g.deal == "the rest")
        or (g.kind == "tableau" and definition.weave is not None)
    }


def check_reach(piles: Piles, T: Tables) -> None:
    """Check that all the cards can come to lie on the foundations.

    Raises:
        BadDefinition: naming a card that cannot, or how many.
    """
    error, definition = piles.definition.error, piles.definition
    pack_of = Counter(definition.pack)
    room = sum(T.full[: T.foundations])
    if room < T.total:
        raise error(
            "foundation.piles",
            f"the foundations hold {room} cards in all ({_rooms(T)}), but all {T.total} cards are"
            " to go there",
        )
    waits = any(rule >= T.based for rule in T.rule_at[: T.foundations * (T.room + 1)])
    for base in piles.ranks if waits else [0]:
        taken = [0] * STRIDE
        for f in range(T.foundations):
            for cards in _taken(T, f, base):
                for card in range(STRIDE):
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


def _rooms(T: Tables) -> str:
    """Return how many foundations hold how many cards, such as "1 of 13, 4 of 12"."""
    rooms = Counter(T.full[: T.foundations])
    return ", ".join(f"{piles} of {cards}" for cards, piles in rooms.items())


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
    return _of_itself(T) | {at % T.groups**2 for at, flags in enumerate(T.route) if flags}


def _of_itself(T: Tables) -> set[int]:
    """Return the pairs between which cards go otherwise than by a player's hand, face up."""
    pairs = [
        (T.fill_from[p * T.fill_ways + k], p) for p in range(T.piles) for k in range(T.fill_ways)
    ]
    pairs += [
        (T.stock, p) for p in [*range(T.deal_first, T.deal_end), *range(T.last_first, T.last_end)]
    ]
    pairs += [(T.stock, p) for p in T.refill_order[: T.refill_piles]]
    pairs += [(p, T.stock) for p in range(T.redeal_first, T.redeal_end)]
    pairs += [(p, T.discard) for p in range(T.piles) if T.removes[p]]
    pairs += [(T.exiles, T.hand), *((T.hand, p) for p in range(T.piles) if T.weave)]
    if T.replaced:
        pairs += [(T.stock, p) for p in range(T.tableau_first, T.tableau_end)]
    if T.redeal_times:
        again = range(T.redeal_first, T.redeal_end)
        pairs += [(p, q) for p in (*again, T.stock) for q in again if not T.redeal_waste]
    return {T.group[a] * T.groups + T.group[b] for a, b in pairs if a >= 0 and b >= 0}


def _taken(T: Tables, f: int, base: int) -> Iterator[int]:
    """Yield for each height of a foundation the cards that it could take there.

    ``base`` is the base card + 1, or 0 where nothing depends on it.
    """
    tops = {52} if T.indicator[f] < 0 else {*range(52)}
    for rule in T.rule_at[f * (T.room + 1) :][: T.full[f]]:
        at = 0
        for top in tops:
            at |= T.accept[(rule + base if rule >= T.based else rule) * STRIDE + top]
        yield at
        tops = {card for card in range(STRIDE) if at >> card & 1}
