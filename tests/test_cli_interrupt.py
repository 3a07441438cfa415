"""The command line: Ctrl-C ends it, at whatever moment, with status 130 and no traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cadogan.cli.handler import noted, raised
from tests.test_cli import PIPES, SOURCE, start

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent otherwise there")

# What a process runs before all else: it sends itself Ctrl-C when a module is asked for.
HOOK = """\
import ctypes, signal, sys

def interrupt():
    signal.raise_signal(signal.SIGINT)

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == MODULE:
            sys.meta_path.remove(self)
            CALL(interrupt)()

sys.meta_path.insert(0, Finder())
"""
PLAIN = "lambda call: call"
SWALLOWING = "ctypes.CFUNCTYPE(None)"  # a callback from C can raise nothing
SCRIPT = (
    "import sys\nfrom cadogan.cli import main\nif __name__ == '__main__':\n    sys.exit(main())\n"
)
SAID = b"cadogan: interrupted\n"
Done = tuple[int, bytes, bytes]


def hooked(folder: Path, hook: str, *command: str) -> Done:
    """Run Python with something to be run before all else; return how it ended and what it said."""
    (folder / "sitecustomize.py").write_text(hook, encoding="utf-8")
    settings = {**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{SOURCE}"}
    result = subprocess.run(
        [sys.executable, *command], env=settings, capture_output=True, check=False
    )
    return result.returncode, result.stdout, result.stderr


@pytest.mark.drawn(3)
@pytest.mark.parametrize("call", [PLAIN, SWALLOWING])
@pytest.mark.parametrize(
    "module",
    [
        "cadogan.errors",
        "msgspec",
        "click",
        "cadogan.cli.commands",
        "cadogan.solver",
        "cadogan.kernels",
        "cadogan.kernels.native",
        "cadogan.solver.search",
    ],
)
def test_in_the_midst_of_an_import(module: str, call: str, tmp_path: Path) -> None:
    hook = HOOK.replace("MODULE", repr(module)).replace("CALL", f"({call})")
    command = ["-m", "cadogan", "solve", "klondike", "1"]
    assert hooked(tmp_path, hook, *command) == (130, b"", SAID)


@pytest.mark.parametrize("module", ["cadogan.errors", "click", "starlette.applications"])
def test_the_script_that_is_installed(module: str, tmp_path: Path) -> None:
    (tmp_path / "cadogan").write_text(SCRIPT, encoding="utf-8")
    hook = HOOK.replace("MODULE", repr(module)).replace("CALL", "")
    command = [str(tmp_path / "cadogan"), "play", "--no-browser"]
    assert hooked(tmp_path, hook, *command) == (130, b"", SAID)


def test_when_all_is_done(tmp_path: Path) -> None:
    hook = "import atexit, signal\natexit.register(signal.raise_signal, signal.SIGINT)\n"
    status, printed, said = hooked(tmp_path, hook, "-m", "cadogan", "--version")
    assert (status, printed[:8], said) == (0, b"cadogan ", b"")


def test_where_ctrl_c_is_ignored_it_stays_so(tmp_path: Path) -> None:
    """As in a shell's background, or below ``nohup``."""
    ignored = "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\n"
    hook = ignored + HOOK.replace("MODULE", "'click'").replace("CALL", "")
    status, printed, said = hooked(tmp_path, hook, "-m", "cadogan", "--version")
    assert (status, printed[:8], said) == (0, b"cadogan ", b"")


def test_who_imports_the_library_keeps_their_own(tmp_path: Path) -> None:
    """Also in a program that is run with -m, whose first argument is -m while it is imported."""
    check = "import signal, cadogan, cadogan.cli, cadogan.solver\n"
    check += "assert signal.getsignal(signal.SIGINT) is signal.default_int_handler\n"
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "__init__.py").write_text(check, encoding="utf-8")
    (tmp_path / "other" / "__main__.py").write_text("print('fine')", encoding="utf-8")
    assert hooked(tmp_path, "", "-c", check) == (0, b"", b"")
    assert hooked(tmp_path, "", "-m", "other") == (0, b"fine\n", b"")


def test_noted_and_raised_leave_what_was_there() -> None:
    before = signal.getsignal(signal.SIGINT)
    with noted() as stopped:
        assert not stopped()
        signal.raise_signal(signal.SIGINT)
        assert stopped()
    assert signal.getsignal(signal.SIGINT) is before
    with pytest.raises(KeyboardInterrupt), raised():
        signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


def test_the_second_ends_what_the_first_could_not(tmp_path: Path) -> None:
    script = (
        "import signal\n"
        "from cadogan.cli.handler import noted\n"
        "with noted() as stopped:\n"
        "    signal.raise_signal(signal.SIGINT)\n"
        "    print(stopped(), flush=True)\n"
        "    signal.raise_signal(signal.SIGINT)\n"
    )
    assert hooked(tmp_path, "", "-c", script) == (130, b"True\n", SAID)


def test_nobody_is_there_to_be_told(tmp_path: Path) -> None:
    script = "import os, signal\nfrom cadogan.interrupt import end\nos.close(2)\nend(2, None)\n"
    assert hooked(tmp_path, "", "-c", script) == (130, b"", b"")


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent otherwise there")
def test_interrupted() -> None:
    walk = ["perft", "bakers-dozen", "1", "--depth", "99"]
    with start(*walk, **PIPES) as process:
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        printed, said = process.communicate(timeout=300)
    assert (process.returncode, printed, said.strip()) == (130, b"", b"cadogan: interrupted")


def test_a_crash_is_no_answer() -> None:
    """Status 1 is one: a deal that cannot be won."""
    script = (
        "from cadogan.cli import cli, main\n"
        "def fail(): raise ZeroDivisionError('ours')\n"
        "cli.commands['schema'].callback = fail\n"
        "main()"
    )
    settings = {**os.environ, "PYTHONPATH": SOURCE}
    result = subprocess.run(
        [sys.executable, "-c", script, "schema"], env=settings, capture_output=True, check=False
    )
    assert result.returncode == 2
    assert b"ZeroDivisionError: ours" in result.stderr
