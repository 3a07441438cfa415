"""Benchmark of the page in Chromium: drawing, bytes, drags, drops, moves while the solver works.

    python -m bench browser [--games klondike,big-ben] [--times 5]

Counts are exact. A time is the shortest of several measurements, because other programs may run at
the same time. For moves and the frames of a drag, it is the 95th percentile (p95). A first load
starts with an empty cache, and excludes files that the page fetches when idle. "At 4x" the
processor runs at a quarter of its speed. During drags and moves the page shows verdicts, so the
solver works at full speed.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.conftest import ARGUMENTS, NO_BROWSER, find_chromium
from tests.e2e.site import Program, Site
from tests.e2e.table import Lift, Table

from .arguments import check_games
from .page import moves

if TYPE_CHECKING:
    from playwright.sync_api import Browser, CDPSession, Page

GAMES = ("klondike", "freecell", "algerian", "big-ben")
SLOWED = 4
# The script records when the board was painted, layout shifts, and slow paints.
WATCH = """
window.seen = {drawn: 0, shifts: 0, inputs: []};
new PerformanceObserver((list) => list.getEntries().forEach((e) => seen.shifts += e.value))
  .observe({type: 'layout-shift', buffered: true});
new PerformanceObserver((list) => list.getEntries().forEach((e) => {
  if (e.name === 'pointerup') seen.inputs.push(e.duration);
})).observe({type: 'event', durationThreshold: 16});
const look = () => {
  if (!document.querySelector('.board[data-revision] .card')) return requestAnimationFrame(look);
  requestAnimationFrame(() => { seen.drawn = performance.now(); });
};
requestAnimationFrame(look);
"""
NEVER_IDLE = "window.requestIdleCallback = () => 0;"
FACES = """() => performance.getEntriesByType('resource')
  .filter((e) => e.name.includes('/cards/')).length >= 53"""
FRAMES = """() => {
  window.frames_seen = [];
  let last = performance.now();
  const tick = (now) => { frames_seen.push(now - last); last = now; requestAnimationFrame(tick); };
  requestAnimationFrame(tick);
}"""


class Load(NamedTuple):
    """A page load with an empty cache: the time until the board was drawn, bytes, layout shifts."""

    drawn: float
    bytes: int
    script: int
    shifts: float


def load(browser: Browser, site: Site, path: str, slowed: int = 1, *, idle: bool = True) -> Load:
    """Load an address in a new browser context; ``idle`` allows fetches in idle time."""
    context = browser.new_context(base_url=site.url, viewport={"width": 1280, "height": 800})
    site.let_in(context)
    page = context.new_page()
    page.add_init_script(WATCH if idle else WATCH + NEVER_IDLE)
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slowed})
    sizes = _sizes(session)
    Table(page, site).goto(path)
    page.wait_for_function("() => window.seen.drawn > 0")
    page.wait_for_load_state("networkidle")
    seen = page.evaluate("window.seen")
    context.close()
    script = sum(n for kind, n in sizes.values() if kind == "Script")
    return Load(seen["drawn"], sum(n for _, n in sizes.values()), script, seen["shifts"])


def _sizes(session: CDPSession) -> dict[str, tuple[str, int]]:
    """Return a table that will contain the kind and bytes of each later network response."""
    kinds: dict[str, str] = {}
    sizes: dict[str, tuple[str, int]] = {}

    def finished(event: dict[str, Any]) -> None:
        request = event["requestId"]
        sizes[request] = (kinds.get(request, ""), int(event["encodedDataLength"]))

    session.send("Network.enable")
    session.on("Network.responseReceived", lambda e: kinds.__setitem__(e["requestId"], e["type"]))
    session.on("Network.loadingFinished", finished)
    return sizes


def drag(page: Page, table: Table) -> tuple[float, float, float, float]:
    """Drag the first movable card around, and drop it on a legal target.

    Returns:
        The number of layouts during the drag, the p95 and the longest frame time, and the time
        until the drop was painted. Times are in milliseconds.
    """
    move = next(m for m in table.view["moves"] if m["source"] and m["target"] and m["count"] == 1)
    start, end = table.places(Lift.read(move["move"]))
    table.mouse.move(start["x"], start["y"])
    table.mouse.down()
    table.mouse.move(start["x"] + 30, start["y"] + 30, steps=3)
    page.evaluate(FRAMES)
    page.wait_for_timeout(100)
    page.evaluate("frames_seen.length = 0")
    before = table.layouts
    for step in range(90):
        table.mouse.move(start["x"] + 30 + 6 * (step % 60), start["y"] + 30 + (step % 7) * 9)
    made = table.layouts - before
    frames = page.evaluate("frames_seen")
    page.evaluate("seen.inputs.length = 0")
    table.mouse.move(end["x"], end["y"], steps=4)
    with table.one_step():
        table.mouse.up()
    page.wait_for_timeout(300)
    # The browser does not report times shorter than 16 ms.
    inputs = page.evaluate("seen.inputs") or [16]
    return made, statistics.quantiles(frames, n=20)[-1], max(frames), max(inputs)


def main(arguments: Sequence[str]) -> int:
    """Run the benchmark and print its table."""
    parser = argparse.ArgumentParser(
        prog="python -m bench browser", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("--games", default=",".join(GAMES), help="ids, separated by commas")
    parser.add_argument("--times", type=int, default=5, help="the number of loads of each page")
    args = parser.parse_args(arguments)
    ids = args.games.split(",")
    check_games(parser, ids)
    if args.times < 1:
        parser.error(f"--times must be at least 1, not {args.times}")
    if (chromium := find_chromium()) is None:
        parser.error(NO_BROWSER)
    from playwright.sync_api import sync_playwright  # noqa: PLC0415

    print(f"{'':12}{'drawn':>7}{'at 4x':>7}{'kB':>7}{'script':>7}{'shifts':>7}", end="")
    print(f"{'layouts':>9}{'frame':>7}{'most':>7}{'drop':>7}{'move':>7}{'p95':>7}")
    with (
        TemporaryDirectory() as folder,
        Program(Path(folder)) as site,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        for game_id in ids:
            _measure(browser, site, game_id, args.times)
        browser.close()
    return 0


def _measure(browser: Browser, site: Site, game_id: str, times: int) -> None:
    """Measure a game and print its row of the table."""
    path = f"/play/{game_id}/7"
    # The network is never idle while the solver works.
    site.reset_settings(motion="off", verdict=False)
    loads = [load(browser, site, path) for _ in range(times)]
    first = load(browser, site, path, idle=False)
    slow = [load(browser, site, path, SLOWED) for _ in range(times)]
    print(
        f"{game_id:12}{min(x.drawn for x in loads):>7.0f}{min(x.drawn for x in slow):>7.0f}"
        f"{first.bytes / 1000:>7.0f}{first.script / 1000:>7.1f}"
        f"{max(x.shifts for x in loads + slow):>7.3f}",
        end="",
        flush=True,
    )
    site.reset_settings(motion="off", verdict=True)
    context = browser.new_context(viewport={"width": 1280, "height": 800}, base_url=site.url)
    site.let_in(context)
    page = context.new_page()
    page.add_init_script(WATCH)
    table = Table(page, site)
    table.goto(path)
    # Wait for the files that the page fetches when idle: the menu, and every card face in the deck.
    page.locator(".menu .items").wait_for(state="attached")
    page.wait_for_function(FACES)
    made, p95, longest, drop = drag(page, table)
    page.context.close()
    took = [1000 * seconds for seconds in moves(site, game_id, 100, solving=True)]
    print(
        f"{made:>9.0f}{p95:>7.1f}{longest:>7.1f}{drop:>7.0f}"
        f"{statistics.median(took):>7.1f}{statistics.quantiles(took, n=20)[-1]:>7.1f}"
    )
