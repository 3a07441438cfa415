"""Counting, while cards are turned or along the rows.

``COUNT`` keeps what is called next, and beside it, for cards that are turned, how many passes were
without a hit (``barren`` stands for a hit in this pass); for rows, the place that is counted next.

Letters and other habits of these files: :mod:`cadogan.solver.search`.
"""

from __future__ import annotations

from cadogan.state.compiled import Tables
from cadogan.state.queries import settle
from cadogan.state.state import COUNT, COUNT_ON, State, change, encode, put_in_order

__all__ = [
    "count_on",
    "count_turned",
    "counted_anew",
    "counts_on",
    "may_turn_again",
]


def count_turned(T: Tables, S: State) -> None:
    """Call the next rank for the card that was turned; a hit leaves play."""
    w = T.waste
    hit = T.called[S.cards[w * T.room + S.height[w] - 1]] == S.num[COUNT] % T.calls
    passes = T.barren if hit else S.num[COUNT] // T.calls
    if hit:
        put_in_order(T, S, w, T.discard)
    change(S, COUNT, passes * T.calls + (S.num[COUNT] + 1) % T.calls)


def may_turn_again(T: Tables, S: State) -> bool:
    """Say whether there is another pass, or too many were without a hit."""
    passes = S.num[COUNT] // T.calls
    return T.barren == 0 or passes == T.barren or passes + 1 < T.barren


def counted_anew(T: Tables, S: State) -> None:
    """Begin another pass."""
    passes = S.num[COUNT] // T.calls
    if T.barren:
        passes = 0 if passes == T.barren else passes + 1
    change(S, COUNT, passes * T.calls + (0 if T.count_again else S.num[COUNT] % T.calls))


def _next_hit(T: Tables, S: State) -> int:
    """Return the place in the rows and the rank of the next hit, as COUNT has them, or -1."""
    places = T.tableau_end - T.tableau_first
    place = S.num[COUNT] // T.calls
    rank = S.num[COUNT] % T.calls
    for _ in range(T.calls * places):  # after as many passes as ranks the same is called again
        p = T.tableau_first + place
        if S.height[p]:
            if T.called[S.cards[p * T.room + S.height[p] - 1]] == rank:
                return place * T.calls + rank
            rank = (rank + 1) % T.calls
        place = (place + 1) % places
    return -1


def counts_on(T: Tables, S: State, out: list[int], n: int) -> int:
    """Write the counting on to the next hit to ``out``, at ``n``, if there is one."""
    if _next_hit(T, S) >= 0:
        out[n] = encode(COUNT_ON, 0, 0, 0)
        n += 1
    return n


def count_on(T: Tables, S: State) -> None:
    """Count on to the next hit, which leaves play."""
    places = T.tableau_end - T.tableau_first
    hit = _next_hit(T, S)
    p = T.tableau_first + hit // T.calls
    put_in_order(T, S, p, T.discard)
    settle(T, S, p)
    place = (hit // T.calls + 1) % places
    change(S, COUNT, place * T.calls + (hit + 1) % T.calls)
