"""Build of the kernels for all platforms: compile, optimise and link, each in its own process."""

from __future__ import annotations

import hashlib
import importlib.metadata
import importlib.util
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from cadogan.core.errors import CadoganError
from cadogan.kernel_build.entries import ENTRIES
from cadogan.kernel_build.layout import RECORDS, layout_of
from cadogan.kernel_build.objects import PLATFORMS, Platform
from cadogan.kernel_build.sources import KINDS
from cadogan.kernels.manifest import Kernels, digest_of_code, digest_of_sources, manifest_in


class BuildError(CadoganError):
    """Failure to build the kernels."""


_TOOLS = ("numba", "llvmlite", "ziglang")


def manifest(folder: Path) -> Kernels:
    """Return the manifest of the kernels in a folder."""
    return Kernels(
        stamp=digest_of_sources(),
        code=digest_of_code(),
        made_with={name: importlib.metadata.version(name) for name in _TOOLS},
        entries={kind: tuple(exported.entry for exported in ENTRIES[kind]) for kind in KINDS},
        records={kind.__name__: layout_of(kind) for kind in RECORDS},
        files={
            path.name: hashlib.sha256(path.read_bytes()).hexdigest()
            for path in sorted(folder.iterdir())
            if path.name.startswith(KINDS)
        },
    ).sealed()


def build(
    folder: Path,
    platforms: Collection[str] = tuple(PLATFORMS),
    kinds: Collection[str] = KINDS,
    report: Callable[[str], object] = lambda _: None,
) -> list[Path]:
    """Build kernels into a folder, and write their manifest.

    The same sources and tools always produce the same bytes. The function creates the folder if
    necessary, and calls ``report`` with a line for each step.

    Returns:
        The files that were written.

    Raises:
        BuildError: if a tool is missing or fails.
    """
    for name in platforms:
        if name not in PLATFORMS:
            raise BuildError(f"there is no platform {name}; there are {', '.join(PLATFORMS)}")
    if importlib.util.find_spec("ziglang") is None:
        raise BuildError('the linker is missing: pip install -e ".[dev]"')
    folder.mkdir(parents=True, exist_ok=True)
    written, objects = [], []
    with (
        tempfile.TemporaryDirectory() as scratch,
        _alive() as alive,
        ThreadPoolExecutor(os.cpu_count()) as processes,
    ):
        texts = [processes.submit(_output, alive, "emit", kind) for kind in kinds]
        for kind, text in zip(kinds, texts, strict=True):
            report(f"{kind}: compiling")
            path = Path(scratch) / kind
            path.write_bytes(text.result())
            for name in platforms:
                made = processes.submit(_output, alive, "objects", str(path), name)
                objects.append((kind, name, made))
        for kind, name, made in objects:
            path = folder / f"{kind}-{name}.{PLATFORMS[name].suffix}"
            names = [exported.entry.name for exported in ENTRIES[kind]]
            _link(made.result(), path, PLATFORMS[name], names)
            report(f"{kind}: {path.name}, {path.stat().st_size:,} bytes")
            written.append(path)
    return [*written, _write_manifest(folder)]


def restamp(folder: Path) -> None:
    """Update the manifest of kernels in a folder if only comments in the sources have changed.

    Raises:
        BuildError: if the code has changed as well, or if the folder holds no kernels.
    """
    try:
        built = manifest_in(folder)
    except (OSError, msgspec.DecodeError) as error:
        raise BuildError(f"{folder} holds no kernels: {error}") from None
    if built.code != digest_of_code():
        raise BuildError("the code of the kernels has changed: build them without --stamp")
    _write_manifest(folder)


def _write_manifest(folder: Path) -> Path:
    path = folder / "kernels.json"
    path.write_bytes(msgspec.json.format(msgspec.json.encode(manifest(folder)), indent=1) + b"\n")
    return path


@contextmanager
def _alive() -> Iterator[int]:
    """Yield a pipe for the standard input of compilers, which closes when this process ends."""
    reads, writes = os.pipe()
    try:
        yield reads
    finally:
        os.close(reads)
        os.close(writes)


def _output(alive: int, module: str, *arguments: str) -> bytes:
    """Run a module of this package and return its output; the module ends when ``alive`` closes."""
    command = [sys.executable, "-m", f"cadogan.kernel_build.{module}", *arguments]
    # the order of Numba's variables depends on the hashes of their names
    settings = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    settings["PYTHONHASHSEED"] = "0"
    done = subprocess.run(  # noqa: S603  # a module of this package
        command, stdin=alive, capture_output=True, check=False, env=settings
    )
    if done.returncode:
        errors = done.stderr.decode(errors="replace")
        raise BuildError(f"{' '.join((module, *arguments))} failed:\n{errors}")
    return done.stdout


def _link(made: bytes, path: Path, platform: Platform, names: Collection[str]) -> None:
    """Link an object file to a library or a WebAssembly module."""
    with tempfile.TemporaryDirectory() as scratch:
        source = Path(scratch) / "kernel.o"
        source.write_bytes(made)
        command: list[Any] = [sys.executable, "-m", "ziglang", *platform.linker]
        result = Path(scratch) / path.name
        if platform.suffix == "dll":
            command += [f"/out:{result}", *(f"/export:{name}" for name in names), source]
        elif platform.suffix == "wasm":
            command += [*(f"--export={name}" for name in names), "-o", result, source]
        else:
            # without the flag, the library would contain the path of the temporary folder
            if platform.suffix == "dylib":
                command.append(f"-Wl,-install_name,@rpath/{path.name}")
            command += ["-o", result, source]
        done = subprocess.run(  # noqa: S603  # a linker, and files that we name
            command, capture_output=True, check=False, cwd=scratch
        )
        if done.returncode:
            errors = done.stderr.decode(errors="replace").strip()
            raise BuildError(f"{path.name} cannot be linked:\n{errors}")
        path.write_bytes(result.read_bytes())
