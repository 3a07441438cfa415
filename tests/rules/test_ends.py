"""Rules of a kind of their own: both ends of a pile, deals that skip piles, kings that lie low.

Positions made by hand, results by the rule text; see ``rules/test_rules.py``.
"""

from __future__ import annotations

import pytest

import cadogan
from cadogan.core.errors import InvalidDefinitionError
from cadogan.model.position import Game
from cadogan.rules.loading import load_text
from tests.hand import between, down, lay, up

HEAD = 'name = "Test"\nfamily = "Test"\ndecks = 1\n'
FOUNDATION = '[foundation]\npiles = 4\nstart = "A"\nbuild = "up in suit"\n'
STOCK = '[stock]\ndeal = "1 to each tableau"\n'
TABLEAU = '[tableau]\npiles = 4\ndeal = 1\nbuild = "none"\ntake = "top card"\nspace = "none"\n'


def loaded(text: str) -> Game:
    """Load a definition of a single game."""
    return Game(load_text(text, "test.toml")["test"])


# --- both ends -----------------------------------------------------------------------------------


def test_labyrinth_gives_the_cards_at_both_ends_of_a_column_and_no_other() -> None:
    aces = {f"f{i + 1}": "A" + s for i, s in enumerate("CDHS")}
    p = lay("labyrinth", "s", "deals 1", **aces, t1="2C 2D 2H", t2="2S", t3="9S 9H")
    assert between(p, "t", "f") == {"t1-f3", "t1@3-f1", "t2-f4"}
    assert p.why_not("t1@2-f2") == (
        "Only the top card and the bottom card of tableau pile 1 may be taken."
    )
    assert p.play("t1@3-f1").piles["t1"] == ("2D", "2H")
    assert between(p.play("t1@3-f1"), "t1", "f") == {"t1-f3", "t1@2-f2"}
    assert between(p.play("t1@3-f1").play("t1-f3"), "t1", "f") == {"t1-f2"}


def test_labyrinth_fills_the_gaps_of_its_first_row_alone() -> None:
    aces = {f"f{i + 1}": "A" + s for i, s in enumerate("CDHS")}
    row = {f"t{i}": f"{r}S" for i, r in enumerate("3456789T", start=1)}
    p = lay("labyrinth", "s", **{**aces, **row, "t1": "2C"})
    coming = p.piles["s"][-1]
    assert p.play("t1-f1").piles["t1"] == (coming,)
    q = lay("labyrinth", "s", "deals 1", **{**aces, **row, "t1": "2C"}).play("t1-f1")
    assert q.piles["t1"] == ()
    assert len(q.play("deal").piles["t1"]) == 1, "the next row lies there as well"


def test_a_card_face_down_at_the_bottom_is_not_at_hand() -> None:
    table = TABLEAU.replace("top card", "top or bottom card").replace(
        "deal = 1", 'deal = 3\nface = "top up"'
    )
    game = loaded(f"{HEAD}{FOUNDATION}{table}{STOCK}")
    p = lay(game, "s", t1="[AC 9C] AD", t2="AH 9H AS")
    assert {text[:2] + text[2:4] * ("@" in text) for text in between(p, "t", "f")} == {
        "t1",
        "t2",
        "t2@3",
    }
    assert p.why_not("t1@3-f1") == (
        "Only one of the cards on tableau pile 1 may be taken; the rest lie face down."
    )


def test_of_equal_cards_at_both_ends_of_two_the_top_one_is_taken() -> None:
    table = TABLEAU.replace("top card", "top or bottom card")
    text = f"{HEAD}{FOUNDATION}{table}{STOCK}".replace("decks = 1", "decks = 2")
    game = loaded(text.replace("piles = 4\nstart", "piles = 8\nstart"))
    p = lay(game, "s", t1="AC AC", t2="AD 9C AD")
    assert between(p, "t1", "f") == {"t1-f1"}
    assert p.why_not("t1@2-f1") == (
        "An equal card lies beside it on tableau pile 1: that one is taken instead."
    )
    assert between(p, "t2", "f") == {"t2-f2", "t2@3-f2"}


