"""Moves that a game allows beside moves that it refuses, to be drawn: found by asking the engine.

Nothing is known here of any game. The first deal is rearranged until the cards wanted lie on top
of the piles wanted, and the engine is asked of one card after another whether it may go there, and
which rule forbids it. What is told of a refusal is what a player would be told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from cadogan import engine
from cadogan.core.cards import EVERY_CARD, card_text, rank_of, suit_of
from cadogan.core.errors import InvalidPositionError
from cadogan.i18n import translate
from cadogan.i18n.grammar import card_name
from cadogan.model.position import Game, Position
from cadogan.state.automatic import settle_all
from cadogan.state.codes import MoveKind, Refusal
from cadogan.state.queries import wants
from cadogan.state.snapshot import Snapshot, freeze, thaw
from cadogan.text.notation import Move

_ANY = -1  # a place for whichever card is left
_DEALS = 4  # so many deals are looked through, each so many moves deep
_DEEP = 40
_QUEEN, _KING = 2 * 13 + 11, 2 * 13 + 12  # of hearts
_LONGEST = 4  # so many cards on a foundation are enough to see what comes next


@dataclass(frozen=True, slots=True)
class Picture:
    """One move as it is drawn.

    Attributes:
        cards: those that are moved, the lowest first.
        on: the card that they go to, or none where it is a space.
        beside: cards that matter besides: that to the left of a gap, those that make one leave.
        how: ``onto`` another card, ``into`` a space, ``with`` a card (out of play, up, exchanged),
            or ``out`` of play by itself.
        told: what is to be known of it.
        at: the position in which it is asked for, in line form. move: the move.
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
    """A move that is allowed, one like it that is refused; one of them may be missing.

    Attributes:
        section: of the rules page, where they are told of.
        title: what they show.
        allowed: the one. refused: the other.
    """

    section: str
    title: str
    allowed: Picture | None
    refused: Picture | None


@dataclass(frozen=True)
class _Bench:
    """A game with a deal that is rearranged at will."""

    game: Game
    start: Snapshot
    pack: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        cards = sorted(card for pile in self.start.piles for card in pile)
        object.__setattr__(self, "pack", tuple(cards))

    def heights(self, wanted: Mapping[int, Sequence[int]]) -> list[int] | None:
        """Return how many cards each pile holds when those wanted are there; [] is a space."""
        R = self.game.compiled_rules
        found = [len(pile) for pile in self.start.piles]
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

    def lay(self, wanted: Mapping[int, Sequence[int]]) -> Position | None:
        """Return the deal with the cards wanted on top of piles, the others as they come.

        A pile that is to be empty is wanted with no cards. None where there are not enough.
        """
        R = self.game.compiled_rules
        heights = self.heights(wanted)
        if heights is None or max(heights) > R.room:
            return None
        piles = []
        for p, height in enumerate(heights):
            here = list(wanted.get(p, ()))
            old = list(self.start.piles[p])
            stays = p < R.foundations and not wanted.get(p)
            piles.append(old if stays else [_ANY] * (height - len(here)) + here)
        left = list(self.pack)
        for card in (card for pile in piles for card in pile if card != _ANY):
            if card not in left:
                return None
            left.remove(card)
        order = {card: i for i, card in enumerate(c for p in self.start.piles for c in p)}
        left.sort(key=lambda card: order[card])
        rest = iter(left)
        laid = tuple(tuple(next(rest) if c == _ANY else c for c in pile) for pile in piles)
        down = tuple(
            height if self.start.down[p] == len(self.start.piles[p]) and p == R.stock.pile
            else max(0, min(self.start.down[p], height - len(wanted.get(p, (0,)))))
            for p, height in enumerate(heights)
        )  # fmt: skip
        mark = tuple(len(pile) if R.accept.marks[p] else 0 for p, pile in enumerate(laid))
        snapshot = self.start._replace(piles=laid, down=down, mark=mark)
        if any(R.accept.marks[: R.foundations]):  # written, they show their direction
            try:
                snapshot = self.game.parse(Position(self.game, snapshot, None).to_line()).snapshot
            except InvalidPositionError:
                return None
        return Position(self.game, snapshot, None) if self.stands(snapshot) else None

    def stands(self, snapshot: Snapshot) -> bool:
        """Say whether nothing follows of itself in a position, such as a space being filled."""
        R, S = self.game.compiled_rules, self.game.working_state
        thaw(R, S, snapshot)
        settle_all(R, S)
        return freeze(R, S).piles == snapshot.piles

    def refusal(self, position: Position, a: int, b: int, many: int = 1) -> int:
        """Return the engine's code for why cards may not go to another pile, or 0."""
        R, S = self.game.compiled_rules, self.game.working_state
        thaw(R, S, position.snapshot)
        return engine.refusal(R, S, MoveKind.MOVE, a, b, many)

    def wanted(self, position: Position, p: int) -> int:
        """Return the set of cards that a pile takes."""
        R, S = self.game.compiled_rules, self.game.working_state
        thaw(R, S, position.snapshot)
        return wants(R, S, p)

    def drawn(self, position: Position, a: int, b: int, many: int = 1,
              beside: Sequence[int] = (), told: str = "") -> Picture:  # fmt: skip
        """Return a move as it is drawn; where no text is given, it is refused, and why is told."""
        names, piles = self.game.pile_names, position.snapshot.piles
        move = f"{names[a]}-{names[b]}" + f"x{many}" * (many > 1)
        how = "onto" if piles[b] else "into"
        told = told or position.why_not(move) or ""
        cards = _texts(piles[a][-many:]), _texts(piles[b][-1:]), _texts(beside)
        return Picture(*cards, how, told, position.to_line(), move)


