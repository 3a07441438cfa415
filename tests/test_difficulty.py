"""Difficulty of deals: levels by win rates, found with as few plays as possible."""

from __future__ import annotations

from itertools import product

import pytest

from cadogan.model.position import game
from cadogan.players import difficulty as module
from cadogan.players.difficulty import LEVELS, PLAYS, Difficulty, difficulty, has_level
from cadogan.players.host import Play
from cadogan.solver.find_deal import find_winnable
from tests.covering import few

DEALS = [
    ("golf", 1),
    *(("bakers-dozen", deal) for deal in (1, 2, 5, 7, 4, 3, 6, 8)),
    ("birthday", 3),
]


@pytest.mark.parametrize(("name", "deal"), few(DEALS, 2), ids=str)
def test_fewer_plays_give_the_same_level(name: str, deal: int) -> None:
    chosen = game(name)
    level = difficulty(chosen, deal).level
    assert [has_level(chosen, deal, each) for each in LEVELS] == [each == level for each in LEVELS]


class Plays:
    """Fake plays: for each policy, the given number of plays are won, and the wins come first."""

    def __init__(self, **wins: int) -> None:
        self.wins, self.played = wins, dict.fromkeys(PLAYS, 0)

    def play(self, _: object, __: object, policy: str, seed: int, ___: object) -> list[Play]:
        assert seed == self.played[policy]
        self.played[policy] += 1
        return [Play(seed < self.wins[policy], 1, 0)]


@pytest.mark.parametrize("level", LEVELS)
def test_no_unnecessary_plays(monkeypatch: pytest.MonkeyPatch, level: str) -> None:
    """`has_level` gives the answer after all plays, but stops when no play could change it."""
    for random, greedy, careful in product((0, 2, 3, 40), (0, 2, 3, 19, 20, 40), range(9)):
        plays = Plays(random=random, greedy=greedy, careful=careful)
        monkeypatch.setattr(module, "play", plays.play)
        shares = {policy: plays.wins[policy] / PLAYS[policy] for policy in PLAYS}
        expected = Difficulty(**shares, forced=0.0).level == level
        assert has_level(game("golf"), 1, level) == expected
        if greedy >= 20:
            assert not plays.played["careful"], "greedy wins half, so the deal is easy"
        if level == "hard" and careful > 2:
            assert plays.played["careful"] <= 3, "with three wins of eight the deal is not hard"


def test_a_search_for_a_level_reports_the_deals_it_tries() -> None:
    chosen = game("bakers-dozen")
    told: list[int] = []
    found = find_winnable(chosen, 1, "hard", tried=told.append)
    assert found is not None
    number, verdict = found
    assert verdict.result == "won"
    assert difficulty(chosen, number).level == "hard"
    assert told == list(range(1, number))
    assert not has_level(chosen, number, "hard", stop=lambda: True), "a stopped test returns False"
