"""Types of the values in a definition, each with its range or vocabulary.

A key of a definition is annotated with one of these types and with its meaning. The checks
(:mod:`cadogan.rules.checks`), the JSON Schema and the reference follow from the annotations.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator
from typing import Annotated, Any, NamedTuple, get_args, get_type_hints

import msgspec
from msgspec import Meta

from cadogan.core.cards import RANKS
from cadogan.rules import vocabulary as words

ID_PATTERN = "[a-z0-9]+(-[a-z0-9]+)*"
MOST_LETTERS = 60  # the maximum length of an id or a group's name, in letters
GROUP_PATTERN = rf"({'|'.join(words.KINDS)})(\.{ID_PATTERN})?"
CARD_PATTERN = f"[{RANKS}][CDHS]"
SEQUENCE_PATTERN = f"([{RANKS}]|10)( ([{RANKS}]|10))+"
MOST_TIMES = 1000


def is_id(text: str) -> bool:
    """Return whether a text is a valid game id or group name."""
    return len(text) <= MOST_LETTERS and re.fullmatch(ID_PATTERN, text) is not None


class Use(NamedTuple):
    """The tables in which a group key may be used, and the keys that it needs."""

    of: tuple[str, ...]  # the kinds of groups that may have the key
    needed: tuple[str, ...]  # the kinds of groups that must have the key
    beside: tuple[str, ...]  # the keys without which this key has no effect
    part: str  # the title of the key's advanced part, "" for a core key


def says(meaning: str, of: str = "", *, needed: str = "", beside: str = "", part: str = "") -> Meta:
    """Return an annotation with the meaning of a key and, for a group's key, its :class:`Use`."""
    use = Use((*of.split(),), (*needed.split(),), (*beside.split(),), part)
    return Meta(description=meaning, extra={"use": use} if of else None)


def one_of(phrases: Iterable[str]) -> Meta:
    """Return the annotation for a text that must be one of the given phrases."""
    schema: dict[str, Any] = {"enum": [*phrases]}
    if isinstance(phrases, dict):
        schema = {"oneOf": [{"const": key, "description": text} for key, text in phrases.items()]}
    return Meta(extra={"says": (*phrases,)}, extra_json_schema=schema)


def word(kind: str) -> Meta:
    """Return the annotation for a text that a parser reads: a build, a condition, a group, ..."""
    return Meta(extra={"says": kind}, extra_json_schema={"$ref": f"#/$defs/{kind}"})


