"""Error of a check that fails."""

from __future__ import annotations

__all__ = ["CheckError"]


class CheckError(Exception):
    """A fault: ``kind`` identifies it while it is shrunk, ``told`` shows it."""

    def __init__(self, kind: str, told: str) -> None:
        super().__init__(f"{kind}: {told}")
        self.kind, self.told = kind, told
