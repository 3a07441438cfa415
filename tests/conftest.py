"""The browser for the tests that drive the page, and the home in which all tests run.

Every test that uses the fixture `browser` gets the mark `browser`; those with the mark `firefox`
beside it drive a Firefox. Without such a browser they are skipped, and one line reports it; with
CADOGAN_REQUIRE_BROWSER=1 the run is refused instead.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from tests.cases.messages import WRITE
from tests.covering import ONLY

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# The first is the same browser without windows: its pages take half the work to open.
NAMES = (
    "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome",
    "google-chrome-stable",
)  # fmt: skip
# Root in a container needs --no-sandbox; the others keep a machine without a network quiet.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
NO_BROWSER = (
    "no Chromium was found: install one (chromium, google-chrome) or name it in CADOGAN_CHROMIUM"
)


NO_FIREFOX = (
    "no Firefox was found: install one (firefox, firefox-esr) or name it in CADOGAN_FIREFOX"
)


def find_chromium() -> str | None:
    """Return the path of the Chromium to drive, or None."""
    return _find("CADOGAN_CHROMIUM", NAMES)


def find_firefox() -> str | None:
    """Return the path of the Firefox to drive, or None."""
    return _find("CADOGAN_FIREFOX", ("firefox", "firefox-esr"))


def _find(variable: str, names: tuple[str, ...]) -> str | None:
    named = os.environ.get(variable)
    if named:
        return shutil.which(named)
    return next((path for name in names if (path := shutil.which(name))), None)


def _missing() -> dict[str, str]:
    """Return what is missing of the two browsers, by the marks of the tests that want it."""
    missing = {} if find_chromium() else {"browser": NO_BROWSER}
    return missing if find_firefox() else {**missing, "firefox": NO_FIREFOX}


def browser_required() -> bool:
    """Return whether browser tests may not be skipped."""
    return os.environ.get("CADOGAN_REQUIRE_BROWSER", "") not in {"", "0"}


def pytest_configure(config: pytest.Config) -> None:
    """Give the tests an empty home; refuse a run that lacks the browser it needs."""
    # Whatever the environment sets: each of many processes would compile every module again.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # As in a shell's background, and so it would be for what the tests start and interrupt.
        signal.signal(signal.SIGINT, signal.default_int_handler)
    settings.register_profile("same every time", derandomize=True, database=None, deadline=None)
    settings.load_profile("same every time")
    # Where no slow test can be selected, none is made (see `each`).
    without_slow = "not slow" in config.option.markexpr and " or " not in config.option.markexpr
    os.environ[ONLY] = "1" if without_slow else ""
    if not hasattr(config, "workerinput"):  # a worker has the home of the run
        home = tempfile.TemporaryDirectory(prefix="cadogan-tests-")
        config.add_cleanup(home.cleanup)
        os.environ["CADOGAN_HOME"] = home.name
    if browser_required() and (missing := _missing()):
        raise pytest.UsageError(
            f"CADOGAN_REQUIRE_BROWSER is set, but {'; '.join(missing.values())}"
        )


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(obj: object) -> list[pytest.Item] | None:
    """Make no case of a slow test where no slow test can be selected."""
    marks = getattr(obj, "pytestmark", ())
    if os.environ[ONLY] and callable(obj) and any(mark.name == "slow" for mark in marks):
        return []
    return None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that use a browser, before marks select tests; skip those that have none."""
    if os.environ.get(WRITE):
        items[:] = filter(_checks_a_sentence, items)
    missing = _missing()
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)
        wanted = "firefox" if item.get_closest_marker("firefox") else "browser"
        if wanted in missing and item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.skip(reason=missing[wanted]))


def _checks_a_sentence(item: pytest.Item) -> bool:
    """Return whether a test compares sentences with their snapshot."""
    code = getattr(getattr(item, "function", None), "__code__", None)
    names = code.co_names if code else ()
    return "cases" in item.path.parts or bool({"refused", "check_sentence"} & {*names})


def pytest_sessionfinish(exitstatus: int) -> None:
    """Write the sentences that the tests noted down, if a run was started for that."""
    messages = sys.modules.get("tests.cases.messages")
    if messages and messages.MESSAGES.writing and exitstatus == pytest.ExitCode.OK:
        messages.MESSAGES.write()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Report in one line how many browser tests were skipped."""
    for what in (NO_BROWSER, NO_FIREFOX):
        left_out = sum(
            isinstance(report.longrepr, tuple) and what in report.longrepr[2]
            for report in terminalreporter.stats.get("skipped", [])
        )
        if left_out:
            terminalreporter.write_line(f"{left_out} browser tests were skipped: {what}.")


# Not for the whole session: Playwright keeps an event loop running in this thread while it lives.
# Tests of other modules run their own.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Start one headless Chromium for all the tests of a module."""
    # Only here: a run without browser tests should not pay for the driver.
    from playwright.sync_api import sync_playwright  # noqa: PLC0415

    # The driver is a Node process; its deprecation notes do not matter here.
    os.environ.setdefault("NODE_NO_WARNINGS", "1")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        yield chromium
        chromium.close()
