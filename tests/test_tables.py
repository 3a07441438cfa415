"""Compiled rules: what they promise the engine, and which definitions they refuse."""

from __future__ import annotations

from typing import Any

import pytest

import cadogan
from cadogan.core.cards import JOKER, card_text, parse_card
from cadogan.model.position import Game
from cadogan.rules import vocabulary as words
from cadogan.state.codes import Lift, Route, Turning, When, Win
from cadogan.state.compiled import STRIDE, CompiledRules
from cadogan.state.records import changed
from tests.covering import each
from tests.small import small_game
from tests.tiny import made

GAMES = cadogan.games()


def taken(R: CompiledRules, pile: int, height: int, top: str, base: str = "") -> set[str]:
    """Return the cards that a pile of this height takes on a card, read from the compiled rules."""
    rule = R.accept.rule_at[pile * (R.room + 1) + height]
    if rule >= R.accept.based:
        rule += parse_card(base) + 1 if base else 0
    mask = R.accept.sets[rule * STRIDE + (parse_card(top) if top else 52)]
    return {card_text(c) for c in (*range(52), JOKER) if mask >> c & 1}


def test_pile_names_are_in_canonical_order() -> None:
    assert cadogan.game("klondike").pile_names == (
        "f1", "f2", "f3", "f4", "t1", "t2", "t3", "t4", "t5", "t6", "t7", "w", "s",
    )  # fmt: skip
    assert cadogan.game("canfield").pile_names[4:] == ("t1", "t2", "t3", "t4", "r", "w", "s")
    for game_id in GAMES:
        kinds = [n[0] for n in cadogan.game(game_id).pile_names]
        assert kinds == sorted(kinds, key="ftrcwsd".index), game_id


def test_examples_from_the_documentation() -> None:
    R = cadogan.game("klondike").compiled_rules
    assert (R.accept.rule_at[4 * 53], R.accept.rule_at[4 * 53 + 1]) == (7, 6)
    assert taken(R, 4, 1, "8D") == {"7C", "7S"}
    assert taken(R, 4, 3, "AD") == set()
    assert taken(R, 4, 0, "") == {"KC", "KD", "KH", "KS"}
    assert taken(R, 0, 0, "") == {"AC"}, "the first foundation is that of the clubs"
    assert taken(R, 0, 5, "5C") == {"6C"}
    assert taken(R, 0, 13, "KC") == set()
    assert R.routes.ways[2 * 4 + 1] == Route.ONTO | Route.INTO
    assert {R.klass[p] for p in range(4, 11)} == {5}
    assert {R.lift.link[p] for p in range(4, 11)} == {6}
    assert R.face.turns == [Turning.UP] * 12 + [Turning.NEVER]


def test_codes_follow_the_order_of_the_phrases() -> None:
    """The engine's codes for takes, conditions and wins follow the order of the vocabulary."""
    takes = {
        "none": Lift.NONE,
        "top card": Lift.CARD,
        "run": Lift.RUN,
        "run as single cards": Lift.SINGLY,
        "block": Lift.BLOCK,
        "whole pile": Lift.WHOLE,
        "top card or whole pile": Lift.CARD_OR_WHOLE,
        "any card": Lift.ANYWHERE,
        "whole pile by its top card": Lift.BY_TOP,
        "top or bottom card": Lift.ENDS,
        "top card, runs to spaces": Lift.TO_SPACES,
        "run, whole or freeing a card": Lift.FREEING,
    }
    assert takes == {word: at for at, word in enumerate(words.TAKES)}
    conditions = {
        "GROUP empty": When.EMPTY,
        "no gaps": When.NO_GAPS,
        "first foundation complete": When.COMPLETE,
        "redealt": When.REDEALT,
        "dealt": When.DEALT,
        "base chosen": When.CHOSEN,
        "no redeal left": When.NO_REDEAL,
        "GROUP has a space": When.HAS_SPACE,
        "no deal left": When.NO_DEAL,
        "kings at the bottom": When.KINGS_LOWEST,
        "batch open": When.BATCH_OPEN,
        "GROUP can be filled": When.CAN_BE_FILLED,
        "GROUP face down": When.ALL_DOWN,
    }
    assert conditions == {word: at for at, word in enumerate(words.CONDITIONS)}
    assert [*words.WINS][Win.ALL_OUT] == "all out of play"
    assert [*words.WINS][Win.ONE_PILE] == "one pile"
    assert [*words.WINS][Win.ROWS_IN_ORDER] == "rows in order"
    assert [*words.WINS][Win.IN_BUILT_RUNS] == "tableau in built runs"


