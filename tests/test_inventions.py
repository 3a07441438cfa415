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


BUILT_WASTE = """
name = "Built Waste"
family = "Trials"
decks = 1
[foundation]
piles = 4
start = "A"
build = "up in suit"
[tableau]
piles = 6
deal = 3
build = "down any suit"
take = "top card"
space = "none"
[waste]
from = ["tableau"]
build = "down in suit"
[stock]
deal = "1 to waste"
"""


def built_waste(*changes: tuple[str, str]) -> Game:
    """Return a game in which cards of the tableau are laid on the waste."""
    text = BUILT_WASTE
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return Game(load_text(text, "built.toml")["built"])


def test_a_waste_is_built_on_as_in_the_reference() -> None:
    game, theirs = built_waste(), inventions.BuiltWaste()
    laid = 0
    for seed in range(8):
        rng = random.Random(seed)
        order = [card_text(card) for card in game.compiled.cards]
        rng.shuffle(order)
        ours, state = game.arrange(order), theirs.start(order, {})
        for _ in range(80):
            assert {name: [*cards] for name, cards in ours.piles.items()} == state.piles
            assert {*ours.moves()} == theirs.moves(state)
            if not ours.moves():
                break
            there = [text for text in ours.moves() if text.startswith("t") and text.endswith("-w")]
            text = rng.choice(there or ours.moves())
            laid += bool(there)
            ours, state = ours.play(text), theirs.play(state, text, None)
    assert laid > 3


def test_a_built_waste_is_a_feature_that_no_proof_names() -> None:
    game = built_waste()
    assert "waste with a build" in game.features
    assert unproved(game.features) == SWITCHES.keys()
    assert "waste with a build" not in built_waste(('build = "down in suit"\n', "")).features


def test_what_a_built_waste_says() -> None:
    game = built_waste()
    assert "The waste is built down in suit" in game.rules()
    assert "cards that are dealt there lie as they come" in game.rules().lower()
    order = "2C 3C 4C 5C 6C 7C 8D 9D TD JD QD KD AH 3D 5S 7H 9S JS KS".split()  # noqa: SIM905
    rest = [card for card in map(card_text, game.compiled.cards) if card not in order]
    position = game.arrange([*order, *rest]).play("s-w")
    told = position.why_not("t1-w")
    assert told is not None
    assert "waste" in told.lower()


@pytest.mark.parametrize(
    ("changes", "deals"),
    [
        (
            (
                ("decks = 1", 'decks = 1\nranks = "A 2 3"'),
                ("piles = 6\ndeal = 3", "piles = 3\ndeal = 2"),
                ('"down any suit"', '"none"'),
            ),
            120,
        ),
        (
            (
                ("decks = 1", 'decks = 1\nranks = "A 2 3 4"'),
                ("piles = 6\ndeal = 3", "piles = 4\ndeal = 3"),
            ),
            40,
        ),
    ],
)
def test_the_solver_agrees_with_brute_force_on_a_built_waste(
    changes: tuple[tuple[str, str], ...], deals: int
) -> None:
    game = built_waste(*changes)
    found = set()
    for number in range(1, deals + 1):
        position = game.deal(number)
        truth = decide(position)
        assert truth is not None
        assert solve(position, nodes=300_000).result == ("won" if truth else "lost"), number
        found.add(truth)
    assert found == {True, False}


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (('from = ["tableau"]\n', ""), "no card is laid there by hand: write from = ['tableau']"),
        (
            ('"down in suit"\n[stock]', '"up or down in suit, one way"\n[stock]'),
            "a waste is not built one way",
        ),
        (
            ('[stock]\ndeal = "1 to waste"', "[stock]\nturned = true"),
            "a stock that is turned by hand asks for no build",
        ),
    ],
)
def test_wastes_that_are_not_built(change: tuple[str, str], told: str) -> None:
    with pytest.raises(BadDefinition) as error:
        built_waste(change)
    assert str(error.value) == f"built.toml: waste.build: {told}"


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
