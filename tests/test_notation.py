"""Positions and moves as text: one form written, a strict eye that reads, one family of errors."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import cadogan
from cadogan.model.position import Position
from tests.hand import lay, up
from tests.test_contract import GAMES, choose

BLOCK = """\
f1 AC..4C
f2 AD 2D
f3 -
f4 -
t1 [QC] 9D
t2 -
t3 KS QH JS
t4 -
t5 -
t6 -
t7 KD
w 5H
s [{}]"""


def rest_of(*used: str) -> str:
    """Return the cards of a pack that are not among the used ones."""
    gone = " ".join(used).split()
    return " ".join(r + s for s in "CDHS" for r in "A23456789TJQK" if r + s not in gone)


STOCK = rest_of("AC 2C 3C 4C AD 2D QC 9D KS QH JS KD 5H")


def klondike() -> Position:
    return cadogan.game("klondike").parse(BLOCK.format(STOCK))


# --- two forms -----------------------------------------------------------------------------------


def test_the_block_form_is_one_pile_a_line() -> None:
    assert str(klondike()) == BLOCK.format(STOCK)


def test_the_line_form_has_the_same_tokens() -> None:
    line = klondike().to_line()
    assert line == f"AC..4C/AD2D/-/-/[QC]9D/-/KSQHJS/-/-/-/KD/5H/[{STOCK.replace(' ', '')}]"
    assert cadogan.game("klondike").parse(line) == klondike()


def test_a_move_is_a_two_line_diff() -> None:
    p = cadogan.game("freecell").deal(1)
    for text in p.move_texts():
        before, after = str(p).splitlines(), str(p.play(text)).splitlines()
        assert sum(a != b for a, b in zip(before, after, strict=True)) == 2


def test_runs_of_three_and_more_are_shortened_on_foundations_only() -> None:
    p = lay("freecell", "t8", f1="AC 2C", f2=up("AD", "3D"), t1="KS QS JS")
    assert str(p).splitlines()[:2] == ["f1 AC 2C", "f2 AD..3D"]
    assert str(p).splitlines()[4] == "t1 KS QS JS"
    big = lay("british-square", "s", f1=f"{up('AC', 'KC')} KC QC JC", t1="9H | 8H 7H")
    assert str(big).splitlines()[0] == "f1 AC..KC KC QC JC"
    assert str(big).splitlines()[4] == "t1 9H | 8H 7H"
    assert big.game.parse(str(big)) == big


def test_counters_follow_when_they_are_not_zero() -> None:
    p = lay("klondike-draw-3-three-passes", "s", "redeals 1")
    assert str(p).splitlines()[-1] == "redeals 1"
    assert p.to_line().endswith("/redeals=1")
    assert p.counters == {"redeals": 1}
    assert cadogan.game("klondike-draw-3-three-passes").parse(p.to_line()) == p
    none = lay("klondike-draw-3-three-passes", "s")
    assert "redeals" not in str(none)
    assert none.counters == {"redeals": 0}


@pytest.mark.parametrize(
    "changed",
    [
        lambda t: t.lower().replace("f1 ac..4c", "f1 ac..4c"),
        lambda t: t.replace("T", "10"),
        lambda t: t.replace("H", "♥").replace("S", "♠").replace("D", "♦").replace("C", "♣"),
        lambda t: t.replace("H", "♥\ufe0f"),
        lambda t: t.replace("AC..4C", "AC 2C 3C 4C"),
        lambda t: t.replace("\n", "\r\n"),
        lambda t: t.replace("w 5H", "w: 5H").replace("t7 KD", "  t7   KD  "),
        lambda t: "\n".join(reversed(t.splitlines())),
        lambda t: t.replace("t2 -\n", "").replace("f4 -\n", ""),
        lambda t: t.replace("w 5H", "w1 5H"),
        lambda t: t.replace("[QC] 9D", "[ QC ]9D"),
        lambda t: re.sub(r"(?m)^\w+ ", "", t),
        lambda t: re.sub(r"(?m)^\w+ ", "", t).replace("\n", " / "),
        lambda t: t.replace("s [", "s ").replace("]\n", "]\n").rstrip("]"),
    ],
)
def test_a_forgiving_eye(changed: object) -> None:
    assert callable(changed)
    assert cadogan.game("klondike").parse(changed(BLOCK.format(STOCK))) == klondike()


def test_the_tableau_alone_will_do() -> None:
    game = cadogan.game("freecell")
    p = game.deal(1)
    columns = "/".join("".join(p.piles[f"t{i}"]) for i in range(1, 9))
    assert game.parse(columns) == p


def test_what_must_be_unknown_is_worked_out() -> None:
    hidden = BLOCK.format(STOCK).replace("[QC]", "[??]")
    assert cadogan.game("klondike").parse(hidden) == klondike()
    text = BLOCK.format(STOCK).replace("[QC]", "[??]").replace("7S", "??")
    with pytest.raises(cadogan.InvalidPositionError, match="give the places of QC 7S"):
        cadogan.game("klondike").parse(text)


# --- strictness ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("w 5H", "w -", "these cards are missing: 5H"),
        ("w 5H", "w 5H KS", "these cards appear too often: KS"),
        ("w 5H", "w KS", "these cards appear too often: KS; these are missing: 5H"),
        ("w 5H", "w ??  ??", "the position has 2 unknown cards, but only 1 are missing"),
        ("w 5H", "w 5X", "pile w: '5X' is not a card; write cards as TH"),
        ("w 5H", "w 5H -", "pile w: '-' is misplaced; face-down cards come first"),
        ("[QC] 9D", "[QC 9D", "pile t1: the closing bracket is missing"),
        ("[QC] 9D", "[QC 9D]", "pile t1: its top card must lie face up, outside the brackets"),
        ("[QC] 9D", "9D [QC]", "pile t1: '[' is misplaced; face-down cards come first"),
        ("[QC] 9D", "QC | 9D", "pile t1: '|' is misplaced; face-down cards come first"),
        ("t4 -", "t4 ", "pile t4: no cards; write an empty pile as '-'"),
        ("t4 -", "t3 -", "pile t3 appears twice"),
        ("t4 -", "t9 -", "Klondike has no pile 't9'; its t piles are t1 to t7"),
        ("t4 -", "c1 -", "Klondike has no pile 'c1'"),
        ("AC..4C", "AC..4D", "pile f1: AC..4D is not a run that this pile builds; list its cards"),
        ("AD 2D", "2D AD", "pile f2: 2D cannot lie at the bottom of this foundation"),
        ("f2 AD 2D", "f2 AD 2D\nredeals 1", "Klondike has no counter 'redeals'"),
        ("f3 -", "f3 -\nshifts 1", "Klondike has no counter 'shifts'"),
    ],
)
def test_positions_that_cannot_be_read(old: str, new: str, message: str) -> None:
    text = BLOCK.format(STOCK)
    assert old in text
    with pytest.raises(cadogan.InvalidPositionError) as refused:
        cadogan.game("klondike").parse(text.replace(old, new))
    assert str(refused.value).startswith(message)


def test_foundations_that_cannot_be() -> None:
    with pytest.raises(
        cadogan.InvalidPositionError, match="pile f2: 3D cannot lie on AD of this foundation"
    ):
        lay("klondike", "s", f2="AD 3D")
    with pytest.raises(cadogan.InvalidPositionError, match="pile f1: AS cannot lie at the bottom"):
        lay("klondike", "s", f1="AS")
    with pytest.raises(cadogan.InvalidPositionError, match="pile c1 has 2 cards; it can hold 1"):
        lay("freecell", "t1", c1="AS 2S")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "the position is empty"),
        (" \n ", "the position is empty"),
        ("AC/AD", "got 2 piles; Klondike has 13"),
        ("f1 AC\n2D", "name all piles or none"),
        ("redeals 1", "these cards are missing"),
    ],
)
def test_texts_that_are_no_position(text: str, words: str) -> None:
    with pytest.raises(cadogan.InvalidPositionError, match=words):
        cadogan.game("klondike").parse(text)


@pytest.mark.parametrize(
    "counter", ["redeals 4", "redeals -1", "redeals x", "redeals 1\nredeals 1"]
)
def test_counters_that_will_not_do(counter: str) -> None:
    with pytest.raises(cadogan.InvalidPositionError):
        lay("klondike-draw-3-three-passes", "s", counter)


def test_garbage_is_told_shortly() -> None:
    for text in ("x" * 5000, "t1 " + "Q" * 5000, "/" * 5000, "[" * 5000, "t1 " + "AC " * 5000):
        with pytest.raises(cadogan.InvalidPositionError) as refused:
            cadogan.game("klondike").parse(text)
        assert len(str(refused.value)) < 400, text[:10]


# --- moves ---------------------------------------------------------------------------------------


def test_moves_are_read_as_people_write_them() -> None:
    p = lay("klondike", "s", t1="9S 8H 7S", t2="9C")
    assert p.play("t1-t2x2") == p.play(" T1-T2X2 ")
    assert p.play("s-w") == p.play("deal") == p.play("turn")
    canfield = lay("canfield", "s", f1="5C", r="6C", t1="9D", t2="2S", t3="2C", t4="2D")
    assert canfield.play("r1-f1") == canfield.play("r-f1")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("t1", "is not a move: write source and target as t3-t5"),
        ("t1-t2x0", "the number of cards must be 1 or more"),
        ("t1@0-t2", "the number of cards must be 1 or more"),
        ("t1@2-t2x2", "the number of cards must be 1 or more"),
        ("t8-t1", "Klondike has no pile 't8'; its t piles are t1 to t7"),
        ("r-t1", "Klondike has no pile 'r'"),
        ("t1-t2x1234", "is not a move"),
        ("flip", "is not a move"),
        ("z" * 5000, "is not a move"),
    ],
)
def test_moves_that_cannot_be_read(text: str, words: str) -> None:
    p = cadogan.game("klondike").deal(1)
    for ask in (p.play, p.why_not):
        with pytest.raises(cadogan.InvalidMoveError) as refused:
            ask(text)
        assert words in str(refused.value)
        assert len(str(refused.value)) < 250


def test_what_a_move_touches() -> None:
    p = lay("klondike-draw-3", "s", t1="9S 8H 7S", t2="9C")
    moves = {m.text: m for m in p.legal_moves}
    run, turn = moves["t1-t2x2"], moves["s-wx3"]
    assert (run.kind, run.source, run.target, run.count) == ("move", "t1", "t2", 2)
    assert (turn.kind, turn.source, turn.target, turn.count) == ("deal", "s", "w", 3)


# --- by chance -----------------------------------------------------------------------------------


@settings(deadline=None, max_examples=60)
@given(st.sampled_from(GAMES), st.integers(1, 10**12), st.integers(0, 30), st.randoms())
def test_every_position_is_read_back(game_id: str, deal: int, steps: int, rng: object) -> None:
    game = cadogan.game(game_id)
    position = game.deal(deal)
    for _ in range(steps):
        moves = position.move_texts()
        if not moves:
            break
        position = position.play(choose(rng, moves))  # type: ignore[arg-type]
    assert game.parse(str(position)) == position
    assert game.parse(position.to_line()) == position
    assert hash(game.parse(position.to_line())) == hash(position)


TOKENS = [
    "AC",
    "KS",
    "TH",
    "10H",
    "??",
    "[",
    "]",
    "|",
    "-",
    "/",
    "\n",
    " ",
    "..",
    "f1",
    "t3",
    "w",
    "s",
    "r1",
    "c2",
    "redeals",
    "base",
    "key",
    "=",
    ":",
    "1",
    "99",
    "♥",
    "xx",
    "\x00",
    "é",
]


@settings(deadline=None, max_examples=150)
@given(
    st.sampled_from(["klondike", "canfield", "british-square", "birthday", "la-belle-lucie"]),
    st.one_of(st.text(max_size=60), st.lists(st.sampled_from(TOKENS), max_size=40).map("".join)),
)
@example("klondike", "t1 AC..KS")
@example("birthday", "f1 2S..2S")
@example("british-square", "t1 |")
@example("klondike", "t1 [[AC]]")
@example("canfield", "base XX")
def test_nothing_but_its_own_errors_when_reading_positions(game_id: str, text: str) -> None:
    game = cadogan.game(game_id)
    try:
        position = game.parse(text)
    except cadogan.CadoganError as error:
        told = str(error)
    else:
        assert game.parse(str(position)) == position
        return
    assert 0 < len(told) < 500


@settings(deadline=None, max_examples=100)
@given(st.data())
def test_a_damaged_position_is_read_or_refused(data: st.DataObject) -> None:
    """Cut a piece out of a good text, or put one in: never anything but a clear answer."""
    game = cadogan.game(data.draw(st.sampled_from(["klondike", "canfield", "british-square"])))
    text = data.draw(st.sampled_from([str(game.deal(1)), game.deal(1).to_line()]))
    a = data.draw(st.integers(0, len(text)))
    b = data.draw(st.integers(a, min(len(text), a + 8)))
    text = text[:a] + data.draw(st.sampled_from([*TOKENS, ""])) + text[b:]
    try:
        position = game.parse(text)
    except cadogan.CadoganError:
        return
    assert game.parse(position.to_line()) == position
    assert position.move_texts() is not None


@settings(deadline=None, max_examples=150)
@given(
    st.one_of(
        st.text(max_size=20),
        st.from_regex(r"[ftrcws][0-9]{0,2}(@[0-9]{1,3})?-[ftrcws][0-9]{0,2}(x[0-9]{1,3})?"),
    )
)
@example("t1@99-f1")
@example("t1-f1x999")
@example("s-wx2")
@example("t²-t1")
def test_nothing_but_its_own_errors_when_reading_moves(text: str) -> None:
    p = cadogan.game("three-shuffles-and-a-draw").deal(1)
    q = cadogan.game("klondike-draw-3").deal(1)
    for position in (p, q):
        try:
            reason = position.why_not(text)
        except cadogan.InvalidMoveError:
            continue
        if reason is None:
            position.play(text)
        else:
            with pytest.raises(cadogan.IllegalMoveError, match=re.escape(reason)):
                position.play(text)


def test_foundations_show_their_direction_without_a_mark() -> None:
    """What lies on a first card of Braid was played there: all foundations go the same way."""
    braid = cadogan.game("braid")
    position = braid.deal(1)
    while not any("-f" in move for move in position.move_texts()):
        position = position.play(position.move_texts()[0])
    while len(position.piles["f1"]) < 2:
        position = position.play(next(move for move in position.move_texts() if "-f" in move))
    text = str(position)
    (line,) = [line for line in text.splitlines() if " | " in line]
    unmarked = braid.parse(text.replace(" | ", " "))
    assert line.startswith("f1 ")
    assert unmarked == position
    assert unmarked.move_texts() == position.move_texts()
    assert str(unmarked) == text


def test_a_first_card_alone_shows_no_direction() -> None:
    position = cadogan.game("braid").deal(1)
    assert "|" not in str(position)
    assert cadogan.game("braid").parse(str(position)) == position
