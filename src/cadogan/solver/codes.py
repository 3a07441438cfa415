"""Codes and limits shared by the parts of the search and its callers."""

from __future__ import annotations

from enum import IntEnum


class Outcome(IntEnum):
    """Results that a search returns."""

    MORE = 0  # the budget is used up; the next call continues the search
    WON = 1  # the search found a winning step
    DONE = 2  # no positions are left to examine
    FULL = 3  # the transposition table is full
    NO_ROOM = 4  # an array of the caller is too short


class Control(IntEnum):
    """Indices into C, the control numbers of a search."""

    NODES = 0  # positions examined so far
    SEED = 1  # seed of the noise
    NOISE = 2  # exclusive upper bound of the noise added to four times the score; 0 for none
    LOSSY = 3  # 1 if positions that do not fit into the table are examined nevertheless
    CUT = 4  # 1 once a position did not fit or was dropped: an exhausted search then proves nothing
    ASKED = 5  # positions that were candidates for the tests for dead positions
    DEAD = 6  # how many of these are dead, estimated from the tests made (relaxation.given_up)
    STEP = 7  # the winning step
    DEPTH = 8  # steps on the path; -1 before the first position
    TOP = 9  # untried steps of all positions on the path
    LAYER = 10  # positions in this layer
    AT = 11  # index of the next one to examine; best first: positions examined so far
    NEXT = 12  # candidates for the next layer; best first: positions still to be examined
    LOGGED = 13  # positions kept so far, in all layers; best first: all positions seen
    WINNER = 14  # index in that log of the position where STEP wins; best first: among the examined
    DEPTHS = 15  # layers before this one
    FEWEST = 16  # least TOP at any backtracking since the caller set this to MANY


class Noted(IntEnum):
    """Indices into ``Analysis.work.sets``."""

    TOLD = 0  # hash of the foundations for which TAKEABLE was computed
    TAKEABLE = 1  # cards that the foundations took then
    OPEN = 2  # top cards of the tableau, when the firm cards were last determined
    LOOSE = 3  # ... the cards that could slide
    ENDS = 4  # ... the last firm card of each pile
    OVER = 5  # ... 1 if there were more steps than there was room for
    CHANGE = 6  # turns a position's check into that of its class, with tails or hanging runs
    WOUND = 7  # ... 1 if enough cards hang for a run of them to wrap around to its beginning
    LAID = 8  # the pile, plus 1, with a card just laid from the stock that bears no card yet; or 0
    DUE = 9  # hash of the foundations for which note_due computed when they take each card


class Weight(IntEnum):
    """Indices into ``Analysis.heuristic.weight``: what each item adds to the score."""

    LOWER = 0  # a card above one that is wanted earlier
    OWN = 1  # the same within its suit
    BROKEN = 2  # a card out of sequence with the one below it
    FOUNDED = 3  # a card on a foundation (subtracted)
    DOWN = 4  # a card face down
    CELL = 5  # a filled cell
    SPACE = 6  # an empty pile that any card may fill (subtracted)
    WAITING = 7  # a card in the stock or the waste
    BURIED = 8  # a card above the lowest card in its pile that a foundation wants next
    MISLAID = 9  # a card out of sequence that could not be laid on the one below it
    EARLY = 10  # a pile, for each place by which its first wanted card comes before the 14th
    LATE = 11  # a card of a heap, for each card of the stock turned before it goes up
    STUCK = 12  # a card that would never go up
    IN_WASTE = 13  # factor for a waste that is not turned over again
    AGAIN = 14  # a redeal made


class Loose(IntEnum):
    """Codes for what may be lifted from a group of piles, in ``Analysis.relaxation.loose``."""

    NO_CARD = -1  # nothing: the group is a foundation
    ONE_CARD = 0  # the top card
    ONE_RUN = 1  # a run that ends with the top card
    ONE_BLOCK = 2  # any number of face-up cards from the top
    AT_HAND = 3  # any card at any time
    AT_LARGE = 4  # any card at any time, and it may move anywhere without a move by the player


# results of expand() instead of a number of steps
WINS = -1  # one step wins; it is in C[STEP]
CROWDED = -2  # the table has no room for the positions

CONTROLS = 17  # members of Control
MANY = 1 << 40  # more than the number of untried steps can ever be

# a transposition table (search.transposition)
BESIDE = 8  # adjacent buckets that a position may be stored in
KEYED = 12  # bits of the key that choose the bucket, whatever the size of the table
GROWING = BESIDE << KEYED  # buckets of the smallest table that can grow

# A step holds a move of the engine in its LOW bits. From bit JUMP on, it holds the height, plus 1,
# to which the waste is turned first, or 0 for no turning. For a move within the tableau, it holds
# the pile, plus 1, to which the card below goes next.
JUMP = 48
LOW = (1 << JUMP) - 1

SETS = 10  # members of Noted
MOST_EXITS = 1 << 15  # steps written for one position
MOST_KIN = 16  # cards in play of one kin, a set of cards that leave in pairs with each other
MOST_KINS = 13  # such sets
MOST_MATCHED = 200  # pairs tried while matching all cards of a kin
MOST_PICKS = 26  # cards made firm in a step: the room for choices
MOST_MADE = 1 << 10  # moves of a step: 25 for each firm card and the moved one, plus safe moves
BOTH_WAYS = 2  # Analysis.holes.way: every card that may follow another may also be followed by it
MOST_ROWED = 60  # piles of a row for the right-neighbour test
MOST_DUE = 99  # due time of a card that no foundation will take again
# powers of two
MOST_HUNG = 1 << 8  # cached piles with hanging cards (search.run_symmetry)
MOST_TURNED = 1 << 8  # cached hashes of stock and waste (search.transposition)
MOST_TOLD = 1 << 10  # cached scores of piles (search.heuristic)
