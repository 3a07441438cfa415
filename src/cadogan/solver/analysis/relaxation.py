"""What may ever lie on what, if moves took nothing away: what lost positions are told by.

docs/solver.md gives the argument, under the name of the switch, *dead*.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from cadogan.compiler.features import Proof
from cadogan.core.cards import EVERY_CARD
from cadogan.model.position import Game
from cadogan.solver.analysis.components import part_fields
from cadogan.solver.analysis.grid_placement import place_fields
from cadogan.solver.analysis.heap_timing import time_fields
from cadogan.solver.analysis.hole_order import follow_fields
from cadogan.solver.analysis.matching import pair_fields
from cadogan.solver.analysis.static_cards import settles
from cadogan.solver.safe_moves import may_go, rules_ever
from cadogan.solver.search.constants import AT_HAND, AT_LARGE, NO_CARD, ONE_BLOCK, ONE_CARD, ONE_RUN
from cadogan.state.compiled import INTO, ONTO, STRIDE, Tables
from cadogan.state.special_moves import upsetting
from cadogan.state.state import BLOCK, CARD, CARD_OR_WHOLE, NUMBERS, RUN, SINGLY, WHOLE, lowest

__all__ = ["JOINED_PROOF", "PROOF", "dead_fields"]

_LIFTED = {ONE_RUN, ONE_BLOCK}

# What rules wait for is taken as met and as not. Whatever is dealt, filled or refilled counts as at
# hand anywhere; while buried cards may be drawn, or piles shift or are gathered, nothing is asked.
PROOF = Proof(
    frozenset(
        (
            *("two packs", "base card", "base by play", "changing rules", "least height"),
            *("limited by another", "one way", "lifts nothing", "lifts a card", "lifts a run"),
            *("lifts a run card by card", "lifts a block", "lifts a pile"),
            *("lifts a card or a pile", "lifts any card", "keeps bottom cards", "cells"),
            *("carrying waits", "turned up last", "never turned up", "gives back"),
            *("plays from the stock", "phases", "waits: empty", "waits: no gaps"),
            *("waits: complete", "waits: redealt", "waits: chosen", "waits: no redeal"),
            *("waits: an empty pile", "waits: can be filled", "fills", "filling waits"),
            *("refills", "deals to waste", "deals several to waste", "deals to piles"),
            *("dealing waits", "last deal", "redeals the waste", "redeals the tableau"),
            *("redeals shuffled", "redealing waits", "shifts", "draws buried cards"),
            "won: on foundations",
        )
    )
)
# The end of the argument is another where whole runs in the tableau win.
JOINED_PROOF = Proof(frozenset(("lifts a block", "deals to piles", "won: runs")))


def dead_fields(game: Game, base: int, without: Collection[str]) -> dict[str, Any]:
    """Return the fields of :class:`~cadogan.solver.analysis.analysis.Guide` that say what may ever
    lie where.

    Args:
        game: the game.
        base: base card + 1, or 0 where there is none or none yet.
        without: the switches that are off.

    >>> from cadogan.model.position import game
    >>> fields = dead_fields(game("freecell"), 0, ())
    >>> fields["dead"], fields["exact"], fields["lifted"]
    (1, 1, 1)
    """
    T = game.tables
    n = T.groups
    laid, starts, followers = _relaxed(game, base)
    rider = settles(game, starts, followers) if "settle" not in without else [-1] * STRIDE
    upset = upsetting(T)
    # the rows that are not empty: each source's targets, then each target's sources
    some = [[b for b in range(n) if any(laid[(a * n + b) * STRIDE :][:STRIDE])] for a in range(n)]
    into = [[a for a in range(n) if b in some[a]] for b in range(n)]
    # Cards that go from a group to another, be it into spaces alone, are places there. Both
    # conditions are cost only: in their own group they are shown, and unbuilt piles need no places.
    built = {b for b in range(n) if any(any(laid[(a * n + b) * STRIDE :][:52]) for a in into[b])}
    crossings = [(a, b) for b in range(n) for a in into[b] if a != b and b in built]
    exact = _exact(game)
    loose = _loose(game)
    buries = _buries(T, loose)
    # from the others whatever lies there is at hand
    apart = {a for a in range(n) if NO_CARD < loose[a] < AT_HAND}
    apart |= {T.group[T.waste]} if buries else set()
    frees = [(a, b) for b in range(n) for a in into[b] if a in apart]
    joined = _joined(game)
    return {
        "dead": int((joined or _told(game, loose)) and "dead" not in without),
        "exact": int(exact),
        "lifted": next(g for g in range(n) if loose[g] in _LIFTED) if exact else -1,
        "joined": int(joined),
        **follow_fields(game, followers, without),
        **pair_fields(game, without),
        **part_fields(game, without),
        **place_fields(game, without),
        **time_fields(game, starts, followers, without),
        "upset": [_at_most(upset.get(slot, 0)) for slot in range(NUMBERS)],
        "starts": starts,
        "followers": followers,
        "settles": int(any(card >= 0 for card in rider)),
        "rider": rider,
        "loose": loose,
        "buries": int(buries),
        "laid": laid,
        "onto": _turned(laid),
        "freed": _first_of(frees, n),
        "free_row": [(a * n + b) * STRIDE for a, b in frees] or [0],
        "free_from": [a for a, _ in frees] or [0],
        "crossings": len(crossings),
        "crossed": _first_of(crossings, n),
        "cross_row": [(a * n + b) * STRIDE for a, b in crossings] or [0],
        "cross_from": [a for a, _ in crossings] or [0],
        "cross_to": [b for _, b in crossings] or [0],
    }


def _first_of(ways: Sequence[tuple[int, int]], groups: int) -> list[int]:
    """Return where those to each group begin, of ways sorted by it, and where all end."""
    return [sum(to < b for _, to in ways) for b in range(groups + 1)]


def _at_most(times: int) -> int:
    """Return a number that is never counted to for what is done as often as one likes."""
    return times if times >= 0 else 1 << 32


def _relaxed(game: Game, base: int) -> tuple[list[int], int, list[int]]:
    """Return what may ever be laid on what: in play, into foundations' spaces, on foundations."""
    T = game.tables
    onto = [0] * (T.groups * STRIDE)
    starts = 0
    followers = [0] * STRIDE
    done = set()
    for p in range(T.piles):
        g = T.group[p]
        for rule in rules_ever(T, p, range(1, T.room + 1), base):
            if (g, rule) in done:
                continue
            done.add((g, rule))
            for top in range(52):
                mask = T.accept[rule * STRIDE + top]
                if p < T.foundations:
                    followers[top] |= mask
                    continue
                for card in range(52):
                    if mask >> card & 1:
                        onto[g * STRIDE + card] |= 1 << top
        for rule in rules_ever(T, p, range(1), base):
            masks = T.accept[rule * STRIDE : rule * STRIDE + 53] if T.indicator[p] >= 0 else []
            for mask in [*masks, T.accept[rule * STRIDE + 52]]:
                if p < T.foundations:
                    starts |= mask
                else:
                    onto[g * STRIDE + 52] |= mask
    laid = []
    for a in range(T.groups):
        for b in range(T.groups):
            ways = may_go(T, a, b)
            laid += onto[b * STRIDE : b * STRIDE + 52] if ways & ONTO else [0] * 52
            laid += [onto[b * STRIDE + 52] if ways & INTO else 0, 0]
    return laid, starts, followers


