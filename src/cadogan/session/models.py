"""What is kept of plays, as Python has it: the rows of their file."""

from __future__ import annotations

from dataclasses import dataclass, field


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
        after: so many of its steps, from the deal on, were the player's own.
        steps: all those from the deal.
    """

    number: int
    after: int
    steps: tuple[str, ...]


@dataclass
class Record:
    """One play as it is kept.

    Attributes:
        play: its key. game, options, deal: where it began. rules: a digest of the rules.
        steps: each the player's move and the automatic ones, separated by spaces.
        done: how many of the steps stand; later ones can be redone.
        state: ``new`` (no move yet), ``open``, ``over`` (stuck: no move left), ``left`` (given up),
            ``again`` (the same deal was begun again) or ``won``. A play that was won once counts
            as won whatever becomes of it, unless that was practice
            (:mod:`cadogan.session.assisted`); taken back it can be gone on with like any other.
        seconds: time played. started, updated, ended: seconds since 1970. Once a play that was
            stuck ended by that; now it ends when it is left. Practice never ends.
        won_steps, won_seconds: when it was first won; None where that was practice.
        kept: how many of the steps are in the file just as they are here.
        filed: the revision and the state that the file was last known to hold, or None.
        marks: bookmarks, and lines that were left; marks_filed: those in the file, or None.
        lent: lines that were taken over; lent_filed: those in the file, or None.
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
    kept: int = 0
    filed: tuple[int, str] | None = None
    marks: tuple[Mark, ...] = ()
    marks_filed: tuple[Mark, ...] | None = None
    lent: tuple[Lent, ...] = ()
    lent_filed: tuple[Lent, ...] | None = None

    @property
    def unfinished(self) -> bool:
        """Whether a move was made and it can be gone on with; it may be stuck."""
        return self.state in {"open", "over"} and (self.ended is None or self.was_won)

    @property
    def was_won(self) -> bool:
        """Whether it was won once, and counts as that."""
        return self.won_steps is not None

    @property
    def parts(self) -> dict[str, list[list[int | str]]]:
        """What else hangs on it, by the names of the tables: rows without the key."""
        return {
            "marks": [[m.number, int(m.gone), "\n".join(m.steps)] for m in self.marks],
            "lent": [[one.number, one.after, "\n".join(one.steps)] for one in self.lent],
        }

    def is_overtaken(self, filed: tuple[int, str] | None) -> bool:
        """Say whether another program went on with the play, by what the file holds of it.

        Less than was written is only what could be read of a damaged file, or an older copy.
        """
        if filed is None or filed == self.filed:
            return False
        return self.filed is None or filed[0] >= self.filed[0]


# The columns of a play in the order of the file.
COLUMNS = [
    name
    for name in Record.__dataclass_fields__
    if name not in {"steps", "kept", "filed", "marks", "marks_filed", "lent", "lent_filed"}
]


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A play that can be gone on with.

    ``over`` says that it is stuck: only undoing helps; ``practice`` that it may be practice;
    ``was_won`` that it was won before and taken back.
    """

    play: str
    game: str
    options: dict[str, str]
    deal: str
    steps: int
    updated: float
    over: bool
    practice: bool = False
    was_won: bool = False


@dataclass(frozen=True, slots=True)
class Kept:
    """A play in which a move was made, as the list of a game's plays has it.

    Attributes:
        play, game, options, deal, state, seconds, updated, won_steps: as :class:`Record` has them.
        steps: those that stand.
        ended: whether it has ended.
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

    @property
    def practice(self) -> bool:
        """Whether it ended and counts neither way."""
        return (self.state == "won" and self.won_steps is None) or (
            self.state == "left" and not self.ended
        )


@dataclass(frozen=True, slots=True)
class Result:
    """How a play ended: won (in so many steps and seconds) or lost; with every option said.

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
