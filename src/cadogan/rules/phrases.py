"""Phrases of the rules language as enumerations, each with its meaning.

A member is the phrase itself, as a definition contains it. Its ``meaning`` is the explanation in
the reference and in the JSON Schema. For many kinds of phrase it also appears on the rules page.
"""

from __future__ import annotations

from enum import StrEnum

from cadogan.i18n import msgid


class Explained(StrEnum):
    """Base class for enumerations of phrases, each with its explanation.

    Attributes:
        meaning: a clause that explains the phrase in the reference of the language.
        ranks: the letters of the ranks that the phrase names, or "".
    """

    meaning: str
    ranks: str

    def __new__(cls, phrase: str, meaning: str = "", ranks: str = "") -> Explained:
        """Return a new member: the phrase with its meaning and its ranks."""
        self = str.__new__(cls, phrase)
        self._value_ = phrase
        self.meaning, self.ranks = meaning, ranks
        return self


class Take(Explained):
    """The cards that may be taken from a pile."""

    NONE = ("none", "its cards stay where they are")
    TOP_CARD = ("top card", "only the top card of a pile may be taken")
    RUN = ("run", "the top card, or any properly built run of cards at the top, may be taken")
    RUN_AS_SINGLE_CARDS = (
        "run as single cards",
        (
            "cards are moved one at a time. But a built run may be moved as a unit if its cards"
            " could be moved one by one through free cells and empty piles"
        ),
    )
    BLOCK = (
        "block",
        (
            "any face-up card may be taken, together with all the cards on it, whether or not they"
            " are in order"
        ),
    )
    WHOLE_PILE = (
        "whole pile",
        (
            "a pile may be moved to another pile only as a whole; its top card may go to a"
            " foundation or a cell"
        ),
    )
    TOP_CARD_OR_WHOLE_PILE = (
        "top card or whole pile",
        "the top card of a pile, or all its cards together, may be taken",
    )
    ANY_CARD = ("any card", "any card in a pile may be taken, wherever it lies")
    WHOLE_PILE_BY_ITS_TOP_CARD = (
        "whole pile by its top card",
        ("a pile may be moved to another pile only as a whole, and its top card must fit there"),
    )
    TOP_OR_BOTTOM_CARD = (
        "top or bottom card",
        "the top card and the bottom card of a pile may be taken",
    )
    TOP_CARD_RUNS_TO_SPACES = (
        "top card, runs to spaces",
        (
            "the top card of a pile may be taken; a properly built run may be moved only into an"
            " empty pile"
        ),
    )
    RUN_WHOLE_OR_FREEING_A_CARD = (
        "run, whole or freeing a card",
        (
            "a properly built run may be taken only as a whole, unless taking part of it"
            " uncovers a card that can go to a foundation. The top card may go to a foundation"
            " or a cell"
        ),
    )


class Space(Explained):
    """The cards that fill an empty pile, unless a definition names a rank."""

    NONE = ("none", "an empty pile is never filled")
    ANY_CARD = ("any card", "an empty pile may be filled with any card")
    BASE_RANK = ("base rank", "an empty pile may be filled only with a card of the base rank")
    ONE_BELOW_THE_BASE_RANK = (
        "one below the base rank",
        "an empty pile may be filled only with a card one rank below the base rank",
    )
    A_OR_K = ("A or K", "an empty pile may be filled only with an ace or a king", "AK")
    ITS_OWN_RANK = (
        "its own rank",
        "an empty pile may be filled only with a card of its own rank",
    )
    LEFT_NEIGHBOUR = (
        "left neighbour",
        (
            "an empty place may be filled only with a card that the group's build allows on the"
            " card to its left. The left end of a row takes only a card that begins the row"
        ),
    )
    EITHER_NEIGHBOUR = (
        "either neighbour",
        (
            "an empty place takes only a card that the group's build allows on the card to its"
            " left, or under the card to its right. The left end of a row also takes a card that"
            " begins the row"
        ),
    )


