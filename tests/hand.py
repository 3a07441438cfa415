"""Positions made by hand: a test names the piles that matter, and `lay` places the other cards."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

import cadogan
from cadogan.core.cards import SUITS, card_text, parse_cards
from cadogan.model.position import Game, Position

RANKS = "A23456789TJQK"


def up(first: str, last: str) -> str:
    """Return an ascending run in suit, which may wrap from king to ace: ``up("QC", "2C")``."""
    at, end = RANKS.index(first[0]), RANKS.index(last[0])
    count = (end - at) % 13 + 1
    return " ".join(RANKS[(at + i) % 13] + first[1] for i in range(count))


def down(first: str, last: str) -> str:
    """Return a descending run in suit: ``down("KC", "9C")``."""
    return " ".join(reversed(up(last, first).split()))


def lay(game: str | Game, rest: str, /, counters: str = "", **piles: str) -> Position:
    """Make a position from some of its piles.

    Args:
        game: the game or its id.
        rest: the names of the piles that get all other cards, such as ``"s"`` or ``"t8 t9"``. These
            cards go under the cards given for a pile, in turn from kings to aces.
        counters: lines for the counters.
        piles: the cards of a pile, bottom card first, face-down cards in brackets. All other piles
            are empty.
    """
    game = cadogan.game(game) if isinstance(game, str) else game
    named = [c for text in piles.values() for c in parse_cards(re.sub(r"[\[\]|]", "", text))]
    left = Counter(game.compiled.cards) - Counter(named)
    assert not Counter(named) - Counter(game.compiled.cards), "a card is written too often"
    under: dict[str, list[str]] = {name: [] for name in rest.split()}
    for i, card in enumerate(sorted(left.elements(), key=lambda c: (-(c % 13), c // 13))):
        under[rest.split()[i % len(under)]].append(card_text(card))
    lines = []
    for name in game.pile_names:
        text = piles.get(name, "")
        more = " ".join(under.get(name, []))
        text = f"[{more} {text[1:]}" if text.startswith("[") and more else f"{more} {text}".strip()
        lines.append(f"{name} {text or '-'}")
    unknown = {*piles, *under} - {*game.pile_names}
    assert not unknown, f"no such piles: {unknown}"
    return game.parse("\n".join([*lines, counters]))


def order_for(piles: Iterable[tuple[int, str]], decks: int = 1) -> list[str]:
    """Return a dealing order with the given cards at the given places (0 = dealt first)."""
    fixed = dict(piles)
    left = Counter(r + s for _ in range(decks) for s in SUITS for r in RANKS)
    left -= Counter(fixed.values())
    rest = sorted(left.elements(), key=lambda c: (SUITS.index(c[1]), RANKS.index(c[0])))
    cards = iter(rest)
    return [fixed[i] if i in fixed else next(cards) for i in range(52 * decks)]


def between(position: Position, sources: str, targets: str) -> set[str]:
    """Return the moves from the piles or kinds in ``sources`` to those in ``targets``."""

    def among(name: str, names: list[str]) -> bool:
        return name in names or name[:1] in names

    a, b = sources.split(), targets.split()
    return {m.text for m in position.legal_moves if among(m.source, a) and among(m.target, b)}


def actions(position: Position) -> set[str]:
    """Return the special moves: deal, refill, redeal, turning the stock."""
    return {m.text for m in position.legal_moves if m.kind != "move"}
