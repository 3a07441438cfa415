"""Documentation for the site, which MkDocs builds.

A checkout has its sources at the root. An installed package has copies beside this module, which
``hatch_build.py`` adds.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

from cadogan.core.errors import CadoganError

_HERE = Path(__file__).resolve().parent
_NEEDED = ("mkdocs", "material", "matplotlib")


def check() -> Path:
    """Return the folder with the sources.

    Raises:
        CadoganError: if the sources or the packages for them are missing.
    """
    missing = [name for name in _NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        raise CadoganError(
            f"the documentation needs {', '.join(missing)}: install Cadogan with its extra 'docs',"
            " or add --no-docs"
        )
    places = (_HERE / "documentation", _HERE.parents[2])
    root = next((place for place in places if (place / "mkdocs.yml").is_file()), None)
    if root is None:
        raise CadoganError("this installation has no sources of the documentation: add --no-docs")
    return root


def build(folder: Path) -> None:
    """Build the documentation into a folder.

    Raises:
        CadoganError: if its sources or the packages for it are missing, or if MkDocs fails.
    """
    root = check()
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict"]
    done = subprocess.run(  # noqa: S603  # a module of the same Python
        [*command, "--site-dir", str(folder)],
        cwd=root,
        # The same sources produce the same files: pages carry no build date.
        env={**os.environ, "SOURCE_DATE_EPOCH": "0", "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise CadoganError(f"the documentation cannot be built:\n{done.stderr[-2000:]}")
    # This page expects the documentation at the root of its host. Unknown addresses get the site's.
    (folder / "404.html").unlink()