def _texts(cards: Iterable[int]) -> tuple[str, ...]:
    return tuple(card_text(card) for card in cards)


def _near(card: int) -> list[int]:
    """Return the ranks, those nearest to a card's first, the lower one of two."""
    return sorted(range(1, 14), key=lambda rank: (abs(rank - rank_of(card)), rank))


def _suits(card: int, *, same_first: bool) -> list[int]:
    """Return the suits, a card's own first or last, the others so that their colours differ."""
    others = [suit for suit in (3, 1, 0, 2) if suit != suit_of(card)]
    return [suit_of(card), *others] if same_first else [*others, suit_of(card)]


def _followers(card: int) -> list[int]:
    """Return all cards, those first that show what may follow one: near, and of other suits."""
    suits = _suits(card, same_first=False)
    return [suit * 13 + rank - 1 for rank in _near(card) for suit in suits]


def _alike(card: int, *, in_suit: bool = False) -> list[int]:
    """Return all cards but one, those most like it first: of its rank, or else of its suit."""
    suits = _suits(card, same_first=True)
    if in_suit:
        found = [suit * 13 + rank - 1 for suit in suits for rank in _near(card)]
    else:
        found = [suit * 13 + rank - 1 for rank in _near(card) for suit in suits]
    return [other for other in found if other != card]


def _middling() -> list[int]:
    """Return all cards, those first that have neighbours in rank on both sides."""
    nine_of_hearts = 2 * 13 + 8
    return [nine_of_hearts, *_alike(nine_of_hearts)]


def _sources(bench: _Bench, b: int) -> Iterator[int]:
    """Yield piles from which cards may come to another, the likeliest first."""
    rules = bench.game.compiled
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
    """Say which cards may go where."""
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
    """A pile with what lies there, and one from which a card may go to it."""

    b: int
    on: tuple[int, ...]
    a: int
    mask: int
    beside: tuple[int, ...] = ()

    def laid(self, bench: _Bench, cards: Sequence[int]) -> Position | None:
        wanted = {self.b: self.on, self.a: cards}
        if self.beside:
            wanted[self.b - 1] = self.beside
        return bench.lay(wanted)


def _spot(bench: _Bench, b: int, on: tuple[int, ...], beside: tuple[int, ...] = ()) -> _Spot | None:
    """Return the spot where a card may go to a pile, with the cards on it, or None."""
    wanted = {b: on, **({b - 1: beside} if beside else {})}
    position = bench.lay(wanted)
    mask = bench.wanted(position, b) if position else 0
    for a in _sources(bench, b) if mask else ():
        if a in wanted:
            continue
        for card in _followers(on[-1] if on else _QUEEN):
            if not mask >> card & 1:
                continue
            spot = _Spot(b, on, a, mask, beside)
            found = spot.laid(bench, [card])
            if found and bench.refusal(found, a, b) == 0:
                return spot
            if found:
                break  # another card would not be allowed either
    return None


def _both(bench: _Bench, section: str, title: str, spot: _Spot) -> Example | None:
    """Return the likest two cards of which one may go to a spot and the other may not."""
    on = spot.on
    for card in _followers(on[-1] if on else _QUEEN):
        if not spot.mask >> card & 1:
            continue
        position = spot.laid(bench, [card])
        if position is None or bench.refusal(position, spot.a, spot.b):
            continue
        told = _allowed([card], on)
        if not on and spot.mask == EVERY_CARD:
            told = translate("Allowed: any card.")
        good = bench.drawn(position, spot.a, spot.b, 1, spot.beside, told)
        for other in _alike(card, in_suit=not on and not spot.beside):
            position = None if spot.mask >> other & 1 else spot.laid(bench, [other])
            if position and bench.refusal(position, spot.a, spot.b) == Refusal.WRONG_CARD:
                bad = bench.drawn(position, spot.a, spot.b, 1, spot.beside)
                return Example(section, title, good, bad)
        return Example(section, title, good, None)
    return None


