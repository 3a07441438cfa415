"""Facts that the search uses about a game, as records of integers and lists of integers.

The values in round brackets are examples, from Klondike unless another game is named. The class
:class:`Analysis` explains the numbers of its cards, piles and groups.
"""

from __future__ import annotations

from typing import NamedTuple


class SafeFacts(NamedTuple):
    """Facts about safe moves, whose proof is in :mod:`cadogan.solver.safe_moves`."""

    decks: int  # number of packs (1)
    used: int  # flag: the search makes safe moves at once (1)
    chains: int  # flag: cards are only ever laid on neighbours in suit (0; Bisley 1)
    # 1 if foundations take a suit in any order and nothing else is built (0). 2 if the search also
    # tests games of this kind for dead positions (Osmosis 2).
    rows: int
    strict: int  # flag: all wanters of a safe card must already be on the foundations (0)
    gives_back: int  # flag: cards may come down from foundations (1)
    choices: int  # cards that fit on two foundations between which there is a choice (0)
    wanters: list[int]  # [card] cards that could ever lie on it (wanters[7C] is {6D, 6H})
    barred: list[int]  # [pile] flag: no move from it is safe (1 for foundations and the stock)
    gathered: list[int]  # [pile] flag: no move from it is safe while a redeal may follow (0)
    covered: int  # flag: no move is safe while the stock holds cards (0; Rushdike 1)


class RelaxationFacts(NamedTuple):
    """Facts about the places that cards could ever reach if moves took nothing away."""

    used: int  # flag: the search tests for dead positions (1)
    exact: int  # flag: the test for dead positions considers each card of a lifted unit (1)
    lifted: int  # the group whose runs or blocks the test takes apart, or -1 (1)
    joined: int  # flag: the game is won by whole runs in the tableau (0; Scorpion 1)
    # [index in State.num] maximum of this counter, if its moves can bring up buried cards. Below
    # the maximum, no position counts as dead (0).
    upset: list[int]
    starts: int  # cards that may begin a foundation ({AC, AD, AH, AS})
    followers: list[int]  # [card] cards that may follow it on a foundation ({8C} for 7C)
    loose: list[int]  # [group] code in codes.Loose for the cards that may leave it ([-1, 1, 3, 3])
    buries: int  # flag: after the last redeal, only the top card of the waste is available (0)
    # ``laid`` and ``onto`` have a row of 54 entries for each pair of source group a and target
    # group b. The entries of jokers are 0: no game with jokers uses these facts.
    # [(a * groups + b) * 54 + card] The cards on which this card may be laid. From group 1 to group
    # 1, laid[.. + 6H] is {7C, 7S}. Entry 52 is the set of cards that may go into empty piles, such
    # as {KC, KD, KH, KS}.
    laid: list[int]
    # [(a * groups + b) * 54 + card] The cards that may be laid on this card: onto[.. + 7C] is
    # {6D, 6H}.
    onto: list[int]
    # Lists of the rows that are not empty, for source groups whose piles must be taken apart. The
    # rows are sorted by target group.
    freed: list[int]  # [b] first index for target group b ([0, 0, 1, 1, 1])
    free_row: list[int]  # [i] start of the row in ``laid`` ([270])
    free_from: list[int]  # [i] source group of the row ([1])
    # Lists of the rows that lead from one group onto the cards of another group, the *crossings*.
    crossings: int  # number of crossings (2)
    crossed: list[int]  # [b] first crossing to target group b ([0, 0, 2, 2, 2])
    cross_row: list[int]  # [crossing] start of the row in ``laid`` ([54, 486])
    cross_from: list[int]  # [crossing] its source group ([0, 2])
    cross_to: list[int]  # [crossing] its target group ([1, 1])


class HoleFacts(NamedTuple):
    """Facts about the order of cards in a hole, where each card must follow another that fits."""

    # 1 if the search runs the test, 2 if cards also follow each other both ways (0; Golf 2)
    way: int
    needy: list[int]  # [pile] flag: its cards must follow another card (0; Golf 1 for columns)
    orderly: list[int]  # [pile] flag: its cards go only to the hole, top card first (0; Golf 1)
    after_lower: list[int]  # [rank] flag: it may follow the next lower rank (for an ace, king) (0)
    after_higher: list[int]  # [rank] flag: it may follow the next higher rank (for a king, ace) (0)


class MatchingFacts(NamedTuple):
    """Facts about cards that leave play in pairs."""

    lone: int  # cards that leave play alone, as soon as they can (0; the kings in Pyramid)
    used: int  # flag: the search tests for cards without a mate (0; Pyramid 1)
    kins: int  # number of kins, sets of mates and their mates (0; Pyramid 6, such as {3, T})
    kin: list[int]  # [card] number of its kin, or -1 (-1)
    lasting: list[int]  # [pile] flag: its cards can only leave play, top card first (0)
    leaving: list[int]  # [pile] flag: all its cards must leave before the game is won (0)
    parted: list[int]  # [pile] set of piles whose cards never pair with cards of this pile
    in_turn: int  # flag: only the top cards of stock and waste are ever available (0)


