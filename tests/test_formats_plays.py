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
from tests.test_formats import MS_24

# Freecell Solver's solution for Microsoft deal 24: t stacks, c cells (from 0), h foundations.
SOLUTION_24 = """
t3h t6c0 t6c1 t6h t0c2 t0c3 c0t0 t6c0 t6t3x1 t6h c2h t1c2 t1t6x1 t1h t6h t1h t5t6x1 c2t5 t6t4x1
t1c2 t1t6x1 c3t1 t1c3 t1h t3t4x2 t2t1x1 t6t2x1 t7t6x1 t7t6x1 c2t7 t7t4x2 c0t7 t3c2 t3c0 t3t5x1
t3h c3t3 t1t3x1 t2c3 t2t1x1 t2h c3t1 t2c3 c0t2 t3c0 t3h t3t7x1 t2t3x1 t2h c1t2 t4t3x2 t4h t7c1
t7h t7t6x1 c1t7 t7t6x2 t7h t2c1 t2t7x1 c2t2 c1t7 t3t4x3 t5c2 t5c1 t5t3x1 c3t5 c1t3 c2t3 t0c3
t0c1 t0t5x1 t0c2 t0h t4h t0h c0t0 t3t1x1 t0c0 c2t0 t7t0x1 t1t3x1 t7c2 c0t7 t3t1x1 t7c0 c1t7 c3t7
t4c1 t4h t6c3 t6h t6t5x1 t6h c2h t4t0x2 t4c2 t4t1x1 t4t2x1 t6t2x1 c0t6 t5t2x2 t5t7x2 t5c0 t5t3x1
t5h t0t5x1 t0h t0h t7h t4h t7h t3h c2t0 t4c2 t4h t6h c1h c3h t5h t2h t0h t2h t0h t2h t2h t2h t1h
t7h t7h t3h t1h t2h t3h t1h t1h c0h c2h
"""
README_DIGITS = (
    "072103023042094134111092051034044074114052123011083122012131091082124064014093033112071104"
    "132053133102084041013073063031061043081054113062024021101022032121"
)


# Output from pysol_cards for number 24.
GOLF_24 = """\
Talon: TD KC 8H 8S 4S 4H KS 6D 8D 7C JD 9D 2H QD 3D AS
Foundations: JH
4C 7S 5S KH TC
5H 2C 6C 6S TS
QC QH 9C 7D AD
5D 9S 3C 8C 4D
2D 2S 6H AC QS
7H KD JC 9H 3H
AH JS TH 5C 3S
"""
BLACK_HOLE_24 = """\
Foundations: AS
4C 3C 3S
5H 6H JH
QC JC TD
5D TH KC
2D KH 8H
7H 6S 8S
AH 7D 4S
7S 8C 4H
2C AC KS
QH 9H 6D
9S 5C 8D
2S TC 7C
KD TS JD
JS AD 9D
5S 4D 2H
6C QS QD
9C 3H 3D
"""
ALL_IN_A_ROW_24 = """\
Foundations: -
4C JS 9H 8S
5H 5S 5C 4S
QC 6C TC 4H
5D 9C TS KS
2D 3C AD 6D
7H 6H 4D 8D
AH JC QS 7C
7S TH 3H JD
2C KH 3S 9D
QH 6S JH 2H
9S 7D TD QD
2S 8C KC 3D
KD AC 8H AS
"""


@pytest.mark.parametrize(
    ("game", "text"),
    [("golf", GOLF_24), ("black-hole", BLACK_HOLE_24), ("all-in-a-row", ALL_IN_A_ROW_24)],
)
def test_boards_with_a_hole(game: str, text: str) -> None:
    p = read_board(cadogan.game(game), text)
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
        ("freecell", README_DIGITS, "a deal of Klondike, but FreeCell has another layout"),
        (
            "freecell",
            "MS Freecell deal 617\n",
            "this names a deal without its cards: give its number as ms:617",
        ),
        ("freecell", "\x80\x02}PySol", "this looks like a save of PySol. Such files are pickles"),
        ("freecell", "<?xml version='1.0'?><kpat-game/>", "looks like a save of KPatience"),
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
    """Every position that a format can express is the same after writing and parsing."""
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
