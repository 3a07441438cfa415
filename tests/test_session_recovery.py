"""Recovery from a damaged file of plays: every readable play is kept."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from cadogan.i18n import in_language
from cadogan.session.database import FILE
from cadogan.session.repository import Repository
from cadogan.session.service import PlayService
from tests.stored_plays import moved

PAGE = 4096
PLAYS = 60
MOVES = 6


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, list[str]]:
    """Return a file with many plays of a few moves each, and their keys."""
    home, chance = tmp_path_factory.mktemp("sound"), random.Random(1)
    with closing(Repository.open(home)) as store, pytest.MonkeyPatch.context() as patch:
        # fixed keys put the same plays on the same pages in every run
        patch.setattr("cadogan.session.service.new_key", lambda: f"{chance.getrandbits(64):016x}")
        shelf = PlayService(store)
        keys = [moved(shelf, *["s-w"] * MOVES, deal=str(n)) for n in range(1, PLAYS + 1)]
        store.save_settings({"auto": "off"})
    return (home / FILE).read_bytes(), keys


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Callable[[bytes], Repository]]:
    """Return a function that opens the store on a file with these bytes."""
    stores: list[Repository] = []

    def open_(data: bytes) -> Repository:
        (tmp_path / FILE).write_bytes(data)
        stores.append(Repository.open(tmp_path))
        return stores[-1]

    yield open_
    for store in stores:
        store.close()


def pages_of(data: bytes, table: str) -> list[int]:
    """Return the pages of a table except its root, numbered from 0."""
    with closing(sqlite3.connect(":memory:")) as db:
        db.deserialize(data[:18] + b"\1\1" + data[20:])
        (root,) = db.execute(
            "SELECT rootpage FROM sqlite_master WHERE type = 'table' AND name = ?", (table,)
        ).fetchone()
    page = data[(root - 1) * PAGE : root * PAGE]
    assert page[0] == 2, "all in one page: make more plays"
    cells = int.from_bytes(page[3:5], "big")
    starts = [int.from_bytes(page[12 + 2 * n : 14 + 2 * n], "big") for n in range(cells)]
    children = [int.from_bytes(page[at : at + 4], "big") for at in starts]
    return [child - 1 for child in [*children, int.from_bytes(page[8:12], "big")]]


def spoilt(data: bytes, *pages: int) -> bytes:
    told = bytearray(data)
    for page in pages:
        told[page * PAGE : (page + 1) * PAGE] = random.Random(page).randbytes(PAGE)
    return bytes(told)


def test_a_damaged_page_of_steps_loses_only_its_steps(
    sound: tuple[bytes, list[str]], opened: Callable[[bytes], Repository]
) -> None:
    data, keys = sound
    pages = pages_of(data, "steps")
    store = opened(spoilt(data, pages[1]))
    assert f"({PLAYS} plays)" in str(store.notice)
    with in_language("de"):
        assert f"({PLAYS} Partien)" in str(store.notice)
    assert not store.unread
    shelf = PlayService(store)
    done = [shelf.get(key).record.done for key in keys]
    assert PLAYS // 2 < done.count(MOVES) < PLAYS
    for key in keys:
        play = shelf.get(key)
        assert len(play.record.steps) == play.record.done, "each stands as far as it can be read"
    # These plays continue like any others.
    moved(shelf, "s-w", key=keys[done.index(min(done))])
    assert len(shelf.unfinished()) == PLAYS
    assert store.settings() == {"auto": "off"}


def test_a_damaged_page_of_plays_loses_only_its_plays(
    sound: tuple[bytes, list[str]], opened: Callable[[bytes], Repository]
) -> None:
    data, _ = sound
    pages = pages_of(data, "plays")
    shelf = PlayService(opened(spoilt(data, pages[len(pages) // 2])))
    kept = shelf.unfinished()
    assert 0 < PLAYS - len(kept) < 3 * PLAYS // len(pages)
    assert {shelf.get(each.play).record.done for each in kept} == {MOVES}


def test_a_truncated_file_is_read_to_its_end(
    sound: tuple[bytes, list[str]], opened: Callable[[bytes], Repository]
) -> None:
    data, _ = sound
    shelf = PlayService(opened(data[: len(data) - PAGE - 100]))
    assert len(shelf.unfinished()) > PLAYS // 2
    assert "copied all readable data" in str(shelf.store.notice)


def test_the_store_opens_after_any_damage_and_its_plays_work(
    sound: tuple[bytes, list[str]], opened: Callable[[bytes], Repository]
) -> None:
    data, _ = sound
    for seed in range(4):
        chance = random.Random(seed)
        told = spoilt(data, *chance.sample(range(len(data) // PAGE), chance.randint(1, 4)))
        told = told[: chance.choice([len(told), chance.randrange(len(told))])]
        store = opened(told)
        shelf = PlayService(store)
        for some in shelf.unfinished():
            assert shelf.get(some.play).record.done == some.steps
        assert store.filed(moved(shelf, game="golf")) is not None
        store.close()


def test_an_open_play_is_not_replaced_by_a_shorter_one(tmp_path: Path) -> None:
    """The program keeps the open play in memory, because the one in the damaged file is shorter."""
    with closing(Repository.open(tmp_path)) as store:
        shelf = PlayService(store)
        key = moved(shelf, *["s-w"] * 5)
        with closing(sqlite3.connect(tmp_path / FILE)) as other, other:
            other.execute("DELETE FROM steps WHERE number > 2")
            other.execute("UPDATE plays SET done = 2, revision = 2")
            other.execute("DROP TABLE marks")
        moved(shelf, "s-w", key=key)
        assert "copied all readable data (1 play)" in str(store.notice)
    with closing(Repository.open(tmp_path)) as store:
        assert PlayService(store).get(key).record.done == 6
        assert [u.play for u in PlayService(store).unfinished()] == [key]
