"""Klondike deals as 156 digits, the format of Klondike-Solver and MinimalKlondike.

Each card is three digits: its rank from 01 to 13, and its suit (1 clubs, 2 diamonds, 3 hearts, 4
spades). The 28 cards of the tableau come first, row by row. The stock follows, with its next card
first.
"""

from __future__ import annotations

import re

from cadogan.core.errors import InvalidDealError, InvalidPositionError
from cadogan.model.formats.common import check_text
from cadogan.model.position import Game, Position

_PILES = 7
_LENGTH = 3 * 52


def is_digits(text: str) -> bool:
    """Return whether the text consists of digits and is too long to be a deal number.

    >>> is_digits("012 " * 52), is_digits("617")
    (True, False)
    """
    return len(text) > 99 and bool(re.fullmatch(r"[0-9\s]+", text))


def _check_game(game: Game) -> None:
    """Refuse a game whose layout differs from Klondike's."""
    piles, R = game.deal(1).snapshot.piles, game.compiled_rules
    heights = [*map(len, piles[R.tableau_first : R.tableau_end])]
    left = len(piles[R.stock.pile]) if R.stock.pile >= 0 else 0
    if heights != [*range(1, _PILES + 1)] or left != 24:
        raise InvalidPositionError(
            f"digits such as 072103023 describe a deal of Klondike, but {game.name} has a"
            " different layout"
        )


def read_digits(game: Game, text: str) -> Position:
    """Read a deal of Klondike, or of a game with the same layout, from 156 digits.

    Raises:
        InvalidPositionError: if the length or a card is wrong; the message names invalid, missing
            and surplus cards.

    >>> from cadogan.model.position import game
    >>> klondike = game("klondike")
    >>> read_digits(klondike, write_digits(klondike.deal("ms:1"))) == klondike.deal("ms:1")
    True
    """
    check_text(text)
    digits = "".join(text.split())
    _check_game(game)
    if len(digits) != _LENGTH:
        raise InvalidPositionError(
            f"a deal of Klondike has {_LENGTH} digits, three for each card, but this text has"
            f" {len(digits)}"
        )
    cards = []
    for at in range(0, _LENGTH, 3):
        rank, suit = int(digits[at : at + 2]), int(digits[at + 2])
        if not (1 <= rank <= 13 and 1 <= suit <= 4):
            raise InvalidPositionError(
                f"card {at // 3 + 1}: {digits[at : at + 3]!r} is not a card: write its rank from 01"
                " to 13 and its suit (1 clubs, 2 diamonds, 3 hearts, 4 spades)"
            )
        cards.append("A23456789TJQK"[rank - 1] + "CDHS"[suit - 1])
    try:
        return game.deal_from(cards)
    except InvalidDealError as error:
        raise InvalidPositionError(str(error)) from None


def write_digits(position: Position) -> str:
    """Write a deal of Klondike, before its first move, as 156 digits.

    Raises:
        InvalidPositionError: if the game has another layout, or if the position is not the start of
            a deal.

    >>> from cadogan.model.position import game
    >>> write_digits(game("klondike").deal("ms:1"))[:12]
    '112022093111'
    """
    game = position.game
    _check_game(game)
    piles, R = position.snapshot.piles, game.compiled_rules
    columns = piles[R.tableau_first : R.tableau_end]
    order = [column[row] for row in range(_PILES) for column in columns if row < len(column)]
    order += reversed(piles[R.stock.pile])
    digits = "".join(f"{card % 13 + 1:02}{card // 13 + 1}" for card in order)
    if len(digits) != _LENGTH or read_digits(game, digits) != position:
        raise InvalidPositionError("digits can only express a deal before its first move")
    return digits + "\n"
