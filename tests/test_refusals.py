"""Why a move is refused: the exact sentences, in the words of each game."""

from __future__ import annotations

import re

import pytest

import cadogan
from cadogan.model.position import Game, Position
from cadogan.rules.loading import load_text
from tests.hand import lay, up

HOURS = "6C 7H 8S 9D TC JH QS KD 2C 3H 4S 5D"
BIG_BEN = {f"f{i}": card for i, card in enumerate(HOURS.split(), 1)}


def klondike() -> Position:
    piles = {"t1": "[QC 2S] 9H", "t2": "8S 7H", "t3": "TS", "t4": "JS TC", "w": "5H"}
    return lay("klondike", "s", f1=up("AC", "3C"), f2=up("AD", "KD"), **piles)


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        (
            "t2-t3",
            (
                "The seven of hearts may not go on the ten of spades: the tableau is built down"
                " in alternating colours."
            ),
        ),
        ("t1-t5", "The nine of hearts may not fill the empty pile: only a king may."),
        ("t5-t1", "There is no card on tableau pile 5."),
        ("w-f3", "The five of hearts may not begin foundation 3: it begins with an ace."),
        ("w-f4", "Foundation 4 takes only spades."),
        (
            "w-f1",
            (
                "The five of hearts may not go on the three of clubs: the foundations are built up"
                " in suit."
            ),
        ),
        ("t1-f2", "Foundation 2 is complete."),
        ("t3-t3", "The ten of spades already lies on tableau pile 3."),
        (
            "t2-t3x2",
            (
                "The eight of spades may not go on the ten of spades: the tableau is built down in"
                " alternating colours."
            ),
        ),
        ("t2-t3x5", "There are only two cards on tableau pile 2."),
        ("t3-t4x2", "There is only one card on tableau pile 3."),
        (
            "t1-t3x2",
            "Only one of the cards on tableau pile 1 may be taken; the rest lie face down.",
        ),
        ("t2-f4x2", "Cards go to the foundations one at a time."),
        (
            "t4-t5x2",
            (
                "The top two cards of tableau pile 4 are not a run built down in alternating"
                " colours."
            ),
        ),
        ("t1-w", "Cards of the tableau may not go to the waste."),
        ("t1-s", "No card goes back to the stock by hand."),
        ("w-t3x2", "There is only one card on the waste."),
        ("redeal", "The stock is not empty."),
        ("refill", "There is no refilling in Klondike."),
        ("shift", "There is no shift in Klondike."),
        ("s-wx2", "The stock turns one card at a time."),
    ],
)
def test_klondike(move: str, reason: str) -> None:
    assert klondike().why_not(move) == reason


def big_ben() -> Position:
    return lay("big-ben", "s", **BIG_BEN, t1="2S 9D", t2="AS 8D", t3="", w="8D")


def test_a_run_that_does_not_fit_is_named_whole() -> None:
    """The lowest of several cards decides; the sentence must not name only one of them."""
    p = lay("klondike", "s", t2="8S 7H", t3="TS")
    told = p.why_not("t2-t3x2")
    assert told is not None
    assert "eight of spades" in told or "two cards" in told


def cells_full() -> Position:
    held = {"c1": "KC", "c2": "KD", "c3": "KH", "c4": "KS"}
    return lay("freecell", "t4 t5 t6 t7 t8", **held, t1="9H 8S 7D", t2="9D", t3="QS JD")


@pytest.mark.parametrize(
    ("position", "move", "reason"),
    [
        (
            big_ben,
            "t2-t1",
            ("A pile with fewer than three cards may not be built on; tableau pile 1 has two."),
        ),
        (big_ben, "w-t3", "Gaps in the tableau are filled only by a refill from the stock."),
        (big_ben, "s-w", "No cards may be dealt from the stock while there are gaps."),
        (big_ben, "redeal", "There is no redeal in Big Ben."),
        (cells_full, "t1-c1", "Cell 1 is taken."),
        (
            cells_full,
            "t1-t2x2",
            "There are not enough free cells and empty piles to move two cards.",
        ),
        (cells_full, "f1-t1", "There is no card on foundation 1."),
        (cells_full, "deal", "No cards are dealt from a stock in FreeCell."),
    ],
)
def test_big_ben_and_freecell(position: object, move: str, reason: str) -> None:
    assert callable(position)
    assert position().why_not(move) == reason


