"""Traits by which players filter games: how long a game is, and whether luck or skill decides it.

Both are rough estimates from a few deals. They use the hidden cards at the start, and the positions
that offer a choice.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Iterator
from typing import NamedTuple

from cadogan.engine.apply import make
from cadogan.engine.legal import generate
from cadogan.engine.winning import won
from cadogan.i18n import translate
from cadogan.model.position import Game, Position
from cadogan.odds_data import measured_and_played
from cadogan.state.codes import Num
from cadogan.state.snapshot import most_moves, thaw
from cadogan.text.notation import describe

DEALS = 2
PLIES = 12
WHOLE = 3  # the number of deals played to the end, to find out whether the player has a choice
_ENDLESS = 500  # moves
SHORT, LONG = 60, 120  # moves
_RARELY = 0.25  # the minimum share of positions with a choice; below that, luck decides the game


class Traits(NamedTuple):
    """The estimated traits of a game.

    Attributes:
        luck: ``luck`` (few choices), ``skill`` (all cards are visible from the start) or ``both``.
        length: ``short``, ``medium`` or ``long``.
    """

    luck: str
    length: str


@functools.lru_cache(maxsize=1024)
def traits(game: Game) -> Traits:
    """Estimate the traits of a game from its first deals.

    >>> import cadogan
    >>> [traits(cadogan.game(name)).luck for name in ("freecell", "klondike", "clock-patience")]
    ['skill', 'both', 'luck']
    >>> [traits(cadogan.game(name)).length for name in ("golf", "klondike", "spider")]
    ['short', 'medium', 'long']
    """
    start = game.deal(1)
    plies = [
        ply
        for number in range(1, DEALS + 1)
        for ply in _played(game.deal(number), PLIES, random.Random(number).choice)  # noqa: S311
    ]
    if sum(len(codes) > 1 for codes, _ in plies) < _RARELY * len(plies):
        luck = "luck"
    else:
        luck = "both" if any(start.unseen.values()) else "skill"
    made = [describe(game.compiled, code) for _, code in plies]
    built = any(move.target[:1] in {"t", "c", "r"} and bool(move.source) for move in made)
    moves = _moves(start, built=built)
    return Traits(luck, "short" if moves < SHORT else "long" if moves > LONG else "medium")


@functools.lru_cache(maxsize=1024)
def has_choice(game: Game) -> bool:
    """Return whether a player ever has a choice between two moves.

    If there is no choice, every player wins every winnable deal, so deals have no difficulty.

    >>> from cadogan.model.position import game
    >>> has_choice(game("klondike")), has_choice(game("clock-patience"))
    (True, False)
    """
    return any(
        len(moves) > 1
        for number in range(1, WHOLE + 1)
        for moves, _ in _played(game.deal(number), _ENDLESS, lambda moves: moves[0])
    )


def differs_in_level(game: Game) -> bool:
    """Return whether deals of a game differ in difficulty.

    Deals do not differ if the game offers no choice. Nor do they differ much if the measured odds
    show that the simple policy ``greedy`` wins almost all winnable deals.

    >>> from cadogan.model.position import game
    >>> differs_in_level(game("klondike")), differs_in_level(game("birthday"))
    (True, False)
    """
    can, does = measured_and_played(game.definition, game.options)
    if can and does and can.won and not can.unknown and does.share >= can.interval[0]:
        return False
    return has_choice(game)


def no_levels(game: Game) -> str:
    """Return why no deal of a game is easier or harder than another, or "" if some are."""
    if has_choice(game):
        return ""
    return translate(
        "{name} never offers a choice, so no deal is easier or harder than another.",
        name=game.name,
    )


def _played(
    start: Position, plies: int, choose: Callable[[list[int]], int]
) -> Iterator[tuple[list[int], int]]:
    """Play ``plies`` moves; for each, yield the legal moves and the chosen one."""
    # The function uses the working state, which is fast, because the start page needs the traits of
    # all games.
    R, S = start.game.compiled_rules, start.game.working_state
    thaw(R, S, start.snapshot)
    out = [0] * most_moves(R)
    for _ in range(plies):
        if won(R, S) or not (count := generate(R, S, out)):
            return
        S.num[Num.LOG] = 0  # empty the undo log, because nothing is undone
        code = choose(out[:count])
        yield out[:count], code
        make(R, S, code)


def _moves(start: Position, *, built: bool) -> float:
    """Estimate the number of moves in a win.

    If cards leave play in sets, each move removes two cards. If foundations are built, each card
    moves to its foundation. If the game has other places for cards, half of the cards move once
    before that. The estimate also includes the moves that turn the stock.
    """
    R, piles = start.game.compiled_rules, list(start.piles.values())
    laid = sum(len(cards) for cards in piles[: R.foundations])
    cards = sum(len(cards) for cards in piles) - laid
    turned = len(start.piles.get("s", ()))
    return (0.5 if R.removal.used else 1.5 if built else 1.0) * cards + turned / 3
