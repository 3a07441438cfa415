"""The command line: its output, exit status and error messages."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import example, given, settings
from hypothesis import strategies as st

import cadogan
import cadogan.web.run
from cadogan.certificate.write import certify
from cadogan.cli import cli
from cadogan.kernels import which
from cadogan.rules.catalogue import catalogue
from cadogan.solver.result import Verdict
from tests.cases.messages import check_sentence
from tests.covering import few

COMMANDS = [
    *("check", "deal", "export", "import", "list", "moves", "new", "odds", "perft", "play"),
    *("replay", "rules", "schema", "site", "solve", "verify"),
]
# Tests that run the compiler are in the other modules that test these commands.
COMPILING = {"check", "odds", "site", "solve"}
HEAVY = {"numpy", "ctypes", "rich", "starlette", "uvicorn", "cadogan.web", "cadogan.session"}
REFERENCE = (
    "JS3D9H7C/TCJDJCAD/QH8S8HQD/TD9S4C3S/3C9D6D5H/KH2S2D3H/7DAS5D6H/KCQC6S8C/THQSAC4D/"
    "6C7H2H5C/4H8D4STS/KSKD2CJH/5SAH7S9C"
)
RECORD = """\
cadogan record 1
game klondike
deal ms:1
moves
t1-t3
t5-f3
"""
DEFINITION = """\
name = "Short Tommy"
family = "Planners"
decks = 1
[foundation]
piles = 4
start = "A"
build = "up any suit"
[tableau]
piles = 4
deal = 0
build = "any card"
take = "top card"
space = "any card"
from = ["stock"]
to = ["foundation"]
[stock]
turned = true
"""
PIPES: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
NO_SETTINGS: Mapping[str, str] = MappingProxyType({})
Process = subprocess.Popen[bytes]
# Processes run the code under test from here, even if Cadogan is installed.
SOURCE = str(Path(cadogan.__file__).parents[1])


def run(*args: str, given: str | bytes | None = None) -> Result:
    """Run the command in this process; unexpected exceptions propagate."""
    return CliRunner().invoke(cli, args, input=given, catch_exceptions=False)


def answer(*args: str, given: str | None = None) -> str:
    """Return the output of a command that must succeed."""
    result = run(*args, given=given)
    assert (result.exit_code, result.stderr) == (0, ""), result.stderr
    return result.stdout


def complaint(*args: str, given: str | bytes | None = None, status: int = 2) -> str:
    """Return the one-line error message of a command that must fail."""
    result = run(*args, given=given)
    assert result.exit_code == status
    assert result.stderr.startswith("cadogan: ")
    assert result.stderr.endswith("\n")
    assert result.stderr.count("\n") == 1
    return result.stderr.removeprefix("cadogan: ").rstrip("\n")


def start(*args: str, settings: Mapping[str, str] = NO_SETTINGS, **files: Any) -> Process:
    """Start the command in a separate process."""
    command = [sys.executable, "-m", "cadogan", *args]
    return subprocess.Popen(command, env={**os.environ, "PYTHONPATH": SOURCE, **settings}, **files)


@contextmanager
def on_a_terminal(
    start: Callable[[int], Process],
) -> Iterator[tuple[Process, Callable[..., bytes]]]:
    """Start a process on a terminal; yield it and a function that reads what it shows.

    The function reads until the text contains a pattern, or else to the end.
    """
    main, terminal = os.openpty()

    def read(until: bytes = b"") -> bytes:
        shown = b""
        while not (until and re.search(until, shown)):
            try:
                part = os.read(main, 4096)
            except OSError:  # on Linux, this error means that the process has ended
                part = b""
            if not part:
                assert not until, shown
                break
            shown += part
        return shown

    with start(terminal) as process:
        os.close(terminal)
        yield process, read
    os.close(main)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Change to an empty directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, bool, str]]:
    """Replace the page's server with a stub that records its arguments."""
    asked: list[tuple[int, bool, str]] = []

    def note(port: int, *, open_browser: bool, path: str) -> None:
        asked.append((port, open_browser, path))

    monkeypatch.setattr(cadogan.web.run, "serve", note)
    return asked


