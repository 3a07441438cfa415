"""German grammar: nouns with articles, adjectives and cases, and numbers and lists.

A German sentence requests a form of a noun with a masculine article:

=======================  =========================================================
request                  result
=======================  =========================================================
``{card:den}``           "den König", "die Dame" or "das Ass"
``{pile:zum}``           "zum Talon" or "zur Ablage"
``{pile:wo}``            "im Tableau" or "auf der Ablage"
``{piles:einem leer}``   "einem leeren Stapel"; adjectives are given as stems
``{rank:Herz-}``         "Herz-Zehn"
``{empty:acc}``          "einen leeren Stapel": a phrase with its own article
``{rank:er|sie|es|sie}`` the word for the gender, or for the plural
=======================  =========================================================
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from cadogan.i18n.locale import Locale
from cadogan.i18n.phrase import Phrase


class Noun(NamedTuple):
    """Noun with its gender and forms.

    Attributes:
        gender: ``m``, ``f`` or ``n``.
        one: the singular.
        of: the genitive singular.
        many: the plural.
        weak: whether all other singular cases equal the plural.
        inside: whether cards lie "in" it, rather than "auf" it.
    """

    gender: str
    one: str
    of: str
    many: str
    weak: bool = False
    inside: bool = False

    def form(self, case: str, plural: bool = False) -> str:
        """Return the form of a case: ``nom``, ``acc``, ``dat`` or ``gen``.

        >>> RANKS[10].form("acc"), NOUNS["pile"].form("dat", plural=True)
        ('Buben', 'Stapeln')
        """
        if plural:
            return self.many + "n" * (case == "dat" and self.many[-1] not in "ns")
        if self.weak and case != "nom":
            return self.many
        return self.of if case == "gen" else self.one


def _cards(which: str) -> Noun:
    return Noun("f", f"Karte {which}", f"Karte {which}", f"Karten {which}")


NOUNS = {
    "ace foundation": Noun("n", "Ass-Fundament", "Ass-Fundaments", "Ass-Fundamente"),
    "card": Noun("f", "Karte", "Karte", "Karten"),
    "card of the base rank": _cards("des Grundrangs"),
    "card of its own rank": _cards("seines Rangs"),
    "card one rank below the base rank": _cards("einen Rang unter dem Grundrang"),
    "cell": Noun("f", "Zelle", "Zelle", "Zellen", inside=True),
    "cell pile": Noun("f", "Zelle", "Zelle", "Zellen", inside=True),
    "chosen card": Noun("f", "Grundkarte", "Grundkarte", "Grundkarten"),
    "deal": Noun("f", "Runde", "Runde", "Runden"),
    "digit": Noun("f", "Ziffer", "Ziffer", "Ziffern"),
    "discard": Noun("m", "Abwurf", "Abwurfs", "Abwürfe"),
    "foundation pile": Noun("n", "Fundament", "Fundaments", "Fundamente"),
    "foundation": Noun("n", "Fundament", "Fundaments", "Fundamente"),
    "full set": Noun("m", "Satz", "Satzes", "Sätze"),
    "jack foundation": Noun("n", "Buben-Fundament", "Buben-Fundaments", "Buben-Fundamente"),
    "joker": Noun("m", "Joker", "Jokers", "Joker"),
    "king foundation": Noun("n", "Königs-Fundament", "Königs-Fundaments", "Königs-Fundamente"),
    "pack": Noun("n", "Spiel", "Spiels", "Spiele"),
    "pile": Noun("m", "Stapel", "Stapels", "Stapel"),
    "place": Noun("m", "Platz", "Platzes", "Plätze"),
    "point": Noun("m", "Punkt", "Punktes", "Punkte"),
    "queen foundation": Noun("n", "Damen-Fundament", "Damen-Fundaments", "Damen-Fundamente"),
    "rank": Noun("m", "Rang", "Rangs", "Ränge"),
    "redeal": Noun("n", "Neugeben", "Neugebens", "Neugeben"),
    "refill": Noun("n", "Nachfüllen", "Nachfüllens", "Nachfüllen"),
    "reserve": Noun("f", "Reserve", "Reserve", "Reserven", inside=True),
    "reserve pile": Noun("m", "Reservestapel", "Reservestapels", "Reservestapel"),
    "row": Noun("f", "Reihe", "Reihe", "Reihen"),
    "stock pile": Noun("m", "Talon", "Talons", "Talons"),
    "stock": Noun("m", "Talon", "Talons", "Talons"),
    "tableau": Noun("n", "Tableau", "Tableaus", "Tableaus", inside=True),
    "tableau pile": Noun("m", "Tableaustapel", "Tableaustapels", "Tableaustapel"),
    "weaving": Noun("n", "Weben", "Webens", "Weben"),
    "waste": Noun("f", "Ablage", "Ablage", "Ablagen"),
    "waste pile": Noun("m", "Ablagestapel", "Ablagestapels", "Ablagestapel"),
}
RANKS = (
    Noun("n", "Ass", "Asses", "Asse"),
    Noun("f", "Zwei", "Zwei", "Zweien"),
    Noun("f", "Drei", "Drei", "Dreien"),
    Noun("f", "Vier", "Vier", "Vieren"),
    Noun("f", "Fünf", "Fünf", "Fünfen"),
    Noun("f", "Sechs", "Sechs", "Sechsen"),
    Noun("f", "Sieben", "Sieben", "Sieben"),
    Noun("f", "Acht", "Acht", "Achten"),
    Noun("f", "Neun", "Neun", "Neunen"),
    Noun("f", "Zehn", "Zehn", "Zehnen"),
    Noun("m", "Bube", "Buben", "Buben", weak=True),
    Noun("f", "Dame", "Dame", "Damen"),
    Noun("m", "König", "Königs", "Könige"),
)
SUITS = ("Kreuz", "Karo", "Herz", "Pik")

_CASES = ("nom", "acc", "dat", "gen")
# endings by gender (m, f, n) and for the plural (p), in the order of the cases
_THE = {"m": "der den dem des", "f": "die die der der", "n": "das das dem des",
        "p": "die die den der"}  # fmt: skip
_ENDINGS = {"m": ("", "en", "em", "es"), "f": ("e", "e", "er", "er"), "n": ("", "", "em", "es"),
            "p": ("e", "e", "en", "er")}  # fmt: skip
_STRONG = {"m": ("er", "en", "em", "en"), "f": ("e", "e", "er", "er"),
           "n": ("es", "es", "em", "en"), "p": ("e", "e", "en", "er")}  # fmt: skip
_FULL = {**_STRONG, "m": ("er", "en", "em", "es"), "n": ("es", "es", "em", "es")}
_WEAK = {"m": ("e", "en", "en", "en"), "f": ("e", "e", "en", "en"), "n": ("e", "e", "en", "en"),
         "p": ("en",) * 4}  # fmt: skip
_MIXED = {**_WEAK, "m": ("er", "en", "en", "en"), "n": ("es", "es", "en", "en")}
_INTO = {  # prepositions that may contract with the article
    "im": ("in", "dat", {"dem": "im"}),
    "ins": ("in", "acc", {"das": "ins"}),
    "zum": ("zu", "dat", {"dem": "zum", "der": "zur"}),
    "vom": ("von", "dat", {"dem": "vom"}),
    "am": ("an", "dat", {"dem": "am"}),
    "worauf": ("auf", "dat", {}),
}
_WITH = {  # an article in all cases
    "der": ("der", "den", "dem", "des"),
    **{stem: tuple(stem + end for end in _ENDINGS["m"]) for stem in ("ein", "kein")},
    **{stem: tuple(stem + end for end in _FULL["m"]) for stem in ("jed", "dies")},
}
_ARTICLES = {
    word: (stem, case)
    for stem, forms in _WITH.items()
    for word, case in zip(forms, _CASES, strict=True)
}


def phrase(noun: Noun, *, plural: bool = False, after: str = "", named: bool = False) -> Phrase:
    """Return a noun without an article, as a phrase with all its forms.

    ``after`` follows the noun in all cases, after a space. If that makes it a name, such as
    "Zelle 3", it is ``named`` and takes no article.

    >>> "auf {0:den} und {0:zum}, {0:ein leer}".format(phrase(NOUNS["cell"]))
    'auf die Zelle und zur Zelle, eine leere Zelle'
    """
    kind = "p" if plural else noun.gender

    def form(wanted: str) -> str:
        if "|" in wanted:
            return wanted.split("|")["mfnp".index(kind)]
        return _inflected(noun, wanted, kind, named) + after

    return Phrase(form(""), plural, form)


def _inflected(noun: Noun, wanted: str, kind: str, named: bool) -> str:
    """Return the requested form of a noun; ``kind`` is its gender, or ``p`` for the plural.

    A request consists of an article or a case, stems of adjectives and the prefix of a compound.
    """
    before, article, case, stems, first = "", "", "nom", [], ""
    endings = _STRONG
    place = "im" if noun.inside else "worauf"
    for word in (place if word == "wo" else word for word in wanted.split()):
        if word in _INTO:
            before, case, joined = _INTO[word]
            the = _THE[kind].split()[_CASES.index(case)]
            if not named:
                endings = _WEAK
                before, article = ("", joined[the]) if the in joined else (before, the)
        elif word in _ARTICLES:
            stem, case = _ARTICLES[word]
            at = _CASES.index(case)
            if stem == "der":
                article, endings = _THE[kind].split()[at], _WEAK
            elif stem in ("jed", "dies"):
                article, endings = stem + _FULL[kind][at], _WEAK
            elif stem == "kein" or kind != "p":
                article = stem + _ENDINGS[kind][at]
                endings = _WEAK if kind == "p" else _MIXED
        elif word in _CASES:
            case = word
        elif word.endswith("-"):
            first = word
        else:
            stems.append(word)
    if named and case == "gen":  # a name takes "von": "Karten von Zelle 3"
        before, case = "von", "dat"
    at = _CASES.index(case)
    adjectives = [stem + endings[kind][at] for stem in stems]
    parts = [before, "" if named else article, *adjectives, first + noun.form(case, kind == "p")]
    return " ".join(filter(None, parts))


def determined(name: Phrase, article: str, adjective: str = "") -> Phrase:
    """Return a name with a given article and adjective.

    Both are stems; the article is masculine: ``der``, ``ein``, ``kein``, ``jed`` or ``dies``.

    >>> empty = determined(phrase(NOUNS["pile"]), "ein", "leer")
    >>> f"{empty}, auf {empty:acc}"
    'ein leerer Stapel, auf einen leeren Stapel'
    """

    def form(wanted: str) -> str:
        if "|" in wanted:
            return format(name, wanted)
        if wanted in _CASES:
            wanted = _WITH[article][_CASES.index(wanted)]
        return format(name, f"{wanted} {adjective}".strip())

    return Phrase(form("nom"), name.plural, form)


def counted(many: int, name: Phrase) -> Phrase:
    """Return a name with a number before it; the name must already be plural if necessary.

    >>> piles = counted(3, phrase(NOUNS["pile"], plural=True))
    >>> f"{piles}, in {piles:dat}"
    'drei Stapel, in drei Stapeln'
    """
    if many < 2:
        return determined(name, "ein" if many else "kein")

    def form(wanted: str) -> str:
        if "|" in wanted:
            return format(name, wanted)
        words = [_ARTICLES[word][1] if word in _ARTICLES else word for word in wanted.split()]
        return f"{number(many)} {format(name, ' '.join(words))}"

    return Phrase(form("nom"), True, form)


def card(card: int) -> Phrase:
    """Return the name of a card, ``suit * 13 + rank - 1``.

    >>> f"{card(35)}, {card(49):den}"
    'Herz-Zehn, den Pik-Buben'
    """
    rank, suit = RANKS[card % 13], SUITS[card // 13]
    one, of, many = (f"{suit}-{text}" for text in (rank.one, rank.of, rank.many))
    return phrase(Noun(rank.gender, one, of, many, rank.weak))


def listed(items: Iterable[str], joint: str) -> Phrase:
    """Join entries into a list; each form of the list joins that form of every entry.

    >>> both = listed([phrase(RANKS[10]), phrase(RANKS[12])], "oder")
    >>> f"{both:einen}"
    'einen Buben oder einen König'
    """
    found = list(items)

    def form(wanted: str) -> str:
        if "|" in wanted:
            last = wanted.rpartition("|")[2]
            return format(found[0], wanted) if len(found) == 1 else last
        each = [format(item, wanted) if isinstance(item, Phrase) else item for item in found]
        if len(each) < 2:
            return "".join(each)
        return f"{', '.join(each[:-1])} {joint} {each[-1]}"

    several = len(found) > 1 and joint == "und"
    plural = several or any(isinstance(item, Phrase) and item.plural for item in found)
    return Phrase(form(""), plural, form)


_NUMBERS = (
    "kein", "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn",
    "elf", "zwölf",
)  # fmt: skip
_ORDINALS = (
    "erste", "zweite", "dritte", "vierte", "fünfte", "sechste", "siebte", "achte", "neunte",
    "zehnte", "elfte", "zwölfte",
)  # fmt: skip


def number(many: int) -> Phrase:
    """Write a small number as a word; a sentence can give its own words for one and for none.

    >>> print(number(1), number(12), number(13), f"{number(1):eine,keine}", sep="; ")
    eins; zwölf; 13; eine
    """
    word = f"{many:,}".replace(",", ".") if many > 9999 else str(many)
    if 0 <= many < len(_NUMBERS):
        word = _NUMBERS[many]

    def form(wanted: str) -> str:
        one, _, none = wanted.partition(",")
        return word if many > 1 else one if many else none

    return Phrase(word, many != 1, form)


def ordinal(place: int) -> str:
    """Return an ordinal number with the ending for the nominative after an article.

    >>> ordinal(3), ordinal(13)
    ('dritte', '13.')
    """
    return _ORDINALS[place - 1] if place <= len(_ORDINALS) else f"{place}."


class German(Locale):
    """German grammar: genders, cases and the endings of adjectives."""

    def noun(self, noun: str, *, plural: bool = False, name: str = "") -> Phrase:
        """Return a noun without an article, followed by the name that a game gives it."""
        return phrase(NOUNS[noun], plural=plural, after=f" {name}" if name else "")

    def numbered(self, noun: str, number: str) -> Phrase:
        """Return a noun with its number and without an article: "Zelle 3"."""
        return phrase(NOUNS[noun], after=f" {number}", named=True)

    def rank(self, place: int, *, plural: bool = False) -> Phrase:
        """Return the name of a rank, 1 to 13."""
        return phrase(RANKS[place - 1], plural=plural)

    def suit(self, place: int) -> str:
        """Return the name of a suit, 0 to 3."""
        return SUITS[place]

    def suit_cards(self, place: int) -> Phrase:
        """Return a name for the cards of a suit, 0 to 3."""
        one, many = (f"{SUITS[place]}-{text}" for text in ("Karte", "Karten"))
        return phrase(Noun("f", one, one, many), plural=True)

    def card(self, rank: int, suit: int) -> Phrase:
        """Return the name of the card with a rank, 1 to 13, and a suit, 0 to 3."""
        return card(13 * suit + rank - 1)

    def a(self, name: str) -> Phrase:
        """Put "ein" before a name."""
        return determined(name, "ein") if isinstance(name, Phrase) else Phrase(name)

    def the(self, name: Phrase) -> Phrase:
        """Put "der" before a name."""
        return determined(name, "der")

    def each(self, name: Phrase) -> Phrase:
        """Put "jeder" before a name."""
        return determined(name, "jed")

    def first(self, name: Phrase) -> Phrase:
        """Put "der erste" before a name."""
        return determined(name, "der", "erst")

    def any_card(self) -> Phrase:
        """Return a name for a card of any rank and suit."""
        return determined(self.noun("card"), "ein", "beliebig")

    def available_card(self) -> Phrase:
        """Return a name for any card that is available for play."""
        return determined(self.noun("card"), "jed", "verfügbar")

    def empty(self, name: Phrase, *, one_of_several: bool, at_first: bool) -> Phrase:
        """Return a name for an empty pile, whether or not it was empty at first."""
        del at_first
        return determined(name, "ein" if one_of_several else "der", "leer")

    def cleared(self, name: Phrase, *, one_of_several: bool) -> Phrase:
        """Return a name for a pile with only its fixed cards left."""
        return determined(name, "ein" if one_of_several else "der", "abgeräumt")

    def number(self, many: int) -> str:
        """Write a small number as a word."""
        return number(many)

    def figures(self, many: int) -> str:
        """Write a number in figures."""
        return f"{many:,}".replace(",", ".")

    def decimal(self, text: str) -> str:
        """Replace the decimal point with a comma."""
        return text.replace(".", ",")

    def some(self, many: int, noun: str) -> Phrase:
        """Return a number with its noun."""
        return counted(many, self.noun(noun, plural=many != 1))

    def counted(self, many: int, name: Phrase) -> Phrase:
        """Put a number before a name."""
        return counted(many, name)

    def times(self, many: int) -> str:
        """Return a number of times in words."""
        return f"{'ein' if many == 1 else number(many)}mal"

    def ordinal(self, place: int) -> str:
        """Return an ordinal number with the ending for the nominative after an article."""
        return ordinal(place)

    def first_of(self, count: int, noun: str, *, before: bool, after: bool) -> str:
        """Describe neighbours in a row; others may be ``before`` and ``after`` them."""
        stem = "nächste" if before and after else "letzte" if before else "erste"
        article = "der" if NOUNS[noun].gender == "m" else "die"
        return f"die {stem}n {number(count)}" if count > 1 else f"{article} {stem}"

    def listed(self, items: Iterable[str], joint: str) -> Phrase:
        """Join words into a list."""
        return listed(items, {"and": "und", "or": "oder"}[joint])

    def within(self, sentence: str) -> str:
        """Return a sentence unchanged, because it begins with a noun."""
        return sentence

    def reported(self, pile: Phrase, short: str) -> str:
        """Return the label of a pile on the page, which has no cases."""
        del pile
        return short


GRAMMAR = German
