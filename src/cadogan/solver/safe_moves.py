"""Safe moves: cards that can go up to the foundations without any harm.

A move is called safe only if the rules alone prove that it never loses a won position. The argument
is as follows. Suppose that card c is on top of its pile and that some line of play wins. Put c on
its foundation first and then follow the same line, leaving out every move of c. This fails only
where the line needs c as a place for another card. So consider every card that the rules would ever
let a player lay on c, a *wanter* of c. Each wanter must be on the foundations already, or be able
to go there when the line would lay it on c. In that case, all cards that lie on it then must be
able to go there, too. This holds if the wanter is now the next card of its foundation, and its own
wanters meet the same condition. The function :func:`released` returns the smallest set of cards
closed under this rule.

The number of copies matters. With two packs, a card is ready only if as many foundations wait for
it as copies of it are still in play. Otherwise putting up one copy could keep the other from going
up, which may bury another card. The proof also needs that taking c away changes nothing else. So
there is no safe move

- unless the game has only features of :data:`PROOF`, and its foundations are built in suit, one
  card after the other;
- if two foundations that differ could ever take the card, so that there is a choice. They may
  differ in the cards that they take, or in the piles from which or to which cards may go;
- from a pile that is filled automatically when it is emptied, or is refilled, or may not be built
  on while it is too short. The same holds for one whose cards fill others, or whose emptiness is a
  condition of some rule. (For a rule that waits for a redeal, an empty waste is such a condition.)
  If a rule depends on whether foundations are empty, the game has no safe moves;
- if the line could use c, not as a place, but to keep a pile from being empty or short. So no cards
  may go to piles whose emptiness is a condition, or that are still short. They may not go to piles
  that are filled automatically as soon as their sources hold cards again. Nor may they go to the
  stock, or to a waste that is turned over several cards at a time (:func:`_serves_only_as_place`);
- if the stock deals onto piles, since any card may then cover c. There are exceptions if each of
  these piles gets a card however many it holds, and takes cards by one rule at every height. Even
  then, no move is safe while the stock holds cards and more than built runs (a block, a whole pile)
  leave such piles. A card dealt on c could be lifted together with c, but not without it. Nor is
  one safe if buried cards, which may come to lie on c, are drawn from such piles;
- from the waste, if several cards are turned at a time. (Shuffling the waste does no harm: the
  remaining cards come in the order that they would have had with c among them.)
- from the stock;
- from anywhere while a redeal may still gather the tableau, since a missing card would shift the
  places of the others;
- if more than built runs can be lifted (a block, a whole pile), since the cards on c could not go
  up card by card. This does not apply if the wanters are already on the foundations;
- if foundations give cards back, unless two further sets are also released. These are the wanters
  of the founded wanters, and the wanters of the cards below c on its foundation. Those cards could
  come down and want them. With two packs, no move is safe if such foundations are built in several
  directions.

One case needs no such check (Bisley). There is one pack, a card can only ever lie on its neighbours
in suit, and cards move one at a time. The foundations are built up from the lowest rank or down
from the highest, and keep their cards. Among those built in one direction, none differ in the sense
above. Put up whatever can go up, and follow the line. In each suit, the cards that are up here but
not in the line are adjacent to those of the line. A card that the line would lay on one of them is
its neighbour, so it is up, too, or is the next one. In the latter case it is a top card, since the
piles are those of the line without the cards that are up. So every card that may go up is safe.

In another case foundations are not sequences (Osmosis): there is one pack, and cards are laid only
on four foundations, which keep their cards. Each has room for a whole suit, and takes it in any
order to the end, perhaps only ranks that another one shows. An additional card on any foundation
never reduces the cards that a begun foundation takes. Nor does it change how an empty one begins,
unless the first card laid there fixes the base. In a winning line each suit has one of the four. So
a card goes to a begun foundation as soon as it may, and the line continues without it. Beginning a
foundation is a choice: which suit comes next.

The search never looks at face-down cards.
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

# The features for which the argument above allows.
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
# ... for cards that lie only on their neighbours in suit
CHAINS_PROOF = Proof.of(
    """
    lifts a card, fills, deals to waste, redeals the waste, redeals the tableau,
    redeals shuffled, won: on foundations
    """
)
# ... for foundations that take a suit in any order
ROWS_PROOF = Proof.of(
    """
    base card, limited by another, lifts a card, deals to waste, deals several to waste,
    redeals the waste, won: on foundations
    """
)

# ways of lifting that allow more than built runs
_WIDE = frozenset((Lift.BLOCK, Lift.WHOLE, Lift.CARD_OR_WHOLE, Lift.ANYWHERE))


def safe_moves(position: Position) -> list[str]:
    """Return the moves to foundations that cannot do any harm, in the order of ``legal_moves``.

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
        if f == target_of(move.code) or (f >= 0 and not rules.rows)  # any other foundation will do
    ]