# --- what is shown ------------------------------------------------------------------------------


def _tableau(bench: _Bench) -> Iterator[Example]:
    """Yield how the tableau is built, with single cards and with several, and how spaces fill."""
    rules = bench.game.compiled
    for group in rules.groups:
        if group.kind != "tableau":
            continue
        b, R = rules.first[group.name], rules.compiled_rules
        if group.row:
            yield from _gap(bench, b + 1)
            continue
        built = False
        for top in _middling():
            spot = _spot(bench, b, (top,))
            if not spot or spot.mask == EVERY_CARD:
                continue
            if both := _both(
                bench, translate("The tableau"), translate("Building on the tableau"), spot
            ):
                yield both
                yield from _several(bench, spot)
                built = True
                break
        if not R.rows.closes[b]:
            yield from _space(bench, b, built)


def _gap(bench: _Bench, b: int) -> Iterator[Example]:
    """Yield what fills a gap in a row."""
    for left in _middling():
        spot = _spot(bench, b, (), (left,))
        if spot and (both := _both(bench, translate("The tableau"), translate("Into a gap"), spot)):
            yield both
            return


def _space(bench: _Bench, b: int, built: bool) -> Iterator[Example]:
    """Yield what goes into an emptied pile, or that nothing does where the pile is built on."""
    title = translate("On an empty pile")
    if spot := _spot(bench, b, ()):
        if both := _both(bench, translate("The tableau"), title, spot):
            yield both
        return
    for a in _sources(bench, b) if built else ():
        position = bench.lay({b: (), a: (_KING,)})
        if position and bench.refusal(position, a, b) in (Refusal.NO_SPACE, Refusal.NO_WAY):
            yield Example(translate("The tableau"), title, None, bench.drawn(position, a, b))
            return


def _several(bench: _Bench, spot: _Spot) -> Iterator[Example]:
    """Yield two cards that may go together, and two that may not."""
    b, on = spot.b, spot.on
    for lower in _followers(on[-1]):
        if not spot.mask >> lower & 1:
            continue
        for upper in _followers(lower):
            position = spot.laid(bench, [lower, upper])
            if position is None or bench.refusal(position, spot.a, b, 2):
                continue
            told = _allowed([lower, upper], on)
            good = bench.drawn(position, spot.a, b, 2, (), told)
            for other in _alike(upper):
                position = spot.laid(bench, [lower, other])
                if position and bench.refusal(position, spot.a, b, 2) == Refusal.NOT_A_RUN:
                    bad = bench.drawn(position, spot.a, b, 2)
                    yield Example(
                        translate("The tableau"), translate("Several cards together"), good, bad
                    )
                    return
            return


def _foundations(bench: _Bench) -> Iterator[Example]:
    """Yield with which card a foundation begins, and which follows."""
    rules, seen, section = bench.game.compiled, set(), translate("The foundations")
    for group in rules.groups:
        build = group.build if isinstance(group.build, str) else " ".join(group.build)
        if group.kind != "foundation" or build in seen:
            continue
        seen.add(build)
        b = rules.first[group.name]
        if rules.compiled_rules.whole_runs.way[b]:
            yield from _whole(bench, b)
            continue
        cards = bench.start.piles[b]
        if not cards:
            spot = _spot(bench, b, ())
            if not spot:
                continue
            if both := _both(bench, section, translate("Beginning a foundation"), spot):
                yield both
            cards = (next(c for c in _followers(0) if spot.mask >> c & 1),)
        # what follows is clearest when a few cards lie there
        while len(cards) < _LONGEST and (position := bench.lay({b: cards})):
            mask = bench.wanted(position, b)
            after = [c for c in _followers(cards[-1]) if mask >> c & 1]
            if not after or not _spot(bench, b, (*cards, after[0])):
                break
            cards = (*cards, after[0])
        spot = _spot(bench, b, cards)
        if spot and (both := _both(bench, section, translate("Building on a foundation"), spot)):
            yield both


