"""A definition of a game: its structs, and which keys stand where.

Nothing is checked here but types: see :mod:`cadogan.language.checks`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from cadogan.errors import BadDefinition
from cadogan.language import words
from cadogan.language.where import Where

__all__ = [
    "ACTION_TABLES",
    "DEFAULTS",
    "FILE",
    "GROUP_KEYS",
    "ID",
    "MOST_GROUPS",
    "MOST_OF_A_GROUP",
    "MOST_PILES",
    "MOST_TIMES",
    "NEEDS",
    "OVER",
    "OWN",
    "REDEALT_FROM",
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
    "references",
    "then_keys",
]


class _Table(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename={"from_": "from"}
):
    """A table of a definition: frozen, every key known."""


class Then(_Table, frozen=True, kw_only=True):
    """What other keys of a group say while a condition holds.

    Attributes:
        when: the condition.
        build, apart, take, from_, to, space, space_from, fill: what then holds instead, where it
            is given.
    """

    when: str
    build: str | None = None
    apart: str | None = None
    take: str | None = None
    from_: list[str] | None = None
    to: list[str] | None = None
    space: str | None = None
    space_from: list[str] | None = None
    fill: list[str] | None = None

    @property
    def changes(self) -> dict[str, Any]:
        """The attributes of the group that change, with what holds instead."""
        names = self.__struct_fields__[1:]
        return {name: value for name in names if (value := getattr(self, name)) is not None}


class Group(_Table, frozen=True, kw_only=True):
    """Piles that share rules. Which keys a kind may use stands in GROUP_KEYS.

    Attributes:
        kind: foundation, tableau, reserve, cell, waste or stock.
        name: the kind, or ``kind.name`` where the kind has several groups: small letters, digits
            and hyphens.
        piles: how many piles.
        deal: cards dealt to each pile at the start, one number or one for each pile; for
            foundations of the base rank 1, the base card; for the stock the phrase that says what
            one deal is; for what is out of play ``"the rest"``, what is not dealt elsewhere.
        order: in which order the piles get them.
        face: how they lie: a phrase, or the number face down for each pile.
        start: what begins each foundation: a rank, a card, a phrase, or one for each pile.
        placed: which start cards lie there before the deal, all (true), those named, or with
            ``"first N dealt"`` the first N that are met in dealing.
        goal: the card that completes each foundation.
        cards: how many cards complete each foundation.
        whole: a foundation takes no single cards, but all its cards together, a whole run from the
            top of a pile; the phrase says when.
        build: what may be laid on what; one phrase or one for each pile.
        sequence: the order of ranks, lowest first, when it is not the pack's.
        limited_by: ``"the row above"``: only ranks that the pile before already shows.
        falls_on: where the stock deals to the next pile: for each foundation the numbers of the
            piles on which a card must be about to fall to be played on it; an empty one takes it
            wherever it would fall.
        paired: of foundations, whether the first two cards go there together, from two piles.
        take: what may be lifted.
        run: how a run must be built to be lifted, when not as the group itself builds.
        keep: this many cards at the bottom never leave.
        space: who may fill an emptied pile by hand.
        space_from: the groups it may come from.
        space_in_turn: of those groups only the first that has cards may fill it.
        from_: the groups whose cards may come here; ``"usual"`` stands for those from which such a
            group takes cards when nothing is said.
        when: the condition under which the stock may be dealt from.
        to: the only groups its cards may go to; ``"usual"`` for wherever they are taken.
        fill: groups that fill an emptied pile at once, in order of preference.
        fill_cards: how many cards fill it.
        refill: the number of cards to which short piles are refilled, by choice.
        refill_below: only piles with fewer cards count as short; as refill, when not given.
        refill_first: the pile at which refilling begins, 1-based.
        refill_order: ``rows`` or ``piles``.
        least: a pile with fewer cards may not be built on.
        most: a pile holds no more cards, whether played or dealt.
        sink: cards of this rank go to the bottom of their pile before play.
        sink_way: how they do.
        must_hold: after the deal the group must show one of these ranks; of one group only.
        must_hold_way: what is done when it does not.
        apart: ``"base rank"``: such cards are neither packed nor packed upon.
        ends: a rank or ``"base rank"``: building ends with such a card, nothing is laid on it; so a
            build that wraps is cut there.
        reach: the cards go only to the piles of the group so many places to the left, such as
            ``[1, 3]``.
        closes: the piles are a row without spaces; where one goes, those to its right move up.
        row: the piles are the places of a grid, so many in a row, of one card each.
        row_start: what the left end of each row takes: a rank or a card, or one for each row.
        then: rules that change while a condition holds: a table, or a list of tables, of ``when``
            and of what other keys say then (``take``, ``from``, ``to``, ``space``, ``space_from``,
            ``fill``, ``build``, ``apart``); of several that hold the later goes before.
        covered_by: what lies on the piles, so that their cards are free only when it is gone: a
            phrase, another group, or for each pile the later piles of the group that lie on it.
        last: what the stock's last deal is, instead of ``deal``.
        last_at: ... when this many cards or fewer are left.
        turned: the stock's next card lies face up and is played by choice.
        opens: a card that comes to a foundation turns up the top card of the pile of this group
            that has the same place in it; the group's cards are turned up in no other way.
        times: so many deals the stock makes, until the cards are used again.
        leaves: which top cards of the tableau leave play one by one: ranks and suits ("A", "C D"),
            or "lower in suit" for a card of whose suit another pile shows a higher one.
        must: whether nothing else may be done while such a card can leave.
        replaced: whether the next card of the stock takes the place of each that leaves.
    """

    kind: str
    name: str
    piles: int = 1
    deal: int | list[int] | str = 0
    order: str = "rows"
    face: str | list[int] = "up"
    start: str | list[str] = ""
    placed: bool | str | list[str] = False
    goal: list[str] = []
    cards: int = 0
    whole: str = ""
    build: str | list[str] = "none"
    sequence: str = ""
    limited_by: str = ""
    falls_on: list[list[int]] = []
    paired: bool = False
    take: str = "top card"
    run: str = ""
    keep: int = 0
    space: str = "none"
    space_from: list[str] = []
    space_in_turn: bool = False
    from_: list[str] | None = None
    when: str = ""
    to: list[str] | None = None
    fill: list[str] = []
    fill_cards: int = 1
    refill: int = 0
    refill_below: int = 0
    refill_first: int = 1
    refill_order: str = "rows"
    least: int = 0
    most: int = 0
    sink: str = ""
    sink_way: str = "keeping order"
    must_hold: list[str] = []
    must_hold_way: str = "dealt again"
    apart: str = ""
    ends: str = ""
    reach: list[int] = []
    closes: bool = False
    row: int = 0
    row_start: str | list[str] = ""
    then: list[Then] = []
    covered_by: str | list[list[int]] = ""
    last: str = ""
    last_at: int = 0
    turned: bool = False
    opens: str = ""
    times: int = 0
    leaves: str = ""
    must: bool = False
    replaced: bool = False


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


def references(groups: Iterable[Group]) -> list[str]:
    """Return what groups may be called: their names and their kinds."""
    some = list(groups)
    return [*dict.fromkeys([g.name for g in some] + [g.kind for g in some])]


class Redeal(_Table, frozen=True, kw_only=True):
    """How the cards are used again.

    Attributes:
        times: how often, or ``"unlimited"``.
        from_: ``"waste"`` (allowed when the stock is empty), ``"tableau"``, or ``"tableau and
            stock"``, which are gathered together.
        order: in what state they come back, a phrase.
        when: the condition, for a redeal from the tableau.
    """

    times: int | str
    from_: str = "waste"
    order: str = "turned"
    when: str = ""


class Shift(_Table, frozen=True, kw_only=True):
    """The bottom card of every pile of ``group`` goes to its top, ``times`` times."""

    times: int
    group: str = "tableau"


class Merci(_Table, frozen=True, kw_only=True):
    """``times`` times a buried card of the tableau may be played or laid on top of its own pile."""

    times: int
    when: str = ""


class Remove(_Table, frozen=True, kw_only=True):
    """The top cards of several piles leave play together.

    Attributes:
        sets: what leaves together, a list of phrases: ``"13"``, ``"K"``, ``"J Q K"``, ``"same
            suit"``, ...; `` in suit`` may stand behind a number or several ranks.
        from_: the groups whose top cards may leave.
    """

    sets: list[str]
    from_: list[str] = msgspec.field(default_factory=lambda: ["tableau"])


class Score(_Table, frozen=True, kw_only=True):
    """What the game counts, where it is played for a score.

    Attributes:
        target: the score that wins.
        start: what it begins with; less than nothing for a stake.
        card: what each card on a foundation counts.
        hands: what the rows and columns of a square of piles are counted as: none, cribbage,
            "poker, American" or "poker, English".
    """

    target: int = 0
    start: int = 0
    card: int = 0
    hands: str = "none"


class Weave(_Table, frozen=True, kw_only=True):
    """Cards dealt in rotation to a pile for each rank, and exiles woven in.

    Attributes:
        exiles: the reserve where cards that fall on the pile of their own rank are laid aside.
        hand: the cell where a card that is woven in waits until it is played.
    """

    exiles: str = "reserve"
    hand: str = "cell"


class Count(_Table, frozen=True, kw_only=True):
    """Ranks are called one after another; a card that is called by its own rank leaves play.

    Attributes:
        of: what is counted: ``"waste"``, each card as it is turned, or ``"tableau"``, along the
            rows as often as a card will still be hit.
        ranks: in which order they are called, if not in that of the pack.
        passes: after so many passes in a row without a hit there is no other; 0 for no end.
        again: whether the count begins anew with each pass.
    """

    of: str = "waste"
    ranks: str = ""
    passes: int = 0
    again: bool = False


class Answer(_Table, frozen=True, kw_only=True):
    """One answer to a choice.

    Attributes:
        name: the answer in a few words.
        about: what it means, in a sentence.
        sources: where it is from.
        notes: what was unclear, and how it is read here.
        over: the keys that it lays over the definition, written as those of a variant.
    """

    name: str
    about: str = ""
    sources: list[str] = []
    notes: list[str] = []
    over: dict[str, Any] = {}


class Option(_Table, frozen=True, kw_only=True):
    """What the player chooses before the deal.

    Attributes:
        kind: ``digits`` (each 1 to 9), ``suits`` (each of C D H S once) or ``choice`` (one of the
            answers to a question on which sources differ).
        about: the question, for people.
        default: the value when none is given; of a choice the answer that the definition gives
            as it stands.
        length: how many digits.
        answers: of a choice, each a table with the answer's name.
    """

    kind: str
    about: str
    default: str
    length: int = 4
    answers: dict[str, Answer] = {}

    @property
    def pattern(self) -> str:
        """The regular expression of a value, for forms."""
        if self.kind == "choice":
            return "|".join(self.answers)
        return f"[1-9]{{{self.length}}}" if self.kind == "digits" else "[CDHScdhs]{4}"


class Combination(_Table, frozen=True, kw_only=True):
    """Answers to a game's choices that have a name together.

    Attributes:
        name: the name for people.
        options: the answer to each choice that is not answered as by default.
        of: the game, when it is not the main game of the file.
        aliases: other names.
        about: one or two sentences; by default those of the game and of the answers.
        sources: by default those of the game and of the answers.
        odds: what books and papers say of its odds.
        notes: by default those of the answers.
    """

    name: str
    options: dict[str, str]
    of: str = ""
    aliases: list[str] = []
    about: str = ""
    sources: list[str] = []
    odds: list[str] = []
    notes: list[str] = []


class Spot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the piles of one group lie, as written.

    Attributes:
        row, column: ``[x, y]`` of the first pile.
        grid: ``[x, y, n]``: the first pile, and how many stand in a row at most; the rows are
            filled evenly, so that a variant with fewer piles still looks right.
        clock: ``[x, y, radius]`` or ``[x, y, half width, half height]`` in card widths, around the
            middle of a card that would lie at x, y.
        places: ``[x, y]`` of every pile.
        heap: ``[x, y]`` of piles that lie on each other (``covered_by``): those on which nothing
            lies side by side in the lowest row, every other one higher, amid those that lie on it.
        grow: which way the cards of a pile overlap: down, up, right, left, out (away from the
            middle of the clock) or none.
        spread: from one card to the next, in cards of that direction.
        gap: from one pile to the next, in card widths (rows, grids) or heights (columns); a grid
            may say both, ``[across, down]``.
        align: whether x is the left end, the centre or the right end of the row.
        min: how many cards of each pile must fit before they are squeezed.
        labels: what stands on the empty places.
        rot: by how many degrees the cards are turned, for all piles or for each.
        first: the hour of the first pile of a clock.
    """

    row: tuple[float, float] | None = None
    column: tuple[float, float] | None = None
    grid: tuple[float, float, int] | None = None
    clock: tuple[float, ...] | None = None
    places: list[tuple[float, float]] | None = None
    heap: tuple[float, float] | None = None
    grow: str | None = None
    spread: float | None = None
    gap: float | tuple[float, float] | None = None
    align: str | None = None
    min: int | None = None
    labels: list[str] | None = None
    rot: float | list[float] | None = None
    first: int | None = None


