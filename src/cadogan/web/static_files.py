"""The page's own files: compressed once, and kept by the browser for as long as they last.

The page names its files by addresses that begin with a hash of them all, ``/static/HASH/app.js``:
what lies there never changes, so the browser need not ask again. Modules that name each other by
relative addresses stay below the same hash. Under ``/static/app.js``, and under the hash of another
version, lies the file as it is now, and the browser asks each time whether it changed. The page
itself it does not keep: going back it would show it unasked, and that names files of a version
which may be gone. And a script under another hash is refused: a page that was open while the
program became another one must not mix the two, and says so. Files are looked at anew when the page
is asked for, so an edited file is served at once. Scripts go out without their comments, which are
a quarter of them.
"""

from __future__ import annotations

import functools
import gzip
import json
import os
import re
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

import msgspec
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from cadogan.i18n import LANGUAGES, language, translate

__all__ = ["Files", "Known", "accepts_gzip", "sent", "without_comments"]

_FOR_EVER = "public, max-age=31536000, immutable"
_ASK = "no-cache"
_ONCE = "no-store"
_WORKER = "service-worker.js"
# what the page says before its scripts do
_ABOUT = "Patience games, played by their rules."
_MOTTO = "Patience, by its rules"
_NO_SCRIPT = "Cadogan draws its board with JavaScript, which is switched off here."
# where the page of the games will lie
_WAITING = re.compile("<!-- where.*<!-- end -->", re.DOTALL)
_TYPE = re.compile(r"/\*\* @\w+ .*? \*/ ?")
_STAMP = re.compile("[0-9a-f]{16}")
_BROKEN = re.compile(b"%(?![0-9A-Fa-f]{2})")
_KINDS = {  # not those of the system, which may be anything
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".md": "text/markdown; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".ts": "text/plain; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
_Look = tuple[int, int]  # time of change, size


def _texts(code: str) -> str:
    return f"tongues/{code}.js"


def accepts_gzip(headers: Headers) -> bool:
    """Tell whether whoever asks can read what was compressed.

    >>> [accepts_gzip(Headers({"accept-encoding": some})) for some in ("br, gzip", "gzip;q=0", "")]
    [True, False, False]
    """
    for part in headers.get("accept-encoding", "").lower().split(","):
        name, _, weight = part.partition(";")
        if name.strip() == "gzip":
            return weight.replace(" ", "") not in {"q=0", "q=0.0", "q=0.00", "q=0.000"}
    return False


def without_comments(script: str) -> str:
    r"""Leave out of a script indents, comments on lines of their own, and types; lines stay lines.

    A line that begins like a comment is one, and no indent is said to anybody, since no text of the
    page's scripts runs over several lines (``tests/test_web_files.py`` sees to that).

    >>> without_comments("/* Adds. */\nadd(1); // once\n  // again\n  add(1);")
    '\nadd(1); // once\n\nadd(1);'
    """
    kept, within = [], False
    for line in script.split("\n"):
        text = line.strip()
        opens = not within and text.startswith("/*")
        _, ends, after = text.partition("*/")
        if within or (opens and not after):
            kept.append(after)
            within = not ends
        else:  # what follows a comment on its line is code, and keeps it
            kept.append("" if text.startswith("//") else text)
    return _TYPE.sub("", "\n".join(kept))


def tightened(sheet: str) -> str:
    r"""Leave out of a style sheet its comments and indents, and what else only a reader needs.

    >>> tightened("/* Red. */\na {\n  color: red;\n  top: 0;\n}\n")
    'a {color: red;top: 0}'
    """
    told = re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)
    told = re.sub(r"([;{},]|^)\s*\n\s*", r"\1", told.strip())
    return re.sub(r"\s*\n\s*", " ", told).replace(";}", "}")


def sent(name: str, body: bytes) -> bytes:
    """Return what is sent of a file with this name."""
    if name.endswith(".css"):
        return tightened(body.decode()).encode()
    return without_comments(body.decode()).encode() if name.endswith(".js") else body


