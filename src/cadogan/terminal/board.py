"""Board widget, which fits the board into the available space, and scrolls it if necessary."""

from __future__ import annotations

import functools
from typing import ClassVar

from rich.style import Style
from textual import events
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from cadogan.layout import Layout, place
from cadogan.model.position import Game
from cadogan.terminal.drawing import Canvas, Look, Marks, draw
from cadogan.terminal.geometry import Geometry, Height, fit, nearest
from cadogan.terminal.table import Hit, Table


class Board(ScrollView, inherit_bindings=False):
    """A widget that shows a table and reports clicks."""

    can_focus = True
    DEFAULT_CSS = "Board { width: 1fr; height: 1fr; scrollbar-size: 1 1; }"
    ARROWS: ClassVar[dict[str, tuple[int, int]]] = {
        "left": (-1, 0),
        "right": (1, 0),
        "up": (0, -1),
        "down": (0, 1),
    }

    class Pressed(Message):
        """A click on the board.

        Attributes:
            hit: the clicked place, or None outside all piles.
            source: the place where the user pressed the button, if that was on another pile.
            twice: whether the click is the second of a double click.
        """

        def __init__(self, hit: Hit | None, source: Hit | None, *, twice: bool) -> None:
            super().__init__()
            self.hit, self.source, self.twice = hit, source, twice

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.look = look
        self.geometry: Geometry | None = None
        self.canvas: Canvas | None = None
        self._table: Table | None = None
        self._fitted: tuple[object, ...] = ()
        self._down: Hit | None = None

    def show_table(self, table: Table) -> None:
        """Draw a table and scroll its focus into view."""
        self._table = table
        self._draw()
        self.call_after_refresh(self._seek)

    def on_resize(self) -> None:
        """Redraw the board for the new size."""
        self._draw()
        self.call_after_refresh(self._seek)

    def _draw(self) -> None:
        table, room = self._table, self.outer_size
        if table is None or room.width < 2 or room.height < 2:
            return
        view, play = table.view, table.play
        heights = {n: Height(len(c), view["down"][n]) for n, c in view["piles"].items()}
        fitted = (play.game, room, tuple(heights.items()))
        if self.geometry is None or fitted != self._fitted:
            self.geometry, self._fitted = _fitted(play.game, heights, room), fitted
        chosen = {}
        if table.chosen:
            hit, _, more = table.chosen
            chosen = {hit.pile: hit.card, **{n: len(table.cards(n)) - 1 for n in more}}
        marks = Marks(table.focus, chosen, table.targets, view["covered"])
        wide = self.geometry.width > room.width
        high = self.geometry.height > room.height
        size = room.width - high, room.height - wide  # each scroll bar takes one line
        self.canvas = draw(self.geometry, view["piles"], marks, self.look, size)
        self.virtual_size = Size(self.canvas.width, self.canvas.height)
        self.refresh()

    def _seek(self) -> None:
        """Scroll so that as much as possible of the focused card is visible."""
        if self._table is None or self.geometry is None or self.canvas is None:
            return
        pile, index = self._table.focus
        here = self.geometry.places[pile]
        x, y = here.cards[index] if index < len(here.cards) and here.cards else (here.x, here.y)
        left = max(0, (self.canvas.width - self.geometry.width) // 2)
        card = Region(x + left, y, self.geometry.card_width, self.geometry.card_height)
        self.scroll_to_region(card, animate=False, force=True)

    def render_line(self, y: int) -> Strip:
        """Return one line from the visible part of the board."""
        across, down = self.scroll_offset
        if self.canvas is None or not 0 <= y + down < self.canvas.height:
            return Strip.blank(self.size.width, Style())
        strip = Strip(self.canvas.line(y + down), self.canvas.width)
        return strip.crop_extend(across, across + self.size.width, Style())

    def step(self, key: str) -> None:
        """Move the focus to the nearest pile in an arrow key's direction."""
        if self._table is None or self.geometry is None:
            return
        name = nearest(self.geometry.places, self._table.focus.pile, *self.ARROWS[key])
        if name:
            self._table.focus = Hit(name)

    # -- the mouse ---------------------------------------------------------------------------------

    def _hit(self, event: events.MouseEvent) -> Hit | None:
        """Return the place under the pointer."""
        at: Offset = event.get_content_offset_capture(self) + self.scroll_offset
        found = self.canvas.at(*at) if self.canvas else None
        return Hit(*found) if found else None

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Remember where the user pressed the button, since a drag from that place moves cards."""
        self._down = self._hit(event)

    def on_click(self, event: events.Click) -> None:
        """Report where the user released the button."""
        hit, down = self._hit(event), self._down
        led = down if down and hit and down.pile != hit.pile else None
        self._down = None
        self.post_message(self.Pressed(hit, led, twice=event.chain % 2 == 0))


@functools.lru_cache(maxsize=8)
def _layout(game: Game) -> Layout:
    return place(game)


def _fitted(game: Game, heights: dict[str, Height], room: Size) -> Geometry:
    """Fit a board into the available space; leave room for a scroll bar if it is too tall."""
    found = fit(_layout(game), heights, room.width, room.height)
    if found.height > room.height:
        found = fit(_layout(game), heights, room.width - 1, room.height)
    return found
