"""Fixtures: a server with a separate home for each test, and pages that record their errors.

With the option ``--site`` the built static site takes the place of the server, and with
``--firefox`` Firefox that of Chromium.

Every page from ``open_page`` records its requests and its console. A test fails if the page wrote
to the console or sent a request to another host.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest

from tests.conftest import wants_firefox

from .firefox import adapt, is_firefox, only_in_chromium
from .site import DEFAULTS, Site, serving
from .static_site import StaticSite, without_server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ViewportSize

    from .table import Table


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the tests of a module in one process (under --dist=loadgroup): they share a browser.

    If all tests run in Firefox, leave out the modules that repeat some of them there.
    """
    if config.getoption("firefox"):
        items[:] = [item for item in items if not item.get_closest_marker("firefox")]
    for item in items:
        if item.nodeid.startswith("tests/e2e/") and not item.get_closest_marker("xdist_group"):
            item.add_marker(pytest.mark.xdist_group(item.path.stem))


@pytest.fixture(scope="session", autouse=True)
def patience() -> None:
    """Set the timeout of `expect` to that of other waits, because the machine may be under load."""
    from playwright.sync_api import expect  # noqa: PLC0415

    expect.set_options(timeout=PATIENCE)


@pytest.fixture
def site(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Site]:
    """Serve a new home without plays and with animations off."""
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("CADOGAN_HOME", str(home))
    folder = request.config.getoption("site")
    evals = wants_firefox(request.node)
    with closing(StaticSite(folder, home, evals=evals)) if folder else serving(home) as site:
        site.reset_settings(motion="off")
        yield site


# Console messages that the browser itself writes about requests.
REFUSAL = "the server responded with a status of {}"
NO_ANSWER = "Failed to load resource: net::ERR_"  # the server gave no answer, or only part of it
# Firefox writes this for an image that was never fetched
MISSING = "A ServiceWorker passed an Error Response"
BLOCKED = "Service Worker registration blocked by Playwright"
# Firefox writes this for a script that still loads when the page is left
LEFT = "uncaught: undefined"
# console messages that the page itself writes
GONE = ("warning: Cadogan does not answer.", "warning: Cadogan antwortet nicht.")
# options for a browser context that Playwright ignores in Firefox
MEDIA = {"color_scheme", "forced_colors", "reduced_motion"}
PATIENCE = 60_000  # milliseconds until a test gives up waiting
OpenPage = Callable[..., "Table"]
Size = tuple[int, int]
KLONDIKE = "/play/klondike/7"
DESKTOP, LYING, UPRIGHT = SIZES = [(1280, 800), (844, 390), (390, 844)]
PHONE: dict[str, Any] = {"size": UPRIGHT, "has_touch": True, "is_mobile": True}
at_sizes = pytest.mark.parametrize("size", SIZES, ids=["desktop", "lying", "upright"])


@pytest.fixture
def open_page(browser: Browser, site: Site) -> Iterator[OpenPage]:
    """Return a function that opens an address in a new browser context and returns its `Table`."""
    from .table import Table  # noqa: PLC0415  (needs playwright)

    contexts: list[BrowserContext] = []
    foreign: list[str] = []
    complaints: list[str] = []

    def open_(
        path: str = "",
        size: tuple[int, int] = (1280, 800),
        at: Site | None = None,
        expect: tuple[int, ...] = (),
        dies: bool = False,
        **more: Any,
    ) -> Table:
        """Open a page.

        Args:
            path: the address.
            size: the size of the window.
            at: a server other than the test's.
            expect: HTTP error statuses that the browser may write to the console.
            dies: whether requests fail, or the server ends before the page.
            more: the user's settings, and options for the browser context.
        """
        server = at or site
        static = isinstance(site, StaticSite)
        if static and at:
            without_server("it starts or ends one")
        if is_firefox(browser) and (media := MEDIA & more.keys()):
            only_in_chromium(f"Playwright cannot set {', '.join(sorted(media))} in Firefox")
        base = server.url
        settings = {name: more.pop(name) for name in DEFAULTS if name in more}
        if settings:
            server.reset_settings(**{"motion": "off", **settings})
        # `Page.route` does not see requests from a service worker.
        more.setdefault("service_workers", "block")
        viewport: ViewportSize = {"width": size[0], "height": size[1]}
        context = server.context(more) if isinstance(server, StaticSite) else None
        if context is None:
            context = browser.new_context(base_url=base, viewport=viewport, **more)
            context.set_default_timeout(PATIENCE)
            if is_firefox(browser):
                adapt(context, evals=not static, touch=more.get("has_touch", False))
            server.let_in(context)
            contexts.append(context)
        page = context.new_page()
        page.set_viewport_size(viewport)
        if isinstance(server, StaticSite):
            server.opened_page(page, more)
            expect = (*expect, 404)  # the host's status for the address of a deal

        known = (BLOCKED, *(REFUSAL.format(code) for code in expect))
        known += (NO_ANSWER, MISSING, *GONE) if dies else ()
        known += (LEFT,) if is_firefox(browser) else ()

        def heard(text: str) -> None:
            if not any(part in text for part in known):
                complaints.append(text)

        def check(url: str) -> None:
            if not url.startswith((base, "data:", "blob:")):
                foreign.append(url)

        page.on("request", lambda request: check(request.url))
        page.on(
            "console", lambda message: heard(f"{message.type}: {message.text} {message.location}")
        )
        page.on("pageerror", lambda error: heard(f"uncaught: {error}"))
        table = Table(page, server)
        table.goto(path)
        return table

    yield open_
    for context in contexts:
        context.close()
    assert not foreign, "requests to other hosts"
    assert not complaints, "something was written into the console"


@pytest.fixture
def table(open_page: OpenPage) -> Table:
    """Open deal 7 of Klondike on a desktop."""
    return open_page(KLONDIKE)
