"""Hands and eyes for the tests: piles and cards of a page, moved as a person moves them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tests.entrance import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession, Locator, Page, Route

    from .site import Site

# Where to press to take the top cards of one pile, and where the first of them must be led so
# that it lies on the top card, or the empty space, of another one.
PLACES = """([source, target, count]) => {
  const box = (el) => el.getBoundingClientRect();
  const pile = (name) => document.querySelector(`[data-pile="${name}"]`);
  const cards = [...pile(source).querySelectorAll('.card')];
  const taken = box(cards.at(-count) ?? pile(source).querySelector('.slot'));
  const grip = count > 1 || !cards.length
    ? {x: taken.x + 6, y: taken.y + 6}
    : {x: taken.x + taken.width / 2, y: taken.y + taken.height / 2};
  if (!target) return [grip, grip];
  const goal = box([...pile(target).querySelectorAll('.card')].at(-1)
    ?? pile(target).querySelector('.slot'));
  return [grip, {x: grip.x + goal.x - taken.x, y: grip.y + goal.y - taken.y}];
}"""
PILES = """() => Object.fromEntries([...document.querySelectorAll('.pile')].map(
  (el) => [el.dataset.pile, [...el.querySelectorAll('.card')].map((card) => card.dataset.card)]))"""
SLOTS = """() => Object.fromEntries([...document.querySelectorAll('.pile')].map((el) => {
  const box = el.querySelector('.slot').getBoundingClientRect();
  return [el.dataset.pile, {x: box.x, y: box.y, w: box.width, h: box.height}];
}))"""
FOCUS = "() => document.activeElement?.closest('[data-pile]')?.dataset.pile ?? ''"
ARROWS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")


def _is_probe(url: str) -> bool:
    return url.endswith("/?probe")


@dataclass(frozen=True)
class Lift:
    """A written move, taken apart: ``t3-t5x4`` is four cards from t3 to t5."""

    source: str
    target: str
    count: int

    @classmethod
    def read(cls, move: str) -> Lift:
        """Read a move between two piles."""
        source, _, rest = move.partition("-")
        target, _, count = rest.partition("x")
        return cls(source, target, int(count or 1))


class Table:
    """A page of the program."""

    def __init__(self, page: Page, site: Site) -> None:
        self.page, self.site = page, site
        self.mouse = page.mouse
        self._graph: dict[str, dict[str, str]] = {}  # where the arrows lead, once asked for
        self._counting: CDPSession | None = None  # counts layouts

    # -- what is seen ------------------------------------------------------------------------

    def goto(self, path: str) -> None:
        """Open an address and wait until its page is drawn."""
        self._graph = {}
        self.page.goto(path or "/")
        self.ready()

    def turn_to(self, path: str) -> None:
        """Show another board as the page's own links do: in a fraction of the work of loading."""
        self._graph = {}
        self.page.evaluate(
            """path => {
              history.pushState(null, "", path);
              dispatchEvent(new PopStateEvent("popstate"));
            }""",
            path,
        )
        self.ready()

    def ready(self) -> None:
        """Wait until the page of this address is shown: a board, the contents or an error."""
        self.page.wait_for_function(
            "() => document.getElementById('app')?.dataset.address === location.href"
        )
        self.page.locator(
            ".board[data-revision], .contents, .desk[data-tried], .trouble"
        ).first.wait_for()

    def intercept(self, addresses: str, handler: Callable[[Route], Any]) -> None:
        """Answer requests to these addresses by a function, from the next one on.

        A loaded browser asks `Page.route` only a moment after it was set.
        """
        self.page.route(addresses, handler)
        self.page.route(_is_probe, lambda route: route.fulfill(status=204))
        self.page.wait_for_function("async () => (await fetch('/?probe')).status === 204")
        self.page.unroute(_is_probe)

    def hold_first(self, addresses: str) -> list[Route]:
        """Hold back the answer to the first request to these addresses; the others are answered.

        Returns:
            where that request is as soon as it has been made, to be answered by the test.
        """
        held: list[Route] = []

        def answer(route: Route) -> None:
            if held:
                route.fallback()
            else:
                held.append(route)

        self.intercept(addresses, answer)
        return held

    def until(self, holds: Callable[[], object]) -> None:
        """Wait until something is so that the page does not show: what it asks, for instance."""
        for _ in range(50 * PATIENCE):
            if holds():
                return
            self.page.wait_for_timeout(20)
        raise AssertionError("it does not come about")

    @property
    def revision(self) -> int:
        """The revision that the board shows."""
        return int(self.page.locator(".board").get_attribute("data-revision") or -1)

    @property
    def play(self) -> str:
        """The key of the play that is shown."""
        key: str = self.page.evaluate("history.state.play")
        return key

    @property
    def view(self) -> Any:
        """What the server says of the play that is shown."""
        return self.site.get(f"api/plays/{self.play}")

    def piles(self) -> dict[str, list[str]]:
        """Return the cards as the page shows them."""
        shown: dict[str, list[str]] = self.page.evaluate(PILES)
        return shown

    def slots(self) -> dict[str, dict[str, float]]:
        """Return where each pile's first card lies, in pixels."""
        found: dict[str, dict[str, float]] = self.page.evaluate(SLOTS)
        return found

    @property
    def static(self) -> str:
        """Where the page's own modules lie."""
        source: str = self.page.locator("script[type=module]").get_attribute("src") or ""
        return source.rpartition("/")[0]

    def tool(self, name: str) -> Locator:
        """Return a button of the tool bar or of its menu, by name."""
        return self.page.locator(".play .tool:visible").get_by_text(name, exact=True).locator("..")

    def open_menu(self) -> None:
        """Open the menu of the tool bar, whose script comes when it is asked for."""
        self.tool("More").click()
        self.page.locator(".menu .items").wait_for()

    @property
    def targets(self) -> set[str]:
        """The piles outlined as targets."""
        names: list[str] = self.page.eval_on_selector_all(
            ".frame.target", "els => els.map((el) => el.parentElement.dataset.pile)"
        )
        return set(names)

    @property
    def chosen(self) -> list[str]:
        """The cards ringed as chosen."""
        cards: list[str] = self.page.eval_on_selector_all(
            ".card.chosen", "els => els.map((el) => el.dataset.card)"
        )
        return cards

    @property
    def toast(self) -> Locator:
        """The note near the board."""
        return self.page.locator(".toast")

    @property
    def dialog(self) -> Locator:
        """The open panel."""
        return self.page.locator("dialog[open]")

    @contextmanager
    def one_step(self) -> Iterator[None]:
        """Expect the board to go on by exactly one revision."""
        revision = self.revision
        yield
        self.shows(revision + 1)

    def shows(self, revision: int) -> None:
        """Wait until the board shows a revision."""
        # A look at every frame; `expect` would look ten times a second.
        self.page.wait_for_function(
            "(n) => document.querySelector('.board')?.dataset.revision === n", arg=str(revision)
        )

    def agrees(self) -> None:
        """Check that the page shows just what the server has."""
        assert self.piles() == self.view["piles"]

    # -- mouse and finger --------------------------------------------------------------------

    def places(self, lift: Lift) -> tuple[dict[str, float], dict[str, float]]:
        """Return where to press and where to let go, in pixels."""
        start, end = self.page.evaluate(PLACES, [lift.source, lift.target, lift.count])
        return start, end

    def next_frame(self) -> None:
        """Wait until the browser draws the next time."""
        self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => done(0)))")

    def spot(self, pile: str, count: int = 1) -> tuple[float, float]:
        """Return where to press for the top cards of a pile, or its empty space."""
        start, _ = self.page.evaluate(PLACES, [pile, "", count])
        return start["x"], start["y"]

    def drag(self, move: str, steps: int = 4) -> None:
        """Drag cards with the mouse."""
        start, end = self.places(Lift.read(move))
        self.mouse.move(start["x"], start["y"])
        self.mouse.down()
        self.mouse.move(end["x"], end["y"], steps=steps)
        self.mouse.up()

    def begin_drag(self, pile: str, right: float = 30, down: float = 30) -> tuple[float, float]:
        """Take the top card of a pile and begin to drag it; return where it was taken."""
        x, y = self.spot(pile)
        self.mouse.move(x, y)
        self.mouse.down()
        self.mouse.move(x + right, y + down, steps=2)
        self.next_frame()
        return x, y

    def click(self, pile: str) -> None:
        """Click the top card of a pile, or its empty space."""
        self.mouse.click(*self.spot(pile))

    def twice(self, pile: str, *, touch: bool = False) -> None:
        """Click the top card of a pile twice, or tap it: quickly, however busy the machine is.

        The page goes by when a press was made, which is told with it.
        """
        x, y = self.spot(pile)
        if self._mouse_is_finger:  # a Firefox is not told
            self.mouse.dblclick(x, y)
            return
        session, now = self.cdp(), self.page.evaluate("Date.now()") / 1000
        for at, count in ((now, 1), (now + 0.1, 2)):
            if touch:
                session.send(
                    "Input.dispatchTouchEvent",
                    {"type": "touchStart", "touchPoints": [{"x": x, "y": y}], "timestamp": at},
                )
                end = {"type": "touchEnd", "touchPoints": [], "timestamp": at + 0.02}
                session.send("Input.dispatchTouchEvent", end)
                continue
            for kind, when in (("mousePressed", at), ("mouseReleased", at + 0.02)):
                press = {"x": x, "y": y, "button": "left", "clickCount": count, "timestamp": when}
                session.send("Input.dispatchMouseEvent", {"type": kind, **press})
        session.detach()

    def tap(self, pile: str, count: int = 1) -> None:
        """Touch a pile with a finger."""
        self.touch(*self.spot(pile, count))

    def touch(self, x: float, y: float) -> None:
        """Touch a point with a finger."""
        if self._mouse_is_finger:
            self.mouse.click(x, y)
        else:
            self.page.touchscreen.tap(x, y)

    @property
    def _mouse_is_finger(self) -> bool:
        """Whether this is the Firefox of `firefox.firefox` (finger=True)."""
        browser = self.page.context.browser
        return browser is not None and browser.browser_type.name == "firefox"

    def finger_drag(self, move: str) -> None:
        """Drag cards with a finger."""
        start, end = self.places(Lift.read(move))
        self._finger(start, end)

    def swipe(self, x: float, y: float, down: float) -> None:
        """Draw a finger over the page, upwards where `down` is negative."""
        self._finger({"x": x, "y": y}, {"x": x, "y": y + down})

    def _finger(self, start: dict[str, float], end: dict[str, float]) -> None:
        if self._mouse_is_finger:
            self.mouse.move(start["x"], start["y"])
            self.mouse.down()
            self.mouse.move(end["x"], end["y"], steps=4)
            self.mouse.up()
            return
        session = self.cdp()

        def touch(kind: str, *points: dict[str, float]) -> None:
            body = {"type": kind, "touchPoints": list(points)}
            session.send("Input.dispatchTouchEvent", body)

        touch("touchStart", start)
        for part in (0.1, 0.4, 0.7, 1.0):
            touch(
                "touchMove", {axis: start[axis] + part * (end[axis] - start[axis]) for axis in "xy"}
            )
        touch("touchEnd")
        session.detach()

    def cdp(self) -> CDPSession:
        """Return a session of the browser's own protocol."""
        return self.page.context.new_cdp_session(self.page)

    def covered(self, selector: str) -> set[str]:
        """Return the piles of which an element covers a card, or the place of the first."""
        piles: list[str] = self.page.evaluate(
            """selector => {
              const over = document.querySelector(selector).getBoundingClientRect();
              return [...document.querySelectorAll('.pile > .slot, .pile > .card')].filter((el) => {
                const box = el.getBoundingClientRect();
                return box.left < over.right && over.left < box.right
                  && box.top < over.bottom && over.top < box.bottom;
              }).map((el) => el.parentElement.dataset.pile);
            }""",
            selector,
        )
        return set(piles)

    @property
    def layouts(self) -> int:
        """How often the browser has worked out where things lie, since this was first asked."""
        # Each session counts for itself, from the moment on when it was told to.
        if self._counting is None:
            self._counting = self.cdp()
            self._counting.send("Performance.enable")
        metrics = self._counting.send("Performance.getMetrics")["metrics"]
        return next(int(m["value"]) for m in metrics if m["name"] == "LayoutCount")

    # -- keyboard ----------------------------------------------------------------------------

    @property
    def focus(self) -> str:
        """The pile that has the keyboard's focus."""
        name: str = self.page.evaluate(FOCUS)
        return name

    def tab_to_board(self) -> None:
        """Press Tab until the focus is on the board."""
        for _ in range(20):
            if self.focus:
                return
            self.page.keyboard.press("Tab")
        raise AssertionError("twenty times Tab do not reach the board")

    def walk(self, target: str) -> None:
        """Go to a pile with the arrows."""
        if not self._graph:
            self._graph = arrow_graph(self.slots())
        for arrow in ways(self._graph, self.focus)[target]:
            self.page.keyboard.press(arrow)
        assert self.focus == target

    def key_move(self, move: str) -> None:
        """Move cards with arrows, plus and Enter."""
        lift = Lift.read(move)
        self.walk(lift.source)
        for _ in range(lift.count - 1):
            self.page.keyboard.press("+")
        self.page.keyboard.press("Enter")
        self.walk(lift.target)
        self.page.keyboard.press("Enter")


