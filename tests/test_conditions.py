"""Rules that change while a condition holds, and games that are won by emptying piles."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from cadogan import InvalidDefinitionError
from cadogan.model.position import Game
from cadogan.rules import vocabulary
from cadogan.rules.group import Group, Then, group_now
from cadogan.rules.house_rules import merge
from cadogan.rules.loading import load_table
from cadogan.rules.phases import change, filling, singles, taken, two_sides
from tests.hand import actions, between, lay

RULES = """
name = "Small"
family = "Small"
decks = 1
ranks = "A 2 3 4"
[foundation]
piles = 4
start = "A"
build = "up in suit"
[tableau]
piles = 3
deal = [2, 2, 0]
build = "down any suit"
take = "top card"
space = "any card"
[reserve]
piles = 2
deal = 1
[waste]
[stock]
deal = "1 to waste"
"""


def small(changes: str = "") -> Game:
    """Return the small game with other keys laid over its own."""
    table: dict[str, Any] = merge(tomllib.loads(RULES), tomllib.loads(changes))
    return Game(load_table(table, "small.toml")["small"])


def refused(changes: str) -> str:
    """Return why the small game is refused with these changes, after the file's name."""
    with pytest.raises(InvalidDefinitionError) as error:
        small(changes)
    return str(error.value).removeprefix("small.toml: ").removeprefix("small: ")


# --- what changes --------------------------------------------------------------------------------


def test_a_group_as_it_is_now() -> None:
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


def test_of_what_a_value_depends() -> None:
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
    # while no card may go there, what a space takes does not matter
    before, after, _ = two_sides(group)
    assert (before.space, after.space) == ("K", "K")
    free = Group(kind="tableau", name="tableau", space="any card", then=thens)
    assert singles(free) == (True, "stock empty")


def test_the_way_is_open_as_long_as_the_condition_holds() -> None:
    game = small(
        'reserve.take = "none"\nreserve.then = { when = "stock empty", take = "top card" }'
    )
    before = lay(game, "s", t1="3C", r1="2D")
    assert between(before, "r", "t") == set()
    assert before.why_not("r1-t1") == (
        "Cards of the reserve may not go to tableau pile 1 before the stock is empty."
    )
    assert "r1-t1" in lay(game, "t2", t1="3C", r1="2D").move_texts()


def test_what_may_come_changes_and_the_usual_is_a_word() -> None:
    game = small('tableau.from = ["waste"]\ntableau.then = { when = "dealt", from = ["usual"] }')
    p = lay(game, "s", t1="3C", t2="2D", r1="2S")
    assert p.why_not("t2-t1") == (
        "Cards of the tableau may not go to tableau pile 1 before the first deal from the stock."
    )
    after = p.play("s-w")
    assert between(after, "t r", "t1") == {"t2-t1", "r1-t1"}
    both = small('tableau.from = ["usual", "foundation"]\nfoundation.to = ["tableau"]')
    assert "f1-t1" in lay(both, "s", f1="AC 2C", t1="3D").move_texts()


def test_where_cards_may_go_changes() -> None:
    game = small(
        'reserve.to = ["foundation"]\nreserve.then = { when = "stock empty", to = ["usual"] }'
    )
    assert between(lay(game, "s", t1="3C", r1="2D"), "r", "t") == set()
    assert "r1-t1" in lay(game, "t2", t1="3C", r1="2D").move_texts()


def test_spaces_are_filled_at_once_only_for_a_time() -> None:
    game = small('tableau.fill = ["reserve"]\ntableau.then = { when = "dealt", fill = [] }')
    p = lay(game, "s", f1="AC", t1="2C", t2="4D", t3="4H", r1="3S")
    assert p.play("t1-f1").piles["t1"] == ("3S",)
    dealt = lay(game, "s", f1="AC", t1="2C", t2="4D", t3="4H", r1="3S").play("s-w")
    assert dealt.play("t1-f1").piles["t1"] == ()


def test_a_group_that_has_a_space() -> None:
    game = small('stock.when = "reserve has a space"')
    full = lay(game, "s", r1="AC", r2="AD")
    assert actions(full) == set()
    assert full.why_not("deal") == (
        "No cards may be dealt from the stock while no pile of the reserve is empty."
    )
    assert "s-w" in full.play("r1-f1").move_texts()
    assert "while a pile of the reserve is empty" in game.rules()


def test_the_fewest_conditions_that_open_the_way_are_named() -> None:
    game = small("""
    tableau.from = []
    tableau.then = { when = "not reserve empty", from = ["usual"] }
    [waste]
    take = "none"
    then = [{ when = "stock empty", take = "top card" }, { when = "dealt", take = "top card" }]
    """)
    p = lay(game, "s", t1="4C", t2="3D")
    told = "Cards of the tableau may not go to tableau pile 1 once the reserve is empty."
    assert p.why_not("t2-t1") == told
    told = "Cards of the waste may not go to tableau pile 1"
    assert str(p.why_not("w-t1")).startswith("There is no card")
    one = lay(game, "s", t1="4C", w="3D", r1="2S")
    assert one.why_not("w-t1") == f"{told} before the stock is empty."
    two = lay(game, "s", t1="4C", w="3D")
    assert two.why_not("w-t1") == (
        f"{told} once the reserve is empty, and before the stock is empty."
    )


def test_single_cards_carry_a_run_over_spaces_that_may_be_filled() -> None:
    game = small("""
    tableau.take = "run as single cards"
    tableau.space = "none"
    tableau.then = { when = "stock empty", space = "any card" }
    """)
    now = lay(game, "s", t1="4C", t2="3D 2C")
    assert now.why_not("t2-t1x2") == (
        "There are not enough free cells and empty piles to move two cards."
    )
    assert "t2-t1x2" in lay(game, "r1", t1="4C", t2="3D 2C").move_texts()


