"""Names and meanings of build phrases, in the current language."""

from __future__ import annotations

from collections.abc import Sequence

from cadogan.core.cards import cards_in, rank_of
from cadogan.i18n import msgid, translate
from cadogan.i18n.grammar import a, listed, noun_phrase, number, rank, rank_of_letter
from cadogan.i18n.phrase import Phrase
from cadogan.rules.builds import ALONE, Build, build_mask, parse_build
from cadogan.rules.phrases import Direction, Space, SuitRule
from cadogan.rules.vocabulary import space_ranks

_STEPS = {
    2: msgid("twos"),
    3: msgid("threes"),
    4: msgid("fours"),
    5: msgid("fives"),
    6: msgid("sixes"),
}
_SUITS: dict[str, str] = {
    SuitRule.IN_SUIT: msgid("in suit"),
    SuitRule.IN_ALTERNATING_COLOURS: msgid("in alternating colours"),
    SuitRule.IN_COLOUR: msgid("in colour"),
    SuitRule.ANY_SUIT: msgid("regardless of suit"),
    SuitRule.IN_ANOTHER_SUIT: msgid("in another suit"),
    SuitRule.IN_SUIT_ROTATION: msgid("in suit rotation"),
}
# how cards are built, by direction: the form with suits, and the form without
_WAYS: dict[str, tuple[str, str]] = {
    Direction.UP: (msgid("up {suits}"), msgid("up")),
    Direction.DOWN: (msgid("down {suits}"), msgid("down")),
    Direction.UP_OR_DOWN: (msgid("up or down {suits}"), msgid("up or down")),
    Direction.UP_THEN_DOWN: (
        msgid("up {suits} and then down again"),
        msgid("up and then down again"),
    ),
    Direction.SAME_RANK: (
        msgid("with cards of the same rank {suits}"),
        msgid("with cards of the same rank"),
    ),
    Direction.ANY_ORDER: (msgid("any order {suits}"), msgid("any order")),
}
_WAYS_BY_STEPS: dict[str, tuple[str, str]] = {
    Direction.UP: (msgid("up by {steps} {suits}"), msgid("up by {steps}")),
    Direction.DOWN: (msgid("down by {steps} {suits}"), msgid("down by {steps}")),
    Direction.UP_OR_DOWN: (msgid("up or down by {steps} {suits}"), msgid("up or down by {steps}")),
}
_WAYS_ALONE: dict[str, str] = {
    Direction.NONE: msgid("not at all"),
    Direction.ANY_CARD: msgid("with any card"),
    Direction.ANY_LOWER_CARD: msgid("down by any number of ranks"),
    Direction.SAME_SUIT_OR_RANK: msgid("with cards of the same suit or rank"),
}
# the meaning of a build, by its suit rule
_MEANINGS: dict[str, str] = {
    SuitRule.IN_SUIT: msgid("each card {relation} the card it is laid on and of the same suit"),
    SuitRule.IN_ALTERNATING_COLOURS: msgid(
        "each card {relation} the card it is laid on and of the opposite colour"
    ),
    SuitRule.IN_COLOUR: msgid("each card {relation} the card it is laid on and of the same colour"),
    SuitRule.ANY_SUIT: msgid("each card {relation} the card it is laid on, whatever the suit"),
    SuitRule.IN_ANOTHER_SUIT: msgid(
        "each card {relation} the card it is laid on and of a different suit"
    ),
    SuitRule.IN_SUIT_ROTATION: msgid(
        "each card {relation} the card it is laid on and of the suit that follows (clubs on hearts,"
        " diamonds on clubs, spades on diamonds, hearts on spades)"
    ),
}
_MEANINGS_OF_UP_THEN_DOWN: dict[str, str] = {
    SuitRule.IN_SUIT: msgid(
        "upwards in rank to the last card, on which its equal is laid, and then downwards again,"
        " all of the same suit"
    ),
    SuitRule.IN_ALTERNATING_COLOURS: msgid(
        "upwards in rank to the last card, on which its equal is laid, and then downwards again,"
        " all of the opposite colour"
    ),
    SuitRule.IN_COLOUR: msgid(
        "upwards in rank to the last card, on which its equal is laid, and then downwards again,"
        " all of the same colour"
    ),
    SuitRule.ANY_SUIT: msgid(
        "upwards in rank to the last card, on which its equal is laid, and then downwards again,"
        " whatever the suits"
    ),
    SuitRule.IN_ANOTHER_SUIT: msgid(
        "upwards in rank to the last card, on which its equal is laid, and then downwards again,"
        " all of a different suit"
    ),
    SuitRule.IN_SUIT_ROTATION: msgid(
        "upwards in rank to the last card, on which its equal is laid, and then downwards again,"
        " each card of the next suit in turn (clubs on hearts, diamonds on clubs, spades on"
        " diamonds, hearts on spades)"
    ),
}
# the relation of two cards, by direction: for a step of one rank, and of several
_RELATIONS: dict[str, tuple[str, str]] = {
    Direction.UP: (msgid("one rank higher than"), msgid("{n} ranks higher than")),
    Direction.DOWN: (msgid("one rank lower than"), msgid("{n} ranks lower than")),
    Direction.UP_OR_DOWN: (
        msgid("one rank higher or lower than"),
        msgid("{n} ranks higher or lower than"),
    ),
    Direction.SAME_RANK: (msgid("of the same rank as"), ""),
}


