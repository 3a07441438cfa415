"""The definition of a game: its schema, its strict loading, the catalogue.

A definition is one TOML file. Its groups of piles are tables named by their kind (``[tableau]``)
or, where a kind has several groups, by kind and name (``[foundation.kings]``); cards are dealt to
the groups in the order in which they are written. ``[variants.ID]`` changes a few keys and makes a
game of its own. Unknown, missing and mistyped keys, and phrases outside the vocabulary of
:mod:`cadogan.words`, are refused with one sentence that names the file and the key.
"""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from importlib import resources
from typing import Any

import msgspec

from cadogan import words
from cadogan.cards import RANKS, SUITS, parse_card
from cadogan.errors import BadDefinition, BadOption, UnknownGame, did_you_mean, wanted_kind

__all__ = [
    "GROUP_KEYS",
    "MOST_GROUPS",
    "MOST_PILES",
    "Definition",
    "Group",
    "Merci",
    "Option",
    "Redeal",
    "Shift",
    "Then",
    "catalogue",
    "changed",
    "check_options",
    "find",
    "load_table",
    "load_text",
]


class _Table(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename={"from_": "from"}
):
    """A table of a definition: frozen, every key known."""


class Then(_Table, frozen=True, kw_only=True):
    """What a group's rules change to while a condition holds.

    Attributes:
        when: the condition. build, space, apart: what then holds instead, where it is given.
    """

    when: str
    build: str | None = None
    space: str | None = None
    apart: str | None = None


class Group(_Table, frozen=True, kw_only=True):
    """Piles that share rules. Which keys a kind may use stands in GROUP_KEYS.

    Attributes:
        kind: foundation, tableau, reserve, cell, waste or stock.
        name: the kind, or ``kind.name`` where the kind has several groups: small letters, digits
            and hyphens.
        piles: how many piles.
        deal: cards dealt to each pile at the start, one number or one for each pile; for
            foundations of the base rank 1, the base card; for the stock the phrase that says what
            one deal is.
        order: in which order the piles get them.
        face: how they lie: a phrase, or the number face down for each pile.
        start: what begins each foundation: a rank, a card, a phrase, or one for each pile.
        placed: which start cards lie there before the deal, all (true), those named, or with
            ``"first N dealt"`` the first N that are met in dealing.
        goal: the card that completes each foundation.
        cards: how many cards complete each foundation.
        build: what may be laid on what; one phrase or one for each pile.
        sequence: the order of ranks, lowest first, when it is not the pack's.
        limited_by: ``"the row above"``: only ranks that the pile before already shows.
        take: what may be lifted.
        run: how a run must be built to be lifted, when not as the group itself builds.
        take_when: the condition under which anything may be lifted.
        keep: this many cards at the bottom never leave.
        space: who may fill an emptied pile by hand.
        space_from: the groups it may come from.
        space_in_turn: of those groups only the first that has cards may fill it.
        space_when: the condition under which it may be filled.
        from_: the groups whose cards may come here.
        from_until: the condition that lifts ``from``.
        when: the condition under which the group takes any card; of the stock, under which it
            deals.
        to: the only groups its cards may go to.
        fill: groups that fill an emptied pile at once, in order of preference.
        fill_cards: how many cards fill it.
        fill_when: the condition under which that happens.
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
        then: rules that change while a condition holds: a table of ``when`` and of ``build``,
            ``space`` and ``apart`` as they are then.
        last: what the stock's last deal is, instead of ``deal``.
        last_at: ... when this many cards or fewer are left.
        turned: the stock's next card lies face up and is played by choice.
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
    build: str | list[str] = "none"
    sequence: str = ""
    limited_by: str = ""
    take: str = "top card"
    run: str = ""
    take_when: str = ""
    keep: int = 0
    space: str = "none"
    space_from: list[str] = []
    space_in_turn: bool = False
    space_when: str = ""
    from_: list[str] | None = None
    from_until: str = ""
    when: str = ""
    to: list[str] | None = None
    fill: list[str] = []
    fill_cards: int = 1
    fill_when: str = ""
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
    then: Then | None = None
    last: str = ""
    last_at: int = 0
    turned: bool = False


def changed(group: Group) -> Group:
    """Return a group with what its ``then`` changes."""
    then = group.then
    if then is None:
        return group
    changes = {
        key: value
        for key in ("build", "space", "apart")
        if (value := getattr(then, key)) is not None
    }
    return msgspec.structs.replace(group, **changes)


class Redeal(_Table, frozen=True, kw_only=True):
    """How the cards are used again.

    Attributes:
        times: how often, or ``"unlimited"``.
        from_: ``"waste"`` (allowed when the stock is empty) or ``"tableau"``.
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


