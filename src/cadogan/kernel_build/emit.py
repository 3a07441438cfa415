"""Emitter of a kernel as LLVM assembly, in the form that Numba produces before any optimisation.

By default, Numba optimises for the processor of this machine and loads the result into this
process. This module switches both steps off and takes the text that Numba produces before them. The
module changes Numba for the whole process, so run it on its own:
``python -m cadogan.kernel_build.emit``.
"""

from __future__ import annotations

import re
import sys
from typing import Any

import msgspec
from numba.core.codegen import CPUCodeLibrary
from numba.core.cpu import CPUContext

from cadogan.kernel_build.entries import ENTRIES
from cadogan.kernel_build.modules import compiled_modules, type_of
from cadogan.kernel_build.objects import Emitted, end_with_parent
from cadogan.kernel_build.returning import returning

# Lines about the arguments of a Python exception, which depend on the path of the source file.
_EXCEPTION = re.compile(
    r"^(?:@\.const\.pickle|.*store ptr @\.const\.picklebuf\.).*\n", flags=re.MULTILINE
)
# Reference to a Python object that the code never uses; its address changes with each process.
_OBJECT = re.compile(r"load ptr, ptr @numba\.dynamic\.globals\.\S+, align 8$", flags=re.MULTILINE)
_OBJECTS = re.compile(r"^@numba\.dynamic\.globals\..*\n", flags=re.MULTILINE)


def _hold_numba_back() -> list[Any]:
    """Stop Numba from optimising and loading; return the list that will receive its libraries."""
    libraries: list[Any] = []
    usual: Any = CPUCodeLibrary.__init__

    def noted(self: Any, *args: Any, **keywords: Any) -> None:
        usual(self, *args, **keywords)
        libraries.append(self)

    def nothing(self: Any, *args: Any) -> None:
        """Leave the module unchanged."""

    def final(self: Any) -> None:
        self._finalized = True

    def executable(*_: Any) -> Any:
        # Numba identifies a function by this object, so each function needs its own
        return [].append

    library: Any = CPUCodeLibrary
    library.__init__ = noted
    library._optimize_functions = library._optimize_final_module = nothing  # noqa: SLF001
    library._finalize_final_module = final  # noqa: SLF001
    context: Any = CPUContext
    context.get_executable = executable
    return libraries


def emit(kind: str) -> Emitted:
    """Compile a kernel to LLVM assembly; call this function once in a process.

    The result is the same in every process with the same ``PYTHONHASHSEED``.

    Args:
        kind: one of :data:`cadogan.kernel_build.sources.KINDS`.
    """
    libraries = _hold_numba_back()
    modules = compiled_modules(kind)
    entries = {}
    for exported in ENTRIES[kind]:
        entry = exported.entry
        dispatcher = getattr(modules[exported.function.__module__], entry.name)
        kinds = tuple(type_of(argument) for argument in entry.arguments)
        if kinds not in dispatcher.overloads:
            dispatcher.compile(kinds)
        entries[dispatcher.overloads[kinds].fndesc.mangled_name] = entry
    # Numba has no public attribute for the final module
    texts = [str(library._final_module) for library in libraries]  # noqa: SLF001
    return Emitted(entries, returning([_without_python(text) for text in texts]))


def _without_python(text: str) -> str:
    """Return LLVM assembly without the parts that depend on the process that wrote it."""
    text = _OBJECTS.sub("", _EXCEPTION.sub("", text))
    return _OBJECT.sub("getelementptr i8, ptr null, i64 0", text)


def main() -> None:
    """Write the kernel of the kind ``sys.argv[1]`` to standard output, as MessagePack."""
    end_with_parent()
    sys.stdout.buffer.write(msgspec.msgpack.encode(emit(sys.argv[1])))


if __name__ == "__main__":
    main()
