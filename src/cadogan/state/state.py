"""A position being worked on: its integers, how it is read and how it is changed.

Below the rules (:mod:`cadogan.engine.engine`) and the families (:mod:`cadogan.mechanics`), which
are both written with what stands here. Every function is plain Python over flat arrays of integers
and the tables of a game (:mod:`cadogan.state.compiled`), inside the subset that Numba compiles; see
the engine.

A move is one integer: kind, source pile, target pile and count, see :func:`encode`. A pile's cards
lie in ``cards[pile * room ...]``, bottom first. Every change goes through a small log, so that
``unmake`` restores a position exactly, shuffles included. What the letters T, S, p, h, ... mean
is said in :mod:`cadogan.solver.search`, once for all that is compiled.
"""

from __future__ import annotations

from typing import NamedTuple

from cadogan.state.compiled import CompiledRules

__all__ = [
    "ALL_DOWN",
    "ALL_OUT",
    "ANYWHERE",
    "BASE",
    "BATCH_OPEN",
    "BLOCK",
    "BY_TOP",
    "CAN_BE_FILLED",
    "CARD",
    "CARDS_LEFT",
    "CARD_OR_WHOLE",
    "CHECK",
    "CHOSEN",
    "COMPLETE",
    "COUNT",
    "COUNTED",
    "COUNT_ON",
    "COVERED",
    "COVERED_THERE",
    "DEAL",
    "DEALS",
    "DEALT",
    "DEEP",
    "DRAWN",
    "EMPTY",
    "ENDS",
    "EQUAL_BESIDE",
    "FACE_DOWN",
    "FREEING",
    "FULL",
    "HASH",
    "HAS_SPACE",
    "IN_BUILT_RUNS",
    "KEPT",
    "KEY",
    "KINGS_LOWEST",
    "LIFTS",
    "LOG",
    "LOG_BOARD",
    "LOG_DOWN",
    "LOG_FILED",
    "LOG_FRAME",
    "LOG_MARK",
    "LOG_MOVED",
    "LOG_NUMBER",
    "LOG_PART",
    "LOG_PICKED",
    "LOG_ROOM",
    "LOG_SUNK",
    "LOG_TURNED",
    "MARRY",
    "MASK",
    "MECHANICS",
    "MECHANIC_WINS",
    "MERCI",
    "MERCIES",
    "MOST_BEYOND",
    "MOVE",
    "MUST_LEAVE",
    "NONE",
    "NOTHING",
    "NOT_A_RUN",
    "NOT_HERE",
    "NOT_TAKEN",
    "NOT_WHOLE",
    "NOT_YET",
    "NOT_YET_TAKEN",
    "NO_CARD",
    "NO_DEAL",
    "NO_GAPS",
    "NO_MATCH",
    "NO_REDEAL",
    "NO_ROOM_TO_CARRY",
    "NO_SPACE",
    "NO_WAY",
    "NUMBERS",
    "ONE_OF_SUITS",
    "ONE_PILE",
    "PART_OF_RUN",
    "PICK",
    "REDEAL",
    "REDEALS",
    "REDEALT",
    "REFILL",
    "REMOVE",
    "REVERSE",
    "ROWS_IN_ORDER",
    "RUN",
    "SALT",
    "SAME_PILE",
    "SCORED",
    "SHIFT",
    "SHIFTS",
    "SINGLE_ONLY",
    "SINGLY",
    "SWAP",
    "TOO_FAR",
    "TOO_MANY",
    "TOO_SHORT",
    "TO_SPACES",
    "TURN",
    "TWIN",
    "WEAVE",
    "WHOLE",
    "WHOLE_ONLY",
    "WRONG_CARD",
    "State",
    "beyond_of",
    "carry",
    "change",
    "count_of",
    "encode",
    "fourth_of",
    "keep_board",
    "kind_of",
    "lowest",
    "many",
    "mix",
    "note",
    "push",
    "put_in",
    "put_in_order",
    "reorder",
    "reseal",
    "restore_board",
    "seal",
    "set_down",
    "set_mark",
    "set_number",
    "shuffle",
    "source_of",
    "take_back",
    "target_of",
    "third_of",
    "times",
]

# Whether the families' moves are there (cadogan.mechanics). True here; where the engine is compiled
# for games that have none it is False, and what asks for it is not compiled.
MECHANICS = True

MASK = (1 << 62) - 1  # sums of two such numbers still fit a signed 64-bit integer
SALT = 0x13198A2E03707344  # sets the second hash apart from the first
NOTHING = 52  # "the card on top" of an empty pile

