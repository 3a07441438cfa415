"""The everyday portion of the sparring: the same definitions every day, nothing new may show.

``make spar`` goes on from there for as long as one likes.
"""

from __future__ import annotations

import tomllib

import pytest

from tests.covering import few
from tests.fuzz.draw import KEYS, WORDS, draw, words_of
from tests.fuzz.known import KNOWN, known
from tests.fuzz.refusals import SAID
from tests.fuzz.shrink import shrink
from tests.fuzz.spar import PARTS, QUICK, bout, look, refusal_of
from tests.fuzz.toml import write

COUNT = 70  # definitions tried every day; with the rest some ten seconds
COMPILED = 10  # of them played by the compiled engine too
SOLVED = 3  # and solved


def check(seed: int, parts: list[str]) -> None:
    """Hold one definition to what is known."""
    for fault in bout(seed, parts):
        told = f"definition {seed}, {fault.part}: {fault.kind}\n{fault.told}\n\n{fault.toml}"
        assert known(fault), told


@pytest.mark.parametrize("start", few(range(0, COUNT, 10), 4))
def test_definitions_stand(start: int) -> None:
    for seed in range(start, start + 10):
        check(seed, QUICK)


def test_both_speeds_and_the_solver_stand() -> None:
    for seed in range(COMPILED):
        check(seed, ["both speeds", "judged"] if seed < SOLVED else ["both speeds"])


@pytest.mark.slow
@pytest.mark.parametrize("start", range(1000, 2000, 100))
def test_many_definitions_stand(start: int) -> None:
    for seed in range(start, start + 100):
        check(seed, list(PARTS))


def test_what_is_known_still_shows() -> None:
    for entry in KNOWN:
        assert entry.shows(), f"take it from the list: {entry.told}"


# --- the partner itself --------------------------------------------------------------------------


def test_one_number_gives_one_definition_and_most_load() -> None:
    tables = [draw(seed) for seed in range(200)]
    assert tables == [draw(seed) for seed in range(200)]
    assert len({write(table) for table in tables}) > 195
    assert all(tomllib.loads(write(table)) == table for table in tables)
    assert sum(not refusal_of(table) for table in tables) > 45


@pytest.mark.slow  # it draws two thousand definitions, and only a change of the drawing changes it
def test_counting_up_reaches_every_key_and_most_phrases() -> None:
    found = set().union(*(words_of(draw(seed)) for seed in range(2200)))
    assert found <= {*WORDS}
    assert {key for key, _ in found} == {*KEYS}
    assert len(found) > 0.9 * len(WORDS)


def test_the_same_number_finds_the_same() -> None:
    assert [bout(seed, QUICK) for seed in range(5)] == [bout(seed, QUICK) for seed in range(5)]


def test_kinds_of_sentences_are_told_apart() -> None:
    kinds = [kind for kind, *_ in SAID]
    assert len({*kinds}) == len(kinds)


@pytest.mark.slow  # a third of a minute, and only a change of the partner changes it
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
    # What a smaller definition would be refused for, or would no longer show, may be left.
    assert len({*small.table["tableau"]} - needed) <= 3
    rest = {*small.table} - {"name", "family", "decks", "ranks", "foundation", "tableau"}
    assert rest <= {"win", "score", "stock", "waste", "reserve", "count", "discard", "remove"}
