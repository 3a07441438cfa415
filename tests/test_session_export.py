"""Export and import of a person's data: nothing is lost or duplicated, and damage is refused."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cadogan.session import export
from cadogan.session.database import FILE
from cadogan.session.export import Kept
from cadogan.session.repository import Repository
from cadogan.session.service import PlayService
from tests.cases.messages import refused
from tests.stored_plays import moved
from tests.test_cli import answer, complaint, run


class House:
    """One machine with its plays."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.shelf = PlayService(Repository.open(folder))

    def play(self, deal: str, *moves: str, key: str = "") -> str:
        """Start a play of FreeCell, or continue one."""
        return moved(self.shelf, *moves, key=key, game="freecell", deal=deal)

    def steps(self) -> dict[str, list[str]]:
        return {u.deal: self.shelf.get(u.play).record.steps for u in self.shelf.unfinished()}

    def written(self) -> bytes:
        return export.written(self.shelf.store, self.folder / "games")

    def take_in(self, data: bytes) -> tuple[int, int, int]:
        taken = export.take_in(self.shelf.store, export.read(data), self.folder / "games")
        return taken.added, taken.updated, taken.known


@pytest.fixture
def exported(here: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the file that the command writes for a home with one play."""
    file = tmp_path / "plays.json"
    here.play("ms:1", "t1-c1")
    monkeypatch.setenv("CADOGAN_HOME", str(here.folder))
    answer("export", str(file))
    return file


@pytest.fixture
def here(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path / "here")
    yield house
    house.shelf.store.close()


@pytest.fixture
def there(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path / "there")
    yield house
    house.shelf.store.close()


def dump(store: Repository) -> Any:
    return store.look(lambda db: [*db.iterdump()])


def test_everything_reaches_a_new_machine(here: House, there: House) -> None:
    here.play("ms:1", "t1-c1", "t2-c2")
    lost = here.play("ms:2", "t1-c1")
    here.shelf.leave(lost)
    here.shelf.store.save_settings({"auto": "off", "favourites": ["golf"]})
    (here.folder / "games").mkdir()
    (here.folder / "games" / "mine.toml").write_bytes("name = 'Mïne'\r\n".encode())
    assert there.take_in(here.written()) == (2, 0, 0)
    assert there.steps() == {"ms:1": ["t1-c1", "t2-c2"]}
    assert [r.won for r in there.shelf.store.results("freecell")] == [False]
    assert there.shelf.store.settings() == {"auto": "off", "favourites": ["golf"]}
    assert (there.folder / "games" / "mine.toml").read_bytes() == "name = 'Mïne'\r\n".encode()
    assert dump(here.shelf.store) == dump(there.shelf.store)


def test_importing_twice_changes_nothing(here: House) -> None:
    here.play("ms:1", "t1-c1")
    data, before = here.written(), dump(here.shelf.store)
    assert here.take_in(data) == (0, 0, 1)
    assert dump(here.shelf.store) == before
    assert here.written() == data


def test_plays_without_moves_are_not_exported(here: House) -> None:
    here.play("ms:1")
    assert export.read(here.written()).plays == []


def test_the_longer_state_of_a_play_is_kept(here: House, there: House) -> None:
    key = here.play("ms:1", "t1-c1")
    old = here.written()
    there.take_in(old)
    there.play("ms:1", "t2-c2", key=key)
    assert here.take_in(there.written()) == (0, 1, 0)
    assert here.steps() == {"ms:1": ["t1-c1", "t2-c2"]}
    assert here.take_in(old) == (0, 0, 1), "an older file takes nothing back"
    assert here.steps() == {"ms:1": ["t1-c1", "t2-c2"]}


def test_a_play_continued_in_both_places_becomes_two(here: House, there: House) -> None:
    key = here.play("ms:1", "t1-c1")
    there.take_in(here.written())
    here.play("ms:1", "t2-c2", key=key)
    there.play("ms:1", "t3-c2", "t4-c3", key=key)
    data = there.written()
    assert here.take_in(data) == (1, 0, 0)
    found = sorted(here.shelf.get(u.play).record.steps for u in here.shelf.unfinished())
    assert found == [["t1-c1", "t2-c2"], ["t1-c1", "t3-c2", "t4-c3"]]
    assert here.take_in(data) == (0, 0, 1), "and is not doubled by the same file"


def stored(**changes: Any) -> Kept:
    """Return a play from an exported file."""
    usual: dict[str, Any] = {
        "play": "a", "game": "golf", "options": {}, "deal": "7", "rules": "r", "started": 1.0,
        "updated": 2.0, "seconds": 3.0, "done": 2, "revision": 5, "state": "won", "ended": 2.0,
        "won_steps": 2, "won_seconds": 3.0, "steps": ["s-w", "w-f1"], "parts": {},
    }  # fmt: skip
    return msgspec.convert(usual | changes, Kept)


@pytest.mark.parametrize(
    ("changes", "holds"),
    [
        ({}, True),
        ({"revision": 6}, True),
        ({"revision": 6, "won_steps": None}, False),  # the import would lose the win
        ({"revision": 6, "won_steps": 1}, False),
        ({"revision": 6, "ended": None}, False),
        ({"revision": 4}, False),
        ({"updated": 1.0}, False),
        ({"revision": 6, "steps": ["s-w", "w-f2"]}, False),
        ({"revision": 6, "steps": ["s-w", "w-f1", "s-w"], "done": 3}, True),
    ],
)
def test_a_play_that_holds_all_of_another(changes: dict[str, Any], holds: bool) -> None:
    assert stored(**changes).holds(stored()) == holds


def test_a_running_server_sees_the_import(here: House, there: House) -> None:
    key = here.play("ms:1", "t1-c1")
    there.take_in(here.written())
    there.play("ms:1", "t2-c2", key=key)
    with closing(Repository.open(here.folder)) as other:
        export.take_in(other, export.read(there.written()), here.folder / "games")
    assert here.shelf.get(key).record.steps == ["t1-c1", "t2-c2"]


def test_existing_choices_are_kept(here: House, there: House) -> None:
    here.shelf.store.save_settings({"auto": "off", "deck": "large-two", "favourites": ["golf"]})
    there.shelf.store.save_settings({"auto": "safe", "favourites": ["spider", "golf"]})
    for house in (here, there):
        (house.folder / "games").mkdir()
        (house.folder / "games" / "mine.toml").write_text(house.folder.name)
    taken = export.take_in(there.shelf.store, export.read(here.written()), there.folder / "games")
    assert (taken.games, taken.differing) == ((), ("mine.toml",))
    assert (there.folder / "games" / "mine.toml").read_text() == "there"
    settings = there.shelf.store.settings()
    assert settings == {"auto": "safe", "deck": "large-two", "favourites": ["spider", "golf"]}


def test_a_damaged_file_is_refused_whole(here: House, there: House) -> None:
    here.play("ms:1", "t1-c1", "t2-c2")
    data, before = here.written(), dump(there.shelf.store)
    chance = random.Random(7)
    for _ in range(300):
        at = chance.randrange(len(data))
        damaged = data[:at] + bytes([data[at] ^ (1 << chance.randrange(8))]) + data[at + 1 :]
        with pytest.raises(export.InvalidBackupError):
            there.take_in(damaged)
    for cut in range(0, len(data) - 2, 7):
        with pytest.raises(export.InvalidBackupError):
            there.take_in(data[:cut])
    assert dump(there.shelf.store) == before


def forged(data: bytes, change: Callable[[Any], None]) -> bytes:
    """Change values in a file and give it the right digest."""
    told = json.loads(data)
    change(told["content"])
    body = json.dumps(told["content"], ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    told["digest"] = export._digest(body)
    return json.dumps(told).encode()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda c: c["plays"].append(c["plays"][0]), "a play appears twice"),
        (lambda c: c["plays"][0].update(done=9), "has only 1 steps, but 9 are in effect"),
        (lambda c: c["plays"][0].update(state="lucky"), "Invalid enum value 'lucky'"),
        (lambda c: c["plays"][0].update(seconds=-1.0), ">= 0"),
        (lambda c: c["plays"][0].update(play="../x"), "matching regex"),
        (lambda c: c["plays"][0].update(parts={"visions": [[1, 2]]}), "a newer version of Cadogan"),
        (lambda c: c.update(games={"../x.toml": ""}), "is not a valid file name"),
        (lambda c: c["plays"][0].update(revision=1 << 63), "<= 9007199254740991"),
        (lambda c: c["plays"][0].update(parts={"marks": [[1 << 63, 0, ""]]}), "too large"),
        (lambda c: c.update(more=1), "unknown field `more`"),
    ],
)
def test_contents_that_an_export_never_has_are_refused(
    here: House, there: House, change: Callable[[Any], None], says: str
) -> None:
    here.play("ms:1", "t1-c1")
    before = dump(there.shelf.store)
    with pytest.raises(export.InvalidBackupError, match=says.replace("(", r"\(")):
        there.take_in(forged(here.written(), change))
    assert dump(there.shelf.store) == before


def test_a_lone_surrogate_is_refused(there: House) -> None:
    content = {"settings": {}, "plays": [], "games": {"mine.toml": "\ud800"}}
    told = {"format": export.FORMAT, "version": export.VERSION, "digest": "", "content": content}
    with refused(export.InvalidBackupError, "backups.written"):
        there.take_in(json.dumps(told).encode())


def test_unsaved_plays_are_exported(here: House, there: House) -> None:
    """The export includes plays that a full disk kept from being saved."""
    key = here.play("ms:1", "t1-c1")
    with here.shelf.changing(key) as play:
        play.bookmark()
    here.shelf.store._file.db.execute("PRAGMA query_only = ON")
    here.play("ms:1", "t2-c2", key=key)
    here.play("ms:2", "t1-c1")
    assert "could not be saved" in str(here.shelf.store.notice)
    assert there.take_in(here.written()) == (2, 0, 0)
    assert there.steps() == {"ms:1": ["t1-c1", "t2-c2"], "ms:2": ["t1-c1"]}
    kept = there.shelf.store.load(key)
    assert kept is not None
    assert [mark.steps for mark in kept.marks] == [("t1-c1",)]


def test_a_definition_is_written_whole_or_not_at_all(here: House, there: House) -> None:
    (here.folder / "games").mkdir()
    (here.folder / "games" / "mine.toml").write_text("here" * 12_000)
    content = export.read(here.written())
    games = there.folder / "games"
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, before[1]))
    try:
        with refused(export.InvalidBackupError, "backups.cannot-written-file"):
            export._take_games(content.games, games)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert [*games.iterdir()] == []
    (games / "mine.toml").mkdir()
    assert export._take_games(content.games, games) == ((), ("mine.toml",), ())


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "it is not valid JSON"),
        (b"\xff\xfe", "it is not valid JSON"),
        (b"[" * 100_000, "it is not valid JSON"),
        (b"[]", "not a file from 'cadogan export'"),
        (b'{"format": "cadogan plays", "version": 2}', "a newer version of Cadogan"),
        (b'{"format": "cadogan plays", "version": 1, "content": NaN}', "it is not valid JSON"),
    ],
)
def test_other_files_are_refused(data: bytes, says: str) -> None:
    with pytest.raises(export.InvalidBackupError, match=says):
        export.read(data)


def test_unreadable_plays_are_not_exported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command refuses to write an empty file, which would look like a backup."""
    file = tmp_path / "plays.json"
    (tmp_path / "file").touch()
    monkeypatch.setenv("CADOGAN_HOME", str(tmp_path / "file"))
    said = complaint("export", str(file))
    assert said.startswith("nothing was written: Your plays cannot be saved in ")
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / FILE).write_bytes(b"no database " * 1000)
    monkeypatch.setenv("CADOGAN_HOME", str(tmp_path / "home"))
    assert "moved it to" in complaint("export", str(file))
    assert not file.exists()


def test_the_commands(exported: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = exported.read_bytes()
    assert run("export", "-").stdout_bytes == data
    assert "already exists" in complaint("export", str(exported))
    monkeypatch.setenv("CADOGAN_HOME", str(tmp_path / "there"))
    assert answer("import", str(exported)) == "1 play was added.\n"
    assert run("import", "-", given=data).stdout == "1 play already existed.\n"
    exported.write_bytes(data[:-20])
    assert complaint("import", str(exported)).startswith(f"{exported}: ")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["here", "plays.json", "there"]


def test_import_works_wherever_plays_can_be_saved(
    exported: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = tmp_path / "there"
    there.mkdir()
    (there / FILE).write_bytes(b"this is no database at all" * 100)
    monkeypatch.setenv("CADOGAN_HOME", str(there))
    taken = run("import", str(exported))
    assert (taken.exit_code, taken.stdout) == (0, "1 play was added.\n")
    assert "was damaged. Cadogan moved it" in taken.stderr
    monkeypatch.setenv("CADOGAN_HOME", str(exported))  # not a folder, so plays cannot be saved
    said = complaint("import", str(exported))
    assert said.startswith("nothing was imported: Your plays cannot be saved")