class ComponentFacts(NamedTuple):
    """Facts about piles that can never be laid on each other."""

    used: int  # flag: the search tests for piles that never come together (0; Accordion 1)
    leftwards: int  # flag: piles move only to the left (0; Accordion 1)
    partners: list[int]  # [card] cards that it may ever lie on, or that may ever lie on it


class GridFacts(NamedTuple):
    """Facts about cards that can never get a place in their row; a set of places is an integer."""

    used: int  # flag: the search tests for cards that can never be in order (0; Gaps 1)
    ends: int  # set of the left ends of the rows (0)
    opens: list[int]  # [card] set of the left ends to which it could go (0)
    before: list[int]  # [card] only card that it can follow in a row, or 52 (before[3C] is 2C)


class HeapFacts(NamedTuple):
    """Facts about cards on heaps that cannot go up in time."""

    used: int  # flag: the search tests for cards that cannot go up in time (0; Contradance 1)
    rungs: int  # number of rungs, sets of cards that follow the same cards (0; Contradance 52)
    rung: list[int]  # [card] number of its rung (0)
    rung_under: list[int]  # [rung] rung that it follows, or -1 if it begins foundations


class LateFacts(NamedTuple):
    """Facts about cards that leave play one by one when another pile shows a higher card."""

    used: int  # flag: a proof decides late whether a card has left play (0; Aces Up 1)
    spaces: int  # cards that may go into an empty pile (0; Aces Up all 52)


class DominanceFacts(NamedTuple):
    """Facts that let the search leave out moves or treat positions as equal."""

    round: int  # flag: the player may turn over the waste without limit (1)
    # [group] the rule by which all its piles take cards, or 0 ([0, 6, 0, 0]). The entry is 0 unless
    # a run moves to an equal card only to free the card below.
    parents: list[int]
    # flag: in one group, it does not matter which of several equal cards a run lies on (1)
    runs: int
    run_rule: int  # rule of the group for ``parents`` or ``runs`` (6)
    run_first: int  # first pile of the group for ``parents`` or ``runs`` (4)
    run_end: int  # last pile of that group, plus 1 (11)
    girth: int  # smallest number of cards in a run that wraps round to its start, or 0 (0)
    alike: list[int]  # [card] cards that may lie on the same cards as it (alike[7C] is {7C, 7S})
    bears: int  # flag: a card from the stock is laid only if the next step lays a card on it (1)
    rests: list[int]  # [group] flag: the bottom card of a pile stays until it goes up (0)
    settles: int  # flag: some card can be laid where it may stay until it goes up (0)
    rider: list[int]  # [card] the only card that is ever laid on it, where it may stay, or -1 (-1)
    slides: int  # flag: cards in sequence slide among equals, in the only inner group (0)
    under: list[int]  # [card] with ``slides``, the cards on which it may lie
    over: list[int]  # [card] with ``slides``, the cards that may lie on it
    equal: list[int]  # [card] with ``slides``, the cards that take the same cards, including itself
    tails: int  # flag: blocks in sequence may hang on either of two equal cards (0)
    gathers: int  # flag: the result of a redeal depends only on the set of gathered cards (0)


class HeuristicFacts(NamedTuple):
    """Facts for the heuristic that orders the steps."""

    by_base: int  # flag: the order depends on a base card that is not known yet (0)
    # [card] how many cards must lie on its foundation first (order[7C] is 6). If by_base is set,
    # the index is base * 54 + card.
    order: list[int]
    # start of a row of ``order`` for cards that fit at several heights of foundations, or 0 without
    # such cards (0). The row holds the results of heuristic.note_due.
    due: int
    by_one: int  # flag: cards leave columns singly, so the score counts cards above wanted ones (0)
    fits: list[int]  # [pile * 54 + card] cards that may stay on it ({6D, 6H} on 7C in a column)
    weight: list[int]  # [codes.Weight] how much each item counts (WEIGHTS, HEAPED, JOINED ...)
    as_founded: list[int]  # [pile] flag: a card there counts as if it were on a foundation (0)
    walk: int  # number of positions that a beam may examine, divided by its width (2048)
    # patience of beams with stages (codes.Control.PATIENCE), or 0 if they have none (0; Spider 5)
    patience: int
    roomy: int  # flag: no stock or hole, and some empty pile takes any card (0; FreeCell 1)


