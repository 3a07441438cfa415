"""Mend the card faces in place and measure the colours of the suits.

    python tools/cards.py mend       rewrite the faces under src/cadogan/web/static/cards
    python tools/cards.py colours    print contrast and colour differences of every palette

Mending is idempotent: a second run changes nothing. It moves the big pip of a court card to the
side that the figure leaves free, gives the large indices a margin, and sets the palette of each
deck. Colour differences are CIE76 (Lab, D65) between any two suits, as seen normally and under full
protanopia, deuteranopia and tritanopia simulated with the matrices of Machado, Oliveira and
Fernandes (2009), severity 1.0, applied to linear sRGB.
"""

from __future__ import annotations

import re
import sys
from itertools import combinations
from pathlib import Path

CARDS = Path(__file__).resolve().parents[1] / "src" / "cadogan" / "web" / "static" / "cards"

PALETTES = {
    "two": {"S": "#111", "H": "#c8102e", "D": "#c8102e", "C": "#111"},
    "four": {"S": "#111", "H": "#c8102e", "D": "#0a53c8", "C": "#0b7a34"},
    "safe": {"S": "#0d0d0f", "H": "#d6255a", "D": "#ab6202", "C": "#1478cc"},
}
# Court cards whose figure (staff, veil, axe) fills the left upper corner, so the pip goes right.
PIP_RIGHT = frozenset({"CJ", "CQ", "DJ", "DQ", "HJ", "SQ"})
# The pip that a court carries twice, below the index; the second is the first turned round.
PIP = re.compile(r"translate\((-?)60 (-?)104\) scale\((-?)0\.0417\)")
INDEX = re.compile(r"translate\(-79\.8 -108\.0\)")
INDEX_WITH_MARGIN = "translate(-75.8 -108.0)"

Vector = tuple[float, float, float]
Matrix = tuple[Vector, Vector, Vector]
SIGHT: dict[str, Matrix] = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
SRGB_TO_XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
D65: Vector = (0.95047, 1.0, 1.08883)


def _times(matrix: Matrix, vector: Vector) -> Vector:
    x, y, z = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return (x, y, z)


def _linear(colour: str) -> Vector:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * c for c in colour[1:])
    channels = (int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4))
    r, g, b = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in channels)
    return (r, g, b)


def _lab(linear: Vector) -> Vector:
    ratios = (v / white for v, white in zip(_times(SRGB_TO_XYZ, linear), D65, strict=True))
    x, y, z = (v ** (1 / 3) if v > 216 / 24389 else (24389 / 27 * v + 16) / 116 for v in ratios)
    return (116 * y - 16, 500 * (x - y), 200 * (y - z))


def contrast_on_white(colour: str) -> float:
    """Return the WCAG contrast ratio of a colour such as `#1478cc` on white."""
    return 1.05 / (0.05 + _times(SRGB_TO_XYZ, _linear(colour))[1])


def difference(first: str, second: str, sight: str) -> float:
    """Return the CIE76 difference of two colours under one kind of `SIGHT`."""
    labs: list[Vector] = []
    for colour in (first, second):
        r, g, b = (min(max(v, 0.0), 1.0) for v in _times(SIGHT[sight], _linear(colour)))
        labs.append(_lab((r, g, b)))
    return float(sum((a - b) ** 2 for a, b in zip(*labs, strict=True)) ** 0.5)


def least_difference(palette: dict[str, str]) -> tuple[float, str]:
    """Return the smallest difference between two suits of a palette, and where it occurs."""
    return min(
        (difference(palette[a], palette[b], sight), f"{a}-{b}, {sight}")
        for a, b in combinations(palette, 2)
        for sight in SIGHT
    )


def mended(deck: str, face: str, text: str) -> str:
    """Return the text of one face (`HK`, in deck `classic-safe`) with the blemishes mended."""
    if face == "back":
        return text
    style, palette = deck.split("-")
    # The suit's own paint is the last fill in the file: the pip of the (turned) index. Courts are
    # painted with other colours than any palette's.
    old = re.findall(r'fill="(#[0-9a-f]{3,6})"', text)[-1] if style == "classic" else ""
    if style == "large":
        old = re.findall(r'stroke="(#[0-9a-f]{3,6})" stroke-width="120"', text)[0]
    text = text.replace(f'"{old}"', f'"{PALETTES[palette][face[0]]}"')
    if style == "large":
        return INDEX.sub(INDEX_WITH_MARGIN, text)
    if face in PIP_RIGHT:
        text = PIP.sub(
            lambda m: f"translate({'' if m[2] else '-'}60 {m[2]}104) scale({m[3]}0.0417)",
            text,
        )
    return text


def mend() -> int:
    """Rewrite every face that needs it and return how many were changed."""
    changed = 0
    for path in sorted(CARDS.glob("*/*.svg")):
        old = path.read_text(encoding="utf-8")
        new = mended(path.parent.name, path.stem, old)
        if new != old:
            path.write_text(new, encoding="utf-8")
            changed += 1
    return changed


def main(arguments: list[str]) -> int:
    """Run one of the two verbs and return the exit status."""
    if arguments == ["mend"]:
        print(f"{mend()} faces changed")
        return 0
    if arguments == ["colours"]:
        for name, palette in PALETTES.items():
            ratios = "  ".join(f"{s} {c} {contrast_on_white(c):.2f}" for s, c in palette.items())
            least, where = least_difference(palette)
            print(f"{name}: contrast on white {ratios}; least difference {least:.1f} ({where})")
        return 0
    print(__doc__)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
