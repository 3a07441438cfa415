"""Freecell Solver boards and Solvitaire deals: parsing, errors, writing and recognition."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable
from pathlib import Path
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
from tests.cases.messages import refused
from tests.cases.reading import texts_in
from tests.covering import each
from tests.hand import lay, up

BOARDS = texts_in(Path(__file__).parent / "cases" / "boards.txt")
MS_24 = BOARDS["Microsoft deal 24 in its usual printed form"]
MS_24_ROWS = BOARDS["the same deal, one stack a line"]
MIDWAY = BOARDS["FreeCell in mid-play"]
MIDWAY_LINE = "AC..KC/-/AH..JH/AS..TS/ADKS/[2D]3D/-/4D/5D6D7D/8DKH/9DTD/JDQDQHJS/-/KD/-/QS"
KLONDIKE_BOARD = BOARDS["Klondike with two cards face down"]
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
    """Return a game's cards without the given ones."""
    named = {card.upper().replace("10", "T") for card in cards}
    return [t for c in cadogan.game(game).compiled.cards if (t := card_text(c)) not in named]


def canfield() -> dict[str, Any]:
    """Return a Canfield deal whose stock holds all cards that are not elsewhere."""
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


def test_blank_lines_are_empty_stacks_if_necessary() -> None:
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
    # The next card comes first on the line and is on top of the stock.
    assert p.piles["s"] == ("6S", "5S", "4S")
    assert p.down["s"] == 3
    assert p.piles["w"] == ("3S", "2S")
    assert p.down["w"] == 0
    assert p.play("s-w").piles["w"] == ("3S", "2S", "4S")


def test_a_talon_without_waste_and_an_empty_talon() -> None:
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


def test_two_packs_have_two_foundations_for_each_suit() -> None:
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
    with refused(InvalidPositionError, "boards.three-of-a-suit"):
        board("forty-thieves", wrong)


def test_without_a_line_the_foundations_hold_their_first_cards() -> None:
    p = cadogan.game("good-measure").deal(5)
    text = write_board(p)
    head, _, stacks = text.partition("\n")
    assert head == "Foundations: H-A C-0 D-0 S-A"
    assert read_board(p.game, stacks) == p
    assert "missing: AH AS" in refusal(lambda: read_board(p.game, "Founds: H-0\n" + stacks))


BOARD_ERRORS = [
    ("freecell", "", "nothing-read-text"),
    ("freecell", "#", "nothing-read-text-only"),
    ("freecell", " \n\n", "nothing-read-text"),
    ("freecell", MS_24.replace("QS", "XS"), "line-xs-card"),
    ("freecell", MS_24.replace("7H", "7" * 99), "line-card-3"),
    ("freecell", MS_24.replace("9D", "9C"), "these-cards-appear"),
    ("freecell", MS_24.replace(" 9D", ""), "these-cards-missing-2"),
    ("freecell", "x" * 65_537, "text-characters-position"),
    ("freecell", MS_24 + MS_24, "line-stack-freecell"),
    ("freecell", MS_24[: -len("7S 6C 7D 4D 8S 9D\n")], "line-board-ends-after"),
    ("klondike", MS_24_ROWS, "line-board-looks"),
    ("freecell", "FC: 2C", "line-board-ends"),
    ("freecell", "FC:\nFreecells:\n" + MS_24, "line-line-freecells"),
    ("freecell", "Freecels: 3H\n" + MS_24, "line-freecels-line"),
    ("freecell", "Founds: H5 C-\n" + MS_24, "line-does-say"),
    ("freecell", "Founds: H-5 H-5\n" + MS_24, "line-freecell-more"),
    ("freecell", "FC: 3H 3C 3D 3S 4S\n" + MS_24, "line-line-cells"),
    ("freecell", "FC: <3H>\n" + MS_24, "line-card-2"),
    ("freecell", "Talon: 3H\n" + MS_24, "line-freecell-stock"),
    ("freecell", MS_24.replace("2H", "<2H>"), "line-lies-face-down"),
    ("freecell", MIDWAY.replace("4D", "<4D>"), "line-top-card"),
    ("freecell", MS_24.replace("2H", "<>"), "line-card"),
    ("klondike", "FC: 3H\n" + ":\n" * 7, "line-line-cell"),
    ("klondike", "Talon: 3H ==> 4H\n" + ":\n" * 7, "line-cards-stock"),
    ("klondike", "Talon: ==> <==\n" + ":\n" * 7, "these-cards-missing"),
    ("lady-betty", "Talon: 3H ==> 4H <==", "line-lady-betty"),
    ("klondike", KLONDIKE_BOARD, "line-lies-face"),
    ("sir-tommy", "Founds: H-A\n:\n:\n:\n:", "line-board-says"),
    ("canfield", MS_24, "freecell-solver-board"),
]


