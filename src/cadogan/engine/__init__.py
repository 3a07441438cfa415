"""Game engine: legal moves, refusals, making and unmaking moves, and the win test.

Every function is plain Python over flat arrays of integers and a game's compiled rules
(:mod:`cadogan.state.compiled`), inside the subset that Numba compiles. A process either interprets
these files, using lists, or calls the kernels compiled from them ahead of time
(:mod:`cadogan.kernels`). Hashes have 62 bits, so both give the same moves in the same order and the
same hashes. ``tests/test_engine_compiled.py`` checks that they agree.
"""

from __future__ import annotations

from cadogan.engine.apply import make, unmake
from cadogan.engine.legal import deep_kind, generate, generate_actions, refusal
from cadogan.engine.winning import won

__all__ = ["deep_kind", "generate", "generate_actions", "make", "refusal", "unmake", "won"]
