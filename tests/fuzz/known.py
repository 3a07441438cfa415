"""Faults that are known and not mended yet.

Each stands here with its sentence and the small definition that shows it. The list only shrinks: a
test fails when an entry no longer shows, and then the entry goes.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass

from tests.fuzz.spar import Fault, look

__all__ = ["KNOWN", "Known", "known"]


@dataclass(frozen=True)
class Known:
    """A known fault.

    Attributes:
        told: what is wrong. part, kind: how it shows. toml: the rest of a definition that shows it,
            after name, family and decks, on one of its first deals. steps: moves that are made.
        needs: what else stands in every definition with this fault.
    """

    told: str
    part: str
    kind: str
    toml: str
    steps: int = 0
    needs: tuple[str, ...] = ()

    def shows(self) -> Fault | None:
        """Return the fault as it shows in the entry's own definition."""
        head = 'name = "Spar"\nfamily = "Spar"\n'
        if "decks" not in self.toml:
            head += "decks = 1\n"
        table = tomllib.loads(head + self.toml)
        faults = (look(table, self.part, deal, self.steps) for deal in range(1, 9))
        return next((fault for fault in faults if fault and fault.kind == self.kind), None)


KNOWN: list[Known] = []


def known(fault: Fault) -> str:
    """Return what is known of a fault, or ""."""
    for entry in KNOWN:
        if entry.kind == fault.kind and all(need in fault.toml for need in entry.needs):
            return entry.told
    return ""
