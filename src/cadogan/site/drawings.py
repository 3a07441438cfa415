"""Drawings for the pages about games: a start with plain cards, and examples of moves."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from cadogan.core.cards import HIDDEN
from cadogan.i18n import translate
from cadogan.model.position import Game
from cadogan.model.rule_examples import Example, Picture
from cadogan.session.view import picture

_W, _H = 40, 56  # the size of a card
_GAP = 0.11  # the gap between neighbours, in card widths, as on the page
_DOWN = 0.45  # face-down cards need only this fraction of the normal step
_MARGIN = 8
_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_STYLE = (
    "use{fill:#fff;stroke:#333}.b{fill:#9bb3d4}.e{fill:none;stroke:#888;stroke-dasharray:3}"
    "text{font:bold 13px sans-serif}.r{fill:#c00}.n{fill:#888;font-weight:400}.l{font-size:8px}"
)


class _Card(NamedTuple):
    """A card in a drawing.

    Attributes:
        x: the position of the left edge.
        y: the position of the top edge.
        rot: rotation in degrees.
        text: the rank and suit; empty for an empty place.
        label: the label of an empty place.
        grow: the direction in which the pile grows; the index is in the corner that stays visible.
    """

    x: float
    y: float
    rot: float
    text: str
    label: str = ""
    grow: str = ""


def start_drawing(game: Game) -> str:
    """Return the start of a game as an SVG, with plain cards at the layout's places.

    >>> from cadogan.model.position import game
    >>> print(start_drawing(game("klondike")).splitlines()[0])
    <svg xmlns="http://www.w3.org/2000/svg" width="322" height="178" viewBox="-8 -8 322 178">
    """
    seen = picture(game)
    specs, piles, down = seen["layout"]["piles"], seen["piles"], seen["down"]
    cards = [card for spec in specs for card in _pile(spec, specs, piles, down)]
    left, top = min(c.x for c in cards) - _MARGIN, min(c.y for c in cards) - _MARGIN
    lying = (_H - _W) / 2 if any(c.rot for c in cards) else 0
    left, top = left - lying, top - lying
    right = max(c.x for c in cards) + _W + _MARGIN + lying
    bottom = max(c.y for c in cards) + _H + _MARGIN + lying
    size = f'width="{right - left:.0f}" height="{bottom - top:.0f}"'
    view = f"{left:.0f} {top:.0f} {right - left:.0f} {bottom - top:.0f}"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="{view}">',
        f"<title>{_escaped(game.name)}</title><style>{_STYLE}</style>",
        f'<defs><rect id="c" width="{_W}" height="{_H}" rx="3"/></defs>',
        *map(_drawn, cards),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _pile(
    spec: Mapping[str, Any],
    specs: Sequence[Mapping[str, Any]],
    piles: Mapping[str, Sequence[str]],
    down: Mapping[str, int],
) -> Iterator[_Card]:
    """Yield the visible cards of a pile."""
    across, below = 1 + _GAP, 1 + _GAP * 0.6
    x, y = spec["x"] * across * _W, spec["y"] * below * _H
    dx, dy = spec["dx"] * _W, spec["dy"] * _H
    grow = spec["grow"]
    if grow == "out":  # slanting fans lie sideways, as on the page
        grow = "left" if dx < -1e-3 else "right"
        dx, dy = math.hypot(dx, dy) * (-1 if grow == "left" else 1), 0.0
    cards, hidden = piles[spec["name"]], down[spec["name"]]
    if not cards:
        yield _Card(x, y, spec["rot"], "", spec["label"])
        return
    if not spec["grow"]:
        yield _Card(x, y, spec["rot"], cards[-1])
        return
    steps = [_DOWN if i < hidden else 1.0 for i in range(len(cards) - 1)]
    room = _room(spec, specs)
    squeeze = min(1.0, room / sum(steps)) if steps else 1.0
    at = 0.0
    for card, step in zip(cards, [*steps, 0.0], strict=True):
        yield _Card(x + dx * at, y + dy * at, spec["rot"], card, "", grow)
        at += step * squeeze


def _room(spec: Mapping[str, Any], specs: Sequence[Mapping[str, Any]]) -> float:
    """Return how many cards of a pile fit before it reaches the next pile."""
    room = math.inf
    for other in specs:
        far_x, far_y = other["x"] - spec["x"], other["y"] - spec["y"]
        if spec["grow"] in {"down", "up"} and abs(far_x) < 0.9 and far_y * spec["dy"] > 0:
            room = min(room, (abs(far_y) * (1 + _GAP * 0.6) - 1.05) / abs(spec["dy"]))
        if spec["grow"] in {"right", "left"} and abs(far_y) < 0.9 and far_x * spec["dx"] > 0:
            room = min(room, (abs(far_x) * (1 + _GAP) - 1.05) / abs(spec["dx"]))
    return max(room, 1.0)


def _drawn(card: _Card) -> str:
    place = f'x="{card.x:.4g}" y="{card.y:.4g}"'
    turned = f' transform="rotate({card.rot:g} {card.x + _W / 2:.4g} {card.y + _H / 2:.4g})"'
    kind = ' class="e"' if not card.text else ' class="b"' if card.text == HIDDEN else ""
    shape = f'<use href="#c" {place}{kind}/>'
    if kind and not card.label:
        return shape.replace("/>", f"{turned}/>") if card.rot else shape
    x, y, kinds = card.x + 3, card.y + 13, []
    if card.label:
        text, kinds = _escaped(card.label), ["n"] + ["l"] * (len(card.label) > 3)
    else:
        text = ("10" if card.text[0] == "T" else card.text[0]) + _SIGNS.get(card.text[1], "o")
        kinds = ["r"] * (card.text[1] in "DH")
    end = ' text-anchor="end"' if card.grow == "left" else ""
    x = card.x + _W - 3 if end else x
    y = card.y + _H - 4 if card.grow == "up" else y
    colour = f' class="{" ".join(kinds)}"' if kinds else ""
    # the visible strip is narrow, so the suit goes below the rank
    if card.grow in {"left", "right"}:
        rank = text[:-1]
        if rank == "10":  # squeeze the "10", because the next card would otherwise cover its zero
            rank = f'<tspan textLength="8" lengthAdjust="spacingAndGlyphs">{rank}</tspan>'
        text = f'{rank}<tspan x="{x:.4g}" dy="12">{text[-1]}</tspan>'
    label = f'<text x="{x:.4g}" y="{y:.4g}"{end}{colour}>{text}</text>'
    return f"<g{turned}>{shape}{label}</g>" if card.rot else shape + label


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")


_SIDE = 300  # the left edge of the refused moves
_FAN = 14  # the step between cards that move together
_TIGHT = 12  # the step between four or more cards that move together
_SIGN = 26  # width of an arrow


def moves_drawing(found: Sequence[Example], name: str) -> str:
    """Return an SVG of allowed moves, with refused moves beside them."""
    lines, y = [], 0
    for example in found:
        lines.append(f'<text class="n" x="0" y="{y + 14}">{_escaped(example.title)}</text>')
        for move, x, sign in ((example.allowed, 0, "✓"), (example.refused, _SIDE, "✗")):
            lines += _shown(move, x, y + 20, sign) if move else []
        y += _H + 34
    title = _escaped(translate("Moves in {name}", name=name))
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{2 * _SIDE}" height="{y}"'
        f' viewBox="-2 0 {2 * _SIDE} {y}"><title>{title}</title>'
        f'<style>{_STYLE}</style><defs><rect id="c" width="{_W}" height="{_H}" rx="3"/></defs>'
    )
    return "\n".join([head, *lines, "</svg>"]) + "\n"


def _shown(move: Picture, x: float, y: float, sign: str) -> Iterator[str]:
    """Yield the parts of a move, left to right: its cards, its target, whether it is allowed."""
    step = _FAN if len(move.cards) < 4 else _TIGHT
    beside = [(card, _W + 4) for card in move.beside]
    if move.how == "out" and beside:  # the card that leaves play is drawn apart from the others
        beside[-1] = (beside[-1][0], _W + 16)
    taken = [(card, step) for card in move.cards[:-1]] + [(move.cards[-1], _W)]
    goal = [(move.on[-1] if move.on else "", _W)]
    word = [("+" if move.how == "with" else "→", -_SIGN)]
    whole = [*beside, *taken, *word] if move.how == "out" else [*taken, *word, *beside]
    for card, width in [*whole, *goal, (sign, -_SIGN)]:
        if width < 0:
            kind = {"✗": "r"}.get(card, "n")
            yield f'<text class="{kind}" x="{x + 6:.4g}" y="{y + _H / 2 + 5:.4g}">{card}</text>'
        else:
            yield _drawn(_Card(x, y, 0, card, "", "right" if width < _W else ""))
        x += abs(width)