_RANK_DIRECTIONS = {Direction.UP, Direction.DOWN, Direction.UP_OR_DOWN, Direction.SAME_RANK}
_EXAMPLES: dict[str, str] = {
    SuitRule.IN_SUIT: msgid("the {there} of hearts on the {here} of hearts"),
    SuitRule.IN_ALTERNATING_COLOURS: msgid("a black {there} on a red {here}"),
    SuitRule.IN_COLOUR: msgid("a red {there} on a red {here}"),
    SuitRule.ANY_SUIT: msgid("any {there} on any {here}"),
    SuitRule.IN_ANOTHER_SUIT: msgid("any {there} but that of hearts on the {here} of hearts"),
    SuitRule.IN_SUIT_ROTATION: msgid("the {there} of clubs on the {here} of hearts"),
}
_EXAMPLES_OF_ONE_RANK: dict[str, str] = {
    SuitRule.IN_SUIT: msgid("one {here} of hearts on the other"),
    SuitRule.IN_ALTERNATING_COLOURS: msgid("a black {here} on a red {here}"),
    SuitRule.IN_COLOUR: msgid("a red {here} on a red {here}"),
    SuitRule.ANY_SUIT: msgid("any {here} on any other"),
    SuitRule.IN_ANOTHER_SUIT: msgid("any {here} but another of hearts on the {here} of hearts"),
    SuitRule.IN_SUIT_ROTATION: msgid("the {here} of clubs on the {here} of hearts"),
}


def how(text: str, *, suits: bool = True) -> str:
    """Return a short description of a build phrase.

    Args:
        text: the phrase.
        suits: whether to state that suits do not matter.

    >>> how("up by 2 any suit, wrapping")
    'up by twos regardless of suit'
    >>> how("up or down in suit, wrapping, one way")
    'up or down in suit'
    """
    build = parse_build(text)
    if build.direction in _WAYS_ALONE:
        return translate(_WAYS_ALONE[build.direction])
    ways = _WAYS if build.step == 1 else _WAYS_BY_STEPS
    of_suits, alone = ways[build.direction]
    named = suits or build.suits != SuitRule.ANY_SUIT
    if named and (build.direction, build.suits) == (Direction.SAME_RANK, SuitRule.ANY_SUIT):
        return translate("with cards of the same rank regardless of suit")
    built = translate(
        of_suits if named else alone,
        suits=translate(_SUITS[build.suits]),
        steps=translate(_STEPS[build.step]) if build.step > 1 else "",
    )
    return (
        translate("{built} or with cards of the same rank", built=built) if build.equals else built
    )


def as_told(text: str) -> str:
    """Return the words that follow "built" in the refusal of a move.

    >>> as_told("up by 2 in suit, wrapping"), as_told("same rank any suit")
    ('up by twos in suit', 'with cards of the same rank')
    """
    return how(text, suits=parse_build(text).direction != Direction.SAME_RANK)


def suits_of_set(text: str) -> str:
    """Return the end of a sentence about a run of one rank: the rule for its suits.

    >>> suits_of_set("same rank in colour"), suits_of_set("same rank any suit")
    (' in colour', '')
    """
    build = parse_build(text)
    if build.suits == SuitRule.ANY_SUIT:
        return ""
    return translate(" {suits}", suits=translate(_SUITS[build.suits]))


