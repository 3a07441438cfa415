"""The rules in action: legal moves, make, unmake, won.

This is the one home of the rules. Every function here is plain Python over flat arrays of integers
and the tables of a game (:mod:`cadogan.tables`), inside the subset that Numba compiles: a process
either interprets this file (the arrays are lists) or compiles it (:mod:`cadogan.compiled`; the
arrays are NumPy's int64). Hashes are kept to 62 bits, so both give the same
moves in the same order and the same hashes; ``tests/test_engine_compiled.py`` holds them together.

A move is one integer: kind, source pile, target pile and count, see :func:`encode`. A pile's cards
lie in ``cards[pile * room ...]``, bottom first. Every change goes through a small log, so that
:func:`unmake` restores a position exactly, shuffles included. What the letters T, S, p, h, ... mean
is said in :mod:`cadogan.solver.kernel`, once for all that is compiled.
"""

from __future__ import annotations

from typing import NamedTuple

from cadogan.tables import Tables

__all__ = [
    "CARD",
    "DEAL",
    "LIFTS",
    "MERCI",
    "MOVE",
    "PICK",
    "REDEAL",
    "REFILL",
    "SHIFT",
    "TURN",
    "State",
    "count_of",
    "encode",
    "gaps",
    "generate",
    "generate_actions",
    "holds",
    "kind_of",
    "make",
    "mix",
    "push",
    "refusal",
    "reorder",
    "seal",
    "set_number",
    "settle_all",
    "shuffle",
    "sink_exposed",
    "source_of",
    "target_of",
    "times",
    "unmake",
    "wants",
    "won",
]

MASK = (1 << 62) - 1  # sums of two such numbers still fit a signed 64-bit integer
SALT = 0x13198A2E03707344  # sets the second hash apart from the first
NOTHING = 52  # "the card on top" of an empty pile

# kinds of move
MOVE = 0  # the top cards of a pile to another one
PICK = 1  # a card from anywhere in a pile, where any may be taken
MERCI = 2  # a buried card, drawn as often as the game allows
LIFTS = MERCI  # kinds up to this one take chosen cards from pile to pile
TURN = 3  # cards of the stock to the waste
DEAL = 4  # cards of the stock to the piles of a group
REFILL = 5  # cards of the stock to short piles
REDEAL = 6  # the cards are used again
SHIFT = 7  # bottom cards become top cards

# places in State.num; BASE and the counters follow each other (solver's packing.pack)
HASH = 0  # of the whole position
LOG = 1  # entries of the undo log
BASE = 2  # the base card + 1, or 0
REDEALS = 3  # used
DEALS = 4  # made, where a rule asks
SHIFTS = 5  # used
MERCIES = 6  # buried cards drawn
KEY = 7  # of the shuffles in mid-play
CHECK = 8  # a second hash
NUMBERS = 9  # how many these are

# kinds of take (cadogan.language.words.TAKES, in order)
NONE, CARD, RUN, SINGLY, BLOCK, WHOLE, CARD_OR_WHOLE, ANYWHERE = 0, 1, 2, 3, 4, 5, 6, 7

# kinds of condition (cadogan.language.words.CONDITIONS, in order)
EMPTY, NO_GAPS, COMPLETE, REDEALT, DEALT, CHOSEN, NO_REDEAL, HAS_SPACE = 0, 1, 2, 3, 4, 5, 6, 7

# entries of the log
_FRAME, _MOVED, _TURNED, _DOWN, _MARK, _NUMBER, _PICKED, _SUNK, _BOARD = 0, 1, 2, 3, 4, 5, 6, 7, 8
_PART = 9
_LOG_ROOM = 8192  # no single move writes more: 16 a card dealt, and less than 50 a pile

# why a move is refused (cadogan.reasons says it in words)
SAME_PILE, NO_CARD, NOT_TAKEN, NOT_YET_TAKEN, TOO_MANY, NOT_A_RUN, NO_WAY, NOT_YET = (
    1,
    2,
    3,
    4,
    5,
    6,
    7,
    8,
)
NO_SPACE, SINGLE_ONLY, FULL, TOO_SHORT, WRONG_CARD, TWIN, NO_ROOM_TO_CARRY = (
    9,
    10,
    11,
    12,
    13,
    14,
    15,
)
KEPT, FACE_DOWN, WHOLE_ONLY, EQUAL_BESIDE = 16, 17, 18, 19


