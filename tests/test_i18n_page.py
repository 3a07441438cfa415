"""All that the page and its server say is there in every tongue, and nothing else is."""

from __future__ import annotations

import ast
import json
import re
import tomllib
from pathlib import Path

import pytest

import cadogan
import cadogan.i18n
from cadogan import session, web
from cadogan.i18n import LANGUAGES, catalog, in_language
from cadogan.kernels import selection
from cadogan.session.solver_errors import explained
from cadogan.state.special_moves import ACTIONS
from cadogan.web.server import STATIC

# What else refuses what a person asks of the page.
BESIDE = [
    Path(cadogan.__path__[0]) / name
    for name in (
        "engine/dealing.py",
        "model/dealing.py",
        "core/errors.py",
        "model/formats/unsupported.py",
        "rules/catalogue.py",
        "rules/options.py",
        "rules/user_games.py",
        "model/deal_numbers.py",
    )
]
OTHERS = [code for code in LANGUAGES if code != "en"]
# t("...") in a script, but no method of that name
_SAID = re.compile(r'(?<![\w$])(?<!\w\.)t\(\s*("(?:[^"\\]|\\.)*")')
_LINE = re.compile(r'^  (?:(\w+)|("(?:[^"\\]|\\.)*")): ("(?:[^"\\]|\\.)*"),$')
_NAME = re.compile(r"\{(\w+)\}")


def said_by_scripts() -> set[str]:
    """Return the English texts that the page's scripts say."""
    scripts = [file.read_text("utf-8") for file in STATIC.glob("*.js")]
    return {json.loads(text) for script in scripts for text in _SAID.findall(script)}


def texts_of_page(code: str) -> dict[str, str]:
    """Return the texts of the page in a tongue."""
    file = STATIC / "locales" / f"{code}.js"
    lines = [line for line in file.read_text("utf-8").splitlines() if line.startswith("  ")]
    found: dict[str, str] = {}
    for line in lines:
        if line.startswith("  //"):
            continue
        read = _LINE.match(line)
        assert read, line
        english = read[1] or json.loads(read[2])
        assert english not in found, english
        found[english] = json.loads(read[3])
    return found


def said_by_server() -> set[str]:
    """Return the English texts that the server says: given to ``said``, at once or by `partial`."""
    found: set[str] = set()
    folders = [Path(package.__path__[0]) for package in (web, session)]
    for file in [file for folder in folders for file in folder.glob("*.py")] + BESIDE:
        tree = ast.parse(file.read_text("utf-8"))
        named = {
            node.targets[0].id: node.value
            for node in tree.body
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                found |= _given(node, named)
    return found


def _given(call: ast.Call, named: dict[str, ast.expr]) -> set[str]:
    to = [_called(call.func), *map(_called, call.args[:1])]
    at = {"translate": 0, "partial": 1}.get(to[0])
    if at is None or len(call.args) <= at or (at and to[1] != "translate"):
        return set()
    text = call.args[at]
    if isinstance(text, ast.Name):
        text = named.get(text.id, text)
    return {text.value} if isinstance(text, ast.Constant) and isinstance(text.value, str) else set()


def _called(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")


@pytest.mark.parametrize("code", OTHERS)
def test_all_that_the_page_says_is_there(code: str) -> None:
    said, known = said_by_scripts(), texts_of_page(code)
    assert len(said) > 400
    assert sorted(said - set(known)) == []
    assert sorted(set(known) - said) == []


@pytest.mark.parametrize("code", OTHERS)
def test_a_text_of_the_page_says_what_the_english_one_says(code: str) -> None:
    for english, text in texts_of_page(code).items():
        assert text.strip(), english
        assert text.count("|") == english.count("|") <= 1, english
        for one, other in zip(english.split("|"), text.split("|"), strict=True):
            assert set(_NAME.findall(one)) == set(_NAME.findall(other)), english
        for edge in (0, -1):
            assert english[edge] != " " or text[edge] == " ", english


@pytest.mark.parametrize("code", OTHERS)
def test_all_that_the_server_says_is_there(code: str) -> None:
    said = said_by_server()
    assert len(said) > 80
    assert sorted(said - set(catalog(code))) == []
    folder = Path(cadogan.i18n.__path__[0]) / "locales"
    own = tomllib.loads((folder / code / "page.toml").read_text("utf-8"))
    labels = {act.label for act in ACTIONS}
    assert sorted(set(own) - said - labels) == []


@pytest.mark.parametrize("code", OTHERS)
def test_why_there_is_no_solver_is_put_into_it(code: str) -> None:
    """The kernels speak English alone: a sentence that changes there has to change here, too."""
    reasons = _reasons(Path(selection.__file__))
    assert len(reasons) == 10
    with in_language(code):
        assert [why for why in reasons if explained(why) == why] == []


def _reasons(file: Path) -> list[str]:
    """Return the sentences of `SolverMissingError` in a module, with ``x`` for what changes."""
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


def test_no_script_says_a_text_that_it_puts_together() -> None:
    """What is not written out in the script cannot be looked for."""
    for file in STATIC.glob("*.js"):
        if file.name != "i18n.js":
            given = re.findall(r"(?<![\w$])(?<!\w\.)t\(\s*([^\s])", file.read_text("utf-8"))
            assert set(given) <= {'"'}, file.name
