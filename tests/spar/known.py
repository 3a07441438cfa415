"""Faults that are known and not mended yet.

Each stands here with its sentence and the small definition that shows it. The list only shrinks: a
test fails when an entry no longer shows, and then the entry goes.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass

from tests.spar.spar import Fault, look

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


_ONE_WAY = """
ranks = "A 2 3 4"
foundation.piles = 4
foundation.start = "A"
foundation.build = "up or down by 2 in another suit, wrapping, one way"
tableau = { piles = 1, deal = 0, build = "any card", take = "top card", space = "A" }
stock.deal = "1 to each tableau"
win = "foundations complete"
"""
_TWO_STEPS = """
ranks = "9 T"
foundation = { piles = 4, start = "9", build = "up in suit" }
stock = {}
[tableau]
piles = 1
deal = 0
take = "run"
space = "none"
refill = 2
build = "up or down in suit rotation, wrapping, one way"
"""
_APART = """
ranks = "2 3"
win = "foundations complete"
foundation = { piles = 1, start = "base rank", build = "any card" }
[tableau]
piles = 4
deal = [8, 0, 0, 0]
build = "any card"
take = "run"
space = "base rank"
apart = "base rank"
"""
_APART_SINGLY = """
ranks = "A 5"
foundation = { piles = 4, start = "A", build = "up in suit" }
tableau.left = { piles = 2, deal = 0, build = "any card", take = "block", space = "any card" }
[tableau.right]
piles = 1
deal = 8
build = "any card"
take = "run as single cards"
space = "A"
apart = "base rank"
"""

KNOWN: list[Known] = [
    Known(
        "deals, fills and redeals may give a pile more cards than it can hold",
        "texts",
        "cannot be read: pile _ holds _ cards; it can hold _",
        """
        ranks = "4 5"
        foundation = { piles = 4, start = "4", build = "up in suit" }
        [tableau]
        piles = 1
        deal = 8
        build = "any card"
        take = "run"
        space = "any card"
        most = 1
        """,
    ),
    Known(
        "a foundation that is dealt its base may begin with another rank",
        "texts",
        "cannot be read: Spar does not count base",
        """
        ranks = "A 2"
        win = "foundations complete"
        foundation = { piles = 1, start = "A", build = "any card", deal = 1 }
        tableau = { piles = 1, deal = 7, build = "any card", space = "2", take = "top card" }
        """,
        needs=("deal = 1",),
    ),
    Known(
        "the base card may be dealt to several groups of foundations",
        "texts",
        "cannot be read: pile _: _ cannot lie at the bottom of this foundation",
        """
        ranks = "3 4"
        win = "foundations complete"
        foundation.left = { piles = 1, start = "base rank", build = "any card", deal = 1 }
        foundation.right = { piles = 3, start = "base rank", build = "any card", deal = 1 }
        tableau = { piles = 1, deal = 6, build = "any card", take = "any card", space = "none" }
        """,
        needs=("deal = 1",),
    ),
    Known(
        "a card drawn by favour leaves a direction that nothing shows",
        "texts",
        "is read as another position",
        """
        ranks = "9 T"
        foundation = { piles = 4, start = "base rank", build = "up in suit, wrapping" }
        merci.times = 1
        [tableau]
        piles = 1
        deal = 8
        build = "up or down in suit, one way"
        space = "none"
        take = "run"
        """,
        steps=1,
        needs=("one way",),
    ),
    *(
        Known(
            "rules of one-way building collide where up and down are the same",
            part,
            f"IndexError in {where}",
            toml,
            steps,
            ("one way",),
        )
        for part, where, toml, steps in (
            ("safe", "safety._wanters", _TWO_STEPS, 0),
            ("safe", "safety._taken", _ONE_WAY, 0),
            ("texts", "engine.wants", _TWO_STEPS, 2),
        )
    ),
    Known(
        "the usual build is named while 'then' is in force",
        "refusals",
        "an untrue refusal: built",
        """
        ranks = "3 5"
        foundation = { piles = 4, start = "3", build = "up in suit" }
        stock = {}
        [tableau]
        piles = 2
        deal = 0
        build = "down in suit"
        space = "any card"
        fill = ["stock"]
        then = { when = "not redealt", build = "up or down any suit" }
        take = "top card"
        """,
        needs=("then",),
    ),
    Known(
        "of several conditions the first is named, not the one that fails",
        "refusals",
        "an untrue refusal: waits",
        """
        ranks = "3 5"
        win = "foundations complete"
        foundation.piles = 4
        foundation.start = "3C"
        foundation.build = "any card"
        foundation.when = "not base chosen"
        foundation.from = ["stock"]
        foundation.from_until = "redealt"
        tableau = { piles = 1, deal = 2, build = "any card", take = "block", space = "none" }
        stock.turned = true
        """,
    ),
    Known(
        "what 'from' allows until then is said to wait for it",
        "refusals",
        "an untrue refusal: waits, for then 'from' is lifted",
        """
        ranks = "A T"
        stock = {}
        [foundation]
        piles = 4
        build = "up in suit"
        from_until = "no gaps"
        from = ["stock"]
        start = "A"
        """,
        needs=("from_until",),
    ),
    *(
        Known(
            "a run is looked up where no rule is, if cards of the base rank lie apart",
            part,
            kind,
            toml,
            2,
            ("apart",),
        )
        for part, kind, toml in (
            ("refusals", "an untrue refusal: no run", _APART),
            ("both speeds", "the compiled engine lists other moves", _APART_SINGLY),
        )
    ),
]


def known(fault: Fault) -> str:
    """Return what is known of a fault, or ""."""
    for entry in KNOWN:
        if entry.kind == fault.kind and all(need in fault.toml for need in entry.needs):
            return entry.told
    return ""
