"""Score of a position: points for cards on foundations, or for hands in a grid."""

from __future__ import annotations

from cadogan.state.compiled import CompiledRules
from cadogan.state.state import State

# kinds of hands, in the order of cadogan.rules.vocabulary.HANDS
NO_HANDS = 0  # there are no hands: cards on foundations score
CRIBBAGE = 1  # each hand has four cards and the starter; all higher codes are poker

# indices into score.pay: the poker hands
PAIR = 0
TWO_PAIRS = 1
THREE = 2
STRAIGHT = 3
FLUSH = 4
FULL_HOUSE = 5
FOUR = 6
STRAIGHT_FLUSH = 7
ROYAL = 8

_COUNTS = 8  # index in S.scratch of the counts of ranks, which follow the cards of the hand


def score(R: CompiledRules, S: State) -> int:
    """Return the score of a position; incomplete hands have no points."""
    if R.score.hands == NO_HANDS:
        n = 0
        for f in range(R.foundations):
            n += S.height[f]
        return R.score.start + R.score.card * n
    total = R.score.start
    starter = _starter(R, S)
    for i in range(R.score.side):
        total += _hand(R, S, R.tableau_first + i * R.score.side, 1, starter)
        total += _hand(R, S, R.tableau_first + i, R.score.side, starter)
    if R.score.diagonals:
        total += _hand(R, S, R.tableau_first, R.score.side + 1, starter)
        total += _hand(R, S, R.tableau_first + R.score.side - 1, R.score.side - 1, starter)
    if starter >= 0 and starter % 13 == 10:
        total += 2
    return total


def score_reached(R: CompiledRules, S: State) -> bool:
    """Return whether the score has reached the target, with all hands complete."""
    if R.score.hands != NO_HANDS:
        for p in range(R.tableau_first, R.tableau_end):
            if S.height[p] == 0:
                return False
    return score(R, S) >= R.score.target


def far_from_score(R: CompiledRules, S: State) -> int:
    """Return the estimated points still needed to win, which the search uses to order steps.

    An incomplete poker hand contributes the points that it may still bring.
    """
    total = R.score.target - score(R, S)
    if R.score.hands <= CRIBBAGE:
        return 16 * total
    total *= 16
    for i in range(R.score.side):
        total -= _promise(R, S, R.tableau_first + i * R.score.side, 1)
        total -= _promise(R, S, R.tableau_first + i, R.score.side)
    if R.score.diagonals:
        total -= _promise(R, S, R.tableau_first, R.score.side + 1)
        total -= _promise(R, S, R.tableau_first + R.score.side - 1, R.score.side - 1)
    return total


def _starter(R: CompiledRules, S: State) -> int:
    """Return the starter, which is turned up when the cribbage grid is full, or -1."""
    if R.score.hands != CRIBBAGE or S.height[R.stock.pile] == 0:
        return -1
    for p in range(R.tableau_first, R.tableau_end):
        if S.height[p] == 0:
            return -1
    return S.cards[R.stock.pile * R.room + S.height[R.stock.pile] - 1]


def _hand(R: CompiledRules, S: State, first: int, step: int, starter: int) -> int:
    """Return the points of the hand in a line of piles that are ``step`` apart."""
    n = 0
    for i in range(R.score.side):
        p = first + i * step
        if S.height[p] == 0:
            return 0
        S.scratch[n] = S.cards[p * R.room]
        n += 1
    if R.score.hands == CRIBBAGE:
        if starter < 0:
            return 0
        S.scratch[n] = starter
        return _cribbage(S)
    return _poker(R, S)