class Start(Explained):
    """The cards that begin a foundation, unless a definition names a card or a rank."""

    ANY_CARD = ("any card", "any card begins a foundation")
    BASE_RANK = ("base rank", "a card of the base rank begins each foundation")
    BASE_SUIT = (
        "base suit",
        "the first card played to a foundation fixes the suit that begins every foundation",
    )
    ABOVE_TARGET = (
        "one above {target} in {suits}",
        "the cards one rank above the digits of the player's number",
    )
    ABOVE_RESERVE = (
        "above the reserve",
        "a foundation begins with a card one rank above the card of the reserve that belongs to it",
    )


class Face(Explained):
    """The rules that determine which cards of a pile lie face up."""

    UP = ("up", "all face up")
    DOWN = ("down", "all face down")
    TOP_UP = ("top up", "face down except the top card")
    DOWN_BUT_THE_LAST = ("down but the last", "face down; the last card left is turned up")
    DOWN_UNTIL_THE_STOCK_IS_EMPTY = (
        "down until the stock is empty",
        "face down; all are turned up when the stock is empty",
    )


class DealOrder(Explained):
    """The orders in which cards are dealt at the start."""

    ROWS = (
        "rows",
        (
            msgid(
                "one card to each pile in turn, row after row; piles that are already complete"
                " are skipped"
            )
        ),
    )
    ROWS_FULL_PILES_FIRST = (
        "rows, full piles first",
        (
            msgid(
                "one card to each pile in turn, row after row; in the first rows the shorter"
                " piles are skipped"
            )
        ),
    )
    PILES = ("piles", msgid("one pile after another"))
    ROWS_ACROSS_GROUPS = (
        "rows across groups",
        "one card in turn to each pile in all groups of the kind",
    )
    BY_RANK = ("by rank", msgid("all the remaining cards, each to the pile of its rank"))
    A_KING_BEGINS_EACH = (
        "a king begins each",
        msgid("all the remaining cards, one pile after another, each king beginning a new pile"),
    )


class SinkWay(Explained):
    """The ways in which cards sink to the bottom of their piles."""

    KEEPING_ORDER = ("keeping order", msgid("they keep their order"))
    REVERSED = ("reversed", msgid("the one dealt later goes to the very bottom"))
    SWAPPED = ("swapped", "each changes places with the bottommost card that does not sink")
    EXPOSED_OR_OWN_SUIT = (
        "exposed or own suit",
        (
            "an exposed one goes to the bottom; a buried one goes under the bottommost of the "
            "lower cards of its own suit that it covers"
        ),
    )
    AS_EXPOSED = ("as exposed", "each goes under its pile as soon as it is exposed")
    OUT_OF_PLAY = ("out of play", "they go out of play, and their places stay empty")


class RedealOrder(Explained):
    """The orders into which a redeal puts the cards."""

    TURNED = (
        "turned",
        msgid("turned over without shuffling, so that the cards come in the same order again"),
    )
    SHUFFLED = ("shuffled", msgid("shuffled"))
    SHUFFLED_THOSE_IN_ORDER_STAY = (
        "shuffled, those in order stay",
        (
            "shuffled, except the cards that are in order from the left end of their"
            " row; every row has a gap after these"
        ),
    )
    SHUFFLED_THOSE_IN_ORDER_STAY_GAPS_AT_THE_RIGHT = (
        "shuffled, those in order stay, gaps at the right",
        (
            "shuffled, except the cards that are in order from the left end of their"
            " row; every row has a gap at its right end"
        ),
    )
    SHUFFLED_THOSE_IN_ORDER_STAY_GAPS_ANYWHERE = (
        "shuffled, those in order stay, gaps anywhere",
        (
            "shuffled, except the cards that are in order from the left end of their"
            " row; the places of the gaps are random"
        ),
    )
    FIRST_PILE_FIRST = (
        "first pile first",
        "gathered without shuffling, so that the first pile is dealt again first",
    )
    LAST_PILE_FIRST = (
        "last pile first",
        "gathered without shuffling, so that the last pile is dealt again first",
    )
    FIRST_PILE_FIRST_FROM_THE_TOP = (
        "first pile first, from the top",
        (
            "gathered without shuffling, with the top cards of the first pile dealt again first"
            " in their present order. The cards under them go on to the next pile"
        ),
    )
    PILE_BY_PILE = (
        "pile by pile",
        (
            "pile by pile, from the last to the first: each is turned over and dealt, one card to"
            " a pile, beginning at its own place"
        ),
    )
    STRAIGHT_UP = (
        "straight up",
        (
            "the cards in the rows move straight up into the empty places above them, and the stock"
            " fills the remaining places, starting with the first"
        ),
    )


