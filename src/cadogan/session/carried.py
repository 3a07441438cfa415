"""Whole plays as words for an address, with which another device continues the play.

A word is the number of the format, then base64url of compressed JSON with the play's steps,
bookmarks and abandoned lines. The checksum of the compression reveals a damaged word. The receiver
replays every line, so a word brings no illegal play and no win.
"""

from __future__ import annotations

import base64
import re
import zlib
from contextlib import suppress

import msgspec

from cadogan.core.errors import CadoganError, InvalidOptionError, UnknownGameError
from cadogan.i18n import translate
from cadogan.model.position import game as game_named
from cadogan.rules.digest import rules_digest
from cadogan.session.export import Count, Key, Name, Seconds, kept, take_in_one
from cadogan.session.models import Lent, Mark, Record
from cadogan.session.play import Play
from cadogan.session.repository import Repository
from cadogan.session.start import InvalidCopyError

_FORMAT = "1"
_MOST_BYTES = 1 << 18
Line = tuple[Count, Count, str]


class _Carried(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A play without what the receiver derives; ``marks`` and ``lent`` are as in the record."""

    play: Key
    revision: Count
    game: Name
    options: dict[Name, Name]
    deal: str
    started: Seconds
    updated: Seconds
    seconds: Seconds
    done: Count
    steps: str
    marks: list[Line]
    lent: list[Line]


def carried(record: Record) -> str | None:
    """Return the word for a play, or None for a play that was already won.

    >>> steps = ["s-w", "s-w"]
    >>> record = Record("p1", "klondike", {}, "7", "", 0, 0, revision=2, steps=steps, done=2)
    >>> store = Repository.in_memory()
    >>> key = take_in(store, carried(record))
    >>> store.load(key).standing
    ['s-w', 's-w']
    >>> store.close()
    """
    if record.was_won or record.state == "won":
        return None
    content = _Carried(
        play=record.play,
        revision=record.revision,
        game=record.game,
        options=record.options,
        deal=record.deal,
        # Whole seconds suffice, and are shorter. A later time would seem newer than the play.
        started=int(record.started),
        updated=int(record.updated),
        seconds=int(record.seconds),
        done=record.done,
        steps="\n".join(record.steps),
        **msgspec.convert(record.parts, dict[str, list[Line]]),
    )
    packed = zlib.compress(msgspec.json.encode(content), 9)
    return _FORMAT + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def carried_word(text: str) -> str | None:
    """Return the word in a link that continues a play, or None for any other text.

    >>> carried_word("https://cards.example/#play=1eNq"), carried_word("/play/golf/7")
    ('1eNq', None)
    """
    head, sign, word = text.strip().partition("#play=")
    is_link = sign and (not head or head.startswith(("http://", "https://")))
    return "".join(word.split()) if is_link else None


def take_in(store: Repository, word: str) -> str:
    """Merge a play into the user's plays, as an import does; return its key here.

    Raises:
        InvalidCopyError: if the word is damaged, or if the play does not fit the rules here.
        CadoganError: if the plays currently cannot be written; nothing has changed.
    """
    return take_in_one(store, kept(_replayed(_read(word))))


def _read(word: str) -> _Carried:
    if re.match("[2-9]", word):
        raise InvalidCopyError(
            translate("A newer version of Cadogan made this address. Open it with that version.")
        )
    content = None
    with suppress(ValueError, zlib.error):
        packed = base64.b64decode(word[1:] + "=" * (-(len(word) - 1) % 4), b"-_", validate=True)
        unpacker = zlib.decompressobj()
        text = unpacker.decompress(packed, _MOST_BYTES)
        if word.startswith(_FORMAT) and unpacker.eof and not unpacker.unused_data:
            content = msgspec.json.decode(text, type=_Carried)
    if content is None:
        raise _damaged()
    return content


def _damaged() -> InvalidCopyError:
    return InvalidCopyError(
        translate(
            "This address does not contain a whole play: a part is missing or has changed. Copy the"
            " whole address, or scan the code again."
        )
    )


def _unfit(name: str, why: CadoganError) -> InvalidCopyError:
    return InvalidCopyError(
        translate("This play does not fit the rules of {name} here: {why}", name=name, why=why)
    )


def _replayed(sent: _Carried) -> Record:
    """Return the record of a play, after replaying all its lines."""
    try:
        game = game_named(sent.game, **sent.options)
    except UnknownGameError:
        raise InvalidCopyError(
            translate(
                "There is no game {game} here. If it is a game of your own, first copy its rules to"
                " the inventor's desk.",
                game=repr(sent.game[:40]),
            )
        ) from None
    except InvalidOptionError as error:
        raise _unfit(sent.game, error) from None
    record = Record(
        play=sent.play,
        game=game.id,
        options=dict(game.said),
        deal=sent.deal,
        rules=rules_digest(game.definition),
        started=sent.started,
        updated=sent.updated,
        seconds=sent.seconds,
        revision=sent.revision,
        steps=_steps(sent.steps),
        marks=tuple(
            Mark(number, (*_steps(text),), bool(gone)) for number, gone, text in sent.marks
        ),
        lent=tuple(Lent(number, after, (*_steps(text),)) for number, after, text in sent.lent),
    )
    if sent.done > len(record.steps):
        raise _damaged()
    try:
        play = Play(record)
        for line in [mark.steps for mark in record.marks] + [one.steps for one in record.lent]:
            play.positions(line)
        here = play.positions(record.steps)[sent.done]
    except CadoganError as error:
        raise _unfit(game.name, error) from None
    if here.won:  # no word has a won play
        raise _damaged()
    record.done = sent.done
    if record.steps:
        record.state = "over" if here.over else "open"
    return record


def _steps(text: str) -> list[str]:
    steps = text.split("\n") if text else []
    if not all(map(str.split, steps)):
        raise _damaged()
    return steps
