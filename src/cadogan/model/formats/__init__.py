r"""Positions in the formats of other programs: Freecell Solver, Solvitaire, Klondike-Solver.

A reader returns a position, not a deal: the reader moves no card automatically, and the counters
are zero. Every reader converts its format to the block form of :mod:`cadogan.text.notation`, and
passes it to the parser of that form. So all readers report missing and surplus cards in the same
words. A writer writes a position only if its reader would read back the same position. Otherwise
the writer reports what the format cannot express.

To turn a winning line into a record, use :func:`cadogan.model.record.record_play`.

>>> from cadogan.model.position import game
>>> from cadogan.model.record import record_play, write_record
>>> start = read_board(game("yukon"), '''
... Foundations: H-K C-J D-K S-K
... :
... : <QC> KC
... :
... :
... :
... :
... :
... ''')
>>> print(write_record(record_play(start, ("t2-t1", "t2-f1", "t1-f1"))).partition("moves")[2])
 3
t2-t1 KC =QC
t2-f1 QC
t1-f1 KC
<BLANKLINE>
"""

from __future__ import annotations

import re

from cadogan.core.errors import InvalidPositionError
from cadogan.model.formats.common import MOST_CHARACTERS, check_text
from cadogan.model.formats.fc_solve import is_board_line, lines_of, read_board, write_board
from cadogan.model.formats.fc_solve_solutions import is_solution, read_solution
from cadogan.model.formats.klondike_digits import is_digits, read_digits, write_digits
from cadogan.model.formats.solvitaire import read_solvitaire, write_solvitaire
from cadogan.model.formats.unsupported import unread
from cadogan.model.position import Game, Position
from cadogan.state.special_moves import COUNTERS

__all__ = [
    "MOST_CHARACTERS",
    "is_solution",
    "read_any",
    "read_board",
    "read_digits",
    "read_solution",
    "read_solvitaire",
    "unread",
    "write_board",
    "write_digits",
    "write_solvitaire",
]

# Signs of Cadogan's own forms: characters that no board contains, or cards without spaces between
# them.
_OURS = re.compile(r"[/\[\]|]|\?\?|\.\.|[CDHScdhs♣♦♥♠♧♢♡♤]\ufe0f?[A-Za-z0-9]")
_NAMED = re.compile(r"[ftrcws]\d*(\s|:|$)|({})\b".format("|".join(c.name for c in COUNTERS)))


def read_any(game: Game, text: str) -> Position:
    r"""Read a position in any of the supported formats.

    Text that consists of digits is a Klondike deal; text that begins with ``{`` is a Solvitaire
    deal. Text is a Freecell Solver board if it has a line such as ``Freecells:``, colons before its
    stacks, or cards such as ``<KH>``. A list of stacks without such signs is also read as a board,
    unless it lists all piles of the game. Everything else is Cadogan's own block or line form
    (:meth:`cadogan.model.position.Game.parse`).

    Raises:
        InvalidPositionError: if the text is invalid; the message comes from the reader of its
            format.

    >>> from cadogan.model.position import game
    >>> g = game("yukon")
    >>> p = g.deal(7)
    >>> read_any(g, str(p)) == read_any(g, p.to_line()) == p
    True
    >>> read_any(g, write_board(p)) == read_any(g, write_solvitaire(p)) == p
    True
    """
    check_text(text)
    if why := unread(text):
        raise InvalidPositionError(why)
    bare = text.removeprefix("\ufeff").strip()
    if is_digits(bare):
        return read_digits(game, bare)
    if bare.startswith("{"):
        return read_solvitaire(game, text)
    if bare.startswith("cadogan record"):
        raise InvalidPositionError("this is the record of a play, not a position")
    if is_solution(bare):
        raise InvalidPositionError(
            "this is a solution in another program's format, not a position; 'cadogan replay"
            " FILE --game GAME' plays it"
        )
    lines = [line.text for line in lines_of(text) if line.text]
    if any(is_board_line(line) for line in lines):
        return read_board(game, text)
    if any(_OURS.search(line) or _NAMED.match(line) or line == "-" for line in lines):
        return game.parse(bare)
    # A text that contains only cards lists either all the game's piles or the stacks of a board.
    return game.parse(bare) if len(lines) == len(game.pile_names) else read_board(game, text)