class Option(_Table, frozen=True, kw_only=True):
    """A choice that the player makes before the deal.

    Attributes:
        kind: ``digits`` (each 1 to 9) or ``suits`` (each of C D H S once).
        about: the question, for people.
        default: the value when none is given.
        length: how many digits.
    """

    kind: str
    about: str
    default: str
    length: int = 4

    @property
    def pattern(self) -> str:
        """The regular expression of a value, for forms."""
        return f"[1-9]{{{self.length}}}" if self.kind == "digits" else "[CDHScdhs]{4}"


class Definition(_Table, frozen=True, kw_only=True):
    """The rules of one game, a variant's changes applied.

    Attributes:
        id: the game's id. parent: the id of the file's main game.
        decks: packs used. ranks: the ranks of the pack, lowest first.
        groups: in dealing order.
        layout: where the piles lie; the engine never reads it.
    """

    id: str
    parent: str
    name: str
    family: str
    decks: int
    aliases: list[str] = []
    about: str = ""
    ranks: str = "A 2 3 4 5 6 7 8 9 T J Q K"
    sources: list[str] = []
    odds: list[str] = []
    notes: list[str] = []
    groups: tuple[Group, ...] = ()
    redeal: Redeal | None = None
    shift: Shift | None = None
    merci: Merci | None = None
    win: str = "all on foundations"
    options: dict[str, Option] = {}
    layout: dict[str, Any] = {}

    def of_kind(self, kind: str) -> tuple[Group, ...]:
        """Return the groups of one kind, in order."""
        return tuple(group for group in self.groups if group.kind == kind)


_MOVES = ["take", "run", "take_when", "keep", "to", "from", "from_until", "when"]
_SPACES = ["space", "space_from", "space_in_turn", "space_when", "fill", "fill_cards", "fill_when"]
_REFILL = ["refill", "refill_below", "refill_first", "refill_order"]
_DEALT = ["order", "face", "sink", "sink_way", "must_hold", "must_hold_way"]

# kind -> (keys that must be there, keys that may be there)
GROUP_KEYS: dict[str, tuple[list[str], list[str]]] = {
    "foundation": (
        ["piles", "start", "build"],
        [*_MOVES, "deal", "placed", "goal", "cards", "sequence", "limited_by"],
    ),
    "tableau": (
        ["piles", "deal", "build", "take", "space"],
        [
            *(*_MOVES, *_SPACES, *_DEALT, *_REFILL),
            *("sequence", "least", "most", "apart", "ends", "then"),
        ],
    ),
    "reserve": (
        ["piles", "deal"],
        [*_MOVES, *_SPACES, *_DEALT, "build", "sequence", "most", "ends"],
    ),
    "cell": (["piles"], [*_MOVES, *(k for k in _SPACES if k != "fill_cards"), *_DEALT, "deal"]),
    "waste": ([], ["piles", *_MOVES]),
    "stock": ([], ["deal", "order", "last", "last_at", "when", "turned", "to"]),
}
# keys that say nothing unless others do
_NEEDS = {
    "last": ("deal", "last_at"),
    "last_at": ("last",),
    "fill_cards": ("fill",),
    "fill_when": ("fill",),
    "from_until": ("from",),
    "must_hold_way": ("must_hold",),
    "refill_below": ("refill",),
    "refill_first": ("refill",),
    "refill_order": ("refill",),
    "sink_way": ("sink",),
    "space_from": ("space",),
    "space_in_turn": ("space_from",),
    "space_when": ("space",),
}
_DEFAULTS: dict[str, dict[str, Any]] = {
    "cell": {"space": "any card"},
    "foundation": {"to": [], "take": "top card"},
    "stock": {"deal": "", "order": "piles"},
}
_ID = r"[a-z0-9]+(-[a-z0-9]+)*"
_MOST_TIMES = 1000
# the search has room for so many (cadogan.compiled)
MOST_PILES, MOST_GROUPS = 64, 16
_MOST_OF_A_GROUP = 40
# what a variant does not take over from the main game
_OWN = ("aliases", "odds", "about", "notes", "sources")
_TOP = ["name", "family", "decks", "aliases", "about", "ranks", "sources", "odds", "notes", "win"]
_TABLES = [*words.KINDS, "redeal", "shift", "merci", "options", "layout", "variants"]