class WorkFacts(NamedTuple):
    """Work arrays that the search writes to."""

    part: list[int]  # [pile] hash before a step; a pile with the same hash keeps its score
    score: list[int]  # [pile] score before a step, once it is computed
    told: list[int]  # [low bits of a pile's hash] cached score
    told_of: list[int]  # [low bits of a pile's hash] complete hash of that pile
    # [0] number of safe moves in the last step; these moves follow from [1] on. Where cards slide
    # or tails hang, these are all moves of the step.
    made: list[int]
    sets: list[int]  # [codes.Noted] sets of cards, hashes and flags of the current position
    keys: list[int]  # [step] hash that selects the bucket in the transposition table
    checks: list[int]  # [step] hash that the transposition table stores
    shown: list[int]  # [group] cards uncovered so far, which are places for others
    free: list[int]  # [group] its cards that could go to some place found so far
    taking: list[int]  # [crossing] cards of its source that could go to some place found so far
    grown: list[int]  # [foundation] how many cards it holds during the look-ahead
    takes: list[int]  # [foundation] which cards it takes during the look-ahead
    left: list[int]  # [pile] number of its cards that have not left it
    open: list[int]  # piles that still hold cards
    held_of: list[int]  # [pile] hash for which held, held_after and held_up were computed
    held: list[int]  # [pile] set of its cards
    held_after: list[int]  # [pile] cards that may follow one of its cards on a foundation
    held_up: list[int]  # [pile] its cards that may be lifted together with all cards on them
    below: list[int]  # [card] the card below it if runs or blocks are lifted, or -1
    frees: list[int]  # [card] cards that may also be lifted once this card has gone
    need: list[int]  # [rank] number of cards that must follow another
    have: list[int]  # [rank] number of cards that others may follow
    spare: list[int]  # [rank] number of cards that no other card follows yet
    trips: list[int]  # [rank] how often the path into the hole crosses to the next rank or back
    rowed: list[int]  # [place in a row] top card of the pile at the place
    coverers: list[int]  # [place in a row] places that fit on it or under it
    behind: list[int]  # [place in a row] places that may ever be to its right
    kin_count: list[int]  # [kin] number of its cards in play
    kin_open: list[int]  # [kin] set of the numbers of its cards that could be uncovered
    kin_pile: list[int]  # [16 * kin + number in the kin] pile of the card
    kin_at: list[int]  # [16 * kin + number in the kin] position of the card in its pile
    kin_with: list[int]  # [16 * kin + number in the kin] set of the mates, by number in the kin
    kin_first: list[int]  # [pile] index of its first card in ``kin_place``
    kin_place: list[int]  # [card by card, pile after pile] 16 * kin + number in the kin
    try_one: list[int]  # [pair] the card that needs a mate
    try_mates: list[int]  # [pair] the mates not yet tried
    try_pair: list[int]  # [pair] the set of the two cards that are now paired
    been: list[int]  # [card] places that it could reach
    stood: list[int]  # [card] places where it could be in order
    rung_up: list[int]  # [rung] number of its cards on foundations
    rung_gone: list[int]  # [rung] number of its cards that may have left their heaps
    heap_rung: list[int]  # [number of a card in play, from 1] rung of the card
    heap_below: list[int]  # [number of a card in play, from 1] number of the card below it, or 0
    firm: list[int]  # [pile] number of its cards that could not slide, counted from the bottom
    slider: list[int]  # [index] a card that the step makes firm
    place_of: list[int]  # [index] the card on which this firm card goes
    choice: list[int]  # [index] the number of cards on which this firm card could go
    lies_in: list[int]  # [card] its pile, during a step of several moves
    lies_at: list[int]  # [card] its index in State.cards, during a step of several moves
    piece_in: list[int]  # [piece of a pile] the pile
    piece_at: list[int]  # [piece of a pile] index of its first card
    piece_end: list[int]  # [piece of a pile] its last card
    piece_on: list[int]  # [piece of a pile] the piece on which it lies, or -1
    piece_else: list[int]  # [piece of a pile] the other piece on which it could lie
    piece_to: list[int]  # [piece of a pile] the piece to which it goes
    piece_order: list[int]  # pieces in the order in which a step hangs them
    turned_of: list[int]  # [low bits of the hash of stock and waste] complete hash of both
    # [low bits of the hash of stock and waste] cached hash of both, which does not change as the
    # player goes round the stock
    turned: list[int]
    hung_of: list[int]  # [low bits of a pile's hash] complete hash of that pile
    hung: list[int]  # [low bits of a pile's hash] its hanging cards, one for each set of equals
    hung_part: list[int]  # [low bits of a pile's hash] its hash without the hanging cards
    hung_part2: list[int]  # [low bits of a pile's hash] its second hash without the hanging cards


class Analysis(NamedTuple):
    """Facts about a game; a set of cards is an integer, and a flag is 0 or 1.

    The examples in this module are from Klondike. Its groups 0 to 3 are the foundations, the
    tableau, the waste and the stock. Its piles 0 to 3 are foundations, 4 to 10 columns, 11 is the
    waste and 12 the stock. ``7C`` stands for the number of that card, 6, and ``{6D, 6H}`` for a set
    of cards.
    """

    missing: int  # cards that are not in the pack (0; in a pack without low cards {AC, .., 6S})
    steady: int  # flag: the cards that foundations take depend only on the foundations (1)
    same: list[int]  # [card] the first card that all rules treat alike, if suits do not matter
    still: int  # flag: steady, and no move has automatic changes or changes a condition (1)
    safe: SafeFacts
    relaxation: RelaxationFacts
    holes: HoleFacts
    matching: MatchingFacts
    components: ComponentFacts
    grid: GridFacts
    heaps: HeapFacts
    late: LateFacts
    dominance: DominanceFacts
    heuristic: HeuristicFacts
    work: WorkFacts
