"""Object files, each of which holds a whole kernel in one module, optimised for one platform.

LLVM's output depends on everything that LLVM has optimised before in the same process. So each
object file needs its own process: run ``python -m cadogan.kernel_build.objects FILE PLATFORM``.
"""

from __future__ import annotations

import os
import re
import sys
import threading
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import llvmlite.binding as llvm
import msgspec

from cadogan.kernel_build.returning import value_symbol
from cadogan.kernels.manifest import Entry
from cadogan.kernels.memory import SIZES


class Emitted(NamedTuple):
    """Kernel in LLVM assembly.

    Attributes:
        entries: the entries of the kernel, by the symbols of their functions in Numba's assembly.
        texts: one text for each function that Numba compiled.
    """

    entries: dict[str, Entry]
    texts: list[str]


class Platform(NamedTuple):
    """Platform for which a kernel is built.

    Attributes:
        triple: the name of the platform in LLVM.
        processor: the LLVM name of the oldest processor that is supported.
        features: features of the processor, in the notation of LLVM.
        suffix: the suffix of the library's file name.
        linker: the ziglang command line that links an object file, without the names of the two
            files.
    """

    triple: str
    processor: str
    features: str
    suffix: str
    linker: tuple[str, ...]


_ELF = ("ld.lld", "-shared", "--strip-all", "--gc-sections", "-O2", "--hash-style=gnu")
_MACH = ("cc", "-shared", "-s")
_FEATURES = "+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals,+multivalue"
_WASM = (
    "wasm-ld", "--no-entry", "--strip-all", "--gc-sections", "-O2", "-z", "stack-size=1048576",
    "--stack-first", "--export=__heap_base",
)  # fmt: skip
_EMSCRIPTEN = (
    "wasm-ld", "-shared", "--experimental-pic", "--strip-all", "--gc-sections", "-O2",
    "--unresolved-symbols=import-dynamic",
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
            "wasm32-unknown-unknown", "", _FEATURES, "wasm", _WASM,
        ),
        # For Python in a browser: Pyodide loads the library into its own memory with ctypes.
        "emscripten-wasm32": Platform(
            "wasm32-unknown-emscripten", "", _FEATURES, "so", _EMSCRIPTEN,
        ),
    }
)  # fmt: skip
"""The platforms that kernels are built for, by their names in file names."""

# Functions that other systems have in their C library. The DLLs for Windows do not link to one.
# Without the attribute, LLVM would replace the loops with calls to the functions themselves.
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
_TYPES = {"int": "i64", "bool": "i8", "None": "ptr"}


def _object(emitted: Emitted, platform: Platform) -> bytes:
    """Return the object file of a kernel for a platform."""
    target = llvm.Target.from_triple(platform.triple)
    machine = target.create_target_machine(
        cpu=platform.processor, features=platform.features, opt=2, reloc="pic", codemodel="default"
    )
    head = f'target triple = "{platform.triple}"\ntarget datalayout = "{machine.target_data}"\n'
    own = _MEMORY if platform.suffix == "dll" else ""
    entries = "".join(_entry(symbol, entry) for symbol, entry in emitted.entries.items())
    whole = llvm.parse_assembly(head + own + entries)
    for text in emitted.texts:
        plain = re.sub(r"^target (triple|datalayout) = .*$", "", text, flags=re.MULTILINE)
        whole.link_in(llvm.parse_assembly(head + plain))
    names = {entry.name for entry in emitted.entries.values()} | {"memcpy", "memset"}
    for value in (*whole.functions, *whole.global_variables):
        if not value.is_declaration and value.name not in names:
            value.linkage = "internal"
    whole.verify()
    options = llvm.create_pipeline_tuning_options(speed_level=2)
    options.loop_vectorization = False  # vectorised code would be larger, and slower in WebAssembly
    options.loop_unrolling = False  # unrolling would make the code a fifth larger and no faster
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(whole, builder)
    missing = [
        function.name
        for function in whole.functions
        if function.is_declaration and not function.name.startswith("llvm.")
    ]
    if missing:
        sys.exit(f"the kernel calls functions that it does not contain: {', '.join(missing)}")
    return bytes(machine.emit_object(whole))


def _entry(symbol: str, entry: Entry) -> str:
    """Return the LLVM assembly of an exported function that calls one of Numba's functions.

    The exported function takes the address of its arguments. All arguments are eight-byte integers,
    so a host need not support other types. A record is passed by its address, and an array by its
    address and its shape. Numba's function takes at least seven arguments for each array.
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
    for i in range(entry.words):
        loads.append(f"%at{i} = getelementptr i64, ptr %given, i64 {i}")
        loads.append(f"%w{i} = load i64, ptr %at{i}")
    kind, function = _TYPES[entry.result], value_symbol(symbol)
    made = f"call {kind} @{function}({', '.join(inner)})"
    types = ", ".join(argument.partition(" ")[0] for argument in inner)
    body = {
        "int": [f"%made = {made}", "ret i64 %made"],
        "bool": [f"%made = {made}", "%wide = zext i8 %made to i64", "ret i64 %wide"],
        "None": [made, "ret i64 0"],
    }[entry.result]
    return "\n".join(
        (
            f"declare {kind} @{function}({types})",
            f"define i64 @{entry.name}(ptr %given) {{",
            *loads,
            *lines,
            *body,
            "}\n",
        )
    )


def end_with_parent() -> None:
    """End this process when its standard input closes, because its parent process has ended."""

    def wait() -> None:
        while os.read(0, 1):
            pass
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


def main() -> None:
    """Write the object file for the kernel and the platform in ``sys.argv`` to standard output."""
    end_with_parent()
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    path, name = sys.argv[1:]
    emitted = msgspec.msgpack.decode(Path(path).read_bytes(), type=Emitted)
    sys.stdout.buffer.write(_object(emitted, PLATFORMS[name]))


if __name__ == "__main__":
    main()
