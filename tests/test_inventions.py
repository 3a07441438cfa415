"""Words that only inventors use so far, beside the reference implementation and brute force."""

from __future__ import annotations

import random
from collections.abc import Collection

import pytest

import cadogan
from cadogan.cards import card_text
from cadogan.compiling.features import FEATURES
from cadogan.errors import BadDefinition
from cadogan.language.loading import load_text
from cadogan.position import Game
from cadogan.solver import SWITCHES, solve
from cadogan.solver.guide import PROOFS, unproved
from tests.brute import decide
from tests.referee import inventions
from tests.referee.removals import Display

DISPLAY = """
name = "Display"
family = "Trials"
decks = 1
{ranks}
win = "all out of play"
[tableau]
piles = {piles}
deal = {deal}
build = "none"
take = "top card"
space = "none"
{fill}
[discard]
{stock}
[remove]
sets = {sets}
"""
STOCK = {"fill": 'fill = ["stock"]', "stock": "[stock]", "deal": 1, "ranks": ""}
NEW = {
    "sets of any size": ["any 15"],
    "fours": ["T J Q K", "same suit"],
    "sets that differ": ["four different ranks"],
}


def display(piles: int, sets: Collection[str], **more: object) -> Game:
    """Return a game of a display from which these sets leave."""
    told = {**STOCK, "piles": piles, "sets": [*sets], **more}
    return Game(load_text(DISPLAY.format_map(told), "display.toml")["display"])


@pytest.mark.parametrize(
    ("theirs", "sets"),
    [
        (inventions.Fifteens(), ["any 15", "T J Q K"]),
        (inventions.FourRanks(), ["four different ranks"]),
        (inventions.FourSuits(), ["four different suits"]),
    ],
    ids=lambda some: getattr(some, "id", None),
)
def test_random_plays_agree_with_the_reference(theirs: Display, sets: list[str]) -> None:
    game = display(theirs.places, sets)
    seen: set[int] = set()
    for seed in range(4):
        rng = random.Random(f"{theirs.id} {seed}")
        order = [card_text(card) for card in game.compiled.cards]
        rng.shuffle(order)
        ours, state = game.arrange(order), theirs.start(order, {})
        for _ in range(30):
            assert {name: [*cards] for name, cards in ours.piles.items()} == state.piles
            assert {*ours.moves()} == theirs.moves(state)
            assert ours.won == theirs.won(state)
            if not ours.moves():
                break
            text = max(rng.sample(ours.moves(), min(3, len(ours.moves()))), key=len)
            seen.add(text.count("+") + 1)
            ours, state = ours.play(text), theirs.play(state, text, None)
            assert game.read(str(ours)) == ours
    assert max(seen) >= (5 if "any 15" in sets else 4)


@pytest.mark.parametrize("name", NEW)
def test_no_proof_names_the_new_features(name: str) -> None:
    game = display(9, NEW[name])
    assert name in game.features
    assert FEATURES[name]
    assert all(name not in proof.features for proofs in PROOFS.values() for proof in proofs)
    assert unproved(game.features) == SWITCHES.keys()


@pytest.mark.parametrize(
    "sets",
    [["any 8"], ["any 9", "A 2 3 4"], ["four different suits", "5"], ["four different ranks"]],
)
def test_the_solver_agrees_with_brute_force(sets: list[str]) -> None:
    game = display(5, sets, deal=4, ranks='ranks = "A 2 3 4 5"', fill="", stock="")
    found = set()
    for number in range(1, 13):
        position = game.deal(number)
        truth = decide(position)
        verdict = solve(position, nodes=300_000)
        assert truth is not None
        assert verdict.result == ("won" if truth else "lost"), number
        for text in verdict.line:
            position = position.play(text)
        assert position.won == truth
        found.add(truth)
    assert found


def test_why_many_cards_do_not_leave_together() -> None:
    game = display(8, ["any 15"])
    order = ["AC", "2C", "3C", "4C", "5C", "6C", "7C", "KC"]
    rest = [card for card in map(card_text, game.compiled.cards) if card not in order]
    position = game.arrange([*order, *rest])
    assert "t1+t2+t3+t4+t5" in position.moves()
    assert position.why_not("t5+t4+t3+t2+t1") is None
    told = position.why_not("t1+t2+t3+t4+t6")
    assert told is not None
    assert told.endswith("leave play together: two or more cards that add up to fifteen may.")
    after = position.play("t1+t2+t3+t4+t5")
    assert after.piles["d"] == ("AC", "2C", "3C", "4C", "5C")
    assert position.why_not("t1+t2+t3+t4+d") == "There is no card on the discard."
    told = cadogan.game("elevens").deal(1).why_not("t1+t2+t3+t4+t5")
    assert told is not None
    assert "do not leave play together" in told
    assert "two or more cards that add up to fifteen" in game.rules()


@pytest.mark.parametrize(
    ("sets", "told"),
    [
        (["any 15", "any 14"], "any number of cards can add up to one number only"),
        (["any 1"], "'any 1' is not a phrase of the rules language"),
        (["any 15 in suit"], "'any 15 in suit' is not a phrase of the rules language"),
        (
            ["four different ranks", "agreeing"],
            "'four different ranks' does not agree with 'agreeing': name one of them",
        ),
        (["J Q K A 2"], "'J Q K A 2' is not a phrase of the rules language"),
        (["T J Q K"], "no ace ever leaves play, but the game asks that all do"),
    ],
)
def test_what_contradicts_itself_is_refused(sets: list[str], told: str) -> None:
    with pytest.raises(BadDefinition) as error:
        display(9, sets)
    assert str(error.value).startswith(f"display.toml: remove.sets: {told}")


def test_there_is_room_for_all_sets_that_add_up() -> None:
    assert display(17, ["any 15"]).deal(1).moves()
    with pytest.raises(BadDefinition, match="sets may leave play at a time"):
        display(18, ["any 15"])
    small = display(9, ["any 21"], ranks='ranks = "A 2 3 4 5 6"').deal(1)
    assert any(text.count("+") > 4 for text in small.moves())
