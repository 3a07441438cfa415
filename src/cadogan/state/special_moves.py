"""Special moves, whose notation names no card, and the counters of a position.

Notation, announcements, hints, the command line and the page take their wording for special moves
from this module. The package :mod:`cadogan.engine` makes the moves. The module
:mod:`cadogan.text.refusals` explains refusals, and :mod:`cadogan.text.rules_page` has the clauses
for the rules page.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from cadogan.i18n import translate
from cadogan.state.codes import Counting, MoveKind, Num
from cadogan.state.compiled import STRIDE, CompiledRules


class Action(NamedTuple):
    """Kind of special move, with its wording."""

    code: int  # code of the move in the engine
    word: str  # notation of the move, also in records
    said: str  # announcement after the move
    told: str  # description of the move before it is made
    label: str  # label of the button
    icon: str  # icon of the button
    rank: int  # priority among all moves (cadogan.session.move_order)
    absent: str  # message in a game, {name}, that has no such move
    there: Callable[[CompiledRules], bool]  # function that returns whether a game has the move
    by_stock: bool = True  # whether a tap on the stock makes the move


ACTIONS = (
    Action(
        MoveKind.DEAL,
        "deal",
        "Dealt from the stock",
        "deal from the stock",
        "Deal",
        "deal",
        7,
        "No cards are dealt from a stock in {name}.",
        lambda R: R.deal.cards > 0,
    ),
    Action(
        MoveKind.REFILL,
        "refill",
        "Refilled the gaps",
        "fill the gaps from the stock",
        "Fill gaps",
        "deal",
        7,
        "There is no refilling in {name}.",
        lambda R: R.refill.piles > 0,
    ),
    Action(
        MoveKind.REDEAL,
        "redeal",
        "Dealt anew",
        "use the cards again",
        "Redeal",
        "again",
        9,
        "There is no redeal in {name}.",
        lambda R: R.redeal.times != 0,
    ),
    Action(
        MoveKind.SHIFT,
        "shift",
        "Shifted the piles",
        "put the bottom card of every pile on its top",
        "Shift",
        "deal",
        9,
        "There is no shift in {name}.",
        lambda R: R.shift.times > 0,
        by_stock=False,
    ),
    Action(
        MoveKind.COUNT_ON,
        "count",
        "Counted on to the next hit",
        "count on to the next card that is called",
        "Count",
        "deal",
        7,
        "Nothing is counted along rows in {name}.",
        lambda R: R.counting.way == Counting.IN_ROWS,
        by_stock=False,
    ),
    Action(
        MoveKind.REVERSE,
        "reverse",
        "Reversed the last row",
        "reverse the row of the last deal",
        "Reverse",
        "again",
        8,
        "No row is reversed in {name}.",
        lambda R: R.reversal.used > 0,
        by_stock=False,
    ),
    Action(
        MoveKind.WEAVE,
        "weave",
        "Wove an exile in",
        "weave an exile in",
        "Weave",
        "deal",
        8,
        "There is no weaving in {name}.",
        lambda R: R.weaving.used > 0,
        by_stock=False,
    ),
)
_BY_WORD = {each.word: each for each in ACTIONS}


def action(word: str) -> Action | None:
    """Return the special move with this notation, worded in the current language.

    >>> action("refill").label, action("t1-t2")
    ('Fill gaps', None)
    """
    found = _BY_WORD.get(word)
    return found and found._replace(
        said=translate(found.said),
        told=translate(found.told),
        label=translate(found.label),
        absent=translate(found.absent),
    )


class Counter(NamedTuple):
    """Counter that belongs to a position."""

    name: str  # name of the counter in positions, which is also a field of Snapshot
    slot: int  # index of the counter in State.num
    # function that returns the maximum in a game, or 0 if the game does not use the counter
    most: Callable[[CompiledRules], int]
    # function that returns how many moves of this kind a game allows; negative means no limit
    times: Callable[[CompiledRules], int] = lambda _: 0
    table: str = ""  # table of the definition, with keys "times" and "when", that allows the moves
    # singular and plural, in refusals, of what is counted; "" if players need not see it
    one: str = ""
    many: str = ""
    # clause for the rules page, with {times}, {when} and {group}; "" if there is a section instead
    clause: str = ""
    # whether the counted moves bring up buried cards. As long as a move of this kind is left, the
    # pruning *dead* proves nothing.
    upsets: bool = False

    @property
    def left(self) -> str:
        """Label for the number of moves left, or ""."""
        return translate(f"{self.many.capitalize()} left") if self.many else ""


# Positions store the counters in this order. Players do not see base and key as numbers: the base
# is a card, and the key serves for shuffles during play.
COUNTERS = (
    Counter("base", Num.BASE, lambda R: int(R.accept.based * STRIDE < len(R.accept.sets))),
    Counter(
        "redeals",
        Num.REDEALS,
        lambda R: R.redeal.counted,
        lambda R: R.redeal.times,
        "redeal",
        "redeal",
        "redeals",
    ),
    Counter("deals", Num.DEALS, lambda R: R.deal.counted),
    Counter(
        "shifts",
        Num.SHIFTS,
        lambda R: R.shift.times,
        lambda R: R.shift.times,
        "shift",
        "shift",
        "shifts",
        "{times} during the game the player may shift {group}: the bottom card of every pile goes"
        " to its top",
        upsets=True,
    ),
    Counter(
        "mercies",
        Num.MERCIES,
        lambda R: R.merci.times,
        lambda R: R.merci.times,
        "merci",
        "draw",
        "draws",
        "{times} during the game{when} one buried face-up card in the tableau may be drawn out"
        " and played, or laid on top of its pile",
        upsets=True,
    ),
    Counter(
        "counted",
        Num.COUNT,
        lambda R: R.mechanics.most_counted,
        lambda R: R.round_robin.deal_times,
        "Deals left",
    ),
    Counter("key", Num.KEY, lambda R: (1 << 62) - 1 if R.redeal.shuffled else 0),
)


_BY_SLOT = {each.slot: each for each in COUNTERS}


def counter(slot: int) -> Counter:
    """Return the counter at an index of State.num.

    >>> counter(Num.MERCIES).one, counter(Num.SHIFTS).left
    ('draw', 'Shifts left')
    """
    return _BY_SLOT[slot]


def upsetting(R: CompiledRules) -> dict[int, int]:
    """Return a game's limits on moves that bring up buried cards, by index in State.num.

    >>> from cadogan.compiler import compile_rules
    >>> from cadogan.rules.catalogue import find
    >>> upsetting(compile_rules(find("klondike"), {}).compiled_rules)
    {}
    """
    return {c.slot: c.times(R) for c in COUNTERS if c.upsets and c.times(R)}
