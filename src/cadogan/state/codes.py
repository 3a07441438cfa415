"""Codes of the engine: kinds of move, refusals, conditions and indices into records.

Kernels use the codes as plain integers (:mod:`cadogan.kernel_build.sources`).
"""

from __future__ import annotations

from enum import IntEnum


class MoveKind(IntEnum):
    """Kinds of move."""

    MOVE = 0  # the top cards of a pile go to another pile
    PICK = 1  # a card from anywhere in a pile goes to another pile, if any card may leave the pile
    MERCI = 2  # a buried card goes to another pile; the game limits the number of such moves
    TURN = 3  # cards go from the stock to the waste
    DEAL = 4  # cards go from the stock to the piles of a group
    REFILL = 5  # cards go from the stock to short piles
    REDEAL = 6  # redeal
    SHIFT = 7  # bottom cards go to the tops of their piles
    # the top cards of several piles leave play together; this and all later codes belong to
    # mechanics
    REMOVE = 8
    COUNT_ON = 9  # the player continues the count along the rows to the next card that is called
    REVERSE = 10  # the player reverses the row of the last deal
    MARRY = 12  # the top cards of two piles begin a foundation together
    # an exile goes under the pile of its rank, the top card of that pile under its own, and so on
    WEAVE = 13
    SWAP = 14  # the top cards of two piles change places


class Num(IntEnum):
    """Indices into ``State.num``; ``BASE`` and the counters are consecutive."""

    HASH = 0  # hash of the whole position
    LOG = 1  # number of integers in the undo log
    BASE = 2  # base card + 1, or 0 if the game has none yet
    REDEALS = 3  # redeals used
    DEALS = 4  # number of deals made, if a rule depends on them
    SHIFTS = 5  # shifts used
    MERCIES = 6  # number of buried cards drawn
    COUNT = 7  # progress of a mechanic, such as the next pile of a deal
    KEY = 8  # key for the shuffles during play
    CHECK = 9  # second hash of the whole position


class Lift(IntEnum):
    """Codes for liftable cards, in the order of :data:`cadogan.rules.vocabulary.TAKES`."""

    NONE = 0  # nothing
    CARD = 1  # the top card
    RUN = 2  # a built run
    SINGLY = 3  # a built run, if moves of single cards could carry it
    BLOCK = 4  # any number of top cards
    WHOLE = 5  # the whole pile
    CARD_OR_WHOLE = 6  # the top card or the whole pile
    ANYWHERE = 7  # any single card
    BY_TOP = 8  # the whole pile, if its top card fits on the target
    ENDS = 9  # the card at the top or at the bottom of a pile
    TO_SPACES = 10  # the top card, or a built run into an empty pile
    FREEING = 11  # a whole built run, or part of it if the card below can then go to a foundation


class Win(IntEnum):
    """Codes for wins that mechanics test, in the order of :data:`cadogan.rules.vocabulary.WINS`."""

    ALL_OUT = 3  # all cards are out of play
    SCORED = 4  # the score reaches its target
    ONE_PILE = 5  # the tableau is a single pile
    ROWS_IN_ORDER = 6  # every row of the grid is in order
    IN_BUILT_RUNS = 7  # all cards lie in the tableau, in complete runs
    ONE_OF_SUITS = 8  # no two cards in play share a suit
    CARDS_LEFT = 9  # at most an allowed number of cards is still in play


class When(IntEnum):
    """Kinds of condition, in the order of :data:`cadogan.rules.vocabulary.CONDITIONS`."""

    EMPTY = 0  # the piles to which the condition refers are empty
    NO_GAPS = 1  # no pile is short, as the key 'refill' defines it
    COMPLETE = 2  # the first foundation is complete
    REDEALT = 3  # a redeal has been made
    DEALT = 4  # a deal has been made
    CHOSEN = 5  # the base card is known
    NO_REDEAL = 6  # no redeal is left
    HAS_SPACE = 7  # one of the piles to which the condition refers is empty
    NO_DEAL = 8  # the stock cannot deal again before a redeal
    KINGS_LOWEST = 9  # every king lies at the bottom of a tableau pile
    BATCH_OPEN = 10  # a batch of cards is being placed
    CAN_BE_FILLED = 11  # one of the piles is empty, and some card may go there
    ALL_DOWN = 12  # the piles to which the condition refers have no face-up card


