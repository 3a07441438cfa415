"""Helpers that read the program's page, and move cards on it as a player does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.entrance import PATIENCE

from .firefox import FINGER, is_firefox, only_in_chromium
from .static_site import StaticSite

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession, Locator, Page, Route

    from .site import Site

# Return where to press to take the top cards of a pile. Also return where to release them, so that
# they land on the top card or the empty space of another pile.
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
WORKER = """async () => {
  await navigator.serviceWorker.ready;
  return !!navigator.serviceWorker.controller; }"""
# The shortest sequence of arrow keys from one pile to every other pile.
ARROWS = """async (from) => {
  const { neighbour } = await import(`${document.documentElement.dataset.static}/layout.js`);
  const slots = new Map([...document.querySelectorAll('.pile')].map(
    (el) => [el.dataset.pile, el.querySelector('.slot').getBoundingClientRect()]));
  const found = new Map([[from, []]]);
  for (const [here, keys] of found)
    for (const arrow of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
      const next = neighbour(slots, here, arrow);
      if (next && !found.has(next)) found.set(next, [...keys, arrow]);
    }
  return Object.fromEntries(found);
}"""


def _is_probe(url: str) -> bool:
    return url.endswith("/?probe")


@dataclass(frozen=True)
class Lift:
    """The parts of a written move: ``t3-t5x4`` moves four cards from t3 to t5."""

    source: str
    target: str
    count: int

    @classmethod
    def read(cls, move: str) -> Lift:
        """Read a move between two piles."""
        source, _, rest = move.partition("-")
        target, _, count = rest.partition("x")
        return cls(source, target, int(count or 1))


class Box(NamedTuple):
    """The box of an element in the window, in pixels."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h

    def within(self, width: float, height: float) -> bool:
        """Return whether the box lies completely in a window of this size."""
        return self.x >= 0 and self.y >= 0 and self.right <= width and self.bottom <= height

    def meets(self, other: Box) -> bool:
        """Return whether two boxes overlap."""
        across = self.x < other.right and other.x < self.right
        return across and self.y < other.bottom and other.y < self.bottom


def box_of(element: Locator) -> Box:
    """Return the box of an element, which must be visible."""
    box = element.bounding_box()
    assert box is not None, f"{element} is not seen"
    return Box(box["x"], box["y"], box["width"], box["height"])


