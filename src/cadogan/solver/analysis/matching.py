"""Where cards leave play in pairs: which must still find a mate, and which alone leave at once.

docs/solver.md gives the arguments, under the names of the switches.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from cadogan.compiler.features import Proof
from cadogan.core.cards import CARDS
from cadogan.model.position import Game
from cadogan.solver.safe_moves import may_go
from cadogan.solver.search.constants import MOST_KIN, MOST_KINS
from cadogan.state.compiled import ONTO, Tables
from cadogan.state.state import ALL_OUT, ENDS

__all__ = ["PROOF", "pair_fields"]

_MOST_PILES = 62  # so many fit a set
# Cards leave play by themselves and in pairs, wherever they lie, and no other way. Nothing but
# moves of the player, and what is dealt, changes what lies where.
PROOF = Proof(
    frozenset(
        (
            *("removal", "leave alone", "leave from both ends", "leave with cover"),
            *("discard pile", "covers", "lifts nothing", "lifts a card", "lifts from both ends"),
            *("cells", "plays from the stock", "deals to waste", "deals to piles"),
            *("other suits", "redeals the waste", "won: out of play", "won: piles empty"),
        )
    )
)


def pair_fields(game: Game, without: Collection[str] = ()) -> dict[str, Any]:
    """Return the fields of :class:`~cadogan.solver.analysis.analysis.Guide` that say what leaves
    with what.

    Args:
        game: the game.
        without: the switches that are off.

    >>> from cadogan.model.position import game
    >>> from cadogan.solver.analysis.analysis import guide
    >>> pyramid = guide(game("pyramid"))
    >>> pyramid.pairs, pyramid.kins, bin(pyramid.lone).count("1")
    (1, 6, 4)
    >>> guide(game("klondike")).pairs, guide(game("klondike")).lone
    (0, 0)
    """
    T = game.tables
    kin = _kin(T)
    lasting, leaving = _lasting(T), _leaving(T)
    pairs = (
        "pairs" not in without
        and any(a and b for a, b in zip(lasting, leaving, strict=True))  # else it seldom pays
        and T.piles <= _MOST_PILES
        and max(kin) < MOST_KINS
    )
    lone = 0
    if "lone" not in without and _undisturbed(T):
        lone = sum(1 << c for c in range(CARDS) if T.alone >> c & 1 and not T.mates[c])
    kins = max(kin) + 1 if pairs else 0
    none = [0] * T.piles
    return {
        "lone": lone,
        "pairs": int(pairs),
        "kins": kins,
        "kin": kin if pairs else [-1] * CARDS,
        "lasting": lasting if pairs else none,
        "leaving": leaving if pairs else none,
        "parted": _parted(T) if pairs else none,
        "in_turn": int(pairs and _in_turn(T)),
        "kin_first": none,
        "kin_place": [0] * T.total,
        **{name: [0] * MOST_KINS for name in ("kin_count", "kin_open")},
        **{name: [0] * (MOST_KINS * MOST_KIN) for name in ("kin_pile", "kin_at", "kin_with")},
        **{name: [0] * MOST_KIN for name in ("try_one", "try_mates", "try_pair")},
    }


def _turns(T: Tables, a: int, b: int) -> bool:
    """Say whether to play from a group to another is to turn over the stock's top card."""
    return [a, b] == [T.group[p] for p in (T.stock, T.waste) if p >= 0]


def _undisturbed(T: Tables) -> bool:
    """Say whether one card less changes nothing but what lies under it.

    No card is laid on others by hand. Where the stock deals, each pile gets its cards whatever has
    left play: none may be too full for it, and none of the stock's own cards may leave.
    """
    by_hand = any(
        may_go(T, a, b) & ONTO and not _turns(T, a, b)
        for a in range(T.groups)
        for b in range(T.groups)
    )
    dealt = range(T.deal_first, T.deal_end)
    missed = any(T.full[p] < T.total for p in dealt)
    shifted = bool(dealt) and T.removes[T.stock] > 0
    return not (by_hand or missed or shifted)


def _kin(T: Tables) -> list[int]:
    """Return for each card the number of the set of its mates, and their mates, or -1."""
    found = [-1] * CARDS
    for card in range(CARDS):
        if found[card] >= 0 or not T.mates[card]:
            continue
        number = max(found) + 1
        more = {card}
        while more:
            for c in more:
                found[c] = number
            more = {c for c in range(CARDS) if found[c] < 0 for m in more if T.mates[m] >> c & 1}
    return found


def _lasting(T: Tables) -> list[int]:
    """Return for each pile a flag: its cards leave out of play alone, the top one first."""
    stays = [not any(may_go(T, a, b) for b in range(T.groups)) for a in range(T.groups)]
    passing = {T.group[p] for p in (T.stock, T.waste, T.discard) if p >= 0}
    return [int(stays[g] and g not in passing and T.take[g] != ENDS) for g in T.group]


def _leaving(T: Tables) -> list[int]:
    """Return for each pile a flag: the game is not won before the cards in it are out of play.

    The cards that are so already are never asked about.
    """
    cleared = [T.win == ALL_OUT or T.win_empty[p] > 0 for p in range(T.piles)]
    everywhere = all(cleared[p] for p in range(T.piles) if p != T.discard)
    return [int(cleared[p] and (everywhere or lasts > 0)) for p, lasts in enumerate(_lasting(T))]


def _parted(T: Tables) -> list[int]:
    """Return for each pile the set of piles of which no card ever leaves with one of it."""
    lasting = _lasting(T)
    on = [{*T.cover[T.cover_at[p] : T.cover_at[p + 1]]} for p in range(T.piles)]
    parted = [0] * T.piles
    for p in range(T.piles):
        if not lasting[p]:
            continue
        above = {*on[p]}
        while more := {r for q in above for r in on[q]} - above:
            above |= more
        for q in above - (on[p] if T.covering else set()):
            if lasting[q]:
                parted[p] |= 1 << q
                parted[q] |= 1 << p
        parted[p] |= 1 << p  # of two cards of a pile one lies on the other
    if _in_turn(T) and not (T.stock >= 0 and T.removes[T.stock]):
        hand = [p for p in (T.stock, T.waste) if p >= 0]
        for p in hand:
            parted[p] |= sum(1 << q for q in hand)
    return parted


def _in_turn(T: Tables) -> bool:
    """Say whether of stock and waste only the cards on top of these can be had.

    It says nothing where there is no waste.
    """
    if T.group.count(T.group[T.waste]) != 1 or T.ends_leave:
        return False
    if T.deal_count and (T.deal_first, T.deal_end) != (T.waste, T.waste + 1):
        return False
    hand = {T.group[p] for p in (T.stock, T.waste) if p >= 0}
    return not any(may_go(T, a, b) and not _turns(T, a, b) for a in hand for b in range(T.groups))
