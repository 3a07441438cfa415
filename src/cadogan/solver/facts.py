"""Facts about a game that the search uses: records of integers and lists of integers.

Values in brackets are examples, from Klondike unless another game is named; :class:`Analysis`
explains them.
"""

from __future__ import annotations

from typing import NamedTuple


class SafeFacts(NamedTuple):
    """Facts about safe moves; :mod:`cadogan.solver.safe_moves` gives the argument."""

    decks: int  # number of packs (1)
    used: int  # flag: safe moves are made at once (1)
    chains: int  # flag: cards are laid only on their neighbours in suit (0; Bisley 1)
    rows: int  # 1 if foundations take a suit in any order and nothing else is built, 2 if that
    #            also finds dead positions (0; Osmosis 2)
    strict: int  # flag: all wanters of a safe card must be on the foundations already (0)
    gives_back: int  # flag: cards may come down from foundations (1)
    choices: int  # cards that two differing foundations could take (0)
    wanters: list[int]  # [card] cards that could ever be laid on it (wanters[7C] is {6D, 6H})
    barred: list[int]  # [pile] flag: cards never leave it safely (1 for foundations and the stock)
    gathered: list[int]  # [pile] flag: ... nor while a redeal may still gather the tableau (0)
    covered: int  # flag: ... nor while the stock holds cards (0; Rushdike 1)


class RelaxationFacts(NamedTuple):
    """Places that cards could ever reach if moves took nothing away."""

    used: int  # flag: the test for dead positions is used (1)
    exact: int  # flag: ... and goes card by card within the units lifted (1)
    lifted: int  # ... the group that runs or blocks are then lifted from, or -1 (1)
    joined: int  # flag: the game is won by whole runs in the tableau (0; Scorpion 1)
    upset: list[int]  # [index in State.num] how often the move counted there may bring up buried
    #                   cards; while any such move is left, no position counts as dead (0)
    starts: int  # cards that may begin a foundation ({AC, AD, AH, AS})
    followers: list[int]  # [card] cards that may follow it on a foundation (followers[7C] is {8C})
    loose: list[int]  # [group] what may be lifted, a codes.Loose ([-1, 1, 3, 3])
    buries: int  # flag: after the last redeal only the top card of the waste is available (0)
    # Rows of 54 entries, for each pair of source group a and target group b. The entries of jokers
    # are 0, since no game with jokers is searched in this way.
    laid: list[int]  # [(a * groups + b) * 54 + card] cards that it may be laid on: from group 1 to
    #                  group 1, laid[.. + 6H] is {7C, 7S}; [.. + 52] cards that may go into empty
    #                  piles, such as {KC, KD, KH, KS}
    onto: list[int]  # [(a * groups + b) * 54 + card] cards that may be laid on it: onto[.. + 7C] is
    #                  {6D, 6H}
    # The rows that are not empty, in order of the target group, for the source groups whose piles
    # must be taken apart.
    freed: list[int]  # [b] first index for target b ([0, 0, 1, 1, 1]: one row leads to the tableau)
    free_row: list[int]  # [i] where the row begins ([270])
    free_from: list[int]  # [i] the source group ([1])
    # ... and those that lead from one group onto cards of another
    crossings: int  # how many there are (2)
    crossed: list[int]  # [b] first index for target b ([0, 0, 2, 2, 2])
    cross_row: list[int]  # [crossing] where the row begins ([54, 486])
    cross_from: list[int]  # [crossing] the source group ([0, 2])
    cross_to: list[int]  # [crossing] the target group ([1, 1])


class HoleFacts(NamedTuple):
    """Facts about cards that find no others to follow into a hole."""

    way: int  # 1 if the test is used, 2 if cards always follow each other both ways (0; Golf 2)
    needy: list[int]  # [pile] flag: its cards must follow another card (0; Golf 1 for columns)
    orderly: list[int]  # [pile] flag: its cards go only to the hole, top card first (0; Golf 1)
    after_lower: list[int]  # [rank] flag: it may follow the rank below (an ace the king) (0)
    after_higher: list[int]  # [rank] flag: it may follow the rank above (a king the ace) (0)


class MatchingFacts(NamedTuple):
    """Facts about cards that leave play in pairs."""

    lone: int  # cards that leave play alone, as soon as they can (0; in Pyramid the kings)
    used: int  # flag: the search tests for cards without a mate (0; Pyramid 1)
    kins: int  # number of kins: sets of mates, and mates of mates (0; Pyramid 6, such as {3, T})
    kin: list[int]  # [card] the number of its kin, or -1 (-1)
    lasting: list[int]  # [pile] flag: its cards can only leave play, top card first (0)
    leaving: list[int]  # [pile] flag: all its cards must leave before the game is won (0)
    parted: list[int]  # [pile] the set of piles whose cards never pair with its own
    in_turn: int  # flag: in stock and waste only the top card is ever available (0)