def test_no_buried_card_is_drawn_from_piles_with_two_ends() -> None:
    table = TABLEAU.replace("top card", "top or bottom card")
    with pytest.raises(
        InvalidDefinitionError, match="no buried card is drawn from piles with take ="
    ):
        load_text(f"{HEAD}{FOUNDATION}{table}{STOCK}[merci]\ntimes = 1\n", "test.toml")


# --- deals that pass piles over ------------------------------------------------------------------


def test_russian_aces_deals_to_empty_piles_alone_where_there_are_any() -> None:
    p = lay("russian-aces", "s", t1="2C", t2="", t3="3D 4H", t4="")
    coming = p.piles["s"][::-1]
    q = p.play("deal")
    assert [q.piles[f"t{i}"] for i in range(1, 5)] == [
        ("2C",),
        (coming[0],),
        ("3D", "4H"),
        (coming[1],),
    ]
    r = q.play("deal")
    assert [r.piles[f"t{i}"][-1] for i in range(1, 5)] == list(coming[2:6])


def test_a_deal_may_pass_over_empty_piles_and_is_none_where_all_are() -> None:
    text = f"{HEAD}{FOUNDATION}{TABLEAU}[stock]\ndeal = '2 to each tableau'\nskips = 'empty piles'"
    game = loaded(text)
    p = lay(game, "s", t1="2C", t2="", t3="3D 4H", t4="")
    q = p.play("deal")
    assert [len(q.piles[f"t{i}"]) for i in range(1, 5)] == [3, 0, 4, 0]
    bare = lay(game, "s", f1=up("AC", "KC"))
    assert bare.why_not("deal") == (
        "The stock deals to no empty pile, and no other can hold another card."
    )


def test_accordion_may_be_dealt_card_by_card_to_the_right_end() -> None:
    p = lay("accordion-one-by-one", "s", t1="2C", t2="3D")
    coming = p.piles["s"][::-1]
    q = p.play("deal").play("deal")
    assert [q.piles[f"t{i}"] for i in range(1, 6)] == [
        ("2C",), ("3D",), (coming[0],), (coming[1],), (),
    ]  # fmt: skip
    moved = lay("accordion-one-by-one", "s", t1="2C", t2="3C").play("t2-t1")
    assert moved.piles["t2"] == ()
    assert not moved.won, "the cards are not all dealt"
    assert moved.play("deal").piles["t2"] == (moved.piles["s"][-1],)


def test_a_deal_to_the_first_empty_pile_needs_one() -> None:
    rule = "skips = 'all but the first empty pile'"
    game = loaded(f"{HEAD}{FOUNDATION}{TABLEAU}{STOCK}{rule}")
    p = lay(game, "s", t1="2C", t2="", t3="3D 4H", t4="")
    q = p.play("deal")
    assert [len(q.piles[f"t{i}"]) for i in range(1, 5)] == [1, 1, 2, 0]
    assert q.play("deal").why_not("deal") == (
        "The stock deals only to an empty pile, and there is none."
    )


def test_only_deals_to_several_piles_pass_some_over() -> None:
    text = (
        f"{HEAD}{FOUNDATION}{TABLEAU}[waste]\n[stock]\ndeal = '1 to waste'\nskips = 'empty piles'"
    )
    with pytest.raises(
        InvalidDefinitionError, match="only a deal to several piles passes some over"
    ):
        load_text(text, "test.toml")


# --- kings at the bottom -------------------------------------------------------------------------


