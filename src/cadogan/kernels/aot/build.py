"""Kernels for all platforms: LLVM's text, made into one module, optimised and linked."""

from __future__ import annotations

import hashlib
import importlib.metadata
import importlib.util
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Collection, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import llvmlite.binding as llvm
import msgspec

from cadogan.errors import CadoganError
from cadogan.kernels.aot.emit import Emitted, Made
from cadogan.kernels.aot.entries import ENTRIES, arguments_of, result_of
from cadogan.kernels.aot.layout import RECORDS, layout_of
from cadogan.kernels.aot.returning import value_symbol
from cadogan.kernels.aot.sources import KINDS
from cadogan.kernels.manifest import Entry, Kernels, digest_of_sources
from cadogan.kernels.memory import SIZES

__all__ = ["PLATFORMS", "BuildError", "Platform", "build", "manifest"]


class BuildError(CadoganError):
    """The kernels cannot be built."""


class Platform(NamedTuple):
    """What a kernel is built for.

    Attributes:
        triple: the platform's name for LLVM.
        processor: the oldest that the kernel runs on, as LLVM calls it.
        features: of the processor, as LLVM writes them.
        suffix: of the file.
        linker: the command line of ziglang that links an object, but for the two files.
    """

    triple: str
    processor: str
    features: str
    suffix: str
    linker: tuple[str, ...]


_ELF = ("ld.lld", "-shared", "--strip-all", "--gc-sections", "-O2", "--hash-style=gnu")
_MACH = ("cc", "-shared", "-s")
_WASM = (
    "wasm-ld", "--no-entry", "--strip-all", "--gc-sections", "-O2", "-z", "stack-size=1048576",
    "--stack-first", "--export=__heap_base",
)  # fmt: skip

PLATFORMS: Mapping[str, Platform] = MappingProxyType(
    {
        "linux-x86_64": Platform("x86_64-unknown-linux-gnu", "x86-64", "", "so", _ELF),
        "linux-arm64": Platform("aarch64-unknown-linux-gnu", "generic", "", "so", _ELF),
        "macos-x86_64": Platform(
            "x86_64-apple-macosx11.0.0", "x86-64", "", "dylib",
            (*_MACH, "-target", "x86_64-macos.11.0"),
        ),
        "macos-arm64": Platform(
            "arm64-apple-macosx11.0.0", "apple-m1", "", "dylib",
            (*_MACH, "-target", "aarch64-macos.11.0"),
        ),
        "windows-x86_64": Platform(
            "x86_64-pc-windows-msvc", "x86-64", "", "dll",
            ("lld-link", "/dll", "/noentry", "/nodefaultlib", "/opt:ref", "/brepro"),
        ),
        "wasm32": Platform(
            "wasm32-unknown-unknown", "",
            "+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals,+multivalue",
            "wasm", _WASM,
        ),
    }
)  # fmt: skip
"""What kernels are built for, by the name that stands in the files' names."""

# What other systems' libraries of C have, and is not called from ours. Without the attribute the
# loops would be taken for calls of the same functions.
_MEMORY = """
define ptr @memset(ptr %to, i32 %value, i64 %count) #9 {
  %byte = trunc i32 %value to i8
  br label %next
next:
  %i = phi i64 [ 0, %0 ], [ %more, %write ]
  %done = icmp eq i64 %i, %count
  br i1 %done, label %end, label %write
write:
  %at = getelementptr i8, ptr %to, i64 %i
  store i8 %byte, ptr %at
  %more = add i64 %i, 1
  br label %next
end:
  ret ptr %to
}
define ptr @memcpy(ptr %to, ptr %from, i64 %count) #9 {
  br label %next
next:
  %i = phi i64 [ 0, %0 ], [ %more, %write ]
  %done = icmp eq i64 %i, %count
  br i1 %done, label %end, label %write
write:
  %old = getelementptr i8, ptr %from, i64 %i
  %byte = load i8, ptr %old
  %at = getelementptr i8, ptr %to, i64 %i
  store i8 %byte, ptr %at
  %more = add i64 %i, 1
  br label %next
end:
  ret ptr %to
}
attributes #9 = { noinline nounwind "no-builtins" }
"""
_TOOLS = ("numba", "llvmlite", "ziglang")
_TYPES = {"int": "i64", "bool": "i8", "None": "ptr"}


