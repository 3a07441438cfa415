"""The rules that books dispute: FreeCell's kin, castles, King Albert, Carpet and forms of Klondike.

Positions made by hand, results by the rule text; see ``rules/test_rules.py``.
"""

from __future__ import annotations

import pytest

import cadogan
from cadogan.rules.catalogue import find
from tests.hand import between, lay, up

ACES = {"f1": "AC", "f2": "AD", "f3": "AH", "f4": "AS"}


@pytest.mark.parametrize(
    ("game_id", "king", "other"),
    [
        ("bakers-game", True, True),
        ("king-only-bakers-game", True, False),
        ("eight-off", True, False),
        ("fore-cell", True, False),
        ("seahaven-towers", True, False),
        ("american-canister", True, True),
        ("british-canister", True, False),
        ("beleaguered-castle", True, True),
        ("alpha-star", True, True),
        ("king-albert", True, True),
        ("raglan", True, True),
        ("somerset", True, True),
        ("northwest-territory", True, False),
        ("thirty", True, True),
        ("thirty-six", True, True),
        ("the-fan", True, False),
        ("klondike", True, False),
        ("klondike-draw-3-any-spaces", True, True),
        ("klondike-draw-3-no-spaces", False, False),
        ("fortunes-favor", False, False),
    ],
)
def test_who_fills_an_emptied_pile(game_id: str, *, king: bool, other: bool) -> None:
    aces = ACES if find(game_id).groups[0].placed else {}
    p = lay(game_id, "t4", **aces, t1="", t2="8S KC", t3="TD 7H", t4="QD")
    assert between(p, "t2 t3", "t1") == {*["t2-t1"] * king, *["t3-t1"] * other}


def test_any_card_fills_an_emptied_pile_of_eight_off() -> None:
    game = cadogan.game("eight-off", emptied="any")
    p = lay(game, "t4", t1="", t2="8S KC", t3="TD 7H", t4="QD")
    assert between(p, "t2 t3", "t1") == {"t2-t1", "t3-t1"}


@pytest.mark.parametrize(
    ("game_id", "expected"),
    [
        ("bakers-game", {"t2-t1x2", "t2-t1"}),
        ("alpha-star", {"t2-t1x2", "t2-t1"}),
        ("delta-star", {"t2-t1"}),
    ],
)
def test_runs_in_suit(game_id: str, expected: set[str]) -> None:
    aces = {} if game_id == "bakers-game" else ACES
    p = lay(game_id, "t8", **aces, t1="", t2="9H 5S 4S", t3="TD 5H", t4="6S 5D", t8="QD")
    assert between(p, "t2", "t1") == expected
    q = lay(game_id, "t8", **aces, t1="6S", t2="9H 5S 4S", t3="TD 5D", t8="QD")
    assert between(q, "t2 t3", "t1") == expected - {"t2-t1"}


@pytest.mark.parametrize(
    ("game_id", "expected"),
    [
        ("american-canister", {"t2-t1x3"}),
        ("freecell-no-cells", set()),
        ("british-canister", set()),
        ("queen-victoria", {"t2-t1x3"}),
        ("king-albert", set()),
        ("northwest-territory", {"t2-t1x3"}),
    ],
)
def test_runs_in_alternating_colours(game_id: str, expected: set[str]) -> None:
    p = lay(game_id, "t8", t1="TD", t2="KC 9S 8H 7C", t3="5D 9D", t8="QD")
    assert between(p, "t2 t3", "t1") == expected


@pytest.mark.parametrize(
    ("game_id", "back"),
    [
        ("king-albert", {"f3-t1"}),
        ("raglan", {"f3-t1"}),
        ("somerset", {"f3-t1"}),
        ("northwest-territory", {"f3-t1"}),
        ("the-fan-pairs-worrying-back", {"f3-t2"}),
        ("the-fan", set()),
        ("american-canister", set()),
        ("american-canister worrying=yes", {"f3-t1"}),
        ("king-albert worrying=no", set()),
        ("bakers-game", set()),
        ("trigon", {"f3-t2"}),
        ("trigon-no-worrying-back", set()),
    ],
)
def test_worrying_back(game_id: str, back: set[str]) -> None:
    name, _, worrying = game_id.partition(" worrying=")
    game = cadogan.game(name, **({"worrying": worrying} if worrying else {}))
    aces = {"f1": "AC", "f2": "AD", "f4": "AS"} if game_id == "raglan" else {}
    p = lay(game, "t6", **aces, f3=up("AH", "4H"), t1="KD 5S", t2="KS 5H", t6="QD")
    assert between(p, "f3", "t1 t2") == back