# Of each case the game, the piles under which the rest of the pack lies, some piles and a move;
# then why it is refused.
OTHER_GAMES = """
bakers-dozen | t13 | t1, t2 9D | t2-t1
    An emptied pile of the tableau is never filled.
bakers-dozen | t13 | f1 AC, t2 2D | f1-t2
    Foundations keep their cards.
bakers-dozen | t13 | t1 9D 8D, t2 TC | t1-t2x2
    Cards are moved one at a time from the tableau.
algerian | s | t1 9D, r1 | t1-r1
    Cards of the tableau may not go to reserve pile 1 before the stock is empty.
algerian | s | t1 9D, r1 8D | t1-r1
    There is no building on the reserve.
algerian | s | f2 AD, f6 KD | f2-f6
    The bottom card of foundation 2 stays there.
algerian-closed | t1 | t2 9D, r1 | t2-r1
    Cards of the tableau may not go to the reserve.
british-square | s | t1, t2 9D | t2-t1
    An empty tableau pile may be filled only from the waste or the stock.
tournament | s | c1 AD, t1 9D | c1-t1
    There is no building on the tableau.
strategy | s | f1 AC, f2 AD, f3 AH, f4 AS, t1 2D | t1-f2
    Cards of the tableau may not go to foundation 2 before the stock is empty.
canfield | s | f1 5C, t1 9D | t1-f2
    The nine of diamonds may not begin foundation 2: each foundation begins with a five.
canfield-whole-pile | s | f1 5C, t1 9D 8S, t2 9H | t1-t2
    Only the whole pile may be taken from tableau pile 1.
osmosis | s | f1 5C 9C, f2 5D, w 8D | w-f2
    The eight of diamonds may not go to foundation 2: it takes its own suit, and only ranks that
    the row above shows.
nestor | t8 | t1 9D 8D, t2 TC 9C | t1-t2x2
    Cards of tableau pile 1 go to no other pile: they only leave play.
osmosis | s | f1 5C 9C, w 8D | w-f2
    The eight of diamonds may not begin foundation 2: each foundation begins with a five.
osmosis | s | f1 5C, w 5D | w-f3
    The rows are begun in order: the row above is still empty.
sir-tommy | s | t1 AC | t1-f2
    Foundation 2 is like an earlier one: the card goes to the earlier one first.
la-belle-lucie | t18 | t1 9D 8S, t2 TD | t1@2-t2
    A buried card may not be drawn from tableau pile 1.
"""


@pytest.mark.parametrize(
    "case", re.split(r"\n(?=\S)", OTHER_GAMES.strip()), ids=lambda case: case.splitlines()[0]
)
def test_other_games(case: str) -> None:
    position, *reason = case.splitlines()
    game_id, rest, listed, move = position.split(" | ")
    piles = {name: cards for name, _, cards in (pile.partition(" ") for pile in listed.split(", "))}
    assert lay(game_id, rest, **piles).why_not(move) == " ".join(map(str.strip, reason))


def test_a_space_of_canfield_when_the_reserve_is_out() -> None:
    """It would be wrong to say that it is filled from the reserve only."""
    p = lay("canfield", "s", f1="5C", t1="", t2="9D", t3="2S", t4="2C", w="9S")
    assert "w-t1" in p.move_texts()
    told = p.why_not("t2-t1")
    assert told is not None
    assert "waste" in told


def test_all_redeals_used() -> None:
    p = lay("klondike-draw-3-three-passes", "w", "redeals 2")
    assert p.why_not("redeal") == "Both redeals have been used."
    assert p.why_not("deal") == "The stock is empty."


def test_what_is_listed_has_no_reason_against_it() -> None:
    p = klondike()
    assert p.move_texts()
    assert all(p.why_not(text) is None for text in p.move_texts())
    with pytest.raises(cadogan.IllegalMoveError, match="already lies"):
        p.play("t3-t3")


# --- the rule in force, and the condition that fails ----------------------------------------------

CHANGING = """
name = "Changing"
family = "Tests"
decks = 1
[foundation]
piles = 4
start = "A"
build = "up in suit"
[tableau]
piles = 8
deal = 2
build = {build}
take = "run"
space = "none"
then = {{ when = "{when}", {then} }}
{more}
[reserve]
piles = 1
deal = 2
{reserve}
[waste]
[stock]
deal = "1 to waste"
{merci}
"""