def _promise(R: CompiledRules, S: State, first: int, step: int) -> int:
    """Return the points that an incomplete poker hand may bring, in sixteenths.

    Equal ranks already in the hand score in full. If its cards are all of one suit, or close in
    rank, a share of a flush or straight counts instead, if that is larger. The share grows with the
    number of cards.
    """
    n = 0 * first
    for i in range(R.score.side):
        p = first + i * step
        if S.height[p]:
            S.scratch[n] = S.cards[p * R.room]
            n += 1
    if n == 0 or n == R.score.side:
        return 0 * n
    _count_ranks(S, n)
    suits = 0
    for i in range(n):
        suits |= 1 << S.scratch[i] // 13
    flush = suits & suits - 1 == 0
    straight = _near_each_other(S, n)
    best = 0
    if flush and straight:
        best = R.score.pay[STRAIGHT_FLUSH]
    elif flush:
        best = R.score.pay[FLUSH]
    elif straight:
        best = R.score.pay[STRAIGHT]
    return max(_pay_of_equals(R, S) * 16, best * 16 * n * n // 36)


def _near_each_other(S: State, n: int) -> bool:
    """Return whether the ranks of ``n`` cards are all different and could form one straight."""
    low = 13
    high = 0
    for i in range(n):
        rank = S.scratch[i] % 13
        if S.scratch[_COUNTS + rank] > 1:
            return False
        low = min(low, rank)
        high = max(high, rank)
    if S.scratch[_COUNTS] and high > 8:  # an ace may follow a king
        low = 13
        for rank in range(1, 13):
            if S.scratch[_COUNTS + rank]:
                low = min(low, rank)
        high = 13
    return high - low <= 4


def _pay_of_equals(R: CompiledRules, S: State) -> int:
    """Return the points for equal ranks, given the counts of the ranks."""
    most = 0
    pairs = 0
    for rank in range(13):
        here = S.scratch[_COUNTS + rank]
        most = max(most, here)
        pairs += 1 if here == 2 else 0
    if most >= 4:
        return R.score.pay[FOUR]
    if most == 3:
        return R.score.pay[FULL_HOUSE if pairs else THREE]
    if pairs == 2:
        return R.score.pay[TWO_PAIRS]
    return R.score.pay[PAIR] if pairs else 0


def _count_ranks(S: State, n: int) -> None:
    """Count the ranks among the first ``n`` cards of a hand."""
    for rank in range(14):
        S.scratch[_COUNTS + rank] = 0
    for i in range(n):
        S.scratch[_COUNTS + S.scratch[i] % 13] += 1


def _cribbage(S: State) -> int:
    """Return the cribbage points for four cards and the starter."""
    total = 0
    for some in range(1, 32):
        pips = 0
        for i in range(5):
            if some >> i & 1:
                pips += min(S.scratch[i] % 13 + 1, 10)
        if pips == 15:
            total += 2
    for i in range(5):
        for j in range(i):
            if S.scratch[i] % 13 == S.scratch[j] % 13:
                total += 2
    _count_ranks(S, 5)
    length = 0
    ways = 1
    for rank in range(14):  # the last entry stands for no rank, and ends every run
        here = S.scratch[_COUNTS + rank]
        if here:
            length += 1
            ways *= here
            continue
        if length >= 3:
            total += length * ways
        length = 0
        ways = 1
    suit = S.scratch[0] // 13
    if S.scratch[1] // 13 == suit and S.scratch[2] // 13 == suit and S.scratch[3] // 13 == suit:
        total += 5 if S.scratch[4] // 13 == suit else 4
    for i in range(4):
        if S.scratch[i] == S.scratch[4] // 13 * 13 + 10:
            total += 1
    return total


def _poker(R: CompiledRules, S: State) -> int:
    """Return the poker points for five cards."""
    _count_ranks(S, 5)
    pairs = 0
    threes = 0
    run = 0
    longest = 0
    for rank in range(13):
        here = S.scratch[_COUNTS + rank]
        if here >= 4:  # a game with two packs can have five of a kind
            return R.score.pay[FOUR]
        if here == 3:
            threes += 1
        if here == 2:
            pairs += 1
        run = run + 1 if here == 1 else 0
        longest = max(longest, run)
    # an ace may follow a king
    high = run == 4 and S.scratch[_COUNTS] == 1
    flush = True
    for i in range(1, 5):
        if S.scratch[i] // 13 != S.scratch[0] // 13:
            flush = False
    if flush and high:
        return R.score.pay[ROYAL]
    if flush and longest == 5:
        return R.score.pay[STRAIGHT_FLUSH]
    if threes and pairs:
        return R.score.pay[FULL_HOUSE]
    if flush:
        return R.score.pay[FLUSH]
    if high or longest == 5:
        return R.score.pay[STRAIGHT]
    if threes:
        return R.score.pay[THREE]
    if pairs == 2:
        return R.score.pay[TWO_PAIRS]
    return R.score.pay[PAIR] if pairs else 0
