"""Examples of legal and refused moves, found by trials with the engine.

The module knows nothing about particular games. It rearranges the first deal so that the wanted
cards are on top of the wanted piles. Then it tries one card after another: the engine decides
whether the move is legal and, if not, why. Refusals are worded as they are in play.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from cadogan import engine
from cadogan.core.cards import EVERY_CARD, card_text, count_difference, rank_of, suit_of
from cadogan.core.errors import InvalidPositionError
from cadogan.i18n import msgid, translate
from cadogan.i18n.grammar import card_name
from cadogan.model.position import Game, Position
from cadogan.state.automatic import settle_all
from cadogan.state.codes import MoveKind, Refusal
from cadogan.state.queries import wants
from cadogan.state.snapshot import freeze
from cadogan.text.notation import Move

_ANY = -1  # stands for any card that is not needed elsewhere
_DEALS = 4  # the number of deals that the search plays
_DEEP = 40  # the number of moves that the search makes in each deal
_NINE, _QUEEN, _KING = 2 * 13 + 8, 2 * 13 + 11, 2 * 13 + 12  # of hearts
_LONGEST = 4  # this many cards on a foundation are enough to show which card follows


@dataclass(frozen=True, slots=True)
class Picture:
    """A move that the rules page shows as a picture.

    Attributes:
        cards: the moved cards, the bottom card first.
        on: the card on which they go; empty for an empty pile.
        beside: other cards that matter, such as the left neighbour of a gap.
        how: ``onto`` another card, ``into`` an empty pile, ``with`` a card (out of play, up,
            exchanged), or ``out`` of play by itself.
        told: the sentence about the move.
        at: the position before the move, in line form.
        move: the move.
    """

    cards: tuple[str, ...]
    on: tuple[str, ...]
    beside: tuple[str, ...]
    how: str
    told: str
    at: str
    move: str


@dataclass(frozen=True, slots=True)
class Example:
    """A legal move and a similar one that is refused; one of them may be missing.

    Attributes:
        section: the section of the rules page to which the example belongs.
        title: the heading of the example.
        allowed: the legal move.
        refused: the refused move.
    """

    section: str
    title: str
    allowed: Picture | None
    refused: Picture | None


def _heights(start: Position, wanted: Mapping[int, Sequence[int]]) -> list[int] | None:
    """Return the height of each pile, given the wanted cards; [] stands for an empty pile."""
    R = start.game.compiled_rules
    found = [len(pile) for pile in start.snapshot.piles]
    others = [p for p in range(R.piles) if p not in wanted and p >= R.foundations]
    others.sort(key=lambda p: (p != R.stock.pile, p == R.mechanics.discard_pile, -found[p]))
    for p, cards in wanted.items():
        more = len(cards) - found[p] if len(cards) > found[p] or not cards else 0
        found[p] += more
        while more:
            step = 1 if more > 0 else -1
            gives = (q for q in others if found[q] > 1 or (q == R.stock.pile and found[q]))
            takes = (q for q in others if found[q] < R.accept.full[q])
            q = next(gives if step > 0 else takes, -1)
            if q < 0:
                return None
            found[q] -= step
            more -= step
    return found


def _lay(start: Position, wanted: Mapping[int, Sequence[int]]) -> Position | None:
    """Return a deal with the wanted cards on top of their piles, and the others in order.

    No wanted cards means an empty pile. Return None if there are not enough cards.
    """
    R, old = start.game.compiled_rules, start.snapshot
    heights = _heights(start, wanted)
    if heights is None or max(heights) > R.room:
        return None
    piles: list[Sequence[int]] = []
    for p, height in enumerate(heights):
        here = wanted.get(p, ())
        stays = p < R.foundations and not here
        piles.append(old.piles[p] if stays else [_ANY] * (height - len(here)) + [*here])
    dealt = [card for pile in old.piles for card in pile]
    named = [card for pile in piles for card in pile if card != _ANY]
    left, surplus = count_difference(named, dealt)
    if surplus:
        return None
    order = {card: i for i, card in enumerate(dealt)}
    rest = iter(sorted(left, key=order.__getitem__))
    laid = tuple(tuple(next(rest) if c == _ANY else c for c in pile) for pile in piles)
    down = tuple(
        height if old.down[p] == len(old.piles[p]) and p == R.stock.pile
        else max(0, min(old.down[p], height - len(wanted.get(p, (0,)))))
        for p, height in enumerate(heights)
    )  # fmt: skip
    mark = tuple(len(pile) if R.accept.marks[p] else 0 for p, pile in enumerate(laid))
    position = Position(start.game, old._replace(piles=laid, down=down, mark=mark))
    # the text must contain the number of cards that fix no direction
    if any(R.accept.marks[: R.foundations]):
        try:
            position = start.game.parse(position.to_line())
        except InvalidPositionError:
            return None
    S = position.thawed()[1]
    settle_all(R, S)  # no automatic change may follow, such as filling an empty pile
    return position if freeze(R, S).piles == position.snapshot.piles else None


def _refusal(position: Position, a: int, b: int, many: int = 1) -> int:
    """Return the engine's code for refusing cards on another pile, or 0."""
    return engine.refusal(*position.thawed(), MoveKind.MOVE, a, b, many)