class RedealFrom(Explained):
    """The cards that a redeal reuses."""

    WASTE = "waste"
    TABLEAU = "tableau"
    TABLEAU_AND_STOCK = "tableau and stock"
    TABLEAU_AND_RESERVE = "tableau and reserve"


class WinWay(Explained):
    """The ways in which a game is won."""

    ALL_ON_FOUNDATIONS = ("all on foundations", "all cards lie on the foundations")
    FOUNDATIONS_COMPLETE = ("foundations complete", msgid("every foundation has all its cards"))
    TABLEAU_IN_RUNS = (
        "tableau in runs",
        msgid(
            "every tableau pile is empty or holds a full suit in order, with the king at the bottom"
        ),
    )
    ALL_OUT_OF_PLAY = ("all out of play", msgid("all cards are out of play"))
    SCORE = ("score", "the score reaches its target")
    ONE_PILE = ("one pile", msgid("all tableau cards lie in one pile"))
    ROWS_IN_ORDER = (
        "rows in order",
        msgid("every row has its cards in order, beginning at its left end"),
    )
    TABLEAU_IN_BUILT_RUNS = (
        "tableau in built runs",
        (
            msgid(
                "all cards lie in the tableau, and each pile is empty or holds one run of all"
                " ranks, built like runs in the tableau"
            )
        ),
    )
    ONE_OF_EACH_SUIT_LEFT = (
        "one of each suit left",
        msgid("only one card of each suit is left in play"),
    )
    CARDS_LEFT = ("N cards left", "at most this many cards are left in play")


class Whole(Explained):
    """The times at which a complete run goes to a foundation."""

    BY_CHOICE = ("by choice", msgid("the cards go there when the player chooses"))
    AT_ONCE = (
        "at once",
        msgid("the cards go there automatically as soon as the last of them is in place"),
    )


class Wrong(Explained):
    """The rules for a pile whose first card does not have the required rank."""

    MAY_LEAVE = ("may leave", "it may be taken")
    MAY_LEAVE_OR_CHANGE_PLACES = (
        "may leave or change places",
        "it may be taken, or change places with another if both then begin their piles",
    )


class Between(Explained):
    """The relations between two cards that let the cards between them leave play."""

    SAME_SUIT = ("same suit", msgid("two cards of the same suit"))
    SAME_RANK = ("same rank", msgid("two cards of the same rank"))
    SAME_SUIT_OR_RANK = ("same suit or rank", msgid("two cards of the same suit or rank"))
    SAME_COLOUR = ("same colour", msgid("two cards of the same colour"))


class Cover(Explained):
    """The shapes in which piles overlap."""

    PYRAMID = (
        "pyramid",
        (
            msgid(
                "rows: one pile in the first, two in the second and so on; each pile is covered"
                " by two piles of the next row"
            )
        ),
    )
    THREE_PEAKS = (
        "three peaks",
        (
            msgid(
                "three peaks side by side, each with rows of one, two and three piles, and below"
                " them a row of ten. Each pile of a peak is covered by two piles of the row"
                " below"
            )
        ),
    )


