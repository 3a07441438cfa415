"""Build script for the kernels: engine, search, policies and random plays as machine code.

    python scripts/build_kernels.py [--platforms NAME,...] [--folder FOLDER]
    python scripts/build_kernels.py --check [--platforms NAME,...]
    python scripts/build_kernels.py --stamp

Without options the script writes the kernels for all platforms into the package, ready to commit.
This takes a few minutes. The same sources and tool versions always give the same bytes. With
--check the script builds the kernels in another folder, and lists the files that differ. If only
comments or docstrings changed, --stamp accepts the sources in a second.

--platforms: linux-x86_64, linux-arm64, macos-x86_64, macos-arm64, windows-x86_64, wasm32,
emscripten-wasm32; and ``here`` for this machine.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

try:
    from cadogan.kernel_build.build import BuildError, build, restamp
    from cadogan.kernel_build.objects import PLATFORMS
except ImportError as error:
    sys.exit(f'{error.name} is missing: pip install -e ".[dev]"')
from cadogan.kernel_build.here import platform_here
from cadogan.kernels.manifest import BUILT


def main(arguments: Sequence[str] | None = None) -> int:
    """Build the kernels; return 1 if that fails or files differ."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--platforms", default=",".join(PLATFORMS), help="names, separated by commas"
    )
    parser.add_argument("--folder", type=Path, default=BUILT, help="the folder for the kernels")
    parser.add_argument(
        "--check", action="store_true", help="compare new kernels with those in the folder"
    )
    parser.add_argument(
        "--stamp", action="store_true", help="accept changed comments without a build"
    )
    args = parser.parse_args(arguments)
    names = [platform_here() if name == "here" else name for name in args.platforms.split(",")]
    if wrong := [name for name in names if name not in PLATFORMS]:
        parser.error(f"there is no platform {wrong[0]!r}; there are {', '.join(PLATFORMS)}")
    if args.stamp:
        try:
            restamp(args.folder)
        except BuildError as error:
            print(error, file=sys.stderr)
            return 1
        return 0
    begin = time.monotonic()

    def report(text: str) -> None:
        print(f"{time.monotonic() - begin:5.0f} s  {text}", flush=True)

    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) if args.check else args.folder
        try:
            written = build(folder, names, report=report)
        except BuildError as error:
            print(error, file=sys.stderr)
            return 1
        if not args.check:
            return 0
        # the file that lists all platforms
        kernels = [path for path in written if path.suffix != ".json"]
        differ = [path.name for path in kernels if not _same(path, args.folder / path.name)]
    if differ:
        print(f"these differ from those in {args.folder}: {', '.join(differ)}", file=sys.stderr)
        return 1
    print(f"{len(kernels)} files are the same, byte for byte")
    return 0


def _same(one: Path, other: Path) -> bool:
    return other.is_file() and one.read_bytes() == other.read_bytes()


if __name__ == "__main__":
    sys.exit(main())