# --- what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        (
            'tableau.space_when = "stock empty"',
            (
                "tableau.space_when: write space = 'none' and then = { when = 'stock"
                " empty', space ="
                " 'any card' } instead"
            ),
        ),
        (
            'tableau.take_when = "dealt"',
            (
                "tableau.take_when: write take = 'none' and then = { when = 'dealt', take"
                " = 'top card' }"
                " instead"
            ),
        ),
        (
            'tableau.when = "dealt"',
            "tableau.when: write from = [] and then = { when = 'dealt', from = ['usual'] } instead",
        ),
        (
            'tableau.then = { when = "dealt", keep = 1 }',
            (
                "tableau.then.keep: this holds for the whole game; what may change is build, apart,"
                " take, from, to, space, space_from, fill"
            ),
        ),
        (
            'tableau.then = { when = "dealt" }',
            (
                "tableau.then: nothing is said to change; it may be build, apart, take,"
                " from, to, space,"
                " space_from, fill"
            ),
        ),
        ('tableau.then = { build = "none" }', "tableau.then: the key 'when' is missing"),
        (
            "tableau.then = [1]",
            'tableau.then: this must be a table such as { when = "stock empty", ... }',
        ),
        (
            'tableau.then = { when = "dealt", space = "any card" }',
            "tableau.then: nothing changes with 'dealt': this is so in any case",
        ),
        (
            'tableau.then = { when = "dealt", take = "run" }',
            (
                "tableau.then.take: cards are lifted in one way or not at all, not now as"
                " 'top card' and"
                " then as 'run'"
            ),
        ),
        (
            'tableau.fill = ["waste"]\ntableau.then = { when = "dealt", fill = ["stock"] }',
            "tableau.then.fill: spaces are filled from the same groups or not at all",
        ),
        (
            (
                'tableau.then = [{ when = "dealt", build = "none" },'
                ' { when = "stock empty", space = "2" }]'
            ),
            (
                "tableau.then: what its piles take may change with one condition, not"
                " with 'dealt' and"
                " 'stock empty'"
            ),
        ),
        (
            (
                'tableau.then = [{ when = "dealt", build = "none" },'
                ' { when = "stock empty", build = "any card" }]'
            ),
            "tableau.then: this would depend on more than one condition",
        ),
        (
            'foundation.then = { when = "dealt", from = ["usal"] }',
            (
                "foundation.then.from: 'usal' is not a phrase of the rules language; did you mean"
                " 'usual'?"
            ),
        ),
        (
            'tableau.then = { when = "tabelau has a space", take = "none" }',
            (
                "tableau.then.when: 'tabelau has a space' is not a phrase of the rules"
                " language; did you"
                " mean 'tableau has a space'?"
            ),
        ),
    ],
)
def test_what_will_not_do(changes: str, told: str) -> None:
    assert refused(changes) == told


# --- piles to be emptied -------------------------------------------------------------------------

EMPTYING = """
name = "Emptying"
family = "Small"
decks = 1
ranks = "A 2 3"
win = "tableau empty"
[tableau]
piles = 3
deal = 3
build = "none"
take = "top card"
space = "none"
[reserve]
piles = 2
deal = [1, 2]
build = "any card"
"""


def emptying(**changes: str) -> Game:
    table = tomllib.loads(EMPTYING) | changes
    return Game(load_table(table, "emptying.toml")["emptying"])


def test_a_game_is_won_when_its_piles_are_empty() -> None:
    game = emptying()
    p = lay(game, "r1 r2", t3="AC")
    assert not p.won
    assert p.play("t3-r1").won
    assert "The game is won when the tableau is empty. If no move is left" in game.rules()
    both = small('win = "tableau, waste and stock empty"')
    assert not lay(both, "r1", w="AC").won
    assert lay(both, "r1", f1="AC").won
    assert "when the tableau, the waste and the stock are empty" in both.rules()


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        (
            'win = "reserve and foundation empty"',
            (
                "win: 'reserve and foundation empty' is not a phrase of the rules"
                " language; did you mean"
                " 'reserve and waste empty'?"
            ),
        ),
        (
            'win = "waste empty"',
            "win: no card lies there at the start: the game would be won at once",
        ),
        (
            'win = "reserve empty"\nreserve.take = "none"',
            "win: the cards of 'reserve' never leave it",
        ),
    ],
)
def test_piles_that_cannot_be_emptied(changes: str, told: str) -> None:
    assert refused(changes) == told


def test_the_cards_need_another_place() -> None:
    table = tomllib.loads(EMPTYING)
    table["reserve"]["most"] = 2
    with pytest.raises(InvalidDefinitionError) as error:
        Game(load_table(table, "emptying.toml")["emptying"])
    told = "emptying.toml: win: the other piles have room for 4 of the 12 cards"
    assert str(error.value) == told
    with pytest.raises(InvalidDefinitionError, match="the cards have no other pile to go to"):
        emptying(win="tableau and reserve empty")


def test_every_condition_says_when_it_holds_and_when_it_does_not() -> None:
    for kind, told in vocabulary.CONDITIONS.items():
        text = kind.replace("GROUP", "reserve")
        condition = vocabulary.parse_condition(text, ["reserve"])
        negated = vocabulary.parse_condition(f"not {text}", ["reserve"])
        assert condition.kind == kind
        assert condition.clause() == negated.clause(holds=False) != condition.clause(holds=False)
        assert told.meaning