# --- help ----------------------------------------------------------------------------------------


def test_the_commands() -> None:
    assert sorted(cli.commands) == COMMANDS
    text = answer("--help")
    assert all(re.search(rf"^  {name} +\S", text, re.MULTILINE) for name in COMMANDS)
    assert not re.search(r"\.\.\.$", text.split("Commands:")[1], re.MULTILINE)
    assert answer("-h") == text


@pytest.mark.parametrize("name", sorted({*COMMANDS} - COMPILING))
@pytest.mark.usefixtures("served")
def test_the_example_of_the_help_runs(
    name: str, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CADOGAN_HOME", str(here))
    (here / "record.txt").write_text(RECORD, encoding="utf-8")
    if name == "import":
        answer("export", "plays.json")
    if name == "verify":
        (here / "proof.gz").write_bytes(certify(cadogan.game("bisley").deal(3)).data)
    text = answer(name, "--help")
    examples = re.findall(r"^Example:\n  cadogan (.+)$", text, re.MULTILINE)
    assert len(examples) == 1
    words = shlex.split(examples[0])
    assert words[0] == name
    printed = answer(*words)
    assert printed or name == "play"


def test_without_a_command_the_help_is_shown() -> None:
    result = run()
    assert result.exit_code == 2
    assert result.stderr == answer("--help")


def test_version() -> None:
    assert answer("--version") == f"cadogan {cadogan.__version__} (solver: {which()})\n"


def test_help_loads_little() -> None:
    script = (
        "import contextlib, json, sys\n"
        "from cadogan.cli import cli\n"
        "with contextlib.suppress(SystemExit):\n"
        "    cli(['--help'])\n"
        "print(json.dumps(sorted(sys.modules)))"
    )
    settings = {**os.environ, "PYTHONPATH": SOURCE}
    printed = subprocess.check_output([sys.executable, "-c", script], env=settings)
    assert not set(json.loads(printed.splitlines()[-1])) & HEAVY


# --- list ----------------------------------------------------------------------------------------


def test_list_has_every_game_once() -> None:
    lines = answer("list").splitlines()
    ids = [line.split()[0] for line in lines if re.match(" +[^ [] *", line)]
    assert sorted(ids) == [*catalogue()]
    assert lines[0] == "Aces and Kings"
    assert re.fullmatch(r"  aces-and-kings +Aces and Kings, 2 packs", lines[1])
    assert lines[2].strip() == "[emptied]"
    assert max(map(len, lines)) < 180


def test_variants_are_listed_under_their_game() -> None:
    lines = answer("list", "--search", "yukon").splitlines()
    assert lines[1:3] == ["  yukon          Yukon", "                 [worrying]"]
    lines = answer("list", "--search", "draw three").splitlines()
    assert re.match(r"  klondike +Klondike \(also ", lines[1])
    assert lines[2].strip() == "[turn, passes, worrying, emptied, suits, parts]"
    told = [" ".join(line.split()) for line in answer("list", "--search", "scorpion").splitlines()]
    assert told.index("scorpion Scorpion") < told.index("scorpion-ii Scorpion II")


def test_list_in_json() -> None:
    games = json.loads(answer("list", "--json"))
    assert [game["id"] for game in games] == [*catalogue()]
    birthday = next(game for game in games if game["id"] == "birthday")
    assert (
        " ".join(birthday)
        == "id name family decks aliases about parent options combinations own measured played"
    )
    assert (birthday["decks"], birthday["parent"]) == (1, None)
    named = [option["name"] for option in birthday["options"]]
    assert named == ["target", "suits", "passes", "between"]
    assert [*birthday["options"][2]["answers"]] == ["four", "five"]
    assert birthday["combinations"][0]["options"] == {"between": "turned"}
    variant = next(game for game in games if game["id"] == "spanish-patience")
    assert variant["parent"] == "bakers-dozen"


def test_search() -> None:
    for text in ("marechal", "MARÉCHAL saxe", "Maréchal Saxe"):
        assert "marechal-saxe" in answer("list", "--search", text)
    assert run("list", "--search", "whist", "--json").stdout == "[]\n"


def test_the_address_of_a_site_is_checked(here: Path) -> None:
    for words, reason in (
        (["--address", "cards.example"], "write it in full, as in https://example.org/cadogan/"),
        (["--base", "cadogan"], "must begin and end with a slash"),
        (
            ["--address", "https://cards.example/", "--base", "/"],
            "only one of --address and --base",
        ),
    ):
        result = run("site", "public", *words)
        assert result.exit_code == 2
        assert reason in result.stderr
    assert list(here.iterdir()) == []


# --- the game ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["bakers-dozen", "Baker's Dozen", "BAKERS DOZEN", "baker\u2019s dozen"]
)
def test_a_game_by_its_name(name: str) -> None:
    assert answer("deal", name, "7") == answer("deal", "bakers-dozen", "7")


