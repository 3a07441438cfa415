"""A group of piles in a definition: its struct, and which keys each kind has.

Nothing is checked here but types: see :mod:`cadogan.rules.checks`.
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

# kinds of group that several keys have in common
_PLAYED = "foundation tableau reserve cell waste"
_LAID = "tableau reserve cell"
_PILED = "tableau reserve"


class Table(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename={"from_": "from"}
):
    """A table of a definition: frozen, every key known."""


class Then(Table, frozen=True, kw_only=True):
    """What other keys of a group say while a condition holds.

    Each key but ``when`` says what then holds instead, where it is given.
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
        """The attributes of the group that change, with what holds instead."""
        names = self.__struct_fields__[1:]
        return {name: value for name in names if (value := getattr(self, name)) is not None}


class Group(Table, frozen=True, kw_only=True):
    """Piles that share rules. Which keys a kind may use stands in GROUP_KEYS."""

    kind: Annotated[str, says("foundation, tableau, reserve, cell, waste or stock.")]
    name: Annotated[
        str,
        says(
            "the kind, or ``kind.name`` where the kind has several groups: small letters, "
            "digits and hyphens."
        ),
    ]
    piles: Annotated[
        types.Piles, says("how many piles.", _PLAYED, needed="foundation tableau reserve cell")
    ] = 1
    deal: Annotated[
        types.Cards | list[types.Cards] | types.Deal,
        says(
            "cards dealt to each pile at the start, one number or one for each pile; for "
            "foundations of the base rank 1, the base card; for the stock the phrase that says "
            'what one deal is; for what is out of play ``"the rest"``, what is not dealt '
            "elsewhere.",
            "foundation tableau reserve cell stock discard",
            needed=_PILED,
        ),
    ] = 0
    order: Annotated[
        types.Order, says("in which order the piles get them.", "tableau reserve cell stock")
    ] = "rows"
    face: Annotated[
        types.Face | list[types.Cards],
        says("how they lie: a phrase, or the number face down for each pile.", _LAID),
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
            "what becomes of cards for the foundations that are met in dealing, a phrase.", _PILED
        ),
    ] = ""
    start: Annotated[
        types.Start | list[types.Start],
        says(
            "what begins each foundation: a rank, a card, a phrase, or one for each pile.",
            "foundation",
            needed="foundation",
        ),
    ] = ""
    placed: Annotated[
        bool | types.Placed | list[types.Card],
        says(
            "which start cards lie there before the deal, all (true), those named, or with "
            '``"first N dealt"`` the first N that are met in dealing.',
            "foundation",
        ),
    ] = False
    goal: Annotated[
        list[types.Card], says("the card that completes each foundation.", "foundation")
    ] = []
    cards: Annotated[
        types.Cards, says("how many cards complete each foundation.", "foundation")
    ] = 0
    whole: Annotated[
        types.WholeWay,
        says(
            "a foundation takes no single cards, but all its cards together, a whole run from the "
            "top of a tableau pile; the phrase says when.",
            "foundation",
        ),
    ] = ""
    build: Annotated[
        types.Build | list[types.Build],
        says(
            "what may be laid on what; one phrase or one for each pile. On a waste, where it says "
            "nothing of cards that the stock deals, any card by default.",
            "foundation tableau reserve waste",
            needed="foundation tableau",
        ),
    ] = "none"
    sequence: Annotated[
        types.Sequence,
        says(
            "the order of ranks, lowest first, when it is not the pack's.",
            "foundation tableau reserve waste",
        ),
    ] = ""
    ends: Annotated[
        types.Ends,
        says(
            'a rank or ``"base rank"``: building ends with such a card, nothing is laid on it; so '
            "a build that wraps is cut there.",
            "foundation tableau reserve",
        ),
    ] = ""
    take: Annotated[types.Take, says("what may be lifted.", _PLAYED, needed="tableau")] = "top card"
    run: Annotated[
        types.Build | list[types.Build],
        says(
            "how a run must be built to be lifted, when not as the group itself builds; one "
            "phrase, or two of which a run follows one throughout.",
            _PLAYED,
        ),
    ] = ""
    keep: Annotated[types.Cards, says("this many cards at the bottom never leave.", _PLAYED)] = 0
    most: Annotated[
        types.Cards, says("a pile holds no more cards, whether played or dealt.", _PILED)
    ] = 0
    covered_by: Annotated[
        types.Cover | list[list[types.Over]],
        says(
            "what lies on the piles, so that their cards are free only when it is gone: a phrase, "
            "another group, or for each pile the later piles of the group that lie on it.",
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
            "the groups it may come from; of foundations, those whose cards may begin one.",
            "foundation tableau reserve cell",
            beside="space",
        ),
    ] = []
    fill: Annotated[
        list[types.Ref],
        says("groups that fill an emptied pile at once, in order of preference.", _LAID),
    ] = []
    from_: Annotated[
        list[types.UsualRef] | None,
        says(
            'the groups whose cards may come here; ``"usual"`` stands for those from which such a '
            "group takes cards by default.",
            _PLAYED,
        ),
    ] = None
    to: Annotated[
        list[types.UsualRef] | None,
        says(
            'the only groups its cards may go to; ``"usual"`` for wherever they are taken.',
            "foundation tableau reserve cell waste stock",
        ),
    ] = None
    turned: Annotated[
        bool, says("the stock's next card lies face up and is played by choice.", "stock")
    ] = False
    when: Annotated[
        types.When, says("the condition under which the stock may be dealt from.", "stock")
    ] = ""
    then: Annotated[
        list[Then],
        says(
            "rules that change while a condition holds: a table, or a list of tables, of ``when`` "
            "and of what other keys say then (``take``, ``from``, ``to``, ``space``, "
            "``space_from``, ``fill``, ``build``, ``apart``); of several that hold the later goes "
            "before.",
            _PLAYED,
        ),
    ] = []

    holds: Annotated[
        list[types.Held],
        Part.DEALING.says(
            'cards with which piles begin in every deal, such as ``"QH on 1"`` for the first '
            "pile; they are taken out of the pack before it is shuffled, and ``deal`` counts "
            "them."
        ),
    ] = []
    must_hold: Annotated[
        list[types.Rank],
        Part.DEALING.says(
            "after the deal the group must show one of these ranks; of one group only.", _LAID
        ),
    ] = []
    must_hold_way: Annotated[
        types.MustHoldWay,
        Part.DEALING.says("what is done when it does not.", _LAID, beside="must_hold"),
    ] = "dealt again"
    lacks: Annotated[
        list[types.Rank],
        Part.DEALING.says(
            "cards of these ranks are not dealt to the group: each goes under the pack, and the "
            "next card takes its place.",
            "foundation tableau reserve cell",
        ),
    ] = []
    unlike: Annotated[
        bool,
        Part.DEALING.says(
            "no two cards of a rank are dealt to one pile at the start, of foundations no two "
            "cards of a suit: the second goes under the pack, and the next card takes its place.",
            "foundation tableau reserve",
        ),
    ] = False

    last: Annotated[
        types.Deal,
        Part.STOCK_DEALS.says("what the stock's last deal is, instead of ``deal``.", beside="deal"),
    ] = ""
    last_at: Annotated[
        types.Cards,
        Part.STOCK_DEALS.says("... when this many cards or fewer are left.", beside="last"),
    ] = 0
    last_when: Annotated[
        types.When, Part.STOCK_DEALS.says("... while this condition holds.", beside="last")
    ] = ""
    deal_to: Annotated[
        list[types.Some],
        Part.STOCK_DEALS.says(
            "the numbers of the piles that a deal goes to, where it is not to every pile of its "
            "group.",
            beside="deal",
        ),
    ] = []
    last_to: Annotated[
        list[types.Some],
        Part.STOCK_DEALS.says("... and of those that the ``last`` deal goes to.", beside="last"),
    ] = []

    apart: Annotated[
        types.Apart,
        Part.BUILDING.says(
            '``"base rank"``: such cards are not put on other cards, nor other cards on them.'
        ),
    ] = ""
    least: Annotated[
        types.Cards, Part.BUILDING.says("a pile with fewer cards may not be built on.")
    ] = 0
    limited_by: Annotated[
        types.Above,
        Part.BUILDING.says(
            '``"the row above"``: only ranks that the pile before already shows.', "foundation"
        ),
    ] = ""
    awaits: Annotated[
        types.Ref,
        Part.BUILDING.says(
            "a foundation is begun only when the pile of this group that has the same place in it "
            "holds a card.",
            "foundation",
        ),
    ] = ""

    space_in_turn: Annotated[
        bool,
        Part.EMPTY_PILES.says(
            "of those groups only the first that has cards may fill it.", _LAID, beside="space_from"
        ),
    ] = False
    fill_cards: Annotated[
        types.Some, Part.EMPTY_PILES.says("how many cards fill it.", _PILED, beside="fill")
    ] = 1
    bare: Annotated[
        bool,
        Part.EMPTY_PILES.says(
            "a pile on which only the cards that stay there (``keep``) are left takes what a "
            "space takes.",
            beside="keep space",
        ),
    ] = False

    refill: Annotated[
        types.Cards,
        Part.REFILLING.says("the number of cards to which short piles are refilled, by choice."),
    ] = 0
    refill_below: Annotated[
        types.Cards,
        Part.REFILLING.says(
            "only piles with fewer cards count as short; as refill, when not given.",
            beside="refill",
        ),
    ] = 0
    refill_first: Annotated[
        types.Some,
        Part.REFILLING.says("the pile at which refilling begins, 1-based.", beside="refill"),
    ] = 1
    refill_order: Annotated[
        types.RefillOrder, Part.REFILLING.says("``rows`` or ``piles``.", beside="refill")
    ] = "rows"

    leaves: Annotated[
        str,
        Part.SINGLE_DISCARD.says(
            'which top cards of the tableau leave play one by one: ranks and suits (``"A"``, ``"C '
            'D"``), or ``"lower in suit"`` for a card of whose suit another pile shows a higher '
            "one."
        ),
    ] = ""
    must: Annotated[
        bool,
        Part.SINGLE_DISCARD.says(
            "whether nothing else may be done while such a card can leave.", beside="leaves"
        ),
    ] = False
    replaced: Annotated[
        bool,
        Part.SINGLE_DISCARD.says(
            "whether the next card of the stock takes the place of each that leaves.",
            beside="leaves",
        ),
    ] = False

    opens: Annotated[
        types.Ref,
        Part.SHUTTLES.says(
            "a card that comes to a foundation turns up the top card of the pile of this group "
            "that has the same place in it; the group's cards are turned up in no other way."
        ),
    ] = ""
    chances: Annotated[
        types.Passes,
        Part.SHUTTLES.says(
            "so often in a game a card that would come here and turn up no other first changes "
            "places with the top card, face down, of another pile that is turned up so."
        ),
    ] = 0
    laid_aside: Annotated[
        types.Ref,
        Part.SHUTTLES.says(
            "where cards go that would be dealt to the pile of their own rank, which misses them: "
            "a reserve; the first pile is that of the lowest rank, and so on, one for each.",
            "tableau",
        ),
    ] = ""
    laid_aside_from: Annotated[
        types.Some,
        Part.SHUTTLES.says(
            "the first row of the deal in which cards are laid aside so.",
            "tableau",
            beside="laid_aside",
        ),
    ] = 1

    paired: Annotated[
        bool,
        Part.PAIRED_START.says(
            "of foundations, whether the first two cards go there together, from two piles."
        ),
    ] = False

    wrong: Annotated[
        types.WrongWay,
        Part.EXCHANGE.says(
            "only the rank that ``space`` names is right as a pile's first card: a pile that "
            "begins with it keeps its cards and is built on; what becomes of another first card, "
            "on which nothing is laid, a phrase.",
            beside="space",
        ),
    ] = ""
    exchange: Annotated[
        bool,
        Part.EXCHANGE.says(
            "any two cards of such piles, of one card each, may change places.", beside="most"
        ),
    ] = False

    next_at: Annotated[
        types.NoRank,
        Part.ROUND_ROBIN.says(
            "where the stock deals to the next pile: only a card of this rank goes on to it, "
            "every other falls on the pile that was dealt to last; the last pile takes all that "
            "is left.",
            beside="deal",
        ),
    ] = ""
    begins_at: Annotated[
        types.Some,
        Part.ROUND_ROBIN.says(
            "where the stock deals to the next pile: the number of the pile to which the first "
            "card goes, at the start and after each redeal."
        ),
    ] = 1
    falls_on: Annotated[
        list[list[types.Some]],
        Part.ROUND_ROBIN.says(
            "where the stock deals to the next pile: for each foundation the numbers of the piles "
            "on which a card must be about to fall to be played on it; an empty one takes it "
            "wherever it would fall.",
            "foundation",
        ),
    ] = []
    times: Annotated[
        types.Cards,
        Part.ROUND_ROBIN.says(
            "so many deals the stock makes, until the cards are used again.", beside="deal"
        ),
    ] = 0
    batch: Annotated[
        types.Cards,
        Part.ROUND_ROBIN.says(
            "so many of the cards that are turned from the stock make a batch, which begins with "
            "the first that is turned and is over when so many have been played from the waste to "
            "piles other than foundations, or the stock and the waste are empty.",
            beside="deal",
        ),
    ] = 0

    row: Annotated[
        types.Cards,
        Part.ROWS.says("the piles are the places of a grid, so many in a row, of one card each."),
    ] = 0
    row_start: Annotated[
        types.RowStart | list[types.RowStart],
        Part.ROWS.says(
            "what the left end of each row takes: a rank or a card, or one for each row.",
            beside="row",
        ),
    ] = ""
    fixed: Annotated[
        bool,
        Part.ROWS.says(
            "a card of a grid that is in order, with all the cards at its left, may not be moved "
            "again.",
            beside="row row_start",
        ),
    ] = False
    ring: Annotated[
        bool,
        Part.ROWS.says(
            "the rows are read on as one ring, from the right end of each to the left end of the "
            "next and from the last place to the first; what begins a row goes behind a card on "
            "which nothing else is laid.",
            beside="row row_start",
        ),
    ] = False
    reach: Annotated[
        list[types.Some],
        Part.ROWS.says(
            "the cards go only to the piles of the group so many places to the left, such as "
            "``[1, 3]``."
        ),
    ] = []
    closes: Annotated[
        bool,
        Part.ROWS.says(
            "the piles are a row without spaces; where one goes, those to its right move up."
        ),
    ] = False
    leftmost: Annotated[
        bool,
        Part.ROWS.says(
            "of the piles on which a card fits only the leftmost takes it, and none takes a card "
            "from its left."
        ),
    ] = False

    skips: Annotated[
        types.Skips,
        Part.SKIPPING.says(
            "which piles a deal from the stock passes over, a phrase.", beside="deal"
        ),
    ] = ""

    last_reversed: Annotated[
        bool,
        Part.REVERSAL.says(
            "whether the row of the stock's last deal, of one card to each pile, may be reversed "
            "before anything else is done.",
            beside="deal",
        ),
    ] = False

    squared: Annotated[
        types.NoRef,
        Part.HIDDEN_CARDS.says(
            "the piles are squared, so that of each only the top card is seen; but under it as "
            "many cards may be looked at as piles of this group are empty."
        ),
    ] = ""

    same_way: Annotated[
        bool,
        Part.AGREEMENT.says(
            "of foundations that are built one way, whether they all go the same way: the first "
            "card that is laid on a first card fixes it."
        ),
    ] = False
    same_suits: Annotated[
        bool,
        Part.AGREEMENT.says(
            "of foundations, whether cards at the same height are of one suit in all of them, "
            "which the first that comes there fixes."
        ),
    ] = False
    in_lines: Annotated[
        bool,
        Part.AGREEMENT.says(
            "of foundations that are built in suit, whether none is of a suit from the start: "
            "those that have the same place in their groups are a line, whose suit is that of its "
            "first card; the lines are begun in order."
        ),
    ] = False

    @property
    def held(self) -> dict[int, str]:
        """The card with which a pile begins in every deal, by the number of the pile, from 1.

        >>> Group(kind="tableau", name="tableau", piles=2, holds=["QH on 2"]).held
        {2: 'QH'}
        """
        found = [re.fullmatch(types.HELD_PATTERN, text) for text in self.holds]
        return {int(each[2]): each[1] for each in found if each}

    def within(self, key: str) -> str:
        """Return where a key of this group stands in the table of its kind.

        >>> Group(kind="cell", name="cell.left").within("opens")
        'left.opens'
        >>> Group(kind="cell", name="cell").within("opens")
        'opens'
        """
        return f"{self.name}.{key}".partition(".")[2]