@pytest.mark.parametrize(("game", "text", "key"), BOARD_ERRORS)
def test_boards_that_are_refused(game: str, text: str, key: str) -> None:
    with refused(InvalidPositionError, f"boards.{key}"):
        board(game, text)


def test_other_types_than_text_are_refused() -> None:
    g = cadogan.game("freecell")
    for read in (read_any, read_board, read_solvitaire):
        said = refusal(lambda read=read: read(g, None))  # type: ignore[misc]
        assert said == "a position must be text, not NoneType"


# --- deals ---------------------------------------------------------------------------------------


def test_a_deal_of_klondike() -> None:
    p = deal("klondike", KLONDIKE)
    assert p.piles["t3"] == ("TC", "JC", "JS")
    assert p.down["t3"] == 2
    assert p.piles["t2"] == ("QC", "QS")
    assert p.down["t2"] == 1
    assert p.piles["t7"] == ("KC",)
    # The next card comes last, because it is on top.
    assert p.piles["s"] == ("2S", "3S", "4S")
    assert p.down["s"] == 3
    assert p.piles["w"][-1] == "TS"
    assert p.play("s-w").piles["w"][-2:] == ("TS", "4S")
    assert len(p.piles["f1"]) == 9
    assert not p.piles["f4"]


def test_case_is_ignored_if_all_cards_are_face_up() -> None:
    g = cadogan.game("freecell")
    p = g.deal("ms:24")
    text = write_solvitaire(p)
    assert read_solvitaire(g, text.lower()) == p
    assert '["2D", "KD", "10H", "10C", "10D", "8D"]' in text
    assert "cells" not in text
    filled = p.play("t1-c2")
    assert '"cells": ["", "2H", "", ""]' in write_solvitaire(filled)
    # Solvitaire itself requires either no cells or all of them.
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


