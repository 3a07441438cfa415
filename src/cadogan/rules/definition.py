"""A definition of a game: its structs, and which keys stand where; of its groups in `group`.

Nothing is checked here but types: see :mod:`cadogan.rules.checks`.
"""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from cadogan.core.cards import RANKS, pack
from cadogan.core.errors import InvalidDefinitionError
from cadogan.rules import types, vocabulary
from cadogan.rules.builds import parse_sequence
from cadogan.rules.group import Group, Table
from cadogan.rules.location import Where
from cadogan.rules.types import says


class Redeal(Table, frozen=True, kw_only=True):
    """How the cards are used again."""

    times: Annotated[types.Times | types.Unlimited, says('how often, or ``"unlimited"``.')]
    from_: Annotated[
        types.RedealFrom,
        says(
            '``"waste"`` (allowed when the stock is empty), ``"tableau"``, or ``"tableau and '
            'stock"`` or ``"tableau and reserve"``, which are gathered together.'
        ),
    ] = "waste"
    order: Annotated[types.RedealOrder, says("in what state they come back, a phrase.")] = "turned"
    when: Annotated[types.When, says("the condition, for a redeal from the tableau.")] = ""


class Shift(Table, frozen=True, kw_only=True):
    """Cards of a group shifted in their piles."""

    times: Annotated[
        types.Times, says("so often the bottom card of every pile of the group goes to its top.")
    ]
    group: Annotated[types.Ref, says("the group.")] = "tableau"


class Merci(Table, frozen=True, kw_only=True):
    """Buried cards drawn from the tableau."""

    times: Annotated[
        types.Times,
        says("so often a buried card of the tableau may be played or laid on top of its own pile."),
    ]
    when: Annotated[types.When, says("the condition under which that may be done.")] = ""


class Remove(Table, frozen=True, kw_only=True):
    """The top cards of several piles leave play together."""

    sets: Annotated[
        types.Sets,
        says(
            'what leaves together, a list of phrases: ``"13"``, ``"any 15"``, ``"K"``, ``"J Q '
            'K"``, ``"same suit"``, ...; `` in suit`` may stand behind a number or several ranks.'
        ),
    ] = []
    between: Annotated[
        types.Between,
        says(
            "in a row without gaps (``closes``), what two cards must have in common for what lies "
            "between them to leave play, a phrase; needed where there are no ``sets``."
        ),
    ] = ""
    between_most: Annotated[
        types.Beside, says("... so many cards at the most, side by side, leave play in one move.")
    ] = 1
    from_: Annotated[list[types.Ref], says("the groups whose top cards may leave.")] = (
        msgspec.field(default_factory=lambda: ["tableau"])
    )
    touching: Annotated[
        types.Cards,
        says(
            "the piles lie so many in a row, and two cards leave together only where they touch: "
            "side by side, one below the other or diagonally; 0 when they need not."
        ),
    ] = 0
    covering: Annotated[
        bool,
        says(
            "where piles lie on each other (``covered_by``), whether a card may leave together "
            "with the only one that still lies on it."
        ),
    ] = False


class Weave(Table, frozen=True, kw_only=True):
    """Cards dealt in rotation to a pile for each rank, and exiles woven in by the move `weave`."""

    exiles: Annotated[
        types.Ref,
        says("the reserve where cards that fall on the pile of their own rank are laid aside."),
    ] = "reserve"
    hand: Annotated[
        types.Ref, says("the cell where a card that is woven in waits until it is played.")
    ] = "cell"


class Count(Table, frozen=True, kw_only=True):
    """Ranks are called one after another; a card that is called by its own rank leaves play."""

    of: Annotated[
        types.Counted,
        says(
            'what is counted: ``"waste"``, each card as it is turned, or ``"tableau"``, along the '
            "rows as often as a card will still be hit."
        ),
    ] = "waste"
    ranks: Annotated[
        types.Sequence, says("in which order they are called, if not in that of the pack.")
    ] = ""
    passes: Annotated[
        types.Passes,
        says("after so many passes in a row without a hit there is no other; 0 for no end."),
    ] = 0
    again: Annotated[bool, says("whether the count begins anew with each pass.")] = False


class Score(Table, frozen=True, kw_only=True):
    """What the game counts, where it is played for a score."""

    target: Annotated[types.Points, says("the score that wins.")] = 0
    start: Annotated[types.Points, says("what it begins with; less than nothing for a stake.")] = 0
    card: Annotated[types.Points, says("what each card on a foundation counts.")] = 0
    hands: Annotated[
        types.HandsWay, says("what the rows and columns of a square of piles are counted as.")
    ] = "none"
    diagonals: Annotated[bool, says("whether its two diagonals are counted as well.")] = False