class Log(IntEnum):
    """Kinds of entry in the undo log; each entry has three integers a, b and c."""

    FRAME = 0  # start of a move; a and b are the two hashes before the move
    MOVED = 1  # the top c cards of pile a went to pile b in the same order
    TURNED = 2  # the top c cards of pile a went to pile b in reverse order
    DOWN = 3  # pile a had b face-down cards
    MARK = 4  # the direction of pile a did not depend on its b bottom cards
    NUMBER = 5  # counter a had the value b
    PICKED = 6  # the card at depth c of pile a went to pile b
    ROTATED = 7  # the top card of pile a went to its bottom; b cards were face down
    BOARD = 8  # the board was stored in the log, from index a on
    PART = 9  # pile a contributed b and c to the two hashes
    FILED = 10  # the top card of pile a went into pile b at index c


class Refusal(IntEnum):
    """Reasons for refusing a move; the sentences are in :mod:`cadogan.text.refusals`."""

    SAME_PILE = 1  # source and target are the same pile
    NO_CARD = 2  # the source pile is empty
    NOT_TAKEN = 3  # no card, or not this card, may leave the source
    NOT_YET_TAKEN = 4  # a buried card may be drawn later, but not now
    TOO_MANY = 5  # the move takes more cards than the pile has, or than may move together
    NOT_A_RUN = 6  # the cards are not a built run
    NO_WAY = 7  # cards of the source never go to the target
    NOT_YET = 8  # cards of the source may go to the target, but not now
    NO_SPACE = 9  # the target does not take such cards while it is empty
    SINGLE_ONLY = 10  # the target takes one card at a time
    FULL = 11  # the target would have too many cards
    TOO_SHORT = 12  # the target has too few cards: the rules do not allow building on it
    WRONG_CARD = 13  # the target does not take the card
    TWIN = 14  # an earlier foundation, identical to the target, takes the card
    NO_ROOM_TO_CARRY = 15  # there are too few free cells and empty piles to carry the run
    KEPT = 16  # the move includes bottom cards that never leave
    FACE_DOWN = 17  # some cards are face down
    WHOLE_ONLY = 18  # only the whole pile may move
    EQUAL_BESIDE = 19  # the equal card next to this card is taken instead
    NO_MATCH = 20  # the cards do not form a set that leaves play
    COVERED = 21  # cards of other piles cover the source
    COVERED_THERE = 22  # cards of other piles cover the target
    MUST_LEAVE = 23  # some card must leave play first
    NOT_WHOLE = 24  # only a whole run goes to the target
    TOO_FAR = 25  # a pile in the row cannot move that far
    PART_OF_RUN = 26  # part of a run moves only if this frees a card for a foundation
    NOT_HERE = 30  # the card being dealt cannot go to the target from its place in the deal


class Turning(IntEnum):
    """Codes for when an uncovered card is turned up."""

    NEVER = 0
    UP = 1  # at once
    LAST = 2  # immediately, if it is the last card of the pile
    LATE = 3  # when the stock is empty, together with all cards of the pile


class Route(IntEnum):
    """Flags for the ways in which cards may go from one group to another."""

    ONTO = 1  # the cards go onto other cards
    INTO = 2  # the cards go into an empty pile


class Counting(IntEnum):
    """Codes for the ways of counting cards."""

    AS_TURNED = 1  # the player counts while turning cards from the stock
    IN_ROWS = 2  # the player counts along the rows of the tableau
