"""Tests of rules on which books disagree: FreeCell, Klondike, fans, Osmosis, Calculation.

The positions are made by hand; the expected results come from the texts of the rules.
"""

from __future__ import annotations

import pytest

import cadogan
from cadogan.session.move_order import best_first
from tests.hand import actions, lay, up

# --- FreeCell ------------------------------------------------------------------------------------


RUN = "8S 7D 6S 5D 4S 3D 2S AD"
TAKES = "2C 3H 4C 5H 6C 7H 8C 9H"  # the cards on which the last 1, 2, ... 8 cards of the run fit


@pytest.mark.parametrize(
    ("free", "spaces", "onto_card", "onto_space"),
    [
        (0, 0, 1, 0),
        (1, 0, 2, 0),
        (4, 0, 5, 0),
        (0, 1, 2, 1),  # the target itself does not count as an empty pile
        (1, 1, 4, 2),
        (3, 1, 8, 4),
        (0, 2, 4, 2),
        (1, 2, 8, 4),
        (2, 2, 8, 6),  # twelve cards could move to a card, but the run has only eight
    ],
)
def test_freecell_moves_as_many_as_single_cards_could(
    free: int, spaces: int, onto_card: int, onto_space: int
) -> None:
    held = ["KC", "KH", "QC", "QH"][free:]
    cells = {f"c{i}": card for i, card in enumerate(held, 1)}
    rest = " ".join(f"t{i}" for i in range(3, 9 - spaces))
    for count, target in enumerate(TAKES.split(), 1):
        p = lay("freecell", rest, **cells, t1=RUN, t2=f"QS {target}", t3="KD")
        carried = {m.count for m in p.legal_moves if (m.source, m.target) == ("t1", "t2")}
        assert carried == ({count} if count <= onto_card else set())
        into_space = {m.count for m in p.legal_moves if (m.source, m.target) == ("t1", "t8")}
        assert not spaces or into_space == set(range(1, onto_space + 1))


# --- Klondike ------------------------------------------------------------------------------------


def test_klondike_stock_is_turned_over_without_limit() -> None:
    p = cadogan.game("klondike").deal(1)
    order = p.piles["s"]
    for _ in range(4):
        for left in range(24, 0, -1):
            assert (len(p.piles["s"]), "redeal" in p.move_texts()) == (left, False)
            p = p.play("s-w")
        p = p.play("redeal")
        assert p.piles["s"] == order
    once = cadogan.game("klondike-one-pass").deal(1)
    while len(once.piles["s"]):
        once = once.play("s-w")
    assert once.why_not("redeal") == "There is no redeal in Klondike, one pass."


def test_klondike_draw_three_turns_the_packet_over_card_by_card() -> None:
    p = lay("klondike-draw-3", "t7", s="2C 3C 4C 5C")
    assert actions(p) == {"s-wx3"}
    q = p.play("s-wx3")
    assert q.piles["w"] == ("5C", "4C", "3C"), "the last one turned lies on top"
    assert actions(q) == {"s-w"}, "the remaining card is turned"
    assert p.play("deal") == q == p.play("s-w")
    r = q.play("s-w").play("redeal")
    assert r.piles["s"] == p.piles["s"]


def test_klondike_three_passes() -> None:
    p = cadogan.game("klondike-draw-3-three-passes").deal(1)
    for _ in range(2):
        while len(p.piles["s"]):
            p = p.play("deal")
        p = p.play("redeal")
    while len(p.piles["s"]):
        p = p.play("deal")
    assert p.why_not("redeal") == "Both redeals have been used."


# --- La Belle Lucie ------------------------------------------------------------------------------


def test_la_belle_lucie_is_dealt_again_in_threes_twice() -> None:
    p = lay("la-belle-lucie", "t3", f1=up("AC", "KC"), f2=up("AD", "4D"), t1="2H", t2="3S 4S 5S 6S")
    before = sorted(c for n, cards in p.piles.items() if n[0] == "t" for c in cards)
    assert len(before) == 35
    q = p.play("redeal")
    assert [len(q.piles[f"t{i}"]) for i in range(1, 19)] == [3] * 11 + [2] + [0] * 6
    assert sorted(c for n, cards in q.piles.items() if n[0] == "t" for c in cards) == before
    r = q.play("redeal")
    assert r.why_not("redeal") == "Both redeals have been used."
    assert p.play("redeal") == q, "the shuffle is always the same"
    assert r.piles != q.piles


