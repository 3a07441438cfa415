"""Cards that leave play together: which do, how it is written, why others do not."""

from __future__ import annotations

import pytest

import cadogan
from cadogan.model.position import Game
from cadogan.rules.loading import load_text
from tests.hand import lay

GAME = """
name = "Trial"
family = "Trials"
decks = {decks}
win = "tableau empty"
[foundation]
piles = 1
start = "AS"
build = "up in suit"
[tableau]
piles = 6
deal = 4
build = "none"
take = "none"
space = "none"
[stock]
deal = "1 to each tableau"
[discard]
[remove]
sets = {sets}
"""


def trial(sets: list[str], decks: int = 1) -> Game:
    """Return a game in which these sets leave play."""
    return Game(load_text(GAME.format(sets=sets, decks=decks), "trial.toml")["trial"])


def removals(sets: list[str], tops: str, decks: int = 1) -> list[str]:
    """Return the removals where these cards lie on the tableau, all others in the stock."""
    game = trial(sets, decks)
    cards = tops.split()
    rest = list(cadogan.game("bakers-dozen").deal(1).snapshot.piles)
    pack = [card for pile in rest for card in pile] * decks
    left = [cadogan.core.cards.card_text(card) for card in pack]
    for card in cards:
        left.remove(card)
    piles = [f"t{i + 1} {card}" for i, card in enumerate(cards)]
    position = game.parse("\n".join([*piles, f"s [{' '.join(left)}]"]))
    found = [move.text for move in position.legal_moves if move.kind == "remove"]
    for text in found:
        after = position.play(text)
        assert len(after.piles["d"]) == text.count("+") + 1
        assert list(after.piles["d"]) == sorted(
            after.piles["d"], key=lambda c: ("CDHS".index(c[1]), "A23456789TJQK".index(c[0]))
        )
        again = "+".join(reversed(text.split("+")))
        assert position.parse_move(again).text == text
        assert game.parse(str(after)) == after
    return found


@pytest.mark.parametrize(
    ("sets", "tops", "found"),
    [
        (["13"], "AC QD KH 6S 7C", ["t1+t2", "t4+t5"]),
        (["13", "K"], "AC QD KH KS", ["t1+t2", "t3-d", "t4-d"]),
        (["14"], "7C 7D AC KD", ["t1+t2", "t3+t4"]),
        (["13 in suit"], "AC QC QD", ["t1+t2"]),
        (["J Q K"], "JC QD KH QS JD", ["t1+t2+t3", "t1+t3+t4", "t2+t3+t5", "t3+t4+t5"]),
        (["J Q K in suit"], "JC QC KC KS", ["t1+t2+t3"]),
        (["J J Q"], "JC QD QH JS", ["t1+t2+t4", "t1+t3+t4"]),
        (["K K K"], "KC KD KH QS", ["t1+t2+t3"]),
        (["K Q"], "KC QC KD JH", ["t1+t2", "t2+t3"]),
        (["K Q in suit"], "KC QC KD", ["t1+t2"]),
        (["J J"], "JC QC JD", ["t1+t3"]),
        (["same rank"], "5C 5D 5H 6S", ["t1+t2", "t1+t3", "t2+t3"]),
        (["same suit"], "5C 6C 7D", ["t1+t2"]),
        (["four of a rank"], "5C 5D 5H 6S 5S", ["t1+t2+t3+t5"]),
        (["four of a rank", "13"], "5C 5D 5H 8S 5S", [
            "t1+t4", "t1+t2+t3+t5", "t2+t4", "t3+t4", "t4+t5",
        ]),
        (["agreeing"], "5C 5D 6C 9S", ["t1+t2", "t1+t2+t3", "t1+t3"]),
        (["agreeing"], "5C 5D 9S 9H", ["t1+t2", "t1+t2+t3+t4", "t3+t4"]),
        (["agreeing"], "5C 5D 7D 7S", [
            "t1+t2", "t1+t2+t3", "t1+t2+t3+t4", "t2+t3", "t2+t3+t4", "t3+t4",
        ]),
    ],
)  # fmt: skip
def test_what_leaves_together(sets: list[str], tops: str, found: list[str]) -> None:
    assert sorted(removals(sets, tops)) == sorted(found)


def test_of_two_packs_equal_cards_are_two() -> None:
    assert removals(["K K K"], "KC KC KD", decks=2) == ["t1+t2+t3"]
    assert removals(["J J Q"], "JC QD QD", decks=2) == []
    assert removals(["same suit"], "5C 5C", decks=2) == ["t1+t2"]


