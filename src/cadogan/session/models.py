"""Records of plays, as stored in database rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import takewhile

AT = "at:"  # the prefix of ``deal`` in a play that began from a position


def shared(some: Sequence[str], others: Sequence[str]) -> int:
    """Return how many steps two lines share at their start.

    >>> shared(["s-w", "w-t1"], ["s-w", "s-w"])
    1
    """
    for i, (one, other) in enumerate(zip(some, others, strict=False)):
        if one != other:
            return i
    return min(len(some), len(others))


@dataclass(frozen=True, slots=True)
class Mark:
    """A point in a play to which the player can return.

    Attributes:
        number: the number of the mark, from 1 in the order of creation.
        steps: all steps from the deal to the marked point.
        gone: whether the mark is the end of an abandoned line, not a bookmark.
    """

    number: int
    steps: tuple[str, ...]
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Lent:
    """A line with moves that the player adopted from the solver or from an opened record.

    Attributes:
        number: the number of the line, from 1 in the order of adoption.
        after: the number of the player's own steps at the start of the line.
        steps: all steps of the line from the deal.
    """

    number: int
    after: int
    steps: tuple[str, ...]


@dataclass
class Record:
    """Stored play.

    Lent moves are moves that the player adopted from the solver's line or from an opened record.
    While the play contains lent moves, it is practice and counts neither as a win nor as a loss.
    After the player undoes these moves, the play counts again. A move made after a hint is not a
    lent move.

    Attributes:
        play: the key of the play.
        game, options, deal: the start of the play.
        rules: a digest of the rules.
        steps: the steps, each with the player's move and the automatic moves, separated by spaces.
        done: the number of current steps; the player can redo later steps.
        state: ``new`` (no move yet), ``open``, ``over`` (stuck: no move left), ``left`` (given up),
            ``again`` (the player started the same deal again) or ``won``. A play that was ever won
            counts as won, whatever happens later, unless the win was practice. After undo it
            continues normally.
        seconds: the time played, in seconds.
        started, updated, ended: times in seconds since 1970. ``ended`` is the time when the player
            left the play; practice has none. Old versions set it when the play was stuck.
        won_steps, won_seconds: the steps and the time of the first win; None if that win was
            practice.
        saved: the number of steps, from the first, that are already in the file.
        filed: the revision and the state last read from the file, or None.
        marks: bookmarks and abandoned lines.
        marks_filed: the marks as stored in the file, or None.
        lent: adopted lines.
        lent_filed: the adopted lines as stored in the file, or None.

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
        """The current steps, without those that the player has undone."""
        return self.steps[: self.done]

    @property
    def unfinished(self) -> bool:
        """True if the play has at least one move and can be continued; it may be stuck."""
        return self.state in {"open", "over"} and (self.ended is None or self.was_won)

    @property
    def was_won(self) -> bool:
        """True if the play was ever won and counts as a win."""
        return self.won_steps is not None

    @property
    def at_stake(self) -> bool:
        """True if giving up counts as a loss, which it does not in practice or after a win."""
        return not (self.was_won or self.is_practice())

    @property
    def parts(self) -> dict[str, list[list[int | str]]]:
        """The rows of the play in other tables, by table name, without the key."""
        return {
            "marks": [[m.number, int(m.gone), "\n".join(m.steps)] for m in self.marks],
            "lent": [[one.number, one.after, "\n".join(one.steps)] for one in self.lent],
        }

    def is_overtaken(self, filed: tuple[int, str] | None) -> bool:
        """Return whether another program has continued the play, given its row in the file.

        A lower revision comes from a recovered file or an older copy, not from another program.
        """
        if filed is None or filed == self.filed:
            return False
        return self.filed is None or filed[0] >= self.filed[0]

    def own_part(self, steps: Sequence[str]) -> int:
        """Return how many steps of a line, from the deal, this play already contains.

        >>> record = Record("p1", "klondike", {}, "7", "", 0, 0, steps=["s-w", "s-w"], done=1)
        >>> record.own_part(["s-w", "s-w", "w-t1"])
        2
        """
        lines: list[Sequence[str]] = [self.steps, *(mark.steps for mark in self.marks)]
        return max(shared(steps, line) for line in lines)

    def borrow(self, steps: Sequence[str]) -> None:
        """Record an adopted line if the play does not yet contain all its steps."""
        after = self.own_part(steps)
        if after < len(steps):
            self.lent = (*self.lent, Lent(len(self.lent) + 1, after, tuple(steps)))

    def is_practice(self, steps: Sequence[str] | None = None) -> bool:
        """Return whether the play is practice, either now or after the steps of another line.

        A play that began from a position is always practice, because the position may have been
        almost won.
        """
        here = self.standing if steps is None else steps
        return self.deal.startswith(AT) or any(
            shared(one.steps, here) > one.after for one in self.lent
        )


# Columns of the table for plays, in order.
COLUMNS = [*takewhile(lambda name: name != "steps", Record.__dataclass_fields__)]


@dataclass(frozen=True, slots=True)
class Kept:
    """Summary of a play with at least one move; most fields are those of :class:`Record`.

    Attributes:
        steps: the number of current steps.
        lent: whether it may be practice, because it began from a position or has adopted moves.
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
        """True if the play can be continued; it may be stuck."""
        return self.state in {"open", "over"} and (not self.ended or self.was_won)

    @property
    def over(self) -> bool:
        """True if the play is stuck, so that the player can only undo."""
        return self.state == "over"

    @property
    def was_won(self) -> bool:
        """True if the play was ever won and counts as a win."""
        return self.won_steps is not None

    @property
    def practice(self) -> bool:
        """True if the play has ended and counts neither as won nor as lost."""
        if self.state == "won":
            return not self.was_won
        return self.state == "left" and not self.ended


@dataclass(frozen=True, slots=True)
class Result:
    """Result of a play: won or lost, its steps and seconds, and all its options.

    ``play`` is the play's key, and ``ended`` is the time when the play ended, in seconds since
    1970.
    """

    game: str
    options: dict[str, str]
    won: bool
    steps: int | None
    seconds: float | None
    play: str = ""
    deal: str = ""
    ended: float = 0.0
