"""Compiled rules: a game's definition as integers.

Compiled rules contain no text: the engine reads only :class:`CompiledRules`. Two ideas keep it
simple. First, the cards that a pile takes depend only on its height, its top card and (in some
games) the base card. So every build, start, empty-pile rule, cap and minimum is one look-up:
``sets[rule_at[pile][height]][top]`` is a set of cards. Second, a few conditions decide which group
may play to which. So every "from", "to" and "when" is one look-up:
``ways[phase][source][target]``. :mod:`cadogan.compiler` builds these arrays from a definition.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from cadogan.core.cards import JOKER
from cadogan.rules.builds import Build
from cadogan.rules.definition import Definition
from cadogan.rules.group import Group
from cadogan.rules.vocabulary import Condition

MOST_RULES = 1024  # the search reserves this much room (cadogan.kernel_build.layout)
# Entries per rule in ``accept``: a set for each card, one for an empty pile (52), one for a joker
# (53).
STRIDE = JOKER + 1
MOST_CONDITIONS = 6  # maximum number of conditions that routes depend on
MOST_SETS = 5000  # maximum number of sets that may leave play together in one position

ASKS = 2  # a value of MechanicRules.needed


class AcceptRules(NamedTuple):
    """Rules for the cards that piles take, and for one-way building."""

    rule_at: list[int]  # [pile * (room + 1) + height] the rule for taking cards: [4 * 53] is 7,
    # [4 * 53 + 1] is 6; rule 0 takes nothing
    sets: list[int]  # [rule * 54 + top] the set taken on a card: [6 * 54 + 8D] is {7C, 7S};
    # [rule * 54 + 52] in an empty pile: [7 * 54 + 52] is {KC, KD, KH, KS};
    # [rule * 54 + 53] on a joker: 0
    based: int  # rules from here on are blocks of 53: one for an unknown base card,
    # then one for each possible base card: 10, with no such blocks
    then_when: list[int]  # [pile] the condition that switches to rule_then: 0
    # [pile * (room + 1) + height] the rule while that condition holds; else as rule_at
    rule_then: list[int]
    full: list[int]  # [pile] maximum height: 13 for foundations, 52 for others
    least: list[int]  # [pile] minimum height for building on it: 0
    above: list[int]  # [pile] the pile whose ranks limit what this one takes, or -1
    indicator: list[int]  # [pile] the pile whose top card replaces this one's while it is empty,
    # so that it takes nothing until that pile has a card; or -1
    twins: list[int]  # [pile] the first foundation that may become a twin of this one, or -1;
    # play goes only to the first of several twins
    base_by_play: int  # flag: the first card put on a foundation becomes the base card: 0
    lock: list[int]  # [pile] the rule "up only", followed by the rule "down only", or 0
    lock_then: list[int]  # [pile] the same while the condition for rule_then holds
    marks: list[int]  # [pile] flag: it has either of these, so State.mark counts
    same_way: list[int]  # [pile] the first pile of a group whose piles all go one way, or -1: -1
    # [pile] the first pile of a group that shows one suit at each height, or -1: -1
    same_suits: list[int]
    line: list[int]  # [pile] for foundations that get their suits in play: the number, from 0,
    # of the line (all of one suit) that contains it, or -1: -1


class LiftRules(NamedTuple):
    """Rules for lifting cards."""

    take: list[int]  # [group] what may be lifted, a code of Lift (CARD, RUN, ..): [1, 2, 1, 1]
    keep: list[int]  # [group] number of cards at the bottom of its piles that never leave: 0
    link: list[int]  # [pile] the rule of its runs: 6 for columns
    link_then: list[int]  # [pile] the same while the condition for rule_then holds
    # [pile] a second rule for its runs, or 0; one of the two holds throughout a run
    link_or: list[int]
    single: list[int]  # [pile] flag: it takes one card at a time: 1 for foundations and the waste
    # [pile] flag: when empty, it can hold a card of a run that moves card by card: 0
    is_cell: list[int]
    any_space: list[int]  # [pile] flag: when empty, it can hold part of such a run: 0
    any_when: list[int]  # [pile] the condition for that: 0


class FaceRules(NamedTuple):
    """Rules for face-up and face-down cards, and for cards that sink."""

    hidden: list[int]  # [pile] flag: cards that arrive lie face down: 1 for the stock
    turns: list[int]  # [pile] a code of Turning: UP except for the stock
    late: int  # flag: some piles have Turning.LATE: 0
    squared: int  # flag: in some piles the player may look only at the uppermost cards: 0
    look_first: list[int]  # [pile] first of the piles whose empty ones decide how many: 0
    look_end: list[int]  # [pile] end (exclusive) of those piles; 0 if the pile is not squared
    blind: list[int]  # [pile] flag: its top card is played unseen: 1 for the stock
    sinks: list[int]  # [pile] the set of cards that sink as soon as they are exposed: 0


class RouteRules(NamedTuple):
    """Rules for which group may play to which."""

    ways: list[int]  # [(phase * groups + source) * groups + target] bits ONTO | INTO
    # (example: from group 2 to group 1); bit k of the phase is set when condition k + 1 holds
    gives: list[int]  # [phase * groups + source] flag: it may play to some group: [1, 1, 1, 0]
    phase_conditions: int  # how many of the first conditions form the phase: 0


class ConditionRules(NamedTuple):
    """Conditions that rules depend on; ``[number - 1]`` of each."""

    kind: list[int]  # its kind, a code of When (EMPTY, NO_GAPS, ..)
    first: list[int]  # for "GROUP empty": the first of its piles
    end: list[int]  # ... and their end (exclusive)


class FillRules(NamedTuple):
    """Empty piles that are filled at once."""

    ways: int  # maximum number of piles that an empty pile is filled from: 0
    sources: list[int]  # [pile * ways + i] the i-th pile to try, or -1 after the last
    cards: list[int]  # [pile] number of cards that fill it; 0: it is not filled automatically
    when: list[int]  # [pile] the condition for filling it
    # [pile] flag: cards for filling or redealing it go to foundations if they begin one
    met: list[int]


class RefillRules(NamedTuple):
    """Short piles that the player may refill from the stock."""

    piles: int  # number of piles to refill: 0
    order: list[int]  # [i] the i-th of them
    height: list[int]  # [pile] the height to refill it to, or 0
    below: list[int]  # [pile] it is short if it has fewer cards than this
    rows: int  # flag: row by row, else pile by pile


class StockRules(NamedTuple):
    """Stock and waste."""

    pile: int  # the stock's pile, or -1 if there is none: 12
    waste: int  # the first pile of the waste, or -1: 11


class DealRules(NamedTuple):
    """Deals from the stock."""

    cards: int  # number of cards dealt to each target pile, or 0 for no deals: 1
    first: int  # the first target pile: 11
    end: int  # end (exclusive) of the target piles: 12
    rows: int  # flag: row by row, else pile by pile
    when: int  # the condition for dealing
    # [pile] which deals omit it: 1 ordinary deals, 2 the last deal, 3 both: all 0
    misses: list[int]
    counted: int  # flag: a rule depends on whether a deal was made, so positions store it


class LastDealRules(NamedTuple):
    """A last deal that differs from the earlier ones."""

    cards: int  # number of cards for each pile, or 0 without such a deal: 0
    first: int  # its first target pile
    end: int  # ... the end (exclusive) of its target piles
    rows: int  # ... flag: row by row
    at: int  # ... it is made when at most this many cards are left
    when: int  # ... and its condition, or 0 for none


class RedealRules(NamedTuple):
    """Redeals."""

    times: int  # number of redeals, or -1 for no limit: -1
    counted: int  # the highest count of redeals, if a rule depends on it: 0
    waste: int  # flag: the waste becomes the stock; else the tableau is gathered: 1
    shuffled: int  # flag: shuffled with State.num[KEY]: 0
    last_first: int  # flag: gathered so that the last pile is dealt first: 0
    from_top: int  # flag: each pile is dealt from its top card down, where it lies: 0
    first: int  # the first pile gathered: 11
    under: int  # the first pile of the second part, whose cards come after all others: 12
    end: int  # end (exclusive) of these piles: 12
    rounds: int  # the largest number of cards dealt to one of them at the start
    rows: int  # flag: they are redealt row by row
    dealt: list[int]  # [pile] cards dealt to it at the start: dealt[10] is 7
    when: int  # the condition for a redeal


class ShiftRules(NamedTuple):
    """Shifts: bottom cards that go to the tops of their piles."""

    times: int  # number of shifts: 0
    first: int  # the first of the piles that shift
    end: int  # their end (exclusive)


class MerciRules(NamedTuple):
    """Draws of buried cards."""

    times: int  # number of draws: 0
    when: int  # the condition for a draw
    piles: list[int]  # [pile] flag: draws from this pile are allowed: 1 for columns


class WinRules(NamedTuple):
    """Conditions for winning the game."""

    kind: int  # index in WINS, or -1 if piles must be empty; all cards on foundations: 0
    runs: int  # length of the runs that tableau piles must become, or 0: 0
    clear: int  # flag: some piles must be empty, wherever their cards are: 0
    empty: list[int]  # [pile] flag: it is one of those piles: 0
    full: int  # flag: the foundations must be full, wherever the other cards are: 0
    left: int  # number of cards that may be left in play at a win by cards left, else 0: 0


class MechanicRules(NamedTuple):
    """Facts that several mechanics share."""

    needed: int  # 1 if the game uses a mechanic below, or needs code compiled with them;
    # ASKS if only a condition needs that code; else 0: 0
    discard_pile: int  # the pile for cards out of play, or -1: -1
    most_counted: int  # the maximum of State.num[COUNT]: 0
    holes: list[int]  # [pile] flag: a foundation where one rank may follow many others, so that
    # only its top card matters: 0
    forgets: int  # flag: in searches, the cards under the top card of a hole do not matter
    kings: int  # number of kings


class OverlapRules(NamedTuple):
    """Piles that cover other piles, as in a pyramid."""

    used: int  # flag: piles cover other piles, like the cards of a pyramid: 0
    starts: list[int]  # [pile] where its piles begin in cover; they end where the next pile's begin
    above: list[int]  # the piles that cover each pile, for one pile after another


class WholeRunRules(NamedTuple):
    """Foundations that take whole runs."""

    used: int  # flag: foundations take whole runs: 0
    way: list[int]  # [pile] 1 if the player moves them, 2 if they go automatically, else 0: 0


class RowRules(NamedTuple):
    """Rows that close up, and grids with gaps."""

    reach: list[int]  # [pile] bit set of the distances its cards go to the left; any distance: 0
    leftmost: list[int]  # [pile] first pile of its group if only the leftmost pile that fits
    # takes a card; else -1: -1
    closing: int  # flag: a row closes up: 0
    closes: list[int]  # [pile] flag: it is in such a row: 0
    topped: list[int]  # [pile] flag: only its top card can matter: 0
    length: int  # number of places in a row of the grid, or 0 without a grid: 0
    fixed: int  # flag: cards in order in their row stay: 0
    ring: int  # flag: rows continue as a ring, from the last place to the first: 0
    beyond: list[int]  # [pile] the place to its right, whose card also decides what it takes, or -1
    ahead: list[int]  # [pile] the rule for what precedes that card: 0
    grid_first: int  # the first place of the grid
    grid_end: int  # the end (exclusive) of the grid
    redeal_kept: int  # where a redeal that keeps the cards in order leaves gaps: 1 behind those
    # cards, 2 at the right ends, 3 anywhere; 0 for no such redeal


class RemovalRules(NamedTuple):
    """Cards that leave play together."""

    used: int  # flag: cards leave play together: 0
    piles: list[int]  # [pile] flag: its top card may leave: 0
    ends_leave: int  # flag: in some of these piles the bottom card may also leave: 0
    alone: int  # the set of cards that leave play singly: 0
    mates: list[int]  # [card] the set of cards that pair with it: 0
    touching: list[int]  # [pile * piles + pile] flag: cards of these piles may pair
    covering: int  # flag: a card may pair with the only card that still covers it: 0
    linked: int  # larger sets: 1 for three or four cards, each linked with another; 2 for four
    # cards, all linked with each other; 0 for none
    links: list[int]  # [card] the set of cards linked with it: 0
    differ: int  # flag: cards are linked when they differ: 0
    set_most: int  # size of the largest set; 0 if only cards between two others leave play
    trios: int  # number of triples of ranks that leave play together: 0
    trio: list[int]  # [trio * 3 + 0 to 2] the three sets of cards that form it, one card of each
    quads: int  # number of quadruples of ranks that leave play together: 0
    quad: list[int]  # [quad * 4 + 0 to 3] the four sets of cards that form it, one card of each
    adds_to: int  # the total that any number of cards leaving play together add up to, or 0: 0
    between: list[int]  # [card] the set of cards that match it, if cards between two matching ones
    # leave play: 0
    between_most: int  # the maximum number of cards between them that leave at a time: 0


class ScoreRules(NamedTuple):
    """Games played for a score."""

    target: int  # the score that wins: 0
    start: int  # the initial score: 0
    card: int  # points for each card on a foundation: 0
    hands: int  # how rows and columns score, an index in rules.vocabulary.HANDS: 0
    diagonals: int  # flag: the two diagonals also score: 0
    side: int  # number of piles in a row: 0
    pay: list[int]  # [hand of poker] its points


class PairedStartRules(NamedTuple):
    """Foundations that begin with two cards together."""

    used: int  # flag: foundations begin with two cards together: 0
    piles: list[int]  # [pile] flag: it does


class ExchangeRules(NamedTuple):
    """Cards that change places."""

    begins: list[int]  # [pile] the cards that are right in its place, or 0 if any is: 0
    used: int  # flag: cards may change places: 0
    swapped: list[int]  # [pile] when it may be swapped: 1 if wrong, 2 with any such, 0 never: 0


class WeavingRules(NamedTuple):
    """Exiles that are woven in."""

    used: int  # flag: exiles are woven in: 0
    exiles: int  # the pile of the exiles, or -1: -1
    hand: int  # the cell where a woven card waits to be played, or -1: -1
    home: list[int]  # [rank - 1] the pile of a rank, or -1


class RoundRobinRules(NamedTuple):
    """Dealing and redealing pile by pile."""

    piles: int  # number of piles that the stock deals to in turn (COUNT is the next), or 0: 0
    begin: int  # index of the pile that gets the first card
    # [pile] bit set of places: a card about to fall on one of them may be played here
    falls_on: list[int]
    next_at: int  # the cards before which the deal advances to the next pile; 0 for every card: 0
    redeal_by_pile: int  # flag: each redeal takes up one pile and deals it over the others, or
    # moves cards up: 0
    redeal_up: int  # for redeals that move cards up: places in a row, or 0
    deal_times: int  # number of deals between two redeals, or 0
    batch: int  # number of waste cards in a batch; COUNT is the number placed
    redeal_stock: int  # flag: a redeal also gathers the stock


class ShuttleRules(NamedTuple):
    """Cards that turn up another card when they come home."""

    used: int  # flag: a card that comes home turns up another
    opens: list[int]  # [pile] the pile whose top card is turned up by a card that comes here, or -1
    # how often a card that would turn up no other may change places with a face-down one: 0
    chances: int
    chanced: list[int]  # [pile] flag: this applies to cards that would come here, or lie here: 0


class ReversalRules(NamedTuple):
    """A last row that may be reversed."""

    used: int  # flag: the row of the last deal may be reversed; COUNT is its length: 0


class SkippingRules(NamedTuple):
    """Deals that skip some piles."""

    # which piles a deal skips: 0 none, 1 empty ones, 2 those with cards if some are empty,
    # 3 all but the first empty one
    way: int


class SingleDiscardRules(NamedTuple):
    """Cards that leave play one by one."""

    used: int  # flag: cards leave play one by one
    leaves: int  # the set of cards that leave
    beats: list[int]  # [card] the set of cards on other piles that make it leave
    must: int  # flag: while a card can leave, no other move is legal
    replaced: int  # flag: the stock replaces a card that leaves
    stays: int  # the set of cards that may remain when all others are out of play


class CountingRules(NamedTuple):
    """Ranks called one after another."""

    way: int  # whether cards are counted: 1 as they are turned, 2 along the rows; 0 not
    calls: int  # number of ranks called, one after another
    called: list[int]  # [card] index of the call that hits it, or -1
    barren: int  # number of passes without a hit that ends the redeals, or 0
    again: int  # flag: each pass restarts the count


class CompiledRules(NamedTuple):
    """Compiled rules of one game. A set of cards is an integer with bit ``card``; a flag is 0 or 1.

    The examples are for Klondike. Groups 0 to 3 are foundations, tableau, waste and stock. Piles 0
    to 3 are foundations, 4 to 10 columns, 11 is the waste and 12 the stock. Each pile has room for
    all 52 cards, so its rules are 53 numbers. ``8D`` in an example means the number of that card,
    20, and ``{7C, 7S}`` a set of two cards. Rule numbers are indices into ``accept``. Condition
    numbers begin with 1; 0 means no condition (always true), and a negative number negates the
    condition.
    """

    piles: int  # number of piles: 13
    groups: int  # number of groups: 4
    foundations: int  # number of foundation piles, which come first: 4
    total: int  # number of cards: 52
    room: int  # maximum height of a pile: 52
    group: list[int]  # [pile] its group: group[4] is 1
    klass: list[int]  # [pile] its class; interchangeable piles share one: 5 for all the columns
    tableau_first: int  # the first tableau pile: 4
    tableau_end: int  # the end (exclusive) of the tableau: 11
    accept: AcceptRules  # the cards that piles take, and one-way building
    lift: LiftRules  # lifting cards
    face: FaceRules  # face-up and face-down cards, cards that sink
    routes: RouteRules  # which group may play to which
    conditions: ConditionRules  # conditions that rules depend on; ``[number - 1]`` of each
    fill: FillRules  # empty piles that are filled at once
    refill: RefillRules  # short piles that the player may refill from the stock
    stock: StockRules  # stock and waste
    deal: DealRules  # deals from the stock
    last_deal: LastDealRules  # a last deal that differs from the earlier ones
    redeal: RedealRules  # redeals
    shift: ShiftRules  # shifts: bottom cards that go to the tops of their piles
    merci: MerciRules  # draws of buried cards
    win: WinRules  # conditions for winning
    mechanics: MechanicRules  # facts that several mechanics share
    overlap: OverlapRules  # piles that cover other piles, as in a pyramid
    whole_runs: WholeRunRules  # foundations that take whole runs
    rows: RowRules  # rows that close up, and grids with gaps
    removal: RemovalRules  # cards that leave play together
    score: ScoreRules  # games played for a score
    paired_start: PairedStartRules  # foundations that begin with two cards together
    exchange: ExchangeRules  # cards that change places
    weaving: WeavingRules  # exiles that are woven in
    round_robin: RoundRobinRules  # dealing and redealing pile by pile
    shuttles: ShuttleRules  # cards that turn up another when they come home
    reversal: ReversalRules  # a last row that may be reversed
    skipping: SkippingRules  # deals that skip some piles
    single_discard: SingleDiscardRules  # cards that leave play one by one
    counting: CountingRules  # ranks called one after another


def most_sets(R: CompiledRules) -> int:
    """Return an upper bound on the number of sets that can leave play together in one position.

    Every pile shows one card, or two if both ends may leave; four packs have 16 cards of a rank. No
    set with a given total contains another. So by Sperner's theorem there are at most as many sets
    as subsets of half the cards.

    >>> from cadogan.compiler import compile_rules
    >>> from cadogan.rules.catalogue import find
    >>> most_sets(compile_rules(find("elevens"), {}).compiled_rules), 9 + 36 + 84
    (129, 129)
    """
    n = min(sum(R.removal.piles) << R.removal.ends_leave, R.total)
    most = n + math.comb(n, 2)
    if R.removal.set_most > 2 and (R.removal.trios or R.removal.linked == 1):
        most += math.comb(n, 3)
    if R.removal.linked == 1 or R.removal.differ or R.removal.quads:
        most += math.comb(n, 4)
    elif R.removal.linked:
        most += n // 16 * math.comb(16, 4) + math.comb(n % 16, 4)
    if R.removal.adds_to:
        most += math.comb(n, n // 2)
    return most + n * R.removal.between_most


@dataclass(frozen=True)
class CompiledGame:
    """A compiled definition with its options."""

    definition: Definition  # the definition
    options: Mapping[str, str]  # the value of each option
    groups: tuple[Group, ...]  # in canonical order: by kind, then in the definition's order
    names: tuple[str, ...]  # [pile] name in canonical order, such as "t3"
    of: tuple[Group, ...]  # [pile] its group
    first: Mapping[str, int]  # the first pile of each group, by group name
    owner: tuple[int, ...]  # [pile] the suit that owns a foundation, or -1
    placed: Mapping[int, int]  # the card on a foundation before the deal, by pile
    builds: tuple[Build, ...]  # [pile] its build
    ranks: tuple[int, ...]  # the rank order of the pack, lowest first
    conditions: tuple[Condition, ...]  # [number - 1] in the numbering of the compiled rules
    features: frozenset[str]  # features that proofs must name (cadogan.compiler.features)
    compiled_rules: CompiledRules  # the compiled rules

    @property
    def cards(self) -> list[int]:
        """All cards of the game, unshuffled."""
        return self.definition.pack
