"""Definition of a game: its structs and the keys of each table.

:mod:`cadogan.rules.group` defines the keys of groups. Both modules check only types;
:mod:`cadogan.rules.checks` checks everything else.
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
    """Redeals of the waste or the tableau."""

    times: Annotated[
        types.Times | types.Unlimited, says('the number of redeals, or ``"unlimited"``.')
    ]
    from_: Annotated[
        types.RedealFrom,
        says(
            'the cards to deal again: ``"waste"`` (when the stock is empty), ``"tableau"``, '
            '``"tableau and stock"`` or ``"tableau and reserve"``.'
        ),
    ] = "waste"
    order: Annotated[
        types.RedealOrder, says("a phrase for the order in which the cards return.")
    ] = "turned"
    when: Annotated[types.When, says("the condition under which the tableau may be redealt.")] = ""


class Shift(Table, frozen=True, kw_only=True):
    """Shifts: moves that bring the bottom card of every pile of a group to the top."""

    times: Annotated[types.Times, says("the number of shifts allowed during a game.")]
    group: Annotated[types.Ref, says("the group.")] = "tableau"


class Merci(Table, frozen=True, kw_only=True):
    """Draws: moves that play a buried card in the tableau, or bring it to the top of its pile."""

    times: Annotated[types.Times, says("the number of draws allowed during a game.")]
    when: Annotated[types.When, says("the condition under which a draw is allowed.")] = ""


class Remove(Table, frozen=True, kw_only=True):
    """Removal of the top cards of several piles together."""

    sets: Annotated[
        types.Sets,
        says(
            'phrases for the sets of cards that leave play together: ``"13"``, ``"any 15"``,'
            ' ``"K"``, ``"J Q K"``, ``"same suit"``, ...; `` in suit`` may follow a number or'
            " several ranks."
        ),
    ] = []
    between: Annotated[
        types.Between,
        says(
            "a phrase for a row without gaps (``closes``): what two cards must have in"
            " common so that the cards between them leave play; required without ``sets``."
        ),
    ] = ""
    between_most: Annotated[
        types.Beside,
        says("the maximum number of cards between two others that leave play in one move."),
    ] = 1
    from_: Annotated[list[types.Ref], says("the groups whose top cards may leave.")] = (
        msgspec.field(default_factory=lambda: ["tableau"])
    )
    touching: Annotated[
        types.Cards,
        says(
            "the number of piles in a row. Two cards leave together only if they touch: side by"
            " side, one below the other or diagonally. With 0, cards need not touch."
        ),
    ] = 0
    covering: Annotated[
        bool,
        says(
            "whether a card may leave together with the last card that covers it, in overlapping"
            " piles (``covered_by``)."
        ),
    ] = False


class Weave(Table, frozen=True, kw_only=True):
    """Weaving: a deal to one pile per rank sets cards aside; the move `weave` brings them back."""

    exiles: Annotated[
        types.Ref,
        says("the reserve for exiles, the cards that a deal brings to the pile of their own rank."),
    ] = "reserve"
    hand: Annotated[types.Ref, says("the cell that holds the woven card until it is played.")] = (
        "cell"
    )


class Count(Table, frozen=True, kw_only=True):
    """Counting: ranks are called in turn, and a card leaves play when its own rank is called."""

    of: Annotated[
        types.Counted,
        says(
            'the cards that are counted: ``"waste"`` for each card as it is turned, or'
            ' ``"tableau"`` for the cards along the rows, until no more hits are possible.'
        ),
    ] = "waste"
    ranks: Annotated[
        types.Sequence, says("the order of the calls; by default that of the pack.")
    ] = ""
    passes: Annotated[
        types.Passes,
        says("counting ends after this many passes in a row without a hit; 0 for no end."),
    ] = 0
    again: Annotated[bool, says("whether each pass begins with the first rank again.")] = False


class Score(Table, frozen=True, kw_only=True):
    """The score of a game."""

    target: Annotated[types.Points, says("the score that wins.")] = 0
    start: Annotated[
        types.Points, says("the score at the start, negative if the player pays a stake.")
    ] = 0
    card: Annotated[types.Points, says("points for each card on a foundation.")] = 0
    hands: Annotated[types.HandsWay, says("how rows and columns score in a square of piles.")] = (
        "none"
    )
    diagonals: Annotated[bool, says("whether the two diagonals score as well.")] = False


class Answer(Table, frozen=True, kw_only=True):
    """One answer to a choice."""

    name: Annotated[str, says("the answer in a few words.")]
    about: Annotated[str, says("the meaning of the answer, in one sentence.")] = ""
    sources: Annotated[list[str], says("its sources.")] = []
    notes: Annotated[
        list[str], says("points on which the sources are unclear, and our reading of them.")
    ] = []
    over: Annotated[
        types.OverKeys,
        says("the keys of the definition that the answer changes, written as in a variant."),
    ] = {}


class Option(Table, frozen=True, kw_only=True):
    """A value that the player chooses before the deal."""

    kind: Annotated[
        types.OptionKind,
        says(
            "``digits`` (each from 1 to 9), ``suits`` (C D H S, each once) or ``choice`` (one of "
            "the answers to a question on which sources differ)."
        ),
    ]
    about: Annotated[str, says("the question put to the player.")]
    default: Annotated[
        str,
        says(
            "the value if the player gives none; for a choice, the answer that the definition "
            "itself describes."
        ),
    ]
    length: Annotated[Annotated[int, Meta(ge=1, le=20)], says("the number of digits.")] = 4
    answers: Annotated[
        dict[str, Answer], says("the answers to a choice: one named table for each.")
    ] = {}

    @property
    def pattern(self) -> str:
        """The regular expression of a valid value, for input forms."""
        if self.kind == "choice":
            return "|".join(self.answers)
        return f"[1-9]{{{self.length}}}" if self.kind == "digits" else "[CDHScdhs]{4}"


class Combination(Table, frozen=True, kw_only=True):
    """A named combination of answers to a game's choices."""

    name: Annotated[str, says("the name.")]
    options: Annotated[types.Answers, says("the answers that differ from the default.")]
    of: Annotated[
        str, says("the game of the combination, if that is not the main game of the file.")
    ] = ""
    aliases: Annotated[list[str], says("other names.")] = []
    about: Annotated[
        str,
        says(
            "one or two sentences about the combination; by default those of the game and of the"
            " answers."
        ),
    ] = ""
    sources: Annotated[
        list[str],
        says("the sources of the combination; by default those of the game and of the answers."),
    ] = []
    odds: Annotated[
        list[str], says("the odds of the combination according to books and papers.")
    ] = []
    notes: Annotated[
        list[str], says("the notes on the combination; by default those of the answers.")
    ] = []


