"""Static site in a browser: Python runs there, and no server answers requests."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

import pytest
from playwright.sync_api import expect

from cadogan.rules.catalogue import built_in
from cadogan.session.carried import carried_word, take_in
from cadogan.session.repository import Repository
from cadogan.session.service import PlayService
from cadogan.site.build import build
from tests.conftest import wants_firefox
from tests.covering import each
from tests.entrance import PATIENCE

from . import static_site
from .firefox import is_firefox
from .lines import BAKERS_DOZEN
from .site import serving
from .static_host import hosting
from .table import PILES
from .test_bars import SHIFTS, violations
from .test_sharing import carried_play

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Route

BASE = "/cadogan/"
# The games that both homes play, each line in one page, after the page's language.
COMPARED = [
    "de klondike spider golf bakers-dozen",
    "en freecell algerian birthday big-ben bisley accordion",
    "en pyramid yukon forty-thieves canfield gaps osmosis",
    "en scorpion tournament calculation monte-carlo elevens aces-up",
    "de british-constitution clock-patience storehouse duchess poker-square royal-marriage",
    "en zudecken treize royal-parade watch thieves leonis-own",
    "en counting-patience seahaven-towers simple-simon castles-in-spain agnes-sorel eight-off",
]
ASK = """async ([method, path, body]) => {
  const { ask } = await import(`${document.documentElement.dataset.static}/api.js`);
  return ask(method, path, body ?? undefined);
}"""
PLAYABLE = """() => {
  const play = document.querySelector('.play');
  return play && !play.inert && document.querySelector('.board[data-revision]') !== null;
}"""
LOADS = "() => /\\d+\\s?%/.test(document.querySelector('.fate').textContent)"
# where the page stores the list of plays for the start of the next visit
PLAYS = f"cadogan{BASE[:-1]} /api/plays"
AGING = f"cadogan{BASE[:-1]} aging"  # whether that list is older than the last move
# where it stores the settings that the program does not have yet
UNSAVED = f"cadogan{BASE[:-1]} unsaved settings"
Ask = Callable[[str, str, object], tuple[int, Any]]
# the parts of a view that differ from play to play
OWN = {"play", "seconds", "tour", "asks", "lost"}

pytestmark = [
    pytest.mark.xdist_group("static site"),
    pytest.mark.skipif(
        not (shutil.which("node") and shutil.which("npm")), reason="the build needs node and npm"
    ),
]


@pytest.fixture(scope="session")
def folder(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site."""
    if built := pytestconfig.getoption("site"):
        return Path(built)
    folder = tmp_path_factory.mktemp("static") / "site"
    build(folder, base=BASE, docs=False, report=lambda _: None)
    return folder


@pytest.fixture
def host(request: pytest.FixtureRequest, folder: Path) -> Iterator[str]:
    with hosting(folder, BASE, evals=wants_firefox(request.node)) as url:
        yield url


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(1000 * PATIENCE)
    yield context
    context.close()


def opened(context: BrowserContext, url: str) -> Page:
    """Open a play on the site, and wait until it can be played."""
    page = context.new_page()
    page.goto(url)
    page.wait_for_function(PLAYABLE)
    return page


def ask(page: Page, method: str, path: str, body: object = None) -> Any:
    """Send a request as the page does, and return the answer."""
    return page.evaluate(ASK, [method, path, body])


def moved(page: Page, view: Any, number: int = 0) -> Any:
    """Make a move without the board, and return the next view."""
    body = {
        "move": view["moves"][number % len(view["moves"])]["move"],
        "revision": view["revision"],
    }
    return ask(page, "POST", f"/api/plays/{view['play']}/move", body)


def view_of(page: Page) -> Any:
    """Return the view of the play that the page shows."""
    return ask(page, "GET", f"/api/plays/{page.evaluate('history.state.play')}")


def before_python(context: BrowserContext, url: str) -> tuple[Page, list[Callable[[], None]]]:
    """Open a page that has cards but no Python; return it, and functions that let Python load."""
    page = context.new_page()
    late: list[Callable[[], None]] = []

    def hold(route: Route) -> None:
        if route.request.service_worker:  # it stores the program for later visits
            route.continue_()
        else:
            late.append(route.continue_)

    context.route("**/app.bin", hold)
    page.goto(url)
    page.wait_for_selector(".board .card")
    while not late:  # the cards may be there before the page asks for the program
        page.wait_for_timeout(50)
    assert page.evaluate("document.querySelector('.play').inert")
    return page, late


