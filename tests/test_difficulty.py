"""How difficult a deal is: as little is played as tells it, and it comes out the same."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as some

import cadogan
from cadogan.policies import difficulty as module
from cadogan.policies.difficulty import LEVELS, PLAYS, difficulty, difficulty_if
from cadogan.policies.machine import Play
from cadogan.position import Game
from cadogan.solver.winnable import winnable

GAME = cadogan.game("bakers-dozen")


@given(
    chances=some.tuples(*[some.sampled_from((0.0, 0.05, 0.3, 0.7, 1.0))] * len(PLAYS)),
    seed=some.integers(0, 1000),
)
def test_what_is_asked_for_is_found_with_fewer_plays(chances: tuple[float, ...], seed: int) -> None:
    chance = dict(zip(PLAYS, chances, strict=True))
    made: list[str] = []

    def one(game: Game, deals: list[int], policy: str, number: int) -> list[Play]:
        made.append(policy)
        drawn = random.Random(f"{seed} {policy} {number}")
        return [Play(drawn.random() < chance[policy], 10, 4)]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "play", one)
        whole = difficulty(GAME, 1)
        assert made == [policy for policy, count in PLAYS.items() for _ in range(count)]
        assert whole.forced == 0.4
        for level in LEVELS:
            made.clear()
            found = difficulty_if(GAME, 1, [level])
            assert found == (whole if level == whole.level else None)
            if not found:
                counts = {policy: made.count(policy) for policy in PLAYS}
                assert all(counts[policy] <= PLAYS[policy] for policy in PLAYS)
        if whole.greedy == 1.0:
            made.clear()
            assert difficulty_if(GAME, 1, ["hard"]) is None
            assert made == ["greedy"] * 3, "more than one in twenty of forty"
        if chance["greedy"] == chance["random"] == chance["careful"] == 0:
            made.clear()
            assert difficulty_if(GAME, 1, ["easy"]) is None
            assert made.count("careful") == 3, "six of eight are out of reach"


def test_nothing_more_is_played_when_it_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def one(game: Game, deals: list[int], policy: str, number: int) -> list[Play]:
        made.append(policy)
        return [Play(won=False, moves=1, forced=0)]

    monkeypatch.setattr(module, "play", one)
    assert difficulty_if(GAME, 1, LEVELS, lambda: len(made) == 5) is None
    assert len(made) == 5


def test_a_deal_of_a_level(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next deal that is proved to be won and is as difficult as that."""

    def one(game: Game, deals: list[int], policy: str, number: int) -> list[Play]:
        return [Play(won=deals[0] % 3 == 0, moves=1, forced=0)]

    monkeypatch.setattr(module, "play", one)
    found = winnable(GAME, 4, "easy")
    assert found is not None
    number, verdict, told = found
    assert (number, verdict.result) == (6, "won")
    assert told is not None
    assert told.level == "easy"
