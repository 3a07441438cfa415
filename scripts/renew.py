"""Renewal of committed pages that are partly generated."""

from __future__ import annotations

from pathlib import Path


def renew(page: Path, text: str, script: str, *, check: bool) -> int:
    """Write the text of a page, or only check that the page has it; return the exit status."""
    if check:
        current = page.read_text("utf-8") == text
        if not current:
            print(f"{page.name} is not current: run python scripts/{Path(script).name}")
        return int(not current)
    page.write_text(text, "utf-8")
    return 0