class Hands(Explained):
    """The hands that rows and columns of a square count as, in the order of the engine's codes."""

    NONE = ("none", "no hands are scored")
    CRIBBAGE = (
        "cribbage",
        (
            msgid(
                "once the square is full, the next card of the stock is turned up as the"
                " *starter*. Each line of four, across or down, is then a cribbage hand, together"
                " with the starter. Cards that add up to fifteen score 2, a pair 2, and a run 1"
                " for each card. A flush scores 4, or 5 when the starter is of the same suit. The"
                " jack of the starter's suit scores 1. A jack as the starter scores 2"
            )
        ),
    )
    POKER_AMERICAN = (
        "poker, American",
        msgid("each line of five, across or down, is a poker hand"),
    )
    POKER_ENGLISH = (
        "poker, English",
        msgid("each line of five, across or down, is a poker hand"),
    )


class Skip(Explained):
    """The piles that a deal skips, in the order of the engine's codes."""

    EMPTY_PILES = ("empty piles", msgid("a deal skips the empty piles"))
    PILES_WITH_CARDS = (
        "piles with cards",
        msgid("if there are empty piles, a deal goes only to these"),
    )
    ALL_BUT_THE_FIRST_EMPTY_PILE = (
        "all but the first empty pile",
        msgid("a deal goes only to the first of the empty piles"),
    )


class Met(Explained):
    """The rules for cards that fit a foundation during the deal."""

    WHAT_FITS_GOES_OUT = (
        "what fits goes out",
        msgid(
            "a card that fits a foundation is laid there at once, leaving its pile one card short"
        ),
    )
    WHAT_FITS_IS_REPLACED = (
        "what fits is replaced",
        msgid(
            "a card that fits a foundation is laid there at once, and the next card takes its place"
        ),
    )
    WHAT_BEGINS_GOES_OUT = (
        "what begins goes out",
        msgid(
            "a card that begins a foundation is laid there at once, leaving its pile one card short"
        ),
    )
    WHAT_BEGINS_IS_REPLACED = (
        "what begins is replaced",
        msgid(
            "a card that begins a foundation is laid there at once, and the next card takes its"
            " place"
        ),
    )
    WHAT_BEGINS_IS_ALWAYS_REPLACED = (
        "what begins is always replaced",
        (
            msgid(
                "a card that begins a foundation is laid there at once, and the next card takes"
                " its place. This applies to every deal, and when an empty pile is filled"
            )
        ),
    )


class MustHold(Explained):
    """The ways to ensure that a group is dealt a required rank."""

    DEALT_AGAIN = ("dealt again", msgid("all cards are shuffled and dealt again"))
    SWAPPED_IN = (
        "swapped in",
        "the first such card in the rest of the pack changes places with the group's last card",
    )


class Direction(Explained):
    """The directions in which cards are built."""

    NONE = ("none", msgid("no card may be laid on another"))
    ANY_CARD = ("any card", msgid("any card may be laid on any other"))
    ANY_ORDER = ("any order", msgid("the cards of one suit, in any order"))
    ANY_LOWER_CARD = ("any lower card", msgid("any card may be laid on any card of a higher rank"))
    SAME_SUIT_OR_RANK = (
        "same suit or rank",
        msgid("each card has the suit or the rank of the card it is laid on"),
    )
    UP = ("up", "one rank higher than")
    DOWN = ("down", "one rank lower than")
    UP_OR_DOWN = ("up or down", "one rank higher or lower than")
    UP_THEN_DOWN = ("up then down", "the next in order after")
    SAME_RANK = ("same rank", "of the same rank as")


class SuitRule(Explained):
    """The rules for the suits of two cards that are built on each other."""

    IN_SUIT = ("in suit", "of the same suit")
    IN_ALTERNATING_COLOURS = ("in alternating colours", "of the opposite colour")
    IN_COLOUR = ("in colour", "of the same colour")
    ANY_SUIT = ("any suit", "of any suit")
    IN_ANOTHER_SUIT = ("in another suit", "of a different suit")
    IN_SUIT_ROTATION = (
        "in suit rotation",
        (
            "of the suit that follows "
            "(clubs on hearts, diamonds on clubs, spades on diamonds, hearts on spades)"
        ),
    )