def test_scorpion_towers_frees_spaces_once_all_kings_lie_at_the_bottom() -> None:
    kings = {f"t{i + 1}": f"K{s} 9{s}" for i, s in enumerate("CDHS")}
    p = lay("scorpion-towers", "t5 t6 t7 t8", **kings, t10="QC JC")
    assert between(p, "t10", "t9") == {"t10-t9", "t10-t9x2"}
    q = lay("scorpion-towers", "t5 t6 t7 t8", **{**kings, "t4": "", "t10": "QC KS QS"})
    assert between(q, "t10", "t4 t9") == {"t10-t4x2", "t10-t9x2"}
    assert (
        q.why_not("t10-t9") == "The queen of spades may not fill the empty pile: only a king may."
    )
    celled = lay("scorpion-towers", "t5 t6 t7 t8", **{**kings, "t4": "9S", "t10": "QC", "c1": "KS"})
    assert between(celled, "t10 c1", "t9") == {"c1-t9"}
    assert between(celled.play("c1-t9"), "t10", "t9") == set()


def test_scorpion_towers_moves_runs_or_whatever_lies_on_a_card() -> None:
    kings = {f"t{i + 1}": f"K{s} 9{s}" for i, s in enumerate("CDHS")}
    piles = {**kings, "t10": "8C 3D JD"}
    p = lay("scorpion-towers", "t5 t6 t7 t8", **piles)
    assert between(p, "t10", "t1 t9") == {"t10-t9"}
    q = lay(cadogan.game("scorpion-towers", moves="block"), "t5 t6 t7 t8", **piles)
    assert between(q, "t10", "t1 t9") == {"t10-t1x3", "t10-t9", "t10-t9x2", "t10-t9x3"}


@pytest.mark.parametrize("space", ["K", "A or K", "none"])
def test_empty_piles_wait_only_for_ranks_of_the_pack(space: str) -> None:
    """Also where a later phase alone names a rank, as ``then`` does."""
    table = TABLEAU.replace('space = "none"', f'space = "{space}"')
    table += 'then = { when = "stock empty", space = "A or K" }\n'
    text = f"{HEAD}ranks = 'A 2 3 4'\n{FOUNDATION}{table}{STOCK}"
    with pytest.raises(InvalidDefinitionError, match=r"tableau\.space: the pack has no king"):
        loaded(text)


def test_kings_are_waited_for_only_where_there_are_some() -> None:
    text = f"{HEAD}ranks = 'A 2 3 4'\n{FOUNDATION}{TABLEAU}[stock]\ndeal = '1 to each tableau'\n"
    with pytest.raises(InvalidDefinitionError, match=r"stock\.when: the pack has no king"):
        loaded(f"{text}when = 'kings at the bottom'")


def test_scorpion_towers_is_won_with_empty_cells() -> None:
    suits = {f"t{i + 1}": down("K" + s, "A" + s) for i, s in enumerate("CDHS")}
    assert lay("scorpion-towers", "t5", **suits).won
    almost = {**suits, "t1": down("KC", "2C"), "c3": "AC"}
    p = lay("scorpion-towers", "t5", **almost)
    assert not p.won
    assert p.play("c3-t1").won


# --- who begins a foundation ---------------------------------------------------------------------


def test_strategy_plus_takes_aces_from_the_stock_alone_until_it_is_empty() -> None:
    p = lay("strategy-plus", "t1", f1="AC", s="AH 2C AD", t2="2D", t3="AS")
    assert between(p, "s t", "f") == {"s-f2"}
    assert p.why_not("t3-f4") is not None
    assert between(p.play("s-f2"), "s t", "f") == set()
    assert p.play("s-f2").why_not("s-f1") is not None
    done = p.play("s-f2").play("s-t4").play("s-f3")
    assert between(done, "t2 t3 t4", "f") == {"t2-f2", "t3-f4", "t4-f1"}


def test_foundations_are_begun_from_a_turned_stock_alone() -> None:
    text = f"{HEAD}{FOUNDATION}space_from = ['stock']\n{TABLEAU}[stock]\ndeal = '1 to each tableau'"
    with pytest.raises(InvalidDefinitionError, match="the stock is not turned"):
        load_text(text, "test.toml")


# --- either of two builds ------------------------------------------------------------------------


