"""Generator of the golden files: a random play of every game, messages and layouts.

After an intended change to the rules, the order of moves, the notation, the deals or a sentence,
run ``python scripts/update_golden.py`` and review the diff. Tests only compare these files:

- ``tests/golden/GAME.txt``: the play of a game;
- ``tests/golden/messages.txt``: the messages by key;
- ``tests/js/layouts.json``: layouts for the tests of the page's ``layout.js``.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path

import cadogan
from cadogan.rules.catalogue import games
from cadogan.session.view import picture

ROOT = Path(__file__).resolve().parents[1]
PLACE = ROOT / "tests" / "golden"
LAYOUTS = ROOT / "tests" / "js" / "layouts.json"
# Games with every kind of layout, and those whose layouts tests/js/layout.test.js examines.
LAID = [
    "algerian",
    "archway",
    "bakers-dozen",
    "big-ben",
    "birthday",
    "bisley",
    "blockade",
    "calculation",
    "canfield",
    "carthage",
    "clock-patience",
    "corona",
    "emperor",
    "forty-thieves",
    "freecell",
    "gaps",
    "grandfathers-clock",
    "gypsy",
    "josephine",
    "klondike",
    "little-forty",
    "maria",
    "napoleons-square",
    "odd-and-even",
    "osmosis",
    "poker-square",
    "pyramid",
    "royal-parade",
    "simple-simon",
    "sly-fox",
    "spider",
    "the-clock",
    "usk",
]
_USES = re.compile(r"^from tests\.cases\.messages import", re.MULTILINE)
STEPS = 25
WIDE, FEW = 200, 3  # a play that has more than WIDE legal moves ends after FEW steps
MANY, SOME = 20, 8


def changes(before: cadogan.Position, after: cadogan.Position) -> str:
    """Return the changed lines of ``after``'s block form, joined into one line.

    For the stock, the result gives only the height; the first and last positions show its cards.
    """
    old = set(str(before).splitlines())
    lines = [line for line in str(after).splitlines() if line not in old]
    new = [f"s {len(after.piles['s'])} cards" if li[:2] == "s " else li for li in lines]
    if len(new) > MANY:  # many piles change when a row closes up; the last part counts the rest
        new = [*new[:SOME], f"{len(new) - SOME} more"]
    return " / ".join(new)


def chosen(rng: random.Random, position: cadogan.Position) -> str:
    """Choose a random move, preferably not a special move."""
    cards = [move.text for move in position.legal_moves if move.kind == "move"]
    return rng.choice(cards if cards and rng.random() < 0.7 else position.move_texts())


def transcript(game_id: str) -> str:
    """Return the transcript of one random play from deal 1."""
    rng = random.Random(f"golden {game_id}")
    position = cadogan.game(game_id).deal(1)
    lines = [f"{game_id}, deal 1", "", str(position)]
    for step in range(STEPS):
        moves = position.move_texts()
        if not moves or (len(moves) > WIDE and step >= FEW):
            break
        text = chosen(rng, position)
        after = position.play(text)
        lines += ["", " ".join(moves), f"{step + 1}. {text}: {changes(position, after)}"]
        position = after
    lines += [
        "",
        str(position),
        f"{'won' if position.won else ' '.join(position.move_texts()) or 'over'}",
    ]
    return "\n".join(lines) + "\n"


def write_messages() -> None:
    """Run the tests that name messages by key; they write the messages."""
    files = [path for path in (ROOT / "tests").rglob("test_*.py") if _USES.search(path.read_text())]
    pytest = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider"]
    subprocess.run(  # noqa: S603
        [*pytest, *map(str, sorted(files))],
        env={**os.environ, "CADOGAN_WRITE_MESSAGES": "1"},
        cwd=ROOT,
        check=True,
    )


def layouts() -> str:
    """Return the layouts of some games with the heights of their piles at the start, as JSON."""
    lines = []
    for game_id in LAID:
        seen = picture(cadogan.game(game_id))
        heights = {
            name: {"count": len(cards), "down": seen["down"][name]}
            for name, cards in seen["piles"].items()
        }
        value = {"layout": seen["layout"], "heights": heights}
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        lines.append(f'"{game_id}": {text}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main() -> None:
    """Write every file, and remove the files of removed games."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.parse_args()
    write_messages()
    wanted = {f"{game_id}.txt" for game_id in games(own=False)} | {"messages.txt"}
    for path in PLACE.iterdir():
        if path.name not in wanted:
            path.unlink()
    for game_id in games(own=False):
        (PLACE / f"{game_id}.txt").write_text(transcript(game_id), encoding="utf-8")
    LAYOUTS.write_text(layouts(), encoding="utf-8")
    print(f"{len(wanted)} transcripts in {PLACE}; {LAYOUTS}")


if __name__ == "__main__":
    main()
