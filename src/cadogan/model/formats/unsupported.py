"""Unsupported files of other programs: how to recognise them, and what to use instead."""

from __future__ import annotations

import json
import re

from cadogan.i18n import translate

_RULES = frozenset(
    {"tableau piles", "max rank", "two decks", "foundations", "hole", "cells", "stock", "waste"}
    | {"reserve", "sequences", "accordion"}
)
_DEAL = re.compile(
    r"(?i)(?:(?:ms|microsoft|windows)\s+)?free ?cell\s+(?:deal|game|number)?\s*#?(-?\d{1,10})"
)


def unread(text: str) -> str:
    """Return why text from a known program cannot be read, or "".

    The function examines only the beginning of the text, and never executes or unpacks it.

    >>> unread("<?xml version='1.0'?><kpat-game/>").partition(":")[0]
    'this looks like a saved game of KPatience'
    >>> unread("KH QS")
    ''
    """
    head = text[:400].lstrip("\ufeff \t\r\n")
    if head.startswith("\x80") or re.match(r"[(UVXcKJ].{0,60}PySol", head, re.DOTALL):
        return translate(
            "this looks like a saved game of PySol. Such files are pickles, which may run code,"
            " so Cadogan never opens them; give the number of the deal, such as pysol:617"
        )
    if named := _DEAL.fullmatch(text.strip()):
        return translate(
            "this names a deal without its cards: give its number as {number}",
            number=f"ms:{named[1]}",
        )
    if head.startswith("<"):
        if re.search(r"kpat|<state|<game", head):
            return translate(
                "this looks like a saved game of KPatience: Cadogan does not read XML; paste the"
                " cards, one pile per line with its bottom card first"
            )
        return translate(
            "this looks like XML or HTML: Cadogan does not read XML; paste the cards, one pile"
            " per line with its bottom card first"
        )
    if head.startswith("{") and _is_rule_file(text):
        return translate(
            "this looks like a rule file of Solvitaire, which describes a game but no cards: give"
            " a deal, such as {example}",
            example='{"tableau piles": [["KH", "9C"], ...]}',
        )
    return ""


def _is_rule_file(text: str) -> bool:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return False  # the reader of Solvitaire's deals will report the error
    if not isinstance(data, dict):
        return False
    described = any(isinstance(value, dict | bool | int) for value in data.values())
    return described and not data.keys().isdisjoint(_RULES)