class Known(NamedTuple):
    """What is sent along with a page.

    Attributes:
        answers: what the page would ask for at once, by path.
        modules: scripts, each with its style sheet, that it will need at once.
    """

    answers: Mapping[str, object]
    modules: tuple[str, ...] = ()

    def put(self, page: str, prefix: str) -> str:
        r"""Return the page with it.

        >>> print(Known({"/api/x": "</b>"}).put("<body></body>", ""))
        <body><script type="application/json" id="known">{"/api/x":"\u003c/b>"}</script></body>
        """
        links = "".join(
            f'<link rel="modulepreload" href="{prefix}/{name}.js">\n'
            f'<link rel="preload" as="style" href="{prefix}/{name}.css">\n'
            for name in self.modules
        )
        data = msgspec.json.encode(self.answers).decode().replace("<", "\\u003c")
        told = f'<script type="application/json" id="known">{data}</script>'
        return page.replace("</head>", f"{links}</head>", 1).replace("</body>", f"{told}</body>", 1)


class _File:
    """One file as it is served."""

    def __init__(self, name: str, body: bytes) -> None:
        self.kind = _KINDS.get(Path(name).suffix, "application/octet-stream")
        self.body = sent(name, body)
        self.digest = blake2b(self.body, digest_size=8).hexdigest()

    @functools.cached_property
    def packed(self) -> bytes:
        """The body compressed, or the body where that is shorter."""
        packed = gzip.compress(self.body, mtime=0)
        return packed if len(packed) < len(self.body) else self.body

    def answer(self, headers: Headers, keep: str) -> Response:
        """Answer a request with these headers; the browser may keep the answer as ``keep`` says."""
        told = {"Cache-Control": keep, "Vary": "Accept-Encoding"}
        body = self.packed if accepts_gzip(headers) else self.body
        if body is self.body:
            told["ETag"] = f'"{self.digest}"'
        else:
            told |= {"ETag": f'"{self.digest}-gzip"', "Content-Encoding": "gzip"}
        known = headers.get("if-none-match", "").split(",")
        if {"*", told["ETag"]} & {tag.strip().removeprefix("W/") for tag in known}:
            told.pop("Content-Encoding", None)
            return Response(status_code=304, headers=told)
        return Response(body, headers=told, media_type=self.kind)


