"""Build of the static site: a folder that any static host can serve.

The folder ``static`` holds the page with its scripts, and ``program`` holds Python and the program.
``data`` holds, in each language, what the page shows before Python is ready. Addresses contain
hashes of the contents, so browsers may cache the files forever.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from html import escape
from importlib import metadata
from pathlib import Path
from typing import Any

import msgspec

from cadogan.core.errors import CadoganError
from cadogan.i18n import in_language, languages
from cadogan.i18n.languages import SOURCE
from cadogan.model.position import game as game_named
from cadogan.rules.catalogue import built_in
from cadogan.session.view import game_list, picture
from cadogan.site import bundles, documentation, drawings, game_pages, parts
from cadogan.site.bundles import digest
from cadogan.site.start_views import start_view
from cadogan.web import manifest, page_texts
from cadogan.web.public_address import check_base, read_address
from cadogan.web.static_files import BOARD, START, page_text

MARK = "site.json"
"""The file that tells a later build that it may replace a folder."""

_SCRATCH = ".site-build"  # the folder inside the site's folder in which a build works
# everything that a site may have at its top
_PARTS = {
    *("index.html", "404.html", "play", "desk", "games", "docs", "static", "program", "data"),
    *("service-worker.js", "sitemap.txt", "NOTICES.txt", MARK),
    *(game_pages.folder(code).partition("/")[0] for code in languages()),
}
_STATIC = Path(__file__).resolve().parents[1] / "web" / "static"
_RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs")
_WORKER = "service-worker.js"
_FIRST_DECK = "classic-two"  # the cards that the page shows until the player chooses others
_CLIENT = "site/client.js"
_DESCRIPTION = '<meta name="description" content="'
# files of the page that the service worker fetches immediately
_AT_ONCE = {".js", ".css", ".woff2", ".webmanifest", ".svg", ".png"}

# what the page may load; the host sends no such header
_POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'none'"
)

Report = Callable[[str], None]


def build(
    folder: Path,
    *,
    base: str = "/",
    address: str | None = None,
    docs: bool = True,
    report: Report,
) -> None:
    """Write the site into a folder; until it is complete, the folder's older site stays as it is.

    Args:
        folder: a folder that does not exist, is empty or contains an older site. Other files
            beside an older site stay.
        base: the path of the site on its host, such as ``/cadogan/``; the address overrides it.
        address: the address of the site, if it is known.
        docs: whether the site includes the documentation.
        report: called with a line for each step.

    Raises:
        CadoganError: if the base or the address is invalid, the folder contains other files,
            another build uses it or a part is missing.
        OSError: if the folder cannot be written.
    """
    if address is not None:
        address, base = read_address(address)
    check_base(base)
    if docs:
        documentation.check()
    with _scratch(folder.resolve()) as scratch:
        root = scratch / "site"
        _Site(root, base.rstrip("/"), address, report).write(docs=docs)
        _exchange(root, scratch.parent, scratch / "old")


@contextmanager
def _scratch(folder: Path) -> Iterator[Path]:
    """Make a folder for the build inside the site's folder, so that both are on the same disk.

    The site's folder itself stays: it may be a mounted disk or a shell's current directory.
    """
    for place in (folder, *folder.parents):
        if place.exists() and not place.is_dir():
            raise CadoganError(f"{place} is not a folder")
    scratch = folder / _SCRATCH
    if scratch.exists():
        raise CadoganError(
            f"another build writes into {folder}: wait for it, or delete {scratch} if none runs"
        )
    if folder.exists() and any(folder.iterdir()) and not (folder / MARK).is_file():
        raise CadoganError(
            f"{folder} contains other files: choose an empty folder, or one with an older site"
        )
    made = [place for place in (folder, *folder.parents) if not place.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        scratch.mkdir()
        try:
            yield scratch
        finally:
            shutil.rmtree(scratch)
    except BaseException:
        for place in made:
            with suppress(OSError):
                place.rmdir()
        raise


def _exchange(new: Path, folder: Path, old: Path) -> None:
    """Move a new site into a folder, and the parts of an older one out of it."""
    old.mkdir()
    names = {path.name for path in new.iterdir()}
    # The mark comes last: if the machine stops, a later build still recognises the folder.
    steps: list[tuple[Path, Path]] = []
    for name in [*sorted((names | _PARTS) - {MARK}), MARK]:
        if (folder / name).exists():
            steps.append((folder / name, old / name))
        if name in names:
            steps.append((new / name, folder / name))
    try:
        for source, target in steps:
            source.replace(target)
    except BaseException:
        for source, target in reversed(steps):
            if target.exists() and not source.exists():
                target.replace(source)
        raise


class _Site:
    def __init__(self, root: Path, base: str, address: str | None, report: Report) -> None:
        self.root, self.base, self.address, self.report = root, base, address, report
        # files that the page loads, by the names that its scripts use
        self.program: dict[str, dict[str, Any]] = {}
        # the list of games and the contents of their pages, in each language
        self.games: dict[str, list[dict[str, Any]]] = {}
        self.contents: dict[str, dict[str, dict[str, str]]] = {}

    def write(self, *, docs: bool) -> None:
        self.root.mkdir()
        if docs:
            self.report("the documentation")
            documentation.build(self.root / "docs")
            self.program["docs"] = {"url": f"{self.base}/docs/"}
        self._python()
        for code in languages():
            self._data(code)
        self.report("the page")
        version = self._static()
        self._worker(version)
        prefix = f"{self.base}/static/{version}"
        board = self._page(prefix, BOARD)
        self._write("index.html", self._page(prefix, START))
        for name in ("desk/index.html", "404.html"):  # the second for the addresses of deals
            self._write(name, board)
        self._game_pages(board, prefix)
        self._write("NOTICES.txt", _notices())
        mark = {"base": f"{self.base}/", "version": metadata.version("cadogan")}
        self._write(MARK, msgspec.json.encode(mark))

    def _page(self, prefix: str, scripts: tuple[str, ...]) -> str:
        """Return the text of the page for browsers that need some scripts immediately."""
        attributes = f'data-base="{self.base}"'
        if self.address:
            attributes += f' data-site="{self.address}"'
        page = page_text(_STATIC, prefix, SOURCE, (*scripts, _CLIENT), attributes)
        rules = f'<p><a href="{self.base}/games/">The rules of all games</a></p>'
        page = page.replace("</main></noscript>", f"{rules}</main></noscript>", 1)
        # Browsers look for the encoding only in the first 1024 bytes.
        encoding = '<meta charset="utf-8">'
        policy = f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        page = page.replace(encoding, f"{encoding}\n{policy}", 1)
        data = json.dumps(self.program).replace("<", "\\u003c")
        block = f'<script type="application/json" id="program">{data}</script>'
        return page.replace("</head>", f"{block}\n</head>", 1)

    def _add(self, name: str, path: str, content: bytes) -> None:
        """Write a file that the page loads."""
        self._write(path, content)
        self.program[name] = {"url": f"{self.base}/{path}", "size": len(content)}

    def _python(self) -> None:
        """Write Python, its standard library and the program."""
        with tempfile.TemporaryDirectory() as scratch:
            self.report("Python for browsers")
            runtime = parts.pyodide(Path(scratch) / "runtime")
            self.report("the program, compiled")
            wasm = bundles.python(runtime)
            stdlib, app = bundles.standard_library(runtime), bundles.program(runtime)
            scripts = {name: (runtime / name).read_bytes() for name in _RUNTIME}
            info = json.loads((runtime / "pyodide-lock.json").read_bytes())["info"]
        stamp = digest(wasm, *scripts.values())
        for name, content in scripts.items():
            self._add(name, f"program/{stamp}/{name}", content)
        self.program[_RUNTIME[0]]["info"] = info
        self._add("pyodide.asm.wasm", f"program/{stamp}/python.bin", wasm)
        self._add("stdlib.zip", f"program/{digest(stdlib)}/stdlib.bin", stdlib)
        self._add("app.bundle", f"program/{digest(app)}/app.bin", app)

    def _data(self, code: str) -> None:
        """Write what the page shows before Python is ready, in one language."""
        self.report(f"the games ({code})")

        def make() -> bytes:
            every = {game_id: game_named(game_id) for game_id in built_in()}
            with in_language(code):
                starts = {name: start_view(game) for name, game in every.items()}
                return msgspec.json.encode(
                    {
                        # without the games of the user who builds the site
                        "games": {"games": [one for one in game_list({}) if one["id"] in every]},
                        "pictures": {name: picture(game) for name, game in every.items()},
                        # null if there is none; the console would report a missing file
                        "start": starts,
                        "pages": {name: game_pages.content(game) for name, game in every.items()},
                    }
                )

        # The program contains all other sources that this depends on.
        own = (__file__, game_pages.__file__, drawings.__file__)
        sources = [Path(file).read_bytes() for file in own]
        key = digest(*sources, self.program["app.bundle"]["url"].encode(), code.encode())
        data = msgspec.json.decode(parts.reused(key, make), type=dict[str, msgspec.Raw])
        games = msgspec.json.decode(data["games"])["games"]
        # The start page fetches the pictures of the families that it shows.
        families = sorted({game["family"] for game in games})
        pictures = msgspec.json.decode(data["pictures"], type=dict[str, msgspec.Raw])
        drawn: list[dict[str, msgspec.Raw]] = [{} for _ in families]
        for game in games:
            game["drawn"] = families.index(game["family"])
            drawn[game["drawn"]][game["id"]] = pictures[game["id"]]
        self._add_folder("pictures", code, {str(i): one for i, one in enumerate(drawn)})
        self._add_folder(
            "start", code, msgspec.json.decode(data["start"], type=dict[str, msgspec.Raw])
        )
        content = msgspec.json.encode({"games": games})
        self._add(f"games.{code}.json", f"data/{digest(content)}/games.{code}.json", content)
        self.program[f"rules.{code}"] = {"url": f"{self.base}/{game_pages.folder(code)}/"}
        self.games[code] = games
        self.contents[code] = msgspec.json.decode(data["pages"])

    def _add_folder(self, name: str, code: str, contents: Mapping[str, object]) -> None:
        """Write a folder of JSON files that the page loads one by one."""
        files = {key: msgspec.json.encode(content) for key, content in contents.items()}
        place = f"data/{digest(*files.values())}/{name}.{code}"
        for key, content in files.items():
            self._write(f"{place}/{key}.json", content)
        self.program[f"{name}.{code}"] = {"url": f"{self.base}/{place}"}

    def _game_pages(self, page: str, static: str) -> None:
        """Write pages about the games, and a copy of the page at the address of each game.

        Without these copies, hosts answer such an address with the status 404.
        """
        root = self.address.rstrip("/") if self.address else None
        frame = game_pages.Frame(self.base, root, static)
        addresses = [f"{root}/"]
        for code, listed in self.games.items():
            with in_language(code):
                for name, text in game_pages.files(listed, self.contents[code], frame):
                    self._write(name, text)
                    if name.endswith("index.html"):
                        addresses.append(f"{root}/{name.removesuffix('index.html')}")
        if root:
            self._write("sitemap.txt", "".join(f"{address}\n" for address in addresses))
        for entry in self.games[SOURCE]:
            head, _, rest = page.partition(_DESCRIPTION)
            _, quote, rest = rest.partition('"')
            text = "".join([head, _DESCRIPTION, escape(game_pages.about(entry)), quote, rest])
            text = text.replace("<title>Cadogan<", f"<title>{escape(entry['name'])} · Cadogan<", 1)
            if root:  # search engines should lead to the page with the rules
                rules = f"{root}/{game_pages.folder(SOURCE)}/{entry['id']}/"
                text = text.replace("</head>", f'<link rel="canonical" href="{rules}">\n</head>', 1)
            self._write(f"play/{entry['id']}/index.html", text)

    def _write(self, path: str, content: bytes | str) -> None:
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        parts.write(target, content.encode() if isinstance(content, str) else content)

    def _static(self) -> str:
        """Write the page's own files, and return their version."""
        files = {
            path.relative_to(_STATIC).as_posix(): path.read_bytes()
            for path in sorted(_STATIC.rglob("*"))
            if path.is_file() and path.suffix != ".html" and not path.name.endswith(".d.ts")
        }
        for code in languages():
            module = page_texts.module(address := page_texts.address(code))
            if module is not None:
                files[address] = module.encode()
            if text := manifest.manifest(_STATIC, address := manifest.address(code), self.base):
                files[address] = text.encode()
        version = digest(*files.values())
        for name, content in files.items():
            if not name.endswith(_WORKER):
                self._write(f"static/{version}/{name}", content)
        return version

    def _address(self, path: Path) -> str:
        """Return the address of a file of the site."""
        return f"{self.base}/{path.relative_to(self.root).as_posix()}"

    def _worker(self, version: str) -> None:
        """Write the service worker, which changes with every file of the site."""
        folder = self.root / "static" / version
        static = [path for path in sorted(folder.rglob("*")) if path.suffix in _AT_ONCE]
        later = [
            path for path in static if path.match("cards/*/*") and path.parent.name != _FIRST_DECK
        ]
        files = [str(file["url"]) for file in self.program.values() if "size" in file]
        files += map(self._address, [path for path in static if path not in later])
        files += map(self._address, sorted(self.root.glob("data/*/pictures.*/*.json")))
        others = [self._address(path) for path in later]
        text = (_STATIC / "site" / _WORKER).read_text(encoding="utf-8")
        stamp = digest("\n".join([*files, *others, text]).encode())
        head = {"STAMP": stamp, "BASE": self.base, "FILES": files, "LATER": others}
        lines = [f"const {name} = {json.dumps(value)};\n" for name, value in head.items()]
        self._write(_WORKER, "".join([*lines, text]))


