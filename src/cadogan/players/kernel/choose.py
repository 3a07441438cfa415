"""Choice of a move by a policy.

The constants are the preferences of ``greedy``, best first. The page docs/explanation/odds.md
explains them to players.
"""

from __future__ import annotations

from cadogan.engine.apply import make
from cadogan.engine.legal import generate
from cadogan.engine.winning import won
from cadogan.players.kernel.determinize import digest, draw, guess, linked, load, save, value
from cadogan.players.player import AHEAD, CAREFUL, RANDOM, SAMPLES, SAMPLES_OF_OPEN, Player
from cadogan.state.codes import MoveKind, Num
from cadogan.state.compiled import CompiledRules
from cadogan.state.state import LIFTS, State, count_of, kind_of, source_of, target_of

HOME = 0  # a card goes to a foundation or leaves play
UNCOVERS = 1  # a card goes onto another and uncovers a card, which is turned up
BROUGHT = 2  # a card from the waste, a reserve, a cell or the stock goes onto another
EMPTIES = 3  # cards go onto another card and leave an empty pile
JOINS = 4  # a card leaves a place where it does not fit for a card that it fits
FREES = 5  # cards go into an empty pile and uncover a card, which is turned up
SETTLES = 6  # a card from the waste, a reserve, a cell or the stock goes into an empty pile
DEALS_ON = 7  # cards are dealt, turned, filled in or exchanged
AGAIN = 8  # the player makes a redeal or a shift
OTHERS = 9  # any other move, chosen at random, so that a play cannot repeat forever
BACK = 10  # a card leaves a foundation, or a whole pile goes into an empty pile
UNDOES = 11  # the move reverses the move before it
_EACH = 1 << 9


def preference(R: CompiledRules, S: State, move: int, last: int) -> int:
    """Return the rank of a move that follows the move ``last`` (or -1); lower is better."""
    kind = kind_of(move)
    if kind > LIFTS:
        return _liked_action(kind)
    a = source_of(move)
    b = target_of(move)
    k = count_of(move) if kind == MoveKind.MOVE else 1
    left = S.height[a] - k
    uncovers = kind == MoveKind.MOVE and left > 0 and left == S.down[a] and a != R.stock.pile
    if b < R.foundations:
        if a < R.foundations:
            return BACK * _EACH
        return HOME * _EACH + (0 if uncovers else 1)
    if a < R.foundations or a == b:
        return BACK * _EACH
    if last >= 0 and kind == MoveKind.MOVE and _takes_back(move, last):
        return UNDOES * _EACH
    if not R.tableau_first <= b < R.tableau_end:
        if a == R.stock.pile:
            return DEALS_ON * _EACH + S.height[b]
        return OTHERS * _EACH
    if S.height[b]:
        return UNCOVERS * _EACH + 256 - k if uncovers else _liked_on_card(R, S, kind, a, b, k)
    if uncovers:
        return FREES * _EACH + 256 - k
    if not R.tableau_first <= a < R.tableau_end:
        return SETTLES * _EACH
    return (OTHERS if left else BACK) * _EACH


def _liked_action(kind: int) -> int:
    """Return the rank of a move that does not take selected cards from pile to pile."""
    if kind == MoveKind.REMOVE or kind == MoveKind.MARRY or kind == MoveKind.COUNT_ON:
        return HOME * _EACH
    if kind == MoveKind.REDEAL or kind == MoveKind.SHIFT:
        return AGAIN * _EACH
    return (DEALS_ON - (kind == MoveKind.SWAP)) * _EACH


def _takes_back(move: int, last: int) -> bool:
    """Return whether a move exactly reverses the last move."""
    if kind_of(last) != MoveKind.MOVE or count_of(last) != count_of(move):
        return False
    return source_of(last) == target_of(move) and target_of(last) == source_of(move)


