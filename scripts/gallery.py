"""Gallery of the games as the page shows them, at several sizes.

    python scripts/gallery.py                   # all main games
    python scripts/gallery.py --all             # their variants too
    python scripts/gallery.py spider gaps       # only these games
    python scripts/gallery.py --moves 20 --sizes 844x390 --folder looks spider

The script fills a folder (``gallery`` by default) with a picture of each game at each size, one
sheet for each size, ``sheet-SIZE.png``, and a page of all pictures, ``index.html``. Like the tests
of the page, the script needs Chromium.
"""

from __future__ import annotations

import argparse
import html
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # the tests' code opens the pages

from playwright.sync_api import sync_playwright  # noqa: E402
from tests.conftest import ARGUMENTS, NO_BROWSER, find_chromium  # noqa: E402
from tests.e2e.site import Program, Site  # noqa: E402
from tests.e2e.table import Table  # noqa: E402

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SIZES = ("1280x800", "390x844", "844x390", "2560x1440")
DEAL = "7"
_SETTLED = 200  # the milliseconds until all cards are in place
# the time limit in milliseconds; a busy machine may need more than half a minute
_PATIENCE = 300_000
_SHEET = 1600  # the width of a sheet in pixels
_STYLE = """
body { font: 14px sans-serif; margin: 16px; background: #ddd; color: #111 }
main { display: flex; flex-wrap: wrap; gap: 12px }
figure { margin: 0 } figcaption { padding-top: 2px } img { display: block; width: 100% }
"""


def chosen(known: Sequence[dict[str, Any]], names: Sequence[str], every: bool) -> list[str]:
    """Return the ids of the games to draw, ordered by name.

    Raises:
        SystemExit: if a game does not exist.
    """
    ids = [game["id"] for game in known]
    if unknown := [name for name in names if name not in ids]:
        raise SystemExit(f"there is no game {unknown[0]!r}; 'cadogan list' lists the games")
    return [*names] or [game["id"] for game in known if every or not game["parent"]]


def photograph(browser: Browser, site: Site, games: Iterable[str], size: str, moves: int,
               folder: Path) -> list[Path]:  # fmt: skip
    """Draw games at one size, after some moves, and return the files of the pictures."""
    width, height = map(int, size.split("x"))
    context = browser.new_context(
        base_url=site.url, viewport={"width": width, "height": height}, has_touch=width < 1000
    )
    site.let_in(context)
    context.set_default_timeout(_PATIENCE)
    table, made = Table(context.new_page(), site), []
    for game in games:
        table.goto(f"/play/{game}/{DEAL}")
        done = 0
        if moves:
            view = site.get(f"api/plays/{table.play}")
            for _ in range(moves):
                if not view["moves"]:
                    break
                view = site.move(view, view["moves"][0]["move"])
                done += 1
            table.page.reload()
            table.ready()
        table.page.wait_for_timeout(_SETTLED)
        made.append(folder / f"{game}-{size}.png")
        table.page.screenshot(path=made[-1])
        if done:  # undo the moves, so that the next size starts from the deal
            site.post(f"api/plays/{table.play}/leave", {})
    context.close()
    return made


def sheet(pictures: Iterable[Path], size: str) -> str:
    """Return a part of the page: the pictures of one size, each with the name of its game."""
    width, height = map(int, size.split("x"))
    shown = 380 if width > height else 190
    figures = [
        f'<figure style="width:{shown}px"><a href="{html.escape(path.name)}"><img alt=""'
        f' src="{html.escape(path.name)}"></a><figcaption>'
        f"{html.escape(path.stem.removesuffix(f'-{size}'))}</figcaption></figure>"
        for path in pictures
    ]
    return f"<h2>{size}</h2>\n<main>{''.join(figures)}</main>\n"


def page(parts: Iterable[str]) -> str:
    """Return the HTML page that consists of the given parts."""
    head = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Gallery</title>'
    return f"{head}<style>{_STYLE}</style>\n{''.join(parts)}</html>\n"


def main(arguments: list[str]) -> None:
    """Draw the pictures, and print the path of the page."""
    parser = argparse.ArgumentParser(description="Draw the games into contact sheets.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="ids; by default all main games")
    parser.add_argument("--all", action="store_true", help="variants too")
    parser.add_argument("--moves", type=int, default=0, help="moves to make first")
    parser.add_argument("--sizes", nargs="+", default=SIZES, metavar="WIDTHxHEIGHT")
    parser.add_argument(
        "--deck", default="classic-two", help="the deck of cards, as in the settings"
    )
    parser.add_argument("--folder", type=Path, default=ROOT / "gallery")
    asked = parser.parse_args(arguments)
    if (chromium := find_chromium()) is None:
        raise SystemExit(NO_BROWSER)
    asked.folder.mkdir(parents=True, exist_ok=True)
    parts = []
    with (
        tempfile.TemporaryDirectory() as home,
        Program(Path(home)) as site,
        sync_playwright() as playwright,
    ):
        site.reset_settings(motion="off", deck=asked.deck)
        games = chosen(site.get("api/games")["games"], asked.games, asked.all)
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        for size in asked.sizes:
            pictures = photograph(browser, site, games, size, asked.moves, asked.folder)
            parts.append(sheet(pictures, size))
            index = asked.folder / "index.html"
            index.write_text(page(parts[-1:]), encoding="utf-8")
            looking = browser.new_page(viewport={"width": _SHEET, "height": 200})
            looking.goto(index.as_uri())
            path = asked.folder / f"sheet-{size}.png"
            looking.screenshot(path=path, full_page=True, timeout=_PATIENCE)
            looking.close()
        browser.close()
    (asked.folder / "index.html").write_text(page(parts), encoding="utf-8")
    print(f"{len(games)} games at {', '.join(asked.sizes)}: {asked.folder / 'index.html'}")


if __name__ == "__main__":
    main(sys.argv[1:])
