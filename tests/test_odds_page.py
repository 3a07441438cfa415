"""Figures and claims about odds in the text of the pages."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

import build_odds_pages
import cadogan
from cadogan.odds_data import Measured, measured_and_played, published_of


@pytest.mark.parametrize(
    "deals", [range(11, 13), pytest.param(range(1, 21), marks=pytest.mark.slow)], ids=["few", "all"]
)
def test_figures_do_not_depend_on_the_number_to_show(deals: range) -> None:
    """Two numbers give the same deals with other ranks, because ranks count from the base."""
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
    for deal in deals:
        mine = here.deal(deal)
        theirs = there.parse(
            re.sub(rf"[{ranks}][SHCD]", lambda card: other(card[0]), mine.to_line())
        )
        while mine.move_texts():
            assert theirs.move_texts() == mine.move_texts()
            move = max(mine.move_texts(), key=lambda move: move.startswith("w-f"))
            mine, theirs = mine.play(move), theirs.play(move)
        assert (theirs.won, theirs.move_texts()) == (mine.won, [])
        won += mine.won
    assert 0 < won < len(deals)


def rows_of(kind: str, game: str) -> dict[str, Measured]:
    """Return the rows for a game by their options."""
    return {
        options: row
        for (name, options), row in build_odds_pages.all_rows()[kind].items()
        if name == game
    }


def test_claims_in_words_on_the_odds_page() -> None:
    """Check the claims in docs/explanation/odds.md; if a claim fails, change the page."""
    every = build_odds_pages.all_rows()["solved"].values()
    algerian, played = rows_of("solved", "algerian"), rows_of("played", "algerian")
    assert not any(row.lost for row in algerian.values()), "no deal of Algerian is known to be lost"
    assert algerian[""].won == algerian[""].count >= algerian["reserves=open"].count
    few = {options for options, row in algerian.items() if row.share < 0.99}
    assert few <= {"reserves=open"}, "at least 99 in 100 can be won in nearly every layout"
    assert max(row.share for row in played.values()) < 1 / 3, "less than a third by simple play"
    hard = sorted(played, key=lambda options: played[options].share)[:6]
    assert all("closed" in options or "doubled" in options for options in hard)
    big_ben = rows_of("solved", "big-ben")
    assert min(row.share for row in big_ben.values()) > 0.9, "nearly every deal can be won"
    assert rows_of("played", "big-ben")[""].share == pytest.approx(1 / 20, abs=0.005)
    for row in every:
        theirs = published_of(row.game, row.chosen)
        assert theirs is None or theirs.fits(*row.interval), f"{row.game} contradicts the study"
    wide, narrow = (rows_of("solved", "canfield")[o] for o in ("", "base=lowest emptied=any"))
    assert wide.share - narrow.share == pytest.approx(0.14, abs=0.03)
    assert wide.unknown == 11, "of Canfield eleven are open"
    assert rows_of("played", "birthday")["suits=SHCD target=1956"].won == 573, "five years"


def test_a_sentence_agrees_with_the_tables() -> None:
    rows = build_odds_pages.all_rows()
    assert build_odds_pages.saying(rows, "solved algerian reserves=open unknown") == str(
        rows["solved"]["algerian", "reserves=open"].unknown
    )
    one = replace(rows["played"]["spoilt", ""], won=573, lost=999_427)
    some = {"played": {("spoilt", ""): one}, "solved": {("spoilt", ""): replace(one, won=290_000)}}
    assert build_odds_pages.saying(some, "played spoilt once") == "once in 1,700"
    assert build_odds_pages.saying(some, "solved spoilt hundred") == "22 in 100"
    assert "Golf" not in build_odds_pages.saying(rows, "missed")
    slow = {key: replace(row, mean=9.9) for key, row in rows["solved"].items()}
    assert "Golf" in build_odds_pages.saying({**rows, "solved": slow}, "missed")
    lost = replace(rows["solved"]["golf", ""], won=1, lost=9, unknown=990)
    assert build_odds_pages.saying({**rows, "solved": {("golf", ""): lost}}, "hardly") == "Golf"
    assert build_odds_pages.saying({**rows, "solved": {}}, "hardly") == "none"
    for wrong in ("nothing", "solved golf", "solved golf lucky", "solved golf wrap=yes won"):
        with pytest.raises(
            (ValueError, cadogan.core.errors.CadoganError), match=r"no table contains|wrap"
        ):
            build_odds_pages.saying(rows, wrong)
