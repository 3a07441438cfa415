"""Shortening of winning lines, in the subset of Python that Numba compiles.

A line is a flat array with ROW numbers for each position; the last row is for the won position. In
the array with the line to shorten, an additional last number counts the examined positions.
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

# indices of the numbers in a row
CODE = 0  # the move that the line makes in the position
CARRIED = 1  # the lowest card that a move from pile to pile takes
UNDER = 2  # the card on which this card is then laid, or NOTHING for an empty pile
POSITION = 3  # hash of the position
NEED = 4  # number of moves from here on that put a card up for the last time
ROW = 5  # number of integers in a row

# refusals that do not depend on the target of a move
STAYS = (
    Refusal.NO_CARD,
    Refusal.NOT_TAKEN,
    Refusal.TOO_MANY,
    Refusal.NOT_A_RUN,
    Refusal.KEPT,
    Refusal.FACE_DOWN,
    Refusal.COVERED,
)

# results of _wanted that are not moves
LEFT_OUT = -1  # the play leaves out the move of the line
# the card is not available; each turn of the stock needed to reach the card subtracts one more
NOT_AT_HAND = -2
LOG_TO_SPARE = 10_000  # maximum number of log entries for one move, with a margin


def _note_row(R: CompiledRules, S: State, line: list[int], i: int, move: int) -> None:
    row = i * ROW
    line[row + CODE] = move
    if kind_of(move) <= LIFTS:
        a = source_of(move)
        line[row + CARRIED] = S.cards[a * R.room + S.height[a] - count_of(move)]
        line[row + UNDER] = _card_at(R, S, target_of(move), 1 + 0 * row)
    line[row + POSITION] = S.num[Num.HASH]


def _card_at(R: CompiledRules, S: State, p: int, depth: int) -> int:
    """Return the card at a depth in a pile (1 = top), or NOTHING if the pile has too few cards."""
    h = S.height[p]
    return S.cards[p * R.room + h - depth] if h >= depth else NOTHING


def _take_rows(
    R: CompiledRules, line: list[int], at: int, fresh: list[int], n: int, table: list[int]
) -> int:
    """Replace the end of a line with ``n`` new moves; return the new length of the line.

    ``table`` maps a position to the index of its last occurrence on the line. The length of
    ``table`` is a power of two.
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
    """Return the last index at which a line has a position, given by its hash, or -1."""
    slot = position & len(table) - 1
    while table[slot] >= 0:
        if line[table[slot] * ROW + POSITION] == position:
            return table[slot]
        slot = slot + 1 & len(table) - 1
    return -1


def _rejoined(line: list[int], count: int, fresh: list[int], n: int) -> int:
    """Return the index from which ``n`` new moves repeat the end of the old line."""
    while n > 0 and count > 0:
        if fresh[(n - 1) * ROW + POSITION] != line[(count - 1) * ROW + POSITION]:
            break
        n -= 1
        count -= 1
    return n


def _note(known: list[int], key: int, value: int) -> None:
    """Store a value under a key, possibly replacing the value of another key."""
    slot = (key & (len(known) >> 1) - 1) << 1
    known[slot] = key
    known[slot + 1] = value


def _noted(known: list[int], key: int) -> int:
    """Return the value stored under a key, or -1 if there is none."""
    slot = (key & (len(known) >> 1) - 1) << 1
    return known[slot + 1] if known[slot] == key else -1


def _following(position: int, count: int, j: int) -> int:
    """Return the key for an attempt to follow a line of ``count`` moves from index ``j`` on.

    Each new line has fewer moves, so the keys of earlier lines no longer match.
    """
    return mix(position ^ (count << 20 | j))


def _changing(S: State, move: int) -> int:
    """Return the key for the change of the hash that a move from pile to pile makes.

    That change depends only on the two piles and on the move, apart from automatic changes.
    """
    key = mix(S.part[source_of(move)] ^ (count_of(move) << 4 | kind_of(move)))
    return mix(key + S.part[target_of(move)] & MASK)


