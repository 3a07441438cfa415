"""Order in which foundations want cards, and delayed redeals."""

from __future__ import annotations

import random

import pytest

import cadogan
from cadogan.model.position import Position
from cadogan.solver.analysis import analysis
from cadogan.solver.codes import MOST_DUE, Weight
from cadogan.solver.search import dominance, heuristic
from cadogan.state.compiled import STRIDE, CompiledRules
from cadogan.state.snapshot import thaw
from cadogan.state.state import NOTHING
from tests.covering import few
from tests.plays import random_play, searched


def soonest(p: Position, R: CompiledRules) -> list[int]:
    """Return for each card the smallest number of cards that must go up before it."""
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
@pytest.mark.parametrize("deals", few([range(1, 2), range(1, 20)], 1), ids=str)
def test_the_order_in_which_cards_are_wanted(game_id: str, deals: range) -> None:
    """The cache of scores stays right, although the wanted order changes with the foundations."""
    game, rng = cadogan.game(game_id), random.Random(game_id)
    R, S, A = searched(game.deal(1), analysis.analyse(game))
    seen = set()
    for deal in deals:
        for p in random_play(game.deal(deal), rng, 40):
            thaw(R, S, p.snapshot)
            seen.add(heuristic.note_due(R, S, A))
            assert A.heuristic.order[A.heuristic.due : A.heuristic.due + 52] == soonest(p, R)
            wanted = dominance.takeable(R, S, A)
            for pile in range(R.foundations, R.piles):
                for _ in range(2):
                    cached = heuristic.told_score(R, S, A, pile, wanted)
                    assert cached == heuristic.pile_score(R, S, A, pile, wanted)
    assert len(seen) > 3, "different foundations"


def test_the_order_is_fixed_in_other_games() -> None:
    games = "archway-open-arch black-hole calculation canfield freecell golf tournament"
    for position in (cadogan.game(game_id).deal(1) for game_id in games.split()):
        assert searched(position).A.heuristic.due == 0, position.game.id


def test_redeals_that_gather_built_cards_are_delayed() -> None:
    """With one pack, redeals that shuffle are not delayed if emptied piles stay empty."""
    weights = {
        "capricieuse gaps louis st-helena three-shuffles-and-a-draw": 1000,
        "crescent klondike la-belle-lucie super-flower-garden trefoil": 0,
    }
    for game_ids, weight in weights.items():
        for game_id in game_ids.split():
            A = analysis.analyse(cadogan.game(game_id))
            assert A.heuristic.weight[Weight.AGAIN] == weight, game_id


def test_cards_on_foundations_that_meet_are_not_a_loss() -> None:
    """If foundations meet and spaces are restricted, the score differs and beams go further."""
    settings = {
        "bisley box-kite crescent house-on-the-hill louis": (0, 6, 8192),
        "algerian capricieuse freecell yukon": (2, 4, 2048),
    }
    for game_ids, expected in settings.items():
        for game_id in game_ids.split():
            score = analysis.analyse(cadogan.game(game_id)).heuristic
            found = (score.weight[Weight.BURIED], score.weight[Weight.FOUNDED], score.walk)
            assert found == expected, game_id
