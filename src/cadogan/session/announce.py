"""Descriptions of moves, for the page's live region and for screen readers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cadogan.core.cards import parse_card
from cadogan.i18n import translate
from cadogan.i18n.grammar import capitalized, card_name, number, reported, within
from cadogan.model.position import Position
from cadogan.state.special_moves import action
from cadogan.text.names import pile_title
from cadogan.text.notation import Move

_MOST_NAMED = 8  # a description of more cards than this states only their number


def describe_move(position: Position, move: Move) -> str:
    """Describe one legal move of a position.

    >>> import cadogan
    >>> p = cadogan.game("freecell").deal("ms:1")
    >>> describe_move(p, p.parse_move("t1-c1"))
    'Six of spades to cell 1'
    """
    if act := action(move.text):
        return translate(act.said)
    if move.kind in ("marry", "swap"):
        both = _list([_top(position, name) for name in (move.source, move.target)])
        if move.kind == "marry":
            return capitalized(translate("{cards} together", cards=both))
        return capitalized(translate("{cards} change places", cards=both))
    if move.kind == "remove":
        gone = _list([_card(position.piles[name][-deep]) for name, deep in move.spots])
        return capitalized(translate("{cards} out of play", cards=gone))
    pile = position.piles[move.source]
    if move.kind == "deal":
        shown = [_card(card) for card in reversed(pile[-move.count :])]
        return translate("Turned {cards}", cards=_list(shown))
    card = _card(pile[-move.depth if move.depth > 1 else -move.count])
    what = card
    if move.count != 1:
        what = translate("{count} cards from the {card}", count=number(move.count), card=card)
    return capitalized(translate("{what} to {pile}", what=what, pile=_pile(position, move.target)))


def describe_step(path: Sequence[Position], moves: Sequence[Move]) -> str:
    """Describe a step: the player's move, the automatic moves, and the cards that they reveal.

    ``path`` contains the positions before the step and after each of its moves.

    >>> import cadogan
    >>> p = cadogan.game("klondike").deal(1)
    >>> describe_step([p, p.play("s-w")], [p.parse_move("s-w")])
    'Turned three of clubs.'
    """
    words, *others = (describe_move(p, move) for p, move in zip(path, moves, strict=False))
    if others:
        words += translate(
            "; automatically {moves}", moves=_list([within(text) for text in others])
        )
    after = path[-1]
    if cards := _called(path[0], after):
        words += translate("; the {cards} is called and leaves play", cards=_list(cards))
    if revealed := _came_up(path, moves[0]) + _revealed(path[0], after):
        words += translate("; revealed {cards}", cards=_list(revealed))
    if after.won:
        return translate("{step}. The game is won!", step=words)
    if after.over:
        return translate("{step}. No move is left.", step=words)
    return f"{words}."


def _called(before: Position, after: Position) -> list[str]:
    """Describe the cards that left play because their rank was called."""
    R = before.game.compiled_rules
    if not R.counting.way:
        return []
    then, now = (Counter(p.snapshot.piles[R.mechanics.discard_pile]) for p in (before, after))
    return [card_name(card) for card in sorted((now - then).elements())]


def _revealed(before: Position, after: Position) -> list[str]:
    """Describe the cards that have become visible without moving."""
    found = []
    for name, down in before.unseen.items():
        now = after.piles[name]
        if name[0] == "s" or after.unseen[name] >= min(down, len(now)):
            continue
        if before.piles[name][: len(now)] != now[: len(before.piles[name])]:
            continue  # a redeal has gathered or shuffled the piles
        found += [
            translate("{card} on {pile}", card=_card(card), pile=_pile(before, name))
            for card in now[after.unseen[name] : down]
        ]
    return found


def _came_up(path: Sequence[Position], move: Move) -> list[str]:
    """Describe the face-down card that an exchange has turned up."""
    before, after = path[0], path[1]
    if move.kind != "swap":
        return []
    return [
        translate("{card} on {pile}", card=_card(after.piles[name][-1]), pile=_pile(before, name))
        for name, other in ((move.source, move.target), (move.target, move.source))
        if before.down[other] == len(before.piles[other])
    ]


def _pile(position: Position, name: str) -> str:
    """Return the name of a pile for the description of a move."""
    rules = position.game.compiled
    p = rules.names.index(name)
    short = f"{_kinds()[rules.of[p].kind]} {name[1:]}".strip()
    return reported(pile_title(rules, p), short)


def _kinds() -> dict[str, str]:
    return {
        "tableau": translate("Tableau"),
        "foundation": translate("Foundation"),
        "cell": translate("Cell"),
        "reserve": translate("Reserve"),
        "stock": translate("Stock"),
        "waste": translate("Waste"),
        "discard": translate("Discard"),
    }


def _card(text: str) -> str:
    return card_name(parse_card(text))


def _top(position: Position, name: str) -> str:
    """Return the name of a pile's top card, or the name of its place if the card is face down."""
    pile = position.piles[name]
    if position.down[name] == len(pile):
        return translate("the card on {pile}", pile=_pile(position, name))
    return _card(pile[-1])


def _list(names: Sequence[str]) -> str:
    if len(names) > _MOST_NAMED:
        return translate("{count} cards", count=number(len(names)))
    if len(names) < 2:
        return "".join(names)
    return translate("{names} and {last}", names=", ".join(names[:-1]), last=names[-1])
