"""Analysis of a game: facts that the search derives from the compiled rules.

An :class:`Analysis` holds the order in which the foundations of a game want cards, and which cards
may ever lie on which. The analysis also records which prunings the rules allow. Each pruning has a
switch in :data:`SWITCHES`; docs/explanation/prunings.md proves that it changes no verdict.
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
    late_discards,
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
    "safe": "put a card on its foundation at once if no other card can ever need to be laid on it",
    "symmetry": "treat positions as one if only the order of interchangeable piles differs",
    "dead": "drop a position that would be lost even if moves took nothing away",
    "follow": "drop a position with a card that can follow no other into the hole",
    "lone": "remove a card at once if it leaves play alone and never in a pair",
    "pairs": "drop a position with a card that has no partner to leave play with",
    "apart": "drop a position whose piles fall into parts that can never interact",
    "places": "drop a grid position with a card that can never be in order",
    "timely": "drop a position with a card on a heap that cannot go up in time",
    "late": "decide only when it matters whether a card has left play",
    "parents": "move a run to an equal card only to free a card that can leave",
    "runs": "treat positions as one if they differ only in which of several equal cards a run"
    " lies on",
    "stock": "treat positions as one if free turns of the stock lead from one to the other",
    "bear": "lay a card from the stock in the tableau only if the next step lays another card on"
    " it",
    "rest": "leave a pile's bottom card until it goes up, if empty piles stay empty",
    "settle": "lay a card at once on the only card it fits, unless that card must move first",
    "slide": "treat positions as one if they differ only in which of several equal cards a card"
    " lies on",
    "tails": "treat positions as one if they differ only in which of several equal cards a block"
    " lies on",
    "redeal": "gather and shuffle each set of cards only once",
    "suits": "treat cards as one if no rule distinguishes them",
}
# The module :mod:`cadogan.compiler.symmetry` finds the interchangeable piles. If two of them are
# exchanged, each legal move becomes a legal move with their names exchanged.
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
# A player who goes round the stock changes only the top card of the waste. A condition that piles
# are empty must treat stock and waste alike.
STOCK_PROOF = Proof.of(
    """
    two packs, more packs, base card, changing rules, limited by another, lifts a card,
    lifts a run, lifts a pile, lifts a card or a pile, cells, gives back, phases, waits: empty,
    waits: an empty pile, fills, deals to waste, deals several to waste, redeals the waste,
    won: on foundations
    """
)
# The features for which the pruning of each switch is proved. The search leaves out the pruning in
# a game with any other feature. "safe" and "dead" each have a second proof, for games that are won
# or built differently.
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
    "late": (late_discards.PROOF,),
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
    """Return the switches whose prunings are not proved for all of the given features.

    >>> import cadogan
    >>> "dead" in unproved(cadogan.game("klondike").features)
    False
    >>> unproved(frozenset({"a mechanism that no proof names"})) == {*SWITCHES}
    True
    """
    return frozenset(
        name for name, proofs in PROOFS.items() if not any(p.covers(features) for p in proofs)
    )


_PATIENCE = 5  # values of 4 to 8 win about as many deals of Spider

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
}  # only the value of OWN matters much; the others could differ a little

# Weights for games in which cards fit at several heights of foundations, and no empty pile takes
# every card. The score must then never get worse when a card goes up, whatever is wanted next.
BOTH = WEIGHTS | {Weight.BURIED: 0, Weight.FOUNDED: 6}

# Weights for games in which the player goes through the stock once. A card deep in the waste comes
# out only when the cards above it are played. The cards of a column can also go to other columns,
# one by one.
ONCE = WEIGHTS | {Weight.BURIED: 0, Weight.IN_WASTE: 2}
# Weights for games with columns where any card goes on any other.
HEAPED = WEIGHTS | {
    Weight.LOWER: 9,
    Weight.OWN: 4,
    Weight.FOUNDED: 3,
    Weight.SPACE: 1,
    Weight.WAITING: 0,
    Weight.BURIED: 0,
}
# Weights for games with such columns whose cards leave only for foundations and are never gathered.
PLANNED = HEAPED | {
    Weight.LOWER: 12,
    Weight.OWN: 12,
    Weight.BROKEN: 3,
    Weight.FOUNDED: 9,
    Weight.SPACE: 0,
}
PLANNED |= {Weight.EARLY: 9, Weight.LATE: 1, Weight.STUCK: 2000}
# PLANNED, changed for games in which no card may go up until some condition is met. In them, a
# late card blocks nothing.
SHUT = PLANNED | {Weight.LATE: 0}
# Weights for games that are won by runs in the tableau, where no suit waits for another.
JOINED = WEIGHTS | {Weight.LOWER: 0, Weight.BROKEN: 12}
# JOINED, changed for games in which a stock deals onto the runs. Its cards count as out of order,
# since most of them will be.
DEALT_ON = JOINED | {
    Weight.OWN: 2,
    Weight.BROKEN: 8,
    Weight.MISLAID: 6,
    Weight.DOWN: 8,
    Weight.WAITING: 12,
}
# DEALT_ON, changed for games with only one suit, or in which runs of several suits can be lifted.
# In them, cards that lie above a card of their suit hardly block it.
MINGLED = DEALT_ON | {Weight.OWN: 0}


def analyse(game: Game, base: int = 0, without: Collection[str] = ()) -> Analysis:
    """Return all facts about a game that a search may use.

    Args:
        game: the game.
        base: base card + 1, or 0 if there is none or if it is not known yet.
        without: the switches whose prunings are off.

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
    facts = Analysis(
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
        late=late_discards.late_facts(game, without),
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
    return facts if "suits" in without else suit_symmetry.suits_are_alike(game, facts)


def _scores(game: Game, base: int, steady: bool) -> HeuristicFacts:
    """Return the facts for the heuristic, including the limit for beams."""
    R = game.compiled_rules
    by_base = bool(R.accept.base_by_play) and base == 0
    several = steady and not by_base and rank_order.at_several(R, base)
    order = rank_order.orders(R, range(53) if by_base else [base])
    # If foundations take whole runs, only such a run may stay together to the end, even if other
    # units can be lifted as well. In all other games, every run that can be lifted may stay.
    whole = [f for f in range(R.foundations) if R.whole_runs.way[f]]
    rules = [R.accept.rule_at[whole[0] * (R.room + 1) + 1]] * R.piles if whole else R.lift.link
    fits = _accepted(R, rules)
    joined = R.win.runs or bool(whole)
    dealt_on = joined and R.stock.pile >= 0
    if _takes_any_card(R):
        weights = HEAPED
        if _only_for_foundations(game):
            weights = SHUT if R.routes.phase_conditions else PLANNED
    elif not joined:
        weights = ONCE if R.stock.waste >= 0 and _passes_once(R) else WEIGHTS
    elif not dealt_on:
        weights = JOINED
    else:
        weights = DEALT_ON if _in_suit(game, fits) else MINGLED
    columns = columns_of(R)
    plain = weights is WEIGHTS
    several_heights = several and plain and not any(R.lift.any_space[p] for p in column_piles(R))
    if several_heights:
        weights = BOTH
    one_by_one = any(R.lift.take[g] == Lift.CARD for g in columns)
    rested = "rest" not in unproved(game.features) and any(
        piles_stay_empty(game, g) for g in columns
    )
    early = any_goes(R, columns, columns) and R.redeal.shuffled > 0 and rested
    if R.redeal.times > 0 and not R.redeal.waste and not early:
        # gathered cards no longer count as out of order, so the search would redeal too early
        weights = weights | {Weight.AGAIN: 1000}
    return HeuristicFacts(
        by_base=int(by_base),
        order=order + [0] * STRIDE * several,
        due=len(order) * several,
        by_one=int(weights[Weight.BURIED] > 0 and one_by_one),
        fits=fits,
        weight=[weights[which] for which in Weight],
        as_founded=[
            int(
                p == R.mechanics.discard_pile
                or (p >= R.foundations and _gives_any_card(R, R.group[p]))
            )
            for p in range(R.piles)
        ],
        walk=8192 if joined or several_heights else 2048,  # building runs takes many moves
        patience=_PATIENCE if dealt_on and R.stock.waste < 0 else 0,
        roomy=int(
            plain
            and R.stock.pile < 0
            and not any(R.mechanics.holes)
            and any(R.lift.any_space + R.lift.is_cell)
        ),
    )


def _passes_once(R: CompiledRules) -> bool:
    """Return whether the stock deals only to the waste, and a player goes through it only once."""
    to_waste = R.stock.pile >= 0 and R.deal.first == R.stock.waste and R.redeal.times == 0
    return to_waste and R.refill.piles == 0


def _gives_any_card(R: CompiledRules, g: int) -> bool:
    """Return whether cards may leave a group in any order, and no move lays cards on it."""
    return R.lift.take[g] == Lift.ANYWHERE and not any_goes(R, range(R.groups), [g])


def _takes_any_card(R: CompiledRules) -> bool:
    """Return whether some column takes any card on any card."""
    every = [(1 << 52) - 1] * 52
    rules = {R.accept.rule_at[p * (R.room + 1) + 1] * STRIDE for p in column_piles(R)}
    return any(R.accept.sets[at : at + 52] == every for at in rules)


def _only_for_foundations(game: Game) -> bool:
    """Return whether cards leave columns singly, only for foundations, and are never gathered.

    In addition, the cards that foundations take may depend only on the foundations.
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
    """Return whether there are several suits, and units that can be lifted may stay to the end."""
    R = game.compiled_rules
    suits = {card // 13 for card in game.compiled.cards if card != JOKER}
    links = _accepted(R, R.lift.link)
    starts = [p * STRIDE for p in column_piles(R)]
    return len(suits) > 1 and all(links[at : at + 52] == fits[at : at + 52] for at in starts)


def _accepted(R: CompiledRules, rules: Sequence[int]) -> list[int]:
    """Return the cards that each pile's rule allows on each card, as one list."""
    return [R.accept.sets[rule * STRIDE + card] for rule in rules for card in range(STRIDE)]


def working_room(R: CompiledRules, rungs: int) -> WorkFacts:
    """Return the work arrays of the search, with all cached hashes set to -1."""
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
    """Return the compiled rules for a search; without symmetry, each pile is a class of its own.

    With symmetry, the search also ignores the cards below the top card of a hole. Foundations
    always keep their classes, because the engine allows moves only to the first of equal
    foundations.
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
    """Return whether going round the stock is free and changes only the top card of the waste.

    The features of the proof ensure the other conditions. A redeal takes only the waste, a single
    pile, and keeps its order. No rule depends on the number of redeals. The stock deals only to the
    waste, and its cards reach foundations only from the waste or by filling piles.
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
