"""Kernels for this machine, which are built while a developer works on their sources."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from cadogan.core.errors import SolverMissingError
from cadogan.kernels.manifest import checked, manifest_in
from cadogan.kernels.native import library_name

# number of builds from other sources to keep; a running process may still load kernels from one
_KEPT = 8


def platform_here() -> str:
    """Return the platform of this machine, as it appears in file names.

    >>> "-" in platform_here()
    True
    """
    return library_name("plain").removeprefix("plain-").rpartition(".")[0]


def folder_here(checkout: Path, stamp: str, wasm: bool = False) -> Path | None:
    """Return the folder with kernels built from the given sources, or None if there is none.

    With ``wasm``, the kernels are WebAssembly, otherwise libraries for this platform. ``stamp`` is
    the digest of the sources.
    """
    folder = _folder(checkout, stamp, wasm)
    try:
        built = manifest_in(folder)
        for name in built.files:
            checked(folder / name, built)
    except (OSError, msgspec.DecodeError):
        return None
    return folder if built.stamp == stamp else None


def build_here(checkout: Path, stamp: str, wasm: bool = False) -> Path:
    """Build kernels into the checkout, unless they already exist, and return their folder.

    The kernels are usually libraries for this platform. The kernels are WebAssembly with ``wasm``,
    or if the platform is not supported.

    Raises:
        SolverMissingError: if the build fails; the message says why.
    """
    try:  # these modules import tools that only developers install
        from cadogan.kernel_build.build import BuildError, build  # noqa: PLC0415
        from cadogan.kernel_build.objects import PLATFORMS  # noqa: PLC0415
    except ImportError as error:
        raise SolverMissingError(
            f"the kernels' sources have changed, and building them needs {error.name}:"
            ' pip install -e ".[dev]"'
        ) from None
    platform = "wasm32" if wasm or platform_here() not in PLATFORMS else platform_here()
    folder = _folder(checkout, stamp, wasm)
    builds = folder.parent
    try:
        builds.mkdir(parents=True, exist_ok=True)
        with _locked(builds / "lock"):
            if folder_here(checkout, stamp, wasm):  # another process has built the kernels
                return folder
            _tidy(builds)
            _print(
                f"The sources of the kernels have changed; building them for {platform} takes some"
                " minutes."
            )
            with tempfile.TemporaryDirectory(dir=builds) as scratch:
                build(Path(scratch) / "made", [platform], report=_print)
                # the folder holds damaged kernels if it exists
                shutil.rmtree(folder, ignore_errors=True)
                return (Path(scratch) / "made").rename(folder)
    except BuildError as error:
        raise SolverMissingError(f"the kernels cannot be built: {error}") from error
    except OSError as error:
        raise SolverMissingError(
            f"the kernels cannot be built in {builds}: {error.strerror}"
        ) from error


def _folder(checkout: Path, stamp: str, wasm: bool) -> Path:
    return checkout / "build" / "kernels" / f"{stamp[:16]}{'-wasm' if wasm else ''}"


def _print(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _tidy(builds: Path) -> None:
    """Remove unfinished builds and the oldest of the complete builds."""
    folders = [path for path in builds.iterdir() if path.is_dir()]
    whole = [path for path in folders if (path / "kernels.json").is_file()]
    whole.sort(key=lambda path: path.stat().st_mtime)
    for path in {*folders} - {*whole[-_KEPT:]}:
        shutil.rmtree(path, ignore_errors=True)


@contextmanager
def _locked(lock: Path) -> Iterator[None]:
    """Hold a lock that excludes other processes; the system releases it when this process ends."""
    with lock.open("w") as file:
        if sys.platform != "win32":
            import fcntl  # noqa: PLC0415

            fcntl.flock(file, fcntl.LOCK_EX)
        yield
