"""The user's private folder, which holds their plays, their own games and their results."""

from __future__ import annotations

import os
import stat
import sys
from contextlib import suppress
from pathlib import Path

import platformdirs

_OTHERS = 0o077  # all permissions for the group and for other users


def home() -> Path:
    """Return the folder in ``CADOGAN_HOME``, or the system's folder for user data.

    >>> home().name != ""
    True
    """
    chosen = os.environ.get("CADOGAN_HOME")
    return Path(chosen) if chosen else Path(platformdirs.user_data_dir("cadogan", appauthor=False))


def is_kept(path: Path) -> bool:
    """Return whether a path is inside the user's folder.

    >>> is_kept(home() / "games" / "mine.toml"), is_kept(Path("mine.toml"))
    (True, False)
    """
    return path.absolute().is_relative_to(home().absolute())


def make_private(folder: Path) -> None:
    """Create a folder that only its owner may enter, whatever the umask; restrict an existing one.

    The function creates missing parent folders with the same permissions.

    Raises:
        OSError: if the folder cannot be created.
    """
    for path in reversed([folder, *folder.parents]):
        if not path.exists():
            # folders are created one by one, because ``parents=True`` ignores the mode
            path.mkdir(mode=0o700, exist_ok=True)
    folder.mkdir(exist_ok=True)  # this call fails if the path is a file
    tighten(folder)


def tighten(path: Path) -> None:
    """Remove all permissions of other users for one of the user's files or folders.

    Shared folders such as ``/tmp`` keep their permissions.
    """
    # Windows keeps the folder for a user's data private, and a browser has no other users.
    if os.name == "nt" or sys.platform == "emscripten":
        return
    with suppress(OSError):
        found = path.lstat()
        shared = stat.S_ISLNK(found.st_mode) or found.st_mode & stat.S_ISVTX
        if found.st_mode & _OTHERS and not shared and found.st_uid == os.geteuid():
            path.chmod(stat.S_IMODE(found.st_mode) & ~_OTHERS)


def private_opener(path: str, flags: int) -> int:
    """Open a file for :func:`open`; if the file is new, only its owner may read it."""
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0), 0o600)


def touch_private(path: Path) -> None:
    """Create an empty file that only its owner may read, or restrict an existing file.

    Raises:
        OSError: if the file can be neither created nor opened.
    """
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    tighten(path)
