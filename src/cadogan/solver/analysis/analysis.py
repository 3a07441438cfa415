"""What the search knows of a game beyond its rules: derived from the tables, by code.

A :class:`Analysis` holds, for one game (and base card), in which order cards are wanted on the
foundations, what may ever lie on what, and which of the lossless prunings its rules allow. Each
pruning is one of :data:`SWITCHES`; docs/solver.md gives the argument for each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from cadogan.compiler.features import Proof
from cadogan.core.cards import CARDS, JOKER
from cadogan.model.position import Game
from cadogan.rules.phrases import WinWay
from cadogan.solver import safe_moves
from cadogan.solver.analysis import (
    components,
    equal_parents,
    grid_placement,
    heap_timing,
    hole_order,
    matching,
    pile_symmetry,
    relaxation,
    static_cards,
    suit_symmetry,
)
from cadogan.solver.analysis.equal_parents import parent_fields
from cadogan.solver.analysis.rank_order import (
    at_several,
    building,
    column_piles,
    columns_of,
    order_fields,
    unlimited,
)
from cadogan.solver.analysis.relaxation import relaxation_fields
from cadogan.solver.analysis.static_cards import gathers, piles_stay_empty, slide_fields
from cadogan.solver.analysis.suit_symmetry import suits_are_alike
from cadogan.solver.codes import (
    MOST_EXITS,
    MOST_HUNG,
    MOST_MADE,
    MOST_PICKS,
    MOST_TOLD,
    MOST_TURNED,
    SETS,
    Weight,
)
from cadogan.solver.safe_moves import may_go, safety_rules
from cadogan.state.codes import Lift, When
from cadogan.state.compiled import STRIDE, CompiledRules
from cadogan.state.records import build_record, changed
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
# To go round the stock changes nothing but what lies on top of the waste. A rule that waits for
# piles to be empty must not tell stock and waste apart.
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
    "symmetry": (pile_symmetry.PROOF,),
    "dead": (relaxation.PROOF, relaxation.JOINED_PROOF),
    "follow": (hole_order.PROOF,),
    "lone": (matching.PROOF,),
    "pairs": (matching.PROOF,),
    "apart": (components.PROOF,),
    "places": (grid_placement.PROOF,),
    "timely": (heap_timing.PROOF,),
    "parents": (equal_parents.PARENTS_PROOF,),
    "runs": (equal_parents.RUNS_PROOF,),
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
    Weight.SUNK: 1,
    Weight.AGAIN: 0,
}  # they hardly matter, but for OWN

# ... and where a card may go to several heights of foundations, and emptied piles bear not any
# card: there a card that goes up must be no loss, whatever is wanted next
BOTH = WEIGHTS | {Weight.BURIED: 0, Weight.FOUNDED: 6}

# ... and where the stock is gone through once these instead: what sinks in the waste comes out by
# being played alone, while a column can also be moved away card by card
ONCE = WEIGHTS | {Weight.BURIED: 0, Weight.SUNK: 2}
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


class SafeFacts(NamedTuple):
    """Safe moves; the argument is that of :mod:`cadogan.solver.safe_moves`."""

    decks: int  # packs used: 1
    used: int  # flag: they are made at once: 1
    chains: int  # flag: cards lie on their neighbours of the suit alone: 0; in Bisley 1
    rows: int  # 1 where foundations take a suit in any order and nothing else is laid, 2 where that
    #            tells dead positions too: 0; in Osmosis 2
    strict: int  # flag: what could want a card must lie on the foundations already: 0
    gives_back: int  # flag: cards may come down from foundations: 1
    choices: int  # cards that foundations which differ could take: 0
    wanters: list[int]  # [card] what could ever lie on it: wanters[7C] is {6D, 6H}
    barred: list[int]  # [pile] flag: cards never leave it safely: 1 for foundations and the stock
    gathered: list[int]  # [pile] flag: ... nor while the tableau will be gathered for a redeal: 0
    covered: int  # flag: ... nor while the stock holds cards: 0; in Rushdike 1


class RelaxationFacts(NamedTuple):
    """What may ever lie where, whatever is in the way."""

    used: int  # flag: they are looked for: 1
    exact: int  # flag: ... card by card within what is lifted: 1
    lifted: int  # ... the group from which runs or blocks are lifted then, or -1: 1
    joined: int  # flag: the cards are to come into whole runs in the tableau: 0; in Scorpion 1
    upset: list[int]  # [place in State.num] how often what is counted there may bring up cards from
    #                   below; while it may, no position is taken for dead: 0
    starts: int  # what may begin a foundation: {AC, AD, AH, AS}
    followers: list[int]  # [card] what may follow it on a foundation: followers[7C] is {8C}
    loose: list[int]  # [group] what may be lifted, of kernel.names: [-1, 1, 3, 3]
    buries: int  # flag: from the waste only the top one, once it is not turned over any more: 0
    # rows of 54, for each group that cards go from and each that they go to; what would be said of
    # jokers is 0, for no game with jokers is looked at so
    laid: list[int]  # [(a * groups + b) * 54 + card] on what: in 1 to 1, laid[.. + 6H] is {7C, 7S}
    #                  [.. + 52] what may go into a space: {KC, KD, KH, KS}
    onto: list[int]  # [(a * groups + b) * 54 + card] what may lie on it: onto[.. + 7C] is {6D, 6H}
    # the rows that are not empty, in the order of the group gone to, from groups whose piles must
    # be taken apart
    freed: list[int]  # [b] where those to b begin: [0, 0, 1, 1, 1], one goes to the tableau
    free_row: list[int]  # [i] where the row begins: [270]
    free_from: list[int]  # [i] the group gone from: [1]
    # ... and those that lead from one group to another, on to cards
    crossings: int  # how many: 2
    crossed: list[int]  # [b] where those to b begin: [0, 0, 2, 2, 2]
    cross_row: list[int]  # [crossing] where the row begins: [54, 486]
    cross_from: list[int]  # [crossing] the group gone from: [0, 2]
    cross_to: list[int]  # [crossing] the group gone to: [1, 1]


class HoleFacts(NamedTuple):
    """Cards that lack others to follow into a hole."""

    way: int  # 1 if they are looked for, 2 if who may follow may be followed: 0; in Golf 2
    needy: list[int]  # [pile] flag: its cards must follow another: 0; in Golf 1 for columns
    orderly: list[int]  # [pile] flag: they leave it for the hole alone, from the top: 0; there 1
    after_lower: list[int]  # [rank] flag: it may follow the rank below (an ace the king): 0
    after_higher: list[int]  # [rank] flag: ... the rank above (a king the ace): 0


class MatchingFacts(NamedTuple):
    """Cards that leave play in pairs."""

    lone: int  # those that leave by themselves, and do so at once: 0; in Pyramid the kings
    used: int  # flag: cards that lack a mate are looked for: 0; in Pyramid 1
    kins: int  # sets of cards that are mates, or mates of mates: 0; in Pyramid 6, as {3, T}
    kin: list[int]  # [card] the number of its set, or -1: -1
    lasting: list[int]  # [pile] flag: its cards leave out of play alone, the top one first: 0
    leaving: list[int]  # [pile] flag: the game is not won before they have: 0
    parted: list[int]  # [pile] the set of piles of which no card leaves with one of this
    in_turn: int  # flag: of stock and waste no card but the top one is ever at hand: 0


class ComponentFacts(NamedTuple):
    """Piles that never come together."""

    used: int  # flag: they are looked for: 0; in Accordion 1
    leftwards: int  # flag: ... and piles go to the left alone: 0; there 1
    partners: list[int]  # [card] what may ever go on it, or it on that; in Accordion rank and suit


class GridFacts(NamedTuple):
    """Cards without a place in their rows; a set of places is an integer."""

    used: int  # flag: they are looked for: 0; in Gaps 1
    ends: int  # the left ends of rows: 0
    opens: list[int]  # [card] the left ends that it could go to: 0
    before: list[int]  # [card] the one that it could stand at the right of, or 52: before[3C] is 2C


class HeapFacts(NamedTuple):
    """Cards of heaps that cannot go up in time."""

    used: int  # flag: they are looked for: 0; in Contradance 1
    rungs: int  # sets of cards that follow the same cards on foundations: 0; in Contradance 52
    rung: list[int]  # [card] the number of its set: 0
    rung_under: list[int]  # [rung] the one that it follows, or -1 where it begins foundations


class DominanceFacts(NamedTuple):
    """Moves that others stand for."""

    round: int  # flag: the stock may be gone round freely: 1
    parents: list[int]  # [group] the rule by which all its piles take cards, where a run goes from
    #                     one card to its equal only to free it; else 0: [0, 6, 0, 0]
    runs: int  # flag: it is the same on which of equal cards a run lies, in one group: 1
    run_rule: int  # the rule of this group, where parents or runs hold: 6
    run_first: int  # ... its first pile: 4
    run_end: int  # ... the one after its last: 11
    girth: int  # ... the fewest cards of a run that comes round to its beginning; none does: 0
    alike: list[int]  # [card] ... those that may lie on the same cards: alike[7C] is {7C, 7S}
    bears: int  # flag: cards of the stock are laid in this group only to bear another: 1
    rests: list[int]  # [group] flag: the lowest card of its piles stays until it goes up: 0
    settles: int  # flag: some card can be laid on another for good: 0
    rider: list[int]  # [card] the only one that ever lies on it, laid there for good, or -1: -1
    slides: int  # flag: cards in sequence slide among their equals, in the tableau's only group: 0
    under: list[int]  # [card] where they do, what it may lie on
    over: list[int]  # [card] ... and what may lie on it
    equal: list[int]  # [card] ... and which cards take the same, itself among them
    tails: int  # flag: blocks in sequence may hang on either of two equal cards: 0
    gathers: int  # flag: a redeal depends on what it gathers alone: 0


class HeuristicFacts(NamedTuple):
    """The order in which steps are tried."""

    by_base: int  # flag: it depends on the base card, which is still to be chosen in play: 0
    order: list[int]  # [card] how many must lie on its foundation before it: order[7C] is 6;
    #                   [base * 54 + card] where by_base
    due: int  # where a card may lie at several heights of foundations, where in the order it is
    #           noted how many must still go up before it (kernel.score.note_due): 0, nowhere
    by_one: int  # flag: cards leave columns one by one, and those on the one wanted next count: 0
    fits: list[int]  # [pile * 54 + card] what may lie on it to the end: on 7C in a column {6D, 6H}
    weight: list[int]  # [one of kernel.names] what one of each counts: WEIGHTS, HEAPED, JOINED ..
    as_founded: list[int]  # [pile] flag: a card in it is as good as on a foundation: 0
    walk: int  # positions that a beam may look at for each of its width: 2048
    roomy: int  # flag: no stock, no hole, and some place that takes any card: in FreeCell 1


class WorkFacts(NamedTuple):
    """Working room that the search writes to."""

    part: list[int]  # [pile] its hash before a step: a pile that keeps it keeps its score
    score: list[int]  # [pile] its score before a step, once it is known
    told: list[int]  # scores of piles, each at a place that its hash gives
    told_of: list[int]  # ... and the hash
    made: list[int]  # [0] how many safe moves were made at the last step, and from [1] on which;
    #                  where cards slide or tails hang, all its moves
    sets: list[int]  # what foundations take, at places of kernel.names
    keys: list[int]  # [step] the hash that finds a position's place in the table
    checks: list[int]  # [step] the hash that is kept there
    shown: list[int]  # [group] cards uncovered so far, places for others
    free: list[int]  # [group] cards of it that some place shown so far would take
    taking: list[int]  # [crossing] cards that some place shown so far would take by it
    grown: list[int]  # [foundation] how many cards it will hold (kernel.outlook)
    takes: list[int]  # [foundation] ... and what it takes then
    left: list[int]  # [pile] how many of its cards have not left it
    open: list[int]  # the piles that still hold some
    held_of: list[int]  # [pile] its hash when the next three were looked at
    held: list[int]  # [pile] its cards
    held_after: list[int]  # [pile] ... what may follow them, on foundations
    held_up: list[int]  # [pile] ... those that may be lifted with what lies on them
    below: list[int]  # [card] where runs or blocks are lifted, the card on which it lies, or -1
    frees: list[int]  # [card] ... what may be lifted besides when it has gone
    need: list[int]  # [rank] cards that must follow another
    have: list[int]  # [rank] cards that may be followed
    spare: list[int]  # [rank] of these, how many nothing follows yet
    trips: list[int]  # [rank] how often the way into the hole goes from it to the next or back
    rowed: list[int]  # [place in a row] the top card there
    coverers: list[int]  # ... the places of what may lie on it, or it on them
    behind: list[int]  # ... the places of what may ever be at its right
    kin_count: list[int]  # [kin] how many of it are in play
    kin_open: list[int]  # [kin] those that could be uncovered, by their numbers in it
    kin_pile: list[int]  # [16 * kin + number] in which pile such a card lies
    kin_at: list[int]  # ... how high
    kin_with: list[int]  # ... the numbers of those that it could leave with
    kin_first: list[int]  # [pile] where its cards begin in the next one
    kin_place: list[int]  # [card by card, pile after pile] 16 * kin + number
    try_one: list[int]  # [pair] the card whose mate is looked for
    try_mates: list[int]  # ... those not tried yet
    try_pair: list[int]  # ... the two that are tried
    been: list[int]  # [card] the places that it could come to
    stood: list[int]  # [card] ... where it could stand in order
    rung_up: list[int]  # [rung] cards on foundations
    rung_gone: list[int]  # [rung] cards that might have left their heaps since
    heap_rung: list[int]  # [number of a card in play, from 1] its rung
    heap_below: list[int]  # ... the number of the card that it lies on, or 0
    firm: list[int]  # [pile] how many of its cards could not slide, counted from the bottom
    slider: list[int]  # cards that a step makes firm
    place_of: list[int]  # ... on which card each shall lie
    choice: list[int]  # ... of how many it was chosen
    lies_in: list[int]  # [card] the pile in which it lies, while a step of several moves is made
    lies_at: list[int]  # [card] ... and its place in State.cards
    piece_in: list[int]  # [piece of a pile] that pile
    piece_at: list[int]  # ... the place of its first card
    piece_end: list[int]  # ... its last card
    piece_on: list[int]  # ... the piece on which it lies, or -1
    piece_else: list[int]  # ... the one on which it might as well
    piece_to: list[int]  # ... the one on which it shall
    piece_order: list[int]  # pieces in the order in which they come to lie there
    turned_of: list[int]  # the hash of stock and waste, at a place that it gives: of these two
    turned: list[int]  # ... the hash that is the same wherever one is in going round
    hung_of: list[int]  # what hangs in piles, each at a place that its hash gives: the hash
    hung: list[int]  # ... what lies on the root of its last run: of equal cards the first
    hung_part: list[int]  # ... its hash without these
    hung_part2: list[int]  # ... the second one


class Analysis(NamedTuple):
    """The tables of the search; a set of cards is an integer, and a flag is 0 or 1.

    Examples are Klondike's: groups 0 to 3 are its foundations, tableau, waste and stock; piles 0
    to 3 are foundations, 4 to 10 columns, 11 is the waste and 12 the stock. ``7C`` in an example
    is the number of that card, 6, and ``{6D, 6H}`` the set of two.
    """

    missing: int  # cards not in the pack: 0; of a short pack from the sevens up {AC, .., 6S}
    steady: int  # flag: what foundations take depends on them alone: 1
    same: list[int]  # [card] the first that no rule tells from it, where suits never matter: itself
    still: int  # flag: ... and no move makes another card of itself or a condition change: 1
    safe: SafeFacts  # safe moves; the argument is that of :mod:`cadogan.solver.safe_moves`
    relaxation: RelaxationFacts  # what may ever lie where, whatever is in the way
    holes: HoleFacts  # cards that lack others to follow into a hole
    matching: MatchingFacts  # cards that leave play in pairs
    components: ComponentFacts  # piles that never come together
    grid: GridFacts  # cards without a place in their rows; a set of places is an integer
    heaps: HeapFacts  # cards of heaps that cannot go up in time
    dominance: DominanceFacts  # moves that others stand for
    heuristic: HeuristicFacts  # the order in which steps are tried
    work: WorkFacts  # working room that the search writes to


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
    by_base = bool(R.accept.base_by_play) and base == 0
    several = steady and not by_base and at_several(R, base)
    goes_round = _goes_round(game) and "stock" not in without
    found = build_record(
        Analysis,
        {
            "safe.decks": max(
                n for card, n in Counter(game.compiled.cards).items() if card != JOKER
            ),
            "missing": sum(1 << card for card in {*range(CARDS)} - {*game.compiled.cards}),
            "steady": int(steady),
            "same": [*range(STRIDE)],
            "still": int(steady and not R.routes.phase_conditions and not R.fill.ways),
            **_safe_moves(game, without),
            **relaxation_fields(game, base, without),
            "dominance.round": int(goes_round),
            **parent_fields(game, base, without, goes_round),
            "dominance.rests": [
                int("rest" not in without and piles_stay_empty(game, g)) for g in range(R.groups)
            ],
            **slide_fields(game, without),
            "dominance.gathers": int("redeal" not in without and gathers(game)),
            "heuristic.by_base": int(by_base),
            **order_fields(R, by_base, base, several),
            **_scores(game, several),
            **_working_room(R),
        },
    )
    return found if "suits" in without else suits_are_alike(game, found)


def _safe_moves(game: Game, without: Collection[str]) -> dict[str, Any]:
    """Return the fields of safe moves, and those of the game that their proof gives."""
    safe = safety_rules(game)
    return {
        "safe.used": int(safe.possible and "safe" not in without),
        "safe.chains": int(safe.chains),
        "safe.rows": int(safe.rows) * (1 + ("dead" not in without)),
        "safe.strict": int(safe.strict),
        "safe.gives_back": int(safe.gives_back),
        "safe.choices": safe.choices,
        "safe.wanters": list(safe.wanters),
        "safe.barred": [int(b) for b in safe.barred],
        "safe.gathered": [int(b) for b in safe.gathered],
        "safe.covered": int(safe.covered),
    }


def _scores(game: Game, several: bool) -> dict[str, Any]:
    """Return the fields of what counts in the score, and how far beams walk by it."""
    R = game.compiled_rules
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
    early = building(R, columns) and gathers(game) and rested
    if R.redeal.times > 0 and not R.redeal.waste and not early:
        # what is gathered lies in no disorder any more, so it would be gathered at once
        weights = weights | {Weight.AGAIN: 1000}
    return {
        "heuristic.by_one": int(weights[Weight.BURIED] > 0 and one_by_one),
        "heuristic.fits": fits,
        "heuristic.weight": [weights[which] for which in Weight],
        "heuristic.as_founded": [
            int(p == R.mechanics.discard_pile or (p >= R.foundations and _at_hand(R, R.group[p])))
            for p in range(R.piles)
        ],
        "heuristic.walk": 8192 if joined or both else 2048,  # to put runs together takes long lines
        "heuristic.roomy": int(
            plain
            and R.stock.pile < 0
            and not any(R.mechanics.holes)
            and any(R.lift.any_space + R.lift.is_cell)
        ),
    }


def _once(R: CompiledRules) -> bool:
    """Say whether the stock is gone through once, to the waste and nowhere else."""
    to_waste = R.stock.pile >= 0 and R.deal.first == R.stock.waste and R.redeal.times == 0
    return to_waste and R.refill.piles == 0


def _at_hand(R: CompiledRules, g: int) -> bool:
    """Say whether cards of a group leave it in any order, and no others are laid there in play."""
    return R.lift.take[g] == Lift.ANYWHERE and not any(may_go(R, a, g) for a in range(R.groups))


def _heaped(R: CompiledRules) -> bool:
    """Say whether any card goes on any card of some column."""
    every = [(1 << 52) - 1] * 52
    rules = {R.accept.rule_at[p * (R.room + 1) + 1] * STRIDE for p in column_piles(R)}
    return any(R.accept.sets[at : at + 52] == every for at in rules)


def _planned(game: Game) -> bool:
    """Say whether cards leave columns one by one, for foundations alone, and are never gathered.

    And whether what foundations take can be told from their own cards.
    """
    R = game.compiled_rules
    columns = columns_of(R)
    others = {R.group[p] for p in range(R.foundations, R.piles)}
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
        and not any(may_go(R, a, b) for a in columns for b in others)
    )


def _in_suit(game: Game, fits: list[int]) -> bool:
    """Say whether there are several suits, and only what may lie so to the end is lifted as one."""
    R = game.compiled_rules
    suits = {card // 13 for card in game.compiled.cards if card != JOKER}
    links = _accepted(R, R.lift.link)
    starts = [p * STRIDE for p in column_piles(R)]
    return len(suits) > 1 and all(links[at : at + 52] == fits[at : at + 52] for at in starts)


def _accepted(R: CompiledRules, rules: Sequence[int]) -> list[int]:
    """Return, pile after pile, which cards its rule lets lie on each card."""
    return [R.accept.sets[rule * STRIDE + card] for rule in rules for card in range(STRIDE)]


def _working_room(R: CompiledRules) -> dict[str, Any]:
    """Return the fields that the search writes to."""
    return {
        "work.part": [0] * R.piles,
        "work.turned_of": [-1] * MOST_TURNED,
        "work.turned": [0] * MOST_TURNED,
        "work.hung_of": [-1] * MOST_HUNG,
        **{name: [0] * MOST_HUNG for name in ("work.hung", "work.hung_part", "work.hung_part2")},
        **{name: [0] * R.piles for name in ("work.held", "work.held_after", "work.held_up")},
        **{name: [0] * R.piles for name in ("work.rowed", "work.coverers", "work.behind")},
        "work.score": [0] * R.piles,
        "work.told": [0] * MOST_TOLD,
        "work.told_of": [-1] * MOST_TOLD,
        "work.made": [0] * MOST_MADE,
        "work.sets": [0] * SETS,
        "work.keys": [0] * max(most_moves(R), MOST_EXITS),
        "work.checks": [0] * max(most_moves(R), MOST_EXITS),
        "work.shown": [0] * R.groups,
        "work.free": [0] * R.groups,
        "work.taking": [0] * R.groups**2,
        "work.grown": [0] * R.foundations,
        "work.takes": [0] * R.foundations,
        "work.left": [0] * R.piles,
        "work.held_of": [-1] * R.piles,
        "work.open": [0] * R.piles,
        **{
            name: [0] * CARDS
            for name in ("work.below", "work.frees", "work.lies_in", "work.lies_at")
        },
        **{name: [0] * 13 for name in ("work.need", "work.have", "work.spare", "work.trips")},
        "work.firm": [0] * R.piles,
        "work.slider": [0] * MOST_PICKS,
        "work.place_of": [0] * MOST_PICKS,
        "work.choice": [0] * MOST_PICKS,
        **{
            f"work.piece_{what}": [0] * CARDS
            for what in ("in", "at", "end", "on", "else", "to", "order")
        },
    }


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
    told = any(
        (R.conditions.kind[k] == When.EMPTY and 0 < len(waiting & piles) < len(waiting))
        or (R.conditions.kind[k] == When.HAS_SPACE and waiting & piles)
        for k in range(len(rules.conditions))
        for piles in [{*range(R.conditions.first[k], R.conditions.end[k])}]
    )
    return (
        R.redeal.times < 0
        and not any(may_go(R, a, R.group[R.stock.waste]) for a in range(R.groups))
        and not any(q in waiting for q in R.fill.sources[: R.piles * R.fill.ways])
        and R.lift.take[R.group[R.stock.waste]] == Lift.CARD
        and not told
    )
