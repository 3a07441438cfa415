"""Tests of positions made by hand, with results from the books: the files in ``positions``.

The first line of a case sets up a position in one of three ways:

- the game, the piles that hold the other cards of the pack, some piles, and counters;
- the game and a deal;
- the game and some cards, each with its place in the dealing order.

For example::

    klondike turn=three; s t7; t1 [2C] KH, f1 AC..5C; redeals 1
    klondike; deal 7
    klondike; order 0 KS, 2 AH

``AC..5C`` is a run in suit, up or down. A name after ``@`` refers to a definition in the file. The
lines below state what must hold in the position:

| line | meaning |
|---|---|
| ``t w > f: t1-f1 w-f2`` | the legal moves from some piles, or kinds of pile, to others |
| ``moves: ...``, ``actions: ...`` | all legal moves; all that name no card |
| ``can t1-f1 w-f2``, ``cannot t1-f2`` | moves that are legal; moves that are not |
| ``t1-f2: key`` | a refused move, with the key of its sentence in ``golden/messages.txt`` |
| ``t1@2-f1 means t1-f1`` | two texts for the same move |
| ``t1 = [2C] KH``, ``t1 ends KH``, ``t1 begins 2C`` | a pile: all, top or bottom card |
| ``heights t1 3, s 7``, ``down t1 1`` | numbers of cards; numbers of face-down cards |
| ``count redeals 1`` | a counter |
| ``won``, ``not won``, ``over``, ``not over`` | the state of the game |
| ``play t1-f1 s-w`` | moves to play; the indented lines below hold after them |

Every position is also written in both notations and read back.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import cadogan
from cadogan.core.cards import RANKS
from cadogan.model.position import Game, Position
from cadogan.rules.loading import load_table
from tests.cases.messages import MESSAGES, template
from tests.cases.reading import Case, Table, cases_in
from tests.hand import actions, between, lay, order_for

CASES = cases_in(Path(__file__).parent / "positions")


def expand(cards: str) -> str:
    """Expand the runs in a string of cards.

    >>> expand("9C AD..3D KH..JH"), expand("-")
    ('9C AD 2D 3D KH QH JH', '')
    """

    def run(found: re.Match[str]) -> str:
        first, last, suit = RANKS.index(found[1]), RANKS.index(found[2]), found[3]
        step = 1 if last > first else -1
        return " ".join(RANKS[i] + suit for i in range(first, last + step, step))

    return re.sub(r"(\w)\w\.\.(\w)(\w)", run, "" if cards == "-" else cards)


def game_of(words: str, definitions: dict[str, Table]) -> Game:
    """Return the game that the first words of a case name."""
    if words.startswith("@"):
        name, _, variant = words[1:].partition("/")
        return Game(load_table(definitions[name], "case.toml")[variant or "case"])
    name, *options = words.split()
    return cadogan.game(name, **dict(option.split("=") for option in options))


def laid_out(line: str, definitions: dict[str, Table]) -> Position:
    """Return the position that the first line of a case sets up."""
    words, second, *more = (part.strip() for part in line.split(";"))
    game = game_of(words, definitions)
    if second.startswith("deal "):
        return game.deal(second.removeprefix("deal "))
    if second.startswith("order"):
        placed = (pair.split() for pair in second.removeprefix("order").split(",") if pair)
        cards = order_for(((int(at), card) for at, card in placed), game.definition.decks)
        return game.deal_from(cards)
    piles, counters = (*more, "", "")[:2]
    listed = (pile.strip().partition(" ") for pile in piles.split(",") if pile.strip())
    counters = counters.replace(", ", "\n")
    return lay(game, second, counters, **{name: expand(cards) for name, _, cards in listed})


def shown(position: Position, name: str) -> str:
    """Return the cards of a pile as text, with the face-down ones in brackets."""
    cards, down = position.piles[name], position.down[name]
    hidden = [f"[{' '.join(cards[:down])}]"] if down else []
    return " ".join([*hidden, *cards[down:]])


def _numbers(found: Callable[[str], object], wanted: str) -> None:
    for part in wanted.split(", "):
        name, _, number = part.rpartition(" ")
        assert str(found(name)) == number, name


def _moves_hold(position: Position, line: str) -> bool:
    """Check a line about moves, and return whether the line was about moves."""
    word, _, rest = line.partition(" ")
    if found := re.fullmatch(r"(.+) > (.+?): (.+)", line):
        wanted = {*found[3].split()} - {"-"}
        assert between(position, found[1], found[2]) == wanted, line
    elif word == "moves:":
        assert position.move_texts() == rest.replace("-none-", "").split()
    elif word == "actions:":
        assert actions(position) == {*rest.split()} - {"-"}
    elif word in ("can", "cannot"):
        legal = {*position.move_texts()}
        assert all((move in legal) == (word == "can") for move in rest.split()), line
    elif found := re.fullmatch(r"(\S+) means (\S+)", line):
        assert position.parse_move(found[1]).text == found[2]
    elif found := re.fullmatch(r"(\S+): (\S+)", line):
        sentence = position.why_not(found[1])
        assert sentence is not None, f"{found[1]} is legal"
        MESSAGES.check("moves", found[2], template(sentence))
    else:
        return False
    return True


def _piles_hold(position: Position, line: str) -> None:
    """Check a line about piles, counters or the state of the game."""
    word, _, rest = line.partition(" ")
    state = {"won": position.won, "over": position.over}
    if word == "heights":
        _numbers(lambda name: len(position.piles[name]), rest)
    elif word == "down":
        _numbers(lambda name: position.down[name], rest)
    elif word == "count":
        _numbers(lambda name: position.counters[name], rest)
    elif line.removeprefix("not ") in state:
        assert state[line.removeprefix("not ")] == (word != "not"), line
    elif found := re.fullmatch(r"(\S+) = (.+)", line):
        assert shown(position, found[1]) == expand(found[2]), found[1]
    elif found := re.fullmatch(r"(\S+) (ends|begins) (\S+)", line):
        assert position.piles[found[1]][-1 if found[2] == "ends" else 0] == found[3]
    else:
        pytest.fail(f"unknown form of line: {line}")


def check_texts(position: Position) -> None:
    """Check that both notations of a position read back as the same position."""
    for text in (str(position), position.to_line()):
        assert position.game.parse(text) == position, text


def check(case: Case) -> None:
    """Check all lines of a case."""
    at: list[tuple[int, Position]] = []
    for line in filter(str.strip, case.lines):
        indent = len(line) - len(line.lstrip())
        text = line.strip()
        if indent == 0:
            at = [(0, laid_out(text, case.definitions))]
            check_texts(at[0][1])
            continue
        while at[-1][0] >= indent:
            at.pop()
        position = at[-1][1]
        if text.startswith("play "):
            for move in text.removeprefix("play ").split():
                position = position.play(move)
            check_texts(position)
            at.append((indent, position))
        elif not _moves_hold(position, text):
            _piles_hold(position, text)


@pytest.mark.parametrize("name", CASES)
def test_positions(name: str) -> None:
    check(CASES[name])
