"""Grammar of a language: nouns, numbers, articles and lists.

:class:`Locale` is the grammar of English, and of every language whose folder has no grammar of its
own. It builds phrases from single words, which such a language translates in the catalogue
``grammar``. A language with genders or cases has a module ``grammar.py`` in its folder instead,
whose ``GRAMMAR`` is a subclass. See ``locales/de/grammar.py``.

Every method returns a string. If sentences request other forms, as in ``{pile:acc}``, the string is
a :class:`~cadogan.i18n.phrase.Phrase` with those forms. Each language chooses the names of its
forms for its own sentences. ``{piles:is/are}``, for the singular and the plural, works in all
languages.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cadogan.i18n.catalogs import NONE, Catalog
from cadogan.i18n.phrase import Phrase


def word(english: str) -> str:
    """Mark a word for extraction into the catalogue ``grammar``."""
    return english


def forms(one: str, many: str) -> tuple[str, str]:
    """Mark a noun, singular and plural, for extraction into the catalogue ``grammar``."""
    return one, many


NOUNS = dict([
    forms("ace foundation", "ace foundations"),
    forms("card", "cards"),
    forms("card of its own rank", "cards of its own rank"),
    forms("card of the base rank", "cards of the base rank"),
    forms("card one rank below the base rank", "cards one rank below the base rank"),
    forms("cell", "cells"),
    forms("cell pile", "cell piles"),
    forms("chosen card", "chosen cards"),
    forms("deal", "deals"),
    forms("digit", "digits"),
    forms("discard", "discards"),
    forms("foundation", "foundations"),
    forms("foundation pile", "foundation piles"),
    forms("full set", "full sets"),
    forms("jack foundation", "jack foundations"),
    forms("joker", "jokers"),
    forms("king foundation", "king foundations"),
    forms("pack", "packs"),
    forms("pile", "piles"),
    forms("place", "places"),
    forms("point", "points"),
    forms("queen foundation", "queen foundations"),
    forms("rank", "ranks"),
    forms("redeal", "redeals"),
    forms("refill", "refills"),
    forms("reserve", "reserves"),
    forms("reserve pile", "reserve piles"),
    forms("row", "rows"),
    forms("stock", "stocks"),
    forms("stock pile", "stock piles"),
    forms("tableau", "tableaus"),
    forms("tableau pile", "tableau piles"),
    forms("waste", "wastes"),
    forms("waste pile", "waste piles"),
    forms("weaving", "weavings"),
])  # fmt: skip
"""Nouns for the things that sentences about games count or name, with their plurals."""
RANKS = (
    forms("ace", "aces"), forms("two", "twos"), forms("three", "threes"), forms("four", "fours"),
    forms("five", "fives"), forms("six", "sixes"), forms("seven", "sevens"),
    forms("eight", "eights"), forms("nine", "nines"), forms("ten", "tens"),
    forms("jack", "jacks"), forms("queen", "queens"), forms("king", "kings"),
)  # fmt: skip
SUITS = (word("clubs"), word("diamonds"), word("hearts"), word("spades"))
# Words such as "ten" are also ranks. A language that has different words for numbers and ranks
# needs its own grammar.
NUMBERS = (
    word("no"), word("one"), word("two"), word("three"), word("four"), word("five"), word("six"),
    word("seven"), word("eight"), word("nine"), word("ten"), word("eleven"), word("twelve"),
    word("thirteen"), word("fourteen"), word("fifteen"), word("sixteen"), word("seventeen"),
    word("eighteen"), word("nineteen"), word("twenty"),
)  # fmt: skip
ORDINALS = (
    word("first"), word("second"), word("third"), word("fourth"), word("fifth"), word("sixth"),
    word("seventh"), word("eighth"), word("ninth"), word("tenth"), word("eleventh"),
    word("twelfth"),
)  # fmt: skip


class Locale:
    """English grammar, based on words that a catalogue may translate.

    Args:
        words: the translations of the domain ``grammar``; the default is English.

    >>> grammar = Locale()
    >>> print(grammar.card(10, 2), grammar.listed(["a", "b", "c"], "or"), sep="; ")
    ten of hearts; a, b or c
    """

    def __init__(self, words: Catalog = NONE) -> None:
        self._words = words

    def put(self, english: str, **values: object) -> str:
        """Translate a word or a short phrase and insert values."""
        text = self._words.texts.get(english)
        if text is None:
            text, *_ = self._words.plurals.get(english, (english,))
        return text.format(**values) if values else text

    def form(self, one: str, many: str, n: int) -> str:
        """Return the form of a noun for a number."""
        known = self._words.plurals.get(one)
        return known[self._words.form(n)] if known else one if n == 1 else many

    # -- things ----------------------------------------------------------------------------------

    def noun(self, noun: str, *, plural: bool = False, name: str = "") -> Phrase:
        """Return a noun from :data:`NOUNS` without an article, with the name from the game, if any.

        >>> print(Locale().noun("cell", plural=True, name="*left*"))
        *left* cells
        """
        text = self.form(noun, NOUNS[noun], 2 if plural else 1)
        return Phrase(self.put("{name} {noun}", name=name, noun=text) if name else text, plural)

    def numbered(self, noun: str, number: str) -> Phrase:
        """Return a noun followed by one or more numbers: "cell 3".

        >>> print(Locale().numbered("cell", "3"))
        cell 3
        """
        return Phrase(self.put("{noun} {number}", noun=self.noun(noun), number=number))

    def rank(self, place: int, *, plural: bool = False) -> Phrase:
        """Return the name of a rank, 1 to 13.

        >>> print(Locale().rank(6, plural=True))
        sixes
        """
        return Phrase(self.form(*RANKS[place - 1], 2 if plural else 1), plural)

    def suit(self, place: int) -> str:
        """Return the name of a suit, 0 to 3."""
        return self.put(SUITS[place])

    def suit_cards(self, place: int) -> Phrase:
        """Return a name for the cards in a suit, 0 to 3."""
        return Phrase(self.suit(place), plural=True)

    def card(self, rank: int, suit: int) -> Phrase:
        """Return the name of a card from its rank, 1 to 13, and its suit, 0 to 3."""
        return Phrase(self.put("{rank} of {suit}", rank=self.rank(rank), suit=self.suit(suit)))

    # -- articles --------------------------------------------------------------------------------

    def a(self, name: str) -> Phrase:
        """Put the indefinite article before a name.

        >>> print(Locale().a("ace"), Locale().a("two"))
        an ace a two
        """
        vowel = name[:1] in "aeiou"
        text = self.put("an {name}", name=name) if vowel else self.put("a {name}", name=name)
        return Phrase(text, isinstance(name, Phrase) and name.plural)

    def the(self, name: Phrase) -> Phrase:
        """Put the definite article before a name."""
        return Phrase(self.put("the {name}", name=name), name.plural)

    def each(self, name: Phrase) -> Phrase:
        """Put "each" before a name."""
        return Phrase(self.put("each {name}", name=name), name.plural)

    def first(self, name: Phrase) -> Phrase:
        """Put "the first" before a name."""
        return Phrase(self.put("the first {name}", name=name), name.plural)

    def any_card(self) -> Phrase:
        """Return a name for a card with any rank and suit."""
        return Phrase(self.put("any card"))

    def available_card(self) -> Phrase:
        """Return a name for any card that is available for play."""
        return Phrase(self.put("any available card"))

    def empty(self, name: Phrase, *, one_of_several: bool, at_first: bool) -> Phrase:
        """Return a name for an empty pile; it may depend on whether the pile began empty."""
        del at_first
        if one_of_several:
            return Phrase(self.put("an empty {name}", name=name), name.plural)
        return Phrase(self.put("the empty {name}", name=name), name.plural)

    def cleared(self, name: Phrase, *, one_of_several: bool) -> Phrase:
        """Return a name for a pile with only its fixed cards left."""
        if one_of_several:
            return Phrase(self.put("a bare {name}", name=name), name.plural)
        return Phrase(self.put("the {name}, when it is bare,", name=name), name.plural)

    # -- numbers ---------------------------------------------------------------------------------

    def number(self, many: int) -> str:
        """Write a small number as a word."""
        return self.put(NUMBERS[many]) if 0 <= many < len(NUMBERS) else str(many)

    def figures(self, many: int) -> str:
        """Write a number in figures, with a thousands separator.

        >>> Locale().figures(12345)
        '12,345'
        """
        return f"{many:,}".replace(",", self._example()[1])

    def decimal(self, text: str) -> str:
        """Replace the decimal point with the language's decimal separator."""
        return text.replace(".", self._example()[-2])

    def _example(self) -> str:
        # TRANSLATORS: write this number as your language does; its second character becomes the
        # thousands separator and its last but one the decimal separator
        return self.put("1,234.5")

    def some(self, many: int, noun: str) -> Phrase:
        """Return a number with its noun, which is one of :data:`NOUNS`."""
        text = self.put("{n} {noun}", n=self.number(many), noun=self.form(noun, NOUNS[noun], many))
        return Phrase(text, many != 1)

    def counted(self, many: int, name: Phrase) -> Phrase:
        """Put a number before a name, which must already be in the plural if necessary."""
        return Phrase(self.put("{n} {noun}", n=self.number(many), noun=name), many != 1)

    def times(self, many: int) -> str:
        """Return a number of times in words.

        >>> [Locale().times(n) for n in (1, 2, 3)]
        ['once', 'twice', 'three times']
        """
        if many == 1:
            return self.put("once")
        return self.put("twice") if many == 2 else self.put("{n} times", n=self.number(many))

    def ordinal(self, place: int) -> str:
        """Return an ordinal number.

        >>> [Locale().ordinal(n) for n in (3, 13, 22)]
        ['third', '13th', '22nd']
        """
        if place <= len(ORDINALS):
            return self.put(ORDINALS[place - 1])
        ending = 0 if place // 10 % 10 == 1 else place % 10
        if ending == 1:
            return self.put("{n}st", n=place)
        if ending == 2:
            return self.put("{n}nd", n=place)
        return self.put("{n}rd", n=place) if ending == 3 else self.put("{n}th", n=place)

    def first_of(self, count: int, noun: str, *, before: bool, after: bool) -> str:
        """Describe ``count`` neighbours in a row; others may be ``before`` and ``after`` them.

        >>> Locale().first_of(3, "pile", before=False, after=True)
        'the first three'
        """
        n = self.number(count)
        del noun  # other languages need the word's gender
        if before and after:
            return self.put("the next {n}", n=n) if count > 1 else self.put("the next")
        if before:
            return self.put("the last {n}", n=n) if count > 1 else self.put("the last")
        return self.put("the first {n}", n=n) if count > 1 else self.put("the first")

    # -- sentences -------------------------------------------------------------------------------

    def listed(self, items: Iterable[str], joint: str) -> Phrase:
        """Join words into a list; ``joint`` is "and" or "or"."""
        words: Sequence[str] = list(items)
        plural = (len(words) > 1 and joint == "and") or any(
            isinstance(word, Phrase) and word.plural for word in words
        )
        if len(words) < 2:
            return Phrase("".join(words), plural)
        first, last = self.put(", ").join(words[:-1]), words[-1]
        if joint == "and":
            return Phrase(self.put("{first} and {last}", first=first, last=last), plural)
        return Phrase(self.put("{first} or {last}", first=first, last=last), plural)

    def within(self, sentence: str) -> str:
        """Return a sentence without a full stop in the form it takes inside another sentence."""
        return sentence[:1].lower() + sentence[1:]

    def reported(self, pile: Phrase, short: str) -> str:
        """Return the name of a pile for use in the description of a move.

        The default is the name used in sentences. A subclass may return ``short``, the page label.
        """
        del short
        return pile