class Definition(_Table, frozen=True, kw_only=True):
    """The rules of one game: a variant's changes applied, the answers to its choices laid over.

    Attributes:
        id: the game's id. parent: the id of the file's main game.
        file: the file's name, for messages.
        decks: packs used. ranks: the ranks of the pack, lowest first.
        suits: the four suits of a pack; one that stands there twice makes up for another.
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
    name: str
    family: str
    decks: int
    aliases: list[str] = []
    about: str = ""
    ranks: str = "A 2 3 4 5 6 7 8 9 T J Q K"
    suits: str = "C D H S"
    sources: list[str] = []
    odds: list[str] = []
    notes: list[str] = []
    groups: tuple[Group, ...] = ()
    redeal: Redeal | None = None
    shift: Shift | None = None
    merci: Merci | None = None
    remove: Remove | None = None
    weave: Weave | None = None
    count: Count | None = None
    score: Score | None = None
    win: str = "all on foundations"
    options: dict[str, Option] = {}
    layout: dict[str, Any] = {}
    answers: dict[str, str] = {}
    combinations: dict[str, Combination] = {}
    written: dict[str, Any] = {}

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
_DEALT = ["order", "face", "sink", "sink_way", "must_hold", "must_hold_way"]

# kind -> (keys that must be there, keys that may be there)
GROUP_KEYS: dict[str, tuple[list[str], list[str]]] = {
    "foundation": (
        ["piles", "start", "build"],
        [
            *(*_MOVES, "deal", "placed", "goal", "cards", "whole", "sequence", "limited_by"),
            *("ends", "opens", "falls_on", "paired"),
        ],
    ),
    "tableau": (
        ["piles", "deal", "build", "take", "space"],
        [
            *(*_MOVES, *_SPACES, *_DEALT, *_REFILL),
            *("sequence", "least", "most", "apart", "ends", "covered_by"),
            *("reach", "closes", "row", "row_start"),
        ],
    ),
    "reserve": (
        ["piles", "deal"],
        [*_MOVES, *_SPACES, *_DEALT, "build", "sequence", "most", "ends", "covered_by"],
    ),
    "cell": (["piles"], [*_MOVES, *(k for k in _SPACES if k != "fill_cards"), *_DEALT, "deal"]),
    "waste": ([], ["piles", *_MOVES]),
    "stock": ([], ["deal", "order", "last", "last_at", "when", "turned", "to", "times"]),
    "discard": ([], ["deal", "leaves", "must", "replaced"]),
}


def then_keys(kind: str) -> list[str]:
    """Return the keys of a kind of group that may change while a condition holds.

    >>> then_keys("waste")
    ['take', 'from', 'to']
    """
    allowed = {*GROUP_KEYS[kind][0], *GROUP_KEYS[kind][1]} - {"build" * (kind == "foundation")}
    keys = [field.encode_name for field in msgspec.structs.fields(Then)][1:]
    return [key for key in keys if key in allowed]


# keys that say nothing unless others do
NEEDS = {
    "must": ("leaves",),
    "replaced": ("leaves",),
    "times": ("deal",),
    "last": ("deal", "last_at"),
    "last_at": ("last",),
    "fill_cards": ("fill",),
    "must_hold_way": ("must_hold",),
    "refill_below": ("refill",),
    "row_start": ("row",),
    "refill_first": ("refill",),
    "refill_order": ("refill",),
    "sink_way": ("sink",),
    "space_from": ("space",),
    "space_in_turn": ("space_from",),
}
DEFAULTS: dict[str, dict[str, Any]] = {
    "cell": {"space": "any card"},
    "foundation": {"to": [], "take": "top card"},
    "stock": {"deal": "", "order": "piles"},
    "discard": {"take": "none", "deal": 0},
}
ID = r"[a-z0-9]+(-[a-z0-9]+)*"
MOST_TIMES = 1000
REDEALT_FROM = ["waste", "tableau", "tableau and stock"]
# the search has room for so many (cadogan.compiled)
MOST_PILES, MOST_GROUPS = 64, 16
MOST_OF_A_GROUP = 52
# what a variant does not take over from the main game
OWN = ("aliases", "odds", "about", "notes", "sources")
TOP = [
    *("name", "family", "decks", "aliases", "about", "ranks", "suits", "sources", "odds", "notes"),
    "win",
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
OVER = ["decks", "ranks", "win", *words.KINDS, *ACTION_TABLES, "layout"]