def test_a_buried_card_may_be_drawn_once_after_the_last_redeal() -> None:
    piles = {"f1": "AC", "t1": "9D", "t2": "2C 8D KS", "t3": "KH"}
    for redeals, expected in ((0, False), (1, False), (2, True)):
        told = f"redeals {redeals}"
        played = lay("three-shuffles-and-a-draw", "t18", told, **piles, t18="KD")
        drawn = {text for text in played.move_texts() if text.startswith("t2@")}
        front = {"t2@2-t2", "t2@3-t2"}  # moves of a buried card to the top of its own fan
        assert drawn == ({"t2@2-t1", "t2@3-f1", *front} if expected else set())
    p = lay("three-shuffles-and-a-draw", "t18", "redeals 2", **piles, t18="KD")
    q = p.play("t2@3-f1")
    assert (q.piles["f1"], q.piles["t2"]) == (("AC", "2C"), ("8D", "KS"))
    assert q.counters["mercies"] == 1
    assert not [text for text in q.move_texts() if "@" in text]
    first = p.play("t2@3-t2")
    assert first.piles["t2"] == ("8D", "KS", "2C")
    assert first.counters["mercies"] == 1
    assert first.play("t2-f1").piles["f1"] == ("AC", "2C")
    assert first.why_not("t2@2-t2") == "The only draw has been used."
    offered = [m.text for m in best_first(p) if m.text.startswith("t2@")]
    assert offered == ["t2@3-f1", "t2@2-t1", "t2@2-t2", "t2@3-t2"], (
        "moves to where the card fits come first"
    )
    assert p.why_not("t2-t2") == "The king of spades already lies on tableau pile 2."
    assert p.why_not("t2@4-t2") == "There are only three cards on tableau pile 2."
    assert "@" not in "".join(
        lay("la-belle-lucie", "t18", "redeals 2", **piles, t18="KD").move_texts()
    )


# --- Osmosis -------------------------------------------------------------------------------------


def test_osmosis_deal_and_redeals() -> None:
    p = cadogan.game("osmosis").deal(1)
    assert [(len(p.piles[f"r{i}"]), p.down[f"r{i}"]) for i in range(1, 5)] == [(4, 3)] * 4
    assert (len(p.piles["f1"]), len(p.piles["s"])) == (1, 35)
    assert actions(p) == {"s-wx3"}
    peek = cadogan.game("peek").deal(1)
    assert sum(peek.down[f"r{i}"] for i in range(1, 5)) == 0
    one = cadogan.game("osmosis-draw-1").deal(1)
    for _ in range(2):
        while len(one.piles["s"]):
            one = one.play("s-w")
        one = one.play("redeal")
    while len(one.piles["s"]):
        one = one.play("s-w")
    assert "redeal" not in one.move_texts()


# --- Calculation, Sir Tommy ----------------------------------------------------------------------

ROWS = {
    "f1": "A 2 3 4 5 6 7 8 9 T J Q K",
    "f2": "2 4 6 8 T Q A 3 5 7 9 J K",
    "f3": "3 6 9 Q 2 5 8 J A 4 7 T K",
    "f4": "4 8 Q 3 7 J 2 6 T A 5 9 K",
}


@pytest.mark.parametrize("name", ROWS)
def test_calculation_rows(name: str) -> None:
    ranks = ROWS[name].split()
    for at in range(12):
        # only the next rank fits, in any suit, however many cards lie there
        held = " ".join([ranks[0] + "C"] + [r + "D" for r in ranks[1 : at + 1]])
        bases = {"f1": "AC", "f2": "2C", "f3": "3C", "f4": "4C", name: held}
        for rank in ROWS["f1"].split():
            p = lay("calculation", "s", **bases, t1=rank + "H")
            assert (f"t1-{name}" in p.move_texts()) == (rank == ranks[at + 1]), (name, at, rank)