def _liked_on_card(R: CompiledRules, S: State, kind: int, a: int, b: int, k: int) -> int:
    """Return the rank of a move that goes onto a tableau card and turns up no card."""
    left = S.height[a] - k
    if not R.tableau_first <= a < R.tableau_end:
        return BROUGHT * _EACH + (S.height[b] if a == R.stock.pile else 256 - k)
    if left == 0:
        return EMPTIES * _EACH + 256 - k
    card = S.cards[a * R.room + left]
    apart = left - 1 < S.down[a] or not linked(R, S, a, left - 1, card)
    if kind == MoveKind.MOVE and apart and linked(R, S, b, S.height[b] - 1, card):
        return JOINS * _EACH + 256 - k
    return OTHERS * _EACH


def prefers(
    R: CompiledRules, S: State, P: Player, out: list[int], legal: int, last: int, key: int
) -> int:
    """Return the move with the best rank; choose among equal moves at random."""
    best = preference(R, S, out[0], last)
    P.liked[0] = best
    equals = 1 + 0 * legal
    for i in range(1, legal):
        liked = preference(R, S, out[i], last)
        P.liked[i] = liked
        if liked < best:
            best = liked
            equals = 1
        elif liked == best:
            equals += 1
    at = key % equals
    for i in range(legal):
        if P.liked[i] == best:
            if at == 0:
                return out[i]
            at -= 1
    return out[0]


def _follow(R: CompiledRules, S: State, P: Player, out: list[int], last: int, key: int) -> int:
    """Make some moves as ``greedy`` would; return the value of the position after them."""
    for n in range(AHEAD):
        if won(R, S):
            return 1 << 20
        legal = generate(R, S, out)
        if legal == 0:
            return value(R, S)
        last = prefers(R, S, P, out, legal, last, draw(key, n)) if legal > 1 else out[0]
        make(R, S, last)
        S.num[Num.LOG] = 0
    return value(R, S) + (1 << 20 if won(R, S) else 0)


def _met(P: Player, key: int, met: int) -> bool:
    for i in range(met):
        if P.met[i] == key:
            return True
    return False


def _weighed(
    R: CompiledRules, S: State, P: Player, out: list[int], legal: int, last: int, key: int, met: int
) -> int:
    """Return the move with the best outcome over several guesses at the hidden cards."""
    moves = 0 * legal
    for i in range(legal):  # leave out moves without progress, unless there are no others
        if preference(R, S, out[i], last) < BACK * _EACH:
            out[moves] = out[i]
            moves += 1
    if moves == 0:
        return prefers(R, S, P, out, legal, last, key)
    save(R, S, P.kept)
    for i in range(moves):
        P.worth[i] = 0
        P.tried[i] = out[i]
    samples = SAMPLES
    for s in range(SAMPLES):
        if s == samples:
            break
        for i in range(moves):
            load(R, S, P.kept)
            if guess(R, S, P, draw(key, 2 * s)) == 0:
                samples = SAMPLES_OF_OPEN
            make(R, S, P.tried[i])
            S.num[Num.LOG] = 0
            if s == 0 and _met(P, digest(R, S, P), met):
                P.worth[i] -= 1 << 40  # the move would lead to a position that occurred earlier
            P.worth[i] += _follow(R, S, P, out, P.tried[i], draw(key, 2 * s + 1))
    load(R, S, P.kept)
    best = 0 * moves
    liked = preference(R, S, P.tried[0], last)
    for i in range(1, moves):
        other = preference(R, S, P.tried[i], last)
        more = P.worth[i] - P.worth[best]
        if more > 0 or (more == 0 and other < liked):
            best = i
            liked = other
    return P.tried[best]


def choose(
    R: CompiledRules, S: State, P: Player, out: list[int], legal: int, last: int, key: int, met: int
) -> int:
    """Return the move that the policy makes, one of the ``legal`` moves in ``out``.

    ``last`` is the previous move, or -1, ``key`` the random draw, and ``met`` the number of
    positions in ``P.met``.
    """
    if legal == 1:
        return out[0]
    if P.policy == RANDOM:
        return out[key % legal]
    if P.policy == CAREFUL:
        return _weighed(R, S, P, out, legal, last, key, met)
    return prefers(R, S, P, out, legal, last, key)
