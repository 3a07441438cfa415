"""Lazy imports of heavy modules; `lint-imports` checks the direction of imports."""

from __future__ import annotations

import json
import subprocess
import sys

import cadogan

COMPILER = {"numba", "llvmlite", "numpy", "wasmtime", "cadogan.kernel_build"}
SERVER_AND_TERMINAL = {"starlette", "uvicorn", "click", "rich", "textual"}


def test_all_is_exact() -> None:
    """`cadogan.__all__` is sorted and lists every public name except modules."""
    public = {
        name
        for name, value in vars(cadogan).items()
        if not name.startswith("_") and type(value).__name__ != "module"
    }
    on_demand = {"Verdict", "solve"}  # these names import the solver
    public.add("__version__")
    assert set(cadogan.__all__) == public | on_demand
    assert list(cadogan.__all__) == sorted(cadogan.__all__)
    assert all(getattr(cadogan, name).__doc__ for name in cadogan.__all__)


def loaded_after(code: str) -> set[str]:
    """Return the modules loaded in a new interpreter after running the code."""
    script = f"{code}\nimport json, sys\nprint(json.dumps(sorted(sys.modules)))"
    result = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    return set(json.loads(result.stdout.splitlines()[-1]))


def test_importing_cadogan_is_light() -> None:
    """Neither `import cadogan` nor dealing a game loads a compiler, server or terminal library."""
    loaded = loaded_after("import cadogan; cadogan.game('klondike').deal(1).legal_moves")
    assert not loaded & (COMPILER | SERVER_AND_TERMINAL)


def test_commands_measurements_and_server_load_no_compiler() -> None:
    loaded = loaded_after("import cadogan.cli, cadogan.odds, cadogan.web.run")
    assert "cadogan.web.server" in loaded
    assert not loaded & {*COMPILER, "rich", "textual"}