class _Where:
    """A place in a file, for messages."""

    def __init__(self, file: str, key: str = "") -> None:
        self.file, self.key = file, key

    def at(self, key: str) -> _Where:
        return _Where(self.file, f"{self.key}.{key}" if self.key else key)

    def error(self, text: str) -> BadDefinition:
        return BadDefinition(f"{self.file}: {self.key + ': ' if self.key else ''}{text}")


def _known_keys(table: Mapping[str, Any], known: list[str], where: _Where) -> None:
    for key in table:
        if key not in known:
            raise where.at(key).error(f"there is no such key; {did_you_mean(key, known)}")


def _convert(table: Mapping[str, Any], kind: type[Any], where: _Where) -> Any:
    try:
        return msgspec.convert(table, kind)
    except msgspec.ValidationError as error:
        text, _, path = str(error).partition(" - at `$")
        path = path.rstrip("`")
        key = re.sub(r"\[(\.\.\.|\d+)\]", "", path).lstrip(".")
        if missing := re.search(r"missing required field `(\w+)`", text):
            raise where.error(f"the key {missing[1]!r} is missing") from None
        raise (where.at(key) if key else where).error(wanted_kind(text, path)) from None


def _groups(raw: Mapping[str, Any], where: _Where) -> Iterator[Group]:
    for kind, table in raw.items():
        if kind not in words.KINDS:
            continue
        if not isinstance(table, dict):
            raise where.at(kind).error(f"this must be a table, written [{kind}]")
        known = {*GROUP_KEYS[kind][0], *GROUP_KEYS[kind][1]}
        named = [key for key, v in table.items() if isinstance(v, dict) and key not in known]
        if named and len(named) < len(table):
            stray = next(key for key in table if key not in named)
            raise (
                where.at(kind)
                .at(stray)
                .error(f"[{kind}] has named groups, so each key must stand in one of them")
            )
        parts = {f"{kind}.{key}": table[key] for key in named} if named else {kind: table}
        for key in named:
            if not re.fullmatch(_ID, key):
                raise where.at(kind).error(
                    f"{key!r} will not do for the name of a group: it is written in small letters,"
                    " digits and hyphens"
                )
        for name, keys in parts.items():
            there = where.at(name)
            needed, optional = GROUP_KEYS[kind]
            _known_keys(keys, needed + optional, there)
            for key in needed:
                if key not in keys:
                    raise there.error(f"the key {key!r} is missing")
            if isinstance(keys.get("then"), dict):
                fields = [f.encode_name for f in msgspec.structs.fields(Then)]
                _known_keys(keys["then"], fields, there.at("then"))
            yield _convert(
                {**_DEFAULTS.get(kind, {}), **keys, "kind": kind, "name": name}, Group, there
            )


def _checked(where: _Where, check: Callable[..., object], *args: object) -> None:
    """Run one check; what it finds wrong is said with the place in the file."""
    try:
        check(*args)
    except ValueError as error:
        raise where.error(str(error)) from None


def _check_alone(written: Mapping[str, Any], definition: Definition, where: _Where) -> None:
    """Refuse keys that say nothing without another, where they are written.

    A variant may take the other away: it is not asked about keys that it only takes over.
    """
    for group in definition.groups:
        table = written.get(group.kind, {})
        if group.name != group.kind:
            table = table.get(group.name.partition(".")[2], {})
        for key in _NEEDS.keys() & {key for key, value in table.items() if value}:
            for other in _NEEDS[key]:
                says = getattr(group, "from_" if other == "from" else other)
                if other == "space":
                    then = group.then.space if group.then else None
                    says = {group.space, then} - {"none", None}
                if not says and (other == "space" or other not in table):
                    raise (
                        where.at(group.name)
                        .at(key)
                        .error(
                            f"this says nothing where {other!r} is not given"
                            if other != "space"
                            else "this says nothing where 'space' is 'none'"
                        )
                    )


