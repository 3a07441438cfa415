"""Tests of rules on which books disagree: most concern the cards that fill empty piles.

The positions are made by hand; the expected results come from the texts of the rules.
"""

from __future__ import annotations

import cadogan
from tests.hand import between, lay

# --- Eagle Wing, Queen of Italy, Duchess, The Plot -----------------------------------------------


def test_queen_of_italy_chooses_one_of_four_and_then_deals_five() -> None:
    p = cadogan.game("queen-of-italy").deal(1)
    assert p.move_texts() == [f"t{i}-f1" for i in (1, 2, 3, 4)]
    assert (
        p.why_not("s-w") == "No cards may be dealt from the stock before the base card is chosen."
    )
    after = p.play("t3-f1")
    stock = p.piles["s"][::-1]
    assert [after.piles[f"t{i}"] for i in (3, 5, 6, 7, 8, 9)] == [(c,) for c in stock[:6]]
    free = cadogan.game("queen-of-italy", emptied="free").deal(1)
    assert [m for m in free.move_texts() if "-f" in m] == [f"t{i}-f1" for i in (1, 2, 3, 4)]
    assert free.play("t3-f1").piles["t3"] == ()


# --- Four Seasons and its relatives --------------------------------------------------------------


def test_four_seasons_and_its_kin_fill_their_spaces() -> None:
    cards = {"f1": "5C", "t1": "6C", "t2": "KH", "t3": "", "t4": "4S", "t5": "8C"}
    p = lay("four-seasons", "s", **cards, w="JD", s="2C")
    assert between(p, "t2 w s", "t3") == {"t2-t3", "w-t3", "s-t3"}
    czarina = lay("czarina", "s", **{**cards, "t3": "9D"}, w="JD", s="2C")
    assert czarina.play("t1-f1").piles["t1"] == ("2C",)
    corners = lay("corners", "s", **{**cards, "t3": "9D"}, w="3D")
    assert between(corners, "t w", "t") == set(), "the cross is not built on"
    turned = lay("corners", "", **{f"t{i}": "" for i in range(1, 6)}, w=" ".join(
        r + s for r in "A23456789TJQK" for s in "CDHS"))  # fmt: skip
    for _ in range(2):
        turned = turned.play("redeal")
        while turned.piles["s"]:
            turned = turned.play("s-w")
    assert "redeal" not in turned.move_texts()
    start = cadogan.game("corner-patience").deal(1)
    assert {len(start.piles[f"t{i}"]) for i in range(1, 6)} == {0}
    assert sum(len(start.piles[f"f{i}"]) for i in range(1, 5)) == 1
