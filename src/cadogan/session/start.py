"""Start of a play from a deal, a position, or a pasted text.

A start is written as one word: a deal number, or ``at:`` and a position in line form. In the
position ``~`` replaces ``/``, so that the word can be part of an address.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import parse_qsl, unquote, urlsplit

from cadogan.core.errors import CadoganError, InvalidPositionError, InvalidRecordError
from cadogan.i18n import translate
from cadogan.model.deal_numbers import read_number
from cadogan.model.formats import MOST_CHARACTERS, is_solution, read_any, read_solution, unread
from cadogan.model.position import Game, Position
from cadogan.model.position import game as game_named
from cadogan.model.record import FORMAT, read_record, verify
from cadogan.session.models import AT

_GREEN_FELT = re.compile(r"(?:https?://)?(?:www\.)?greenfelt\.net/(\w+)\?game=(\d{1,10})")
_MICROSOFT = ("ms:", "#")
_LINK = re.compile(r"(?:https?://.+?)?/play/.")


class InvalidCopyError(CadoganError):
    """Error for a pasted text that cannot start a play; the message gives the reason."""


class Beginning(NamedTuple):
    """The game and the start of a play, with moves from that start."""

    game: Game
    deal: str | None
    moves: tuple[str, ...] = ()


def at(position: Position) -> str:
    """Return the word for a start at a position.

    >>> at(game_named("osmosis").deal(1)).split("~")[:3]
    ['at:JC', '-', '-']
    """
    return AT + position.to_line().replace("/", "~")


def began(game: Game, deal: object) -> tuple[str, Position]:
    """Return the canonical word for a start, and the position.

    Raises:
        InvalidDealError: if the word is not a valid deal.
        InvalidPositionError: if it is not a valid position of the game.

    >>> name, start = began(game_named("osmosis"), " 007 ")
    >>> name, began(game_named("osmosis"), at(start))[1] == start
    ('7', True)
    """
    if isinstance(deal, str) and deal.startswith(AT):
        position = game.parse(deal.removeprefix(AT).replace("~", "/"))
        return at(position), position
    name = read_number(deal if isinstance(deal, int) else str(deal))
    return name, game.deal(name)


def meant(text: str, game_id: str | None, options: Mapping[str, object]) -> Beginning:
    r"""Parse a pasted text: a link, a record, a position, or the number of a deal.

    Positions and solutions may be in the formats of other programs
    (:func:`cadogan.model.formats.read_any`, :func:`cadogan.model.formats.read_solution`). Such
    texts, and deal numbers, refer to the given game with the given options.

    Raises:
        CadoganError: if the text is invalid.

    >>> meant("http://127.0.0.1:8000/play/klondike/7?turn=three", None, {}).game.text
    'klondike turn=three'
    >>> meant("https://cards.example/cadogan/play/golf/?deal=7", None, {}).deal
    '7'
    >>> meant("  7 ", "golf", {}).deal
    '7'
    >>> meant("ms:617", None, {}).game.name
    'FreeCell'
    >>> meant("https://greenfelt.net/klondike?game=4", None, {}).deal
    'greenfelt:4'
    >>> meant("#1\n2a 3b", None, {}).moves
    ('t2-c1', 't3-c2')
    """
    bare = text.removeprefix("\ufeff").strip()
    if not bare:
        raise InvalidCopyError(
            translate("There is nothing to open: paste a link, a position or a record.")
        )
    if _LINK.match(bare) and not re.search(r"\s", bare):
        return _linked(bare)
    if bare.lower().startswith(FORMAT.rpartition(" ")[0]):
        return _recorded(bare)
    if len(bare) > MOST_CHARACTERS:
        raise InvalidCopyError(
            translate(
                "This text is too long: the maximum is {most} characters.", most=MOST_CHARACTERS
            )
        )
    if found := _GREEN_FELT.fullmatch(bare):
        return _green_felt(found[1], found[2])
    if re.match(r"[a-z]+://", bare):
        raise InvalidCopyError(
            translate("This link does not lead to a Cadogan game: it must contain /play/.")
        )
    if why := unread(bare):
        raise InvalidCopyError(translate("This cannot be opened: {why}", why=why))
    if game_id is None and bare.lower().startswith("greenfelt:"):
        game_id = "klondike"
    if game_id is None and bare.lower().startswith(_MICROSOFT):
        game_id = "freecell"  # a Microsoft deal number always means a FreeCell deal
    _ask_for_the_numbering(bare, game_id)
    if game_id is None:
        raise InvalidCopyError(
            translate("Choose the game first: a position or a number does not name it.")
        )
    game = game_named(game_id, **options)
    bare = re.sub(r"(?i)^deal\s+(?=[0-9]+$)", "", bare)
    if re.fullmatch(r"(ms:-?|pysol:|greenfelt:)?[0-9]{1,30}", bare.lower()):
        return Beginning(game, began(game, bare)[0])
    try:
        if is_solution(bare):
            record = read_solution(game, bare)
            return Beginning(game, record.deal or at(record.start), record.moves)
        return Beginning(game, at(read_any(game, bare)))
    except (InvalidPositionError, InvalidRecordError) as error:
        raise InvalidCopyError(
            translate("This is not a position of {name}: {why}", name=game.name, why=error)
        ) from None


def _ask_for_the_numbering(bare: str, game_id: str | None) -> None:
    """Reject a plain deal number that stands for different deals in two programs.

    Raises:
        InvalidCopyError: for ``#617``, and for ``617`` in FreeCell.
    """
    found = re.fullmatch(r"(#?)\s*([0-9]{1,12})", bare)
    if found and (found[1] or game_id == "freecell"):
        raise InvalidCopyError(
            translate(
                "Two programs have a deal with this number. Write ms:{number} for Microsoft's"
                " FreeCell, or deal {number} for Cadogan's own.",
                number=found[2],
            )
        )


def _green_felt(game_id: str, number: str) -> Beginning:
    if game_id != "klondike":
        raise InvalidCopyError(
            translate("Cadogan knows Green Felt's deal numbers only for Klondike.")
        )
    game = game_named(game_id)
    return Beginning(game, began(game, f"greenfelt:{number}")[0])


def _linked(link: str) -> Beginning:
    found = urlsplit(link)
    # The path of a site may precede /play/.
    game_id, _, deal = found.path.rpartition("/play/")[2].rstrip("/").partition("/")
    asked = parse_qsl(found.query)
    options = dict(asked)
    if len(options) < len(asked):
        raise InvalidCopyError(translate("This link gives one of its options twice."))
    deal = unquote(deal)
    if found.path.endswith("/") and not deal:  # `linkTo` in share.js makes such links
        deal = options.pop("deal", "")
    game = game_named(unquote(game_id), **options)
    return Beginning(game, began(game, deal)[0] if deal else None)


def _recorded(text: str) -> Beginning:
    record = read_record(text)
    verify(record)
    return Beginning(record.game, record.deal or at(record.start), record.moves)
