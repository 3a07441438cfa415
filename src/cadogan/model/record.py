"""Records: plays as text files, which can be written, read, replayed and verified.

A record is plain text (UTF-8) with everything needed to replay the play::

    cadogan record 1
    game klondike
    deal ms:1

    moves 3
    t1-t3 JD
    t5-f3 AH =QD
    s-w 4H

- The first line names the format and its version.
- ``game ID`` names the game; ``option NAME=VALUE`` gives one of its options. Answers to choices are
  listed only if they differ from the default.
- ``deal NUMBER`` gives the start. Alternatively, ``start`` gives the position, in block form on the
  next lines, or in line form on the same line.
- ``moves COUNT`` introduces the moves, one per line. The count reveals a truncated file. A list
  written by hand may omit the count.
- Each move is followed by a check: the card moved (the bottom one of several), then ``=`` and the
  cards turned up, in pile order. In a replay, the move must have exactly the effects in its check.
  Either every move with effects has a check, or no move has one. A record without checks is a plain
  list of moves.
- Records do not list automatic changes, such as turning up a card or filling an empty pile.
- ``#`` begins a comment, to the end of the line; blank lines are ignored.

The parser is strict. Each record has one canonical form. It contains no comments, and no blank line
except before ``moves``. It contains all options that identify the game, and all checks.

>>> record = read_record('''
... cadogan record 1
... game klondike
... deal ms:1
... moves
... T1-T3
... t5-f3   # the first ace
... ''')
>>> verify(record).piles["f3"]
('AH',)
>>> print(write_record(record), end="")
cadogan record 1
game klondike
deal ms:1
<BLANKLINE>
moves 2
t1-t3 JD
t5-f3 AH =QD
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple, NoReturn

from cadogan.core import errors
from cadogan.core.cards import card_text, parse_card
from cadogan.core.errors import InvalidMoveError, InvalidPositionError, InvalidRecordError
from cadogan.core.input_limits import RECORD, size_excess
from cadogan.model.deal_numbers import read_number
from cadogan.model.position import Game, Position, game
from cadogan.rules.catalogue import find
from cadogan.rules.options import check_options
from cadogan.text.notation import Move, parse_move

FORMAT = "cadogan record 1"
_SHOWN = 40  # a message shows at most this many characters of a wrong line
_HEADER = ("game", "option", "deal", "start", "moves")


class Step(NamedTuple):
    """One move of a replayed record.

    The check names the card moved and the cards turned up, such as ``9H =5C``, or is "".
    """

    move: Move
    check: str
    after: Position


class Fault(NamedTuple):
    """The first error in the moves of a record.

    Attributes:
        line: the line of the move in the text; 0 if the record was not read from text.
        number: the number of the move, from 1.
        move: the text of the move.
        reason: the reason why the move is illegal, or the error in its check.
        before: the position before the move.
    """

    line: int
    number: int
    move: str
    reason: str
    before: Position

    def __str__(self) -> str:
        where = f"line {self.line}: " if self.line else ""
        return f"{where}move {self.number}, {self.move}: {self.reason}"


@dataclass(frozen=True)
class Record:
    """A play: its start and its moves.

    A record may contain illegal moves. Only a replay checks them, so that it can explain the error.

    Attributes:
        game: the game with its options.
        start: the position before the first move.
        moves: the moves as text, in canonical form after :func:`record_play`.
        deal: the deal number if the start is a numbered deal; otherwise None.
        checks: the checks from the file, one for each move; ``lines`` has their line numbers. Both
            are empty for a record that was not read from text, and do not affect equality.

    Raises:
        InvalidRecordError: if the start is not a position of the game, or not the start of the
            given deal.

    >>> g = game("bakers-dozen")
    >>> record = Record(g, g.deal("ms:1"), ("t1-t3", "t3-t4"), "ms:1")
    >>> [position.piles["t3"][-1] for position in record.replay()]
    ['8S', '7D', '8S']
    """

    game: Game
    start: Position
    moves: tuple[str, ...] = ()
    deal: str | None = None
    checks: tuple[str, ...] = field(default=(), compare=False, repr=False)
    lines: tuple[int, ...] = field(default=(), compare=False, repr=False)

    def __post_init__(self) -> None:
        if self.start.game != self.game:
            raise InvalidRecordError(
                f"the start is a position of {self.start.game!r}, not of {self.game!r}"
            )
        if self.deal is not None and self.game.deal(self.deal) != self.start:
            raise InvalidRecordError(f"the start is not deal {self.deal} of {self.game.name}")

    def steps(self) -> Iterator[Step]:
        """Replay the moves one by one.

        Raises:
            InvalidRecordError: at the first move that is illegal or has a wrong check.
        """
        for step in _steps(self):
            if isinstance(step, Fault):
                raise InvalidRecordError(str(step))
            yield step

    def replay(self) -> Iterator[Position]:
        """Yield the start and the position after each of the :meth:`steps`."""
        yield self.start
        for step in self.steps():
            yield step.after


def record_play(start: Position, moves: Iterable[str]) -> Record:
    """Return the record of a play from ``start``, with its moves in canonical form.

    If ``start`` is the start of a numbered deal, the record has its number instead of a position.

    Raises:
        InvalidRecordError: if a move is not allowed.

    >>> record = record_play(game("klondike").deal("ms:1"), ["T1-T3", "deal"])
    >>> record.moves, record.deal
    (('t1-t3', 's-w'), 'ms:1')
    """
    number = start.deal_number
    if number is not None and start.game.deal(number) != start:
        number = None
    loose = Record(start.game, start, tuple(moves), number)
    return replace(loose, moves=tuple(step.move.text for step in loose.steps()))


def verify(record: Record) -> Position:
    r"""Replay a record and return its last position.

    Raises:
        InvalidRecordError: at the first move that is illegal or has a wrong check.

    >>> verify(read_record("cadogan record 1\ngame freecell\ndeal ms:1\nmoves\nt1-c5\n"))
    Traceback (most recent call last):
    ...
    cadogan.core.errors.InvalidRecordError: line 5: FreeCell has no pile 'c5'; its piles with the
    letter c are c1 to c4
    """
    return deque(record.replay(), maxlen=1).pop()


def first_fault(record: Record) -> Fault | None:
    """Return the first error in a record's moves, or None.

    >>> g = game("freecell")
    >>> fault = first_fault(Record(g, g.deal(1), ("t1-c1", "t1-c1")))
    >>> fault.number, fault.reason
    (2, 'Cell 1 already holds a card.')
    """
    return next((step for step in _steps(record) if isinstance(step, Fault)), None)


def _steps(record: Record) -> Iterator[Step | Fault]:
    """Yield the steps, and end with a fault at the first error."""
    checked = any(record.checks)
    position = record.start
    for at, text in enumerate(record.moves):
        line = record.lines[at] if record.lines else 0
        try:
            move = position.parse_move(text)
        except (InvalidMoveError, errors.IllegalMoveError) as error:
            yield Fault(line, at + 1, text, str(error), position)
            return
        after = position.play(move.text)
        check = _check(position, move, after)
        if checked and (note := record.checks[at]) != check:
            reason = f"The record has the check {note!r}" if note else "The record has no check"
            does = f"the move gives {check!r}" if check else "the move gives none"
            reason = f"{reason} here, but {does}."
            yield Fault(line, at + 1, text, reason, position)
            return
        yield Step(move, check, after)
        position = after


def _check(before: Position, move: Move, after: Position) -> str:
    """Return the check of a move: the card moved and the cards turned up."""
    new = _face_up(after) - _face_up(before)
    cards = []
    if move.source:
        pile = before.snapshot.piles[before.game.pile_names.index(move.source)]
        card = pile[-max(move.count, move.depth)]
        cards.append(card_text(card))
        new[card] -= 1  # for a turn of the stock, the check names this card as the card moved
    shown = []
    for pile, down in zip(after.snapshot.piles, after.snapshot.down, strict=True):
        for card in pile[down:]:
            if new[card] > 0:
                new[card] -= 1
                shown.append(card_text(card))
    if shown:
        cards.append("=" + " ".join(shown))
    return " ".join(cards)


def _face_up(position: Position) -> Counter[int]:
    piles, down = position.snapshot.piles, position.snapshot.down
    return Counter(card for pile, n in zip(piles, down, strict=True) for card in pile[n:])


def write_record(record: Record) -> str:
    """Return a record in canonical form, in which every move has its check.

    Raises:
        InvalidRecordError: if a move is not allowed.

    >>> g = game("birthday")
    >>> print(write_record(Record(g, g.deal("ms:1"), ("s-w",), "ms:1")), end="")
    cadogan record 1
    game birthday
    option target=1956
    option suits=SHCD
    deal ms:1
    <BLANKLINE>
    moves 1
    s-w JD
    """
    lines = [FORMAT, f"game {record.game.id}"]
    lines += [f"option {name}={value}" for name, value in record.game.said.items()]
    if record.deal is not None:
        lines.append(f"deal {read_number(record.deal)}")
    else:
        lines += ["start", *str(record.start).split("\n")]
    lines += ["", f"moves {len(record.moves)}"]
    lines += [f"{step.move.text} {step.check}".rstrip() for step in record.steps()]
    return "\n".join(lines) + "\n"


# --- reading -------------------------------------------------------------------------------------


def _wrong(line: int, text: str) -> NoReturn:
    raise InvalidRecordError(f"line {line}: {text}") from None


class _Header(NamedTuple):
    """The lines before the moves: by key or option name, the line number and the value."""

    single: dict[str, tuple[int, str]]
    options: dict[str, tuple[int, str]]
    block: list[str]  # the lines of the start position


def read_record(text: str) -> Record:
    r"""Parse a record; :func:`verify` tests whether its moves are legal.

    Raises:
        InvalidRecordError: if the text is invalid; the message names the line and a correction.

    >>> read_record("cadogan record 1\ngame klondyke\n")
    Traceback (most recent call last):
    ...
    cadogan.core.errors.InvalidRecordError: line 2: there is no game 'klondyke'; did you mean
    'klondike'?
    """
    if excess := size_excess(text, RECORD, "a record"):
        _wrong(1, excess)
    raw = text.removeprefix("\ufeff").split("\n")
    lines = [(number, line.partition("#")[0].strip()) for number, line in enumerate(raw, 1)]
    lines = [(number, line) for number, line in lines if line]
    if not lines:
        _wrong(1, f"the text is empty: a record begins with {FORMAT!r}")
    number, first = lines[0]
    if first != FORMAT:
        if found := re.fullmatch(r"cadogan record (\d{1,9})", first):
            _wrong(number, f"this is a record of version {found[1]}; this program reads version 1")
        _wrong(number, f"{_cut(first)!r} does not begin a record: its first line is {FORMAT!r}")
    header, used = _read_header(lines[1:])
    last = lines[-1][0]
    head_end = header.single.get("moves", (last, ""))[0]
    if "game" not in header.single:
        _wrong(head_end, "the game is missing: a line such as 'game klondike'")
    chosen = _read_game(header)
    start, deal = _read_start(header, chosen, head_end)
    if "moves" not in header.single:
        _wrong(last, "the record ends before its moves: add the line 'moves' and the moves")
    numbers = tuple(at for at, _ in lines[1 + used :])
    moves = [_read_move(chosen, at, line) for at, line in lines[1 + used :]]
    _count(header, len(moves), last)
    texts, checks = (tuple(move[part] for move in moves) for part in (0, 1))
    return Record(chosen, start, texts, deal, checks, numbers)


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "..."


def _read_header(lines: list[tuple[int, str]]) -> tuple[_Header, int]:
    """Read the lines up to ``moves``; return their contents and the number of lines."""
    header = _Header({}, {}, [])
    for used, (number, line) in enumerate(lines, 1):
        key, _, value = line.partition(" ")
        value = value.strip()
        block = header.single.get("start", (0, "-"))[1] == ""
        if block and key != "moves":
            header.block.append(line)
            continue
        if key not in _HEADER:
            hint = errors.did_you_mean(key, _HEADER)
            _wrong(number, f"{_cut(key)!r} is not a line that may come before the moves; {hint}")
        if key == "option":
            name, sign, chosen = map(str.strip, value.partition("="))
            if not sign:
                _wrong(number, f"{_cut(value)!r} is not an option: write it as NAME=VALUE")
            if name in header.options:
                _wrong(number, f"the option {name!r} is given twice")
            header.options[name] = (number, chosen)
            continue
        if key in header.single:
            _wrong(number, f"the line {key!r} occurs twice")
        if key in ("game", "deal") and not value:
            example = {"game": "klondike", "deal": "7"}[key]
            _wrong(number, f"{key!r} has no value: write it as '{key} {example}'")
        header.single[key] = (number, value)
        if key == "moves":
            return header, used
    return header, len(lines)


def _read_game(header: _Header) -> Game:
    number, game_id = header.single["game"]
    try:
        definition = find(game_id)
    except errors.UnknownGameError as error:
        _wrong(number, str(error))
    options: dict[str, str] = {}
    for name, (at, value) in header.options.items():
        options[name] = value
        try:
            check_options(definition, options)
        except errors.InvalidOptionError as error:
            _wrong(at, str(error))
    try:
        return game(game_id, **options)
    except errors.InvalidOptionError as error:  # contradictory answers
        _wrong(max(at for at, _ in header.options.values()), str(error))


def _read_start(header: _Header, chosen: Game, head_end: int) -> tuple[Position, str | None]:
    if "deal" in header.single and "start" in header.single:
        number = max(header.single["deal"][0], header.single["start"][0])
        _wrong(number, "a record has a deal or a start, not both")
    if "deal" in header.single:
        number, value = header.single["deal"]
        try:
            return chosen.deal(value), read_number(value)
        except errors.InvalidDealError as error:
            _wrong(number, str(error))
    if "start" not in header.single:
        _wrong(head_end, "the start is missing: a line such as 'deal 7', or 'start' and a position")
    number, value = header.single["start"]
    try:
        return chosen.parse(value or "\n".join(header.block)), None
    except InvalidPositionError as error:
        _wrong(number, f"the start cannot be read: {error}")


_MOVE_LINE = re.compile(r"(?P<move>\S+)(?:\s+(?P<card>[^\s=]+))?(?:\s*=\s*(?P<shown>[^=]+))?")


def _read_move(chosen: Game, number: int, line: str) -> tuple[str, str]:
    """Return a move's text and its check, in canonical form."""
    found = _MOVE_LINE.fullmatch(line)
    if not found:
        _wrong(number, f"{_cut(line)!r} is not a move with its check: write it as 't3-t5 9H =5C'")
    move = found["move"].lower()
    try:
        parse_move(chosen.compiled, move)
        checks = [card_text(parse_card(found["card"]))] if found["card"] else []
        if found["shown"]:
            shown = [card_text(parse_card(card)) for card in found["shown"].split()]
            checks.append("=" + " ".join(shown))
    except (InvalidMoveError, InvalidPositionError) as error:
        _wrong(number, str(error))
    return move, " ".join(checks)


def _count(header: _Header, found: int, last: int) -> None:
    number, value = header.single["moves"]
    if not value:
        if not found:
            _wrong(number, "no moves follow; write 'moves 0' for a record without moves")
        return
    if not re.fullmatch(r"[0-9]{1,9}", value):
        _wrong(number, f"{_cut(value)!r} is not a number of moves")
    if int(value) != found:
        cut = "; the record is truncated" if found < int(value) else ""
        _wrong(last, f"the record ends after {found} moves, but line {number} gives {value}{cut}")
