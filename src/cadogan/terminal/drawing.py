"""Drawing of the board as text, with colours and marks for cards, backs and empty piles."""

from __future__ import annotations

import functools
from collections.abc import Collection, Mapping
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style

from cadogan.core.cards import HIDDEN, JOKER, card_text
from cadogan.terminal.geometry import Geometry, Place

_NO_SUIT = card_text(JOKER)
_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
# Colours of the suits, which must equal those of the card designs on the page.
_INK = {
    "two": {"C": "#111111", "D": "#c8102e", "H": "#c8102e", "S": "#111111"},
    "four": {"C": "#0b7a34", "D": "#0a53c8", "H": "#c8102e", "S": "#111111"},
    "safe": {"C": "#1478cc", "D": "#ab6202", "H": "#d6255a", "S": "#0d0d0f"},
}
_JOKER = "#6b2d8f"
_FELT, _PLACE, _CHOSEN, _BACK = "#1d5a3c", "#184b32", "#ffd86b", "#2f4a7a"
# the colours of cards without a border, which alternate
_FACES, _COVERED = ("#fbfaf4", "#ece7d8"), "#d9d4c5"
_LINE, _WEAVE, _FOCUS, _GOAL = "#a39d8b", "#7f9bd0", "#d1700a", "#0a7d3f"
# the colours of empty piles: a target, a plain pile, the pile in focus
_TARGET, _EMPTY, _AT = "#7ee0a6", "#76ab8d", "#ffb347"


class Look(NamedTuple):
    """Style of the cards: colours, and symbols or letters for the suits.

    >>> shown("TH", Look()), shown("TH", Look(ascii=True)), shown("Jo", Look())
    ('10♥', '10H', 'Jo')
    """

    ascii: bool = False
    colour: bool = True
    suits: str = "two"

    @property
    def frame(self) -> str:
        """The characters for a card's border: top row, side, bottom row."""
        return "+-+|+-+" if self.ascii else "╭─╮│╰─╯"

    @property
    def focus_frame(self) -> str:
        """The characters for the border of the focused card."""
        return "#=#:#=#" if self.ascii else "┏━┓┃┗━┛"

    @property
    def weave(self) -> str:
        """The fill character for a card's back."""
        return "%" if self.ascii else "▒"

    @property
    def signs(self) -> str:
        """The marks for the focus, for chosen cards and for their targets."""
        return "<*+" if self.ascii else "◂●○"


class Marks(NamedTuple):
    """Marks on the board."""

    # the pile and the index of the focused card; -1 is the top card
    focus: tuple[str, int] = ("", -1)
    chosen: Mapping[str, int] = {}  # for each pile, the index of its lowest chosen card
    targets: Collection[str] = ()  # the piles that accept the chosen cards
    covered: Collection[str] = ()  # the piles that other piles cover


def shown(card: str, look: Look, *, short: bool = False) -> str:
    """Return the text for a card; with ``short``, every card takes two characters."""
    if card == HIDDEN:
        return look.weave * 2
    if card == _NO_SUIT:
        return card
    rank = "10" if card[0] == "T" and not short else card[0]
    return rank + (card[1] if look.ascii else _SIGNS[card[1]])


class Canvas:
    """A grid of characters, each with its style and the card or empty pile it belongs to."""

    def __init__(self, width: int, height: int, ground: Style) -> None:
        self.width, self.height = width, height
        self._cells = [[(" ", ground)] * width for _ in range(height)]
        self._owners: list[list[tuple[str, int] | None]] = [[None] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: Style, owner: tuple[str, int]) -> None:
        """Write the characters of a card, clipped to the canvas."""
        if 0 <= y < self.height:
            for i, letter in enumerate(text, x):
                if 0 <= i < self.width:
                    self._cells[y][i] = letter, style
                    self._owners[y][i] = owner

    def at(self, x: int, y: int) -> tuple[str, int] | None:
        """Return the pile and the index of the card (-1: empty pile) at a point."""
        inside = 0 <= x < self.width and 0 <= y < self.height
        return self._owners[y][x] if inside else None

    def line(self, y: int) -> list[Segment]:
        """Return a line, joining neighbouring characters of the same style."""
        segments: list[Segment] = []
        run, style = "", None
        for letter, own in self._cells[y]:
            if own is not style and run:
                segments.append(Segment(run, style))
                run = ""
            run, style = run + letter, own
        return [*segments, Segment(run, style)]

    @property
    def text(self) -> str:
        """The text without styles."""
        return "\n".join("".join(letter for letter, _ in line).rstrip() for line in self._cells)


