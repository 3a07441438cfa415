"""Machine code on disk: what is damaged, or may be another's, is compiled again and not run."""

from __future__ import annotations

import errno
import io
import json
import os
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import platformdirs
import pytest

import cadogan
from cadogan import machinecode, solver
from cadogan.compiled import compiled_engine
from cadogan.errors import NoSolver
from cadogan.machinecode import Code, keep
from cadogan.solver import machine, search
from tests.test_cli import SOURCE

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="files have no such owners there")


def twice(x: int) -> int:
    return 2 * x


@pytest.fixture
def code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Code:
    """Keep machine code in a folder that is empty."""
    folder = tmp_path / "code"
    folder.mkdir(mode=0o700)
    code = Code(folder)
    monkeypatch.setattr(machinecode, "code", lambda: code)
    return code


def call() -> bool:
    """Call a kept function as a new process would; say whether it was compiled."""
    function = keep(numba.njit(twice))
    assert function(21) == 42
    return bool(function.stats.cache_misses)


def only_file(code: Code) -> Path:
    """Return the one file that there is."""
    assert code.folder
    (file,) = code.folder.iterdir()
    return file


def cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-1])


def empty(file: Path) -> None:
    file.write_bytes(b"")


def change_a_byte(file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)


def change_the_head(file: Path) -> None:
    file.write_bytes(b"C" + file.read_bytes()[1:])


def put_another_in_its_place(file: Path) -> None:
    Code(file.parent).write("another", b"not this function's")
    (file.parent / "another").replace(file)


def put_a_foreign_one_in_its_place(file: Path) -> None:
    """A good file of another form of the source."""
    folder = file.parents[1] / "other"
    folder.mkdir()
    Code(folder).write(file.name, b"of another source")
    (folder / file.name).replace(file)


def remove(file: Path) -> None:
    file.unlink()


def let_others_write(file: Path) -> None:
    file.chmod(0o666)


def lead_elsewhere(file: Path) -> None:
    target = file.parents[1] / "elsewhere"
    file.rename(target)
    file.symlink_to(target)


def make_a_pipe(file: Path) -> None:
    file.unlink()
    os.mkfifo(file, 0o600)  # type: ignore[attr-defined,unused-ignore]  # not on Windows


def test_machine_code_is_kept(code: Code) -> None:
    assert call()
    file = only_file(code)
    assert not call()
    if sys.platform != "win32":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "damage",
    [
        cut,
        empty,
        change_a_byte,
        change_the_head,
        put_another_in_its_place,
        put_a_foreign_one_in_its_place,
        remove,
        pytest.param(let_others_write, marks=POSIX),
        pytest.param(lead_elsewhere, marks=POSIX),
        pytest.param(make_a_pipe, marks=POSIX),
    ],
)
def test_what_is_damaged_is_made_anew(code: Code, damage: Callable[[Path], None]) -> None:
    call()
    file = only_file(code)
    whole = code.read(file.name)
    damage(file)
    assert code.read(file.name) is None
    assert call(), "it was run, damaged as it is"
    assert not call(), "it was not mended"
    assert whole is not None
    assert code.read(file.name) is not None
    assert not code.trouble


def test_every_byte_counts(code: Code) -> None:
    code.write("some", bytes(range(64)))
    file = only_file(code)
    whole = file.read_bytes()
    for at in range(len(whole)):
        file.write_bytes(whole[:at] + bytes([whole[at] ^ 0x10]) + whole[at + 1 :])
        assert code.read("some") is None, at
    for length in range(len(whole)):
        file.write_bytes(whole[:length])
        assert code.read("some") is None, length
    file.write_bytes(whole + b"\0")
    assert code.read("some") is None
    file.write_bytes(whole)
    assert code.read("some") == bytes(range(64))


@POSIX
def test_what_another_owns_is_not_run(code: Code, monkeypatch: pytest.MonkeyPatch) -> None:
    call()
    owner = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: owner + 1)
    assert code.read(only_file(code).name) is None


def test_what_is_ready_is_whole(code: Code) -> None:
    folder = code.folder
    assert folder

    def ready() -> bool:
        return Code(folder).ready()

    assert not ready()
    code.write("one", b"1")
    code.write("two", b"2")
    code.mark_ready()
    assert ready()
    (folder / "stray").write_bytes(b"begun by a process that was ended")
    assert ready()
    for name in ("one", "ready"):
        whole = (folder / name).read_bytes()
        cut(folder / name)
        assert not ready()
        (folder / name).unlink()
        assert not ready()
        (folder / name).write_bytes(whole)
        (folder / name).chmod(0o600)
        assert ready()


