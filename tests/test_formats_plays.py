"""Digits, solutions and files from other programs: parsing, errors and writing."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cadogan
from cadogan import InvalidPositionError, InvalidRecordError
from cadogan.i18n import in_language
from cadogan.model.formats import (
    is_solution,
    read_any,
    read_board,
    read_digits,
    read_solution,
    unread,
    write_board,
    write_digits,
    write_solvitaire,
)
from cadogan.model.record import read_record, verify, write_record
from cadogan.session.start import InvalidCopyError, meant
from tests.cases.messages import refused
from tests.test_formats import BOARDS, MS_24

SOLUTION_24 = BOARDS["solution of Freecell Solver for Microsoft deal 24"]
README_DIGITS = (
    "072103023042094134111092051034044074114052123011083122012131091082124064014093033112071104"
    "132053133102084041013073063031061043081054113062024021101022032121"
)


@pytest.mark.parametrize(
    ("game", "name"),
    [("golf", "Golf"), ("black-hole", "Black Hole"), ("all-in-a-row", "All in a Row")],
)
def test_boards_with_a_hole(game: str, name: str) -> None:
    p = read_board(cadogan.game(game), BOARDS[f"{name} by pysol_cards"])
    assert p == cadogan.game(game).deal("pysol:24")
    assert read_board(cadogan.game(game), write_board(p)) == p
    q = p.play(p.move_texts()[0])
    assert read_board(cadogan.game(game), write_board(q)) == q


def printed(words: str) -> str:
    """Return moves in Freecell Solver's output format."""
    kinds = {"t": "stack", "c": "freecell"}
    lines = []
    for word in words.split():
        found = re.fullmatch(r"([tc])(\d+)(?:h|([tc])(\d+))(?:x(\d+))?", word)
        assert found
        what = f"{found[5]} cards" if found[5] else "a card"
        goal = f"{kinds[found[3]]} {found[4]}" if found[3] else "the foundations"
        lines.append(f"Move {what} from {kinds[found[1]]} {found[2]} to {goal}\n")
    return "\n====================\n\n".join(lines)


def standard(words: str) -> str:
    """Return moves in standard notation, ten per line."""
    signs = []
    for word in words.split():
        found = re.fullmatch(r"([tc])(\d+)(?:h|([tc])(\d+))(?:x(\d+))?", word)
        assert found
        places = [(found[1], found[2])] + ([(found[3], found[4])] if found[3] else [])
        sign = "".join(str(int(n) + 1) if kind == "t" else "abcd"[int(n)] for kind, n in places)
        sign += "" if found[3] else "h"
        signs.append(f"{sign}v{int(found[5]):x}" if found[5] and int(found[5]) > 1 else sign)
    return "\n".join(" ".join(signs[at : at + 10]) for at in range(0, len(signs), 10))


@pytest.mark.parametrize(
    "text",
    [
        f"-=-=-=-=-\n\n{MS_24}\n\n=======\n\n{printed(SOLUTION_24)}\n\nThis game is solveable.\n",
        f"#24\n{standard(SOLUTION_24)}\n",
        f"# from the net\n{MS_24}\n{standard(SOLUTION_24)}",
    ],
)
def test_a_solution_becomes_a_record(text: str) -> None:
    game = cadogan.game("freecell")
    assert is_solution(text)
    record = read_solution(game, text)
    assert len(record.moves) == len(SOLUTION_24.split())
    again = read_record(write_record(record))
    assert verify(again).won
    with refused(InvalidPositionError, "solutions.solution-form-another"):
        read_any(game, text)


def test_automatic_moves_to_foundations_are_added() -> None:
    """Solutions from programs that play safe cards automatically omit these moves."""
    game = cadogan.game("freecell")
    start = game.parse("/".join(["AC..QC", "AD..KD", "AH..KH", "AS..KS", "KC", *["-"] * 11]))
    assert read_solution(game, "1a", start).moves == ("t1-c1",)
    board = "Foundations: H-K C-J D-K S-K\n: KC QC\n" + ":\n" * 7
    assert read_solution(game, f"{board}1a\n12").moves == ("t1-c1", "t1-t2")
    # The queen went up automatically after the first move, so the king is alone in stack 1.
    board = "Foundations: H-K C-T D-K S-K\n: KC QC JC\n" + ":\n" * 7
    assert read_solution(game, f"{board}12\n13").moves[:2] == ("t1-t2", "t1-t3")


def test_an_error_names_the_wrong_move_and_its_line() -> None:
    game = cadogan.game("freecell")
    with refused(InvalidRecordError, "solutions.line-move-such"):
        read_solution(game, "#24\n1a 2h")
    with refused(InvalidPositionError, "solutions.moves-without-start"):
        read_solution(game, "1a 2h")
    with refused(InvalidPositionError, "solutions.text-moves"):
        read_solution(game, MS_24)
    with refused(InvalidPositionError, "solutions.out-range"):
        read_solution(game, "#0\n1a")


@pytest.mark.parametrize("text", [MS_24, MS_24.lower(), "4c 3c 3s\n5h 6h jh\n2d 4c 5h", "#24"])
def test_boards_are_not_solutions(text: str) -> None:
    assert not is_solution(text)