class Table:
    """A page of the program."""

    def __init__(self, page: Page, site: Site) -> None:
        self.page, self.site = page, site
        self.mouse = page.mouse
        self._counting: CDPSession | None = None  # counts layouts

    def goto(self, path: str) -> None:
        """Open an address and wait until its page is drawn."""
        self.page.goto(self.address(path))
        self.ready()

    def address(self, path: str) -> str:
        """Return the address of one of the page's paths."""
        return self.site.url + path.removeprefix("/")

    def turn_to(self, path: str) -> None:
        """Show another board as the page's links do, without loading the page."""
        self.page.evaluate(
            """path => {
              history.pushState(null, "", path);
              dispatchEvent(new PopStateEvent("popstate"));
            }""",
            self.address(path),
        )
        self.ready()

    def reload(self) -> None:
        """Reload the page, and wait until it is drawn."""
        self.page.reload()
        self.ready()

    def arrive(self, address: str) -> None:
        """Wait until the page has this address and is drawn."""
        self.page.wait_for_url(address)
        self.ready()

    def ready(self) -> None:
        """Wait until the page for the current address shows a board, the contents or an error."""
        self.page.wait_for_function(
            "() => document.getElementById('app')?.dataset.address === location.href"
        )
        self.page.locator(
            ".play:not([inert]) .board[data-revision], .contents, .desk[data-tried],"
            ".trouble > [role=alert]"
        ).first.wait_for()

    def intercept(self, addresses: str, handler: Callable[[Route], Any]) -> None:
        """Answer requests to these addresses with a function, beginning with the next request.

        In a browser under load, `Page.route` takes effect only after a moment.
        """
        if isinstance(self.site, StaticSite):
            self.site.hold(self.page)
        self.page.route(addresses, handler)
        self.page.route(_is_probe, lambda route: route.fulfill(status=204))
        self.page.wait_for_function(
            "async (probe) => (await fetch(probe)).status === 204", arg=self.address("?probe")
        )
        self.page.unroute(_is_probe)

    def until(self, holds: Callable[[], object]) -> None:
        """Wait for a condition that the page does not show, such as a request."""
        for _ in range(50 * PATIENCE):
            if holds():
                return
            self.page.wait_for_timeout(20)
        raise AssertionError("it does not come about")

    @contextmanager
    def answered(self, addresses: str) -> Iterator[None]:
        """Expect a request to an address, and wait for its answer."""
        if isinstance(self.site, StaticSite):  # the browser does not show the requests of workers
            yield
            self.settle()
        else:
            with self.page.expect_response(addresses):
                yield

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
        """The server's view of the play that is shown."""
        return self.site.get(f"api/plays/{self.play}")

    def piles(self) -> dict[str, list[str]]:
        """Return the cards as the page shows them."""
        shown: dict[str, list[str]] = self.page.evaluate(PILES)
        return shown

    def slots(self) -> dict[str, dict[str, float]]:
        """Return the box of each pile's first card, in pixels."""
        found: dict[str, dict[str, float]] = self.page.evaluate(SLOTS)
        return found

    @property
    def static(self) -> str:
        """The location of the page's own modules."""
        source: str = self.page.locator("script[type=module]").get_attribute("src") or ""
        return source.rpartition("/")[0]

    def tool(self, name: str) -> Locator:
        """Return a button in the toolbar or its menu, by name."""
        return self.page.locator(".play .tool:visible").get_by_text(name, exact=True).locator("..")

    def open_menu(self) -> None:
        """Open the toolbar's menu; its script loads then."""
        self.tool("More").click()
        self.page.locator(".menu .items").wait_for()

    @property
    def targets(self) -> set[str]:
        """The piles outlined as targets."""
        piles = "els => els.map((el) => el.parentElement.dataset.pile)"
        return {*self.page.eval_on_selector_all(".frame.target", piles)}

    @property
    def chosen(self) -> list[str]:
        """The cards ringed as chosen."""
        cards = "els => els.map((el) => el.dataset.card)"
        return [*self.page.eval_on_selector_all(".card.chosen", cards)]

    @property
    def toast(self) -> Locator:
        """The note near the board."""
        return self.page.locator(".toast")

    def note(self, words: str) -> None:
        """Show a note for a minute."""
        self.page.evaluate(
            """async (words) => {
              const { static: files } = document.documentElement.dataset;
              (await import(`${files}/announce.js`)).note(words, 60);
            }""",
            words,
        )

    @property
    def dialog(self) -> Locator:
        """The open panel."""
        return self.page.locator("dialog[open]")

    def close_panel(self) -> None:
        """Press Escape, and wait until no panel is open."""
        self.press("Escape")
        self.dialog.wait_for(state="detached")

    @contextmanager
    def one_step(self) -> Iterator[None]:
        """Expect the board to advance by exactly one revision."""
        revision = self.revision
        yield
        self.shows(revision + 1)

    def step(self, act: Callable[..., object], *args: Any, **more: Any) -> None:
        """Call a function, and wait until the board has advanced by one revision."""
        with self.one_step():
            act(*args, **more)

    def shows(self, revision: int) -> None:
        """Wait until the board shows a revision."""
        # This checks every frame; `expect` would check ten times a second.
        self.page.wait_for_function(
            "(n) => document.querySelector('.board')?.dataset.revision === n", arg=str(revision)
        )

    def agrees(self) -> None:
        """Check that the page shows the same piles as the server."""
        assert self.piles() == self.view["piles"]

    def places(self, lift: Lift) -> tuple[dict[str, float], dict[str, float]]:
        """Return where to press and where to release, in pixels."""
        start, end = self.page.evaluate(PLACES, [lift.source, lift.target, lift.count])
        return start, end

    def next_frame(self) -> None:
        """Wait until the browser draws the next frame."""
        self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => done(0)))")

    def settle(self) -> None:
        """Wait until the page has finished all pending tasks and drawn their results."""
        for _ in range(2):
            self.next_frame()
            self.page.evaluate("() => new Promise((done) => setTimeout(done))")

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
        """Press on the top card of a pile and begin to drag it; return the place of the press."""
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
        """Double-click or double-tap the top card of a pile, quickly even on a busy machine.

        Each press carries its own time stamp, which the page uses.
        """
        x, y = self.spot(pile)
        if self._in_firefox:  # it does not accept timestamps
            self.mouse.dblclick(x, y, button=FINGER if touch else "left")
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

    def touch_on(self, element: Locator) -> None:
        """Touch the middle of an element with a finger, as soon as it can be clicked."""
        element.click(trial=True)
        box = box_of(element)
        self.touch(box.x + box.w / 2, box.y + box.h / 2)

    def touch(self, x: float, y: float) -> None:
        """Touch a point with a finger."""
        if self._in_firefox:
            self.mouse.click(x, y, button=FINGER)
        else:
            self.page.touchscreen.tap(x, y)

    @property
    def _in_firefox(self) -> bool:
        return is_firefox(self.page.context.browser)

    def finger_drag(self, move: str) -> None:
        """Drag cards with a finger."""
        start, end = self.places(Lift.read(move))
        self._finger(start, end)

    def swipe(self, x: float, y: float, down: float) -> None:
        """Swipe over the page with a finger, upwards if `down` is negative."""
        self._finger({"x": x, "y": y}, {"x": x, "y": y + down})

    def _finger(self, start: dict[str, float], end: dict[str, float]) -> None:
        if self._in_firefox:
            self.mouse.move(start["x"], start["y"])
            self.mouse.down(button=FINGER)
            self.mouse.move(end["x"], end["y"], steps=4)
            self.mouse.up(button=FINGER)
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
        """Return a session of the Chrome DevTools Protocol."""
        if self._in_firefox:
            only_in_chromium("the test uses its own protocol")
        return self.page.context.new_cdp_session(self.page)

    def covered(self, selector: str) -> set[str]:
        """Return the piles where an element covers a card, or the place of the first card."""
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
        """The number of layouts since this property was first used."""
        # Each session counts layouts separately, and only after `Performance.enable`.
        if self._counting is None:
            self._counting = self.cdp()
            self._counting.send("Performance.enable")
        metrics = self._counting.send("Performance.getMetrics")["metrics"]
        return next(int(m["value"]) for m in metrics if m["name"] == "LayoutCount")

    def press(self, *keys: str) -> None:
        """Press keys one after another."""
        for key in keys:
            self.page.keyboard.press(key)

    @property
    def focus(self) -> str:
        """The pile that has the keyboard focus."""
        name: str = self.page.evaluate(FOCUS)
        return name

    def tab_to_board(self) -> None:
        """Press Tab until the focus is on the board."""
        for _ in range(20):
            if self.focus:
                return
            self.press("Tab")
        raise AssertionError("twenty times Tab do not reach the board")

    def walk(self, target: str) -> None:
        """Move the focus to a pile with the arrow keys."""
        for arrow in self.arrows(self.focus)[target]:
            self.press(arrow)
        assert self.focus == target

    def arrows(self, start: str) -> dict[str, list[str]]:
        """Return, for each reachable pile, the shortest sequence of arrow keys to it."""
        found: dict[str, list[str]] = self.page.evaluate(ARROWS, start)
        return found

    def key_move(self, move: str) -> None:
        """Move cards with arrows, plus and Enter."""
        lift = Lift.read(move)
        self.walk(lift.source)
        for _ in range(lift.count - 1):
            self.press("+")
        self.press("Enter")
        self.walk(lift.target)
        self.press("Enter")


class Late:
    """Answers that are held back until the test releases them.

    Args:
        table: the page whose requests are held back.
        pattern: a pattern for the addresses of these requests.
        method: the HTTP method; requests with another method are answered without delay.
    """

    def __init__(self, table: Table, pattern: str = "**/move", method: str = "") -> None:
        self.held: list[Route] = []
        self.table, self.method, self.free = table, method, False
        table.intercept(pattern, self._answer)

    def _answer(self, route: Route) -> None:
        if self.free or self.method not in {"", route.request.method}:
            route.fallback()
        else:
            self.held.append(route)

    def come(self, many: int = 1) -> Route:
        """Wait until the given number of requests are held back; return the last one."""
        self.table.until(lambda: len(self.held) >= many)
        return self.held[-1]

    def answer(self, **response: Any) -> None:
        """Answer the last request held back, and wait until the page has handled the answer."""
        route = self.come(len(self.held) or 1)
        with self.table.page.expect_event(
            "requestfinished", lambda request: request == route.request
        ):
            route.fulfill(**response)
        self.table.settle()

    def let_go(self) -> None:
        """Let the server answer all held requests now, and all later ones without delay."""
        self.come()
        self.free = True
        for route in self.held:
            route.fallback()
