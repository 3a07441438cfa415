"""Build of the static site: its folder, its addresses and its cache."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import cadogan
from cadogan.core.errors import CadoganError
from cadogan.i18n import in_language, languages
from cadogan.session.view import game_list
from cadogan.site import build as building
from cadogan.site import game_pages, parts
from cadogan.site.build import MARK, build
from cadogan.web.public_address import InvalidAddressError, check_base, read_address


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Pages that the next build writes, instead of those that need Node."""
    pages = ["index.html", "docs/index.html", "static/1/app.js", MARK]

    def write(self: Any, *, docs: bool) -> None:
        for page in pages:
            self._write(page, f"{page} for {self.base} {docs}")

    monkeypatch.setattr(building._Site, "write", write)
    return pages


def make(folder: Path, base: str = "/") -> None:
    build(folder, base=base, docs=False, report=lambda _: None)


def contents(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_a_new_site_replaces_an_older_one_but_no_other_files(
    tmp_path: Path, built: list[str]
) -> None:
    folder = tmp_path / "new" / "site"
    make(folder)
    assert set(contents(folder)) == set(built)
    (folder / "CNAME").write_text("cards.example")
    built.remove("docs/index.html")
    made = folder.stat().st_ino
    make(folder, "/cadogan/")
    assert set(contents(folder)) == {*built, "CNAME"}
    assert "/cadogan" in contents(folder)["index.html"]
    # the folder may be a mounted disk or a current directory
    assert folder.stat().st_ino == made


@pytest.mark.skipif(sys.platform == "win32", reason="links need a permission there")
def test_a_link_to_a_folder_stays(tmp_path: Path, built: list[str]) -> None:
    (tmp_path / "folder").mkdir()
    link = tmp_path / "link"
    link.symlink_to("folder")
    make(link)
    assert link.is_symlink()
    assert set(contents(tmp_path / "folder")) == set(built)


@pytest.mark.parametrize("fails", range(8))
def test_an_older_site_survives_a_failure(
    tmp_path: Path, built: list[str], monkeypatch: pytest.MonkeyPatch, fails: int
) -> None:
    """An interruption at any step leaves the older site complete."""
    make(tmp_path)
    before = contents(tmp_path)
    replace, done = Path.replace, 0

    def stopped(self: Path, target: Path) -> Path:
        nonlocal done
        done += 1
        if done == fails + 1:
            raise KeyboardInterrupt
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", stopped)
    with pytest.raises(KeyboardInterrupt):
        make(tmp_path, "/cadogan/")
    assert contents(tmp_path) == before


def test_a_failed_build_leaves_no_folders(
    tmp_path: Path, built: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match=r"index\.html"):
        make(tmp_path / "a" / "b")
    assert built
    assert list(tmp_path.iterdir()) == []


def test_unsuitable_folders(tmp_path: Path, built: list[str]) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CadoganError, match="contains other files"):
        make(tmp_path)
    with pytest.raises(CadoganError, match="file is not a folder"):
        make(tmp_path / "file" / "site")
    with building._scratch(tmp_path / "site"), pytest.raises(CadoganError, match="another build"):
        make(tmp_path / "site")
    make(tmp_path / "site")
    assert set(contents(tmp_path / "site")) == set(built)


@pytest.mark.parametrize("base", ["/../", "/a/../b/", "/./", "/a//b/", "/a b/", "/\xfc/", "/a;b/"])
def test_a_base_is_a_plain_path(base: str) -> None:
    with pytest.raises(InvalidAddressError, match="letters, digits"):
        check_base(base)
    with pytest.raises(InvalidAddressError):
        read_address(f"https://cards.example/x{base}")


@pytest.mark.parametrize("more", ["?x=1", "#top", "../x/"])
def test_an_address_has_only_a_path(more: str) -> None:
    with pytest.raises(InvalidAddressError, match=r"no \? or #"):
        read_address(f"https://cards.example/cadogan/{more}")


def test_a_damaged_result_in_the_cache_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts, "_cache", lambda: tmp_path)
    made = []

    def one() -> bytes:
        made.append("")
        return b"one\ntwo"

    for _ in range(2):
        assert parts.reused("key", one) == b"one\ntwo"
    assert len(made) == 1
    (tmp_path / "made" / "key").write_bytes(b"one")
    assert parts.reused("key", one) == b"one\ntwo"
    assert len(made) == 2
    assert [path.name for path in (tmp_path / "made").iterdir()] == ["key"]


def test_a_part_that_is_not_fetched_in_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def late(*_: Any, **__: Any) -> None:
        raise subprocess.TimeoutExpired("npm", 1)

    monkeypatch.setattr(parts, "_cache", lambda: tmp_path)
    monkeypatch.setattr(subprocess, "run", late)
    with pytest.raises(CadoganError, match=r"no answer in .* put pyodide-"):
        parts._had(parts.PYODIDE, [sys.executable])


def test_search_engines_find_one_page_for_each_game(tmp_path: Path) -> None:
    """With an address, the table's page names the page with the rules, and a list names all."""
    site = building._Site(tmp_path, "/cards", "https://example.org/cards/", lambda _: None)
    game = cadogan.game("freecell")
    for code in languages():
        with in_language(code):
            site.games[code] = [one for one in game_list({}) if one["id"] == game.id]
            site.contents[code] = {game.id: game_pages.content(game)}
    page = '<head><meta name="description" content="C."><title>Cadogan</title></head>'
    site._game_pages(page, "/cards/static")
    rules = "https://example.org/cards/games/freecell/"
    head = (tmp_path / "play/freecell/index.html").read_text(encoding="utf-8")
    assert f'<link rel="canonical" href="{rules}">' in head
    assert "<title>FreeCell · Cadogan</title>" in head
    addresses = (tmp_path / "sitemap.txt").read_text(encoding="utf-8").split()
    assert "https://example.org/cards/" in addresses
    assert "https://example.org/cards/de/games/freecell/" in addresses
    assert rules in addresses
    for address in addresses[1:]:
        path = address.removeprefix("https://example.org/cards/")
        text = (tmp_path / path / "index.html").read_text(encoding="utf-8")
        assert f'<link rel="canonical" href="{address}">' in text
