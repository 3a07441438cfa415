"""What happened, as one would say it: for the page's live region and for screen readers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cadogan.actions import action
from cadogan.cards import card_name, parse_card
from cadogan.language.words import count_word
from cadogan.notation import Move
from cadogan.position import Position
from cadogan.reasons import pile_title

__all__ = ["say_move", "say_step"]

_MOST_NAMED = 8  # a deal to twelve piles is not read out card by card


def say_move(position: Position, move: Move) -> str:
    """Say one legal move of a position.

    >>> import cadogan
    >>> p = cadogan.game("freecell").deal("ms:1")
    >>> say_move(p, p.find("t1-c1"))
    'Six of spades to cell 1'
    """
    if act := action(move.text):
        return act.said
    if move.kind in ("marry", "swap"):
        both = [position.piles[name][-1] for name in (move.source, move.target)]
        how = "together" if move.kind == "marry" else "change places"
        return f"{_list([card_name(parse_card(c)) for c in both])} {how}".capitalize()
    if move.kind == "remove":
        gone = [card_name(parse_card(position.piles[name][-1])) for name in move.removed]
        return f"{_list(gone)} out of play".capitalize()
    pile = position.piles[move.source]
    if move.kind == "deal":
        shown = [card_name(parse_card(c)) for c in reversed(pile[-move.count :])]
        return f"Turned {_list(shown)}"
    card = card_name(parse_card(pile[-move.depth if move.depth > 1 else -move.count]))
    what = card if move.count == 1 else f"{count_word(move.count)} cards from the {card}"
    return f"{what} to {_pile(position, move.target)}".capitalize()


def say_step(path: Sequence[Position], moves: Sequence[str]) -> str:
    """Say a step: the player's move, what followed of itself, and what was revealed.

    Args:
        path: the position before the step and after each of its moves.
        moves: the player's move and the automatic ones.

    >>> import cadogan
    >>> p = cadogan.game("klondike").deal(1)
    >>> say_step([p, p.play("s-w")], ["s-w"])
    'Turned three of clubs.'
    """
    told = [say_move(p, p.find(text)) for p, text in zip(path, moves, strict=False)]
    said = told[0]
    if told[1:]:
        said += f"; by itself {_list([some[:1].lower() + some[1:] for some in told[1:]])}"
    after = path[-1]
    if called := _called(path[0], after):
        said += f"; the {_list(called)} is called and leaves play"
    if revealed := _revealed(path[0], after):
        said += f"; revealed {_list(revealed)}"
    if after.won:
        return f"{said}. The game is won!"
    if after.over:
        return f"{said}. No move is left."
    return f"{said}."


def _called(before: Position, after: Position) -> list[str]:
    """Return the cards that left play because their rank was called."""
    T = before.game.tables
    if not T.counting:
        return []
    gone = Counter(after.snapshot.piles[T.discard]) - Counter(before.snapshot.piles[T.discard])
    return [card_name(card) for card in sorted(gone.elements())]


def _revealed(before: Position, after: Position) -> list[str]:
    """Return the cards of piles that were face down and lie face up where they lay."""
    found = []
    for name, down in before.down.items():
        now = after.piles[name]
        if name[0] == "s" or after.down[name] >= min(down, len(now)):
            continue
        if before.piles[name][: len(now)] != now[: len(before.piles[name])]:
            continue  # the piles were gathered or shuffled
        found += [
            f"{card_name(parse_card(card))} on {_pile(before, name)}"
            for card in now[after.down[name] : down]
        ]
    return found


def _pile(position: Position, name: str) -> str:
    rules = position.game.compiled
    return pile_title(rules, rules.names.index(name))


def _list(names: Sequence[str]) -> str:
    if len(names) > _MOST_NAMED:
        return f"{count_word(len(names))} cards"
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"
