"""Escaping of foreign text: none of it reaches a terminal unescaped."""

from __future__ import annotations

import os
import select
import signal
import sqlite3
import struct
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from cadogan.cli import cli
from cadogan.core.errors import InvalidDefinitionError
from cadogan.core.printable import hidden, printable
from cadogan.model.position import game
from cadogan.odds import Results, Study
from cadogan.odds.experiment import Limits
from cadogan.rules.catalogue import catalogue
from cadogan.rules.loading import load_text
from cadogan.rules.user_games import template
from tests.odds_worker import found

EVIL = "\x1b]0;x\x07\x1b[2J\u202e\x9b"
_, SOUND = template("Mine")


def run(*words: str) -> str:
    """Return everything that a command writes."""
    done = CliRunner().invoke(cli, words)
    assert not isinstance(done.exception, Exception) or isinstance(done.exception, SystemExit)
    return done.stdout + done.stderr


@pytest.fixture
def results(tmp_path: Path) -> Path:
    """Return a results file in which a name contains escape sequences."""
    path = tmp_path / "theirs.sqlite3"
    study = Study.of(game("klondike"), Limits(nodes=1000, memory=1 << 24))
    with Results.open(path) as some:
        some.begin(study)
        some.add_all(study, [found(deal, 1000) for deal in range(1, 20)])
    with sqlite3.connect(path) as db:
        changed = db.execute("UPDATE studies SET name = ?", (f"Kl{EVIL}ondike",)).rowcount
    db.close()
    assert changed == 1
    return path


def test_a_results_file_writes_no_escape_sequences(results: Path) -> None:
    for words in (["report"], ["report", "--markdown"]):
        told = run("odds", *words, str(results))
        assert hidden(told) == "", repr(told[:300])
        assert "ondike" in told


@pytest.mark.parametrize("command", ["replay", "export", "import", "deal", "check", "rules"])
def test_file_names_are_escaped(command: str, tmp_path: Path) -> None:
    path = str(tmp_path / f"{EVIL}.toml")
    told = run(command, path)
    assert hidden(told) == "", repr(told)
    assert told


@pytest.mark.parametrize(
    "words", [["deal", EVIL], [EVIL], ["play", EVIL], ["list", "--search", EVIL]]
)
def test_typed_text_is_escaped(words: list[str]) -> None:
    told = run(*words)
    assert told
    assert hidden(told) == "", repr(told)


def test_a_path_that_is_not_utf_8_is_escaped(tmp_path: Path) -> None:
    """The output escapes the surrogates that stand for bytes outside UTF-8."""
    name = os.fsdecode(os.fsencode(str(tmp_path)) + b"/\xff.txt")
    assert hidden(run("replay", name)) == ""


@pytest.mark.parametrize("key", ["name", "about", "sources", "tableau.build", "options.o.about"])
def test_a_definition_with_hidden_signs_is_refused(key: str) -> None:
    value = '["\\u001b[2J"]' if key == "sources" else '"\\u202eMine"'
    top, _, last = key.rpartition(".")
    text = f"[{top}]\n{last} = {value}" if top else f"{last} = {value}"
    with pytest.raises(InvalidDefinitionError, match="is not allowed in text") as error:
        load_text(text, "mine.toml")
    assert str(error.value).startswith(f"mine.toml: {key}: ")
    assert hidden(str(error.value)) == ""


def test_no_game_of_the_catalogue_has_hidden_signs() -> None:
    assert not any(hidden(d.name + d.about + "".join(d.sources)) for d in catalogue().values())


def test_visible_text_is_left_as_it_is() -> None:
    plain = "Zoë Fächer\n\t♠ 10 % \u00a0\U0001f0a1 אב"
    assert printable(plain) is plain
    assert printable(f"\x1b[1mMine\x1b[0m{EVIL}").startswith("\x1b[1mMine\x1b[0m\\x1b]0;x")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has another driver")
def test_invalid_bytes_do_not_end_the_terminal_program(tmp_path: Path) -> None:
    """Send bytes that are not UTF-8, as a paste or a key in an old encoding may do."""
    import fcntl  # noqa: PLC0415  (there is none on Windows)
    import pty  # noqa: PLC0415
    import termios  # noqa: PLC0415

    here, there = pty.openpty()
    fcntl.ioctl(there, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    process = subprocess.Popen(
        [sys.executable, "-m", "cadogan", "play", "klondike", "7", "--terminal"],
        stdin=there,
        stdout=there,
        stderr=there,
        env={**os.environ, "CADOGAN_HOME": str(tmp_path), "TERM": "xterm-256color", "LANG": "C"},
        start_new_session=True,
    )
    os.close(there)
    seen = b""

    def read_until(sign: bytes) -> None:
        nonlocal seen
        while sign not in seen:
            ready, _, _ = select.select([here], [], [], 120)
            assert ready, seen[-500:]
            try:
                seen += os.read(here, 1 << 16)
            except OSError:  # the other end is closed
                break

    try:
        read_until("♠".encode())
        os.write(here, b"\xff\xfe\x80")
        os.write(here, b"q")
        read_until(b"never written")
        assert process.wait(timeout=120) == 0
        assert b"Traceback" not in seen
        assert b"UnicodeDecodeError" not in seen
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
            process.wait()
        os.close(here)
