"""Records of plays: one written form, strict reading, and errors at the right line."""

from __future__ import annotations

import random
import re
from contextlib import suppress
from dataclasses import FrozenInstanceError, replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import cadogan
from cadogan import InvalidRecordError, Position
from cadogan.model.record import (
    FORMAT,
    Record,
    first_fault,
    read_record,
    record_play,
    verify,
    write_record,
)
from tests.cases.messages import check_sentence, refused
from tests.cases.reading import texts_in
from tests.covering import each

BOARDS = texts_in(Path(__file__).parent / "cases" / "boards.txt")
KLONDIKE = BOARDS["record of Klondike"]
BIRTHDAY = BOARDS["record of Birthday"]
FROM_A_POSITION = BOARDS["record from a position"]
LAST_LINE = len(KLONDIKE.splitlines())


def play_at_random(start: Position, seed: int, most: int) -> list[str]:
    """Return a play of random moves."""
    some = random.Random(seed)
    moves: list[str] = []
    position = start
    while len(moves) < most and not position.over:
        moves.append(some.choice(position.move_texts()))
        position = position.play(moves[-1])
    return moves


def edited(text: str, line: int, new: str | None) -> str:
    """Replace or remove one line of a text; lines count from 1."""
    lines = text.splitlines()
    lines[line - 1 : line] = [] if new is None else [new]
    return "\n".join(lines) + "\n"


def complaint(text: str) -> str:
    """Return the error for a wrong record."""
    with pytest.raises(InvalidRecordError) as caught:
        verify(read_record(text))
    return str(caught.value)


# --- right records -------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [KLONDIKE, BIRTHDAY, FROM_A_POSITION])
def test_reading_and_writing_again(text: str) -> None:
    assert text.startswith(FORMAT + "\n")
    assert write_record(read_record(text)) == text


def test_reading() -> None:
    record = read_record(KLONDIKE)
    assert record.game == cadogan.game("klondike")
    assert record.start == record.game.deal("ms:1")
    assert record.deal == "ms:1"
    assert record.moves == ("t1-t3", "t5-f3", "s-w", "s-w", "w-f1", "w-t6")
    assert [position.piles["w"] for position in record.replay()][2:5] == [(), ("4H",), ("4H", "AC")]
    assert verify(record).piles["t6"][-2:] == ("5C", "4H")


def test_a_position_as_start() -> None:
    record = read_record(FROM_A_POSITION)
    assert record.deal is None
    assert verify(record).piles["f2"][-1] == "KD"
    head, moves = FROM_A_POSITION.split("start\n", maxsplit=1)[0], FROM_A_POSITION.split("\n\n")[1]
    assert read_record(f"{head}start {record.start.to_line()}\n{moves}") == record


def test_a_plain_list_of_moves() -> None:
    plain = re.sub(r"^(\S+-\S+) .*", r"\1", KLONDIKE, flags=re.MULTILINE)
    assert "JD" not in plain
    record = read_record(plain.replace("moves 6", "moves"))
    assert record == read_record(KLONDIKE)
    assert write_record(record) == KLONDIKE


def test_harmless_variations_are_read() -> None:
    text = "\ufeff# a play\r\n" + KLONDIKE.replace("deal", "  deal   ").replace("JD", "jd  # up")
    text = text.replace("t5-f3 AH =QD", "\n\tT5-F3  a♥=q♦\n").replace("\n", "\r\n").rstrip()
    assert write_record(read_record(text)) == KLONDIKE
    text = KLONDIKE.replace("s-w 4H", "deal 4H").replace("s-w AC", "turn AC")
    assert write_record(read_record(text)) == KLONDIKE
    start = cadogan.game("klondike").deal("ms:1")
    assert record_play(start, ["T1-T3", "turn"]).moves == ("t1-t3", "s-w")


