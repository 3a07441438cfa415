"""Tests of suits in layers, rings of gaps, and a last pass with two cards available.

The positions are made by hand; the expected results come from the texts of the rules.
"""

from __future__ import annotations

import cadogan
from cadogan.rules.catalogue import find
from tests.hand import lay

# --- The Clock -----------------------------------------------------------------------------------


def test_the_clock_in_layers_allows_one_suit_at_each_height() -> None:
    hours = {"f1": "AC AD", "f2": "2C", "f3": "3C"}
    p = lay("the-clock-layers", "s", **hours, w="2H")
    assert "w-f2" not in p.move_texts()
    assert p.why_not("w-f2") == (
        "The two of hearts may not go to foundation 2: the others have diamonds at this height."
    )
    assert "w-f2" in lay("the-clock-one-redeal", "s", **hours, w="2H").move_texts()
    assert "w-f2" in lay("the-clock-layers", "s", **hours, w="2D").move_texts()
    first = lay("the-clock-layers", "s", f1="AC", f2="2C", w="2H")
    assert first.play("w-f2").piles["f2"] == ("2C", "2H"), (
        "the first card at a height may have any suit"
    )


# --- Gaps ----------------------------------------------------------------------------------------


def test_maze_locks_no_cards() -> None:
    maze = find("maze")
    assert not maze.groups[0].fixed


# --- Czarina -------------------------------------------------------------------------------------


def test_older_czarina_offers_two_cards_in_the_last_pass() -> None:
    p = cadogan.game("czarina-old").deal(3)
    assert p.why_not("redeal") == "The stock is not empty."
    while p.piles["s"]:
        p = p.play("s-w")
    waste = p.piles["w"]
    again = p.play("redeal")
    assert (again.piles["r1"], again.piles["r2"]) == (waste[:1], waste[1:2])
    assert again.piles["s"][-1] == waste[2]
    assert "s-w" not in again.move_texts()
    assert again.why_not("redeal")
    played = next((m for m in again.move_texts() if m.startswith("r")), "")
    if played:
        after = again.play(played)
        assert after.piles[played[:2]] == waste[2:3], "another card replaces it"
