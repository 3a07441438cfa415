"""Group of piles in a definition: the struct of its table, and the keys of each kind.

This module checks only types; :mod:`cadogan.rules.checks` checks everything else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Annotated, Any

import msgspec

from cadogan.rules import phrases, types
from cadogan.rules.parts import Part
from cadogan.rules.types import says
from cadogan.rules.vocabulary import KINDS

# sets of kinds of groups, each shared by several keys
_PLAYED = "foundation tableau reserve cell waste"
_LAID = "tableau reserve cell"
_PILED = "tableau reserve"


class Table(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename={"from_": "from"}
):
    """A table of a definition: frozen, with no unknown keys."""


class Then(Table, frozen=True, kw_only=True):
    """The rules that change in a group while a condition holds.

    Each key except ``when`` replaces the group's own value.
    """

    when: Annotated[types.When, says("the condition.")]
    build: types.Build | None = None
    apart: types.Apart | None = None
    take: types.Take | None = None
    from_: list[types.UsualRef] | None = None
    to: list[types.UsualRef] | None = None
    space: types.Space | None = None
    space_from: list[types.Ref] | None = None
    fill: list[types.Ref] | None = None

    @property
    def changes(self) -> dict[str, Any]:
        """The changed attributes of the group, with their new values."""
        names = self.__struct_fields__[1:]
        return {name: value for name in names if (value := getattr(self, name)) is not None}


class Group(Table, frozen=True, kw_only=True):
    """A group of piles with the same rules; ``GROUP_KEYS`` lists the keys of each kind."""

    kind: Annotated[str, says("foundation, tableau, reserve, cell, waste or stock.")]
    name: Annotated[
        str,
        says(
            "the kind, or ``kind.name`` where the kind has several groups: lower-case letters, "
            "digits and hyphens."
        ),
    ]
    piles: Annotated[
        types.Piles,
        says("the number of piles.", _PLAYED, needed="foundation tableau reserve cell"),
    ] = 1
    deal: Annotated[
        types.Cards | list[types.Cards] | types.Deal,
        says(
            "the number of cards dealt to each pile at the start: one number, or one for"
            " each pile. For foundations, 1 deals a base card. For the stock, a phrase for"
            ' one deal. For the discard, ``"the rest"``: all cards not dealt elsewhere.',
            "foundation tableau reserve cell stock discard",
            needed=_PILED,
        ),
    ] = 0
    order: Annotated[
        types.Order, says("the order in which piles get cards.", "tableau reserve cell stock")
    ] = "rows"
    face: Annotated[
        types.Face | list[types.Cards],
        says("which cards lie face up: a phrase, or the number face down for each pile.", _LAID),
    ] = "up"
    sink: Annotated[
        types.NoRank, says("the rank that sinks to the bottom of its pile; see sink_way.", _LAID)
    ] = ""
    sink_way: Annotated[types.SinkWay, says("how and when cards sink.", _LAID, beside="sink")] = (
        "keeping order"
    )
    met_in_dealing: Annotated[
        types.MetInDealing,
        says(
            "a phrase: what happens to cards for the foundations that appear in the deal.", _PILED
        ),
    ] = ""
    start: Annotated[
        types.Start | list[types.Start],
        says(
            "the first card of each foundation: a rank, a card, a phrase, or a list with one for"
            " each pile.",
            "foundation",
            needed="foundation",
        ),
    ] = ""
    placed: Annotated[
        bool | types.Placed | list[types.Card],
        says(
            "the first cards that are laid out before the deal: all (true), those named,"
            ' or, with ``"first N dealt"``, the first N that appear in the deal.',
            "foundation",
        ),
    ] = False
    goal: Annotated[
        list[types.Card], says("the card that completes each foundation.", "foundation")
    ] = []
    cards: Annotated[
        types.Cards, says("the number of cards that complete each foundation.", "foundation")
    ] = 0
    whole: Annotated[
        types.WholeWay,
        says(
            "a phrase: when foundations take whole runs from the tops of tableau piles,"
            " instead of single cards.",
            "foundation",
        ),
    ] = ""
    build: Annotated[
        types.Build | list[types.Build],
        says(
            "which card may be laid on which: one phrase, or one for each pile. On a waste any"
            " card may be laid by default; cards dealt from the stock are exempt.",
            "foundation tableau reserve waste",
            needed="foundation tableau",
        ),
    ] = "none"
    sequence: Annotated[
        types.Sequence,
        says(
            "the rank order, lowest first; by default that of the pack.",
            "foundation tableau reserve waste",
        ),
    ] = ""
    ends: Annotated[
        types.Ends,
        says(
            'a rank or ``"base rank"``: no card is laid on a card of this rank, so even a build '
            "that wraps ends there.",
            "foundation tableau reserve",
        ),
    ] = ""
    take: Annotated[
        types.Take, says("the cards that may be lifted.", _PLAYED, needed="tableau")
    ] = "top card"
    run: Annotated[
        types.Build | list[types.Build],
        says(
            "the build of runs that may be lifted, if it differs from that of the group. If there"
            " are two phrases, each run must follow one of them.",
            _PLAYED,
        ),
    ] = ""
    keep: Annotated[
        types.Cards, says("the number of cards at the bottom of a pile that never move.", _PLAYED)
    ] = 0
    most: Annotated[
        types.Cards, says("the maximum number of cards in a pile, played or dealt.", _PILED)
    ] = 0
    covered_by: Annotated[
        types.Cover | list[list[types.Over]],
        says(
            "the piles that cover the piles of this group: a phrase, another group, or, for each"
            " pile, the later piles that cover it. A card is free only when all piles that cover"
            " it are empty.",
            _PILED,
        ),
    ] = ""
    space: Annotated[
        types.Space,
        says("the cards that a player may put into an empty pile.", _LAID, needed="tableau"),
    ] = "none"
    space_from: Annotated[
        list[types.Ref],
        says(
            "the groups whose cards may go into an empty pile, or may begin a foundation.",
            "foundation tableau reserve cell",
            beside="space",
        ),
    ] = []
    fill: Annotated[
        list[types.Ref],
        says("the groups that immediately fill an empty pile, in order of preference.", _LAID),
    ] = []
    from_: Annotated[
        list[types.UsualRef] | None,
        says(
            'the groups whose cards may go to this group; ``"usual"`` stands for the default'
            " groups.",
            _PLAYED,
        ),
    ] = None
    to: Annotated[
        list[types.UsualRef] | None,
        says(
            'the groups to which cards of this group may go; ``"usual"`` stands for all groups'
            " that take them.",
            "foundation tableau reserve cell waste stock",
        ),
    ] = None
    turned: Annotated[
        bool, says("whether the stock's next card lies face up and may be played.", "stock")
    ] = False
    when: Annotated[
        types.When, says("the condition under which the stock may be dealt from.", "stock")
    ] = ""
    then: Annotated[
        list[Then],
        says(
            "rules that change while a condition holds: a table, or a list of tables, with "
            "``when`` and the new values of other keys (``take``, ``from``, ``to``, ``space``, "
            "``space_from``, ``fill``, ``build``, ``apart``). If several conditions hold, the "
            "last table wins.",
            _PLAYED,
        ),
    ] = []

    holds: Annotated[
        list[types.Held],
        Part.DEALING.says(
            'cards that begin piles in every deal, such as ``"QH on 1"`` for the first pile. They '
            "are taken out of the pack before the shuffle, and ``deal`` counts them."
        ),
    ] = []
    must_hold: Annotated[
        list[types.Rank],
        Part.DEALING.says(
            "ranks: after the deal, the group must show a card of at least one of them. Only"
            " one group in a game may have this key.",
            _LAID,
        ),
    ] = []
    must_hold_way: Annotated[
        types.MustHoldWay,
        Part.DEALING.says(
            "what happens if the deal shows none of the ranks in ``must_hold``.",
            _LAID,
            beside="must_hold",
        ),
    ] = "dealt again"
    lacks: Annotated[
        list[types.Rank],
        Part.DEALING.says(
            "ranks that are not dealt to the group: a card of such a rank goes under the pack,"
            " and the next card takes its place.",
            "foundation tableau reserve cell",
        ),
    ] = []
    unlike: Annotated[
        bool,
        Part.DEALING.says(
            "whether the deal gives a pile no two cards of the same rank, and foundations no two"
            " cards of the same suit. A card that repeats a rank or suit goes under the pack, and"
            " the next card takes its place.",
            "foundation tableau reserve",
        ),
    ] = False

    last: Annotated[
        types.Deal,
        Part.STOCK_DEALS.says("the stock's last deal, instead of ``deal``.", beside="deal"),
    ] = ""
    last_at: Annotated[
        types.Cards,
        Part.STOCK_DEALS.says(
            "the number of cards in the stock, or fewer, at which ``last`` applies.", beside="last"
        ),
    ] = 0
    last_when: Annotated[
        types.When, Part.STOCK_DEALS.says("the condition for ``last``.", beside="last")
    ] = ""
    deal_to: Annotated[
        list[types.Some],
        Part.STOCK_DEALS.says(
            "the numbers of the piles that a deal goes to; by default all piles of the group.",
            beside="deal",
        ),
    ] = []
    last_to: Annotated[
        list[types.Some],
        Part.STOCK_DEALS.says(
            "the numbers of the piles to which the ``last`` deal goes; by default all piles of"
            " the group.",
            beside="last",
        ),
    ] = []

    apart: Annotated[
        types.Apart,
        Part.BUILDING.says(
            '``"base rank"``: a card of the base rank is not laid on another card, and no card'
            " is laid on it."
        ),
    ] = ""
    least: Annotated[
        types.Cards,
        Part.BUILDING.says("the number of cards below which a pile may not be built on."),
    ] = 0
    limited_by: Annotated[
        types.Above,
        Part.BUILDING.says(
            '``"the row above"``: a foundation takes only ranks that the pile before it already '
            "shows.",
            "foundation",
        ),
    ] = ""
    awaits: Annotated[
        types.Ref,
        Part.BUILDING.says(
            "the group whose pile with the same number must hold a card before a foundation is "
            "begun.",
            "foundation",
        ),
    ] = ""

    space_in_turn: Annotated[
        bool,
        Part.EMPTY_PILES.says(
            "whether only the first group in ``space_from`` that has cards may fill an empty pile.",
            _LAID,
            beside="space_from",
        ),
    ] = False
    fill_cards: Annotated[
        types.Some,
        Part.EMPTY_PILES.says(
            "the number of cards that fill an empty pile.", _PILED, beside="fill"
        ),
    ] = 1
    bare: Annotated[
        bool,
        Part.EMPTY_PILES.says(
            "whether a pile that holds only its permanent cards (``keep``) may be filled like an"
            " empty pile.",
            beside="keep space",
        ),
    ] = False

    refill: Annotated[
        types.Cards,
        Part.REFILLING.says("the number of cards to which the player may refill short piles."),
    ] = 0
    refill_below: Annotated[
        types.Cards,
        Part.REFILLING.says(
            "the number of cards below which a pile counts as short; by default ``refill``.",
            beside="refill",
        ),
    ] = 0
    refill_first: Annotated[
        types.Some,
        Part.REFILLING.says("the number of the first pile that is refilled.", beside="refill"),
    ] = 1
    refill_order: Annotated[
        types.RefillOrder, Part.REFILLING.says("``rows`` or ``piles``.", beside="refill")
    ] = "rows"

    leaves: Annotated[
        str,
        Part.SINGLE_DISCARD.says(
            "the top cards of the tableau that leave play one by one: ranks and suits"
            ' (``"A"``, ``"C D"``). ``"lower in suit"`` means the cards that are lower than'
            " another pile's top card of the same suit."
        ),
    ] = ""
    must: Annotated[
        bool,
        Part.SINGLE_DISCARD.says(
            "whether cards that can leave play must leave before any other move.", beside="leaves"
        ),
    ] = False
    replaced: Annotated[
        bool,
        Part.SINGLE_DISCARD.says(
            "whether the next card from the stock replaces each card that leaves.",
            beside="leaves",
        ),
    ] = False

    opens: Annotated[
        types.Ref,
        Part.SHUTTLES.says(
            "the group whose piles turn up their top card when a card goes to the foundation"
            " with the same number. No other move turns up cards of that group."
        ),
    ] = ""
    chances: Annotated[
        types.Passes,
        Part.SHUTTLES.says(
            "how many times during a game a card that would turn up no other first changes places"
            " with a face-down top card."
        ),
    ] = 0
    laid_aside: Annotated[
        types.Ref,
        Part.SHUTTLES.says(
            "the reserve for cards that would be dealt to the pile of their own rank. That pile"
            " then gets no card in this row. The piles correspond to the ranks in order, lowest"
            " first.",
            "tableau",
        ),
    ] = ""
    laid_aside_from: Annotated[
        types.Some,
        Part.SHUTTLES.says(
            "the number of the first row of the deal in which ``laid_aside`` applies.",
            "tableau",
            beside="laid_aside",
        ),
    ] = 1

    paired: Annotated[
        bool,
        Part.PAIRED_START.says(
            "whether the first two cards go to foundations together, from two piles."
        ),
    ] = False

    wrong: Annotated[
        types.WrongWay,
        Part.EXCHANGE.says(
            "a phrase: what may happen to a pile's first card if its rank is not that of"
            " ``space``. Only piles with the right first card are built on and keep their cards.",
            beside="space",
        ),
    ] = ""
    exchange: Annotated[
        bool,
        Part.EXCHANGE.says(
            "whether any two cards of the group may change places; each pile holds one card.",
            beside="most",
        ),
    ] = False

    next_at: Annotated[
        types.NoRank,
        Part.ROUND_ROBIN.says(
            "in deals to the next pile: the rank of the cards that begin the next pile. Other"
            " cards go to the same pile as the card before. The last pile takes all remaining"
            " cards.",
            beside="deal",
        ),
    ] = ""
    begins_at: Annotated[
        types.Some,
        Part.ROUND_ROBIN.says(
            "in deals to the next pile: the number of the pile that gets the first card, at the "
            "start and after each redeal."
        ),
    ] = 1
    falls_on: Annotated[
        list[list[types.Some]],
        Part.ROUND_ROBIN.says(
            "when each deal goes to the next pile: the numbers of the piles of each foundation."
            " A foundation takes a card only if the card would otherwise go to one of its piles."
            " An empty foundation takes any card.",
            "foundation",
        ),
    ] = []
    times: Annotated[
        types.Cards,
        Part.ROUND_ROBIN.says("the number of deals from the stock before a redeal.", beside="deal"),
    ] = 0
    batch: Annotated[
        types.Cards,
        Part.ROUND_ROBIN.says(
            "the number of cards in a batch. A batch begins with the first card turned from the "
            "stock. It ends when this many have been played from the waste to piles other than "
            "foundations, or when the stock and the waste are empty.",
            beside="deal",
        ),
    ] = 0

    row: Annotated[
        types.Cards,
        Part.ROWS.says("the number of places for single cards in each row of a grid."),
    ] = 0
    row_start: Annotated[
        types.RowStart | list[types.RowStart],
        Part.ROWS.says(
            "the card at the left end of each row: a rank or a card, or one for each row.",
            beside="row",
        ),
    ] = ""
    fixed: Annotated[
        bool,
        Part.ROWS.says(
            "whether a card may not move again once it and all the cards to its left are in order.",
            beside="row row_start",
        ),
    ] = False
    ring: Annotated[
        bool,
        Part.ROWS.says(
            "whether the rows form a ring: each row continues at the left end of the next,"
            " and the last place at the first. The first card of a row then follows a card"
            " on which no other is laid.",
            beside="row row_start",
        ),
    ] = False
    reach: Annotated[
        list[types.Some],
        Part.ROWS.says(
            "how many piles a card may move to the left within the group, such as ``[1, 3]``."
        ),
    ] = []
    closes: Annotated[
        bool,
        Part.ROWS.says(
            "whether the piles form a row without gaps: when a pile becomes empty, those to its"
            " right close the gap."
        ),
    ] = False
    leftmost: Annotated[
        bool,
        Part.ROWS.says(
            "whether a card may go only to the leftmost pile that it fits, and never to a pile on"
            " its right."
        ),
    ] = False

    skips: Annotated[
        types.Skips,
        Part.SKIPPING.says("a phrase: the piles that a deal from the stock skips.", beside="deal"),
    ] = ""

    last_reversed: Annotated[
        bool,
        Part.REVERSAL.says(
            "whether the player may reverse the row that the stock's last deal lays out, one card"
            " to each pile, before making any other move.",
            beside="deal",
        ),
    ] = False

    squared: Annotated[
        types.NoRef,
        Part.HIDDEN_CARDS.says(
            "a group whose empty piles let the player see more cards of this group. The piles of"
            " this group are squared, so that only the top cards are visible. Each empty pile of"
            " the other group makes one more card of each of these piles visible."
        ),
    ] = ""

    same_way: Annotated[
        bool,
        Part.AGREEMENT.says(
            "whether all foundations built one way must go in the same direction; the"
            " first card laid on the first card of a foundation fixes it."
        ),
    ] = False
    same_suits: Annotated[
        bool,
        Part.AGREEMENT.says(
            "whether the cards at the same height in all foundations must have the same suit; the"
            " first card there fixes it."
        ),
    ] = False
    in_lines: Annotated[
        bool,
        Part.AGREEMENT.says(
            "whether foundations built in suit begin without a fixed suit. Foundations with the"
            " same number in their groups form a line of one suit. The first card on a line fixes"
            " its suit. Lines must be begun in order."
        ),
    ] = False

    @property
    def held(self) -> dict[int, str]:
        """The fixed first cards (``holds``), by pile number from 1.

        >>> Group(kind="tableau", name="tableau", piles=2, holds=["QH on 2"]).held
        {2: 'QH'}
        """
        found = [re.fullmatch(types.HELD_PATTERN, text) for text in self.holds]
        return {int(each[2]): each[1] for each in found if each}

    def within(self, key: str) -> str:
        """Return the path of one of this group's keys in the definition.

        >>> Group(kind="cell", name="cell.left").within("opens")
        'left.opens'
        >>> Group(kind="cell", name="cell").within("opens")
        'opens'
        """
        return f"{self.name}.{key}".partition(".")[2]


def group_now(group: Group, holds: Callable[[str], bool]) -> Group:
    """Return a group with the rules that apply under the conditions that ``holds`` accepts."""
    changes: dict[str, Any] = {}
    for then in group.then:
        if holds(then.when):
            changes |= then.changes
    return msgspec.structs.replace(group, **changes) if changes else group


def ever(group: Group, name: str) -> list[Any]:
    """Return all values that a group's attribute can have during a game, the initial one first."""
    later = [then.changes[name] for then in group.then if name in then.changes]
    return [getattr(group, name), *later]