@functools.cache  # because `Canvas.line` compares styles by identity
def _style(look: Look, ink: str, ground: str, *, bold: bool, reverse: bool) -> Style:
    if look.colour:
        return Style(color=ink, bgcolor=ground, bold=bold)
    return Style(bold=bold, reverse=reverse)


def draw(
    geometry: Geometry,
    piles: Mapping[str, list[str]],
    marks: Marks,
    look: Look,
    size: tuple[int, int],
) -> Canvas:
    """Draw a board, centred in the available space if it is smaller.

    Args:
        geometry: the places of the piles on the board.
        piles: the cards of each pile, as in the view of a play.
        marks: the marks to draw.
        look: the style of the cards.
        size: the available columns and lines.

    >>> import cadogan
    >>> from cadogan.layout import place
    >>> from cadogan.terminal.geometry import Height, fit
    >>> p = cadogan.game("accordion").deal(1)
    >>> heights = {name: Height(len(cards)) for name, cards in p.piles.items()}
    >>> some = fit(place(p.game), heights, 70, 8)
    >>> piles = {name: list(cards) for name, cards in p.piles.items()}
    >>> print(draw(some, piles, Marks(), Look(ascii=True), (0, 0)).text[:29])
    5C   9D   JH   2H   5D   4H
    """
    left = max(0, (size[0] - geometry.width) // 2)
    width, height = max(size[0], geometry.width), max(size[1], geometry.height)
    canvas = Canvas(width, height, _style(look, _EMPTY, _FELT, bold=False, reverse=False))
    painter = _Painter(canvas, geometry, look, marks, left)
    for name, place in geometry.places.items():
        painter.pile(place, piles.get(name, []))
    return canvas


class _Painter(NamedTuple):
    canvas: Canvas
    geometry: Geometry
    look: Look
    marks: Marks
    left: int

    def pile(self, place: Place, cards: list[str]) -> None:
        """Draw one pile from the bottom card up."""
        name = place.pile.name
        focus = self.marks.focus[1] if self.marks.focus[0] == name else None
        if focus is not None and (focus < 0 or focus >= len(cards)):
            focus = len(cards) - 1
        if not cards:
            self._slot(place, focus=focus is not None)
            return
        chosen = self.marks.chosen.get(name, len(cards))
        # only the top card of a squared pile is visible
        tops = {xy: i for i, xy in enumerate(place.cards)}
        for i, xy in enumerate(place.cards):
            if tops[xy] != i:
                continue
            under = sum(other == xy for other in place.cards[:i])
            top = i == len(cards) - 1
            mark = ""
            if focus is not None and (focus == i or (place.cards[focus] == xy)):
                mark = self.look.signs[0]
            elif i >= chosen:
                mark = self.look.signs[1]
            elif top and name in self.marks.targets:
                mark = self.look.signs[2]
            foot = self._foot(place, under, top=top)
            self._card(xy, cards[i], (name, i), mark, foot, chosen=i >= chosen)

    def _foot(self, place: Place, under: int, *, top: bool) -> str:
        """Return the text in a card's corner: the pile's label, or the number of squared cards."""
        kind, label = place.pile.kind, place.pile.label
        if top and label.isdigit() and kind != "foundation":
            return label
        counted = under and kind not in {"foundation", "waste"} and (not top or kind != "tableau")
        return str(under + 1) if counted else label if top and label.isdigit() else ""

    def _card(
        self,
        xy: tuple[int, int],
        card: str,
        owner: tuple[str, int],
        mark: str,
        foot: str,
        *,
        chosen: bool,
    ) -> None:
        """Draw one card at full size; the caller may draw other cards over it."""
        g, look = self.geometry, self.look
        hidden = card == HIDDEN
        focus = mark == look.signs[0]
        face = _FACES[0 if g.bordered else owner[1] % 2]
        face = _COVERED if owner[0] in self.marks.covered else face
        ground = _CHOSEN if chosen else _BACK if hidden else face
        ink = _WEAVE if hidden else _INK[look.suits].get(card[1], _JOKER)
        edge = _FOCUS if focus else _WEAVE if hidden else _LINE
        line = _style(look, edge, ground, bold=focus, reverse=chosen)
        body = _style(look, ink, ground, bold=not hidden, reverse=chosen)
        signs = _style(look, _FOCUS if focus else _GOAL, ground, bold=True, reverse=chosen)
        x, y = xy[0] + self.left, xy[1]
        w, h = g.card_width, g.card_height
        fill = look.weave if hidden else " "
        name = "" if hidden else shown(card, look, short=g.squeezed)
        if g.bordered:
            self._frame(x, y, look.focus_frame if focus else look.frame, line, owner)
            for row in range(1, h - 1):
                self.canvas.put(x + 1, y + row, fill * (w - 2), body, owner)
            self.canvas.put(x + 1, y, name or look.weave * (w - 2), body, owner)
            if not hidden and h >= 4 and owner[0] not in self.marks.covered:
                self._middle(x, y, card, name, body, owner)
            if foot:
                at = x + (w - len(foot)) // 2
                self.canvas.put(at, y if hidden and h == 2 else y + h - 1, foot, body, owner)
            if mark:
                self.canvas.put(x + w - 2, y, mark, signs, owner)
            return
        for row in range(h):
            self.canvas.put(x, y + row, fill * w, body, owner)
        self.canvas.put(x, y, name, body, owner)
        if foot and h > 1:
            self.canvas.put(x + w - len(foot), y + h - 1, foot, line, owner)
        elif foot and hidden:
            self.canvas.put(x, y, foot[:w], body, owner)
        if mark:
            self.canvas.put(x + w - 1, y, mark, signs, owner)

    def _frame(self, x: int, y: int, frame: str, style: Style, owner: tuple[str, int]) -> None:
        """Draw the border of a card or an empty pile, filled with blanks."""
        w, h = self.geometry.card_width - 2, self.geometry.card_height
        self.canvas.put(x, y, frame[0] + frame[1] * w + frame[2], style, owner)
        for row in range(1, h - 1):
            self.canvas.put(x, y + row, frame[3] + " " * w + frame[3], style, owner)
        self.canvas.put(x, y + h - 1, frame[4] + frame[5] * w + frame[6], style, owner)

    def _middle(
        self, x: int, y: int, card: str, name: str, style: Style, owner: tuple[str, int]
    ) -> None:
        """Draw the suit in the middle and, on a large card, its name in the opposite corner."""
        w, h = self.geometry.card_width, self.geometry.card_height
        sign = "*" if card == _NO_SUIT else card[1] if self.look.ascii else _SIGNS[card[1]]
        self.canvas.put(x + w // 2, y + h // 2, sign, style, owner)
        if h >= 6 and w >= 8:
            self.canvas.put(x + w - 2 - len(name), y + h - 2, name, style, owner)

    def _slot(self, place: Place, *, focus: bool) -> None:
        g, look = self.geometry, self.look
        x, y, w, h = place.x + self.left, place.y, g.card_width, g.card_height
        target = place.pile.name in self.marks.targets
        ink = _AT if focus else _TARGET if target else _EMPTY
        ground = _FELT if g.bordered else _PLACE
        style = _style(look, ink, ground, bold=focus or target, reverse=False)
        owner = place.pile.name, -1
        mark = look.signs[0] if focus else look.signs[2] if target else ""
        label = place.pile.label if len(place.pile.label) <= 3 else ""
        if look.ascii:
            for suit, sign in _SIGNS.items():
                label = label.replace(sign, suit)
        if g.bordered:
            frame = look.focus_frame if focus else "+-+|+-+" if look.ascii else "┌╌┐╎└╌┘"
            self._frame(x, y, frame, style, owner)
            self.canvas.put(x + (w - len(label)) // 2, y + (h - 1) // 2, label, style, owner)
            self.canvas.put(x + w - 2, y, mark, style, owner)
            return
        for row in range(h):
            self.canvas.put(x, y + row, " " * w, style, owner)
        self.canvas.put(x, y, label + "_" * max(0, 3 - len(label)), style, owner)
        self.canvas.put(x + w - 1, y, mark, style, owner)
