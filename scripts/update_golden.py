"""Write the golden transcripts again: one random play of every game, ``tests/golden/GAME.txt``.

Run ``python scripts/update_golden.py`` after a change that is meant to change the rules, the order
of moves, the notation or the deals; the diff is the review. The test compares and never writes.
"""

from __future__ import annotations

import random
from pathlib import Path

import cadogan
from cadogan.rules.catalogue import games

PLACE = Path(__file__).resolve().parents[1] / "tests" / "golden"
STEPS = 25
WIDE, FEW = 200, 3  # where moves are many, few steps are enough
MANY, SOME = 20, 8


def changes(before: cadogan.Position, after: cadogan.Position) -> str:
    """Return the lines of ``after``'s block form that ``before``'s lacks, as one line.

    Of the stock only the height is given; its cards stand in the first and last position.
    """
    old = set(str(before).splitlines())
    lines = [line for line in str(after).splitlines() if line not in old]
    new = [f"s {len(after.piles['s'])} cards" if li[:2] == "s " else li for li in lines]
    if len(new) > MANY:  # a row that closes up; where it ends stands at the end
        new = [*new[:SOME], f"{len(new) - SOME} more"]
    return " / ".join(new)


def chosen(rng: random.Random, position: cadogan.Position) -> str:
    """Choose a move, leaning away from the actions."""
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


def main() -> None:
    """Write every file, and remove those of games that are gone."""
    PLACE.mkdir(exist_ok=True)
    wanted = {f"{game_id}.txt" for game_id in games(own=False)}
    for path in PLACE.iterdir():
        if path.name not in wanted:
            path.unlink()
    for game_id in games(own=False):
        (PLACE / f"{game_id}.txt").write_text(transcript(game_id), encoding="utf-8")
    print(f"{len(wanted)} transcripts in {PLACE}")


if __name__ == "__main__":
    main()
