"""Tests of a stock that is placed in batches, with positions made by hand."""

from __future__ import annotations

import cadogan
from cadogan.core.cards import card_text
from cadogan.model.position import Position

FOUNDED = {f"f{i + 4 * k}": f"{rank}{suit}" for k, rank in enumerate("AK") for i, suit in
           enumerate("CDHS", 1)}  # fmt: skip


def fox(counters: str = "", waste: str = "", **places: str) -> Position:
    """Return a position of Sly Fox with these piles, the bases, and all other cards as stock."""
    game = cadogan.game("sly-fox")
    left = [card_text(card) for card in game.compiled.cards]
    piles = {**FOUNDED, "w": waste, **places}
    for text in piles.values():
        for card in text.split():
            left.remove(card)
    lines = [f"{name} {text or '-'}" for name, text in piles.items()]
    return game.parse("\n".join([*lines, f"s [{' '.join(left)}]", counters]).strip())


def test_before_a_card_is_turned_places_are_filled_from_the_stock() -> None:
    places = {f"r{i}": f"{rank}D" for i, rank in enumerate("3456789TJQ", 2)}
    places |= {f"r{i}": f"{rank}H" for i, rank in enumerate("3456789TJ", 12)}
    p = fox(r1="2C", **places)
    after = p.play("r1-f1")
    assert after.piles["f1"] == ("AC", "2C")
    assert after.piles["r1"] == p.piles["s"][-1:]


def test_a_batch_begins_with_the_first_card_that_is_turned() -> None:
    p = fox("deals 1\ncounted 21", r1="2C", r2="9D", r3="5H")
    assert "r1-f1" in p.move_texts()
    turned = p.play("s-w")
    assert turned.counters["counted"] == 1
    assert "r1-f1" not in turned.move_texts()
    assert turned.why_not("r1-f1") == (
        "Cards from the reserve may not go to foundation 1 while a batch is being placed."
    )
    assert (
        turned.why_not("s-w") == "No cards may be dealt from the stock before the waste is empty."
    )


def test_a_card_that_goes_to_a_foundation_does_not_count() -> None:
    p = fox("deals 1\ncounted 20", waste="2C", r1="2D", r2="9D")
    up = p.play("w-f1")
    assert up.counters["counted"] == 20
    assert "r1-f2" not in up.move_texts()
    over = fox("deals 1\ncounted 20", waste="9S", r1="2D", r2="9D").play("w-r2")
    assert over.counters["counted"] == 21
    assert "r1-f2" in over.move_texts(), "twenty have been placed"


def test_during_batches_empty_places_are_not_filled_but_accept_cards() -> None:
    p = fox("deals 1\ncounted 21", r1="2C", r2="9D")
    after = p.play("r1-f1")
    assert after.piles["r1"] == ()
    assert "w-r1" in after.play("s-w").move_texts()