class Answer(Table, frozen=True, kw_only=True):
    """One answer to a choice."""

    name: Annotated[str, says("the answer in a few words.")]
    about: Annotated[str, says("what it means, in a sentence.")] = ""
    sources: Annotated[list[str], says("where it is from.")] = []
    notes: Annotated[list[str], says("what was unclear, and how it is read here.")] = []
    over: Annotated[
        types.OverKeys,
        says("the keys that it lays over the definition, written as those of a variant."),
    ] = {}


class Option(Table, frozen=True, kw_only=True):
    """What the player chooses before the deal."""

    kind: Annotated[
        types.OptionKind,
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


class Combination(Table, frozen=True, kw_only=True):
    """Answers to a game's choices that have a name together."""

    name: Annotated[str, says("the name for people.")]
    options: Annotated[
        types.Answers, says("the answer to each choice that is not answered as by default.")
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


class Definition(Table, frozen=True, kw_only=True):
    """The rules of one game: a variant's changes applied, the answers to its choices laid over."""

    id: str
    parent: str  # the id of the file's main game
    file: str  # its name, for messages
    name: Annotated[str, says("the name for people")]
    family: Annotated[str, says("the family under which the game is listed")]
    decks: Annotated[types.Packs, says("packs used")]
    aliases: Annotated[list[str], says("other names")] = []
    about: Annotated[str, says("one or two sentences on the game")] = ""
    ranks: Annotated[types.Sequence, says("the ranks of the pack, lowest first")] = (
        "A 2 3 4 5 6 7 8 9 T J Q K"
    )
    suits: Annotated[
        types.Suits,
        says(
            "the suits of a pack, four at most; one that stands there twice makes up for another, "
            "as in 'H H S S'"
        ),
    ] = "C D H S"
    jokers: Annotated[
        types.Jokers,
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
    groups: tuple[Group, ...] = ()  # in dealing order
    redeal: Redeal | None = None
    shift: Shift | None = None
    merci: Merci | None = None
    remove: Remove | None = None
    weave: Weave | None = None
    count: Count | None = None
    score: Score | None = None
    win: Annotated[str, says("when the game is won")] = "all on foundations"
    options: dict[str, Option] = {}
    layout: dict[str, Any] = {}  # where the piles lie; the engine never reads it
    answers: dict[str, str] = {}  # the answer that is in force, to each choice
    combinations: dict[str, Combination] = {}  # by id
    written: dict[str, Any] = {}  # the keys before answers to choices are laid over

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

    def error(self, key: str, text: str) -> InvalidDefinitionError:
        """Return the error for what is wrong with a key, or with all of it where that is empty.

        >>> from cadogan.rules.catalogue import find
        >>> print(find("spanish-patience").error("tableau.deal", "the pack has too few cards"))
        games/bakers-dozen.toml: variants.spanish-patience.tableau.deal: the pack has too few cards
        """
        where = Where(self.file, "" if self.id == self.parent else f"variants.{self.id}")
        return (where.at(key) if key else where).error(text)


def dealt_of(definition: Definition, rank: int) -> int:
    """Return how many cards of a rank do not lie there before the deal."""
    placed: Counter[str] = Counter()
    for group in definition.of_kind("foundation"):
        starts = group.start if isinstance(group.start, list) else [group.start] * group.piles
        named = group.placed if isinstance(group.placed, list) else starts * (group.placed is True)
        placed.update(word[:1] for word in named)
    for group in definition.groups:
        placed.update(card[:1] for card in group.held.values())
    return definition.of_a_rank - placed[RANKS[rank - 1]]


def ranks_dealt(definition: Definition) -> list[int]:
    """Return the ranks of which not all cards lie on foundations before the deal."""
    return [rank for rank in parse_sequence(definition.ranks) if dealt_of(definition, rank) > 0]


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
ACTION_TABLES: dict[str, type[Table]] = {
    "redeal": Redeal,
    "shift": Shift,
    "merci": Merci,
    "remove": Remove,
    "weave": Weave,
    "count": Count,
    "score": Score,
}
TABLES = [*vocabulary.KINDS, *ACTION_TABLES, "options", "layout"]
FILE = ["variants", "combinations"]  # of the whole file, not of one game
# what an answer may lay over
OVER = ["decks", "ranks", "suits", "jokers", "win", *vocabulary.KINDS, *ACTION_TABLES, "layout"]
