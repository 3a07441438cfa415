"""Renewal of committed pages that are partly generated.

This module is a library for these scripts, each of which accepts --check:

    python scripts/build_reference.py
    python scripts/build_odds_pages.py
"""

from __future__ import annotations

import argparse
from pathlib import Path


def renew(page: Path, text: str, script: str, *, check: bool) -> int:
    """Write the text of a page, or only check that it is current; return the exit status."""
    if check:
        current = page.read_text("utf-8") == text
        if not current:
            print(f"{page.name} is not current: run python scripts/{Path(script).name}")
        return int(not current)
    page.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    help_only = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    help_only.parse_args()
    help_only.print_help()
