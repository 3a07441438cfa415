"""Tests of the conditions of proofs: what the solver can prove after a few keys change.

A case is a game, the keys that change, and the expected result::

    golf
    win = "tableau and stock empty"
    > off holes.way

| line | expected result |
|---|---|
| ``> off FIELD`` | the analysis field is on for the game, and off after the change |
| ``> safety WORDS`` | the conditions in the proof of safe moves, see ``safety_words`` |
| ``> safe in LINE: MOVES`` | the safe moves in a position |
| ``> loses in LINE: MOVE`` | a move that loses a won position, and so must not be safe |
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import cadogan
from cadogan.model.position import Game
from cadogan.rules.loading import load_table
from cadogan.solver.analysis.analysis import analyse
from cadogan.solver.safe_moves import PROOF, safe_moves, safety_rules
from cadogan.state.records import flattened
from tests.brute import decide
from tests.cases.reading import Case, blocks, cases_in, changed
from tests.tiny import made

CASES = cases_in(Path(__file__).parent / "proofs")


def is_on(game: Game, field: str) -> bool:
    """Return whether an analysis field is on for a game."""
    value = dict(flattened(analyse(game)))[field]
    return any(value) if isinstance(value, list) else bool(value)


def safety_words(game: Game) -> str:
    """Return the conditions in the proof of safe moves for a game.

    | word | meaning |
    |---|---|
    | ``nothing`` | no move is safe |
    | ``barred`` | moves from some piles are never safe; the letters of these piles follow |
    | ``strict`` | cards that could lie on a card must be on foundations already |
    | ``gathered`` | no move is safe before a redeal gathers the cards |
    | ``covered`` | no move is safe before the stock is empty |
    | ``choices`` | different foundations could accept the same card |
    | ``chains`` | every move to a foundation is safe |
    | ``rows`` | foundations are rows, each limited by the row above |
    """
    R, rules = game.compiled_rules, safety_rules(game)
    if not rules.used:
        return "nothing"
    words = {
        "chains": rules.chains,
        "choices": rules.choices,
        "covered": rules.covered,
        "gathered": rules.gathered[R.foundations],
        "rows": rules.rows,
        "strict": rules.strict,
    }
    piles = [p for p in range(R.foundations, R.piles) if p != R.stock.pile and rules.barred[p]]
    letters = "".join(sorted({game.pile_names[p][0] for p in piles}))
    found = [word for word, holds in words.items() if holds]
    return " ".join([*found, "barred", letters] if letters else found)


def check_safety(game: Game, of: str, words: str) -> None:
    """Check the conditions in the proof of safe moves, and that the stock is barred."""
    assert PROOF.covers(game.features) or of == "osmosis", "otherwise the features would show it"
    assert safety_words(game) == words
    if (stock := game.compiled_rules.stock.pile) >= 0:
        assert safety_rules(game).barred[stock]


def check_loss(game: Game, line: str, move: str) -> None:
    """Check that a losing move is not safe."""
    assert PROOF.covers(game.features), "otherwise the features would show it"
    position = game.parse(line)
    assert move not in safe_moves(position)
    assert decide(position) is True
    assert decide(position.play(move)) is False


def check(case: Case) -> None:
    """Check all blocks of a case."""
    for of, *changes, last in blocks(case.lines):
        if of in case.definitions:
            game = Game(load_table(changed(case.definitions[of], changes), "case.toml")["case"])
        else:
            game = Game(made("case", of, changed({}, changes)))
        found = re.fullmatch(r"> (off|safety|safe in|loses in) ?(?:(\S+):)? ?(.*)", last)
        assert found, last
        what, line, rest = found.groups()
        if what == "off":
            assert is_on(cadogan.game(of), rest)
            assert not is_on(game, rest)
        elif what == "safety":
            check_safety(game, of, rest)
        elif what == "safe in":
            assert safe_moves(game.parse(line)) == rest.split()
        else:
            check_loss(game, line, rest)


@pytest.mark.parametrize("name", CASES)
def test_proofs(name: str) -> None:
    check(CASES[name])
