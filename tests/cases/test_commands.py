"""Tests of the commands in ``commands.txt``, each refused with one sentence."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

import cadogan
import cadogan.web.run
from cadogan import odds
from cadogan.odds import Limits, Results, Study
from cadogan.solver import portfolio
from tests.cases.messages import check_sentence
from tests.odds_worker import FakeWorkers, found
from tests.test_cli import DEFINITION, complaint

CASES = [
    line
    for line in (Path(__file__).parent / "commands.txt").read_text("utf-8").splitlines()
    if line and line[:1] not in "#="
]
FILES = {
    "a=b.toml": DEFINITION,
    "binary": "AC\0",
    "empty": "",
    "no-toml.toml": "name = ",
    "short-tommy.toml": DEFINITION,
    "slip.toml": DEFINITION.replace("[tableau]", "[tabelau]"),
    "wrong.txt": "t1 KX",
}

THIRTEEN = [
    *("accordion", "bisley", "canfield", "freecell", "golf", "gypsy", "la-belle-lucie"),
    *("pyramid", "scorpion", "simple-simon", "sir-tommy", "spider", "yukon"),
]


def keep(path: Path, *games: str) -> None:
    """Write a results file for some games."""
    with Results.open(path) as results:
        for name in games:
            study = Study.of(cadogan.game(name), Limits(nodes=1000))
            results.begin(study)
            results.add_all(study, [found(deal, 1000) for deal in range(1, 3)])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the files to which the commands refer."""
    folder = tmp_path_factory.mktemp("commands")
    for name, text in FILES.items():
        (folder / name).write_text(text, "utf-8")
    golf = Path(cadogan.__file__).parent / "games" / "golf.toml"
    (folder / "golf.toml").write_bytes(golf.read_bytes())
    (folder / "latin.txt").write_bytes("é".encode("latin-1"))
    (folder / "there").mkdir()
    keep(folder / "a", "golf")
    keep(folder / "thirteen", *THIRTEEN)
    return folder


@pytest.mark.parametrize("case", CASES)
def test_commands(case: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that the command prints the sentence and does not solve, serve or write."""

    def fail(*_: object, **__: object) -> None:
        pytest.fail("the command continues")

    monkeypatch.setattr(portfolio, "solve", fail)
    monkeypatch.setattr(cadogan.web.run, "serve", fail)
    monkeypatch.setattr(odds, "ProcessWorkers", FakeWorkers)
    monkeypatch.setattr(FakeWorkers, "results", fail)
    monkeypatch.setenv("CADOGAN_HOME", str(folder / "home"))
    monkeypatch.chdir(folder)
    before = sorted(folder.iterdir())
    head, _, command = case.partition(": ")
    key, _, status = head.partition(" ")
    text, _, given = command.partition(" < ")
    words = shlex.split(text)
    given = given.replace("\\n", "\n")
    said = complaint(*words, given=given, status=int(status or 2))
    parts = {"home": folder / "home"} | ({"value": repr(words[-1])} if key[-1:] == "~" else {})
    check_sentence(f"commands.{key.rstrip('~')}", said, **parts)
    assert {*folder.iterdir()} - {*before} <= {folder / "home"}
