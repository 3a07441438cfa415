"""Cards exchanged at will, gaps that look to both sides, foundations that all go one way."""

from __future__ import annotations

import random
from importlib import resources

import pytest

import cadogan
from cadogan import engine
from cadogan.core.cards import card_text
from cadogan.model.position import Game, Position
from cadogan.rules.loading import load_text
from cadogan.session.announce import describe_move
from cadogan.state.snapshot import freeze, new_state, thaw

# --- Poker Shuffle -------------------------------------------------------------------------------

FLUSHES = [f"{r}{s}" for s in "CDHS" for r in "A2345"] + ["6C", "7C", "8C", "9C", "TC"]


def square(cards: list[str]) -> Position:
    """Lay out the square of Poker Shuffle, row by row."""
    left = sorted({*map(card_text, range(52))} - {*cards})
    lines = [f"t{i} {card}" for i, card in enumerate(cards, 1)]
    return cadogan.game("poker-shuffle").parse("\n".join([*lines, f"d {' '.join(left)}"]))


def test_any_two_cards_change_places_and_two_hundred_points_win() -> None:
    # five straight flushes across; the fives are exchanged with cards of other rows
    cards = [*FLUSHES]
    for one, two in ((4, 24), (9, 14)):
        cards[one], cards[two] = cards[two], cards[one]
    start = square(cards)
    assert len(start.legal_moves) == 25 * 24 // 2
    assert {move.kind for move in start.legal_moves} == {"swap"}
    assert (
        describe_move(start, start.parse_move("t25=t5"))
        == "Ten of clubs and five of clubs change places"
    )
    assert start.won, "three straight flushes alone are 225"
    poor = square(random.Random(1).sample(FLUSHES, 25))
    assert not poor.won
    assert poor.play("t1=t2").piles["t1"] == poor.piles["t2"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("t3=t3", "Two cards that change places lie on different piles."),
        ("t3=d", "No card of the discard changes places with another."),
        ("t3-t4", "Nothing may be taken from tableau pile 3."),
    ],
)
def test_what_does_not_change_places(text: str, why: str) -> None:
    assert square(FLUSHES).why_not(text) == why


SWAPPED = """
name = "Trial"
family = "Trials"
decks = 2
win = "stock empty"
[tableau]
piles = 4
deal = 1
build = "none"
take = "none"
space = "any card"
from = ["stock"]
most = 1
exchange = true
[stock]
turned = true
to = ["tableau", "foundation"]
[foundation]
piles = 1
start = "any card"
build = "any card"
cards = 104
"""


def trial(text: str) -> Game:
    """Return a game of a definition."""
    return Game(load_text(text, "trial.toml")["trial"])


def test_equal_cards_do_not_change_places() -> None:
    game = trial(SWAPPED)
    rest = [card_text(c) for c in game.compiled.cards]
    for card in ("2C", "2C", "KD"):
        rest.remove(card)
    position = game.parse(f"t1 2C\nt2 2C\nt3 KD\nt4 -\ns [{' '.join(rest[1:])}] {rest[0]}")
    assert [m.text for m in position.legal_moves if m.kind == "swap"] == ["t1=t3", "t2=t3"]
    why = "It would make no difference: both cards are the two of clubs."
    assert position.why_not("t1=t2") == why
    assert position.why_not("t1=t4") == "There is no card on tableau pile 4."


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("most = 1", "most = 2", "of one card each, face up"),
        ("most = 1", 'most = 1\nface = "down"', "of one card each, face up"),
        ("most = 1", "most = 1\nrow = 2", "do not agree with 'row'|row"),
        ("most = 1", "most = 1\ncovered_by = [[2], [], [], []]", "'covered_by'"),
        ("most = 1\n", "", "most"),
    ],
)
def test_exchanges_that_contradict_other_keys(old: str, new: str, why: str) -> None:
    with pytest.raises(cadogan.InvalidDefinitionError, match=why):
        trial(SWAPPED.replace(old, new))


# --- Maze ----------------------------------------------------------------------------------------


def maze(*rows: str) -> Position:
    """Lay out Maze by hand, six rows of nine."""
    cells = [cell for row in rows for cell in row.split()]
    assert len(cells) == 54
    lines = [f"t{i} {cell}" for i, cell in enumerate(cells, 1)]
    return cadogan.game("maze").parse("\n".join([*lines, "d KC KD KH KS"]))


ROUND = [f"{r}{s}" for s in "CDHS" for r in "A23456789TJQ"]


def rows(cells: list[str]) -> list[str]:
    """Write places down in rows of nine."""
    return [" ".join(cells[at : at + 9]) for at in range(0, 54, 9)]