@pytest.mark.parametrize("game_id", each(GAMES))
def test_compiled_rules_are_complete(game_id: str) -> None:
    R = cadogan.game(game_id).compiled_rules
    n = R.piles
    accept = R.accept
    for some in (R.group, R.klass, accept.full, accept.least, accept.lock, accept.above):
        assert len(some) == n
    assert len(accept.indicator) == len(R.lift.single) == n
    assert len(R.accept.rule_at) == n * (R.room + 1)
    assert len(R.accept.sets) % STRIDE == 0
    assert max(R.accept.rule_at) * STRIDE < len(R.accept.sets)
    assert all(0 <= mask < 1 << 52 or mask >> JOKER == 1 for mask in R.accept.sets)
    assert len(R.routes.ways) == R.groups * R.groups << R.routes.phase_conditions
    assert R.total == len(cadogan.game(game_id).compiled.cards)
    for p in range(n):
        rules = R.accept.rule_at[p * (R.room + 1) : (p + 1) * (R.room + 1)]
        assert not any(rules[R.accept.full[p] :]), "a full pile takes nothing"


def test_caps_minima_and_turning_back() -> None:
    R = cadogan.game("big-ben").compiled_rules
    t1, f9 = cadogan.game("big-ben").pile_names.index("t1"), 8
    assert taken(R, t1, 2, "9D") == set()
    assert taken(R, t1, 3, "9D") == {"8D"}
    assert taken(R, t1, 7, "AD") == {"KD"}
    assert (R.accept.full[f9], taken(R, f9, 7, "8C"), taken(R, f9, 8, "9C")) == (8, {"9C"}, set())
    R = cadogan.game("british-square").compiled_rules
    assert taken(R, 0, 12, "QC") == {"KC"}
    assert taken(R, 0, 13, "KC") == {"KC"}
    assert taken(R, 0, 14, "KC") == {"QC"}
    assert taken(R, 0, 26, "AC") == set()


def test_rules_that_wait_for_the_base_card() -> None:
    R = cadogan.game("canfield").compiled_rules
    assert taken(R, 1, 0, "", "5C") == {"5D"}
    assert taken(R, 1, 0, "", "KS") == {"KD"}


