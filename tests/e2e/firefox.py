"""Playwright driver for the system's Firefox, with a mouse or a finger as pointer."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.conftest import find_firefox

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Route

WORDS = Path(__file__).with_name("firefox.cjs")
# marks for a module whose tests run in Firefox
MARKS = [pytest.mark.firefox, pytest.mark.slow]


def browser_fixture(*, finger: bool = False) -> Any:
    """Return a fixture `browser` that starts one Firefox for all tests in a module."""

    @pytest.fixture(scope="module", name="browser")
    def started() -> Iterator[Browser]:
        with firefox(finger=finger) as browser:
            yield browser

    return started


@contextmanager
def firefox(*, finger: bool = False) -> Iterator[Browser]:
    """Start a headless Firefox; with `finger`, turn the tests' mouse actions into touches."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415

    before = dict(os.environ)
    os.environ["NODE_OPTIONS"] = f"--require={WORDS}"
    os.environ["NODE_NO_WARNINGS"] = "1"
    if finger:
        os.environ["CADOGAN_FINGER"] = "1"
    try:
        driver = sync_playwright()
        playwright = driver.start()
    finally:
        os.environ.clear()
        os.environ.update(before)
    try:
        browser = playwright.firefox.launch(channel="moz-firefox", executable_path=find_firefox())
        yield browser
        browser.close()
    finally:
        playwright.stop()


def allow_eval(context: BrowserContext) -> None:
    """Let Playwright evaluate scripts in Firefox, where it uses eval(), which our pages forbid."""

    def answer(route: Route) -> None:
        if not route.request.is_navigation_request():
            route.fallback()
            return
        response = route.fetch(max_redirects=0)
        headers = response.headers
        if policy := headers.get("content-security-policy"):
            policy = f"{policy}; script-src 'self' 'unsafe-eval'"
            headers = {**headers, "content-security-policy": policy}
        route.fulfill(response=response, headers=headers)

    context.route("**/*", answer)
