"""Benchmark against other programs: limits, parsing of their output, and contradictions.

The other programs are stand-ins: shell scripts that print what a real program would print. Only the
test of Freecell Solver's library needs the real one.
"""

from __future__ import annotations

import json
import resource
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from bench import rival
from bench.peers import PEERS, freecell_solver
from bench.peers.freecell_solver import FreecellSolver
from bench.peers.klondike_solver import KlondikeSolver
from bench.peers.peer import Answer, Limits, Setting, UnableError, answer_of
from bench.peers.process import Run, run
from bench.peers.solvitaire import Solvitaire

import cadogan
from cadogan.model.formats import write_board, write_digits

DEAL = cadogan.game("freecell").deal(1)
BOARD = write_board(DEAL)
NEARLY_WON = cadogan.game("freecell").parse("AC..KC/AD..KD/AH..KH/AS..QS/KS" + "/-" * 11)
LIMITS = Limits(5, 1 << 30)
PLAIN = Setting("plain", ())
WON = "This game is solveable."
LOST = "I could not solve this game."

pytestmark = pytest.mark.skipif(
    not hasattr(resource, "prlimit"), reason="the comparison limits programs with prlimit"
)


@pytest.fixture
def stand_in(tmp_path: Path) -> Callable[[str], str]:
    """Return a function that makes a program of a script and returns its path.

    The program saves its arguments in the file ``given``, and the last of them, if it is a file, as
    ``board``.
    """

    def make(script: str) -> str:
        path = tmp_path / "stand-in"
        path.write_text(
            f'#!/bin/sh\nif [ "$1" = --version ]; then echo stand-in 1; exit; fi\n'
            f'echo "$@" >>{tmp_path}/given\nfor last; do :; done\n'
            f'if [ -f "$last" ]; then cp "$last" {tmp_path}/board; fi\n{script}\n',
            encoding="utf-8",
        )
        path.chmod(0o755)
        return str(path)

    return make


def given(tmp_path: Path) -> list[list[str]]:
    """Return the arguments of each call of the stand-in."""
    lines = (tmp_path / "given").read_text(encoding="utf-8").splitlines()
    return [line.split() for line in lines]


# -- processes -------------------------------------------------------------------------------------


def test_the_limits_come_from_outside() -> None:
    wait = 'while [ "$(ulimit -v)" = unlimited ]; do :; done; ulimit -v; ulimit -t'
    done = run(["sh", "-c", wait], seconds=6.5, memory=1 << 29)
    assert done.output.split() == [str(1 << 19), "7"], "kibibytes and whole seconds"
    assert done.status == 0
    assert done.seconds >= 0


def test_a_process_at_a_limit_is_unknown() -> None:
    done = run(["sh", "-c", "while :; do :; done"], seconds=0.1, memory=1 << 30)
    assert done.status < 0
    assert answer_of(done, None, Limits(0.1, 1 << 30)).result == "unknown"
    assert answer_of(Run("", 0, 7.0), "won", LIMITS) == Answer("unknown", 5)