def _drawn(position: Position, a: int, b: int, many: int = 1,
           beside: Sequence[int] = (), text: str = "") -> Picture:  # fmt: skip
    """Return a picture of a move, with ``text`` or the reason for its refusal."""
    names, piles = position.game.pile_names, position.snapshot.piles
    move = f"{names[a]}-{names[b]}" + f"x{many}" * (many > 1)
    how = "onto" if piles[b] else "into"
    text = text or position.why_not(move) or ""
    cards = _texts(piles[a][-many:]), _texts(piles[b][-1:]), _texts(beside)
    return Picture(*cards, how, text, position.to_line(), move)


def _texts(cards: Iterable[int]) -> tuple[str, ...]:
    return tuple(card_text(card) for card in cards)


def _near(card: int) -> list[int]:
    """Return all ranks, those nearest to the rank of a card first."""
    return sorted(range(1, 14), key=lambda rank: abs(rank - rank_of(card)))


def _other_suits(card: int) -> list[int]:
    """Return the suits other than that of a card, so that the colours alternate."""
    return [suit for suit in (3, 1, 0, 2) if suit != suit_of(card)]


def _followers(card: int) -> list[int]:
    """Return all cards, the likely followers of a card first: near ranks in other suits."""
    suits = [*_other_suits(card), suit_of(card)]
    return [suit * 13 + rank - 1 for rank in _near(card) for suit in suits]


def _alike(card: int, *, in_suit: bool = False) -> list[int]:
    """Return all cards except one, the most similar first: same rank, then same suit."""
    suits = [suit_of(card), *_other_suits(card)]
    found = [suit * 13 + rank - 1 for rank in _near(card) for suit in suits]
    if in_suit:
        found.sort(key=lambda other: suits.index(suit_of(other)))
    return found[1:]


def _middling() -> list[int]:
    """Return all cards; those with neighbours in rank on both sides come first."""
    return [_NINE, *_alike(_NINE)]


def _sources(start: Position, b: int) -> Iterator[int]:
    """Yield the piles whose cards may go to a given pile, the likeliest first."""
    rules = start.game.compiled
    kinds = ("tableau", "waste", "reserve", "cell", "stock")
    for kind in kinds:
        for group in rules.groups:
            if group.kind != kind or not group.piles:
                continue
            first = rules.first[group.name]
            last = first + group.piles - 1
            near = [p for p in (b + 1, b + 3, b - 1) if first <= p <= last]
            yield from dict.fromkeys(p for p in (*near, first, last) if p != b)


def _allowed(cards: Sequence[int], on: Sequence[int]) -> str:
    """Return the sentence about a legal move."""
    many = [card_name(card) for card in cards]
    if not on:
        return translate("Allowed: the {card}.", card=many[0])
    top = card_name(on[-1])
    if len(many) > 1:
        return translate("Allowed: the {first} to the {last} on the {top}.",
                    first=many[0], last=many[-1], top=top)  # fmt: skip
    return translate("Allowed: the {card} on the {top}.", card=many[0], top=top)


@dataclass(frozen=True)
class _Spot:
    """A target pile with some cards, and a card that may go to it from a source pile.

    Attributes:
        b: the target pile.
        on: the cards on the target.
        mask: the cards that the target takes, as a bit mask.
        beside: the card to the left of the target, if it matters.
        a: the source pile.
        card: the top card of the source.
        allowed: the position with both piles.
    """

    b: int
    on: tuple[int, ...]
    mask: int
    beside: tuple[int, ...]
    a: int
    card: int
    allowed: Position


def _spot(
    start: Position, b: int, on: tuple[int, ...], beside: tuple[int, ...] = ()
) -> _Spot | None:
    """Return a spot in which a card may go to a pile with the given cards, or None."""
    wanted = {b: on, **({b - 1: beside} if beside else {})}
    position = _lay(start, wanted)
    mask = wants(*position.thawed(), b) if position else 0
    for a in _sources(start, b) if mask else ():
        if a in wanted:
            continue
        for card in _followers(on[-1] if on else _QUEEN):
            found = _lay(start, {**wanted, a: [card]}) if mask >> card & 1 else None
            if found and _refusal(found, a, b) == 0:
                return _Spot(b, on, mask, beside, a, card, found)
            if found:
                break  # the engine would refuse any other card from this pile as well
    return None


