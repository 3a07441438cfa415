"""Tests of random definitions: a few by default, many if slow, more with ``-m fuzz``.

``CADOGAN_FUZZ_SECONDS`` sets how long ``-m fuzz`` runs, ``CADOGAN_FUZZ_SEED`` its first seed.
"""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import cadogan
from cadogan.rules import vocabulary
from cadogan.rules.definition import Option
from cadogan.rules.json_schema import json_schema
from cadogan.rules.to_toml import toml_text
from cadogan.rules.types import keys
from tests.fuzz import draw as drawing
from tests.fuzz.__main__ import main
from tests.fuzz.draw import asked_by, draw, language, refusal
from tests.fuzz.language import Language, Setting, Word
from tests.fuzz.refusals import SAID
from tests.fuzz.runner import PARTS, QUICK, faults_of, look
from tests.fuzz.shrink import shrink

CATALOG = Path(cadogan.__file__).parent / "i18n/locales/de/LC_MESSAGES/messages.po"
COUNT, COMPILED, SOLVED = 10, 4, 2  # definitions that the default tests check, compile and solve
TRIES = 40  # seeds to try for each word
# phrases that the loader refuses together with any other keys
REFUSED = {
    *(("last", "next"), ("last_when", "batch open")),
    *((key, "GROUP can be filled") for key in ("last_when", "merci.when", "redeal.when", "then")),
}


def check(seed: int, parts: list[str]) -> None:
    """Check the definition of one seed."""
    for fault in faults_of(seed, parts):
        pytest.fail(
            f"definition {seed}, {fault.part}: {fault.kind}\n{fault.told}\n\n{fault.toml}\n"
            f"repeat: python -m tests.fuzz --seed {seed} --count 1"
        )


def test_definitions_pass_every_check() -> None:
    for seed in range(COUNT):
        check(seed, QUICK)


def test_both_engines_and_the_solver_agree() -> None:
    for seed in range(COMPILED):
        check(seed, ["both speeds", "judged"] if seed < SOLVED else ["both speeds"])


@pytest.mark.slow
@pytest.mark.parametrize("start", range(1000, 1090, 30))
def test_many_definitions_pass_every_check(start: int) -> None:
    for seed in range(start, start + 30):
        check(seed, list(PARTS))


@pytest.mark.fuzz
def test_new_definitions_pass_every_check_for_a_while() -> None:
    seed = os.environ.get("CADOGAN_FUZZ_SEED", str(random.SystemRandom().randrange(10**9)))
    seconds = os.environ.get("CADOGAN_FUZZ_SECONDS", "300")
    arguments = ["--seed", seed, "--seconds", seconds]
    print(f"python -m tests.fuzz {' '.join(arguments)}")  # pytest prints the command with a failure
    assert main(arguments) == 0


# --- the generator -------------------------------------------------------------------------------


def test_a_seed_always_gives_the_same_valid_definition() -> None:
    tables = [draw(seed) for seed in range(12)]
    assert tables[:6] == [draw(seed) for seed in range(6)]
    assert len({toml_text(table) for table in tables}) == len(tables)
    assert all(tomllib.loads(toml_text(table)) == table for table in tables)
    assert not any(refusal(table) for table in tables)


@pytest.mark.slow
def test_a_seed_gives_the_same_definition_in_every_process() -> None:
    """The order of sets differs between processes, and the draws do not depend on it."""
    script = "from tests.fuzz.draw import draw; print([draw(seed) for seed in range(12)])"
    drawn = {
        subprocess.check_output([sys.executable, "-c", script], env={**os.environ, **one})
        for one in ({"PYTHONHASHSEED": "0"}, {"PYTHONHASHSEED": "1"})
    }
    assert len(drawn) == 1


def test_counting_up_selects_every_word_and_different_pairs() -> None:
    count = len(language().words)
    asked = [asked_by(seed) for seed in range(2 * count)]
    assert {words[0] for words in asked[:count]} == {*language().words}
    assert len({frozenset(words) for words in asked}) == len(asked)