class State(NamedTuple):
    """A position being worked on; every field is a flat array of integers, changed in place.

    Examples are of a Klondike deal, with ``room`` 52: pile 4 is the first column, pile 5 the second
    one, of a card face down and one face up.
    """

    cards: list[int]  # [pile * room + i] cards, bottom first: cards[5 * 52 + 1] is 5's top card
    height: list[int]  # [pile] cards in it: height[5] is 2
    down: list[int]  # [pile] how many of these, from the bottom, lie face down: down[5] is 1
    mark: list[int]  # [pile] how many cards do not fix its direction (one-way building): 0
    roll: list[int]  # [pile * (room + 1) + i] the hash of its lowest i cards
    part: list[int]  # [pile] its share of the position's hash, num[HASH], as of the last seal
    part2: list[int]  # [pile] ... and of the second one, num[CHECK]
    num: list[int]  # [HASH, LOG, ...] the numbers named above: num[REDEALS] is 0
    log: list[int]  # [0 to num[LOG] - 1] what was changed, for unmake
    want: list[int]  # [pile] working room: the cards that it takes, as of the last generate
    scratch: list[int]  # working room, of one function at a time


# --- integers ------------------------------------------------------------------------------------


def times(a: int, b: int) -> int:
    """Return the low 62 bits of a product.

    The one function with two forms: the compiled engine puts unsigned arithmetic in its place,
    because there a signed product that overflows has no defined value.
    """
    return a * b & MASK


def mix(x: int) -> int:
    """Return a well-spread 62-bit hash of a 62-bit integer."""
    x = times(x ^ x >> 32, 0x2C8148C08017D353)
    x = times(x ^ x >> 29, 0x2545F4914F6CDD1D)
    return x ^ x >> 32


def shuffle(cards: list[int], count: int, key: int) -> None:
    """Shuffle ``cards[:count]`` in place: Fisher-Yates from the end, drawn from ``key``."""
    for i in range(count - 1, 0, -1):
        key = (key + 0x1E3779B97F4A7C15) & MASK
        j = mix(key) % (i + 1)
        held = cards[i]
        cards[i] = cards[j]
        cards[j] = held


def reorder(cards: list[int], count: int, key: int) -> None:
    """Shuffle ``cards[:count]`` in place so that fewer cards come in the same order.

    ``key`` draws a place for each card for itself, whatever the others are. So a redeal, whose key
    is the deal's and the redeal's number, cannot be bettered by holding back a card.
    """
    for i in range(count):
        card = cards[i]
        copies = 0 * card
        for j in range(i):
            if cards[j] & 63 == card:
                copies += 1
        place = mix(key ^ (copies * 64 + card + 1)) >> 6 << 6 | card
        j = i
        while j > 0 and cards[j - 1] > place:
            cards[j] = cards[j - 1]
            j -= 1
        cards[j] = place
    for i in range(count):
        cards[i] &= 63


def encode(kind: int, source: int, target: int, count: int) -> int:
    """Return a move as one integer."""
    return kind | source << 4 | target << 12 | count << 20


def kind_of(move: int) -> int:
    """Return the kind of a move."""
    return move & 15


def source_of(move: int) -> int:
    """Return the source pile of a move."""
    return move >> 4 & 255


def target_of(move: int) -> int:
    """Return the target pile of a move."""
    return move >> 12 & 255


def count_of(move: int) -> int:
    """Return how many cards a move takes (of a PICK: how deep the card lies, 1 = top)."""
    return move >> 20


# --- writing -------------------------------------------------------------------------------------


def push(T: Tables, S: State, p: int, card: int) -> None:
    """Put a card on a pile; ``seal`` must follow before the hash is read."""
    h = S.height[p]
    S.cards[p * T.room + h] = card
    at = p * (T.room + 1) + h
    S.roll[at + 1] = times(S.roll[at] + card + 1, 0x1851F42D4C957F2D)
    S.height[p] = h + 1


def seal(T: Tables, S: State, p: int) -> None:
    """Bring the position's hash up to date with a pile.

    The hash is the sum of the piles' mixed hashes, and interchangeable piles share a class, so it
    does not depend on their order; a sum and not xor, because equal piles would cancel. The second
    hash sums the same parts, mixed once more: two positions with the same first hash have the same
    second one no likelier than any two others.
    """
    rolled = S.roll[p * (T.room + 1) + S.height[p]]
    rest = T.klass[p] | S.down[p] << 8 | S.mark[p] << 16
    part = mix(rolled ^ times(rest, 0x3C6EF372FE94F82B))
    part2 = mix(part ^ SALT)
    S.num[HASH] = (S.num[HASH] - S.part[p] + part) & MASK
    S.num[CHECK] = (S.num[CHECK] - S.part2[p] + part2) & MASK
    S.part[p] = part
    S.part2[p] = part2


