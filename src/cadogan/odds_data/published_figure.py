"""Odds from books and papers: numbers in the sentences of definitions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

_UNITS = """one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
    sixteen seventeen eighteen nineteen"""
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety hundred"
_WORDS = {word: n for n, word in enumerate(_UNITS.split(), 1)}
_WORDS |= {word: 10 * n for n, word in enumerate(_TENS.split(), 2)}
_WORDS |= {"a": 1, "all": 1, "thousand": 1000, "million": 1_000_000}
_NUMBER = rf"(?:\d[\d,]*(?:\.\d+)?|{'|'.join(sorted(_WORDS, key=len, reverse=True))})"
_NUMBERS = rf"{_NUMBER}(?: {_NUMBER})*"
_THING = r"(?: (?:deals?|games?|times?))?"
# The known forms of a sentence, each as a pattern and a function that turns its numbers into a
# range.
_FORMS: tuple[tuple[str, Callable[..., tuple[float, float]]], ...] = (
    (rf"({_NUMBER}) to ({_NUMBER}) ?%", lambda low, high: (low / 100, high / 100)),
    (
        rf"between ({_NUMBER}) and ({_NUMBER}){_THING} in ({_NUMBER})",
        lambda low, high, count: (low / count, high / count),
    ),
    (rf"({_NUMBER}) ?%", lambda percent: (percent / 100, percent / 100)),
    (rf"all but ({_NUMBERS}) of ({_NUMBERS})", lambda lost, count: (1 - lost / count,) * 2),
    (rf"of ({_NUMBERS}){_THING} all but ({_NUMBERS})", lambda count, lost: (1 - lost / count,) * 2),
    (
        rf"of (?:the deals from|deals) 1 to ({_NUMBER}), ({_NUMBER}) can be won",
        lambda count, won: (won / count,) * 2,
    ),
    (rf"({_NUMBERS}){_THING} (?:in|of) ({_NUMBERS})\b", lambda won, count: (won / count,) * 2),
    (r"\bhalf\b", lambda: (0.5, 0.5)),
    (r"\bevery game\b", lambda: (1.0, 1.0)),
)


class Claim(NamedTuple):
    """The share of deals won, from ``low`` to ``high``, and the sentence that states it."""

    low: float
    high: float
    said: str


def figure(odds: Iterable[str]) -> Claim | None:
    """Return the first figure in sentences about the odds, or None if there is none.

    >>> figure(["Odds against (Parlett).", "40 to 50% are won."])
    Claim(low=0.4, high=0.5, said='40 to 50% are won.')
    >>> figure(["Two deals in three are said to be won."]).low.__round__(3)
    0.667
    >>> figure(["Between 3 and 15 in 100 deals, as reported."])[:2]
    (0.03, 0.15)
    """
    for sentence in odds:
        for pattern, share in _FORMS:
            if match := re.search(pattern, sentence, re.IGNORECASE):
                numbers = [_number(text) for text in match.groups()]
                low, high = share(*numbers) if all(numbers) else (0.0, 0.0)
                if 0 < low <= high <= 1:
                    return Claim(low, high, sentence)
    return None


def between(claim: Claim, can: tuple[float, float], simple: tuple[float, float] | None) -> str:
    """Return how a published figure compares with simple play and with the winnable share.

    ``can`` is the interval of the share that can be won. ``simple`` is the interval of the share
    that a simple policy wins.
    >>> claim = Claim(0.5, 0.5, "About 1 in 2.")
    >>> between(claim, (0.9, 1.0), (0.01, 0.02)), between(claim, (0.2, 0.4), None)
    ('between the two', 'more than can be won')
    >>> between(claim, (0.9, 1.0), (0.6, 0.7))
    'less than simple play wins'
    """
    if claim.low > can[1]:
        return "more than can be won"
    if simple and claim.high < simple[0]:
        return "less than simple play wins"
    return "between the two" if simple and simple[0] < can[1] else ""


def _number(text: str) -> float:
    """Return the number that a string gives in digits or words.

    >>> _number("10,000"), _number("a thousand million"), _number("99.5")
    (10000.0, 1000000000.0, 99.5)
    """
    value = 1.0
    for word in text.lower().split():
        value *= _WORDS[word] if word in _WORDS else float(word.replace(",", ""))
    return value