SMALL = """
[foundation]
[tableau]
deal = 12
build = "down in suit"
[stock]
deal = "1 to each tableau"
"""


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"foundation": {"goal": ["KC", "KD", "KH", "QC"]}}, "goal"),
        ({"foundation": {"placed": ["2C"]}}, "2C does not begin any of these foundations"),
        (
            {"foundation": {"then": {"when": "tableau emty", "from": []}}},
            "did you mean 'tableau empty'?",
        ),
        ({"tableau": {"run": "down in suits"}}, "'down in suits' is not a phrase"),
        ({"tableau": {"sink": "X"}}, "'X' is not a phrase"),
        ({"tableau": {"refil": 3}}, "did you mean 'refill'?"),
        ({"tableau": {"most": -1}}, "must be 0 or more, not -1"),
        ({"tableau": {"most": 53}}, "0 to 52"),
    ],
)
def test_contradictory_parts(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(cadogan.InvalidDefinitionError) as refused:
        small_game(SMALL, **changes)
    assert words in str(refused.value)
    assert "small" in str(refused.value), "the message says in which file or game"


def test_builds_listed_pile_by_pile_that_change_together() -> None:
    """Each pile keeps its own build until a rule for all piles takes over."""
    builds = ["down in suit", "up in suit", "down any suit", "same rank any suit"]
    then = {"when": "stock empty", "build": "up any suit"}
    game = small_game(SMALL, tableau={"build": builds, "then": then})
    assert game.definition.groups[1].build == builds
    R = game.compiled_rules
    assert [taken(R, p, 1, "9C") for p in (4, 5, 7)] == [{"8C"}, {"TC"}, {"9C", "9D", "9H", "9S"}]
    now = changed(R, {"accept.rule_at": R.accept.rule_then})
    assert all(taken(now, p, 1, "9C") == {"TC", "TD", "TH", "TS"} for p in (4, 5, 6, 7))


def test_a_second_waste_gets_no_turned_cards() -> None:
    """The stock is turned only to the first waste, so the two wastes are not interchangeable."""
    changes: dict[str, Any] = {"waste": {"piles": 2}, "stock": {"deal": "1 to waste"}}
    game = small_game(SMALL, cell={"piles": 2}, **changes)
    classes = dict(zip(game.pile_names, game.compiled_rules.klass, strict=True))
    assert classes["w1"] != classes["w2"]
    assert classes["c1"] == classes["c2"]


ONE_WAY = [*["up or down any suit"] * 4, *["up or down any suit, one way"] * 4]
TO_WASTE: dict[str, Any] = {"stock": {"deal": "1 to waste"}, "waste": {}}
BY_HAND: dict[str, Any] = {
    "stock": {"deal": "", "turned": True},
    "waste": {"piles": 2, "from": ["stock"]},
    "redeal": {"times": 1},
}


@pytest.mark.parametrize(
    ("of", "change", "one", "other", "same"),
    [
        ("forty-thieves", {}, "f1", "f5", True),
        ("forty-thieves", {}, "f1", "f2", False),  # the foundations belong to different suits
        (
            "forty-thieves",
            {"tableau": {"then": {"when": "first foundation complete", "build": "down any suit"}}},
            "f1",
            "f5",
            False,
        ),
        ("osmosis", {}, "f1", "f2", False),  # each row takes only ranks that the row above shows
        # each foundation begins one rank above its own reserve card
        ("interregnum", {}, "f1", "f2", False),
        ("interregnum", TO_WASTE, "r1", "r2", False),
        ("interregnum", TO_WASTE, "t1", "t2", True),
        ("clock-patience", {}, "t1", "t2", False),  # each pile belongs to one rank
        ("freecell", {"tableau": {"build": ONE_WAY}}, "t1", "t4", True),
        ("freecell", {"tableau": {"build": ONE_WAY}}, "t4", "t5", False),
        ("elevator", {}, "t1", "t2", False),  # each pile covers different piles
        ("acme", {}, "r", "s", False),  # no cards are played to the reserve or the stock
        ("calculation", {}, "f1", "f2", False),
        ("calculation", {}, "t1", "t2", True),
        ("tournament", {}, "t1", "t2", False),  # the redeal gathers the piles in order
        ("algerian", {}, "t1", "t2", False),  # the last deal goes to the piles in turn
        ("scorpion", {}, "t1", "t2", False),  # the deal goes through the piles in order
        ("big-ben", {}, "t1", "t2", False),  # the refill goes through the piles in order
        ("la-belle-lucie", {}, "t1", "t2", False),  # the redeal gathers the piles in order
        ("klondike", BY_HAND, "w1", "w2", False),  # the redeal gathers the wastes in order
        ("klondike", BY_HAND, "t1", "t2", True),
    ],
)
def test_piles_that_may_change_places(
    of: str, change: dict[str, Any], one: str, other: str, same: bool
) -> None:
    game = Game(made("classes", of, change))
    classes = dict(zip(game.pile_names, game.compiled_rules.klass, strict=True))
    assert (classes[one] == classes[other]) is same


def test_only_an_earlier_foundation_can_be_a_twin() -> None:
    R = cadogan.game("forty-thieves").compiled_rules
    assert R.accept.twins == [-1, -1, -1, -1, 0, 1, 2, 3] + [-1] * (R.piles - 8)


def test_a_redeal_distinguishes_two_wastes() -> None:
    """A redeal turns the first waste over first, so the two wastes are not interchangeable."""
    short = {"ranks": "A 2 K", "tableau": {"piles": 2, "deal": [1, 1]}}
    game = Game(made("wastes", "klondike", short | BY_HAND))
    one, other = "2C", "ACADAH2H2DASKD2SKSKCKH"
    after = set()
    for wastes in ((one, other), (other, one)):
        position = game.parse("/".join(["-"] * 6 + [*wastes, "-"]))
        after.add((hash(position), position.play("redeal").to_line()))
    assert len({line for _, line in after}) == len({known for known, _ in after}) == 2


def test_a_height_limit() -> None:
    R = small_game(SMALL, tableau={"most": 14}).compiled_rules
    assert taken(R, 4, 13, "9C") == {"8C"}
    assert taken(R, 4, 14, "9C") == set()
