"""What is being written at the desk and not saved yet: kept by the server too, key by key.

The browser keeps it as well, but only for the address at which the server was reached.
"""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from cadogan.core.errors import CadoganError
from cadogan.core.input_limits import DRAFT, read_bounded
from cadogan.core.user_folder import home
from cadogan.rules.user_games import write_whole

_KEY = re.compile(r"(?:game|new)\.[a-z0-9-]{1,60}")


class Draft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text that is not saved.

    Attributes:
        text: as it was last. at: when, in milliseconds since 1970, by the browser's clock.
        seen: which state of its file it was begun from; None when it has none.
    """

    text: str
    at: int
    seen: str | None = None


class Drafts:
    """The drafts of a person.

    A key is ``game.ID`` for a change of a file, and ``new.KEY`` for what has none yet.

    Args:
        folder: where they lie, when not the usual one.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder

    def _file(self, key: str) -> Path:
        if not _KEY.fullmatch(key):
            raise CadoganError(f"{key[:60]!r} is no key of a draft")
        return (self._folder or home() / "drafts") / f"{key}.json"

    def keys(self) -> list[str]:
        """Return the keys of all drafts, sorted."""
        try:
            names = [file.stem for file in (self._folder or home() / "drafts").glob("*.json")]
        except OSError:
            return []
        return sorted(name for name in names if _KEY.fullmatch(name))

    def get(self, key: str) -> Draft | None:
        """Return a draft; None when there is none that can be read."""
        try:
            return msgspec.json.decode(read_bounded(self._file(key), DRAFT), type=Draft)
        except (OSError, msgspec.DecodeError, UnicodeDecodeError):
            return None

    def put(self, key: str, draft: Draft | None) -> None:
        """Keep a draft, or none any more.

        Raises:
            CadoganError: when it cannot be written.
        """
        file = self._file(key)
        if draft is not None:
            write_whole(file, msgspec.json.encode(draft).decode())
            return
        try:
            file.unlink(missing_ok=True)
        except OSError as error:
            told = error.strerror or error
            raise CadoganError(f"{file} cannot be deleted: {told}") from None
