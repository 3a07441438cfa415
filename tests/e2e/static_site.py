"""The static site as a home of the page's tests: the program and the plays are in the browser."""

from __future__ import annotations

import base64
import json
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import pytest

from .site import Site, serving
from .static_host import hosting

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

# a file of the site that starts no program
QUIET = "NOTICES.txt"
OPENED = """const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const request = indexedDB.open(store, 1);
  request.onupgradeneeded = () => request.result.createObjectStore('pages');
  const pages = (mode) => db.transaction('pages', mode).objectStore('pages');
  const db = await done(request);"""
PUT = f"""async ([store, files, answers]) => {{
  {OPENED}
  const all = pages('readwrite');
  for (const [path, text] of Object.entries(files)) {{
    const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
    all.put(bytes.length, [path, -1]);
    for (let at = 0; at < bytes.length; at += 4096)
      all.put(bytes.slice(at, at + 4096), [path, at / 4096]);
  }}
  await new Promise((stored) => {{ all.transaction.oncomplete = stored; }});
  db.close();
  for (const [path, answer] of Object.entries(answers))
    localStorage.setItem(`${{store}} ${{path}}`, answer);
}}"""
GET = f"""async (store) => {{
  {OPENED}
  const all = pages('readonly');
  const [keys, values] = await Promise.all([done(all.getAllKeys()), done(all.getAll())]);
  db.close();
  const files = {{}};
  keys.forEach((key, i) => {{
    if (!Array.isArray(key)) return; // the mark of the owner
    const [path, page] = key;
    files[path] ??= '';
    if (page >= 0) files[path] += String.fromCharCode(...values[i]);
  }});
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [path, btoa(text)]));
}}"""
ASK = """async ([method, path, body]) => {
  const { send } = await import(`${document.documentElement.dataset.static}/site/client.js`);
  const answer = await send(path, { method, body });
  return [answer.status, await answer.json()];
}"""
HELD = "window.held = true"
# The module `transport.js`, with requests that a test may intercept on their way to the program.
# A header repeats the body, because Playwright does not show the body of a request in Firefox.
TRANSPORT = b"""import { base } from "./place.js";
import { send as program } from "./transport.js?real";
export * from "./transport.js?real";
export async function send(path, init) {
  const headers = { ...init?.headers, "x-body": encodeURIComponent(init?.body ?? "") };
  const answer = window.held && await fetch(base + path, { ...init, headers });
  return answer && answer.status !== 404 ? answer : program(path, init);
}
"""
# the answers that a visit stores for the start of the next one
STORED = ("/api/settings", "/api/plays", "/api/played")


def without_server(reason: str) -> NoReturn:
    """Skip a test that needs a server."""
    pytest.skip(f"only with a server: {reason}")


class StaticSite(Site):
    """The built site, with requests to its program.

    A server answers until a page is open. The first page then finds the server's files in the
    storage of its browser.

    Args:
        folder: the built site.
        home: an empty directory.
        evals: whether pages allow eval(), which Playwright needs in Firefox.
    """

    def __init__(self, folder: Path, home: Path, *, evals: bool) -> None:
        super().__init__(home)
        base = json.loads((folder / "site.json").read_bytes())["base"]
        self._store = f"cadogan{base.rstrip('/')}"
        self._running = ExitStack()
        instead = {"transport.js": TRANSPORT}
        self.url = self._running.enter_context(hosting(folder, base, instead, evals=evals))
        self._serving = ExitStack()
        self._server: Site | None = self._serving.enter_context(serving(home))
        self._context: BrowserContext | None = None
        self._options: dict[str, Any] = {}
        self._page: Page | None = None

    def close(self) -> None:
        """End the servers."""
        self._serving.close()
        self._running.close()

    def ask(
        self, method: str, path: str, body: object = None, language: str = "en"
    ) -> tuple[int, Any]:
        """Send a request to the program, in the page's language once a page is open."""
        if self._server:
            return self._server.ask(method, path, body, language)
        assert self._page
        text = None if body is None else json.dumps(body)
        status, answer = self._page.evaluate(ASK, [method, f"/{path}", text])
        return status, answer

    def context(self, options: dict[str, Any]) -> BrowserContext | None:
        """Return the context of the last page if it has these options: pages share its plays."""
        return self._context if self._options == options else None

    def let_in(self, context: BrowserContext) -> None:
        """Give a browser context the plays of the last one."""
        answers = {path: json.dumps(self.get(path[1:])) for path in STORED}
        if self._server:
            self._server = None
            self._serving.close()
        home = self.home
        files = {
            path.relative_to(home).as_posix(): base64.b64encode(path.read_bytes()).decode()
            for path in home.rglob("*")
            if path.is_file()
        }
        page = context.new_page()
        page.goto(f"{self.url}{QUIET}")
        page.evaluate(PUT, [self._store, files, answers])
        page.close()
        self._context = context

    def opened_page(self, page: Page, options: dict[str, Any]) -> None:
        """Send later requests through a page."""
        self._page, self._options = page, options

    def hold(self, page: Page) -> None:
        """Send the requests of a page to the host first, where a test can intercept them.

        Wait until the program runs, because the page does not call it slow before.
        """
        page.evaluate(ASK, ["GET", "/api/stats/klondike", None])
        page.add_init_script(HELD)
        page.evaluate(HELD)

    @property
    def home(self) -> Path:
        """The directory of the user's plays, with what the browser stores now."""
        if self._context is None:
            return self._home
        page = self._context.new_page()
        page.goto(f"{self.url}{QUIET}")
        stored = page.evaluate(GET, self._store)
        page.close()
        for path in [*self._home.rglob("*")]:
            if path.is_file() and path.relative_to(self._home).as_posix() not in stored:
                path.unlink()
        for name, text in stored.items():
            target = self._home / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(base64.b64decode(text))
        return self._home