def set_number(S: State, which: int, value: int) -> None:
    """Set a counter and bring the hash up to date."""
    old = mix(which << 40 | S.num[which])
    new = mix(which << 40 | value)
    S.num[HASH] = (S.num[HASH] - old + new) & MASK
    S.num[CHECK] = (S.num[CHECK] - mix(old ^ SALT) + mix(new ^ SALT)) & MASK
    S.num[which] = value


def _note(S: State, what: int, a: int, b: int, c: int) -> None:
    at = S.num[LOG]
    S.log[at] = what
    S.log[at + 1] = a
    S.log[at + 2] = b
    S.log[at + 3] = c
    S.num[LOG] = at + 4


def _reseal(T: Tables, S: State, p: int) -> None:
    """Seal a pile that a move has changed, noting what is cheaper kept than found again."""
    _note(S, _PART, p, S.part[p], S.part2[p])
    seal(T, S, p)


def _change(S: State, which: int, value: int) -> None:
    _note(S, _NUMBER, which, S.num[which], 0)
    set_number(S, which, value)


def _set_down(T: Tables, S: State, p: int, down: int) -> None:
    if S.down[p] != down:
        _note(S, _DOWN, p, S.down[p], 0)
        S.down[p] = down


def _set_mark(T: Tables, S: State, p: int, mark: int) -> None:
    if S.mark[p] != mark:
        _note(S, _MARK, p, S.mark[p], 0)
        S.mark[p] = mark


def _carry(T: Tables, S: State, a: int, b: int, n: int, turned: int) -> None:
    """Move the top ``n`` cards of ``a`` on to ``b``, turning the packet over when ``turned``."""
    ha = S.height[a]
    base = a * T.room + ha
    hb = S.height[b]
    for i in range(n):
        push(T, S, b, S.cards[base - 1 - i] if turned else S.cards[base - n + i])
    S.height[a] = ha - n
    _note(S, _TURNED if turned else _MOVED, a, b, n)
    if S.down[a] > ha - n:
        _set_down(T, S, a, ha - n)
    if T.hidden[b]:
        _set_down(T, S, b, S.height[b])
    if T.marks[a] and S.mark[a] > ha - n:
        _set_mark(T, S, a, ha - n)
    if T.marks[b] and turned and S.mark[b] == hb:
        _set_mark(T, S, b, hb + n)  # what is dealt is not packed
    elif T.marks[b] and hb == 0:
        _set_mark(T, S, b, 1)
    _reseal(T, S, a)
    _reseal(T, S, b)


def _keep_board(T: Tables, S: State) -> None:
    """Log the whole board, for the few moves that rearrange it."""
    at = S.num[LOG]
    start = at
    for p in range(T.piles):
        h = S.height[p]
        for i in range(h):
            S.log[at] = S.cards[p * T.room + i]
            at += 1
        S.log[at] = h
        S.log[at + 1] = S.down[p]
        S.log[at + 2] = S.mark[p]
        at += 3
    S.num[LOG] = at
    _note(S, _BOARD, start, 0, 0)


def _restore_board(T: Tables, S: State, start: int) -> None:
    at = start
    end = S.num[LOG]
    for p in range(T.piles - 1, -1, -1):
        h = S.log[end - 3]
        S.height[p] = 0
        S.down[p] = S.log[end - 2]
        S.mark[p] = S.log[end - 1]
        at = end - 3 - h
        for i in range(h):
            push(T, S, p, S.log[at + i])
        end = at
    S.num[LOG] = start


# --- what follows of itself ----------------------------------------------------------------------


def sink_exposed(T: Tables, S: State, p: int) -> None:
    """Put an exposed card that sinks (an old form of Baker's Dozen) under its pile."""
    while True:
        h = S.height[p]
        if h < 2 or S.down[p] == h or not T.sinks[p] >> S.cards[p * T.room + h - 1] & 1:
            return
        other = 0
        for i in range(h):
            if not T.sinks[p] >> S.cards[p * T.room + i] & 1:
                other = 1
        if not other:
            return
        _note(S, _SUNK, p, S.down[p], 0)
        _rotate(T, S, p, 1)
        # under face-down cards it lies face down too; the next card, now on top, is turned up
        S.down[p] = min(S.down[p] + 1, h - 1) if S.down[p] else 0
        if T.marks[p]:
            _set_mark(T, S, p, min(S.mark[p] + 1, h))
        _reseal(T, S, p)


def _rotate(T: Tables, S: State, p: int, to_bottom: int) -> None:
    """Put a pile's top card to its bottom, or its bottom card to its top."""
    h = S.height[p]
    base = p * T.room
    for i in range(h):
        S.scratch[i] = S.cards[base + i]
    S.height[p] = 0
    for i in range(h):
        push(T, S, p, S.scratch[(i + h - 1) % h if to_bottom else (i + 1) % h])


