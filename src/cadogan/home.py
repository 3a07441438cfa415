"""Where Cadogan keeps what is a person's own: plays, and what was measured."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

__all__ = ["home"]


def home() -> Path:
    """Return the directory that the system gives to such data, or the one in ``CADOGAN_HOME``.

    >>> home().name != ""
    True
    """
    chosen = os.environ.get("CADOGAN_HOME")
    return Path(chosen) if chosen else Path(platformdirs.user_data_dir("cadogan", appauthor=False))
