"""Parsers and checks for the benchmarks' command line arguments."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence

import cadogan

__all__ = ["check_games", "read_deals", "read_seconds"]


def check_games(parser: argparse.ArgumentParser, ids: Sequence[str]) -> None:
    """Exit with an error message if one of the games is not in the catalogue."""
    unknown = [i for i in ids if i not in cadogan.games()]
    if unknown:
        parser.error(f"there is no game {', '.join(unknown)}; `cadogan list` lists the games")


def read_deals(text: str) -> range:
    """Parse a deal number or a range of deal numbers.

    >>> read_deals("1-100"), read_deals("7")
    (range(1, 101), range(7, 8))
    """
    found = re.fullmatch(r"([0-9]{1,12})(?:-([0-9]{1,12}))?", text)
    if not found or int(found[1]) < 1 or int(found[2] or found[1]) < int(found[1]):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a range of deals; write, for example, 1-100"
        )
    return range(int(found[1]), int(found[2] or found[1]) + 1)


def read_seconds(text: str) -> float:
    """Parse a number of seconds above 0."""
    seconds = float(text) if re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", text) else 0.0
    if not seconds:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds, such as 10 or 0.5")
    return seconds
