"""`cadogan solve`: its output, files and exit status, and whether its lines win."""

from __future__ import annotations

import errno
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import cadogan
from cadogan.core.errors import TooLargeError
from cadogan.model.record import read_record, verify
from cadogan.solver import portfolio
from cadogan.solver.analysis.analysis import SWITCHES
from cadogan.solver.result import Verdict
from tests.test_cli import (
    DEFINITION,
    REFERENCE,
    SOURCE,
    answer,
    complaint,
    here,
    on_a_terminal,
    run,
    start,
)

__all__ = ["here"]  # a fixture

Searched = list[dict[str, Any]]
GiveVerdict = Callable[[Verdict], Searched]
NEARLY = "AC..KC/AD..KD/AH..KH/AS..QS/KS/-/-/-/-/-/-"  # in Yukon
BURIED = "AC..KC/AD..KD/AH..KH/AS..9S/TSKS/JSQS" + "/-" * 11  # a position of Baker's Dozen
WON = Verdict("won", ("t1-f4",), 1234, 0.5, "", "quick search")
LOST = Verdict("lost", (), 1, 61.4, "", "proof")
KEYS = "game name options deal position result line nodes seconds total limit method"


@pytest.fixture
def given_verdict(monkeypatch: pytest.MonkeyPatch) -> GiveVerdict:
    """Return a function that replaces the solver with one that has a fixed verdict.

    The stub records its arguments in a list.
    """

    def give(verdict: Verdict) -> Searched:
        asked: Searched = []

        def note(position: cadogan.Position, **limits: Any) -> Verdict:
            asked.append({"position": position} | limits)
            return verdict

        monkeypatch.setattr(portfolio, "solve", note)
        return asked

    return give


def unknown(limit: str) -> Verdict:
    """Return the verdict after a search that reached a limit."""
    return Verdict("unknown", (), 12345, 60.02, limit, "beam of width 64")


# --- output --------------------------------------------------------------------------------------


def test_a_position_that_can_be_won(given_verdict: GiveVerdict) -> None:
    asked = given_verdict(WON)
    assert answer("solve", "yukon", "--position", "-", given=NEARLY).startswith(
        "# Yukon, from a position: can be won in 1 move"
        " (quick search, 1,234 positions in 0.5 seconds; the solver sees all cards).\n"
        "cadogan record 1\ngame yukon\nstart\nf1 AC..KC\n"
    )
    assert asked[0].pop("position") == cadogan.game("yukon").parse(NEARLY)
    assert asked[0].pop("report")
    usual = {"nodes": None, "seconds": 60, "memory": 1 << 30, "seed": 0, "without": ()}
    assert asked == [usual]


def test_a_position_that_is_already_won(given_verdict: GiveVerdict) -> None:
    given_verdict(Verdict("won", (), 0, 0.0, "", ""))
    printed = answer("solve", "yukon", "--position", "-", given=NEARLY.replace("QS/KS", "KS/-"))
    assert printed.startswith("# Yukon, from a position: the game is already won.\n")


def test_a_deal_that_cannot_be_won(given_verdict: GiveVerdict) -> None:
    given_verdict(LOST)
    result = run("solve", "klondike", "ms:7")
    assert (result.exit_code, result.stderr) == (1, "")
    assert result.stdout == (
        "Klondike, deal ms:7: proved to be unwinnable"
        " (proof, 1 position in 61 seconds; the solver sees all cards).\n"
    )


@pytest.mark.parametrize(
    ("limit", "options", "said"),
    [
        ("seconds", [], "stopped at the limit of 60 seconds"),
        ("seconds", ["--seconds", "0.5"], "stopped at the limit of 0.5 seconds"),
        ("nodes", ["--nodes", "20000"], "stopped at the limit of 20,000 positions"),
        ("memory", ["--memory", "512MiB"], "stopped at the memory limit of 512M"),
        ("memory", ["--memory", "1.5g"], "stopped at the memory limit of 1536M"),
    ],
)
def test_limits(limit: str, options: list[str], said: str, given_verdict: GiveVerdict) -> None:
    given_verdict(unknown(limit))
    result = run("solve", "klondike", "7", *options)
    assert (result.exit_code, result.stderr) == (3, "")
    assert result.stdout == (
        f"Klondike, deal 7: unknown whether it can be won, {said}"
        " (beam of width 64, 12,345 positions in 60 seconds; the solver sees all cards).\n"
    )


