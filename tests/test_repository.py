"""State of the repository: the tracked files, the package, and the promises of the README."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import tomllib
from importlib import resources
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import build_cards
from cadogan import Game
from cadogan.cli import cli
from cadogan.layout import place
from cadogan.rules.loading import load_text

ROOT = Path(__file__).resolve().parents[1]
DECKS = ("classic-four", "classic-safe", "classic-two", "large-four", "large-safe", "large-two")
FACES = {f"{s}{r}" for s in "CDHS" for r in ("A", *map(str, range(2, 11)), "J", "Q", "K")} | {
    "back",
    "joker",
}
# Local paths and addresses must not be in tracked files. The words are split here so that
# this file does not match.
WORKPLACE = re.compile("|".join([r"(?<![\w.:])/" + "work/", "/tmp/" + "venv", "/home/" + r"\w+/"]))
NOT_TEXT = {".svg", ".png", ".ico", ".webp", ".woff2", ".so", ".dylib", ".dll", ".wasm"}
LEAST_DIFFERENCE = 33.0
LEAST_CONTRAST = 4.5


def tracked_files() -> list[Path]:
    """Return the files that git tracks, or would track if they were added."""
    result = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if result.returncode != 0:
        pytest.skip("not a git checkout")
    paths = (ROOT / name for name in result.stdout.split("\0") if name)
    return sorted({path for path in paths if path.is_file()})


def text_files() -> list[Path]:
    """Return the tracked files that hold text written by hand."""
    return [path for path in tracked_files() if path.suffix not in NOT_TEXT]


def project() -> dict[str, Any]:
    """Return the contents of `pyproject.toml`."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_files_contain_no_local_paths() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:80]}"
        for path in text_files()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if WORKPLACE.search(line)
    ]
    assert not found, "\n".join(found)


def test_the_reference_names_every_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (ROOT / "docs" / "reference" / "command-line.md").read_text(encoding="utf-8")
    monkeypatch.setenv("CADOGAN_HOME", str(tmp_path))
    lines = re.findall(r"^\| `cadogan ([^`]+)` \|", text, flags=re.MULTILINE)
    assert {line.split()[0] for line in lines} == set(cli.commands)
    for line in lines:
        # The page runs until it is stopped, and some commands need the reader's own files. Other
        # tests, where the compiler runs, cover the commands that search.
        own = {"export", "import", "replay", "site", "verify"}
        searches = "--winnable" in line or line.split()[0] in {"check", "odds", "solve"}
        if not searches and line.split()[0] not in {"play"} | own:
            result = CliRunner().invoke(cli, shlex.split(line))
            assert result.exit_code == 0, f"cadogan {line}: {result.output}"
            assert result.output


def test_readme_links_lead_somewhere() -> None:
    broken = [
        f"{path.relative_to(ROOT)}: {target}"
        for path in text_files()
        if path.suffix == ".md"
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8"))
        if not (path.parent / target).exists()
    ]
    assert not broken, "\n".join(broken)


def test_the_game_on_the_page_for_newcomers_works() -> None:
    """The definition that newcomers copy loads, with its choice and the layout below it."""
    text = (ROOT / "docs" / "how-to" / "add-a-game.md").read_text(encoding="utf-8")
    definition, layout = re.findall(r"^```toml\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL)
    head, choice = definition.split("[options.", 1)
    whole = f"{head}{layout}\n[options.{choice}"
    found = load_text(whole, "games/little-favor.toml")
    assert list(found) == ["little-favor", "little-favor-open"]
    for each in found.values():
        game = Game(each, {})
        assert "s-w" in game.deal(1).move_texts()
        piles = place(game).piles
        assert [pile.name for pile in piles] == list(game.pile_names)
        assert all(
            abs(one.x - other.x) >= 1 or abs(one.y - other.y) >= 1
            for one, other in combinations(piles, 2)
        )


def test_uv_and_pip_use_the_same_pins() -> None:
    text = (ROOT / "constraints.txt").read_text(encoding="utf-8")
    pins = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert pins == project()["tool"]["uv"]["constraint-dependencies"]
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+(; .+)?", pin) for pin in pins)
    assert "://" not in text


def test_every_dependency_is_bounded_and_pinned() -> None:
    metadata = project()["project"]
    extras = metadata["optional-dependencies"]
    own = f"{metadata['name']}[{','.join(sorted(extras.keys() - {'dev'}))}]"
    assert extras["dev"].count(own) == 1, "all that can be had is tested"
    requirements = metadata["dependencies"] + [r for some in extras.values() for r in some]
    requirements.remove(own)
    pinned = {
        pin.split("==")[0].lower() for pin in project()["tool"]["uv"]["constraint-dependencies"]
    }
    for requirement in requirements:
        name = re.split(r"[<>=]", requirement)[0]
        assert ">=" in requirement, requirement
        assert "<" in requirement, requirement
        assert name in pinned, requirement


def test_versions_agree() -> None:
    version = project()["project"]["version"]
    init = (ROOT / "src" / "cadogan" / "core" / "version.py").read_text(encoding="utf-8")
    assert f'__version__ = "{version}"' in init
    assert f"## [{version}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_package_data_is_complete() -> None:
    package = resources.files("cadogan")
    assert any(item.name.endswith(".toml") for item in package.joinpath("games").iterdir())
    assert package.joinpath("py.typed").is_file()
    static = package.joinpath("web", "static")
    assert static.joinpath("index.html").is_file()
    assert "CC0-1.0" in static.joinpath("cards", "NOTICE.md").read_text(encoding="utf-8")
    face = static.joinpath("type")
    assert "SIL OPEN FONT LICENSE" in face.joinpath("OFL.txt").read_text(encoding="utf-8")
    assert "(OFL.txt)" in face.joinpath("NOTICE.md").read_text(encoding="utf-8")
    assert face.joinpath("newsreader.woff2").read_bytes().startswith(b"wOF2")
    code = static.joinpath("qr")
    assert "MIT License" in code.joinpath("LICENSE").read_text(encoding="utf-8")
    assert "(LICENSE)" in code.joinpath("NOTICE.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("deck", DECKS)
def test_the_deck_is_complete(deck: str) -> None:
    files = list((ROOT / "src" / "cadogan" / "web" / "static" / "cards" / deck).iterdir())
    assert {path.stem for path in files} == FACES
    assert {path.suffix for path in files} == {".svg"}
    assert all("<script" not in path.read_text(encoding="utf-8") for path in files)
    for path in files:
        text = path.read_text(encoding="utf-8")
        assert build_cards.mended(deck, path.stem, text) == text, (
            f"{path.name}: run scripts/build_cards.py mend"
        )


def test_safe_colours_are_distinguishable() -> None:
    """The suit colours also differ for people with any form of colour blindness."""
    least, where = build_cards.least_difference(build_cards.PALETTES["safe"])
    assert least >= LEAST_DIFFERENCE, where
    for palette in build_cards.PALETTES.values():
        assert all(
            build_cards.contrast_on_white(colour) >= LEAST_CONTRAST for colour in palette.values()
        )


def test_the_command_prints_its_version() -> None:
    command = Path(sys.executable).with_name("cadogan")
    result = subprocess.run([command, "--version"], capture_output=True, text=True, check=True)
    assert project()["project"]["version"] in result.stdout
