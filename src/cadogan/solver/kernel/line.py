"""A winning line made shorter: plain Python inside the subset that Numba compiles.

A line is a flat array, ROW numbers for each position on it; the last row is the position won.

What calls make and refusal stands in one function: each function that calls them is compiled with a
copy of them, and so is each that calls it.

Letters and other habits of these files: :mod:`cadogan.solver.kernel`.
"""

from __future__ import annotations

from cadogan.engine import generate, generate_actions, make, refusal, unmake, won
from cadogan.state import (
    ANYWHERE,
    CHECK,
    ENDS,
    HASH,
    LIFTS,
    LOG,
    MOVE,
    NOTHING,
    PICK,
    REDEAL,
    TURN,
    State,
    count_of,
    encode,
    kind_of,
    source_of,
    target_of,
)
from cadogan.tables import Tables

__all__ = ["ROW", "shorten"]

# places in a row
CODE = 0  # the move made there
CARRIED = 1  # the lowest card that it takes; like the next, of a move from pile to pile
UNDER = 2  # the card that it lays it on, NOTHING in a space
FIRST = 3  # the position's hash
SECOND = 4  # its other one
NEED = 5  # moves from there on that put up a card for the last time
ROW = 6  # how many these are

# what _wanted answers besides moves
LEFT_OUT = -1  # the line's move is to be left out
NOT_AT_HAND = -2  # the card cannot be had; one less for each turn of the stock that brings it
LOG_TO_SPARE = 10_000  # room in the log for a move and more


def _note_row(T: Tables, S: State, line: list[int], i: int, move: int) -> None:
    row = i * ROW
    line[row + CODE] = move
    if kind_of(move) <= LIFTS:
        a = source_of(move)
        line[row + CARRIED] = S.cards[a * T.room + S.height[a] - count_of(move)]
        line[row + UNDER] = _card_at(T, S, target_of(move), 1 + 0 * row)
    line[row + FIRST] = S.num[HASH]
    line[row + SECOND] = S.num[CHECK]


def _card_at(T: Tables, S: State, p: int, depth: int) -> int:
    """Return the card that lies so deep in a pile (1 = top), NOTHING where none does."""
    h = S.height[p]
    return S.cards[p * T.room + h - depth] if h >= depth else NOTHING


def _take_rows(
    T: Tables, line: list[int], at: int, fresh: list[int], n: int, table: list[int]
) -> int:
    """Put ``n`` new moves in place of the end of a line; return how many moves it has now.

    The table, of a size that is a power of two, finds a position's last place on the line.
    """
    for i in range(n * ROW + ROW):
        line[at * ROW + i] = fresh[i]
    for i in range(len(table)):
        table[i] = -1
    need = 0
    returned = 0
    for i in range(at + n, -1, -1):
        row = i * ROW
        move = line[row + CODE]
        if kind_of(move) <= LIFTS:
            bit = 1 << line[row + CARRIED]
            if source_of(move) < T.foundations:
                returned |= bit
            elif target_of(move) < T.foundations and not returned & bit:
                need += 1
        line[row + NEED] = need
        slot = line[row + FIRST] & len(table) - 1
        while table[slot] >= 0 and line[table[slot] * ROW + FIRST] != line[row + FIRST]:
            slot = slot + 1 & len(table) - 1
        if table[slot] < 0:
            table[slot] = i
    return at + n


def _place(S: State, line: list[int], table: list[int]) -> int:
    """Return the last place of the position at hand on a line, or -1."""
    slot = S.num[HASH] & len(table) - 1
    while table[slot] >= 0:
        row = table[slot] * ROW
        if line[row + FIRST] == S.num[HASH]:
            return table[slot] if line[row + SECOND] == S.num[CHECK] else -1
        slot = slot + 1 & len(table) - 1
    return -1


