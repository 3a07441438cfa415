"""Static files for the page, with a version in their addresses.

A file such as ``/static/VERSION/app.js`` never changes, so browsers cache it forever. Modules
import each other by relative addresses, so they stay within one version. Browsers must not cache
the page itself, because the Back button would bring up a page that requests files from an old
version. The server answers 410 to a request for a script from another version, so that an open page
never mixes two. Without a version, ``/static/app.js`` is the current file.
"""

from __future__ import annotations

import json
import os
import posixpath
import re
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import blake2b
from html import escape
from pathlib import Path
from typing import NamedTuple

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from cadogan.i18n import language, languages, msgid, translate
from cadogan.web import manifest, page_texts
from cadogan.web.public_address import public_address

_FOR_EVER = "public, max-age=31536000, immutable"
_ASK = "no-cache"
_WORKER = "service-worker.js"
# the English texts of index.html
_ABOUT = msgid("Patience games, played by their rules.")
_MOTTO = msgid("Patience, by its rules")
_NO_SCRIPT = msgid("Cadogan needs JavaScript, which is switched off in this browser.")
# the text that the page shows until the list of games is loaded
_WAITING = re.compile("<!-- where.*<!-- end -->", re.DOTALL)
_IMPORT = re.compile(r'^import\b[^;"]*"(\.[^"]+)"', re.MULTILINE)  # a static import
_APP = "app.js"
START = (_APP, "home.js")
"""The scripts of the start page; browsers also need those that these import."""
BOARD = (_APP, "play-page.js")
"""The scripts of a board."""
_VERSION = re.compile("[0-9a-f]{16}")
_BROKEN = re.compile(b"%(?![0-9A-Fa-f]{2})")
# Python uses the system's tables, which on Windows may map scripts to plain text. Browsers do not
# run plain text.
_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}


class Known(NamedTuple):
    """The data and the modules to include in a page.

    Attributes:
        answers: the data that the page would request immediately, by path.
        modules: the scripts that the page needs immediately, each with its style sheet.
    """

    answers: Mapping[str, object]
    modules: tuple[str, ...] = ()

    def put(self, page: str, prefix: str) -> str:
        r"""Insert the data and the modules into the page.

        >>> print(Known({"/api/x": "</b>"}).put("<body></body>", ""))
        <body><script type="application/json" id="known">{"/api/x":"\u003c/b>"}</script></body>
        """
        links = "".join(
            f'<link rel="modulepreload" href="{prefix}/{name}.js">\n'
            f'<link rel="preload" as="style" href="{prefix}/{name}.css">\n'
            for name in self.modules
        )
        data = msgspec.json.encode(self.answers).decode().replace("<", "\\u003c")
        script = f'<script type="application/json" id="known">{data}</script>'
        page = page.replace("</head>", f"{links}</head>", 1)
        return page.replace("</body>", f"{script}</body>", 1)