def test_a_user_game(here: Path) -> None:
    (here / "short-tommy.toml").write_text(DEFINITION, encoding="utf-8")
    assert answer("rules", "short-tommy.toml").startswith("# Short Tommy\n")
    told = json.loads(answer("deal", "./short-tommy.toml", "7", "--json"))
    assert (told["game"], told["name"]) == ("short-tommy", "Short Tommy")
    assert "s-t4" in answer("moves", str(here / "short-tommy.toml"), "7")
    walked = json.loads(answer("perft", "short-tommy.toml", "7", "--depth", "1", "--json"))
    assert walked["paths"] == [len(told["moves"])]
    (here / "position.txt").write_text(told["position"], encoding="utf-8")
    assert answer("moves", "short-tommy.toml", "--position", "position.txt")


# --- rules ---------------------------------------------------------------------------------------


def test_rules_are_markdown() -> None:
    assert answer("rules", "bisley") == cadogan.game("bisley").rules().rstrip("\n") + "\n"


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
def test_rules_on_a_terminal() -> None:
    with on_a_terminal(
        lambda terminal: start("rules", "bisley", stdout=terminal, stderr=terminal)
    ) as (process, read):
        text = read()
    assert process.returncode == 0
    assert b"Bisley" in text
    assert b"## " not in text


# --- deal ----------------------------------------------------------------------------------------


def test_deal() -> None:
    position = cadogan.game("freecell").deal("ms:11982")
    assert answer("deal", "freecell", "ms:11982") == f"{position}\n"
    assert answer("deal", "freecell", "ms:11982", "--line") == f"{position.to_line()}\n"


def test_deal_in_json() -> None:
    told = json.loads(answer("deal", "klondike", "7", "--json"))
    position = cadogan.game("klondike").deal(7)
    assert " ".join(told) == "game name options deal position won over piles down counters moves"
    assert (told["deal"], told["position"]) == ("7", position.to_line())
    assert told["piles"]["t3"] == list(position.piles["t3"])
    assert told["down"]["t3"] == 2
    assert told["moves"] == position.move_texts()


def test_a_random_deal_prints_its_number() -> None:
    result = run("deal", "yukon")
    found = re.fullmatch(r"Yukon, deal (\d+)\n", result.stderr)
    assert found
    assert result.stdout == answer("deal", "yukon", found[1])
    assert int(json.loads(run("deal", "yukon", "--json").stdout)["deal"]) > 0


# --- moves ---------------------------------------------------------------------------------------


def test_moves() -> None:
    assert answer("moves", "klondike", "ms:1") == (
        "t1-t3  JD on QC\nt5-f3  AH to an empty foundation\ns-w    turn a card from the stock\n"
    )
    assert answer("moves", "klondike-draw-3", "ms:1").endswith("turn 3 cards from the stock\n")


