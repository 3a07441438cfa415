"""A definition of a game: its structs, and which keys stand where.

Nothing is checked here but types: see :mod:`cadogan.language.checks`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from cadogan.cards import RANKS, pack
from cadogan.errors import BadDefinition
from cadogan.language import words
from cadogan.language.builds import parse_sequence
from cadogan.language.values import (
    Above,
    Answers,
    Apart,
    Build,
    Card,
    Cards,
    Counted,
    Cover,
    Deal,
    Ends,
    Face,
    HandsWay,
    Jokers,
    MetInDealing,
    MustHoldWay,
    NoRank,
    NoRef,
    OptionKind,
    Order,
    Over,
    OverKeys,
    Packs,
    Passes,
    Piles,
    Placed,
    Points,
    Rank,
    RedealFrom,
    RedealOrder,
    Ref,
    RefillOrder,
    RowStart,
    Sequence,
    Sets,
    SinkWay,
    Skips,
    Some,
    Space,
    Start,
    Suits,
    Take,
    Times,
    Unlimited,
    UsualRef,
    When,
    WholeWay,
    WrongWay,
    keys_of,
    says,
)
from cadogan.language.where import Where

__all__ = [
    "ACTION_TABLES",
    "DEFAULTS",
    "FILE",
    "GROUP_KEYS",
    "MOST_GROUPS",
    "MOST_PILES",
    "NEEDS",
    "OVER",
    "OWN",
    "TABLES",
    "TOP",
    "Answer",
    "Combination",
    "Count",
    "Definition",
    "Group",
    "Merci",
    "Option",
    "Redeal",
    "Remove",
    "Score",
    "Shift",
    "Spot",
    "Then",
    "Weave",
    "ever",
    "group_now",
    "laid_out",
    "references",
    "taken_out",
    "then_keys",
]


class _Table(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename={"from_": "from"}
):
    """A table of a definition: frozen, every key known."""


class Then(_Table, frozen=True, kw_only=True):
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


class Group(_Table, frozen=True, kw_only=True):
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
        Build | list[Build], says("what may be laid on what; one phrase or one for each pile.")
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
            "no two cards of a rank are dealt to one pile at the start: the second goes under the "
            "pack, and the next card takes its place."
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
        Apart, says('``"base rank"``: such cards are neither packed nor packed upon.')
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
    if group.kind != "foundation" or isinstance(group.placed, str):
        return 0
    return len(group.placed) if isinstance(group.placed, list) else group.piles * group.placed


def laid_out(group: Group) -> int:
    """Return how many cards a group has at the start, but for those that are all dealt out."""
    placed = int(group.placed.split()[1]) if isinstance(group.placed, str) else taken_out(group)
    if isinstance(group.deal, list):
        return placed + sum(group.deal)
    if isinstance(group.deal, int):
        bases = group.kind == "foundation" and group.start != "any card"
        return placed + group.deal * (1 if bases else group.piles)
    return placed


def dealt_of(definition: Definition, rank: int) -> int:
    """Return how many cards of a rank do not lie on foundations before the deal."""
    placed: Counter[str] = Counter()
    for group in definition.of_kind("foundation"):
        starts = group.start if isinstance(group.start, list) else [group.start] * group.piles
        named = group.placed if isinstance(group.placed, list) else starts * (group.placed is True)
        placed.update(word[:1] for word in named)
    return definition.of_a_rank - placed[RANKS[rank - 1]]


def ranks_dealt(definition: Definition) -> list[int]:
    """Return the ranks of which not all cards lie on foundations before the deal."""
    return [rank for rank in parse_sequence(definition.ranks) if dealt_of(definition, rank) > 0]


def references(groups: Iterable[Group]) -> list[str]:
    """Return what groups may be called: their names and their kinds."""
    some = list(groups)
    return [*dict.fromkeys([g.name for g in some] + [g.kind for g in some])]


class Redeal(_Table, frozen=True, kw_only=True):
    """How the cards are used again."""

    times: Annotated[Times | Unlimited, says('how often, or ``"unlimited"``.')]
    from_: Annotated[
        RedealFrom,
        says(
            '``"waste"`` (allowed when the stock is empty), ``"tableau"``, or ``"tableau and '
            'stock"`` or ``"tableau and reserve"``, which are gathered together.'
        ),
    ] = "waste"
    order: Annotated[RedealOrder, says("in what state they come back, a phrase.")] = "turned"
    when: Annotated[When, says("the condition, for a redeal from the tableau.")] = ""


class Shift(_Table, frozen=True, kw_only=True):
    """Cards of a group shifted in their piles."""

    times: Annotated[
        Times, says("so often the bottom card of every pile of the group goes to its top.")
    ]
    group: Annotated[Ref, says("the group.")] = "tableau"


class Merci(_Table, frozen=True, kw_only=True):
    """Buried cards drawn from the tableau."""

    times: Annotated[
        Times,
        says("so often a buried card of the tableau may be played or laid on top of its own pile."),
    ]
    when: Annotated[When, says("the condition under which that may be done.")] = ""


class Remove(_Table, frozen=True, kw_only=True):
    """The top cards of several piles leave play together."""

    sets: Annotated[
        Sets,
        says(
            'what leaves together, a list of phrases: ``"13"``, ``"K"``, ``"J Q K"``, ``"same '
            'suit"``, ...; `` in suit`` may stand behind a number or several ranks.'
        ),
    ]
    from_: Annotated[list[Ref], says("the groups whose top cards may leave.")] = msgspec.field(
        default_factory=lambda: ["tableau"]
    )
    touching: Annotated[
        Cards,
        says(
            "the piles lie so many in a row, and two cards leave together only where they touch: "
            "side by side, one below the other or cornerwise; 0 when they need not."
        ),
    ] = 0
    covering: Annotated[
        bool,
        says(
            "where piles lie on each other (``covered_by``), whether a card may leave together "
            "with the only one that still lies on it."
        ),
    ] = False


class Weave(_Table, frozen=True, kw_only=True):
    """Cards dealt in rotation to a pile for each rank, and exiles woven in by the move `weave`."""

    exiles: Annotated[
        Ref,
        says("the reserve where cards that fall on the pile of their own rank are laid aside."),
    ] = "reserve"
    hand: Annotated[
        Ref, says("the cell where a card that is woven in waits until it is played.")
    ] = "cell"


class Count(_Table, frozen=True, kw_only=True):
    """Ranks are called one after another; a card that is called by its own rank leaves play."""

    of: Annotated[
        Counted,
        says(
            'what is counted: ``"waste"``, each card as it is turned, or ``"tableau"``, along the '
            "rows as often as a card will still be hit."
        ),
    ] = "waste"
    ranks: Annotated[
        Sequence, says("in which order they are called, if not in that of the pack.")
    ] = ""
    passes: Annotated[
        Passes,
        says("after so many passes in a row without a hit there is no other; 0 for no end."),
    ] = 0
    again: Annotated[bool, says("whether the count begins anew with each pass.")] = False


class Score(_Table, frozen=True, kw_only=True):
    """What the game counts, where it is played for a score."""

    target: Annotated[Points, says("the score that wins.")] = 0
    start: Annotated[Points, says("what it begins with; less than nothing for a stake.")] = 0
    card: Annotated[Points, says("what each card on a foundation counts.")] = 0
    hands: Annotated[
        HandsWay, says("what the rows and columns of a square of piles are counted as.")
    ] = "none"
    diagonals: Annotated[bool, says("whether its two diagonals are counted as well.")] = False


class Answer(_Table, frozen=True, kw_only=True):
    """One answer to a choice."""

    name: Annotated[str, says("the answer in a few words.")]
    about: Annotated[str, says("what it means, in a sentence.")] = ""
    sources: Annotated[list[str], says("where it is from.")] = []
    notes: Annotated[list[str], says("what was unclear, and how it is read here.")] = []
    over: Annotated[
        OverKeys, says("the keys that it lays over the definition, written as those of a variant.")
    ] = {}


class Option(_Table, frozen=True, kw_only=True):
    """What the player chooses before the deal."""

    kind: Annotated[
        OptionKind,
        says(
            "``digits`` (each 1 to 9), ``suits`` (each of C D H S once) or ``choice`` (one of the "
            "answers to a question on which sources differ)."
        ),
    ]
    about: Annotated[str, says("the question, for people.")]
    default: Annotated[
        str,
        says(
            "the value when none is given; of a choice the answer that the definition gives as it "
            "stands."
        ),
    ]
    length: Annotated[Annotated[int, Meta(ge=1, le=20)], says("how many digits.")] = 4
    answers: Annotated[
        dict[str, Answer], says("of a choice, each a table with the answer's name.")
    ] = {}

    @property
    def pattern(self) -> str:
        """The regular expression of a value, for forms."""
        if self.kind == "choice":
            return "|".join(self.answers)
        return f"[1-9]{{{self.length}}}" if self.kind == "digits" else "[CDHScdhs]{4}"


class Combination(_Table, frozen=True, kw_only=True):
    """Answers to a game's choices that have a name together."""

    name: Annotated[str, says("the name for people.")]
    options: Annotated[
        Answers, says("the answer to each choice that is not answered as by default.")
    ]
    of: Annotated[str, says("the game, when it is not the main game of the file.")] = ""
    aliases: Annotated[list[str], says("other names.")] = []
    about: Annotated[
        str, says("one or two sentences; by default those of the game and of the answers.")
    ] = ""
    sources: Annotated[list[str], says("by default those of the game and of the answers.")] = []
    odds: Annotated[list[str], says("what books and papers say of its odds.")] = []
    notes: Annotated[list[str], says("by default those of the answers.")] = []


