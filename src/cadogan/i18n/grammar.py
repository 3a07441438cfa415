"""Small grammar: articles, plurals, numbers, lists and sentences, in the current language.

What is listed, counted or named is a text of which a translated sentence may use other
forms (:class:`~cadogan.i18n.phrase.Phrase`). How a language makes them is up to its
:class:`~cadogan.i18n.locale.Locale`.
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
    """Name a card in the current language.

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
    """Join words as a sentence does.

    >>> print(listed(["a", "b", "c"]), listed(["a", "b"], "or"), sep="; ")
    a, b and c; a or b
    """
    return _locale().listed(items, joint)


def number(many: int) -> str:
    """Write a small number as a word; a German text may ask for its form.

    >>> number(3), number(31)
    ('three', '31')
    """
    return _locale().number(many)


def figures(many: int) -> str:
    """Write a number in figures.

    >>> figures(12345)
    '12,345'
    """
    return _locale().figures(many)


def decimal(text: str) -> str:
    """Put a decimal point, or what stands for it.

    >>> decimal("61.1")
    '61.1'
    """
    return _locale().decimal(text)


def some(many: int, noun: str) -> Phrase:
    """Count things, small numbers as words.

    >>> print(some(1, "pile"), some(6, "pile"), some(48, "card"), sep="; ")
    one pile; six piles; 48 cards
    """
    return _locale().some(many, noun)


def noun_phrase(noun: str, *, plural: bool = False, name: str = "") -> Phrase:
    """Name a thing without an article, by a ``name`` that tells it from others of its kind.

    >>> print(noun_phrase("cell", plural=True), noun_phrase("cell", name="*left*"), sep="; ")
    cells; *left* cell
    """
    return _locale().noun(noun, plural=plural, name=name)


def numbered(noun: str, number: str) -> Phrase:
    """Name a thing by its number, or several by theirs.

    >>> print(numbered("cell", "3"))
    cell 3
    """
    return _locale().numbered(noun, number)


def counted(many: int, name: Phrase) -> Phrase:
    """Put a number before a name, which is plural already where it should be.

    >>> print(counted(3, noun_phrase("cell", plural=True)))
    three cells
    """
    return _locale().counted(many, name)


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
    return _locale().rank(place)


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
    return _locale().a(name)


def each(name: Phrase) -> Phrase:
    """Put "each" before a name.

    >>> print(each(noun_phrase("pile")))
    each pile
    """
    return _locale().each(name)


def the(name: Phrase) -> Phrase:
    """Put the article before a name.

    >>> print(the(noun_phrase("cell", plural=True)))
    the cells
    """
    return _locale().the(name)


def empty(name: Phrase, *, one_of_several: bool, at_first: bool) -> Phrase:
    """Name a pile that is empty, or has been emptied if it was not so ``at_first``.

    >>> print(empty(noun_phrase("pile"), one_of_several=True, at_first=False))
    an emptied pile
    """
    return _locale().empty(name, one_of_several=one_of_several, at_first=at_first)


def cleared(name: Phrase, *, one_of_several: bool) -> Phrase:
    """Name a pile of which only the cards that stay there are left.

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
    return _locale().any_card()


def available_card() -> Phrase:
    """Name a card of whatever rank and suit that is free to be played.

    >>> print(available_card())
    any available card
    """
    return _locale().available_card()


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
    return _locale().rank(place, plural=True)


def suit(place: int) -> str:
    """Name a suit, 0 to 3.

    >>> suit(2)
    'hearts'
    """
    return _locale().suit(place)


def suit_cards(place: int) -> Phrase:
    """Name the cards of a suit, 0 to 3.

    >>> print(suit_cards(2))
    hearts
    """
    return _locale().suit_cards(place)


def times(many: int) -> str:
    """Put a number of times in words.

    >>> times(1), times(2), times(3)
    ('once', 'twice', 'three times')
    """
    return _locale().times(many)


def ordinal(place: int) -> str:
    """Name a place in a row.

    >>> ordinal(3), ordinal(13), ordinal(22)
    ('third', '13th', '22nd')
    """
    return _locale().ordinal(place)


def capitalized(text: str) -> str:
    """Begin a text with a capital.

    >>> capitalized("the game"), capitalized("")
    ('The game', '')
    """
    return text[:1].upper() + text[1:]


def within(text: str) -> str:
    """Return a sentence, without its full stop, in the form for the middle of another one.

    >>> within("Ten of hearts to cell 1")
    'ten of hearts to cell 1'
    """
    return _locale().within(text)


def reported(pile: Phrase, short: str) -> str:
    """Name a pile in the report of a move, which uses no forms of it.

    >>> reported(numbered("cell", "1"), "Cell 1")
    'cell 1'
    """
    return str(_locale().reported(pile, short))


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
    return _locale().first_of(count, noun, before=bool(before), after=bool(after))


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
