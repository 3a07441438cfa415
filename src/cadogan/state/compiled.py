"""The rules of a game in integers: what may go on what, what may be lifted, when, by whom.

No phrase is left here: the engine reads only what stands in :class:`CompiledRules`. Two ideas carry
it. What a pile takes depends on nothing but its height, its top card and (in some games) the base
card, so every build, start, space, cap and minimum is one look-up
``sets[rule_at[pile][height]][top]`` giving a set of cards. And which group may play to which
depends on a handful of conditions, so every "from", "to" and "when" is one look-up
``ways[phase][source][target]``. :mod:`cadogan.compiler` fills the tables from a definition.
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

MOST_RULES = 1024  # the room that the search has (cadogan.kernel_build.layout)
STRIDE = JOKER + 1  # from one rule to the next in ``accept``: a set for each card, for a space (52)
#                     and for the joker (53)
MOST_CONDITIONS = 6  # that routes depend on
MOST_SETS = 5000  # that leave play together in one position

ASKS = 2  # a value of MechanicRules.needed


class AcceptRules(NamedTuple):
    """Cards that piles take, and one-way building."""

    rule_at: list[int]  # [pile * (room + 1) + height] by which rule it takes cards: [4 * 53] is 7,
    #                     [4 * 53 + 1] is 6; 0 takes none
    sets: list[int]  # [rule * 54 + top] the set taken on a card: [6 * 54 + 8D] is {7C, 7S};
    #            [rule * 54 + 52] in a space: [7 * 54 + 52] is {KC, KD, KH, KS};
    #            [rule * 54 + 53] on a joker: 0
    based: int  # rules from here on are blocks of 53, one for the base card not yet fixed and one
    #             for each card that it may be: 10, and there are none
    then_when: list[int]  # [pile] condition under which rule_then holds instead: 0
    rule_then: list[int]  # [pile * (room + 1) + height] the rule then; as rule_at where none is
    full: list[int]  # [pile] it holds no more cards: 13 for foundations, 52 for others
    least: list[int]  # [pile] with fewer cards it may not be built on: 0
    above: list[int]  # [pile] the one whose ranks limit what this takes, or -1
    indicator: list[int]  # [pile] the one whose top card stands for this one's while it is empty,
    #                       so that it takes nothing before a card lies there; or -1
    twins: list[int]  # [pile] the first foundation that may become this one's twin, or -1; of
    #                   twins only the first is played to
    base_by_play: int  # flag: the first card put on a foundation is the base card: 0
    lock: list[int]  # [pile] the rule "up only", the next rule being "down only", or 0
    lock_then: list[int]  # [pile] the same while rule_then holds
    marks: list[int]  # [pile] flag: it has either, so State.mark counts
    same_way: list[int]  # [pile] the first of the piles that all go the same way, or -1: -1
    same_suits: list[int]  # [pile] the first of the piles that show one suit at a height, or -1: -1
    line: list[int]  # [pile] of foundations that get their suits in play, the number from 0 of the
    #                  line, all of one suit, in which it lies, or -1: -1


class LiftRules(NamedTuple):
    """Cards that may be lifted."""

    take: list[int]  # [group] what is, a code of Lift (CARD, RUN, ..): [1, 2, 1, 1]
    keep: list[int]  # [group] cards at the bottom of its piles that never leave: 0
    link: list[int]  # [pile] the rule of its runs: 6 for columns
    link_then: list[int]  # [pile] the same while rule_then holds
    link_or: list[int]  # [pile] another rule of its runs, of which one holds throughout, or 0
    single: list[int]  # [pile] flag: it takes one card at a time: 1 for foundations and the waste
    is_cell: list[int]  # [pile] flag: empty, it holds a card of a run that is moved singly: 0
    any_space: list[int]  # [pile] flag: empty, it holds a part of such a run: 0
    any_when: list[int]  # [pile] the condition under which it does: 0


class FaceRules(NamedTuple):
    """Rules for how cards lie: face up, face down, at the bottom."""

    hidden: list[int]  # [pile] flag: cards that come lie face down: 1 for the stock
    turns: list[int]  # [pile] NEVER_TURNED, TURNED, ...: TURNED but for the stock
    late: int  # flag: there are piles with TURNED_LATE: 0
    squared: int  # flag: of some piles only the uppermost cards may be looked at: 0
    look_first: list[int]  # [pile] the first of the piles whose empty ones say how many may: 0
    look_end: list[int]  # [pile] the one after the last; 0 where the pile is not squared
    blind: list[int]  # [pile] flag: its top card is played unseen: 1 for the stock
    sinks: list[int]  # [pile] the set that goes to its bottom as soon as exposed: 0


class RouteRules(NamedTuple):
    """Which group may play to which."""

    ways: list[int]  # [(phase * groups + source) * groups + target] in which ways: ONTO | INTO
    #                  from group 2 to group 1; the phase has bit k set when condition k + 1 holds
    gives: list[int]  # [phase * groups + source] flag: it may play to any group: [1, 1, 1, 0]
    phase_conditions: int  # how many of the first conditions make the phase: 0


class ConditionRules(NamedTuple):
    """Conditions that rules wait for; ``[number - 1]`` of each."""

    kind: list[int]  # its kind, a code of When (EMPTY, NO_GAPS, ..)
    first: list[int]  # of "GROUP empty" the first pile asked about
    end: list[int]  # ... and the one after the last


class FillRules(NamedTuple):
    """Empty piles that are filled at once."""

    ways: int  # from how many piles a space is filled at the most: 0
    sources: list[int]  # [pile * ways + i] the i-th to be tried, or -1 after the last
    cards: list[int]  # [pile] how many cards fill it; 0: it is not filled of itself
    when: list[int]  # [pile] condition under which it is
    met: list[int]  # [pile] flag: of cards that fill it or are redealt, those that begin go out


class RefillRules(NamedTuple):
    """Short piles that are refilled from the stock by choice."""

    piles: int  # how many piles are refilled: 0
    order: list[int]  # [i] the i-th of them
    height: list[int]  # [pile] the height to which it is, or 0
    below: list[int]  # [pile] with fewer cards it is short
    rows: int  # flag: row by row, else pile by pile


class StockRules(NamedTuple):
    """Stock and waste."""

    pile: int  # its pile, or -1 where there is none: 12
    waste: int  # the first pile of the waste, or -1: 11


class DealRules(NamedTuple):
    """Deals from the stock."""

    cards: int  # cards dealt to each pile dealt to, or 0 where it deals none: 1
    first: int  # the first pile dealt to: 11
    end: int  # the one after the last: 12
    rows: int  # flag: row by row, else pile by pile
    when: int  # condition under which it deals
    misses: list[int]  # [pile] what leaves it out: 1 the deal, 2 the last deal, 3 both: all 0
    counted: int  # flag: a rule asks whether there has been one, so it belongs to positions


class LastDealRules(NamedTuple):
    """A last deal that differs from the others."""

    cards: int  # cards dealt by a last deal that is another one, or 0: 0
    first: int  # of that deal the first pile dealt to
    end: int  # ... the one after the last
    rows: int  # ... flag: row by row
    at: int  # ... when it is made: cards left, or fewer
    when: int  # ... and under which condition, or 0 for none


class RedealRules(NamedTuple):
    """Cards used again."""

    times: int  # how often, or -1 for as often as one likes: -1
    counted: int  # the most that are counted, where it matters how many there were: 0
    waste: int  # flag: the waste becomes the stock; else the tableau is gathered: 1
    shuffled: int  # flag: in an order that is drawn from State.num[KEY]: 0
    last_first: int  # flag: gathered so that the last pile is dealt again first: 0
    from_top: int  # flag: each pile's top cards first, in the order in which they lie: 0
    first: int  # the first pile taken up: 11
    under: int  # the first of those whose cards come after all others: 12
    end: int  # the one after the last: 12
    rounds: int  # of those, the most cards that one was dealt at the start
    rows: int  # flag: they are dealt again row by row
    dealt: list[int]  # [pile] cards dealt to it at the start: dealt[10] is 7
    when: int  # condition under which they are used again


class ShiftRules(NamedTuple):
    """Bottom cards that go to the tops of their piles."""

    times: int  # how often the bottom cards of piles go to their tops: 0
    first: int  # the first of these piles
    end: int  # the one after the last


class MerciRules(NamedTuple):
    """Buried cards that may be drawn."""

    times: int  # how often a buried card may be drawn: 0
    when: int  # condition under which it may be
    piles: list[int]  # [pile] flag: from this one: 1 for columns


class WinRules(NamedTuple):
    """Conditions that win the game."""

    kind: int  # its place in words.WINS, -1 for piles that are to be empty; all on foundations: 0
    runs: int  # cards of the run that piles of the tableau are to be, or 0: 0
    clear: int  # flag: piles are to be empty, wherever their cards have gone: 0
    empty: list[int]  # [pile] flag: it is one of those: 0
    full: int  # flag: the foundations are to be full, wherever the rest lies: 0
    left: int  # cards that may be left in play where that wins, or 0: 0


class MechanicRules(NamedTuple):
    """Facts that several mechanics share."""

    needed: int  # whether it has one of those below, or needs what is compiled with them: 1;
    #              ASKS where that is no more than that rules wait for such a condition: 0
    discard_pile: int  # the pile of the cards that are out of play, or -1 where there is none: -1
    most_counted: int  # how far State.num[COUNT] may come: 0
    holes: list[int]  # [pile] flag: a foundation in which any rank may follow many, and of whose
    #                   cards only the uppermost matters: 0
    forgets: int  # flag: positions are one that differ only in what lies under it; for searches
    kings: int  # how many kings there are


class OverlapRules(NamedTuple):
    """Piles that lie on piles, as in a pyramid."""

    used: int  # flag: piles lie on piles, the cards of a pyramid: 0
    starts: list[int]  # [pile] where its piles in cover begin; they end where the next one's do
    above: list[int]  # the piles that lie on a pile, one pile's after another's


class WholeRunRules(NamedTuple):
    """Foundations that take whole runs."""

    used: int  # flag: foundations take whole runs: 0
    way: list[int]  # [pile] 1 where it does by choice, 2 at once: 0


class RowRules(NamedTuple):
    """Rows that close up, and grids with gaps."""

    reach: list[int]  # [pile] how far to the left its cards go in its row, bit by bit; anywhere: 0
    leftmost: list[int]  # [pile] the first pile of its group, of which only the leftmost that fits
    #                      takes a card; where any does: -1
    closing: int  # flag: a row closes up: 0
    closes: list[int]  # [pile] flag: it is of such a row: 0
    topped: list[int]  # [pile] flag: only its top card can matter: 0
    length: int  # the places in a row of the grid, or 0 where there is none: 0
    fixed: int  # flag: what is in order in its rows stays: 0
    ring: int  # flag: its rows are read on, from the last place to the first: 0
    beyond: list[int]  # [pile] the place at its right, by whose card it takes another too, or -1
    ahead: list[int]  # [pile] the rule of what goes before that card: 0
    grid_first: int  # the first place of the grid
    grid_end: int  # the one after the last
    redeal_kept: int  # whether a redeal leaves the cards of the grid that are in order: 1 with gaps
    #                   behind these, 2 at the right ends, 3 anywhere; 0 not


class RemovalRules(NamedTuple):
    """Cards that leave play together."""

    used: int  # flag: cards leave play together: 0
    piles: list[int]  # [pile] flag: its top card may: 0
    ends_leave: int  # flag: of some of these the bottom card may leave, too: 0
    alone: int  # the set of those that leave play by themselves: 0
    mates: list[int]  # [card] the set of those that it makes a pair with: 0
    touching: list[int]  # [pile * piles + pile] flag: cards there may make a pair
    covering: int  # flag: so may a card and the only one that still lies on it: 0
    linked: int  # larger sets: 1 of three or four, each linked with another of them; 2 of four,
    #              each with all; 0 none
    links: list[int]  # [card] the set of those that it is linked with: 0
    differ: int  # flag: linked are cards that differ: 0
    set_most: int  # the cards of the largest set; 0 where only cards between two leave play
    trios: int  # how many threes of ranks leave play together: 0
    trio: list[int]  # [trio * 3 + 0 to 2] the sets of cards that make them, one of each
    quads: int  # how many fours of ranks leave play together: 0
    quad: list[int]  # [quad * 4 + 0 to 3] the sets of cards that make them, one of each
    adds_to: int  # what any number of cards that leave play together add up to, or 0: 0
    between: list[int]  # [card] the set of those that it matches where cards between two that
    #                     match leave play: 0
    between_most: int  # the most of them that leave at a time: 0


class ScoreRules(NamedTuple):
    """Games played for a score."""

    target: int  # the score that wins: 0
    start: int  # what it begins with: 0
    card: int  # what each card on a foundation counts: 0
    hands: int  # what rows and columns count as, a place in language.words.HANDS: 0
    diagonals: int  # flag: the two diagonals count as well: 0
    side: int  # how many piles make a row: 0
    pay: list[int]  # [hand of poker] what it counts


class PairedStartRules(NamedTuple):
    """Foundations that begin with two cards together."""

    used: int  # whether foundations begin with two cards together: 0
    piles: list[int]  # [pile] whether it does


class ExchangeRules(NamedTuple):
    """Cards that change places."""

    begins: list[int]  # [pile] the cards that are right on its place, or 0 where any is: 0
    used: int  # whether cards may change places: 0
    swapped: list[int]  # [pile] whether its card may: 1 if it is wrong, 2 with any other; 0 not


class WeavingRules(NamedTuple):
    """Exiles that are woven in."""

    used: int  # whether exiles are woven in: 0
    exiles: int  # the pile where they lie, or -1: -1
    hand: int  # the cell where a woven card waits to be played, or -1: -1
    home: list[int]  # [rank - 1] the pile of a rank, or -1


class RoundRobinRules(NamedTuple):
    """Dealing and redealing pile by pile."""

    piles: int  # how many piles the stock deals to in turn, COUNT being the next, or 0: 0
    begin: int  # with which of them, from 0, it begins: 0
    falls_on: list[int]  # [pile] on which of them a card must be about to fall to go on its cards
    next_at: int  # the set of cards at which it goes on to the next of them; with every card: 0
    redeal_by_pile: int  # whether each redeal takes up one pile and deals it over the others, or
    #                      moves cards up: 0
    redeal_up: int  # of the latter how many places make a row, or 0
    deal_times: int  # deals until the cards are used again, or 0
    batch: int  # cards from the waste that make a batch, of which COUNT keeps how many have come
    redeal_stock: int  # whether a redeal gathers the stock as well


class ShuttleRules(NamedTuple):
    """Cards that turn up another when they come home."""

    used: int  # whether a card that comes home turns up another
    opens: list[int]  # [pile] the pile whose top card one that comes here turns up, or -1
    chances: int  # so often a card that would turn up no other changes places with one face down: 0
    chanced: list[int]  # [pile] flag: so does a card that would come here, or lies here: 0


class ReversalRules(NamedTuple):
    """A last row that may be reversed."""

    used: int  # whether the row of the last deal may be reversed, whose cards COUNT keeps: 0


class SkippingRules(NamedTuple):
    """Deals that pass piles over."""

    way: int  # which piles a deal passes over: 1 empty ones, 2 where there are such, others


class SingleDiscardRules(NamedTuple):
    """Cards that leave play one by one."""

    used: int  # whether cards leave play one by one
    leaves: int  # the cards that do
    beats: list[int]  # [card] the cards of other piles that make it leave
    must: int  # whether nothing else is done while a card can leave
    replaced: int  # whether the stock replaces a card that leaves
    stays: int  # the cards that may be left when all others are out of play


class CountingRules(NamedTuple):
    """Ranks called one after another."""

    way: int  # whether cards are counted: 1 as they are turned, 2 along the rows
    calls: int  # how many ranks are called, one after another
    called: list[int]  # [card] which of these calls it, or -1
    barren: int  # passes without a hit after which there is no other, or 0
    again: int  # whether each pass begins the count anew


class CompiledRules(NamedTuple):
    """The rules of one game; a set of cards is an integer with bit ``card``, and a flag is 0 or 1.

    Examples are Klondike's: groups 0 to 3 are its foundations, tableau, waste and stock; piles 0
    to 3 are foundations, 4 to 10 columns, 11 is the waste and 12 the stock; a pile could hold all
    52 cards, so its rules are 53 numbers. ``8D`` in an example is the number of that card, 20, and
    ``{7C, 7S}`` the set of two. Numbers of rules are places in ``accept``; those of conditions
    begin with 1, 0 stands for none (what always holds), and a negative one is negated.
    """

    piles: int  # piles: 13
    groups: int  # groups: 4
    foundations: int  # piles that are foundations; they are the first: 4
    total: int  # cards of the game: 52
    room: int  # the greatest height of a pile: 52
    group: list[int]  # [pile] its group: group[4] is 1
    klass: list[int]  # [pile] piles that may change places have the same: 5 for all the columns
    tableau_first: int  # the first pile of the tableau: 4
    tableau_end: int  # the one after its last: 11
    accept: AcceptRules  # cards that piles take, and one-way building
    lift: LiftRules  # cards that may be lifted
    face: FaceRules  # how cards lie: face up, face down, at the bottom
    routes: RouteRules  # which group may play to which
    conditions: ConditionRules  # conditions that rules wait for; ``[number - 1]`` of each
    fill: FillRules  # empty piles that are filled at once
    refill: RefillRules  # short piles that are refilled from the stock by choice
    stock: StockRules  # stock and waste
    deal: DealRules  # deals from the stock
    last_deal: LastDealRules  # a last deal that differs from the others
    redeal: RedealRules  # cards used again
    shift: ShiftRules  # bottom cards that go to the tops of their piles
    merci: MerciRules  # buried cards that may be drawn
    win: WinRules  # how the game is won
    mechanics: MechanicRules  # facts that several mechanics share
    overlap: OverlapRules  # piles that lie on piles, as in a pyramid
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
    skipping: SkippingRules  # deals that pass piles over
    single_discard: SingleDiscardRules  # cards that leave play one by one
    counting: CountingRules  # ranks called one after another


def most_sets(R: CompiledRules) -> int:
    """Return a number of sets of cards that leave play together which no position goes beyond.

    Every pile shows one card, or two where both ends leave; of a rank there are 16 in four packs.
    No set that adds up to a number holds another, and of sets that do not hold each other there are
    no more than those of half of the cards (Sperner).

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
    """A definition with its options, compiled."""

    definition: Definition  # what was compiled
    options: Mapping[str, str]  # a value for each option
    groups: tuple[Group, ...]  # in canonical order: by kind, then as written
    names: tuple[str, ...]  # [pile] in canonical order, such as "t3"
    of: tuple[Group, ...]  # [pile] its group
    first: Mapping[str, int]  # the first pile of each group, by the group's name
    owner: tuple[int, ...]  # [pile] the suit that owns a foundation, or -1
    placed: Mapping[int, int]  # the card on a foundation before the deal, by the pile
    builds: tuple[Build, ...]  # [pile] how it is built
    ranks: tuple[int, ...]  # the order of the pack's ranks, lowest first
    conditions: tuple[Condition, ...]  # [number - 1] as the tables number them
    features: frozenset[str]  # what proofs must reckon with (cadogan.compiler.features)
    compiled_rules: CompiledRules  # the integers

    @property
    def cards(self) -> list[int]:
        """All cards of the game, unshuffled."""
        return self.definition.pack
