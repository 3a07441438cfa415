"""A Firefox as the system has it, driven by Playwright; its pointer is a mouse or a finger."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.conftest import find_firefox

if TYPE_CHECKING:
    from playwright.sync_api import Browser

WORDS = Path(__file__).with_name("firefox.cjs")
# of a module whose tests are done in a Firefox
MARKS = [pytest.mark.firefox, pytest.mark.slow]


def browser_fixture(*, finger: bool = False) -> Any:
    """Return the fixture `browser` of such a module: one Firefox for all its tests."""

    @pytest.fixture(scope="module", name="browser")
    def started() -> Iterator[Browser]:
        with firefox(finger=finger) as browser:
            yield browser

    return started


@contextmanager
def firefox(*, finger: bool = False) -> Iterator[Browser]:
    """Start a headless Firefox; with `finger`, what tests do with the mouse a finger does."""
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
