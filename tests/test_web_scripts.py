"""Scripts of the page: what they import, and that imports run one way."""

from __future__ import annotations

import re
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from posixpath import dirname, join, normpath

import pytest

from cadogan.web.server import STATIC

# import ... from "./x.js", import "./x.js", import("./x.js"), @import ... from "./x.js"
_IMPORT = re.compile(
    r"""^\s*(?:/?\*+\s*@)?(?:import|export)\b[^;"']*?(?:\bfrom\s+)?["'](\.[^"']+)["']"""
    r"""|\bimport\(\s*["'](\.[^"']+)["']\s*\)""",
    re.MULTILINE,
)

_AT_ONCE = re.compile(r'^import\b[^;"]*"\./([^"]+)"', re.MULTILINE)


def imports(folder: Path) -> dict[str, set[str]]:
    """Return which scripts each script of a folder imports, now, later or as types."""
    found = {}
    for path in sorted(folder.rglob("*.js")):
        name = path.relative_to(folder).as_posix()
        named = (a or b for a, b in _IMPORT.findall(path.read_text(encoding="utf-8")))
        there = {normpath(join(dirname(name), other)) for other in named}
        found[name] = {other for other in there if other != "types.js"}  # types.d.ts
    return found


def circle(graph: dict[str, set[str]]) -> list[str]:
    """Return the modules of one import circle, or nothing."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found
    return []


def test_no_script_imports_itself_by_a_detour() -> None:
    graph = imports(STATIC)
    assert len(graph) > 50
    assert {name for some in graph.values() for name in some} <= set(graph), "no such script"
    assert {"play-page.js", "home.js", "dom.js", "api.js"} <= graph["app.js"]
    assert circle(graph) == []


def test_the_page_preloads_all_that_a_board_needs() -> None:
    """Else browsers learn of a script only when another one has arrived."""
    index = (STATIC / "index.html").read_text(encoding="utf-8")
    preloaded = set(re.findall(r'modulepreload" href="/static/([^"]+)"', index))
    needed, new = set[str](), {"app.js", "play-page.js"}
    while new:
        needed |= new
        texts = [(STATIC / name).read_text(encoding="utf-8") for name in new]
        named = {name for text in texts for name in _AT_ONCE.findall(text)}
        new = named - needed
    assert len(needed) > 20
    assert sorted(needed - preloaded) == []


@pytest.mark.parametrize(
    "line",
    [
        'import { a,\n  b } from "./a.js";',
        'import "./a.js";',
        'const { a } = await import("./a.js");',
        'export { a } from "./a.js";',
        '/** @import {A} from "./a.js" */',
        '/** @type {import("./a.js").A | null} */',
    ],
)
def test_every_kind_of_import_closes_a_circle(tmp_path: Path, line: str) -> None:
    (tmp_path / "a.js").write_text('import { c } from "./sub/c.js";\n', encoding="utf-8")
    (tmp_path / "b.js").write_text(f"{line}\n", encoding="utf-8")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "c.js").write_text('import "../b.js";\n', encoding="utf-8")
    assert set(circle(imports(tmp_path))) == {"a.js", "b.js", "sub/c.js"}
