"""Bundles of the site: Python, its standard library and the program, compiled for browsers."""

from __future__ import annotations

import gzip
import hashlib
import importlib.util
import io
import json
import re
import shutil
import struct
import subprocess
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

from cadogan.core.errors import CadoganError
from cadogan.i18n import catalogs
from cadogan.site import parts, shared_calls

_PACKAGE = Path(__file__).resolve().parents[1]
_COMPILER = Path(__file__).with_name("compile.mjs")
_NODE = 20  # the oldest version that can run Python for browsers
_OTHERS = ("starlette", "anyio", "platformdirs", "typing_extensions")
PROJECTS = ("starlette", "anyio", "platformdirs", "typing-extensions", "msgspec")
"""The projects whose packages the program contains."""

# parts of the program that a browser does not need
_LEFT_OUT = (
    *("__main__.py", "cli", "terminal", "kernel_build", "odds"),
    *(f"site/{name}" for name in ("build.py", "bundles.py", "compile.mjs", "documentation")),
    *(f"site/{name}.py" for name in ("documentation", "drawings", "game_pages", "parts")),
    "site/shared_calls.py",
)
# parts of the standard library that the program does not use
_UNUSED = (
    "_pyrepl", "unittest", "wsgiref", "xmlrpc", "xml", "multiprocessing", "ensurepip",
    "pydoc_data", "zipapp", "tabnanny", "this", "antigravity", "timeit", "trace", "wave",
    "webbrowser", "pdb", "doctest", "pydoc", "cProfile", "profile", "pstats", "smtplib", "poplib",
    "imaplib", "ftplib", "mailbox", "nntplib", "telnetlib", "turtle", "symtable", "cmd", "netrc",
    "socketserver", "sched", "rlcompleter", "plistlib", "pickletools", "optparse", "getopt",
    "fileinput", "filecmp", "cgi", "cgitb", "bdb", "_pydecimal", "_pyio", "_pydatetime",
    "_osx_support", "_aix_support", "_ios_support", "_android_support", "_apple_support",
    "_strptime", "pyclbr", "modulefinder", "py_compile", "compileall", "nturl2path",
)  # fmt: skip
# the text encodings that the program or Python itself uses
_CODECS = (
    "__init__", "aliases", "ascii", "utf_8", "utf_8_sig", "latin_1", "iso8859_1", "idna",
    "punycode", "cp437", "raw_unicode_escape", "unicode_escape", "utf_16", "utf_16_le",
)  # fmt: skip


def python(pyodide: Path) -> bytes:
    """Return Python as a compressed WebAssembly module that starts faster in Chromium.

    Args:
        pyodide: the folder of Python for browsers.
    """
    module = (pyodide / "pyodide.asm.wasm").read_bytes()

    def make() -> bytes:
        return gzip.compress(shared_calls.share_calls(module), 9, mtime=0)

    return parts.reused(digest(module, Path(shared_calls.__file__).read_bytes()), make)


def standard_library(pyodide: Path) -> bytes:
    """Return Python's standard library as a zip file of compiled modules.

    It contains only the modules that the program uses.

    Args:
        pyodide: the folder of Python for browsers.

    Raises:
        CadoganError: if Node is missing or fails.
    """
    with tempfile.TemporaryDirectory() as scratch:
        library = Path(scratch)
        with zipfile.ZipFile(pyodide / "python_stdlib.zip") as archive:
            archive.extractall(library)
        for name in _UNUSED:
            shutil.rmtree(library / name, ignore_errors=True)
            (library / f"{name}.py").unlink(missing_ok=True)
        for codec in (library / "encodings").glob("*.py"):
            if codec.stem not in _CODECS:
                codec.unlink()
        return _compiled(pyodide, library, _zip)


