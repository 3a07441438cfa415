"""What the benchmarks are given in the command line."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import cadogan

__all__ = ["check_games"]


def check_games(parser: argparse.ArgumentParser, ids: Sequence[str]) -> None:
    """End with a sentence when one of the games that are named is not in the catalogue."""
    unknown = [i for i in ids if i not in cadogan.games()]
    if unknown:
        parser.error(f"there is no game {', '.join(unknown)}; `cadogan list` names them")
