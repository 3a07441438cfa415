"""Command that builds the static site."""

from __future__ import annotations

from pathlib import Path

import click

from cadogan.cli import params
from cadogan.cli.base import cli, echo
from cadogan.cli.status import StatusLine


@cli.command(example="site public --address https://example.org/cadogan/")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--address", metavar="URL", help="Address of the site, for the links that players share."
)
@click.option(
    "--base", metavar="PATH", help="Path of the site on its host, if you do not know its address."
)
@click.option(
    "--docs/--no-docs",
    default=True,
    show_default=True,
    help="Include the documentation; it needs MkDocs (the extra 'docs').",
)
def site(folder: Path, address: str | None, base: str | None, docs: bool) -> None:
    """Build a static site, which needs no server.

    Any static host can serve FOLDER. Everything then runs in the visitor's browser. The build needs
    npm and Node 20 or later, and fetches Python for browsers (about 6 MB) the first time. FOLDER
    must be empty, or contain an older site, which the command replaces; other files then stay.

    Without --address, players share the address at which they see the site. Without both options,
    the site is at the root of its host.
    """
    params.only_one({"--address": address is not None, "--base": base is not None})
    from cadogan.site.build import build

    line = StatusLine()
    try:
        build(folder, base=base or "/", address=address, docs=docs, report=line.write)
    finally:
        line.erase()
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    echo(f"The site is in {folder} ({size / 1e6:.0f} MB).")
