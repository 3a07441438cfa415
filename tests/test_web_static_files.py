"""Static files of the page, which the browser keeps as long as their version lasts."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import httpx
import pytest

import cadogan
from cadogan.core.errors import CadoganError
from cadogan.session.repository import Repository
from cadogan.web import server
from cadogan.web.server import STATIC, Settings, create_app
from tests import web_client
from tests.web_client import PORT, store

__all__ = ["store"]  # a fixture

FOR_EVER = "public, max-age=31536000, immutable"
AT_ONCE = re.compile(r'^import\b[^;"]*"\./([^"]+)"', re.MULTILINE)  # a static import


class Client(web_client.Client):
    """Client with the headers of each request as arguments."""

    def __call__(self, path: str, method: str = "GET", **headers: str) -> httpx.Response:
        told = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.request(method, path, headers=told)

    def prefix(self) -> str:
        """Return the path of the page's files."""
        html = r'<html data-static="(/static/[0-9a-f]{16})" data-languages="[^"]+" lang="en">'
        found = re.search(html, self("/").text)
        assert found
        return found[1]


@pytest.fixture
def static(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of the static files, which tests may change."""
    copy = tmp_path / "static"
    shutil.copytree(STATIC, copy)
    monkeypatch.setattr(server, "STATIC", copy)
    return copy


@pytest.fixture
def ask(store: Repository) -> Client:
    return Client(create_app(store, PORT))


def test_the_page_has_the_address_of_the_public_site(
    store: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CADOGAN_SITE", "https://cards.example/cadogan")
    page = Client(create_app(store, PORT))("/").text
    assert '<html data-site="https://cards.example/cadogan/" ' in page


IN_FULL = "write it in full, as in https://"
PATH = "it may have a path of letters, digits and -._~, and no [?] or #, as in https://"


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("cards.example", IN_FULL),
        ("//cards.example", IN_FULL),
        ("ftp://cards.example", IN_FULL),
        ("https://", IN_FULL),
        ("https:/cards", IN_FULL),
        ("https://a b/", IN_FULL),
        ("https://me@cards.example/", IN_FULL),
        ("https://a:b/", IN_FULL),
        ("https://[/", IN_FULL),
        ("https://cards.example/?a", PATH),
        ("https://cards.example/#a", PATH),
        ('https://a/"', PATH),
        ("https://cards.example//a/", PATH),
    ],
)
def test_a_wrong_address_of_a_site_is_refused(
    store: Repository, monkeypatch: pytest.MonkeyPatch, address: str, why: str
) -> None:
    monkeypatch.setenv("CADOGAN_SITE", address)
    with pytest.raises(CadoganError, match=f"CADOGAN_SITE: .*{why}"):
        create_app(store, PORT)


def test_all_files_that_the_page_names_are_cached_forever(ask: Client) -> None:
    text = ask("/").text
    prefix = ask.prefix()
    named = re.findall(r'(?:href|src)="([^"]+)"', text)
    assert len(named) > 5
    for path in [*named, f"{prefix}/cards/classic-two/S10.svg"]:
        assert path.startswith(prefix)
        answer = ask(path)
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == FOR_EVER
        if not path.endswith(".webmanifest"):  # the server translates this file
            assert answer.content == (STATIC / path.removeprefix(f"{prefix}/")).read_bytes()
    kinds = {path.rpartition(".")[2]: ask(path).headers["content-type"] for path in named}
    assert kinds == {
        "js": "text/javascript; charset=utf-8",
        "css": "text/css; charset=utf-8",
        "svg": "image/svg+xml",
        "png": "image/png",
        "webmanifest": "application/manifest+json",
        "woff2": "font/woff2",
    }


def test_the_service_worker_names_scripts_and_typeface_and_changes_with_them(
    static: Path, ask: Client
) -> None:
    first = ask("/service-worker.js")
    assert first.headers["cache-control"] == "no-cache"
    stamp = re.search('STAMP = "([0-9a-f]{16})";', first.text)
    files = re.search(r"FILES = (\[.*\]);", first.text)
    assert stamp
    assert files
    own = {path.name for path in static.iterdir() if path.suffix in (".css", ".js")}
    own.remove("service-worker.js")
    own |= {"qr/lean-qr.js", "type/newsreader.woff2"}
    assert json.loads(files[1]) == [f"/static/{stamp[1]}/{name}" for name in sorted(own)]
    assert ask("/service-worker.js").content == first.content
    (static / "dom.js").write_text("export {};\n")
    assert ask("/service-worker.js").content != first.content


def test_modules_import_each_other_by_relative_paths() -> None:
    """Scripts import only files at addresses that the browser may cache."""
    for path in STATIC.glob("*.js"):
        for named in re.findall(r"""(?:from|import\() ?["']([^"']+)["']""", path.read_text()):
            assert named.startswith("./"), (path.name, named)


def test_the_page_preloads_the_scripts_that_it_needs(ask: Client) -> None:
    """A browser would find imports only one after another."""

    def preloaded(path: str) -> set[str]:
        links = re.findall(r'modulepreload" href="/static/[0-9a-f]{16}/([^"]+)"', ask(path).text)
        assert len(links) == len(set(links)) > 20
        for name in links:
            imports = AT_ONCE.findall((STATIC / name).read_text(encoding="utf-8"))
            assert {*imports} <= {*links}, name
        return set(links)

    start, board = preloaded("/"), preloaded("/play/klondike/7")
    assert {"app.js", "home.js"} <= start
    assert "table.js" not in start
    assert {"app.js", "play-page.js", "table.js"} <= board
    assert "home.js" not in board


@pytest.mark.parametrize("old", ["", "/0123456789abcdef"])
def test_other_addresses_are_revalidated_each_time(ask: Client, old: str) -> None:
    ask("/")
    for name in ("base.css", "cards/large-safe/S10.svg"):
        answer = ask(f"/static{old}/{name}")
        assert answer.content == (STATIC / name).read_bytes()
        assert answer.headers["cache-control"] == "no-cache"
        again = ask(f"/static{old}/{name}", If_None_Match=answer.headers["etag"])
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["cache-control"] == "no-cache"


def test_the_page_is_not_cached(ask: Client) -> None:
    answer = ask("/desk")
    assert answer.headers["cache-control"] == "no-store"
    assert "etag" not in answer.headers
    # only the start page reserves places for the games
    assert [ask(path).text.count('class="look"') for path in ("/", "/play/klondike/7")] == [8, 0]


def test_an_edited_file_is_served_at_once_and_changes_the_version(
    static: Path, ask: Client
) -> None:
    before = ask.prefix()
    assert ask(f"{before}/announce.js").headers["cache-control"] == FOR_EVER
    (static / "announce.js").write_text("let edited;\n")
    after = ask.prefix()
    assert after != before
    for name in ("announce.js", "app.js"):  # a page that was already open requests the old version
        answer = ask(f"{before}/{name}")
        assert (answer.status_code, answer.headers["cache-control"]) == (410, "no-store")
        assert "Cadogan has been updated" in answer.text
    assert ask(f"{before}/base.css").headers["cache-control"] == "no-cache"
    answer = ask(f"{after}/announce.js")
    assert (answer.text, answer.headers["cache-control"]) == ("let edited;\n", FOR_EVER)
    (static / "new.js").write_text("let fresh;\n")
    assert ask("/static/new.js").text == "let fresh;\n"
    (static / "new.js").unlink()
    assert ask("/static/new.js").status_code == 404


@pytest.mark.parametrize(
    "path",
    ["/", "/cards", "/%2e%2e/server.py", "/..%2fserver.py", "//etc/passwd", "/%00", "/a" * 2000]
)  # fmt: skip
def test_nothing_else_is_served(ask: Client, path: str) -> None:
    for prefix in ("/static", ask.prefix()):
        assert ask(f"{prefix}{path}").status_code == 404
    assert ask("/static/app.js", "POST").status_code == 405


@pytest.mark.parametrize("path", ["/play/klondike/5%", "/play/%C3", "/desk/%E0%A4", "/desk/a%zz"])
def test_an_invalid_address_is_not_found(ask: Client, path: str) -> None:
    answer = ask(path)  # the page's scripts could not decode this address
    assert answer.status_code == 404
    assert answer.json()["error"].startswith("There is nothing at /")
    assert ask("/play/%C3%A4/100%25").status_code == 200


def test_games_named_in_scripts_are_in_the_catalogue() -> None:
    """The scripts name only existing games, for the daily deal and at the top of the start page."""
    script = (STATIC / "daily.js").read_text(encoding="utf-8")
    turns = re.findall(r'"([a-z-]+)"', script.partition("TURNS = [")[2].partition("]")[0])
    assert len(set(turns)) == len(turns) == 14
    assert {*turns, *Settings().favourites} <= {*cadogan.games()}
    script = (STATIC / "settings.js").read_text(encoding="utf-8")
    first = re.findall(r'"([a-z-]+)"', script.partition("favourites: [")[2].partition("]")[0])
    assert tuple(first) == Settings().favourites
