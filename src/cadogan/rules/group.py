"""A group of piles in a definition: its struct, and which keys each kind has.

Nothing is checked here but types: see :mod:`cadogan.rules.checks`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Annotated, Any

import msgspec

from cadogan.rules import phrases
from cadogan.rules.types import (
    HELD_PATTERN,
    Above,
    Apart,
    Build,
    Card,
    Cards,
    Cover,
    Deal,
    Ends,
    Face,
    Held,
    MetInDealing,
    MustHoldWay,
    NoRank,
    NoRef,
    Order,
    Over,
    Passes,
    Piles,
    Placed,
    Rank,
    Ref,
    RefillOrder,
    RowStart,
    Sequence,
    SinkWay,
    Skips,
    Some,
    Space,
    Start,
    Take,
    UsualRef,
    When,
    WholeWay,
    WrongWay,
    keys_of,
    says,
)


class Table(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename={"from_": "from"}
):
    """A table of a definition: frozen, every key known."""


class Then(Table, frozen=True, kw_only=True):
    """What other keys of a group say while a condition holds.

    Each key but ``when`` says what then holds instead, where it is given.
    """

    when: Annotated[When, says("the condition.")]
    build: Build | None = None
    apart: Apart | None = None
    take: Take | None = None
    from_: list[UsualRef] | None = None
    to: list[UsualRef] | None = None
    space: Space | None = None
    space_from: list[Ref] | None = None
    fill: list[Ref] | None = None

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
    piles: Annotated[Piles, says("how many piles.")] = 1
    deal: Annotated[
        Cards | list[Cards] | Deal,
        says(
            "cards dealt to each pile at the start, one number or one for each pile; for "
            "foundations of the base rank 1, the base card; for the stock the phrase that says "
            'what one deal is; for what is out of play ``"the rest"``, what is not dealt elsewhere.'
        ),
    ] = 0
    order: Annotated[Order, says("in which order the piles get them.")] = "rows"
    face: Annotated[
        Face | list[Cards], says("how they lie: a phrase, or the number face down for each pile.")
    ] = "up"
    start: Annotated[
        Start | list[Start],
        says("what begins each foundation: a rank, a card, a phrase, or one for each pile."),
    ] = ""
    placed: Annotated[
        bool | Placed | list[Card],
        says(
            "which start cards lie there before the deal, all (true), those named, or with "
            '``"first N dealt"`` the first N that are met in dealing.'
        ),
    ] = False
    holds: Annotated[
        list[Held],
        says(
            'cards with which piles begin in every deal, such as ``"QH on 1"`` for the first pile; '
            "they are taken out of the pack before it is shuffled, and ``deal`` counts them."
        ),
    ] = []
    goal: Annotated[list[Card], says("the card that completes each foundation.")] = []
    cards: Annotated[Cards, says("how many cards complete each foundation.")] = 0
    whole: Annotated[
        WholeWay,
        says(
            "a foundation takes no single cards, but all its cards together, a whole run from the "
            "top of a tableau pile; the phrase says when."
        ),
    ] = ""
    build: Annotated[
        Build | list[Build],
        says(
            "what may be laid on what; one phrase or one for each pile. On a waste, where it says "
            "nothing of cards that the stock deals, any card by default."
        ),
    ] = "none"
    sequence: Annotated[
        Sequence, says("the order of ranks, lowest first, when it is not the pack's.")
    ] = ""
    limited_by: Annotated[
        Above, says('``"the row above"``: only ranks that the pile before already shows.')
    ] = ""
    falls_on: Annotated[
        list[list[Some]],
        says(
            "where the stock deals to the next pile: for each foundation the numbers of the piles "
            "on which a card must be about to fall to be played on it; an empty one takes it "
            "wherever it would fall."
        ),
    ] = []
    awaits: Annotated[
        Ref,
        says(
            "a foundation is begun only when the pile of this group that has the same place in it "
            "holds a card."
        ),
    ] = ""
    paired: Annotated[
        bool,
        says("of foundations, whether the first two cards go there together, from two piles."),
    ] = False
    same_way: Annotated[
        bool,
        says(
            "of foundations that are built one way, whether they all go the same way: the first "
            "card that is laid on a first card fixes it."
        ),
    ] = False
    same_suits: Annotated[
        bool,
        says(
            "of foundations, whether cards at the same height are of one suit in all of them, "
            "which the first that comes there fixes."
        ),
    ] = False
    in_lines: Annotated[
        bool,
        says(
            "of foundations that are built in suit, whether none is of a suit from the start: "
            "those that have the same place in their groups are a line, whose suit is that of its "
            "first card; the lines are begun in order."
        ),
    ] = False
    take: Annotated[Take, says("what may be lifted.")] = "top card"
    run: Annotated[
        Build | list[Build],
        says(
            "how a run must be built to be lifted, when not as the group itself builds; one "
            "phrase, or two of which a run follows one throughout."
        ),
    ] = ""
    keep: Annotated[Cards, says("this many cards at the bottom never leave.")] = 0
    space: Annotated[Space, says("who may fill an emptied pile by hand.")] = "none"
    space_from: Annotated[
        list[Ref],
        says("the groups it may come from; of foundations, those whose cards may begin one."),
    ] = []
    space_in_turn: Annotated[
        bool, says("of those groups only the first that has cards may fill it.")
    ] = False
    from_: Annotated[
        list[UsualRef] | None,
        says(
            'the groups whose cards may come here; ``"usual"`` stands for those from which '
            "such a group takes cards when nothing is said."
        ),
    ] = None
    when: Annotated[When, says("the condition under which the stock may be dealt from.")] = ""
    to: Annotated[
        list[UsualRef] | None,
        says('the only groups its cards may go to; ``"usual"`` for wherever they are taken.'),
    ] = None
    fill: Annotated[
        list[Ref], says("groups that fill an emptied pile at once, in order of preference.")
    ] = []
    fill_cards: Annotated[Some, says("how many cards fill it.")] = 1
    refill: Annotated[
        Cards, says("the number of cards to which short piles are refilled, by choice.")
    ] = 0
    refill_below: Annotated[
        Cards, says("only piles with fewer cards count as short; as refill, when not given.")
    ] = 0
    refill_first: Annotated[Some, says("the pile at which refilling begins, 1-based.")] = 1
    refill_order: Annotated[RefillOrder, says("``rows`` or ``piles``.")] = "rows"
    bare: Annotated[
        bool,
        says(
            "a pile on which only the cards that stay there (``keep``) are left takes what a "
            "space takes."
        ),
    ] = False
    wrong: Annotated[
        WrongWay,
        says(
            "only the rank that ``space`` names is right as a pile's first card: a pile that "
            "begins with it keeps its cards and is built on; what becomes of another first card, "
            "on which nothing is laid, a phrase."
        ),
    ] = ""
    exchange: Annotated[
        bool, says("any two cards of such piles, of one card each, may change places.")
    ] = False
    least: Annotated[Cards, says("a pile with fewer cards may not be built on.")] = 0
    most: Annotated[Cards, says("a pile holds no more cards, whether played or dealt.")] = 0
    sink: Annotated[
        NoRank, says("cards of this rank go to the bottom of their pile before play.")
    ] = ""
    sink_way: Annotated[SinkWay, says("how they do.")] = "keeping order"
    must_hold: Annotated[
        list[Rank],
        says("after the deal the group must show one of these ranks; of one group only."),
    ] = []
    must_hold_way: Annotated[MustHoldWay, says("what is done when it does not.")] = "dealt again"
    lacks: Annotated[
        list[Rank],
        says(
            "cards of these ranks are not dealt to the group: each goes under the pack, and the "
            "next card takes its place."
        ),
    ] = []
    met_in_dealing: Annotated[
        MetInDealing,
        says("what becomes of cards for the foundations that are met in dealing, a phrase."),
    ] = ""
    unlike: Annotated[
        bool,
        says(
            "no two cards of a rank are dealt to one pile at the start, of foundations no two "
            "cards of a suit: the second goes under the pack, and the next card takes its place."
        ),
    ] = False
    laid_aside: Annotated[
        Ref,
        says(
            "where cards go that would be dealt to the pile of their own rank, which misses them: "
            "a reserve; the first pile is that of the lowest rank, and so on, one for each."
        ),
    ] = ""
    laid_aside_from: Annotated[
        Some, says("the first row of the deal in which cards are laid aside so.")
    ] = 1
    apart: Annotated[
        Apart,
        says('``"base rank"``: such cards are not put on other cards, nor other cards on them.'),
    ] = ""
    ends: Annotated[
        Ends,
        says(
            'a rank or ``"base rank"``: building ends with such a card, nothing is laid on it; '
            "so a build that wraps is cut there."
        ),
    ] = ""
    reach: Annotated[
        list[Some],
        says(
            "the cards go only to the piles of the group so many places to the left, such as "
            "``[1, 3]``."
        ),
    ] = []
    leftmost: Annotated[
        bool,
        says(
            "of the piles on which a card fits only the leftmost takes it, and none takes a card "
            "from its left."
        ),
    ] = False
    closes: Annotated[
        bool,
        says("the piles are a row without spaces; where one goes, those to its right move up."),
    ] = False
    row: Annotated[
        Cards, says("the piles are the places of a grid, so many in a row, of one card each.")
    ] = 0
    row_start: Annotated[
        RowStart | list[RowStart],
        says("what the left end of each row takes: a rank or a card, or one for each row."),
    ] = ""
    fixed: Annotated[
        bool,
        says(
            "a card of a grid that is in order, with all the cards at its left, may not be moved "
            "again."
        ),
    ] = False
    ring: Annotated[
        bool,
        says(
            "the rows are read on as one ring, from the right end of each to the left end of the "
            "next and from the last place to the first; what begins a row goes behind a card on "
            "which nothing else is laid."
        ),
    ] = False
    then: Annotated[
        list[Then],
        says(
            "rules that change while a condition holds: a table, or a list of tables, of "
            "``when`` and of what other keys say then (``take``, ``from``, ``to``, ``space``, "
            "``space_from``, ``fill``, ``build``, ``apart``); of several that hold the later "
            "goes before."
        ),
    ] = []
    covered_by: Annotated[
        Cover | list[list[Over]],
        says(
            "what lies on the piles, so that their cards are free only when it is gone: a phrase, "
            "another group, or for each pile the later piles of the group that lie on it."
        ),
    ] = ""
    last: Annotated[Deal, says("what the stock's last deal is, instead of ``deal``.")] = ""
    last_at: Annotated[Cards, says("... when this many cards or fewer are left.")] = 0
    last_when: Annotated[When, says("... while this condition holds.")] = ""
    deal_to: Annotated[
        list[Some],
        says(
            "the numbers of the piles that a deal goes to, where it is not to every pile of its "
            "group."
        ),
    ] = []
    last_to: Annotated[list[Some], says("... and of those that the ``last`` deal goes to.")] = []
    turned: Annotated[bool, says("the stock's next card lies face up and is played by choice.")] = (
        False
    )
    next_at: Annotated[
        NoRank,
        says(
            "where the stock deals to the next pile: only a card of this rank goes on to it, every "
            "other falls on the pile that was dealt to last; the last pile takes all that is left."
        ),
    ] = ""
    begins_at: Annotated[
        Some,
        says(
            "where the stock deals to the next pile: the number of the pile to which the first "
            "card goes, at the start and after each redeal."
        ),
    ] = 1
    opens: Annotated[
        Ref,
        says(
            "a card that comes to a foundation turns up the top card of the pile of this group "
            "that has the same place in it; the group's cards are turned up in no other way."
        ),
    ] = ""
    squared: Annotated[
        NoRef,
        says(
            "the piles are squared, so that of each only the top card is seen; but under it as "
            "many cards may be looked at as piles of this group are empty."
        ),
    ] = ""
    chances: Annotated[
        Passes,
        says(
            "so often in a game a card that would come here and turn up no other first changes "
            "places with the top card, face down, of another pile that is turned up so."
        ),
    ] = 0
    times: Annotated[
        Cards, says("so many deals the stock makes, until the cards are used again.")
    ] = 0
    skips: Annotated[Skips, says("which piles a deal from the stock passes over, a phrase.")] = ""
    last_reversed: Annotated[
        bool,
        says(
            "whether the row of the stock's last deal, of one card to each pile, may be reversed "
            "before anything else is done."
        ),
    ] = False
    batch: Annotated[
        Cards,
        says(
            "so many of the cards that are turned from the stock make a batch, which begins with "
            "the first that is turned and is over when so many have been played from the waste to "
            "piles other than foundations, or the stock and the waste are empty."
        ),
    ] = 0
    leaves: Annotated[
        str,
        says(
            "which top cards of the tableau leave play one by one: ranks and suits "
            '(``"A"``, ``"C D"``), or ``"lower in suit"`` for a card of whose suit another pile '
            "shows a higher one."
        ),
    ] = ""
    must: Annotated[bool, says("whether nothing else may be done while such a card can leave.")] = (
        False
    )
    replaced: Annotated[
        bool, says("whether the next card of the stock takes the place of each that leaves.")
    ] = False

    @property
    def held(self) -> dict[int, str]:
        """The card with which a pile begins in every deal, by the number of the pile, from 1.

        >>> Group(kind="tableau", name="tableau", piles=2, holds=["QH on 2"]).held
        {2: 'QH'}
        """
        found = [re.fullmatch(HELD_PATTERN, text) for text in self.holds]
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
    """Return a group with its rules as they are while some conditions hold.

    Args:
        group: as it is defined.
        holds: says of a condition phrase whether it holds.
    """
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


_MOVES = ["take", "run", "keep", "to", "from", "then"]
_SPACES = ["space", "space_from", "space_in_turn", "fill", "fill_cards"]
_REFILL = ["refill", "refill_below", "refill_first", "refill_order"]
_DEALT = ["order", "face", "sink", "sink_way", "must_hold", "must_hold_way", "lacks"]
_PILED = [*_DEALT, "squared", "unlike", "met_in_dealing", "holds"]

# kind -> (keys that must be there, keys that may be there)
GROUP_KEYS: dict[str, tuple[list[str], list[str]]] = {
    "foundation": (
        ["piles", "start", "build"],
        [
            *(*_MOVES, "deal", "placed", "goal", "cards", "whole", "sequence", "limited_by"),
            *("ends", "opens", "chances", "falls_on", "paired", "space_from", "awaits"),
            *("same_way", "same_suits", "in_lines", "lacks", "unlike"),
        ],
    ),
    "tableau": (
        ["piles", "deal", "build", "take", "space"],
        [
            *(*_MOVES, *_SPACES, *_PILED, *_REFILL),
            *("sequence", "least", "most", "apart", "ends", "covered_by"),
            *("reach", "closes", "row", "row_start", "wrong", "bare", "leftmost"),
            *("exchange", "ring", "fixed", "laid_aside", "laid_aside_from"),
        ],
    ),
    "reserve": (
        ["piles", "deal"],
        [*_MOVES, *_SPACES, *_PILED, "build", "sequence", "most", "ends", "covered_by"],
    ),
    "cell": (["piles"], [*_MOVES, *(k for k in _SPACES if k != "fill_cards"), *_DEALT, "deal"]),
    "waste": ([], ["piles", *_MOVES, "build", "sequence"]),
    "stock": (
        [],
        [
            *("deal", "order", "last", "last_at", "last_when", "when", "turned", "to"),
            *("deal_to", "last_to"),
            *("times", "skips", "next_at", "begins_at", "batch", "last_reversed"),
        ],
    ),
    "discard": ([], ["deal", "leaves", "must", "replaced"]),
}


def then_keys(kind: str) -> list[str]:
    """Return the keys of a kind of group that may change while a condition holds.

    >>> then_keys("waste")
    ['take', 'from', 'to']
    """
    allowed = {*GROUP_KEYS[kind][0], *GROUP_KEYS[kind][1]}
    allowed -= {"build"} if kind in ("foundation", "waste") else set()
    return [key for key in keys_of(Then).values() if key in allowed - {"when"}]
