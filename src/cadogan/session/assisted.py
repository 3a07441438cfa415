"""Which plays are practice: they end as nobody's win and nobody's loss.

Moves are lent that a person did not make but took over: those of the solver's line, and those of a
record that was opened. Where some of them stand the play is practice, until they are taken back.
Hints are no such moves: who asks for one still makes the move.
"""

from __future__ import annotations

from collections.abc import Sequence

from cadogan.session.models import Lent, Record
from cadogan.session.review import shared
from cadogan.session.start import AT


def own_part(record: Record, steps: Sequence[str]) -> int:
    """Return how many steps of a line, from the deal on, this play has made or knows already.

    >>> record = Record("p1", "klondike", {}, "7", "", 0, 0, steps=["s-w", "s-w"], done=1)
    >>> own_part(record, ["s-w", "s-w", "w-t1"])
    2
    """
    lines: list[Sequence[str]] = [record.steps, *(mark.steps for mark in record.marks)]
    return max(shared(steps, line) for line in lines)


def borrow(record: Record, steps: Sequence[str], own: int | None = None) -> None:
    """Note a line that is taken over; ``own``: how many of its steps are the person's.

    >>> record = Record("p1", "klondike", {}, "7", "", 0, 0, steps=["s-w"], done=1)
    >>> borrow(record, ["s-w", "s-w"])
    >>> record.lent
    (Lent(number=1, after=1, steps=('s-w', 's-w')),)
    """
    after = own_part(record, steps) if own is None else own
    if after < len(steps):
        record.lent = (*record.lent, Lent(len(record.lent) + 1, after, tuple(steps)))


def is_practice(record: Record, steps: Sequence[str] | None = None) -> bool:
    """Say whether a play is practice where it stands, or after the steps of another line.

    A play that began with a position always is: nobody knows how much was won there already.

    >>> record = Record("p1", "klondike", {}, "7", "", 0, 0, steps=["s-w", "s-w"], done=1)
    >>> record.lent = (Lent(1, 1, ("s-w", "s-w", "s-w")),)
    >>> is_practice(record), is_practice(record, record.steps)
    (False, True)
    """
    here = record.steps[: record.done] if steps is None else steps
    return record.deal.startswith(AT) or any(
        shared(one.steps, here) > one.after for one in record.lent
    )


def at_stake(record: Record) -> bool:
    """Say whether a play counts as lost when it is given up: not practice, nor what was won before.

    >>> at_stake(Record("p1", "klondike", {}, "7", "", 0, 0, steps=["s-w"], done=1))
    True
    >>> at_stake(Record("p1", "klondike", {}, "7", "", 0, 0, won_steps=90))
    False
    """
    return not (record.was_won or is_practice(record))
