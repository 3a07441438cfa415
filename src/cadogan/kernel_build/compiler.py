"""Compiler flags for Numba, which leave out checks that Cadogan's code does not need.

Numba's code spends much of its time on Python features that the kernels' functions never use. Each
promise below removes one of these features, so that the code compiles and runs faster.

- *Indices are never negative.* Numba lets a negative index count from the end, which costs a
  comparison and an addition at every look-up. The test ``test_no_index_is_negative`` checks the
  promise.
- *The arguments of a call never share memory.* So a write to the position cannot change values that
  were already read from the rules.
- *Functions never create objects.* So the compiled code need not count references.
- *Divisors are never zero.* So the compiled code need not test them.
"""

from __future__ import annotations

from typing import Any

from numba.core import ir, types
from numba.core.compiler import CompilerBase, DefaultPassBuilder, Flags
from numba.core.compiler_machinery import AnalysisPass, register_pass
from numba.core.typed_passes import IRLegalization

_LOOK_UPS = ("getitem", "static_getitem")
_passes: Any = DefaultPassBuilder  # Numba's functions have no type annotations
_registered: Any = register_pass
_nameless: Any = AnalysisPass.__init__
_numbas_flags: Any = Flags


@_registered(mutates_CFG=False, analysis_only=False)
class _NoneNegative(AnalysisPass):
    """Pass that makes every index unsigned, because only signed indices can count from the end."""

    _name = "cadogan_no_negative_index"

    def __init__(self) -> None:  # Numba requires every pass to define ``__init__``
        _nameless(self)

    def run_pass(self, state: Any) -> bool:
        """Change the types with which Numba compiles the look-ups in a function."""
        for where, signature in list(state.calltypes.items()):
            looks_up = isinstance(where, ir.Expr) and where.op in _LOOK_UPS
            if signature is None or not (looks_up or isinstance(where, ir.SetItem)):
                continue
            array, index, *value = signature.args
            if isinstance(index, types.Integer):
                unsigned = signature.replace(args=(array, types.uint64, *value))
                del state.calltypes[where]  # Numba does not allow a second assignment to an entry
                state.calltypes[where] = unsigned
        return True


class _Flags(_numbas_flags):  # type: ignore[misc]
    """Flags of a function in a faster form, because Numba compares them for every operator."""

    def values(self) -> Any:
        """Return all flags by name in one step; explicit values replace the defaults."""
        return _USUAL | self._values


_USUAL = _numbas_flags().values()


class Compiler(CompilerBase):
    """Numba's compiler with promises that Numba's decorators do not accept."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)  # type: ignore[no-untyped-call]
        self.state.flags = _Flags(self.state.flags)

    def define_pipelines(self) -> list[Any]:
        """Return the passes that compile a function."""
        self.state.flags.noalias = True
        made = _passes.define_nopython_pipeline(self.state)
        made.add_pass_after(_NoneNegative, IRLegalization)
        made.finalize()
        return [made]


FLAGS = {"pipeline_class": Compiler, "_nrt": False, "error_model": "numpy"}
