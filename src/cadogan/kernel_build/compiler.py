"""Compiler flags for Numba: without what Cadogan's code never needs.

Compiled code spends a good part of its time on what Python's meaning asks for and these functions
never use. Each promise below takes one such part out, so the code is faster and made sooner.

- *No index is negative.* Numba lets an index below zero count from the end, with a comparison and
  an addition at every look-up (``test_no_index_is_negative`` holds the files to the promise).
- *No two arguments of a call share memory.* So what was read of the tables need not be read again
  after a write to the position.
- *No object is made.* So no references are counted.
- *Nothing is divided by nought.* So it is not asked before every division.
"""

from __future__ import annotations

from typing import Any

from numba.core import ir, types
from numba.core.compiler import CompilerBase, DefaultPassBuilder, Flags
from numba.core.compiler_machinery import AnalysisPass, register_pass
from numba.core.typed_passes import IRLegalization

_LOOK_UPS = ("getitem", "static_getitem")
_passes: Any = DefaultPassBuilder  # Numba's functions have no types
_registered: Any = register_pass
_nameless: Any = AnalysisPass.__init__
_numbas_flags: Any = Flags


@_registered(mutates_CFG=False, analysis_only=False)
class _NoneNegative(AnalysisPass):
    """Take every index for an unsigned number: from the end only signed ones are counted."""

    _name = "cadogan_no_negative_index"

    def __init__(self) -> None:  # Numba's pass wants one of its own
        _nameless(self)

    def run_pass(self, state: Any) -> bool:
        """Change the types by which the look-ups of a function are lowered."""
        for where, signature in list(state.calltypes.items()):
            looks_up = isinstance(where, ir.Expr) and where.op in _LOOK_UPS
            if signature is None or not (looks_up or isinstance(where, ir.SetItem)):
                continue
            array, index, *value = signature.args
            if isinstance(index, types.Integer):
                unsigned = signature.replace(args=(array, types.uint64, *value))
                del state.calltypes[where]  # may be set but once
                state.calltypes[where] = unsigned
        return True


class _Flags(_numbas_flags):  # type: ignore[misc]
    """The flags of a function, which Numba compares for every operator that it resolves."""

    def values(self) -> Any:
        """Return all values by name: those that were set over the usual ones, in one step."""
        return _USUAL | self._values


_USUAL = _numbas_flags().values()


class Compiler(CompilerBase):
    """Numba's own compiler, given the promises that it takes nowhere else."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)  # type: ignore[no-untyped-call]
        self.state.flags = _Flags(self.state.flags)

    def define_pipelines(self) -> list[Any]:
        """Return the passes over a function."""
        self.state.flags.noalias = True
        made = _passes.define_nopython_pipeline(self.state)
        made.add_pass_after(_NoneNegative, IRLegalization)
        made.finalize()
        return [made]


FLAGS = {"pipeline_class": Compiler, "_nrt": False, "error_model": "numpy"}
