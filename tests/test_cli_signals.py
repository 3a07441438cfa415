"""Ctrl-C during a command, which then exits with status 130 and one line."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from cadogan.cli.odds import _first_interrupt
from tests.test_cli import SOURCE

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent otherwise there")


def python(script: str, *words: str) -> tuple[int, bytes, bytes]:
    """Run a script; return its exit status and its output."""
    result = subprocess.run(
        [sys.executable, "-c", script, *words],
        env={**os.environ, "PYTHONPATH": SOURCE},
        capture_output=True,
        check=False,
    )
    return result.returncode, result.stdout, result.stderr


LATER = """
import threading
threading.Timer(0.3, signal.raise_signal, [signal.SIGINT]).start()
"""
WHILE_IMPORTED = """
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == 'cadogan.solver':
            signal.raise_signal(signal.SIGINT)
sys.meta_path.insert(0, Finder())
"""


@pytest.mark.parametrize(
    ("when", "words"),
    [(LATER, "perft bakers-dozen 1 --depth 99"), (WHILE_IMPORTED, "check klondike")],
    ids=["later", "while a command is imported"],
)
def test_interrupted(when: str, words: str) -> None:
    script = f"import signal, sys\nfrom cadogan.cli import main\n{when}main()\n"
    status, printed, said = python(script, *words.split())
    assert (status, printed, said.strip()) == (130, b"", b"cadogan: interrupted")


def test_the_library_leaves_signals_alone_and_an_ignored_ctrl_c_stays_ignored() -> None:
    """A shell's background jobs and commands under ``nohup`` ignore Ctrl-C."""
    script = (
        "import signal\n"
        "signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
        "before = {number: signal.getsignal(number) for number in signal.valid_signals()}\n"
        "import cadogan, cadogan.cli, cadogan.odds, cadogan.solver\n"
        "from cadogan.cli.odds import _first_interrupt\n"
        "with _first_interrupt() as stopped:\n"
        "    signal.raise_signal(signal.SIGINT)\n"
        "    assert not stopped()\n"
        "assert before == {number: signal.getsignal(number) for number in before}\n"
    )
    assert python(script) == (0, b"", b"")


def test_the_first_ctrl_c_is_recorded_and_the_second_interrupts() -> None:
    before = signal.getsignal(signal.SIGINT)
    with _first_interrupt() as stopped:
        assert not stopped()
        signal.raise_signal(signal.SIGINT)
        assert stopped()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


def test_a_crash_does_not_look_like_an_answer() -> None:
    """A crash must not exit with status 1, which means that a deal cannot be won."""
    script = (
        "from cadogan.cli import cli, main\n"
        "def fail(): raise ZeroDivisionError('ours')\n"
        "cli.commands['schema'].callback = fail\n"
        "main()"
    )
    status, _, said = python(script, "schema")
    assert status == 2
    assert b"ZeroDivisionError: ours" in said