@pytest.mark.parametrize("address", ["klondike/7", "klondike", "birthday/"])
def test_cards_are_shown_before_python(context: BrowserContext, host: str, address: str) -> None:
    """The board does not jump when it becomes playable; without a number it has a random deal."""
    place = """() => [document.title, ...[...document.querySelectorAll('.board .card')].map(
        (card) => card.style.transform)]"""
    page, late = before_python(context, f"{host}play/{address}")
    before = page.evaluate(place)
    for go in late:
        go()
    page.wait_for_function(PLAYABLE)
    assert page.evaluate(place) == before


def test_a_reload_continues_the_play(context: BrowserContext, host: str) -> None:
    page = opened(context, f"{host}play/freecell/7")
    view = view_of(page)
    for _ in range(5):
        view = moved(page, view)
    page.reload()
    page.wait_for_function(PLAYABLE)
    assert view_of(page)["piles"] == view["piles"]


def test_the_next_visit_begins_with_the_plays(context: BrowserContext, host: str) -> None:
    """The start page knows the plays before Python is there."""
    page = opened(context, f"{host}play/freecell/7")
    moved(page, moved(page, view_of(page)))
    page.wait_for_function("(key) => localStorage.getItem(key)?.includes('freecell')", arg=PLAYS)
    context.route("**/app.bin", lambda _: None)
    page.goto(host)
    going = page.locator(".going")
    going.wait_for()
    assert going.inner_text().startswith("FreeCell")
    assert "2 moves" in going.inner_text()


def test_a_hasty_visitor_sees_the_last_move(context: BrowserContext, host: str) -> None:
    """The page leaves before it has stored the list of plays; the next one asks Python."""
    page = opened(context, f"{host}play/freecell/7")
    moved(page, view_of(page))
    page.goto(host)
    going = page.locator(".going")
    going.wait_for()
    assert "1 move" in going.inner_text()
    page.wait_for_function("(key) => localStorage.getItem(key) === ''", arg=AGING)
    assert "freecell" in page.evaluate("(key) => localStorage.getItem(key)", PLAYS)


def test_a_choice_before_python_is_kept(context: BrowserContext, host: str) -> None:
    """A favourite that is chosen while Python loads is there after a reload, and for Python."""
    page = context.new_page()
    context.route("**/app.bin", lambda _: None)
    page.goto(host)
    page.get_by_role("button", name="Storehouse as a favourite").click()
    context.unroute("**/app.bin")
    page.reload()
    shelf = page.locator("section", has=page.get_by_role("heading", name="Favourites"))
    shelf.get_by_role("heading", name="Storehouse").wait_for()
    assert "storehouse" in ask(page, "GET", "/api/settings")["favourites"]
    page.wait_for_function("(key) => localStorage.getItem(key) === '{}'", arg=UNSAVED)


def test_the_solver_answers(context: BrowserContext, host: str) -> None:
    page = opened(context, f"{host}play/freecell/7")
    view = view_of(page)
    path = f"/api/plays/{view['play']}/verdict?revision={view['revision']}&urgent=1"
    while (verdict := ask(page, "GET", path))["state"] != "done":
        pass
    assert (verdict["result"], verdict["error"]) == ("won", None)
    assert verdict["hint"] in [move["move"] for move in view["moves"]]


def test_everything_works_without_a_network(
    request: pytest.FixtureRequest, context: BrowserContext, folder: Path
) -> None:
    with ExitStack() as stack:
        host = stack.enter_context(hosting(folder, BASE, evals=wants_firefox(request.node)))
        page = opened(context, f"{host}play/klondike/7")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.goto(f"{host}games/klondike/")
        page.wait_for_function("caches.match(location.href).then(Boolean)")
    page.goto(f"{host}games/klondike/")
    assert page.locator("h1").inner_text() == "Klondike"
    page.goto(f"{host}docs/")
    expect(page.get_by_role("alert")).to_have_text(re.compile("^There is nothing at /docs/, or"))
    page.goto(f"{host}play/spider/3")
    page.wait_for_function(PLAYABLE)
    assert moved(page, view_of(page))["steps"] == 1
    page.goto(host)
    page.wait_for_selector(".contents:not(.waiting)")


def test_two_tabs_share_the_plays(context: BrowserContext, host: str) -> None:
    """The second tab asks the first, and takes over when the first closes."""
    first = opened(context, f"{host}play/klondike/7")
    begun = moved(first, view_of(first))
    second = opened(context, f"{host}play/klondike/7")
    view = moved(second, view_of(second))
    assert (view["play"], view["revision"]) == (begun["play"], 2)
    assert view_of(first)["revision"] == 2
    first.close()
    assert moved(second, view)["revision"] == 3


