"""Command that builds the static site."""

from __future__ import annotations

from pathlib import Path

import click

from cadogan.cli.base import cli, echo
from cadogan.cli.status import StatusLine


@cli.command(example="site public --base /cadogan/")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--base", default="/", show_default=True, metavar="PATH",
    help="Path of the site on its host.",
)  # fmt: skip
def site(folder: Path, base: str) -> None:
    """Build a static site, which needs no server.

    Any static host can serve FOLDER. Everything then runs in the visitor's browser. The build needs
    npm and Node 20 or later, and fetches Python for browsers (about 6 MB) the first time. FOLDER
    must be empty, or contain an older site, which the command replaces.
    """
    from cadogan.site.build import build

    line = StatusLine()
    try:
        build(folder, base=base, report=line.write)
    finally:
        line.erase()
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    echo(f"The site is in {folder} ({size / 1e6:.0f} MB).")
