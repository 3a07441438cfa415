"""The rules that books dispute: whole suits that leave, rows that close up, grids with gaps.

Positions made by hand, results by the rule text; see ``rules/test_rules.py``.
"""

from __future__ import annotations

import pytest

import cadogan
from cadogan.core.errors import InvalidPositionError
from tests.hand import lay

RUN = "KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C AC"


def simon(**piles: str) -> cadogan.Position:
    """Lay out Simple Simon by hand; the cards that are not named lie on the last pile."""
    game = cadogan.game("simple-simon")
    named = " ".join(piles.values()).split()
    rest = [c for c in [r + s for s in "CDHS" for r in "A23456789TJQK"] if c not in named]
    lines = [f"{name} {cards}" for name, cards in piles.items()]
    return game.parse("\n".join([*lines, f"t10 {' '.join(rest)}"]))


def test_a_whole_suit_leaves_from_the_top_of_whatever_lies_under_it() -> None:
    p = simon(t1=f"5H {RUN}")
    assert [m for m in p.move_texts() if "-f" in m] == ["t1-f1x13"], (
        "of equal foundations the first"
    )
    after = p.play("t1-f1x13")
    assert after.piles["f1"] == tuple(RUN.split())
    assert after.piles["t1"] == ("5H",)
    assert p.why_not("t1-f1x12") == (
        "A foundation takes only a whole run of thirteen cards, built down in suit from the king."
    )
    assert (
        p.why_not("t1-f2x13")
        == "Foundation 2 is like an earlier one: the card goes to the earlier one first."
    )


def test_a_set_that_lies_on_the_waste_does_not_leave() -> None:
    p = lay("beehive", "s", r="[2D] 2H", w="9C 8C", s="[8S 8H 8D]", t1="5C 5D 5H", t2="5S")
    after = p.play("s-wx3")
    assert after.piles["w"] == ("9C", "8C", "8D", "8H", "8S")
    assert not after.piles["f1"], "of the waste only the top card is played, to the tableau"
    assert after.play("t2-t1").piles["f1"] == ("5C", "5D", "5H", "5S")


def test_a_suit_with_a_card_of_another_does_not_leave() -> None:
    p = simon(t1=RUN.replace("5C", "5S"), t2="5C")
    assert not [m for m in p.move_texts() if "-f" in m]


def test_a_foundation_of_whole_suits_holds_no_part_of_one() -> None:
    with pytest.raises(InvalidPositionError, match="takes whole runs only"):
        simon(f1="KC QC")


def test_in_spider_the_stock_is_not_dealt_while_a_column_is_empty() -> None:
    start = cadogan.game("spider").deal(1)
    lines = str(start).replace("[", "").replace("]", "").splitlines()
    moved = next(line for line in lines if line.startswith("t1 ")).removeprefix("t1 ")
    emptied = ["t1 -" if li.startswith("t1 ") else li for li in lines]
    emptied = [f"{li} {moved}" if li.startswith("t2 ") else li for li in emptied]
    p = start.game.parse("\n".join(emptied))
    assert (
        p.why_not("deal")
        == "No cards may be dealt from the stock while a pile of the tableau is empty."
    )
    assert "deal" in cadogan.game("relaxed-spider").parse("\n".join(emptied)).move_texts()


def test_the_choices_of_spider_go_together() -> None:
    game = cadogan.game("spider", suits="one", leaving="at-once", deals="yes")
    ranks = "A23456789TJQK"
    run = " ".join(f"{rank}S" for rank in reversed(ranks))
    rest = [f"{rank}S" for _ in range(7) for rank in ranks]
    p = game.parse(f"t1 {run[:-3]}\nt2 AS\nt3 {' '.join(rest[:90])}\ns {rest[90]}")
    assert "deal" in p.move_texts(), "there are empty piles"
    after = p.play("t2-t1")
    assert after.piles["f1"] == tuple(run.split())
    assert not after.piles["t1"]


def test_in_spider_at_once_a_suit_leaves_with_the_move_that_completes_it() -> None:
    game = cadogan.game("spider-at-once")
    rest = [r + s for s in "DDHHSSC" for r in "A23456789TJQK"]
    p = game.parse(f"t1 5H {RUN[:-3]}\nt2 AC\nt3 {' '.join(rest).replace('5H', '', 1)}")
    after = p.play("t2-t1")
    assert after.piles["f1"] == tuple(RUN.split())
    assert after.piles["t1"] == ("5H",)


def accordion(text: str) -> cadogan.Position:
    """Lay out Late-Binding Solitaire by hand; the cards that are not named are out of play."""
    piles = text.split(" / ")
    named = text.replace("/", " ").split()
    rest = [c for c in [r + s for s in "CDHS" for r in "A23456789TJQK"] if c not in named]
    lines = [f"t{i} {cards}" for i, cards in enumerate(piles, 1)]
    return cadogan.game("late-binding-solitaire").parse("\n".join([*lines, f"d {' '.join(rest)}"]))


