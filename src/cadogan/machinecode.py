"""Machine code on disk: one file for each function, checked before it is used.

Machine code is executed as it was read, so two things must hold of every file. Nobody but the user
can have written it: it and its folders belong to the user, and nobody else may write to them. And
it is what was written: it begins with a digest of the rest. Where one of the two does not hold the
file is as good as none: the function is compiled again, and its file replaced.

A file is complete in itself and comes into its place by being renamed. So it does no harm when
several processes compile the same at once, or when one of them is ended in the midst of it.

Numba's own cache does neither. Its place, ``NUMBA_CACHE_DIR``, is not used for Cadogan's functions.
"""

from __future__ import annotations

import functools
import hashlib
import os
import pickle
import stat
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import llvmlite  # type: ignore[import-untyped]
import numba
import platformdirs
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.registry import cpu_target
from numba.core.serialize import dumps

__all__ = ["FAMILIES", "LEAN", "Code", "code", "keep"]

# With 1 it compiles in eight ninths of the time, and what is compiled is one eighth slower. Numba
# reads it again whenever it compiles.
os.environ.setdefault("NUMBA_OPT", "3")

_SOURCES = (
    "board.py",
    "cards.py",
    "compiled.py",
    "compiler.py",
    "engine.py",
    "families/code.py",
    "families/*/code.py",
    "inspection/kernel.py",
    "policies/kernel/*.py",
    "policies/lean.py",
    "policies/player.py",
    "prudence.py",
    "reading.py",
    "solver/guide.py",
    "solver/kernel/*.py",
    "solver/machine.py",
    "state.py",
    "tables.py",
)
_READY = "ready"
FAMILIES = "_families"  # in the names of code that can play the games of families
LEAN = "_lean"  # in those of the code that plays by a policy
_MAGIC = b"cadogan machine code "
_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


class _NotAloneError(Exception):
    """Somebody else may write to a folder; the text says which, and what would be right."""


class Code:
    """The machine code that is kept in one folder.

    Args:
        folder: which belongs to the user alone, or None where there is none.
        trouble: why there is none.

    Attributes:
        trouble: why machine code cannot be kept, as the end of a sentence, or empty.

    >>> with tempfile.TemporaryDirectory() as folder:
    ...     some = Code(Path(folder))
    ...     some.write("twice", b"machine code")
    ...     some.read("twice"), some.read("thrice")
    (b'machine code', None)
    """

    def __init__(self, folder: Path | None, trouble: str = "") -> None:
        self.folder, self.trouble = folder, trouble
        self._used: set[str] = set()

    def _head(self, name: str, data: bytes) -> bytes:
        whole = b"\0".join((str(self.folder and self.folder.name).encode(), name.encode(), data))
        return _MAGIC + hashlib.sha256(whole).hexdigest().encode() + b"\n"

    def read(self, name: str) -> bytes | None:
        """Return what was written under a name, or None when it is not there as it was written."""
        if self.folder is None:
            return None
        try:
            with open(self.folder / name, "rb", opener=_open) as file:
                found = os.fstat(file.fileno())
                if not stat.S_ISREG(found.st_mode) or not _alone(found):
                    return None
                head, data = file.readline(), file.read()
        except OSError:  # none there, a link, or one that cannot be read
            return None
        if head != self._head(name, data):
            return None
        self._used.add(name)
        return data

    def write(self, name: str, data: bytes) -> None:
        """Keep something under a name; where that fails, ``trouble`` says why."""
        if self.folder is None:
            return
        try:
            descriptor, beside = tempfile.mkstemp(dir=self.folder, prefix=f"{name}-")
            try:
                with os.fdopen(descriptor, "wb") as file:
                    file.write(self._head(name, data) + data)
                Path(beside).replace(self.folder / name)
            except BaseException:
                with suppress(OSError):
                    Path(beside).unlink()
                raise
        except OSError as error:
            # Windows replaces no file that another process reads, one that is as good
            if self.read(name) is None:
                self.trouble = f"{self.folder}: {error.strerror or error}"
        else:
            self._used.add(name)

    def ready(self, form: str = "") -> bool:
        """Say whether all that was used when :meth:`mark_ready` was called is there."""
        names = self.read(_READY + form)
        return names is not None and all(
            self.read(name) is not None for name in names.decode().splitlines()
        )

    def mark_ready(self, form: str = "") -> None:
        """Note that all is there which has been read or written up to now.

        Args:
            form: of which code: FAMILIES, LEAN or neither.
        """
        used = {name for name in self._used if form == _form_of(name)}
        marks = {_READY, _READY + FAMILIES, _READY + LEAN}
        self.write(_READY + form, "\n".join(sorted(used - marks)).encode())