def test_checks_of_several_cards() -> None:
    """A record checks the bottom card of a run, and all cards that a turn or a deal turns up."""
    steps = list(record_play(cadogan.game("klondike-draw-3").deal("ms:1"), ["s-wx3"]).steps())
    assert [step.check for step in steps] == ["4D =4H AC"]
    scorpion = cadogan.game("scorpion").deal("ms:1")
    (step,) = record_play(scorpion, ["deal"]).steps()
    turned = [step.after.piles[name][-1] for name in ("t1", "t2", "t3")]
    assert step.check == "=" + " ".join(turned)
    yukon = cadogan.game("yukon").deal("ms:1")
    move = next(move for move in yukon.legal_moves if move.count > 1)
    (step,) = record_play(yukon, [move.text]).steps()
    assert step.check.split()[0] == yukon.piles[move.source][-move.count]


def test_a_record_needs_its_deal_number_alone() -> None:
    """A record has only the deal number, because shuffles in mid-play follow from it."""
    start = cadogan.game("la-belle-lucie").deal(12)
    record = record_play(start, ["redeal", *play_at_random(start.play("redeal"), 3, 5)])
    text = write_record(record)
    assert "start" not in text
    assert "key" not in text
    assert verify(read_record(text)) == verify(record)


def test_a_record_from_mid_play_has_a_position() -> None:
    start = cadogan.game("birthday").deal(3)
    middle = start.play("s-w").play("s-w")
    record = record_play(middle, ["s-w"])
    assert record.deal is None
    assert read_record(write_record(record)) == record


def test_a_record_is_immutable() -> None:
    record = read_record(KLONDIKE)
    with pytest.raises(FrozenInstanceError):
        record.deal = "2"  # type: ignore[misc]
    assert hash(record) == hash(read_record(KLONDIKE))


@pytest.mark.parametrize("game_id", each(cadogan.games(), most=12))
def test_every_game(game_id: str) -> None:
    start = cadogan.game(game_id).deal(5)
    moves = play_at_random(start, 5, 25)
    record = record_play(start, moves)
    assert record.moves == tuple(moves)
    text = write_record(record)
    again = read_record(text)
    assert (again, write_record(again)) == (record, text)
    end = start
    for move in moves:
        end = end.play(move)
    assert verify(again) == end


@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    game_id=st.sampled_from(cadogan.games()),
    deal=st.integers(1, 10**12),
    seed=st.integers(0, 10**6),
    before=st.integers(0, 10),
    most=st.integers(0, 25),
)
def test_random_plays(game_id: str, deal: int, seed: int, before: int, most: int) -> None:
    start = cadogan.game(game_id).deal(deal)
    for move in play_at_random(start, seed, before):
        start = start.play(move)
    record = record_play(start, play_at_random(start, seed + 1, most))
    text = write_record(record)
    again = read_record(text)
    assert again == record
    assert write_record(again) == text
    assert list(again.replay()) == list(record.replay())


@settings(max_examples=25, deadline=None)
@given(data=st.data(), seed=st.integers(0, 1000))
def test_a_changed_record_is_refused(data: st.DataObject, seed: int) -> None:
    """If any card in a check is changed, the replay reports the error at that line."""
    start = cadogan.game("klondike").deal(seed + 1)
    text = write_record(record_play(start, play_at_random(start, seed, 12)))
    head, moves = text.split("\nmoves ")
    cards = list(re.finditer(r"\b[A2-9TJQK][CDHS]\b", moves))
    card = data.draw(st.sampled_from(cards))
    other = data.draw(st.sampled_from(["AC", "7D", "TH", "KS"]).filter(lambda c: c != card[0]))
    wrong = f"{head}\nmoves {moves[: card.start()]}{other}{moves[card.end() :]}"
    line = wrong[: len(head) + len("\nmoves ") + card.start()].count("\n") + 1
    assert complaint(wrong).startswith(f"line {line}: move ")


def test_a_truncated_record_is_refused() -> None:
    for end in range(len(KLONDIKE) - 1):
        assert complaint(KLONDIKE[:end])
    assert read_record(KLONDIKE[:-1]) == read_record(KLONDIKE)


@settings(max_examples=60, deadline=None)
@given(
    at=st.integers(0, len(KLONDIKE)),
    gone=st.integers(0, 8),
    new=st.text(st.sampled_from("ACDHSKTtfws-x=.[]#@/0123456789 \n\t?é\x00"), max_size=8),
)
def test_damaged_records_are_read_or_refused(at: int, gone: int, new: str) -> None:
    text = KLONDIKE[:at] + new + KLONDIKE[at + gone :]
    with suppress(InvalidRecordError):
        verify(read_record(text))
        return
    assert re.fullmatch(r"line \d+: .*", complaint(text))


