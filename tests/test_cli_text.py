"""Encodings, long texts and file names in the command line's input and output."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import cadogan
from cadogan.cli import commands
from tests.cases.messages import check_sentence
from tests.covering import few
from tests.test_cli import DEFINITION, PIPES, RECORD, answer, complaint, here, run, served, start

__all__ = ["here", "served"]  # fixtures

WESTERN = {"PYTHONIOENCODING": "cp1252"}  # the encoding on Windows in Western languages


def test_output_is_utf_8_in_every_locale() -> None:
    """A record can be piped to ``replay -`` on every system, including Windows."""
    for words, status, text in (
        (["rules", "marechal-saxe"], 0, "# Maréchal Saxe"),
        (["replay", "日本"], 2, "日本"),
    ):
        with start(*words, settings=WESTERN, **PIPES) as process:
            printed = process.communicate(timeout=300)
        assert process.returncode == status
        assert text in printed[status > 0].decode("utf-8")
        assert printed[status == 0] == b""


@pytest.mark.parametrize("form", few(["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"], 2))
def test_encodings_of_input(form: str, here: Path) -> None:
    """PowerShell 5 writes UTF-16 with a byte order mark when output is redirected with ``>``."""
    mark = "\ufeff" if form in {"utf-16-le", "utf-16-be"} else ""
    record = f"# Maréchal Saxe\r\n{RECORD}".encode()
    (here / "record.txt").write_bytes((mark + record.decode()).encode(form))
    (here / "short-tommy.toml").write_bytes((mark + DEFINITION).encode(form))
    position = cadogan.game("klondike").deal(7)
    (here / "position.txt").write_bytes((mark + str(position)).encode(form))
    plain = answer("replay", "-", given=RECORD)
    assert answer("replay", "record.txt") == plain
    with start("replay", "-", settings=WESTERN, stdin=subprocess.PIPE, **PIPES) as process:
        printed, said = process.communicate((here / "record.txt").read_bytes(), timeout=300)
    assert (process.returncode, said, printed.decode("utf-8")) == (0, b"", plain)
    assert answer("rules", "short-tommy.toml").startswith("# Short Tommy\n")
    assert answer("moves", "klondike", "--position", "position.txt", "--json") == answer(
        "moves", "klondike", "--position", "-", "--json", given=str(position)
    )


# --- messages are short --------------------------------------------------------------------------

LONG = "x" * 70_000
SPACED = "x " * 35_000


@pytest.mark.parametrize("text", few([LONG, SPACED, f"{LONG}.toml"], 20))
@pytest.mark.parametrize(
    "words",
    [
        "{}",
        "deal {}",
        "deal klondike {}",
        "deal klondike 1 {}",
        "deal klondike 1 {} {}",
        "deal klondike --{}",
        "deal klondike --option {}",
        "deal klondike --option {}=1",
        "deal birthday --option target={}",
        "list --search {}",
        "list --{}",
        "moves klondike --position {}",
        "moves klondike --position -",
        "play {}",
        "play klondike {}",
        "play --port {}",
        "replay {}",
        "replay -",
        "solve klondike --seconds {}",
        "solve klondike --memory {}",
        "solve klondike --nodes {}",
        "solve klondike 1 --disable-pruning {}",
        "solve klondike 1 --record {}/{}",
        "perft klondike 1 --depth {}",
    ],
)
@pytest.mark.usefixtures("served")
def test_long_texts_are_not_repeated(words: str, text: str) -> None:
    result = run(*(word.format(text, text) for word in words.split()), given=text)
    assert result.exit_code in {1, 2}
    assert result.stderr.startswith("cadogan: ")
    assert result.stderr.count("\n") == 1
    assert len(result.stderr) < 1100


# --- the file that an error names ----------------------------------------------------------------

VARIANT = """
[variants.tommy-two]
name = "Two"
"""


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ("[layout]\ntableau = { row = 3 }", "layout"),
        ("[foundation]\npiles = 4\nstart = 'A'\ngoal = ['KC', 'KD', 'KH', 'KS']", "goal"),
        (f"{VARIANT}foundation.goal = ['KC', 'KD', 'KH', 'KS']", "variant-goal"),
        (
            f"{VARIANT}tableau.then = {{ when = 'foundation and stock empty', from = [] }}",
            "variant-condition",
        ),
    ],
)
def test_an_error_names_the_users_file(change: str, key: str, here: Path) -> None:
    (here / "own").mkdir()
    text = DEFINITION
    if change.startswith("[foundation]"):
        text, change = text.replace('[foundation]\npiles = 4\nstart = "A"', change), ""
    (here / "own" / "tommy.toml").write_text(f"{text}{change}\n", encoding="utf-8")
    for command in (["rules"], ["moves"], ["solve"]):
        words = [] if command == ["rules"] else ["7"]
        told = complaint(*command, "own/tommy.toml", *words)
        head, _, rest = told.removeprefix("own/tommy.toml: line ").partition(": ")
        assert 1 < int(head) <= f"{text}{change}".count("\n") + 1
        check_sentence(f"own-file.{key}", rest)


def test_an_error_found_while_dealing_names_the_file(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (here / "tommy.toml").write_text(DEFINITION, encoding="utf-8")

    def fail(self: cadogan.Game, _: object) -> None:
        raise self.definition.error("tableau.deal", "the pack has too few cards")

    monkeypatch.setattr(cadogan.Game, "deal", fail)
    said = "tommy.toml: tableau.deal: the pack has too few cards"
    assert complaint("deal", "tommy.toml", "7") == said
    assert complaint("moves", "tommy.toml", "7") == said


def test_options_after_the_game() -> None:
    tarbart = answer("rules", "algerian", "--option", "layout=tarbart")
    assert answer("rules", "algerian layout=tarbart") == tarbart
    assert answer("rules", "algerian", "layout=tarbart") == tarbart
    asked = "birthday target=2345 suits=CDHS"
    told = json.loads(answer("deal", asked, "7", "--json"))
    assert told["options"] == {"target": "2345", "suits": "CDHS"}
    assert told["piles"]["f1"] == ["3C"]
    assert told == json.loads(answer("deal", "--json", *asked.split(), "7"))
    assert answer("deal", "klondike", "turn=three", "3") == answer("deal", "klondike-draw-3", "3")


def test_a_search_for_a_deal_prints_its_time_limit(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The notice appears only on a terminal, where somebody is waiting."""
    levels: list[object] = []

    def winnable(_game: object, _first: object, level: object, *_: object) -> tuple[int, None]:
        levels.append(level)
        return 7, None

    monkeypatch.setattr("cadogan.solver.find_deal.find_winnable", winnable)
    golf = cadogan.game("golf")
    assert commands._winnable(golf, None) == "7"
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert commands._winnable(golf, "medium") == "7"
    assert capsys.readouterr().err == "Searching for up to 120 seconds ...\n"
    assert levels == [None, "medium"]


def test_a_deal_that_is_not_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cadogan.solver.find_deal.find_winnable", lambda *_: None)
    said = "found no {}winnable deal of Golf in 120 seconds; try again"
    assert complaint("deal", "golf", "--winnable", status=1) == said.format("")
    told = complaint("deal", "golf", "--winnable", "--difficulty", "easy", status=1)
    assert told == f"{said.format('easy ')}, or with another difficulty"
