"""Closed vocabulary of the rules language.

Each phrase has one entry here or in :mod:`cadogan.rules.phrases`, with its meaning in integers and
a sentence that explains it. The rules page, error messages and the reference use that sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from cadogan.core.cards import RANK_NAMES, RANKS, rank_of, suit_of
from cadogan.core.errors import did_you_mean
from cadogan.i18n import msgid, translate
from cadogan.i18n.grammar import an
from cadogan.i18n.locale import NUMBERS
from cadogan.i18n.phrase import Phrase
from cadogan.rules import phrases

# in the order of the kinds in a written position
KINDS = {
    "foundation": "a pile that the player builds up to completion",
    "tableau": "a pile of the layout, to build on and to play from",
    "reserve": "a pile to play from",
    "cell": "a place that holds one card temporarily",
    "waste": "a pile of cards turned from the stock and not yet placed",
    "stock": "the undealt cards",
    "discard": "the cards that are out of play, in no particular order",
}
LETTERS = {kind: kind[0] for kind in KINDS}


def phrase(word: str, known: Iterable[str]) -> str:
    """Return ``word`` if the vocabulary contains it.

    Raises:
        ValueError: if the vocabulary lacks the word; the message suggests a phrase, and the caller
            adds the location.

    >>> phrase("top card", TAKES)
    'top card'
    """
    choices = list(known)
    if word in choices:
        return word
    raise ValueError(f"{word!r} is not a phrase of the rules language; {advice(word, choices)}")


def advice(word: str, known: Iterable[str]) -> str:
    """Suggest a known word for an unknown one; recognise the names of ranks.

    >>> advice("king", ["none", *RANKS]), advice("10", RANKS), advice("jokers", ["none"])
    ("did you mean 'K'?", "did you mean 'T'?", 'use one of: none')
    """
    choices = list(known)
    meant = rank_meant(word)
    return f"did you mean {meant!r}?" if meant in choices else did_you_mean(word, choices)


def rank_meant(word: str) -> str:
    """Return the letter of a rank given in another notation, or "".

    >>> [rank_meant(word) for word in ("king", "Aces", "sixes", "10", "q", "knave", "joker")]
    ['K', 'A', '6', 'T', 'Q', 'J', '']
    """
    key = word.strip().casefold()
    names = {"1": "A", "10": "T", "11": "J", "12": "Q", "13": "K", "knave": "J", "knaves": "J"}
    for letter, name in zip(RANKS, RANK_NAMES, strict=True):
        plural = name + ("es" if name.endswith("x") else "s")
        names |= dict.fromkeys((name, plural, letter.casefold()), letter)
    return names.get(key, "")


def _meanings(kind: type[phrases.Explained]) -> dict[str, str]:
    return {each.value: each.meaning for each in kind}


MOVED_RUNS = (
    phrases.Take.RUN,
    phrases.Take.RUN_AS_SINGLE_CARDS,
    phrases.Take.TOP_CARD_RUNS_TO_SPACES,
    phrases.Take.RUN_WHOLE_OR_FREEING_A_CARD,
)  # the values of 'take' that move built runs
TAKES = _meanings(phrases.Take)
SPACES = _meanings(phrases.Space) | {
    rank: f"an empty pile may be filled only with {an(name)}"
    for rank, name in zip(RANKS, RANK_NAMES, strict=True)
}
STARTS = _meanings(phrases.Start)
FACES = _meanings(phrases.Face)
ORDERS = _meanings(phrases.DealOrder)
SINKS = _meanings(phrases.SinkWay)
REDEAL_ORDERS = _meanings(phrases.RedealOrder)
WINS = _meanings(phrases.WinWay)
WHOLES = _meanings(phrases.Whole)
WRONG = _meanings(phrases.Wrong)
BETWEEN = _meanings(phrases.Between)
COVERS = _meanings(phrases.Cover)
HANDS = _meanings(phrases.Hands)
SKIPS = _meanings(phrases.Skip)
MET_IN_DEALING = _meanings(phrases.Met)
MUST_HOLD_WAYS = _meanings(phrases.MustHold)
REDEALT_FROM = tuple(each.value for each in phrases.RedealFrom)

# phrases for gaps in a grid that take cards according to their neighbours
NEIGHBOURS = (phrases.Space.LEFT_NEIGHBOUR, phrases.Space.EITHER_NEIGHBOUR)
# the dealing orders that deal all remaining cards
DEALT_OUT = (phrases.DealOrder.BY_RANK, phrases.DealOrder.A_KING_BEGINS_EACH)

BUT = "all out of play but "  # ranks and suits follow this text
LEFT = "(1 card|([2-9]|[1-9][0-9]{1,2}) cards) left"


@dataclass(frozen=True, slots=True)
class Told:
    """The meaning of a condition, with one clause for while it holds and one for while it does not.

    In the clauses, ``{group}`` stands for the group's name. ``returns`` is another clause for
    conditions that can become true repeatedly, or "" if the usual clause fits both cases.
    """

    meaning: str
    holds: str
    waits: str
    returns: str = ""


CONDITIONS = {
    "GROUP empty": Told(
        "the group, or both groups, hold no cards (stock empty, reserve empty, waste and"
        " stock empty, ...); a kind stands for all its groups",
        msgid("once {group} {group:is/are} empty"),
        msgid("before {group} {group:is/are} empty"),
        msgid("when {group} {group:is/are} empty"),
    ),
    "no gaps": Told(
        "no pile holds fewer cards than its refill number",
        msgid("when there are no gaps"),
        msgid("while there are gaps"),
    ),
    "first foundation complete": Told(
        "the first foundation has all its cards",
        msgid("once the first foundation is complete"),
        msgid("before the first foundation is complete"),
    ),
    "redealt": Told(
        "there has been a redeal", msgid("after a redeal"), msgid("before the first redeal")
    ),
    "dealt": Told(
        "there has been a deal from the stock",
        msgid("after a deal from the stock"),
        msgid("before the first deal from the stock"),
    ),
    "base chosen": Told(
        "the first card has been put on a foundation",
        msgid("once the base card is chosen"),
        msgid("before the base card is chosen"),
    ),
    "no redeal left": Told(
        "all redeals have been made",
        msgid("after the last redeal"),
        msgid("before the last redeal"),
    ),
    "GROUP has a space": Told(
        "a pile in the group is empty (reserve has a space, ...)",
        msgid("while a pile in {group} is empty"),
        msgid("while no pile in {group} is empty"),
    ),
    "no deal left": Told(
        "the stock deals no more, until the cards are used again",
        msgid("when no deals are left"),
        msgid("while there is a deal left"),
    ),
    "kings at the bottom": Told(
        "every king lies face up at the bottom of a tableau pile",
        msgid("while all kings lie at the bottom of tableau piles"),
        msgid("while not all kings lie at the bottom of tableau piles"),
    ),
    "batch open": Told(
        "a batch of cards is being placed",
        msgid("while a batch is being placed"),
        msgid("while no batch is being placed"),
    ),
    "GROUP can be filled": Told(
        "a pile in the group is empty, and cards other than a whole pile may go into it (only in"
        " the stock's 'when')",
        msgid("while an empty pile in {group} can be filled"),
        msgid("while no empty pile in {group} can be filled"),
    ),
    "GROUP face down": Told(
        "no card in the group lies face up (tableau face down, ...)",
        msgid("while no card in {group} lies face up"),
        msgid("while a card in {group} lies face up"),
    ),
}


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition in the state of play on which a rule depends."""

    kind: str  # one of CONDITIONS
    group: str  # the name of a group or kind, two names joined by ``and``, or ""
    negated: bool
    text: str  # the phrase as written

    def clause(self, holds: bool = True, group: str = "", *, returns: bool = False) -> str:
        """Return the clause for when the condition holds, or for when it does not.

        Args:
            holds: whether the clause is for when the condition holds.
            group: the group's name with its article, if it differs from the phrase.
            returns: whether the condition may become false again.

        >>> parse_condition("not stock empty", ["stock"]).clause()
        'before the stock is empty'
        """
        condition = CONDITIONS[self.kind]
        name = group if isinstance(group, Phrase) else Phrase(group)
        text = condition.waits
        if holds != self.negated:
            text = (returns and condition.returns) or condition.holds
        return translate(
            text,
            group=name or Phrase(f"the {self.group}", plural=" and " in self.group),
        )


