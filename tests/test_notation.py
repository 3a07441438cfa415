"""Notation of positions and moves: one canonical form, strict reading, one family of errors."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import cadogan
from cadogan.model.position import Position
from tests.cases.messages import refused
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
    """Return the cards of a pack that are not in `used`."""
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


def test_counters_are_written_when_they_are_not_zero() -> None:
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
def test_harmless_variations_are_accepted(changed: object) -> None:
    assert callable(changed)
    assert cadogan.game("klondike").parse(changed(BLOCK.format(STOCK))) == klondike()


def test_the_tableau_alone_is_a_position() -> None:
    game = cadogan.game("freecell")
    p = game.deal(1)
    columns = "/".join("".join(p.piles[f"t{i}"]) for i in range(1, 9))
    assert game.parse(columns) == p


def test_the_missing_pile_is_worked_out() -> None:
    hidden = BLOCK.format(STOCK).replace("[QC]", "[??]")
    assert cadogan.game("klondike").parse(hidden) == klondike()
    with refused(cadogan.InvalidPositionError, "positions.unknown-cards"):
        cadogan.game("klondike").parse(hidden.replace("7S", "??"))


# --- strictness ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("w 5H", "w -", "missing"),
        ("w 5H", "w 5H KS", "too-often"),
        ("w 5H", "w KS", "too-often-and-missing"),
        ("w 5H", "w ??  ??", "too-many-unknown"),
        ("w 5H", "w 5X", "no-card"),
        ("w 5H", "w 5H -", "dash"),
        ("[QC] 9D", "[QC 9D", "open-bracket"),
        ("[QC] 9D", "[QC 9D]", "top-down"),
        ("[QC] 9D", "9D [QC]", "bracket"),
        ("[QC] 9D", "QC | 9D", "bar"),
        ("t4 -", "t4 ", "nothing"),
        ("t4 -", "t3 -", "pile-twice"),
        ("t4 -", "t9 -", "no-pile"),
        ("t4 -", "c1 -", "no-kind"),
        ("AC..4C", "AC..4D", "no-run"),
        ("AD 2D", "2D AD", "base"),
        ("f2 AD 2D", "f2 AD 2D\nredeals 1", "no-redeals"),
        ("f3 -", "f3 -\nshifts 1", "no-shifts"),
    ],
)
def test_positions_that_cannot_be_read(old: str, new: str, key: str) -> None:
    text = BLOCK.format(STOCK)
    assert old in text
    with refused(cadogan.InvalidPositionError, f"positions.{key}"):
        cadogan.game("klondike").parse(text.replace(old, new))


@pytest.mark.parametrize(
    ("game", "rest", "piles", "key"),
    [
        ("klondike", "s", {"f2": "AD 3D"}, "foundation-order"),
        ("klondike", "s", {"f1": "AS"}, "foundation-base"),
        ("freecell", "t1", {"c1": "AS 2S"}, "cell-full"),
    ],
)
def test_impossible_piles(game: str, rest: str, piles: dict[str, str], key: str) -> None:
    with refused(cadogan.InvalidPositionError, f"positions.{key}"):
        lay(game, rest, **piles)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "empty"),
        (" \n ", "empty"),
        ("AC/AD", "too-few-piles"),
        ("f1 AC\n2D", "some-named"),
        ("redeals 1", "counter-alone"),
    ],
)
def test_texts_that_are_not_positions(text: str, key: str) -> None:
    with refused(cadogan.InvalidPositionError, f"positions.{key}"):
        cadogan.game("klondike").parse(text)


@pytest.mark.parametrize("counter", ["4", "-1", "x", "1\nredeals 1"])
def test_invalid_counters(counter: str) -> None:
    with pytest.raises(cadogan.InvalidPositionError):
        lay("klondike-draw-3-three-passes", "s", f"redeals {counter}")


def test_errors_of_long_texts_are_short() -> None:
    for text in ("x" * 5000, "t1 " + "Q" * 5000, "/" * 5000, "[" * 5000, "t1 " + "AC " * 5000):
        with pytest.raises(cadogan.InvalidPositionError, match=r"^.{,399}$"):
            cadogan.game("klondike").parse(text)


# --- moves ---------------------------------------------------------------------------------------


def test_moves_are_read_as_people_write_them() -> None:
    p = lay("klondike", "s", t1="9S 8H 7S", t2="9C")
    assert p.play("t1-t2x2") == p.play(" T1-T2X2 ")
    assert p.play("s-w") == p.play("deal") == p.play("turn")
    canfield = lay("canfield", "s", f1="5C", r="6C", t1="9D", t2="2S", t3="2C", t4="2D")
    assert canfield.play("r1-f1") == canfield.play("r-f1")


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("t1", "no-target"),
        ("t1-t2x0", "count"),
        ("t1@0-t2", "count"),
        ("t1@2-t2x2", "count"),
        ("t8-t1", "no-pile"),
        ("r-t1", "no-kind"),
        ("t1-t2x1234", "too-long-a-count"),
        ("flip", "no-move"),
        pytest.param("z" * 5000, "too-long", id="z"),
    ],
)
def test_moves_that_cannot_be_read(text: str, key: str) -> None:
    p = cadogan.game("klondike").deal(1)
    for use in (p.play, p.why_not):
        with refused(cadogan.InvalidMoveError, f"move-texts.{key}", text=text):
            use(text)


def test_piles_and_cards_of_a_move() -> None:
    p = lay("klondike-draw-3", "s", t1="9S 8H 7S", t2="9C")
    moves = {m.text: m for m in p.legal_moves}
    run, turn = moves["t1-t2x2"], moves["s-wx3"]
    assert (run.kind, run.source, run.target, run.count) == ("move", "t1", "t2", 2)
    assert (turn.kind, turn.source, turn.target, turn.count) == ("deal", "s", "w", 3)


# --- random texts --------------------------------------------------------------------------------


@settings(deadline=None, max_examples=25)
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
    *"[]|-/=: \n\x00é♥1",
    "AC",
    "KS",
    "TH",
    "10H",
    "??",
    "..",
    "f1",
    "t3",
    "w",
    "s",
    "r1",
    "c2",
]
TOKENS += ["redeals", "base", "key", "99", "xx"]


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
def test_reading_positions_raises_only_our_own_errors(game_id: str, text: str) -> None:
    game = cadogan.game(game_id)
    with suppress(cadogan.CadoganError):
        position = game.parse(text)
        assert game.parse(str(position)) == position
        return
    with pytest.raises(cadogan.CadoganError, match=r"(?s)^.{1,499}$"):
        game.parse(text)


@settings(deadline=None, max_examples=100)
@given(st.data())
def test_a_damaged_position_is_read_or_refused(data: st.DataObject) -> None:
    game = cadogan.game(data.draw(st.sampled_from(["klondike", "canfield", "british-square"])))
    text = data.draw(st.sampled_from([str(game.deal(1)), game.deal(1).to_line()]))
    a = data.draw(st.integers(0, len(text)))
    b = data.draw(st.integers(a, min(len(text), a + 8)))
    text = text[:a] + data.draw(st.sampled_from([*TOKENS, ""])) + text[b:]
    with suppress(cadogan.CadoganError):
        position = game.parse(text)
        assert game.parse(position.to_line()) == position


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
def test_reading_moves_raises_only_our_own_errors(text: str) -> None:
    for game_id in ("three-shuffles-and-a-draw", "klondike-draw-3"):
        position = cadogan.game(game_id).deal(1)
        with suppress(cadogan.InvalidMoveError):
            if (reason := position.why_not(text)) is None:
                position.play(text)
            else:
                with pytest.raises(cadogan.IllegalMoveError, match=re.escape(reason)):
                    position.play(text)


def test_foundations_show_their_direction_without_a_mark() -> None:
    """Show foundation directions in Braid: a card on a base card was played there and sets them."""
    braid = cadogan.game("braid")
    position = braid.deal(1)
    assert "|" not in str(position), "a first card alone shows no direction"
    assert braid.parse(str(position)) == position
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