class ComponentFacts(NamedTuple):
    """Facts about piles that never come together."""

    used: int  # flag: the search tests for such piles (0; Accordion 1)
    leftwards: int  # flag: ... and piles move only to the left (0; Accordion 1)
    partners: list[int]  # [card] cards that may ever be laid on it, or it on them


class GridFacts(NamedTuple):
    """Facts about cards without a place in their rows; a set of places is an integer."""

    used: int  # flag: the search tests for such cards (0; Gaps 1)
    ends: int  # the left ends of rows (0)
    opens: list[int]  # [card] the left ends that it could go to (0)
    before: list[int]  # [card] the only card that it can follow in a row, or 52 (before[3C] is 2C)


class HeapFacts(NamedTuple):
    """Facts about cards in heaps that cannot go up in time."""

    used: int  # flag: the search tests for such cards (0; Contradance 1)
    rungs: int  # number of rungs: sets of cards that follow the same cards (0; Contradance 52)
    rung: list[int]  # [card] the number of its rung (0)
    rung_under: list[int]  # [rung] the rung that it follows, or -1 if it begins foundations


class DominanceFacts(NamedTuple):
    """Facts that let the search leave out moves or treat positions as equal."""

    round: int  # flag: the player may go round the stock freely (1)
    parents: list[int]  # [group] the rule by which all its piles take cards, if a run goes from a
    #                     card to its equal only to free it; otherwise 0 ([0, 6, 0, 0])
    runs: int  # flag: in one group, it makes no difference on which equal card a run lies (1)
    run_rule: int  # the rule of this group, if parents or runs is set (6)
    run_first: int  # ... its first pile (4)
    run_end: int  # ... the pile after its last (11)
    girth: int  # ... the fewest cards in a run that wraps around to its beginning, or 0 (0)
    alike: list[int]  # [card] ... cards that may lie on the same cards (alike[7C] is {7C, 7S})
    bears: int  # flag: a stock card goes to this group only if the next step lays a card on it (1)
    rests: list[int]  # [group] flag: the bottom card of a pile stays until it goes up (0)
    settles: int  # flag: some card can be laid on another for good (0)
    rider: list[int]  # [card] the only card ever laid on it, if laid there for good; else -1 (-1)
    slides: int  # flag: cards in sequence slide among their equals, in the only inner group (0)
    under: list[int]  # [card] ... the cards that it may lie on
    over: list[int]  # [card] ... the cards that may lie on it
    equal: list[int]  # [card] ... the cards that take the same cards, itself among them
    tails: int  # flag: blocks in sequence may hang on either of two equal cards (0)
    gathers: int  # flag: the result of a redeal depends only on the set of gathered cards (0)


class HeuristicFacts(NamedTuple):
    """Facts for the heuristic that orders the steps."""

    by_base: int  # flag: the order depends on the base card, which play has yet to choose (0)
    order: list[int]  # [card] how many cards must lie on its foundation first (order[7C] is 6);
    #                   [base * 54 + card] if by_base is set
    due: int  # start of the row of ``order`` for cards that fit at several heights of foundations:
    #           how many cards must go up first (heuristic.note_due); 0 without such cards (0)
    by_one: int  # flag: cards leave columns one by one, and those above the next wanted count (0)
    fits: list[int]  # [pile * 54 + card] cards that may stay on it (on 7C in a column {6D, 6H})
    weight: list[int]  # [codes.Weight] how much each item counts (WEIGHTS, HEAPED, JOINED ...)
    as_founded: list[int]  # [pile] flag: a card there is as good as on a foundation (0)
    walk: int  # positions that a beam may examine for each position of its width (2048)
    roomy: int  # flag: no stock, no hole, and some place takes any card (0; FreeCell 1)


