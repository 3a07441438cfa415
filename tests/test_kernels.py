"""Kernels: the committed files match the sources, and every host gives the same answers."""

from __future__ import annotations

import ast
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tracemalloc
from array import array
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cadogan
from cadogan.core.errors import SolverMissingError, TooLargeError
from cadogan.kernel_build import here, layout
from cadogan.kernel_build.build import BuildError, build, manifest, restamp
from cadogan.kernel_build.interpreted import InterpretedKernel
from cadogan.kernel_build.objects import PLATFORMS
from cadogan.kernel_build.sources import KINDS, SOURCES
from cadogan.kernels import HOSTS, Kernel, kernel, native, selection
from cadogan.kernels.manifest import (
    _SOURCES,
    BUILT,
    code_of,
    digest_of_code,
    digest_of_sources,
    manifest_in,
)
from cadogan.kernels.memory import SIZES, Array, Block
from cadogan.kernels.native import NativeKernel
from cadogan.kernels.wasm import Heap, WasmKernel
from cadogan.model.perft import perft
from cadogan.players.host import Play, play
from cadogan.state.records import changed
from cadogan.state.snapshot import MOST_MOVES, new_state, thaw
from cadogan.state.state import mix

MOST = 2_400_000  # maximum size of all kernel files, in bytes

needs_library = pytest.mark.skipif(
    not (BUILT / native.library_name("plain")).is_file(), reason="no library for this platform"
)


@pytest.fixture(scope="module", params=HOSTS)
def hosted(request: pytest.FixtureRequest) -> Kernel:
    """Return the plain kernel on each host."""
    return on(request.param, "plain")


def on(host: str, kind: str) -> Kernel:
    """Return a kernel on the given host."""
    if host == "interpreted":
        return InterpretedKernel(kind)
    folder, built = selection._built(wasm=False)
    if host == "wasm":
        return WasmKernel(kind, BUILT, manifest_in(BUILT))
    if not (folder / native.library_name(kind)).is_file():
        pytest.skip("no library for this platform")
    return NativeKernel(kind, folder, built)


# --- committed files -----------------------------------------------------------------------------


def test_the_kernels_match_the_sources() -> None:
    assert manifest_in(BUILT).stamp == digest_of_sources(), (
        "the sources of the kernels have changed: run python scripts/build_kernels.py,"
        " with --stamp if only comments and docstrings have"
    )
    assert manifest_in(BUILT).code == digest_of_code()


_SOURCE = """
'''A module.'''
import os  # why


class Thing(Base):
    '''Thing
    of two lines.'''

    size = 1
    "a field"

    def name(self):
        "Return it."
        return f"#{self.size:02} {{x}}"  # not a "comment
        # a comment
"""


def test_the_code_digest_ignores_comments_and_docstrings() -> None:
    assert code_of(_SOURCE).splitlines() == [
        "import os",
        "class Thing(Base):",
        "    size = 1",
        "    def name(self):",
        '        return f"#{self.size:02} {{x}}"',
    ]


