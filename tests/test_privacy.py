"""Privacy of the user's files: only the owner can read them, whatever the umask or old modes."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from cadogan.cli import cli
from cadogan.core.user_folder import make_private, tighten
from cadogan.odds.store import Results
from cadogan.rules.user_games import template, user_games_folder, write_whole
from cadogan.session import export
from cadogan.session.repository import Repository
from cadogan.web.desk import Draft, Drafts

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")


@pytest.fixture(params=[0o000, 0o022, 0o077])
def place(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Path]:
    """Return a home that does not exist yet, under several umasks."""
    found = tmp_path / "above" / "home"
    monkeypatch.setenv("CADOGAN_HOME", str(found))
    before = os.umask(request.param)
    yield found
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    """Return the modes of a folder and of everything in it."""
    paths = [folder, *folder.rglob("*")]
    return {path.name: stat.S_IMODE(path.lstat().st_mode) for path in paths}


def filled() -> None:
    """Create every kind of file in the data directory."""
    store = Repository.open()
    store.save_settings({"keys": False})
    assert CliRunner().invoke(cli, ["new", "Mine"]).exit_code == 0
    Drafts().put("new.x", Draft("name", 1))
    export._take_games({"other.toml": "x"}, user_games_folder())
    Results.open().close()
    store.close()


def test_a_home_is_for_its_owner_alone(place: Path) -> None:
    store = Repository.open()
    store.save_settings({"keys": False})
    while_open = modes(place)
    assert {"plays.sqlite3-wal", "plays.sqlite3-shm", "plays.reserve"} <= {*while_open}
    assert {mode for name, mode in while_open.items() if name != "home"} == {0o600}
    store.close()
    filled()
    found = modes(place)
    assert {"mine.toml", "other.toml", "new.x.json", "studies.sqlite3", "plays.sqlite3"} <= {*found}
    folders = {"home", "games", "drafts"}
    assert {mode for name, mode in found.items() if name in folders} == {0o700}
    assert {mode for name, mode in found.items() if name not in folders} == {0o600}
    assert stat.S_IMODE(place.parent.stat().st_mode) == 0o700


def test_an_old_home_is_tightened(place: Path) -> None:
    filled()
    for path in [place, *place.rglob("*")]:
        path.chmod(0o777 if path.is_dir() else 0o666)
    Repository.open().close()
    found = modes(place)
    assert not any(mode & 0o077 for mode in found.values()), found


def test_files_of_others_are_left_alone(tmp_path: Path) -> None:
    everybodys, elsewhere = tmp_path / "all", tmp_path / "elsewhere"
    everybodys.mkdir()
    everybodys.chmod(0o1777)
    make_private(everybodys)  # as for a home that is a public folder, such as /tmp
    assert stat.S_IMODE(everybodys.stat().st_mode) == 0o1777
    elsewhere.write_text("")
    elsewhere.chmod(0o644)
    link = tmp_path / "link"
    link.symlink_to(elsewhere)
    tighten(link)
    assert stat.S_IMODE(elsewhere.stat().st_mode) == 0o644
    before = os.umask(0o022)
    # files outside the home keep their modes
    write_whole(tmp_path / "shared.toml", template("Mine")[1])
    os.umask(before)
    assert stat.S_IMODE((tmp_path / "shared.toml").stat().st_mode) == 0o644