def test_a_gap_looks_to_both_sides_and_round_the_ring() -> None:
    # the first place follows the last; 5C and 7H are out of their places
    cells = [*ROUND[1:4], "-", "-", *ROUND[5:], "7H", "-", "-", "AC", "-", "-"]
    cells[cells.index("7H", 0)] = "-"
    cells[cells.index("7H")] = "5C"
    assert cells.count("5C") == 1
    cells[cells.index("-")] = "7H"
    p = maze(*rows(cells))
    assert p.piles["t4"] == ("7H",)
    moves = {*p.move_texts()}
    five = f"t{cells.index('5C') + 1}"
    assert f"{five}-t5" in moves, "before the six at its right"
    assert f"t4-t{cells.index('6H') + 2}" in moves, "after the six at its left"
    assert p.why_not(f"t4-t{cells.index('AC') + 2}") == (
        "The seven of hearts may not fill the gap: it is not next up in suit after the ace of"
        " clubs, and at its right there is a gap as well."
    )
    assert p.why_not("t4-t54") == (
        "The seven of hearts may not fill the gap: at its left there is a gap as well, and the two"
        " of clubs is not next up in suit after it."
    )


def test_any_ace_goes_behind_a_queen_but_none_before_an_ace() -> None:
    cells = ["AD", *ROUND[1:12], "-", *(c for c in ROUND[12:] if c != "AD"), *["-"] * 5, "AC"]
    cells.insert(0, cells.pop())
    cells[0], cells[1] = "-", "AC"
    cells[-1] = "AD"
    assert len(cells) == 54
    p = maze(*rows(cells))
    queen = cells.index("QC")
    assert {f"t54-t{queen + 2}", f"t2-t{queen + 2}"} <= {*p.move_texts()}
    after = f"t{queen + 2}"
    assert p.why_not(f"t{cells.index('9S') + 1}-{after}") == (
        "The nine of spades may not fill the gap: after the queen of clubs comes only an ace, and"
        " the two of diamonds is not next up in suit after it."
    )
    # t1 lies between the ace of diamonds and the ace of clubs
    assert [m for m in p.move_texts() if m.endswith("-t1")] == [f"t{cells.index('2D') + 1}-t1"]


def test_the_ring_is_won_wherever_it_begins_and_whatever_the_gaps() -> None:
    gaps = ["-"] * 6
    assert maze(*rows([*ROUND, *gaps])).won
    assert maze(*rows([*ROUND[30:], "-", *ROUND[:7], "-", "-", *ROUND[7:30], *gaps[:3]])).won
    swapped = [*ROUND]
    swapped[3], swapped[4] = swapped[4], swapped[3]
    assert not maze(*rows([*swapped, *gaps])).won


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('"up in suit"', '"up in suit, wrapping"', "in a ring rows must end"),
        ('"up in suit"', '"up or down in suit"', "in a ring rows must end"),
        ('row_start = "A"', 'row_start = ["A", "A", "A", "A", "A", "A"]', "every row begins alike"),
    ],
)
def test_rings_that_contradict_themselves(old: str, new: str, why: str) -> None:
    text = (resources.files("cadogan") / "games/maze.toml").read_text("utf-8")
    assert old in text
    with pytest.raises(cadogan.InvalidDefinitionError, match=why):
        load_text(text.replace(old, new), "maze.toml")


def test_gaps_of_rows_may_look_to_both_sides_as_well() -> None:
    text = """
name = "Rows"
family = "Trials"
decks = 1
ranks = "A 2 3"
suits = "C D"
win = "rows in order"
[tableau]
piles = 10
deal = [1, 1, 1, 0, 1, 1, 0, 1, 0, 0]
build = "up in suit"
take = "top card"
space = "either neighbour"
most = 1
row = 5
row_start = "A"
"""
    game = Game(load_text(text, "rows.toml")["rows"])
    p = game.parse("t1 -\nt2 2C\nt3 AD\nt4 -\nt5 3D\nt6 AC\nt7 -\nt8 3C\nt9 2D\nt10 -\n")
    # t1 is a left end before the 2C, t10 a right end behind the 2D; t4 and t7 lie between cards
    assert {*p.move_texts()} == {"t3-t1", "t6-t1", "t9-t4", "t2-t7", "t5-t10"}
    assert p.why_not("t8-t1") == (
        "The three of clubs may not fill the gap: the left end of this row takes an ace, and the"
        " two of clubs is not next up in suit after it."
    )


# --- Braid ---------------------------------------------------------------------------------------


def braid(piles: dict[str, str]) -> Position:
    """Lay out Braid by hand; what is not named lies in the stock."""
    game = cadogan.game("braid")
    rest = [card_text(c) for c in game.compiled.cards]
    for card in " ".join(piles.values()).replace("|", "").split():
        rest.remove(card)
    lines = [f"{name} {cards}" for name, cards in piles.items()]
    lines += [f"{n} -" for n in game.compiled.names if n not in piles and n != "s"]
    return game.parse("\n".join([*lines, f"s [{' '.join(rest)}]"]))


def test_the_first_card_on_a_first_one_sends_all_foundations_its_way() -> None:
    p = braid({"f1": "7C", "f2": "7D", "c1": "8C", "c2": "6C", "c3": "6D", "c4": "8D"})
    homes = {m for m in p.move_texts() if "-f" in m}
    assert homes == {"c1-f1", "c2-f1", "c3-f2", "c4-f2"}
    up = p.play("c1-f1")
    assert {m for m in up.move_texts() if "-f" in m} == {"c4-f2"}
    assert up.why_not("c3-f2") == (
        "The six of diamonds may not go on the seven of diamonds: the foundations are built up or"
        " down in suit, and all of them go in the same direction."
    )
    down = p.play("c2-f1")
    assert {m for m in down.move_texts() if "-f" in m} == {"c3-f2"}
    begun = braid({"f1": "7C | 6C", "c1": "7H", "w": "7C"})
    assert {m for m in begun.move_texts() if "-f" in m} == {"c1-f3", "w-f5"}