def _turns_to(T: Tables, S: State, card: int) -> int:
    """Return how many turns and redeals bring a card to the top of the waste, 0 for never."""
    h = S.height[T.waste]
    left = S.height[T.stock]
    n = T.deal_count
    best = 0
    for at in range(1, h + left + 1):
        there = (
            S.cards[T.waste * T.room + at - 1]
            if at <= h
            else S.cards[T.stock * T.room + left - (at - h)]
        )
        turns = 0
        if there != card:
            continue
        if at > h and ((at - h) % n == 0 or at == h + left):
            turns = (at - h + n - 1) // n
        elif T.redeal_times and T.redeal_waste and not T.redeal_shuffled:
            if at % n == 0 or at == h + left:
                turns = (left + n - 1) // n + 1 + (at + n - 1) // n
        if turns and (best == 0 or turns < best):
            best = turns
    return best


def _wanted(T: Tables, S: State, line: list[int], j: int, lazy: int) -> int:
    """Return what the move at place ``j`` of a line comes to in the position at hand.

    A move is understood as "this card on that card", wherever they lie now. Returned is a move,
    whose target is still the line's, or LEFT_OUT, or NOT_AT_HAND and less.
    """
    row = j * ROW
    move = line[row + CODE]
    kind = kind_of(move)
    if kind > LIFTS:
        skip = lazy and (kind == TURN or (kind == REDEAL and T.redeal_waste))
        return LEFT_OUT if skip else move
    card = line[row + CARRIED]
    b = target_of(move)
    if _card_at(T, S, source_of(move), count_of(move)) == card:
        return move
    a = -1
    k = 0
    for t in range(-1, T.piles):  # the same pile before the rest, foundations last
        p = source_of(move) if t < 0 else (t + T.foundations) % T.piles
        for depth in range(1, S.height[p] + 1):
            if k == 0 and S.cards[p * T.room + S.height[p] - depth] == card:
                a = p
                k = depth
        if k:
            break
    if k == 0:
        return NOT_AT_HAND
    if a < T.foundations and b < T.foundations:
        return LEFT_OUT
    if T.group[a] == T.group[b] and _card_at(T, S, a, k + 1) == line[row + UNDER]:
        return LEFT_OUT
    if lazy and (a == T.stock or (a == T.waste and k > 1)):
        return NOT_AT_HAND - _turns_to(T, S, card)
    take = T.take[T.group[a]]
    return encode(PICK if k > 1 and (take == ANYWHERE or take == ENDS) else MOVE, a, b, k)


def _retreat(T: Tables, S: State, mark: int) -> None:
    while S.num[LOG] > mark:
        unmake(T, S)


