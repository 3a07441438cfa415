"""Parts of the site from other projects: Python for browsers, and msgspec's extension for it.

The build fetches each part by the name of its package, and accepts it only if its digest matches. A
cache keeps it, and what the build makes of it, for the next build.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import platformdirs

from cadogan.core.errors import CadoganError


class Part(NamedTuple):
    """A file that a build needs.

    Attributes:
        name: the name of its package.
        version: the version of the package.
        file: the name of the file.
        sha256: its digest.
        licence: the licence of the package.
    """

    name: str
    version: str
    file: str
    sha256: str
    licence: str


PYODIDE = Part(
    *("pyodide", "314.0.7", "pyodide-314.0.7.tgz"),
    "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0",
    "MPL-2.0",
)
MSGSPEC = Part(
    *("msgspec", "0.23.0", "msgspec-0.23.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl"),
    "1836f50ad87e7c56600b648a1b75c3bbcce62835cb1f489435fc5fee8d068831",
    "BSD-3-Clause",
)
_MINUTES = 10
_KEPT = 15  # the number of results in the cache; one build makes five


def pyodide(into: Path) -> Path:
    """Unpack Python for browsers into a folder, and return the folder of its package.

    Raises:
        CadoganError: if it is not available; the message says what to do.
    """
    command = ["npm", "pack", f"{PYODIDE.name}@{PYODIDE.version}", "--loglevel=error"]
    with tarfile.open(_had(PYODIDE, command)) as archive:
        archive.extractall(into, filter="data")
    return into / "package"


def msgspec(into: Path) -> None:
    """Unpack msgspec for browsers into a folder.

    Raises:
        CadoganError: if it is not available; the message says what to do.
    """
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
    command += ["--only-binary=:all:", "--platform", "pyemscripten_2026_0_wasm32"]
    command += ["--python-version", "3.14", "--implementation", "cp", "--abi", "cp314"]
    command += [f"{MSGSPEC.name}=={MSGSPEC.version}"]
    with zipfile.ZipFile(_had(MSGSPEC, command)) as archive:
        archive.extractall(into)  # noqa: S202  # its digest is known


def reused(key: str, make: Callable[[], bytes]) -> bytes:
    """Return a result from the cache; if it is not there or damaged, make it.

    Args:
        key: the digest of everything on which the result depends.
        make: makes the result.
    """
    kept = _cache() / "made" / key
    if kept.is_file():
        digest, _, content = kept.read_bytes().partition(b"\n")
        if digest == _digest(content):
            kept.touch()  # the most recent results stay
            return content
    content = make()
    _keep(kept, b"\n".join([_digest(content), content]))
    files = sorted(kept.parent.glob("[!.]*"), key=lambda file: file.stat().st_mtime)
    for old in files[:-_KEPT]:
        old.unlink(missing_ok=True)
    return content


def write(path: Path, content: bytes) -> None:
    """Write a file; an error names it, even if only the disk is full."""
    try:
        path.write_bytes(content)
    except OSError as error:
        error.filename = error.filename or str(path)
        raise


def _keep(kept: Path, content: bytes) -> None:
    """Write a file of the cache, completely or not at all, even if two builds do it at once."""
    kept.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=kept.parent, prefix=".") as scratch:
        fresh = Path(scratch) / kept.name
        write(fresh, content)
        fresh.replace(kept)


def _cache() -> Path:
    return Path(platformdirs.user_cache_dir("cadogan", appauthor=False)) / "site"


def _had(part: Part, command: list[str]) -> Path:
    """Return a part's file from the cache; if it is missing, run the command that fetches it."""
    cache = _cache()
    kept = cache / part.file
    if kept.is_file() and _digest(kept.read_bytes()) == part.sha256.encode():
        return kept
    tool = shutil.which(command[0])
    if tool is None:
        raise CadoganError(f"{command[0]} is missing: install it, or put {part.file} into {cache}")
    failed = f"{part.name} {part.version} cannot be fetched"
    with tempfile.TemporaryDirectory() as folder:
        try:
            done = subprocess.run(  # noqa: S603  # a command of this module
                [tool, *command[1:]],
                cwd=folder,
                capture_output=True,
                text=True,
                check=False,
                timeout=60 * _MINUTES,
            )
        except subprocess.TimeoutExpired:
            raise CadoganError(
                f"{failed}: no answer in {_MINUTES} minutes; put {part.file} into {cache}"
            ) from None
        file = Path(folder) / part.file
        if done.returncode or not file.is_file():
            raise CadoganError(f"{failed}: {_reason(done.stderr)}; put {part.file} into {cache}")
        content = file.read_bytes()
        if _digest(content) != part.sha256.encode():
            raise CadoganError(
                f"{part.file} is not the file that this version of Cadogan was tested with"
            )
        _keep(kept, content)
    return kept


def _reason(errors: str) -> str:
    r"""Return the line of a command's errors that says most.

    >>> _reason("npm error code ENOTFOUND\nnpm error request failed\nnpm error A log is in x")
    'request failed'
    >>> _reason("WARNING: retrying\nERROR: No matching distribution")
    'No matching distribution'
    """
    lines = re.findall(r"^npm (?:error|ERR!) (?!code |errno |syscall )(.+)", errors, re.M)[:1]
    lines += re.findall(r"^(?:ERROR: )?(.+)", errors, re.M)[-1:]
    return lines[0].strip(" .") if lines else "there is no file"


def _digest(content: bytes) -> bytes:
    return hashlib.sha256(content).hexdigest().encode()
