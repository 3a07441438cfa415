"""Verdicts and progress reports of the solver."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Progress:
    """Progress of a search."""

    nodes: int  # positions examined
    seconds: float  # CPU seconds used
    method: str  # method now running


@dataclass(frozen=True)
class Verdict:
    """Verdict on a position.

    Attributes:
        result: ``"won"`` (can be won), ``"lost"`` (proved unwinnable) or ``"unknown"``.
        line: for a won position, the winning moves as text; empty if only their number is known.
        nodes: positions examined.
        seconds: CPU seconds that the search took.
        limit: for an unknown result, the limit reached: ``"nodes"``, ``"seconds"``,
            ``"memory"`` or ``"stopped"``; otherwise empty.
        method: the method that decided the position, or the last one tried.
        moves: number of moves in the winning line.
        total: CPU seconds for the entire call, including replaying and shortening the line.
    """

    result: str
    line: tuple[str, ...]
    nodes: int
    seconds: float
    limit: str
    method: str
    moves: int = 0
    total: float = 0.0
