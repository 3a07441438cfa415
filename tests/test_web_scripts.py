"""Scripts of the page: it preloads those that a board needs. Biome refuses circular imports."""

from __future__ import annotations

import re

from cadogan.web.server import STATIC

_AT_ONCE = re.compile(r'^import\b[^;"]*"\./([^"]+)"', re.MULTILINE)


def test_the_page_preloads_all_scripts_of_a_board() -> None:
    """The page preloads all scripts, because a browser finds imports only one after another."""
    index = (STATIC / "index.html").read_text(encoding="utf-8")
    preloaded = set(re.findall(r'modulepreload" href="/static/([^"]+)"', index))
    needed, new = set[str](), {"app.js", "play-page.js"}
    while new:
        needed |= new
        texts = [(STATIC / name).read_text(encoding="utf-8") for name in new]
        named = {name for text in texts for name in _AT_ONCE.findall(text)}
        new = named - needed
    assert len(needed) > 20
    assert sorted(needed - preloaded) == []
