"""Generated pages and drawings for the games."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import build_game_pages
import cadogan
from cadogan.rules.catalogue import built_in
from cadogan.session.view import deal_shown
from cadogan.site.drawings import start_drawing
from tests.covering import each

ROOT = Path(__file__).resolve().parents[1]
MAINS = [d.id for d in built_in().values() if d.id == d.parent]


@pytest.mark.parametrize("game_id", each(MAINS))
def test_a_page_has_the_rules_and_its_drawings(game_id: str) -> None:
    files = build_game_pages.files_of(built_in()[game_id])
    page = files[f"{game_id}.md"]
    game = cadogan.game(game_id)
    assert page.startswith(game.rules().partition("\n")[0])
    assert game.rules().strip().rpartition("\n")[2] in page
    shown = set(re.findall(r"\]\(([\w.-]+\.svg)\)", page))
    assert shown == {name for name in files if name.endswith(".svg")}
    assert f"{game_id}.svg" in shown
    for name in shown:
        _small_and_plain(files[name])


def _small_and_plain(svg: str) -> None:
    """Check that a drawing has only shapes and text, and less than 16 kB."""
    assert len(svg.encode()) < 16_000
    root = ET.fromstring(svg)
    kinds = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert kinds <= {"svg", "title", "style", "defs", "rect", "use", "text", "tspan", "g"}
    assert sum(element.tag.endswith("use") for element in root.iter()) > 1


def test_named_pages_are_written_outside_version_control(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert build_game_pages.PLACE.relative_to(ROOT).parts[0] == "build"
    monkeypatch.setattr(build_game_pages, "PLACE", tmp_path / "games")
    assert build_game_pages.main(["spanish-patience"]) == 0
    assert {path.suffix for path in (tmp_path / "games").iterdir()} == {".md", ".svg"}
    assert (tmp_path / "games" / "bakers-dozen.md").is_file()


def test_every_game_is_in_each_part_of_the_index() -> None:
    index = build_game_pages.index()
    _, family, packs, mechanism = index.split("\n## ")
    for game_id in MAINS:
        assert all(f"]({game_id}.md)" in part for part in (family, packs)), game_id
    lone = [game_id for game_id in MAINS if f"]({game_id}.md)" not in mechanism]
    assert not lone, f"no mechanism of scripts/build_game_pages.py is found in {lone}"


def test_a_drawing_shows_what_is_dealt() -> None:
    """Klondike's drawing shows seven top cards, 22 card backs and the empty piles."""
    game = cadogan.game("klondike")
    svg = start_drawing(game)
    signs = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
    shown = game.deal(deal_shown("klondike"))
    tops = [cards[-1] for name, cards in shown.piles.items() if name[0] == "t"]
    for card in tops:
        assert f">{card[0].replace('T', '10')}{signs[card[1]]}</text>" in svg
    assert svg.count('class="b"') == 21 + 1
    assert svg.count('class="e"') == 4 + 1