def _check_group(group: Group, definition: Definition, where: _Where) -> None:
    names = [g.name for g in definition.groups]
    kinds = [g.kind for g in definition.groups]
    references = [*dict.fromkeys(names + kinds)]

    def vocabulary(key: str, word: str, known: Any) -> None:
        _checked(where.at(key), words.phrase, word, known)

    if not 1 <= group.piles <= _MOST_OF_A_GROUP:
        raise where.at("piles").error(
            f"{group.piles} piles cannot be laid out; 1 to {_MOST_OF_A_GROUP} can"
        )
    for key in ("deal", "face", "start", "build"):
        value = getattr(group, key)
        if isinstance(value, list) and len(value) != group.piles:
            raise where.at(key).error(f"{len(value)} entries for {group.piles} piles")
    deals = group.deal if isinstance(group.deal, list) else [group.deal]
    if group.kind != "stock" and any(not isinstance(n, int) or n < 0 for n in deals):
        raise where.at("deal").error("this must be a number of cards, 0 or more")
    for build in group.build if isinstance(group.build, list) else [group.build]:
        _checked(where.at("build"), words.parse_build, build)
    if group.run:
        _checked(where.at("run"), words.parse_build, group.run)
    if group.sequence:
        _checked(where.at("sequence"), words.parse_sequence, group.sequence)
    vocabulary("take", group.take, words.TAKES)
    vocabulary("space", group.space, words.SPACES)
    vocabulary("sink_way", group.sink_way, words.SINKS)
    vocabulary("must_hold_way", group.must_hold_way, words.MUST_HOLD_WAYS)
    if isinstance(group.face, str):
        vocabulary("face", group.face, words.FACES)
    vocabulary("order", group.order, words.ORDERS)
    vocabulary("refill_order", group.refill_order, ["rows", "piles"])
    for key, word, known in (
        ("limited_by", group.limited_by, ["the row above"]),
        ("apart", group.apart, ["base rank"]),
        ("ends", group.ends, ["base rank", *RANKS]),
        ("sink", group.sink, list(RANKS)),
    ):
        if word:
            vocabulary(key, word, known)
    builds = group.build if isinstance(group.build, list) else [group.build]
    builds += [group.then.build] if group.then and group.then.build else []
    if group.ends and any(words.parse_build(build).one_way for build in builds):
        raise where.at("ends").error("piles that are built one way have no such end")
    ranks = words.parse_sequence(definition.ranks)
    if group.order == "by rank" and group.piles != len(ranks):
        raise where.at("piles").error(f"dealt by rank there must be {len(ranks)} piles")
    if group.order == "by rank" and any(deals):
        raise where.at("deal").error("dealt by rank this must be 0: all the cards left are dealt")
    if group.kind == "cell" and any(isinstance(n, int) and n > 1 for n in deals):
        raise where.at("deal").error("a cell holds one card")
    if group.kind == "cell" and group.order == "by rank":
        raise where.at("order").error("a cell holds one card, and of each rank there are several")
    for rank in group.must_hold:
        vocabulary("must_hold", rank, list(RANKS))
    if group.must_hold and not any(deals):
        raise where.at("must_hold").error("no card is dealt to this group")
    if group.must_hold and group.order == "rows across groups":
        raise where.at("must_hold").error("this group is not dealt to at one time")
    if group.must_hold and group is not next(g for g in definition.groups if g.must_hold):
        raise where.at("must_hold").error("only one group of a game may be held to that")
    for key, named in (
        ("sink", group.sink),
        ("ends", group.ends),
        ("space", group.space),
        ("must_hold", group.must_hold),
    ):
        for word in [named] if isinstance(named, str) else named:
            if word in RANKS and word and RANKS.index(word) + 1 not in ranks:
                raise where.at(key).error(f"the pack has no {words.rank_word(word)}")
    if then := group.then:
        there = where.at("then")
        _checked(there.at("when"), words.parse_condition, then.when, names)
        if then.build is not None:
            _checked(there.at("build"), words.parse_build, then.build)
        if then.space is not None:
            _checked(there.at("space"), words.phrase, then.space, words.SPACES)
        if then.apart:
            _checked(there.at("apart"), words.phrase, then.apart, ["base rank"])
    for key in ("when", "take_when", "space_when", "fill_when", "from_until"):
        if getattr(group, key):
            _checked(where.at(key), words.parse_condition, getattr(group, key), names)
    for key, refs in (("from", group.from_), ("to", group.to), ("fill", group.fill)):
        for ref in refs or []:
            vocabulary(key, ref, references)
    for ref in group.space_from:
        vocabulary("space_from", ref, references)
        if group.space_in_turn and ref not in names:
            raise where.at("space_from").error(
                f"{ref!r} are several groups here: name them in turn"
            )
    most = definition.decks * 4 * len(words.parse_sequence(definition.ranks))
    for number in (
        "keep",
        "least",
        "most",
        "refill",
        "refill_below",
        "last_at",
        "cards",
        "fill_cards",
    ):
        if not 0 <= getattr(group, number) <= most:
            raise where.at(number).error(f"this must be a number of cards, 0 to {most}")
    held = 1 if group.kind == "cell" else group.most or most
    by_rank = definition.decks * 4 if group.order == "by rank" else 0
    for key, cards in (
        ("deal", max([by_rank, *(n for n in deals if isinstance(n, int))])),
        ("refill", group.refill),
        ("fill_cards", group.fill_cards),
    ):
        if cards > held:
            raise where.at(key).error(
                f"{cards} cards are too many: a pile holds no more than {held}"
            )
    if group.refill_below > group.refill > 0:
        raise where.at("refill_below").error(
            f"a pile is refilled to {group.refill} cards, so fewer than that are short"
        )
    if not group.fill_cards:
        raise where.at("fill_cards").error("a space is filled with 1 card or more")
    if not 1 <= group.refill_first <= group.piles:
        raise where.at("refill_first").error(f"the piles are numbered 1 to {group.piles}")
    if group.kind == "foundation":
        _check_foundation(group, definition, where)
    if group.kind == "waste" and group.take == "none":
        filling = {ref for g in definition.groups for ref in g.fill}
        if not filling & {group.kind, group.name}:
            raise where.at("take").error("no card of the waste would ever be played")
    if group.kind == "stock":
        for key, text in (("deal", group.deal), ("last", group.last)):
            if not isinstance(text, str):
                raise where.at(key).error("this must be a phrase such as '1 to waste'")
            if text:
                _checked(where.at(key), words.parse_stock_deal, text, references)
                if re.search(r" (foundation|cell|stock)\b", text):
                    raise where.at(key).error("a deal goes to the waste, a tableau or a reserve")
        by_hand = [
            "stock" in w.from_ if w.from_ is not None else group.turned
            for w in definition.of_kind("waste")
        ]
        if any(by_hand) and isinstance(group.deal, str) and group.deal:
            raise where.at("deal").error(
                "a stock that deals is not also turned to the waste by hand: leave out one of them"
            )
        if not group.deal and not group.turned and not _stock_feeds(definition):
            raise where.error("nothing ever leaves the stock: the key 'deal' is missing")


