"""Grammar functions in the current language: articles, plurals, numbers, lists and sentences.

Most functions return a :class:`~cadogan.i18n.phrase.Phrase`, and a translated sentence can request
other forms of it. The :class:`~cadogan.i18n.locale.Locale` of the language builds these forms.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence

from cadogan.core.cards import JOKER, RANKS
from cadogan.i18n import language, translate
from cadogan.i18n.languages import grammar_of
from cadogan.i18n.locale import NUMBERS, Locale
from cadogan.i18n.phrase import Phrase


def _locale() -> Locale:
    return grammar_of(language())


def card_name(card: int) -> Phrase:
    """Return the name of a card in the current language.

    >>> from cadogan.core.cards import parse_card
    >>> print(card_name(parse_card("TH")))
    ten of hearts
    """
    if card == JOKER:
        return noun_phrase("joker")
    return _locale().card(card % 13 + 1, card // 13)


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
    return NUMBERS[number] if 0 <= number < len(NUMBERS) else str(number)


def listed(items: Iterable[str], joint: str = "and") -> Phrase:
    """Join words into a list with "and" or "or".

    >>> print(listed(["a", "b", "c"]), listed(["a", "b"], "or"), sep="; ")
    a, b and c; a or b
    """
    return _locale().listed(items, joint)


def number(many: int) -> str:
    """Write a small number as a word; a German sentence may request another form of the word.

    >>> number(3), number(31)
    ('three', '31')
    """
    return _locale().number(many)


def figures(many: int) -> str:
    """Write a number in figures, with a thousands separator.

    >>> figures(12345)
    '12,345'
    """
    return _locale().figures(many)


def decimal(text: str) -> str:
    """Replace the decimal point with the language's decimal separator.

    >>> decimal("61.1")
    '61.1'
    """
    return _locale().decimal(text)


def some(many: int, noun: str) -> Phrase:
    """Return a number with its noun; small numbers are words.

    >>> print(some(1, "pile"), some(6, "pile"), some(48, "card"), sep="; ")
    one pile; six piles; 48 cards
    """
    return _locale().some(many, noun)


def noun_phrase(noun: str, *, plural: bool = False, name: str = "") -> Phrase:
    """Return a noun without an article; a ``name`` distinguishes one group or pile from others.

    >>> print(noun_phrase("cell", plural=True), noun_phrase("cell", name="*left*"), sep="; ")
    cells; *left* cell
    """
    return _locale().noun(noun, plural=plural, name=name)


def numbered(noun: str, number: str) -> Phrase:
    """Return a noun followed by one or more numbers.

    >>> print(numbered("cell", "3"))
    cell 3
    """
    return _locale().numbered(noun, number)


def counted(many: int, name: Phrase) -> Phrase:
    """Put a number before a name, which must already be in the plural if necessary.

    >>> print(counted(3, noun_phrase("cell", plural=True)))
    three cells
    """
    return _locale().counted(many, name)


def cards(many: int) -> Phrase:
    """Return a number of cards.

    >>> print(cards(1), cards(48), sep="; ")
    one card; 48 cards
    """
    return some(many, "card")


def rank(place: int) -> Phrase:
    """Return the name of a rank, 1 to 13.

    >>> print(rank(12))
    queen
    """
    return _locale().rank(place)


def rank_of_letter(letter: str) -> Phrase:
    """Return the name of the rank that a letter stands for.

    >>> print(rank_of_letter("K"))
    king
    """
    return rank(RANKS.index(letter) + 1)


def a(name: str) -> Phrase:
    """Put the indefinite article before a name.

    >>> print(a(rank(1)))
    an ace
    """
    return _locale().a(name)


def each(name: Phrase) -> Phrase:
    """Put "each" before a name.

    >>> print(each(noun_phrase("pile")))
    each pile
    """
    return _locale().each(name)


def the(name: Phrase) -> Phrase:
    """Put the definite article before a name.

    >>> print(the(noun_phrase("cell", plural=True)))
    the cells
    """
    return _locale().the(name)


def empty(name: Phrase, *, one_of_several: bool, at_first: bool) -> Phrase:
    """Return a name for an empty pile, which may depend on whether the pile began empty.

    >>> print(empty(noun_phrase("pile"), one_of_several=True, at_first=False))
    an empty pile
    """
    return _locale().empty(name, one_of_several=one_of_several, at_first=at_first)


def cleared(name: Phrase, *, one_of_several: bool) -> Phrase:
    """Return a name for a pile with only its fixed cards left.

    >>> print(cleared(noun_phrase("pile"), one_of_several=True))
    a bare pile
    """
    return _locale().cleared(name, one_of_several=one_of_several)


def first(name: Phrase) -> Phrase:
    """Put "the first" before a name.

    >>> print(first(noun_phrase("pile")))
    the first pile
    """
    return _locale().first(name)


def phrase(english: str, **values: Phrase) -> Phrase:
    """Return a phrase whose forms depend on the forms of its values.

    If a sentence requests a form of the phrase, each value without a form of its own takes that
    form. The first value determines the gender.
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
    """Return a name for a card with any rank and suit.

    >>> print(any_card())
    any card
    """
    return _locale().any_card()


