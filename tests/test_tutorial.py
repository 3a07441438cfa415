"""Tutorial: each step is a file that loads, and `check` reports what the text says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import cadogan
from cadogan.cli import cli
from cadogan.layout import load_whole
from cadogan.rules.loading import load_text
from tests.test_user_games import folder

__all__ = ["folder"]

ROOT = Path(__file__).resolve().parents[1]
TEXT = (ROOT / "docs" / "tutorial" / "make-a-game.md").read_text(encoding="utf-8")
STEPS = re.findall(r"^```toml\n(.*?)^```", TEXT, flags=re.MULTILINE | re.DOTALL)
TOLD = re.findall(r"^```text\n(.*?)^```", TEXT, flags=re.MULTILINE | re.DOTALL)


def test_the_game_of_the_readme_can_be_played() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (toml,) = re.findall(r"^```toml\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL)
    (definition,) = load_text(toml, "sir-tommy.toml").values()
    game, ours = cadogan.Game(definition, {}), cadogan.game("sir-tommy")
    moves = cadogan.solve(ours.deal(1)).line
    assert moves
    position = game.deal(1)
    for move in moves:
        position = position.play(move)
    assert position.won


def test_there_are_five_steps() -> None:
    assert len(STEPS) == len(re.findall(r"^## \d", TEXT, flags=re.MULTILINE)) == 5


@pytest.mark.parametrize("step", range(5))
def test_each_step_loads(step: int) -> None:
    found = load_whole(STEPS[step], "garden-wall.toml")
    assert found["garden-wall"].name == "Garden Wall"
    ids = ["garden-wall", "park-wall", "garden-gate"] if step == 4 else ["garden-wall"]
    assert [*found] == ids


@pytest.mark.parametrize(("step", "kinds"), [(0, {"tableau"}), (2, {"tableau", "waste", "stock"})])
def test_a_step_has_the_piles_that_the_text_says(step: int, kinds: set[str]) -> None:
    groups = load_whole(STEPS[step], "garden-wall.toml")["garden-wall"].groups
    assert {group.kind for group in groups} == {"foundation", *kinds}


@pytest.mark.parametrize("step", [0, *(pytest.param(n, marks=pytest.mark.slow) for n in (1, 2))])
def test_a_step_is_checked_as_the_text_says(step: int, tmp_path: Path) -> None:
    path = tmp_path / "garden-wall.toml"
    path.write_text(STEPS[step], encoding="utf-8")
    told = CliRunner().invoke(cli, ["check", str(path)])
    assert told.exit_code == (0 if step == 2 else 1)
    assert told.stdout.split() == TOLD[step].split()


def test_the_last_step_is_a_game_like_any_other(folder: Path) -> None:
    (folder / "garden-wall.toml").write_text(STEPS[-1], encoding="utf-8")
    assert cadogan.game("garden-gate") == cadogan.game("garden-wall", emptied="kings")
    for line in re.findall(r"^cadogan (list .*)$", TEXT, flags=re.MULTILINE):
        told = CliRunner().invoke(cli, line.replace('"', "").split(maxsplit=2))
        assert (told.exit_code, "garden-wall" in told.stdout) == (0, True)
    assert CliRunner().invoke(cli, ["rules", "The Wall"]).exit_code == 0