def of_suits(build: Build) -> str:
    """Explain the rotation of suits in brackets; return "" for builds without a rotation.

    >>> of_suits(parse_build("up in suit"))
    ''
    """
    if build.suits != SuitRule.IN_SUIT_ROTATION:
        return ""
    return translate(" (clubs on hearts, diamonds on clubs, spades on diamonds, hearts on spades)")


def beyond(build: Build, sequence: Sequence[int]) -> str:
    """Return the end of a sentence about a build: what follows the last rank or the first.

    >>> beyond(parse_build("up in suit, wrapping"), range(1, 14))
    ', continuing from king to ace'
    """
    low, high, more = rank(sequence[0]), rank(sequence[-1]), ""
    if build.wrap and build.direction == Direction.UP_OR_DOWN:
        more = translate(", {low} and {high} being neighbours", low=a(low), high=a(high))
    elif build.wrap:
        first, last = (low, high) if build.direction == Direction.DOWN else (high, low)
        more = translate(", continuing from {first} to {last}", first=first, last=last)
    if build.one_way:
        more += translate(", the second card fixing the direction")
    return more


def explained(build: Build) -> str:
    """Explain a build, without the rule for the ends of the rank order.

    >>> explained(parse_build("down in suit, wrapping"))
    'each card one rank lower than the card it is laid on and of the same suit'
    """
    if build.direction in ALONE:
        return translate(Direction(build.direction).meaning)
    if build.direction == Direction.UP_THEN_DOWN:
        return translate(_MEANINGS_OF_UP_THEN_DOWN[build.suits])
    one, several = _RELATIONS[build.direction]
    relation = translate(one if build.step == 1 else several, n=number(build.step))
    text = translate(_MEANINGS[build.suits], relation=relation)
    if build.equals:
        text = translate("{meaning}, or one of the same rank, whatever its suit", meaning=text)
    return text


def ends(build: Build, sequence: Sequence[int]) -> str:
    """Return a clause on whether the rank order wraps, or "" if that is obvious.

    >>> ends(parse_build("down any suit, wrapping"), range(1, 14))
    'a king goes on an ace'
    """
    low, high = a(rank(sequence[0])), a(rank(sequence[-1]))
    if not build.wrap:
        if build.direction != Direction.UP_OR_DOWN:
            return ""
        return translate("{low} and {high} are not neighbours", low=low, high=high)
    if build.step > 1 or build.direction == Direction.UP_OR_DOWN:
        return translate("{low} and {high} are neighbours", low=low, high=high)
    over, under = (low, high) if build.direction == Direction.UP else (high, low)
    return translate("{over} goes on {under}", over=over, under=under)


def example(build: Build, sequence: tuple[int, ...], wished: int = 10) -> str:
    """Return an example of a build: a card, of the rank ``wished`` if possible, and what it takes.

    >>> example(parse_build("down in alternating colours"), tuple(range(1, 14)))
    'a black nine on a red ten'
    """
    if build.direction not in _RANK_DIRECTIONS or build.equals:
        return ""
    place = sequence.index(wished) if wished in sequence else len(sequence) // 2
    top = 26 + sequence[place] - 1  # of hearts
    over = sorted({rank_of(c) for c in cards_in(build_mask(build, top, sequence))})
    here, there = rank(sequence[place]), listed(map(rank, over), "or")
    if build.direction == Direction.SAME_RANK:
        return translate(_EXAMPLES_OF_ONE_RANK[build.suits], here=here)
    return translate(_EXAMPLES[build.suits], there=there, here=here) if over else ""


def space_cards(space: str) -> Phrase:
    """Name the cards that an empty pile takes.

    >>> print(space_cards("K"), space_cards("A or K"), space_cards("base rank"), sep="; ")
    a king; an ace or a king; a card of the base rank
    """
    if space in (Space.BASE_RANK, Space.ONE_BELOW_THE_BASE_RANK):
        of = "one rank below" if space == Space.ONE_BELOW_THE_BASE_RANK else "of"
        return a(noun_phrase(f"card {of} the base rank"))
    if space == Space.ANY_CARD:
        return a(noun_phrase("card"))
    if space == Space.ITS_OWN_RANK:
        return a(noun_phrase("card of its own rank"))
    return listed([a(rank_of_letter(letter)) for letter in space_ranks(space)], "or")