# kinds of move
MOVE = 0  # the top cards of a pile to another one
PICK = 1  # a card from anywhere in a pile, where any may be taken
MERCI = 2  # a buried card, drawn as often as the game allows
DEEP = (PICK, MERCI)  # kinds that take one card, which may lie deep
LIFTS = MERCI  # kinds up to this one take chosen cards from pile to pile
TURN = 3  # cards of the stock to the waste
DEAL = 4  # cards of the stock to the piles of a group
REFILL = 5  # cards of the stock to short piles
REDEAL = 6  # the cards are used again
SHIFT = 7  # bottom cards become top cards
REMOVE = 8  # the top cards of several piles leave play together; the first kind of a family
MARRY = 12  # the top cards of two piles begin a foundation together
WEAVE = 13  # an exile is laid under its pile, that pile's top card under its own, and so on
SWAP = 14  # the top cards of two piles change places
REVERSE = 10  # the cards of the row just dealt change places, the first with the last
COUNT_ON = 9  # the rows are counted on to the next card that is called

# places in State.num; BASE and the counters follow each other (solver's packing.pack)
HASH = 0  # of the whole position
LOG = 1  # entries of the undo log
BASE = 2  # the base card + 1, or 0
REDEALS = 3  # used
DEALS = 4  # made, where a rule asks
SHIFTS = 5  # used
MERCIES = 6  # buried cards drawn
DRAWN = MERCIES  # what counts cards that are drawn up from below
COUNT = 7  # how far a family's procedure has come
COUNTED = 6  # how many these are, from BASE on
KEY = 8  # of the shuffles in mid-play
CHECK = 9  # a second hash
NUMBERS = 10  # how many numbers there are

# kinds of take (cadogan.rules.vocabulary.TAKES, in order)
NONE = 0  # nothing
CARD = 1  # the top card
RUN = 2  # a built run
SINGLY = 3  # a built run, as far as single cards could carry it
BLOCK = 4  # any cards down to the top
WHOLE = 5  # all the cards
CARD_OR_WHOLE = 6  # the top card, or all
ANYWHERE = 7  # any card by itself
BY_TOP = 8  # all the cards, where the top one fits
ENDS = 9  # the card at either end of a pile
# ... of which built runs are lifted as well
TO_SPACES = 10  # the top card, or into a space a built run
FREEING = 11  # a whole built run, or a part if the card under it can go to a foundation then

# ways to win that families know (cadogan.rules.vocabulary.WINS, in order)
MECHANIC_WINS = 3  # from here on
ALL_OUT = 3  # all cards are out of play
SCORED = 4  # the score comes to its target
ONE_PILE = 5  # the tableau is one pile
ROWS_IN_ORDER = 6  # every row of the grid is in order
IN_BUILT_RUNS = 7  # all cards lie in the tableau, in runs of all the ranks
ONE_OF_SUITS = 8  # no two cards of a suit are left in play
CARDS_LEFT = 9  # so many cards are left in play, or fewer

# kinds of condition (cadogan.rules.vocabulary.CONDITIONS, in order)
EMPTY = 0  # no card on the piles cond_first to cond_end
NO_GAPS = 1  # no pile is short of its refill number
COMPLETE = 2  # the first foundation has all its cards
REDEALT = 3  # there has been a redeal
DEALT = 4  # there has been a deal
CHOSEN = 5  # the base card is known
NO_REDEAL = 6  # all redeals are used
HAS_SPACE = 7  # one of these piles is empty
NO_DEAL = 8  # the stock deals no more until the cards are used again
KINGS_LOWEST = 9  # every king lies lowest on a pile of the tableau
BATCH_OPEN = 10  # a batch of cards is being placed
CAN_BE_FILLED = 11  # one of these piles is empty, and a card may go there
ALL_DOWN = 12  # no card on the piles cond_first to cond_end lies face up

# entries of the log
LOG_FRAME = 0  # a move begins; a, b: the two hashes before it
LOG_MOVED = 1  # the top c cards of a went on b, in order
LOG_TURNED = 2  # the top c cards of a went on b, turned over
LOG_DOWN = 3  # of a, b cards lay face down
LOG_MARK = 4  # of a, b cards did not fix its direction
LOG_NUMBER = 5  # the counter a was b
LOG_PICKED = 6  # a card c deep in a went on b
LOG_SUNK = 7  # the top card of a went to its bottom; b lay face down
LOG_BOARD = 8  # the whole board, kept from a on
LOG_PART = 9  # a's shares of the two hashes were b and c
LOG_FILED = 10  # the top card of a went into b, as its card number c
LOG_ROOM = 8192  # no single move writes more: 16 a card dealt, and less than 50 a pile