def test_processes_that_prepare_at_once(code: Code) -> None:
    """Whoever reads finds nothing or a whole file, however many write it."""
    assert code.folder
    forms = [bytes([n]) * 100_000 for n in range(4)]
    found: list[bytes | None] = []

    def write(data: bytes) -> None:
        other = Code(code.folder)
        for _ in range(50):
            other.write("some", data)
            found.append(other.read("some"))

    writers = [threading.Thread(target=write, args=(data,)) for data in forms]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert {*found} <= {*forms}
    assert only_file(code).name == "some", "and leaves nothing beside it"


# --- what cannot be kept -------------------------------------------------------------------------


def test_a_full_disk(code: Code, monkeypatch: pytest.MonkeyPatch) -> None:
    class Full(io.FileIO):
        def write(self, _: object) -> int:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fdopen", Full)
    assert call(), "it is run all the same"
    assert code.trouble == f"{code.folder}: {os.strerror(errno.ENOSPC)}"
    assert code.folder
    assert list(code.folder.iterdir()) == []


def chosen(cache: Path, monkeypatch: pytest.MonkeyPatch) -> Code:
    """Return the place that is chosen where this is the user's folder for Cadogan's caches."""
    monkeypatch.setattr(platformdirs, "user_cache_dir", lambda _: str(cache))
    return machinecode.code.__wrapped__()


def test_the_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mask = os.umask(0)
    try:
        code = chosen(tmp_path / "a" / "b" / "cadogan", monkeypatch)
    finally:
        os.umask(mask)
    assert code.folder
    assert not code.trouble
    assert code.folder.parent == tmp_path / "a" / "b" / "cadogan"
    if sys.platform != "win32":
        made = [code.folder, *code.folder.parents[:3]]
        assert {stat.S_IMODE(folder.stat().st_mode) for folder in made} == {0o700}
    assert chosen(tmp_path / "a" / "b" / "cadogan", monkeypatch).folder == code.folder


def test_a_place_that_cannot_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    code = chosen(tmp_path / "file" / "cadogan", monkeypatch)
    assert code.folder is None
    assert code.trouble.startswith(str(tmp_path / "file"))
    code.write("some", b"data")
    assert code.read("some") is None
    assert not code.ready()


def others_write_ours(cache: Path) -> None:
    cache.mkdir()
    cache.chmod(0o770)


def others_write_the_code(cache: Path) -> None:
    cache.mkdir(mode=0o700)
    folder = cache / machinecode._form()
    folder.mkdir()
    folder.chmod(0o707)


def a_link(cache: Path) -> None:
    target = cache.with_name("target")
    target.mkdir(mode=0o700)
    cache.symlink_to(target)


def others_write_above(cache: Path) -> None:
    cache.parent.chmod(0o777)


