"""Layout of a deal: the place of each card, in dealing order.

Some cards sink, begin a foundation or leave play during the deal; this module moves them before a
position exists. The module :mod:`cadogan.state.automatic` makes the automatic changes afterwards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from cadogan.core.cards import RANKS, card_text, count_difference, rank_of, suit_of
from cadogan.core.errors import InvalidDealError
from cadogan.i18n.grammar import count_word
from cadogan.mechanics.moves import of_itself
from cadogan.mechanics.weaving.moves import deal_woven
from cadogan.rules import vocabulary
from cadogan.rules.group import Group
from cadogan.rules.phrases import DealOrder, Met, MustHold, SinkWay, Start
from cadogan.state.automatic import settle_all
from cadogan.state.codes import Num
from cadogan.state.compiled import CompiledGame
from cadogan.state.queries import wants
from cadogan.state.snapshot import Snapshot, freeze, new_state
from cadogan.state.state import State, push, seal, set_number

# cases in which a card that goes to a foundation during the deal is not replaced
_GO_OUT = (Met.WHAT_FITS_GOES_OUT, Met.WHAT_BEGINS_GOES_OUT)


def arrange(rules: CompiledGame, order: Sequence[int], key: int = 0) -> Snapshot:
    """Return the position after a deal of cards in the given order.

    Args:
        rules: the game.
        order: all cards of the game in dealing order. Cards placed on foundations before the deal
            may be left out; if they are included, their first copies are ignored.
        key: key for the shuffles during play.

    Raises:
        InvalidDealError: if cards are missing or surplus, or if a rule rejects the deal; the
            message names the reason.
    """
    cards = list(order)
    placed = list(rules.placed.values())
    if len(cards) + len(placed) == len(rules.cards):
        cards = placed + cards
    missing, surplus = count_difference(cards, rules.cards)
    if missing or surplus:
        differences = [
            f"{what} {' '.join(map(card_text, some))}"
            for what, some in (("missing", missing), ("too many", surplus))
            if some
        ]
        raise InvalidDealError(
            f"these are not the cards of {rules.definition.name}: {'; '.join(differences)}"
        )
    founded = {**rules.placed, **_found_in_dealing(rules, without(cards, placed))}
    cards = _swapped_in(rules, _passed_over(rules, without(cards, founded.values())))
    if reason := _rejected(rules, cards):
        raise InvalidDealError(reason)
    return _lay_out(rules, founded, cards, key)


def is_rejected(rules: CompiledGame, order: Sequence[int]) -> bool:
    """Return whether the rules of the game reject a deal and require another shuffle."""
    return bool(_rejected(rules, _passed_over(rules, _in_order(rules, [*order]))))


def _in_order(rules: CompiledGame, order: list[int]) -> list[int]:
    """Return the cards to deal, without the cards placed on foundations before the deal."""
    cards = without(order, rules.placed.values())
    return without(cards, _found_in_dealing(rules, cards).values())


def without(cards: Iterable[int], some: Iterable[int]) -> list[int]:
    """Return ``cards`` after removing one copy of each card in ``some``."""
    rest = list(cards)
    for card in some:
        rest.remove(card)
    return rest


def dealt_counts(rules: CompiledGame, group: Group) -> list[int]:
    """Return the number of cards that each pile of a group gets."""
    return [rules.compiled_rules.redeal.dealt[p] for p in _piles(rules, group)]


def _piles(rules: CompiledGame, group: Group) -> range:
    first = rules.first[group.name]
    return range(first, first + group.piles)


def places_in_order(rules: CompiledGame, group: Group) -> list[int]:
    """Return the pile of each card that a group gets, in dealing order.

    The result leaves out the first card of a pile if this card is the same in every deal.
    """
    places = _all_places(rules, group)
    for number in group.held:
        places.remove(rules.first[group.name] + number - 1)
    return places


def _all_places(rules: CompiledGame, group: Group) -> list[int]:
    """Return the pile of each card of a group after the deal, in dealing order."""
    first = rules.first[group.name]
    counts = dealt_counts(rules, group)
    if group.order in (DealOrder.PILES, DealOrder.BY_RANK):
        return [first + i for i, n in enumerate(counts) for _ in range(n)]
    turns = range(max(counts, default=0))
    if group.order == DealOrder.ROWS:
        return [first + i for turn in turns for i, n in enumerate(counts) if turn < n]
    return [first + i for turn in reversed(turns) for i, n in enumerate(counts) if turn < n]


def _places_across(rules: CompiledGame, group: Group) -> list[int]:
    """Return the pile of each card that a group gets, in dealing order.

    If several groups are dealt together, the result lists the piles of all their cards for the
    first group, and none for the others.
    """
    if group.order != DealOrder.ROWS_ACROSS_GROUPS:
        return places_in_order(rules, group)
    groups = [g for g in rules.definition.of_kind(group.kind) if g.order == group.order]
    if groups[0] is not group:
        return []
    counts = [
        (rules.first[g.name] + i, n) for g in groups for i, n in enumerate(dealt_counts(rules, g))
    ]
    turns = range(max(n for _, n in counts))
    return [p for turn in turns for p, n in counts if turn < n]


def _dealt(rules: CompiledGame, group: Group) -> int:
    """Return the number of cards that a group gets when its turn comes."""
    if group.kind == "foundation":
        return int(bool(group.deal)) * (group.piles if group.start == Start.ANY_CARD else 1)
    return sum(dealt_counts(rules, group)) - len(group.holds)


def _rejected(rules: CompiledGame, cards: list[int]) -> str:
    """Return why the rules reject a deal, or "" if they accept it."""
    used = 0
    for group in rules.definition.groups:
        n = _dealt(rules, group)
        if group.must_hold and group.must_hold_way == MustHold.DEALT_AGAIN:
            shown = {RANKS[rank_of(c) - 1] for c in cards[used : used + n]}
            if not shown & set(group.must_hold):
                wanted = " or ".join(group.must_hold)
                return (
                    f"the rules reject this deal: the first {count_word(n)} cards must hold"
                    f" {wanted}, so the cards must be shuffled again"
                )
        if group.unlike and not _all_unlike(rules, group, cards[used : used + n]):
            if group.kind == "foundation":
                return (
                    "the rules reject this deal: the cards left for the foundations have too few"
                    " suits, so all cards must be shuffled again"
                )
            return (
                "the rules reject this deal: some pile would get two cards of the same rank, so"
                " all cards must be shuffled again"
            )
        used += n
    return ""


def _all_unlike(rules: CompiledGame, group: Group, cards: list[int]) -> bool:
    """Return whether a group gets only cards that may be together."""
    laid = zip(_places_unlike(rules, group), cards, strict=True)
    return len({_likeness(group, p, card) for p, card in laid}) == len(cards)


def _places_unlike(rules: CompiledGame, group: Group) -> Sequence[int]:
    """Return the pile of each card dealt to a group in which some cards must differ."""
    return _piles(rules, group) if group.kind == "foundation" else places_in_order(rules, group)


def _likeness(group: Group, p: int, card: int) -> tuple[int, int]:
    """Return the features that may not recur: on foundations, the suit; otherwise pile and rank."""
    return (-1, suit_of(card)) if group.kind == "foundation" else (p, rank_of(card))


def _spread(rules: CompiledGame, group: Group, cards: list[int]) -> list[int]:
    """Return the cards in an order that keeps apart cards that must not be together in a group.

    A card with a feature that has already occurred goes under the pack. If every card would repeat
    a feature, the order does not change.
    """
    left, laid = list(cards), []
    there: set[tuple[int, int]] = set()
    for p in _places_unlike(rules, group):
        passed = 0
        while passed < len(left) and _likeness(group, p, left[0]) in there:
            left.append(left.pop(0))
            passed += 1
        there.add(_likeness(group, p, left[0]))
        laid.append(left.pop(0))
    return laid + left


def _passed_over(rules: CompiledGame, cards: list[int]) -> list[int]:
    """Return the dealing order after cards that a group rejects have gone under the pack."""
    used = 0
    for group in rules.definition.groups:
        n = _dealt(rules, group)
        if group.lacks:
            met = [
                i for i in range(used, len(cards)) if RANKS[rank_of(cards[i]) - 1] in group.lacks
            ]
            others = [i for i in range(used, len(cards)) if i not in met]
            passed = [i for i in met if i < others[n - 1]]
            stay = [i for i in range(len(cards)) if i not in passed]
            cards = [cards[i] for i in stay + passed]
        if group.unlike:
            cards = cards[:used] + _spread(rules, group, cards[used:])
        used += n
    return cards


def _swapped_in(rules: CompiledGame, cards: list[int]) -> list[int]:
    """Return the dealing order after exchanging a card for a required one, if a rule demands it."""
    used = 0
    for group in rules.definition.groups:
        end = used + _dealt(rules, group)
        if group.must_hold and group.must_hold_way == MustHold.SWAPPED_IN:
            wanted = [i for i, c in enumerate(cards) if RANKS[rank_of(c) - 1] in group.must_hold]
            if wanted and not any(used <= i < end for i in wanted):
                cards = list(cards)
                at = next((i for i in wanted if i >= end), wanted[0])
                cards[end - 1], cards[at] = cards[at], cards[end - 1]
        used = end
    return cards


def _lay_out(
    rules: CompiledGame, founded: Mapping[int, int], cards: list[int], key: int
) -> Snapshot:
    R = rules.compiled_rules
    S = new_state(R)
    for p, card in founded.items():
        push(R, S, p, card)
    for group in rules.definition.of_kind("foundation"):
        if isinstance(group.placed, str) and group.start == Start.BASE_RANK:
            set_number(
                S, Num.BASE, min(founded[p] for p in _piles(rules, group) if p in founded) + 1
            )
    used = 0
    for group in rules.definition.groups:
        used += _deal_to(rules, group, S, cards[used:])
    _put_rest(rules, S, cards[used:])
    if R.stock.pile >= 0:
        S.down[R.stock.pile] = S.height[R.stock.pile]
    for p in range(R.piles):
        S.mark[p] = S.height[p] if R.accept.marks[p] else 0
        seal(R, S, p)
    S.num[Num.KEY] = key if R.redeal.shuffled else 0
    of_itself(R, S)
    settle_all(R, S)
    return freeze(R, S)


def _deal_to(rules: CompiledGame, group: Group, S: State, cards: list[int]) -> int:
    """Deal cards to a group; return the number of cards used."""
    R = rules.compiled_rules
    if group.kind in ("stock", "discard"):
        return 0
    if group.kind == "foundation":
        return _deal_bases(rules, group, S, cards)
    if group.order in vocabulary.DEALT_OUT:
        deal_out = _by_rank if group.order == DealOrder.BY_RANK else _king_by_king
        for p, card in deal_out(rules, group, cards):
            push(R, S, p, card)
        used = len(cards)
    else:
        used = _deal_in_turn(rules, group, S, cards)
    _turn_down(rules, group, S)
    _sink(rules, group, S)
    return used


def _deal_bases(rules: CompiledGame, group: Group, S: State, cards: list[int]) -> int:
    """Deal the cards that begin foundations, base card first; return their number."""
    if not group.deal:
        return 0
    R, base, piles = rules.compiled_rules, cards[0], _piles(rules, group)
    push(R, S, next((p for p in piles if rules.owner[p] == suit_of(base)), piles[0]), base)
    if group.start == Start.BASE_RANK:
        set_number(S, Num.BASE, base + 1)
    n = _dealt(rules, group)
    for p, card in zip(piles[1:n], cards[1:n], strict=True):
        push(R, S, p, card)
    return n


def _deal_in_turn(rules: CompiledGame, group: Group, S: State, cards: list[int]) -> int:
    """Deal cards one by one to the piles of a group; return the number of cards used."""
    used, rows = 0, Counter[int]()
    for p in _places_across(rules, group):
        rows[p] += 1
        if group.met_in_dealing:
            out = _laid_out(rules, group, S, cards[used:])
            used += out
            if out and group.met_in_dealing in _GO_OUT:
                continue
        if used == len(cards):
            break  # some cards went to foundations instead, so the last piles get fewer
        push(rules.compiled_rules, S, _falls(rules, group, p, rows[p], cards[used]), cards[used])
        used += 1
    return used


def _put_rest(rules: CompiledGame, S: State, rest: list[int]) -> None:
    """Put the cards that remain after the deal where the game keeps them."""
    R = rules.compiled_rules
    if R.weaving.used:
        S.scratch[: len(rest)] = rest
        deal_woven(R, S, len(rest))
    elif rest and any(g.deal == "the rest" for g in rules.definition.of_kind("discard")):
        _out_of_play(rules, S, rest)
    elif rest and R.stock.pile < 0:
        raise rules.definition.error("", f"{len(rest)} cards are left over: there is no [stock]")
    else:
        for card in reversed(rest):
            push(R, S, R.stock.pile, card)


def _falls(rules: CompiledGame, group: Group, p: int, row: int, card: int) -> int:
    """Return the pile where a card ends up if the deal puts it on pile ``p`` in a given row."""
    if group.laid_aside and row >= group.laid_aside_from:
        own = rules.first[group.name] + rules.ranks.index(rank_of(card))
        return rules.first[group.laid_aside] if p == own else p
    return p


def _by_rank(rules: CompiledGame, group: Group, cards: list[int]) -> Iterator[tuple[int, int]]:
    """Yield each card with its pile, if each pile of the group collects the cards of one rank."""
    dealt = {*map(rank_of, without(rules.cards, rules.placed.values()))}
    ranks = [rank for rank in rules.ranks if rank in dealt]
    piles = dict(zip(ranks, _piles(rules, group), strict=True))
    for card in cards:
        yield piles[rank_of(card)], card


def _king_by_king(rules: CompiledGame, group: Group, cards: list[int]) -> Iterator[tuple[int, int]]:
    """Yield each card with its pile, if each king begins a pile of the group.

    If there is one more pile than there are kings, the cards before the first king form the first
    pile. If there is no such pile, the cards before the first king are dealt last.
    """
    kings = [i for i, card in enumerate(cards) if RANKS[rank_of(card) - 1] == "K"]
    if len(kings) == group.piles:
        cards = cards[kings[0] :] + cards[: kings[0]]
    p, *others = _piles(rules, group)
    for i, card in enumerate(cards):
        if i and RANKS[rank_of(card) - 1] == "K":
            p = others.pop(0)
        yield p, card


class Recipe(NamedTuple):
    """Layout of a game's cards before any automatic change.

    Attributes:
        laid: number of cards in each pile.
        face: number of face-down cards in each pile.
        order: index in the dealing order of each card, pile by pile and bottom card first. For a
            card placed before the deal, it is -1 - card.
    """

    laid: tuple[int, ...]
    face: tuple[int, ...]
    order: tuple[int, ...]


def recipe(rules: CompiledGame) -> Recipe | None:
    """Return the layout of a game if it depends only on the order of the cards, otherwise None.

    >>> from cadogan.compiler import compile_rules
    >>> from cadogan.rules.catalogue import find
    >>> klondike = recipe(compile_rules(find("klondike"), {}))
    >>> klondike.laid, klondike.order[:6]
    ((0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 0, 24), (0, 1, 7, 2, 8, 13))
    """
    R = rules.compiled_rules
    groups = rules.definition.groups
    for group in groups:
        apart = group.must_hold or group.lacks or group.unlike or group.met_in_dealing
        apart = apart or group.laid_aside
        own_way = apart or group.sink or group.order in vocabulary.DEALT_OUT
        begins = group.kind == "foundation" and (group.deal or isinstance(group.placed, str))
        if own_way or begins or (group.kind == "discard" and group.deal == "the rest"):
            return None
    if R.weaving.used:
        return None
    piles: list[list[int]] = [[] for _ in range(R.piles)]
    for p, card in rules.placed.items():
        piles[p].append(-1 - card)
    S = new_state(R, 0)
    used = 0
    for group in groups:
        if group.kind not in ("stock", "discard", "foundation"):
            for p in _places_across(rules, group):
                piles[p].append(used)
                used += 1
    for p, pile in enumerate(piles):
        S.height[p] = len(pile)
    for group in groups:
        if group.kind not in ("stock", "discard", "foundation"):
            _turn_down(rules, group, S)
    rest = range(used, R.total - len(rules.placed))
    if rest:
        piles[R.stock.pile] += reversed(rest)
        S.down[R.stock.pile] = len(rest)
    laid = tuple(map(len, piles))
    return Recipe(laid, tuple(S.down), tuple(i for pile in piles for i in pile))


def _laid_out(rules: CompiledGame, group: Group, S: State, cards: list[int]) -> int:
    """Move to the foundations the cards that the deal sends there; return their number."""
    R = rules.compiled_rules
    first = group.met_in_dealing not in (Met.WHAT_FITS_GOES_OUT, Met.WHAT_FITS_IS_REPLACED)
    if group.met_in_dealing in _GO_OUT:
        cards = cards[:1]
    for n, card in enumerate(cards):
        taking = (
            p
            for p in range(R.foundations)
            if not (first and S.height[p]) and wants(R, S, p) >> card & 1
        )
        if (p := next(taking, -1)) < 0:
            return n
        push(R, S, p, card)
        if R.accept.base_by_play and S.num[Num.BASE] == 0:
            set_number(S, Num.BASE, card + 1)
    return len(cards)


def _found_in_dealing(rules: CompiledGame, cards: list[int]) -> dict[int, int]:
    """Return, by pile, the cards that begin foundations, if the game takes them out of the deal.

    Good Measure begins this way. In Penguin, these cards have the rank of the first card dealt.
    """
    found: dict[int, int] = {}
    for group in rules.definition.of_kind("foundation"):
        if not isinstance(group.placed, str):
            continue
        wanted = int(group.placed.split()[1])
        first = rules.first[group.name]
        owned = rules.owner[first] >= 0
        free = [*range(first if owned else first + group.piles - wanted, first + group.piles)]
        by_first = group.start == Start.BASE_RANK
        rank = rank_of(cards[0]) if by_first else RANKS.index(str(group.start)) + 1
        for card in cards[1:] if by_first else cards:
            own = (p for p in free if not owned or rules.owner[p] == suit_of(card))
            if wanted and rank_of(card) == rank and (p := next(own, -1)) >= 0:
                free.remove(p)
                found[p] = card
                wanted -= 1
    return found


def _turn_down(rules: CompiledGame, group: Group, S: State) -> None:
    for i, p in enumerate(_piles(rules, group)):
        h = S.height[p]
        if isinstance(group.face, list):
            S.down[p] = min(group.face[i], h)
        else:
            S.down[p] = {"up": 0, "top up": max(0, h - 1)}.get(group.face, h)


def _out_of_play(rules: CompiledGame, S: State, cards: Iterable[int]) -> None:
    """Add cards to the discard pile, which is sorted by card number."""
    R = rules.compiled_rules
    p = R.mechanics.discard_pile
    there = S.cards[p * R.room : p * R.room + S.height[p]]
    S.height[p] = 0
    for card in sorted([*there, *cards]):
        push(R, S, p, card)


def _sink(rules: CompiledGame, group: Group, S: State) -> None:
    """Move cards that sink, such as kings in Baker's Dozen, to the bottoms of their piles."""
    if not group.sink or group.sink_way == SinkWay.AS_EXPOSED:
        return
    R = rules.compiled_rules
    rank = RANKS.index(group.sink) + 1
    for p in _piles(rules, group):
        pile = S.cards[p * R.room : p * R.room + S.height[p]]
        if group.sink_way == SinkWay.OUT_OF_PLAY:
            _out_of_play(rules, S, [c for c in pile if rank_of(c) == rank])
            S.height[p] = 0
            for card in pile:
                if rank_of(card) != rank:
                    push(R, S, p, card)
            _turn_down(rules, group, S)
            continue
        sunk = _sunk(pile, rank, group.sink_way)
        S.height[p] = 0
        for card in sunk:
            push(R, S, p, card)


