"""Verdicts of the solver, and its progress reports."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Progress:
    """Progress of a search."""

    nodes: int  # positions looked at
    seconds: float  # CPU seconds used
    method: str  # what is being tried


@dataclass(frozen=True)
class Verdict:
    """Verdict on a position.

    Attributes:
        result: ``"won"`` (it can be won), ``"lost"`` (proved: it cannot) or ``"unknown"``.
        line: for won positions, moves as text that win; empty where they were only counted.
        nodes: positions looked at.
        seconds: CPU seconds that the search took.
        limit: of an unknown one, which limit was reached: ``"nodes"``, ``"seconds"``,
            ``"memory"`` or ``"stopped"``; else empty.
        method: what decided it, or what was being tried last.
        moves: how many moves the line has that wins.
        total: CPU seconds of the whole call, a line's replay and shortening included.
    """

    result: str
    line: tuple[str, ...]
    nodes: int
    seconds: float
    limit: str
    method: str
    moves: int = 0
    total: float = 0.0
