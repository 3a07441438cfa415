"""Where plays begin: with a deal, with a position, or with what was copied from elsewhere.

What a play begins with is one word, its deal: a number, or a position as ``at:`` and its line form,
in which ``~`` stands for ``/``, so that it has its place in an address too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import parse_qsl, unquote, urlsplit

import cadogan
from cadogan.deal import read_number
from cadogan.errors import BadPosition, CadoganError
from cadogan.foreign import read_any
from cadogan.position import Game, Position
from cadogan.record import FORMAT, read_record, verify
from cadogan.tongues import said

__all__ = ["AT", "BadCopy", "Beginning", "at", "began", "meant"]

AT = "at:"
_LINK = re.compile(r"(?:https?://[^/\s]+)?/play/\S+")


class BadCopy(CadoganError):
    """Say why a text opens no play."""


class Beginning(NamedTuple):
    """A game, what the play begins with, and moves that were made from there."""

    game: Game
    deal: str | None
    moves: tuple[str, ...] = ()


def at(position: Position) -> str:
    """Return the word for a position with which a play begins.

    >>> at(cadogan.game("osmosis").deal(1)).split("~")[:3]
    ['at:JC', '-', '-']
    """
    return AT + position.line.replace("/", "~")


def began(game: Game, deal: object) -> tuple[str, Position]:
    """Return what a play begins with in its one form, and the position.

    Raises:
        BadDeal: for what is no deal. BadPosition: for what is no position of the game.

    >>> name, start = began(cadogan.game("osmosis"), " 007 ")
    >>> name, began(cadogan.game("osmosis"), at(start))[1] == start
    ('7', True)
    """
    if isinstance(deal, str) and deal.startswith(AT):
        position = game.read(deal.removeprefix(AT).replace("~", "/"))
        return at(position), position
    name = read_number(deal if isinstance(deal, int) else str(deal))
    return name, game.deal(name)


def meant(text: str, game_id: str | None, options: Mapping[str, object]) -> Beginning:
    """Read what was copied: a link, a record, a position, or the number of a deal.

    A position may be in the form of another program (:func:`cadogan.foreign.read_any`).

    Args:
        text: what was copied.
        game_id: of which game a position or a number is.
        options: of that game.

    Raises:
        CadoganError: saying what is wrong with it.

    >>> meant("http://127.0.0.1:8000/play/klondike/7?turn=three", None, {}).game.text
    'klondike turn=three'
    >>> meant("  7 ", "golf", {}).deal
    '7'
    >>> meant("ms:617", None, {}).game.name
    'FreeCell'
    """
    bare = text.removeprefix("\ufeff").strip()
    if not bare:
        raise BadCopy(said("There is nothing to open: paste a link, a position or a record."))
    if _LINK.fullmatch(bare):
        return _linked(bare)
    if bare.lower().startswith(FORMAT.rpartition(" ")[0]):
        return _recorded(bare)
    if re.match(r"[a-z]+://", bare):
        raise BadCopy(said("This link leads to no game of Cadogan: such a link has /play/ in it."))
    if game_id is None and bare.lower().startswith("ms:"):
        game_id = "freecell"  # Microsoft's numbers are those of its FreeCell
    if game_id is None:
        raise BadCopy(said("Say of which game this is: neither a position nor a number tells it."))
    game = cadogan.game(game_id, **options)
    if re.fullmatch(r"(ms:)?[0-9]+", bare.lower()):
        return Beginning(game, began(game, bare)[0])
    try:
        return Beginning(game, at(read_any(game, bare)))
    except BadPosition as error:
        raise BadCopy(
            said("This is no position of {name}: {why}", name=game.name, why=error)
        ) from None


def _linked(link: str) -> Beginning:
    found = urlsplit(link)
    game_id, _, deal = found.path.removeprefix("/play/").rstrip("/").partition("/")
    asked = parse_qsl(found.query)
    options = dict(asked)
    if len(options) < len(asked):
        raise BadCopy(said("This link says one of its options twice: say it once."))
    game = cadogan.game(unquote(game_id), **options)
    return Beginning(game, began(game, unquote(deal))[0] if deal else None)


def _recorded(text: str) -> Beginning:
    record = read_record(text)
    verify(record)
    return Beginning(record.game, record.deal or at(record.start), record.moves)
