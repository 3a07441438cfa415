"""A winning line made shorter: plain Python inside the subset that Numba compiles.

A line is a flat array, ROW numbers for each position on it; the last row is the position won.

What calls make and refusal stands in one function: each function that calls them is compiled with a
copy of them, and so is each that calls it.

Letters and other habits of these files: :mod:`cadogan.solver.search`.
"""

from __future__ import annotations

from cadogan.engine.apply import make, unmake
from cadogan.engine.legal import generate, generate_actions, refusal
from cadogan.engine.winning import won
from cadogan.state.codes import Lift, MoveKind, Num, Refusal
from cadogan.state.compiled import CompiledRules
from cadogan.state.state import (
    LIFTS,
    MASK,
    NOTHING,
    State,
    count_of,
    encode,
    kind_of,
    mix,
    source_of,
    target_of,
)

__all__ = ["ROW", "shorten"]

# places in a row
CODE = 0  # the move made there
CARRIED = 1  # the lowest card that it takes; like the next, of a move from pile to pile
UNDER = 2  # the card that it lays it on, NOTHING in a space
POSITION = 3  # its hash
NEED = 4  # moves from there on that put up a card for the last time
ROW = 5  # how many these are

# what is refused to every target
STAYS = (
    Refusal.NO_CARD,
    Refusal.NOT_TAKEN,
    Refusal.TOO_MANY,
    Refusal.NOT_A_RUN,
    Refusal.KEPT,
    Refusal.FACE_DOWN,
    Refusal.COVERED,
)

# what _wanted answers besides moves
LEFT_OUT = -1  # the line's move is to be left out
NOT_AT_HAND = -2  # the card cannot be had; one less for each turn of the stock that brings it
LOG_TO_SPARE = 10_000  # room in the log for a move and more


def _note_row(R: CompiledRules, S: State, line: list[int], i: int, move: int) -> None:
    row = i * ROW
    line[row + CODE] = move
    if kind_of(move) <= LIFTS:
        a = source_of(move)
        line[row + CARRIED] = S.cards[a * R.room + S.height[a] - count_of(move)]
        line[row + UNDER] = _card_at(R, S, target_of(move), 1 + 0 * row)
    line[row + POSITION] = S.num[Num.HASH]


def _card_at(R: CompiledRules, S: State, p: int, depth: int) -> int:
    """Return the card that lies so deep in a pile (1 = top), NOTHING where none does."""
    h = S.height[p]
    return S.cards[p * R.room + h - depth] if h >= depth else NOTHING


