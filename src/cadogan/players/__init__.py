"""Policies: automatic players that see no more than a human player sees.

The policy ``random`` makes any legal move. The policy ``greedy`` makes the best move in a fixed
order of preferences. The policy ``careful`` tries each move with several guesses at the hidden
cards. After each guess, it continues as ``greedy`` would, and it makes the move with the best
outcome.
"""

from cadogan.core.errors import InvalidPolicyError
from cadogan.players.player import POLICIES

__all__ = ["POLICIES", "version_of"]

# Increase a policy's number when a change deliberately alters how it plays.
_VERSIONS = {"random": 1, "greedy": 1, "careful": 1}


def version_of(policy: str) -> int:
    """Return the version of a policy.

    Raises:
        InvalidPolicyError: if the policy does not exist.

    >>> version_of("lucky")
    Traceback (most recent call last):
    cadogan.core.errors.InvalidPolicyError: there is no policy 'lucky'; choose random, greedy or
    careful
    """
    if policy not in POLICIES:
        *names, last = POLICIES
        raise InvalidPolicyError(
            f"there is no policy {policy[:40]!r}; choose {', '.join(names)} or {last}"
        )
    return _VERSIONS[policy]