def test_a_pile_goes_by_its_top_card_and_the_row_closes_up() -> None:
    p = accordion("5C / 9D / 7H / 2H 5D / QS")
    assert p.move_texts() == ["t4-t1x2"], "the five, not the two under it, and not two to the left"
    after = p.play("t4-t1x2")
    assert [after.piles[f"t{i}"] for i in range(1, 6)] == [
        ("5C", "2H", "5D"), ("9D",), ("7H",), ("QS",), (),
    ]  # fmt: skip
    assert p.why_not("t5-t2") == (
        "The queen of spades may not go on the nine of diamonds: the tableau is built in cards of"
        " the same suit or rank."
    )
    assert p.why_not("t4-t2x2") == (
        "A pile of the row goes only on the pile next to it on its left or the third to its left."
    )
    assert accordion("5C 9C").won
    assert not accordion("5C / 9D").won


def gaps(game_id: str, *rows: str) -> cadogan.Position:
    """Lay out Gaps by hand."""
    cells = [cell for row in rows for cell in row.split()]
    lines = [f"t{i} {cell}" for i, cell in enumerate(cells, 1)]
    return cadogan.game(game_id).parse("\n".join([*lines, "d AC AD AH AS"]))


DONE = [f"2{s} 3{s} 4{s} 5{s} 6{s} 7{s} 8{s} 9{s} T{s} J{s} Q{s} K{s} -" for s in "CDHS"]


def test_nothing_goes_behind_a_king_or_a_gap_and_a_two_goes_to_a_left_end() -> None:
    first = "- - 4C 5C 6C 7C 8C 9C TC JC QC KC -"
    second = "3D 2D 2C 4D 5D 6D 7D 8D 9D TD JD QD KD"
    third = "3C 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"
    fourth = DONE[3]
    p = gaps("gaps-one-deal", first, second, third, fourth)
    assert set(p.move_texts()) == {"t15-t1", "t16-t1", "t28-t1", "t40-t1"}, (
        "any two, and nothing else"
    )
    assert p.why_not("t27-t2") == (
        "The three of clubs may not fill the gap: at its left there is a gap as well."
    )
    assert p.why_not("t27-t13") == (
        "The three of clubs may not fill the gap: it is not next up in suit after the king of"
        " clubs."
    )
    fixed = gaps("gaps-fixed-rows", first, second, third, fourth)
    assert fixed.move_texts() == ["t16-t1"], "the first row is that of the clubs"


def test_rows_in_order_win_whichever_row_a_suit_has() -> None:
    assert gaps("gaps-one-deal", *DONE).won
    assert gaps("gaps-one-deal", *reversed(DONE)).won
    assert not gaps("gaps-fixed-rows", *reversed(DONE)).won
    shifted = "- " + DONE[0].removesuffix(" -")
    assert not gaps("gaps-one-deal", shifted, *DONE[1:]).won


def test_a_redeal_leaves_what_is_in_order_and_a_gap_behind_it() -> None:
    game = cadogan.game("gaps")
    before = game.deal(3)
    after = before.play("redeal")
    for row in range(4):
        places = [f"t{13 * row + i}" for i in range(1, 14)]
        kept = 0
        while (
            before.piles[places[kept]] and before.piles[places[kept]] == after.piles[places[kept]]
        ):
            kept += 1
        assert not after.piles[places[kept]]
        assert all(after.piles[name] for name in places[kept + 1 :])


def test_gaps_are_left_behind_the_order_or_at_the_right_or_anywhere() -> None:
    places = {f"t{i}": "" for i in range(1, 53)}
    order = [r + s for r in "KQJT98765432" for s in "CDHS"]
    # the first row has its two and three of clubs in order, the others nothing
    cards = ["2C", "3C", *(c for c in order if c not in ("2C", "3C"))]
    for i, card in enumerate(cards):
        places[f"t{i + 1}"] = card
    for game, empty in (("gaps", {3, 14, 27, 40}), ("gaps-at-the-right", {13, 26, 39, 52})):
        p = lay(game, "d", **places).play("redeal")
        assert (p.piles["t1"], p.piles["t2"]) == (("2C",), ("3C",)), game
        assert {i for i in range(1, 53) if not p.piles[f"t{i}"]} == empty, game
    start = lay("gaps-anywhere", "d", **places)
    p = start.play("redeal")
    assert (p.piles["t1"], p.piles["t2"]) == (("2C",), ("3C",))
    left = {i for i in range(1, 53) if not p.piles[f"t{i}"]}
    assert len(left) == 4
    assert left not in ({3, 14, 27, 40}, {13, 26, 39, 52}, {49, 50, 51, 52})
    assert start.play("redeal") == p, "the lot cannot be drawn again"
    assert sorted(c for i in range(1, 53) for c in p.piles[f"t{i}"]) == sorted(order)
