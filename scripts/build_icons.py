"""Generator of the installed page's icons, from ``icon.svg``.

python scripts/build_icons.py

Like the tests of the page, the script needs Chromium.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # the tests' code finds the browser

from playwright.sync_api import sync_playwright  # noqa: E402
from tests.conftest import ARGUMENTS, NO_BROWSER, find_chromium  # noqa: E402

STATIC = ROOT / "src" / "cadogan" / "web" / "static"
SIZES = (192, 512)
# Fill the whole square, because the system rounds the corners itself.
_PAGE = """<style>
* {{ margin: 0 }} body {{ background: #1d5140 }} svg {{ width: {0}px; height: {0}px }}
</style>{1}"""


def main() -> None:
    """Write ``icon-SIZE.png`` for each size."""
    chromium = find_chromium()
    if not chromium:
        raise SystemExit(NO_BROWSER)
    icon = (STATIC / "icon.svg").read_text("utf-8")
    with sync_playwright() as tool:
        browser = tool.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        for size in SIZES:
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(_PAGE.format(size, icon))
            page.screenshot(path=STATIC / f"icon-{size}.png")
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
