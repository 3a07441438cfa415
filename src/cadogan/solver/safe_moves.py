"""Safe moves, which put cards on foundations and can never lose a won position.

A move is safe only if the rules alone prove that it never loses a won position. The proof is as
follows. Suppose that card c is on top of its pile and that some line of play wins. Now put c on its
foundation first and then follow the same line, leaving out every move of c. That fails only where
the line needs c as a place for another card. So consider each card that the rules could ever allow
on c, a *wanter* of c. Each wanter must already be on a foundation, or be able to go there when the
line would lay it on c. If it goes there later, all cards that then lie on the wanter must also be
able to go up. These cards can go up if the wanter is the next card of its foundation now, and if
its own wanters meet the same condition. The function :func:`released` returns the smallest set of
cards closed under this rule.

The number of copies of a card also matters. With two packs, a card can go up only if as many
foundations wait for it as copies of it are still in play. Otherwise one copy on a foundation could
keep the other from going up, and the other may bury another card. The proof also requires that
taking c away changes nothing else. The following conditions ensure this:

- The game has only features of :data:`PROOF`, and its foundations are built in suit, card by card.
- There is no choice between two foundations for the card. Two foundations offer a choice if they
  can take different cards, or if cards can go to them or leave them in different ways.
- The pile of c is not filled automatically, refilled, or closed to building while it is short. The
  cards of that pile do not fill other piles, and no rule depends on whether the pile is empty. (A
  rule that waits for a redeal depends on whether the waste is empty.) If a rule depends on whether
  foundations are empty, the game has no safe moves.
- The line cannot use c to keep a pile from being empty or short. So no card may go to a pile if a
  rule depends on whether it is empty, or while it is short. No card may go to a pile that is filled
  automatically when its sources hold cards again. No card may go to the stock, or to a waste that
  receives several cards at a time (:func:`_serves_only_as_place`).
- The stock does not deal on piles, since any card may then cover c. A stock that deals on piles is
  allowed if they always have room and take cards by one rule at every height. Even then, no move is
  safe while the stock holds cards, if units other than built runs leave such piles. A card that is
  dealt on c could leave together with c, but not without it. No move is safe if buried cards can be
  drawn from such piles, since a deal may put them above c.
- The card c is not in a waste to which several cards are turned at a time. (A redeal may shuffle
  the waste: the other cards keep the order that they would have had with c.)
- The card c is not in the stock.
- No redeal can gather the tableau later, since a missing card would move the others to different
  places.
- Only built runs can be lifted; with a block or a whole pile, the cards on c could not go up one by
  one. The condition about lifting is not necessary if all wanters of c are already on foundations.
- If foundations give cards back, two more sets of cards must be released: the wanters of wanters on
  foundations, and those of cards below c. Cards on foundations could come down, and their wanters
  could then be laid on them. With two packs, no move is safe if such foundations are built in
  several directions.

In one kind of game, such as Bisley, none of this needs to be checked. A game of this kind has one
pack, each card can only ever lie on its neighbours in suit, and cards move one by one. The
foundations are built up from the lowest rank or down from the highest, and they keep their cards.
Foundations with the same direction offer no choice between them. Now put up every card that can go
up, and then follow the line. In each suit, the cards that are up now, but not in the line, are
adjacent to those that are up in the line. If the line lays a card on one of them, that card is its
neighbour. So it is up as well, or is the next card of its foundation. The next card is a top card,
since each pile has the cards that it has in the line, except those that are up. So every card that
can go up is safe.

In another kind of game, such as Osmosis, foundations are not sequences. A game of this kind has one
pack, and players lay cards only on four foundations, which keep the cards. Each foundation has room
for a whole suit and takes it in any order, perhaps only in ranks that another foundation shows. An
additional card on a foundation never reduces the set of cards that foundations take once begun. Nor
does it change which cards begin an empty foundation, unless the first card there fixes the base. In
a line that wins, each suit has one of the four foundations. So a card can go to a foundation
already begun as soon as that is legal, and the line continues without it. Only the first card of a
foundation is a choice, because it decides which suit comes next.

The functions of this module never look at face-down cards.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Collection, Iterable, Iterator, Sequence

from cadogan.compiler.features import Proof
from cadogan.core.cards import CARDS, cards_in, rank_of, set_of, suit_of
from cadogan.model.position import Game, Position
from cadogan.rules.phrases import Direction, SuitRule
from cadogan.solver import reach, safe_cards
from cadogan.solver.facts import SafeFacts
from cadogan.state.codes import Lift, Route, When
from cadogan.state.compiled import STRIDE, CompiledRules
from cadogan.state.snapshot import new_state, thaw
from cadogan.state.special_moves import upsetting
from cadogan.state.state import NOTHING, State, source_of, target_of
from cadogan.text.notation import Move

# The features that the main proof in the module's docstring covers.
PROOF = Proof.of(
    """
    two packs, base card, base by play, changing rules, least height, one way, lifts nothing,
    lifts a card, lifts a run, lifts a run card by card, lifts a block, lifts a pile,
    lifts a card or a pile, lifts any card, keeps bottom cards, cells, carrying waits,
    turned up last, never turned up, gives back, plays from the stock, phases, waits: empty,
    waits: no gaps, waits: redealt, waits: no redeal, fills, filling waits, refills,
    deals to waste, deals several to waste, deals to piles, dealing waits, last deal,
    redeals the waste, redeals the tableau, redeals shuffled, redealing waits,
    draws buried cards, won: on foundations
    """
)
# The features that the proof about cards that lie only on neighbours in suit covers.
CHAINS_PROOF = Proof.of(
    """
    lifts a card, fills, deals to waste, redeals the waste, redeals the tableau,
    redeals shuffled, won: on foundations
    """
)
# The features that the proof about foundations in any order covers.
ROWS_PROOF = Proof.of(
    """
    base card, limited by another, lifts a card, deals to waste, deals several to waste,
    redeals the waste, won: on foundations
    """
)

# ways of lifting that let units other than built runs leave a pile
_WIDE = frozenset((Lift.BLOCK, Lift.WHOLE, Lift.CARD_OR_WHOLE, Lift.ANYWHERE))


def safe_moves(position: Position) -> list[str]:
    """Return the moves to foundations that can do no harm, in the order of ``legal_moves``.

    >>> import cadogan
    >>> safe_moves(cadogan.game("klondike").deal(47))
    ['t3-f1', 't4-f2']
    """
    rules = safety_rules(position.game)
    up = [move for move in position.legal_moves if _goes_up(move)] if rules.used else []
    if not up:
        return []
    R, S = _state(position)
    up = [move for move in up if safe_cards.leaves(R, S, rules, source_of(move.code))]
    if not up or rules.chains:
        return [move.text for move in up]
    founded, free = safe_cards.look(R, S, rules)
    gone = safe_cards.released(R, S, rules, founded, free)
    takers = [safe_cards.taker(R, S, rules, source_of(move.code), free, gone) for move in up]
    return [
        move.text
        for move, f in zip(up, takers, strict=True)
        # any other foundation that takes the card is just as good
        if f == target_of(move.code) or (f >= 0 and not rules.rows)
    ]


def released(position: Position) -> int:
    """Return the set of cards that no longer need a place in play, as the module explains.

    The set is empty in games to which no proof applies.
    >>> import cadogan
    >>> from cadogan.core.cards import card_text
    >>> some = released(cadogan.game("klondike").deal(1))
    >>> [card_text(c) for c in range(52) if some >> c & 1]
    ['AC', 'AD', 'AH', 'AS']
    """
    rules = safety_rules(position.game)
    if not rules.used:
        return 0
    R, S = _state(position)
    return safe_cards.released(R, S, rules, *safe_cards.look(R, S, rules))


def _state(position: Position) -> tuple[CompiledRules, State]:
    """Return the position as a working state of the engine."""
    R = position.game.compiled_rules
    S = new_state(R, 0)
    thaw(R, S, position.snapshot)
    return R, S


def _goes_up(move: Move) -> bool:
    """Return whether a move takes a single top card from another pile to a foundation.

    Moves of buried cards do not count, because the rules may limit the number of draws.
    """
    up = move.kind == "move" and move.target[0] == "f" and move.source[0] != "f"
    return up and move.depth == 1


@functools.lru_cache(maxsize=128)
def safety_rules(game: Game) -> SafeFacts:
    """Return the facts about safe moves that depend only on the game.

    If the field ``used`` is 0, the game has no safe moves, and the other fields have no meaning.
    """
    R, rules, definition = game.compiled_rules, game.compiled, game.definition
    foundations = range(R.foundations)
    others = reach.in_play(R)
    conditions = range(len(rules.conditions))
    kinds = {R.conditions.kind[k] for k in conditions}
    # among the conditions of the proof, only the condition that piles are empty refers to piles
    waited = {p for k in conditions for p in range(R.conditions.first[k], R.conditions.end[k])}
    builds = [rules.builds[p] for p in foundations]
    one_by_one = all(
        b.suits == SuitRule.IN_SUIT
        and b.direction in {Direction.UP, Direction.DOWN, Direction.UP_THEN_DOWN}
        for b in builds
    )
    gives_back = reach.any_goes(R, reach.groups_of(R, foundations), reach.groups_of(R, others))
    up_and_down = len({b.direction for b in builds}) > 1
    in_rows = _in_rows(game)
    possible = in_rows or (
        PROOF.covers(game.features)
        and one_by_one
        and not (definition.decks > 1 and gives_back and up_and_down)
        and _serves_only_as_place(R, waited)
        and _dealt_alike(R)
    )
    sources = {q for p in range(R.piles) for q in _filled_from(R, p)}
    if {When.REDEALT, When.NO_REDEAL} & kinds and R.redeal.waste:
        waited.add(R.stock.waste)  # a player cannot redeal an empty waste
    barred = [  # the entries of foundations are never read
        p == R.stock.pile
        or p in sources
        or p in waited
        or bool(R.refill.height[p] or R.accept.least[p])
        or (rules.of[p].kind == "waste" and _turns_several(R))
        for p in range(R.piles)
    ]
    wanted_by = _wanters(game, others)
    lifts_more = any(R.lift.take[g] in _WIDE for g in reach.groups_of(R, others))
    strict = bool(upsetting(R)) or lifts_more or not _always_up(R)
    chains = not strict and _in_chains(game, wanted_by)
    return SafeFacts(
        decks=definition.decks,
        used=int(possible),
        chains=int(chains),
        rows=int(in_rows),
        strict=int(strict),
        gives_back=int(gives_back),
        choices=0 if chains or in_rows else _choices(R, foundations),
        wanters=wanted_by,
        barred=[int(b) for b in barred],
        gathered=[int(not R.redeal.waste)] * R.piles,
        covered=int(any(R.lift.take[R.group[p]] in _WIDE for p in _dealt_on(R))),
    )


def _turns_several(R: CompiledRules) -> bool:
    """Return whether several cards at a time are turned to the waste."""
    deals = ((R.deal.cards, R.deal.first), (R.last_deal.cards, R.last_deal.first))
    return any(n > 1 and p == R.stock.waste for n, p in deals)


def _dealt_on(R: CompiledRules) -> list[int]:
    """Return the piles to which the stock deals cards."""
    return sorted({*range(R.deal.first, R.deal.end), *range(R.last_deal.first, R.last_deal.end)})


def _dealt_alike(R: CompiledRules) -> bool:
    """Return whether a missing card never changes how cards are dealt to piles or lifted."""
    dealt = _dealt_on(R)
    width = R.room + 1
    rules = [
        {table[p * width + h] for h in range(1, R.total)}
        for p in dealt
        for table in (R.accept.rule_at, R.accept.rule_then)
    ]
    wide = any(R.lift.take[R.group[p]] in _WIDE for p in dealt)
    drawn = R.merci.times and any(R.lift.take[g] in _WIDE for g in R.group)
    return (
        all(R.accept.full[p] >= R.total for p in dealt)
        and all(len(numbers) == 1 for numbers in rules)
        and not (wide and R.redeal.times and R.redeal.waste)
        and not drawn
    )


def _serves_only_as_place(R: CompiledRules, waited: Collection[int]) -> bool:
    """Return whether laying a card somewhere has no effect except that other cards can go on it.

    No rule lets a player lay cards on the stock, and every game lets a player lay cards on
    foundations. ``waited`` is the set of piles that some rule tests for being empty.
    """
    stock = R.group[R.stock.pile] if R.stock.pile >= 0 else -1
    waste = R.group[R.stock.waste] if R.stock.waste >= 0 else -1
    laid = {b for b in range(R.groups) if reach.any_goes(R, {*range(R.groups)} - {stock}, [b])}
    width = R.room + 1

    def takes(p: int, heights: range) -> bool:
        table = (R.accept.rule_at, R.accept.rule_then)
        return R.group[p] in laid and any(some[p * width + h] for some in table for h in heights)

    return (
        not (waste in laid and R.redeal.times and _turns_several(R))
        and not any(R.group[p] in laid for p in waited)
        and not any(takes(p, range(R.refill.below[p])) for p in R.refill.order[: R.refill.piles])
        and not any(
            takes(p, range(1)) and (R.fill.when[p] or not _sources_stay_empty(R, p, laid))
            for p in range(R.piles)
            if R.fill.cards[p]
        )
    )


def _sources_stay_empty(R: CompiledRules, p: int, laid: Collection[int]) -> bool:
    """Return whether the piles that fill a pile can never hold cards again once all are empty.

    ``laid`` is the set of groups to which cards may go from groups other than the stock.
    """
    sources = {*_filled_from(R, p)}
    fed = {q for q in sources if R.group[q] in laid}
    if R.stock.pile not in sources:
        fed |= sources & {R.stock.waste, *_dealt_on(R)}
    if R.redeal.times and R.stock.pile in sources and R.stock.waste not in sources:
        return False  # a redeal may gather cards from the tableau into the stock
    return not fed


def _in_rows(game: Game) -> bool:
    """Return whether four foundations take a suit in any order, and all other piles take nothing.

    If a foundation has no room for a whole suit, no line wins, so no move can do harm.
    """
    R = game.compiled_rules
    builds = game.compiled.builds[: R.foundations]
    suits = [{c for c in game.compiled.cards if c < CARDS and suit_of(c) == s} for s in range(4)]
    return (
        ROWS_PROOF.covers(game.features)
        and R.foundations == len(suits)
        # a build in any order is always in suit
        and all(b.direction == Direction.ANY_ORDER for b in builds)
        and all(_takes_all(R, f, suit) for f in range(R.foundations) for suit in suits)
        and not reach.any_goes(R, range(R.groups), reach.groups_of(R, reach.in_play(R)))
    )


def _takes_all(R: CompiledRules, f: int, suit: Collection[int]) -> bool:
    """Return whether a foundation takes all other cards of a suit, whatever its top card is.

    A foundation that is built in any order uses the same rule at every height.
    """
    return all(
        R.accept.sets[rule * STRIDE + top] >> card & 1
        for rule in reach.rules_ever(R, f, range(1, 2))
        for top in suit
        for card in suit
        if card != top
    )


def _in_chains(game: Game, wanted_by: Sequence[int]) -> bool:
    """Return whether cards lie only on neighbours in suit, and go up from either end.

    The features of the proof ensure that foundations keep their cards.
    """
    R = game.compiled_rules
    if not CHAINS_PROOF.covers(game.features):
        return False
    for card in range(CARDS):
        beside = set_of(c for c in (card - 1, card + 1) if suit_of(c) == suit_of(card))
        if wanted_by[card] & ~beside:
            return False
    rising, falling = [], []
    for f in range(R.foundations):
        taken = [{rank_of(c) for c in cards_in(at)} for at in _taken(R, f)]
        if all(ranks == {h} for h, ranks in enumerate(taken, 1)):
            rising.append(f)
        elif all(ranks == {14 - h} for h, ranks in enumerate(taken, 1)):
            falling.append(f)
        else:
            return False
    return not _choices(R, rising) and not _choices(R, falling)


def _taken(R: CompiledRules, f: int) -> Iterator[int]:
    """Yield, for each height of a foundation, the cards that the foundation could take there."""
    tops = [NOTHING]
    for h in range(R.room):
        at = 0
        for rule in reach.rules_ever(R, f, range(h, h + 1)):
            for top in tops:
                at |= R.accept.sets[rule * STRIDE + top]
        if not at:
            return
        yield at
        tops = cards_in(at)


def _filled_from(R: CompiledRules, p: int) -> list[int]:
    """Return the piles from which a pile is filled automatically when it becomes empty."""
    return [q for q in R.fill.sources[p * R.fill.ways : (p + 1) * R.fill.ways] if q >= 0]


def _wanters(game: Game, piles: Iterable[int]) -> list[int]:
    """Return, for each card, the set of cards that ``piles`` could ever take or lift on it."""
    R = game.compiled_rules
    reached = {
        g
        for g in range(R.groups)
        if any(reach.may_go(R, a, g) & Route.ONTO for a in range(R.groups))
    }
    rules: set[int] = set()
    for p in piles:
        if R.group[p] in reached:
            rules.update(reach.rules_ever(R, p, range(1, R.accept.full[p])))
        if R.lift.take[R.group[p]] in {Lift.RUN, Lift.SINGLY}:
            rules |= {R.lift.link[p], R.lift.link_then[p]}
    cards, sets = set_of(game.compiled.cards), R.accept.sets
    return [
        functools.reduce(operator.or_, (sets[rule * STRIDE + card] for rule in rules), 0) & cards
        for card in range(STRIDE)
    ]


def _choices(R: CompiledRules, foundations: Iterable[int]) -> int:
    """Return the cards that could go to two foundations whose rules differ.

    Foundations differ if they can take different cards, or if cards can go to them or leave them in
    different ways.
    """
    taken: dict[tuple[int, ...], int] = {}
    for f in foundations:
        rules = R.accept.rule_at[f * (R.room + 1) : (f + 1) * (R.room + 1)]
        g = R.group[f]
        pairs = [pair for a in range(R.groups) for pair in ((a, g), (g, a))]
        ways = [way for a, b in pairs for way in reach.routes(R, a, b)]
        kind = (*rules, *ways)
        taken[kind] = functools.reduce(operator.or_, _taken(R, f), taken.get(kind, 0))
    seen = choices = 0
    for cards in taken.values():
        choices |= seen & cards
        seen |= cards
    return choices


def _always_up(R: CompiledRules) -> bool:
    """Return whether each card that can be laid on others can always go to any foundation."""
    rest = reach.groups_of(R, reach.in_play(R))
    return all(
        ways == Route.ONTO | Route.INTO
        for a in rest
        if any(reach.may_go(R, a, b) & Route.ONTO for b in rest)
        for f in reach.groups_of(R, range(R.foundations))
        for ways in reach.routes(R, a, f)
    )
