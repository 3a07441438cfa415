"""Facts about a game beyond its rules, which code derives from the compiled rules.

A :class:`Analysis` holds, for one game (and base card), in which order cards are wanted on the
foundations, what may ever lie on what, and which of the lossless prunings its rules allow. Each
pruning is one of :data:`SWITCHES`; docs/solver.md gives the argument for each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from cadogan.compiler.features import Proof
from cadogan.core.cards import CARDS, JOKER, set_of
from cadogan.model.position import Game
from cadogan.rules.phrases import WinWay
from cadogan.solver import codes, safe_moves
from cadogan.solver.analysis import (
    components,
    equal_parents,
    grid_placement,
    heap_timing,
    hole_order,
    matching,
    rank_order,
    relaxation,
    static_cards,
    suit_symmetry,
)
from cadogan.solver.analysis.rank_order import column_piles, columns_of, unlimited
from cadogan.solver.analysis.static_cards import piles_stay_empty
from cadogan.solver.codes import Weight
from cadogan.solver.facts import Analysis, DominanceFacts, HeuristicFacts, WorkFacts
from cadogan.solver.reach import any_goes, groups_of, in_play
from cadogan.state.codes import Lift, When
from cadogan.state.compiled import STRIDE, CompiledRules
from cadogan.state.records import changed
from cadogan.state.snapshot import most_moves
from cadogan.state.special_moves import upsetting

SWITCHES = {
    "safe": "a card that nothing can want to lie on goes to its foundation at once",
    "symmetry": "positions that differ in the order of interchangeable piles are one",
    "dead": "a position that stays lost even if moves took nothing away is given up",
    "follow": "a position in which cards lack others to follow into a hole is given up",
    "lone": "a card that leaves play by itself, and with no other, does so at once",
    "pairs": "a position in which a card lacks a mate to leave play with is given up",
    "apart": "a position whose piles fall into parts that never come together is given up",
    "places": "a position of a grid in which a card can never stand in order is given up",
    "timely": "a position in which cards of heaps cannot go up in time is given up",
    "parents": "a run goes from one card to its equal only when this frees a card that can leave",
    "runs": "where a run could lie on any of several equal cards, it is the same on which it lies",
    "stock": "where the stock may be gone round freely, it is the same wherever one is in it",
    "bear": "a card of the stock is laid in the tableau only to bear another at once",
    "rest": "where emptied piles stay empty, the lowest card of a pile stays until it goes up",
    "settle": "a card is laid at once on the only one it fits, which has no need to move before it",
    "slide": "where a card in sequence could lie on several, it is the same on which it lies",
    "tails": "where a block could lie on either of two equal cards, it is the same on which",
    "redeal": "what is gathered and shuffled is so once for each set of cards",
    "suits": "cards that no rule tells apart are one",
}
# :mod:`cadogan.compiler.symmetry` finds the interchangeable piles. To exchange two of them turns
# each legal move into one with their names exchanged.
SYMMETRY_PROOF = Proof.of(
    """
    two packs, more packs, jokers, other suits, base card, base by play, changing rules,
    limited by another, one way, same way, uncommon build, hole, lifts nothing, lifts a card,
    lifts a run, lifts a run card by card, lifts a block, lifts a pile, lifts a card or a pile,
    lifts any card, lifts a pile by its top card, lifts runs to empty piles,
    lifts runs that free, keeps bottom cards, runs of two kinds, cells, carrying waits,
    turned up last, never turned up, squared, sinks, gives back, plays from the stock, phases,
    waits: empty, waits: complete, waits: redealt, waits: dealt, waits: chosen,
    waits: an empty pile, waits: kings lowest, waits: batch, fills, filling waits,
    deals to waste, deals several to waste, deals to piles, deals to foundations, dealing waits,
    deals counted, deals limited, batches, reverses, redeals the waste, redeals the tableau,
    redeals shuffled, redealing waits, shifts, won: on foundations, won: complete, won: runs,
    won: out of play, won: score, won: one pile, won: built runs, won: piles empty,
    discard pile, covers, whole runs, reach, closes up, top cards alone, removal, leave alone,
    larger sets, threes, marriage, right places, swaps, some may stay
    """
)
# To go round the stock changes nothing but what lies on top of the waste. A rule that waits for
# piles to be empty must treat stock and waste alike.
STOCK_PROOF = Proof.of(
    """
    two packs, more packs, base card, changing rules, limited by another, lifts a card,
    lifts a run, lifts a pile, lifts a card or a pile, cells, gives back, phases, waits: empty,
    waits: an empty pile, fills, deals to waste, deals several to waste, redeals the waste,
    won: on foundations
    """
)
# Each switch with what its pruning is proved for; a game with any other feature is searched without
# it. "safe" and "dead" have a second argument, for games that are won or built otherwise.
PROOFS: dict[str, tuple[Proof, ...]] = {
    "safe": (safe_moves.PROOF, safe_moves.ROWS_PROOF),
    "symmetry": (SYMMETRY_PROOF,),
    "dead": (relaxation.PROOF, relaxation.JOINED_PROOF),
    "follow": (hole_order.PROOF,),
    "lone": (matching.PROOF,),
    "pairs": (matching.PROOF,),
    "apart": (components.PROOF,),
    "places": (grid_placement.PROOF,),
    "timely": (heap_timing.PROOF,),
    "parents": (equal_parents.PARENTS_PROOF,),
    "runs": (equal_parents.PARENTS_PROOF,),
    "stock": (STOCK_PROOF,),
    "bear": (equal_parents.BEARS_PROOF,),
    "rest": (static_cards.REST_PROOF,),
    "settle": (static_cards.SETTLE_PROOF,),
    "slide": (static_cards.SLIDE_PROOF,),
    "tails": (static_cards.TAILS_PROOF,),
    "redeal": (static_cards.REDEAL_PROOF,),
    "suits": (suit_symmetry.PROOF,),
}


def unproved(features: frozenset[str]) -> frozenset[str]:
    """Return the switches whose prunings are not proved for all of some features.

    >>> import cadogan
    >>> "dead" in unproved(cadogan.game("klondike").features)
    False
    >>> unproved(frozenset({"a mechanism that no proof names"})) == {*SWITCHES}
    True
    """
    return frozenset(
        name for name, proofs in PROOFS.items() if not any(p.covers(features) for p in proofs)
    )


WEIGHTS = {
    Weight.LOWER: 2,
    Weight.OWN: 3,
    Weight.BROKEN: 1,
    Weight.FOUNDED: 4,
    Weight.DOWN: 3,
    Weight.CELL: 1,
    Weight.SPACE: 2,
    Weight.WAITING: 1,
    Weight.BURIED: 2,
    Weight.MISLAID: 0,
    Weight.EARLY: 0,
    Weight.LATE: 0,
    Weight.STUCK: 0,
    Weight.IN_WASTE: 1,
    Weight.AGAIN: 0,
}  # they hardly matter, but for OWN

# ... and where a card may go to several heights of foundations, and emptied piles bear not any
# card: there a card that goes up must be no loss, whatever is wanted next
BOTH = WEIGHTS | {Weight.BURIED: 0, Weight.FOUNDED: 6}

# ... and where the stock is gone through once these instead: what sinks in the waste comes out by
# being played alone, while a column can also be moved away card by card
ONCE = WEIGHTS | {Weight.BURIED: 0, Weight.IN_WASTE: 2}
# ... and where any card goes on any these
HEAPED = WEIGHTS | {
    Weight.LOWER: 9,
    Weight.OWN: 4,
    Weight.FOUNDED: 3,
    Weight.SPACE: 1,
    Weight.WAITING: 0,
    Weight.BURIED: 0,
}
# ... and where such heaps are left for foundations alone, and never gathered
PLANNED = HEAPED | {
    Weight.LOWER: 12,
    Weight.OWN: 12,
    Weight.BROKEN: 3,
    Weight.FOUNDED: 9,
    Weight.SPACE: 0,
}
PLANNED |= {Weight.EARLY: 9, Weight.LATE: 1, Weight.STUCK: 2000}
# ... to which nothing goes before a condition is met: then cards are late without being in a way
SHUT = PLANNED | {Weight.LATE: 0}
# ... and where a suit is put together in the tableau: no suit waits for another
JOINED = WEIGHTS | {Weight.LOWER: 0, Weight.BROKEN: 12}
# ... and where a stock is dealt on that: a card of it counts as what it mostly will, out of order
DEALT_ON = JOINED | {
    Weight.OWN: 2,
    Weight.BROKEN: 8,
    Weight.MISLAID: 6,
    Weight.DOWN: 8,
    Weight.WAITING: 12,
}
# ... and where all is one suit, or runs of several are lifted too: what lies above a card of its
# suit stands little in its way
MINGLED = DEALT_ON | {Weight.OWN: 0}


def analyse(game: Game, base: int = 0, without: Collection[str] = ()) -> Analysis:
    """Return what a search may know of a game.

    Args:
        game: the game.
        base: base card + 1, or 0 where there is none or none yet.
        without: the switches that are off.

    >>> from cadogan.model.position import game
    >>> g = analyse(game("klondike"))
    >>> g.safe.used, g.relaxation.used, g.dominance.round, g.heuristic.order[:3]
    (1, 1, 1, [0, 1, 2])
    """
    R = game.compiled_rules
    without = {*without, *unproved(game.features)}
    steady = unlimited(R)
    safe = safe_moves.safety_rules(game)
    lies = relaxation.relaxation_facts(game, base, without)
    starts, followers = lies.starts, lies.followers
    heaps = heap_timing.heap_facts(game, starts, followers, without)
    goes_round = _goes_round(game) and "stock" not in without
    rider = [-1] * STRIDE
    if "settle" not in without:
        rider = static_cards.cards_settle(game, starts, followers)
    found = Analysis(
        missing=set_of({*range(CARDS)} - {*game.compiled.cards}),
        steady=int(steady),
        same=[*range(STRIDE)],
        still=int(steady and not R.routes.phase_conditions and not R.fill.ways),
        safe=safe._replace(
            decks=max(n for card, n in Counter(game.compiled.cards).items() if card != JOKER),
            used=int(safe.used and "safe" not in without),
            rows=safe.rows * (1 + ("dead" not in without)),
        ),
        relaxation=lies,
        holes=hole_order.hole_facts(game, followers, without),
        matching=matching.matching_facts(game, without),
        components=components.component_facts(game, without),
        grid=grid_placement.grid_facts(game, without),
        heaps=heaps,
        dominance=DominanceFacts(
            round=int(goes_round),
            **equal_parents.parent_fields(game, base, without, goes_round),
            rests=[
                int("rest" not in without and piles_stay_empty(game, g)) for g in range(R.groups)
            ],
            settles=int(any(card >= 0 for card in rider)),
            rider=rider,
            **static_cards.slide_fields(game, without),
            gathers=int("redeal" not in without and R.redeal.shuffled > 0),
        ),
        heuristic=_scores(game, base, steady),
        work=working_room(R, heaps.rungs),
    )
    return found if "suits" in without else suit_symmetry.suits_are_alike(game, found)


def _scores(game: Game, base: int, steady: bool) -> HeuristicFacts:
    """Return what counts in the score, and how far beams walk by it."""
    R = game.compiled_rules
    by_base = bool(R.accept.base_by_play) and base == 0
    several = steady and not by_base and rank_order.at_several(R, base)
    order = rank_order.orders(R, range(53) if by_base else [base])
    # what foundations take whole may lie so to the end, though more is lifted together (in Black
    # Widow cards of any suits); elsewhere what makes a run
    whole = [f for f in range(R.foundations) if R.whole_runs.way[f]]
    rules = [R.accept.rule_at[whole[0] * (R.room + 1) + 1]] * R.piles if whole else R.lift.link
    fits = _accepted(R, rules)
    joined = R.win.runs or bool(whole)
    dealt_on = joined and R.stock.pile >= 0
    if _heaped(R):
        weights = HEAPED
        if _planned(game):
            weights = SHUT if R.routes.phase_conditions else PLANNED
    elif not joined:
        weights = ONCE if R.stock.waste >= 0 and _once(R) else WEIGHTS
    elif not dealt_on:
        weights = JOINED
    else:
        weights = DEALT_ON if _in_suit(game, fits) else MINGLED
    columns = columns_of(R)
    plain = weights is WEIGHTS
    both = several and plain and not any(R.lift.any_space[p] for p in column_piles(R))
    if both:
        weights = BOTH
    one_by_one = any(R.lift.take[g] == Lift.CARD for g in columns)
    rested = "rest" not in unproved(game.features) and any(
        piles_stay_empty(game, g) for g in columns
    )
    early = any_goes(R, columns, columns) and R.redeal.shuffled > 0 and rested
    if R.redeal.times > 0 and not R.redeal.waste and not early:
        # what is gathered lies in no disorder any more, so it would be gathered at once
        weights = weights | {Weight.AGAIN: 1000}
    return HeuristicFacts(
        by_base=int(by_base),
        order=order + [0] * STRIDE * several,
        due=len(order) * several,
        by_one=int(weights[Weight.BURIED] > 0 and one_by_one),
        fits=fits,
        weight=[weights[which] for which in Weight],
        as_founded=[
            int(p == R.mechanics.discard_pile or (p >= R.foundations and _at_hand(R, R.group[p])))
            for p in range(R.piles)
        ],
        walk=8192 if joined or both else 2048,  # to put runs together takes long lines
        roomy=int(
            plain
            and R.stock.pile < 0
            and not any(R.mechanics.holes)
            and any(R.lift.any_space + R.lift.is_cell)
        ),
    )


def _once(R: CompiledRules) -> bool:
    """Return whether the stock is gone through once, to the waste and nowhere else."""
    to_waste = R.stock.pile >= 0 and R.deal.first == R.stock.waste and R.redeal.times == 0
    return to_waste and R.refill.piles == 0


def _at_hand(R: CompiledRules, g: int) -> bool:
    """Return whether cards of a group leave it in any order, and play lays no others there."""
    return R.lift.take[g] == Lift.ANYWHERE and not any_goes(R, range(R.groups), [g])


def _heaped(R: CompiledRules) -> bool:
    """Return whether any card goes on any card of some column."""
    every = [(1 << 52) - 1] * 52
    rules = {R.accept.rule_at[p * (R.room + 1) + 1] * STRIDE for p in column_piles(R)}
    return any(R.accept.sets[at : at + 52] == every for at in rules)


def _planned(game: Game) -> bool:
    """Return whether cards leave columns one by one, for foundations alone, and are never gathered.

    And whether the cards of foundations alone decide what they take.
    """
    R = game.compiled_rules
    columns = columns_of(R)
    return (
        game.definition.win == WinWay.ALL_ON_FOUNDATIONS
        and JOKER not in game.compiled.cards
        and unlimited(R)
        and not (
            R.accept.base_by_play
            or R.redeal.times
            or any(R.face.sinks)
            or any(R.accept.lock[: R.foundations])
        )
        and not upsetting(R)
        and all(R.lift.take[g] == Lift.CARD for g in columns)
        and not any_goes(R, columns, groups_of(R, in_play(R)))
    )


def _in_suit(game: Game, fits: list[int]) -> bool:
    """Return whether there are several suits, and units lifted may always lie so to the end."""
    R = game.compiled_rules
    suits = {card // 13 for card in game.compiled.cards if card != JOKER}
    links = _accepted(R, R.lift.link)
    starts = [p * STRIDE for p in column_piles(R)]
    return len(suits) > 1 and all(links[at : at + 52] == fits[at : at + 52] for at in starts)


def _accepted(R: CompiledRules, rules: Sequence[int]) -> list[int]:
    """Return, pile after pile, which cards its rule lets lie on each card."""
    return [R.accept.sets[rule * STRIDE + card] for rule in rules for card in range(STRIDE)]


def working_room(R: CompiledRules, rungs: int) -> WorkFacts:
    """Return the lists that the search writes to; those of hashes begin with -1, which none is."""
    rooms = (
        (R.piles, "part score held held_after held_up rowed coverers behind left open firm"),
        (R.piles, "held_of kin_first"),
        (R.groups, "shown free"),
        (R.groups**2, "taking"),
        (R.foundations, "grown takes"),
        (R.total, "kin_place"),
        (R.total + 1, "heap_rung heap_below"),
        (max(rungs, 1), "rung_up rung_gone"),
        (CARDS, "below frees lies_in lies_at"),
        (CARDS, "piece_in piece_at piece_end piece_on piece_else piece_to piece_order"),
        (CARDS + 1, "been stood"),
        (13, "need have spare trips"),
        (codes.MOST_MADE, "made"),
        (codes.SETS, "sets"),
        (codes.MOST_TOLD, "told told_of"),
        (codes.MOST_TURNED, "turned turned_of"),
        (codes.MOST_HUNG, "hung hung_of hung_part hung_part2"),
        (codes.MOST_PICKS, "slider place_of choice"),
        (codes.MOST_KINS, "kin_count kin_open"),
        (codes.MOST_KINS * codes.MOST_KIN, "kin_pile kin_at kin_with"),
        (codes.MOST_KIN, "try_one try_mates try_pair"),
        (max(most_moves(R), codes.MOST_EXITS), "keys checks"),
    )
    lists = {name: [0] * size for size, names in rooms for name in names.split()}
    for name in ("held_of", "told_of", "turned_of", "hung_of"):
        lists[name] = [-1] * len(lists[name])
    return WorkFacts(**lists)


def searched_rules(game: Game, without: Collection[str] = ()) -> CompiledRules:
    """Return the tables that a search works with: without symmetry every pile is its own class.

    With it, what lies under the top card of a hole is no difference either.
    But foundations keep theirs, for it is a rule that of twins only the first is played to.
    """
    R = game.compiled_rules
    if "symmetry" not in {*without, *unproved(game.features)}:
        return changed(R, {"mechanics.forgets": 1})
    return changed(
        R,
        {
            "klass": [k if p < R.foundations else 128 + p for p, k in enumerate(R.klass)],
            "rows.topped": [0] * R.piles,
        },
    )


def _goes_round(game: Game) -> bool:
    """Return whether going round the stock is free and changes but the order of turning.

    The features of the proof say the rest: what is redealt is the one pile of the waste, in its
    order; redeals are not counted, for no rule asks about them; and the stock deals to the waste
    alone, for its cards come to the foundations, and do so in no other way but by filling piles.
    """
    R, rules = game.compiled_rules, game.compiled
    waiting = {R.stock.pile, R.stock.waste}
    depends = any(
        (R.conditions.kind[k] == When.EMPTY and 0 < len(waiting & piles) < len(waiting))
        or (R.conditions.kind[k] == When.HAS_SPACE and waiting & piles)
        for k in range(len(rules.conditions))
        for piles in [{*range(R.conditions.first[k], R.conditions.end[k])}]
    )
    return (
        R.redeal.times < 0
        and not any_goes(R, range(R.groups), [R.group[R.stock.waste]])
        and not any(q in waiting for q in R.fill.sources[: R.piles * R.fill.ways])
        and R.lift.take[R.group[R.stock.waste]] == Lift.CARD
        and not depends
    )
