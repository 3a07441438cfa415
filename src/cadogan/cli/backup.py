"""Commands for backups: the user's plays, settings and own games in one file."""

from __future__ import annotations

import os
import sys
import tempfile
from contextlib import closing
from pathlib import Path

import click

from cadogan.cli.base import WrongError, cli, echo
from cadogan.cli.params import file_name
from cadogan.core.errors import no_folder

__all__: list[str] = []


@cli.command("export", example="export plays.json")
@click.argument("path", metavar="FILE")
def export_command(path: str) -> None:
    """Write your plays, settings and own games to a file.

    The file contains all your data: plays with their moves, settings, favourites, and the
    definitions of your own games. Cadogan computes your statistics from the plays. 'cadogan import'
    reads the file on this machine or another one. FILE may be - for standard output. The command
    never overwrites an existing file.
    """
    from cadogan.rules.user_games import user_games_folder
    from cadogan.session.export import left_out, written
    from cadogan.session.repository import Repository

    with closing(Repository.open()) as store:
        if store.unread:  # an unreadable file must not produce an export without plays
            raise WrongError(f"nothing was written: {store.notice}")
        if store.notice:
            echo(f"cadogan: {store.notice}", err=True)
        data = written(store, user_games_folder())
    for name in left_out(user_games_folder()):
        echo(f"cadogan: skipped {name}: not text, too long, or an unusual name", err=True)
    if path == "-":
        sys.stdout.buffer.write(data)
        return
    _save(Path(path), data)
    echo(f"Wrote {file_name(path)}: {len(data):,} bytes.")


def _save(path: Path, data: bytes) -> None:
    """Write a new file atomically."""
    if path.exists():
        raise WrongError(f"{file_name(str(path))} already exists: give another name")
    if lacking := no_folder(path):
        raise WrongError(f"{file_name(str(path))} cannot be written: {lacking}")
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
        part = Path(name)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
    except (OSError, ValueError) as error:  # the file name contains a null byte
        why = getattr(error, "strerror", None) or error
        raise WrongError(f"{file_name(str(path))} cannot be written: {why}") from None


@cli.command("import", example="import plays.json")
@click.argument("path", metavar="FILE")
def import_command(path: str) -> None:
    """Import a file from 'cadogan export'.

    The command adds the plays, settings and own games in the file to yours. It removes none of your
    data and adds nothing twice. Your present settings take precedence. If the file is damaged, the
    command imports nothing. Errors in your own games go to standard error. FILE may be - for
    standard input.
    """
    from cadogan.layout import own_faults
    from cadogan.rules.user_games import user_games_folder
    from cadogan.session.export import MOST_BYTES, InvalidBackupError, read, summary, take_in
    from cadogan.session.repository import Repository

    try:
        if path == "-":
            data = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with Path(path).open("rb") as file:
                data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise WrongError(f"{file_name(path)} cannot be read: {why}") from None
    if len(data) > MOST_BYTES:
        raise WrongError(f"{file_name(path)} is larger than {MOST_BYTES >> 20} MB")
    try:
        content = read(data)
        with closing(Repository.open()) as store:
            if not store.lasts:
                raise WrongError(f"nothing was imported: {store.notice}")
            if store.notice:
                echo(f"cadogan: {store.notice}", err=True)
            taken = take_in(store, content, user_games_folder())
            echo(summary(taken))
    except InvalidBackupError as error:
        raise WrongError(f"{file_name(path)}: {error}") from None
    files = tuple((user_games_folder() / name).as_posix() for name in taken.games)
    for fault in own_faults() if files else []:
        if fault.replace("\\", "/").startswith(files):
            echo(f"cadogan: {fault}", err=True)