class Spot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Layout of the piles of one group, as written in the definition."""

    row: Annotated[
        tuple[float, float] | None, says("piles side by side: ``[x, y]`` of the first pile.")
    ] = None
    column: Annotated[
        tuple[float, float] | None, says("piles one below another: ``[x, y]`` of the first pile.")
    ] = None
    grid: Annotated[
        tuple[float, float, int] | None,
        says(
            "``[x, y, n]``: the first pile, and the maximum number of piles in a row. Rows"
            " have equal lengths where possible, so a variant with fewer piles still looks"
            " right."
        ),
    ] = None
    clock: Annotated[
        tuple[float, ...] | None,
        says(
            "``[x, y, radius]`` or ``[x, y, half width, half height]`` in card widths, around the "
            "middle of a card at x, y."
        ),
    ] = None
    places: Annotated[list[tuple[float, float]] | None, says("``[x, y]`` of every pile.")] = None
    heap: Annotated[
        tuple[float, float] | None,
        says(
            "``[x, y]`` of overlapping piles (``covered_by``). Uncovered piles lie side by side"
            " in the lowest row. Every other pile lies above the middle of the piles that cover"
            " it."
        ),
    ] = None
    grow: Annotated[
        str | list[str] | None,
        says(
            "the direction in which cards overlap, for all piles or for each: down, up,"
            " right, left, out (from the middle of a clock) or none."
        ),
    ] = None
    spread: Annotated[
        float | None,
        says("the distance between two overlapping cards, as a share of a card's size."),
    ] = None
    gap: Annotated[
        float | tuple[float, float] | None,
        says(
            "the distance between two piles, in card widths (rows, grids) or heights (columns); a "
            "grid may give both, ``[across, down]``."
        ),
    ] = None
    align: Annotated[
        str | None, says("the part of the row that lies at x: its left end, centre or right end.")
    ] = None
    min: Annotated[
        int | None,
        says(
            "the number of cards in each pile that fit at full spacing; more cards move closer"
            " together. The default for a tableau pile is four more than it is dealt, from 8 to"
            " 13. The default is lower for a pile that shares its height with other rows, or that"
            " is not built on."
        ),
    ] = None
    labels: Annotated[list[str] | None, says("the labels for empty places.")] = None
    rot: Annotated[
        float | list[float] | None,
        says("the rotation of the cards in degrees, for all piles or for each."),
    ] = None
    first: Annotated[int | None, says("the hour of the first pile of a clock.")] = None


class Definition(Table, frozen=True, kw_only=True):
    """The rules of one game, after the changes of its variant and of answers to choices."""

    id: str
    parent: str  # the id of the main game in the file
    file: str  # the name of the definition file, for messages
    name: Annotated[str, says("the name")]
    family: Annotated[str, says("the family under which the game is listed")]
    decks: Annotated[types.Packs, says("the number of packs")]
    aliases: Annotated[list[str], says("other names")] = []
    about: Annotated[str, says("one or two sentences about the game")] = ""
    ranks: Annotated[types.Sequence, says("the ranks of the pack, lowest first")] = (
        "A 2 3 4 5 6 7 8 9 T J Q K"
    )
    suits: Annotated[
        types.Suits,
        says("the suits of a pack, at most four; a suit may replace another, as in 'H H S S'"),
    ] = "C D H S"
    jokers: Annotated[
        types.Jokers,
        says(
            "the number of jokers in addition to the packs. A joker goes on any card, and"
            " any card goes on it. A game with jokers builds regardless of suit, begins"
            " piles with any card and takes only top cards. Its other rules may not depend"
            " on ranks, suits or runs"
        ),
    ] = 0
    sources: Annotated[list[str], says("the sources of the rules")] = []
    odds: Annotated[list[str], says("the odds according to books and papers")] = []
    notes: Annotated[
        list[str], says("points on which the sources are unclear, and our reading of them")
    ] = []
    groups: tuple[Group, ...] = ()  # the groups of piles, in the order of the deal
    redeal: Redeal | None = None
    shift: Shift | None = None
    merci: Merci | None = None
    remove: Remove | None = None
    weave: Weave | None = None
    count: Count | None = None
    score: Score | None = None
    win: Annotated[str, says("when the game is won")] = "all on foundations"
    options: dict[str, Option] = {}
    layout: dict[str, Any] = {}  # places of the piles, which the engine never reads
    answers: dict[str, str] = {}  # the current answer to each choice
    combinations: dict[str, Combination] = {}  # by id
    written: dict[str, Any] = {}  # the keys as written, before answers change them

    @property
    def of_a_rank(self) -> int:
        """The number of cards of each rank."""
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
        """Return an error about a key, or about the whole definition if the key is empty.

        >>> from cadogan.rules.catalogue import find
        >>> print(find("spanish-patience").error("tableau.deal", "the pack has too few cards"))
        games/bakers-dozen.toml: variants.spanish-patience.tableau.deal: the pack has too few cards
        """
        where = Where(self.file, "" if self.id == self.parent else f"variants.{self.id}")
        return (where.at(key) if key else where).error(text)


def dealt_of(definition: Definition, rank: int) -> int:
    """Return how many cards of a rank remain to be dealt."""
    return definition.of_a_rank - _placed(definition)[RANKS[rank - 1]]


def _placed(definition: Definition) -> Counter[str]:
    """Return how many cards of each rank are placed before the deal."""
    placed: Counter[str] = Counter()
    for group in definition.of_kind("foundation"):
        starts = group.start if isinstance(group.start, list) else [group.start] * group.piles
        named = group.placed if isinstance(group.placed, list) else starts * (group.placed is True)
        placed.update(word[:1] for word in named)
    for group in definition.groups:
        placed.update(card[:1] for card in group.held.values())
    return placed


def ranks_dealt(definition: Definition) -> list[int]:
    """Return the ranks that still have cards to be dealt."""
    placed, most = _placed(definition), definition.of_a_rank
    return [rank for rank in parse_sequence(definition.ranks) if placed[RANKS[rank - 1]] < most]


DEFAULTS: dict[str, dict[str, Any]] = {
    "cell": {"space": "any card"},
    "foundation": {"to": [], "take": "top card"},
    "stock": {"deal": "", "order": "piles"},
    "discard": {"take": "none", "deal": 0},
}
# keys that a variant does not inherit from the main game
OWN = ("aliases", "odds", "about", "notes", "sources")
TOP = [
    *("name", "family", "decks", "aliases", "about", "ranks", "suits", "jokers"),
    *("sources", "odds", "notes", "win"),
]
# tables for special moves, and for rules that do not concern building
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
FILE = ["variants", "combinations"]  # tables that belong to the whole file, not to one game
# keys that an answer may change
OVER = ["decks", "ranks", "suits", "jokers", "win", *vocabulary.KINDS, *ACTION_TABLES, "layout"]