def _notices() -> str:
    """Return the licence notices for everything that the site contains."""
    lines = [
        "This site contains compiled software from other projects. anyio lacks one module. In the",
        "WebAssembly module of pyodide, cadogan.site.shared_calls has changed the indirect calls.",
        "",
        *(
            f"- {part.name} {part.version}: {part.licence}"
            for part in (parts.PYODIDE, parts.MSGSPEC)
        ),
        "- CPython and its standard library, as part of pyodide: PSF-2.0",
    ]
    texts = []
    for name in bundles.PROJECTS:
        found: Any = metadata.metadata(name)
        licence = found.get("License-Expression") or found.get("License") or "see below"
        lines.append(f"- {name} {metadata.version(name)}: {licence}")
        texts += [
            f"\n{'-' * 80}\n{name}\n\n{file.read_text(encoding='utf-8').strip()}\n"
            for file in metadata.files(name) or ()
            if "LICEN" in file.name.upper() and file.suffix in {"", ".md", ".txt", ".rst"}
        ]
    code = (_STATIC / "qr" / "LICENSE").read_text(encoding="utf-8")
    lines.append("- lean-qr 2.7.4: MIT")
    texts.append(f"\n{'-' * 80}\nlean-qr\n\n{code.strip()}\n")
    lines += ["", "The sources of pyodide are available from its project under the same name."]
    return "\n".join([*lines, *texts]) + "\n"
