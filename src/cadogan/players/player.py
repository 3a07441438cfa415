"""Player: how a policy plays a game and how the game is dealt, with work arrays.

As in :class:`~cadogan.state.state.State`, every field is an integer or a flat list of integers. So
the kernel (:mod:`cadogan.players.kernel`) can use it both interpreted and compiled.
"""

from __future__ import annotations

from typing import NamedTuple

from cadogan.engine.dealing import recipe
from cadogan.players.forced_games import is_forced, knows_each_other
from cadogan.state.compiled import STRIDE, CompiledGame, CompiledRules
from cadogan.state.snapshot import most_moves
from cadogan.state.state import NUMBERS

RANDOM = 0  # any legal move
GREEDY = 1  # the best move in a fixed order of preferences
CAREFUL = 2  # the move with the best outcome over several guesses at the hidden cards
POLICIES = {"random": RANDOM, "greedy": GREEDY, "careful": CAREFUL}

SAMPLES = 6  # guesses at the hidden cards for each choice of careful
SAMPLES_OF_OPEN = 2  # the same if all cards are known: only the draws in the continuation differ
AHEAD = 40  # moves of the greedy policy in each continuation
LOOKS = 4  # checks without progress after which a play ends; there is one after as many moves as
#            the pack has cards
MOST_MET = 8192  # positions remembered in a play

# indices in Player.going, the state of a paused play
PACE = 0  # moves until the next pause; 0 to play to the end
GOING = 1  # moves made before the pause
LOOKED = 2  # checks without progress
MET = 3  # positions remembered
LAST = 4  # the last move


class Player(NamedTuple):
    """A policy for one game."""

    policy: int  # RANDOM, GREEDY or CAREFUL
    errands: int  # flag: the fast loop for forced games applies
    related: int  # flag: the cards that a foundation takes depend on others, or on the base card
    open: list[int]  # [pile] flag: its top card is face down but known, because the player picks it
    #                  up before placing it
    plain: int  # flag: a card's place depends only on its position in the shuffled order; see below
    pack: list[int]  # the cards, unshuffled
    placed: list[int]  # [card] copies on foundations before the deal
    laid: list[int]  # [pile] number of cards dealt to it
    order: list[int]  # for each dealt card, pile by pile and bottom first: its position in the
    #                   order, or -1 - card if it is placed before the deal
    face: list[int]  # [pile] number of its cards face down
    copies: list[int]  # [card] copies in the pack
    seen: list[int]  # [card] the most copies seen at one time
    kept: list[int]  # the current position
    best: list[int]  # [home, turned up, joined, used, stock left] the best values so far
    met: list[int]  # positions that careful has had in this play
    going: list[int]  # [PACE, GOING, ...] state of a paused play
    liked: list[int]  # [i] rank of each legal move, less is better
    tried: list[int]  # candidate moves
    worth: list[int]  # [i] their values
    shown: list[int]  # [card] work array
    cells: list[int]  # indices of hidden cards
    guess: list[int]  # the cards guessed for them


def row_size(rules: CompiledGame) -> int:
    """Return how many integers a stored position takes (``determinize.save``)."""
    R = rules.compiled_rules
    return 3 * R.piles + NUMBERS + R.total


def _taken_up(R: CompiledRules, p: int) -> bool:
    gives = any(R.routes.gives[R.group[p] :: R.groups])
    return gives or bool(R.removal.used and R.removal.piles[p])


def new_player(rules: CompiledGame, policy: int) -> Player:
    """Return a player for a game."""
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
