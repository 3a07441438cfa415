"""Service for all the user's plays, in memory and in the repository."""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace

from cadogan.core.errors import CadoganError, IllegalMoveError
from cadogan.i18n import translate
from cadogan.model.position import game as game_named
from cadogan.rules.digest import rules_digest
from cadogan.session.models import Kept, Record
from cadogan.session.play import Play
from cadogan.session.repository import Repository, StalePlayError, UnreadableFileError, new_key
from cadogan.session.start import Beginning, began

MOST_DEALS = 9_999_999
_MOST_OPEN = 32


class UnknownPlayError(CadoganError):
    """Error for a key that belongs to no play."""


def _unknown(key: str) -> UnknownPlayError:
    return UnknownPlayError(
        translate(
            "There is no readable play {key}. It may be too old, or its data may be damaged.",
            key=repr(key[:40]),
        )
    )


def _is_known(play: Kept) -> bool:
    try:
        game_named(play.game, **play.options)
    except CadoganError:
        return False
    return True


class PlayService:
    """Service that starts, loads, changes and saves plays.

    Args:
        store: the repository.
        now: a function that returns the time in seconds since 1970.
        ticks: a function that returns seconds, to measure the time played.

    >>> shelf = PlayService(Repository.in_memory())
    >>> play = shelf.start("klondike", {}, "7")
    >>> with shelf.changing(play.record.play) as same:
    ...     same.move("s-w")
    >>> [unfinished.deal for unfinished in shelf.unfinished()]
    ['7']
    >>> shelf.store.close()
    """

    def __init__(
        self,
        store: Repository,
        now: Callable[[], float] = time.time,
        ticks: Callable[[], float] = time.monotonic,
    ) -> None:
        self.store = store
        self._now, self._ticks = now, ticks
        self._open: OrderedDict[str, Play] = OrderedDict()
        store.forget_untouched(now())

    def start(
        self,
        game_id: str,
        options: Mapping[str, object],
        deal: str | None,
        leaving: str | None = None,
    ) -> Play:
        """Start a play, by default with a new deal.

        No other play changes, except for the play ``leaving``. If that play is unfinished, it
        counts as lost, unless it was won before or the new play has the same deal.

        Raises:
            CadoganError: if the game, an option or the deal does not exist.
        """
        game = game_named(game_id, **options)
        name, _ = began(game, secrets.randbelow(MOST_DEALS) + 1 if deal is None else deal)
        now = self._now()
        record = Record(
            play=new_key(),
            game=game.id,
            options=dict(game.said),
            deal=name,
            rules=rules_digest(game.definition),
            started=now,
            updated=now,
        )
        play = Play(record, self._ticks)
        if leaving is not None:
            self._end(leaving, record)
        self._hold(play)
        self.store.save(record)
        return play

    def open(self, beginning: Beginning) -> Play:
        """Start a play that already contains moves not made by the player.

        The player can undo these moves as usual. While the play contains any of them, it is
        practice.

        Raises:
            CadoganError: if the deal does not exist, or if a move is illegal.
        """
        game, deal, moves = beginning
        play = self.start(game.id, game.said, deal)
        play.record.borrow(moves)
        for move in moves:
            play.move(move, auto="off")
        if moves:
            self.store.save(play.record)
        return play

    def get(self, key: str, revision: int | None = None) -> Play:
        """Return a play, reloaded if another program has continued it.

        Raises:
            UnknownPlayError: if no play has that key.
            StalePlayError: if the play has another revision.
        """
        play = self._held(key)
        if play is None:
            record = self.store.load(key)
            if record is None:
                raise _unknown(key)
            play = Play(record, self._ticks)
            self._hold(play)
        play.check(revision)
        return play

    def is_lost(self, key: str) -> bool:
        """Return whether a play was given up and counts as lost."""
        record = self._record(key)
        return record is not None and record.state == "left" and record.at_stake

    @contextmanager
    def changing(self, key: str, revision: int | None = None) -> Iterator[Play]:
        """Yield a play to change, and save it afterwards.

        Raises:
            UnknownPlayError: if no play has that key.
            StalePlayError: if the play has another revision, or if another program has saved it;
                then the change is lost.
        """
        play = self.get(key, revision)
        record = play.record
        before = record.revision
        yield play
        if record.revision == before:
            self.store.save_time(record)
            return
        record.updated = self._now()
        if record.ended is None and record.was_won:
            record.ended = record.updated
        try:
            self.store.save(record)
        except StalePlayError:
            del self._open[key]
            raise

    def unfinished(self) -> list[Kept]:
        """Return the plays that can be continued, even stuck ones, newest first.

        The list omits plays whose game or answers this version does not know. In the list,
        ``lent`` states whether the play is practice now.
        """
        return [
            replace(u, lent=u.lent and not u.was_won and self._is_practice(u.play))
            for u in self.store.unfinished()
            if _is_known(u)
        ]

    def _is_practice(self, key: str) -> bool:
        record = self._record(key)
        return record is not None and record.is_practice()

    def history(self, game_id: str) -> list[Kept]:
        """Return the plays of a game with at least one move, newest first.

        The list omits plays whose answers this version does not know.
        """
        return [play for play in self.store.history(game_id) if _is_known(play)]

    def leave(self, key: str) -> None:
        """Give up a play: it counts as lost, unless it is practice or was won before.

        If the player continues the play later, it no longer counts as lost.

        Raises:
            UnknownPlayError: if no play has that key.
            IllegalMoveError: if the play has already ended.
        """
        record = self._end(key)
        if record is None:
            raise _unknown(key)
        if record.state == "new":
            raise IllegalMoveError(
                translate("This play has no moves, so there is nothing to give up.")
            )
        if not record.unfinished:
            if record.state == "won":
                raise IllegalMoveError(
                    translate("You have already won this play, so you cannot give it up.")
                )
            raise IllegalMoveError(translate("You have already given up this play."))

    def rename(self, old: str, new: str) -> None:
        """Assign all plays of one game to another game with the same rules.

        Raises:
            UnreadableFileError: if the file cannot be written.
        """
        self.store.rename(old, new)
        for key in [key for key, play in self._open.items() if play.record.game == old]:
            del self._open[key]

    def _end(self, key: str, by: Record | None = None) -> Record | None:
        """End an unfinished play as ``left``, or as ``again`` if the new play has the same deal.

        Return the record from before the change, or None if the play does not exist.
        """
        while True:
            record = self._record(key)
            if record is None or not record.unfinished:
                return record
            before = replace(record)
            same = by is not None and (by.game, by.options, by.deal) == (
                record.game,
                record.options,
                record.deal,
            )
            record.state = "again" if same else "left"
            if not record.was_won:
                record.ended = self._now() if record.at_stake and not same else None
            try:
                self.store.save(record)
            except StalePlayError:  # try again, because another program has just continued the play
                self._open.pop(key, None)
            else:
                return before

    def _record(self, key: str) -> Record | None:
        """Return the current record of a play, or None if no play has that key."""
        held = self._held(key)
        return held.record if held is not None else self.store.load(key)

    def _held(self, key: str) -> Play | None:
        """Return a play from memory, or None if another program has continued it."""
        held = self._open.get(key)
        if held is None:
            return None
        try:
            filed = self.store.filed(key)
        except UnreadableFileError:
            filed = None  # continue with the play in memory; saving it will detect a conflict
        if held.record.is_overtaken(filed) or held.is_outdated():
            del self._open[key]
            return None
        self._open.move_to_end(key)
        return held

    def _hold(self, play: Play) -> None:
        self._open[play.record.play] = play
        self._open.move_to_end(play.record.play)
        while len(self._open) > _MOST_OPEN:
            self._open.popitem(last=False)
