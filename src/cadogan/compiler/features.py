"""Features of a game: the rules on which the solver's proofs may depend.

The code of each pruning, dominance, symmetry and safe move lists the features for which it is
proved. The solver does not use the method in a game with any other feature. So a new rule switches
off every method whose proof does not name it.

No rule can escape this test. :data:`SHAPE` lists some fields of
:class:`~cadogan.state.compiled.CompiledRules`, and every other field belongs to a feature. A field
without a feature becomes a feature of its own in games that use it, and no proof names that
feature. Codes for lifting, conditions and wins that have no feature are treated the same way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from cadogan.core.cards import JOKER
from cadogan.mechanics import registry
from cadogan.mechanics.mechanic import Feature
from cadogan.mechanics.piles import per_pile
from cadogan.rules.builds import parse_build
from cadogan.rules.definition import Definition
from cadogan.rules.group import Group, ever
from cadogan.rules.phases import runs
from cadogan.rules.phrases import Direction
from cadogan.state.codes import Lift, Turning, When, Win
from cadogan.state.compiled import STRIDE, CompiledRules
from cadogan.state.records import flattened

# Meaning of each field if its value is not ``idle``.
_FIELDS: Mapping[str, Feature] = {
    "accept.base_by_play": Feature(
        "base by play", "the first card put on a foundation is the base card"
    ),
    "accept.then_when": Feature("changing rules", "a condition changes which cards go on which"),
    "accept.least": Feature("least height", "a pile with too few cards may not be built on"),
    "accept.above": Feature(
        "limited by another", "a pile takes only ranks that another pile shows", -1
    ),
    "accept.indicator": Feature(
        "awaits another", "a pile takes nothing before another pile holds a card", -1
    ),
    "accept.lock": Feature(
        "one way", "the first card packed fixes whether a pile is built up or down"
    ),
    "mechanics.holes": Feature(
        "hole", "on a foundation a rank may follow many others, and only the top card matters"
    ),
    "lift.keep": Feature("keeps bottom cards", "cards at the bottom of piles never leave"),
    "lift.link_or": Feature("runs of two kinds", "a run follows one of two rules throughout"),
    "lift.is_cell": Feature("cells", "cells may hold cards of a run that is moved card by card"),
    "lift.any_when": Feature(
        "carrying waits", "a condition decides when an empty pile may hold part of a run"
    ),
    "face.sinks": Feature(
        "sinks", "cards go to the bottom of their pile as soon as they are exposed"
    ),
    "routes.phase_conditions": Feature(
        "phases", "conditions determine which piles cards may move between"
    ),
    "fill.cards": Feature("fills", "an empty pile is filled at once"),
    "fill.when": Feature("filling waits", "a condition decides when an empty pile is filled"),
    "fill.met": Feature(
        "always met",
        "in redeals and fills, cards that begin foundations go to foundations",
    ),
    "refill.piles": Feature("refills", "short piles are refilled from the stock"),
    "deal.when": Feature("dealing waits", "a condition decides when the stock deals"),
    "last_deal.cards": Feature("last deal", "the last deal differs from the others"),
    "deal.counted": Feature(
        "deals counted", "a rule depends on whether the stock has been dealt from"
    ),
    "deal.misses": Feature("deals miss", "a deal skips piles with certain numbers"),
    "redeal.when": Feature("redealing waits", "a condition decides when there is a redeal"),
    "redeal.from_top": Feature(
        "redeals from the top", "a redeal deals each pile in place, from its top card"
    ),
    "shift.times": Feature("shifts", "bottom cards go to the tops of their piles"),
    "merci.times": Feature("draws buried cards", "a buried card may be drawn"),
    "merci.when": Feature("draws buried cards", "a buried card may be drawn"),
    "win.clear": Feature(
        "won: piles empty", "some piles must be empty, wherever their cards have gone"
    ),
    "mechanics.discard_pile": Feature("discard pile", "cards may be out of play", -1),
    **registry.FEATURES,
}

# Fields that describe the size of a game, the places of its piles, or the piles that may use a
# feature. These fields are not features themselves: a proof reads them, or holds for all their
# values.
_SHAPE = {
    "": (
        "piles",
        "groups",
        "foundations",
        "total",
        "room",
        "group",
        "klass",
        "tableau_first",
        "tableau_end",
    ),
    "accept": ("rule_at", "sets", "rule_then", "full", "twins", "lock_then", "marks"),
    "lift": ("link", "link_then", "single", "any_space"),
    "face": ("look_first", "look_end"),
    "routes": ("ways", "gives"),
    "conditions": ("first", "end"),
    "fill": ("ways", "sources"),
    "refill": ("order", "height", "below", "rows"),
    "stock": ("pile", "waste"),
    "deal": ("first", "end", "rows"),
    "last_deal": ("first", "end", "rows", "at", "when"),
    "redeal": (
        "counted",
        "waste",
        "last_first",
        "first",
        "under",
        "end",
        "rounds",
        "rows",
        "dealt",
    ),
    "shift": ("first", "end"),
    "merci": ("piles",),
    "win": ("runs", "empty", "full", "left"),
    "mechanics": ("needed", "most_counted", "forgets", "kings"),
    **{name: mechanic.shape for name, mechanic in registry.MECHANICS.items()},
}
SHAPE = frozenset(f"{name}.{field}".lstrip(".") for name in _SHAPE for field in _SHAPE[name])

# Fields that hold codes, or that :func:`_made` turns into features.
_READ = frozenset(
    (
        *("accept.based", "lift.take", "face.hidden", "face.turns", "face.blind"),
        *("conditions.kind", "deal.cards", "redeal.times", "redeal.shuffled", "win.kind"),
    )
)

_LIFTS: Mapping[int, tuple[str, str]] = {
    Lift.NONE: ("lifts nothing", "some cards stay where they are"),
    Lift.CARD: ("lifts a card", "the top card is lifted"),
    Lift.RUN: ("lifts a run", "built runs are lifted"),
    Lift.SINGLY: (
        "lifts a run card by card",
        "built runs are lifted if they could be moved card by card",
    ),
    Lift.BLOCK: ("lifts a block", "face-up cards are lifted with all cards on them"),
    Lift.WHOLE: ("lifts a pile", "only whole piles are lifted"),
    Lift.CARD_OR_WHOLE: ("lifts a card or a pile", "the top card or the whole pile is lifted"),
    Lift.ANYWHERE: ("lifts any card", "every card of a pile is lifted alone"),
    Lift.BY_TOP: (
        "lifts a pile by its top card",
        "whole piles are lifted, and their top cards must fit",
    ),
    Lift.ENDS: ("lifts from both ends", "the top or the bottom card is lifted"),
    Lift.TO_SPACES: (
        "lifts runs to empty piles",
        "the top card is lifted, or a run that goes to an empty pile",
    ),
    Lift.FREEING: (
        "lifts runs that free",
        "whole runs are lifted, or parts that free a card for a foundation",
    ),
}
_WAITS: Mapping[int, tuple[str, str]] = {
    When.EMPTY: ("waits: empty", "a rule waits for piles to be empty"),
    When.NO_GAPS: ("waits: no gaps", "a rule waits until no pile is short"),
    When.COMPLETE: ("waits: complete", "a rule waits for the first foundation to be complete"),
    When.REDEALT: ("waits: redealt", "a rule waits for a redeal"),
    When.DEALT: ("waits: dealt", "a rule waits for a deal"),
    When.CHOSEN: ("waits: chosen", "a rule waits for the base card to be known"),
    When.NO_REDEAL: ("waits: no redeal", "a rule waits for the last redeal"),
    When.HAS_SPACE: ("waits: an empty pile", "a rule waits for one of several piles to be empty"),
    When.NO_DEAL: ("waits: no deal", "a rule waits until the stock can deal no more cards"),
    When.KINGS_LOWEST: ("waits: kings lowest", "a rule waits for every king to lie at the bottom"),
    When.BATCH_OPEN: ("waits: batch", "a rule depends on whether a batch of cards is being placed"),
    When.CAN_BE_FILLED: (
        "waits: can be filled",
        "a rule depends on whether a card may go to an empty pile",
    ),
    When.ALL_DOWN: ("waits: all down", "a rule waits until no card of some piles lies face up"),
}
_WON: Mapping[int, tuple[str, str]] = {
    -1: ("won: piles empty", "some piles must be empty, wherever their cards have gone"),
    0: ("won: on foundations", "all cards must lie on foundations"),
    1: ("won: complete", "all foundations must be complete"),
    2: ("won: runs", "tableau piles must be full suits in order"),
    Win.ALL_OUT: ("won: out of play", "all cards must be out of play"),
    Win.SCORED: ("won: score", "the score must reach its target"),
    Win.ONE_PILE: ("won: one pile", "the tableau must be one pile"),
    Win.ROWS_IN_ORDER: ("won: rows", "the rows of a grid must be in order"),
    Win.IN_BUILT_RUNS: ("won: built runs", "the tableau must consist of built runs of all ranks"),
    Win.ONE_OF_SUITS: ("won: one of each suit", "one card of each suit must be left"),
    Win.CARDS_LEFT: ("won: cards left", "at most a given number of cards must be left in play"),
}
_TURNED: Mapping[int, tuple[str, str]] = {
    Turning.NEVER: (
        "never turned up",
        "face-down cards outside the stock are never turned up automatically",
    ),
    Turning.LAST: ("turned up last", "only the last card of a pile is turned up"),
    Turning.LATE: ("turned up late", "face-down cards are turned up when the stock is empty"),
}
_CODES = (_LIFTS, _WAITS, _WON, _TURNED)
_MADE = {
    "two packs": "there are two of each card",
    "more packs": "there are three or more of each card",
    "jokers": "the pack has jokers, which go on every card and take every card",
    "other suits": "the pack lacks a suit, or has one twice",
    "base card": "which cards go on which depends on a base card",
    "uncommon build": "cards go on equal cards, or on any higher card",
    "waste with a build": "a build limits the cards that the player may lay on the waste",
    "face-down piles": "cards moved to piles other than the stock are turned face down",
    "played unseen": "a player plays a card without seeing it, and not from the stock",
    "gives back": "foundations give cards back, to other piles or to each other",
    "gives back several": "foundations give back several cards at once",
    "plays from the stock": "the stock's top card may be played",
    "deals to waste": "the stock deals to the waste",
    "deals several to waste": "the stock deals several cards at a time to the waste",
    "deals to piles": "the stock deals to piles in play",
    "deals to foundations": "the stock deals cards of all kinds to foundations",
    "redeals the waste": "the waste becomes the stock again",
    "redeals the tableau": "piles are gathered and dealt again",
    "redeals shuffled": "a redeal shuffles",
}
FEATURES: Mapping[str, str] = {
    **_MADE,
    **{feature.name: feature.meaning for feature in _FIELDS.values()},
    **dict(named for codes in _CODES for named in codes.values()),
}
"""The meaning of each feature."""
_STANDARD_SUITS = "C D H S"


class Proof(NamedTuple):
    """Proof of a pruning, represented by the features that it covers."""

    features: frozenset[str]  # the features for which the proof holds

    @classmethod
    def of(cls, names: str) -> Proof:
        """Return the proof for features whose names are separated by commas.

        >>> sorted(Proof.of("two packs, sinks").features)
        ['sinks', 'two packs']
        """
        return cls(frozenset(" ".join(names.split()).split(", ")))

    def covers(self, features: frozenset[str]) -> bool:
        """Return whether the proof holds for all given features.

        >>> Proof(frozenset({"sinks"})).covers(frozenset({"sinks", "fills"}))
        False
        """
        return features <= self.features


def features_of(
    R: CompiledRules, definition: Definition, groups: Sequence[Group], conditions: int
) -> frozenset[str]:
    """Return the features of a game whose definition has ``conditions`` conditions.

    >>> import cadogan
    >>> sorted(cadogan.game("bakers-dozen").features)
    ['lifts a card', 'won: on foundations']
    """
    return frozenset((*_in_use(R), *_made(R, definition, groups, conditions)))


def _in_use(R: CompiledRules) -> Iterator[str]:
    """Yield the features of the fields in use, or a made-up name for a field without a feature."""
    for name, field in flattened(R):
        if name in SHAPE or name in _READ:
            continue
        feature = _FIELDS.get(name, Feature(f"the field {name}", ""))
        if feature.is_in_use(field):
            yield feature.name


def _made(
    R: CompiledRules, definition: Definition, groups: Sequence[Group], conditions: int
) -> Iterator[str]:
    """Yield the features of codes, and the features that combine several fields."""
    foundations = {R.group[p] for p in range(R.foundations)}
    stock = {R.group[R.stock.pile]} if R.stock.pile >= 0 else set()
    for g in {*range(R.groups)} - foundations - stock:
        yield _named(_LIFTS, R.lift.take[g], "lifts")
    for kind in R.conditions.kind[:conditions]:
        yield _named(_WAITS, kind, "waits")
    yield _named(_WON, R.win.kind, "won")
    ways = R.routes.ways
    giving = {
        at // R.groups % R.groups
        for at in range(0, len(ways), R.groups)
        if any(ways[at : at + R.groups])
    }
    for feature, there in (
        ("gives back", giving & foundations),
        ("gives back several", any(R.lift.take[g] != Lift.CARD for g in giving & foundations)),
        ("plays from the stock", giving & stock),
        ("two packs", definition.decks == 2),
        ("more packs", definition.decks > 2),
        ("other suits", definition.suits != _STANDARD_SUITS),
        ("jokers", JOKER in definition.pack),
        ("base card", R.accept.based * STRIDE < len(R.accept.sets)),
        ("uncommon build", any(map(uncommon, groups))),
        ("waste with a build", any(map(_built_waste, groups))),
        ("redeals the waste", R.redeal.times and R.redeal.waste),
        ("redeals the tableau", R.redeal.times and not R.redeal.waste),
        ("redeals shuffled", R.redeal.times and R.redeal.shuffled),
    ):
        if there:
            yield feature
    yield from _face_down(R)
    yield from _dealt(R)


def _named(codes: Mapping[int, tuple[str, str]], code: int, what: str) -> str:
    """Return the feature of a code, or a made-up name for a code without a feature."""
    return codes[code][0] if code in codes else f"{what} by code {code}"


def _built_waste(group: Group) -> bool:
    return group.kind == "waste" and {*per_pile(group.build, group.piles)} != {"none"}


def _face_down(R: CompiledRules) -> Iterator[str]:
    """Yield the features for face-down cards in piles from which a player plays."""
    for p in {*range(R.foundations, R.piles)} - {R.stock.pile}:
        if R.face.hidden[p]:
            yield "face-down piles"
        if R.face.blind[p]:
            yield "played unseen"
        if R.face.turns[p] != Turning.UP:
            yield _named(_TURNED, R.face.turns[p], "turned")


def _dealt(R: CompiledRules) -> Iterator[str]:
    """Yield the features for the piles to which the stock deals."""
    for count, first, end in (
        (R.deal.cards, R.deal.first, R.deal.end),
        (R.last_deal.cards, R.last_deal.first, R.last_deal.end),
    ):
        if not count:
            continue
        if first < R.foundations:
            yield "deals to foundations"
        elif first == R.stock.waste:
            yield "deals several to waste" if count > 1 else "deals to waste"
        else:
            yield "deals to piles"
        if first < R.stock.waste < end or (first == R.stock.waste and end > first + 1):
            yield "deals to piles"


def uncommon(group: Group) -> bool:
    """Return whether a build of the group allows cards on equal cards or on any higher card."""
    texts = [text for build in ever(group, "build") for text in per_pile(build, group.piles)]
    builds = map(parse_build, [*texts, *runs(group)])
    return any(build.equals or build.direction == Direction.ANY_LOWER_CARD for build in builds)
