"""The user's private directory: plays, games of their own, results."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

import platformdirs

_OTHERS = 0o077  # whatever group and others may do


def home() -> Path:
    """Return the directory that the system gives to such data, or the one in ``CADOGAN_HOME``.

    >>> home().name != ""
    True
    """
    chosen = os.environ.get("CADOGAN_HOME")
    return Path(chosen) if chosen else Path(platformdirs.user_data_dir("cadogan", appauthor=False))


def is_kept(path: Path) -> bool:
    """Return whether a path lies in the directory of what a person keeps.

    >>> is_kept(home() / "games" / "mine.toml"), is_kept(Path("mine.toml"))
    (True, False)
    """
    return path.absolute().is_relative_to(home().absolute())


def make_private(folder: Path) -> None:
    """Make a folder that nobody but its owner may enter, whatever the umask; tighten an old one.

    Those above it that are missing are made likewise.

    Raises:
        OSError: when it cannot be made.
    """
    for path in reversed([folder, *folder.parents]):
        if not path.exists():
            path.mkdir(mode=0o700, exist_ok=True)  # one by one: else only the last has the mode
    folder.mkdir(exist_ok=True)  # fails where it is a file
    tighten(folder)


def tighten(path: Path) -> None:
    """Take from everybody else what they may do with a file or folder of the user's own.

    Where that is impossible nothing happens: a directory such as ``/tmp`` belongs to all.
    """
    if os.name == "nt":  # there a person's data directory is theirs alone
        return
    with suppress(OSError):
        found = path.lstat()
        shared = stat.S_ISLNK(found.st_mode) or found.st_mode & stat.S_ISVTX
        if found.st_mode & _OTHERS and not shared and found.st_uid == os.geteuid():
            path.chmod(stat.S_IMODE(found.st_mode) & ~_OTHERS)


def private_opener(path: str, flags: int) -> int:
    """Open a file so that, if it is made, nobody else may read it; for :func:`open`."""
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0), 0o600)


def touch_private(path: Path) -> None:
    """Make an empty file for its owner alone, if there is none; tighten one that is there.

    Raises:
        OSError: when it can be neither made nor opened.
    """
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    tighten(path)
