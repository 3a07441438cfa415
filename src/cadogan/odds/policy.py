"""The worker processes that play deals by a policy, where others solve them."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from cadogan.odds.crew import Crew

__all__ = ["PlayCrew", "crew_for"]

COMMAND = (sys.executable, "-m", "cadogan.odds.play_worker")


class PlayCrew(Crew):
    """Workers that play by a policy."""

    most_at_once = 4096

    @property
    def command(self) -> Sequence[str]:
        """What starts a worker."""
        return COMMAND


def crew_for(policy: str) -> type[Crew]:
    """Return the kind of crew that plays by a policy, or solves where there is none.

    >>> crew_for("greedy").__name__, crew_for("").__name__
    ('PlayCrew', 'Crew')
    """
    return PlayCrew if policy else Crew
