"""Advanced parts of the language: keys and tables that only a few games need.

Most definitions need only the core. Every other key belongs to an advanced part: a mechanic (a
folder of :mod:`cadogan.mechanics`), or a topic that the engine handles itself.

One struct has the keys of all parts, because the checks of one mechanic refuse keys of others. The
compiler, the rules page and refusals read all keys as typed attributes of a group.
"""

from __future__ import annotations

from enum import Enum

from msgspec import Meta

from cadogan.rules.types import says


class Part(Enum):
    """An advanced part of the language; the members are in the order of the reference.

    Attributes:
        title: the heading of the part in the reference.
        of: the kinds of groups that have the part's keys, unless a key names other kinds.
        mechanic: the folder of the part's mechanic, or "".
        tables: the keys of the part's tables of special moves.
    """

    DEALING = ("Conditions on the deal", "tableau reserve")
    STOCK_DEALS = ("Other ways to deal the stock", "stock")
    BUILDING = ("Limits on building", "tableau")
    EMPTY_PILES = ("Empty piles", "tableau")
    REFILLING = ("Refilling", "tableau")
    RARE_MOVES = ("Shifts and buried cards", "", "", ("shift", "merci"))
    SINGLE_DISCARD = ("Cards that leave play one by one", "discard", "single_discard")
    SHUTTLES = ("Cards that turn others up", "foundation", "shuttles")
    PAIRED_START = ("Marriages", "foundation", "paired_start")
    EXCHANGE = ("Cards that change places", "tableau", "exchange")
    ROUND_ROBIN = ("Dealing in rotation", "stock", "round_robin")
    ROWS = ("Rows and grids", "tableau", "rows")
    SKIPPING = ("Deals that skip piles", "stock", "skipping")
    REVERSAL = ("A last deal that is reversed", "stock", "reversal")
    HIDDEN_CARDS = ("Squared piles", "tableau reserve", "hidden_cards")
    AGREEMENT = ("Foundations that agree", "foundation", "agreement")
    WEAVING = ("Weaving", "", "weaving", ("weave",))
    COUNTING = ("Counting", "", "counting", ("count",))
    SCORE = ("Scores", "", "score", ("score",))

    def __init__(
        self, title: str, of: str, mechanic: str = "", tables: tuple[str, ...] = ()
    ) -> None:
        self.title, self.of, self.mechanic, self.tables = title, of, mechanic, tables

    def says(self, meaning: str, of: str = "", *, beside: str = "") -> Meta:
        """Return the annotation of a key of this part; see :func:`cadogan.rules.types.says`."""
        return says(meaning, of or self.of, beside=beside, part=self.title)