def manifest(folder: Path) -> Kernels:
    """Return what is written beside the kernels in a folder."""
    return Kernels(
        stamp=digest_of_sources(),
        made_with={name: importlib.metadata.version(name) for name in _TOOLS},
        entries={
            kind: tuple(
                Entry(entry.function.__name__, tuple(arguments_of(entry)), result_of(entry))
                for entry in ENTRIES[kind]
            )
            for kind in KINDS
        },
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

    The same sources and tools give the same bytes.

    Args:
        folder: where they go; it is made where it is missing.
        platforms: some of :data:`PLATFORMS`.
        kinds: some of :data:`cadogan.kernels.aot.sources.KINDS`.
        report: called with a line on each step.

    Returns:
        the files written.

    Raises:
        BuildError: when a tool is missing or fails.
    """
    for name in platforms:
        if name not in PLATFORMS:
            raise BuildError(f"there is no platform {name}; there are {', '.join(PLATFORMS)}")
    if importlib.util.find_spec("ziglang") is None:
        raise BuildError('the linker is missing: pip install -e ".[dev]"')
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    with _alive() as alive, ThreadPoolExecutor(os.cpu_count()) as processes:
        coming = [processes.submit(_emitted, kind, alive) for kind in kinds]
        for kind, one in zip(kinds, coming, strict=True):
            report(f"{kind}: compiling")
            emitted = one.result()
            for name in platforms:
                platform = PLATFORMS[name]
                made = _object(emitted, platform)
                path = folder / f"{kind}-{name}.{platform.suffix}"
                _link(made, path, platform, [entry.name for entry in emitted.entries])
                report(f"{kind}: {path.name}, {path.stat().st_size:,} bytes")
                written.append(path)
    path = folder / "kernels.json"
    path.write_bytes(msgspec.json.format(msgspec.json.encode(manifest(folder)), indent=1) + b"\n")
    return [*written, path]


@contextmanager
def _alive() -> Iterator[int]:
    """Yield what compilers read from: it ends when this process does, however that comes."""
    reads, writes = os.pipe()
    try:
        yield reads
    finally:
        os.close(reads)
        os.close(writes)


def _emitted(kind: str, alive: int) -> Emitted:
    command = [sys.executable, "-m", "cadogan.kernels.aot.emit", kind]
    # Numba orders variables by the hashes of their names
    settings = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    settings["PYTHONHASHSEED"] = "0"
    done = subprocess.run(  # noqa: S603  # a module of this package, and one of KINDS
        command, stdin=alive, capture_output=True, check=False, env=settings
    )
    if done.returncode:
        raise BuildError(f"{kind} cannot be compiled:\n{done.stderr.decode(errors='replace')}")
    return msgspec.msgpack.decode(done.stdout, type=Emitted)


def _object(emitted: Emitted, platform: Platform) -> bytes:
    """Return the object file of a kernel for a platform."""
    target = llvm.Target.from_triple(platform.triple)
    machine = target.create_target_machine(
        cpu=platform.processor, features=platform.features, opt=2, reloc="pic", codemodel="default"
    )
    head = f'target triple = "{platform.triple}"\ntarget datalayout = "{machine.target_data}"\n'
    own = _MEMORY if platform.suffix == "dll" else ""
    whole = llvm.parse_assembly(head + own + _entries(emitted.entries))
    for text in emitted.texts:
        plain = re.sub(r"^target (triple|datalayout) = .*$", "", text, flags=re.MULTILINE)
        whole.link_in(llvm.parse_assembly(head + plain))
    names = {entry.name for entry in emitted.entries} | {"memcpy", "memset"}
    for value in (*whole.functions, *whole.global_variables):
        if not value.is_declaration and value.name not in names:
            value.linkage = "internal"
    whole.verify()
    options = llvm.create_pipeline_tuning_options(speed_level=2)
    options.loop_vectorization = False  # what is vectorised is larger, and slower in WebAssembly
    options.loop_unrolling = False  # which makes a fifth more code that is no faster
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(whole, builder)
    missing = [
        function.name
        for function in whole.functions
        if function.is_declaration and not function.name.startswith("llvm.")
    ]
    if missing:
        raise BuildError(f"the kernel calls what is not in it: {', '.join(missing)}")
    return bytes(machine.emit_object(whole))


def _entries(entries: Collection[Made]) -> str:
    """Return LLVM's text of the functions that are called from outside."""
    return "".join(map(_entry, entries))


def _entry(entry: Made) -> str:
    """Return LLVM's text of a function that calls one of Numba's.

    It takes the address of its arguments, which are integers of eight bytes: a host need not know
    more kinds. A record comes as its address, an array as its address and its shape. Numba wants
    an array as seven arguments and more.
    """
    words = map("%w{}".format, count())
    lines: list[str] = []
    inner: list[str] = []
    for i, kind in enumerate(entry.arguments):
        first = next(words)
        if kind == "int":
            inner.append(f"i64 {first}")
            continue
        lines.append(f"%p{i} = inttoptr i64 {first} to ptr")
        if not kind[1:].isdigit():
            inner.append(f"ptr %p{i}")
            continue
        size = str(SIZES[kind[0]])
        shape = [next(words) for _ in range(int(kind[1:]))]
        strides, whole = [size], shape[-1]
        for d in range(len(shape) - 1, 0, -1):
            lines.append(f"%s{i}.{d} = mul i64 {strides[0]}, {shape[d]}")
            lines.append(f"%n{i}.{d} = mul i64 {whole}, {shape[d - 1]}")
            strides.insert(0, f"%s{i}.{d}")
            whole = f"%n{i}.{d}"
        inner += ["ptr null", "ptr null", f"i64 {whole}", f"i64 {size}", f"ptr %p{i}"]
        inner += [f"i64 {number}" for number in (*shape, *strides)]
    loads = []
    for i in range(int(next(words).removeprefix("%w"))):
        loads.append(f"%at{i} = getelementptr i64, ptr %given, i64 {i}")
        loads.append(f"%w{i} = load i64, ptr %at{i}")
    made = f"call {_TYPES[entry.result]} @{value_symbol(entry.symbol)}({', '.join(inner)})"
    types = ", ".join(argument.partition(" ")[0] for argument in inner)
    body = {
        "int": [f"%made = {made}", "ret i64 %made"],
        "bool": [f"%made = {made}", "%wide = zext i8 %made to i64", "ret i64 %wide"],
        "None": [made, "ret i64 0"],
    }[entry.result]
    return "\n".join(
        (
            f"declare {_TYPES[entry.result]} @{value_symbol(entry.symbol)}({types})",
            f"define i64 @{entry.name}(ptr %given) {{",
            *loads,
            *lines,
            *body,
            "}\n",
        )
    )


def _link(made: bytes, path: Path, platform: Platform, names: Collection[str]) -> None:
    """Link an object file to what a process can load."""
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
            if platform.suffix == "dylib":  # else the place where it is linked stands in it
                command.append(f"-Wl,-install_name,@rpath/{path.name}")
            command += ["-o", result, source]
        done = subprocess.run(  # noqa: S603  # a linker, and files that we name
            command, capture_output=True, check=False, cwd=scratch
        )
        if done.returncode:
            said = done.stderr.decode(errors="replace").strip()
            raise BuildError(f"{path.name} cannot be linked:\n{said}")
        path.write_bytes(result.read_bytes())
