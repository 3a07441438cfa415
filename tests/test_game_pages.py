"""The pages of docs/games say what the catalogue says now."""

from __future__ import annotations

import importlib.util
import xml.etree.ElementTree as ET
from pathlib import Path
from types import ModuleType

import pytest

import cadogan
from cadogan.rules.catalogue import built_in
from cadogan.session.view import deal_shown
from tests.covering import each, few

ROOT = Path(__file__).resolve().parents[1]
MAINS = [d.id for d in built_in().values() if d.id == d.parent]
AGAIN = "run python scripts/build_game_pages.py"


def tool(name: str) -> ModuleType:
    """Return a tool as a module."""
    spec = importlib.util.spec_from_file_location(f"tool_{name}", ROOT / "scripts" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


GAMES = tool("build_game_pages")
PLACE: Path = GAMES.PLACE


@pytest.mark.parametrize("game_id", each(MAINS))
def test_the_page_of_a_game_is_current(game_id: str) -> None:
    for name, text in GAMES.files_of(built_in()[game_id]).items():
        assert (PLACE / name).read_text(encoding="utf-8") == text, f"{name}: {AGAIN}"


def test_the_index_is_current() -> None:
    assert (PLACE / GAMES.INDEX).read_text(encoding="utf-8") == GAMES.index(), AGAIN


def test_every_file_belongs_to_a_game() -> None:
    """No page is missing, and none is left of a game that is gone."""
    pages = {path.stem for path in PLACE.glob("*.md")} - {"README"}
    assert pages == {*MAINS}, AGAIN
    drawn = {path.stem.removesuffix("-moves") for path in PLACE.glob("*.svg")}
    assert drawn <= {*built_in()}, AGAIN
    assert {path.suffix for path in PLACE.iterdir()} == {".md", ".svg"}


def test_every_game_is_in_each_part_of_the_index() -> None:
    index = (PLACE / GAMES.INDEX).read_text(encoding="utf-8")
    _, family, packs, mechanism = index.split("\n## ")
    for game_id in MAINS:
        assert all(f"]({game_id}.md)" in part for part in (family, packs)), game_id
    lone = [game_id for game_id in MAINS if f"]({game_id}.md)" not in mechanism]
    assert not lone, f"no mechanism of scripts/build_game_pages.py is found in {lone}"


@pytest.mark.parametrize("path", few(sorted(PLACE.glob("*.svg")), 60), ids=lambda path: path.stem)
def test_drawings_are_small_and_plain(path: Path) -> None:
    """Shapes and text only, at most 16 kB; as many cards are seen as the text has corners."""
    data = path.read_bytes()
    assert len(data) < 16_000
    root = ET.fromstring(data)
    kinds = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert kinds <= {"svg", "title", "style", "defs", "rect", "use", "text", "tspan", "g"}
    shown = [e for e in root.iter() if e.tag.endswith("use")]
    assert len(shown) > 1


def test_a_drawing_shows_what_is_dealt() -> None:
    """Klondike: the seven top cards of its deal, twenty-one backs and that of the stock, spaces."""
    game = cadogan.game("klondike")
    svg = (PLACE / "klondike.svg").read_text(encoding="utf-8")
    signs = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
    shown = game.deal(deal_shown("klondike"))
    tops = [cards[-1] for name, cards in shown.piles.items() if name[0] == "t"]
    for card in tops:
        assert f">{card[0].replace('T', '10')}{signs[card[1]]}</text>" in svg
    assert svg.count('class="b"') == 21 + 1
    assert svg.count('class="e"') == 4 + 1