# why a move is refused (cadogan.text.refusals says it in words)
SAME_PILE = 1  # it would go where it lies
NO_CARD = 2  # the pile is empty
NOT_TAKEN = 3  # nothing, or not this, is taken there
NOT_YET_TAKEN = 4  # a buried card may be drawn, but not now
TOO_MANY = 5  # more cards than lie there, or than move together
NOT_A_RUN = 6  # they are no built run
NO_WAY = 7  # cards of the one never go to the other
NOT_YET = 8  # they may, but not now
NO_SPACE = 9  # not into a space
SINGLE_ONLY = 10  # the target takes one card at a time
FULL = 11  # the target holds no more
TOO_SHORT = 12  # the target holds too few cards to be built on
WRONG_CARD = 13  # the target does not take this card
TWIN = 14  # an equal foundation before it takes the card
NO_ROOM_TO_CARRY = 15  # too few free cells and spaces
KEPT = 16  # the lowest cards stay
FACE_DOWN = 17  # some lie face down
WHOLE_ONLY = 18  # only the whole pile moves
EQUAL_BESIDE = 19  # its equal beside it is taken
NO_MATCH = 20  # these cards do not leave play together
NOT_HERE = 30  # a card in being dealt does not reach the target from where it would fall
COVERED = 21  # the source lies under other piles
COVERED_THERE = 22  # the target does
MUST_LEAVE = 23  # a card must leave play first
NOT_WHOLE = 24  # only a whole run goes there
TOO_FAR = 25  # the pile of the row goes only so far
PART_OF_RUN = 26  # a part of a run is moved only to free a card for a foundation


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

    This and the next two have two forms: the compiled engine puts its own in their place
    (:mod:`cadogan.compiled`). There a signed product that overflows has no defined value, and the
    processor has an instruction for each of the others.
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


def note(S: State, what: int, a: int, b: int, c: int) -> None:
    """Write an entry of the undo log."""
    at = S.num[LOG]
    S.log[at] = what
    S.log[at + 1] = a
    S.log[at + 2] = b
    S.log[at + 3] = c
    S.num[LOG] = at + 4


def reseal(R: CompiledRules, S: State, p: int) -> None:
    """Seal a pile that a move has changed, noting what is cheaper kept than found again."""
    if len(S.part) == 0:
        return
    note(S, LOG_PART, p, S.part[p], S.part2[p])
    seal(R, S, p)


def change(S: State, which: int, value: int) -> None:
    """Set a counter, so that it can be undone."""
    note(S, LOG_NUMBER, which, S.num[which], 0)
    set_number(S, which, value)


def set_down(S: State, p: int, down: int) -> None:
    """Set how many cards of a pile lie face down, so that it can be undone."""
    if S.down[p] != down:
        note(S, LOG_DOWN, p, S.down[p], 0)
        S.down[p] = down


def set_mark(S: State, p: int, mark: int) -> None:
    """Set how many cards of a pile do not fix its direction, so that it can be undone."""
    if S.mark[p] != mark:
        note(S, LOG_MARK, p, S.mark[p], 0)
        S.mark[p] = mark


def carry(R: CompiledRules, S: State, a: int, b: int, n: int, turned: int) -> None:
    """Move the top ``n`` cards of ``a`` on to ``b``, turning the packet over when ``turned``."""
    ha = S.height[a]
    base = a * R.room + ha
    hb = S.height[b]
    for i in range(n):
        push(R, S, b, S.cards[base - 1 - i] if turned else S.cards[base - n + i])
    S.height[a] = ha - n
    note(S, LOG_TURNED if turned else LOG_MOVED, a, b, n)
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
    note(S, LOG_FILED, a, b, at)
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
    at = S.num[LOG]
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
    S.num[LOG] = at
    note(S, LOG_BOARD, start, 0, 0)


def restore_board(R: CompiledRules, S: State, start: int) -> None:
    """Put the whole board back as the log has it from ``start`` on."""
    at = start
    end = S.num[LOG]
    for p in range(R.piles - 1, -1, -1):
        h = S.log[end - 3]
        S.height[p] = 0
        S.down[p] = S.log[end - 2]
        S.mark[p] = S.log[end - 1]
        at = end - 3 - h
        for i in range(h):
            push(R, S, p, S.log[at + i])
        end = at
    S.num[LOG] = start