def _stock_feeds(definition: Definition) -> bool:
    return any(
        "stock" in [*g.fill, *g.space_from, *(g.from_ or [])] or g.refill for g in definition.groups
    )


def _check_foundation(group: Group, definition: Definition, where: _Where) -> None:
    if group.deal not in (0, 1):
        raise where.at("deal").error("a foundation is dealt its base card, 1, or none, 0")
    if group.deal and group.start != "base rank":
        raise where.at("deal").error("only a foundation that starts with the 'base rank' gets one")
    if group.deal and group is not next(g for g in definition.of_kind("foundation") if g.deal):
        raise where.at("deal").error("the base card is dealt to one group of foundations")
    turned = any(g.turned for g in definition.of_kind("stock"))
    if not turned and "stock" in {ref.partition(".")[0] for ref in group.from_ or []}:
        raise where.at("from").error(
            "the stock is not turned, so its cards are not played here; leave it out, or write"
            " turned = true in [stock]"
        )
    starts = group.start if isinstance(group.start, list) else [group.start]
    for start in starts:
        if start in RANKS and len(start) == 1:
            continue
        if re.fullmatch(r"[A2-9TJQK][CDHS]", start):
            continue
        filled = re.sub(r"\{\w+\}", "{}", start)
        known = {re.sub(r"\{\w+\}", "{}", s) for s in words.STARTS}
        if filled not in known:
            choices = [*words.STARTS, *RANKS, "2C"]
            raise where.at("start").error(
                f"{start!r} is not a rank, a card or a phrase; {did_you_mean(start, choices)}"
            )
        for option in re.findall(r"\{(\w+)\}", start):
            if option not in definition.options:
                raise where.at("start").error(
                    f"there is no option {option!r}; {did_you_mean(option, definition.options)}"
                )
    if isinstance(group.placed, str):
        found = re.fullmatch(r"first (\d{1,2}) dealt", group.placed)
        if not found:
            raise where.at("placed").error(
                f"{group.placed!r} will not do; write true, a list of cards, or 'first 2 dealt'"
            )
        if not (isinstance(group.start, str) and len(group.start) == 1):
            raise where.at("placed").error("the first cards dealt begin foundations of one rank")
        if not 1 <= int(found[1]) <= group.piles:
            raise where.at("placed").error(f"there are {group.piles} foundations for these cards")
    lists = (("placed", group.placed), ("goal", group.goal))
    for key, cards in lists:
        for card in cards if isinstance(cards, list) else []:
            _checked(where.at(key), parse_card, card)
    if group.goal and len(group.goal) != group.piles:
        raise where.at("goal").error(f"{len(group.goal)} entries for {group.piles} piles")
    _check_beginning(group, definition, where)


