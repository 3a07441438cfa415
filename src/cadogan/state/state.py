"""A position being worked on: its integers, how it is read and how it is changed.

Every function here, in :mod:`cadogan.mechanics` and in :mod:`cadogan.engine` is plain Python over
flat arrays of integers and the rules of a game (:mod:`cadogan.state.compiled`), inside the subset
that Numba compiles.

A move is one integer: kind, source pile, target pile and count, see :func:`encode`. A pile's cards
lie in ``cards[pile * room ...]``, bottom first. Every change goes through a small log, so that
``unmake`` restores a position exactly, shuffles included. :mod:`cadogan.solver.search` explains the
letters R, S, p, h, ...
"""

from __future__ import annotations

from typing import NamedTuple

from cadogan.state.codes import Log, MoveKind, Num
from cadogan.state.compiled import CompiledRules

# Whether the moves of mechanics are there. True here; where the engine is compiled for games that
# have none it is False, and what asks for it is not compiled.
MECHANICS = True

MASK = (1 << 62) - 1  # sums of two such numbers still fit a signed 64-bit integer
SALT = 0x13198A2E03707344  # sets the second hash apart from the first
NOTHING = 52  # "the card on top" of an empty pile

DEEP = (MoveKind.PICK, MoveKind.MERCI)  # kinds of move that take one card, which may lie deep
LIFTS = MoveKind.MERCI  # kinds up to this one take chosen cards from pile to pile

# places in State.num; BASE and the counters follow each other (solver's encoding.pack)
DRAWN = Num.MERCIES  # what counts cards that are drawn up from below
COUNTED = 6  # how many these are, from BASE on
NUMBERS = 10  # how many numbers there are