def _form_of(name: str) -> str:
    return next((form for form in (FAMILIES, LEAN) if form in name), "")


def _open(path: str, flags: int) -> int:
    # neither through a link nor, where somebody put a pipe there, waiting for its other end
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))


def _alone(found: os.stat_result) -> bool:
    """Say whether a file or folder is the user's and nobody else may write to it."""
    if sys.platform == "win32":  # no owners in numbers; its folder for caches is the user's alone
        return True
    return found.st_uid == os.geteuid() and not found.st_mode & _OTHERS_WRITE


def _trusted(found: os.stat_result) -> bool:
    """Say whether a folder of the user's may hold ours.

    Its group may write to it, as on systems where every user is a group: ours is looked at itself.
    """
    if sys.platform == "win32":
        return True
    mode = found.st_mode
    mine = found.st_uid in (0, os.geteuid())
    return mine and (not mode & stat.S_IWOTH or bool(mode & stat.S_ISVTX))


def _folder(cache: Path, name: str) -> Path:
    """Return a folder in the user's folder for caches, making both where need be.

    Raises:
        OSError: when one cannot be made.
        _NotAloneError: when somebody else may write to one.
    """
    above = next(path for path in cache.parents if path.exists())
    if not _trusted(above.stat()):
        raise _NotAloneError(f"{above} belongs to another user, or everybody may write to it")
    missing = [path for path in cache.parents if not path.exists()]
    for path in reversed(missing):  # one by one: all at once, only the last would get the mode
        path.mkdir(mode=0o700, exist_ok=True)
    for path in (cache, cache / name):
        with suppress(FileExistsError):
            path.mkdir(mode=0o700)
        found = path.lstat()
        if not stat.S_ISDIR(found.st_mode) or not _alone(found):
            raise _NotAloneError(
                f"{path} must be a folder of your own that nobody else may write to"
            )
    return cache / name


def _form() -> str:
    """Return a name for all that machine code depends on: source, compiler and processor.

    The source is all that is compiled together: a function's machine code has in it the functions
    that it calls.
    """
    digest = hashlib.sha256()
    for pattern in _SOURCES:
        for path in sorted(Path(__file__).parent.glob(pattern)):
            digest.update(path.read_bytes())
    processor = cpu_target.target_context.codegen().magic_tuple()
    versions = (sys.version, numba.__version__, llvmlite.__version__, os.environ["NUMBA_OPT"])
    digest.update(repr((versions, processor)).encode())
    return f"code-{digest.hexdigest()[:16]}"


@functools.cache
def code() -> Code:
    """Return the machine code of this form of the source, in the user's folder for caches.

    Once found its place stays, whatever becomes of the source while the program runs.
    """
    cache = Path(platformdirs.user_cache_dir("cadogan"))
    try:
        return Code(_folder(cache, _form()))
    except OSError as error:
        return Code(None, f"{error.filename or cache}: {error.strerror or error}")
    except _NotAloneError as error:
        return Code(None, str(error))


class _Kept(NullCache):
    """What Numba asks for the machine code of one function, and gives it to."""

    def __init__(self, function: Any) -> None:
        self._name = f"{function.__module__.rpartition('.')[2]}.{function.__qualname__}"

    def _file(self, signature: Any) -> str:
        told = hashlib.sha256(str(signature).encode()).hexdigest()
        return f"{self._name}-{told[:16]}"

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the compiled function for a signature, or None."""
        target_context.refresh()
        data = code().read(self._file(sig))
        if data is None:
            return None
        parts = pickle.loads(data)  # noqa: S301  # the user's own, and as it was written
        rebuild: Any = CompileResult._rebuild  # noqa: SLF001  # as Numba's own cache does
        return rebuild(target_context, *parts)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the compiled function for a signature."""
        serialize: Any = dumps
        code().write(self._file(sig), serialize(data._reduce()))  # noqa: SLF001


def keep(dispatcher: Any) -> Any:
    """Keep the machine code of a function that Numba is to compile, and return the function."""
    dispatcher._cache = _Kept(dispatcher.py_func)  # noqa: SLF001  # Numba has no other way to it
    return dispatcher
