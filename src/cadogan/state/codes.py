"""Engine codes: kinds of move, refusals, conditions, indices in records.

Kernels use them as plain integers (:mod:`cadogan.kernel_build.sources`).
"""

from __future__ import annotations

from enum import IntEnum


class MoveKind(IntEnum):
    """Kinds of move."""

    MOVE = 0  # top cards of a pile to another pile
    PICK = 1  # a card from anywhere in a pile, if any card may be taken
    MERCI = 2  # a buried card; the game limits how often
    TURN = 3  # cards from the stock to the waste
    DEAL = 4  # cards from the stock to the piles of a group
    REFILL = 5  # cards from the stock to short piles
    REDEAL = 6  # redeal
    SHIFT = 7  # bottom cards move to the tops of their piles
    REMOVE = 8  # top cards of several piles leave play together; the first kind of a mechanic
    COUNT_ON = 9  # the count along the rows continues to the next card called
    REVERSE = 10  # the row just dealt is reversed
    MARRY = 12  # top cards of two piles begin a foundation together
    WEAVE = 13  # an exile goes under its rank's pile, that pile's top card under its own, and so on
    SWAP = 14  # top cards of two piles change places


class Num(IntEnum):
    """Indices into ``State.num``; ``BASE`` and the counters are consecutive."""

    HASH = 0  # hash of the whole position
    LOG = 1  # number of entries in the undo log
    BASE = 2  # base card + 1, or 0
    REDEALS = 3  # redeals used
    DEALS = 4  # deals made, if a rule depends on them
    SHIFTS = 5  # shifts used
    MERCIES = 6  # buried cards drawn
    COUNT = 7  # progress of a mechanic
    KEY = 8  # key for shuffles during play
    CHECK = 9  # a second hash


class Lift(IntEnum):
    """Codes for what may be lifted, in the order of :data:`cadogan.rules.vocabulary.TAKES`."""

    NONE = 0  # nothing
    CARD = 1  # the top card
    RUN = 2  # a built run
    SINGLY = 3  # a built run, no longer than moves of single cards could carry
    BLOCK = 4  # any number of top cards
    WHOLE = 5  # the whole pile
    CARD_OR_WHOLE = 6  # the top card or the whole pile
    ANYWHERE = 7  # any single card
    BY_TOP = 8  # the whole pile, if its top card fits
    ENDS = 9  # the card at either end of a pile
    TO_SPACES = 10  # the top card, or a built run into an empty pile
    FREEING = 11  # a whole built run, or part of it if the card below can then go to a foundation


class Win(IntEnum):
    """Wins that mechanics test for, in the order of :data:`cadogan.rules.vocabulary.WINS`."""

    ALL_OUT = 3  # all cards are out of play
    SCORED = 4  # the score reaches its target
    ONE_PILE = 5  # the tableau is a single pile
    ROWS_IN_ORDER = 6  # every row of the grid is in order
    IN_BUILT_RUNS = 7  # all cards lie in the tableau, in complete runs
    ONE_OF_SUITS = 8  # no two cards in play share a suit
    CARDS_LEFT = 9  # only an allowed number of cards is still in play


class When(IntEnum):
    """Kinds of condition, in the order of :data:`cadogan.rules.vocabulary.CONDITIONS`."""

    EMPTY = 0  # piles first to end of the condition are empty
    NO_GAPS = 1  # no pile has fewer cards than its refill height
    COMPLETE = 2  # the first foundation is complete
    REDEALT = 3  # a redeal has been made
    DEALT = 4  # a deal has been made
    CHOSEN = 5  # the base card is known
    NO_REDEAL = 6  # all redeals are used
    HAS_SPACE = 7  # one of these piles is empty
    NO_DEAL = 8  # the stock cannot deal again without a redeal
    KINGS_LOWEST = 9  # every king lies at the bottom of a tableau pile
    BATCH_OPEN = 10  # a batch of cards is being placed
    CAN_BE_FILLED = 11  # one of these piles is empty, and a card may go there
    ALL_DOWN = 12  # piles first to end of the condition have no face-up card


class Log(IntEnum):
    """Kinds of undo log entry; each entry has three integers a, b and c."""

    FRAME = 0  # start of a move; a and b are the two hashes before it
    MOVED = 1  # the top c cards of a went to b in the same order
    TURNED = 2  # the top c cards of a went to b in reverse order
    DOWN = 3  # pile a had b face-down cards
    MARK = 4  # in pile a, b cards did not fix its direction
    NUMBER = 5  # counter a had the value b
    PICKED = 6  # the card at depth c in a went to b
    ROTATED = 7  # the top card of a went to its bottom; b cards were face down
    BOARD = 8  # the whole board, stored from a on
    PART = 9  # a's shares of the two hashes were b and c
    FILED = 10  # the top card of a went into b at index c


class Refusal(IntEnum):
    """Reasons for refusing a move; :mod:`cadogan.text.refusals` has the sentences."""

    SAME_PILE = 1  # source and target are the same
    NO_CARD = 2  # the source pile is empty
    NOT_TAKEN = 3  # the source gives no card, or not this one
    NOT_YET_TAKEN = 4  # a buried card may be drawn, but not now
    TOO_MANY = 5  # more cards than the pile has, or than may move together
    NOT_A_RUN = 6  # the cards are not a built run
    NO_WAY = 7  # the source never plays to the target
    NOT_YET = 8  # the source plays to the target, but not now
    NO_SPACE = 9  # the target takes no such cards while it is empty
    SINGLE_ONLY = 10  # the target takes one card at a time
    FULL = 11  # the target would have too many cards
    TOO_SHORT = 12  # the target has too few cards to build on
    WRONG_CARD = 13  # the target does not take this card
    TWIN = 14  # an earlier, identical foundation takes the card
    NO_ROOM_TO_CARRY = 15  # too few free cells and empty piles
    KEPT = 16  # the bottom cards stay where they are
    FACE_DOWN = 17  # some cards are face down
    WHOLE_ONLY = 18  # only the whole pile moves
    EQUAL_BESIDE = 19  # the equal card next to it is taken instead
    NO_MATCH = 20  # these cards do not leave play together
    COVERED = 21  # other piles cover the source
    COVERED_THERE = 22  # other piles cover the target
    MUST_LEAVE = 23  # a card must leave play first
    NOT_WHOLE = 24  # only a whole run goes there
    TOO_FAR = 25  # a pile of the row may not go so far
    PART_OF_RUN = 26  # part of a run moves only to free a card for a foundation
    NOT_HERE = 30  # the card being dealt cannot reach the target from its place


class Turning(IntEnum):
    """Codes for when a face-down card is turned up once it is uncovered."""

    NEVER = 0
    UP = 1  # at once
    LAST = 2  # only if it is the last card of the pile
    LATE = 3  # all cards of the pile, once the stock is empty


class Route(IntEnum):
    """Bits for how a group may play to another."""

    ONTO = 1  # onto cards
    INTO = 2  # into an empty pile


class Counting(IntEnum):
    """Codes for ways of counting cards."""

    AS_TURNED = 1  # cards are counted as they are turned from the stock
    IN_ROWS = 2  # cards are counted along the rows of the tableau
