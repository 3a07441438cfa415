"""Special moves, whose notation names no card, and the counters of a game.

Notation, announcements, hints, the command line and the page take their texts from here. The moves
are made in :mod:`cadogan.engine`, refusals explained in :mod:`cadogan.text.refusals`, and clauses
for the rules page are in :mod:`cadogan.text.rules_page`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from cadogan.i18n import translate
from cadogan.state.codes import Counting, MoveKind, Num
from cadogan.state.compiled import STRIDE, CompiledRules


class Action(NamedTuple):
    """A kind of move other than taking selected cards from one pile to another."""

    code: int  # its code in the engine
    word: str  # its text in moves and records
    said: str  # announcement after the move
    told: str  # description before the move
    label: str  # label of its button
    icon: str  # icon of its button
    rank: int  # priority among all moves (cadogan.session.move_order)
    absent: str  # message if the game, {name}, has no such move
    there: Callable[[CompiledRules], bool]  # whether a game has it
    by_stock: bool = True  # whether a tap on the stock makes it


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
    """Return the special move with this word, its texts in the current language.

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
    """A counter of a game that belongs to a position."""

    name: str  # its name in positions; also the field of Snapshot
    slot: int  # its slot in the engine
    most: Callable[[CompiledRules], int]  # its maximum in a game; 0 if the game does not count it
    # how many of these a game allows; negative for no limit
    times: Callable[[CompiledRules], int] = lambda _: 0
    table: str = ""  # the definition's table that allows it, with "times" and "when"
    # its name in refusals, singular and plural; "" if players need not see it
    one: str = ""
    many: str = ""
    # the rules page's clause, with {times}, {when} and {group}; "" if it has its own section
    clause: str = ""
    # Whether it brings up buried cards. While such a move is left, what top cards and runs can
    # reach proves nothing.
    upsets: bool = False

    @property
    def left(self) -> str:
        """The label for the number left, or ""."""
        return translate(f"{self.many.capitalize()} left") if self.many else ""


# In the order of positions. Players do not see base and key as numbers: the base is a card, and the
# key is for shuffles during play.
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
        "{times} in the game the player may shift {group}: the bottom card of every pile goes to"
        " its top",
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
        "{times} in the game{when} one buried face-up card of the tableau may be drawn out"
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
    """Return the counter in a slot.

    >>> counter(Num.MERCIES).one, counter(Num.SHIFTS).left
    ('draw', 'Shifts left')
    """
    return _BY_SLOT[slot]


def upsetting(R: CompiledRules) -> dict[int, int]:
    """Return how many moves that bring up cards from below a game allows, by slot.

    >>> from cadogan.compiler import compile_rules
    >>> from cadogan.rules.catalogue import find
    >>> upsetting(compile_rules(find("klondike"), {}).compiled_rules)
    {}
    """
    return {c.slot: c.times(R) for c in COUNTERS if c.upsets and c.times(R)}
