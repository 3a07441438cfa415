"""Player: the policy and the data with which a kernel plays a game, including work arrays.

Every field of a player is an integer or a flat list of integers, as in
:class:`~cadogan.state.state.State`. So the kernel (:mod:`cadogan.players.kernel`) can use a player
both interpreted and compiled.
"""

from __future__ import annotations

from typing import NamedTuple

from cadogan.engine.dealing import recipe
from cadogan.players.forced_games import is_forced, knows_each_other
from cadogan.state.compiled import STRIDE, CompiledGame, CompiledRules
from cadogan.state.snapshot import most_moves
from cadogan.state.state import NUMBERS

RANDOM = 0  # policy that makes any legal move
GREEDY = 1  # policy that makes the best move in a fixed order of preferences
# policy that makes the move with the best outcome over several guesses at the hidden cards
CAREFUL = 2
POLICIES = {"random": RANDOM, "greedy": GREEDY, "careful": CAREFUL}

SAMPLES = 6  # number of guesses at the hidden cards for each move of careful
SAMPLES_OF_OPEN = 2  # number of tries for each move of careful if all cards are known
AHEAD = 40  # number of moves that greedy makes after each guess
# number of checks without progress after which a play ends. There is one check every N moves,
# where N is the number of cards in the pack
LOOKS = 4
MOST_MET = 8192  # number of positions that a play remembers

# indices in Player.going, which holds the state of a paused play
PACE = 0  # number of moves until the next pause, or 0 to play to the end
GOING = 1  # number of moves made before the pause
LOOKED = 2  # number of checks without progress
MET = 3  # positions remembered
LAST = 4  # last move before the pause


class Player(NamedTuple):
    """Policy with the data and the work arrays for one game."""

    policy: int  # code of the policy: RANDOM, GREEDY or CAREFUL
    errands: int  # flag: the game is forced, so greedy plays it in the fast loop
    related: int  # flag: the cards that a foundation takes depend on other piles or the base card
    # [pile] flag: its top card is face down but known, because a player picks it up before placing
    # it
    open: list[int]
    plain: int  # flag: the place of a card depends only on its index in the shuffled pack
    pack: list[int]  # cards of the game, unshuffled
    placed: list[int]  # [card] number of copies on foundations before the deal
    laid: list[int]  # [pile] number of cards that the deal gives it
    # [dealt card, pile by pile and bottom card first] index in the shuffled pack; for a card placed
    # before the deal, -1 - card
    order: list[int]
    face: list[int]  # [pile] number of its face-down cards
    copies: list[int]  # [card] number of copies in the pack
    seen: list[int]  # [card] largest number of copies seen at one time
    kept: list[int]  # current position, as ``determinize.save`` stores it
    best: list[int]  # [home, turned up, joined, used, stock left] best values so far
    met: list[int]  # hashes of the positions where careful has made a move in this play
    going: list[int]  # [PACE, GOING, ...] state of a paused play
    liked: list[int]  # [index of a legal move] rank of the move; lower is better
    tried: list[int]  # candidate moves
    worth: list[int]  # [index of a candidate move] value of the move
    shown: list[int]  # [card] number of visible copies, or of hidden copies
    cells: list[int]  # indices of the hidden cards in State.cards
    guess: list[int]  # cards guessed for the hidden cards


def row_size(rules: CompiledGame) -> int:
    """Return the number of integers in a stored position (``determinize.save``)."""
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