def test_aces_that_begin_on_the_foundations_may_be_omitted() -> None:
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
    said = "a Solvitaire deal has one card for each reserve pile, but this position has more"
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
    ("klondike", "", "nothing-read-text"),
    ("klondike", '{"stock": [}', "line-column-json"),
    ("klondike", '{\n\n"stock": ["KH",]}', "line-column"),
    ("klondike", "[]", "deal-json-object"),
    ("klondike", '{"stock":' * 5_000, "brackets-may-nested"),
    ("klondike", f'{{"stock": {"7" * 5000}}}', "json-deal-piles"),
    ("klondike", '{"stock": [], "stock": []}', "key-stock-stands"),
    ("klondike", {}, "key-tableau-piles"),
    ("klondike", {"tableau": []}, "tableau-key-deal"),
    ("klondike", {"hole": "AS"}, "klondike-hole-deal"),
    ("klondike", {"tableau piles": 7}, "tableau-piles-must"),
    ("klondike", {"tableau piles": [[]]}, "tableau-piles-list"),
    ("klondike", {"tableau piles": [*NO_PILES[1:], "AS"]}, "tableau-piles-pile-pile"),
    ("klondike", {"tableau piles": [["XH"], *NO_PILES[1:]]}, "tableau-piles-pile-xh"),
    ("klondike", {"tableau piles": [["KH", "Qs", "JH"], *NO_PILES[1:]]}, "tableau-piles-pile-kh"),
    ("klondike", {"tableau piles": [["Kh"], *NO_PILES[1:]]}, "tableau-piles-pile"),
    ("klondike", {**KLONDIKE, "cells": ["KH"]}, "cells-list-place"),
    ("klondike", {**KLONDIKE, "stock": [7]}, "stock-card-card"),
    ("klondike", {**KLONDIKE, "stock": [None]}, "stock-null-card"),
    ("klondike", {**KLONDIKE, "waste": [["KH"]]}, "waste-list-card"),
    ("klondike", {**KLONDIKE, "waste": [{}]}, "waste-object-card"),
    ("klondike", {**KLONDIKE, "waste": ["0H"]}, "waste-card"),
    ("klondike", {**KLONDIKE, "stock": ["2S", "3S"]}, "these-cards-missing"),
    ("klondike", {**KLONDIKE, "stock": ["2S", "3S", "4S", "5S"]}, "these-cards-appear"),
    ("klondike", {**KLONDIKE, "foundations": ["2H"]}, "foundations-fits-none"),
    ("freecell", {"tableau piles": [[], *NO_PILES], "waste": ["AS"]}, "waste-freecell-wast"),
    ("scorpion", {"tableau piles": NO_PILES, "foundations": ["AS"]}, "scorpion-foundations"),
    ("canfield", {**CANFIELD, "foundations": []}, "canfield-base-card"),
]


@pytest.mark.parametrize(("game", "data", "key"), DEAL_ERRORS)
def test_deals_that_are_refused(game: str, data: object, key: str) -> None:
    text = data if isinstance(data, str) else json.dumps(data)
    with refused(InvalidPositionError, f"solvitaire.{key}"):
        read_solvitaire(cadogan.game(game), text)


# --- writing -------------------------------------------------------------------------------------


def played(game: str, seed: int, moves: int) -> Position:
    """Return the position after some random moves from a deal."""
    position = cadogan.game(game).deal(seed)
    some = random.Random(seed)
    for _ in range(moves):
        if position.over:
            break
        position = position.play(some.choice(position.move_texts()))
    return position


@pytest.mark.parametrize("game", each(cadogan.games(), most=16))
def test_written_positions_can_be_parsed_again(game: str) -> None:
    for seed in (1, 2):
        for moves in (0, 5, 25):
            p = played(game, seed, moves)
            assert read_any(p.game, str(p)) == read_any(p.game, p.to_line()) == p
            for write, read in ((write_board, read_board), (write_solvitaire, read_solvitaire)):
                try:
                    text = write(p)
                except InvalidPositionError:
                    continue  # the format cannot express this position
                assert read(p.game, text) == read_any(p.game, text) == p
                assert text.endswith("\n")
                assert not text.endswith("\n\n")


@pytest.mark.parametrize(
    "game", ["freecell", "bakers-dozen", "klondike-draw-3", "yukon", "scorpion", "forty-thieves"]
)
def test_games_that_both_forms_can_express(game: str) -> None:
    p = played(game, 3, 4)
    assert read_board(p.game, write_board(p)) == read_solvitaire(p.game, write_solvitaire(p)) == p


