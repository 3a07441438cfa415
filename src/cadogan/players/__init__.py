"""Policies: ways to play that see only what a player sees.

``random`` makes any legal move. ``greedy`` makes the best in a fixed order of preferences.
``careful`` tries each move out over some guesses at the cards that it cannot see, goes on as
``greedy`` would, and makes the one that comes out best.
"""

from cadogan.core.errors import InvalidPolicyError
from cadogan.players.player import POLICIES

__all__ = ["POLICIES", "version_of"]

# A number is raised when the policy of that name is meant to play otherwise.
_VERSIONS = {"random": 1, "greedy": 1, "careful": 1}


def version_of(policy: str) -> int:
    """Return the version of a policy.

    Raises:
        InvalidPolicyError: when there is no such policy.

    >>> version_of("lucky")
    Traceback (most recent call last):
    cadogan.core.errors.InvalidPolicyError: there is no policy 'lucky'; there are random, greedy and
    careful
    """
    if policy not in POLICIES:
        *names, last = POLICIES
        raise InvalidPolicyError(
            f"there is no policy {policy[:40]!r}; there are {', '.join(names)} and {last}"
        )
    return _VERSIONS[policy]
