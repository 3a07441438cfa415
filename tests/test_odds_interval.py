"""Confidence interval of a share: published values, exact tails, and properties of all counts."""

from __future__ import annotations

from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cadogan.odds_data.interval import beta_share, interval

Counts = tuple[int, int, int]


@st.composite
def counts(draw: st.DrawFn, most: int = 5000) -> Counts:
    """Draw the numbers of won, unknown and all deals."""
    count = draw(st.integers(1, most))
    won = draw(st.integers(0, count))
    return won, draw(st.integers(0, count - won)), count


@pytest.mark.parametrize(
    ("won", "count", "low", "high"),
    [
        (0, 10, 0, 0.3085),
        (5, 10, 0.1871, 0.8129),
        (10, 10, 0.6915, 1),
        (1, 1, 0.025, 1),
        (71, 100, 0.6107, 0.7964),
        (81, 263, 0.2527, 0.3676),
        (9986, 10_000, 0.9977, 0.9992),
    ],
)
def test_known_values(won: int, count: int, low: float, high: float) -> None:
    assert interval(won, 0, count) == pytest.approx((low, high), abs=5e-5)


def tail(least: int, count: int, share: float) -> float:
    """Return the probability that at least `won` deals are won, if each is won with this share."""
    return sum(
        comb(count, k) * share**k * (1 - share) ** (count - k) for k in range(least, count + 1)
    )


@settings(max_examples=40, deadline=None)  # the machine may be loaded
@given(counts(most=60))
def test_each_end_leaves_a_fortieth(some: Counts) -> None:
    won, unknown, count = some
    low, high = interval(*some)
    if won:
        assert tail(won, count, low) == pytest.approx(0.025, rel=1e-9)
    if won + unknown < count:
        assert 1 - tail(won + unknown + 1, count, high) == pytest.approx(0.025, rel=1e-9)


@settings(max_examples=40, deadline=None)  # the machine may be loaded
@given(counts())
def test_the_interval_contains_the_measured_share(some: Counts) -> None:
    won, unknown, count = some
    low, high = interval(*some)
    assert 0 <= low <= won / count <= (won + unknown) / count <= high <= 1
    assert (low == 0) == (won == 0)
    assert (high == 1) == (won + unknown == count)


@settings(max_examples=40, deadline=None)  # the machine may be loaded
@given(counts())
def test_unknown_deals_count_both_ways(some: Counts) -> None:
    won, unknown, count = some
    assert interval(*some) == (interval(won, 0, count)[0], interval(won + unknown, 0, count)[1])


@settings(max_examples=40, deadline=None)  # the machine may be loaded
@given(counts())
def test_won_and_lost_are_symmetric(some: Counts) -> None:
    won, unknown, count = some
    low, high = interval(*some)
    other = interval(count - won - unknown, unknown, count)
    assert other == pytest.approx((1 - high, 1 - low), abs=1e-12)


def test_more_deals_narrow_the_interval() -> None:
    widths = [high - low for low, high in (interval(7 * n, 0, 10 * n) for n in (1, 10, 100, 10**6))]
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] < 0.001


@settings(max_examples=40, deadline=None)  # the machine may be loaded
@given(st.floats(0.1, 1e4), st.floats(0.1, 1e4), st.floats(0.01, 0.99))
def test_the_two_sides_of_beta(a: float, b: float, x: float) -> None:
    assert beta_share(a, b, x) + beta_share(b, a, 1 - x) == pytest.approx(1, abs=1e-9)


@pytest.mark.parametrize("wrong", [(-1, 0, 10), (0, -1, 10), (6, 5, 10)])
def test_wrong_counts(wrong: Counts) -> None:
    with pytest.raises(ValueError, match="are impossible counts for"):
        interval(*wrong)
