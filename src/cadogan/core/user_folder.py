"""Private directory of the user: plays, own games and results."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

import platformdirs

_OTHERS = 0o077  # all permissions of group and others


def home() -> Path:
    """Return the system's directory for user data, or the one in ``CADOGAN_HOME``.

    >>> home().name != ""
    True
    """
    chosen = os.environ.get("CADOGAN_HOME")
    return Path(chosen) if chosen else Path(platformdirs.user_data_dir("cadogan", appauthor=False))


def is_kept(path: Path) -> bool:
    """Return whether a path lies in the user's directory.

    >>> is_kept(home() / "games" / "mine.toml"), is_kept(Path("mine.toml"))
    (True, False)
    """
    return path.absolute().is_relative_to(home().absolute())


def make_private(folder: Path) -> None:
    """Make a folder that only its owner may enter, whatever the umask; tighten an existing one.

    Missing parent folders are made in the same way.

    Raises:
        OSError: if the folder cannot be made.
    """
    for path in reversed([folder, *folder.parents]):
        if not path.exists():
            path.mkdir(mode=0o700, exist_ok=True)  # one by one: ``parents=True`` ignores the mode
    folder.mkdir(exist_ok=True)  # fails if it is a file
    tighten(folder)


def tighten(path: Path) -> None:
    """Remove all permissions of other users from a file or folder of the user.

    Shared directories such as ``/tmp`` stay as they are.
    """
    if os.name == "nt":  # Windows keeps a user's data directory private
        return
    with suppress(OSError):
        found = path.lstat()
        shared = stat.S_ISLNK(found.st_mode) or found.st_mode & stat.S_ISVTX
        if found.st_mode & _OTHERS and not shared and found.st_uid == os.geteuid():
            path.chmod(stat.S_IMODE(found.st_mode) & ~_OTHERS)


def private_opener(path: str, flags: int) -> int:
    """Open a file for :func:`open`; if it is new, only its owner may read it."""
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0), 0o600)


def touch_private(path: Path) -> None:
    """Make an empty file that only its owner may read, or tighten an existing one.

    Raises:
        OSError: if the file can be neither made nor opened.
    """
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    tighten(path)