def _turned(laid: list[int]) -> list[int]:
    """Return which cards may be laid on each, from which each may be laid on, row by row."""
    onto = [0] * len(laid)
    for at in range(0, len(laid), STRIDE):
        for card in range(52):
            places = laid[at + card] & EVERY_CARD
            while places:
                onto[at + lowest(places)] |= 1 << card
                places &= places - 1
    return onto


def _loose(game: Game) -> list[int]:
    """Return what may be lifted from each group, taken generously."""
    T = game.tables
    fed = {q for q in T.fill_from if q >= 0}
    spread = (
        T.refill_piles > 0
        or T.last_count > 0
        or T.waste in fed  # where cards of the stock come first
        # cost only: other cards of the stock come nowhere but to one waste
        or (T.deal_count > 0 and T.deal_end != T.waste + 1)
    )
    found = []
    for g, group in enumerate(game.compiled.groups):
        take = T.take[g]
        changing = any(T.link[p] != T.link_then[p] for p in range(T.piles) if T.group[p] == g)
        if group.kind == "foundation":
            found.append(NO_CARD)
        elif any(T.group[q] == g for q in fed):
            found.append(AT_LARGE)
        elif group.kind in {"stock", "waste"}:
            found.append(AT_LARGE if spread else AT_HAND)  # a waste may become the stock again
        elif take in {RUN, SINGLY}:
            found.append(ONE_BLOCK if changing else ONE_RUN)
        elif take in {BLOCK, WHOLE, CARD_OR_WHOLE}:
            found.append(ONE_BLOCK)
        else:
            found.append(ONE_CARD if take == CARD else AT_LARGE)
    return found


def _told(game: Game, loose: Sequence[int]) -> bool:
    """Say whether the proof holds, and piles that fill others get no strange card by hand.

    Strange are cards of groups that are neither theirs nor filled by them. Such cards would come
    into those piles though no place takes them; what is at large counts there.
    """
    T = game.tables
    fills = {(T.group[q], T.group[at // T.fill_ways]) for at, q in enumerate(T.fill_from) if q >= 0}
    return PROOF.covers(game.features) and not any(
        may_go(T, a, b) and loose[a] != AT_LARGE
        for b, filled in fills
        for a in {*range(T.groups)} - {b, filled}
    )


def _buries(T: Tables, loose: Sequence[int]) -> bool:
    """Say whether the waste is a pile like any other once no redeal is left."""
    if T.waste < 0 or T.redeal_times < 0:
        return False
    g = T.group[T.waste]
    return T.take[g] == CARD and loose[g] == AT_HAND


def _joined(game: Game) -> bool:
    """Return whether runs are to lie in a tableau whose cards move in their order alone.

    No card is ever laid on the stock. A tableau there is, for its runs win: where all other piles
    are of one group they are its own.
    """
    T = game.tables
    piles = [p for p in range(T.piles) if p != T.stock]
    return JOINED_PROOF.covers(game.features) and len({T.group[p] for p in piles}) == 1


def _exact(game: Game) -> bool:
    """Say whether runs or blocks of one pack are lifted from one group alone and stay there."""
    T = game.tables
    lifted = [g for g, loose in enumerate(_loose(game)) if loose in _LIFTED]
    if len(lifted) != 1 or game.definition.decks > 1:
        return False
    g = lifted[0]
    return all(
        T.group[p] == g or T.full[p] == 1 or not may_go(T, g, T.group[p])
        for p in range(T.foundations, T.piles)
    )
