"""Moves for counting, either while the player turns the stock or along the rows.

``COUNT`` encodes the rank that the player calls next. For turned cards, it also encodes the number
of passes without a hit; the value ``barren`` means that this pass had a hit. For rows, it also
encodes the next place at which the player counts.
"""

from __future__ import annotations

from cadogan.state.automatic import settle
from cadogan.state.codes import MoveKind, Num
from cadogan.state.compiled import CompiledRules
from cadogan.state.state import State, change, encode, put_in_order


def count_turned(R: CompiledRules, S: State) -> None:
    """Call the next rank for the card just turned; if its rank matches, the card leaves play."""
    w = R.stock.waste
    hit = (
        R.counting.called[S.cards[w * R.room + S.height[w] - 1]]
        == S.num[Num.COUNT] % R.counting.calls
    )
    passes = R.counting.barren if hit else S.num[Num.COUNT] // R.counting.calls
    if hit:
        put_in_order(R, S, w, R.mechanics.discard_pile)
    change(S, Num.COUNT, passes * R.counting.calls + (S.num[Num.COUNT] + 1) % R.counting.calls)


def may_turn_again(R: CompiledRules, S: State) -> bool:
    """Return whether another pass is allowed, because few enough passes had no hit."""
    passes = S.num[Num.COUNT] // R.counting.calls
    return R.counting.barren == 0 or passes == R.counting.barren or passes + 1 < R.counting.barren


def counted_anew(R: CompiledRules, S: State) -> None:
    """Begin another pass of counting."""
    passes = S.num[Num.COUNT] // R.counting.calls
    if R.counting.barren:
        passes = 0 if passes == R.counting.barren else passes + 1
    change(
        S,
        Num.COUNT,
        passes * R.counting.calls
        + (0 if R.counting.again else S.num[Num.COUNT] % R.counting.calls),
    )


def _next_hit(R: CompiledRules, S: State) -> int:
    """Return the place and the rank of the next hit in the rows, encoded as in COUNT, or -1."""
    places = R.tableau_end - R.tableau_first
    place = S.num[Num.COUNT] // R.counting.calls
    rank = S.num[Num.COUNT] % R.counting.calls
    for _ in range(
        R.counting.calls * places
    ):  # the same calls repeat after as many full passes as there are ranks
        p = R.tableau_first + place
        if S.height[p]:
            if R.counting.called[S.cards[p * R.room + S.height[p] - 1]] == rank:
                return place * R.counting.calls + rank
            rank = (rank + 1) % R.counting.calls
        place = (place + 1) % places
    return -1


def counts_on(R: CompiledRules, S: State, out: list[int], n: int) -> int:
    """Write the move to the next hit, if there is one, to ``out`` at index ``n``."""
    if _next_hit(R, S) >= 0:
        out[n] = encode(MoveKind.COUNT_ON, 0, 0, 0)
        n += 1
    return n


def count_on(R: CompiledRules, S: State) -> None:
    """Continue the count to the next hit, whose card leaves play."""
    places = R.tableau_end - R.tableau_first
    hit = _next_hit(R, S)
    p = R.tableau_first + hit // R.counting.calls
    put_in_order(R, S, p, R.mechanics.discard_pile)
    settle(R, S, p)
    place = (hit // R.counting.calls + 1) % places
    change(S, Num.COUNT, place * R.counting.calls + (hit + 1) % R.counting.calls)
