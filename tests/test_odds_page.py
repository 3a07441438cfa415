"""What is said of the odds in sentences, beside the tables."""

from __future__ import annotations

import re

import cadogan
from cadogan.figures import measured_and_played


def test_figures_hold_for_each_number_that_is_to_be_shown() -> None:
    """Cards counted from where their foundation begins make one number's deal another's."""
    here = cadogan.game("birthday", passes="five", between="turned")
    there = cadogan.game("birthday", passes="five", between="turned", target="4417", suits="DHSC")
    rules = there.rules()
    for row in measured_and_played(here.definition):
        assert row
        assert row.told in rules
    assert "Measured with target 1956 and suits SHCD; with other numbers" in rules
    assert "Measured with" not in here.rules()
    ranks = "A23456789TJQK"
    begun = [[game.deal(1).piles[f"f{n}"][0] for n in range(1, 5)] for game in (here, there)]
    steps: dict[str, tuple[str, int]] = {
        old[1]: (new[1], ranks.index(new[0]) - ranks.index(old[0]))
        for old, new in zip(*begun, strict=True)
    }

    def other(card: str) -> str:
        suit, step = steps[card[1]]
        return ranks[(ranks.index(card[0]) + step) % 13] + suit

    won = 0
    for deal in range(1, 21):
        mine = here.deal(deal)
        theirs = there.read(re.sub(rf"[{ranks}][SHCD]", lambda card: other(card[0]), mine.line))
        while mine.moves():
            assert theirs.moves() == mine.moves()
            move = max(mine.moves(), key=lambda move: move.startswith("w-f"))
            mine, theirs = mine.play(move), theirs.play(move)
        assert (theirs.won, theirs.moves()) == (mine.won, [])
        won += mine.won
    assert 0 < won < 20
