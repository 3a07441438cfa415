"""Words that several screens say."""

from __future__ import annotations

from contextlib import suppress

from cadogan.errors import CadoganError
from cadogan.play.store import Store
from cadogan.tongues import TONGUES, speaking

__all__ = ["duration", "notice", "plural"]


def notice(store: Store) -> str | None:
    """Return what a person is to be told of the file of their plays, in the tongue that they chose.

    >>> notice(Store.in_memory()) is None
    True
    """
    code = None
    with suppress(CadoganError):  # who cannot be asked is told in English
        code = store.settings().get("tongue")
    with speaking(code if isinstance(code, str) and code in TONGUES else "en"):
        return store.notice


def plural(number: int, word: str) -> str:
    """Return a number of things.

    >>> plural(1, "move"), plural(2, "move")
    ('1 move', '2 moves')
    """
    return f"{number} {word}{'' if number == 1 else 's'}"


def duration(seconds: float) -> str:
    """Return a time as it stands on a clock.

    >>> duration(7.4), duration(3723)
    ('0:07', '1:02:03')
    """
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
