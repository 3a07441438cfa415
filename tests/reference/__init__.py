"""Reference implementation: the rules of each game written a second time, simply and by hand.

It shares no code with the engine and reads no definitions. The two implementations were written
independently, and the tests compare the legal moves that they list.
"""

from collections.abc import Sequence

from . import (  # noqa: F401 - each module adds its games to the known ones
    algerian,
    bakers_dozen,
    barred,
    birthday,
    blocks,
    builders,
    castles,
    chests,
    clocks,
    duchesses,
    fans,
    foxes,
    klondike,
    leaving,
    motion,
    newcomers,
    parades,
    planners,
    pyramids,
    relatives,
    removals,
    rotation,
    rows,
    salic,
    shuttles,
    snakes,
    spiders,
    tournament,
    wide,
)
from .table import KNOWN, State, find

GAMES: tuple[str, ...] = tuple(KNOWN)

__all__ = ["GAMES", "State", "moves", "play", "start", "walk", "won"]


def start(game_id: str, cards: Sequence[str]) -> State:
    """Deal a game from whole packs in dealing order, after removing the preplaced cards."""
    return find(game_id).start(cards)


def moves(state: State) -> set[str]:
    """Return the legal moves as texts."""
    return find(state.game).moves(state)


def play(state: State, text: str, shuffled: Sequence[str] | None = None) -> State:
    """Return the state after a legal move; a redeal that shuffles needs the new order."""
    return find(state.game).play(state, text, shuffled)


def won(state: State) -> bool:
    """Return whether the game is won."""
    return find(state.game).won(state)


def walk(state: State, depth: int) -> tuple[list[int], list[int]]:
    """Count the paths and the new positions at each ply; the start itself does not count as a ply.

    A redeal that shuffles has no single result, so a walk that meets one raises ValueError.
    """
    paths, firsts = [], []
    seen = {state.key()}
    level = {state.key(): (state, 1)}
    for _ in range(depth):
        below: dict[tuple[object, ...], tuple[State, int]] = {}
        for here, ways in level.values():
            for text in moves(here):
                there = find(here.game).make(here, text, None)
                known = below.get(there.key(), (there, 0))
                below[there.key()] = (known[0], known[1] + ways)
        paths.append(sum(ways for _, ways in below.values()))
        firsts.append(len(below.keys() - seen))
        seen |= below.keys()
        level = below
    return paths, firsts