def _turns_to(R: CompiledRules, S: State, card: int) -> int:
    """Return the number of turns and redeals that bring a card to the top of the waste, or 0."""
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
    """Return the move that has the same effect now as the move at index ``j`` of a line.

    The effect of a move is to lay a certain card on a certain other card, wherever the two lie now.
    The result is a move to the target of the line's move, LEFT_OUT, or a number no greater than
    NOT_AT_HAND.
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
    a = _pile_of(R, S, card, source_of(move))
    if a < 0:
        return NOT_AT_HAND
    k = _depth_of(R, S, card, a)
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


def _pile_of(R: CompiledRules, S: State, card: int, first: int) -> int:
    """Return a pile that holds a card, or -1; search ``first`` before others, foundations last."""
    if _depth_of(R, S, card, first):
        return first
    for t in range(R.piles):
        p = (t + R.foundations) % R.piles
        if _depth_of(R, S, card, p):
            return p
    return -1 + 0 * card


def _depth_of(R: CompiledRules, S: State, card: int, p: int) -> int:
    """Return the depth of a card in a pile (1 = top), or 0 if the pile does not hold it."""
    for depth in range(1, S.height[p] + 1):
        if S.cards[p * R.room + S.height[p] - depth] == card:
            return depth
    return 0 * card


def _retreat(R: CompiledRules, S: State, mark: int) -> None:
    while S.num[Num.LOG] > mark:
        unmake(R, S)


def _needed(line: list[int], j: int) -> bool:
    """Return whether the move at index ``j`` of a line puts its card up for the last time."""
    return line[j * ROW + NEED] != line[j * ROW + ROW + NEED]


def _puts_up(R: CompiledRules, move: int) -> bool:
    """Return whether a move puts a card on a foundation."""
    return kind_of(move) <= LIFTS and target_of(move) < R.foundations


def _log_is_full(S: State) -> bool:
    """Return whether the undo log lacks room for another move."""
    return S.num[Num.LOG] + LOG_TO_SPARE > len(S.log)


def _action(R: CompiledRules, S: State, out: list[int], move: int, turns: int) -> int:
    """Return the first legal special move that is ``move`` or, with ``turns``, turns the stock.

    Return -1 if no special move does.
    """
    acts = generate_actions(R, S, out, 0 * move)
    for act in range(acts):
        kind = kind_of(out[act])
        if turns and (kind == MoveKind.TURN or kind == MoveKind.REDEAL):
            return out[act]
        if out[act] == move:
            return move
    return -1 + 0 * move


def _lift(R: CompiledRules, S: State, move: int, under: int) -> int:
    """Return a legal move that takes the cards of ``move`` to its target or a similar pile, or -1.

    First come the target and the piles of its group with the top card ``under``. Then come all the
    other foundations, if the target is one, or all the other piles that are not foundations.
    """
    kind = kind_of(move)
    a = source_of(move)
    b = target_of(move)
    k = count_of(move)
    low = 0 if b < R.foundations else R.foundations
    high = R.foundations if b < R.foundations else R.piles
    for t in range(2 * (high - low) + 1):
        q = b if t == 0 else low + (t - 1) % (high - low)
        like = R.group[q] == R.group[b] and _card_at(R, S, q, 1 + 0 * move) == under
        if like == (t > high - low) or (like and t and q == b):
            continue
        why = refusal(R, S, kind, a, q, k)
        if why == 0:
            return encode(kind, a, q, k)
        if why in STAYS:
            break
    return -1 + 0 * move


def _possible(
    R: CompiledRules, S: State, line: list[int], j: int, out: list[int], move: int, turns: int
) -> int:
    """Return the legal move that is closest to the intended move at index ``j`` of a line, or -1.

    ``move`` is the result of :func:`_wanted`. ``turns`` is the number of turns of the stock that
    must come first.
    """
    if move >= 0 and kind_of(move) <= LIFTS:
        return _lift(R, S, move, line[j * ROW + UNDER])
    if move >= 0 or turns:
        return _action(R, S, out, move, turns)
    return -1 + 0 * move


def _replay(
    R: CompiledRules, S: State, line: list[int], count: int, fresh: list[int], out: list[int]
) -> bool:
    """Make the moves of a line and write its rows to ``fresh``; return whether the line wins."""
    for j in range(count):
        move = line[j * ROW + CODE]
        if _log_is_full(S):
            return False
        if kind_of(move) > LIFTS:
            legal = _action(R, S, out, move, 0 * move) == move
        else:
            legal = (
                refusal(R, S, kind_of(move), source_of(move), target_of(move), count_of(move)) == 0
            )
        if not legal:
            return False
        _note_row(R, S, fresh, j, move)
        make(R, S, move)
    _note_row(R, S, fresh, count, -1 + 0 * count)
    return not _log_is_full(S) and won(R, S)


def _led_nowhere(S: State, known: list[int], count: int, j: int, moves: int) -> bool:
    """Return whether an equal attempt failed after at most as many moves; record this attempt."""
    key = _following(S.num[Num.HASH], count, j)
    failed = _noted(known, key)
    if 0 <= failed <= moves:
        return True
    _note(known, key, moves)
    return False


def _skip_to(
    S: State, line: list[int], count: int, table: list[int], j: int, n: int, most: int
) -> int:
    """Return the last index from ``j`` on at which the line has the current position, or ``j``.

    Return -1 if ``n`` new moves and the rest of the line make at least ``most`` moves.
    """
    at = _place(line, table, S.num[Num.HASH])
    if at < j:
        return j
    return -1 + 0 * j if n + count - at >= most else at


def _follow(
    R: CompiledRules,
    S: State,
    line: list[int],
    count: int,
    fresh: list[int],
    table: list[int],
    known: list[int],
    out: list[int],
    i: int,
    j: int,
    n: int,
    ups: int,
    lazy: int,
) -> int:
    """Follow a line from index ``j`` on; return the number of new moves of a win, or -1.

    The play has left the line at index ``i``, or never if that is -1. The play has made ``n`` new
    moves, of which ``ups`` put up a card. With ``lazy``, the play turns the stock only to reach
    cards that the line needs.
    """
    most = count - i  # a lazy play that follows the whole line may have one more move
    need = line[j * ROW + NEED]
    move = -1 + 0 * n
    turns = 0 * n
    begun = -1 + 0 * n
    start = n
    here = S.num[Num.LOG]
    while True:
        line[len(line) - 1] += 1
        if turns == 0:
            j = _skip_to(S, line, count, table, j, n, most)
        if j < 0 or n - ups + need >= most or _log_is_full(S):
            return -1
        if j == count:
            _note_row(R, S, fresh, n, -1 + 0 * n)
            return n if won(R, S) else -1
        if j != begun:
            begun = j
            start = n
            here = S.num[Num.LOG]
            if i >= 0 and _led_nowhere(S, known, count, j, i + n):
                return -1
        if turns == 0:
            move = _wanted(R, S, line, j, lazy)
            if move == LEFT_OUT:
                j += 1
                continue
            if move < NOT_AT_HAND and n + NOT_AT_HAND - move < most:
                turns = NOT_AT_HAND - move
        found = _possible(R, S, line, j, out, move, turns)
        if found >= 0:
            _note_row(R, S, fresh, n, found)
            make(R, S, found)
            n += 1
            ups += 1 if _puts_up(R, found) else 0
            if turns:
                turns -= 1
            else:
                j += 1
        elif _needed(line, j):
            return -1
        else:
            _retreat(R, S, here)
            n = start
            turns = 0
            j += 1


def _may_help(
    R: CompiledRules,
    S: State,
    line: list[int],
    count: int,
    table: list[int],
    known: list[int],
    i: int,
    j: int,
    first: int,
    lazy: int,
) -> bool:
    """Return whether the move ``first`` at index ``i`` could make the line shorter.

    After that move, the attempt follows the line from index ``j`` on. If ``j`` is ``i + 1``, it
    leaves out the line's move at ``i``.
    """
    most = count - i
    move = line[i * ROW + CODE]
    if first == move or (lazy and kind_of(first) >= MoveKind.TURN):
        return False
    if j > i and _needed(line, i) and source_of(first) != source_of(move):
        return False
    if line[j * ROW + NEED] + (0 if _puts_up(R, first) else 1) >= most:
        return False
    change = _noted(known, _changing(S, first)) if kind_of(first) <= LIFTS else -1 + 0 * i
    if change < 0:
        return True
    there = S.num[Num.HASH] + change & MASK  # hash of the position after the move
    at = _place(line, table, there)
    failed = _noted(known, _following(there, count, j))
    return not ((at >= j and 1 + count - at >= most) or 0 <= failed <= i + 1)


def _begin(R: CompiledRules, S: State, fresh: list[int], known: list[int], first: int) -> None:
    """Make the first of the new moves, and record how it changes the hash of the position."""
    had = S.num[Num.HASH]
    key = _changing(S, first) if kind_of(first) <= LIFTS else 0 * had
    _note_row(R, S, fresh, 0 * had, first)
    make(R, S, first)
    if kind_of(first) <= LIFTS:
        _note(known, key, S.num[Num.HASH] - had & MASK)


def _try(
    R: CompiledRules,
    S: State,
    line: list[int],
    count: int,
    fresh: list[int],
    table: list[int],
    known: list[int],
    out: list[int],
    other: list[int],
    i: int,
    way: int,
    lazy: int,
) -> int:
    """Leave a line at index ``i`` and follow the rest; return the number of new moves, or -1.

    If ``i`` is -1, the play follows the whole line. If ``way`` is -1, the play leaves out the
    line's move at ``i``. If ``way`` is not negative, the play makes ``other[way // 2]``, before the
    line's move if ``way`` is even, or in its place.
    """
    j = max(i + (way & 1), 0)
    n = 0 * count
    ups = 0 * count
    if i >= 0 and way < 0 and _needed(line, i):
        return -1
    if way >= 0:
        first = other[way >> 1]
        if not _may_help(R, S, line, count, table, known, i, j, first, lazy):
            return -1
        _begin(R, S, fresh, known, first)
        n = 1 + 0 * count
        ups += 1 if _puts_up(R, first) else 0
    return _follow(R, S, line, count, fresh, table, known, out, i, j, n, ups, lazy)


def _go(R: CompiledRules, S: State, line: list[int], at: int, to: int) -> None:
    """Go from the position at one index of a line to the one at another."""
    while at > to:
        unmake(R, S)
        at -= 1
    while at < to:
        make(R, S, line[at * ROW + CODE])
        at += 1


def _turned_lazily(R: CompiledRules) -> int:
    """Return 1 if the stock deals only to the waste, so that players can turn it when needed."""
    if R.last_deal.cards and R.last_deal.first != R.deal.first:
        return 0
    return 1 if R.deal.cards and R.stock.pile >= 0 and R.deal.first == R.stock.waste else 0


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
    """Make a line shorter; return its new number of moves, or -1 if the line does not win.

    For each index of the line, the function first tries to follow the rest without the move at this
    index. When no such attempt helps, the function also tries every other legal move at the index,
    before the line's move and in its place. To follow a line means to make its moves, except those
    that are already done or illegal. When the play reaches a position of the line, it continues
    from the last index with this position. A play that wins in fewer moves becomes the new line.

    ``known`` stores failed attempts by position and index on the line, so that the function does
    not repeat them with as many moves or more. After one pass, the function tries again only up to
    the last index where the line became shorter, because nothing changed after it.

    ``line`` and ``fresh`` must have room for one row more than the line has positions. On return,
    the state is as it was before the call.
    """
    start = S.num[Num.LOG]
    zero = 0 * count  # a literal would make Numba compile a function again
    wins = _replay(R, S, line, count, fresh, out)
    _retreat(R, S, start)
    if not wins:
        return -1
    count = _take_rows(R, line, zero, fresh, count, table)
    line[len(line) - 1] = count + 1  # number of examined positions
    lazy = _turned_lazily(R)
    others = zero  # flag: also try moves that are not on the line
    i = zero - 1  # index of the current attempt, or -1 to follow the whole line first
    end = count  # all attempts from this index on have failed for the current line
    last = -1  # last index at which the line became shorter
    ways = 0
    # current attempt: -1 leaves out the line's move; the others are numbered as for _try
    way = zero - 1
    while True:
        mark = S.num[Num.LOG]
        n = _try(R, S, line, count, fresh, table, known, out, other, i, way, lazy)
        _retreat(R, S, mark)
        was = count
        again = zero  # index from which the new moves repeat the old line
        if n >= 0:
            again = _rejoined(line, count, fresh, n)
            count = _take_rows(R, line, max(i, zero), fresh, n, table)
        elif i < 0:
            lazy = zero  # turning the stock lazily does not win, so turn it as the line does
        if line[len(line) - 1] >= budget:
            _retreat(R, S, start)
            return count
        to = i + 1
        if i < 0:
            end = count
        elif n >= 0:  # the new line may become shorter at the same index again
            last = i
            end = max(end - (was - count), i + again)
            to = i
        elif way + 1 < ways:
            way += 1
            continue
        if to >= end:
            end = last  # nothing after this index has changed since the last attempt
            last = -1
            to = 0
            if end <= 0 and (others or count == 0):
                _retreat(R, S, start)
                return count
            if end <= 0:
                others = 1
                end = count
        _go(R, S, line, max(i, zero), to)
        i = to
        way = zero - 1
        ways = 0
        if others and line[i * ROW + ROW + NEED] < count - i:
            ways = 2 * generate(R, S, other)