def _settle(T: Tables, S: State, p: int) -> None:
    h = S.height[p]
    if h and S.down[p] == h and (T.turns[p] == 1 or (T.turns[p] == 2 and h == 1)):
        _set_down(T, S, p, h - 1)
        _reseal(T, S, p)
    if T.sinks[p]:
        sink_exposed(T, S, p)


def _fill(T: Tables, S: State, p: int) -> None:
    for k in range(T.fill_ways):
        q = T.fill_from[p * T.fill_ways + k]
        if q < 0:
            return
        if S.height[q] and S.height[p] == 0:
            _carry(T, S, q, p, min(T.fill_cards[p], S.height[q]), 1)
            _settle(T, S, q)


def settle_all(T: Tables, S: State) -> None:
    """Do what the rules do of themselves: fill spaces at once, turn up, sink."""
    if T.fill_ways:
        for p in range(T.piles):
            if T.fill_cards[p] and S.height[p] == 0 and holds(T, S, T.fill_when[p]):
                _fill(T, S, p)
    for p in range(T.piles):
        _settle(T, S, p)


# --- reading -------------------------------------------------------------------------------------


def holds(T: Tables, S: State, condition: int) -> bool:
    """Say whether a condition holds; 0 always does, a negative one is negated."""
    if condition == 0:
        return True
    k = abs(condition) - 1
    kind = T.cond_kind[k]
    value = True
    if kind == EMPTY:
        for p in range(T.cond_first[k], T.cond_end[k]):
            if S.height[p]:
                value = False
    elif kind == NO_GAPS:
        value = not gaps(T, S)
    elif kind == COMPLETE:
        value = S.height[0] >= T.full[0]
    elif kind == REDEALT:
        value = S.num[REDEALS] > 0
    elif kind == DEALT:
        value = S.num[DEALS] > 0
    elif kind == CHOSEN:
        value = S.num[BASE] > 0
    elif kind == NO_REDEAL:
        value = S.num[REDEALS] >= T.redeal_times
    else:
        value = False
        for p in range(T.cond_first[k], T.cond_end[k]):
            if S.height[p] == 0:
                value = True
    return value == (condition > 0)


def gaps(T: Tables, S: State) -> bool:
    """Say whether a pile holds fewer cards than its refill number."""
    for i in range(T.refill_piles):
        p = T.refill_order[i]
        if S.height[p] < T.refill_below[p]:
            return True
    return False


def phase(T: Tables, S: State) -> int:
    """Return which of the conditions that routes depend on hold, one bit each."""
    bits = 0
    for k in range(T.phase_conditions):
        if holds(T, S, k + 1):
            bits |= 1 << k
    return bits


def wants(T: Tables, S: State, p: int) -> int:
    """Return the set of cards (bit ``card``) that pile ``p`` takes by its build or space rule."""
    h = S.height[p]
    rule = T.rule_at[p * (T.room + 1) + h]
    lock = T.lock[p]
    if T.then_when[p] and holds(T, S, T.then_when[p]):
        rule = T.rule_then[p * (T.room + 1) + h]
        lock = T.lock_then[p]
    if rule == 0:
        return 0
    if rule >= T.based:
        rule += S.num[BASE]
    top = NOTHING
    if h:
        if S.down[p] >= h:
            return 0
        top = S.cards[p * T.room + h - 1]
    elif T.indicator[p] >= 0:
        q = T.indicator[p]
        if S.height[q] == 0:
            return 0
        top = S.cards[q * T.room + S.height[q] - 1]
    mask = T.accept[rule * 53 + top]
    if lock and S.mark[p] and h > S.mark[p]:
        # the first card packed fixed the direction: rules lock (up) and lock + 1 (down)
        at = p * T.room + S.mark[p]
        if T.accept[lock * 53 + S.cards[at - 1]] >> S.cards[at] & 1:
            mask &= T.accept[lock * 53 + top]
        elif T.accept[(lock + 1) * 53 + S.cards[at - 1]] >> S.cards[at] & 1:
            mask &= T.accept[(lock + 1) * 53 + top]
    if T.above[p] >= 0:
        mask &= _ranks_shown(T, S, T.above[p])
    return mask


def _ranks_shown(T: Tables, S: State, p: int) -> int:
    mask = 0
    for i in range(S.height[p]):
        mask |= (1 << 0 | 1 << 13 | 1 << 26 | 1 << 39) << S.cards[p * T.room + i] % 13
    return mask


def _is_twin(T: Tables, S: State, p: int) -> bool:
    """Say whether an earlier foundation is in all respects the same as ``p``."""
    at = p * (T.room + 1) + S.height[p]
    for q in range(T.twins[p], p):
        if (
            T.klass[q] == T.klass[p]
            and S.height[q] == S.height[p]
            and S.roll[q * (T.room + 1) + S.height[q]] == S.roll[at]
        ):
            return True
    return False


