"""Policies: automatic players that see only what a human player sees.

``random`` makes any legal move. ``greedy`` makes the best move in a fixed order of preferences.
``careful`` tries each move with several guesses at the hidden cards. It continues each time as
``greedy`` would, and makes the move with the best outcome.
"""

from cadogan.core.errors import InvalidPolicyError
from cadogan.players.player import POLICIES

__all__ = ["POLICIES", "version_of"]

# Increase a policy's number when a change is meant to make it play differently.
_VERSIONS = {"random": 1, "greedy": 1, "careful": 1}


def version_of(policy: str) -> int:
    """Return the version of a policy.

    Raises:
        InvalidPolicyError: if there is no such policy.

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
