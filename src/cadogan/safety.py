"""Which cards can go up to the foundations without any harm.

A move is called safe only when it can be proved, from the rules alone, that it never loses a won
position. The argument: let card c lie on top of its pile, and let some line of play win. Put c on
its foundation first and then follow the same line, leaving out whatever it does with c. This fails
only where the line needs c as a place for another card. So it must be true of every card that the
rules would ever let lie on c, a *wanter* of c, that it is on the foundations already or can go
there itself the moment the line would lay it on c, with all that lies on it then: that is, it is
the next card of its foundation now, and its own wanters are out of the way in the same sense.
:func:`released` is the smallest set of cards closed under this rule.

Copies count: with two packs a card is ready only when as many foundations wait for it as copies
of it are still in play, else putting up one copy could keep the other, which may bury something,
from going up. And the proof needs that taking c away changes nothing else, so there is no safe move

- unless the game is won by filling foundations, each built in suit, one card after the other, and
  none of them waits for what lies on another pile;
- where two foundations that differ could ever take the card, so that there is a choice;
- from a pile that is filled of itself when it is emptied, or is refilled, or may not be built on
  when it is low, or is dealt to until it is full, or whose cards fill others, or whose emptiness a
  rule waits for (as a rule that waits for a redeal does for cards in the waste); nowhere where a
  rule asks whether foundations are empty;
- from the waste, when several cards are turned at a time (a shuffle of the waste does no harm: the
  cards that remain come in the order that they would have had with c among them); from the stock;
  from anywhere while the tableau will be gathered for a redeal, for one card less would shift the
  places of the others;
- for what lies on c could not go up card by card: where more than built runs can be lifted (a
  block, a whole pile) wanters must be on the foundations already;
- where foundations give cards back, unless the wanters of the founded wanters, and of the cards
  below c on its foundation, are released too: those could come down and want them.

One case needs no such look: one pack, where a card can only ever lie on its neighbours of the suit,
cards move one at a time, and the foundations are built up from the lowest or down from the highest
rank and keep what they have (Bisley). Put up whatever can go up, and follow the line. What is up
more than in the line are, in each suit, cards next to those of the line; a card that the line would
lay on one of them is its neighbour, so it is up too or is the next one, and lies on top, for the
piles are those of the line without the cards that are up. So every card that may go up is safe.

And one where foundations are no sequences: one pack, no card laid anywhere but on four foundations,
which keep what they have, have room for a whole suit, and take it in any order to the end, each
perhaps only ranks that another one shows (Osmosis). One that was begun takes no less for another
card on any of them, and none begins otherwise, unless the first card that is laid there fixes the
base. In a line that wins each suit has one of the four. So a card goes to one that was begun as
soon as it may, and the line is followed without it. To begin one is a choice: which suit is next.

Cards face down are never looked at.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from cadogan import prudence
from cadogan.actions import upsetting
from cadogan.board import new_state, thaw
from cadogan.cards import CARDS, rank_of, suit_of
from cadogan.notation import Move
from cadogan.position import Game, Position
from cadogan.state import (
    ANYWHERE,
    BLOCK,
    CAN_BE_FILLED,
    CARD,
    CARD_OR_WHOLE,
    CHOSEN,
    COMPLETE,
    EMPTY,
    FREEING,
    HAS_SPACE,
    NO_REDEAL,
    NONE,
    REDEALT,
    RUN,
    SINGLY,
    TO_SPACES,
    WHOLE,
    State,
    source_of,
    target_of,
)
from cadogan.tables import INTO, ONTO, STRIDE, Tables

__all__ = [
    "Policy",
    "may_go",
    "policy",
    "released",
    "routes",
    "rules_ever",
    "safe_moves",
    "wanters",
]


def safe_moves(position: Position) -> list[str]:
    """Return the moves to foundations that cannot do any harm, in the order of ``moves()``.

    >>> import cadogan
    >>> safe_moves(cadogan.game("klondike").deal(47))
    ['t3-f1', 't4-f2']
    """
    rules = policy(position.game)
    up = [move for move in position.legal if _goes_up(move)] if rules.possible else []
    if not up:
        return []
    T, S = _state(position)
    up = [move for move in up if prudence.leaves(T, S, rules, source_of(move.code))]
    if not up or rules.chains:
        return [move.text for move in up]
    founded, free = prudence.look(T, S, rules)
    gone = prudence.released(T, S, rules, founded, free)
    found = [prudence.taker(T, S, rules, source_of(move.code), free, gone) for move in up]
    return [
        move.text
        for move, f in zip(up, found, strict=True)
        if f == target_of(move.code) or (f >= 0 and not rules.rows)  # elsewhere it takes it as well
    ]


def wanters(game: Game, card: int) -> int:
    """Return the set of cards (bit ``card``) that the rules could ever let lie on a card in play.

    >>> import cadogan
    >>> from cadogan.cards import card_text, parse_card
    >>> some = wanters(cadogan.game("klondike"), parse_card("7H"))
    >>> [card_text(c) for c in range(52) if some >> c & 1]
    ['6C', '6S']
    """
    return policy(game).wanters[card]


def released(position: Position) -> int:
    """Return the set of cards that want no place in play any more: see the module's argument.

    It is empty in games where nothing is proved.

    >>> import cadogan
    >>> from cadogan.cards import card_text
    >>> some = released(cadogan.game("klondike").deal(1))
    >>> [card_text(c) for c in range(52) if some >> c & 1]
    ['AC', 'AD', 'AH', 'AS']
    """
    rules = policy(position.game)
    if not rules.possible:
        return 0
    T, S = _state(position)
    return prudence.released(T, S, rules, *prudence.look(T, S, rules)) & ~rules.missing


def _state(position: Position) -> tuple[Tables, State]:
    """Return the position as the engine works on it."""
    T = position.game.tables
    S = new_state(T, 0)
    thaw(T, S, position.snapshot)
    return T, S


def _goes_up(move: Move) -> bool:
    return (
        move.kind == "move"
        and move.target[0] == "f"
        and move.source[0] not in "fs"
        and move.depth == 1
    )


@dataclass(frozen=True)
class Policy:
    """What of the argument depends on the game alone; a :class:`cadogan.prudence.Care`.

    Attributes:
        possible: whether the game can have safe moves at all.
        chains: cards lie on their neighbours of the suit alone, so that all may go up.
        rows: foundations take a suit in any order, and nothing else is laid anywhere.
        wanters: [card] the set of cards that could ever lie on it, the joker among them.
        choices: the cards that differing foundations could take.
        strict: wanters must be on the foundations already.
        gives_back: foundations give cards back.
        barred: [pile] cards never leave it safely.
        gathered: [pile] barred as long as the tableau will be gathered for a redeal.
        decks: packs used; missing: cards not in them.
    """

    possible: bool
    decks: int
    missing: int
    chains: bool
    rows: bool
    wanters: tuple[int, ...]
    choices: int
    strict: bool
    gives_back: bool
    barred: tuple[bool, ...]
    gathered: tuple[bool, ...]


@functools.lru_cache(maxsize=128)
def policy(game: Game) -> Policy:
    """Return what of the argument depends on the game alone."""
    T, rules, definition = game.tables, game.compiled, game.definition
    foundations = range(T.foundations)
    others = [p for p in range(T.piles) if p not in foundations]
    conditions = range(len(rules.conditions))
    kinds = {T.cond_kind[k] for k in conditions}
    waited = {
        p
        for k in conditions
        if T.cond_kind[k] in {EMPTY, HAS_SPACE}
        for p in range(T.cond_first[k], T.cond_end[k])
    }
    builds = [rules.builds[p] for p in foundations]
    one_by_one = all(
        b.suits == "in suit" and b.direction in {"up", "down", "up then down"} for b in builds
    )
    in_rows = _in_rows(game)
    possible = (
        definition.win == "all on foundations"
        and not T.families  # whose moves may take from anywhere
        and definition.suits == "C D H S"
        and (in_rows or (one_by_one and not any(g.limited_by for g in rules.groups)))
        and not any(T.indicator[f] >= 0 for f in foundations)
        and not T.shift_times
        and CAN_BE_FILLED not in kinds
        and not any(T.same_suits[f] >= 0 or T.line[f] >= 0 for f in foundations)
        and not {COMPLETE, CHOSEN} & kinds
        and not waited.intersection(foundations)
    )
    sources = {q for p in range(T.piles) for q in _filled_from(game, p)}
    if {REDEALT, NO_REDEAL} & kinds and T.redeal_waste:
        waited.add(T.waste)  # an empty one cannot be redealt
    dealt = {*range(T.deal_first, T.deal_end), *range(T.last_first, T.last_end)}
    deals = ((T.deal_count, T.deal_first), (T.last_count, T.last_first))
    turns_several = T.waste >= 0 and any(n > 1 and p == T.waste for n, p in deals)
    barred = tuple(
        p not in others
        or p == T.stock
        or p in sources
        or p in waited
        or bool(T.refill_to[p] or T.least[p] or T.sinks[p])
        or (p in dealt and T.full[p] < T.total)
        or (rules.of[p].kind == "waste" and turns_several)
        for p in range(T.piles)
    )
    wanted_by = tuple(_wanters(game, card, others) for card in range(STRIDE))
    strict = bool(upsetting(T)) or _lifts_more(game) or not _always_up(game)
    gives_back = any(
        may_go(T, a, b)
        for a in {T.group[p] for p in foundations}
        for b in {T.group[p] for p in others}
    )
    chains = possible and not strict and not gives_back and _in_chains(game, wanted_by)
    return Policy(
        possible=possible,
        decks=definition.decks,
        missing=sum(1 << c for c in {*range(CARDS)} - {*rules.cards}),
        chains=chains,
        rows=possible and in_rows,
        wanters=wanted_by,
        choices=0 if chains or in_rows else _choices(game),
        strict=strict,
        gives_back=gives_back,
        barred=barred,
        gathered=tuple(not T.redeal_waste and p in others for p in range(T.piles)),
    )


def _in_rows(game: Game) -> bool:
    """Say whether four foundations take a suit in any order, and cards are laid nowhere else."""
    T = game.tables
    builds = game.compiled.builds[: T.foundations]
    others = {T.group[p] for p in range(T.foundations, T.piles)}
    suits: list[set[int]] = [set(), set(), set(), set()]
    for card in game.compiled.cards:
        if card < CARDS:
            suits[suit_of(card)].add(card)
    return (
        game.definition.decks == 1
        and T.foundations == len(suits)
        and all((b.direction, b.suits) == ("any order", "in suit") for b in builds)
        and all(T.full[f] >= max(map(len, suits)) for f in range(T.foundations))
        and all(_takes_all(T, f, suit) for f in range(T.foundations) for suit in suits)
        and not T.base_by_play
        and not any(may_go(T, a, b) for a in range(T.groups) for b in others)
        and not any(T.then_when[: T.foundations])
        and not upsetting(T)
    )


def _takes_all(T: Tables, f: int, suit: Collection[int]) -> bool:
    """Say whether a foundation, whatever card lies on top, takes all others of its suit."""
    return all(
        T.accept[rule * STRIDE + top] >> card & 1
        for rule in rules_ever(T, f, range(1, len(suit)))
        for top in suit
        for card in suit
        if card != top
    )


def _in_chains(game: Game, wanted_by: tuple[int, ...]) -> bool:
    """Say whether cards lie on their neighbours of the suit alone, and go up from either end."""
    T = game.tables
    if game.definition.decks != 1 or any(
        T.take[T.group[p]] not in {NONE, CARD} for p in range(T.foundations, T.piles)
    ):
        return False
    for card in range(CARDS):
        beside = {c for c in (card - 1, card + 1) if suit_of(c) == suit_of(card)}
        if wanted_by[card] & ~sum(1 << c for c in beside):
            return False
    for f in range(T.foundations):
        taken = [{rank_of(c) for c in range(CARDS) if at >> c & 1} for at in _taken(game, f)]
        up = all(ranks == {h} for h, ranks in enumerate(taken, 1))
        down = all(ranks == {14 - h} for h, ranks in enumerate(taken, 1))
        if not (up or down):
            return False
    return True


def _taken(game: Game, f: int) -> Iterator[int]:
    """Yield for each height of a foundation the cards that it could take there."""
    T = game.tables
    at = 0
    for rule in rules_ever(T, f, range(1)):
        at |= T.accept[rule * STRIDE + 52]
    for h in range(1, T.room + 1):
        if not at:
            return
        yield at
        tops = [c for c in range(CARDS) if at >> c & 1]
        at = 0
        for rule in rules_ever(T, f, range(h, h + 1)):
            for top in tops:
                at |= T.accept[rule * STRIDE + top]


def _filled_from(game: Game, p: int) -> tuple[int, ...]:
    """Return the piles that fill a pile of themselves when it is emptied."""
    T = game.tables
    if not T.fill_cards[p]:
        return ()
    return tuple(q for q in T.fill_from[p * T.fill_ways : (p + 1) * T.fill_ways] if q >= 0)


def rules_ever(T: Tables, p: int, heights: range, base: int = 0) -> Iterator[int]:
    """Yield every rule by which a pile of such a height could ever take cards.

    Args:
        T: the tables.
        p: the pile.
        heights: how many cards it holds.
        base: base card + 1, or 0 where it may be any.
    """
    width = T.room + 1
    rules = {T.rule_at[p * width + h] for h in heights}
    rules |= {T.rule_then[p * width + h] for h in heights}
    for rule in rules:
        if rule >= T.based:
            yield from [rule + base] if base else range(rule, rule + CARDS + 1)
        elif rule:
            yield rule


def _wanters(game: Game, card: int, piles: list[int]) -> int:
    T = game.tables
    groups = set(T.group)
    mask = 0
    for p in piles:
        g = T.group[p]
        if any(may_go(T, a, g) & ONTO for a in groups):
            for rule in rules_ever(T, p, range(1, T.full[p])):
                mask |= T.accept[rule * STRIDE + card]
        if T.take[g] in {RUN, SINGLY, TO_SPACES, FREEING}:
            mask |= T.accept[T.link[p] * STRIDE + card] | T.accept[T.link_then[p] * STRIDE + card]
    return mask & sum(1 << c for c in set(game.compiled.cards))


def _choices(game: Game) -> int:
    """Return the cards that two foundations which differ could ever take."""
    T = game.tables
    taken: dict[tuple[int, ...], int] = {}
    for f in range(T.foundations):
        rules = tuple(T.rule_at[f * (T.room + 1) : (f + 1) * (T.room + 1)])
        key = (game.compiled.owner[f], *rules)
        reach = functools.reduce(operator.or_, _taken(game, f), 0)
        taken[key] = taken.get(key, 0) | reach
    seen = choices = 0
    for reach in taken.values():
        choices |= seen & reach
        seen |= reach
    return choices


def may_go(T: Tables, a: int, b: int) -> int:
    """Return in which ways (ONTO, INTO) group a may ever play to group b."""
    return functools.reduce(operator.or_, routes(T, a, b))


def routes(T: Tables, a: int, b: int) -> Iterator[int]:
    """Yield for every phase in which ways group a may play to group b in it."""
    for phase in range(1 << T.phase_conditions):
        yield T.route[(phase * T.groups + a) * T.groups + b]


def _always_up(game: Game) -> bool:
    """Say whether every card that may be laid in play may also go up, whenever it may be laid."""
    T = game.tables
    up = {T.group[f] for f in range(T.foundations)}
    rest = {T.group[p] for p in range(T.foundations, T.piles)}
    return all(
        ways == ONTO | INTO
        for a in rest
        if any(may_go(T, a, b) & ONTO for b in rest)
        for f in up
        for ways in routes(T, a, f)
    )


def _lifts_more(game: Game) -> bool:
    """Say whether more than built runs can be lifted anywhere in play."""
    T = game.tables
    wide = {BLOCK, WHOLE, CARD_OR_WHOLE, ANYWHERE}
    return any(T.take[T.group[p]] in wide for p in range(T.foundations, T.piles))
