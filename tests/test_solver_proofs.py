"""Proofs that continue after a limit find the same result as uninterrupted ones."""

from __future__ import annotations

import functools

import pytest

from cadogan.solver.codes import Outcome
from tests.searches import begun, cut_off

LIMITS = (10_000, 80_000, 640_000)


def searched(game_id: str, number: int, limits: tuple[int, ...]) -> tuple[int, int, list[int]]:
    """Prove a deal under one limit after another, with other searches in between."""
    with begun(game_id, number) as search:

        def prove(limit: int) -> int:
            search.analysis = search.full
            return search.prove(limit)

        return cut_off(search, limits, prove, lambda _limit: None)


@functools.cache
def at_a_stretch(game_id: str, number: int) -> tuple[int, int, list[int]]:
    """Prove a deal with the largest limit only."""
    return searched(game_id, number, LIMITS[-1:])


CUT_OFF = (("canfield", 13), ("golf", 3), ("golf", 16), ("freecell", 2), ("spider", 1))


@pytest.mark.parametrize(("game_id", "number"), CUT_OFF)
def test_a_proof_continues_after_a_limit(game_id: str, number: int) -> None:
    assert searched(game_id, number, LIMITS) == at_a_stretch(game_id, number)


def test_the_proofs_have_every_outcome() -> None:
    said = {at_a_stretch(*deal)[:2] for deal in CUT_OFF}
    assert {kind for kind, looked in said if looked > LIMITS[0]} == {
        Outcome.WON, Outcome.DONE, Outcome.MORE,
    }  # fmt: skip
