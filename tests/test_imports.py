"""Nothing heavy is imported before it is needed; `lint-imports` checks which way imports run."""

from __future__ import annotations

import json
import subprocess
import sys

import cadogan

COMPILER = {"numba", "llvmlite", "numpy", "wasmtime", "cadogan.kernel_build"}
SERVER_AND_TERMINAL = {"starlette", "uvicorn", "click", "rich", "textual"}


def test_all_is_exact() -> None:
    """`cadogan.__all__` is sorted and names every public thing that is not a module."""
    public = {
        name
        for name, value in vars(cadogan).items()
        if not name.startswith("_") and type(value).__name__ != "module"
    }
    on_demand = {"Verdict", "solve"}  # they bring the solver with them
    public.add("__version__")
    assert set(cadogan.__all__) == public | on_demand
    assert list(cadogan.__all__) == sorted(cadogan.__all__)
    assert all(getattr(cadogan, name).__doc__ for name in cadogan.__all__)


def loaded_after(code: str) -> set[str]:
    """Return the modules loaded in a fresh interpreter once the code has run."""
    script = f"{code}\nimport json, sys\nprint(json.dumps(sorted(sys.modules)))"
    result = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    return set(json.loads(result.stdout.splitlines()[-1]))


def test_importing_cadogan_is_light() -> None:
    """`import cadogan`, and dealing a game, load no compiler, no server and no terminal."""
    loaded = loaded_after("import cadogan; cadogan.game('klondike').deal(1).legal_moves")
    assert not loaded & (COMPILER | SERVER_AND_TERMINAL)


def test_the_command_and_the_server_load_no_compiler() -> None:
    """The command line and the page's server do without Numba, and without Textual."""
    loaded = loaded_after("import cadogan.cli, cadogan.web.run")
    assert "cadogan.web.server" in loaded
    assert not loaded & {*COMPILER, "textual"}