class WorkFacts(NamedTuple):
    """Work arrays that the search writes to."""

    part: list[int]  # [pile] hash before a step; a pile with the same hash keeps its score
    score: list[int]  # [pile] score before a step, once it is known
    told: list[int]  # cached scores of piles, at the index that the hash gives
    told_of: list[int]  # ... the hash
    made: list[int]  # [0] how many safe moves the last step made, from [1] on these moves; where
    #                  cards slide or tails hang, all moves of the step
    sets: list[int]  # at the indices of codes.Noted
    keys: list[int]  # [step] the hash that gives a position's bucket in the table
    checks: list[int]  # [step] the hash stored there
    shown: list[int]  # [group] cards uncovered so far, places for others
    free: list[int]  # [group] its cards that some place found so far would take
    taking: list[int]  # [crossing] cards that some place found so far would take by it
    grown: list[int]  # [foundation] how many cards it will hold (search.lookahead)
    takes: list[int]  # [foundation] ... the cards that it takes then
    left: list[int]  # [pile] how many of its cards are still there
    open: list[int]  # the piles that still hold cards
    held_of: list[int]  # [pile] the hash for which the next three were computed
    held: list[int]  # [pile] its cards
    held_after: list[int]  # [pile] ... cards that may follow them, on foundations
    held_up: list[int]  # [pile] ... cards that may be lifted with the cards on them
    below: list[int]  # [card] where runs or blocks are lifted, the card below it, or -1
    frees: list[int]  # [card] ... the cards that may also be lifted once it has gone
    need: list[int]  # [rank] cards that must follow another
    have: list[int]  # [rank] cards that others may follow
    spare: list[int]  # [rank] ... those that no card follows yet
    trips: list[int]  # [rank] how often the way into the hole crosses to the next rank or back
    rowed: list[int]  # [place in a row] the top card there
    coverers: list[int]  # ... the places whose cards fit on it, or it on them
    behind: list[int]  # ... the places that may ever be to its right
    kin_count: list[int]  # [kin] number of its cards in play
    kin_open: list[int]  # [kin] its cards that could be uncovered, by their numbers in the kin
    kin_pile: list[int]  # [16 * kin + number] the pile of such a card
    kin_at: list[int]  # ... its position in the pile
    kin_with: list[int]  # ... the numbers of the cards that it could leave with
    kin_first: list[int]  # [pile] where its cards begin in ``kin_place``
    kin_place: list[int]  # [card by card, pile after pile] 16 * kin + number
    try_one: list[int]  # [pair] the card that needs a mate
    try_mates: list[int]  # ... its mates not tried yet
    try_pair: list[int]  # ... the two cards now paired
    been: list[int]  # [card] the places that it could reach
    stood: list[int]  # [card] ... those where it could be in order
    rung_up: list[int]  # [rung] its cards on foundations
    rung_gone: list[int]  # [rung] its cards that might have left their heaps since
    heap_rung: list[int]  # [number of a card in play, from 1] its rung
    heap_below: list[int]  # ... the number of the card below it, or 0
    firm: list[int]  # [pile] how many of its cards could not slide, counted from the bottom
    slider: list[int]  # cards that a step makes firm
    place_of: list[int]  # ... the card that each goes to
    choice: list[int]  # ... how many cards there were to choose from
    lies_in: list[int]  # [card] its pile, during a step of several moves
    lies_at: list[int]  # [card] ... its index in State.cards
    piece_in: list[int]  # [piece of a pile] that pile
    piece_at: list[int]  # ... the index of its first card
    piece_end: list[int]  # ... its last card
    piece_on: list[int]  # ... the piece that it lies on, or -1
    piece_else: list[int]  # ... the other piece that it could lie on
    piece_to: list[int]  # ... the piece that it goes to
    piece_order: list[int]  # pieces in the order in which they move
    turned_of: list[int]  # cache for stock and waste, at the index that their hash gives: the hash
    turned: list[int]  # ... a hash that stays the same while the player goes round the stock
    hung_of: list[int]  # cache for hanging cards, at the index that the pile's hash gives: the hash
    hung: list[int]  # ... the cards on the root of its last run; for equal cards the first
    hung_part: list[int]  # ... the pile's hash without them
    hung_part2: list[int]  # ... the second hash


class Analysis(NamedTuple):
    """Everything that the search knows about a game; a set of cards is an integer, a flag 0 or 1.

    Examples in this module are from Klondike. Groups 0 to 3 are its foundations, tableau, waste and
    stock. Piles 0 to 3 are foundations, 4 to 10 columns, 11 is the waste and 12 the stock. ``7C``
    means the number of that card, 6, and ``{6D, 6H}`` the set of these two.
    """

    missing: int  # cards not in the pack (0; in a pack without low cards {AC, .., 6S})
    steady: int  # flag: the cards that foundations take depend only on the foundations (1)
    same: list[int]  # [card] the first card that all rules treat alike, where suits do not matter
    still: int  # flag: ... and no move has automatic changes or changes a condition (1)
    safe: SafeFacts
    relaxation: RelaxationFacts
    holes: HoleFacts
    matching: MatchingFacts
    components: ComponentFacts
    grid: GridFacts
    heaps: HeapFacts
    dominance: DominanceFacts
    heuristic: HeuristicFacts
    work: WorkFacts
