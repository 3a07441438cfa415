"""Texts that several screens share, and the choice of the language."""

from __future__ import annotations

import dataclasses
import os
from contextlib import suppress

from textual.binding import ActiveBinding
from textual.screen import Screen

from cadogan.core.errors import CadoganError
from cadogan.i18n import languages, preferred_language, translate
from cadogan.session.repository import Repository

# The environment variables for the language, in the order of precedence that POSIX defines.
_LOCALES = ("LC_ALL", "LC_MESSAGES", "LANG")


def language_of(store: Repository) -> str:
    """Return the language chosen on the page or, without a choice, the terminal's language.

    >>> store = Repository.in_memory()
    >>> store.save_settings({"language": "de"})
    >>> language_of(store)
    'de'
    >>> store.close()
    """
    chosen: object = "auto"
    with suppress(CadoganError):  # if the settings are unreadable, use the terminal's language
        chosen = store.settings().get("language")
    if isinstance(chosen, str) and chosen in languages():
        return chosen
    locale = next(filter(None, (os.environ.get(name) for name in _LOCALES)), "")
    return preferred_language(locale.partition(".")[0].replace("_", "-"))


def moves(number: int) -> str:
    """Format a number of moves in words.

    >>> moves(1), moves(2)
    ('1 move', '2 moves')
    """
    return translate("1 move") if number == 1 else translate("{n} moves", n=number)


def duration(seconds: float) -> str:
    """Format a duration as hours, minutes and seconds.

    >>> duration(7.4), duration(3723)
    ('0:07', '1:02:03')
    """
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


class LocalizedScreen(Screen[None]):
    """A screen with a footer that shows the keys in the user's language."""

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        """The active keys with translated descriptions."""
        return {
            key: active._replace(
                binding=dataclasses.replace(
                    active.binding, description=translate(active.binding.description)
                )
            )
            for key, active in super().active_bindings.items()
        }
