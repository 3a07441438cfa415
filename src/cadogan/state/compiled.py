"""Compiled rules: a game's definition as integers.

Compiled rules contain no text: the engine reads only :class:`CompiledRules`. Two ideas keep the
compiled rules simple. First, the cards that a pile takes depend only on its height, its top card
and (in some games) the base card. So every build, start, empty-pile rule, maximum and minimum is
one look-up: ``sets[rule_at[pile][height]][top]`` is a set of cards. Second, a few conditions decide
between which groups cards may go. So every "from", "to" and "when" is one look-up:
``ways[phase][source][target]``. The package :mod:`cadogan.compiler` builds the arrays from a
definition.
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

MOST_RULES = 1024  # limit that the arrays of the kernels impose (cadogan.kernel_build.layout)
# Number of sets in a rule of ``accept``: one for each card, one for an empty pile and one for a
# joker.
STRIDE = JOKER + 1
MOST_CONDITIONS = 6  # maximum number of conditions that routes depend on
MOST_SETS = 5000  # maximum number of sets that may leave play together in one position

ASKS = 2  # value of MechanicRules.needed


class AcceptRules(NamedTuple):
    """Rules for the cards that each pile takes, and for one-way building."""

    # [pile * (room + 1) + height] number of the rule by which the pile takes cards. For the first
    # column, [4 * 53] is 7 and [4 * 53 + 1] is 6. Rule 0 takes no card.
    rule_at: list[int]
    # [rule * 54 + top] set of cards that the rule allows on the card ``top``: [6 * 54 + 8D] is
    # {7C, 7S}. The index 52 stands for an empty pile: [7 * 54 + 52] is {KC, KD, KH, KS}. The index
    # 53 stands for a joker, as in [7 * 54 + 53], which is 0.
    sets: list[int]
    # first rule that belongs to a block for base cards, or the number of rules without such blocks
    # (10). A block has one rule for an unknown base card, and then one for each base card.
    based: int
    # [pile] number of the condition under which ``rule_then`` replaces ``rule_at`` (0)
    then_when: list[int]
    # [pile * (room + 1) + height] number of the rule while the condition in ``then_when`` is true;
    # otherwise the same as rule_at
    rule_then: list[int]
    full: list[int]  # [pile] maximum height (13 for foundations, 52 for others)
    least: list[int]  # [pile] minimum number of cards on which players may build (0)
    above: list[int]  # [pile] pile whose ranks limit the cards that this pile takes, or -1
    # [pile] pile whose top card counts as the top card of this pile while this pile is empty, or
    # -1. If both piles are empty, this pile takes no card.
    indicator: list[int]
    # [pile] first foundation that may become a twin of this one, or -1. Players put cards only on
    # the first of several twins.
    twins: list[int]
    base_by_play: int  # flag: the first card played to a foundation becomes the base card (0)
    lock: list[int]  # [pile] rule "up only", which the rule "down only" follows, or 0
    lock_then: list[int]  # [pile] value of ``lock`` while the condition in ``then_when`` is true
    marks: list[int]  # [pile] flag: ``lock`` or ``lock_then`` is set, so State.mark counts
    # [pile] first pile of a group whose piles all have one direction, or -1 (-1)
    same_way: list[int]
    same_suits: list[int]  # [pile] first pile of a group with one suit at each height, or -1 (-1)
    # [pile] number of the line to which a foundation belongs, from 0, or -1 (-1). All foundations
    # of a line have one suit, which they get during play.
    line: list[int]


class LiftRules(NamedTuple):
    """Rules for the cards that a player may lift."""

    # [group] code of Lift for the cards that may leave it, such as CARD or RUN ([1, 2, 1, 1])
    take: list[int]
    keep: list[int]  # [group] number of bottom cards that never leave each pile (0)
    link: list[int]  # [pile] rule by which cards form a run (6 for columns)
    link_then: list[int]  # [pile] value of ``link`` while the condition for rule_then is true
    # [pile] second rule by which cards form a run, or 0; a run follows one of the two throughout
    link_or: list[int]
    single: list[int]  # [pile] flag: it takes one card at a time (1 for foundations and the waste)
    is_cell: list[int]  # [pile] flag: it can hold one card of a run that moves card by card (0)
    # [pile] flag: when empty, it can hold part of a run that moves card by card (0)
    any_space: list[int]
    any_when: list[int]  # [pile] number of the condition under which ``any_space`` applies (0)


class FaceRules(NamedTuple):
    """Rules for face-up and face-down cards, and for cards that sink."""

    hidden: list[int]  # [pile] flag: cards that come to it are turned face down (1 for the stock)
    turns: list[int]  # [pile] code of Turning, which is UP except for the stock
    late: int  # flag: some piles have the code Turning.LATE (0)
    squared: int  # flag: in some piles a player may look only at the uppermost cards (0)
    # [pile] first of the piles that make one more card visible when they are empty (0)
    look_first: list[int]
    # [pile] last of the piles for ``look_first``, plus 1; 0 if the pile is not squared
    look_end: list[int]
    blind: list[int]  # [pile] flag: a player plays its top card without seeing it (1 for the stock)
    sinks: list[int]  # [pile] set of cards that sink as soon as they are exposed (0)


class RouteRules(NamedTuple):
    """Rules for the groups between which cards may go."""

    # [(phase * groups + source) * groups + target] flags of Route: ONTO, INTO. Bit k of a phase is
    # set while the condition with number k + 1 is true.
    ways: list[int]
    # [phase * groups + source] flag: cards may leave it for some group ([1, 1, 1, 0])
    gives: list[int]
    phase_conditions: int  # number of the conditions that form the phase, which come first (0)


class ConditionRules(NamedTuple):
    """Conditions on which rules depend, in lists with the index ``number - 1``."""

    kind: list[int]  # kind of the condition, a code of When (EMPTY, NO_GAPS, ...)
    first: list[int]  # first of the piles to which the condition refers
    end: list[int]  # last of the piles to which the condition refers, plus 1


class FillRules(NamedTuple):
    """Rules for empty piles that are filled automatically."""

    ways: int  # maximum number of piles from which an empty pile is filled (0)
    sources: list[int]  # [pile * ways + i] i-th pile from which it is filled, or -1 after the last
    cards: list[int]  # [pile] number of cards that fill it, or 0 if it is not filled automatically
    when: list[int]  # [pile] number of the condition under which it is filled
    # [pile] flag: a card that would fill it, or be redealt to it, goes to a foundation if it begins
    # one
    met: list[int]


class RefillRules(NamedTuple):
    """Rules for short piles that a player may refill from the stock."""

    piles: int  # number of piles that may be refilled (0)
    order: list[int]  # [i] i-th pile to refill
    height: list[int]  # [pile] number of cards after a refill, or 0
    below: list[int]  # [pile] number of cards below which the pile is short
    rows: int  # flag: the refill goes row by row instead of pile by pile


class StockRules(NamedTuple):
    """Piles that serve as stock and waste."""

    pile: int  # number of the stock's pile, or -1 if there is none (12)
    waste: int  # number of the waste's first pile, or -1 if there is none (11)


class DealRules(NamedTuple):
    """Rules for deals from the stock."""

    cards: int  # number of cards that each target pile gets, or 0 for no deals (1)
    first: int  # first pile that gets cards (11)
    end: int  # last pile that gets cards, plus 1 (12)
    rows: int  # flag: the deal goes row by row instead of pile by pile
    when: int  # number of the condition for a deal
    # [pile] deals that leave it out: 0 none, 1 ordinary deals, 2 the last deal, 3 both (0)
    misses: list[int]
    counted: int  # flag: a rule depends on whether a deal was made, so positions store it


class LastDealRules(NamedTuple):
    """Rules for a last deal that differs from the earlier deals."""

    cards: int  # number of cards that each pile gets, or 0 without such a deal (0)
    first: int  # first pile that gets cards in the last deal
    end: int  # last pile that gets cards in the last deal, plus 1
    rows: int  # flag: the last deal goes row by row instead of pile by pile
    at: int  # maximum number of stock cards at which the next deal is the last
    when: int  # number of a condition under which the next deal is the last, or 0


class RedealRules(NamedTuple):
    """Rules for redeals."""

    times: int  # number of redeals allowed, or -1 for no limit (-1)
    counted: int  # highest possible count of redeals, or 0 if no rule depends on it (0)
    waste: int  # flag: the waste becomes the stock; otherwise the tableau is gathered (1)
    shuffled: int  # flag: the redeal shuffles the cards with State.num[KEY] (0)
    last_first: int  # flag: the cards of the last pile are dealt first (0)
    from_top: int  # flag: each pile is dealt in its place, from its top card down (0)
    first: int  # first pile whose cards are gathered (11)
    under: int  # first pile of a second part, whose cards are dealt after all others (12)
    end: int  # last pile whose cards are gathered, plus 1 (12)
    rounds: int  # largest number of cards in one of the gathered piles after the first deal
    rows: int  # flag: the redeal goes row by row instead of pile by pile
    dealt: list[int]  # [pile] number of its cards after the first deal (dealt[10] is 7)
    when: int  # number of the condition for a redeal


class ShiftRules(NamedTuple):
    """Rules for shifts, which bring bottom cards to the tops of their piles."""

    times: int  # number of shifts allowed (0)
    first: int  # first of the piles that a shift affects
    end: int  # last of the piles that a shift affects, plus 1


class MerciRules(NamedTuple):
    """Rules for draws of buried cards."""

    times: int  # number of draws allowed (0)
    when: int  # number of the condition for a draw
    piles: list[int]  # [pile] flag: a player may draw cards from it (1 for columns)


class WinRules(NamedTuple):
    """Conditions for winning the game."""

    kind: int  # index in WINS, or -1 if piles must be empty (0: all cards on foundations)
    runs: int  # length of the runs that tableau piles must form, or 0 (0)
    clear: int  # flag: some piles must be empty, wherever their cards go (0)
    empty: list[int]  # [pile] flag: it must be empty (0)
    full: int  # flag: the foundations must be full, wherever the other cards are (0)
    left: int  # number of cards that may be left in play, or 0 for other wins (0)


class MechanicRules(NamedTuple):
    """Facts that several mechanics share."""

    # 1 if the game uses a mechanic or needs the engine with mechanics, ASKS if only a condition
    # needs that engine, or 0 (0)
    needed: int
    discard_pile: int  # number of the pile for cards out of play, or -1 (-1)
    most_counted: int  # maximum of State.num[COUNT] (0)
    # [pile] flag: it is a foundation on which a rank may follow many others, so that only its top
    # card matters (0)
    holes: list[int]
    forgets: int  # flag: a search ignores the cards below the top card of a hole
    kings: int  # number of kings in the pack


class OverlapRules(NamedTuple):
    """Rules for piles that cover other piles, as in a pyramid."""

    used: int  # flag: piles cover other piles, as in a pyramid (0)
    # [pile] index in ``above`` of the first pile that covers it; [pile + 1] is the end
    starts: list[int]
    above: list[int]  # piles that cover each pile, for one pile after another


class WholeRunRules(NamedTuple):
    """Rules for foundations that take whole runs."""

    used: int  # flag: foundations take whole runs (0)
    # [pile] 1 if a player moves runs there, 2 if runs go automatically, otherwise 0 (0)
    way: list[int]


class RowRules(NamedTuple):
    """Rules for rows that close up, and for grids with gaps."""

    # [pile] bit set of the distances that its cards may move left; 0 means any (0)
    reach: list[int]
    # [pile] first pile of its group if cards must go to the leftmost pile that takes them, or -1
    leftmost: list[int]
    closing: int  # flag: some row closes up (0)
    closes: list[int]  # [pile] flag: it belongs to a row that closes up (0)
    topped: list[int]  # [pile] flag: only its top card can have an effect (0)
    length: int  # number of places in a row of the grid, or 0 without a grid (0)
    fixed: int  # flag: cards in order in their row cannot leave (0)
    ring: int  # flag: rows form a ring, in which the first place follows the last (0)
    beyond: list[int]  # [pile] place to its right if the card there matters for this gap, or -1
    ahead: list[int]  # [pile] rule for the card that must precede the card in ``beyond`` (0)
    grid_first: int  # number of the first place of the grid
    grid_end: int  # number of the last place of the grid, plus 1
    # where a redeal leaves gaps if cards in order stay in place. 1: behind these cards; 2: at the
    # right-hand ends; 3: anywhere; 0: there is no such redeal.
    redeal_kept: int


class RemovalRules(NamedTuple):
    """Rules for cards that leave play together."""

    used: int  # flag: cards leave play together (0)
    piles: list[int]  # [pile] flag: its top card may leave play (0)
    ends_leave: int  # flag: the bottom card of some piles may also leave play (0)
    alone: int  # set of cards that leave play singly (0)
    mates: list[int]  # [card] set of cards that form a pair with it (0)
    touching: list[int]  # [pile * piles + pile] flag: cards of the two piles may form a pair
    covering: int  # flag: a card may form a pair with the only card that still covers it (0)
    # kind of larger sets. 1: three or four cards, each linked with another. 2: four cards, all
    # linked with each other. 0: none.
    linked: int
    links: list[int]  # [card] set of the cards linked with it (0)
    differ: int  # flag: cards are linked if they differ (0)
    set_most: int  # size of the largest set, or 0 if only cards between two others leave play
    trios: int  # number of sets of three ranks that leave play together (0)
    trio: list[int]  # [3 * set + i] possible cards for place i of the set
    quads: int  # number of sets of four ranks that leave play together (0)
    quad: list[int]  # [4 * set + i] possible cards for place i of the set
    adds_to: int  # total of the cards that leave together, in any number, or 0 (0)
    # [card] set of cards that match it, if cards between two matching cards leave (0)
    between: list[int]
    between_most: int  # maximum number of cards between two others that leave in one move (0)


class ScoreRules(NamedTuple):
    """Rules for games played for a score."""

    target: int  # score that wins the game (0)
    start: int  # score at the beginning (0)
    card: int  # points for each card on a foundation (0)
    hands: int  # kind of the hands in rows and columns, an index in rules.vocabulary.HANDS (0)
    diagonals: int  # flag: the two diagonals also count as hands (0)
    side: int  # number of piles in a row of the grid (0)
    pay: list[int]  # [hand of poker] points for this hand


class PairedStartRules(NamedTuple):
    """Rules for foundations that begin with two cards together."""

    used: int  # flag: some foundations begin with two cards together (0)
    piles: list[int]  # [pile] flag: this foundation begins with two cards together


class ExchangeRules(NamedTuple):
    """Rules for cards that change places."""

    begins: list[int]  # [pile] set of cards that belong in this pile, or 0 if all do (0)
    used: int  # flag: cards may change places (0)
    # [pile] 1 if misplaced cards may change places, 2 if all cards may, otherwise 0 (0)
    swapped: list[int]


class WeavingRules(NamedTuple):
    """Rules for weaving exiles into the tableau."""

    used: int  # flag: the game has exiles that a player weaves in (0)
    exiles: int  # number of the pile that holds the exiles, or -1 (-1)
    hand: int  # number of the cell where a woven card waits to be played, or -1 (-1)
    home: list[int]  # [rank - 1] pile of the rank, or -1


class RoundRobinRules(NamedTuple):
    """Rules for dealing and redealing pile by pile."""

    # number of piles to which the stock deals in turn, or 0 (0). COUNT is the index of the next
    # pile.
    piles: int
    begin: int  # index of the pile that gets the first card
    # [pile] bit set of places in the deal from which the next card may go to this pile
    falls_on: list[int]
    next_at: int  # set of cards that move the deal to the next pile, or 0 for all cards (0)
    # flag: each redeal takes up one pile and deals its cards to the others, or moves cards up (0)
    redeal_by_pile: int
    redeal_up: int  # number of places in a row if redeals move cards up, otherwise 0
    deal_times: int  # number of deals allowed between two redeals, or 0
    batch: int  # number of waste cards in a batch; COUNT is the number of cards already placed
    redeal_stock: int  # flag: a redeal also gathers the stock


class ShuttleRules(NamedTuple):
    """Rules for cards that turn up another card when they go up."""

    used: int  # flag: a card that goes to a foundation turns up another card
    opens: list[int]  # [pile] pile whose top card is turned up when a card comes to this one, or -1
    # how often a card that would turn up no other card may change places with a face-down card (0)
    chances: int
    # [pile] flag: cards in this pile, or about to go there, may change places (0)
    chanced: list[int]


class ReversalRules(NamedTuple):
    """Rules for a last row that a player may reverse."""

    used: int  # flag: a player may reverse the row of the last deal, whose length is COUNT (0)


class SkippingRules(NamedTuple):
    """Rules for deals that skip some piles."""

    # piles that a deal skips. 0: none; 1: empty piles; 2: piles with cards, if some piles are
    # empty; 3: all except the first empty pile.
    way: int


class SingleDiscardRules(NamedTuple):
    """Rules for cards that leave play one by one."""

    used: int  # flag: cards leave play one by one
    leaves: int  # set of cards that may leave without being beaten
    beats: list[int]  # [card] set of the top cards that beat it, so that it may leave
    must: int  # flag: while a card can leave, no other move is legal
    replaced: int  # flag: the next card from the stock replaces a card that leaves
    stays: int  # set of cards that may stay in play at a win


class CountingRules(NamedTuple):
    """Rules for counting, in which a player calls one rank after another."""

    way: int  # code of Counting: 1 as cards are turned, 2 along the rows, or 0 without counting
    calls: int  # number of ranks that a player calls before returning to the first
    called: list[int]  # [card] index of the call that hits it, or -1
    barren: int  # number of passes without a hit after which no redeal is allowed, or 0
    again: int  # flag: the count starts again in each pass


class CompiledRules(NamedTuple):
    """Compiled rules of one game. A set of cards is an integer with bit ``card``; a flag is 0 or 1.

    The values in round brackets are those of Klondike. Its groups 0 to 3 are foundations, tableau,
    waste and stock. Its piles 0 to 3 are foundations, 4 to 10 columns, 11 is the waste and 12 the
    stock. Each pile has room for all 52 cards, so it has 53 rules, one for each height. In an
    example, ``8D`` stands for the number of that card, 20, and ``{7C, 7S}`` for a set of two cards.
    The number of a rule is its row in ``accept.sets``. Conditions are numbered from 1; the number 0
    means that there is no condition, and a negative number negates the condition.
    """

    piles: int  # number of piles (13)
    groups: int  # number of groups (4)
    foundations: int  # number of foundation piles, which come first (4)
    total: int  # number of cards (52)
    room: int  # maximum height of a pile (52)
    group: list[int]  # [pile] group to which it belongs (group[4] is 1)
    # [pile] class of the pile, which interchangeable piles share (5 for all columns)
    klass: list[int]
    tableau_first: int  # number of the first tableau pile (4)
    tableau_end: int  # number of the last tableau pile, plus 1 (11)
    accept: AcceptRules  # rules for the cards that each pile takes, and for one-way building
    lift: LiftRules  # rules for the cards that a player may lift
    face: FaceRules  # rules for face-up and face-down cards, and for cards that sink
    routes: RouteRules  # rules for the groups between which cards may go
    conditions: ConditionRules  # conditions on which rules depend, with the index ``number - 1``
    fill: FillRules  # rules for empty piles that are filled automatically
    refill: RefillRules  # rules for short piles that a player may refill from the stock
    stock: StockRules  # piles that serve as stock and waste
    deal: DealRules  # rules for deals from the stock
    last_deal: LastDealRules  # rules for a last deal that differs from the earlier deals
    redeal: RedealRules  # rules for redeals
    shift: ShiftRules  # rules for shifts, which bring bottom cards to the tops of their piles
    merci: MerciRules  # rules for draws of buried cards
    win: WinRules  # conditions for winning the game
    mechanics: MechanicRules  # facts that several mechanics share
    overlap: OverlapRules  # rules for piles that cover other piles, as in a pyramid
    whole_runs: WholeRunRules  # rules for foundations that take whole runs
    rows: RowRules  # rules for rows that close up, and for grids with gaps
    removal: RemovalRules  # rules for cards that leave play together
    score: ScoreRules  # rules for games played for a score
    paired_start: PairedStartRules  # rules for foundations that begin with two cards together
    exchange: ExchangeRules  # rules for cards that change places
    weaving: WeavingRules  # rules for weaving exiles into the tableau
    round_robin: RoundRobinRules  # rules for dealing and redealing pile by pile
    shuttles: ShuttleRules  # rules for cards that turn up another card when they go up
    reversal: ReversalRules  # rules for a last row that a player may reverse
    skipping: SkippingRules  # rules for deals that skip some piles
    single_discard: SingleDiscardRules  # rules for cards that leave play one by one
    counting: CountingRules  # rules for counting, in which a player calls one rank after another


def most_sets(R: CompiledRules) -> int:
    """Return an upper bound on the number of sets that can leave play together in one position.

    Every pile shows one card, or two if cards may leave from both ends. Four packs have 16 cards of
    a rank. No set with a given total contains another such set. So by Sperner's theorem there are
    at most as many of them as there are subsets with half of the cards.

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
    """Definition compiled for one combination of its options."""

    definition: Definition  # definition of the game
    options: Mapping[str, str]  # chosen value of each option
    groups: tuple[Group, ...]  # groups in canonical order: by kind, then as in the definition
    names: tuple[str, ...]  # [pile] its name, such as "t3"
    of: tuple[Group, ...]  # [pile] group to which it belongs
    first: Mapping[str, int]  # first pile of each group, by the name of the group
    owner: tuple[int, ...]  # [pile] suit to which a foundation belongs, or -1
    placed: Mapping[int, int]  # card that lies on a foundation before the deal, by pile
    builds: tuple[Build, ...]  # [pile] build of the pile
    ranks: tuple[int, ...]  # ranks of the pack in order, lowest first
    conditions: tuple[Condition, ...]  # [number - 1] conditions, numbered as in the compiled rules
    features: frozenset[str]  # features that a proof must name (cadogan.compiler.features)
    compiled_rules: CompiledRules  # compiled rules of the game

    @property
    def cards(self) -> list[int]:
        """All cards of the game, in the order of the unshuffled pack."""
        return self.definition.pack