def test_a_search_that_is_stopped(given_verdict: GiveVerdict) -> None:
    given_verdict(unknown("stopped"))
    result = run("solve", "klondike", "7")
    assert (result.exit_code, result.stderr) == (130, "")
    assert "can be won, stopped (beam of width 64, 12,345 positions" in result.stdout
    result = run("solve", "klondike", "7", "--json")
    assert result.exit_code == 130
    assert json.loads(result.stdout)["limit"] == "stopped"


def test_a_search_stopped_while_it_checks_its_line(
    given_verdict: GiveVerdict,
) -> None:
    given_verdict(replace(WON, limit="stopped", line=(), moves=0))
    told = json.loads(run("solve", "klondike", "7", "--json").stdout)
    assert (told["result"], told["limit"]) == ("unknown", "stopped")


def test_a_search_stopped_before_it_begins(
    given_verdict: GiveVerdict, monkeypatch: pytest.MonkeyPatch
) -> None:
    given_verdict(WON)

    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(portfolio, "solve", stop)
    result = run("solve", "klondike", "7")
    assert result.exit_code == 130
    assert "stopped (0 positions in" in result.stdout


def test_in_json(given_verdict: GiveVerdict) -> None:
    given_verdict(WON)
    told = json.loads(answer("solve", "yukon", "--position", "-", "--json", given=NEARLY))
    assert " ".join(told) == KEYS
    assert (told["game"], told["deal"], told["position"]) == ("yukon", None, NEARLY)
    assert (told["result"], told["line"], told["limit"]) == ("won", ["t1-f4"], "")
    given_verdict(LOST)
    result = run("solve", "birthday", "7", "--option", "target=2345", "--json")
    assert result.exit_code == 1
    told = json.loads(result.stdout)
    assert (told["deal"], told["options"]["target"], told["line"]) == ("7", "2345", [])


def test_options_reach_the_solver(given_verdict: GiveVerdict) -> None:
    asked = given_verdict(LOST)
    words = ["--nodes", "99", "--memory", "64M", "--seed", "5", "--disable-pruning", "safe"]
    run("solve", "freecell", "7", *words, "--disable-pruning", "dead")
    assert asked[0]["position"] == cadogan.game("freecell").deal(7)
    told = {key: asked[0][key] for key in ("nodes", "seconds", "memory", "seed", "without")}
    assert told == {
        "nodes": 99,
        "seconds": None,
        "memory": 64 << 20,
        "seed": 5,
        "without": ("safe", "dead"),
    }


def test_the_help_names_the_prunings() -> None:
    text = " ".join(answer("solve", "--help").split())
    assert f"The prunings are: {', '.join(SWITCHES)}." in text


# --- input ---------------------------------------------------------------------------------------


def test_forms_of_a_position(given_verdict: GiveVerdict, here: Path) -> None:
    """A position may be given in Cadogan's own forms, as a board, in JSON or as a record."""
    asked = given_verdict(LOST)
    position = cadogan.game("bakers-dozen").parse(REFERENCE)
    stacks = [list(position.piles[f"t{n}"]) for n in range(1, 14)]
    forms = [
        REFERENCE,
        str(position),
        "".join(f": {' '.join(stack)}\n" for stack in stacks),
        json.dumps({"tableau piles": stacks}),
        f"# a comment\n\ncadogan record 1\ngame bakers-dozen\nstart {REFERENCE}\nmoves 0\n",
    ]
    for form in forms:
        (here / "position.txt").write_text(form, encoding="utf-8")
        run("solve", "Baker's Dozen", "--position", "position.txt")
    assert [search["position"] for search in asked] == [position] * len(forms)


def test_a_record_is_continued(given_verdict: GiveVerdict) -> None:
    """The solver starts at the end of a record, which also names the game."""
    asked = given_verdict(LOST)
    record = "cadogan record 1\ngame klondike\ndeal ms:1\nmoves\nt1-t3\nt5-f3\n"
    end = cadogan.game("klondike").deal("ms:1").play("t1-t3").play("t5-f3")
    result = run("solve", "--position", "-", given=record)
    assert result.stdout.startswith("Klondike, from a position: proved to be unwinnable")
    assert asked[0]["position"] == end