MECHANIC_WINS = 3  # ways to win that mechanics know, from Win.ALL_OUT on
LOG_ROOM = 8192  # no single move writes more: 16 a card dealt, and less than 50 a pile


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

    This and the next two have another form in kernels (:mod:`cadogan.kernel_build.modules`). There
    a signed product that overflows has no defined value; the others are one instruction each.
    """
    return a * b & MASK


def lowest(some: int) -> int:
    """Return the lowest card of a set that is not empty."""
    return (some & -some).bit_length() - 1


def many(some: int) -> int:
    """Return how many cards are in a set."""
    return some.bit_count()


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


MOST_BEYOND = 26  # piles behind the second one from which cards leave play with it


def encode(kind: int, source: int, target: int, count: int) -> int:
    """Return a move as one integer, of 48 bits at most (cadogan.solver.codes.JUMP)."""
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


def third_of(move: int) -> int:
    """Return the third pile of a REMOVE, or -1."""
    return (move >> 20 & 63) - 1


def fourth_of(move: int) -> int:
    """Return the fourth pile of a REMOVE, or -1."""
    return (move >> 26 & 63) - 1


def beyond_of(move: int) -> int:
    """Return which piles after the second lose a card by a REMOVE of many, or 0 for any other.

    Bit 0 stands for the pile behind the second one. Of such a move the count is odd, which one that
    says how deep cards lie never is, and its highest bit is set, as by no third and fourth pile.
    """
    k = move >> 20
    return (k >> 1) & (1 << MOST_BEYOND) - 1 if k & 1 and k >> 27 & 1 else 0 * k


# --- writing -------------------------------------------------------------------------------------


def push(R: CompiledRules, S: State, p: int, card: int) -> None:
    """Put a card on a pile; ``seal`` must follow before the hash is read."""
    h = S.height[p]
    S.cards[p * R.room + h] = card
    at = p * (R.room + 1) + h
    S.roll[at + 1] = times(S.roll[at] + card + 1, 0x1851F42D4C957F2D)
    S.height[p] = h + 1


def seal(R: CompiledRules, S: State, p: int) -> None:
    """Bring the position's hash up to date with a pile, if it has one.

    The hash is the sum of the piles' mixed hashes, and interchangeable piles share a class, so it
    does not depend on their order; a sum and not xor, because equal piles would cancel. The second
    hash sums the same parts, mixed once more: two positions with the same first hash have the same
    second one no likelier than any two others. A search forgets what lies under the top card of a
    hole, for no rule ever asks: which cards lie there is known from where the others are.
    """
    if len(S.part) == 0:  # nobody asks for the hash (new_state); never so in the compiled engine
        return
    rolled = S.roll[p * (R.room + 1) + S.height[p]]
    if MECHANICS and R.mechanics.forgets and R.mechanics.holes[p] and S.height[p]:
        rolled = S.height[p] << 6 | S.cards[p * R.room + S.height[p] - 1]
    if MECHANICS and R.rows.topped[p] and S.height[p]:
        rolled = S.cards[p * R.room + S.height[p] - 1] + 1  # nothing else will matter
    rest = R.klass[p] | S.down[p] << 8 | S.mark[p] << 16
    part = mix(rolled ^ times(rest, 0x3C6EF372FE94F82B))
    part2 = mix(part ^ SALT)
    S.num[Num.HASH] = (S.num[Num.HASH] - S.part[p] + part) & MASK
    S.num[Num.CHECK] = (S.num[Num.CHECK] - S.part2[p] + part2) & MASK
    S.part[p] = part
    S.part2[p] = part2


def set_number(S: State, which: int, value: int) -> None:
    """Set a counter and bring the hash up to date."""
    old = mix(which << 40 | S.num[which])
    new = mix(which << 40 | value)
    S.num[Num.HASH] = (S.num[Num.HASH] - old + new) & MASK
    S.num[Num.CHECK] = (S.num[Num.CHECK] - mix(old ^ SALT) + mix(new ^ SALT)) & MASK
    S.num[which] = value


def note(S: State, what: int, a: int, b: int, c: int) -> None:
    """Write an entry of the undo log."""
    at = S.num[Num.LOG]
    S.log[at] = what
    S.log[at + 1] = a
    S.log[at + 2] = b
    S.log[at + 3] = c
    S.num[Num.LOG] = at + 4


def reseal(R: CompiledRules, S: State, p: int) -> None:
    """Seal a pile that a move has changed, noting what is cheaper kept than found again."""
    if len(S.part) == 0:
        return
    note(S, Log.PART, p, S.part[p], S.part2[p])
    seal(R, S, p)


def change(S: State, which: int, value: int) -> None:
    """Set a counter, so that it can be undone."""
    note(S, Log.NUMBER, which, S.num[which], 0)
    set_number(S, which, value)


def set_down(S: State, p: int, down: int) -> None:
    """Set how many cards of a pile lie face down, so that it can be undone."""
    if S.down[p] != down:
        note(S, Log.DOWN, p, S.down[p], 0)
        S.down[p] = down


def set_mark(S: State, p: int, mark: int) -> None:
    """Set how many cards of a pile do not fix its direction, so that it can be undone."""
    if S.mark[p] != mark:
        note(S, Log.MARK, p, S.mark[p], 0)
        S.mark[p] = mark


def carry(R: CompiledRules, S: State, a: int, b: int, n: int, turned: int) -> None:
    """Move the top ``n`` cards of ``a`` on to ``b``, turning the packet over when ``turned``."""
    ha = S.height[a]
    base = a * R.room + ha
    hb = S.height[b]
    for i in range(n):
        push(R, S, b, S.cards[base - 1 - i] if turned else S.cards[base - n + i])
    S.height[a] = ha - n
    note(S, Log.TURNED if turned else Log.MOVED, a, b, n)
    if S.down[a] > ha - n:
        set_down(S, a, ha - n)
    if R.face.hidden[b]:
        set_down(S, b, S.height[b])
    if R.accept.marks[a] and S.mark[a] > ha - n:
        set_mark(S, a, ha - n)
    if R.accept.marks[b] and turned and S.mark[b] == hb:
        set_mark(S, b, hb + n)  # what is dealt is not packed
    elif R.accept.marks[b] and hb == 0:
        set_mark(S, b, 1)
    reseal(R, S, a)
    reseal(R, S, b)


def put_in_order(R: CompiledRules, S: State, a: int, b: int) -> None:
    """Move the top card of ``a`` into ``b``, whose cards lie in the order of their numbers.

    So the cards out of play are the same however they came there.
    """
    card = S.cards[a * R.room + S.height[a] - 1]
    base = b * R.room
    at = S.height[b]
    while at > 0 and S.cards[base + at - 1] > card:
        at -= 1
    put_in(R, S, a, b, at)


def put_in(R: CompiledRules, S: State, a: int, b: int, at: int) -> None:
    """Move the top card of ``a`` into ``b``, so that ``at`` cards lie under it."""
    ha = S.height[a] - 1
    card = S.cards[a * R.room + ha]
    base = b * R.room
    h = S.height[b]
    for i in range(h, at, -1):
        S.cards[base + i] = S.cards[base + i - 1]
    S.height[b] = at
    push(R, S, b, card)
    for i in range(at + 1, h + 1):
        push(R, S, b, S.cards[base + i])
    S.height[a] = ha
    note(S, Log.FILED, a, b, at)
    if S.down[a] > ha:
        set_down(S, a, ha)
    if R.accept.marks[a] and S.mark[a] > ha:
        set_mark(S, a, ha)
    reseal(R, S, a)
    reseal(R, S, b)


def take_back(R: CompiledRules, S: State, a: int, b: int, at: int) -> None:
    """Undo :func:`put_in`."""
    base = b * R.room
    h = S.height[b]
    card = S.cards[base + at]
    S.height[b] = at
    for i in range(at + 1, h):
        push(R, S, b, S.cards[base + i])
    push(R, S, a, card)


def keep_board(R: CompiledRules, S: State) -> None:
    """Log the whole board, for the few moves that rearrange it."""
    at = S.num[Num.LOG]
    start = at
    for p in range(R.piles):
        h = S.height[p]
        for i in range(h):
            S.log[at] = S.cards[p * R.room + i]
            at += 1
        S.log[at] = h
        S.log[at + 1] = S.down[p]
        S.log[at + 2] = S.mark[p]
        at += 3
    S.num[Num.LOG] = at
    note(S, Log.BOARD, start, 0, 0)


def restore_board(R: CompiledRules, S: State, start: int) -> None:
    """Put the whole board back as the log has it from ``start`` on."""
    at = start
    end = S.num[Num.LOG]
    for p in range(R.piles - 1, -1, -1):
        h = S.log[end - 3]
        S.height[p] = 0
        S.down[p] = S.log[end - 2]
        S.mark[p] = S.log[end - 1]
        at = end - 3 - h
        for i in range(h):
            push(R, S, p, S.log[at + i])
        end = at
    S.num[Num.LOG] = start