def available_card() -> Phrase:
    """Return a name for any card that is available for play.

    >>> print(available_card())
    any available card
    """
    return _locale().available_card()


def group_label(name: str) -> str:
    """Return the label for the name in ``kind.name``, or "" for a group without a name of its own.

    >>> group_label("reserve.left-wing"), group_label("reserve")
    ('*left wing*', '')
    """
    own = name.partition(".")[2]
    return translate(f"*{own.replace('-', ' ')}*") if own else ""


def group_noun(ref: str, noun: str = "", *, plural: bool = False) -> Phrase:
    """Return a name for the piles of a group, ``kind.name``, without an article.

    ``noun`` replaces the noun for the kind.

    >>> print(group_noun("reserve.left-wing", "reserve pile"))
    *left wing* reserve pile
    """
    return noun_phrase(noun or ref.partition(".")[0], plural=plural, name=group_label(ref))


def ranks(place: int) -> Phrase:
    """Return the plural of a rank.

    >>> print(ranks(6), ranks(1))
    sixes aces
    """
    return _locale().rank(place, plural=True)


def suit(place: int) -> str:
    """Return the name of a suit, 0 to 3.

    >>> suit(2)
    'hearts'
    """
    return _locale().suit(place)


def suit_cards(place: int) -> Phrase:
    """Return a name for the cards in a suit, 0 to 3.

    >>> print(suit_cards(2))
    hearts
    """
    return _locale().suit_cards(place)


def times(many: int) -> str:
    """Return a number of times in words.

    >>> times(1), times(2), times(3)
    ('once', 'twice', 'three times')
    """
    return _locale().times(many)


def ordinal(place: int) -> str:
    """Return an ordinal number.

    >>> ordinal(3), ordinal(13), ordinal(22)
    ('third', '13th', '22nd')
    """
    return _locale().ordinal(place)


def capitalized(text: str) -> str:
    """Capitalize the first letter of a string.

    >>> capitalized("the game"), capitalized("")
    ('The game', '')
    """
    return text[:1].upper() + text[1:]


def within(text: str) -> str:
    """Return a sentence without a full stop in the form it takes inside another sentence.

    >>> within("Ten of hearts to cell 1")
    'ten of hearts to cell 1'
    """
    return _locale().within(text)


def reported(pile: Phrase, short: str) -> str:
    """Return the name of a pile, in its basic form, for use in the description of a move.

    >>> reported(numbered("cell", "1"), "Cell 1")
    'cell 1'
    """
    return str(_locale().reported(pile, short))


def sentence(text: str) -> str:
    """Turn a clause into a sentence.

    >>> sentence("the game is won"), sentence("")
    ('The game is won.', '')
    """
    if not text:
        return ""
    return capitalized(text) + ("" if text.endswith(".") else ".")


def join(clauses: Iterable[str]) -> str:
    """Join clauses into a paragraph, with a sentence for each clause that is not empty.

    >>> join(["one", "", "two"])
    'One. Two.'
    """
    return " ".join(sentence(clause) for clause in clauses if clause)


def bullets(items: Iterable[str]) -> list[str]:
    r"""Return a Markdown list as one paragraph, or no paragraph if there are no items.

    >>> bullets(["one", "two"])
    ['- one\n- two']
    """
    lines = [f"- {item}" for item in items]
    return ["\n".join(lines)] if lines else []


def runs(values: Iterable[int]) -> list[tuple[int, int]]:
    """Return the runs of equal values in a list, each as its value and its length.

    >>> runs([3, 3, 3, 1])
    [(3, 3), (1, 1)]
    """
    return [(value, len(list(same))) for value, same in itertools.groupby(values)]


def first_of(count: int, before: int = 0, after: int = 1, noun: str = "pile") -> str:
    """Describe ``count`` neighbouring piles in a row, given the numbers of piles on both sides.

    >>> first_of(3), first_of(1, 4, 0), first_of(2, 4, 5)
    ('the first three', 'the last', 'the next two')
    """
    return _locale().first_of(count, noun, before=bool(before), after=bool(after))


def by_pile(values: Sequence[int], say: Callable[[int], str], noun: str = "pile") -> str:
    """Describe every pile in a row by its value; describe equal neighbours together.

    >>> by_pile([3, 3, 3, 1], lambda n: f"of {cards(n)}")
    'the first three of three cards and the last of one card'
    """
    parts, at = [], 0
    for value, count in runs(values):
        parts.append(f"{first_of(count, at, len(values) - at - count, noun)} {say(value)}")
        at += count
    return str(listed(parts))
