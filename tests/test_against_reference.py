"""Random plays in the engine and in the independent reference implementation.

The engine and the reference share no code: the reference is written by hand from the games'
sources. At every step of a play both must list the same moves, reach the same piles, and agree on
whether the game is won.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import pytest

import cadogan
from cadogan.core.cards import card_text
from tests import reference
from tests.covering import each, few
from tests.reference.table import find


def _shuffled_order(before: cadogan.Position, after: cadogan.Position) -> list[str] | None:
    """Return the dealing order after a shuffled redeal, reconstructed from the piles."""
    redeal = before.game.definition.redeal
    if redeal is None or not redeal.order.startswith("shuffled"):
        return None
    piles = after.piles
    if redeal.from_ == "waste":
        return list(reversed(piles["s"]))
    there = before.piles if "in order stay" in redeal.order else {}
    laid = [
        card
        for name, cards in piles.items()
        if name[0] == "t" and name not in _in_order(there)
        for card in cards
    ]
    return laid + list(reversed(piles["s"])) if redeal.from_ == "tableau and stock" else laid


def _in_order(piles: Mapping[str, Sequence[str]]) -> set[str]:
    """Return the places in Gaps whose cards stay in a redeal: a leading two and its sequence."""
    kept: set[str] = set()
    for first in range(1, len(piles), 13):
        before = ""
        for i in range(first, min(first + 13, 53)):
            card = "".join(piles[f"t{i}"])
            after = "2" if i == first else "A23456789TJQK-"["A23456789TJQK".index(before[0]) + 1]
            if not card or card[0] != after or (i > first and card[1] != before[1]):
                break
            kept.add(f"t{i}")
            before = card
    return kept


def _shuffled_start(game_id: str, rng: random.Random) -> tuple[cadogan.Position, reference.State]:
    game = cadogan.game(game_id)
    order = [card_text(c) for c in game.compiled.cards]
    rng.shuffle(order)
    try:
        ours = game.deal_from(order)
    except cadogan.InvalidDealError:  # Tournament rejects some deals; so must the reference
        with pytest.raises(ValueError, match="no ace and no king"):
            reference.start(game_id, order)
        return _shuffled_start(game_id, rng)
    return ours, reference.start(game_id, order)


def _play_both(game_id: str, seed: int, steps: int) -> None:
    rng = random.Random(f"{game_id} {seed}")
    ours, theirs = _shuffled_start(game_id, rng)
    for step in range(steps):
        where = f"{game_id}, seed {seed}, step {step}\n{ours}"
        assert {n: list(c) for n, c in ours.piles.items()} == theirs.piles, where
        down = dict(ours.down)
        if ours.piles.get("s") and ours.game.definition.of_kind("stock")[0].turned:
            down["s"] += 1  # in the reference, the stock's playable card stays face down
        assert down == theirs.down, where
        assert ours.won == reference.won(theirs), where
        moves = ours.move_texts()
        assert set(moves) == reference.moves(theirs), where
        if not moves:
            break
        # prefer other moves to redeals, which may go on forever, so that plays make progress
        often = [m for m in moves if m not in ("redeal",)] or moves
        text = rng.choice(often if rng.random() < 0.9 else moves)
        after = ours.play(text)
        shuffled = _shuffled_order(ours, after) if text == "redeal" else None
        theirs = find(game_id).make(theirs, text, shuffled)
        ours = after


@pytest.mark.parametrize("game_id", each(reference.GAMES, most=6))
@pytest.mark.parametrize(("seeds", "steps"), few([(range(1), 90), (range(50), 400)], 1))
def test_random_plays_agree(game_id: str, seeds: range, steps: int) -> None:
    for seed in seeds:
        _play_both(game_id, seed, steps)