def test_every_kind_of_move_is_described() -> None:
    freecell = "AC..KC/AD..KD/AH..TH/AS..TS/KHQSJH/-/-/-/-/-/-/-/QH/KS/JS/-"
    text = answer("moves", "freecell", "--position", "-", given=freecell)
    assert "t1-t2x3  KH QS JH to an empty pile" in text
    assert "t1-c4    JH to a free cell" in text
    assert "c3-t2    JS to an empty pile" in text
    assert answer("moves", "algerian", "1").endswith("\ndeal   deal from the stock\n")


@pytest.mark.parametrize("form", [[], ["--line"]])
def test_moves_of_a_position(form: list[str], here: Path) -> None:
    text = answer("deal", "klondike", "7", *form)
    (here / "position.txt").write_text(text, encoding="utf-8")
    moves = answer("moves", "klondike", "7")
    assert answer("moves", "klondike", "--position", "position.txt") == moves
    assert answer("moves", "klondike", "--position", "-", given=text) == moves


def test_moves_in_json() -> None:
    told = json.loads(answer("moves", "klondike", "ms:1", "--json"))
    assert " ".join(told) == "game name options deal position won over moves"
    place = {"source": "t1", "target": "t3", "count": 1, "cards": ["JD"]}
    assert told["moves"][0] == {"move": "t1-t3", "kind": "move", **place}
    assert (told["moves"][-1]["kind"], told["moves"][-1]["cards"]) == ("deal", [])


def test_no_moves() -> None:
    won = "AC..KC/AD..KD/AH..KH/AS..KS/-/-/-/-/-/-/-"
    result = run("moves", "yukon", "--position", "-", given=won)
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == "No legal moves: the game is won.\n"
    told = json.loads(answer("moves", "yukon", "--position", "-", "--json", given=won))
    assert (told["won"], told["over"], told["moves"], told["deal"]) == (True, True, [], None)


# --- replay --------------------------------------------------------------------------------------


def test_replay() -> None:
    end = cadogan.game("klondike").deal("ms:1").play("t1-t3").play("t5-f3")
    said = f"Klondike, deal ms:1: 2 moves, the game is not over.\n\n{end}\n"
    assert answer("replay", "-", given=RECORD) == said
    told = json.loads(answer("replay", "-", "--json", given=RECORD))
    assert " ".join(told) == "game name options deal ok moves position won over"
    assert (told["ok"], told["moves"], told["position"]) == (True, 2, end.to_line())


def test_replay_of_a_win() -> None:
    line = "AC..KC/AD..KD/AH..KH/AS..QS/KS/-/-/-/-/-/-"
    text = f"cadogan record 1\ngame yukon\nstart {line}\nmoves\nt1-f4\n"
    said = answer("replay", "-", given=text)
    assert said.startswith("Yukon, from a position: 1 move, the game is won.\n\nf1 AC..KC\n")


def test_replay_of_a_wrong_move(here: Path) -> None:
    (here / "wrong.txt").write_text(RECORD + "t1-t3\n", encoding="utf-8")
    said = "wrong.txt: line 7: move 3, t1-t3: There is no card on tableau pile 1."
    assert complaint("replay", "wrong.txt", status=1) == said
    assert complaint("replay", "wrong.txt", "--json", status=1) == said
    told = json.loads(run("replay", "wrong.txt", "--json").stdout)
    assert told["ok"] is False
    assert list(told["fault"]) == ["line", "number", "move", "reason", "position"]
    assert (told["fault"]["line"], told["fault"]["number"]) == (7, 3)


# --- perft, schema --------------------------------------------------------------------------------


def test_the_reference_walk(here: Path) -> None:
    """The counts are those on which two independent engines agreed."""
    (here / "position.txt").write_text(REFERENCE, encoding="utf-8")
    walk = ["perft", "bakers-dozen", "--position", "position.txt", "--depth"]
    assert answer(*walk, "3", "--json") == (
        '{"paths": [13, 171, 2268], "states": [13, 105, 664]}\n'
    )
    assert (
        answer(*walk, "2")
        == "ply  paths  positions\n  1     13         13\n  2    171        105\n"
    )


