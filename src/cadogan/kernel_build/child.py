"""Processes of a build, which end with the one that started them."""

from __future__ import annotations

import os
import threading


def end_with_parent() -> None:
    """End this process when its standard input does: nobody waits for its answer any more."""
    threading.Thread(target=_end_with_input, daemon=True).start()


def _end_with_input() -> None:
    while os.read(0, 1):
        pass
    os._exit(1)
