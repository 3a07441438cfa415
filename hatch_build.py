"""Build hook: what is installed carries the catalogues of messages compiled."""

from __future__ import annotations

import runpy
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CatalogueHook(BuildHookInterface):  # type: ignore[misc]  # hatchling has no types
    """Compile ``*.po`` to ``*.mo`` outside the source tree, and put them into the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the compiled catalogues; an editable install reads the ``.po`` of the checkout."""
        if version == "editable":
            return
        package = Path(self.root) / "src" / "cadogan"
        compiled = runpy.run_path(str(package / "i18n" / "catalogs.py"))["compiled"]
        self._scratch = TemporaryDirectory(prefix="catalogues")
        folder = Path(self._scratch.name)
        for number, path in enumerate(sorted(package.glob("i18n/locales/*/LC_MESSAGES/*.po"))):
            file = folder / f"{number}.mo"
            file.write_bytes(compiled(path.read_text("utf-8")))
            place = path.relative_to(package.parent).with_suffix(".mo")
            build_data["force_include"][str(file)] = place.as_posix()

    def finalize(self, version: str, _build_data: dict[str, Any], _artifact: str) -> None:
        """Remove the compiled catalogues again: the wheel has them."""
        if version != "editable":
            self._scratch.cleanup()