def test_the_tops_alone_lie_open_in_the_other_king_albert() -> None:
    p = cadogan.game("king-albert", faces="top").deal(1)
    lines = str(p).splitlines()
    [ninth] = [line for line in lines if line.startswith("t9 ")]
    assert ninth.startswith("t9 [")
    assert len(ninth.split("]")[1].split()) == 1


@pytest.mark.parametrize(
    ("game_id", "heights"),
    [("the-fan", [3] * 17 + [1]), ("the-fan-pairs-worrying-back", [3] * 16 + [2, 2])],
)
def test_the_last_fans(game_id: str, heights: list[int]) -> None:
    p = cadogan.game(game_id).deal(1)
    assert [len(p.piles[f"t{i}"]) for i in range(1, 19)] == heights


def test_thirty_moves_runs_of_any_suits_and_of_its_own_ranks() -> None:
    p = lay("thirty", "t5", t1="9D", t2="KC 8D 7D", t3="QS 8S 7H", t4="JS AH", t5="KD")
    assert between(p, "t2 t3", "t1") == {"t2-t1x2", "t3-t1x2"}
    q = lay("thirty", "t5", t1="7S", t2="KC AC", t5="KD")
    assert between(q, "t2", "t1") == {"t2-t1"}  # the ace goes on the seven, there is no six


def test_a_space_of_carpet_is_filled_when_one_likes_or_at_once() -> None:
    p = lay("carpet", "s", **ACES, t1="2C", t2="9H", w="JC TD").play("t1-f1")
    assert between(p, "w t2", "t1") == {"w-t1"}
    assert p.piles["t1"] == ()
    others = {f"t{i}": f"{'3456789TJQK'[i % 11]}{'DHS'[i // 11]}" for i in range(3, 21)}
    del others["t7"], others["t6"]
    q = lay("carpet-filled-at-once", "s", **ACES, **others, t1="2C", t2="9C", t6="4C", t7="5C",
            w="JC TC").play("t1-f1")  # fmt: skip
    assert (q.piles["t1"], q.piles["w"]) == (("TC",), ("JC",))
    assert "w-t1" not in q.move_texts()


def test_the_aces_of_carpet_lie_out_or_come_as_they_come() -> None:
    assert [len(cadogan.game("carpet").deal(1).piles[p]) for p in ("f1", "f4", "s")] == [1, 1, 28]
    q = cadogan.game("carpet-aces-dealt").deal(1)
    assert [len(q.piles[p]) for p in ("f1", "f4", "s")] == [0, 0, 32]


@pytest.mark.parametrize(("game_id", "more"), [("siegecraft", True), ("beleaguered-castle", False)])
def test_the_cell_of_a_castle(game_id: str, *, more: bool) -> None:
    p = lay(game_id, "t8", **ACES, t1="9C", t2="9D", t8="QD")
    assert (between(p, "t1", "c") == {"t1-c"}) == more
    if more:
        assert between(p.play("t1-c"), "t2", "c") == set()


@pytest.mark.parametrize(
    ("game_id", "expected"),
    [
        ("klondike-draw-3", {"t2-t1"}),
        ("klondike-draw-3-any-suit", {"t2-t1", "t3-t1", "t4-t1x2"}),
        ("klondike-draw-3-in-suit", {"t3-t1"}),
    ],
)
def test_what_klondike_is_built_by(game_id: str, expected: set[str]) -> None:
    p = lay(game_id, "s", t1="TD", t2="9S", t3="9D", t4="9H 8D")
    assert between(p, "t2 t3 t4", "t1") == expected


@pytest.mark.parametrize(
    ("game_id", "turned"),
    [
        ("klondike", 1),
        ("klondike-draw-2", 2),
        ("klondike-draw-3", 3),
        ("klondike-draw-4", 4),
        ("klondike-draw-5", 5),
    ],
)
def test_how_many_cards_klondike_turns(game_id: str, turned: int) -> None:
    p = cadogan.game(game_id).deal(1)
    [move] = [move for move in p.move_texts() if move.startswith("s-w")]
    assert len(p.play(move).piles["w"]) == turned


def test_while_a_pile_of_canfield_waits_for_the_waste() -> None:
    """In the study's form nothing else comes to the tableau; in the usual one it may."""
    piles = {"f4": "5S", "t1": "", "t2": "9H", "t3": "TC", "t4": "JD", "w": "KC 8S"}
    wait = lay("canfield-whole-pile-base-lowest", "s", **piles)
    assert between(wait, "t w", "t") == {"w-t1"}
    usual = lay(cadogan.game("canfield", base="lowest", moves="whole-pile"), "s", **piles)
    assert between(usual, "t w", "t") == {"w-t1", "w-t2", "t2-t3", "t3-t4"}
    filled = wait.play("w-t1")
    assert between(filled, "t", "t") == {"t1-t2", "t2-t3", "t3-t4"}
