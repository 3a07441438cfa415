"""Plain search for safe moves, one card at a time.

This is the slow, simple twin of :mod:`cadogan.solver.safe_cards`. The two share only the compiled
rules.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from cadogan.core.cards import CARDS, rank_of
from cadogan.model.position import Position
from cadogan.solver.safe_moves import safety_rules
from cadogan.state.queries import wants
from cadogan.state.snapshot import new_state, thaw
from cadogan.text.notation import Move


def safe_moves_slowly(position: Position) -> list[str]:
    """Return the safe moves to foundations, in the order of ``moves()``."""
    rules = safety_rules(position.game)
    if not rules.used:
        return []
    look = _Look(position)
    gone = look.released()
    names = position.game.pile_names
    piles = position.snapshot.piles
    found = []
    for move in position.legal_moves:
        if not look.may_leave(move):
            continue
        card = piles[names.index(move.source)][-1]
        if rules.rows:
            if not piles[names.index(move.target)]:
                continue
        elif not rules.chains:
            takers = {piles[f] for f in look.takers(card)}
            if rules.choices >> card & 1 or len(takers) != 1 or look.opens_any(card):
                continue
            if not look.is_free(card, gone):
                continue
        found.append(move.text)
    return found


def released_slowly(position: Position) -> int:
    """Return the released cards: those that no remaining move can need.

    A card is released when all cards that may need it are released.
    """
    return _Look(position).released() if safety_rules(position.game).used else 0


class _Look:
    """A position, with the cards that its foundations need next."""

    def __init__(self, position: Position) -> None:
        self.position = position
        game = position.game
        self.policy = safety_rules(game)
        R = game.compiled_rules
        state = new_state(R, 0)
        thaw(R, state, position.snapshot)
        self.tops = [pile[-1] if pile else -1 for pile in position.snapshot.piles[: R.foundations]]
        self.masks = [wants(R, state, f) for f in range(R.foundations)]
        self.founded = Counter(
            card for pile in position.snapshot.piles[: R.foundations] for card in pile
        )
        self.below: dict[int, set[int]] = {}
        for pile in position.snapshot.piles[: R.foundations]:
            for under, card in pairwise(pile):
                self.below.setdefault(card, set()).add(under)
        self.copies = Counter(game.compiled.cards)

    def takers(self, card: int) -> list[int]:
        """Return the foundations that would take a card now."""
        return [f for f, mask in enumerate(self.masks) if mask >> card & 1]

    def opens_any(self, card: int) -> bool:
        """Return whether the card opens a foundation that cards of other ranks could also open."""
        ranks = {
            rank_of(c) for f in self.takers(card) for c in range(CARDS) if self.masks[f] >> c & 1
        }
        return len(ranks) > 1

    def is_free(self, card: int, gone: int) -> bool:
        """Return whether all copies of a card could go up now and no card needs to lie on it."""
        left = self.copies[card] - self.founded[card]
        takers = self.takers(card)
        if not 0 < left <= len(takers) or self.policy.wanters[card] & ~gone:
            return False
        below = {self.tops[f] for f in takers if self.tops[f] >= 0}
        return not self.policy.gives_back or all(gone >> c & 1 for c in below)

    def _is_out(self, card: int, gone: int) -> bool:
        """Return whether all copies are on foundations and never need to come down again."""
        if self.founded[card] < self.copies[card]:
            return False
        if not self.policy.gives_back:
            return True
        return not self.policy.wanters[card] & ~gone and all(
            gone >> c & 1 for c in self.below.get(card, ())
        )

    def released(self) -> int:
        """Return the released cards, as `released_slowly` does."""
        gone = 0
        left = list(self.copies)
        while True:
            more = [
                card
                for card in left
                if self._is_out(card, gone) or (not self.policy.strict and self.is_free(card, gone))
            ]
            if not more:
                return gone
            for card in more:
                gone |= 1 << card
            left = [card for card in left if not gone >> card & 1]

    def may_leave(self, move: Move) -> bool:
        """Return whether a move plays one card to a foundation and has no other effect."""
        if move.kind != "move" or move.target[0] != "f" or move.source[0] in "fs" or move.depth > 1:
            return False
        R, snapshot = self.position.game.compiled_rules, self.position.snapshot
        p = self.position.game.pile_names.index(move.source)
        feeding = R.fill.sources[p * R.fill.ways : (p + 1) * R.fill.ways] if R.fill.cards[p] else []
        if self.policy.barred[p] or any(snapshot.piles[q] for q in feeding if q >= 0):
            return False
        if self.policy.covered and snapshot.piles[R.stock.pile]:
            return False
        redeal = R.redeal.times < 0 or snapshot.redeals < R.redeal.times
        return not (self.policy.gathered[p] and redeal)