def shorten(
    T: Tables,
    S: State,
    line: list[int],
    count: int,
    fresh: list[int],
    table: list[int],
    out: list[int],
    other: list[int],
    budget: int,
) -> int:
    """Make a line shorter; return how many moves it has then, or -1 if it does not win.

    From every place on it, first to last, the rest is followed without the move made there; later
    also after any other move, before it or in its place. To follow is to do what the line does as
    well as possible: what is done already or not allowed is left out, and where the play comes
    back to the line it goes on from the last place there. What wins in fewer moves is the new line.
    The state is as before after it. It is one long function because it calls make and refusal (see
    above).
    """
    start = S.num[LOG]
    zero = 0 * count  # no literals: every literal argument is compiled for itself
    lazy = 1 if T.deal_count and T.stock >= 0 and T.deal_first == T.waste else 0
    if T.last_count and T.last_first != T.deal_first:
        lazy = 0
    spent = 0
    stage = -1  # -1: the line as it stands, 0: moves left out, 1: others tried too, 2: the end
    before = count + 1
    i = -1  # where something is tried; first of all the line is followed as a whole
    mark = start
    ways = 0
    way = -1  # -1: no move; then each of the others, before the line's move (even) or in its place
    while True:
        j = max(i + (way & 1), 0)
        n = zero
        most = count - max(i, 0)
        if i < 0 and before > count:
            most += 1
        if i >= 0:
            move = line[i * ROW + CODE]
            needed = line[i * ROW + NEED] != line[i * ROW + ROW + NEED]
            if way < 0:
                most = 0 if needed else most
            else:
                first = other[way >> 1]
                lost = way & 1 and needed and source_of(first) != source_of(move)
                if lost or first == move or (lazy and kind_of(first) >= TURN):
                    most = 0
                else:
                    _note_row(T, S, fresh, n, first)
                    make(T, S, first)
                    n += 1
        move = -1
        turns = 0
        better = False
        begun = -1
        kept = n
        here = S.num[LOG]
        while most:  # follow the line from place j on
            spent += 1
            row = j * ROW
            if stage < 0:
                _note_row(T, S, line, j, line[row + CODE] if j < count else -1)
            elif turns == 0:
                at = _place(S, line, table)
                if at >= j:
                    if n + count - at >= most:
                        break  # the rest of the line would be the same
                    j = at
                    row = j * ROW
            if n + line[row + NEED] >= most or S.num[LOG] + LOG_TO_SPARE > len(S.log):
                break
            if j == count:
                if not won(T, S):
                    break
                _note_row(T, S, fresh, n, zero - 1)
                count = _take_rows(T, line, max(i, zero), fresh, n, table)
                better = True
                break
            if j != begun:
                begun = j
                kept = n
                here = S.num[LOG]
            if turns == 0:
                move = _wanted(T, S, line, j, zero if stage < 0 else lazy)
                if move == LEFT_OUT:
                    j += 1
                    continue
                if move < NOT_AT_HAND and n + NOT_AT_HAND - move < most:
                    turns = NOT_AT_HAND - move
            kind = kind_of(move)
            found = -1
            if move < 0 or kind > LIFTS:
                if move >= 0 or turns:
                    acts = generate_actions(T, S, out, 0 * n)
                    for act in range(acts):
                        kind = kind_of(out[act])
                        turning = turns and (kind == TURN or kind == REDEAL)
                        if found < 0 and (turning or out[act] == move):
                            found = out[act]
            else:
                a = source_of(move)
                b = target_of(move)
                k = count_of(move)
                low = 0 if b < T.foundations else T.foundations
                high = T.foundations if b < T.foundations else T.piles
                for t in range(2 * (high - low) + 1):  # places like the line's, then any other
                    q = b if t == 0 else low + (t - 1) % (high - low)
                    if found < 0 and (
                        t > high - low
                        or (
                            T.group[q] == T.group[b]
                            and _card_at(T, S, q, 1 + zero) == line[row + UNDER]
                        )
                    ):
                        if refusal(T, S, kind, a, q, k) == 0:
                            found = encode(kind, a, q, k)
                            break
            if stage < 0 and found != move:
                break
            if found >= 0:
                _note_row(T, S, fresh, n, found)
                make(T, S, found)
                n += 1
                if turns:
                    turns -= 1
                else:
                    j += 1
            elif line[row + NEED] != line[row + ROW + NEED]:
                break
            else:
                _retreat(T, S, here)
                n = kept
                turns = 0
                j += 1
        _retreat(T, S, mark)
        if stage < 0:
            if not better:
                return -1
            stage = 0
            continue
        if i < 0 and before > count and not better:
            lazy = zero  # the stock is turned for more than the next card
        if stage == 2:
            return count
        if better and 0 <= i < count:
            way = -1  # from the same place again
        elif 0 <= i < count and way + 1 < ways:
            way += 1
        else:
            if 0 <= i < count:
                make(T, S, line[i * ROW + CODE])
            i += 1
            way = -1
            if i >= count or spent >= budget:
                _retreat(T, S, start)
                if spent >= budget:
                    stage = 2
                elif count == before:
                    stage += 1
                    if stage == 2:
                        return count
                before = count
                i = -1
            ways = 0
            if stage == 1 and i >= 0:
                ways = 2 * generate(T, S, other)
            mark = S.num[LOG]