# This test takes half a minute; its result changes only with the language or the generator
@pytest.mark.slow
def test_every_key_and_every_phrase_is_accepted() -> None:
    words = language().words
    found, kinds = set[Word](), set[str]()
    phrases = {(word.key, word.phrase) for word in words} - REFUSED
    for word in words:
        alike = [other for other in words if (other.key, other.phrase) == (word.key, word.phrase)]
        tries = range(TRIES * ((word.key, word.phrase) in phrases))
        for seed in tries:
            if {*alike} & found and any(word.path == other.path for other in found):
                break
            wanted = word if seed % 2 == 0 else alike[seed // 2 % len(alike)]
            table = draw(seed, [wanted])
            found |= language().words_of(table)
            kinds |= {option["kind"] for option in table.get("options", {}).values()}
    assert phrases - {(word.key, word.phrase) for word in found} == set()
    assert {word.path for word in words} - {word.path for word in found} == set()
    assert {(word.key, word.phrase) for word in found} & REFUSED == set()
    assert kinds == {*(keys(Option)["kind"].words or ())}


@pytest.fixture
def fresh_language() -> Iterator[None]:
    """Rebuild the language before and after a test."""
    caches = (drawing.language, drawing._games_with, drawing._words)
    for cache in caches:
        cache.cache_clear()
    yield
    for cache in caches:
        cache.cache_clear()


@pytest.mark.usefixtures("fresh_language")
def test_a_new_condition_of_the_vocabulary_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    told = vocabulary.Told("it is raining", "while it rains", "while it does not rain")
    monkeypatch.setitem(vocabulary.CONDITIONS, "rain", told)
    new = [word for word in language().words if word.phrase == "rain"]
    assert {word.path for word in new} > {"merci.when", "stock.when", "tableau.then"}
    assert all("rain'" in str(draw(seed, [word])) for seed, word in enumerate(new))


@pytest.mark.usefixtures("fresh_language")
def test_a_new_key_and_its_phrases_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    schema = json_schema()
    colours = {"enum": ["", "red", "blue"], "type": "string"}
    schema["$defs"]["tableau"]["properties"]["paint"] = colours
    new = Language(schema)
    monkeypatch.setattr(drawing, "language", lambda: new)
    monkeypatch.setattr(drawing, "refusal", lambda _: "")
    words = [word for word in new.words if word.path == "tableau.paint"]
    assert {word.phrase for word in words} == {"red", "blue"}
    for word in words:
        assert f"'paint': '{word.phrase}'" in str(draw(1, [word]))


# --- shrinking and sentences ---------------------------------------------------------------------


def test_a_failure_prints_its_seed_and_the_command_that_repeats_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def planted(*_: object) -> None:
        raise KeyError("planted")

    monkeypatch.setitem(PARTS, "texts", planted)
    assert main(["--seed", "3", "--count", "1", "--part", "texts", "--shrink", "0"]) == 1
    out = capsys.readouterr().out
    assert "seed 3\n" in out
    assert "repeat: python -m tests.fuzz --seed 3 --count 1 --part 'texts'\n" in out


def test_every_kind_of_sentence_has_a_unique_name_and_occurs_in_the_program() -> None:
    kinds = [kind for kind, *_ in SAID]
    assert len({*kinds}) == len(kinds)
    with CATALOG.open("rb") as file:
        messages = [message.id for message in read_po(file) if message.id]
    texts = [text for each in messages for text in ([each] if isinstance(each, str) else each)]
    shapes = [re.sub(r"\\\{.*?\\\}", ".+", re.escape(text)) for text in texts]
    at = Setting(random.Random(1), ["A"], ["C"], [])
    for kind, pattern, *_ in SAID:
        sentence = at.text(re.sub(r"\{[ab]\}", "the waste", pattern))
        assert any(re.fullmatch(shape, sentence) for shape in shapes), (kind, sentence)


@pytest.mark.slow  # this test takes 20 seconds; its result changes only with the fuzzer
def test_a_fault_is_shrunk(monkeypatch: pytest.MonkeyPatch) -> None:
    def planted(table: dict[str, object], *_: object) -> None:
        if "keep" in str(table.get("tableau")):
            raise KeyError("planted")

    monkeypatch.setitem(PARTS, "texts", planted)
    tables = (draw(seed, [Word("tableau.keep", "number")]) for seed in range(2000))
    tables = (table for table in tables if 300 < len(toml_text(table)) < 500)
    fault = next(fault for table in tables if (fault := look(table, "texts", 1, 5)))
    small, steps = shrink(fault, seconds=60)
    assert small.kind == fault.kind
    assert steps == 0
    needed = {"piles", "deal", "build", "take", "space", "keep"}
    # a smaller definition may need a few more keys to be valid
    assert len({*small.table["tableau"]} - needed) <= 3
    rest = {*small.table} - {"name", "family", "decks", "ranks", "foundation", "tableau"}
    assert rest <= {"win", "score", "stock", "waste", "reserve", "count", "discard", "remove"}
