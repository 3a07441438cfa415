"""Boards of Freecell Solver and deals of Solvitaire: read, refused, written, told apart."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable
from typing import Any

import pytest

import cadogan
from cadogan import InvalidPositionError, Position
from cadogan.core.cards import card_text
from cadogan.model.formats import (
    read_any,
    read_board,
    read_solvitaire,
    write_board,
    write_solvitaire,
)
from cadogan.model.record import read_record, record_play, verify, write_record
from tests.covering import each
from tests.hand import lay, up

# Deal 24 of Microsoft's FreeCell, as it is printed everywhere.
MS_24 = """\
4C 2C 9C 8C QS 4S 2H
5H QH 3C AC 3H 4H QD
QC 9S 6H 9H 3S KS 3D
5D 2S JC 5C JH 6D AS
2D KD 10H 10C 10D 8D
7H JS KH 10S KC 7C
AH 5S 6S AD 8H JD
7S 6C 7D 4D 8S 9D
"""
MS_24_ROWS = """\
4C 5H QC 5D 2D 7H AH 7S
2C QH 9S 2S KD JS 5S 6C
9C 3C 6H JC TH KH 6S 7D
8C AC 9H 5C TC TS AD 4D
QS 3H 3S JH TD KC 8H 8S
4S 4H KS 6D 8D 7C JD 9D
2H QD 3D AS
"""
MIDWAY = """\
Foundations: H-J C-K D-0 S-T
Freecells: - KD  * QS
: AD KS
: <2D> 3D
:
: 4D
: 5D 6D 7D
: 8D KH
: 9D TD
: JD QD QH JS
"""
MIDWAY_LINE = "AC..KC/-/AH..JH/AS..TS/ADKS/[2D]3D/-/4D/5D6D7D/8DKH/9DTD/JDQDQHJS/-/KD/-/QS"
KLONDIKE_BOARD = """\
Foundations: H-K C-9 D-K
Talon: 2S 3S ==> 4S 5S 6S <==
: <TC> KS
: JC
: QC <0s>
:
:
: 1s
: KC QS JS 9S 8S 7S
"""
KLONDIKE: dict[str, Any] = {
    "tableau piles": [["KS"], ["Qc", "QS"], ["10c", "Jc", "JS"], [], [], [], ["13C"]],
    "foundations": [
        *(f"{n}H" for n in range(1, 14)),
        *(f"{n}D" for n in range(1, 14)),
        *(f"{n}c" for n in range(1, 10)),
    ],
    "stock": ["2S", "3S", "4S"],
    "waste": ["AS", "5S", "6S", "7S", "8S", "9S", "10S"],
}
CANFIELD: dict[str, Any] = {
    "tableau piles": [["9C"], ["8H"], ["KD", "QC"], []],
    "foundations": ["JH", "JC", "QH"],
    "reserve": ["2S", "3S", "4S"],
    "waste": ["5S", "6S"],
}


def rest_of(game: str, cards: Iterable[str]) -> list[str]:
    """Return the cards of a game that are not among those named."""
    named = {card.upper().replace("10", "T") for card in cards}
    return [t for c in cadogan.game(game).compiled.cards if (t := card_text(c)) not in named]


def canfield() -> dict[str, Any]:
    """Return a deal of Canfield whose stock holds what lies nowhere else."""
    named = [card for pile in CANFIELD["tableau piles"] for card in pile]
    for key in ("foundations", "reserve", "waste"):
        named += CANFIELD[key]
    return {**CANFIELD, "stock": rest_of("canfield", named)}


def board(game: str, text: str) -> Position:
    return read_board(cadogan.game(game), text)


def deal(game: str, data: object) -> Position:
    return read_solvitaire(cadogan.game(game), json.dumps(data))


def refusal(read: Callable[[], object]) -> str:
    with pytest.raises(InvalidPositionError) as caught:
        read()
    message = str(caught.value)
    assert "\n" not in message
    return message


# --- boards --------------------------------------------------------------------------------------


def test_a_plain_board_is_a_position_of_microsofts_deal() -> None:
    p = board("freecell", MS_24)
    assert p == cadogan.game("freecell").deal("ms:24")
    assert p.deal_number is None


def test_a_board_in_mid_play() -> None:
    assert board("freecell", MIDWAY).to_line() == MIDWAY_LINE


@pytest.mark.parametrize(
    "text",
    [
        MS_24.lower(),
        MS_24.replace("10", "T"),
        MS_24.replace("10", "0"),
        "\ufeff" + MS_24.replace("\n", "\r\n"),
        MS_24.replace(" ", "\t  "),
        "".join(f": {line}\n\n" for line in MS_24.splitlines()),
        "# deal 24\n" + MS_24.replace("2H\n", "2H # the first\n# between\n", 1),
        "-=-=-=-=-\n\nFoundations: H-0\n" + MS_24 + "\n====================\n",
        MS_24_ROWS,
        "FC: \n\n" + MS_24,
        MS_24 + "freecells:\nfounds: h-0 c-0",
        "Decks: H-0 C-0 D-0 S-0\nFreecell: - - - -\n:" + MS_24.replace("A", "1"),
    ],
)
def test_forms_that_mean_the_same_board(text: str) -> None:
    assert board("freecell", text) == cadogan.game("freecell").deal("ms:24")


def test_blank_lines_are_empty_stacks_where_they_are_needed() -> None:
    plain = MIDWAY.replace(": ", "").replace(":\n", "\n").replace("tions", "tions: ")
    plain = plain.replace("Freecells", "FC: ")
    assert plain.splitlines()[4] == ""
    assert board("freecell", plain).to_line() == MIDWAY_LINE
    # The last stack may be empty too.
    moved = MIDWAY.replace(":\n", "") + "\n"
    assert board("freecell", moved).piles["t8"] == ()
    assert board("freecell", moved + "\n\n").piles["t7"] == ("JD", "QD", "QH", "JS")


def test_bakers_dozen_kings_do_not_sink_on_a_board() -> None:
    g = cadogan.game("bakers-dozen")
    cards = " ".join(rest_of("bakers-dozen", [])).split()
    text = "".join(" ".join(cards[i * 4 : i * 4 + 4]) + "\n" for i in range(13))
    p = board("bakers-dozen", text)
    assert p.piles["t13"] == ("TS", "JS", "QS", "KS")
    assert p.piles["t4"] == ("KC", "AD", "2D", "3D")
    assert write_board(p) == "Foundations: H-0 C-0 D-0 S-0\n" + "".join(
        f": {line}\n" for line in text.splitlines()
    )
    assert g.parse(str(p)) == p


def test_klondikes_talon_and_face_down_cards() -> None:
    p = board("klondike", KLONDIKE_BOARD.replace("<0s>", "TS"))
    assert p.piles["t1"] == ("TC", "KS")
    assert p.down["t1"] == 1
    assert p.down["t3"] == 0
    assert p.piles["t6"] == ("AS",)
    # The next card stands first on the line and lies on top of the stock.
    assert p.piles["s"] == ("6S", "5S", "4S")
    assert p.down["s"] == 3
    assert p.piles["w"] == ("3S", "2S")
    assert p.down["w"] == 0
    assert p.play("s-w").piles["w"] == ("3S", "2S", "4S")


def test_a_talon_without_waste_and_without_anything() -> None:
    g = cadogan.game("klondike")
    p = g.deal(3)
    text = write_board(p)
    assert f"Talon: {p.piles['s'][-1]} {p.piles['s'][-2]} " in text
    assert p.play("s-w").piles["w"] == (p.piles["s"][-1],)
    won = lay("klondike", "t1", f2=up("AD", "KD"), f1=up("AC", "KC"), f3=up("AH", "KH"))
    assert "\nTalon:\n" in write_board(won)
    assert read_board(g, write_board(won).replace("Talon:\n", "")) == won


def test_a_stock_that_lies_face_up_shows_its_next_card() -> None:
    p = board("lady-betty", "Talon: " + " ".join(rest_of("lady-betty", [])) + "\n:" * 6)
    assert p.piles["s"][-1] == "AC"
    assert p.down["s"] == 51
    assert "s-f1" in p.move_texts()


def test_two_packs_have_two_foundations_of_a_suit() -> None:
    named = [*up("AH", "3H").split(), "AH", *up("AS", "5S").split()]
    cards = [t for c in cadogan.game("forty-thieves").compiled.cards if (t := card_text(c))]
    for card in named:
        cards.remove(card)
    text = f"Foundations: H-3 S-0 H-A S-5\nTalon: {' '.join(cards)}\n" + ":\n" * 10
    p = board("forty-thieves", text)
    assert p.piles["f3"] == ("AH", "2H", "3H")
    assert p.piles["f7"] == ("AH",)
    assert p.piles["f4"] == ()
    assert len(p.piles["f8"]) == 5
    assert write_board(p).startswith("Foundations: H-3 C-0 D-0 S-0 H-A C-0 D-0 S-5\n")
    wrong = text.replace("H-A", "H-A H-A")
    assert "line 1: H-A: Forty Thieves has no more foundations of that suit" in refusal(
        lambda: board("forty-thieves", wrong)
    )


def test_without_a_line_the_foundations_hold_what_lies_there_before_the_deal() -> None:
    p = cadogan.game("good-measure").deal(5)
    text = write_board(p)
    head, _, stacks = text.partition("\n")
    assert head == "Foundations: H-A C-0 D-0 S-A"
    assert read_board(p.game, stacks) == p
    assert "missing: AH AS" in refusal(lambda: read_board(p.game, "Founds: H-0\n" + stacks))


BOARD_ERRORS = [
    ("freecell", "", "there is nothing to read: the text is empty"),
    ("freecell", "#", "there is nothing to read: the text has only comments"),
    ("freecell", " \n\n", "there is nothing to read: the text is empty"),
    ("freecell", MS_24.replace("QS", "XS"), "line 1: 'XS' is not a card: write its rank"),
    ("freecell", MS_24.replace("7H", "7" * 99), f"line 6: '{'7' * 20}...' is not a card"),
    ("freecell", MS_24.replace("9D", "9C"), "these cards appear too often: 9C; these are"),
    ("freecell", MS_24.replace(" 9D", ""), "these cards are missing: 9D"),
    ("freecell", "x" * 65_537, "this text has 65,537 characters: a position has at most 65,536"),
    ("freecell", MS_24 + MS_24, "line 9: this is stack 9, and FreeCell has 8 stacks"),
    (
        "freecell",
        MS_24[: -len("7S 6C 7D 4D 8S 9D\n")],
        "line 7: the board ends after 7 stacks, and FreeCell has 8 stacks; an empty one is a li",
    ),
    (
        "klondike",
        MS_24_ROWS,
        "line 1: the board looks like 7 rows for 8 piles of another game, and Klon",
    ),
    ("freecell", "FC: 2C", "line 1: the board ends after 0 stacks, and FreeCell has 8 stacks"),
    ("freecell", "FC:\nFreecells:\n" + MS_24, "line 2: the line 'Freecells' stands twice, here a"),
    (
        "freecell",
        "Freecels: 3H\n" + MS_24,
        "line 1: 'Freecels:' is no line of a board; did you mean 'Freecells'?",
    ),
    ("freecell", "Founds: H5 C-\n" + MS_24, "line 1: 'C-' does not say how far a suit is built"),
    ("freecell", "Founds: H-5 H-5\n" + MS_24, "line 1: H-5: FreeCell has no more foundations"),
    (
        "freecell",
        "FC: 3H 3C 3D 3S 4S\n" + MS_24,
        "line 1: this line has 5 cells, and FreeCell has 4",
    ),
    ("freecell", "FC: <3H>\n" + MS_24, "line 1: '<3H>' is not a card"),
    ("freecell", "Talon: 3H\n" + MS_24, "line 1: FreeCell has no stock"),
    ("freecell", MS_24.replace("2H", "<2H>"), "line 1: <2H> lies face down on a card that lies"),
    ("freecell", MIDWAY.replace("4D", "<4D>"), "line 6: the top card of a stack lies face up: wri"),
    ("freecell", MS_24.replace("2H", "<>"), "line 1: '<>' is not a card"),
    ("klondike", "FC: 3H\n" + ":\n" * 7, "line 1: this line has 1 cell, and Klondike has none"),
    ("klondike", "Talon: 3H ==> 4H\n" + ":\n" * 7, "line 1: the cards of the stock stand between"),
    ("klondike", "Talon: ==> <==\n" + ":\n" * 7, "these cards are missing: AC 2C 3C 4C 5C 6C 7C"),
    ("lady-betty", "Talon: 3H ==> 4H <==", "line 1: Lady Betty has no waste"),
    ("klondike", KLONDIKE_BOARD, "line 5: <0s> lies face down on a card that lies face up"),
    ("sir-tommy", "Founds: H-A\n:\n:\n:\n:", "line 1: a board says how far each suit is built up"),
    ("canfield", MS_24, "a Freecell Solver board has no reserve, and Canfield has one; write one"),
]


@pytest.mark.parametrize(("game", "text", "said"), BOARD_ERRORS)
def test_a_board_is_refused_with_a_sentence(game: str, text: str, said: str) -> None:
    assert said in refusal(lambda: board(game, text))


def test_what_is_no_text_is_refused() -> None:
    g = cadogan.game("freecell")
    for read in (read_any, read_board, read_solvitaire):
        said = refusal(lambda read=read: read(g, None))  # type: ignore[misc]
        assert said == "a position is read from a text, not from NoneType"


# --- deals ---------------------------------------------------------------------------------------


def test_a_deal_of_klondike() -> None:
    p = deal("klondike", KLONDIKE)
    assert p.piles["t3"] == ("TC", "JC", "JS")
    assert p.down["t3"] == 2
    assert p.piles["t2"] == ("QC", "QS")
    assert p.down["t2"] == 1
    assert p.piles["t7"] == ("KC",)
    # The next card stands last, as it lies on top.
    assert p.piles["s"] == ("2S", "3S", "4S")
    assert p.down["s"] == 3
    assert p.piles["w"][-1] == "TS"
    assert p.play("s-w").piles["w"][-2:] == ("TS", "4S")
    assert len(p.piles["f1"]) == 9
    assert not p.piles["f4"]


def test_small_letters_mean_nothing_where_all_cards_lie_face_up() -> None:
    g = cadogan.game("freecell")
    p = g.deal("ms:24")
    text = write_solvitaire(p)
    assert read_solvitaire(g, text.lower()) == p
    assert '["2D", "KD", "10H", "10C", "10D", "8D"]' in text
    assert "cells" not in text
    filled = p.play("t1-c2")
    assert '"cells": ["", "2H", "", ""]' in write_solvitaire(filled)
    # Solvitaire itself wants none or all of them.
    assert read_solvitaire(g, write_solvitaire(filled).replace(', "", ""]', "]")) == filled


def test_a_deal_of_canfield_shows_its_base_card() -> None:
    p = deal("canfield", canfield())
    assert p.piles["f1"] == ("JC",)
    assert p.piles["f3"] == ("JH", "QH")
    assert p.to_line().endswith("/base=JH")
    assert p.piles["r"] == ("2S", "3S", "4S")
    assert p.down["r"] == 2
    assert "t3-f1" in p.move_texts()
    assert "t1-f1" not in p.move_texts()
    assert read_solvitaire(p.game, write_solvitaire(p)) == p
    q = p.play("t3-f1")
    assert read_solvitaire(q.game, write_solvitaire(q)) == q
    dealt = cadogan.game("canfield").deal(4)
    assert read_solvitaire(dealt.game, write_solvitaire(dealt)) == dealt


def test_older_files_list_every_foundation() -> None:
    nested = {**KLONDIKE, "foundations": [KLONDIKE["foundations"], [], [], []]}
    assert deal("klondike", nested) == deal("klondike", KLONDIKE)


def test_aces_that_begin_on_the_foundations_may_go_without_saying() -> None:
    g = cadogan.game("bisley")
    p = g.deal(2)
    data = json.loads(write_solvitaire(p))
    assert data.pop("foundations") == ["AC", "AD", "AH", "AS"]
    assert deal("bisley", data) == p
    assert "missing: AC AD AH AS" in refusal(lambda: deal("bisley", {**data, "foundations": []}))


def test_several_reserve_piles_hold_one_card_each() -> None:
    g = cadogan.game("algerian")
    p = lay(g, "s", r2="5H", t1="6H")
    text = write_solvitaire(p)
    assert '"reserve": ["", "5H", "", "", "", ""]' in text
    assert read_solvitaire(g, text) == p
    said = "a Solvitaire deal has one card for each reserve pile, and this position has more"
    assert refusal(lambda: write_solvitaire(g.deal(1))) == said


def test_cards_that_others_cover_may_lie_face_down() -> None:
    p = cadogan.game("tripeaks").deal(1)
    text = write_solvitaire(p)
    assert '["5c"]' in text
    assert read_solvitaire(p.game, text) == p
    said = refusal(lambda: read_solvitaire(p.game, text.replace('["6D"]', '["6d"]')))
    assert said == "tableau piles, pile 28: the top card lies face up: write 6D, not 6d"


NO_PILES: list[list[str]] = [[], [], [], [], [], [], []]
DEAL_ERRORS = [
    ("klondike", "", "there is nothing to read: the text is empty"),
    ("klondike", '{"stock": [}', "line 1, column 12: this is not JSON: "),
    ("klondike", '{\n\n"stock": ["KH",]}', "line 3, column 1"),
    ("klondike", "[]", 'a deal in JSON is an object: {"tableau piles": [["KH", ...], ...], ...}'),
    ("klondike", '{"stock":' * 5_000, "brackets may be nested at most 32 deep"),
    ("klondike", f'{{"stock": {"7" * 5000}}}', "this is not the JSON of a deal: piles are lists"),
    ("klondike", '{"stock": [], "stock": []}', "the key 'stock' stands twice"),
    ("klondike", {}, "the key 'tableau piles' is missing: a list of piles, bottom cards first"),
    ("klondike", {"tableau": []}, "'tableau' is no key of a deal; did you mean 'tableau piles'?"),
    ("klondike", {"hole": "AS"}, "Klondike has no 'hole': the deal is one of another game"),
    ("klondike", {"tableau piles": 7}, "tableau piles: this must be a list"),
    ("klondike", {"tableau piles": [[]]}, "tableau piles: the list has 1 pile, and Klondike has 7"),
    (
        "klondike",
        {"tableau piles": [*NO_PILES[1:], "AS"]},
        "tableau piles, pile 7: a pile is a lis",
    ),
    (
        "klondike",
        {"tableau piles": [["XH"], *NO_PILES[1:]]},
        "tableau piles, pile 1: 'XH' is not a card: write its rank (A 2 ... 10 J Q K) and its suit",
    ),
    (
        "klondike",
        {"tableau piles": [["KH", "Qs", "JH"], *NO_PILES[1:]]},
        "tableau piles, pile 1: KH lies face up under cards that lie face down, as 9h does",
    ),
    (
        "klondike",
        {"tableau piles": [["Kh"], *NO_PILES[1:]]},
        "tableau piles, pile 1: the top card lies face up: write KH, not Kh",
    ),
    (
        "klondike",
        {**KLONDIKE, "cells": ["KH"]},
        "cells: the list has 1 place, and Klondike has none",
    ),
    ("klondike", {**KLONDIKE, "stock": [7]}, 'stock: 7 is not a card: a card is a text such as "'),
    ("klondike", {**KLONDIKE, "stock": [None]}, "stock: null is not a card"),
    ("klondike", {**KLONDIKE, "waste": [["KH"]]}, "waste: a list is not a card"),
    ("klondike", {**KLONDIKE, "waste": [{}]}, "waste: an object is not a card"),
    ("klondike", {**KLONDIKE, "waste": ["0H"]}, "waste: '0H' is not a card"),
    ("klondike", {**KLONDIKE, "stock": ["2S", "3S"]}, "these cards are missing: 4S"),
    (
        "klondike",
        {**KLONDIKE, "stock": ["2S", "3S", "4S", "5S"]},
        "these cards appear too often: 5S",
    ),
    ("klondike", {**KLONDIKE, "foundations": ["2H"]}, "foundations: 2H fits on none of them; the"),
    (
        "freecell",
        {"tableau piles": [[], *NO_PILES], "waste": ["AS"]},
        "waste: FreeCell has no wast",
    ),
    ("scorpion", {"tableau piles": NO_PILES, "foundations": ["AS"]}, "Scorpion has no foundations"),
    (
        "canfield",
        {**CANFIELD, "foundations": []},
        "Canfield has a base card, and none lies on the foundations",
    ),
]


@pytest.mark.parametrize(("game", "data", "said"), DEAL_ERRORS)
def test_a_deal_is_refused_with_a_sentence(game: str, data: object, said: str) -> None:
    text = data if isinstance(data, str) else json.dumps(data)
    assert said in refusal(lambda: read_solvitaire(cadogan.game(game), text))


# --- writing -------------------------------------------------------------------------------------


def played(game: str, seed: int, moves: int) -> Position:
    """Return a position some moves, chosen at random, behind a deal."""
    position = cadogan.game(game).deal(seed)
    some = random.Random(seed)
    for _ in range(moves):
        if position.over:
            break
        position = position.play(some.choice(position.move_texts()))
    return position


@pytest.mark.parametrize("game", each(cadogan.games(), most=16))
def test_what_is_written_is_read_back(game: str) -> None:
    for seed in (1, 2):
        for moves in (0, 5, 25):
            p = played(game, seed, moves)
            assert read_any(p.game, str(p)) == read_any(p.game, p.to_line()) == p
            for write, read in ((write_board, read_board), (write_solvitaire, read_solvitaire)):
                try:
                    text = write(p)
                except InvalidPositionError:
                    continue  # the form has no words for this position
                assert read(p.game, text) == read_any(p.game, text) == p
                assert text.endswith("\n")
                assert not text.endswith("\n\n")


@pytest.mark.parametrize(
    "game", ["freecell", "bakers-dozen", "klondike-draw-3", "yukon", "scorpion", "forty-thieves"]
)
def test_games_that_both_forms_can_express(game: str) -> None:
    p = played(game, 3, 4)
    assert read_board(p.game, write_board(p)) == read_solvitaire(p.game, write_solvitaire(p)) == p


def redealt() -> Position:
    return lay("klondike-draw-3-three-passes", "s", "redeals 1")


UNWRITABLE: dict[Callable[[Position], str], dict[str, Callable[[], Position]]] = {
    write_board: {
        "a Freecell Solver board has no counters, and this position has 'redea": redealt,
        "this position has 'key ": lambda: cadogan.game("the-fan").deal(1),
        "has no reserve, and Canfield has one": lambda: cadogan.game("canfield").deal(1),
        "tabl": lambda: lay("birthday-unshuffled", "s", f1="2S", f2="TH", f3="6C", f4="7D"),
        "a Freecell Solver board cannot say which cards lie on which foundation here": (
            lambda: lay("sir-tommy", "t1", f1="AC 2D")
        ),
        "a Freecell Solver board has no place for cards that are out of play, and here 4 cards a": (
            lambda: cadogan.game("gaps-one-deal").deal(1)
        ),
        "a Freecell Solver board cannot say in which direction pile t1 is built": (
            lambda: lay("british-square", "s", t1="9H | 8H")
        ),
    },
    write_solvitaire: {
        "a Solvitaire deal has no counters, and this position has 'redeals": redealt,
        "a Solvitaire deal has one foundation for each suit, and here one has several suits or": (
            lambda: lay("forty-thieves", "s", f1="AC", f5="AC")
        ),
        "a Solvitaire deal cannot say which card lies on which foundation here": (
            lambda: lay("sir-tommy", "t1", f2="AC")
        ),
        "a Solvitaire deal has no place for cards that are out of play, and here 1 card is": (
            lambda: lay("aces-up", "s", d="2H")
        ),
        "that cards of pile t1 lie face down: FreeCell is dealt face up": (
            lambda: lay("freecell", "t8", t1="[KC] QC")
        ),
        "a Solvitaire deal cannot say 'base 5D'": lambda: lay("canfield", "s", "base 5D", f1="5C"),
        "a Solvitaire deal cannot say how the cards of pile r lie": (
            lambda: lay("canfield", "s", "base 5C", f1="5C", r="KH 9C")
        ),
    },
}


@pytest.mark.parametrize(
    ("write", "said", "make"),
    [(write, *case) for write, cases in UNWRITABLE.items() for case in cases.items()],
)
def test_what_a_form_cannot_say_is_not_written(
    write: Callable[[Position], str], said: str, make: Callable[[], Position]
) -> None:
    p = make()
    assert said in refusal(lambda: write(p))


# --- telling them apart --------------------------------------------------------------------------


def test_any_form_is_recognised() -> None:
    g = cadogan.game("freecell")
    p = read_board(g, MIDWAY)
    for text in (MIDWAY, MIDWAY_LINE, str(p), "\ufeff\n" + str(p), f"  {MIDWAY_LINE}\n"):
        assert read_any(g, text) == p
    assert read_any(g, write_solvitaire(g.deal(1))) == g.deal(1)
    assert read_any(g, MS_24) == g.deal("ms:24")
    # Our line form with a pile a line, and its tableau alone.
    lines = g.deal(3).to_line().split("/")
    assert read_any(g, "\n".join(lines)) == read_any(g, "\n".join(lines[4:12])) == g.deal(3)


def test_a_list_of_all_piles_is_ours() -> None:
    some = "AC AD AH AS QC QD QH QS JC JD JH 2C KC KD KH KS"
    g = cadogan.game("freecell")
    piles = dict(zip(g.pile_names, some.split(), strict=True))
    p = lay(g, "t8", **piles)
    text = "\n".join(" ".join(cards) for cards in p.piles.values())
    assert read_any(g, text) == p
    assert refusal(lambda: read_any(g, text + "\n2C")) == (
        "line 9: this is stack 9, and FreeCell has 8 stacks"
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "there is nothing to read: the text is empty"),
        ("cadogan record 1\ngame freecell\n", "this is the record of a play, not a position"),
        ("{}", "the key 'tableau piles' is missing"),
        ("t1 5X", "pile t1: '5X' is not a card; write cards as TH"),
        ("t9 5H", "FreeCell has no pile 't9'; its t piles are t1 to t8"),
        ("5H/6H", "got 2 piles; FreeCell has 16"),
        ("11982", "line 1: '11982' is not a card"),
        ("FC: 5X", "line 1: '5X' is not a card"),
    ],
)
def test_each_form_has_its_own_messages(text: str, said: str) -> None:
    assert said in refusal(lambda: read_any(cadogan.game("freecell"), text))


# --- a line becomes a record ---------------------------------------------------------------------


def test_a_line_that_wins_from_a_board_becomes_a_record() -> None:
    start = board("freecell", "Founds: H-Q C-K D-K S-Q\nFC: - KH\nKS\n" + ":\n" * 7)
    record = record_play(start, ("t1-f4", "c2-f3"))
    text = write_record(record)
    assert text.startswith("cadogan record 1\ngame freecell\nstart\nf1 AC..KC\n")
    assert read_record(text) == record
    assert verify(read_record(text)).won
