"""Rules that change while a condition holds, and games won by emptying piles."""

from __future__ import annotations

import pytest

from cadogan.rules import vocabulary
from cadogan.rules.group import Group, Then, group_now
from cadogan.rules.phases import change, filling, singles, taken, two_sides
from tests.hand import actions, lay
from tests.small import small_game

RULES = """
ranks = "A 2 3 4"
[foundation]
[tableau]
piles = 3
deal = [2, 2, 0]
space = "any card"
[reserve]
piles = 2
deal = 1
[waste]
[stock]
"""


# --- changing rules ------------------------------------------------------------------------------


def test_the_current_rules_of_a_group() -> None:
    thens = [
        Then(when="stock empty", build="none"),
        Then(when="dealt", build="any card", take="run"),
    ]
    group = Group(kind="tableau", name="tableau", build="up in suit", then=thens)
    builds = {
        held: group_now(group, held.__contains__).build
        for held in [(), ("stock empty",), ("dealt",), ("stock empty", "dealt")]
    }
    assert list(builds.values()) == ["up in suit", "none", "any card", "any card"]
    assert group_now(group, ("dealt",).__contains__).take == "run"


def test_the_condition_that_a_value_depends_on() -> None:
    thens = [
        Then(when="not stock empty", space="none", fill=["stock"]),
        Then(when="dealt", take="none"),
    ]
    group = Group(kind="tableau", name="tableau", space="K", then=thens)
    assert change(group, lambda g: g.space) == ("K", "none", "not stock empty")
    assert change(group, lambda g: g.build) == ("none", "none", "")
    with pytest.raises(ValueError, match="more than one condition"):
        change(group, lambda g: (g.space, g.take))
    assert taken(group) == "top card"
    assert filling(group) == (["stock"], "not stock empty")
    # the cards that an empty pile accepts do not matter while no card may be played to it
    before, after, _ = two_sides(group)
    assert (before.space, after.space) == ("K", "K")
    free = Group(kind="tableau", name="tableau", space="any card", then=thens)
    assert singles(free) == (True, "stock empty")


def test_the_condition_that_a_group_has_an_empty_pile() -> None:
    game = small_game(RULES, stock={"when": "reserve has a space"})
    full = lay(game, "s", r1="AC", r2="AD")
    assert actions(full) == set()
    assert full.why_not("deal") == (
        "No cards may be dealt from the stock while no pile in the reserve is empty."
    )
    assert "s-w" in full.play("r1-f1").move_texts()
    assert "while a pile in the reserve is empty" in game.rules()


# --- piles to be emptied -------------------------------------------------------------------------

EMPTYING = """
ranks = "A 2 3"
win = "tableau empty"
[tableau]
piles = 3
deal = 3
build = "none"
[reserve]
piles = 2
deal = [1, 2]
build = "any card"
"""


def test_a_game_is_won_when_its_piles_are_empty() -> None:
    game = small_game(EMPTYING)
    p = lay(game, "r1 r2", t3="AC")
    assert not p.won
    assert p.play("t3-r1").won
    assert (
        "The game is won when the tableau is empty. The game is lost if the player runs out"
        in game.rules()
    )
    both = small_game(RULES, win="tableau, waste and stock empty")
    assert not lay(both, "r1", w="AC").won
    assert lay(both, "r1", f1="AC").won
    assert "when the tableau, the waste and the stock are empty" in both.rules()


def test_every_condition_has_a_text_and_a_negated_text() -> None:
    for kind, told in vocabulary.CONDITIONS.items():
        text = kind.replace("GROUP", "reserve")
        condition = vocabulary.parse_condition(text, ["reserve"])
        negated = vocabulary.parse_condition(f"not {text}", ["reserve"])
        assert condition.kind == kind
        assert condition.clause() == negated.clause(holds=False) != condition.clause(holds=False)
        assert told.meaning
