"""Deals that are lost before the first move."""

from __future__ import annotations

from dataclasses import dataclass

from cadogan.compiler.features import Proof
from cadogan.core.errors import SolverMissingError, TooLargeError
from cadogan.lint.time_budget import TimeBudget
from cadogan.model.position import Game, Position
from cadogan.solver.analysis.relaxation import PROOF
from cadogan.solver.portfolio import hopeless
from cadogan.solver.reach import rules_ever
from cadogan.state.compiled import STRIDE

# A win needs at least one more card on the foundations than the deal put there. Cards arrive one by
# one, under rules that the solver's relaxation covers.
CLOSED_PROOF = Proof(PROOF.features | {"won: complete"})


@dataclass(frozen=True, slots=True)
class Openings:
    """Statistics on the first positions of deals.

    Attributes:
        tried: the number of deals examined.
        stuck: the deals without a legal move.
        shut: the deals in which no card can ever go to a foundation.
        lost: the deals that the solver proves lost before the first move, including ``stuck`` and
            ``shut``.
    """

    tried: int
    stuck: tuple[int, ...]
    shut: tuple[int, ...]
    lost: tuple[int, ...]


def openings(game: Game, deals: int, watch: TimeBudget) -> Openings:
    """Examine the first deals of a game while time remains, but at least one deal."""
    tried = 0
    stuck, shut, lost = [], [], []
    for number in range(1, deals + 1):
        if tried and watch.late():
            break
        position = game.deal(number)
        tried += 1
        if position.won:
            continue
        if not position.legal_moves:
            stuck.append(number)
        if closed(position):
            shut.append(number)
        if number in (*stuck[-1:], *shut[-1:]) or _hopeless(position):
            lost.append(number)
        watch.tell(f"{tried} of {deals}")
    return Openings(tried, tuple(stuck), tuple(shut), tuple(lost))


def _hopeless(position: Position) -> bool:
    try:
        return hopeless(position)
    except (SolverMissingError, TooLargeError):
        return False


def closed(position: Position) -> bool:
    """Return whether it is proved that no card can ever go to a foundation.

    The proof covers only games that are won on foundations; ``False`` proves nothing.

    >>> from cadogan.model.position import game
    >>> closed(game("klondike").deal(1))
    False
    """
    game = position.game
    if position.won or not CLOSED_PROOF.covers(game.features):
        return False
    R, piles = game.compiled_rules, position.snapshot.piles
    gives = "gives back" in game.features
    others = 0
    for p in range(R.foundations, R.piles):
        for card in piles[p]:
            others |= 1 << card
    for p in range(R.foundations):
        tops = {*piles[p]} if gives else {*piles[p][-1:]}
        heights = range(0 if gives else len(piles[p]), R.room + 1)
        for rule in rules_ever(R, p, heights, position.snapshot.base):
            empty = range(STRIDE) if gives or not piles[p] else ()
            for top in {*tops, *empty}:
                if R.accept.sets[rule * STRIDE + top] & others:
                    return False
    return True
