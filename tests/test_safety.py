"""Safe moves to the foundations, checked by hand and by brute force on tiny games.

For every position of a tiny game, brute force finds whether it can be won. So the tests can check
that a safe move never loses a won position.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

import cadogan
from cadogan.core.cards import card_text, parse_card
from cadogan.model.position import Game, Position
from cadogan.solver.analysis.analysis import analyse
from cadogan.solver.safe_moves import safe_moves, safety_rules
from tests.brute import decide
from tests.careful import safe_moves_slowly
from tests.covering import few
from tests.hand import lay, up
from tests.plays import random_play
from tests.small import small_game
from tests.tiny import made

Change = dict[str, Any]


def klondike_with(turned: int = 1, to: Sequence[str] = (), **tableau: object) -> tuple[str, Change]:
    """Return a change to Klondike with three ranks and three piles."""
    return "klondike", {
        "ranks": "A 2 3",
        "foundation": {"to": [*to]},
        "tableau": {"piles": 3, "deal": [1, 2, 3], "space": "3", **tableau},
        "stock": {"deal": f"{turned} to waste"},
        "redeal": {"times": 1},
    }


def freecell_with(**tableau: str) -> tuple[str, Change]:
    """Return a change to FreeCell with four ranks, four piles and a cell."""
    piles = {"piles": 4, "deal": 4, **tableau}
    return "freecell", {"ranks": "A 2 3 4", "cell": {"piles": 1}, "tableau": piles}


def thieves_with(**tableau: str) -> tuple[str, Change]:
    """Return a change to Forty Thieves with two ranks and four piles."""
    return "forty-thieves", {"ranks": "A 2", "tableau": {"piles": 4, "deal": 3, **tableau}}


GAMES = {
    "klondike": klondike_with(),
    "klondike giving back": klondike_with(to=["tableau"], space="any card"),
    "klondike by twos": klondike_with(2, ["tableau"]),
    "blocks": klondike_with(take="block"),
    "freecell": freecell_with(),
    "fans": freecell_with(build="down any suit", take="top card", space="none"),
    "either way": freecell_with(build="up or down in suit", take="run", space="4"),
    "thieves": thieves_with(space="none"),
    "thieves by colour": thieves_with(build="down in another suit"),
    "canfield": (
        "canfield",
        {
            "ranks": "A 2 3 4",
            "reserve": {"deal": 3},
            "tableau": {"piles": 3, "space_from": []},
            "stock": {"deal": "1 to waste"},
            "redeal": {"times": 1},
        },
    ),
}


def tiny(of: str, change: Change) -> Game:
    return Game(made("tiny", of, change))


def walks(game: Game, deals: int) -> Iterator[Position]:
    rng = random.Random(1)
    for number in range(1, deals + 1):
        yield from random_play(game.deal(number), rng, 29)


def winnable(position: Position) -> bool | None:
    return decide(position, 3000)


@pytest.mark.parametrize("name", few(GAMES, 3))
@pytest.mark.parametrize("enough", few([15, 100], 1))
def test_a_safe_move_never_loses_a_won_position(name: str, enough: int) -> None:
    compared = kept = 0
    for p in walks(tiny(*GAMES[name]), deals=4 * enough):
        safe = safe_moves(p)
        before = winnable(p) if safe else None
        if before is None:
            continue
        compared += 1
        kept += before
        for move in safe if before else ():
            assert winnable(p.play(move)) is not False, f"{p}\n{move}"
        if compared == enough:
            break
    assert compared >= 0.8 * enough
    assert kept >= 0.2 * enough


def test_the_tiny_games_have_foundation_moves_that_do_lose() -> None:
    for p in walks(tiny(*GAMES["fans"]), deals=200):
        for move in p.legal_moves:
            harms = move.target.startswith("f") and winnable(p.play(move.text)) is False
            if harms and winnable(p):
                assert move.text not in safe_moves(p)
                return
    pytest.fail("no harmful foundation move was met")


@pytest.mark.parametrize(
    ("game", "card", "some"),
    [
        ("klondike", "7H", "6C 6S"),
        ("forty-thieves", "7H", "6H"),
        ("bakers-dozen", "7H", "6C 6D 6H 6S"),
        ("bisley", "7H", "6H 8H"),
        ("canfield", "AH", "KC KS"),
        ("freecell", "AS", ""),
        ("tournament", "7H", ""),
    ],
)
def test_wanters_are_the_cards_that_the_game_allows_on_a_card(
    game: str, card: str, some: str
) -> None:
    mask = safety_rules(cadogan.game(game)).wanters[parse_card(card)]
    assert " ".join(card_text(c) for c in range(52) if mask >> c & 1) == some


@pytest.mark.parametrize(
    ("game", "founded", "safe"),
    [
        # 6H is safe once both black fives, and 4D, are on foundations or could go there
        ("klondike", "4C 3D 5H 4S", ["t1-f3"]),
        ("klondike", "5C 2D 5H 5S", []),
        ("klondike", "5C 5D 5H 3S", []),
        # cards are safe earlier where foundations keep theirs
        ("klondike-no-worrying-back", "5C AD 5H 5S", ["t1-f3"]),
    ],
)
def test_klondike_follows_the_old_rule_of_thumb(game: str, founded: str, safe: list[str]) -> None:
    up_to = {f"f{i}": up(f"A{card[1]}", card) for i, card in enumerate(founded.split(), 1)}
    assert safe_moves(lay(game, "s", **up_to, t1="6H", t2="KS")) == safe


def test_a_card_under_both_copies_waits_for_both() -> None:
    g = tiny(*GAMES["thieves by colour"])
    # both twos of clubs are in play and one ace of clubs is buried: no two is sent up
    p = g.parse(
        "f1 AC\nf2 -\nf3 -\nf4 -\nf5 -\nf6 -\nf7 -\nf8 -\n"
        "t1 AC 2D 2C\nt2 AD AD 2C\nt3 2D AH AH\nt4 AS AS 2H\nw -\ns [2H 2S 2S]"
    )
    assert "t1-f1" in p.move_texts()
    assert "t1-f1" not in safe_moves(p)


@pytest.mark.parametrize(
    "game", ["scorpion", "zodiac", "sir-tommy", "calculation", "algerian", "tournament", "big-ben"]
)
def test_moves_are_not_safe_where_nothing_is_proved(game: str) -> None:
    for p in random_play(cadogan.game(game).deal(3), random.Random(3)):
        assert safe_moves(p) == []


UP_AND_DOWN = """
ranks = "A 2 3 4"
[foundation.low]
sequence = "A 2"
[foundation.high]
start = "4"
sequence = "3 4"
build = "down in suit"
[tableau]
build = "down in suit"
space = "any card"
"""


@pytest.mark.parametrize(("decks", "to"), [(1, ""), (1, "tableau"), (2, ""), (2, "tableau")])
def test_cards_that_may_come_back_from_either_end_are_not_safe_with_two_packs(
    decks: int, to: str
) -> None:
    """Page and search agree: the proof counts the copies of a card in one direction only."""
    ends = {"piles": 4 * decks, "to": [to] * bool(to)}
    changes = {"foundation": {"low": ends, "high": ends}, "tableau": {"deal": 4 * decks}}
    game = small_game(UP_AND_DOWN, decks=decks, **changes)
    assert ("gives back" in game.features) == bool(to)
    safe = decks == 1 or not to
    assert analyse(game).safe.used == safe
    found = [safe_moves(p) for p in walks(game, deals=9)]
    assert any(found) == safe


def test_drawing_a_buried_card_is_not_safe() -> None:
    """Drawing a buried card is left to the player, because the rules allow only one draw."""
    position = cadogan.game("three-shuffles-and-a-draw").deal(3).play("redeal").play("redeal")
    assert {"t15@2-f2", "t15@3-f3", "t15-f4"} <= {*position.move_texts()}
    assert safe_moves(position) == safe_moves_slowly(position) == ["t15-f4"]
