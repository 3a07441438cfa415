"""Spare space on the disk, so that plays are saved also when the disk is full.

A file of no use lies beside the plays. When there is no room for a move any more it is given up,
and the move is saved where it lay. It is laid by again once there is room enough for that.
"""

from __future__ import annotations

import errno
import os
import shutil
from contextlib import suppress
from pathlib import Path

from cadogan.core.user_folder import private_opener

SIZE = 512 << 10  # many thousands of moves
_FREE = 8 * SIZE  # with less, the rest is left to other programs
_QUOTA = getattr(errno, "EDQUOT", errno.ENOSPC)  # Windows has none
NO_ROOM = {errno.ENOSPC, errno.EFBIG, _QUOTA}
_ABOUT = b"Nothing of yours: room in which Cadogan saves your plays when the disk is full.\n"


class SpareSpace:
    """Spare space that the file at a path keeps back.

    Attributes:
        wanting: whether there is none, for want of room on the disk.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.wanting = False

    def lay_by(self) -> None:
        """Keep room back, if none is and there is enough."""
        try:
            if self.wanting or not self._path.exists():
                self.wanting = shutil.disk_usage(self._path.parent).free < _FREE
            if not (self.wanting or self._path.exists()):
                # At random: some disks keep next to nothing of a file that repeats itself.
                with open(self._path, "xb", opener=private_opener) as file:
                    file.write(_ABOUT + os.urandom(SIZE - len(_ABOUT)))
        except OSError as error:
            self.spend()
            self.wanting = error.errno in NO_ROOM

    def spend(self) -> bool:
        """Give the space up; return whether there was any."""
        self.wanting = True
        with suppress(OSError):
            self._path.unlink()
            return True
        return False