def _whole(bench: _Bench, b: int) -> Iterator[Example]:
    """Yield a whole run that goes to a foundation, and one that is too short."""
    R = bench.game.compiled_rules
    many = R.accept.full[b]
    for suit in (3, 2):
        run = [suit * 13 + rank for rank in reversed(range(many))]
        for a in _sources(bench, b):
            whole, short = bench.lay({a: run}), bench.lay({a: run[1:]})
            if not whole or not short or bench.refusal(whole, a, b, many):
                continue
            told = translate("Allowed: a whole run goes to a foundation.")
            good = bench.drawn(whole, a, b, many, (), told)
            bad = None
            if bench.refusal(short, a, b, many - 1) == Refusal.NOT_WHOLE:
                bad = bench.drawn(short, a, b, many - 1)
            yield Example(
                translate("The foundations"), translate("Building on a foundation"), good, bad
            )
            return


# --- cards that are moved together ---------------------------------------------------------------


def _together(game: Game) -> Iterator[Example]:
    """Yield cards that leave play, go up or change places together."""
    R = game.compiled_rules
    for there, kind, section, title in (
        (R.removal.used, "remove", translate("Leaving play"), translate("Out of play")),
        (
            R.paired_start.used,
            "marry",
            translate("The foundations"),
            translate("Beginning a foundation"),
        ),
        (R.exchange.used, "swap", translate("The tableau"), translate("Changing places")),
    ):
        found = _met(game, kind, 2) if there else None
        if found:
            yield Example(section, title, *_two(*found))
    if R.single_discard.used and (found := _met(game, "remove", 1)):
        yield Example(translate("Special moves"), translate("Out of play"), *_one(*found))


def _met(game: Game, kind: str, many: int) -> tuple[Position, Move] | None:
    """Return a move that comes up in play, with the position in which it does."""
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
    """Return a card that leaves play for what lies beside it, and one that does not."""
    game = position.game
    tops = {
        name: position.snapshot.piles[p][-1]
        for p, name in enumerate(game.pile_names)
        if game.compiled.of[p].kind == "tableau" and position.snapshot.piles[p]
    }
    out = game.pile_names[game.compiled_rules.mechanics.discard_pile]
    beside = [card for name, card in tops.items() if name != move.source]
    card = tops[move.source]
    told = translate("Allowed: the {card} leaves play.", card=card_name(card))
    good = Picture(_texts([card]), (), _texts(beside), "out", told, position.to_line(), move.text)
    for name, other in tops.items():
        why = position.why_not(f"{name}-{out}")
        if why:
            rest = [card for at, card in tops.items() if at != name]
            shown = _texts([other]), (), _texts(rest)
            return good, Picture(*shown, "out", why, position.to_line(), f"{name}-{out}")
    return good, None


def _two(position: Position, move: Move) -> tuple[Picture, Picture | None]:
    """Return a move of two cards as it is drawn, and the likest one that is refused."""
    game, names = position.game, position.game.pile_names
    bench = _Bench(game, position.snapshot)
    a, b = (names.index(name) for name in move.removed)
    one, two = position.snapshot.piles[a][-1], position.snapshot.piles[b][-1]
    told = translate("Allowed: the {card} with the {top}.", card=card_name(one), top=card_name(two))
    good = Picture(_texts([one]), _texts([two]), (), "with", told, position.to_line(), move.text)
    for other in _alike(two):
        changed = bench.lay({a: (one,), b: (other,)})
        if changed and not any({*m.removed} >= {*move.removed} for m in changed.legal_moves):
            why = changed.why_not(move.text)
            if why:
                shown = _texts([one]), _texts([other]), ()
                return good, Picture(*shown, "with", why, changed.to_line(), move.text)
    return good, None


def examples(game: Game) -> tuple[Example, ...]:
    """Return moves that a game allows and refuses, made from its rules.

    Their texts are in the tongue that is spoken.

    >>> from cadogan import game
    >>> built = examples(game("klondike"))[0]
    >>> built.allowed.cards, built.allowed.on, built.allowed.told
    (('8S',), ('9H',), 'Allowed: the eight of spades on the nine of hearts.')
    >>> built.refused.told
    'The eight of diamonds may not go on the nine of hearts: the tableau is built down in \
alternating colours.'
    """
    bench = _Bench(game, _begun(game).snapshot)
    found = (*_together(game), *_tableau(bench), *_foundations(bench))
    return tuple({(x.title, x.allowed and x.allowed.on, x.allowed and x.allowed.told): x
                  for x in reversed(found)}.values())[::-1]  # fmt: skip


def _begun(game: Game) -> Position:
    """Return the first deal, after the base card was chosen where that is done in play."""
    position = game.deal(1)
    while (
        game.compiled_rules.accept.base_by_play
        and not position.snapshot.base
        and position.legal_moves
    ):
        position = position.play(position.legal_moves[0].text)
    return position
