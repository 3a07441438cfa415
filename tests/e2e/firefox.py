"""Playwright driver for the system's Firefox, with a mouse and a finger as pointers."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NoReturn
from urllib.parse import unquote

import pytest

from tests.conftest import find_firefox

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Request, Route

WORDS = Path(__file__).with_name("firefox.cjs")
# the button of the mouse that `firefox.cjs` turns into a finger
FINGER: Literal["middle"] = "middle"


@contextmanager
def firefox() -> Iterator[Browser]:
    """Start a headless Firefox."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415

    before = dict(os.environ)
    os.environ["NODE_OPTIONS"] = f"--require={WORDS}"
    os.environ["NODE_NO_WARNINGS"] = "1"
    try:
        driver = sync_playwright()
        playwright = driver.start()
    finally:
        os.environ.clear()
        os.environ.update(before)
    try:
        browser = playwright.firefox.launch(
            channel="moz-firefox",
            executable_path=find_firefox(),
            firefox_user_prefs={"ui.useOverlayScrollbars": 1},  # as on phones
        )
        yield browser
        browser.close()
    finally:
        playwright.stop()


def only_in_chromium(reason: str) -> NoReturn:
    """Skip a test that Playwright cannot run in Firefox."""
    pytest.skip(f"only in Chromium: {reason}")


def is_firefox(browser: Browser | None) -> bool:
    """Return whether a browser is a Firefox."""
    return browser is not None and browser.browser_type.name == "firefox"


# For a page that asks whether the screen can be touched; Playwright cannot set that in Firefox.
_TOUCH_SCREEN = """
  const { matchMedia: real } = window;
  window.matchMedia = (query) => real(query.replace(/\\((any-)?pointer: *coarse\\)/g, "all"));"""
# Keep what the page offers as a download, because Playwright gets no downloads from Firefox.
_KEEP_DOWNLOAD = """() => {
  const { createObjectURL } = URL;
  window.downloaded = new Promise((done) => {
    URL.createObjectURL = (file) => {
      file.text().then(done);
      URL.createObjectURL = createObjectURL;
      return createObjectURL(file);
    };
    addEventListener("click", (event) => {
      const link = event.target.closest("a[download]:not([href^='blob:'])");
      if (!link) return;
      event.preventDefault();
      fetch(link.href).then((answer) => answer.text()).then(done);
    });
  });
}"""


@contextmanager
def downloading(page: Page, file: Path) -> Iterator[None]:
    """Save what the page downloads from a server or, on the static site, from its memory."""
    if not is_firefox(page.context.browser):
        with page.expect_download() as download:
            yield
        download.value.save_as(file)
        return
    page.evaluate(_KEEP_DOWNLOAD)
    yield
    file.write_text(page.evaluate("window.downloaded"), encoding="utf-8")


def sent(request: Request) -> Any:
    """Return the JSON that a request to the program sends (`static_site.TRANSPORT`)."""
    body = request.headers.get("x-body")
    return json.loads(unquote(body)) if body else request.post_data_json


def adapt(context: BrowserContext, *, evals: bool, touch: bool) -> None:
    """Give a context in Firefox what Playwright needs or cannot set there.

    Args:
        context: the new context.
        evals: whether to allow eval(), which Playwright uses and the server's pages forbid.
        touch: whether the pages find a screen that can be touched.
    """
    if touch:
        context.add_init_script(_TOUCH_SCREEN)
    if evals:
        context.route("**/*", _allow_eval)


def _allow_eval(route: Route) -> None:
    if not route.request.is_navigation_request():
        route.fallback()
        return
    response = route.fetch(max_redirects=0)
    headers = response.headers
    if policy := headers.get("content-security-policy"):
        policy = f"{policy}; script-src 'self' 'unsafe-eval'"
        headers = {**headers, "content-security-policy": policy}
    route.fulfill(response=response, headers=headers)