def _check_beginning(group: Group, definition: Definition, where: _Where) -> None:
    """Check that the pack has the cards that begin the foundations of a group."""
    ranks = words.parse_sequence(definition.ranks)
    starts = group.start if isinstance(group.start, list) else [group.start]
    placed = group.placed if isinstance(group.placed, list) else []
    for key, named in (("start", starts), ("goal", group.goal), ("placed", placed)):
        for word in named:
            if re.fullmatch(r"[A2-9TJQK][CDHS]?", word) and RANKS.index(word[0]) + 1 not in ranks:
                raise where.at(key).error(f"the pack has no {words.rank_word(word[0])}")
    if group.placed is True and len(starts[0]) == 2:
        placed = starts if isinstance(group.start, list) else starts * group.piles
    if any(placed.count(card) > definition.decks for card in placed if len(card) == 2):
        raise where.at("placed").error("the pack has not so many cards of a kind")
    of_one_rank = isinstance(group.start, str) and len(group.start) == 1
    if group.placed is True and of_one_rank and group.piles > 4 * definition.decks:
        raise where.at("placed").error(f"the pack has only {4 * definition.decks} cards of a rank")
    if "{" in str(group.start) and not {*range(2, 11)} <= {*ranks}:
        raise where.at("start").error("the pack must have the cards from two to ten for the digits")
    reserves = sum(g.piles for g in definition.of_kind("reserve"))
    if group.start == "above the reserve" and group.piles > reserves:
        raise where.at("start").error(f"{group.piles} foundations need as many reserve piles")
    if group.start == "base suit" and group.piles > len(ranks):
        raise where.at("start").error(f"there are only {len(ranks)} ranks to begin with")


def _check(definition: Definition, where: _Where) -> None:
    if definition.decks not in (1, 2, 3, 4):
        raise where.at("decks").error(f"{definition.decks} packs will not do; 1 to 4 will")
    _checked(where.at("ranks"), words.parse_sequence, definition.ranks)
    _checked(where.at("win"), words.phrase, definition.win, words.WINS)
    if not definition.of_kind("foundation") and not definition.of_kind("tableau"):
        raise where.error("a game needs at least a [foundation] or a [tableau]")
    if definition.win != "tableau in runs" and not definition.of_kind("foundation"):
        raise where.error("the cards are to go to foundations, but there is no [foundation]")
    for kind in ("stock",):
        if len(definition.of_kind(kind)) > 1 or any(g.piles > 1 for g in definition.of_kind(kind)):
            raise where.at(kind).error(f"a game has one {kind} pile at most")
    if len(definition.groups) > MOST_GROUPS:
        raise where.error(f"{len(definition.groups)} groups are too many; {MOST_GROUPS} will do")
    piles = sum(g.piles for g in definition.groups if 1 <= g.piles <= _MOST_OF_A_GROUP)
    if piles > MOST_PILES:
        raise where.error(f"{piles} piles are too many; {MOST_PILES} will do")
    for name, option in definition.options.items():
        there = where.at("options").at(name)
        _checked(there.at("kind"), words.phrase, option.kind, ["digits", "suits"])
        if not 1 <= option.length <= 20:
            raise there.at("length").error("this must be a number of digits, 1 to 20")
        try:
            _check_option(name, option, option.default, example="")
        except BadOption as error:
            raise there.at("default").error(str(error)) from None
    for group in definition.groups:
        _check_group(group, definition, where.at(group.name))
    _check_arithmetic(definition, where)
    names = [g.name for g in definition.groups]
    if definition.redeal:
        redeal, there = definition.redeal, where.at("redeal")
        if isinstance(redeal.times, str):
            _checked(there.at("times"), words.phrase, redeal.times, ["unlimited"])
        elif not 0 <= redeal.times <= _MOST_TIMES:
            raise there.at("times").error(f"this must be 0 to {_MOST_TIMES}, or 'unlimited'")
        _checked(there.at("order"), words.phrase, redeal.order, words.REDEAL_ORDERS)
        _checked(there.at("from"), words.phrase, redeal.from_, ["waste", "tableau"])
        if redeal.when:
            _checked(there.at("when"), words.parse_condition, redeal.when, names)
        if not definition.of_kind(redeal.from_):
            raise there.at("from").error(f"there is no [{redeal.from_}]")
        if redeal.from_ == "waste" and redeal.order not in ("turned", "shuffled"):
            raise there.at("order").error("a waste is 'turned' or 'shuffled'")
        if redeal.from_ == "tableau" and redeal.order == "turned":
            raise there.at("order").error("a tableau is gathered: 'first pile first', ...")
    for key, some in (("shift", definition.shift), ("merci", definition.merci)):
        if some and not 0 <= some.times <= _MOST_TIMES:
            raise where.at(key).at("times").error(f"this must be 0 to {_MOST_TIMES}")
    if definition.shift:
        _checked(where.at("shift.group"), words.phrase, definition.shift.group, names)
        if definition.shift.group.startswith("foundation"):
            raise where.at("shift.group").error("the cards of foundations keep their order")
    if definition.merci and definition.merci.when:
        _checked(where.at("merci.when"), words.parse_condition, definition.merci.when, names)


