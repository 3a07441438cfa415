"""Spare disk space, so that plays can be saved even when the disk is full.

A placeholder file sits beside the file of plays. When the disk is full, the program deletes it and
saves the move in the freed space. It creates the placeholder again once there is enough room.
"""

from __future__ import annotations

import errno
import os
import shutil
from contextlib import suppress
from pathlib import Path

from cadogan.core.user_folder import private_opener

SIZE = 512 << 10  # the size of the placeholder in bytes, enough for many thousands of moves
_FREE = 8 * SIZE  # the minimum number of free bytes for creating a placeholder
_QUOTA = getattr(errno, "EDQUOT", errno.ENOSPC)  # Windows does not define EDQUOT
NO_ROOM = {errno.ENOSPC, errno.EFBIG, _QUOTA}
_ABOUT = b"Nothing of yours: room in which Cadogan saves your plays when the disk is full.\n"


class SpareSpace:
    """Disk space that a placeholder file reserves.

    Attributes:
        wanting: whether the disk has no room for the placeholder.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.wanting = False

    def lay_by(self) -> None:
        """Create the placeholder if it is missing and the disk has enough room."""
        try:
            if self.wanting or not self._path.exists():
                self.wanting = shutil.disk_usage(self._path.parent).free < _FREE
            if not (self.wanting or self._path.exists()):
                # The bytes are random, because some file systems compress repetitive files.
                with open(self._path, "xb", opener=private_opener) as file:
                    file.write(_ABOUT + os.urandom(SIZE - len(_ABOUT)))
        except OSError as error:
            self.spend()
            self.wanting = error.errno in NO_ROOM

    def spend(self) -> bool:
        """Delete the placeholder; return whether it existed."""
        self.wanting = True
        with suppress(OSError):
            self._path.unlink()
            return True
        return False