def test_without_prlimit_the_reason_is_plain(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delattr(resource, "prlimit")
    with pytest.raises(SystemExit):
        rival.main([])
    assert "this system has no prlimit" in capsys.readouterr().err


# -- peers -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", PEERS)
def test_every_game_of_a_peer_has_a_board_and_settings(
    kind: type, stand_in: Callable[[str], str]
) -> None:
    peer = kind(stand_in(""))
    for name in peer.games:
        assert peer.board(cadogan.game(name).deal(1))
        assert 1 <= len(peer.settings(name)) <= 2


@pytest.mark.parametrize("kind", PEERS)
def test_a_missing_program_is_named(kind: type) -> None:
    with pytest.raises(UnableError, match="the program 'no-such-program' is not installed"):
        kind("no-such-program")


@pytest.mark.parametrize(
    ("preset", "said", "result"),
    [
        ("lg", WON, "won"),
        ("gi", LOST, "lost"),
        ("lg", LOST, "unknown"),  # this preset omits moves
        ("gi", "Iterations count exceeded.", "unknown"),
    ],
)
def test_freecell_solver(
    stand_in: Callable[[str], str], tmp_path: Path, preset: str, said: str, result: str
) -> None:
    peer = FreecellSolver(stand_in(f"echo -=-=-=-; echo '{said}'"))
    answer = peer.solve(peer.setting(preset), "freecell-two-cells", BOARD, LIMITS)
    assert answer.result == result
    assert 0 <= answer.seconds < 5
    assert " ".join(given(tmp_path)[0][:-1]) == (
        f"-g freecell --freecells-num 2 -l {preset} -m -snx"
    )
    assert (tmp_path / "board").read_text(encoding="utf-8") == BOARD


def test_freecell_solver_plain(stand_in: Callable[[str], str], tmp_path: Path) -> None:
    peer = FreecellSolver(stand_in(f"echo '{WON}'"))
    assert peer.solve(peer.setting("plain"), "bakers-game", BOARD, LIMITS).result == "won"
    assert given(tmp_path)[0][:-1] == ["-g", "bakers_game", "-m", "-snx"]


@pytest.mark.parametrize(("script", "reason"), [("echo Unknown game", "Unknown game"), ("", "0")])
def test_a_failure_of_a_program_is_an_error(
    stand_in: Callable[[str], str], script: str, reason: str
) -> None:
    peer = FreecellSolver(stand_in(script))
    with pytest.raises(UnableError, match=reason):
        peer.solve(PLAIN, "freecell", BOARD, LIMITS)


@pytest.mark.parametrize(
    ("line", "held"),
    [
        (f"Move a card from stack 0 to the foundations\n{WON}", True),
        (f"Move a card from stack 0 to freecell 1\n{WON}", False),
        (f"Move a card from stack 3 to freecell 1\n{WON}", False),
        (WON, False),
        (LOST, False),
    ],
)
def test_freecell_solvers_line_is_replayed(
    stand_in: Callable[[str], str], line: str, held: bool
) -> None:
    peer = FreecellSolver(stand_in(f"cat <<END\n{line}\nEND"))
    assert peer.holds(PLAIN, "freecell", NEARLY_WON, LIMITS) is held


def test_a_batch_continues_behind_a_board_that_ends_the_process(
    stand_in: Callable[[str], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "batch.py"
    script.write_text(
        "import json, os, signal, sys\n"
        "for board in json.load(open(sys.argv[1]))['boards']:\n"
        "    if board == 'worst': os.kill(os.getpid(), signal.SIGSEGV)\n"
        "    print(board, 0.25, flush=True)\n",
        encoding="utf-8",
    )
    monkeypatch.setattr(freecell_solver, "_BATCH", script)
    peer = FreecellSolver(stand_in(""), library="libstand-in.so")
    proving = Setting("gi", ("-l", "gi"))
    boards = ["won", "lost", "worst", "worst", "won"]
    found = peer.batch(proving, "freecell", boards, LIMITS)
    assert [answer.result for answer in found] == ["won", "lost", "unknown", "unknown", "won"]
    assert found[0] == ("won", 0.25)
    found = peer.batch(Setting("lg", (), proves=False), "freecell", boards[:2], LIMITS)
    assert [answer.result for answer in found] == ["won", "unknown"]
    script.write_text("print('won 0.25'); raise SystemExit('no such preset')", encoding="utf-8")
    with pytest.raises(UnableError, match=r"^no such preset$"):
        peer.batch(proving, "freecell", boards, LIMITS)
    peer.library = None
    with pytest.raises(UnableError, match="libfreecell-solver is not installed"):
        peer.batch(proving, "freecell", boards, LIMITS)


def test_freecell_solvers_library(stand_in: Callable[[str], str]) -> None:
    peer = FreecellSolver(stand_in(""))
    if peer.library is None:
        pytest.skip("Freecell Solver's library is not installed")
    game = cadogan.game("bakers-game")
    boards = [write_board(game.deal(deal)) for deal in (4, 3, 6, 4)]
    found = peer.batch(peer.setting("gi"), "bakers-game", boards, LIMITS)
    assert [answer.result for answer in found] == ["won", "lost", "won", "won"]
    with pytest.raises(UnableError, match="the library rejects"):
        peer.batch(peer.setting("no-such-preset"), "bakers-game", boards, LIMITS)
    with pytest.raises(UnableError, match="the library cannot solve the board"):
        peer.batch(peer.setting("gi"), "bakers-game", ["nonsense"], LIMITS)


def test_solvitaire_smart_is_two_searches(stand_in: Callable[[str], str], tmp_path: Path) -> None:
    peer = Solvitaire(
        stand_in(
            'case "$*" in *none*) echo ", solved, 3, solved";; *) '
            'echo ", unsolvable, 1, unsolvable";; esac'
        )
    )
    smart, plain = peer.settings("freecell")
    board = peer.board(DEAL)
    assert peer.solve(smart, "freecell", board, LIMITS).result == "won"
    assert [words[:-1] for words in given(tmp_path)] == [
        ["--type", "free-cell", "--classify", "--streamliners", some] for some in ("both", "none")
    ]
    assert json.loads((tmp_path / "board").read_text(encoding="utf-8")) == json.loads(board)
    assert peer.solve(plain, "freecell", board, LIMITS).result == "won"
    assert len(given(tmp_path)) == 3


@pytest.mark.parametrize(
    ("said", "result"),
    [
        (", solved, 3, solved", "won"),
        (", unsolvable, 3, unsolvable", "lost"),
        (", timed-out, 3, timed-out", "unknown"),
    ],
)
def test_solvitaires_output_is_parsed(
    stand_in: Callable[[str], str], tmp_path: Path, said: str, result: str
) -> None:
    peer = Solvitaire(stand_in(f"echo '[info] Attempting to solve ...' >&2; echo '{said}'"))
    game = "good-measure"  # which Solvitaire knows only by its rules
    board = peer.board(cadogan.game(game).deal(1))
    assert peer.solve(peer.settings(game)[1], game, board, LIMITS).result == result
    assert given(tmp_path)[0][0] == "--custom-rules"


def test_solvitaire_without_memory_is_unknown(stand_in: Callable[[str], str]) -> None:
    for said, wanted in (("what(): std::bad_alloc", "unknown"), ("what(): stoi", None)):
        peer = Solvitaire(stand_in(f"echo '{said}'; kill -ABRT $$"))
        plain = peer.settings("freecell")[1]
        if wanted:
            assert peer.solve(plain, "freecell", "{}", LIMITS).result == wanted
        else:
            with pytest.raises(UnableError, match="stoi"):
                peer.solve(plain, "freecell", "{}", LIMITS)


@pytest.mark.parametrize(
    ("said", "result"),
    [
        ("Minimal solution in 142 moves. Took 7 ms.", "won"),
        ("Solved in 146 moves. Took 7 ms.", "won"),
        ("Impossible. Max cards in foundation 17 at 65 moves. Took 7 ms.", "lost"),
        ("Unknown. Max cards in foundation 17 at 69 moves. Took 7 ms.", "unknown"),
    ],
)
def test_klondike_solver(
    stand_in: Callable[[str], str], tmp_path: Path, said: str, result: str
) -> None:
    peer = KlondikeSolver(stand_in(f"echo '{said}'"))
    deal = cadogan.game("klondike-draw-3").deal(1)
    for setting in peer.settings("klondike-draw-3"):
        wanted = "unknown" if result == "lost" and not setting.proves else result
        board = peer.board(deal)
        assert peer.solve(setting, "klondike-draw-3", board, LIMITS).result == wanted
    fast, minimal = given(tmp_path)
    assert fast == ["/DC", "3", "/F", "/S", "50000", "/O", "2", "/D", write_digits(deal).strip()]
    assert minimal[2:4] == ["/O", "2"]


# -- the comparison --------------------------------------------------------------------------------


def judge(mine: str) -> rival.Judge:
    """Return a judge for a single deal, number 7, on which Cadogan has given this verdict."""
    answers = {"call": [Answer("unknown", 1)], "batch": [Answer(mine, 1)]}
    return rival.Judge("freecell", range(7, 8), answers)


@pytest.mark.parametrize(
    ("mine", "theirs", "held", "found"),
    [
        ("won", "won", False, (0, 0)),
        ("won", "unknown", False, (0, 0)),
        ("unknown", "won", False, (0, 0)),
        ("won", "lost", False, (1, 1)),
        ("lost", "won", True, (1, 0)),
        ("lost", "won", False, (1, 0)),
    ],
)
def test_contradictions_are_settled_by_a_replayed_line(
    mine: str, theirs: str, held: bool, found: tuple[int, int]
) -> None:
    one = judge(mine)
    assert one.compare("peer", [Answer(theirs, 1)], lambda deal: held) == found
    contradicted = (mine, theirs) == ("lost", "won")
    assert one.refuted == ({7} if contradicted and held else set())
    assert one.open == ({7} if contradicted and not held else set())
    assert one.wrong([Answer(mine, 1)]) == (contradicted and held)


def test_the_table_and_the_exit_status(
    stand_in: Callable[[str], str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Cadogan wins FreeCell deals 1 and 2; the stand-in calls them lost, as if it had proved it."""
    program = f"fc-solve={stand_in(f'echo {LOST!r}')}"
    words = ["--program", program, "--peers", "fc-solve", "--deals", "1-2", "--games", "freecell"]
    assert rival.main([*words, "--costs", "call", "--mode", "gi", "--mode", "lg"]) == 0
    *head, proving, other, ours = capsys.readouterr().out.splitlines()
    assert head[0].endswith("; stand-in 1")
    assert head[2] == "deals 1 to 2, at most 10 CPU seconds and 1 GiB each"
    assert proving.split()[:9] == ["freecell", "fc-solve", "gi", "call", "0", "2", "0", "2", "2"]
    assert other.split()[:9] == ["freecell", "fc-solve", "lg", "call", "0", "0", "2", "0", "0"]
    assert ours.split()[:8] == ["freecell", "cadogan", "call", "2", "0", "0", "0", "0"]
    assert len(ours.split()) == 11


def test_a_deal_solved_there_and_lost_here_is_a_bug(
    stand_in: Callable[[str], str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(rival, "measure", lambda *_: [Answer("lost", 0.0)])
    words = ["--program", f"fc-solve={stand_in(f'echo {WON!r}')}", "--peers", "fc-solve"]
    words += ["--mode", "plain", "--games", "freecell", "--costs", "call", "--deals", "7"]
    assert rival.main(words) == 1
    said = capsys.readouterr().out
    assert "fc-solve plain wins freecell deal 7, which Cadogan calls lost: one of them" in said


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--program", "fc-solve=no-such-program"], "no program to compare with is installed"),
        (["--program", "chess=x"], "there is no chess; choose from fc-solve, solvitaire"),
        (["--costs", "time"], "there is no time; choose from call, batch, process"),
        (["--costs", ""], "--costs needs at least one of call, batch, process"),
        (["--program", f"fc-solve={sys.executable}", "--games", "sly-fox"], "sly-fox is not a"),
    ],
)
def test_wrong_arguments(
    words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        rival.main(["--peers", "fc-solve", *words])
    assert complaint in capsys.readouterr().err


def test_a_command_of_our_own_is_measured_like_a_peer() -> None:
    """The whole name is passed on: klondike-draw-3 deal 3 is lost, but klondike deal 3 is not."""
    (answer,) = rival.measure("klondike-draw-3", range(3, 4), Limits(60, 1 << 28), "process")
    assert answer.result == "lost"
