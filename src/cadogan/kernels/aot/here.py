"""Kernels built for the machine at hand, while a developer works on their sources."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from cadogan.errors import NoSolver
from cadogan.kernels.manifest import manifest_in
from cadogan.kernels.native import library_name

__all__ = ["built_here", "platform_here"]


def platform_here() -> str:
    """Return the platform at hand, as the files' names have it.

    >>> "-" in platform_here()
    True
    """
    return library_name("plain").removeprefix("plain-").rpartition(".")[0]


def built_here(checkout: Path, stamp: str) -> Path:
    """Return a folder with the kernels for this machine, building them where need be.

    They are kept in ``build/kernels`` of the checkout, those of the last sources alone.

    Args:
        checkout: the folder of the project.
        stamp: the digest of the sources.

    Raises:
        NoSolver: when they cannot be built, saying why.
    """
    kept = checkout / "build" / "kernels"
    folder = kept / stamp[:16]
    if _whole(folder, stamp):
        return folder
    kept.mkdir(parents=True, exist_ok=True)
    with _alone(kept / "lock"):
        if _whole(folder, stamp):  # another process has built them
            return folder
        print(
            "The sources of the kernels have changed; building them for this machine takes some"
            " minutes.",
            file=sys.stderr,
        )
        try:
            from cadogan.kernels.aot.build import BuildError, build  # noqa: PLC0415
        except ImportError as error:
            raise NoSolver(
                f"the kernels' sources have changed, and building them needs {error.name}:"
                ' pip install -e ".[dev]"'
            ) from None
        with tempfile.TemporaryDirectory(dir=kept) as scratch:
            try:
                build(Path(scratch) / "made", [platform_here()])
            except BuildError as error:
                raise NoSolver(f"the kernels cannot be built: {error}") from error
            for old in kept.iterdir():
                if old.is_dir() and old != Path(scratch):  # also what was left half made
                    shutil.rmtree(old, ignore_errors=True)
            (Path(scratch) / "made").rename(folder)
    return folder


def _whole(folder: Path, stamp: str) -> bool:
    """Say whether kernels of these sources were built into a folder."""
    try:
        return manifest_in(folder).stamp == stamp
    except (OSError, msgspec.DecodeError):
        return False


@contextmanager
def _alone(lock: Path) -> Iterator[None]:
    """Let one process at a time go on; a process that ends gives way by that."""
    with lock.open("w") as file:
        if sys.platform != "win32":
            import fcntl  # noqa: PLC0415

            fcntl.flock(file, fcntl.LOCK_EX)
        yield