def group_now(group: Group, holds: Callable[[str], bool]) -> Group:
    """Return a group with its rules as they are, where ``holds`` judges conditions."""
    changes: dict[str, Any] = {}
    for then in group.then:
        if holds(then.when):
            changes |= then.changes
    return msgspec.structs.replace(group, **changes) if changes else group


def ever(group: Group, name: str) -> list[Any]:
    """Return all that an attribute of a group is in the course of a game, as defined first."""
    later = [then.changes[name] for then in group.then if name in then.changes]
    return [getattr(group, name), *later]


def taken_out(group: Group) -> int:
    """Return how many cards are taken out of the pack for a group before it is shuffled."""
    if group.kind != "foundation":
        return len(group.holds)
    if isinstance(group.placed, str):
        return 0
    return len(group.placed) if isinstance(group.placed, list) else group.piles * group.placed


def laid_out(group: Group) -> int:
    """Return how many cards a group has at the start, but for those that are all dealt out."""
    placed = int(group.placed.split()[1]) if isinstance(group.placed, str) else taken_out(group)
    placed -= len(group.holds)  # 'deal' counts these
    if isinstance(group.deal, list):
        return placed + sum(group.deal)
    if isinstance(group.deal, int):
        bases = group.kind == "foundation" and group.start != phrases.Start.ANY_CARD
        return placed + group.deal * (1 if bases else group.piles)
    return placed


def references(groups: Iterable[Group]) -> list[str]:
    """Return what groups may be called: their names and their kinds."""
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
"""Of each kind the keys that must be there, and those that may, the core before the advanced."""


def keys_of(kind: str) -> list[str]:
    """Return the keys of a kind of group, first those that must be there."""
    needed, optional = GROUP_KEYS[kind]
    return needed + optional


NEEDS = {key: use.beside for key, use in USES.items() if use.beside}
"""Keys that say nothing unless others do."""


def then_keys(kind: str) -> list[str]:
    """Return the keys of a kind of group that may change while a condition holds.

    >>> then_keys("waste")
    ['take', 'from', 'to']
    """
    allowed = {*keys_of(kind)}
    allowed -= {"build"} if kind in ("foundation", "waste") else set()
    return [key for key in types.keys(Then) if key in allowed - {"when"}]