class Files:
    """Serve the files of a directory, and its ``index.html`` as the page.

    In the page, addresses that begin with ``/static/`` are given the hash, and ``<html>`` gets the
    beginning of such addresses as ``data-static`` and the tongue that is spoken as ``lang``.
    """

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._looks: dict[str, _Look] = {}
        self._files: dict[str, _File] = {}
        self._stamp = ""
        # by tongue, and whether it is that of the games
        self._index: dict[tuple[str, bool], tuple[str, _File]] = {}

    async def page(self, request: Request, known: Known | None = None) -> Response:
        """Answer with the page, and what is known beforehand; it holds for this once.

        At an address that is no text, such as a link whose end got lost within ``%C3%A4``, there
        is nothing: the page's scripts could not read it.
        """
        if _BROKEN.search(request.scope["raw_path"]) or "\ufffd" in request.scope["path"]:
            raise HTTPException(404)
        self._look()
        which = language(), request.url.path == "/"
        if which not in self._index or self._index[which][0] != self._stamp:
            page = self._written(of_games=which[1])
            self._index[which] = self._stamp, _File("index.html", page.encode())
        file = self._index[which][1]
        if known is not None:
            told = known.put(file.body.decode(), f"/static/{self._stamp}")
            file = _File("index.html", told.encode())
        return file.answer(request.headers, _ONCE)

    def _written(self, *, of_games: bool) -> str:
        """Return the page in the tongue that is spoken; that of the games shows their tables."""
        prefix, code = f"/static/{self._stamp}", language()
        page = self._files["index.html"].body.decode()
        page = page.replace(_ABOUT, translate(_ABOUT), 1).replace(
            _NO_SCRIPT, translate(_NO_SCRIPT), 1
        )
        page = page.replace(_MOTTO, translate(_MOTTO), 1)
        if not of_games:
            page = _WAITING.sub("", page)
        if code != "en":  # asked for with the other modules, not when it is missed
            link = f'<link rel="modulepreload" href="/static/{_texts(code)}">'
            page = page.replace("</head>", f"{link}\n</head>", 1)
        page = page.replace('"/static/', f'"{prefix}/')
        return page.replace('<html lang="en"', f'<html data-static="{prefix}" lang="{code}"', 1)

    async def worker(self, request: Request) -> Response:
        """Answer with the script that keeps the page's files in the browser.

        It is another one whenever a file changed, which is how the browser learns of it, and in
        another tongue, which its address names: browsers do not ask for it as for the page.
        """
        self._look()
        code = request.query_params.get("tongue", "en")
        if code not in LANGUAGES:
            raise HTTPException(404)
        own = [name for name in sorted(self._files) if name.endswith((".js", ".css", ".woff2"))]
        others = {_WORKER, *(_texts(other) for other in LANGUAGES if other != code)}
        files = [f"/static/{self._stamp}/{name}" for name in own if name not in others]
        values = {"STAMP": self._stamp, "TONGUE": code, "FILES": files}
        told = "".join(f"const {name} = {json.dumps(some)};\n" for name, some in values.items())
        body = told.encode() + self._files[_WORKER].body
        return _File(_WORKER, body).answer(request.headers, _ASK)

    async def icon(self, request: Request) -> Response:
        """Answer with the icon, for which browsers ask of their own accord."""
        file = self._find("icon.svg")
        if file is None:
            raise HTTPException(404)
        return file.answer(request.headers, _ASK)

    async def file(self, request: Request) -> Response:
        """Answer with one of the files."""
        path = request.path_params["path"]
        stamp, _, name = path.partition("/")
        if not _STAMP.fullmatch(stamp):
            stamp, name = "", path
        file = self._find(name)
        if file is None:
            raise HTTPException(404)
        fixed = stamp and stamp == self._stamp
        if stamp and not fixed and name.endswith(".js"):
            told = translate(
                "Cadogan has become another version since this page was opened. Load it again?"
                " Every play is kept as you left it."
            )
            raise HTTPException(410, told)
        return file.answer(request.headers, _FOR_EVER if fixed else _ASK)

    def _find(self, name: str) -> _File | None:
        """Return a file as it is now."""
        if name not in self._looks or not self._is_as_it_was(name):
            self._look()
        return self._files.get(name)

    def _is_as_it_was(self, name: str) -> bool:
        try:
            return _look_at((self._directory / name).stat()) == self._looks[name]
        except FileNotFoundError:
            return False

    def _look(self) -> None:
        """Read what changed; the hash is over the names and what is in the files."""
        looks = dict(_walk(self._directory))
        if looks == self._looks:
            return
        self._files = {
            name: self._files[name]
            if self._looks.get(name) == look
            else _File(name, (self._directory / name).read_bytes())
            for name, look in looks.items()
        }
        self._looks = looks
        told = "\n".join(f"{name} {file.digest}" for name, file in sorted(self._files.items()))
        self._stamp = blake2b(told.encode(), digest_size=8).hexdigest()


def _look_at(found: os.stat_result) -> _Look:
    return found.st_mtime_ns, found.st_size


def _walk(directory: Path, prefix: str = "") -> Iterator[tuple[str, _Look]]:
    with os.scandir(directory) as entries:
        for entry in entries:
            name = prefix + entry.name
            if entry.is_dir():
                yield from _walk(directory / entry.name, f"{name}/")
            else:
                yield name, _look_at(entry.stat())
