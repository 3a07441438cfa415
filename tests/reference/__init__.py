"""Reference implementation: the rules of each game written a second time, simply and by hand.

It shares no code with the engine and reads no definitions. The two implementations were written
independently, and the tests compare the legal moves that they list.
"""

from collections.abc import Mapping, Sequence

from . import (
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

for _family in (
    birthday,
    algerian,
    tournament,
    bakers_dozen,
    clocks,
    klondike,
    blocks,
    castles,
    fans,
    planners,
    pyramids,
    relatives,
    rotation,
    removals,
    rows,
    spiders,
    shuttles,
    snakes,
    leaving,
    parades,
    chests,
    builders,
    salic,
    motion,
    foxes,
    wide,
    duchesses,
    barred,
    newcomers,
):
    for _game in _family.GAMES:
        KNOWN[_game.id] = _game

GAMES: tuple[str, ...] = tuple(KNOWN)

__all__ = ["GAMES", "State", "gathered", "moves", "play", "start", "walk", "won"]


def start(game_id: str, cards: Sequence[str], options: Mapping[str, str] | None = None) -> State:
    """Deal a game from whole packs in dealing order, after removing the preplaced cards."""
    if options and game_id.split("-", maxsplit=1)[0] != "birthday":
        raise ValueError(f"{game_id} has no options")
    return find(game_id).start(cards, options or {})


def moves(state: State) -> set[str]:
    """Return the legal moves as texts."""
    return find(state.game).moves(state)


def play(state: State, text: str, shuffled: Sequence[str] | None = None) -> State:
    """Return the state after a legal move; a redeal that shuffles needs the new order."""
    return find(state.game).play(state, text, shuffled)


def gathered(state: State) -> list[str]:
    """List the cards that a redeal would gather, so that the caller can shuffle them."""
    if "redeal" not in moves(state):
        raise ValueError("no redeal is allowed here")
    return find(state.game).gather(state)


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
