"""MkDocs hooks for the pages that are built from code and data.

``mkdocs.yml`` names this file. The hooks add the pages of the games, the tables of odds and the
Python interface. They also add each command's options, CONTRIBUTING.md and CHANGELOG.md.
"""

from __future__ import annotations

import functools
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "scripts"))  # needed because MkDocs loads this file by its path

import build_game_pages  # noqa: E402
import build_interface_pages  # noqa: E402
import build_odds_pages  # noqa: E402

GAMES = "reference/games"
ODDS = "reference/odds"
COMMANDS = "reference/command-line.md"
PYTHON = "reference/python.md"
FROM_ROOT = {"CONTRIBUTING.md": "how-to/contribute.md", "CHANGELOG.md": "reference/changes.md"}


@functools.cache  # cached, because `mkdocs serve` builds the site repeatedly
def generated() -> dict[str, str | bytes]:
    """Return the pages that are built from code and data, by their paths in the site."""
    return {
        **{f"{GAMES}/{name}": text for name, text in build_game_pages.pages()},
        **{
            f"{ODDS}/{name}": text
            for name, text in build_odds_pages.pages(build_odds_pages.all_rows()).items()
        },
        PYTHON: build_interface_pages.python_page(),
    }


def from_root() -> Iterator[tuple[str, str]]:
    """Yield the pages from files at the repository's root, with links adapted to the site."""
    for name, page in FROM_ROOT.items():
        text = (ROOT / name).read_text("utf-8")
        text = re.sub(r"\]\(docs/", "](../", text)
        for other, target in FROM_ROOT.items():
            text = text.replace(f"]({other}", f"](../{target}")
        yield page, text


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are not files in the docs folder."""
    for name, content in {**generated(), **dict(from_root())}.items():
        files.append(File.generated(config, name, content=content))
    return files


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """Add the options of each command to the page about the command line."""
    if page.file.src_uri == COMMANDS:
        return f"{markdown}\n\n{build_interface_pages.commands()}"
    return markdown
