"""Code shared by the readers and writers of other programs' formats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, NoReturn

from cadogan.core.cards import card_text
from cadogan.core.errors import InvalidPositionError
from cadogan.core.input_limits import position_excess
from cadogan.model.position import Game, Position
from cadogan.rules.phrases import Face
from cadogan.state.codes import Turning
from cadogan.state.compiled import STRIDE, CompiledGame
from cadogan.state.special_moves import COUNTERS

# the maximum length of a text to read; the longest board has about 2,000 characters
MOST_CHARACTERS = 64 * 1024
_SHOWN = 20  # a message shows at most this many characters of a wrong word


class Pile(NamedTuple):
    """The cards of a pile, bottom first, and how many of them are face down."""

    cards: Sequence[int] = ()
    down: int = 0


def wrong(where: str, text: str) -> NoReturn:
    """Raise InvalidPositionError with a message that begins with the location of the error."""
    raise InvalidPositionError(f"{where}: {text}") from None


def cut(text: str) -> str:
    """Return a wrong word, shortened for an error message."""
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "..."


def several(count: int, thing: str) -> str:
    """Return a number with its noun in the singular or plural.

    >>> several(1, "stack"), several(8, "stack")
    ('1 stack', '8 stacks')
    """
    return f"{count} {thing}" + ("" if count == 1 else "s")


def check_text(text: object) -> None:
    """Refuse any value except a non-empty string of at most ``MOST_CHARACTERS`` characters."""
    if not isinstance(text, str):
        raise InvalidPositionError(f"a position must be text, not {type(text).__name__}")
    if len(text) > MOST_CHARACTERS:
        raise InvalidPositionError(
            f"this text has {len(text):,} characters: a position may have at most"
            f" {MOST_CHARACTERS:,}"
        )
    if not text.strip():
        raise InvalidPositionError("there is nothing to read: the text is empty")
    if excess := position_excess(text):
        raise InvalidPositionError(excess)


def of_kind(rules: CompiledGame, kind: str) -> list[int]:
    """Return the piles of a kind."""
    return [p for p, group in enumerate(rules.of) if group.kind == kind]


def usual_down(rules: CompiledGame, pile: int, height: int) -> int:
    """Return the default number of face-down cards in a pile, for formats that do not give it."""
    group = rules.of[pile]
    if group.kind == "stock":
        return height - 1 if group.turned and height else height
    if group.face == Face.TOP_UP or (height == 1 and group.face == Face.DOWN_BUT_THE_LAST):
        return max(0, height - 1)
    return 0 if group.face == Face.UP or isinstance(group.face, list) else height


def shows_its_top(rules: CompiledGame, pile: int) -> bool:
    """Return whether a pile's top card always lies face up, regardless of the other piles."""
    R = rules.compiled_rules
    return R.face.turns[pile] == Turning.UP and R.overlap.starts[pile] == R.overlap.starts[pile + 1]


def is_based(game: Game) -> bool:
    """Return whether the deal decides the rank that begins a game's foundations."""
    return game.compiled_rules.accept.based * STRIDE < len(game.compiled_rules.accept.sets)


def placed(game: Game) -> dict[int, Pile]:
    """Return the foundations that hold a card before the deal."""
    there = game.compiled.placed.items()
    return {p: Pile((card,)) for p, card in there if p < game.compiled_rules.foundations}


def singles(
    game: Game, kind: str, where: str, cards: Sequence[Sequence[int]], counted: str
) -> dict[int, Pile]:
    """Return piles of a kind with at most one card each; ``counted`` is the text for more."""
    piles = of_kind(game.compiled, kind)
    if len(cards) > len(piles):
        wrong(where, f"{counted}, and {game.name} has {len(piles) or 'none'}")
    return {p: Pile(card) for p, card in zip(piles, cards, strict=False)}


def heap(game: Game, kind: str, pile: int, where: str, cards: Sequence[int]) -> dict[int, Pile]:
    """Return a pile with cards, bottom first, and its default face-down cards; -1 means no pile."""
    if pile < 0 and cards:
        wrong(where, f"{game.name} has no {kind}")
    return {pile: Pile(cards, usual_down(game.compiled, pile, len(cards)))} if pile >= 0 else {}


def position_of(game: Game, piles: Mapping[int, Pile], base: int | None = None) -> Position:
    """Return the position with the given piles; the parser of the block form checks them.

    Omitted piles are empty. If the game has a base card, the caller passes it.
    """
    if base is None and is_based(game) and not game.compiled_rules.accept.base_by_play:
        raise InvalidPositionError(
            f"{game.name} has a base card, but the foundations do not show it"
        )
    lines = []
    for p, name in enumerate(game.pile_names):
        pile = piles.get(p, Pile())
        words = [card_text(card) for card in pile.cards]
        down, up = " ".join(words[: pile.down]), " ".join(words[pile.down :])
        lines.append(f"{name} {f'[{down}]' if down else ''} {up}" if words else f"{name} -")
    if base is not None:
        lines.append(f"base {card_text(base)}")
    return game.parse("\n".join(lines))


def refuse_unsaid(position: Position, form: str) -> None:
    """Raise an error for a position that no format can express."""
    rules, snapshot = position.game.compiled, position.snapshot
    if rules.definition.jokers:
        raise InvalidPositionError(f"{form} has no jokers")
    for counter in COUNTERS:
        value = getattr(snapshot, counter.name)
        if value and counter.name != "base":
            raise InvalidPositionError(
                f"{form} has no counters, but this position has '{counter.name} {value}'"
            )
    for p in of_kind(rules, "discard"):
        if cards := snapshot.piles[p]:
            raise InvalidPositionError(
                f"{form} has no place for cards that are out of play, but here"
                f" {several(len(cards), 'card')} {'is' if len(cards) == 1 else 'are'}"
            )
    for p, cards in enumerate(snapshot.piles):
        if rules.compiled_rules.accept.marks[p] and snapshot.mark[p] != len(cards):
            raise InvalidPositionError(
                f"{form} cannot show in which direction pile {rules.names[p]} is built"
            )
        # The readers assume the default number of face-down cards in the stock and the waste.
        kind = rules.of[p].kind
        if kind != "tableau" and snapshot.down[p] != usual_down(rules, p, len(cards)):
            raise InvalidPositionError(
                f"{form} cannot show how the cards of pile {rules.names[p]} lie"
            )
