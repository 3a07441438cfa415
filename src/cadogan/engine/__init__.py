"""The rules in action: legal moves, refusals, moves made and unmade, the win.

Every function is plain Python over flat arrays of integers and the compiled rules of a game
(:mod:`cadogan.state.compiled`), inside the subset that Numba compiles. A process either interprets
these files, over lists, or calls what was compiled of them ahead of time (:mod:`cadogan.kernels`).
Hashes are kept to 62 bits, so both give the same moves in the same order and the same hashes;
``tests/test_engine_compiled.py`` holds them together.
"""

from __future__ import annotations

from cadogan.engine.apply import make, unmake
from cadogan.engine.legal import deep_kind, generate, generate_actions, refusal
from cadogan.engine.winning import won

__all__ = ["deep_kind", "generate", "generate_actions", "make", "refusal", "unmake", "won"]
