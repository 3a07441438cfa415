"""Plays on the static site when its program, its tab, its storage or the clock fails."""

from __future__ import annotations

import base64
import json
import random
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from cadogan.session.export import written
from cadogan.session.models import Record
from cadogan.session.repository import Repository
from tests.conftest import ARGUMENTS, find_chromium, wants_firefox
from tests.entrance import PATIENCE

from .firefox import downloading, is_firefox, only_in_chromium
from .static_host import hosting
from .static_site import ASK as ASK_TEXT
from .static_site import GET, PUT, QUIET
from .test_site_kills import PLAY
from .test_static_site import (
    AGING,
    BASE,
    PLAYABLE,
    ask,
    context,
    folder,
    host,
    moved,
    opened,
    pytestmark,
    view_of,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

__all__ = ["context", "folder", "host", "pytestmark"]

# The program begins with a script of the test.
FIRST = b'import "./first.js"; import "./backend.js?real";'
# "unheard": the program ends instead of showing its next board, which it has stored.
# "unstored": it ends instead of its next look at the storage, which may be a save.
MORTAL = b"""
  const test = new BroadcastChannel("test");
  const ends = {
    unheard() {
      const answer = postMessage;
      globalThis.postMessage = (data, ...more) => {
        const board = new TextDecoder().decode(data.content).includes('"layout":');
        board ? close() : answer(data, ...more);
      };
    },
    unstored() {
      const request = {};
      const store = { get: () => request, put() {}, delete() {} };
      IDBDatabase.prototype.transaction = () => (close(), { objectStore: () => store });
    },
  };
  test.onmessage = ({ data }) => {
    ends[data]?.();
    test.postMessage("heard");
  };
  test.postMessage("begun");"""
END = """(end) => new Promise((heard) => {
  const test = new BroadcastChannel("test");
  window.begun = new Promise((begun) => {
    test.onmessage = ({ data }) => (data === "begun" ? begun() : heard());
  });
  test.postMessage(end);
})"""


@pytest.fixture
def mortal(folder: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of a site whose program ends when a test wants."""
    instead = {"backend.js": FIRST, "first.js": MORTAL}
    with hosting(folder, BASE, instead, evals=wants_firefox(request.node)) as url:
        yield url


@contextmanager
def dying(page: Page, end: str) -> Iterator[None]:
    """Let the program end at the next board, and wait until the owner has started another."""
    page.evaluate(END, end)
    yield
    page.evaluate("window.begun")


def test_a_question_outlives_the_program(context: BrowserContext, mortal: str) -> None:
    page = opened(context, f"{mortal}play/freecell/7")
    view = moved(page, view_of(page))
    with dying(page, "unheard"):
        assert view_of(page)["piles"] == view["piles"]


@pytest.mark.parametrize("end", ["unheard", "unstored"])
def test_a_move_outlives_the_program(context: BrowserContext, mortal: str, end: str) -> None:
    """The next program makes the move unless the last one had stored it."""
    page = opened(context, f"{mortal}play/freecell/7")
    other = opened(context, f"{mortal}play/freecell/7")
    for mover in (page, other):
        view = moved(page, view_of(page))
        with dying(page, end):
            after = moved(mover, view)
        assert (after["revision"], after["steps"]) == (view["revision"] + 1, view["steps"] + 1)
        assert view_of(page)["piles"] == after["piles"] != view["piles"]


def test_a_new_play_does_not_outlive_the_program(context: BrowserContext, mortal: str) -> None:
    """The program may have dealt already, so the page offers another try."""
    page = opened(context, f"{mortal}play/freecell/7")
    away = page.locator(".away")
    # A few seconds after a deal the page asks for its lists, which would start the next program.
    page.wait_for_function("(name) => !localStorage.getItem(name)", arg=AGING)
    with dying(page, "unheard"):
        with pytest.raises(Exception, match="Cadogan has stopped unexpectedly"):
            ask(page, "POST", "/api/plays", {"game": "freecell", "deal": "8"})
        away.get_by_role("button", name="Try again").click()
    away.wait_for(state="hidden")
    assert moved(page, view_of(page))["steps"] == 1


# --- reloads, and tabs that do not react ---------------------------------------------------------


@pytest.mark.slow
def test_ten_reloads_while_the_player_moves(context: BrowserContext, host: str) -> None:
    chance = random.Random(3)
    acknowledged: dict[int, str] = {}
    context.expose_binding(
        "acknowledge", lambda _, play, number, piles: acknowledged.update({number: piles})
    )
    page = opened(context, f"{host}play/freecell/7")
    for _ in range(10):
        before = len(acknowledged)
        page.evaluate(f"void ({PLAY})().catch(() => undefined)")
        while len(acknowledged) == before:
            page.wait_for_timeout(5)
        page.wait_for_timeout(chance.uniform(0, 400))
        page.reload()
        last = max(acknowledged)
        page.wait_for_function(PLAYABLE)
        view = view_of(page)
        assert view["revision"] in (last, last + 1)
        if view["revision"] == last:
            assert json.dumps(view["piles"], separators=(",", ":")) == acknowledged[last]


@pytest.mark.slow
def test_another_tab_takes_over_from_one_that_is_frozen(context: BrowserContext, host: str) -> None:
    """The frozen tab follows when it is active again, and changes nothing that is stored."""
    first = opened(context, f"{host}play/freecell/7")
    second = opened(context, f"{host}play/freecell/7")
    begun = moved(first, view_of(first))
    browser = context.new_cdp_session(first)
    browser.send("Page.setWebLifecycleState", {"state": "frozen"})
    view = begun
    for _ in range(3):
        view = moved(second, view)
    assert view["revision"] == begun["revision"] + 3
    browser.send("Page.setWebLifecycleState", {"state": "active"})
    with pytest.raises(Exception, match="changed in the meantime"):
        moved(first, begun)
    assert moved(first, view)["revision"] == view["revision"] + 1
    second.close()
    assert view_of(first)["revision"] == view["revision"] + 1


# --- the clock -----------------------------------------------------------------------------------

SHIFTED = """{
  const shift = SHIFT;
  const now = Date.now;
  Date.now = () => now() + shift;
  globalThis.Date = new Proxy(Date, {
    construct: (real, given) => (given.length ? new real(...given) : new real(real.now())),
  });
}"""
YEAR = 365 * 24 * 60 * 60


@pytest.mark.slow
def test_a_clock_that_is_years_wrong(browser: Browser, folder: Path) -> None:
    """Plays and records survive a clock that goes forward and back between visits."""
    first: dict[str, bytes] = {"backend.js": FIRST}
    with hosting(folder, BASE, first) as host:
        visits: list[BrowserContext] = []

        def visit(years: int, path: str) -> Page:
            state = visits[-1].storage_state(indexed_db=True) if visits else None
            context = browser.new_context(service_workers="block", storage_state=state)
            visits.append(context)
            context.set_default_timeout(1000 * PATIENCE)
            script = SHIFTED.replace("SHIFT", f"{1000 * YEAR * years}")
            first["first.js"] = script.encode()
            context.add_init_script(script)
            return opened(context, f"{host}{path}")

        page = visit(0, "play/freecell/7")
        now = page.evaluate("Date.now() / 1000")
        view = moved(page, view_of(page))
        lost = moved(page, ask(page, "POST", "/api/plays", {"game": "golf", "deal": "1"}))
        ask(page, "POST", f"/api/plays/{lost['play']}/leave", {})

        page = visit(5, "play/freecell/7")
        assert page.evaluate("Date.now() / 1000") > now + 4 * YEAR
        assert view_of(page)["piles"] == view["piles"]
        view = moved(page, view_of(page))
        page.goto(f"{host}?go=today")
        page.wait_for_function(PLAYABLE)
        daily = view_of(page)
        day = page.evaluate("new Date().toLocaleDateString('sv').replaceAll('-', '')")
        assert daily["game"]["deal"] == day
        moved(page, daily)

        page = visit(-10, "play/freecell/7")
        assert view_of(page)["piles"] == view["piles"]
        view = moved(page, view_of(page))
        lost = moved(page, ask(page, "POST", "/api/plays", {"game": "golf", "deal": "2"}))
        ask(page, "POST", f"/api/plays/{lost['play']}/leave", {})
        assert len(ask(page, "GET", "/api/days")["days"]) == 1

        page = visit(0, "play/freecell/7")
        assert view_of(page)["piles"] == view["piles"]
        view = moved(page, view_of(page))
        assert view["steps"] == view["revision"] == 4
        assert 0 <= view["seconds"] < YEAR
        plays = ask(page, "GET", "/api/plays")["plays"]
        assert [play["deal"] for play in plays] == [day, "7"], "by the times that the clock showed"
        records = ask(page, "GET", "/api/records")
        assert records["all"]["lost"] == 2
        assert [play["deal"] for play in records["last"]] == ["1", "2"]
        page.goto(host)
        page.wait_for_selector(".contents:not(.waiting)")
        assert "just now" in page.locator(".going").first.inner_text()
        for context in visits:
            context.close()


# --- the storage ---------------------------------------------------------------------------------

# What pages and workers find in a browser that blocks all data of sites.
BLOCKED_PAGE = """
  const refuse = () => { throw new DOMException('blocked', 'SecurityError'); };
  Object.defineProperty(window, 'localStorage', { get: refuse });
  if (navigator.locks) navigator.locks.request = async () => refuse();
  IDBFactory.prototype.open = refuse;"""
BLOCKED_PROGRAM = """
  const refuse = () => { throw new DOMException('blocked', 'SecurityError'); };
  navigator.locks.request = async () => refuse();
  IDBFactory.prototype.open = refuse;"""
PHONE: ViewportSize = {"width": 390, "height": 844}
# the page has loaded its messages about the site
KEPT = "navigator.serviceWorker?.ready.then(() => true)"
LITTLE = 500_000  # bytes, enough for some moves


def dealt(context: BrowserContext, host: str) -> Page:
    """Open a deal of Klondike on a first visit, and close the tour."""
    page = opened(context, f"{host}play/klondike/7")
    page.wait_for_selector("dialog.tour[open]")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog.tour[open]", state="hidden")
    return page


def by_hand(page: Page, key: str = "d") -> None:
    """Make a move with the keyboard, and wait until the page shows it."""
    revision = "document.querySelector('.board').dataset.revision"
    before = page.evaluate(revision)
    page.keyboard.press(key)
    page.wait_for_function(f"(before) => {revision} !== before", arg=before)


def notice(page: Page) -> str:
    """Return the warning about the storage that the page shows."""
    return page.locator(".notice:visible").first.inner_text()


def test_a_browser_that_blocks_storage_says_so_and_plays(
    context: BrowserContext, folder: Path
) -> None:
    context.add_init_script(BLOCKED_PAGE)
    with hosting(folder, BASE, {"backend.js": FIRST, "first.js": BLOCKED_PROGRAM.encode()}) as host:
        page = dealt(context, host)
        by_hand(page)
        assert notice(page).startswith("This browser does not let Cadogan store anything.")
        page.get_by_role("button", name="Understood").click()
        by_hand(page)
        by_hand(page, "u")
        assert page.locator(".notice:visible").count() == 0
        assert (view_of(page)["revision"], view_of(page)["steps"]) == (3, 1)
        page.goto(host)
        page.wait_for_selector(".contents:not(.waiting)")


@pytest.fixture(scope="module")
def open_browser(browser: Browser) -> Iterator[Browser]:
    """A browser that tells pages how much room they have; newer ones hide that."""
    if is_firefox(browser):
        only_in_chromium("only its protocol limits the storage")
    arguments = [*ARGUMENTS, "--disable-features=StaticStorageQuota"]
    kind = browser.browser_type
    with closing(kind.launch(executable_path=find_chromium(), args=arguments)) as other:
        yield other


class Tight:
    """A page of a browser that limits the site's storage.

    Args:
        page: a page at an address that starts no program.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self._browser = page.context.new_cdp_session(page)  # the limit ends with the session

    def limit(self, size: int | None) -> None:
        """Set the number of bytes that the site may store; None removes the limit."""
        given = {} if size is None else {"quotaSize": size}
        origin = self.page.evaluate("location.origin")
        self._browser.send("Storage.overrideQuotaForOrigin", {"origin": origin, **given})

    def fill(self) -> Any:
        """Move until there is no room, and return the view; the browser looks only now and then."""
        self.limit(1)
        view = view_of(self.page)
        for _ in range(LITTLE // 4096):
            view = moved(self.page, view)
            if (view["notice"] or "").startswith("This browser has no room"):
                return view
        raise AssertionError("the browser still stores moves")


@pytest.fixture
def tight(open_browser: Browser, host: str) -> Iterator[Tight]:
    """A browser with only a little room."""
    with closing(open_browser.new_context(service_workers="block")) as context:
        context.set_default_timeout(1000 * PATIENCE)
        quiet = context.new_page()
        quiet.goto(f"{host}{QUIET}")
        tight = Tight(quiet)
        tight.limit(LITTLE)
        tight.page = dealt(context, host)
        yield tight


def test_a_full_storage_loses_nothing(tight: Tight) -> None:
    """A reload finds all that the page showed without a warning."""
    page, view = tight.page, tight.fill()
    with pytest.raises(Exception, match="This browser has no room for your last changes"):
        ask(page, "PUT", "/api/settings", {"clock": True})
    for _ in range(2):
        page.reload()
        page.wait_for_function(PLAYABLE)
        assert view_of(page)["revision"] == view["revision"] - 1
        by_hand(page)
        assert notice(page).startswith("This browser has no room for your last changes.")
    tight.limit(None)
    by_hand(page)
    assert page.locator(".notice:visible").count() == 0
    page.reload()
    page.wait_for_function(PLAYABLE)
    assert view_of(page)["revision"] == view["revision"] + 1


def test_room_is_used_even_without_another_move(tight: Tight, host: str) -> None:
    page, view = tight.page, tight.fill()
    quiet = page.context.new_page()
    quiet.goto(f"{host}{QUIET}")
    assert stored_revision(quiet, view["play"]) == view["revision"] - 1
    tight.limit(None)
    for _ in range(10 * PATIENCE):
        if stored_revision(quiet, view["play"]) == view["revision"]:
            return
        quiet.wait_for_timeout(100)
    raise AssertionError("the move is not stored")


def stored_revision(page: Page, play: str) -> int:
    """Return the revision of a play in the browser's storage."""
    content = base64.b64decode(page.evaluate(GET, f"cadogan{BASE[:-1]}")["plays.sqlite3"])
    with closing(sqlite3.connect(":memory:")) as db:
        db.deserialize(content)
        query = "SELECT revision FROM plays WHERE play = ?"
        (revision,) = db.execute(query, (play,)).fetchone()
    found: int = revision
    return found


def test_a_storage_that_is_nearly_full_says_so(tight: Tight) -> None:
    page = tight.page
    by_hand(page)
    assert notice(page).startswith("This browser has little room left for Cadogan.")
    page.reload()
    page.wait_for_function(PLAYABLE)
    assert view_of(page)["revision"] == 1


def test_a_private_window_says_that_it_forgets(context: BrowserContext, host: str) -> None:
    """Such a window refuses its private files, in Firefox and Safari."""
    context.add_init_script("""if (navigator.storage)
      StorageManager.prototype.getDirectory = async () => {
        throw new DOMException('', 'SecurityError');
      };""")
    page = dealt(context, host)
    page.evaluate(KEPT)
    page.set_viewport_size(PHONE)
    bar = page.locator(".news .passing")
    for _ in range(3):
        assert bar.count() == 0
        by_hand(page)
    bar.wait_for()
    assert bar.inner_text().startswith("This seems to be a private window")
    bar.get_by_role("button", name="Understood").click()
    by_hand(page)
    assert bar.count() == 0


def test_the_browser_is_asked_once_to_keep_the_plays(
    browser: Browser, host: str, tmp_path: Path
) -> None:
    """The page asks at the third move: not before the player plays, and not at each visit."""
    counting = """
      window.asked = 0;
      const persist = StorageManager.prototype.persist;
      StorageManager.prototype.persist = function () {
        window.asked += 1;
        return persist.call(this);
      };
      StorageManager.prototype.persisted = async () => false;"""
    if is_firefox(browser):
        only_in_chromium("Firefox has no Playwright profile that stays")
    with closing(
        browser.browser_type.launch_persistent_context(
            tmp_path, executable_path=find_chromium(), args=ARGUMENTS
        )
    ) as context:
        context.set_default_timeout(1000 * PATIENCE)
        context.add_init_script(counting)
        page = dealt(context, host)
        page.evaluate(KEPT)
        for asked in (0, 0, 1, 1):
            by_hand(page)
            page.wait_for_function("(asked) => window.asked === asked", arg=asked)
        page.reload()
        page.wait_for_function(PLAYABLE)
        page.evaluate(KEPT)
        for _ in range(4):
            by_hand(page)
        assert page.evaluate("window.asked") == 0
        assert page.locator(".news .bar").count() == 0


@pytest.mark.slow
def test_a_move_writes_little_beside_many_plays(
    context: BrowserContext, host: str, tmp_path: Path
) -> None:
    counting = """() => {
      globalThis.saves = [];
      const { transaction } = IDBDatabase.prototype;
      const { put } = IDBObjectStore.prototype;
      IDBDatabase.prototype.transaction = function (...given) {
        saves.push(0);
        return transaction.apply(this, given);
      };
      IDBObjectStore.prototype.put = function (value, key) {
        saves[saves.length - 1] += value.byteLength ?? 0;
        return put.call(this, value, key);
      };
    }"""
    with closing(Repository.open(tmp_path)) as store:
        for number in range(500):
            store.save(ended_play(number))
    page = context.new_page()
    page.goto(f"{host}{QUIET}")
    content = base64.b64encode((tmp_path / "plays.sqlite3").read_bytes()).decode()
    page.evaluate(PUT, [f"cadogan{BASE[:-1]}", {"plays.sqlite3": content}, {}])
    page.goto(f"{host}play/freecell/7")
    page.wait_for_function(PLAYABLE)
    program = next(worker for worker in page.workers if worker.url.endswith("/backend.js"))
    program.evaluate(counting)
    view = view_of(page)
    for number in range(30):
        view = moved(page, view, number)
    assert len(content) > 10 * 32768
    saves = program.evaluate("saves")
    assert len(saves) >= 30
    assert max(saves) <= 32768


def ended_play(number: int) -> Record:
    """Return a lost play of Klondike, which lasted 40 steps."""
    steps = ["s-w"] * 20
    return Record(
        play=f"play{number:04}",
        game="klondike",
        options={},
        deal=str(1000 + number),
        rules="",
        started=1.7e9 + 1000 * number,
        updated=1.7e9 + 1000 * number + 300,
        ended=1.7e9 + 1000 * number + 300,
        seconds=300.0,
        done=len(steps),
        revision=len(steps),
        state="left",
        steps=steps,
    )


@pytest.mark.slow
def test_the_page_suggests_a_copy_after_fifty_plays(
    context: BrowserContext, host: str, tmp_path: Path
) -> None:
    with closing(Repository.open(tmp_path)) as store:
        for number in range(50):
            store.save(ended_play(number))
        backup = written(store, tmp_path)
    page = opened(context, f"{host}play/klondike/7")
    page.evaluate(ASK_TEXT, ["POST", "/api/import", backup.decode()])
    ask(page, "GET", "/api/played")
    bar = page.locator(".news .copy")
    page.set_viewport_size(PHONE)
    page.goto(host)
    bar.wait_for()
    assert bar.inner_text().startswith("You have finished 50 plays since your last export.")
    with downloading(page, file := tmp_path / "copy.json"):
        bar.get_by_role("button", name="Export").click()
    assert len(json.loads(file.read_bytes())["content"]["plays"]) == 50
    page.reload()
    page.wait_for_selector(".contents:not(.waiting)")
    page.evaluate(KEPT)
    assert bar.count() == 0


# --- the start -----------------------------------------------------------------------------------


def test_a_start_without_the_program_can_be_tried_again(context: BrowserContext, host: str) -> None:
    context.route("**/app.bin", lambda route: route.abort())
    page = context.new_page()
    page.goto(f"{host}play/freecell/7")
    again = page.get_by_role("button", name="Try again")
    again.wait_for()
    words = "A part of Cadogan could not be loaded. Check your network connection, and try again."
    page.get_by_text(words).first.wait_for()
    again.click()
    page.get_by_text(words).first.wait_for()
    context.unroute("**/app.bin")
    again.click()
    page.wait_for_function(PLAYABLE)
    assert moved(page, view_of(page))["steps"] == 1


def test_a_browser_without_webassembly_says_so(context: BrowserContext, host: str) -> None:
    context.add_init_script("if (!sessionStorage.allowed) delete window.WebAssembly")
    page = context.new_page()
    page.goto(f"{host}play/freecell/7")
    words = page.get_by_text("This browser does not allow WebAssembly, which Cadogan needs.")
    words.first.wait_for()
    page.get_by_role("button", name="Try again").click()
    words.first.wait_for()
    page.evaluate("sessionStorage.allowed = 'yes'")
    page.get_by_role("button", name="Try again").click()
    page.wait_for_function(PLAYABLE)


# --- a new version -------------------------------------------------------------------------------


def renew(site: Path) -> None:
    """Put another version of a site in its place; the address of the site is a link."""
    target = site.with_name("new")
    shutil.copytree(site, target)
    (old,) = (target / "static").iterdir()
    new = "0123456789abcdef"
    old.rename(old.with_name(new))
    for name in ("index.html", "404.html", "service-worker.js"):
        file = target / name
        text = file.read_text(encoding="utf-8").replace(old.name, new)
        file.write_text(text.replace('const STAMP = "', 'const STAMP = "f'), encoding="utf-8")
    site.unlink()
    site.symlink_to(target)


def version(page: Page) -> str:
    stated: str = page.evaluate("document.documentElement.dataset.static")
    return stated.rpartition("/")[2]


@pytest.fixture
def renewable(folder: Path, tmp_path: Path) -> Path:
    """A link to the site, which can lead to another version later."""
    site = tmp_path / "site"
    site.symlink_to(folder)
    return site


@pytest.mark.slow
def test_a_new_version_takes_over_when_the_player_wants(
    context: BrowserContext, renewable: Path
) -> None:
    with hosting(renewable, BASE) as host:
        page = opened(context, f"{host}play/freecell/7")
        page.evaluate(KEPT)
        page.reload()
        page.wait_for_function(PLAYABLE)
        view = moved(page, view_of(page))
        old = version(page)
        renew(renewable)
        page.reload()
        page.wait_for_function(PLAYABLE)
        assert version(page) == old, "the player plays on with the old version"
        view = moved(page, view)
        bar = page.locator(".news .version")
        bar.wait_for()
        other = opened(context, f"{host}play/freecell/7")
        with other.expect_navigation(), page.expect_navigation():
            bar.get_by_role("button", name="Reload now").click()
        for tab in (page, other):
            tab.wait_for_function(PLAYABLE)
            assert version(tab) != old
            assert view_of(tab)["piles"] == view["piles"]
            assert tab.locator(".news .version").count() == 0


@pytest.mark.slow
def test_an_old_tab_without_a_service_worker_gives_way(browser: Browser, renewable: Path) -> None:
    with (
        closing(browser.new_context(service_workers="block")) as context,
        hosting(renewable, BASE) as host,
    ):
        context.set_default_timeout(1000 * PATIENCE)
        page = opened(context, f"{host}play/freecell/7")
        page.set_viewport_size(PHONE)
        view = moved(page, view_of(page))
        renew(renewable)
        other = opened(context, f"{host}play/freecell/7")
        assert version(other) != version(page)
        view = moved(other, view)
        with pytest.raises(Exception, match="Cadogan has been updated since you opened"):
            moved(page, view)
        bar = page.locator(".news .version")
        with page.expect_navigation():
            bar.get_by_role("button", name="Reload now").click()
        page.wait_for_function(PLAYABLE)
        assert version(page) == version(other)
        assert moved(page, view)["revision"] == view["revision"] + 1