def test_curds_and_whey_packs_in_suit_or_in_rank_and_moves_runs_of_one_kind() -> None:
    p = lay("curds-and-whey", "t13", t1="9C", t2="8C", t3="8D 8H", t4="QS JS JH", t5="TC", t6="JD")
    assert between(p, "t1 t2 t3 t4", "t1 t2 t3 t5 t6") == {
        "t1-t5",
        "t2-t1",
        "t2-t3",
        "t3-t2",
        "t3-t2x2",
        "t4-t6",
        "t4-t6x2",
    }
    assert p.why_not("t4-t6x3") == (
        "The top three cards of tableau pile 4 are not a run built down in suit or in cards of"
        " one rank."
    )
    assert p.why_not("t3-t1") == (
        "The eight of hearts may not go on the nine of clubs: the tableau is built down in suit or"
        " in cards of one rank."
    )


def test_curds_and_whey_lets_kings_alone_into_spaces_and_is_won_in_suits() -> None:
    p = lay("curds-and-whey", "t13", t1="KC QC", t2="5D", t3="")
    assert between(p, "t1 t2", "t3") == {"t1-t3x2"}
    suits = {f"t{i + 1}": down("K" + s, "A" + s) for i, s in enumerate("CDHS")}
    assert lay("curds-and-whey", "t13", **suits).won
    assert not lay("curds-and-whey", "t13", **{**suits, "t1": down("KC", "2C"), "t5": "AC"}).won


def test_a_run_is_built_in_one_way_or_in_one_of_two() -> None:
    table = TABLEAU.replace("top card", "run") + "run = ['down in suit']\n"
    with pytest.raises(
        InvalidDefinitionError, match="a run is built by one phrase, or by one of two"
    ):
        load_text(f"{HEAD}{FOUNDATION}{table}{STOCK}", "test.toml")


# --- round the corner, and past empty piles ------------------------------------------------------


def test_grounds_for_a_divorce_goes_round_the_corner_and_deals_to_no_empty_pile() -> None:
    p = lay("grounds-for-a-divorce", "s", t1="AC", t2="KC QC", t3="9D", t4="")
    assert between(p, "t2", "t1") == {"t2-t1x2"}
    q = p.play("deal")
    assert [len(q.piles[f"t{i}"]) for i in range(1, 5)] == [2, 3, 2, 0]
    run = "5H 4H 3H 2H AH KH QH JH TH 9H 8H 7H 6H"
    whole = lay("grounds-for-a-divorce", "s", t1=f"9D {run}", t2="AC")
    assert between(whole, "t1", "f") == {"t1-f1x13"}


# --- any lower card, and packs of fewer suits ----------------------------------------------------


def test_tower_of_hanoy_lays_a_card_on_any_higher_one() -> None:
    p = lay("tower-of-hanoy", "t1", t1="3S", t2="5S 9S", t3="")
    assert between(p, "t1 t2", "t") == {"t1-t2", "t1-t3", "t2-t3"}
    assert p.why_not("t2-t1") == (
        "The nine of spades may not go on the three of spades: the tableau is built down by any"
        " number of ranks."
    )


def test_tower_of_hanoy_is_won_with_one_pile_in_order() -> None:
    assert len(cadogan.game("tower-of-hanoy").compiled.cards) == 9
    assert lay("tower-of-hanoy", "t1", t2=down("9S", "AS")).won
    assert not lay("tower-of-hanoy", "t1", t2="8S 9S " + down("7S", "AS")).won
    p = lay("tower-of-hanoy", "t1", t2=down("9S", "2S"), t3="AS")
    assert not p.won
    assert p.play("t3-t2").won


def test_a_pack_may_have_fewer_suits_but_not_none() -> None:
    text = f"{HEAD}suits = 'H S'\n{FOUNDATION}{TABLEAU}{STOCK}".replace("piles = 4", "piles = 2")
    game = loaded(text)
    assert len(game.compiled.cards) == 26
    p = lay(game, "s", t1="AH", t2="AS")
    assert between(p, "t", "f") == {"t1-f1", "t2-f2"}
    with pytest.raises(InvalidDefinitionError, match="write one to four of C D H S"):
        loaded(text.replace("'H S'", "''"))