def _check_arithmetic(definition: Definition, where: _Where) -> None:
    """Check that the pack has the cards that are laid out, and that none is left over."""
    cards = definition.decks * 4 * len(words.parse_sequence(definition.ranks))
    laid = 0
    for group in definition.groups:
        if group.kind == "foundation":
            placed = group.placed
            laid += (
                int(placed.split()[1])
                if isinstance(placed, str)
                else len(placed)
                if isinstance(placed, list)
                else group.piles * placed
            )
        if isinstance(group.deal, list):
            laid += sum(group.deal)
        elif isinstance(group.deal, int):
            laid += group.deal * (group.piles if group.kind != "foundation" else 1)
        if group.order == "by rank":
            laid = max(laid, cards)  # what has been laid out before, and all the rest
        if laid > cards:
            key = "deal" if group.deal else "order" if group.order == "by rank" else "placed"
            raise (
                where.at(group.name)
                .at(key)
                .error(f"with these {laid} cards are laid out, but the pack has only {cards}")
            )
    if laid < cards and not definition.of_kind("stock"):
        raise where.error(
            f"{laid} of the {cards} cards are laid out: a [stock] is missing for the rest"
        )


def _merge(base: Mapping[str, Any], change: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(base)
    for key, value in change.items():
        old = merged.get(key)
        merged[key] = (
            _merge(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
        )
    return merged


def _build(raw: Mapping[str, Any], game_id: str, parent: str, where: _Where) -> Definition:
    _known_keys(raw, [*_TOP, *(t for t in _TABLES if t != "variants")], where)
    for key in ("name", "family", "decks"):
        if key not in raw:
            raise where.error(f"the key {key!r} is missing")
    table: dict[str, Any] = {k: v for k, v in raw.items() if k not in words.KINDS}
    for key, kind in (("redeal", Redeal), ("shift", Shift), ("merci", Merci)):
        if key in table:
            if not isinstance(table[key], dict):
                raise where.at(key).error(f"this must be a table, written [{key}]")
            fields = [f.encode_name for f in msgspec.structs.fields(kind)]
            _known_keys(table[key], fields, where.at(key))
            table[key] = _convert(table[key], kind, where.at(key))
    if not isinstance(table.get("options", {}), dict):
        raise where.at("options").error("this must be tables, each written [options.NAME]")
    for name, option in table.get("options", {}).items():
        if not isinstance(option, dict):
            raise where.at("options").at(name).error("this must be a table")
        _known_keys(
            option, [f.name for f in msgspec.structs.fields(Option)], where.at("options").at(name)
        )
    if not isinstance(table.get("layout", {}), dict):
        raise where.at("layout").error("this must be a table, written [layout]")
    groups = tuple(_groups(raw, where))
    definition: Definition = _convert(
        {**table, "id": game_id, "parent": parent, "groups": groups}, Definition, where
    )
    _check(definition, where)
    return definition


def load_text(text: str, file: str) -> dict[str, Definition]:
    """Load the definitions (main game and variants) of one file's text.

    Args:
        text: TOML.
        file: the file's name, for messages; its stem is the id of the main game.

    Raises:
        BadDefinition: naming the file, the key and what would be right.
    """
    try:
        raw = tomllib.loads(text)
    except RecursionError:
        raise _Where(file).error(
            "this is not TOML that can be read: it is nested too deep"
        ) from None
    except ValueError as error:  # TOMLDecodeError, or a number of too many digits
        told = f"{str(error)[:1].lower()}{str(error)[1:]}"
        raise _Where(file).error(f"this is not TOML: {told}") from None
    return load_table(raw, file)


def load_table(raw: Mapping[str, Any], file: str) -> dict[str, Definition]:
    """Load the definitions of one file, already read as TOML; see :func:`load_text`."""
    where = _Where(file)
    stem = re.sub(r"\.toml$", "", file.replace("\\", "/").rsplit("/", 1)[-1])
    if not re.fullmatch(_ID, stem):
        raise where.error("the file must be named in small letters, digits and hyphens")
    _known_keys(raw, [*_TOP, *_TABLES], where)
    raw = dict(raw)
    variants = raw.pop("variants", {})
    if not isinstance(variants, dict):
        raise where.at("variants").error("this must be tables, each written [variants.ID]")
    found = {stem: _build(raw, stem, stem, where)}
    _check_alone(raw, found[stem], where)
    base = {k: v for k, v in raw.items() if k not in _OWN}
    for game_id, change in variants.items():
        there = where.at(f"variants.{game_id}")
        if not re.fullmatch(_ID, game_id):
            raise there.error("an id is written in small letters, digits and hyphens")
        if game_id in found:
            raise there.error("the main game has this id already")
        if not isinstance(change, dict):
            raise there.error("this must be a table")
        if "variants" in change:
            raise there.at("variants").error("a variant has no variants of its own")
        _known_keys(change, [*_TOP, *(t for t in _TABLES if t != "variants")], there)
        if "name" not in change:
            raise there.error("the key 'name' is missing")
        found[game_id] = _build(_merge(base, change), game_id, stem, there)
        _check_alone(change, found[game_id], there)
    return found


@functools.cache
def catalogue() -> Mapping[str, Definition]:
    """Return every definition of the catalogue by id, sorted.

    >>> catalogue()["spanish-patience"].parent
    'bakers-dozen'
    """
    found: dict[str, Definition] = {}
    for entry in sorted(
        resources.files("cadogan").joinpath("games").iterdir(), key=lambda e: e.name
    ):
        if entry.name.endswith(".toml"):
            for game_id, definition in load_text(
                entry.read_text("utf-8"), f"games/{entry.name}"
            ).items():
                if game_id in found:
                    raise BadDefinition(f"games/{entry.name}: the id {game_id!r} is used twice")
                found[game_id] = definition
    return dict(sorted(found.items()))


def find(game_id: str) -> Definition:
    """Return the definition with this id.

    Raises:
        UnknownGame: naming the nearest id, also by a game's name or alias.
    """
    known = catalogue()
    if not isinstance(game_id, str):
        raise UnknownGame(f"a game's id is a text such as 'klondike', not {type(game_id).__name__}")
    if game_id in known:
        return known[game_id]
    names = {alias.lower(): key for key, d in known.items() for alias in [*d.aliases, d.name]}
    if game_id.lower() in names:
        hint = f"did you mean {names[game_id.lower()]!r}?"
    else:
        hint = did_you_mean(game_id, known)
    raise UnknownGame(f"there is no game {game_id!r}; {hint}")


def _check_option(name: str, option: Option, value: str, example: str) -> str:
    if option.kind == "suits":
        value = value.upper()
        if sorted(value) != sorted(SUITS):
            raise BadOption(
                f"{name} {value!r} will not do: write each of the four suits C D H S once"
                f"{', as ' + example if example else ''}"
            )
    elif not re.fullmatch(option.pattern, value):
        why = "a zero has no card" if re.fullmatch(r"[0-9]+", value) and "0" in value else ""
        if len(value) != option.length:
            why = f"it has {len(value)} characters"
        raise BadOption(
            f"{name} {value!r} will not do: it must be {words.count_word(option.length)} digits"
            " from 1 to 9"
            f"{', and ' + why if why else ''}{'; for instance ' + example if example else ''}"
        )
    return value


def check_options(definition: Definition, given: Mapping[str, object]) -> dict[str, str]:
    """Return the value of every option of a game, defaults filled in.

    Raises:
        BadOption: for an option that the game does not have, or a value that will not do.

    >>> check_options(find("birthday"), {"target": 1888})
    {'target': '1888', 'suits': 'SHCD'}
    """
    for name in given:
        if name not in definition.options:
            hint = did_you_mean(name, definition.options)
            raise BadOption(f"{definition.name} has no option {name!r}; {hint}")
    return {
        name: _check_option(name, option, str(given.get(name, option.default)), option.default)
        for name, option in definition.options.items()
    }
