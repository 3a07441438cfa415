"""Engine: legal moves, refusals, making and unmaking moves, and the test for a win.

Every function is plain Python that uses flat arrays of integers and the compiled rules of a game
(:mod:`cadogan.state.compiled`). The code stays inside the subset of Python that Numba compiles. A
process either interprets the files of this package, using lists, or calls kernels that were
compiled from them ahead of time (:mod:`cadogan.kernels`). Hashes have 62 bits in both cases, so
both engines produce the same hashes, and the same moves in the same order. The tests in
``tests/test_engine_compiled.py`` check that the two engines agree.
"""

from __future__ import annotations

from cadogan.engine.apply import make, unmake
from cadogan.engine.legal import deep_kind, generate, generate_actions, refusal
from cadogan.engine.winning import won

__all__ = ["deep_kind", "generate", "generate_actions", "make", "refusal", "unmake", "won"]