def _take_rows(
    R: CompiledRules, line: list[int], at: int, fresh: list[int], n: int, table: list[int]
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
            if source_of(move) < R.foundations:
                returned |= bit
            elif target_of(move) < R.foundations and not returned & bit:
                need += 1
        line[row + NEED] = need
        slot = line[row + POSITION] & len(table) - 1
        while table[slot] >= 0 and line[table[slot] * ROW + POSITION] != line[row + POSITION]:
            slot = slot + 1 & len(table) - 1
        if table[slot] < 0:
            table[slot] = i
    return at + n


def _place(line: list[int], table: list[int], position: int) -> int:
    """Return the last place of a position, given by its hash, on a line, or -1."""
    slot = position & len(table) - 1
    while table[slot] >= 0:
        if line[table[slot] * ROW + POSITION] == position:
            return table[slot]
        slot = slot + 1 & len(table) - 1
    return -1


def _rejoined(line: list[int], count: int, fresh: list[int], n: int) -> int:
    """Return from which of ``n`` new moves on they go through the same positions as a line."""
    while n > 0 and count > 0:
        if fresh[(n - 1) * ROW + POSITION] != line[(count - 1) * ROW + POSITION]:
            break
        n -= 1
        count -= 1
    return n


def _note(known: list[int], key: int, value: int) -> None:
    """Keep a value, in pairs of a key and a value; another may lose its place."""
    slot = (key & (len(known) >> 1) - 1) << 1
    known[slot] = key
    known[slot + 1] = value


def _noted(known: list[int], key: int) -> int:
    """Return the value kept under a key, or -1."""
    slot = (key & (len(known) >> 1) - 1) << 1
    return known[slot + 1] if known[slot] == key else -1


def _following(position: int, count: int, j: int) -> int:
    """Return the key of following a line from a place on, a position being at hand.

    Every new line has fewer moves, so that what was noted of another one is no more found.
    """
    return mix(position ^ (count << 20 | j))


def _changing(S: State, move: int) -> int:
    """Return the key of what a move from pile to pile does to the position's hash.

    That depends on both piles and on the move alone, but for what follows of itself.
    """
    key = mix(S.part[source_of(move)] ^ (count_of(move) << 4 | kind_of(move)))
    return mix(key + S.part[target_of(move)] & MASK)


def _turns_to(R: CompiledRules, S: State, card: int) -> int:
    """Return how many turns and redeals bring a card to the top of the waste, 0 for never."""
    h = S.height[R.stock.waste]
    left = S.height[R.stock.pile]
    n = R.deal.cards
    best = 0
    for at in range(1, h + left + 1):
        there = (
            S.cards[R.stock.waste * R.room + at - 1]
            if at <= h
            else S.cards[R.stock.pile * R.room + left - (at - h)]
        )
        turns = 0
        if there != card:
            continue
        if at > h and ((at - h) % n == 0 or at == h + left):
            turns = (at - h + n - 1) // n
        elif R.redeal.times and R.redeal.waste and not R.redeal.shuffled:
            if at % n == 0 or at == h + left:
                turns = (left + n - 1) // n + 1 + (at + n - 1) // n
        if turns and (best == 0 or turns < best):
            best = turns
    return best


def _wanted(R: CompiledRules, S: State, line: list[int], j: int, lazy: int) -> int:
    """Return what the move at place ``j`` of a line comes to in the position at hand.

    A move is understood as "this card on that card", wherever they lie now. Returned is a move,
    whose target is still the line's, or LEFT_OUT, or NOT_AT_HAND and less.
    """
    row = j * ROW
    move = line[row + CODE]
    kind = kind_of(move)
    if kind > LIFTS:
        skip = lazy and (kind == MoveKind.TURN or (kind == MoveKind.REDEAL and R.redeal.waste))
        return LEFT_OUT if skip else move
    card = line[row + CARRIED]
    b = target_of(move)
    if _card_at(R, S, source_of(move), count_of(move)) == card:
        return move
    a = -1
    k = 0
    for t in range(-1, R.piles):  # the same pile before the rest, foundations last
        p = source_of(move) if t < 0 else (t + R.foundations) % R.piles
        for depth in range(1, S.height[p] + 1):
            if k == 0 and S.cards[p * R.room + S.height[p] - depth] == card:
                a = p
                k = depth
        if k:
            break
    if k == 0:
        return NOT_AT_HAND
    if a < R.foundations and b < R.foundations:
        return LEFT_OUT
    if R.group[a] == R.group[b] and _card_at(R, S, a, k + 1) == line[row + UNDER]:
        return LEFT_OUT
    if lazy and (a == R.stock.pile or (a == R.stock.waste and k > 1)):
        return NOT_AT_HAND - _turns_to(R, S, card)
    take = R.lift.take[R.group[a]]
    return encode(
        MoveKind.PICK if k > 1 and (take == Lift.ANYWHERE or take == Lift.ENDS) else MoveKind.MOVE,
        a,
        b,
        k,
    )


def _retreat(R: CompiledRules, S: State, mark: int) -> None:
    while S.num[Num.LOG] > mark:
        unmake(R, S)


def shorten(
    R: CompiledRules,
    S: State,
    line: list[int],
    count: int,
    fresh: list[int],
    table: list[int],
    known: list[int],
    out: list[int],
    other: list[int],
    budget: int,
) -> int:
    """Make a line shorter; return how many moves it has then, or -1 if it does not win.

    From every place on it, first to last, the rest is followed without the move made there; later
    also after any other move, before it or in its place. To follow is to do what the line does as
    well as possible: what is done already or not allowed is left out, and where the play comes
    back to the line it goes on from the last place there. What wins in fewer moves is the new line.
    What was tried from a position and a place on the line, and led nowhere, is kept in ``known``,
    and tried no more at as many moves. Places are tried again only up to the last one where the
    line became shorter: behind it nothing has changed.

    The state is as before after it. It is one long function because it calls make and refusal (see
    above).
    """
    start = S.num[Num.LOG]
    zero = 0 * count  # no literals: every literal argument is compiled for itself
    lazy = 1 if R.deal.cards and R.stock.pile >= 0 and R.deal.first == R.stock.waste else 0
    if R.last_deal.cards and R.last_deal.first != R.deal.first:
        lazy = 0
    spent = 0
    stage = -1  # -1: the line as it stands, 0: moves left out, 1: others tried too
    i = -1  # where something is tried; first of all the line is followed as a whole
    end = count  # places from there on have been tried as the line is now
    last = -1  # where it became shorter last
    mark = start
    ways = 0
    way = -1  # -1: no move; then each of the others, before the line's move (even) or in its place
    while True:
        j = max(i + (way & 1), 0)
        n = zero
        ups = zero  # of these n new moves, how many put up a card
        need = line[j * ROW + NEED]
        most = count - i  # with a move more the line as a whole is followed lazily
        if i >= 0:
            move = line[i * ROW + CODE]
            needed = line[i * ROW + NEED] != line[i * ROW + ROW + NEED]
            if way < 0:
                most = 0 if needed else most
            else:
                first = other[way >> 1]
                lifts = kind_of(first) <= LIFTS
                lost = way & 1 and needed and source_of(first) != source_of(move)
                put_up = lifts and target_of(first) < R.foundations
                idle = lost or first == move or (lazy and kind_of(first) >= MoveKind.TURN)
                if idle or need + (0 if put_up else 1) >= most:
                    most = 0
                else:
                    had = S.num[Num.HASH]
                    key = _changing(S, first) if lifts else zero
                    change = _noted(known, key) if lifts else zero - 1
                    if change >= 0:  # where it leads is known before it is made
                        there = had + change & MASK
                        at = _place(line, table, there)
                        failed = _noted(known, _following(there, count, j))
                        if (at >= j and 1 + count - at >= most) or 0 <= failed <= i + 1:
                            most = 0
                    if most:
                        _note_row(R, S, fresh, n, first)
                        make(R, S, first)
                        n += 1
                        ups += 1 if put_up else 0
                        if lifts:
                            _note(known, key, S.num[Num.HASH] - had & MASK)
        move = -1
        turns = 0
        better = False
        again = zero  # from which new move on the line is the old one again
        was = count
        begun = -1
        kept = n
        here = S.num[Num.LOG]
        while most:  # follow the line from place j on
            spent += 1
            row = j * ROW
            if stage < 0:
                _note_row(R, S, line, j, line[row + CODE] if j < count else -1)
            elif turns == 0:
                at = _place(line, table, S.num[Num.HASH])
                if at >= j:
                    if n + count - at >= most:
                        break  # the rest of the line would be the same
                    j = at
                    row = j * ROW
            if n - ups + need >= most or S.num[Num.LOG] + LOG_TO_SPARE > len(S.log):
                break
            if j == count:
                if not won(R, S):
                    break
                _note_row(R, S, fresh, n, zero - 1)
                was = count
                again = _rejoined(line, count, fresh, n)
                count = _take_rows(R, line, max(i, zero), fresh, n, table)
                better = True
                break
            if j != begun:
                begun = j
                kept = n
                here = S.num[Num.LOG]
                if i >= 0:
                    key = _following(S.num[Num.HASH], count, j)
                    failed = _noted(known, key)
                    if 0 <= failed <= i + n:
                        break  # it led nowhere at no more moves
                    _note(known, key, i + n)
            if turns == 0:
                move = _wanted(R, S, line, j, zero if stage < 0 else lazy)
                if move == LEFT_OUT:
                    j += 1
                    continue
                if move < NOT_AT_HAND and n + NOT_AT_HAND - move < most:
                    turns = NOT_AT_HAND - move
            kind = kind_of(move)
            found = -1
            if move < 0 or kind > LIFTS:
                if move >= 0 or turns:
                    acts = generate_actions(R, S, out, 0 * n)
                    for act in range(acts):
                        kind = kind_of(out[act])
                        turning = turns and (kind == MoveKind.TURN or kind == MoveKind.REDEAL)
                        if found < 0 and (turning or out[act] == move):
                            found = out[act]
            else:
                a = source_of(move)
                b = target_of(move)
                k = count_of(move)
                under = line[row + UNDER]
                low = 0 if b < R.foundations else R.foundations
                high = R.foundations if b < R.foundations else R.piles
                for t in range(2 * (high - low) + 1):  # places like the line's, then any other
                    q = b if t == 0 else low + (t - 1) % (high - low)
                    like = R.group[q] == R.group[b] and _card_at(R, S, q, 1 + zero) == under
                    if like == (t > high - low) or (like and t and q == b):
                        continue
                    why = refusal(R, S, kind, a, q, k)
                    if why == 0:
                        found = encode(kind, a, q, k)
                    if why in STAYS or why == 0:
                        break
            if stage < 0 and found != move:
                break
            if found >= 0:
                _note_row(R, S, fresh, n, found)
                make(R, S, found)
                n += 1
                if kind_of(found) <= LIFTS and target_of(found) < R.foundations:
                    ups += 1
                if turns:
                    turns -= 1
                else:
                    j += 1
            elif line[row + NEED] != line[row + ROW + NEED]:
                break
            else:
                _retreat(R, S, here)
                n = kept
                turns = 0
                j += 1
        _retreat(R, S, mark)
        if stage < 0:
            if not better:
                return -1
            stage = 0
            continue
        if i < 0 and not better:
            lazy = zero  # the stock is turned for more than the next card
        if spent >= budget:
            _retreat(R, S, start)
            return count
        at = max(i, 0)
        to = i + 1
        if i < 0:
            end = count
        elif better:  # from the same place again
            last = i
            end = max(end - (was - count), i + again)
            to = i
        elif way + 1 < ways:
            way += 1
            continue
        if to >= end:
            end = last  # from there on nothing has changed since it was tried
            last = -1
            to = 0
            if end <= 0 and (stage == 1 or count == 0):
                _retreat(R, S, start)
                return count
            if end <= 0:
                stage = 1
                end = count
        while at > to:
            unmake(R, S)
            at -= 1
        while at < to:
            make(R, S, line[at * ROW + CODE])
            at += 1
        i = to
        way = -1
        ways = 0
        if stage == 1 and line[i * ROW + ROW + NEED] < count - i:
            ways = 2 * generate(R, S, other)
        mark = S.num[Num.LOG]