class Files(StaticFiles):
    """Server for the files in a directory, including the page and the service worker.

    It adds the version to all addresses in the page that begin with ``/static/``. It sets
    attributes of ``<html>`` to the prefix of such addresses (``data-static``), the language of the
    page
    (``lang``) and the names of all languages (``data-languages``). If the user has configured a
    public site, ``data-site`` is its address.
    """

    def __init__(self, directory: Path) -> None:
        super().__init__(directory=directory)
        self._root, self._site = directory, public_address()
        self._version, _ = _look(directory)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file; the version in its address determines how long browsers may cache it."""
        version, _, name = path.partition(os.sep)
        if not _VERSION.fullmatch(version):
            version, name = "", path
        current = version == self._version
        if version and not current and name.endswith(".js"):
            raise HTTPException(
                410,
                translate(
                    "Cadogan has been updated since you opened this page. Reload it? All your plays"
                    " stay as you left them."
                ),
            )
        made = page_texts.module(name.replace(os.sep, "/"))
        if made is None:
            made = manifest.manifest(self._root, name)
        if made is not None:
            response = Response(made)
        else:
            response = await super().get_response(name, scope)
        response.headers["Cache-Control"] = _FOR_EVER if current else _ASK
        if kind := _TYPES.get(Path(name).suffix):
            response.headers["Content-Type"] = kind
        return response

    async def page(self, request: Request, known: Known | None = None) -> Response:
        """Return the page, including the data that it would request first.

        If the address is not valid UTF-8, such as a link truncated within ``%C3%A4``, return a 404,
        because the page's scripts could not decode it.
        """
        if _BROKEN.search(request.scope["raw_path"]) or "\ufffd" in request.scope["path"]:
            raise HTTPException(404)
        self._version, _ = _look(self._root)
        prefix = f"/static/{self._version}"
        site = f'data-site="{self._site}"' if self._site else ""
        scripts = START if request.url.path == "/" else BOARD
        page = page_text(self._root, prefix, language(), scripts, site)
        return HTMLResponse(known.put(page, prefix) if known else page)

    async def worker(self, request: Request) -> Response:
        """Return the service worker, which caches the page's files in the browser.

        It changes when any file changes, so browsers notice a new version. Its address contains the
        language, because browsers request it with headers that differ from those of the page.
        """
        code = request.query_params.get("language", "en")
        if code not in languages():
            raise HTTPException(404)
        self._version, names = _look(self._root)
        others = {_WORKER, *(page_texts.address(other) for other in languages() if other != code)}
        files = [
            f"/static/{self._version}/{name}"
            for name in names
            if name.endswith((".js", ".css", ".woff2"))
            and name not in others
            and not name.startswith("site/")  # only the static site uses these
        ]
        values = {"STAMP": self._version, "LANGUAGE": code, "FILES": files}
        head = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in values.items())
        script = head + (self._root / _WORKER).read_text(encoding="utf-8")
        return Response(script, headers={"Cache-Control": _ASK}, media_type="text/javascript")

    async def icon(self, request: Request) -> Response:
        """Return the icon that browsers request automatically."""
        return await self.get_response("icon.svg", request.scope)


def page_text(
    folder: Path, prefix: str, code: str, scripts: tuple[str, ...], attributes: str = ""
) -> str:
    """Return the text of the page.

    Only the start page reserves places for the games.

    Args:
        folder: the folder of the page's files.
        prefix: the prefix of the addresses of its files, with their version.
        code: its language, the current one.
        scripts: the scripts that it needs immediately, such as `START` or `BOARD`.
        attributes: further attributes of ``<html>``.
    """
    page = (folder / "index.html").read_text(encoding="utf-8")
    if "home.js" not in scripts:
        page = _WAITING.sub("", page)
    for text in (_ABOUT, _MOTTO, _NO_SCRIPT):
        page = page.replace(text, translate(text), 1)
    names = escape(json.dumps(dict(languages()), ensure_ascii=False))
    needed = _with_imports(folder, prefix, scripts)
    if code != "en":
        needed = (*needed, page_texts.address(code))
        page = page.replace(manifest.NAME, manifest.address(code), 1)
    # A browser would find imported modules only one after another.
    links = (f'<link rel="modulepreload" href="/static/{name}">\n' for name in needed)
    page = page.replace("</head>", f"{''.join(links)}</head>", 1)
    page = page.replace('"/static/', f'"{prefix}/')
    head = (
        f'<html {attributes} data-static="{prefix}"'
        if attributes
        else f'<html data-static="{prefix}"'
    )
    return page.replace('<html lang="en"', f'{head} data-languages="{names}" lang="{code}"', 1)


@cache
def _with_imports(folder: Path, _version: str, scripts: tuple[str, ...]) -> tuple[str, ...]:
    """Return some scripts, and all that they import directly or indirectly."""
    found = dict.fromkeys(scripts)
    waiting = [*scripts]
    while waiting:
        name = waiting.pop(0)
        for path in _IMPORT.findall((folder / name).read_text(encoding="utf-8")):
            other = posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
            if other not in found:
                found[other] = None
                waiting.append(other)
    return tuple(found)


def _look(directory: Path) -> tuple[str, list[str]]:
    """Return a directory's version, and the names of its files and of the translations.

    The version changes with every edit, so the server delivers an edited file immediately.
    """
    found = sorted([*_walk(directory), *page_texts.stamps()])
    text = "\n".join(f"{name} {changed} {size}" for name, changed, size in found)
    return blake2b(text.encode(), digest_size=8).hexdigest(), [name for name, _, _ in found]


def _walk(directory: Path, prefix: str = "") -> Iterator[tuple[str, int, int]]:
    """Yield the name, modification time and size of each file."""
    with os.scandir(directory) as entries:
        for entry in entries:
            name = prefix + entry.name
            if entry.is_dir():
                yield from _walk(directory / entry.name, f"{name}/")
            else:
                stat = entry.stat()
                yield name, stat.st_mtime_ns, stat.st_size
