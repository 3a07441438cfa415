"""The features of a game: everything its rules use that a proof must reckon with.

Each compiled game carries the set of its features
(:attr:`cadogan.state.compiled.CompiledGame.features`). Each pruning, dominance, symmetry and safe
move names, beside its proof, the features that it is proved for; a game with any other feature is
played and searched without it. So nobody has to remember the prunings when a mechanism is added:
its feature switches all of them off until a proof names it.

Nothing is exempt by oversight. A field of :class:`~cadogan.state.compiled.CompiledRules` that
stands neither in :data:`SHAPE` nor beside a feature counts, when it is in use, as a feature of its
own that no proof names; and so does a code (of what is lifted, waited for or won by) that no
feature stands for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from cadogan.compiler.piles import per_pile
from cadogan.core.cards import JOKER
from cadogan.rules.builds import parse_build
from cadogan.rules.definition import Definition
from cadogan.rules.group import Group, ever
from cadogan.rules.phases import runs
from cadogan.rules.phrases import Direction
from cadogan.state.codes import Lift, Turning, When, Win
from cadogan.state.compiled import STRIDE, CompiledRules
from cadogan.state.records import flattened

# What each feature means. The order is that of the tables.
FEATURES: Mapping[str, str] = {
    # --- the pack ---
    "two packs": "there are two of each card",
    "more packs": "there are three or more of each card",
    "jokers": "the pack has jokers, which fit everything",
    "other suits": "the pack lacks a suit, or has one twice",
    # --- what goes on what ---
    "base card": "what goes on what depends on a base card",
    "base by play": "the first card put on a foundation is the base card",
    "changing rules": "a condition changes what goes on what",
    "least height": "a pile with too few cards is not built on",
    "limited by another": "a pile takes only ranks that another shows",
    "awaits another": "a pile takes nothing before a card lies on another",
    "one way": "the first card packed fixes whether a pile goes up or down",
    "same way": "several piles all go the same way",
    "same suits": "several foundations show one suit at a height",
    "lines of suits": "foundations get their suits in play, line by line",
    "uncommon build": "cards go on equal cards, or on any lower card",
    "waste with a build": "a build says what is laid on the waste by hand",
    "hole": "any rank may follow many on a foundation, and only its top card matters",
    # --- what may be lifted ---
    "lifts nothing": "some cards stay where they are",
    "lifts a card": "the top card is lifted",
    "lifts a run": "built runs are lifted",
    "lifts a run card by card": "built runs are lifted as far as single cards could carry them",
    "lifts a block": "face-up cards are lifted with all that lies on them",
    "lifts a pile": "only whole piles are lifted",
    "lifts a card or a pile": "the top card or the whole pile is lifted",
    "lifts any card": "every card of a pile is lifted by itself",
    "lifts a pile by its top card": "whole piles are lifted, and their top cards must fit",
    "lifts from both ends": "the top or the bottom card is lifted",
    "lifts runs to empty piles": "the top card is lifted, a run only into an empty pile",
    "lifts runs that free": "whole runs are lifted, parts only to free a card for a foundation",
    "keeps bottom cards": "cards at the bottom of piles never leave",
    "runs of two kinds": "one of two rules holds throughout a run",
    "cells": "cells hold cards of a run that is moved card by card",
    "carrying waits": "a condition says when an empty pile holds part of such a run",
    # --- how cards lie ---
    "face-down piles": "cards come to lie face down on piles other than the stock",
    "turned up last": "only the last card of a pile is turned up",
    "turned up late": "face-down cards are turned up when the stock is empty",
    "never turned up": "face-down cards outside the stock are never turned up by themselves",
    "late": "there are cards that are turned up when the stock is empty",
    "squared": "only the uppermost cards of some piles may be looked at",
    "played unseen": "a card other than the stock's is played unseen",
    "sinks": "cards go to the bottom of their pile as soon as they are exposed",
    # --- who may play to whom, and what rules wait for ---
    "gives back": "foundations give cards back, to other piles or to each other",
    "gives back several": "foundations give back more than the top card at once",
    "plays from the stock": "the stock's top card may be played",
    "phases": "conditions change which piles may play to which",
    "waits: empty": "a rule waits for piles to be empty",
    "waits: no gaps": "a rule waits for no pile to be short",
    "waits: complete": "a rule waits for the first foundation to be complete",
    "waits: redealt": "a rule waits for a redeal",
    "waits: dealt": "a rule waits for a deal",
    "waits: chosen": "a rule waits for the base card to be known",
    "waits: no redeal": "a rule waits for the last redeal",
    "waits: an empty pile": "a rule waits for one of several piles to be empty",
    "waits: no deal": "a rule waits until the stock deals no more",
    "waits: kings lowest": "a rule waits for every king to lie at the bottom",
    "waits: batch": "a rule asks whether a batch of cards is being placed",
    "waits: can be filled": "a rule asks whether a card may go to an empty pile",
    "waits: all down": "a rule waits until no card of some piles lies face up",
    # --- filling and refilling ---
    "fills": "an empty pile is filled at once",
    "filling waits": "a condition says when an empty pile is filled",
    "always met": "cards that begin foundations go there in redeals and instead of filling a pile",
    "refills": "short piles are refilled from the stock",
    # --- the stock ---
    "deals to waste": "the stock deals to the waste",
    "deals several to waste": "the stock deals several cards at a time to the waste",
    "deals to piles": "the stock deals to piles in play",
    "deals to foundations": "the stock deals on foundations, whatever comes",
    "dealing waits": "a condition says when the stock deals",
    "last deal": "the last deal is another one",
    "deals counted": "a rule asks whether there has been a deal",
    "deals in turn": "the stock deals to piles in turn, one at a time",
    "deals skip": "a deal passes over some piles",
    "deals miss": "a deal leaves out some piles by their numbers",
    "deals limited": "so many deals there are until the cards are used again",
    "batches": "cards from the waste are placed in batches",
    "falls on": "a foundation takes only cards about to fall on certain piles",
    "reverses": "the row of the last deal may be reversed",
    # --- redeals ---
    "redeals the waste": "the waste becomes the stock again",
    "redeals the tableau": "piles are gathered and dealt again",
    "redeals the stock": "a redeal gathers the stock as well",
    "redeals shuffled": "a redeal shuffles",
    "redealing waits": "a condition says when there is a redeal",
    "redeals pile by pile": "a redeal takes up one pile and deals it over the others",
    "redeals from the top": "a redeal deals the top cards of each pile first, as they lie",
    "redeals keep": "a redeal leaves the cards of a grid that are in order",
    # --- what else is done ---
    "shifts": "bottom cards go to the tops of their piles",
    "draws buried cards": "a buried card may be drawn",
    # --- how the game is won ---
    "won: on foundations": "all cards are to lie on foundations",
    "won: complete": "all foundations are to be complete",
    "won: runs": "piles of the tableau are to be full suits in order",
    "won: out of play": "all cards are to be out of play",
    "won: score": "the score is to come to its target",
    "won: one pile": "the tableau is to be one pile",
    "won: rows": "the rows of a grid are to be in order",
    "won: built runs": "the tableau is to be built runs of all ranks",
    "won: one of each suit": "one card of each suit is to be left",
    "won: cards left": "only so many cards are to be left in play",
    "won: piles empty": "piles are to be empty, wherever their cards have gone",
    # --- mechanics of few games ---
    "discard pile": "cards may be out of play",
    "covers": "piles lie on piles",
    "whole runs": "foundations take whole runs",
    "reach": "piles of a row go only so far",
    "leftmost": "of several piles only the leftmost that fits takes a card",
    "closes up": "a row closes up",
    "top cards alone": "of some piles only the top card can matter",
    "grid": "piles stand in the rows of a grid",
    "fixed rows": "what is in order in its row stays",
    "ring": "rows are read on from the last place to the first",
    "right neighbours": "a place takes a card by what lies at its right",
    "removal": "cards leave play together",
    "leave alone": "cards leave play by themselves",
    "leave from both ends": "the bottom card of a pile may leave play",
    "leave with cover": "a card leaves play with the only one that lies on it",
    "must touch": "only cards that touch each other leave play together",
    "larger sets": "sets of three or four linked cards leave play",
    "threes": "three cards of given ranks leave play together",
    "fours": "four cards of given ranks leave play together",
    "sets that differ": "four cards of different ranks or suits leave play together",
    "sets of any size": "any number of cards that add up to a number leave play together",
    "leave between": "cards leave play that lie between two that match",
    "scores": "cards on foundations or in lines count points",
    "marriage": "foundations begin with two cards together",
    "right places": "cards are right on one place",
    "swaps": "cards change places",
    "weaves": "exiles are woven in",
    "shuttles": "a card that comes home turns up another",
    "chances": "a card that would turn up no other changes places",
    "leave one by one": "cards leave play one by one",
    "must leave": "nothing else is done while a card can leave",
    "replaced": "the stock replaces a card that leaves",
    "some may stay": "some cards may be left in play",
    "counts": "cards are counted as they are turned, or along rows",
}

# Fields that say how large a game is, where its piles are and which of them may do what a feature
# allows. They use nothing by themselves: proofs read them, or hold whatever they are.
SHAPE = frozenset(
    (
        *("piles", "groups", "foundations", "total", "room", "group", "klass"),
        *(
            "tableau_first",
            "tableau_end",
            "accept.rule_at",
            "accept.sets",
            "accept.rule_then",
            "accept.full",
            "accept.twins",
        ),
        *(
            "lift.link",
            "lift.link_then",
            "lift.single",
            "lift.any_space",
            "routes.ways",
            "routes.gives",
            "conditions.first",
            "conditions.end",
        ),
        *(
            "stock.pile",
            "stock.waste",
            "deal.first",
            "deal.end",
            "deal.rows",
            "last_deal.first",
            "last_deal.end",
        ),
        *(
            "last_deal.rows",
            "last_deal.at",
            "last_deal.when",
            "face.look_first",
            "face.look_end",
            "mechanics.forgets",
            "mechanics.needed",
        ),
        *(
            "fill.sources",
            "fill.ways",
            "refill.order",
            "refill.height",
            "refill.below",
            "refill.rows",
        ),
        *("redeal.counted", "redeal.waste", "redeal.last_first", "redeal.first", "redeal.under"),
        *(
            "redeal.end",
            "redeal.rounds",
            "redeal.rows",
            "redeal.dealt",
            "round_robin.redeal_up",
            "round_robin.begin",
        ),
        *(
            "shift.first",
            "shift.end",
            "merci.piles",
            "win.empty",
            "win.full",
            "win.runs",
            "win.left",
            "mechanics.most_counted",
            "overlap.starts",
            "overlap.above",
        ),
        *(
            "whole_runs.used",
            "rows.closes",
            "rows.ahead",
            "rows.grid_first",
            "rows.grid_end",
            "removal.piles",
            "removal.mates",
            "removal.between",
        ),
        *(
            "removal.links",
            "removal.set_most",
            "removal.trio",
            "removal.quad",
            "score.start",
            "score.card",
            "score.diagonals",
        ),
        *(
            "score.side",
            "score.pay",
            "paired_start.piles",
            "exchange.swapped",
            "weaving.exiles",
            "weaving.hand",
            "weaving.home",
            "round_robin.next_at",
        ),
        *(
            "shuttles.opens",
            "shuttles.chanced",
            "mechanics.kings",
            "single_discard.leaves",
            "single_discard.beats",
            "counting.calls",
            "counting.called",
            "counting.barren",
        ),
        *("counting.again", "accept.lock_then", "accept.marks"),
    )
)

# Fields whose use is one feature, by what they hold where they are not used.
_FLAGS: Mapping[str, tuple[str, int]] = {
    "accept.base_by_play": ("base by play", 0),
    "accept.then_when": ("changing rules", 0),
    "accept.least": ("least height", 0),
    "accept.above": ("limited by another", -1),
    "accept.indicator": ("awaits another", -1),
    "accept.lock": ("one way", 0),
    "accept.same_way": ("same way", -1),
    "accept.same_suits": ("same suits", -1),
    "accept.line": ("lines of suits", -1),
    "mechanics.holes": ("hole", 0),
    "lift.keep": ("keeps bottom cards", 0),
    "lift.link_or": ("runs of two kinds", 0),
    "lift.is_cell": ("cells", 0),
    "lift.any_when": ("carrying waits", 0),
    "face.late": ("late", 0),
    "face.squared": ("squared", 0),
    "face.sinks": ("sinks", 0),
    "routes.phase_conditions": ("phases", 0),
    "fill.cards": ("fills", 0),
    "fill.when": ("filling waits", 0),
    "fill.met": ("always met", 0),
    "refill.piles": ("refills", 0),
    "deal.when": ("dealing waits", 0),
    "last_deal.cards": ("last deal", 0),
    "deal.counted": ("deals counted", 0),
    "round_robin.piles": ("deals in turn", 0),
    "skipping.way": ("deals skip", 0),
    "deal.misses": ("deals miss", 0),
    "round_robin.deal_times": ("deals limited", 0),
    "round_robin.batch": ("batches", 0),
    "round_robin.falls_on": ("falls on", -1),
    "reversal.used": ("reverses", 0),
    "round_robin.redeal_stock": ("redeals the stock", 0),
    "redeal.when": ("redealing waits", 0),
    "round_robin.redeal_by_pile": ("redeals pile by pile", 0),
    "redeal.from_top": ("redeals from the top", 0),
    "rows.redeal_kept": ("redeals keep", 0),
    "shift.times": ("shifts", 0),
    "merci.times": ("draws buried cards", 0),
    "merci.when": ("draws buried cards", 0),
    "win.clear": ("won: piles empty", 0),
    "mechanics.discard_pile": ("discard pile", -1),
    "overlap.used": ("covers", 0),
    "whole_runs.way": ("whole runs", 0),
    "rows.reach": ("reach", 0),
    "rows.leftmost": ("leftmost", -1),
    "rows.closing": ("closes up", 0),
    "rows.topped": ("top cards alone", 0),
    "rows.length": ("grid", 0),
    "rows.fixed": ("fixed rows", 0),
    "rows.ring": ("ring", 0),
    "rows.beyond": ("right neighbours", -1),
    "removal.used": ("removal", 0),
    "removal.alone": ("leave alone", 0),
    "removal.ends_leave": ("leave from both ends", 0),
    "removal.covering": ("leave with cover", 0),
    "removal.linked": ("larger sets", 0),
    "removal.trios": ("threes", 0),
    "removal.quads": ("fours", 0),
    "removal.differ": ("sets that differ", 0),
    "removal.adds_to": ("sets of any size", 0),
    "removal.between_most": ("leave between", 0),
    "score.target": ("scores", 0),
    "score.hands": ("scores", 0),
    "paired_start.used": ("marriage", 0),
    "exchange.begins": ("right places", 0),
    "exchange.used": ("swaps", 0),
    "weaving.used": ("weaves", 0),
    "shuttles.used": ("shuttles", 0),
    "shuttles.chances": ("chances", 0),
    "single_discard.used": ("leave one by one", 0),
    "single_discard.must": ("must leave", 0),
    "single_discard.replaced": ("replaced", 0),
    "single_discard.stays": ("some may stay", 0),
    "counting.way": ("counts", 0),
}
# Fields that codes stand in, or that features are made of in :func:`_made`.
_READ = frozenset(
    (
        *(
            "lift.take",
            "face.turns",
            "conditions.kind",
            "face.hidden",
            "face.blind",
            "accept.based",
            "deal.cards",
        ),
        *("removal.touching", "redeal.times", "redeal.shuffled", "win.kind"),
    )
)

_LIFTS: dict[int, str] = {
    Lift.NONE: "lifts nothing",
    Lift.CARD: "lifts a card",
    Lift.RUN: "lifts a run",
    Lift.SINGLY: "lifts a run card by card",
    Lift.BLOCK: "lifts a block",
    Lift.WHOLE: "lifts a pile",
    Lift.CARD_OR_WHOLE: "lifts a card or a pile",
    Lift.ANYWHERE: "lifts any card",
    Lift.BY_TOP: "lifts a pile by its top card",
    Lift.ENDS: "lifts from both ends",
    Lift.TO_SPACES: "lifts runs to empty piles",
    Lift.FREEING: "lifts runs that free",
}
_WAITS: dict[int, str] = {
    When.EMPTY: "waits: empty",
    When.NO_GAPS: "waits: no gaps",
    When.COMPLETE: "waits: complete",
    When.REDEALT: "waits: redealt",
    When.DEALT: "waits: dealt",
    When.CHOSEN: "waits: chosen",
    When.NO_REDEAL: "waits: no redeal",
    When.HAS_SPACE: "waits: an empty pile",
    When.NO_DEAL: "waits: no deal",
    When.KINGS_LOWEST: "waits: kings lowest",
    When.BATCH_OPEN: "waits: batch",
    When.CAN_BE_FILLED: "waits: can be filled",
    When.ALL_DOWN: "waits: all down",
}
_WON: dict[int, str] = {
    -1: "won: piles empty",
    0: "won: on foundations",
    1: "won: complete",
    2: "won: runs",
    Win.ALL_OUT: "won: out of play",
    Win.SCORED: "won: score",
    Win.ONE_PILE: "won: one pile",
    Win.ROWS_IN_ORDER: "won: rows",
    Win.IN_BUILT_RUNS: "won: built runs",
    Win.ONE_OF_SUITS: "won: one of each suit",
    Win.CARDS_LEFT: "won: cards left",
}
_TURNED: dict[int, str] = {
    Turning.NEVER: "never turned up",
    Turning.LAST: "turned up last",
    Turning.LATE: "turned up late",
}
_STANDARD_SUITS = "C D H S"


class Proof(NamedTuple):
    """What a pruning is proved for.

    Attributes:
        features: the features that the proof reckons with.
    """

    features: frozenset[str]

    def covers(self, features: frozenset[str]) -> bool:
        """Return whether the proof reckons with all of some features.

        >>> Proof(frozenset({"sinks"})).covers(frozenset({"sinks", "fills"}))
        False
        """
        return features <= self.features


def features_of(
    R: CompiledRules, definition: Definition, groups: Sequence[Group], conditions: int
) -> frozenset[str]:
    """Return the features of a game.

    Args:
        R: its tables.
        definition: what was compiled.
        groups: the groups of its piles.
        conditions: how many conditions its rules wait for.

    >>> import cadogan
    >>> sorted(cadogan.game("bakers-dozen").features)
    ['lifts a card', 'won: on foundations']
    """
    return frozenset((*_in_use(R), *_made(R, definition, groups, conditions)))


def _in_use(R: CompiledRules) -> Iterator[str]:
    """Yield the features of fields that are in use, and a name for each that nobody classified."""
    for name, field in flattened(R):
        if name in SHAPE or name in _READ:
            continue
        feature, idle = _FLAGS.get(name, (f"the field {name}", 0))
        if any(value != idle for value in (field if isinstance(field, list) else [field])):
            yield feature


def _made(
    R: CompiledRules, definition: Definition, groups: Sequence[Group], conditions: int
) -> Iterator[str]:
    """Yield the features that codes stand for, and those made of several fields."""
    foundations = {R.group[p] for p in range(R.foundations)}
    stock = {R.group[R.stock.pile]} if R.stock.pile >= 0 else set()
    for g in {*range(R.groups)} - foundations - stock:
        yield _LIFTS.get(R.lift.take[g], f"lifts by code {R.lift.take[g]}")
    for kind in R.conditions.kind[:conditions]:
        yield _WAITS.get(kind, f"waits by code {kind}")
    yield _WON.get(R.win.kind, f"won by code {R.win.kind}")
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
        ("must touch", R.removal.used and not all(R.removal.touching)),
        ("redeals the waste", R.redeal.times and R.redeal.waste),
        ("redeals the tableau", R.redeal.times and not R.redeal.waste),
        ("redeals shuffled", R.redeal.times and R.redeal.shuffled),
    ):
        if there:
            yield feature
    yield from _face_down(R)
    yield from _dealt(R)


def _built_waste(group: Group) -> bool:
    return group.kind == "waste" and {*per_pile(group.build, group.piles)} != {"none"}


def _face_down(R: CompiledRules) -> Iterator[str]:
    """Yield how the piles that are played from lie face down."""
    for p in {*range(R.foundations, R.piles)} - {R.stock.pile}:
        if R.face.hidden[p]:
            yield "face-down piles"
        if R.face.blind[p]:
            yield "played unseen"
        if R.face.turns[p] != Turning.UP:
            yield _TURNED.get(R.face.turns[p], f"turned by code {R.face.turns[p]}")


def _dealt(R: CompiledRules) -> Iterator[str]:
    """Yield where the stock deals to."""
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
    """Return whether cards of a group go on equal cards, or on any lower card."""
    texts = [text for build in ever(group, "build") for text in per_pile(build, group.piles)]
    builds = map(parse_build, [*texts, *runs(group)])
    return any(build.equals or build.direction == Direction.ANY_LOWER_CARD for build in builds)