def test_schema() -> None:
    schema = json.loads(answer("schema"))
    assert schema["$schema"].startswith("https://json-schema.org/")


# --- play ----------------------------------------------------------------------------------------


def test_play(served: list[tuple[int | None, bool, str]]) -> None:
    answer("play")
    answer("play", "Baker's Dozen")
    answer("play", "freecell", "ms:11982", "--port", "8000")
    answer("play", "birthday", "7", "--option", "target=2345")
    assert served == [
        (None, True, "/"),
        (None, True, "/play/bakers-dozen"),
        (8000, True, "/play/freecell/ms:11982"),
        (None, True, "/play/birthday/7?target=2345&suits=SHCD"),
    ]


def test_play_without_a_browser_serves_the_deal(
    served: list[tuple[int | None, bool, str]],
) -> None:
    result = run("play", "yukon", "7", "--no-browser")
    assert (result.exit_code, result.stderr) == (0, "")
    assert served == [(None, False, "/play/yukon/7")]


# --- errors --------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", [["replay"], ["moves", "klondike", "--position"]])
def test_files_that_cannot_be_read(command: list[str]) -> None:
    for word, text, key in (
        ("a\0b", None, "nul"),
        ("-", b"\xff", "input-latin"),
        ("-", b"9" * 10_000_001, "input-long"),
        ("-", b"\xff\xfec\0a", "input-utf-16"),
        ("-", b"\xff\xfe\0\0c\0\0\0", "input-binary"),
    ):
        check_sentence(f"commands.{key}", complaint(*command, word, given=text))


WORDS = [
    *COMMANDS,
    *("klondike", "birthday", "1", "0", "-1", "ms:7", "--json", "--line", "--depth", "--help"),
    *("--position", "-", "--option", "target=1956", "x.toml", "--search", "é", "\ud800", ""),
    *("--port", "--no-browser", "--", "a=b", "'"),
]


@settings(max_examples=30, deadline=None)
@given(words=st.lists(st.sampled_from(WORDS), max_size=6), text=st.text(max_size=20))
@example(words=["check", "birthday", "--plays", "2", "--deals", "1"], text="")
def test_no_words_crash_the_command(words: list[str], text: str) -> None:
    """Any arguments lead to an answer or to a one-line error."""
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as empty:
        patch.setattr(cadogan.web.run, "serve", lambda *_, **__: None)
        patch.setattr("cadogan.site.build.build", lambda *_, **__: None)
        patch.setattr("cadogan.cli.solve._search", lambda *_: Verdict("won", (), 1, 0.1, "", ""))
        patch.chdir(empty)
        patch.setenv("CADOGAN_HOME", empty)  # `new` writes a game there
        result = run(*words, given=text.encode("utf-8", "surrogatepass"))
    assert result.exit_code in {0, 1, 2}
    if result.exit_code and words:
        said = result.stderr.splitlines()
        # an answer "no", for example for a lost deal
        no = result.exit_code == 1 and not said and result.stdout
        assert no or said[-1].startswith("cadogan: ") or said[0].startswith("Usage: ")


@pytest.mark.skipif(sys.platform == "win32", reason="pipes are closed otherwise there")
@pytest.mark.parametrize(
    "command", few(["--help", "perft klondike 1 --depth 1", "list", "--version"], 1)
)
def test_a_reader_that_closes_the_pipe(command: str) -> None:
    """After a closed pipe there is no error message, and the status differs from that of a loss."""
    read, write = os.pipe()
    os.close(read)
    with start(*command.split(), stdout=write, stderr=subprocess.PIPE) as process:
        os.close(write)
        _, said = process.communicate(timeout=300)
    assert (process.returncode, said) == (141, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
def test_output_to_a_full_device() -> None:
    with (
        Path("/dev/full").open("wb") as full,
        start("deal", "klondike", "1", stdout=full, stderr=subprocess.PIPE) as process,
    ):
        _, said = process.communicate(timeout=300)
    assert process.returncode == 2
    assert said == b"cadogan: cannot continue: standard output: No space left on device\n"