def released(position: Position) -> int:
    """Return the set of cards that no longer need a place in play: see the module's argument.

    It is empty in games for which no proof applies.
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
    """Return whether a move takes a single top card from outside the foundations to a foundation.

    Buried cards do not count: the rules may limit how often a player may draw one.
    """
    up = move.kind == "move" and move.target[0] == "f" and move.source[0] != "f"
    return up and move.depth == 1


@functools.lru_cache(maxsize=128)
def safety_rules(game: Game) -> SafeFacts:
    """Return the part of the argument that depends only on the game.

    If ``used`` is 0, the game has no safe moves and the other fields have no meaning.
    """
    R, rules, definition = game.compiled_rules, game.compiled, game.definition
    foundations = range(R.foundations)
    others = reach.in_play(R)
    conditions = range(len(rules.conditions))
    kinds = {R.conditions.kind[k] for k in conditions}
    # of the conditions that the proof names, only "piles are empty" refers to piles
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
        waited.add(R.stock.waste)  # an empty waste cannot be redealt
    barred = [  # the values for foundations are never used
        p == R.stock.pile
        or p in sources
        or p in waited
        or bool(R.refill.height[p] or R.accept.least[p])
        or (rules.of[p].kind == "waste" and _turns_several(R))
        for p in range(R.piles)
    ]
    wanted_by = [_wanters(game, card, others) for card in range(STRIDE)]
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
    """Return whether the game turns several cards at a time to the waste."""
    deals = ((R.deal.cards, R.deal.first), (R.last_deal.cards, R.last_deal.first))
    return any(n > 1 and p == R.stock.waste for n, p in deals)


def _dealt_on(R: CompiledRules) -> list[int]:
    """Return the piles that the stock deals cards onto."""
    return sorted({*range(R.deal.first, R.deal.end), *range(R.last_deal.first, R.last_deal.end)})


def _dealt_alike(R: CompiledRules) -> bool:
    """Return whether a missing card changes neither dealing to piles nor lifting from them."""
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
    """Return whether a laid card has no effect except as a place for other cards.

    No card is ever laid on the stock; in every game cards are laid on foundations. ``waited`` are
    the piles whose emptiness is a condition of some rule.
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
    """Return whether the sources that fill a pile never hold cards again once all are empty.

    ``laid`` are the groups to which cards may be played from groups other than the stock.
    """
    sources = {*_filled_from(R, p)}
    fed = {q for q in sources if R.group[q] in laid}
    if R.stock.pile not in sources:
        fed |= sources & {R.stock.waste, *_dealt_on(R)}
    if R.redeal.times and R.stock.pile in sources and R.stock.waste not in sources:
        return False  # no card leaves a tableau that will be gathered
    return not fed


def _in_rows(game: Game) -> bool:
    """Return whether four foundations take a suit in any order, and no cards are laid elsewhere.

    If one of them has no room for a suit, no line wins, so there is nothing to lose.
    """
    R = game.compiled_rules
    builds = game.compiled.builds[: R.foundations]
    suits = [{c for c in game.compiled.cards if c < CARDS and suit_of(c) == s} for s in range(4)]
    return (
        ROWS_PROOF.covers(game.features)
        and R.foundations == len(suits)
        and all(b.direction == Direction.ANY_ORDER for b in builds)  # which is always in suit
        and all(_takes_all(R, f, suit) for f in range(R.foundations) for suit in suits)
        and not reach.any_goes(R, range(R.groups), reach.groups_of(R, reach.in_play(R)))
    )


def _takes_all(R: CompiledRules, f: int, suit: Collection[int]) -> bool:
    """Return whether a foundation, whatever its top card, takes all other cards of its suit.

    A foundation built in any order uses one rule, however many cards it holds.
    """
    return all(
        R.accept.sets[rule * STRIDE + top] >> card & 1
        for rule in reach.rules_ever(R, f, range(1, 2))
        for top in suit
        for card in suit
        if card != top
    )


def _in_chains(game: Game, wanted_by: Sequence[int]) -> bool:
    """Return whether cards lie only on their neighbours in suit, and go up from either end.

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
    """Yield, for each height of a foundation, the cards that it could take there."""
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
    """Return the piles that automatically fill a pile when it is emptied."""
    return [q for q in R.fill.sources[p * R.fill.ways : (p + 1) * R.fill.ways] if q >= 0]


def _wanters(game: Game, card: int, piles: Iterable[int]) -> int:
    R = game.compiled_rules
    mask = 0
    for p in piles:
        g = R.group[p]
        if any(reach.may_go(R, a, g) & Route.ONTO for a in range(R.groups)):
            for rule in reach.rules_ever(R, p, range(1, R.accept.full[p])):
                mask |= R.accept.sets[rule * STRIDE + card]
        if R.lift.take[g] in {Lift.RUN, Lift.SINGLY}:
            for link in (R.lift.link, R.lift.link_then):
                mask |= R.accept.sets[link[p] * STRIDE + card]
    return mask & set_of(game.compiled.cards)


def _choices(R: CompiledRules, foundations: Iterable[int]) -> int:
    """Return the cards that two differing foundations could ever take.

    They differ in the cards that they take, or in the piles from which or to which cards may go.
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
    """Return whether every card that can be built on another can always go to any foundation."""
    rest = reach.groups_of(R, reach.in_play(R))
    return all(
        ways == Route.ONTO | Route.INTO
        for a in rest
        if any(reach.may_go(R, a, b) & Route.ONTO for b in rest)
        for f in reach.groups_of(R, range(R.foundations))
        for ways in reach.routes(R, a, f)
    )