def test_a_user_game(given_verdict: GiveVerdict, here: Path) -> None:
    """The command prints only the line, because a record can only name catalogue games."""
    (here / "short-tommy.toml").write_text(DEFINITION, encoding="utf-8")
    given_verdict(Verdict("won", ("s-t1",) * 30, 31, 0.01, "", ""))
    first, *lines = answer("solve", "short-tommy.toml", "7").splitlines()
    assert first == (
        "Short Tommy, deal 7: can be won in 30 moves"
        " (31 positions in 0.010 seconds; the solver sees all cards)."
    )
    assert lines[0] == ""
    assert " ".join(lines[1:]) == " ".join(["s-t1"] * 30)
    assert max(map(len, lines)) <= 88


# --- record files --------------------------------------------------------------------------------


def test_a_record_file(given_verdict: GiveVerdict, here: Path) -> None:
    given_verdict(WON)
    words = ["solve", "yukon", "--position", "-"]
    told = json.loads(answer(*words, "--json", "--record", "win.txt", given=NEARLY))
    assert told["line"] == ["t1-f4"]
    record = (here / "win.txt").read_text(encoding="utf-8")
    assert verify(read_record(record)).won
    assert answer(*words, "--record", "-", given=NEARLY) == record


def test_a_record_on_a_full_disk(
    given_verdict: GiveVerdict, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A failed write keeps the earlier file intact and leaves no partly written file."""
    given_verdict(WON)

    def write(self: Path, data: bytes) -> None:
        with self.open("wb") as file:
            file.write(data[:20])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "write_bytes", write)
    words = ["solve", "yukon", "--position", "-", "--json", "--record", "win.txt"]
    said = f"'win.txt' cannot be written: {os.strerror(errno.ENOSPC)}"
    assert complaint(*words, given=NEARLY) == said
    assert list(here.iterdir()) == []
    (here / "win.txt").write_text("of yesterday", encoding="utf-8")
    assert complaint(*words, given=NEARLY) == said
    assert [path.read_bytes() for path in here.iterdir()] == [b"of yesterday"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
def test_a_record_to_a_device(given_verdict: GiveVerdict) -> None:
    given_verdict(WON)
    words = ["solve", "yukon", "--position", "-", "--json", "--record"]
    assert answer(*words, "/dev/null", given=NEARLY)
    assert complaint(*words, "/dev/full", given=NEARLY).startswith("'/dev/full' cannot be written:")
    assert Path("/dev/full").is_char_device()


@pytest.mark.skipif(sys.platform == "win32", reason="links and modes are otherwise there")
def test_a_record_over_another(given_verdict: GiveVerdict, here: Path) -> None:
    """Writing through a symbolic link keeps the link and the mode of its target."""
    given_verdict(WON)
    (here / "old.txt").write_bytes(b"of yesterday")
    (here / "old.txt").chmod(0o604)
    (here / "link.txt").symlink_to("old.txt")
    answer("solve", "yukon", "--position", "-", "--json", "--record", "link.txt", given=NEARLY)
    assert (here / "link.txt").is_symlink()
    assert (here / "old.txt").stat().st_mode & 0o777 == 0o604
    assert verify(read_record((here / "old.txt").read_text(encoding="utf-8"))).won
    assert len(list(here.iterdir())) == 2


def test_a_game_too_large_for_the_search(
    given_verdict: GiveVerdict, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command exits with status 2, because 1 means that the deal cannot be won."""
    given_verdict(WON)

    def fail(*_: object, **__: object) -> None:
        raise TooLargeError("the game is too large for the search: there are 81 piles")

    monkeypatch.setattr(portfolio, "solve", fail)
    said = complaint("solve", "yukon", "7", status=2)
    assert said == "the game is too large for the search: there are 81 piles"


def test_no_record_without_a_win(given_verdict: GiveVerdict, here: Path) -> None:
    given_verdict(LOST)
    result = run("solve", "yukon", "7", "--record", "win.txt")
    assert result.exit_code == 1
    assert result.stderr == "win.txt was not written: there is no winning line.\n"
    assert not (here / "win.txt").exists()


# --- on a terminal -------------------------------------------------------------------------------

SCRIPT = """\
import sys
from cadogan.cli import main
from cadogan.solver import portfolio, result

def solve(position, *, report, **limits):
    report(result.Progress(5, 0.1, "early"))
    report(result.Progress(1234567, 1.5, "beam of width 64"))
    report(result.Progress(1334567, 2.5, "proof"))
    return result.Verdict("won", ("t1-f4",), 2000000, 3.0, "", "proof")

portfolio.solve = solve
sys.argv = ["cadogan", "solve", "yukon", "--position", "position.txt"]
main()
"""


def shown(here: Path, **streams: Any) -> tuple[bytes, bytes]:
    """Return what a search by a fake solver prints, and what its terminal shows."""
    (here / "position.txt").write_text(NEARLY, encoding="utf-8")
    command, settings = [sys.executable, "-c", SCRIPT], {**os.environ, "PYTHONPATH": SOURCE}

    def begin(terminal: int) -> subprocess.Popen[bytes]:
        wanted: dict[str, Any] = {
            name: terminal if stream is None else stream for name, stream in streams.items()
        }
        return subprocess.Popen(command, env=settings, **wanted)

    with on_a_terminal(begin) as (process, read):
        text = read()
        printed = process.stdout.read() if process.stdout else b""
    assert process.returncode == 0
    return printed, text


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
def test_progress_is_shown_on_a_terminal_and_erased(here: Path) -> None:
    printed, text = shown(here, stdout=subprocess.PIPE, stderr=None)
    first = b"1,234,567 positions in 1.5 seconds: beam of width 64"
    second = b"1,334,567 positions in 2.5 seconds: proof"
    parts = text.split(b"\r")
    assert parts == [b"", first, second.ljust(len(first)), b" " * (len(second) + 2), b""]
    assert printed.startswith(b"# Yukon, from a position: can be won in 1 move (proof, ")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
def test_on_a_terminal_the_line_is_wrapped_and_no_record(here: Path) -> None:
    _, text = shown(here, stdout=None, stderr=subprocess.DEVNULL)
    lines = text.decode().split("\r\n")
    assert lines[0].startswith("Yukon, from a position: can be won in 1 move (proof, 2,000,000")
    assert lines[-3:] == ["", "t1-f4", ""]
    assert max(map(len, lines)) <= 88


# --- with the real solver ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "game", "shown"),
    [
        ("solve bakers-dozen 1", "Baker's Dozen, deal 1", "Example: cadogan {}"),
        ("solve klondike 7", "Klondike, deal 7", "cadogan {} | cadogan replay -"),
    ],
)
def test_lines_that_the_help_shows_win(words: str, game: str, shown: str) -> None:
    assert shown.format(words) in " ".join(answer("solve", "--help").split())
    printed = answer(*words.split())
    assert verify(read_record(printed)).won
    said = answer("replay", "-", given=printed)
    assert re.match(rf"{game}: \d+ moves, the game is won\.\n", said)


