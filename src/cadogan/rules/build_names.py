"""Names and meanings of build phrases, in the current language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cadogan.core.cards import cards_in, rank_of
from cadogan.i18n import language, msgid, translate
from cadogan.i18n.grammar import a, listed, noun_phrase, number, rank, rank_of_letter
from cadogan.i18n.phrase import Phrase
from cadogan.rules.builds import OR_EQUAL, Build, build_mask, parse_build
from cadogan.rules.phrases import Direction, Space, SuitRule
from cadogan.rules.vocabulary import space_ranks

_STEPS = {2: "twos", 3: "threes", 4: "fours", 5: "fives", 6: "sixes"}
# German: the direction of building, and the relation of a card to the one below it
_GERMAN_STEPS = {2: "Zweier", 3: "Dreier", 4: "Vierer", 5: "Fünfer", 6: "Sechser"}
_GERMAN_WAYS = {
    "up": "aufwärts",
    "down": "abwärts",
    "up or down": "aufwärts oder abwärts",
    "up then down": "aufwärts und dann wieder abwärts",
}
_GERMAN_SUITS = {
    "in suit": "in der Farbe",
    "in alternating colours": "abwechselnd rot und schwarz",
    "in colour": "nach Rot und Schwarz getrennt",
    "any suit": "ohne Rücksicht auf die Farbe",
    "in another suit": "in wechselnden Farben",
    "in suit rotation": "in der Folge der Farben",
}
_GERMAN_ROTATION = "Kreuz auf Herz, Karo auf Kreuz, Pik auf Karo, Herz auf Pik"
_GERMAN_OF_SUITS = {
    "in suit": " und von derselben Farbe",
    "in alternating colours": ", rot auf schwarz und schwarz auf rot",
    "in colour": ", rot auf rot und schwarz auf schwarz",
    "any suit": ", gleich welcher Farbe",
    "in another suit": " und von einer anderen Farbe",
    "in suit rotation": f" und von der Farbe, die folgt ({_GERMAN_ROTATION})",
}
_GERMAN_ALONE: dict[str, str] = {
    Direction.NONE: "keine Karte darf auf eine andere gelegt werden",
    Direction.ANY_CARD: "jede Karte darf auf jede andere gelegt werden",
    Direction.ANY_LOWER_CARD: "jede Karte darf auf jede von höherem Rang gelegt werden",
    Direction.SAME_SUIT_OR_RANK: (
        "jede Karte von der Farbe oder vom Rang der Karte, auf die sie gelegt wird"
    ),
    Direction.ANY_ORDER: "die Karten einer Farbe in beliebiger Reihenfolge",
}
_GERMAN_RELATIONS = {
    "up": "höher als",
    "down": "niedriger als",
    "up or down": "höher oder niedriger als",
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
    """Describe a build phrase in a few words.

    Args:
        text: the phrase.
        suits: whether to mention that suits do not matter.

    >>> how("up by 2 any suit, wrapping")
    'up by twos regardless of suit'
    >>> how("up or down in suit, wrapping, one way")
    'up or down in suit'
    """
    if language() == "de":
        return _german(parse_build(text), suits)
    phrase = text.partition(",")[0]
    for step, name in _STEPS.items():
        phrase = phrase.replace(f"by {step} ", f"by {name} ")
    phrase = phrase.replace(" any suit", " regardless of suit" if suits else "")
    if phrase.startswith("up then down"):
        return phrase.replace("up then down", "up") + " and then down again"
    if phrase == "same suit or rank":
        return "in cards of the same suit or rank"
    if phrase == Direction.ANY_LOWER_CARD:
        return "down by any number of ranks"
    if phrase.endswith(OR_EQUAL):
        return phrase.replace(OR_EQUAL, " or in cards of one rank")
    return phrase.replace("same rank", "in cards of one rank")


def as_told(text: str) -> str:
    """Return the words after "built" in the refusal of a move.

    >>> as_told("up by 2 in suit, wrapping"), as_told("same rank any suit")
    ('up by twos in suit', 'in cards of one rank')
    """
    if language() == "en" and parse_build(text).direction == Direction.SAME_RANK:
        return f"in cards of one rank{suits_of_set(text)}"
    return how(text)


def suits_of_set(text: str) -> str:
    """Name the suits in a run of cards of one rank, as the end of a sentence.

    >>> suits_of_set("same rank in colour"), suits_of_set("same rank any suit")
    (' in colour', '')
    """
    build = parse_build(text)
    if build.suits == SuitRule.ANY_SUIT:
        return ""
    return f", {_GERMAN_SUITS[build.suits]}" if language() == "de" else f" {build.suits}"


def _german(build: Build, suits: bool) -> str:
    of_suits = _GERMAN_SUITS[build.suits] if suits or build.suits != SuitRule.ANY_SUIT else ""
    if build.direction == Direction.SAME_SUIT_OR_RANK:
        return "mit Karten der gleichen Farbe oder des gleichen Rangs"
    if build.direction == Direction.ANY_ORDER:
        return f"{of_suits} in beliebiger Reihenfolge"
    if build.direction == Direction.ANY_CARD:
        return "mit beliebigen Karten"
    if build.direction == Direction.ANY_LOWER_CARD:
        return "mit immer niedrigeren Karten"
    if build.direction == Direction.NONE:
        return "nicht"
    if build.direction == Direction.SAME_RANK:
        if build.suits == SuitRule.ANY_SUIT:
            return "mit Karten des gleichen Rangs"
        return f"{of_suits} mit Karten des gleichen Rangs"
    steps = f"in {_GERMAN_STEPS[build.step]}schritten" if build.step > 1 else ""
    equals = "oder mit Karten des gleichen Rangs" * build.equals
    return " ".join(filter(None, [of_suits, steps, _GERMAN_WAYS[build.direction], equals]))


def of_suits(build: Build) -> str:
    """Explain the rotation of suits in brackets, for builds that have one.

    >>> of_suits(parse_build("up in suit"))
    ''
    """
    if build.suits != SuitRule.IN_SUIT_ROTATION:
        return ""
    if language() == "de":
        return f" ({_GERMAN_ROTATION})"
    return " (" + build.explained.partition("(")[2]


def beyond(build: Build, sequence: Sequence[int]) -> str:
    """Explain a build at the ends of the rank order, as the end of a sentence.

    >>> beyond(parse_build("up in suit, wrapping"), range(1, 14))
    ', going on from king to ace'
    """
    low, high, more = rank(sequence[0]), rank(sequence[-1]), ""
    if build.wrap and build.direction == Direction.UP_OR_DOWN:
        more = translate(", {low} and {high} being neighbours", low=a(low), high=a(high))
    elif build.wrap:
        first, last = (low, high) if build.direction == Direction.DOWN else (high, low)
        more = translate(", going on from {first} to {last}", first=first, last=last)
    if build.one_way:
        more += translate(", the second card fixing the direction")
    return more


def explained(build: Build) -> str:
    """Explain a build except at the ends of the rank order.

    >>> explained(parse_build("down in suit, wrapping"))
    'each card one rank lower than the card it is laid on and of the same suit'
    """
    plain = replace(build, wrap=False, one_way=False)
    if language() != "de":
        return plain.explained
    suits, on = _GERMAN_OF_SUITS[build.suits], "auf die sie gelegt wird"
    if build.direction in _GERMAN_ALONE:
        return _GERMAN_ALONE[build.direction]
    if build.direction == Direction.UP_THEN_DOWN:
        of = suits.removeprefix(", ").removeprefix(" und ")
        of = "alle von derselben Farbe" if build.suits == SuitRule.IN_SUIT else of
        return (
            "aufwärts bis zur höchsten Karte, auf die ihre gleiche gelegt wird, und dann wieder"
            f" abwärts, {of}"
        )
    if build.direction == Direction.SAME_RANK:
        relation = "vom gleichen Rang wie"
    else:
        ranks = "einen Rang" if build.step == 1 else f"{number(build.step)} Ränge"
        relation = f"{ranks} {_GERMAN_RELATIONS[build.direction]}"
    comma = "," * (not suits.startswith(","))
    equals = ", oder eine vom gleichen Rang, gleich welcher Farbe" * build.equals
    return f"jede Karte {relation} die, {on}{comma}{suits}{equals}"


def ends(build: Build, sequence: Sequence[int]) -> str:
    """State whether the rank order wraps, or return "" where no doubt can arise.

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
    """Give an example of a build: a card, if possible of the wished rank, and what goes on it.

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
