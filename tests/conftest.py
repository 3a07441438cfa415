"""The browser for the tests that drive the page, and which games and which worker tests get.

Any test that asks for `browser` is marked `e2e`; those marked `firefox` bring their own. Where
there is no such browser its tests are skipped and one line says so; with
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

import cadogan
from tests import sampling as sample

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


EVERY_DAY = (
    "not slow and not whole"  # as in pyproject.toml: what a run selects that is told nothing
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
    missing = {} if find_chromium() else {"e2e": NO_BROWSER}
    return missing if find_firefox() else {**missing, "firefox": NO_FIREFOX}


def browser_required() -> bool:
    """Tell whether browser tests may not be skipped."""
    return os.environ.get("CADOGAN_REQUIRE_BROWSER", "") not in {"", "0"}


class Part:
    """Leaves all but one part in so many of the tests marked ``whole`` for other days."""

    VARIABLE = "CADOGAN_WHOLE"

    def __init__(self, told: str) -> None:
        one, _, parts = told.partition("/")
        if one != "1" or not parts.isdecimal() or int(parts) == 0:
            raise pytest.UsageError(f"{self.VARIABLE}={told}: write 1/10 for a tenth of them")
        self.parts = int(parts)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> None:
        """Draw from what was selected by marks and names."""
        whole = [item.nodeid for item in items if item.get_closest_marker("whole")]
        left = {*whole} - sample.drawn_from(whole, -(-len(whole) // self.parts))
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid in left])
        items[:] = [item for item in items if item.nodeid not in left]


def pytest_configure(config: pytest.Config) -> None:
    """Settle the draw for all workers, and a home in which nobody has games of their own.

    Refuse the run when it needs a browser and has none.
    """
    # Whatever this machine is told: each of many processes would compile every module again.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # As in a shell's background, and so it would be for what the tests start and interrupt.
        signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ[sample.VARIABLE] = sample.seed()
    os.environ[sample.ALONE] = "1" if config.option.markexpr == EVERY_DAY else ""
    if told := os.environ.get(Part.VARIABLE):
        config.pluginmanager.register(Part(told))
    if not hasattr(config, "workerinput"):  # a worker has the home of the run
        home = tempfile.TemporaryDirectory(prefix="cadogan-tests-")
        config.add_cleanup(home.cleanup)
        os.environ["CADOGAN_HOME"] = home.name
    if browser_required() and (missing := _missing()):
        said = "; ".join(missing.values())
        raise pytest.UsageError(f"CADOGAN_REQUIRE_BROWSER is set, but {said}")


def pytest_xdist_auto_num_workers() -> int:
    """Work in one process more than there are processors: those of the browser often wait."""
    return (os.cpu_count() or 1) + 1


def pytest_report_header() -> str:
    """Say which games are tried."""
    return f"games: {len(sample.sampled())} of {len(cadogan.games())}, {again()}"


def again() -> str:
    """Say how the same games are tried again."""
    return f"drawn by {sample.VARIABLE}={sample.seed()}; -m whole tries the others"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what was not drawn, and what uses the browser or the compiler.

    Before markers select tests.
    """
    sample.leave_undrawn(items)
    missing = _missing()
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.e2e)
        wanted = "firefox" if item.get_closest_marker("firefox") else "e2e"
        if wanted in missing and item.get_closest_marker("e2e"):
            item.add_marker(pytest.mark.skip(reason=missing[wanted]))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say in one line that browser tests were left out, and how what failed is repeated."""
    if any(terminalreporter.stats.get(what) for what in ("failed", "error")):
        terminalreporter.write_line(f"The games were {again()}.")
    for what in (NO_BROWSER, NO_FIREFOX):
        left_out = sum(
            isinstance(report.longrepr, tuple) and what in report.longrepr[2]
            for report in terminalreporter.stats.get("skipped", [])
        )
        if left_out:
            terminalreporter.write_line(f"{left_out} browser tests were skipped: {what}.")


# Not for the whole session: Playwright keeps an event loop running in this thread for as long as it
# lives, and tests of other modules run their own.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Start one headless Chromium for all the tests of a module."""
    # Only here: a run without browser tests should not pay for the driver.
    from playwright.sync_api import sync_playwright  # noqa: PLC0415

    # The driver is a Node process; its deprecation notes are no business of these tests.
    os.environ.setdefault("NODE_NO_WARNINGS", "1")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        yield chromium
        chromium.close()