def test_other_comments_need_no_build_but_other_code_does(
    builds: list[list[str]], afresh: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    afresh.delenv("CADOGAN_KERNELS", raising=False)
    afresh.setattr(selection, "digest_of_sources", lambda: "2" * 64)
    assert selection._found(wasm=False) == (BUILT, manifest_in(BUILT))
    afresh.setattr(selection, "digest_of_code", lambda: "3" * 64)
    assert selection._found(wasm=False) is None
    for file in BUILT.iterdir():
        shutil.copy(file, tmp_path)
    old = msgspec.structs.replace(manifest_in(BUILT), stamp="1" * 64)
    (tmp_path / "kernels.json").write_bytes(msgspec.json.encode(old.sealed()))
    restamp(tmp_path)
    assert manifest_in(tmp_path) == manifest_in(BUILT)
    other = msgspec.structs.replace(old, code="1" * 64).sealed()
    (tmp_path / "kernels.json").write_bytes(msgspec.json.encode(other))
    with pytest.raises(BuildError, match="the code of the kernels has changed"):
        restamp(tmp_path)


def test_the_manifest_lists_every_entry_and_field() -> None:
    built, now = manifest_in(BUILT), manifest(BUILT)
    assert built.entries == now.entries
    assert built.records == now.records
    assert built.files == now.files
    assert {*built.entries} == {*KINDS}


def test_there_are_kernels_for_all_platforms() -> None:
    names = {f"{kind}-{name}.{p.suffix}" for kind in KINDS for name, p in PLATFORMS.items()}
    assert {path.name for path in BUILT.iterdir()} == names | {"kernels.json"}
    assert sum(path.stat().st_size for path in BUILT.iterdir()) <= MOST


def test_every_field_is_explained_where_the_manifest_says() -> None:
    """In a record's class, each field has a comment on its line or on the line above."""
    for name, laid in manifest_in(BUILT).records.items():
        source = Path(cadogan.__file__).parent.joinpath(*laid.meaning.split(".")[1:])
        text = source.with_suffix(".py").read_text(encoding="utf-8")
        for field in laid.fields:
            of = field.name.rpartition(".")[2]
            assert re.search(rf"^    {of}: (int|list\[int\])  # \S", text, re.M) or re.search(
                rf"^    #.*\n    {of}: ", text, re.M
            ), f"{name}.{field.name}"


# --- memory --------------------------------------------------------------------------------------


@given(st.sampled_from([*SIZES]), st.lists(st.integers(-9, 9), min_size=1), st.data())
def test_an_array_is_a_list_of_fixed_length(kind: str, some: list[int], data: Any) -> None:
    made = Array(Block(len(some) * SIZES[kind]), kind, (len(some),))
    assert made[:] == [0] * len(some)
    made[:] = some
    where = data.draw(st.slices(len(some)))
    assert made[where] == some[where]
    new = data.draw(st.lists(st.integers(-9, 9), min_size=len(some[where]), max_size=99))
    new = new[: len(some[where])]
    some[where] = new
    made[where] = new
    at = data.draw(st.integers(0, len(some) - 1))
    made[at] += 1
    some[at] += 1
    assert made[:] == some
    made.zero(at)
    assert made[:] == [0] * at + some[at:]


@pytest.mark.parametrize("at", [-1, 3, 1 << 40])
def test_indices_outside_an_array_are_errors(at: int) -> None:
    made = Array(Block(24), "q", (3,))
    with pytest.raises(IndexError):
        made[at]
    with pytest.raises(IndexError):
        made[at] = 1


def test_arrays_of_two_dimensions_are_accessed_by_row() -> None:
    made = Array(Block(48), "q", (2, 3))
    made[1][:] = [4, 5, 6]
    assert made[1][::-1] == [6, 5, 4]
    assert made[0][:] == [0, 0, 0]
    with pytest.raises(IndexError, match="an array with 2 dimensions cannot be sliced"):
        made[:]
    with pytest.raises(IndexError):
        made[0] = [1, 2, 3]


def test_too_many_values_are_not_written() -> None:
    made = Array(Block(24), "q", (3,))
    with pytest.raises(ValueError, match="different structures"):
        made[:2] = [1, 2, 3]
    assert made[:] == [0, 0, 0]


def test_an_array_is_copied_only_if_there_is_room() -> None:
    made, some = Array(Block(24), "q", (3,)), Array(Block(16), "q", (2,))
    some[:] = [1, 2]
    made.copy_from(some)
    assert made[:] == [1, 2, 0]
    for other in (Array(Block(32), "q", (4,)), Array(Block(8), "h", (2,))):
        with pytest.raises(ValueError, match="a different type or is too long"):
            made.copy_from(other)


def test_memory_is_freed() -> None:
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        some = Block(1 << 20)
        assert tracemalloc.get_traced_memory()[0] - before >= 1 << 20
        del some
        assert tracemalloc.get_traced_memory()[0] - before < 1 << 20
    finally:
        tracemalloc.stop()


@given(st.lists(st.tuples(st.integers(1, 5000), st.booleans()), max_size=60))
def test_blocks_of_a_heap_do_not_overlap_and_are_empty(steps: list[tuple[int, bool]]) -> None:
    memory = bytearray(1 << 20)
    block = memoryview(memory)
    held = Array(Block(len(memory)), "q", (len(memory) // 8,))
    heap = Heap(_full, held._memory.pointer, 1000, len(memory) >> 16)
    taken: dict[int, int] = {}
    for size, back in steps:
        if back and taken:
            at, room = taken.popitem()
            heap.give(at, room)
            continue
        room = -(-size // 64) * 64
        at = heap.take(room)
        assert at % 64 == 0
        assert at >= 1000
        assert not any(at < end + start and start < at + room for start, end in taken.items())
        cells = heap.view("q")[at // 8 : (at + room) // 8]
        assert not any(cells)
        cells[:] = array("q", [-1] * len(cells))
        taken[at] = room
    block.release()


def test_a_heap_that_cannot_grow_raises() -> None:
    held = Block(1 << 16)
    with pytest.raises(MemoryError):
        Heap(_full, held.pointer, 0, 1).take(1 << 17)


def _full(_pages: int) -> None:
    raise MemoryError


# --- the hosts -----------------------------------------------------------------------------------


def test_a_record_keeps_its_values(hosted: Kernel) -> None:
    R = cadogan.game("klondike").compiled_rules
    made = hosted.record(R)
    assert (made.piles, made.total, made.redeal.times) == (R.piles, R.total, R.redeal.times)
    assert made.lift.take[: len(R.lift.take)] == R.lift.take
    assert made.accept.sets[: len(R.accept.sets)] == R.accept.sets


def test_a_game_that_is_too_large_is_refused(hosted: Kernel) -> None:
    R = cadogan.game("klondike").compiled_rules
    with pytest.raises(
        TooLargeError, match=r"accept\.sets has 1000000 entries, but the maximum is"
    ):
        hosted.record(changed(R, {"accept.sets": [0] * 10**6}))


@pytest.mark.parametrize(("game_id", "depth"), [("freecell", 3), ("klondike", 4), ("canfield", 3)])
def test_all_hosts_count_the_same_sequences_of_moves(
    hosted: Kernel, game_id: str, depth: int
) -> None:
    depth -= hosted.how == "interpreted"
    position = cadogan.game(game_id).deal(1)
    R = position.game.compiled_rules
    slow = new_state(R)
    thaw(R, slow, position.snapshot)
    tables, state = hosted.record(R), hosted.record(slow)
    out, ends = hosted.array(MOST_MOVES), hosted.array(depth + 2)
    counted = [
        hosted.perft(tables, state, out, hosted.array(size), ends, depth) for size in (9999, 2)
    ]
    assert counted == [perft(position, depth).paths[depth], -1]


ANSWERS = """
import cadogan
from cadogan.kernels import kernel
print({kernel(kind).how for kind in ("plain", "special", "players")})
from cadogan.players.host import play
for game, deal, nodes in (
    ("bakers-dozen", 1, 150), ("golf", 1, 150), ("pyramid", 2, 100), ("klondike", 4, 100),
    ("spider", 1, 30), ("accordion", 1, 30),
):
    found = cadogan.solve(cadogan.game(game).deal(deal), nodes=nodes, memory=1 << 25)
    print(game, found.result, found.nodes, found.method, found.limit, *found.line)
for policy in ("greedy", "random"):
    print(play(cadogan.game("accordion"), range(1, 4), policy))
print(play(cadogan.game("klondike"), [5], "greedy"))
"""


def output_of(script: str, host: str) -> str:
    """Return the output of a script on the given host."""
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "CADOGAN_KERNELS": host},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def answers(host: str) -> str:
    """Return the output of the script `ANSWERS` on the given host."""
    how, _, rest = output_of(ANSWERS, host).partition("\n")
    assert how == f"{{'{host}'}}"
    return rest


@needs_library
def test_all_hosts_find_the_same() -> None:
    native_answers = answers("native")
    assert native_answers.count("\n") == 9
    assert native_answers == answers("wasm") == answers("interpreted")


@pytest.mark.parametrize("host", ["native", "wasm"])
def test_arguments_of_another_type_are_errors(host: str) -> None:
    code = on(host, "plain")
    with pytest.raises(TypeError, match="shuffle takes q1, not h1"):
        code.shuffle(code.array(9, kind="h"), 9, 1)
    with pytest.raises(TypeError, match="shuffle takes 3 arguments, not 2"):
        code.shuffle(code.array(9), 9)
    with pytest.raises(OverflowError, match=f"mix takes 64-bit integers, not {1 << 63}"):
        code.mix(1 << 63)
    with pytest.raises(OverflowError, match="mix takes 64-bit integers"):
        code.mix(-(1 << 63) - 1)
    assert code.mix(-1) == mix(-1)


@pytest.mark.parametrize("host", ["native", "wasm"])
def test_too_large_arrays_are_errors(host: str) -> None:
    code = on(host, "plain")
    for count in (1 << 46, 1 << 62, 1 << 80):
        with pytest.raises(MemoryError):
            code.array(count)
    with pytest.raises(ValueError, match="an array cannot have -1 integers"):
        code.array(-1)
    with pytest.raises(TypeError):
        code.array(2.5)  # type: ignore[arg-type]  # the error under test
    assert len(code.array(2)) == 2


# --- choice of host ------------------------------------------------------------------------------


@pytest.fixture
def afresh(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Return a monkeypatch under which no kernel has been chosen yet."""
    monkeypatch.setattr(selection, "kernel", kernel.__wrapped__)
    return monkeypatch


def test_an_unknown_host(afresh: pytest.MonkeyPatch) -> None:
    afresh.setenv("CADOGAN_KERNELS", "numba")
    with pytest.raises(SolverMissingError) as error:
        selection.kernel("plain")
    message = "CADOGAN_KERNELS is 'numba'; it must be one of native, wasm, interpreted"
    assert str(error.value) == message


def test_without_a_library_the_host_is_webassembly(afresh: pytest.MonkeyPatch) -> None:
    afresh.delenv("CADOGAN_KERNELS", raising=False)
    afresh.setattr(selection, "library_name", lambda kind: f"{kind}-plan9-vax.so")
    afresh.setattr(native, "library_name", lambda kind: f"{kind}-plan9-vax.so")
    assert selection.kernel("plain").how == "wasm"
    afresh.setenv("CADOGAN_KERNELS", "native")
    with pytest.raises(
        SolverMissingError, match=r"there is no library for this platform: .*plain-plan9-vax\.so"
    ):
        selection.kernel("plain")


def test_without_either_the_error_names_what_to_install(afresh: pytest.MonkeyPatch) -> None:
    afresh.delenv("CADOGAN_KERNELS", raising=False)
    for module in (selection, native):
        afresh.setattr(module, "library_name", lambda kind: f"{kind}-plan9-vax.so")
    afresh.setitem(sys.modules, "wasmtime", None)
    afresh.delitem(sys.modules, "cadogan.kernels.wasm")
    with pytest.raises(SolverMissingError) as error:
        selection.kernel("plain")
    assert str(error.value) == (
        'the only solver for this platform is WebAssembly: pip install "cadogan[wasm]";'
        " if that fails, CADOGAN_KERNELS=interpreted is slow but works everywhere"
    )
    afresh.setenv("CADOGAN_KERNELS", "wasm")
    with pytest.raises(SolverMissingError) as error:
        selection.kernel("plain")
    assert str(error.value) == (
        'CADOGAN_KERNELS is wasm, but wasmtime is missing: pip install "cadogan[wasm]"'
    )


@needs_library
@pytest.mark.parametrize(
    ("library", "message"),
    [
        (None, "the solver is missing (LIBRARY): install Cadogan again"),
        (
            b"no library",
            "the solver cannot be loaded: FOLDER/LIBRARY is damaged; install Cadogan again",
        ),
    ],
    ids=["missing", "damaged"],
)
def test_a_library_that_cannot_be_used(
    library: bytes | None, message: str, afresh: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    afresh.delenv("CADOGAN_KERNELS", raising=False)
    _, built = selection._built(wasm=False)
    name = native.library_name("plain")
    if library is not None:
        (tmp_path / name).write_bytes(library)
    afresh.setattr(selection, "_built", lambda wasm: (tmp_path, built))
    with pytest.raises(SolverMissingError) as error:
        selection.kernel("plain")
    assert str(error.value) == message.replace("FOLDER", str(tmp_path)).replace("LIBRARY", name)


@needs_library
def test_threads_do_not_share_what_a_search_writes() -> None:
    """If threads shared the analysis, one search could make another report a won deal as lost."""
    positions = [cadogan.game("klondike").deal(deal) for deal in range(1, 13)]

    def searched(_: int) -> list[tuple[str, int]]:
        found = [cadogan.solve(p, nodes=20_000, memory=1 << 26, line="found") for p in positions]
        return [(one.result, one.nodes) for one in found]

    alone = searched(0)
    with ThreadPoolExecutor(3) as threads:
        assert list(threads.map(searched, range(3))) == [alone] * 3


@needs_library
def test_threads_do_not_share_what_a_play_writes() -> None:
    def played(_: int) -> list[list[Play]]:
        klondike = cadogan.game("klondike")
        # a play with `stop` pauses again and again
        return [play(klondike, [deal], "random", stop=lambda: False) for deal in range(1, 20)]

    alone = played(0)
    with ThreadPoolExecutor(3) as threads:
        assert list(threads.map(played, range(3))) == [alone] * 3


THREADS = """
import sys
from concurrent.futures import ThreadPoolExecutor
import cadogan
from cadogan.players.host import play
positions = [cadogan.game("klondike").deal(deal) for deal in range(1, 7)]

sys.setswitchinterval(1e-5)

def searched(_):
    found = [cadogan.solve(p, nodes=20_000, memory=1 << 25, line="found") for p in positions]
    return [(one.result, one.nodes) for one in found], play(positions[0].game, [3, 4], "random")

alone = searched(0)
with ThreadPoolExecutor(3) as threads:
    print(list(threads.map(searched, range(3))) == [alone] * 3)
"""


def test_threads_take_turns_in_webassembly() -> None:
    assert output_of(THREADS, "wasm") == "True\n"


def test_the_stamp_covers_every_constant_in_kernels() -> None:
    """The sources include every module whose constants are compiled into a kernel."""
    package = Path(cadogan.__file__).parent
    read = {path for pattern in _SOURCES for path in package.glob(pattern)}
    modules = {module for modules in SOURCES.values() for module in modules} | {layout}
    for module in modules:
        tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("cadogan."):
                source = package.joinpath(*str(node.module).split(".")[1:]).with_suffix(".py")
                constants = [alias.name for alias in node.names if alias.name.isupper()]
                assert not constants or source in read, (module.__name__, node.module, constants)


def test_a_manifest_with_a_wrong_digit_is_damaged(tmp_path: Path) -> None:
    """The host rejects a damaged manifest, because a wrong field offset gives wrong verdicts."""
    whole = (BUILT / "kernels.json").read_bytes()
    (tmp_path / "kernels.json").write_bytes(whole)
    assert manifest_in(tmp_path) == manifest_in(BUILT)
    digits = [at for at, byte in enumerate(whole) if byte in b"0123456789"]
    for at in digits[:: len(digits) // 50]:
        other = bytes([whole[at] ^ 1])
        (tmp_path / "kernels.json").write_bytes(whole[:at] + other + whole[at + 1 :])
        with pytest.raises(msgspec.DecodeError):
            manifest_in(tmp_path)


def test_a_damaged_module_is_not_run(afresh: pytest.MonkeyPatch, tmp_path: Path) -> None:
    afresh.setenv("CADOGAN_KERNELS", "wasm")
    _, built = selection._built(wasm=False)
    whole = bytearray((BUILT / "plain-wasm32.wasm").read_bytes())
    whole[-1] ^= 1
    (tmp_path / "plain-wasm32.wasm").write_bytes(whole)
    afresh.setattr(selection, "_built", lambda wasm: (tmp_path, built))
    with pytest.raises(
        SolverMissingError, match=r"does not work here: .*plain-wasm32\.wasm is damaged"
    ):
        selection.kernel("plain")


def test_a_damaged_library_is_skipped(afresh: pytest.MonkeyPatch, tmp_path: Path) -> None:
    afresh.delenv("CADOGAN_KERNELS", raising=False)
    _, built = selection._built(wasm=False)
    (tmp_path / native.library_name("plain")).write_bytes(b"no library")
    (tmp_path / "plain-wasm32.wasm").write_bytes((BUILT / "plain-wasm32.wasm").read_bytes())
    afresh.setattr(selection, "_built", lambda wasm: (tmp_path, built))
    assert selection.kernel("plain").how == "wasm"


# --- builds during development -------------------------------------------------------------------


@pytest.fixture
def builds(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Replace the build with a stub, and return the list of platforms for each call."""
    built: list[list[str]] = []

    def build(folder: Path, platforms: list[str], report: Callable[[str], object]) -> None:
        report("plain: compiling")
        built.append(platforms)
        folder.mkdir()
        (folder / "plain-here.so").write_bytes(b"a library")
        files = {"plain-here.so": hashlib.sha256(b"a library").hexdigest()}
        made = msgspec.structs.replace(manifest_in(BUILT), stamp="1" * 64, files=files).sealed()
        (folder / "kernels.json").write_bytes(msgspec.json.encode(made))

    monkeypatch.setattr("cadogan.kernel_build.build.build", build)
    return built


def test_changed_sources_are_built_for_this_machine_once(
    builds: list[list[str]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "build" / "kernels"
    half = kept / "tmp0"
    half.mkdir(parents=True)
    folders = {here.build_here(tmp_path, "1" * 64) for _ in range(2)}
    assert folders == {kept / ("1" * 16)}
    assert builds == [[here.platform_here()]]
    assert not half.exists()
    assert capsys.readouterr().err == (
        f"The sources of the kernels have changed; building them for {here.platform_here()} takes"
        " some minutes.\nplain: compiling\n"
    )


@pytest.mark.parametrize("name", ["kernels.json", "plain-here.so"])
def test_a_damaged_build_is_made_anew(name: str, builds: list[list[str]], tmp_path: Path) -> None:
    for _ in range(2):
        folder = here.build_here(tmp_path, "1" * 64)
        assert here.folder_here(tmp_path, "1" * 64) == folder
        (folder / name).write_bytes(b"{}")
    assert len(builds) == 2


def test_webassembly_is_built_if_it_is_the_host(
    builds: list[list[str]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    wanted = here.build_here(tmp_path, "1" * 64, wasm=True)
    monkeypatch.setattr(here, "library_name", lambda kind: f"{kind}-plan9-vax.so")
    assert here.build_here(tmp_path, "1" * 64) != wanted
    assert builds == [["wasm32"], ["wasm32"]]


def test_builds_of_other_sources_are_kept_for_a_while(
    builds: list[list[str]], tmp_path: Path
) -> None:
    """A running process may still load kernels from an older build."""
    kept = tmp_path / "build" / "kernels"
    for i in range(10):
        (kept / f"old{i}").mkdir(parents=True)
        (kept / f"old{i}" / "kernels.json").touch()
        os.utime(kept / f"old{i}", (i, i))
    here.build_here(tmp_path, "1" * 64)
    assert builds
    assert {path.name for path in kept.iterdir()} == {
        "lock", "1" * 16, *(f"old{i}" for i in range(2, 10))
    }  # fmt: skip


def test_a_failed_build_is_reported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def fails(*_: object, **__: object) -> None:
        raise BuildError("no linker")

    monkeypatch.setattr("cadogan.kernel_build.build.build", fails)
    with pytest.raises(SolverMissingError, match="the kernels cannot be built: no linker"):
        here.build_here(tmp_path, "1" * 64)
    assert [path.name for path in (tmp_path / "build" / "kernels").iterdir()] == ["lock"]


def test_a_folder_without_write_access_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "build").touch()
    with pytest.raises(
        SolverMissingError, match=r"the kernels cannot be built in .*: (Not a dir|File ex)"
    ):
        here.build_here(tmp_path, "1" * 64)


def test_an_unknown_platform_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match="there is no platform plan9-vax; there are linux-x86_64,"):
        build(tmp_path / "made", ["plan9-vax"])


def test_the_version_needs_no_build(
    builds: list[list[str]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("CADOGAN_KERNELS", raising=False)
    monkeypatch.setattr(selection, "_checkout", lambda: tmp_path)
    monkeypatch.setattr(selection, "digest_of_sources", lambda: "1" * 64)
    monkeypatch.setattr(selection, "digest_of_code", lambda: "1" * 64)
    assert selection.which() == "not built yet: its sources have changed"
    assert not builds


def test_compilers_end_with_their_parent_process() -> None:
    """Ctrl-C during a build leaves no compiler running."""
    reads, writes = os.pipe()
    command = [sys.executable, "-m", "cadogan.kernel_build.emit", "plain"]
    with subprocess.Popen(command, stdin=reads, stdout=subprocess.DEVNULL) as compiler:
        os.close(reads)
        os.close(writes)
        assert compiler.wait(60) == 1


def test_kernels_of_other_sources_are_not_used_outside_a_checkout(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(selection, "_checkout", lambda: None)
    monkeypatch.setattr(selection, "digest_of_sources", lambda: "other")
    monkeypatch.setattr(selection, "digest_of_code", lambda: "other")
    with pytest.raises(SolverMissingError) as error:
        selection._built.__wrapped__(wasm=False)
    assert str(error.value) == (
        "the solver was built for another version of Cadogan: install Cadogan again"
    )