def _run_length(T: Tables, S: State, p: int, most: int) -> int:
    """Return how many cards at the top of ``p``, ``most`` at the most, form a built run."""
    link = T.link[p]
    if T.then_when[p] and holds(T, S, T.then_when[p]):
        link = T.link_then[p]
    if link >= T.based:
        link += S.num[BASE]
    at = p * T.room + S.height[p] - 1
    n = 1
    while n < most and T.accept[link * 53 + S.cards[at - n]] >> S.cards[at - n + 1] & 1:
        n += 1
    return n


def _singly(T: Tables, S: State, target: int) -> int:
    """Return how many cards single moves could carry to ``target``: (cells + 1) * 2^spaces."""
    n = 1
    for p in range(T.piles):
        if T.is_cell[p] and S.height[p] == 0 and p != target:
            n += 1
    for p in range(T.piles):
        if T.any_space[p] and S.height[p] == 0 and p != target and holds(T, S, T.any_when[p]):
            n *= 2
    return n


def _loose(T: Tables, S: State, p: int) -> int:
    """Return how many cards at the top of a pile lie face up and are not kept there."""
    if T.blind[p]:
        return 1 if S.height[p] else 0
    return S.height[p] - max(S.down[p], T.keep[T.group[p]])


def generate(T: Tables, S: State, out: list[int]) -> int:
    """Write the legal moves to ``out``, sorted by source, target and count, and return how many.

    Automatic consequences are no moves of their own: they belong to the move that causes them.
    """
    bits = phase(T, S)
    n = 0 * bits  # no literal: the compiler would make a function for it
    mercy = T.merci_times > S.num[MERCIES] and holds(T, S, T.merci_when)
    wanted = 0
    for p in range(T.piles):
        S.want[p] = wants(T, S, p)
        if S.want[p] and T.twins[p] >= 0 and _is_twin(T, S, p):
            S.want[p] = 0
        wanted |= S.want[p]
    for a in range(T.piles):
        g = T.group[a]
        take = T.take[g]
        if take == NONE or S.height[a] == 0 or T.gives[bits * T.groups + g] == 0:
            continue
        loose = _loose(T, S, a)
        if loose <= 0:
            continue
        if take == CARD:
            most = 1
        elif take == RUN or take == SINGLY:
            most = _run_length(T, S, a, loose)
        else:
            most = loose
        top = a * T.room + S.height[a]
        card = S.cards[top - 1]
        buried = T.mercied[a] and mercy
        only_top = most == 1 and not buried
        if only_top and not wanted >> card & 1:
            continue
        row = (bits * T.groups + g) * T.groups
        for b in range(T.piles):
            mask = S.want[b]
            if (only_top and not mask >> card & 1) or mask == 0 or b == a:
                continue
            if not T.route[row + T.group[b]] & (1 if S.height[b] else 2):
                continue
            limit = most
            if take != ANYWHERE:
                limit = 1 if T.single[b] else min(limit, T.full[b] - S.height[b])
                if take == SINGLY and limit > 1:
                    limit = min(limit, _singly(T, S, b))
            for k in range(1, limit + 1):
                if not mask >> S.cards[top - k] & 1:
                    continue
                if (take == WHOLE and k != loose and not T.single[b]) or (
                    take == CARD_OR_WHOLE and 1 < k < loose
                ):
                    continue
                kind = PICK if take == ANYWHERE and k > 1 else MOVE
                if kind == PICK and S.cards[top - k] == S.cards[top - k + 1]:
                    continue  # its equal beside it has been listed
                out[n] = encode(kind, a, b, k)
                n += 1
            for k in range(2, loose + 1 if buried else 2):
                if mask >> S.cards[top - k] & 1 and S.cards[top - k] != S.cards[top - k + 1]:
                    out[n] = encode(MERCI, a, b, k)
                    n += 1
        if buried:
            n = _to_front(T, S, out, n, a, loose)
    return generate_actions(T, S, out, n)


def _to_front(T: Tables, S: State, out: list[int], n: int, a: int, loose: int) -> int:
    """Put the draws of a pile's cards to its own front in their place among its other moves."""
    top = a * T.room + S.height[a]
    for k in range(2, loose + 1):
        if S.cards[top - k] == S.cards[top - k + 1]:
            continue
        at = n
        while at > 0 and source_of(out[at - 1]) == a and target_of(out[at - 1]) > a:
            out[at] = out[at - 1]
            at -= 1
        out[at] = encode(MERCI, a, a, k)
        n += 1
    return n