def _sunk(pile: list[int], rank: int, way: str) -> list[int]:
    """Return the cards of a pile, bottom card first, after all cards of ``rank`` have sunk.

    >>> from cadogan.core.cards import parse_cards
    >>> " ".join(map(card_text, _sunk(parse_cards("3S KC 7H KD"), 13, "keeping order")))
    'KC KD 3S 7H'
    """
    low = [c for c in pile if rank_of(c) == rank]
    rest = [c for c in pile if rank_of(c) != rank]
    if way == SinkWay.KEEPING_ORDER:
        return low + rest
    if way == SinkWay.REVERSED:
        return low[::-1] + rest
    pile = list(pile)
    if way == SinkWay.SWAPPED:
        for at, card in enumerate(pile):
            if rank_of(card) == rank:
                lower = [i for i in range(at) if rank_of(pile[i]) != rank]
                if lower:
                    pile[lower[0]], pile[at] = card, pile[lower[0]]
        return pile
    # For "exposed" and "own suit", exposed cards sink one by one. For "own suit", buried cards then
    # sink as well.
    while any(rank_of(c) != rank for c in pile) and rank_of(pile[-1]) == rank:
        pile.insert(0, pile.pop())
    for card in low:
        at = pile.index(card)
        own = [i for i in range(at) if suit_of(pile[i]) == suit_of(card)]
        if own:
            pile.insert(own[0], pile.pop(at))
    return pile