def taken_out(group: Group) -> int:
    """Return how many cards are taken out of the pack for a group before the shuffle."""
    if group.kind != "foundation":
        return len(group.holds)
    if isinstance(group.placed, str):
        return 0
    return len(group.placed) if isinstance(group.placed, list) else group.piles * group.placed


def laid_out(group: Group) -> int:
    """Return how many cards a group gets at the start, not counting a deal of all that remain."""
    placed = int(group.placed.split()[1]) if isinstance(group.placed, str) else taken_out(group)
    placed -= len(group.holds)  # the key 'deal' already counts these cards
    if isinstance(group.deal, list):
        return placed + sum(group.deal)
    if isinstance(group.deal, int):
        bases = group.kind == "foundation" and group.start != phrases.Start.ANY_CARD
        return placed + group.deal * (1 if bases else group.piles)
    return placed


def references(groups: Iterable[Group]) -> list[str]:
    """Return the texts that may refer to groups: their names and their kinds."""
    some = list(groups)
    return [*dict.fromkeys([g.name for g in some] + [g.kind for g in some])]


USES = {name: key.use for name, key in types.keys(Group).items() if key.use}
GROUP_KEYS: dict[str, tuple[list[str], list[str]]] = {
    kind: (
        [key for key, use in USES.items() if kind in use.needed],
        [key for key, use in USES.items() if kind in use.of and kind not in use.needed],
    )
    for kind in KINDS
}
"""The required and the optional keys of each kind of group; core keys come before advanced keys."""


def keys_of(kind: str) -> list[str]:
    """Return the keys of a kind of group, required ones first."""
    needed, optional = GROUP_KEYS[kind]
    return needed + optional


NEEDS = {key: use.beside for key, use in USES.items() if use.beside}
"""Keys that have no effect without other keys, which are the values here."""


def then_keys(kind: str) -> list[str]:
    """Return the keys of a kind of group that may change while a condition holds.

    >>> then_keys("waste")
    ['take', 'from', 'to']
    """
    allowed = {*keys_of(kind)}
    allowed -= {"build"} if kind in ("foundation", "waste") else set()
    return [key for key in types.keys(Then) if key in allowed - {"when"}]
