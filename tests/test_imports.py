"""Imports run one way only, and nothing heavy is imported before it is needed."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

import cadogan

PACKAGE = Path(__file__).resolve().parents[1] / "src" / "cadogan"

# Lowest first: a module may import only modules that stand before its own. A folder is one step,
# but for that of the families;
# inside it the modules may import each other, but for those of the language and the solver.
ORDER = (
    "tongues",
    "errors",
    "home",
    "bounds",
    "pipes",
    "printable",
    "cards",
    "language.words",
    "language.builds",
    "language.values",
    "language.where",
    "language.group",
    "language.definition",
    "language.changes",
    "families",
    "families.tables",
    "language",
    "grammar",
    "building",
    "digest",
    "figures",
    "tables",
    "state",
    "reading",
    "families.code",
    "engine",
    "actions",
    "board",
    "compiling",
    "numbering",
    "deal",
    "notation",
    "families.texts",
    "naming",
    "refusals",
    "reasons",
    "prose",
    "position",
    "record",
    "examples",
    "foreign",
    "walk",
    "prudence",
    "safety",
    "kernels",
    "policies",
    "solver",
    "odds",
    "layout",
    "inspection",
    "kernels.aot",
    "play",
    "web",
    "terminal",
    "cli",
    "__main__",
)
LANGUAGE = (
    "names",
    "words",
    "builds",
    "values",
    "where",
    "group",
    "definition",
    "spots",
    "changes",
    "options",
    "choices",
    "spoken",
    "checks",
    "loading",
    "faults",
    "own",
    "catalogue",
    "copying",
    "schema",
)
SOLVER = (
    "kernel.names",
    "resting",
    "following",
    "pairing",
    "parting",
    "placing",
    "wanting",
    "timing",
    "relaxing",
    "hanging",
    "likeness",
    "symmetry",
    "guide",
    "kernel.packing",
    "kernel.safe",
    "kernel.sliding",
    "kernel.tails",
    "kernel.runs",
    "kernel.bearing",
    "kernel.known",
    "kernel.score",
    "kernel.outlook",
    "kernel.following",
    "kernel.pairing",
    "kernel.parting",
    "kernel.placing",
    "kernel.rows",
    "kernel.timing",
    "kernel.relaxation",
    "kernel.steps",
    "kernel.children",
    "kernel.dive",
    "kernel.sweep",
    "kernel.best",
    "kernel.line",
    "kernel.brute",
    "kernel",
    "machine",
    "front",
    "shorten",
    "verdict",
    "search",
    "winnable",
    "worker",
)
COMPILER = {"numba", "llvmlite", "numpy", "wasmtime", "cadogan.kernels.aot"}
SERVER_AND_TERMINAL = {"starlette", "uvicorn", "click", "rich", "textual"}


def module_names() -> list[str]:
    """Return every module below `cadogan`, without that prefix, such as `play.session`."""
    names = []
    for path in PACKAGE.rglob("*.py"):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        names.append(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    return sorted(name for name in names if name)


def imported_by(name: str) -> set[str]:
    """Return the modules of `cadogan` that a module imports, at its top or in a function."""
    path = PACKAGE.joinpath(*name.split("."))
    is_package = path.is_dir()
    source = path / "__init__.py" if is_package else path.with_suffix(".py")
    package = ["cadogan", *name.split(".")]
    if not is_package:
        package.pop()
    found: set[str] = set()
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) + 1 - node.level] if node.level else []
            if node.module:
                base = [*base, node.module]
            start = ".".join(base)
            found.add(start)
            # `from cadogan import engine` names a module; so may any name after `import`.
            found.update(f"{start}.{alias.name}" for alias in node.names)
    known = set(module_names())
    inside = {item.removeprefix("cadogan.") for item in found if item.startswith("cadogan.")}
    return (inside & known) | ({""} if "cadogan" in found and not inside & known else set())


def steps() -> dict[str, int]:
    """Return the place of each step of the order."""
    return {name: place for place, name in enumerate(ORDER)}


def step_of(name: str) -> str:
    """Return the step of a module.

    What the families owe to the rooms above lies on three steps, the lowest of them inside the
    language: a definition is checked by the families that it uses.
    """
    if name in ORDER:
        return name
    if name.startswith("kernels.aot."):  # kernels are built of what stands above their hosts
        return "kernels.aot"
    first, *rest = name.split(".")
    door = f"families.{rest[-1]}" if rest else ""
    return door if first == "families" and door in ORDER else first


@pytest.mark.parametrize("name", module_names())
def test_imports_run_one_way(name: str) -> None:
    """A module imports only what stands below it in the order."""
    place = steps()
    own = step_of(name)
    assert own in place, f"cadogan.{name} has no place in ORDER: add it where it belongs"
    for other in sorted(imported_by(name)):
        # The package itself stands above the library and below the commands that use it.
        step = step_of(other) if other else "position"
        assert step in place, f"cadogan.{other} has no place in ORDER: add it where it belongs"
        # `from cadogan.language import words` names the folder besides what is in it
        folder = other == "language" and name.startswith("language.")
        assert place[step] < place[own] or (step == own and other) or folder, (
            f"cadogan.{name} imports cadogan.{other}, which stands above it"
        )


def test_imports_of_the_language_run_one_way() -> None:
    """The vocabulary knows no struct, the structs no check, the checks no file."""
    place = {f"language.{name}": at for at, name in enumerate(LANGUAGE)}
    assert set(place) == {name for name in module_names() if name.startswith("language.")}
    for name, at in place.items():
        for other in imported_by(name):
            # `from cadogan.language import words` names the folder besides what is in it
            if other.startswith("language."):
                assert place[other] < at, f"cadogan.{name} imports cadogan.{other}"


def test_imports_of_the_solver_run_one_way() -> None:
    """What is compiled is compiled lowest first, and nothing of it asks for what compiles it."""
    place = {f"solver.{name}": at for at, name in enumerate(SOLVER)}
    assert set(place) == {name for name in module_names() if name.startswith("solver.")}
    for name, at in place.items():
        for other in imported_by(name):
            # `from cadogan.solver import ..` names the folder besides what is in it
            if other.startswith("solver.") and other != "solver.kernel":
                assert place.get(other, len(SOLVER)) < at, f"cadogan.{name} imports cadogan.{other}"


def test_all_is_exact() -> None:
    """`cadogan.__all__` is sorted and names every public thing that is not a module."""
    public = {
        name
        for name, value in vars(cadogan).items()
        if not name.startswith("_") and type(value).__name__ != "module"
    }
    on_demand = {"Verdict", "solve"}  # they bring the solver with them
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
    loaded = loaded_after("import cadogan; cadogan.game('klondike').deal(1).moves()")
    assert not loaded & (COMPILER | SERVER_AND_TERMINAL)


def test_the_command_and_the_server_load_no_compiler() -> None:
    """The command line and the page's server do without Numba, and without Textual."""
    loaded = loaded_after("import cadogan.cli, cadogan.web.serving")
    assert "cadogan.web.server" in loaded
    assert not loaded & {*COMPILER, "textual"}
