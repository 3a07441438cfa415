"""One golden transcript per game: its diff shows changes to rules, order, notation or deals."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

import cadogan
from cadogan.rules import catalogue
from tests.covering import each

ROOT = Path(__file__).resolve().parents[1]


def golden_tool() -> ModuleType:
    """Return `scripts/update_golden.py` as a module."""
    spec = importlib.util.spec_from_file_location(
        "golden_tool", ROOT / "scripts" / "update_golden.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


TOOL = golden_tool()


def test_there_is_one_transcript_per_game() -> None:
    found = {path.name for path in TOOL.PLACE.iterdir()}
    wanted = {f"{game_id}.txt" for game_id in catalogue.games(own=False)} | {"messages.txt"}
    assert found == wanted, "run scripts/update_golden.py and look at the diff"


@pytest.mark.parametrize("game_id", each(cadogan.games()))
def test_the_play_matches_the_transcript(game_id: str) -> None:
    written = (TOOL.PLACE / f"{game_id}.txt").read_text(encoding="utf-8")
    assert TOOL.transcript(game_id) == written, "if this is meant, run scripts/update_golden.py"


def test_the_layouts_match_the_golden_file() -> None:
    written = TOOL.LAYOUTS.read_text(encoding="utf-8")
    assert TOOL.layouts() == written, "if this is meant, run scripts/update_golden.py"