UNWRITABLE: list[tuple[Callable[[Position], str], str, Callable[[], Position]]] = [
    *(
        (write, key, lambda: lay("klondike-draw-3-three-passes", "s", "redeals 1"))
        for write, key in ((write_board, "board-counters"), (write_solvitaire, "counters"))
    ),
    (write_board, "board-key", lambda: cadogan.game("the-fan").deal(1)),
    (write_board, "board-reserve", lambda: cadogan.game("canfield").deal(1)),
    (
        *(write_board, "board-aces"),
        lambda: lay("birthday-unshuffled", "s", f1="2S", f2="TH", f3="6C", f4="7D"),
    ),
    (write_board, "board-foundations", lambda: lay("sir-tommy", "t1", f1="AC 2D")),
    (write_board, "board-out-of-play", lambda: cadogan.game("gaps-one-deal").deal(1)),
    (write_board, "board-direction", lambda: lay("british-square", "s", t1="9H | 8H")),
    (write_solvitaire, "two-of-a-suit", lambda: lay("forty-thieves", "s", f1="AC", f5="AC")),
    (write_solvitaire, "foundations", lambda: lay("sir-tommy", "t1", f2="AC")),
    (write_solvitaire, "out-of-play", lambda: lay("aces-up", "s", d="2H")),
    (write_solvitaire, "face-down", lambda: lay("freecell", "t8", t1="[KC] QC")),
    (write_solvitaire, "base", lambda: lay("canfield", "s", "base 5D", f1="5C")),
    (write_solvitaire, "reserve", lambda: lay("canfield", "s", "base 5C", f1="5C", r="KH 9C")),
]


@pytest.mark.parametrize(("write", "key", "make"), UNWRITABLE)
def test_positions_that_a_form_cannot_express_are_refused(
    write: Callable[[Position], str], key: str, make: Callable[[], Position]
) -> None:
    with refused(InvalidPositionError, f"unwritable.{key}"):
        write(make())


# --- recognition ---------------------------------------------------------------------------------


def test_any_form_is_recognised() -> None:
    g = cadogan.game("freecell")
    p = read_board(g, MIDWAY)
    for text in (MIDWAY, MIDWAY_LINE, str(p), "\ufeff\n" + str(p), f"  {MIDWAY_LINE}\n"):
        assert read_any(g, text) == p
    assert read_any(g, write_solvitaire(g.deal(1))) == g.deal(1)
    assert read_any(g, MS_24) == g.deal("ms:24")
    # Cadogan's line form with one pile per line, and only the tableau.
    lines = g.deal(3).to_line().split("/")
    assert read_any(g, "\n".join(lines)) == read_any(g, "\n".join(lines[4:12])) == g.deal(3)


def test_a_list_of_all_piles_is_a_cadogan_position() -> None:
    some = "AC AD AH AS QC QD QH QS JC JD JH 2C KC KD KH KS"
    g = cadogan.game("freecell")
    piles = dict(zip(g.pile_names, some.split(), strict=True))
    p = lay(g, "t8", **piles)
    text = "\n".join(" ".join(cards) for cards in p.piles.values())
    assert read_any(g, text) == p
    with refused(InvalidPositionError, "boards.ninth-stack"):
        read_any(g, text + "\n2C")


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "nothing-read-text"),
        ("cadogan record 1\ngame freecell\n", "record-play-position"),
        ("{}", "key-tableau-piles"),
        ("t1 5X", "pile-card-write"),
        ("t9 5H", "freecell-pile-piles"),
        ("5H/6H", "got-piles-freecell"),
        ("11982", "line-card-2"),
        ("FC: 5X", "line-card"),
    ],
)
def test_each_form_has_its_own_messages(text: str, key: str) -> None:
    with refused(InvalidPositionError, f"forms.{key}"):
        read_any(cadogan.game("freecell"), text)


# --- a line becomes a record ---------------------------------------------------------------------


def test_a_line_that_wins_from_a_board_becomes_a_record() -> None:
    start = board("freecell", "Founds: H-Q C-K D-K S-Q\nFC: - KH\nKS\n" + ":\n" * 7)
    record = record_play(start, ("t1-f4", "c2-f3"))
    text = write_record(record)
    assert text.startswith("cadogan record 1\ngame freecell\nstart\nf1 AC..KC\n")
    assert read_record(text) == record
    assert verify(read_record(text)).won
