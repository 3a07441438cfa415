"""Small grammar: articles, plurals, numbers, lists and sentences, in the current language.

What is listed, counted or named is a text of which a translated sentence may use other
forms (:class:`~cadogan.i18n.phrase.Phrase`); how German makes them stands in
:mod:`cadogan.i18n.german`.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence

from cadogan.core.cards import JOKER, RANK_NAMES, RANKS, SUIT_NAMES
from cadogan.i18n import german, language, translate
from cadogan.i18n.phrase import Phrase

_ORDINALS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    "eleventh", "twelfth",
)  # fmt: skip
_JOINTS = {"and": "und", "or": "oder"}


COUNT_WORDS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen", "twenty",
)  # fmt: skip


def card_name(card: int) -> Phrase:
    """Name a card in the current language.

    >>> from cadogan.core.cards import parse_card
    >>> print(card_name(parse_card("TH")))
    ten of hearts
    """
    if card == JOKER:
        return noun_phrase("joker")
    if language() == "de":
        return german.card(card)
    return Phrase(f"{RANK_NAMES[card % 13]} of {SUIT_NAMES[card // 13]}")


def an(noun: str) -> str:
    """Put the indefinite article before a noun.

    >>> an("ace"), an("eight"), an("two")
    ('an ace', 'an eight', 'a two')
    """
    return f"a{'n' if noun[0] in 'aeiou' else ''} {noun}"


def count_word(number: int) -> str:
    """Write a small number as a word.

    >>> count_word(12), count_word(31)
    ('twelve', '31')
    """
    return COUNT_WORDS[number] if 0 <= number < len(COUNT_WORDS) else str(number)


def listed(items: Iterable[str], joint: str = "and") -> Phrase:
    """Join words as a sentence does.

    >>> print(listed(["a", "b", "c"]), listed(["a", "b"], "or"), sep="; ")
    a, b and c; a or b
    """
    words = list(items)
    if language() == "de":
        return german.listed(words, _JOINTS[joint])
    plural = (len(words) > 1 and joint == "and") or any(
        isinstance(word, Phrase) and word.plural for word in words
    )
    if len(words) < 2:
        return Phrase("".join(words), plural)
    return Phrase(f"{', '.join(words[:-1])} {joint} {words[-1]}", plural)


def number(many: int) -> str:
    """Write a small number as a word; a German text may ask for its form.

    >>> number(3), number(31)
    ('three', '31')
    """
    return german.number(many) if language() == "de" else count_word(many)


def figures(many: int) -> str:
    """Write a number in figures.

    >>> figures(12345)
    '12,345'
    """
    return f"{many:,}".replace(",", "." if language() == "de" else ",")


def decimal(text: str) -> str:
    """Put a decimal point, or what stands for it.

    >>> decimal("61.1")
    '61.1'
    """
    return text.replace(".", ",") if language() == "de" else text


def some(many: int, noun: str) -> Phrase:
    """Count things, small numbers as words.

    >>> print(some(1, "pile"), some(6, "pile"), some(48, "card"), sep="; ")
    one pile; six piles; 48 cards
    """
    if language() == "de":
        return german.counted(many, german.phrase(german.NOUNS[noun], plural=many != 1))
    return Phrase(f"{count_word(many)} {noun}{'' if many == 1 else 's'}", many != 1)


def noun_phrase(noun: str, *, plural: bool = False, name: str = "") -> Phrase:
    """Name a thing without an article, by a ``name`` that tells it from others of its kind.

    >>> print(noun_phrase("cell", plural=True), noun_phrase("cell", name="*left*"), sep="; ")
    cells; *left* cell
    """
    if language() == "de":
        after = f" {name}" if name else ""
        return german.phrase(german.NOUNS[noun], plural=plural, after=after)
    return Phrase(f"{name} {noun}{'s' * plural}".lstrip(), plural)


def numbered(noun: str, number: str) -> Phrase:
    """Name a thing by its number, or several by theirs.

    >>> print(numbered("cell", "3"))
    cell 3
    """
    if language() == "de":
        return german.phrase(german.NOUNS[noun], after=f" {number}", named=True)
    return Phrase(f"{noun} {number}")


def cards(many: int) -> Phrase:
    """Count cards.

    >>> print(cards(1), cards(48), sep="; ")
    one card; 48 cards
    """
    return some(many, "card")


def rank(place: int) -> Phrase:
    """Name a rank, 1 to 13.

    >>> print(rank(12))
    queen
    """
    if language() == "de":
        return german.phrase(german.RANKS[place - 1])
    return Phrase(RANK_NAMES[place - 1])


def rank_of_letter(letter: str) -> Phrase:
    """Name the rank of a letter.

    >>> print(rank_of_letter("K"))
    king
    """
    return rank(RANKS.index(letter) + 1)


def a(name: str) -> Phrase:
    """Put the indefinite article before a name.

    >>> print(a(rank(1)))
    an ace
    """
    return _determined(an(name), name, "ein") if isinstance(name, Phrase) else Phrase(an(name))


def _determined(english: str, name: Phrase, article: str, adjective: str = "") -> Phrase:
    """Return the English text, or the name with a German article and adjective."""
    if language() == "de":
        return german.determined(name, article, adjective)
    return Phrase(english, name.plural)


def each(name: Phrase) -> Phrase:
    """Put "each" before a name.

    >>> print(each(noun_phrase("pile")))
    each pile
    """
    return _determined(f"each {name}", name, "jed")


def the(name: Phrase) -> Phrase:
    """Put the article before a name.

    >>> print(the(noun_phrase("cell", plural=True)))
    the cells
    """
    return _determined(f"the {name}", name, "der")


def empty(name: Phrase, *, one_of_several: bool, at_first: bool) -> Phrase:
    """Name a pile that is empty, or has been emptied if it was not so ``at_first``.

    >>> print(empty(noun_phrase("pile"), one_of_several=True, at_first=False))
    an emptied pile
    """
    text = f"{'an' if one_of_several else 'the'} {'empty' if at_first else 'emptied'} {name}"
    return _determined(text, name, "ein" if one_of_several else "der", "leer")


def cleared(name: Phrase, *, one_of_several: bool) -> Phrase:
    """Name a pile of which only the cards that stay there are left.

    >>> print(cleared(noun_phrase("pile"), one_of_several=True))
    a bare pile
    """
    text = f"a bare {name}" if one_of_several else f"the {name}, when it is bare,"
    return _determined(text, name, "ein" if one_of_several else "der", "abgeräumt")


def first(name: Phrase) -> Phrase:
    """Put "the first" before a name.

    >>> print(first(noun_phrase("pile")))
    the first pile
    """
    return _determined(f"the first {name}", name, "der", "erst")


def phrase(english: str, **values: Phrase) -> Phrase:
    """Return a part of a sentence whose forms are those of the values in its places.

    A value that the text names without a form takes the form asked for; gender is the first's.
    """

    def form(wanted: str) -> str:
        lead, *_ = values.values()
        if "|" in wanted:
            return format(lead, wanted)
        return translate(english, **{
            name: Phrase(format(value, wanted), value.plural, value.__format__)
            for name, value in values.items()
        })  # fmt: skip

    plural = any(value.plural for value in values.values())
    return Phrase(translate(english, **values), plural, form)


def any_card() -> Phrase:
    """Name a card of whatever rank and suit.

    >>> print(any_card())
    any card
    """
    return _determined("any card", noun_phrase("card"), "ein", "beliebig")


def available_card() -> Phrase:
    """Name a card of whatever rank and suit that is free to be played.

    >>> print(available_card())
    any available card
    """
    return _determined("any available card", noun_phrase("card"), "jed", "verfügbar")


def group_label(name: str) -> str:
    """Return what a definition calls a group of cards, ``kind.name``, as a name, or "".

    >>> group_label("reserve.left-wing"), group_label("reserve")
    ('*left wing*', '')
    """
    own = name.partition(".")[2]
    return translate(f"*{own.replace('-', ' ')}*") if own else ""


def group_noun(ref: str, noun: str = "", *, plural: bool = False) -> Phrase:
    """Name the piles of a group, ``kind.name``, without an article; ``noun`` instead of its kind.

    >>> print(group_noun("reserve.left-wing", "reserve pile"))
    *left wing* reserve pile
    """
    return noun_phrase(noun or ref.partition(".")[0], plural=plural, name=group_label(ref))


def ranks(place: int) -> Phrase:
    """Name a rank in the plural.

    >>> print(ranks(6), ranks(1))
    sixes aces
    """
    if language() == "de":
        return german.phrase(german.RANKS[place - 1], plural=True)
    name = RANK_NAMES[place - 1]
    return Phrase(name + ("es" if name.endswith("x") else "s"), plural=True)


def suit(place: int) -> str:
    """Name a suit, 0 to 3.

    >>> suit(2)
    'hearts'
    """
    return german.SUITS[place] if language() == "de" else SUIT_NAMES[place]


def suit_cards(place: int) -> Phrase:
    """Name the cards of a suit, 0 to 3.

    >>> print(suit_cards(2))
    hearts
    """
    if language() != "de":
        return Phrase(SUIT_NAMES[place], plural=True)
    one, many = (f"{german.SUITS[place]}-{text}" for text in ("Karte", "Karten"))
    return german.phrase(german.Noun("f", one, one, many), plural=True)


def times(many: int) -> str:
    """Put a number of times in words.

    >>> times(1), times(2), times(3)
    ('once', 'twice', 'three times')
    """
    if language() == "de":
        return f"{'ein' if many == 1 else german.number(many)}mal"
    return {1: "once", 2: "twice"}.get(many, f"{count_word(many)} times")


def ordinal(place: int) -> str:
    """Name a place in a row.

    >>> ordinal(3), ordinal(13), ordinal(22)
    ('third', '13th', '22nd')
    """
    if language() == "de":
        return german.ordinal(place)
    if place <= len(_ORDINALS):
        return _ORDINALS[place - 1]
    ending = {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{'th' if place // 10 % 10 == 1 else ending}"


def capitalized(text: str) -> str:
    """Begin a text with a capital.

    >>> capitalized("the game"), capitalized("")
    ('The game', '')
    """
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """Make a sentence of a clause.

    >>> sentence("the game is won"), sentence("")
    ('The game is won.', '')
    """
    if not text:
        return ""
    return capitalized(text) + ("" if text.endswith(".") else ".")


def join(clauses: Iterable[str]) -> str:
    """Make a paragraph of clauses, one sentence each; empty ones are left out.

    >>> join(["one", "", "two"])
    'One. Two.'
    """
    return " ".join(sentence(clause) for clause in clauses if clause)


def bullets(items: Iterable[str]) -> list[str]:
    r"""Make a list, as one paragraph, or none of no items.

    >>> bullets(["one", "two"])
    ['- one\n- two']
    """
    lines = [f"- {item}" for item in items]
    return ["\n".join(lines)] if lines else []


def runs(values: Iterable[int]) -> list[tuple[int, int]]:
    """Return each value with the number of its neighbours that equal it.

    >>> runs([3, 3, 3, 1])
    [(3, 3), (1, 1)]
    """
    return [(value, len(list(same))) for value, same in itertools.groupby(values)]


def first_of(count: int, before: int = 0, after: int = 1, noun: str = "pile") -> str:
    """Name ``count`` neighbours in a row of which some come before and some after.

    >>> first_of(3), first_of(1, 4, 0), first_of(2, 4, 5)
    ('the first three', 'the last', 'the next two')
    """
    word = "next" if before and after else "last" if before else "first"
    if language() == "de":
        stem = {"next": "nächste", "last": "letzte", "first": "erste"}[word]
        the = "der" if german.NOUNS[noun].gender == "m" else "die"
        return f"die {stem}n {german.number(count)}" if count > 1 else f"{the} {stem}"
    return f"the {word}" + (f" {count_word(count)}" if count > 1 else "")


def by_pile(values: Sequence[int], say: Callable[[int], str], noun: str = "pile") -> str:
    """Describe every pile of a row by its number, equal neighbours together.

    >>> by_pile([3, 3, 3, 1], lambda n: f"of {cards(n)}")
    'the first three of three cards and the last of one card'
    """
    parts, at = [], 0
    for value, count in runs(values):
        parts.append(f"{first_of(count, at, len(values) - at - count, noun)} {say(value)}")
        at += count
    return str(listed(parts))
