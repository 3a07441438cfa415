"""Modules of a kernel, prepared so that Numba compiles their functions."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from types import FunctionType, ModuleType
from typing import Any, get_type_hints

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from cadogan.kernel_build.compiler import FLAGS
from cadogan.kernel_build.layout import RECORDS, layout_of
from cadogan.kernel_build.lean import LEAN
from cadogan.kernel_build.sources import copies
from cadogan.kernels.manifest import Field
from cadogan.state.state import MASK


@numba.njit
def _times(a: int, b: int) -> int:
    """Return the low 62 bits of a product (:func:`cadogan.state.state.times`)."""
    product = np.uint64(a) * np.uint64(b) & np.uint64(MASK)
    return np.int64(product)  # type: ignore[return-value]


@intrinsic
def _lowest(_typing: Any, _some: Any) -> Any:
    """Return the lowest card of a non-empty set (:func:`cadogan.state.state.lowest`)."""

    def code(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        return builder.cttz(values[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), code


@intrinsic
def _many(_typing: Any, _some: Any) -> Any:
    """Return the number of cards in a set (:func:`cadogan.state.state.many`)."""

    def code(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        return builder.ctpop(values[0])

    return types.int64(types.int64), code


@intrinsic
def _fetch(_typing: Any, table: Any, at: Any) -> Any:
    """Prefetch a bucket of a transposition table."""

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, values[0])
        _, at = values
        place = builder.gep(array.data, [builder.shl(at, ir.Constant(at.type, 3))])
        pointer = ir.IntType(8).as_pointer()
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [pointer, number, number, number])
        ask = builder.module.declare_intrinsic("llvm.prefetch", [pointer], kind)
        # arguments of LLVM's prefetch: for writing, high locality, data cache
        how = [ir.Constant(number, i) for i in (1, 3, 1)]
        builder.call(ask, [builder.bitcast(place, pointer), *how])
        return context.get_dummy_value()

    return types.none(table, at), code


# Functions that have a different implementation in machine code; ``state.times`` explains the
# reason.
_INSTEAD = {"times": _times, "lowest": _lowest, "many": _many, "fetch": _fetch}


def compiled_modules(kind: str) -> Mapping[str, ModuleType]:
    """Return copies of a kernel's modules, by the names of the original modules.

    Numba compiles a function in these copies when it is first called.
    """
    instead: dict[str, object] = {**_INSTEAD, "MECHANICS": kind != "plain"}
    if kind == "players":
        njit: Any = numba.njit
        quiet = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        some = {function: njit(**quiet)(function) for function in LEAN.values()}
        instead |= {name: some[function] for name, function in LEAN.items()}
    return copies(kind, instead, _dispatcher)


def _dispatcher(function: FunctionType) -> Any:
    """Return a function that Numba compiles together with its first caller.

    A small function gets the types given in its annotations. Otherwise Numba would compile the
    function again for every literal argument.
    """
    njit: Any = numba.njit
    made = njit(**FLAGS, no_cfunc_wrapper=True, no_cpython_wrapper=True)(function)
    asked = [kind for name, kind in function.__annotations__.items() if name != "return"]
    if not {*asked} <= {"int", "State"}:
        return made
    kinds, template = tuple(map(type_of, asked)), made.get_call_template

    def get_call_template(args: Any, keywords: Any) -> Any:
        if not made.signatures:
            made.compile(kinds)
            made.disable_compile()
        return template(args, keywords)

    made.get_call_template = get_call_template
    return made


def _described(record: Any, fields: Iterator[Field]) -> list[Any]:
    """Return the fields of a record as NumPy describes them, with names, types and shapes.

    The function removes the fields of this record from ``fields``.
    """
    hints = get_type_hints(record)
    described: list[Any] = []
    for name in record._fields:
        if hasattr(hints[name], "_fields"):
            described.append((name, _described(hints[name], fields)))
            continue
        field = next(fields)
        described.append((name, "i8") if field.scalar else (name, "i8", (field.room,)))
    return described


@functools.cache
def type_of(kind: str) -> Any:
    """Return the Numba type of an argument (:class:`cadogan.kernels.manifest.Entry`)."""
    if kind == "int":
        return types.int64
    for record in RECORDS:
        if record.__name__ == kind:
            fields = iter(layout_of(record).fields)
            return numba.from_dtype(np.dtype(_described(record, fields)))
    return types.Array(numba.from_dtype(np.dtype(kind[0])), int(kind[1:]), "C")
