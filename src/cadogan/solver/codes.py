"""Codes and limits that the parts of the search share with its callers."""

from __future__ import annotations

from enum import IntEnum


class Outcome(IntEnum):
    """Outcomes that a search returns."""

    MORE = 0  # the budget is used up; the next call continues the search
    WON = 1  # the search found a step that wins
    DONE = 2  # no positions are left to examine
    FULL = 3  # the transposition table is full
    NO_ROOM = 4  # an array that the caller provided is too short


class Control(IntEnum):
    """Indices into C, the numbers that control a search."""

    NODES = 0  # number of positions examined so far
    SEED = 1  # seed of the noise
    NOISE = 2  # exclusive upper bound of the noise added to four times the score; 0 means no noise
    LOSSY = 3  # 1 if the search also examines positions that do not fit into the table
    CUT = 4  # 1 once any position has been dropped: the search can then no longer prove a loss
    ASKED = 5  # number of positions that were candidates for the tests for dead positions
    DEAD = 6  # number of these candidates that are dead, estimated by relaxation.given_up
    STEP = 7  # the step that wins
    DEPTH = 8  # number of steps on the path, or -1 before the first position
    TOP = 9  # number of untried steps, over all positions on the path
    LAYER = 10  # number of positions in this layer
    AT = 11  # index of the next position to examine; best first: number of positions examined
    NEXT = 12  # number of candidates for the next layer; best first: positions still to be examined
    LOGGED = 13  # number of positions kept, over all layers; best first: number of positions seen
    WINNER = 14  # index in the log of the position where STEP wins; best first: examined position
    DEPTHS = 15  # number of layers before this one
    FEWEST = 16  # lowest TOP at any backtracking since the caller set FEWEST to MANY
    # stages of a beam
    PATIENCE = (
        17  # number of layers without a better position in the pool, after which a stage ends
    )
    STALE = 18  # number of such layers so far
    POOLED = 19  # number of positions in the pool
    BEST = 20  # lowest score of these positions


class Noted(IntEnum):
    """Indices into ``Analysis.work.sets``."""

    TOLD = 0  # hash of the foundations for which TAKEABLE was computed
    TAKEABLE = 1  # cards that the foundations took when TAKEABLE was computed
    OPEN = 2  # top tableau cards when the search last looked for firm cards
    LOOSE = 3  # cards that could slide when the search last looked for firm cards
    ENDS = 4  # last firm card of each pile when the search last looked for firm cards
    OVER = 5  # 1 if the last list of steps was too short to hold them all
    CHANGE = 6  # number to add to the check of a position, with tails or hanging runs
    WOUND = 7  # 1 if enough cards hang for a run of them to wrap around to its start
    # pile, plus 1, to which the last step moved a card from the stock, if the card is bare; or 0
    LAID = 8
    DUE = 9  # hash of the foundations for which note_due computed its results


class Weight(IntEnum):
    """Indices into ``Analysis.heuristic.weight``, the points for each item of the score."""

    LOWER = 0  # a card above a card that is wanted earlier
    OWN = 1  # a card above a card of its suit that is wanted earlier
    BROKEN = 2  # a card out of sequence with the card below it
    FOUNDED = 3  # a card on a foundation (subtracted)
    DOWN = 4  # a face-down card
    CELL = 5  # a filled cell
    SPACE = 6  # an empty pile that any card may fill (subtracted)
    WAITING = 7  # a card in the stock or the waste
    BURIED = 8  # a card above the lowest card in its pile that some foundation wants next
    MISLAID = 9  # a card out of sequence that could not be laid on the card below it
    EARLY = 10  # a pile, for each place by which its first wanted card comes before the 14th
    LATE = 11  # a card of a heap, for each card turned from the stock before it goes up
    STUCK = 12  # a card of a heap that would never go up
    IN_WASTE = 13  # a factor for a waste that is not turned over again
    AGAIN = 14  # a redeal that has been made


class Loose(IntEnum):
    """Codes for the cards that may leave a group of piles, in ``Analysis.relaxation.loose``."""

    NO_CARD = -1  # no card: the group is a foundation
    ONE_CARD = 0  # the top card
    ONE_RUN = 1  # a run that ends with the top card
    ONE_BLOCK = 2  # any number of face-up cards from the top
    AT_HAND = 3  # any card at any time
    AT_LARGE = 4  # any card at any time, even without a move by the player, to any place


# values that expand() returns instead of a number of steps
WINS = -1  # one step wins; it is in C[STEP]
CROWDED = -2  # the table has no room for more positions

CONTROLS = 21  # number of members of Control
MANY = 1 << 40  # a number greater than any number of untried steps

# sizes of a transposition table (search.transposition)
BESIDE = 8  # number of adjacent buckets in which a position may be stored
KEYED = 12  # number of bits of the key that select the bucket, in a table of any size
GROWING = BESIDE << KEYED  # number of buckets in the smallest table that can grow

# A step holds a move of the engine in its LOW bits. If the waste is turned first, the bits from
# JUMP on hold its new height plus 1; otherwise they are 0. For a move within the tableau, they hold
# the pile, plus 1, to which the uncovered card goes next.
JUMP = 48
LOW = (1 << JUMP) - 1

SETS = 10  # number of members of Noted
MOST_EXITS = 1 << 15  # maximum number of steps from one position
MOST_KIN = 16  # maximum number of cards of one kin in play; a kin is a set of mates and their mates
MOST_KINS = 13  # maximum number of kins
MOST_MATCHED = 200  # maximum number of pairs that the search tries while it matches a kin
MOST_PICKS = 26  # maximum number of cards that a step makes firm
# maximum number of moves in a step: 25 for each firm card and the moved one, plus safe moves
MOST_MADE = 1 << 10
BOTH_WAYS = 2  # value of Analysis.holes.way: if a card may follow another, the reverse is also true
MOST_ROWED = 60  # maximum number of piles in a row for the right-neighbour test
MOST_DUE = 99  # due time of a card that no foundation will ever take
# sizes of caches, which are powers of two
MOST_HUNG = 1 << 8  # number of cached piles with hanging cards (search.run_symmetry)
MOST_TURNED = 1 << 8  # number of cached hashes of stock and waste (search.transposition)
MOST_TOLD = 1 << 10  # number of cached scores of piles (search.heuristic)