def test_only_the_braid_fills_its_places_until_it_is_gone() -> None:
    p = braid({"r1": "5D KH", "r2": "7H", "f1": "7C", "c1": "2D", "w": "3S"})
    assert "w-r3" not in p.move_texts(), "r3 is empty here, but there is a braid"
    played = p.play("r2-f3")
    assert played.piles["r2"] == ("KH",)
    gone = braid({"f1": "7C", "c1": "2D", "w": "3S"})
    assert {"w-r2", "w-c2"} <= {*gone.move_texts()}
    assert not {m for m in gone.move_texts() if m.startswith("c1-")}


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (", one way", "", "built 'up or down ..., one way', all alike"),
        ("piles = 8\ndeal = 1\nstart", "piles = 1\ndeal = 1\nstart", "one foundation alone"),
    ],
)
def test_what_does_not_go_the_same_way(old: str, new: str, why: str) -> None:
    text = (resources.files("cadogan") / "games/braid.toml").read_text("utf-8")
    text = text.partition("[layout]")[0]
    assert old in text
    with pytest.raises(cadogan.InvalidDefinitionError, match=why):
        load_text(text.replace(old, new), "braid.toml")


# --- Windmill ------------------------------------------------------------------------------------


def test_a_king_in_the_middle_goes_down_and_the_aces_at_the_corners_up() -> None:
    game = cadogan.game("windmill-king")
    start = game.deal(1)
    assert start.piles["f1"] == ("KS",)
    order = [card_text(c) for c in game.compiled.cards]
    assert game.compiled.compiled_rules.accept.full[:5] == [52, 13, 13, 13, 13]
    order.remove("KS")
    wanted = ["QD", "AC", "2H", "JD"]
    for card in wanted:
        order.remove(card)
    p = game.deal_from(["KS", *wanted, *order])
    assert {m for m in p.move_texts() if "-f" in m} == {"r1-f1", "r2-f2"}
    p = p.play("r1-f1").play("r2-f2")
    assert {"r3-f2", "r4-f1"} <= {*p.move_texts()}


# --- Royal Parade, the last row reversed ----------------------------------------------------------


def test_the_last_row_may_be_reversed_at_once_and_only_then() -> None:
    game = cadogan.game("royal-parade-reversed")
    p = game.deal(1)
    for _ in range(8):
        p = p.play("deal")
        assert "reverse" not in p.move_texts()
    late = "Only the row of the last deal may be reversed, and only at once."
    assert p.why_not("reverse") == late
    p = p.play("deal")
    assert "reverse" in p.move_texts()
    assert game.parse(str(p)) == p
    before = [p.piles[f"r{i}"] for i in range(1, 9)]
    after = p.play("reverse")
    tops = [after.piles[f"r{i}"][-1] for i in range(1, 9)]
    assert tops == [pile[-1] for pile in reversed(before)]
    assert [after.piles[f"r{i}"][:-1] for i in range(1, 9)] == [pile[:-1] for pile in before]
    assert after.why_not("reverse") == late, "once"
    other = p.play(next(m for m in p.move_texts() if m != "reverse"))
    assert other.why_not("reverse") == late, "at once, or not at all"
    why = cadogan.game("royal-parade").deal(1).why_not("reverse")
    assert why == "No row is reversed in Royal Parade."


def test_a_reversal_is_taken_back_exactly() -> None:
    game = cadogan.game("royal-parade-reversed")
    p = game.deal(2)
    for _ in range(9):
        p = p.play("deal")
    R = game.compiled_rules
    S = new_state(R)
    thaw(R, S, p.snapshot)
    numbers, parts = list(S.num), list(S.part)
    engine.make(R, S, p.parse_move("reverse").code)
    assert freeze(R, S) == p.play("reverse").snapshot
    engine.unmake(R, S)
    assert (freeze(R, S), S.num[:1], S.part) == (p.snapshot, numbers[:1], parts)


@pytest.mark.parametrize(
    ("stock", "why"),
    [
        ('deal = "2 to each reserve"', "a row is dealt by '1 to each ...'"),
        ('deal = "1 to each reserve"\nskips = "empty piles"', "does not agree with 'skips'"),
        ('deal = "1 to each reserve"\ntimes = 3', "does not agree with 'times'"),
    ],
)
def test_rows_that_are_not_reversed(stock: str, why: str) -> None:
    text = f"""
name = "Trial"
family = "Trials"
decks = 1
[reserve]
piles = 4
deal = 1
[foundation]
piles = 4
start = "A"
build = "up in suit"
[stock]
{stock}
last_reversed = true
"""
    with pytest.raises(cadogan.InvalidDefinitionError, match=why):
        trial(text)
