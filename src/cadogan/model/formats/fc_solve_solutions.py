"""Printed solutions of Freecell Solver, and FreeCell's standard notation, as records.

Freecell Solver prints ``Move a card from stack 3 to freecell 0`` with numbers from 0. It prints the
board before the first move and, optionally, after each move. The standard notation
names two places per move: ``1`` to ``8`` are stacks, ``a`` to ``d`` are cells, ``h`` is the
foundations: ``2a 64 1h``. Such a line may begin with ``#617``, a Microsoft deal number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from cadogan.core.cards import rank_of, suit_of
from cadogan.core.errors import InvalidDealError, InvalidPositionError, InvalidRecordError
from cadogan.model.formats.common import check_text, cut
from cadogan.model.formats.fc_solve import Line, lines_of, read_board
from cadogan.model.position import Game, Position
from cadogan.model.record import Record, record_play

_PRINTED = re.compile(
    r"Move (?P<what>a card|\d{1,2} cards|the sequence on top)"
    r" (?:from|of) (?P<source>stack|freecell) (?P<at>\d{1,2})"
    r" to (?:(?P<goal>stack|freecell) (?P<to>\d{1,2})|the foundations)",
    re.IGNORECASE,
)
# in lower case, because cards have capital letters
_STANDARD = re.compile(r"([1-9a-gi-k])([1-9a-k])(?:v([0-9a-f]))?")
_NUMBER = re.compile(r"#(?:ms)?(-?\d{1,10})$")
_TALK = re.compile(
    r"(?:info|this (?:game|scan)|total number|solved|unsolved|number of|could not|\[start|end)\b",
    re.IGNORECASE,
)
_PLACES = {sign: f"t{sign}" for sign in "123456789"} | {"h": "h"}
_PLACES |= {sign: f"c{number}" for number, sign in enumerate("abcdefgijk", 1)}


class _Step(NamedTuple):
    """A move of the text: its source, its target, and the number of cards (0 if not given)."""

    line: int
    text: str
    source: str
    goal: str
    cards: int


def _printed(number: int, text: str) -> _Step | None:
    found = _PRINTED.search(text)
    if not found:
        return None
    place = {"stack": "t", "freecell": "c"}
    source = f"{place[found['source'].lower()]}{int(found['at']) + 1}"
    goal = f"{place[found['goal'].lower()]}{int(found['to']) + 1}" if found["goal"] else "h"
    what = found["what"].split()[0].lower()
    return _Step(number, found[0], source, goal, int({"a": 1, "the": 0}.get(what, what)))


def _standard(number: int, text: str) -> list[_Step]:
    """Return the moves of a line in standard notation; [] for any other line."""
    steps = []
    for word in text.split():
        found = _STANDARD.fullmatch(word)
        if not found:
            return []
        source, goal = _PLACES[found[1]], _PLACES[found[2]]
        steps.append(_Step(number, word, source, goal, int(found[3] or "0", 16)))
    return steps


def _lines(text: str) -> list[Line]:
    # A deal number such as #617 looks like a comment, so read it before removing comments.
    return lines_of(re.sub(r"(?m)^\s*#(?:ms)?-?\d{1,10}\s*$", "", text))


def is_solution(text: str) -> bool:
    r"""Return whether the text contains printed moves, or a line of standard notation.

    >>> is_solution("2a 64 1h"), is_solution("4C 2C 9C"), is_solution("#617\n26 76 72")
    (True, False, True)
    """
    lines = [line for _, line in _lines(text) if line and not _TALK.match(line)]
    if any(map(_PRINTED.search, lines)):
        return True
    if not lines or not _standard(1, lines[-1]):
        return False
    # A board in lower case may contain lines that look like standard notation.
    numbered = any(_NUMBER.match(line.strip()) for line in text.split("\n"))
    return (
        numbered
        or all(_standard(1, line) for line in lines)
        or any(re.search(r"\b(10|[2-9TJQKA])[CDHS]\b", line) for line in lines)
    )


def read_solution(game: Game, text: str, start: Position | None = None) -> Record:
    r"""Read a printed solution, or moves in standard notation, as a record.

    The moves begin at the board in the text, at the deal that its line ``#617`` names, or at
    ``start``. Some texts omit cards that go up automatically: an ace or two, or a card that no card
    of the other colour can need. This function adds those moves.

    Raises:
        InvalidPositionError: if the text has no moves or no start, or if its board is invalid.
        InvalidRecordError: at the first illegal move; the message gives its line.

    >>> from cadogan.model.position import game
    >>> read_solution(game("freecell"), "#1\n2a 3b").moves
    ('t2-c1', 't3-c2')
    """
    check_text(text)
    steps: list[_Step] = []
    before: list[str] = []
    for number, line in _lines(text):
        step = _printed(number, line)
        some = [step] if step else _standard(number, line)
        if some:
            steps += some
        elif not steps:
            before.append("" if _TALK.match(line) else line)
    if not steps:
        raise InvalidPositionError(
            "this text has no moves such as 'Move a card from stack 3 to freecell 0'"
        )
    start = _start(game, text, before, start)
    plain = _play(start, steps, goes_up=False)
    moves = plain if isinstance(plain, tuple) else _play(start, steps, goes_up=True)
    if isinstance(moves, tuple):
        return record_play(start, moves)
    raise InvalidRecordError(plain)


def _start(game: Game, text: str, before: list[str], start: Position | None) -> Position:
    board = "\n".join(before).strip("\n")
    if board.strip():
        return read_board(game, board)
    for line in text.split("\n"):
        if found := _NUMBER.match(line.strip()):
            try:
                return game.deal(f"ms:{found[1]}")
            except InvalidDealError as error:
                raise InvalidPositionError(str(error)) from None
    if start is None:
        raise InvalidPositionError(
            "the moves have no start: write before them the board, or the number of a Microsoft"
            " deal, such as #617"
        )
    return start


def _play(start: Position, steps: Iterable[_Step], *, goes_up: bool) -> tuple[str, ...] | str:
    """Return the moves in canonical form, or an error for the first illegal move."""
    position, moves = start, []
    for number, step in enumerate(steps, 1):
        move = _find(position, step)
        if not move:
            goal = "the foundations" if step.goal == "h" else step.goal
            return (
                f"line {step.line}: move {number}, {cut(step.text)!r}: the position does not"
                f" allow a move from {step.source} to {goal}"
            )
        moves.append(move)
        position = position.play(move)
        while goes_up and (move := _going_up(position)):
            moves.append(move)
            position = position.play(move)
    return tuple(moves)


def _find(position: Position, step: _Step) -> str:
    """Return the legal move that a step denotes, preferably the one with the most cards."""
    best, most = "", 0
    up = step.goal == "h"
    for move in position.legal_moves:
        fits = move.target[:1] in ("f", "d") if up else move.target == step.goal
        if not fits or not move.text.startswith(f"{step.source}-"):
            continue
        if (step.cards in (0, move.count) and move.count > most) or (up and not best):
            best, most = move.text, move.count
    return best


def _going_up(position: Position) -> str:
    """Return a foundation move for a card that no card of the other colour needs, or ""."""
    piles = dict(zip(position.game.pile_names, position.snapshot.piles, strict=True))
    founded = [pile[-1] for name, pile in piles.items() if name.startswith("f") and pile]
    height = dict.fromkeys(range(4), 0) | {suit_of(card): rank_of(card) for card in founded}
    for move in position.legal_moves:
        played = move.kind == "move" and move.depth == 1 and move.source[:1] != "f"
        if not played or move.target[:1] != "f":
            continue
        card = piles[move.source][-1]
        rank, red = rank_of(card), suit_of(card) in (1, 2)
        others = [height[suit] for suit in ((0, 3) if red else (1, 2))]
        if rank <= 2 or min(others) >= rank - 1:
            return move.text
    return ""
