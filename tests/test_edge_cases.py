"""Rare cases that plays of catalogue games hardly ever reach, tested in games with few cards.

Each case comes from a bug that was planted on purpose and that no other test caught.
"""

from __future__ import annotations

from collections import Counter

import pytest

import cadogan
from cadogan import engine
from cadogan.model.position import Game, Position
from cadogan.model.record import record_play
from cadogan.solver.safe_moves import safe_moves
from cadogan.state.snapshot import MOST_MOVES, freeze, new_state, thaw
from tests.hand import RANKS, between, down, lay, order_for, up
from tests.small import small_game


def corner(rules: str, /, **changes: object) -> Game:
    """Return a small game with four ranks."""
    return small_game(f"ranks = 'A 2 3 4'\n[foundation]\n{rules}", **changes)


def check_every_undo(position: Position) -> None:
    """Make and undo every move on one working state, which must be the same afterwards."""
    R = position.game.compiled_rules
    S = new_state(R)
    thaw(R, S, position.snapshot)
    before = (freeze(R, S), list(S.num), list(S.part), list(S.part2))
    out = [0] * MOST_MOVES
    for move in out[: engine.generate(R, S, out)]:
        engine.make(R, S, move)
        engine.unmake(R, S)
        assert (freeze(R, S), list(S.num), list(S.part), list(S.part2)) == before, move


# --- cards that sink -----------------------------------------------------------------------------

SINKING = """
[tableau]
deal = 4
face = [0, 3, 0, 0]
space = "any card"
sink = "4"
sink_way = "as exposed"
"""


def test_undo_restores_a_card_that_sank_under_face_down_cards() -> None:
    p = lay(corner(SINKING), "t3 t4", t1="4H", t2="[3C 2C] 3D 4S 3S")
    after = p.play("t2-t1")
    assert after.piles["t2"] == ("4S", "3C", "2C", "3D")
    assert after.down["t2"] == 3, "it lies face down there, and so does the card that it lay on"
    check_every_undo(p)


def test_several_cards_sink_one_after_another() -> None:
    p = lay(corner(SINKING), "t3 t4", t1="4H", t2="2C 3D 4D 4S 3S")
    assert p.play("t2-t1").piles["t2"] == ("4D", "4S", "2C", "3D")
    check_every_undo(p)


# --- gathered and dealt again --------------------------------------------------------------------

GATHERED = """
[tableau]
deal = [6, 2, 5, 3]
order = "rows"
build = "up or down any suit, one way"
space = "any card"
[redeal]
times = 2
from = "tableau"
order = "last pile first"
"""


def test_only_a_card_packed_after_a_redeal_fixes_the_direction() -> None:
    game = corner(GATHERED)
    tried = 0
    for number in range(1, 6):
        p = game.deal(number).play("redeal")
        assert game.parse(str(p)) == p
        for move in between(p, "t", "t"):
            source, target = move.split("-")
            over, under = RANKS.index(p.piles[source][-1][0]), RANKS.index(p.piles[target][-1][0])
            packed = p.play(move)
            for more in between(packed, "t", target):
                card = packed.piles[more.split("-")[0]][-1]
                assert RANKS.index(card[0]) - over == over - under, f"{move} {more}\n{p}"
                tried += 1
    assert tried > 10


# --- the deal ------------------------------------------------------------------------------------


def test_a_required_card_is_swapped_with_the_last_card_of_the_group() -> None:
    ranks = "23456789TJQ"
    first = [(i, card) for i, card in enumerate(["2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C"])]
    order = [card for card in order_for(first, 2) if card[0] in ranks]
    wanted = [c + s for c in "AK" for s in "CCDDHHSS"]
    p = cadogan.game("tournament-swapped").deal_from([*order, *wanted])
    cells = [p.piles[f"c{i}"][0] for i in range(1, 9)]
    assert " ".join(cells) == "2C 3C 4C 5C 6C 7C 8C AC"
    assert p.piles["s"][len(wanted) - 1] == "9C", "in its place; the stock's first card is its last"


