"""Selection of a kernel: the library for this platform, WebAssembly or plain Python."""

from __future__ import annotations

import functools
import os
from importlib import import_module
from pathlib import Path

import msgspec

from cadogan.core.errors import SolverMissingError
from cadogan.kernels.manifest import BUILT, Kernels, digest_of_code, digest_of_sources, manifest_in
from cadogan.kernels.native import NativeKernel, library_name
from cadogan.kernels.shared import Kernel

HOSTS = ("native", "wasm", "interpreted")
"""The hosts that can run a kernel."""

CHOICE = "CADOGAN_KERNELS"
"""The environment variable that chooses a host."""


@functools.cache
def kernel(kind: str) -> Kernel:
    """Return a kernel that runs on the fastest host that works on this machine.

    The argument is the kind of kernel. ``plain`` contains the engine, the search and the random
    plays for ``check``. ``special`` contains the same modules with mechanics
    (``CompiledRules.mechanics``). ``players`` contains the policies.

    Raises:
        SolverMissingError: if there is no kernel, or if the host that ``CADOGAN_KERNELS`` selects
            does not work. The message says what to install.

    >>> from cadogan.state.state import mix
    >>> kernel("plain").mix(7) == mix(7)
    True
    """
    chosen = os.environ.get(CHOICE, "")
    if chosen and chosen not in HOSTS:
        raise SolverMissingError(
            f"{CHOICE} is {chosen[:40]!r}; it must be one of {', '.join(HOSTS)}"
        )
    # imported only here, because the package depends on the sources of the kernels
    if chosen == "interpreted":
        made: Kernel = import_module("cadogan.kernel_build.interpreted").InterpretedKernel(kind)
        return made
    folder, built = _built(chosen == "wasm")
    why = ""
    if chosen != "wasm":
        try:
            return NativeKernel(kind, folder, built)
        except (OSError, AttributeError) as error:
            why = str(error)
        if chosen:
            raise SolverMissingError(
                f"{CHOICE} is native, but there is no library for this platform: {why}"
            )
    try:
        from cadogan.kernels.wasm import WasmKernel  # noqa: PLC0415  # wasmtime is optional

        return WasmKernel(kind, folder, built)
    except (ImportError, OSError, RuntimeError, MemoryError) as error:
        raise SolverMissingError(_advice(kind, folder, built, error, why, chosen)) from None


def which() -> str:
    """Return this machine's host for kernels, one of :data:`HOSTS`, or ``none`` and the reason.

    This function never starts a build.
    """
    try:
        chosen = os.environ.get(CHOICE)
        if chosen != "interpreted" and not _found(chosen == "wasm"):
            return "not built yet: its sources have changed"
        for kind in ("players", "special"):
            kernel(kind)
        return kernel("plain").how
    except SolverMissingError as error:
        return f"none: {error}"


def _advice(
    kind: str, folder: Path, built: Kernels, error: Exception, why: str, chosen: str
) -> str:
    """Return the reason why there is no solver, and a remedy for the user."""
    missing = isinstance(error, ImportError) and error.name == "wasmtime"
    if chosen:
        if missing:
            return f'{CHOICE} is wasm, but wasmtime is missing: pip install "cadogan[wasm]"'
        return f"{CHOICE} is wasm, but WebAssembly does not work here: {error}"
    if (folder / library_name(kind)).exists():
        return f"the solver cannot be loaded: {why}; install Cadogan again"
    if library_name(kind) in built.files:
        return f"the solver is missing ({library_name(kind)}): install Cadogan again"
    if missing:
        return (
            'the only solver for this platform is WebAssembly: pip install "cadogan[wasm]";'
            f" if that fails, {CHOICE}=interpreted is slow but works everywhere"
        )
    return (
        "there is no solver for this platform, and WebAssembly does not work here"
        f" ({error}); {CHOICE}=interpreted is slow but works everywhere"
    )


@functools.cache
def _built(wasm: bool) -> tuple[Path, Kernels]:
    """Return the folder of the kernels for the current sources, and their manifest.

    If the kernels do not exist, build them, as WebAssembly or as a library for this platform.
    """
    if existing := _found(wasm):
        return existing
    # imported only here, because only developers need the package, and it depends on the kernels'
    # sources
    here = import_module("cadogan.kernel_build.here")
    folder: Path = here.build_here(_checkout(), digest_of_sources(), wasm)
    return folder, manifest_in(folder)


def _found(wasm: bool) -> tuple[Path, Kernels] | None:
    """Return the folder and the manifest, or None if a build in a checkout is necessary."""
    sources, checkout = digest_of_sources(), _checkout()
    try:
        built = manifest_in(BUILT)
        if not sources or built.stamp == sources or built.code == digest_of_code():
            return BUILT, built
    except (OSError, msgspec.DecodeError) as error:
        if checkout is None:
            raise SolverMissingError(
                f"Cadogan's installation is damaged ({error}): install it again"
            ) from None
    if checkout is None:
        raise SolverMissingError(
            "the solver was built for another version of Cadogan: install Cadogan again"
        )
    here = import_module("cadogan.kernel_build.here")
    folder: Path | None = here.folder_here(checkout, sources, wasm)
    return (folder, manifest_in(folder)) if folder else None


def _checkout() -> Path | None:
    """Return the folder of the project if the package runs from a checkout, otherwise None."""
    root = Path(__file__).resolve().parents[3]
    here = root / "src" / "cadogan" / "kernels" / Path(__file__).name
    own = here.is_file() and (root / "scripts" / "build_kernels.py").is_file()
    return root if own and here.samefile(__file__) else None
