"""Verdicts and progress reports of the solver."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Progress:
    """Progress of a search, which the solver reports."""

    nodes: int  # positions examined
    seconds: float  # number of CPU seconds used
    method: str  # method that is running now


@dataclass(frozen=True)
class Verdict:
    """Verdict on a position.

    Attributes:
        result: ``"won"`` (can be won), ``"lost"`` (proved unwinnable) or ``"unknown"``.
        line: winning moves as text for a won position; empty if only their number is known.
        nodes: positions examined.
        seconds: CPU seconds until the search decided the position or gave up.
        limit: limit that ended the search if the result is unknown: ``"nodes"``, ``"seconds"``,
            ``"memory"`` or ``"stopped"``; otherwise empty.
        method: method that decided the position, or that ran last.
        moves: number of moves in the winning line.
        total: CPU seconds for the entire call, including the time to replay and shorten the line.
    """

    result: str
    line: tuple[str, ...]
    nodes: int
    seconds: float
    limit: str
    method: str
    moves: int = 0
    total: float = 0.0