@pytest.mark.slow
def test_a_tab_waits_for_another_that_loads(context: BrowserContext, host: str) -> None:
    """A second tab shows its cards and what loads, and takes over if the first closes."""
    late: list[Route] = []
    context.route("**/app.bin", lambda route: late.append(route))  # noqa: PLW0108  # Playwright sets an attribute
    first, second = context.new_page(), context.new_page()
    for page in (first, second):
        page.goto(f"{host}play/klondike/7")
        page.wait_for_selector(".board .card")
        assert page.evaluate("document.querySelector('.play').inert")
        page.wait_for_function(
            "() => /\\d+\\s?%/.test(document.querySelector('.fate').textContent)"
        )
    assert len(late) == 1, "only the first tab loads Python"
    context.unroute("**/app.bin")
    first.close()
    second.wait_for_function(PLAYABLE)
    assert moved(second, view_of(second))["revision"] == 1


def test_the_deal_of_a_carried_play_is_shown_before_python(
    context: BrowserContext, host: str
) -> None:
    word, steps = carried_play("klondike", "7", ["s-w", "s-w"])
    page, late = before_python(context, f"{host}#play={word}")
    start = page.evaluate(PILES)
    assert [start[f"t{i}"][-1] for i in range(1, 8)] == ["2H", "AC", "4S", "8D", "9D", "5D", "AS"]
    for go in late:
        go()
    page.wait_for_function(PLAYABLE)
    assert view_of(page)["steps"] == len(steps)


def test_a_play_goes_on_here_and_back(context: BrowserContext, host: str) -> None:
    """A link carries a play from another device, and the next link carries it on."""
    word, steps = carried_play()
    page = opened(context, f"{host}#play={word}")
    address = f"{host}play/{BAKERS_DOZEN.game}/{BAKERS_DOZEN.deal}"
    assert page.url == address, "the address is short again"
    view = moved(page, view_of(page))
    page.reload()
    page.wait_for_function(PLAYABLE)
    assert view_of(page)["steps"] == view["steps"] == len(steps) + 1
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Share…").click()
    page.evaluate("""() => {
      navigator.clipboard.writeText = async (text) => { window.copied = text; };
    }""")
    page.get_by_role("button", name="Copy link").click()
    shared = f"{host}play/{BAKERS_DOZEN.game}/?deal={BAKERS_DOZEN.deal}"
    assert page.evaluate("window.copied") == shared
    page.get_by_text("Continue on another device").click()
    page.get_by_role("img", name="QR code with the whole play").wait_for()
    page.locator("details").get_by_role("button", name="Copy link").click()
    link = page.evaluate("window.copied")
    assert link.startswith(f"{host}#play=")
    store = Repository.in_memory()
    found = carried_word(link)
    assert found is not None
    assert PlayService(store).get(take_in(store, found)).record.done == len(steps) + 1
    store.close()


def verdict_of(ask: Ask, view: Any) -> Any:
    """Return the verdict on the position of a view, once the solver has it."""
    path = f"/api/plays/{view['play']}/verdict?revision={view['revision']}&urgent=1"
    while True:
        status, verdict = ask("GET", path, None)
        assert status == 200
        if verdict["state"] == "done":
            return verdict


def refused(view: Any) -> dict[str, Any]:
    """Return a move that no game allows: from a pile to itself."""
    pile = view["layout"]["piles"][0]["name"]
    return {"move": f"{pile}-{pile}", "revision": view["revision"]}


def history(ask: Ask, game: str) -> Iterator[Any]:
    """Play deal 7 of a game, and yield everything that both homes must answer alike."""
    status, view = ask("POST", "/api/plays", {"game": game, "deal": "7", "options": {}})
    play = f"/api/plays/{view['play']}"
    for number in range(12):
        yield status, {key: view[key] for key in view.keys() - OWN}
        if not view["moves"]:
            break
        move = view["moves"][number % len(view["moves"])]["move"]
        status, view = ask("POST", f"{play}/move", {"move": move, "revision": view["revision"]})
    status, refusal = ask("POST", f"{play}/move", refused(view))
    assert status == 422
    yield refusal
    first, last = view["layout"]["piles"][0]["name"], view["layout"]["piles"][-1]["name"]
    yield ask("POST", f"{play}/why", {"source": first, "target": last})
    verdict = verdict_of(ask, view)
    assert verdict["error"] is None
    assert verdict["hint"] in [None, *(move["move"] for move in view["moves"])]
    yield verdict["result"]
    _, text = ask("GET", f"{play}/text", None)
    yield text["position"], text["record"]
    yield ask("GET", f"/api/rules/{game}", None)