def wrong(change: str) -> str:
    """Return what is said of the trial game with a line changed or left out."""
    old, _, new = change.partition(" -> ")
    text = GAME.format(sets='["13"]', decks=1)
    assert old in text
    with pytest.raises(cadogan.InvalidDefinitionError) as error:
        load_text(text.replace(old, new), "trial.toml")
    return str(error.value)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("[discard]", "remove: cards that leave play need a place: [discard] is missing"),
        ('["13"] -> []', "remove.sets: this must name what leaves play together, such as '13'"),
        ('["13"] -> ["1"]', "remove.sets: '1' is not a phrase of the rules language"),
        ('["13"] -> ["27"]', "remove.sets: '27' is not a phrase of the rules language"),
        ('["13"] -> ["J Q K A 2"]', "remove.sets: 'J Q K A 2' is not a phrase"),
        ('["13"] -> ["K in suit"]', "remove.sets: 'K in suit' is not a phrase"),
        ('["13"] -> ["13"]\nfrom = ["foundation"]', "remove.from: 'foundation' is not a phrase"),
        ('["13"] -> ["13"]\nfrom = ["waste"]', "remove.from: there is no [waste]"),
        (
            '["13"] -> ["13"]\ntouching = 7',
            "remove.touching: six piles do not fill a row of that length",
        ),
        (
            '["13"] -> ["J Q K"]\ntouching = 3',
            "remove.touching: only two cards that leave together can be asked to touch",
        ),
        (
            '["13"] -> ["K"]\ntouching = 3',
            "remove.touching: cards that leave by themselves touch no other",
        ),
        (
            'win = "tableau empty" -> win = "all out of play"',
            "remove.sets: no king ever leaves play, but the game asks that all do",
        ),
    ],
)
def test_what_contradicts_itself_is_refused(change: str, told: str) -> None:
    assert told in wrong(change)


def test_only_cards_of_one_group_are_asked_to_touch() -> None:
    sets = '["13"]\nfrom = ["tableau", "waste"]\ntouching = 3'
    text = GAME.format(sets=sets, decks=1).replace('to each tableau"', 'to waste"\n[waste]')
    with pytest.raises(
        cadogan.InvalidDefinitionError, match="only the cards of one group can be asked to"
    ):
        load_text(text, "trial.toml")
    load_text(text.replace(', "waste"', ""), "trial.toml")


def test_the_pack_must_have_what_leaves() -> None:
    text = GAME.format(sets='["K"]', decks=1).replace("deal = 4", "deal = 1")
    with pytest.raises(
        cadogan.InvalidDefinitionError, match="sets: 'K' will not do: the pack has no king"
    ):
        load_text(text.replace("decks = 1", 'decks = 1\nranks = "A 2 3 4 5 6 7"'), "trial.toml")


def test_refusals_name_the_cards_and_what_may_leave() -> None:
    p = cadogan.game("good-thirteen").deal(1)
    assert p.piles["t1"] == ("5C",)
    assert p.why_not("t1+t2") == (
        "The five of clubs and the nine of diamonds do not leave play together: two cards that add"
        " up to thirteen or a king by itself may."
    )
    assert p.why_not("t1-t2") == p.why_not("t2+t1") == p.why_not("t1+t2")
    assert p.why_not("t1-d") == (
        "The five of clubs does not leave play by itself: two cards that add up to thirteen or a"
        " king by itself may."
    )
    with pytest.raises(cadogan.InvalidMoveError, match="each card must lie on a pile of its own"):
        p.parse_move("t1+t1")
    assert p.why_not("s+t1") == "No card leaves play from the stock."
    assert p.parse_move("t2-t6") == p.parse_move("t6+t2")
    assert cadogan.game("klondike").deal(1).why_not("t1+t2") == "No cards leave play in Klondike."


def test_cards_that_touch_lie_beside_each_other_in_their_rows() -> None:
    p = lay("monte-carlo", "s", t1="7C", t2="7D", t5="7H", t6="7S", t10="2C", t11="2D", t16="2H")
    found = {move.text for move in p.legal_moves if move.kind == "remove"}
    assert found == {"t1+t2", "t1+t6", "t2+t6", "t11+t16"}  # the rows do not run on: t5+t6, t10+t11
    assert p.why_not("t5+t6") == (
        "The seven of hearts and the seven of spades do not touch: two leave play together only"
        " where they lie side by side, one below the other or diagonally."
    )
    assert p.why_not("t6+t11") == (
        "The seven of spades and the two of diamonds do not leave play together: two cards of one"
        " rank may."
    )
    after = p.play("t1+t6").play("redeal")
    assert [after.piles[f"t{i}"] for i in range(1, 7)] == [
        ("7D",), ("7H",), ("2C",), ("2D",), ("2H",), (p.piles["s"][-1],)]  # fmt: skip
    wide = lay("neighbour", "s", t1="6C", t7="7D", t9="KH", t13="4C")
    assert {m.text for m in wide.legal_moves if m.kind == "remove"} == {"t1+t7", "t9-d"}


def test_a_game_that_is_won_is_over_though_cards_could_still_be_moved() -> None:
    game = cadogan.game("pyramid", object="pyramid")
    p = lay(game, "d", t1="KH", w="5S", s="8H")
    assert not p.over
    won = p.play("t1-d")
    assert won.won
    assert won.move_texts()
    assert won.over
