"""Record of a policy at a game: how it plays, how the game is dealt, and working room.

Like :class:`~cadogan.state.state.State` every field is an integer or a flat list of them, so that
the kernel (:mod:`cadogan.players.kernel`) runs on it at both speeds.
"""

from __future__ import annotations

from typing import NamedTuple

from cadogan.engine.dealing import recipe
from cadogan.players.forced_games import is_forced, knows_each_other
from cadogan.state.compiled import STRIDE, CompiledGame, CompiledRules
from cadogan.state.snapshot import most_moves
from cadogan.state.state import NUMBERS

RANDOM = 0  # any legal move
GREEDY = 1  # the best in a fixed order of preferences
CAREFUL = 2  # what comes out best when it is tried over the cards that it cannot see
POLICIES = {"random": RANDOM, "greedy": GREEDY, "careful": CAREFUL}

SAMPLES = 6  # guesses at the unseen cards that a careful choice is made over
SAMPLES_OF_OPEN = 2  # where all cards are known, only what is drawn in following a move differs
AHEAD = 40  # moves of the greedy policy that each is followed for
LOOKS = 4  # looks back without a gain after which a play ends; one every pack's number
#            of moves
MOST_MET = 8192  # positions of a play that are remembered

# What Player.going has of a play that pauses
PACE = 0  # moves after which it pauses; 0 when it goes on to its end
GOING = 1  # moves made, while it pauses
LOOKED = 2  # looks back without a gain
MET = 3  # positions remembered
LAST = 4  # the last move


class Player(NamedTuple):
    """A policy at a game."""

    policy: int  # RANDOM, GREEDY or CAREFUL
    errands: int  # flag: the short way serves
    related: int  # flag: what a foundation takes depends on others, or on the base card
    open: list[int]  # [pile] flag: though it lies face down its top card is seen: it is taken up
    #                  before it is placed
    plain: int  # flag: where a card is dealt to depends on its place in the order alone, as follows
    pack: list[int]  # the cards, unshuffled
    placed: list[int]  # [card] how many of it lie on foundations before the deal
    laid: list[int]  # [pile] cards laid on it
    order: list[int]  # for each card laid, pile by pile and bottom first: its place in the order,
    #                   or -1 - card where it lies there before the deal
    face: list[int]  # [pile] how many of them lie face down
    copies: list[int]  # [card] how many of it the pack has
    seen: list[int]  # [card] how many of it have been seen at once
    kept: list[int]  # the position at hand
    best: list[int]  # [home, turned up, joined, used, stock left] the best so far
    met: list[int]  # positions of this play that careful has had
    going: list[int]  # [PACE, GOING, ...] a play that pauses
    liked: list[int]  # [i] how the legal moves are liked
    tried: list[int]  # moves that are tried out
    worth: list[int]  # [i] what they are worth
    shown: list[int]  # [card] working room
    cells: list[int]  # places of cards that are not seen
    guess: list[int]  # the cards there


def row_size(rules: CompiledGame) -> int:
    """Return how many integers a kept position takes (``determinize.save``)."""
    R = rules.compiled_rules
    return 3 * R.piles + NUMBERS + R.total


def _taken_up(R: CompiledRules, p: int) -> bool:
    gives = any(R.routes.gives[R.group[p] :: R.groups])
    return gives or bool(R.removal.used and R.removal.piles[p])


def new_player(rules: CompiledGame, policy: int) -> Player:
    """Return a player of a game."""
    R = rules.compiled_rules
    found = recipe(rules)
    placed, copies = [0] * STRIDE, [0] * STRIDE
    for card in rules.placed.values():
        placed[card] += 1
    for card in rules.cards:
        copies[card] += 1
    return Player(
        policy=policy,
        errands=int(is_forced(R)),
        related=int(knows_each_other(R)),
        open=[int(R.face.blind[p] and _taken_up(R, p)) for p in range(R.piles)],
        plain=int(found is not None),
        pack=rules.cards,
        placed=placed,
        laid=list(found.laid) if found else [],
        order=list(found.order) if found else [],
        face=list(found.face) if found else [],
        copies=copies,
        seen=[0] * STRIDE,
        kept=[0] * row_size(rules),
        best=[0] * 5,
        met=[0] * MOST_MET,
        going=[0] * (LAST + 1),
        liked=[0] * most_moves(R),
        tried=[0] * most_moves(R),
        worth=[0] * most_moves(R),
        shown=[0] * STRIDE,
        cells=[0] * R.total,
        guess=[0] * R.total,
    )
