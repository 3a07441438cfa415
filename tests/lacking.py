"""Fixture that hides the solver, for tests of features that work without it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cadogan.kernels import kernel

__all__ = ["LACK", "no_solver"]

LACK = 'CADOGAN_KERNELS is wasm, but wasmtime is missing: pip install "cadogan[wasm]"'
"""The sentence of :class:`~cadogan.core.errors.SolverMissingError` there."""


@pytest.fixture
def no_solver(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Path]:
    """Hide `wasmtime` and select WebAssembly, in this process and in those that it starts.

    Yields:
        A folder with a `wasmtime.py` that fails to import. The processes that a test starts have it
        on their path.
    """
    folder = tmp_path_factory.mktemp("lacking")
    (folder / "wasmtime.py").write_text('raise ModuleNotFoundError(name="wasmtime")\n', "utf-8")
    monkeypatch.setenv("CADOGAN_KERNELS", "wasm")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(folder), *sys.path]))
    monkeypatch.syspath_prepend(str(folder))  # spawned processes inherit this path
    monkeypatch.setitem(sys.modules, "wasmtime", None)
    monkeypatch.delitem(sys.modules, "cadogan.kernels.wasm", raising=False)
    kernel.cache_clear()
    yield folder
    kernel.cache_clear()
