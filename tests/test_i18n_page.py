"""Translations of the page's strings and of those that its server sends."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from cadogan.i18n import in_language, languages
from cadogan.kernels import selection
from cadogan.session.solver_errors import explained
from cadogan.web.server import STATIC

OTHERS = [code for code in languages() if code != "en"]


@pytest.mark.parametrize("code", OTHERS)
def test_reasons_for_a_missing_solver_are_translated(code: str) -> None:
    """The kernel host writes only English, so its reasons are translated elsewhere.

    A reason that changes in the kernel host must also change in this test.
    """
    reasons = _reasons(Path(selection.__file__))
    assert len(reasons) == 10
    with in_language(code):
        assert [why for why in reasons if explained(why) == why] == []


def _reasons(file: Path) -> list[str]:
    """Return the messages for `SolverMissingError` in a module, with ``x`` for inserted values."""
    given: list[ast.expr | None] = []
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            given += node.exc.args
        elif isinstance(node, ast.FunctionDef) and node.name == "_advice":
            given += [inner.value for inner in ast.walk(node) if isinstance(inner, ast.Return)]
    texts = [each for each in given if isinstance(each, ast.Constant | ast.JoinedStr)]
    parts = [each.values if isinstance(each, ast.JoinedStr) else [each] for each in texts]
    return [
        "".join(str(part.value) if isinstance(part, ast.Constant) else "x" for part in each)
        for each in parts
    ]


def test_scripts_translate_only_string_literals() -> None:
    """Extraction finds only texts that are string literals in a script."""
    for file in STATIC.glob("*.js"):
        if file.name != "i18n.js":
            given = re.findall(r"(?<![\w$])(?<!\w\.)tn?\(\s*([^\s])", file.read_text("utf-8"))
            assert set(given) <= {'"'}, file.name
