"""Tests of rules on which books disagree: Good Measure, Tournament and relatives.

The positions are made by hand; the expected results come from the texts of the rules.
"""

from __future__ import annotations

import pytest

import cadogan
from cadogan.session.announce import describe_step
from cadogan.session.view import dealt
from tests.hand import between, lay, order_for

# --- Good Measure --------------------------------------------------------------------------------


def test_good_measure_takes_aces_of_spades_and_hearts_out() -> None:
    order = [c for c in order_for([]) if c not in ("AS", "AH")]
    p = cadogan.game("good-measure").deal_from(order)
    assert (p.piles["f3"], p.piles["f4"]) == (("AH",), ("AS",))
    assert {len(p.piles[f"t{i}"]) for i in range(1, 11)} == {5}


# --- Tournament, La Nivernaise -------------------------------------------------------------------

CELLS = {f"c{i}": c for i, c in enumerate(["QC", "QC", "QD", "QD", "QH", "QH", "QS", "QS"], 1)}


def test_tournament_rejects_a_deal_without_ace_or_king_in_the_cells() -> None:
    bad = order_for(list(enumerate(["QC", "QC", "QD", "QD", "QH", "QH", "QS", "QS"])), decks=2)
    good = order_for(list(enumerate(["QC", "QC", "QD", "QD", "QH", "QH", "QS", "AS"])), decks=2)
    game = cadogan.game("tournament")
    with pytest.raises(cadogan.InvalidDealError, match="must hold A or K"):
        game.deal_from(bad)
    assert game.deal_from(good).piles["c8"] == ("AS",)
    assert cadogan.game("tournament-any-deal").deal_from(bad).piles["c8"] == ("QS",)
    assert cadogan.game("la-nivernaise").deal_from(bad).piles["c8"] == ("QS",)
    for number in range(1, 60):
        p = game.deal(number)
        assert {p.piles[f"c{i}"][0][0] for i in range(1, 9)} & {"A", "K"}


@pytest.mark.parametrize(
    ("game_id", "times"),
    [("tournament", 2), ("la-nivernaise", 1), ("la-nivernaise-two-redeals", 2)],
)
def test_redeals_of_the_tournament_family(game_id: str, times: int) -> None:
    p = cadogan.game(game_id).deal(1)
    assert "redeal" not in p.move_texts(), "no redeal before the stock is empty"
    for _ in range(times):
        while "deal" in p.move_texts():
            p = p.play("deal")
        p = p.play("redeal")
    while "deal" in p.move_texts():
        p = p.play("deal")
    assert "redeal" not in p.move_texts()


def test_la_nivernaise_shows_one_more_card_than_there_are_free_cells() -> None:
    squared = "la-nivernaise"
    for free, seen in ((0, 1), (1, 2), (2, 3), (8, 4)):
        cells = CELLS | {f"c{i + 1}": "" for i in range(free)}
        p = lay(squared, "s", **cells, t1="2C 3D 9C 8C", t2="4H 5H")
        assert (p.unseen["t1"], p.down["t1"]) == (4 - seen, 0)
        assert p.unseen["t2"] == max(0, 2 - seen)
        assert dealt(p)["piles"]["t1"] == ["??"] * (4 - seen) + ["2C", "3D", "9C", "8C"][4 - seen :]
        open_piles = lay("la-nivernaise-open", "s", **cells, t1="2C 3D 9C 8C", t2="4H 5H")
        assert not open_piles.unseen["t1"]
        assert p.move_texts() == open_piles.move_texts(), "both have the same legal moves"
    p = lay(squared, "s", **{**CELLS, "c2": ""}, t1="2C 3D 9C 8C")
    told = describe_step([p, p.play("t1-c2")], [p.parse_move("t1-c2")])
    assert told == "Eight of clubs to cell 2.", "the nine was already visible"


def test_la_nivernaise_deals_by_rows_and_fills_cells_from_the_stock() -> None:
    p = cadogan.game("la-nivernaise").deal(1)
    coming = p.piles["s"][::-1]
    q = p.play("deal")
    for i in range(6):
        assert q.piles[f"t{i + 1}"] == p.piles[f"t{i + 1}"] + coming[i:24:6]
    r = lay("la-nivernaise", "s", **{**CELLS, "c3": ""}, t1="9C 8C", s="4H")
    assert between(r, "s t", "c") == {"s-c3", "t1-c3"}
    assert r.play("s-c3").piles["c3"] == ("4H",)
    assert between(r, "s", "t f") == set()
