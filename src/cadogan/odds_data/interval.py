"""Confidence interval for a share estimated from a number of deals."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable

_SURE = 0.95
_CLOSE = 1e-15
_TINY = 1e-300
_MOST_TERMS = 100_000


# cached, because the list of games needs the same intervals every time
@functools.lru_cache(maxsize=4096)
def interval(won: int, unknown: int, count: int) -> tuple[float, float]:
    """Return the 95% interval for the share of all deals that can be won.

    The low end counts every unknown deal as lost, and the high end counts it as won. The function
    computes the Clopper-Pearson interval ("The use of confidence or fiducial limits", Biometrika
    26, 1934). In at least 95 of 100 cases the interval contains the true share, even if the share
    is near 0 or 1.

    Raises:
        ValueError: if the numbers cannot be counts of deals.
    >>> [round(end, 4) for end in interval(5, 0, 10)]
    [0.1871, 0.8129]
    >>> interval(0, 0, 0)
    (0.0, 1.0)
    """
    if min(won, unknown) < 0 or won + unknown > count:
        raise ValueError(
            f"{won} won and {unknown} unknown deals are impossible counts for {count} deals"
        )
    rest = (1 - _SURE) / 2
    most = won + unknown
    low = _inverse(lambda p: beta_share(won, count - won + 1, p), rest) if won else 0.0
    high = (
        _inverse(lambda p: beta_share(most + 1, count - most, p), 1 - rest) if most < count else 1.0
    )
    return low, high


def _inverse(rising: Callable[[float], float], value: float) -> float:
    """Return the point between 0 and 1 where an increasing function reaches a value."""
    low, high = 0.0, 1.0
    while low < (middle := (low + high) / 2) < high:
        if rising(middle) < value:
            low = middle
        else:
            high = middle
    return middle


def beta_share(a: float, b: float, x: float) -> float:
    """Return the regularised incomplete beta function I_x(a, b), for a and b above 0.

    It evaluates the continued fraction 26.5.8 from Abramowitz and Stegun by Lentz's method.

    >>> round(beta_share(2, 3, 0.5), 10), beta_share(1, 1, 0.25)
    (0.6875, 0.25)
    """
    if not 0 < x < 1:
        return float(x >= 1)
    # swap the arguments, because the fraction converges faster from the other end
    if x > (a + 1) / (a + b + 2):
        return 1 - beta_share(b, a, 1 - x)
    front = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    front += a * math.log(x) + b * math.log1p(-x)
    value, c, d = 1.0, math.inf, 1.0
    for term in range(1, _MOST_TERMS):
        m = term // 2
        if term % 2:
            step = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        else:
            step = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        d = 1 / (1 + step * d or _TINY)
        c = 1 + step / c or _TINY
        value *= c * d
        if abs(c * d - 1) < _CLOSE:
            return math.exp(front) / a * value
    raise AssertionError(f"I_{x}({a}, {b}) does not converge")
