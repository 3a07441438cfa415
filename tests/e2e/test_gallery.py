"""Drawing of the gallery's contact sheets."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

TOOL = Path(__file__).resolve().parents[2] / "scripts" / "gallery.py"
PNG = b"\x89PNG\r\n"


@pytest.mark.browser
@pytest.mark.slow
def test_the_gallery(tmp_path: Path) -> None:
    arguments = ["--folder", str(tmp_path), "--moves", "2", "golf", "--sizes", "390x844", "844x390"]
    result = subprocess.check_output([sys.executable, str(TOOL), *arguments], text=True)
    assert result == f"1 games at 390x844, 844x390: {tmp_path / 'index.html'}\n"
    pictures = {path.name: path.read_bytes() for path in tmp_path.glob("*.png")}
    assert {*pictures} == {
        *("golf-390x844.png", "golf-844x390.png", "sheet-390x844.png", "sheet-844x390.png")
    }
    assert all(data.startswith(PNG) for data in pictures.values())
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert all(f'src="golf-{size}.png"' in page for size in ("390x844", "844x390"))


@pytest.mark.browser
@pytest.mark.slow
def test_a_game_that_is_not_known(tmp_path: Path) -> None:
    arguments = [sys.executable, str(TOOL), "--folder", str(tmp_path), "glof"]
    result = subprocess.run(arguments, capture_output=True, text=True, check=False)
    assert result.returncode == 1
    assert result.stderr == "there is no game 'glof'; 'cadogan list' lists the games\n"
