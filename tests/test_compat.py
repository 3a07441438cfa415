"""Data from a version in which today's combinations of answers were separate games.

``tests/compat`` holds records and one user's plays, written by that version.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

import cadogan
from cadogan.model.record import read_record, verify, write_record
from cadogan.session.database import FILE
from cadogan.session.repository import Repository
from cadogan.session.service import PlayService
from cadogan.session.statistics import statistics

BEFORE = Path(__file__).parent / "compat"
RECORDS = sorted(BEFORE.glob("*.txt"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_records_replay(path: Path) -> None:
    """Every checksum after a move is still right, and writing the record again changes no move."""
    text = path.read_text("utf-8")
    record = read_record(text)
    assert record.game == cadogan.game(path.stem, **dict(record.game.options))
    end = verify(record)
    again = write_record(record)
    assert verify(read_record(again)) == end
    head = again.partition("\ndeal ")[0].splitlines()[1:]
    assert head[0] == f"game {record.game.id}"
    assert head[1:] == [f"option {name}={value}" for name, value in record.game.said.items()]
    assert again.partition("\ndeal ")[2] == text.partition("\ndeal ")[2]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Repository]:
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        db.executescript((BEFORE / "plays.sql").read_text("utf-8"))
    with closing(Repository.open(tmp_path)) as found:
        assert found.notice is None
        yield found


def test_plays_can_be_continued(store: Repository) -> None:
    shelf = PlayService(store)
    plays = {u.game: u for u in shelf.unfinished()}
    assert {game: u.options for game, u in plays.items()} == {
        "algerian": {"layout": "tarbart", "reserves": "closed"},
        "birthday": {"target": "1888", "suits": "SHCD", "passes": "five"},
        "klondike": {"turn": "three"},
    }
    assert [plays[game].steps for game in ("algerian", "birthday", "klondike")] == [4, 3, 3]
    key = plays["algerian"].play
    with shelf.changing(key) as play:
        assert play.game is cadogan.game("algerian-tarbart-closed")
        assert play.record.done == 4
        play.undo()
        play.move(play.position.move_texts()[-1])
    assert PlayService(store).get(key).record.done == 4


def test_repeating_a_deal_is_not_a_loss(store: Repository) -> None:
    """A play saved under a removed game id has the same deal as one of today's variant."""
    shelf = PlayService(store)
    (old,) = (u for u in shelf.unfinished() if u.game == "klondike")
    shelf.start("klondike", {"turn": "three"}, "ms:1", leaving=old.play)
    assert shelf.get(old.play).record.state == "again"
    (old,) = (u for u in shelf.unfinished() if u.game == "algerian")
    shelf.start("algerian", {"layout": "tarbart"}, "3", leaving=old.play)
    assert shelf.get(old.play).record.state == "left"


def test_statistics_belong_to_the_combination(store: Repository) -> None:
    everything = store.results()
    assert [result.game for result in everything] == ["algerian"] * 3 + ["klondike"]
    some = store.results("algerian")
    assert len(some) == 3
    assert statistics(some).lost == 3
    assert statistics(some, {"layout": "tarbart"}).lost == 2
    assert statistics(some, {"layout": "tarbart", "reserves": "closed"}).lost == 1
    assert statistics(some, {"reserves": "stock-gone"}).lost == 2
    assert store.results("klondike-draw-3") == []