def test_a_lost_position_is_proved_lost() -> None:
    result = run("solve", "bakers-dozen", "--position", "-", given=BURIED)
    assert (result.exit_code, result.stderr) == (1, "")
    assert "proved to be unwinnable" in result.stdout


def test_a_game_without_choices() -> None:
    result = run("solve", "birthday", "7", "--json")
    told = json.loads(result.stdout)
    assert (told["result"], result.exit_code) in {("won", 0), ("lost", 1)}


def test_the_same_nodes_and_seed_give_the_same_answer() -> None:
    words = ["solve", "freecell", "7", "--nodes", "20000", "--seed", "3", "--json"]
    one, other = (json.loads(run(*words).stdout) for _ in range(2))
    assert one.keys() == other.keys()
    same = one.keys() - {"seconds", "total"}
    assert [one[key] for key in same] == [other[key] for key in same]
    assert 0 < one["seconds"] <= one["total"], (
        "the total includes replaying and shortening the line"
    )


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent otherwise there")
def test_ctrl_c_ends_a_search_with_what_is_known() -> None:
    hard = ["solve", "forty-thieves", "3", "--seconds", "300", "--json"]
    with on_a_terminal(lambda terminal: start(*hard, stdout=subprocess.PIPE, stderr=terminal)) as (
        process,
        read,
    ):
        read(b"positions in")  # the progress line
        process.send_signal(signal.SIGINT)
        printed, _ = process.communicate(timeout=300)
    told = json.loads(printed)
    assert (told["result"], told["limit"]) == ("unknown", "stopped")
    assert process.returncode == 130