def program(pyodide: Path) -> bytes:
    """Return the program and its packages, compiled, as a compressed bundle.

    Args:
        pyodide: the folder of Python for browsers.

    Raises:
        CadoganError: if Node is missing or fails.
    """
    with tempfile.TemporaryDirectory() as scratch:
        app = Path(scratch)
        parts.msgspec(app)
        for name in _OTHERS:
            _copy(name, app)
        # This module of anyio imports interpreters, which Pyodide lacks and Starlette does not use.
        (app / "anyio" / "to_interpreter.py").write_text("")
        for unused in ("anyio/_backends/_trio.py", "starlette/testclient.py"):
            (app / unused).unlink(missing_ok=True)
        shutil.copytree(_PACKAGE, app / "cadogan", ignore=_ignored)
        for built in (app / "cadogan" / "kernels" / "built").iterdir():
            if built.suffix != ".json" and "emscripten" not in built.name:
                built.unlink()
        for texts in (app / "cadogan" / "i18n").rglob("*.po"):
            texts.with_suffix(".mo").write_bytes(catalogs.compiled(texts.read_text("utf-8")))
            texts.unlink()
        static = app / "cadogan" / "web" / "static"
        static.mkdir()
        shutil.copyfile(_PACKAGE / "web" / "static" / "index.html", static / "index.html")
        for odd in [*app.rglob("*.pyi"), *app.rglob("py.typed")]:
            odd.unlink()
        return _compiled(pyodide, app, lambda app: gzip.compress(_bundle(app), 9, mtime=0))


def _compiled(pyodide: Path, folder: Path, pack: Callable[[Path], bytes]) -> bytes:
    """Compile the Python files of a folder, and return the packed result.

    The result depends only on the files, so a cache keeps it.
    """

    def make() -> bytes:
        node = shutil.which("node")
        if node is None:
            raise CadoganError(f"node is missing: install Node {_NODE} or later")
        found = subprocess.run(  # noqa: S603  # the same program, found above
            [node, "--version"], capture_output=True, text=True, check=False
        )
        version = re.match(r"v(\d+)\.", found.stdout)
        if version and int(version[1]) < _NODE:
            raise CadoganError(
                f"node {found.stdout.strip()} is too old: install Node {_NODE} or later"
            )
        done = subprocess.run(  # noqa: S603  # a script of this package
            [node, _COMPILER, pyodide, folder], capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise CadoganError(f"the program cannot be compiled:\n{done.stderr[-2000:]}")
        return pack(folder)

    head = [parts.PYODIDE.sha256.encode(), _COMPILER.read_bytes(), Path(__file__).read_bytes()]
    return parts.reused(digest(*head, _bundle(folder)), make)


def digest(*contents: bytes) -> str:
    """Return the digest of contents, such as for an address.

    >>> digest(b"a", b"b") == digest(b"ab")
    True
    """
    return hashlib.sha256(b"".join(contents)).hexdigest()[:16]


def _ignored(folder: str, names: list[str]) -> set[str]:
    here = Path(folder).relative_to(_PACKAGE).as_posix()
    paths = {name: name if here == "." else f"{here}/{name}" for name in names}
    skipped = {*_LEFT_OUT, "web/static"}
    return {name for name, path in paths.items() if path in skipped or name == "__pycache__"}


def _copy(name: str, into: Path) -> None:
    """Copy an installed package or module."""
    found = importlib.util.find_spec(name)
    if found is None or found.origin is None:
        raise CadoganError(f"{name} is not installed")
    origin = Path(found.origin)
    if origin.name == "__init__.py":
        ignore = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd", "pytest_plugin.py")
        shutil.copytree(origin.parent, into / name, ignore=ignore)
    else:
        shutil.copyfile(origin, into / origin.name)


def _files(folder: Path) -> Iterator[tuple[str, bytes]]:
    for path in sorted(folder.rglob("*"), key=lambda path: path.relative_to(folder).as_posix()):
        if path.is_file():
            yield path.relative_to(folder).as_posix(), path.read_bytes()


def _zip(folder: Path) -> bytes:
    """Return the files of a folder as a compressed zip file that does not depend on the time.

    The zip file is compressed as a whole: this makes it smaller, and Python imports faster.
    """
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as archive:
        for name, content in _files(folder):
            archive.writestr(zipfile.ZipInfo(name), content)
    return gzip.compress(made.getvalue(), 9, mtime=0)


def _bundle(folder: Path) -> bytes:
    """Return the files of a folder joined together, after a list of their names and sizes."""
    files = list(_files(folder))
    head = json.dumps([[name, len(content)] for name, content in files]).encode()
    return b"".join([struct.pack("<I", len(head)), head, *(content for _, content in files)])
