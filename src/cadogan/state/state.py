"""Working state of a position: its integers, and the functions that read and change them.

Every function in this module, in :mod:`cadogan.mechanics` and in :mod:`cadogan.engine` is plain
Python. These functions use only flat arrays of integers, the rules of a game
(:mod:`cadogan.state.compiled`) and the subset of Python that Numba compiles.

A move is one integer, which holds its kind, source pile, target pile and count; see :func:`encode`.
The cards of pile p are ``cards[p * room ...]``, bottom card first. The undo log records every
change, so ``unmake`` restores a position exactly, even after a shuffle. The package
:mod:`cadogan.solver.search` explains R, S, p, h and other names.
"""

from __future__ import annotations

from typing import NamedTuple

from cadogan.state.codes import Log, MoveKind, Num
from cadogan.state.compiled import CompiledRules

# Whether the engine contains code for mechanics. Kernels for games without mechanics set it to
# False, and the compiler then drops that code.
MECHANICS = True

MASK = (1 << 62) - 1  # mask of 62 bits: the sum of two such numbers fits in a signed 64-bit integer
SALT = 0x13198A2E03707344  # number that makes the second hash differ from the first
NOTHING = 52  # value that stands for the top card of an empty pile

DEEP = (MoveKind.PICK, MoveKind.MERCI)  # kinds of move that take one card, which may be buried
LIFTS = MoveKind.MERCI  # last kind of move that takes selected cards from one pile to another

# Indices into State.num; BASE and the counters are consecutive, as the solver's encoding.pack
# requires.
DRAWN = Num.MERCIES  # counters of moves that bring up buried cards
COUNTED = 6  # number of counters, including BASE
NUMBERS = 10  # number of entries in State.num

MECHANIC_WINS = 3  # first code of the wins that mechanics test
# limit on the integers that a move writes: 16 for each card dealt, and fewer than 50 for each pile
LOG_ROOM = 8192


class State(NamedTuple):
    """Working state of a position: flat arrays of integers, changed in place.

    The examples show a Klondike deal, in which ``room`` is 52. Pile 4 is the first column. Pile 5
    is the second column, with one card face down and one face up.
    """

    # [pile * room + i] cards, bottom card first: cards[5 * 52 + 1] is the top card of pile 5
    cards: list[int]
    height: list[int]  # [pile] number of its cards (height[5] is 2)
    down: list[int]  # [pile] number of its face-down cards, which are at the bottom (down[5] is 1)
    # [pile] number of bottom cards on which its direction does not depend (one-way building): 0
    mark: list[int]
    roll: list[int]  # [pile * (room + 1) + i] hash of the bottom i cards of the pile
    part: list[int]  # [pile] its contribution to the hash num[HASH] when it was last sealed
    # [pile] its contribution to the second hash num[CHECK] when it was last sealed
    part2: list[int]
    num: list[int]  # [codes.Num] hashes and counters: num[REDEALS] is 0
    log: list[int]  # [0 to num[LOG] - 1] entries of the undo log
    want: list[int]  # [pile] cards that it takes, as computed by the last call of generate
    scratch: list[int]  # workspace, which only one function at a time may use


# --- integers ------------------------------------------------------------------------------------


def times(a: int, b: int) -> int:
    """Return the low 62 bits of a product.

    Kernels implement this function, :func:`lowest` and :func:`many` differently
    (:mod:`cadogan.kernel_build.modules`). The overflow of a signed product is undefined in machine
    code. ``lowest`` and ``many`` are single instructions.
    """
    return a * b & MASK


def lowest(some: int) -> int:
    """Return the lowest card of a set that is not empty."""
    return (some & -some).bit_length() - 1


def many(some: int) -> int:
    """Return the number of cards in a set."""
    return some.bit_count()


def mix(x: int) -> int:
    """Return a well-mixed 62-bit hash of a 62-bit integer."""
    x = times(x ^ x >> 32, 0x2C8148C08017D353)
    x = times(x ^ x >> 29, 0x2545F4914F6CDD1D)
    return x ^ x >> 32


def shuffle(cards: list[int], count: int, key: int) -> None:
    """Shuffle ``cards[:count]`` in place: Fisher-Yates from the end, with ``key``."""
    for i in range(count - 1, 0, -1):
        key = (key + 0x1E3779B97F4A7C15) & MASK
        j = mix(key) % (i + 1)
        held = cards[i]
        cards[i] = cards[j]
        cards[j] = held