def test_the_digits_that_minimal_klondike_explains() -> None:
    p = read_any(cadogan.game("klondike"), README_DIGITS)
    assert [p.piles[f"t{i}"][-1] for i in range(1, 8)] == ["7D", "9D", "5D", "AD", "QS", "9H", "JD"]
    assert p.piles["s"][::-1][:4] == ("7C", "TS", "KD", "5H")
    assert write_digits(p) == README_DIGITS + "\n"
    three = read_digits(cadogan.game("klondike", turn="three"), README_DIGITS)
    assert three.piles == p.piles


@pytest.mark.parametrize(
    ("game", "text", "said"),
    [
        (
            "klondike",
            README_DIGITS[:-3],
            "has 156 digits, three for each card, but this text has 153",
        ),
        ("klondike", "141" + README_DIGITS[3:], "card 1: '141' is not a card"),
        ("klondike", README_DIGITS[:-3] + "072", "missing QC; too many 7D"),
        ("freecell", README_DIGITS, "a deal of Klondike, but FreeCell has a different layout"),
        (
            "freecell",
            "MS Freecell deal 617\n",
            "this names a deal without its cards: give its number as ms:617",
        ),
        (
            "freecell",
            "\x80\x02}PySol",
            "this looks like a saved game of PySol. Such files are pickles",
        ),
        ("freecell", "<?xml version='1.0'?><kpat-game/>", "looks like a saved game of KPatience"),
        ("freecell", "<html>", "this looks like XML or HTML"),
        (
            "freecell",
            '{"tableau piles": {"count": 8}, "max rank": 13}',
            "a rule file of Solvitaire",
        ),
    ],
)
def test_texts_that_cannot_be_read(game: str, text: str, said: str) -> None:
    with pytest.raises(InvalidPositionError, match=re.escape(said)):
        read_any(cadogan.game(game), text)


def test_refusals_are_in_german() -> None:
    with in_language("de"):
        for text in ("\x80\x02PySol", "<kpat/>", "<html>", '{"hole": true}'):
            assert unread(text).startswith("das sieht nach ")


@pytest.mark.parametrize(
    ("text", "game", "deal"),
    [
        ("ms:-1", None, "ms:-1"),
        ("deal 617", "freecell", "617"),
        ("pysol:100000", "klondike", "pysol:100000"),
        ("greenfelt:4", None, "greenfelt:4"),
        ("https://greenfelt.net/klondike?game=4", None, "greenfelt:4"),
        ("617", "golf", "617"),
    ],
)
def test_pasted_numbers(text: str, game: str | None, deal: str) -> None:
    assert meant(text, game, {}).deal == deal


@pytest.mark.parametrize(("text", "game"), [("#617", None), ("#617", "golf"), ("617", "freecell")])
def test_an_ambiguous_number_is_refused(text: str, game: str | None) -> None:
    with refused(InvalidCopyError, "solutions.write-ms-microsoft"):
        meant(text, game, {})


def test_long_texts_are_refused_unread() -> None:
    with refused(InvalidCopyError, "solutions.too-long"):
        meant("#" * 70_000, "freecell", {})


# The published winning line for Green Felt deal 1492773577. @ turns a card and A is the waste.
# B C D E are the foundations for clubs, diamonds, spades and hearts; F to L are the tableau.
GREEN_FELT = """
HG @AD @AG @@AG @AL @@@@@@AL @AL @@@@@AG @AG AG @@@@@AJ @@@@@AJ HJ @AH FH @@@AF @@AF @@@@@AF KF KD
KB KH KI LH HL JH LJ LH LK LC LB LE GE GB IE GE IB @AB @@@@AC JC @AD JD GD JE JB JI JL @AC JC GC IC
AL AD GD GC AE @AC @AE GE IG IB GB GE FE HB GB FB HC GC GB ID JD KD KE FE FB HD HC GC LD LE HD
"""


def test_a_published_line_wins_green_felts_deal() -> None:
    piles = dict(
        zip(
            "ABCEDFGHIJKL",
            ["w", "f1", "f2", "f3", "f4", "t1", "t2", "t3", "t4", "t5", "t6", "t7"],
            strict=True,
        )
    )
    p = cadogan.game("klondike").deal("greenfelt:1492773577")
    for word in re.findall(r"@|[A-L]{2}", GREEN_FELT):
        if word == "@":
            if "s-w" not in p.move_texts():
                p = p.play("redeal")
            p = p.play("s-w")
            continue
        move = re.compile(rf"{piles[word[0]]}-{piles[word[1]]}(x\d+)?")
        (found,) = filter(move.fullmatch, p.move_texts())
        p = p.play(found)
    assert p.won


@settings(max_examples=25, deadline=None, derandomize=True)
@given(st.sampled_from(sorted(cadogan.games())), st.integers(1, 10**6), st.integers(0, 30))
def test_written_positions_can_be_parsed_again(game_id: str, number: int, moves: int) -> None:
    game = cadogan.game(game_id)
    p = game.deal(number)
    chance = random.Random(number)
    for _ in range(moves):
        if p.over:
            break
        p = p.play(chance.choice(p.move_texts()))
    for write in (write_board, write_solvitaire, write_digits):
        try:
            text = write(p)
        except InvalidPositionError:
            continue
        assert read_any(game, text) == p
        if write is write_board:
            assert read_board(game, "# a comment\n" + text) == p
