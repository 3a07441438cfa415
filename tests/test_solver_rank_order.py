"""How soon cards are wanted as the foundations stand, and redeals that wait."""

from __future__ import annotations

import random

import pytest

import cadogan
from cadogan.model.position import Position
from cadogan.solver.analysis import analysis
from cadogan.solver.codes import MOST_DUE, Weight
from cadogan.solver.search import dominance, heuristic
from cadogan.state.compiled import STRIDE, CompiledRules
from cadogan.state.snapshot import new_state, thaw
from cadogan.state.state import NOTHING


def soonest(p: Position, R: CompiledRules) -> list[int]:
    """Return for each card how many cards must go up before it, where it could go up soonest."""
    found = [MOST_DUE] * 52
    for f in range(R.foundations):
        pile = p.snapshot.piles[f]
        last = {pile[-1] if pile else NOTHING}
        for n in range(R.accept.full[f] - len(pile)):
            rule = R.accept.rule_at[f * (R.room + 1) + len(pile) + n]
            accept = [R.accept.sets[rule * STRIDE + top] for top in last]
            last = {c for c in range(52) if any(some >> c & 1 for some in accept)}
            for card in last:
                found[card] = min(found[card], n)
    return found


@pytest.mark.parametrize(
    "game_id", ["alternate", "box-kite", "crescent", "house-on-the-hill", "louis", "union-square"]
)
def test_how_soon_cards_are_wanted(game_id: str) -> None:
    """And that a pile's score is told as it is found, though it changes with the foundations."""
    game = cadogan.game(game_id)
    R = game.compiled_rules
    A = analysis.analyse(game)
    S = new_state(R)
    rng = random.Random(game_id)
    seen = set()
    for deal in range(1, 4):
        p = game.deal(deal)
        for _ in range(60):
            thaw(R, S, p.snapshot)
            seen.add(heuristic.note_due(R, S, A))
            assert A.heuristic.order[A.heuristic.due : A.heuristic.due + 52] == soonest(p, R)
            wanted = dominance.takeable(R, S, A)
            for pile in range(R.foundations, R.piles):
                for _ in range(2):
                    told = heuristic.told_score(R, S, A, pile, wanted)
                    assert told == heuristic.pile_score(R, S, A, pile, wanted)
            moves = p.move_texts()
            if not moves:
                break
            p = p.play(rng.choice(moves))
    assert len(seen) > 3, "foundations that stand differently"


@pytest.mark.parametrize(
    "game_id",
    [
        "archway-open-arch",
        "black-hole",
        "calculation",
        "canfield",
        "freecell",
        "golf",
        "tournament",
    ],
)
def test_elsewhere_the_order_stands_from_the_start(game_id: str) -> None:
    base = cadogan.game(game_id).deal(1).snapshot.base
    assert analysis.analyse(cadogan.game(game_id), base).heuristic.due == 0


def test_redeals_that_gather_what_is_built_on_wait() -> None:
    """But not where one pack is shuffled and emptied piles stay empty."""
    for game_id in ("capricieuse", "gaps", "louis", "st-helena", "three-shuffles-and-a-draw"):
        assert analysis.analyse(cadogan.game(game_id)).heuristic.weight[Weight.AGAIN] == 1000, (
            game_id
        )
    for game_id in ("crescent", "klondike", "la-belle-lucie", "super-flower-garden", "trefoil"):
        assert analysis.analyse(cadogan.game(game_id)).heuristic.weight[Weight.AGAIN] == 0, game_id


def test_a_card_that_goes_up_is_no_loss() -> None:
    """Where foundations meet and spaces bear not any card; and beams walk further there."""
    for game_id in ("bisley", "box-kite", "crescent", "house-on-the-hill", "louis"):
        A = analysis.analyse(cadogan.game(game_id))
        assert (
            A.heuristic.weight[Weight.BURIED],
            A.heuristic.weight[Weight.FOUNDED],
            A.heuristic.walk,
        ) == (
            0,
            6,
            8192,
        ), game_id
    for game_id in ("algerian", "capricieuse", "freecell", "yukon"):
        A = analysis.analyse(cadogan.game(game_id))
        assert (
            A.heuristic.weight[Weight.BURIED],
            A.heuristic.weight[Weight.FOUNDED],
            A.heuristic.walk,
        ) == (
            2,
            4,
            2048,
        ), game_id
