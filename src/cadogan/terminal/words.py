"""Words that several screens say."""

from __future__ import annotations

__all__ = ["duration", "plural"]


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
