"""What a check raises when something does not hold."""

from __future__ import annotations

__all__ = ["CheckError"]


class CheckError(Exception):
    """A fault that shows."""

    def __init__(self, kind: str, told: str) -> None:
        super().__init__(f"{kind}: {told}")
        self.kind, self.told = kind, told