class Spot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the piles of one group lie, as written."""

    row: Annotated[tuple[float, float] | None, says("``[x, y]`` of the first pile.")] = None
    column: Annotated[tuple[float, float] | None, says("``[x, y]`` of the first pile.")] = None
    grid: Annotated[
        tuple[float, float, int] | None,
        says(
            "``[x, y, n]``: the first pile, and how many stand in a row at most; the rows are "
            "filled evenly, so that a variant with fewer piles still looks right."
        ),
    ] = None
    clock: Annotated[
        tuple[float, ...] | None,
        says(
            "``[x, y, radius]`` or ``[x, y, half width, half height]`` in card widths, around "
            "the middle of a card that would lie at x, y."
        ),
    ] = None
    places: Annotated[list[tuple[float, float]] | None, says("``[x, y]`` of every pile.")] = None
    heap: Annotated[
        tuple[float, float] | None,
        says(
            "``[x, y]`` of piles that lie on each other (``covered_by``): those on which nothing "
            "lies side by side in the lowest row, every other one higher, amid those that lie "
            "on it."
        ),
    ] = None
    grow: Annotated[
        str | list[str] | None,
        says(
            "which way the cards of a pile overlap: down, up, right, left, out (away from the "
            "middle of the clock) or none, for all piles or for each."
        ),
    ] = None
    spread: Annotated[
        float | None, says("from one card to the next, in cards of that direction.")
    ] = None
    gap: Annotated[
        float | tuple[float, float] | None,
        says(
            "from one pile to the next, in card widths (rows, grids) or heights (columns); a "
            "grid may say both, ``[across, down]``."
        ),
    ] = None
    align: Annotated[
        str | None, says("whether x is the left end, the centre or the right end of the row.")
    ] = None
    min: Annotated[
        int | None,
        says(
            "how many cards of each pile must fit before they are squeezed; by default of a "
            "tableau pile four more than it is dealt, from 8 to 13, and less where it shares its "
            "height with other rows or is not built on."
        ),
    ] = None
    labels: Annotated[list[str] | None, says("what stands on the empty places.")] = None
    rot: Annotated[
        float | list[float] | None,
        says("by how many degrees the cards are turned, for all piles or for each."),
    ] = None
    first: Annotated[int | None, says("the hour of the first pile of a clock.")] = None


class Definition(_Table, frozen=True, kw_only=True):
    """The rules of one game: a variant's changes applied, the answers to its choices laid over.

    Attributes:
        id: the game's id. parent: the id of the file's main game.
        file: the file's name, for messages.
        groups: in dealing order.
        options: what the player chooses before the deal.
        layout: where the piles lie; the engine never reads it.
        answers: the answer that is in force, to each choice.
        combinations: answers to its choices that have a name together, by id.
        written: where there are choices, the keys as they are before an answer is laid over.
    """

    id: str
    parent: str
    file: str
    name: Annotated[str, says("the name for people")]
    family: Annotated[str, says("the family under which the game is listed")]
    decks: Annotated[Packs, says("packs used")]
    aliases: Annotated[list[str], says("other names")] = []
    about: Annotated[str, says("one or two sentences on the game")] = ""
    ranks: Annotated[Sequence, says("the ranks of the pack, lowest first")] = (
        "A 2 3 4 5 6 7 8 9 T J Q K"
    )
    suits: Annotated[
        Suits,
        says(
            "the suits of a pack, four at most; one that stands there twice makes up for another, "
            "as in 'H H S S'"
        ),
    ] = "C D H S"
    jokers: Annotated[
        Jokers,
        says(
            "so many jokers belong to the cards beside the packs; a joker fits everything: it goes "
            "on any card, and any card goes on it. With jokers cards are built whatever their "
            "suits, piles begin with any card, top cards alone are taken, and nothing else asks "
            "for ranks, suits or runs"
        ),
    ] = 0
    sources: Annotated[list[str], says("where the rules are from")] = []
    odds: Annotated[list[str], says("what books and papers say of its odds")] = []
    notes: Annotated[list[str], says("what was unclear, and how it is read here")] = []
    groups: tuple[Group, ...] = ()
    redeal: Redeal | None = None
    shift: Shift | None = None
    merci: Merci | None = None
    remove: Remove | None = None
    weave: Weave | None = None
    count: Count | None = None
    score: Score | None = None
    win: Annotated[str, says("when the game is won")] = "all on foundations"
    options: dict[str, Option] = {}
    layout: dict[str, Any] = {}
    answers: dict[str, str] = {}
    combinations: dict[str, Combination] = {}
    written: dict[str, Any] = {}

    @property
    def of_a_rank(self) -> int:
        """How many cards of each rank there are."""
        return self.decks * len(self.suits.split())

    @property
    def pack(self) -> list[int]:
        """All cards of the game, unshuffled."""
        ranks = parse_sequence(self.ranks)
        return pack(self.decks, ranks, self.suits.split(), self.jokers)

    def of_kind(self, kind: str) -> tuple[Group, ...]:
        """Return the groups of one kind, in order."""
        return tuple(group for group in self.groups if group.kind == kind)

    def error(self, key: str, text: str) -> BadDefinition:
        """Return the error for what is wrong with a key, or with all of it where that is empty.

        >>> from cadogan.language.catalogue import find
        >>> print(find("spanish-patience").error("tableau.deal", "the pack has too few cards"))
        games/bakers-dozen.toml: variants.spanish-patience.tableau.deal: the pack has too few cards
        """
        where = Where(self.file, "" if self.id == self.parent else f"variants.{self.id}")
        return (where.at(key) if key else where).error(text)


_MOVES = ["take", "run", "keep", "to", "from", "then"]
_SPACES = ["space", "space_from", "space_in_turn", "fill", "fill_cards"]
_REFILL = ["refill", "refill_below", "refill_first", "refill_order"]
_DEALT = ["order", "face", "sink", "sink_way", "must_hold", "must_hold_way", "lacks"]
_PILED = [*_DEALT, "squared", "unlike", "met_in_dealing"]

# kind -> (keys that must be there, keys that may be there)
GROUP_KEYS: dict[str, tuple[list[str], list[str]]] = {
    "foundation": (
        ["piles", "start", "build"],
        [
            *(*_MOVES, "deal", "placed", "goal", "cards", "whole", "sequence", "limited_by"),
            *("ends", "opens", "chances", "falls_on", "paired", "space_from", "awaits"),
            *("same_way", "same_suits", "in_lines"),
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
    "waste": ([], ["piles", *_MOVES]),
    "stock": (
        [],
        [
            *("deal", "order", "last", "last_at", "last_when", "when", "turned", "to"),
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
    allowed = {*GROUP_KEYS[kind][0], *GROUP_KEYS[kind][1]} - {"build" * (kind == "foundation")}
    return [key for key in keys_of(Then).values() if key in allowed - {"when"}]


# keys that say nothing unless others do
NEEDS = {
    "laid_aside_from": ("laid_aside",),
    "bare": ("keep", "space"),
    "batch": ("deal",),
    "must": ("leaves",),
    "next_at": ("deal",),
    "replaced": ("leaves",),
    "times": ("deal",),
    "skips": ("deal",),
    "last": ("deal",),
    "last_reversed": ("deal",),
    "last_at": ("last",),
    "last_when": ("last",),
    "exchange": ("most",),
    "fill_cards": ("fill",),
    "must_hold_way": ("must_hold",),
    "refill_below": ("refill",),
    "fixed": ("row", "row_start"),
    "ring": ("row", "row_start"),
    "row_start": ("row",),
    "refill_first": ("refill",),
    "refill_order": ("refill",),
    "sink_way": ("sink",),
    "space_from": ("space",),
    "space_in_turn": ("space_from",),
    "wrong": ("space",),
}
DEFAULTS: dict[str, dict[str, Any]] = {
    "cell": {"space": "any card"},
    "foundation": {"to": [], "take": "top card"},
    "stock": {"deal": "", "order": "piles"},
    "discard": {"take": "none", "deal": 0},
}
# the search has room for so many (cadogan.compiled)
MOST_PILES, MOST_GROUPS = 64, 16
# what a variant does not take over from the main game
OWN = ("aliases", "odds", "about", "notes", "sources")
TOP = [
    *("name", "family", "decks", "aliases", "about", "ranks", "suits", "jokers"),
    *("sources", "odds", "notes", "win"),
]
# what is done beside building: the key of its table, and what may stand there
ACTION_TABLES: dict[str, type[_Table]] = {
    "redeal": Redeal,
    "shift": Shift,
    "merci": Merci,
    "remove": Remove,
    "weave": Weave,
    "count": Count,
    "score": Score,
}
TABLES = [*words.KINDS, *ACTION_TABLES, "options", "layout"]
FILE = ["variants", "combinations"]  # of the whole file, not of one game
# what an answer may lay over
OVER = ["decks", "ranks", "suits", "jokers", "win", *words.KINDS, *ACTION_TABLES, "layout"]
