"""The closed vocabulary of the rules language.

Each phrase that a definition may use stands here once, with the sentence that explains it (the
rules page, the error messages and the documentation take it from here) and with what it means in
integers. Nothing else in the program reads a phrase.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from cadogan.core.cards import RANK_NAMES, RANKS, rank_of, suit_of
from cadogan.core.errors import did_you_mean
from cadogan.i18n import translate
from cadogan.i18n.grammar import COUNT_WORDS
from cadogan.i18n.phrase import Phrase

__all__ = [
    "BETWEEN",
    "BUT",
    "CONDITIONS",
    "COVERS",
    "DEALT_OUT",
    "EXCHANGED",
    "FACES",
    "FROM_THE_TOP",
    "HANDS",
    "KINDS",
    "LEFT",
    "LETTERS",
    "MET_IN_DEALING",
    "MOVED_RUNS",
    "MUST_HOLD_WAYS",
    "NEIGHBOURS",
    "ORDERS",
    "PILE_BY_PILE",
    "REDEALT_FROM",
    "REDEAL_ORDERS",
    "SINKS",
    "SKIPS",
    "SPACES",
    "STARTS",
    "STRAIGHT_UP",
    "TAKES",
    "WHOLES",
    "WINS",
    "WRONG",
    "Condition",
    "StockDeal",
    "Told",
    "advice",
    "cards_left",
    "kind_of_win",
    "number_meant",
    "parse_condition",
    "parse_some_cards",
    "parse_stock_deal",
    "parse_win",
    "phrase",
    "rank_meant",
    "rank_word",
    "reference",
    "space_cards",
]

# in the order in which positions are written
KINDS = {
    "foundation": "a pile that is to be completed",
    "tableau": "a pile of the layout that is played on and from",
    "reserve": "a pile that is played from",
    "cell": "a place that holds one card for a time",
    "waste": "a pile of cards turned from the stock and not yet placed",
    "stock": "the undealt cards",
    "discard": "the cards that are out of play, in no order",
}
LETTERS = {kind: kind[0] for kind in KINDS}


def phrase(word: str, known: Iterable[str]) -> str:
    """Return ``word`` when it belongs to the vocabulary.

    Raises:
        ValueError: naming the nearest phrase; the caller says where it stood.

    >>> phrase("top card", TAKES)
    'top card'
    """
    choices = list(known)
    if word in choices:
        return word
    raise ValueError(f"{word!r} is not a phrase of the rules language; {advice(word, choices)}")


def advice(word: str, known: Iterable[str]) -> str:
    """Return what to write for a word that is none of those known; a rank may be spelled out.

    >>> advice("king", ["none", *RANKS]), advice("10", RANKS), advice("jokers", ["none"])
    ("did you mean 'K'?", "did you mean 'T'?", 'it is one of: none')
    """
    choices = list(known)
    meant = rank_meant(word)
    return f"did you mean {meant!r}?" if meant in choices else did_you_mean(word, choices)


def rank_meant(word: str) -> str:
    """Return the letter of a rank that is written in another way, or "".

    >>> [rank_meant(word) for word in ("king", "Aces", "sixes", "10", "q", "knave", "joker")]
    ['K', 'A', '6', 'T', 'Q', 'J', '']
    """
    said = word.strip().casefold()
    names = {"1": "A", "10": "T", "11": "J", "12": "Q", "13": "K", "knave": "J", "knaves": "J"}
    for letter, name in zip(RANKS, RANK_NAMES, strict=True):
        plural = name + ("es" if name.endswith("x") else "s")
        names |= dict.fromkeys((name, plural, letter.casefold()), letter)
    return names.get(said, "")


MOVED_RUNS = (
    *("run", "run as single cards", "top card, runs to spaces"),
    "run, whole or freeing a card",
)  # of these the ways that move built runs
TAKES = {
    "none": "its cards stay where they are",
    "top card": "only the top card of a pile may be taken",
    "run": "the top card, or any properly built run of cards at the top, may be taken",
    "run as single cards": "cards are moved one at a time; a built run may be moved at once when"
    " free cells and empty piles would allow it card by card",
    "block": "any face-up card may be taken, with all the cards on it, in order or not",
    "whole pile": "only all the cards of a pile together may be moved to another pile; its top card"
    " may go to a foundation or a cell",
    "top card or whole pile": "the top card of a pile, or all its cards together, may be taken",
    "any card": "every card of a pile may be taken, wherever it lies",
    "whole pile by its top card": "only all the cards of a pile together may be moved to another"
    " pile, and it is its top card that must fit there",
    "top or bottom card": "the top card of a pile may be taken, and so may the one at its bottom",
    "top card, runs to spaces": "the top card of a pile may be taken, and any properly built run of"
    " cards at the top, but a run only into an empty pile",
    "run, whole or freeing a card": "any properly built run of cards at the top may be taken, but"
    " only all of it, unless the card under those that are taken can then go to a foundation; the"
    " top card may go to a foundation or a cell",
}

SPACES = {
    "none": "an emptied pile is never filled",
    "any card": "an emptied pile may be filled with any card",
    "base rank": "an emptied pile may be filled only with a card of the base rank",
    "one below the base rank": "an emptied pile may be filled only with a card one rank below the"
    " base rank",
    "A or K": "an emptied pile may be filled only with an ace or a king",
    "its own rank": "an emptied pile may be filled only with a card of its own rank",
    "left neighbour": "an emptied place may be filled only with what its build lays on the card at"
    " its left; a left end of a row with what begins the row",
    "either neighbour": "an emptied place may be filled only with what its build lays on the card"
    " at its left, or with a card on which it lays the one at its right; a left end of a row with"
    " what begins the row, too",
    **{rank: f"an emptied pile may be filled only with a{'n' if rank in 'A8' else ''} {name}"
       for rank, name in zip(RANKS, RANK_NAMES, strict=True)},
}  # fmt: skip

STARTS = {
    "any card": "any card begins a foundation",
    "base rank": "a card of the base rank begins each foundation",
    "base suit": "the first card put out fixes the suit that begins every foundation",
    "one above {target} in {suits}": "the cards one rank above the digits of the player's number",
    "above the reserve": "a foundation begins with a card one rank above the card of the reserve"
    " that belongs to it",
}

FACES = {
    "up": "all face up",
    "down": "all face down",
    "top up": "face down but for the top card",
    "down but the last": "face down; the last card left is turned up",
    "down until the stock is empty": "face down; all are turned up when the stock is empty",
}

NEIGHBOURS = ("left neighbour", "either neighbour")  # what a gap of a grid looks to
ORDERS = {
    "rows": "one card to each pile in turn, row after row; a pile that has all its cards is passed"
    " over",
    "rows, full piles first": "one card to each pile in turn, row after row; the shorter piles"
    " are passed over in the first rows",
    "piles": "pile after pile",
    "rows across groups": "one card to each pile of the whole kind in turn",
    "by rank": "all the cards that are left, each to the pile of its rank",
    "a king begins each": "all the cards that are left, pile after pile, each king beginning a new"
    " one",
}
DEALT_OUT = ("by rank", "a king begins each")  # the orders that leave no card

SINKS = {
    "keeping order": "they keep their order among themselves",
    "reversed": "the one dealt later goes undermost",
    "swapped": "each changes places with the bottommost card that is not one",
    "exposed or own suit": "one that is exposed goes to the bottom, and a buried one goes under the"
    " bottommost lower card of its own suit that it covers",
    "as exposed": "each goes under its pile as soon as it is exposed",
    "out of play": "they go out of play, and their places are empty",
}

REDEAL_ORDERS = {
    "turned": "turned over, so that the card that was first is first again",
    "shuffled": "shuffled",
    "shuffled, those in order stay": "shuffled, but for the cards of a grid that are in order from"
    " the left end of their row on; in every row a gap is left behind these",
    "shuffled, those in order stay, gaps at the right": "shuffled, but for the cards of a grid that"
    " are in order from the left end of their row on; in every row a gap is left at the right end",
    "shuffled, those in order stay, gaps anywhere": "shuffled, but for the cards of a grid that are"
    " in order from the left end of their row on; where gaps are left is drawn as well",
    "first pile first": "gathered without shuffling so that the first pile is dealt again first",
    "last pile first": "gathered without shuffling so that the last pile is dealt again first",
    "first pile first, from the top": "gathered without shuffling so that the top cards of the"
    " first pile are dealt again first, in the order in which they lie; what lies under them goes"
    " on to the next pile",
    "pile by pile": "each time one pile, from the last to the first, turned over and dealt out one"
    " card a pile, beginning with its own place",
    "straight up": "the cards of rows move straight up to the places above them that are empty, and"
    " the stock fills those that are left, from the first on",
}
PILE_BY_PILE = "pile by pile"
STRAIGHT_UP = "straight up"
FROM_THE_TOP = "first pile first, from the top"
ALWAYS_MET = "what begins is always replaced"

REDEALT_FROM = ("waste", "tableau", "tableau and stock", "tableau and reserve")

WINS = {
    "all on foundations": "all cards lie on the foundations",
    "foundations complete": "every foundation has all its cards",
    "tableau in runs": "every pile of the tableau is empty or holds a full suit in order,"
    " king at the bottom",
    "all out of play": "all cards are out of play",
    "score": "the score comes to its target",
    "one pile": "all cards of the tableau lie in one pile",
    "rows in order": "every card of the rows is in order, from the left end of its row on",
    "tableau in built runs": "all cards lie in the tableau, and each of its piles is empty or holds"
    " one run of all the ranks, built as runs are built there",
    "one of each suit left": "no cards are left in play but one of each suit",
    "N cards left": "no more cards than this number are left in play",
}

WHOLES = {
    "by choice": "it goes there when the player likes",
    "at once": "it goes there by itself as soon as it is complete",
}

# what becomes of a first card that is not of the rank that is right there
EXCHANGED = "may leave or change places"
WRONG = {
    "may leave": "it may be taken",
    EXCHANGED: "it may be taken, or change places with another if both then begin their piles",
}

BUT = "all out of play but "  # then ranks and suits
LEFT = "(1 card|([2-9]|[1-9][0-9]{1,2}) cards) left"

# what two cards have in common, between which others leave play
BETWEEN = {
    "same suit": "two cards of the same suit",
    "same rank": "two cards of the same rank",
    "same suit or rank": "two cards of the same suit or rank",
    "same colour": "two cards of the same colour",
}

# what lies on what
COVERS = {
    "pyramid": "rows: one pile in the first, two in the second and so on; on each pile lie two of"
    " the next row",
    "three peaks": "three peaks side by side, each with rows of one, two and three piles, and below"
    " them a row of ten; on each pile of a peak lie two of the row below",
}

# what the rows and columns of a square are counted as, in the order of the engine's codes
HANDS = {
    "none": "no hands are counted",
    "cribbage": "once the square is full, the next card of the stock is turned up as the *starter*."
    " Each line of four, across or down, is then a hand of cribbage, together with the starter."
    " Cards that add up to fifteen count 2, a pair 2, a run 1 for each card. A flush counts 4, or 5"
    " when the starter is of the same suit. The jack of the starter's suit counts 1. A jack as the"
    " starter counts 2",
    "poker, American": "each line of five, across or down, is a hand of poker",
    "poker, English": "each line of five, across or down, is a hand of poker",
}

# what a deal passes over, in the order of the engine's codes
SKIPS = {
    "empty piles": "a deal passes over the empty piles",
    "piles with cards": "where there are empty piles, a deal goes only to these",
    "all but the first empty pile": "a deal goes only to the first of the empty piles",
}

MET_IN_DEALING = {
    "what fits goes out": "a card that fits a foundation is laid there at once, and its pile has a"
    " card fewer",
    "what fits is replaced": "a card that fits a foundation is laid there at once, and the next"
    " card takes its place",
    "what begins goes out": "a card that begins a foundation is laid there at once, and its pile"
    " has a card fewer",
    "what begins is replaced": "a card that begins a foundation is laid there at once, and the next"
    " card takes its place",
    ALWAYS_MET: "a card that begins a foundation is laid there at once, and"
    " the next card takes its place, in every deal and where an emptied pile is filled",
}

MUST_HOLD_WAYS = {
    "dealt again": "all cards are shuffled and dealt again",
    "swapped in": "the first such card of the rest changes places with the last of them",
}


@dataclass(frozen=True, slots=True)
class Told:
    """What a condition means, and the clauses that say when it holds and when it does not yet.

    In the clauses ``{group}`` stands for the name of the group, and ``{once}`` for "once" or, where
    it may come and go, "when".
    """

    meaning: str
    holds: str
    waits: str


CONDITIONS = {
    "GROUP empty": Told(
        "the group, or both of two groups, hold no card (stock empty, reserve empty, waste and"
        " stock empty, ...); a kind stands for all its groups",
        "{once} {group} {group:is/are} empty",
        "before {group} {group:is/are} empty",
    ),
    "no gaps": Told(
        "no pile holds fewer cards than its refill number",
        "when there are no gaps",
        "while there are gaps",
    ),
    "first foundation complete": Told(
        "the first foundation has all its cards",
        "once the first foundation is complete",
        "before the first foundation is complete",
    ),
    "redealt": Told("there has been a redeal", "after a redeal", "before the first redeal"),
    "dealt": Told(
        "there has been a deal from the stock",
        "after a deal from the stock",
        "before the first deal from the stock",
    ),
    "base chosen": Told(
        "the first card has been put on a foundation",
        "once the base card is chosen",
        "before the base card is chosen",
    ),
    "no redeal left": Told(
        "all redeals have been made", "after the last redeal", "before the last redeal"
    ),
    "GROUP has a space": Told(
        "some pile of the group is empty (reserve has a space, ...)",
        "while a pile of {group} is empty",
        "while no pile of {group} is empty",
    ),
    "no deal left": Told(
        "the stock deals no more, until the cards are used again",
        "when no deal is left",
        "while there is a deal left",
    ),
    "kings at the bottom": Told(
        "every king lies at the bottom of a pile of the tableau, face up",
        "while all kings lie at the bottom of tableau piles",
        "while not all kings lie at the bottom of tableau piles",
    ),
    "batch open": Told(
        "a batch of cards is being placed",
        "while a batch is being placed",
        "while no batch is being placed",
    ),
    "GROUP can be filled": Told(
        "some pile of the group is empty, and a card may be moved there, but not all the cards of"
        " another of its piles (of a deal from the stock only)",
        "while an empty pile of {group} could be filled",
        "while no empty pile of {group} could be filled",
    ),
    "GROUP face down": Told(
        "no card of the group lies face up (tableau face down, ...)",
        "while no card of {group} lies face up",
        "while a card of {group} lies face up",
    ),
}


@dataclass(frozen=True, slots=True)
class Condition:
    """A state of the play that a rule waits for.

    Attributes:
        kind: one of CONDITIONS; those of a GROUP carry the group.
        group: the name of a group or a kind, two names joined by ``and``, or "".
        negated: whether the phrase began with ``not``.
        text: the phrase as written.
    """

    kind: str
    group: str
    negated: bool
    text: str

    def clause(self, holds: bool = True, group: str = "", once: str = "once") -> str:
        """Return the clause that says when the condition holds, or when it does not.

        Args:
            holds: which of the two.
            group: the group's name with its article, when not as the phrase has it.
            once: "when" where it may hold for a time only.

        >>> parse_condition("not stock empty", ["stock"]).clause()
        'before the stock is empty'
        """
        told = CONDITIONS[self.kind]
        name = group if isinstance(group, Phrase) else Phrase(group)
        text = told.holds if holds != self.negated else told.waits
        return translate(
            text.replace("{once}", once),
            group=name or Phrase(f"the {self.group}", plural=" and " in self.group),
        )


def parse_condition(text: str, groups: Iterable[str]) -> Condition:
    """Read a condition phrase, given what the groups of the game may be called.

    >>> parse_condition("stock empty", ["stock"]).group
    'stock'
    """
    negated = text.startswith("not ")
    rest = text.removeprefix("not ")
    names = list(groups)
    known = {word: (word, "") for word in CONDITIONS if not word.startswith("GROUP")}
    for kind in CONDITIONS.keys() - known.keys():
        known |= {kind.replace("GROUP", name): (kind, name) for name in names}
    if rest not in known and rest.endswith(" empty"):
        both = rest.removesuffix(" empty").split(" and ")
        if len(both) == 2 and {*both} <= {*names} and both[0] != both[1]:
            return Condition("GROUP empty", " and ".join(both), negated, text)
    if rest not in known:
        if any(rest.endswith(kind.removeprefix("GROUP")) for kind in CONDITIONS if "GROUP" in kind):
            _present(re.split(" and | empty| has a space| can be filled| face down", rest), names)
        told = [*known, *_pairs_empty(names)]
        hint = did_you_mean(text, [*told, *(f"not {word}" for word in told)])
        if not hint.startswith("did"):  # the groups would make it long
            hint = "it is one of: " + ", ".join(CONDITIONS)
        raise ValueError(f"{text!r} is not a phrase of the rules language; {hint}")
    return Condition(*known[rest], negated, text)


def reference(text: str, names: Iterable[str]) -> str:
    """Return what calls a group of the game.

    Raises:
        ValueError: naming the kind that the game does not have, or the nearest name.

    >>> reference("stock", ["stock", "waste"])
    'stock'
    """
    known = list(names)
    _present([text], known)
    return phrase(text, known)


def _present(called: Iterable[str], names: list[str]) -> None:
    """Refuse kinds of group of which the game has none."""
    for kind in called:
        if kind in KINDS and kind not in names:
            raise ValueError(f"there is no [{kind}]")


def _pairs_empty(names: list[str]) -> list[str]:
    """Return every phrase that asks for two groups to be empty."""
    return [f"{a} and {b} empty" for a in names for b in names if a != b]


def parse_win(text: str, groups: Iterable[str]) -> list[str]:
    """Read the object of a game: the groups that are to be empty, or [] for a phrase of WINS.

    >>> parse_win("tableau and cell empty", ["tableau", "cell", "stock"])
    ['tableau', 'cell']
    """
    names = list(groups)
    if text.startswith(BUT):
        parse_some_cards(text.removeprefix(BUT))
        return []
    if cards_left(text):
        return []
    parts = re.split(r", | and ", text.removesuffix(" empty"))
    if text.endswith(" empty") and {*parts} <= {*names} and len({*parts}) == len(parts):
        return parts
    if text.endswith(" empty"):
        _present([part for part in parts if part != "foundation"], names)
    plain = [phrase for phrase in WINS if phrase != "N cards left"]
    left = re.match("[1-9][0-9]{0,2} ", text)
    many = "1 card left" if left and left[0] == "1 " else f"{left[0] if left else '2 '}cards left"
    known = [*plain, many, f"{BUT}A", *(f"{name} empty" for name in names)]
    if text not in known:
        hint = did_you_mean(text, [*known, *_pairs_empty(names)])
        if not hint.startswith("did"):  # the pairs would make it long
            hint = did_you_mean(text, known)
        raise ValueError(f"{text!r} is not a phrase of the rules language; {hint}")
    return []


def cards_left(win: str) -> int:
    """Return how many cards may be left in play where that wins a game, or 0.

    >>> cards_left("2 cards left"), cards_left("1 card left"), cards_left("all out of play")
    (2, 1, 0)
    """
    return int(win.partition(" ")[0]) if re.fullmatch(LEFT, win) else 0


def kind_of_win(win: str) -> str:
    """Return the phrase of WINS of which an object is a case.

    >>> kind_of_win("2 cards left"), kind_of_win("all out of play but A")
    ('N cards left', 'all out of play')
    """
    return "N cards left" if cards_left(win) else win.partition(" but ")[0]


def parse_some_cards(text: str) -> int:
    """Read ranks and suits, as in ``"A"`` or ``"D H S"``, as the set of their cards.

    >>> parse_some_cards("A").bit_count(), parse_some_cards("K C").bit_count()
    (4, 16)
    """
    letters = text.split()
    if not letters or any(len(x) != 1 or x not in f"{RANKS}CDHS" for x in letters):
        raise ValueError(f"{text!r} names no cards; write ranks and suits, such as 'A' or 'D H S'")
    return sum(
        1 << card
        for card in range(52)
        if {RANKS[rank_of(card) - 1], "CDHS"[suit_of(card)]} & {*letters}
    )


@dataclass(frozen=True, slots=True)
class StockDeal:
    """What the stock deals: ``count`` cards to ``group``.

    To each of its piles, to the one whose turn it is (``next``), or to the waste; ``group`` may be
    two, joined by ``and``.
    """

    count: int
    group: str
    each: bool
    next: bool = False

    @property
    def groups(self) -> list[str]:
        """The group, or both groups, by name or kind."""
        return self.group.split(" and ")


def parse_stock_deal(text: str, groups: Iterable[str]) -> StockDeal:
    """Read ``"3 to waste"``, ``"2 to each reserve"``, ``"1 to the next tableau"``, ...

    A deal to two groups at once is ``"1 to each tableau and reserve"``.

    >>> parse_stock_deal("2 to each reserve.row-1", ["reserve.row-1"])
    StockDeal(count=2, group='reserve.row-1', each=True, next=False)
    """
    found = re.fullmatch(r"(\d{1,2}) to (each |the next )?(\S+)( and \S+)?", text)
    known = list(groups)
    meant = _deal_meant(text, known)
    advised = (
        f"did you mean {meant!r}?" if meant else "write it as '1 to waste' or '2 to each reserve'"
    )
    wrong = f"{text!r} is not a deal; {advised}"
    if not found or not int(found[1]):
        raise ValueError(wrong)
    count, how, group = int(found[1]), found[2] or "", found[3]
    if group in KINDS and group not in known:
        raise ValueError(f"there is no [{group}]")
    phrase(group, known)
    if other := (found[4] or "").removeprefix(" and "):
        if how != "each ":
            raise ValueError(wrong)
        phrase(other, known)
        group += f" and {other}"
    if bool(how) == (group == "waste"):
        raise ValueError(wrong)
    return StockDeal(count, group, how == "each ", how == "the next ")


def _deal_meant(text: str, known: list[str]) -> str:
    """Return the deal that a text in other words means, or "".

    >>> _deal_meant("three cards to the waste", ["waste"]), _deal_meant("1 to tableau", ["tableau"])
    ('3 to waste', '1 to each tableau')
    """
    found = re.fullmatch(
        r"(\w+)(?: cards?)? (?:in)?to (?:(?:the|each|every) )*(\S+?)(?: piles?)?", text
    )
    if not found or found[2] not in known:
        return ""
    count = found[1] if found[1].isascii() and found[1].isdigit() else ""
    if found[1] in COUNT_WORDS[1:]:
        count = str(COUNT_WORDS.index(found[1]))
    each = "" if found[2] == "waste" else "each "
    return f"{count} to {each}{found[2]}" if re.fullmatch("[1-9][0-9]?", count) else ""


def number_meant(text: str) -> int | None:
    """Return the number that a text spells out or quotes, or None.

    >>> number_meant("two"), number_meant("3"), number_meant("twice"), number_meant("often")
    (2, 3, 2, None)
    """
    word = text.strip().casefold()
    if re.fullmatch("[0-9]{1,4}", word):
        return int(word)
    others = {"none": 0, "never": 0, "once": 1, "twice": 2, "thrice": 3}
    return others.get(word, COUNT_WORDS.index(word) if word in COUNT_WORDS else None)


def space_cards(space: str) -> str:
    """Say which cards a space takes, by its phrase.

    >>> space_cards("K"), space_cards("one below the base rank")
    ('a king', 'a card one rank below the base rank')
    """
    return SPACES[space].partition("only with ")[2] or "a card"


def rank_word(letter: str) -> str:
    """Name the rank of a letter.

    >>> rank_word("K")
    'king'
    """
    return RANK_NAMES[RANKS.index(letter)]