def reorder(cards: list[int], count: int, key: int) -> None:
    """Shuffle ``cards[:count]`` so that the order of two cards does not depend on the others.

    ``key`` gives each card a number that does not depend on the other cards, and the cards are
    sorted by these numbers. The key of a redeal combines the key of the deal and the number of the
    redeal. So a player cannot improve a redeal by holding back a card.
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


# number of piles after the second from which cards may leave play in the same move
MOST_BEYOND = 26


def encode(kind: int, source: int, target: int, count: int) -> int:
    """Return a move as one integer of at most 48 bits (cadogan.solver.codes.JUMP)."""
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
    """Return how many cards a move takes, or for a PICK the depth of the card (1 = top)."""
    return move >> 20


def third_of(move: int) -> int:
    """Return the third pile of a REMOVE, or -1 if it has none."""
    return (move >> 20 & 63) - 1


def fourth_of(move: int) -> int:
    """Return the fourth pile of a REMOVE, or -1 if it has none."""
    return (move >> 26 & 63) - 1


def beyond_of(move: int) -> int:
    """Return the set of piles after the second that lose a card in a REMOVE of five or more cards.

    Return 0 for other moves. Bit 0 stands for the pile directly after the second. A REMOVE of five
    or more cards has an odd count, and the highest bit of the count is set. A count that encodes
    depths is never odd, and a third or fourth pile never sets the highest bit.
    """
    k = move >> 20
    return (k >> 1) & (1 << MOST_BEYOND) - 1 if k & 1 and k >> 27 & 1 else 0 * k


# --- writing -------------------------------------------------------------------------------------


def push(R: CompiledRules, S: State, p: int, card: int) -> None:
    """Put a card on a pile; call ``seal`` before reading the hash."""
    h = S.height[p]
    S.cards[p * R.room + h] = card
    at = p * (R.room + 1) + h
    S.roll[at + 1] = times(S.roll[at] + card + 1, 0x1851F42D4C957F2D)
    S.height[p] = h + 1


def seal(R: CompiledRules, S: State, p: int) -> None:
    """Update the hash of the position, if the state keeps one, after a change to a pile.

    The hash is the sum of the mixed hashes of all piles. Interchangeable piles belong to the same
    class, so their order has no effect on the hash. The hash is a sum because equal piles would
    cancel each other out in an exclusive-or. The second hash is the sum of the same numbers, each
    mixed once more. Two positions with equal first hashes are no more likely than others to have
    equal second hashes. In a search, the hash ignores the cards below the top card of a hole. No
    rule depends on those cards, and the other piles determine which cards they are.
    """
    if len(S.part) == 0:  # a state without hashes (new_state), which never occurs in a kernel
        return
    rolled = S.roll[p * (R.room + 1) + S.height[p]]
    if MECHANICS and R.mechanics.forgets and R.mechanics.holes[p] and S.height[p]:
        rolled = S.height[p] << 6 | S.cards[p * R.room + S.height[p] - 1]
    if MECHANICS and R.rows.topped[p] and S.height[p]:
        # no other card of the pile has an effect
        rolled = S.cards[p * R.room + S.height[p] - 1] + 1
    rest = R.klass[p] | S.down[p] << 8 | S.mark[p] << 16
    part = mix(rolled ^ times(rest, 0x3C6EF372FE94F82B))
    part2 = mix(part ^ SALT)
    S.num[Num.HASH] = (S.num[Num.HASH] - S.part[p] + part) & MASK
    S.num[Num.CHECK] = (S.num[Num.CHECK] - S.part2[p] + part2) & MASK
    S.part[p] = part
    S.part2[p] = part2


def set_number(S: State, which: int, value: int) -> None:
    """Set a counter of the state, and update the hashes."""
    old = mix(which << 40 | S.num[which])
    new = mix(which << 40 | value)
    S.num[Num.HASH] = (S.num[Num.HASH] - old + new) & MASK
    S.num[Num.CHECK] = (S.num[Num.CHECK] - mix(old ^ SALT) + mix(new ^ SALT)) & MASK
    S.num[which] = value


def note(S: State, what: int, a: int, b: int, c: int) -> None:
    """Write an entry to the undo log."""
    at = S.num[Num.LOG]
    S.log[at] = what
    S.log[at + 1] = a
    S.log[at + 2] = b
    S.log[at + 3] = c
    S.num[Num.LOG] = at + 4


def reseal(R: CompiledRules, S: State, p: int) -> None:
    """Seal a changed pile, and log its earlier contribution, which would be costly to recompute."""
    if len(S.part) == 0:
        return
    note(S, Log.PART, p, S.part[p], S.part2[p])
    seal(R, S, p)


def change(S: State, which: int, value: int) -> None:
    """Set a counter of the state, and write an entry to the undo log."""
    note(S, Log.NUMBER, which, S.num[which], 0)
    set_number(S, which, value)


def set_down(S: State, p: int, down: int) -> None:
    """Set the number of face-down cards in a pile, and write an entry to the undo log."""
    if S.down[p] != down:
        note(S, Log.DOWN, p, S.down[p], 0)
        S.down[p] = down


def set_mark(S: State, p: int, mark: int) -> None:
    """Set how many bottom cards have no effect on a pile's direction, and log the change."""
    if S.mark[p] != mark:
        note(S, Log.MARK, p, S.mark[p], 0)
        S.mark[p] = mark


def carry(R: CompiledRules, S: State, a: int, b: int, n: int, turned: int) -> None:
    """Move the top ``n`` cards of pile ``a`` to pile ``b``; if ``turned``, reverse their order."""
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
        set_mark(S, b, hb + n)  # dealt cards do not fix the direction of a pile
    elif R.accept.marks[b] and hb == 0:
        set_mark(S, b, 1)
    reseal(R, S, a)
    reseal(R, S, b)


def put_in_order(R: CompiledRules, S: State, a: int, b: int) -> None:
    """Move the top card of pile ``a`` into pile ``b``, which is sorted by card number.

    The cards out of play are sorted, so that the order in which they leave has no effect.
    """
    card = S.cards[a * R.room + S.height[a] - 1]
    base = b * R.room
    at = S.height[b]
    while at > 0 and S.cards[base + at - 1] > card:
        at -= 1
    put_in(R, S, a, b, at)


def put_in(R: CompiledRules, S: State, a: int, b: int, at: int) -> None:
    """Move the top card of pile ``a`` into pile ``b``, above its bottom ``at`` cards."""
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
    """Store the whole board in the undo log, for the few moves that rearrange it."""
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
    """Restore the whole board, which the undo log stores from index ``start`` on."""
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
