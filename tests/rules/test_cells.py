"""Tests of rules on which books disagree: FreeCell, castles, King Albert, Carpet, Klondike.

The positions are made by hand; the expected results come from the texts of the rules.
"""

from __future__ import annotations

import pytest

import cadogan
from cadogan.rules.catalogue import find
from tests.hand import between, lay

ACES = {"f1": "AC", "f2": "AD", "f3": "AH", "f4": "AS"}


@pytest.mark.parametrize(
    ("game_id", "king", "other"),
    [
        ("bakers-game", True, True),
        ("king-only-bakers-game", True, False),
        ("eight-off", True, False),
        ("fore-cell", True, False),
        ("seahaven-towers", True, False),
        ("american-canister", True, True),
        ("british-canister", True, False),
        ("beleaguered-castle", True, True),
        ("alpha-star", True, True),
        ("king-albert", True, True),
        ("raglan", True, True),
        ("somerset", True, True),
        ("northwest-territory", True, False),
        ("thirty", True, True),
        ("thirty-six", True, True),
        ("the-fan", True, False),
        ("klondike", True, False),
        ("klondike-draw-3-any-spaces", True, True),
        ("klondike-draw-3-no-spaces", False, False),
        ("fortunes-favor", False, False),
    ],
)
def test_which_cards_fill_an_empty_pile(game_id: str, *, king: bool, other: bool) -> None:
    aces = ACES if find(game_id).groups[0].placed else {}
    p = lay(game_id, "t4", **aces, t1="", t2="8S KC", t3="TD 7H", t4="QD")
    assert between(p, "t2 t3", "t1") == {*["t2-t1"] * king, *["t3-t1"] * other}


def test_only_the_tops_lie_face_up_in_the_other_king_albert() -> None:
    p = cadogan.game("king-albert", faces="top").deal(1)
    lines = str(p).splitlines()
    [ninth] = [line for line in lines if line.startswith("t9 ")]
    assert ninth.startswith("t9 [")
    assert len(ninth.split("]")[1].split()) == 1
