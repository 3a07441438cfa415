"""Codes of the engine: kinds of move, refusals, conditions, places in records.

Kernels take them as plain integers (:mod:`cadogan.kernel_build.sources`).
"""

from __future__ import annotations

from enum import IntEnum


class MoveKind(IntEnum):
    """Kinds of move."""

    MOVE = 0  # the top cards of a pile to another one
    PICK = 1  # a card from anywhere in a pile, where any may be taken
    MERCI = 2  # a buried card, drawn as often as the game allows
    TURN = 3  # cards of the stock to the waste
    DEAL = 4  # cards of the stock to the piles of a group
    REFILL = 5  # cards of the stock to short piles
    REDEAL = 6  # the cards are used again
    SHIFT = 7  # bottom cards become top cards
    REMOVE = 8  # the top cards of several piles leave play together; the first kind of a mechanic
    COUNT_ON = 9  # the rows are counted on to the next card that is called
    REVERSE = 10  # the cards of the row just dealt change places, the first with the last
    MARRY = 12  # the top cards of two piles begin a foundation together
    WEAVE = 13  # an exile is laid under its pile, that pile's top card under its own, and so on
    SWAP = 14  # the top cards of two piles change places


class Num(IntEnum):
    """Places in ``State.num``; ``BASE`` and the counters follow each other."""

    HASH = 0  # of the whole position
    LOG = 1  # entries of the undo log
    BASE = 2  # the base card + 1, or 0
    REDEALS = 3  # used
    DEALS = 4  # made, where a rule asks
    SHIFTS = 5  # used
    MERCIES = 6  # buried cards drawn
    COUNT = 7  # how far a mechanic has come
    KEY = 8  # of the shuffles in mid-play
    CHECK = 9  # a second hash


class Lift(IntEnum):
    """Units that may be lifted, in the order of :data:`cadogan.rules.vocabulary.TAKES`."""

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
    TO_SPACES = 10  # the top card, or into a space a built run
    FREEING = 11  # a whole built run, or a part if the card under it can go to a foundation then


class Win(IntEnum):
    """Ways to win that mechanics know, in the order of :data:`cadogan.rules.vocabulary.WINS`."""

    ALL_OUT = 3  # all cards are out of play
    SCORED = 4  # the score comes to its target
    ONE_PILE = 5  # the tableau is one pile
    ROWS_IN_ORDER = 6  # every row of the grid is in order
    IN_BUILT_RUNS = 7  # all cards lie in the tableau, in runs of all the ranks
    ONE_OF_SUITS = 8  # no two cards of a suit are left in play
    CARDS_LEFT = 9  # a number of cards is left in play, or fewer


class When(IntEnum):
    """Kinds of condition, in the order of :data:`cadogan.rules.vocabulary.CONDITIONS`."""

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


class Log(IntEnum):
    """Entries of the undo log, each of three integers a, b and c."""

    FRAME = 0  # a move begins; a, b: the two hashes before it
    MOVED = 1  # the top c cards of a went on b, in order
    TURNED = 2  # the top c cards of a went on b, turned over
    DOWN = 3  # of a, b cards lay face down
    MARK = 4  # of a, b cards did not fix its direction
    NUMBER = 5  # the counter a was b
    PICKED = 6  # a card c deep in a went on b
    ROTATED = 7  # the top card of a went to its bottom; b lay face down
    BOARD = 8  # the whole board, kept from a on
    PART = 9  # a's shares of the two hashes were b and c
    FILED = 10  # the top card of a went into b, as its card number c


class Refusal(IntEnum):
    """Reasons why a move is refused; :mod:`cadogan.text.refusals` has the sentences."""

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
    COVERED = 21  # the source lies under other piles
    COVERED_THERE = 22  # the target does
    MUST_LEAVE = 23  # a card must leave play first
    NOT_WHOLE = 24  # only a whole run goes there
    TOO_FAR = 25  # the pile of the row goes only so far
    PART_OF_RUN = 26  # a part of a run is moved only to free a card for a foundation
    NOT_HERE = 30  # a card in being dealt does not reach the target from where it would fall


class Turning(IntEnum):
    """Ways to treat a face-down card that is uncovered."""

    NEVER = 0
    UP = 1  # it is turned up
    LAST = 2  # only the last card of the pile is
    LATE = 3  # all of the pile are, when the stock is empty


class Route(IntEnum):
    """Ways in which a group may play to another, as bits."""

    ONTO = 1  # on to cards
    INTO = 2  # into a space


class Counting(IntEnum):
    """Ways of counting cards."""

    AS_TURNED = 1  # cards are counted as they are turned
    IN_ROWS = 2  # cards are counted as they lie, along the tableau