def generate_actions(T: Tables, S: State, out: list[int], n: int) -> int:
    """Write the legal moves that name no pile to ``out``, from ``n`` on; return where they end."""
    left = S.height[T.stock] if T.stock >= 0 else 0
    if left and T.deal_count and holds(T, S, T.deal_when) and _may_deal(T, S):
        if T.deal_first == T.waste:
            out[n] = encode(TURN, T.stock, T.waste, min(T.deal_count, left))
        else:
            out[n] = encode(DEAL, T.stock, 0, 0)
        n += 1
    if left and T.refill_piles and gaps(T, S):
        out[n] = encode(REFILL, 0, 0, 0)
        n += 1
    if _may_redeal(T, S):
        out[n] = encode(REDEAL, 0, 0, 0)
        n += 1
    if T.shift_times > S.num[SHIFTS]:
        out[n] = encode(SHIFT, 0, 0, 0)
        n += 1
    return n


def _may_deal(T: Tables, S: State) -> bool:
    """Say whether a pile that the stock deals to has room."""
    first, end = T.deal_first, T.deal_end
    if T.last_count and S.height[T.stock] <= T.last_at:
        first, end = T.last_first, T.last_end
    for p in range(first, end):
        if S.height[p] < T.full[p]:
            return True
    return False


def _may_redeal(T: Tables, S: State) -> bool:
    if T.redeal_times >= 0 and S.num[REDEALS] >= T.redeal_times:
        return False
    if T.redeal_times == 0 or not holds(T, S, T.redeal_when):
        return False
    if T.redeal_waste and T.stock >= 0 and S.height[T.stock]:
        return False
    for p in range(T.redeal_first, T.redeal_end):
        if S.height[p]:
            return True
    return False


def refusal(T: Tables, S: State, kind: int, a: int, b: int, k: int) -> int:
    """Return why moving ``k`` cards from pile ``a`` to ``b`` is not legal, or 0 if it is.

    Agrees with :func:`generate` on every triple: the contract test plays both against each other.
    """
    if a == b and (kind != MERCI or k < 2):
        return SAME_PILE
    if S.height[a] == 0:
        return NO_CARD
    g = T.group[a]
    take = T.take[g]
    if take == NONE:
        return NOT_TAKEN
    bits = phase(T, S)
    if a == b:
        return _refused_front(T, S, a, k, T.gives[bits * T.groups + g])
    always = 0
    now = T.route[(bits * T.groups + g) * T.groups + T.group[b]]
    for other in range(1 << T.phase_conditions):
        always |= T.route[(other * T.groups + g) * T.groups + T.group[b]]
    side = 1 if S.height[b] else 2
    if always == 0:
        return NO_WAY
    if not always & side:
        return NO_SPACE if side == 2 else NO_WAY
    if not now & side:
        return NOT_YET
    loose = _loose(T, S, a)
    if k > S.height[a]:
        return TOO_MANY
    if k > loose:
        return KEPT if k <= S.height[a] - S.down[a] else FACE_DOWN
    if kind == MERCI and not (T.merci_times > S.num[MERCIES] and holds(T, S, T.merci_when)):
        return NOT_YET_TAKEN
    if kind == MERCI and not (T.mercied[a] and k > 1):
        return NOT_TAKEN
    if kind == PICK and not (take == ANYWHERE and k > 1):
        return NOT_TAKEN
    if kind == MOVE and k > 1:
        if take == ANYWHERE or take == CARD:
            return TOO_MANY
        if T.single[b]:
            return SINGLE_ONLY
        if (take == RUN or take == SINGLY) and _run_length(T, S, a, k) < k:
            return NOT_A_RUN
        if take == CARD_OR_WHOLE and k < loose:
            return WHOLE_ONLY
    if kind == MOVE and take == WHOLE and k < loose and not T.single[b]:
        return WHOLE_ONLY
    if S.height[b] >= T.full[b] or (kind == MOVE and S.height[b] + k > T.full[b]):
        return FULL
    card = S.cards[a * T.room + S.height[a] - k]
    mask = wants(T, S, b)
    if not mask >> card & 1:
        return TOO_SHORT if 0 < S.height[b] < T.least[b] else WRONG_CARD
    if T.twins[b] >= 0 and _is_twin(T, S, b):
        return TWIN
    if kind != MOVE and card == S.cards[a * T.room + S.height[a] - k + 1]:
        return EQUAL_BESIDE
    if kind == MOVE and take == SINGLY and k > 1 and k > _singly(T, S, b):
        return NO_ROOM_TO_CARRY
    return 0


