"""Feasibility: whether the cards of a game can reach the piles where they must be to win."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from cadogan.core.cards import card_text
from cadogan.core.errors import InvalidDefinitionError
from cadogan.i18n.grammar import card_name
from cadogan.mechanics.piles import Piles
from cadogan.rules import vocabulary
from cadogan.rules.group import ever, laid_out
from cadogan.rules.phrases import Face, SinkWay, Take, WinWay
from cadogan.state.codes import Route
from cadogan.state.compiled import STRIDE, CompiledRules
from cadogan.state.special_moves import upsetting


def check_play(piles: Piles, R: CompiledRules) -> None:
    """Check that a player can move cards, and that moves can lead to a win.

    Raises:
        InvalidDefinitionError: if they cannot; the error names the key that prevents it.
    """
    win, ways = piles.definition.win, {divmod(at, R.groups) for at in _ways(R)}
    _check_dealt(piles, R, ways)
    founded = {R.group[f] for f in range(R.foundations)}
    tableau = {R.group[p] for p in range(R.tableau_first, R.tableau_end)}
    if win == WinWay.ALL_ON_FOUNDATIONS:
        if stay := _held(piles, R) - _reached(founded, {(b, a) for a, b in ways}):
            raise _stay(piles, stay, "never reach the foundations, but all cards must go there")
        for g in piles.groups:
            if g.keep and g.kind != "foundation" and laid_out(g):
                raise piles.error(
                    g, "keep", "'keep' holds cards back, but all must reach the foundations"
                )
    if R.win.full or R.score.card:
        come = {b for a, b in ways if a not in founded}
        if not come & founded:
            raise _stay(piles, _held(piles, R) - founded, "never reach a foundation")
    if win in (WinWay.ONE_PILE, WinWay.TABLEAU_IN_RUNS):
        on = any(
            flags & Route.ONTO and at % R.groups in tableau
            for at, flags in enumerate(R.routes.ways)
        )
        other = any((a in tableau) != (b in tableau) for a, b in ways)
        if not on and not other and not upsetting(R):
            raise piles.definition.error(
                "win", "no tableau card can move onto another or leave the tableau"
            )
    live = _reached(_held(piles, R), ways)
    swapped = {R.group[p] for p in range(R.piles) if R.exchange.swapped[p]}
    two = sum(laid_out(piles.groups[i]) for i in swapped) > 1
    others = upsetting(R) or two or R.single_discard.used or R.counting.way
    if not any(a in live for a, _ in ways) and not (others and live & tableau):
        raise _stay(piles, _held(piles, R), "are never played")


def _check_dealt(piles: Piles, R: CompiledRules, ways: set[tuple[int, int]]) -> None:
    """Check that the deal gives cards to piles, and that some of them can move."""
    held, win = _held(piles, R), piles.definition.win
    if all(piles.groups[i].kind == "discard" for i in held):
        raise piles.definition.error(
            "discard.deal", "all the cards are out of play: none are dealt to a pile"
        )
    for i in sorted(held):
        g, leave = piles.groups[i], any(a == i != b for a, b in ways)
        if g.row and laid_out(g) == g.piles and g.sink_way != SinkWay.OUT_OF_PLAY and not leave:
            raise piles.error(
                g,
                "deal",
                f"all {g.piles} places hold a card, and none can leave: no gap ever appears",
            )
        turned = any(R.shuttles.opens[f] in piles.own(g) for f in range(R.foundations))
        turned = turned or any(at // R.groups == i for at in _of_itself(R))
        turned = bool(turned or upsetting(R) or R.counting.way or R.overlap.used)
        if g.face == Face.DOWN and not turned and win == WinWay.ALL_ON_FOUNDATIONS:
            raise piles.error(
                g, "face", "these cards lie face down, and nothing ever turns them up"
            )


def _stay(piles: Piles, groups: set[int], problem: str) -> InvalidDefinitionError:
    """Return an error about the first of some groups whose cards cannot leave."""
    group = piles.groups[min(groups)]
    key = "take" if {*ever(group, "take")} == {Take.NONE} else "to"
    says = key == "take" or any(refs is not None for refs in ever(group, "to"))
    where = f"{group.name}.{key}" if says and group.kind != "discard" else group.name
    return piles.definition.error(where, f"the cards of {group.name!r} {problem}")


def _held(piles: Piles, R: CompiledRules) -> set[int]:
    """Return the groups that hold cards after every deal, including cards out of play."""
    definition = piles.definition
    return {
        i
        for i, g in enumerate(piles.groups)
        if laid_out(g)
        or g.order in vocabulary.DEALT_OUT
        or (g.kind == "stock" and sum(map(laid_out, piles.groups)) < R.total)
        or (g.kind == "discard" and g.deal == "the rest")
        or (g.kind == "tableau" and definition.weave is not None)
    }


def check_reach(piles: Piles, R: CompiledRules) -> None:
    """Check that all cards can reach the foundations.

    Raises:
        InvalidDefinitionError: if some cards cannot; the error names a card, or the number of cards
            that fit.
    """
    error, definition = piles.definition.error, piles.definition
    pack_of = Counter(definition.pack)
    room = sum(R.accept.full[: R.foundations])
    if room < R.total:
        raise error(
            "foundation.piles",
            f"the foundations hold {room} cards in all ({_rooms(R)}), but all {R.total}"
            " cards must go there",
        )
    waits = any(rule >= R.accept.based for rule in R.accept.rule_at[: R.foundations * (R.room + 1)])
    for base in piles.ranks if waits else [0]:
        taken = [0] * STRIDE
        for f in range(R.foundations):
            for cards in _taken(R, f, base):
                for card in range(STRIDE):
                    taken[card] += cards >> card & 1
        for card, copies in sorted(pack_of.items()):
            if taken[card] < copies:
                raise error(
                    "foundation.build",
                    (
                        f"the foundations take only {taken[card]} copies of {card_text(card)},"
                        f" but all {copies} must go there"
                    )
                    if taken[card]
                    else (
                        f"no foundation ever takes the {card_name(card)}, but all cards must go"
                        " there"
                    ),
                )


def _reached(groups: set[int], ways: set[tuple[int, int]]) -> set[int]:
    """Return the given groups and all groups that their cards can reach."""
    found = {*groups}
    while more := {b for a, b in ways if a in found} - found:
        found |= more
    return found


def _rooms(R: CompiledRules) -> str:
    """Return the sizes of the foundations, such as "1 of 13, 4 of 12" (one takes 13 cards)."""
    rooms = Counter(R.accept.full[: R.foundations])
    return ", ".join(f"{piles} of {cards}" for cards, piles in rooms.items())


def check_room(piles: Piles, R: CompiledRules) -> None:
    """Check that the piles which must be empty at the end can become empty.

    Raises:
        InvalidDefinitionError: if the other piles lack room, or if the cards never leave.
    """
    error = piles.definition.error
    room = sum(R.accept.full[p] for p in range(R.piles) if not R.win.empty[p])
    if room < R.total:
        raise error(
            "win",
            f"the other piles have room for {room} of the {R.total} cards"
            if room
            else "there is no other pile that the cards can go to",
        )
    cleared = {R.group[p] for p in range(R.piles) if R.win.empty[p]}
    back = {(at % R.groups, at // R.groups) for at in _ways(R)}
    for g in sorted(cleared - _reached({*range(R.groups)} - cleared, back)):
        raise error("win", f"the cards of {piles.groups[g].name!r} never leave it")


def _ways(R: CompiledRules) -> set[int]:
    """Return the pairs of groups between which cards can ever move, as source * groups + target."""
    return _of_itself(R) | {at % R.groups**2 for at, flags in enumerate(R.routes.ways) if flags}


def _of_itself(R: CompiledRules) -> set[int]:
    """Return the pairs of groups between which cards move automatically or by special moves."""
    pairs = [
        (R.fill.sources[p * R.fill.ways + k], p) for p in range(R.piles) for k in range(R.fill.ways)
    ]
    pairs += [
        (R.stock.pile, p)
        for p in [*range(R.deal.first, R.deal.end), *range(R.last_deal.first, R.last_deal.end)]
    ]
    pairs += [(R.stock.pile, p) for p in R.refill.order[: R.refill.piles]]
    pairs += [(p, R.stock.pile) for p in range(R.redeal.first, R.redeal.end)]
    pairs += [(p, R.mechanics.discard_pile) for p in range(R.piles) if R.removal.piles[p]]
    pairs += [
        (R.weaving.exiles, R.weaving.hand),
        *((R.weaving.hand, p) for p in range(R.piles) if R.weaving.used),
    ]
    if R.single_discard.replaced:
        pairs += [(R.stock.pile, p) for p in range(R.tableau_first, R.tableau_end)]
    if R.redeal.times:
        again = range(R.redeal.first, R.redeal.end)
        pairs += [(p, q) for p in (*again, R.stock.pile) for q in again if not R.redeal.waste]
    return {R.group[a] * R.groups + R.group[b] for a, b in pairs if a >= 0 and b >= 0}


def _taken(R: CompiledRules, f: int, base: int) -> Iterator[int]:
    """Yield, for each height of a foundation, the cards that it could take.

    ``base`` is the base card + 1, or 0 if no rule depends on the base card.
    """
    tops = {52} if R.accept.indicator[f] < 0 else {*range(52)}
    for rule in R.accept.rule_at[f * (R.room + 1) :][: R.accept.full[f]]:
        at = 0
        for top in tops:
            at |= R.accept.sets[(rule + base if rule >= R.accept.based else rule) * STRIDE + top]
        yield at
        tops = {card for card in range(STRIDE) if at >> card & 1}
