"""Records of plays: the rows of their file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import takewhile

AT = "at:"  # a play's deal begins so where it began with a position


def shared(some: Sequence[str], others: Sequence[str]) -> int:
    """Return with how many equal steps two lines begin.

    >>> shared(["s-w", "w-t1"], ["s-w", "s-w"])
    1
    """
    for i, (one, other) in enumerate(zip(some, others, strict=False)):
        if one != other:
            return i
    return min(len(some), len(others))


@dataclass(frozen=True, slots=True)
class Mark:
    """A place to which a play can return.

    Attributes:
        number: from 1, in the order in which they were made.
        steps: all those from the deal to that place.
        gone: whether it is the end of a line that was left, else it is a bookmark.
    """

    number: int
    steps: tuple[str, ...]
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Lent:
    """A line with moves that were not the player's own, from which a play went on.

    Attributes:
        number: from 1, in the order in which they were taken over.
        after: the number of its first steps that were the player's own.
        steps: all those from the deal.
    """

    number: int
    after: int
    steps: tuple[str, ...]


@dataclass
class Record:
    """One play as it is kept.

    Moves are lent that a person did not make but took over: those of the solver's line, and those
    of a record that was opened. Where some of them stand the play is practice, which ends as
    nobody's win and nobody's loss, until they are taken back. A hint lends none.

    Attributes:
        play: its key. game, options, deal: where it began. rules: a digest of the rules.
        steps: each the player's move and the automatic ones, separated by spaces.
        done: how many of the steps stand; later ones can be redone.
        state: ``new`` (no move yet), ``open``, ``over`` (stuck: no move left), ``left`` (given up),
            ``again`` (the same deal was begun again) or ``won``. A play that was won once counts
            as won whatever becomes of it, unless that was practice; taken back it can be gone on
            with like any other.
        seconds: time played. started, updated, ended: seconds since 1970. Once a play that was
            stuck ended by that; now it ends when it is left. Practice never ends.
        won_steps, won_seconds: when it was first won; None where that was practice.
        saved: how many of the steps are in the file just as they are here.
        filed: the revision and the state that the file was last known to hold, or None.
        marks: bookmarks, and lines that were left; marks_filed: those in the file, or None.
        lent: lines that were taken over; lent_filed: those in the file, or None.

    >>> record = Record("p1", "klondike", {}, "7", "", 0, 0, steps=["s-w", "s-w"], done=1)
    >>> record.borrow(["s-w", "s-w", "s-w"])
    >>> record.lent
    (Lent(number=1, after=2, steps=('s-w', 's-w', 's-w')),)
    >>> record.is_practice(), record.is_practice(["s-w", "s-w", "s-w"])
    (False, True)
    """

    play: str
    game: str
    options: dict[str, str]
    deal: str
    rules: str
    started: float
    updated: float
    seconds: float = 0.0
    done: int = 0
    revision: int = 0
    state: str = "new"
    ended: float | None = None
    won_steps: int | None = None
    won_seconds: float | None = None
    steps: list[str] = field(default_factory=list)
    saved: int = 0
    filed: tuple[int, str] | None = None
    marks: tuple[Mark, ...] = ()
    marks_filed: tuple[Mark, ...] | None = None
    lent: tuple[Lent, ...] = ()
    lent_filed: tuple[Lent, ...] | None = None

    @property
    def standing(self) -> list[str]:
        """The steps that stand."""
        return self.steps[: self.done]

    @property
    def unfinished(self) -> bool:
        """Whether a move was made and it can be gone on with; it may be stuck."""
        return self.state in {"open", "over"} and (self.ended is None or self.was_won)

    @property
    def was_won(self) -> bool:
        """Whether it was won once, and counts as that."""
        return self.won_steps is not None

    @property
    def at_stake(self) -> bool:
        """Whether it counts as lost when given up: not practice, nor what was won before."""
        return not (self.was_won or self.is_practice())

    @property
    def parts(self) -> dict[str, list[list[int | str]]]:
        """Its rows in other tables, by table name, without the key."""
        return {
            "marks": [[m.number, int(m.gone), "\n".join(m.steps)] for m in self.marks],
            "lent": [[one.number, one.after, "\n".join(one.steps)] for one in self.lent],
        }

    def is_overtaken(self, filed: tuple[int, str] | None) -> bool:
        """Return whether another program went on with the play, by its row in the file.

        Less than was written is only what could be read of a damaged file, or an older copy.
        """
        if filed is None or filed == self.filed:
            return False
        return self.filed is None or filed[0] >= self.filed[0]

    def own_part(self, steps: Sequence[str]) -> int:
        """Return how many steps of a line, from the deal on, this play has made or knows already.

        >>> record = Record("p1", "klondike", {}, "7", "", 0, 0, steps=["s-w", "s-w"], done=1)
        >>> record.own_part(["s-w", "s-w", "w-t1"])
        2
        """
        lines: list[Sequence[str]] = [self.steps, *(mark.steps for mark in self.marks)]
        return max(shared(steps, line) for line in lines)

    def borrow(self, steps: Sequence[str]) -> None:
        """Note a line that is taken over, if any of its steps are new to this play."""
        after = self.own_part(steps)
        if after < len(steps):
            self.lent = (*self.lent, Lent(len(self.lent) + 1, after, tuple(steps)))

    def is_practice(self, steps: Sequence[str] | None = None) -> bool:
        """Return whether a play is practice where it stands, or after the steps of another line.

        A play that began with a position always is: nobody knows how much was won there already.
        """
        here = self.standing if steps is None else steps
        return self.deal.startswith(AT) or any(
            shared(one.steps, here) > one.after for one in self.lent
        )


# The columns of a play in the order of the file.
COLUMNS = [*takewhile(lambda name: name != "steps", Record.__dataclass_fields__)]


@dataclass(frozen=True, slots=True)
class Kept:
    """A play in which a move was made, as lists have it; but for two fields as in :class:`Record`.

    Attributes:
        steps: how many stand.
        lent: whether it began with a position or moves were taken over, so that it may be practice.
    """

    play: str
    game: str
    options: dict[str, str]
    deal: str
    state: str
    steps: int
    seconds: float
    updated: float
    ended: bool
    won_steps: int | None
    lent: bool

    @property
    def unfinished(self) -> bool:
        """Whether it can be gone on with; it may be stuck."""
        return self.state in {"open", "over"} and (not self.ended or self.was_won)

    @property
    def over(self) -> bool:
        """Whether it is stuck: only undoing helps."""
        return self.state == "over"

    @property
    def was_won(self) -> bool:
        """Whether it was won once, and counts as that."""
        return self.won_steps is not None

    @property
    def practice(self) -> bool:
        """Whether it ended and counts neither way."""
        if self.state == "won":
            return not self.was_won
        return self.state == "left" and not self.ended


@dataclass(frozen=True, slots=True)
class Result:
    """End of a play: won or lost, its steps and seconds, and all its options.

    ``play``, ``deal``, ``ended``: its key, its deal, and when that was, in seconds since 1970.
    """

    game: str
    options: dict[str, str]
    won: bool
    steps: int | None
    seconds: float | None
    play: str = ""
    deal: str = ""
    ended: float = 0.0
