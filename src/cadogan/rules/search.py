"""Name search that ignores case, accents, punctuation and articles.

The page's search (``web/static/search.js``) must agree with this module.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Iterable

# how people type letters that Unicode does not decompose into a letter and an accent
_LETTERS = str.maketrans(
    {
        "æ": "ae",
        "œ": "oe",
        "ø": "o",
        "ß": "ss",
        "ł": "l",
        "đ": "d",
        "ð": "d",
        "þ": "th",
        "&": " and ",
    }
)
# how people type umlauts on a keyboard that lacks them
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})
_KEPT = 4096  # cached names
_APOSTROPHES = "'`\u00b4\u02bc\u2018\u2019"
_ARTICLES = frozenset(
    ("the", "a", "an", "la", "le", "les", "l", "der", "die", "das", "el", "los", "las", "il", "lo")
)


@functools.lru_cache(maxsize=_KEPT)
def fold(text: str) -> str:
    """Reduce a name to lower-case letters, digits and single spaces.

    >>> fold("Baker's  Dozen"), fold("Maréchal-Saxe"), fold("Blüte & Œuvre")
    ('bakers dozen', 'marechal saxe', 'blute and oeuvre')
    """
    # before the normalisation below, which splits some of these letters
    text = re.sub(f"[{_APOSTROPHES}]", "", text)
    letters = unicodedata.normalize("NFKD", text).lower().translate(_LETTERS)
    base = "".join(c for c in letters if not unicodedata.category(c).startswith("M"))
    return " ".join("".join(c if c.isalnum() else " " for c in base).split())


@functools.lru_cache(maxsize=_KEPT)
def joined(text: str) -> str:
    """Fold a name and remove spaces.

    >>> joined("Free Cell"), joined("The Fan")
    ('freecell', 'thefan')
    """
    return fold(text).replace(" ", "")


@functools.lru_cache(maxsize=_KEPT)
def bare(text: str) -> str:
    """Fold a name and remove its article and spaces.

    >>> bare("La Belle Lucie"), bare("Belle Lucie, La"), bare("L'Horloge"), bare("The")
    ('bellelucie', 'bellelucie', 'horloge', 'the')
    """
    words = fold(re.sub(rf"^\s*l[{_APOSTROPHES}]", "", text, flags=re.IGNORECASE)).split()
    if len(words) > 1 and words[0] in _ARTICLES:
        words = words[1:]
    if len(words) > 1 and words[-1] in _ARTICLES and re.search(r",\s*\S+\s*$", text):
        words = words[:-1]
    return "".join(words)


def spelled(names: Iterable[str]) -> list[str]:
    """Return names, and add a form with spelt-out umlauts for each name that has umlauts.

    >>> spelled(["Abzähl-Patience", "Maréchal Saxe"])
    ['Abzähl-Patience', 'Maréchal Saxe', 'Abzaehl-Patience']
    """
    found = [unicodedata.normalize("NFC", name) for name in names]
    other = [name.translate(_UMLAUTS) for name in found]
    return [*found, *(name for name in other if name not in found)]


def holds(names: Iterable[str], text: str) -> bool:
    """Return whether a name contains the sought text; text without letters matches no name.

    >>> [holds(["La Belle Lucie", "Clover Leaf"], some) for some in ("cloverleaf", "Lucie", "!")]
    [True, True, False]
    """
    sought = [(form, form(text)) for form in (fold, joined, bare)]
    return bool(sought[0][1]) and any(
        short in form(name) for name in names for form, short in sought
    )


def one_slip(typed: str, name: str) -> bool:
    """Return whether typed text equals a name, allowing for one typing error.

    An error is a missing, additional or wrong letter, or two letters in the wrong order.

    >>> [one_slip(typed, "golf") for typed in ("golf", "glf", "gollf", "gulf", "glof", "ogfl")]
    [True, True, True, True, True, False]
    """
    while typed and name and typed[0] == name[0]:
        typed, name = typed[1:], name[1:]
    while typed and name and typed[-1] == name[-1]:
        typed, name = typed[:-1], name[:-1]
    return max(len(typed), len(name)) < 2 or (len(typed) == 2 and typed == name[::-1])