@pytest.mark.parametrize("games", each(COMPARED, COMPARED[:1]))
def test_both_homes_give_the_same_answers(
    browser: Browser,
    host: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    games: str,
) -> None:
    language, *names = games.split()
    monkeypatch.setenv("CADOGAN_HOME", str(tmp_path))
    with serving(tmp_path) as server, closing(browser.new_context(locale=language)) as context:
        context.set_default_timeout(1000 * PATIENCE)
        page = opened(context, f"{host}play/{names[0]}/7")

        def here(method: str, path: str, body: object) -> tuple[int, Any]:
            text = None if body is None else json.dumps(body)
            status, answer = page.evaluate(static_site.ASK, [method, path, text])
            return status, answer

        def there(method: str, path: str, body: object) -> tuple[int, Any]:
            return server.ask(method, path[1:], body, language)

        for game in names:
            for mine, other in zip(history(here, game), history(there, game), strict=True):
                assert mine == other, game


@pytest.mark.browser  # it needs none, but the site that it reads takes half a minute to build
def test_pages_about_games_need_no_scripts(folder: Path) -> None:
    """Their links and pictures lead to files of the site, in each language."""
    pages = [*folder.glob("games/**/index.html"), *folder.glob("de/games/**/index.html")]
    assert len(pages) == 2 * (len(built_in()) + 1)
    for page in pages:
        text = page.read_text(encoding="utf-8")
        assert "<script" not in text
        for address in re.findall(r'(?:href|src)="([^"]+)"', text):
            path = urljoin(f"{BASE}{page.relative_to(folder).as_posix()}", address)
            assert path.startswith(BASE), (page, address)
            target = folder / path.removeprefix(BASE)
            assert (target / "index.html" if path.endswith("/") else target).is_file(), address


def test_the_address_of_a_game_is_a_page_of_its_own(context: BrowserContext, host: str) -> None:
    page = context.new_page()
    answer = page.goto(f"{host}games/freecell/")
    assert answer is not None
    assert answer.status == 200
    with page.expect_navigation() as navigation:
        page.get_by_role("link", name="Play FreeCell").click()
    assert navigation.value.status == 200
    page.wait_for_function(PLAYABLE)
    assert page.url.startswith(f"{host}play/freecell")


def test_the_page_is_quiet_and_can_be_installed(context: BrowserContext, host: str) -> None:
    """The policy blocks nothing, nothing shifts, and all files are the site's own."""
    heard: list[str] = []
    context.on("console", lambda message: heard.append(message.text))
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    context.add_init_script(SHIFTS)
    page = context.new_page()
    # the page cannot show the cards of this day's deal before Python is ready
    page.clock.set_fixed_time("2026-11-29T12:00:00")
    page.on("pageerror", lambda error: heard.append(str(error)))
    page.goto(host)
    page.wait_for_selector(".contents:not(.waiting)")
    if not is_firefox(context.browser):
        browser = context.new_cdp_session(page)
        manifest = browser.send("Page.getAppManifest")
        assert manifest["errors"] == []
        assert json.loads(manifest["data"])["scope"] == BASE
        missing = browser.send("Page.getInstallabilityErrors")["installabilityErrors"]
        assert {error["errorId"] for error in missing} <= {"in-incognito"}  # the test's window
    assert page.evaluate("window.shifts") == []
    # with the service worker, the address of a deal is not missing
    page.wait_for_function("async () => (await navigator.serviceWorker.ready) !== null")
    page.goto(f"{host}?go=today")
    page.wait_for_function(PLAYABLE)
    assert page.evaluate("window.shifts") == []
    assert violations(page) == []
    assert heard == []
    assert [url for url in asked if not url.startswith(host)] == []


def test_a_shared_link_opens_its_deal(context: BrowserContext, host: str) -> None:
    """The host has the page of the game; the deal and the options are in the query."""
    page = context.new_page()
    answer = page.goto(f"{host}play/birthday/?deal=7&target=1888&suits=SHCD")
    assert answer
    assert answer.status == 200
    page.wait_for_function(PLAYABLE)
    assert page.evaluate("location.pathname + location.search") == (
        f"{BASE}play/birthday/7?target=1888&suits=SHCD"
    )
    assert view_of(page)["game"]["deal"] == "7"


def test_a_later_visit_shows_no_other_page_before(context: BrowserContext, host: str) -> None:
    """The stored page of a board reserves no places for the games of the start page."""
    page = opened(context, f"{host}play/klondike/7")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    context.route("**/app.js", lambda _: None)
    page.reload(wait_until="commit")
    page.wait_for_selector("#app", state="attached")
    assert page.locator(".entry").count() == 0
    page.goto(host, wait_until="commit")
    page.wait_for_selector(".entry", state="attached")
