"""Definitions become integers: what the tables promise to the engine, and what they refuse."""

from __future__ import annotations

import pytest

import cadogan
from cadogan.cards import card_text, parse_card
from cadogan.language.loading import load_text
from cadogan.position import Game
from cadogan.tables import Tables

GAMES = cadogan.games()


def taken(T: Tables, pile: int, height: int, top: str, base: str = "") -> set[str]:
    """Return the cards that a pile of some height takes on a card, read off the tables."""
    rule = T.rule_at[pile * (T.room + 1) + height]
    if rule >= T.based:
        rule += parse_card(base) + 1 if base else 0
    mask = T.accept[rule * 53 + (parse_card(top) if top else 52)]
    return {card_text(c) for c in range(52) if mask >> c & 1}


def test_names_stand_in_canonical_order() -> None:
    assert cadogan.game("klondike").pile_names == (
        "f1", "f2", "f3", "f4", "t1", "t2", "t3", "t4", "t5", "t6", "t7", "w", "s",
    )  # fmt: skip
    assert cadogan.game("canfield").pile_names[4:] == ("t1", "t2", "t3", "t4", "r", "w", "s")
    for game_id in GAMES:
        kinds = [n[0] for n in cadogan.game(game_id).pile_names]
        assert kinds == sorted(kinds, key="ftrcws".index), game_id


@pytest.mark.parametrize("game_id", GAMES)
def test_tables_are_whole(game_id: str) -> None:
    T = cadogan.game(game_id).tables
    n = T.piles
    for field in ("group", "klass", "full", "least", "lock", "above", "indicator", "single"):
        assert len(getattr(T, field)) == n, field
    assert len(T.rule_at) == n * (T.room + 1)
    assert len(T.accept) % 53 == 0
    assert max(T.rule_at) * 53 < len(T.accept)
    assert all(0 <= mask < 1 << 52 for mask in T.accept)
    assert len(T.route) == T.groups * T.groups << T.phase_conditions
    assert T.total == len(cadogan.game(game_id).compiled.cards)
    for p in range(n):
        rules = T.rule_at[p * (T.room + 1) : (p + 1) * (T.room + 1)]
        assert not any(rules[T.full[p] :]), "a full pile takes nothing"


def test_build_rules_are_one_look_up() -> None:
    T = cadogan.game("klondike").tables
    names = cadogan.game("klondike").pile_names
    t1, f1 = names.index("t1"), names.index("f1")
    assert taken(T, t1, 3, "8D") == {"7C", "7S"}
    assert taken(T, t1, 3, "AD") == set()
    assert taken(T, t1, 0, "") == {"KC", "KD", "KH", "KS"}
    assert taken(T, f1, 0, "") == {"AC"}, "the first foundation is that of the clubs"
    assert taken(T, f1, 5, "5C") == {"6C"}
    assert taken(T, f1, 13, "KC") == set()


def test_caps_minima_and_turning_back() -> None:
    T = cadogan.game("big-ben").tables
    t1, f9 = cadogan.game("big-ben").pile_names.index("t1"), 8
    assert taken(T, t1, 2, "9D") == set()
    assert taken(T, t1, 3, "9D") == {"8D"}
    assert taken(T, t1, 7, "AD") == {"KD"}
    assert (T.full[f9], taken(T, f9, 7, "8C"), taken(T, f9, 8, "9C")) == (8, {"9C"}, set())
    T = cadogan.game("british-square").tables
    assert taken(T, 0, 12, "QC") == {"KC"}
    assert taken(T, 0, 13, "KC") == {"KC"}
    assert taken(T, 0, 14, "KC") == {"QC"}
    assert taken(T, 0, 26, "AC") == set()


def test_rules_that_wait_for_the_base_card() -> None:
    T = cadogan.game("canfield").tables
    assert taken(T, 1, 0, "", "5C") == {"5D"}
    assert taken(T, 1, 0, "", "KS") == {"KD"}


SMALL = """
name = "Small"
family = "Small"
decks = 1
[foundation]
piles = 4
start = "A"
build = "up in suit"
{foundation}
[tableau]
piles = 4
deal = 12
build = "down in suit"
take = "top card"
space = "none"
{tableau}
[stock]
deal = "1 to each tableau"
"""


def small(foundation: str = "", tableau: str = "") -> Game:
    text = SMALL.format(foundation=foundation, tableau=tableau)
    return Game(load_text(text, "small.toml")["small"])


@pytest.mark.parametrize(
    ("foundation", "tableau", "words"),
    [
        ('goal = ["KC", "KD", "KH", "QC"]', "", "goal"),
        ('placed = ["2C"]', "", "2C begins none of these foundations"),
        ('then = { when = "tableau emty", from = [] }', "", "did you mean 'tableau empty'?"),
        ("", 'run = "down in suits"', "'down in suits' is not a phrase"),
        ('build = "up in suit"', "", "this is not TOML"),
        ("", 'sink = "X"', "'X' is not a phrase"),
        ("", "refil = 3", "did you mean 'refill'?"),
        ("", "most = -1", "0 to 52"),
    ],
)
def test_parts_that_contradict_each_other(foundation: str, tableau: str, words: str) -> None:
    with pytest.raises(cadogan.BadDefinition) as refused:
        small(foundation, tableau)
    assert words in str(refused.value)
    assert "small" in str(refused.value), "the message says in which file or game"


def test_a_height_limit() -> None:
    T = small(tableau="most = 14").tables
    assert taken(T, 4, 13, "9C") == {"8C"}
    assert taken(T, 4, 14, "9C") == set()
