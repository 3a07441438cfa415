"""The sparring partner itself: one number gives one definition, and findings are made small."""

from __future__ import annotations

import tomllib

import pytest

from tests.spar.draw import KEYS, WORDS, draw, words_of
from tests.spar.refusals import SAID
from tests.spar.shrink import shrink
from tests.spar.spar import PARTS, QUICK, bout, look, refusal_of
from tests.spar.toml import write

# --- the partner itself --------------------------------------------------------------------------


def test_one_number_gives_one_definition_and_most_load() -> None:
    tables = [draw(seed) for seed in range(200)]
    assert tables == [draw(seed) for seed in range(200)]
    assert len({write(table) for table in tables}) == 200
    assert all(tomllib.loads(write(table)) == table for table in tables)
    assert sum(not refusal_of(table) for table in tables) > 120


def test_counting_up_reaches_every_key_and_most_phrases() -> None:
    found = set().union(*(words_of(draw(seed)) for seed in range(600)))
    assert found <= {*WORDS}
    assert {key for key, _ in found} == {*KEYS}
    assert len(found) > 0.9 * len(WORDS)


def test_the_same_number_finds_the_same() -> None:
    assert [bout(seed, QUICK) for seed in range(5)] == [bout(seed, QUICK) for seed in range(5)]


def test_kinds_of_sentences_are_told_apart() -> None:
    kinds = [kind for kind, *_ in SAID]
    assert len({*kinds}) == len(kinds)


def test_a_finding_is_made_small(monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted fault: whoever writes ``keep`` in a tableau is said to lose a card."""

    def planted(table: dict[str, object], *_: object) -> None:
        if "keep" in str(table.get("tableau")):
            raise KeyError("planted")

    monkeypatch.setitem(PARTS, "texts", planted)
    tables = (table for table in map(draw, range(2000)) if 300 < len(write(table)) < 400)
    fault = next(fault for table in tables if (fault := look(table, "texts", 1, 5)))
    small, steps = shrink(fault, seconds=60)
    assert small.kind == fault.kind
    assert steps == 0
    needed = {"piles", "deal", "build", "take", "space", "keep"}
    assert len({*small.table["tableau"]} - needed) <= 1, "a stock may be left that must be drawn on"
    rest = {*small.table} - {"name", "family", "decks", "ranks", "foundation", "tableau"}
    assert rest <= {"win", "stock"}
