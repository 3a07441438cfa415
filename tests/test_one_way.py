"""One-way building: what fixes the direction of a pile, what keeps it, and what does not."""

from __future__ import annotations

import random

import pytest

from cadogan.model.position import Game
from cadogan.rules.loading import load_text
from cadogan.solver.safe_moves import safe_moves
from tests.covering import few
from tests.hand import between, lay
from tests.test_contract import check_moves, check_refusals, check_texts, check_undo, played
from tests.test_engine_compiled import check_play


def game(tableau: str = "", more: str = "") -> Game:
    """Return a game of ten one-way piles, whose tableau's keys may be others."""
    keys = {
        "build": '"up or down any suit, one way"',
        "take": '"any card"',
        "space": '"any card"',
    }
    changed = dict(line.split(" = ", 1) for line in tableau.splitlines())
    text = "\n".join(f"{key} = {value}" for key, value in {**keys, **changed}.items())
    return Game(
        load_text(
            f"""
name = "One way"
family = "Tests"
decks = 1
[foundation]
piles = 4
start = "A"
build = "up in suit"
[tableau]
piles = 10
deal = 4
{text}
[stock]
deal = "1 to each tableau"
{more}
""",
            "one-way.toml",
        )["one-way"]
    )


THEN = 'then = { when = "stock empty", build = "down any suit" }'
ONE_WAY_THEN = 'then = { when = "stock empty", build = "up or down in suit, one way" }'
GAMES = {
    "any card": ("",),
    "drawn": ('take = "run"', "[merci]\ntimes = 3"),
    "then": (f'take = "top card"\n{THEN}',),
    "then one way": (f'take = "block"\nbuild = "up or down in suit"\n{ONE_WAY_THEN}',),
    "apart": ('take = "top card"\napart = "base rank"',),
    "half-way": ('build = "up or down by 6 any suit, wrapping, one way"',),
    "sunk": ('take = "run"\nsink = "K"\nsink_way = "as exposed"',),
    "gathered": ('take = "run"', '[redeal]\ntimes = 2\nfrom = "tableau"\norder = "shuffled"'),
    "shifted": ("", "[shift]\ntimes = 2"),
}


@pytest.mark.parametrize("name", few(GAMES, 3))
def test_the_contract_holds(name: str) -> None:
    some, rng = game(*GAMES[name]), random.Random(name)
    check_undo(some, 1, 40, 20)
    for position in played(some, 2, 60):
        check_texts(position)
        safe_moves(position)
    check_moves(position)
    check_refusals(position, rng, thorough=False)
    check_play(some, 1, 40)


@pytest.mark.parametrize(
    ("before", "move", "after"),
    [
        ("9C 5C 8D", "t1@2-t2", "9C 8D"),  # of three dealt cards two are left
        ("9C 5C | 6D", "t1@3-t2", "5C | 6D"),
        ("5C | 6D 7H", "t1@3-t2", "6D | 7H"),
        ("5C | 6D 7H 8S", "t1@3-t2", "5C 7H | 8S"),
        ("5C | 6D 7H", "t1@2-t2", "5C 7H"),
        ("5C | 6D", "t1@2-t2", "6D"),
    ],
)
def test_a_direction_stays_while_two_neighbours_show_it(before: str, move: str, after: str) -> None:
    some = game()
    drawn = before.replace("| ", "").split()[-int(move[3])]
    place = {"5C": "4H", "9C": "TH", "6D": "5S"}[drawn]
    position = lay(some, "s", t1=before, t2=place).play(move)
    text = next(line for line in str(position).splitlines() if line.startswith("t1 "))
    assert text == f"t1 {after}"
    assert some.parse(str(position)) == position


def test_a_card_drawn_to_the_front_ends_the_direction() -> None:
    some = game(*GAMES["drawn"])
    position = lay(some, "s", t1="9C 5C | 6D 7H", t2="8S").play("t1@2-t1")
    assert "t1 9C 5C 7H 6D\n" in str(position)
    assert some.parse(str(position)) == position


def test_a_card_drawn_into_a_space_waits_for_the_first_packed() -> None:
    some = game()
    position = lay(some, "s", t1="9C 5C 8D", t3="6H", t4="4H").play("t1@2-t2")
    assert between(position, "t3 t4", "t2") == {"t3-t2", "t4-t2"}
    up = position.play("t3-t2")
    assert "t2 5C | 6H" in str(up)
    assert some.parse(str(up)) == up


def test_base_cards_stay_apart_on_a_pile_with_a_direction() -> None:
    some = game(*GAMES["apart"])
    text = str(lay(some, "s", t1="5C | 6D", t2="7H", t3="7S"))
    position = some.parse(text + "\nbase 7D")
    assert between(position, "t2 t3", "t1") == set()
    assert between(some.parse(text + "\nbase 9D"), "t2 t3", "t1") == {"t2-t1", "t3-t1"}


def test_two_groups_may_have_reversed_orders() -> None:
    order = "A 2 3 4 5 6 7 8 9 T J Q K"
    group = """
[tableau.{name}]
piles = 4
deal = 5
build = "up or down any suit, one way"
sequence = "{order}"
take = "top card"
space = "none"
"""
    text = f"""
name = "Two"
family = "Tests"
decks = 1
[foundation]
piles = 4
start = "A"
build = "up in suit"
{group.format(name="a", order=order)}
{group.format(name="b", order=" ".join(reversed(order.split())))}
[stock]
deal = "1 to each tableau"
"""
    some = Game(load_text(text, "two.toml")["two"])
    position = lay(some, "s", t1="5C | 6D", t2="7H", t5="5H | 6S", t6="7C", t7="5D")
    assert between(position, "t2 t6 t7", "t1 t5") == {"t2-t1", "t2-t5", "t6-t1", "t6-t5"}
    safe_moves(position)


def test_what_is_dealt_is_not_packed() -> None:
    some = game('take = "top card"')
    position = lay(some, "t2 t3 t4 t5 t6 t7 t8 t9 t10", t1="9C", s="5S 6S 4D 8D")
    position = position.play("deal")
    assert "|" not in str(position)
    packed = lay(some, "s", t1="5C | 6D").play("deal")
    assert packed.piles["t1"][:2] == ("5C", "6D")
    assert "t1 5C | 6D" in str(packed)