def parse_condition(text: str, groups: Iterable[str]) -> Condition:
    """Parse a condition phrase, given the valid references to groups.

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
        choices = [*known, *_pairs_empty(names)]
        hint = did_you_mean(text, [*choices, *(f"not {word}" for word in choices)])
        # without the phrases for each group, which would make the list long
        if not hint.startswith("did"):
            hint = "use one of: " + ", ".join(CONDITIONS)
        raise ValueError(f"{text!r} is not a phrase of the rules language; {hint}")
    return Condition(*known[rest], negated, text)


def reference(text: str, names: Iterable[str]) -> str:
    """Return a valid reference to one of the game's groups.

    Raises:
        ValueError: if the game has no such group; the message suggests a name.

    >>> reference("stock", ["stock", "waste"])
    'stock'
    """
    known = list(names)
    _present([text], known)
    return phrase(text, known)


def _present(kinds: Iterable[str], names: list[str]) -> None:
    """Reject kinds of groups that the game does not have."""
    for kind in kinds:
        if kind in KINDS and kind not in names:
            raise ValueError(f"there is no [{kind}]")


def _pairs_empty(names: list[str]) -> list[str]:
    """Return every phrase for "two groups are empty"."""
    return [f"{a} and {b} empty" for a in names for b in names if a != b]


def parse_win(text: str, groups: Iterable[str]) -> list[str]:
    """Parse the goal of a game; return the groups that must be empty, or [] for a phrase of WINS.

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
    plain = [phrase for phrase in WINS if phrase != phrases.WinWay.CARDS_LEFT]
    left = re.match("[1-9][0-9]{0,2} ", text)
    many = "1 card left" if left and left[0] == "1 " else f"{left[0] if left else '2 '}cards left"
    known = [*plain, many, f"{BUT}A", *(f"{name} empty" for name in names)]
    if text not in known:
        hint = did_you_mean(text, [*known, *_pairs_empty(names)])
        if not hint.startswith("did"):  # without pairs of groups, which would make the list long
            hint = did_you_mean(text, known)
        raise ValueError(f"{text!r} is not a phrase of the rules language; {hint}")
    return []


