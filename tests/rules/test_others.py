"""Tests of rules on which books disagree: FreeCell and fans.

The positions are made by hand; the expected results come from the texts of the rules.
"""

from __future__ import annotations

import pytest

from cadogan.session.move_order import best_first
from tests.hand import lay

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


# --- La Belle Lucie ------------------------------------------------------------------------------


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