def arrow_graph(slots: dict[str, dict[str, float]]) -> dict[str, dict[str, str]]:
    """Return where each arrow leads from each pile.

    Must agree with `step` in static/keys.js; `Table.walk` holds the two together.
    """
    graph: dict[str, dict[str, str]] = {}
    for here, at in slots.items():
        graph[here] = {}
        for arrow in ARROWS:
            sign = -1 if arrow in {"ArrowLeft", "ArrowUp"} else 1
            ahead, across = ("x", "y") if arrow in {"ArrowLeft", "ArrowRight"} else ("y", "x")
            best, least = "", float("inf")
            for name, to in slots.items():
                along = (to[ahead] - at[ahead]) * sign
                aside = abs(to[across] - at[across])
                if name == here or along < 2:
                    continue
                cost = along + 2 * aside + (1e6 if aside > along * 1.75 else 0)
                if cost < least:
                    best, least = name, cost
            if best:
                graph[here][arrow] = best
    return graph


def ways(graph: dict[str, dict[str, str]], start: str) -> dict[str, list[str]]:
    """Return for each pile that arrows lead to the fewest arrows to it."""
    found: dict[str, list[str]] = {start: []}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for arrow, name in graph[here].items():
            if name not in found:
                found[name] = [*found[here], arrow]
                queue.append(name)
    return found