def _laid(start: Position, spot: _Spot, cards: Sequence[int]) -> Position | None:
    """Return the position of a spot with other cards on the source."""
    beside = {spot.b - 1: spot.beside} if spot.beside else {}
    return _lay(start, {spot.b: spot.on, **beside, spot.a: cards})


def _both(start: Position, section: str, title: str, spot: _Spot) -> Example:
    """Return an example of a card that may go to a spot, and of a similar one that may not."""
    text = _allowed([spot.card], spot.on)
    if not spot.on and spot.mask == EVERY_CARD:
        text = translate("Allowed: any card.")
    good = _drawn(spot.allowed, spot.a, spot.b, 1, spot.beside, text)
    for other in _alike(spot.card, in_suit=not spot.on and not spot.beside):
        position = None if spot.mask >> other & 1 else _laid(start, spot, [other])
        if position and _refusal(position, spot.a, spot.b) == Refusal.WRONG_CARD:
            bad = _drawn(position, spot.a, spot.b, 1, spot.beside)
            return Example(section, title, good, bad)
    return Example(section, title, good, None)


# --- what is shown ------------------------------------------------------------------------------


def _tableau(start: Position) -> Iterator[Example]:
    """Yield examples of building on the tableau and of filling empty piles."""
    rules, section = start.game.compiled, translate("The tableau")
    for group in rules.groups:
        if group.kind != "tableau":
            continue
        b = rules.first[group.name]
        if group.row:
            gaps = (_spot(start, b + 1, (), (left,)) for left in _middling())
            if spot := next(filter(None, gaps), None):
                yield _both(start, section, translate("Into a gap"), spot)
            continue
        tops = (_spot(start, b, (top,)) for top in _middling())
        built = next((spot for spot in tops if spot and spot.mask != EVERY_CARD), None)
        if built:
            yield _both(start, section, translate("Building on the tableau"), built)
            if several := _several(start, built):
                yield Example(section, translate("Several cards together"), *several)
        if rules.compiled_rules.rows.closes[b]:
            continue
        if spot := _spot(start, b, ()):
            yield _both(start, section, translate("On an empty pile"), spot)
        elif built and (refused := _no_space(start, b)):
            yield Example(section, translate("On an empty pile"), None, refused)


def _no_space(start: Position, b: int) -> Picture | None:
    """Return a picture of an empty pile refusing a king, or None."""
    for a in _sources(start, b):
        position = _lay(start, {b: (), a: (_KING,)})
        if position and _refusal(position, a, b) in (Refusal.NO_SPACE, Refusal.NO_WAY):
            return _drawn(position, a, b)
    return None


def _several(start: Position, spot: _Spot) -> tuple[Picture, Picture] | None:
    """Return an example of two cards that may move together, and of two that may not."""
    a, b, on = spot.a, spot.b, spot.on
    for lower in _followers(on[-1]):
        if not spot.mask >> lower & 1:
            continue
        for upper in _followers(lower):
            position = _laid(start, spot, [lower, upper])
            if position is None or _refusal(position, a, b, 2):
                continue
            good = _drawn(position, a, b, 2, (), _allowed([lower, upper], on))
            for other in _alike(upper):
                position = _laid(start, spot, [lower, other])
                if position and _refusal(position, a, b, 2) == Refusal.NOT_A_RUN:
                    return good, _drawn(position, a, b, 2)
            return None
    return None


def _foundations(start: Position) -> Iterator[Example]:
    """Yield examples of the card that begins a foundation, and of the card that follows."""
    rules, seen, section = start.game.compiled, set(), translate("The foundations")
    for group in rules.groups:
        build = group.build if isinstance(group.build, str) else " ".join(group.build)
        if group.kind != "foundation" or build in seen:
            continue
        seen.add(build)
        b = rules.first[group.name]
        if rules.compiled_rules.whole_runs.way[b]:
            yield from _whole(start, b)
            continue
        cards = start.snapshot.piles[b]
        if not cards:
            spot = _spot(start, b, ())
            if not spot:
                continue
            yield _both(start, section, translate("Beginning a foundation"), spot)
            cards = (next(c for c in _followers(0) if spot.mask >> c & 1),)
        # with few cards on the foundation, the reader easily sees which card follows
        while len(cards) < _LONGEST and (position := _lay(start, {b: cards})):
            mask = wants(*position.thawed(), b)
            after = [c for c in _followers(cards[-1]) if mask >> c & 1]
            if not after or not _spot(start, b, (*cards, after[0])):
                break
            cards = (*cards, after[0])
        if spot := _spot(start, b, cards):
            yield _both(start, section, translate("Building on a foundation"), spot)


