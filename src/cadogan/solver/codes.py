"""The numbers that the parts of the search, and what calls them, hand to each other."""

from __future__ import annotations

from enum import IntEnum


class Outcome(IntEnum):
    """Results that a search returns."""

    MORE = 0  # its budget is used up; called again, it goes on where it was
    WON = 1  # a step that wins was found
    DONE = 2  # nothing is left to look at
    FULL = 3  # the table of known positions has no room for one more
    NO_ROOM = 4  # an array of its caller is too short


class Control(IntEnum):
    """Places in the control numbers of a search, C."""

    NODES = 0  # positions looked at so far
    SEED = 1  # what the noise is drawn from
    NOISE = 2  # up to how much of it is added to four times the score; 0 for none
    LOSSY = 3  # 1 if a position that finds no room in the table is looked at all the same
    CUT = 4  # 1 once one found no room or was not kept: "nothing is left" then proves nothing
    ASKED = 5  # positions that might have been tested for being dead
    DEAD = 6  # how many of these are, as far as the tests made show (relaxation.given_up)
    STEP = 7  # the step that wins
    DEPTH = 8  # steps on the path; -1 before the first position
    TOP = 9  # steps still to be tried, of all positions on the path
    LAYER = 10  # positions in this layer
    AT = 11  # of these, the one to be looked at next; best first how many were looked at
    NEXT = 12  # candidates for the next layer; best first positions still to be looked at
    LOGGED = 13  # positions kept so far, in all layers; best first all that were met
    WINNER = 14  # the place in that log from which STEP wins; best first among those looked at
    DEPTHS = 15  # layers before this one
    FEWEST = 16  # the fewest of these when it went back a step, since this was set to MANY


class Noted(IntEnum):
    """Places in ``Analysis.work.sets``."""

    TOLD = 0  # a hash of the foundations when they were looked at last
    TAKEABLE = 1  # the cards that they took then
    OPEN = 2  # the top cards of the tableau's piles, when what lies firm was looked at last
    LOOSE = 3  # ... the cards that could slide
    ENDS = 4  # ... the last firm card of each pile
    OVER = 5  # ... 1 if there were more steps than could be written
    CHANGE = 6  # where tails or runs hang, what made a position's check that of their class
    WOUND = 7  # ... 1 if enough hang for a run of them to come round to where it began
    LAID = 8  # the pile, plus 1, on which a card of the stock was just laid that bears none; or 0
    DUE = 9  # a hash of the foundations when it was noted how soon they take each card


class Weight(IntEnum):
    """Places in ``Analysis.heuristic.weight``: what one of each adds to the score."""

    LOWER = 0  # a card above one that is wanted earlier
    OWN = 1  # the same within its suit
    BROKEN = 2  # a card out of sequence with the one below it
    FOUNDED = 3  # a card on a foundation, to the good
    DOWN = 4  # a card face down
    CELL = 5  # a filled cell
    SPACE = 6  # a space that any card may fill, to the good
    WAITING = 7  # a card in the stock or the waste
    BURIED = 8  # a card above the lowest one that a foundation wants next
    MISLAID = 9  # a card out of sequence that could not be laid on the one below it
    EARLY = 10  # a pile, for each card by which its first wanted one comes before the 14th
    LATE = 11  # a card of a heap, for each of the stock to be turned before it goes
    STUCK = 12  # a card that would never go
    IN_WASTE = 13  # how many times all this in a waste that is not turned over any more
    AGAIN = 14  # a redeal made


class Loose(IntEnum):
    """Units that may be lifted from a group of piles, in ``Analysis.relaxation.loose``."""

    NO_CARD = -1  # it is a foundation
    ONE_CARD = 0  # the top one
    ONE_RUN = 1  # a run that ends at the top
    ONE_BLOCK = 2  # any cards down to the top, but for those face down
    AT_HAND = 3  # any card at any time
    AT_LARGE = 4  # ... and it may come to lie anywhere of itself


# what expand() answers instead of a number of steps
WINS = -1  # one of them wins; it stands at C[STEP]
CROWDED = -2  # the table has no room for the positions

CONTROLS = 17  # how many places there are in Control
MANY = 1 << 40  # more than can ever be still to be tried

# a table of known positions (search.transposition)
BESIDE = 8  # buckets that a position may lie in, side by side
KEYED = 12  # bits of its key that give their place, however large the table is
GROWING = BESIDE << KEYED  # buckets of the smallest table that can be made larger

# a step is a move of the engine, LOW bits of it, and ...
JUMP = 48  # ... from this bit on the waste's height to turn to before it, plus 1; 0 for no turning;
#            or, of a move within the tableau, the pile that the card below goes to then, plus 1
LOW = (1 << JUMP) - 1

SETS = 10  # how many places there are in Noted
MOST_EXITS = 1 << 15  # steps from a position that are written
MOST_KIN = 16  # cards in play that leave in pairs with each other, of one kin
MOST_KINS = 13  # sets of such cards
MOST_MATCHED = 200  # pairs tried until all of a kin have a mate
MOST_PICKS = 26  # cards made firm in a step: the room for choices
MOST_MADE = 1 << 10  # moves of a step: 25 for each of these and for the card itself, and safe ones
BOTH_WAYS = 2  # Analysis.holes.way: a card of a hole that may follow may be followed
MOST_ROWED = 60  # piles of a row for the right-neighbour test
MOST_DUE = 99  # of a card that no foundation takes any more
# powers of two
MOST_HUNG = 1 << 8  # piles of which it is kept what hangs there (search.run_symmetry)
MOST_TURNED = 1 << 8  # stocks and wastes of which their hash is kept (search.transposition)
MOST_TOLD = 1 << 10  # scores of piles that are kept (search.heuristic)
