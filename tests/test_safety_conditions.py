"""Conditions of safe moves: each small change to a game affects one of them."""

from __future__ import annotations

from typing import Any

import pytest

import cadogan
from cadogan.core.cards import card_text, parse_card
from cadogan.model.position import Game
from cadogan.solver.safe_cards import look
from cadogan.solver.safe_moves import CHAINS_PROOF, PROOF, safe_moves, safety_rules
from cadogan.state.snapshot import new_state, thaw
from tests.small import small_game
from tests.tiny import made

Change = dict[str, Any]
ANY = "down any suit"


def once(when: str, **changes: Any) -> Change:
    """Return a tableau change that applies under a condition."""
    return {"then": {"when": when, **changes}}


@pytest.mark.parametrize(
    ("of", "tableau", "some"),
    [
        ("klondike", {"build": "none", "run": "down in suit", "space": "none"}, "6H"),
        ("freecell", {"build": "none", "run": "down in suit"}, "6H"),
        (
            "klondike",
            {"build": "down in suit", "from": [], **once("stock empty", build="none")},
            "6H",
        ),
        (
            "klondike",
            {"build": "none", "from": [], **once("stock empty", build="down in suit")},
            "6H",
        ),
        (
            "klondike",
            {"build": "down in suit", "take": "top card", **once("stock empty", build=ANY)},
            "6C 6D 6H 6S",
        ),
        (
            "klondike",
            {"build": ANY, "take": "top card", **once("stock empty", build="down in suit")},
            "6C 6D 6H 6S",
        ),
        ("klondike", {"least": 2, "take": "top card"}, "6C 6S"),
        ("klondike", {"piles": 13, "deal": 2, "most": 2, "take": "top card"}, "6C 6S"),
        ("klondike", {"from": [], "space_from": ["waste"], "take": "top card"}, ""),
    ],
)
def test_wanters_include_cards_lifted_together(of: str, tableau: Change, some: str) -> None:
    """Wanters include cards that the deal put on a card, even where no card can be built."""
    mask = safety_rules(Game(made("lifted", of, {"tableau": tableau}))).wanters[parse_card("7H")]
    assert " ".join(card_text(c) for c in range(52) if mask >> c & 1) == some


def test_cards_missing_from_the_pack_are_not_wanters() -> None:
    change = {
        "ranks": "A 2 3",
        "tableau": {"piles": 2, "deal": 3, "build": "any card", "space": "2"},
    }
    wanters = safety_rules(Game(made("short", "klondike", change))).wanters
    assert wanters[parse_card("2H")].bit_count() == 12


@pytest.mark.parametrize(
    "game_id", ["backbone", "casino-klondike", "crescent", "intelligence", "thieves"]
)
def test_features_alone_switch_safe_moves_off(game_id: str) -> None:
    game = cadogan.game(game_id)
    assert not PROOF.covers(game.features)
    assert not safety_rules(game).used


def test_foundations_that_give_cards_back() -> None:
    games = ("klondike", "klondike-no-worrying-back")
    assert [safety_rules(cadogan.game(name)).gives_back for name in games] == [True, False]


def test_sending_all_cards_up_is_unproved_where_runs_are_lifted() -> None:
    """A run rule switches the proof off, although only neighbours in suit lie on each other."""
    change = {"tableau": {"build": "none", "run": "down in suit"}}
    game = Game(made("runs", "freecell", change))
    assert PROOF.covers(game.features)
    assert not CHAINS_PROOF.covers(game.features)
    assert not safety_rules(game).chains


def thieves(ranks: str, build: str, space: str, piles: int, to: list[str]) -> tuple[str, Change]:
    """Return a change to Klondike with two short packs, whose stock is turned once."""
    tableau = {"piles": piles, "deal": 3, "build": build, "space": space, "take": "top card"}
    foundation = {"piles": 8, "to": to}
    change = {"decks": 2, "ranks": ranks, "foundation": foundation, "tableau": tableau}
    return "klondike", change | {"redeal": {"times": 0}}


@pytest.mark.parametrize("doors", [("", 'from = ["waste"]'), ('from = ["waste"]', ""), ("", "")])
def test_wanters_must_be_up_unless_all_foundations_take_cards_from_everywhere(
    doors: tuple[str, str],
) -> None:
    rules = f"""
    ranks = "A 2 3"
    [foundation.left]
    {doors[0]}
    [foundation.right]
    {doors[1]}
    [tableau]
    piles = 2
    deal = 3
    [waste]
    [stock]
    [redeal]
    times = "unlimited"
    """
    assert safety_rules(small_game(rules)).strict == any(doors)


def test_wanters_do_not_matter_where_all_cards_may_go_up() -> None:
    position = cadogan.game("bisley").deal(1)
    up = [move for move in position.move_texts() if "-f" in move]
    assert safe_moves(position) == up == ["t1-f5", "t4-f1", "t10-f6"]


def test_earlier_positions_in_the_same_state_do_not_matter() -> None:
    of, change = thieves("A 2", ANY, "any card", 4, [])
    game = Game(made("again", of, change))
    position = game.parse("AC2C/AD2D/AH2H/AS2S/AC/-/AH2H/AS/2S/2C/-/2D/AD/-")
    R, S = game.compiled_rules, new_state(game.compiled_rules, 0)
    thaw(R, S, position.snapshot)
    before = look(R, S, safety_rules(game))
    S.scratch[:] = [-1] * len(S.scratch)
    assert look(R, S, safety_rules(game)) == before