# --- wrong records -------------------------------------------------------------------------------

WRONG = [  # a record, the line to replace, its new text (`None` drops the line), and a message key
    ("", 1, None, "empty"),
    ("# nothing\n\n", 3, None, "empty"),
    (KLONDIKE, 1, "cadogan recrod 1", "first-line"),
    (KLONDIKE, 1, "cadogan record 2", "version"),
    (KLONDIKE, 2, None, "no-game"),
    (KLONDIKE, 2, "game klondyke", "unknown-game"),
    (KLONDIKE, 2, "game", "no-value"),
    (KLONDIKE, 2, "game klondike\ngame klondike", "line-twice"),
    (KLONDIKE, 3, "dael 7", "unknown-line"),
    (KLONDIKE, 3, None, "no-start"),
    (KLONDIKE, 3, "deal 0", "deal-number"),
    (KLONDIKE, 3, "deal 7\nstart AC", "deal-and-start"),
    (KLONDIKE, 3, "deal 7\noption target=1956", "unknown-option"),
    (BIRTHDAY, 3, "option target 1956", "no-option"),
    (BIRTHDAY, 4, "option target=1956", "option-twice"),
    (FROM_A_POSITION, 8, "t1 KD", "start"),
    (KLONDIKE.partition("\n\n")[0], 4, None, "no-moves"),
    (KLONDIKE, 5, "moves six", "move-number"),
    (KLONDIKE.partition(" 6")[0], 5, "moves", "none-follow"),
    (KLONDIKE, LAST_LINE, None, "cut-short"),
    (KLONDIKE, LAST_LINE, "w-t6 4H\ns-w 4D", "too-many"),
    (KLONDIKE, 6, "t1-t4 JD", "illegal"),
    (KLONDIKE, 9, "redeal", "illegal-redeal"),
    (KLONDIKE, 6, "t1-t9 JD", "no-pile"),
    (KLONDIKE, 6, "t1>t3 JD", "no-move"),
    (KLONDIKE, 7, "t5-f3 AH =QC", "check-differs"),
    (KLONDIKE, 7, "t5-f3 AH", "check-short"),
    (KLONDIKE, 7, "t5-f3", "check-missing"),
    (KLONDIKE, 7, "t5-f3 AX", "check-no-card"),
    (KLONDIKE, 7, "t5-f3 AH QD", "check-form"),
]


@pytest.mark.parametrize(("text", "line", "new", "key"), WRONG)
def test_a_wrong_record(text: str, line: int, new: str | None, key: str) -> None:
    check_sentence(f"records.{key}", complaint(edited(text, line, new)))


def test_a_check_on_a_move_that_shows_no_card() -> None:
    start = cadogan.game("la-belle-lucie").deal(1)
    text = write_record(record_play(start, ["redeal"])).replace("redeal", "redeal AC")
    check_sentence("records.check-too-much", complaint(text))


def test_an_error_in_a_record_made_in_code() -> None:
    """The error names the move and the reason, because the record has no lines."""
    start = cadogan.game("klondike").deal("ms:1")
    record = Record(start.game, start, ("t1-t3", "t1-t3"), "ms:1")
    for use in (verify, write_record):
        with refused(InvalidRecordError, "records.second-move"):
            use(record)
    fault = first_fault(record)
    assert fault is not None
    assert (fault.line, fault.number, fault.before) == (0, 2, start.play("t1-t3"))
    assert first_fault(read_record(KLONDIKE)) is None


def test_the_start_is_the_deal() -> None:
    game = cadogan.game("klondike")
    right = Record(game, game.deal(1), (), "1")
    with refused(InvalidRecordError, "records.other-game"):
        Record(game, cadogan.game("yukon").deal(1))
    for deal, key in (("2", "other-number"), ("1", "other-deal")):
        with refused(InvalidRecordError, f"records.{key}"):
            replace(right, start=game.deal(3 - int(deal)), deal=deal)