def _whole(start: Position, b: int) -> Iterator[Example]:
    """Yield an example of a complete run for a foundation, and of a run that is too short."""
    R = start.game.compiled_rules
    many = R.accept.full[b]
    for suit in (3, 2):
        run = [suit * 13 + rank for rank in reversed(range(many))]
        for a in _sources(start, b):
            whole, short = _lay(start, {a: run}), _lay(start, {a: run[1:]})
            if not whole or not short or _refusal(whole, a, b, many):
                continue
            text = translate("Allowed: a whole run goes to a foundation.")
            good = _drawn(whole, a, b, many, (), text)
            bad = None
            if _refusal(short, a, b, many - 1) == Refusal.NOT_WHOLE:
                bad = _drawn(short, a, b, many - 1)
            yield Example(
                translate("The foundations"), translate("Building on a foundation"), good, bad
            )
            return


# --- cards that are moved together ---------------------------------------------------------------


def _together(game: Game) -> Iterator[Example]:
    """Yield examples of cards that leave play, go up or change places together."""
    R = game.compiled_rules
    for there, kind, section, title in (
        (R.removal.used, "remove", msgid("Leaving play"), msgid("Out of play")),
        (R.paired_start.used, "marry", msgid("The foundations"), msgid("Beginning a foundation")),
        (R.exchange.used, "swap", msgid("The tableau"), msgid("Changing places")),
    ):
        if there and (found := _met(game, kind, 2)):
            yield Example(translate(section), translate(title), *_two(*found))
    if R.single_discard.used and (found := _met(game, "remove", 1)):
        yield Example(translate("Special moves"), translate("Out of play"), *_one(*found))


def _met(game: Game, kind: str, many: int) -> tuple[Position, Move] | None:
    """Return a position reached in play, with a move of the given kind, or None."""
    for number in range(1, _DEALS + 1):
        position = game.deal(number)
        for _ in range(_DEEP):
            for move in position.legal_moves:
                if move.kind == kind and len(move.removed) == many and "@" not in move.text:
                    return position, move
            if not position.legal_moves:
                break
            position = position.play(position.legal_moves[-1].text)
    return None


def _one(position: Position, move: Move) -> tuple[Picture, Picture | None]:
    """Return an example of a card that its neighbours free to leave play, and of one that stays."""
    game = position.game
    tops = {
        name: position.snapshot.piles[p][-1]
        for p, name in enumerate(game.pile_names)
        if game.compiled.of[p].kind == "tableau" and position.snapshot.piles[p]
    }
    out = game.pile_names[game.compiled_rules.mechanics.discard_pile]
    beside = [card for name, card in tops.items() if name != move.source]
    card = tops[move.source]
    text = translate("Allowed: the {card} leaves play.", card=card_name(card))
    good = Picture(_texts([card]), (), _texts(beside), "out", text, position.to_line(), move.text)
    for name, other in tops.items():
        if why := position.why_not(f"{name}-{out}"):
            rest = [card for at, card in tops.items() if at != name]
            shown = _texts([other]), (), _texts(rest)
            return good, Picture(*shown, "out", why, position.to_line(), f"{name}-{out}")
    return good, None


def _two(position: Position, move: Move) -> tuple[Picture, Picture | None]:
    """Return an example of a legal move of two cards, and of the most similar refused move."""
    a, b = map(position.game.pile_names.index, move.removed)
    one, two = position.snapshot.piles[a][-1], position.snapshot.piles[b][-1]
    text = translate("Allowed: the {card} with the {top}.", card=card_name(one), top=card_name(two))
    good = Picture(_texts([one]), _texts([two]), (), "with", text, position.to_line(), move.text)
    for other in _alike(two):
        changed = _lay(position, {a: (one,), b: (other,)})
        if not changed or any({*m.removed} >= {*move.removed} for m in changed.legal_moves):
            continue
        if why := changed.why_not(move.text):
            shown = _texts([one]), _texts([other]), ()
            return good, Picture(*shown, "with", why, changed.to_line(), move.text)
    return good, None


def examples(game: Game) -> tuple[Example, ...]:
    """Return examples of legal and refused moves, derived from a game's rules.

    Their texts are in the current language.

    >>> from cadogan import game
    >>> built = examples(game("klondike"))[0]
    >>> built.allowed.cards, built.allowed.on, built.allowed.told
    (('8S',), ('9H',), 'Allowed: the eight of spades on the nine of hearts.')
    >>> built.refused.told
    'The eight of diamonds may not go on the nine of hearts: the tableau is built down in \
alternating colours.'
    """
    start = game.deal(1)
    by_play = game.compiled_rules.accept.base_by_play
    while by_play and not start.snapshot.base and start.legal_moves:
        # make the first move, because it chooses the base card
        start = start.play(start.legal_moves[0].text)
    found = (*_together(game), *_tableau(start), *_foundations(start))
    return tuple({(x.title, x.allowed and x.allowed.on, x.allowed and x.allowed.told): x
                  for x in reversed(found)}.values())[::-1]  # fmt: skip
