"""One server and one browser for all these tests, and pages that watch themselves.

Every page made by ``open_page`` records its requests and its console; at the end of the test there
must be no request to another host and nothing in the console.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from .site import Site

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

    from .table import Table


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep the tests of a module in one process (under --dist=loadgroup): they share a browser."""
    for item in items:
        if item.nodeid.startswith("tests/e2e/"):
            item.add_marker(pytest.mark.xdist_group(item.path.stem))


@pytest.fixture(scope="session", autouse=True)
def patience() -> None:
    """Wait for what is expected as long as for what is clicked: the machine may be loaded."""
    from playwright.sync_api import expect  # noqa: PLC0415

    expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def shared_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Start the server that most tests share; each of them begins without plays."""
    with Site(tmp_path_factory.mktemp("home")) as site:
        yield site


@pytest.fixture
def site(shared_site: Site) -> Site:
    """Return the shared server as at its first start: without plays, but without motion, too."""
    shared_site.forget_all()
    shared_site.reset_settings(motion="off")
    return shared_site


# What Chromium itself writes into the console about requests.
REFUSAL = "the server responded with a status of {}"
NO_ANSWER = "Failed to load resource: net::ERR_"  # none, or one that was cut short
MISSING = "A ServiceWorker passed an Error Response"  # Firefox, of a picture that was never fetched
BLOCKED = "Service Worker registration blocked by Playwright"
# what the page itself writes
GONE = ("warning: Cadogan does not answer.", "warning: Cadogan antwortet nicht.")
PATIENCE = 60_000  # milliseconds after which a test gives up waiting
OpenPage = Callable[..., "Table"]


@pytest.fixture
def open_page(browser: Browser, site: Site) -> Iterator[OpenPage]:
    """Return a function that opens an address in a context of its own and returns its `Table`.

    Its arguments: the path; `size` (1280 x 800 if not said); `base`, when not the shared server's
    address; `expect`, the statuses of refusals that the test wants to see (the browser writes
    them into the console); `dies`, when the server will end before the page; `go_on`, to go on
    with a deal that another test or page may have begun, where otherwise it is begun again; other
    arguments are those of a context.
    """
    from .table import Table  # noqa: PLC0415  (needs playwright)

    contexts: list[BrowserContext] = []
    foreign: list[str] = []
    complaints: list[str] = []

    def open_(
        path: str = "",
        size: tuple[int, int] = (1280, 800),
        base: str = "",
        expect: tuple[int, ...] = (),
        dies: bool = False,
        go_on: bool = False,
        context: BrowserContext | None = None,
        **more: Any,
    ) -> Table:
        base = base or site.url
        if context is None:
            # What a service worker asks, `Page.route` does not see.
            more.setdefault("service_workers", "block")
            context = browser.new_context(
                base_url=base, viewport={"width": size[0], "height": size[1]}, **more
            )
            context.set_default_timeout(PATIENCE)
            site.let_in(context, base)
            contexts.append(context)
        page = context.new_page()

        known = (BLOCKED, *(REFUSAL.format(code) for code in expect))
        known += (NO_ANSWER, MISSING, *GONE) if dies else ()

        def heard(text: str) -> None:
            if not any(part in text for part in known):
                complaints.append(text)

        def asked(url: str) -> None:
            if not url.startswith((base, "data:", "blob:")):
                foreign.append(url)

        page.on("request", lambda request: asked(request.url))
        page.on("console", lambda message: heard(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: heard(f"uncaught: {error}"))
        if not go_on and not path.startswith("http"):
            site.forget(path)
        table = Table(page, site)
        table.goto(path)
        return table

    yield open_
    for context in contexts:
        context.close()
    assert not foreign, "requests to other hosts"
    assert not complaints, "something was written into the console"