def _refused_front(T: Tables, S: State, a: int, k: int, gives: int) -> int:
    """Return why a buried card may not be drawn to the front of its own pile, or 0."""
    if T.mercied[a] == 0:
        return NOT_TAKEN
    if gives == 0:
        return NOT_YET
    if k > S.height[a]:
        return TOO_MANY
    if k > _loose(T, S, a):
        return KEPT if k <= S.height[a] - S.down[a] else FACE_DOWN
    if not (T.merci_times > S.num[MERCIES] and holds(T, S, T.merci_when)):
        return NOT_YET_TAKEN
    top = a * T.room + S.height[a]
    return EQUAL_BESIDE if S.cards[top - k] == S.cards[top - k + 1] else 0


def won(T: Tables, S: State) -> bool:
    """Say whether the game is won here."""
    if T.win_clear:
        for p in range(T.piles):
            if T.win_empty[p] and S.height[p]:
                return False
        return True
    if T.win_runs:
        for p in range(T.tableau_first, T.tableau_end):
            h = S.height[p]
            if h == 0:
                continue
            if h != T.win_runs or S.down[p] or _full_run(T, S, p) == 0:
                return False
        return T.stock < 0 or S.height[T.stock] == 0
    n = 0
    for p in range(T.foundations):
        if T.win_full and S.height[p] < T.full[p]:
            return False
        n += S.height[p]
    return n == T.total or T.win_full > 0


def _full_run(T: Tables, S: State, p: int) -> int:
    base = p * T.room
    for i in range(1, S.height[p]):
        if (
            S.cards[base + i] != S.cards[base + i - 1] - 1
            or S.cards[base + i] // 13 != S.cards[base] // 13
        ):
            return 0
    return 1


# --- making and unmaking -------------------------------------------------------------------------


def _pick(T: Tables, S: State, a: int, b: int, depth: int) -> None:
    """Take the card that lies ``depth`` deep (1 = top) out of ``a`` and put it on ``b``.

    ``b`` may be ``a``: the card comes to the front.
    """
    base = a * T.room
    at = S.height[a] - depth
    card = S.cards[base + at]
    h = S.height[a]
    for i in range(at + 1, h):
        S.scratch[i] = S.cards[base + i]
    S.height[a] = at
    for i in range(at + 1, h):
        push(T, S, a, S.scratch[i])
    empty = S.height[b] == 0
    push(T, S, b, card)
    _note(S, _PICKED, a, b, depth)
    if T.marks[a]:
        # a direction stays as long as two neighbours that were packed so are left to show it
        mark = S.mark[a]
        if at < mark - 1:
            mark -= 1
        elif at == mark:
            mark += 1
        _set_mark(T, S, a, h if a == b else min(mark, h - 1))
    if T.marks[b] and empty:
        _set_mark(T, S, b, 1)
    _reseal(T, S, a)
    _reseal(T, S, b)


def _unpick(T: Tables, S: State, a: int, b: int, depth: int) -> None:
    base = a * T.room
    card = S.cards[b * T.room + S.height[b] - 1]
    S.height[b] -= 1
    h = S.height[a] + 1
    at = h - depth
    for i in range(at, h - 1):
        S.scratch[i] = S.cards[base + i]
    S.height[a] = at
    push(T, S, a, card)
    for i in range(at, h - 1):
        push(T, S, a, S.scratch[i])


def _deal(T: Tables, S: State) -> None:
    first, end, count, rows = T.deal_first, T.deal_end, T.deal_count, T.deal_rows
    if T.last_count and S.height[T.stock] <= T.last_at:
        first, end, count, rows = T.last_first, T.last_end, T.last_count, T.last_rows
    for _ in range(count if rows else 1):
        for p in range(first, end):
            n = min(1 if rows else count, S.height[T.stock], T.full[p] - S.height[p])
            if n > 0:
                _carry(T, S, T.stock, p, n, 1)


def _refill(T: Tables, S: State) -> None:
    for p in range(T.piles):
        S.scratch[p] = 1 if S.height[p] < T.refill_below[p] else 0
    short = True
    while S.height[T.stock] and short:
        short = False
        for i in range(T.refill_piles):
            p = T.refill_order[i]
            if S.scratch[p] == 0:
                continue
            n = min(T.refill_to[p] - S.height[p], S.height[T.stock])
            if n > 0:
                _carry(T, S, T.stock, p, 1 if T.refill_rows else n, 1)
                short = True


