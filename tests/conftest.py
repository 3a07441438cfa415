"""Browser fixture for the page's tests, and an empty CADOGAN_HOME for all tests.

Every test that uses the fixture `browser` gets the mark `browser`. Tests that also have the mark
`firefox` drive Firefox; with the option ``--firefox`` all tests do. If a browser is missing, pytest
skips its tests and reports their number in one line. With CADOGAN_REQUIRE_BROWSER=1 the run ends
with an error instead.
"""

from __future__ import annotations

import gc
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from tests.cases.messages import WRITE
from tests.covering import ONLY

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# The headless shell comes first: it opens a page with half the work that full Chromium needs.
NAMES = (
    "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome",
    "google-chrome-stable",
)  # fmt: skip
# Root in a container needs --no-sandbox. The other arguments avoid warnings without a network.
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
    """Return a message for each missing browser, keyed by the mark of the tests that need it."""
    missing = {} if find_chromium() else {"browser": NO_BROWSER}
    return missing if find_firefox() else {**missing, "firefox": NO_FIREFOX}


def browser_required() -> bool:
    """Return whether browser tests must not be skipped."""
    return os.environ.get("CADOGAN_REQUIRE_BROWSER", "") not in {"", "0"}


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options that replace the server by the static site, and Chromium by Firefox."""
    parser.addoption(
        "--site",
        type=Path,
        metavar="FOLDER",
        help="run the browser tests on the site that `cadogan site FOLDER` has built",
    )
    parser.addoption(
        "--firefox", action="store_true", help="run all browser tests in Firefox, not in Chromium"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Give the tests an empty home; raise an error if a required browser is missing."""
    # Override the environment: without bytecode files every process would compile all modules.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # A shell's background jobs ignore Ctrl-C, and the processes that tests start inherit this.
        signal.signal(signal.SIGINT, signal.default_int_handler)
    settings.register_profile("same every time", derandomize=True, database=None, deadline=None)
    settings.load_profile("same every time")
    # If the run selects no slow tests, do not create their cases (see `each`).
    without_slow = "not slow" in config.option.markexpr and " or " not in config.option.markexpr
    os.environ[ONLY] = "1" if without_slow else ""
    if not hasattr(config, "workerinput"):  # pytest-xdist's workers share the home of the run
        home = tempfile.TemporaryDirectory(prefix="cadogan-tests-")
        config.add_cleanup(home.cleanup)
        os.environ["CADOGAN_HOME"] = home.name
    if browser_required() and (missing := _missing()):
        raise pytest.UsageError(
            f"CADOGAN_REQUIRE_BROWSER is set, but {'; '.join(missing.values())}"
        )


@pytest.hookimpl(wrapper=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> Generator[None, int, int]:
    """Start one more worker than usual, because tests often wait, for example for processes.

    Browsers need the time of the processor themselves, so their tests have no additional worker.
    """
    workers = yield
    drives = "not browser" not in config.option.markexpr and "browser" not in _missing()
    given = "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ
    return workers if drives or given else workers + 1


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Collect the tests without the garbage collector, which would find no garbage.

    Also exclude the modules and tests from later collections, because they stay until the end.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(obj: object) -> list[pytest.Item] | None:
    """Create no cases for a slow test if the run selects no slow tests."""
    marks = getattr(obj, "pytestmark", ())
    if os.environ[ONLY] and callable(obj) and any(mark.name == "slow" for mark in marks):
        return []
    return None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that use a browser before pytest selects tests by their marks.

    Skip tests whose browser is missing.
    """
    if os.environ.get(WRITE):
        items[:] = filter(_checks_a_sentence, items)
    missing = _missing()
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)
        wanted = "firefox" if wants_firefox(item) else "browser"
        if wanted in missing and item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.skip(reason=missing[wanted]))


def wants_firefox(node: pytest.Item | pytest.Collector) -> bool:
    """Return whether a test, or the tests of a module, drive Firefox."""
    return node.config.getoption("firefox") or node.get_closest_marker("firefox") is not None


def _checks_a_sentence(item: pytest.Item) -> bool:
    """Return whether a test compares messages with their snapshot."""
    code = getattr(getattr(item, "function", None), "__code__", None)
    names = code.co_names if code else ()
    return "cases" in item.path.parts or bool({"refused", "check_sentence"} & {*names})


def pytest_sessionfinish(exitstatus: int) -> None:
    """Write the messages that the tests recorded, if the run was started to renew the snapshot."""
    messages = sys.modules.get("tests.cases.messages")
    if messages and messages.MESSAGES.writing and exitstatus == pytest.ExitCode.OK:
        messages.MESSAGES.write()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Report how many tests were skipped, in one line for each browser."""
    for what in (NO_BROWSER, NO_FIREFOX):
        left_out = sum(
            isinstance(report.longrepr, tuple) and what in report.longrepr[2]
            for report in terminalreporter.stats.get("skipped", [])
        )
        if left_out:
            terminalreporter.write_line(f"{left_out} browser tests were skipped: {what}.")


@pytest.fixture(autouse=True)
def _home_without_games() -> Iterator[None]:
    """Check that no test leaves games in the home of all tests, where others would list them."""
    games = Path(os.environ["CADOGAN_HOME"]) / "games"
    yield
    left = sorted(path.name for path in games.iterdir()) if games.is_dir() else []
    assert not left, f"{games} has {left}: give the test a home of its own"


# Playwright keeps an event loop running in this thread while it is open. The fixture therefore
# lasts for only one module, because other modules run event loops of their own.
@pytest.fixture(scope="module")
def browser(request: pytest.FixtureRequest) -> Iterator[Browser]:
    """Start one headless browser for all tests in a module."""
    # Imported only here, so that a run without browser tests does not load the driver.
    from playwright.sync_api import sync_playwright  # noqa: PLC0415

    from tests.e2e.firefox import firefox  # noqa: PLC0415

    if wants_firefox(request.node):
        with firefox() as browser:
            yield browser
        return
    # The driver is a Node process; its deprecation warnings do not matter here.
    os.environ.setdefault("NODE_NO_WARNINGS", "1")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        yield chromium
        chromium.close()
