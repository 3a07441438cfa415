"""Benchmark against Freecell Solver: parsing its output, time limits, and contradictions."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench import rival

import cadogan
from cadogan.model.formats import write_board

BOARD = write_board(cadogan.game("freecell").deal(1))


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """Return a fake solver that runs the script ``says`` and saves its arguments and its board."""
    path = tmp_path / "fc-fake"
    path.write_text(
        f'#!/bin/sh\nif [ "$1" = --version ]; then echo fake 1; exit; fi\n'
        f'echo "$1 $2 $3 $4" >{tmp_path}/given\nfor last; do :; done\ncp "$last" {tmp_path}/board\n'
        f". {tmp_path}/says\n",
        encoding="utf-8",
    )
    path.chmod(0o755)
    return path


def says(program: Path, script: str) -> None:
    program.with_name("says").write_text(script + "\n", encoding="utf-8")


@pytest.mark.parametrize(
    ("line", "result"),
    [
        ("This game is solveable.", "won"),
        ("I could not solve this game.", "lost"),
        ("Iterations count exceeded.", "unknown"),
    ],
)
def test_output_is_parsed(program: Path, line: str, result: str) -> None:
    says(program, f"echo -=-=-=-; echo '{line}'; echo Total number of states checked is 7.")
    answer = rival.ask(str(program), "cookie-monster", "freecell", BOARD, 5)
    assert answer.result == result
    assert 0 <= answer.seconds < 5
    assert program.with_name("given").read_text() == "-g freecell -l cookie-monster\n"
    assert program.with_name("board").read_text() == BOARD
    rival.ask(str(program), "plain", "freecell", BOARD, 5)
    assert program.with_name("given").read_text().startswith("-g freecell /")


def test_a_timeout_is_unknown(program: Path) -> None:
    says(program, "while :; do :; done")
    assert rival.ask(str(program), "plain", "freecell", BOARD, 0.1) == ("unknown", 0.1)


def test_a_failure_of_the_program_is_an_error(program: Path) -> None:
    says(program, "echo 'Unknown game'; exit 2")
    with pytest.raises(rival.UnableError, match="Unknown game"):
        rival.ask(str(program), "plain", "freecell", BOARD, 5)
    says(program, "exit 3")
    with pytest.raises(rival.UnableError, match="status 3"):
        rival.ask(str(program), "plain", "freecell", BOARD, 5)


def test_the_table_and_the_exit_status(program: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Cadogan wins FreeCell deals 1 and 2. A missing program or another game is an error."""
    words = ["--program", str(program), "--deals", "1-2", "--mode", "plain"]
    says(program, "echo 'I could not solve this game.'")
    assert rival.main([*words, "--games", "freecell"]) == 0
    head, _, _, ours, theirs = capsys.readouterr().out.splitlines()
    assert head.startswith("fake 1; deals 1 to 2, at most 10 CPU seconds")
    assert ours.split()[:6] == ["freecell", "cadogan", "2", "0", "0", "0"]
    assert theirs.split()[:6] == ["freecell", "plain", "0", "2", "0", "2"], "both are wrong"
    for given, complaint in (
        (["--program", "no-such-program"], "the program 'no-such-program' is not installed"),
        ([*words, "--games", "klondike"], "klondike is not a game that both programs play"),
    ):
        with pytest.raises(SystemExit):
            rival.main(given)
        assert complaint in capsys.readouterr().err


def test_a_deal_solved_there_and_lost_here_is_a_bug(
    program: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    says(program, "echo 'This game is solveable.'")
    monkeypatch.setattr(rival, "_ours", lambda *_: rival.Answer("lost", 0.0))
    words = ["--program", str(program), "--mode", "plain", "--games", "freecell"]
    assert rival.main([*words, "--deals", "7"]) == 1
    assert (
        "Freecell Solver solves freecell deal 7, but Cadogan calls it lost"
        in capsys.readouterr().out
    )