def test_the_first_aces_of_two_packs_begin_foundations() -> None:
    """The first aces may be of the same suit, because each suit has two foundations."""
    tableau = {"piles": 2, "deal": 15}
    game = corner("", decks=2, foundation={"piles": 8, "placed": "first 2 dealt"}, tableau=tableau)
    order = ["AH", "2C", "AH", "AC", "AS", "2D", "2H"]
    rest = Counter(f"{r}{s}" for r in "A234" for s in "CDHS" * 2) - Counter(order)
    p = game.deal_from([*order, *rest.elements()])
    assert [name for name, cards in p.piles.items() if name[0] == "f" and cards] == ["f3", "f7"]
    assert p.piles["t1"][:2] == ("2C", "AS")
    assert p.piles["t2"][:2] == ("AC", "2D")


# --- conditions ----------------------------------------------------------------------------------


def test_turning_a_card_to_the_waste_counts_as_a_deal() -> None:
    rules = """
    [tableau]
    piles = 3
    deal = [2, 2, 0]
    build = "down in suit"
    then = { when = "dealt", space = "any card" }
    [waste]
    [stock]
    """
    p = lay(corner(rules), "s", t1="4C 2D", t2="3S 3D")
    assert between(p, "t", "t3") == set()
    after = p.play("s-w")
    assert after.counters == {"deals": 1}
    assert between(after, "t", "t3") == {"t1-t3", "t2-t3"}
    check_every_undo(p)


# --- safe moves ----------------------------------------------------------------------------------


@pytest.mark.parametrize("least", [0, 3])
def test_no_safe_move_leaves_a_pile_that_needs_a_least_number_of_cards(least: int) -> None:
    game = corner("", tableau={"deal": 4, "build": "down in suit", "least": least})
    p = lay(game, "t4", t1="4D AC", t2="4H AD")
    assert {"t1-f1", "t2-f2"} <= set(p.move_texts())
    assert safe_moves(p)[:2] == ([] if least else ["t1-f1", "t2-f2"])


@pytest.mark.parametrize("drawn", [False, True])
def test_a_merci_makes_a_two_unsafe_before_all_aces_are_up(drawn: bool) -> None:
    game = corner("[merci]\ntimes = 1" * drawn, tableau={"deal": 4})
    p = lay(game, "t4", f1="AC", t1="2C", t2="AD", t3="AH", t4="AS")
    aces = ["t2-f2", "t3-f3", "t4-f4"]
    assert safe_moves(p) == (aces if drawn else ["t1-f1", *aces])


# --- writing and parsing -------------------------------------------------------------------------


def test_a_run_is_parsed_in_the_direction_of_the_foundation() -> None:
    p = lay("british-square", "s", f1=f"{up('AC', 'KC')} {down('KC', '9C')}")
    text = str(p).replace("KC QC JC TC 9C", "KC..9C")
    assert "f1 AC..KC KC..9C\n" in text
    assert p.game.parse(text) == p


def test_a_record_names_the_buried_card_that_was_drawn() -> None:
    game = corner("", tableau={"deal": 4, "build": "down in suit", "take": "any card"})
    p = lay(game, "t4", t1="AC 3D 4H")
    (step,) = record_play(p, ["t1@3-f1"]).steps()
    assert step.check == "AC"


# --- equal piles ---------------------------------------------------------------------------------


def test_reserves_that_set_foundation_bases_are_not_interchangeable() -> None:
    game = cadogan.game("interregnum")
    p, q = (lay(game, "s", r1=a, r2=b) for a, b in (("9C", "KH"), ("KH", "9C")))
    assert hash(p) != hash(q)


def test_a_foundation_in_a_condition_is_not_interchangeable() -> None:
    then = {"when": "first foundation complete", "space": "any card"}
    tableau = {"deal": 4, "build": "down in suit", "then": then}
    game = corner("", foundation={"build": "up any suit"}, tableau=tableau)
    p = lay(game, "t4", f1="AC 2C", f2="AD")
    assert hash(lay(game, "t4", f1="AD", f2="AC 2C")) != hash(p)


def test_the_last_deal_may_go_to_the_waste() -> None:
    rules = """
    [tableau]
    piles = 6
    deal = 1
    space = "any card"
    [waste]
    [stock]
    deal = "1 to each tableau"
    last = "3 to waste"
    last_at = 4
    """
    first = corner(rules).deal(1)
    for move in ("s-w", "s-wx3"):
        assert first.why_not(move) == "The next deal does not go to the waste, but to other piles."
    last = first.play("deal")
    assert last.why_not("s-w") is None
    assert last.why_not("s-wx2") == "The stock turns three cards at a time."