def changing(
    then: str = "",
    build: str = '"down in suit"',
    more: str = "",
    reserve: str = "",
    merci: str = "",
    when: str = "stock empty",
) -> Game:
    then = then or 'build = "up any suit"'
    text = CHANGING.format(
        then=then, build=build, more=more, reserve=reserve, merci=merci, when=when
    )
    return Game(load_text(text, "changing.toml")["changing"])


def test_then_the_rule_in_force_is_named() -> None:
    game = changing()
    now = lay(game, "s", t1="9D", t2="JC")
    told = "The jack of clubs may not go on the nine of diamonds: the tableau is built "
    assert now.why_not("t2-t1") == f"{told}down in suit."
    then = lay(game, "t5 t6", t1="9D", t2="JC")
    assert then.why_not("t2-t1") == f"{told}up regardless of suit."


def test_then_spaces_are_those_in_force() -> None:
    game = changing('space = "K"')
    position = lay(game, "t5 t6", t1="", t2="JC")
    assert position.why_not("t2-t1") == (
        "The jack of clubs may not fill the empty pile: only a king may."
    )
    now = lay(game, "s", t1="", t2="KC")
    assert now.why_not("t2-t1") == (
        "Cards of the tableau may not go to tableau pile 1 before the stock is empty."
    )


def test_then_what_it_forbids_ends_with_it() -> None:
    game = changing('build = "none"')
    then = lay(game, "t5 t6", t1="9D", t2="8D")
    assert then.why_not("t2-t1") == (
        "Cards of the tableau may not go to tableau pile 1 once the stock is empty."
    )


def test_of_two_conditions_the_one_that_fails_is_named() -> None:
    game = changing(
        when="reserve empty",
        then="from = []",
        reserve='take = "none"\nthen = { when = "waste empty", take = "top card" }',
    )
    one = lay(game, "s", t1="9D", r="8D", w="KC")
    assert one.why_not("r-t1") == (
        "Cards of the reserve may not go to tableau pile 1 before the waste is empty."
    )
    other = lay(game, "s", t1="9D", t2="8D")
    assert other.why_not("t2-t1") == (
        "Cards of the tableau may not go to tableau pile 1 once the reserve is empty."
    )


def test_zodiac_names_a_condition_that_fails() -> None:
    game = cadogan.game("zodiac")
    before = lay(game, "s", t1="9H", t2="TH")
    assert before.why_not("t2-f1") == (
        "Cards of the tableau may not go to foundation 1 before the waste and stock are empty."
    )
    after = lay(game, "t24", t1="9H", c1="TH")
    assert after.why_not("c1-t1") == (
        "Cards of the cells may not go to tableau pile 1 once the waste and stock are empty."
    )


def test_spaces_filled_in_turn() -> None:
    turn = 'space = "any card"\nspace_from = ["waste", "tableau"]\nspace_in_turn = true'
    game = changing(reserve=turn)
    position = lay(game, "s", t1="9D", r="", w="KC")
    assert position.why_not("t1-r") == (
        "Cards of the tableau may not go to the reserve before the waste is empty."
    )


def test_draws_say_why_not_yet_and_why_no_more() -> None:
    merci = '[merci]\ntimes = 1\nwhen = "stock empty"'
    game = changing(merci=merci)
    now = lay(game, "s", t1="8D 3C", t2="9D")
    assert now.why_not("t1@2-t2") == (
        "A buried card may not be drawn from tableau pile 1 before the stock is empty."
    )
    used = lay(game, "t5 t6", "mercies 1", t1="TD 3C", t2="9C")
    assert used.why_not("t1@2-t2") == "The only draw has been used."


def test_each_pile_names_its_own_build() -> None:
    builds = ["down in suit"] * 4 + ["up any suit"] * 4
    game = changing('space = "K"', build=str(builds).replace("'", '"'))
    position = lay(game, "s", t1="9D", t5="9C 8C", t6="JC")
    assert position.why_not("t5-t6x2") == (
        "The top two cards of tableau pile 5 are not a run built up regardless of suit."
    )


def test_base_cards_that_stay_apart() -> None:
    game = cadogan.game("the-plot")
    position = lay(game, "s", f1="6C", t1="6H", t2="5D", t3="7S")
    assert position.why_not("t2-t1") == (
        "The five of diamonds may not go on the six of hearts: sixes are not put on other cards"
        " here, nor other cards on them."
    )
