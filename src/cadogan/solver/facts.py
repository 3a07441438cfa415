"""The facts of a game that the search works with, as records of integers and lists of them."""

from __future__ import annotations

from typing import NamedTuple


class SafeFacts(NamedTuple):
    """Safe moves; the argument is that of :mod:`cadogan.solver.safe_moves`."""

    decks: int  # packs used: 1
    used: int  # flag: they are made at once: 1
    chains: int  # flag: cards lie on their neighbours of the suit alone: 0; in Bisley 1
    rows: int  # 1 where foundations take a suit in any order and nothing else is laid, 2 where that
    #            finds dead positions too: 0; in Osmosis 2
    strict: int  # flag: what could want a card must lie on the foundations already: 0
    gives_back: int  # flag: cards may come down from foundations: 1
    choices: int  # cards that foundations which differ could take: 0
    wanters: list[int]  # [card] what could ever lie on it: wanters[7C] is {6D, 6H}
    barred: list[int]  # [pile] flag: cards never leave it safely: 1 for foundations and the stock
    gathered: list[int]  # [pile] flag: ... nor while the tableau will be gathered for a redeal: 0
    covered: int  # flag: ... nor while the stock holds cards: 0; in Rushdike 1


class RelaxationFacts(NamedTuple):
    """Places that cards could ever reach, whatever is in the way."""

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
    # rows of 54, for each group that cards go from and each that they go to; the entries of
    # jokers are 0, for no game with jokers is looked at so
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

    way: int  # 1 if they are looked for, 2 if a card that may follow may be followed: 0; in Golf 2
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
    same: list[int]  # [card] the first that all rules treat alike, where suits never matter: itself
    still: int  # flag: ... and no move has automatic changes or changes a condition: 1
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