Build = Annotated[str, word("build")]
When = Annotated[str, word("condition")]
Sequence = Annotated[str, word("sequence")]
Ref = Annotated[str, word("group")]
NoRef = Annotated[
    str, Meta(extra={"says": "group"}, extra_json_schema={"$ref": "#/$defs/group-or-none"})
]
UsualRef = Annotated[str, word("usual")]
Card = Annotated[str, word("card")]
Start = Annotated[str, Meta(extra_json_schema={"$ref": "#/$defs/start"})]
HELD_PATTERN = f"({CARD_PATTERN}) on ([1-9][0-9]?)"
Held = Annotated[str, Meta(extra_json_schema={"pattern": f"^{HELD_PATTERN}$"})]
Deal = Annotated[str, Meta(extra_json_schema={"$ref": "#/$defs/deal"})]
Cover = Annotated[str, Meta(extra_json_schema={"$ref": "#/$defs/cover"})]
# "first N dealt" as a text; the entries of a list are cards instead
Placed = Annotated[
    str, Meta(extra={"says": None}, extra_json_schema={"pattern": r"^first \d+ dealt$"})
]
Rank = Annotated[str, one_of(RANKS)]
NoRank = Annotated[str, one_of(["", *RANKS])]
Ends = Annotated[str, one_of(["", "base rank", *RANKS])]
Apart = Annotated[str, one_of(["", "base rank"])]
Above = Annotated[str, one_of(["", "the row above"])]
Take = Annotated[str, one_of(words.TAKES)]
Space = Annotated[str, one_of(words.SPACES)]
Order = Annotated[str, one_of(words.ORDERS)]
Face = Annotated[str, one_of(words.FACES)]
SinkWay = Annotated[str, one_of(words.SINKS)]
MetInDealing = Annotated[
    str, one_of({"": "all cards are dealt to the piles", **words.MET_IN_DEALING})
]
Skips = Annotated[str, one_of({"": "a deal goes to all its piles", **words.SKIPS})]
MustHoldWay = Annotated[str, one_of(words.MUST_HOLD_WAYS)]
RefillOrder = Annotated[str, one_of(["rows", "piles"])]
RedealOrder = Annotated[str, one_of(words.REDEAL_ORDERS)]
RedealFrom = Annotated[str, one_of(words.REDEALT_FROM)]
Counted = Annotated[str, one_of(["waste", "tableau"])]
HandsWay = Annotated[str, one_of(words.HANDS)]
Unlimited = Annotated[str, one_of(["unlimited"])]
OptionKind = Annotated[str, one_of(["digits", "suits", "choice"])]
WholeWay = Annotated[str, one_of({"": "cards go there one by one", **words.WHOLES})]
WrongWay = Annotated[str, one_of({"": "any first card is right", **words.WRONG})]
RowStart = Annotated[str, Meta(extra_json_schema={"pattern": f"^([{RANKS}]|{CARD_PATTERN})?$"})]
Suits = Annotated[str, Meta(extra_json_schema={"pattern": "^[CDHS]( [CDHS]){0,3}$"})]
Answers = Annotated[dict[str, str], Meta(extra_json_schema={"minProperties": 1})]
OverKeys = Annotated[dict[str, Any], Meta(extra_json_schema={"$ref": "#/$defs/over"})]
Between = Annotated[
    str, one_of({"": "no card leaves play because of the cards beside it", **words.BETWEEN})
]
Beside = Annotated[int, Meta(ge=1, le=28)]
Sets = Annotated[list[str], Meta(extra_json_schema={"minItems": 1})]
Cards = Annotated[int, Meta(ge=0)]
Some = Annotated[int, Meta(ge=1)]
Piles = Annotated[int, Meta(ge=1, le=64)]
Packs = Annotated[int, Meta(ge=1, le=4)]
Jokers = Annotated[int, Meta(ge=0, le=8)]
Over = Annotated[int, Meta(ge=2)]
Passes = Annotated[int, Meta(ge=0, le=99)]
Points = Annotated[int, Meta(ge=-10_000, le=10_000)]
Times = Annotated[int, Meta(ge=0, le=MOST_TIMES)]


def _metas(hint: Any) -> Iterator[Meta]:
    """Yield the annotations on a type and on the types inside it."""
    yield from (meta for meta in getattr(hint, "__metadata__", ()) if isinstance(meta, Meta))
    for part in get_args(hint):
        if not isinstance(part, Meta):
            yield from _metas(part)


class Key(NamedTuple):
    """The annotation of a table's key."""

    name: str
    attribute: str  # the attribute's name in the struct of the table
    meaning: str  # a sentence, or ""
    words: tuple[str, ...] | str | None  # the phrases of the key, or the name of a parser
    least: float | None  # the minimum of the key's numbers
    most: float | None
    empty: bool  # whether an empty text has no effect
    use: Use | None  # set only for the keys of groups

    @property
    def range(self) -> str:
        """Describe the range of the key's numbers in words.

        >>> from cadogan.rules.definition import Redeal
        >>> keys(Redeal)["times"].range
        "0 to 1000, or 'unlimited'"
        """
        form = f"{self.least} to {self.most}" if self.most is not None else f"{self.least} or more"
        if isinstance(self.words, tuple):
            form += f", or {' or '.join(map(repr, self.words))}"
        return form


@functools.cache
def keys(table: type[msgspec.Struct]) -> dict[str, Key]:
    """Return a table's keys by name.

    >>> from cadogan.rules.definition import Redeal
    >>> keys(Redeal)["from"].attribute, keys(Redeal)["when"].words, keys(Redeal)["when"].empty
    ('from_', 'condition', True)
    """
    hints = get_type_hints(table, include_extras=True)
    found = {}
    for field in msgspec.structs.fields(table):
        metas = [*_metas(hints[field.name])]
        extras = [meta.extra for meta in metas if meta.extra]
        found[field.encode_name] = Key(
            field.encode_name,
            field.name,
            next((meta.description for meta in metas if meta.description), ""),
            next((extra["says"] for extra in extras if "says" in extra), None),
            next((meta.ge for meta in metas if meta.ge is not None), None),
            next((meta.le for meta in metas if meta.le is not None), None),
            field.default == "",
            next((extra["use"] for extra in extras if "use" in extra), None),
        )
    return found
