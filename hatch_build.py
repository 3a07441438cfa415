"""Build hook: what is installed carries compiled catalogues and sources of the documentation."""

from __future__ import annotations

import runpy
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# the files and folders from which MkDocs builds the documentation
_DOCUMENTATION = (
    *("docs", "mkdocs.yml", "CHANGELOG.md", "CONTRIBUTING.md"),
    *("scripts/site_pages.py", "scripts/build_game_pages.py", "scripts/renew.py"),
    *("scripts/build_interface_pages.py", "scripts/build_odds_pages.py"),
)


class CatalogueHook(BuildHookInterface):  # type: ignore[misc]  # hatchling has no types
    """Compile ``*.po`` to ``*.mo`` outside the source tree, and put them into the wheel.

    The wheel also gets the documentation's sources, because ``cadogan site`` builds it.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the files; an editable install reads those of the checkout."""
        if version == "editable":
            return
        package = Path(self.root) / "src" / "cadogan"
        for source in _DOCUMENTATION:
            target = f"cadogan/site/documentation/{source}"
            build_data["force_include"][str(Path(self.root) / source)] = target
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