@POSIX
@pytest.mark.parametrize("spoil", [others_write_ours, others_write_the_code, a_link])
def test_a_place_that_others_may_write_to(
    spoil: Callable[[Path], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoil(tmp_path / "cadogan")
    code = chosen(tmp_path / "cadogan", monkeypatch)
    assert code.folder is None
    assert code.trouble.startswith(str(tmp_path / "cadogan"))
    assert code.trouble.endswith(" must be a folder of your own that nobody else may write to")


@POSIX
def test_a_place_below_one_that_everybody_may_write_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    others_write_above(tmp_path / "cadogan")
    code = chosen(tmp_path / "cadogan", monkeypatch)
    assert code.folder is None
    assert not (tmp_path / "cadogan").exists()
    tmp_path.chmod(0o1777)  # as /tmp is
    assert chosen(tmp_path / "cadogan", monkeypatch).folder
    tmp_path.chmod(0o770)  # as where every user is a group
    assert chosen(tmp_path / "cadogan", monkeypatch).folder


@POSIX
def test_a_home_of_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As under sudo, which keeps HOME: nothing of root's is put there, nor run from there."""
    if os.geteuid() == 0:
        os.chown(tmp_path, 12345, 12345)
    else:
        owner = os.geteuid()
        monkeypatch.setattr(os, "geteuid", lambda: owner + 1)
    code = chosen(tmp_path / "cadogan", monkeypatch)
    assert code.folder is None
    assert not (tmp_path / "cadogan").exists()
    assert code.trouble.startswith(f"{tmp_path} belongs to another user")


def test_no_cache_of_numba_is_used(code: Code, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "numba"))
    call()
    assert only_file(code).exists()
    assert not (tmp_path / "numba").exists()


# --- the solver ----------------------------------------------------------------------------------


def test_all_that_is_compiled_names_its_machine_code() -> None:
    """A change of any of these files makes another name, so that nothing stale is run."""
    package = Path(cadogan.__file__).parent
    read = {path for pattern in machinecode._SOURCES for path in package.glob(pattern)}
    compiled = [compiled_engine().__name__, *(source.__name__ for source in machine.KERNEL)]
    assert read >= {Path(str(sys.modules[name].__file__)) for name in compiled}
    for pattern in machinecode._SOURCES:
        assert list(package.glob(pattern)), pattern


@pytest.mark.parametrize("fault", [MemoryError(), numba.core.errors.LoweringError("no such\nline")])
def test_a_solver_that_cannot_be_compiled(
    fault: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise fault

    monkeypatch.setattr(search, "_warm_up", fail)
    with pytest.raises(NoSolver, match=r"the solver cannot be compiled: (there is not|no such)"):
        search.prepare.__wrapped__()


@pytest.mark.xdist_group("compiler")
def test_nothing_is_left_to_be_compiled_in_a_search() -> None:
    """What is made ready is all that searches call, of games of families, too."""
    told = """
from cadogan.solver import machine, search
for families in (False, True):
    search.prepare(families)
    code = machine.machine(families)
    print([name for name in code._fields if not getattr(code, name).signatures])
"""
    command = [sys.executable, "-c", told]
    settings = {**os.environ, "PYTHONPATH": SOURCE}
    run = subprocess.run(command, env=settings, capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["[]", "[]"]


def test_what_is_unkept_is_said(code: Code, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "code", lambda: code)
    assert solver.unkept() == ""
    code.trouble = "there: No space left on device"
    assert solver.unkept() == code.trouble


def solve(cache: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run ``cadogan solve`` with another folder for caches."""
    command = [sys.executable, "-m", "cadogan", "solve", "bakers-dozen", "1", *words]
    settings = {**os.environ, "PYTHONPATH": SOURCE, "XDG_CACHE_HOME": str(cache)}
    return subprocess.run(command, env=settings, capture_output=True, text=True, check=False)


def ask(cache: Path) -> list[dict[str, Any]]:
    """Ask the page's solver, and return what it says."""
    question = {"id": 1, "ask": "winnable", "game": "bakers-dozen", "options": {}, "from": 1}
    command = [sys.executable, "-m", "cadogan.solver.worker"]
    settings = {**os.environ, "PYTHONPATH": SOURCE, "XDG_CACHE_HOME": str(cache)}
    process: subprocess.Popen[str]
    with subprocess.Popen(
        command, env=settings, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(json.dumps(question) + "\n")
        process.stdin.flush()
        said = [json.loads(process.stdout.readline())]
        while "state" in said[-1]:
            said.append(json.loads(process.stdout.readline()))
        process.stdin.close()
    return said


@pytest.mark.xdist_group("compiler")
def test_those_who_compile_are_together(request: pytest.FixtureRequest) -> None:
    """Groups are names behind a test's id; without them every worker would compile for itself."""
    if hasattr(request.config, "workerinput"):
        assert request.node.nodeid.endswith("@compiler")


PREPARING = "Preparing the solver, once; this takes half a minute to two.\n"


@pytest.mark.slow
@pytest.mark.xdist_group("compiler")
@pytest.mark.skipif(sys.platform != "linux", reason="the folder for caches is named otherwise")
def test_the_whole_search_damaged(tmp_path: Path) -> None:
    first = solve(tmp_path)
    assert (first.returncode, first.stderr) == (0, PREPARING)
    (folder,) = (tmp_path / "cadogan").iterdir()
    files = sorted(folder.iterdir())
    told = [each.__name__.removeprefix("cadogan.").replace(".", "_") for each in machine.KERNEL]
    names = tuple(f"_compiled_{name}." for name in told)
    entries = [file for file in files if file.name.startswith(names)]
    assert len(entries) == 9
    damages = [cut, empty, change_a_byte, remove, put_another_in_its_place]
    for damage, file in zip(damages, entries, strict=False):
        damage(file)
    again = solve(tmp_path)
    assert (again.returncode, again.stderr) == (0, PREPARING)
    assert again.stdout.split("\n", 1)[1] == first.stdout.split("\n", 1)[1]
    assert (solve(tmp_path).returncode, solve(tmp_path).stderr) == (0, "")
    for file in entries:
        change_a_byte(file)
    states = [each.get("state", "answer") for each in ask(tmp_path)]
    assert states == ["preparing", "working", "answer"]
    (answer,) = ask(tmp_path)
    assert answer["deal"] == "1"
    (folder / "ready").unlink()
    assert [solve(tmp_path).stderr for _ in range(2)] == [PREPARING, ""]
    folder.chmod(0o770)
    refused = solve(tmp_path, "--nodes", "1000")
    assert refused.stderr == (
        "Preparing the solver, each time; this takes half a minute to two.\n"
        f"Its machine code cannot be kept: {folder} must be a folder of your own that nobody else"
        " may write to.\n"
    )