def _redeal(T: Tables, S: State) -> None:
    if T.redeal_waste and not T.redeal_shuffled:
        for p in range(T.redeal_first, T.redeal_end):
            if S.height[p]:
                _carry(T, S, p, T.stock, S.height[p], 1)
        return
    _keep_board(T, S)
    n = 0
    for i in range(T.redeal_end - T.redeal_first):
        p = T.redeal_end - 1 - i if T.redeal_last_first else T.redeal_first + i
        for j in range(S.height[p]):
            S.scratch[n] = S.cards[p * T.room + j]
            n += 1
        S.height[p] = 0
        S.down[p] = 0
        S.mark[p] = 0
    if T.redeal_shuffled:
        reorder(S.scratch, n, mix((S.num[KEY] + mix(S.num[REDEALS] + 1)) & MASK))
    used = 0
    if not T.redeal_waste:
        rounds = T.redeal_rounds
        for turn in range(rounds if T.redeal_rows else 1):
            for p in range(T.redeal_first, T.redeal_end):
                want = T.redeal_deal[p]
                some = (1 if turn < want else 0) if T.redeal_rows else want
                for _ in range(some):
                    if used < n:
                        push(T, S, p, S.scratch[used])
                        used += 1
    if T.stock < 0:  # cards that joined since the deal go round once more
        p = T.redeal_end
        for i in range(used, n):  # they came from these piles, so there is room
            p = p + 1 if p + 1 < T.redeal_end else T.redeal_first
            while S.height[p] >= T.full[p]:
                p = p + 1 if p + 1 < T.redeal_end else T.redeal_first
            push(T, S, p, S.scratch[i])
    else:
        for i in range(n - 1, used - 1, -1):
            push(T, S, T.stock, S.scratch[i])
        S.down[T.stock] = S.height[T.stock]
        _reseal(T, S, T.stock)
    for p in range(T.redeal_first, T.redeal_end):
        S.mark[p] = S.height[p] if T.marks[p] else 0
        _reseal(T, S, p)


def make(T: Tables, S: State, move: int) -> None:
    """Make a legal move, with all that follows of itself, so that ``unmake`` can take it back."""
    if S.num[LOG] + _LOG_ROOM > len(S.log):
        raise IndexError("the undo log is full")
    _note(S, _FRAME, S.num[HASH], S.num[CHECK], 0)
    kind = kind_of(move)
    a = source_of(move)
    b = target_of(move)
    if kind <= MERCI:
        card = S.cards[a * T.room + S.height[a] - count_of(move)]
        if kind == MOVE:
            _carry(T, S, a, b, count_of(move), 0)
        else:
            _pick(T, S, a, b, count_of(move))
            if kind == MERCI:
                _change(S, MERCIES, S.num[MERCIES] + 1)
        if T.base_by_play and b < T.foundations and S.num[BASE] == 0:
            _change(S, BASE, card + 1)
        if T.turns[a] or T.sinks[a]:
            _settle(T, S, a)
        if T.sinks[b]:
            _settle(T, S, b)
    elif kind == TURN:
        _carry(T, S, a, b, count_of(move), 1)
    elif kind == DEAL:
        _deal(T, S)
    elif kind == REFILL:
        _refill(T, S)
    elif kind == REDEAL:
        _redeal(T, S)
        if S.num[REDEALS] < T.redeal_counted:
            _change(S, REDEALS, S.num[REDEALS] + 1)
    else:
        _keep_board(T, S)
        for p in range(T.shift_first, T.shift_end):
            if S.height[p]:
                _rotate(T, S, p, 0)
                S.mark[p] = S.height[p] if T.marks[p] else 0
                _reseal(T, S, p)
        _change(S, SHIFTS, S.num[SHIFTS] + 1)
    if (kind == DEAL or kind == TURN) and S.num[DEALS] < T.deals_counted:
        _change(S, DEALS, 1)
    if kind >= TURN or T.fill_ways:
        settle_all(T, S)


def unmake(T: Tables, S: State) -> None:
    """Take the last move back, exactly."""
    while True:
        S.num[LOG] -= 4
        at = S.num[LOG]
        what = S.log[at]
        a = S.log[at + 1]
        b = S.log[at + 2]
        c = S.log[at + 3]
        if what == _FRAME:
            S.num[HASH] = a
            S.num[CHECK] = b
            return
        if what == _PART:
            S.part[a] = b
            S.part2[a] = c
            continue
        if what == _MOVED or what == _TURNED:
            top = b * T.room + S.height[b]
            for i in range(c):
                push(T, S, a, S.cards[top - 1 - i] if what == _TURNED else S.cards[top - c + i])
            S.height[b] -= c
        elif what == _DOWN:
            S.down[a] = b
        elif what == _MARK:
            S.mark[a] = b
        elif what == _NUMBER:
            S.num[a] = b
        elif what == _PICKED:
            _unpick(T, S, a, b, c)
        elif what == _SUNK:
            _rotate(T, S, a, 0)
            S.down[a] = b
        else:
            _restore_board(T, S, a)