def cards_left(win: str) -> int:
    """Return how many cards may be left in play when the game is won, or 0 for other goals.

    >>> cards_left("2 cards left"), cards_left("1 card left"), cards_left("all out of play")
    (2, 1, 0)
    """
    return int(win.partition(" ")[0]) if re.fullmatch(LEFT, win) else 0


def cards_kept(win: str) -> str:
    """Return the ranks and suits that may stay while all other cards leave play, or "".

    >>> cards_kept("all out of play but A"), cards_kept("all out of play")
    ('A', '')
    """
    return win.removeprefix(BUT) if win.startswith(BUT) else ""


def refs_of(text: str) -> list[str]:
    """Return the one or two groups or kinds in a reference.

    >>> refs_of("tableau and stock"), refs_of("")
    (['tableau', 'stock'], [])
    """
    return text.split(" and ") if text else []


def kind_of_win(win: str) -> str:
    """Return the general phrase for a goal.

    >>> kind_of_win("2 cards left"), kind_of_win("all out of play but A")
    ('N cards left', 'all out of play')
    """
    return phrases.WinWay.CARDS_LEFT.value if cards_left(win) else win.partition(" but ")[0]


def parse_some_cards(text: str) -> int:
    """Parse ranks and suits, such as ``"A"`` or ``"D H S"``, as a set of cards.

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
    """A deal from the stock: ``count`` cards to ``group``.

    The cards go to each of its piles, to the next pile in turn (``next``), or to the waste.
    ``group`` may be two groups, joined by ``and``.
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
    """Parse ``"3 to waste"``, ``"2 to each reserve"``, ``"1 to the next tableau"``, ...

    A single deal to two groups is written ``"1 to each tableau and reserve"``.

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
    """Return the phrase for a deal that an author wrote in other words, or "".

    >>> _deal_meant("three cards to the waste", ["waste"]), _deal_meant("1 to tableau", ["tableau"])
    ('3 to waste', '1 to each tableau')
    """
    found = re.fullmatch(
        r"(\w+)(?: cards?)? (?:in)?to (?:(?:the|each|every) )*(\S+?)(?: piles?)?", text
    )
    if not found or found[2] not in known:
        return ""
    count = found[1] if found[1].isascii() and found[1].isdigit() else ""
    if found[1] in NUMBERS[1:]:
        count = str(NUMBERS.index(found[1]))
    each = "" if found[2] == "waste" else "each "
    return f"{count} to {each}{found[2]}" if re.fullmatch("[1-9][0-9]?", count) else ""


def number_meant(text: str) -> int | None:
    """Return the number that a text gives in digits or in words, or None.

    >>> number_meant("two"), number_meant("3"), number_meant("twice"), number_meant("often")
    (2, 3, 2, None)
    """
    word = text.strip().casefold()
    if re.fullmatch("[0-9]{1,4}", word):
        return int(word)
    others = {"none": 0, "never": 0, "once": 1, "twice": 2, "thrice": 3}
    return others.get(word, NUMBERS.index(word) if word in NUMBERS else None)


def space_ranks(space: str) -> str:
    """Return the letters of the ranks that may fill an empty pile, or "" if any card may.

    >>> space_ranks("K"), space_ranks("A or K"), space_ranks("any card")
    ('K', 'AK', '')
    """
    return space if space in RANKS else phrases.Space(space).ranks


def rank_word(letter: str) -> str:
    """Return the name of the rank that a letter stands for.

    >>> rank_word("K")
    'king'
    """
    return RANK_NAMES[RANKS.index(letter)]
