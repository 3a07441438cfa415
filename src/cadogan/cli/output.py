"""Output of games, positions and moves by commands, as text or JSON."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from cadogan.cli.base import echo
from cadogan.state.special_moves import action

if TYPE_CHECKING:
    from cadogan.model.position import Game, Position
    from cadogan.text.notation import Move

_MOST_WIDTH = 88
UNITS = "KMGT"  # the units for amounts of memory


def width() -> int:
    """Return the maximum number of characters in a line of text."""
    return min(_MOST_WIDTH, shutil.get_terminal_size().columns)


def print_json(value: object) -> None:
    """Print a value as one line of JSON."""
    echo(json.dumps(value))


def game_values(chosen: Game, deal: str | None) -> dict[str, Any]:
    """Return the JSON values for a game and its deal."""
    options = dict(chosen.said)
    return {"game": chosen.id, "name": chosen.name, "options": options, "deal": deal}


def position_values(position: Position) -> dict[str, Any]:
    """Return the JSON values for a position."""
    return {"position": position.to_line(), "won": position.won, "over": position.over}


def _seen(position: Position, name: str, deep: int) -> str:
    """Return the card at a depth in a pile, or ``??`` if the whole pile lies face down."""
    pile = position.piles[name]
    return "??" if position.down[name] == len(pile) else pile[-deep]


def _cards(position: Position, move: Move) -> list[str]:
    """Return the cards that a move takes, bottom to top; [] for a turn of the stock."""
    if move.removed:
        return [_seen(position, name, deep) for name, deep in move.spots]
    if move.kind != "move":
        return []
    pile = position.piles[move.source]
    lowest = len(pile) - max(move.count, move.depth)
    return list(pile[lowest : lowest + move.count])


def move_values(position: Position, move: Move) -> dict[str, Any]:
    """Return the JSON values for a move."""
    parts = {key: getattr(move, key) for key in ("kind", "source", "target", "count")}
    return {"move": move.text} | parts | {"cards": _cards(position, move)}


_SPACES = {"f": "to an empty foundation", "c": "to a free cell"}


def move_words(position: Position, move: Move) -> str:
    """Return a move in words: ``QH JS on KC``."""
    if act := action(move.text):
        return act.told
    if move.kind == "marry":
        return f"{' '.join(_cards(position, move))} begin a foundation"
    if move.kind == "swap":
        return f"{' and '.join(_cards(position, move))} change places"
    if move.kind == "remove":
        return f"{' '.join(_cards(position, move))} out of play"
    if move.kind != "move":
        turned = "turn a card" if move.count == 1 else f"turn {move.count} cards"
        return f"{turned} from the stock"
    cards, target = _cards(position, move), position.piles[move.target]
    what = " ".join(cards) if len(cards) <= 4 else f"{len(cards)} cards, {cards[0]} to {cards[-1]},"
    where = f"on {target[-1]}" if target else _SPACES.get(move.target[0], "to an empty pile")
    return f"{what} {where}"


def table(rows: Iterable[Sequence[str]], align: str) -> str:
    """Format rows of cells as text; ``align`` has ``<`` or ``>`` for each column.

    >>> print(table([("t1-t2", "9H on TS"), ("deal", "")], "<<"))
    t1-t2  9H on TS
    deal
    """
    some = list(rows)
    widths = [max(map(len, column)) for column in zip(*some, strict=True)]
    shape = "  ".join(f"{{:{side}{most}}}" for side, most in zip(align, widths, strict=True))
    return "\n".join(shape.format(*row).rstrip() for row in some)


def ending(position: Position) -> str:
    """Return a clause that states whether and how the game has ended."""
    if position.won:
        return "the game is won"
    return "no moves are left and the game is lost" if position.over else "the game is not over"


def memory_text(size: int) -> str:
    """Format an amount of memory in the form that the command line accepts.

    >>> memory_text(1 << 30), memory_text(1536 << 20), memory_text(1000)
    ('1G', '1536M', '1,000 bytes')
    """
    for power in range(len(UNITS), 0, -1):
        if size and size % 1024**power == 0:
            return f"{size // 1024**power}{UNITS[power - 1]}"
    return f"{size:,} bytes"


def several(count: int, thing: str) -> str:
    """Format a number with its noun.

    >>> several(1, "move"), several(1200, "deal")
    ('1 move', '1,200 deals')
    """
    return f"{count:,} {thing}" + ("" if count == 1 else "s")
