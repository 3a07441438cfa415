"""Corrections to the card faces, and a measure of how different the suit colours look.

    python scripts/build_cards.py mend       rewrite the faces under src/cadogan/web/static/cards
    python scripts/build_cards.py jokers     draw the joker of every deck
    python scripts/build_cards.py colours    print contrast and colour differences of every palette

The command ``mend`` makes these changes; a second run changes nothing:

- It moves the large pip of a court card to the side that the figure leaves free.
- It gives the large indices a margin, and sets the palette of each deck.
- It rounds the paths of court cards to a tenth of their unit; the frame is 2000 units high. Further
  digits make no visible difference on any screen, but they took up a quarter of a deck's size.

Colour differences are CIE76 (Lab, D65) between any two suits, for normal vision and for full
protanopia, deuteranopia and tritanopia. The simulation uses the matrices of Machado, Oliveira and
Fernandes (2009), severity 1.0, on linear sRGB.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

CARDS = Path(__file__).resolve().parents[1] / "src" / "cadogan" / "web" / "static" / "cards"

PALETTES = {
    "two": {"S": "#111", "H": "#c8102e", "D": "#c8102e", "C": "#111"},
    "four": {"S": "#111", "H": "#c8102e", "D": "#0a53c8", "C": "#0b7a34"},
    "safe": {"S": "#0d0d0f", "H": "#d6255a", "D": "#ab6202", "C": "#1478cc"},
}
# The joker's index (a star) and its sign (a fool's cap), which must equal those in card-index.js.
STAR = "M0-370L90-94L380-94L146 77L235 354L0 183L-235 354L-146 77L-380-94L-90-94Z"
CAP = (
    "M-260 260c0-200-70-320-210-280 40-200 230-240 340-100 30-140 70-220 130-300 60 80 "
    "100 160 130 300 110-140 300-100 340 100-140-40-210 80-210 280ZM-270 300H270v100H-2"
    "70ZM-470 0a55 55 0 1 0 1 0ZM0-530a55 55 0 1 0 1 0ZM470 0a55 55 0 1 0 1 0Z"
)
JOKER_INK, GOLD = "#6b2d8f", "#d99a00"
# Court cards whose figure (staff, veil, axe) fills the upper left-hand corner; their pip goes on
# the right.
PIP_RIGHT = frozenset({"CJ", "CQ", "DJ", "DQ", "HJ", "SQ"})
# The pip below the index; it appears twice on a court card, once rotated.
PIP = re.compile(r"translate\((-?)60 (-?)104\) scale\((-?)0\.0417\)")
INDEX = re.compile(r"translate\(-79\.8 -108\.0\)")
INDEX_WITH_MARGIN = "translate(-75.8 -108.0)"

# The layers of a court's figure, and their paths.
LAYER = re.compile(r'(?<=viewBox="0 0 1300 2000">).*?(?=</symbol>)', re.DOTALL)
LINES = re.compile(r'(?<= d=")[^"]*')
LETTER = re.compile(r"[a-zA-Z]")
NUMBER = re.compile(r"[\s,]*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)")
FLAG = re.compile(r"[\s,]*([01])")
# The kinds of arguments for each path command: x, y, a number that is not a coordinate, a flag.
SHAPES = {
    "m": "xy", "l": "xy", "t": "xy", "h": "x", "v": "y", "z": "",
    "c": "xyxyxy", "s": "xyxy", "q": "xyxy", "a": "nnnffxy",
}  # fmt: skip

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
    """Return the CIE76 difference between two colours for one kind of vision in `SIGHT`."""
    labs: list[Vector] = []
    for colour in (first, second):
        r, g, b = (min(max(v, 0.0), 1.0) for v in _times(SIGHT[sight], _linear(colour)))
        labs.append(_lab((r, g, b)))
    return float(sum((a - b) ** 2 for a, b in zip(*labs, strict=True)) ** 0.5)


def least_difference(palette: dict[str, str]) -> tuple[float, str]:
    """Return the smallest difference between two suits, with the suits and the vision."""
    return min(
        (difference(palette[a], palette[b], sight), f"{a}-{b}, {sight}")
        for a, b in combinations(palette, 2)
        for sight in SIGHT
    )


def _commands(path: str) -> Iterator[tuple[str, bool, list[str]]]:
    """Yield the commands of a path: the letter, whether it is written out, and the arguments."""
    at, letter = 0, ""
    while at < len(path):
        if path[at].isspace():
            at += 1
            continue
        written = LETTER.match(path, at)
        if written:
            letter, at = path[at], at + 1
        elif letter in "Mm":  # further arguments after a move draw a line
            letter = "l" if letter == "m" else "L"
        numbers = []
        for kind in SHAPES[letter.lower()]:
            found = (FLAG if kind == "f" else NUMBER).match(path, at)
            if not found:
                raise ValueError(f"{path[at : at + 20]!r} in a path is not a number")
            numbers.append(found[1])
            at = found.end()
        yield letter, bool(written), numbers


def _number(tenths: int) -> str:
    text = f"{tenths / 10:.1f}".removesuffix(".0")
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def rounded(path: str) -> str:
    """Return the data of a path, with each point rounded to a tenth, so that errors do not add up.

    >>> rounded("M1.04.26c.04 0 .08.02 1.26 0a1 1.04 0 01.04 0l.04 0z")
    'M1 .3c.1 0 .1 0 1.3 0a1 1 0 0 1 0 0l.1 0z'
    """
    exact, drawn, start = [0.0, 0.0], [0, 0], [0.0, 0.0]
    out = ""
    for letter, written, numbers in _commands(path):
        shape = SHAPES[letter.lower()]
        here, lay = list(exact), list(drawn)
        words = []
        for kind, text in zip(shape, numbers, strict=True):
            if kind not in "xy":
                words.append(text if kind == "f" else _number(round(10 * float(text))))
                continue
            axis = "xy".index(kind)
            exact[axis] = float(text) + (here[axis] if letter.islower() else 0)
            drawn[axis] = round(10 * exact[axis])
            words.append(_number(drawn[axis] - (lay[axis] if letter.islower() else 0)))
        if letter in "Mm":
            start = list(exact)
        elif letter in "Zz":
            exact, drawn = list(start), [round(10 * each) for each in start]
        for index, word in enumerate(words):
            first = index == 0 and (written or not out)
            out += letter if first else ""
            # No separator is necessary if the next number cannot be read as part of the previous
            # one.
            joined = first or word.startswith("-") or (word.startswith(".") and _ended(out))
            out += word if joined else f" {word}"
        out += letter if not words else ""
    return out


def _ended(text: str) -> bool:
    """Return whether the last number has a point, so that another point begins a new number."""
    return "." in re.split(r"[ a-zA-Z-]", text)[-1]


def mended(deck: str, face: str, text: str) -> str:
    """Return the SVG of one face (`HK`, in deck `classic-safe`) with its faults corrected."""
    if face in {"back", "joker"}:
        return text
    style, palette = deck.split("-")
    # The last fill in the file belongs to the rotated index's pip, and has the suit's colour. The
    # palettes do not contain the colours of the court figures.
    old = re.findall(r'fill="(#[0-9a-f]{3,6})"', text)[-1] if style == "classic" else ""
    if style == "large":
        old = re.findall(r'stroke="(#[0-9a-f]{3,6})" stroke-width="120"', text)[0]
    text = text.replace(f'"{old}"', f'"{PALETTES[palette][face[0]]}"')
    text = LAYER.sub(lambda layer: LINES.sub(lambda lines: rounded(lines[0]), layer[0]), text)
    if style == "large":
        return INDEX.sub(INDEX_WITH_MARGIN, text)
    if face in PIP_RIGHT:
        text = PIP.sub(
            lambda m: f"translate({'' if m[2] else '-'}60 {m[2]}104) scale({m[3]}0.0417)",
            text,
        )
    return text


def mend() -> int:
    """Correct every face with a fault, and return the number of changed faces."""
    changed = 0
    for path in sorted(CARDS.glob("*/*.svg")):
        old = path.read_text(encoding="utf-8")
        new = mended(path.parent.name, path.stem, old)
        if new != old:
            path.write_text(new, encoding="utf-8")
            changed += 1
    return changed


def joker(style: str) -> str:
    """Return Cadogan's drawing of the joker for decks of a style, ``classic`` or ``large``."""
    star = f'<path transform="{{}}" d="{STAR}" fill="{JOKER_INK}"/>'
    cap = f'<path transform="{{}}" d="{CAP}" fill="{JOKER_INK}"/>'
    if style == "large":
        shapes = [
            star.format("translate(-68 -110) scale(0.1150)"),
            cap.format("translate(72 -104) scale(0.0733)"),
            cap.format("translate(0 66) scale(0.1700)"),
        ]
    else:
        corner = [
            star.format("translate(-97 -136) scale(0.0500)"),
            cap.format("translate(-97 -94) scale(0.0320)"),
        ]
        ring = f'<circle r="88" fill="none" stroke="{GOLD}" stroke-width="3"/>'
        shapes = [ring, cap.format("translate(0 4) scale(0.1250)"), *corner]
        shapes += ['<g transform="rotate(180)">', *corner, "</g>"]
    card = (
        '<rect x="-119" y="-167" width="238" height="334" rx="14" fill="#fff" stroke="#444"'
        ' stroke-width="1.5"/>'
    )
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-120 -168 240 336" width="240"'
    return f'{head} height="336">{card}{"".join(shapes)}</svg>'


def draw_jokers() -> int:
    """Draw the joker of every deck, and return the number of jokers."""
    decks = [path for path in sorted(CARDS.iterdir()) if path.is_dir()]
    for deck in decks:
        text = joker(deck.name.partition("-")[0])
        (deck / "joker.svg").write_text(text, encoding="utf-8")
    return len(decks)


def main(arguments: list[str]) -> int:
    """Run the chosen command and return the exit status."""
    if arguments == ["mend"]:
        print(f"{mend()} faces changed")
        return 0
    if arguments == ["jokers"]:
        print(f"{draw_jokers()} jokers drawn")
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
