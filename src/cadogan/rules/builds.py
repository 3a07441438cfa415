"""Building rules: every build phrase, and rank orders."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass

from cadogan.core.cards import RANKS, rank_of, suit_of
from cadogan.i18n.grammar import count_word
from cadogan.rules.phrases import Direction, SuitRule
from cadogan.rules.vocabulary import phrase, rank_meant

OR_EQUAL = " or same rank"  # comes after the direction and the suits in a phrase

# directions that form a phrase without suits; their meanings are complete clauses
ALONE = (
    Direction.NONE,
    Direction.ANY_CARD,
    Direction.ANY_ORDER,
    Direction.ANY_LOWER_CARD,
    Direction.SAME_SUIT_OR_RANK,
)
_FOLLOWS = {2: 0, 0: 1, 1: 3, 3: 2}  # suit below -> suit laid on it, in suit rotation


@dataclass(frozen=True, slots=True)
class Build:
    """The meaning of one build phrase."""

    direction: str  # a Direction
    suits: str = "any suit"  # a SuitRule
    step: int = 1  # the ranks from one card to the next
    wrap: bool = False  # whether the first rank comes after the last
    one_way: bool = False  # whether the first card laid on a pile fixes the pile's direction
    equals: bool = False  # whether a card may also be laid on one of its own rank, in any suit

    @property
    def explained(self) -> str:
        """Explain the phrase, as in "the tableau is built down in suit: ...".

        >>> parse_build("down in suit, wrapping").explained
        'each card one rank lower than the card it is laid on and of the same suit; an ace and a \
king are neighbours'
        """
        if self.direction in ALONE:
            return Direction(self.direction).meaning
        if self.direction == Direction.UP_THEN_DOWN:
            text = (
                "upwards in rank to the last card, on which its equal is laid, and then downwards"
                f" again, all {SuitRule(self.suits).meaning}"
            )
        else:
            relation = Direction(self.direction).meaning
            if self.step != 1:
                relation = relation.replace("one rank", f"{count_word(self.step)} ranks")
            text = f"each card {relation} the card it is laid on"
            text += (
                f" and {SuitRule(self.suits).meaning}"
                if self.suits != SuitRule.ANY_SUIT
                else ", whatever the suit"
            )
        if self.equals:
            text += ", or one of the same rank, whatever its suit"
        if self.wrap:
            text += "; an ace and a king are neighbours"
        if self.one_way:
            text += "; the first card packed on a pile fixes whether that pile goes up or down"
        return text


def _all_builds() -> dict[str, Build]:
    builds = {
        "none": Build("none"),
        "any card": Build("any card"),
        "any order in suit": Build("any order", "in suit"),
        "same suit or rank": Build("same suit or rank"),
        Direction.ANY_LOWER_CARD.value: Build(Direction.ANY_LOWER_CARD.value),
    }
    for suits in [each.value for each in SuitRule]:
        builds[f"same rank {suits}"] = Build("same rank", suits)
        builds[f"up then down {suits}"] = Build("up then down", suits)
        for direction in ("up", "down", "up or down"):
            for step in range(1, 7):
                by = f" by {step}" if step > 1 else ""
                for wrap in (False, True):
                    text = f"{direction}{by} {suits}" + (", wrapping" if wrap else "")
                    builds[text] = Build(direction, suits, step, wrap)
                    if direction == "up or down":
                        builds[text + ", one way"] = Build(direction, suits, step, wrap, True)
            if suits != "any suit":
                builds[f"{direction} {suits}{OR_EQUAL}"] = Build(direction, suits, equals=True)
    return builds


BUILDS: dict[str, Build] = _all_builds()


def parse_build(text: str) -> Build:
    """Read a build phrase.

    >>> parse_build("up by 2 in suit, wrapping")
    Build(direction='up', suits='in suit', step=2, wrap=True, one_way=False, equals=False)
    """
    if text not in BUILDS and (meant := _in_order(text)):
        last = "wrapping" if text.count("wrapping") else "one way"
        raise ValueError(
            f"{text!r} is not a phrase of the rules language; did you mean {meant!r}?"
            f" {last!r} comes last, after a comma"
        )
    if text not in BUILDS and (advised := _advised(text)):
        raise ValueError(f"{text!r} is not a phrase of the rules language; {advised}")
    return BUILDS[phrase(text, BUILDS)]


_SYNONYMS = (
    (r"colors?\b", "colours"),
    (r"\b(?:alternat(?:e|ing)|opposite)(?: colours?)?", "alternating colours"),
    (r"\b(?:regardless of|whatever the|ignoring(?: the)?|irrespective of) suits?", "any suit"),
    (r"\b(?:(?:by|of the|the|in the) )?(?:same )?suits?$", "in suit"),
    (r"^descending\b", "down"),
    (r"^ascending\b", "up"),
)


def _advised(text: str) -> str:
    """Suggest a valid phrase for a build with wrong or misplaced words, or without suits.

    >>> _advised("alternating colors down"), _advised("down by suit")
    ("did you mean 'down in alternating colours'?", "did you mean 'down in suit'?")
    >>> _advised("down")
    "name the suits, too: 'down in suit', 'down in alternating colours' or 'down any suit'"
    """
    phrase = " ".join(text.casefold().split())
    if phrase in ("up", "down", "up or down", "same rank"):
        suits = ("in suit", "in alternating colours", "any suit")
        first, second, third = (repr(f"{phrase} {one}") for one in suits)
        return f"name the suits, too: {first}, {second} or {third}"
    for pattern, word in _SYNONYMS:
        phrase = re.sub(pattern, word, phrase)
    words = sorted(word for word in phrase.split() if word != "in")
    for build in BUILDS:
        if sorted(word for word in build.split() if word != "in") == words:
            return f"did you mean {build!r}?"
    return ""


def _in_order(text: str) -> str:
    """Return the phrase that an author meant, if the last words are misplaced, or "".

    >>> _in_order("wrapping down in suit"), _in_order("up or down one way in suit")
    ('down in suit, wrapping', 'up or down in suit, one way')
    """
    rest, ends = text, ""
    for word in ("wrapping", "one way"):
        if re.search(rf"\b{word}\b", rest):
            rest, ends = re.sub(rf"\b{word}\b", " ", rest), f"{ends}, {word}"
    meant = " ".join(rest.replace(",", " ").split()) + ends
    return meant if ends and meant in BUILDS else ""


@functools.cache
def parse_sequence(text: str) -> tuple[int, ...]:
    """Parse a rank order, lowest rank first, such as ``"K A J 2 T 3 9 4 8 5 7 6 Q"``.

    >>> parse_sequence("5 4 3 2 A K")
    (5, 4, 3, 2, 1, 13)
    """
    ranks = []
    for word in text.upper().replace("10", "T").split():
        if len(word) != 1 or word not in RANKS:
            meant = rank_meant(word)
            hint = f"did you mean {meant}?" if meant else "the ranks are A 2 3 4 5 6 7 8 9 T J Q K"
            raise ValueError(f"{word!r} is not a rank; {hint}")
        ranks.append(RANKS.index(word) + 1)
    if len(ranks) < 2 or len(set(ranks)) != len(ranks):
        why = (
            "it may have each rank only once"
            if len(ranks) > 1
            else "it must have at least two ranks"
        )
        raise ValueError(f"{text!r} is not an order of ranks: {why}")
    return tuple(ranks)


def _suits_on(suit: int, suits: str) -> list[int]:
    red = suit in (1, 2)
    return {
        "in suit": [suit],
        "in alternating colours": [0, 3] if red else [1, 2],
        "in colour": [1, 2] if red else [0, 3],
        "any suit": [0, 1, 2, 3],
        "in another suit": [s for s in range(4) if s != suit],
        "in suit rotation": [_FOLLOWS[suit]],
    }[suits]


def build_mask(build: Build, top: int, sequence: tuple[int, ...]) -> int:
    """Return a bit mask of the cards that may be laid on the card ``top``.

    ``sequence`` is the rank order. A card of a rank outside the order takes no card and goes on
    none. For ``up then down`` the mask has the cards of the rising half; the caller adds the
    falling half.

    >>> bin(build_mask(parse_build("up in suit"), 0, tuple(range(1, 14))))
    '0b10'
    """
    if build.direction == Direction.NONE:
        return 0
    if build.direction == Direction.ANY_CARD:
        return (1 << 52) - 1
    if build.direction == Direction.ANY_ORDER:
        return sum(1 << (suit_of(top) * 13 + rank - 1) for rank in sequence if rank != rank_of(top))
    if rank_of(top) not in sequence:
        return 0
    if build.direction == Direction.SAME_SUIT_OR_RANK:
        suit = sum(1 << (suit_of(top) * 13 + rank - 1) for rank in sequence)
        return suit | sum(1 << (s * 13 + rank_of(top) - 1) for s in range(4))
    place = sequence.index(rank_of(top))
    if build.direction == Direction.ANY_LOWER_CARD:
        return sum(1 << (s * 13 + rank - 1) for s in range(4) for rank in sequence[:place])
    steps = {
        "up": [build.step],
        "up then down": [build.step],
        "down": [-build.step],
        "up or down": [build.step, -build.step],
        "same rank": [0],
    }[build.direction]
    mask = 0
    if build.equals:
        mask = sum(1 << (s * 13 + rank_of(top) - 1) for s in range(4))
    for step in steps:
        there = place + step
        if build.wrap:
            there %= len(sequence)
        if 0 <= there < len(sequence):
            for suit in _suits_on(suit_of(top), build.suits):
                mask |= 1 << (suit * 13 + sequence[there] - 1)
    return mask
