"""Kernels for all platforms: LLVM's text, made into one module, optimised and linked."""

from __future__ import annotations

import hashlib
import importlib.metadata
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import llvmlite.binding as llvm
import msgspec

from cadogan.errors import CadoganError
from cadogan.kernels.aot.emit import Emitted, Made
from cadogan.kernels.aot.entries import ENTRIES, arguments_of, result_of
from cadogan.kernels.aot.layout import RECORDS, layout_of
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
_WORDS = {"int": "i64", "bool": "i8", "None": "ptr"}


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
    )


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
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    with ThreadPoolExecutor(os.cpu_count()) as processes:
        coming = [processes.submit(_emitted, kind) for kind in kinds]
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


def _emitted(kind: str) -> Emitted:
    command = [sys.executable, "-m", "cadogan.kernels.aot.emit", kind]
    done = subprocess.run(command, capture_output=True, check=False)  # noqa: S603  # our own
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
    """Return LLVM's text of functions that call Numba's.

    A record comes as its address, an array as its address and its shape. Numba wants an array as
    seven and more arguments, and returns its result through a pointer, and what went wrong as a
    number: the promises that the code is compiled with leave nothing that could.
    """
    texts = ["declare void @llvm.trap()\n"]
    for entry in entries:
        outer, lines, inner = [], [], ["ptr %result", "ptr %error"]
        for i, kind in enumerate(entry.arguments):
            if kind == "int":
                outer.append(f"i64 %a{i}")
                inner.append(f"i64 %a{i}")
                continue
            outer.append(f"ptr %a{i}")
            if not kind[1:].isdigit():
                inner.append(f"ptr %a{i}")
                continue
            shape = [f"%a{i}.{d}" for d in range(int(kind[1:]))]
            outer += [f"i64 {length}" for length in shape]
            strides = [str(SIZES[kind[0]])]
            count = shape[-1]
            for d in range(len(shape) - 1, 0, -1):
                lines.append(f"%a{i}.s{d} = mul i64 {strides[0]}, {shape[d]}")
                lines.append(f"%a{i}.n{d} = mul i64 {count}, {shape[d - 1]}")
                strides.insert(0, f"%a{i}.s{d}")
                count = f"%a{i}.n{d}"
            numbers = (*shape, *strides)
            inner += ["ptr null", "ptr null", f"i64 {count}", f"i64 {SIZES[kind[0]]}", f"ptr %a{i}"]
            inner += [f"i64 {number}" for number in numbers]
        word = _WORDS[entry.result]
        end = {
            "int": ["%value = load i64, ptr %result", "ret i64 %value"],
            "bool": [
                "%byte = load i8, ptr %result",
                "%value = zext i8 %byte to i64",
                "ret i64 %value",
            ],
            "None": ["ret i64 0"],
        }[entry.result]
        types = ", ".join(argument.split(" ")[0] for argument in inner)
        texts.append(f'declare i32 @"{entry.symbol}"({types})\n')
        texts.append(
            "\n  ".join(
                (
                    f"define i64 @{entry.name}({', '.join(outer)}) {{",
                    f"%result = alloca {word}",
                    "%error = alloca ptr",
                    "store ptr null, ptr %error",
                    *lines,
                    f'%status = call i32 @"{entry.symbol}"({", ".join(inner)})',
                    "%fine = icmp eq i32 %status, 0",
                    "br i1 %fine, label %done, label %failed",
                    "failed:",
                    "call void @llvm.trap()",
                    "unreachable",
                    "done:",
                    *end,
                )
            )
            + "\n}\n"
        )
    return "".join(texts)


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
        done = subprocess.run(  # noqa: S603  # our own
            command, capture_output=True, check=False, cwd=scratch
        )
        if done.returncode:
            said = done.stderr.decode(errors="replace").strip()
            if "No module named ziglang" in said:
                raise BuildError('the linker is missing: pip install "cadogan[dev]"')
            raise BuildError(f"{path.name} cannot be linked:\n{said}")
        path.write_bytes(result.read_bytes())
