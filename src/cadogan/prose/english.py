"""Small grammar: articles, plurals, numbers, lists and sentences."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence

from cadogan.language.words import an as a
from cadogan.language.words import count_word

__all__ = [
    "a",
    "bullets",
    "by_pile",
    "cards",
    "first_of",
    "join",
    "listed",
    "ordinal",
    "ranks",
    "runs",
    "sentence",
    "some",
    "times",
]

_ORDINALS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    "eleventh", "twelfth",
)  # fmt: skip


def listed(items: Iterable[str], joint: str = "and") -> str:
    """Join words as a sentence does.

    >>> listed(["a", "b", "c"]), listed(["a", "b"], "or"), listed([])
    ('a, b and c', 'a or b', '')
    """
    words = list(items)
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {joint} {words[-1]}"


def some(number: int, noun: str) -> str:
    """Count things, numbers up to twenty as words.

    >>> some(1, "pile"), some(6, "pile"), some(48, "card")
    ('one pile', 'six piles', '48 cards')
    """
    return f"{count_word(number)} {noun}{'' if number == 1 else 's'}"


def cards(number: int) -> str:
    """Count cards.

    >>> cards(1), cards(48)
    ('one card', '48 cards')
    """
    return some(number, "card")


def ranks(name: str) -> str:
    """Put the name of a rank in the plural.

    >>> ranks("six"), ranks("ace")
    ('sixes', 'aces')
    """
    return name + ("es" if name.endswith("x") else "s")


def times(number: int) -> str:
    """Say how often.

    >>> times(1), times(2), times(3)
    ('once', 'twice', 'three times')
    """
    return {1: "once", 2: "twice"}.get(number, f"{count_word(number)} times")


def ordinal(number: int) -> str:
    """Name a place in a row.

    >>> ordinal(3), ordinal(13), ordinal(22)
    ('third', '13th', '22nd')
    """
    if number <= len(_ORDINALS):
        return _ORDINALS[number - 1]
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if number // 10 % 10 == 1 else ending}"


def sentence(text: str) -> str:
    """Make a sentence of a clause.

    >>> sentence("the game is won"), sentence("")
    ('The game is won.', '')
    """
    if not text:
        return ""
    return text[0].upper() + text[1:] + ("" if text.endswith(".") else ".")


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


def first_of(count: int, before: int = 0, after: int = 1) -> str:
    """Name ``count`` neighbours in a row of which some come before and some after.

    >>> first_of(3), first_of(1, 4, 0), first_of(2, 4, 5)
    ('the first three', 'the last', 'the next two')
    """
    word = "next" if before and after else "last" if before else "first"
    return f"the {word}" + (f" {count_word(count)}" if count > 1 else "")


def by_pile(values: Sequence[int], say: Callable[[int], str]) -> str:
    """Say a number for every pile of a row, equal neighbours together.

    >>> by_pile([3, 3, 3, 1], lambda n: f"of {cards(n)}")
    'the first three of three cards and the last of one card'
    """
    told, at = [], 0
    for value, count in runs(values):
        told.append(f"{first_of(count, at, len(values) - at - count)} {say(value)}")
        at += count
    return listed(told)
