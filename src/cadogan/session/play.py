"""A play in progress: a deal and its steps, with undo and redo.

A step is one of the player's moves with the automatic moves that follow it; undo reverts the whole
step. A :class:`Play` works on a :class:`~cadogan.session.models.Record`, which
:meth:`cadogan.session.service.PlayService.changing` saves.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from cadogan.core.errors import CadoganError, IllegalMoveError, InvalidMoveError
from cadogan.engine import generate, make, won
from cadogan.i18n import msgid, translate
from cadogan.model.position import Game, Position
from cadogan.model.position import game as game_named
from cadogan.rules.catalogue import edition_of
from cadogan.session.announce import describe_move, describe_step
from cadogan.session.models import Mark, Record, shared
from cadogan.session.repository import StalePlayError
from cadogan.session.start import began
from cadogan.solver.safe_moves import safe_moves
from cadogan.state.codes import Lift, Num
from cadogan.state.snapshot import most_moves, thaw
from cadogan.state.state import LIFTS, kind_of, source_of, target_of
from cadogan.text.notation import Move, describe

IDLE = 300.0
Auto = Literal["off", "safe", "all"]  # which cards go to foundations automatically
MOST_LINES = 12  # the maximum number of abandoned lines in a play


@dataclass(frozen=True, slots=True)
class Happening:
    """The result of the player's last action.

    Attributes:
        describe: a function that returns a description in the current language.
        changed: the piles that the action changed.
        auto: the automatic moves that followed.
        loss: whether data was lost; if so, the message stays until the next action.
    """

    describe: Callable[[], str] = str
    changed: tuple[str, ...] = ()
    auto: tuple[str, ...] = ()
    loss: bool = False

    @property
    def sentence(self) -> str:
        """The result in the current language."""
        return self.describe()


@dataclass
class Stopwatch:
    """Stopwatch for the time played, excluding pauses.

    It counts at most ``IDLE`` seconds between two actions, because a player who waits longer is
    probably away.

    >>> now = [100.0]
    >>> watch = Stopwatch(lambda: now[0])
    >>> watch.tick(); now[0] += 8; watch.pause(); now[0] += 60; watch.tick(); now[0] += 2
    >>> watch.seconds
    10.0
    """

    ticks: Callable[[], float]
    elapsed: float = 0.0
    since: float | None = None

    @property
    def seconds(self) -> float:
        """The time played so far."""
        return self.elapsed + (0.0 if self.since is None else min(self.ticks() - self.since, IDLE))

    def tick(self) -> None:
        """Record an action and start the watch."""
        self.pause()
        self.since = self.ticks()

    def pause(self) -> None:
        """Stop the watch until the next action."""
        self.elapsed = self.seconds
        self.since = None


@functools.lru_cache(maxsize=256)
def piles_by_top(game: Game) -> frozenset[str]:
    """Return the piles that move as a whole if the player drags their top card.

    >>> import cadogan
    >>> "t5" in piles_by_top(game_named("accordion")), piles_by_top(game_named("gaps"))
    (True, frozenset())
    """
    R = game.compiled_rules
    return frozenset(
        name for p, name in enumerate(game.pile_names) if R.lift.take[R.group[p]] == Lift.BY_TOP
    )


class Play:
    """A play in progress.

    Attributes:
        game: the game with its options.
        options: the options that identify the game.
        record: the record of the play.
        last: the result of the last action.

    >>> play = Play(Record("p1", "freecell", {}, "ms:1", "", 0, 0))
    >>> play.move("t1-c1")
    >>> play.last.sentence, play.record.done, play.can_undo
    ('Six of spades to cell 1.', 1, True)
    >>> play.undo()
    >>> play.position == play.game.deal("ms:1"), play.can_redo
    (True, True)
    """

    def __init__(self, record: Record, ticks: Callable[[], float] = lambda: 0.0) -> None:
        self.record = record
        self.game: Game = game_named(record.game, **record.options)
        self.options = dict(self.game.said)
        self._edition = edition_of(self.game.id)
        self.last = Happening()
        self._watch = Stopwatch(ticks, record.seconds)
        self._path = [began(self.game, record.deal)[1]]
        # Cards that the player has taken back from a foundation, after each step; automatic moves
        # never return them.
        self._kept_down: list[frozenset[str]] = [frozenset()]
        # The last requested line, and its positions.
        self._walked: tuple[list[str], list[Position]] = [], [self._path[0]]
        for number, step in enumerate(record.standing):
            try:
                self._replay(step.split())
            except (InvalidMoveError, IllegalMoveError):
                del record.steps[number:]
                record.saved = record.done = number
                record.revision += 1  # for a page that shows an outdated state
                self.last = Happening(
                    partial(
                        translate,
                        msgid(
                            "The rules have changed since this play was saved. Only the steps up"
                            " to step {number} could be restored."
                        ),
                        number=number,
                    ),
                    loss=True,
                )
                break

    # -- state -----------------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """The current position."""
        return self._path[-1]

    @property
    def before(self) -> Position | None:
        """The position before the last step, or None at the deal.

        >>> play = Play(Record("p1", "freecell", {}, "ms:1", "", 0, 0, steps=["t1-c1"], done=1))
        >>> play.before == play.game.deal("ms:1")
        True
        """
        return self._path[-2] if self.can_undo else None

    @property
    def revision(self) -> int:
        """A number that increases by one with every change to the play."""
        return self.record.revision

    @property
    def seconds(self) -> float:
        """The time played, from the first move to the win, excluding pauses."""
        return self._watch.seconds

    @property
    def practice(self) -> bool:
        """True if the play is practice, which counts neither as won nor as lost."""
        return not self.record.was_won and self.record.is_practice()

    def is_outdated(self) -> bool:
        """Return whether the rules have changed; users may edit their own games at any time."""
        if edition_of(self.game.id) == self._edition:
            return False
        try:
            return game_named(self.game.id, **self.options) != self.game
        except CadoganError:
            return False  # if the game no longer exists, the play continues with the old rules

    @property
    def can_undo(self) -> bool:
        """True if a step can be undone."""
        return self.record.done > 0

    @property
    def can_redo(self) -> bool:
        """True if a step can be redone."""
        return self.record.done < len(self.record.steps)

    @property
    def can_send_up(self) -> bool:
        """True if a card can safely go to a foundation now."""
        return bool(safe_moves(self.position))

    @property
    def can_finish(self) -> bool:
        """True if two or more moves to foundations alone win the game from here.

        The property tries out the moves that :meth:`finish` would make.

        >>> play = Play(Record("p1", "osmosis", {}, "1", "", 0, 0))
        >>> play.can_finish
        False
        """
        return len(_up_to_the_win(self.position)) > 1

    def why(self, source: str, target: str, count: int = 1) -> str:
        """Explain why ``count`` cards may not move from one pile to another.

        Raises:
            InvalidMoveError: if the game has no such piles.

        >>> Play(Record("p1", "freecell", {}, "ms:1", "", 0, 0)).why("t1", "t1")
        'The six of spades already lies on tableau pile 1.'
        """
        if source in piles_by_top(self.game):
            count = max(1, len(self.position.piles[source]))
        reason = self.position.why_not(f"{source}-{target}" + (f"x{count}" if count != 1 else ""))
        return reason or translate("That move is allowed.")

    # -- actions ---------------------------------------------------------------------------------

    def check(self, revision: int | None) -> None:
        """Reject an action meant for an older state of the play.

        Raises:
            StalePlayError: if the given revision is not the current one.
        """
        if revision is not None and revision != self.revision:
            raise StalePlayError

    def move(self, text: str, *, auto: Auto = "safe") -> None:
        """Make a player's move and the automatic moves to foundations that follow it.

        ``auto`` allows all automatic moves, only safe moves, or none.

        Raises:
            InvalidMoveError: if the text is not a move of this game.
            IllegalMoveError: if the move is not legal; the message gives the reason.
        """
        path, moves = played(self.position, [text])
        if auto != "off":
            upward = safe_moves if auto == "safe" else _up
            _go_up(path, moves, self._kept_down[-1] | _taken_down(path[0], moves[0]), upward)
        self._new_step(path, moves)

    def send_up(self) -> None:
        """Move all safe cards to foundations in one step, even cards that the player took back.

        Raises:
            IllegalMoveError: if there is none.
        """
        path, moves = played(self.position, [])
        _go_up(path, moves, frozenset(), safe_moves)
        if not moves:
            raise IllegalMoveError(translate("No card can safely go up now."))
        self._new_step(path, moves)

    def finish(self) -> None:
        """Win the game with moves to foundations, in one step.

        Raises:
            IllegalMoveError: unless :attr:`can_finish` is true.
        """
        texts = _up_to_the_win(self.position)
        if len(texts) < 2:
            raise IllegalMoveError(
                translate("Moves to foundations alone cannot finish this game from here.")
            )
        self._new_step(*played(self.position, texts))

    def undo(self) -> None:
        """Undo the last step.

        Raises:
            IllegalMoveError: if there is none.
        """
        if not self.can_undo:
            raise IllegalMoveError(translate("There is nothing to undo."))
        text = self.record.steps[self.record.done - 1].split()[0]
        after = self._path.pop()
        self._kept_down.pop()
        self.record.done -= 1
        here = self.position
        self._changed(
            after,
            lambda: translate("Undone: {move}.", move=describe_move(here, here.parse_move(text))),
        )

    def redo(self) -> None:
        """Redo the last undone step.

        Raises:
            IllegalMoveError: if there is none.
        """
        if not self.can_redo:
            raise IllegalMoveError(translate("There is nothing to redo."))
        texts = self.record.steps[self.record.done].split()
        path, moves = self._replay(texts)
        self.record.done += 1
        self._changed(
            path[0],
            lambda: translate("Redone: {step}", step=describe_step(path, moves)),
            tuple(texts[1:]),
        )

    def pause(self) -> None:
        """Stop the clock until the next action."""
        self._watch.pause()
        self.record.seconds = self._watch.elapsed

    # -- other lines -----------------------------------------------------------------------------

    def line(self, after: int = 0, steps: Sequence[str] | None = None) -> list[str]:
        """Return the play's own steps, or the first ``after`` of them followed by other steps.

        Raises:
            IllegalMoveError: if the play has fewer steps.
        """
        own = self.record.steps
        if steps is None:
            return list(own)
        if not 0 <= after <= len(own):
            raise IllegalMoveError(
                translate(
                    "This play has only {many} steps, so no line continues after step {after}.",
                    many=len(own),
                    after=after,
                )
            )
        return [*own[:after], *steps]

    def positions(self, steps: Sequence[str]) -> list[Position]:
        """Return the positions at the deal and after each step of a line.

        Raises:
            IllegalMoveError: if a step is illegal.

        >>> play = Play(Record("p1", "freecell", {}, "ms:1", "", 0, 0, steps=["t1-c1"], done=1))
        >>> len(play.positions(["t1-c1", "t2-c2"]))
        3
        """
        known = self._walked
        same = shared(steps, known[0])
        further = [path[-1] for path, _ in walk(known[1][same], steps[same:])]
        self._walked = list(steps), [*known[1][: same + 1], *further]
        return self._walked[1]

    def go_to(self, step: int, steps: Sequence[str]) -> None:
        """Go to a step of a line; the player can then redo the later steps of the line.

        If the line differs from the play's own, the play's own line becomes an abandoned line. The
        play becomes practice if the line brings new moves into it.

        Raises:
            IllegalMoveError: if there is no such step.
        """
        record = self.record
        first_steps(steps, step)
        self.positions(steps)
        before = self.position
        record.borrow(steps)
        same = shared(steps, record.steps)
        if same < len(steps):
            self._leave_line(same)
            record.saved = min(record.saved, same)
            record.steps[same:] = steps[same:]
        back = min(same, step, record.done)
        del self._path[back + 1 :], self._kept_down[back + 1 :]
        for one in steps[back:step]:
            self._replay(one.split())
        record.done = step
        own = tuple(record.steps)
        record.marks = tuple(m for m in record.marks if not (m.gone and m.steps == own))
        self._changed(before, partial(_told_place, step, record.is_practice()))

    def bookmark(self, steps: Sequence[str] | None = None) -> None:
        """Set a bookmark at the current point of the play, or after the given steps.

        Raises:
            IllegalMoveError: if the point already has a bookmark, or if a step is illegal.
        """
        here = tuple(self.record.standing if steps is None else steps)
        self.positions(here)
        self.record.borrow(here)
        if any(not mark.gone and mark.steps == here for mark in self.record.marks):
            raise IllegalMoveError(translate("This position already has a bookmark."))
        self._mark(here)
        self._noted(
            partial(translate, msgid("Bookmark at move {step}."), step=len(here))
            if here
            else partial(translate, msgid("Bookmark at the deal."))
        )

    def forget(self, number: int) -> None:
        """Remove a bookmark or an abandoned line.

        Raises:
            IllegalMoveError: if there is none with that number.
        """
        left = tuple(mark for mark in self.record.marks if mark.number != number)
        if left == self.record.marks:
            raise IllegalMoveError(
                translate("This play has no bookmark or line {number}.", number=number)
            )
        self.record.marks = left
        self._noted(partial(translate, msgid("Removed.")))

    def _mark(self, steps: tuple[str, ...], *, gone: bool = False) -> None:
        marks = self.record.marks
        number = 1 + max((mark.number for mark in marks), default=0)
        self.record.marks = (*marks, Mark(number, steps, gone))

    def _leave_line(self, done: int) -> None:
        """Store the play's steps as an abandoned line if there are more than ``done`` steps.

        If there are too many lines, drop the line whose removal loses the fewest steps.
        """
        record, steps = self.record, tuple(self.record.steps)
        if len(steps) <= done:
            return
        if any(mark.gone and mark.steps[: len(steps)] == steps for mark in record.marks):
            return
        record.marks = tuple(
            m for m in record.marks if not (m.gone and steps[: len(m.steps)] == m.steps)
        )
        self._mark(steps, gone=True)
        lines = [mark for mark in record.marks if mark.gone]
        if len(lines) > MOST_LINES:
            least = min(
                lines, key=lambda m: (len(m.steps) - shared(m.steps, steps[:done]), m.number)
            )
            record.marks = tuple(mark for mark in record.marks if mark is not least)

    # -- internals -------------------------------------------------------------------------------

    def _new_step(self, path: list[Position], moves: list[Move]) -> None:
        record = self.record
        texts = [move.text for move in moves]
        step = " ".join(texts)
        self._advance(path, moves)
        if record.steps[record.done : record.done + 1] != [step]:
            self._leave_line(record.done)
            del record.steps[record.done :]
            record.saved = min(record.saved, record.done)
            record.steps.append(step)
        record.done += 1
        self._changed(path[0], partial(describe_step, path, moves), tuple(texts[1:]))

    def _replay(self, texts: list[str]) -> tuple[list[Position], list[Move]]:
        """Replay a step; return its moves, and the positions before and after each move."""
        path, moves = played(self.position, texts)
        self._advance(path, moves)
        return path, moves

    def _advance(self, path: list[Position], moves: list[Move]) -> None:
        down = self._kept_down[-1] | _taken_down(path[0], moves[0])
        for before, move in zip(path, moves, strict=False):
            if _goes_up(move):
                down -= {before.piles[move.source][-move.depth]}
        self._path.append(path[-1])
        self._kept_down.append(down)

    def _changed(
        self, before: Position, describe: Callable[[], str], auto: tuple[str, ...] = ()
    ) -> None:
        old, new = before.piles, self.position.piles
        turned = {n for n, down in before.unseen.items() if self.position.unseen[n] != down}
        changed = tuple(n for n in self.game.pile_names if n in turned or old[n] != new[n])
        self._noted(describe, changed, auto)
        self._watch.tick()
        record = self.record
        if self.position.won:
            self._watch.pause()
        record.seconds = self._watch.elapsed
        if not record.was_won:
            record.ended = None
        if not self.position.won:
            record.state = "over" if self.position.over else "open"
            return
        record.state = "won"
        if record.at_stake:
            record.won_steps, record.won_seconds = record.done, record.seconds

    def _noted(
        self, describe: Callable[[], str], changed: tuple[str, ...] = (), auto: tuple[str, ...] = ()
    ) -> None:
        self.last = Happening(describe, changed, auto)
        self.record.revision += 1


def _told_place(step: int, practice: bool) -> str:
    here = translate("At move {step}.", step=step) if step else translate("At the deal.")
    if not practice:
        return here
    return f"{here} " + translate("This is practice and counts neither as won nor as lost.")


def played(start: Position, texts: Sequence[str]) -> tuple[list[Position], list[Move]]:
    """Make moves; return them, and the positions before and after each move.

    Raises:
        InvalidMoveError: if a text is not a move of this game.
        IllegalMoveError: if a move is not legal.
    """
    path, moves = [start], []
    for text in texts:
        moves.append(path[-1].parse_move(text))
        path.append(path[-1].play(text))
    return path, moves


def walk(start: Position, steps: Sequence[str]) -> list[tuple[list[Position], list[Move]]]:
    """Return the result of :func:`played` for each step.

    Raises:
        IllegalMoveError: if a step is illegal.

    >>> import cadogan
    >>> start = cadogan.game("klondike").deal(1)
    >>> [(len(path), len(moves)) for path, moves in walk(start, ["s-w", "s-w"])]
    [(2, 1), (2, 1)]
    """
    found = []
    for number, step in enumerate(steps, 1):
        try:
            found.append(played(start, step.split()))
        except (InvalidMoveError, IllegalMoveError) as error:
            raise IllegalMoveError(
                translate(
                    "Step {number} of that line is not legal: {why}", number=number, why=error
                )
            ) from None
        start = found[-1][0][-1]
    return found


def first_steps(steps: Sequence[str], step: int) -> Sequence[str]:
    """Return the first steps of a line.

    Raises:
        IllegalMoveError: if the line has fewer steps.

    >>> first_steps(["s-w", "w-t1"], 1)
    ['s-w']
    """
    if not 0 <= step <= len(steps):
        raise IllegalMoveError(
            translate(
                "That line has only {many} steps; step {step} does not exist.",
                many=len(steps),
                step=step,
            )
        )
    return steps[:step]


def _goes_up(move: Move) -> bool:
    return move.target[:1] == "f" != move.source[:1]


def _taken_down(before: Position, move: Move) -> frozenset[str]:
    """Return the card that a move takes back from a foundation."""
    if move.source.startswith("f") and not move.target.startswith("f"):
        return frozenset({before.piles[move.source][-1]})
    return frozenset()


def _up_to_the_win(position: Position) -> list[str]:
    """Return the moves to foundations that win, each the first possible one, or [] if none win."""
    if position.won or not any(map(_goes_up, position.legal_moves)):
        return []
    # Use the working state, because positions are slower and most attempts fail after a few moves.
    rules, R, S = position.game.compiled, position.game.compiled_rules, position.game.working_state
    thaw(R, S, position.snapshot)
    out = [0] * most_moves(R)
    moves: list[str] = []
    while not won(R, S):
        S.num[Num.LOG] = 0  # empty the undo log, because nothing will be undone
        listed = out[: generate(R, S, out)]
        up = [
            code
            for code in listed
            if kind_of(code) <= LIFTS and target_of(code) < R.foundations <= source_of(code)
        ]
        if not up:
            return []
        code = min(up, key=kind_of)  # prefer a top card to a buried card
        moves.append(describe(rules, code).text)
        make(R, S, code)
    return moves


def _up(position: Position) -> list[str]:
    """Return all moves to foundations, safe or not."""
    return [
        move.text
        for move in position.legal_moves
        if move.kind == "move" and move.depth == 1 and _goes_up(move)
    ]


def _go_up(
    path: list[Position],
    moves: list[Move],
    except_for: frozenset[str],
    upward: Callable[[Position], list[str]],
) -> None:
    """Make automatic moves to foundations until there are none left."""
    while True:
        position = path[-1]
        ups = (m for m in upward(position) if position.piles[m.split("-")[0]][-1] not in except_for)
        text = next(ups, None)
        if text is None:
            return
        moves.append(position.parse_move(text))
        path.append(position.play(text))
